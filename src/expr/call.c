#include "expr/call.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "expr/read.h"

static const double work_limit = 3e9;

void expr_value_finish(struct expr_value *v)
{
    mem_free(v->v);
    mem_free(v->figure);
    *v = (struct expr_value){0};
}

bool expr_make(struct expr_value *out, int count, bool row, struct reply *r)
{
    *out = (struct expr_value){.row = row, .count = count, .v = mem_new((size_t)count + 1, sizeof *out->v)};
    return out->v || reply_no_memory(r);
}

bool expr_number(struct expr_call *c, struct expr_value *out, double x)
{
    if (!reply_goes_on(c->r) || !expr_make(out, 1, false, c->r))
        return false;
    out->v[0] = x;
    return true;
}

bool expr_row(struct expr_call *c, struct expr_value *out, const double *v, int count)
{
    if (count > EXPR_ROW)
        return reply_fail(c->r, c->col, TEXT("a row of %d numbers is too long (at most %d)"), count,
                          EXPR_ROW);
    if (!expr_make(out, count, true, c->r))
        return false;
    memcpy(out->v, v, (size_t)count * sizeof *v);
    return true;
}

double expr_arg(const struct expr_call *c, int i)
{
    return c->arg[i].v[0];
}

bool expr_index(struct expr_call *c, int i, long lo, long hi, long *out)
{
    double x = expr_arg(c, i);
    if (c->arg[i].row || !(x == floor(x)) || x < (double)lo || x > (double)hi)
        return reply_fail(c->r, c->arg_col[i], TEXT("%s: argument %d must be a whole number from %ld to %ld"),
                          c->name, i + 1 + (c->word[0] != '\0'), lo, hi);
    *out = (long)x;
    return true;
}

bool expr_entry(struct expr_call *c, struct expr_value *out, struct mat m)
{
    long row, col;
    if (!expr_index(c, 0, 0, m.rows - 1, &row))
        return false;
    if (c->count == 1)
        return expr_row(c, out, mat_row(m, (int)row), m.cols);
    return expr_index(c, 1, 0, m.cols - 1, &col) && expr_number(c, out, mat_at(m, (int)row, (int)col));
}

bool expr_charge(struct expr_call *c, double operations)
{
    struct work *w = c->r->work;
    c->in->work += operations;
    if (c->in->work > work_limit)
        return reply_fail(c->r, c->col, TEXT("%s: too much arithmetic; ask for less"), c->name);
    if (w && operations >= ROOM_WORK) {
        work_end(w, c->in->outer);
        work_begin(w, (struct work_task){TEXT("computing"), c->name, 0, operations, false});
    }
    return true;
}
