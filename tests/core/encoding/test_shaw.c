/* Relative position vectors (Shaw et al. 2018): indices, terms, values. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"

enum { AK, AV };

static double matrices[ENCODED_ROOM], values[ENCODED_ROOM];

TEST(distances_beyond_the_clip_share_the_outermost_vector)
{
    struct config c = encoded_config("shaw", 7, 3);
    double far[3], edge[3], near[3];
    (void)state;
    encoded_matrices(&c, matrices);
    assert_int_equal(c.pe_mat[AK].rows, 5);
    c.pe->value(far, 0, 6, 0, &c);
    c.pe->value(edge, 0, 2, 0, &c);
    c.pe->value(near, 0, 1, 0, &c);
    assert_memory_equal(far, edge, sizeof far);
    assert_memory_not_equal(far, near, sizeof far);
    c.pe->value(far, 6, 0, 0, &c);
    assert_memory_equal(far, mat_row(c.pe_mat[AV], 0), sizeof far);
    c.pe->value(near, 1000, 999, 0, &c);
    assert_memory_equal(near, mat_row(c.pe_mat[AV], 1), sizeof near);
}

/* ---- reference values ---- */

TEST(reference_indices)
{
    json_t *item;
    size_t at;
    (void)state;
    json_array_foreach(reference("shaw/indices"), at, item)
    {
        struct mat index = reference_mat(item, "index");
        struct config c = encoded_config("shaw", index.rows, 1);
        c.pe_param[0] = reference_number(item, "clip");
        encoded_matrices(&c, matrices);
        for (int r = 0; r < c.pe_mat[AV].rows; r++)
            mat_row(c.pe_mat[AV], r)[0] = r;
        for (int i = 0; i < index.rows; i++)
            for (int j = 0; j < index.cols; j++) {
                double row;
                c.pe->value(&row, i, j, 0, &c);
                assert_close(row, mat_at(index, i, j), 0);
            }
    }
}

TEST(reference_attention)
{
    json_t *item = reference("shaw/attention");
    struct mat q = reference_mat(item, "q"), k = reference_mat(item, "k"), v = reference_mat(item, "v");
    struct config c = encoded_config("shaw", q.rows, 4);
    struct trace t = {0};
    (void)state;
    c.pe_param[0] = reference_number(item, "clip");
    c.pe_mat[AK] = reference_mat(item, "aK");
    c.pe_mat[AV] = reference_mat(item, "aV");
    encoded_qkv(&c, &q, &k, &v, values);
    c.divisor = sqrt(c.dk);
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    const struct attention *a = &t.layer[0].self;
    assert_mat_close(attention_term(a, 0), reference_mat(item, "content"), 1e-13);
    assert_mat_close(attention_term(a, a->term_count - 1), reference_mat(item, "relative"), 1e-13);
    assert_mat_close(a->map[MAP_SCALED], reference_mat(item, "scaled"), 1e-13);
    assert_mat_close(a->map[MAP_WEIGHTS], reference_mat(item, "weights"), 1e-13);
    assert_mat_close(a->head_out, reference_mat(item, "output"), 1e-13);
    trace_finish(&t);
}

TESTS(reference_open, reference_close)
