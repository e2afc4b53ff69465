/* What the scores are made of: each term's share over time, now, and the right answers with it alone and
 * without it. */
#include <math.h>

#include "view/train/train.h"

static uint16_t term_ink(const struct train *f, int term)
{
    return ink_hue(hue_of_term(f->l->term[term].mark), HUE_FULL);
}

/* A term's share over the steps. */
struct term_share {
    const struct train *f;
    int term;
};

/* NaN after what is known. */
static double share_over(const void *of, double from, double to)
{
    const struct term_share *in = of;
    const struct learning *l = in->f->l;
    int at = (int)((from + to) / 2 / l->every);
    bool now = at >= learning_shares(l) && from <= in->f->st->set.steps;
    return at < learning_shares(l) ? l->share[at][in->term]
           : now && l->count > 0   ? l->present[in->term]
                                   : NAN;
}

/* ---- the numbers --------------------------------------------------------------------- */

/* what the scores are made of: 4 of 8 terms, those with the largest shares. The number is left out where all
 * are shown. */
static const char *parts_head(const struct table *t, int col)
{
    static const char *const heads[] = {TEXT("share"), TEXT("right with it alone|alone"),
                                        TEXT("right without it|without")};
    const struct train *f = t->of;
    const int all = f->l->terms;
    const char *whole = screen_text(t->s, TEXT("what the scores are made of")),
               *brief = screen_text(t->s, TEXT("scores")), *least = brief;
    if (col >= 0)
        return col == PART_HISTORY ? "" : screen_text(t->s, heads[col]);
    if (f->terms < all) {
        brief = say(t->s, TEXT("%d of %d terms"), f->terms, all);
        whole = say(t->s, TEXT("%s: %s"), whole, brief);
        least = say(t->s, TEXT("%d of %d"), f->terms, all);
    }
    /* with histories of several widths */
    return said_values(t->s, "%s|%s|%s|%s|%s", whole, whole, brief, brief, least);
}

static const char *parts_name(const struct table *t, int row)
{
    const struct train *f = t->of;
    const char *name = screen_term(t->s, &f->l->term[f->term[row]]), *pattern = chart_pattern(t->s, row);
    return said_values(t->s, f->legend && (screen_mono(t->s) || t->s->ascii) ? "%s %s%s" : "%s", name,
                       pattern, pattern);
}

static bool is_tried(const struct learning *l, int term, int col)
{
    return l->tried > 2 * term + (col - PART_ALONE);
}

/* Returns a number; "…": it is still being computed. */
static const char *parts_cell(const struct table *t, int row, int col)
{
    static const int widths[] = {48, 24, 10};
    const struct train *f = t->of;
    const struct learning *l = f->l;
    const int term = f->term[row];
    const struct chart_line line = {.at = share_over, .of = &(struct term_share){f, term}};
    struct text out = SCREEN_TEXT(t->s);
    if (col == PART_SHARE)
        return share_text(t->s, l->present[term], SHARE_PLAIN);
    if (col != PART_HISTORY)
        return !is_tried(l, term, col) ? "…"
                                       : train_answered(f, (col == PART_ALONE ? l->alone : l->without)[term]);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        const char *history = chart_eighths(t->s, &line, 0, f->last, widths[i]);
        text_addf(&out, "%s%*s|", history, widths[i] - utf8_width(history), "");
    }
    return text_str(&out);
}

static struct canvas_look parts_look(const struct table *t, int row, int col)
{
    const struct train *f = t->of;
    const struct learning *l = f->l;
    const int term = f->term[row];
    if (col < 0 || col == PART_HISTORY)
        return (struct canvas_look){col < 0 ? STYLE_STRONG : STYLE_TEXT, term_ink(f, term)};
    if (col != PART_SHARE && !is_tried(l, term, col))
        return (struct canvas_look){STYLE_DIM, 0};
    bool good = col != PART_SHARE && (col == PART_ALONE ? l->alone : l->without)[term] > 0.985;
    return (struct canvas_look){good ? STYLE_GOOD : STYLE_TEXT, 0};
}

struct table train_terms(const struct train *f, int cols)
{
    return (struct table){.s = f->s,
                          .of = f,
                          .rows = f->terms,
                          .cols = cols,
                          .head = parts_head,
                          .name = parts_name,
                          .cell = parts_cell,
                          .look = parts_look};
}

void train_terms_draw(struct canvas c, const void *of)
{
    struct train f = *(const struct train *)of;
    f.legend = true;
    struct table t = train_terms(&f, PART_HISTORY);
    table_draw(c, &t);
}

void train_histories_draw(struct canvas c, const void *f)
{
    struct table t = train_terms(f, PART_HISTORY + 1);
    table_draw(c, &t);
}

/* ---- all terms over time ------------------------------------------------------------------ */

void train_stack_draw(struct canvas c, const void *of)
{
    const struct train *f = of;
    struct chart g = train_chart(c, f, 0);
    struct term_share share[TRAIN_TERMS];
    struct chart_line line[TRAIN_TERMS];
    for (int i = 0; i < f->terms; i++) {
        share[i] = (struct term_share){f, f->term[i]};
        line[i] = (struct chart_line){
            .at = share_over, .of = &share[i], .look = {STYLE_TEXT, term_ink(f, f->term[i])}};
    }
    chart_stack(&g, line, f->terms);
}
