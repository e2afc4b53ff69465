#include "lesson/play/notes_file.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lesson/play/host.h"
#include "lesson/play/play.h"
#include "keep/file.h"
#include "keep/folders.h"
#include "base/platform.h"

enum { LARGEST = 1 << 20 };

void notes_begin(struct host *h, time_t (*clock)(void))
{
    h->lessons->notes.on = true;
    h->lessons->notes.clock = clock;
}

static bool read_notes(const char *path, struct notes *n)
{
    struct text bytes = {0};
    struct reply quiet = {0};
    bool ok = file_read_own(path, LARGEST, &bytes, &quiet) && notes_read(n, text_str(&bytes));
    text_finish(&bytes);
    reply_finish(&quiet);
    return ok;
}

/* Deletes the file only if it is ours: another program may have opened a lesson since. */
static void take_away(struct host *h)
{
    struct text path = {0};
    struct notes there = {0};
    if (h->lessons->notes.step && folder_file(FOLDER_RUNTIME, "notes", &path) && read_notes(path.s, &there) &&
        there.process == (long)getpid())
        unlink(path.s);
    notes_finish(&there);
    text_finish(&path);
    h->lessons->notes.step = 0;
    h->lessons->notes.of = NULL;
}

/* Reports a failed write once, unless the message is already an error. The next step tries again. */
static void write_notes(struct host *h)
{
    struct text path = {0}, bytes = {0};
    struct reply r = {.lang = host_lang(h)};
    struct session *m = h->session;
    notes_write(&h->lessons->notes.notes, &bytes);
    bool home = folder_file(FOLDER_RUNTIME, "notes", &path);
    bool ok = home && !bytes.failed && folder_make(FOLDER_RUNTIME, &r) &&
              file_write_own(path.s, text_str(&bytes), bytes.len, &r);
    if (r.failed && !h->lessons->notes.failing && !m->message_is_error) {
        text_clear(&m->message);
        text_say(&m->message, r.lang, TEXT("the notes cannot be shown in another terminal: %s"),
                 text_str(&r.text));
        m->message_is_error = true;
    }
    h->lessons->notes.failing = !ok;
    text_finish(&path);
    text_finish(&bytes);
    reply_finish(&r);
}

void notes_follow(struct host *h)
{
    struct notes_keep *k = &h->lessons->notes;
    const struct lesson_session *s = h->session->lesson;
    int hands = 0;
    if (!s)
        take_away(h);
    if (!s || !k->on)
        return;
    for (int i = 0; i < LESSON_MAX_QUESTIONS && s->run.step < LESSON_MAX_STEPS; i++)
        for (int o = 0; o < LESSON_MAX_OPTIONS; o++)
            hands += s->run.visit[s->run.step].answer[i].hands[o];
    bool another = k->step != s->run.step + 1 || k->of != s;
    if (!another && k->lang == s->lesson.lang && k->hands == hands)
        return;
    time_t now = k->clock();
    if (k->of != s)
        k->notes.begun = now;
    if (another)
        k->notes.since = now;
    k->of = s;
    k->step = s->run.step + 1;
    k->lang = s->lesson.lang;
    k->hands = hands;
    k->notes.process = (long)getpid();
    lesson_note_cells(h, NULL);
    notes_of(&k->notes, s, &h->session->now);
    write_notes(h);
}

void notes_end(struct host *h)
{
    take_away(h);
    notes_finish(&h->lessons->notes.notes);
    h->lessons->notes = (struct notes_keep){0};
}

bool notes_poll(struct notes *n, struct timespec *seen)
{
    struct text path = {0};
    struct stat st;
    bool there = folder_file(FOLDER_RUNTIME, "notes", &path) && lstat(path.s, &st) == 0;
    struct timespec written = there ? platform_written(&st) : (struct timespec){0};
    bool same = there && n->count > 0 && written.tv_sec == seen->tv_sec && written.tv_nsec == seen->tv_nsec;
    if (there && !same) {
        *seen = written;
        there = read_notes(path.s, n);
    }
    text_finish(&path);
    there = there && n->process > 0 && (kill((pid_t)n->process, 0) == 0 || errno == EPERM); /* it runs */
    if (!there)
        notes_finish(n);
    return there;
}
