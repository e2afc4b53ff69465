/* Runs of inline text, each with its position in the file. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "lesson/read/figure.h"
#include "lesson/read/reader.h"

/* Returns the position of the next of these characters. Only marks lie between two texts. */
static struct lesson_line sought(struct lesson_inlines *in, const char *any)
{
    struct lesson_piece *p = in->leaf->p;
    while (p->at < p->n && !strchr(any, p->s[p->at]))
        p->at++;
    return lesson_position(p, p->at);
}

static void span_fault(struct lesson_inlines *in, struct lesson_line at, const char *what)
{
    lesson_fault(in->r, at, "%s", text_in(what, in->r->lang));
}

static void push_span(struct lesson_inlines *in, struct span span)
{
    STORE_ADD(in->r->store, in->leaf->b.v, in->leaf->b.count, span);
}

/* Chinese punctuation: a line end next to it does not become a space. */
static bool close_up(uint32_t ch)
{
    return (ch >= 0x3000 && ch <= 0x303F) || (ch >= 0xFF00 && ch <= 0xFF60) || ch == 0x2014 || ch == 0x2026;
}

static bool wide(uint32_t ch)
{
    return utf8_is_han(ch) || close_up(ch) || (ch >= 0x201C && ch <= 0x201D);
}

/* Turns a line end into a space, except between Chinese characters or at their punctuation. */
static void join_lines(struct lesson_inlines *in, const char *next)
{
    const struct block *b = &in->leaf->b;
    struct lesson_line blank = in->broken;
    const char *last = b->count ? b->v[b->count - 1].text.s : "";
    size_t n = strlen(last);
    uint32_t before = 0, after = 0;
    while (n > 0 && ((unsigned char)last[n - 1] & 0xC0) == 0x80)
        n--;
    in->broken.s = NULL;
    if (n == 0 || !utf8_decode(last + n - 1, UTF8_TO_ZERO, &before) || !before ||
        !utf8_decode(next, UTF8_TO_ZERO, &after))
        return;
    if (!(wide(before) && wide(after)) && !close_up(before) && !close_up(after))
        push_span(in, (struct span){SPAN_TEXT, blank, NULL});
}

static enum span_kind kind_now(const struct lesson_inlines *in)
{
    if (in->link)
        return in->link_kind;
    return in->strong ? SPAN_STRONG : in->emph ? SPAN_EMPH : SPAN_TEXT;
}

static void emit(struct lesson_inlines *in, enum span_kind kind, struct lesson_line text)
{
    if (!*text.s)
        return;
    if (in->broken.s)
        join_lines(in, text.s);
    bool links = kind == SPAN_LINK || kind == SPAN_TERM || kind == SPAN_POINT;
    push_span(in, (struct span){kind, text, links ? in->target : NULL});
}

/* Returns the position in the file of text from md4c. */
static struct lesson_line text_at(struct lesson_inlines *in, const char *s)
{
    return lesson_position(in->leaf->p, (size_t)(s - in->leaf->p->s));
}

static struct lesson_line taken(struct lesson_inlines *in, const char *s, size_t n)
{
    struct lesson_line l = text_at(in, s);
    l.s = lesson_store_text(in->r->store, s, n);
    return l;
}

/* Emits text in which $…$ is a formula. */
static void emit_text(struct lesson_inlines *in, const char *s, size_t n)
{
    for (const char *end = s + n, *close; s < end; s = close + 1) {
        const char *open = memchr(s, '$', (size_t)(end - s));
        emit(in, kind_now(in), taken(in, s, (size_t)((open ? open : end) - s)));
        if (!open)
            return;
        close = memchr(open + 1, '$', (size_t)(end - open) - 1);
        if (!close) {
            span_fault(in, text_at(in, open),
                       TEXT("unpaired $: write a formula as $…$, or the sign itself as \\$"));
            return;
        }
        emit(in, SPAN_MATH, taken(in, open + 1, (size_t)(close - open) - 1));
    }
}

static void code_ends(struct lesson_inlines *in)
{
    struct lesson_piece *p = in->leaf->p;
    struct lesson_line code = in->code;
    size_t blank = strspn(p->s + p->at, " ");
    if (!*code.s) /* it contains only a line end: skip the marks before it */
        p->at += strspn(p->s + p->at, "`");
    if (in->code_torn || p->s[p->at + blank] != '`')
        span_fault(in, code, TEXT("a code span must end on the line where it begins"));
    p->at += strcspn(p->s + p->at, "`");
    p->at += strspn(p->s + p->at, "`");
    bool claim = figure_compares(code.s, false);
    if (claim)
        code = lesson_narrow(in->r, code);
    emit(in, claim ? SPAN_CLAIM : SPAN_CODE, code);
    if (claim && in->leaf->b.count > 0)
        in->leaf->b.v[in->leaf->b.count - 1].target = code.s;
}

