/* Every number of the lessons: tests/data/claims/NN.txt are scripts in the command
 * language, whose `expect` lines are the lessons' claims. Each holds, and each of its
 * figures is really checked: changed by one in the last digit, the claim fails. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "support/asked.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

enum { LESSONS = 20, CLAIMS = 360, WRONG_FIGURES = 29, LONGEST = 4096 };

struct tally {
    int claims, single, figures, unequal;
};

static bool is_true(struct session *m, const char *claim)
{
    struct expr_context c = session_context(m);
    struct expr_verdict v;
    struct reply r = {0};
    bool ok = expr_judge(&c, claim, strlen(claim), &v, &r);
    if (!ok)
        fail_msg("%s: at %d: %s", claim, r.col, text_str(&r.text));
    return v.holds;
}

static int every_figure_counts(struct session *m, const char *claim)
{
    struct expr_context c = session_context(m);
    struct text mutant = {0};
    struct reply r = {0};
    int count = expr_mutate(&c, claim, strlen(claim), -1, &mutant, &r);
    for (int k = 0; k < count; k++) {
        assert_int_equal(expr_mutate(&c, claim, strlen(claim), k, &mutant, &r), count);
        if (is_true(m, text_str(&mutant)))
            fail_msg("the mutant survives: %s", text_str(&mutant));
    }
    text_finish(&mutant);
    reply_finish(&r);
    return count;
}

/* With words as positions it is the same claim (unless the words move), and nothing is left to do to it. */
static void its_normal_form_holds(struct session *m, const char *claim)
{
    struct expr_context c = session_context(m);
    struct text once = {0}, twice = {0};
    struct reply r = {0};
    assert_true(expr_normal(&c, claim, strlen(claim), &once, &r));
    assert_true(strstr(claim, "order_") || is_true(m, text_str(&once)));
    assert_true(expr_normal(&c, text_str(&once), once.len, &twice, &r));
    assert_string_equal(text_str(&once), text_str(&twice));
    text_finish(&once);
    text_finish(&twice);
}

static void check_claim(struct session *m, const char *claim, struct tally *t)
{
    int figures = every_figure_counts(m, claim);
    its_normal_form_holds(m, claim);
    t->claims++;
    t->figures += figures;
    t->single += figures == 1;
    t->unequal += strstr(claim, "≠ ") != NULL && figures == 0;
}

static void check_file(const char *path, struct tally *t)
{
    static const char expect[] = "expect ";
    char line[LONGEST];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    struct session m = fresh_model();
    for (int number = 1; fgets(line, sizeof line, f); number++) {
        struct reply r = {0};
        line[strcspn(line, "\n")] = '\0';
        if (!run_lesson_line(&m, line, &r))
            fail_msg("%s:%d:%d: %s\n    %s", path, number, r.col, text_str(&r.text), line);
        if (strncmp(line, expect, strlen(expect)) == 0)
            check_claim(&m, line + strlen(expect), t);
        reply_finish(&r);
    }
    fclose(f);
    session_finish(&m);
}

TEST(all_claims_of_the_lessons_hold_and_every_figure_of_them_counts)
{
    struct tally t = {0};
    for (int lesson = 1; lesson <= LESSONS; lesson++) {
        char path[64];
        int before = t.claims;
        snprintf(path, sizeof path, "tests/data/claims/%02d.txt", lesson);
        check_file(path, &t);
        assert_true(t.claims > before);
    }
    assert_int_equal(t.claims, CLAIMS);
    print_message("%d claims, %d with a single figure, %d figures\n", t.claims, t.single, t.figures);
    assert_true(t.single >= 239 && t.figures > t.single);
}

TEST(the_figures_that_the_notes_print_wrong_are_recognised)
{
    struct tally t = {0};
    check_file("tests/data/claims/wrong-figures.txt", &t);
    assert_int_equal(t.unequal, WRONG_FIGURES);
    assert_int_equal(t.single, WRONG_FIGURES);
}
