/* Values of the computation: stages by word and index, terms, sums of rows. They come
 * from the last layer, and from head 1 unless a prefix names another head. The view on
 * screen does not affect them. */
#include <math.h>
#include <string.h>

#include "core/math/elementary.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/streamed.h"
#include "core/pipeline/terms.h"
#include "expr/read.h"
#include "study/head_kind.h"

/* Returns the head's part of a stage: its columns of Q, K, V, or its map. Absent for the tokens stage. */
static struct mat head_matrix(const struct expr_call *c, int stage)
{
    const struct config *cf = &c->scene->config;
    if (!stage_has_numbers(stage) || !stage_present(cf, cf->layers - 1, stage))
        return (struct mat){0};
    struct mat m = stage_matrix(&c->scene->trace, cf->layers - 1, stage, c->head);
    bool values = stage_row(stage)->cols == AXIS_HEADS_VALUE_DIM;
    int width = values ? cf->dv : cf->dk;
    return stage_row(stage)->heads == HEADS_COLUMNS
               ? mat_columns(m, stage_head(cf, stage, c->head) * width, width)
               : m;
}

static bool absent(struct expr_call *c, const char *name)
{
    return reply_fail(c->r, c->col, TEXT("%s is not part of this computation"), name);
}

static bool from_matrix(struct expr_call *c, struct expr_value *out, struct mat m)
{
    if (!mat_present(m) || m.rows == 0 || m.cols == 0)
        return absent(c, c->word[0] ? c->word : c->name);
    return expr_entry(c, out, m);
}

/* Numbers that are not a stage of the last layer. */
enum { OF_WORDS = -4, OF_MEMORY, OF_INPUT, OF_FINAL };

/* A matrix: a stage, by the number of the parameter, or one of the others. */
static bool matrix(struct expr_call *c, struct expr_value *out)
{
    const struct trace *t = &c->scene->trace;
    const struct mat others[] = {t->X, t->Y, t->layer[0].in, trace_final(t)};
    return from_matrix(c, out, c->param < 0 ? others[c->param - OF_WORDS] : head_matrix(c, c->param));
}

/* Short names of stages, in addition to the stages' own names. */
static const struct {
    const char *name;
    int stage;
} short_names[] = {
    {"score", STAGE_SCORES}, {"weight", STAGE_WEIGHTS}, {"q", STAGE_Q}, {"k", STAGE_K},
    {"v", STAGE_V},          {"out", STAGE_HEAD_OUT},
};

static bool stage_named(struct expr_call *c, int *stage)
{
    *stage = stage_find(c->word);
    for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
        if (strcmp(short_names[i].name, c->word) == 0)
            *stage = short_names[i].stage;
    return *stage >= 0 ||
           reply_fail(
               c->r, c->word_col,
               TEXT("no stage is called '%s' (score scaled masked weight q k v out, or a stage of the list)"),
               c->word);
}

static bool any_stage(struct expr_call *c, struct expr_value *out)
{
    int stage;
    return stage_named(c, &stage) && from_matrix(c, out, head_matrix(c, stage));
}

static bool argmax(struct expr_call *c, struct expr_value *out)
{
    int stage, best = 0;
    long row;
    if (!stage_named(c, &stage))
        return false;
    struct mat m = head_matrix(c, stage);
    if (!mat_present(m) || m.rows == 0 || m.cols == 0)
        return absent(c, c->word);
    if (!expr_index(c, 0, 0, m.rows - 1, &row))
        return false;
    for (int j = 1; j < m.cols; j++)
        if (mat_at(m, (int)row, j) > mat_at(m, (int)row, best))
            best = j;
    return expr_number(c, out, best);
}

static bool at_value(struct expr_call *c, struct expr_value *out)
{
    return expr_number(c, out, expr_arg(c, 0) + (c->in->naming ? 0 : c->scene->config.start));
}

static bool mean_final(struct expr_call *c, struct expr_value *out)
{
    struct mat m = trace_final(&c->scene->trace);
    double mean[CONFIG_MAX_D] = {0};
    if (!expr_charge(c, (double)m.rows * m.cols))
        return false;
    for (int r = 0; r < m.rows; r++)
        for (int k = 0; k < m.cols; k++)
            mean[k] += mat_at(m, r, k);
    for (int k = 0; k < m.cols; k++)
        mean[k] /= m.rows;
    return expr_row(c, out, mean, m.cols);
}

/* Σ_j A[arg, j], or Σ_i A[i, arg] */
static bool weight_sum(struct expr_call *c, struct expr_value *out)
{
    struct mat w = head_matrix(c, STAGE_WEIGHTS);
    int at = (int)expr_arg(c, 0);
    double sum = 0;
    for (int i = 0; i < (c->param ? w.rows : w.cols); i++)
        sum += c->param ? mat_at(w, i, at) : mat_at(w, at, i);
    return expr_number(c, out, sum);
}

