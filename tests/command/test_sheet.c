/* Commands of the editor, and pastes. */
#include <math.h>
#include <string.h>

#include "command/command.h"
#include "state/matrices.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static double at(const struct session *m, const char *name, int r, int k)
{
    struct matrix_ref ref;
    assert_true(matrices_find(&m->now.state, name, &ref));
    return matrices_get(&m->now.state, ref, r, k);
}

/* A number in a matrix after a line: the line, the matrix, a cell and its number. */
static const struct {
    const char *line, *name;
    int r, k;
    double want;
} effects[] = {
    {"set x 猫 食物 = 0.25", "x", 0, 2, 0.25},
    {"set x 2 food = 0.25", "x", 2, 2, 0.25},
    {"cell 0.5", "x", 1, 2, 0.5},
    {"cell = 1 2 ; 3 4", "x", 2, 3, 4},
    {"cell = 1 2 ; 3 4", "x", 2, 1, 0.1},
    {"cell 7 8 9", "x", 1, 4, 9},
    {"nudge ; nudge ; nudge", "x", 1, 2, 0.3},
    {"nudge 3 ; nudge -1 ; nudge -1 ; nudge -1", "x", 1, 2, 0},
    {"set step 0.01 ; nudge -3", "x", 1, 2, -0.03},
    {"add step 1 ; nudge", "x", 1, 2, 1},
    {"add step -2 ; nudge", "x", 1, 2, 0.001},
    {"fill row 3", "x", 1, 7, 3},
    {"fill row 3", "x", 0, 2, 0.1},
    {"fill column 3", "x", 0, 2, 3},
    {"fill column 3", "x", 0, 3, 0},
    {"cell 6 ; fill row", "x", 1, 0, 6},
    {"fill all -1", "x", 2, 7, -1},
    {"fill cell 4", "x", 1, 2, 4},
    {"cell 4 ; clear", "x", 1, 2, 0},
    {"clear row", "x", 1, 0, 0},
    {"clear row", "x", 0, 0, 1},
    {"clear column ; cell 1", "x", 0, 2, 0},
    {"clear all", "x", 2, 0, 0},
    {"copy row ; cursor up ; paste row", "x", 0, 4, 1},
    {"copy ; set edit 1 ; paste", "WQ", 1, 4, 1},
    {"copy ; set edit 1 ; paste column", "WQ", 4, 2, 1},
    {"copy column ; cursor right ; paste column", "x", 0, 3, 0.1},
    {"scale 10", "x", 0, 2, 1},
    {"scale WQ -2", "WQ", 3, 3, -2},
    {"set heads 2 ; scale h2.WQ 3", "WQ", 4, 4, 3},
    {"set heads 2 ; scale h2.WQ 3", "WQ", 3, 3, 1},
    {"set heads 2 ; scale h1.WO 3", "WO", 3, 3, 3},
    {"set heads 2 ; random h1.WK 5 ; identity h1.WK", "WK", 3, 3, 1},
    {"identity", "x", 1, 1, 1},
    {"identity", "x", 0, 2, 0},
    {"random WV 4 ; identity WV", "WV", 0, 0, 1},
    {"encoding alibi ; set edit 64 ; scale 2", "slopes", 0, 0, 0.0078125},
    {"encoding t5 ; set edit 64 ; fill all 0.25", "table", 31, 0, 0.25},
    {"encoding learned ; scale table 0", "table", 7, 7, 0},
    {"sentence 我爱我 ; set row 2 col 1 ; cell 5", "x", 0, 1, 5},
    {"sentence 我爱我 ; identity", "x", 2, 0, 1},
    {"mask = 0 -inf -inf ; 0 0 -inf ; 0 0 0 ; mask causal ; set edit 64 row 2 col 0 ; cell -inf", "mask", 2,
     0, -INFINITY},
    {"sentence 我爱我 ; x 我#2 = 1 5 0 0 0 0 0 0", "x", 0, 1, 5},
    {"memory 我 爱 ; set edit 1 row 1 ; fill row 2", "y", 1, 7, 2},
};