/* Text of a code span; md4c sends several pieces if the span crosses lines. */
static void span_code(struct lesson_inlines *in, const char *s, size_t n)
{
    struct lesson_piece *p = in->leaf->p;
    if (*in->code.s || !lesson_within(p, s) || s < p->s + p->at) {
        in->code_torn = true;
        return;
    }
    in->code_torn = in->code_torn || memchr(p->s + p->at, '\n', (size_t)(s - p->s) - p->at);
    in->code = taken(in, s, n);
}

static bool term_target(struct lesson_inlines *in, const char *file, size_t n)
{
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        char page[32];
        snprintf(page, sizeof page, "glossary.%s.md", lang_code((enum lang)lang));
        if (n != strlen(page) || strncmp(file, page, n) != 0)
            continue;
        const char *term = file + n + (file[n] == '#');
        bool whole = !*term && !in->r->lesson; /* the course page may link to the whole glossary */
        in->link_kind = SPAN_TERM;
        in->target = lesson_store_text(in->r->store, term, strlen(term));
        return (whole || lesson_is_id(term)) && (in->r->text_lang < 0 || in->r->text_lang == lang);
    }
    return false;
}

/* "04-order.md" or "04-order.md#swap"; the target is stored without ".md". */
static bool lesson_target(struct lesson_inlines *in, const char *file, size_t n)
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

static bool read_target(struct lesson_inlines *in, const char *url)
{
    in->link_kind = SPAN_LINK;
    in->target = lesson_store_text(in->r->store, url, strlen(url));
    if (*url == '#')
        return lesson_is_id(url + 1);
    if (*url == '@' || *url == '~') {
        in->link_kind = *url == '@' ? SPAN_POINT : SPAN_JUDGED;
        in->target = lesson_store_text(in->r->store, url + 1, strlen(url + 1));
        return url[1] != '\0';
    }
    /* calls, comparisons, sums, products and powers, or digits alone, tell an expression from a file's name
     */
    bool digits = *url && !url[strspn(url, "0123456789.-/ ")];
    if (!strstr(url, "://") && (digits || strpbrk(url, "(*+^") || figure_compares(url, false))) {
        in->link_kind = SPAN_CLAIM;
        return true;
    }
    const char *file = url;
    for (size_t folder = 1; folder > 0; file += folder) { /* of the course, as in "../en/04-order.md" */
        folder = strncmp(file, "../", 3) == 0 ? 3 : strncmp(file, "./", 2) == 0 ? 2 : 0;
        size_t n = strcspn(file, "/");
        if (file[n] && lang_of_code(file, n) < LANG_COUNT)
            folder = n + 1;
    }
    size_t n = strcspn(file, "#");
    return term_target(in, file, n) || lesson_target(in, file, n);
}

/* Bounds md4c's work: it scans target and title again at every link that refers to them. */
static void count_link(struct lesson_inlines *in, const MD_ATTRIBUTE *target, const MD_ATTRIBUTE *title)
{
    struct lesson_piece *p = in->leaf->p;
    p->linked += target->size + title->size;
    if (p->linked > LESSON_MAX_BYTES)
        span_fault(in, lesson_position(p, p->at),
                   TEXT("reference links repeat too much text: write [text](target) instead"));
}

static void link_begins(struct lesson_inlines *in, const MD_SPAN_A_DETAIL *a)
{
    struct lesson_line at = sought(in, "[<");
    count_link(in, &a->href, &a->title);
    const char *url = lesson_store_text(in->r->store, a->href.text ? a->href.text : "", a->href.size);
    in->link++;
    in->link_from = in->leaf->b.count;
    if (read_target(in, url))
        return;
    span_fault(in, at,
               strstr(url, "glossary.")
                   ? TEXT("write glossary links as ../glossary.LANG.md#term, in the lesson's language")
                   : TEXT("a link must point to #step, ../glossary.LANG.md#term or NN-name.md"));
}

/* Of a link to an expression the spans become a claim with its proof; of one that the scene decides, one
 * span.
 */
static void link_ends(struct lesson_inlines *in, const MD_SPAN_A_DETAIL *a)
{
    struct lesson_piece *p = in->leaf->p;
    struct block *b = &in->leaf->b;
    size_t at = lesson_within(p, a->href.text) ? (size_t)(a->href.text - p->s) : 0;
    bool follows = at > p->at && strchr("(<", p->s[at - 1]);
    struct text shown = {0}, claim = {0}, proof = {0};
    in->link--;
    for (int i = in->link_from; i < b->count && in->link == 0; i++)
        text_add(&shown, b->v[i].text.s);
    if (in->link == 0 && in->link_kind == SPAN_CLAIM) {
        struct lesson_line expr = lesson_position(p, follows ? at : p->at);
        const char *why;
        expr.s = in->target;
        expr = lesson_narrow(in->r, expr);
        bool ok = figure_claim(&claim, text_str(&shown), expr.s, &why);
        if (!ok)
            span_fault(in, expr, why);
        text_addf(&proof, " (%s)", expr.s);
        const char *target = lesson_store_keep(in->r->store, &claim);
        const char *on_request = lesson_store_keep(in->r->store, &proof);
        if (ok && b->count > in->link_from) {
            b->v[in->link_from].target = target;
            push_span(in, (struct span){SPAN_PROOF, {"", expr.line, expr.col}, on_request});
        }
    } else if (in->link == 0 && in->link_kind == SPAN_JUDGED && b->count > in->link_from) {
        b->v[in->link_from].text.s = lesson_store_text(in->r->store, text_str(&shown), shown.len);
        b->v[in->link_from].target = in->target;
        b->count = in->link_from + 1;
    }
    if (shown.failed)
        in->r->store->spent = true;
    text_finish(&shown);
    if (follows)
        p->at = at + a->href.size;
}

