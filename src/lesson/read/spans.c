/* Runs of text from libcmark's inline nodes, each with its place in the file.
 *
 * libcmark gives a node's line, and its column in the paragraph after the blanks
 * and quote marks in front of a continued line were taken away; text comes without
 * its backslashes. So the source is followed beside the text. */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "lesson/read/reader.h"

struct inlines {
    struct lesson_reader *r;
    struct lesson_piece *p;
    struct block *b;
    int line, column;                /* of the paragraph, in libcmark's counting */
    int strong, emph, link;          /* how deep inside */
    enum span_kind link_kind;
    const char *target;
    bool broken;                     /* the line was broken here; a blank may belong there */
};

/* ---- places ------------------------------------------------------------------- */

/* The byte of the piece that libcmark means. */
static size_t byte_of(struct inlines *in, int line, int column)
{
    size_t at = lesson_piece_line(in->p, line);
    if (line != in->line) {
        while (at < in->p->n && (in->p->s[at] == ' ' || in->p->s[at] == '>'))
            at++;
        column -= in->column - 1;
    }
    at += column > 0 ? (size_t)column - 1 : 0;
    return at < in->p->n ? at : in->p->n;
}

static int file_line(const struct inlines *in, int line)
{
    return in->p->line + line - 1;
}

static void fault(struct inlines *in, cmark_node *node, struct pair what)
{
    int line = cmark_node_get_start_line(node);
    lesson_fault(in->r, file_line(in, line), lesson_piece_col(in->p, line, byte_of(in, line, cmark_node_get_start_column(node))), what);
}

/* ---- spans -------------------------------------------------------------------- */

static void push(struct inlines *in, struct span span)
{
    struct span *v = lesson_store_more(in->r->store, in->b->v, in->b->count, sizeof *v);
    if (!v)
        return;
    in->b->v = v;
    v[in->b->count++] = span;
}

/* Between two lines of Chinese, and beside its punctuation, there is no blank. */
static bool close_up(uint32_t ch)
{
    return (ch >= 0x3000 && ch <= 0x303F) || (ch >= 0xFF00 && ch <= 0xFF60) || ch == 0x2014 || ch == 0x2026;
}

static bool wide(uint32_t ch)
{
    return utf8_is_han(ch) || close_up(ch) || (ch >= 0x201C && ch <= 0x201D);
}

static uint32_t last_char(const char *s)
{
    size_t n = strlen(s);
    uint32_t ch = 0;
    while (n > 0 && ((unsigned char)s[n - 1] & 0xC0) == 0x80)
        n--;
    return n > 0 && utf8_decode(s + n - 1, strlen(s + n - 1), &ch) ? ch : 0;
}

