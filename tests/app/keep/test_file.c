/* Files are written whole or not at all, and nothing but the file that was meant changes. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/keep/file.h"
#include "support/kept.h"

static void write_ok(const char *path, const char *s)
{
    struct reply r = {0};
    assert_true(file_write(path, s, strlen(s), &r));
    assert_string_equal(text_str(&r.text), "");
}

static void write_fails(const char *path, const char *why)
{
    struct reply r = {0};
    assert_false(file_write(path, "new", 3, &r));
    assert_non_null(strstr(text_str(&r.text), why));
    reply_finish(&r);
}

static void holds(const char *path, const char *want)
{
    struct reply r = {0};
    struct text t = {0};
    assert_true(file_read(path, 100, &t, &r));
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

static void a_link_stays_and_what_it_leads_to_is_written(void **state)
{
    (void)state;
    struct stat st;
    write_ok(kept_path("real"), "old");
    assert_int_equal(chmod(kept_path("real"), 0640), 0);
    assert_int_equal(symlink("real", kept_path("link")), 0);
    assert_int_equal(symlink("nowhere", kept_path("broken")), 0);
    write_ok(kept_path("link"), "new");
    holds(kept_path("real"), "new");
    assert_int_equal(lstat(kept_path("link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(kept_path("link"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    write_fails(kept_path("broken"), "No such file");
    assert_int_equal(lstat(kept_path("broken"), &st), 0);
    assert_int_equal(kept_files(""), 3);
}

static void devices_and_pipes_are_written_to_and_not_replaced(void **state)
{
    (void)state;
    struct stat st;
    char got[10] = "";
    write_ok("/dev/null", "gone");
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
    write_fails("/dev/full", "No space left");
    assert_int_equal(mkfifo(kept_path("pipe"), 0600), 0);
    int fd = open(kept_path("pipe"), O_RDWR);
    assert_true(fd >= 0);
    write_ok(kept_path("pipe"), "through");
    assert_int_equal(read(fd, got, sizeof got), 7);
    assert_string_equal(got, "through");
    close(fd);
    assert_int_equal(kept_files(""), 1);
}

static void a_new_file_has_the_rights_that_umask_leaves(void **state)
{
    (void)state;
    struct stat st;
    mode_t before = umask(027);
    write_ok(kept_path("new"), "x");
    umask(before);
    assert_int_equal(stat(kept_path("new"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
}

static void a_file_that_may_not_be_written_is_left_alone(void **state)
{
    (void)state;
    if (geteuid() == 0)      /* to whom everything may be written */
        return;
    write_ok(kept_path("closed"), "old");
    assert_int_equal(chmod(kept_path("closed"), 0444), 0);
    write_fails(kept_path("closed"), "Permission denied");
    holds(kept_path("closed"), "old");
}

static void without_room_the_old_file_stays_and_nothing_lies_around(void **state)
{
    (void)state;
    int status;
    write_ok(kept_path("full"), "old");
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit limit = {10, 10};
        struct reply r = {0};
        signal(SIGXFSZ, SIG_IGN);
        _exit(setrlimit(RLIMIT_FSIZE, &limit) != 0 || file_write(kept_path("full"), "more than ten bytes", 19, &r));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    holds(kept_path("full"), "old");
    assert_int_equal(kept_files(""), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_link_stays_and_what_it_leads_to_is_written, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(devices_and_pipes_are_written_to_and_not_replaced, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(a_new_file_has_the_rights_that_umask_leaves, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(a_file_that_may_not_be_written_is_left_alone, kept_begin, kept_end),
        cmocka_unit_test_setup_teardown(without_room_the_old_file_stays_and_nothing_lies_around, kept_begin, kept_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
