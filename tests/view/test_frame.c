/* A frame takes no memory: what drawing needs beside the canvas is kept from the frame
 * before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "base/utf8.h"
#include "core/encoding/posenc.h"
#include "state/param.h"
#include "support/failing_heap.h"
#include "support/kept.h"
#include "support/test.h"

enum { FAR = 1000000 }; /* so many allocations until one fails: they are counted */

static const int sizes[][2] = {{24, 80}, {36, 120}, {67, 240}};

static void draw_twice(struct app *a, const char *what, int rows, int cols)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols));
    app_draw(a, c);
    left = FAR;
    app_draw(a, c);
    if (left != FAR)
        fail_msg("%s, %d x %d: a frame takes %ld blocks", what, rows, cols, FAR - left);
    left = 0;
    canvas_finish(&c);
}

static void second_frames(const char *what)
{
    for (int lang = 0; lang < 2; lang++) {
        struct app a;
        kept_start(&a);
        kept_step(&a, lang ? "lang en" : "lang zh");
        kept_step(&a, what);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            draw_twice(&a, what, sizes[k][0], sizes[k][1]);
        kept_end_saved(&a);
    }
}

static const char *const pictures[] = {
    "nonsense",
    "help",
    "help set",
    "key ?",
    "key :",
    "print weights(0)",
    "glossary",
    "glossary query",
    "swap ; view compare",
    "swap ; view compare ; set compare_panel words",
    "swap ; view compare ; set compare_panel orders",
    "focus weights 0 2 ; zoom in",
    "key Enter",
    "block decoder ; memory a b ; set heads 2",
    "set heads 2 ; head 1 ; swap ; set show delta",
    "swap ; set show delta ; view edit",
    "term cp off ; view terms",
    "set dk 3 dv 5 heads 3 ; weights random 2 ; swap ; view compare",
    "set dk 3 dv 5 heads 3 ; weights random 2 ; view stages ; stage output ; zoom in",
    "patches 14 14 ; view encoding",
    "task order ; view train ; train 20",
    "task metre ; view train ; train 20",
    "task metre ; view train ; train 20 ; set train_panel places",
    "task point ; view train ; train 20 ; set race rope",
    "set x 0 0 = 3 ; view map",
    "tokens a b c d e f g h i j k l m n o p q r s t u v w x y z ; set d 64 ; set heads 4 ; weights random 1",
};

TEST_AROUND(a_second_frame_takes_no_memory, kept_begin, kept_end)
{
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        second_frames(pictures[i]);
    for (int v = 0; view_name(v); v++) {
        char line[80];
        snprintf(line, sizeof line, "view %s", view_name(v));
        second_frames(line);
    }
}

TEST_AROUND(no_panel_takes_memory, kept_begin, kept_end)
{
    char line[200];
    for (int e = 0; e < posenc_count(); e++)
        for (int p = 0; param_choice(param_find("panel"), p); p++) {
            snprintf(line, sizeof line, "encoding %s ; view encoding ; set panel %s", posencs[e]->name,
                     param_choice(param_find("panel"), p));
            second_frames(line);
        }
    for (int p = 0; param_choice(param_find("terms_panel"), p); p++) {
        snprintf(line, sizeof line, "view terms ; set terms_panel %s",
                 param_choice(param_find("terms_panel"), p));
        second_frames(line);
    }
}

/* To its end, whatever the steps ask. */
TEST_AROUND(no_lesson_takes_memory, kept_begin, kept_end)
{
    static const char *const steps[] = {"class a=7 b=5", "hint", "reveal", "next"};
    (void)state;
    for (int i = 1; i <= 20; i++) {
        struct app a;
        char line[80];
        snprintf(line, sizeof line, "lesson %02d", i);
        kept_start(&a);
        kept_step(&a, i % 2 ? "lang en" : "lang zh");
        kept_step(&a, line);
        for (int beat = 0; beat < 160; beat++) {
            kept_step(&a, steps[beat % 4]);
            draw_twice(&a, line, 24, beat % 2 ? 80 : 120);
        }
        kept_end_saved(&a);
    }
}
