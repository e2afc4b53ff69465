/* The flow of the reader: what its heads' names claim, in sentences that it learned and in others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "support/apps.h"
#include "support/claims.h"
#include "support/locale.h"

/* Every word of many sentences asks, with each head in focus: what is said is true, as sentences and on
 * screens of all sizes. */
static void what_is_said_of_every_word_is_true(void **state)
{
    (void)state;
    static const char *const sentences[] = {"cat chases dog",
                                            "the cat sleeps",
                                            "the dog was chased",
                                            "the dog was chased by the cat",
                                            "the mother of the child loves the small bird",
                                            "she buys the ball and plays it every day",
                                            "the teacher loves the song and he sings the song",
                                            "the dog chased the ball because it was red",
                                            "who chases the dog ?",
                                            "in the park the girl rides a bike",
                                            "cat dog chases",
                                            "the cat is bigger than the dog",
                                            "猫 追 狗",
                                            "猫 睡觉",
                                            "狗 被 猫 追 了",
                                            "老师 把 书 卖 了",
                                            "妈妈 的 猫 在 院子 里 追 狗",
                                            "老师 喜欢 歌 ， 他 唱 歌",
                                            "猫 比 狗 大",
                                            "谁 追 狗 ？"};
    static const int sizes[][2] = {{0, 0}, {18, 60}, {24, 80}, {36, 120}, {67, 240}};
    struct text wrong = {0};
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        struct app a = app_after("opening ; view flow");
        char line[200];
        snprintf(line, sizeof line, "sentence %s", sentences[i]);
        must_enter(&a, line);
        for (int k = 0; k < 2 * a.model.now.config.n; k++) {
            snprintf(line, sizeof line, "set query %d head %d lang %s", k / 2, k % 2 ? 2 : 0,
                     k / 2 % 2 ? "en" : "zh");
            must_enter(&a, line);
            int before = (int)wrong.len;
            for (size_t s = strstr(sentences[i], "，") != NULL; s < sizeof sizes / sizeof *sizes; s++)
                claims_judge(&a, sizes[s][0], sizes[s][1], &wrong);
            if ((int)wrong.len > before)
                text_addf(&wrong, "---- %s: %s\n", sentences[i], line);
        }
        app_finish(&a);
    }
    if (wrong.len > 0)
        fail_msg("%s", text_str(&wrong));
    text_finish(&wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_of_every_word_is_true),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
