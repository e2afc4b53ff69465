/* What a model from a file answers is said in every view of its scene, after the message. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"
#include "view/frame/describe.h"

static const char *const shown[] = {"flow", "stages", "encoding", "terms", "compare", "edit", "map"};

TEST(the_next_word_is_in_every_view_of_the_scene)
{
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}, {67, 240}};
    struct app a = app_after("model tests/data/models/gpt2");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct text line = {0}, told = {0};
        text_addf(&line, "view %s", shown[i]);
        must_enter(&a, text_str(&line));
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            must_enter(&a, "lang en");
            see(&a, sizes[k][0], sizes[k][1], "next: T 18.3 %, > 12.1 %");
            must_enter(&a, "lang zh");
            see(&a, sizes[k][0], sizes[k][1], "下一个词：T 18.3 %，> 12.1 %");
        }
        must_enter(&a, "lang en");
        describe(&a.session, &told);
        assert_non_null(strstr(text_str(&told), "next: T 18.3 %, > 12.1 %"));
        text_finish(&told);
        text_finish(&line);
    }
    app_finish(&a);
}

TEST(an_edit_says_what_the_answer_was)
{
    struct app a = app_after("model tests/data/models/gpt2 ; view edit");
    see_not(&a, 36, 120, "(was");
    press(&a, "+");
    see(&a, 36, 120, "next: T 18.8 % (was 18.3 %), > ");
    app_finish(&a);
}

TEST(a_message_comes_first)
{
    struct app a = app_after("model tests/data/models/gpt2 ; view encoding");
    see(&a, 18, 60, "next: ");
    press(&a, "Q");
    see(&a, 18, 60, "encoding learned has no clock");
    see_not(&a, 18, 60, "next: ");
    see(&a, 36, 120, "encoding learned has no clock");
    see(&a, 36, 120, "next: T 18.3 %, > 12.1 %");
    press(&a, ":");
    see_not(&a, 24, 80, "next:");
    app_finish(&a);
}

TEST(without_an_answer_nothing_is_said)
{
    struct app a = app_after("view stages");
    see_not(&a, 36, 120, "next:");
    must_enter(&a, "model tests/data/models/bert");
    see_not(&a, 36, 120, "[MASK]");
    must_enter(&a, "sentence 猫追[MASK]");
    see(&a, 36, 120, "[MASK] is: ");
    app_finish(&a);
}
