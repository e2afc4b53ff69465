/* Long work in a session: it shows how far it is, is drawn at any moment, and stops when that is wanted. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "app/recover.h"
#include "core/pipeline/stage.h"
#include "state/script.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

enum { LINES = 3000, KEPT = 2000 };

static int looks, patience;
static struct text told; /* how far it was when it was looked at last */

/* Polled during long work: draws the screen, after the first polls only now and then. */
static bool look_on(struct app *a)
{
    struct canvas c;
    text_clear(&told);
    app_progress(a, &told);
    if (++looks > 16 && looks % 64 > 0)
        return looks <= patience;
    assert_true(canvas_init(&c, 24, 80));
    assert_true(app_draw(a, c));
    canvas_finish(&c);
    return looks <= patience;
}

static bool enter_waiting(struct app *a, const char *line, int patient, struct text *why)
{
    struct reply r = {0};
    looks = 0;
    patience = patient;
    a->meanwhile = look_on;
    bool ok = app_line(a, line, &r);
    a->meanwhile = NULL;
    text_clear(why);
    text_add(why, text_str(&r.text));
    reply_finish(&r);
    return ok;
}

static void write_script(const char *path, const char *first)
{
    struct text t = {0};
    struct reply r = {0};
    text_add(&t, first);
    for (int i = 1; i <= LINES; i++)
        text_addf(&t, "set x %d 0 = %d\n", i % 3, i);
    assert_true(file_write(path, text_str(&t), t.len, &r));
    text_finish(&t);
    reply_finish(&r);
}

TEST(a_script_shows_its_lines_and_stops_between_them)
{
    struct app a = fresh_app();
    struct text why = {0}, line = {0};
    write_script(kept_path("long.qkv"), "");
    text_addf(&line, "source %s", kept_path("long.qkv"));
    assert_false(enter_waiting(&a, text_str(&line), 3, &why));
    assert_int_equal(looks, 4);
    assert_non_null(strstr(text_str(&told), "running /"));
    assert_non_null(strstr(text_str(&told), " % (Ctrl-C or Esc stops)"));
    assert_non_null(strstr(text_str(&why), "stopped"));
    int steps = history_steps(&a.session.history);
    assert_in_range(steps, 1, LINES - 1);
    assert_true(enter(&a, "undo"));
    assert_int_equal(history_steps(&a.session.history), steps - 1);
    assert_true(enter_waiting(&a, text_str(&line), 1000000,
                              &why)); /* what was stopped does not stop what comes next */
    text_finish(&line);
    text_finish(&why);
    app_finish(&a);
}

/* Stopped at any moment, a load leaves everything as it was. */
TEST(a_load_shows_its_lines_and_stops_as_a_whole)
{
    struct app a = app_after("set d 6");
    struct text why = {0}, line = {0};
    write_script(kept_path("long.scene"), SCRIPT_FIRST_LINE "\n");
    text_addf(&line, "load %s", kept_path("long.scene"));
    for (int patient = 0; patient < 8; patient++) {
        assert_false(enter_waiting(&a, text_str(&line), patient, &why));
        assert_string_equal(text_str(&why), "stopped");
        assert_int_equal(looks, patient + 1);
        assert_int_equal(a.session.now.state.set.d, 6);
        assert_int_equal(history_steps(&a.session.history), 1);
    }
    assert_non_null(strstr(text_str(&told), "running /"));
    assert_true(enter_waiting(&a, text_str(&line), 1000000, &why));
    assert_int_equal(a.session.now.state.set.d, 8);
    assert_int_equal(history_steps(&a.session.history), 2);
    text_finish(&line);
    text_finish(&why);
    app_finish(&a);
}

