/* What a page may call (web/web.h), without a browser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keep/file.h"
#include "support/kept.h"
#include "support/test.h"
#include "view/click.h"
#include "view/style.h"
#include "web/web.h"

enum { ROWS = 24, COLS = 80 };

static struct web *started_in(const char *lang, unsigned wishes)
{
    struct web *w = web_new();
    assert_non_null(w);
    strcpy(web_room(w, strlen(lang)), lang);
    assert_true(web_start(w, wishes));
    return w;
}

static struct web *started(unsigned wishes)
{
    return started_in("en-GB", wishes);
}

static void give(struct web *w, const char *s)
{
    char *room = web_room(w, strlen(s));
    assert_non_null(room);
    memcpy(room, s, strlen(s));
}

static void key(struct web *w, const char *name)
{
    give(w, name);
    web_key(w);
}

/* Writes the picture's text. */
static void picture(struct web *w, struct text *out)
{
    const struct cell *cells = web_draw(w, ROWS, COLS);
    assert_non_null(cells);
    struct canvas c = {.rows = ROWS, .cols = COLS, .stride = COLS, .cells = (struct cell *)cells};
    text_clear(out);
    canvas_text(c, out);
}

static void sees(struct web *w, const char *what)
{
    struct text t = {0};
    picture(w, &t);
    if (!strstr(text_str(&t), what))
        fail_msg("no '%s' in\n%s", what, text_str(&t));
    text_finish(&t);
}

TEST_AROUND(a_session_begins_as_asked, kept_begin, kept_end)
{
    struct web *w = started(0);
    sees(w, "cat chases dog");
    assert_int_equal(web_theme(w), THEME_DARK);
    assert_string_equal(web_lang(w), "en");
    web_free(w);
    w = started_in("zh-CN", WEB_LIGHT);
    sees(w, "猫 追 狗");
    assert_int_equal(web_theme(w), THEME_LIGHT);
    assert_string_equal(web_theme_name(w), "light");
    assert_string_equal(web_lang(w), "zh");
    web_free(w);
    w = started(WEB_MONO);
    assert_int_equal(web_theme(w), THEME_MONO);
    web_free(w);
}

TEST_AROUND(ribbons_are_curves_where_there_are_colours, kept_begin, kept_end)
{
    for (unsigned wishes = 0; wishes <= WEB_MONO; wishes += WEB_MONO) {
        struct web *w = started(wishes | WEB_STILL);
        give(w, "view flow");
        assert_true(web_line(w));
        const struct cell *cells = web_draw(w, ROWS, COLS);
        int marked = 0;
        for (int i = 0; i < ROWS * COLS; i++)
            marked += cells[i].curve > 0;
        assert_int_equal(marked > 20, !wishes);
        assert_int_equal(strstr(web_curves(w), "<path fill=\"url(#r") != NULL, !wishes);
        give(w, "view cost");
        assert_true(web_line(w));
        assert_non_null(web_draw(w, ROWS, COLS));
        assert_string_equal(web_curves(w), "");
        web_free(w);
    }
}

/* An address is a stranger's text: it is a name, whatever it holds. */
TEST_AROUND(an_address_opens_a_lesson_and_does_nothing_else, kept_begin, kept_end)
{
    static const char *const evil[] = {
        "no such lesson", "01 ; set d 4", "01\" ; set d 4", "01\nset d 4", "\\\" ; set d 4", "#", "\033[2J",
    };
    struct web *w = started(0);
    char *before = strdup(web_script(w));
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        give(w, evil[i]);
        if (web_lesson(w))
            fail_msg("an address may: %s", evil[i]);
        assert_string_equal(web_script(w), before);
    }
    give(w, evil[0]);
    web_lesson(w);
    sees(w, "no such lesson");
    give(w, "01/scores");
    assert_true(web_lesson(w));
    sees(w, "01-by-hand/scores");
    free(before);
    web_free(w);
}

/* The README tells teachers such addresses. */
TEST_AROUND(the_addresses_of_the_readme_open, kept_begin, kept_end)
{
    struct web *w = started(0);
    struct text readme = {0};
    struct reply r = {0};
    int count = 0;
    assert_true(file_read("README.md", 1 << 20, &readme, &r));
    for (const char *s = readme.s; (s = strstr(s, "#lesson=")); count++) {
        char name[64] = "";
        s += strlen("#lesson=");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(s, "&`\"> "), s);
        give(w, name);
        if (!web_lesson(w))
            fail_msg("the README names a lesson that does not open: %s", name);
    }
    assert_true(count > 1);
    text_finish(&readme);
    reply_finish(&r);
    web_free(w);
}

