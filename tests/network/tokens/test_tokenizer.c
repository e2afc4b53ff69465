/* Tokenizers of models: 53 texts against an independent program, the bytes that tokens cover, their names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "support/tokenizers.h"
#include "support/truth.h"

/* ---- the reference ------------------------------------------------------------------------ */

static void check_text(const struct tokenizer *t, json_t *item)
{
    json_t *text = truth_at(item, "text"), *ids = truth_at(item, "ids"), *decoded = truth_at(item, "decoded");
    struct tokens got = {0};
    struct reply r = {0};
    struct text bytes = {0};
    assert_true(tokenizer_encode(t, json_string_value(text), json_string_length(text), true, &got, &r));
    bool same = got.count == (int)json_array_size(ids);
    for (int i = 0; same && i < got.count; i++) {
        const char *piece = json_string_value(truth_nth(truth_at(item, "tokens"), i));
        same = got.v[i].id == (int)truth_number(truth_nth(ids, i)) &&
               (!piece || tokenizer_find(t, piece) == got.v[i].id);
        tokenizer_add_bytes(t, got.v[i].id, &bytes);
    }
    if (!same)
        fail_msg("\"%s\" has other tokens", json_string_value(text));
    if (decoded) {
        assert_int_equal(bytes.len, json_string_length(decoded));
        assert_memory_equal(text_str(&bytes), json_string_value(decoded), bytes.len);
    }
    text_finish(&bytes);
    tokens_finish(&got);
    reply_finish(&r);
}

static void check_list(struct tokenizer *t, const char *list)
{
    struct truth truth = truth_open("models/tokens");
    size_t i;
    json_t *item;
    assert_non_null(t);
    json_array_foreach(truth_at(truth.root, list), i, item)
    {
        check_text(t, item);
    }
    assert_int_equal(i, 53);
    truth_close(&truth);
    tokenizer_close(t);
}

TEST(every_text_of_the_reference_has_its_ids)
{
    check_list(tokenizer_of("gpt2"), "bpe");
    check_list(tokenizer_of("gpt2-bf16"), "bpe");
    check_list(tokenizer_of("bert"), "wordpiece");
}

/* A tokenizer.json with some settings changed. */
static struct tokenizer *changed(json_t *item)
{
    char name[80];
    struct reply r = {0};
    snprintf(name, sizeof name, "models/%s/tokenizer", json_string_value(truth_at(item, "base")));
    struct truth base = truth_open(name);
    json_object_update(base.root, truth_at(item, "top"));
    json_object_update(truth_at(base.root, "model"), truth_at(item, "model"));
    char *said = json_dumps(base.root, 0);
    struct tokenizer *t = tokenizer_from_json((struct tokenizer_file){name, said, strlen(said)}, &r);
    if (!t)
        fail_msg("%s", text_str(&r.text));
    free(said);
    reply_finish(&r);
    truth_close(&base);
    return t;
}

/* 100 random combinations of normalizers, patterns, added tokens and ways of splitting. */
TEST(every_setting_gives_the_ids_of_the_tokenizers_library)
{
    struct truth truth = truth_open("models/compared");
    size_t i, k;
    json_t *item, *text;
    json_array_foreach(truth_at(truth.root, "cases"), i, item)
    {
        struct tokenizer *t = changed(item);
        json_array_foreach(truth_at(item, "texts"), k, text)
        {
            check_text(t, text);
        }
        tokenizer_close(t);
    }
    assert_int_equal(i, 100);
    truth_close(&truth);
}

/* The pieces and merges of a tokenizer.json as the two files that GPT-2 first came with. */
static struct tokenizer *as_older_files(const char *name)
{
    struct truth truth = truth_open(name);
    struct text lines = {0};
    struct reply r = {0};
    size_t i;
    json_t *merge;
    char *vocab = json_dumps(truth_at(truth.root, "model/vocab"), 0);
    text_add(&lines, "#version: 0.2\n");
    json_array_foreach(truth_at(truth.root, "model/merges"), i, merge)
    {
        text_addf(&lines, "%s\n", json_string_value(merge));
    }
    struct tokenizer *t = tokenizer_from_merges((struct tokenizer_file){"vocab.json", vocab, strlen(vocab)},
                                                (struct tokenizer_file){"merges.txt", lines.s, lines.len},
                                                (struct tokenizer_beside){0}, &r);
    if (!t)
        fail_msg("%s", text_str(&r.text));
    free(vocab);
    text_finish(&lines);
    reply_finish(&r);
    truth_close(&truth);
    return t;
}