TEST(what_the_commands_do)
{
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        struct session m = fresh_model();
        assert_true(run_line(&m, "view edit ; set row 1 col 2", NULL));
        struct reply said = {0};
        if (!run_line(&m, effects[i].line, &said))
            fail_msg("%s: %s", effects[i].line, text_str(&said.text));
        double x = at(&m, effects[i].name, effects[i].r, effects[i].k);
        if (x != effects[i].want)
            fail_msg("%s: %s[%d, %d] is %.17g", effects[i].line, effects[i].name, effects[i].r, effects[i].k,
                     x);
        reply_finish(&said);
        session_finish(&m);
    }
}

/* What is done first, what is refused then, and a piece of what is said. */
static const struct {
    const char *before, *line, *says;
} refusals[] = {
    {"", "cell x", "'x' is not a number"},
    {"", "cell = 1 2 ; 3", "row 1 is not as long as row 0"},
    {"", "cell = 1 ; 2 ; 3", "3 x 1 numbers do not fit: from [1, 2] there is room for 2 x 6"},
    {"", "cell 1 2 3 4 5 6 7", "1 x 7 numbers do not fit"},
    {"", "cell =", "write a number"},
    {"", "cell -inf", "not a number"},
    {"view terms", "nudge", "this number is computed"},
    {"view stages ; stage weights", "random", "after 'random' write a matrix, such as WQ"},
    {"view home", "scale 2", "after 'scale' write a matrix"},
    {"", "fill diagonal 1", "write cell, row, column or all"},
    {"", "fill row x", "'x' is not a number"},
    {"", "clear everything", "write cell, row, column or all"},
    {"", "copy all", "write row or column"},
    {"", "paste", "nothing is copied yet"},
    {"copy column", "paste row", "copied 3 numbers, but this line has 8"},
    {"scale 1e300", "scale 1e300", "would be too large"},
    {"", "scale sqrt", "'set scale sqrt'"},
    {"", "scale nothing 2", "no matrix 'nothing' (x, WQ, WK, WV, WO, bQ, bK, bV, bO)"},
    {"encoding learned", "scale nothing 2", "bO, table)"},
    {"", "random x y", "seed y"},
    {"", "identity bQ", "one row"},
    {"sentence 我爱我 ; set row 0", "cell = 1 ; 2 ; 3", "'我' has more than one row"},
};

TEST(what_is_wrong_is_said_and_changes_nothing)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct session m = fresh_model();
        struct reply said = {0};
        struct state was;
        if (!run_line(&m, "view edit ; set row 1 col 2", NULL) || !run_line(&m, refusals[i].before, &said))
            fail_msg("%s: %s", refusals[i].before, text_str(&said.text));
        state_copy(&was, &m.now.state);
        int count = m.history.count;
        if (run_line(&m, refusals[i].line, &said))
            fail_msg("%s is done", refusals[i].line);
        if (!strstr(text_str(&said.text), refusals[i].says))
            fail_msg("%s says: %s", refusals[i].line, text_str(&said.text));
        assert_true(state_same_numbers(&was, &m.now.state) && m.history.count == count);
        state_finish(&was);
        reply_finish(&said);
        session_finish(&m);
    }
}

TEST(an_edit_is_one_step_and_none_where_nothing_changes)
{
    static const char *const one[] = {"cell = 1 2 ; 3 4", "fill all 3", "scale x 2", "random x 7",
                                      "clear all"};
    static const char *const none[] = {
        "cell 0", "fill cell", "scale x 1", "identity WQ", "clear", "copy row ; paste row", "scale bQ 5"};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        struct session m = fresh_model();
        assert_true(run_line(&m, "view edit", NULL) && run_line(&m, one[i], NULL));
        assert_int_equal(m.history.at, 1);
        assert_true(run_line(&m, "undo", NULL));
        assert_true(at(&m, "x", 0, 0) == 1 && at(&m, "x", 1, 4) == 1 && at(&m, "x", 2, 6) == 0.3);
        session_finish(&m);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct session m = fresh_model();
        assert_true(run_line(&m, "view edit ; set row 1 col 2", NULL) && run_line(&m, none[i], NULL));
        assert_int_equal(m.history.at, 0);
        session_finish(&m);
    }
}

