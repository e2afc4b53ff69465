/* The two flows of the compare view: the same columns on both sides, what is the same is dim, and the
 * sentence about it is true. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "view/compare/compare.h"
#include "view/frame/frame.h"

/* Both sides of a session; `screen` must live as long as the pictures. */
static void both(struct app *a, struct screen *screen, struct compare_pictures *p)
{
    const char *pin;
    *screen = (struct screen){.session = &a->session, .scratch = &a->scratch};
    const struct scene *other = session_beside(&a->session, &pin);
    assert_non_null(other);
    compare_pictures_make(p, screen, other);
}

TEST(words_that_do_not_fit_are_announced)
{
    struct app a = app_after("opening ; sentence \"a b c d e f g h i j k l m n o p q r s t\" ; "
                             "view compare ; set compare_panel words");
    must_enter(&a, "focus 0 0");
    see(&a, 24, 80, "▾");
    see_not(&a, 24, 80, "▴");
    must_enter(&a, "focus 19 19");
    see_not(&a, 24, 80, "▾");
    see(&a, 24, 80, "▴");
    app_finish(&a);
}

static const char *name(const struct flow *f, int w)
{
    return state_name(&f->now->state, f->now->state.sentence, w);
}

TEST(a_word_keeps_its_column)
{
    static const struct {
        const char *left, *right;
        int columns;
    } cases[] = {
        {"tokens 猫 追 狗", "tokens 狗 追 猫", 3},       {"tokens 猫 追 狗 追", "tokens 追 狗 追 猫", 4},
        {"tokens 猫 追 狗", "tokens 猫 追 鱼", 4},       {"tokens 猫 追 狗", "tokens 我 喜欢 你", 6},
        {"tokens 猫 追 狗", "tokens 狗 猫 追 狗 猫", 5}, {"tokens 狗 猫 追 狗", "tokens 追 狗", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after(cases[i].right);
        must_enter(&a, "pin other");
        must_enter(&a, cases[i].left);
        must_enter(&a, "compare other ; view compare");
        struct screen s;
        struct compare_pictures p;
        both(&a, &s, &p);
        assert_int_equal(p.columns.count, cases[i].columns);
        bool taken[2 * CONFIG_MAX_WORDS] = {false};
        for (int w = 0; w < p.right.words; w++) {
            int c = p.columns.of[w];
            assert_true(c >= 0 && c < p.columns.count && !taken[c] && p.columns.at[c] == w);
            taken[c] = true;
            if (c < p.left.words)
                assert_string_equal(name(&p.left, c), name(&p.right, w));
            for (int l = 0; l < p.left.words && c >= p.left.words; l++) /* no free column is its word's */
                assert_true(strcmp(name(&p.left, l), name(&p.right, w)) != 0 || p.columns.at[l] >= 0);
        }
        app_finish(&a);
    }
}

/* The largest difference of a share of the asking word in a head, matched by name; words occur once. */
static double share_moved(const struct compare_pictures *p, int h)
{
    double most = 0;
    for (int j = 0; j < p->left.keys; j++)
        for (int k = 0; k < p->right.keys; k++)
            if (strcmp(name(&p->left, j), name(&p->right, k)) == 0)
                most = fmax(most, fabs(flow_weight(&p->left, h, p->left.query, j) -
                                       flow_weight(&p->right, h, p->right.query, k)));
    return most;
}

static double shares_moved(const struct compare_pictures *p)
{
    double most = 0;
    for (int h = 0; h < p->left.now->config.heads; h++)
        most = fmax(most, share_moved(p, h));
    return most;
}

TEST(nothing_is_said_to_be_the_same_that_moved)
{
    int same = 0, little = 0, otherwise = 0;
    for (int i = 0; i < 60; i++) {
        struct text line = {0}, said = {0};
        text_addf(
            &line,
            "set heads 2 query %d pescale %g ; weights random %d ; encoding %s ; mask %s ; view compare",
            i % 3, i % 5 ? 1 : 1e-4, i, i % 3 ? "sincos" : "none", i % 4 ? "none" : "causal");
        struct app a = app_after(text_str(&line));
        struct screen s;
        struct compare_pictures p;
        both(&a, &s, &p);
        p.left.heads = 2;
        canvas_runs_bare(compare_say(&p, 0), &said);
        bool one = strstr(text_str(&said), "cannot tell") != NULL;
        bool still = strstr(text_str(&said), "reads the same") != NULL;
        double moved = shares_moved(&p);
        if (one ? moved > 1e-12 : moved <= 1e-12 && !still)
            fail_msg("%d: %s, but a share moved by %g", i, text_str(&said), moved);
        if (still && moved >= 0.005)
            fail_msg("%d: %s, but a share moved by %g", i, text_str(&said), moved);
        same += one;
        little += still;
        otherwise += !one && !still;
        text_finish(&line);
        text_finish(&said);
        app_finish(&a);
    }
    assert_true(same >= 10 && little >= 5 && otherwise >= 10);
}

/* Only the first head of eight is in sight: of the others it is said how many look different. */
TEST(heads_that_are_not_named_are_counted)
{
    struct app a =
        app_after("tokens a b c d e f ; set d 64 heads 8 query 2 ; weights random 2 ; view compare");
    struct screen s;
    struct compare_pictures p;
    struct text said = {0};
    both(&a, &s, &p);
    p.left.heads = 1;
    canvas_runs_bare(compare_say(&p, 0), &said);
    int differ = 0;
    for (int h = 1; h < 8; h++)
        differ += share_moved(&p, h) >= 0.005;
    assert_true(differ > 1);
    struct text want = {0};
    text_addf(&want, "(head 1); %d more heads differ.", differ);
    const char *at = strstr(text_str(&said), text_str(&want));
    if (!at || at[strlen(text_str(&want))])
        fail_msg("no '%s' at the end of '%s'", text_str(&want), text_str(&said));
    text_finish(&want);
    text_finish(&said);
    app_finish(&a);
}

/* Draws the whole screen. */
static struct canvas drawn(struct app *a, int rows, int cols, struct arena *scratch)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols));
    frame_draw(c, &(struct screen){.session = &a->session, .scratch = scratch});
    return c;
}

