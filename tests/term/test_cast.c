/* Recordings: a terminal that is sent all of one shows in the end what the program draws there; a marker a
 * step. */
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "cli/cli.h"
#include "export/film.h"
#include "lesson/play/play.h"
#include "support/apps.h"
#include "support/terminal.h"
#include "support/test.h"

struct seen {
    struct terminal screen;
    int pictures, markers;
    double time;
};

static void open_lesson(struct app *a, enum lang lang, const char *line)
{
    *a = fresh_app_in(lang);
    must_enter(a, line);
}

static void follow_event(struct seen *s, const char *line, size_t n)
{
    json_t *e = json_loadb(line, n, 0, NULL);
    assert_true(json_is_array(e) && (int)json_array_size(e) == 3);
    double time = json_number_value(json_array_get(e, 0));
    const char *kind = json_string_value(json_array_get(e, 1)),
               *data = json_string_value(json_array_get(e, 2));
    assert_true(time >= s->time);
    s->time = time;
    if (strcmp(kind, "o") == 0)
        vterm_input_write(s->screen.vt, data, strlen(data));
    else
        assert_string_equal(kind, "m");
    s->pictures += *kind == 'o';
    s->markers += *kind == 'm';
    json_decref(e);
}

static void follow(struct seen *s, const char *cast)
{
    size_t n = strcspn(cast, "\n");
    json_t *head = json_loadb(cast, n, 0, NULL);
    assert_int_equal((int)json_integer_value(json_object_get(head, "version")), 2);
    int cols = (int)json_integer_value(json_object_get(head, "width")),
        rows = (int)json_integer_value(json_object_get(head, "height"));
    s->screen = (struct terminal){.vt = vterm_new(rows, cols), .rows = rows, .cols = cols};
    vterm_set_utf8(s->screen.vt, 1);
    s->screen.screen = vterm_obtain_screen(s->screen.vt);
    vterm_screen_reset(s->screen.screen, 1);
    json_decref(head);
    for (cast += n + 1; *cast; cast += n + 1)
        follow_event(s, cast, n = strcspn(cast, "\n"));
}

static void records(enum lang lang, const char *line)
{
    struct app a, b;
    struct text cast = {0}, again = {0}, want = {0}, now = {0};
    struct canvas c;
    struct seen s = {0};
    open_lesson(&a, lang, line);
    open_lesson(&b, lang, line);
    struct recording plays = {.seconds = 1.5};
    struct reply r = {0};
    assert_true(record_session(&a, &plays, &cast, &r) && record_session(&b, &plays, &again, &r));
    assert_string_equal(text_str(&cast), text_str(&again));
    assert_null(lesson_now(a.session.lesson).step);
    follow(&s, text_str(&cast));
    assert_true(canvas_init(&c, RECORD_ROWS, RECORD_COLS));
    app_draw(&a, c);
    canvas_text(c, &want);
    terminal_text(&s.screen, &now);
    assert_string_equal(text_str(&now), text_str(&want));
    assert_int_equal(s.markers, a.session.lesson->lesson.step_count + 1);
    assert_true(s.pictures > 2 * s.markers - 2);
    assert_true(s.time > 1.5 * (s.pictures - 1) - 1e-6 && s.time < 1.5 * (s.pictures - 1) + 1e-6);
    struct lesson_tally t = lesson_tally(a.session.lesson);
    assert_int_equal(t.reached, t.goals);
    vterm_free(s.screen.vt);
    canvas_finish(&c);
    app_finish(&a);
    app_finish(&b);
    text_finish(&cast);
    text_finish(&again);
    text_finish(&want);
    text_finish(&now);
}

TEST(a_recording_ends_on_the_last_screen)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    records(LANG_EN, "lesson 90-small");
    records(LANG_ZH, "lesson 90-small");
    unsetenv("QKV_LESSONS");
    records(LANG_ZH, "lesson 06 ; theme light");
}

TEST(one_screen_is_a_recording_too)
{
    struct app a;
    struct text cast = {0}, want = {0}, now = {0};
    struct canvas c;
    struct seen s = {0};
    open_lesson(&a, LANG_ZH, "view terms");
    assert_true(canvas_init(&c, 30, 100));
    app_draw(&a, c);
    cast_picture(c, THEME_DARK, &cast);
    canvas_text(c, &want);
    follow(&s, text_str(&cast));
    terminal_text(&s.screen, &now);
    assert_string_equal(text_str(&now), text_str(&want));
    assert_int_equal(s.pictures, 1);
    vterm_free(s.screen.vt);
    canvas_finish(&c);
    app_finish(&a);
    text_finish(&cast);
    text_finish(&want);
    text_finish(&now);
}

/* What a terminal shows after the keys were recorded in it is what the session shows. */
TEST(keys_are_recorded_with_what_they_move)
{
    struct app a = opened_app();
    struct text cast = {0}, want = {0}, now = {0};
    struct reply r = {0};
    struct seen s = {0};
    must_enter(&a, "view flow");
    assert_true(record_session(&a, &(struct recording){.keys = " Space  x", .seconds = 2}, &cast, &r));
    read_screen(&a, RECORD_ROWS, RECORD_COLS, &want);
    assert_non_null(strstr(text_str(&want), "dog chases cat"));
    follow(&s, text_str(&cast));
    terminal_text(&s.screen, &now);
    assert_string_equal(text_str(&now), text_str(&want));
    assert_int_equal(s.markers, 0);
    assert_true(s.pictures > 30); /* the flow moves */
    text_clear(&cast);
    assert_false(record_session(&a, &(struct recording){.keys = "x Spacebar", .seconds = 2}, &cast, &r));
    assert_string_equal(text_str(&r.text), "--keys: 'Spacebar' is not a key");
    reply_finish(&r);
    vterm_free(s.screen.vt);
    app_finish(&a);
    text_finish(&cast);
    text_finish(&want);
    text_finish(&now);
}

static void show(struct film *f, const char *words, double at)
{
    struct canvas c;
    assert_true(canvas_init(&c, 1, 5));
    canvas_put(c, 0, 0, STYLE_TEXT, words);
    film_canvas(f, c, THEME_DARK, at);
    canvas_finish(&c);
}

/* a stays, b is there in the first and the third second, the bars in the second, as one path. */
TEST(a_film_writes_each_element_once)
{
    struct film f = {0};
    struct text svg = {0};
    show(&f, "a  b", 0);
    show(&f, "a  ▄▀", 1);
    show(&f, "a  ▄▀", 1.5);
    show(&f, "a  b", 2);
    assert_true(film_finish(&f, 4, &svg));
    assert_non_null(strstr(text_str(&svg), "g{animation:4.00s step-end infinite}"));
    const char *groups = strstr(text_str(&svg), "<g>");
    assert_non_null(groups);
    assert_string_equal(groups, "<g>\n<text x=\"0\" y=\"14\" fill=\"#e5e5e5\">a</text>\n</g>\n"
                                "<style>@keyframes k1{25.0%{visibility:hidden}50.0%{visibility:visible}}"
                                "</style><g style=\"animation-name:k1\">\n"
                                "<text x=\"27\" y=\"14\" fill=\"#e5e5e5\">b</text>\n</g>\n"
                                "<style>@keyframes k2{25.0%{visibility:visible}50.0%{visibility:hidden}}"
                                "</style><g style=\"animation-name:k2\" visibility=\"hidden\">\n"
                                "<path fill=\"#e5e5e5\" d=\"M27 9h9v9h-9M36 0h9v9h-9\"/>\n</g>\n</svg>\n");
    text_finish(&svg);
}
