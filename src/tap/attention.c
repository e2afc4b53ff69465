#include "tap/attention.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/number.h"
#include "core/math/mat.h"

/* ---- names -------------------------------------------------------------------------------- */

static const char *const named[PARTS] = {
    [PART_Q] = "q query queries query_states query_layer xq q_rot",
    [PART_K] = "k key keys key_states key_layer xk k_rot",
    [PART_V] = "v value values value_states value_layer xv v_rot",
    [PART_Q_PRE] = "q_pre q_raw q_before_rope",
    [PART_K_PRE] = "k_pre k_raw k_before_rope",
    [PART_V_PRE] = "v_pre v_raw v_before_rope",
    [PART_Q_FLAT] = "q_proj q_flat",
    [PART_K_FLAT] = "k_proj k_flat",
    [PART_V_FLAT] = "v_proj v_flat",
    [PART_COS] = "cos",
    [PART_SIN] = "sin",
    [PART_SCORES] = "scores attn_scores attention_scores qk attn_logits dots sim",
    [PART_WEIGHTS] = "weights attn attention attentions probs attn_probs attention_probs attn_weights",
    [PART_MASK] = "mask attn_mask attention_mask causal_mask",
    [PART_PAD] = "key_padding_mask padding_mask pad_mask",
    [PART_BIAS] = "bias attn_bias alibi position_bias rel_pos_bias",
    [PART_SINKS] = "sinks sink",
    [PART_OUT] = "out output attn_out attn_output context context_layer z o",
    [PART_X] = "x h hidden hidden_states",
    [PART_SCALE] = "scale sm_scale",
    [PART_SOFTCAP] = "softcap",
    [PART_WINDOW] = "window sliding_window",
    [PART_CAUSAL] = "causal is_causal",
    [PART_BASE] = "rope_base rope_theta",
    [PART_POSITIONS] = "positions position_ids cache_position",
    [PART_TOKENS] = "tokens",
};

enum dump_part part_of(const char *name, int *group)
{
    const char *last = name;
    *group = 0;
    for (const char *s = name; *s; s++) {
        bool two = s[0] == '_' && s[1] == '_';
        if (*s != '.' && *s != '/' && !two)
            continue;
        *group = (int)(s - name);
        s += two;
        last = s + 1;
    }
    size_t n = strlen(last);
    for (enum dump_part role = 0; role < PARTS; role++)
        for (const char *s = named[role]; *s; s += strspn(s, " ")) {
            size_t length = strcspn(s, " ");
            if (length == n && strncasecmp(s, last, n) == 0)
                return role;
            s += length;
        }
    return PARTS;
}

const char *part_names(enum dump_part role)
{
    return named[role];
}

/* Returns the role that the user gave to a name, PARTS: none. */
static enum dump_part given_part(const char *given, const char *name)
{
    for (const char *s = given; s && *s; s += strcspn(s, "\n"), s += *s == '\n') {
        size_t role = strcspn(s, "="), n = strcspn(s + role + 1, "\n");
        char part[24] = "";
        int group;
        if (n != strlen(name) || strncmp(s + role + 1, name, n) != 0 || role >= sizeof part)
            continue;
        memcpy(part, s, role);
        return part_of(part, &group);
    }
    return PARTS;
}

static struct group *group_called(struct groups *g, const char *name, int n)
{
    for (int i = 0; i < g->count; i++)
        if (g->of[i].n == n && memcmp(g->of[i].name, name, (size_t)n) == 0)
            return &g->of[i];
    struct group *more = mem_grow(g->of, (size_t)g->count + 1, sizeof *more);
    if (!more)
        return NULL;
    g->of = more;
    g->of[g->count] = (struct group){.name = name, .n = n};
    return &g->of[g->count++];
}

/* Gives each array its role in its group. */
static bool sort_into_groups(const struct dump *d, const char *given, struct groups *g, struct reply *r)
{
    for (int i = 0; i < dump_count(d); i++) {
        const struct array *a = dump_at(d, i);
        int n;
        enum dump_part role = part_of(a->name, &n), said = given_part(given, a->name);
        role = said != PARTS ? said : role;
        if (role == PARTS || (a->text && role < PART_SCALE)) {
            text_addf(&g->unused, g->unused.len ? ", %s" : "%s", a->name);
            continue;
        }
        struct group *group = group_called(g, a->name, n);
        if (!group)
            return reply_no_memory(r);
        if (group->of[role] && role < PART_SCALE)
            return reply_fail(r, 0, TEXT("%s and %s have the same role"), group->of[role]->name, a->name);
        group->of[role] = a;
    }
    return true;
}

static bool is_attention(const struct group *g)
{
    for (int i = 0; i < PART_SCALE; i++)
        if (g->of[i] && i != PART_X && i != PART_MASK && i != PART_PAD && i != PART_COS && i != PART_SIN)
            return true;
    return false;
}

bool groups_find(const struct dump *d, const char *given, struct groups *out, struct reply *r)
{
    *out = (struct groups){0};
    if (!sort_into_groups(d, given, out, r))
        return false;
    /* What no group is named for is everybody's: flags, and a mask that is shared. */
    struct group common = {0};
    int kept = 0;
    for (int i = 0; i < out->count; i++)
        if (out->of[i].n == 0)
            common = out->of[i];
    for (int i = 0; i < out->count; i++) {
        struct group *g = &out->of[i];
        for (int role = 0; is_attention(g) && role < PARTS; role++)
            if (!g->of[role] && (role >= PART_SCALE || !is_attention(&common)))
                g->of[role] = common.of[role];
        if (is_attention(g))
            out->of[kept++] = *g;
    }
    out->count = kept;
    return kept > 0 || reply_fail(r, 0, TEXT("none of these names is known: %s"), text_str(&out->unused));
}

void groups_finish(struct groups *g)
{
    mem_free(g->of);
    text_finish(&g->unused);
    *g = (struct groups){0};
}

/* ---- axes --------------------------------------------------------------------------------- */

/* Orders of axes, those of q first, then those of merged rows. M: heads and columns in one axis, A: batch
 * elements and heads. */
static const char AXES[] = "bhtd";
static const char *const layouts[] = {"bhtd", "bthd", "tbhd", "htd", "thd", "td", "btd", "btM", "tbM", "tM"};
enum { LAYOUTS = 7, LAYOUTS_ALL = sizeof layouts / sizeof *layouts };

/* Returns the array with one axis cut in two, the second of which has `inner` entries; rank 0 if it cannot
 * be. */
static struct array cut(const struct array *a, int axis, long inner)
{
    struct array out = *a;
    if (inner < 1 || axis >= a->rank || a->size[axis] % inner || a->rank == ARRAY_RANK)
        return (struct array){0};
    for (int i = a->rank; i > axis + 1; i--) {
        out.size[i] = a->size[i - 1];
        out.step[i] = a->step[i - 1];
    }
    out.size[axis] = a->size[axis] / inner;
    out.step[axis] = a->step[axis] * inner;
    out.size[axis + 1] = inner;
    out.step[axis + 1] = a->step[axis];
    out.rank++;
    return out;
}

/* Returns the array with its axes in the order of the letters; `of` is the array itself. */
static struct strided ordered(const struct array *of, const struct array *as, const char *letters)
{
    struct strided v = {0};
    if (as->rank != (int)strlen(letters))
        return v;
    v.of = of;
    for (int i = 0; i < 4; i++) {
        const char *at = strchr(letters, AXES[i]);
        v.size[i] = at ? as->size[at - letters] : 1;
        v.step[i] = at && v.size[i] > 1 ? as->step[at - letters] : 0;
    }
    return v;
}

/* Reads an array whose axes have this order; `some`: or one for all. Returns false if the sizes are others.
 */
static bool read_shape(const struct array *a, const char *order, const long want[4], bool some,
                       struct strided *out)
{
    size_t one = strcspn(order, "AM"), n = strlen(order);
    struct array apart = order[one] ? cut(a, (int)one, order[one] == 'A' ? want[1] : want[3]) : *a;
    char letters[ARRAY_RANK];
    snprintf(letters, sizeof letters, "%.*s%s%s", (int)one, order,
             one == n            ? ""
             : order[one] == 'A' ? "bh"
                                 : "hd",
             order + one + (one < n));
    *out = ordered(a, &apart, letters);
    for (int i = 0; i < 4; i++)
        if (out->size[i] != want[i] && !(some && out->size[i] == 1))
            return false;
    return out->of != NULL;
}

