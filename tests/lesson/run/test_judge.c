/* Answers are judged by what was computed; what a goal allows, by what changed. */
#include <string.h>

#include "lesson/run/judge.h"
#include "session/session.h"
#include "state/encoding.h"
#include "state/matrices.h"
#include "support/models.h"
#include "support/test.h"

static struct lesson_line line(const char *s)
{
    return (struct lesson_line){s, 1, 1};
}

TEST(a_choice_is_right_when_exactly_the_right_ones_are_chosen)
{
    struct lesson_ask q = {.kind = ASK_CHOICE,
                           .option = {{.right = false}, {.right = true}, {.right = true}},
                           .option_count = 3};
    assert_true(judge_choice(&q, 6));
    assert_false(judge_choice(&q, 2));
    assert_false(judge_choice(&q, 7));
    assert_false(judge_choice(&q, 0));
}

TEST(numbers_are_right_within_the_tolerance)
{
    static const struct {
        const char *answer, *literal, *within, *typed;
        bool right;
        int wrong, decimals;
    } cases[] = {
        {"weight(猫,猫)", "0.37", NULL, "0.37", true, -1, 0},
        {"weight(猫,猫)", "0.37", NULL, "0.366", true, -1, 0},
        {"weight(猫,猫)", "0.37", NULL, "0.36", false, -1, 0},
        {"weight(猫,猫)", "0.37", NULL, "0.3", false, 0, 0},
        {"weight(猫,猫)", "0.37", NULL, "1/2", false, 1, 0},
        {"weight(猫,猫)", "0.37", "±0.02", "0.35", true, -1, 0},
        {"weight(猫,猫)", "0.37", "±0.02", "0.34", false, -1, 0},
        {"weight(猫,猫)", "0.37", "10%", "0.335", true, -1, 0},
        {"weight(猫,猫)", "0.37", "10%", "0.32", false, -1, 0},
        {"weight(猫,猫)", "0.37", NULL, "37%", true, -1, 0},
        /* 0.3664: as far from it as from the printed value */
        {"weight(猫,猫)", "0.37", NULL, "0.362", true, -1, 0},
        {"weight(猫,猫)", "0.36", NULL, "0.371", true, -1, 0},
        {"n", "3", NULL, "3", true, -1, 0},
        {"n", "3", NULL, "3.0", true, -1, 0},
        {"n", "3", NULL, "3.1", false, -1, 0},
        {"n", "3", NULL, "6/2", true, -1, 0},
        {"n", "3", NULL, "３", true, -1, 0},
        {"-n", "-3", "+/-0.5", "−2.6", true, -1, 0},
        /* the answer, 0.3664, with too few decimals; not if it is one digit, computed or rounded wrong */
        {"weight(猫,猫)", "0.366", NULL, "0.37", false, -1, 3},
        {"weight(猫,猫)", "0.366", NULL, "0.4", false, -1, 3},
        {"weight(猫,猫)", "0.37", NULL, "0.4", false, -1, 2},
        {"weight(猫,猫)", "0.366", NULL, "0.366", true, -1, 0},
        {"weight(猫,猫)", "0.366", NULL, "0.36", false, -1, 0},
        {"weight(猫,猫)", "0.366", NULL, "0.38", false, -1, 0},
        {"weight(猫,猫)", "0.366", NULL, "0", false, -1, 0},
        {"weight(猫,猫)", "0.366", NULL, "10/27", false, -1, 0},
        {"20*pi", "62.8", NULL, "63", false, -1, 1}, /* two digits of a whole number say enough */
        {"2*pi", "6.28", NULL, "6", false, -1, 0},
    };
    static const char *const refused[] = {"", "n", "three", "weight(0,0)", "3 3", "[3]", "3 = 3"};
    struct lesson_wrong wrong[] = {{.literal = line("0.30")}, {.literal = line("0.50")}};
    struct session m = fresh_model();
    struct judge_number j;
    struct reply r = {0};
    struct expr_context c = {.now = &m.now};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lesson_ask q = {.kind = ASK_NUMBER,
                               .answer = line(cases[i].answer),
                               .literal = line(cases[i].literal),
                               .within = line(cases[i].within),
                               .wrong = wrong,
                               .wrong_count = 2};
        if (!judge_number(&q, &c, cases[i].typed, &j, &r))
            fail_msg("%s: %s", cases[i].typed, text_str(&r.text));
        if (j.right != cases[i].right || j.wrong != cases[i].wrong || j.decimals != cases[i].decimals)
            fail_msg("%s as %s: right %d, wrong %d, decimals %d", cases[i].typed, cases[i].literal, j.right,
                     j.wrong, j.decimals);
    }
    struct lesson_ask q = {.kind = ASK_NUMBER, .answer = line("n"), .literal = line("3")};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(judge_number(&q, &c, refused[i], &j, &r));
        assert_true(r.text.len > 0);
        reply_clear(&r);
    }
    reply_finish(&r);
    session_finish(&m);
}

