/* Commands that train: the task, and how many steps. */
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "command/command.h"
#include "tasks/reader.h"
#include "tasks/task.h"
#include "state/param.h"
#include "state/training.h"
#include "state/weights.h"

/* ---- task ------------------------------------------------------------------------------ */

/* Starts over: all settings as at program start but for the seed, then those of the task, then the given
 * ones. */
static bool task_into(struct call *c, struct state *next, const char *name)
{
    struct state initial = {0};
    if (!state_init(&initial))
        return reply_no_memory(c->r);
    int seed = next->set.seed;
    next->set = initial.set;
    next->set.seed = seed;
    state_finish(&initial);
    if (!param_set(next, param_find("task"), name, call_col(c, 1), c->r) ||
        !training_recommended(next, task_at(next->set.task)->settings, c->r))
        return false;
    for (int i = 2; i < c->w->count;)
        if (!call_option(c, &i, training_option, next))
            return false;
    if (!training_fits(next, c->r))
        return false;
    if (!training_begin(next, c->r->work) || !training_widen(next))
        return reply_no_memory(c->r);
    const struct targets *asks = next->targets;
    next->look.query = asks ? asks->of[asks->count - 1].at : 0; /* it has the most words to choose from */
    next->look.train.task = next->set.task - 1;
    next->look.train.panel = TRAIN_RUN;
    return true;
}

/* task NAME … | next|here|reseed|none: here is the task under the cursor of the training view, reseed the
 * same task with the same settings and the next seed. */
static bool task_begin(struct call *c)
{
    enum { NAMED = -1, NEXT, HERE, RESEED, NONE };
    struct state next = {0};
    const struct state *now = &c->m->now.state;
    int way = c->read.way[1];
    bool ok = true;
    const char *name = way == NEXT   ? tasks[now->set.task % task_count()]->name
                       : way == HERE ? tasks[now->look.train.task]->name
                                     : call_word(c, 1);
    if (way == NAMED && (call_is(c, 1, "none") || call_is(c, 1, "reseed")))
        return call_fail(c, 2, TEXT("'task %s' has no options"), name);
    call_edit(c, &next);
    if (way == NONE)
        next.set.task = next.set.steps = 0;
    else if (way != RESEED)
        ok = task_into(c, &next, name);
    else if (next.set.task == 0)
        ok = call_fail(c, 1, TEXT("no task is chosen ('task order' begins one)"));
    else {
        param_add(&next, param_find("seed"), 1);
        next.set.steps = 0;
        ok = training_begin(&next, c->r->work) || reply_no_memory(c->r);
    }
    if (!ok) {
        state_finish(&next);
        return false;
    }
    const struct task *t = task_at(next.set.task);
    if (!call_commit(c, &next))
        return false;
    if (way == NEXT || way == HERE) /* a journal does not depend on the cursor */
        text_addf(&c->logged, "task %s", name);
    if (t && c->m->now.state.look.view == VIEW_TRAIN) /* the view says what it is */
        reply_say(c->r, TEXT("watch: %s"), text_in(t->watch, c->r->lang));
    else if (t)
        reply_say(c->r, TEXT("%s; watch: %s"), text_in(t->title, c->r->lang), text_in(t->watch, c->r->lang));
    return true;
}

/* ---- train ----------------------------------------------------------------------------- */

/* Reads N, or +N and -N from *steps, which stay in range, at a word. */
static bool read_steps(struct call *c, int at, int *steps)
{
    const char *word = call_word(c, at);
    bool more = *word == '+' || *word == '-';
    long n;
    if (number_parse_int(word, strlen(word), -TRAINER_STEPS, TRAINER_STEPS, &n) != NUMBER_OK ||
        (!more && n < 0))
        return call_fail(c, at,
                         TEXT("train %s: write a number of steps (0 to %d), +N or -N, off, keep, end or run"),
                         word, TRAINER_STEPS);
    n += more ? *steps : 0;
    *steps = (int)(n < 0 ? 0 : n > TRAINER_STEPS ? TRAINER_STEPS : n);
    return true;
}

/* ---- by itself, in the training view ---------------------------------------------------- */

enum { FRAMES = 100 }; /* of a run from the beginning */

/* Goes on by the steps of one frame, up to those that are enough. */
static void train_frame(struct state *s)
{
    int enough = training_enough(s), by = (enough + FRAMES - 1) / FRAMES, left = enough - s->set.steps;
    s->set.steps += by < left ? by : left;
}

/* Stops a run, or begins one: with its first frame, or at a step; from the beginning if it is at the end.
 * Where nothing moves it goes to the end at once. */
