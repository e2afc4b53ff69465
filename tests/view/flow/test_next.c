/* The next word in the flow: what it is drawn from, the needle, and the same told. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"

/* Shares .25 .5 .25 by the bias alone; the lot of place 2 with seed 1 falls at .97, with seed 5 at .23. */
#define EVEN                                                                                                 \
    "tokens cat dog ; classes cat dog bird ; set d 2 heads 1 ; U = 0 0 0 ; 0 0 0 ; bU = 0 "                  \
    "0.6931471805599453 0 ; "                                                                                \
    "mask causal ; view flow ; set temperature 1"

static void told(const char *line, const char *want)
{
    struct app a = app_after(line);
    a.batch = true;
    text_clear(&a.output);
    must_enter(&a, "export plain flow -");
    if (!strstr(text_str(&a.output), want))
        fail_msg("%s: not '%s' in: %s", line, want, text_str(&a.output));
    app_finish(&a);
}

TEST(the_needle_stands_in_the_piece_of_the_drawn_word)
{
    struct app a = app_after(EVEN);
    see(&a, 24, 80, "the lot 0.97: bird");
    must_enter(&a, "set draw 5");
    see(&a, 24, 80, "the lot 0.23: cat");
    see(&a, 18, 60, "the lot 0.23: cat");
    must_enter(&a, "set temperature 0");
    see_not(&a, 24, 80, "the lot");
    app_finish(&a);
}

TEST(a_draw_is_told_with_its_shares)
{
    told(EVEN, "The next word is drawn by lot, temperature 1: dog 50 %, cat 25 %, bird 25 %. The lot 0.97 "
               "falls on bird.");
    told(EVEN " ; set top_k 2", "temperature 1: dog 67 %, cat 33 %. The lot 0.97 falls on dog.");
}

/* Below the lot stands what the grammar gives; nothing where the sentence is none of its own. */
TEST(the_box_shows_what_is_right_below_the_lot)
{
    struct app a = app_after("model box en ; set temperature 1 ; write ; view flow");
    see(&a, 36, 120, "sang 60");
    see(&a, 24, 80, "sang 60");
    see(&a, 36, 120, "should be");
    told("model box en ; set temperature 1 ; write ; view flow",
         "By the grammar it should be: sang 60 %, and 20 %");
    must_enter(&a, "write ; swap 1 2");
    see_not(&a, 36, 120, "should be ");
    app_finish(&a);
}

TEST(a_written_word_is_on_its_way_to_the_end_of_the_sentence)
{
    struct app a = app_after(EVEN " ; set temperature 0");
    must_enter(&a, "write");
    struct screen s = {.session = &a.session, .scratch = &a.scratch, .from = &a.session.before};
    struct canvas c;
    int found[2] = {0, 0};
    assert_true(canvas_init(&c, 24, 80));
    for (int i = 0; i < 2; i++) {
        struct text t = {0};
        s.ms = i ? 10 * MOVES_MS : MOVES_MS / 3;
        canvas_clear(c);
        views[VIEW_FLOW]->draw(c, &s);
        canvas_text(c, &t);
        for (const char *at = text_str(&t); (at = strstr(at, "dog#2")); at++)
            found[i]++;
        text_finish(&t);
    }
    assert_int_equal(found[0], found[1] + 1);
    canvas_finish(&c);
    app_finish(&a);
}
