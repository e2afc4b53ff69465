/* Sentences: cut, put together again, moved. */
#include <string.h>

#include "command/command.h"
#include "command/segment.h"
#include "core/encoding/posenc.h"
#include "state/weights.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static void words_of(const struct state *s, struct text *out)
{
    text_clear(out);
    for (int t = 0; t < s->sentence->count; t++) {
        text_add(out, t ? " " : "");
        state_label(s, s->sentence, t, out);
    }
}

TEST(patches_are_a_sentence_without_typing)
{
    struct session m = fresh_model();
    must_run(&m, "patches 14 14");
    assert_int_equal(m.now.config.n, 196);
    assert_string_equal(state_name(&m.now.state, m.now.state.sentence, 195), "p195");
    assert_int_equal(posenc_grid(&m.now.config), 14);
    assert_string_equal(m.now.config.pe->name, "grid2d");
    assert_close(mat_max_abs(m.now.config.X), 0, 0);
    must_run(&m, "x p3 = 1 0 2 0 0 0 0 0");
    must_run(&m, "encoding fourier ; patches 2 5");
    assert_string_equal(m.now.config.pe->name, "fourier");
    assert_int_equal(posenc_grid(&m.now.config), 5);
    assert_close(mat_at(m.now.config.X, 3, 2), 2, 0); /* a content that was given stays */
    must_run(&m, "patches 16 32");
    assert_int_equal(m.now.config.n, 512);
    assert_false(run_line(&m, "patches 16 33", NULL));
    assert_false(run_line(&m, "patches 0 4", NULL));
    assert_false(run_line(&m, "patches 2.5 4", NULL));
    assert_false(run_line(&m, "set d 6 ; encoding none ; patches 2 2", NULL)); /* d must be divisible by 4 */
    assert_int_equal(m.now.config.n, 512);
    session_finish(&m);
}

