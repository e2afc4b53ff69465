/* The code that is shown computes what the program computes: the table of positions in both forms, the sum
 * with the words, attention; and says the shapes of its results. */
#include <math.h>
#include <string.h>

#include "core/math/elementary.h"
#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"
#include "core/pipeline/stage.h"
#include "study/code/snippet.h"
#include "support/close.h"
#include "support/failing_heap.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static struct session m;
static struct arena room;

static int begin(void **state)
{
    (void)state;
    m = model_after("sentence 猫 追 狗 跑 ; set heads 2 dk 4 dv 5 ; weights random 4 ; mask causal");
    return 0;
}

static int end(void **state)
{
    (void)state;
    session_finish(&m);
    arena_finish(&room);
    return 0;
}

static struct mat result(enum code_kind code, int line)
{
    struct snippet_run run = {&m.now, 0, 1, &room};
    assert_true(line < snippets[code]->count);
    struct mat out = snippets[code]->lines[line].of(&run, snippets[code]->lines[line].which);
    assert_true(mat_present(out));
    return out;
}

/* The line that writes a variable for the last time. */
static int last_of(enum code_kind code, const char *variable)
{
    for (int i = snippets[code]->count - 1; i >= 0; i--)
        if (strcmp(snippets[code]->lines[i].variable, variable) == 0)
            return i;
    fail_msg("no %s", variable);
    return 0;
}

TEST_AROUND(both_forms_fill_the_table_of_the_encoding, begin, end)
{
    for (int code = CODE_POSITIONS; code <= CODE_EXP_LOG; code++) {
        struct mat P = result((enum code_kind)code, last_of((enum code_kind)code, "P"));
        assert_int_equal(P.rows, m.now.config.n + SNIPPET_SPARE);
        for (int t = 0; t < P.rows; t++) {
            double row[CONFIG_MAX_D];
            m.now.config.pe->row(row, t, &m.now.config);
            for (int j = 0; j < P.cols; j++)
                assert_close(mat_at(P, t, j), row[j], 1e-14);
        }
    }
}

TEST_AROUND(a_line_fills_its_columns_and_leaves_the_others, begin, end)
{
    int cosines = 0;
    while (!strstr(snippets[CODE_POSITIONS]->lines[cosines].code, "1::2"))
        cosines++;
    struct mat before = result(CODE_POSITIONS, cosines - 1), P = result(CODE_POSITIONS, cosines);
    assert_int_equal(snippets[CODE_POSITIONS]->lines[cosines].first, 1);
    for (int t = 0; t < P.rows; t++)
        for (int j = 0; j < P.cols; j++)
            assert_true(j % 2 ? mat_at(before, t, j) == 0 && mat_at(P, t, j) != 0
                              : mat_at(before, t, j) == mat_at(P, t, j));
}

/* The second sentence has its ends swapped, and the same positions. */
TEST_AROUND(a_batch_shares_the_positions, begin, end)
{
    int line = snippets[CODE_POSITIONS]->count - 2;
    struct mat X = result(CODE_POSITIONS, line), dropped = result(CODE_POSITIONS, line + 1),
               H = stage_matrix(&m.now.trace, 0, STAGE_SUM, 0), words = m.now.trace.X;
    const int n = m.now.config.n;
    for (int t = 0; t < n; t++)
        for (int j = 0; j < X.cols; j++) {
            int other = t == 0 ? n - 1 : t == n - 1 ? 0 : t;
            assert_close(mat_at(X, t, j), mat_at(H, t, j), 1e-14);
            assert_close(mat_at(X, n + t, j) - mat_at(words, other, j), mat_at(H, t, j) - mat_at(words, t, j),
                         1e-14);
        }
    int zeros = 0;
    for (int r = 0; r < X.rows; r++)
        for (int j = 0; j < X.cols; j++) {
            double d = mat_at(dropped, r, j);
            zeros += d == 0;
            if (d != 0)
                assert_close(d, mat_at(X, r, j) / 0.9, 1e-14);
        }
    assert_in_range(zeros, 1, X.rows * X.cols / 4);
}

TEST_AROUND(attention_is_that_of_the_trace, begin, end)
{
    struct mat q = result(CODE_ATTENTION, 3), k = result(CODE_ATTENTION, 4), v = result(CODE_ATTENTION, 5),
               s = result(CODE_ATTENTION, 6), A = result(CODE_ATTENTION, 9), O = result(CODE_ATTENTION, 10);
    assert_true(q.cols == 4 && k.cols == 4 && v.cols == 5);
    for (int i = 0; i < s.rows; i++)
        for (int j = 0; j < s.cols; j++) {
            assert_close(mat_at(s, i, j), vec_dot(mat_row(q, i), mat_row(k, j), 4), 1e-12);
            assert_close(mat_at(result(CODE_ATTENTION, 7), i, j), mat_at(s, i, j) / sqrt(4), 1e-12);
            assert_true(j <= i || mat_at(A, i, j) == 0);
        }
    double sum = 0;
    for (int j = 0; j < A.cols; j++)
        sum += mat_at(A, 3, j) * mat_at(v, j, 2);
    assert_close(mat_at(O, 3, 2), sum, 1e-12);
}

