/* States, history, the vocabulary, the order experiment, the tables. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/utf8.h"
#include "core/stage.h"
#include "model/help.h"
#include "model/matrices.h"
#include "model/model.h"
#include "model/param.h"
#include "support/close.h"

static struct model fresh(void)
{
    struct model m;
    struct reply r = {0};
    assert_true(model_init(&m, LANG_EN, &r));
    return m;
}

static bool change(struct model *m, int row, int col, double x)
{
    struct state next;
    struct reply r = {0};
    state_copy(&next, &m->now.state);
    assert_true(matrices_set(&next, (struct matrix_ref){MATRIX_X, 0}, row, col, x));
    bool ok = model_commit(m, &next, "test", &r);
    reply_finish(&r);
    return ok;
}

static double x_at(const struct model *m, int row, int col)
{
    return matrices_get(&m->now.state, (struct matrix_ref){MATRIX_X, 0}, row, col);
}

static void an_edit_of_a_copy_leaves_the_original_alone(void **state)
{
    (void)state;
    struct model m = fresh();
    struct state copy;
    state_copy(&copy, &m.now.state);
    double before = x_at(&m, 0, 1);
    assert_true(matrices_set(&copy, (struct matrix_ref){MATRIX_X, 0}, 0, 1, before + 5));
    assert_true(matrices_set(&copy, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 0, 0, 7));
    assert_true(x_at(&m, 0, 1) == before);
    assert_null(m.now.state.w[0][W_Q]);
    struct state second;
    state_copy(&second, &copy);
    assert_true(matrices_set(&second, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 0, 0, 8));
    assert_true(matrices_get(&copy, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 0, 0) == 7);
    state_finish(&second);
    state_finish(&copy);
    model_finish(&m);
}

static void a_thousand_edits_are_undone_and_redone(void **state)
{
    (void)state;
    struct model m = fresh();
    struct reply r = {0};
    double first = x_at(&m, 0, 0);
    for (int i = 1; i <= 1000; i++)
        assert_true(change(&m, 0, 0, first + i));
    for (int i = 999; i >= 0; i--) {
        assert_true(model_undo(&m, &r));
        assert_true(x_at(&m, 0, 0) == first + i);
    }
    assert_false(model_undo(&m, &r));
    reply_clear(&r);
    for (int i = 1; i <= 1000; i++)
        assert_true(model_redo(&m, &r));
    assert_true(x_at(&m, 0, 0) == first + 1000);
    assert_close(mat_at(m.now.config.X, 0, 0), first + 1000, 0);
    assert_false(model_redo(&m, &r));
    reply_finish(&r);
    model_finish(&m);
}

static void a_change_after_undo_forgets_what_was_undone(void **state)
{
    (void)state;
    struct model m = fresh();
    struct reply r = {0};
    change(&m, 0, 0, 2);
    change(&m, 0, 0, 3);
    assert_true(model_undo(&m, &r));
    change(&m, 0, 0, 4);
    assert_false(model_redo(&m, &r));
    reply_finish(&r);
    model_finish(&m);
}

static void looking_is_not_undone_and_computes_nothing(void **state)
{
    (void)state;
    struct model m = fresh();
    struct reply r = {0};
    struct state next;
    const double *where = m.now.config.X.v;
    state_copy(&next, &m.now.state);
    next.look.view = VIEW_TERMS;
    next.look.query = 99;
    assert_true(model_commit(&m, &next, "look", &r));
    assert_int_equal(m.now.state.look.query, 2);
    assert_ptr_equal(m.now.config.X.v, where);
    assert_false(model_undo(&m, &r));
    reply_finish(&r);
    model_finish(&m);
}

static void a_refused_state_changes_nothing(void **state)
{
    (void)state;
    struct model m = fresh();
    struct reply r = {0};
    struct state next;
    state_copy(&next, &m.now.state);
    next.set.heads = 3;
    assert_false(model_commit(&m, &next, "bad", &r));
    assert_string_equal(text_str(&r.text), "heads: 3 does not divide d = 8 (try 1, 2, 4 or 8)");
    assert_int_equal(m.now.state.set.heads, 1);
    assert_int_equal(m.history.count, 0);
    reply_finish(&r);
    model_finish(&m);
}

static void matrices_keep_their_leading_entries_when_sizes_change(void **state)
{
    (void)state;
    struct model m = fresh();
    struct reply r = {0};
    struct state next;
    state_copy(&next, &m.now.state);
    assert_true(matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 1, 0, 5));
    next.set.d = 10;
    assert_true(model_commit(&m, &next, "wider", &r));
    struct mat w = m.now.config.w[0][W_Q];
    assert_int_equal(w.rows, 10);
    assert_true(mat_at(w, 1, 0) == 5 && mat_at(w, 9, 9) == 1 && mat_at(w, 9, 0) == 0);
    assert_true(mat_at(m.now.config.X, 0, 9) == 0);
    model_finish(&m);
    reply_finish(&r);
}

static const struct value *word(const struct lexicon *l, const char *name)
{
    int i = lexicon_find(l, name);
    if (i < 0)
        fail_msg("the vocabulary lacks %s", name);
    return l->v[i]->x;
}

static double similar(const struct lexicon *l, const char *a, const char *b)
{
    const struct value *x = word(l, a), *y = word(l, b);
    return vec_dot(x->v, y->v, 8) / sqrt(vec_dot(x->v, x->v, 8) * vec_dot(y->v, y->v, 8));
}

static void the_vocabulary_means_something(void **state)
{
    (void)state;
    struct lexicon *l = lexicon_default();
    assert_non_null(l);
    assert_true(l->count >= 60);
    assert_true(similar(l, "猫", "狗") > similar(l, "猫", "鱼"));
    assert_true(similar(l, "猫", "鱼") > similar(l, "猫", "书"));
    assert_true(similar(l, "苹果", "香蕉") > 0.9);
    assert_true(similar(l, "爱", "喜欢") > 0.9 && similar(l, "爱", "恨") < 0);
    assert_true(similar(l, "我", "你") > 0.9 && similar(l, "追", "吃") > similar(l, "追", "猫"));
    static const char *const twins[][2] = {{"猫", "cat"}, {"狗", "dog"}, {"追", "chase"}, {"吃", "eat"}, {"我", "I"}, {"苹果", "apple"},
                                           {"机器人", "robot"}, {"不能", "cannot"}, {"伤害", "harm"}, {"人类", "humans"}, {"学习", "study"}};
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        assert_true(similar(l, twins[i][0], twins[i][1]) > 0.999);
    static const char *const needed[] = {"鱼", "你", "他", "她", "香蕉", "篮球", "the", "sat", "thinking", "machines", "公司", "发布了",
                                         "新", "手机", "在", "院子", "里", "每天", "打", "它"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        assert_int_equal(word(l, needed[i])->cols, 8);
    lexicon_drop(l);
}

static void unknown_words_are_made_up_the_same_every_time(void **state)
{
    (void)state;
    struct lexicon *a = lexicon_default(), *b = lexicon_default();
    int i = lexicon_word(&a, "麒麟", 8), j = lexicon_word(&b, "麒麟", 8);
    assert_true(a->v[i]->made_up);
    assert_memory_equal(a->v[i]->x->v, b->v[j]->x->v, 8 * sizeof(double));
    assert_true(lexicon_longest(a, "机器人不能") == (int)strlen("机器人"));
    assert_true(lexicon_longest(a, "麒麟") == 0);
    lexicon_drop(a);
    lexicon_drop(b);
}

static void pins_are_scenes_of_their_own(void **state)
{
    (void)state;
    struct model m = fresh();
    struct reply r = {0};
    assert_true(model_pin(&m, NULL, &r));
    assert_true(model_pin(&m, NULL, &r));
    change(&m, 0, 0, 9);
    assert_true(mat_at(model_pinned(&m, "A")->config.X, 0, 0) != 9);
    assert_non_null(model_pinned(&m, "B"));
    assert_true(model_unpin(&m, "A", &r));
    assert_null(model_pinned(&m, "A"));
    assert_false(model_unpin(&m, "A", &r));
    reply_finish(&r);
    model_finish(&m);
}

static void order_counts_in_three_corners_of_four(void **state)
{
    (void)state;
    struct model m = fresh();
    struct reply r = {0};
    struct state next;
    struct order o = {0};
    state_copy(&next, &m.now.state);
    for (int i = 0; i < 64; i++)
        assert_true(matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, i / 8, i % 8, sin(i * i)) &&
                    matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_K}, i / 8, i % 8, cos(3 * i)));
    assert_true(order_compute(&o, &next, &r));
    assert_true(o.known);
    assert_true(o.most[ORDER_OFF][ORDER_NONE] < ORDER_ROUNDING && o.mean[ORDER_OFF][ORDER_NONE] < ORDER_ROUNDING);
    assert_true(o.most[ORDER_ON][ORDER_NONE] > 1e-3 && o.most[ORDER_OFF][ORDER_CAUSAL] > 1e-3 && o.most[ORDER_ON][ORDER_CAUSAL] > 1e-3);
    assert_int_equal(order_same_word(&o.twin.state, 0, &next), 2);
    order_finish(&o);
    state_finish(&next);
    model_finish(&m);
    reply_finish(&r);
}

/* The conversions of a format string: "%d%s". */
static void conversions(const char *s, char *out, size_t room)
{
    size_t n = 0;
    for (; *s && n + 2 < room; s++)
        if (s[0] == '%' && s[1]) {
            out[n++] = '%';
            out[n++] = *++s;
        }
    out[n] = '\0';
}

