/* The game "what time is it?": every question can be answered from the hands, and a wrong answer gets its
 * reason. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/clock.h"
#include "support/models.h"
#include "support/test.h"

/* A clock of width d with a base. */
static struct config clock_of(const char *encoding, int d, double base)
{
    struct state s = fresh_state();
    struct config c;
    s.set.encoding = posenc_index(posenc_find(encoding));
    s.set.d = d;
    s.set.base = base;
    state_sizes(&s, &c);
    state_finish(&s);
    return c;
}

static double apart(const struct config *c, long a, long b)
{
    double most = 0;
    for (int hand = 0; hand < clock_hands(c); hand++) {
        double way = clock_degrees(clock_angle(c, (double)a, hand) - clock_angle(c, (double)b, hand));
        most = fmax(most, way > 180 ? 360 - way : way);
    }
    return most;
}

static void check_question(const struct config *c, const struct look *look, int seed, int *rank)
{
    struct clock_question q = clock_question(c, look, seed), again = clock_question(c, look, seed);
    bool there = false;
    assert_memory_equal(&q, &again, sizeof q);
    assert_int_equal(q.time, q.from + look->encoding.turn);
    assert_in_range(q.from, 1, 59);
    assert_in_range(q.choices, 2, CLOCK_CHOICES);
    for (int i = 0; i < q.choices; i++) {
        assert_true(q.choice[i] >= 0 && (i == 0 || q.choice[i] > q.choice[i - 1]));
        for (int j = 0; j < i; j++)
            assert_true(apart(c, q.choice[i], q.choice[j]) > 19.9);
        there = there || q.choice[i] == q.time;
        rank[i] += q.choice[i] == q.time;
    }
    assert_true(there);
}

TEST(every_question_can_be_read_from_the_hands)
{
    static const struct {
        const char *encoding;
        int d;
        double base;
    } clocks[] = {{"sincos", 8, 10000},
                  {"sincos", 2, 10000},
                  {"sincos", 128, 10000},
                  {"sincos", 16, 1.5},
                  {"sinonly", 8, 10000}};
    for (size_t k = 0; k < sizeof clocks / sizeof *clocks; k++) {
        struct config c = clock_of(clocks[k].encoding, clocks[k].d, clocks[k].base);
        int rank[CLOCK_CHOICES] = {0};
        for (int seed = 0; seed < 5; seed++)
            for (int n = 1; n < 60; n++)
                for (int turn = 0; turn < 10; turn += 3)
                    check_question(&c, &(struct look){.encoding.game = n, .encoding.turn = turn}, seed, rank);
        if (k == 0)
            for (int i = 0; i < CLOCK_CHOICES; i++) /* no letter is a good guess */
                assert_true(rank[i] > 5 * 59 * 4 / 10);
    }
}

TEST(questions_differ_by_number_and_by_seed)
{
    struct config c = clock_of("sincos", 8, 10000);
    int seen[60] = {0}, different = 0;
    for (int n = 1; n <= 200; n++) {
        struct look look = {.encoding.game = n};
        long one = clock_question(&c, &look, 1).from, other = clock_question(&c, &look, 2).from;
        seen[one] = 1;
        different += one != other;
        assert_in_range(clock_next_turn(&look, 1), 2, 9);
    }
    int count = 0;
    for (int i = 0; i < 60; i++)
        count += seen[i];
    assert_true(count > 50);
    assert_true(different > 180);
}

/* The hand that has not gone round yet says the position; so the sentence of a right answer is true. */
TEST(the_hand_on_its_first_round_says_the_position)
{
    struct config c = clock_of("sincos", 8, 10000);
    static const int hands[] = {0, 0, 1, 1, 1, 2};
    static const long positions[] = {1, 6, 7, 14, 59, 63};
    for (int i = 0; i < 6; i++) {
        int hand = clock_first_round(&c, positions[i]);
        double read =
            clock_degrees(clock_angle(&c, (double)positions[i], hand)) / 360 * clock_period(&c, hand);
        assert_int_equal(hand, hands[i]);
        assert_true(fabs(read - (double)positions[i]) < 1e-9);
    }
}

TEST(a_wrong_answer_gets_its_reason)
{
    struct config c = clock_of("sincos", 8, 10000);
    static const struct {
        long from, by, answer;
        enum clock_verdict verdict;
    } rows[] = {
        {14, 0, -1, CLOCK_OPEN},       {14, 0, 14, CLOCK_RIGHT},     {14, 0, 8, CLOCK_WENT_ROUND},
        {14, 0, 20, CLOCK_WENT_ROUND}, {14, 0, 12, CLOCK_ALMOST},    {14, 0, 15, CLOCK_ALMOST},
        {14, 0, 23, CLOCK_ELSEWHERE},  {14, 7, 21, CLOCK_RIGHT},     {14, 7, 14, CLOCK_NOT_TURNED},
        {14, 5, 9, CLOCK_TURNED_BACK}, {14, 7, 7, CLOCK_TURN_ALONE}, {14, 7, 15, CLOCK_WENT_ROUND},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct clock_question q = {.from = rows[i].from, .by = rows[i].by, .time = rows[i].from + rows[i].by};
        assert_int_equal(clock_verdict(&c, &q, rows[i].answer), rows[i].verdict);
    }
    struct config one = clock_of("sincos", 2, 10000); /* its only hand is wrong: nothing is almost right */
    struct clock_question q = {.from = 14, .time = 14};
    assert_int_equal(clock_verdict(&one, &q, 15), CLOCK_ELSEWHERE);
    assert_int_equal(clock_telling_hand(&c, 8, 14), 1);
    assert_int_equal(clock_telling_hand(&c, 12, 14), 0);
}