/* The rows and columns of every result are those that the shape says. */
TEST_AROUND(shapes_are_those_of_the_results, begin, end)
{
    const char *name;
    for (int code = 0; code < CODE_COUNT; code++) {
        must_run(&m, code == CODE_FOURIER ? "encoding fourier" : "encoding sincos");
        for (int i = 0; i < snippets[code]->count; i++) {
            const char *shape = snippets[code]->lines[i].shape;
            struct mat out = result((enum code_kind)code, i);
            size_t last = strlen(shape) - 1;
            int rows = 1;
            for (size_t a = 0; a < last; a++)
                rows *= shape[a] == 'h' ? 1 : snippet_axis(&m.now.config, shape[a], &name);
            bool whole = snippets[code]->lines[i].sliced; /* drawn with the rows that are not taken */
            assert_int_equal(out.rows, whole ? snippet_axis(&m.now.config, 'm', &name) : rows);
            assert_int_equal(out.cols, snippet_axis(&m.now.config, shape[last], &name));
        }
    }
}

TEST_AROUND(a_line_says_its_shape_and_the_numbers_of_the_scene, begin, end)
{
    struct text t = {0};
    snippet_shape(&m.now.config, &snippets[CODE_ATTENTION]->lines[3], &t);
    assert_string_equal(text_str(&t), "(1, h, n, dk) = (1, 2, 4, 4)");
    text_clear(&t);
    snippet_shape(&m.now.config, &snippets[CODE_POSITIONS]->lines[1], &t);
    assert_string_equal(text_str(&t), "(d/2,) = (4,)");
    text_clear(&t);
    must_run(&m, "set base 500 scale 2.5");
    snippet_code(&m.now, &snippets[CODE_EXP_LOG]->lines[2], &t);
    assert_string_equal(text_str(&t), "div = torch.exp(pair * (-math.log(500) / d))");
    text_clear(&t);
    snippet_code(&m.now, &snippets[CODE_ATTENTION]->lines[7], &t);
    assert_string_equal(text_str(&t), "scores = scores / 2.5");
    text_finish(&t);
}

/* Both sides of every line, computed by themselves, agree; for t before s too. */
TEST_AROUND(derivations_hold_line_by_line, begin, end)
{
    static const char *const places[] = {"set pos 7 pos2 3", "set pos 2 pos2 11", "set pos 900 pos2 0"};
    for (size_t p = 0; p < 3; p++) {
        must_run(&m, places[p]);
        for (int line = 0; line < 2; line++)
            for (int i = 0; i < 4; i++) {
                struct mat sides = result(CODE_SHIFT, line);
                assert_close(mat_at(sides, i, 0), mat_at(sides, i, 3), 1e-13);
            }
        struct mat M = result(CODE_SHIFT, 3), blocks = result(CODE_SHIFT, 2), ends = result(CODE_SHIFT, 4);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                assert_close(mat_at(M, i, j), i / 2 == j / 2 ? mat_at(blocks, i / 2, i % 2 * 2 + j % 2) : 0,
                             1e-13);
        assert_true(mat_max_abs(mat_rows(ends, 2, 1)) < 1e-13 && mat_max_abs(mat_rows(ends, 0, 1)) > 0.9);
        struct mat hands = result(CODE_DOT, 1), sums = result(CODE_DOT, 2);
        double row[2][8], whole;
        sines_row(row[0], 8, m.now.config.base, m.now.state.look.encoding.pos);
        sines_row(row[1], 8, m.now.config.base, m.now.state.look.encoding.pos2);
        whole = vec_dot(row[0], row[1], 8);
        for (int i = 0; i < 4; i++)
            assert_close(mat_at(hands, i, 0), mat_at(hands, i, 1), 1e-13);
        assert_close(mat_at(sums, 3, 1), whole, 1e-13);
    }
}

TEST_AROUND(the_table_of_products_is_constant_along_its_diagonals, begin, end)
{
    struct mat m_m = result(CODE_DOT, 3);
    for (int t = 1; t < m_m.rows; t++)
        for (int s = 1; s < m_m.cols; s++)
            assert_close(mat_at(m_m, t, s), mat_at(m_m, t - 1, s - 1), 1e-13);
    assert_true(mat_at(m_m, 0, 1) < mat_at(m_m, 0, 0));
}

/* What a line of code says about itself in the scene after the lines. */
static const char *remark(int code, int line, const char *lines)
{
    const struct snippet *snippet = snippets[code];
    must_run(&m, lines);
    return text_in(snippet_remark(snippet, &snippet->lines[line], &(struct snippet_run){&m.now, 0, 0, &room}),
                   LANG_EN);
}