TEST(what_the_commands_make_of_a_sentence)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"move left", "追 猫 狗"},
        {"move right", "猫 狗 追"},
        {"move left ; move left", "追 猫 狗"},
        {"move right ; move left", "猫 追 狗"},
        {"move 2", "猫 狗 追"},
        {"move 狗 left", "猫 狗 追"},
        {"move 猫 left", "猫 追 狗"},
        {"move 狗 0", "狗 猫 追"},
        {"join", "猫 追狗"},
        {"join 猫", "猫追 狗"},
        {"join 猫 ; join 猫追", "猫追狗"},
        {"join 猫 ; split 猫追", "猫 追 狗"},
        {"sentence 机器/人/来 ; join 机器", "机器人 来"},
        {"sentence 机器人/来 ; split 机器人", "机 器 人 来"},
        {"sentence 机器人/来 ; split 机器人 2", "机器 人 来"},
        {"sentence 来机器人 ; focus 1 ; split", "来 机 器 人"},
        {"sentence \"cats run\" ; split cats 3", "cat s run"},
        {"tokens e\xcc\x81"
         "a b ; split 0",
         "e\xcc\x81 a b"},
        {"view edit ; set row 2 ; move left", "猫 狗 追"},
        {"delete", "猫 狗"},
        {"insert 鱼 1 ; delete 鱼", "猫 追 狗"},
        {"sentence 我/爱/我 ; join 我#1", "我爱 我"},
        {"sentence 我/爱/我", "我#1 爱 我#2"},
        {"sentence 我/爱/我 ; swap 我#1 爱", "爱 我#1 我#2"},
        {"pair 机器人", "机器人 不能 伤害 人类"},
        {"pair 机器人 ; swap", "人类 不能 伤害 机器人"},
        {"pair cat ; swap", "the#1 dog chases the#2 cat"},
        {"pair cat ; swap ; swap", "the#1 cat chases the#2 dog"},
        {"pair 他们 ; swap", "他们 不 都 喜欢 苹果"},
        {"pair next", "我 喜欢 你"},
        {"pair prev", "the#1 fish eats the#2 apple"},
        {"pair prev ; pair next", "猫 追 狗"},
        {"sentence 鱼 ; pair next", "cat chases dog"},
        {"sentence 鱼 ; lang zh ; pair next", "猫 追 狗"},
        {"sentence 鱼 ; pair prev", "苹果#1 公司 发布了 新 苹果#2 手机"},
        {"swap ; pair next", "我 喜欢 你"},
        {"sentence 猫追狗。", "猫 追 狗 。"},
        {"sentence 猫 追 狗。", "猫 追 狗 。"},
        {"sentence cat chases dog.", "cat chases dog ."},
        {"sentence 猫追狗？！", "猫 追 狗 ？ ！"},
        {"sentence \"cat, dog; cat?!\"", "cat#1 , dog ; cat#2 ? !"},
        {"sentence \"cat... dog 3.5\"", "cat ... dog 3.5"},
        {"sentence 我看，GPT-4——真的…！ 3.5。", "我 看 ， GPT-4 —— 真的 … ！ 3.5 。"},
        {"sentence 猫、GPT-4、狗", "猫 、#1 GPT-4 、#2 狗"},
        {"sentence 他说：“我爱你。”（真的）", "他 说 ： “ 我 爱 你 。 ” （ 真的 ）"},
        {"sentence 我看《GPT-4》！", "我 看 《 GPT-4 》 ！"},
        {"sentence \"f(x) “cat”\"", "f(x) “ cat ”"},
        {"token 狗 en=“x” ; sentence cat chases “x”", "cat chases “x”"},
        {"token 狗 en=Mr. ; sentence cat chases Mr.", "cat chases Mr."},
        {"tokens cat dog.", "cat dog."},
        {"sentence cat/dog.", "cat dog."},
        {"sentence ...", "..."},
        {"sentence 机器人/", "机器人"},
        {"sentence /猫追狗", "猫追狗"},
        {"sentence \"机器／人　来\"", "机器 人 来"},
        {"sentence the big dog does not like the cat ; swap", "the#1 cat does not like the#2 big dog"},
        {"sentence the big dog does not like the cat ; swap ; swap", "the#1 big dog does not like the#2 cat"},
        {"sentence does the dog chase a cat ? ; swap", "does a cat chase the dog ?"},
        {"sentence the mouse was chased by the small cat ; swap",
         "the#1 small cat was chased by the#2 mouse"},
        {"sentence the dog in the park sees a cat ; swap", "a cat sees the#1 dog in the#2 park"},
        {"sentence the mother of a child sees dogs ; swap", "dogs sees the mother of a child"},
        {"sentence the dog chased the ball because it was red ; swap",
         "the#1 ball chased the#2 dog because it was red"},
        {"sentence she loves him ; swap", "he loves her"},
        {"sentence they like me ; swap", "I like them"},
        {"sentence who chases cats ? ; swap 0 2", "cats chases who ?"},
        {"sentence 那只小猫喜欢狗 ; swap", "狗 喜欢 那只 小猫"},
        {"sentence 小猫被那只大狗追了吗 ; swap", "那只 大 狗 被 小猫 追 了 吗"},
        {"sentence 妈妈的猫把鱼吃了 ; swap", "鱼 把 妈妈 的 猫 吃 了"},
        {"sentence 谁追狗？ ; swap", "狗 追 谁 ？"},
        {"sentence 他爱她 ; swap", "她 爱 他"},
        {"sentence 狗在床上 ; swap 0 2", "床 在 狗 上"},
        {"sentence a b c d ; swap", "d b c a"},
        {"sentence cat dog bird ; swap", "bird dog cat"},
        {"sentence Tom chases the dog ; swap", "The dog chases Tom"},
        {"sentence Robots chase people ; swap", "People chase robots"},
        {"sentence Robots chase people ; swap ; swap", "Robots chase people"},
        {"sentence Robots chase people ; swap 0 2", "people chase Robots"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = fresh_model();
        struct reply said = {0};
        struct text words = {0};
        assert_true(run_line(&m, "focus 追", &said));
        if (!run_line(&m, cases[i].line, &said))
            fail_msg("%s: %s", cases[i].line, text_str(&said.text));
        words_of(&m.now.state, &words);
        if (strcmp(text_str(&words), cases[i].words) != 0)
            fail_msg("%s gives %s", cases[i].line, text_str(&words));
        reply_finish(&said);
        text_finish(&words);
        session_finish(&m);
    }
}

