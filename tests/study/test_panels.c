/* What the terms view shows beyond the scene: products of positions through W, a
 * weight over the encoding's scale, the scene under other weights, presets; each against scenes of their own.
 */
#include <math.h>

#include "core/encoding/sines.h"
#include "core/pipeline/terms.h"
#include "session/session.h"
#include "study/preset.h"
#include "state/weights.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static struct state copy_of(const struct session *m)
{
    struct state next;
    state_copy(&next, &m->now.state);
    return next;
}

static void look_at(struct session *m, enum terms_panel panel)
{
    struct state next = copy_of(m);
    next.look.view = VIEW_TERMS;
    next.look.terms.panel = (int)panel;
    commit(m, &next);
}

static void random_weights(struct session *m, int heads)
{
    struct state next = copy_of(m);
    next.set.heads = heads;
    assert_true(weights_random(&next, 5, NULL));
    commit(m, &next);
}

static void focus(struct session *m, int query, int key, int head)
{
    struct state next = copy_of(m);
    next.look.query = query;
    next.look.key = key;
    next.look.head = head;
    commit(m, &next);
}

static double weight(const struct scene *s, int head, int query, int key)
{
    const struct attention *a = &s->trace.layer[0].self;
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], head), query, key);
}

/* ---- distance ----------------------------------------------------------------- */

TEST(without_matrices_only_the_distance_counts)
{
    struct session m = fresh_model();
    focus(&m, 1, 0, 0);
    look_at(&m, TERMS_DISTANCE);
    const struct distance *d = &m.distance;
    assert_true(d->known && d->same_weights && d->t == 1 && d->s == 0 && d->count > 3);
    assert_close(d->here[THROUGH_IDENTITY], sines_dot(8, 10000, 1), 1e-12);
    assert_close(d->most[THROUGH_IDENTITY] - d->least[THROUGH_IDENTITY], 0, 1e-12);
    assert_true(isnan(d->along[THROUGH_IDENTITY][0])); /* before position 0 there is none */
    for (int i = 0; i < d->count; i++)
        assert_close(d->row[THROUGH_IDENTITY][i], sines_dot(8, 10000, 1 - i), 1e-12);
    session_finish(&m);
}

TEST(through_matrices_it_is_the_position_term_and_no_longer_of_the_distance)
{
    struct session m = fresh_model();
    random_weights(&m, 2);
    struct state next = copy_of(&m);
    next.set.pescale = 0.5;
    next.set.start = 3;
    commit(&m, &next);
    focus(&m, 0, 2, 1);
    look_at(&m, TERMS_DISTANCE);
    const struct distance *d = &m.distance;
    const struct attention *a = &m.now.trace.layer[0].self;
    struct mat pp = attention_head(a, attention_term(a, terms_find(&m.now.config, 0, "pp")), 1);
    assert_true(d->known && !d->same_weights);
    assert_close(d->here[THROUGH_WEIGHTS], mat_at(pp, 0, 2), 1e-12);
    for (int s = 0; s < 3; s++)
        assert_close(d->row[THROUGH_WEIGHTS][s], mat_at(pp, 0, s), 1e-12);
    assert_close(d->along[THROUGH_WEIGHTS][0], mat_at(pp, 0, 2), 1e-12);
    assert_close(d->most[THROUGH_IDENTITY] - d->least[THROUGH_IDENTITY], 0, 1e-12);
    assert_true(d->most[THROUGH_WEIGHTS] - d->least[THROUGH_WEIGHTS] > 0.1);
    session_finish(&m);
}

TEST(where_no_position_is_added_it_says_so)
{
    static const char *const names[] = {"none", "alibi", "rope"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct session m = fresh_model();
        struct state next = copy_of(&m);
        next.set.encoding = posenc_index(posenc_find(names[i]));
        commit(&m, &next);
        look_at(&m, TERMS_DISTANCE);
        assert_true(!m.distance.known && text_in(m.distance.why, LANG_EN) &&
                    text_in(m.distance.why, LANG_ZH));
        look_at(&m, TERMS_SCALE);
        assert_true(!m.sweep.known && text_in(m.sweep.why, LANG_EN) && text_in(m.sweep.why, LANG_ZH));
        session_finish(&m);
    }
}

TEST(the_larger_the_matrices_the_fewer_distances)
{
    struct session m = fresh_model();
    look_at(&m, TERMS_DISTANCE);
    assert_int_equal(m.distance.count, DISTANCE_MOST);
    struct state next = copy_of(&m);
    next.set.d = 256;
    commit(&m, &next);
    look_at(&m, TERMS_DISTANCE);
    assert_true(m.distance.known);
    assert_int_equal(m.distance.count, 61); /* 16 million multiplications, 4 d dk for each */
    session_finish(&m);
}

