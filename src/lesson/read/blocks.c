/* A lesson's outline from libcmark's top level: title, aim, steps, and what
 * stands in a step in its fixed order. */
#include <string.h>

#include "base/near.h"
#include "base/text.h"
#include "lesson/read/reader.h"

struct outline {
    struct lesson_reader *r;
    struct lesson *l;
    struct lesson_piece p;
    bool full;                       /* more steps than may be: the rest is not read */
};

/* ---- headings --------------------------------------------------------------------- */

struct lesson_line lesson_heading(struct lesson_reader *r, struct lesson_piece *p, cmark_node *node)
{
    struct block b = {0};
    struct text t = {0};
    int line = cmark_node_get_start_line(node);
    lesson_spans(r, p, node, &b);
    for (int i = 0; i < b.count; i++)
        text_add(&t, b.v[i].text.s);
    while (t.len > 0 && t.s[t.len - 1] == ' ')
        t.s[--t.len] = '\0';
    struct lesson_line out = {lesson_store_keep(r->store, &t), p->line + line - 1, b.count && b.v[0].kind != SPAN_BREAK ? b.v[0].text.col : 1};
    if (!*out.s)
        lesson_fault(r, out.line, out.col, TEXT("this heading has no text", "标题没有文字"));
    return out;
}

/* The last comment in a heading; its text from behind <!-- on. */
static cmark_node *comment_in(cmark_node *heading)
{
    cmark_node *c = cmark_node_last_child(heading);
    while (c && (cmark_node_get_type(c) != CMARK_NODE_HTML_INLINE || strncmp(cmark_node_get_literal(c), "<!--", 4) != 0))
        c = cmark_node_previous(c);
    return c;
}

struct lesson_line lesson_heading_id(struct lesson_reader *r, struct lesson_piece *p, cmark_node *node, const char *key)
{
    int line = cmark_node_get_start_line(node);
    struct lesson_line l = {"", p->line + line - 1, 1};
    cmark_node *comment = comment_in(node);
    const char *s = comment ? cmark_node_get_literal(comment) : "";
    size_t n = strlen(s);
    if (n > 7) {
        size_t at = lesson_piece_line(p, line) + (size_t)cmark_node_get_start_column(comment) - 1;
        l = (struct lesson_line){lesson_store_text(r->store, s, n - 3), l.line, lesson_piece_col(p, line, at)};
        l = lesson_narrow(r, lesson_rest(l, 4));
        size_t k = strlen(key);
        if (strncmp(l.s, key, k) == 0 && l.s[k] == ':') {
            l = lesson_rest(l, k + 1);
            l = lesson_part(r, l, strlen(l.s));
        } else {
            n = 0;
        }
    }
    if (n <= 7)
        lesson_fault(r, l.line, l.col, TEXT("the heading needs its id: ## Heading <!-- %s: id -->", "标题缺少 id：## 标题 <!-- %s: id -->"), key);
    else if (!lesson_is_id(l.s))
        lesson_fault(r, l.line, l.col, TEXT("'%s' is no id: it is made of a-z, 0-9 and '-'", "“%s”不是 id：只能用 a-z、0-9 和“-”"), l.s);
    return n > 7 ? l : (struct lesson_line){"", l.line, l.col};
}

static void title(struct outline *o, cmark_node *node)
{
    struct lesson_line text = lesson_heading(o->r, &o->p, node);
    if (*o->l->title.s)
        lesson_fault(o->r, text.line, text.col, TEXT("a lesson has one title (line %d); a step begins with ##", "一课只有一个标题（第 %d 行）；步骤用 ## 开头"), o->l->title.line);
    else if (o->r->step)
        lesson_fault(o->r, text.line, text.col, TEXT("the title stands in front of the steps", "标题应在所有步骤之前"));
    else
        o->l->title = text;
}

/* The hash of the lines from..to - 1 (FNV-1a), blank lines at their end left out. */
static unsigned long long hash_lines(const struct lesson_reader *r, int from, int to)
{
    unsigned long long h = 14695981039346656037ULL;
    size_t begin = r->line[from - 1], end = r->line[to - 1];
    while (end > begin && (r->s[end - 1] == '\n' || r->s[end - 1] == ' '))
        end--;
    for (size_t i = begin; i < end; i++)
        h = (h ^ (unsigned char)r->s[i]) * 1099511628211ULL;
    return h;
}

