#include "lesson/play/auto.h"

#include "lesson/play/play.h"
#include "state/script.h"

static void run(struct app *a, const char *line)
{
    struct reply r = {.lang = (enum lang)a->model.now.state.look.lang};
    app_line(a, line, &r);
    reply_finish(&r);
}

/* Letter after letter, then the answer. */
static void choose(struct app *a, const struct lesson_ask *q)
{
    const struct lesson_answer *answer = lesson_run_answer(a->model.lesson);
    char line[] = "choose a";
    for (int i = 0; i < q->option_count; i++)
        if (q->option[i].right && !(answer->chosen >> i & 1)) {
            line[sizeof line - 2] = lesson_letter(i);
            run(a, line);
            return;
        }
    run(a, "next");
}

static void type_number(struct app *a, const struct lesson_ask *q)
{
    struct text line = {0};
    text_add(&line, "answer ");
    script_word(&line, q->literal.s);
    run(a, text_str(&line));
    text_finish(&line);
}

static void show(struct app *a, const struct lesson_ask *q)
{
    (void)q;
    run(a, "reveal");
}

static void solve(struct app *a, const struct lesson_ask *q)
{
    for (int i = 0; i < q->solution.count; i++)
        run(a, q->solution.v[i].s);
    if (lesson_run_open(a->model.lesson, ASK_GOAL))
        show(a, q);
}

static void go_on(struct app *a, const struct lesson_ask *q)
{
    (void)q;
    run(a, "next");
}

bool lesson_auto(struct app *a)
{
    static void (*const act[])(struct app *, const struct lesson_ask *) = {
        [ASK_NONE] = go_on, [ASK_CHOICE] = choose, [ASK_NUMBER] = type_number, [ASK_CELL] = show,
        [ASK_GOAL] = solve, [ASK_EXPLAIN] = show,  [ASK_TRY] = go_on,
    };
    const struct lesson_session *s = a->model.lesson;
    if (!s || !lesson_run_step(s))
        return false;
    const struct lesson_ask *q = lesson_run_ask(s);
    struct lesson_run before = s->run;
    bool open = q && lesson_run_open(s, q->kind);
    act[open ? q->kind : ASK_NONE](a, q);
    bool stuck = a->model.lesson == s && s->run.step == before.step && s->run.beat == before.beat && !open;
    return !stuck;
}
