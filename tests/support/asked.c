#include "support/asked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "support/close.h"

struct model asked_model(void)
{
    struct model m;
    struct reply r = {0};
    assert_true(model_init(&m, LANG_EN, &r));
    return m;
}

bool asked(struct model *m, const char *s, struct expr_value *out, struct reply *r)
{
    struct expr_context c = model_context(m);
    return expr_eval(&c, s, strlen(s), out, r);
}

double asked_number(struct model *m, const char *s)
{
    struct expr_value v = {0};
    struct reply r = {0};
    if (!asked(m, s, &v, &r))
        fail_msg("%s: at %d: %s", s, r.col, text_str(&r.text));
    if (v.row)
        fail_msg("%s is a row", s);
    double x = v.v[0];
    expr_value_finish(&v);
    reply_finish(&r);
    return x;
}

void asked_row(struct model *m, const char *s, const double *want, int count)
{
    struct expr_value v = {0};
    struct reply r = {0};
    if (!asked(m, s, &v, &r))
        fail_msg("%s: at %d: %s", s, r.col, text_str(&r.text));
    assert_true(v.row);
    assert_int_equal(v.count, count);
    for (int i = 0; i < count; i++)
        assert_close(v.v[i], want[i], 1e-12);
    expr_value_finish(&v);
    reply_finish(&r);
}

void asked_error(struct model *m, const char *s, int col, const char *part)
{
    struct expr_value v = {0};
    struct reply r = {0};
    if (asked(m, s, &v, &r))
        fail_msg("%.60s has a value", s);
    assert_true(r.failed);
    if ((col && r.col != col) || !strstr(text_str(&r.text), part))
        fail_msg("%.60s: at %d (want %d): %s (want %s)", s, r.col, col, text_str(&r.text), part);
    assert_null(v.v);
    reply_finish(&r);
}

void asked_change(struct model *m, void (*edit)(struct state *))
{
    struct state next;
    struct reply r = {0};
    state_copy(&next, &m->now.state);
    edit(&next);
    if (!model_commit(m, &next, "test", &r))
        fail_msg("%s", text_str(&r.text));
    reply_finish(&r);
}

void asked_pin(struct model *m, const char *name)
{
    struct reply r = {0};
    assert_true(model_pin(m, name, &r));
    reply_finish(&r);
}

struct sequence *asked_words(struct state *s, const char *const *names, int count)
{
    int id[16];
    for (int i = 0; i < count; i++)
        id[i] = lexicon_word(&s->lexicon, names[i], s->set.d);
    return sequence_new(id, count);
}

void asked_two_heads(struct state *s)
{
    s->set.heads = 2;
}

void asked_memory(struct state *s)
{
    static const char *const names[] = {"cat", "dog", "猫", "狗"};
    s->memory = asked_words(s, names, 4);
}

char *asked_repeated(const char *begin, const char *part, int count, const char *end)
{
    char *s = malloc(strlen(begin) + strlen(part) * (size_t)count + strlen(end) + 1);
    char *at = s + strlen(strcpy(s, begin));
    for (int i = 0; i < count; i++)
        at += strlen(strcpy(at, part));
    strcpy(at, end);
    return s;
}