TEST(the_step_goes_by_tens)
{
    static const double want[] = {0.01, 0.001, 1e-4, 1e-5, 1e-6, 1e-6};
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_true(run_line(&m, "add step -1", NULL));
        assert_true(m.now.state.look.step == want[i]);
    }
    assert_true(run_line(&m, "add step 4", NULL));
    assert_true(m.now.state.look.step == 0.01);
    session_finish(&m);
}

TEST(random_numbers_follow_from_their_seed)
{
    struct session m = fresh_model();
    struct reply said = {0};
    assert_true(run_line(&m, "random WQ 5", &said));
    assert_string_equal(text_str(&said.text), "");
    double x = at(&m, "WQ", 2, 3), y = at(&m, "WQ", 0, 0);
    assert_true(x != y && x * 1000 == round(x * 1000));
    assert_true(run_line(&m, "random WQ", &said));
    assert_string_equal(text_str(&said.text), "WQ: random numbers, seed 6");
    assert_true(at(&m, "WQ", 2, 3) != x);
    assert_true(run_line(&m, "random WQ 5", &said));
    assert_true(at(&m, "WQ", 2, 3) == x && at(&m, "WQ", 0, 0) == y);
    double sum = 0;
    for (int r = 0; r < 8; r++)
        for (int k = 0; k < 8; k++)
            sum += at(&m, "WQ", r, k) * at(&m, "WQ", r, k);
    assert_true(sum > 4 && sum < 14); /* 64 numbers of variance 1/8 */
    reply_finish(&said);
    session_finish(&m);
}

/* The words of another sentence take the cursor along; what brings the old ones back brings it back too. A
 * cursor on a word of both stays on it. */
TEST(undo_of_another_sentence_puts_the_cursor_back)
{
    static const struct {
        const char *before, *change;
        int query, key;
    } cases[] = {
        {"set query 7 key 6", "tokens p q", 7, 6}, /* two words: the cursor could not stay */
        {"set query 3 key 2", "tokens p q r s ; set query 0 key 1", 3, 2},
        {"set query 3 key 2", "tokens h g ; set query 0 key 1", 7, 6},
        {"set query 3 key 2", "set d 6 ; set query 4 key 5", 4, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = fresh_model();
        const struct look *look = &m.now.state.look;
        must_run(&m, "tokens a b c d e f g h");
        must_run(&m, cases[i].before);
        must_run(&m, cases[i].change);
        int query = look->query, key = look->key;
        must_run(&m, "undo");
        assert_int_equal(look->query, cases[i].query);
        assert_int_equal(look->key, cases[i].key);
        must_run(&m, "redo");
        assert_int_equal(look->query, query);
        assert_int_equal(look->key, key);
        session_finish(&m);
    }
}

TEST(undo_says_where_the_cursor_was)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"cell 0.5", "undone: x 追 food 0.5 → 0"},
        {"nudge", "undone: x 追 food 0.1 → 0"},
        {"tokens 追 狗 追 ; set row 2 ; nudge", "undone: x 追 food 0.1 → 0"},
        {"fill row 3", "undone: x 追 food: fill row 3"},
        {"set edit 1 row 1 col 2 ; cell = 1 2 ; 3 4", "undone: WQ 1 2: 1 2 ; 3 4"},
        {"set d 4 ; cell 0.5", "undone: x 追 2 0.5 → 0"},
        {"set edit 1 row 1 col 2 ; cell 7", "undone: WQ 1 2 7 → 0"},
        {"scale WQ 2", "undone: scale WQ 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = fresh_model();
        struct reply said = {0};
        must_run(&m, "view edit ; set row 1 col 2");
        must_run(&m, cases[i].line);
        assert_true(run_line(&m, "undo", &said));
        assert_string_equal(text_str(&said.text), cases[i].said);
        reply_finish(&said);
        session_finish(&m);
    }
}

