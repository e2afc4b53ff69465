/* README.md says what the program is: its keys are the program's keys and its pictures are what the program
 * draws now. What is made is between
 *     <!-- made: keys LANG -->   and   <!-- end -->
 * and a picture or a recording after
 *     <!-- picture FILE: COMMANDS -->   or   <!-- film FILE: COMMANDS | KEYS -->
 * With QKV_BLESS set all are rewritten. The options and commands that its sentences name exist. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "keep/file.h"
#include "cli/cli.h"
#include "command/command.h"
#include "export/view.h"
#include "session/help.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

/* ---- tables ------------------------------------------------------------------------ */

/* The keys that the footers of all screens show. */
static void keys(struct text *out, enum lang lang)
{
    const char *between = "";
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (b->footer > 0 && strcmp(b->context, "all") == 0) {
            text_addf(out, "%s`%s` %s", between, b->key, binding_note(b, lang));
            between = " · ";
        }
    text_add(out, "\n");
}

static const struct made {
    const char *kind;
    void (*make)(struct text *out, enum lang lang);
} made[] = {
    {"keys", keys},
};

static void make(struct text *out, const char *kind, const char *lang)
{
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (strcmp(made[i].kind, kind) == 0) {
            made[i].make(out, strcmp(lang, "zh") == 0 ? LANG_ZH : LANG_EN);
            return;
        }
    fail_msg("README.md: nothing is called '%s'", kind);
}

/* Regenerates every part of the page; returns how many there are. */
static int remake(const char *old, struct text *fresh)
{
    static const char begin[] = "<!-- made: ", end[] = "<!-- end -->";
    int count = 0;
    for (const char *at; (at = strstr(old, begin)); count++) {
        char kind[20], lang[4];
        assert_int_equal(sscanf(at + strlen(begin), "%19s %3s -->", kind, lang), 2);
        const char *body = strchr(at, '\n') + 1, *stop = strstr(body, end);
        assert_non_null(stop);
        text_add_bytes(fresh, old, (size_t)(body - old));
        make(fresh, kind, lang);
        old = stop;
    }
    text_add(fresh, old);
    return count;
}

TEST(the_keys_are_those_of_the_program)
{
    struct text old = {0}, fresh = {0};
    struct reply r = {0};
    assert_true(file_read("README.md", 1 << 20, &old, &r));
    int parts = remake(text_str(&old), &fresh);
    if (getenv("QKV_BLESS"))
        assert_true(file_write("README.md", text_str(&fresh), fresh.len, &r));
    else
        assert_string_equal(text_str(&old), text_str(&fresh)); /* 'make bless' rewrites them */
    assert_int_equal(parts, 2 * (int)(sizeof made / sizeof *made));
    text_finish(&old);
    text_finish(&fresh);
    reply_finish(&r);
}

/* ---- pictures ------------------------------------------------------------------------ */

static void draw_still(struct app *a, struct text *out)
{
    struct canvas c;
    assert_true(canvas_init(&c, 24, 80));
    app_draw(a, c);
    export_svg(c, THEME_DARK, out);
    canvas_finish(&c);
}

static void draw_film(struct app *a, const char *keys, struct text *out)
{
    enum { LARGEST = 155 * 1000 }; /* what a page may be asked to load for it */
    struct recording how = {.keys = keys, .seconds = 2, .film = true};
    struct reply r = {0};
    if (!record_session(a, &how, out, &r))
        fail_msg("%s: %s", keys, text_str(&r.text));
    assert_in_range(out->len, 1, LARGEST);
    reply_finish(&r);
}

/* After the commands, a film has the keys. */
static void one_picture(const char *path, char *commands, bool film)
{
    struct text old = {0}, svg = {0};
    struct reply r = {0};
    char *keys = strchr(commands, '|');
    assert_true(film == (keys != NULL));
    if (film)
        *keys++ = '\0';
    struct app a = app_after(commands);
    if (film)
        draw_film(&a, keys, &svg);
    else
        draw_still(&a, &svg);
    app_finish(&a);
    if (getenv("QKV_BLESS"))
        assert_true(file_write(path, text_str(&svg), svg.len, &r));
    assert_true(file_read(path, 1 << 20, &old, &r));
    if (strcmp(text_str(&old), text_str(&svg)) != 0)
        fail_msg("%s is not what the program draws now: 'make bless', then look at it", path);
    text_finish(&old);
    text_finish(&svg);
    reply_finish(&r);
}

/* Makes what follows each `begin`; returns how many there are. */
static int each_picture(const char *readme, const char *begin, bool film)
{
    int count = 0;
    for (const char *at = readme; (at = strstr(at, begin)); count++, at++) {
        char path[80], commands[200], shown[100];
        assert_int_equal(sscanf(at + strlen(begin), "%79[^:]: %199[^\n]", path, commands), 2);
        char *end = strstr(commands, " -->");
        assert_non_null(end);
        *end = '\0';
        one_picture(path, commands, film);
        snprintf(shown, sizeof shown, "](%s)", path);
        assert_non_null(strstr(at, shown));
    }
    return count;
}

TEST(the_pictures_are_what_is_drawn_now)
{
    struct text readme = {0};
    struct reply r = {0};
    assert_true(file_read("README.md", 1 << 20, &readme, &r));
    assert_true(each_picture(text_str(&readme), "<!-- picture ", false) >= 5);
    assert_int_equal(each_picture(text_str(&readme), "<!-- film ", true), 2);
    text_finish(&readme);
    reply_finish(&r);
}

/* ---- sentences --------------------------------------------------------------------- */

static bool is_option(const char *word)
{
    for (const struct option_row *o = option_rows; o->name; o++)
        if (strcmp(o->name, word) == 0)
            return true;
    return false;
}

/* Every word after `mark`, from its byte `from` on, must be known; returns how many there are. */
static int each_word(const char *s, const char *mark, bool (*known)(const char *word), size_t from)
{
    int count = 0;
    for (const char *at = s; (at = strstr(at, mark)); at++) {
        char word[40] = "";
        size_t n = strspn(at + from, "-abcdefghijklmnopqrstuvwxyz");
        if (n < 3 || n >= sizeof word)
            continue;
        memcpy(word, at + from, n);
        if (!known(word))
            fail_msg("README.md speaks of '%s'", word);
        count++;
    }
    return count;
}

static bool is_command(const char *word)
{
    return command_find(&(struct session){.commands = app_commands}, word) != NULL;
}

TEST(the_sentences_name_options_and_commands_that_exist)
{
    struct text readme = {0};
    struct reply r = {0};
    assert_true(file_read("README.md", 1 << 20, &readme, &r));
    assert_in_range(each_word(text_str(&readme), " --", is_option, 1), 8, 1000);
    assert_in_range(each_word(text_str(&readme), "`qkv --", is_option, 5), 4, 1000);
    assert_in_range(each_word(text_str(&readme), "`:", is_command, 2), 4, 1000);
    assert_in_range(each_word(text_str(&readme), "`export", is_command, 1), 2, 1000);
    text_finish(&readme);
    reply_finish(&r);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "lessons", 1);
    return kept_begin(state);
}

TESTS(begin, kept_end)
