/* write: a word more, chosen by what the last word answers. */
#include <string.h>

#include "support/lines.h"
#include "support/test.h"

#define CAUSAL "tokens a b c ; classes a b c ; mask causal"

static void says(const struct session *m, const char *want)
{
    struct text t = {0};
    const struct state *s = &m->now.state;
    for (int i = 0; i < s->sentence->count; i++)
        text_addf(&t, i ? " %s" : "%s", state_name(s, s->sentence, i));
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

TEST(each_word_is_the_likeliest_and_a_change_of_its_own)
{
    struct session m = model_after("tokens a b ; classes a b ; mask causal ; U = 0 0 ; 0 0 ; 0 0 ; 0 0 ; 0 0 "
                                   "; 0 0 ; 0 0 ; 0 0 ; bU = 0 1 ; set query 0");
    must_run(&m, "write");
    says(&m, "a b b");
    assert_int_equal(m.now.state.look.query, 2); /* the new word asks */
    must_run(&m, "bU = 1 0 ; write 2");
    says(&m, "a b b a a");
    must_run(&m, "undo");
    says(&m, "a b b a");
    must_run(&m, "undo ; undo ; undo");
    says(&m, "a b");
    must_run(&m, "redo");
    says(&m, "a b b");
    session_finish(&m);
}

TEST(a_word_taken_back_and_drawn_again_is_the_same)
{
    struct session m = model_after(CAUSAL " ; weights random 3 ; set temperature 2 ; write 6");
    struct text t = {0}, again = {0};
    for (int i = 0; i < m.now.state.sentence->count; i++)
        text_addf(&t, "%d ", m.now.state.sentence->id[i]);
    must_run(&m, "undo ; undo ; undo ; write ; write 2");
    for (int i = 0; i < m.now.state.sentence->count; i++)
        text_addf(&again, "%d ", m.now.state.sentence->id[i]);
    assert_string_equal(text_str(&t), text_str(&again));
    must_run(&m, "tokens a b c ; set draw 2 ; write 6");
    text_clear(&again);
    for (int i = 0; i < m.now.state.sentence->count; i++)
        text_addf(&again, "%d ", m.now.state.sentence->id[i]);
    assert_string_not_equal(text_str(&t), text_str(&again));
    text_finish(&t);
    text_finish(&again);
    session_finish(&m);
}

TEST(nothing_is_written_where_it_cannot_be)
{
    struct session m = model_after("tokens a b c ; mask causal");
    refused(&m, "write", "write: nothing to choose from (classes A B …, or a model)");
    must_run(&m, CAUSAL);
    refused(&m, "write 510", "513 words are too many (at most 512)");
    refused(&m, "write 0", "write");
    must_run(&m, "write 509");
    assert_int_equal(m.now.state.sentence->count, 512);
    refused(&m, "write", "513 words are too many (at most 512)");
    must_run(&m, "undo");
    assert_int_equal(m.now.state.sentence->count, 511);
    session_finish(&m);
}

TEST(chance_is_what_a_class_is_chosen_with)
{
    struct session m = model_after(
        "tokens a b c ; classes a b c ; set d 2 heads 1 ; U = 0 0 0 ; 0 0 0 ; bU = 0 0.6931471805599453 0 ; "
        "mask causal");
    holds(&m, "chance(b) = 1 and sum(chance()) = 1");
    must_run(&m, "set temperature 1");
    holds(&m, "chance(b) = 0.5 and chance(a) = 0.25");
    must_run(&m, "set top_k 2");
    holds(&m, "chance(c) = 0 and chance(b) ≈ 0.667");
    must_run(&m, "set top_k off top_p 0.5");
    holds(&m, "chance(b) = 1");
    must_run(&m, "set top_p 1 temperature 100");
    holds(&m, "chance(b) ≈ 0.335");
    refused(&m, "set temperature -1", "out of range");
    refused(&m, "set top_p 0", "out of range");
    session_finish(&m);
}
