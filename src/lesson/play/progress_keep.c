#include "lesson/play/progress_keep.h"

#include <stdio.h>
#include <string.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "base/number.h"
#include "lesson/play/open.h"
#include "lesson/play/play.h"
#include "lesson/keep/progress_file.h"
#include "lesson/run/inventory.h"
#include "lesson/run/run.h"

static void say_kept(struct host *h, const struct reply *r)
{
    struct session *m = h->session;
    if (r->text.len == 0)
        return;
    text_clear(&m->message);
    text_say(&m->message, r->lang, r->failed ? TEXT("progress is not saved: %s") : "%s", text_str(&r->text));
    m->message_is_error = r->failed;
}

void progress_begin(struct host *h, time_t (*clock)(void))
{
    struct reply r = {.lang = host_lang(h)};
    h->lessons->keep.clock = clock;
    h->lessons->keep.on = progress_load(&h->lessons->keep.table, &r);
    h->lessons->keep.version++;
    say_kept(h, &r);
    reply_finish(&r);
}

void progress_end(struct host *h)
{
    progress_finish(&h->lessons->keep.table);
    h->lessons->keep = (struct progress_keep){0};
}

static bool closed(const struct lesson_visit *v)
{
    return v->finished || v->skipped;
}

/* Writes the date `days` days from now, as in the file. Returns false without a clock. */
static bool progress_day(const struct progress_keep *keep, int days, char date[PROGRESS_DATE])
{
    struct tm day;
    time_t then = keep->clock ? keep->clock() + (time_t)days * 24 * 60 * 60 : 0;
    return keep->clock && localtime_r(&then, &day) && strftime(date, PROGRESS_DATE, "%Y-%m-%d", &day) > 0;
}

void progress_today(const struct progress_keep *keep, char date[PROGRESS_DATE])
{
    char day[PROGRESS_DATE];
    if (progress_day(keep, 0, day))
        memcpy(date, day, sizeof day);
}

/* Records a step, with the hash of its text in the other languages too: a change in any of them counts.
 * Returns false if out of memory. Skips a step whose names the file cannot hold. */
static bool record_step(struct host *h, int step)
{
    const struct lesson_session *s = h->session->lesson;
    struct progress_step done;
    if (!progress_of_visit(&done, &s->lesson, step, &s->run.visit[step]))
        return true;
    progress_day(&h->lessons->keep, 0, done.date);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        struct lesson other = {0};
        if (lang == (int)s->lesson.lang || !done.hash[s->lesson.lang] ||
            !lesson_load_counterpart(&s->lesson, (enum lang)lang, &other))
            continue;
        int at = lesson_step_find(&other, done.step);
        done.hash[lang] = at >= 0 ? other.step[at].hash : 0;
        lesson_finish(&other);
    }
    return progress_record(&h->lessons->keep.table, &done);
}

/* A path is a place as well: "path/1", which is the id of no lesson, with the number of its station. */
#define PATHS "path/"

/* Records the current step, after the last step the first, and the station of a path. */
static bool set_place(struct host *h)
{
    const struct lesson_session *s = h->session->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    struct progress *table = &h->lessons->keep.table;
    char id[PROGRESS_NAME], name[PROGRESS_NAME];
    int station = lesson_path_goes_on(h);
    if (!progress_set_place(table, progress_lesson(&s->lesson), step ? step->id.s : s->lesson.step[0].id.s))
        return false;
    if (h->lessons->path.number < 1)
        return true;
    snprintf(id, sizeof id, PATHS "%d", h->lessons->path.number);
    snprintf(name, sizeof name, "%d", station);
    if (station)
        return progress_set_place(table, id, name);
    progress_forget(table, id);
    return true;
}

/* Reads the file, adds the steps whose bits are set in `steps`, and writes it. Returns false if writing
 * fails, and says so once. If reading fails, saving ends. */
static bool update(struct host *h, unsigned steps)
{
    struct reply r = {.lang = host_lang(h)};
    h->lessons->keep.on = progress_load(&h->lessons->keep.table, &r);
    bool ok = h->lessons->keep.on;
    for (int i = 0; ok && i < h->session->lesson->lesson.step_count; i++)
        ok = !(steps >> i & 1) || record_step(h, i) || reply_no_memory(&r);
    ok = ok && (set_place(h) || reply_no_memory(&r)) && progress_save(&h->lessons->keep.table, &r);
    h->lessons->keep.version++;
    if (!h->lessons->keep.failing)
        say_kept(h, &r);
    h->lessons->keep.failing = !ok;
    text_clear(&h->session->not_recorded);
    if (!ok)
        text_add(&h->session->not_recorded, text_str(&r.text));
    else if (steps && !folder_placed(FOLDER_STATE))
        text_add(&h->session->not_recorded, text_in(TEXT("no home directory"), r.lang));
    reply_finish(&r);
    return ok;
}

