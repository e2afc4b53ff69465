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

/* A step that is a row: the signs around its numbers (none: the row has no such number) and the column heads.
 * An empty head means the name of the matrix that the factor was read from. */
static const struct form {
    enum derive_kind kind;
    enum { SUMMED, HEADED, NAMED } as; /* begins with a word or a number, and has a running sum; a name */
    const char *a_front, *b_front, *b_back, *value_front;
    const char *b, *value; /* heads; of a named row its name */
} forms[] = {
    {DERIVE_PRODUCT, SUMMED, "", "× ", "", "= ", "", TEXT("product")},
    {DERIVE_TERM, SUMMED, "", NULL, "", NULL, "", ""},
    {DERIVE_EXP, SUMMED, "exp(", "- ", ")", "= ", TEXT("max"), TEXT("exp")},
    {DERIVE_ENTRY, SUMMED, "", NULL, "", NULL, "", ""},
    {DERIVE_SQUARE, SUMMED, "(", "- ", ")²", "= ", TEXT("mean"), TEXT("square")},
    {DERIVE_ADD, HEADED, "", "+ ", "", "= ", "", TEXT("sum")},
    {DERIVE_DIVIDE, HEADED, "", "÷ ", "", "= ", "√d_k", TEXT_AS("arithmetic_lines", "scaled")},
    {DERIVE_CAP, HEADED, "", "~ ", "", "= ", TEXT("cap"), TEXT_AS("arithmetic_lines", "capped")},
    {DERIVE_MASK, HEADED, "", "+ ", "", "= ", TEXT("mask"), TEXT_AS("arithmetic_lines", "masked")},
    {DERIVE_SLOPE, HEADED, "", "× ", "", "= ", TEXT("slope"), TEXT("product")},
    {DERIVE_BIAS, NAMED, "", "+ ", "", "= ", TEXT("bias"), ""},
    {DERIVE_SHARE, NAMED, "", "÷ ", "", "= ", TEXT_AS("arithmetic_lines", "share"), ""},
    {DERIVE_GAIN, NAMED, "", "× ", "", "= ", TEXT("gain"), ""},
    {DERIVE_SHIFT, NAMED, "", "+ ", "", "= ", TEXT("shift"), ""},
    {DERIVE_MEAN, NAMED, "", "÷ ", "", "= ", TEXT("mean"), ""},
    {DERIVE_ERROR, NAMED, "", "- ", "", "= ", "p - y", ""},
    {DERIVE_OVER, NAMED, "", "÷ ", "", "= ", TEXT("over"), ""},
    {DERIVE_CENTRE, NAMED, "", "- ", "", "= ", TEXT("minus"), ""},
    {DERIVE_TIMES, NAMED, "", "× ", "", "= ", TEXT("times"), ""},
    {DERIVE_PLUS, NAMED, "", "+ ", "", "= ", TEXT("plus"), ""},
};

/* Other steps: a note, or a calculation after its name. The patterns are those of arithmetic_say. */
static const struct line {
    const char *name, *note;
    const char *text;
} lines[] = {
    [DERIVE_GIVEN] = {.note = TEXT("given, not computed")},
    [DERIVE_PATCHED] = {.note = TEXT("left out or put in (omit, carry): not computed here")},
    [DERIVE_EMPTY] = {.note = TEXT("no key is left for this query: its weights are all 0")},
    [DERIVE_NO_ROW] = {.note = TEXT("position $i has no row: nothing is added")},
    [DERIVE_UNREAD] = {.note = TEXT("the loss does not depend on this number: no target asks for it, and "
                                    "nothing on the way to one reads it")},
    [DERIVE_COPY] = {.note = TEXT("copied unchanged"), .text = "$C = $v"},
    [DERIVE_SIGMA] = {.name = "σ", .text = "√($a ÷ $n + $e) = $v"},
    [DERIVE_NORM] = {.name = TEXT_AS("arithmetic_lines", "norm"), .text = "($a - $b) ÷ $s = $v"},
    [DERIVE_RELU] = {.name = "ReLU", .text = "max(0, $a) = $v"},
    [DERIVE_GELU] = {.name = "GELU", .text = "gelu($a) = $v"},
    [DERIVE_SILU] = {.name = "SiLU", .text = "silu($a) = $v"},
    [DERIVE_QUICK] = {.name = "GELU", .text = "quick_gelu($a) = $v"},
    [DERIVE_ASK] = {.name = TEXT("target"), .text = "-$b ÷ $a = $v"},
    [DERIVE_LEAN] = {.name = TEXT("d - y·m"), .text = "$a - $b × $s = $v"},
    [DERIVE_SINE] = {.text = "sin($a) = $v"},
    [DERIVE_COSINE] = {.text = "cos($a) = $v"},
    [DERIVE_ENCODING] = {.text = "$a × $b = $v"},
};

