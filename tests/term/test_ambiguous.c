/* A terminal that gives → ● ─ two columns gets narrow characters instead, for everything that the program
 * draws. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "keep/file.h"
#include "base/embedded.h"
#include "base/utf8.h"
#include "core/encoding/posenc.h"
#include "state/param.h"
#include "support/drawn.h"
#include "support/kept.h"
#include "support/terminal.h"
#include "support/test.h"

#define ASKED "\033[6n"
#define ALL_WIDE "\033[2;7R"
#define ALL_NARROW "\033[2;4R"

/* As a terminal gets it that is wide. */
static void stand_ins(const char *s, struct text *out)
{
    text_clear(out);
    for (size_t left = strlen(s), n; left > 0; s += n, left -= n) {
        uint32_t ch;
        char bytes[4];
        n = utf8_decode(s, left, &ch);
        assert_true(n > 0);
        text_add_bytes(out, bytes, utf8_encode(ambiguous_stand_in(ch), bytes));
    }
}

static void all_have_a_sign_of_their_own(const char *file, const char *s, size_t left)
{
    for (size_t n; left > 0; s += n, left -= n) {
        uint32_t ch = 0;
        n = utf8_decode(s, left, &ch);
        if (n == 0)
            n = 1;
        else if (ch != '?' && ch != 0xFFFD && ambiguous_stand_in(ch) == '?')
            fail_msg("%s: nothing stands in for U+%04X", file, ch);
    }
}

/* All screens that are kept as golden, the lessons, help and course notes inside the program. */
TEST(all_that_is_drawn_has_a_stand_in)
{
    int files = 0;
    DIR *folder = opendir("tests/golden");
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder));) {
        struct text path = {0}, all = {0};
        struct reply r = {0};
        text_addf(&path, "tests/golden/%s", e->d_name);
        if (strstr(e->d_name, ".session") && file_read(text_str(&path), 1 << 24, &all, &r)) {
            all_have_a_sign_of_their_own(e->d_name, text_str(&all), all.len);
            files++;
        }
        text_finish(&path);
        text_finish(&all);
        reply_finish(&r);
    }
    closedir(folder);
    for (const struct embedded *e = embedded_files; e->path; e++)
        all_have_a_sign_of_their_own(e->path, e->bytes, strlen(e->bytes));
    assert_true(files > 40);
}

static void wait_for_stand_ins(struct terminal *s, const char *line, enum lang lang)
{
    struct text plain = {0}, want = {0};
    drawn(line, lang, s->rows, s->cols, &plain);
    stand_ins(text_str(&plain), &want);
    assert_string_not_equal(text_str(&plain), text_str(&want));
    terminal_wait(s, text_str(&want));
    text_finish(&plain);
    text_finish(&want);
}

static void nothing_ambiguous_was_sent(const struct terminal *s)
{
    struct text want = {0};
    stand_ins(text_str(&s->raw), &want);
    assert_string_equal(text_str(&s->raw), text_str(&want));
    text_finish(&want);
}

/* Pictures that the views do not begin with: stages, panels, encodings. */
static const char *const pictures[] = {
    "stage output",
    "stage weights ; set beside on",
    "stage residual1",
    "stage weights ; set walk 2",
    "set view edit ; set edit 1",
    "set view terms ; set terms_panel weights",
    "set view terms ; set terms_panel distance",
    "set view compare ; set compare_panel orders",
    "set view encoding ; set panel wave",
    "set view encoding ; set panel product",
    "set view encoding ; set panel rotation",
    "set view encoding ; set panel dials",
    "set view encoding ; set panel overview",
    "set view encoding ; set panel readout",
};

/* Sends commands that " ; " parts, line by line, so that no message is left; the terminal must then show what
 * they draw, in narrow characters. */
