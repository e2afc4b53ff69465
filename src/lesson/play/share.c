#include "lesson/play/play.h"

#include <string.h>

#include "command/command.h"
#include "lesson/play/replay.h"
#include "lesson/run/judge.h"
#include "state/script.h"

/* Writes the line, each move as a word for a shell, in single quotes. */
static void write_shared(const struct lesson_session *s, const struct text *line, int count, struct text *out)
{
    text_addf(out, "qkv --lang %s --lesson %s/%s", lang_code(s->lesson.lang), s->lesson.id,
              lesson_now(s).step->id.s);
    for (int i = 0; i < s->run.beat; i++)
        text_add(out, " -c next"); /* what is to be read before the question */
    for (int i = 0; i < count; i++) {
        text_add(out, " -c '");
        for (const char *c = text_str(&line[i]); *c; c++)
            text_add(out, *c == '\'' ? "'\\''" : (char[]){*c, '\0'});
        text_add(out, "'");
    }
}

void share_reached(struct session *m)
{
    struct lesson_session *s = m->lesson;
    const struct lesson_now at = lesson_now(s);
    const struct history *past = &m->history;
    struct reply quiet = {.lang = s->lesson.lang};
    struct session start;
    text_clear(&s->shared);
    bool told = past->at - past->first <= SHARE_MOVES && past->dropped == 0;
    for (int i = 0; i < s->run.beat;
         i++) /* only text comes before the question: a line cannot answer others */
        told = told && lesson_beat_at(at.step, i).phase == PHASE_READ;
    for (int i = past->first; i < past->at; i++) /* and none was cut */
        told = told && strlen(past->v[i].line) + 1 < HISTORY_LINE;
    bool begun = told && lesson_replay_aside(&start, m, &s->lesson, s->run.step, LESSON_BEFORE, &quiet),
         reached = false;
    /* first the moves alone; then each preceded by the focus it was made at, if that has moved: `nudge 1`
     * needs it, `move cat 1` does not */
    for (int looks = 0; begun && looks < 2 && !reached; looks++) {
        struct text line[2 * SHARE_MOVES] = {{0}};
        struct session tried;
        struct judge_goal judged = {0};
        const struct state *last = &start.now.state;
        int count = 0;
        for (int i = past->first; i < past->at; i++) {
            const struct history_entry *e = &past->v[i];
            if (looks && memcmp(&last->look, &e->state.look, sizeof last->look) != 0 &&
                script_look(last, &e->state, &line[count]))
                count++;
            last = &e->state;
            text_add(&line[count++], e->line);
        }
        bool tries = lesson_replay_aside(&tried, m, &s->lesson, s->run.step, LESSON_BEFORE, &quiet),
             ok = tries;
        for (int i = 0; ok && i < count; i++)
            ok = cmd_run_line(&(struct runner){.m = &tried}, text_str(&line[i]), &quiet);
        if (ok) {
            struct expr_context c = session_context(&tried);
            reached = judge_goal(at.ask, &c, &judged, &quiet) && judged.reached;
        }
        if (tries)
            session_finish(&tried);
        if (reached)
            write_shared(s, line, count, &s->shared);
        for (int i = 0; i < 2 * SHARE_MOVES; i++)
            text_finish(&line[i]);
    }
    if (begun)
        session_finish(&start);
    reply_finish(&quiet);
}
