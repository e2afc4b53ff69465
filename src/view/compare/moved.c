/* How far each word's row moved: as numbers and bars, beside the flows also as strips of both sides. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/flow/flow.h"

enum { DIGITS = 10 };

const char *compare_number(const struct screen *s, double difference, int digits, const char *zero)
{
    if (difference == 0)
        return zero;
    digits = fabs(difference) < 1e-5 ? 40 : fabs(difference) < 0.005 ? 6 : digits;
    return said_fixed(s, difference, digits, DIGITS);
}

struct state compare_state(const struct screen *s, const struct state *of)
{
    struct state st = *of;
    st.look.lang = (int)screen_lang(s);
    return st;
}

const char *compare_sentence(const struct screen *s, const struct state *of)
{
    struct state st = compare_state(s, of);
    struct text t = SCREEN_TEXT(s);
    order_phrase(&st, 0, st.sentence->count, &t);
    return text_str(&t);
}

/* Beside the flows it is brief. */
static bool beside_flows(const struct compare *v)
{
    return v->s->session->now.state.look.compare.panel == COMPARE_FLOW && !v->told;
}

/* Whether there is a row for the mean: columns that are words have none. */
static bool has_mean(const struct compare *v)
{
    return !beside_flows(v) && !v->of.a.cols;
}

const char *compare_moved_title(const struct compare *v)
{
    if (!v->of.same_width)
        return screen_text(v->s, TEXT("The columns of the two sides do not match."));
    return screen_text(v->s, has_mean(v) ? TEXT("how far each row moved, and the mean of the rows")
                                         : TEXT("how far each row moved"));
}

static int row_in_focus(const struct compare *v)
{
    const struct scene *now = &v->s->session->now;
    int at, dim;
    cursor_of_stage(&now->state, &now->config, cursor_compared(&now->state.look), &at, &dim);
    return at;
}

static const char *moved_name(const struct lengths *l, int i)
{
    const struct compare *v = l->of;
    bool mean = i == v->of.a.m.rows;
    struct text t = SCREEN_TEXT(l->s);
    if (i == l->at || mean)
        text_add_char(&t, mean ? 2 : 1);
    if (mean)
        text_add(&t, screen_text(l->s, TEXT("mean row")));
    else
        state_label(&l->s->session->now.state, v->of.a.rows, i, &t);
    return text_str(&t);
}

/* 0 for a difference that is only rounding. */
static double moved_length(const struct lengths *l, int i)
{
    const struct comparison *of = &((const struct compare *)l->of)->of;
    double x = i == of->a.m.rows ? comparison_mean(of) : comparison_row(of, i);
    return comparison_rounding(of, x) ? 0 : x;
}

static const char *moved_number(const struct lengths *l, int i)
{
    double x = moved_length(l, i);
    if (x < 0)
        return screen_text(l->s, TEXT("not on both sides"));
    return compare_number(l->s, x, beside_flows(l->of) ? 2 : 6, "0");
}

/* Draws both rows as strips with an arrow between. Columns that are words follow the order of the left side;
 * what has not moved is dim on the right: on a scale three times as wide. */
static void moved_strips(struct canvas c, const struct lengths *l, int i)
{
    enum { ARROW = 3, DIM = 3 };
    const struct comparison *of = &((const struct compare *)l->of)->of;
    double most = fmax(mat_max_finite(of->a.m), mat_max_finite(of->b.m));
    int all = of->a.m.cols, width = (c.cols - ARROW) / 2, partner = of->row_of[i];
    width = width >= all && all > 0 ? width / all * all : width; /* whole cells */
    if (i == of->a.m.rows || !arena_more(l->s->scratch, (size_t)(2 * all)))
        return;
    double *v = arena_doubles(l->s->scratch, (size_t)(2 * all));
    for (int j = 0; j < all; j++) {
        int col = of->a.cols ? of->col_of[j] : j;
        v[j] = mat_at(of->a.m, i, j);
        v[all + j] = partner >= 0 && col >= 0 && col < of->b.m.cols ? mat_at(of->b.m, partner, col) : 0;
    }
    flow_strip(canvas_part(c, 0, 0, c.rows, width), l->s, v, all, most);
    canvas_put(c, 0, width + 1, STYLE_DIM, "→");
    if (partner >= 0)
        flow_strip(canvas_part(c, 0, width + ARROW, c.rows, width), l->s, v + all, all,
                   moved_length(l, i) == 0 ? DIM * most : most);
}

struct lengths compare_moved(const struct compare *v)
{
    enum { CELLS_MOST = 6, STRIPS_MOST = 115 };
    const struct comparison *of = &v->of;
    double most = comparison_most(of);
    int wide = 2 * CELLS_MOST * of->a.m.cols + 3;
    return (struct lengths){.s = v->s,
                            .of = v,
                            .count = of->same_width ? of->a.m.rows + has_mean(v) : 0,
                            .at = row_in_focus(v),
                            .most = comparison_rounding(of, most) || most <= 0 ? 1 : most,
                            .name = moved_name,
                            .number = moved_number,
                            .length = moved_length,
                            .picture = beside_flows(v) ? moved_strips : NULL,
                            .wide = wide < STRIPS_MOST ? wide : STRIPS_MOST};
}
