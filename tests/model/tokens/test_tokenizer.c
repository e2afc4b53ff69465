/* Tokenizers of models: 106 texts against an independent program, and what the ids stand for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/tokens/tokenizer.h"
#include "support/locale.h"
#include "support/truth.h"

static struct tokenizer *open_folder(const char *folder)
{
    struct reply r = {0};
    struct tokenizer *t = tokenizer_open(folder, &r);
    if (!t)
        fail_msg("%s", text_str(&r.text));
    reply_finish(&r);
    return t;
}

static struct tokens encode(const struct tokenizer *t, const char *text, size_t n)
{
    struct tokens out = {0};
    struct reply r = {0};
    if (!tokenizer_encode(t, text, n, true, &out, &r))
        fail_msg("%s: %s", text, text_str(&r.text));
    reply_finish(&r);
    return out;
}

static void check_text(const struct tokenizer *t, json_t *item)
{
    json_t *text = truth_at(item, "text"), *ids = truth_at(item, "ids"), *decoded = truth_at(item, "decoded");
    struct tokens got = encode(t, json_string_value(text), json_string_length(text));
    struct text bytes = {0};
    bool same = got.count == (int)json_array_size(ids);
    for (int i = 0; same && i < got.count; i++) {
        same = got.v[i].id == (int)truth_number(truth_nth(ids, i)) &&
               tokenizer_find(t, json_string_value(truth_nth(truth_at(item, "tokens"), i))) == got.v[i].id;
        tokenizer_add_bytes(t, got.v[i].id, &bytes);
    }
    if (!same)
        fail_msg("\"%s\" became %d tokens, should be %zu others", json_string_value(text), got.count,
                 json_array_size(ids));
    if (decoded) {
        assert_int_equal(bytes.len, json_string_length(decoded));
        assert_memory_equal(text_str(&bytes), json_string_value(decoded), bytes.len);
    }
    text_finish(&bytes);
    tokens_finish(&got);
}

static void check_list(const char *folder, const char *list)
{
    struct tokenizer *t = open_folder(folder);
    struct truth truth = truth_open("models/tokens");
    size_t i;
    json_t *item;
    json_array_foreach(truth_at(truth.root, list), i, item)
    {
        check_text(t, item);
    }
    assert_int_equal(i, 53);
    truth_close(&truth);
    tokenizer_close(t);
}

static void every_text_of_the_reference_has_its_ids(void **state)
{
    (void)state;
    check_list("tests/data/models/gpt2", "bpe");
    check_list("tests/data/models/gpt2-bf16", "bpe");
    check_list("tests/data/models/bert", "wordpiece");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_of_the_reference_has_its_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
