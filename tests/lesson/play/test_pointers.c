/* What the text of a lesson points at is on the screen once one goes there, on small and on large screens. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/run/run.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/lesson/lesson.h"

/* The picture where it is alone, or beside or below the text. */
static const struct size {
    int rows, cols;
    struct {
        int row, col;
    } view;
} sizes[] = {{18, 60, {2, 0}}, {24, 80, {2, LESSON_PANEL + 1}}, {36, 120, {2, LESSON_WIDE + 1}}};

/* Steps with a number whose place is not in every picture, and the columns from which on it is. */
static const struct {
    const char *step;
    int from;
} wide[] = {
    {"05-numbering/onehot", 120}, /* a difference beyond the positions of a small picture */
    {"07-distance/monotone", 120},
    {"07-distance/goal", 120},
    {"11-four-terms/cell", 80}, /* a bar, and a row of a matrix, beyond few lines */
    {"25-downhill/weight", 80},
    {"37-stretch-a-clock/near", 120}, /* the hands as a table, beside the clock */
    {"37-stretch-a-clock/bands", 120},
    {"37-stretch-a-clock/base", 120},
    {"asked-today/longer", 120},
    {"19-two-dimensions/time", 1000}, /* on a grid two positions differ by two numbers */
    {"23-fourier/grid", 1000},
};

static bool has_room(const char *place, int cols)
{
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strcmp(wide[i].step, place) == 0 && cols < wide[i].from)
            return false;
    return true;
}

/* Draws the picture that a lesson shows at this size; returns whether place i of its text is in it, or -1 if
 * the text has no such place. Where a word of the sentence is not in the picture its name leads nowhere:
 * true. */
static int shown(struct app *a, const struct size *size, int i)
{
    enum { FRAME = 5 };
    struct canvas c;
    struct pointer p;
    struct arena scratch = {0};
    struct screen s = {.session = &a->session, .scratch = &scratch};
    assert_true(canvas_init(&c, size->rows, size->cols));
    assert_true(arena_more(&scratch, 1 << 22));
    session_resized(&a->session, size->rows, size->cols);
    struct canvas view = canvas_part(c, size->view.row, size->view.col, size->rows - FRAME, size->cols);
    pointer_begin(&p, &s, c);
    lesson_panel_draw((struct canvas){.rows = size->rows - FRAME, .cols = LESSON_PANEL}, &s, &p.points);
    s.spots = &p.spots;
    views[a->session.now.state.look.view]->draw(view, &s);
    const int found = i < p.spots.count ? p.spots.v[i].found || p.mark[i].word : -1;
    arena_finish(&scratch);
    canvas_finish(&c);
    return found;
}

/* Goes to each place that the text of a step points at, and back. */
static void points_of_step(struct app *a, const char *lesson, const char *step, struct text *out)
{
    char line[200], place[200];
    snprintf(line, sizeof line, "goto %s ; reveal", step);
    snprintf(place, sizeof place, "%s/%s", lesson, step);
    enter(a, line);
    for (int i = 0, found = 0; found >= 0; i++) {
        snprintf(line, sizeof line, "point %d", i + 1);
        if (!enter(a, line))
            break;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes && found >= 0; k++) {
            found = shown(a, &sizes[k], i);
            if (found == 0 && has_room(place, sizes[k].cols))
                text_addf(out, "%s: place %d is not seen at %d x %d\n", place, i + 1, sizes[k].cols,
                          sizes[k].rows);
        }
        enter(a, "back");
    }
}

static void points_of(const char *path, enum lang lang, struct text *out)
{
    struct app a = fresh_app_in(lang);
    char line[400];
    snprintf(line, sizeof line, "lesson %s", path);
    must_enter(&a, line);
    const struct lesson *l = &a.session.lesson->lesson;
    for (int i = 0; i < l->step_count; i++)
        points_of_step(&a, l->id, l->step[i].id.s, out);
    app_finish(&a);
}

static void every_place_is_seen(const char *lang)
{
    struct text out = {0};
    char folder[40];
    struct dirent **names = NULL;
    snprintf(folder, sizeof folder, "lessons/%s", lang);
    int count = scandir(folder, &names, NULL, alphasort);
    assert_true(count > 20);
    for (int i = 0; i < count; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (strstr(path, ".md"))
            points_of(path, strcmp(lang, "zh") == 0 ? LANG_ZH : LANG_EN, &out);
        free(names[i]);
    }
    free(names);
    if (out.len > 0)
        fprintf(stderr, "%s", text_str(&out));
    assert_true(out.len == 0);
    text_finish(&out);
}

TEST(every_place_that_a_lesson_points_at_is_seen)
{
    every_place_is_seen("en");
}
