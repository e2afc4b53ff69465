/* The training view: a model that learns, beside one that has other positions or none. */
#include "view/train/train.h"

#include <math.h>

#include "state/training.h"

/* ---- the page --------------------------------------------------------------------------- */

/* Returns 90 sentences a step  seed 1  Adam 0.02. */
static const char *training_settings(const struct train *f)
{
    const struct settings *set = &f->st->set;
    struct text t = SCREEN_TEXT(f->s);
    if (f->task)
        screen_add(f->s, &t, TEXT("%d sentences a step  "), f->run[0].t->batch.count);
    screen_add(f->s, &t, TEXT("seed %d  %s %g"), set->seed, set->optimizer == OPTIMIZER_SGD ? "SGD" : "Adam",
               set->rate);
    return text_str(&t);
}

/* Says what is to be done: run it, or look on. */
static void key_draw(struct canvas c, const void *of)
{
    const struct train *f = of;
    canvas_key(c, 0, 0, keymap_key(&f->s->session->keymap, "train", "train run"),
               screen_text(f->s, f->st->look.train.run   ? TEXT("stops it")
                                 : f->st->set.steps == 0 ? TEXT("lets it learn")
                                                         : TEXT("goes on")));
}

/* Time at the left, what the scores are made of below it; whom the words read at the right, or the places;
 * where there is room, what was learned about these. */
static void draw_page(struct canvas c, const struct train *f)
{
    static const char *const forms[] = {
        "(title | settings) / teaches / key"
        " / ((legend / curves:8 / rights / gap / terms / (gap / stack) / (gap / learned))"
        " || (reads / (gap / rival) / (gap / why) / places))",
        "(title | settings) / teaches? / key?"
        " / ((legend / curves / rights? / gap / histories / (gap / learned)?)"
        " || (reads / rival / why / places))",
        "title / key? / legend / curves / reads / places / histories",
        "title / legend / reads / places",
        "legend / few / places",
        "few / places",
        NULL};
    const struct screen *s = f->s;
    struct train named = *f;
    named.legend = true;
    const struct table terms = train_terms(&named, PART_HISTORY),
                       histories = train_terms(f, PART_HISTORY + 1);
    const bool places = f->st->look.train.panel == TRAIN_PLACES,
               over = f->st->set.steps >= training_enough(f->st) && f->task && training_as_recommended(f->st);
    const char *name = f->task ? train_title(f) : screen_text(s, TEXT("this sentence and its targets"));
    const struct page_size none = PAGE_ABSENT, runs = {.rows = f->runs, .cols = 30};
    const char *settings = training_settings(f);
    const bool beside = utf8_width(name) + 2 + utf8_width(settings) <= c.cols;
    struct page_size title = page_flow(name, STYLE_STRONG, 10);
    title.most_cols = 0;
    struct page_size few = places ? none : train_reads_size(f, 0); /* without bands and answer */
    few.rows -= places ? 0 : 2;
    const struct page_part parts[] = {
        {"title", 1, title, NULL, NULL},
        {"settings", 0, page_flow(beside ? settings : "", STYLE_DIM, utf8_width(settings)), NULL, NULL},
        {"teaches", 0, page_flow(over ? screen_text(s, f->task->teaches) : "", STYLE_NOTE, 30), NULL, NULL},
        {"key", 0, over ? none : (struct page_size){.rows = 1}, NULL, key_draw},
        {"legend", 0, runs, NULL, train_legend_draw},
        {"curves", 3, {.rows = 4, .cols = 30}, NULL, train_curves_draw},
        {"rights", 0, runs, NULL, train_rights_draw},
        {"terms", 0, table_size(&terms), NULL, train_terms_draw},
        {"histories", 0, table_size(&histories), NULL, train_histories_draw},
        /* one term is the whole all the time */
        {"stack", 2, f->l->terms > 1 ? (struct page_size){.rows = 5, .most_rows = 16} : none, NULL,
         train_stack_draw},
        {"learned", 0, !places && train_learns_places(f) ? (struct page_size){.rows = 14, .cols = 60} : none,
         NULL, train_places_draw},
        {"reads", 2, places ? none : train_reads_size(f, 0), NULL, train_reads_draw},
        {"few", 2, few, NULL, train_reads_draw},
        {"rival", 2, places || f->runs < 2 ? none : train_reads_size(f, 1), NULL, train_rival_draw},
        {"why", 0, page_flow(places ? "" : text_str(&f->l->why), STYLE_DIM, 20), NULL, NULL},
        {"places", 2, places ? (struct page_size){.rows = 2, .cols = 28} : none, NULL, train_places_draw},
        {NULL, 0, {0}, NULL, NULL}};
    page_draw(c, forms, parts, f);
}

static void draw_training(struct canvas c, const struct screen *s)
{
    struct train f;
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    if (training_lists_tasks(&s->session->now.state))
        train_tasks_draw(c, s);
    else if (s->hidden)
        canvas_flow(c, 0, STYLE_NOTE, screen_hidden_says(s));
    else if (train_facts(&f, s))
        draw_page(c, &f);
    else
        canvas_flow(c, 0, STYLE_NOTE, text_str(&s->session->learning.why));
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
    *row = *col = training_lists_tasks(s) ? (struct place){&s->look.train.task, task_count()}
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
    return look->train.run ? "train tick" : NULL;
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
