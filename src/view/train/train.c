/* The training view: a model that learns, beside one that has other positions or none. */
#include "view/train/train.h"

#include <math.h>

#include "state/training.h"
#include "view/tell/tell.h"

/* ---- the page --------------------------------------------------------------------------- */

/* who does it: A chases B → A   90 sentences  seed 1  adam 0.02. A long title continues below. Returns the
 * rows. */
static int training_heading(struct canvas c, const struct train *f)
{
    const struct settings *set = &f->st->set;
    struct text t = SCREEN_TEXT(f->s);
    const char *title = f->task ? train_title(f) : screen_text(f->s, TEXT("this sentence and its targets"));
    if (f->task)
        screen_add(f->s, &t, TEXT("%d sentences a step  "), f->run[0].t->batch.count);
    screen_add(f->s, &t, TEXT("seed %d  %s %g"), set->seed, set->optimizer == OPTIMIZER_SGD ? "SGD" : "Adam",
               set->rate);
    int width = utf8_width(text_str(&t)), room = c.cols - width - 2;
    bool both = utf8_width(title) <= room;
    int rows = canvas_flow(canvas_part(c, 0, 0, c.rows, both ? room : c.cols), 0, STYLE_STRONG, title);
    if (both)
        canvas_put(c, 0, room + 2, STYLE_DIM, text_str(&t));
    return rows;
}

/* What is to be done: run it, look on, or what it shows at the end. Returns the rows. */
static int hint(struct canvas c, const struct train *f)
{
    const struct screen *s = f->s;
    const char *key = keymap_key(&s->session->keymap, "train", "train run");
    bool ended = f->st->set.steps >= training_enough(f->st), runs = f->st->look.run;
    const char *teaches =
        ended && f->task && training_as_recommended(f->st) ? screen_text(s, f->task->teaches) : NULL;
    struct canvas measure = {.rows = c.rows, .cols = c.cols};
    if (teaches && canvas_flow(measure, 0, STYLE_NOTE, teaches) <= c.rows)
        return canvas_flow(c, 0, STYLE_NOTE, teaches);
    int col = canvas_put(c, 0, 0, STYLE_KEY, key);
    canvas_put(c, 0, col + 1, runs ? STYLE_NOTE : STYLE_TEXT,
               screen_text(s, runs                    ? TEXT("stops it")
                              : f->st->set.steps == 0 ? TEXT("lets it learn")
                                                      : TEXT("goes on")));
    return 1;
}

/* The runs one above the other, or why there is no other run. */
static void right_side(struct canvas c, const struct train *f)
{
    enum { HALF_LEAST = 5, SPACED = 20, WHY = 4 };
    bool both = f->runs == 2 && c.rows >= 2 * HALF_LEAST,
         why = f->l->why.len > 0 && c.rows >= HALF_LEAST + WHY;
    int half = both ? c.rows / 2 : c.rows - (why ? WHY : 0);
    if (f->st->look.train_panel == TRAIN_PLACES) {
        train_places_draw(c, f);
        return;
    }
    train_reads_draw(canvas_part(c, 0, 0, half - (both && c.rows >= SPACED), c.cols), f, 0);
    if (both)
        train_reads_draw(canvas_part(c, half, 0, c.rows - half, c.cols), f, 1);
    else if (why)
        canvas_flow(canvas_part(c, half, 0, WHY, c.cols), 0, STYLE_DIM, text_str(&f->l->why));
}

/* Where the parts are: columns of the right side, rows of the race, of the places below. */
struct plan {
    int side, race, places;
};

static struct plan plan_of(struct canvas c, const struct train *f)
{
    enum {
        SPACED = 13,
        SIDE_LEAST = 19,
        SIDE_MOST = 62,
        STACK = 7,
        TALL = 14,
        PLACES = 15,
        PLACES_NEED = 64
    };
    int side = c.cols * 2 / 5, parts = train_parts_rows(f);
    struct plan p = {0};
    int whole = c.cols - 3 - train_parts_cols(f); /* what the names of the terms leave */
    side = side > whole ? whole : side;
    p.side = side < SIDE_LEAST ? SIDE_LEAST : side > SIDE_MOST ? SIDE_MOST : side;
    bool several = f->l->terms > 1; /* one term is the whole all the time */
    bool room = c.cols - p.side >= PLACES_NEED && c.rows >= TALL + parts + PLACES - STACK;
    if (room && train_learns_places(f) && f->st->look.train_panel != TRAIN_PLACES)
        p.places = PLACES;
    int spare = c.rows - parts - p.places - (c.rows >= SPACED); /* for the race and all terms over time */
    p.race = several && spare >= TALL + STACK ? spare * 3 / 5 : spare;
    p.race = p.race < TRAIN_RACE_LEAST ? TRAIN_RACE_LEAST : p.race;
    return p;
}

