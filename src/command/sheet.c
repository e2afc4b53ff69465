#include "command/sheet.h"

#include <math.h>

#include "study/cursor.h"

/* Returns the words whose embeddings the sheet has, NULL for another matrix. */
static const struct sequence *sheet_words(const struct sheet *s)
{
    return s->at.ref.kind == MATRIX_Y ? s->next.memory : s->at.ref.kind == MATRIX_X ? s->next.sentence : NULL;
}

/* Reads the whole matrix, if it was found, and makes m a view of the part `at`. */
static bool sheet_opened(struct call *c, struct sheet *s, bool found)
{
    int rows = 0, cols = 0;
    if (found)
        matrices_shape(&s->next, s->at.ref, &rows, &cols);
    if (!found || !arena_reserve(&s->room, 2 * mat_room(rows, cols))) {
        sheet_finish(s);
        return found ? reply_no_memory(c->r) : false;
    }
    s->all = mat_in(&s->room, rows, cols);
    s->before = mat_in(&s->room, rows, cols);
    matrices_read(&s->next, s->at.ref, s->all);
    mat_copy(s->before, s->all);
    s->m = mat_columns(mat_rows(s->all, s->at.row0, s->at.rows), s->at.col0, s->at.cols);
    return true;
}

bool sheet_open(struct call *c, struct sheet *s)
{
    *s = (struct sheet){.here = true, .at.head = -1, .at.word = -1};
    call_edit(c, &s->next);
    bool found = cursor_cell(&s->next, &c->m->now.config, &s->at.ref, &s->row, &s->col);
    if (!found)
        reply_fail(c->r, 0, "%s", text_in(cursor_computed, c->r->lang));
    else if (scene_learns(&s->next, s->at.ref))
        found = reply_fail(
            c->r, 0,
            TEXT("these numbers are those of training step %d: 'train keep' makes them yours to edit, 'train "
                 "off' goes back to the start"),
            s->next.set.steps);
    else
        matrices_shape(&s->next, s->at.ref, &s->at.rows, &s->at.cols);
    return sheet_opened(c, s, found);
}

bool sheet_open_named(struct call *c, int i, struct sheet *s)
{
    struct matrix_ref ref;
    int row, col;
    *s = (struct sheet){0};
    if (i >= c->w->count && !cursor_cell(&c->m->now.state, &c->m->now.config, &ref, &row, &col))
        return reply_fail(
            c->r, call_col(c, 0),
            TEXT("the number under the cursor is computed: after '%s' write a matrix, such as WQ or x"),
            call_word(c, 0));
    if (i >= c->w->count)
        return sheet_open(c, s);
    call_edit(c, &s->next);
    return sheet_opened(c, s, assign_target(c, &s->next, i, &s->at));
}

void sheet_join_words(struct sheet *s)
{
    const struct sequence *q = sheet_words(s);
    for (int r = 1; q && r < q->count; r++) {
        int first = 0;
        while (q->id[first] != q->id[r])
            first++;
        for (int k = 0; k < s->all.cols; k++)
            mat_row(s->all, r)[k] = mat_at(s->all, first, k);
    }
}

static bool differs(const struct sheet *s, int r, int k)
{
    return mat_at(s->all, r, k) != mat_at(s->before, r, k);
}

/* Writes back the numbers, if any differ. Of words only entries that differ, so untouched pseudo-random
 * embeddings remain marked as such. */
static bool put_back(struct call *c, struct sheet *s)
{
    bool any = false;
    for (int r = 0; r < s->all.rows; r++)
        for (int k = 0; k < s->all.cols; k++) {
            any = any || differs(s, r, k);
            if (sheet_words(s) && differs(s, r, k) &&
                !matrices_set(&s->next, s->at.ref, r, k, mat_at(s->all, r, k)))
                return reply_no_memory(c->r);
        }
    for (int r = 0; sheet_words(s) && r < s->all.rows; r++)
        for (int k = 0; k < s->all.cols; k++)
            if (differs(s, r, k) && matrices_get(&s->next, s->at.ref, r, k) != mat_at(s->all, r, k))
                return reply_fail(c->r, 0,
                                  TEXT("'%s' has more than one row but only one embedding: give all its rows "
                                       "the same numbers"),
                                  state_word(&s->next, sheet_words(s), r));
    if (!any || sheet_words(s))
        return true;
    if (s->at.ref.kind == MATRIX_MASK)
        s->next.set.mask = s->next.set.mask & MASK_GIVEN ? s->next.set.mask : MASK_GIVEN;
    return matrices_set_all(&s->next, s->at.ref, s->all.v) || reply_no_memory(c->r);
}

bool sheet_close(struct call *c, struct sheet *s)
{
    bool ok = true;
    for (int r = 0; ok && r < s->m.rows; r++)
        for (int k = 0; ok && k < s->m.cols; k++) {
            double x = mat_at(s->m, r, k);
            bool hidden = s->at.ref.kind == MATRIX_MASK && x == -INFINITY;
            if (!isfinite(x) && !hidden)
                ok = reply_fail(c->r, 0, TEXT("[%d, %d] would be too large for a number"), r, k);
        }
    struct text placed = TEXT_HERE;
    struct call named = *c;
    if (s->here) { /* the history has the cell before the command: "x 追 食物: 0.5" */
        text_addf(&placed, "%s ", matrices_name(&s->next, s->at.ref));
        matrices_cell_name(&s->next, s->at.ref, s->row, s->col, &placed);
        text_addf(&placed, ": %s", c->line);
        named.line = text_str(&placed);
    }
    ok = ok && put_back(c, s) && (!placed.failed || reply_no_memory(c->r)) && call_commit(&named, &s->next);
    text_finish(&placed);
    sheet_finish(s);
    return ok;
}

void sheet_finish(struct sheet *s)
{
    state_finish(&s->next);
    arena_finish(&s->room);
    *s = (struct sheet){0};
}
