/* Fenced blocks: the table of directives, their order in a step, and the bodies that
 * are lists of lines or prose. */
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "lesson/read/reader.h"

static void add_lines(struct lesson_reader *r, const struct lesson_fence *f, struct lesson_lines *to,
                      bool narrow)
{
    for (int i = f->first; i <= f->last; i++) {
        struct lesson_line l = lesson_rest(lesson_source_line(r, i), 0);
        if (*l.s)
            lesson_lines_add(r, to, narrow ? lesson_narrow(r, l) : l);
    }
}

static void fence_empty(struct lesson_reader *r, const struct lesson_fence *f)
{
    lesson_fault(r, f->at, TEXT("'%s' is empty"), f->info.s);
}

static void only_one(struct lesson_reader *r, const struct lesson_fence *f, bool already)
{
    if (already)
        lesson_fault(r, f->at, TEXT("a step has only one '%s'"), f->info.s);
}

static void read_scene(struct lesson_reader *r, const struct lesson_fence *f)
{
    only_one(r, f, r->step->scene.count);
    add_lines(r, f, &r->step->scene, false);
}

static void read_do(struct lesson_reader *r, const struct lesson_fence *f)
{
    only_one(r, f, r->step->act.count);
    add_lines(r, f, &r->step->act, false);
    for (int i = 0; i < r->step->act.count; i++) {
        struct lesson_line line = r->step->act.v[i];
        if (strncmp(line.s, "wait ", 5) == 0)
            lesson_block_add(r, &r->step->caption, lesson_line_spans(r, lesson_rest(line, 4)));
    }
    if (r->step->act.count == 0)
        fence_empty(r, f);
}

static void read_pause(struct lesson_reader *r, const struct lesson_fence *f)
{
    if (f->first <= f->last)
        lesson_fault(r, lesson_at(f->first, 1), TEXT("a pause must be empty"));
    lesson_block_add(r, &r->step->narration, (struct block){.kind = BLOCK_PAUSE, .line = f->at.line});
}

static void read_expect(struct lesson_reader *r, const struct lesson_fence *f)
{
    struct lesson_lines *to = r->step->act.count ? &r->step->expect_after : &r->step->expect_before;
    int before = to->count;
    add_lines(r, f, to, true);
    if (to->count == before)
        fence_empty(r, f);
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
        fence_empty(r, f);
}

/* hint, hint 2 */
static void read_hint(struct lesson_reader *r, const struct lesson_fence *f)
{
    struct lesson_step *s = r->step;
    bool second = strcmp(f->info.s, "hint 2") == 0;
    if (second && (s->ask_count < 2 || s->hint_count == 0)) {
        lesson_fault(r, f->at, TEXT("'hint 2' needs two questions and a 'hint' before it: write 'hint'"));
        return;
    }
    if (second && s->second_hint == 0)
        s->second_hint = s->hint_count;
    if (s->hint_count < LESSON_MAX_HINTS)
        read_prose(r, f, &s->hint[s->hint_count++]);
    else
        lesson_fault(r, f->at, TEXT("a step has at most %d hints"), LESSON_MAX_HINTS);
}

static void read_reveal(struct lesson_reader *r, const struct lesson_fence *f)
{
    only_one(r, f, r->step->reveal.count);
    read_prose(r, f, &r->step->reveal);
}

/* Extracts `ask …` and `time N` lines; everything between them is prose. */
static void read_note(struct lesson_reader *r, const struct lesson_fence *f)
{
    int from = f->first;
    for (int i = f->first; i <= f->last + 1; i++) {
        struct lesson_line l = lesson_rest(lesson_source_line(r, i <= f->last ? i : 0), 0);
        bool ask = strncmp(l.s, "ask ", 4) == 0, time = strncmp(l.s, "time ", 5) == 0;
        long minutes;
        if (i <= f->last && !ask && !time)
            continue;
        if (from < i)
            lesson_prose(r, lesson_piece(r, from, i - 1), &r->step->note);
        from = i + 1;
        l = lesson_rest(l, ask ? 4 : 5);
        if (ask)
            lesson_block_add(r, &r->step->ask_class, lesson_line_spans(r, l));
        else if (time && number_parse_int(l.s, strlen(l.s), 1, 240, &minutes) == NUMBER_OK)
            r->step->minutes += (int)minutes;
        else if (time)
            lesson_fault(r, l, TEXT("write 'time MINUTES', 1 to 240"));
    }
}

