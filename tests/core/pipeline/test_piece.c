/* What single layers and heads wrote, and their shares of a score. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/terms.h"
#include "core/pipeline/piece.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"

/* A query and a key of one head. */
struct pair_of {
    const struct random_case *x;
    int layer, head, query, key;
};

static double share(const struct pair_of *p, const double *q, const struct piece *piece)
{
    struct question asked = {&p->x->t, &p->x->c, p->layer, p->head, p->key, q};
    double asks[RANDOM_D];
    piece_asks(asks, &asked);
    return piece_share(asks, &asked, piece);
}

static double product(const struct pair_of *p)
{
    const struct attention *a = &p->x->t.layer[p->layer].self;
    return vec_dot(mat_row(attention_head_queries(a, &p->x->c, p->head), p->query),
                   mat_row(attention_head_keys(a, &p->x->c, p->head), p->key), p->x->c.dk);
}

/* The pieces add up to the product, and the heads with the bias b_O to their attention. */
static int check_pair(const struct pair_of *p)
{
    const struct config *c = &p->x->c;
    struct piece list[PIECES_MOST];
    int n = piece_list(c, p->layer, list);
    const double *q = mat_row(attention_head_queries(&p->x->t.layer[p->layer].self, c, p->head), p->query);
    double sum = 0, scale = fmax(1, fabs(product(p)));
    for (int i = 0; i < n; i++) {
        double whole = share(p, q, &list[i]), heads = 0;
        sum += whole;
        scale = fmax(scale, fabs(whole));
        if (list[i].source != SOURCE_WRITTEN || list[i].writer == WRITES_FFN)
            continue;
        for (int h = 0; h <= c->heads; h++) {
            struct piece one = list[i];
            one.head = h;
            heads += share(p, q, &one);
        }
        assert_close(heads, whole, 1e-11 * fmax(1, fabs(whole)));
    }
    assert_close(sum, product(p), 1e-11 * scale);
    return n;
}

TEST(the_pieces_of_every_layer_add_up_to_the_product_of_query_and_key)
{
    int split = 0;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        for (int l = 0; l < x.c.layers && piece_splits(&x.c); l++)
            for (int h = 0; h < x.c.heads; h++)
                split += check_pair(&(struct pair_of){&x, l, h, RANDOM_N - 1, 1});
        random_case_finish(&x);
    }
    assert_true(split > 1000);
}

static struct random_case deep(enum norm_kind norm, bool alone)
{
    return random_case_make((struct random_spec){
        .seed = 77, .encoding = "sincos", .block = BLOCK_ENCODER, .norm = norm, .alone = alone, .layers = 4});
}

/* A piece asked by one source of the query is the term that terms_compute finds by another way. */
TEST(a_piece_is_the_term_of_the_same_name)
{
    for (int norm = NORM_NONE; norm <= NORM_POST; norm++) {
        struct random_case x = deep((enum norm_kind)norm, false);
        const struct attention *a = &x.t.layer[3].self;
        struct pair_of p = {&x, 3, 1, 4, 2};
        double row[RANDOM_N];
        for (int l = 0; l < 3; l++)
            for (int w = WRITES_ATTENTION; w <= WRITES_FFN; w += WRITES_FFN) {
                struct term term = {.query = SOURCE_BIT(SOURCE_TOKEN),
                                    .key = SOURCE_BIT(source_written(&x.c, l, (enum source_writer)w))};
                terms_product_row(row, a, &x.c, &term, p.head, p.query);
                const double *q = mat_row(a->part[0][SOURCE_TOKEN], p.query) + p.head * x.c.dk;
                struct piece piece = {SOURCE_WRITTEN, l, (enum source_writer)w, PIECE_WHOLE};
                assert_close(share(&p, q, &piece), row[p.key], 1e-11 * fmax(1, fabs(row[p.key])));
            }
        random_case_finish(&x);
    }
}

/* 48 layers, more than have sources of their own. */
TEST(the_pieces_of_a_deep_model_add_up_too)
{
    struct random_case x = random_case_make((struct random_spec){.seed = 78,
                                                                 .encoding = "learned",
                                                                 .block = BLOCK_ENCODER,
                                                                 .norm = NORM_POST,
                                                                 .layers = CONFIG_MAX_LAYERS});
    struct piece list[PIECES_MOST];
    assert_int_equal(piece_list(&x.c, CONFIG_MAX_LAYERS - 1, list), 2 + 2 * (CONFIG_MAX_LAYERS - 1) + 1);
    check_pair(&(struct pair_of){&x, CONFIG_MAX_LAYERS - 1, 0, 3, 0});
    random_case_finish(&x);
}

TEST(without_residual_connections_only_the_last_sublayer_is_left)
{
    struct random_case x = deep(NORM_PRE, true);
    struct piece list[PIECES_MOST];
    assert_int_equal(piece_list(&x.c, 2, list), 2);
    assert_true(list[0].layer == 1 && list[0].writer == WRITES_FFN && list[1].source == SOURCE_BIAS);
    assert_int_equal(piece_list(&x.c, 0, list), 3);
    random_case_finish(&x);
}