/* Returns the steps closed since the last call, and an unclosed step that was passed over. */
static unsigned news(struct lesson_play *p)
{
    const struct lesson_run *run = &p->session.run;
    unsigned steps = 0;
    for (int i = 0; i < p->session.lesson.step_count; i++) {
        bool is = closed(&run->visit[i]);
        steps |= is && !(p->known >> i & 1) ? 1u << i : 0;
        p->known = is ? p->known | 1u << i : p->known & ~(1u << i);
    }
    bool left =
        run->step > p->seen && p->seen < p->session.lesson.step_count && !closed(&run->visit[p->seen]);
    steps |= left ? 1u << p->seen : 0;
    p->seen = run->step;
    return steps;
}

void progress_known(struct host *h)
{
    if (h->lessons->play)
        news(h->lessons->play);
}

void progress_follow(struct host *h)
{
    struct lesson_play *p = h->lessons->play;
    if (p)
        p->unkept |= news(p);
    if (p && p->unkept && h->lessons->keep.on && update(h, p->unkept))
        p->unkept = 0;
}

void progress_leave(struct host *h)
{
    progress_follow(h);
    const struct lesson_session *s = h->session->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    const char *at = progress_place_of(&h->lessons->keep.table, progress_lesson(&s->lesson)),
               *here = step ? step->id.s : s->lesson.step[0].id.s;
    bool moved = at ? strcmp(at, here) != 0 : s->run.step > 0;
    if (h->lessons->keep.on && (moved || h->lessons->path.number > 0))
        update(h, 0);
}

struct lesson_path progress_path(const struct host *h)
{
    const struct progress *p = &h->lessons->keep.table;
    const struct progress_place *last =
        h->lessons->keep.on && p->place_count > 0 ? &p->place[p->place_count - 1] : NULL;
    long number = 0, station = 0;
    bool is = last && strncmp(last->lesson, PATHS, strlen(PATHS)) == 0 &&
              number_parse_int(last->lesson + strlen(PATHS), strlen(last->lesson) - strlen(PATHS), 1,
                               COURSE_PATHS, &number) == NUMBER_OK &&
              number_parse_int(last->step, strlen(last->step), 1, COURSE_PLACES, &station) == NUMBER_OK;
    return is ? (struct lesson_path){(int)number, (int)station - 1} : (struct lesson_path){0};
}

const char *progress_latest(const struct host *h)
{
    const struct progress *p = &h->lessons->keep.table;
    int i = h->lessons->keep.on ? p->place_count - 1 : -1;
    while (i >= 0 && strncmp(p->place[i].lesson, PATHS, strlen(PATHS)) == 0)
        i--;
    return i >= 0 ? p->place[i].lesson : NULL;
}

bool progress_over(const struct host *h, const struct lesson *l)
{
    const struct progress *p = &h->lessons->keep.table;
    const char *id = h->lessons->keep.on ? progress_place_of(p, l->id) : NULL;
    int at = id ? lesson_step_find(l, id) : -1;
    bool over = at == 0 || (at > 0 && at == l->step_count - 1);
    for (int i = 0; over && i < l->step_count; i++) {
        const struct progress_step *done = progress_find(p, l->id, l->step[i].id.s);
        over = done && done->state != PROGRESS_SKIPPED && !progress_changed(done, l->lang, l->step[i].hash);
    }
    return over;
}

int progress_resume(const struct host *h, const struct lesson *l)
{
    const char *id = h->lessons->keep.on ? progress_place_of(&h->lessons->keep.table, l->id) : NULL;
    int at = id ? lesson_step_find(l, id) : -1;
    const struct progress_step *done = at >= 0 ? progress_find(&h->lessons->keep.table, l->id, id) : NULL;
    if (done && done->state != PROGRESS_SKIPPED && !progress_changed(done, l->lang, l->step[at].hash))
        return lesson_step_after(l, at);
    return at < 0 ? 0 : at;
}

enum { LARGEST = 16 << 20 };

bool progress_export(struct host *h, const char *path, struct reply *r)
{
    struct text bytes = {0};
    progress_write(&h->lessons->keep.table, &bytes);
    bool ok =
        bytes.failed ? reply_no_memory(r) : file_write_given(path, false, text_str(&bytes), bytes.len, r);
    if (ok)
        reply_say(r, TEXT("%s: %d steps"), path, h->lessons->keep.table.count);
    text_finish(&bytes);
    return ok;
}

