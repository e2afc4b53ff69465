#include "view/stages/arithmetic_lines.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "session/contexts.h"
#include "study/cursor.h"
#include "view/cell_name.h"
#include "view/changes.h"

/* Rows of a table: the signs around the factors, and the column heads. An empty head means the
 * name of the matrix that the factor was read from. */
static const struct table {
    enum derive_kind kind;
    bool sums; /* has a running sum, and rows with a number or a name */
    const char *a_front, *b_front, *b_back,
        *value_front; /* value_front NULL: the step has no result of its own */
    struct pair b, value;
} tables[] = {
    {DERIVE_PRODUCT, true, "", "× ", "", "= ", PAIR("", ""), PAIR("product", "乘积")},
    {DERIVE_TERM, true, "", NULL, "", NULL, PAIR("", ""), PAIR("", "")},
    {DERIVE_EXP, true, "exp(", "- ", ")", "= ", PAIR("max", "最大值"), PAIR("exp", "指数")},
    {DERIVE_ENTRY, true, "", NULL, "", NULL, PAIR("", ""), PAIR("", "")},
    {DERIVE_SQUARE, true, "(", "- ", ")²", "= ", PAIR("mean", "均值"), PAIR("square", "平方")},
    {DERIVE_ADD, false, "", "+ ", "", "= ", PAIR("", ""), PAIR("sum", "和")},
    {DERIVE_DIVIDE, false, "", "÷ ", "", "= ", PAIR("√d_k", "√d_k"), PAIR("scaled", "缩放后")},
    {DERIVE_MASK, false, "", "+ ", "", "= ", PAIR("mask", "掩码"), PAIR("masked", "掩码后")},
    {DERIVE_SLOPE, false, "", "× ", "", "= ", PAIR("slope", "斜率"), PAIR("product", "乘积")},
};

/* Steps of one row without column heads: a name, then a op b = value. */
static const struct single {
    enum derive_kind kind;
    struct pair name;
    const char *op;
} singles[] = {
    {DERIVE_BIAS, PAIR("bias", "偏置"), "+ "},   {DERIVE_SHARE, PAIR("share", "占比"), "÷ "},
    {DERIVE_GAIN, PAIR("gain", "增益"), "× "},   {DERIVE_SHIFT, PAIR("shift", "平移"), "+ "},
    {DERIVE_MEAN, PAIR("mean", "均值"), "÷ "},   {DERIVE_ERROR, PAIR("p - y", "p - y"), "- "},
    {DERIVE_OVER, PAIR("over", "除以"), "÷ "},   {DERIVE_CENTRE, PAIR("minus", "减去"), "- "},
    {DERIVE_TIMES, PAIR("times", "乘以"), "× "}, {DERIVE_PLUS, PAIR("plus", "再加"), "+ "},
};

static const struct table *table_of(enum derive_kind kind)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i].kind == kind)
            return &tables[i];
    return NULL;
}

static const struct single *single_of(enum derive_kind kind)
{
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
        if (singles[i].kind == kind)
            return &singles[i];
    return NULL;
}

/* Returns an operator in characters that the terminal can show. */
static const char *shown(const struct page *p, const char *s)
{
    static const struct {
        const char *sign, *ascii;
    } twins[] = {{"× ", "x "}, {"÷ ", "/ "}, {")²", ")^2"}, {"√d_k", "sqrt d_k"}};
    for (size_t i = 0; p->s->ascii && i < sizeof twins / sizeof *twins; i++)
        if (strcmp(s, twins[i].sign) == 0)
            return twins[i].ascii;
    return s;
}

/* Returns the style: during a walk, bright in its last segment and dim before; otherwise unchanged. */
static enum style lit(const struct page *p, int segment, enum style style)
{
    return p->fades && segment < p->walk ? STYLE_GHOST : style;
}

void arithmetic_factor(const struct page *p, int step, int factor, int *col, int *width)
{
    const struct derive_from *a = derivation_factor(p->d, step, 0),
                             *chosen = derivation_factor(p->d, step, factor);
    bool second = chosen && (chosen != a || a == &p->d->v[step].is.b_from);
    enum page_column column = second ? PAGE_B : PAGE_A;
    *col = p->col[column];
    *width = p->width[column];
}

static void number(struct text *t, const struct page *p, double x)
{
    number_fixed(t, x, p->digits, p->number + 1);
}