/* The focus is on a word, not on a place. */
TEST(the_focus_goes_with_its_words)
{
    static const struct {
        const char *line;
        int query, key, row;
    } cases[] = {
        {"focus 猫 追 ; swap", 2, 1, 2},
        {"focus 猫 追 ; swap ; undo", 0, 1, 0},
        {"focus 猫 追 ; swap ; undo ; redo", 2, 1, 2},
        {"focus 追 狗 ; move 狗 0", 2, 0, 1},
        {"focus 狗 猫 ; move 猫 right", 2, 1, 1},
        {"focus 狗 猫 ; insert 鱼 0", 3, 1, 1},
        {"focus 狗 追 ; delete 猫", 1, 0, 0},
        {"focus 追 狗 ; delete 追", 1, 1, 0}, /* the word is gone: the place stays */
        {"focus 狗 猫 ; delete 狗", 1, 0, 0},
        {"tokens 我 爱 我 ; focus 2 0 ; swap 1 2", 1, 0, 0},
        {"focus 狗 ; move left", 1, 0, 0},
        {"memory 鱼 水 ; block decoder ; focus 猫 ; set key 1 ; swap", 2, 1, -1}, /* a word of the memory */
        {"focus 猫 ; set encoding none", 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after("focus 0 0");
        const struct look *look = &m.now.state.look;
        must_run(&m, cases[i].line);
        if (look->query != cases[i].query || look->key != cases[i].key ||
            (cases[i].row >= 0 && look->sheet.row != cases[i].row))
            fail_msg("%s: %d %d %d", cases[i].line, look->query, look->key, look->sheet.row);
        session_finish(&m);
    }
}

TEST(what_cannot_be_done_is_said)
{
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"join 狗", "'狗' is the last word"},
        {"split 猫", "'猫' has only one character"},
        {"split 鸟", "no word '鸟'"},
        {"move 鸟 left", "no word '鸟'"},
        {"move up", "'up' is not a place to move to: write left, right or a position from 0 to 2"},
        {"pair 鸟", "no pair '鸟' (next prev dog cat"},
        {"tokens 机器人 ; split 机器人 3", "write 1 to 2"},
        {"tokens 机器人 ; split 机器人 0", "write 1 to 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = fresh_model();
        struct reply said = {0};
        assert_false(run_line(&m, cases[i].line, &said));
        if (!strstr(text_str(&said.text), cases[i].says))
            fail_msg("%s says: %s", cases[i].line, text_str(&said.text));
        reply_finish(&said);
        session_finish(&m);
    }
}

/* The text that the prompt offers gives the same words when it comes back. */
TEST(a_sentence_is_offered_as_it_is_cut)
{
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"sentence 猫追狗", "猫/追/狗"},
        {"tokens 猫追狗", "猫追狗/"},
        {"tokens cat dog.", "cat dog./"},
        {"tokens 猫", "猫"},
        {"sentence \"the cat sat\"", "the cat sat"},
        {"tokens the 猫", "the/猫"},
        {"tokens cat", "cat"},
        {"tokens 机器 人", "机器/人"},
        {"tokens \"a b\" c", NULL},
        {"tokens a/b c", NULL},
        {"tokens \"a／b\" c", NULL},
        {"token 狗 en=doggy ; sentence 猫追狗", "猫/追/doggy"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = fresh_model();
        struct reply said = {0};
        struct text text = {0}, before = {0}, after = {0}, line = {0};
        assert_true(run_line(&m, cases[i].line, &said));
        bool plain = segment_join(&m.now.state, &text);
        assert_int_equal(plain, cases[i].text != NULL);
        if (plain) {
            assert_string_equal(text_str(&text), cases[i].text);
            words_of(&m.now.state, &before);
            text_addf(&line, "sentence 鱼 ; sentence \"%s\"", text_str(&text));
            assert_true(run_line(&m, text_str(&line), &said));
            words_of(&m.now.state, &after);
            assert_string_equal(text_str(&before), text_str(&after));
        }
        reply_finish(&said);
        text_finish(&text);
        text_finish(&before);
        text_finish(&after);
        text_finish(&line);
        session_finish(&m);
    }
}

TEST(the_cursor_goes_with_a_word_that_moves)
{
    struct session m = fresh_model();
    struct reply said = {0};
    assert_true(run_line(&m, "focus 追 ; move right", &said));
    assert_int_equal(m.now.state.look.query, 2);
    assert_true(run_line(&m, "move right ; move left ; move left", &said));
    assert_int_equal(m.now.state.look.query, 0);
    assert_true(run_line(&m, "view edit ; set row 1 ; move left", &said));
    assert_int_equal(m.now.state.look.sheet.row, 0);
    assert_true(run_line(&m, "set edit 1 row 5 ; focus 2 ; move left", &said));
    assert_int_equal(m.now.state.look.sheet.row, 5);
    assert_int_equal(m.now.state.look.query, 1);
    reply_finish(&said);
    session_finish(&m);
}

