/* The binary in a pseudo-terminal: from fork to the last byte of the first full
 * screen, and how many bytes that is; beside a program that does nothing. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "bench/bench.h"

enum { STARTS = 15, QUIET_MS = 60 };

static int open_terminal(int rows, int cols)
{
    struct winsize w = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || ioctl(master, TIOCSWINSZ, &w) != 0)
        abort();
    return master;
}

static void become(const char *slave, const char *program)
{
    setsid();
    int fd = open(slave, O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    setenv("TERM", "xterm-256color", 1);
    setenv("LANG", "C.UTF-8", 1);
    execl(program, program, (char *)NULL);
    _exit(127);
}

/* Seconds until the program had written its last byte before a pause, and the bytes. */
static double first_screen(const char *program, int rows, int cols, double *bytes)
{
    char buffer[65536];
    int master = open_terminal(rows, cols);
    char slave[64];
    snprintf(slave, sizeof slave, "%s", ptsname(master));
    double begin = bench_now(), last = begin;
    pid_t child = fork();
    if (child == 0)
        become(slave, program);
    *bytes = 0;
    struct pollfd p = {.fd = master, .events = POLLIN};
    while (poll(&p, 1, *bytes > 0 ? QUIET_MS : 2000) > 0 && (p.revents & POLLIN)) {
        ssize_t n = read(master, buffer, sizeof buffer);
        if (n <= 0)
            break;
        *bytes += (double)n;
        last = bench_now();
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(master);
    return last - begin;
}

static double nothing(void)
{
    double begin = bench_now();
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/true", "true", (char *)NULL);
        _exit(127);
    }
    waitpid(child, NULL, 0);
    return bench_now() - begin;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void startup(int rows, int cols)
{
    const char *program = getenv("QKV") ? getenv("QKV") : "build/qkv";
    double took[STARTS], empty = 1, bytes = 0;
    for (int i = 0; i < STARTS; i++) {
        double t = nothing();
        empty = t < empty ? t : empty;
        took[i] = first_screen(program, rows, cols, &bytes);
    }
    qsort(took, STARTS, sizeof *took, by_size);
    bench_print(&(struct bench_case){"startup", rows, cols, 0, bytes, 0, "/bin/true", empty}, (struct bench_time){took[0], took[STARTS / 2]});
}

void bench_program(void)
{
    startup(24, 80);
    startup(36, 120);
    startup(67, 240);
}
