/* Progress in the course: one dot per lesson, one row per part. */
#include <string.h>

#include "base/utf8.h"
#include "lesson/run/progress.h"
#include "view/home/home.h"

static bool lists(const struct contents *all, int unit)
{
    return all->course.unit[unit].count > 0;
}

static bool finished(const struct contents *all, int i)
{
    return all->steps[i] > 0 && all->done[i] == all->steps[i];
}

int home_course_rows(const struct screen *s)
{
    const struct contents *all = s->model->contents;
    int rows = 0;
    for (int u = 0; all && u < all->course.unit_count; u++)
        rows += lists(all, u);
    return rows > 0 ? rows + 1 : 0;
}

static int count_finished(const struct contents *all)
{
    int n = 0;
    for (int i = 0; i < all->own; i++)
        n += finished(all, i);
    return n;
}

/* ● done, ◐ begun, ○ to come. */
static void dot(struct canvas c, int row, int col, const struct screen *s, int i)
{
    const struct contents *all = s->model->contents;
    bool done = finished(all, i), begun = all->done[i] > 0;
    if (done)
        canvas_put(c, row, col, STYLE_GOOD, s->ascii ? "+" : "●");
    else if (begun)
        canvas_put(c, row, col, STYLE_TITLE, s->ascii ? "~" : "◐");
    else
        canvas_put(c, row, col, STYLE_DIM, s->ascii ? "." : "○");
}

/* "A. Attention itself (36 minutes)" without the minutes. */
static void part_name(const struct course_unit *unit, struct text *out)
{
    const char *title = unit->title.s;
    size_t n = strcspn(title, "(");
    const char *wide = strstr(title, "（");
    n = wide && (size_t)(wide - title) < n ? (size_t)(wide - title) : n;
    while (n > 0 && title[n - 1] == ' ')
        n--;
    text_clear(out);
    text_add_bytes(out, title, n);
}

static void heading(struct canvas c, const struct screen *s)
{
    const struct contents *all = s->model->contents;
    int col = canvas_put(c, 0, 2, STYLE_LABEL, screen_text(s, TEXT("the course", "课程")));
    canvas_putf(c, 0, col + 2, STYLE_DIM, screen_text(s, TEXT("%d of %d lessons", "%d / %d 课")),
                count_finished(all), all->own);
}

enum { NAME_LEFT = 2, BRIEF_LEFT = 3 };

int home_course_brief_rows(const struct screen *s, int cols, int most)
{
    const struct contents *all = s->model->contents;
    bool one_line = all && BRIEF_LEFT + all->count < cols;
    return one_line || most <= HOME_COURSE_BRIEF ? HOME_COURSE_BRIEF : HOME_COURSE_BRIEF + 1;
}

void home_course_brief(struct canvas c, const struct screen *s)
{
    const struct contents *all = s->model->contents;
    int row = 1, col = BRIEF_LEFT;
    bool apart = c.rows > HOME_COURSE_BRIEF ||
                 BRIEF_LEFT + all->count + home_course_rows(s) < c.cols; /* a blank after each part */
    heading(c, s);
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        if (col + unit->count >= c.cols && row + 1 < c.rows) {
            row++;
            col = BRIEF_LEFT;
        }
        for (int i = unit->first; i < unit->first + unit->count && i < all->count; i++)
            dot(c, row, col++, s, i);
        col += apart && lists(all, u);
    }
    if (click_hit(s->click, c, 1, 0, c.cols) || (row > 1 && click_hit(s->click, c, row, 0, c.cols)))
        click_line(s->click, "lesson");
}

/* First column of the dots of all parts, and the columns that each dot takes. */
struct dots {
    int col, step;
};

/* Apart where the longest name and the most dots fit beside each other so, else close together: a row twice
 * as long is twice as many lessons. */
static struct dots place_dots(struct canvas c, const struct contents *all)
{
    struct text name = TEXT_HERE;
    int most = 0, widest = 0;
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        part_name(unit, &name);
        most = unit->count > most ? unit->count : most;
        widest = lists(all, u) && utf8_width(text_str(&name)) > widest ? utf8_width(text_str(&name)) : widest;
    }
    text_finish(&name);
    int step = NAME_LEFT + widest + 1 + 2 * most <= c.cols ? 2 : 1;
    return (struct dots){c.cols - step * most - (step == 1), step};
}

int home_course_draw(struct canvas c, const struct screen *s)
{
    const struct contents *all = s->model->contents;
    struct text name = TEXT_HERE;
    int row = 1;
    if (!all)
        return 0;
    const struct dots dots = place_dots(c, all);
    heading(c, s);
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        if (!lists(all, u))
            continue;
        part_name(unit, &name);
        canvas_field(c, row, NAME_LEFT, dots.col - 1 - NAME_LEFT, STYLE_TEXT, text_str(&name));
        for (int i = 0; i < unit->count && unit->first + i < all->count; i++)
            dot(c, row, dots.col + i * dots.step, s, unit->first + i);
        if (click_hit(s->click, c, row, 0, c.cols))
            click_line(s->click, "lesson");
        row++;
    }
    text_finish(&name);
    return row;
}

void home_course_tell(const struct teller *t)
{
    const struct contents *all = t->m->contents;
    if (all)
        tell(t, TEXT("The course: %d of %d lessons finished.\n", "课程：%d 课做完，共 %d 课。\n"),
             count_finished(all), all->own);
}
