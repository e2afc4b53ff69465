/* The program where something around it is missing, full or hostile: standard files closed, nobody
 * reading, no room on the disk, no home, interrupted calls, names that hold escape sequences. It says
 * what is wrong, ends with a status that tells, and leaves the files as they were. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "support/kept.h"
#include "support/test.h"

/* What the child's standard files are. */
enum given { GIVEN_PIPE, GIVEN_CLOSED, GIVEN_FULL, GIVEN_NOBODY };

struct run {
    const char *argument[6];
    enum given in, out;
    const char *script; /* its standard input, in place of `in` */
    rlim_t largest;     /* bytes of a file, 0: any */
    bool homeless;
    int closes; /* a descriptor of this process that is closed once the child runs, 0: none */
    int status;
    char said[4000]; /* on standard output, then on standard error */
};

static void give(int fd, enum given what, int end)
{
    int nobody[2];
    if (what == GIVEN_CLOSED) {
        close(fd);
        return;
    }
    if (what == GIVEN_NOBODY && pipe(nobody) == 0) {
        close(nobody[0]);
        end = nobody[1];
    }
    dup2(what == GIVEN_FULL ? open("/dev/full", O_RDWR) : end, fd);
}

static void child(const struct run *r, int end)
{
    char *argv[7] = {getenv("QKV") ? getenv("QKV") : (char *)"build/qkv"};
    for (int i = 0; r->argument[i]; i++)
        argv[i + 1] = (char *)r->argument[i];
    if (r->largest) {
        setenv("GCOV_PREFIX", "/dev/null",
               1); /* counts of lines (make coverage) are not to be cut off as well */
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){r->largest, r->largest});
    }
    if (r->homeless) {
        static const char *const names[] = {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                                            "XDG_RUNTIME_DIR"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            unsetenv(names[i]);
    }
    setenv("LANG", "C.UTF-8", 1);
    unsetenv("TERM");
    dup2(end, STDERR_FILENO);
    give(STDOUT_FILENO, r->out, end);
    give(STDIN_FILENO, r->in, open(r->script ? r->script : "/dev/null", O_RDONLY));
    signal(SIGPIPE, SIG_DFL);
    alarm(300); /* it waits for something: that is a failure */
    execv(argv[0], argv);
    _exit(127);
}

static void go(struct run *r)
{
    int ends[2];
    size_t n = 0;
    assert_int_equal(pipe(ends), 0);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        child(r, ends[1]);
    close(ends[1]);
    if (r->closes)
        close(r->closes);
    for (ssize_t k; n + 1 < sizeof r->said && (k = read(ends[0], r->said + n, sizeof r->said - n - 1)) > 0;)
        n += (size_t)k;
    r->said[n] = '\0';
    for (char more[4096]; read(ends[0], more, sizeof more) > 0;) /* said in full, kept in part */
        ;
    close(ends[0]);
    assert_int_equal(waitpid(pid, &r->status, 0), pid);
}

static void ends_with(struct run r, int status, const char *said)
{
    go(&r);
    if (!WIFEXITED(r.status) || WEXITSTATUS(r.status) != status || !strstr(r.said, said))
        fail_msg("%s %s: status %x, said: %s", r.argument[0], r.argument[1] ? r.argument[1] : "",
                 (unsigned)r.status, r.said);
}

TEST_AROUND(a_standard_output_that_takes_nothing_is_an_error, kept_begin, kept_end)
{
    static const char *const tools[][2] = {
        {"--help"}, {"--version"}, {"--man"}, {"--check", "lessons/en/01-by-hand.md"}, {"--directives"}};
    for (enum given out = GIVEN_CLOSED; out <= GIVEN_FULL; out++) {
        const char *why = out == GIVEN_CLOSED ? "Bad file descriptor" : "No space left";
        ends_with((struct run){.argument = {"-b", "-c", "print weights(0)"}, .out = out}, EXIT_FAILED, why);
        ends_with((struct run){.argument = {"-b", "-c", "export json -"}, .out = out}, EXIT_FAILED, why);
        for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
            ends_with((struct run){.argument = {tools[i][0], tools[i][1]}, .out = out}, EXIT_FAILED, why);
    }
}

