/* Addresses of what is in view: they are short, and lead back to it. */
#include "app/link.h"

#include <stdio.h>
#include <string.h>

#include "state/script.h"
#include "support/apps.h"
#include "support/test.h"

/* Writes the link of a session, from # on. */
static void link_of(struct app *a, struct text *out)
{
    struct reply r = {0};
    text_clear(out);
    if (!link_write(a, "", out, &r))
        fail_msg("%s", text_str(&r.text));
    reply_finish(&r);
}

/* Opens the scene of a link as the page does. */
static void open_link(struct app *a, const char *link)
{
    struct text script = {0};
    struct reply r = {0};
    const char *s = link + strlen("#scene="), *end = strstr(link, "&lang=");
    assert_int_equal(strncmp(link, "#scene=", strlen("#scene=")), 0);
    assert_non_null(end);
    text_add(&script, SCRIPT_FIRST_LINE "\n");
    for (unsigned byte; s < end; s += *s == '%' ? 3 : 1) {
        byte = (unsigned char)*s;
        if (*s == '%')
            assert_int_equal(sscanf(s + 1, "%2X", &byte), 1);
        text_add_char(&script, *s == '+' ? ' ' : (char)byte);
    }
    if (!app_load(a, "link", text_str(&script), &r))
        fail_msg("%s: %s", link, text_str(&r.text));
    text_finish(&script);
    reply_finish(&r);
}

/* After these lines, in a session as the program starts, a link is at most so long (0: as long as it needs)
 * and gives the same scene. */
static const struct {
    const char *line;
    size_t most;
} changes[] = {
    {"swap", 80},
    {"set WQ 0 3 = 0.5", 80},
    {"set x 1 2 = -7.25", 80},
    {"swap ; set x 0 3 = 0.5", 80},
    {"encoding none", 80},
    {"mask causal", 80},
    {"view stages ; stage weight", 80},
    {"sentence \"the big zorgs fly\"", 80},
    {"layer 0 ; set WK 1 1 = 2", 80},
    {"pair robots ; view compare", 80},
    {"task order ; train 5", 80},
    {"reset ; set d 16 heads 2", 80},
    {"omit word 0", 80},
    {"token zebra en=zee ; tokens zebra chases cat", 0},
    {"weights random 1", 0},
    {"set base 100 ; term all off", 0},
    {"head 1 ; carry attn0.h1 ; swap", 0},
    {"reset ; tokens a b ; classes a b ; target a b ; memory c d ; block decoder", 0},
    {"tokens \"100% & #1\" \"a;b\" \"+\" ; view map", 0},
};

static void assert_led_back(enum lang lang, const char *line, size_t most)
{
    struct app a = opened_app_in(lang), other = opened_app_in(lang);
    struct text link = {0}, is = {0}, wanted = {0};
    must_enter(&a, line);
    link_of(&a, &link);
    if (most > 0 && link.len > most)
        fail_msg("%s: %zu characters: %s", line, link.len, text_str(&link));
    assert_null(strpbrk(text_str(&link), " \"'<>()\\\n"));
    open_link(&other, text_str(&link));
    script_write(&a.session.now, &wanted);
    script_write(&other.session.now, &is);
    assert_string_equal(text_str(&is), text_str(&wanted));
    text_finish(&link);
    text_finish(&is);
    text_finish(&wanted);
    app_finish(&a);
    app_finish(&other);
}

TEST(a_link_is_what_was_changed)
{
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        assert_led_back(LANG_EN, changes[i].line, changes[i].most);
    assert_led_back(LANG_ZH, "swap", 80);
}

/* Of a step, its name; once numbers were changed there, the scene. */
TEST(a_link_to_a_lesson_names_its_step)
{
    struct app a = opened_app();
    struct text t = {0};
    must_enter(&a, "lesson 03/grow");
    link_of(&a, &t);
    assert_string_equal(text_str(&t), "#lesson=03/grow&lang=en");
    text_clear(&t);
    link_title(&a.session, &t);
    assert_string_equal(text_str(&t), "03 Why divide by √d_k");
    must_enter(&a, "set WQ 0 0 = 5");
    link_of(&a, &t);
    assert_int_equal(strncmp(text_str(&t), "#scene=", 7), 0);
    must_enter(&a, "lesson tour");
    link_of(&a, &t);
    assert_int_equal(strncmp(text_str(&t), "#lesson=tour/", 13), 0);
    must_enter(&a, "lesson leave ; view terms");
    text_clear(&t);
    link_place(&a.session, &t);
    assert_string_equal(text_str(&t), "view=terms&lang=en");
    must_enter(&a, "home ; lang zh");
    text_clear(&t);
    link_place(&a.session, &t);
    assert_string_equal(text_str(&t), "lang=zh");
    text_finish(&t);
    app_finish(&a);
}

/* What another scene gives is none of these words then. */
TEST(a_stopped_link_is_none)
{
    struct app a = opened_app();
    struct text link = {0};
    struct work w = {.stopped = true};
    struct reply r = {.work = &w};
    must_enter(&a, "sentence the dog was chased by the cat");
    assert_false(link_write(&a, "", &link, &r));
    assert_string_equal(text_str(&r.text), "stopped");
    reply_finish(&r);
    text_finish(&link);
    app_finish(&a);
}

TEST(the_address_is_shown_scanned_and_embedded)
{
    struct app a = opened_app();
    struct reply help = {0};
    assert_true(app_line(&a, "help Y", &help));
    assert_non_null(strstr(text_str(&help.text), "Y  link\n      : link"));
    reply_finish(&help);
    press(&a, "Y");
    see(&a, 24, 80, "#scene=opening&lang=en");
    see(&a, 24, 80, "':qr'");
    press(&a, "q");
    assert_false(enter(&a, "qr"));
    must_enter(&a, "lesson 03/grow");
    press(&a, ":");
    for (const char *s = "qr https://example.org/qkv.html"; *s; s++)
        press(&a, *s == ' ' ? "Space" : (char[]){*s, '\0'});
    press(&a, "Enter");
    see(&a, 24, 80, "https://example.org/qkv.html#lesson=03/grow&lang=en");
    see(&a, 24, 80, "██ █▄▄▄█ ██");
    see(&a, 23, 80, "██ █▄▄▄█ ██"); /* without room for both, the code */
    see(&a, 18, 80, "The code needs 33 × 22 cells");
    struct reply r = {0};
    app_line(&a, "embed https://example.org/a&b", &r);
    assert_non_null(strstr(text_str(&r.text), "<iframe title=\"qkv: 03 Why divide by √d_k\" src=\"https://"
                                              "example.org/a&amp;b#lesson=03/grow&amp;lang=en\""));
    assert_non_null(strstr(text_str(&r.text), "allow-scripts"));
    reply_finish(&r);
    app_finish(&a);
}
