/* The order of the backward pass: readout, layers from the last to the first, input, encoding. */
#include "core/pipeline/grad.h"

#include <string.h>

#include "base/room.h"
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
    else if (c->sink)
        *why = TEXT("sink cannot be trained yet (set sink off)");
    else if (c->final_cap > 0)
        *why = TEXT("final_cap cannot be trained yet (set final_cap off)");
    else if (posenc_counts(c) && !posenc_added(c)) /* a table is made for each sentence */
        *why = TEXT("scaling=dynamic cannot be trained: its turns depend on the length of each sentence");
    else if (c->embed_norm || c->transform || c->types > 0)
        *why = TEXT("a model of this kind has no gradient here yet");
    else if (c->omitted)
        *why = TEXT("with a source left out there is no gradient (take all in: omit none)");
    else if (c->patch_count > 0)
        *why = TEXT("with something left out or carried over there is no gradient (omit none, carry none)");
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

/* Lays out in `a` what sentences of c need, beside their trace, that go through one together. Returns their
 * config, for as many words as there is room for. */
static struct config several(const struct config *c, struct batch_rows *rows, struct arena *a)
{
    size_t each = (sizeof *rows->of + 2 * sizeof(int)) / sizeof(double) + 1;
    struct config like = *c;
    like.n = 2 * c->n > ROOM_BATCH ? 2 * c->n : ROOM_BATCH; /* a simple sentence is there twice */
    like.X = mat_in(a, like.n, c->d);
    like.P = mat_wanted(a, posenc_added(c), c->n, c->d);
    like.no_terms = true;
    like.rows = rows;
    like.target_count = 0;
    *rows = (struct batch_rows){.wide = (c->n + 7) / 8 * 8, .longest = c->n, .asked = like.n};
    rows->of = (void *)arena_doubles(a, (size_t)like.n * each);
    if (rows->of) { /* not while measuring */
        rows->place = (void *)(rows->of + like.n);
        rows->read = rows->place + like.n;
    }
    return like;
}

bool grad_reserve(struct grad *g, const struct config *c, int words)
{
    struct grad measured = {.sums = arena_measuring(), .rows = arena_measuring()};
    struct batch_rows rows;
    struct config like = several(c, &rows, &measured.rows);
    size_t room = mirror_room(c), most = words > 0 ? mirror_room(&like) : 0;
    lay_out_sums(&measured, c, words);
    bool ok = parameters_reserve(&g->to, c, &g->table) && arena_reserve(&g->sums, measured.sums.used) &&
              arena_reserve(&g->d.arena, room > most ? room : most) &&
              (words == 0 || (arena_reserve(&g->rows, measured.rows.used) &&
                              arena_reserve(&g->t.arena, trace_room(&like))));
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
    trace_finish(&g->t);
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
        sum += (1 + c->target[i].more) *
               readout_loss(readout_asked(t, c, NULL, &c->target[i]), c, &c->target[i]);
    return sum / asked_times(c->target, c->target_count);
}

static void input_back(const struct back *b)
{
    struct trace *d = b->d;
    if (!mat_present(d->P))
        return;
    mat_add(d->X, d->X, d->layer[0].in);
    mat_add(d->P, d->P, d->layer[0].in);
    for (int s = 0; s < b->count; s++)
        posenc_table_back(b->to->pe_mat, mat_rows(d->P, b->of[s].first, b->of[s].of->n), b->c);
}

/* Of sentences whose last layer reads something else than word + position: what it read is to be near that,
 * and what it would make of it has gradients of its own. b->d has those of the last layer's input. `quiet`:
 * times the squares of what simple sentences read less word + position. */
static void simple_back(const struct back *b, double quiet)
{
    int last = b->c->layers - 1;
    struct mat heard = b->t->layer[last].in, plain = b->t->layer[0].in, d_heard = b->d->layer[last].in,
               d_plain = b->d->layer[0].in;
    for (int s = 0; s < b->count; s++) {
        const struct batch_sentence *is = &b->of[s];
        for (int i = is->first; i < is->first + is->of->n; i++)
            for (int j = 0; j < heard.cols && (is->bare || (is->of->simple && quiet > 0)); j++) {
                double slope = is->bare ? -mat_at(d_heard, i, j)
                                        : 2 * quiet * (mat_at(heard, i, j) - mat_at(plain, i, j));
                mat_row(d_heard, i)[j] += slope;
                mat_row(d_plain, i)[j] -= slope;
            }
    }
}

/* Adds the gradients of t to g->to; each target of a single sentence has this share of the loss. */
static bool add_back(struct grad *g, const struct trace *t, const struct config *c, double share,
                     double quiet)
{
    const struct example asks = {c->n, c->target_count, NULL, c->target, false};
    const struct batch_sentence alone = {&asks, 0, false, share, 0};
    struct back b = {t, c, &g->d, &g->to, c->rows ? c->rows->of : &alone, c->rows ? c->rows->count : 1};
    memset(g->d.arena.start, 0, mirror_room(c) * sizeof(double));
    g->d.arena.used = 0;
    struct config like = mirrored(g, c);
    trace_lay_out(&g->d, &like);
    readout_back(&b);
    for (int l = c->layers - 1; l >= 0 && !work_stopped(g->d.work); l--) {
        if (l == c->layers - 2)
            simple_back(&b, quiet);
        layer_back(&b, l);
    }
    attention_bias_back(&b);
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
    return add_back(g, t, c, 1.0 / asked_times(c->target, c->target_count), 0);
}

