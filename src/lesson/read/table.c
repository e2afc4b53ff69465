/* Pipe tables, which libcmark hands over as a paragraph: rows are lines, bars without
 * a backslash part the cells, as on GitHub. */
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

/* The cells of one line, from behind its first bar on, each as a line of its own. */
static void table_row(struct lesson_reader *r, struct lesson_line l, struct block *row)
{
    for (bool first = true; *l.s; first = false) {
        size_t n = 0;
        while (l.s[n] && l.s[n] != '|')
            n += l.s[n] == '\\' && l.s[n + 1] ? 2 : 1;
        struct block cell = lesson_line_spans(r, lesson_part(r, l, n));
        if (!first)
            add(r, row, (struct span){SPAN_BREAK, {"", l.line, l.col}, NULL});
        for (int i = 0; i < cell.count; i++)
            add(r, row, cell.v[i]);
        l = lesson_rest(l, l.s[n] ? n + 1 : n);
    }
}

static int cells(const struct block *row)
{
    int n = 1;
    for (int i = 0; i < row->count; i++)
        n += row->v[i].kind == SPAN_BREAK;
    return n;
}

void lesson_table(struct lesson_reader *r, struct lesson_piece *p, cmark_node *paragraph, struct prose *out)
{
    int first = cmark_node_get_start_line(paragraph), last = cmark_node_get_end_line(paragraph), columns = 0;
    for (int line = first; line <= last; line++) {
        struct lesson_line l = lesson_source_line(r, p->line + line - 1);
        l = lesson_rest(l, strspn(l.s, " >"));
        l = lesson_rest(l, *l.s == '|');
        struct block row = {.kind = BLOCK_TABLE, .number = line == first, .line = l.line};
        if (line == first + 1)
            continue;
        table_row(r, l, &row);
        columns = line == first ? cells(&row) : columns;
        if (cells(&row) != columns)
            lesson_fault(r, l.line, l.col, TEXT("this row of the table has %d cells, its head %d", "这一行有 %d 格，表头有 %d 格"), cells(&row), columns);
        lesson_block_add(r, out, row);
    }
}
