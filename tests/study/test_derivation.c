/* The arithmetic of the cell in focus as steps, pieces and the cells it read; the way back. */

#include "core/pipeline/stage.h"
#include "session/session.h"
#include "state/matrices.h"
#include "study/derivation.h"
#include "support/asked.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static struct arena room;

static struct derivation of(const struct session *m, int stage, int row, int col)
{
    struct derivation d;
    assert_true(derivation_of(&d, &m->now, (struct derive_cell){0, stage, 0, row, col, false, 0}, &room));
    return d;
}

TEST(products_come_before_their_sums_and_a_bias_behind_them)
{
    struct session m = fresh_model();
    struct derivation d =
        of(&m, STAGE_Q, 1, 3); /* H row times a column of W_Q, plus a bias of 0 that is not there */
    assert_int_equal(d.count, 8);
    assert_int_equal(d.segments, 2);
    for (int i = 0; i < 8; i++)
        assert_true(d.v[i].shown == 1 && d.v[i].summed == 2);
    arena_finish(&room);
    d = of(&m, STAGE_WEIGHTS, 0, 1); /* maximum; exponentials, their sum; share */
    assert_int_equal(d.count, 5);
    assert_int_equal(d.segments, 4);
    assert_true(d.v[0].shown == 1 && d.v[1].shown == 2 && d.v[3].summed == 3 && d.v[4].shown == 4);
    arena_finish(&room);
    session_finish(&m);
}

TEST(a_walk_shows_as_many_pieces_as_there_are)
{
    struct session m = fresh_model();
    struct derivation d = of(&m, STAGE_WEIGHTS, 0, 1);
    assert_int_equal(derivation_walked(&d, 0), 4);
    assert_int_equal(derivation_walked(&d, 3), 3);
    assert_int_equal(derivation_walked(&d, 99), 4);
    arena_finish(&room);
    session_finish(&m);
}

static void give_bias(struct state *s)
{
    assert_true(matrices_set(s, (struct matrix_ref){MATRIX_WEIGHT, B_Q}, 0, 3, 0.5));
}

static void two_layers(struct state *s)
{
    s->set.layers = 2;
}

TEST(a_bias_is_a_piece_and_a_matrix_of_its_own)
{
    struct session m = fresh_model();
    asked_change(&m, give_bias);
    struct derivation d = of(&m, STAGE_Q, 0, 3);
    struct derive_from from[DERIVATION_SOURCES];
    assert_int_equal(d.count, 9);
    assert_int_equal(d.segments, 3);
    assert_int_equal(derivation_sources(&d, from), 3);
    assert_true(from[1].weight == W_Q && from[2].weight == B_Q);
    assert_true(derivation_reads(&d, 3, &from[2], 0, 3) && derivation_reads(&d, 3, &from[1], 1, 3));
    assert_false(derivation_reads(&d, 2, &from[2], 0, 3) || derivation_reads(&d, 3, &from[2], 1, 3));
    arena_finish(&room);
    session_finish(&m);
}

TEST(the_matrices_that_were_read_are_listed_with_the_cells)
{
    struct session m = fresh_model();
    struct derivation d = of(&m, STAGE_SCORES, 0, 2);
    struct derive_from from[DERIVATION_SOURCES];
    assert_int_equal(derivation_sources(&d, from), 2);
    assert_int_equal(from[0].stage, STAGE_Q);
    assert_int_equal(from[1].stage, STAGE_K);
    assert_true(derivation_reads(&d, 1, &from[0], 0, 7) && derivation_reads(&d, 1, &from[1], 2, 0));
    assert_false(derivation_reads(&d, 0, &from[0], 0, 7));
    assert_false(derivation_reads(&d, 2, &from[0], 1, 7) || derivation_reads(&d, 2, &from[1], 0, 0));
    arena_finish(&room);
    d = of(&m, STAGE_OUTPUT, 1, 4);
    assert_int_equal(derivation_sources(&d, from), 2);
    assert_int_equal(from[1].weight, W_O);
    assert_true(derivation_reads(&d, 1, &from[1], 6, 4));
    assert_false(derivation_reads(&d, 1, &from[1], 4, 6));
    arena_finish(&room);
    session_finish(&m);
}

