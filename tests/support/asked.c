#include "support/asked.h"

#include <stdlib.h>
#include <string.h>

#include "support/close.h"
#include "support/models.h"
#include "support/test.h"

bool asked(struct session *m, const char *s, struct expr_value *out, struct reply *r)
{
    struct expr_context c = session_context(m);
    return expr_eval(&c, s, strlen(s), out, r);
}

double asked_number(struct session *m, const char *s)
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

void asked_row(struct session *m, const char *s, const double *want, int count)
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

void asked_error(struct session *m, const char *s, int col, const char *part)
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

void asked_change(struct session *m, void (*edit)(struct state *))
{
    struct state next;
    state_copy(&next, &m->now.state);
    edit(&next);
    commit(m, &next);
}

void asked_pin(struct session *m, const char *name)
{
    struct reply r = {0};
    assert_true(session_pin(m, name, &r));
    reply_finish(&r);
}

void asked_two_heads(struct state *s)
{
    s->set.heads = 2;
}

void asked_memory(struct state *s)
{
    static const char *const names[] = {"cat", "dog", "猫", "狗"};
    remember(s, names, 4);
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
