/* README.md says what the program is: its tables are the program's tables and its pictures
 * are what the program draws now. A part that is made stands between
 *     <!-- made: KIND LANG -->   and   <!-- end -->
 * (keys, options, statuses, environment), a picture behind
 *     <!-- picture FILE: COMMANDS -->   (FILE.cast: a recording)
 * With QKV_BLESS set both are made anew. What its sentences say of options and commands is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "app/commands.h"
#include "app/app.h"
#include "app/keep/file.h"
#include "cli/manual.h"
#include "command/command.h"
#include "export/view.h"
#include "session/help.h"
#include "support/apps.h"
#include "support/kept.h"

/* ---- tables ------------------------------------------------------------------------ */

/* A cell of a table: what would end it is escaped. */
static void add_cell(struct text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '|')
            text_add_char(out, '\\');
        text_add_char(out, *s);
    }
}

static void add_row(struct text *out, const char *tag, const char *more, const char *text)
{
    text_add(out, "| `");
    add_cell(out, tag);
    text_add(out, more ? " " : "");
    add_cell(out, more ? more : "");
    text_add(out, "` | ");
    add_cell(out, text);
    text_add(out, " |\n");
}

static void options(struct text *out, enum lang lang)
{
    text_add(out, text_in(TEXT("| option | |\n|---|---|\n", "| 选项 | |\n|---|---|\n"), lang));
    for (const struct option_row *o = option_rows; o->name; o++)
        add_row(out, o->name, o->value, pair_in(o->help, lang));
}

static void rows(struct text *out, const struct manual_row *row, enum lang lang)
{
    for (; row->tag.en; row++)
        add_row(out, pair_in(row->tag, lang), NULL, pair_in(row->text, lang));
}

static void statuses(struct text *out, enum lang lang)
{
    text_add(out, text_in(TEXT("| exit status | |\n|---|---|\n", "| 退出状态 | |\n|---|---|\n"), lang));
    rows(out, manual_statuses, lang);
}

static void environment(struct text *out, enum lang lang)
{
    text_add(out, text_in(TEXT("| variable | |\n|---|---|\n", "| 环境变量 | |\n|---|---|\n"), lang));
    rows(out, manual_environment, lang);
}

/* What keys of a context are called for: the title of its view. */
static const char *where(const char *context, enum lang lang)
{
    for (int v = 0; v < VIEW_COUNT; v++)
        if (strcmp(views[v]->context, context) == 0)
            return pair_in(views[v]->title, lang);
    return strcmp(context, "lesson") == 0 ? text_in(TEXT("in a lesson", "课程中"), lang)
                                          : text_in(TEXT("everywhere", "任何屏幕"), lang);
}

/* Keys of a context that the footer shows, on one line. */
static void keys_of(struct text *out, const char *context, enum lang lang)
{
    const char *between = "";
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (b->footer > 0 && strcmp(b->context, context) == 0) {
            text_addf(out, strcmp(b->key, "`") == 0 ? "%s`` %s `` %s" : "%s`%s` %s", between, b->key,
                      pair_in(b->note, lang));
            between = " · ";
        }
}

static void key_row(struct text *out, const char *context, enum lang lang)
{
    struct text list = {0};
    keys_of(&list, context, lang);
    if (list.len > 0)
        text_addf(out, "| %s | %s |\n", where(context, lang), text_str(&list));
    text_finish(&list);
}

static void keys(struct text *out, enum lang lang)
{
    text_add(out, text_in(TEXT("| where | keys |\n|---|---|\n", "| 哪里 | 按键 |\n|---|---|\n"), lang));
    key_row(out, "all", lang);
    for (int v = 0; v < VIEW_COUNT; v++)
        key_row(out, views[v]->context, lang);
    key_row(out, "lesson", lang);
}

