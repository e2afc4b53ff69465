/* The order of the backward pass: readout, layers from the last to the first, input, encoding. */
#include "core/pipeline/grad.h"

#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/block.h"
#include "core/pipeline/readout.h"

bool grad_possible(const struct config *c, const char **why)
{
    bool stored = false;
    for (int w = 0; w < WEIGHT_COUNT; w++)
        stored = stored || factor_is_stored(c->w[0][w]);
    if (!config_crosses(c) && !posenc_has_gradient(c->pe))
        *why =
            TEXT("this encoding cannot be trained yet: its terms have no gradient here (try sincos, learned, "
                 "rope, alibi or t5)");
    else if (term_set_any(&c->term_off))
        *why = TEXT("with a term knocked out there is no gradient (switch all terms on: term all on)");
    else if (stored)
        *why = TEXT("a model from a file has no gradient here yet");
    else if (c->embed_norm || c->norm_rms || c->gated || c->transform || config_key_heads(c) != c->heads ||
             c->types > 0)
        *why = TEXT("a model of this kind has no gradient here yet");
    else if (c->omitted)
        *why = TEXT("with a source left out there is no gradient (take all in: omit none)");
    else
        return true;
    return false;
}

/* ---- layout ----------------------------------------------------------------------- */

/* Takes a matrix from the arena if it is wanted and has entries. */
static struct mat mat_wanted(struct arena *a, bool wanted, int rows, int cols)
{
    return wanted && rows * cols > 0 ? mat_in(a, rows, cols) : (struct mat){0};
}

bool parameters_reserve(struct config *to, const struct config *c, struct arena *table)
{
    size_t count = (size_t)c->layers * sizeof *to->w / sizeof(double) + 1;
    if (!arena_reserve(table, count))
        return false;
    to->w = (void *)arena_doubles(table, count);
    return true;
}

void parameters_lay_out(struct config *to, const struct config *c, struct arena *a, bool all)
{
    int rows, cols;
    for (int i = 0; i < PE_MAX_MATRICES; i++)
        to->pe_mat[i] = (struct mat){0};
    for (int i = 0; i < posenc_matrix_count(c->pe); i++) {
        posenc_shape(c, i, &rows, &cols);
        to->pe_mat[i] = mat_wanted(a, posenc_is_learned(c), rows, cols);
    }
    for (int i = 0; i < c->layers * WEIGHT_COUNT; i++) {
        int l = i / WEIGHT_COUNT, w = i % WEIGHT_COUNT;
        config_weight_shape(c, l, (enum weight)w, &rows, &cols);
        struct mat m = mat_wanted(a, all || factor_present(c->w[l][w]), rows, cols);
        if (to->w)
            to->w[l][w] = factor_of(m);
    }
}

static void lay_out_sums(struct grad *g, const struct config *c, int words)
{
    g->words = mat_wanted(&g->sums, words > 0, words, c->d);
    parameters_lay_out(&g->to, c, &g->sums, words == 0);
}

/* The config whose trace is the gradient's: without terms, with X and Y in the trace's own arena. */
static struct config mirrored(struct grad *g, const struct config *c)
{
    struct config like = *c;
    like.no_terms = true;
    like.X = mat_in(&g->d.arena, c->n, c->d);
    like.Y = mat_wanted(&g->d.arena, c->m > 0, c->m, c->dsrc);
    return like;
}

static size_t mirror_room(const struct config *c)
{
    struct config like = *c;
    like.no_terms = true;
    return mat_room(c->n, c->d) + mat_room(c->m, c->dsrc) + trace_room(&like);
}

bool grad_reserve(struct grad *g, const struct config *c, int words)
{
    struct grad measured = {.sums = arena_measuring()};
    lay_out_sums(&measured, c, words);
    bool ok = parameters_reserve(&g->to, c, &g->table) && arena_reserve(&g->sums, measured.sums.used) &&
              arena_reserve(&g->d.arena, mirror_room(c)) &&
              (words == 0 || arena_reserve(&g->rows, mat_room(c->n, c->d)));
    if (!ok) {
        grad_finish(g);
        return false;
    }
    lay_out_sums(g, c, words);
    return true;
}

size_t grad_room(const struct config *c)
{
    struct grad measured = {.sums = arena_measuring()};
    lay_out_sums(&measured, c, 0);
    return measured.sums.used + mirror_room(c);
}

void grad_finish(struct grad *g)
{
    trace_finish(&g->d);
    arena_finish(&g->sums);
    arena_finish(&g->rows);
    arena_finish(&g->table);
    *g = (struct grad){0};
}

/* ---- arithmetic --------------------------------------------------------------------- */

/* Returns how often targets count in all. */
static int asked_times(const struct target *target, int count)
{
    int times = count;
    for (int i = 0; i < count; i++)
        times += target[i].more;
    return times;
}

double grad_loss(const struct trace *t, const struct config *c)
{
    double sum = 0;
    for (int i = 0; i < c->target_count; i++)
        sum += (1 + c->target[i].more) * readout_loss(t, c, &c->target[i]);
    return sum / asked_times(c->target, c->target_count);
}

static void input_back(const struct back *b)
{
    struct trace *d = b->d;
    if (!mat_present(d->P))
        return;
    mat_add(d->X, d->X, d->layer[0].in);
    mat_add(d->P, d->P, d->layer[0].in);
    posenc_table_back(b->to->pe_mat, d->P, b->c);
}

