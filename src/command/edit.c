/* Commands of the editor: the cell under the cursor, its row or column, whole matrices. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "command/sheet.h"
#include "core/math/rng.h"
#include "study/sweep.h"

/* cell V | cell = V V … ; V V …: fills from the cursor to the right and down, all or nothing. */
static bool edit_cell(struct call *c)
{
    struct sheet s;
    struct rows given = {0};
    bool equals = call_is(c, 1, "=");
    if (!sheet_open(c, &s))
        return false;
    bool ok = assign_rows(c, s.at.ref, equals ? 2 : 1, &given);
    int rows = s.m.rows - s.row, cols = s.m.cols - s.col;
    if (ok && given.count == 0)
        ok = call_fail(c, 1, TEXT("write a number, or rows of numbers: cell = 1 0 ; 0 1"));
    if (ok && (given.rows > rows || given.cols > cols))
        ok = call_fail(c, 1, TEXT("%d x %d numbers do not fit: from [%d, %d] there is room for %d x %d"),
                       given.rows, given.cols, s.row, s.col, rows, cols);
    for (int r = 0; ok && r < given.rows; r++)
        memcpy(mat_row(s.m, s.row + r) + s.col, given.v + (size_t)r * (size_t)given.cols,
               (size_t)given.cols * sizeof(double));
    mem_free(given.v);
    if (ok) { /* the sheet shows no word "cell": the history has only what was typed there */
        struct call numbers = *c;
        numbers.line = c->rest + (equals ? c->w->v[2].at - c->w->v[1].at : 0);
        return sheet_close(&numbers, &s);
    }
    sheet_finish(&s);
    return false;
}

static bool edit_nudge(struct call *c)
{
    struct sheet s;
    struct knob k;
    const struct scene *now = &c->m->now;
    double steps = 1, step = now->state.look.step;
    if (c->w->count > 1 && !assign_number(c, 1, &steps))
        return false;
    if (knob_here(&now->state, &now->config, &k) && k.kind != KNOB_CELL) {
        struct state next = {0};
        call_edit(c, &next);
        knob_set(&next, &k, knob_turned(&k, knob_get(now, &k), steps, step));
        return call_commit(c, &next);
    }
    if (!sheet_open(c, &s)) /* it says why nothing runs */
        return false;
    double *at = mat_row(s.m, s.row) + s.col;
    *at = knob_turned(&k, *at, steps, step);
    return sheet_close(c, &s);
}

/* offer [next|prev|first|start]: through the numbers of the words by what they move. */
static bool edit_offer(struct call *c)
{
    struct state next = {0};
    const struct look *look = &c->m->now.state.look;
    enum { NEXT, PREV, FIRST, START };
    int way = c->read.way[1];
    bool start = way == START, first = start || way == FIRST, back = way == PREV;
    int count, at = 0;
    if (start &&
        (look->sheet.matrix || look->sheet.row || look->sheet.col || (c->m->lesson && !c->m->lesson->free)))
        return true;
    struct mover *list = movers_ranked(&c->m->now, &count);
    if (!list)
        return first ||
               reply_fail(c->r, 0,
                          TEXT("the numbers of these words cannot be changed, or are too many to try"));
    while (!first && at < count && (list[at].row != look->sheet.row || list[at].col != look->sheet.col))
        at++;
    at = first || look->sheet.matrix || at == count ? 0 : (at + (back ? count - 1 : 1)) % count;
    call_edit(c, &next);
    next.look.sheet.matrix = 0;
    next.look.sheet.row = list[at].row;
    next.look.sheet.col = list[at].col;
    mem_free(list);
    if (!first)
        reply_say(c->r, TEXT("number %d of %d by how much it moves"), at + 1, count);
    return call_commit(c, &next);
}

/* The parts of the sheet, in the order of the fixed words of `fill`. */
enum { PART_CELL, PART_ROW, PART_COLUMN, PART_ALL };

