/* Numbers that run: + and - and the wheel, the curve of a weight over the number, and the numbers that are
 * offered first because they move most. Each is compared with scenes of its own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "core/pipeline/attention.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"

static double weight(const struct scene *s, int head, int query, int key)
{
    const struct attention *a = &s->trace.layer[s->state.look.layer].self;
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], head), query, key);
}

/* Sets *out to the present scene with the knob at x. */
static void scene_with(struct scene *out, const struct session *m, const struct knob *k, double x)
{
    struct state s;
    struct reply r = {0};
    *out = (struct scene){0};
    state_copy(&s, &m->now.state);
    assert_true(knob_set(&s, k, x) && scene_take(out, &s, &r));
    reply_finish(&r);
}

TEST(every_point_of_a_curve_is_a_scene)
{
    static const struct {
        const char *line;
        enum knob_kind kind;
        double lo, middle, hi;
    } cases[] = {
        {"view edit ; set row 1 col 4", KNOB_CELL, -2, 0, 2},
        {"view edit ; set row 0 col 0 ; cell 3.5", KNOB_CELL, -2, 1, 4},
        {"view edit ; set edit 2 row 1 col 3", KNOB_CELL, -2, 0, 2},
        {"view stages ; stage weights ; focus chases dog", KNOB_SCALE, M_SQRT2 / 2, 2 * M_SQRT2, 8 * M_SQRT2},
        {"view stages ; layer 0 ; stage P", KNOB_BASE, 10, 1000, 1e5},
        {"view stages ; layer 0 ; stage H", KNOB_PESCALE, 0, 1, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = opened_app();
        must_enter(&a, cases[i].line);
        const struct sweep *w = &a.session.curve;
        const struct look *look = &a.session.now.state.look;
        const double at[] = {cases[i].lo, cases[i].middle, cases[i].hi};
        assert_true(w->known && w->knob.kind == cases[i].kind);
        assert_int_equal(w->count, SWEEP_MOST);
        for (int k = 0; k < 3; k++)
            assert_close(sweep_point(w, k * (w->count - 1) / 2), at[k], 1e-9);
        for (int k = 0; k < w->count; k += 8) {
            struct scene there;
            scene_with(&there, &a.session, &w->knob, sweep_point(w, k));
            assert_close(w->weight[k], weight(&there, look->head, look->query, w->key), 0);
            assert_close(sweep_place(w, sweep_point(w, k)), (double)k / (w->count - 1), 1e-12);
            scene_finish(&there);
        }
        app_finish(&a);
    }
}

/* It is one curve, along which the bead goes. */
TEST(a_curve_stays_while_its_number_runs)
{
    static const char *const lines[] = {"view edit ; set row 1 col 4",
                                        "view stages ; stage weights ; focus chases cat"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct app a = opened_app();
        struct sweep *w = &a.session.curve;
        must_enter(&a, lines[i]);
        double was = weight(&a.session.now, 0, 1, w->key), marked = w->weight[7];
        int key = w->key;
        w->weight[7] = 0.123; /* would be another number if it was computed again */
        for (int k = 0; k < 5; k++)
            press(&a, "+");
        assert_true(fabs(weight(&a.session.now, 0, 1, key) - was) > 0.001);
        assert_true(w->key == key && w->weight[7] == 0.123);
        must_enter(&a, i ? "focus chases dog" : "set row 2");
        assert_true(w->known && w->weight[7] != 0.123 && w->weight[7] != marked);
        app_finish(&a);
    }
}

TEST(what_cannot_run_has_no_curve)
{
    static const char *const lines[] = {
        "view stages ; stage Q",
        "set block decoder ; memory cat dog ; view stages ; stage V",
        "reset ; task order ; train 3 ; view edit ; set edit 0",
        "reset ; set mask 0 1 = -inf ; view edit ; set edit 9",
        "set layers 6 d 240 dff 900 heads 3 ; view edit",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct app a = opened_app();
        must_enter(&a, "view edit");
        assert_true(a.session.curve.known);
        must_enter(&a, lines[i]);
        if (a.session.curve.known)
            fail_msg("%s", lines[i]);
        see_not(&a, 36, 120, "+ -");
        app_finish(&a);
    }
}

/* No number of a word moves a weight further, by brute force. */
TEST(what_is_offered_first_moves_most)
{
    struct app a = opened_app();
    struct session *m = &a.session;
    double best = 0, moves[3][24];
    press(&a, "e");
    const struct look *look = &m->now.state.look;
    for (int i = 0; i < 3 * 24; i++) {
        const struct knob k = {KNOB_CELL, {MATRIX_X, 0}, i / 24, i % 24};
        moves[i / 24][i % 24] = 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            struct scene there;
            scene_with(&there, m, &k, knob_get(&m->now, &k) + sign * 0.5);
            for (int w = 0; w < 27; w++)
                moves[k.row][k.col] =
                    fmax(moves[k.row][k.col], fabs(weight(&there, w / 9, w / 3 % 3, w % 3) -
                                                   weight(&m->now, w / 9, w / 3 % 3, w % 3)));
            scene_finish(&there);
        }
        best = fmax(best, moves[k.row][k.col]);
    }
    assert_true(look->view == VIEW_EDIT && look->sheet.matrix == 0);
    assert_true(best > 0.2 && moves[look->sheet.row][look->sheet.col] == best);
    double last = best;
    for (int i = 1; i < 72; i++) {
        press(&a, "o");
        double now = moves[look->sheet.row][look->sheet.col];
        assert_true(now > 0 && now <= last);
        moves[look->sheet.row][look->sheet.col] = -1; /* each once */
        last = now;
    }
    press(&a, "o");
    assert_true(moves[look->sheet.row][look->sheet.col] == best);
    must_enter(&a, "offer prev");
    press(&a, "o");
    assert_true(moves[look->sheet.row][look->sheet.col] == best);
    app_finish(&a);
}

