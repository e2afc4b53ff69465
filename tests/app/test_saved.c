/* Saved states: whatever a file holds that somebody sent, it can only be looked at; scripts, which may do
 * anything, are run only by those who ask for it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "base/embedded.h"
#include "cli/cli.h"
#include "command/saved.h"
#include "tasks/reader.h"
#include "state/script.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

enum { LONGEST = 700 };

static const char precious[] = "PRECIOUS";

static void write_text(const char *name, const char *text)
{
    struct reply r = {0};
    assert_true(file_write(kept_path(name), text, strlen(text), &r));
    reply_finish(&r);
}

/* The victim is as it was, and no file but those of the test has come about. */
static void nothing_was_written(int files)
{
    struct text bytes = {0};
    struct reply r = {0};
    assert_true(file_read(kept_path("victim"), 100, &bytes, &r));
    assert_string_equal(text_str(&bytes), precious);
    assert_int_equal(kept_files(""), files);
    text_finish(&bytes);
    reply_finish(&r);
}

/* All that a line of a file could reach in a session. */
static void facts(struct app *a, struct text *out)
{
    kept_facts(a, out);
    text_addf(out, "quit %d, %d, pager %d, prompt %d, output %zu, unsaved %d, lesson %d, depth %d\n", a->quit,
              a->leaving, a->session.pager.open, (int)a->session.prompt.kind, a->output.len,
              a->session.unsaved, a->session.lesson != NULL, a->scripts.depth);
}

static bool load(struct app *a, const char *name, struct text *said)
{
    char line[LONGEST];
    struct reply r = {0};
    snprintf(line, sizeof line, "load %s", kept_path(name));
    bool ok = app_line(a, line, &r);
    text_clear(said);
    text_add(said, text_str(&r.text));
    reply_finish(&r);
    return ok;
}

/* A line that would do what the command is for: its example, else its name with the victim. */
static void line_of(const struct command *c, struct text *out)
{
    static const char *const made[] = {"export json %s", "import WQ %s", "screen %s", "bind x \"save %s\"",
                                       "prompt command", "recover drop", "lesson 01", "progress reset",
                                       "glossary",       "class",        "find a"};
    size_t n = strlen(c->name);
    text_clear(out);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (strncmp(made[i], c->name, n) == 0 && (made[i][n] == ' ' || !made[i][n])) {
            const char *gap = strstr(made[i], "%s");
            text_add_bytes(out, made[i], gap ? (size_t)(gap - made[i]) : strlen(made[i]));
            text_addf(out, "%s%s", gap ? kept_path("victim") : "", gap ? gap + 2 : "");
            return;
        }
    if (c->example) {
        text_add(out, c->example);
        return;
    }
    text_addf(out, "%s %s", c->name, kept_path("victim"));
}

/* A file with the command in its third line; a state that is allowed asks for nothing outside. */
static void try_command(const struct command *c)
{
    struct text line = {0}, before = {0}, after = {0}, said = {0}, file = {0}, place = {0};
    struct app a = app_after("weights random 3 ; pin A ; view terms");
    line_of(c, &line);
    text_addf(&file, "%s\nset d 8\n%s\n", SCRIPT_FIRST_LINE, text_str(&line));
    text_addf(&place, ": error: %s: not allowed in a saved state", c->name);
    write_text("gift", text_str(&file));
    facts(&a, &before);
    bool ok = load(&a, "gift", &said);
    facts(&a, &after);
    if (ok != ((c->flags & COMMAND_STATE) != 0))
        fail_msg("%s: %s", text_str(&line), ok ? "was run" : text_str(&said));
    if (!ok && !(strstr(text_str(&said), "gift:3:") && strstr(text_str(&said), text_str(&place))))
        fail_msg("%s: said: %s", text_str(&line), text_str(&said));
    if (!ok)
        assert_string_equal(text_str(&before), text_str(&after));
    assert_int_equal(a.session.history.count, ok ? 2 : 1);
    assert_int_equal(a.session.keymap.count, 0);
    nothing_was_written(2);
    app_finish(&a);
    text_finish(&line), text_finish(&before), text_finish(&after), text_finish(&said), text_finish(&file),
        text_finish(&place);
}