/* ---- scale -------------------------------------------------------------------- */

/* What is drawn meanwhile has no curve of the words before. */
static bool sees_no_curve(struct work *w)
{
    const struct session *m = w->whose;
    assert_false(m->sweep.known);
    w->parts++; /* counts the polls */
    return true;
}

TEST(a_new_curve_begins_without_the_old_one)
{
    struct session m = fresh_model();
    must_run(&m, "tokens a b c d e f g h i j k l ; set d 64 ; weights random 1");
    focus(&m, 2, 11, 1);
    look_at(&m, TERMS_SCALE);
    assert_true(m.sweep.known);
    must_run(&m, "tokens a b c d e f g h");
    struct work work = {.goes_on = sees_no_curve, .whose = &m};
    struct reply r = {.work = &work};
    assert_true(sweep_compute(&m.sweep, &m.now, &r));
    assert_true(m.sweep.known);
    m.sweep.lo = 7; /* of another range: all anew */
    assert_true(sweep_compute(&m.sweep, &m.now, &r));
    assert_true(work.parts > 0);
    session_finish(&m);
}

TEST(every_point_of_the_sweep_is_a_scene)
{
    struct session m = fresh_model();
    random_weights(&m, 2);
    focus(&m, 2, 1, 1);
    look_at(&m, TERMS_SCALE);
    assert_true(m.sweep.known && m.sweep.count == SWEEP_MOST);
    assert_close(sweep_point(&m.sweep, m.sweep.count - 1), 2, 0);
    for (int i = 0; i < m.sweep.count; i += 10) {
        struct scene scene = {0};
        struct reply r = {0};
        struct state s = copy_of(&m);
        s.set.pescale = sweep_point(&m.sweep, i);
        assert_true(scene_take(&scene, &s, &r));
        assert_close(m.sweep.weight[i], weight(&scene, 1, 2, 1), 0);
        scene_finish(&scene);
    }
    assert_true(m.sweep.weight[0] != m.sweep.weight[40]);
    double before = m.sweep.weight[40];
    focus(&m, 2, 0, 1); /* another weight is another curve */
    assert_true(m.sweep.weight[40] != before);
    session_finish(&m);
}

TEST(a_scene_that_is_too_large_is_swept_coarsely_or_not_at_all)
{
    struct session m = fresh_model();
    struct state next = copy_of(&m);
    next.set.d = 512;
    commit(&m, &next);
    look_at(&m, TERMS_SCALE);
    assert_true(m.sweep.known && m.sweep.count < SWEEP_MOST && m.sweep.count % 2 == 1);
    next = copy_of(&m);
    next.set.d = 1024;
    commit(&m, &next);
    assert_true(!m.sweep.known && text_in(m.sweep.why, LANG_EN));
    look_at(&m, TERMS_WEIGHTS);
    assert_true(!m.trial.known && text_in(m.trial.why, LANG_EN));
    session_finish(&m);
}

/* ---- other weights ------------------------------------------------------------ */

TEST(every_trial_is_a_scene)
{
    struct session m = fresh_model();
    random_weights(&m, 1);
    focus(&m, 0, 1, 0);
    look_at(&m, TERMS_WEIGHTS);
    const struct trial *t = &m.trial;
    assert_true(t->known && t->offset == 1 && t->asked == 2);
    for (int kind = 0; kind < TRIAL_COUNT - 1; kind++)
        for (int i = 0; i < TRIAL_STARTS; i++) {
            struct scene scene = {0};
            struct reply r = {0};
            struct state s = copy_of(&m);
            s.set.start = trial_starts[i];
            if (kind == TRIAL_IDENTITY)
                weights_drop(&s);
            if (kind == TRIAL_RANDOM)
                assert_true(weights_random(&s, (uint64_t)s.set.seed, NULL));
            if (kind == TRIAL_SHIFT)
                assert_true(weights_shift(&s, 1, WEIGHTS_SHIFT_GAIN));
            assert_true(scene_take(&scene, &s, &r));
            assert_true(t->row[kind].known);
            assert_close(t->row[kind].weight[i], weight(&scene, 0, 0, 1), 0);
            scene_finish(&scene);
        }
    assert_true(t->row[TRIAL_NOW].weight[0] != t->row[TRIAL_IDENTITY].weight[0]);
    session_finish(&m);
}