struct off_case {
    const char *typed; /* NULL after the last */
    enum lesson_off off;
};

static void expect_off(const char *answer, const char *literal, const struct off_case *one)
{
    struct session m = fresh_model();
    struct expr_context c = {.now = &m.now};
    struct lesson_ask q = {.kind = ASK_NUMBER, .answer = line(answer), .literal = line(literal)};
    for (; one->typed; one++) {
        struct judge_number j;
        struct reply r = {0};
        assert_true(judge_number(&q, &c, one->typed, &j, &r));
        if (j.off != one->off)
            fail_msg("%s: %d", one->typed, (int)j.off);
        reply_finish(&r);
    }
    session_finish(&m);
}

TEST(a_wrong_number_has_a_reason)
{
    static const struct off_case cases[] = {{"0.37", OFF_NOT},   {"0.2", OFF_SMALL}, {"0.6", OFF_LARGE},
                                            {"-0.37", OFF_SIGN}, {"37", OFF_POINT},  {"0.0366", OFF_POINT},
                                            {"-0.2", OFF_SMALL}, {"370", OFF_POINT}, {"3700", OFF_LARGE},
                                            {NULL, OFF_NOT}};
    expect_off("0.3664", "0.37", cases);
}

/* One digit, and none of the others, may be a guess: it is not told that it is right. */
TEST(a_guess_of_one_digit_is_too_small_or_too_large)
{
    static const struct off_case cases[] = {
        {"10", OFF_NOT}, {"1", OFF_SMALL}, {"100", OFF_LARGE}, {"-10", OFF_SIGN}, {NULL, OFF_NOT}};
    expect_off("10", "10", cases);
}

/* Each condition has a bit of its own, the last of 32 too. */
TEST(a_goal_of_32_conditions_needs_each_of_them)
{
    struct lesson_line want[32];
    struct lesson_ask q = {.kind = ASK_GOAL, .want = {.v = want, .count = 32}};
    struct session m = fresh_model();
    struct judge_goal j;
    struct reply r = {0};
    struct expr_context c = {.now = &m.now};
    for (int wrong = 0; wrong <= 32; wrong++) {
        for (int i = 0; i < 32; i++)
            want[i] = line(i == wrong ? "n = 4" : "n = 3");
        assert_true(judge_goal(&q, &c, &j, &r));
        assert_int_equal(j.want, wrong < 32 ? ~(1u << wrong) : ~0u);
        assert_int_equal(j.reached, wrong == 32);
    }
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_cell_is_right_by_its_place)
{
    static const struct {
        const char *of, *answer;
        int near, row, col;
        bool right;
        int at_row, at_col;
    } cases[] = {
        {"weight", "argmax(weight,狗)", 0, 2, 2, true, 2, 2},
        {"weight", "argmax(weight,狗)", 0, 2, 1, false, 2, 2},
        {"weight", "argmax(weight, 0)", 1, 1, 1, true, 0, 0},
        {"weight", "argmax(weight, 0)", 1, 2, 1, false, 0, 0},
        {"score", "猫 狗", 0, 0, 2, true, 0, 2},
        {"score", "1 0", 0, 1, 0, true, 1, 0},
        {"q", "追 7", 0, 1, 7, true, 1, 7},
        {"pe", "60 3", 2, 62, 1, true, 60, 3},
        {"pe", "60 3", 2, 63, 3, false, 60, 3},
    };
    struct session m = fresh_model();
    struct judge_cell j;
    struct reply r = {0};
    struct expr_context c = {.now = &m.now};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lesson_ask q = {.kind = ASK_CELL,
                               .of = line(cases[i].of),
                               .answer = line(cases[i].answer),
                               .near = cases[i].near};
        if (!judge_cell(&q, &c, cases[i].row, cases[i].col, &j, &r))
            fail_msg("%s: %s", cases[i].answer, text_str(&r.text));
        if (j.right != cases[i].right || j.row != cases[i].at_row || j.col != cases[i].at_col)
            fail_msg("%s %s: right %d, at %d %d", cases[i].of, cases[i].answer, j.right, j.row, j.col);
    }
    struct lesson_ask bad = {.kind = ASK_CELL, .of = line("weight"), .answer = line("4 0")};
    assert_false(judge_cell(&bad, &c, 0, 0, &j, &r));
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_goal_wants_everything_and_keeps_everything)
{
    struct lesson_line want[] = {line("n = 3"), line("d = 8")},
                       keep[] = {line("heads = 1"), line("at(猫) = 2")};
    struct lesson_ask q = {.kind = ASK_GOAL, .want = {want, 2}, .keep = {keep, 2}};
    struct session m = fresh_model();
    struct judge_goal j;
    struct reply r = {0};
    struct expr_context c = {.now = &m.now};
    assert_true(judge_goal(&q, &c, &j, &r));
    assert_false(j.reached);
    assert_int_equal(j.want, 3);
    assert_int_equal(j.keep, 1);
    keep[1] = line("at(猫) = 0");
    assert_true(judge_goal(&q, &c, &j, &r));
    assert_true(j.reached);
    q.want.v[1] = line("d =");
    assert_false(judge_goal(&q, &c, &j, &r));
    reply_finish(&r);
    session_finish(&m);
}

