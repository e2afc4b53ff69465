/* The pictures of the encodings that are not clocks: lines, boxes, turning hands, cosines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "support/apps.h"
#include "support/asked.h"
#include "support/test.h"
#include "view/canvas.h"
#include "view/encoding/encoding.h"
#include "view/frame/describe.h"
#include "view/hue.h"

static int cells_on(struct canvas c, uint16_t bg)
{
    int n = 0;
    for (int i = 0; i < c.rows * c.cols; i++)
        n += c.cells[i / c.cols * c.stride + i % c.cols].bg == bg;
    return n;
}

static int cells_of(struct canvas c, uint16_t fg, int col, int cols)
{
    int n = 0;
    for (int row = 0; row < c.rows; row++)
        for (int k = col; k < col + cols; k++) {
            const struct cell *at = &c.cells[row * c.stride + k];
            n += at->fg == fg && at->ch[0] >= 0x2800 && at->ch[0] <= 0x28FF;
        }
    return n;
}

static int times(struct canvas c, const char *what)
{
    struct text t = {0};
    int n = 0;
    canvas_text(c, &t);
    for (const char *at = text_str(&t); (at = strstr(at, what)); at += strlen(what))
        n++;
    text_finish(&t);
    return n;
}

/* Gemma's layer 0 has a window and the base 10000, layer 1 has none and 1000000: the clock, what is told and
 * the title are the layer's. Round once in 2π·base^(2/4) words. */
TEST(a_layer_with_a_window_turns_by_its_own_base)
{
    for (int layer = 0; layer < 2; layer++) {
        struct app a = app_after(layer ? "model tests/data/models/gemma3 ; view encoding ; layer 1"
                                       : "model tests/data/models/gemma3 ; view encoding ; layer 0");
        const char *const round[] = {"in 628 words", "in 6283 words"};
        see(&a, 36, 120, layer ? "rope 1e+06" : "rope 10000");
        a.batch = true;
        text_clear(&a.output);
        must_enter(&a, "export plain encoding -");
        assert_non_null(strstr(text_str(&a.output), round[layer]));
        assert_null(strstr(text_str(&a.output), round[!layer]));
        must_enter(&a, "focus 4 2");
        const struct session as = encoding_of_layer(&a.session);
        const struct attention *self = &a.session.now.trace.layer[layer].self;
        assert_float_equal(encoding_score(&(struct screen){.session = &as}, 4, 2),
                           vec_dot(mat_row(self->Qr, 4), mat_row(self->Kr, 2), as.now.config.dk), 1e-9);
        app_finish(&a);
    }
}

TEST(alibi_has_a_falling_line_a_head_in_its_hue)
{
    static const int sizes[][2] = {{36, 120}, {67, 240}};
    for (int i = 0; i < 2; i++) {
        struct canvas c =
            draw_after("set d 8 heads 4 ; encoding alibi ; view encoding", sizes[i][0], sizes[i][1]);
        for (int h = 0; h < 4; h++) {
            uint16_t ink = ink_hue(hue_of_head(h), HUE_FULL);
            assert_true(cells_of(c, ink, 0, c.cols / 2) > 5);
            assert_true(cells_of(c, ink, c.cols / 2, c.cols / 2) > 5);
        }
        assert_int_equal(times(c, "head 1 0.25  head 2 0.0625"), 1);
        canvas_finish(&c);
    }
}

TEST(every_picture_has_room_on_a_small_screen)
{
    static const char *const said[][2] = {{"alibi", "lost per word"}, {"t5", "adds its own number"},
                                          {"rope", "as one clock"},   {"learned", "PE("},
                                          {"shaw", "offset"},         {"fourier", "the bell"}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct text line = {0};
        text_addf(&line, "set heads 2 ; encoding %s ; set pos 2 pos2 0 ; view encoding", said[i][0]);
        struct canvas c = draw_after(text_str(&line), 18, 60);
        if (!times(c, said[i][1]))
            fail_msg("%s has no picture", said[i][0]);
        text_finish(&line);
        canvas_finish(&c);
    }
}

/* "With many frequencies it approaches a bell curve" would answer the question. */
TEST(its_words_answer_no_open_question)
{
    unsetenv("QKV_LESSONS");
    struct app a = app_after("lesson 23-fourier/many");
    see(&a, 36, 120, "N(0, σ²)");
    see_not(&a, 36, 120, "bell curve");
    see_not(&a, 40, 200, "more waves come closer");
    struct text told = {0};
    describe(&a.session, &told);
    assert_null(strstr(text_str(&told), "bell curve"));
    text_finish(&told);
    must_enter(&a, "answer b");
    see(&a, 36, 120, "bell curve");
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    app_finish(&a);
}

