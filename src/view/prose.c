/* Text is set unit by unit, a unit being what no line may break: one function measures and draws, so that
 * what the checker of lessons finds to fit is what fits on the screen. A position counts spans and bytes, not
 * characters: what points at the picture is asked for once, at the byte where it begins. */
#include "view/prose.h"

#include <stdio.h>

#include "base/utf8.h"

enum { TABLE_COLUMNS = 8, TABLE_GAP = 2 };

/* A position in a run of spans: span and byte offset. */
struct spot {
    int span;
    size_t at;
};

/* Text layout in progress: spans from..to of a block, in one column. */
struct setting {
    struct canvas c;
    int skip; /* rows scrolled off above the canvas */
    const struct span *v;
    int count;
    int row, col;
    int begin, hang; /* first column of this row, and of continuation rows */
    enum style plain;
    bool one_style, typed; /* all in `plain`; as typed: break only at blanks, keep each line's indent */
    bool in_table;         /* break only at blanks and after punctuation: no word of any script is broken */
    bool proofs;           /* show what proves each number */
    struct prose_points *points;
    struct spot run; /* the end of a run that points */
};

static enum style style_of(const struct setting *t, enum span_kind kind)
{
    static const enum style styles[] = {
        [SPAN_TEXT] = STYLE_TEXT,     [SPAN_STRONG] = STYLE_STRONG, [SPAN_EMPH] = STYLE_EMPH,
        [SPAN_CODE] = STYLE_FORMULA,  [SPAN_CLAIM] = STYLE_CLAIM,   [SPAN_MATH] = STYLE_FORMULA,
        [SPAN_LINK] = STYLE_TERM,     [SPAN_TERM] = STYLE_TERM,     [SPAN_BREAK] = STYLE_TEXT,
        [SPAN_PROOF] = STYLE_FORMULA, [SPAN_POINT] = STYLE_STRONG,  [SPAN_JUDGED] = STYLE_CLAIM,
    };
    return t->one_style || kind == SPAN_TEXT ? t->plain : styles[kind];
}

/* Returns the text to draw. */
static const char *span_words(const struct setting *t, int span)
{
    const struct span *s = &t->v[span];
    return s->kind == SPAN_PROOF && t->proofs ? s->target : s->text.s;
}

/* Moves past used-up spans; returns false at the end. */
static bool settle_spot(const struct setting *t, struct spot *p)
{
    while (p->span < t->count && !span_words(t, p->span)[p->at] && t->v[p->span].kind != SPAN_BREAK)
        *p = (struct spot){p->span + 1, 0};
    return t->v && p->span < t->count;
}

static bool ends_line(const struct setting *t, const struct spot *p)
{
    return t->v[p->span].kind == SPAN_BREAK || span_words(t, p->span)[p->at] == '\n';
}

/* Returns the cluster at p, which must not be a line end, and moves p past it. */
static struct cluster take_cluster(const struct setting *t, struct spot *p)
{
    struct cluster c;
    p->at += utf8_cluster(span_words(t, p->span) + p->at, UTF8_TO_ZERO, &c);
    return c;
}

/* Inside a claim a row of numbers stays on one line, and a relation stays with its right side. */
struct claim_guard {
    int brackets;
    bool relation;
};

static void guard(struct claim_guard *g, uint32_t ch)
{
    static const uint32_t relations[] = {'=', '<', '>', 0x2260, 0x2248, 0x2264, 0x2265};
    g->brackets += ch == '[' ? 1 : ch == ']' ? -1 : 0;
    g->relation = false;
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        g->relation = g->relation || ch == relations[i];
}

/* Whether a cell of a table may break here: in Han text only after punctuation. */
static bool may_break_cell(const struct cluster *before, const struct cluster *after)
{
    static const uint32_t marks[] = {0x3001, 0x3002, 0xFF0C, 0xFF1A, 0xFF1B};
    bool marked = before->ch[0] == ' ';
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        marked = marked || before->ch[0] == marks[i];
    return marked && utf8_may_break(before, after);
}