static void check_pair(struct pair p, const char *where)
{
    char en[64], zh[64];
    if (!p.en || !p.zh || !*p.en || !*p.zh)
        fail_msg("%s lacks a language", where);
    conversions(p.en, en, sizeof en);
    conversions(p.zh, zh, sizeof zh);
    assert_string_equal(en, zh);
}

static void every_row_of_every_table_speaks_both_languages(void **state)
{
    (void)state;
    for (const struct param *p = params; p->name; p++) {
        check_pair(p->help, p->name);
        assert_ptr_equal(param_find(p->name), p);
    }
    for (int i = 0; i < STAGE_COUNT; i++) {
        check_pair(stages[i].title, stages[i].name);
        check_pair(stages[i].help, stages[i].name);
        assert_int_equal(stage_find(stages[i].name), i);
    }
    for (int i = 0; i < posenc_count(); i++) {
        check_pair(posencs[i]->title, posencs[i]->name);
        check_pair(posencs[i]->help, posencs[i]->name);
    }
    for (int v = 0; v < VIEW_COUNT; v++) {
        check_pair(help_view_title(v), view_name(v));
        check_pair(help_view_text(v), view_name(v));
    }
    for (const struct binding *b = keymap_defaults; b->key; b++) {
        check_pair(b->note, b->key);
        assert_true(keymap_is_key(b->key));
        for (const struct binding *o = b + 1; o->key; o++)
            if (strcmp(o->key, b->key) == 0 && strcmp(o->context, b->context) == 0)
                fail_msg("key %s is bound twice in %s", b->key, b->context);
    }
}

