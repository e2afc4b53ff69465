/* The pictures of the machine view: every number in them is the core's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cost.h"
#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "view/frame/describe.h"
#include "view/machine/machine.h"

enum { ROWS = 24, COLS = 80 };

/* Returns the text of the screen after the lines; the caller finishes it. */
static struct text shown(struct app *a, const char *lines)
{
    struct text t = {0};
    must_enter(a, lines);
    read_screen(a, 36, 120, &t); /* wide: no line is broken */
    return t;
}

static void expect_shown(struct app *a, const char *lines, const char *what)
{
    struct text t = shown(a, lines);
    if (!strstr(text_str(&t), what))
        fail_msg("after '%s' no '%s' in\n%s", lines, what, text_str(&t));
    text_finish(&t);
}

TEST(steps_are_those_of_the_cost)
{
    static const int sizes[] = {2, 3, 7, 12, 20, 31, 40};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int k = 2; k < 5; k++) {
            struct text line = {0}, want = {0};
            text_add(&line, "tokens");
            for (int t = 0; t < sizes[i]; t++)
                text_addf(&line, " w%d", t);
            text_addf(&line, " ; view machine ; set machine paths cost_k %d", k);
            text_addf(&want, "w0 → w%d: RNN %d, CNN %d, attention %d (for %d·%d = %d lines)", sizes[i] - 1,
                      (int)cost_path(COST_RNN, sizes[i], k), (int)cost_path(COST_CNN, sizes[i], k),
                      (int)cost_path(COST_ATTN, sizes[i], k), sizes[i], sizes[i], (int)cost_pairs(sizes[i]));
            struct app a = fresh_app();
            expect_shown(&a, text_str(&line), text_str(&want));
            app_finish(&a);
            text_finish(&line);
            text_finish(&want);
        }
}

TEST(the_race_is_won_by_the_shortest_path)
{
    struct app a = app_after("tokens a b c d e f g ; view machine ; set machine paths cost_k 3");
    expect_shown(&a, "machine next", "there after 1 step");
    expect_shown(&a, "machine end ; machine next", "step 1 of 6");
    expect_shown(&a, "machine end ; machine next", "step 1 of 3");
    expect_shown(&a, "machine next ; machine next", "there after 3 steps");
    expect_shown(&a, "machine end ; machine next ; machine next ; machine next", "step 3 of 6");
    expect_shown(&a, "machine end", "there after 6 steps");
    app_finish(&a);
}

/* Returns the dots of the column of the k-th word between two rows that have the hue at full strength. */
static int lit(struct canvas c, uint16_t ink)
{
    int count = 0;
    for (int i = 0; i < c.rows * c.cols; i++) {
        const struct cell *at = &c.cells[i / c.cols * c.stride + i % c.cols];
        count += at->fg == ink && at->ch[0] == 0x25CF;
    }
    return count;
}

/* The nodes that have heard the first word: t + 1 of the chain, all below the window's edge in the layers. */
TEST(nodes_that_have_heard_are_lit)
{
    struct canvas c;
    assert_true(canvas_init(&c, 36, 120));
    struct app a = app_after("tokens a b c d e f g ; view machine ; set machine paths cost_k 3");
    for (int step = 1; step <= 6; step++) {
        int layers = step < 3 ? step : 3, cone = 0;
        must_enter(&a, "machine next");
        assert_true(app_draw(&a, c));
        for (int l = 0; l <= layers; l++)
            cone += 1 + 2 * l;
        assert_int_equal(lit(c, ink_hue(MACHINE_HUE_RNN, HUE_FULL)), step + 1);
        assert_int_equal(lit(c, ink_hue(MACHINE_HUE_CNN, HUE_FULL)), cone);
        assert_int_equal(lit(c, ink_hue(MACHINE_HUE_ATTENTION, HUE_FULL)), 1 + 7);
    }
    app_finish(&a);
    canvas_finish(&c);
}

/* The text names the use of the part under the cursor; ) is offered where its state is drawn. */
TEST(the_words_are_about_the_part_under_the_cursor)
{
    struct app a = opened_app();
    must_enter(&a, "view machine");
    see(&a, 36, 120, "BERT");
    press(&a, "Right");
    see_not(&a, 36, 120, "BERT");
    see(&a, 36, 120, "A decoder writes");
    see(&a, 36, 120, "Tab panels");
    see_not(&a, 36, 120, "the state keeps more");
    must_enter(&a, "set machine memory");
    see(&a, 36, 120, "the state keeps more");
    app_finish(&a);
}

