/* Saving and loading, scripts, and what they do when something is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"
#include "export/view.h"
#include "cli/cli.h"
#include "export/export.h"
#include "keep/file.h"
#include "app/keyboard.h"
#include "state/script.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static void json_of(struct app *a, struct text *out)
{
    text_clear(out);
    export_json(&a->session.now, NULL, out);
}

/* Commands whose states must survive saving and loading. */
static const char *const histories[] = {
    "swap",
    "sentence \"the cat # = ; sat\" ; x 0 = .1 .2 .3 .4 .5 .6 .7 .8",
    "tokens \"a b\" \"=\" \"x/y\" ＝ \"q\\\"q\" ; weights random 4 ; set d 12 heads 3 base 77.5 pescale 0.3",
    "encoding learned L=5 ; set table 1 1 = 2.5 ; mask causal ; term pp off ; view terms ; focus 0 1",
    "block decoder ; memory 我 爱 学习 ; set layers 2 ; layer 1 ; set WQ 0 0 = 3 ; layer 0 ; set W1 0 1 = -2 "
    "; stage ffn",
    "memory a b ; x a = 1 2 3 ; x b = 4 5 6 ; encoding none",
    "mask = 0 -inf -inf ; 0 0 -1e9 ; -inf -inf -inf ; scores = 1 2 3 ; 4 5 6 ; 7 8 9 ; set scale 2.25",
    "block decoder ; memory 我 爱 ; set WQc 0 0 = 3 ; block encoder",
    "set d 2 ; memory 猫 我 ; x 我 = 1 2 3 4 ; set y 猫 3 = 5",
    "tokens 猫 猫#2 ; x 猫#2 = 8 7 6 5 4 3 2 1",
    "encoding rope layout=half dims=4 ; set start 7 norm pre ; g1 = 2 1 1 1 1 1 1 1 ; s1 = 1 0 0 0 0 0 0 0 ; "
    "bQ = 1 0 0 0 0 0 0 0",
};

TEST(a_saved_state_loads_as_it_was)
{
    char line[200];
    struct text before = {0}, after = {0}, script = {0}, again = {0};
    const char *path = kept_path("state.scene");
    for (size_t i = 0; i < sizeof histories / sizeof *histories; i++) {
        struct app a = fresh_app(), b = fresh_app();
        if (!enter(&a, histories[i]))
            fail_msg("history %zu fails", i);
        snprintf(line, sizeof line, "save %s", path);
        must_enter(&a, line);
        snprintf(line, sizeof line, "weights random 9 ; load %s", path);
        if (!enter(&b, line))
            fail_msg("history %zu does not load", i);
        json_of(&a, &before);
        json_of(&b, &after);
        assert_string_equal(text_str(&before), text_str(&after));
        text_clear(&script);
        text_clear(&again);
        script_write(&a.session.now, &script);
        script_write(&b.session.now, &again);
        assert_string_equal(text_str(&script), text_str(&again));
        assert_int_equal(b.session.history.count, 2); /* however long, loading is one step */
        app_finish(&a);
        app_finish(&b);
    }
    text_finish(&before);
    text_finish(&after);
    text_finish(&script);
    text_finish(&again);
}

TEST(a_damaged_file_loads_nothing)
{
    char line[200];
    struct text before = {0}, after = {0};
    struct reply r = {0};
    struct app a = fresh_app();
    static const char broken[] = "# scene format 1\nset d 16\nset heads 5\n";
    const char *path = kept_path("broken.scene");
    assert_true(file_write(path, broken, strlen(broken), &r));
    must_enter(&a, "weights random 2");
    json_of(&a, &before);
    snprintf(line, sizeof line, "load %s", path);
    assert_false(app_line(&a, line, &r));
    assert_non_null(strstr(text_str(&r.text), "broken.scene:3:1: error: heads: 5 does not divide d = 16"));
    json_of(&a, &after);
    assert_string_equal(text_str(&before), text_str(&after));
    assert_int_equal(a.session.history.count, 1);
    assert_false(enter(&a, "load /nowhere/at/all"));
    app_finish(&a);
    reply_finish(&r);
    text_finish(&before);
    text_finish(&after);
}

