/* When memory runs out: every allocation of opening and splitting is made to fail in turn. Nothing leaks, the
 * reason is said, and the next try works. (jansson has its own heap.) */
#include <stdlib.h>
#include <string.h>

#include "support/failing_heap.h"
#include "support/test.h"
#include "support/truth.h"
#include "network/tokens/tokenizer.h"

static const char bpe[] = "{\"normalizer\":{\"type\":\"NFC\"},\"added_tokens\":[{\"id\":7,\"content\":\"<x>"
                          "\",\"normalized\":true}],"
                          "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Digits\"},"
                          "{\"type\":\"ByteLevel\"}]},"
                          "\"model\":{\"type\":\"BPE\",\"ignore_merges\":true,\"vocab\":{\"a\":0,\"b\":1,"
                          "\"ab\":2,\"1\":3,\"\xc4\xa0\":4},"
                          "\"merges\":[\"a b\"]}}";
static const char wordpiece[] =
    "{\"normalizer\":{\"type\":\"BertNormalizer\"},\"pre_tokenizer\":{\"type\":\"BertPreTokenizer\"},"
    "\"post_processor\":{\"type\":\"BertProcessing\",\"cls\":[\"a\",1],\"sep\":[\"a\",1]},"
    "\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"[UNK]\":0,\"a\":1,\"##b\":2}}}";

static bool from_json(const char *json, struct tokens *out, struct reply *r)
{
    struct tokenizer *t = tokenizer_from_json((struct tokenizer_file){"file", json, strlen(json)}, r);
    bool ok = t && tokenizer_encode(t, "ab1 aab <x>", 11, true, out, r);
    tokenizer_close(t);
    return ok;
}

static bool from_bpe(struct tokens *out, struct reply *r)
{
    return from_json(bpe, out, r);
}

static bool from_wordpiece(struct tokens *out, struct reply *r)
{
    return from_json(wordpiece, out, r);
}

static bool from_folder(struct tokens *out, struct reply *r)
{
    struct tokenizer *t = tokenizer_open("tests/data/models/bert-list", r);
    bool ok = t && tokenizer_encode(t, "the cat", 7, true, out, r);
    tokenizer_close(t);
    return ok;
}

static int fail_each(bool (*open)(struct tokens *, struct reply *))
{
    for (int k = 1;; k++) {
        struct tokens out = {0};
        struct reply r = {0};
        left = k;
        hit = false;
        bool ok = open(&out, &r);
        bool failed = hit;
        left = 0;
        assert_int_equal(ok, !failed);
        assert_int_equal(ok, !r.failed);
        tokens_finish(&out);
        reply_finish(&r);
        assert_int_equal(live, 0);
        if (!failed)
            return k;
    }
}

TEST(every_allocation_may_fail)
{
    assert_true(fail_each(from_bpe) > 20);
    assert_true(fail_each(from_wordpiece) > 20);
    assert_true(fail_each(from_folder) > 20);
}
