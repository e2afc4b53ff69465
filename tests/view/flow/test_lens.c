/* The lens beside the flow: why the asking word reads the one in focus. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"

/* The rows of K are words of the memory, and there are more of them than words. */
TEST(the_lens_names_a_word_of_the_memory)
{
    struct app a =
        app_after("lang en ; tokens cat dog ; memory ant bee cow doe eel ; stage K ; set key 4 ; view flow");
    struct text screen = {0};
    read_screen(&a, 40, 160, &screen);
    assert_non_null(strstr(text_str(&screen), "eel?, number 1 of"));
    text_finish(&screen);
    app_finish(&a);
}

/* What the digits that are cut off leave is owned up to: -1.52 + 6.38 + 19.91 + 33.31 is not 58.07. */
TEST(the_lens_says_exactly_only_where_the_printed_terms_add_up)
{
    struct app a = app_after("lang en ; weights roles ; view flow ; set query 2 key 0 head 0");
    see(&a, 36, 120, "58.07");
    see(&a, 36, 120, "they add up, but for rounding");
    see_not(&a, 36, 120, "exactly");
    must_enter(&a, "encoding none");
    see(&a, 36, 120, "they add up, exactly");
    app_finish(&a);
}

TEST(the_lens_says_what_a_score_has_besides_q_times_k)
{
    static const struct {
        const char *scene, *says;
        bool why;
    } cases[] = {
        {"set heads 2 ; weights random 3 ; encoding alibi ; focus 2 0", "+ alibi                 -0.250",
         true},
        {"set heads 2 ; weights random 3 ; scores = 1 2 3 ; 4 5 6 ; 7 8 9 ; focus 1 0",
         "score, given             4.000", false},
        {"weights roles ; sentence cat chases dog ; set key 0 ; term pp off",
         "without place·place    -21.235", true},
        {"weights roles ; sentence cat chases dog ; set key 0 ; term pp off ; term pc off",
         "without 2 terms        -24.541", true},
        {"weights roles ; sentence cat chases dog ; encoding deberta", "+ deberta", true},
        {"weights roles ; sentence cat chases dog ; encoding shaw", "+ shaw", true},
        {"weights roles ; sentence cat chases dog ; encoding rope", "fits", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("lang en");
        struct text screen = {0};
        must_enter(&a, cases[i].scene);
        must_enter(&a, "set stage weights ; view flow");
        see(&a, 36, 120, cases[i].says);
        read_screen(&a, 36, 120, &screen);
        assert_true((strstr(text_str(&screen), "why this score") != NULL) == cases[i].why);
        assert_true(!strstr(text_str(&screen), "+ rope"));
        text_finish(&screen);
        app_finish(&a);
    }
}
