/* The derivations as people read them: on random states every number in
 * the text is the core's, line by line, and the last one is the cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "base/number.h"
#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/stages/stages.h"

enum { DIGITS = 6, NUMBERS = 4000 };

static struct app with(const char *line)
{
    struct app a = app_after("lang en ; set digits 6 ; tokens 猫 追 狗 鸟 ; weights random 3");
    must_enter(&a, line);
    return a;
}

/* Numbers in the order in which they should be read. */
struct numbers {
    double v[NUMBERS];
    int count;
};

static void add(struct numbers *n, double x)
{
    assert_true(n->count < NUMBERS);
    n->v[n->count++] = x;
}

static double number_of(const struct derive_step *s, char which)
{
    if (which == 'm')
        return -s->b;
    if (which == 'a')
        return s->a;
    return which == 'b' ? s->b : which == 'v' ? s->value : s->sum;
}

/* What the line of a step says, number by number. */
static void expect_step(struct numbers *n, const struct derive_step *s)
{
    static const char *const shown[] = {
        [DERIVE_GIVEN] = "",       [DERIVE_COPY] = "v",       [DERIVE_ADD] = "abv",
        [DERIVE_PRODUCT] = "abvs", [DERIVE_BIAS] = "abv",     [DERIVE_TERM] = "as",
        [DERIVE_DIVIDE] = "abv",   [DERIVE_CAP] = "abv", [DERIVE_MASK] = "abv",     [DERIVE_MAX] = "v",
        [DERIVE_EXP] = "abvs",     [DERIVE_SHARE] = "abv",    [DERIVE_EMPTY] = "",
        [DERIVE_ENTRY] = "as",     [DERIVE_MEAN] = "av",      [DERIVE_SQUARE] = "abvs",
        [DERIVE_SIGMA] = "av",     [DERIVE_NORM] = "absv",    [DERIVE_GAIN] = "abv",
        [DERIVE_SHIFT] = "abv",    [DERIVE_RELU] = "av",      [DERIVE_GELU] = "av",
        [DERIVE_SILU] = "av",      [DERIVE_QUICK] = "av",     [DERIVE_SINE] = "aav",
        [DERIVE_COSINE] = "aav",   [DERIVE_ENCODING] = "abv", [DERIVE_ERROR] = "abv",
        [DERIVE_ASK] = "mav",      [DERIVE_OVER] = "abv",     [DERIVE_SLOPE] = "abv",
        [DERIVE_CENTRE] = "abv",   [DERIVE_LEAN] = "absv",    [DERIVE_TIMES] = "abv",
        [DERIVE_PLUS] = "abv",     [DERIVE_UNREAD] = "",
    };
    bool knocked_out = s->kind == DERIVE_TERM && s->value != s->a;
    for (const char *c = knocked_out ? "a" : shown[s->kind]; *c; c++)
        add(n, number_of(s, *c));
}

/* Every number with a decimal point, and every infinity, of a drawn text. */
static void read_numbers(struct numbers *n, const char *s)
{
    for (const char *p = s; *p; p++) {
        bool minus = p > s && p[-1] == '-';
        if (strncmp(p, "∞", 3) == 0)
            add(n, minus ? -INFINITY : INFINITY);
        size_t whole = strspn(p, "0123456789");
        bool begins = p == s || !strchr("0123456789.", p[-1]);
        if (whole == 0 || !begins || p[whole] != '.')
            continue;
        add(n, strtod(p - minus, NULL));
        p += whole + strspn(p + whole + 1, "0123456789");
    }
}

static void check_cell(struct app *a, struct derive_cell cell, double want)
{
    const struct scene *now = &a->session.now;
    struct screen s = {.session = &a->session, .scratch = &a->scratch};
    struct canvas c;
    struct derivation d;
    struct text drawn = {0};
    static struct numbers expected, read;
    expected.count = read.count = 0;
    assert_true(derivation_of(&d, now, cell, &a->scratch));
    assert_true(canvas_init(&c, 3 * d.count + 12, 90));
    canvas_clear(c);
    arithmetic_draw(c, &s, &d);
    canvas_text(c, &drawn);
    read_numbers(&read, text_str(&drawn));
    for (int i = 0; i < d.count; i++)
        expect_step(&expected, &d.v[i].is);
    add(&expected, want);
    if (read.count != expected.count)
        fail_msg("%s: %d numbers instead of %d\n%s", stage_name(cell.stage), read.count, expected.count,
                 text_str(&drawn));
    for (int i = 0; i < read.count; i++)
        if (!(fabs(read.v[i] - expected.v[i]) <= 0.5e-6 + 1e-12 || read.v[i] == expected.v[i]))
            fail_msg("%s: %.9g instead of %.9g\n%s", stage_name(cell.stage), read.v[i], expected.v[i],
                     text_str(&drawn));
    text_finish(&drawn);
    canvas_finish(&c);
    arena_forget(&a->scratch);
}

