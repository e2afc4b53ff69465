/* What can be taught: a line for each task, and below it what the one under the cursor teaches. */
#include "view/train/train.h"

enum { NAME = 12, STEPS = 7, RIGHT = 9 };

static void task_line(struct canvas c, const struct screen *s, int i)
{
    const struct task *t = tasks[i];
    bool here = i == s->session->now.state.look.train.task, chosen = i + 1 == s->session->now.state.set.task;
    int at = c.cols - STEPS - RIGHT - 1;
    struct text steps = SCREEN_TEXT(s), right = SCREEN_TEXT(s);
    enum style style = here ? STYLE_SELECTED : STYLE_TEXT;
    canvas_field(c, 0, 0, c.cols, style, chosen ? "▸" : "");
    canvas_field(c, 0, 1, NAME - 2, here ? STYLE_SELECTED : STYLE_KEY, t->name);
    canvas_field(c, 0, NAME, at - NAME, style, screen_text(s, t->title));
    text_addf(&steps, "%d", t->steps);
    text_addf(&right, t->write ? "%d %%" : "–", t->right); /* or it has no sentences to be measured with */
    canvas_right(c, 0, at, STEPS, style, text_str(&steps));
    canvas_right(c, 0, at + STEPS, RIGHT, style, text_str(&right));
    if (click_hit(s->click, c, 0, 0, c.cols))
        click_line(s->click, "task %s", t->name);
}

static void list_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const int step = c.rows - 2 >= 2 * task_count() ? 2 : 1, /* a blank row between two tasks */
        room = c.rows > 2 ? (c.rows - 1) / step : 1, from = c.cols - STEPS - RIGHT - 1,
              first = screen_first_shown(s->session->now.state.look.train.task, task_count(), room);
    canvas_put(canvas_part(c, 0, 0, 1, from), 0, 1, STYLE_TITLE,
               screen_text(s, TEXT("What shall it learn?")));
    canvas_right(c, 0, from, STEPS, STYLE_LABEL, screen_text(s, TEXT_AS("tasks", "steps")));
    canvas_right(c, 0, from + STEPS, RIGHT, STYLE_LABEL, screen_text(s, TEXT_AS("tasks", "right")));
    for (int i = first; i < first + room && i < task_count(); i++)
        task_line(canvas_part(c, step + (i - first) * step, 0, 1, c.cols), s, i);
    screen_more(canvas_part(c, step, 0, c.rows - step, c.cols), s, c.cols - 1, first > 0,
                task_count() - first > room);
}

/* Writes what a task teaches; returns the rows. An empty canvas only counts them. */
static int write_taught(struct canvas c, const struct screen *s, const struct task *t)
{
    const struct {
        enum style style;
        const char *says;
    } parts[] = {
        {STYLE_STRONG, screen_text(s, t->title)},
        {STYLE_TEXT, screen_text(s, t->teaches)},
        {STYLE_TEXT, say(s, TEXT("Watch: %s."), screen_text(s, t->watch))},
        {STYLE_DIM, screen_text(s, TEXT("right: the least of ten seeds, in sentences of the test"))}};
    int row = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        row +=
            canvas_flow(canvas_part(c, row, 1, c.rows - row, c.cols - 2), 0, parts[i].style, parts[i].says);
    return row;
}

static void taught_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    write_taught(c, s, tasks[s->session->now.state.look.train.task]);
}

void train_tasks_draw(struct canvas c, const struct screen *s)
{
    enum { BELOW = 6, WIDEST = 120 };
    static const char *const forms[] = {"list / gap / taught", NULL};
    int below = 0; /* the longest text decides: the list must not jump with the cursor */
    c.cols = c.cols < WIDEST ? c.cols : WIDEST;
    for (int i = 0; i < task_count(); i++) {
        int rows = write_taught((struct canvas){.rows = c.rows, .cols = c.cols}, s, tasks[i]);
        below = rows > below ? rows : below;
    }
    below = below < BELOW ? below : BELOW;
    const bool airy = c.rows >= 2 + 2 * task_count() + below;
    const struct page_part parts[] = {
        {"list", 1, {.rows = 2, .most_rows = (1 + airy) * (1 + task_count())}, NULL, list_draw},
        {"taught", 0, {.rows = below}, NULL, taught_draw},
        {NULL, 0, {0}, NULL, NULL}};
    page_draw(c, forms, parts, s);
}
