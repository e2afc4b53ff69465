/* Turns Markdown leaves into blocks of prose: paragraphs, items, quotes, tables and display-only
 * fences. Reports an error for anything else. */
#include <string.h>

#include "lesson/read/reader.h"

void lesson_block_add(struct lesson_reader *r, struct prose *out, struct block b)
{
    STORE_ADD(r->store, out->v, out->count, b);
}

/* ---- pipe tables ------------------------------------------------------------------
 *
 * md4c reads them as paragraphs, because its table extension, which would hide missing
 * and surplus cells, is off. Each line is a row; unescaped bars separate the cells, as on GitHub. */

/* Returns the bytes before the bar that ends the first cell, or before the end of the line. */
static size_t cell_bytes(const char *s)
{
    size_t n = 0;
    while (s[n] && s[n] != '|')
        n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return n;
}

/* Adds the table in lines first..last of the file, one block per row. */
static void add_table(struct lesson_reader *r, int first, int last, struct prose *out)
{
    int columns = 0;
    for (int line = first; line <= last; line += line == first ? 2 : 1) {
        struct lesson_line l = lesson_source_line(r, line);
        l = lesson_rest(l, strspn(l.s, " >"));
        l = lesson_rest(l, *l.s == '|');
        struct block row = {.kind = BLOCK_TABLE, .number = line == first, .line = l.line};
        int count = 0;
        for (struct lesson_line cell = l; *cell.s; count++) {
            size_t n = cell_bytes(cell.s);
            cell = lesson_rest(cell, cell.s[n] ? n + 1 : n);
        }
        count = count ? count : 1;
        columns = line == first ? count : columns;
        if (columns > LESSON_MAX_COLUMNS) {
            lesson_fault(r, l, TEXT("a table has at most %d columns; this has %d"), LESSON_MAX_COLUMNS,
                         columns);
            return;
        }
        if (count != columns)
            lesson_fault(r, l, TEXT("this table row has the wrong number of cells: %d instead of %d"), count,
                         columns);
        for (bool begun = false; count == columns && *l.s; begun = true) {
            size_t n = cell_bytes(l.s);
            struct block cell = lesson_line_spans(r, lesson_part(r, l, n));
            struct span between = {SPAN_BREAK, {"", l.line, l.col}, NULL};
            if (begun)
                STORE_ADD(r->store, row.v, row.count, between);
            for (int i = 0; i < cell.count; i++)
                STORE_ADD(r->store, row.v, row.count, cell.v[i]);
            l = lesson_rest(l, l.s[n] ? n + 1 : n);
        }
        lesson_block_add(r, out, row);
    }
}

/* Returns the end of the comment at s and of the spaces after it. Returns NULL and reports an error
 * if the comment is not closed or other text follows on its line. */
static const char *comment_end(struct lesson_reader *r, const char *s, int line)
{
    const char *end = strstr(s, "-->"), *again = strstr(s + 4, "<!--");
    if (!end || (again && again < end)) {
        lesson_fault(r, lesson_at(line, 1), TEXT("this comment is not closed: --> is missing"));
        return NULL;
    }
    end += 3 + strspn(end + 3, " ");
    if (strchr("\n", *end))
        return end;
    lesson_fault(r, lesson_at(line, 1), TEXT("nothing may follow a comment on its line"));
    return NULL;
}

/* Checks lines of HTML: only comments, blank lines and the tags of collapsible sections on GitHub are
 * allowed. */
static void check_html(struct lesson_reader *r, const struct lesson_leaf *leaf)
{
    int line = leaf->b.line;
    const char *end;
    for (const char *s = text_str(&leaf->html); *s; s = end + 1, line++) {
        s += strspn(s, " ");
        bool comment = strncmp(s, "<!--", 4) == 0;
        end = comment ? comment_end(r, s, line) : s + strcspn(s, "\n");
        size_t n = comment ? 0 : (size_t)(end - s);
        while (n > 0 && s[n - 1] == ' ')
            n--;
        bool details =
                 (n == 9 && memcmp(s, "<details>", 9) == 0) || (n == 10 && memcmp(s, "</details>", 10) == 0),
             summary = n > 19 && memcmp(s, "<summary>", 9) == 0 &&
                       memcmp(s + n - 10, "</summary>", 10) == 0 && !memchr(s + 9, '<', n - 19);
        if (n > 0 && !details && !summary) {
            lesson_fault(r, lesson_at(line, 1),
                         TEXT("only comments and lines with just <details>, </details> or "
                              "<summary>…</summary> are allowed as HTML, followed by a blank line"));
            return;
        }
        if (!end || !*end)
            return;
        for (; s < end; s++)
            line += *s == '\n';
    }
}

void lesson_prose_add(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out)
{
    struct lesson_fence f;
    if (leaf->too_deep)
        lesson_fault(r, lesson_at(leaf->b.line, lesson_position(leaf->p, leaf->from).col),
                     TEXT("lists and quotes are nested too deeply"));
    else if (leaf->type == MD_BLOCK_P && leaf->table)
        add_table(r, leaf->b.line, lesson_position(leaf->p, leaf->to).line, out);
    else if (leaf->type == MD_BLOCK_P)
        lesson_block_add(r, out, leaf->b);
    else if (leaf->type == MD_BLOCK_HTML)
        check_html(r, leaf);
    else if (leaf->type != MD_BLOCK_CODE)
        lesson_fault(
            r, lesson_at(leaf->b.line, 1),
            leaf->type == MD_BLOCK_HR
                ? TEXT("rules are not allowed here: use a pause fence, or nothing")
                : TEXT("headings are not allowed here: only '#' (the title) and '##' (a step) exist"));
    else if (lesson_fence_open(r, leaf, &f) && !lesson_fence_shown(r, &f, out))
        lesson_fault(r, f.info, TEXT("'%s' is not allowed inside another block (only text and math are)"),
                     f.info.s);
}

struct filling {
    struct lesson_reader *r;
    struct prose *out;
};

static void prose_leaf(void *arg, struct lesson_leaf *leaf)
{
    struct filling *f = arg;
    lesson_prose_add(f->r, leaf, f->out);
}

void lesson_prose(struct lesson_reader *r, struct lesson_piece p, struct prose *out)
{
    lesson_markdown(r, &p, prose_leaf, &(struct filling){r, out});
}
