/* The menu: one lit entry, what each opens, and how far one is in the course. */
#include "view/home/home.h"

enum { LEFT = 3, NOTES = 17, ROOMY = 40 };

/* An entry that is always there and says what it opens. */
static bool is_door(const struct home_entry *e)
{
    return e->line && !e->pair.en && e->when == HOME_ALWAYS;
}

/* Returns the column of a note beside a title that ends at `end`. */
static int note_column(struct canvas c, const struct home_entry *e, int end, const struct text *note)
{
    int width = utf8_width(text_str(note)), right = c.cols - 1 - width, col = e->pair.en ? right - 1 : NOTES;
    col = e->when == HOME_GO_ON && col > right ? right : col;
    return col < end + 2 ? end + 2 : col;
}

/* Returns whether there is room for what every door opens: all of them say it, or none. */
static bool describes(struct canvas c, const struct screen *s)
{
    bool room = true;
    for (const struct home_entry *e = home_entries; e->title.en; e++) {
        struct text title = SCREEN_TEXT(s), note = SCREEN_TEXT(s);
        if (!is_door(e)) /* what is offered may be unknown */
            continue;
        home_words(s->model->offer, e, screen_lang(s), &title, &note);
        int col = note_column(c, e, LEFT + utf8_width(text_str(&title)), &note);
        room = room && col + utf8_width(text_str(&note)) < c.cols;
    }
    return room;
}

/* Draws an entry, lit if it is under the cursor. A long title gives way to the step where a lesson goes on.
 */
static void draw_entry(struct canvas c, int row, const struct screen *s, const struct home_entry *e,
                       bool here)
{
    const uint16_t ground = ink_hue(HUE_FOCUS, 2);
    struct text title = SCREEN_TEXT(s), note = SCREEN_TEXT(s), line = SCREEN_TEXT(s);
    home_words(s->model->offer, e, screen_lang(s), &title, &note);
    home_line(e, screen_lang(s), &line);
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "%s", text_str(&line));
    const int width = utf8_width(text_str(&note)),
              room = c.cols - (e->when == HOME_GO_ON && note.len > 0 ? width + 3 : 0),
              end = canvas_put(canvas_part(c, 0, 0, c.rows, room), row, LEFT,
                               here ? STYLE_TITLE : STYLE_STRONG, text_str(&title)),
              col = note_column(c, e, end, &note);
    bool wanted = is_door(e) ? describes(c, s) : !e->pair.en || c.cols >= ROOMY; /* the picture asks it too */
    if (wanted && col + width < c.cols)
        canvas_put(c, row, col, STYLE_DIM, text_str(&note));
    if (here && screen_mono(s)) {
        canvas_restyle(c, row, 1, c.cols - 2, STYLE_SELECTED);
    } else if (here) {
        canvas_ink(c, row, 1, c.cols - 2, ground);
        canvas_inked(c, row, 1, s->ascii ? '>' : 0x258C, ink_hue(HUE_FOCUS, HUE_FULL), ground);
    }
}

/* Draws the entries above the heading, or those below it, from a row on, `step` rows per entry; returns the
 * row after them. An empty canvas only counts them. */
static int entries(struct canvas c, int row, const struct screen *s, bool pairs, int step)
{
    int at = 0;
    bool below = false;
    for (const struct home_entry *e = home_entries; e->title.en; e++) {
        below = below || !e->line;
        if (!home_has(s->model->offer, e))
            continue;
        if (below == pairs && !e->line)
            canvas_put(c, row++, LEFT - 1, STYLE_LABEL, screen_pair(s, e->title));
        else if (below == pairs) {
            draw_entry(c, row, s, e, at == s->model->now.state.look.home);
            row += step;
        }
        at += e->line != NULL;
    }
    return row;
}

void home_menu_draw(struct canvas c, const struct screen *s)
{
    const struct canvas measure = {0};
    int doors = entries(measure, 0, s, false, 1), pairs = entries(measure, 0, s, true, 1),
        course = home_course_rows(s), left = c.rows - doors - pairs - 1, row;
    bool brief = course > 0 && left <= course && left > HOME_COURSE_BRIEF;
    course = brief ? home_course_brief_rows(s, c.cols, left - 1) : left > course ? course : 0;
    left -= course > 0 ? course + 1 : 0;
    bool airy = left >= doors + 3;
    row = entries(c, airy, s, false, 1 + airy) + !airy;
    if (brief)
        home_course_brief(canvas_part(c, row, 0, course, c.cols), s);
    else if (course > 0)
        home_course_draw(canvas_part(c, row, 0, course, c.cols), s);
    row += course > 0 ? course + 1 + airy : 0;
    entries(c, row, s, true, 1 + (left >= doors + 3 + pairs));
}
