/* A storm: commands, keys, pastes, clicks and wheels by the thousand, each drawn, in windows of 1 × 1 to 500
 * × 200. Now and then the picture must be the one that a fresh canvas gets and that the same state gives when
 * all of it is computed again. STORM is the number of steps; `make storm` takes 100,000, with 2,000 sizes,
 * under sanitizers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "session/keymap.h"
#include "support/kept.h"
#include "support/steps.h"
#include "support/test.h"

enum { STEPS = 4000, SIZE_EVERY = 50, LOOK_EVERY = 25, MOST_WORK = 1000000 };

struct storm {
    struct app app; /* first: see look_on */
    struct rng rng;
    struct canvas screen; /* as the terminal's: what was drawn last is still there */
};

static int below(struct storm *s, int n)
{
    return steps_below(&s->rng, n);
}

/* ---- what blows ------------------------------------------------------------ */

static void press(struct storm *s, const char *key)
{
    app_event(&s->app, &(struct event){.kind = EVENT_KEY, .text = key});
}

static void some_key(struct storm *s)
{
    static const char *const others[] = {"猫",  "，",  "\xff", "e\xcc\x81", "\xe2\x80\xae",
                                         "C-a", "C-k", "C-w",  "C-u",       "Home",
                                         "End", "Ins", "F12",  "S-Left",    "Backspace"};
    char typed[2] = {(char)('!' + below(s, 94)), '\0'};
    int count = 0, which = below(s, 4);
    while (keymap_defaults[count].key)
        count++;
    if (which < 2)
        press(s, keymap_defaults[below(s, count)].key);
    else if (which == 2)
        press(s, others[below(s, sizeof others / sizeof *others)]);
    else
        press(s, strcmp(typed, "/") == 0 ? "Tab" : typed); /* no path that leads out of here */
}

static void some_line(struct storm *s)
{
    char step[STEP_LONGEST], other[STEP_LONGEST];
    steps_some(step, &s->rng);
    if (below(s, 3) == 0) { /* the end of another one after the beginning of this one */
        steps_some(other, &s->rng);
        size_t from = strcspn(other, " "), to = strlen(step) / 2;
        snprintf(step + to, sizeof step - to, "%s", other + from);
    }
    kept_step(&s->app, step);
}

static void some_paste(struct storm *s)
{
    static const char *const pieces[] = {
        "猫",           "追",       " ",    "the cat", "\n",   "\t",           "1.5",
        "\033]0;x\007", "\xff\xfe", "\r\n", ";",       "-2e3", "\xe2\x80\xae", "# "};
    struct text t = {0};
    for (int n = below(s, 12); n >= 0; n--)
        text_add(&t, pieces[below(s, sizeof pieces / sizeof *pieces)]);
    app_event(&s->app, &(struct event){.kind = EVENT_PASTE, .text = text_str(&t)});
    text_finish(&t);
}

static void some_click(struct storm *s, enum event_kind kind)
{
    struct canvas c = s->screen;
    app_event(&s->app, &(struct event){.kind = kind,
                                       .row = below(s, c.rows + 1),
                                       .col = below(s, c.cols + 1),
                                       .rows = c.rows,
                                       .cols = c.cols,
                                       .button = below(s, 2)           ? 1
                                                 : kind == EVENT_WHEEL ? -1
                                                                       : 1});
}

static void some_size(struct storm *s)
{
    bool large = below(s, 4) == 0;
    canvas_finish(&s->screen);
    assert_true(canvas_init(&s->screen, 1 + below(s, large ? 200 : 50), 1 + below(s, large ? 500 : 150)));
    app_event(&s->app, &(struct event){.kind = EVENT_RESIZE});
}

/* Sizes with which a thousand steps would take minutes are given up, and nothing ends. */
static void tame(struct storm *s)
{
    const struct state *now = &s->app.session.now.state;
    double d = now->set.d, n = now->sentence->count;
    if (now->set.layers * (n + d) * d * n > MOST_WORK) {
        press(s, "Esc");
        press(s, "Esc");
        kept_step(&s->app, "lesson leave");
        kept_step(&s->app, "reset");
    }
    s->app.quit = s->app.leaving = s->app.redraw = s->app.suspend = false;
}

static void some_step(struct storm *s, int i)
{
    int which = below(s, 20);
    if (i % SIZE_EVERY == SIZE_EVERY - 1)
        some_size(s);
    if (which < 11)
        some_key(s);
    else if (which < 15)
        some_line(s);
    else if (which == 15)
        some_paste(s);
    else if (which < 19)
        some_click(s, which == 18 ? EVENT_WHEEL : EVENT_CLICK);
    else
        app_tick(&s->app);
    tame(s);
}

/* Polled during long work: looks at the screen, and sometimes stops the work. */
static bool look_on(struct app *a)
{
    struct storm *s = (struct storm *)a;
    struct canvas c;
    assert_true(canvas_init(&c, s->screen.rows, s->screen.cols));
    assert_true(app_draw(a, c));
    canvas_finish(&c);
    return below(s, 10) > 0;
}

/* ---- what is seen ---------------------------------------------------------- */

static void same(struct storm *s, struct canvas c, int step, const char *what)
{
    struct text a = {0}, b = {0};
    if (canvas_equal(s->screen, c))
        return;
    canvas_planes(s->screen, &a);
    canvas_planes(c, &b);
    fail_msg("after step %d at %d x %d:\n%s\n%s\n%s", step, c.cols, c.rows, text_str(&a), what, text_str(&b));
}

static void look(struct storm *s, int step)
{
    struct session *m = &s->app.session;
    struct canvas fresh;
    struct scene again = {0}, was = m->now;
    struct state copy = {0};
    struct reply r = {0};
    assert_true(canvas_init(&fresh, s->screen.rows, s->screen.cols));
    app_draw(&s->app, fresh);
    same(s, fresh, step, "but on a fresh canvas");
    state_copy(&copy, &m->now.state);
    assert_true(scene_take(&again, &copy, &r));
    assert_true(!was.has_gradient || scene_gradient(&again, &r));
    m->now = again;
    app_draw(&s->app, fresh);
    m->now = was;
    same(s, fresh, step, "but computed again");
    scene_finish(&again);
    canvas_finish(&fresh);
}

TEST_AROUND(whatever_comes_the_picture_is_that_of_the_state, kept_begin_inside, kept_end)
{
    struct storm s = {.rng = rng_seed(9)};
    int steps = getenv("STORM") ? atoi(getenv("STORM")) : STEPS;
    kept_start(&s.app);
    s.app.meanwhile = look_on;
    assert_true(canvas_init(&s.screen, 24, 80));
    for (int i = 0; i < steps; i++) {
        some_step(&s, i);
        app_draw(&s.app, s.screen);
        if (i % LOOK_EVERY == 0)
            look(&s, i);
    }
    canvas_finish(&s.screen);
    kept_end_saved(&s.app);
}