/* -Σ w ln w in nats; 0 ln 0 = 0 */
static bool entropy(struct expr_call *c, struct expr_value *out)
{
    struct mat w = head_matrix(c, STAGE_WEIGHTS);
    double sum = 0;
    for (int j = 0; j < w.cols; j++) {
        double x = mat_at(w, (int)expr_arg(c, 0), j);
        sum -= x > 0 ? x * elementary_log(x) : 0;
    }
    return expr_number(c, out, sum);
}

/* Gives a product of sources that the list of terms has only as a part of a group. */
static bool part_of_group(struct expr_call *c, struct expr_value *out, const struct term *part)
{
    const struct config *cf = &c->scene->config;
    double row[CONFIG_MAX_WORDS];
    long query, key, keys = config_keys(cf);
    if (!expr_charge(c, (double)keys * cf->dk * TERM_MAX) || !expr_index(c, 0, 0, cf->n - 1, &query))
        return false;
    terms_product_row(row, &c->scene->trace.layer[cf->layers - 1].self, cf, part, c->head, (int)query);
    if (c->count == 1)
        return expr_row(c, out, row, (int)keys);
    return expr_index(c, 1, 0, keys - 1, &key) && expr_number(c, out, row[key]);
}

/* A term by its own name, or (param) by the argument. */
static bool score_term(struct expr_call *c, struct expr_value *out)
{
    const char *name = c->param ? c->word : c->name;
    const struct config *cf = &c->scene->config;
    const struct attention *a = &c->scene->trace.layer[cf->layers - 1].self;
    int t = terms_find(cf, cf->layers - 1, name);
    struct term part, list[TERM_MAX];
    if (a->term_count > 0 && t < 0 && terms_product(cf, cf->layers - 1, name, &part))
        return part_of_group(c, out, &part);
    if (t < 0 || t >= a->term_count) {
        struct text names = TEXT_HERE;
        for (int i = 0, count = terms_list(cf, cf->layers - 1, list); i < count; i++)
            text_addf(&names, "%s%s", i ? " " : "", list[i].name);
        reply_fail(c->r, c->param ? c->word_col : c->col, TEXT("no term '%s' in these scores (%s)"), name,
                   text_str(&names));
        text_finish(&names);
        return false;
    }
    return from_matrix(c, out, attention_head(a, attention_term(a, t), c->head));
}

static struct streamed streamed_of(const struct expr_call *c)
{
    const struct config *cf = &c->scene->config;
    return (struct streamed){&c->scene->trace.layer[cf->layers - 1].self, cf, c->head};
}

/* [largest score, sum of the exponentials], or (param) the average of the values, after a tile. */
static bool in_tiles(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    struct streamed of = streamed_of(c);
    double most, sum, row[CONFIG_MAX_D];
    long width, tile, keys = config_keys(cf);
    if (!expr_index(c, 1, 1, CONFIG_MAX_WORDS, &width) ||
        !expr_index(c, 2, 0, (keys + width - 1) / width - 1, &tile) ||
        !expr_charge(c, (double)keys * (cf->dv + 30)))
        return false;
    long end = (tile + 1) * width < keys ? (tile + 1) * width : keys;
    streamed_softmax(&most, &sum, row, &of, (int)expr_arg(c, 0), (int)width, (int)end);
    return c->param ? expr_row(c, out, row, cf->dv) : expr_row(c, out, (double[]){most, sum}, 2);
}

/* A word's output without softmax, or (param) a row of the state after it with its entry of z. */
static bool without_softmax(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    struct streamed of = streamed_of(c);
    struct arena work = {0};
    int query = (int)expr_arg(c, 0);
    size_t state = (size_t)cf->dk * (size_t)cf->dv;
    long r = 0;
    double row[CONFIG_MAX_D + 1];
    if ((c->param && !expr_index(c, 1, 0, cf->dk - 1, &r)) ||
        !expr_charge(c, (double)config_keys(cf) * (double)state))
        return false;
    if (!arena_reserve(&work, state + (size_t)cf->dk))
        return reply_no_memory(c->r);
    double *room = arena_doubles(&work, state + (size_t)cf->dk);
    struct mat S = mat_of(cf->dk, cf->dv, cf->dv, room), z = mat_of(1, cf->dk, cf->dk, room + state);
    if (c->param) {
        linear_state(S, z, &of, query);
        memcpy(row, mat_row(S, (int)r), (size_t)cf->dv * sizeof *row);
        row[cf->dv] = z.v[r];
    } else
        linear_output(row, &of, query, room);
    arena_finish(&work);
    return expr_row(c, out, row, cf->dv + (c->param != 0));
}

/* Gives the measure of a kind, or (param) 1 if the head is of it and 0 if not. */
static bool kind_of_head(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    enum head_kind kind = head_kind_find(c->word);
    struct head_weights w = head_weights_of(c->scene, cf->layers - 1, STAGE_WEIGHTS, c->head);
    if (kind == HEAD_KINDS || (!c->param && kind == HEAD_OTHER))
        return expr_no_kind(c, c->param != 0);
    if (!expr_charge(c, 12.0 * w.weights.rows * w.weights.cols))
        return false;
    double x = c->param ? head_kind_of(&w) == kind : head_kind_measure(&w, kind);
    return isnan(x) ? expr_too_few_words(c) : expr_number(c, out, x);
}

