/* The numbers of the terms view as they are printed: someone who adds them up by hand
 * gets the printed score, whatever the scene, the digits and the size of the screen. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "core/pipeline/terms.h"
#include "support/models.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/hue.h"

/* One layer, whose two heads find who does it and to whom; the same numbers in both languages. */
#define ROLES "reset ; weights roles ; tokens cat chases dog ; set x 1 7 = 0 ; focus 1 0"

/* The first number of a line after its name, as an integer in units of its last digit; false: there is none.
 */
static bool units(const char *p, int digits, long long *out)
{
    p += strspn(p, " ");
    bool negative = *p == '-';
    p += negative;
    int decimals = -1;
    long long x = 0;
    for (; isdigit((unsigned char)*p) || *p == '.'; p++) {
        if (*p == '.')
            decimals = 0;
        else {
            x = 10 * x + (*p - '0');
            decimals += decimals >= 0;
        }
    }
    *out = negative ? -x : x;
    return decimals == digits || (decimals < 0 && digits == 0);
}

/* The lines of the sum: terms that are in, and the rounding, add up to the score. */
static void check_sum(struct app *a, int rows, int cols, int digits, const char *scene)
{
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    const struct config *config = &a->session.now.config;
    struct term list[TERM_MAX];
    int count = terms_list(config, 0, list), term = 0;
    long long sum = 0, x = 0, score = 0;
    bool reached = false;
    for (char *p = strtok(t.s, "\n"); p && !reached; p = strtok(NULL, "\n")) {
        char title[64] = "";
        const char *own = term < count ? strstr(p, title_of(&list[term], LANG_EN, title)) : NULL;
        reached = strstr(p, "= score") != NULL;
        if (own && own - p <= 3) {
            if (!units(own + strlen(title), digits, &x))
                fail_msg("%s, %d digits: no number in '%s'", scene, digits, p);
            sum += term_set_has(&config->term_off, list[term].bit) ? 0 : x;
            term++;
        } else if (strstr(p, "   rounding ")) {
            assert_true(units(strstr(p, "rounding ") + strlen("rounding "), digits, &x));
            sum += x;
        } else if (reached && !units(strstr(p, "= score") + strlen("= score"), digits, &score))
            fail_msg("%s, %d digits: no score in '%s'", scene, digits, p);
    }
    if (!reached || term < count || sum != score)
        fail_msg("%s, %d digits at %dx%d: %d of %d terms add up to %lld, the score is %lld", scene, digits,
                 cols, rows, term, count, sum, score);
    text_finish(&t);
}

static const char *const scenes[] = {
    "focus 0 2",
    "weights random 1 ; focus 1 0",
    "weights random 2 ; set heads 2 ; head 1 ; set base 50 ; set pescale 0.37",
    "weights random 3 ; bQ = 1 .2 .3 .4 .5 .6 .7 .8 ; bK = .1 .2 .3 -.4 .5 .6 -.7 .8",
    "weights random 4 ; encoding xl",
    "weights random 5 ; encoding deberta",
    "weights random 6 ; encoding t5",
    "weights random 7 ; encoding shaw",
    "weights random 8 ; encoding rope",
    "encoding alibi ; mask causal ; focus 0 2",
    "weights random 9 ; term pp off",
    "weights random 9 ; term cc only",
    "x 猫 = 1000 2000 3000 1 2 3 4 5 ; weights random 3",
    "x 猫 = 1e-5 0 0 0 0 0 0 0",
    "scores = 1 2.00049 3 ; 4 5 6 ; 7 8 9",
};

TEST(printed_terms_add_up_to_the_printed_score)
{
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct app a = app_after(scenes[i]);
        char line[40];
        must_enter(&a, "view terms ; set terms_panel meaning");
        for (int digits = 0; digits <= 12; digits += digits < 4 ? 1 : 4) {
            snprintf(line, sizeof line, "set digits %d", digits);
            must_enter(&a, line);
            check_sum(&a, 24, 80, digits, scenes[i]);
            check_sum(&a, 36, 120, digits, scenes[i]);
            check_sum(&a, 18, 60, digits, scenes[i]);
        }
        app_finish(&a);
    }
}

/* As the help calls it, beside names of any width. */
TEST(what_absorbs_the_last_digit_is_called_rounding)
{
    struct app a =
        app_after(ROLES " ; encoding rope ; weights random 17 ; view terms ; set terms_panel meaning");
    see(&a, 24, 80, "   rounding       0.001");
    app_finish(&a);
}

