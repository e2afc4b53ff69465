/* The course page: units, their lessons, how long each is, and the one under the cursor. */
#include "lesson/run/contents.h"
#include "view/lesson/lesson.h"

/* Rows of the list: a unit's title or a lesson. */
struct line {
    int unit, entry;             /* entry -1: the unit itself */
};

enum { LINES = CONTENTS_MAX + 32 };

static int lines_of(const struct contents *c, struct line *out)
{
    int n = 0;
    for (int u = 0; u < c->course.unit_count; u++) {
        const struct course_unit *unit = &c->course.unit[u];
        if (unit->count == 0)
            continue;
        if (n < LINES)
            out[n++] = (struct line){u, -1};
        for (int i = unit->first; i < unit->first + unit->count && i < c->count && n < LINES; i++)
            out[n++] = (struct line){u, i};
    }
    return n;
}

/* Begun, finished, or neither. */
static const char *progress_sign(const struct screen *s, int done, int steps)
{
    if (done == 0)
        return " ";
    return s->ascii ? (done < steps ? "~" : "+") : done < steps ? "◐" : "●";
}

static void draw_entry(struct canvas c, int row, const struct screen *s, int i)
{
    const struct contents *all = s->model->contents;
    const struct course_entry *e = &all->course.v[i];
    bool here = i == s->model->now.state.look.course, there = all->steps[i] > 0 || i >= all->own;
    enum style style = here ? STYLE_SELECTED : there ? STYLE_TEXT : STYLE_DIM;
    struct text t = TEXT_HERE, title = TEXT_HERE;
    text_addf(&title, "%s   %2d  %s", here ? (s->ascii ? ">" : "▶") : " ", i + 1, e->title.s);
    if (there && click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "lesson %s", e->id);
    if (all->changed[i] > 0)
        text_addf(&t, screen_text(s, TEXT("changed since: %d  ", "之后改过 %d 步  ")), all->changed[i]);
    if (there && all->done[i] > 0)
        text_addf(&t, screen_text(s, TEXT("%d of ", "%d/")), all->done[i]);
    if (all->steps[i] > 0)
        text_addf(&t, screen_text(s, TEXT("%d steps  %2d min", "%d 步  %2d 分钟")), all->steps[i], all->minutes[i]);
    else
        text_add(&t, screen_text(s, EITHER(there, TEXT("has errors", "有错误"), TEXT("not there", "还没有"))));
    int width = utf8_width(text_str(&t));
    canvas_field(c, row, 2, c.cols - 4, style, "");
    canvas_field(c, row, 2, c.cols - 6 - width, style, text_str(&title));
    canvas_put(c, row, 4, here ? STYLE_SELECTED : all->done[i] > 0 ? STYLE_GOOD : STYLE_DIM, progress_sign(s, all->done[i], all->steps[i]));
    canvas_put(c, row, c.cols - 3 - width, here ? STYLE_SELECTED : STYLE_DIM, text_str(&t));
    text_finish(&title);
    text_finish(&t);
}

static void draw_list(struct canvas c, const struct screen *s)
{
    const struct contents *all = s->model->contents;
    struct line line[LINES];
    int n = lines_of(all, line), at = 0;
    for (int i = 0; i < n; i++)
        at = line[i].entry == s->model->now.state.look.course ? i : at;
    int first = screen_first_shown(at, n, c.rows);
    for (int i = first; i < n && i - first < c.rows; i++) {
        if (line[i].entry < 0)
            canvas_field(c, i - first, 1, c.cols - 2, STYLE_LABEL, all->course.unit[line[i].unit].title.s);
        else
            draw_entry(c, i - first, s, line[i].entry);
    }
    if (first > 0)
        canvas_put(c, 0, c.cols - 1, STYLE_KEY, s->ascii ? "^" : "▲");
    if (n - first > c.rows)
        canvas_put(c, c.rows - 1, c.cols - 1, STYLE_KEY, s->ascii ? "v" : "▼");
}

static void draw(struct canvas c, const struct screen *s)
{
    if (!s->model->contents) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    screen_text(s, TEXT("There is no course page here (lessons/course.en.md).", "这里没有课程目录（lessons/course.zh.md）。")));
        return;
    }
    canvas_field(c, 0, 1, c.cols - 2, STYLE_TITLE, s->model->contents->course.title.s);
    draw_list(canvas_part(c, 2, 0, c.rows - 2, c.cols), s);
}

const struct view_def view_lesson = {draw};
