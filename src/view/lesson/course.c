/* The course page: units, their lessons and lengths, and the lesson under the cursor. */
#include <stdlib.h>
#include <string.h>

#include "lesson/run/progress.h"
#include "view/figures/page.h"
#include "view/figures/tell.h"

/* The lines of the list, and the headings among them: of a unit, of the paths. */
enum { LINES = CONTENTS_MAX + 32 + COURSE_PATHS, TITLE = -1, PATHS = -2 };

/* Draws a row of the list: the cursor, what it is, and at the right how long it is. */
static void draw_row(struct canvas c, int row, enum style style, const struct text *title,
                     const struct text *length)
{
    const bool here = style == STYLE_SELECTED;
    int width = utf8_width(text_str(length)), room = c.cols - 6 - width;
    canvas_field(c, row, 2, c.cols - 4, style, "");
    canvas_field(c, row, 2, room, style, here ? "▶" : " ");
    if (room > 0)
        canvas_field(c, row, 3, room - 1, style, text_str(title));
    canvas_put(c, row, c.cols - 3 - width, here ? STYLE_SELECTED : STYLE_DIM, text_str(length));
}

/* A step that another page than the course lists: its mark, its title, and whose step it is. */
static void draw_step(struct canvas c, int row, const struct screen *s, int i)
{
    const struct course_entry *e = &s->session->contents->course.v[i];
    const bool here = i == s->session->now.state.look.course;
    const char *mark = e->mark.s;
    const enum style style = strncmp(mark, "✓", 3) == 0   ? STYLE_GOOD
                             : strncmp(mark, "✗", 3) == 0 ? STYLE_ERROR
                                                          : STYLE_NOTE;
    struct text title = SCREEN_TEXT(s), place = SCREEN_TEXT(s);
    char *end;
    int number = (int)strtol(e->id, &end, 10);
    text_addf(&title, " %s", e->title.s);
    if (end > e->id)
        screen_add(s, &place, TEXT("lesson %02d"), number);
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "lesson %.*s/%s", (int)strcspn(e->id, "#"), e->id, strchr(e->id, '#') + 1);
    enum { MARK = 14 };
    const int left = *mark ? MARK : 1;
    draw_row(c, row, here ? STYLE_SELECTED : STYLE_TEXT, &(struct text){0}, &place);
    canvas_field(c, row, left + 2, c.cols - left - 6 - utf8_width(text_str(&place)),
                 here ? STYLE_SELECTED : STYLE_TEXT, text_str(&title));
    canvas_put(c, row, 4, here ? STYLE_SELECTED : style, mark);
}

static void draw_entry(struct canvas c, int row, const struct screen *s, int i)
{
    const struct contents *all = s->session->contents;
    const struct course_entry *e = &all->course.v[i];
    const bool here = i == s->session->now.state.look.course, there = all->steps[i] > 0 || i >= all->own,
               begun = all->done[i] > 0, part = all->done[i] < all->steps[i];
    struct text t = SCREEN_TEXT(s), title = SCREEN_TEXT(s);
    char *end;
    int number = (int)strtol(e->id, &end, 10);
    if (end > e->id)
        text_addf(&title, "   %2d  %s", number, e->title.s);
    else
        text_addf(&title, "       %s", e->title.s);
    if (there && click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "lesson %s", e->id);
    if (all->changed[i] > 0)
        screen_add(s, &t, TEXT("changed since: %d  "), all->changed[i]);
    if (all->par[i] > 0)
        text_addf(&t, "★%d  ", all->par[i]);
    if (there && begun)
        screen_add(s, &t, TEXT("%d of "), all->done[i]);
    if (all->steps[i] > 0)
        screen_add(s, &t, TEXT("%d steps  %2d min"), all->steps[i], all->minutes[i]);
    else
        text_add(&t, screen_text(s, there ? TEXT("has errors") : TEXT("missing")));
    draw_row(c, row, here ? STYLE_SELECTED : there ? STYLE_TEXT : STYLE_DIM, &title, &t);
    if (begun)
        canvas_put(c, row, 4, here ? STYLE_SELECTED : STYLE_GOOD, part ? "◐" : "●");
}

/* Returns the lesson of place k of a path; -1: it is a single step, or not in the course. */
static int lesson_of(const struct contents *all, const struct course_path *p, int k)
{
    int at = strchr(p->place[k], '#') ? -1 : course_find(&all->course, p->place[k]);
    return at < all->count ? at : -1;
}

/* Returns the minutes of a path's lessons, 0 if it goes through single steps. */
static int minutes_of(const struct contents *all, const struct course_path *p)
{
    int sum = 0;
    for (int k = 0; k < p->count; k++) {
        int at = lesson_of(all, p, k);
        if (at < 0)
            return 0;
        sum += all->minutes[at];
    }
    return sum;
}

/* >  A demonstration of twenty minutes        path 1  10 stops */
static void draw_path(struct canvas c, int row, const struct screen *s, int i)
{
    const struct contents *all = s->session->contents;
    const int number = i - all->count + 1;
    const struct course_path *p = &all->course.path[number - 1];
    struct text title = SCREEN_TEXT(s), t = SCREEN_TEXT(s);
    text_addf(&title, "       %s", p->title.s);
    screen_add(s, &t, TEXT("path %d  %d stops"), number, p->count);
    if (minutes_of(all, p) > 0)
        screen_add(s, &t, TEXT("  %2d min"), minutes_of(all, p));
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "path %d", number);
    draw_row(c, row, i == s->session->now.state.look.course ? STYLE_SELECTED : STYLE_TEXT, &title, &t);
}

