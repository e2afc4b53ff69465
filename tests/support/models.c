/* The model's fixtures know nothing of commands and the app: tests of the model link without those. */
#include <stdio.h>

#include "support/models.h"

#include "state/matrices.h"
#include "support/test.h"

enum { MOST_WORDS = 600 };

static const struct matrix_ref words_x = {MATRIX_X, 0};

struct state fresh_state(void)
{
    struct state s;
    assert_true(state_init(&s));
    return s;
}

struct session fresh_model(void)
{
    struct session m;
    struct reply r = {0};
    assert_true(session_init(&m, LANG_EN, &r));
    return m;
}

void commit(struct session *m, struct state *next)
{
    struct reply r = {0};
    if (!session_commit(m, next, "test", &r))
        fail_msg("%s", text_str(&r.text));
    reply_finish(&r);
}

bool change_x(struct session *m, int row, int col, double x)
{
    struct state next;
    struct reply r = {0};
    state_copy(&next, &m->now.state);
    assert_true(matrices_set(&next, words_x, row, col, x));
    bool ok = session_commit(m, &next, "test", &r);
    reply_finish(&r);
    return ok;
}

double x_at(const struct session *m, int row, int col)
{
    return matrices_get(&m->now.state, words_x, row, col);
}

struct sequence *sequence_of(struct state *s, const char *const *words, int count)
{
    int id[MOST_WORDS];
    assert_true(count <= MOST_WORDS);
    for (int i = 0; i < count; i++)
        id[i] = lexicon_intern(&s->lexicon, words[i], s->set.d);
    struct sequence *q = sequence_new(id, count);
    assert_non_null(q);
    return q;
}

void say_words(struct state *s, const char *const *words, int count)
{
    struct sequence *q = sequence_of(s, words, count);
    sequence_drop(s->sentence);
    s->sentence = q;
}

void remember(struct state *s, const char *const *words, int count)
{
    struct sequence *q = sequence_of(s, words, count);
    sequence_drop(s->memory);
    s->memory = q;
}

void say_known(struct state *s, const int *id, int count)
{
    struct sequence *q = sequence_new(id, count);
    assert_non_null(q);
    sequence_drop(s->sentence);
    s->sentence = q;
}

void scene_saying(struct scene *out, const struct session *m, const int *id, int count)
{
    struct state s;
    struct reply r = {0};
    state_copy(&s, &m->now.state);
    say_known(&s, id, count);
    assert_true(scene_take(out, &s, &r));
}

struct value *give_weight(struct state *s, int layer, enum weight w, int rows, int cols)
{
    struct value *v = value_new(rows, cols);
    assert_true(v && numbers_put(&s->numbers, numbers_weight(layer, (int)w), v));
    return v;
}

void compute_order(struct order *o, const struct state *s)
{
    struct reply r = {0};
    assert_true(order_follow(o, s, &r));
    while (!order_complete(o))
        order_advance(o, 0, NULL);
    assert_false(o->why.failed);
    reply_finish(&r);
}

const char *title_of(const struct term *t, enum lang lang, char out[64])
{
    struct text title = {0};
    term_title(t, lang, &title);
    snprintf(out, 64, "%s", text_str(&title));
    text_finish(&title);
    return out;
}
