/* Values over all orders of the words. */
#include <math.h>

#include "support/asked.h"
#include "support/close.h"
#include "support/models.h"
#include "support/test.h"

TEST(orders_are_all_tried_and_leave_the_scene_alone)
{
    static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct session m = fresh_model();
    double most = -1, adjacent = -1;
    int many = 0;
    double before = asked_number(&m, "weight(狗,猫)");
    const struct sequence *sentence = m.now.state.sentence;
    int refs = sentence->refs;
    for (int i = 0; i < 6; i++) {
        struct session other = fresh_model();
        struct state next;
        int id[3];
        state_copy(&next, &other.now.state);
        for (int t = 0; t < 3; t++)
            id[t] = next.sentence->id[order[i][t]];
        say_known(&next, id, 3);
        commit(&other, &next);
        double w = asked_number(&other, "weight(狗,猫)");
        most = fmax(most, w);
        many += w > 0.28;
        if (asked_number(&other, "at(狗)") == asked_number(&other, "at(猫)") + 1)
            adjacent = fmax(adjacent, w);
        session_finish(&other);
    }
    assert_true(many > 0 && many < 6);
    assert_close(asked_number(&m, "order_max(weight(狗,猫))"), most, 1e-15);
    assert_close(asked_number(&m, "order_count(weight(狗,猫) > 0.28)"), many, 0);
    assert_close(asked_number(&m, "order_count(at(狗) = at(猫)+1)"), 2, 0);
    assert_close(asked_number(&m, "1 + order_max(weight(狗,猫), at(狗) = at(猫)+1) * 2"), 1 + 2 * adjacent,
                 1e-15);
    assert_close(asked_number(&m, "weight(狗,猫)"), before, 0);
    assert_ptr_equal(m.now.state.sentence, sentence);
    assert_int_equal(sentence->refs, refs);
    session_finish(&m);
}

TEST(other_scenes_stand_still_while_orders_change)
{
    struct session m = fresh_model();
    asked_pin(&m, "A");
    assert_close(asked_number(&m, "order_count(A.at(狗) = 2)"), 6, 0);
    assert_close(asked_number(&m, "order_count(at(狗) = 2)"), 2, 0);
    assert_close(asked_number(&m, "order_count(at(A.at(狗)) = 2)"), 6, 0);
    assert_close(asked_number(&m, "A.order_count(at(狗) = 2)"), 2, 0);
    asked_change(&m, asked_two_heads);
    assert_close(asked_number(&m, "h2.order_max(weight(0,0))"), asked_number(&m, "order_max(h2.weight(0,0))"),
                 0);
    session_finish(&m);
}