/* Returns the part as a view of the sheet: the cell under the cursor, its row, its column, or all. */
static struct mat sheet_part(const struct sheet *s, int part)
{
    bool row = part == PART_ROW || part == PART_CELL, column = part == PART_COLUMN || part == PART_CELL;
    struct mat rows = row ? mat_rows(s->m, s->row, 1) : s->m;
    return column ? mat_columns(rows, s->col, 1) : rows;
}

/* fill row|column|all [V], clear [row|column|all] */
static bool edit_fill(struct call *c)
{
    struct sheet s;
    bool fills = c->w->v[0].s[0] == 'f';
    if (!sheet_open(c, &s))
        return false;
    double x = fills ? mat_at(s.m, s.row, s.col) : 0;
    if (c->w->count < 3 || assign_value(c, s.at.ref, 2, &x)) {
        mat_fill(sheet_part(&s, c->w->count > 1 ? c->read.way[1] : PART_CELL), x);
        return sheet_close(c, &s);
    }
    sheet_finish(&s);
    return false;
}

/* Copies numbers between a line of cells, a row or a column, and a value. */
static void copy_line(struct mat line, struct value *v, bool back)
{
    for (int i = 0; i < v->cols; i++) {
        double *cell = line.rows == 1 ? mat_row(line, 0) + i : mat_row(line, i);
        if (back)
            *cell = v->v[i];
        else
            v->v[i] = *cell;
    }
}

static bool edit_copy(struct call *c)
{
    struct sheet s;
    if (!sheet_open(c, &s))
        return false;
    struct mat line = sheet_part(&s, c->read.way[1] == 1 ? PART_COLUMN : PART_ROW);
    struct value *clip = value_new(1, line.rows * line.cols);
    if (clip)
        copy_line(line, clip, false);
    sheet_finish(&s);
    if (!clip)
        return reply_no_memory(c->r);
    value_drop(c->m->clip);
    c->m->clip = clip;
    reply_say(c->r, TEXT("copied %d numbers"), clip->cols);
    return true;
}

static bool edit_paste(struct call *c)
{
    struct sheet s;
    if (!c->m->clip)
        return reply_fail(c->r, 0, TEXT("nothing is copied yet ('copy row' or 'copy column')"));
    if (!sheet_open(c, &s))
        return false;
    struct mat line = sheet_part(&s, c->read.way[1] == 1 ? PART_COLUMN : PART_ROW);
    if (c->m->clip->cols == line.rows * line.cols) {
        copy_line(line, c->m->clip, true);
        return sheet_close(c, &s);
    }
    reply_fail(c->r, 0, TEXT("copied %d numbers, but this line has %d"), c->m->clip->cols,
               line.rows * line.cols);
    sheet_finish(&s);
    return false;
}

static bool edit_scale(struct call *c)
{
    struct sheet s;
    double factor;
    bool named = c->w->count > 2;
    if (!named && (call_is(c, 1, "sqrt") || call_is(c, 1, "none")))
        return call_fail(
            c, 1, TEXT("'scale' multiplies a matrix; to set the scores' divisor, write 'set scale %s'"),
            call_word(c, 1));
    if (!assign_number(c, named ? 2 : 1, &factor) || !sheet_open_named(c, named ? 1 : c->w->count, &s))
        return false;
    for (int r = 0; r < s.m.rows; r++)
        for (int k = 0; k < s.m.cols; k++)
            mat_row(s.m, r)[k] *= factor;
    return sheet_close(c, &s);
}

/* Fills the sheet with normal numbers. Weights have variance 1/rows, which preserves the scale of their
 * input (Glorot and Bengio 2010); all others have the spread of unknown words, 0.5. Rounded to three
 * decimals, so that the screen shows the exact value. */