/* The step that was being read ends in front of `line`. */
static void step_ends(struct outline *o, int line)
{
    if (o->r->step)
        o->r->step->hash = hash_lines(o->r, o->r->step->title.line, line);
    o->r->step = NULL;
}

static void step(struct outline *o, cmark_node *node)
{
    struct lesson_line text = lesson_heading(o->r, &o->p, node);
    struct lesson_line id = lesson_heading_id(o->r, &o->p, node, "step");
    int before = *id.s ? lesson_step_find(o->l, id.s) : -1;
    step_ends(o, text.line);
    if (o->l->step_count == LESSON_MAX_STEPS) {
        lesson_fault(o->r, text.line, 1, TEXT("a lesson has at most %d steps: make two lessons of it", "一课最多 %d 个步骤：请分成两课"), LESSON_MAX_STEPS);
        o->full = true;
        return;
    }
    if (before >= 0)
        lesson_fault(o->r, id.line, id.col, TEXT("the step id '%s' is taken (line %d)", "步骤 id“%s”已用过（第 %d 行）"), id.s, o->l->step[before].title.line);
    o->r->step = &o->l->step[o->l->step_count++];
    o->r->rank = 0;
    *o->r->step = (struct lesson_step){.id = id, .title = text};
}

static void heading(struct outline *o, cmark_node *node)
{
    int level = cmark_node_get_heading_level(node);
    if (level == 1)
        title(o, node);
    else if (level == 2)
        step(o, node);
    else
        lesson_fault(o->r, o->p.line + cmark_node_get_start_line(node) - 1, 1, TEXT("'#' is the title, '##' a step; there are no other headings", "“#”是课程标题，“##”是步骤，没有别的标题"));
}

/* ---- what stands in a step --------------------------------------------------------- */

static void fence(struct outline *o, cmark_node *node)
{
    struct lesson_fence f;
    if (!lesson_fence_open(o->r, &o->p, node, &f))
        return;
    if (o->r->step)
        lesson_directive(o->r, &f);
    else
        lesson_fault(o->r, f.line, 1, TEXT("'%s' stands in front of the first step (## Heading <!-- step: id -->)", "“%s”出现在第一个步骤之前（## 标题 <!-- step: id -->）"), f.info.s);
}

static void narration(struct outline *o, cmark_node *node)
{
    int line = o->p.line + cmark_node_get_start_line(node) - 1;
    struct lesson_step *s = o->r->step;
    bool shown = cmark_node_get_type(node) != CMARK_NODE_HTML_BLOCK;
    if (shown && s && o->r->rank > 0)
        lesson_fault(o->r, line, 1, TEXT("narration stands at the beginning of a step; behind its fences only hint and reveal can speak",
                                         "叙述应放在步骤开头；在各种块之后只能用 hint 和 reveal 说话"));
    else if (shown && !s && !*o->l->title.s)
        lesson_fault(o->r, line, 1, TEXT("a lesson begins with its title: # Title", "课程正文以标题开头：# 标题"));
    lesson_prose_add(o->r, &o->p, node, s ? &s->narration : &o->l->aim);
}

static void block(struct outline *o, cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING)
        heading(o, node);
    else if (o->full)
        return;
    else if (type == CMARK_NODE_CODE_BLOCK)
        fence(o, node);
    else
        narration(o, node);
}

void lesson_blocks(struct lesson_reader *r, struct lesson *l, int from)
{
    struct outline o = {.r = r, .l = l, .p = lesson_piece(r, from, r->lines)};
    struct markdown m = lesson_markdown(r, o.p.s, o.p.n);
    for (cmark_node *node = cmark_node_first_child(m.root); node; node = cmark_node_next(node))
        block(&o, node);
    step_ends(&o, r->lines + 1);
    lesson_markdown_drop(&m);
    if (!*l->title.s)
        lesson_fault(r, from < r->lines ? from : r->lines, 1, TEXT("the title is missing: # Title", "缺少课程标题：# 标题"));
    else if (l->aim.count == 0)
        lesson_fault(r, l->title.line, 1, TEXT("a paragraph with the learning goal is missing behind the title", "标题后缺少一段学习目标"));
    if (l->step_count == 0)
        lesson_fault(r, r->lines, 1, TEXT("no steps: write ## Heading <!-- step: id -->", "没有步骤：请写 ## 标题 <!-- step: id -->"));
}
