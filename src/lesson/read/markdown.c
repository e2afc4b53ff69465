/* Turns md4c's callbacks into leaves in file order, each with its position and kind of prose. md4c
 * gives no positions, only pointers into the text, and no paragraph around the text of a tight item. */
#include <string.h>

#include "lesson/read/reader.h"

/* Maximum nesting of lists and quotes. */
enum { DEEPEST = 4 };

/* An open list, item or quote: how to mark the next leaf in it. */
struct frame {
    enum prose_kind kind; /* BLOCK_ITEM for the first leaf of an item */
    bool ordered;
    int number, depth;
};

struct blocks {
    struct lesson_reader *r;
    struct lesson_piece *p;
    void (*take)(void *arg, struct lesson_leaf *leaf);
    void *arg;
    struct frame frame[2 * DEEPEST + 1];
    int frames, nested; /* frames in use after the first; lists and quotes among them */
    int too_deep;       /* open containers, counted from the first that is too deep */
    bool begins;        /* the next leaf is the first of a top-level block */
    bool open, placed;  /* a leaf is being read; its position is known */
    struct lesson_leaf leaf;
    struct lesson_inlines in;
};

static void place_leaf(struct blocks *b, size_t at)
{
    b->placed = true;
    b->leaf.from = at;
    b->leaf.b.line = lesson_position(b->p, at).line;
}

/* The start of the line after `at`. */
static size_t next_line(const struct lesson_piece *p, size_t at)
{
    const char *end = at < p->n ? memchr(p->s + at, '\n', p->n - at) : NULL;
    return end ? (size_t)(end - p->s) + 1 : p->n;
}

/* Finds the next line that begins with one of these characters, for leaves without text. */
static size_t next_mark(const struct lesson_piece *p, const char *first)
{
    int marks = 0;
    for (size_t at = p->at; at < p->n; at = next_line(p, at)) {
        size_t begin = at + lesson_marks(p->s + at, &marks);
        if (begin < p->n && strchr(first, p->s[begin]))
            return begin;
    }
    return p->at;
}

static void leaf_opens(struct blocks *b, MD_BLOCKTYPE type, const void *detail)
{
    const struct frame *f = &b->frame[b->frames];
    const MD_BLOCK_CODE_DETAIL *code = type == MD_BLOCK_CODE ? detail : NULL;
    const struct lesson_piece *p = b->p;
    b->open = true;
    b->placed = false;
    b->leaf = (struct lesson_leaf){
        .type = type,
        .p = b->p,
        .nested = b->frames > 0,
        .too_deep = b->too_deep > 0,
        .begins = b->begins || b->frames == 0,
        .b = {.kind = f->kind, .number = f->number, .depth = f->depth},
        .level = type == MD_BLOCK_H ? ((const MD_BLOCK_H_DETAIL *)detail)->level : 0,
        .fenced = code && code->fence_char,
    };
    b->in = (struct lesson_inlines){.r = b->r, .leaf = &b->leaf};
    if (!b->leaf.fenced)
        return;
    /* it starts at the fence's first character, before its info string */
    size_t at = code->info.size && lesson_within(p, code->info.text) ? (size_t)(code->info.text - p->s) : 0;
    if (at == 0) {
        place_leaf(b, next_mark(p, (char[]){code->fence_char, '\0'}));
        return;
    }
    while (at > 0 && p->s[at - 1] == ' ')
        at--;
    while (at > 0 && p->s[at - 1] == code->fence_char)
        at--;
    place_leaf(b, at);
}

/* After an item's first leaf, further leaves of the item are one level deeper. */
static void child_ends(struct blocks *b)
{
    struct frame *f = &b->frame[b->frames];
    if (f->kind == BLOCK_ITEM)
        *f = (struct frame){.depth = f->depth + 1};
}

static void leaf_closes(struct blocks *b)
{
    struct lesson_leaf *leaf = &b->leaf;
    struct lesson_piece *p = b->p;
    if (!b->open)
        return;
    if (!b->placed)
        place_leaf(b, next_mark(p, leaf->type == MD_BLOCK_HR  ? "-*_"
                                   : leaf->type == MD_BLOCK_H ? "#"
                                                              : "![\\<"));
    if (leaf->fenced) { /* closed if a fence of the same character, at least as long, follows its text */
        const char *open = p->s + leaf->from, mark[] = {*open, '\0'};
        p->at = leaf->from;
        for (int i = 0; i <= leaf->lines; i++)
            p->at = next_line(p, p->at);
        const char *s = p->s + p->at + strspn(p->s + p->at, " >");
        size_t n = strspn(s, mark);
        leaf->closed = p->at < p->n && n >= strspn(open, mark) && strchr("\n", s[n + strspn(s + n, " ")]);
        p->at = leaf->closed ? next_line(p, p->at) : p->at;
    } else {
        p->at = next_line(p, p->at > leaf->from ? p->at : leaf->from);
    }
    b->take(b->arg, leaf);
    text_finish(&leaf->html);
    b->open = b->begins = false;
    child_ends(b);
}