/* Everything below each other: time, whom the word reads (without the other run) or the places, the terms. */
static void narrow(struct canvas c, const struct train *f)
{
    enum { READS_LEAST = 6, TIMED = 22 };
    bool places = f->st->look.train_panel == TRAIN_PLACES;
    int parts = places ? 0 : train_parts_rows(f), most = TRAIN_RACE_LEAST + f->runs,
        race = c.rows - parts - READS_LEAST;
    race = places && c.rows < TIMED ? f->runs : race < TRAIN_RACE_LEAST || places ? TRAIN_RACE_LEAST : race;
    race = race > most ? most : race;
    struct canvas below = canvas_part(c, race, 0, c.rows - race - parts, c.cols);
    train_race_draw(canvas_part(c, 0, 0, race, c.cols), f);
    if (places)
        train_places_draw(below, f);
    else
        train_reads_draw(below, f, 0);
    train_parts_draw(canvas_part(c, c.rows - parts, 0, parts, c.cols), f);
}

/* Time on the left, what the scores are made of below it; the words on the right; where there is room, what
 * was learned about the places. */
static void side_by_side(struct canvas c, const struct train *f)
{
    struct plan p = plan_of(c, f);
    int cols = c.cols - p.side - 3, below = p.race + (c.rows > p.race + train_parts_rows(f));
    struct canvas left = canvas_part(c, 0, 0, c.rows, cols);
    train_race_draw(canvas_part(left, 0, 0, p.race, cols), f);
    train_parts_draw(canvas_part(left, below, 0, c.rows - below - p.places, cols), f);
    if (p.places)
        train_places_draw(canvas_part(left, c.rows - p.places + 1, 0, p.places - 1, cols), f);
    screen_wall(c, 0, cols + 1, c.rows);
    right_side(canvas_part(c, 0, cols + 3, c.rows, p.side), f);
}

static void draw_training(struct canvas c, const struct screen *s)
{
    struct train f;
    struct canvas inner = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    if (training_lists_tasks(&s->session->now.state))
        train_tasks_draw(inner, s);
    else if (s->hidden)
        canvas_flow(inner, 0, STYLE_NOTE, screen_hidden_says(s));
    else if (train_facts(&f, s)) {
        enum { HINTED = 15, NARROW = 52, PLACES_NARROW = 62 };
        int head = training_heading(inner, &f),
            least = f.st->look.train_panel == TRAIN_PLACES ? PLACES_NARROW : NARROW;
        if (inner.rows >= HINTED)
            head += hint(canvas_part(inner, head, 0, head > 1 ? 1 : 2, inner.cols), &f);
        (inner.cols < least ? narrow
                            : side_by_side)(canvas_part(inner, head, 0, inner.rows - head, inner.cols), &f);
    } else
        canvas_flow(inner, 0, STYLE_NOTE, text_str(&s->session->learning.why));
}

/* ---- what it needs ---------------------------------------------------------------------- */

static void follow_training(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    if (!training_lists_tasks(&m->now.state))
        learning_follow(&m->learning, &m->now, &quiet);
    reply_finish(&quiet);
}

static bool busy(const struct session *m)
{
    return !training_lists_tasks(&m->now.state) && learning_is_of(&m->learning, &m->now.state) &&
           learning_busy(&m->learning);
}

#define SLICE 2e7 /* multiplications between two keys */

static void work(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    learning_advance(&m->learning, SLICE, &quiet);
    reply_finish(&quiet);
}

static bool compute_training(struct session *m, struct reply *r)
{
    if (training_lists_tasks(&m->now.state))
        return true;
    return learning_follow(&m->learning, &m->now, r) &&
           (!busy(m) || learning_advance(&m->learning, INFINITY, r));
}

/* Up and down choose the task, or the word that asks. */
static void training_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    *row = *col = training_lists_tasks(s) ? (struct place){&s->look.train_task, task_count()}
                                          : (struct place){&s->look.query, c->n};
}

static bool training_gives_away(const struct look *look, int stage)
{
    (void)look;
    (void)stage;
    return true;
}

enum { TICK_MS = 50 };

static const char *train_tick(const struct look *look, int *ms)
{
    *ms = TICK_MS;
    return look->run ? "train tick" : NULL;
}

const struct view view_train = {
    .name = "train",
    .context = "train",
    .title = TEXT("training"),
    .help = TEXT(
        "A model learns while you watch: Space lets it run and stops it, . goes one step, the arrows move in "
        "time. Beside it runs the same model without positions (or with the encoding of `set race`). The "
        "curves are the loss: how surprised the model is by the right answer; the bars below show the share "
        "of right answers. On the right is whom the asked word reads, before (step 0) and now, and what it "
        "answers. Below, what the scores are made of: the share of each term, and how many answers are right "
        "with this term alone, and without it. Tab shows the positions, then the list of tasks. A whole run "
        "is one step of undo; `train keep` makes ordinary numbers of what was learned."),
    .across = TEXT("in time"),
    .along = TEXT("who asks"),
    .last_layer = true,
    .draw = draw_training,
    .tell = train_tell,
    .tell_briefly = train_tell_briefly,
    .places = training_places,
    .gives_away = training_gives_away,
    .follow = follow_training,
    .busy = busy,
    .work = work,
    .compute = compute_training,
    .tick = train_tick,
};
