/* Turns Markdown leaves into blocks of prose: paragraphs, items, quotes, tables and display-only
 * fences. Reports an error for anything else. */
#include <string.h>

#include "lesson/read/reader.h"

struct block *lesson_block_add(struct lesson_reader *r, struct prose *out, struct block b)
{
    struct block *v = lesson_store_more(r->store, out->v, out->count, sizeof *v);
    if (!v)
        return NULL;
    out->v = v;
    v[out->count] = b;
    return &v[out->count++];
}

/* ---- pipe tables ------------------------------------------------------------------
 *
 * md4c reads them as paragraphs, because its table extension, which would hide missing
 * and surplus cells, is off. Each line is a row; unescaped bars separate the cells, as on GitHub. */

static void add_span(struct lesson_reader *r, struct block *b, struct span span)
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
            add_span(r, row, (struct span){SPAN_BREAK, {"", l.line, l.col}, NULL});
        for (int i = 0; i < cell.count; i++)
            add_span(r, row, cell.v[i]);
        l = lesson_rest(l, l.s[n] ? n + 1 : n);
    }
}

/* Adds the table in lines first..last of the file, one block per row. */
static void table(struct lesson_reader *r, int first, int last, struct prose *out)
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
            lesson_fault(r, l,
                         TEXT("a table has at most %d columns; this has %d", "表格最多 %d 列，而不是 %d 列"),
                         LESSON_MAX_COLUMNS, columns);
            return;
        }
        if (count != columns)
            lesson_fault(r, l,
                         TEXT("this table row has the wrong number of cells: %d instead of %d",
                              "这一行有 %d 格，表头有 %d 格"),
                         count, columns);
        else
            table_row(r, l, &row);
        lesson_block_add(r, out, row);
    }
}

/* ---- leaves ----------------------------------------------------------------------- */

static void paragraph(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out)
{
    if (leaf->table)
        table(r, leaf->b.line, lesson_position(leaf->p, leaf->to).line, out);
    else
        lesson_block_add(r, out, leaf->b);
}

static void fence(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out)
{
    struct lesson_fence f;
    if (lesson_fence_open(r, leaf, &f) && !lesson_fence_shown(r, &f, out))
        lesson_fault(r, f.info,
                     TEXT("'%s' is not allowed inside another block (only text and math are)",
                          "“%s”不能放在别的块里（只有 text 和 math 可以）"),
                     f.info.s);
}

/* True for a blank line and for tags of collapsible sections on GitHub. */
static bool html_allowed(const char *s, size_t n)
{
    while (n > 0 && s[n - 1] == ' ')
        n--;
    if (n == 0 || (n == 9 && memcmp(s, "<details>", 9) == 0) || (n == 10 && memcmp(s, "</details>", 10) == 0))
        return true;
    return n > 19 && memcmp(s, "<summary>", 9) == 0 && memcmp(s + n - 10, "</summary>", 10) == 0 &&
           !memchr(s + 9, '<', n - 19);
}

/* Returns the end of the comment at s and of the spaces after it. Returns NULL and reports an error
 * if the comment is not closed or other text follows on its line. */
static const char *comment_end(struct lesson_reader *r, const char *s, int line)
{
    const char *end = strstr(s, "-->"), *again = strstr(s + 4, "<!--");
    if (!end || (again && again < end)) {
        lesson_fault(r, lesson_at(line, 1),
                     TEXT("this comment is not closed: --> is missing", "注释没有结束：缺少 -->"));
        return NULL;
    }
    end += 3 + strspn(end + 3, " ");
    if (strchr("\n", *end))
        return end;
    lesson_fault(r, lesson_at(line, 1),
                 TEXT("nothing may follow a comment on its line", "注释后面同一行不能再有内容"));
    return NULL;
}

/* Checks lines of HTML: only comments and collapsible-section tags are allowed. */
static void html(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out)
{
    int line = leaf->b.line;
    const char *end;
    (void)out;
    for (const char *s = text_str(&leaf->html); *s; s = end + 1, line++) {
        s += strspn(s, " ");
        bool comment = strncmp(s, "<!--", 4) == 0;
        end = comment ? comment_end(r, s, line) : s + strcspn(s, "\n");
        if (!comment && !html_allowed(s, (size_t)(end - s))) {
            lesson_fault(r, lesson_at(line, 1),
                         TEXT("only comments and lines with just <details>, </details> or "
                              "<summary>…</summary> are allowed as HTML, followed by a blank line",
                              "这里不能用 HTML；只允许注释，以及单独成行的 "
                              "<details>、</details>、<summary>…</summary>，其后要有空行"));
            return;
        }
        if (!end || !*end)
            return;
        for (; s < end; s++)
            line += *s == '\n';
    }
}

static const struct rule {
    MD_BLOCKTYPE type;
    void (*read)(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out);
    struct pair refusal; /* message if `read` is NULL */
} rules[] = {
    {MD_BLOCK_P, paragraph, PAIR("", "")},
    {MD_BLOCK_CODE, fence, PAIR("", "")},
    {MD_BLOCK_HTML, html, PAIR("", "")},
    {MD_BLOCK_HR, NULL,
     PAIR("rules are not allowed here: use a pause fence, or nothing",
          "这里不能有分隔线：请写 pause 块，或者什么都不写")},
    {MD_BLOCK_H, NULL,
     PAIR("headings are not allowed here: only '#' (the title) and '##' (a step) exist",
          "这里不能有标题：“#”是课程标题，“##”是步骤，没有别的标题")},
};

void lesson_prose_add(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out)
{
    const struct rule *rule = rules;
    while (rule->type != leaf->type && rule->type != MD_BLOCK_H)
        rule++;
    if (leaf->too_deep)
        lesson_fault(r, lesson_at(leaf->b.line, lesson_position(leaf->p, leaf->from).col),
                     TEXT("lists and quotes are nested too deeply", "列表和引用嵌套太深"));
    else if (rule->read)
        rule->read(r, leaf, out);
    else
        lesson_fault(r, lesson_at(leaf->b.line, 1), TEXT("%s", "%s"), pair_in(rule->refusal, r->lang));
}

struct filling {
    struct lesson_reader *r;
    struct prose *out;
};

static void take(void *arg, struct lesson_leaf *leaf)
{
    struct filling *f = arg;
    lesson_prose_add(f->r, leaf, f->out);
}

void lesson_prose(struct lesson_reader *r, struct lesson_piece p, struct prose *out)
{
    lesson_markdown(r, &p, take, &(struct filling){r, out});
}
