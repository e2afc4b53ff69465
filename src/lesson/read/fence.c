/* Fenced blocks: the table of directives, their order in a step, and the bodies that
 * are lists of lines or prose. */
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "base/text.h"
#include "lesson/read/directives.h"
#include "lesson/read/reader.h"

/* ---- bodies ---------------------------------------------------------------------- */

static void add_lines(struct lesson_reader *r, const struct lesson_fence *f, struct lesson_lines *to,
                      bool narrow)
{
    for (int i = f->first; i <= f->last; i++) {
        struct lesson_line l = lesson_rest(lesson_source_line(r, i), 0);
        if (*l.s)
            lesson_lines_add(r, to, narrow ? lesson_narrow(r, l) : l);
    }
}

static void empty(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_fault(r, f->line, 1, TEXT("'%s' is empty", "“%s”是空的"), f->info.s);
}

static void read_scene(struct lesson_reader *r, const struct lesson_fence *f)
{
    if (r->step->scene.count)
        lesson_fault(r, f->line, 1, TEXT("a step has only one '%s'", "一个步骤只能有一个“%s”"), f->info.s);
    add_lines(r, f, &r->step->scene, false);
}

static void read_do(struct lesson_reader *r, const struct lesson_fence *f)
{
    if (r->step->act.count)
        lesson_fault(r, f->line, 1, TEXT("a step has only one '%s'", "一个步骤只能有一个“%s”"), f->info.s);
    add_lines(r, f, &r->step->act, false);
    if (r->step->act.count == 0)
        empty(r, f);
}

static void read_pause(struct lesson_reader *r, const struct lesson_fence *f)
{
    if (f->first <= f->last)
        lesson_fault(r, f->first, 1, TEXT("a pause must be empty", "pause 里不写内容"));
    lesson_block_add(r, &r->step->narration, (struct block){.kind = BLOCK_PAUSE, .line = f->line});
}

static void read_expect(struct lesson_reader *r, const struct lesson_fence *f)
{
    struct lesson_lines *to = r->step->act.count ? &r->step->expect_after : &r->step->expect_before;
    int before = to->count;
    add_lines(r, f, to, true);
    if (to->count == before)
        empty(r, f);
}

static void read_shown(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_fence_shown(r, f, &r->step->narration);
}

static void read_prose(struct lesson_reader *r, const struct lesson_fence *f, struct prose *out)
{
    int before = r->complaints->errors;
    lesson_prose(r, lesson_piece(r, f->first, f->last), out);
    if (out->count == 0 && r->complaints->errors == before)
        empty(r, f);
}

static void read_hint(struct lesson_reader *r, const struct lesson_fence *f)
{
    if (r->step->hint_count == LESSON_MAX_HINTS) {
        lesson_fault(r, f->line, 1, TEXT("a step has at most %d hints", "一个步骤最多 %d 个提示"),
                     LESSON_MAX_HINTS);
        return;
    }
    read_prose(r, f, &r->step->hint[r->step->hint_count++]);
}

static void read_reveal(struct lesson_reader *r, const struct lesson_fence *f)
{
    if (r->step->reveal.count)
        lesson_fault(r, f->line, 1, TEXT("a step has only one '%s'", "一个步骤只能有一个“%s”"), f->info.s);
    read_prose(r, f, &r->step->reveal);
}

static void take_time(struct lesson_reader *r, struct lesson_line l)
{
    long minutes;
    if (number_parse_int(l.s, strlen(l.s), 1, 240, &minutes) == NUMBER_OK)
        r->step->minutes += (int)minutes;
    else
        lesson_fault(r, l.line, l.col, TEXT("write 'time MINUTES', 1 to 240", "请写“time 分钟数”，1 到 240"));
}

/* Extracts `ask …` and `time N` lines; everything between them is prose. */
static void read_note(struct lesson_reader *r, const struct lesson_fence *f)
{
    int from = f->first;
    for (int i = f->first; i <= f->last + 1; i++) {
        struct lesson_line l = lesson_rest(lesson_source_line(r, i <= f->last ? i : 0), 0);
        bool ask = strncmp(l.s, "ask ", 4) == 0, time = strncmp(l.s, "time ", 5) == 0;
        if (i <= f->last && !ask && !time)
            continue;
        if (from < i)
            lesson_prose(r, lesson_piece(r, from, i - 1), &r->step->note);
        from = i + 1;
        if (ask)
            lesson_block_add(r, &r->step->ask_class, lesson_line_spans(r, lesson_rest(l, 4)));
        else if (time)
            take_time(r, lesson_rest(l, 5));
    }
}

static void read_choice(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_ask_read(r, f, ASK_CHOICE);
}

static void read_number(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_ask_read(r, f, ASK_NUMBER);
}

static void read_cell(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_ask_read(r, f, ASK_CELL);
}

static void read_goal(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_ask_read(r, f, ASK_GOAL);
}

static void read_explain(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_ask_read(r, f, ASK_EXPLAIN);
}

static void read_try(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_ask_read(r, f, ASK_TRY);
}

/* ---- directives --------------------------------------------------------------------- */

enum rank { RANK_NARRATION, RANK_SCENE, RANK_ASK, RANK_HINT, RANK_DO, RANK_REVEAL, RANK_ANY };

