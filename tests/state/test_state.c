/* What a state starts as, how its words are named, what is refused. */
#include <math.h>
#include <stdio.h>

#include "state/matrices.h"
#include "state/state.h"
#include "support/models.h"
#include "support/test.h"

static const char *const apples[] = {"苹果", "公司", "苹果"};
static const char *const cats[] = {"猫", "追", "狗"};

/* Refused with this answer in English. */
static void refused(const struct state *s, const char *want)
{
    struct reply r = {0};
    assert_false(state_check(s, &r));
    assert_string_equal(text_str(&r.text), want);
    reply_finish(&r);
}

static void accepted(const struct state *s)
{
    struct reply r = {0};
    if (!state_check(s, &r))
        fail_msg("refused: %s", text_str(&r.text));
    reply_finish(&r);
}

static int encoding(const char *name)
{
    return posenc_index(posenc_find(name));
}

/* ---- the start -------------------------------------------------------------- */

TEST(it_starts_with_a_cat_that_chases_a_dog)
{
    struct state s = fresh_state();
    assert_int_equal(s.sentence->count, 3);
    for (int t = 0; t < 3; t++)
        assert_string_equal(state_word(&s, s.sentence, t), cats[t]);
    assert_true(s.set.d == 8 && s.set.heads == 1 && state_dk(&s) == 8 && state_dv(&s) == 8 &&
                s.set.layers == 1 && s.set.dff == 0);
    assert_true(s.set.base == 10000 && s.set.pescale == 1 && s.set.eps == 1e-5 && s.set.scale == SCALE_SQRT);
    assert_true(s.set.block == BLOCK_ATTENTION && s.set.norm == NORM_NONE && !s.set.residual &&
                s.set.mask == MASK_NONE);
    assert_string_equal(posencs[s.set.encoding]->name, "sincos");
    assert_true(s.look.digits == 3 && s.look.query == 0 && s.look.key == 2 && s.look.step == 0.1);
    assert_true(s.look.cost.n == 100 && s.look.cost.d == 512 && s.look.cost.k == 3);
    assert_null(s.memory);
    accepted(&s);
    state_finish(&s);
    state_finish(&s);
}

TEST(every_encoding_starts_with_its_own_parameters)
{
    struct state s = fresh_state();
    assert_true(posenc_count() <= NUMBERS_ENCODINGS);
    for (int e = 0; e < posenc_count(); e++) {
        for (int i = 0; i < posenc_param_count(posencs[e]); i++)
            assert_true(s.pe_param[e][i] == posencs[e]->params[i].initial);
        s.set.encoding = e;
        accepted(&s);
    }
    state_finish(&s);
}

/* ---- words ------------------------------------------------------------------ */

TEST(only_repeated_words_are_numbered)
{
    struct state s = fresh_state();
    static const char *const want[] = {"苹果#1", "公司", "苹果#2"};
    say_words(&s, apples, 3);
    for (int t = 0; t < 3; t++) {
        struct text label = {0};
        state_label(&s, s.sentence, t, &label);
        assert_string_equal(text_str(&label), want[t]);
        struct reply r = {0};
        assert_int_equal(state_token(&s, text_str(&label), 0, &r), t);
        reply_finish(&r);
        text_finish(&label);
    }
    state_finish(&s);
}

