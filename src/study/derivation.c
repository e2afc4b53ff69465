/* Steps are counted first, then stored. A run of steps of one kind forms a segment, and its
 * running sums form the next one. */
#include "study/derivation.h"

#include "base/arena.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"

int derivation_weight(struct matrix_ref ref)
{
    return ref.kind == MATRIX_WEIGHT     ? ref.index
           : ref.kind == MATRIX_ENCODING ? WEIGHT_COUNT + ref.index
                                         : -1;
}

/* The gradient with respect to the entry under the cursor of the editor. */
static bool cell_of_sheet(const struct scene *now, const struct look *look, struct derive_cell *cell)
{
    struct matrix_ref refs[MATRICES_MAX];
    if (look->sheet.matrix >= matrices_list(&now->state, refs))
        return false;
    struct matrix_ref ref = refs[look->sheet.matrix];
    *cell = (struct derive_cell){
        .layer = look->layer, .row = look->sheet.row, .col = look->sheet.col, .gradient = true};
    cell->layer = ref.kind == MATRIX_WEIGHT ? config_weight_layer((enum weight)ref.index, look->layer) : 0;
    cell->stage = ref.kind == MATRIX_X ? STAGE_X : ref.kind == MATRIX_Y ? STAGE_Y : -1;
    cell->weight = derivation_weight(ref);
    bool learned = ref.kind != MATRIX_MASK && ref.kind != MATRIX_SCORES;
    struct mat m = learned ? derive_back_matrix(&now->grad, cell) : (struct mat){0};
    return mat_present(m) && cell->row < m.rows && cell->col < m.cols;
}

bool derivation_cell_of(const struct scene *now, const struct look *look, struct derive_cell *cell)
{
    const struct config *c = &now->config;
    bool gradient = look->show == SHOW_GRADIENT && now->has_gradient && look->view != VIEW_FLOW;
    int row, col;
    if (views[look->view]->sheet)
        return gradient && cell_of_sheet(now, look, cell);
    if (look->layer >= c->layers || look->head >= c->heads || !stage_present(c, look->layer, look->stage))
        return false;
    cursor_of_look(look, c, look->stage, &row, &col);
    gradient = gradient && stage_has_numbers(look->stage); /* words have none */
    *cell = (struct derive_cell){look->layer, look->stage, look->head, row, col, gradient, 0};
    return true;
}

struct derive_cell derivation_cell(const struct scene *now)
{
    struct derive_cell cell = {0};
    derivation_cell_of(now, &now->state.look, &cell);
    return cell;
}

/* Emits the steps of a cell. */
static void walk(const struct scene *now, struct derive_cell cell, derive_emit *emit, void *to)
{
    struct derive_source of = {&now->trace, &now->config, &now->grad};
    if (cell.gradient)
        derive_back(&of, cell, emit, to);
    else
        derive(&now->trace, &now->config, cell, emit, to);
}

/* Counts a step and, if there is room, stores it. */
static void keep_step(void *to, const struct derive_step *st)
{
    struct derivation *d = to;
    if (d->v)
        d->v[d->count].is = *st;
    d->count++;
}

int derivation_count(const struct scene *now)
{
    struct derivation d = {.v = NULL};
    walk(now, derivation_cell(now), keep_step, &d);
    return d.count;
}

static void cut_into_segments(struct derivation *d)
{
    for (int i = 0, end; i < d->count; i = end) {
        enum derive_kind kind = d->v[i].is.kind;
        bool sums = kind == DERIVE_PRODUCT || kind == DERIVE_TERM || kind == DERIVE_EXP ||
                    kind == DERIVE_ENTRY || kind == DERIVE_SQUARE || kind == DERIVE_SLOPE;
        d->segments += 1 + sums;
        for (end = i + 1; end < d->count; end++) {
            const struct derive_step *a = &d->v[end - 1].is, *b = &d->v[end].is;
            if (a->kind != b->kind || !sums || b->index <= a->index)
                break;
        }
        for (int k = i; k < end; k++) {
            d->v[k].shown = d->segments - sums;
            d->v[k].summed = d->segments;
        }
    }
}

bool derivation_of(struct derivation *d, const struct scene *now, struct derive_cell cell, struct arena *room)
{
    *d = (struct derivation){.cell = cell};
    walk(now, cell, keep_step, d);
    size_t doubles = ((size_t)d->count * sizeof *d->v + sizeof(double) - 1) / sizeof(double);
    d->count = 0;
    if (!arena_more(room, doubles))
        return false;
    d->v = (void *)arena_doubles(room, doubles);
    walk(now, cell, keep_step, d);
    cut_into_segments(d);
    return true;
}

