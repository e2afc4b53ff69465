/* The flow of the reader: what its heads' names claim, in sentences that it learned and in others. */
#include <stdio.h>
#include <string.h>

#include "support/apps.h"
#include "support/claims.h"
#include "support/test.h"
#include "view/frame/describe.h"
#include "view/hue.h"
#include "view/style.h"

/* Every word of many sentences asks, with each head in focus: what is said is true, as sentences and on
 * screens of all sizes. */
TEST(what_is_said_of_every_word_is_true)
{
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
        for (int k = 0; k < 2 * a.session.now.config.n; k++) {
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

/* Cells of a row of the screen, found by the text that stands in it, that are painted with a hue. */
static int painted(struct app *a, int rows, int cols, const char *line, enum hue hue)
{
    struct canvas c = draw_screen(a, rows, cols);
    struct text t = {0};
    canvas_text(c, &t);
    const char *at = strstr(text_str(&t), line);
    int row = 0, n = 0;
    assert_non_null(at);
    for (const char *p = text_str(&t); p < at; p++)
        row += *p == '\n';
    for (int i = 0; i < cols; i++) {
        const struct cell *cell = &c.cells[row * c.stride + i];
        n += ink_is_hue(cell->bg) && ink_hue_of(cell->bg) == hue;
    }
    text_finish(&t);
    canvas_finish(&c);
    return n;
}

TEST(the_third_head_is_drawn_where_a_word_stands_for_another)
{
    struct app a = app_after("lang en ; opening ; view flow");
    see(&a, 24, 80, "done-to");
    see_not(&a, 24, 80, "stands-for");
    see_not(&a, 36, 120, "head 3");
    must_enter(&a, "head next ; head next");
    see(&a, 24, 80, "stands-for");
    must_enter(&a, "set head 0 ; sentence she buys the ball and plays it every day ; set query 6");
    see(&a, 36, 120, "head 3 stands-for");
    see(&a, 36, 120, "it reads she 0.84, plays 0.90, stands for ball 0.77.");
    struct text told = {0};
    describe(&a.session, &told);
    assert_non_null(strstr(text_str(&told), "with head 2, stands for ball 0.7"));
    text_finish(&told);
    must_enter(&a, "set WQ 0 16 = 40 ; set WK 0 16 = -40"); /* it no longer reads what it stands for */
    see_not(&a, 36, 120, "stands-for");
    must_enter(&a, "opening ; sentence the big cat sleeps ; set query 1"); /* a quality stands for nothing */
    see_not(&a, 36, 120, "head 3");
    must_enter(&a, "set head 2");
    see(&a, 36, 120, "head 3");
    see_not(&a, 36, 120, "stands-for");
    app_finish(&a);
}

TEST(who_reads_itself_reads_nobody)
{
    struct app a = app_after("lang en ; opening ; view flow ; sentence the cat sleeps ; set head 2");
    see(&a, 36, 120, "sleeps takes its doer from cat 0.89, its done-to from nobody.");
    assert_true(painted(&a, 24, 80, "stands-for", hue_of_head(0)) > 0);
    assert_int_equal(painted(&a, 24, 80, "stands-for", hue_of_head(2)), 0); /* threads at most */
    must_enter(&a, "sentence sleeps the cat");                              /* no names */
    assert_true(painted(&a, 24, 80, "head 3", HUE_GREY) > 0);
    must_enter(&a, "sentence the cat sleeps");
    must_enter(&a, "layer 0"); /* no names: it reads itself */
    see(&a, 24, 80, "sleeps reads cat 0.90, sleeps 0.52, ");
    app_finish(&a);
}

TEST(the_verb_of_every_kind_of_sentence_has_its_roles)
{
    static const struct {
        const char *line;
        int rows, cols;
        const char *says;
    } cases[] = {
        {"opening", 24, 80, "chases takes its doer from cat 0.83, its done-to from dog 0.83."},
        {"opening", 18, 60, "chases: doer cat 0.83, done-to dog 0.83."},
        {"opening ; set query 0", 24, 80, "cat reads chases 0.85, dog 0.84."},
        {"opening ; encoding off", 24, 80,
         "chases cannot tell: doer cat 0.35 or dog 0.34, done-to cat 0.37 or dog 0.39."},
        {"opening ; encoding off", 18, 60, "chases? doer cat or dog, done-to cat or dog."},
        {"opening ; set scale 30", 24, 80, "chases cannot tell: doer cat 0.38 or dog 0.31, "},
        {"opening ; scores = 9 0 0 ; 0 0 9 ; 9 0 0", 24, 80, "chases reads dog 0.92, dog 0.92."},
        {"sentence the dog was chased by the cat", 24, 80,
         "chased takes its doer from cat 0.87, its done-to from dog 0.76."},
        {"sentence the dog was chased by the cat ; set query 1", 24, 80, "dog reads "},
        {"sentence the cat sleeps", 18, 60, "sleeps: doer cat 0.89, done-to nobody."},
        {"lang zh ; opening", 24, 80, "追 的“谁做”是 猫 0.83，“对谁做”是 狗 0.83。"},
        {"lang zh ; sentence 猫 睡觉 ; set query 1", 24, 80, "睡觉 的“谁做”是 猫 0.83，“对谁做”没有谁。"},
        {"lang zh ; sentence 狗 被 猫 追 了 ; set query 3", 24, 80,
         "追 的“谁做”是 猫 0.74，“对谁做”是 狗 0.72。"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("lang en ; opening ; view flow");
        must_enter(&a, cases[i].line);
        must_enter(&a, "view flow");
        see(&a, cases[i].rows, cases[i].cols, cases[i].says);
        app_finish(&a);
    }
}

TEST(a_sentence_of_no_kind_that_it_learned_is_grey)
{
    struct app a = app_after("lang en ; opening ; view flow ; sentence cat dog chases");
    see(&a, 24, 80, "these heads have learned simple sentences; this is none of them.");
    see(&a, 18, 60, "the heads never learned this kind.");
    see(&a, 24, 80, "head 3");
    for (int h = 0; h < 3; h++)
        assert_int_equal(painted(&a, 24, 80, "head 2", hue_of_head(h)), 0);
    assert_true(painted(&a, 24, 80, "head 2", HUE_GREY) > 0);
    must_enter(&a, "layer 0"); /* these heads claim nothing */
    see_not(&a, 24, 80, "learned");
    assert_true(painted(&a, 24, 80, "head 2", hue_of_head(1)) > 0);
    must_enter(&a, "layer 1 ; lang zh");
    see(&a, 24, 80, "这些头只学过简单的句子，这一句不在其中。");
    app_finish(&a);
}

TEST(what_was_heard_is_a_row_above_the_first_layer)
{
    struct app a = app_after("lang en ; opening ; view flow");
    see(&a, 24, 80, " + heard  ");
    see(&a, 36, 120, " + heard from below");
    see_not(&a, 36, 120, "added before layer 1");
    must_enter(&a, "theme mono"); /* x and p are hardly below 0, what was heard is on both sides of it */
    see(&a, 36, 120, "from below ··-··-·····++++-··   ··--····-··+-··+·+ ");
    must_enter(&a, "theme dark");
    see_not(&a, 36, 120, "ffn"); /* of zeros */
    must_enter(&a, "cursor down 100");
    see(&a, 36, 120, "+ residual"); /* but where it is looked at */
    must_enter(&a, "set norm post");
    see_not(&a, 36, 120, "+ heard");
    see(&a, 36, 120, "added before layer 1");
    must_enter(&a, "set norm none ; view compare");
    see(&a, 36, 120, " + heard "); /* so that = h is the sum of what stands above it */
    must_enter(&a, "view flow ; layer 0");
    see_not(&a, 36, 120, "+ heard");
    app_finish(&a);
}

TEST(a_line_says_what_was_heard_before_and_a_key_opens_it)
{
    struct app a = app_after("lang en ; opening ; view flow");
    see_not(&a, 36, 120, "before that");
    must_enter(&a, "sentence the big dog does not chase a very small cat");
    see_not(&a, 36, 120, "before that");
    must_enter(&a, "sentence the dog was chased by the cat ; set head 1");
    see(&a, 24, 80, "before that: cat heard by (0.66) · chased heard by (0.60)   o opens");
    press(&a, "o");
    const struct look *look = &a.session.now.state.look;
    assert_true(look->layer == 0 && look->query == 3 && look->head == 1 && look->view == VIEW_FLOW);
    see_not(&a, 36, 120, "before that");
    press(&a, "o");
    assert_true(look->layer == 1 && look->query == 3 && look->head == 1);
    must_enter(&a, "lang zh ; sentence 狗 被 猫 追 了 ; set query 3");
    see(&a, 24, 80, "在此之前：“猫”听到了“被”（0.53） · “追”听到了“被”（0.51）   o 展开");
    app_finish(&a);
}

TEST(both_heads_of_a_longer_sentence_are_seen)
{
    struct app a =
        app_after("lang en ; opening ; view flow ; sentence in the park the tall girl rides a bike");
    see(&a, 24, 80, "head 1 doer     girl 0.");
    see(&a, 24, 80, "head 2 done-to  bike 0.");
    see(&a, 24, 80, "rides takes its doer from girl ");
    must_enter(&a, "sentence the very tall girl sleeps in the garden");
    see(&a, 18, 60, "head 1 doer     girl 0.");
    see(&a, 18, 60, "head 2 done-to  nobody");
    must_enter(&a, "sentence the cat is bigger than the dog that barks");
    see(&a, 24, 80, "head 3  ");
    app_finish(&a);
}
