/* Files of tokenizers that are refused, and what the message says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keep/json_file.h"
#include "network/tokens/vocabulary.h"
#include "support/test.h"
#include "support/tokenizers.h"

static void expect(const char *json, const char *says)
{
    struct text why = {0};
    struct tokenizer *t = tokenizer_said(json, &why);
    if (t)
        fail_msg("%.200s was read", json);
    if (!strstr(text_str(&why), says) || strncmp(text_str(&why), "file", 4) != 0)
        fail_msg("\"%s\" does not say \"%s\"", text_str(&why), says);
    text_finish(&why);
}

/* The same for a model that is a BPE by bytes with the pieces a, b and ab. */
static void expect_bpe(const char *model, const char *says)
{
    struct text json = {0};
    text_addf(&json, "{'pre_tokenizer':{'type':'ByteLevel'},'model':{'type':'BPE',%s}}", model);
    expect(text_str(&json), says);
    text_finish(&json);
}

TEST(what_is_no_tokenizer_is_named)
{
    expect("", "line 1: not valid JSON");
    expect("{'model':\n{'vocab' 1}}", "line 2: not valid JSON");
    expect("{'a':1,'a':2}", "duplicate");
    expect("{'a':'\xff'}", "not valid JSON");
    expect("{'a':1} x", "not valid JSON");
    expect("[]", "\"model\" is missing");
    expect("{}", "\"model\" is missing");
    expect("{'model':[1]}", "\"model\" is missing");
    expect("{'model':{}}", "the kind of the tokenizer, \"\"");
    expect("{'model':{'type':'Unigram','vocab':[['a',-1.5]]}}",
           "of kind Unigram cannot be opened yet (BPE and WordPiece can)");
    expect("{'model':{'type':'WordLevel'}}", "WordLevel");
    expect("{'model':{'type':7,'merges':[]}}", "model.vocab is missing");
}

TEST(parts_of_other_kinds_are_named)
{
    expect("{'normalizer':{'type':'Precompiled'},'model':{'type':'BPE'}}",
           "\"Precompiled\" is not supported");
    expect("{'normalizer':{},'model':{'type':'BPE'}}", "the normalizer \"\"");
    expect("{'normalizer':{'type':'Sequence','normalizers':[{'type':'Sequence','normalizers':[]}]},'model':{'"
           "type':"
           "'BPE'}}",
           "\"Sequence\" is not supported");
    expect("{'normalizer':{'type':'Prepend','prepend':'x'},'model':{'type':'BPE'}}",
           "\"Prepend\" is not supported");
    expect("{'normalizer':{'type':'Replace','pattern':{'String':' '},'content':'_'},'model':{'type':'BPE'}}",
           "\"Replace\" is not supported");
    expect("{'pre_tokenizer':{'type':'UnicodeScripts'},'model':{'type':'BPE'}}",
           "\"UnicodeScripts\" is not supported");
    expect("{'pre_tokenizer':{'type':'Split','behavior':'Isolated'},'model':{'type':'BPE'}}",
           "without a pattern");
    expect("{'pre_tokenizer':{'type':'Split','pattern':{'String':'a'},'behavior':'Swallowed'},'model':{'type'"
           ":'BPE'}}",
           "\"Swallowed\", is unknown");
    expect("{'pre_tokenizer':{'type':'Metaspace','replacement':'ab'},'model':{'type':'BPE'}}",
           "Metaspace needs");
    expect("{'pre_tokenizer':{'type':'Metaspace','prepend_scheme':'last'},'model':{'type':'BPE'}}",
           "first, always or never");
    expect_bpe("'dropout':0.1,'vocab':{'a':0},'merges':[]", "dropout");
    expect_bpe("'end_of_word_suffix':'</w>','vocab':{'a':0},'merges':[]",
               "marks the beginning or end of words");
    expect("{'pre_tokenizer':{'type':'ByteLevel'},'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}",
           "with ByteLevel");
}

TEST(pieces_and_ids_are_checked)
{
    expect_bpe("'merges':[]", "model.vocab is missing");
    expect_bpe("'vocab':[],'merges':[]", "model.vocab is missing");
    expect_bpe("'vocab':{'a':-1},'merges':[]", "\"a\" has the id -1: ids are from 0 to 1048575");
    expect_bpe("'vocab':{'a':1048576},'merges':[]", "has the id 1048576");
    expect_bpe("'vocab':{'a':9223372036854775807},'merges':[]", "has the id 9223372036854775807");
    expect_bpe("'vocab':{'a':99999999999999999999},'merges':[]", "\"a\" has the id -1");
    expect_bpe("'vocab':{'a':0.5},'merges':[]", "has the id -1");
    expect_bpe("'vocab':{'a':'0'},'merges':[]", "has the id -1");
    expect_bpe("'vocab':{'a':3,'b':3},'merges':[]", "\"a\" and \"b\" have the same id 3");
    expect_bpe("'vocab':{'':3},'merges':[]", "0 bytes: 1 to 4096");
    expect("{'model':{'type':'WordPiece','vocab':{'a':0}}}", "(model.unk_token) is not in the vocabulary");
    expect("{'model':{'type':'WordPiece','max_input_chars_per_word':1001,'vocab':{'[UNK]':0}}}",
           "must be 1 to 1000");
    expect(
        "{'model':{'type':'WordPiece','continuing_subword_prefix':'################','vocab':{'[UNK]':0}}}",
        "shorter than 16");
}

