#include "view/figures/table.h"

#include <math.h>
#include <string.h>

#include "view/figures/bars.h"
#include "view/spots.h"

enum { COLUMN_GAP = 2, BAR_LEAST = 6 };

/* Appends wording `form` of a text. */
static void add_wording(const char *text, int form, struct text *out)
{
    for (const char *bar; form > 0 && (bar = strchr(text, '|')); form--)
        text = bar + 1;
    text_add_bytes(out, text, strcspn(text, "|"));
}

static const char *table_wording(const struct table *t, const char *text, int form)
{
    struct text out = SCREEN_TEXT(t->s);
    add_wording(text, form, &out);
    return text_str(&out);
}

static int wordings_of(const char *text)
{
    int count = 1;
    for (; *text; text++)
        count += *text == '|';
    return count;
}

/* Where a text of the table is, as it is drawn: -1: the heads, the names. */
struct table_place {
    int line, col;
};

static int table_lines(const struct table *t)
{
    return t->turned ? t->cols : t->rows;
}

static int table_columns(const struct table *t)
{
    return t->turned ? t->rows : t->cols;
}

/* The same place in rows and columns of the table. */
static struct table_place table_entry(const struct table *t, struct table_place at)
{
    return t->turned ? (struct table_place){at.col, at.line} : at;
}

static const char *table_text(const struct table *t, struct table_place drawn)
{
    struct table_place at = table_entry(t, drawn);
    return at.line < 0 ? t->head(t, at.col) : at.col < 0 ? t->name(t, at.line) : t->cell(t, at.line, at.col);
}

static int table_column(const struct table *t, int col, int form)
{
    int widest = 0;
    for (int line = -1; line < table_lines(t); line++) {
        int width = utf8_width(table_wording(t, table_text(t, (struct table_place){line, col}), form));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static int table_width(const struct table *t, int form)
{
    int width = 0;
    for (int col = -1, own; col < table_columns(t); col++) {
        own = table_column(t, col, form);
        width += own + (col < 0 || own == 0 ? 0 : COLUMN_GAP);
    }
    return width;
}

static int table_wordings(const struct table *t)
{
    int most = 1;
    for (int line = -1; line < table_lines(t); line++)
        for (int col = -1; col < table_columns(t); col++) {
            int count = wordings_of(table_text(t, (struct table_place){line, col}));
            most = count > most ? count : most;
        }
    return most;
}

struct page_size table_size(const struct table *t)
{
    int rows = 1 + table_lines(t);
    return (struct page_size){.rows = rows,
                              .most_rows = rows,
                              .cols = table_width(t, table_wordings(t) - 1),
                              .most_cols = table_width(t, 0)};
}

/* Draws what is at a place, in a column from `from` on, and reports it. */
static void draw_entry(struct canvas c, const struct table *t, struct table_place drawn, int form,
                       struct slot slot)
{
    struct table_place at = table_entry(t, drawn);
    const char *text = table_wording(t, table_text(t, drawn), form);
    struct canvas_look look = {at.line >= 0 ? STYLE_TEXT : at.col < 0 ? STYLE_TITLE : STYLE_LABEL, 0};
    if (at.line >= 0 && t->look)
        look = t->look(t, at.line, at.col);
    canvas_put_ink(c, slot.row, drawn.col < 0 ? slot.col : slot.col + slot.width - utf8_width(text),
                   look.style, look.ink, text);
    uint16_t ground = t->ground && at.line >= 0 && at.col >= 0 ? t->ground(t, at.line, at.col) : 0;
    if (ground)
        canvas_ink(c, slot.row, slot.col - 1, slot.width + COLUMN_GAP, ground);
    const char *does = t->does ? t->does(t, at.line, at.col) : "";
    if (*does && click_hit(t->s->click, c, slot.row, slot.col, slot.width))
        click_line(t->s->click, "%s", does);
    for (struct spot *p = NULL; t->is && at.line >= 0 && at.col >= 0 && (p = spots_next(t->s, t->target, p));)
        if (t->is(t, &p->target, at.line, at.col)) {
            p->named = true;
            spots_found(t->s, p, c, (struct area){slot.row, slot.col, 1, slot.width});
        }
}

/* Draws the bars of a column in `width` columns from `from` on. */
static void draw_bars(struct canvas c, const struct table *t, int col, int from, int width)
{
    struct bar_scale scale = {from, width, t->low, t->high};
    for (int line = 0; line < table_lines(t) && t->low < t->high && width >= BAR_LEAST; line++) {
        struct table_place at = table_entry(t, (struct table_place){line, col});
        double x = t->value(t, at.line, at.col);
        if (!isnan(x))
            bar_draw(c, line + 1, t->s, &scale, (struct bar){.to = x});
    }
}

void table_draw(struct canvas c, const void *table)
{
    const struct table *t = table;
    int forms = table_wordings(t), form = 0, at = 0;
    while (form + 1 < forms && table_width(t, form) > c.cols)
        form++;
    int spare = t->value ? (c.cols - table_width(t, form)) / table_columns(t) : 0;
    for (int col = -1; col < table_columns(t); col++) {
        int width = table_column(t, col, form);
        for (int line = -1; line < table_lines(t); line++)
            draw_entry(c, t, (struct table_place){line, col}, form, (struct slot){line + 1, at, width});
        at += width + COLUMN_GAP;
        if (col >= 0 && spare > 0) {
            draw_bars(c, t, col, at - 1, spare - 1);
            at += spare;
        }
    }
}

/* Adds the longest wording; the blanks that group the digits of a number are not heard. */
static void tell_table_cell(const char *text, struct text *out)
{
    for (const char *at = text; *at && *at != '|'; at++) {
        bool grouping =
            *at == ' ' && at > text && at[-1] >= '0' && at[-1] <= '9' && at[1] >= '0' && at[1] <= '9';
        text_add_bytes(out, at, !grouping);
    }
}

void table_tell(const struct teller *teller, const struct table *t)
{
    if (*t->head(t, -1)) {
        add_wording(t->head(t, -1), 0, teller->out);
        tell(teller, TEXT(":\n"));
    }
    for (int row = 0; row < t->rows; row++) {
        bool first = true;
        add_wording(t->name(t, row), 0, teller->out);
        for (int col = 0; col < t->cols; col++) {
            const char *cell = t->cell(t, row, col), *head = t->head(t, col);
            if (!*cell)
                continue;
            tell(teller, first ? TEXT(": ") : TEXT(", "));
            add_wording(head, 0, teller->out);
            text_add(teller->out, *head ? " " : "");
            tell_table_cell(cell, teller->out);
            first = false;
        }
        text_add(teller->out, "\n");
    }
}
