/* How wide the columns of the arithmetic are: as the screen allows, never narrower than what stands in them. */
#include "core/pipeline/terms.h"
#include "view/stages/arithmetic_lines.h"

/* Columns as wide as what stands in them and a blank; returns what they take together. */
static int tight(struct page *p)
{
    struct text t = TEXT_HERE;
    int all = 1;      /* the last one does not touch the edge */
    for (int k = 0; k < PAGE_COLUMNS; k++) {
        p->width[k] = 0;
        for (int i = 0; i < p->d->count; i++) {
            text_clear(&t);
            int width = arithmetic_field(p, &p->d->v[i].is, (enum page_column)k, &t) ? utf8_width(text_str(&t)) + (k != PAGE_A) : 0;
            p->width[k] = width > p->width[k] ? width : p->width[k];
        }
        all += p->width[k];
    }
    text_finish(&t);
    return all;
}

/* Evenly wide columns; only exp(…) may be wider than a number and its sign. Returns what they take together. */
static int even(struct page *p)
{
    const int width[PAGE_COLUMNS] = {p->number + 1, p->number + 2, p->number + 2, p->number};
    struct text t = TEXT_HERE;
    int all = 1;
    for (int k = 0; k < PAGE_COLUMNS; k++)
        all += p->width[k] = width[k];
    for (int i = 0; i < p->d->count; i++) {
        text_clear(&t);
        bool may = p->d->v[i].is.kind == DERIVE_EXP && arithmetic_field(p, &p->d->v[i].is, PAGE_A, &t);
        int more = may ? utf8_width(text_str(&t)) - p->width[PAGE_A] : 0;
        p->width[PAGE_A] += more > 0 ? more : 0;
        all += more > 0 ? more : 0;
    }
    text_finish(&t);
    return all;
}

/* As much wider as what stands above the columns, where there is room for it; returns what they take then. */
static int widen(struct page *p, int all, int room)
{
    for (int i = 0; i < p->d->count; i++) {
        const struct derive_step *st = &p->d->v[i].is;
        for (int k = 0; k < PAGE_COLUMNS && arithmetic_begins(p, i); k++) {
            const char *head = arithmetic_head(p, st, (enum page_column)k);
            int more = head ? utf8_width(head) + (k != PAGE_A) - p->width[k] : 0;
            if (more <= 0 || all + more > room)
                continue;
            p->width[k] += more;
            all += more;
        }
    }
    return all;
}

/* Where the columns begin, behind a label that takes what is left, but not too much. */
static void place_columns(struct page *p, int left)
{
    enum { LABEL_MOST = 12 };
    p->label = left > LABEL_MOST ? LABEL_MOST : left;
    for (int k = 0, col = p->label; k < PAGE_COLUMNS; col += p->width[k++])
        p->col[k] = col;
}

struct page arithmetic_page(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { LABEL = 6, AROUND = 6 };
    const struct look *look = &s->model->now.state.look;
    struct page p = {.s = s, .d = d, .walk = derivation_walked(d, look->walk), .digits = look->digits, .number = look->digits + AROUND};
    p.nowhere = canvas_part(c, 0, 0, 0, c.cols);
    p.fades = look->walk > 0;
    int all = even(&p);
    if (all + LABEL > c.cols)
        for (all = tight(&p); all + LABEL > c.cols && p.digits > 0; all = tight(&p))
            p.digits--;
    all = widen(&p, all, c.cols - LABEL);
    place_columns(&p, c.cols - all);
    terms_list(&s->model->now.config, d->cell.layer, p.term);
    return p;
}