/* Language, theme and widths are no part of what is saved, loaded or reset, nor of a lesson. */
TEST(what_belongs_to_the_person_stays)
{
    struct app a = fresh_app();
    struct text script = {0};
    char line[200];
    static const char *const steps[] = {"reset",        "load", "lesson 01",
                                        "lesson leave", "undo", "sentence 狗追猫 ; undo"};
    const char *path = kept_path("own.scene");
    snprintf(line, sizeof line, "set theme light ambiguous wide lang zh ; swap ; save %s", path);
    must_enter(&a, line);
    script_write(&a.session.now, &script);
    assert_null(strstr(text_str(&script), "ambiguous"));
    assert_null(strstr(text_str(&script), "theme"));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        snprintf(line, sizeof line, "%s %s", steps[i], strcmp(steps[i], "load") == 0 ? path : "");
        must_enter(&a, line);
        const struct look *look = &a.session.now.state.look;
        if (look->theme != THEME_LIGHT || look->ambiguous != AMBIGUOUS_WIDE || look->lang != LANG_ZH)
            fail_msg("%s takes it away", line);
    }
    text_finish(&script);
    app_finish(&a);
}

TEST(writing_replaces_a_file_whole_or_not_at_all)
{
    struct reply r = {0};
    struct text t = {0};
    const char *path = kept_path("file");
    assert_true(file_write(path, "first", 5, &r));
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(file_write(path, "second", 6, &r));
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_true(file_read(path, 100, &t, &r));
    assert_string_equal(text_str(&t), "second");
    assert_int_equal(mkdir(kept_path("folder"), 0700), 0);
    assert_false(file_write(kept_path("folder"), "x", 1, &r));
    assert_int_equal(rmdir(kept_path("folder")), 0);
    reply_clear(&r);
    assert_false(file_read(path, 3, &t, &r));
    reply_finish(&r);
    text_finish(&t);
}

TEST(exported_matrices_are_what_numpy_reads)
{
    char line[200];
    struct app a = fresh_app();
    struct reply r = {0};
    struct text bytes = {0};
    const char *path = kept_path("file");
    snprintf(line, sizeof line, "export npy weights %s", path);
    must_enter(&a, line);
    assert_true(file_read(path, 10000, &bytes, &r));
    assert_memory_equal(bytes.s, "\x93NUMPY\x01\x00", 8);
    size_t header = 10 + (unsigned char)bytes.s[8] + 256 * (size_t)(unsigned char)bytes.s[9];
    assert_int_equal(header % 64, 0);
    assert_int_equal(bytes.len, header + 9 * 8);
    assert_non_null(strstr(bytes.s + 10, "'shape': (3, 3)"));
    double x;
    memcpy(&x, bytes.s + header + 8, sizeof x); /* this test needs a little-endian machine */
    assert_true(x == mat_at(a.session.now.trace.layer[0].self.map[MAP_WEIGHTS], 0, 1));
    text_finish(&bytes);
    reply_finish(&r);
    app_finish(&a);
}

