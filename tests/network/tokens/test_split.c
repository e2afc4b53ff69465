/* Pre-tokenizers and added tokens: where a text is cut. */
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "support/tokenizers.h"

/* A WordPiece that knows no word shows each word as [UNK] and where it is. */
static void expect_cuts(const char *parts, const char *text, const char *places)
{
    struct text json = {0};
    text_addf(&json, "{%s,'model':{'type':'WordPiece','vocab':{'[UNK]':0}}}", parts);
    struct tokenizer *t = tokenizer_said(text_str(&json), NULL);
    struct tokens got = {0};
    struct reply r = {0};
    struct text all = TEXT_HERE;
    assert_true(tokenizer_encode(t, text, strlen(text), true, &got, &r));
    for (int i = 0; i < got.count; i++)
        text_addf(&all, "%s%.*s", i > 0 ? "|" : "", (int)(got.v[i].to - got.v[i].from), text + got.v[i].from);
    assert_string_equal(text_str(&all), places);
    text_finish(&all);
    text_finish(&json);
    tokens_finish(&got);
    tokenizer_close(t);
}

static void expect_split(const char *pattern, const char *behavior, const char *text, const char *places)
{
    struct text parts = TEXT_HERE;
    text_addf(&parts, "'pre_tokenizer':{'type':'Split','pattern':{%s},'behavior':'%s'}", pattern, behavior);
    expect_cuts(text_str(&parts), text, places);
    text_finish(&parts);
}

/* The examples of the tokenizers library (tokenizer/normalizer.rs): "The-final--countdown". */
TEST(matches_are_kept_in_five_ways)
{
    const char *text = "The-final--countdown", *dash = "'String':'-'";
    expect_split(dash, "Removed", text, "The|final|countdown");
    expect_split(dash, "Isolated", text, "The|-|final|-|-|countdown");
    expect_split(dash, "MergedWithPrevious", text, "The-|final-|-|countdown");
    expect_split(dash, "MergedWithNext", text, "The|-final|-|-countdown");
    expect_split(dash, "Contiguous", text, "The|-|final|--|countdown");
    expect_split(dash, "Removed','invert':true,'x':'", text, "-|-|-");
    expect_split(dash, "Isolated", "-", "-");
}

TEST(a_string_is_no_pattern)
{
    expect_split("'String':'.*é'", "Isolated", "a.*éb", "a|.*é|b");
}

TEST(patterns_know_unicode_and_look_ahead)
{
    expect_split("'Regex':'\\\\p{L}+'", "Isolated", "猫cat1é", "猫cat|1|é");
    expect_split("'Regex':'\\\\s+(?!\\\\S)|\\\\s+'", "Isolated", "a  b", "a| | |b");
    expect_split("'Regex':'x*'", "Isolated", "aéx猫", "a|é|x|猫");
    expect_split("'Regex':'(a|bx)|'", "Isolated", "aacbxa", "a|a|c|bx|a"); /* with a group */
}

/* Oniguruma reads a bracket in a class as a class of its own: BLOOM's pattern needs that. */
TEST(a_class_may_stand_in_a_class)
{
    expect_split("'Regex':' ?[^(\\\\s|[.,!?…。，、।۔،])]+'", "Isolated", "I (see), 猫。a|b",
                 "I| (|see|),| 猫|。|a|||b");
    expect_split("'Regex':'[a[bc]\\\\][:digit:]]'", "Removed", "xaxbx]x1x[", "x|x|x|x|x[");
    expect_split("'Regex':'[\\\\W]+'", "Removed", "ab, c", "ab|c");
}

/* Llama 3's pattern, as it is in the file. */
TEST(newer_patterns_work_as_they_are)
{
    expect_split("'Regex':'(?i:\\'s|\\'t|\\'re|\\'ve|\\'m|\\'ll|\\'d)|[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?\\\\p{L}+"
                 "|\\\\p{N}{1,3}| "
                 "?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n]*|\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+'",
                 "Isolated", "The cat, 12345 of\n\n  them (all)",
                 "The| cat|,| |123|45| of|\n\n| | them| (|all|)");
}

TEST(kinds_have_patterns_of_their_own)
{
    expect_cuts("'pre_tokenizer':{'type':'Whitespace'}", "don't $5 猫。", "don|'|t|$|5|猫|。");
    expect_cuts("'pre_tokenizer':{'type':'WhitespaceSplit'}", "don't\t$5\xe2\x80\xa8x", "don't|$5|x");
    expect_cuts("'pre_tokenizer':{'type':'Punctuation'}", "a$。b", "a|$|。|b");
    expect_cuts("'pre_tokenizer':{'type':'Digits'}", "a12b", "a|12|b");
    expect_cuts("'pre_tokenizer':{'type':'Digits','individual_digits':true}", "a12b", "a|1|2|b");
    expect_cuts("'pre_tokenizer':{'type':'BertPreTokenizer'}", "a$b c。", "a|$|b|c|。");
    expect_cuts(
        "'pre_tokenizer':{'type':'Sequence','pretokenizers':[{'type':'Digits'},{'type':'WhitespaceSplit'}]}",
        "a 12b", "a|12|b");
    expect_cuts("'pre_tokenizer':null", "a b", "a b");
}

TEST(a_blank_is_put_in_front_if_asked)
{
    struct tokenizer *t = tokenizer_small("'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':true},");
    tokenizer_expect_places(t, "a b", "␣a0-1 ␣1-2 b2-3");
    tokenizer_expect_places(t, " a<|end|>a", "␣a0-2 <|end|>2-9 ␣a9-10");
    tokenizer_expect_places(t, "", "");
    tokenizer_close(t);
}