TEST(a_matrix_and_its_gradient_are_two_sources)
{
    struct session m = model_after("classes 猫 狗 ; target 追 猫 ; toggle gradient");
    struct derivation d;
    struct derive_from from[DERIVATION_SOURCES];
    assert_true(derivation_of(&d, &m.now, (struct derive_cell){0, STAGE_MASKED, 0, 1, 2, true, 0}, &room));
    assert_int_equal(derivation_sources(&d, from), 2); /* a (g - sum of a g) */
    assert_true(from[0].stage == STAGE_WEIGHTS && from[1].stage == STAGE_WEIGHTS);
    assert_true(from[0].gradient != from[1].gradient);
    arena_finish(&room);
    session_finish(&m);
}

TEST(a_factor_is_the_cell_it_was_read_from)
{
    struct session m = fresh_model();
    struct derivation d = of(&m, STAGE_SCORES, 0, 2);
    const struct derive_from *a = derivation_factor(&d, 5, 0), *b = derivation_factor(&d, 5, 1);
    assert_true(a->stage == STAGE_Q && a->row == 0 && a->col == 5);
    assert_true(b->stage == STAGE_K && b->row == 2 && b->col == 5);
    assert_null(derivation_factor(&d, 8, 0));
    arena_finish(&room);
    d = of(&m, STAGE_WEIGHTS, 0, 2);
    assert_int_equal(derivation_factor(&d, 2, 1)->stage, STAGE_MASKED); /* the only one */
    assert_null(derivation_factor(&d, 4, 0));                           /* share: of the lines above */
    arena_finish(&room);
    session_finish(&m);
}

/* Layers have weights of their own. */
TEST(the_matrix_behind_a_factor_is_that_of_its_layer)
{
    struct session m = fresh_model();
    asked_change(&m, two_layers);
    struct derivation d;
    for (int layer = 0; layer < 2; layer++) {
        assert_true(
            derivation_of(&d, &m.now, (struct derive_cell){layer, STAGE_Q, 0, 1, 3, false, 0}, &room));
        const struct derive_from *a = derivation_factor(&d, 2, 0), *b = derivation_factor(&d, 2, 1);
        assert_ptr_equal(derivation_matrix(&m.now, a).doubles,
                         stage_matrix(&m.now.trace, layer, a->stage, 0).v);
        assert_ptr_equal(derivation_matrix(&m.now, b).doubles, m.now.config.w[layer][W_Q].doubles);
        arena_finish(&room);
    }
    assert_ptr_not_equal(m.now.config.w[0][W_Q].doubles, m.now.config.w[1][W_Q].doubles);
    session_finish(&m);
}

TEST(a_cell_whose_stage_is_gone_has_no_derivation)
{
    struct session m = fresh_model();
    struct look look = m.now.state.look;
    struct derive_cell cell;
    assert_true(derivation_cell_of(&m.now, &look, &cell));
    look.stage = STAGE_FFN;
    assert_false(derivation_cell_of(&m.now, &look, &cell));
    look.stage = STAGE_Q;
    look.layer = 1;
    assert_false(derivation_cell_of(&m.now, &look, &cell));
    look.layer = 0;
    look.head = 1;
    assert_false(derivation_cell_of(&m.now, &look, &cell));
    session_finish(&m);
}

TEST(the_way_back_forgets_its_oldest_places_first)
{
    struct trail t = {0};
    struct look look = {.digits = 5, .lang = LANG_ZH};
    assert_null(trail_last(&t));
    assert_false(trail_pop(&t, &look));
    for (int i = 0; i < TRAIL_MAX + 3; i++)
        trail_push(&t, &(struct look){.stage = i, .key = i + 1, .digits = 2});
    assert_int_equal(trail_last(&t)->stage, TRAIL_MAX + 2);
    for (int i = TRAIL_MAX + 2; i > 2; i--) {
        assert_true(trail_pop(&t, &look));
        assert_true(look.stage == i && look.key == i + 1 && look.digits == 5 && look.lang == LANG_ZH);
    }
    assert_false(trail_pop(&t, &look));
}
