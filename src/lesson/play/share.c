#include "lesson/play/share.h"

#include <string.h>

#include "command/command.h"
#include "lesson/play/replay.h"
#include "lesson/run/judge.h"
#include "state/script.h"

/* The moves as lines, in order. */
struct moves {
    struct text line[2 * SHARE_MOVES];
    int count;
};

static void add(struct moves *all, const char *line, size_t n)
{
    text_add_bytes(&all->line[all->count++], line, n);
}

/* Collects the moves of the history. With `looks` each is preceded by the focus it was made at, if that has
 * moved: `nudge 1` needs it, `move cat 1` does not. Returns false if they are too many or one was cut. */
static bool collect(const struct model *m, const struct state *start, bool looks, struct moves *all)
{
    const struct history *h = &m->history;
    const struct state *last = start;
    int steps = h->at - h->first;
    if (steps > SHARE_MOVES || h->dropped > 0)
        return false;
    for (int i = h->first; i < h->at; i++) {
        const struct history_entry *e = &h->v[i];
        if (strlen(e->line) + 1 >= HISTORY_LINE)
            return false;
        if (looks && memcmp(&last->look, &e->state.look, sizeof last->look) != 0 &&
            script_look(last, &e->state, &all->line[all->count]))
            all->count++;
        last = &e->state;
        add(all, e->line, strlen(e->line));
    }
    return true;
}

/* Tries the moves from the step's beginning. */
static bool reaches(const struct model *m, const struct moves *all, const struct lesson_ask *goal)
{
    const struct lesson_session *s = m->lesson;
    struct reply quiet = {.lang = s->lesson.lang};
    struct judge_goal judged = {0};
    struct model tried;
    bool ok = model_init_like(&tried, m, &quiet) &&
              lesson_replay(&tried, &s->lesson, s->run.step, LESSON_BEFORE, &quiet);
    for (int i = 0; ok && i < all->count; i++)
        ok = cmd_run_line(&(struct runner){.m = &tried}, text_str(&all->line[i]), &quiet);
    if (ok) {
        struct expr_context c = model_context(&tried);
        ok = judge_goal(goal, &c, &judged, &quiet) && judged.reached;
    }
    model_finish(&tried);
    reply_finish(&quiet);
    return ok;
}

/* Writes a word for a shell, in single quotes. */
static void quote(struct text *out, const char *s)
{
    text_add(out, "'");
    for (; *s; s++)
        if (*s == '\'')
            text_add(out, "'\\''");
        else
            text_add_bytes(out, s, 1);
    text_add(out, "'");
}

static void write(const struct lesson_session *s, const struct moves *all, struct text *out)
{
    text_addf(out, "qkv --lang %s --lesson %s/%s", lang_code(s->lesson.lang), s->lesson.id,
              lesson_now(s).step->id.s);
    for (int i = 0; i < s->run.beat; i++)
        text_add(out, " -c next"); /* what is to be read before the question */
    for (int i = 0; i < all->count; i++) {
        text_add(out, " -c ");
        quote(out, text_str(&all->line[i]));
    }
}

/* Whether only text comes before the question: a line cannot answer others. */
static bool asked_first(const struct lesson_session *s)
{
    bool first = true;
    for (int i = 0; i < s->run.beat; i++)
        first = first && lesson_beat_at(lesson_now(s).step, i).phase == PHASE_READ;
    return first;
}

void share_reached(struct model *m)
{
    struct lesson_session *s = m->lesson;
    const struct lesson_ask *goal = lesson_now(s).ask;
    struct reply quiet = {.lang = s->lesson.lang};
    struct model start;
    text_clear(&s->shared);
    bool ok = asked_first(s) && model_init_like(&start, m, &quiet);
    bool begun = ok && lesson_replay(&start, &s->lesson, s->run.step, LESSON_BEFORE, &quiet);
    for (int looks = 0; begun && looks < 2 && s->shared.len == 0; looks++) {
        struct moves all = {.count = 0};
        if (collect(m, &start.now.state, looks, &all) && reaches(m, &all, goal))
            write(s, &all, &s->shared);
        for (int i = 0; i < 2 * SHARE_MOVES; i++)
            text_finish(&all.line[i]);
    }
    if (ok)
        model_finish(&start);
    reply_finish(&quiet);
}
