/* Writes progress as text and reads it back, rejecting invalid lines. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "lesson/run/progress.h"

static const char first_line[] = "# qkv progress 1";
static const char *const kinds[] = {
    [ASK_NONE] = "none", [ASK_CHOICE] = "choice",   [ASK_NUMBER] = "number", [ASK_CELL] = "cell",
    [ASK_GOAL] = "goal", [ASK_EXPLAIN] = "explain", [ASK_TRY] = "try",
};

/* ---- writing ------------------------------------------------------------------ */

/* step  LESSON  STEP  STATE  DATE  HINTS  HASH-ZH  HASH-EN, then for each question
 * KIND  FIRST-RIGHT  RIGHT  TRIES  MISSED  MOVES  PAR  FIRST-ANSWER */
static void write_step(const struct progress_step *s, struct text *out)
{
    text_addf(out, "step\t%s\t%s\t%s\t%s\t%d\t%016llx\t%016llx", s->lesson, s->step,
              progress_state_name(s->state), s->date, s->hints, s->hash[LANG_ZH], s->hash[LANG_EN]);
    for (int i = 0; i < s->ask_count; i++) {
        const struct progress_answer *a = &s->ask[i];
        text_addf(out, "\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s", kinds[a->kind], a->first_right, a->right, a->tries,
                  a->missed, a->moves, a->par, a->first);
    }
    text_add(out, "\n");
}

void progress_write(const struct progress *p, struct text *out)
{
    text_addf(out, "%s\n", first_line);
    for (int i = 0; i < p->place_count; i++)
        text_addf(out, "at\t%s\t%s\n", p->place[i].lesson, p->place[i].step);
    for (int i = 0; i < p->count; i++)
        write_step(&p->v[i], out);
}

/* ---- reading ------------------------------------------------------------------ */

/* The rest of a line; `bad` after any invalid field. */
struct fields {
    const char *at, *end;
    bool bad;
};

/* Copies the next field into `to` (`room` bytes, including the NUL). */
static void take_text(struct fields *f, char *to, size_t room)
{
    size_t n = 0;
    while (f->at + n < f->end && f->at[n] != '\t')
        n++;
    f->bad = f->bad || f->at > f->end || n >= room;
    if (f->bad)
        n = 0;
    memcpy(to, f->bad ? "" : f->at, n);
    to[n] = '\0';
    f->bad = f->bad || strlen(to) != n;
    f->at += n + 1;
}

static void take_name(struct fields *f, char *to)
{
    take_text(f, to, PROGRESS_NAME);
    f->bad = f->bad || !progress_is_name(to);
}

static int take_int(struct fields *f, int most)
{
    char digits[12];
    long value = 0;
    take_text(f, digits, sizeof digits);
    f->bad = f->bad || number_parse_int(digits, strlen(digits), 0, most, &value) != NUMBER_OK;
    return f->bad ? 0 : (int)value;
}

static unsigned long long take_hash(struct fields *f)
{
    char digits[17];
    take_text(f, digits, sizeof digits);
    f->bad = f->bad || strlen(digits) != 16 || strspn(digits, "0123456789abcdef") != 16;
    return f->bad ? 0 : strtoull(digits, NULL, 16);
}

static enum progress_state take_state(struct fields *f)
{
    char name[PROGRESS_NAME];
    take_text(f, name, sizeof name);
    for (int s = PROGRESS_SKIPPED; s <= PROGRESS_DONE; s++)
        if (strcmp(progress_state_name((enum progress_state)s), name) == 0)
            return (enum progress_state)s;
    f->bad = true;
    return PROGRESS_SKIPPED;
}

static enum ask_kind take_kind(struct fields *f)
{
    char name[PROGRESS_NAME];
    take_text(f, name, sizeof name);
    for (int k = ASK_CHOICE; k <= ASK_TRY; k++)
        if (strcmp(kinds[k], name) == 0)
            return (enum ask_kind)k;
    f->bad = true;
    return ASK_NONE;
}

static void take_answer(struct fields *f, struct progress_answer *a)
{
    enum { MANY = 1000000 };
    a->kind = take_kind(f);
    a->first_right = take_int(f, 1);
    a->right = take_int(f, 1);
    a->tries = take_int(f, MANY);
    a->missed = take_int(f, MANY);
    a->moves = take_int(f, MANY);
    a->par = take_int(f, MANY);
    take_text(f, a->first, sizeof a->first);
    for (const char *c = a->first; *c; c++)
        f->bad = f->bad || (unsigned char)*c < ' ' || *c == 127;
}

static bool read_step(struct progress *p, struct fields *f, bool *memory)
{
    struct progress_step s = {0};
    take_name(f, s.lesson);
    take_name(f, s.step);
    s.state = take_state(f);
    take_text(f, s.date, sizeof s.date);
    s.hints = take_int(f, LESSON_MAX_HINTS);
    s.hash[LANG_ZH] = take_hash(f);
    s.hash[LANG_EN] = take_hash(f);
    while (!f->bad && f->at <= f->end && s.ask_count < LESSON_MAX_QUESTIONS)
        take_answer(f, &s.ask[s.ask_count++]);
    if (f->bad || f->at <= f->end || progress_find(p, s.lesson, s.step))
        return false;
    *memory = progress_record(p, &s);
    return *memory;
}

static bool read_place(struct progress *p, struct fields *f, bool *memory)
{
    struct progress_place at;
    take_name(f, at.lesson);
    take_name(f, at.step);
    if (f->bad || f->at <= f->end)
        return false;
    *memory = progress_set_place(p, at.lesson, at.step);
    return *memory;
}

static bool read_line(struct progress *p, const char *s, size_t n, int line, bool *memory)
{
    char word[PROGRESS_NAME];
    struct fields f = {s, s + n, false};
    if (line == 1)
        return n == strlen(first_line) && memcmp(s, first_line, n) == 0;
    take_text(&f, word, sizeof word);
    if (strcmp(word, "step") == 0)
        return read_step(p, &f, memory);
    return strcmp(word, "at") == 0 && read_place(p, &f, memory);
}

bool progress_read(struct progress *p, const char *bytes, size_t n, int *line)
{
    const char *end = bytes + n;
    bool memory = true;
    *line = 1;
    if (n == 0)
        return false;
    for (; bytes < end; ++*line) {
        const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
        if (!stop)
            return false; /* truncated */
        if (!read_line(p, bytes, (size_t)(stop - bytes), *line, &memory)) {
            *line = memory ? *line : 0;
            return false;
        }
        bytes = stop + 1;
    }
    return true;
}