TEST_AROUND(what_the_code_leaves_out_is_said, begin, end)
{
    enum { SCORES = 6, SCALED, MASKED, WEIGHTS };
    static const struct {
        int code, line;
        const char *lines, *says; /* says nothing: NULL */
    } cases[] = {
        {CODE_ATTENTION, SCORES, "", NULL},
        {CODE_ATTENTION, SCORES, "encoding rope", "inside the scores"},
        {CODE_ATTENTION, SCORES, "scores = 1 2 3;4 5 6;7 8 9", "given directly"},
        {CODE_ATTENTION, WEIGHTS, "scores = 1 2 3;4 5 6;7 8 9", "given directly"},
        {CODE_ATTENTION, SCORES, "term pp off", "switched off"},
        {CODE_ATTENTION, SCORES, "encoding deberta", "inside the scores"},
        {CODE_ATTENTION, MASKED, "mask = 0 0.5 0;0 0 1;0 0 0", "masked_fill cannot do that"},
        {CODE_ATTENTION, MASKED, "mask = 0 -inf 0;0 0 0;0 0 0", NULL},
        {CODE_ATTENTION, WEIGHTS, "mask pad 3", "PyTorch would give nan"},
        {CODE_ATTENTION, WEIGHTS, "mask pad 3 ; encoding rope", "PyTorch would give nan"},
        {CODE_ATTENTION, SCORES, "mask pad 3 ; encoding rope", "inside the scores"},
        {CODE_POSITIONS, 8, "set start 3", "counts from 0"},
        {CODE_POSITIONS, 8, "set pescale 2", "set pescale"},
        {CODE_POSITIONS, 8, "set start 3 pescale 2", "set pescale"},
        {CODE_POSITIONS, 0, "set start 3 pescale 2", "counts from 0"},
        {CODE_EXP_LOG, 9, "set d 7", "d is odd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        must_run(&m, "reset");
        const char *said = remark(cases[i].code, cases[i].line, cases[i].lines);
        if (cases[i].says ? !strstr(said, cases[i].says) : *said)
            fail_msg("after '%s': %s", cases[i].lines, said);
    }
}

TEST_AROUND(the_code_divides_by_what_divides_the_scores, begin, end)
{
    static const char *const cases[][2] = {{"reset", "scores = scores / math.sqrt(dk)"},
                                           {"encoding deberta", "scores = scores / math.sqrt(3 * dk)"},
                                           {"reset ; set scale none", "scores = scores / 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text code = {0};
        must_run(&m, cases[i][0]);
        snippet_code(&m.now, &snippets[CODE_ATTENTION]->lines[7], &code);
        assert_string_equal(text_str(&code), cases[i][1]);
        text_finish(&code);
    }
}

/* The code of random waves gives the rows of the encoding and its kernel, and nothing in another encoding. */
TEST_AROUND(random_waves_give_their_table_and_kernel, begin, end)
{
    struct snippet_run run = {&m.now, 0, 0, &room};
    for (int i = 0; i < snippets[CODE_FOURIER]->count; i++)
        assert_false(mat_present(snippets[CODE_FOURIER]->lines[i].of(&run, 0)));
    assert_non_null(strstr(remark(CODE_FOURIER, 0, ""), "encoding fourier"));
    assert_string_equal(remark(CODE_FOURIER, 0, "encoding fourier sigma=0.2"), "");
    struct mat P = result(CODE_FOURIER, last_of(CODE_FOURIER, "P")),
               K = result(CODE_FOURIER, last_of(CODE_FOURIER, "K")),
               b = result(CODE_FOURIER, last_of(CODE_FOURIER, "b"));
    for (int t = 0; t < P.rows; t++) {
        double row[CONFIG_MAX_D];
        m.now.config.pe->row(row, t, &m.now.config);
        for (int j = 0; j < P.cols; j++)
            assert_close(mat_at(P, t, j), row[j], 1e-12);
        assert_close(mat_at(K, t, 1), fourier_kernel(&m.now.config, t, 1), 1e-15);
    }
    /* freq and wavelength speak of these waves too, not of the sines */
    struct text line = {0};
    text_addf(&line, "expect abs(freq(1)-2*pi*%.17g) < 1e-12 ; expect abs(wavelength(1)*%.17g-1) < 1e-12",
              b.v[1], b.v[1]);
    must_run(&m, text_str(&line));
    text_finish(&line);
}

TEST(without_memory_a_result_has_no_rows)
{
    struct arena none = {0};
    struct snippet_run run = {&m.now, 0, 1, &none};
    left = 1;
    struct mat out = snippet_room(&run, 3, 4);
    left = 0;
    assert_false(mat_present(out));
    assert_int_equal(out.rows, 0);
    arena_finish(&none);
}