static bool train_run(struct call *c, struct state *next)
{
    bool stops = c->m->now.state.look.train.run && c->w->count == 2, moves = session_moves(c->m, &next->look);
    if (stops)
        return true;
    next->look.view = VIEW_TRAIN;
    next->look.train.panel = TRAIN_RUN;
    next->look.train.run = moves || c->w->count > 2;
    if (c->w->count > 2)
        return read_steps(c, 2, &next->set.steps);
    if (next->set.steps >= training_enough(next))
        next->set.steps = 0;
    if (moves)
        train_frame(next);
    else
        next->set.steps = training_enough(next);
    /* a journal keeps the step: where nothing moves it is another one */
    text_addf(&c->logged, next->look.train.run ? "train run %d" : "train %d", next->set.steps);
    return true;
}

/* Whatever else trains stops a run. */
static bool train_into(struct call *c, struct state *next)
{
    enum { STEPS = -1, OFF, KEEP, END, TICK, RUN } way = c->read.way[1];
    bool runs = next->look.train.run;
    next->look.train.run = 0;
    if (way == STEPS)
        return read_steps(c, 1, &next->set.steps);
    if (way == RUN)
        return train_run(c, next);
    if (way == KEEP && next->set.steps == 0)
        return call_fail(c, 1, TEXT("nothing was trained yet ('train 40' does)"));
    if (way == KEEP)
        return training_settle(next, c->r);
    if (way == TICK) {
        next->look.train.run = runs && next->set.steps < training_enough(next);
        if (next->look.train.run)
            train_frame(next);
    } else
        next->set.steps = way == END ? training_enough(next) : 0;
    return true;
}

static bool train_steps(struct call *c)
{
    struct state next = {0};
    bool runs = c->m->now.state.look.train.run;
    call_edit(c, &next);
    if (!train_into(c, &next)) {
        state_finish(&next);
        return false;
    }
    bool done = call_commit(c, &next);
    if (!done && runs) { /* what cannot go on does not try again */
        struct reply quiet = {0};
        call_edit(c, &next);
        next.look.train.run = 0;
        session_commit(c->m, &next, c->line, &quiet);
        reply_finish(&quiet);
    }
    return done;
}

/* ---- teach ----------------------------------------------------------------------------- */

/* Returns the words to learn with, NULL if out of memory: those of the grammar, then those of the patterns
 * that are not among them. Sets the patterns, the last of which is to be taught. */
static struct sequence *words_to_teach(struct state *s, struct teach_pattern *pattern)
{
    int count = task_words(&task_reader),
        *id = mem_new((size_t)count + TEACH_MOST * GRAMMAR_LONGEST, sizeof *id);
    bool ok = id != NULL;
    for (int i = 0; ok && i < count; i++)
        ok = (id[i] = lexicon_intern(&s->lexicon, grammar_words[i].zh, READER_D)) >= 0;
    struct sequence *q = ok ? sequence_new(id, count + TEACH_MOST * GRAMMAR_LONGEST) : NULL;
    mem_free(id);
    if (q)
        q->count = count;
    for (int i = 0; q && i < examples_count(s->taught); i++) {
        const struct example *e = examples_at(s->taught, i);
        weights_pattern(s, e, &pattern[i]);
        for (int t = 0; t < e->n; t++)
            if ((pattern[i].row[t] = sequence_find(q, e->word[t])) < 0)
                q->id[pattern[i].row[t] = q->count++] = e->word[t];
    }
    return q;
}

/* Teaches s the last of its kinds of sentences. */
static bool teach_last(struct state *s, struct teaching *how, struct reply *r)
{
    struct state of;
    struct teach_pattern pattern[TEACH_MOST];
    struct arena room = {0};
    struct config config;
    struct trainer t = {0};
    state_copy(&of, s);
    of.set.task = of.set.omitted = of.set.sources = 0;
    of.term_off = (struct term_set){{0}};
    patches_drop(of.patches);
    of.patches = NULL;
    while (task_at(of.set.task) != &task_reader)
        of.set.task++;
    struct sequence *words = words_to_teach(&of, pattern);
    bool ok = words && arena_reserve(&room, state_room(&of) + mat_room(words->count, READER_D)) &&
              state_config(&of, &room, &config, r->work);
    ok = ok ? training_possible(&of, &config, r) : reply_no_memory(r);
    if (ok) {
        struct mat x = mat_in(&room, words->count, READER_D);
        for (int i = 0; i < x.rows * x.cols; i++)
            mat_row(x, i / x.cols)[i % x.cols] =
                lemma_entry(lexicon_at(of.lexicon, words->id[i / x.cols]), i % x.cols);
        config.n = GRAMMAR_LONGEST;
        struct trainer_plan plan = {.c = &config, .words = x, .seed = (uint64_t)of.set.seed};
        ok = (teach(&t, &plan, pattern, examples_count(of.taught), how, r->work) &&
              training_keep(s, &t, words)) ||
             reply_no_memory(r);
    }
    trainer_finish(&t);
    arena_finish(&room);
    sequence_drop(words);
    state_finish(&of);
    return ok;
}