bool progress_import(struct host *h, const char *path, struct reply *r)
{
    struct progress_keep *keep = &h->lessons->keep;
    struct progress given = {0}, all = {0};
    struct text bytes = {0};
    int line = 0;
    bool ok = file_read(path, LARGEST, &bytes, r), csv = inventory_is(text_str(&bytes), bytes.len);
    bool read = ok && (csv ? inventory_read : progress_read)(&given, text_str(&bytes), bytes.len, &line);
    bool empty = ok && !read && (csv || given.count + given.place_count == 0);
    if (empty)
        ok = line > 0
                 ? reply_fail(r, 0,
                              TEXT("%s:%d: not a record of progress (write one with 'progress save FILE', or "
                                   "'inventory save FILE')"),
                              path, line)
                 : reply_no_memory(r);
    text_finish(&bytes);
    ok = ok && progress_load(&all, r);
    for (int i = 0; i < given.count && ok; i++)
        ok = progress_record(&all, &given.v[i]) || reply_no_memory(r);
    for (int i = 0; i < given.place_count && ok; i++)
        ok = progress_set_place(&all, given.place[i].lesson, given.place[i].step) || reply_no_memory(r);
    ok = ok && progress_save(&all, r);
    if (ok) {
        reply_say(r, TEXT("%d steps added: %d in all"), given.count, all.count);
        progress_finish(&keep->table);
        keep->table = all;
        keep->version++;
    } else {
        progress_finish(&all);
    }
    progress_finish(&given);
    return ok;
}

/* ---- reports ----------------------------------------------------------------------------- */

/* Reads the file; a remark about it comes first in r. */
static bool load_record(struct progress *p, struct reply *r)
{
    if (!progress_load(p, r))
        return false;
    if (r->text.len > 0)
        text_add(&r->text, "\n");
    return true;
}

/* 01-by-hand  6 done, 1 revealed   2026-11-21 */
static void lesson_line(struct text *out, const struct progress *p, int first, enum lang lang)
{
    const struct progress_step *s = &p->v[first];
    struct progress_counts c = progress_count(p, s->lesson);
    const char *date = "";
    for (int i = first; i < p->count; i++)
        if (strcmp(p->v[i].lesson, s->lesson) == 0 && strcmp(p->v[i].date, date) > 0)
            date = p->v[i].date;
    text_addf(out, "  %-20s  ", s->lesson);
    text_say(out, lang, TEXT("%d done, %d revealed, %d skipped"), c.done, c.revealed, c.skipped);
    text_addf(out, "  %s\n", date);
}

bool progress_show(struct reply *r)
{
    struct progress p = {0};
    if (!load_record(&p, r))
        return false;
    struct progress_counts all = progress_count(&p, NULL);
    if (p.count == 0) {
        reply_say(r, TEXT("no step of any lesson is done yet ('lesson' lists the lessons)"));
    } else {
        reply_say(r, TEXT("Progress\n"));
        reply_say(r, TEXT("  predictions right at the first try  %d of %d\n"), all.first_right,
                  all.predictions);
        reply_say(r, TEXT("  steps understood                    %d of %d\n"), all.understood, all.steps);
        reply_say(r, TEXT("  goals reached                       %d of %d"), all.reached, all.goals);
        if (all.par > 0)
            reply_say(r, TEXT(", moves: %lld, par: %lld"), all.moves, all.par);
        text_add(&r->text, "\n\n");
    }
    for (int i = 0; i < p.count; i++) {
        int first = 0;
        while (strcmp(p.v[first].lesson, p.v[i].lesson) != 0)
            first++;
        if (first == i && !inventory_form(p.v[i].lesson, strlen(p.v[i].lesson)))
            lesson_line(&r->text, &p, i, r->lang);
    }
    progress_finish(&p);
    return !r->text.failed || reply_no_memory(r);
}

bool progress_reset(struct host *h, const char *lesson, int col, struct reply *r)
{
    struct progress p = {0};
    char id[PROGRESS_NAME] = "";
    if (!load_record(&p, r))
        return false;
    size_t n = strlen(lesson);
    bool known = n == 0; /* else a lesson by its id or number */
    for (int i = 0; i < p.count && !known; i++) {
        const char *of = p.v[i].lesson;
        known = strcmp(of, lesson) == 0 || (strncmp(of, lesson, n) == 0 && of[n] == '-') ||
                (of[0] == '0' && strncmp(of + 1, lesson, n) == 0 && of[n + 1] == '-');
        if (known)
            snprintf(id, sizeof id, "%s", of);
    }
    bool ok = known || reply_fail(r, col, TEXT("no record of a lesson '%s' ('progress' lists them)"), lesson);
    int steps = ok ? progress_forget(&p, *id ? id : NULL) : 0;
    ok = ok && progress_save(&p, r);
    if (ok) {
        reply_say(r, TEXT("forgot %d steps"), steps);
        progress_finish(&h->lessons->keep.table);
        h->lessons->keep.table = p;
        h->lessons->keep.version++;
        p = (struct progress){0};
    }
    progress_finish(&p);
    return ok;
}

enum { LISTED = 10 };

struct missed {
    const struct progress_step *step;
    int ask;
};

static const struct progress_answer *answer_of(struct missed m)
{
    return &m.step->ask[m.ask];
}

/* Fills out with the predictions missed most often; equals oldest first. */
static int most_missed(const struct progress *p, struct missed out[LISTED])
{
    int n = 0;
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->v[i].ask_count; k++) {
            struct missed m = {&p->v[i], k};
            int at = n;
            while (at > 0 && answer_of(out[at - 1])->missed < answer_of(m)->missed)
                at--;
            if (answer_of(m)->missed == 0 || at == LISTED ||
                inventory_form(p->v[i].lesson, strlen(p->v[i].lesson)))
                continue;
            n += n < LISTED;
            memmove(&out[at + 1], &out[at], (size_t)(n - at - 1) * sizeof *out);
            out[at] = m;
        }
    return n;
}

/* Returns in how many days it returns, 0: today. -1: never, or nobody knows the date. */
static int returns_in(const struct progress_keep *keep, struct missed m)
{
    const char *lesson = m.step->lesson;
    int after = inventory_form(lesson, strlen(lesson)) ? 0 : progress_returns(answer_of(m)); /* no training */
    char day[PROGRESS_DATE];
    for (int n = 0; after > 0 && n <= after && progress_day(keep, n - after, day); n++)
        if (strcmp(m.step->date, day) <= 0)
            return n;
    return -1;
}

/* lesson 05-numbering/gap   missed 2×, again in 3 days */
static void add_missed(struct text *out, const struct progress_keep *keep, struct missed m, enum lang lang)
{
    struct lesson l = {0};
    struct reply quiet = {.lang = lang};
    const char *rest;
    if (!lesson_load(m.step->lesson, lang, &l, &rest, &quiet)) {
        reply_finish(&quiet);
        return;
    }
    int at = lesson_step_find(&l, m.step->step);
    if (at >= 0 && m.ask < l.step[at].ask_count) {
        const struct lesson_ask *q = &l.step[at].ask[m.ask];
        int days = returns_in(keep, m);
        text_say(out, lang, TEXT("  lesson %s/%s   missed %d×"), m.step->lesson, m.step->step,
                 answer_of(m)->missed);
        if (days == 0)
            text_add(out, text_in(TEXT(", today"), lang));
        else if (days > 0)
            text_say(out, lang, days == 1 ? TEXT(", due in %d day") : TEXT(", due in %d days"), days);
        text_add(out, "\n      ");
        lesson_block_text(&q->question, out);
        text_add(out, "\n");
        for (int i = 0; i < q->option_count; i++) { /* the belief behind the first answer */
            const struct belief *b = belief_find(q->option[i].mis.s);
            if (b && strchr(answer_of(m)->first, lesson_letter(i)))
                text_say(out, lang, TEXT("      believed: %s\n"), text_in(b->text, lang));
        }
    }
    lesson_finish(&l);
    reply_finish(&quiet);
}

bool progress_review(const struct progress_keep *keep, struct reply *r)
{
    struct progress p = {0};
    struct missed worst[LISTED];
    if (!load_record(&p, r))
        return false;
    int n = most_missed(&p, worst);
    reply_say(r, n > 0 ? TEXT("Worth predicting again\n") : TEXT("no predictions missed so far"));
    for (int i = 0; i < n; i++)
        add_missed(&r->text, keep, worst[i], r->lang);
    progress_finish(&p);
    return !r->text.failed || reply_no_memory(r);
}

const struct progress_step *progress_due(const struct progress_keep *keep, const struct progress_step *after)
{
    const struct progress *p = &keep->table;
    for (const struct progress_step *s = after ? after + 1 : p->v; s && s < p->v + p->count; s++)
        for (int k = 0; k < s->ask_count; k++)
            if (returns_in(keep, (struct missed){s, k}) == 0)
                return s;
    return NULL;
}

void progress_missed(const struct progress_keep *keep, struct text *out)
{
    enum { NAMED = 3 };
    int n = 0;
    for (const struct progress_step *s = progress_due(keep, NULL); s; s = progress_due(keep, s))
        if (n++ < NAMED)
            text_addf(out, "%s%s/%s", n > 1 ? ", " : "", s->lesson, s->step);
    if (n > NAMED)
        text_addf(out, ", +%d", n - NAMED);
}