/* In the order of lesson_directives; a test compares the two. */
static const struct fence_row {
    const char *info;
    enum rank rank;
    void (*read)(struct lesson_reader *r, const struct lesson_fence *f);
} rows[] = {
    {"scene", RANK_SCENE, read_scene},
    {"pause", RANK_NARRATION, read_pause},
    {"text", RANK_NARRATION, read_shown},
    {"math", RANK_NARRATION, read_shown},
    {"predict choice", RANK_ASK, read_choice},
    {"predict number", RANK_ASK, read_number},
    {"predict cell", RANK_ASK, read_cell},
    {"goal", RANK_ASK, read_goal},
    {"explain", RANK_ASK, read_explain},
    {"try", RANK_ASK, read_try},
    {"hint", RANK_HINT, read_hint},
    {"do", RANK_DO, read_do},
    {"reveal", RANK_REVEAL, read_reveal},
    {"note", RANK_ANY, read_note},
    {"expect", RANK_ANY, read_expect},
    {NULL, RANK_ANY, NULL},
};

static const char *const rank_names[] = {"narration", "scene", "predict, goal, explain, try",
                                         "hint",      "do",    "reveal"};

static void unknown(struct lesson_reader *r, const struct lesson_fence *f)
{
    const char *near = near_name(f->info.s, rows, sizeof *rows);
    if (!*f->info.s)
        lesson_fault(r, f->line, f->info.col,
                     TEXT("a fence needs a name, such as ```text", "代码块要有名字，例如 ```text"));
    else if (near)
        lesson_fault(r, f->line, f->info.col,
                     TEXT("no directive '%s': did you mean '%s'?", "没有指令“%s”：是不是“%s”？"), f->info.s,
                     near);
    else
        lesson_fault(r, f->line, f->info.col,
                     TEXT("no directive '%s' (qkv --directives lists them)",
                          "没有指令“%s”（qkv --directives 列出全部指令）"),
                     f->info.s);
}

void lesson_directive(struct lesson_reader *r, const struct lesson_fence *f)
{
    const struct fence_row *row = rows;
    while (row->info && strcmp(row->info, f->info.s) != 0)
        row++;
    if (!row->info) {
        unknown(r, f);
        return;
    }
    if (row->rank != RANK_ANY && (int)row->rank < r->rank)
        lesson_fault(
            r, f->line, 1,
            TEXT("'%s' must come before '%s' (the order is narration, scene, question, hints, do, reveal)",
                 "“%s”太靠后：排在“%s”之后（顺序是叙述、scene、问题、hint、do、reveal）"),
            f->info.s, rank_names[r->rank]);
    else if (row->rank != RANK_ANY)
        r->rank = (int)row->rank;
    row->read(r, f);
}

bool lesson_fence_shown(struct lesson_reader *r, const struct lesson_fence *f, struct prose *out)
{
    bool math = strcmp(f->info.s, "math") == 0;
    struct text t = {0};
    if (!math && strcmp(f->info.s, "text") != 0)
        return false;
    for (int i = f->first; i <= f->last; i++)
        text_addf(&t, "%s%s", i > f->first ? "\n" : "", lesson_source_line(r, i).s);
    struct block b = {.kind = math ? BLOCK_FORMULA : BLOCK_VERBATIM, .line = f->line, .count = 1};
    struct lesson_line body = {lesson_store_keep(r->store, &t), f->first, 1};
    b.v = lesson_store_more(r->store, NULL, 0, sizeof *b.v);
    if (!*body.s)
        empty(r, f);
    if (b.v) {
        b.v[0] = (struct span){math ? SPAN_MATH : SPAN_TEXT, body, NULL};
        lesson_block_add(r, out, b);
    }
    return true;
}

/* ---- fences ---------------------------------------------------------------------------- */

/* Returns the info string with single spaces between its words. */
static struct lesson_line info_of(struct lesson_reader *r, struct lesson_line l)
{
    struct text t = {0};
    struct lesson_line out = l;
    while (*l.s) {
        size_t n = lesson_word(l);
        text_add(&t, t.len ? " " : "");
        text_add_bytes(&t, l.s, n);
        l = lesson_rest(l, n);
    }
    out.s = lesson_store_keep(r->store, &t);
    return out;
}

bool lesson_fence_open(struct lesson_reader *r, const struct lesson_leaf *leaf, struct lesson_fence *out)
{
    struct lesson_line at = lesson_place(leaf->p, leaf->from);
    if (!leaf->fenced) {
        lesson_fault(r, at.line, at.col,
                     TEXT("lines indented by four spaces are code: indent less, or use a text fence",
                          "缩进四格会成为代码：请减少缩进，或使用 text 块"));
        return false;
    }
    const char *s = leaf->p->s + leaf->from;
    size_t n = strspn(s, (char[]){*s, '\0'});
    if (!leaf->closed)
        lesson_fault(
            r, at.line, at.col,
            TEXT("this fence is not closed: a line %.*s is missing", "这个块没有结束：缺少一行 %.*s"), (int)n,
            s);
    at.s = lesson_store_text(r->store, s, strcspn(s, "\n"));
    *out = (struct lesson_fence){.info = info_of(r, lesson_rest(at, n)),
                                 .line = at.line,
                                 .first = at.line + 1,
                                 .last = at.line + leaf->lines};
    return true;
}