/* What an edit changes, made without commands. */
static void change(struct state *s, const char *what)
{
    struct matrix_ref m;
    static const int turned[] = {2, 1, 0}, others[] = {1, 1, 0};
    bool turn = strcmp(what, "turn") == 0;
    if (turn || strcmp(what, "other words") == 0) {
        int id[3];
        for (int i = 0; i < 3; i++)
            id[i] = s->sentence->id[turn ? turned[i] : others[i]];
        say_known(s, id, 3);
    } else if (strcmp(what, "scale") == 0) {
        s->set.scale = SCALE_NONE;
    } else if (strcmp(what, "pescale") == 0) {
        s->set.pescale = 2;
    } else if (strcmp(what, "example") == 0) {
        const struct target answer = {.to = s->sentence->id[0], .head = -1};
        assert_true(examples_put(&s->examples, &(struct example){3, 1, s->sentence->id, &answer, false}));
    } else if (strcmp(what, "slope") == 0) {
        s->pe_param[s->set.encoding][0] += 1;
    } else {
        assert_true(matrices_find(s, what[0] == 'x' ? "x" : what + 2, &m));
        assert_true(matrices_set(s, m, what[1] - '0', what[0] == 'x' ? 0 : what[0] - '0', 0.25));
    }
}

TEST(a_goal_allows_by_what_differs)
{
    static const struct {
        const char *allow, *change;
        bool fine;
    } cases[] = {
        {"move", "turn", true},      {"move", "other words", false}, {"set x 猫", "x0", true},
        {"set x 猫", "x1", false},   {"set x", "x2", true},          {"set WQ", "01WQ", true},
        {"set WQ", "01WK", false},   {"set h1.WQ", "31WQ", true},    {"set h1.WQ", "41WQ", false},
        {"set h2.WQ", "41WQ", true}, {"set h2.WO", "05WO", true},    {"set h2.WO", "03WO", false},
        {"scale", "scale", true},    {"pescale", "scale", false},    {"pescale", "pescale", true},
        {"base", "pescale", false},  {"example", "example", true},   {"base", "example", false},
        {"example", "scale", false},
    };
    struct session m = fresh_model();
    struct reply r = {0};
    struct state two = {0};
    state_copy(&two, &m.now.state);
    two.set.heads = 2;
    assert_true(scene_take(&m.now, &two, &r));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lesson_line allow = line(cases[i].allow);
        struct lesson_ask q = {.kind = ASK_GOAL, .allow = {&allow, 1}};
        struct state after = {0};
        state_copy(&after, &m.now.state);
        assert_true(judge_allows(&q, &m.now.state, &after, &r));
        change(&after, cases[i].change);
        reply_clear(&r);
        if (judge_allows(&q, &m.now.state, &after, &r) != cases[i].fine)
            fail_msg("allow %s, change %s: %s", cases[i].allow, cases[i].change, text_str(&r.text));
        assert_int_equal(r.text.len > 0, !cases[i].fine);
        state_finish(&after);
    }
    struct lesson_line both[] = {line("move"), line("scale")};
    struct lesson_ask q = {.kind = ASK_GOAL, .allow = {both, 2}};
    struct state after = {0};
    state_copy(&after, &m.now.state);
    reply_clear(&r);
    change(&after, "turn");
    change(&after, "scale");
    assert_true(judge_allows(&q, &m.now.state, &after, &r));
    change(&after, "pescale");
    assert_false(judge_allows(&q, &m.now.state, &after, &r));
    state_finish(&after);
    reply_finish(&r);
    session_finish(&m);
}

TEST(an_option_of_the_encoding_may_be_allowed)
{
    struct session m = fresh_model();
    struct state fourier = {0}, after = {0};
    struct reply r = {0};
    state_copy(&fourier, &m.now.state);
    fourier.set.encoding = posenc_index(posenc_find("fourier"));
    commit(&m, &fourier);
    state_copy(&after, &m.now.state);
    encoding_param_add(&after, 0, 1);
    struct lesson_line option = line(posenc_find("fourier")->params[0].name), other = line("base");
    struct lesson_ask q = {.kind = ASK_GOAL, .allow = {&option, 1}},
                      no = {.kind = ASK_GOAL, .allow = {&other, 1}};
    assert_true(judge_allows(&q, &m.now.state, &after, &r));
    assert_false(judge_allows(&no, &m.now.state, &after, &r));
    state_finish(&after);
    reply_finish(&r);
    session_finish(&m);
}
