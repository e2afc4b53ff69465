/* Softmax in tiles of every size gives what attention gives; attention without softmax is the sum of its
 * shares. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/streamed.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"

/* The output of one head and query, tile by tile, with the sink behind the last one. */
static void check_query(const struct random_case *x, const struct streamed *of, int query)
{
    double most, sum, out[CONFIG_MAX_D];
    int keys = of->a->S.rows;
    struct mat want = attention_head(of->a, of->a->head_out, of->head);
    for (int tile = 1; tile <= keys; tile++) {
        streamed_softmax(&most, &sum, out, of, query, tile, keys);
        double sink = mat_present(of->a->sink) ? attention_sink(&x->c, of->a->layer, of->head) : -INFINITY,
               all = sum + (sink > -INFINITY ? exp(sink - most) : 0), share = sum > 0 ? sum / all : 0;
        for (int k = 0; k < x->c.dv; k++)
            assert_close(out[k] * share, mat_at(want, query, k), 1e-15 * fmax(1, mat_max_abs(want)));
    }
}

TEST(tiles_of_every_size_give_the_output_of_the_head)
{
    int count = 0;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        for (int h = 0; h < x.c.heads; h++)
            for (int q = 0; q < x.c.n; q++, count++)
                check_query(&x, &(struct streamed){&x.t.layer[x.c.layers - 1].self, &x.c, h}, q);
        random_case_finish(&x);
    }
    assert_true(count > 3000);
}

TEST(a_hidden_row_has_no_largest_score_and_no_sum)
{
    struct random_case x = random_case_make((struct random_spec){
        .seed = 3, .encoding = "none", .block = BLOCK_ATTENTION, .layers = 1, .mask = MASK_GIVEN});
    double most, sum, out[RANDOM_DV];
    struct streamed of = {&x.t.layer[0].self, &x.c, 1};
    streamed_softmax(&most, &sum, out, &of, 2, 2, x.c.n); /* row 2 of the mask hides everything */
    assert_true(isinf(most) && most < 0 && sum == 0 && out[0] == 0 && out[RANDOM_DV - 1] == 0);
    random_case_finish(&x);
}

TEST(without_softmax_the_output_is_the_sum_of_the_shares)
{
    double room[RANDOM_DK * RANDOM_DV + RANDOM_DK], out[RANDOM_DV], share[RANDOM_N];
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        const struct attention *a = &x.t.layer[x.c.layers - 1].self;
        struct streamed of = {a, &x.c, 1};
        int values = config_key_head(&x.c, 1) * x.c.dv;
        for (int q = 0; q < x.c.n && !x.c.pe->value; q++) {
            double all = 0;
            linear_output(out, &of, q, room);
            linear_shares(share, &of, q);
            for (int s = 0; s < a->S.rows; s++) {
                assert_true(share[s] >= 0 && (s <= q || share[s] == 0));
                all += share[s];
            }
            assert_close(all, 1, 1e-14);
            for (int k = 0; k < x.c.dv; k++) {
                double want = 0;
                for (int s = 0; s < a->S.rows; s++)
                    want += share[s] * mat_at(a->V, s, values + k);
                assert_close(out[k], want, 1e-13 * fmax(1, mat_max_abs(a->V)));
            }
        }
        random_case_finish(&x);
    }
}
