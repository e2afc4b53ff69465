/* The fifth term: all products with something that a layer below wrote, as one. */
#include <math.h>
#include <string.h>
#include <jansson.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/source.h"
#include "core/pipeline/terms.h"
#include "export/export.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/random_case.h"
#include "support/test.h"

static const char *const sentences[] = {"cat chases dog",
                                        "the boy reads the old book",
                                        "the dog was chased by the cat",
                                        "the book of the child was read by the big teacher",
                                        "狗 被 猫 追 了",
                                        "猫 把 鱼 吃 了"};
enum { SENTENCES = sizeof sentences / sizeof *sentences, FIFTH = 4, UPPER = 1 };

static struct session reading(int i)
{
    struct session m = model_after("lang en ; weights reader ; layer 1");
    struct text line = TEXT_HERE;
    text_addf(&line, "tokens %s", sentences[i]);
    must_run(&m, text_str(&line));
    text_finish(&line);
    return m;
}

static const struct attention *upper(const struct session *m)
{
    return &m->now.trace.layer[UPPER].self;
}

static double term(const struct session *m, int t, int row, int col)
{
    return mat_at(attention_term(upper(m), t), row, col);
}

TEST(the_reader_lists_four_terms_and_what_was_heard)
{
    static const char *const en[] = {"word·word", "word·place", "place·word", "place·place", "heard"},
                             *const zh[] = {"词·词", "词·位", "位·词", "位·位", "听到的"};
    struct session m = reading(0);
    struct term list[TERM_MAX], below[TERM_MAX];
    char title[64];
    assert_int_equal(terms_list(&m.now.config, UPPER, list), 5);
    for (int t = 0; t < 5; t++) {
        assert_string_equal(title_of(&list[t], LANG_EN, title), en[t]);
        assert_string_equal(title_of(&list[t], LANG_ZH, title), zh[t]);
        assert_int_equal(terms_find(&m.now.config, UPPER, list[t].name), t);
        assert_int_equal(terms_find(&m.now.config, UPPER, title_of(&list[t], LANG_ZH, title)), t);
        assert_int_equal(list[t].mark, t < FIFTH ? t : -1);
    }
    assert_int_equal(terms_list(&m.now.config, 0, below), 4);
    assert_string_equal(below[3].name, "pp");
    must_run(&m, "set sources each");
    assert_int_equal(terms_list(&m.now.config, UPPER, list), 16);
    session_finish(&m);
}

TEST(the_five_add_up_to_the_score_and_the_fifth_is_all_the_others)
{
    for (int i = 0; i < SENTENCES; i++) {
        struct session m = reading(i), each = reading(i);
        struct term list[TERM_MAX];
        must_run(&each, "set sources each");
        int count = terms_list(&each.now.config, UPPER, list);
        for (int row = 0; row < upper(&m)->map[MAP_SCORES].rows; row++)
            for (int col = 0; col < m.now.config.n; col++) {
                double sum = 0, others = 0;
                for (int t = 0; t <= FIFTH; t++)
                    sum += term(&m, t, row, col);
                for (int t = 0; t < count; t++)
                    if ((list[t].query | list[t].key) & ~SOURCES_PLAIN)
                        others += term(&each, t, row, col);
                assert_close(sum, mat_at(upper(&m)->map[MAP_SCORES], row, col), 1e-12);
                assert_close(term(&m, FIFTH, row, col), others, 1e-12);
            }
        session_finish(&m);
        session_finish(&each);
    }
}

/* Knocked out, by any of its names, or left out of a row of weights: as if the layer read words and places
 * alone. */
TEST(without_it_the_weights_are_those_of_words_and_places)
{
    static const char *const ways[] = {"term heard off", "term 听到的 off", "term 4 toggle"};
    for (int i = 0; i < SENTENCES; i++) {
        struct session m = reading(i), alone = reading(i);
        must_run(&alone, "omit attn0 ; omit ffn0");
        struct mat want = upper(&alone)->map[MAP_WEIGHTS];
        struct term_set off = terms_bits(&m.now.config, "heard");
        for (int r = 0; r < want.rows; r++) {
            double row[CONFIG_MAX_WORDS];
            terms_weights_without(row, upper(&m), &m.now.config, r / m.now.config.n, r % m.now.config.n,
                                  &off);
            for (int j = 0; j < want.cols; j++)
                assert_close(row[j], mat_at(want, r, j), 1e-12);
        }
        must_run(&m, ways[i % 3]);
        assert_mat_close(upper(&m)->map[MAP_WEIGHTS], want, 1e-12);
        must_run(&m, "term all on ; term heard only");
        for (int t = 0; t < FIFTH; t++)
            assert_true(terms_any_off(&m.now.config, UPPER));
        assert_close(mat_at(upper(&m)->map[MAP_SCORES], 0, 0), term(&m, FIFTH, 0, 0), 1e-12);
        session_finish(&m);
        session_finish(&alone);
    }
}