#define STAGE(name, args, stage, example, help)                                                              \
    {                                                                                                        \
        name, args, matrix, stage, example, help                                                             \
    }
#define TERM(name, help)                                                                                     \
    {                                                                                                        \
        name, "tS", score_term, 0, name "(猫,狗)", help                                                      \
    }

/* clang-format off */
const struct expr_function expr_attention[] = {
    {"x", "tN", matrix, OF_WORDS, "x(猫,0)", TEXT("embedding of a word")},
    {"y", "hN", matrix, OF_MEMORY, "y(0,0)", TEXT("vector of a memory word")},
    {"at", "t", at_value, 0, "at(猫)", TEXT("position of a word; 'set start' says that of the first. In an argument, its number from 0")},
    {"input", "tN", matrix, OF_INPUT, "input(猫)", TEXT("word plus encoding")},
    STAGE("q", "tN", STAGE_Q, "q(猫)", TEXT("query of a word")),
    STAGE("k", "sN", STAGE_K, "k(猫)", TEXT("key of a word")),
    STAGE("v", "sN", STAGE_V, "v(猫)", TEXT("value of a word")),
    STAGE("score", "tS", STAGE_SCORES, "score(猫,狗)", TEXT("score of a query and a key before the divisor: q·k plus the encoding's terms; a bias (alibi, t5) is included times the divisor, so 'scaled' contains the bias itself")),
    STAGE("scores", "tS", STAGE_SCORES, "scores(猫)", TEXT("a row of scores before the divisor (see score)")),
    STAGE("scaled", "tS", STAGE_SCALED, "scaled(猫)", TEXT("scores after the divisor; with alibi and t5: q·k divided, plus the bias")),
    STAGE("masked", "tS", STAGE_MASKED, "masked(猫)", TEXT("scores after the mask")),
    STAGE("weight", "tS", STAGE_WEIGHTS, "weight(猫,狗)", TEXT("attention weight")),
    STAGE("weights", "tS", STAGE_WEIGHTS, "weights(猫)", TEXT("a row of weights")),
    STAGE("out", "tN", STAGE_HEAD_OUT, "out(猫)", TEXT("output of a head")),
    STAGE("concat", "tN", STAGE_CONCAT, "concat(猫)", TEXT("concatenated heads")),
    STAGE("output", "tN", STAGE_OUTPUT, "output(猫)", TEXT("after the output projection")),
    {"final", "tN", matrix, OF_FINAL, "final(猫)", TEXT("row after all layers")},
    {"meanout", "", mean_final, 0, "meanout()", TEXT("mean of the final rows")},
    {"rowsum", "t", weight_sum, 0, "rowsum(猫)", TEXT("sum of a row of weights")},
    {"colsum", "s", weight_sum, 1, "colsum(猫)", TEXT("sum of a column of weights")},
    {"entropy", "t", entropy, 0, "entropy(猫)", TEXT("entropy of a row of weights, in nats")},
    {"argmax", "at", argmax, 0, "argmax(weight,猫)", TEXT("index of the largest entry of a row")},
    {"online", "tnn", in_tiles, 0, "online(猫,2,0)", TEXT("softmax in tiles: largest score so far and sum of exp(score - largest) of a query after tile i of width b: online(t,b,i)")},
    {"online_out", "tnn", in_tiles, 1, "online_out(猫,2,0)", TEXT("softmax in tiles: the average of the values so far, after tile i of width b")},
    {"linear", "t", without_softmax, 0, "linear(猫)", TEXT("attention without softmax: the output of a word, φ(q)·S / (φ(q)·z) with φ = elu + 1")},
    {"linear_state", "tn", without_softmax, 1, "linear_state(猫,0)", TEXT("row r of the state S after a word, the sum of φ(k)ᵀv so far, and behind it entry r of z, the sum of φ(k)")},
    {"kind", "a", kind_of_head, 1, "h1.kind(back)",
     TEXT("1 if the head's weights are of this kind (help heads lists them; other: of none), else 0")},
    {"kind_share", "a", kind_of_head, 0, "h1.kind_share(back)",
     TEXT("the mean share that decides whether a head is of a kind, from 0 to 1")},
    {"stage", "anN", any_stage, 0, "stage(head_out,0)", TEXT("a row or entry of any stage, by number")},
    {"term", "atS", score_term, 1, "term(pp,猫,狗)", TEXT("a term of a score by name, including the encoding's own terms; above the first layer by source: term(token·attn0,cat,dog), also written token:attn0")},
    TERM("cc", TEXT("word·word term")), TERM("cp", TEXT("word·place term")),
    TERM("pc", TEXT("place·word term")), TERM("pp", TEXT("place·place term")),
    TERM("cb", TEXT("word·bias term")), TERM("pb", TEXT("place·bias term")), TERM("bc", TEXT("bias·word term")),
    TERM("bp", TEXT("bias·place term")), TERM("bb", TEXT("bias·bias term")),
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */
