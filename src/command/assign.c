#include "command/assign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/room.h"
#include "state/matrices.h"

static bool known_prefix(const struct state *s, const char **name, int *head)
{
    *head = -1;
    if ((*name)[0] != 'h' || (*name)[1] < '1' || (*name)[1] > '9')
        return true;
    char *end;
    long h = strtol(*name + 1, &end, 10);
    if (*end != '.')
        return true;
    *name = end + 1;
    *head = (int)h - 1;
    return h >= 1 && h <= s->set.heads;
}

bool assign_is_target(const struct state *s, const char *name)
{
    struct matrix_ref ref;
    int head;
    known_prefix(s, &name, &head);
    return matrices_find(s, name, &ref);
}

bool assign_number(const struct call *c, int i, double *x)
{
    const char *s = call_word(c, i);
    size_t n = strlen(s);
    if (n > 1 && s[n - 1] == ',')
        n--;
    switch (number_parse(s, n, x)) {
    case NUMBER_OK:
        return true;
    case NUMBER_RANGE:
        return call_fail(c, i, TEXT("%s is too large for a number here (at most about 1.8e308)"), s);
    default:
        return call_fail(c, i, TEXT("'%s' is not a number (write 0.5, -2 or 1e-3)"), s);
    }
}

bool assign_value(const struct call *c, struct matrix_ref ref, int i, double *x)
{
    const char *s = call_word(c, i);
    if (ref.kind == MATRIX_MASK && strcmp(s, "-inf") == 0) {
        *x = -INFINITY;
        return true;
    }
    return assign_number(c, i, x);
}

bool assign_target(struct call *c, const struct state *s, int at, struct assignee *t)
{
    const char *name = call_word(c, at);
    if (!known_prefix(s, &name, &t->head))
        return call_fail(c, at, TEXT("%s: there are only %d heads (h1 is the first)"), call_word(c, at),
                         s->set.heads);
    if (!matrices_find(s, name, &t->ref)) {
        struct text names = TEXT_HERE;
        matrices_names(s, &names);
        call_fail(c, at, TEXT("no matrix '%s' (%s)"), name, text_str(&names));
        text_finish(&names);
        return false;
    }
    if (t->ref.kind == MATRIX_Y && !s->memory)
        return call_fail(c, at, TEXT("there is no second sequence ('memory A B' sets one)"));
    t->word = -1;
    matrices_shape(s, t->ref, &t->rows, &t->cols);
    struct matrix_part part = {0, 0, t->rows, t->cols};
    if (t->head >= 0 && !matrices_head_part(s, t->ref, t->head, &part))
        return call_fail(c, at, TEXT("%s does not belong to a single head"), name);
    t->row0 = part.row0;
    t->col0 = part.col0;
    t->rows = part.rows;
    t->cols = part.cols;
    return true;
}

/* Finds the word whose embedding is meant: of the sentence or the memory with exactly this name, else with
 * another name of it (cat for 猫); of the lexicon; by its place. */
static bool find_word(struct call *c, const struct state *s, int at, struct assignee *t)
{
    const char *name = call_word(c, at), *mark = strrchr(name, '#');
    const struct sequence *both[] = {s->sentence, s->memory};
    int kin = lexicon_kin(s->lexicon, name, strlen(name)), exact = -1, other = -1;
    for (int q = 0; q < 2; q++)
        for (int i = 0; both[q] && i < both[q]->count; i++) {
            const struct lemma l = lexicon_at(s->lexicon, both[q]->id[i]);
            if (exact < 0 && strcmp(l.name, name) == 0)
                exact = both[q]->id[i];
            if (kin && l.kin == kin && other < 0)
                other = both[q]->id[i];
        }
    t->word = exact >= 0 ? exact : other;
    if (t->word < 0)
        t->word = lexicon_find(s->lexicon, name); /* a word may be called 苹果#2 */
    if (t->word < 0 && mark && mark != name) {
        char *plain = mem_copy_text(name, (size_t)(mark - name));
        if (!plain)
            return reply_no_memory(c->r);
        t->word = lexicon_find(s->lexicon, plain);
        mem_free(plain);
    }
    if (t->word < 0) {
        bool y = t->ref.kind == MATRIX_Y;
        int i = (y ? state_memory_token : state_token)(s, name, call_col(c, at), c->r);
        if (i < 0)
            return false;
        t->word = (y ? s->memory : s->sentence)->id[i];
    }
    return true;
}