/* Stopped at any moment of its training, a load leaves everything as it was. */
TEST(a_load_that_trains_stops_as_a_whole)
{
    static const char file[] = SCRIPT_FIRST_LINE "\ntask order batch=90\nset rate 0.01\ntrain 3000\n";
    struct app a = app_after("task two ; train 7");
    struct text why = {0}, line = {0};
    struct reply r = {0};
    assert_true(file_write(kept_path("trained.scene"), file, sizeof file - 1, &r));
    text_addf(&line, "load %s", kept_path("trained.scene"));
    for (int patient = 1; patient < 200; patient *= 3) {
        assert_false(enter_waiting(&a, text_str(&line), patient, &why));
        assert_string_equal(text_str(&why), "stopped");
        assert_int_equal(looks, patient + 1);
        assert_non_null(strstr(text_str(&told), "training"));
        assert_int_equal(a.session.now.state.set.steps, 7);
        assert_int_equal(history_steps(&a.session.history), 2);
    }
    assert_true(enter_waiting(&a, text_str(&line), 1000000, &why));
    assert_int_equal(a.session.now.state.set.steps, 3000);
    text_finish(&line);
    text_finish(&why);
    reply_finish(&r);
    app_finish(&a);
}

/* The picture is whole whenever it is drawn, whatever is being computed for it; stopped at each moment in
 * turn, a line has either worked or changed no number. */
TEST(every_line_may_be_looked_at_and_stopped_at_any_moment)
{
    static const char *const shown[] = {"stages", "encoding", "terms", "compare", "edit", "map"};
    static const char *const lines[] = {"set base 77",
                                        "encoding xl",
                                        "encoding shaw",
                                        "weights random 3",
                                        "set layers 2",
                                        "set d 96",
                                        "swap",
                                        "undo",
                                        "pin",
                                        "compare swap",
                                        "view compare",
                                        "reset",
                                        "print order_max(weight(0,1))",
                                        "random WQ",
                                        "set terms_panel scale view terms"};
    struct text why = {0};
    for (size_t v = 0; v < sizeof shown / sizeof *shown; v++)
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            int stops = 0;
            for (bool done = false; !done; stops = 4 * stops + 1) {
                struct app a = app_after(
                    "tokens a b c d e ; set d 128 heads 4 layers 3 ; pin ; set base 50 ; set show delta");
                char view[40];
                snprintf(view, sizeof view, "view %s", shown[v]);
                must_enter(&a, view);
                struct state before;
                state_copy(&before, &a.session.now.state);
                bool ok = enter_waiting(&a, lines[i], stops, &why);
                done = looks <= stops;
                if (done && !ok)
                    fail_msg("%s in %s: %s", lines[i], shown[v], text_str(&why));
                if (!ok && (!strstr(text_str(&why), "stopped") ||
                            !state_same_numbers(&before, &a.session.now.state)))
                    fail_msg("%s in %s, stopped after %d: %s", lines[i], shown[v], stops, text_str(&why));
                state_finish(&before);
                app_finish(&a);
            }
        }
    text_finish(&why);
}

/* Polled during long work: resizes the window. */
static bool resize(struct app *a)
{
    struct canvas c;
    assert_true(canvas_init(&c, 24 + ++looks % 9, 80));
    assert_true(app_draw(a, c));
    canvas_finish(&c);
    return true;
}

TEST(a_window_that_changes_size_during_work_computes_nothing)
{
    static const char line[] = "tokens a b c d e ; set d 128 heads 4 layers 3 ; view compare";
    struct text seen = {0}, want = {0};
    struct app a = app_after(line), b = app_after(line);
    looks = 0;
    a.meanwhile = resize;
    must_enter(&a, "encoding rope");
    must_enter(&b, "encoding rope");
    assert_true(looks > 2);
    while (session_busy(&a.session) || session_busy(&b.session)) {
        session_work(&a.session, app_work(&a));
        session_work(&b.session, NULL);
    }
    a.meanwhile = NULL;
    read_screen(&a, 40, 120, &seen);
    read_screen(&b, 40, 120, &want);
    assert_string_equal(text_str(&seen), text_str(&want));
    assert_true(a.session.order.known);
    text_finish(&seen), text_finish(&want);
    app_finish(&a);
    app_finish(&b);
}

/* ---- layers that an edit leaves unchanged ------------------------------------------------------------ */

#define LARGE                                                                                                \
    "tokens a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F ; set d 256 layers 6 dff 1024 "  \
    "; "                                                                                                     \
    "block encoder ; classes a b c ; weights random 1"

