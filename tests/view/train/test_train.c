/* The training view: both runs are those of the trainer, time goes both ways, a run is one change. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "expr/expr.h"
#include "state/training.h"
#include "app/keyboard.h"
#include "support/apps.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"
#include "view/hue.h"
#include "view/train/train.h"

/* A session with the training view open, at rest. */
static struct app watching(const char *line)
{
    struct app a = app_after(line);
    must_enter(&a, "view train");
    return a;
}

static void settle(struct app *a)
{
    while (session_busy(&a->session))
        app_tick(a);
}

static double value(const struct app *a, const char *expression)
{
    struct expr_context context = session_context(&a->session);
    struct expr_value v = {0};
    struct reply r = {0};
    if (!expr_eval(&context, expression, strlen(expression), &v, &r))
        fail_msg("%s: %s", expression, text_str(&r.text));
    double x = v.v[0];
    expr_value_finish(&v);
    reply_finish(&r);
    return x;
}

static struct train facts(struct app *a, struct screen *s)
{
    struct train f;
    *s = (struct screen){.session = &a->session, .scratch = &a->scratch};
    if (!train_facts(&f, s))
        fail_msg("%s", text_str(&a->session.learning.why));
    return f;
}

/* The other run is the training that its settings ask for, step by step and however it was reached. */
TEST(the_rival_is_a_training_like_any_other)
{
    static const char *const cases[][2] = {
        {"task order", "task order ; encoding none"},
        {"task order ; set race rope", "task order ; encoding rope"},
        {"task order encoding=none", "task order encoding=none ; encoding sincos"},
        {"task metre", "task metre ; encoding none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = watching(cases[i][0]), alone = app_after(cases[i][1]);
        struct screen s;
        must_enter(&a, "train 3");
        must_enter(&a, "train +20");
        must_enter(&a, "train -4");
        must_enter(&alone, "train 19");
        struct train f = facts(&a, &s);
        const struct trainer *own = &alone.session.now.state.training->trainer;
        assert_int_equal(f.runs, 2);
        assert_int_equal(f.run[1].t->step, 19);
        for (int k = 0; k < 19; k++)
            if (train_loss(&f.run[1], k) != own->curve[k].loss ||
                train_right(&f.run[1], k) != own->curve[k].right)
                fail_msg("%s: step %d", cases[i][0], k);
        assert_true(train_right(&f.run[1], 19) == value(&alone, "acc()"));
        assert_true(train_loss(&f.run[1], 19) == value(&alone, "loss()"));
        assert_true(train_loss(&f.run[0], 19) == value(&a, "loss()"));
        app_finish(&a);
        app_finish(&alone);
    }
}

/* Shares and right answers are those of share(), acconly() and accwithout(). */
TEST(the_terms_are_those_that_print_computes)
{
    struct app a = watching("task order");
    const struct learning *l = &a.session.learning;
    struct text e = {0};
    for (int step = 20; step <= 37; step += 17) {
        text_clear(&e);
        text_addf(&e, "train %d", step);
        must_enter(&a, text_str(&e));
        settle(&a);
        assert_int_equal(l->terms, 4);
        assert_int_equal(l->tried, 8);
        for (int i = 0; i < 3 * l->terms; i++) {
            static const char *const functions[] = {"share", "acconly", "accwithout"};
            const double *const shown[] = {l->present, l->alone, l->without};
            text_clear(&e);
            text_addf(&e, "%s(%s)", functions[i % 3], l->term[i / 3].name);
            if (shown[i % 3][i / 3] != value(&a, text_str(&e)))
                fail_msg("%s", text_str(&e));
        }
    }
    int at = 3 * l->every;
    double then = l->share[3][3];
    text_clear(&e);
    text_addf(&e, "train %d", at);
    must_enter(&a, text_str(&e));
    assert_true(at > 0 && then == value(&a, "share(pp)"));
    text_finish(&e);
    app_finish(&a);
}

static void draw(struct app *a, struct text *out)
{
    text_clear(out);
    settle(a);
    read_screen(a, 36, 120, out);
}

/* The picture of a step does not tell how it was reached. */
TEST(time_goes_both_ways)
{
    static const char *const lines[] = {"task order", "task metre", "task point", "task repeat layers=1"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct text before = {0}, after = {0}, anew = {0};
        struct app a = watching(lines[i]), other = watching(lines[i]);
        must_enter(&a, "train 30");
        draw(&a, &before);
        press(&a, "Right");
        must_enter(&a, "train +50");
        press(&a, "p");
        draw(&a, &after);
        assert_string_not_equal(text_str(&before), text_str(&after));
        press(&a, "p");
        must_enter(&a, "train -50");
        press(&a, "Left");
        text_clear(&a.session.message);
        draw(&a, &after);
        assert_string_equal(text_str(&before), text_str(&after));
        must_enter(&other, "train 30");
        draw(&other, &anew);
        assert_string_equal(text_str(&before), text_str(&anew));
        text_finish(&before);
        text_finish(&after);
        text_finish(&anew);
        app_finish(&a);
        app_finish(&other);
    }
}

/* As a question about another step does that is stopped before the trainer has come back. */
TEST(the_curves_end_at_the_step_of_the_state_wherever_the_trainer_is)
{
    struct app a = watching("task order seed=1");
    must_enter(&a, "train 30");
    settle(&a);
    struct text before = {0}, after = {0};
    draw(&a, &before);
    static const int steps[] = {10, 60};
    for (int i = 0; i < 2; i++) {
        struct state elsewhere = {0};
        struct reply r = {0};
        state_copy(&elsewhere, &a.session.now.state);
        elsewhere.set.steps = steps[i];
        assert_true(training_open(&elsewhere, &r));
        assert_int_equal(a.session.now.state.training->trainer.step, steps[i]);
        text_clear(&after);
        draw(&a, &after);
        assert_string_equal(text_str(&after), text_str(&before));
        state_finish(&elsewhere);
        reply_finish(&r);
    }
    text_finish(&before);
    text_finish(&after);
    app_finish(&a);
}

/* Goes on until nothing moves; returns the frames that it took. */
static int run_out(struct app *a)
{
    int frames = 0;
    for (; a->session.now.state.look.train.run && frames < 1000; frames++)
        app_tick(a);
    return frames;
}

TEST(a_run_stops_where_it_is_enough_and_is_one_change)
{
    struct app a = watching("task order");
    const struct settings *set = &a.session.now.state.set;
    a.session.moves = true;
    int steps = history_steps(&a.session.history);
    press(&a, "Space");
    assert_int_equal(set->steps, 1);
    assert_in_range(app_wait(&a), 50, 100);
    run_out(&a);
    assert_int_equal(set->steps, task_at(set->task)->steps);
    assert_int_equal(history_steps(&a.session.history), steps + 1);
    press(&a, "u");
    assert_int_equal(set->steps, 0);
    press(&a, "C-r");
    assert_int_equal(set->steps, 100);
    press(&a, "Space"); /* from the beginning; stopped, and on */
    assert_int_equal(set->steps, 1);
    app_tick(&a);
    press(&a, "Space");
    assert_int_equal(set->steps, 2);
    app_tick(&a);
    assert_int_equal(set->steps, 2);
    press(&a, "Space");
    app_tick(&a);
    press(&a, ".");
    assert_int_equal(set->steps, 5);
    assert_false(a.session.now.state.look.train.run);
    assert_int_equal(history_steps(&a.session.history), steps + 4);
    press(&a, "u");
    press(&a, "u");
    assert_int_equal(set->steps, 2);
    app_finish(&a);
}

/* What changes the model, or leaves the view, ends the run. */
TEST(other_changes_end_a_run)
{
    static const char *const keys[] = {"p", "m", "R", "n", "g", "1", "u", ".", "Right", "x"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct app a = watching("task order");
        a.session.moves = true;
        press(&a, "Space");
        press(&a, keys[i]);
        if (a.session.now.state.look.train.run)
            fail_msg("%s", keys[i]);
        app_finish(&a);
    }
    struct app a = watching("task order");
    press(&a, "Space"); /* nothing moves here */
    assert_int_equal(a.session.now.state.set.steps, 100);
    assert_false(a.session.now.state.look.train.run);
    app_finish(&a);
}

/* What cannot go on says so, once. */
TEST(a_run_that_fails_stops)
{
    struct app a = watching("task order optimizer=sgd rate=100");
    a.session.moves = true;
    press(&a, "Space");
    int frames = run_out(&a);
    assert_true(frames < 100 && a.session.message_is_error);
    assert_non_null(strstr(text_str(&a.session.message), "smaller rate"));
    app_finish(&a);
}

static int count_lines(const char *from, const char *to)
{
    int lines = 0;
    for (; from < to; from++)
        lines += *from == '\n';
    return lines;
}

/* On a large screen their numbers stay near the names, and there is air between them. */
TEST(the_list_of_tasks_is_read_across)
{
    struct app a = app_after("lang en ; view train");
    struct text t = {0};
    read_screen(&a, 67, 240, &t);
    const char *one = strstr(text_str(&t), " echo "), *number = strstr(one, "200"),
               *next = strstr(one, " reverse ");
    assert_true(number - one < 120);
    assert_int_equal(count_lines(one, next), 2);
    text_clear(&t);
    read_screen(&a, 24, 80, &t);
    one = strstr(text_str(&t), " order ");
    assert_int_equal(count_lines(one, strstr(one, " order-end ")), 1);
    text_finish(&t);
    app_finish(&a);
}

/* A list that goes on says so, at both ends. */
TEST(a_list_of_tasks_that_goes_on_is_marked)
{
    struct app a = app_after("lang en ; view train");
    see(&a, 24, 80, "▾");
    see_not(&a, 24, 80, "▴");
    for (int i = 0; i < task_count(); i++)
        press(&a, "Down");
    see(&a, 24, 80, "▴");
    see_not(&a, 24, 80, "▾");
    see_not(&a, 67, 240, "▴");
    app_finish(&a);
}

/* The loss of the test is far above the steps before it: the curve goes up to the number that stands there.
 */
TEST(the_last_point_of_a_curve_is_seen)
{
    struct app a = app_after("lang en ; lesson 32/table");
    must_enter(&a, "reveal");
    see(&a, 24, 80, "loss 3.354");
    see(&a, 24, 80, "3.4         ⡇");
    app_finish(&a);
}

TEST(the_step_touches_no_end_of_the_axis)
{
    struct app a = app_after("task order-end ; view train ; train 270");
    see(&a, 36, 120, " step 270 ");
    see_not(&a, 36, 120, "270 0"); /* of 300 */
    must_enter(&a, "train 0");
    see(&a, 36, 120, "     step 0 "); /* instead of the other end */
    see(&a, 36, 120, " 300 │");
    app_finish(&a);
}

/* Numbers of step 0 that nothing names look like those of another head. */
TEST(the_shares_of_step_0_are_named_or_left_out)
{
    struct app a = app_after("task order ; view train ; train 100");
    see(&a, 36, 120, "step 0  0.32        0.34        0.34");
    must_enter(&a, "lesson tour/race");
    see(&a, 36, 120, "0.32    0.34    0.34"); /* the present step */
    must_enter(&a, "train 100");
    see_not(&a, 36, 120, "0.32    0.34    0.34");
    app_finish(&a);
}

TEST(keys_choose_tasks_seeds_and_masks)
{
    struct app a = watching("lang en");
    const struct state *s = &a.session.now.state;
    assert_true(training_lists_tasks(s));
    press(&a, "Down");
    press(&a, "Enter");
    assert_string_equal(task_at(s->set.task)->name, "order-end");
    press(&a, "n");
    assert_string_equal(task_at(s->set.task)->name, "find");
    must_enter(&a, "train 12");
    double first = factor_entry(a.session.now.config.w[0][W_Q], 0, 0);
    press(&a, "R");
    assert_int_equal(s->set.seed, 2);
    assert_int_equal(s->set.steps, 0);
    assert_true(first != factor_entry(a.session.now.config.w[0][W_Q], 0, 0));
    press(&a, "m");
    assert_int_equal(s->set.mask, MASK_CAUSAL);
    press(&a, "m");
    assert_int_equal(s->set.mask, MASK_NONE);
    press(&a, "Tab");
    press(&a, "Tab");
    assert_true(training_lists_tasks(s));
    app_finish(&a);
}

/* A rival that cannot be trained leaves the model alone on the screen, and the reason. */
/* After a sentence of one's own the cursor is on the task that learns from it. */
TEST(a_sentence_of_ones_own_is_what_is_trained_next)
{
    struct app a = watching("example 猫 追 狗 -> 猫");
    press(&a, "a");
    keyboard_paste(&a, "狗 追 猫 -> 狗");
    press(&a, "Enter");
    see(&a, 24, 80, "example added, 2 in all: 'task own' learns from them");
    press(&a, "Enter");
    assert_string_equal(task_at(a.session.now.state.set.task)->name, "own");
    press(&a, "a");
    keyboard_paste(&a, "狗 追 鱼 -> 狗");
    press(&a, "Enter");
    see(&a, 24, 80, "example added, 3 in all");
    see_not(&a, 24, 80, "learns from them");
    app_finish(&a);
}

TEST(a_rival_that_cannot_learn_is_explained)
{
    struct app a = watching("lang en ; task order ; train 5 ; set race shaw");
    struct screen s;
    struct text out = {0};
    assert_int_equal(facts(&a, &s).runs, 1);
    draw(&a, &out);
    assert_non_null(strstr(text_str(&out), "this encoding cannot be trained yet"));
    must_enter(&a, "set race off");
    assert_int_equal(facts(&a, &s).runs, 1);
    draw(&a, &out);
    assert_null(strstr(text_str(&out), "cannot be trained"));
    must_enter(&a, "set race auto ; train 0 ; memory a b");
    draw(&a, &out);
    assert_non_null(strstr(text_str(&out), "no memory"));
    text_finish(&out);
    app_finish(&a);
}

/* A table that was trained on a verse of T has learned a clock of T. */
TEST(a_verse_makes_a_clock)
{
    static const int lines[] = {5, 7};
    for (int i = 0; i < 2; i++) {
        struct text line = {0}, out = {0};
        double mean[CONFIG_MAX_WORDS];
        text_addf(&line, "lang en ; task metre k=%d", lines[i]);
        struct app a = watching(text_str(&line));
        assert_int_equal(train_likeness(a.session.now.trace.P, mean), 0);
        must_enter(&a, "train 100");
        assert_int_equal(train_likeness(a.session.now.trace.P, mean), lines[i]);
        assert_true(fabs(mean[0] - 1) < 1e-9);
        draw(&a, &out);
        text_clear(&line);
        text_addf(&line, "a clock with %d hours", lines[i]);
        assert_non_null(strstr(text_str(&out), text_str(&line)));
        text_finish(&line);
        text_finish(&out);
        app_finish(&a);
    }
}

static bool has(struct canvas c, uint32_t ch, uint16_t ink)
{
    bool found = false;
    for (int i = 0; i < c.rows * c.cols; i++)
        found = found || (c.cells[i].ch[0] == ch && c.cells[i].fg == ink);
    return found;
}

/* On a clock of five hours the places 1 and 6 are the same hour, and have its colour. */
TEST(places_of_one_hour_have_one_colour)
{
    struct app a = watching("lang en ; task metre k=5 ; set train_panel places ; train 100");
    struct canvas c = draw_screen(&a, 36, 120);
    for (int place = 0; place < 10; place++)
        if (!has(c, (uint32_t)('0' + place), ink_hue(hue_of_hand(place % 5, 5), HUE_FULL)))
            fail_msg("place %d has not the colour of hour %d", place, place % 5);
    canvas_finish(&c);
    app_finish(&a);
}

/* In every size, language and panel of every task something is drawn, and told. */
/* Without colours the picture of all terms has a legend, and a solid curve is not taken for a dashed one. */
TEST(without_colours_terms_and_curves_are_told_apart)
{
    struct app a = watching("lang en ; task order ; train 5");
    see_not(&a, 36, 120, "word·word   ░░");
    a.mono = true;
    see(&a, 36, 120, "word·word ░░ ");
    see(&a, 36, 120, "place·place ██ ");
    app_finish(&a);
}

/* The answers have their heading in both halves: without it the ribbons run into the bars. */
TEST(both_halves_say_who_answers)
{
    struct app a = watching("lang en ; task order ; train 5");
    struct canvas c = draw_screen(&a, 24, 80);
    struct text t = {0};
    canvas_text(c, &t);
    const char *first = strstr(text_str(&t), " says");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, " says"));
    text_finish(&t);
    canvas_finish(&c);
    app_finish(&a);
}

