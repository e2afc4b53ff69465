/* The words of a command as data: what fits, which word is meant, what is said otherwise. */
#include <string.h>

#include "session/usage.h"
#include "support/test.h"

static const char play[] =
    "play|next N:0..9? | turn [K] | set NAME:pair V* … | at [T] left|right | mix A B …";

/* Reads a line; returns whether it fits, with what was read and the first wrong word. */
static bool fits(const char *words, const char *line, struct usage_read *out, int *wrong)
{
    struct words w = {0};
    struct reply quiet = {0};
    int col = 1;
    assert_true(words_split(&w, &line, &col, &quiet));
    bool ok = usage_read(words, &w, out, wrong);
    words_finish(&w);
    reply_finish(&quiet);
    return ok;
}

TEST(a_line_is_read_by_the_first_form_that_fits)
{
    static const struct {
        const char *line;
        bool fits;
        int wrong, first, second, number;
    } cases[] = {
        {"go play", true, 0, 0, -1, 0},          {"go next 7", true, 0, 1, -1, 7},
        {"go next 10", false, 2, 0, 0, 0},       {"go next x", false, 2, 0, 0, 0},
        {"go turn", true, 0, 2, -1, 0},          {"go turn about", true, 0, 2, -1, 0},
        {"go turn about x", false, 3, 0, 0, 0},  {"go set a", false, 3, 0, 0, 0},
        {"go set a b c d", true, 0, 3, -1, 0},   {"go at left", true, 0, 4, 0, 0},
        {"go at here right", true, 0, 4, -1, 0}, {"go at here", false, 3, 0, 0, 0},
        {"go mix a", true, 0, 5, -1, 0},         {"go mix a b c", true, 0, 5, -1, 0},
        {"go mix", false, 2, 0, 0, 0},           {"go", false, 1, 0, 0, 0},
        {"go home", false, 1, 0, 0, 0},          {"go \"play\"", false, 1, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct usage_read out;
        int wrong;
        bool ok = fits(play, cases[i].line, &out, &wrong);
        if (ok != cases[i].fits || (!ok && wrong != cases[i].wrong) ||
            (ok && (out.way[1] != cases[i].first || out.number[2] != cases[i].number)))
            fail_msg("%s: fits %d, wrong %d, way %d, number %ld", cases[i].line, ok, wrong, out.way[1],
                     out.number[2]);
        if (ok && strstr(cases[i].line, "left"))
            assert_int_equal(out.way[2], cases[i].second);
    }
}

/* A fixed word counts before a name that comes first, unless it is in quotes. */
TEST(a_fixed_word_is_no_name)
{
    struct usage_read out;
    int wrong;
    assert_true(fits("NAME:pair [KEY] | next|none", "pair none", &out, &wrong));
    assert_int_equal(out.way[1], 1);
    assert_true(fits("NAME:pair [KEY] | next|none", "pair \"none\"", &out, &wrong));
    assert_int_equal(out.way[1], -1);
    assert_true(fits("NAME:pair [KEY] | next|none", "pair none x", &out, &wrong));
    assert_int_equal(out.way[1], -1);
    assert_true(fits("NAME [key=value …] | next", "task echo k=2 seed = 3", &out, &wrong));
    assert_int_equal(out.way[1], -1);
}

/* What is said of a word, and how the forms are shown. */
TEST(what_may_be_written_is_said)
{
    static const struct {
        const char *line;
        int at;
        const char *en, *zh;
    } cases[] = {
        {"go home", 1, "play, next, turn [K], set NAME V …, at [T] left|right or mix A B …",
         "play、next、turn [K]、set 名字 V …、at [T] left|right 或 mix A B …"},
        {"go next x", 2, "N from 0 to 9", "N（0 到 9）"},
        {"go at rigth", 2, "T, left or right (did you mean 'right'?)", "T、left 或 right（是不是“right”？）"},
        {"go play 1 2", 3, "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int zh = 0; zh < 2; zh++) {
            struct words w = {0};
            struct reply quiet = {0};
            struct text said = {0};
            const char *line = cases[i].line;
            int col = 1;
            assert_true(words_split(&w, &line, &col, &quiet));
            usage_expected(&said, play, &w, cases[i].at, zh ? LANG_ZH : LANG_EN);
            assert_string_equal(text_str(&said), zh ? cases[i].zh : cases[i].en);
            words_finish(&w);
            reply_finish(&quiet);
            text_finish(&said);
        }
    struct text shown = {0};
    usage_command(&shown, "go", "play|next N:0..9? | turn [K]", LANG_EN);
    assert_string_equal(text_str(&shown), "go play|next N | go turn [K]");
    text_clear(&shown);
    usage_command(&shown, "theme", "CHOICE:setting", LANG_EN);
    assert_string_equal(text_str(&shown), "theme dark|light|contrast|mono");
    text_finish(&shown);
}

static void add_name(const struct usage_choice *c, void *to)
{
    text_addf(to, "%.*s ", (int)c->n, c->s);
}

/* Where a word goes on and on, its fixed alternatives do not. */
TEST(what_may_follow_is_offered)
{
    static const struct {
        const char *words, *line, *offered;
    } cases[] = {
        {play, "go", "play next turn set at mix "},
        {play, "go at", "T left right "},
        {play, "go set a b", "V "},
        {"NAME:side|twin* | stage NAME", "go a", "NAME "},
        {"NAME:side|twin* | stage NAME", "go stage", "NAME NAME "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct words w = {0};
        struct reply quiet = {0};
        struct text offered = {0};
        const char *line = cases[i].line;
        int col = 1;
        assert_true(words_split(&w, &line, &col, &quiet));
        usage_choices(cases[i].words, &w, w.count, add_name, &offered);
        assert_string_equal(text_str(&offered), cases[i].offered);
        words_finish(&w);
        reply_finish(&quiet);
        text_finish(&offered);
    }
}