/* A file that is opened does not become the standard output that is missing. */
TEST_AROUND(a_closed_standard_output_writes_into_no_file, kept_begin, kept_end)
{
    struct stat with, without;
    char line[600];
    snprintf(line, sizeof line, "print weights(0); save %s", kept_path("a.scene"));
    ends_with((struct run){.argument = {"-b", "-c", line}, .out = GIVEN_CLOSED}, EXIT_FAILED, "");
    snprintf(line, sizeof line, "print weights(0); save %s", kept_path("b.scene"));
    ends_with((struct run){.argument = {"-b", "-c", line}}, EXIT_FINE, "");
    assert_int_equal(stat(kept_path("a.scene"), &with), 0);
    assert_int_equal(stat(kept_path("b.scene"), &without), 0);
    assert_int_equal(with.st_size, without.st_size);
}

/* It ends by itself, what it was asked for being done. */
TEST_AROUND(nobody_who_reads_ends_it_silently, kept_begin, kept_end)
{
    struct stat st;
    struct reply reply = {0};
    char save[600], script[600], unheard[600];
    snprintf(save, sizeof save, "save %s", kept_path("a.scene"));
    snprintf(script, sizeof script, "%s", kept_path("script"));
    snprintf(unheard, sizeof unheard, "save %s\n", kept_path("b.scene"));
    assert_true(file_write(script, unheard, strlen(unheard), &reply));
    const struct run runs[] = {
        {.argument = {"-b", "-c", "print weights(0)", "-c", save}},
        {.argument = {"--man"}},
        {.argument = {"--help"}},
        {.argument = {"--plain"}, .script = script},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct run r = runs[i];
        r.out = GIVEN_NOBODY;
        go(&r);
        if (!WIFEXITED(r.status) || WEXITSTATUS(r.status) != EXIT_FAILED || r.said[0])
            fail_msg("%s: status %x, said: %s", r.argument[0], (unsigned)r.status, r.said);
    }
    assert_int_equal(stat(kept_path("a.scene"), &st), 0);
    assert_int_equal(stat(kept_path("b.scene"), &st), -1); /* a session that nobody hears ends */
}