/* Both "the" have the same numbers: those of the first are offered. */
TEST(each_number_of_each_word_is_offered_once)
{
    struct app a = opened_app();
    const struct look *look = &a.session.now.state.look;
    bool seen[7][24] = {{false}};
    must_enter(&a, "sentence \"the dog was chased by the cat\"");
    press(&a, "e");
    int row = look->sheet.row, col = look->sheet.col;
    for (int i = 0; i < 6 * 24; i++) {
        assert_true(look->sheet.row != 5 && !seen[look->sheet.row][look->sheet.col]);
        seen[look->sheet.row][look->sheet.col] = true;
        press(&a, "o");
    }
    assert_true(look->sheet.row == row && look->sheet.col == col);
    app_finish(&a);
}

/* The sentence on the sheet: weights[cat→chases] of head 1: 0.85 → 0.50. */
TEST(what_a_change_moves_is_said_truly)
{
    struct app a = opened_app();
    press(&a, "e");
    const struct mover *v = &a.session.curve.moves;
    const struct knob k = {KNOB_CELL, {MATRIX_X, 0}, v->row, v->col};
    struct scene there;
    char said[100];
    scene_with(&there, &a.session, &k, knob_get(&a.session.now, &k) + v->by);
    snprintf(said, sizeof said, "0.5 %s moves weights[", v->by > 0 ? "more" : "less");
    see(&a, 24, 80, said);
    snprintf(said, sizeof said, "] of head %d: %.2f → %.2f", v->head + 1,
             weight(&a.session.now, v->head, v->query, v->key), weight(&there, v->head, v->query, v->key));
    see(&a, 24, 80, said);
    press(&a, v->by > 0 ? "+" : "-"); /* then what it did */
    see(&a, 24, 80, "last change: ");
    scene_finish(&there);
    app_finish(&a);
}

/* e begins there unless the cursor was moved, and in large scenes, with models or in lessons as before. */
TEST(offers_leave_a_chosen_place_alone)
{
    struct app a = opened_app();
    const struct look *look = &a.session.now.state.look;
    must_enter(&a, "view stages ; stage H ; view terms ; set row 2 col 5");
    press(&a, "e");
    assert_true(look->sheet.row == 2 && look->sheet.col == 5);
    app_finish(&a);
    a = app_after("view terms ; set d 100");
    press(&a, "e");
    assert_true(look->view == VIEW_EDIT && look->sheet.row == 0 && look->sheet.col == 0 &&
                !a.session.message_is_error);
    press(&a, "o");
    assert_true(a.session.message_is_error && look->sheet.row == 0 && look->sheet.col == 0);
    app_finish(&a);
}

