/* The table of encodings, and the simple ones of lesson 05. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/test.h"

static struct config config_of(const char *name, int n, int d)
{
    struct config c = encoded_config(name, n, d);
    c.heads = 2;
    return c;
}

static double entry(struct config *c, long pos, int j)
{
    double row[64];
    c->pe->row(row, pos, c);
    return row[j];
}

TEST(the_list_is_complete_and_none_comes_first)
{
    static const char *const names[] = {"none",   "sincos",  "sinonly", "integer", "normalized", "binary",
                                        "onehot", "learned", "rope",    "alibi",   "t5",         "shaw",
                                        "xl",     "deberta", "grid2d",  "fourier"};
    (void)state;
    assert_int_equal(posenc_count(), 16);
    for (int i = 0; i < 16; i++) {
        assert_string_equal(posencs[i]->name, names[i]);
        assert_int_equal(posenc_index(posencs[i]), i);
        assert_ptr_equal(posenc_find(names[i]), posencs[i]);
    }
    assert_null(posencs[16]);
    assert_null(posenc_find("wavelets"));
    assert_int_equal(posenc_index(NULL), -1);
}

static void check_pair(const char *text)
{
    assert_non_null(text);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        assert_true(*text_in(text, (enum lang)lang));
        assert_null(strchr(text_in(text, (enum lang)lang), '%')); /* plain text, no conversions */
    }
}

static int choice_count(const char *choices)
{
    int count = 1;
    for (; *choices != '\0'; choices++)
        count += *choices == ' ';
    return count;
}

TEST(every_row_speaks_both_languages_and_has_its_defaults_in_range)
{
    for (int i = 0; posencs[i] != NULL; i++) {
        const struct posenc_def *def = posencs[i];
        check_pair(def->title);
        check_pair(def->help);
        assert_true(strlen(text_in(def->formula, LANG_EN)) > 0 && strlen(text_in(def->formula, LANG_ZH)) > 0);
        for (int p = 0; p < posenc_param_count(def); p++) {
            const struct pe_param *param = &def->params[p];
            check_pair(param->help);
            assert_true(param->lo <= param->initial && param->initial <= param->hi);
            if (param->choices != NULL)
                assert_int_equal(choice_count(param->choices), (int)(param->hi - param->lo) + 1);
        }
        for (int m = 0; m < posenc_matrix_count(def); m++) {
            check_pair(def->matrices[m].help);
        }
    }
}

TEST(every_encoding_is_sound_at_its_defaults_with_d_8)
{
    for (int i = 0; posencs[i] != NULL; i++) {
        struct config c = config_of(posencs[i]->name, 5, 8);
        const char *what = NULL;
        char name[16];
        assert_false(c.pe->problem != NULL && c.pe->problem(&c, &what));
        assert_int_equal(posenc_added(&c), c.pe->row != NULL);
        int terms = c.pe->term_count != NULL ? c.pe->term_count(&c) : 0;
        assert_true(terms <= PE_MAX_TERMS);
        for (int t = 0; t < terms; t++) {
            struct pe_term term = posenc_term(&c, t, name);
            check_pair(term.help);
            assert_in_range(strlen(term.name), 1, 15);
        }
        assert_true((c.pe->angle == NULL) == (c.pe->pairs == NULL));
    }
}

TEST(matrices_fill_reproducibly_and_keep_their_front_when_they_grow)
{
    double small[6], large[20];
    (void)state;
    pe_fill_normal(mat_of(2, 3, 3, small), "a table");
    pe_fill_normal(mat_of(4, 5, 5, large), "a table");
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 3; c++)
            assert_close(small[3 * r + c], large[5 * r + c], 0);
    pe_fill_normal(mat_of(2, 3, 3, large), "another table");
    assert_memory_not_equal(small, large, sizeof small);
}

TEST(filled_tables_have_the_stated_spread)
{
    static double v[100 * 40];
    double sum = 0, squares = 0;
    (void)state;
    pe_fill_normal(mat_of(100, 40, 40, v), "spread");
    for (int i = 0; i < 4000; i++)
        sum += v[i], squares += v[i] * v[i];
    assert_close(sum / 4000, 0, 0.015);
    assert_close(sqrt(squares / 4000), PE_FILL_SD, 0.015);
}