/* What the screen's title says is the model's own encoding, so the other run must say which it has. */
TEST(the_other_run_says_its_encoding)
{
    struct app a = watching("lang en ; task order ; train 5 ; encoding alibi");
    see(&a, 24, 80, "with positions ");
    see(&a, 24, 80, "without positions ");
    must_enter(&a, "encoding none");
    see(&a, 24, 80, "without positions ");
    see(&a, 24, 80, "with alibi ");
    see_not(&a, 24, 80, "with positions");
    must_enter(&a, "encoding rope ; set race alibi");
    see(&a, 24, 80, "━━━ rope ");
    see(&a, 24, 80, "╌╌╌ alibi ");
    app_finish(&a);
}

/* It shows the last layer, whichever is in view elsewhere: one layer is named, not two. */
TEST(the_only_layer_named_is_the_one_shown)
{
    struct app a = watching("lang en ; task order ; set layers 2 ; layer 0");
    see(&a, 24, 80, "layer 2 of 2");
    see_not(&a, 24, 80, "layer 1");
    must_enter(&a, "view stages");
    see(&a, 24, 80, "layer 1/2");
    app_finish(&a);
}

/* The terms in view are some of all: it says so. */
TEST(terms_left_out_are_counted)
{
    struct app a = watching("lang en ; task order encoding=rope ; train 2");
    see(&a, 24, 80, "scores  ");
    see_not(&a, 24, 80, "terms");
    must_enter(&a, "set d 16");
    see(&a, 24, 80, "4 of 8 terms");
    see(&a, 36, 120, "4 of 8 terms");
    must_enter(&a, "lang zh");
    see(&a, 24, 80, "4 项（共 8 项）");
    app_finish(&a);
}

