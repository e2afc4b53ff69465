/* A watched computation: it reports progress, can be stopped, and gives the same bits. */
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/rng.h"
#include "support/random_case.h"
#include "support/test.h"

enum { ROWS = 300, DEPTH = 400, COLS = 77 };

struct waiting {
    struct work work;
    int asked, patience;
    double largest; /* largest piece between two polls */
};

static bool patient(struct work *w)
{
    struct waiting *p = w->whose;
    p->largest = w->since > p->largest ? w->since : p->largest;
    return ++p->asked < p->patience;
}

static void wait_for(struct waiting *p, int patience)
{
    *p = (struct waiting){.patience = patience};
    p->work = (struct work){.goes_on = patient, .whose = p, .task.total = 1};
}

static struct mat filled(struct arena *a, struct rng *r, int rows, int cols)
{
    struct mat m = mat_in(a, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = rng_normal(r);
    return m;
}

TEST(products_in_pieces_have_the_same_bits)
{
    struct arena arena = {0};
    struct rng rng = rng_seed(4);
    struct waiting w;
    assert_true(arena_reserve(&arena, 1 << 19));
    struct mat a = filled(&arena, &rng, ROWS, DEPTH), b = filled(&arena, &rng, DEPTH, COLS),
               bt = filled(&arena, &rng, COLS, DEPTH);
    struct mat whole = mat_in(&arena, ROWS, COLS), pieces = mat_in(&arena, ROWS, COLS);
    wait_for(&w, 1000);
    mat_mul(whole, a, b);
    assert_true(mat_mul_on(pieces, a, b, &w.work));
    assert_memory_equal(whole.v, pieces.v, ROWS * COLS * sizeof(double));
    mat_mul_t(whole, a, bt);
    assert_true(mat_mul_t_on(pieces, a, bt, &w.work));
    assert_memory_equal(whole.v, pieces.v, ROWS * COLS * sizeof(double));
    assert_true(w.work.task.done == 2.0 * ROWS * DEPTH * COLS);
    assert_in_range(w.asked, 5, 100);
    assert_true(w.largest <= 2.0 * ROWS * DEPTH * 16 + ROOM_WORK); /* a piece is at least a tile wide */
    wait_for(&w, 2);
    assert_false(mat_mul_on(pieces, a, b, &w.work));
    assert_int_equal(w.asked, 2);
    arena_finish(&arena);
}

/* The reported progress roughly matches the announced total; running unwatched changes no bit. */
TEST(every_case_takes_about_the_effort_that_is_told)
{
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i), y = random_case_at(i);
        struct waiting w;
        wait_for(&w, 1000);
        y.t.work = &w.work;
        work_divide(&w.work, y.c.layers);
        assert_true(trace_compute(&y.t, &y.c));
        assert_int_equal(w.work.part, y.c.layers); /* it says which layer is at work */
        double share = w.work.task.done / trace_effort(&y.c);
        if (share < 0.4 || share > 1.6)
            fail_msg("%s, case %d: %g of the effort", y.c.pe->name, i, share);
        assert_int_equal(x.t.arena.used, y.t.arena.used);
        assert_memory_equal(trace_final(&x.t).v, trace_final(&y.t).v,
                            (size_t)x.c.n * (size_t)x.c.d * sizeof(double));
        random_case_finish(&x);
        random_case_finish(&y);
    }
}

TEST(a_stop_ends_it_at_once)
{
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        struct waiting w;
        wait_for(&w, 0);
        w.work.since = ROOM_WORK - 100; /* the next poll comes after little work */
        x.t.work = &w.work;
        assert_false(trace_compute(&x.t, &x.c));
        assert_int_equal(w.asked, 1);
        assert_true(w.work.task.done < 0.5 * trace_effort(&x.c));
        random_case_finish(&x);
    }
}
