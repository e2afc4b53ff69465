/* The real binary in a pseudo-terminal, its screen read back through libvterm and
 * compared with what the same session draws in this process. Nothing sleeps:
 * every wait is for a condition, with an end. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <cmocka.h>
#include <vterm.h>

#include "app/app.h"

enum { PATIENCE_MS = 20000, QUIET_MS = 150 };

struct session {
    int master, slave;
    pid_t leader, child;     /* a stand-in for the shell, and the program */
    int report;              /* the leader tells the program's number, then a Z for every stop */
    VTerm *vt;
    VTermScreen *screen;
    struct termios before;
    struct text raw;         /* everything the program wrote */
    int rows, cols;
};

static void set_size(struct session *s, int rows, int cols)
{
    struct winsize w = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    assert_int_equal(ioctl(s->master, TIOCSWINSZ, &w), 0);
    vterm_set_size(s->vt, rows, cols);
    s->rows = rows;
    s->cols = cols;
}

static void program(const char *term, char *const argv[])
{
    setpgid(0, 0);
    setenv("TERM", term, 1);
    setenv("LANG", "C.UTF-8", 1);
    unsetenv("LC_ALL");
    unsetenv("COLORTERM");
    unsetenv("NO_COLOR");
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);   /* ncurses keeps what it once allocated */
    execv(argv[0], argv);
    _exit(127);
}

