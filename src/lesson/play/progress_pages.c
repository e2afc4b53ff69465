#include "lesson/play/progress_pages.h"

#include <stdio.h>
#include <string.h>

#include "lesson/play/open.h"
#include "lesson/keep/progress_file.h"
#include "lesson/run/beliefs.h"

/* Reads the file; a remark about it comes first in r. */
static bool load_record(struct progress *p, struct reply *r)
{
    if (!progress_load(p, r))
        return false;
    if (r->text.len > 0)
        text_add(&r->text, "\n");
    return true;
}

/* ---- counts ----------------------------------------------------------------------- */

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
    text_say(out, lang, TEXT("%d done, %d revealed, %d skipped", "完成 %d，看了答案 %d，跳过 %d"), c.done,
             c.revealed, c.skipped);
    text_addf(out, "  %s\n", date);
}

bool progress_show(struct reply *r)
{
    struct progress p = {0};
    if (!load_record(&p, r))
        return false;
    struct progress_counts all = progress_count(&p, NULL);
    if (p.count == 0) {
        reply_say(r, TEXT("no step of any lesson is done yet ('lesson' lists the lessons)",
                          "还没有学过任何步骤（lesson 列出全部课程）"));
    } else {
        reply_say(r, TEXT("Progress\n", "学习记录\n"));
        reply_say(r,
                  TEXT("  predictions right at the first try  %d of %d\n", "  一次就答对的预测    %d/%d\n"),
                  all.first_right, all.predictions);
        reply_say(r,
                  TEXT("  steps understood                    %d of %d\n", "  弄懂的步骤          %d/%d\n"),
                  all.understood, all.steps);
        reply_say(r, TEXT("  goals reached                       %d of %d", "  达到的目标          %d/%d"),
                  all.reached, all.goals);
        if (all.par > 0)
            reply_say(r, TEXT(", moves: %lld, par: %lld", "，用了 %lld 步，参考 %lld 步"), all.moves,
                      all.par);
        text_add(&r->text, "\n\n");
    }
    for (int i = 0; i < p.count; i++) {
        int first = 0;
        while (strcmp(p.v[first].lesson, p.v[i].lesson) != 0)
            first++;
        if (first == i)
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
    bool ok = known || reply_fail(r, col,
                                  TEXT("no record of a lesson '%s' ('progress' lists them)",
                                       "没有课程“%s”的记录（progress 列出）"),
                                  lesson);
    int steps = ok ? progress_forget(&p, *id ? id : NULL) : 0;
    ok = ok && progress_save(&p, r);
    if (ok) {
        reply_say(r, TEXT("forgot %d steps", "已忘掉 %d 步"), steps);
        progress_finish(&h->lessons->keep.table);
        h->lessons->keep.table = p;
        h->lessons->keep.version++;
        p = (struct progress){0};
    }
    progress_finish(&p);
    return ok;
}

/* ---- predictions worth repeating ----------------------------------------------------- */

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
            if (answer_of(m)->missed == 0 || at == LISTED)
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
    int after = progress_returns(answer_of(m));
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
        text_say(out, lang, TEXT("  lesson %s/%s   missed %d×", "  lesson %s/%s   答错 %d 次"),
                 m.step->lesson, m.step->step, answer_of(m)->missed);
        if (days == 0)
            text_add(out, text_in(TEXT(", today", "，今天复习"), lang));
        else if (days > 0)
            text_say(out, lang,
                     EITHER(days == 1, TEXT(", due in %d day", "，%d 天后复习"),
                            TEXT(", due in %d days", "，%d 天后复习")),
                     days);
        text_add(out, "\n      ");
        lesson_block_text(&q->question, out);
        text_add(out, "\n");
        for (int i = 0; i < q->option_count; i++) { /* the belief behind the first answer */
            const struct belief *b = belief_find(q->option[i].mis.s);
            if (b && strchr(answer_of(m)->first, lesson_letter(i)))
                text_say(out, lang, TEXT("      believed: %s\n", "      当时以为：%s\n"),
                         pair_in(b->text, lang));
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
    reply_say(r, EITHER(n > 0, TEXT("Worth predicting again\n", "值得再预测一次的题\n"),
                        TEXT("no predictions missed so far", "到现在没有答错的预测")));
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
