#include "view/table.h"

#include <string.h>

#include "view/spots.h"

enum { COLUMN_GAP = 2 };

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

/* What is in a row of column col, -1: its name; row -1: the head. */
static const char *table_text(const struct table *t, int row, int col)
{
    return row < 0 ? t->head(t, col) : col < 0 ? t->name(t, row) : t->cell(t, row, col);
}

static int table_column(const struct table *t, int col, int form)
{
    int widest = 0;
    for (int row = -1; row < t->rows; row++) {
        int width = utf8_width(table_wording(t, table_text(t, row, col), form));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static int table_width(const struct table *t, int form)
{
    int width = 0;
    for (int col = -1; col < t->cols; col++)
        width += table_column(t, col, form) + (col < 0 ? 0 : COLUMN_GAP);
    return width;
}

static int table_wordings(const struct table *t)
{
    int most = 1;
    for (int row = -1; row < t->rows; row++)
        for (int col = -1; col < t->cols; col++) {
            int count = wordings_of(table_text(t, row, col));
            most = count > most ? count : most;
        }
    return most;
}

struct page_size table_size(const struct table *t)
{
    return (struct page_size){.rows = 1 + t->rows,
                              .most_rows = 1 + t->rows,
                              .cols = table_width(t, table_wordings(t) - 1),
                              .most_cols = table_width(t, 0)};
}

void table_draw(struct canvas c, const struct table *t)
{
    int forms = table_wordings(t), form = 0, at = 0;
    while (form + 1 < forms && table_width(t, form) > c.cols)
        form++;
    for (int col = -1; col < t->cols; col++) {
        int width = table_column(t, col, form), from = at + (col < 0 ? 0 : COLUMN_GAP);
        for (int row = -1; row < t->rows; row++) {
            const char *text = table_wording(t, table_text(t, row, col), form);
            struct canvas_look look = {row < 0 ? STYLE_LABEL : STYLE_TEXT, 0};
            if (row >= 0 && t->look)
                look = t->look(t, row, col);
            canvas_put_ink(c, row + 1, col < 0 ? 0 : from + width - utf8_width(text), look.style, look.ink,
                           text);
            for (struct spot *p = NULL;
                 t->is && row >= 0 && col >= 0 && (p = spots_next(t->s, t->target, p));)
                if (t->is(t, &p->target, row, col)) {
                    p->named = true;
                    spots_found(t->s, p, c, (struct area){row + 1, from, 1, width});
                }
        }
        at = from + width;
    }
}

void table_tell(const struct teller *teller, const struct table *t)
{
    for (int row = 0; row < t->rows; row++) {
        add_wording(t->name(t, row), 0, teller->out);
        for (int col = 0; col < t->cols; col++) {
            tell(teller, col == 0 ? TEXT(": ") : TEXT(", "));
            add_wording(t->head(t, col), 0, teller->out);
            text_add(teller->out, " ");
            add_wording(t->cell(t, row, col), 0, teller->out);
        }
        text_add(teller->out, "\n");
    }
}
