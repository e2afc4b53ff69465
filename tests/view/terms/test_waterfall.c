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

/* One layer, whose two heads find who does it and to whom; the same numbers in both languages. */
#define ROLES "reset ; weights roles ; tokens cat chases dog ; set x 1 7 = 0 ; focus 1 0"

/* The number of a line of the bars, which is its last word before the bar (a name has
 * at most two words), as an integer in units of its last digit; false: there is none. */
static bool units(const char *line, int digits, long long *out)
{
    const char *p = line;
    for (int words = 0; words < 3 && !(words > 0 && (isdigit((unsigned char)*p) ||
                                                     (*p == '-' && isdigit((unsigned char)p[1]))));
         words++) {
        p += strcspn(p, " ");
        p += strspn(p, " ");
    }
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

/* "pair 0" has a number in its name: the last letter of a name counts as the line's first word. */
static const char *after_name(const char *line, const char *name)
{
    return line + strlen(name) - 1;
}

enum { UNNAMED = 9 }; /* blanks at the left of a line without a name */

/* The screen's rows from the first bar to the score: terms that are in, and the rounding. */
static void check_sum(struct app *a, int rows, int cols, int digits, const char *scene)
{
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    const struct config *config = &a->session.now.config;
    struct term list[TERM_MAX];
    int count = terms_list(config, 0, list), line = 0;
    long long sum = 0, x = 0, score = 0;
    bool reached = false;
    for (char *p = strtok(t.s, "\n"); p && !reached; p = strtok(NULL, "\n"), line++) {
        if (line < 3 || (line == 3 && cols >= 100))
            continue;
        if (strspn(p, " ") >= UNNAMED) {
            line--; /* the bar above goes on */
            continue;
        }
        int term = line - (cols >= 100 ? 4 : 3);
        reached = strstr(p, "= score") != NULL;
        bool off = term < count && term_set_has(&config->term_off, list[term].bit);
        char title[64] = "";
        const char *own = term < count ? strstr(p, title_of(&list[term], LANG_EN, title)) : NULL,
                   *from = p + strspn(p, " ");
        if (!units(own ? after_name(own, title) : from, digits, &x))
            fail_msg("%s, %d digits: no number in '%s'", scene, digits, p);
        if (reached)
            score = x;
        else if (!off)
            sum += x;
    }
    if (!reached || sum != score)
        fail_msg("%s, %d digits at %dx%d: the terms add up to %lld, the score is %lld", scene, digits, cols,
                 rows, sum, score);
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
    see(&a, 24, 80, "  rounding      0.001");
    app_finish(&a);
}

/* The rows of numbers below a map's name. */
static void numbers_of_map(const char *screen, const char *name, double out[3][3])
{
    const char *p = strstr(screen, name), *row = p;
    if (!p)
        fail_msg("no map '%s' in\n%s", name, screen);
    while (row > screen && row[-1] != '\n')
        row--;
    ptrdiff_t col = p - row;
    for (int i = 0; i < 3; i++) {
        row = strchr(row, '\n') + 1;
        assert_int_equal(sscanf(row + col, "%*s %lf %lf %lf", &out[i][0], &out[i][1], &out[i][2]), 3);
    }
}

/* Beside the weights without a term are those with all of them. */
TEST(a_map_keeps_the_weights_with_all_terms)
{
    struct app a =
        app_after("tokens cat chases dog ; set d 16 ; encoding rope ; weights random 2 ; view terms");
    struct text t = {0};
    double whole[3][3], kept[3][3], without[3][3];
    read_screen(&a, 60, 74, &t);
    assert_null(strstr(text_str(&t), "all in"));
    numbers_of_map(text_str(&t), "weight   ", whole);
    must_enter(&a, "term pair1 off");
    read_screen(&a, 60, 74, &t);
    numbers_of_map(text_str(&t), "all in   ", kept);
    numbers_of_map(text_str(&t), "weight   ", without);
    assert_memory_equal(kept, whole, sizeof whole);
    assert_memory_not_equal(kept, without, sizeof whole);
    text_finish(&t);
    app_finish(&a);
}

/* Rows of the screen with a piece of a bar. */
static int rows_of_bars(struct app *a, int rows, int cols)
{
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    int count = 0;
    for (char *p = strtok(t.s, "\n"); p; p = strtok(NULL, "\n"))
        count += strstr(p, "\u2588") != NULL;
    text_finish(&t);
    return count;
}

TEST(bars_grow_where_there_is_room)
{
    struct app a = app_after(ROLES " ; lang en ; view terms ; set terms_panel meaning");
    assert_int_equal(rows_of_bars(&a, 24, 80), 5);
    assert_true(rows_of_bars(&a, 36, 120) >= 10);
    app_finish(&a);
}

static bool has_bars(struct app *a, int rows)
{
    struct text t = {0};
    read_screen(a, rows, 60, &t);
    bool found = strstr(text_str(&t), "= score") != NULL;
    text_finish(&t);
    return found;
}

TEST(curves_have_a_low_screen_for_themselves)
{
    struct app a = app_after(ROLES " ; lang en ; view terms ; set terms_panel meaning");
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
        {"distance", 18, 60, {"W 21.235  at 0", "W 21.235 （到 0）"}},
        {"scale", 30, 100, {"(now 1: 'set pescale')", "（现在 1，用 set pescale 改）"}},
        {"weights", 30, 100, {"0.91 2/2 0.91 2/2 0.91 2/2", "0.91 2/2 0.91 2/2 0.91 2/2"}},
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
    see(&a, 24, 80, "b distance·√d_k");
    see(&a, 24, 80, "adds to the scaled score, times √d_k");
    must_enter(&a, "set scale none");
    see(&a, 24, 80, "b distance what this distance adds");
    app_finish(&a);
}

/* The row of an absent term says why it is empty, and is not cut off. */
TEST(a_trial_without_its_term_says_so)
{
    struct app a = app_after("lang en ; encoding alibi ; view terms ; set terms_panel weights");
    see(&a, 36, 120, "shift, place·place  there is no place·place here");
    must_enter(&a, "set d 7");
    see(&a, 36, 120, "shift, place·place  needs an even d, heads × d_k = d");
    app_finish(&a);
}