TEST(what_is_left_of_each_word_is_the_recurrences)
{
    struct app a = app_after("tokens a b c d e ; view machine ; set machine memory keep 70");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    double want[5], left[CONFIG_MAX_WORDS];
    for (int t = 0; t < 5; t++) {
        machine_left(&s, (struct passing){t, 0}, left);
        recurrence_shares(0.7, t, want);
        for (int k = 0; k < 5; k++)
            assert_close(left[k], k <= t ? want[k] : 0, 1e-15);
    }
    machine_left(&s, (struct passing){2, 0.5}, left); /* half of the way: still one whole */
    assert_close(left[0] + left[1] + left[2] + left[3], 1, 1e-15);
    assert_close(left[3], 0.15, 1e-15);
    expect_shown(&a, "machine end", "24%"); /* 0.7^4 of the first */
    expect_shown(&a, "machine end", "a: 24.0 % left in the state");
    expect_shown(&a, "machine next", "a: 70.0 % left in the state"); /* as far as it has read */
    expect_shown(&a, "machine end ; set keep 50", "a: 6.2 % left in the state");
    app_finish(&a);
}

/* The pieces of the whole are as wide as the shares. */
TEST(pieces_of_the_state_fill_it)
{
    struct app a = app_after("tokens a b c ; view machine ; set machine memory keep 50");
    struct canvas c = draw_screen(&a, ROWS, COLS);
    int even = 0, odd = 0, row = 5; /* below the title, its rule, the tabs, a blank row and the heading */
    for (int col = 0; col < COLS; col++) {
        uint16_t bg = c.cells[row * c.stride + col].bg;
        even += bg == ink_hue(MACHINE_HUE_RNN, HUE_FULL / 2);
        odd += bg == ink_hue(MACHINE_HUE_RNN, HUE_FULL);
    }
    assert_int_equal(even + odd, COLS - 2);
    assert_in_range(odd, (COLS - 2) / 4 - 1, (COLS - 2) / 4 + 1); /* the middle word: a quarter */
    app_finish(&a);
    canvas_finish(&c);
}

TEST(attention_beside_it_shows_its_weights)
{
    struct app a = opened_app();
    struct text want = {0};
    must_enter(&a, "story ; view machine ; set machine memory");
    const struct scene *now = &a.session.now;
    struct mat w = stage_matrix(&now->trace, now->state.look.layer, STAGE_WEIGHTS, now->state.look.head);
    text_addf(&want, "attention has all of it and reads %.1f %%.", 100 * mat_at(w, now->state.look.query, 0));
    expect_shown(&a, "machine end", text_str(&want));
    text_finish(&want);
    app_finish(&a);
}

TEST(a_box_says_what_the_trace_holds)
{
    struct app a = app_after(TWO_HEADS);
    struct text want = {0};
    must_enter(&a, "block encoder ; view machine ; machine 3");
    const struct scene *now = &a.session.now;
    const struct layer_trace *l = &now->trace.layer[0];
    text_addf(&want, "head 1 doer  cat %.2f", mat_at(l->self.map[MAP_WEIGHTS], 1, 0));
    expect_shown(&a, "machine 3", text_str(&want));
    text_clear(&want);
    text_addf(&want, "chases: %.0f %% of the sum is", 100 * machine_residual_share(now, 3, 1));
    expect_shown(&a, "machine 4", text_str(&want));
    text_clear(&want);
    text_addf(&want, "%d of", machine_active(now, 1));
    expect_shown(&a, "machine 5", text_str(&want));
    expect_shown(&a, "cursor right", "Not computed now. On: memory cat chases dog");
    text_finish(&want);
    app_finish(&a);
}

