#include "view/arithmetic.h"

#include <math.h>

#include "base/number.h"
#include "core/posenc.h"
#include "core/stage.h"
#include "core/terms.h"

struct page {
    struct canvas c;
    const struct screen *s;
    struct derive_cell cell;
    int row, seen, products;     /* next row; steps so far; products in a row */
    int skip, skipped;           /* products that are left out because the panel is short */
    struct derive_step last;
    struct term term[TERM_MAX];
};

static void number(struct text *t, double x, int digits)
{
    number_fixed(t, x, digits, 12);
}

/* "name = a op b = value", numbers with the chosen digits */
static void line(struct page *p, const char *what, const char *op, const struct derive_step *st)
{
    struct text t = {0};
    int digits = p->s->model->now.state.look.digits;
    number(&t, st->a, digits);
    text_addf(&t, " %s ", op);
    number(&t, st->b, digits);
    text_add(&t, " = ");
    number(&t, derive_result(st), digits);
    int col = canvas_put(p->c, p->row, 0, STYLE_DIM, what);
    canvas_put(p->c, p->row++, col ? col + 1 : 0, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

static void product_heads(struct page *p, const struct derive_step *st)
{
    const char *from_a = st->a_from.stage >= 0 ? stages[st->a_from.stage].symbol : "";
    bool weight = st->b_from.weight >= 0;
    canvas_right(p->c, p->row, 0, 4, STYLE_DIM, "k");
    canvas_right(p->c, p->row, 4, 10, STYLE_DIM, from_a);
    canvas_right(p->c, p->row, 14, 11, STYLE_DIM, weight ? "W" : st->b_from.stage >= 0 ? stages[st->b_from.stage].symbol : "");
    canvas_right(p->c, p->row, 25, 11, STYLE_DIM, screen_text(p->s, TEXT("product", "乘积")));
    canvas_right(p->c, p->row++, 36, 10, STYLE_DIM, screen_text(p->s, TEXT("sum", "累加")));
}

static void field(struct page *p, int col, int width, enum style style, double x, const char *front)
{
    struct text t = {0};
    text_add(&t, front);
    number(&t, x, p->s->model->now.state.look.digits);
    canvas_right(p->c, p->row, col, width, style, text_str(&t));
    text_finish(&t);
}

static void product(struct page *p, const struct derive_step *st)
{
    if (p->products++ == 0)
        product_heads(p, st);
    if (p->products > p->skip && p->skipped > 0) {
        if (p->products == p->skip + 1)
            canvas_putf(p->c, p->row++, 3, STYLE_DIM, "…");
        if (p->products <= p->skip + p->skipped)
            return;
    }
    struct text t = {0};
    text_addf(&t, "%d", st->index);
    canvas_right(p->c, p->row, 0, 4, STYLE_LABEL, text_str(&t));
    text_finish(&t);
    field(p, 4, 10, STYLE_TEXT, st->a, "");
    field(p, 14, 11, STYLE_TEXT, st->b, p->s->ascii ? "x " : "× ");
    field(p, 25, 11, STYLE_TEXT, st->value, "= ");
    field(p, 36, 10, STYLE_DIM, st->sum, "");
    p->row++;
}

static void word_label(const struct page *p, int key, struct text *t)
{
    const struct scene *now = &p->s->model->now;
    bool memory = p->cell.stage >= STAGE_QC || config_crosses(&now->config);
    state_label(&now->state, memory && now->state.memory ? now->state.memory : now->state.sentence, key, t);
}

static void exponential(struct page *p, const struct derive_step *st)
{
    struct text t = {0};
    word_label(p, st->index, &t);
    canvas_field(p->c, p->row, 0, 8, st->index == p->cell.col ? STYLE_TITLE : STYLE_LABEL, text_str(&t));
    text_clear(&t);
    text_add(&t, "exp(");
    number(&t, st->a - st->b, p->s->model->now.state.look.digits);
    text_add(&t, ") = ");
    number(&t, st->value, p->s->model->now.state.look.digits);
    canvas_put(p->c, p->row, 9, STYLE_TEXT, text_str(&t));
    field(p, 32, 10, STYLE_DIM, st->sum, "Σ ");
    p->row++;
    text_finish(&t);
}

static void term(struct page *p, const struct derive_step *st)
{
    bool off = p->s->model->now.state.term_off >> p->term[st->index].bit & 1u;
    canvas_field(p->c, p->row, 0, 10, off ? STYLE_GHOST : STYLE_LABEL, p->term[st->index].name);
    field(p, 10, 12, off ? STYLE_GHOST : STYLE_TEXT, st->a, "");
    if (off)
        canvas_put(p->c, p->row, 24, STYLE_ERROR, screen_text(p->s, TEXT("knocked out", "已去掉")));
    else
        field(p, 24, 12, STYLE_DIM, st->sum, "Σ ");
    p->row++;
}

static void note(struct page *p, struct pair text)
{
    p->row += canvas_flow(canvas_part(p->c, p->row, 0, p->c.rows, p->c.cols), 0, STYLE_NOTE, screen_text(p->s, text));
}

/* (x - mean) ÷ σ = value */
static void norm(struct page *p, const struct derive_step *st)
{
    struct text t = {0};
    int digits = p->s->model->now.state.look.digits;
    text_add(&t, "(");
    number(&t, st->a, digits);
    text_add(&t, " - ");
    number(&t, st->b, digits);
    text_add(&t, p->s->ascii ? ") / " : ") ÷ ");
    number(&t, st->sum, digits);
    text_add(&t, " = ");
    number(&t, st->value, digits);
    int col = canvas_put(p->c, p->row, 0, STYLE_DIM, screen_text(p->s, TEXT("normed", "归一化")));
    canvas_put(p->c, p->row++, col + 1, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

/* The encoding's formula, its number for this position, and the factor in front of it. */
static void encoding(struct page *p, const struct derive_step *st)
{
    struct text t = {0};
    note(p, TEXT("computed from the position alone:", "只由位置算出："));
    canvas_put(p->c, p->row++, 0, STYLE_FORMULA, p->s->model->now.config.pe->formula);
    text_addf(&t, "PE(%d)[%d]", st->index, p->cell.col);
    line(p, text_str(&t), p->s->ascii ? "x" : "×", st);
    text_finish(&t);
}

static void show_max(struct page *p, const struct derive_step *st)
{
    struct text t = {0};
    text_add(&t, screen_text(p->s, TEXT("row maximum ", "本行最大值 ")));
    number(&t, st->value, p->s->model->now.state.look.digits);
    text_add(&t, screen_text(p->s, TEXT(" is subtracted first", "，先减去它")));
    canvas_put(p->c, p->row++, 0, STYLE_DIM, text_str(&t));
    text_finish(&t);
}

static void show(void *to, const struct derive_step *st)
{
    struct page *p = to;
    p->seen++;
    p->last = *st;
    if (p->row >= p->c.rows - 1)
        return;
    switch (st->kind) {
    case DERIVE_GIVEN: note(p, TEXT("given, not computed: change it with e", "给定的数，不是算出来的：按 e 可以修改")); break;
    case DERIVE_COPY: note(p, TEXT("taken over unchanged", "原样取来")); break;
    case DERIVE_ADD: line(p, "", "+", st); break;
    case DERIVE_PRODUCT: product(p, st); break;
    case DERIVE_BIAS: line(p, screen_text(p->s, TEXT("bias", "偏置")), "+", st); break;
    case DERIVE_TERM: term(p, st); break;
    case DERIVE_DIVIDE: line(p, "", p->s->ascii ? "/" : "÷", st); break;
    case DERIVE_MASK: line(p, screen_text(p->s, TEXT("mask", "遮罩")), "+", st); break;
    case DERIVE_MAX: show_max(p, st); break;
    case DERIVE_EXP: exponential(p, st); break;
    case DERIVE_SHARE: line(p, screen_text(p->s, TEXT("share", "占比")), p->s->ascii ? "/" : "÷", st); break;
    case DERIVE_EMPTY: note(p, TEXT("no key is left for this query: its weights are all 0", "这个查询没有剩下任何键：权重全为 0")); break;
    case DERIVE_NORM: norm(p, st); break;
    case DERIVE_GAIN: line(p, screen_text(p->s, TEXT("gain", "增益")), p->s->ascii ? "x" : "×", st); break;
    case DERIVE_SHIFT: line(p, screen_text(p->s, TEXT("shift", "平移")), "+", st); break;
    case DERIVE_ENCODING: encoding(p, st); break;
    case DERIVE_RELU: line(p, "max(0, ·)", "→", st); break;
    }
}

static void count(void *to, const struct derive_step *st)
{
    *(int *)to += st->kind == DERIVE_PRODUCT;
}

/* scaled[猫→狗] = */
static void heading(struct page *p, const struct derive_cell *cell)
{
    const struct scene *now = &p->s->model->now;
    struct text t = {0};
    int rows = cell->row;
    bool map = stages[cell->stage].cols == AXIS_KEY || stages[cell->stage].cols == AXIS_MEMORY;
    bool memory_rows = stages[cell->stage].rows == AXIS_MEMORY || (config_crosses(&now->config) && (cell->stage == STAGE_K || cell->stage == STAGE_V));
    text_addf(&t, "%s[", stages[cell->stage].name);
    state_label(&now->state, memory_rows && now->state.memory ? now->state.memory : now->state.sentence, rows, &t);
    text_add(&t, map ? (p->s->ascii ? "->" : "→") : ", ");
    if (map)
        word_label(p, cell->col, &t);
    else
        text_addf(&t, "%d", cell->col);
    text_add(&t, "]");
    canvas_put(p->c, p->row++, 0, STYLE_TITLE, text_str(&t));
    text_finish(&t);
}

void arithmetic_draw(struct canvas c, const struct screen *s, struct derive_cell cell)
{
    const struct scene *now = &s->model->now;
    struct page p = {.c = c, .s = s, .cell = cell};
    struct text t = {0};
    int products = 0;
    terms_list(&now->config, cell.layer, p.term);
    heading(&p, &cell);
    derive(&now->trace, &now->config, cell, count, &products);
    int room = c.rows - 5;
    p.skip = products > room && room > 3 ? room - 3 : products;
    p.skipped = products > room && room > 3 ? products - (room - 2) : 0;
    derive(&now->trace, &now->config, cell, show, &p);
    text_add(&t, "= ");
    number_fixed(&t, derive_result(&p.last), s->model->now.state.look.digits + 2, 24);
    canvas_put(c, p.row < c.rows ? p.row : c.rows - 1, 0, STYLE_CURSOR, text_str(&t));
    text_finish(&t);
}
