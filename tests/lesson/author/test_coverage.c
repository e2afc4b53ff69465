/* Every topic of the course notes has steps that teach it: data/coverage.tsv names them, the words by which
 * they speak of the topic, and the pictures that they open. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lesson/play/open.h"
#include "lesson/play/replay.h"
#include "lesson/run/run.h"
#include "support/apps.h"
#include "support/lesson_tree.h"
#include "support/test.h"

enum { TOPICS = 102, LANGUAGES = 2, MAX_PARTS = 12, CELL_BYTES = 400 };

/* A cell of the table, cut at its separators. */
struct parts {
    char copy[CELL_BYTES], *v[MAX_PARTS];
    int count;
};

struct topic {
    const char *name;
    struct parts places, words[LANGUAGES];
    bool open; /* something is missing */
};

#define complain_of(t, ...)                                                                                  \
    do {                                                                                                     \
        (t)->open = true;                                                                                    \
        print_error("%s: ", (t)->name);                                                                      \
        print_error(__VA_ARGS__);                                                                            \
        print_error("\n");                                                                                   \
    } while (0)

/* ---- the table -------------------------------------------------------------------- */

static void cut(struct parts *out, const char *cell, const char *separator)
{
    char *rest;
    assert_true(strlen(cell) < sizeof out->copy);
    strcpy(out->copy, cell);
    out->count = 0;
    for (char *s = strtok_r(out->copy, separator, &rest); s; s = strtok_r(NULL, separator, &rest)) {
        assert_true(out->count < MAX_PARTS);
        out->v[out->count++] = s + strspn(s, " ");
    }
}

/* The parts point into *t, which therefore stays where it is. */
static void read_row(char *line, struct topic *t)
{
    char *rest;
    t->name = strtok_r(line, "\t", &rest);
    const char *places = strtok_r(NULL, "\t", &rest), *en = strtok_r(NULL, "\t", &rest),
               *zh = strtok_r(NULL, "\t", &rest);
    if (!zh)
        fail_msg("%s: topic, places, English words, Chinese words, parted by tabs", line);
    cut(&t->places, places, " ");
    cut(&t->words[LANG_EN], en, ",");
    cut(&t->words[LANG_ZH], zh, ",");
}

/* ---- what a step says --------------------------------------------------------------- */

static void add_block(struct text *out, const struct block *b)
{
    lesson_block_text(b, out);
    text_add(out, "\n");
}

static void add_prose(struct text *out, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        add_block(out, &p->v[i]);
}

static void add_question(struct text *out, const struct lesson_ask *q)
{
    add_block(out, &q->question);
    for (int i = 0; i < q->option_count; i++) {
        add_block(out, &q->option[i].text);
        if (q->option[i].right)
            add_block(out, &q->option[i].feedback);
    }
    add_block(out, &q->model);
    for (int i = 0; i < q->idea_count; i++) {
        text_addf(out, "%s\n", q->idea[i].command.s);
        add_block(out, &q->idea[i].text);
    }
}

/* Everything that each learner reads: no hints, no answers to what is wrong, nothing for teachers. */
static void add_step(struct text *out, const struct lesson_step *step)
{
    text_addf(out, "%s\n", step->title.s);
    add_prose(out, &step->narration);
    for (int i = 0; i < step->ask_count; i++)
        add_question(out, &step->ask[i]);
    add_prose(out, &step->reveal);
}

/* English words begin with a word of the text, in any case: "graph" is in "Graphs", not in "paragraph". */
static bool says(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = text; *at; at++)
        if (strncasecmp(at, word, n) == 0 &&
            ((unsigned char)*word >= 0x80 || at == text || !isalnum((unsigned char)at[-1])))
            return true;
    return false;
}

/* ---- pictures ----------------------------------------------------------------------- */

/* Makes the app show a picture: VIEW or VIEW/PANEL. Returns false if there is no such view. */
static bool show(struct app *a, struct topic *t, const char *place)
{
    static const char *const panel_of[][2] = {{"machine", "machine"}, {"code", "code"}};
    struct text line = {0};
    struct reply r = {.lang = LANG_EN};
    const char *panel = strchr(place, '/'), *parameter = "panel";
    size_t n = strcspn(place, "/");
    text_addf(&line, "view %.*s", (int)n, place);
    bool known = app_line(a, text_str(&line), &r);
    for (size_t i = 0; i < sizeof panel_of / sizeof *panel_of; i++)
        if (strncmp(place, panel_of[i][0], n) == 0)
            parameter = panel_of[i][1];
    text_clear(&line);
    text_addf(&line, "set %s %s", parameter, panel ? panel + 1 : "");
    if (known && panel && !app_line(a, text_str(&line), &r))
        complain_of(t, "%s: %s", place, text_str(&r.text));
    reply_finish(&r);
    text_finish(&line);
    return known;
}

/* Whether the picture is open already: to show it changes nothing. */
static bool is_shown(struct app *a, struct topic *t, const char *place)
{
    struct look before = a->session.now.state.look;
    show(a, t, place);
    return memcmp(&before, &a->session.now.state.look, sizeof before) == 0;
}

/* Whether the commands of a step open a picture, at its beginning or with a part of its `do`. */
static bool opens(struct topic *t, const struct lesson *l, int at, const char *place)
{
    bool open = false;
    for (int parts = 0; !open && parts <= lesson_segment_count(&l->step[at]); parts++) {
        struct app a = fresh_app();
        struct reply r = {.lang = LANG_EN};
        bool ok = lesson_replay(&a.session, l, at, LESSON_BEFORE, &r);
        for (int i = 0; ok && i < parts; i++)
            ok = lesson_act(&a.session, l, at, i, &r);
        if (!ok)
            fail_msg("%s/%s: %s", l->id, l->step[at].id.s, text_str(&r.text));
        open = is_shown(&a, t, place);
        reply_finish(&r);
        app_finish(&a);
    }
    return open;
}

/* ---- rows --------------------------------------------------------------------------- */

/* Reads the step that a place names. Returns false, and complains, unless it exists and asks something. */
static bool load(struct topic *t, const char *place, enum lang lang, struct lesson *l, int *at)
{
    struct reply r = {.lang = LANG_EN};
    const char *step;
    bool ok = lesson_load(place, lang, l, &step, &r);
    if (!ok)
        complain_of(t, "%s (%s): %s", place, lang_code(lang), text_str(&r.text));
    else {
        *at = lesson_step_find(l, step);
        ok = *at >= 0 && l->step[*at].ask_count > 0;
        if (!ok) {
            complain_of(t, "%s (%s): %s", place, lang_code(lang), *at < 0 ? "no such step" : "asks nothing");
            lesson_finish(l);
        }
    }
    reply_finish(&r);
    return ok;
}

/* Each step says one of the topic's words at least. Marks those that it says. */
static void check_step(struct topic *t, const char *place, enum lang lang, bool *said)
{
    struct lesson l;
    struct text text = {0};
    int at, count = 0;
    if (!load(t, place, lang, &l, &at))
        return;
    add_step(&text, &l.step[at]);
    for (int i = 0; i < t->words[lang].count; i++)
        if (says(text_str(&text), t->words[lang].v[i])) {
            said[i] = true;
            count++;
        }
    if (count == 0)
        complain_of(t, "%s (%s) does not speak of it", place, lang_code(lang));
    text_finish(&text);
    lesson_finish(&l);
}

/* A picture counts only if a step of the row opens it. */
static void check_picture(struct topic *t, const char *place, const bool *picture)
{
    bool open = false;
    for (int i = 0; i < t->places.count && !open; i++) {
        struct lesson l;
        int at;
        if (!picture[i] && load(t, t->places.v[i], LANG_EN, &l, &at)) {
            open = opens(t, &l, at, place);
            lesson_finish(&l);
        }
    }
    if (!open)
        complain_of(t, "no step of this row opens %s", place);
}

static void check_topic(struct app *a, struct topic *t)
{
    bool picture[MAX_PARTS], said[LANGUAGES][MAX_PARTS] = {{false}};
    int steps = 0;
    for (int i = 0; i < t->places.count; i++) {
        picture[i] = show(a, t, t->places.v[i]);
        steps += !picture[i];
    }
    if (steps == 0)
        complain_of(t, "no step");
    for (int i = 0; i < t->places.count; i++)
        if (picture[i])
            check_picture(t, t->places.v[i], picture);
    for (enum lang lang = LANG_EN; lang <= LANG_ZH; lang++) {
        for (int i = 0; i < t->places.count; i++)
            if (!picture[i])
                check_step(t, t->places.v[i], lang, said[lang]);
        for (int i = 0; i < t->words[lang].count; i++)
            if (!said[lang][i])
                complain_of(t, "no step says \"%s\" (%s)", t->words[lang].v[i], lang_code(lang));
    }
}

TEST(every_topic_has_steps_that_speak_of_it)
{
    struct text table = {0};
    struct app a = fresh_app();
    int topics = 0, open = 0;
    lesson_bytes("tests/data/coverage.tsv", &table);
    for (char *rest, *line = strtok_r(table.s, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (*line == '#')
            continue;
        struct topic t = {.open = false};
        read_row(line, &t);
        check_topic(&a, &t);
        topics++;
        open += t.open;
    }
    print_message("%d of %d topics are open\n", open, topics);
    assert_int_equal(topics, TOPICS);
    assert_int_equal(open, 0);
    app_finish(&a);
    text_finish(&table);
}

static int begin(void **state)
{
    unsetenv("QKV_LESSONS");
    return locale(state);
}

TESTS(begin, NULL)