/* Not every encoding adds something to the words: it says what else it does. */
TEST(an_encoding_that_adds_nothing_says_where_it_acts)
{
    struct app a = watching("lang en ; task order encoding=rope ; train 2 ; set train_panel places");
    see(&a, 36, 120, "No positions are added to the words (p).");
    see(&a, 36, 120, "Rotates every pair of columns");
    must_enter(&a, "encoding alibi");
    see(&a, 36, 120, "Subtracts slope × distance");
    must_enter(&a, "encoding t5");
    see(&a, 36, 120, "No positions are added to the words (p).");
    see(&a, 36, 120, "Adds one learned number"); /* not what is said of a model's file */
    must_enter(&a, "encoding none");
    see(&a, 36, 120, "No position anywhere");
    app_finish(&a);
}

TEST(every_task_is_shown)
{
    static const int sizes[][2] = {{1, 1}, {7, 20}, {18, 60}, {24, 80}, {36, 120}, {67, 240}};
    for (int i = 0; tasks[i]; i++) {
        struct text line = {0}, out = {0};
        text_addf(&line, "lang %s ; %stask %s ; train 2 ; set train_panel %s", i % 2 ? "zh" : "en",
                  tasks[i]->write ? "" : "example 猫 追 狗 -> 猫 ; example 狗 追 猫 -> 狗 ; ", tasks[i]->name,
                  i % 3 ? "run" : "places");
        struct app a = watching(text_str(&line));
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            text_clear(&out);
            read_screen(&a, sizes[k][0], sizes[k][1], &out);
            const char *name = text_in("without positions", i % 2 ? LANG_ZH : LANG_EN);
            if (sizes[k][0] >= 18 && !strstr(text_str(&out), name))
                fail_msg("%s at %d:\n%s", tasks[i]->name, sizes[k][0], text_str(&out));
        }
        must_enter(&a, "view train");
        text_finish(&line);
        text_finish(&out);
        app_finish(&a);
    }
}