/* Writes one column of a step's row, a number between signs; returns false if it is empty. */
static bool field_text(const struct page *p, const struct derive_step *st, enum page_column column,
                       struct text *out)
{
    const struct table *table = table_of(st->kind);
    const struct single *single = single_of(st->kind);
    const char *front[PAGE_COLUMNS] = {"", single ? single->op : "", "= ", ""},
               *back[PAGE_COLUMNS] = {"", "", "", ""};
    const double x[PAGE_COLUMNS] = {st->a, st->b, st->value, st->sum};
    if (table) {
        front[PAGE_A] = table->a_front;
        front[PAGE_B] = table->b_front;
        back[PAGE_B] = table->b_back;
        front[PAGE_VALUE] = table->value_front;
    }
    if (!front[column] || (!table && !single) || (column == PAGE_SUM && !(table && table->sums)))
        return false;
    text_add(out, shown(p, front[column]));
    if (st->kind == DERIVE_MEAN && column == PAGE_B)
        text_addf(out, "%.0f", x[column]);
    else
        number(out, p, x[column]);
    text_add(out, shown(p, back[column]));
    return true;
}

/* Draws a field right-aligned in its column; does nothing while only measuring (no rows). */
static void field(const struct page *p, struct canvas at, enum page_column column, enum style style,
                  const struct derive_step *st)
{
    struct text t = SCREEN_TEXT(p->s);
    if (at.rows > 0 && field_text(p, st, column, &t))
        canvas_right(at, 0, p->col[column], p->width[column], style, text_str(&t));
}

/* Returns the head of that column in the step's table; NULL: none. */
static const char *head_of(const struct page *p, const struct derive_step *st, enum page_column column)
{
    const struct table *table = table_of(st->kind);
    bool other_divisor = st->kind == DERIVE_DIVIDE && st->b != sqrt(p->s->model->now.config.dk);
    if (!table)
        return NULL;
    switch (column) {
    case PAGE_A:
        return cell_matrix(p->s, &st->a_from);
    case PAGE_B:
        return !table->b_front || other_divisor ? NULL
               : *table->b.en                   ? shown(p, screen_pair(p->s, table->b))
                                                : cell_matrix(p->s, &st->b_from);
    case PAGE_VALUE:
        if (p->d->cell.gradient && st->kind == DERIVE_DIVIDE)
            return cell_matrix(p->s, &(struct derive_from){p->d->cell.stage, -1, 0, 0, 0, 0, true});
        return screen_pair(p->s, table->value);
    default:
        return table->sums ? screen_text(p->s, TEXT("sum", "累加")) : NULL;
    }
}

/* Returns the words that the factors of a sum run along, step by step: down the rows of their matrix, or
 * along its columns. NULL: they run along numbers. */
static const struct sequence *words_along(const struct page *p, int step)
{
    const struct scene *now = &p->s->model->now;
    const struct derive_step *st = &p->d->v[step].is;
    bool first = st->a_from.stage >= 0;
    const struct derive_from *from = first ? &st->a_from : &st->b_from, *next = from;
    const struct sequence *rows, *cols;
    for (int i = step - 1; i <= step + 1; i += 2)
        if (i >= 0 && i < p->d->count && p->d->v[i].is.kind == st->kind)
            next = first ? &p->d->v[i].is.a_from : &p->d->v[i].is.b_from;
    if (from->stage < 0)
        return NULL;
    cursor_stage_words(&now->state, &now->config, from->stage, &rows, &cols);
    return next->row != from->row && next->stage == from->stage ? rows : cols;
}

/* Writes the word that a row of the table belongs to, or its number. */
static void row_label(const struct page *p, int step, struct text *out)
{
    const struct scene *now = &p->s->model->now;
    const struct derive_step *st = &p->d->v[step].is;
    const struct sequence *words = words_along(p, step);
    if (!table_of(st->kind)->sums)
        return;
    if (st->kind == DERIVE_TERM)
        text_add(out, screen_pair(p->s, p->term[st->index].title));
    else if (words && st->index < words->count)
        state_label(&now->state, words, st->index, out);
    else
        text_addf(out, "%d", st->index);
}

static bool knocked_out(const struct page *p, const struct derive_step *st)
{
    return st->kind == DERIVE_TERM && term_set_has(&p->s->model->now.state.term_off, p->term[st->index].bit);
}

