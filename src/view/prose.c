#include "view/prose.h"

#include "base/utf8.h"

enum { TABLE_COLUMNS = 8, TABLE_GAP = 2, LEAST_CELL = 4 };

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
static const char *words(const struct setting *t, int span)
{
    const struct span *s = &t->v[span];
    return s->kind == SPAN_PROOF && t->proofs ? s->target : s->text.s;
}

/* Moves past used-up spans; returns false at the end. */
static bool settle(const struct setting *t, struct spot *p)
{
    while (p->span < t->count && !words(t, p->span)[p->at] && t->v[p->span].kind != SPAN_BREAK)
        *p = (struct spot){p->span + 1, 0};
    return t->v && p->span < t->count;
}

static bool ends_line(const struct setting *t, const struct spot *p)
{
    return t->v[p->span].kind == SPAN_BREAK || words(t, p->span)[p->at] == '\n';
}

static void step_over_end(const struct setting *t, struct spot *p)
{
    if (t->v[p->span].kind == SPAN_BREAK)
        *p = (struct spot){p->span + 1, 0};
    else
        p->at++;
}

/* Returns the cluster at p, which must not be a line end, and moves p past it. */
static struct cluster take(const struct setting *t, struct spot *p)
{
    struct cluster c;
    p->at += utf8_cluster(words(t, p->span) + p->at, UTF8_TO_ZERO, &c);
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

/* Returns the width of the unbreakable unit at p; sets *end to the position after it. `whole`: no claim is
 * broken where it is guarded. */
static int unit(const struct setting *t, struct spot p, struct spot *end, bool whole)
{
    struct claim_guard g = {0, false};
    struct cluster before = take(t, &p);
    int width = before.width;
    *end = p;
    guard(&g, before.ch[0]);
    while (before.ch[0] != ' ' && settle(t, &p) && !ends_line(t, &p)) {
        bool claim = whole && t->v[p.span].kind == SPAN_CLAIM && (g.brackets > 0 || g.relation);
        struct cluster next = take(t, &p);
        if (!claim && (next.ch[0] == ' ' || utf8_may_break(&before, &next)))
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

/* Reports the character at p, which is drawn at the pen. */
static void point(struct setting *t, struct spot p, int width)
{
    if (!t->points)
        return;
    if (!in_run(t, p) && words(t, p.span) == t->v[p.span].text.s)
        t->run = (struct spot){p.span, p.at + t->points->begins(t->points, &t->v[p.span], p.at)};
    if (in_run(t, p))
        t->points->placed(t->points, t->c, t->row - t->skip, t->col, width);
}

static void put(struct setting *t, const struct cluster *c, enum style style)
{
    char bytes[4 * (1 + UTF8_MARKS) + 1];
    size_t n = 0;
    for (int i = 0; i <= UTF8_MARKS && (i == 0 || c->ch[i]); i++)
        n += utf8_encode(c->ch[i], bytes + n);
    bytes[n] = '\0';
    if (t->c.cells && t->row >= t->skip)
        canvas_put(t->c, t->row - t->skip, t->col, style, bytes);
    t->col += c->width;
}

/* Sets the unit p … end; breaks it if it is wider than the column. */
static void set_unit(struct setting *t, struct spot p, struct spot end)
{
    while (settle(t, &p) && (p.span < end.span || (p.span == end.span && p.at < end.at))) {
        enum style style = style_of(t, t->v[p.span].kind);
        struct spot from = p;
        struct cluster c = take(t, &p);
        if (t->col + c.width > t->c.cols && t->col > t->begin)
            new_row(t, t->hang);
        point(t, from, c.width);
        put(t, &c, style);
    }
}

/* Moves past the blanks that a line as typed begins with: its continuation rows begin there too. */
static void indent(struct setting *t, struct spot *p)
{
    if (!t->typed)
        return;
    for (; settle(t, p) && words(t, p->span)[p->at] == ' '; t->col++)
        take(t, p);
    t->begin = t->hang = t->col;
}

/* Sets all spans from (row, col); returns the row after the last. */
static int set_spans(struct setting *t)
{
    struct spot p = {0, 0}, end;
    indent(t, &p);
    while (settle(t, &p)) {
        if (ends_line(t, &p)) {
            step_over_end(t, &p);
            new_row(t, 0);
            indent(t, &p);
            continue;
        }
        int width = unit(t, p, &end, true);
        if (width > t->c.cols - t->hang) /* its blanks are better places to break than any other */
            width = unit(t, p, &end, false);
        bool blank = words(t, p.span)[p.at] == ' ';
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

static int mark(struct canvas c, int row, enum style style, const char *s)
{
    if (c.cells && row >= 0)
        canvas_put(c, row, 0, style, s);
    return utf8_width(s);
}

static int item(struct canvas c, int skip, const struct block *b, struct prose_look look)
{
    struct text sign = TEXT_HERE;
    if (b->number > 0)
        text_addf(&sign, "%d. ", b->number);
    else
        text_add(&sign, look.ascii ? "- " : "• ");
    c = indented(c, 2 * b->depth);
    int width = mark(c, -skip, look.dim ? STYLE_GHOST : STYLE_DIM, text_str(&sign));
    text_finish(&sign);
    struct setting t = setting(indented(c, width), skip, b, STYLE_TEXT, look);
    return set_spans(&t);
}

static int quote(struct canvas c, int skip, const struct block *b, struct prose_look look)
{
    struct setting t = setting(indented(c, 2), skip, b, STYLE_NOTE, look);
    int rows = set_spans(&t);
    for (int r = 0; r < rows; r++)
        mark(c, r - skip, look.dim ? STYLE_GHOST : STYLE_BORDER, look.ascii ? "|" : "│");
    return rows;
}

/* Sets text as typed; a line that is too long continues in the next row, below its beginning. */
static int verbatim(struct canvas c, int skip, const struct block *b, struct prose_look look)
{
    struct setting t = setting(indented(c, 1), skip, b, STYLE_FORMULA, look);
    t.typed = true;
    return set_spans(&t);
}

static int formula(struct canvas c, int skip, const struct block *b, struct prose_look look)
{
    struct setting t = setting(indented(c, 2), skip, b, STYLE_FORMULA, look);
    t.hang = 2;
    return set_spans(&t);
}

static int paragraph(struct canvas c, int skip, const struct block *b, struct prose_look look)
{
    struct setting t = setting(indented(c, 2 * b->depth), skip, b, STYLE_TEXT, look);
    return set_spans(&t);
}

static int nothing(struct canvas c, int skip, const struct block *b, struct prose_look look)
{
    (void)c, (void)skip, (void)b, (void)look;
    return 0;
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

static int cell_width(const struct block *row, int k)
{
    struct block cell = cell_of(row, k);
    int width = 0;
    for (int i = 0; i < cell.count; i++)
        width += utf8_width(cell.v[i].text.s);
    return width;
}

/* Computes the column widths of a whole table; the widest shrink until all fit. */
static int columns_of(const struct block *v, int count, int room, int width[TABLE_COLUMNS])
{
    int columns = 0, total = 0, widest = 0;
    for (int k = 0; k < TABLE_COLUMNS; k++)
        width[k] = 0;
    for (int r = 0; r < count; r++)
        for (int k = 0; k < cells_in(&v[r]); k++) {
            int w = cell_width(&v[r], k);
            width[k] = w > width[k] ? w : width[k];
            columns = k >= columns ? k + 1 : columns;
        }
    for (int k = 0; k < columns; k++)
        total += width[k] + (k ? TABLE_GAP : 0);
    for (; total > room; total--) {
        for (int k = 0; k < columns; k++)
            widest = width[k] > width[widest] ? k : widest;
        if (width[widest] <= LEAST_CELL)
            break;
        width[widest]--;
    }
    return columns;
}

static int table_row(struct canvas c, int skip, const struct block *row, const int *width,
                     struct prose_look look)
{
    int left = 0, rows = 1;
    for (int k = 0; k < cells_in(row); k++) {
        struct block cell = cell_of(row, k);
        struct canvas place = indented(c, left);
        place.cols = width[k] < place.cols ? width[k] : place.cols;
        struct setting t = setting(place, skip, &cell, row->number ? STYLE_LABEL : STYLE_TEXT, look);
        int took = set_spans(&t);
        rows = took > rows ? took : rows;
        left += width[k] + TABLE_GAP;
    }
    return rows;
}

/* Draws all rows from v[0] that belong to one table; sets *used to their number. */
static int table(struct canvas c, int skip, const struct block *v, int count, int *used,
                 struct prose_look look)
{
    int width[TABLE_COLUMNS], rows = 0;
    *used = 0;
    while (*used < count && v[*used].kind == BLOCK_TABLE && (*used == 0 || !v[*used].number))
        ++*used;
    columns_of(v, *used, c.cols, width);
    for (int r = 0; r < *used; r++)
        rows += table_row(c, skip - rows, &v[r], width, look);
    return rows;
}

/* ---- all blocks ----------------------------------------------------------------- */

int prose_draw(struct canvas c, int skip, const struct block *v, int count, struct prose_look look)
{
    static int (*const draw[])(struct canvas, int, const struct block *, struct prose_look) = {
        [BLOCK_PARAGRAPH] = paragraph, [BLOCK_ITEM] = item,         [BLOCK_QUOTE] = quote,
        [BLOCK_TABLE] = NULL,          [BLOCK_VERBATIM] = verbatim, [BLOCK_FORMULA] = formula,
        [BLOCK_PAUSE] = nothing,
    };
    int row = 0;
    for (int i = 0, used = 1; i < count; i += used) {
        bool joined = i > 0 && v[i].kind == BLOCK_ITEM && v[i - 1].kind == BLOCK_ITEM;
        used = 1;
        if (row > 0 && !joined && v[i].kind != BLOCK_PAUSE)
            row++;
        row += v[i].kind == BLOCK_TABLE ? table(c, skip - row, v + i, count - i, &used, look)
                                        : draw[v[i].kind](c, skip - row, &v[i], look);
    }
    return row;
}

int prose_rows(const struct block *v, int count, int width)
{
    return prose_draw((struct canvas){.cols = width}, 0, v, count, (struct prose_look){0});
}
