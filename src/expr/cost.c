/* Costs of architectures, as numbers that lessons can state. */
#include "core/cost.h"
#include "expr/call.h"
#include "study/machine/passing.h"

enum { MOST = 1000000000, KERNEL = 3 };

/* Reads the arguments as whole numbers; an omitted one defaults to the kernel width. */
static bool whole_numbers(struct expr_call *c, long *x, int count)
{
    for (int i = 0; i < count; i++) {
        x[i] = KERNEL;
        if (i < c->count && !expr_index(c, i, 1, MOST, &x[i]))
            return false;
    }
    return true;
}

enum { ARCH_MUL, ARCH_PATH, ARCH_SERIAL };

static bool of_arch(struct expr_call *c, struct expr_value *out)
{
    int found = cost_find(c->word);
    enum cost_arch a = (enum cost_arch)found;
    long x[3];
    if (found < 0)
        return reply_fail(c->r, c->word_col,
                          TEXT("no architecture '%s' (attn rnn cnn dilated proj core full)"), c->word);
    if (!whole_numbers(c, x, 3 - c->param))
        return false;
    return expr_number(c, out,
                       (double)(c->param == ARCH_MUL    ? cost_mul(a, x[0], x[1], x[2])
                                : c->param == ARCH_PATH ? cost_path(a, x[0], x[1])
                                                        : cost_serial(a, x[0])));
}

enum { TWO_LAYERS, TWO_DILATED, TWO_BLOCKS, TWO_WINDOW, TWO_PARAMS, ONE_PAIRS, TWO_BYTES };

static bool of_two(struct expr_call *c, struct expr_value *out)
{
    long x[2];
    if (!whole_numbers(c, x, 2))
        return false;
    const double results[] = {(double)cost_layers(x[0], x[1]),  (double)cost_dilated(x[0], x[1]),
                              (double)cost_blocks(x[0], x[1]),  (double)cost_window(x[0], x[1]),
                              (double)cost_params(x[0], x[1]),  (double)cost_pairs(x[0]),
                              cost_weight_megabytes(x[0], x[1])};
    return expr_number(c, out, results[c->param]);
}

/* Without arguments, `layers` is the scene's number of layers. */
static bool layers(struct expr_call *c, struct expr_value *out)
{
    return c->count == 0 ? expr_number(c, out, c->scene->config.layers) : of_two(c, out);
}

/* What is left of a word in the state that has read so far as the machine view shows; 0 before it is read. */
static bool left(struct expr_call *c, struct expr_value *out)
{
    const struct state *s = &c->scene->state;
    double share[CONFIG_MAX_WORDS] = {0};
    long word;
    if (!expr_index(c, 0, 0, s->sentence->count - 1, &word))
        return false;
    recurrence_shares(s->look.machine.keep / 100.0,
                      passing_at(s->look.machine.pass, passing_steps(s->sentence->count)).done, share);
    return expr_number(c, out, share[word]);
}

enum { WORDS_KEPT, WORD_ALONE, WORD_AGAIN };

/* What n words of this model keep for the next one, and what the n-th word takes. */
static bool of_words(struct expr_call *c, struct expr_value *out)
{
    const struct config *config = &c->scene->config;
    long n;
    if (!expr_index(c, 0, 1, MOST, &n))
        return false;
    return expr_number(c, out,
                       c->param == WORDS_KEPT ? (double)trace_kept(config) * (double)n
                                              : trace_word_products(config, (int)n, c->param == WORD_ALONE));
}

/* clang-format off */
const struct expr_function expr_cost[] = {
    {"mul", "annN", of_arch, ARCH_MUL, "mul(cnn,100,512,3)", TEXT("multiplications of a layer: architecture, words, width, kernel (3)")},
    {"path", "anN", of_arch, ARCH_PATH, "path(cnn,100,3)", TEXT("longest path between two of n words, with kernel k (3)")},
    {"serial", "an", of_arch, ARCH_SERIAL, "serial(rnn,100)", TEXT("steps that must run one after another")},
    {"left", "t", left, 0, "left(猫)", TEXT("what is left of a word in an RNN's state, as the machine view plays it")},
    {"layers", "NN", layers, TWO_LAYERS, "layers(100,3)", TEXT("CNN layers that link n words, with kernel k (3); alone: layers of this model")},
    {"dilated", "nN", of_two, TWO_DILATED, "dilated(100,3)", TEXT("CNN layers with dilation that link n words")},
    {"pairs", "n", of_two, ONE_PAIRS, "pairs(100)", TEXT("pairs of words")},
    {"blocks", "nn", of_two, TWO_BLOCKS, "blocks(1000,100)", TEXT("pairs inside blocks of b words")},
    {"window", "nn", of_two, TWO_WINDOW, "window(1000,50)", TEXT("pairs at most w apart")},
    {"params", "nn", of_two, TWO_PARAMS, "params(8,512)", TEXT("parameters of h heads at width d")},
    {"weightMB", "nn", of_two, TWO_BYTES, "weightMB(1000,8)", TEXT("size of the weights for n words and h heads, in MB")},
    {"kept", "n", of_words, WORDS_KEPT, "kept(7)", TEXT("numbers that n words keep for the next one: keys and values of all layers")},
    {"with_cache", "n", of_words, WORD_ALONE, "with_cache(7)", TEXT("multiplications for the n-th word if keys and values of those before it are kept")},
    {"without_cache", "n", of_words, WORD_AGAIN, "without_cache(7)", TEXT("the same if all n rows are computed again")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */
