#include "lesson/run/progress.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "lesson/run/inventory.h"

static const char *const states[] = {
    [PROGRESS_SKIPPED] = "skipped", [PROGRESS_REVEALED] = "revealed", [PROGRESS_DONE] = "done"};

void progress_finish(struct progress *p)
{
    mem_free(p->v);
    mem_free(p->place);
    *p = (struct progress){0};
}

const struct progress_step *progress_find(const struct progress *p, const char *lesson, const char *step)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->v[i].lesson, lesson) == 0 && strcmp(p->v[i].step, step) == 0)
            return &p->v[i];
    return NULL;
}

bool progress_changed(const struct progress_step *s, enum lang lang, unsigned long long hash)
{
    return s->hash[lang] && hash && s->hash[lang] != hash;
}

/* Merges a new answer into the old one. The first answer stays even if it is empty: once the right
 * answer has been shown, a prediction no longer counts. `later`: on a later day. */
static void merge_answer(struct progress_answer *old, const struct progress_answer *now, bool later)
{
    struct progress_answer both = *now;
    memcpy(both.first, old->first, sizeof both.first);
    both.first_right = old->first_right;
    both.right = old->right || now->right;
    both.missed = old->missed + now->missed;
    both.again = now->missed > 0 ? 0 : now->tries > 0 && now->right && later ? old->again + 1 : old->again;
    both.tries = now->tries ? now->tries : old->tries;
    if (!now->moves || (old->moves && old->moves < now->moves))
        both.moves = old->moves;
    *old = both;
}

bool progress_record(struct progress *p, const struct progress_step *done)
{
    const struct progress_step *there = progress_find(p, done->lesson, done->step);
    if (!there) {
        struct progress_step *v = mem_grow(p->v, (size_t)p->count + 1, sizeof *v);
        if (v) {
            p->v = v;
            p->v[p->count++] = *done;
        }
        return v != NULL;
    }
    struct progress_step *old = &p->v[there - p->v];
    bool changed = false, answered = old->state != PROGRESS_SKIPPED; /* else the next visit is the first */
    for (int lang = 0; lang < LANG_COUNT; lang++)
        changed = changed || progress_changed(old, (enum lang)lang, done->hash[lang]);
    for (int i = 0; i < old->ask_count; i++)
        answered = answered || old->ask[i].first[0];
    if (changed || !answered || old->ask_count != done->ask_count) {
        *old = *done;
        return true;
    }
    struct progress_step both = *(done->state >= old->state ? done : old);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        both.hash[lang] = both.hash[lang] ? both.hash[lang] : old->hash[lang];
    for (int i = 0; i < both.ask_count; i++) {
        both.ask[i] = old->ask[i];
        merge_answer(&both.ask[i], &done->ask[i], strcmp(old->date, done->date) < 0);
    }
    *old = both;
    return true;
}

int progress_returns(const struct progress_answer *a)
{
    static const int days[] = {1, 3, 7, 21};
    bool returns = a->missed > 0 && a->again < (int)(sizeof days / sizeof *days);
    return returns ? days[a->again] : 0;
}

/* Returns whether s can be stored as a name: short enough, no spaces or control characters. */
static bool is_name(const char *s)
{
    for (const char *c = s; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 127)
            return false;
    return *s && strlen(s) < PROGRESS_NAME;
}

static bool copy_name(char *to, const char *from)
{
    bool ok = is_name(from);
    if (ok)
        memcpy(to, from, strlen(from) + 1);
    return ok;
}

bool progress_set_place(struct progress *p, const char *lesson, const char *step)
{
    struct progress_place at;
    if (!copy_name(at.lesson, lesson) || !copy_name(at.step, step))
        return true;
    for (int i = 0; i < p->place_count; i++)
        if (strcmp(p->place[i].lesson, lesson) == 0) {
            memmove(&p->place[i], &p->place[i + 1], (size_t)(--p->place_count - i) * sizeof at);
            p->place[p->place_count++] = at;
            return true;
        }
    struct progress_place *v = mem_grow(p->place, (size_t)p->place_count + 1, sizeof *v);
    if (!v)
        return false;
    p->place = v;
    p->place[p->place_count++] = at;
    return true;
}

const char *progress_place_of(const struct progress *p, const char *lesson)
{
    for (int i = 0; i < p->place_count; i++)
        if (strcmp(p->place[i].lesson, lesson) == 0)
            return p->place[i].step;
    return NULL;
}

int progress_forget(struct progress *p, const char *lesson)
{
    int before = p->count, kept = 0, places = 0;
    for (int i = 0; i < p->count; i++)
        if (lesson && strcmp(p->v[i].lesson, lesson) != 0)
            p->v[kept++] = p->v[i];
    for (int i = 0; i < p->place_count; i++)
        if (lesson && strcmp(p->place[i].lesson, lesson) != 0)
            p->place[places++] = p->place[i];
    p->count = kept;
    p->place_count = places;
    return before - kept;
}

