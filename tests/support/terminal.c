#include "support/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/utf8.h"
#include "support/drawn.h"
#include "support/test.h"

enum { QUIET_MS = 150 };

static void new_screen(struct terminal *s, int rows, int cols)
{
    s->vt = vterm_new(rows, cols);
    vterm_set_utf8(s->vt, 1);
    s->screen = vterm_obtain_screen(s->vt);
    vterm_screen_enable_altscreen(s->screen, 1);
    vterm_screen_reset(s->screen, 1);
}

void terminal_hear(struct terminal *s, bool hears)
{
    if (hears && s->deaf) {
        vterm_free(s->vt);
        new_screen(s, s->rows, s->cols);
        s->begun_count = 0;
    }
    s->deaf = !hears;
}

void terminal_resize(struct terminal *s, int rows, int cols)
{
    struct winsize w = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    assert_int_equal(ioctl(s->master, TIOCSWINSZ, &w), 0);
    if (!s->deaf)
        vterm_set_size(s->vt, rows, cols);
    s->rows = rows;
    s->cols = cols;
}

static void program(const char *term, char *const argv[])
{
    setpgid(0, 0);
    if (*term)
        setenv("TERM", term, 1);
    else
        unsetenv("TERM");
    setenv("LANG", "C.UTF-8", 1);
    unsetenv("LC_ALL");
    unsetenv("COLORTERM");
    unsetenv("NO_COLOR");
    unsetenv("NO_MOTION");
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* ncurses keeps what it once allocated */
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

struct terminal terminal_start(const char *term, const char *option, const char *value)
{
    struct terminal s = {0};
    char *binary = getenv("QKV");
    bool start_screen = strcmp(option, "--color") == 0;
    char *argv[] = {binary ? binary : (char *)"build/qkv", (char *)option,  (char *)value,
                    start_screen ? NULL : (char *)"-c",    (char *)"reset", NULL};
    if (strcmp(option, "-c") == 0) { /* its line comes last */
        argv[2] = argv[4];
        argv[4] = (char *)value;
    }
    s.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(s.master >= 0);
    assert_int_equal(grantpt(s.master), 0);
    assert_int_equal(unlockpt(s.master), 0);
    char *slave = ptsname(s.master);
    s.slave = open(slave, O_RDWR | O_NOCTTY);
    assert_true(s.slave >= 0);
    new_screen(&s, 24, 80);
    terminal_resize(&s, 24, 80);
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

/* The number of bytes at the end that begin a character. */
static size_t begun(const char *s, size_t n)
{
    for (size_t k = 1; k < 4 && k <= n; k++) {
        uint8_t c = (uint8_t)s[n - k];
        if (c >= 0xC0)
            return k < (c >= 0xF0 ? 4u : c >= 0xE0 ? 3u : 2u) ? k : 0;
        if (c < 0x80)
            return 0;
    }
    return 0;
}

/* libvterm 0.1 has two decoders, one for text that begins with ASCII, and neither forgets a character that is
 * not finished, whatever comes between. So it gets whole characters: a read may end within one, and where the
 * terminal shows what is typed, one may never be finished. */
static void draw(struct terminal *s, const char *bytes, size_t n)
{
    static const char wrong[] = "\357\277\275"; /* U+FFFD */
    struct text all = {0};
    text_add_bytes(&all, s->begun, s->begun_count);
    text_add_bytes(&all, bytes, n);
    s->begun_count = begun(text_str(&all), all.len);
    size_t end = all.len - s->begun_count;
    memcpy(s->begun, all.s + end, s->begun_count);
    for (size_t at = 0; at < end; at++) {
        size_t good = utf8_invalid_at(all.s + at, end - at);
        vterm_input_write(s->vt, all.s + at, good);
        at += good;
        if (at < end)
            vterm_input_write(s->vt, wrong, strlen(wrong));
    }
    text_finish(&all);
}

bool terminal_pump(struct terminal *s, int ms)
{
    char buffer[8192];
    struct pollfd p = {.fd = s->master, .events = POLLIN};
    if (poll(&p, 1, ms) <= 0 || !(p.revents & POLLIN))
        return false;
    ssize_t n = read(s->master, buffer, sizeof buffer);
    if (n <= 0)
        return false;
    text_add_bytes(&s->raw, buffer, (size_t)n);
    if (!s->deaf)
        draw(s, buffer, (size_t)n);
    return true;
}

static void row_text(struct terminal *s, int row, struct text *out)
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

static void colour(const VTermColor *c, struct text *out)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(c) || VTERM_COLOR_IS_DEFAULT_BG(c))
        text_add(out, "-");
    else if (VTERM_COLOR_IS_INDEXED(c))
        text_addf(out, "%d", c->indexed.idx);
    else
        text_addf(out, "%02x%02x%02x", c->rgb.red, c->rgb.green, c->rgb.blue);
}

/* Two colours reversed look like the same two exchanged. */
static void unreversed(VTermScreenCell *cell)
{
    VTermColor fg = cell->fg;
    if (!cell->attrs.reverse || VTERM_COLOR_IS_DEFAULT_FG(&cell->fg) || VTERM_COLOR_IS_DEFAULT_BG(&cell->bg))
        return;
    cell->fg = cell->bg;
    cell->bg = fg;
    cell->attrs.reverse = 0;
}

/* A blank shows nothing of its text's colour and weight; the second half of a wide character looks as the
 * first. */
