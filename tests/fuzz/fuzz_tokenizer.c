/* Files of tokenizers and a text, with NUL between them: a tokenizer.json; a vocab.json and a merges.txt,
 * which begins with #; or a vocab.txt. Whatever they are: a reason, or tokens that exist, that cover
 * bytes of the text, and whose names can be shown. */
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "network/tokens/tokenizer.h"

/* Takes the bytes up to the next NUL. */
static struct tokenizer_file next(const char **at, size_t *left)
{
    const char *end = *left > 0 ? memchr(*at, '\0', *left) : NULL;
    struct tokenizer_file f = {"file", *at, end ? (size_t)(end - *at) : *left};
    *left -= f.n + (end != NULL);
    *at += f.n + (end != NULL);
    return f;
}

static void check_name(const char *name)
{
    size_t n = strlen(name);
    must(n > 0 && utf8_invalid_at(name, n) == n);
    for (size_t i = 0; i < n;) {
        uint32_t ch = 0;
        i += utf8_decode(name + i, n - i, &ch);
        must(!utf8_forbidden(ch));
    }
}

/* Its name beside the others of the text. */
static void check_name_in(const struct tokenizer *t, const struct tokens *of, int at)
{
    enum { BESIDE = 4 };
    int id[2 * BESIDE + 1], count = 0, from = at > BESIDE ? at - BESIDE : 0;
    struct text name = {0};
    for (int i = from; i < of->count && i <= at + BESIDE; i++)
        id[count++] = of->v[i].id;
    tokenizer_add_name_in(t, id, count, at - from, &name);
    check_name(text_str(&name));
    text_finish(&name);
}

static void check_tokens(const struct tokenizer *t, struct tokenizer_file text)
{
    struct tokens out = {0};
    struct reply r = {0};
    if (tokenizer_encode(t, text.bytes, text.n, true, &out, &r)) {
        for (int i = 0; i < out.count; i++) {
            must(out.v[i].id >= 0 && out.v[i].id < tokenizer_size(t));
            must(out.v[i].from <= out.v[i].to && out.v[i].to <= text.n);
            check_name_in(t, &out, i);
        }
    } else
        must(r.failed && r.text.len > 0);
    tokens_finish(&out);
    reply_finish(&r);
}

static void check_ids(const struct tokenizer *t)
{
    struct text name = {0}, bytes = {0};
    for (int id = -1; id < tokenizer_size(t) + 1 && id < 400; id++) {
        text_clear(&name);
        tokenizer_add_name(t, id, &name);
        check_name(text_str(&name));
        tokenizer_add_bytes(t, id, &bytes);
    }
    text_finish(&name);
    text_finish(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *at = (const char *)bytes;
    struct reply r = {0};
    struct tokenizer_file first = next(&at, &size), second = next(&at, &size);
    /* (what is beside older files comes behind them) */
    struct tokenizer_file third = next(&at, &size), fourth = next(&at, &size), none = {0};
    struct tokenizer_beside beside = {third.n > 0 && third.bytes[0] == '{' ? third : none,
                                      fourth.n > 0 && fourth.bytes[0] == '{' ? fourth : none, none};
    bool json = first.n > 0 && first.bytes[0] == '{', merges = second.n > 0 && second.bytes[0] == '#';
    struct tokenizer *t = json && merges ? tokenizer_from_merges(first, second, beside, &r)
                          : json         ? tokenizer_from_json(first, &r)
                                         : tokenizer_from_list(first, beside, &r);
    if (t) {
        check_ids(t);
        check_tokens(t, json && merges ? third : second);
    } else
        must(r.failed && r.text.len > 0);
    tokenizer_close(t);
    reply_finish(&r);
    return 0;
}