static void check_stage(struct app *a, int layer, int stage)
{
    const struct scene *now = &a->session.now;
    for (int h = 0; h < (stage_row(stage)->heads == HEADS_APART ? now->config.heads : 1); h++) {
        struct mat m = stage_matrix(&now->trace, layer, stage, h);
        for (int r = 0; r < m.rows; r++)
            for (int k = 0; k < m.cols; k += 3)
                check_cell(a, (struct derive_cell){layer, stage, h, r, k, false, 0}, mat_at(m, r, k));
    }
}

TEST(every_number_of_the_text_is_the_cores)
{
    static const char *const states[] = {
        "set d 8 heads 2",
        "set d 8 heads 2 mask causal norm pre residual on layers 2",
        "memory 狗 追 鸟 ; set block attention",
        "memory 狗 追 ; set block decoder heads 2 norm post residual on dff 10 layers 2",
        "set block encoder norm pre dff 6 ; encoding rope",
        "encoding alibi ; set heads 2",
        "encoding shaw",
        "encoding xl",
        "term cp off",
        "encoding grid2d ; set pescale 0.5",
        "encoding learned",
        "memory 狗 追 ; set block decoder norm pre dff 6",
        "set scale 3 ; set mask pad pad 4",
        "classes 猫 狗 鸟 ; bU = 0.5 -1 2 ; set final_norm on layers 2",
        "set block encoder dff 6 activation gelu",
        "set block encoder dff 6 activation quick_gelu",
        "set d 8 heads 2 qk_norm head sink on softcap 2 window 2",
        "set block encoder dff 6 norm both gated on rms on",
        "memory 狗 追 ; set block decoder softcap 3",
        "model tests/data/models/bert ; sentence 猫",
        "model tests/data/models/llama-bf16 ; sentence cat",
    };
    bool seen[STAGE_COUNT] = {false};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct app a = with(states[i]);
        const struct config *c = &a.session.now.config;
        for (int l = 0; l < c->layers; l++)
            for (int s = STAGE_X; s < STAGE_COUNT; s++)
                if (stage_present(c, l, s)) {
                    check_stage(&a, l, s);
                    seen[s] = true;
                }
        app_finish(&a);
    }
    for (int s = STAGE_X; s < STAGE_COUNT; s++)
        if (!seen[s])
            fail_msg("no state has stage %s", stage_name(s));
}

static void check_gradient(struct app *a, struct derive_cell cell)
{
    struct mat m = derive_back_matrix(&a->session.now.grad, &cell);
    for (cell.row = 0; cell.row < m.rows; cell.row++)
        for (cell.col = 0; cell.col < m.cols; cell.col += 3)
            check_cell(a, cell, mat_at(m, cell.row, cell.col));
}

TEST(every_number_of_a_gradient_is_the_cores)
{
    static const char *const states[] = {
        "set heads 2",
        "set heads 2 mask causal norm pre residual on layers 2",
        "memory 狗 追 ; set block decoder heads 2 norm post residual on dff 10",
        "set block encoder norm pre dff 6 final_norm on ; encoding rope",
        "encoding t5 ; set heads 2",
        "encoding learned ; set block encoder dff 6 activation gelu",
        "set block encoder dff 6 activation quick_gelu",
    };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct app a = with(states[i]);
        must_enter(&a,
                   "classes 猫 狗 鸟 ; bU = 0.5 -1 2 ; target 追 猫 ; target head 0 追 狗 ; toggle gradient");
        assert_true(a.session.now.has_gradient);
        const struct config *c = &a.session.now.config;
        for (int l = 0; l < c->layers; l++) {
            for (int s = STAGE_X; s < STAGE_COUNT; s++)
                if (stage_present(c, l, s))
                    check_gradient(&a, (struct derive_cell){l, s, 0, 0, 0, true, 0});
            for (int w = 0; w < WEIGHT_COUNT; w++)
                if (config_weight_layer((enum weight)w, l) == l)
                    check_gradient(&a, (struct derive_cell){l, -1, 0, 0, 0, true, w});
        }
        app_finish(&a);
    }
}

TEST(every_line_of_a_long_derivation_comes_into_sight)
{
    enum { D = 96 };
    struct app a = with("set d 96 ; stage Q");
    struct text drawn = {0};
    bool seen[D] = {false};
    press(&a, "Enter");
    for (int i = 0; i < D; i++) {
        char label[16], way[32];
        read_screen(&a, 24, 80, &drawn);
        snprintf(label, sizeof label, "│ %d ", i);
        snprintf(way, sizeof way, "H[猫, %d]", i);
        seen[i] = strstr(text_str(&drawn), label) && strstr(text_str(&drawn), way) &&
                  strstr(text_str(&drawn), "product");
        press(&a, "Down");
    }
    for (int i = 0; i < D; i++)
        if (!seen[i])
            fail_msg("line %d is out of sight", i);
    text_finish(&drawn);
    app_finish(&a);
}