/* Rows may be tall; the square is never wider than its place. */
TEST(every_position_of_the_square_has_its_column)
{
    for (int rows = 50; rows <= 67; rows++) {
        struct canvas c = draw_after("set d 8 ; encoding learned ; view encoding", rows, 80);
        if (!times(c, " 0   1   2   3   4   5   6   7"))
            fail_msg("%d rows: a position is missing", rows);
        canvas_finish(&c);
    }
}

TEST(a_panel_leaves_the_stage_alone)
{
    const struct view_part *p = views[VIEW_ENCODING]->parts;
    for (; p->name; p++) {
        struct app a = app_after("stage scores");
        struct text line = {0};
        text_addf(&line, "view %s", p->name);
        must_enter(&a, text_str(&line));
        assert_int_equal(a.session.now.state.look.view, VIEW_ENCODING);
        assert_int_equal(a.session.now.state.look.encoding.panel, p->panel);
        assert_int_equal(a.session.now.state.look.stage, STAGE_SCORES);
        text_finish(&line);
        app_finish(&a);
    }
}

TEST(far_words_share_a_wider_box)
{
    uint16_t focus = ink_hue(HUE_FOCUS, HUE_FULL);
    struct canvas near = draw_after("encoding t5 ; set pos 10 pos2 8 ; view encoding", 36, 120),
                  far = draw_after("encoding t5 ; set pos 10 pos2 0 ; view encoding", 36, 120);
    assert_true(cells_on(near, focus) > 0);
    assert_true(cells_on(far, focus) >= 3 * cells_on(near, focus)); /* offsets -8 … -11 share box 8 */
    canvas_finish(&near);
    canvas_finish(&far);
    struct canvas small = draw_after("encoding t5 ; set pos 30 pos2 10 ; view encoding", 18, 60);
    assert_true(cells_on(small, focus) > 0); /* a distant one stays in sight */
    canvas_finish(&small);
}

/* The bar and the title say what the term of the score says, and in DeBERTa what keys add that meet a row
 * too; Shaw's offset is key minus query. */
TEST(the_row_of_an_offset_adds_the_term_of_the_score)
{
    static const char *const scenes[][3] = {
        {"shaw", "relative", "offset -2"}, {"deberta", "c2p", "offset +2"}, {"xl", "b", "offset +2"}};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct text line = {0}, want = {0};
        text_addf(&line,
                  "tokens a b c ; set heads 2 ; weights random ; encoding %s ; set pos 2 pos2 0 query 2",
                  scenes[i][0]);
        struct app a = app_after(text_str(&line));
        const struct attention *self = &a.session.now.trace.layer[0].self;
        double adds = 0, other = 0;
        struct term terms[TERM_MAX];
        int count = terms_list(&a.session.now.config, 0, terms);
        for (int t = 0; t < count; t++) {
            double v = mat_at(self->terms, t * self->heads * self->Q.rows + 2, 0);
            if (strcmp(terms[t].name, scenes[i][1]) == 0 || (i == 2 && strcmp(terms[t].name, "d") == 0))
                adds += v;
            other = strcmp(terms[t].name, "p2c") == 0 ? v : other;
        }
        text_addf(&want, "%s adds %.2f", scenes[i][2], adds);
        if (i == 1)
            text_addf(&want, " to c2p; p2c adds %.2f", other);
        text_add(&line, " ; view encoding");
        struct canvas c = draw_after(text_str(&line), 24, 80);
        if (!times(c, text_str(&want)))
            fail_msg("%s: no '%s'", scenes[i][0], text_str(&want));
        canvas_finish(&c);
        app_finish(&a);
        text_finish(&line);
        text_finish(&want);
    }
}

/* Positions and offsets have numbers below; those of t and s and of the uprights come first. */
TEST(plots_have_a_scale_below)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; view encoding ; set panel wave");
    see(&a, 18, 60, "0   2     5         10        15        20");
    see(&a, 24, 80, "0   2     5         10        15        20        25        30");
    must_enter(&a, "set panel product");
    see(&a, 18, 60, "-20       0 +2      +20       +40");
    must_enter(&a, "set panel readout");
    see(&a, 18, 60, "2  9     20        40");
    see(&a, 24, 80, "0 2      9          20        30");
    must_enter(&a, "encoding fourier");
    see(&a, 24, 80, "2        20        40");
    app_finish(&a);
}

