/* What all parts of the training view have in common. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/train/train.h"

bool train_facts(struct train *f, const struct screen *s)
{
    const struct session *m = s->session;
    const struct learning *l = &m->learning;
    *f = (struct train){.s = s,
                        .l = l,
                        .st = &m->now.state,
                        .task = task_at(m->now.state.set.task),
                        .last = learning_last(&m->now.state)};
    if (!learning_is_of(l, f->st) || !l->known)
        return false;
    train_choose_terms(f, TRAIN_TERMS);
    f->runs = 1 + l->races;
    /* the colour belongs to what is raced, not to whom one plays: without positions is always the second */
    const int bare = f->st->set.encoding == 0 && l->races;
    f->run[0] = (struct train_run){learning_trainer(&m->now), &m->now, l->now, hue_of_head(bare), false};
    f->run[1] =
        (struct train_run){learning_trainer(&l->rival), &l->rival, l->other, hue_of_head(!bare), true};
    return f->run[0].t != NULL && (f->runs == 1 || f->run[1].t != NULL);
}

void train_choose_terms(struct train *f, int most)
{
    const struct learning *l = f->l;
    f->terms = 0;
    for (int i = 0; i < l->terms && f->terms < most; i++) {
        int larger = 0;
        for (int j = 0; j < l->terms; j++)
            larger += fabs(l->present[j]) > fabs(l->present[i]) ||
                      (j < i && fabs(l->present[j]) >= fabs(l->present[i]));
        if (larger < most)
            f->term[f->terms++] = i;
    }
}

const char *train_title(const struct train *f)
{
    const struct settings *set = &f->st->set;
    struct task_size asked = {set->task_k, set->task_n, set->task_test};
    const char *title = screen_text(f->s, f->task->title);
    return f->task->says_k ? say(f->s, TEXT("%s, k = %d"), title, task_size(f->task, asked).k) : title;
}

const char *train_name(const struct train *f, int run)
{
    int encoding = f->run[run].scene->state.set.encoding,
        other = f->runs == 2 ? f->run[1 - run].scene->state.set.encoding : 0;
    const char *label = posenc_label(posencs[encoding], screen_lang(f->s));
    if (encoding == 0)
        return screen_text(f->s, TEXT("without positions"));
    if (other != 0)
        return label;
    return run == 0 ? screen_text(f->s, TEXT("with positions")) /* the title of the screen says which */
                    : say(f->s, TEXT("with %s"), label);
}

const char *train_answered(const struct train *f, double right)
{
    bool nearly = right < 1 && right >= 0.995, hardly = right > 0 && right < 0.005;
    const char *share = share_text(f->s, nearly ? 0.99 : hardly ? 0.01 : right, SHARE_PERCENT);
    return nearly || hardly ? say(f->s, nearly ? ">%s" : "<%s", share) : share;
}