static void parameters_clamp_wrap_and_print_what_they_read(void **state)
{
    (void)state;
    struct model m = fresh();
    struct state s;
    struct reply r = {0};
    struct text t = {0};
    state_copy(&s, &m.now.state);
    for (const struct param *p = params; p->name; p++) {
        text_clear(&t);
        param_print(&s, p, &t);
        if (!param_set(&s, p, text_str(&t), 0, &r))
            fail_msg("%s does not read back '%s': %s", p->name, text_str(&t), text_str(&r.text));
        assert_true(param_same(&s, &m.now.state, p));
    }
    param_add(&s, param_find("heads"), 1e9);
    assert_int_equal(s.set.heads, 64);
    param_add(&s, param_find("mask"), -1);
    assert_int_equal(s.set.mask, MASK_GIVEN);
    assert_false(param_set(&s, param_find("d"), "2000", 0, &r));
    reply_clear(&r);
    assert_false(param_set(&s, param_find("d"), "1.5", 0, &r));
    reply_clear(&r);
    assert_true(param_set(&s, param_find("scale"), "2.5", 0, &r) && s.set.scale == SCALE_VALUE);
    assert_true(param_reset(&s, param_find("scale"), &r) && s.set.scale == SCALE_SQRT);
    text_finish(&t);
    reply_finish(&r);
    state_finish(&s);
    model_finish(&m);
}

static int locale(void **state)
{
    (void)state;
    return utf8_locale() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_of_a_copy_leaves_the_original_alone),
        cmocka_unit_test(a_thousand_edits_are_undone_and_redone),
        cmocka_unit_test(a_change_after_undo_forgets_what_was_undone),
        cmocka_unit_test(looking_is_not_undone_and_computes_nothing),
        cmocka_unit_test(a_refused_state_changes_nothing),
        cmocka_unit_test(matrices_keep_their_leading_entries_when_sizes_change),
        cmocka_unit_test(the_vocabulary_means_something),
        cmocka_unit_test(unknown_words_are_made_up_the_same_every_time),
        cmocka_unit_test(pins_are_scenes_of_their_own),
        cmocka_unit_test(order_counts_in_three_corners_of_four),
        cmocka_unit_test(every_row_of_every_table_speaks_both_languages),
        cmocka_unit_test(parameters_clamp_wrap_and_print_what_they_read),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