TEST(a_token_is_a_word_a_numbered_word_or_a_position)
{
    static const struct {
        const char *name;
        int at;
    } cases[] = {
        {"公司", 1}, {"公司#1", 1}, {"苹果#1", 0}, {"苹果#2", 2}, {"0", 0}, {"2", 2}, {"1e0", 1},
    };
    struct state s = fresh_state();
    struct reply r = {0};
    say_words(&s, apples, 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (state_token(&s, cases[i].name, 1, &r) != cases[i].at)
            fail_msg("%s: %s", cases[i].name, text_str(&r.text));
    reply_finish(&r);
    state_finish(&s);
}

TEST(a_word_goes_before_a_position_and_a_number)
{
    static const char *const digits[] = {"2", "a#1", "1", "a", "a"};
    struct state s = fresh_state();
    struct reply r = {0};
    say_words(&s, digits, 5);
    assert_int_equal(state_token(&s, "2", 0, &r), 0);
    assert_int_equal(state_token(&s, "1", 0, &r), 2);
    assert_int_equal(state_token(&s, "a#1", 0, &r), 1);
    assert_int_equal(state_token(&s, "a#2", 0, &r), 4);
    assert_int_equal(state_token(&s, "3", 0, &r), 3);
    reply_finish(&r);
    state_finish(&s);
}

TEST(names_that_name_nothing_say_what_would)
{
    static const struct {
        const char *name, *en, *zh;
    } cases[] = {
        {"苹果", "'苹果' occurs 2 times: write 苹果#1 to 苹果#2", "“苹果”出现了 2 次：请写 苹果#1 到 苹果#2"},
        {"苹果#3", "'苹果' occurs 2 times: write 苹果#1 to 苹果#2",
         "“苹果”出现了 2 次：请写 苹果#1 到 苹果#2"},
        {"苹果#0", "'苹果' occurs 2 times: write 苹果#1 to 苹果#2",
         "“苹果”出现了 2 次：请写 苹果#1 到 苹果#2"},
        {"公司#2", "'公司' occurs once: write 公司", "“公司”只出现了一次：请写 公司"},
        {"鸟", "no word '鸟' here (苹果#1 公司 苹果#2, or a position 0 to 2)",
         "这里没有词“鸟”（有 苹果#1 公司 苹果#2，或位置 0 到 2）"},
        {"鸟#1", "no word '鸟#1' here (苹果#1 公司 苹果#2, or a position 0 to 2)",
         "这里没有词“鸟#1”（有 苹果#1 公司 苹果#2，或位置 0 到 2）"},
        {"3", "no word '3' here (苹果#1 公司 苹果#2, or a position 0 to 2)",
         "这里没有词“3”（有 苹果#1 公司 苹果#2，或位置 0 到 2）"},
        {"-1", "no word '-1' here (苹果#1 公司 苹果#2, or a position 0 to 2)",
         "这里没有词“-1”（有 苹果#1 公司 苹果#2，或位置 0 到 2）"},
        {"#1", "no word '#1' here (苹果#1 公司 苹果#2, or a position 0 to 2)",
         "这里没有词“#1”（有 苹果#1 公司 苹果#2，或位置 0 到 2）"},
        {"苹果#x", "no word '苹果#x' here (苹果#1 公司 苹果#2, or a position 0 to 2)",
         "这里没有词“苹果#x”（有 苹果#1 公司 苹果#2，或位置 0 到 2）"},
    };
    struct state s = fresh_state();
    say_words(&s, apples, 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            struct reply r = {.lang = (enum lang)lang};
            assert_int_equal(state_token(&s, cases[i].name, 7, &r), -1);
            assert_string_equal(text_str(&r.text), lang == LANG_ZH ? cases[i].zh : cases[i].en);
            assert_true(r.failed && r.col == 7);
            reply_finish(&r);
        }
    state_finish(&s);
}

TEST(long_sentences_are_not_listed_to_the_end)
{
    static const char *const many[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"};
    struct state s = fresh_state();
    struct reply r = {0};
    say_words(&s, many, 13);
    assert_int_equal(state_token(&s, "z", 0, &r), -1);
    assert_string_equal(text_str(&r.text),
                        "no word 'z' here (a b c d e f g h i j k l …, or a position 0 to 12)");
    reply_finish(&r);
    state_finish(&s);
}

TEST(the_memory_has_words_of_its_own)
{
    static const char *const source[] = {"我", "爱"};
    struct state s = fresh_state();
    struct reply r = {0};
    assert_int_equal(state_memory_token(&s, "我", 0, &r), -1);
    assert_string_equal(text_str(&r.text), "there is no second sequence ('memory A B' gives one)");
    reply_clear(&r);
    remember(&s, source, 2);
    assert_int_equal(state_memory_token(&s, "爱", 0, &r), 1);
    assert_int_equal(state_memory_token(&s, "1", 0, &r), 1);
    assert_int_equal(state_memory_token(&s, "猫", 0, &r), -1);
    assert_int_equal(state_token(&s, "猫", 0, &r), 0);
    reply_finish(&r);
    state_finish(&s);
}

/* ---- what is refused --------------------------------------------------------- */

TEST(heads_must_divide_d)
{
    static const struct {
        int d, heads;
        const char *en;
    } cases[] = {
        {8, 3, "heads: 3 does not divide d = 8 (try 1, 2, 4 or 8)"},
        {7, 2, "heads: 2 does not divide d = 7 (try 1 or 7)"},
        {67, 2, "heads: 2 does not divide d = 67 (try 1)"},
        {1, 2, "heads: 2 does not divide d = 1 (try 1)"},
        {1024, 48, "heads: 48 does not divide d = 1024 (try 1, 2, 4, 8, 16, 32 or 64)"},
        {720, 7, "heads: 7 does not divide d = 720 (try 3, 4, 5, 6, 8, 9, 10 or 12)"},
        {720, 50, "heads: 50 does not divide d = 720 (try 20, 24, 30, 36, 40, 45, 48 or 60)"},
    };
    struct state s = fresh_state();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        s.set.d = cases[i].d;
        s.set.heads = cases[i].heads;
        refused(&s, cases[i].en);
    }
    state_finish(&s);
}

TEST(refusals_speak_chinese_too)
{
    struct state s = fresh_state();
    struct reply r = {.lang = LANG_ZH};
    s.set.heads = 3;
    assert_false(state_check(&s, &r));
    assert_string_equal(text_str(&r.text), "heads：3 不能整除 d = 8（可用 1、2、4 或 8）");
    reply_clear(&r);
    s.set.heads = 1;
    s.set.mask = MASK_PAD;
    s.set.pad = 5;
    assert_false(state_check(&s, &r));
    assert_string_equal(text_str(&r.text), "pad：5 个填充太多了，一共只有 3 个键（请写 0 到 3）");
    reply_finish(&r);
    state_finish(&s);
}

TEST(a_width_of_their_own_frees_heads_from_d)
{
    struct state s = fresh_state();
    s.set.heads = 3;
    s.set.dk = 2;
    refused(&s, "heads: 3 does not divide d = 8 (try 1, 2, 4 or 8)");
    s.set.dv = 5;
    accepted(&s);
    s.set.heads = 64;
    s.set.dk = 65;
    refused(&s, "heads x head width = 4160 is too large (at most 4096)");
    s.set.dk = 1;
    s.set.dv = 16;
    accepted(&s);
    state_finish(&s);
}

TEST(sentences_have_one_to_512_words)
{
    static const char *many[CONFIG_MAX_WORDS + 1];
    struct state s = fresh_state();
    for (int i = 0; i <= CONFIG_MAX_WORDS; i++)
        many[i] = "猫";
    say_words(&s, many, CONFIG_MAX_WORDS);
    accepted(&s);
    say_words(&s, many, CONFIG_MAX_WORDS + 1);
    refused(&s, "513 words are too many (at most 512)");
    say_words(&s, many, 0);
    refused(&s, "a sentence needs at least one word");
    say_words(&s, many, 1);
    remember(&s, many, CONFIG_MAX_WORDS + 1);
    refused(&s, "513 words are too many (at most 512)");
    remember(&s, many, 0);
    refused(&s, "a sentence needs at least one word");
    state_finish(&s);
}

TEST(padding_is_at_most_the_keys_that_are_read)
{
    static const char *const source[] = {"我", "爱", "学习", "。", "了"};
    struct state s = fresh_state();
    s.set.mask = MASK_PAD;
    s.set.pad = 3;
    accepted(&s);
    s.set.pad = 4;
    refused(&s, "pad: 4 of 3 keys cannot be padding (write 0 to 3)");
    remember(&s, source, 5);
    accepted(&s);
    s.set.block = BLOCK_DECODER;
    accepted(&s);
    s.set.block = BLOCK_ENCODER;
    refused(&s, "pad: 4 of 3 keys cannot be padding (write 0 to 3)");
    s.set.mask = MASK_NONE;
    accepted(&s);
    state_finish(&s);
}

TEST(given_masks_and_scores_must_fit)
{
    struct state s = fresh_state();
    s.set.mask = MASK_GIVEN;
    refused(&s, "no mask was given ('set mask 0 1 = -inf' hides word 1 from word 0)");
    assert_true(matrices_set(&s, (struct matrix_ref){MATRIX_MASK, 0}, 0, 1, -INFINITY));
    accepted(&s);
    say_words(&s, cats, 2);
    refused(&s, "the given mask is 3 x 3, but the sentence now needs 2 x 2 ('mask none' first)");
    s.set.mask = MASK_NONE;
    accepted(&s);
    assert_true(matrices_set(&s, (struct matrix_ref){MATRIX_SCORES, 0}, 0, 1, 2));
    accepted(&s);
    remember(&s, cats, 3);
    refused(&s, "the given scores is 2 x 2, but the sentence now needs 2 x 3 ('scores none' first)");
    s.set.block = BLOCK_DECODER;
    accepted(&s);
    state_finish(&s);
}

TEST(encodings_say_what_they_need)
{
    struct state s = fresh_state();
    struct reply r = {0};
    s.set.encoding = encoding("xl");
    s.set.d = 7;
    assert_false(state_check(&s, &r));
    assert_string_equal(text_str(&r.text),
                        "encoding xl: xl uses d/2 sines and d/2 cosines: d must be even (try set d 8)");
    reply_finish(&r);
    state_finish(&s);
}
