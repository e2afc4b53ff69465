#include "lesson/play/auto.h"

#include "lesson/play/play.h"
#include "state/script.h"

static void run(struct host *h, const char *line)
{
    struct reply r = {.lang = (enum lang)h->model->now.state.look.lang};
    h->line(h->app, line, &r);
    reply_finish(&r);
}

/* Selects every right option, then answers. */
static void choose(struct host *h, const struct lesson_ask *q)
{
    const struct lesson_answer *answer = lesson_run_answer(h->model->lesson);
    char line[] = "choose a";
    for (int i = 0; i < q->option_count; i++)
        if (q->option[i].right && !(answer->chosen >> i & 1)) {
            line[sizeof line - 2] = lesson_letter(i);
            run(h, line);
            return;
        }
    run(h, "next");
}

static void type_number(struct host *h, const struct lesson_ask *q)
{
    struct text line = {0};
    text_add(&line, "answer ");
    script_word(&line, q->literal.s);
    run(h, text_str(&line));
    text_finish(&line);
}

static void show(struct host *h, const struct lesson_ask *q)
{
    (void)q;
    run(h, "reveal");
}

static void solve(struct host *h, const struct lesson_ask *q)
{
    for (int i = 0; i < q->solution.count; i++)
        run(h, q->solution.v[i].s);
    if (lesson_asks(lesson_now(h->model->lesson), ASK_GOAL))
        show(h, q);
}

static void go_on(struct host *h, const struct lesson_ask *q)
{
    (void)q;
    run(h, "next");
}

bool lesson_auto(struct host *h)
{
    static void (*const act[])(struct host *, const struct lesson_ask *) = {
        [ASK_NONE] = go_on, [ASK_CHOICE] = choose, [ASK_NUMBER] = type_number, [ASK_CELL] = show,
        [ASK_GOAL] = solve, [ASK_EXPLAIN] = show,  [ASK_TRY] = go_on,
    };
    const struct lesson_session *s = h->model->lesson;
    const struct lesson_now at = lesson_now(s);
    if (!at.step)
        return false;
    struct lesson_run before = s->run;
    act[at.open ? at.ask->kind : ASK_NONE](h, at.ask);
    bool stuck =
        h->model->lesson == s && s->run.step == before.step && s->run.beat == before.beat && !at.open;
    return !stuck;
}
