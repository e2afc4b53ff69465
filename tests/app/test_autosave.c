/* What is kept of a session and when: on leaving, on recovering, and where it cannot be. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/keep/file.h"
#include "app/recover.h"
#include "support/kept.h"

static void write_file(const char *path, const char *s)
{
    struct reply r = {0};
    assert_true(file_write(path, s, strlen(s), &r));
}

static void clocks_that_play_do_not_make_the_journal_grow(void **state)
{
    (void)state;
    struct app a;
    struct stat st;
    off_t after_one = 0;
    struct text bytes = {0};
    struct reply r = {0};
    kept_start(&a);
    kept_step(&a, "view encoding ; set play 1 ; set speed 30");
    for (int i = 0; i < 5000; i++) {
        app_tick(&a);
        assert_int_equal(stat(kept_file(JOURNAL_SUFFIX), &st), 0);
        after_one = i == 0 ? st.st_size : after_one;
    }
    assert_int_equal(a.model.now.state.look.pos, 5005);
    assert_true(st.st_size < after_one + 20);
    assert_true(file_read(kept_file(JOURNAL_SUFFIX), 4096, &bytes, &r));
    assert_non_null(strstr(text_str(&bytes), " pos 5005 "));
    text_finish(&bytes);
    kept_end_saved(&a);
}

static void what_was_written_is_synced_when_no_key_comes(void **state)
{
    (void)state;
    struct app a;
    kept_start(&a);
    assert_int_equal(app_wait(&a), -1);
    kept_step(&a, "swap");
    assert_int_equal(app_wait(&a), 1000);
    app_tick(&a);
    assert_int_equal(app_wait(&a), -1);
    assert_int_equal(a.model.history.count, 1);
    kept_end_saved(&a);
}

/* A line that only looks says what differs from the line before it that stays, even where it goes back to what was before that one. */
static void looking_back_and_forth_comes_back(void **state)
{
    (void)state;
    struct app a;
    kept_start(&a);
    kept_step(&a, "view encoding ; swap");
    kept_step(&a, "add pos 1");
    kept_step(&a, "cursor up");
    assert_int_equal(a.model.now.state.look.pos, 5);
    kept_step(&a, "quit");
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_int_equal(a.model.now.state.look.pos, 5);
    kept_end_saved(&a);
}

static void leaving_keeps_what_is_not_saved(void **state)
{
    (void)state;
    struct app a;
    struct text before = {0}, after = {0};
    kept_start(&a);
    kept_step(&a, "key Down");
    kept_step(&a, "key c");
    kept_step(&a, "key q");
    assert_true(a.quit);
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);     /* only looked */
    kept_start(&a);
    kept_step(&a, "swap");
    kept_step(&a, "weights random 3");
    kept_facts(&a, &before);
    kept_step(&a, "undo ; redo ; quit");
    assert_true(a.quit);                                 /* no question: nothing is lost */
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    kept_start(&a);
    recover_offer(&a);
    assert_non_null(strstr(text_str(&a.model.message), "earlier session"));
    kept_step(&a, "key R");
    kept_facts(&a, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    char line[200];
    snprintf(line, sizeof line, "save %s", kept_path("saved"));
    kept_step(&a, line);
    kept_step(&a, "key q");
    assert_true(a.quit);
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);     /* saved */
    unlink(kept_path("saved"));
    text_finish(&before);
    text_finish(&after);
}

/* Recovering over changes of one's own loses neither. */
static void recovering_keeps_the_session_that_was_there(void **state)
{
    (void)state;
    struct app a;
    kept_start(&a);
    kept_step(&a, "set d 16 ; quit");
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "set d 24 ; recover");
    assert_int_equal(a.model.now.state.set.d, 16);
    kept_step(&a, "recover");
    assert_int_equal(a.model.now.state.set.d, 24);
    kept_step(&a, "recover 2");
    assert_string_equal(text_str(&a.model.message), "only 1 earlier sessions are kept");
    kept_step(&a, "recover drop");
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.model.message), "no earlier session is kept");
    assert_int_equal(a.model.now.state.set.d, 24);
    kept_end_saved(&a);
}

static void without_a_home_nothing_is_kept_and_leaving_warns(void **state)
{
    (void)state;
    struct app a;
    char *home = strdup(getenv("HOME") ? getenv("HOME") : ""), *kept = strdup(getenv("XDG_STATE_HOME"));
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    kept_start(&a);
    kept_step(&a, "swap");
    assert_string_equal(text_str(&a.model.message), "");
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.model.message), "no earlier session is kept");
    kept_step(&a, "quit");
    assert_false(a.quit);
    assert_non_null(strstr(text_str(&a.model.message), "not saved"));
    kept_step(&a, "quit");
    assert_true(a.quit);
    app_finish(&a);
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", kept, 1);
    free(home);
    free(kept);
}

