/* Lines are read down one column and on at the top of the next. A line that begins with blanks belongs to the
 * heading above it; one with a gap inside is a row of a table, whose last field wraps below itself. */
#include "view/frame/frame.h"

#include <string.h>

/* Least width of a column; width of a table's row from which it is not wrapped for the sake of more columns;
 * bytes from which a line that is not indented is prose, not a heading. */
enum { COLUMN = 38, PROSE = 60 };

/* Returns the column after the first gap of two blanks inside a line; 0: it is not a row of a table. */
static size_t gap(const char *line, size_t n)
{
    size_t at = strspn(line, " ");
    for (; at + 2 < n; at++)
        if (line[at] == ' ' && line[at + 1] == ' ')
            return at + strspn(line + at, " ") < n ? at + strspn(line + at, " ") : 0;
    return 0;
}

/* Draws one line from `row` on, without the first `skip` of its rows; returns the rows it takes with them.
 * Without cells it only measures. */
static int flow_line(struct canvas c, const struct screen *s, int row, int skip, const char *line)
{
    enum { NARROWEST = 16 };
    size_t n = strcspn(line, "\n"), indent = strspn(line, " "), field = gap(line, n);
    enum style style = indent == 0 && n <= PROSE ? STYLE_TITLE : STYLE_TEXT;
    struct text copy = SCREEN_TEXT(s);
    text_add_bytes(&copy, line, n);
    if (n == 0 || copy.failed)
        return 1;
    int from = (int)indent;
    if (field > 0) {
        int needs = utf8_width(copy.s + field);
        copy.s[field] = '\0';
        bool hangs = c.cols - utf8_width(copy.s) >= (needs < NARROWEST ? needs : NARROWEST);
        from = hangs ? utf8_width(copy.s) : from;
        if (hangs && c.cells)
            canvas_put(c, row, (int)indent, STYLE_KEY, copy.s + indent);
        copy.s[field] = line[field];
        field = hangs ? field : 0;
    }
    const char *last = copy.s + (field > 0 ? field : indent);
    struct canvas rest = {.rows = c.rows, .cols = c.cols - from};
    if (c.cells)
        rest = canvas_part(c, row, from, c.rows - row, c.cols - from);
    if (utf8_width(last) > rest.cols)
        return canvas_flow(rest, skip, style, last);
    if (c.cells)
        canvas_put(rest, 0, 0, style, last); /* its blanks stay: the fields are aligned */
    return 1;
}

static const char *line_after(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* The columns of a page as they are filled. */
struct filling {
    struct canvas page;
    int count, width;   /* of the columns */
    int column, row;    /* where the next line goes; column == count: the page is full */
    struct canvas size; /* of a column, without cells */
};

/* Returns the rows that must stay together from this line on: a row of a table is not broken, and a heading
 * is not left alone at the end; other text may go on in the next column. */
static int together(const struct filling *f, const struct screen *s, const char *line)
{
    size_t n = strcspn(line, "\n");
    bool heads = *line != ' ' && n > 0 && n <= PROSE;
    if (gap(line, n) > 0)
        return flow_line(f->size, s, 0, 0, line);
    return heads ? 1 + together(&(struct filling){.size = f->size}, s, line_after(line)) : 1;
}

/* Draws a line where the last one ended; returns false if the page is full before its end. */
static bool fill_page(struct filling *f, const struct screen *s, const char *line)
{
    int rows = flow_line(f->size, s, 0, 0, line), least = together(f, s, line);
    if (f->row > 0 && f->row + least > f->page.rows) {
        f->column++;
        f->row = 0;
    }
    if (*line == '\n' && f->row == 0)
        return f->column < f->count; /* a column does not begin with an empty row */
    for (int shown = 0; f->column < f->count; f->column++, f->row = 0) {
        int room = f->page.rows - f->row;
        flow_line(canvas_part(f->page, 0, f->column * f->width, f->page.rows, f->size.cols), s, f->row, shown,
                  line);
        if (rows - shown <= room) {
            f->row += rows - shown;
            return true;
        }
        shown += room;
    }
    return false;
}

/* Draws a code (base/qr.h) below its address, which is left out where both have no room. Returns false if the
 * page has none. */
static bool code_draw(struct canvas c, const struct screen *s, const char *body)
{
    const char *line = line_after(body);
    struct text row = SCREEN_TEXT(s);
    int rows = 0;
    if (strncmp(line, "█", strlen("█")) != 0)
        return false;
    for (const char *one = line; *one; one = line_after(one))
        rows++;
    text_add_bytes(&row, line, strcspn(line, "\n"));
    int width = utf8_width(text_str(&row)), top = flow_line(c, s, 0, 0, body);
    top = top + rows > c.rows ? c.rows - rows : top;
    if (top < 0 || width > c.cols)
        canvas_put(c, 1, 0, STYLE_TEXT,
                   say(s, TEXT("The code needs %d × %d cells: enlarge the window"), width,
                       rows + s->session->rows - c.rows));
    for (; *line && top >= 0 && width <= c.cols; line = line_after(line)) {
        text_clear(&row);
        text_add_bytes(&row, line, strcspn(line, "\n"));
        canvas_put(c, top++, (c.cols - width) / 2, STYLE_CODE, text_str(&row));
    }
    return true;
}

void pages_draw(struct canvas c, const struct screen *s)
{
    const struct pager *p = &s->session->pager;
    const char *line = text_str(&p->body);
    struct filling f = {.page = canvas_part(c, 0, 1, c.rows, c.cols - 2)};
    int rows = 0, widest = COLUMN;
    if (code_draw(f.page, s, line))
        return;
    /* One column if all of the text fits below itself, else as many as its tables fit. */
    for (const char *one = line; *one; one = line_after(one)) {
        size_t n = strcspn(one, "\n");
        struct text copy = SCREEN_TEXT(s);
        if (gap(one, n) > 0)
            text_add_bytes(&copy, one, n);
        int width = utf8_width(text_str(&copy)) + 2;
        widest = width > 60 && width > widest ? width : widest;
        rows += flow_line((struct canvas){.rows = f.page.rows, .cols = f.page.cols}, s, 0, 0, one);
    }
    f.count = rows <= f.page.rows || f.page.cols < widest ? 1 : f.page.cols / widest;
    f.width = f.page.cols / f.count;
    f.size = (struct canvas){.rows = c.rows, .cols = f.width - (f.count > 1 ? 2 : 0)};
    for (int i = 0; i < p->top && *line; i++)
        line = line_after(line);
    while (*line && fill_page(&f, s, line))
        line = line_after(line);
    if (*line)
        canvas_right(c, c.rows - 1, c.cols - 1, 1, STYLE_KEY, "▼");
}