/* The other end is closed once something came through. */
TEST_AROUND(a_reader_who_goes_is_an_error, kept_begin, kept_end)
{
    char line[600], byte;
    int status = 1;
    assert_int_equal(mkfifo(kept_path("pipe"), 0600), 0);
    snprintf(line, sizeof line, "set d 256 ; export json %s", kept_path("pipe")); /* more than a pipe holds */
    int fd = open(kept_path("pipe"), O_RDONLY | O_NONBLOCK);
    pid_t pid = fork();
    if (pid == 0) {
        struct pollfd come = {.fd = fd, .events = POLLIN};
        _exit(poll(&come, 1, 60000) != 1 || read(fd, &byte, 1) != 1);
    }
    assert_int_equal(fcntl(fd, F_SETFD, FD_CLOEXEC), 0);
    ends_with((struct run){.argument = {"-b", "-c", line}, .closes = fd}, EXIT_FAILED, "pipe: Broken pipe");
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* A byte 0 would end a text in silence, and what comes after it would not be read. */
TEST_AROUND(a_byte_zero_is_refused_with_its_place, kept_begin, kept_end)
{
    static const struct {
        const char *bytes, *line, *where;
    } files[] = {
        {"print 1\0x\nprint 2\n", "source %s", ":1:8: error: "},
        {"# scene format 1\ntokens a b\0\ntokens c d\n", "load %s", ":2:11: error: "},
        {"\n# 猫 \0\nprint 2\n", "source %s", ":2:5: error: "},
        {"\357\273\277print 1\0\n", "source %s", ":1:8: error: "},
        {"cat dog -> cat\0\n", "import examples %s", ":1:15: error: "},
        {"1,2\0,3\n", "import WQ %s", ":1:4: error: "},
    };
    struct reply r = {0};
    char path[500], line[600], want[600];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t n = strlen(files[i].bytes) + 1;
        n += strlen(files[i].bytes + n);
        snprintf(path, sizeof path, "%s", kept_path("zero.csv"));
        assert_true(file_write(path, files[i].bytes, n, &r));
        snprintf(line, sizeof line, files[i].line, path);
        snprintf(want, sizeof want, "%s%sthe invisible or control character U+0000 is not allowed here", path,
                 files[i].where);
        ends_with((struct run){.argument = {"-b", "-c", line}}, EXIT_FAILED, want);
    }
    ends_with((struct run){.argument = {"-b", path}}, EXIT_FAILED, ":1:4: error: ");
    ends_with((struct run){.argument = {"-b"}, .script = path}, EXIT_FAILED, "-:1:4: error: ");
    assert_true(file_write(path, "print 1\0x\nprint 40 + 2\n", 24, &r));
    ends_with((struct run){.argument = {"--plain", "--lang", "en"}, .script = path}, EXIT_FINE,
              "-:1:8: error: the invisible or control character U+0000");
    ends_with((struct run){.argument = {"--plain", "--lang", "en"}, .script = path}, EXIT_FINE, "\n42\n");
    snprintf(path, sizeof path, "%s", kept_path("zero.md"));
    assert_true(file_write(path, "# T\n\nab\0c\n", 11, &r));
    ends_with((struct run){.argument = {"-b", path}}, EXIT_FAILED, ":3:3: error: ");
    snprintf(path, sizeof path, "%s", kept_path("start.qkv"));
    assert_true(file_write_own(path, "print 1\0\n", 9, &r));
    ends_with((struct run){.argument = {"--plain"}, .script = "/dev/null"}, EXIT_FINE,
              "start.qkv:1:8: error: ");
}

/* No command writes where sessions are kept, whatever name or link leads there. */
TEST_AROUND(nothing_is_written_where_sessions_are_kept, kept_begin, kept_end)
{
    static const char *const lines[] = {"save %s",
                                        "export json %s",
                                        "export csv X %s",
                                        "export npy WQ %s",
                                        "export svg stages %s",
                                        "export text screen %s",
                                        "screen %s",
                                        "progress save %s",
                                        "export safetensors %s",
                                        "export json terms %s"};
    struct reply r = {0};
    char line[700], own[400], link[400], folder[400], below[450], around[450];
    snprintf(own, sizeof own, "%s", kept_path("1.journal"));
    snprintf(link, sizeof link, "%s", kept_path("link"));
    snprintf(folder, sizeof folder, "%s", kept_path("folder"));
    snprintf(below, sizeof below, "%s/new", folder);
    snprintf(around, sizeof around, "%s../qkv/new", kept_path(""));
    assert_true(file_write_own(own, "kept", 4, &r));
    assert_int_equal(symlink(own, link), 0);
    assert_int_equal(symlink(kept_path(""), folder), 0);
    const char *const names[] = {own, link, below, around};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            snprintf(line, sizeof line, lines[i], names[k]);
            ends_with((struct run){.argument = {"-b", "-c", line}}, EXIT_FAILED,
                      "this folder is for the program's own files");
        }
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        ends_with((struct run){.argument = {"--cast", names[k], "--lesson", "01", "-b"}}, EXIT_FAILED,
                  "this folder is for the program's own files");
    assert_int_equal(kept_files(""), 3); /* the journal, and the two links in the other folder */
    kept_holds(own, "kept");
}

