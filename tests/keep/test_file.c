/* Files are written whole or not at all, and nothing but the file that was meant changes. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keep/file.h"
#include "support/kept.h"
#include "support/test.h"

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

TEST_AROUND(a_link_stays_and_what_it_leads_to_is_written, kept_begin, kept_end)
{
    struct stat st;
    write_ok(kept_path("real"), "old");
    assert_int_equal(chmod(kept_path("real"), 0640), 0);
    assert_int_equal(symlink("real", kept_path("link")), 0);
    assert_int_equal(symlink("nowhere", kept_path("broken")), 0);
    write_ok(kept_path("link"), "new");
    kept_holds(kept_path("real"), "new");
    assert_int_equal(lstat(kept_path("link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(kept_path("link"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    write_fails(kept_path("broken"), "No such file");
    assert_int_equal(lstat(kept_path("broken"), &st), 0);
    assert_int_equal(kept_files(""), 3);
}

TEST_AROUND(devices_and_pipes_are_written_to_and_not_replaced, kept_begin, kept_end)
{
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

/* Everything that is not a regular file, under these names in the folder. */
static void make_kinds(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    assert_int_equal(mkfifo(kept_path("fifo"), 0600), 0);
    assert_int_equal(symlink("fifo", kept_path("to-fifo")), 0);
    assert_int_equal(symlink("/dev/tty", kept_path("to-tty")), 0);
    assert_int_equal(mkdir(kept_path("folder"), 0700), 0);
    snprintf(at.sun_path, sizeof at.sun_path, "%s", kept_path("socket"));
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    close(fd);
}

/* A test that waits for a pipe ends here, and fails. */
TEST_AROUND(only_regular_files_are_read, kept_begin, kept_end)
{
    static const struct {
        const char *name, *why;
    } kinds[] = {
        {"fifo", "expected a regular file, but this is a pipe"},
        {"to-fifo", "this is a pipe"},
        {"to-tty", "this is a device or a terminal"},
        {"folder", "Is a directory"},
        {"socket", "this is a socket"},
        {"nothing", "No such file"},
    };
    make_kinds();
    alarm(20);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int own = 0; own < 2; own++) {
            struct reply r = {0};
            struct text t = {0};
            assert_false((own ? file_read_own : file_read)(kept_path(kinds[i].name), 100, &t, &r));
            if (!strstr(text_str(&r.text),
                        own && strncmp(kinds[i].name, "to-", 3) == 0 ? "this is a link" : kinds[i].why))
                fail_msg("%s: %s", kinds[i].name, text_str(&r.text));
            text_finish(&t);
            reply_finish(&r);
            assert_int_equal(own ? file_open_own(kept_path(kinds[i].name), O_RDONLY, &r)
                                 : file_open(kept_path(kinds[i].name), false, &r),
                             -1);
            reply_finish(&r);
        }
    alarm(0);
    rmdir(kept_path("folder"));
}

TEST_AROUND(standard_input_is_read_where_that_is_allowed, kept_begin, kept_end)
{
    struct reply r = {0};
    struct text t = {0};
    int ends[2], before = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "given", 5), 5);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    assert_false(file_read("-", 100, &t, &r));
    assert_non_null(strstr(text_str(&r.text), "only batch mode reads"));
    reply_finish(&r);
    assert_true(file_read_given("-", true, 100, &t, &r));
    assert_string_equal(text_str(&t), "given");
    assert_int_equal(read(STDIN_FILENO, &(char){0}, 1), 0); /* still open */
    dup2(before, STDIN_FILENO);
    close(before);
    close(ends[0]);
    text_finish(&t);
}

TEST_AROUND(what_nobody_reads_is_an_error_at_once, kept_begin, kept_end)
{
    static const char *const refused[] = {"fifo", "to-fifo", "socket"};
    make_kinds();
    alarm(20);
    write_fails(kept_path("fifo"), "no program reads from this pipe");
    write_fails(kept_path("socket"), "this is a socket");
    int reader = open(kept_path("fifo"), O_RDONLY | O_NONBLOCK);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct reply r = {0};
        assert_false(file_write_given(kept_path(refused[i]), false, "new", 3, &r));
        assert_non_null(strstr(text_str(&r.text), "expected a regular file, but this is"));
        reply_finish(&r);
    }
    assert_int_equal(read(reader, &(char){0}, 1), 0);
    close(reader);
    alarm(0);
    rmdir(kept_path("folder"));
}