static bool edit_random(struct call *c)
{
    enum { LARGEST = 1000000000 };
    struct sheet s;
    int last = c->w->count - 1;
    long seed = c->m->now.state.set.seed % LARGEST + 1; /* default: the next seed */
    const char *word = call_word(c, last);
    bool given = last > 0 && number_parse_int(word, strlen(word), 0, LARGEST, &seed) == NUMBER_OK;
    if (last == 2 && !given)
        return call_fail(c, 2, TEXT("seed %s: write a whole number from 0 to %d"), word, LARGEST);
    if (!sheet_open_named(c, last - given > 0 ? 1 : c->w->count, &s))
        return false;
    struct rng rng = rng_seed((uint64_t)seed);
    double spread = s.at.ref.kind == MATRIX_WEIGHT && s.all.rows > 1 ? 1 / sqrt(s.all.rows) : 0.5;
    for (int r = 0; r < s.m.rows && work_on(c->r->work, RNG_NORMAL_EFFORT * s.m.cols); r++)
        for (int k = 0; k < s.m.cols; k++)
            mat_row(s.m, r)[k] = round(1000 * spread * rng_normal(&rng)) / 1000 + 0.0;
    sheet_join_words(&s);
    s.next.set.seed = (int)seed;
    const char *name = matrices_name(&s.next, s.at.ref);
    if (!sheet_close(c, &s))
        return false;
    if (!given)
        reply_say(c->r, TEXT("%s: random numbers, seed %ld"), name, seed);
    return true;
}

static bool edit_identity(struct call *c)
{
    struct sheet s;
    if (!sheet_open_named(c, 1, &s))
        return false;
    if (s.all.rows == 1 || s.all.cols == 1) {
        call_fail(c, 1, TEXT("%s has only one row or column, so it cannot be an identity matrix"),
                  matrices_name(&s.next, s.at.ref));
        sheet_finish(&s);
        return false;
    }
    for (int r = 0; r < s.m.rows; r++)
        for (int k = 0; k < s.m.cols; k++)
            mat_row(s.m, r)[k] = r == k;
    sheet_join_words(&s);
    return sheet_close(c, &s);
}

const struct command cmd_sheet[] = {
    {"cell", "V* | = V … ; V …", edit_cell, NULL, 0, "cell = 1 0 ; 0 1",
     TEXT("sets the number under the cursor, or a block of numbers from there to the right and down")},
    {"nudge", "[STEPS]", edit_nudge, NULL, 0, "nudge -1",
     TEXT(
         "changes the number under the cursor by steps ('set step' sets their size); where that is computed, "
         "the scores' divisor, the base or the scale of the encoding, if it depends on one of them at once")},
    {"offer", "[next|prev|first|start]", edit_offer, NULL, COMMAND_LOOKS | COMMAND_IDLE, "offer",
     TEXT(
         "moves the editor's cursor to the next number of the words, in the order of how much a weight moves "
         "if it is 0.5 more or less; first: to the first; start: the same, if the cursor was not moved yet")},
    {"fill", "cell|row|column|all [V]", edit_fill, NULL, 0, "fill row 0.5",
     TEXT("fills the whole row, column or matrix with one number (default: the one under the cursor)")},
    {"clear", "[cell|row|column|all]", edit_fill, NULL, 0, "clear row",
     TEXT("sets the cell, its row, its column or the whole matrix to zero")},
    {"copy", "[row|column]", edit_copy, NULL, COMMAND_OUTSIDE, "copy row",
     TEXT("copies the row or column under the cursor for 'paste'")},
    {"paste", "[row|column]", edit_paste, NULL, COMMAND_OUTSIDE, "paste row",
     TEXT("pastes the copied numbers into the row or column under the cursor, in any matrix")},
    {"scale", "[MATRIX] FACTOR", edit_scale, NULL, COMMAND_STATE, "scale WQ 2",
     TEXT("multiplies all numbers of a matrix (default: the one in the editor)")},
    {"random", "[MATRIX] [SEED]", edit_random, NULL, COMMAND_STATE, "random WQ 1",
     TEXT("fills a matrix with random numbers, the same for the same seed")},
    {"identity", "[MATRIX]", edit_identity, NULL, COMMAND_STATE, "identity WQ",
     TEXT("sets a matrix to ones on the diagonal, zeros elsewhere")},
    COMMAND_LAST,
};