/* Heads with names are about the verb, unless a word that asked is in the new sentence too; without names the
 * cursor stays. */
TEST(the_verb_asks_where_heads_have_names)
{
    struct session m = model_after("weights roles ; set query 0 ; sentence we do not like rice");
    assert_int_equal(m.now.state.look.query, 3);
    must_run(&m, "focus rice ; sentence cats eat rice");
    assert_int_equal(m.now.state.look.query, 2);
    must_run(&m, "pair 猫");
    assert_int_equal(m.now.state.look.query, 1);
    must_run(&m, "weights identity ; set query 0 ; sentence we do not like rice");
    assert_int_equal(m.now.state.look.query, 0);
    session_finish(&m);
}

/* The signs that the command language reads as ASCII elsewhere. */
TEST(a_sentence_keeps_its_full_width_signs)
{
    static const struct {
        const char *line, *sign;
    } cases[] = {
        {"sentence 他喜欢茶，每天都喝它", "，"},
        {"tokens 他 喜欢 茶 ， 它", "，"},
        {"tokens 他 喜欢 \"茶\" \"，\" 它 ； set heads 2", "，"},
        {"tokens 他 喜欢 茶 , 它", ","},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after(cases[i].line);
        const struct state *s = &m.now.state;
        assert_string_equal(state_name(s, s->sentence, 3), cases[i].sign);
        session_finish(&m);
    }
}

TEST(a_heads_name_in_one_language_is_saved)
{
    struct session m = model_after("lang en ; set heads 2 ; role h1 en=doer ; role h2 zh=谁做"),
                   again = model_loaded(&m);
    for (int lang = LANG_EN; lang <= LANG_ZH; lang++)
        for (int h = 0; h < 2; h++) {
            m.now.state.look.lang = again.now.state.look.lang = lang;
            assert_string_equal(state_head_name(&again.now.state, h), state_head_name(&m.now.state, h));
        }
    m.now.state.look.lang = LANG_EN;
    assert_string_equal(state_head_name(&m.now.state, 0), "doer");
    session_finish(&m);
    session_finish(&again);
}

/* Words that cannot change places stay where they are, and it is said which command moves any. */
TEST(swap_says_where_no_two_act)
{
    static const char *const none[] = {
        "the old king sleeps",    "who chases the dog ?", "what does she like ?",

        "the cat sat on the mat", "老国王睡觉",           "狗被追了"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct session m = fresh_model();
        struct text line = {0};
        text_addf(&line, "sentence %s", none[i]);
        must_run(&m, text_str(&line));
        text_clear(&line);
        text_addf(&line, "('swap 0 %d' swaps any two)", m.now.config.n - 1);
        refused(&m, "swap", text_str(&line));
        text_finish(&line);
        session_finish(&m);
    }
}

/* A model that learns a task answers for the words of the task; for others the opening comes back. */
TEST(a_task_does_not_answer_for_words_that_it_does_not_know)
{
    struct session m = model_after("task order ; train 5 ; view train");
    struct reply said = {0};
    const struct state *s = &m.now.state;
    must_run(&m, "sentence 鱼看鸟");
    assert_true(s->set.task && s->look.view == VIEW_TRAIN);
    assert_true(run_line(&m, "sentence the bird sees the apple", &said));
    assert_non_null(strstr(text_str(&said.text), "not the task's"));
    assert_true(!s->set.task && !s->classes && weights_are_reader(s) && s->look.view == VIEW_FLOW);
    assert_string_equal(state_head_name(s, 0), "doer");
    assert_string_equal(state_word(s, s->sentence, s->look.query), "sees");
    must_run(&m, "undo");
    assert_true(s->set.task && m.now.config.n == 3);
    must_run(&m, "tokens 桌子"); /* word by word, whatever is asked for stays */
    assert_true(s->set.task);
    assert_true(run_line(&m, "pair next", &said));
    assert_string_equal(state_head_name(s, 0), "doer");
    assert_string_equal(text_str(&said.text), "the opening model reads this sentence, not the task's");
    reply_finish(&said);
    session_finish(&m);
}
