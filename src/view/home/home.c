/* The home screen: what qkv is, and where to begin. */
#include "session/home.h"
#include "view/screen.h"
#include "view/tell/tell.h"

enum { LEFT = 4, NOTES = 34, ROOMY = 16 }; /* ROOMY: rows from which a blank row is affordable */

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

/* Draws the introduction; returns the rows it took. */
static int what(struct canvas c, const struct screen *s)
{
    return canvas_flow(
        c, 0, STYLE_NOTE,
        screen_text(s, TEXT("See self-attention think: words go in, numbers come out, and you can change any "
                            "of them and watch it travel.",
                            "看自注意力怎样思考：词进去，数出来；改动任何一个数，看它一路走下去。")));
}

/* Returns the rows of the entries with their headings. */
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
    if (row + what(nowhere, s) + 1 + list_rows(s) <= c.rows) /* returning users have seen it */
        row += what(top, s) + 1;
    for (const struct home_entry *e = home_entries; e->title.en && row < c.rows; e++) {
        if (!home_has(s->model->offer, e))
            continue;
        row += e->heading;
        draw_entry(c, row++, s, e, at);
        at += !e->heading;
    }
}

static void tell_briefly(const struct teller *t)
{
    struct text title = {0}, note = {0};
    home_words(t->m->offer, home_entry(t->m->offer, t->now->state.look.home), screen_lang(&t->screen), &title,
               &note);
    tell(t,
         TEXT("Chosen: %s; 'home here' opens it, 'cursor down' goes on\n",
              "选中：%s；home here 打开，cursor down 往下\n"),
         text_str(&title));
    text_finish(&title);
    text_finish(&note);
}

static void tell_whole(const struct teller *t)
{
    struct text title = {0}, note = {0};
    for (const struct home_entry *e = home_entries; e->title.en; e++) {
        if (!home_has(t->m->offer, e))
            continue;
        home_words(t->m->offer, e, screen_lang(&t->screen), &title, &note);
        text_addf(t->out, "%s%s%s\n", text_str(&title),
                  note.len > 0 ? screen_text(&t->screen, TEXT(": ", "：")) : "", text_str(&note));
    }
    text_finish(&title);
    text_finish(&note);
    tell_briefly(t);
}

static void places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    (void)c;
    *row = (struct place){&s->look.home, STATE_LAST_POSITION}; /* the app keeps it on an entry */
    *col = (struct place){&s->look.dim, 1};
}

const struct view view_home = {
    .name = "home",
    .context = "home",
    .title = PAIR("start", "开始"),
    .help = PAIR("What to begin with. Arrows choose, Enter opens; every other key works from here too. "
                 "`home` (key 9) comes back.",
                 "从哪里开始。方向键选择，回车打开；其他按键在这里也都有用。home（按键 9）可以回来。"),
    .draw = draw,
    .tell = tell_whole,
    .tell_briefly = tell_briefly,
    .places = places,
};
