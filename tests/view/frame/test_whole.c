/* What a picture shows is seen whole: at every size nothing lies over a part of a text, nothing is drawn
 * outside of its room, nothing is cut that has room, and no part of a page has less than its least. The
 * scenes are those of golden/screens.txt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keep/file.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"
#include "support/watched.h"
#include "view/figures/page.h"

static const struct size {
    int rows, cols;
} sizes[] = {{18, 60},  {19, 67},  {21, 70},  {20, 132}, {24, 80},  {24, 81},  {28, 91}, {31, 100},
             {36, 120}, {41, 111}, {45, 150}, {48, 177}, {56, 200}, {67, 120}, {67, 240}};

/* Adds the faults of a picture that are not in `out` yet. */
static void look_at(struct app *a, const char *scene, struct size size, struct text *out)
{
    static struct watched w;
    struct canvas c;
    struct text faults = {0};
    assert_true(canvas_init(&c, size.rows, size.cols));
    watched_begin(&w, &c);
    app_draw(a, c);
    watched_faults(&w, &faults);
    for (char *line = faults.s ? strtok(faults.s, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        struct text known = {0};
        text_addf(&known, "%s: %s", scene, line);
        if (!out->s || !strstr(out->s, text_str(&known)))
            text_addf(out, "%s (%d x %d)\n", text_str(&known), size.cols, size.rows);
        text_finish(&known);
    }
    text_finish(&faults);
    watched_finish(&w);
    canvas_finish(&c);
}

static void look_at_scene(const char *scene, struct text *out)
{
    const int step = getenv("QKV_EVERY") ? atoi(getenv("QKV_EVERY")) : 0;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        struct app a = simple_app_in((enum lang)lang);
        must_enter(&a, scene);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes && step < 1; i++)
            look_at(&a, scene, sizes[i], out);
        for (int rows = 18; rows <= 67 && step > 0; rows += step)
            for (int cols = 60; cols <= 240; cols += step)
                look_at(&a, scene, (struct size){rows, cols}, out);
        app_finish(&a);
    }
}

static void nothing_draw(struct canvas c, const void *of)
{
    (void)c, (void)of;
}

/* The check itself, on a picture with every fault. */
TEST(every_fault_is_named)
{
    static const struct page_part parts[] = {{"low", 0, {.rows = 4}, NULL, nothing_draw},
                                             {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"low", NULL};
    static struct watched w;
    struct canvas c;
    struct text faults = {0};
    assert_true(canvas_init(&c, 3, 20));
    watched_begin(&w, &c);
    canvas_put(c, 0, 0, STYLE_TEXT, "whole");
    canvas_put(c, 0, 6, STYLE_TEXT, "replaced");
    canvas_put(c, 0, 6, STYLE_TEXT, "by another");
    watched_faults(&w, &faults);
    assert_int_equal(faults.len, 0);
    canvas_put(c, 0, 10, STYLE_TEXT, "over it");
    canvas_put(canvas_part(c, 1, 0, 1, 4), 0, 0, STYLE_TEXT, "too wide");
    canvas_put(canvas_part(c, 1, 0, 1, 4), 1, 0, STYLE_TEXT, "too low");
    page_draw(c, forms, parts, &w);
    watched_faults(&w, &faults);
    assert_string_equal(text_str(&faults), "the part low has 20 x 3 of 0 x 4\n"
                                           "in part below something else: by another (over it)\n"
                                           "cut though there is room: too wide\n"
                                           "outside of its room: too low\n");
    text_finish(&faults);
    watched_finish(&w);
    canvas_finish(&c);
}

TEST(nothing_is_covered_or_cut_that_has_room)
{
    struct text scenes = {0}, out = {0};
    struct reply r = {0};
    assert_true(file_read("tests/golden/screens.txt", 1 << 22, &scenes, &r));
    for (char *line = scenes.s, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if (*line && *line != ' ' && *line != '#')
            look_at_scene(line, &out);
    }
    if (out.len > 0)
        fprintf(stderr, "%s", text_str(&out));
    assert_true(out.len == 0);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return kept_begin(state);
}

TESTS(begin, kept_end)