/* Beside a lesson in a small window: the boxes round the lit one, and both halves of what is kept. */
TEST(a_low_picture_is_one_too)
{
    struct app a = app_after("lang en ; lesson 21-whole-machine/boxes");
    see(&a, 18, 60, "\xe2\x94\x82 self-attention \xe2\x94\x82");
    must_enter(&a, "lesson 21-whole-machine/readout");
    see(&a, 18, 60, "\xe2\x94\x82    readout     \xe2\x94\x82");
    see_not(&a, 18, 60, "self-attention");
    must_enter(&a, "lesson 22-what-it-is-used-for/memory");
    see(&a, 18, 60, "attention: one vector for each word");
    app_finish(&a);
}

/* A model without a norm evens nothing out. Boxes of a layer say which, the others do not. */
TEST(a_box_says_what_it_does_here_and_in_which_layer)
{
    struct app a = opened_app();
    must_enter(&a, "view machine ; machine 4");
    see(&a, 36, 120, "encoder, layer 2 of 2: add");
    see_not(&a, 36, 120, "evens");
    see_not(&a, 18, 60, "add & norm");
    see_not(&a, 18, 60, "Dotted boxes"); /* there are none: the decoder has no room */
    see(&a, 24, 80, "Dotted boxes");
    must_enter(&a, "set norm post");
    see(&a, 18, 60, "add & norm");
    see(&a, 36, 120, "evens");
    must_enter(&a, "set residual off");
    see(&a, 36, 120, "encoder, layer 2 of 2: norm");
    must_enter(&a, "machine 1");
    see(&a, 36, 120, "encoder: words");
    app_finish(&a);
}

/* Without positions the verb reads no doer, and its heads have no names. */
TEST(a_name_that_is_not_true_is_not_drawn)
{
    static const char *const lines[] = {"view machine", "view stages ; stage weights ; set beside on"};
    struct app a = opened_app();
    for (int i = 0; i < 2; i++) {
        must_enter(&a, lines[i]);
        must_enter(&a, "encoding on");
        see(&a, 24, 80, i ? "layer 2, head 1 doer" : "head 1 doer");
        must_enter(&a, "encoding off");
        see_not(&a, 24, 80, "doer");
        must_enter(&a, "encoding on ; tokens if the cat chases the dog , I run");
        see_not(&a, 24, 80, "doer");
        must_enter(&a, "tokens the dog was chased by the cat");
    }
    app_finish(&a);
}

/* Lines without room are counted. */
TEST(a_box_names_all_heads)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; set heads 4 ; view machine");
    see(&a, 24, 80, "head 4  dog 1.00");
    must_enter(&a, "set heads 1");
    see(&a, 24, 80, "chases ← ");
    must_enter(&a, "set d 64 ; set heads 16");
    see(&a, 18, 60, "… 9 more");
    see_not(&a, 18, 60, "head 8");
    app_finish(&a);
}

/* Returns the ink at the left end of the box with this name, one that is computed. */
static uint16_t ink_of_box(struct canvas c, const char *name)
{
    for (int row = 0; row < c.rows; row++)
        for (int col = 1; col + (int)strlen(name) < c.cols; col++) {
            const struct cell *line = &c.cells[row * c.stride];
            int n = 0, left = col - 1;
            while (name[n] && line[col + n].ch[0] == (uint32_t)name[n])
                n++;
            while (left > 0 && line[left].ch[0] == ' ')
                left--;
            if (!name[n] && line[left].ch[0] == 0x2502)
                return line[left].bg;
        }
    fail_msg("no %s", name);
    return 0;
}

/* What is read out and the word that comes of it have one colour, which no other box has. */
TEST(the_readout_and_its_word_have_one_colour)
{
    struct app a = app_after("lang en ; block decoder ; classes cat chases dog ; view machine");
    struct canvas c = draw_screen(&a, 36, 120);
    assert_int_equal(ink_of_box(c, "next word"), ink_of_box(c, "readout"));
    assert_int_not_equal(ink_of_box(c, "next word"), ink_of_box(c, "feed-forward"));
    canvas_finish(&c);
    app_finish(&a);
}