TEST(a_table_starts_at_start_and_is_scaled)
{
    double v[3 * 4];
    struct config c = config_of("sincos", 3, 4);
    (void)state;
    c.start = 7;
    c.pescale = 2;
    assert_int_equal(posenc_table(mat_of(3, 4, 4, v), &c), 3);
    for (int r = 0; r < 3; r++)
        for (int j = 0; j < 4; j++)
            assert_close(v[4 * r + j], 2 * entry(&c, 7 + r, j), 0);
}

TEST(an_encoding_that_is_not_added_leaves_a_table_of_zeros)
{
    double v[3 * 4] = {1, 1, 1};
    struct config c = config_of("rope", 3, 4);
    (void)state;
    assert_int_equal(posenc_table(mat_of(3, 4, 4, v), &c), 0);
    for (int i = 0; i < 12; i++)
        assert_close(v[i], 0, 0);
}

TEST(lesson_05_numbers_grow_and_fractions_shrink)
{
    struct config c = config_of("integer", 5, 4);
    (void)state;
    assert_close(entry(&c, 50, 0) * entry(&c, 51, 0), 2550, 0);
    assert_close(entry(&c, 5000, 3) * entry(&c, 5001, 3), 25005000, 0);
    c = config_of("normalized", 5, 4);
    assert_close(entry(&c, 1, 2) - entry(&c, 0, 2), 0.25, 0);
    assert_close(entry(&c, 4, 2), 1, 0);
    c.n = 101;
    assert_close(entry(&c, 100, 0) - entry(&c, 99, 0), 0.01, 1e-15);
    c.n = 1;
    assert_close(entry(&c, 0, 0), 0, 0);
}

TEST(lesson_05_onehot_positions_are_all_equally_far)
{
    struct config c = config_of("onehot", 8, 8);
    double row[8];
    (void)state;
    for (int t = 0; t < 8; t++)
        for (int s = 0; s < 8; s++) {
            double sum = 0;
            for (int j = 0; j < 8; j++)
                sum += entry(&c, t, j) * entry(&c, s, j);
            assert_close(sum, t == s, 0);
        }
    assert_false(c.pe->row(row, 8, &c));
    for (int j = 0; j < 8; j++)
        assert_close(row[j], 0, 0);
}

TEST(lesson_05_binary_flips_one_bit_and_then_three)
{
    struct config c = config_of("binary", 8, 4);
    int flips[2] = {0, 0};
    (void)state;
    for (int j = 0; j < 4; j++) {
        flips[0] += entry(&c, 2, j) != entry(&c, 3, j);
        flips[1] += entry(&c, 3, j) != entry(&c, 4, j);
    }
    assert_int_equal(flips[0], 1);
    assert_int_equal(flips[1], 3);
    assert_close(entry(&c, 1, 0), 1, 0); /* the least significant bit is column 0 */
    assert_close(entry(&c, 8, 3), 1, 0);
    c.d = 64;
    assert_close(entry(&c, 5, 63), 0, 0);
}

static double product(struct config *c, long t, long s)
{
    double a[64], b[64], sum = 0;
    c->pe->row(a, t, c);
    c->pe->row(b, s, c);
    for (int j = 0; j < c->d; j++)
        sum += a[j] * b[j];
    return sum;
}

TEST(only_where_pairs_turn_does_a_product_see_the_distance_alone)
{
    struct config with = config_of("sincos", 64, 8), without = config_of("sinonly", 64, 8);
    assert_true(with.pe->turns && !without.pe->turns);
    assert_true(fabs(product(&with, 5, 3) - product(&with, 45, 43)) < 1e-12);
    assert_true(fabs(product(&without, 5, 3) - product(&without, 45, 43)) > 0.01);
}

TEST(what_belongs_to_an_offset_is_in_its_matrices)
{
    for (int i = 0; i < posenc_count(); i++) {
        struct pe_offsets o = posencs[i]->offsets;
        if (posencs[i]->form != PE_FORM_OFFSET)
            continue;
        assert_true(o.way == 1 || o.way == -1);
        assert_true(o.to_key < posenc_matrix_count(posencs[i]));
        assert_true(o.to_asks < posenc_matrix_count(posencs[i]));
    }
}