static const struct form *form_of(enum derive_kind kind)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].kind == kind)
            return &forms[i];
    return NULL;
}

/* Returns a text in characters that the terminal can show. */
static const char *in_signs(const struct page *p, const char *s)
{
    static const char *const twins[][2] = {{"√(", "sqrt("}, {"√", "sqrt "}, {"×", "x"},
                                           {"÷", "/"},      {"²", "^2"},    {"σ", "sigma"}};
    struct text t = SCREEN_TEXT(p->s);
    for (size_t n; p->s->ascii && *s; s += n) {
        const char *twin = NULL;
        n = 1;
        for (size_t i = 0; i < sizeof twins / sizeof *twins && !twin; i++)
            if (strncmp(s, twins[i][0], strlen(twins[i][0])) == 0) {
                twin = twins[i][1];
                n = strlen(twins[i][0]);
            }
        text_add_bytes(&t, twin ? twin : s, twin ? strlen(twin) : 1);
    }
    return p->s->ascii ? text_str(&t) : s;
}

/* ---- the sum as a staircase beside the lines: each bar begins where the last one ended ------- */

/* Steps that add up to one sum. */
enum family { NO_SUM, OF_PRODUCTS, OF_EXPS, OF_ENTRIES, OF_SQUARES };

static enum family family_of(enum derive_kind kind)
{
    static const enum family families[] = {
        [DERIVE_PRODUCT] = OF_PRODUCTS, [DERIVE_TERM] = OF_PRODUCTS, [DERIVE_BIAS] = OF_PRODUCTS,
        [DERIVE_EXP] = OF_EXPS,         [DERIVE_ENTRY] = OF_ENTRIES, [DERIVE_SQUARE] = OF_SQUARES,
    };
    return (size_t)kind < sizeof families / sizeof *families ? families[kind] : NO_SUM;
}

/* The sum after a step. */
static double sum_after(const struct derive_step *st)
{
    return st->kind == DERIVE_BIAS ? st->value : st->sum;
}

/* The scale of a sum reaches from its least to its largest value, with 0. Returns false without a sum. */
static bool scale_of(const struct page *p, enum family family, struct bar_scale *scale)
{
    *scale = (struct bar_scale){p->stairs, p->steps, 0, 0};
    for (int i = 0; i < p->d->count && family != NO_SUM; i++)
        if (family_of(p->d->v[i].is.kind) == family) {
            double sum = sum_after(&p->d->v[i].is);
            scale->lo = fmin(scale->lo, sum);
            scale->hi = fmax(scale->hi, sum);
            if (!isfinite(sum))
                return false;
        }
    return p->steps > 0 && scale->hi > scale->lo;
}

bool arithmetic_pending(const struct page *p, int step)
{
    enum family family = family_of(p->d->v[step].is.kind);
    return p->cursor >= 0 && step > p->cursor && family != NO_SUM &&
           family == family_of(p->d->v[p->cursor].is.kind);
}

