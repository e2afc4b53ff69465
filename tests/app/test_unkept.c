/* Where a session cannot be kept, because there is no room or somebody else could reach what is kept: that is
 * said, the session goes on, and nothing else on the disk is touched. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keep/file.h"
#include "app/recover.h"
#include "lesson/keep/progress_file.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static void write_file(const char *path, const char *s)
{
    struct reply r = {0};
    assert_true(file_write_own(path, s, strlen(s), &r));
}

static void screen_says(struct app *a, int cols, const char *want)
{
    struct text t = {0};
    read_screen(a, 24, cols, &t);
    t.s[strcspn(t.s, "\n")] = '\0';
    if (!strstr(t.s, want))
        fail_msg("%s is not in: %s", want, t.s);
    text_finish(&t);
}

/* Says so, goes on, has it in the title as long as it lasts, and warns when leaving. */
static void assert_off(struct app *a, const char *why)
{
    assert_non_null(strstr(text_str(&a->session.message), "changes are not kept: "));
    assert_non_null(strstr(text_str(&a->session.message), why));
    assert_true(a->session.message_is_error);
    kept_step(a, "set x 0 0 = 0.5"); /* says nothing */
    assert_true(lemma_entry(lexicon_at(a->session.now.state.lexicon, a->session.now.state.sentence->id[0]),
                            0) == 0.5);
    assert_string_equal(text_str(&a->session.message), "");
    screen_says(a, 300, why);
    screen_says(a, 60, "not kept: ");
    kept_step(a, "quit");
    assert_false(a->quit);
}

/* As soon as it can be written everything is there, and the title is as before. */
static void assert_on_again(struct app *a)
{
    struct text before = {0}, after = {0};
    text_clear(&a->session.message);
    assert_int_equal(app_wait(a), 1000);
    app_tick(a);
    assert_string_equal(text_str(&a->session.message), "changes are kept again");
    assert_int_equal(a->session.not_kept.len, 0);
    assert_int_equal(app_wait(a), -1);
    kept_facts(a, &before);
    app_finish(a);
    kept_start(a);
    kept_step(a, "recover");
    kept_facts(a, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    kept_end_saved(a);
    text_finish(&before);
    text_finish(&after);
}

TEST_AROUND(a_folder_that_cannot_be_written_is_told_of_until_it_can, kept_begin, kept_end)
{
    struct app a;
    char *kept = strdup(getenv("XDG_STATE_HOME"));
    write_file(kept_path("file"), "");
    setenv("XDG_STATE_HOME", kept_path("file"), 1);
    kept_start(&a);
    kept_step(&a, "swap");
    assert_off(&a, "file/qkv: cannot create it");
    setenv("XDG_STATE_HOME", kept, 1);
    unlink(kept_path("file"));
    assert_on_again(&a);
    if (geteuid() != 0) {
        chmod(kept_path(""), 0500);
        kept_start(&a);
        kept_step(&a, "swap");
        assert_off(&a, "Permission denied");
        chmod(kept_path(""), 0700);
        assert_on_again(&a);
    }
    free(kept);
}

/* ---- somebody else's folder ------------------------------------------------------------ */

/* A session that opens a lesson and changes something: it says why nothing is kept, and works. */
static void assert_refused(const char *why)
{
    struct app a;
    kept_start(&a);
    struct host h = app_host(&a);
    notes_begin(&h, a.lessons.keep.clock);
    if (!strstr(text_str(&a.session.message), why))
        fail_msg("%s", text_str(&a.session.message));
    assert_true(a.session.message_is_error);
    kept_step(&a, "lesson 01");
    assert_non_null(a.lessons.play);
    kept_step(&a, "reveal");
    kept_step(&a, "lesson leave");
    kept_step(&a, "swap");
    assert_int_equal(a.session.history.count, 1);
    screen_says(&a, 300, why);
    kept_step(&a, "recover");
    assert_non_null(strstr(text_str(&a.session.message), "save them first"));
    kept_step(&a, "recover list");
    assert_non_null(strstr(text_str(&a.session.message), why));
    app_finish(&a);
}

/* Links that somebody has prepared in it lead to a file that stays as it is. */
TEST_AROUND(a_folder_that_others_may_write_in_is_refused, kept_begin, kept_end)
{
    static const char *const names[] = {"notes", "progress", "1.journal", "start.qkv"};
    const char *victim = getenv("XDG_STATE_HOME");
    char path[200], moved[200];
    snprintf(path, sizeof path, "%s/precious", victim);
    snprintf(moved, sizeof moved, "%s/moved", victim);
    write_file(path, "swap");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(symlink(path, kept_path(names[i])), 0);
    assert_int_equal(chmod(kept_path(""), 0777), 0);
    assert_refused("others may write in this folder");
    assert_int_equal(chmod(kept_path(""), 0720), 0);
    unlink(kept_path("start.qkv"));
    assert_refused("others may write in this folder");
    assert_int_equal(chmod(kept_path(""), 0755), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(kept_path(""), 65534, 65534), 0);
        assert_refused("the folder belongs to another user");
        assert_int_equal(chown(kept_path(""), 0, 0), 0);
        unlink(kept_path("progress"));
        snprintf(path, sizeof path, "%s/qkv", victim);
        assert_int_equal(rename(path, moved), 0);
        assert_int_equal(symlink("moved", path), 0);
        assert_int_equal(lchown(path, 65534, 65534), 0);
        assert_refused("the folder belongs to another user");
        unlink(path);
        assert_int_equal(rename(moved, path), 0);
        snprintf(path, sizeof path, "%s/precious", victim);
    }
    kept_holds(path, "swap");
    unlink(path);
}

