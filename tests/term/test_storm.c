/* The storm of app/test_storm.c through a terminal: sizes from 1 × 1 to 500 × 200, commands, keys, pastes,
 * mouse noise, escape sequences in pieces and cut off, faster than they are drawn. The program lives, and
 * what the terminal then shows is what it shows when all of it is painted again. STORM is the number of
 * storms, of 300 keys and six sizes each. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/utf8.h"
#include "support/kept.h"
#include "support/steps.h"
#include "support/terminal.h"
#include "support/test.h"

enum { STORMS = 6, GUSTS = 3, KEYS = 50, QUIET_MS = 60, AGAIN_MS = 3000 };

/* Nothing here ends or stops the program. */
static void some_noise(struct text *bytes, struct rng *rng)
{
    static const char *const noise[] = {
        "\033[A",
        "\033[B",
        "\033[C",
        "\033[D",
        "\033OA",
        "\033OC",
        "\033[5~",
        "\033[6~",
        "\033[1;2C",
        "\033[",
        "\033[1;",
        "\033O",
        "\033",
        "\033\033",
        "\033[<64;10;5M",
        "\033[<65;99;99M",
        "\033[<35;20;7M",
        "\033[<0;9999;9999m",
        "\033[M",
        "\033[<",
        "\033[200~我 \033]0;x\007猫\n\033[201~",
        "\033[200~",
        "\033[201~",
        "\344",
        "\214\253",
        "猫",
        "\360\237\230\200",
        "\377\376",
        "\177",
        "\t",
        "\r",
        "\f",
        "\033[99;99R",
        "\033[?1;2c",
        "\033]4;255;rgb:eeee/eeee/eeee\033\\",
        "\033P1$r0;48:2::1:2:3m\033\\",
        "\033P0$r",
    };
    static const char keys[] = "cetvxpumsdjkhlnwogbafiryzLHJKGX0123456789+-=<>[]{}.,?!\"'|\\~ ";
    char line[STEP_LONGEST];
    int which = steps_below(rng, 20);
    steps_some(line, rng);
    if (which > 0 && which < 10)
        text_add_char(bytes, keys[steps_below(rng, sizeof keys - 1)]);
    else if (which > 0)
        text_add(bytes, noise[steps_below(rng, sizeof noise / sizeof *noise)]);
    else if (strncmp(line, "key ", 4) != 0 && !strstr(line, "suspend"))
        text_addf(bytes, "\033\033:%s\r", line);
}

static void some_size(struct terminal *s, struct rng *rng)
{
    if (s->deaf)
        terminal_resize(s, 1 + steps_below(rng, steps_below(rng, 4) ? 60 : 200),
                        1 + steps_below(rng, steps_below(rng, 4) ? 140 : 500));
}

static void gust(struct terminal *s, struct rng *rng)
{
    struct text bytes = {0};
    for (int i = steps_below(rng, 2 * KEYS); i >= 0; i--)
        some_noise(&bytes, rng);
    some_size(s, rng);
    terminal_send(s, text_str(&bytes));
    some_size(s, rng);
    while (terminal_pump(s, steps_below(rng, 2)))
        ;
    text_finish(&bytes);
}

/* Ends what was begun (a mouse report, a paste, what is typed), and types a mark: once it is seen all before
 * it is. Esc may have stopped long work and with it what was typed: then all is sent again, with another
 * mark, since the first may only be late. */
static void calm(struct terminal *s, int number, struct text *now)
{
    char mark[40] = "\033"; /* not sent yet */
    int due = 0;
    for (int waited = 0; waited < TERMINAL_PATIENCE_MS; waited += QUIET_MS) {
        if (waited >= due && terminal_listens(s) && terminal_taken(s)) {
            due = waited + AGAIN_MS;
            terminal_send(s, "m\033[201~\033[201~\033\033\033\033:set play 0\r\033\033:");
            snprintf(mark, sizeof mark, "calm%d.%d", number, waited);
            terminal_send(s, mark);
        }
        while (terminal_pump(s, QUIET_MS))
            ;
        terminal_text(s, now);
        if (strstr(text_str(now), mark))
            return;
    }
    fail_msg("%s does not come:\n%s", mark, text_str(now));
}

/* The whole screen is sent again when a stopped program goes on. */
static void paint_again(struct terminal *s)
{
    kill(s->child, SIGTSTP);
    terminal_stopped(s);
    s->raw.len = 0;
    kill(s->child, SIGCONT);
}

/* Sizes and noise that nobody watches, then noise alone, which is watched. */
static void storm(struct terminal *s, struct rng *rng, int number)
{
    struct text text = {0}, look = {0}, again = {0};
    terminal_hear(s, false);
    for (int i = 0; i < GUSTS; i++)
        gust(s, rng);
    terminal_resize(s, 24 + steps_below(rng, 40), 80 + steps_below(rng, 100));
    kill(s->child, SIGTSTP);
    terminal_stopped(s);
    while (terminal_pump(s, 0))
        ;
    terminal_hear(s, true);
    kill(s->child, SIGCONT);
    for (int i = 0; i < GUSTS; i++)
        gust(s, rng);
    calm(s, number, &text);
    terminal_look(s, &look);
    paint_again(s);
    terminal_wait(s, text_str(&text));
    terminal_look(s, &again);
    assert_string_equal(text_str(&look), text_str(&again));
    text_finish(&text);
    text_finish(&look);
    text_finish(&again);
}

TEST_AROUND(whatever_comes_the_screen_is_what_is_drawn, kept_begin_inside, kept_end)
{
    struct rng rng = rng_seed(9);
    int storms = getenv("STORM") ? atoi(getenv("STORM")) : STORMS;
    struct terminal s = terminal_start("xterm-256color", "--lang", "zh");
    for (int i = 1; i <= storms; i++)
        storm(&s, &rng, i);
    kill(s.child, SIGTERM);
    assert_int_equal(WEXITSTATUS(terminal_end(&s)), 128 + SIGTERM);
    terminal_restored(&s);
    terminal_finish(&s);
}
