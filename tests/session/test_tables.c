/* The order experiment, the tables, the parameters. */
#include <math.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "session/help.h"
#include "study/comparison.h"
#include "state/matrices.h"
#include "session/session.h"
#include "state/param.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

TEST(order_counts_in_three_corners_of_four)
{
    struct session m = fresh_model();
    struct state next;
    struct order o = {0};
    state_copy(&next, &m.now.state);
    for (int i = 0; i < 64; i++)
        assert_true(matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, i / 8, i % 8, sin(i * i)) &&
                    matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_K}, i / 8, i % 8, cos(3 * i)));
    compute_order(&o, &next);
    assert_true(o.known);
    assert_true(o.corner[ORDER_OFF][ORDER_NONE].most_rounding &&
                o.corner[ORDER_OFF][ORDER_NONE].mean_rounding);
    assert_true(o.corner[ORDER_ON][ORDER_NONE].most > 1e-3 && o.corner[ORDER_OFF][ORDER_CAUSAL].most > 1e-3 &&
                o.corner[ORDER_ON][ORDER_CAUSAL].most > 1e-3);
    assert_int_equal(comparison_word(&o.twin.state, o.twin.state.sentence, 0, &next, next.sentence), 2);
    order_finish(&o);
    state_finish(&next);
    session_finish(&m);
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

static void check_pair(const char *p, const char *where)
{
    char en[64], zh[64];
    if (!p || !*text_in(p, LANG_EN) || !*text_in(p, LANG_ZH))
        fail_msg("%s lacks a language", where);
    conversions(text_in(p, LANG_EN), en, sizeof en);
    conversions(text_in(p, LANG_ZH), zh, sizeof zh);
    assert_string_equal(en, zh);
}

TEST(every_row_of_every_table_speaks_both_languages)
{
    for (const struct param *p = params; p->name; p++) {
        check_pair(p->help, p->name);
        assert_ptr_equal(param_find(p->name), p);
    }
    for (int i = 0; i < STAGE_COUNT; i++) {
        check_pair(stage_title(i), stage_name(i));
        check_pair(stage_pass(i)->help, stage_name(i));
        assert_int_equal(stage_find(stage_name(i)), i);
    }
    for (int i = 0; i < posenc_count(); i++) {
        check_pair(posencs[i]->title, posencs[i]->name);
        check_pair(posencs[i]->help, posencs[i]->name);
    }
    for (int v = 0; v < VIEW_COUNT; v++) {
        check_pair(views[v]->title, view_name(v));
        check_pair(views[v]->help, view_name(v));
    }
    for (const struct binding *b = keymap_defaults; b->key; b++) {
        check_pair(b->note, b->key);
        assert_true(keymap_is_key(b->key));
        for (const struct binding *o = b + 1; o->key; o++)
            if (strcmp(o->key, b->key) == 0 && strcmp(o->context, b->context) == 0)
                fail_msg("key %s is bound twice in %s", b->key, b->context);
    }
}

/* `panel` is the panel of the view shown, or the one that has the value, whatever is shown. */
TEST(panel_means_the_panels_of_all_views)
{
    struct session m = fresh_model();
    struct look *look = &m.now.state.look;
    must_run(&m, "view terms ; set panel distance ; set panel orders");
    assert_int_equal(look->terms.panel, TERMS_DISTANCE);
    assert_int_equal(look->compare.panel, COMPARE_ORDERS);
    must_run(&m, "cycle panel 1");
    assert_int_equal(look->terms.panel, TERMS_SCALE);
    must_run(&m, "view compare ; reset panel ; view stages ; cycle panel 1");
    assert_int_equal(look->compare.panel, COMPARE_FLOW);
    assert_int_equal(look->encoding.panel, PANEL_WAVE); /* a view without panels: of the clocks, as before */
    assert_int_equal(look->terms.panel, TERMS_SCALE);
    for (const struct param *p = params; p->name; p++)
        for (int i = 0; p->panel_of && param_choice(p, i); i++)
            assert_ptr_equal(param_meant(&m.now.state, "panel", param_choice(p, i)),
                             p); /* one has the name */
    session_finish(&m);
}

TEST(parameters_clamp_wrap_and_print_what_they_read)
{
    struct session m = fresh_model();
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
    assert_int_equal(s.set.mask, MASK_CAUSAL | MASK_PAD | MASK_GIVEN);
    assert_false(param_set(&s, param_find("d"), "5000", 0, &r));
    reply_clear(&r);
    assert_false(param_set(&s, param_find("d"), "1.5", 0, &r));
    reply_clear(&r);
    assert_true(param_set(&s, param_find("scale"), "2.5", 0, &r) && s.set.scale == SCALE_VALUE);
    param_reset(&s, param_find("scale"));
    assert_int_equal(s.set.scale, SCALE_SQRT);
    text_finish(&t);
    reply_finish(&r);
    state_finish(&s);
    session_finish(&m);
}
