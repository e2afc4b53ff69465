/* A token more or less in each of the small models: what was computed for the tokens before it is kept, and
 * all numbers are those of a fresh computation. */
#include <stdio.h>

#include "core/pipeline/readout.h"
#include "network/pretrained.h"
#include "support/random_case.h"
#include "support/test.h"

enum { TOKENS = 6 };

static const struct {
    const char *folder;
    bool causal;
} models[] = {{"bert", false},    {"bloom-bf16", true},   {"bloom-f32", true}, {"distilbert-f16", false},
              {"gpt-neo", true},  {"gpt2", true},         {"gpt2-bf16", true}, {"llama-bf16", true},
              {"llama3", true},   {"llama-linear", true}, {"mistral", true},   {"qwen2", true},
              {"roberta", false}, {"qwen3", true},        {"gemma2", true},    {"gemma3", true},
              {"phi3", true},     {"olmo2", true},        {"gpt-neox", true}};

/* Gives c the first `n` of some tokens. */
static void read_tokens(struct config *c, const struct pretrained *p, int n, struct arena *rows)
{
    pretrained_config(p, c);
    c->n = n;
    assert_true(arena_reserve(rows, 2 * mat_room(n, c->d)));
    c->X = mat_in(rows, n, c->d);
    if (c->types > 0)
        c->T = mat_in(rows, n, c->d);
    for (int i = 0; i < n; i++) {
        factor_copy(mat_rows(c->X, i, 1), pretrained_token(p, 7 * i % p->sizes.vocab));
        if (c->types > 0)
            factor_read(mat_row(c->T, i), factor_of(p->types), 0, 0, c->d);
    }
}

TEST(a_token_more_or_less_keeps_the_rows_before_it)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct reply r = {0};
        char folder[100];
        snprintf(folder, sizeof folder, "tests/data/models/%s", models[i].folder);
        struct pretrained *p = pretrained_open(folder, &r);
        if (!p)
            fail_msg("%s: %s", folder, text_str(&r.text));
        for (int from = 1; from <= TOKENS; from++)
            for (int to = 1; to <= TOKENS; to++) {
                struct config was, c;
                struct arena rows[2] = {{0}, {0}};
                struct trace before = {.layers = 0}, t = {.layers = 0}, fresh = {.layers = 0};
                read_tokens(&was, p, from, &rows[0]);
                read_tokens(&c, p, to, &rows[1]);
                assert_true(trace_reserve(&before, &was) && trace_compute(&before, &was));
                assert_true(trace_reserve(&fresh, &c) && trace_compute(&fresh, &c));
                assert_true(trace_reserve(&t, &c) && trace_go_on(&t, &c, &before, trace_alike(&was, &c)));
                int both = from < to ? from : to;
                assert_int_equal(t.first, models[i].causal || from == to ? both : 0);
                assert_int_equal(t.computed, t.first == to ? 0 : c.layers);
                if (c.classes > 0)
                    assert_int_equal(t.layer[t.layers - 1].unread, to - t.first);
                readout_ask(&t, READOUT_ALL);
                assert_same_trace(&t, &fresh);
                trace_finish(&before), trace_finish(&t), trace_finish(&fresh);
                arena_finish(&rows[0]), arena_finish(&rows[1]);
            }
        pretrained_drop(p);
    }
}