/* Dashes that lie under the curve are not announced, and the curve fills its plot. */
TEST(a_readout_on_the_diagonal_says_so)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; view encoding ; set panel readout");
    see(&a, 24, 80, "on the diagonal: right everywhere");
    see(&a, 24, 80, " 69.00 ");
    see_not(&a, 24, 80, "dashes");
    must_enter(&a, "set d 4 base 10");
    see(&a, 24, 80, "dashes: the right answer");
    app_finish(&a);
}

/* Every word's row as attention reads it, in order and in reverse: those of a word are alike. */
TEST(without_positions_the_rows_go_with_their_words)
{
    static const int rows[][2] = {{8, 15}, {9, 14}, {10, 13}}; /* of a word, in both blocks */
    struct canvas c = draw_after("lang en ; opening ; encoding none ; view encoding", 24, 80);
    assert_int_equal(times(c, "no positions  mask none"), 1);
    assert_int_equal(times(c, "\n chases "), 2);
    for (int k = 11; k < 80; k++)
        for (int i = 0; i < 3; i++)
            assert_int_equal(c.cells[rows[i][0] * c.stride + k].bg, c.cells[rows[i][1] * c.stride + k].bg);
    assert_int_equal(times(c, " =\n"), 6);
    canvas_finish(&c);
    struct app a = app_after("lang zh ; opening ; encoding none ; view encoding");
    see(&a, 18, 60, "倒过来");
    app_finish(&a);
}

/* A picture's patches have their words, and an explanation beside them. */
TEST(patches_are_named)
{
    struct app a = app_after("lang en ; opening ; encoding grid2d ; view encoding");
    see(&a, 24, 80, "cat   s chases  dog   t");
    see(&a, 24, 80, "Reads the words as patches");
    see(&a, 24, 80, "PE(x, y) = [PE(x; d/2)");
    see(&a, 36, 120, "chases        dog");
    must_enter(&a, "set start 4");
    see(&a, 24, 80, "chases   dog");
    app_finish(&a);
}

/* Both clocks, of which one is later, and the rotation of the key alone give the same. */
TEST(rope_keeps_the_score_at_the_same_distance)
{
    struct app a =
        app_after("lang en ; encoding rope ; set pos 2 pos2 0 ; view encoding ; set panel rotation");
    see(&a, 36, 120, "q at 2, pale: k at 0");
    see(&a, 36, 120, "q at 6, pale: k at 4");
    struct text t = {0};
    double here, all, difference;
    read_screen(&a, 36, 120, &t);
    const char *at = strstr(text_str(&t), ": score "), *both = strstr(text_str(&t), "all pairs: score ");
    assert_non_null(at);
    assert_non_null(both);
    assert_int_equal(sscanf(at, ": score %lf", &here), 1);
    assert_int_equal(sscanf(both, "all pairs: score %lf either way, difference %lf", &all, &difference), 2);
    assert_true(fabs(all - here) < 1e-3 && difference < 1e-12);
    text_finish(&t);
    app_finish(&a);
}

/* A word may be asked at a position where it does not stand. */
TEST(rope_puts_its_words_where_the_cursor_is)
{
    struct app a = app_after("opening ; lang en ; encoding rope ; set pos 11 pos2 7 ; view encoding");
    see(&a, 24, 80, "q of chases at t = 11 (bright), k of cat at s = 7 (pale)");
    see(&a, 36, 140, "q of chases at t = 11 (bright), k of cat at s = 7 (pale)");
    app_finish(&a);
}

/* The mean of a gap says what it is taken over: the words, or as many positions as the curves show. */
TEST(the_gap_to_the_bell_says_over_which_positions)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; encoding fourier ; view encoding");
    see(&a, 24, 80, "4 waves, positions 0 to 30: on");
    see(&a, 36, 200, "4 waves, positions 0 to 30: on average 0.");
    char *line = asked_repeated("tokens", " 猫", 40, "");
    must_enter(&a, line);
    free(line);
    see(&a, 24, 80, "4 waves, positions 0 to 39: on");
    app_finish(&a);
}

TEST(a_row_is_most_like_itself)
{
    struct canvas c = draw_after("encoding onehot ; set d 8 ; view encoding", 36, 120);
    int like = 0, unlike = 0; /* right of the map: 1 on the diagonal, 0 elsewhere */
    for (int row = 0; row < c.rows; row++)
        for (int k = c.cols / 2 + 3; k < c.cols; k++) {
            uint16_t bg = c.cells[row * c.stride + k].bg;
            like += bg == ink_diverging(1, 1);
            unlike += bg == INK_DIV_ZERO;
        }
    assert_true(like > 0);
    assert_true(unlike > 5 * like);
    assert_int_equal(times(c, "which positions look alike"), 1);
    canvas_finish(&c);
}

