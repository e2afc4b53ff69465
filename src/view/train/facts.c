/* What all parts of the training view have in common. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/train/train.h"

bool train_facts(struct train *f, const struct screen *s)
{
    const struct model *m = s->model;
    const struct learning *l = &m->learning;
    *f = (struct train){.s = s,
                        .l = l,
                        .st = &m->now.state,
                        .task = task_at(m->now.state.set.task),
                        .last = learning_last(&m->now.state)};
    if (!learning_is_of(l, f->st) || !l->known)
        return false;
    f->runs = 1 + l->races;
    f->run[0] = (struct train_run){learning_trainer(&m->now), &m->now, l->now, hue_of_head(0), false};
    f->run[1] = (struct train_run){learning_trainer(&l->rival), &l->rival, l->other, hue_of_head(1), true};
    return f->run[0].t != NULL && (f->runs == 1 || f->run[1].t != NULL);
}

void train_title(const struct train *f, struct text *out)
{
    const struct settings *set = &f->st->set;
    struct task_size asked = {set->task_k, set->task_n, set->task_test};
    text_add(out, screen_pair(f->s, f->task->title));
    if (f->task->says_k)
        text_addf(out, screen_text(f->s, TEXT(", k = %d", "，k = %d")), task_size(f->task, asked).k);
}

void train_name(const struct train *f, int run, struct text *out)
{
    int encoding = f->run[run].scene->state.set.encoding,
        other = f->runs == 2 ? f->run[1 - run].scene->state.set.encoding : 0;
    const char *label = screen_pair(f->s, posenc_label(posencs[encoding]));
    if (encoding == 0)
        text_add(out, screen_text(f->s, TEXT("without positions", "没有位置")));
    else if (other != 0)
        text_add(out, label);
    else if (run == 0) /* the title of the screen says which */
        text_add(out, screen_text(f->s, TEXT("with positions", "有位置")));
    else
        text_addf(out, screen_text(f->s, TEXT("with %s", "用 %s")), label);
}

void train_percent(struct text *out, double share)
{
    text_addf(out, "%d %%", (int)lround(100 * share));
}

void train_answered(struct text *out, double right)
{
    bool nearly = right < 1 && right >= 0.995, hardly = right > 0 && right < 0.005;
    text_add(out, nearly ? ">" : hardly ? "<" : "");
    train_percent(out, nearly ? 0.99 : hardly ? 0.01 : right);
}