enum rank {
    RANK_NARRATION,
    RANK_SCENE,
    RANK_ASK,
    RANK_HINT,
    RANK_SECOND_HINT,
    RANK_DO,
    RANK_REVEAL,
    RANK_ANY
};

const struct lesson_directive_def lesson_directives[] = {
    {"scene", RANK_SCENE, read_scene, 0, TEXT("The scene on entering the step: one command per line."),
     TEXT("```scene\nview stages\nfocus cat dog\n```\n")},
    {"pause", RANK_NARRATION, read_pause, 0, TEXT("Splits a long narration; any key continues."),
     "```pause\n```\n"},
    {"text", RANK_NARRATION, read_shown, 0, TEXT("Shown verbatim."), "```text\nq k v\n```\n"},
    {"math", RANK_NARRATION, read_shown, 0, TEXT("A formula; it is not checked."),
     "```math\nsoftmax(QKᵀ/√d)V\n```\n"},
    {"predict choice", RANK_ASK, NULL, ASK_CHOICE,
     TEXT("A question with 2 to 6 options: * right, - wrong. `when` is checked after the step's `do`. Also: "
          "many (several right), judged (all marked -, the scene decides), shuffle no (the options keep "
          "their order), shuffle not last."),
     TEXT("```predict choice\n? Which weight is larger?\n* the one for the word itself\n  when "
          "weight(cat,cat) > weight(cat,dog)\n  say Yes.\n- the one for dog\n  when weight(cat,dog) > "
          "weight(cat,cat)\n  say No: compare the scores.\n  mis M4\n```\n")},
    {"predict number", RANK_ASK, NULL, ASK_NUMBER,
     TEXT("A number, right within half a unit of its last digit, or `within ±0.01` (or a percentage). "
          "`wrong` replies to foreseen errors."),
     TEXT("```predict number\n? What is the sum of the row?\nanswer rowsum(cat) = 1\nwithin ±0.05\nwrong 3 "
          "That counts the words.\n```\n")},
    {"predict cell", RANK_ASK, NULL, ASK_CELL,
     TEXT("Point at a cell of a matrix: `answer argmax(weight,T)`, or `answer ROW COL`; `near K` accepts "
          "cells K away."),
     TEXT("```predict cell\n? Where does cat look most?\nof weight\nanswer argmax(weight,cat)\nnear "
          "0\n```\n")},
    {"predict picture", RANK_ASK, NULL, ASK_PICTURE,
     TEXT("Draw it: how the reading of a word is shared out, `of h1.weights(T)`, what comes next, `of "
          "probs(T)`, or where a hand of a clock points, `of angle(POSITION,HAND)`. Right from `enough 70` "
          "percent of overlap on. The truth is that after the `do`; `now`: before it."),
     TEXT("```predict picture\n? Whom will cat read?\nof h1.weights(cat)\nenough 70\n```\n")},
    {"goal", RANK_ASK, NULL, ASK_GOAL,
     TEXT("Free editing until every `want` and every `keep` holds; the checker runs `solution`. If there is "
          "none, write `impossible REASON`. The page shows the words of [WORDS](EXPRESSION)."),
     TEXT("```goal\n? Make cat look at itself\nallow set x cat\nwant [its own weight](weight(cat,cat)) > "
          "0.9\nkeep n = 3\nmoves 1\nsolution set x cat 0 = 9\n```\n")},
    {"explain", RANK_ASK, NULL, ASK_EXPLAIN,
     TEXT("The learner writes one sentence and compares it with 1 to 3 points and a model answer."),
     TEXT("```explain\n? Why does each row sum to one?\nrubric It names softmax.\nmodel Softmax divides by "
          "the sum of the row.\n```\n")},
    {"try", RANK_ASK, NULL, ASK_TRY, TEXT("Free exploration with suggestions: idea COMMAND – TEXT."),
     TEXT("```try\n? Change what you like.\nidea scale none – without the divisor\n```\n")},
    {"hint", RANK_HINT, read_hint, 0, TEXT("The next hint; a step has 1 to 3."),
     TEXT("```hint\nCompare the two scores.\n```\n")},
    {"hint 2", RANK_SECOND_HINT, read_hint, 0,
     TEXT("A hint to the second question; those before it are for the first."),
     TEXT("```hint 2\nNow compare the weights.\n```\n")},
    {"do", RANK_DO, read_do, 0,
     TEXT("Runs after the answer: commands, `mark NAME`, `run STAGE`, and `wait TEXT`, which stops and says "
          "what there is to see (without TEXT: what changed)."),
     TEXT("```do\nrun softmax\nwait Each row now adds up to one.\nfocus cat dog\n```\n")},
    {"reveal", RANK_REVEAL, read_reveal, 0, TEXT("The explanation after the answer."),
     TEXT("```reveal\nEach row sums to one: `rowsum(cat) = 1`.\n```\n")},
    {"note", RANK_ANY, read_note, 0,
     TEXT("For the presenter only; may contain lines `ask …` and `time MINUTES`."),
     TEXT("```note\ntime 3\nask Which row is sharper?\nLet them write it down first.\n```\n")},
    {"expect", RANK_ANY, read_expect, 0,
     TEXT("Conditions that are checked but never shown, one per line; checked before or after the `do`, "
          "where they are written."),
     TEXT("```expect\nrowsum(cat) = 1\n```\n")},
    {NULL, RANK_ANY, NULL, 0, NULL, NULL},
};