/* The brightest ink of a head's hue in the columns [from, to). */
static int brightest(struct canvas c, int from, int to)
{
    int most = 0;
    for (int row = 2; row < c.rows - 14; row++)
        for (int col = from; col < to; col++) {
            const struct cell *at = &c.cells[row * c.stride + col];
            uint16_t inks[] = {at->fg, at->bg};
            for (int i = 0; i < 2; i++)
                if (ink_is_hue(inks[i]) && ink_hue_of(inks[i]) < HUE_TERM)
                    most = ink_level(inks[i]) > most ? ink_level(inks[i]) : most;
        }
    return most;
}

TEST(the_right_side_is_dim_where_nothing_changed)
{
    enum { ROWS = 36, COLS = 120, HALF = 64 };
    for (int on = 0; on < 2; on++) {
        struct app a = app_after("set heads 2 ; weights random 3 ; set query 1 ; view compare");
        must_enter(&a, on ? "encoding sincos ; set pescale 3" : "encoding none");
        struct arena scratch = {0};
        struct canvas c = drawn(&a, ROWS, COLS, &scratch);
        assert_int_equal(brightest(c, 0, HALF), 9);
        int right = brightest(c, HALF + 1, COLS);
        if (on ? right != 9 : right > 5)
            fail_msg("%s: level %d", on ? "on" : "off", right);
        canvas_finish(&c);
        arena_finish(&scratch);
        app_finish(&a);
    }
}

static bool inked(const struct cell *at)
{
    return at->bg != 0 || (at->ch[0] != ' ' && at->ch[0] != 0) || at->width == 0;
}