static bool same_stage(const struct scene *a, const struct scene *b, int layer, int stage)
{
    bool same = true;
    for (int head = 0; head < a->config.heads && same; head++) {
        struct mat x = stage_matrix(&a->trace, layer, stage, head),
                   y = stage_matrix(&b->trace, layer, stage, head);
        same = x.rows == y.rows && x.cols == y.cols;
        for (int r = 0; r < x.rows && same; r++)
            same = memcmp(mat_row(x, r), mat_row(y, r), (size_t)x.cols * sizeof(double)) == 0;
    }
    return same;
}

/* Compares every stage of every layer, and the terms, with a fresh computation of the same state. */
static void assert_as_computed_afresh(const struct scene *s, const char *line)
{
    struct scene fresh = {0};
    struct state copy;
    struct reply r = {0};
    state_copy(&copy, &s->state);
    assert_true(scene_take(&fresh, &copy, &r));
    assert_int_equal(fresh.trace.computed, s->config.layers);
    for (int l = 0; l < s->config.layers; l++) {
        struct mat x = s->trace.layer[l].self.terms, y = fresh.trace.layer[l].self.terms;
        assert_int_equal(x.rows, y.rows);
        if (x.rows > 0 && memcmp(x.v, y.v, (size_t)x.rows * (size_t)x.stride * sizeof(double)) != 0)
            fail_msg("%s: the terms of layer %d differ", line, l);
        for (int stage = 0; stage < STAGE_COUNT; stage++)
            if (stage_present(&s->config, l, stage) && stage_has_numbers(stage) &&
                !same_stage(s, &fresh, l, stage))
                fail_msg("%s: %s of layer %d differs", line, stage_name(stage), l);
    }
    scene_finish(&fresh);
    reply_finish(&r);
}

TEST(an_edit_computes_its_layer_and_those_above)
{
    static const struct {
        const char *line;
        int computed;
    } edits[] = {
        {"layer 3 ; set W1 0 0 = 0.5", 3},
        {"layer 5 ; set WK 2 1 = 0.5", 1},
        {"layer 0 ; set WQ 0 0 = 0.5", 6},
        {"set U 0 0 = 0.5", 0},
        {"term token:attn1 off", 4},
        {"term token:attn0 off", 5},
        {"omit attn2", 4},
        {"omit attn3", 3},
        {"mask causal", 6},
        {"omit position", 6},
        {"encoding rope", 6},
        {"set x 0 0 = 3", 6},
        {"set base 99", 6},
        {"swap", 6},
        {"set eps 0.1", 6},
        {"layer 4 ; set g2 0 7 = 2", 2},
        {"layer 2 ; set W2 0 0 = 0.5", 4},
        {"layer 5 ; set b2 0 0 = 0.5", 1},
        {"target a b", 0},
        {"set heads 2", 6},
    };
    struct app a = app_after(LARGE);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        must_enter(&a, edits[i].line);
        if (a.session.now.trace.computed != edits[i].computed)
            fail_msg("%s: computed %d layers", edits[i].line, a.session.now.trace.computed);
        assert_as_computed_afresh(&a.session.now, edits[i].line);
    }
    app_finish(&a);
}

/* A causal row depends on no word after it: what came before the first word that differs is kept. */
TEST(a_word_more_keeps_the_rows_before_it)
{
    static const struct {
        const char *line;
        int kept; /* rows */
    } edits[] = {
        {"insert G 32", 32},
        {"insert H 33 ; insert I 34", 34},
        {"delete I", 34}, /* computes no row at all */
        {"delete u", 20},
        {"insert u 19", 19},
        {"undo", 20} /* a scene that is still there */,
        {"swap 30 31", 30},
        {"set x 7 0 = 3", 7},
        {"layer 4 ; set WK 0 0 = 0.5", 0}, /* its rows and those above */
        {"insert J 33", 33},
        {"encoding rope", 0},
        {"insert K 34", 34},
        {"encoding alibi ; insert L 35", 35},
        {"encoding t5 ; insert M 36", 36},
        {"encoding shaw ; insert N 37", 37},
        {"encoding normalized ; insert O 38", 0},
        {"encoding learned ; insert P 39", 39},
        {"term token:token off", 0},
        {"delete P ; delete O", 38},
        {"classes u t ; write", 38},
        {"set temperature 1 top_k 9 top_p 0.9 draw 5", 39},
        {"write 2", 40},
        {"undo ; undo ; undo ; undo", 38},
        {"mask none", 0},
        {"insert P 38", 0},
        {"mask pad 2", 0},
        {"delete P", 0},
        {"mask causal", 0},
        {"set block decoder ; memory a b c ; insert P 38", 0},
    };
    struct app a = app_after(LARGE " ; mask causal");
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        must_enter(&a, edits[i].line);
        if (a.session.now.trace.first != edits[i].kept)
            fail_msg("%s: kept %d rows", edits[i].line, a.session.now.trace.first);
        assert_as_computed_afresh(&a.session.now, edits[i].line);
    }
    app_finish(&a);
}