TEST(a_walk_tells_nothing_before_its_time)
{
    struct app a = with("set digits 3 ; focus 猫 狗 ; stage scores");
    struct text drawn = {0}, result = {0};
    number_fixed(&result, mat_at(a.session.now.trace.layer[0].self.map[MAP_SCORES], 0, 2), 3, 12);
    press(&a, "Space");
    read_screen(&a, 36, 120, &drawn);
    assert_non_null(strstr(text_str(&drawn), "product"));
    assert_null(strstr(text_str(&drawn), "sum"));
    assert_null(strstr(text_str(&drawn), text_str(&result)));
    assert_non_null(strstr(text_str(&drawn), "= ?"));
    press(&a, "Space");
    read_screen(&a, 36, 120, &drawn);
    assert_non_null(strstr(text_str(&drawn), text_str(&result)));
    assert_non_null(strstr(text_str(&drawn), "2/2"));
    text_finish(&drawn);
    text_finish(&result);
    app_finish(&a);
}

/* Every stage in twelve ways and sizes: the tokens too, which have no numbers. */
static void draw_all_stages(struct app *a)
{
    struct text drawn = {0};
    for (int s = 0; s < STAGE_COUNT; s++)
        for (int k = 0; k < 12; k++) {
            char line[80];
            snprintf(line, sizeof line, "set stage %s pane %s zoom %s walk %d line 7", stage_name(s),
                     k % 3 ? "arithmetic" : "matrix", k % 2 ? "cell" : "full", k / 4);
            must_enter(a, line);
            read_screen(a, 18 + k * 2, 60 + k * 9, &drawn);
        }
    text_finish(&drawn);
}

TEST(a_panel_of_any_size_is_drawn)
{
    struct app a = with(
        "set d 24 heads 2 ; memory 狗 追 ; set block decoder norm post residual on dff 10 ; set beside on");
    draw_all_stages(&a);
    must_enter(&a, "target head 1 追 猫 ; toggle gradient");
    draw_all_stages(&a);
    app_finish(&a);
}

/* The hint names a key where it leads to the arithmetic: in the sheet and beside a lesson Tab does other
 * things. */
TEST(only_a_key_that_works_is_named)
{
    struct app a = app_after("lang en ; set d 16 ; view stages ; stage Q");
    see(&a, 18, 60, "more lines (Tab)");
    must_enter(&a, "tokens 我 都 不 喜欢 猫 追 狗 鱼 ; classes 猫 狗 ; target 猫 狗 ; set show gradient edit "
                   "1 ; view edit");
    see(&a, 18, 60, "more lines");
    see_not(&a, 18, 60, "(Tab)");
    must_enter(&a, "lesson 25");
    must_enter(&a, "set d 16");
    must_enter(&a, "stage Q");
    see(&a, 18, 80, "more lines");
    see_not(&a, 18, 80, "(Tab)");
    app_finish(&a);
}

/* One row for the lines: it shows the line, not what is above its columns. */
TEST(a_lone_line_is_in_sight)
{
    struct app a = app_after("lang en ; scene dog-cat ; classes 猫 狗 ; target 追 猫 ; stage logits ; focus "
                             "logits 追 猫 ; view stages ; set pane arithmetic");
    see(&a, 18, 60, "line 1 of 4");
    see(&a, 18, 60, "0.479 × 0.000");
    press(&a, "Down");
    see(&a, 18, 60, "0.464 × 0.000");
    app_finish(&a);
}

/* A given number does not come from lines above it: Enter leads to the editor. */
TEST(a_given_number_leads_to_the_editor)
{
    struct app a = app_after(TWO_HEADS);
    press(&a, "2");
    must_enter(&a, "stage X ; set pane arithmetic");
    see(&a, 24, 80, "given, not computed");
    see(&a, 24, 80, "Enter → edit");
    see_not(&a, 24, 80, "from the lines above");
    press(&a, "Enter");
    assert_int_equal(a.session.now.state.look.view, VIEW_EDIT);
    app_finish(&a);
}

/* While a choice is open, e is one of its letters. */
TEST(the_key_of_a_given_number_is_named_where_it_edits)
{
    struct app a = app_after("view stages ; stage X");
    see(&a, 36, 120, "given, not computed: change it with e");
    must_enter(&a, "lesson 18");
    see(&a, 36, 120, "given, not computed");
    see_not(&a, 36, 120, "change it with e");
    app_finish(&a);
}