/* Whoever saves over another file is told; saving the same again loses nothing. */
TEST(writing_over_another_file_is_told)
{
    static const struct {
        const char *change, *en, *zh;
    } saves[] = {
        {"lang en", "wrote ", "已写入："},
        {"lang en", "wrote ", "已写入："},
        {"set x dog 0 = 3", "overwrote ", "已覆盖："},
    };
    char save[LONGEST];
    snprintf(save, sizeof save, "save %s", kept_path("scene"));
    for (int zh = 0; zh < 2; zh++) {
        struct app a = fresh_app();
        for (size_t i = 0; i < sizeof saves / sizeof *saves; i++) {
            struct reply r = {.lang = zh ? LANG_ZH : LANG_EN};
            must_enter(&a, saves[i].change);
            assert_true(app_line(&a, save, &r));
            assert_ptr_equal(strstr(text_str(&r.text), zh ? saves[i].zh : saves[i].en), text_str(&r.text));
            reply_finish(&r);
        }
        app_finish(&a);
        unlink(kept_path("scene"));
    }
}

TEST(only_commands_that_describe_a_state_are_accepted)
{
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++)
            try_command(c);
}

/* For every new command decide here whether it describes a state. */
TEST(the_commands_that_describe_a_state)
{
    static const char open[] =
        " sentence tokens pair patches memory token scale random identity weights pm1 scores "
        "classes target task train taught example "
        "role opening set reset encoding mask block term omit carry preset view "
        "focus head layer zoom lang theme stage ";
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++) {
            struct text name = {0};
            text_addf(&name, " %s ", c->name);
            if ((strstr(open, text_str(&name)) != NULL) != ((c->flags & COMMAND_STATE) != 0))
                fail_msg("%s", c->name);
            text_finish(&name);
        }
}

