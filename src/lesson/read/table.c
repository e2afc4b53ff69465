/* Pipe tables. md4c reads them as paragraphs, because its table extension, which would hide missing
 * and surplus cells, is off. Each line is a row; unescaped bars separate the cells, as on GitHub. */
#include <string.h>

#include "lesson/read/reader.h"

static void add(struct lesson_reader *r, struct block *b, struct span span)
{
    struct span *v = lesson_store_more(r->store, b->v, b->count, sizeof *v);
    if (!v)
        return;
    b->v = v;
    v[b->count++] = span;
}

/* Returns the bytes before the bar that ends the first cell, or before the end of the line. */
static size_t cell_bytes(const char *s)
{
    size_t n = 0;
    while (s[n] && s[n] != '|')
        n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return n;
}

static int cells(struct lesson_line l)
{
    int count = 0;
    for (size_t n; *l.s; count++) {
        n = cell_bytes(l.s);
        l = lesson_rest(l, l.s[n] ? n + 1 : n);
    }
    return count ? count : 1;
}

/* Adds the cells of one line; l starts after the first bar. */
static void table_row(struct lesson_reader *r, struct lesson_line l, struct block *row)
{
    for (bool first = true; *l.s; first = false) {
        size_t n = cell_bytes(l.s);
        struct block cell = lesson_line_spans(r, lesson_part(r, l, n));
        if (!first)
            add(r, row, (struct span){SPAN_BREAK, {"", l.line, l.col}, NULL});
        for (int i = 0; i < cell.count; i++)
            add(r, row, cell.v[i]);
        l = lesson_rest(l, l.s[n] ? n + 1 : n);
    }
}

void lesson_table(struct lesson_reader *r, int first, int last, struct prose *out)
{
    int columns = 0;
    for (int line = first; line <= last; line += line == first ? 2 : 1) {
        struct lesson_line l = lesson_source_line(r, line);
        l = lesson_rest(l, strspn(l.s, " >"));
        l = lesson_rest(l, *l.s == '|');
        struct block row = {.kind = BLOCK_TABLE, .number = line == first, .line = l.line};
        int count = cells(l);
        columns = line == first ? count : columns;
        if (columns > LESSON_MAX_COLUMNS) {
            lesson_fault(r, l.line, l.col,
                         TEXT("a table has at most %d columns; this has %d", "表格最多 %d 列，而不是 %d 列"),
                         LESSON_MAX_COLUMNS, columns);
            return;
        }
        if (count != columns)
            lesson_fault(r, l.line, l.col,
                         TEXT("this table row has the wrong number of cells: %d instead of %d",
                              "这一行有 %d 格，表头有 %d 格"),
                         count, columns);
        else
            table_row(r, l, &row);
        lesson_block_add(r, out, row);
    }
}
