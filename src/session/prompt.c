/* Two tables define the keys; all movements and deletions go by grapheme clusters. */
#include "session/prompt.h"

#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

static size_t line_length(const struct prompt *p)
{
    return p->line.len;
}

/* Returns the byte offset one cluster to the right. */
static size_t right_of(const struct prompt *p, size_t at)
{
    struct cluster c;
    return at < line_length(p) ? at + utf8_cluster(p->line.s + at, line_length(p) - at, &c) : at;
}

static size_t left_of(const struct prompt *p, size_t at)
{
    return utf8_cluster_before(p->line.s, at);
}

/* Moves the cursor to the end of the cluster containing `at`: combining marks may have joined one. */
static void put_cursor(struct prompt *p, size_t at)
{
    p->cursor = at > 0 ? right_of(p, left_of(p, at)) : 0;
}

static size_t word_left(const struct prompt *p, size_t at)
{
    while (at > 0 && p->line.s[at - 1] == ' ')
        at--;
    while (at > 0 && p->line.s[at - 1] != ' ')
        at--;
    return at;
}

static void cut_out(struct prompt *p, size_t from, size_t to)
{
    if (from >= to)
        return;
    memmove(p->line.s + from, p->line.s + to, line_length(p) - to + 1);
    p->line.len -= to - from;
    p->full = false;
    put_cursor(p, from);
}

/* Sets t to s. Returns false without memory, t unchanged. */
static bool replace_text(struct text *t, const char *s)
{
    struct text fresh = {0};
    text_add(&fresh, s);
    if (fresh.failed) {
        text_finish(&fresh);
        return false;
    }
    text_finish(t);
    *t = fresh;
    return true;
}

void prompt_open(struct prompt *p, enum prompt_kind kind, const char *line)
{
    p->kind = kind;
    if (!replace_text(&p->line, line))
        text_clear(&p->line);
    p->cursor = p->line.len;
    p->offered = p->full = false;
    p->past_at = p->past[kind].count;
}

void prompt_offer(struct prompt *p, enum prompt_kind kind, const char *line)
{
    prompt_open(p, kind, line);
    p->offered = p->line.len > 0;
}

bool prompt_insert(struct prompt *p, const char *s)
{
    struct text joined = {0};
    const char *after = p->offered ? "" : text_str(&p->line) + p->cursor;
    text_add_bytes(&joined, text_str(&p->line), p->offered ? 0 : p->cursor);
    for (size_t left = strlen(s), n; left > 0; s += n, left -= n) {
        uint32_t ch;
        n = utf8_decode(s, left, &ch);
        if (n == 0) {
            n = 1; /* an invalid byte */
        } else if (ch == '\n' || ch == '\r' || ch == '\t') {
            n += ch == '\r' && left > 1 && s[1] == '\n'; /* CR LF is one */
            text_add_char(&joined, ' ');
        } else if (!utf8_forbidden(ch)) {
            text_add_bytes(&joined, s, n);
        }
    }
    size_t cursor = joined.len;
    text_add(&joined, after);
    if (joined.failed || joined.len > PROMPT_LONGEST) {
        bool failed = joined.failed;
        text_finish(&joined);
        return failed;
    }
    text_finish(&p->line);
    p->line = joined;
    p->offered = false;
    put_cursor(p, cursor);
    return true;
}

/* Steps through the earlier lines that differ from this one; the draft comes after the last. */
static void walk_past(struct prompt *p, int by)
{
    const struct prompt_past *past = &p->past[p->kind];
    int to = p->past_at + by;
    while (to >= 0 && to < past->count && strcmp(past->v[to], text_str(&p->line)) == 0)
        to += by;
    if (to < 0 || to > past->count)
        return;
    if (p->past_at == past->count && !replace_text(&p->draft, text_str(&p->line)))
        return;
    if (!replace_text(&p->line, to == past->count ? text_str(&p->draft) : past->v[to]))
        return;
    p->past_at = to;
    p->cursor = p->line.len;
    p->full = false;
}

