/* Scenes of lessons, offered when their sentence is typed. */
#include <string.h>

#include "app/app.h"
#include "app/keyboard.h"
#include "lesson/read/scenes.h"
#include "support/apps.h"
#include "support/test.h"

/* Types a sentence at the prompt; returns the message. */
static const char *typed(struct app *a, const char *sentence)
{
    prompt_close(&a->session.prompt);
    prompt_open(&a->session.prompt, PROMPT_SENTENCE, sentence);
    keyboard_press(a, "Enter");
    return text_str(&a->session.message);
}

TEST(a_scene_is_offered_when_its_sentence_is_typed)
{
    static const struct {
        const char *sentence, *lesson, *scene;
    } cases[] = {
        {"他喜欢篮球，每天都打它", "22", "it-is-basketball"},
        {"he likes basketball, and often plays it", "22", "it-is-basketball"},
        {"他喜欢吃苹果，她喜欢吃香蕉", "00", "who-eats-what"},
        {"a dog chased the ball because it was red", "00", "it-was-red"},
        {"thinking machines", "01", "thinking-machines"},
        {"他打篮球", "02", "he-plays"},
        {"I like apples and bananas", "11", "fruit"},
    };
    struct app a = opened_app();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text want = {0};
        text_addf(&want, "lesson %s has numbers made for it: scene %s  (u takes it back)", cases[i].lesson,
                  cases[i].scene);
        assert_string_equal(typed(&a, cases[i].sentence), text_str(&want));
        text_finish(&want);
    }
    must_enter(&a, "scene it-is-basketball"); /* what is offered is there */
    assert_string_equal(state_head_name(&a.session.now.state, 0), "named");
    must_enter(&a, "lang zh");
    assert_non_null(strstr(typed(&a, "他喜欢篮球，每天都打它"), "第 22 课为这句话准备了数字"));
    app_finish(&a);
}

TEST(nothing_is_offered_for_other_sentences)
{
    static const char *const others[] = {"他喜欢篮球，每天都打",
                                         "他喜欢篮球，每天都打它 吗",
                                         "the dog sleeps",
                                         "thinking",
                                         "猫吃鱼",          /* in a challenge */
                                         "cat chases dog"}; /* in the tour */
    struct app a = opened_app();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(strstr(typed(&a, others[i]), "made for it"));
    must_enter(&a, "tokens thinking machines"); /* as scripts do */
    assert_null(strstr(text_str(&a.session.message), "made for it"));
    app_finish(&a);
}