/* Whatever is in place of a file, the program never waits for it. */
TEST_AROUND(only_files_are_read, kept_begin, kept_end)
{
    static const char *const lines[] = {"load %s",           "source %s", "import WQ %s",
                                        "import vectors %s", "save %s",   "export json %s"};
    char line[600];
    assert_int_equal(mkfifo(kept_path("pipe"), 0600), 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(line, sizeof line, lines[i], kept_path("pipe"));
        ends_with((struct run){.argument = {"--plain", "-c", line}}, EXIT_FAILED,
                  "expected a regular file, but this is a pipe");
        ends_with((struct run){.argument = {"-b", "-c", line}}, EXIT_FAILED,
                  i < 4 ? "this is a pipe" : "no program reads from this pipe");
    }
    ends_with((struct run){.argument = {kept_path("pipe")}}, EXIT_FAILED, "this is a pipe");
    ends_with((struct run){.argument = {"-b", "/dev/tty"}}, EXIT_FAILED, "this is a device or a terminal");
    ends_with((struct run){.argument = {"--check", kept_path("pipe")}}, EXIT_FAILED, "this is a pipe");
    assert_int_equal(rename(kept_path("pipe"), kept_path("pipe.md")), 0);
    ends_with((struct run){.argument = {"-b", "--lesson", kept_path("pipe.md")}}, EXIT_FAILED,
              "this is a pipe");
    ends_with((struct run){.argument = {"--plain", "--watch", kept_path("pipe.md")}}, EXIT_FAILED,
              "this is a pipe");
    static const char *const own[] = {"start.qkv", "progress", "notes", "1.journal", "notes.new-abcdef"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        assert_int_equal(mkfifo(kept_path(own[i]), 0600), 0);
    ends_with((struct run){.argument = {"--plain", "-c", "recover list"}}, EXIT_FAILED,
              "no earlier session is kept");
    ends_with((struct run){.argument = {"--plain", "--lesson", "01"}}, EXIT_FINE,
              "start.qkv: expected a regular file, but this is a pipe");
    unlink(kept_path("start.qkv"));
    ends_with((struct run){.argument = {"--plain"}}, EXIT_FINE,
              "progress: expected a regular file, but this is a pipe");
}

/* Standard input is a script where nothing else reads it. */
TEST_AROUND(only_batch_reads_standard_input, kept_begin, kept_end)
{
    static const char *const lines[] = {"source -", "load -", "import WQ -", "import vectors -"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ends_with((struct run){.argument = {"--plain", "-c", lines[i]}}, EXIT_FAILED,
                  "only batch mode reads");
        ends_with((struct run){.argument = {"-c", lines[i]}}, EXIT_FAILED, "only batch mode reads");
    }
    ends_with((struct run){.argument = {"-"}}, EXIT_FAILED, "only batch mode reads");
    ends_with((struct run){.argument = {"-b", "-c", "source - ; print d"}}, EXIT_FINE, "8");
    ends_with((struct run){.argument = {"-b", "-c", "import vectors -"}}, EXIT_FAILED,
              "-: contains none of the sentence's words");
}

/* A lesson that cannot be read is passed over: the program carries it too. */
TEST_AROUND(a_pipe_in_a_lessons_place_is_passed_over, kept_begin, kept_end)
{
    assert_int_equal(mkdir(kept_path("en"), 0700), 0);
    assert_int_equal(mkfifo(kept_path("en/01-by-hand.md"), 0600), 0);
    setenv("QKV_LESSONS", kept_path(""), 1);
    ends_with((struct run){.argument = {"--plain", "-c", "lesson 01"}}, EXIT_FINE, "he likes basketball");
    unsetenv("QKV_LESSONS");
    unlink(kept_path("en/01-by-hand.md"));
    rmdir(kept_path("en"));
}

TEST_AROUND(notes_from_somebody_else_are_not_shown, kept_begin, kept_end)
{
    assert_int_equal(chmod(kept_path(""), 0777), 0);
    ends_with((struct run){.argument = {"--notes"}}, EXIT_FAILED, "others may write in this folder");
    assert_int_equal(chmod(kept_path(""), 0700), 0);
    ends_with((struct run){.argument = {"--notes"}}, EXIT_NO_TERMINAL, "");
    ends_with((struct run){.argument = {"--notes", "notes.txt"}}, EXIT_USAGE, "opens no file ('notes.txt')");
}

TEST_AROUND(a_standard_input_that_gives_nothing_is_an_error, kept_begin, kept_end)
{
    ends_with((struct run){.argument = {"-b"}, .in = GIVEN_CLOSED}, EXIT_FAILED, "Bad file descriptor");
}

TEST_AROUND(without_a_terminal_it_says_how_to_do_without, kept_begin, kept_end)
{
    ends_with((struct run){.argument = {"-c", "swap"}}, EXIT_NO_TERMINAL, "use -b for batch");
    ends_with((struct run){.argument = {"-c", "swap"}, .in = GIVEN_CLOSED}, EXIT_NO_TERMINAL,
              "use -b for batch");
    ends_with((struct run){.argument = {"-c", "swap"}, .homeless = true}, EXIT_NO_TERMINAL,
              "use -b for batch");
}

/* A name may hold what a terminal would obey; what is said of it is harmless, to a pipe too. */
TEST_AROUND(names_are_never_said_raw, kept_begin, kept_end)
{
    static const char *const bad = "/nowhere/\033[31m\r\xE2\x80\xAE";
    const struct run tools[] = {
        {.argument = {"-b", bad}},
        {.argument = {"--export-lesson", bad}},
        {.argument = {"--cast", bad, "--lesson", "01"}},
        {.argument = {"--lesson", bad, "-b"}},
        {.argument = {"--number", "1", "--scene", bad}},
        {.argument = {bad, "--plain"}},
        {.argument = {"--theme", bad}},
        {.argument = {"--check", bad}},
    };
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        struct run r = tools[i];
        go(&r);
        if (!WIFEXITED(r.status) || WEXITSTATUS(r.status) == EXIT_FINE || !r.said[0] ||
            strpbrk(r.said, "\033\r") || strstr(r.said, "\xE2\x80\xAE"))
            fail_msg("%s: status %x, said: %s", r.argument[0], (unsigned)r.status, r.said);
    }
}