/* Colours the factors of a product, so that they look like the cells that they were read from. */
static void colour_factors(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    double most[2] = {0, 0};
    if (st->kind != DERIVE_PRODUCT && st->kind != DERIVE_ADD)
        return;
    for (int i = 0; i < p->d->count; i++)
        if (p->d->v[i].is.kind == st->kind) {
            most[0] = fmax(most[0], fabs(p->d->v[i].is.a));
            most[1] = fmax(most[1], fabs(p->d->v[i].is.b));
        }
    for (int k = 0; k < 2; k++) {
        double x = k ? st->b : st->a;
        int from = (k ? &st->b_from : &st->a_from)->stage;
        bool share = from >= 0 && stage_row(from)->role == ROLE_WEIGHTS;
        int width = p->digits + 4 < p->width[k] - 2 * k ? p->digits + 4 : p->width[k] - 2 * k;
        if (isfinite(x) && most[k] > 0)
            canvas_ink(at, 0, p->col[k] + p->width[k] - width, width,
                       share ? ink_sequential(x) : ink_diverging(x, most[k]));
    }
}

static void table_row(const struct page *p, struct canvas at, int step)
{
    const struct derivation_step *d = &p->d->v[step];
    const struct derive_step *st = &d->is;
    const struct table *table = table_of(st->kind);
    bool pending = arithmetic_pending(p, step), pale = pending || knocked_out(p, st);
    enum style text = lit(p, d->shown, pale ? STYLE_GHOST : STYLE_TEXT);
    bool mine = st->kind == DERIVE_EXP && st->index == p->d->cell.col;
    struct text t = SCREEN_TEXT(p->s);
    row_label(p, step, &t);
    canvas_field(at, 0, 0, p->label - 1, lit(p, d->shown, mine ? STYLE_TITLE : STYLE_LABEL), text_str(&t));
    for (int k = PAGE_A; k < PAGE_SUM; k++)
        field(p, at, (enum page_column)k, text, st);
    if (text == STYLE_TEXT && !screen_mono(p->s))
        colour_factors(p, at, step);
    bool out = knocked_out(p, st);
    if (!out && table->sums && d->summed <= p->walk)
        field(p, at, PAGE_SUM, p->fades ? lit(p, d->summed, STYLE_TEXT) : STYLE_DIM, st);
    arithmetic_stair(p, at, step);
    if (out) /* over the stair, which has nothing to show here */
        canvas_put(at, 0, p->col[PAGE_B] + 1, STYLE_ERROR, screen_text(p->s, TEXT("knocked out", "已去掉")));
}

bool arithmetic_heads(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    const struct table *table = table_of(st->kind);
    for (int k = 0; k < PAGE_COLUMNS; k++) {
        const char *head =
            k == PAGE_SUM && p->d->v[step].summed > p->walk ? NULL : head_of(p, st, (enum page_column)k);
        int blank = k != PAGE_A; /* a head that is cut must not touch the one before */
        if (head)
            canvas_right(at, 0, p->col[k] + blank, p->width[k] - blank, STYLE_DIM, head);
    }
    return table != NULL;
}

bool arithmetic_named(const struct page *p, int step)
{
    const struct table *table = table_of(p->d->v[step].is.kind);
    return (table && table->sums) || single_of(p->d->v[step].is.kind);
}

bool arithmetic_begins(const struct page *p, int step)
{
    return table_of(p->d->v[step].is.kind) && (step == 0 || p->d->v[step - 1].shown != p->d->v[step].shown);
}

static void single_row(const struct page *p, struct canvas at, int step, const struct single *single)
{
    const struct derivation_step *d = &p->d->v[step];
    canvas_field(at, 0, 0, p->label - 1, lit(p, d->shown, STYLE_DIM), screen_pair(p->s, single->name));
    for (int k = PAGE_A; k < PAGE_SUM; k++)
        field(p, at, (enum page_column)k, lit(p, d->shown, STYLE_TEXT), &d->is);
    arithmetic_stair(p, at, step);
}

static int note(struct canvas at, enum style style, const char *words)
{
    return canvas_flow(at, 0, style, words);
}

/* Shows the row's maximum by name, since it is subtracted from every entry. */
static int show_max(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    struct text t = SCREEN_TEXT(p->s);
    enum style text = lit(p, p->d->v[step].shown, STYLE_TEXT);
    canvas_field(at, 0, 0, p->label - 1, lit(p, p->d->v[step].shown, STYLE_DIM),
                 screen_text(p->s, TEXT("max", "最大")));
    number(&t, p, st->value);
    canvas_right(at, 0, p->col[PAGE_A], p->width[PAGE_A], text, text_str(&t));
    canvas_put(at, 0, p->col[PAGE_B] + 1, lit(p, p->d->v[step].shown, STYLE_DIM),
               screen_text(p->s, TEXT("is subtracted first", "先减去这一行的最大值")));
    return 1;
}