/* Finds the cell marked t on its colour. */
static void find_t(struct canvas c, int *row, int *col)
{
    for (int i = 0; i < c.rows * c.cols; i++) {
        const struct cell *at = &c.cells[i / c.cols * c.stride + i % c.cols];
        if (at->ch[0] == 't' && at->style == STYLE_CURSOR) {
            *row = i / c.cols;
            *col = i % c.cols;
            return;
        }
    }
    fail_msg("t is not in the picture");
}

static double likeness(const struct config *c, long p, long q)
{
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D];
    c->pe->row(a, p, c);
    c->pe->row(b, q, c);
    return vec_dot(a, b, c->d);
}

/* A cell takes two columns of a line; the colour says how alike it is to t. */
TEST(a_large_grid_is_a_picture)
{
    static const char *const encodings[] = {"grid2d", "grid2d order=raster", "fourier width=14"};
    for (int e = 0; e < 3; e++) {
        struct text line = {0};
        int row, col;
        text_addf(&line, "patches 14 14 ; encoding %s ; view encoding ; set pos 90 pos2 0", encodings[e]);
        struct app a = app_after(text_str(&line));
        struct canvas c = draw_after(text_str(&line), 24, 80);
        const struct config *of = &a.session.now.config;
        find_t(c, &row, &col);
        for (int q = 1; q < 196; q++) {
            int y = row + q / 14 - 6, x = col + 2 * (q % 14 - 6);
            uint16_t want = ink_diverging(likeness(of, 90, q), likeness(of, 90, 90));
            if (q != 90 && c.cells[y * c.stride + x].bg != want)
                fail_msg("%s: cell %d has another colour", encodings[e], q);
        }
        canvas_finish(&c);
        app_finish(&a);
        text_finish(&line);
    }
}