/* md4c sends the line ends inside HTML as separate texts. */
static void span_html(struct lesson_inlines *in, const char *s, size_t n)
{
    bool begins = *s == '<' && !in->html_goes_on;
    in->html_goes_on = *s == '\n';
    if (!begins)
        return;
    if (n < 4 || memcmp(s, "<!--", 4) != 0)
        span_fault(in, text_at(in, s), TEXT("HTML is not allowed here (write < as \\<)"));
    else if (n < 5 || memcmp(s + n - 3, "-->", 3) != 0)
        span_fault(in, text_at(in, s), TEXT("a comment must end on the line where it begins"));
    else if (in->leaf->type == MD_BLOCK_H)
        in->leaf->comment = taken(in, s, n);
}

void lesson_span_text(struct lesson_inlines *in, MD_TEXTTYPE type, const char *s, size_t n)
{
    struct lesson_piece *p = in->leaf->p;
    /* md4c sends a character after a backslash as a separate text */
    bool escaped = n == 1 && s > p->s + p->at && s[-1] == '\\';
    if (type == MD_TEXT_NORMAL && escaped) {
        emit(in, kind_now(in), taken(in, s, n));
    } else if (type == MD_TEXT_NORMAL) {
        emit_text(in, s, n);
    } else if (type == MD_TEXT_CODE) {
        span_code(in, s, n);
    } else if (type == MD_TEXT_SOFTBR) { /* perhaps a space, at the line's end */
        in->broken = lesson_position(p, p->at + strcspn(p->s + p->at, "\n"));
        in->broken.s = " ";
    } else if (type == MD_TEXT_BR) {
        push_span(in, (struct span){SPAN_BREAK, {"", 0, 0}, NULL});
    } else if (type == MD_TEXT_HTML) {
        span_html(in, s, n);
    } else if (type == MD_TEXT_ENTITY) {
        span_fault(in, text_at(in, s), TEXT("write the character itself, not &…;"));
    }
}

void lesson_span_enter(struct lesson_inlines *in, MD_SPANTYPE type, const void *detail)
{
    in->strong += type == MD_SPAN_STRONG;
    in->emph += type == MD_SPAN_EM;
    if (type == MD_SPAN_A) {
        link_begins(in, detail);
    } else if (type == MD_SPAN_IMG) {
        const MD_SPAN_IMG_DETAIL *image = detail;
        span_fault(in, sought(in, "!"), TEXT("images are not allowed: a lesson is text"));
        count_link(in, &image->src, &image->title);
    } else if (type == MD_SPAN_CODE) {
        in->code = sought(in, "`");
        in->code_torn = false;
    }
}

void lesson_span_leave(struct lesson_inlines *in, MD_SPANTYPE type, const void *detail)
{
    in->strong -= type == MD_SPAN_STRONG;
    in->emph -= type == MD_SPAN_EM;
    if (type == MD_SPAN_A)
        link_ends(in, detail);
    else if (type == MD_SPAN_CODE)
        code_ends(in);
}

static void take_spans(void *arg, struct lesson_leaf *leaf)
{
    *(struct block *)arg = leaf->b;
}

/* Parses l after "x ", so that nothing in it opens a list, a heading or a fence. */
struct block lesson_line_spans(struct lesson_reader *r, struct lesson_line l)
{
    struct block b = {.line = l.line};
    struct text t = {0};
    text_add(&t, "x ");
    text_add(&t, l.s);
    const char *s = lesson_store_keep(r->store, &t);
    struct lesson_piece p = {.s = s, .n = strlen(s), .line = l.line, .col = l.col - 2};
    if (*l.s)
        lesson_markdown(r, &p, take_spans, &b);
    if (b.count > 0 && b.v[0].text.col == l.col - 2) {
        b.v[0].text.s += 2;
        b.v[0].text.col += 2;
    }
    if (b.count > 0 && !*b.v[0].text.s) {
        b.v++;
        b.count--;
    }
    b.v = b.count > 0 ? b.v : NULL;
    return b;
}