static void list_draw(struct canvas c, const void *screen)
{
    const struct screen *s = screen;
    const struct contents *all = s->session->contents;
    struct {
        int unit, entry; /* a lesson, or a path after the last lesson; or a heading */
    } line[LINES];
    int n = 0, at = 0;
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        for (int i = -1; unit->count > 0 && i < unit->count && unit->first + i < all->count && n < LINES;
             i++, n++) {
            line[n].unit = u;
            line[n].entry = i < 0 ? TITLE : unit->first + i;
        }
    }
    for (int i = -1; all->course.path_count > 0 && i < all->course.path_count && n < LINES; i++)
        line[n++].entry = i < 0 ? PATHS : all->count + i;
    for (int i = 0; i < n; i++)
        at = line[i].entry == s->session->now.state.look.course ? i : at;
    const int first = screen_first_shown(at, n, c.rows);
    for (int i = first; i < n && i - first < c.rows; i++) {
        if (line[i].entry < 0)
            canvas_field(c, i - first, 1, c.cols - 2, STYLE_LABEL,
                         line[i].entry == TITLE ? all->course.unit[line[i].unit].title.s
                                                : screen_text(s, TEXT("Paths")));
        else
            (all->page != LIST_COURSE     ? draw_step
             : line[i].entry < all->count ? draw_entry
                                          : draw_path)(c, i - first, s, line[i].entry);
    }
    screen_more(c, s, c.cols - 1, first > 0, n - first > c.rows);
}

/* What the lesson under the cursor is about, or the lessons of a path: Query, key, value (02) → Why divide
 * (03). */
static const char *aim_says(const struct screen *s)
{
    const struct contents *all = s->session->contents;
    int at = s->session->now.state.look.course;
    struct text aim = SCREEN_TEXT(s);
    if (at < all->count)
        return text_str(&all->aim[at]);
    for (int k = 0; at < all->count + all->course.path_count; k++) {
        const struct course_path *p = &all->course.path[at - all->count];
        if (k == p->count || minutes_of(all, p) == 0)
            break;
        const struct course_entry *e = &all->course.v[lesson_of(all, p, k)];
        text_addf(&aim, "%s%.2s %s", k == 0 ? "" : " → ", e->id, e->title.s);
    }
    return text_str(&aim);
}

enum { AIM_MARGIN = 3 };

static struct page_size aim_size(const void *screen, int cols)
{
    enum { MOST = 5 };
    struct page_size size = page_text(aim_says(screen), cols > 2 * AIM_MARGIN ? cols - 2 * AIM_MARGIN : 0, 1);
    size.rows = size.rows > MOST ? MOST : size.rows;
    size.most_cols = 0;
    return size;
}

static void aim_draw(struct canvas c, const void *screen)
{
    canvas_flow(canvas_part(c, 0, AIM_MARGIN, c.rows, c.cols - 2 * AIM_MARGIN), 0, STYLE_NOTE,
                aim_says(screen));
}

static void draw_course(struct canvas c, const struct screen *s)
{
    static const struct page_part parts[] = {{"list", 1, {.rows = 8}, NULL, list_draw},
                                             {"aim", 0, {0}, aim_size, aim_draw},
                                             {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"gap / list / gap / aim?", NULL};
    const struct contents *all = s->session->contents;
    if (all) {
        struct text title = SCREEN_TEXT(s);
        text_add(&title, all->course.title.s);
        if (all->only.len > 0)
            screen_add(s, &title, TEXT(": %d with '%s'"), all->count, text_str(&all->only));
        canvas_field(c, 0, 1, c.cols - 2, STYLE_TITLE, text_str(&title));
        page_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), forms, parts, s);
    } else
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    screen_text(s, TEXT("There is no course page here (lessons/course.en.md).")));
}

static void tell_briefly(const struct teller *t)
{
    const struct contents *all = t->m->contents;
    int i = t->now->state.look.course;
    if (all && i < all->count)
        tell(t,
             all->page ? TEXT("Step %s: %s; 'lesson here' opens it\n")
                       : TEXT("Lesson %s: %s; 'lesson here' opens it\n"),
             all->course.v[i].id, all->course.v[i].title.s);
    if (all && i < all->count && all->aim[i].len > 0)
        text_addf(t->out, "%s\n", text_str(&all->aim[i]));
}

static void tell_whole(const struct teller *t)
{
    const struct contents *all = t->m->contents;
    if (!all) {
        tell(t, TEXT("There is no course page here.\n"));
        return;
    }
    for (int i = 0; i < all->count; i++) {
        if (all->page != LIST_COURSE) {
            text_addf(t->out, "%s %s %s\n", all->course.v[i].mark.s, all->course.v[i].title.s,
                      text_str(&all->aim[i]));
            continue;
        }
        tell(t, TEXT("%s, %s: "), all->course.v[i].id, all->course.v[i].title.s);
        if (all->steps[i] > 0)
            tell(t, TEXT("%d of %d steps done, %d min\n"), all->done[i], all->steps[i], all->minutes[i]);
        else
            tell(t, i < all->own ? TEXT("missing\n") : TEXT("has errors\n"));
    }
    tell_briefly(t);
}

static void course_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    (void)c;
    *row = (struct place){&s->look.course, STATE_LAST_POSITION}; /* the app keeps it on a lesson */
    *col = (struct place){&s->look.dim, 1};
}

const struct view view_lesson = {
    .name = "lesson",
    .context = "course",
    .title = TEXT("lessons"),
    .help = TEXT("The course: its units and lessons, and how long each lesson takes. Enter opens the "
                 "lesson under the cursor; its text appears next to the view it describes. Tab shows the "
                 "questions that people ask, and what course notes say, line by line."),
    .no_scene = true,
    .draw = draw_course,
    .tell = tell_whole,
    .tell_briefly = tell_briefly,
    .places = course_places,
};