/* Copies an answer, cut to whole characters that fit and put on one line. */
static void copy_answer(char *to, const char *from)
{
    struct text all = {0};
    text_add_bytes(&all, from, utf8_fit(from, PROGRESS_ANSWER / 4 - 1));
    size_t n = all.len < PROGRESS_ANSWER ? all.len : 0;
    memcpy(to, text_str(&all), n);
    to[n] = '\0';
    for (char *c = to; *c; c++)
        *c = (unsigned char)*c < ' ' || *c == 127 ? ' ' : *c;
    text_finish(&all);
}

static bool asks_again(const struct lesson *l)
{
    return strncmp(l->id, PROGRESS_AGAIN, strlen(PROGRESS_AGAIN)) == 0;
}

const char *progress_lesson(const struct lesson *l)
{
    return l->id + (asks_again(l) ? strlen(PROGRESS_AGAIN) : 0);
}

bool progress_of_visit(struct progress_step *out, const struct lesson *l, int step,
                       const struct lesson_visit *v)
{
    const struct lesson_step *s = &l->step[step];
    *out = (struct progress_step){.date = "-", .hints = v->hints, .ask_count = s->ask_count};
    out->hash[l->lang] = asks_again(l) ? 0 : s->hash;
    out->state = v->finished ? PROGRESS_DONE : v->skipped ? PROGRESS_REVEALED : PROGRESS_SKIPPED;
    for (int i = 0; i < s->ask_count; i++) {
        const struct lesson_ask *q = &s->ask[i];
        const struct lesson_answer *a = &v->answer[i];
        out->ask[i] = (struct progress_answer){.kind = q->kind,
                                               .first_right = a->first_right,
                                               .right = a->right,
                                               .tries = a->tries,
                                               .moves = q->kind == ASK_GOAL && a->right ? a->moves : 0,
                                               .par = q->moves};
        copy_answer(out->ask[i].first, a->first);
        if (out->state != PROGRESS_SKIPPED) /* count once, when the step is closed */
            out->ask[i].missed = a->tries - (a->right && a->tries > 0);
    }
    return copy_name(out->lesson, progress_lesson(l)) && copy_name(out->step, s->id.s);
}

void progress_fill(const struct progress *p, const struct lesson *l, struct lesson_run *run)
{
    for (int k = 0; k < l->step_count; k++) {
        const struct progress_step *s = progress_find(p, l->id, l->step[k].id.s);
        if (!s || progress_changed(s, l->lang, l->step[k].hash))
            continue;
        run->visit[k].was_done = s->state == PROGRESS_DONE;
        for (int i = 0; i < s->ask_count && i < l->step[k].ask_count; i++) {
            struct lesson_answer *a = &run->visit[k].answer[i];
            memcpy(a->first, s->ask[i].first, sizeof s->ask[i].first);
            a->first_right = s->ask[i].first_right;
            a->was_right = s->ask[i].right;
            a->best = s->ask[i].moves;
        }
    }
}

struct progress_counts progress_count(const struct progress *p, const char *lesson)
{
    struct progress_counts c = {0};
    for (int i = 0; i < p->count; i++) {
        const struct progress_step *s = &p->v[i];
        if (lesson ? strcmp(s->lesson, lesson) != 0 : inventory_form(s->lesson, strlen(s->lesson)) != 0)
            continue;
        bool right = true;
        for (int k = 0; k < s->ask_count; k++) {
            const struct progress_answer *a = &s->ask[k];
            bool predicted = ask_predicts(a->kind) && a->first[0], goal = a->kind == ASK_GOAL;
            right = right && a->right;
            c.predictions += predicted;
            c.first_right += predicted && a->first_right;
            c.goals += goal;
            c.reached += goal && a->right;
            c.moves += goal && a->right && a->par > 0 ? a->moves : 0;
            c.par += goal && a->right ? a->par : 0;
        }
        c.steps++;
        c.done += s->state == PROGRESS_DONE;
        c.revealed += s->state == PROGRESS_REVEALED;
        c.skipped += s->state == PROGRESS_SKIPPED;
        c.understood += s->state == PROGRESS_DONE && right;
    }
    return c;
}

/* ---- as text ---------------------------------------------------------------------------
 *
 * step  LESSON  STEP  STATE  DATE  HINTS  HASH-ZH  HASH-EN …, then for each question
 *       KIND  FIRST-RIGHT  RIGHT  TRIES  MISSED  MOVES  PAR  FIRST-ANSWER
 * again  LESSON  STEP  N for each question, if one was right again
 * at  LESSON  STEP */

static const char first_line[] = "# qkv progress 1";