/* A carriage return ends a line of Windows, and inside a line it is a blank; nothing that is said holds one.
 */
TEST_AROUND(carriage_returns_end_lines_and_are_not_said, kept_begin, kept_end)
{
    struct reply r = {0};
    static const char script[] =
        "set d\r4\r\nundo\r\ntokens cat \r 狗\r\n\r\n# remark\r\nundo\r\nprint n\r\n";
    assert_true(file_write(kept_path("dos.qkv"), script, strlen(script), &r));
    struct run run = {.argument = {"-b", kept_path("dos.qkv")}};
    go(&run);
    assert_true(WIFEXITED(run.status) && WEXITSTATUS(run.status) == EXIT_FINE);
    assert_string_equal(
        run.said, "undone: width d 4 → 8  (set d 4)\nundone: cat 狗 → 猫 追 狗  (tokens cat   狗)\n3\n");
}

TEST_AROUND(without_a_home_batch_works, kept_begin, kept_end)
{
    ends_with((struct run){.argument = {"-b", "-c", "set d 4; print d"}, .homeless = true}, EXIT_FINE, "4");
}

TEST_AROUND(a_full_disk_leaves_the_old_file, kept_begin, kept_end)
{
    struct reply r = {0};
    struct text now = {0};
    char line[600];
    assert_true(file_write(kept_path("old"), "old", 3, &r));
    static const char *const lines[] = {"save %s", "export json %s", "export csv X %s", "export npy X %s",
                                        "export html stages %s"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(line, sizeof line, lines[i], kept_path("old"));
        ends_with((struct run){.argument = {"-b", "-c", line}, .largest = 16}, EXIT_FAILED, "error");
        text_clear(&now);
        assert_true(file_read(kept_path("old"), 100, &now, &r));
        assert_string_equal(text_str(&now), "old");
        assert_int_equal(kept_files(""), 1);
    }
    text_finish(&now);
}