/* Of the view's area: rows touched by ink, and cells. */
TEST(the_picture_fills_its_room)
{
    static const struct {
        int rows, cols, cells; /* one cell in so many */
    } sizes[] = {{36, 120, 5}, {67, 240, 8}};
    for (int on = 0; on < 2; on++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct app a = app_after("set heads 2 ; weights random 3 ; set query 1 ; view compare");
            must_enter(&a, on ? "encoding sincos" : "encoding none");
            struct arena scratch = {0};
            struct canvas c = drawn(&a, sizes[i].rows, sizes[i].cols, &scratch);
            int rows = 0, cells = 0, all = sizes[i].rows - 5;
            for (int row = 2; row < 2 + all; row++) {
                int n = 0;
                for (int col = 0; col < c.cols; col++)
                    n += inked(&c.cells[row * c.stride + col]);
                rows += n > 0;
                cells += n;
            }
            if (rows * 10 < all * 6 || cells * sizes[i].cells < all * c.cols)
                fail_msg("%d x %d: %d of %d rows, %d of %d cells", c.cols, c.rows, rows, all, cells,
                         all * c.cols);
            canvas_finish(&c);
            arena_finish(&scratch);
            app_finish(&a);
        }
}

TEST(sides_of_other_widths_say_so)
{
    struct app a = app_after("lang en ; set d 8 ; pin other ; set d 16 ; compare other ; view compare");
    see(&a, 24, 80, "The columns of the two");
    see(&a, 24, 80, "sides do not match.");
    app_finish(&a);
}

/* Where columns are cut, those that the sentence speaks of are in sight, and a mark says where more follow.
 */
TEST(no_column_is_cut_silently)
{
    struct app a = opened_app();
    must_enter(&a, "tokens 小 的 猫 追 大 的 狗 ; view compare");
    for (int query = 2; query < 5; query++) {
        struct screen s;
        struct compare_pictures p;
        struct canvas c;
        must_enter(&a, query == 2 ? "set query 2" : query == 3 ? "set query 3" : "set query 4");
        both(&a, &s, &p);
        s.scratch = &a.scratch;
        assert_true(canvas_init(&c, 12, 52));
        compare_pictures_draw(c, &p, PICTURES_BESIDE, "other");
        bool alike;
        int head = p.left.head, top = flow_most_read(&p.right, head, query, &alike);
        assert_true(p.left.shown < 7);
        assert_true(flow_in_sight(&p.left, query) && flow_in_sight(&p.right, top));
        assert_true(flow_in_sight(&p.left, flow_most_read(&p.left, head, query, &alike)));
        canvas_finish(&c);
    }
    must_enter(&a, "set query 3");
    see_not(&a, 24, 80, "‹"); /* there all fit */
    see_not(&a, 24, 80, "›");
    must_enter(&a, "tokens the cat chases a small black dog in the park by the old house on the hill over "
                   "the river ; pin other ; compare other");
    see(&a, 24, 80, " ›");
    app_finish(&a);
}

TEST(keys_choose_word_head_and_panel)
{
    static const struct {
        const char *key;
        int query, head, panel;
    } steps[] = {
        {"Right", 1, 0, COMPARE_FLOW}, {"Down", 2, 0, COMPARE_FLOW},   {"Left", 1, 0, COMPARE_FLOW},
        {"h", 1, 1, COMPARE_FLOW},     {"Tab", 1, 1, COMPARE_WORDS},   {"Tab", 1, 1, COMPARE_ORDERS},
        {"Tab", 1, 1, COMPARE_CAUSE},  {"Right", 1, 1, COMPARE_CAUSE}, {"Tab", 1, 1, COMPARE_FLOW},
        {"Tab", 1, 1, COMPARE_WORDS},
    };
    struct app a = app_after("set heads 2 ; view compare");
    const struct look *look = &a.session.now.state.look;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        press(&a, steps[i].key);
        if (look->query != steps[i].query || look->head != steps[i].head ||
            look->compare.panel != steps[i].panel)
            fail_msg("%zu: %s: query %d, head %d, panel %d", i, steps[i].key, look->query, look->head,
                     look->compare.panel);
    }
    app_finish(&a);
}

