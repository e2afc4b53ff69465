/* What can be taught: a line for each task, and below it what the one under the cursor teaches. */
#include "view/train/train.h"

enum {
    BELOW = 6, /* rows of text at most */
    NAME = 12,
    STEPS = 7,
    RIGHT = 9,
    FROM = 2,
    WIDEST = 120
};

static void task_line(struct canvas c, int row, const struct screen *s, int i)
{
    const struct task *t = tasks[i];
    const struct look *look = &s->session->now.state.look;
    bool here = i == look->train_task, chosen = i + 1 == s->session->now.state.set.task;
    int at = c.cols - STEPS - RIGHT - 1;
    struct text steps = SCREEN_TEXT(s), right = SCREEN_TEXT(s);
    enum style style = here ? STYLE_SELECTED : STYLE_TEXT;
    canvas_field(c, row, 0, c.cols, style, "");
    canvas_put(c, row, 0, style, chosen ? "▸" : " ");
    canvas_field(c, row, 1, NAME - 2, here ? STYLE_SELECTED : STYLE_KEY, t->name);
    canvas_field(c, row, NAME, at - NAME, style, screen_text(s, t->title));
    text_addf(&steps, "%d", t->steps);
    if (t->write)
        text_addf(&right, "%d %%", t->right);
    else
        text_add(&right, "–"); /* it has no sentences of its own to be measured with */
    canvas_right(c, row, at, STEPS, style, text_str(&steps));
    canvas_right(c, row, at + STEPS, RIGHT, style, text_str(&right));
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "task %s", t->name);
}

/* Writes what the task teaches; returns the rows. */
static int taught(struct canvas c, const struct screen *s, const struct task *t)
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
        row += canvas_flow(canvas_part(c, row, 0, c.rows - row, c.cols), 0, parts[i].style, parts[i].says);
    return row;
}

void train_tasks_draw(struct canvas c, const struct screen *s)
{
    c.cols = c.cols < WIDEST ? c.cols : WIDEST;
    int below = 0; /* the longest text decides: the list must not jump with the cursor */
    for (int i = 0; i < task_count(); i++) {
        int rows = taught((struct canvas){.rows = c.rows, .cols = c.cols - 2}, s, tasks[i]);
        below = rows > below ? rows : below;
    }
    below = below < BELOW ? below : BELOW;
    int at = s->session->now.state.look.train_task, room = c.rows - FROM - below,
        step = room >= 2 * task_count() ? 2 : 1; /* a blank row between two tasks */
    room = room < 1 ? 1 : room > task_count() ? task_count() : room;
    int first = screen_first_shown(at, task_count(), room), top = FROM + step - 2;
    int from = c.cols - STEPS - RIGHT - 1;
    canvas_put(canvas_part(c, 0, 0, 1, from), 0, 1, STYLE_TITLE,
               screen_text(s, TEXT("What shall it learn?")));
    canvas_right(c, 0, from, STEPS, STYLE_LABEL, screen_text(s, TEXT_AS("tasks", "steps")));
    canvas_right(c, 0, from + STEPS, RIGHT, STYLE_LABEL, screen_text(s, TEXT_AS("tasks", "right")));
    for (int i = first; i < first + room && i < task_count(); i++)
        task_line(c, top + (i - first) * step, s, i);
    if (first > 0)
        canvas_put(c, top, c.cols - 1, STYLE_KEY, "▲");
    if (task_count() - first > room)
        canvas_put(c, top + (room - 1) * step, c.cols - 1, STYLE_KEY, "▼");
    room = room * step + step - 1;
    taught(canvas_part(c, FROM + room, 1, c.rows - FROM - room, c.cols - 2), s, tasks[at]);
}
