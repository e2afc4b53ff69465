/* A whole model: config.json, a zero byte, then the safetensors file. It is refused with a reason, or two of
 * its words go through it. */
#include "core/pipeline/trace.h"
#include "fuzz/fuzz.h"
#include "network/pretrained.h"

enum { WORDS = 2, SMALL = 64, NUMBERS = 1 << 20 };

static void compute(const struct pretrained *p)
{
    struct config c;
    struct arena rows = {0};
    struct trace t = {0};
    pretrained_config(p, &c);
    c.n = WORDS;
    must(arena_reserve(&rows, (size_t)2 * WORDS * (size_t)c.d));
    c.X = mat_in(&rows, WORDS, c.d);
    for (int i = 0; i < WORDS; i++)
        factor_copy(mat_rows(c.X, i, 1), pretrained_token(p, i % p->sizes.vocab));
    if (c.types > 0) {
        c.T = mat_in(&rows, WORDS, c.d);
        mat_fill(c.T, 0);
    }
    if (trace_room(&c) < NUMBERS && trace_reserve(&t, &c))
        must(trace_compute(&t, &c));
    trace_finish(&t);
    arena_finish(&rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reply r = {0};
    const uint8_t *end = memchr(bytes, 0, size);
    size_t config = end ? (size_t)(end - bytes) : size, rest = end ? size - config - 1 : 0;
    struct pretrained *p = pretrained_of_bytes((const char *)bytes, config, bytes + size - rest, rest, &r);
    must(p != NULL || (r.failed && r.text.len > 0));
    if (p && p->sizes.d <= SMALL && p->sizes.layers <= SMALL && p->sizes.words >= WORDS)
        compute(p);
    pretrained_drop(p);
    reply_finish(&r);
    return 0;
}