/* The page without its tags is the screen's text. */
TEST(a_page_holds_the_screen)
{
    struct app a = fresh_app_in(LANG_ZH);
    struct text html = {0}, text = {0}, plain = {0};
    must_enter(&a, "sentence \"a<b 猫 & c\" ; view terms");
    struct canvas c = draw_screen(&a, 24, 80);
    canvas_text(c, &plain);
    export_html(c, THEME_DARK, &html);
    const char *s = strstr(text_str(&html), "<pre>\n") + 6;
    for (; strncmp(s, "</pre>", 6) != 0; s++)
        if (*s == '<')
            s = strchr(s, '>');
        else if (strncmp(s, "&#60;", 5) == 0 || strncmp(s, "&#38;", 5) == 0) {
            text_add_char(&text, s[2] == '6' ? '<' : '&');
            s += 4;
        } else if (*s == '\n') {
            while (text.len > 0 && text.s[text.len - 1] == ' ')
                text.s[--text.len] = '\0';
            text_add_char(&text, '\n');
        } else
            text_add_char(&text, *s);
    assert_string_equal(text_str(&text), text_str(&plain));
    assert_non_null(strstr(text_str(&html), "<b class=w>猫</b>"));
    int open = 0; /* a colour ends before the next one begins */
    for (const char *at = text_str(&html); (at = strchr(at, '<')); at++) {
        open += strncmp(at, "<span", 5) == 0 ? 1 : strncmp(at, "</span", 6) == 0 ? -1 : 0;
        assert_in_range(open, 0, 1);
    }
    must_enter(&a, "view encoding");
    app_draw(&a, c);
    export_html(c, THEME_DARK, &html);
    assert_non_null(strstr(text_str(&html), "<b>⡇</b>")); /* a dial's hand keeps its column */
    text_finish(&html);
    text_finish(&text);
    text_finish(&plain);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(exported_pictures_hold_every_character)
{
    char line[200];
    struct app a = fresh_app();
    struct reply r = {0};
    struct text svg = {0};
    const char *path = kept_path("file");
    snprintf(line, sizeof line, "sentence \"a<b & c\" ; export svg stages %s", path);
    must_enter(&a, line);
    assert_true(file_read(path, 1 << 22, &svg, &r));
    assert_int_equal(strncmp(text_str(&svg), "<svg ", 5), 0);
    assert_non_null(strstr(text_str(&svg), "&#60;"));
    assert_non_null(strstr(text_str(&svg), "&#38;"));
    assert_string_equal(svg.s + svg.len - 7, "</svg>\n");
    text_finish(&svg);
    reply_finish(&r);
    app_finish(&a);
}

/* What is on the screen is exported as it is there, other views at 80 x 24. */
TEST(the_screen_is_exported_in_its_size)
{
    const char *path = kept_path("file");
    struct app a = app_after("lesson 01-by-hand/softmax");
    struct text seen = {0}, line = {0};
    read_screen(&a, 36, 120, &seen);
    for (int screen = 0; screen < 2; screen++) {
        struct text written = {0};
        struct reply r = {0};
        text_clear(&line);
        text_addf(&line, "export text %s %s", screen ? "screen" : "stages", path);
        must_enter(&a, text_str(&line));
        assert_true(file_read(path, 1 << 22, &written, &r));
        if (screen)
            assert_string_equal(text_str(&written), text_str(&seen));
        else
            assert_string_not_equal(text_str(&written), text_str(&seen));
        text_finish(&written);
        reply_finish(&r);
    }
    text_finish(&seen);
    text_finish(&line);
    app_finish(&a);
}

static int batch(const char *command, bool keep_going)
{
    const char *commands[] = {command};
    struct options o = {.batch = true, .keep_going = keep_going, .commands = commands, .command_count = 1};
    return batch_run(&o);
}

TEST(batch_ends_with_the_contracts_status)
{
    assert_int_equal(batch("expect n = 3", false), EXIT_FINE);
    assert_int_equal(batch("expect n = 4", false), EXIT_FAILED);
    assert_int_equal(batch("nonsense\nswap", true), EXIT_FAILED);
    assert_int_equal(batch("quit\nnonsense", false), EXIT_FINE);
    char *wrong[] = {(char *)"qkv", (char *)"--color", (char *)"pink"},
         *unknown[] = {(char *)"qkv", (char *)"--nonsense"};
    struct options o = {0};
    assert_int_equal(options_read(&o, option_rows, 3, wrong), EXIT_USAGE);
    options_finish(&o);
    assert_int_equal(options_read(&o, option_rows, 2, unknown), EXIT_USAGE);
    options_finish(&o);
}

TEST(every_command_that_failed_is_told)
{
    const char *commands[] = {"nonsense",    "print weigths",        "lesson 99", "export csv weigts x",
                              "import WX x", "import WQ nowhere.csv"};
    char *files[] = {(char *)"build/no such file"};
    struct options o = {.batch = true,
                        .keep_going = true,
                        .commands = commands,
                        .command_count = sizeof commands / sizeof *commands,
                        .files = files,
                        .file_count = 1};
    struct app a = fresh_app();
    struct reply r = {0};
    assert_false(batch_start(&a, &o, &r));
    assert_string_equal(text_str(&r.text),
                        "-c:1:1: error: no command 'nonsense' (help commands lists them all)\n"
                        "-c:1:7: error: no value is called 'weigths': did you mean 'weights'?\n"
                        "-c:1:8: error: no lesson '99' in English (00 to 45, or a name; the command 'lesson' "
                        "lists them)\n"
                        "-c:1:12: error: no matrix or stage 'weigts' here (X, Q, weights, output, WQ …)\n"
                        "-c:1:8: error: import: no matrix 'WX': write vectors, examples or a matrix (x, WQ, "
                        "WK, WV, WO, bQ, bK, bV, bO)\n"
                        "-c:1:11: error: nowhere.csv: No such file or directory\n"
                        "qkv: error: build/no such file: No such file or directory\n");
    reply_finish(&r);
    app_finish(&a);
}

TEST(a_script_keeps_going_only_when_told)
{
    struct app a = fresh_app();
    struct reply r = {0};
    assert_false(app_script(&a, "s", "set d 16\nnonsense\nset d 32\n", false, &r));
    assert_int_equal(a.session.now.state.set.d, 16);
    assert_string_equal(text_str(&r.text),
                        "s:2:1: error: no command 'nonsense' (help commands lists them all)\n");
    reply_clear(&r);
    assert_false(app_script(&a, "s", "nonsense\nset d 32\n", true, &r));
    assert_int_equal(a.session.now.state.set.d, 32);
    app_finish(&a);
    reply_finish(&r);
}

TEST(scripts_that_call_themselves_end)
{
    char line[200];
    struct app a = fresh_app();
    struct reply r = {0};
    const char *path = kept_path("loop");
    snprintf(line, sizeof line, "source %s\n", path);
    assert_true(file_write(path, line, strlen(line), &r));
    assert_false(enter(&a, line));
    assert_int_equal(a.scripts.depth, 0);
    app_finish(&a);
    reply_finish(&r);
}

/* The name at the end, after operators too, and few candidates with what they are. */
TEST(tab_completes_an_expression)
{
    struct app a = fresh_app();
    prompt_open(&a.session.prompt, PROMPT_COMMAND, "print 1/(ras");
    keyboard_press(&a, "Tab");
    assert_string_equal(text_str(&a.session.prompt.line), "print 1/(raster");
    assert_non_null(strstr(text_str(&a.session.message), "raster: "));
    prompt_close(&a.session.prompt);
    prompt_open(&a.session.prompt, PROMPT_COMMAND, "print weight");
    keyboard_press(&a, "Tab");
    assert_string_equal(text_str(&a.session.prompt.line), "print weight");
    assert_non_null(strstr(text_str(&a.session.message), "weight"));
    prompt_close(&a.session.prompt);
    prompt_open(&a.session.prompt, PROMPT_COMMAND, "swa");
    keyboard_press(&a, "Tab");
    assert_string_equal(text_str(&a.session.prompt.line), "swap ");
    prompt_close(&a.session.prompt);
    prompt_open(&a.session.prompt, PROMPT_COMMAND, "set WQ");
    keyboard_press(&a, "Tab");
    assert_string_equal(text_str(&a.session.prompt.line), "set WQ "); /* whole already: on to the next word */
    app_finish(&a);
}

/* After a command only what it can take is offered. */
TEST(tab_offers_what_fits)
{
    static const struct {
        const char *line, *offered;
    } cases[] = {
        {"term ", "cc cp pc pp all"},
        {"term pp ", "on off toggle only"},
        {"omit ", "token position attn0 none"},
        {"omit position ", "on off toggle mean"},
        {"export ", "csv npy text ansi svg html cast plain json safetensors"},
        {"export svg ",
         "flow stages encoding terms compare edit lesson map home cost code machine train screen"},
        {"set x ", "猫 追 狗 x WQ WK WV WO bQ bK bV bO"},
        {"set mask ", "none causal pad causal+pad given causal+given pad+given causal+pad+given"},
        {"compare stage X", "X: embeddings"},
    };
    struct app a = fresh_app();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prompt_open(&a.session.prompt, PROMPT_COMMAND, cases[i].line);
        keyboard_press(&a, "Tab");
        assert_string_equal(text_str(&a.session.message), cases[i].offered);
        prompt_close(&a.session.prompt);
    }
    app_finish(&a);
}