static void click(struct app *a, int row, int col)
{
    app_event(a, &(struct event){.kind = EVENT_CLICK, .row = row, .col = col, .rows = 36, .cols = 120});
}

/* A word on the right is the same word on the left; a box of the experiment is entered; a stage's name
 * chooses the stage below. */
TEST(what_is_drawn_can_be_clicked)
{
    struct app a = app_after("set heads 2 ; weights random 3 ; set query 1 ; view compare");
    const struct look *look = &a.session.now.state.look;
    click(&a, 3, 72); /* 猫, third in the sentence on the right */
    assert_int_equal(look->query, 0);
    click(&a, 3, 108);
    assert_int_equal(look->query, 2);
    click(&a, 10, 77); /* the share of 猫 for head 2 */
    assert_true(look->key == 0 && look->head == 1);
    click(&a, 5, 3);
    assert_int_equal(look->compare.stage, STAGE_X);
    click(&a, 25, 70);
    assert_int_equal(a.session.now.state.set.encoding, 0);
    app_finish(&a);
}

TEST(a_question_hides_the_flows)
{
    struct app a = app_after("lesson 90-small/measure");
    struct text t = {0};
    must_enter(&a, "answer 16 ; next ; view compare ; layout view");
    assert_true(lesson_asks(lesson_now(a.session.lesson), ASK_CELL));
    read_screen(&a, 36, 120, &t);
    assert_null(strstr(text_str(&t), "0."));
    assert_non_null(strstr(text_str(&t), "hidden"));
    text_finish(&t);
    app_finish(&a);
}

/* ---- movement ------------------------------------------------------------------ */

/* Both sides in the present frame of a movement. */
static void gliding(struct app *a, struct screen *screen, struct compare_pictures *p)
{
    const char *pin;
    *screen = (struct screen){.session = &a->session,
                              .scratch = &a->scratch,
                              .from = &a->session.before,
                              .ms = RESTS_MS - a->rest_ms};
    compare_pictures_make(p, screen, session_beside(&a->session, &pin));
    assert_non_null(p->left.move.from);
    assert_non_null(p->right.move.from);
}

/* Every head's shares are one whole, and part `e` of the way from the old ones to the new ones. */
static void check_shares(const struct flow *f, double e)
{
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < f->words; i++) {
            double sum = 0;
            for (int j = 0; j < f->keys; j++) {
                double share = flow_share(f, h, i, j), old = flow_share_before(f, h, i, j);
                sum += share;
                if (e == 0 || e == 1)
                    assert_close(share, e == 0 ? old : flow_weight(f, h, i, j), 1e-12);
            }
            assert_close(sum, 1, 1e-12);
        }
}

TEST(both_sides_glide_and_shares_sum_to_1_in_every_frame)
{
    static const char *const keys[] = {"p", "m", "x", "u"};
    enum { FRAMES = SETTLES_MS / FRAME_MS, MOVED = MOVES_MS / FRAME_MS };
    struct app a = app_after("set heads 2 ; weights random 3 ; focus 追 狗 ; view compare");
    a.session.moves = true;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        struct screen s;
        struct compare_pictures still, p;
        both(&a, &s, &still);
        double was = flow_weight(&still.right, 1, 1, 0);
        press(&a, keys[k]);
        gliding(&a, &s, &p);
        bool swaps = keys[k][0] == 'x' || keys[k][0] == 'u';
        assert_close(flow_share_before(&p.right, 1, 1, swaps ? 2 : 0), was, 1e-12);
        for (int frame = 0; frame <= FRAMES; frame++) {
            double e = frame == 0 ? 0 : frame >= MOVED ? 1 : 0.5;
            gliding(&a, &s, &p);
            check_shares(&p.left, e);
            check_shares(&p.right, e);
            app_tick(&a);
        }
        app_tick(&a);
        assert_int_equal(a.rest_ms, 0);
    }
    app_finish(&a);
}