/* The folder is one's own, and still nothing in it is reached through a link. */
TEST_AROUND(own_files_are_never_reached_through_a_link, kept_begin, kept_end)
{
    struct app a;
    char path[200];
    snprintf(path, sizeof path, "%s/precious", getenv("XDG_STATE_HOME"));
    write_file(path, "precious");
    assert_int_equal(symlink(path, kept_path("notes")), 0);
    assert_int_equal(symlink(path, kept_path("progress")), 0);
    kept_start(&a);
    assert_non_null(
        strstr(text_str(&a.session.message), "progress: expected a regular file, but this is a link"));
    struct host h = app_host(&a);
    notes_begin(&h, a.lessons.keep.clock);
    kept_step(&a, "lesson 01");
    kept_step(&a, "reveal");
    kept_holds(path, "precious");
    kept_end_saved(&a);
    kept_holds(path, "precious");
    unlink(path);
}

/* ---- a full disk ------------------------------------------------------------------------- */

static void limit_files(rlim_t bytes)
{
    struct rlimit limit = {bytes, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Fills it, goes on, and gets room again; is killed then. What was changed last is seen from d, heads and the
 * focus. */
static void full_disk_child(bool lesson)
{
    struct app a;
    signal(SIGXFSZ, SIG_IGN);
    limit_files(300);
    kept_start(&a);
    kept_step(&a, "set d 16 heads 1");
    while (!strstr(text_str(&a.session.message), "not kept") && a.session.history.count < 50)
        kept_step(&a, "add d 1");
    if (!strstr(text_str(&a.session.message), "changes are not kept: File too large"))
        _exit(1);
    limit_files(20); /* too little for the record of lessons as well */
    kept_step(&a, "set d 4");
    kept_step(&a, lesson ? "lesson 01 ; reveal" : "set heads 2");
    for (int i = 0; i < 1000; i++)
        kept_step(&a, i % 2 ? "key Left" : "key Right");
    size_t held = a.autosave.held;
    screen_says(&a, 80, " not kept: File too large ");
    limit_files(RLIM_INFINITY);
    kept_step(&a, "key Down");
    if (a.session.not_kept.len > 0 || a.autosave.held > 0 || held > 2000)
        _exit(2);
    kept_step(&a, lesson ? "lesson leave ; set heads 2 ; swap" : "swap");
    raise(SIGKILL);
}

static void run_full_disk(bool lesson)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        full_disk_child(lesson);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST_AROUND(a_full_disk_is_told_of_and_keeping_begins_again, kept_begin, kept_end)
{
    struct app a;
    run_full_disk(false);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.session.message), "restored the earlier session");
    assert_int_equal(a.session.now.state.set.d * 10 + a.session.now.state.set.heads, 42);
    assert_true(a.session.history.count >= 5);
    kept_step(&a, "undo ; undo ; undo");
    assert_true(a.session.now.state.set.d > 16); /* what did not fit at first */
    kept_end_saved(&a);
}

/* What is done in a lesson meanwhile comes back as well, and its step is in the record. */
TEST_AROUND(a_full_disk_in_a_lesson_is_no_other, kept_begin, kept_end)
{
    struct app a;
    run_full_disk(true);
    struct progress p = {0};
    struct reply r = {0};
    assert_true(progress_load(&p, &r));
    assert_true(p.count > 0);
    progress_finish(&p);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.session.message), "restored the earlier session");
    assert_int_equal(a.session.now.state.set.d * 10 + a.session.now.state.set.heads, 42);
    kept_end_saved(&a);
}