static void pressed_says(struct app *a, const char *key, const char *part)
{
    keyboard_press(a, key);
    if (!strstr(text_str(&a->session.message), part) || (!*part && a->session.message.len > 0))
        fail_msg("%s: '%s' where '%s' is wanted", key, text_str(&a->session.message), part);
}

TEST(a_sliders_number_is_told_in_few_digits)
{
    struct app a = app_after("lang en ; lesson 03-scaling/goal");
    pressed_says(&a, "+", "2.23205 ");
    app_finish(&a);
}

/* A key without a meaning, and one that changes nothing, say so; one that looks elsewhere is
 * quiet, also if that is where one is. One that changes numbers says what, and how to take it back. */
TEST(no_key_is_silently_lost)
{
    static const struct {
        const char *key, *part;
    } presses[] = {
        {"F9", "F9 does nothing here"},
        {"c", ""},
        {"v", ""},
        {"v", ""},
        {"}", ""},
        {"]", "] changes nothing"},
        {"[", ""},
        {"H", "one head"},
        {"Left", ""},
        {"Left", ""},
        {"=", ""},
        {"o", "only the twin"},
        {"P", "A"},
        {"o", ""},
        {"p", "positions sincos → none  (u takes it back)"},
        {"x", "猫 追 狗 → 狗 追 猫  (u takes it back)"},
    };
    struct app a = fresh_app();
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++)
        pressed_says(&a, presses[i].key, presses[i].part);
    app_finish(&a);
}

TESTS(kept_begin, kept_end)