/* With x the left sentence turns around, and with it the columns of both sides. */
TEST(words_glide_to_their_new_columns)
{
    struct app a = app_after("tokens 猫 追 狗 ; set heads 2 ; weights random 3 ; view compare");
    a.session.moves = true;
    press(&a, "x");
    struct screen s;
    struct compare_pictures p;
    struct canvas c;
    gliding(&a, &s, &p);
    assert_true(canvas_init(&c, 20, 100));
    compare_pictures_draw(c, &p, PICTURES_BESIDE, "other");
    for (int w = 0; w < 3; w++) {
        assert_close(flow_box_now(&p.left, w, 0), flow_box(&p.left, 2 - w, 0), 1e-12);
        assert_close(flow_box_now(&p.right, w, 0), flow_box(&p.right, 2 - w, 0), 1e-12);
    }
    s.ms = MOVES_MS;
    assert_close(flow_box_now(&p.right, 0, 1), flow_box(&p.right, 0, 1), 1e-12);
    canvas_finish(&c);
    app_finish(&a);
}

/* A pinned side stays as it is while the present one glides. */
TEST(a_pinned_side_does_not_move)
{
    struct app a = app_after("set heads 2 ; weights random 3 ; pin other ; compare other ; view compare");
    a.session.moves = true;
    press(&a, "p");
    struct screen s;
    struct compare_pictures p;
    gliding(&a, &s, &p);
    assert_true(fabs(flow_share_before(&p.left, 1, 1, 0) - flow_weight(&p.left, 1, 1, 0)) > 0.01);
    assert_close(flow_share_before(&p.right, 1, 1, 0), flow_weight(&p.right, 1, 1, 0), 0);
    app_finish(&a);
}

/* The twin of another state is no beginning of a movement: the right side then changes at once. */
TEST(an_old_twin_is_not_taken_for_the_one_before)
{
    struct app a = app_after("set heads 2 ; weights random 3 ; view compare");
    a.session.moves = true;
    must_enter(&a, "view flow ; weights random 4 ; weights random 5");
    press(&a, "=");
    press(&a, "p");
    assert_non_null(session_beside_before(&a.session));
    must_enter(&a, "view flow");
    press(&a, "p");
    press(&a, "m");
    press(&a, "=");
    assert_null(session_beside_before(&a.session));
    app_finish(&a);
}

