/* Encoder and decoder layers, LayerNorm before and after the sublayers, one layer and two,
 * against values of an independent program; the worked examples of the notes. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/test.h"
#include "support/truth.h"
#include "support/weights.h"

static const char *const weight_names[LN_GF] = {
    "WQ",  "WK",  "WV",  "WO", "bQ", "bK", "bV", "bO", "WQc", "WKc", "WVc", "WOc", "bQc",
    "bKc", "bVc", "bOc", "g1", "s1", "gc", "sc", "g2", "s2",  "W1",  "b1",  "W2",  "b2",
};

static int number(json_t *j, const char *name)
{
    return (int)truth_number(truth_at(j, name));
}

static struct config config_of(struct truth *t, json_t *j)
{
    struct config c = {.n = number(j, "n"),
                       .m = number(j, "m"),
                       .d = number(j, "d"),
                       .dsrc = number(j, "dsrc"),
                       .heads = number(j, "heads"),
                       .dff = number(j, "dff"),
                       .layers = number(j, "layers"),
                       .base = 10000,
                       .pescale = 1,
                       .eps = 1e-5};
    const char *norm = json_string_value(truth_at(j, "norm"));
    c.dk = c.dv = c.d / c.heads;
    c.divisor = sqrt(c.dk);
    c.block = json_string_value(truth_at(j, "block"))[0] == 'e' ? BLOCK_ENCODER : BLOCK_DECODER;
    c.norm = strcmp(norm, "pre") == 0 ? NORM_PRE : strcmp(norm, "post") == 0 ? NORM_POST : NORM_NONE;
    c.residual = c.norm != NORM_NONE;
    c.pe = posenc_find("sincos");
    c.X = truth_mat(t, truth_at(j, "X"));
    c.Y = truth_mat(t, truth_at(j, "Y"));
    c.w = weights_room();
    for (int l = 0; l < c.layers; l++)
        for (int w = 0; w < FF_WG; w++)
            c.w[l][w] = factor_of(truth_mat(t, truth_at(truth_nth(truth_at(j, "w"), l), weight_names[w])));
    return c;
}

static void check_layer(struct truth *t, const struct layer_trace *l, json_t *want)
{
    assert_mat_close(l->self.map[MAP_WEIGHTS], truth_mat(t, truth_at(want, "weights")), 1e-13);
    assert_mat_close(l->self.output, truth_mat(t, truth_at(want, "output")), 1e-13);
    if (truth_at(want, "weightsc")) {
        assert_mat_close(l->cross.map[MAP_WEIGHTS], truth_mat(t, truth_at(want, "weightsc")), 1e-13);
        assert_mat_close(l->cross.output, truth_mat(t, truth_at(want, "outputc")), 1e-13);
    }
    assert_mat_close(l->hidden, truth_mat(t, truth_at(want, "hidden")), 1e-13);
    assert_mat_close(l->ffn, truth_mat(t, truth_at(want, "ffn")), 1e-13);
    assert_mat_close(l->out, truth_mat(t, truth_at(want, "out")), 1e-13);
}

TEST(blocks_agree_with_the_reference_layer_by_layer)
{
    struct truth t = truth_open("blocks");
    size_t cases;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), cases, j)
    {
        struct config c = config_of(&t, j);
        struct trace trace = {0};
        assert_true(trace_reserve(&trace, &c));
        trace_compute(&trace, &c);
        assert_int_equal(trace.arena.used, trace_room(&c));
        for (int l = 0; l < c.layers; l++)
            check_layer(&t, &trace.layer[l], truth_nth(truth_at(j, "want"), l));
        trace_finish(&trace);
    }
    assert_int_equal(cases, 6);
    truth_close(&t);
}

static struct config example_config(struct truth *t, json_t *j, int heads, int dk)
{
    struct config c = {.n = 2,
                       .d = 4,
                       .dsrc = 4,
                       .heads = heads,
                       .dk = dk,
                       .dv = dk,
                       .layers = 1,
                       .base = 10000,
                       .pescale = 1};
    static const char *const names[] = {"Wq", "Wk", "Wv", "Wo"};
    c.divisor = sqrt(dk);
    c.pe = posenc_find("none");
    c.X = truth_mat(t, truth_at(j, "X"));
    c.w = weights_room();
    for (int i = 0; i < 4; i++)
        if (truth_at(j, names[i]))
            c.w[0][i] = factor_of(truth_mat(t, truth_at(j, names[i])));
    return c;
}

TEST(the_worked_examples_of_the_notes_come_out_in_full)
{
    static const double identity[3 * 4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    struct truth t = truth_open("seeds");
    struct trace trace = {0};
    json_t *one = truth_at(t.root, "examples/single_head"), *two = truth_at(t.root, "examples/two_heads");
    struct config c = example_config(&t, one, 1, 3);
    c.w[0][W_O] = factor_of(mat_of(3, 4, 4, (double *)(uintptr_t)identity));
    assert_true(trace_reserve(&trace, &c));
    trace_compute(&trace, &c);
    const struct attention *a = &trace.layer[0].self;
    assert_mat_close(a->Q, truth_mat(&t, truth_at(one, "full/Q")), 1e-15);
    assert_mat_close(a->map[MAP_SCALED], truth_mat(&t, truth_at(one, "full/scaled")), 1e-15);
    assert_mat_close(a->map[MAP_WEIGHTS], truth_mat(&t, truth_at(one, "full/weights")), 1e-14);
    assert_mat_close(a->head_out, truth_mat(&t, truth_at(one, "full/output")), 1e-14);
    c = example_config(&t, two, 2, 2);
    assert_true(trace_reserve(&trace, &c));
    trace_compute(&trace, &c);
    a = &trace.layer[0].self;
    assert_mat_close(attention_head(a, a->map[MAP_WEIGHTS], 0), truth_mat(&t, truth_at(two, "full/weights1")),
                     1e-14);
    assert_mat_close(attention_head(a, a->map[MAP_WEIGHTS], 1), truth_mat(&t, truth_at(two, "full/weights2")),
                     1e-14);
    assert_mat_close(a->concat, truth_mat(&t, truth_at(two, "full/concat")), 1e-14);
    assert_mat_close(a->output, truth_mat(&t, truth_at(two, "full/output")), 1e-14);
    trace_finish(&trace);
    truth_close(&t);
}
