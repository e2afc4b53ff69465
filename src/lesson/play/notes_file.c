#include "lesson/play/notes_file.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lesson/play/host.h"
#include "lesson/play/play.h"
#include "keep/file.h"
#include "keep/folders.h"
#include "base/platform.h"
#include "view/figures/tell.h"
#include "view/flow/flow.h"

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
    text_clear(&h->lessons->notes.written);
}

/* Reports a failed write once, unless the message is already an error. The next step tries again. */
static void write_notes(struct host *h)
{
    struct text path = {0}, bytes = {0}, *written = &h->lessons->notes.written;
    struct reply r = {.lang = host_lang(h)};
    struct session *m = h->session;
    notes_write(&h->lessons->notes.notes, &bytes);
    if (strcmp(text_str(&bytes), text_str(written)) == 0) {
        text_finish(&bytes);
        return;
    }
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
    text_finish(written);
    *written = bytes;
    reply_finish(&r);
}

/* What the film says that runs on the screen. */
static void add_film(struct host *h, struct text *out)
{
    const struct session *m = h->session;
    struct arena scratch = {0};
    const struct teller t = {m, &m->now, {.session = m, .scratch = &scratch}, out};
    if (m->now.state.look.view == VIEW_FLOW && m->now.state.look.flow > 0) {
        text_add(out, out->len > 0 ? "\n" : "");
        flow_tell_caption(&t);
    }
    arena_finish(&scratch);
}

void notes_follow(struct host *h)
{
    struct notes_keep *k = &h->lessons->notes;
    const struct lesson_session *s = h->session->lesson;
    if (!s)
        take_away(h);
    if (!s || !k->on)
        return;
    if (k->step != s->run.step + 1 || k->of != s) { /* another step */
        k->notes.since = k->clock();
        k->notes.begun = k->of == s ? k->notes.begun : k->notes.since;
        k->of = s;
        k->step = s->run.step + 1;
        k->notes.process = (long)getpid();
        lesson_note_cells(h, NULL);
    }
    notes_of(&k->notes, s, &h->session->now);
    add_film(h, &k->notes.of[NOTES_WATCH]);
    write_notes(h);
}

void notes_end(struct host *h)
{
    take_away(h);
    notes_finish(&h->lessons->notes.notes);
    text_finish(&h->lessons->notes.written);
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