static size_t line_begin(const struct prompt *p, size_t at)
{
    (void)p;
    (void)at;
    return 0;
}

static size_t line_end(const struct prompt *p, size_t at)
{
    (void)at;
    return line_length(p);
}

/* What keys do: move the cursor, or cut what is from there to the cursor, or show an earlier or later line.
 */
static const struct {
    const char *key;
    size_t (*to)(const struct prompt *p, size_t at);
    bool cuts;
    int past; /* to is NULL: so many lines on */
} edits[] = {
    {"Left", left_of, false, 0}, {"C-b", left_of, false, 0},     {"Right", right_of, false, 0},
    {"C-f", right_of, false, 0}, {"Home", line_begin, false, 0}, {"C-a", line_begin, false, 0},
    {"End", line_end, false, 0}, {"C-e", line_end, false, 0},    {"Backspace", left_of, true, 0},
    {"C-h", left_of, true, 0},   {"Del", right_of, true, 0},     {"C-d", right_of, true, 0},
    {"C-w", word_left, true, 0}, {"C-u", line_begin, true, 0},   {"C-k", line_end, true, 0},
    {"Up", NULL, false, -1},     {"C-p", NULL, false, -1},       {"Down", NULL, false, 1},
    {"C-n", NULL, false, 1},
};

static const struct {
    const char *key;
    enum prompt_answer answer;
} answers[] = {
    {"Enter", PROMPT_DONE}, {"Esc", PROMPT_LEFT},     {"C-c", PROMPT_LEFT},
    {"C-g", PROMPT_LEFT},   {"Tab", PROMPT_COMPLETE},
};

enum prompt_answer prompt_key(struct prompt *p, const char *key)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].key, key) == 0)
            return p->full && answers[i].answer == PROMPT_DONE ? PROMPT_FULL : answers[i].answer;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        if (strcmp(edits[i].key, key) == 0) {
            if (p->offered && edits[i].cuts) /* the offered line, which new input replaces */
                cut_out(p, 0, line_length(p));
            p->offered = false;
            size_t at = p->cursor, to = edits[i].to ? edits[i].to(p, at) : at;
            if (edits[i].cuts)
                cut_out(p, to < at ? to : at, to < at ? at : to);
            else if (edits[i].to)
                p->cursor = to;
            else
                walk_past(p, edits[i].past);
            return PROMPT_GOES_ON; /* (an empty line stays open: Backspace held down must not go on outside)
                                    */
        }
    struct cluster c;
    size_t n = strlen(key);
    bool blank = strcmp(key, "Space") == 0, character = n > 0 && utf8_cluster(key, n, &c) == n;
    if (blank || character) /* other key names mean nothing here */
        p->full = p->full || !prompt_insert(p, blank ? " " : key);
    return p->full && (blank || character) ? PROMPT_FULL : PROMPT_GOES_ON;
}

void prompt_close(struct prompt *p)
{
    p->kind = PROMPT_CLOSED;
    text_clear(&p->line);
    p->cursor = 0;
}

void prompt_remember(struct prompt *p, enum prompt_kind kind, const char *line)
{
    struct prompt_past *past = &p->past[kind];
    if (line[strspn(line, " ")] == '\0' || (past->count > 0 && strcmp(past->v[past->count - 1], line) == 0))
        return;
    char **v = mem_grow(past->v, (size_t)past->count + 1, sizeof *v);
    if (!v)
        return;
    past->v = v;
    char *copy = mem_copy_text(line, strlen(line));
    if (copy)
        v[past->count++] = copy;
}

void prompt_finish(struct prompt *p)
{
    for (int kind = 0; kind < PROMPT_KINDS; kind++) {
        for (int i = 0; i < p->past[kind].count; i++)
            mem_free(p->past[kind].v[i]);
        mem_free(p->past[kind].v);
    }
    text_finish(&p->line);
    text_finish(&p->draft);
    *p = (struct prompt){0};
}