static void row_look(struct terminal *s, int row, struct text *out)
{
    for (int col = 0; col < s->cols; col++) {
        VTermScreenCell cell;
        vterm_screen_get_cell(s->screen, (VTermPos){row, col}, &cell);
        if (cell.chars[0] == (uint32_t)-1)
            continue;
        unreversed(&cell);
        bool blank =
            (cell.chars[0] == 0 || cell.chars[0] == ' ') && !cell.attrs.reverse && !cell.attrs.underline;
        text_addf(out, "%d%d%d", !blank && cell.attrs.bold, (int)cell.attrs.underline,
                  (int)cell.attrs.reverse);
        if (!blank)
            colour(&cell.fg, out);
        text_add(out, "/");
        colour(&cell.bg, out);
        text_add(out, " ");
    }
    text_add(out, "\n");
}

void terminal_look(struct terminal *s, struct text *out)
{
    text_clear(out);
    for (int row = 0; row < s->rows; row++)
        row_look(s, row, out);
}

void terminal_text(struct terminal *s, struct text *out)
{
    text_clear(out);
    for (int row = 0; row < s->rows; row++)
        row_text(s, row, out);
}

/* Says what was wanted and what came; of a whole screen only the rows that differ: a message of cmocka has no
 * room for two. */
static void differences(const char *now, const char *want, bool part)
{
    if (part) {
        fprintf(stderr, "wanted\n%s\non the screen\n%s\n", want, now);
        return;
    }
    for (int row = 1; *now || *want; row++) {
        int is = (int)strcspn(now, "\n"), should = (int)strcspn(want, "\n");
        if (is != should || strncmp(now, want, (size_t)is) != 0)
            fprintf(stderr, "row %d is\n%.*s\nwanted\n%.*s\n", row, is, now, should, want);
        now += is + (now[is] == '\n');
        want += should + (want[should] == '\n');
    }
}

static void wait_for(struct terminal *s, const char *want, bool part)
{
    struct text now = {0};
    for (int waited = 0; waited < TERMINAL_PATIENCE_MS;) {
        bool came =
            terminal_pump(s, QUIET_MS); /* a part may be there for a moment only, between two others */
        waited += came ? 1 : QUIET_MS;
        if (came && !part)
            continue;
        terminal_text(s, &now);
        if (part ? strstr(text_str(&now), want) != NULL : strcmp(text_str(&now), want) == 0) {
            text_finish(&now);
            return;
        }
    }
    differences(text_str(&now), want, part);
    fail();
}

void terminal_wait(struct terminal *s, const char *want)
{
    wait_for(s, want, false);
}

void terminal_wait_drawn(struct terminal *s, const char *line, enum lang lang)
{
    struct text want = {0};
    drawn(line, lang, s->rows, s->cols, &want);
    terminal_wait(s, text_str(&want));
    text_finish(&want);
}

void terminal_wait_part(struct terminal *s, const char *part)
{
    wait_for(s, part, true);
}

void terminal_stopped(struct terminal *s)
{
    char stopped = 0;
    struct pollfd report = {.fd = s->report, .events = POLLIN};
    for (int waited = 0; waited < TERMINAL_PATIENCE_MS && poll(&report, 1, 0) == 0;)
        waited += terminal_pump(s, 10) ? 0 : 10; /* as long as something comes it is at work */
    if (poll(&report, 1, 0) != 1 || read(s->report, &stopped, 1) != 1 || stopped != 'Z')
        fail_msg("the program did not stop: %d", stopped);
}

void terminal_send(struct terminal *s, const char *keys)
{
    assert_int_equal(write(s->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

bool terminal_taken(struct terminal *s)
{
    int left = 0;
    return ioctl(s->slave, FIONREAD, &left) == 0 && left == 0;
}

bool terminal_listens(struct terminal *s)
{
    struct termios now;
    return tcgetattr(s->slave, &now) == 0 && !(now.c_lflag & ECHO);
}

static int wait_for_end(struct terminal *s, bool read)
{
    int status = -1;
    struct pollfd none = {.fd = -1};
    for (int waited = 0; waited < TERMINAL_PATIENCE_MS; waited += 10) {
        if (!read)
            poll(&none, 1, 10);
        while (read && terminal_pump(s, 10))
            ;
        if (waitpid(s->leader, &status, WNOHANG) != s->leader)
            continue;
        while (read && terminal_pump(s, 10)) /* its last words may come with its end */
            ;
        return status;
    }
    kill(s->child, SIGKILL);
    fail_msg("the program did not end");
    return status;
}

int terminal_end(struct terminal *s)
{
    return wait_for_end(s, true);
}

int terminal_end_unread(struct terminal *s)
{
    return wait_for_end(s, false);
}

void terminal_wait_sent(struct terminal *s, const char *bytes)
{
    for (int waited = 0; !strstr(text_str(&s->raw), bytes); waited += terminal_pump(s, 10) ? 0 : 10)
        if (waited >= TERMINAL_PATIENCE_MS)
            fail_msg("not sent: %s", bytes);
}

void terminal_quit(struct terminal *s)
{
    terminal_send(s, "q");
    assert_int_equal(terminal_end(s), 0);
}

void terminal_modes_restored(struct terminal *s)
{
    struct termios after;
    while (terminal_pump(s, 10))
        ;
    tcgetattr(s->slave, &after);
    assert_int_equal(after.c_lflag, s->before.c_lflag);
    assert_int_equal(after.c_iflag, s->before.c_iflag);
    assert_int_equal(after.c_oflag, s->before.c_oflag);
}

void terminal_restored(struct terminal *s)
{
    terminal_modes_restored(s);
    const char *raw = text_str(&s->raw), *left = NULL;
    for (const char *p = raw; (p = strstr(p, "\033[?1049")); p++)
        left = p;
    assert_non_null(left);
    assert_int_equal(strncmp(left, "\033[?1049l", 8), 0);
    assert_non_null(strstr(raw, "\033[?2004l"));
}

void terminal_finish(struct terminal *s)
{
    vterm_free(s->vt);
    close(s->master);
    close(s->slave);
    close(s->report);
    text_finish(&s->raw);
}
