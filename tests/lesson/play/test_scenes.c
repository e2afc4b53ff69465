/* Scenes that promise something: who reads whom. Each promise is an `expect` line. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"

/* A line that fails fails the test. */
static void all_hold(const char *const *lines)
{
    struct app a = fresh_app();
    for (; *lines; lines++)
        must_enter(&a, *lines);
    app_finish(&a);
}

TEST(three_heads_do_three_things)
{
    static const char *const lines[] = {
        "scene three-heads",
        /* nouns and verbs read each other */
        "expect h1.weight(猫,追) >= 0.9",
        "expect h1.weight(狗,追) >= 0.9",
        "expect h1.weight(追,猫) + h1.weight(追,狗) >= 0.9",
        "expect min(h1.weight(追,猫),h1.weight(追,狗)) >= 0.3",
        "expect h1.kind(verb) = 1",
        /* what is alike reads each other */
        "expect h2.weight(猫,狗) >= 0.9",
        "expect h2.weight(狗,猫) >= 0.9",
        "expect h2.weight(那,这) >= 0.9",
        "expect h2.weight(这,那) >= 0.9",
        "expect h2.kind(alike) = 1",
        /* the word before */
        "expect h3.weight(狗,这) >= 0.9",
        "expect h3.kind(back) = 1",
        /* the same in another sentence: nothing was learned by heart */
        "tokens 老师 喜欢 那 学生",
        "expect h1.weight(老师,喜欢) >= 0.8",
        "expect h1.weight(学生,喜欢) >= 0.8",
        "expect h2.weight(老师,学生) >= 0.8",
        "expect h3.kind(back) = 1",
        /* a head's keys are wider than its values */
        "expect dk = 8",
        "expect dv = 2",
        NULL,
    };
    all_hold(lines);
}

/* d_k = 8, d_v = 2, 3 heads, d = 8: every matrix has the shape that follows. */
TEST(keys_may_be_wider_than_values)
{
    static const struct {
        const char *line, *seen[4];
    } shown[] = {
        {"view stages", {" 4 Q       5×24", " 6 V        5×6", "5×2 │", " concat   5×6"}},
        {"view edit ; set edit 1", {"W_Q  8 × 24"}},
        {"set edit 3", {"W_V  8 × 6"}},
        {"set edit 4", {"W_O  6 × 8"}},
    };
    struct app a = fresh_app();
    must_enter(&a, "lang en ; scene three-heads");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct text t = {0};
        must_enter(&a, shown[i].line);
        read_screen(&a, 24, 80, &t);
        for (int k = 0; k < 4 && shown[i].seen[k]; k++)
            if (!strstr(text_str(&t), shown[i].seen[k]))
                fail_msg("%s: no %s in\n%s", shown[i].line, shown[i].seen[k], text_str(&t));
        text_finish(&t);
    }
    app_finish(&a);
}

TEST(apples_find_bananas_by_meaning)
{
    static const char *const lines[] = {
        "scene fruit",
        "expect weight(苹果,香蕉) >= 0.9",
        "expect weight(香蕉,苹果) >= 0.9",
        /* most of the score is word·word */
        "expect cc(苹果,香蕉) > cp(苹果,香蕉) + pc(苹果,香蕉) + pp(苹果,香蕉)",
        "tokens 苹果 和 我 喜欢 香蕉", /* wherever they are */
        "expect weight(苹果,香蕉) >= 0.9",
        NULL,
    };
    all_hold(lines);
}

TEST(positions_say_who_eats_what)
{
    static const char *const lines[] = {
        "scene who-eats-what",           "expect weight(他,苹果) >= 0.9",
        "expect weight(她,香蕉) >= 0.9", "encoding none", /* by meaning alone they cannot tell */
        "expect weight(他,苹果) = 0.5",  "expect weight(他,香蕉) = 0.5",
        "expect weight(她,香蕉) = 0.5",  NULL,
    };
    all_hold(lines);
}

TEST(it_finds_the_thing_that_was_named)
{
    static const char *const lines[] = {
        "scene it-is-basketball",
        "expect weight(它,篮球) >= 0.9",
        "tokens 她 喜欢 猫 ， 每天 都 找 它",
        "expect weight(它,猫) >= 0.8",
        NULL,
    };
    all_hold(lines);
}

TEST(one_word_turns_it)
{
    static const char *const lines[] = {
        "scene it-was-red",
        "expect weight(它,球) >= 0.9",
        "tokens 一只 狗 追 那个 球 因为 它 很 饿",
        "expect weight(它,狗) >= 0.9",
        "tokens 一只 狗 追 那个 球 因为 它 很 累",
        "expect weight(它,狗) >= 0.9",
        "tokens 一只 狗 追 那个 球 因为 它 很 红",
        "expect weight(它,球) >= 0.9",
        NULL,
    };
    all_hold(lines);
}
