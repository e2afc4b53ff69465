/* The screen at the start: what this is, and what to begin with. */
#include "session/home.h"
#include "view/screen.h"

enum { LEFT = 4, NOTES = 34, ROOMY = 16 };      /* ROOMY: rows that leave some blank */

static void draw_entry(struct canvas c, int row, const struct screen *s, const struct home_entry *e, int at)
{
    bool here = at == s->model->now.state.look.home;
    struct text title = TEXT_HERE, note = TEXT_HERE;
    if (e->heading) {
        canvas_put(c, row, LEFT - 2, STYLE_LABEL, screen_pair(s, e->title));
        return;
    }
    home_words(s->model->offer, e, screen_lang(s), &title, &note);
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "%s", e->line);
    if (here)
        canvas_put(c, row, LEFT - 2, STYLE_KEY, s->ascii ? ">" : "▶");
    int width = utf8_width(text_str(&title));
    canvas_put(c, row, LEFT, here ? STYLE_STRONG : STYLE_TEXT, text_str(&title));
    int notes = LEFT + width + 2 < NOTES ? NOTES : LEFT + width + 2;
    canvas_field(c, row, notes, c.cols - notes - 1, STYLE_DIM, text_str(&note));
    text_finish(&title);
    text_finish(&note);
}

/* What this is; returns the rows it took. */
static int what(struct canvas c, const struct screen *s)
{
    return canvas_flow(c, 0, STYLE_NOTE, screen_text(s, TEXT("See self-attention think: words go in, numbers come out, and you can change any of them and watch it travel.",
                                                             "看自注意力怎样思考：词进去，数出来；改动任何一个数，看它一路走下去。")));
}

/* Rows that the entries take, with their headings. */
static int list_rows(const struct screen *s)
{
    int rows = 0;
    for (const struct home_entry *e = home_entries; e->title.en; e++)
        rows += home_has(s->model->offer, e) ? 1 + e->heading : 0;
    return rows;
}

static void draw(struct canvas c, const struct screen *s)
{
    int row = c.rows >= ROOMY, at = 0;
    struct canvas top = canvas_part(c, row, 2, 3, c.cols - 4), nowhere = {.cols = top.cols};
    if (row + what(nowhere, s) + 1 + list_rows(s) <= c.rows)      /* who has been here before knows it */
        row += what(top, s) + 1;
    for (const struct home_entry *e = home_entries; e->title.en && row < c.rows; e++) {
        if (!home_has(s->model->offer, e))
            continue;
        row += e->heading;
        draw_entry(c, row++, s, e, at);
        at += !e->heading;
    }
}

const struct view_def view_home = {draw};
