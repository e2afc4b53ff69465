/* Every topic of the course notes has a place where a learner meets it: data/coverage.tsv names steps that
 * ask something in both languages, and pictures. Rows that nobody teaches yet are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lesson/play/open.h"
#include "support/apps.h"
#include "support/lesson_tree.h"
#include "support/locale.h"

enum { TOPICS = 73 };

/* Looks for a view and its panel: "machine/note". Returns false if there is no such view. */
static bool picture(struct app *a, const char *topic, const char *place)
{
    struct text line = {0};
    struct reply r = {.lang = LANG_EN};
    const char *panel = strchr(place, '/');
    text_addf(&line, "view %.*s", (int)strcspn(place, "/"), place);
    bool known = app_line(a, text_str(&line), &r);
    text_clear(&line);
    if (known && panel)
        text_addf(&line, "set %s %s", strncmp(place, "machine", 7) == 0 ? "machine" : "panel", panel + 1);
    if (line.len > 0 && !app_line(a, text_str(&line), &r))
        fail_msg("%s: %s: %s", topic, place, text_str(&r.text));
    reply_finish(&r);
    text_finish(&line);
    return known;
}

static void asks_in(enum lang lang, const char *topic, const char *place)
{
    struct lesson l;
    struct reply r = {.lang = LANG_EN};
    const char *step;
    if (!lesson_load(place, lang, &l, &step, &r))
        fail_msg("%s: %s (%s): %s", topic, place, lang_code(lang), text_str(&r.text));
    int at = lesson_step_find(&l, step);
    if (at < 0 || l.step[at].ask_count == 0)
        fail_msg("%s: %s (%s): %s", topic, place, lang_code(lang), at < 0 ? "no such step" : "asks nothing");
    lesson_finish(&l);
    reply_finish(&r);
}

static void check_place(struct app *a, const char *topic, const char *place)
{
    if (picture(a, topic, place))
        return;
    asks_in(LANG_EN, topic, place);
    asks_in(LANG_ZH, topic, place);
}

static void every_topic_has_a_place_that_asks_or_shows(void **state)
{
    (void)state;
    struct text table = {0};
    struct app a = fresh_app();
    int topics = 0, open = 0;
    lesson_bytes("tests/data/coverage.tsv", &table);
    for (char *rest, *line = strtok_r(table.s, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *places = strchr(line, '\t'), *more;
        if (*line == '#')
            continue;
        if (!places || !places[1])
            fail_msg("%s: no places (\"-\": none yet)", line);
        *places++ = '\0';
        topics++;
        bool none = strcmp(places, "-") == 0;
        open += none;
        if (none)
            print_message("not taught yet: %s\n", line);
        for (char *p = strtok_r(places, " ", &more); p && !none; p = strtok_r(NULL, " ", &more))
            check_place(&a, line, p);
    }
    print_message("%d of %d topics are not taught yet\n", open, topics);
    assert_int_equal(topics, TOPICS);
    app_finish(&a);
    text_finish(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_topic_has_a_place_that_asks_or_shows),
    };
    unsetenv("QKV_LESSONS");
    return cmocka_run_group_tests_name("coverage", tests, locale, NULL);
}