static const struct made {
    const char *kind;
    void (*make)(struct text *out, enum lang lang);
} made[] = {
    {"keys", keys},
    {"options", options},
    {"statuses", statuses},
    {"environment", environment},
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

/* The page with every part made anew; returns how many there were. */
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

static void the_tables_are_those_of_the_program(void **state)
{
    (void)state;
    struct text old = {0}, fresh = {0};
    struct reply r = {0};
    assert_true(file_read("README.md", 1 << 20, &old, &r));
    int parts = remake(text_str(&old), &fresh);
    if (getenv("QKV_BLESS"))
        assert_true(file_write("README.md", text_str(&fresh), fresh.len, &r));
    else
        assert_string_equal(text_str(&old), text_str(&fresh)); /* 'make bless' makes them anew */
    assert_int_equal(parts, 2 * (int)(sizeof made / sizeof *made));
    text_finish(&old);
    text_finish(&fresh);
    reply_finish(&r);
}

/* ---- pictures ------------------------------------------------------------------------ */

/* What it exports of its screen as a recording. */
static void record(struct app *a, struct text *cast)
{
    char line[200];
    struct reply r = {0};
    const char *path = kept_path("made.cast");
    snprintf(line, sizeof line, "export cast screen %s", path);
    must_enter(a, line);
    assert_true(file_read(path, 1 << 20, cast, &r));
    reply_finish(&r);
}

static void draw_picture(const char *path, const char *commands, struct text *out)
{
    struct app a = app_after(commands);
    struct canvas c;
    if (strstr(path, ".cast")) {
        record(&a, out);
        app_finish(&a);
        return;
    }
    assert_true(canvas_init(&c, 24, 80));
    app_draw(&a, c);
    export_svg(c, THEME_DARK, out);
    canvas_finish(&c);
    app_finish(&a);
}

static void one_picture(const char *path, const char *commands)
{
    struct text old = {0}, svg = {0};
    struct reply r = {0};
    draw_picture(path, commands, &svg);
    if (getenv("QKV_BLESS"))
        assert_true(file_write(path, text_str(&svg), svg.len, &r));
    assert_true(file_read(path, 1 << 20, &old, &r));
    if (strcmp(text_str(&old), text_str(&svg)) != 0)
        fail_msg("%s is not what the program draws now: 'make bless', then look at it", path);
    text_finish(&old);
    text_finish(&svg);
    reply_finish(&r);
}

static void the_pictures_are_what_is_drawn_now(void **state)
{
    (void)state;
    static const char begin[] = "<!-- picture ";
    struct text readme = {0};
    struct reply r = {0};
    int count = 0;
    assert_true(file_read("README.md", 1 << 20, &readme, &r));
    for (const char *at = text_str(&readme); (at = strstr(at, begin)); count++, at++) {
        char path[80], commands[200], shown[100];
        assert_int_equal(sscanf(at + strlen(begin), "%79[^:]: %199[^\n]", path, commands), 2);
        char *end = strstr(commands, " -->");
        assert_non_null(end);
        *end = '\0';
        one_picture(path, commands);
        snprintf(shown, sizeof shown, "](%s)", path);
        assert_non_null(strstr(at, shown));
    }
    assert_true(count >= 5);
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

/* Every word behind `mark`, from its byte `from` on, must be known; returns how many there are. */
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
    return command_find(&(struct model){.commands = app_commands}, word) != NULL;
}

static void the_sentences_name_options_and_commands_that_exist(void **state)
{
    (void)state;
    struct text readme = {0};
    struct reply r = {0};
    assert_true(file_read("README.md", 1 << 20, &readme, &r));
    assert_in_range(each_word(text_str(&readme), " --", is_option, 1), 10, 1000);
    assert_in_range(each_word(text_str(&readme), "`--", is_option, 1), 10, 1000);
    assert_in_range(each_word(text_str(&readme), "`:", is_command, 2), 4, 1000);
    assert_in_range(each_word(text_str(&readme), "`help", is_command, 1), 4, 1000);
    text_finish(&readme);
    reply_finish(&r);
}

int main(void)
{
    setenv("QKV_LESSONS", "lessons", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_those_of_the_program),
        cmocka_unit_test(the_pictures_are_what_is_drawn_now),
        cmocka_unit_test(the_sentences_name_options_and_commands_that_exist),
    };
    return cmocka_run_group_tests(tests, kept_begin, kept_end);
}