static bool memory_only(const struct state *s, int word)
{
    return sequence_holds(s->memory, word) && !sequence_holds(s->sentence, word);
}

/* Returns whether the word is meant as one of the memory, which may have a width of its own. */
static bool as_memory(const struct state *s, const struct assignee *t)
{
    return memory_only(s, t->word) || (t->ref.kind == MATRIX_Y && sequence_holds(s->memory, t->word));
}

static int source_width(const struct state *s)
{
    return s->set.dsrc ? s->set.dsrc : s->set.d;
}

bool assign_rows(struct call *c, struct matrix_ref ref, int first, struct rows *g)
{
    g->bad_row = -1;
    for (int i = first, in_row = 0; i <= c->w->count; i++) {
        double x;
        if (i == c->w->count || call_is(c, i, ";")) { /* a row ends */
            if (in_row > 0 && g->rows > 0 && in_row != g->cols && g->bad_row < 0)
                g->bad_row = g->rows;
            g->cols = g->rows == 0 ? in_row : g->cols;
            g->rows += in_row > 0;
            in_row = 0;
            continue;
        }
        if (!assign_value(c, ref, i, &x))
            return false;
        if (g->count == g->room) {
            int room = (int)room_more((size_t)g->room, 64);
            double *v = mem_grow(g->v, (size_t)room, sizeof *v);
            if (!v)
                return reply_no_memory(c->r);
            g->v = v;
            g->room = room;
        }
        g->v[g->count++] = x;
        in_row++;
    }
    if (g->bad_row >= 0)
        return call_fail(c, 0, TEXT("%s: row %d is not as long as row 0 (%d numbers)"), call_word(c, 0),
                         g->bad_row, g->cols);
    return true;
}

static bool set_word(struct call *c, struct state *s, const struct assignee *t, const struct rows *g)
{
    int want = as_memory(s, t) ? source_width(s) : s->set.d;
    if (memory_only(s, t->word) && g->rows == 1 && g->cols <= CONFIG_MAX_D)
        want = g->cols; /* the memory's width follows what is given to it */
    if (g->rows != 1 || g->cols != want)
        return call_fail(c, 0, TEXT("%s has d = %d entries, not %d: write %d numbers"),
                         lexicon_at(s->lexicon, t->word).name, want, g->count, want);
    if (memory_only(s, t->word) && g->cols != source_width(s))
        s->set.dsrc = g->cols == s->set.d ? 0 : g->cols;
    struct value *v = value_new(1, g->cols);
    if (!v)
        return reply_no_memory(c->r);
    memcpy(v->v, g->v, (size_t)g->cols * sizeof *g->v);
    bool ok = lexicon_set(&s->lexicon, t->word, v);
    value_drop(v);
    return ok || reply_no_memory(c->r);
}

static bool set_matrix(struct call *c, struct state *s, struct assignee *t, const struct rows *g)
{
    bool source = t->ref.kind == MATRIX_WEIGHT && (t->ref.index == W_K || t->ref.index == W_V);
    if (source && s->memory && g->rows != t->rows && g->cols == t->cols && s->set.block == BLOCK_ATTENTION) {
        s->set.dsrc = g->rows == s->set.d ? 0 : g->rows;
        t->rows = g->rows;
    }
    if (g->rows != t->rows || g->cols != t->cols)
        return call_fail(c, 0, TEXT("%s is %d x %d, not %d x %d (rows are separated by ;)"), call_word(c, 0),
                         t->rows, t->cols, g->rows, g->cols);
    for (int r = 0; r < g->rows; r++)
        for (int k = 0; k < g->cols; k++)
            if (!matrices_set(s, t->ref, t->row0 + r, t->col0 + k, g->v[r * g->cols + k]))
                return reply_no_memory(c->r);
    return true;
}