/* Draws (x - mean) ÷ σ = value or σ = √(sum ÷ n + eps). */
static int formula(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    bool sigma = st->kind == DERIVE_SIGMA;
    struct text t = SCREEN_TEXT(p->s);
    const char *over = shown(p, "÷ ");
    text_add(&t, sigma ? (p->s->ascii ? "sqrt(" : "√(") : "(");
    number(&t, p, st->a);
    if (sigma) {
        text_addf(&t, " %s%.0f + ", over, st->b);
        number_shortest(&t, st->sum);
    } else {
        text_add(&t, " - ");
        number(&t, p, st->b);
    }
    text_add(&t, sigma ? ")" : ") ");
    text_add(&t, sigma ? "" : over);
    if (!sigma)
        number(&t, p, st->sum);
    text_add(&t, " = ");
    number(&t, p, st->value);
    canvas_field(at, 0, 0, p->label - 1, lit(p, p->d->v[step].shown, STYLE_DIM),
                 sigma ? (p->s->ascii ? "sigma" : "σ") : screen_text(p->s, TEXT("norm", "规范")));
    canvas_put(at, 0, p->label, lit(p, p->d->v[step].shown, STYLE_TEXT), text_str(&t));
    return 1;
}

/* Draws the angle of a hand, and its sine or cosine. */
static int hand(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    struct text t = SCREEN_TEXT(p->s);
    int rows = note(at, STYLE_FORMULA, screen_pair(p->s, posenc_formula(&p->s->model->now.config)));
    screen_add(p->s, &t, TEXT("pair %d at position %.0f: angle ", "第 %d 个频率对，位置 %.0f：角 "),
               st->index, st->b);
    number(&t, p, st->a);
    canvas_put(at, rows++, 0, STYLE_DIM, text_str(&t));
    text_clear(&t);
    text_add(&t, st->kind == DERIVE_SINE ? "sin(" : "cos(");
    number(&t, p, st->a);
    text_add(&t, ") = ");
    number(&t, p, st->value);
    canvas_put(at, rows++, 0, STYLE_TEXT, text_str(&t));
    return rows;
}

/* Draws the encoding's number for this position, and the factor before it. */
static int encoding(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    struct text t = SCREEN_TEXT(p->s);
    int rows =
        step > 0 ? 0 : note(at, STYLE_FORMULA, screen_pair(p->s, posenc_formula(&p->s->model->now.config)));
    text_addf(&t, "PE(%d)[%d] ", st->index, p->d->cell.col);
    int col = canvas_put(at, rows, 0, STYLE_DIM, text_str(&t));
    text_clear(&t);
    number(&t, p, st->a);
    text_addf(&t, " %s", shown(p, "× "));
    number(&t, p, st->b);
    text_add(&t, " = ");
    number(&t, p, st->value);
    canvas_put(at, rows, col, STYLE_TEXT, text_str(&t));
    return rows + 1;
}

static int copy(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    struct text t = SCREEN_TEXT(p->s);
    int rows = note(at, STYLE_NOTE, screen_text(p->s, TEXT("copied unchanged", "原样取来")));
    cell_name(&t, p->s, &st->a_from);
    text_add(&t, " = ");
    number(&t, p, st->value);
    canvas_put(at, rows, 0, STYLE_TEXT, text_str(&t));
    return rows + 1;
}

/* Draws - 1 ÷ p, what a target brings to a share. */
static int asked(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    struct text t = SCREEN_TEXT(p->s);
    text_add(&t, "-");
    number(&t, p, st->b);
    text_addf(&t, " %s", shown(p, "÷ "));
    number(&t, p, st->a);
    text_add(&t, " = ");
    number(&t, p, st->value);
    canvas_field(at, 0, 0, p->label - 1, lit(p, p->d->v[step].shown, STYLE_DIM),
                 screen_text(p->s, TEXT("target", "目标")));
    canvas_put(at, 0, p->label, lit(p, p->d->v[step].shown, STYLE_TEXT), text_str(&t));
    return 1;
}