/* Returns the width of the unbreakable unit at p; sets *end to the position after it. `whole`: no claim is
 * broken where it is guarded. */
static int unit(const struct setting *t, struct spot p, struct spot *end, bool whole)
{
    struct claim_guard g = {0, false};
    struct cluster before = take_cluster(t, &p);
    int width = before.width;
    *end = p;
    guard(&g, before.ch[0]);
    while (before.ch[0] != ' ' && settle_spot(t, &p) && !ends_line(t, &p)) {
        bool claim = whole && t->v[p.span].kind == SPAN_CLAIM && (g.brackets > 0 || g.relation);
        struct cluster next = take_cluster(t, &p);
        if (!claim && (next.ch[0] == ' ' || (t->in_table ? may_break_cell : utf8_may_break)(&before, &next)))
            break;
        width += next.width;
        if (next.ch[0] != ' ')
            guard(&g, next.ch[0]);
        before = claim && next.ch[0] == ' ' ? before : next;
        *end = p;
    }
    return width;
}

static void new_row(struct setting *t, int begin)
{
    t->row++;
    t->col = t->begin = begin;
}

static bool in_run(const struct setting *t, struct spot p)
{
    return p.span == t->run.span && p.at < t->run.at;
}

/* Sets the unit p … end, and reports the characters of a run that points; breaks the unit if it is wider than
 * the column. */
static void set_unit(struct setting *t, struct spot p, struct spot end)
{
    while (settle_spot(t, &p) && (p.span < end.span || (p.span == end.span && p.at < end.at))) {
        const struct span *v = &t->v[p.span];
        const struct spot from = p;
        struct cluster c = take_cluster(t, &p);
        char bytes[4 * (1 + UTF8_MARKS) + 1];
        size_t n = 0;
        if (t->col + c.width > t->c.cols && t->col > t->begin)
            new_row(t, t->hang);
        if (t->points && !in_run(t, from) && span_words(t, from.span) == v->text.s)
            t->run = (struct spot){from.span, from.at + t->points->begins(t->points, v, from.at)};
        if (t->points && in_run(t, from))
            t->points->placed(t->points, t->c, t->row - t->skip, t->col, c.width);
        for (int i = 0; i <= UTF8_MARKS && (i == 0 || c.ch[i]); i++)
            n += utf8_encode(c.ch[i], bytes + n);
        bytes[n] = '\0';
        if (t->c.cells && t->row >= t->skip)
            canvas_put(t->c, t->row - t->skip, t->col, style_of(t, v->kind), bytes);
        t->col += c.width;
    }
}

/* Moves past the blanks that a line as typed begins with: its continuation rows begin there too. */
static void indent(struct setting *t, struct spot *p)
{
    if (!t->typed)
        return;
    for (; settle_spot(t, p) && span_words(t, p->span)[p->at] == ' '; t->col++)
        take_cluster(t, p);
    t->begin = t->hang = t->col;
}

/* Sets all spans from (row, col); returns the row after the last. */
static int set_spans(struct setting *t)
{
    struct spot p = {0, 0}, end;
    indent(t, &p);
    while (settle_spot(t, &p)) {
        if (ends_line(t, &p)) {
            p = t->v[p.span].kind == SPAN_BREAK ? (struct spot){p.span + 1, 0}
                                                : (struct spot){p.span, p.at + 1};
            new_row(t, 0);
            indent(t, &p);
            continue;
        }
        int width = unit(t, p, &end, true);
        if (width > t->c.cols - t->hang) /* its blanks are better places to break than any other */
            width = unit(t, p, &end, false);
        bool blank = span_words(t, p.span)[p.at] == ' ';
        if (blank && (t->col == t->begin || t->col >= t->c.cols)) {
            p = end; /* no blanks at the start or end of a row */
            continue;
        }
        if (t->col > t->begin && t->col + width > t->c.cols)
            new_row(t, t->hang);
        if (!blank || t->col > t->begin)
            set_unit(t, p, end);
        p = end;
    }
    return t->row + 1;
}

