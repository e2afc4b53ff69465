/* The binary in a pseudo-terminal: from fork to the last byte of the first full
 * screen, and how many bytes that is; beside a program that does nothing. And how many bytes
 * a whole picture is later. */
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

enum { STARTS = 15, KEYS = 40, QUIET_MS = 60 };

static int open_terminal(int rows, int cols)
{
    struct winsize w = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || ioctl(master, TIOCSWINSZ, &w) != 0)
        abort();
    return master;
}

/* The program with a command, or without one (NULL); without a movement, whose frames come later. */
static void become(const char *slave, const char *home, const char *program, const char *command)
{
    setsid();
    int fd = open(slave, O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    setenv("TERM", "xterm-256color", 1);
    setenv("LANG", "C.UTF-8", 1);
    setenv("NO_MOTION", "1", 1);
    setenv("HOME", home, 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_CONFIG_HOME");
    execl(program, program, command ? "-c" : (char *)NULL, command, (char *)NULL);
    _exit(127);
}

/* Each has a home of its own: nobody's earlier sessions are listed. */
struct running {
    int master;
    pid_t child;
    char home[32];
};

static struct running start(int rows, int cols, const char *program, const char *command)
{
    struct running p = {.master = open_terminal(rows, cols), .home = "/tmp/qkv-bench-XXXXXX"};
    char slave[64];
    if (!mkdtemp(p.home))
        abort();
    snprintf(slave, sizeof slave, "%s", ptsname(p.master));
    p.child = fork();
    if (p.child == 0)
        become(slave, p.home, program, command);
    return p;
}

static void stop(struct running p)
{
    kill(p.child, SIGKILL);
    waitpid(p.child, NULL, 0);
    close(p.master);
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/rm", "rm", "-rf", p.home, (char *)NULL);
        _exit(127);
    }
    waitpid(child, NULL, 0);
}

static const char *qkv(void)
{
    return getenv("QKV") ? getenv("QKV") : "build/qkv";
}

/* Bytes that the program writes before it pauses; *last: when the last of them came. */
static double written(struct running running, double *last)
{
    char buffer[65536];
    double bytes = 0;
    struct pollfd p = {.fd = running.master, .events = POLLIN};
    while (poll(&p, 1, bytes > 0 ? QUIET_MS : 2000) > 0 && (p.revents & POLLIN)) {
        ssize_t n = read(running.master, buffer, sizeof buffer);
        if (n <= 0)
            break;
        bytes += (double)n;
        *last = bench_now();
    }
    return bytes;
}

/* Seconds until the program had written its last byte before a pause, and the bytes. */
static double first_screen(int rows, int cols, double *bytes)
{
    double begin = bench_now(), last = begin;
    struct running p = start(rows, cols, qkv(), NULL);
    *bytes = written(p, &last);
    stop(p);
    return last - begin;
}

double bench_frame_bytes(int rows, int cols)
{
    double last = 0, bytes;
    struct running p = start(rows, cols, qkv(), "view stages");
    written(p, &last);
    bool asked = write(p.master, "\f", 1) == 1; /* C-l: the whole screen again */
    bytes = asked ? written(p, &last) : 0;
    stop(p);
    return bytes;
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
    double took[STARTS], empty = 1, bytes = 0;
    for (int i = 0; i < STARTS; i++) {
        double t = nothing();
        empty = t < empty ? t : empty;
        took[i] = first_screen(rows, cols, &bytes);
    }
    qsort(took, STARTS, sizeof *took, by_size);
    bench_print(&(struct bench_case){"startup", rows, cols, 0, bytes, 0, "/bin/true", empty, 0, NULL, 0},
                (struct bench_time){took[0], took[STARTS / 2]});
}

/* Seconds from a key to the last byte that it makes the program send, and the bytes. Two keys take turns. */
static struct bench_time answers(struct running p, const char *const keys[2], double *bytes)
{
    double took[KEYS], last = 0;
    written(p, &last);
    for (int i = 0; i < KEYS; i++) {
        double begin = last = bench_now();
        bool pressed = write(p.master, keys[i % 2], strlen(keys[i % 2])) > 0;
        *bytes = pressed ? written(p, &last) : 0;
        took[i] = last - begin;
    }
    stop(p);
    qsort(took, KEYS, sizeof *took, by_size);
    return (struct bench_time){took[0], took[KEYS / 2]};
}

struct keys {
    const char *what;
    const char *key[2];
    const char *scene[BENCH_SHAPES]; /* as it is, then with twice the words, the width, the layers */
    struct bench_shape of;
};

static void key(const struct keys *k)
{
    enum { ROWS = 36, COLS = 120 };
    double once = 0;
    for (int which = 0; which < BENCH_SHAPES; which++) {
        struct bench_shape of = bench_doubled(k->of, which);
        double bytes, none;
        struct bench_time echo = answers(start(ROWS, COLS, "/bin/cat", NULL),
                                         (const char *const[]){"a\n", "b\n"}, &none),
                          took = answers(start(ROWS, COLS, qkv(), k->scene[which]), k->key, &bytes);
        bench_print(&(struct bench_case){k->what, of.n, of.d, of.h, bytes, 0, "/bin/cat", echo.least,
                                         of.layers, bench_twice[which], once},
                    took);
        once = which == 0 ? took.least : once;
    }
}

void bench_program(void)
{
#define SCENE(words, more) "reset ; tokens " words " ; weights random 1 ; " more "view flow"
#define FOUR "a b c d"
#define SCENES                                                                                               \
    {SCENE(FOUR, ""), SCENE(FOUR " e f g h", ""), SCENE(FOUR, "set d 16 ; "), SCENE(FOUR, "set layers 2 ; ")}
    key(&(struct keys){"walk", {"\033OC", "\033OD"}, SCENES, {4, 8, 1, 1}});
    key(&(struct keys){"encode", {"p", "p"}, SCENES, {4, 8, 1, 1}});
    startup(24, 80);
    startup(36, 120);
    startup(67, 240);
}
