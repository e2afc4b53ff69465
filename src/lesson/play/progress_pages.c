#include "lesson/play/progress_pages.h"

#include <stdio.h>
#include <string.h>

#include "lesson/play/open.h"
#include "lesson/keep/progress_file.h"
#include "lesson/run/beliefs.h"

/* Reads the file; a remark about it comes first in r. */
static bool load(struct progress *p, struct reply *r)
{
    if (!progress_load(p, r))
        return false;
    if (r->text.len > 0)
        text_add(&r->text, "\n");
    return true;
}

/* ---- counts ----------------------------------------------------------------------- */

static void count_lines(struct text *out, const struct progress_counts *c, enum lang lang)
{
    text_addf(
        out,
        text_in(TEXT("  predictions right at the first try  %d of %d\n", "  一次就答对的预测    %d/%d\n"),
                lang),
        c->first_right, c->predictions);
    text_addf(
        out,
        text_in(TEXT("  steps understood                    %d of %d\n", "  弄懂的步骤          %d/%d\n"),
                lang),
        c->understood, c->steps);
    text_addf(
        out,
        text_in(TEXT("  goals reached                       %d of %d", "  达到的目标          %d/%d"), lang),
        c->reached, c->goals);
    if (c->par > 0)
        text_addf(out, text_in(TEXT(", moves: %lld, par: %lld", "，用了 %lld 步，参考 %lld 步"), lang),
                  c->moves, c->par);
    text_add(out, "\n");
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
    text_addf(out, text_in(TEXT("%d done, %d revealed, %d skipped", "完成 %d，看了答案 %d，跳过 %d"), lang),
              c.done, c.revealed, c.skipped);
    text_addf(out, "  %s\n", date);
}

static bool met_before(const struct progress *p, int i)
{
    for (int k = 0; k < i; k++)
        if (strcmp(p->v[k].lesson, p->v[i].lesson) == 0)
            return true;
    return false;
}

bool progress_show(struct reply *r)
{
    struct progress p = {0};
    if (!load(&p, r))
        return false;
    struct progress_counts all = progress_count(&p, NULL);
    if (p.count == 0) {
        reply_say(r, TEXT("no step of any lesson is done yet ('lesson' lists the lessons)",
                          "还没有学过任何步骤（lesson 列出全部课程）"));
    } else {
        reply_say(r, TEXT("Progress\n", "学习记录\n"));
        count_lines(&r->text, &all, r->lang);
        text_add(&r->text, "\n");
    }
    for (int i = 0; i < p.count; i++)
        if (!met_before(&p, i))
            lesson_line(&r->text, &p, i, r->lang);
    progress_finish(&p);
    return !r->text.failed || reply_no_memory(r);
}

/* Returns the recorded lesson with this id or number, or NULL. */
static const char *known_lesson(const struct progress *p, const char *name)
{
    for (int i = 0; i < p->count; i++) {
        const char *id = p->v[i].lesson;
        size_t n = strlen(name);
        if (strcmp(id, name) == 0 || (strncmp(id, name, n) == 0 && id[n] == '-') ||
            (id[0] == '0' && strncmp(id + 1, name, n) == 0 && id[n + 1] == '-'))
            return id;
    }
    return NULL;
}

bool progress_reset(struct host *h, const char *lesson, int col, struct reply *r)
{
    struct progress p = {0};
    char id[PROGRESS_NAME] = "";
    if (!load(&p, r))
        return false;
    const char *known = *lesson ? known_lesson(&p, lesson) : "";
    bool ok = known || reply_fail(r, col,
                                  TEXT("no record of a lesson '%s' ('progress' lists them)",
                                       "没有课程“%s”的记录（progress 列出）"),
                                  lesson);
    if (known)
        snprintf(id, sizeof id, "%s", known);
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

enum { REVIEWED = 10 };

struct missed {
    const struct progress_step *step;
    int ask;
};

static int times(struct missed m)
{
    return m.step->ask[m.ask].missed;
}

/* Fills out with the predictions missed most often and last done before that day; equals oldest first. */
static int most_missed(const struct progress *p, const char *before, struct missed out[REVIEWED])
{
    int n = 0;
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->v[i].ask_count; k++) {
            struct missed m = {&p->v[i], k};
            int at = n;
            while (at > 0 && times(out[at - 1]) < times(m))
                at--;
            if (times(m) == 0 || at == REVIEWED || strcmp(p->v[i].date, before) >= 0)
                continue;
            n += n < REVIEWED;
            memmove(&out[at + 1], &out[at], (size_t)(n - at - 1) * sizeof *out);
            out[at] = m;
        }
    return n;
}

/* Adds the belief behind the first answer, if it was a wrong option with a named belief. */
static void add_belief(struct text *out, const struct lesson_ask *q, const char *first, enum lang lang)
{
    for (int i = 0; i < q->option_count; i++) {
        const struct belief *m = belief_find(q->option[i].mis.s);
        if (m && strchr(first, lesson_letter(i)))
            text_addf(out, text_in(TEXT("      believed: %s\n", "      当时以为：%s\n"), lang),
                      pair_in(m->text, lang));
    }
}

static void add_missed(struct text *out, struct missed m, enum lang lang)
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
        text_addf(
            out,
            text_in(TEXT("  lesson %s/%s   missed %d×\n      ", "  lesson %s/%s   答错 %d 次\n      "), lang),
            m.step->lesson, m.step->step, times(m));
        lesson_block_text(&l.step[at].ask[m.ask].question, out);
        text_add(out, "\n");
        add_belief(out, &l.step[at].ask[m.ask], m.step->ask[m.ask].first, lang);
    }
    lesson_finish(&l);
    reply_finish(&quiet);
}

bool progress_review(struct reply *r)
{
    struct progress p = {0};
    struct missed worst[REVIEWED];
    if (!load(&p, r))
        return false;
    int n = most_missed(&p, "~", worst);
    reply_say(r, EITHER(n > 0, TEXT("Worth predicting again\n", "值得再预测一次的题\n"),
                        TEXT("no predictions missed so far", "到现在没有答错的预测")));
    for (int i = 0; i < n; i++)
        add_missed(&r->text, worst[i], r->lang);
    progress_finish(&p);
    return !r->text.failed || reply_no_memory(r);
}

void progress_missed(const struct progress_keep *keep, struct text *out)
{
    enum { DAYS = 3, NAMED = 3 };
    struct missed worst[REVIEWED];
    char before[PROGRESS_DATE];
    if (!progress_day(keep, -DAYS, before))
        return;
    int n = most_missed(&keep->table, before, worst), named = 0;
    for (int i = 0; i < n && named < NAMED; i++) {
        if (i > 0 && worst[i].step == worst[i - 1].step)
            continue;
        text_addf(out, "%s%s/%s", named++ ? ", " : "", worst[i].step->lesson, worst[i].step->step);
    }
}