/* A session leader with the program as its job in the foreground: only so can it be stopped. */
static void leader(const char *slave, const char *term, char *const argv[], int report)
{
    setsid();
    int fd = open(slave, O_RDWR), status = 0;
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    signal(SIGTTOU, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    pid_t job = fork();
    if (job == 0) {
        signal(SIGTTOU, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        while (tcgetpgrp(0) != getpid())
            ;
        program(term, argv);
    }
    setpgid(job, job);
    tcsetpgrp(0, job);
    if (write(report, &job, sizeof job) != sizeof job)
        _exit(126);
    while (waitpid(job, &status, WUNTRACED) == job && WIFSTOPPED(status))
        if (write(report, "Z", 1) != 1)
            break;
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static struct session start(const char *term, const char *option, const char *value)
{
    struct session s = {0};
    char *binary = getenv("QKV");
    char *argv[] = {binary ? binary : (char *)"build/qkv", (char *)option, (char *)value, NULL};
    s.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(s.master >= 0);
    assert_int_equal(grantpt(s.master), 0);
    assert_int_equal(unlockpt(s.master), 0);
    char *slave = ptsname(s.master);
    s.slave = open(slave, O_RDWR | O_NOCTTY);
    assert_true(s.slave >= 0);
    s.vt = vterm_new(24, 80);
    vterm_set_utf8(s.vt, 1);
    s.screen = vterm_obtain_screen(s.vt);
    vterm_screen_enable_altscreen(s.screen, 1);
    vterm_screen_reset(s.screen, 1);
    set_size(&s, 24, 80);
    tcgetattr(s.slave, &s.before);
    int report[2];
    assert_int_equal(pipe(report), 0);
    fcntl(s.master, F_SETFD, FD_CLOEXEC);
    fcntl(s.slave, F_SETFD, FD_CLOEXEC);
    fcntl(report[1], F_SETFD, FD_CLOEXEC);
    s.leader = fork();
    if (s.leader == 0) {
        close(s.master);
        close(s.slave);
        leader(slave, term, argv, report[1]);
    }
    close(report[1]);
    s.report = report[0];
    assert_int_equal(read(s.report, &s.child, sizeof s.child), sizeof s.child);
    return s;
}

/* Reads what is there within `ms`; false: nothing came. */
static bool pump(struct session *s, int ms)
{
    char buffer[8192];
    struct pollfd p = {.fd = s->master, .events = POLLIN};
    if (poll(&p, 1, ms) <= 0 || !(p.revents & POLLIN))
        return false;
    ssize_t n = read(s->master, buffer, sizeof buffer);
    if (n <= 0)
        return false;
    text_add_bytes(&s->raw, buffer, (size_t)n);
    vterm_input_write(s->vt, buffer, (size_t)n);
    return true;
}

static void row_text(struct session *s, int row, struct text *out)
{
    for (int col = 0; col < s->cols; col++) {
        VTermScreenCell cell;
        char bytes[4];
        vterm_screen_get_cell(s->screen, (VTermPos){row, col}, &cell);
        if (cell.chars[0] == (uint32_t)-1)
            continue;
        if (cell.chars[0] == 0)
            text_add_char(out, ' ');
        for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i]; i++)
            text_add_bytes(out, bytes, utf8_encode(cell.chars[i], bytes));
    }
    while (out->len > 0 && out->s[out->len - 1] == ' ')
        out->s[--out->len] = '\0';
    text_add_char(out, '\n');
}

static void screen_text(struct session *s, struct text *out)
{
    text_clear(out);
    for (int row = 0; row < s->rows; row++)
        row_text(s, row, out);
}

/* Waits until the screen is `want`. */
static void wait_screen(struct session *s, const char *want)
{
    struct text now = {0};
    for (int waited = 0; waited < PATIENCE_MS; waited += QUIET_MS) {
        while (pump(s, QUIET_MS))
            ;
        screen_text(s, &now);
        if (strcmp(text_str(&now), want) == 0) {
            text_finish(&now);
            return;
        }
    }
    print_error("the screen is\n%s\nwanted\n%s\n", text_str(&now), want);
    fail();
}

static void send_keys(struct session *s, const char *keys)
{
    assert_int_equal(write(s->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

static int wait_end(struct session *s)
{
    int status = -1;
    for (int waited = 0; waited < PATIENCE_MS; waited += 10) {
        while (pump(s, 10))
            ;
        if (waitpid(s->leader, &status, WNOHANG) == s->leader)
            return status;
    }
    kill(s->child, SIGKILL);
    fail_msg("the program did not end");
    return status;
}

/* The alternate screen is left, the cursor shows, paste mode is off, the line discipline is as before. */
static void assert_restored(struct session *s)
{
    struct termios after;
    while (pump(s, 10))
        ;
    tcgetattr(s->slave, &after);
    assert_int_equal(after.c_lflag, s->before.c_lflag);
    assert_int_equal(after.c_iflag, s->before.c_iflag);
    assert_int_equal(after.c_oflag, s->before.c_oflag);
    const char *raw = text_str(&s->raw), *left = NULL;
    for (const char *p = raw; (p = strstr(p, "\033[?1049")); p++)
        left = p;
    assert_non_null(left);
    assert_int_equal(strncmp(left, "\033[?1049l", 8), 0);
    assert_non_null(strstr(raw, "\033[?2004l"));
}

static void finish(struct session *s)
{
    vterm_free(s->vt);
    close(s->master);
    close(s->slave);
    close(s->report);
    text_finish(&s->raw);
}

/* What the session draws when `line` was run. */
static void draw_as(const char *line, enum lang lang, int rows, int cols, bool mono, struct text *out)
{
    struct app a;
    struct canvas c;
    struct reply r = {0};
    assert_true(app_init(&a, lang, &r));
    a.mono = mono;
    assert_true(app_line(&a, line, &r));
    assert_true(canvas_init(&c, rows, cols));
    app_draw(&a, c);
    text_clear(out);
    canvas_text(c, out);
    canvas_finish(&c);
    app_finish(&a);
    reply_finish(&r);
}

static void drawn(const char *line, enum lang lang, int rows, int cols, struct text *out)
{
    draw_as(line, lang, rows, cols, false, out);
}

static void the_terminal_shows_what_the_program_draws(void **state)
{
    (void)state;
    struct session s = start("xterm-256color", "--lang", "zh");
    struct text want = {0};
    drawn("", LANG_ZH, 24, 80, &want);
    wait_screen(&s, text_str(&want));
    send_keys(&s, "c");
    drawn("view encoding", LANG_ZH, 24, 80, &want);
    wait_screen(&s, text_str(&want));
    send_keys(&s, "s狗追猫\r");
    drawn("view encoding; sentence 狗追猫", LANG_ZH, 24, 80, &want);
    wait_screen(&s, text_str(&want));
    set_size(&s, 36, 120);
    drawn("view encoding; sentence 狗追猫", LANG_ZH, 36, 120, &want);
    wait_screen(&s, text_str(&want));
    set_size(&s, 10, 30);
    drawn("view encoding; sentence 狗追猫", LANG_ZH, 10, 30, &want);
    wait_screen(&s, text_str(&want));
    set_size(&s, 24, 80);
    send_keys(&s, "v\033[200~the cat\nsat\033[201~\r");
    drawn("view stages; sentence \"the cat sat\"", LANG_ZH, 24, 80, &want);
    wait_screen(&s, text_str(&want));
    send_keys(&s, "q");
    send_keys(&s, "q");      /* the sentence was changed: the first one warns */
    assert_int_equal(wait_end(&s), 0);
    assert_restored(&s);
    text_finish(&want);
    finish(&s);
}

static void signals_give_the_terminal_back(void **state)
{
    (void)state;
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    struct text want = {0};
    drawn("", LANG_EN, 24, 80, &want);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct session s = start("xterm-256color", "--lang", "en");
        wait_screen(&s, text_str(&want));
        kill(s.child, numbers[i]);
        wait_end(&s);
        assert_restored(&s);
        finish(&s);
    }
    text_finish(&want);
}

static void ctrl_z_stops_and_fg_comes_back(void **state)
{
    (void)state;
    struct session s = start("xterm-256color", "--lang", "en");
    struct text want = {0};
    char stopped = 0;
    struct pollfd report = {.fd = s.report, .events = POLLIN};
    drawn("", LANG_EN, 24, 80, &want);
    wait_screen(&s, text_str(&want));
    send_keys(&s, "\x1a");
    for (int waited = 0; waited < PATIENCE_MS && poll(&report, 1, 0) == 0; waited += 10)
        pump(&s, 10);
    assert_int_equal(read(s.report, &stopped, 1), 1);
    assert_int_equal(stopped, 'Z');
    assert_restored(&s);
    kill(s.child, SIGCONT);
    wait_screen(&s, text_str(&want));
    send_keys(&s, "q");
    assert_int_equal(wait_end(&s), 0);
    assert_restored(&s);
    text_finish(&want);
    finish(&s);
}

static void a_terminal_that_goes_away_ends_the_program(void **state)
{
    (void)state;
    struct session s = start("xterm-256color", "--lang", "en");
    struct text want = {0};
    drawn("", LANG_EN, 24, 80, &want);
    wait_screen(&s, text_str(&want));
    close(s.slave);
    close(s.master);
    int status = 0, waited = 0;
    struct pollfd none = {.fd = -1};
    while (waitpid(s.leader, &status, WNOHANG) != s.leader && waited++ < 1000)
        poll(&none, 1, 10);
    assert_true(waited < 1000);
    vterm_free(s.vt);
    text_finish(&s.raw);
    text_finish(&want);
}

static void without_a_usable_terminal_it_says_so(void **state)
{
    (void)state;
    struct session s = start("no-such-terminal", "--lang", "en");
    int status = wait_end(&s);
    assert_int_equal(WEXITSTATUS(status), EXIT_NO_TERMINAL);
    assert_non_null(strstr(text_str(&s.raw), "TERM"));
    finish(&s);
}

static void plain_terminals_show_the_same_text(void **state)
{
    (void)state;
    static const char *const terms[] = {"vt100", "screen-256color", "xterm", "linux"};
    struct text want = {0}, mono = {0};
    drawn("set digits 2", LANG_EN, 24, 80, &want);
    draw_as("set digits 2", LANG_EN, 24, 80, true, &mono);
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct session s = start(terms[i], "-c", "set digits 2");
        wait_screen(&s, text_str(i == 0 ? &mono : &want));
        send_keys(&s, "q");
        assert_int_equal(wait_end(&s), 0);
        finish(&s);
    }
    text_finish(&mono);
    text_finish(&want);
}

static int locale(void **state)
{
    (void)state;
    return utf8_locale() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terminal_shows_what_the_program_draws),
        cmocka_unit_test(signals_give_the_terminal_back),
        cmocka_unit_test(ctrl_z_stops_and_fg_comes_back),
        cmocka_unit_test(a_terminal_that_goes_away_ends_the_program),
        cmocka_unit_test(without_a_usable_terminal_it_says_so),
        cmocka_unit_test(plain_terminals_show_the_same_text),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