static struct tokenizer *listed(const char *vocab, const char *config)
{
    struct reply r = {0};
    struct tokenizer_beside beside = {.config = {"config", config, config ? strlen(config) : 0}};
    struct tokenizer *t =
        tokenizer_from_list((struct tokenizer_file){"vocab.txt", vocab, strlen(vocab)}, beside, &r);
    if (!t)
        fail_msg("%s", text_str(&r.text));
    reply_finish(&r);
    return t;
}

TEST(older_files_give_the_same_ids)
{
    check_list(as_older_files("models/gpt2/tokenizer"), "bpe");
    check_list(tokenizer_of("bert-list"), "wordpiece");
}

TEST(the_choices_of_a_list_stand_beside_it)
{
    const char *vocab = "[UNK]\r\n[CLS]\r\n[SEP]\r\ne\r\nE\r\né\r\n猫狗\r\n\r\n";
    struct tokenizer *t = listed(vocab, NULL);
    tokenizer_expect_places(t, "É", "[CLS]0-0 e0-2 [SEP]2-2");
    tokenizer_close(t);
    t = listed(vocab, "{\"do_lower_case\":false,\"tokenize_chinese_chars\":false}");
    tokenizer_expect(t, "E é 猫狗", "E é 猫狗");
    tokenizer_close(t);
    t = listed(vocab, "{\"strip_accents\":false}");
    tokenizer_expect(t, "É E", "é e");
    tokenizer_close(t);
}

/* RoBERTa's files are told from GPT-2's by their tokens. */
TEST(the_older_files_of_roberta_have_tokens_around)
{
    static const char vocab[] = "{\"<s>\":0,\"</s>\":1,\"<mask>\":2,\"a\":3,\"\xc4\xa0\":4}";
    struct reply r = {0};
    struct tokenizer *t =
        tokenizer_from_merges((struct tokenizer_file){"vocab.json", vocab, strlen(vocab)},
                              (struct tokenizer_file){"merges.txt", "", 0}, (struct tokenizer_beside){0}, &r);
    tokenizer_expect_places(t, "a <mask>", "<s>0-0 a0-1 <mask>1-8 </s>8-8");
    tokenizer_close(t);
    reply_finish(&r);
}

static void expect_beside(struct tokenizer_beside beside, const char *text, const char *names,
                          const char *said)
{
    static const char vocab[] =
        "{\"\u0120\":0,\"a\":1,\"1\":2,\"2\":3,\"12\":4,\"\u00c3\":5,\"\u00a9\":6,\"e\":7,"
        "\"\u00cc\":8,\"\u0123\":9}",
                      merges[] = "1 2\n";
    struct reply r = {0};
    struct tokenizer *t =
        tokenizer_from_merges((struct tokenizer_file){"vocab.json", vocab, strlen(vocab)},
                              (struct tokenizer_file){"merges.txt", merges, strlen(merges)}, beside, &r);
    if (!t)
        fail_msg("%s", text_str(&r.text));
    tokenizer_expect(t, text, names);
    assert_string_equal(text_str(&r.text), said);
    tokenizer_close(t);
    reply_finish(&r);
}

static struct tokenizer_file beside(const char *bytes)
{
    return (struct tokenizer_file){"beside", bytes, strlen(bytes)};
}

TEST(what_is_beside_older_files_counts)
{
    const char *decoder = "{\"added_tokens_decoder\":{\"20\":{\"content\":\"<p>\",\"lstrip\":true}}}";
    expect_beside((struct tokenizer_beside){0}, "a 12<p>", "a ␣ 12", "");
    expect_beside((struct tokenizer_beside){.added = beside("{\"<p>\":20}")}, "a 12<p>", "a ␣ 12 <p>", "");
    expect_beside((struct tokenizer_beside){.config = beside(decoder), .added = beside("{\"a\":30}")},
                  "a <p>", "a <p>", "");
    expect_beside((struct tokenizer_beside){.config = beside("{\"add_prefix_space\":true}")}, "a", "␣ a", "");
    expect_beside((struct tokenizer_beside){.model = beside("{\"model_type\":\"qwen2\"}")}, "12e\u0301",
                  "1 2 é₁ é₂", "");
    expect_beside((struct tokenizer_beside){.config = beside("{\"tokenizer_class\":\"Qwen2Tokenizer\"}")},
                  "12", "1 2", "");
    expect_beside((struct tokenizer_beside){.config = beside("{\"tokenizer_class\":\"CLIPTokenizer\"}")},
                  "12", "12", "vocab.json: read as GPT-2's, though the tokenizer is CLIPTokenizer's. ");
}

/* ---- names and places ------------------------------------------------------------------------ */

TEST(the_bytes_of_a_character_are_counted)
{
    struct tokenizer *t = tokenizer_of("gpt2");
    tokenizer_expect_places(t, "我猫", "我₁0-1 我₂1-2 我₃2-3 猫3-6");
    tokenizer_expect_places(t, "我我", "我₁0-1 我₂1-2 我₃2-3 我₁3-4 我₂4-5 我₃5-6");
    tokenizer_close(t);
    t = tokenizer_small("'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':false},");
    tokenizer_expect_places(t, "我", "我₁0-2 我₂2-3");
    tokenizer_close(t);
}

