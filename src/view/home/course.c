/* Progress in the course: one dot per lesson, one row per part. */
#include <string.h>

#include "base/utf8.h"
#include "lesson/run/contents.h"
#include "view/home/home.h"

int home_course_rows(const struct screen *s)
{
    const struct contents *all = s->model->contents;
    int rows = 0;
    for (int u = 0; all && u < all->course.unit_count; u++)
        rows += all->course.unit[u].count > 0;
    return rows > 0 ? rows + 1 : 0;
}

/* Returns the lessons that are done. */
static int count_finished(const struct contents *all)
{
    int n = 0;
    for (int i = 0; i < all->own; i++)
        n += all->steps[i] > 0 && all->done[i] == all->steps[i];
    return n;
}

/* ● done, ◐ begun, ○ to come. */
static void lesson_dot(struct canvas c, int row, int col, const struct screen *s, int i)
{
    const struct contents *all = s->model->contents;
    if (all->steps[i] > 0 && all->done[i] == all->steps[i])
        canvas_put(c, row, col, STYLE_GOOD, s->ascii ? "+" : "●");
    else if (all->done[i] > 0)
        canvas_put(c, row, col, STYLE_TITLE, s->ascii ? "~" : "◐");
    else
        canvas_put(c, row, col, STYLE_DIM, s->ascii ? "." : "○");
}

/* Returns "A. Attention itself (36 minutes)" without the minutes. */
static const char *part_name(const struct screen *s, const struct course_unit *unit)
{
    const char *title = unit->title.s, *wide = strstr(title, "（");
    struct text out = SCREEN_TEXT(s);
    size_t n = strcspn(title, "(");
    n = wide && (size_t)(wide - title) < n ? (size_t)(wide - title) : n;
    while (n > 0 && title[n - 1] == ' ')
        n--;
    text_add_bytes(&out, title, n);
    return text_str(&out);
}

static void course_heading(struct canvas c, const struct screen *s)
{
    const struct contents *all = s->model->contents;
    int col = canvas_put(c, 0, 2, STYLE_LABEL, screen_text(s, TEXT("the course", "课程")));
    canvas_put(c, 0, col + 2, STYLE_DIM,
               say(s, TEXT("%d of %d lessons", "%d / %d 课"), count_finished(all), all->own));
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
    course_heading(c, s);
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        if (col + unit->count >= c.cols && row + 1 < c.rows) {
            row++;
            col = BRIEF_LEFT;
        }
        for (int i = unit->first; i < unit->first + unit->count && i < all->count; i++)
            lesson_dot(c, row, col++, s, i);
        col += apart && unit->count > 0;
    }
    if (click_hit(s->click, c, 1, 0, c.cols) || (row > 1 && click_hit(s->click, c, row, 0, c.cols)))
        click_line(s->click, "lesson");
}

int home_course_draw(struct canvas c, const struct screen *s)
{
    const struct contents *all = s->model->contents;
    int row = 1, most = 0, widest = 0;
    if (!all)
        return 0;
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        int width = unit->count > 0 ? utf8_width(part_name(s, unit)) : 0;
        most = unit->count > most ? unit->count : most;
        widest = width > widest ? width : widest;
    }
    /* Dots are apart where the longest name and the most dots fit beside each other so, else close together:
     * a row twice as long is twice as many lessons. */
    const int step = NAME_LEFT + widest + 1 + 2 * most <= c.cols ? 2 : 1,
              left = c.cols - step * most - (step == 1);
    course_heading(c, s);
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        if (unit->count == 0)
            continue;
        canvas_field(c, row, NAME_LEFT, left - 1 - NAME_LEFT, STYLE_TEXT, part_name(s, unit));
        for (int i = 0; i < unit->count && unit->first + i < all->count; i++)
            lesson_dot(c, row, left + i * step, s, unit->first + i);
        if (click_hit(s->click, c, row, 0, c.cols))
            click_line(s->click, "lesson");
        row++;
    }
    return row;
}

void home_course_tell(const struct teller *t)
{
    const struct contents *all = t->m->contents;
    if (all)
        tell(t, TEXT("The course: %d of %d lessons finished.\n", "课程：%d 课做完，共 %d 课。\n"),
             count_finished(all), all->own);
}