static const char *const rank_names[] = {
    "narration", "scene", "predict, goal, explain, try", "hint", "hint 2", "do", "reveal"};

void lesson_directive(struct lesson_reader *r, const struct lesson_fence *f)
{
    const struct lesson_directive_def *row = lesson_directives;
    while (row->info && strcmp(row->info, f->info.s) != 0)
        row++;
    const char *near = near_name(f->info.s, lesson_directives, sizeof *lesson_directives);
    if (!*f->info.s)
        lesson_fault(r, f->info, TEXT("a fence needs a name, such as ```text"));
    else if (!row->info && near)
        lesson_fault(r, f->info, TEXT("no directive '%s': did you mean '%s'?"), f->info.s, near);
    else if (!row->info)
        lesson_fault(r, f->info, TEXT("no directive '%s' (qkv --directives lists them)"), f->info.s);
    if (!row->info)
        return;
    if (row->rank < r->rank)
        lesson_fault(
            r, f->at,
            TEXT("'%s' must come before '%s' (the order is narration, scene, question, hints, do, reveal)"),
            f->info.s, rank_names[r->rank]);
    else if (row->rank != RANK_ANY)
        r->rank = row->rank;
    if (row->read)
        row->read(r, f);
    else
        lesson_ask_read(r, f, (enum ask_kind)row->asks);
}

bool lesson_fence_shown(struct lesson_reader *r, const struct lesson_fence *f, struct prose *out)
{
    bool math = strcmp(f->info.s, "math") == 0;
    struct text t = {0};
    if (!math && strcmp(f->info.s, "text") != 0)
        return false;
    for (int i = f->first; i <= f->last; i++)
        text_addf(&t, "%s%s", i > f->first ? "\n" : "", lesson_source_line(r, i).s);
    struct block b = {.kind = math ? BLOCK_FORMULA : BLOCK_VERBATIM, .line = f->at.line, .count = 1};
    struct lesson_line body = {lesson_store_keep(r->store, &t), f->first, 1};
    b.v = lesson_store_more(r->store, NULL, 0, sizeof *b.v);
    if (!*body.s)
        fence_empty(r, f);
    if (b.v) {
        b.v[0] = (struct span){math ? SPAN_MATH : SPAN_TEXT, body, NULL};
        lesson_block_add(r, out, b);
    }
    return true;
}

bool lesson_fence_open(struct lesson_reader *r, const struct lesson_leaf *leaf, struct lesson_fence *out)
{
    struct lesson_line at = lesson_position(leaf->p, leaf->from);
    if (!leaf->fenced) {
        lesson_fault(r, at, TEXT("lines indented by four spaces are code: indent less, or use a text fence"));
        return false;
    }
    const char *s = leaf->p->s + leaf->from;
    size_t n = strspn(s, (char[]){*s, '\0'});
    if (!leaf->closed)
        lesson_fault(r, at, TEXT("this fence is not closed: a line %.*s is missing"), (int)n, s);
    at.s = lesson_store_text(r->store, s, strcspn(s, "\n"));
    struct lesson_line info = lesson_rest(at, n), l = info;
    struct text words = {0}; /* with single spaces between them */
    for (; *l.s; l = lesson_rest(l, n)) {
        n = lesson_word(l);
        text_add(&words, words.len ? " " : "");
        text_add_bytes(&words, l.s, n);
    }
    info.s = lesson_store_keep(r->store, &words);
    *out = (struct lesson_fence){
        .info = info, .at = lesson_at(at.line, 1), .first = at.line + 1, .last = at.line + leaf->lines};
    return true;
}