static void expect_name(const struct tokenizer *t, int id, const char *name, const char *bytes)
{
    struct text out = TEXT_HERE, more = TEXT_HERE;
    tokenizer_add_name(t, id, &out);
    tokenizer_add_bytes(t, id, &more);
    assert_string_equal(text_str(&out), name);
    assert_string_equal(text_str(&more), bytes);
    text_finish(&out);
    text_finish(&more);
}

/* A character that encodes no byte is not taken for one: a piece may be written as it is read. */
TEST(a_piece_that_is_not_written_in_bytes_stands_for_itself)
{
    struct tokenizer *t = tokenizer_said("{'pre_tokenizer':{'type':'ByteLevel'},'model':{'type':'BPE','vocab'"
                                         ":{'æĪĳ':0,'猫':1,'a猫':2,'\u20dd':3},"
                                         "'merges':[]}}",
                                         NULL);
    expect_name(t, 0, "我", "我");
    expect_name(t, 1, "猫", "猫");
    expect_name(t, 2, "a猫", "a猫");
    expect_name(t, 3, "◌⃝", "⃝"); /* a circle around a letter that is not there */
    tokenizer_close(t);
}

/* SentencePiece's way: a blank is ▁ in the file, and a character without a piece is split into bytes. */
TEST(pieces_of_characters_have_blanks_and_bytes)
{
    struct tokenizer *t = tokenizer_of("sentencepiece");
    tokenizer_expect_places(t, "a 我", "<s>0-0 ␣0-0 a0-1 ␣1-2 我₁2-3 我₂3-4 我₃4-5");
    expect_name(t, tokenizer_find(t, "▁"), "␣", " ");
    expect_name(t, tokenizer_find(t, "<0xE6>"), "<0xE6>", "\xe6");
    expect_name(t, tokenizer_find(t, "猫"), "猫", "猫");
    tokenizer_close(t);
}

TEST(what_cannot_be_seen_has_a_name)
{
    struct tokenizer *t = tokenizer_of("gpt2");
    tokenizer_expect(t, "a \n\t", "a ␣ ↵ ⇥");
    tokenizer_expect(t, "\033[2J", "<0x1B> [ 2 J");
    tokenizer_expect(t, "\xe2\x80\x8b", "<U+200B>₁ <U+200B>₂ <U+200B>₃");
    tokenizer_expect(t, "e\xcc\x81", "e ◌\xcc\x81₁ ◌\xcc\x81₂");
    tokenizer_close(t);
}

TEST(an_id_has_a_name_by_itself)
{
    struct tokenizer *t = tokenizer_of("gpt2");
    expect_name(t, tokenizer_find(t, "Ġcat"), "␣cat", " cat");
    expect_name(t, tokenizer_find(t, "çĮ«"), "猫", "猫");
    expect_name(t, tokenizer_find(t, "Į«"), "<0x8CAB>", "\x8c\xab");
    expect_name(t, tokenizer_find(t, "Ĝ"), "<0x1C>", "\x1c");
    expect_name(t, tokenizer_find(t, "<|endoftext|>"), "<|endoftext|>", "<|endoftext|>");
    expect_name(t, 300, "<#300>", "");
    expect_name(t, -1, "<#-1>", "");
    assert_int_equal(tokenizer_size(t), 300);
    tokenizer_close(t);
    t = tokenizer_of("bert");
    expect_name(t, tokenizer_find(t, "cat"), "cat", " cat");
    expect_name(t, tokenizer_find(t, "##s"), "##s", "s");
    expect_name(t, tokenizer_find(t, "[MASK]"), "[MASK]", "[MASK]");
    assert_int_equal(tokenizer_find(t, "##"), -1);
    tokenizer_close(t);
}

/* A file can hold anything, also in its tokens. */
TEST(no_control_character_of_a_file_is_in_a_name)
{
    struct tokenizer *t = tokenizer_said(
        "{'added_tokens':[{'id':1,'content':'\\u001b[2J\\u202e','special':true}],'pre_tokenizer':{'type':"
        "'BertPreTokenizer'},'model':{'type':'WordPiece','vocab':{'[UNK]':0,'\\u009b1m':2}}}",
        NULL);
    expect_name(t, 1, "<0x1B>[2J<U+202E>", "\033[2J\xe2\x80\xae");
    expect_name(t, 2, "<U+009B>1m",
                " \xc2\x9b"
                "1m");
    tokenizer_expect(t, "x\033[2J\xe2\x80\xae", "[UNK] <0x1B>[2J<U+202E>");
    tokenizer_close(t);
}

