/* Sentences at the edges: where numbers tie, are missing, cancel or overflow, no sentence may claim more. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"
#include "view/frame/describe.h"

/* After the lines, the view that they open says one thing and does not say another. */
static const struct edge {
    const char *lines, *says, *never; /* never: NULL: nothing in particular */
} edges[] = {
    {"view machine ; set machine paths ; mask pad 3", "attention never (for 0 of 3·3 lines)", "attention 1"},
    {"view machine ; set machine paths ; mask = 0 0 0;0 0 0;-inf 0 0", "attention 2 (for 8 of 3·3 lines)",
     NULL},
    {"view machine ; classes cat dog", "chases → cat 0.50 (tied), of 2\n", "largest of 2"},
    {"view machine ; scale X 0 ; encoding none", "head 1  cat 0.33 (tied)\n", NULL},
    {"view machine ; mask pad 3", "head 1  nobody\n", "doer"},
    {"view train ; classes cat dog ; target 1 cat", "with positions: loss 0.693, right answers 0 %", NULL},
    {"view train ; classes cat dog ; target 1 dog", "with positions: loss 0.693, right answers 0 %", NULL},
    {"view train ; task echo k=2 ; train 60", "with positions: loss 0.027, right answers >99 %.",
     "answers 100 %"},
    {"view encoding ; encoding grid2d width=3 order=raster", "Formula: PE(x, y) = PE(pos; d),", "mod W"},
    {"view encoding ; encoding sinonly", "The hand of dimension 0 is at 65.4 or at 114.6 degrees", NULL},
    {"view encoding ; encoding rope", "hand 3: q and k apart", "One clock"},
    {"view encoding ; encoding rope ; scale WQ 1e200 ; scale WK 1e200", "numbers here are too large",
     "hand 0"},
    {"view encoding ; set pescale -1", "hand 0: angle at t = 2 294.6°", NULL},
    {"view machine ; set machine note ; reset ; set machine note ; view machine ; machine end",
     "36.6 % of 猫, 32.8 % of 追, 30.5 % of 狗.", NULL},
    {"view machine ; set machine note ; mask pad 3 ; machine end", "chases reads nobody", "0.0 %"},
    {"view compare ; patches 2 3", "have the same vectors: nothing would change", "are the same:"},
    {"view code ; set code attention ; set code_line 9 ; mask pad 3", "PyTorch would give nan", NULL},
    {"view compare ; pin A ; set heads 1 ; compare A", "chases: the two sides have different numbers",
     "On the right"},
    {"view machine ; block encoder ; weights identity ; scale WO -0.95",
     "chases: what came in and what is new partly cancel\n", "194 %"},
    {"view machine ; block encoder ; scale X 0 ; encoding none", "chases: the sum is 0 in every column\n",
     " % is new"},
    {"view stages ; stage weights ; mask = -inf -inf -inf;0 0 0;0 0 0 ; focus 1 0",
     "cat has no key left: its weights are all 0\n", NULL},
    {"view stages ; classes cat dog ; stage probs",
     "for each of 3 words, a column for each of 2 classes:", "keys:"},
    {"view machine ; set x cat 0 = 1e300 ; focus 0 0",
     "head 1  numbers here are too large: nan is not a result\n", "doer"},
    {"view compare ; set x cat 0 = 1e300 ; focus 0 0", "cat: numbers here are too large", "reads the same"},
};

TEST(a_sentence_is_true_where_numbers_are_not_as_usual)
{
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        const struct edge *e = &edges[i];
        struct text t = {0};
        struct app a = opened_app();
        must_enter(&a, e->lines);
        struct reply r = {0};
        assert_true(session_compute(&a.session, a.session.now.state.look.view, &r));
        describe(&a.session, &t);
        if (!strstr(text_str(&t), e->says) || (e->never && strstr(text_str(&t), e->never)))
            fail_msg("after '%s' not '%s', or '%s':\n%s", e->lines, e->says, e->never ? e->never : "",
                     text_str(&t));
        reply_finish(&r);
        text_finish(&t);
        app_finish(&a);
    }
}

/* The same in pictures. */
TEST(a_picture_says_so_too)
{
    static const struct edge drawn[] = {
        {"view machine ; set machine paths ; mask pad 3", "does not get there", NULL},
        {"view stages ; stage weights ; set x cat 0 = 1e300 ; focus 0 0", "         nan  ", "new "},
        {"view stages ; stage masked ; set x cat 0 = 1e300 ; focus 0 0", "numbers here are too",
         "may not look"},
        {"view terms ; set x cat 0 = 1e300 ; focus 0 0", "numbers here are too large", "harms"},
        {"view map ; set x cat 0 = 1e300 ; focus 0 0", "numbers here are too large", "alike"},
        {"reset ; view map ; sentence cat cat ; encoding none", "no spread: all rows are alike", "100%"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        struct app a = opened_app();
        must_enter(&a, drawn[i].lines);
        see(&a, 24, 100, drawn[i].says);
        if (drawn[i].never)
            see_not(&a, 24, 100, drawn[i].never);
        app_finish(&a);
    }
}