/* Metaspace: before the text, before each part of it between special tokens, or nowhere. */
TEST(a_sign_is_put_in_front_of_the_text_or_of_every_part)
{
    static const char *const wants[][2] = {
        {"first", "▁a ▁b <x> a"}, {"always", "▁a ▁b <x> ▁a"}, {"never", "a ▁b <x> a"}};
    for (size_t i = 0; i < sizeof wants / sizeof *wants; i++) {
        struct text json = {0};
        text_addf(&json,
                  "{'added_tokens':[{'id':9,'content':'<x>','normalized':false}],"
                  "'pre_tokenizer':{'type':'Metaspace','replacement':'▁','prepend_scheme':'%s'},"
                  "'model':{'type':'WordPiece','vocab':{'[UNK]':0,'a':1,'▁a':2,'▁b':3}}}",
                  wants[i][0]);
        struct tokenizer *t = tokenizer_said(text_str(&json), NULL);
        tokenizer_expect(t, "a b<x>a", wants[i][1]);
        tokenizer_close(t);
        text_finish(&json);
    }
}

TEST(a_word_that_is_a_piece_may_skip_the_merges)
{
    const char *json =
        "{'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':false},'model':{'type':'BPE',%s"
        "'vocab':{'a':0,'Ċ':1,'aĊ':2,'aaa':3},'merges':[]}}";
    struct text said = TEXT_HERE;
    text_addf(&said, json, "");
    struct tokenizer *t = tokenizer_said(text_str(&said), NULL);
    tokenizer_expect(t, "aaa", "a a a");
    tokenizer_close(t);
    text_clear(&said);
    text_addf(&said, json, "'ignore_merges':true,");
    t = tokenizer_said(text_str(&said), NULL);
    tokenizer_expect(t, "aaa", "aaa");
    tokenizer_close(t);
    text_finish(&said);
}

/* The pair that was learned first is joined first, wherever it is; of equal ones the left. */
TEST(merges_go_by_rank_then_from_the_left)
{
    struct tokenizer *t = tokenizer_said("{'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':false},'"
                                         "model':{'vocab':{'a':0,'b':1,'c':2,'bc':3,"
                                         "'ab':4,'aa':5,'aab':6},'merges':['b c','a b','a a','a ab']}}",
                                         NULL);
    tokenizer_expect(t, "abc", "a bc");
    tokenizer_expect(t, "ab", "ab");
    tokenizer_expect(t, "aaa", "aa a");
    tokenizer_expect(t, "aab", "aab");
    tokenizer_expect(t, "aaab", "aa ab");
    tokenizer_close(t);
}

/* ---- added tokens --------------------------------------------------------------------------------- */

static struct tokenizer *with_added(const char *tokens)
{
    struct text json = {0};
    text_addf(
        &json,
        "{'added_tokens':[%s],'normalizer':{'type':'Lowercase'},'pre_tokenizer':{'type':'WhitespaceSplit'},"
        "'model':{'type':'WordPiece','vocab':{'[UNK]':0,'a':1,'##b':2}}}",
        tokens);
    struct tokenizer *t = tokenizer_said(text_str(&json), NULL);
    text_finish(&json);
    return t;
}

TEST(the_leftmost_and_then_longest_token_is_found)
{
    struct tokenizer *t =
        with_added("{'id':10,'content':'<x','normalized':false},{'id':11,'content':'<x><','normalized'"
                   ":false},{'id':12,'content':'><y>','normalized':false}");
    tokenizer_expect_places(t, "a<x><y>", "a0-1 <x><1-5 [UNK]5-7");
    tokenizer_expect_places(t, "<x<x", "<x0-2 <x2-4");
    tokenizer_close(t);
}

TEST(a_token_takes_the_blanks_beside_it)
{
    struct tokenizer *t =
        with_added("{'id':10,'content':'<l>','lstrip':true,'normalized':false},{'id':11,'content':'<r>',"
                   "'rstrip':true,'normalized':false}");
    tokenizer_expect_places(t, "a  <l>  a", "a0-1 <l>1-6 a8-9");
    tokenizer_expect_places(t, "a  <r> \xe2\x80\xa8 a", "a0-1 <r>3-11 a11-12");
    tokenizer_expect_places(t, "<r> <l>", "<r>0-4 <l>4-7");
    tokenizer_close(t);
}

TEST(a_single_word_is_not_found_inside_one)
{
    struct tokenizer *t = with_added("{'id':10,'content':'ab','single_word':true,'normalized':false}");
    tokenizer_expect(t, "ab\xe2\x80\x8c", "[UNK]"); /* what joins nothing is a part of the word, too */
    tokenizer_expect(t, "ab (ab) aab ab1 éab ab-", "ab [UNK] ab [UNK] [UNK] [UNK] [UNK] ab [UNK]");
    tokenizer_close(t);
}

/* It is no piece of the model: a word that happens to be made of it is split as if it were not there. */
TEST(an_added_token_is_no_piece_of_a_word)
{
    struct tokenizer *t = with_added("{'id':10,'content':'ab','single_word':true,'normalized':false}");
    tokenizer_expect(t, "abb ab", "a ##b ##b ab");
    assert_int_equal(tokenizer_find(t, "ab"), 10);
    tokenizer_close(t);
}

/* Of a text in lower case, and without its own capitals. */
TEST(a_normalized_token_is_found_in_changed_text)
{
    struct tokenizer *t = with_added("{'id':10,'content':'YES','normalized':true},{'id':11,'content':'NO',"
                                     "'normalized':false}");
    tokenizer_expect_places(t, "yes Yes no NO", "YES0-3 YES4-7 [UNK]8-10 NO11-13");
    tokenizer_close(t);
}
