/* Every lesson's picture shows what its text speaks of, on the smallest screen too: the words of the
 * sentence that the text names are in the picture. */
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/play/replay.h"
#include "lesson/run/progress.h"
#include "lesson/run/run.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/screen.h"

struct look_at {
    struct app *app;
    struct text picture, words;
    int missing, seen;
};

static bool part_of_word(unsigned char c)
{
    return isalnum(c) || c == '_' || c == '\'';
}

/* Han words have no borders; 我们 is another word than 我. */
static bool names(const char *text, const char *word)
{
    size_t n = strlen(word);
    bool han = (unsigned char)word[0] >= 0x80;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((han && strncmp(at + n, "们", 3) != 0) ||
            (!han && (at == text || !part_of_word((unsigned char)at[-1])) &&
             !part_of_word((unsigned char)at[n])))
            return true;
    return false;
}

static bool names_number(const char *text, const char *number)
{
    size_t n = strlen(number);
    for (const char *at = strstr(text, number); at; at = strstr(at + 1, number))
        if ((at == text || (!isdigit((unsigned char)at[-1]) && at[-1] != '.')) &&
            !isdigit((unsigned char)at[n]) && at[n] != '.')
            return true;
    return false;
}

static void add_block(struct text *out, const struct block *b)
{
    for (int i = 0; i < b->count; i++)
        if (b->v[i].kind != SPAN_MATH)
            text_add(out, b->v[i].text.s);
    text_add(out, "\n");
}

/* `items`: lists too, which sum up more than one picture shows. */
static void add_prose(struct text *out, struct prose p, bool items)
{
    for (int i = 0; i < p.count; i++)
        if (p.v[i].kind == BLOCK_PARAGRAPH || p.v[i].kind == BLOCK_QUOTE ||
            (items && p.v[i].kind == BLOCK_ITEM))
            add_block(out, &p.v[i]);
}

/* Reads the smallest screen, with the picture alone. */
static void show(struct look_at *l)
{
    l->app->session.lesson->layout = LAYOUT_VIEW;
    read_screen(l->app, 18, 60, &l->picture);
}

static void misses(struct look_at *l, const char *where, const char *what)
{
    l->missing++;
    print_error("%s/%s: %s is named and not in the picture:\n%s%s\n", l->app->session.lesson->lesson.id,
                where, what, text_str(&l->words), text_str(&l->picture));
}

/* In the view of the encoding, the "position 44" of a reveal is a row or a mark. */
static void compare_positions(struct look_at *l, const char *where)
{
    const char *word = l->app->session.now.state.look.lang == LANG_ZH ? "位置 " : "position ";
    if (strcmp(views[l->app->session.now.state.look.view]->name, "encoding") != 0)
        return;
    show(l);
    for (const char *at = strstr(text_str(&l->words), word); at; at = strstr(at + 1, word)) {
        char number[12] = "";
        strncat(number, at + strlen(word), strspn(at + strlen(word), "0123456789") % 8);
        if (number[0] == '\0')
            continue;
        l->seen++;
        if (!names_number(text_str(&l->picture), number))
            misses(l, where, number);
    }
}

/* Whether no other word of the sentence begins with these n bytes. */
static bool stands_for(const struct state *s, const char *word, size_t n)
{
    for (int i = 0; i < s->sentence->count; i++) {
        const char *other = state_word(s, s->sentence, i);
        if (strcmp(other, word) != 0 && strncmp(other, word, n) == 0)
            return false;
    }
    return true;
}

/* A word is whole, or shortened to half of its letters (rounded down), at least three, by which no other word
 * could be meant. A Chinese word is always whole. */
static bool shows_word(const struct state *s, const char *picture, const char *word)
{
    enum { LEAST = 3, MOST = 30 };
    size_t all = strlen(word), half = all / 2;
    bool seen = strstr(picture, word), han = (unsigned char)word[0] >= 0x80;
    for (size_t n = all - 1; !seen && !han && n >= LEAST && n >= half && n <= MOST; n--) {
        char brief[MOST + sizeof "…"];
        snprintf(brief, sizeof brief, "%.*s…", (int)n, word);
        seen = strstr(picture, brief) && stands_for(s, word, n);
    }
    return seen;
}

static void compare(struct look_at *l, const char *where)
{
    const struct state *s = &l->app->session.now.state;
    show(l);
    for (int i = 0; i < s->sentence->count; i++) {
        const char *word = state_word(s, s->sentence, i);
        if (!names(text_str(&l->words), word))
            continue;
        l->seen++;
        if (!shows_word(s, text_str(&l->picture), word))
            misses(l, where, word);
    }
    text_clear(&l->words);
}

/* Opens a lesson; one about real models needs one. */
static void opens(struct app *a, const char *line)
{
    if (!enter(a, line)) {
        must_enter(a, "model tests/data/models/bert");
        must_enter(a, line);
    }
}

static void step(struct look_at *l, int at)
{
    struct reply r = {0};
    struct text line = {0};
    struct session *m = &l->app->session;
    const struct lesson_step *step = &m->lesson->lesson.step[at];
    text_addf(&line, "lesson %s/%s", m->lesson->lesson.id, step->id.s);
    opens(l->app, text_str(&line));
    step = &m->lesson->lesson.step[at];
    add_prose(&l->words, step->narration, true);
    if (step->ask_count > 0)
        add_block(&l->words, &step->ask[0].question);
    compare(l, step->id.s);
    assert_true(lesson_replay(m, &m->lesson->lesson, at, LESSON_AFTER, &r));
    add_prose(&l->words, step->reveal, false);
    compare_positions(l, step->id.s);
    text_clear(&l->words);
    add_prose(&l->words, step->reveal, true);
    compare(l, step->id.s);
    reply_finish(&r);
    text_finish(&line);
}

TEST(words_that_are_named_are_seen)
{
    struct look_at l = {0};
    for (enum lang lang = LANG_EN; lang <= LANG_ZH; lang++) {
        struct app app = fresh_app_in(lang);
        l.app = &app;
        must_enter(&app, "lesson");
        for (int i = 0; i < app.session.contents->count; i++) {
            struct text line = {0};
            text_addf(&line, "lesson %s", app.session.contents->course.v[i].id);
            opens(&app, text_str(&line));
            text_finish(&line);
            for (int k = 0; k < app.session.lesson->lesson.step_count; k++)
                step(&l, k);
        }
        app_finish(&app);
    }
    text_finish(&l.picture);
    text_finish(&l.words);
    assert_true(l.seen > 500); /* the test finds what it looks for */
    assert_int_equal(l.missing, 0);
}

/* On a small screen what was answered is in sight, not the hint that was asked for before. */
TEST(an_answer_is_in_sight_though_a_hint_stands_below)
{
    struct app a = app_after("lang en ; lesson 09-only-sine/why-useful ; answer b ; next ; hint");
    struct text t = {0};
    read_screen(&a, 18, 60, &t);
    assert_non_null(strstr(text_str(&t), "Hint 1 of 1"));
    must_enter(&a, "answer \"a rule\"");
    read_screen(&a, 18, 60, &t);
    assert_non_null(strstr(text_str(&t), "One way to say it"));
    text_finish(&t);
    app_finish(&a);
}