bool assign_all(struct call *c, struct state *next)
{
    struct assignee t = {0};
    bool words = !call_is(c, 1, "=");
    bool ok = assign_target(c, next, 0, &t);
    if (ok && words && t.ref.kind != MATRIX_X && t.ref.kind != MATRIX_Y)
        ok = call_fail(c, 1, TEXT("to set one entry, write 'set %s I J = V'"), call_word(c, 0));
    if (ok && words)
        ok = find_word(c, next, 1, &t);
    struct rows g = {0};
    ok = ok && assign_rows(c, t.ref, words ? 3 : 2, &g) &&
         (t.word >= 0 ? set_word(c, next, &t, &g) : set_matrix(c, next, &t, &g));
    mem_free(g.v);
    if (ok && t.ref.kind == MATRIX_MASK)
        next->set.mask = next->set.mask & MASK_GIVEN ? next->set.mask : MASK_GIVEN;
    return ok;
}

static bool read_index(struct call *c, int at, const char *what, int limit, int *out)
{
    long x;
    const char *s = call_word(c, at);
    if (number_parse_int(s, strlen(s), 0, limit - 1, &x) != NUMBER_OK)
        return call_fail(c, at, TEXT("%s %s: there are %d (0 to %d)"), what, s, limit, limit - 1);
    *out = (int)x;
    return true;
}

/* Reads a column of x or y: its number, or the name of the dimension. */
static bool read_dim(struct call *c, const struct state *s, int at, int limit, int *out)
{
    const char *name = call_word(c, at);
    bool named = s->dimnames && s->set.d == LEXICON_DIMS;
    for (int j = 0; named && j < LEXICON_DIMS; j++)
        if (text_is(lexicon_dims[j], name)) {
            *out = j;
            return true;
        }
    return read_index(c, at, text_in(TEXT("column"), c->r->lang), limit, out);
}

/* set x 猫 J = V | set WQ I J = V | set bQ J = V (a bias has one row) */
bool assign_entry(struct call *c, int first, struct state *next)
{
    struct assignee t = {0};
    int row = 0, col = 0, equals = first + 1;
    double x;
    if (!assign_target(c, next, first, &t))
        return false;
    while (equals < c->w->count && !call_is(c, equals, "="))
        equals++;
    int indices = equals - first - 1;
    bool word_row = t.ref.kind == MATRIX_X || t.ref.kind == MATRIX_Y;
    if (equals + 2 != c->w->count || !(indices == 2 || (indices == 1 && t.rows == 1 && !word_row)))
        return call_fail(c, first, TEXT("write 'set %s %s J = V' (row, column, value)"), call_word(c, first),
                         word_row ? "T" : "I");
    if (word_row && lexicon_find(next->lexicon, call_word(c, first + 1)) >= 0) {
        if (!find_word(c, next, first + 1, &t))
            return false;
        int limit = as_memory(next, &t) ? source_width(next) : next->set.d;
        if (!read_dim(c, next, equals - 1, limit, &col) || !assign_value(c, t.ref, equals + 1, &x))
            return false;
        return lexicon_set_entry(&next->lexicon, t.word, col, x) || reply_no_memory(c->r);
    }
    if (indices == 2 && word_row) {
        bool x_row = t.ref.kind == MATRIX_X;
        row = (x_row ? state_token : state_memory_token)(next, call_word(c, first + 1),
                                                         call_col(c, first + 1), c->r);
    }
    if (indices == 2 &&
        (row < 0 || (!word_row && !read_index(c, first + 1, text_in(TEXT("row"), c->r->lang), t.rows, &row))))
        return false;
    bool found = word_row ? read_dim(c, next, equals - 1, t.cols, &col)
                          : read_index(c, equals - 1, text_in(TEXT("column"), c->r->lang), t.cols, &col);
    if (!found || !assign_value(c, t.ref, equals + 1, &x))
        return false;
    if (t.ref.kind == MATRIX_MASK)
        next->set.mask = next->set.mask & MASK_GIVEN ? next->set.mask : MASK_GIVEN;
    return matrices_set(next, t.ref, t.row0 + row, t.col0 + col, x) || reply_no_memory(c->r);
}
