#include "study/learning.h"

#include <string.h>

#include "core/math/elementary.h"
#include "network/pretrained.h"
#include "state/training.h"

#define AT_ONCE 2e7 /* multiplications that one frame may take */

int learning_last(const struct state *s)
{
    int enough = training_enough(s);
    return s->set.steps > enough ? s->set.steps : enough;
}

bool learning_is_of(const struct learning *l, const struct state *s)
{
    return l->of.lexicon && l->of.look.lang == s->look.lang && training_rival(&l->of) == training_rival(s) &&
           state_same_numbers(&l->of, s);
}

void learning_finish(struct learning *l)
{
    state_finish(&l->of);
    text_finish(&l->why);
    scene_finish(&l->start);
    scene_finish(&l->rival);
    state_finish(&l->watched);
    *l = (struct learning){0};
}

const struct trainer *learning_trainer(const struct scene *of)
{
    return of->state.training ? &of->state.training->trainer : NULL;
}

static double effort_of_test(const struct trainer *t)
{
    return t->test.count * trace_effort(&t->c);
}

/* ---- both runs ---------------------------------------------------------------------- */

static bool measure_run(struct state *s, struct measured *out, struct reply *r)
{
    return training_open(s, r) &&
           (trainer_measure(&s->training->trainer, (struct term_set){{0}}, out, r->work) ||
            reply_no_memory(r));
}

/* ---- what the scores are made of ------------------------------------------------------ */

int learning_shares(const struct learning *l)
{
    int seen = l->of.set.steps / l->every + 1;
    return l->count < seen ? l->count : seen;
}

static bool lacks_shares(const struct learning *l)
{
    return l->count <= l->of.set.steps / l->every;
}

/* The shares of the terms that are listed. */
static bool listed_shares(struct trainer *t, double out[LEARNING_TERMS], struct reply *r)
{
    double share[TERM_MAX];
    if (!trainer_shares(t, t->c.layers - 1, share, r->work))
        return reply_no_memory(r);
    memcpy(out, share, LEARNING_TERMS * sizeof *out);
    return true;
}

static bool share_next(struct learning *l, struct reply *r)
{
    struct state next;
    state_copy(&next, &l->of);
    training_forget(&next);
    next.training = training_share(l->watched.training);
    next.set.steps = l->count * l->every;
    bool ok = training_open(&next, r);
    ok = ok && listed_shares(&next.training->trainer, l->share[l->count], r);
    l->count += ok;
    state_finish(&l->watched);
    l->watched = next;
    return ok;
}

/* Asks with a term alone, then without it. */
static bool try_next(struct learning *l, struct reply *r)
{
    struct trainer *t = &l->of.training->trainer;
    int i = l->tried / 2;
    bool without = l->tried % 2;
    struct term_set off = without ? terms_bits(&t->c, l->term[i].name) : trainer_others(t, l->term[i].name);
    struct measured m;
    if (!training_open(&l->of, r) || !(trainer_measure(t, off, &m, r->work) || reply_no_memory(r)))
        return false;
    (without ? l->without : l->alone)[i] = m.right;
    l->tried++;
    return true;
}

bool learning_busy(const struct learning *l)
{
    if (!l->known || lacks_shares(l))
        return l->known;
    const struct trainer *t = &l->of.training->trainer; /* while it runs, nobody waits for what takes long */
    return l->tried < 2 * l->terms && (!l->of.look.train.run || 2 * l->terms * effort_of_test(t) < AT_ONCE);
}

bool learning_advance(struct learning *l, double effort, struct reply *r)
{
    const struct trainer *t = &l->of.training->trainer;
    double test = effort_of_test(t),
           step = l->every * t->batch.count * 3 * trace_effort(&t->c); /* a gradient costs three traces */
    for (double spent = 0; spent <= effort && learning_busy(l);) {
        bool next = lacks_shares(l);
        if (!(next ? share_next : try_next)(l, r))
            return false;
        spent += next ? test + step : test;
    }
    return true;
}

/* ---- following ------------------------------------------------------------------------- */

static bool learning_begin(struct learning *l, struct state *now, struct reply *r)
{
    struct state start;
    state_copy(&start, now);
    start.set.steps = 0;
    l->known = measure_run(now, &l->now, r) && listed_shares(&now->training->trainer, l->present, r) &&
               scene_take(&l->start, &start, r);
    state_finish(&start);
    if (!l->known)
        return false;
    const struct trainer *t = &now->training->trainer;
    struct term list[TERM_MAX];
    l->terms = terms_list(&t->c, t->c.layers - 1, list);
    l->terms = l->terms < LEARNING_TERMS ? l->terms : LEARNING_TERMS;
    memcpy(l->term, list, sizeof l->term);
    /* forget shares and right answers that are not of this training, or step */
    struct state at = *now; /* borrows everything */
    int every = (learning_last(now) + LEARNING_MOST - 2) / (LEARNING_MOST - 1);
    at.set.steps = l->watched.set.steps;
    l->tried = 0;
    if (!l->watched.lexicon || l->every != every || !state_same_numbers(&at, &l->watched)) {
        l->every = every;
        l->count = 0;
    }
    if (training_rival(now) >= 0) {
        struct state rival;
        state_copy(&rival, now);
        rival.set.encoding = training_rival(now);
        rival.term_off = (struct term_set){{0}}; /* terms of the other encoding */
        l->races = scene_take(&l->rival, &rival, r) && measure_run(&l->rival.state, &l->other, r);
        state_finish(&rival);
    } else {
        l->races = false;
    }
    return true;
}

bool learning_follow(struct learning *l, struct scene *now, struct reply *r)
{
    struct reply why = {.lang = (enum lang)now->state.look.lang, .work = r->work};
    if (learning_is_of(l, &now->state)) {
        l->of.look = now->state.look;
        return true;
    }
    learning_begin(l, &now->state, &why);
    state_finish(&l->of);
    state_copy(&l->of, &now->state); /* with the training that was opened */
    text_finish(&l->why);
    l->why = why.text;
    bool ok = !l->why.failed || reply_no_memory(r);
    if (!ok || !reply_goes_on(r)) {
        learning_finish(l);
        return false;
    }
    return !l->known || learning_advance(l, AT_ONCE, r);
}

/* ---- what should come next -------------------------------------------------------- */

bool expected_story(const struct scene *now, int t, struct story *out)
{
    const struct state *s = &now->state;
    const struct pretrained *model = state_model(s);
    const struct task *task = task_at(s->set.task);
    const char *of = model ? model->box : NULL;
    enum lang lang = (of && strcmp(of, "zh") == 0) || task == &task_story_zh ? LANG_ZH : LANG_EN;
    out->ways = 0;
    if (!of && task != &task_story_en && task != &task_story_zh)
        return false;
    *out = story_begin(lang);
    for (int i = 0; i <= t && out->ways > 0; i++)
        story_take(out, story_word(out->of, lexicon_at(s->lexicon, s->sentence->id[i]).name));
    return out->ways > 0;
}

double expected_share(const struct scene *now, const struct story *s, int class)
{
    const struct state *st = &now->state;
    double share[STORY_WORDS];
    int word = story_word(s->of, lexicon_at(st->lexicon, st->classes->id[class]).name);
    story_shares(s, share);
    return word < 0 ? 0 : share[word];
}

double expected_entropy(const struct story *s)
{
    double share[STORY_WORDS], sum = 0;
    story_shares(s, share);
    for (int w = 0; w < s->of->words; w++)
        sum -= share[w] > 0 ? share[w] * elementary_log(share[w]) : 0;
    return sum;
}