static void on_alarm(int number)
{
    (void)number;
}

/* A writer who is interrupted all the time and a pipe that takes a little at a time. */
TEST_AROUND(interrupted_calls_go_on, kept_begin, kept_end)
{
    enum { SIZE = 1 << 20 };
    int ends[2];
    struct text bytes = {0}, back = {0};
    struct reply r = {0};
    char path[40];
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    for (int i = 0; i < SIZE; i++)
        text_add_char(&bytes, (char)('a' + i % 26));
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    sigaction(SIGALRM, &action, NULL);
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    if (pid == 0) {
        snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
        _exit(!file_write(path, bytes.s, bytes.len, &r));
    }
    close(ends[1]);
    bool ok = file_read_open(ends[0], "pipe", 2 * SIZE, &back, &r);
    setitimer(ITIMER_REAL, &never, NULL);
    assert_true(ok);
    int status = 1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_true(back.len == bytes.len && memcmp(back.s, bytes.s, bytes.len) == 0);
    close(ends[0]);
    text_finish(&bytes);
    text_finish(&back);
}

/* What is made is the umask's, and the program's own folders are for its user alone. */
TEST_AROUND(files_have_the_umasks_rights_and_folders_are_private, kept_begin, kept_end)
{
    struct stat st;
    char line[600];
    snprintf(line, sizeof line, "save %s", kept_path("a.scene"));
    mode_t mask = umask(027);
    ends_with((struct run){.argument = {"-b", "-c", line}}, EXIT_FINE, "");
    umask(mask);
    assert_int_equal(stat(kept_path("a.scene"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    struct app a;
    kept_start(&a);
    unlink(kept_path("a.scene"));
    assert_int_equal(rmdir(kept_path("")), 0);
    kept_step(&a, "swap");
    assert_int_equal(stat(kept_path(""), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    assert_int_equal(stat(kept_file(JOURNAL_SUFFIX), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    kept_end_saved(&a);
}

TEST(an_error_without_a_place_begins_with_the_program)
{
    static const struct {
        const char *const argument[3], *said;
    } cases[] = {
        {{"-b", "nosuch"}, "qkv: error: nosuch: No such file"},
        {{"nosuch"}, "qkv: error: nosuch: No such file"},
        {{"-b", "--scene", "nosuch"}, "qkv: error: no scene 'nosuch'"},
        {{"-b", "--lesson", "nosuch"}, "qkv: error: no lesson 'nosuch'"},
        {{"--plain", "--model", "nosuch"}, "qkv: error: nosuch: No such file"},
        {{"--export-lesson", "nosuch"}, "qkv: error: no lesson 'nosuch'"},
        {{"-b", "-c", "nosuch"}, "-c:1:1: error: no command"},
        {{"--number", "nosuch"}, "--number:1:1: error: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const *a = cases[i].argument;
        struct run r = {.argument = {a[0], a[1], a[2]}};
        go(&r);
        if (strncmp(r.said, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("%s %s: %s", a[0], a[1] ? a[1] : "", r.said);
    }
}

TEST(options_are_obeyed_or_told_what_would_be_right)
{
    ends_with((struct run){.argument = {"--lagn", "zh"}}, EXIT_USAGE,
              "unknown option '--lagn' (did you mean --lang?)");
    ends_with((struct run){.argument = {"--frobnicate"}}, EXIT_USAGE,
              "unknown option '--frobnicate' (qkv --help)");
    ends_with((struct run){.argument = {"--auto", "99"}}, EXIT_USAGE, "0.1 to 60 seconds");
    ends_with((struct run){.argument = {"-b", "--theme", "light", "-c", "export svg home -"}}, EXIT_FINE,
              "fill=\"#ffffff\"");
    ends_with((struct run){.argument = {"--theme", "blue"}}, EXIT_USAGE,
              "invalid value 'blue' (dark|light|contrast|mono)");
}
