/* What the program writes past the screen library: to a terminal that takes no more for a while, and after a
 * crash before there is a screen. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "support/test.h"
#include "term/reports.h"
#include "term/signals.h"

/* Runs `does` in a child whose descriptor `fd` is a pipe. Reads it after `patience` ms, or as soon as the
 * child has ended. Returns the child's status. */
static int written(void (*does)(void), int fd, int patience, struct text *out)
{
    int data[2], alive[2], status = 0;
    char bytes[4096];
    assert_int_equal(pipe(data), 0);
    assert_int_equal(pipe(alive), 0);
    pid_t child = fork();
    if (child == 0) {
        close(data[0]);
        dup2(data[1], fd);
        close(data[1]);
        does();
        _exit(0);
    }
    close(data[1]);
    close(alive[1]);
    struct pollfd end = {.fd = alive[0]};
    poll(&end, 1, patience);
    for (ssize_t n; (n = read(data[0], bytes, sizeof bytes)) > 0;)
        text_add_bytes(out, bytes, (size_t)n);
    close(data[0]);
    close(alive[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void send_much(void)
{
    struct text t = {0};
    for (int i = 0; i < 50000; i++)
        text_addf(&t, "%09d\n", i);
    fcntl(STDOUT_FILENO, F_SETFL, O_WRONLY | O_NONBLOCK);
    reports_send(true, text_str(&t));
}

/* As over a slow line: the pipe holds less than what is sent, and nobody reads it at first. */
TEST(a_terminal_that_takes_no_more_is_waited_for)
{
    struct text out = {0};
    assert_int_equal(written(send_much, STDOUT_FILENO, 100, &out), 0);
    assert_int_equal(out.len, 500000);
    assert_string_equal(text_str(&out) + out.len - 10, "000049999\n");
    text_finish(&out);
}

static void crash(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signals_guard(LANG_EN);
    raise(SIGBUS);
}

/* The words about the terminal and the session are for those who have one. */
TEST(a_crash_without_a_terminal_says_nothing_of_one)
{
    struct text out = {0};
    int status = written(crash, STDERR_FILENO, 0, &out);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGBUS);
    assert_int_equal(out.len, 0);
    text_finish(&out);
}