TEST_AROUND(keys_pastes_and_clicks_arrive, kept_begin, kept_end)
{
    struct web *w = started(0);
    sees(w, "start");
    assert_int_equal(web_cursor(w), -1);
    key(w, "s");
    sees(w, "cat");
    assert_true(web_cursor(w) >= (ROWS - 1) * COLS);
    give(w, "dog chases cat");
    web_paste(w);
    key(w, "Enter");
    sees(w, "qkv  dog chases cat");
    give(w, "view flow ; set encoding none");
    assert_true(web_line(w));
    give(w, "set encoding nonsense");
    assert_false(web_line(w));
    sees(w, "nonsense");
    web_wheel(w, 5, 5, 0);
    struct text t = {0};
    picture(w, &t);
    const char *help = strstr(text_str(&t), "? help");
    assert_non_null(help);
    text_finish(&t);
    web_click(w, ROWS - 2, COLS - 4, 1);
    sees(w, "Keys of this view");
    web_free(w);
}

TEST_AROUND(looks_have_colours, kept_begin, kept_end)
{
    struct web *w = started(0);
    struct web_look title = *web_look(w, STYLE_TITLE, 0, 0), text = *web_look(w, STYLE_TEXT, 0, 0);
    assert_int_equal(title.fg, 0xFFD75F);
    assert_int_equal(title.attrs, ATTR_BOLD);
    assert_int_not_equal(text.fg, title.fg);
    assert_int_equal(web_look(w, STYLE_TEXT, 0, INK_DIV_ZERO)->attrs, 0);
    web_free(w);
    w = started(WEB_MONO);
    assert_int_equal(web_look(w, STYLE_TITLE, 0, 0)->fg, -1);
    assert_int_equal(web_look(w, STYLE_SELECTED, 0, 0)->attrs & ATTR_REVERSE, ATTR_REVERSE);
    web_free(w);
}

TEST_AROUND(the_picture_is_told, kept_begin, kept_end)
{
    struct web *w = started(0);
    give(w, "view flow");
    assert_true(web_line(w));
    assert_non_null(strstr(web_told(w, false), "chases"));
    assert_non_null(strstr(web_told(w, true), "chases"));
    give(w, "set d nonsense");
    assert_false(web_line(w));
    assert_non_null(strstr(web_told(w, false), "nonsense"));
    web_free(w);
}

TEST_AROUND(a_link_gives_the_scene_back, kept_begin, kept_end)
{
    struct web *w = started(0), *other = started(0);
    give(w, "sentence \"dog chases cat\" ; set encoding rope ; view terms");
    assert_true(web_line(w));
    char *script = strdup(web_script(w));
    give(other, script);
    assert_true(web_link(other));
    assert_string_equal(web_script(other), script);
    free(script);
    web_free(w);
    web_free(other);
}

/* What a command hands out is copied once. */
TEST_AROUND(a_page_knows_its_place_and_copies_links, kept_begin, kept_end)
{
    struct web *w = started(0);
    assert_string_equal(web_place(w), "lang=en");
    give(w, "https://example.org/qkv.html");
    web_address(w);
    give(w, "03/grow");
    assert_true(web_lesson(w));
    assert_string_equal(web_place(w), "lesson=03/grow&lang=en");
    assert_string_equal(web_title(w), "03 Why divide by √d_k");
    assert_string_equal(web_handed(w), "");
    key(w, "Y");
    assert_string_equal(web_handed(w), "https://example.org/qkv.html#lesson=03/grow&lang=en");
    assert_string_equal(web_handed(w), "");
    give(w, "qr");
    assert_true(web_line(w));
    assert_non_null(strstr(web_told(w, false), "https://example.org/qkv.html#lesson=03/grow&lang=en\n"));
    assert_null(strstr(web_told(w, true), "█"));
    web_free(w);
}

/* A link is a stranger's script. */
TEST_AROUND(a_link_can_only_describe_a_state, kept_begin, kept_end)
{
    static const char *const evil[] = {
        "export json out.json",
        "save out.scene",
        "recover drop",
        "source x.qkv",
        "quit",
        "lesson 01",
        "\033[2J",
    };
    struct web *w = started(0);
    char *before = strdup(web_script(w));
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        struct text link = {0};
        text_addf(&link, "# scene format 1\nset d 4\n%s\n", evil[i]);
        give(w, text_str(&link));
        if (web_link(w))
            fail_msg("a link may: %s", evil[i]);
        assert_string_equal(web_script(w), before);
        assert_false(web_ended(w));
        text_finish(&link);
    }
    assert_int_not_equal(access("out.json", F_OK), 0);
    assert_int_equal(kept_files("json"), 0);
    free(before);
    web_free(w);
}