TEST(arrows_and_clicks_go_from_cell_to_cell)
{
    struct app a = app_after("patches 14 14 ; view encoding ; set pos 90");
    const int *pos = &a.session.now.state.look.encoding.pos;
    int row, col;
    press(&a, "Down");
    assert_int_equal(*pos, 104);
    press(&a, "Right");
    assert_int_equal(*pos, 105);
    must_enter(&a, "set pos 3");
    press(&a, "Up"); /* there is no row above */
    assert_int_equal(*pos, 3);
    must_enter(&a, "set pos 90");
    struct canvas c = draw_screen(&a, 24, 80);
    find_t(c, &row, &col);
    app_event(&a,
              &(struct event){.kind = EVENT_CLICK, .row = row - 2, .col = col + 7, .rows = 24, .cols = 80});
    assert_int_equal(*pos, 90 - 2 * 14 + 3);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(a_table_of_a_model_is_not_called_random)
{
    struct canvas own = draw_after("encoding learned ; view encoding", 36, 120),
                  given = draw_after("model tests/data/models/gpt2 ; view encoding", 36, 120),
                  brief = draw_after("model tests/data/models/bert ; view encoding", 24, 80);
    assert_int_equal(times(own, "Until you set"), 1);
    assert_int_equal(times(own, "Training"), 0);
    assert_int_equal(times(given, "Until you set"), 0);
    assert_int_equal(times(given, "Training"), 1);
    assert_int_equal(times(brief, "Until you set"), 0);
    canvas_finish(&own);
    canvas_finish(&given);
    canvas_finish(&brief);
}

TEST(the_word_that_asks_stands_below_distance_0)
{
    struct app a = app_after("lang en ; tokens cat chases dog ; encoding alibi ; set pos 1 ; view encoding");
    see(&a, 24, 80, " cat  chases   dog");
    app_finish(&a);
}

/* The number beside a dial is of its two dims, the one above of all. */
TEST(rope_says_whose_product_it_is)
{
    struct app a = app_after("opening ; lang en ; encoding rope ; view encoding");
    see(&a, 24, 80, "q of chases at t = 2 (bright), k of cat at s = 0 (pale): score -0.3643");
    see(&a, 24, 80, "hand 0 adds -0.0330");
    see_not(&a, 24, 80, "q·k");
    app_finish(&a);
}

/* The panels of a rotation, one after the other: those that it has not are passed over. */
TEST(tab_goes_through_the_panels_that_rope_has)
{
    static const int panels[] = {PANEL_BANDS, PANEL_ALIKE, PANEL_ROTATION, PANEL_OVERVIEW, PANEL_CLOCKS};
    struct app a = app_after("encoding rope ; view encoding");
    for (size_t i = 0; i < sizeof panels / sizeof *panels; i++) {
        press(&a, "Tab");
        assert_int_equal(a.session.now.state.look.encoding.panel, panels[i]);
    }
    must_enter(&a, "encoding sincos");
    press(&a, "Tab");
    assert_int_equal(a.session.now.state.look.encoding.panel, PANEL_WAVE);
    app_finish(&a);
}

/* Of eight pairs YaRN keeps the fast, slows the slow, and mixes those between. Both ends of an arrow stand on
 * the scale at the words that a hand takes: a hand that keeps its pace has one end. */
TEST(scaled_hands_are_arrows_on_a_scale_of_words)
{
    static const char *const
        said[] = {"yarn, for texts 4 times as long: 1 of 16 hands kept, 11 slowed 4 times, 4 in between.",
                  "Scores of turned columns are multiplied by 1.3.",
                  "In 64 words of training 5 of 16 hands went all the way round."},
        *const shown[] = {"yarn, for texts 4 times as long: 1 of 16 hands kept, 11 slowed 4", said[2]};
    struct app a = app_after("lang en ; set d 64 heads 2 ; view encoding ; set panel bands ; "
                             "encoding rope scaling=yarn factor=4 trained=64");
    struct canvas c = draw_screen(&a, 36, 120);
    for (int i = 0; i < 2; i++)
        see(&a, 36, 120, shown[i]);
    see(&a, 36, 120, "keeps its pace");
    assert_int_equal(times(c, "slowed 4×"), 11);
    assert_int_equal(times(c, "in part: "), 4);
    assert_int_equal(times(c, "○"),
                     1 + 15); /* in the title; one end covers the other where nothing is slowed */
    assert_int_equal(times(c, "●"), 1 + 16);
    canvas_finish(&c);
    struct text plain = {0};
    describe(&a.session, &plain);
    for (int i = 0; i < 2; i++)
        assert_non_null(strstr(text_str(&plain), said[i]));
    assert_non_null(
        strstr(text_str(&plain), "hand 15: once round in 141332 words, without scaling in 35332.9"));
    /* what the hands add, the temperature in it, is the score */
    double score = 0, sum = 0, adds;
    int hands = 0;
    assert_int_equal(sscanf(strstr(text_str(&plain), "(pale): score "), "(pale): score %lf", &score), 1);
    for (const char *at = text_str(&plain); (at = strstr(at, ", adds ")); at++, hands++)
        sum += sscanf(at, ", adds %lf", &adds) == 1 ? adds : 1e9;
    assert_int_equal(hands, 16);
    assert_true(fabs(score) > 0.1 && fabs(sum - score) < 0.01);
    text_finish(&plain);
    must_enter(&a, "encoding rope scaling=dynamic factor=4 trained=64");
    see(&a, 36, 120, "dynamic: nothing is slowed, since the text is no longer than in training.");
    must_enter(&a, "encoding rope scaling=none");
    see(&a, 36, 120, "No scaling: each hand keeps its pace.");
    app_finish(&a);
}

/* The curve of likeness, with scaling and without, at the distance of the two positions. */
TEST(likeness_is_shown_before_and_after_scaling)
{
    struct app a = app_after("set d 8 heads 1 ; lang en ; view encoding ; set panel alike pos 40 pos2 10 ; "
                             "encoding rope scaling=linear factor=4 trained=16");
    char line[80];
    double alike[2] = {0};
    for (int i = 0; i < 4; i++) {
        alike[0] += cos(30 * pow(10000, -i / 4.0) / 4) / 4;
        alike[1] += cos(30 * pow(10000, -i / 4.0)) / 4;
    }
    must_enter(&a, "encoding rope scaling=none");
    snprintf(line, sizeof line, "places 30 apart are alike by %.3f", alike[1]);
    see(&a, 24, 80, line);
    see_not(&a, 24, 80, "without scaling");
    must_enter(&a, "encoding rope scaling=linear factor=4 trained=16");
    snprintf(line, sizeof line, "places 30 apart are alike by %.3f", alike[0]);
    see(&a, 24, 80, line);
    snprintf(line, sizeof line, "without scaling: %.3f", alike[1]);
    see(&a, 24, 80, line);
    see(&a, 24, 80, "trained: 16");
    app_finish(&a);
}