TEST(both_matrices_say_what_their_colours_mean)
{
    static const struct {
        const char *shade, *said;
    } ways[] = {{"row", "by the row's largest"}, {"matrix", "by the largest"}, {"fixed", "1 is full"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct text line = {0}, seen = {0};
        text_addf(&line, "view compare ; set compare_panel words shade %s", ways[i].shade);
        struct canvas c = draw_after(text_str(&line), 36, 120);
        canvas_text(c, &seen);
        const char *left = strstr(text_str(&seen), ways[i].said);
        assert_non_null(left);
        assert_non_null(strstr(left + 1, ways[i].said));
        text_finish(&line);
        text_finish(&seen);
        canvas_finish(&c);
    }
}

TEST(no_side_draws_heads_that_it_lacks)
{
    for (int head = 0; head < 8; head++)
        for (int cols = 60; cols <= 240; cols += 30) {
            struct app a = app_after("set heads 4 ; pin few ; set heads 8 ; compare few ; view compare");
            struct screen s;
            struct compare_pictures p;
            struct canvas c;
            char line[8] = {'h', 'e', 'a', 'd', ' ', (char)('0' + head)};
            must_enter(&a, line);
            both(&a, &s, &p);
            s.scratch = &a.scratch;
            assert_true(canvas_init(&c, 36, cols));
            compare_pictures_draw(c, &p, PICTURES_BESIDE, "few");
            assert_true(p.left.heads > 0 && p.left.head + p.left.heads <= 8);
            assert_true(p.right.head + p.right.heads <= 4);
            canvas_finish(&c);
            app_finish(&a);
        }
}

/* Rows with a piece of a bar, which is two columns wide at least. */
static int rows_of_bars(struct app *a, int rows, int cols)
{
    struct text t = {0};
    int count = 0;
    read_screen(a, rows, cols, &t);
    for (char *p = strtok(t.s, "\n"); p; p = strtok(NULL, "\n"))
        count += strstr(p, "\u2588\u2588") != NULL;
    text_finish(&t);
    return count;
}

TEST(bars_and_cells_grow_with_the_room)
{
    struct app a = app_after("reset ; tokens cat chases dog ; weights roles ; set query 1 ; view compare ; "
                             "set compare_panel words");
    assert_int_equal(rows_of_bars(&a, 24, 80), 4); /* three words and the mean */
    assert_true(rows_of_bars(&a, 36, 120) >= 8);
    must_enter(&a, "set compare_panel orders");
    int low = rows_of_bars(&a, 18, 60), high = rows_of_bars(&a, 67, 240);
    assert_true(low >= 5 && high >= 2 * low);
    struct text t = {0};
    read_screen(&a, 67, 240, &t);
    const char *first = strstr(text_str(&t), "cat  "), *second = strstr(text_str(&t), "chases  ");
    int between = 0;
    for (const char *p = first; p && p < second; p++)
        between += *p == '\n';
    assert_in_range(between, 3, 4); /* from one row of the matrix to the next */
    text_finish(&t);
    app_finish(&a);
}

/* Enter takes an order only where the orders are listed. */
TEST(the_footer_says_how_to_take_an_order)
{
    struct app a = app_after("lang en ; view compare ; set compare_panel orders");
    see(&a, 18, 60, "Enter take this order");
    see(&a, 36, 120, "Enter take this order");
    must_enter(&a, "set compare_panel words");
    see_not(&a, 36, 120, "Enter take");
    app_finish(&a);
}

/* What cannot be listed leaves its room to the matrices, and Enter takes nothing. */
TEST(orders_that_are_too_many_leave_their_room)
{
    struct app a =
        app_after("lang en ; sentence the mother of the child loves the small dog in the park ; view "
                  "compare ; set compare_panel orders");
    see(&a, 24, 80, "12 words have too many orders to list");
    see(&a, 24, 80, "colour: by the largest");
    see_not(&a, 24, 80, "Enter take this order");
    see_not(&a, 24, 80, "…│");
    app_finish(&a);
}

/* A fact has the same name in all corners. */
TEST(what_has_not_moved_is_called_alike)
{
    struct app a = app_after("lang en ; opening ; encoding alibi ; set mask causal ; view compare");
    see(&a, 24, 80, "a 0 unmoved ");
    see(&a, 24, 80, "b <1e-12 unmoved");
    must_enter(&a, "encoding sincos");
    see(&a, 24, 80, "a 0 nothing moved");
    app_finish(&a);
}

/* The word that is read most is named where it has scrolled away; one in sight is not. */
TEST(what_is_read_out_of_sight_is_named)
{
    struct app a =
        app_after("lang zh ; opening ; sentence 今天老师在图书馆里打了那只很大的狗 ; view compare");
    see(&a, 18, 44, "‹ 老师 0.87");
    must_enter(&a, "sentence 猫追狗");
    see_not(&a, 18, 44, "‹");
    app_finish(&a);
}

/* Both sides cut a name where its neighbours leave it no room, and only there. */
TEST(names_are_cut_alike_on_both_sides)
{
    struct app a = app_after("lang en ; opening ; sentence the mother of the child loves the small dog in "
                             "the park ; view compare");
    see(&a, 18, 60, "the mo… of  the ch… lo… the sm… dog in  the park");
    app_finish(&a);
}

/* The mean of the rows may move less than each row: it is not the mean of the distances above it. */
TEST(the_mean_is_that_of_the_rows)
{
    struct app a = app_after("lang en ; view compare ; set compare_panel words");
    see(&a, 24, 80, "mean row ");
    see(&a, 24, 80, "mean output ");
    see(&a, 36, 120, "how far each row moved, and the mean of the rows");
    must_enter(&a, "compare stage weights");
    see_not(&a, 36, 120, "the mean of the rows");
    app_finish(&a);
}

/* A word that stands elsewhere on the right says so below its name. */
TEST(positions_are_below_the_names)
{
    struct app a = app_after("lang en ; set heads 2 ; view compare");
    must_enter(&a, "sentence cat chases dog");
    see(&a, 18, 60, "  cat    chases     dog     │   cat    chases     dog");
    see(&a, 18, 60, " pos 0    pos 1    pos 2    │  pos 2    pos 1    pos 0");
    must_enter(&a, "encoding none");
    see_not(&a, 18, 60, "pos 0");
    app_finish(&a);
}

/* Returns the column of the text on the screen, -1: nowhere. */
static int column_of(struct canvas c, const char *what)
{
    for (int r = 0; r < c.rows; r++)
        for (int k = 0; k + (int)strlen(what) <= c.cols; k++) {
            size_t n = 0;
            while (what[n] && c.cells[r * c.stride + k + (int)n].ch[0] == (unsigned char)what[n])
                n++;
            if (!what[n])
                return k;
        }
    return -1;
}

/* On a wide screen the corners have half of it. */
TEST(the_corners_get_half_of_a_wide_screen)
{
    struct app a = app_after("lang en ; set compare_panel words ; view compare");
    struct canvas at = draw_screen(&a, 36, 112), beyond = draw_screen(&a, 36, 113);
    assert_in_range(column_of(at, "no mask"), 112 / 2, 112);
    assert_in_range(column_of(beyond, "no mask"), 113 / 2, 113);
    canvas_finish(&at);
    canvas_finish(&beyond);
    app_finish(&a);
}

/* The pinned side has fewer columns than the cursor's: nothing is read beyond them (seen under sanitizers).
 */
TEST(a_cursor_beyond_the_other_side_is_not_there)
{
    struct app a = app_after("tokens 猫 追 狗 鱼 鸟 水 河 山 我 ; pin small ; set d 16 ; tokens 猫 追 狗 ; "
                             "focus out 2 15 ; view compare ; compare small ; compare stage output ; set "
                             "compare_panel words digits 6");
    for (int rows = 18; rows <= 69; rows += 3) {
        struct text t = {0};
        read_screen(&a, rows, 90, &t);
        assert_non_null(strstr(text_str(&t), "small"));
        text_finish(&t);
    }
    app_finish(&a);
}

/* Words that the list below the flows has no room for are not left out in silence. */
TEST(words_out_of_sight_are_marked)
{
    static const struct {
        const char *sentence;
        int query;
        bool above, below;
    } cases[] = {{"猫追狗", 1, false, false},
                 {"今天老师在图书馆里打了那只很大的狗", 0, false, true},
                 {"今天老师在图书馆里打了那只很大的狗", 6, true, true},
                 {"今天老师在图书馆里打了那只很大的狗", 11, true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text line = {0};
        text_addf(&line, "lang zh ; opening ; sentence %s ; set query %d ; view compare", cases[i].sentence,
                  cases[i].query);
        struct app a = app_after(text_str(&line));
        see(&a, 24, 80, "没有移动");
        (cases[i].above ? see : see_not)(&a, 24, 80, "▴");
        (cases[i].below ? see : see_not)(&a, 24, 80, "▾");
        app_finish(&a);
        text_finish(&line);
    }
}

/* A sentence without two that act has no twin, and it is said why. */
TEST(without_a_twin_it_says_so)
{
    struct app a = app_after("lang en ; opening ; sentence the old king sleeps ; view compare");
    see(&a, 36, 120, " no two words act on each other in this sentence ('swap 0 3' swaps");
    see(&a, 36, 120, " two)");
    see_not(&a, 36, 120, "no mask");
    must_enter(&a, "pin ; swap 0 3");
    see(&a, 24, 80, "sleeps old king the");
    app_finish(&a);
}

/* Both phrases are named where they fit, and a head in which the verb reads itself is not spoken of. */
TEST(phrases_that_change_places_are_named)
{
    struct app a = app_after("lang en ; opening ; view compare");
    see(&a, 36, 120, "chases reads dog more than cat (head 1); cat more than dog (head 2)");
    see_not(&a, 36, 120, "(head 3)");
    see(&a, 36, 120, "(head 2): the lines cross.");
    see_not(&a, 18, 60, "2 more head"); /* the second has no room here */
    must_enter(&a, "sentence the big dog does not like the cat");
    see(&a, 36, 120, "the big dog and the cat swapped: how far outputs move");
    must_enter(&a, "sentence the mother of the child loves the small dog");
    see(&a, 36, 90, "the mother of the child and the small dog swapped");
    see_not(&a, 36, 90, "swapped: how");
    must_enter(&a, "sentence she loves him");
    see(&a, 24, 80, "he loves her");
    see(&a, 24, 80, "loves reads he, not she (head 1)");
    must_enter(&a, "sentence they see them"); /* one word in two forms */
    assert_false(enter(&a, "swap"));
    assert_true(enter(&a, "sentence they see him ; swap"));
    see(&a, 24, 80, "a pronoun changes its form: nothing to compare");
    app_finish(&a);
}

/* Where two pictures beside each other would lose words or heads, they are above each other. */
TEST(eight_words_keep_their_heads_and_names)
{
    struct app a =
        app_after("lang en ; opening ; sentence the teacher does not help the clever student ; view "
                  "compare");
    static const char *const there[] = {"softmax",         "doer",     "done-to",
                                        "clever student ", "(head 1)", "encoding off"};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        see(&a, 24, 80, there[i]);
    see_not(&a, 24, 80, "│");
    app_finish(&a);
}

/* A narrow view has the two flows too, and says what pale means. */
TEST(identical_pictures_say_what_pale_means)
{
    struct app a = app_after("lang en ; encoding none ; view compare");
    see(&a, 36, 120, "cannot tell: the two pictures are identical.");
    see(&a, 36, 120, "pale: same");
    see(&a, 24, 42, " identical.");
    see(&a, 24, 42, "pale: same");
    must_enter(&a, "theme mono");
    see(&a, 36, 120, "=: same");
    app_finish(&a);
}

/* In the layer where it happens. */
TEST(the_flow_marks_the_words_of_which_something_was_carried)
{
    struct app a = fresh_app();
    must_enter(
        &a, "set layers 2 ; tokens A B C ; classes A B ; pin O ; swap 0 2 ; compare O ; view flow ; layer 0");
    see_not(&a, 36, 120, "⇠");
    must_enter(&a, "carry attn0.h0 1 ; view flow ; layer 0");
    see(&a, 36, 120, "⇠B");
    see(&a, 18, 60, "⇠B");
    see_not(&a, 36, 120, "⇠A");
    must_enter(&a, "layer 1");
    see_not(&a, 36, 120, "⇠");
    must_enter(&a, "layer 0 ; carry none ; omit attn0.h0");
    see_not(&a, 36, 120, "⇠");
    app_finish(&a);
}

/* The words of a model have no kinds: what the program's own words of these names are counts. */
TEST(the_two_named_in_a_story_change_places)
{
    struct app a = app_after("lang zh ; model box zh ; sentence 从前老猫追黑猪。谁追 ; view compare");
    see(&a, 24, 80, "从前 黑 猪 追 老 猫 。 谁 追  交换后");
    must_enter(&a, "lang en ; model box en ; sentence once the old cat chased the black dog . who chased");
    see(&a, 24, 80, "once the black dog chased the old cat . who chased");
    app_finish(&a);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TESTS(begin, NULL)