/* The position term of the shift head finds its word wherever the sentence begins, in an upper layer too. */
TEST(the_shift_head_finds_its_word_at_any_position)
{
    for (int i = 0; i < 10; i++) {
        int offset = i / 2 - 2;
        struct session m = fresh_model();
        if (i % 2)
            must_run(&m, "weights reader ; layer 1");
        focus(&m, offset < 0 ? 2 : 0, offset < 0 ? 2 + offset : offset, 0);
        look_at(&m, TERMS_WEIGHTS);
        const struct trial_row *alone = &m.trial.row[TRIAL_SHIFT_ALONE];
        assert_int_equal(m.trial.offset, offset);
        for (int k = 0; k < TRIAL_STARTS; k++) {
            assert_close(alone->weight[k], alone->weight[0], 1e-9);
            assert_int_equal(alone->found[k], m.trial.asked);
        }
        assert_true(alone->weight[0] > 0.7);
        session_finish(&m);
    }
}

TEST(a_head_that_cannot_be_built_is_left_out)
{
    struct session m = fresh_model();
    struct state next = copy_of(&m);
    next.set.d = 7;
    commit(&m, &next);
    look_at(&m, TERMS_WEIGHTS);
    assert_true(m.trial.known && m.trial.row[TRIAL_IDENTITY].known && !m.trial.row[TRIAL_SHIFT].known &&
                !m.trial.row[TRIAL_SHIFT_ALONE].known);
    next = copy_of(&m);
    next.set.d = 8;
    next.set.encoding = 0;
    commit(&m, &next);
    assert_true(m.trial.row[TRIAL_SHIFT].known && !m.trial.row[TRIAL_SHIFT_ALONE].known);
    session_finish(&m);
}

TEST(what_is_not_shown_is_not_computed)
{
    struct session m = fresh_model();
    look_at(&m, TERMS_MAPS);
    random_weights(&m, 1);
    assert_true(!m.distance.known && !m.sweep.known && !m.trial.known && m.orders.total == 0 &&
                !m.order.twin_known);
    session_finish(&m);
}

/* ---- presets ------------------------------------------------------------------ */

TEST(a_preset_asks_for_its_terms_of_the_four)
{
    static const struct {
        const char *name, *says;
    } cases[] = {
        {"tupe", "keeps word·word place·place, drops word·place place·word"},
        {"xl", "keeps word·word word·place place·word place·place"},
        {"deberta", "keeps word·word word·place place·word, drops place·place"},
        {"t5", "keeps word·word, drops word·place place·word place·place"},
        {"alibi", "keeps word·word, drops word·place place·word place·place"},
    };
    (void)state;
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int at = preset_find(cases[i].name);
        struct term_set off, of_four;
        struct text says = {0};
        assert_true(at >= 0 && text_in(presets[at].adds, LANG_EN) && text_in(presets[at].adds, LANG_ZH));
        assert_true(preset_bits(&m.now.config, &presets[at], &off, &of_four));
        for (int t = 0; t < PRESET_TERMS; t++) {
            struct term_set bits = terms_bits(&m.now.config, preset_terms[t]);
            assert_true(term_set_any(&bits) && term_set_covers(&of_four, &bits));
            assert_true(term_set_covers(&off, &bits) == !presets[at].keeps[t]);
        }
        preset_says(&presets[at], LANG_EN, &says);
        assert_string_equal(text_str(&says), cases[i].says);
        text_finish(&says);
    }
    assert_true(preset_find("rope") < 0 && !presets[sizeof cases / sizeof *cases].name);
    session_finish(&m);
}

TEST(a_preset_is_shown_as_long_as_its_terms_are_kept)
{
    struct session m = fresh_model();
    struct state next = copy_of(&m);
    assert_null(preset_shown(&m.now));
    next.look.terms.preset = 1 + preset_find("deberta");
    next.term_off = terms_bits(&m.now.config, "pp");
    commit(&m, &next);
    assert_string_equal(preset_shown(&m.now)->name, "deberta");
    next = copy_of(&m);
    struct term_set cp = terms_bits(&m.now.config, "cp");
    next.term_off = term_set_with(next.term_off, &cp);
    commit(&m, &next);
    assert_null(preset_shown(&m.now));
    next = copy_of(&m);
    next.set.encoding = posenc_index(posenc_find("alibi")); /* has no pp */
    commit(&m, &next);
    assert_null(preset_shown(&m.now));
    session_finish(&m);
}