int derivation_exp(const struct derivation *d)
{
    int last = d->cell.col;
    for (int i = 0; i < d->count && d->cell.stage == STAGE_SINK; i++)
        last = d->v[i].is.kind == DERIVE_EXP ? d->v[i].is.index : last;
    return last;
}

int derivation_walked(const struct derivation *d, int walk)
{
    return walk > 0 && walk < d->segments ? walk : d->segments;
}

static bool is_cell(const struct derive_from *from)
{
    return from->stage >= 0 || from->weight >= 0;
}

const struct derive_from *derivation_factor(const struct derivation *d, int step, int factor)
{
    if (step < 0 || step >= d->count)
        return NULL;
    const struct derive_from *a = &d->v[step].is.a_from, *b = &d->v[step].is.b_from;
    if (!is_cell(a) || (factor > 0 && is_cell(b)))
        return is_cell(b) ? b : NULL;
    return a;
}

static bool same_matrix(const struct derive_from *a, const struct derive_from *b)
{
    return a->stage == b->stage && a->weight == b->weight && a->layer == b->layer && a->head == b->head &&
           a->gradient == b->gradient;
}

static int add_source(struct derive_from out[DERIVATION_SOURCES], int n, const struct derive_from *from)
{
    for (int i = 0; i < n; i++)
        if (same_matrix(&out[i], from))
            return n;
    if (!is_cell(from) || n == DERIVATION_SOURCES)
        return n;
    out[n] = *from;
    return n + 1;
}

int derivation_sources(const struct derivation *d, struct derive_from out[DERIVATION_SOURCES])
{
    int n = 0;
    for (int i = 0; i < d->count; i++) {
        n = add_source(out, n, &d->v[i].is.a_from);
        n = add_source(out, n, &d->v[i].is.b_from);
    }
    return n;
}

bool derivation_origin(const struct scene *now, int *matrix, int *row, int *col)
{
    const struct look *look = &now->state.look;
    struct arena room = {0};
    struct derivation d;
    struct derive_cell cell;
    struct derive_from from[DERIVATION_SOURCES];
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(&now->state, refs);
    *matrix = 0; /* the embeddings come first */
    *row = look->query;
    *col = look->dim < now->config.d ? look->dim : 0;
    if (!derivation_cell_of(now, look, &cell) || !stage_has_numbers(cell.stage))
        return true;
    bool ok = derivation_of(&d, now, cell, &room);
    for (int i = ok ? derivation_sources(&d, from) - 1 : -1; i >= 0; i--) {
        int at = 0;
        while (at < count && (from[i].weight < 0 || derivation_weight(refs[at]) != from[i].weight))
            at++;
        if (at == count)
            continue;
        *matrix = at;
        *row = from[i].row;
        *col = from[i].col;
    }
    arena_finish(&room);
    return ok;
}

struct derive_from derivation_here(const struct derive_cell *cell)
{
    int weight = cell->stage < 0 ? cell->weight : -1;
    return (struct derive_from){cell->stage, weight,    cell->layer,   cell->head,
                                cell->row,   cell->col, cell->gradient};
}

struct factor derivation_matrix(const struct scene *now, const struct derive_from *from)
{
    if (from->weight > WEIGHT_COUNT)
        return factor_of(now->config.pe_mat[from->weight - WEIGHT_COUNT]);
    if (from->weight >= 0)
        return from->weight == WEIGHT_COUNT ? config_table(&now->config)
                                            : now->config.w[from->layer][from->weight];
    return factor_of(
        stage_matrix(from->gradient ? &now->grad.d : &now->trace, from->layer, from->stage, from->head));
}

static bool is_at(const struct derive_from *read, const struct derive_from *from, int row, int col)
{
    return read->row == row && read->col == col && same_matrix(read, from);
}

bool derivation_reads(const struct derivation *d, int segment, const struct derive_from *from, int row,
                      int col)
{
    for (int i = 0; i < d->count && d->v[i].shown <= segment; i++)
        if (is_at(&d->v[i].is.a_from, from, row, col) || is_at(&d->v[i].is.b_from, from, row, col))
            return true;
    return false;
}