TEST_AROUND(own_files_are_no_links, kept_begin, kept_end)
{
    struct reply r = {0};
    struct stat st;
    write_ok(kept_path("victim"), "precious");
    assert_int_equal(symlink("victim", kept_path("own")), 0);
    assert_true(file_write_own(kept_path("own"), "ours", 4, &r));
    kept_holds(kept_path("victim"), "precious");
    kept_holds(kept_path("own"), "ours");
    assert_int_equal(lstat(kept_path("own"), &st), 0);
    assert_true(S_ISREG(st.st_mode) && (st.st_mode & 07777) == 0600);
    assert_int_equal(kept_files(""), 2);
    if (geteuid() != 0)
        return;
    struct text t = {0};
    assert_int_equal(chown(kept_path("own"), 65534, 65534), 0);
    assert_false(file_read_own(kept_path("own"), 100, &t, &r));
    assert_non_null(strstr(text_str(&r.text), "belongs to another user"));
    reply_finish(&r);
}

/* A locked file stays locked when others open and close it. */
TEST_AROUND(a_lock_is_its_descriptors_own, kept_begin, kept_end)
{
    struct reply r = {0};
    struct text t = {0};
    write_ok(kept_path("file"), "x");
    int fd = file_open_own(kept_path("file"), O_RDWR, &r);
    assert_true(file_lock(fd));
    assert_true(file_read(kept_path("file"), 100, &t, &r));
    text_finish(&t);
    int other = file_open_own(kept_path("file"), O_RDWR, &r);
    assert_false(file_is_free(other));
    assert_false(file_lock(other));
    close(fd);
    assert_true(file_lock(other));
    close(other);
}

TEST_AROUND(a_new_file_has_the_rights_that_umask_leaves, kept_begin, kept_end)
{
    struct stat st;
    mode_t before = umask(027);
    write_ok(kept_path("new"), "x");
    umask(before);
    assert_int_equal(stat(kept_path("new"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
}

TEST_AROUND(a_file_that_may_not_be_written_is_left_alone, kept_begin, kept_end)
{
    if (geteuid() == 0) /* to whom everything may be written */
        return;
    write_ok(kept_path("closed"), "old");
    assert_int_equal(chmod(kept_path("closed"), 0444), 0);
    write_fails(kept_path("closed"), "Permission denied");
    kept_holds(kept_path("closed"), "old");
}

TEST_AROUND(without_room_the_old_file_stays_and_nothing_lies_around, kept_begin, kept_end)
{
    int status;
    write_ok(kept_path("full"), "old");
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit limit = {10, 10};
        struct reply r = {0};
        signal(SIGXFSZ, SIG_IGN);
        _exit(setrlimit(RLIMIT_FSIZE, &limit) != 0 ||
              file_write(kept_path("full"), "more than ten bytes", 19, &r));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    kept_holds(kept_path("full"), "old");
    assert_int_equal(kept_files(""), 1);
}

TEST(temporary_files_are_known_by_their_names)
{
    assert_true(file_is_temporary("scene.qkv.new-a1B2c3"));
    assert_false(file_is_temporary("scene.qkv"));
    assert_false(file_is_temporary("scene.qkv.new-a1B2"));
    assert_false(file_is_temporary(".new-a1B2c3")); /* of what? */
}

/* As when the program has as many files open as it may: then it is no other file that is read. */
TEST_AROUND(without_a_descriptor_nothing_is_opened, kept_begin, kept_end)
{
    struct reply r = {0};
    struct rlimit was, none;
    write_ok(kept_path("a"), "a");
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    none = (struct rlimit){0, was.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    int fd = file_open(kept_path("a"), false, &r);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
    assert_int_equal(fd, -1);
    assert_non_null(strstr(text_str(&r.text), kept_path("a")));
    reply_finish(&r);
}