/* Draws a - y × m = value: what is left of d beside its part along y. */
static int lean(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    struct text t = SCREEN_TEXT(p->s);
    number(&t, p, st->a);
    text_add(&t, " - ");
    number(&t, p, st->b);
    text_addf(&t, " %s", shown(p, "× "));
    number(&t, p, st->sum);
    text_add(&t, " = ");
    number(&t, p, st->value);
    canvas_field(at, 0, 0, p->label - 1, lit(p, p->d->v[step].shown, STYLE_DIM),
                 screen_text(p->s, TEXT("d - y·m", "d - y·均值")));
    canvas_put(at, 0, p->label, lit(p, p->d->v[step].shown, STYLE_TEXT), text_str(&t));
    return 1;
}

static int activation(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    static const struct {
        const char *opens, *name;
    } names[] = {[DERIVE_RELU] = {"max(0, ", "ReLU"},
                 [DERIVE_GELU] = {"gelu(", "GELU"},
                 [DERIVE_SILU] = {"silu(", "SiLU"},
                 [DERIVE_QUICK] = {"quick_gelu(", "GELU"}};
    struct text t = SCREEN_TEXT(p->s);
    text_add(&t, names[st->kind].opens);
    number(&t, p, st->a);
    text_add(&t, ") = ");
    number(&t, p, st->value);
    canvas_field(at, 0, 0, p->label - 1, lit(p, p->d->v[step].shown, STYLE_DIM), names[st->kind].name);
    canvas_put(at, 0, p->label, lit(p, p->d->v[step].shown, STYLE_TEXT), text_str(&t));
    return 1;
}

/* An open question may use the key that edits as a letter. */
static int given(const struct page *p, struct canvas at)
{
    const char *key = key_now(p->s->model, "stages", "prompt cell");
    struct text t = SCREEN_TEXT(p->s);
    text_add(&t, screen_text(p->s, TEXT("given, not computed", "给定的数，不是算出来的")));
    if (*key)
        screen_add(p->s, &t, TEXT(": change it with %s", "：按 %s 可以修改"), key);
    return note(at, STYLE_NOTE, text_str(&t));
}

static int sentence(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    if (st->kind == DERIVE_NO_ROW) {
        struct text t = SCREEN_TEXT(p->s);
        screen_add(p->s, &t, TEXT("position %d has no row: nothing is added", "位置 %d 没有编码：什么也不加"),
                   st->index);
        int rows = note(at, STYLE_NOTE, text_str(&t));
        return rows;
    }
    if (st->kind == DERIVE_UNREAD)
        return note(at, STYLE_NOTE,
                    screen_text(p->s, TEXT("the loss does not depend on this number: no target asks for it, "
                                           "and nothing on the way to one reads it",
                                           "损失与这个数无关：没有目标问到它，通往目标的路上也没有谁读它")));
    if (st->kind == DERIVE_GIVEN)
        return given(p, at);
    return note(at, STYLE_NOTE,
                screen_text(p->s, TEXT("no key is left for this query: its weights are all 0",
                                       "这个查询没有剩下任何键：权重全为 0")));
}

int arithmetic_line(const struct page *p, struct canvas at, int step)
{
    static int (*const lines[])(const struct page *, struct canvas, int) = {
        [DERIVE_GIVEN] = sentence,  [DERIVE_EMPTY] = sentence,    [DERIVE_NO_ROW] = sentence,
        [DERIVE_COPY] = copy,       [DERIVE_MAX] = show_max,      [DERIVE_SIGMA] = formula,
        [DERIVE_NORM] = formula,    [DERIVE_RELU] = activation,   [DERIVE_GELU] = activation,
        [DERIVE_SILU] = activation, [DERIVE_QUICK] = activation,  [DERIVE_ASK] = asked,
        [DERIVE_LEAN] = lean,       [DERIVE_UNREAD] = sentence,   [DERIVE_SINE] = hand,
        [DERIVE_COSINE] = hand,     [DERIVE_ENCODING] = encoding,
    };
    enum derive_kind kind = p->d->v[step].is.kind;
    const struct single *single = single_of(kind);
    if (!table_of(kind) && !single)
        return lines[kind](p, at, step);
    if (single)
        single_row(p, at, step, single);
    else
        table_row(p, at, step);
    return 1;
}

/* ---- column widths: as the screen allows, never narrower than their contents --------------- */

