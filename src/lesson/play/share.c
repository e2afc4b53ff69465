#include "lesson/play/play.h"

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

/* Collects the moves of the history. With `looks` each is preceded by the focus it was made at, if that has
 * moved: `nudge 1` needs it, `move cat 1` does not. Returns false if they are too many or one was cut. */
static bool collect_moves(const struct model *m, const struct state *start, bool looks, struct moves *all)
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
        text_add(&all->line[all->count++], e->line);
    }
    return true;
}

/* Tries the moves from the step's beginning. */
static bool moves_reach(const struct model *m, const struct moves *all, const struct lesson_ask *goal)
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

/* Writes the line, each move as a word for a shell, in single quotes. */
static void write_line(const struct lesson_session *s, const struct moves *all, struct text *out)
{
    text_addf(out, "qkv --lang %s --lesson %s/%s", lang_code(s->lesson.lang), s->lesson.id,
              lesson_now(s).step->id.s);
    for (int i = 0; i < s->run.beat; i++)
        text_add(out, " -c next"); /* what is to be read before the question */
    for (int i = 0; i < all->count; i++) {
        text_add(out, " -c '");
        for (const char *c = text_str(&all->line[i]); *c; c++)
            text_add(out, *c == '\'' ? "'\\''" : (char[]){*c, '\0'});
        text_add(out, "'");
    }
}

void share_reached(struct model *m)
{
    struct lesson_session *s = m->lesson;
    const struct lesson_ask *goal = lesson_now(s).ask;
    struct reply quiet = {.lang = s->lesson.lang};
    struct model start;
    text_clear(&s->shared);
    bool first = true; /* only text comes before the question: a line cannot answer others */
    for (int i = 0; i < s->run.beat; i++)
        first = first && lesson_beat_at(lesson_now(s).step, i).phase == PHASE_READ;
    bool ok = first && model_init_like(&start, m, &quiet);
    bool begun = ok && lesson_replay(&start, &s->lesson, s->run.step, LESSON_BEFORE, &quiet);
    for (int looks = 0; begun && looks < 2 && s->shared.len == 0; looks++) {
        struct moves all = {.count = 0};
        if (collect_moves(m, &start.now.state, looks, &all) && moves_reach(m, &all, goal))
            write_line(s, &all, &s->shared);
        for (int i = 0; i < 2 * SHARE_MOVES; i++)
            text_finish(&all.line[i]);
    }
    if (ok)
        model_finish(&start);
    reply_finish(&quiet);
}
