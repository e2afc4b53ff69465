/* The ready pairs keep what they promise. */
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "tasks/reader.h"
#include "state/ready_pairs.h"
#include "state/weights.h"
#include "study/order.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The words of one side in order of their indices. */
static void sorted(struct state *s, int pair, int side, int *out, int *count)
{
    int known = s->lexicon->count;
    struct sequence *q = ready_pair_side(&s->lexicon, pair, side, 8);
    assert_non_null(q);
    if (s->lexicon->count != known)
        fail_msg("%s: a word is not in the vocabulary", ready_pairs[pair].side[side]);
    *count = q->count;
    memcpy(out, q->id, (size_t)q->count * sizeof *out);
    qsort(out, (size_t)q->count, sizeof *out, by_value);
    sequence_drop(s->sentence);
    s->sentence = q;
}

TEST(both_sides_are_the_same_known_words_with_two_exchanged)
{
    int a[20], b[20], n, m, from, to, places[2][2];
    for (int pair = 0; ready_pairs[pair].name; pair++) {
        struct state s = fresh_state();
        sorted(&s, pair, 0, a, &n);
        assert_int_equal(ready_pair_of(&s), pair);
        assert_true(ready_pair_places(&s, &places[0][0], &places[0][1]));
        from = s.sentence->id[places[0][0]];
        to = s.sentence->id[places[0][1]];
        sorted(&s, pair, 1, b, &m);
        assert_int_equal(ready_pair_of(&s), pair);
        assert_true(ready_pair_places(&s, &places[1][0], &places[1][1]));
        assert_memory_equal(places[0], places[1], sizeof places[0]);
        assert_true(s.sentence->id[places[0][0]] == to && s.sentence->id[places[0][1]] == from);
        assert_int_equal(n, m);
        assert_memory_equal(a, b, (size_t)n * sizeof *a);
        state_finish(&s);
    }
}

TEST(both_languages_have_pairs)
{
    int han = 0, latin = 0;
    for (const struct ready_pair *p = ready_pairs; p->name; p++) {
        bool is_latin = p->side[0][0] >= 'A' && p->side[0][0] <= 'z';
        assert_non_null(strstr(p->side[0], p->name));
        latin += is_latin;
        han += !is_latin;
    }
    assert_true(han >= 5 && latin >= 5);
}

TEST(the_twin_is_the_other_side)
{
    struct order o = {0};
    struct state s = fresh_state();
    int pair = 0;
    while (strcmp(ready_pairs[pair].name, "cat") != 0)
        pair++;
    sequence_drop(s.sentence);
    s.sentence = ready_pair_side(&s.lexicon, pair, 0, 8);
    compute_order(&o, &s);
    assert_true(o.twin_known && o.swaps.a == 1 && o.swaps.b == 4);
    struct sequence *other = ready_pair_side(&s.lexicon, pair, 1, 8);
    assert_memory_equal(o.twin.state.sentence->id, other->id, 5 * sizeof(int));
    sequence_drop(other);
    order_finish(&o);
    state_finish(&s);
}

/* Of these the reader learned nothing. */
static bool is_beyond(const char *name)
{
    return strcmp(name, "老师") == 0 || strcmp(name, "他们") == 0 || strcmp(name, "苹果") == 0;
}

/* Returns the word that a head's row of the verb reads most. */
static int most_read(const struct session *m, int head)
{
    const struct attention *a = &m->now.trace.layer[READER_LAYERS - 1].self;
    struct mat w = attention_head(a, a->map[MAP_WEIGHTS], head);
    int verb = state_verb(&m->now.state), most = 0;
    for (int j = 0; j < w.cols; j++)
        most = mat_at(w, verb, j) > mat_at(w, verb, most) ? j : most;
    return most;
}

TEST(the_opening_reads_both_sides_of_all_but_those_that_it_never_learned)
{
    for (const struct ready_pair *p = ready_pairs; p->name; p++) {
        int read = 0, who[2] = {0}, whom[2] = {0};
        for (int side = 0; side < 2; side++) {
            struct session m = model_after("opening");
            struct text line = {0};
            struct grammar_reading as = {0};
            text_addf(&line, "tokens %s", p->side[side]);
            must_run(&m, text_str(&line));
            const struct state *s = &m.now.state;
            if (weights_reading(s, &as)) {
                read++;
                who[side] = s->sentence->id[as.doer.noun];
                whom[side] = s->sentence->id[as.done_to.noun];
            }
            if (!is_beyond(p->name) &&
                (most_read(&m, 0) != as.doer.noun || most_read(&m, 1) != as.done_to.noun))
                fail_msg("%s: reads words %d and %d", p->side[side], most_read(&m, 0), most_read(&m, 1));
            text_finish(&line);
            session_finish(&m);
        }
        assert_true(is_beyond(p->name) ? read < 2 : read == 2);
        assert_true(is_beyond(p->name) || who[0] != who[1]);
        bool both_act =
            strcmp(p->name, "妈妈") != 0 && strcmp(p->name, "mother") != 0; /* one owns the other */
        assert_true(is_beyond(p->name) || !both_act || (who[0] == whom[1] && whom[0] == who[1]));
    }
}
