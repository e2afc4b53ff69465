#include "support/test.h"
#include "support/tokenizers.h"

#include <string.h>

struct tokenizer *tokenizer_of(const char *folder)
{
    struct reply r = {0};
    struct text path = TEXT_HERE;
    text_addf(&path, "tests/data/models/%s", folder);
    struct tokenizer *t = tokenizer_open(text_str(&path), &r);
    if (!t)
        fail_msg("%s (run the tests from the top folder)", text_str(&r.text));
    text_finish(&path);
    reply_finish(&r);
    return t;
}

struct tokenizer *tokenizer_said(const char *json, struct text *why)
{
    struct text said = {0};
    struct reply r = {0};
    text_add(&said, json);
    for (char *c = said.s; c && *c; c++)
        *c = *c == '\'' ? '"' : *c;
    struct tokenizer *t = tokenizer_from_json((struct tokenizer_file){"file", text_str(&said), said.len}, &r);
    assert_int_equal(t == NULL, r.failed);
    if (why)
        text_add(why, text_str(&r.text));
    else if (!t)
        fail_msg("%s", text_str(&r.text));
    text_finish(&said);
    reply_finish(&r);
    return t;
}

struct tokenizer *tokenizer_small(const char *parts)
{
    struct text json = {0};
    text_addf(
        &json,
        "{'added_tokens':[{'id':20,'content':'<|end|>','special':true,'normalized':false},"
        "{'id':21,'content':'<mask>','special':true,'normalized':false,'lstrip':true}],%s"
        "'model':{'type':'BPE','vocab':{'a':0,'b':1,'c':2,'ab':3,'abc':4,'Ġ':5,'Ġa':6,'Ċ':7,'1':8,'.':9,"
        "',':10,'æ':11,'Ī':12,'ĳ':13,'æĪ':14,'é':15,'Ã':16,'©':17,'Ì':18,'ģ':19},"
        "'merges':['a b','ab c',['Ġ','a'],['æ','Ī']]}}",
        parts);
    struct tokenizer *t = tokenizer_said(text_str(&json), NULL);
    text_finish(&json);
    return t;
}

static struct tokens encode(const struct tokenizer *t, const char *text, bool whole)
{
    struct tokens out = {0};
    struct reply r = {0};
    if (!tokenizer_encode(t, text, strlen(text), whole, &out, &r))
        fail_msg("%s: %s", text, text_str(&r.text));
    reply_finish(&r);
    return out;
}

static void add_name(const struct tokenizer *t, const struct tokens *of, int i, struct text *out)
{
    int id[100];
    assert_true(of->count <= 100);
    for (int k = 0; k < of->count; k++)
        id[k] = of->v[k].id;
    text_add(out, i > 0 ? " " : "");
    tokenizer_add_name_in(t, id, of->count, i, out);
}

void tokenizer_expect(const struct tokenizer *t, const char *text, const char *names)
{
    struct tokens got = encode(t, text, false);
    struct text all = TEXT_HERE;
    for (int i = 0; i < got.count; i++)
        add_name(t, &got, i, &all);
    assert_string_equal(text_str(&all), names);
    text_finish(&all);
    tokens_finish(&got);
}

void tokenizer_expect_places(const struct tokenizer *t, const char *text, const char *places)
{
    struct tokens got = encode(t, text, true);
    struct text all = TEXT_HERE;
    for (int i = 0; i < got.count; i++) {
        add_name(t, &got, i, &all);
        text_addf(&all, "%zu-%zu", got.v[i].from, got.v[i].to);
    }
    assert_string_equal(text_str(&all), places);
    text_finish(&all);
    tokens_finish(&got);
}