TEST(pastes_become_commands)
{
    static const struct {
        const char *pasted, *line;
    } cases[] = {
        {"1\t2\n3\t4\n", "cell = 1 2 ; 3 4"},
        {"1\t2\r\n3\t4\r\n", "cell = 1 2 ; 3 4"},
        {"1\r2\r3", "cell = 1 ; 2 ; 3"},
        {"  0.5  ", "cell = 0.5"},
        {"1 2  3", "cell = 1 2 3"},
        {"1;2; 3;4", "cell = 1 2 3 4"},
        {"0,5;1", "cell = 0.5 1"},
        {"0,5\t0,25\n1\t1e-3", "cell = 0.5 0.25 ; 1 1e-3"},
        {"[0.1 0.2]\n [3 4]", "cell = 0.1 0.2 ; 3 4"},
        {"1,2,3", "cell = 1 2 3"},
        {"[[1, -2e-3],\n [0.5, 1]]", "cell = 1 -2e-3 ; 0.5 1"},
        {"1 \t 2", "cell = 1 2"},
        {"−1\t-inf", "cell = −1 -inf"},
        {"1,2,3\n4,5,6\n\n\n", "cell = 1 2 3 ; 4 5 6"},
    };
    static const struct {
        const char *pasted, *says;
    } wrong[] = {
        {"", "line 1 is empty"},
        {"\n\n", "line 1 is empty"},
        {"1\t2\n\n3\t4", "line 2 is empty"},
        {"1\t\t3", "line 1, cell 2 is empty"},
        {"1\t2\t\n", "line 1, cell 3 is empty"},
        {"1\t \n2\t3", "line 1, cell 2 is empty"},
        {"1\t2\n3\tx", "line 2, cell 2: 'x' is not a number"},
        {"1 2\n3 four", "line 2, cell 2: 'four' is not a number"},
        {"0,5", "may be one number or two"},
        {"0,5 1,5", "cell 2: '5 1' is not a number"},
        {"[[1,2],[3,4]]", "cell 2: '2   3' is not a number"},
        {"0,5;0.5", "cell 2: '0.5' is not a number"},
        {"1,,3", "line 1, cell 2 is empty"},
        {"1;;3", "line 1, cell 2 is empty"},
        {",1", "line 1, cell 1 is empty"},
        {"1,2,3,\n4,5,6,", "line 1, cell 4 is empty"},
        {"1 2\n3", "line 2 has 1 numbers, the first has 2"},
        {"猫\t1", "'猫' is not a number"},
        {"1e999", "not a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text line = {0};
        struct reply r = {0};
        if (!pasted_line(cases[i].pasted, &line, &r))
            fail_msg("%s: %s", cases[i].pasted, text_str(&r.text));
        assert_string_equal(text_str(&line), cases[i].line);
        text_finish(&line);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text line = {0};
        struct reply r = {0};
        assert_false(pasted_line(wrong[i].pasted, &line, &r));
        assert_int_equal(r.col, 0); /* no place in a line that was typed */
        if (!strstr(text_str(&r.text), wrong[i].says))
            fail_msg("%s says: %s", wrong[i].pasted, text_str(&r.text));
        text_finish(&line);
        reply_finish(&r);
    }
}

/* What was learned is not edited under the cursor; by name the numbers at the start are. */
TEST(learned_numbers_are_kept_first)
{
    static const char *const lines[] = {"cell 1", "nudge", "fill row 3", "clear", "set edit 1 ; cell 2"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct session m = model_after("task two ; set encoding sincos ; train 20 ; view edit");
        struct reply r = {0};
        double before = factor_entry(m.now.config.w[0][W_Q], 0, 0);
        if (run_line(&m, lines[i], &r) ||
            !strstr(text_str(&r.text), "those of training step 20: 'train keep'"))
            fail_msg("%s: %s", lines[i], text_str(&r.text));
        assert_true(before == factor_entry(m.now.config.w[0][W_Q], 0, 0));
        must_run(&m, "train keep");
        must_run(&m, lines[i]);
        reply_finish(&r);
        session_finish(&m);
    }
    struct session m =
        model_after("task two ; set encoding sincos train_words off ; train 20 ; view edit ; cell 1.5");
    assert_true(at(&m, "x", m.now.state.look.sheet.row, m.now.state.look.sheet.col) == 1.5);
    must_run(&m, "set WQ 0 0 = 1.25");
    assert_true(at(&m, "WQ", 0, 0) == 1.25 && factor_entry(m.now.config.w[0][W_Q], 0, 0) != 1.25);
    session_finish(&m);
}
