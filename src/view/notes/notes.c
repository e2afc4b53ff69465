/* The notes are read at a glance while one speaks: parts in the order in which they are needed, each below
 * its name, never more than one screen wide. They are drawn from a file that the other terminal writes
 * (lesson/run/notes.h), so this screen needs no model and no session, and cannot disturb one. */
#include "view/notes/notes.h"

#include <string.h>

/* step 3:07 of 4 min   lesson 12:40 of 14 min */
static int draw_times(struct canvas c, int row, const struct notes *n, long long now)
{
    const struct {
        const char *name;
        long long begun;
        int minutes;
    } clocks[] = {{TEXT_AS("notes", "step "), n->since, n->minutes},
                  {TEXT("lesson "), n->begun, n->all_minutes}};
    int col = 1;
    for (int i = 0; i < 2; i++) {
        long long passed = now > clocks[i].begun ? now - clocks[i].begun : 0;
        bool late = clocks[i].minutes > 0 && passed > 60LL * clocks[i].minutes;
        struct text t = TEXT_HERE;
        text_addf(&t, "%s%lld:%02lld", text_in(clocks[i].name, n->lang), passed / 60, passed % 60);
        if (clocks[i].minutes > 0)
            text_addf(&t, text_in(TEXT(" of %d min"), n->lang), clocks[i].minutes);
        col = canvas_put(c, row, col, late ? STYLE_CHANGED : STYLE_STRONG, text_str(&t)) + 4;
        text_finish(&t);
    }
    return row + 2;
}

/* The parts below each other, scrolled: row `row` of all rows is row `row - top` of c. */
struct roll {
    struct canvas c; /* without cells: only counts the rows */
    enum lang lang;
    int row, top;
};

static void roll_flow(struct roll *r, int col, enum style style, const char *s)
{
    struct canvas size = {.rows = r->c.rows, .cols = r->c.cols - col - 1};
    int above = r->top > r->row ? r->top - r->row : 0, below = r->row > r->top ? r->row - r->top : 0;
    if (r->c.cells && below < r->c.rows)
        canvas_flow(canvas_part(r->c, below, col, r->c.rows - below, size.cols), above, style, s);
    r->row += canvas_flow(size, 0, style, s);
}

/* Draws a heading and the text below it, a paragraph per line. */
static void roll_part(struct roll *r, const char *heading, const struct text *body, enum style style)
{
    const char *s = text_str(body);
    if (!*s)
        return;
    roll_flow(r, 1, STYLE_LABEL, text_in(heading, r->lang));
    while (*s) {
        struct text line = TEXT_HERE;
        size_t n = strcspn(s, "\n");
        text_add_bytes(&line, s, n);
        roll_flow(r, 3, style, text_str(&line));
        text_finish(&line);
        s += n + (s[n] == '\n');
    }
    r->row++;
}

/* Draws all parts and returns the rows that they take. */
static int draw_parts(struct canvas c, int top, const struct notes *n)
{
    static const struct {
        const char *heading;
        int part;
        enum style style;
    } parts[] = {{TEXT("Watch"), NOTES_WATCH, STYLE_GOOD},
                 {TEXT("Say"), NOTES_NOTE, STYLE_TEXT},
                 {TEXT("Ask"), NOTES_ASK, STYLE_STRONG},
                 {TEXT("Answer"), NOTES_ANSWER, STYLE_GOOD},
                 {TEXT("Wrong answers, and what to say"), NOTES_WRONG, STYLE_TEXT},
                 {TEXT("Next"), NOTES_NEXT, STYLE_TEXT}};
    struct roll r = {.c = c, .lang = n->lang, .top = top};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        roll_part(&r, parts[i].heading, &n->of[parts[i].part], parts[i].style);
    const char *panic = text_in(TEXT("Lost? R again · g to a step · B black screen · u undo"), r.lang);
    struct canvas size = {.rows = c.rows, .cols = c.cols - 2};
    int bottom = c.rows - canvas_flow(size, 0, STYLE_DIM, panic); /* its row if there is room */
    r.row = r.row > bottom ? r.row : bottom;
    roll_flow(&r, 1, STYLE_DIM, panic);
    return r.row;
}

/* Draws the keys, and marks where more text is. */
static void draw_foot(struct canvas c, struct canvas body, bool above, bool below, enum lang lang)
{
    int foot = c.rows - 1, col = canvas_key(c, foot, 1, "q", text_in(TEXT("quit"), lang));
    if (above || below)
        canvas_key(c, foot, col + 2, "↑↓", text_in(TEXT("the rest"), lang));
    if (above)
        canvas_put(body, 0, body.cols - 1, STYLE_KEY, "▲");
    if (below)
        canvas_put(body, body.rows - 1, body.cols - 1, STYLE_KEY, "▼");
}

void view_notes_draw(struct canvas c, const struct notes *n, int *top, long long now, enum lang lang)
{
    canvas_clear(c);
    lang = n ? n->lang : lang;
    canvas_put(c, 0, 1, STYLE_TITLE, text_in(TEXT("notes"), lang));
    if (!n) {
        draw_foot(c, c, false, false, lang);
        canvas_flow(canvas_part(c, 2, 1, c.rows - 3, c.cols - 2), 0, STYLE_NOTE,
                    text_in(TEXT("No lesson is open in another terminal. Open one there (qkv --lesson 01); "
                                 "its notes appear here. 'path' lists paths: three lessons fill an hour."),
                            lang));
        return;
    }
    canvas_field(c, 0, 12, c.cols - 13, STYLE_LABEL, text_str(&n->of[NOTES_LESSON]));
    struct canvas body = canvas_part(c, 2, 0, c.rows - 3, c.cols);
    int row = 0;
    int col =
        n->number <= n->count ? canvas_putf(body, row, 1, STYLE_STRONG, "%d/%d", n->number, n->count) + 2 : 1;
    const char *end = text_in(TEXT("The end"), lang);
    canvas_field(body, row++, col, body.cols - col - 1, STYLE_TITLE,
                 n->number <= n->count ? text_str(&n->of[NOTES_STEP]) : end);
    row = draw_times(body, row, n, now);
    body = canvas_part(body, row, 0, body.rows - row, body.cols);
    int all = draw_parts((struct canvas){.rows = body.rows, .cols = body.cols}, 0, n);
    int most = all > body.rows ? all - body.rows : 0;
    *top = *top < 0 ? 0 : *top > most ? most : *top;
    draw_parts(body, *top, n);
    draw_foot(c, body, *top > 0, *top < most, lang);
}