static struct back begin_back(struct grad *g, const struct trace *t, const struct config *c, double share)
{
    memset(g->d.arena.start, 0, g->d.arena.room * sizeof(double));
    g->d.arena.used = 0;
    struct config like = mirrored(g, c);
    trace_lay_out(&g->d, &like);
    return (struct back){t, c, &g->d, &g->to, share};
}

/* Adds the gradients of one sentence to g->to; each of its targets has this share of the loss. `quiet`: times
 * the squares of what the last layer reads less word + position. */
static bool add_sentence(struct grad *g, const struct trace *t, const struct config *c, double share,
                         double quiet)
{
    struct back b = begin_back(g, t, c, share);
    int last = c->layers - 1;
    struct mat heard = t->layer[last].in, plain = t->layer[0].in;
    readout_back(&b);
    for (int l = last; l >= 0 && !work_stopped(g->d.work); l--) {
        for (int i = 0; l == last - 1 && quiet > 0 && i < heard.rows; i++)
            for (int j = 0; j < heard.cols; j++) {
                double slope = 2 * quiet * (mat_at(heard, i, j) - mat_at(plain, i, j));
                mat_row(g->d.layer[last].in, i)[j] += slope;
                mat_row(g->d.layer[0].in, i)[j] -= slope;
            }
        layer_back(&b, l);
    }
    input_back(&b);
    return !work_stopped(g->d.work);
}

/* The same for the last layer as if it read word + position; t is then that layer's. */
static bool add_bare(struct grad *g, struct trace *t, const struct config *c, double share)
{
    struct back b = begin_back(g, t, c, share);
    int last = c->layers - 1;
    mat_copy(t->layer[last].in, t->layer[0].in);
    layer_compute(t, c, last);
    layer_back(&b, last);
    mat_add(g->d.layer[0].in, g->d.layer[0].in, g->d.layer[last].in);
    input_back(&b);
    return !work_stopped(g->d.work);
}

static void forget(struct grad *g)
{
    memset(g->sums.start, 0, g->sums.used * sizeof(double));
    g->loss = g->right = 0;
}

bool grad_compute(struct grad *g, const struct trace *t, const struct config *c)
{
    forget(g);
    g->loss = grad_loss(t, c);
    return add_sentence(g, t, c, 1.0 / asked_times(c->target, c->target_count), 0);
}

/* What each part of a batch weighs. */
struct shares {
    double target;      /* of the loss: each time that a target counts */
    double quiet, bare; /* of a simple sentence: times each square, each time that a target counts */
};

static struct shares shares_of(const struct batch *b, const struct config *c)
{
    int times = 0, words = 0, simple_times = 0;
    for (int i = 0; i < b->count; i++) {
        int asked = asked_times(b->of[i].target, b->of[i].target_count);
        times += asked;
        simple_times += b->of[i].simple ? asked : 0;
        words += b->of[i].simple ? b->of[i].n : 0;
    }
    bool any = words > 0 && c->layers > 1;
    return (struct shares){1.0 / times, any ? b->quiet / words / c->d : 0, any ? b->bare / simple_times : 0};
}

bool grad_read(struct grad *g, struct trace *t, struct config *c, struct mat words, const struct example *e)
{
    g->rows.used = 0;
    c->n = e->n;
    c->X = mat_in(&g->rows, e->n, c->d);
    c->target_count = e->target_count;
    c->target = e->target;
    for (int i = 0; i < e->n; i++)
        memcpy(mat_row(c->X, i), mat_row(words, e->word[i]), (size_t)c->d * sizeof(double));
    return trace_compute(t, c);
}

/* Adds each row's gradient to that of its word. */
static void read_words_back(struct mat words, const struct example *e, struct mat d_X)
{
    for (int i = 0; i < e->n; i++)
        for (int j = 0; j < words.cols; j++)
            mat_row(words, e->word[i])[j] += mat_at(d_X, i, j);
}

/* Adds what one sentence of the batch gives to g. Returns false if the work was stopped or memory is
 * exhausted. */
static bool batch_sentence(struct grad *g, struct trace *t, const struct config *c, const struct batch *b,
                           const struct example *e, struct shares share)
{
    struct config one = *c;
    if (!grad_read(g, t, &one, b->words, e))
        return false;
    if (e->simple && share.bare > 0) {
        if (!add_bare(g, t, &one, share.bare))
            return false;
        read_words_back(g->words, e, g->d.X);
        trace_compute(t, &one);
    }
    if (!add_sentence(g, t, &one, share.target, e->simple ? share.quiet : 0))
        return false;
    if (e->target_count > 0)
        g->loss += grad_loss(t, &one) * asked_times(e->target, e->target_count) * share.target;
    for (int k = 0; k < e->target_count; k++)
        g->right += (1 + e->target[k].more) * readout_right(t, &e->target[k]);
    read_words_back(g->words, e, g->d.X);
    return true;
}

bool grad_batch(struct grad *g, struct trace *t, const struct config *c, const struct batch *b)
{
    struct shares share = shares_of(b, c);
    bool goes_on = true;
    forget(g);
    for (int i = 0; i < b->count && goes_on; i++)
        goes_on = batch_sentence(g, t, c, b, &b->of[i], share);
    g->right *= share.target;
    return goes_on;
}