static void shows_narrow(struct terminal *s, const char *commands)
{
    struct text all = {0}, typed = {0};
    text_addf(&all,
              "opening ; tokens 猫 → é Ω я ; set block encoder residual on motion off ; %s ; set digits 3",
              commands);
    for (const char *at = text_str(&all), *end; at; at = end ? end + 3 : NULL) {
        end = strstr(at, " ; ");
        text_add(&typed, ":");
        text_add_bytes(&typed, at, end ? (size_t)(end - at) : strlen(at));
        text_add(&typed, "\r");
    }
    terminal_send(s, text_str(&typed));
    wait_for_stand_ins(s, text_str(&all), LANG_ZH);
    text_finish(&all);
    text_finish(&typed);
}

TEST_AROUND(a_wide_terminal_is_sent_narrow_characters_only, kept_begin, kept_end)
{
    static const struct {
        int rows, cols;
    } sizes[] = {{24, 80}, {18, 60}, {36, 120}};
    struct terminal s = terminal_start("xterm-256color", "--lang", "zh");
    struct text line = {0};
    terminal_wait_sent(&s, ASKED);
    terminal_send(&s, ALL_WIDE);
    wait_for_stand_ins(&s, "", LANG_ZH);
    s.raw.len = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        terminal_resize(&s, sizes[i].rows, sizes[i].cols);
        for (int view = 0; view_name(view); view++) {
            text_clear(&line);
            text_addf(&line, "set view %s", view_name(view));
            shows_narrow(&s, text_str(&line));
        }
        for (int e = 0; e < posenc_count(); e++) {
            text_clear(&line);
            text_addf(&line, "encoding %s ; set view encoding", posencs[e]->name);
            shows_narrow(&s, text_str(&line));
        }
        for (size_t p = 0; p < sizeof pictures / sizeof *pictures; p++)
            shows_narrow(&s, pictures[p]);
    }
    nothing_ambiguous_was_sent(&s);
    kill(s.child, SIGTERM);
    terminal_end(&s);
    text_finish(&line);
    terminal_finish(&s);
}

/* The answer is not a key, whenever it comes, and the question leaves nothing on the screen. */
TEST_AROUND(a_narrow_terminal_sees_no_difference, kept_begin, kept_end)
{
    static const char *const answers[] = {ALL_NARROW, "\033[2;1R", "\033[2;10R", ""};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct terminal s = terminal_start("xterm-256color", "--lang", "en");
        terminal_wait_sent(&s, ASKED);
        if (i == 0)
            terminal_wait_drawn(&s, "", LANG_EN);
        terminal_send(&s, answers[i]);
        terminal_wait_drawn(&s, "", LANG_EN);
        assert_null(strstr(strstr(text_str(&s.raw), ASKED) + 1, ASKED));
        terminal_quit(&s);
        terminal_finish(&s);
    }
}

TEST_AROUND(the_setting_decides_against_the_measurement, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm-256color", "-c", "set ambiguous wide");
    wait_for_stand_ins(&s, "", LANG_EN);
    terminal_send(&s, ":set ambiguous auto\r");
    terminal_wait_drawn(&s, "", LANG_EN);
    terminal_send(&s, ALL_WIDE);
    wait_for_stand_ins(&s, "", LANG_EN);
    terminal_send(&s, ":set ambiguous narrow\r");
    terminal_wait_drawn(&s, "", LANG_EN);
    terminal_quit(&s);
    terminal_finish(&s);
}

/* A terminal whose description knows no such question is not asked; nor does the answer reach the shell. */
TEST_AROUND(only_who_can_is_asked, kept_begin, kept_end)
{
    struct terminal s = terminal_start("vt52", "--lang", "en");
    terminal_wait_sent(&s, "scores");
    terminal_quit(&s);
    assert_null(strstr(text_str(&s.raw), ASKED));
    terminal_finish(&s);
    s = terminal_start("xterm-256color", "--lang", "en");
    terminal_send(&s, "q");
    terminal_wait_sent(&s, ASKED);
    terminal_send(&s, ALL_NARROW);
    assert_int_equal(terminal_end(&s), 0);
    assert_true(terminal_taken(&s));
    terminal_restored(&s);
    terminal_finish(&s);
}
