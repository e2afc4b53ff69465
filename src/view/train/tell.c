/* The training view in sentences. */
#include "state/training.h"
#include "view/flow/flow.h"
#include "view/figures/tell.h"
#include "view/train/train.h"

void train_tell_briefly(const struct teller *t)
{
    const struct state *s = &t->now->state;
    if (training_lists_tasks(s))
        tell(t, TEXT("Chosen: task %s; 'task here' begins it, 'cursor down' goes on\n"),
             tasks[s->look.train.task]->name);
    else {
        /* step 40 of 100; with positions: right answers 100 %; without positions: right answers 50 % */
        struct train f;
        bool known = train_facts(&f, &t->screen);
        tell(t, TEXT("Step %d of %d"), s->set.steps, learning_last(s));
        for (int i = 0; known && i < f.runs; i++)
            tell(t, TEXT("; %s: right answers %s"), train_name(&f, i),
                 train_answered(&f, f.run[i].test.right));
        tell(t, TEXT(". 'train +10' goes on, 'train run' to the end\n"));
    }
}

void train_tell(const struct teller *t)
{
    struct train f;
    if (training_lists_tasks(&t->now->state)) {
        for (int i = 0; i < task_count(); i++) {
            const struct task *task = tasks[i];
            const char *title = screen_text(&t->screen, task->title),
                       *teaches = screen_text(&t->screen, task->teaches);
            if (task->write)
                tell(t, TEXT("%s: %s (%d steps, right answers %d %%): %s.\n"), task->name, title, task->steps,
                     task->right, teaches);
            else
                tell(t, TEXT("%s: %s: %s.\n"), task->name, title, teaches);
        }
    } else if (train_facts(&f, &t->screen)) {
        text_addf(t->out, f.task ? "%s\n" : "%s", f.task ? train_title(&f) : "");
        for (int i = 0; i < f.runs; i++)
            tell(t, TEXT("%s: loss %s, right answers %s.\n"), train_name(&f, i),
                 said_fixed(f.s, f.run[i].test.loss, 3, 8), train_answered(&f, f.run[i].test.right));
        for (int i = 0; i < f.runs; i++) {
            struct scene shown = *f.run[i].scene; /* owns nothing */
            struct teller of = *t;
            shown.state.look = f.st->look;
            shown.state.look.layer = shown.config.layers - 1;
            of.now = &shown;
            text_addf(t->out, "%s%s", train_name(&f, i), screen_text(&t->screen, TEXT(": ")));
            flow_tell_reads(&of);
        }
        train_choose_terms(&f, LEARNING_TERMS);
        const struct table terms = train_terms(&f, PART_HISTORY);
        table_tell(t, &terms);
        text_addf(t->out, *train_verdict(&f) ? "%s\n" : "%s", train_verdict(&f));
    } else {
        text_addf(t->out, "%s\n", text_str(&t->m->learning.why));
    }
    train_tell_briefly(t);
}