/* The note has visited as many words as there were steps; then the weights are shared out. */
TEST(a_note_shows_scores_and_then_shares)
{
    struct app a = opened_app();
    must_enter(&a, "mask causal ; view machine ; set machine note");
    const struct attention *t = &a.session.now.trace.layer[a.session.now.state.look.layer].self;
    struct text fit = {0}, share = {0};
    text_addf(&fit, " %.1f", mat_at(t->map[MAP_MASKED], 1, 0));
    text_addf(&share, "chases collects the answers: %.1f %% of cat, ",
              100 * mat_at(t->map[MAP_WEIGHTS], 1, 0));
    expect_shown(&a, "machine next", text_str(&fit));
    expect_shown(&a, "machine next ; machine next", "×"); /* dog is still to come */
    struct text before = shown(&a, "machine prev");
    assert_null(strstr(text_str(&before), "collects"));
    assert_null(strstr(text_str(&before), "%"));
    expect_shown(&a, "machine end", text_str(&share));
    text_finish(&before);
    text_finish(&fit);
    text_finish(&share);
    app_finish(&a);
}

/* Space plays by ticks, without a clock, to the end. */
TEST(space_plays_to_the_end)
{
    struct app a = app_after("tokens a b c ; view machine ; set machine memory");
    int ticks = 0;
    a.session.moves = true;
    press(&a, "Space");
    assert_int_equal(a.session.now.state.look.play, 1);
    while (a.session.now.state.look.machine.pass > 0 && ticks < 1000) {
        app_tick(&a);
        ticks++;
    }
    assert_int_equal(ticks, 28); /* 2 steps of 700 ms */
    press(&a, "Space");
    must_enter(&a, "view flow"); /* what plays ends with its view */
    assert_int_equal(a.session.now.state.look.machine.pass, 0);
    assert_int_equal(a.session.now.state.look.play, 0);
    app_finish(&a);
}