void progress_write(const struct progress *p, struct text *out)
{
    text_addf(out, "%s\n", first_line);
    for (int i = 0; i < p->place_count; i++)
        text_addf(out, "at\t%s\t%s\n", p->place[i].lesson, p->place[i].step);
    for (const struct progress_step *s = p->v; s && s < p->v + p->count; s++) {
        int again = 0;
        text_addf(out, "step\t%s\t%s\t%s\t%s\t%d", s->lesson, s->step, states[s->state], s->date, s->hints);
        for (int i = 0; i < LANG_COUNT; i++)
            text_addf(out, "\t%016llx", s->hash[progress_lang(i)]);
        for (const struct progress_answer *a = s->ask; a && a < s->ask + s->ask_count; a++) {
            text_addf(out, "\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s", ask_names[a->kind], a->first_right, a->right,
                      a->tries, a->missed, a->moves, a->par, a->first);
            again += a->again;
        }
        text_add(out, "\n");
        if (again == 0)
            continue;
        text_addf(out, "again\t%s\t%s", s->lesson, s->step);
        for (int i = 0; i < s->ask_count; i++)
            text_addf(out, "\t%d", s->ask[i].again);
        text_add(out, "\n");
    }
}

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
    f->bad = f->bad || !is_name(to);
}

static int take_int(struct fields *f, int most)
{
    char digits[12];
    long value = 0;
    take_text(f, digits, sizeof digits);
    f->bad = f->bad || number_parse_int(digits, strlen(digits), 0, most, &value) != NUMBER_OK;
    return f->bad ? 0 : (int)value;
}

/* Reads a hash. A record may be older than a language: then its field is missing (0), except for the two that
 * every record has. */
static unsigned long long take_hash(struct fields *f, bool needed)
{
    char digits[17];
    struct fields from = *f;
    take_text(f, digits, sizeof digits);
    bool is = !f->bad && strlen(digits) == 16 && strspn(digits, "0123456789abcdef") == 16;
    if (!is && !needed)
        *f = from;
    f->bad = f->bad || (needed && !is);
    return is ? strtoull(digits, NULL, 16) : 0;
}

/* Reads one of these names, first … last. */
static int take_named(struct fields *f, const char *const *names, int first, int last)
{
    char name[PROGRESS_NAME];
    take_text(f, name, sizeof name);
    for (int i = first; i <= last; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    f->bad = true;
    return 0;
}

enum { MANY = 1000000 };

static bool read_step(struct progress *p, struct fields *f, bool *memory)
{
    struct progress_step s = {0};
    take_name(f, s.lesson);
    take_name(f, s.step);
    s.state = (enum progress_state)take_named(f, states, PROGRESS_SKIPPED, PROGRESS_DONE);
    take_text(f, s.date, sizeof s.date);
    s.hints = take_int(f, LESSON_MAX_HINTS);
    for (int i = 0; i < LANG_COUNT; i++)
        s.hash[progress_lang(i)] = take_hash(f, i < 2);
    while (!f->bad && f->at <= f->end && s.ask_count < LESSON_MAX_QUESTIONS) {
        struct progress_answer *a = &s.ask[s.ask_count++];
        a->kind = (enum ask_kind)take_named(f, ask_names, ASK_CHOICE, ASK_TRY);
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
    if (f->bad || f->at <= f->end || progress_find(p, s.lesson, s.step))
        return false;
    *memory = progress_record(p, &s);
    return *memory;
}

static bool read_progress_line(struct progress *p, const char *s, size_t n, int line, bool *memory)
{
    char word[PROGRESS_NAME], lesson[PROGRESS_NAME], step[PROGRESS_NAME];
    struct fields f = {s, s + n, false};
    if (line == 1)
        return n == strlen(first_line) && memcmp(s, first_line, n) == 0;
    take_text(&f, word, sizeof word);
    if (strcmp(word, "step") == 0)
        return read_step(p, &f, memory);
    take_name(&f, lesson);
    take_name(&f, step);
    if (strcmp(word, "again") == 0) {
        const struct progress_step *of = f.bad ? NULL : progress_find(p, lesson, step);
        for (int i = 0; of && i < of->ask_count; i++)
            p->v[of - p->v].ask[i].again = take_int(&f, MANY);
        return of && !f.bad && f.at > f.end;
    }
    if (strcmp(word, "at") != 0 || f.bad || f.at <= f.end)
        return false;
    *memory = progress_set_place(p, lesson, step);
    return *memory;
}

bool progress_read(struct progress *p, const char *bytes, size_t n, int *line)
{
    const char *end = bytes + n, *stop;
    int at = 1;
    bool memory = true;
    for (*line = n == 0; bytes < end; bytes = stop + 1, at++) {
        stop = memchr(bytes, '\n', (size_t)(end - bytes));
        bool whole = stop && read_progress_line(p, bytes, (size_t)(stop - bytes), at, &memory);
        if (!whole && (*line == 0 || !memory))
            *line = memory ? at : 0;
        if (!stop || !memory || (!whole && at == 1))
            return false;
    }
    return *line == 0;
}