static bool holds_blocks(MD_BLOCKTYPE type)
{
    return type == MD_BLOCK_QUOTE || type == MD_BLOCK_UL || type == MD_BLOCK_OL || type == MD_BLOCK_LI;
}

static void frame_opens(struct blocks *b, MD_BLOCKTYPE type, const void *detail)
{
    struct frame *outer = &b->frame[b->frames], f = {.depth = outer->depth};
    bool nests = type != MD_BLOCK_LI;
    if (b->too_deep || (nests && b->nested == DEEPEST)) {
        b->too_deep++;
        return;
    }
    b->begins = b->begins || b->frames == 0;
    if (type == MD_BLOCK_QUOTE) {
        f.kind = BLOCK_QUOTE;
        f.depth += outer->kind == BLOCK_QUOTE;
    } else if (type == MD_BLOCK_OL) {
        f.ordered = true;
        f.number = (int)((const MD_BLOCK_OL_DETAIL *)detail)->start;
    } else if (type == MD_BLOCK_LI) {
        f.kind = BLOCK_ITEM;
        f.number = outer->number;
        outer->number += outer->ordered;
    }
    b->nested += nests;
    b->frame[++b->frames] = f;
}

/* Return value of every callback: stop md4c if the store is exhausted or the links are too costly. */
static int goes_on(const struct blocks *b)
{
    return b->r->store->spent || b->p->linked > LESSON_MAX_BYTES ? -1 : 0;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
    struct blocks *b = arg;
    leaf_closes(b);
    if (holds_blocks(type))
        frame_opens(b, type, detail);
    else if (type != MD_BLOCK_DOC)
        leaf_opens(b, type, detail);
    return goes_on(b);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
    struct blocks *b = arg;
    (void)detail;
    leaf_closes(b);
    if (holds_blocks(type) && b->too_deep) {
        b->too_deep--;
    } else if (holds_blocks(type)) {
        b->frames--;
        b->nested -= type != MD_BLOCK_LI;
        child_ends(b);
    }
    return goes_on(b);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *arg)
{
    struct blocks *b = arg;
    if (!b->open)
        leaf_opens(b, MD_BLOCK_P, NULL);
    if (!b->leaf.table)
        lesson_span_enter(&b->in, type, detail);
    return goes_on(b);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *arg)
{
    struct blocks *b = arg;
    if (!b->leaf.table)
        lesson_span_leave(&b->in, type, detail);
    return goes_on(b);
}

/* True if the first line begins with a bar and the second consists of dashes and bars. */
static bool is_table(const struct lesson_leaf *leaf)
{
    const struct lesson_piece *p = leaf->p;
    size_t line = leaf->from, second = next_line(p, line);
    while (line > 0 && (p->s[line - 1] == ' ' || p->s[line - 1] == '>'))
        line--;
    const char *s = p->s + second;
    size_t n = strspn(s, leaf->nested ? " |:->" : " |:-");
    bool bars = p->s[leaf->from] == '|' && (line == 0 || p->s[line - 1] == '\n') && second < p->n &&
                strchr("\n", s[n]);
    int marks = 0;
    return bars && memchr(s, '-', n) && memchr(s, '|', n) && lesson_marks(s, &marks) == strspn(s, " >");
}

static int leaf_text(MD_TEXTTYPE type, const char *s, MD_SIZE n, void *arg)
{
    struct blocks *b = arg;
    struct lesson_leaf *leaf = &b->leaf;
    bool own = lesson_within(b->p, s);
    if (!b->open)
        leaf_opens(b, MD_BLOCK_P, NULL);
    if (own && !b->placed) {
        place_leaf(b, (size_t)(s - b->p->s));
        leaf->table = leaf->type == MD_BLOCK_P && is_table(leaf);
    }
    if (leaf->type == MD_BLOCK_CODE)
        leaf->lines += n == 1 && *s == '\n';
    else if (leaf->type == MD_BLOCK_HTML)
        text_add_bytes(&leaf->html, s, n);
    else if (!leaf->table)
        lesson_span_text(&b->in, type, s, n);
    if (own)
        b->p->at = leaf->to = (size_t)(s - b->p->s) + n;
    if (leaf->html.failed)
        b->r->store->spent = true;
    return goes_on(b);
}

bool lesson_markdown(struct lesson_reader *r, struct lesson_piece *p,
                     void (*take)(void *arg, struct lesson_leaf *leaf), void *arg)
{
    struct blocks b = {.r = r, .p = p, .take = take, .arg = arg};
    const MD_PARSER parser = {
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = leaf_text,
    };
    bool whole = md_parse(p->s, (MD_SIZE)p->n, &parser, &b) == 0;
    if (!whole && p->linked <= LESSON_MAX_BYTES)
        r->store->spent = true;
    text_finish(&b.leaf.html);
    return whole;
}