TEST(an_open_question_hides_the_numbers)
{
    assert_true(
        views[VIEW_MACHINE]->gives_away(&(struct look){.machine.panel = MACHINE_PLAN}, STAGE_WEIGHTS));
    assert_true(
        views[VIEW_MACHINE]->gives_away(&(struct look){.machine.panel = MACHINE_MEMORY}, STAGE_WEIGHTS));
    assert_false(
        views[VIEW_MACHINE]->gives_away(&(struct look){.machine.panel = MACHINE_PATHS}, STAGE_WEIGHTS));
    struct app a = opened_app();
    struct text t = {0};
    struct canvas c;
    assert_true(canvas_init(&c, 19, 80));
    for (int panel = 0; panel < MACHINE_PANELS; panel++) {
        char line[60];
        snprintf(line, sizeof line, "view machine ; set machine %s",
                 (const char *[]){"transformer", "paths", "memory", "note", "cache"}[panel]);
        must_enter(&a, line);
        struct screen s = {.session = &a.session, .hidden = true, .scratch = &a.scratch};
        canvas_clear(c);
        views[VIEW_MACHINE]->draw(c, &s);
        canvas_text(c, &t);
    }
    assert_null(strstr(text_str(&t), "cat 1.00"));
    assert_null(strstr(text_str(&t), "of it and reads"));
    assert_null(strstr(text_str(&t), "collects"));
    text_finish(&t);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(what_is_left_of_a_word_can_be_computed)
{
    struct app a = app_after("view machine ; set machine memory ; set keep 50 ; machine end");
    must_enter(&a, "expect left(0) = 0.250 and left(1) = 0.250 and left(2) = 0.500");
    must_enter(&a, "machine next ; expect left(0) = 0.500 and left(1) = 0.500 and left(2) = 0");
    app_finish(&a);
}

TEST(words_never_overlap)
{
    struct app a = app_after("tokens extraordinarily long wordings overflow anything");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    for (int cols = 10; cols <= 80; cols++) {
        struct word_row r;
        assert_true(word_row_plan(&r, &s, a.session.now.state.sentence, cols));
        for (int i = 0; i < 5; i++)
            assert_true(r.width[i] > 0 && r.left[i] + r.width[i] < (i < 4 ? r.left[i + 1] : cols + 1));
    }
    app_finish(&a);
}

TEST(every_word_of_the_sentence_is_told)
{
    struct app a = app_after("tokens a b c ; view machine ; set machine memory keep 50 ; machine end");
    struct text told = {0};
    describe(&a.session, &told);
    assert_non_null(
        strstr(text_str(&told), "keeps 50 % of itself:\na 25.0 %\nb? 25.0 %\nc? 50.0 %\na: 25.0 %"));
    text_finish(&told);
    app_finish(&a);
}

/* The count of steps becomes shorter before a name is cut. */
TEST(ways_are_called_by_a_whole_name)
{
    struct app a =
        app_after("tokens a b c d e f g h i j k l m n ; view machine ; set machine paths ; machine end");
    for (int cols = 30; cols <= 80; cols++) {
        struct text t = {0};
        read_screen(&a, 36, cols, &t);
        if (strstr(text_str(&t), "RNN"))
            for (int i = 0; i < 3; i++) {
                static const char *const brief[] = {"RNN  relay race", "CNN  telescope",
                                                    "attention  conference call"};
                if (!strstr(text_str(&t), brief[i]))
                    fail_msg("'%s' is cut at %d:\n%s", brief[i], cols, text_str(&t));
            }
        text_finish(&t);
    }
    app_finish(&a);
}

TEST(beside_the_boxes_the_flow_is_drawn_where_there_is_room)
{
    struct app a = app_after("opening ; lang en ; view machine ; set machine transformer");
    struct text small = {0}, large = shown(&a, "machine 3");
    assert_non_null(strstr(text_str(&large), "softmax"));
    assert_non_null(strstr(text_str(&large), "An encoder reads."));
    assert_non_null(strstr(text_str(&large), "Dotted boxes are not computed now."));
    read_screen(&a, ROWS, COLS, &small);
    assert_null(strstr(text_str(&small), "softmax"));
    text_finish(&small);
    text_finish(&large);
    app_finish(&a);
}

TEST(the_number_of_the_last_word_is_whole)
{
    struct app a = app_after("tokens 猫 追 狗 ; view machine ; set machine memory ; machine end");
    for (int cols = 40; cols <= 80; cols++) {
        struct text t = {0};
        read_screen(&a, 18, cols, &t);
        if (!strstr(text_str(&t), "40%"))
            fail_msg("at %d:\n%s", cols, text_str(&t));
        text_finish(&t);
    }
    app_finish(&a);
}

/* Too narrow for words beside the boxes: both halls are drawn, the words stand below them, and none is lost.
 */
TEST(words_below_leave_room_for_both_halls)
{
    static const struct {
        const char *lang, *hall, *dots;
    } cases[] = {{"lang zh", "交叉注意力", "虚线的方框现在没有算。"},
                 {"lang en", "cross-attention", "Dotted boxes are not computed now."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after(cases[i].lang);
        must_enter(&a, "memory 猫 狗 ; set block decoder ; view machine");
        for (int box = 0; box < 20; box++) {
            for (int cols = 60; cols < 76; cols += 5) {
                see(&a, 23, cols, cases[i].hall);
                see(&a, 23, cols, cases[i].dots);
            }
            press(&a, box == 9 ? "Left" : "Down");
        }
        see_not(&a, 18, 60, cases[i].hall); /* too low: only the hall of the box */
        app_finish(&a);
    }
}

/* Where there are no boxes, no box can be missing: Enter opens the weights of the asking word. */
TEST(enter_opens_the_weights_where_no_box_is)
{
    static const char *const panels[] = {"paths", "memory", "note"};
    for (size_t i = 0; i < sizeof panels / sizeof *panels; i++) {
        struct app a = app_after("tokens 猫 追 狗 ; focus 追 ; view machine");
        char line[40];
        snprintf(line, sizeof line, "machine 5 ; set machine %s", panels[i]);
        must_enter(&a, line);
        press(&a, "Enter");
        assert_int_equal(a.session.now.state.look.view, VIEW_STAGES);
        assert_int_equal(a.session.now.state.look.stage, STAGE_WEIGHTS);
        assert_int_equal(a.session.now.state.look.query, 1);
        app_finish(&a);
    }
}

/* Under a mask the conference call has the lines that it leaves. */
TEST(a_mask_keeps_words_from_hearing)
{
    struct app a = app_after("lang en ; tokens cat chases dog ; view machine ; set machine paths");
    see(&a, 36, 120, "all hear all");
    see(&a, 36, 120, "(for 3·3 = 9 lines)");
    must_enter(&a, "mask causal");
    see_not(&a, 36, 120, "all hear all");
    see(&a, 36, 120, "(for 6 of 3·3 lines)");
    must_enter(&a, "lang zh");
    see(&a, 36, 120, "掩码留下 6 条线，共 3·3 条");
    app_finish(&a);
}