TEST_AROUND(a_file_is_read_by_its_ending, kept_begin, kept_end)
{
    struct web *w = started(0);
    struct text path = {0};
    struct reply r = {0};
    const char *vectors = kept_path("my words.vec");
    FILE *f = fopen(vectors, "w");
    assert_non_null(f);
    fputs("cat 7 0 0 0 0 0 0 0\n", f);
    fclose(f);
    give(w, "set heads 1 d 8");
    assert_true(web_line(w));
    give(w, vectors);
    assert_true(web_file(w));
    give(w, "expect x(cat,0) = 7");
    assert_true(web_line(w));
    text_addf(&path, "%s", kept_path("no.scene"));
    give(w, text_str(&path));
    assert_false(web_file(w));
    sees(w, "no.scene");
    text_finish(&path);
    reply_finish(&r);
    web_free(w);
}

/* Reads what is told after an event, until the next call. */
static const char *told_after(struct web *w, const char *key_name)
{
    key(w, key_name);
    return web_told(w, false);
}

/* Only what has changed is told: not the lesson's whole step at each key. */
TEST_AROUND(what_has_changed_is_told, kept_begin, kept_end)
{
    struct web *w = started(0);
    give(w, "01");
    assert_true(web_lesson(w));
    assert_non_null(strstr(web_told(w, false), "eight tokens"));
    assert_string_equal(web_told(w, false), "");
    const char *told = told_after(w, "b");
    assert_non_null(strstr(told, "▸b"));
    assert_null(strstr(told, "eight tokens"));
    assert_non_null(strstr(web_told(w, true), "eight tokens"));
    assert_non_null(strstr(web_told(w, true), "! tells all of this again. Ctrl-M"));
    assert_non_null(strstr(told_after(w, "?"), "Keys"));
    assert_string_equal(told_after(w, "Down"), "");
    assert_non_null(strstr(told_after(w, "Esc"), "eight tokens"));
    give(w, "set d nonsense");
    web_line(w);
    assert_non_null(strstr(web_told(w, false), "nonsense"));
    assert_null(strstr(web_told(w, false), "nonsense"));
    give(w, "set d nonsense"); /* asked again, it is told again */
    web_line(w);
    assert_non_null(strstr(web_told(w, false), "nonsense"));
    web_free(w);
}

/* The browser's own keys are left to it where the program has none. */
TEST_AROUND(keys_are_known_before_they_are_pressed, kept_begin, kept_end)
{
    struct web *w = started(0);
    give(w, "C-b");
    assert_false(web_has_key(w));
    give(w, "bind C-b \"view flow\"");
    assert_true(web_line(w));
    give(w, "C-b");
    assert_true(web_has_key(w));
    web_free(w);
}

/* Chats cut long links. */
TEST_AROUND(a_cut_link_is_called_so, kept_begin, kept_end)
{
    static const char *const cut[] = {"", "?", "# scene for", "\xFF"};
    struct web *w = started(0), *zh = started_in("zh", 0);
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        give(w, cut[i]);
        assert_false(web_link(w));
        sees(w, "this link is damaged or was cut off: ask for it again");
    }
    give(zh, "");
    assert_false(web_link(zh));
    sees(zh, "这个链接坏了，或者没有复制完整");
    web_free(w);
    web_free(zh);
}

/* The start screen moves for a minute after the last key, not for ever. */
TEST_AROUND(the_start_screen_comes_to_rest, kept_begin, kept_end)
{
    struct web *w = started(0);
    long ms = 0;
    for (; web_wait(w) >= 0 && ms < 120000; web_tick(w))
        ms += web_wait(w);
    assert_true(ms > 50000 && ms < 70000);
    key(w, "Down");
    assert_true(web_wait(w) >= 0);
    web_free(w);
}

TEST_AROUND(time_goes_on_by_ticks, kept_begin, kept_end)
{
    struct web *w = started(0), *still = started(WEB_STILL);
    give(w, "view flow");
    web_line(w);
    key(w, "p");
    assert_true(web_wait(w) > 0 && web_wait(w) < 100);
    for (int i = 0; i < 200 && web_wait(w) >= 0 && web_wait(w) < 100; i++)
        web_tick(w);
    give(still, "view flow");
    web_line(still);
    key(still, "p");
    assert_true(web_wait(still) < 0 || web_wait(still) > 100);
    web_free(w);
    web_free(still);
}