/* Reads VERB [NOUN [NOUN]] from the words before `end`; - and what is missing are nobody. */
static bool read_roles(struct call *c, int end, struct teaching *out)
{
    int place[] = {-1, -1, -1};
    for (int i = 1; i < end; i++) {
        bool nobody = i > 1 && strcmp(call_word(c, i), "-") == 0;
        int at = nobody ? -1 : state_token(&c->m->now.state, call_word(c, i), call_col(c, i), c->r);
        if (!nobody && at < 0)
            return false;
        for (int k = 0; !nobody && k < i - 1; k++)
            if (place[k] == at)
                return call_fail(c, i, TEXT("'%s' is named twice"), call_word(c, i));
        place[i - 1] = at;
    }
    out->verb = place[0];
    out->doer = place[1] < 0 ? place[0] : place[1];
    out->done_to = place[2] < 0 ? place[0] : place[2];
    return true;
}

/* Says what the verb read in each head before, and reads now, and what became of other sentences. */
static void say_taught(struct call *c, const struct teaching *how, const double *before)
{
    const struct scene *now = &c->m->now;
    const int to[] = {how->doer, how->done_to};
    struct text words = {0};
    for (int h = 0; h < 2; h++) {
        if (to[h] == how->verb)
            continue;
        text_addf(&words, "%s%s ", words.len ? text_in(TEXT(", "), c->r->lang) : "",
                  pair_in(task_reader.heads[h], c->r->lang));
        state_label(&now->state, now->state.sentence, to[h], &words);
        text_addf(&words, " %.2f → %.2f", before[h], weights_read(&now->trace, h, how->verb, to[h]));
    }
    reply_say(c->r,
              TEXT("%s. Read right: %d of %d other sentences of this kind, %d of %d old ones (%d before)%s"),
              text_str(&words), how->right_new, TEACH_NEW, how->old_after, TEACH_OLD, how->old_before,
              text_in(how->alone ? TEXT(": what is not repeated is forgotten") : "", c->r->lang));
    text_finish(&words);
}

static bool teach_sentence(struct call *c)
{
    const struct scene *now = &c->m->now;
    struct teaching how = {0};
    struct state next = {0};
    bool declare = strcmp(call_word(c, 0), "taught") == 0;
    how.alone = !declare && c->w->count > 1 && call_is(c, c->w->count - 1, "alone");
    int end = c->w->count - how.alone;
    if (end > 4)
        return call_fail(c, 4, TEXT("only 'alone' may follow"));
    if (end == 1)
        weights_guess(&now->state, &now->trace, &how);
    else if (!read_roles(c, end, &how))
        return false;
    call_edit(c, &next);
    struct grammar_reading as;
    bool ok = declare || weights_are_reader(&next) ||
              reply_fail(c->r, 0,
                         TEXT("only the model that reads simple sentences can be taught: 'weights reader'"));
    if (ok && !declare && weights_reading(&next, &as) && as.pattern)
        ok = reply_fail(c->r, 0, TEXT("these heads have learned sentences of this kind already"));
    next.look.query = declare ? next.look.query : how.verb; /* whose ribbons turn */
    ok = ok && (declare || training_settle(&next, c->r)) && weights_taught(&next, &how, c->r) &&
         (declare || teach_last(&next, &how, c->r));
    if (!ok) {
        state_finish(&next);
        return false;
    }
    double before[2] = {0};
    for (int h = 0; h < 2 && !declare; h++)
        before[h] = weights_read(&now->trace, h, how.verb, h == 0 ? how.doer : how.done_to);
    ok = call_commit(c, &next);
    if (ok && !declare)
        say_taught(c, &how, before);
    return ok;
}

const struct command cmd_train[] = {
    {"task", "NAME:setting [key=value …] | next|here [key=value …] | reseed|none", task_begin, NULL,
     COMMAND_STATE, "task order",
     TEXT(
         "begins a task: sentences and answers to learn from, random matrices, and the settings that it "
         "recommends (or those given: task echo k=2 seed=3 encoding=rope); next: the one after it; here: the "
         "one under the cursor of the training view; reseed: the same with the next seed")},
    {"train", "N:steps | +N:steps | off|keep|end|tick | run [N:steps]", train_steps, NULL, COMMAND_STATE,
     "task order; train 40",
     TEXT("shows the model after N steps of training from the matrices as they were set; off: before it; "
          "keep: makes what was learned ordinary numbers; end: after all steps that the task needs; run: "
          "starts and stops a training that runs by itself (from step N), tick: its next frame")},
    {"teach", "[VERB [NOUN [NOUN]]] [alone]", teach_sentence, NULL, 0, NULL,
     TEXT("teaches the reader the kind of the shown sentence: its verb, or the word that asks, who does it "
          "and "
          "to whom (- nobody; without words a guess), in 100 steps with old sentences among the new ones; "
          "alone: without them")},
    {"taught", "VERB [NOUN [NOUN]]", teach_sentence, NULL, COMMAND_STATE, "taught 追 猫 狗",
     TEXT("says that the kind of the shown sentence was taught, and changes no number")},
    COMMAND_LAST,
};