/* Sizes of a training are refused before anything is computed or reserved; nothing has changed. */
TEST(no_training_takes_hours)
{
    static const char *const files[][2] = {
        {"set task order\ntrain 100000000\n",
         "gift:3:7: error: train 100000000: write a number of steps (0 to 10000"},
        {"set task order\nset batch 100000\n", "gift:3:"},
        {"set task_n 1000000\n", "gift:2:"},
        {"set task_k 65\n", "gift:2:"},
        {"task recent n=64 batch=512 d=64 layers=6\ntrain 10000\n",
         "gift:3:1: error: training 10000 steps takes 167573 billion multiplications"},
        {"task repeat n=64 batch=512 d=32\ntrain 9000\n", "the limit is 200: use fewer steps"},
        {"task order d=512 layers=6\ntrain 1\n", "numbers are too many to train here (at most 500000)"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct text before = {0}, after = {0}, said = {0}, file = {0};
        struct app a = app_after("weights random 3 ; pin A ; view terms");
        text_addf(&file, "%s\n%s", SCRIPT_FIRST_LINE, files[i][0]);
        write_text("gift", text_str(&file));
        facts(&a, &before);
        bool ok = load(&a, "gift", &said);
        facts(&a, &after);
        if (ok || !strstr(text_str(&said), files[i][1]))
            fail_msg("%s: %s", files[i][0], text_str(&said));
        assert_string_equal(text_str(&before), text_str(&after));
        app_finish(&a);
        text_finish(&before), text_finish(&after), text_finish(&said), text_finish(&file);
    }
}

/* Begins a session with the file as its argument. */
static bool begin_with(struct app *a, const char *name, bool batch, struct reply *r)
{
    char path[LONGEST];
    char *files[] = {path};
    struct options o = {.lang = LANG_EN, .files = files, .file_count = 1, .batch = batch};
    snprintf(path, sizeof path, "%s", kept_path(name));
    if (!batch)
        return startup_session(a, &o, r);
    *a = opened_app();
    a->batch = true;
    return batch_start(a, &o, r);
}

TEST(a_gift_overwrites_nothing_however_it_is_opened)
{
    static const char *const gifts[] = {
        "# scene format 1\ntokens a b\nsave %s\n",
        "# scene format 1\ntokens a b\nset d 4 ; save %s\nset heads 3\n",
        "\xef\xbb\xbf# scene format 1\r\ntokens a b\r\nsave %s\r\nnonsense\r\n",
        "# scene format 1\nsave = 1 ; save %s\ntokens \"a\n",
        "# scene format 1\nset heads 5\nsave %s\n", /* all of it is checked before any of it fails */
        "# scene format 1\ntokens a b\nexport json %s\n",
        "# scene format 1\nbind x \"save %s\"\n",
        "# scene format 1\nscreen %s",
        "# scene format 1\nimport vectors %s\n",
        "# scene format 1\nsource %s\n",
        "# scene format 1\nload %s\n",
    };
    for (size_t i = 0; i < sizeof gifts / sizeof *gifts; i++)
        for (int way = 0; way < 3; way++) {
            char file[LONGEST];
            struct app a;
            struct text was = {0}, is = {0}, said = {0};
            struct reply r = {0};
            snprintf(file, sizeof file, gifts[i], kept_path("victim"));
            write_text("gift", file);
            if (way == 0) {
                a = app_after("weights random 3");
                script_write(&a.session.now, &was);
                assert_false(load(&a, "gift", &said));
                assert_int_equal(a.session.history.count, 1);
            } else {
                struct app first = opened_app();
                script_write(&first.session.now, &was);
                app_finish(&first);
                assert_false(begin_with(&a, "gift", way == 2, &r));
                text_add(&said, text_str(&r.text));
                assert_int_equal(a.session.history.count, 0);
            }
            assert_non_null(strstr(text_str(&said), "not allowed in a saved state"));
            script_write(&a.session.now, &is);
            assert_string_equal(text_str(&was), text_str(&is));
            assert_int_equal(a.session.keymap.count, 0);
            app_finish(&a);
            nothing_was_written(2);
            text_finish(&was), text_finish(&is), text_finish(&said), reply_finish(&r);
        }
}

TEST(a_saved_state_on_the_command_line_is_loaded)
{
    write_text("gift", "# scene format 1\nset d 4\ntokens a b\n");
    for (int batch = 0; batch < 2; batch++) {
        struct app a;
        struct reply r = {0};
        assert_true(begin_with(&a, "gift", batch, &r));
        assert_int_equal(a.session.now.state.set.d, 4);
        assert_int_equal(a.session.history.count, 1); /* one change */
        a.session.unsaved = false;
        app_finish(&a);
        reply_finish(&r);
    }
    nothing_was_written(2);
}

/* In batch FILE is a script, which does what it says; on a screen it is not run by opening it. */
TEST(a_script_on_the_command_line_is_run_in_batch_only)
{
    struct app a;
    struct reply r = {0};
    write_text("gift", "set d 12\nset heads 2\n");
    assert_false(begin_with(&a, "gift", false, &r));
    assert_non_null(strstr(text_str(&r.text), "gift: neither a lesson (.md) nor a saved state"));
    assert_non_null(strstr(text_str(&r.text), "; qkv -c 'source "));
    assert_int_equal(a.session.now.state.set.d, READER_D); /* as it opens */
    a.session.unsaved = false;
    app_finish(&a);
    assert_true(begin_with(&a, "gift", true, &r));
    assert_int_equal(a.session.now.state.set.heads, 2);
    app_finish(&a);
    reply_finish(&r);
}

TEST(the_mark_is_a_line_of_its_own)
{
    assert_true(saved_is("# scene format 1") && saved_is("# scene format 1\n") &&
                saved_is("# scene format 1\r\nset d 4"));
    assert_false(saved_is("# scene format 12\n") || saved_is("") || saved_is(" # scene format 1\n") ||
                 saved_is("swap\n# scene format 1\n"));
}

/* What the program itself ships and writes is accepted. */
TEST(every_scene_and_every_encoding_is_a_saved_state)
{
    struct app a = fresh_app();
    struct reply r = {0};
    struct text saved = {0}, again = {0};
    int scenes = 0;
    for (const struct embedded *e = embedded_files; e->path; e++) {
        size_t n = strlen(e->path);
        if (n < 6 || strcmp(e->path + n - 6, ".scene") != 0)
            continue;
        if (!app_load(&a, e->path, e->bytes, &r))
            fail_msg("%s", text_str(&r.text));
        for (int i = 0; i < posenc_count(); i++) {
            char line[100];
            snprintf(line, sizeof line, "encoding %s", posencs[i]->name);
            if (!enter(&a, line))
                continue; /* not with this width */
            text_clear(&saved), text_clear(&again);
            script_write(&a.session.now, &saved);
            if (!app_load(&a, "saved", text_str(&saved), &r))
                fail_msg("%s", text_str(&r.text));
            script_write(&a.session.now, &again);
            assert_string_equal(text_str(&saved), text_str(&again));
        }
        scenes++;
    }
    assert_true(scenes > 10);
    app_finish(&a);
    reply_finish(&r);
    text_finish(&saved);
    text_finish(&again);
}

/* ---- scripts ---- */

/* Eight files, each running the next one eight times. */
static void write_bomb(const char *last)
{
    for (int k = 0; k < 8; k++) {
        char name[8], line[LONGEST];
        struct text file = {0};
        snprintf(name, sizeof name, "f%d", k);
        snprintf(line, sizeof line, "source %s/f%d\n", kept_path("."), k + 1);
        for (int i = 0; i < 8; i++)
            text_add(&file, k < 7 ? line : last);
        write_text(name, text_str(&file));
        text_finish(&file);
    }
}

TEST(one_command_runs_so_many_scripts_and_no_more)
{
    static const struct {
        const char *last, *said;
    } bombs[] = {{"set d 16\nset d 8\n", "a command may run at most 1000 scripts"},
                 {"source f0\n", "nested more than 8 deep"}};
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        char line[LONGEST];
        struct app a = fresh_app();
        struct reply r = {0};
        write_bomb(bombs[i].last);
        snprintf(line, sizeof line, "source %s", kept_path("f0"));
        assert_false(app_line(&a, line, &r));
        if (!strstr(text_str(&r.text), bombs[i].said))
            fail_msg("said: %s", text_str(&r.text));
        assert_true(a.session.history.count < 32 * 1000);
        snprintf(line, sizeof line, "source %s", kept_path("f7"));
        assert_true(i == 1 || enter(&a, line)); /* the next command has all of it again */
        app_finish(&a);
        reply_finish(&r);
    }
    const struct command *c = command_find(&(struct session){.commands = app_commands}, "source");
    assert_true(strstr(text_in(c->help, LANG_EN), "8 levels, 1000 files, 64 MB") &&
                strstr(text_in(c->help, LANG_ZH), "8 层、1000 个文件、共 64 MB"));
    kept_forget("f");
}

TEST(one_command_runs_so_many_bytes_and_no_more)
{
    struct text big = {0}, file = {0};
    struct app a = fresh_app();
    struct reply r = {0};
    char line[LONGEST];
    text_add(&big, "#");
    while (big.len < FILE_MAX_SCRIPT / 4)
        text_add(&big, "                                                                                ");
    write_text("f1", text_str(&big));
    for (int i = 0; i < 4; i++)
        text_addf(&file, "source %s\n", kept_path("f1"));
    write_text("f0", text_str(&file));
    snprintf(line, sizeof line, "source %s", kept_path("f0"));
    assert_false(app_line(&a, line, &r));
    assert_non_null(strstr(text_str(&r.text), "the scripts of one command exceed 67108864 bytes in total"));
    app_finish(&a);
    reply_finish(&r);
    text_finish(&big);
    text_finish(&file);
    kept_forget("f");
}

static int begin(void **state)
{
    int status = kept_begin(state);
    if (status == 0)
        write_text("victim", precious);
    return status;
}

TESTS(begin, kept_end)