/* The place of a text in the last picture. */
static struct click_box place_of(struct web *w, const char *what)
{
    struct text t = {0};
    picture(w, &t);
    const char *at = strstr(text_str(&t), what);
    if (!at)
        fail_msg("no '%s' in\n%s", what, text_str(&t));
    struct click_box b = {0};
    for (const char *s = text_str(&t); s < at; s++)
        b.row += *s == '\n';
    const char *line = at;
    while (line > text_str(&t) && line[-1] != '\n')
        line--;
    struct text before = {0};
    text_add_bytes(&before, line, (size_t)(at - line));
    b.col = utf8_width(text_str(&before));
    text_finish(&before);
    text_finish(&t);
    return b;
}

/* What a click would do is said, with the value that it leads to, and nothing has changed by asking. */
TEST_AROUND(a_spot_says_what_a_click_does, kept_begin, kept_end)
{
    static const struct {
        const char *lang, *line, *over, *kind, *says;
    } cases[] = {
        {"en", "view stages ; stage weights", "0.85", "line ",
         "click: In focus: weights[cat→chases] = 0.854"},
        {"en", "view edit", "0.300", "number ", "row 0, column 5: 0.3, step 0.1  (dragging it or the wheel"},
        {"zh", "view edit", "0.300", "number ", "第 0 行，第 5 列：0.3，步长 0.1  （拖动或滚轮改变它）"},
        {"en", "set layer 0 ; view stages ; stage x", "0.30", "number ",
         "In focus: X[cat, 5] = 0.300  (dragging"},
        {"en", "view terms", "word·place", "line ", "click: knocked out word·place"},
        {"en", "view flow", "q·k", "line set stage scores", "click: Stage scores is lit"},
        {"en", "home", "Lessons", "line lesson", "click: from a bet to today's models"},
        {"en", "home", "takes the pos", "key p", "click: positions on/off"},
        {"en", "lesson 01", "w hint", "key w", "click: hint"},
        {"en", "lesson 01", "a 10×8", "key a", ""},
        {"en", "view flow", "? help", "key ?", "click: help"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct web *w = started_in(cases[i].lang, WEB_STILL);
        struct text was = {0};
        give(w, cases[i].line);
        if (!web_line(w))
            sees(w, cases[i].line);
        struct click_box b = place_of(w, cases[i].over);
        text_add(&was, web_script(w));
        struct text before = {0}, after = {0};
        picture(w, &before);
        const char *spot = web_spot(w, b.row, b.col, true);
        if (!strstr(spot, cases[i].kind) || !strstr(spot, cases[i].says))
            fail_msg("%s, %s: %s", cases[i].line, cases[i].over, spot);
        assert_string_equal(web_script(w), text_str(&was));
        picture(w, &after);
        assert_string_equal(text_str(&after), text_str(&before));
        text_finish(&was);
        text_finish(&before);
        text_finish(&after);
        web_free(w);
    }
}

TEST_AROUND(where_nothing_happens_nothing_is_said, kept_begin, kept_end)
{
    struct web *w = started(WEB_STILL);
    sees(w, "start");
    assert_string_equal(web_spot(w, ROWS - 1, COLS - 1, true), "");
    assert_string_equal(web_spot(w, -1, 3, true), "");
    assert_string_equal(web_spot(w, ROWS, COLS, true), "");
    key(w, "s");
    struct click_box b = place_of(w, "Lessons");
    assert_string_equal(web_spot(w, b.row, b.col, true), "");
    web_free(w);
}

/* All of a drag is one change, and a drag back to where it began is none. */
TEST_AROUND(a_drag_is_one_change, kept_begin, kept_end)
{
    struct web *w = started(WEB_STILL);
    give(w, "view edit");
    assert_true(web_line(w));
    struct click_box b = place_of(w, "0.300");
    for (int steps = 1; steps <= 5; steps++)
        web_turn(w, b.row, b.col, steps, steps > 1);
    sees(w, "x[cat, feeling] = 0.8");
    key(w, "u");
    sees(w, "x[cat, feeling] = 0.3");
    key(w, "u");
    sees(w, "nothing to undo");
    b = place_of(w, "0.300");
    web_turn(w, b.row, b.col, -2, false);
    sees(w, "x[cat, feeling] = 0.1");
    web_turn(w, b.row, b.col, 0, true);
    sees(w, "x[cat, feeling] = 0.3");
    key(w, "u");
    sees(w, "nothing to undo");
    b = place_of(w, "0.300");
    web_wheel(w, b.row, b.col, 1);
    sees(w, "x[cat, feeling] = 0.4");
    web_free(w);
}