static struct setting setting(struct canvas c, int skip, const struct block *b, enum style plain,
                              struct prose_look look)
{
    return (struct setting){.c = c,
                            .skip = skip,
                            .v = b->v,
                            .count = b->count,
                            .plain = look.dim ? STYLE_GHOST : plain,
                            .one_style = look.dim,
                            .proofs = look.proofs,
                            .points = look.dim ? NULL : look.points};
}

int prose_line(struct canvas c, int skip, const struct block *b, enum style plain, struct prose_look look)
{
    struct setting t = setting(c, skip, b, plain, look);
    return set_spans(&t);
}

/* ---- kinds of blocks ----------------------------------------------------------- */

/* Returns the canvas without its first columns. */
static struct canvas indented(struct canvas c, int columns)
{
    return canvas_part(c, 0, columns, c.rows, c.cols - columns);
}

/* Sets one block that is no row of a table. Text as typed, where it is too long, and a formula continue below
 * their beginning. */
static int set_block(struct canvas c, int skip, const struct block *b, struct prose_look look)
{
    static const struct {
        int indent, deeper; /* columns, and more for each level of a list */
        int hang;
        enum style plain;
    } kinds[] = {
        [BLOCK_PARAGRAPH] = {0, 2, 0, STYLE_TEXT},  [BLOCK_ITEM] = {0, 2, 0, STYLE_TEXT},
        [BLOCK_QUOTE] = {2, 0, 0, STYLE_NOTE},      [BLOCK_VERBATIM] = {1, 0, 0, STYLE_FORMULA},
        [BLOCK_FORMULA] = {2, 0, 2, STYLE_FORMULA},
    };
    char sign[16] = "";
    if (b->kind == BLOCK_PAUSE)
        return 0;
    int left = kinds[b->kind].indent + kinds[b->kind].deeper * b->depth;
    if (b->kind == BLOCK_ITEM && b->number > 0)
        snprintf(sign, sizeof sign, "%d. ", b->number);
    else if (b->kind == BLOCK_ITEM)
        snprintf(sign, sizeof sign, "%s", "• ");
    if (c.cells && skip <= 0)
        canvas_put(c, -skip, left, look.dim ? STYLE_GHOST : STYLE_DIM, sign);
    struct setting t = setting(indented(c, left + utf8_width(sign)), skip, b, kinds[b->kind].plain, look);
    t.hang = kinds[b->kind].hang;
    t.typed = b->kind == BLOCK_VERBATIM;
    int rows = set_spans(&t);
    for (int r = skip > 0 ? skip : 0; b->kind == BLOCK_QUOTE && c.cells && r < rows; r++)
        canvas_put(c, r - skip, 0, look.dim ? STYLE_GHOST : STYLE_BORDER, "│");
    return rows;
}

/* ---- tables --------------------------------------------------------------------- */

/* Returns cell k of a table row as a block of its own. */
static struct block cell_of(const struct block *row, int k)
{
    int from = 0;
    for (; k > 0 && from < row->count; from++)
        k -= row->v[from].kind == SPAN_BREAK;
    int to = from;
    while (to < row->count && row->v[to].kind != SPAN_BREAK)
        to++;
    return (struct block){.v = row->count ? row->v + from : row->v, .count = to - from};
}

static int cells_in(const struct block *row)
{
    int n = 1;
    for (int i = 0; i < row->count; i++)
        n += row->v[i].kind == SPAN_BREAK;
    return n < TABLE_COLUMNS ? n : TABLE_COLUMNS;
}

/* Columns of a cell: of its widest word, and of all of it in one row. */
struct cell_size {
    int least, all;
};

