#include "term/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/reply.h"

enum { BYTES = 512, WORDS = 4600, STACK = 64 << 10, DEADLINE_S = 1, GRACE_MS = 200 };

static struct {
    int pipe[2];
    struct termios modes;
    char bytes[BYTES], words[WORDS];
    enum lang lang;                 /* of the first words */
    size_t byte_count;              /* 0: no terminal to restore */
    volatile sig_atomic_t ended;    /* the first signal that asks for the end, 0: none */
    _Alignas(16) char stack[STACK]; /* alternate stack, for overflows */
} signals;

/* Async-signal-safe, as is everything down to signals_catch. */
static void tell_loop(char c)
{
    int saved = errno;
    if (write(signals.pipe[1], &c, 1) < 0 && errno != EAGAIN) /* pipe full: enough wake-ups are queued */
        _exit(1);
    errno = saved;
}

/* Writes without waiting long; gives up if a terminal or pipe takes nothing. Other programs share the
 * terminal's flags, so O_NONBLOCK is reset. */
static void put_bytes(int fd, const char *s, size_t n)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    int flags = fcntl(fd, F_GETFL);
    fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    while (n > 0) {
        ssize_t k = write(fd, s, n);
        if (k <= 0 && poll(&p, 1, GRACE_MS) <= 0)
            break;
        s += k > 0 ? k : 0;
        n -= k > 0 ? (size_t)k : 0;
    }
    fcntl(fd, F_SETFL, flags);
}

/* Restores the terminal. Drops its pending output first: if it does not drain, there is no room for these
 * bytes. */
static void give_back(void)
{
    if (signals.byte_count == 0)
        return;
    tcflow(STDOUT_FILENO, TCOON);
    tcflush(STDOUT_FILENO, TCOFLUSH);
    tcsetattr(STDIN_FILENO, TCSANOW, &signals.modes);
    put_bytes(STDOUT_FILENO, signals.bytes, signals.byte_count);
}

static void die(int number)
{
    sigset_t this;
    sigemptyset(&this);
    sigaddset(&this, number);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &this, NULL);
    raise(number);
    _exit(128 + number); /* process 1 of a container does not die of a signal */
}

static void say_last(const char *words)
{
    put_bytes(STDERR_FILENO, words, strlen(words));
}

static void on_crash(int number)
{
    give_back();
    if (signals.byte_count > 0) {
        say_last(text_in(TEXT("qkv crashed. "), signals.lang));
        say_last(signals.words);
    }
    die(number);
}

/* Reading a mapped file past its new end is not a bug of the program. */
static void on_bus(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code != BUS_ADRERR) {
        on_crash(number);
        return;
    }
    give_back();
    say_last(
        text_in(TEXT("qkv: a file of the model became shorter while it was open, so its numbers are gone. "),
                signals.lang));
    say_last(*signals.words ? signals.words : "\n");
    _exit(EXIT_FAILED);
}

static void on_stop(int number)
{
    (void)number;
    tell_loop('z');
}

/* The loop ends the program in order. If that takes too long (the terminal does not drain, a computation
 * runs, a file does not answer), the alarm ends it. SIGTTOU is ignored: in the background, touching the
 * terminal would stop the program. */
static void on_end(int number)
{
    if (signals.ended)
        return;
    signals.ended = number;
    signal(SIGTTOU, SIG_IGN);
    signal(SIGTTIN, SIG_IGN);
    alarm(DEADLINE_S);
    tell_loop('x');
}

static void on_alarm(int number)
{
    if (!signals.ended) {
        on_end(number);
        return;
    }
    give_back();
    die(signals.ended);
}

/* Handlers of the signals that would otherwise end the program without restoring the terminal. main.c ignores
 * SIGPIPE and SIGXFSZ from the start. Signals from SIGRTMIN on are handled like SIGTERM. */
static const struct {
    int number;
    void (*handler)(int);
} caught[] = {
    {SIGTERM, on_end},   {SIGHUP, on_end},    {SIGINT, on_end},    {SIGQUIT, on_end},   {SIGUSR1, on_end},
    {SIGUSR2, on_end},   {SIGALRM, on_alarm}, {SIGTSTP, on_stop},  {SIGSEGV, on_crash}, {SIGABRT, on_crash},
    {SIGFPE, on_crash},  {SIGILL, on_crash},  {SIGTRAP, on_crash}, {SIGSYS, on_crash},
#ifdef SIGVTALRM
    {SIGVTALRM, on_end},
#endif
#ifdef SIGPROF
    {SIGPROF, on_end},
#endif
#ifdef SIGXCPU
    {SIGXCPU, on_end},
#endif
#ifdef SIGIO
    {SIGIO, on_end},
#elif defined SIGPOLL
    {SIGPOLL, on_end},
#endif
#ifdef SIGPWR
    {SIGPWR, on_end},
#endif
#ifdef SIGSTKFLT
    {SIGSTKFLT, on_end},
#endif
#ifdef SIGEMT
    {SIGEMT, on_crash},
#endif
};

static void catch_one(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = handler == on_crash ? SA_ONSTACK : 0};
    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void signals_guard(enum lang lang)
{
    struct sigaction action = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    signals.lang = lang;
    sigfillset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

bool signals_catch(const char **why)
{
    stack_t stack = {.ss_sp = signals.stack, .ss_size = sizeof signals.stack};
    if (tcgetattr(STDIN_FILENO, &signals.modes) != 0 || pipe(signals.pipe) != 0) {
        *why = TEXT("cannot create a pipe");
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(signals.pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(signals.pipe[i], F_SETFD, FD_CLOEXEC);
    }
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        catch_one(caught[i].number, caught[i].handler);
#ifdef SIGRTMIN
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        catch_one(number, on_end);
#endif
    return true;
}

bool signals_ended(void)
{
    return signals.ended != 0;
}

void signals_pass_on(void)
{
    if (signals.ended)
        die(signals.ended);
}

int signals_waits(void)
{
    return signals.pipe[0];
}

bool signals_stop_asked(void)
{
    char c = 0;
    return read(signals.pipe[0], &c, 1) == 1 && c == 'z';
}

void signals_stop(void)
{
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    catch_one(SIGTSTP, on_stop);
}

void signals_hold_stop(bool hold)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &stop, NULL);
}

void signals_set_restore(const char *bytes, size_t n)
{
    signals.byte_count = 0; /* so a crash during this function finds no half-written bytes */
    if (n > BYTES)
        return;
    memcpy(signals.bytes, bytes, n);
    signals.byte_count = n;
}

void signals_set_last_words(const char *words, enum lang lang)
{
    size_t n = strlen(words);
    signals.lang = lang;
    if (n < WORDS)
        memcpy(signals.words, words, n + 1);
}