static void draw_stair(const struct page *p, struct canvas at, int step)
{
    const struct derivation_step *d = &p->d->v[step];
    struct bar_scale scale;
    if (d->summed > p->walk || !scale_of(p, family_of(d->is.kind), &scale))
        return;
    bool pending = arithmetic_pending(p, step);
    double before = d->is.kind == DERIVE_BIAS ? d->is.a : d->is.sum - d->is.value;
    bar_draw(at, 0, p->s, &scale, (struct bar){before, sum_after(&d->is), pending, 0});
    if (d->is.kind == DERIVE_EXP && !pending)
        canvas_tint(at, 0, p->stairs, p->steps,
                    ink_hue(hue_of_head(p->d->cell.head),
                            d->is.index == derivation_exp(p->d) ? HUE_FULL : HUE_FULL / 2));
}

void arithmetic_landing(const struct page *p, struct canvas at)
{
    const struct derivation_step *last = &p->d->v[p->d->count - 1];
    struct bar_scale scale;
    if (last->summed <= p->walk && family_of(last->is.kind) == OF_PRODUCTS &&
        scale_of(p, OF_PRODUCTS, &scale))
        bar_draw(at, 0, p->s, &scale,
                 (struct bar){0, sum_after(&last->is), p->cursor >= 0 && p->cursor + 1 < p->d->count, 0});
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

static void add_number(struct text *t, const struct page *p, double x)
{
    bool gradient = p->told && changes_shown(p->s) == SHOW_GRADIENT;
    number_fixed(t, x, gradient ? changes_digits(p->s, fabs(x)) : p->digits, p->number + 1);
}

void arithmetic_say(struct text *out, const struct page *p, const struct derive_step *st, const char *pattern)
{
    const struct scene *now = &p->s->session->now;
    const struct sequence *rows, *keys;
    for (const char *c = pattern; *c; c++) {
        const struct derive_from *from = *c == '$' && c[1] == 'B' ? &st->b_from : &st->a_from;
        switch (*c == '$' ? *++c : '\0') {
        case '\0':
            text_add_char(out, *c);
            break;
        case 'C':
            cell_name(out, p->s, from);
            break;
        case 'A':
        case 'B':
            if (from->stage >= 0 || from->weight >= 0) {
                cell_name(out, p->s, from);
                text_add(out, " ");
            }
            add_number(out, p, *c == 'A' ? st->a : st->b);
            break;
        case 'i':
            text_addf(out, "%d", st->index);
            break;
        case 'k':
            cursor_stage_words(&now->state, &now->config, p->d->cell.stage, &rows, &keys);
            if (st->kind == DERIVE_EXP && st->a_from.stage < 0)
                text_add(out, screen_text(p->s, TEXT("sink")));
            else if (keys && st->index < keys->count)
                screen_word(&now->state, keys, st->index, out);
            else
                text_addf(out, "%d", st->index);
            break;
        case 't':
            text_add(out, screen_term(p->s, &p->term[st->index]));
            break;
        case 'n':
            text_addf(out, "%.0f", st->b);
            break;
        case 'e':
            number_shortest(out, st->sum);
            break;
        case 'a':
            add_number(out, p, st->a);
            break;
        case 'b':
            add_number(out, p, st->b);
            break;
        default:
            add_number(out, p, *c == 's' ? st->sum : st->value);
        }
    }
}

/* Writes one column of a step's row, a number between signs; returns false if it is empty. */
static bool field_text(const struct page *p, const struct derive_step *st, enum page_column column,
                       struct text *out)
{
    const struct form *f = form_of(st->kind);
    if (!f)
        return false;
    const char *front[PAGE_COLUMNS] = {f->a_front, f->b_front, f->value_front, f->as == SUMMED ? "" : NULL};
    const double x[PAGE_COLUMNS] = {st->a, st->b, st->value, st->sum};
    if (!front[column])
        return false;
    text_add(out, in_signs(p, front[column]));
    if (st->kind == DERIVE_MEAN && column == PAGE_B)
        text_addf(out, "%.0f", x[column]);
    else
        add_number(out, p, x[column]);
    text_add(out, column == PAGE_B ? in_signs(p, f->b_back) : "");
    return true;
}

/* Draws a field right-aligned in its column. */
static void field(const struct page *p, struct canvas at, enum page_column column, enum style style,
                  const struct derive_step *st)
{
    struct text t = SCREEN_TEXT(p->s);
    if (field_text(p, st, column, &t))
        canvas_right(at, 0, p->col[column], p->width[column], style, text_str(&t));
}

/* Returns the head of that column in the step's table; NULL: none. */
static const char *head_of(const struct page *p, const struct derive_step *st, enum page_column column)
{
    const struct form *f = form_of(st->kind);
    bool other_divisor = st->kind == DERIVE_DIVIDE && st->b != sqrt(p->s->session->now.config.dk);
    if (!f || f->as == NAMED)
        return NULL;
    switch (column) {
    case PAGE_A:
        return cell_matrix(p->s, &st->a_from);
    case PAGE_B:
        return !f->b_front || other_divisor ? NULL
               : f->b && *f->b              ? in_signs(p, screen_text(p->s, f->b))
                                            : cell_matrix(p->s, &st->b_from);
    case PAGE_VALUE:
        if (p->d->cell.gradient && st->kind == DERIVE_DIVIDE)
            return cell_matrix(p->s, &(struct derive_from){p->d->cell.stage, -1, 0, 0, 0, 0, true});
        return screen_text(p->s, f->value);
    default:
        return f->as == SUMMED ? screen_text(p->s, TEXT_AS("arithmetic_lines", "sum")) : NULL;
    }
}

/* Returns the words that the factors of a sum run along, step by step: down the rows of their matrix, or
 * along its columns. NULL: they run along numbers. */
static const struct sequence *words_along(const struct page *p, int step)
{
    const struct scene *now = &p->s->session->now;
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

static void draw_row(const struct page *p, struct canvas at, int step, const struct form *f)
{
    const struct derivation_step *d = &p->d->v[step];
    const struct derive_step *st = &d->is;
    struct text name = SCREEN_TEXT(p->s);
    bool out = st->kind == DERIVE_TERM &&
               term_set_has(&p->s->session->now.state.term_off, p->term[st->index].bit), /* knocked out */
        mine = st->kind == DERIVE_EXP && st->index == derivation_exp(p->d);
    enum style text =
        lit(p, d->shown, f->as != NAMED && (out || arithmetic_pending(p, step)) ? STYLE_GHOST : STYLE_TEXT);
    if (st->kind == DERIVE_TERM || f->as == NAMED)
        text_add(&name, f->as == NAMED ? screen_text(p->s, f->b) : screen_term(p->s, &p->term[st->index]));
    const struct sequence *words = f->as == SUMMED ? words_along(p, step) : NULL;
    if (st->kind == DERIVE_EXP && st->a_from.stage < 0)
        text_add(&name, screen_text(p->s, TEXT("sink")));
    else if (words && st->kind != DERIVE_TERM && st->index < words->count)
        state_label(&p->s->session->now.state, words, st->index, &name);
    else if (f->as == SUMMED && st->kind != DERIVE_TERM)
        text_addf(&name, "%d", st->index);
    canvas_field(at, 0, 0, p->label - 1,
                 lit(p, d->shown,
                     f->as == NAMED ? STYLE_DIM
                     : mine         ? STYLE_TITLE
                                    : STYLE_LABEL),
                 text_str(&name));
    for (int k = PAGE_A; k < PAGE_SUM; k++)
        field(p, at, (enum page_column)k, text, st);
    if (text == STYLE_TEXT && !screen_mono(p->s))
        colour_factors(p, at, step);
    if (!out && d->summed <= p->walk)
        field(p, at, PAGE_SUM, p->fades ? lit(p, d->summed, STYLE_TEXT) : STYLE_DIM, st);
    draw_stair(p, at, step);
    if (out) /* over the stair, which has nothing to show here */
        canvas_put(at, 0, p->col[PAGE_B] + 1, STYLE_ERROR, screen_text(p->s, TEXT("knocked out")));
}

bool arithmetic_heads(const struct page *p, struct canvas at, int step)
{
    const struct derive_step *st = &p->d->v[step].is;
    const struct form *f = form_of(st->kind);
    for (int k = 0; k < PAGE_COLUMNS; k++) {
        const char *head =
            k == PAGE_SUM && p->d->v[step].summed > p->walk ? NULL : head_of(p, st, (enum page_column)k);
        int blank = k != PAGE_A; /* a head that is cut must not touch the one before */
        if (head)
            canvas_right(at, 0, p->col[k] + blank, p->width[k] - blank, STYLE_DIM, head);
    }
    return f && f->as != NAMED;
}

bool arithmetic_named(const struct page *p, int step)
{
    const struct form *f = form_of(p->d->v[step].is.kind);
    return f && f->as != HEADED;
}

bool arithmetic_begins(const struct page *p, int step)
{
    const struct form *f = form_of(p->d->v[step].is.kind);
    return f && f->as != NAMED && (step == 0 || p->d->v[step - 1].shown != p->d->v[step].shown);
}

/* Shows the row's maximum by name, since it is subtracted from every entry. */
static void show_max(const struct page *p, struct canvas at, int step)
{
    enum style dim = lit(p, p->d->v[step].shown, STYLE_DIM), text = lit(p, p->d->v[step].shown, STYLE_TEXT);
    struct text t = SCREEN_TEXT(p->s);
    add_number(&t, p, p->d->v[step].is.value);
    canvas_field(at, 0, 0, p->label - 1, dim, screen_text(p->s, TEXT_AS("arithmetic_lines", "max")));
    canvas_right(at, 0, p->col[PAGE_A], p->width[PAGE_A], text, text_str(&t));
    canvas_put(at, 0, p->col[PAGE_B] + 1, dim, screen_text(p->s, TEXT("is subtracted first")));
}

static const char *written(const struct page *p, int step, const char *pattern)
{
    struct text t = SCREEN_TEXT(p->s);
    arithmetic_say(&t, p, &p->d->v[step].is, in_signs(p, pattern));
    return text_str(&t);
}

/* Says how a cell of X comes from the model's file, where that is not by itself. */
static int show_scaled(const struct page *p, struct canvas at, int row)
{
    const struct state *s = &p->s->session->now.state;
    const struct derive_cell *cell = &p->d->cell;
    if (cell->stage != STAGE_X || cell->gradient || cell->row >= s->sentence->count)
        return row;
    struct lemma word = lexicon_at(s->lexicon, s->sentence->id[cell->row]);
    if (word.times == 1)
        return row;
    const char *t = say(p->s, TEXT("%.6g in the model's file, times √d = %.6g"),
                        lemma_entry(word, cell->col) / word.times, word.times);
    return row + canvas_flow(at, row, STYLE_NOTE, t);
}

int arithmetic_line(const struct page *p, struct canvas at, int step)
{
    const struct derivation_step *d = &p->d->v[step];
    enum derive_kind kind = d->is.kind;
    const struct form *f = form_of(kind);
    int rows = 0, col = 0;
    if (f || kind == DERIVE_MAX) {
        if (f && at.rows > 0)
            draw_row(p, at, step, f);
        else if (at.rows > 0)
            show_max(p, at, step);
        return 1;
    }
    const struct line *line = &lines[kind];
    bool hand = kind == DERIVE_SINE || kind == DERIVE_COSINE;
    /* 1. the formula of the encoding, or a note; an open question may use the key that edits as a letter */
    if (hand || (kind == DERIVE_ENCODING && step == 0))
        rows =
            canvas_flow(at, 0, STYLE_FORMULA, screen_text(p->s, posenc_formula(&p->s->session->now.config)));
    if (line->note) {
        const char *key = key_now(p->s->session, "stages", "prompt cell"),
                   *note = written(p, step, screen_text(p->s, line->note));
        rows = canvas_flow(at, 0, STYLE_NOTE,
                           kind == DERIVE_GIVEN && *key ? say(p->s, TEXT("%s: change it with %s"), note, key)
                                                        : note);
        rows = kind == DERIVE_GIVEN ? show_scaled(p, at, rows) : rows;
    }
    /* 2. what is calculated: by its name, the angle of the hand, or the number of the encoding */
    if (line->name) {
        canvas_field(at, 0, 0, p->label - 1, lit(p, d->shown, STYLE_DIM),
                     in_signs(p, screen_text(p->s, line->name)));
        col = p->label;
    } else if (hand) {
        const char *angle = screen_text(p->s, TEXT("pair $i at position $n: angle $a"));
        canvas_put(at, rows++, 0, STYLE_DIM, written(p, step, angle));
    } else if (kind == DERIVE_ENCODING) {
        col =
            canvas_put(at, rows, 0, STYLE_DIM, said_values(p->s, "PE(%d)[%d] ", d->is.index, p->d->cell.col));
    }
    /* 3. the calculation */
    if (line->text)
        canvas_put(at, rows++, col, line->name ? lit(p, d->shown, STYLE_TEXT) : STYLE_TEXT,
                   written(p, step, line->text));
    return rows;
}

/* Makes the columns equally wide, where only exp(…) may be wider than a number and its sign, or each as wide
 * as its contents and a blank; returns their total width. */
static int set_widths(struct page *p, bool even)
{
    const int width[PAGE_COLUMNS] = {p->number + 1, p->number + 2, p->number + 2, p->number};
    struct text t = SCREEN_TEXT(p->s);
    int all = 1; /* the last column does not touch the edge */
    for (int k = 0; k < PAGE_COLUMNS; k++) {
        p->width[k] = even ? width[k] : 0;
        for (int i = 0; i < p->d->count; i++) {
            const struct derive_step *st = &p->d->v[i].is;
            text_clear(&t);
            if ((!even || (k == PAGE_A && st->kind == DERIVE_EXP)) &&
                field_text(p, st, (enum page_column)k, &t)) {
                int wide = utf8_width(text_str(&t)) + (!even && k != PAGE_A);
                p->width[k] = wide > p->width[k] ? wide : p->width[k];
            }
        }
        all += p->width[k];
    }
    return all;
}

/* Widens columns to their heads where there is room; returns the new total width. */
static int widen_columns(struct page *p, int all, int room)
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

/* Places the columns after a label, which takes the rest of the width up to a maximum, and the staircase
 * after them. A label gives way to the staircase, but the staircase to the name of a term. */
static void place_columns(struct page *p, int left)
{
    enum { LABEL_MOST = 12, LABEL_BRIEF = 8, LEAST = 8, GOOD = 20, MOST = 160, AIR = 3 };
    bool gives_way = left - LABEL_MOST - AIR < GOOD && left - LABEL_BRIEF - AIR >= LEAST;
    int most = gives_way ? LABEL_BRIEF : LABEL_MOST, term = 0;
    for (int i = 0; i < p->d->count; i++) {
        const struct derive_step *st = &p->d->v[i].is;
        int width = st->kind == DERIVE_TERM ? 1 + utf8_width(screen_term(p->s, &p->term[st->index])) : 0;
        term = width > term ? width : term;
    }
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
    const struct look *look = &s->session->now.state.look;
    int digits = d->cell.gradient && d->count > 0
                     ? changes_digits(s, fabs(derive_result(&d->v[d->count - 1].is)))
                     : look->digits;
    struct page p = {.s = s,
                     .d = d,
                     .walk = derivation_walked(d, look->stages.walk),
                     .wanted = digits,
                     .digits = digits,
                     .number = digits + AROUND};
    p.nowhere = canvas_part(c, 0, 0, 0, c.cols);
    p.fades = look->stages.walk > 0;
    p.cursor = look->stages.pane != PANE_ARITHMETIC ? -1
               : look->stages.line < d->count       ? look->stages.line
                                                    : d->count - 1;
    int all = set_widths(&p, true);
    if (all + LABEL > c.cols)
        for (all = set_widths(&p, false); all + LABEL > c.cols && p.digits > 0; all = set_widths(&p, false))
            p.digits--;
    all = widen_columns(&p, all, c.cols - LABEL);
    terms_list(&s->session->now.config, d->cell.layer, p.term);
    place_columns(&p, c.cols - all);
    return p;
}