TEST(looking_around_computes_nothing)
{
    struct app a = app_after(LARGE);
    long turn = a.session.turn;
    must_enter(&a,
               "layer 4 ; focus 3 5 ; head 0 ; view terms ; view stages ; stage ffn ; cursor down ; layer 1");
    assert_int_equal(a.session.turn, turn); /* no scene was computed */
    must_enter(&a, "layer 3 ; set WV 0 0 = 0.5 ; undo");
    assert_as_computed_afresh(&a.session.now, "undo");
    must_enter(&a, "pin"); /* a copy */
    assert_int_equal(a.session.pins[0].scene.trace.computed, 0);
    assert_as_computed_afresh(&a.session.pins[0].scene, "pin");
    app_finish(&a);
}

/* The user waits longer each time, until it is done. */
TEST(long_work_names_its_layer_and_stops_within_it)
{
    struct app a = app_after(LARGE);
    struct text why = {0};
    int layer = 0, layers = 6;
    for (int patient = 4; !enter_waiting(&a, "encoding rope", patient, &why); patient *= 4) {
        assert_string_equal(text_str(&why), "stopped");
        assert_as_computed_afresh(&a.session.now, "stopped");
        const char *part = strstr(text_str(&told), "computing, layer ");
        int before = layer;
        if (part)
            assert_int_equal(sscanf(part, "computing, layer %d of %d: ", &layer, &layers), 2);
        assert_in_range(layer, before, 6);
        assert_int_equal(layers, 6);
    }
    assert_true(layer > 1);
    text_finish(&why);
    app_finish(&a);
}

TEST(what_is_written_can_be_stopped_and_writes_nothing)
{
    static const char *const lines[] = {"save %s", "export json %s", "export csv WQ %s", "export npy WQ %s"};
    struct app a = app_after("set d 256 layers 2 ; weights random 1");
    struct text why = {0}, line = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        text_clear(&line);
        text_addf(&line, "%.*s%s", (int)strlen(lines[i]) - 2, lines[i], kept_path("out"));
        assert_false(enter_waiting(&a, text_str(&line), 1, &why));
        assert_string_equal(text_str(&why), "stopped");
        assert_non_null(strstr(text_str(&told), "writing "));
        assert_int_not_equal(access(kept_path("out"), F_OK), 0);
    }
    text_finish(&why);
    text_finish(&line);
    app_finish(&a);
}

TEST(a_session_that_comes_back_can_be_stopped_and_stays_kept)
{
    struct app a, b;
    struct text why = {0}, line = {0};
    kept_start(&a);
    for (int i = 0; i < KEPT; i++) {
        text_clear(&line);
        text_addf(&line, "set x 0 0 = %d", i);
        must_enter(&a, text_str(&line));
        autosave_write(&a);
    }
    a.session.unsaved = true;
    app_finish(&a);
    assert_int_equal(kept_files(".journal"), 1);
    kept_start(&b);
    assert_false(enter_waiting(&b, "recover", 25, &why));
    assert_string_equal(text_str(&why), "stopped");
    if (!strstr(text_str(&told), "restoring "))
        fail_msg("%s", text_str(&told));
    assert_int_equal(history_steps(&b.session.history), 0);
    assert_int_equal(kept_files(".journal"), 1);
    assert_true(enter_waiting(&b, "recover", 1000000, &why));
    assert_int_equal(history_steps(&b.session.history), KEPT);
    kept_end_saved(&b);
    text_finish(&why);
    text_finish(&line);
}

static int finish(void **state)
{
    text_finish(&told);
    return kept_end(state);
}

TESTS(kept_begin, finish)