/* Half a screen of 80 columns has the right answers of both runs and whole names of the terms; repeated words
 * are told by their place. */
/* With 80 answers and all losses small, its level would be some hundred rows above the screen. */
TEST(a_guess_much_worse_than_every_step_is_not_drawn)
{
    enum { ANSWERS = 80 };
    struct text line = {0}, screen = {0};
    text_add(&line, "classes 猫");
    for (int i = 1; i < ANSWERS; i++)
        text_addf(&line, " w%d", i);
    text_add(&line, " ; bU = 30");
    for (int i = 1; i < ANSWERS; i++)
        text_add(&line, " 0");
    text_add(&line, " ; target 追 猫 ; train 3");
    struct app a = watching(text_str(&line));
    settle(&a);
    read_screen(&a, 50, 120, &screen);
    assert_null(strstr(text_str(&screen), "ln 80"));
    text_finish(&line);
    text_finish(&screen);
    app_finish(&a);
}

/* Where the title of a task speaks of k, this scene's k follows. */
TEST(a_title_with_k_says_which)
{
    struct app a = app_after("lang en");
    must_enter(&a, "task echo n=9 k=2 seed=1 ; view train");
    see(&a, 24, 80, "k positions before, k = 2");
    must_enter(&a, "task metre seed=1");
    see(&a, 36, 120, "k tones, k = 5");
    must_enter(&a, "task order");
    see_not(&a, 24, 80, "k =");
    app_finish(&a);
}

/* Training gives the words of a task their meaning. */
TEST(words_of_a_task_are_not_called_unknown)
{
    struct app a = app_after("lang en ; lesson 28/slots ; reveal");
    keyboard_run(&a, "next");
    assert_int_equal(a.session.now.state.set.task_n, 9);
    assert_string_equal(text_str(&a.session.message), "");
    must_enter(&a, "view flow");
    see(&a, 24, 80, " J ");
    see_not(&a, 24, 80, "J?");
    app_finish(&a);
}

TEST(beside_a_lesson_nothing_is_lost)
{
    static const char *const seen[] = {"loss 0.000  100 %", "loss 1.133  49 %", "place·place", "4 rising"};
    struct text out = {0};
    struct app a = app_after("lang en ; lesson 30/next ; train 50 ; view train");
    settle(&a);
    read_screen(&a, 24, 80, &out);
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (!strstr(text_str(&out), seen[i]))
            fail_msg("%s:\n%s", seen[i], text_str(&out));
    text_finish(&out);
    app_finish(&a);
}