/* Makes each column as wide as its contents and a blank; returns their total width. */
static int tight(struct page *p)
{
    struct text t = SCREEN_TEXT(p->s);
    int all = 1; /* the last column does not touch the edge */
    for (int k = 0; k < PAGE_COLUMNS; k++) {
        p->width[k] = 0;
        for (int i = 0; i < p->d->count; i++) {
            text_clear(&t);
            int width = field_text(p, &p->d->v[i].is, (enum page_column)k, &t)
                            ? utf8_width(text_str(&t)) + (k != PAGE_A)
                            : 0;
            p->width[k] = width > p->width[k] ? width : p->width[k];
        }
        all += p->width[k];
    }
    return all;
}

/* Makes the columns equally wide; only exp(…) may be wider than a number and its sign. Returns
 * their total width. */
static int even(struct page *p)
{
    const int width[PAGE_COLUMNS] = {p->number + 1, p->number + 2, p->number + 2, p->number};
    struct text t = SCREEN_TEXT(p->s);
    int all = 1;
    for (int k = 0; k < PAGE_COLUMNS; k++)
        all += p->width[k] = width[k];
    for (int i = 0; i < p->d->count; i++) {
        text_clear(&t);
        bool may = p->d->v[i].is.kind == DERIVE_EXP && field_text(p, &p->d->v[i].is, PAGE_A, &t);
        int more = may ? utf8_width(text_str(&t)) - p->width[PAGE_A] : 0;
        p->width[PAGE_A] += more > 0 ? more : 0;
        all += more > 0 ? more : 0;
    }
    return all;
}

/* Widens columns to their heads where there is room; returns the new total width. */
static int widen(struct page *p, int all, int room)
{
    for (int i = 0; i < p->d->count; i++) {
        const struct derive_step *st = &p->d->v[i].is;
        for (int k = 0; k < PAGE_COLUMNS && arithmetic_begins(p, i); k++) {
            const char *head = head_of(p, st, (enum page_column)k);
            int more = head ? utf8_width(head) + (k != PAGE_A) - p->width[k] : 0;
            if (more <= 0 || all + more > room)
                continue;
            p->width[k] += more;
            all += more;
        }
    }
    return all;
}

/* Returns the columns of the longest name of a term, 0 if there are no terms. */
static int widest_term(const struct page *p)
{
    int most = 0;
    for (int i = 0; i < p->d->count; i++)
        if (p->d->v[i].is.kind == DERIVE_TERM) {
            int width = 1 + utf8_width(screen_pair(p->s, p->term[p->d->v[i].is.index].title));
            most = width > most ? width : most;
        }
    return most;
}

/* Places the columns after a label, which takes the rest of the width up to a maximum, and the staircase
 * after them. A label gives way to the staircase, but the staircase to the name of a term. */
static void place_columns(struct page *p, int left)
{
    enum { LABEL_MOST = 12, LABEL_BRIEF = 8, LEAST = 8, GOOD = 20, MOST = 160, AIR = 3 };
    bool gives_way = left - LABEL_MOST - AIR < GOOD && left - LABEL_BRIEF - AIR >= LEAST;
    int most = gives_way ? LABEL_BRIEF : LABEL_MOST, term = widest_term(p);
    if (term > most && term <= left)
        most = term;
    p->label = left > most ? most : left;
    for (int k = 0, col = p->label; k < PAGE_COLUMNS; col += p->width[k++])
        p->col[k] = col;
    p->stairs = p->col[PAGE_SUM] + p->width[PAGE_SUM] + AIR - 1;
    p->steps = left - p->label - AIR;
    p->steps = p->steps < LEAST ? 0 : p->steps < MOST ? p->steps : MOST;
}

struct page arithmetic_page(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { LABEL = 6, AROUND = 6 };
    const struct look *look = &s->model->now.state.look;
    int digits = d->cell.gradient && d->count > 0
                     ? changes_digits(s, fabs(derive_result(&d->v[d->count - 1].is)))
                     : look->digits;
    struct page p = {.s = s,
                     .d = d,
                     .walk = derivation_walked(d, look->walk),
                     .wanted = digits,
                     .digits = digits,
                     .number = digits + AROUND};
    p.nowhere = canvas_part(c, 0, 0, 0, c.cols);
    p.fades = look->walk > 0;
    p.cursor = look->pane != PANE_ARITHMETIC ? -1 : look->line < d->count ? look->line : d->count - 1;
    int all = even(&p);
    if (all + LABEL > c.cols)
        for (all = tight(&p); all + LABEL > c.cols && p.digits > 0; all = tight(&p))
            p.digits--;
    all = widen(&p, all, c.cols - LABEL);
    terms_list(&s->model->now.config, d->cell.layer, p.term);
    place_columns(&p, c.cols - all);
    return p;
}