TEST(tokens_stand_for_bytes_of_the_text_that_was_changed)
{
    struct tokenizer *t = tokenizer_of("bert");
    tokenizer_expect_places(t, " NAÏ\xcc\x88VE  猫[MASK]",
                            "[CLS]0-0 n1-2 ##a2-3 ##i3-5 ##v7-8 ##e8-9 猫11-14 [MASK]14-20 [SEP]20-20");
    tokenizer_expect_places(t, "我和", "[CLS]0-0 我0-3 [UNK]3-6 [SEP]6-6");
    tokenizer_close(t);
}

TEST(types_and_special_tokens_are_marked)
{
    struct tokenizer *t = tokenizer_said(
        "{'added_tokens':[{'id':1,'content':'<x>','special':true,'normalized':false},{'id':2,'content':'yes'}"
        "],"
        "'pre_tokenizer':{'type':'BertPreTokenizer'},'post_processor':{'type':'TemplateProcessing','single':["
        "{'SpecialToken':{'id':'x','type_id':0}},{'Sequence':{'id':'A','type_id':1}}],'special_tokens':{'x':{"
        "'ids':"
        "[1,1]}}},'model':{'type':'WordPiece','vocab':{'[UNK]':0,'a':3}}}",
        NULL);
    struct tokens got = {0};
    struct reply r = {0};
    assert_true(tokenizer_encode(t, "a yes<x>", 8, true, &got, &r));
    static const int types[] = {0, 0, 1, 1, 1}, specials[] = {1, 1, 0, 0, 1}, ids[] = {1, 1, 3, 2, 1};
    assert_int_equal(got.count, 5);
    for (int i = 0; i < got.count; i++) {
        assert_int_equal(got.v[i].type, types[i]);
        assert_int_equal(got.v[i].special, specials[i]);
        assert_int_equal(got.v[i].id, ids[i]);
    }
    assert_true(tokenizer_encode(t, "a", 1, false, &got, &r));
    assert_int_equal(got.count, 1);
    tokens_finish(&got);
    tokenizer_close(t);
}

/* ---- texts that are refused ---------------------------------------------------------------------- */

static void expect_refusal(const struct tokenizer *t, const char *text, size_t n, const char *why)
{
    struct tokens got = {0};
    struct reply r = {0};
    assert_false(tokenizer_encode(t, text, n, true, &got, &r));
    if (!strstr(text_str(&r.text), why))
        fail_msg("\"%s\" does not say \"%s\"", text_str(&r.text), why);
    tokens_finish(&got);
    reply_finish(&r);
}

TEST(texts_that_cannot_be_split_are_refused)
{
    static char much[TOKENIZER_TEXT + 1];
    memset(much, 'a', sizeof much);
    struct tokenizer *t = tokenizer_of("gpt2");
    expect_refusal(t, "ab\xff", 3, "byte 3 of the text is not valid UTF-8");
    expect_refusal(t, much, sizeof much, "16385 bytes (at most 16384)");
    tokenizer_close(t);
    t = tokenizer_small(
        "'pre_tokenizer':{'type':'Sequence','pretokenizers':[{'type':'Split','pattern':{'Regex':"
        "'(a|aa|b)+$'},'behavior':'Isolated'},{'type':'ByteLevel','use_regex':false}]},");
    expect_refusal(t, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", 45, "too many steps");
    tokenizer_close(t);
}

/* As in the library: a byte without a piece, and no unknown token. It is said once. */
TEST(a_byte_without_a_piece_is_left_out)
{
    struct tokens got = {0};
    struct reply r = {0};
    struct tokenizer *t = tokenizer_small("'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':false},");
    assert_true(tokenizer_encode(t, "axxa", 4, true, &got, &r));
    assert_int_equal(got.count, 2);
    assert_string_equal(text_str(&r.text), "<0x78> has no piece in the vocabulary and is left out");
    tokens_finish(&got);
    tokenizer_close(t);
    reply_finish(&r);
}

/* The longest text, as one word: merging is not quadratic, and every token is there. */
TEST(the_longest_word_is_split)
{
    static char much[TOKENIZER_TEXT / 5 * 5];
    struct tokens got = {0};
    struct reply r = {0};
    struct tokenizer *t = tokenizer_small("'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':false},");
    for (size_t i = 0; i < sizeof much; i++)
        much[i] = "abcab"[i % 5];
    assert_true(tokenizer_encode(t, much, sizeof much, true, &got, &r));
    assert_int_equal(got.count, 2 * sizeof much / 5);
    for (int i = 0; i < got.count; i++)
        assert_int_equal(got.v[i].id, i % 2 ? 3 : 4);
    tokens_finish(&got);
    tokenizer_close(t);
}
