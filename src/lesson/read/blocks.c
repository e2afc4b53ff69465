/* A lesson's outline: title, aim, steps, and the contents of each step. */
#include <string.h>

#include "lesson/read/reader.h"

struct lesson_line lesson_heading(struct lesson_reader *r, const struct lesson_leaf *leaf)
{
    const struct block *b = &leaf->b;
    struct text t = {0};
    for (int i = 0; i < b->count; i++)
        text_add(&t, b->v[i].text.s);
    while (t.len > 0 && t.s[t.len - 1] == ' ')
        t.s[--t.len] = '\0';
    struct lesson_line out = {lesson_store_keep(r->store, &t), b->line,
                              b->count && b->v[0].kind != SPAN_BREAK ? b->v[0].text.col : 1};
    if (!*out.s)
        lesson_fault(r, out, TEXT("this heading has no text"));
    return out;
}

struct lesson_line lesson_heading_id(struct lesson_reader *r, const struct lesson_leaf *leaf, const char *key,
                                     struct lesson_line *also)
{
    struct lesson_line l = leaf->comment, none = {"", leaf->b.line, 1};
    size_t n = l.s ? strlen(l.s) : 0, k = strlen(key);
    if (n > 7) {
        l = lesson_narrow(r, lesson_rest(lesson_part(r, l, n - 3), 4));
        none.col = l.col;
    }
    if (n <= 7 || strncmp(l.s, key, k) != 0 || l.s[k] != ':') {
        lesson_fault(r, none, TEXT("the heading needs an id: ## Heading <!-- %s: id -->"), key);
        return none;
    }
    l = lesson_rest(l, k + 1);
    const char *more = also ? strstr(l.s, "; also:") : NULL;
    size_t end = more ? (size_t)(more - l.s) : strlen(l.s);
    if (more)
        *also = lesson_rest(l, end + strlen("; also:"));
    l = lesson_part(r, l, end);
    if (!lesson_is_id(l.s))
        lesson_fault(r, l, TEXT("'%s' is not an id: use a-z, 0-9 and '-'"), l.s);
    return l;
}

/* FNV-1a hash of lines from..to - 1, without trailing blank lines. */
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

/* Closes the current step, which ends before `line`. */
static void step_ends(struct lesson_reader *r, int line)
{
    if (r->step)
        r->step->hash = hash_lines(r, r->step->title.line, line);
    r->step = NULL;
}

static void step_begins(struct lesson_reader *r, struct lesson *l, const struct lesson_leaf *leaf)
{
    struct lesson_line text = lesson_heading(r, leaf);
    struct lesson_line id = lesson_heading_id(r, leaf, "step", NULL);
    int before = *id.s ? lesson_step_find(l, id.s) : -1;
    step_ends(r, text.line);
    r->full = l->step_count == LESSON_MAX_STEPS;
    if (r->full) {
        lesson_fault(r, lesson_at(text.line, 1), TEXT("a lesson has at most %d steps: split it into two"),
                     LESSON_MAX_STEPS);
        return;
    }
    if (before >= 0)
        lesson_fault(r, id, TEXT("the step id '%s' is already used (line %d)"), id.s,
                     l->step[before].title.line);
    r->step = &l->step[l->step_count++];
    r->rank = 0;
    *r->step = (struct lesson_step){.id = id, .title = text};
}

static void outline_heading(struct lesson_reader *r, struct lesson *l, const struct lesson_leaf *leaf)
{
    if (leaf->level == 2) {
        step_begins(r, l, leaf);
        return;
    }
    struct lesson_line text = lesson_at(leaf->b.line, 1);
    if (leaf->level == 1)
        text = lesson_heading(r, leaf);
    if (leaf->level != 1)
        lesson_fault(r, text, TEXT("'#' is the title, '##' a step; there are no other headings"));
    else if (*l->title.s)
        lesson_fault(r, text, TEXT("a lesson has one title (line %d); a step begins with ##"), l->title.line);
    else if (r->step)
        lesson_fault(r, text, TEXT("the title must come before the steps"));
    else
        l->title = text;
}

static void outline_leaf(void *arg, struct lesson_leaf *leaf)
{
    struct lesson_reader *r = arg;
    struct lesson *l = r->lesson;
    struct lesson_step *s = r->step;
    struct lesson_fence f;
    if (!leaf->nested && leaf->type == MD_BLOCK_H) {
        outline_heading(r, l, leaf);
        return;
    }
    if (r->full)
        return;
    if (!leaf->nested && leaf->type == MD_BLOCK_CODE) {
        if (!lesson_fence_open(r, leaf, &f))
            return;
        if (s)
            lesson_directive(r, &f);
        else
            lesson_fault(r, f.at, TEXT("'%s' comes before the first step (## Heading <!-- step: id -->)"),
                         f.info.s);
        return;
    }
    bool shown = leaf->begins && (leaf->nested || leaf->type != MD_BLOCK_HTML);
    if (shown && s && r->rank > 0)
        lesson_fault(r, lesson_at(leaf->b.line, 1),
                     TEXT("narration must come first in a step; after its fences use hint or reveal"));
    else if (shown && !s && !*l->title.s)
        lesson_fault(r, lesson_at(leaf->b.line, 1), TEXT("a lesson begins with its title: # Title"));
    lesson_prose_add(r, leaf, s ? &s->narration : &l->aim);
}

void lesson_blocks(struct lesson_reader *r, struct lesson *l, int from)
{
    struct lesson_piece p = lesson_piece(r, from, r->lines);
    if (!lesson_markdown(r, &p, outline_leaf, r))
        return;
    step_ends(r, r->lines + 1);
    if (!*l->title.s)
        lesson_fault(r, lesson_at(from < r->lines ? from : r->lines, 1),
                     TEXT("the title is missing: # Title"));
    else if (l->aim.count == 0)
        lesson_fault(r, lesson_at(l->title.line, 1),
                     TEXT("a paragraph with the learning goal is missing after the title"));
    if (l->step_count == 0)
        lesson_fault(r, lesson_at(r->lines, 1), TEXT("no steps: write ## Heading <!-- step: id -->"));
}

int lesson_step_find(const struct lesson *l, const char *id)
{
    for (int i = 0; i < l->step_count; i++)
        if (strcmp(l->step[i].id.s, id) == 0)
            return i;
    return -1;
}
