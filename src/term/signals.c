#include "term/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { BYTES = 512, WORDS = 4600, STACK = 64 << 10 };

static struct {
    int pipe[2];
    struct termios modes;
    char bytes[BYTES], words[WORDS];
    size_t byte_count;       /* 0: no terminal to give back */
    char stack[STACK];       /* for a crash that left no stack */
} signals;

static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

static void on_signal(int number)
{
    int saved = errno;
    char c = number == SIGTSTP ? 'z' : 'x';
    if (write(signals.pipe[1], &c, 1) < 0 && errno != EAGAIN)      /* full of them: they are not missed */
        _exit(1);
    errno = saved;
}

static void put(int fd, const char *s, size_t n)
{
    while (n > 0) {
        ssize_t k = write(fd, s, n);
        if (k <= 0)
            return;
        s += k;
        n -= (size_t)k;
    }
}

/* Only what POSIX calls safe here. */
static void on_crash(int number)
{
    if (signals.byte_count > 0) {
        tcsetattr(STDIN_FILENO, TCSANOW, &signals.modes);
        put(STDOUT_FILENO, signals.bytes, signals.byte_count);
        put(STDERR_FILENO, signals.words, strlen(signals.words));
    }
    signal(number, SIG_DFL);
    raise(number);
}

bool signals_catch(void)
{
    struct sigaction caught = {.sa_handler = on_signal}, crash = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    stack_t stack = {.ss_sp = signals.stack, .ss_size = sizeof signals.stack};
    if (tcgetattr(STDIN_FILENO, &signals.modes) != 0 || pipe(signals.pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(signals.pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(signals.pipe[i], F_SETFD, FD_CLOEXEC);
    }
    sigemptyset(&caught.sa_mask);
    sigemptyset(&crash.sa_mask);
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaction(ends[i], &caught, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &crash, NULL);
    return true;
}

int signals_waits(void)
{
    return signals.pipe[0];
}

char signals_next(void)
{
    char c = 0;
    return read(signals.pipe[0], &c, 1) == 1 ? c : 0;
}

void signals_stop(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL}, ours = {.sa_handler = on_signal};
    sigemptyset(&standard.sa_mask);
    sigemptyset(&ours.sa_mask);
    sigaction(SIGTSTP, &standard, NULL);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

void signals_hold_stop(bool hold)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &stop, NULL);
}

void signals_terminal(const char *bytes, size_t n)
{
    signals.byte_count = 0;          /* a crash between here and the end finds nothing half done */
    if (n > BYTES)
        return;
    memcpy(signals.bytes, bytes, n);
    signals.byte_count = n;
}

void signals_words(const char *words)
{
    size_t n = strlen(words);
    if (n < WORDS)
        memcpy(signals.words, words, n + 1);
}
