/* Blocks of prose from libcmark's tree: paragraphs, lists, quotes, tables, and the
 * fences that are only shown. What a terminal lesson cannot show is complained about.
 *
 * libcmark takes its memory from the C library and ends the program when there is none;
 * for the largest file that is read it takes some tens of megabytes, and time in proportion. */
#include <string.h>

#include "lesson/read/reader.h"

enum { DEEPEST = 4 };

/* Where the tree is being walked. */
struct walk {
    struct lesson_reader *r;
    struct lesson_piece *p;
    struct prose *out;
    int depth, nested;
    enum prose_kind kind;            /* of the next paragraph: ITEM for the first of an item */
    int number;
};

struct block *lesson_block_add(struct lesson_reader *r, struct prose *out, struct block b)
{
    struct block *v = lesson_store_more(r->store, out->v, out->count, sizeof *v);
    if (!v)
        return NULL;
    out->v = v;
    v[out->count] = b;
    return &v[out->count++];
}

static int line_of(const struct walk *w, cmark_node *node)
{
    return w->p->line + cmark_node_get_start_line(node) - 1;
}

static void refuse(struct walk *w, cmark_node *node, struct pair what)
{
    int line = cmark_node_get_start_line(node);
    size_t at = lesson_piece_line(w->p, line) + (size_t)cmark_node_get_start_column(node) - 1;
    lesson_fault(w->r, line_of(w, node), lesson_piece_col(w->p, line, at), what);
}

/* A line of dashes and bars under a first line with bars. */
static bool is_table(struct walk *w, cmark_node *node)
{
    int line = cmark_node_get_start_line(node);
    if (cmark_node_get_end_line(node) == line)
        return false;
    size_t first = lesson_piece_line(w->p, line), second = lesson_piece_line(w->p, line + 1);
    const char *s = w->p->s + second;
    size_t n = second < w->p->n ? strspn(s, " |:->") : 0;
    while (first < second && (w->p->s[first] == ' ' || w->p->s[first] == '>'))
        first++;
    return w->p->s[first] == '|' && n > 0 && memchr(s, '-', n) && memchr(s, '|', n) && (s[n] == '\n' || second + n == w->p->n);
}

static void paragraph(struct walk *w, cmark_node *node)
{
    if (is_table(w, node)) {
        lesson_table(w->r, w->p, node, w->out);
        return;
    }
    struct block b = {.kind = w->kind, .number = w->number, .depth = w->depth, .line = line_of(w, node)};
    lesson_spans(w->r, w->p, node, &b);
    lesson_block_add(w->r, w->out, b);
}

static void fence(struct walk *w, cmark_node *node)
{
    struct lesson_fence f;
    if (lesson_fence_open(w->r, w->p, node, &f) && !lesson_fence_shown(w->r, &f, w->out))
        lesson_fault(w->r, f.line, f.info.col, TEXT("'%s' may not stand inside another block (only text and math may)", "“%s”不能放在别的块里（只有 text 和 math 可以）"), f.info.s);
}

/* A comment (and nothing behind it on its last line), or one tag that folds on GitHub. */
static bool html_allowed(const char *s, size_t n)
{
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n'))
        n--;
    while (n > 0 && *s == ' ')
        s++, n--;
    if (n == 0 || (n == 9 && memcmp(s, "<details>", 9) == 0) || (n == 10 && memcmp(s, "</details>", 10) == 0))
        return true;
    return n > 19 && memcmp(s, "<summary>", 9) == 0 && memcmp(s + n - 10, "</summary>", 10) == 0 && !memchr(s + 9, '<', n - 19);
}