/* What each part of a batch weighs. */
struct shares {
    double target; /* of the loss: each time that a target counts */
    /* Of a simple sentence: times each square, each time that a target counts, times its mean square. */
    double quiet, bare, hush;
};

static struct shares shares_of(const struct batch *b, const struct config *c)
{
    int times = 0, words = 0, simple_times = 0, simple = 0;
    for (int i = 0; i < b->count; i++) {
        int asked = asked_times(b->of[i].target, b->of[i].target_count);
        times += asked;
        simple_times += b->of[i].simple ? asked : 0;
        words += b->of[i].simple ? b->of[i].n : 0;
        simple += b->of[i].simple;
    }
    bool any = words > 0 && c->layers > 1;
    return (struct shares){1.0 / times, any ? b->quiet / words / c->d : 0, any ? b->bare / simple_times : 0,
                           any ? b->hush / simple : 0};
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

/* Adds what one sentence of a batch gives to g. */
static void add_answers(struct grad *g, const struct trace *t, const struct config *c,
                        const struct example *e, const struct batch_sentence *s, double share)
{
    double sum = 0;
    int times = asked_times(e->target, e->target_count);
    for (int k = 0; k < e->target_count; k++) {
        struct mat asked = readout_asked(t, c, s, &e->target[k]);
        sum += (1 + e->target[k].more) * readout_loss(asked, c, &e->target[k]);
        g->right += (1 + e->target[k].more) * readout_right(asked, &e->target[k]);
    }
    if (e->target_count > 0)
        g->loss += sum / times * times * share;
}

/* Adds a sentence to the rows of c. */
static void add_rows(struct config *c, struct batch_rows *rows, struct mat words, struct batch_sentence s)
{
    size_t bytes = (size_t)c->d * sizeof(double);
    s.first = c->n;
    rows->of[rows->count++] = s;
    for (int i = 0; i < s.of->n; i++, c->n++) {
        memcpy(mat_row(c->X, c->n), mat_row(words, s.of->word[i]), bytes);
        rows->place[c->n] = i;
        rows->read[c->n] = -1;
    }
    for (int k = 0; k < s.of->target_count; k++)
        if (s.of->target[k].head < 0)
            rows->read[s.first + s.of->target[k].at] = 0;
}

/* Gives `all` as many of the batch's sentences from `at` on as there is room for; returns the one after them.
 */
static int gather(struct config *all, struct batch_rows *rows, const struct config *c, const struct batch *b,
                  int at, struct shares share)
{
    int room = all->n;
    if (mat_present(c->P))
        all->P = c->P;
    else if (mat_present(all->P))
        posenc_table(all->P, c);
    for (all->n = 0; at < b->count; at++) {
        const struct example *e = &b->of[at];
        bool bare = e->simple && share.bare > 0;
        double hush = bare && e->n <= b->hushed ? share.hush / (c->heads * e->n * e->n) : 0;
        if (all->n + (1 + bare) * e->n > room)
            break;
        if (bare)
            add_rows(all, rows, b->words, (struct batch_sentence){e, 0, true, share.bare, 0});
        add_rows(all, rows, b->words, (struct batch_sentence){e, 0, false, share.target, hush});
    }
    all->X.rows = all->n;
    rows->asked = 0;
    for (int r = 0; r < all->n; r++)
        rows->read[r] = rows->read[r] < 0 ? -1 : rows->asked++;
    return at;
}

/* Adds to g what sentences from `at` on give that go through one trace together; returns the one after them,
 * or -1 if the work was stopped. */
static int add_several(struct grad *g, const struct config *c, const struct batch *b, int at,
                       struct shares share)
{
    struct batch_rows rows;
    g->rows.used = 0;
    struct config all = several(c, &rows, &g->rows);
    at = gather(&all, &rows, c, b, at, share);
    if (!trace_compute(&g->t, &all) || !add_back(g, &g->t, &all, 0, share.quiet))
        return -1;
    for (int s = 0; s < rows.count; s++) {
        const struct batch_sentence *is = &rows.of[s];
        if (!is->bare)
            add_answers(g, &g->t, &all, is->of, is, share.target);
        read_words_back(g->words, is->of, mat_rows(g->d.X, is->first, is->of->n));
    }
    return at;
}

bool grad_batch(struct grad *g, struct trace *t, const struct config *c, const struct batch *b)
{
    struct shares share = shares_of(b, c);
    struct config one = *c;
    bool whole = true, alone = b->count == 1 && share.quiet + share.bare <= 0;
    forget(g);
    g->t.work = t->work;
    if (alone && (whole = grad_read(g, t, &one, b->words, b->of) && add_back(g, t, &one, share.target, 0))) {
        add_answers(g, t, &one, b->of, NULL, share.target);
        read_words_back(g->words, b->of, g->d.X);
    }
    for (int i = 0; i < b->count && whole && !alone; whole = i >= 0)
        i = add_several(g, c, b, i, share);
    g->right *= share.target;
    return whole;
}