TEST(added_tokens_are_checked)
{
    expect("{'added_tokens':[{'id':1}],'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}", "0 bytes");
    expect("{'added_tokens':[{'content':'x'}],'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}",
           "has the id -1");
    expect("{'added_tokens':[{'id':0,'content':'x'}],'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}",
           "have the same id 0");
    expect("{'added_tokens':[{'id':1,'content':'[UNK]'}],'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}",
           "\"[UNK]\" occurs twice, with ids 0 and 1");
    expect("{'added_tokens':[7],'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}", "has the id -1");
}

TEST(merges_are_checked)
{
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2}", "model.merges is missing");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':['ab']", "merge 1 is neither");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':['a b','a b c']", "merge 2 is neither");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':[['a']]", "merge 1 is neither");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':[['a','b','a']]", "merge 1 is neither");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':[7]", "merge 1 is neither");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':['a c']", "merge 1, a + c: both halves");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':['b a']", "merge 1, b + a: both halves");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':['a b',['a','b']]", "merge 2 repeats merge 1");
    expect_bpe("'vocab':{'a':0,'b':1,'ab':2},'merges':[['','a']]",
               "merge 1,  + a: both halves"); /* for ever */
}

TEST(what_stands_around_a_sentence_is_checked)
{
#define AROUND(text) "{'post_processor':" text ",'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}"
    expect(AROUND("{'type':'X'}"), "\"X\" is not supported");
    expect(AROUND("{'type':'BertProcessing','cls':['[CLS]',5],'sep':['[SEP]',0]}"),
           "the vocabulary does not have");
    expect(AROUND("{'type':'BertProcessing','cls':['[CLS]',4294967296],'sep':['[SEP]',0]}"), "does not have");
    expect(AROUND("{'type':'BertProcessing'}"), "does not have");
    expect(AROUND("{'type':'TemplateProcessing','single':[]}"), "the sentence once");
    expect(AROUND("{'type':'TemplateProcessing','single':[{'Sequence':{}},{'Sequence':{}}]}"),
           "the sentence once");
    expect(AROUND("{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'c'}},{'Sequence':{}}]}"),
           "does not say its id");
    expect(AROUND("{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'c'}},{'Sequence':{}}],"
                  "'special_tokens':{'c':{'ids':[9]}}}"),
           "does not have");
    expect(AROUND("{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'c'}},{'Sequence':{}}],"
                  "'special_tokens':{'c':{'ids':[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}}}"),
           "more than 16 tokens");
}

static void expect_pattern(const char *pattern, const char *says)
{
    struct text json = {0};
    text_addf(
        &json,
        "{'pre_tokenizer':{'type':'Split','behavior':'Isolated','pattern':{'Regex':'%s'}},'model':{'type':"
        "'WordPiece','vocab':{'[UNK]':0}}}",
        pattern);
    expect(text_str(&json), says);
    text_finish(&json);
}

TEST(patterns_are_checked)
{
    struct text many = {0};
    expect_pattern("(", "missing closing parenthesis");
    expect_pattern("a{9999999}", "cannot be used");
    expect_pattern("\\\\C", "\\C");
    expect_pattern("((((a{1,99}){1,99}){1,99}){1,99}){1,99}", "too large");
    expect_pattern("[a&&[b]]", "[^…] or &&");
    expect_pattern("[a[^b]]", "[^…] or &&");
    expect_pattern("\\\\X", "with \\X");
    expect_pattern("[\\\\B]", "with \\X");
    for (int i = 0; i < 101; i++)
        text_add(&many, "(");
    for (int i = 0; i < 101; i++)
        text_add(&many, ")");
    expect_pattern(text_str(&many), "too deeply nested");
    text_clear(&many);
    for (int i = 0; i < 4097; i++)
        text_add(&many, "a");
    expect_pattern(text_str(&many), "longer than the limit");
    text_finish(&many);
}

/* ---- giants --------------------------------------------------------------------------------------- */

/* One addition, so that it is quick also where texts grow byte by byte (TINY). */
static void repeat(struct text *out, const char *s, size_t times)
{
    size_t n = strlen(s);
    char *all = malloc(n * times);
    assert_non_null(all);
    for (size_t i = 0; i < times; i++)
        memcpy(all + i * n, s, n);
    text_add_bytes(out, all, n * times);
    free(all);
}