static void html(struct walk *w, cmark_node *node)
{
    const char *s = cmark_node_get_literal(node), *end;
    int line = line_of(w, node);
    if (strncmp(s, "<!--", 4) == 0) {
        end = strstr(s, "-->");
        const char *rest = end ? end + 3 : s + strlen(s);
        const char *again = strstr(s + 4, "<!--");
        if (!end || (again && again < end))
            lesson_fault(w->r, line, 1, TEXT("this comment is not closed: --> is missing", "注释没有结束：缺少 -->"));
        else if (rest[strspn(rest, " \n")])
            lesson_fault(w->r, line, 1, TEXT("nothing may stand behind a comment on its line", "注释后面同一行不能再有内容"));
        return;
    }
    for (; *s; s = *end ? end + 1 : end, line++) {
        end = s + strcspn(s, "\n");
        if (html_allowed(s, (size_t)(end - s)))
            continue;
        lesson_fault(w->r, line, 1, TEXT("no HTML here, except comments and lines that hold only <details>, </details> or <summary>…</summary>, with a blank line behind them",
                                         "这里不能用 HTML；只允许注释，以及单独成行的 <details>、</details>、<summary>…</summary>，其后要有空行"));
        return;
    }
}

static void add(struct walk *w, cmark_node *node);

static void list(struct walk *w, cmark_node *node)
{
    bool ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    int number = ordered ? cmark_node_get_list_start(node) : 0;
    for (cmark_node *item = cmark_node_first_child(node); item; item = cmark_node_next(item)) {
        struct walk in = *w;
        in.kind = BLOCK_ITEM;
        in.number = number;
        for (cmark_node *c = cmark_node_first_child(item); c; c = cmark_node_next(c)) {
            add(&in, c);
            in.kind = BLOCK_PARAGRAPH;
            in.number = 0;
            in.depth = w->depth + 1;
        }
        number += ordered;
    }
}

static void quote(struct walk *w, cmark_node *node)
{
    struct walk in = *w;
    in.depth += w->kind == BLOCK_QUOTE;
    in.kind = BLOCK_QUOTE;
    in.number = 0;
    for (cmark_node *c = cmark_node_first_child(node); c; c = cmark_node_next(c))
        add(&in, c);
}

static const struct rule {
    cmark_node_type type;
    void (*read)(struct walk *w, cmark_node *node);
    bool nests;
    struct pair refusal;             /* where there is no reading */
} rules[] = {
    {CMARK_NODE_PARAGRAPH, paragraph, false, PAIR("", "")},
    {CMARK_NODE_LIST, list, true, PAIR("", "")},
    {CMARK_NODE_BLOCK_QUOTE, quote, true, PAIR("", "")},
    {CMARK_NODE_CODE_BLOCK, fence, false, PAIR("", "")},
    {CMARK_NODE_HTML_BLOCK, html, false, PAIR("", "")},
    {CMARK_NODE_HEADING, NULL, false, PAIR("no heading here: '#' is the title, '##' a step, and there are no others", "这里不能有标题：“#”是课程标题，“##”是步骤，没有别的标题")},
    {CMARK_NODE_THEMATIC_BREAK, NULL, false, PAIR("no rule here: write a pause fence, or nothing", "这里不能有分隔线：请写 pause 块，或者什么都不写")},
    {CMARK_NODE_NONE, NULL, false, PAIR("this may not stand in a lesson", "课程里不能有这个")},
};

/* Recursion goes no deeper than DEEPEST, however deep the file's tree is. */
static void add(struct walk *w, cmark_node *node)
{
    const struct rule *rule = rules;
    while (rule->type != cmark_node_get_type(node) && rule->type != CMARK_NODE_NONE)
        rule++;
    if (!rule->read)
        refuse(w, node, rule->refusal);
    else if (rule->nests && w->nested == DEEPEST)
        refuse(w, node, TEXT("lists and quotes are nested too deep", "列表和引用嵌套太深"));
    else {
        w->nested += rule->nests;
        rule->read(w, node);
        w->nested -= rule->nests;
    }
}

void lesson_prose_add(struct lesson_reader *r, struct lesson_piece *p, cmark_node *node, struct prose *out)
{
    add(&(struct walk){.r = r, .p = p, .out = out, .kind = BLOCK_PARAGRAPH}, node);
}

void lesson_prose(struct lesson_reader *r, struct lesson_piece p, struct prose *out)
{
    struct markdown m = lesson_markdown(r, p.s, p.n);
    for (cmark_node *node = cmark_node_first_child(m.root); node; node = cmark_node_next(node))
        lesson_prose_add(r, &p, node, out);
    lesson_markdown_drop(&m);
}
