#include <sys/stat.h>

#include "base/platform.h"
#include "lesson/play/open.h"
#include "lesson/play/play.h"
#include "lesson/play/replay.h"

enum { EVERY_MS = 400 };

/* Stays at the same step, at the same beat if the step is unchanged. If the step is gone, takes the one in
 * its place. */
static bool read_again(struct host *h, struct reply *r)
{
    struct lesson_play *p = h->lessons->play;
    struct lesson fresh = {0};
    struct lesson_run run = {0};
    const char *rest;
    enum lang lang = host_lang(h);
    if (!lesson_load(p->session.lesson.file, lang, &fresh, &rest, r))
        return false;
    const struct lesson_session *from = &p->session;
    for (int k = 0; k < fresh.step_count; k++) { /* the visits of unchanged steps */
        int before = lesson_step_find(&from->lesson, fresh.step[k].id.s);
        if (before >= 0 && from->lesson.step[before].hash == fresh.step[k].hash)
            run.visit[k] = from->run.visit[before];
    }
    const struct lesson_step *step = lesson_now(from).step;
    int at = step ? lesson_step_find(&fresh, step->id.s) : -1, last = fresh.step_count - 1;
    run.step = at >= 0 ? at : from->run.step < last ? from->run.step : last;
    run.beat = at >= 0 && fresh.step[at].hash == step->hash ? from->run.beat : 0;
    struct session aside; /* its scenes are tried before the current one is left */
    bool ok = lesson_replay_aside(&aside, h->session, &fresh, run.step, LESSON_BEFORE, r);
    if (ok)
        session_finish(&aside);
    if (!ok) {
        lesson_finish(&fresh);
        return false;
    }
    lesson_path_follow(h, &fresh);
    lesson_finish(&p->session.lesson);
    p->session.lesson = fresh;
    p->session.run = run;
    ok = lesson_enter(h, run.step, run.beat, false, r);
    reply_say(r, TEXT("the lesson was reloaded"));
    return ok;
}

int lesson_watch_wait(const struct lessons *l)
{
    return l->watch && l->play ? EVERY_MS : -1;
}

bool lesson_watch(struct host *h)
{
    struct lesson_play *p = h->lessons->play;
    struct stat now;
    if (!h->lessons->watch || !p || p->session.free || stat(p->session.lesson.file, &now) != 0)
        return false;
    struct timespec written = platform_written(&now);
    struct lesson_seen seen = {written.tv_sec, written.tv_nsec, now.st_size}, before = p->as_seen;
    p->as_seen = seen;
    if (before.size == 0)
        return true;
    if (seen.seconds == before.seconds && seen.nanoseconds == before.nanoseconds && seen.size == before.size)
        return false;
    struct reply r = {.lang = host_lang(h), .work = h->work};
    bool ok = read_again(h, &r);
    h->session->message_is_error = !ok;
    h->lessons->notes.step = 0; /* the presenter's notes may have changed */
    text_clear(&h->session->message);
    text_add(&h->session->message, text_str(&r.text));
    reply_finish(&r);
    return ok;
}