static int characters(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

/* The blank that a broken line stands for, as a span at that line's end. */
static void join(struct inlines *in, const char *next)
{
    uint32_t after = 0;
    const struct span *before = in->b->count ? &in->b->v[in->b->count - 1] : NULL;
    in->broken = false;
    if (!before || before->kind == SPAN_BREAK || !utf8_decode(next, strlen(next), &after))
        return;
    uint32_t ch = last_char(before->text.s);
    if ((wide(ch) && wide(after)) || close_up(ch) || close_up(after))
        return;
    struct lesson_line at = {" ", before->text.line, before->text.col + characters(before->text.s)};
    push(in, (struct span){SPAN_TEXT, at, NULL});
}

static enum span_kind kind_now(const struct inlines *in)
{
    return in->link ? in->link_kind : in->strong ? SPAN_STRONG : in->emph ? SPAN_EMPH : SPAN_TEXT;
}

static void emit(struct inlines *in, enum span_kind kind, const char *s, struct lesson_line at)
{
    if (!*s)
        return;
    if (in->broken)
        join(in, s);
    bool links = kind == SPAN_LINK || kind == SPAN_TERM;
    at.s = s;
    push(in, (struct span){kind, at, links ? in->target : NULL});
}

/* n bytes of plain text: formulas stand between dollars. */
static void emit_text(struct inlines *in, const char *s, size_t n, struct lesson_line at)
{
    while (n > 0) {
        const char *open = memchr(s, '$', n);
        size_t before = open ? (size_t)(open - s) : n;
        emit(in, kind_now(in), lesson_store_text(in->r->store, s, before), at);
        if (!open)
            return;
        at.s = s;
        at.col += characters(lesson_store_text(in->r->store, s, before));
        s += before + 1;
        n -= before + 1;
        const char *close = memchr(s, '$', n);
        if (!close) {
            lesson_fault(in->r, at.line, at.col, TEXT("this $ has no second one in the same text: write the formula as $…$, or the sign as \\$",
                                                      "这个 $ 没有与之配对的 $：公式请写成 $…$，符号本身请写成 \\$"));
            return;
        }
        size_t inside = (size_t)(close - s);
        const char *formula = lesson_store_text(in->r->store, s, inside);
        at.col++;
        emit(in, SPAN_MATH, formula, at);
        at.col += characters(formula) + 1;
        s += inside + 1;
        n -= inside + 1;
    }
}

/* Text as libcmark gives it, followed in the source from byte p on: where a backslash
 * was taken away, a new span begins, so that every span stands at its place. */
static void text(struct inlines *in, const char *s, int line, size_t p)
{
    const char *source = in->p->s;
    struct lesson_line at = {"", file_line(in, line), 0};
    while (*s) {
        size_t n = 0;
        at.col = lesson_piece_col(in->p, line, p);
        bool escape = p + 1 < in->p->n && source[p] == '\\' && ispunct((unsigned char)source[p + 1]) && source[p + 1] == *s;
        if (escape) {
            at.col++;
            emit(in, kind_now(in), lesson_store_text(in->r->store, s, 1), at);
            s++;
            p += 2;
            continue;
        }
        while (s[n] && p + n < in->p->n && source[p + n] == s[n] && !(source[p + n] == '\\' && ispunct((unsigned char)source[p + n + 1])))
            n++;
        while (n > 0 && ((unsigned char)s[n] & 0xC0) == 0x80)
            n--;                     /* whole characters only */
        if (n == 0 && p < in->p->n && source[p] == '&') {
            lesson_fault(in->r, at.line, at.col, TEXT("write the character itself, not &…;", "请直接写出字符，不要写成 &…;"));
            return;
        }
        if (n == 0)                  /* behind a code span over several lines, which was complained about */
            n = strlen(s);
        emit_text(in, s, n, at);
        s += n;
        p += n;
    }
}

/* ---- code ------------------------------------------------------------------------ */

static bool compares(const char *s)
{
    static const char *const signs[] = {"=", "<", ">", "≠", "≈", "≤", "≥", "＝", "＜", "＞"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(s, signs[i]))
            return true;
    return false;
}

static void code(struct inlines *in, cmark_node *node)
{
    const char *s = cmark_node_get_literal(node);
    int line = cmark_node_get_start_line(node);
    size_t at = byte_of(in, line, cmark_node_get_start_column(node)), n = strlen(s);
    if (at < in->p->n && in->p->s[at] == ' ' && *s != ' ')
        at++;
    struct lesson_line text = {lesson_store_text(in->r->store, s, n), file_line(in, line), lesson_piece_col(in->p, line, at)};
    if (at + n > in->p->n || memcmp(in->p->s + at, s, n) != 0)
        lesson_fault(in->r, text.line, text.col, TEXT("a code span ends on the line where it begins", "行内代码要在同一行内结束"));
    bool claim = compares(text.s);
    if (claim)
        text = lesson_narrow(in->r, text);
    emit(in, claim ? SPAN_CLAIM : SPAN_CODE, text.s, text);
}

/* ---- links ------------------------------------------------------------------------ */

/* s without one of the folders that a file of the course may stand in. */
static const char *without_folder(const char *s)
{
    static const char *const folders[] = {"../", "./", "zh/", "en/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(s, folders[i], strlen(folders[i])) == 0)
            return without_folder(s + strlen(folders[i]));
    return s;
}

static bool term_target(struct inlines *in, const char *file, size_t n)
{
    bool zh = n == strlen("glossary.zh.md") && strncmp(file, "glossary.zh.md", n) == 0;
    bool en = n == strlen("glossary.en.md") && strncmp(file, "glossary.en.md", n) == 0;
    if (!zh && !en)
        return false;
    in->link_kind = SPAN_TERM;
    const char *term = file + n + (file[n] == '#');
    bool whole = !*term && !in->r->lesson;       /* the course page may name the glossary as a whole */
    in->target = lesson_store_text(in->r->store, term, strlen(term));
    return (whole || lesson_is_id(term)) && in->r->text_lang != (zh ? LANG_EN : LANG_ZH);
}

/* "04-order.md" or "04-order.md#swap", kept without ".md". */
static bool lesson_target(struct inlines *in, const char *file, size_t n)
{
    struct text t = {0};
    if (n <= 3 || memcmp(file + n - 3, ".md", 3) != 0)
        return false;
    text_add_bytes(&t, file, n - 3);
    bool ok = lesson_is_id(text_str(&t)) && (!file[n] || lesson_is_id(file + n + 1));
    text_add(&t, file + n);
    in->target = lesson_store_keep(in->r->store, &t);
    return ok;
}

static bool read_target(struct inlines *in, const char *url)
{
    in->link_kind = SPAN_LINK;
    in->target = lesson_store_text(in->r->store, url, strlen(url));
    if (*url == '#')
        return lesson_is_id(url + 1);
    const char *file = without_folder(url);
    size_t n = strcspn(file, "#");
    return term_target(in, file, n) || lesson_target(in, file, n);
}

static void link_begins(struct inlines *in, cmark_node *node)
{
    bool glossary = strstr(cmark_node_get_url(node), "glossary.") != NULL;
    in->link++;
    if (read_target(in, cmark_node_get_url(node)))
        return;
    fault(in, node, glossary ? TEXT("a link to the glossary is ../glossary.LANG.md#term, in the language of the lesson", "术语链接写作 ../glossary.语言.md#term，语言与课程一致")
                             : TEXT("a link leads to #step, to ../glossary.LANG.md#term or to NN-name.md", "链接只能指向 #step、../glossary.语言.md#term 或 NN-name.md"));
}

/* ---- all of a paragraph -------------------------------------------------------------- */

static void leaf(struct inlines *in, cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    int line = cmark_node_get_start_line(node);
    const char *s = cmark_node_get_literal(node);
    if (type == CMARK_NODE_TEXT)
        text(in, s, line, byte_of(in, line, cmark_node_get_start_column(node)));
    else if (type == CMARK_NODE_CODE)
        code(in, node);
    else if (type == CMARK_NODE_SOFTBREAK)
        in->broken = true;
    else if (type == CMARK_NODE_LINEBREAK)
        push(in, (struct span){SPAN_BREAK, {"", 0, 0}, NULL});
    else if (type == CMARK_NODE_HTML_INLINE && strncmp(s, "<!--", 4) != 0)
        fault(in, node, TEXT("no HTML here (a sign < is written \\<)", "这里不能用 HTML（小于号写作 \\<）"));
    else if (type == CMARK_NODE_HTML_INLINE && strchr(s, '\n'))
        fault(in, node, TEXT("a comment ends on the line where it begins", "注释要在同一行内结束"));
}

static void branch(struct inlines *in, cmark_node *node, int by)
{
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_STRONG)
        in->strong += by;
    else if (type == CMARK_NODE_EMPH)
        in->emph += by;
    else if (type == CMARK_NODE_LINK && by > 0)
        link_begins(in, node);
    else if (type == CMARK_NODE_LINK)
        in->link--;
    else if (type == CMARK_NODE_IMAGE && by > 0)
        fault(in, node, TEXT("no images: a lesson is text", "不能有图片：课程只有文字"));
}

static bool is_leaf(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    return cmark_node_get_literal(node) || type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK;
}

/* The node behind this one and all in it, and the ends of the branches on the way; NULL: the paragraph ends. */
static cmark_node *behind(struct inlines *in, cmark_node *node, cmark_node *paragraph)
{
    while (!cmark_node_next(node)) {
        node = cmark_node_parent(node);
        if (node == paragraph)
            return NULL;
        branch(in, node, -1);
    }
    return cmark_node_next(node);
}

/* By hand, not by recursion: a hostile file nests as deep as it is long. */
static void read_inlines(struct inlines *in, cmark_node *paragraph)
{
    for (cmark_node *node = cmark_node_first_child(paragraph); node;) {
        if (is_leaf(node)) {
            leaf(in, node);
        } else {
            branch(in, node, 1);
            if (cmark_node_first_child(node)) {
                node = cmark_node_first_child(node);
                continue;
            }
            branch(in, node, -1);
        }
        node = behind(in, node, paragraph);
    }
}

void lesson_spans(struct lesson_reader *r, struct lesson_piece *p, cmark_node *paragraph, struct block *b)
{
    struct inlines in = {.r = r, .p = p, .b = b, .line = cmark_node_get_start_line(paragraph), .column = cmark_node_get_start_column(paragraph)};
    read_inlines(&in, paragraph);
}

/* Behind a letter and a blank nothing begins a list, a heading or a fence. */
struct block lesson_line_spans(struct lesson_reader *r, struct lesson_line l)
{
    struct block b = {.line = l.line};
    struct text t = {0};
    text_add(&t, "x ");
    text_add(&t, l.s);
    const char *s = lesson_store_keep(r->store, &t);
    struct lesson_piece p = {.s = s, .n = strlen(s), .line = l.line, .col = l.col - 2, .at_line = 1};
    struct markdown m = lesson_markdown(r, p.s, p.n);
    if (m.root && *l.s)
        lesson_spans(r, &p, cmark_node_first_child(m.root), &b);
    if (b.count > 0 && b.v[0].text.col == l.col - 2) {
        b.v[0].text.s += 2;
        b.v[0].text.col += 2;
    }
    if (b.count > 0 && !*b.v[0].text.s) {
        b.v++;
        b.count--;
    }
    lesson_markdown_drop(&m);
    return b;
}
