/* Pictures as answers: how far two overlap, and what is read of what people type. */
#include <math.h>
#include <string.h>

#include "core/math/rng.h"
#include "lesson/run/picture.h"
#include "session/session.h"
#include "session/session.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/test.h"

static struct lesson_ask asks(const char *of)
{
    return (struct lesson_ask){.kind = ASK_PICTURE, .of = {of, 1, 1}};
}

static int any(struct rng *rng, int count)
{
    return (int)(rng_uniform(rng) * count);
}

TEST(the_true_shares_score_one_and_disjoint_ones_zero)
{
    static const struct sequence words = {.count = 3};
    const struct picture p = {.words = &words, .count = 3};
    struct lesson_answer a = {.share = {60, 0, 40}, .truth = {0.6, 0, 0.4}};
    assert_close(picture_overlap(&p, &a), 1, 1e-12);
    a.truth[0] = a.truth[2] = 0;
    a.truth[1] = 1;
    assert_close(picture_overlap(&p, &a), 0, 1e-12);
    a.truth[1] = 0.5;
    a.truth[2] = 0.5;
    assert_close(picture_overlap(&p, &a), 0.4, 1e-12);
    a.share[0] = 30; /* only the proportions count */
    a.share[2] = 20;
    assert_close(picture_overlap(&p, &a), 0.4, 1e-12);
    assert_int_equal(picture_worst(&p, &a), 0);
}

TEST(a_hand_scores_by_the_angle_that_it_is_off)
{
    const struct picture p = {.count = 1, .head = -1, .query = -1};
    struct lesson_answer a = {.share = {350}, .truth = {10}};
    assert_close(picture_overlap(&p, &a), 1 - 20.0 / 180, 1e-12);
    a.share[0] = 190;
    assert_close(picture_overlap(&p, &a), 0, 1e-12);
    a.share[0] = 10;
    assert_close(picture_overlap(&p, &a), 1, 1e-12);
}

TEST(any_shares_score_from_zero_to_one_and_alike_both_ways)
{
    struct rng rng = rng_seed(47);
    for (int round = 0; round < 2000; round++) {
        const struct sequence words = {.count = 2 + any(&rng, LESSON_DRAWN - 1)};
        const struct picture p = {.words = &words, .count = words.count};
        struct lesson_answer a = {.known = true}, back = a;
        double sum = 0;
        for (int i = 0; i < p.count; i++) {
            a.share[i] = (short)(any(&rng, 3) ? 0 : any(&rng, 101));
            back.share[i] = (short)any(&rng, 101);
            sum += back.share[i];
        }
        a.share[any(&rng, p.count)] = 7;
        back.share[0]++;
        sum++;
        for (int i = 0; i < p.count; i++) {
            a.truth[i] = back.share[i] / sum;
            back.truth[i] = picture_share(&a, p.count, i);
        }
        double both = picture_overlap(&p, &a);
        assert_true(both >= 0 && both <= 1);
        assert_close(picture_overlap(&p, &back), both, 1e-9);
    }
}

TEST(a_picture_is_asked_of_weights_of_classes_and_of_hands)
{
    struct session m = model_after("tokens cat chases dog ; weights roles ; set query 1");
    struct expr_context c = session_context(&m);
    struct picture p;
    struct lesson_answer a = {.known = false};
    struct reply r = {0};
    struct lesson_ask q = asks("h2.weights(chases)");
    assert_true(picture_of(&q, &m.now, &p, &r));
    assert_int_equal(p.count, 3);
    assert_int_equal(p.head, 1);
    assert_int_equal(p.query, 1);
    assert_true(picture_truth(&q, &c, &a, &r));
    assert_close(a.truth[0] + a.truth[1] + a.truth[2], 1, 1e-9);
    q = asks("angle(3,0)");
    assert_true(picture_of(&q, &m.now, &p, &r) && !p.words);
    assert_true(picture_truth(&q, &c, &a, &r));
    assert_close(a.truth[0], 3 * 180 / acos(-1), 1e-6);
    static const char *const not [] = {"weights(bird)", "h7.weights(cat)", "probs(cat)", "out(cat)", "",
                                       "h1.",           "weights("};
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
        q = asks(not [i]);
        assert_false(picture_of(&q, &m.now, &p, &r));
        assert_true(r.failed);
        reply_clear(&r);
    }
    reply_finish(&r);
    session_finish(&m);
}

TEST(an_answer_is_read_as_people_type_it)
{
    static const struct {
        const char *typed;
        int share[3];
    } cases[] = {
        {"cat 60, dog 40", {60, 0, 40}}, {"cat 60 % , dog 40 %", {60, 0, 40}},  {"cat60 dog40", {60, 0, 40}},
        {"猫60，狗40", {60, 0, 40}},     {"dog ４０％、cat ６０", {60, 0, 40}}, {"#2=40 #0=60", {60, 0, 40}},
        {"chases: 100", {0, 100, 0}},
    };
    static const char *const not [] = {"",        " ",      "cat",     "60",   "cat 60 dog",
                                       "bird 60", "cat -5", "cat 101", "cat x"};
    struct session m = model_after("tokens cat chases dog");
    struct lesson_ask q = asks("weights(chases)");
    struct picture p;
    struct reply r = {0};
    assert_true(picture_of(&q, &m.now, &p, &r));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lesson_answer a = {.known = false};
        assert_true(picture_read(&p, &m.now, cases[i].typed, &a, &r));
        for (int k = 0; k < 3; k++)
            assert_int_equal(a.share[k], cases[i].share[k]);
    }
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
        struct lesson_answer a = {.share = {1, 2, 3}};
        assert_false(picture_read(&p, &m.now, not [i], &a, &r));
        assert_int_equal(a.share[1], 2);
        assert_true(r.failed);
        reply_clear(&r);
    }
    reply_finish(&r);
    session_finish(&m);
}

TEST(what_is_kept_of_a_picture_is_read_again)
{
    struct session m = model_after("tokens cat chases dog");
    struct lesson_ask q = asks("weights(chases)");
    struct picture p;
    struct reply r = {0};
    struct text kept = {0}, said = {0};
    struct lesson_answer a = {.share = {30, 0, 10}}, again = {.known = false};
    assert_true(picture_of(&q, &m.now, &p, &r));
    picture_write(&p, &a, &kept);
    assert_string_equal(text_str(&kept), "#0=75 #2=25");
    assert_true(picture_read(&p, &m.now, text_str(&kept), &again, &r));
    picture_says(&p, &m.now, &again, false, &said);
    assert_string_equal(text_str(&said), "cat 75 %, dog 25 %");
    text_finish(&kept);
    text_finish(&said);
    reply_finish(&r);
    session_finish(&m);
}