static struct cell_size size_of(const struct block *cell, struct prose_look look)
{
    struct setting t = setting((struct canvas){0}, 0, cell, STYLE_TEXT, look);
    struct cell_size size = {0, 0};
    struct spot end;
    t.in_table = true;
    for (struct spot p = {0, 0}; settle_spot(&t, &p); p = end) {
        int width = unit(&t, p, &end, true);
        size.least = width > size.least ? width : size.least;
        size.all += width;
    }
    return size;
}

/* The widths of a table's columns. Folded: all cells after the first are below each other in one column. */
struct table_widths {
    int of[TABLE_COLUMNS], least[TABLE_COLUMNS], columns;
    bool folded;
};

/* Measures the columns; the widest shrink until all fit. Returns false if they cannot. */
static bool table_fits(struct table_widths *w, const struct block *v, int rows, int room,
                       struct prose_look look)
{
    bool folded = w->folded;
    int total = 0, widest = 0;
    *w = (struct table_widths){.folded = folded};
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < cells_in(&v[r]); k++) {
            struct block cell = cell_of(&v[r], k);
            struct cell_size size = size_of(&cell, look);
            int col = folded && k > 1 ? 1 : k;
            w->of[col] = size.all > w->of[col] ? size.all : w->of[col];
            w->least[col] = size.least > w->least[col] ? size.least : w->least[col];
            w->columns = col >= w->columns ? col + 1 : w->columns;
        }
    for (int k = 0; k < w->columns; k++)
        total += w->of[k] + (k ? TABLE_GAP : 0);
    for (; total > room && widest >= 0; total -= widest >= 0) {
        widest = -1;
        for (int k = 0; k < w->columns; k++)
            if (w->of[k] > w->least[k] && (widest < 0 || w->of[k] > w->of[widest]))
                widest = k;
        if (widest >= 0)
            w->of[widest]--;
    }
    return total <= room;
}

/* Draws all rows from v[0] that belong to one table; sets *used to their number. */
static int draw_table(struct canvas c, int skip, const struct block *v, int count, int *used,
                      struct prose_look look)
{
    struct table_widths w = {.folded = false};
    int rows = 0;
    for (*used = 0; *used < count && v[*used].kind == BLOCK_TABLE && (*used == 0 || !v[*used].number);)
        ++*used;
    if (!table_fits(&w, v, *used, c.cols, look)) {
        w.folded = true;
        table_fits(&w, v, *used, c.cols, look);
    }
    for (int r = 0; r < *used; r++) {
        int left = 0, low = 0, high = 1; /* low: rows taken in the folded column */
        for (int k = 0; k < cells_in(&v[r]); k++) {
            struct block cell = cell_of(&v[r], k);
            struct canvas place = indented(c, left);
            int col = w.folded && k > 1 ? 1 : k, above = w.folded && k > 1 ? low : 0;
            place.cols = w.of[col] < place.cols ? w.of[col] : place.cols;
            struct setting t =
                setting(place, skip - rows - above, &cell, v[r].number ? STYLE_LABEL : STYLE_TEXT, look);
            t.in_table = true;
            low = above + set_spans(&t);
            high = low > high ? low : high;
            left += w.folded && k > 0 ? 0 : w.of[col] + TABLE_GAP;
        }
        rows += high;
    }
    return rows;
}

/* ---- all blocks ----------------------------------------------------------------- */

int prose_draw(struct canvas c, int skip, const struct block *v, int count, struct prose_look look)
{
    int row = 0;
    for (int i = 0, used = 1; i < count; i += used) {
        bool joined = i > 0 && v[i].kind == BLOCK_ITEM && v[i - 1].kind == BLOCK_ITEM;
        used = 1;
        if (row > 0 && !joined && v[i].kind != BLOCK_PAUSE)
            row++;
        row += v[i].kind == BLOCK_TABLE ? draw_table(c, skip - row, v + i, count - i, &used, look)
                                        : set_block(c, skip - row, &v[i], look);
    }
    return row;
}

int prose_rows(const struct block *v, int count, int width)
{
    return prose_draw((struct canvas){.cols = width}, 0, v, count, (struct prose_look){0});
}