static void check_value(const struct app *a, double x)
{
    struct knob k;
    assert_true(knob_here(&a->session.now.state, &a->session.now.config, &k));
    assert_close(knob_get(&a->session.now, &k), x, 1e-12);
}

/* On a computed number + runs the setting that it depends on. */
TEST(settings_run_where_they_act)
{
    static const struct {
        const char *line;
        double up, down, small; /* after +, then - -, then -1000 steps of 1 */
    } cases[] = {
        {"view flow ; set stage weights", 2.9, 2.7, 1},
        {"view stages ; stage scaled ; set scale 5", 5.1, 4.9, 1},
        {"layer 0 ; view stages ; stage H", 1.1, 0.9, -999.1},
        {"layer 0 ; view flow ; set stage P", 11000, 9090, 1.0001},
        {"layer 0 ; view flow ; set stage P ; set base 99", 109, 90.1, 1.0001},
        {"layer 0 ; view stages ; stage X ; focus X chases 0", 0.5, 0.3, -999.7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = opened_app();
        must_enter(&a, cases[i].line);
        press(&a, "+");
        check_value(&a, cases[i].up);
        press(&a, "-");
        press(&a, "-");
        check_value(&a, cases[i].down);
        must_enter(&a, "set step 1 ; nudge -1000");
        check_value(&a, cases[i].small);
        must_enter(&a, "nudge 1e300"); /* to the end, whatever that is */
        assert_true(isfinite(weight(&a.session.now, 0, 0, 0)));
        must_enter(&a, "undo ; undo");
        check_value(&a, cases[i].down);
        app_finish(&a);
    }
}

/* A key that is held: the picture shows the newest numbers at once, and nothing waits to be shown. */
TEST(pictures_do_not_lag_behind_a_held_key)
{
    struct app a = opened_app();
    a.session.moves = true;
    must_enter(&a, "view flow ; set stage weights");
    press(&a, "+");
    assert_int_equal(a.rest_ms, RESTS_MS); /* the first change glides */
    for (int i = 0; i < 20; i++) {
        if (i % 3)
            app_tick(&a); /* a frame between two keys, or none */
        press(&a, "+");
        struct screen s = app_host(&a).screen;
        assert_true(screen_moved(&s, 0) >= 1);
        assert_true(a.rest_ms > 0 && a.rest_ms <= RESTS_MS - MOVES_MS);
    }
    while (a.rest_ms > 0)
        app_tick(&a);
    press(&a, "-");
    assert_int_equal(a.rest_ms, RESTS_MS);
    app_finish(&a);
}

/* Finds a number on the screen. */
static void find(struct app *a, const char *number, struct event *at)
{
    struct canvas c = draw_screen(a, 24, 80);
    *at = (struct event){.kind = EVENT_WHEEL, .rows = 24, .cols = 80, .row = -1};
    for (int r = 0; r < c.rows && at->row < 0; r++)
        for (int k = 0; k + 4 < c.cols && at->row < 0; k++) {
            bool here = true;
            for (size_t i = 0; here && number[i]; i++)
                here = c.cells[r * c.stride + k + (int)i].ch[0] == (unsigned char)number[i];
            if (here) {
                at->row = r;
                at->col = k;
            }
        }
    assert_true(at->row >= 0);
    canvas_finish(&c);
}

TEST(the_wheel_runs_the_number_under_it)
{
    static const char *const lines[] = {"view edit", "layer 0 ; view stages ; stage X"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct app a = opened_app();
        struct event e;
        struct matrix_ref x = {MATRIX_X, 0};
        const struct look *look = &a.session.now.state.look;
        must_enter(&a, lines[i]);
        find(&a, "0.400", &e);
        e.button = -1;
        app_event(&a, &e);
        app_event(&a, &e);
        assert_close(matrices_get(&a.session.now.state, x, 1, 0), 0.6, 1e-12);
        assert_true(a.session.changed &&
                    (i ? look->query == 1 && look->dim == 0 : look->sheet.row == 1 && look->sheet.col == 0));
        e.button = 1;
        app_event(&a, &e);
        assert_close(matrices_get(&a.session.now.state, x, 1, 0), 0.5, 1e-12);
        long turn = a.session.turn;
        e.row = 0; /* elsewhere it moves the cursor */
        app_event(&a, &e);
        assert_true(a.session.turn == turn && (i ? look->query : look->sheet.row) == 2);
        app_finish(&a);
    }
}