/* Where the sum is, a share in it is that of the bars, with all of its decimals. */
TEST(the_sum_goes_on_to_the_share)
{
    struct app a = app_after(ROLES " ; lang en ; term pp off ; view terms ; set terms_panel meaning");
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        see(&a, sizes[i][0], sizes[i][1], "= score        12.575");
        see(&a, sizes[i][0], sizes[i][1], "÷ √d_k 2.000 =  6.288");
        see(&a, sizes[i][0], sizes[i][1], "softmax: share  0.965");
    }
    see(&a, 24, 80, "knocked out");
    see_not(&a, 24, 80, "masked");
    must_enter(&a, "set mask causal ; focus 0 1");
    see(&a, 24, 80, "masked              -∞");
    app_finish(&a);
}

/* Rows of the screen with a piece of a bar. */
static int rows_of_bars(struct app *a, int rows, int cols)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols));
    assert_true(app_draw(a, c));
    int count = 0;
    for (int row = 0; row < rows; row++) {
        bool bar = false;
        for (int k = cols / 3; k < cols / 2; k++) {
            const struct cell *x = &c.cells[row * c.stride + k];
            bar |= ink_is_hue(x->fg) || ink_is_hue(x->bg);
        }
        count += bar;
    }
    canvas_finish(&c);
    return count;
}

TEST(bars_grow_where_there_is_room)
{
    struct app a = app_after(ROLES " ; lang en ; view terms ; set terms_panel weights");
    int few = rows_of_bars(&a, 24, 80), more = rows_of_bars(&a, 67, 240);
    if (few < 3 || more < few + 12)
        fail_msg("%d rows of bars, then %d", few, more);
    app_finish(&a);
}

static bool has_bars(struct app *a, int rows)
{
    struct text t = {0};
    read_screen(a, rows, 60, &t);
    bool found = strstr(text_str(&t), "share") != NULL;
    text_finish(&t);
    return found;
}

TEST(curves_have_a_low_screen_for_themselves)
{
    struct app a = app_after(ROLES " ; lang en ; view terms ; set terms_panel meaning");
    assert_true(has_bars(&a, 18));
    must_enter(&a, "set terms_panel maps");
    assert_true(has_bars(&a, 18));
    must_enter(&a, "set terms_panel scale");
    assert_true(!has_bars(&a, 18) && has_bars(&a, 24));
    must_enter(&a, "set terms_panel distance");
    assert_true(!has_bars(&a, 18) && has_bars(&a, 24));
    app_finish(&a);
}

/* Formulas, commands and numbers of the panels are whole in the narrow half of a screen. */
TEST(panels_cut_no_number)
{
    static const struct {
        const char *panel;
        int rows, cols;
        const char *says[2];
    } cases[] = {
        {"distance", 30, 100, {"W: P_t W_Q·P_s W_K (line)", "W：P_t W_Q·P_s W_K（实线）"}},
        {"distance", 24, 80, {"W -14.864 to 60.668", "W -14.864 到 60.668"}},
        {"distance", 18, 60, {"W 21.235  at 0", "W 21.235（到 0）"}},
        {"scale", 30, 100, {"(now 1: 'set pescale')", "（现在 1，用 set pescale 改）"}},
        {"weights", 18, 60, {"0.910  2/2  0.910  2/2  0.910  2/2", "0.910  2/2  0.910  2/2  0.910  2/2"}},
        {"weights", 24, 80, {"0.910  2/2  0.910  2/2  0.910  2/2", "0.910  2/2  0.910  2/2  0.910  2/2"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int zh = 0; zh < 2; zh++) {
            struct app a = app_after(ROLES);
            struct text line = TEXT_HERE;
            text_addf(&line, "lang %s ; view terms ; set terms_panel %s", zh ? "zh" : "en", cases[i].panel);
            must_enter(&a, text_str(&line));
            see(&a, cases[i].rows, cases[i].cols, cases[i].says[zh]);
            text_finish(&line);
            app_finish(&a);
        }
}

/* The bias is of the scaled score, its term of the score before: the factor between them is named. */
TEST(a_bias_names_the_factor_of_its_term)
{
    struct app a = app_after("lang en ; encoding alibi ; view terms ; set terms_panel meaning");
    see(&a, 24, 80, "b distance·√d_k ");
    see(&a, 36, 120, "what this distance adds to the scaled score, times √d_k");
    must_enter(&a, "set scale none");
    see(&a, 24, 80, "b distance ");
    see(&a, 24, 80, "what this distance adds");
    app_finish(&a);
}

/* The rows of an absent term are empty, and it is said why. */
TEST(a_trial_without_its_term_says_so)
{
    struct app a = app_after("lang en ; encoding alibi ; view terms ; set terms_panel weights");
    see(&a, 36, 120, "shift, place·place: there is no place·place here");
    must_enter(&a, "set d 7");
    see(&a, 36, 120, "shift, place·place: needs an even d, heads × d_k = d");
    see(&a, 36, 120, "  shift, place·place           –           –           –");
    app_finish(&a);
}