/* Reads a matrix of each head (scores, weights), or of which there may be one for all (masks, biases). */
static bool read_matrix(const struct array *a, const long want[4], bool some, struct strided *out)
{
    static const char *const orders[] = {"bhtd", "htd", "btd", "td", "bd", "d", "Atd"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (read_shape(a, orders[i], want, some && i < 6, out) && (some || i != 2))
            return true;
    return false;
}

/* ---- one way to read a group -------------------------------------------------------------- */

static void take_numbers(const struct group *g, struct dumped *a)
{
    double of[PARTS] = {0};
    bool given[PARTS] = {0};
    for (int i = PART_SCALE; i < PART_POSITIONS; i++) {
        const struct array *from = g->of[i];
        if (from && from->text) {
            const char *s = from->text;
            given[i] = number_parse(s, strlen(s), &of[i]) == NUMBER_OK;
            if (!given[i] && (strcasecmp(s, "true") == 0 || strcasecmp(s, "false") == 0)) {
                given[i] = true;
                of[i] = strcasecmp(s, "true") == 0;
            }
        } else if (from && array_count(from) == 1) {
            given[i] = true;
            of[i] = array_number(from, 0);
        }
    }
    a->scale = of[PART_SCALE];
    a->softcap = of[PART_SOFTCAP];
    a->window =
        given[PART_WINDOW] && of[PART_WINDOW] >= 1 && of[PART_WINDOW] < 1e9 ? (int)of[PART_WINDOW] : -1;
    a->causal = given[PART_CAUSAL] ? of[PART_CAUSAL] != 0 : -1;
    a->base = of[PART_BASE] > 1 ? of[PART_BASE] : 10000;
    const struct array *positions = g->of[PART_POSITIONS];
    a->positions = positions && !positions->text && array_count(positions) >= a->queries ? positions : NULL;
}

/* Takes the sizes of the first array of a kind, holds those of others against them. */
static bool agree(int *size, long with)
{
    if (*size == 0 && with > 0 && with < 1 << 24)
        *size = (int)with;
    return *size == with;
}

static bool read_rows(const struct group *g, struct dumped *a)
{
    static const struct {
        enum dump_part role;
        bool query, value;
    } rows[] = {{PART_Q, true, false},      {PART_Q_PRE, true, false}, {PART_K, false, false},
                {PART_K_PRE, false, false}, {PART_V, false, true},     {PART_V_PRE, false, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct array *from = g->of[rows[i].role];
        if (!from)
            continue;
        struct strided v = ordered(from, from, a->layout);
        if (!v.of || !agree(&a->batch, v.size[0]) ||
            !agree(rows[i].query ? &a->heads : &a->key_heads, v.size[1]) ||
            !agree(rows[i].query ? &a->queries : &a->keys, v.size[2]) ||
            !agree(rows[i].value ? &a->dv : &a->d, v.size[3]))
            return false;
        a->of[rows[i].role] = v;
    }
    return true;
}

/* Takes sizes that only the weights or scores have. */
static void sizes_of_matrix(const struct array *m, struct dumped *a)
{
    if (!m || m->rank < 2)
        return;
    long batch = m->rank == 4 ? m->size[0] : 1, heads = m->rank > 2 ? m->size[m->rank - 3] : 1;
    if (m->rank == 3 && a->batch > 1 && heads % a->batch == 0)
        heads /= a->batch;
    agree(&a->batch, batch);
    agree(&a->heads, heads);
    agree(&a->queries, m->size[m->rank - 2]);
    agree(&a->keys, m->size[m->rank - 1]);
}

/* Reads out in way number `at`: in the layout of q, in another, merged. */
static bool read_out(const struct group *g, int at, struct dumped *a)
{
    const struct array *out = g->of[PART_OUT];
    long want[4] = {a->batch, a->heads, a->queries, a->dv};
    for (int i = -1; out && i < LAYOUTS_ALL; i++) {
        const char *order = i < 0 ? a->layout : layouts[i];
        a->merged = i >= LAYOUTS;
        if ((i < 0 || strcmp(order, a->layout) != 0) &&
            read_shape(out, order, want, false, &a->of[PART_OUT]) && at-- == 0)
            return true;
    }
    return !out && at == 0;
}

static bool read_the_rest(const struct group *g, int out, struct dumped *a)
{
    static const enum dump_part some[] = {PART_MASK, PART_PAD, PART_BIAS},
                                whole[] = {PART_SCORES, PART_WEIGHTS};
    long want[4] = {a->batch, a->heads, a->queries, a->keys};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (g->of[whole[i]] && !read_matrix(g->of[whole[i]], want, false, &a->of[whole[i]]))
            return false;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const struct array *m = g->of[some[i]];
        /* [B,T] of padding comes before [T,T]. */
        if (m && some[i] == PART_PAD && m->rank == 2 && m->size[0] == a->batch && m->size[1] == a->keys)
            a->of[PART_PAD] = ordered(m, m, "bd");
        else if (m && !read_matrix(m, want, true, &a->of[some[i]]))
            return false;
    }
    static const enum dump_part flat[] = {PART_Q_FLAT, PART_K_FLAT, PART_V_FLAT};
    for (int i = 0; i < 3; i++) {
        long rows[4] = {a->batch, i ? a->key_heads : a->heads, i ? a->keys : a->queries,
                        i == 2 ? a->dv : a->d};
        bool ok = !g->of[flat[i]];
        for (int at = LAYOUTS; !ok && at < LAYOUTS_ALL; at++)
            ok = read_shape(g->of[flat[i]], layouts[at], rows, false, &a->of[flat[i]]);
        if (!ok)
            return false;
    }
    /* A mask of keys alone is padding. */
    if (a->of[PART_MASK].of && !a->of[PART_PAD].of && a->of[PART_MASK].size[2] == 1 && a->queries > 1) {
        a->of[PART_PAD] = a->of[PART_MASK];
        a->of[PART_MASK] = (struct strided){0};
        a->pad_shows = true;
    }
    if (g->of[PART_SINKS] && array_count(g->of[PART_SINKS]) != a->heads)
        return false;
    return read_out(g, out, a);
}

/* Reads with the axes of q, k and v in one order, out in way number `out_way`. */
static bool read_as(const struct group *g, const char *layout, int out_way, struct dumped *out)
{
    struct dumped a = {.group = g, .layout = layout};
    const struct array *only = g->of[PART_OUT];
    if (!read_rows(g, &a))
        return false;
    sizes_of_matrix(g->of[PART_WEIGHTS] ? g->of[PART_WEIGHTS] : g->of[PART_SCORES], &a);
    if (a.dv == 0)
        a.dv = a.d > 0 || !only || only->rank == 0 ? a.d : (int)only->size[only->rank - 1];
    a.key_heads = a.key_heads ? a.key_heads : a.heads;
    a.heads = a.heads ? a.heads : a.key_heads;
    a.keys = a.keys ? a.keys : a.queries;
    a.queries = a.queries ? a.queries : a.keys;
    if (a.batch < 1 || a.heads < 1 || a.queries < 1 || a.heads % a.key_heads != 0 ||
        !read_the_rest(g, out_way, &a))
        return false;
    take_numbers(g, &a);
    *out = a;
    return true;
}

bool attention_read(const struct group *g, int i, const char *given, struct dumped *out)
{
    for (int at = 0; at < LAYOUTS; at++)
        for (int way = 0; way < LAYOUTS_ALL; way++) {
            if ((given && strcmp(given, layouts[at]) != 0) || !read_as(g, layouts[at], way, out))
                continue;
            if (i-- == 0)
                return true;
            if (out->d == 0 && out->dv == 0) /* nothing that has a layout */
                return false;
        }
    return false;
}

void view_row(const struct strided *v, int b, int h, int t, double *out)
{
    const struct array *a = v->of;
    long at = b * v->step[0] + h * v->step[1] + t * v->step[2];
    bool packed = v->step[3] == 1 && !a->big && (a->kind == 'f' || a->kind == 'B');
    if (packed) {
        enum mat_kind kind = a->width == 8 ? MAT_F64 : a->width == 4 ? MAT_F32 : MAT_F16;
        kind = a->kind == 'B' ? MAT_BF16 : kind;
        stored_widen(out, a->bytes + (size_t)at * (size_t)a->width, kind, (int)v->size[3]);
    }
    for (int d = 0; !packed && d < v->size[3]; d++)
        out[d] = array_number(a, at + d * v->step[3]);
}

int attention_position(const struct dumped *a, int query)
{
    if (a->positions) /* a foreign number may be any */
        return (int)fmax(fmin(array_number(a->positions, query), INT_MAX / 2), INT_MIN / 2);
    return a->keys - a->queries + query;
}

double attention_rounding(const struct dumped *a, unsigned parts)
{
    double u = 0;
    for (int i = 0; i < PART_X; i++)
        if ((parts >> i & 1) && a->of[i].of)
            u = array_rounding(a->of[i].of) > u ? array_rounding(a->of[i].of) : u;
    return u;
}
