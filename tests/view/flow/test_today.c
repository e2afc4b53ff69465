/* What today's models change in the flow: heads of keys that several heads read, and what a sink gives to
 * nobody. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/flow/flow.h"
#include "view/frame/describe.h"
#include "view/spots.h"

enum { ROWS = 36, COLS = 120 };

static struct flow planned(struct app *a, struct screen *s, struct canvas c)
{
    struct flow f;
    *s = (struct screen){.session = &a->session, .scratch = &a->scratch};
    flow_plan(&f, c, s, &a->session.now);
    flow_draw(c, &f);
    return f;
}

/* The box of a shared head of keys goes on under the boxes of all heads that read it, and has their numbers
 * in it; queries have a box each. */
TEST(a_head_of_keys_spans_the_heads_that_read_it)
{
    static const struct {
        int key_heads, across[3]; /* between heads 0 and 1, 1 and 2, 2 and 3 */
    } cases[] = {{4, {0, 0, 0}}, {2, {1, 0, 1}}, {1, {1, 1, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("lang en ; set motion off ; tokens cat chases dog ; view flow");
        struct canvas c;
        struct screen s;
        char line[90];
        assert_true(canvas_init(&c, ROWS, COLS));
        canvas_clear(c);
        snprintf(line, sizeof line, "set d 16 heads 4 key_heads %d ; weights random 3", cases[i].key_heads);
        must_enter(&a, line);
        struct flow f = planned(&a, &s, c);
        assert_true(f.heads == 4 && f.gap > 0);
        for (int h = 0; h < 3; h++) {
            int gap = flow_box(&f, 1, h) + f.box;
            const struct cell *q = &c.cells[f.row[FLOW_Q] * c.stride + gap],
                              *k = &c.cells[f.row[FLOW_K] * c.stride + gap],
                              *v = &c.cells[f.row[FLOW_V] * c.stride + gap];
            assert_true(q->fg == 0 && q->bg == 0);
            assert_int_equal(k->fg || k->bg, cases[i].across[h]);
            assert_int_equal(v->fg || v->bg, cases[i].across[h]);
        }
        /* the last box ends with the last number of K */
        struct mat K = stage_matrix(&a.session.now.trace, 0, STAGE_K, 0);
        const struct cell *last = &c.cells[f.row[FLOW_K] * c.stride + flow_box(&f, 1, 3) + f.box - 1];
        uint16_t ink = ink_diverging(mat_at(K, 1, K.cols - 1), mat_max_finite(K));
        assert_true(last->fg == ink || last->bg == ink);
        snprintf(line, sizeof line, "for %d heads each", 4 / cases[i].key_heads);
        (cases[i].key_heads < 4 ? see : see_not)(&a, ROWS, COLS, line);
        canvas_finish(&c);
        app_finish(&a);
    }
}

/* Column 5 of K is number 1 of the second of two heads of keys, below the boxes of heads 2 and 3. */
TEST(a_number_of_a_shared_head_is_pointed_at)
{
    struct app a = app_after("tokens cat chases dog ; set d 16 heads 4 key_heads 2 ; view flow");
    struct spots spots = {.v = {{.target = {STAGE_K, 0, -1, 1, 5}}}, .count = 1};
    struct screen s = {.session = &a.session, .scratch = &a.scratch, .spots = &spots};
    struct flow f;
    assert_true(canvas_init(&spots.whole, ROWS, COLS));
    flow_plan(&f, spots.whole, &s, &a.session.now);
    flow_spots(spots.whole, &f);
    int wide = 2 * f.box + f.gap;
    assert_true(spots.v[0].found);
    assert_int_equal(spots.v[0].area.col, flow_box(&f, 1, 2) + wide / 4);
    assert_int_equal(spots.v[0].area.cols, wide / 4);
    canvas_finish(&spots.whole);
    app_finish(&a);
}

/* Nobody's column has what the words do not get: on the screen, in words, and where a text points. Without
 * the sink it is gone. */
TEST(a_sink_gives_to_nobody)
{
    struct app a = app_after("lang en ; set motion off ; opening ; set sink on ; sink = 3 1 0 ; "
                             "focus weight chases cat ; view flow");
    const struct attention *heads = &a.session.now.trace.layer[1].self;
    double share = mat_at(attention_head(heads, heads->sink, 0), 1, 0);
    struct spots spots = {.v = {{.target = {STAGE_SINK, 1, 0, 1, -1}}}, .count = 1};
    struct canvas c;
    struct screen s;
    struct text plain = {0};
    char said[400];
    assert_true(share > 0.4);
    snprintf(said, sizeof said, "%.2f", share);
    assert_true(canvas_init(&c, ROWS, COLS));
    canvas_clear(c);
    struct flow f = planned(&a, &s, c);
    assert_true(f.sinks && f.shown == 4);
    int col = flow_box(&f, 3, 0);
    struct text row = {0};
    canvas_text(canvas_part(c, f.row[FLOW_NUMBER], col, 1, f.box), &row);
    assert_non_null(strstr(text_str(&row), said));
    /* as much of the box as it takes is grey */
    int grey = 0;
    for (int k = 0; k < f.box; k++) {
        const struct cell *at = &c.cells[f.row[FLOW_SHARE] * c.stride + col + k];
        grey += at->fg == ink_hue(HUE_GREY, HUE_FULL) || at->bg == ink_hue(HUE_GREY, HUE_FULL);
    }
    assert_in_range(grey, (int)(share * f.box) - 1, (int)(share * f.box) + 1);
    /* and a ribbon begins below it */
    int ribbon = 0;
    for (int k = 0; k < f.box; k++)
        ribbon += c.cells[f.row[FLOW_RIBBONS] * c.stride + col + k].ch[0] != ' ';
    assert_true(ribbon > 0);
    s.spots = &spots;
    spots.whole = c;
    flow_spots(c, &f);
    assert_true(spots.v[0].found && spots.v[0].area.col == col);
    snprintf(said, sizeof said, "chases reads most: nobody %.3f with head 1", share);
    describe(&a.session, &plain);
    assert_non_null(strstr(text_str(&plain), said));
    snprintf(said, sizeof said, ", nobody %.3f\n", share);
    assert_non_null(strstr(text_str(&plain), said));
    must_enter(&a, "set sink off");
    see_not(&a, ROWS, COLS, "nobody");
    text_finish(&row);
    text_finish(&plain);
    canvas_finish(&c);
    app_finish(&a);
}

/* The ribbons of a head and what nobody gets fill its box: while it moves, too. */
TEST(shares_and_the_sinks_sum_to_1)
{
    struct app a = app_after("opening ; set sink on ; sink = 1 2 3 ; view flow");
    struct canvas c;
    struct screen s;
    assert_true(canvas_init(&c, ROWS, COLS));
    struct flow f = planned(&a, &s, c);
    for (int h = 0; h < f.all; h++)
        for (int i = 0; i < f.words; i++) {
            double sum = 0;
            for (int j = 0; j <= f.keys; j++)
                sum += flow_share(&f, h, i, j);
            assert_true(fabs(sum - 1) < 1e-12);
        }
    canvas_finish(&c);
    app_finish(&a);
}