TEST(giants_are_refused_in_time)
{
    struct text json = {0};
    repeat(&json, "[", 3000);
    expect(text_str(&json), "maximum parsing depth");
    text_clear(&json);
    text_add(&json, "[");
    repeat(&json, "[],", JSON_FILE_VALUES / 2);
    text_add(&json, "[]]");
    expect(text_str(&json), "more than 4000000 values");
    text_clear(&json);
    text_add(&json, "{'model':{'type':'WordPiece','vocab':{'[UNK]':0,'");
    repeat(&json, "x", VOCABULARY_PIECE + 1);
    text_add(&json, "':1}}}");
    expect(text_str(&json), "id 1 has 4097 bytes");
    text_clear(&json);
    text_add(&json, "{'model':{'type':'WordPiece','vocab':{'[UNK]':0,'");
    repeat(&json, "x", JSON_FILE_VALUES); /* as many bytes, but few values */
    text_add(&json, "':1}}}");
    expect(text_str(&json), "id 1 has 4000000 bytes");
    text_clear(&json);
    text_add(&json, "{'normalizer':{'type':'Sequence','normalizers':[");
    repeat(&json, "{'type':'NFC'},", 8);
    text_add(&json, "{'type':'NFC'}]},'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}");
    expect(text_str(&json), "more than 16 steps");
    text_clear(&json);
    text_add(&json, "{'pre_tokenizer':{'type':'Sequence','pretokenizers':[");
    repeat(&json, "{'type':'Digits'},", 16);
    text_add(&json, "{'type':'Digits'}]},'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}");
    expect(text_str(&json), "more than 16 steps");
    text_clear(&json);
    text_add(&json, "{'pre_tokenizer':{'type':'Sequence','pretokenizers':[");
    repeat(&json, "{'type':'Digits'},", 16);
    text_add(&json, "{'type':'ByteLevel'}]},'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}");
    expect(text_str(&json), "more than 16 steps");
    text_finish(&json);
}

/* Pieces whose hashes fall together: found by trying, as somebody with bad intentions would. */
TEST(pieces_with_one_hash_are_refused)
{
    struct vocabulary v = {.path = "file"};
    struct reply r = {0};
    int found = 0;
    bool ok = true;
    for (uint32_t i = 0; ok && found < 3000; i++) {
        char s[12];
        int n = snprintf(s, sizeof s, "%x", i);
        struct piece p = {s, (size_t)n};
        uint64_t hash = vocabulary_hash(VOCABULARY_HASH_EMPTY, s, p.n);
        if (((hash * 0x9e3779b97f4a7c15u) >> 32 & 0x1fff) < 4)
            ok = vocabulary_add(&v, p, found++, &r);
    }
    assert_false(ok);
    assert_non_null(strstr(text_str(&r.text), "made to be slow"));
    vocabulary_finish(&v);
    reply_finish(&r);
}

/* ---- folders and older files -------------------------------------------------------------------------- */

static void expect_list(const char *vocab, const char *says)
{
    struct reply r = {0};
    struct tokenizer_beside none = {0};
    assert_null(tokenizer_from_list((struct tokenizer_file){"file", vocab, strlen(vocab)}, none, &r));
    if (!strstr(text_str(&r.text), says))
        fail_msg("\"%s\" does not say \"%s\"", text_str(&r.text), says);
    reply_finish(&r);
}

static void expect_merges(const char *merges, const char *says)
{
    static const char vocab[] = "{\"a\":0,\"b\":1,\"ab\":2}";
    struct reply r = {0};
    assert_null(tokenizer_from_merges((struct tokenizer_file){"vocab", vocab, sizeof vocab - 1},
                                      (struct tokenizer_file){"merges", merges, strlen(merges)},
                                      (struct tokenizer_beside){0}, &r));
    if (!strstr(text_str(&r.text), says))
        fail_msg("\"%s\" does not say \"%s\"", text_str(&r.text), says);
    reply_finish(&r);
}

TEST(older_files_are_checked)
{
    expect_list("", "no line [UNK]");
    expect_list("a\nb\n", "no line [UNK]");
    expect_list("a\n\nb\n[UNK]", "id 1 has 0 bytes");
    expect_list("[UNK]\n\xff\n", "not a text in UTF-8");
    expect_merges("#version: 0.2\nab\n", "merges, line 2: expected two pieces");
    expect_merges("a b a\n", "merges, line 1: expected two pieces");
    expect_merges("a b\n\na b\n", "merge 2 repeats merge 1");
    expect_merges("a b\nb a\n", "merges: merge 2, b + a");
}

TEST(a_folder_without_a_tokenizer_says_what_is_expected)
{
    struct reply r = {0};
    assert_null(tokenizer_open("tests/data", &r));
    assert_non_null(strstr(text_str(&r.text), "tests/data: no tokenizer. Expected tokenizer.json"));
    reply_finish(&r);
}