/* Says so once, goes on, and warns when leaving. */
static void assert_off(struct app *a, const char *why)
{
    assert_non_null(strstr(text_str(&a->model.message), "autosave is off: "));
    assert_non_null(strstr(text_str(&a->model.message), why));
    assert_true(a->model.message_is_error);
    kept_step(a, "set heads 2");
    assert_int_equal(a->model.now.state.set.heads, 2);
    assert_string_equal(text_str(&a->model.message), "");
    kept_step(a, "quit");
    assert_false(a->quit);
}

static void a_folder_that_cannot_be_written_is_said_once(void **state)
{
    (void)state;
    struct app a;
    char *kept = strdup(getenv("XDG_STATE_HOME"));
    write_file(kept_path("file"), "");
    setenv("XDG_STATE_HOME", kept_path("file"), 1);
    kept_start(&a);
    kept_step(&a, "swap");
    assert_off(&a, "file/qkv: cannot be made");
    app_finish(&a);
    setenv("XDG_STATE_HOME", kept, 1);
    assert_int_equal(rmdir(kept_path("")), -1);
    unlink(kept_path("file"));
    if (geteuid() != 0) {
        chmod(kept_path(""), 0500);
        kept_start(&a);
        kept_step(&a, "swap");
        assert_off(&a, "Permission denied");
        app_finish(&a);
        chmod(kept_path(""), 0700);
    }
    free(kept);
}

static void full_disk_child(void)
{
    struct rlimit limit = {300, 300};
    struct app a;
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        _exit(2);
    kept_start(&a);
    kept_step(&a, "set d 16");
    while (a.model.message.len == 0 && a.model.history.count < 50)
        kept_step(&a, "add d 1");
    bool off = strstr(text_str(&a.model.message), "autosave is off: ") != NULL;
    kept_step(&a, "set d 3");
    _exit(off && a.model.message.len == 0 && a.model.now.state.set.d == 3 ? 10 + a.model.history.count : 1);
}

/* As on a full disk: the last line does not fit. */
static void a_full_disk_ends_autosave_and_keeps_what_was_written(void **state)
{
    (void)state;
    int status;
    struct app a;
    pid_t pid = fork();
    if (pid == 0)
        full_disk_child();
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) > 12);
    int changes = WEXITSTATUS(status) - 10;
    kept_start(&a);
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.model.message), "the earlier session goes on");
    assert_int_equal(a.model.history.count, changes - 2);      /* without the one that did not fit and the one behind it */
    assert_int_equal(a.model.now.state.set.d, 16 + changes - 3);
    kept_end_saved(&a);
}

/* What the start-up file, options and -c did stands at the journal's beginning, and makes none. */
static void how_a_session_began_comes_back_with_it(void **state)
{
    (void)state;
    struct app a;
    struct text before = {0}, after = {0};
    const char *commands[] = {"set d 16", "encoding rope"};
    struct options o = {.lang = LANG_ZH, .langs = 1U << LANG_ZH, .theme = "light", .commands = commands, .command_count = 2};
    write_file(kept_path("start.qkv"), "bind F5 \"weights random 1\"\nset digits 5\nlang en\n");
    kept_start_with(&a, &o);
    kept_step(&a, "key q");
    assert_true(a.quit);
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);
    kept_start_with(&a, &o);
    kept_step(&a, "key F5");
    kept_facts(&a, &before);
    kept_step(&a, "key q");
    app_finish(&a);
    unlink(kept_path("start.qkv"));
    kept_start(&a);
    kept_step(&a, "recover");
    kept_facts(&a, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    assert_int_equal(a.model.now.state.set.d, 16);
    assert_int_equal(a.model.now.state.look.lang, LANG_ZH);
    assert_int_equal(a.model.keymap.count, 1);
    kept_end_saved(&a);
    text_finish(&before);
    text_finish(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(clocks_that_play_do_not_make_the_journal_grow, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(what_was_written_is_synced_when_no_key_comes, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(looking_back_and_forth_comes_back, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(leaving_keeps_what_is_not_saved, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(recovering_keeps_the_session_that_was_there, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(without_a_home_nothing_is_kept_and_leaving_warns, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_written_is_said_once, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(a_full_disk_ends_autosave_and_keeps_what_was_written, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(how_a_session_began_comes_back_with_it, kept_begin, kept_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