/* A part of it that is knocked out opens it, as it does a group; its name keeps its meaning. */
TEST(a_part_that_is_knocked_out_opens_it)
{
    struct session m = reading(2);
    struct term list[TERM_MAX];
    must_run(&m, "term token·attn0 off");
    assert_int_equal(terms_list(&m.now.config, UPPER, list), 16);
    must_run(&m, "term heard off");
    assert_int_equal(terms_list(&m.now.config, UPPER, list), 5);
    must_run(&m, "set sources each ; term heard on");
    assert_false(terms_any_off(&m.now.config, UPPER));
    must_run(&m, "term heard off");
    assert_true(terms_any_off(&m.now.config, UPPER) && !terms_any_off(&m.now.config, 0));
    session_finish(&m);
}

TEST(a_value_of_it_is_the_same_however_the_terms_are_listed)
{
    struct session m = reading(2);
    struct text line = TEXT_HERE;
    text_addf(&line, "term(heard,3,6) = %.12f", term(&m, FIFTH, 3, 6));
    must_run(&m, "head 1");
    holds(&m, text_str(&line));
    must_run(&m, "set sources grouped");
    holds(&m, text_str(&line));
    must_run(&m, "layer 0 ; set layers 1");
    refused(&m, "print term(heard,0,0)", "no term 'heard'");
    text_finish(&line);
    session_finish(&m);
}

/* Biases are no layer's: they keep their own terms, and what was heard times a bias was heard. */
TEST(biases_keep_their_own_terms)
{
    struct random_case x = random_case_make((struct random_spec){
        .seed = 71, .encoding = "sincos", .block = BLOCK_ENCODER, .norm = NORM_PRE, .layers = 3});
    struct term list[TERM_MAX];
    x.c.sources = SOURCES_HEARD;
    for (int l = 1; l < 3; l++) {
        assert_int_equal(terms_list(&x.c, l, list), 10); /* token position bias on both sides, and heard */
        assert_string_equal(list[FIFTH].name, "heard");
        struct term_set heard = terms_set(l, &list[FIFTH]), bias = terms_bits(&x.c, "attn0·bias"),
                        plain = terms_bits(&x.c, "token·bias");
        assert_true(term_set_covers(&heard, &bias) && !term_set_covers(&heard, &plain));
    }
    x.c.omitted = sources_all(&x.c) & ~SOURCES_PLAIN; /* nothing was heard */
    assert_int_equal(terms_list(&x.c, 2, list), 9);
    random_case_finish(&x);
}

/* What is exported is by source, whatever is listed; only the setting differs. */
TEST(an_export_does_not_depend_on_the_list)
{
    struct session m = reading(2);
    struct text as[2] = {{0}, {0}};
    json_t *root[2], *layer[2], *term;
    const char *name;
    for (int i = 0; i < 2; i++) {
        must_run(&m, i ? "set sources grouped ; term heard off" : "term heard off");
        export_json(&m.now, NULL, &as[i]);
        root[i] = json_loads(text_str(&as[i]), 0, NULL);
        assert_non_null(root[i]);
        layer[i] = json_array_get(json_object_get(root[i], "trace"), UPPER);
    }
    json_t *one = json_object_get(layer[0], "terms"), *other = json_object_get(layer[1], "terms");
    assert_int_equal(json_object_size(one), 16);
    assert_true(json_equal(json_object_get(layer[0], "off"), json_object_get(layer[1], "off")));
    json_object_foreach(one, name, term) for (int k = 0; k < 3 * 7 * 7; k++)
    {
        json_t *same = json_object_get(other, name);
        const size_t at[] = {(size_t)k / 49, (size_t)k / 7 % 7, (size_t)k % 7};
        double x[2];
        for (int i = 0; i < 2; i++) {
            json_t *v = i ? same : term;
            for (int d = 0; d < 3; d++)
                v = json_array_get(v, at[d]);
            x[i] = json_number_value(v);
        }
        assert_close(x[0], x[1], 1e-12);
    }
    for (int i = 0; i < 2; i++) {
        json_decref(root[i]);
        text_finish(&as[i]);
    }
    session_finish(&m);
}

static int sources(const struct session *m)
{
    return m->now.state.set.sources;
}

TEST(the_reader_sets_it_and_it_is_kept_undone_and_reset)
{
    struct session m = model_after("lang en ; tokens cat chases dog");
    assert_int_equal(sources(&m), SOURCES_GROUPED);
    must_run(&m, "weights reader");
    assert_int_equal(sources(&m), SOURCES_HEARD);
    must_run(&m, "term heard off");
    struct session again = model_loaded(&m);
    assert_int_equal(sources(&again), SOURCES_HEARD);
    assert_true(term_set_same(&again.now.config.term_off, &m.now.config.term_off));
    must_run(&m, "weights random"); /* as the other settings that came with the reader */
    assert_int_equal(sources(&m), SOURCES_HEARD);
    must_run(&m, "undo ; undo ; undo");
    assert_int_equal(sources(&m), SOURCES_GROUPED);
    must_run(&m, "redo ; reset sources");
    assert_int_equal(sources(&m), SOURCES_GROUPED);
    must_run(&m, "add sources 1");
    assert_int_equal(sources(&m), SOURCES_EACH);
    must_run(&m, "toggle sources");
    assert_int_equal(sources(&m), SOURCES_HEARD);
    must_run(&m, "toggle sources");
    assert_int_equal(sources(&m), SOURCES_GROUPED);
    must_run(&m, "set sources heard ; reset");
    assert_int_equal(sources(&m), SOURCES_GROUPED);
    refused(&m, "set sources told", "heard");
    session_finish(&again);
    session_finish(&m);
}
