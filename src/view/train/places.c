/* What the model makes of the places: how alike their vectors are, and all of them as one clock. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/figures/bars.h"
#include "view/encoding/encoding.h"
#include "view/grid.h"
#include "view/train/train.h"

enum { LIKE = 7 };
#define ALIKE 0.3 /* a peak that counts */

/* The vectors of the places, absent if nothing is added. */
static struct mat places_of(const struct train *f)
{
    return f->run[0].scene->trace.P;
}

bool train_learns_places(const struct train *f)
{
    return posencs[f->st->set.encoding]->row_back && mat_present(places_of(f));
}

/* The cosine of two rows as seen from their mean. */
static double cosine(const double *a, const double *b, const double *mean, int d)
{
    double x[CONFIG_MAX_D], y[CONFIG_MAX_D];
    for (int j = 0; j < d; j++) {
        x[j] = a[j] - mean[j];
        y[j] = b[j] - mean[j];
    }
    return vec_cosine(x, y, d);
}

static void mean_row(struct mat m, double *mean)
{
    for (int j = 0; j < m.cols; j++) {
        mean[j] = 0;
        for (int i = 0; i < m.rows; i++)
            mean[j] += mat_at(m, i, j) / m.rows;
    }
}

int train_likeness(struct mat m, double *mean)
{
    double centre[CONFIG_MAX_D];
    int peak = 0;
    mean_row(m, centre);
    for (int apart = 0; apart < m.rows; apart++) {
        mean[apart] = 0;
        for (int i = 0; i + apart < m.rows; i++)
            mean[apart] += cosine(mat_row(m, i), mat_row(m, i + apart), centre, m.cols) / (m.rows - apart);
    }
    for (int apart = 2; apart + 1 < m.rows && apart <= m.rows / 2; apart++)
        if (mean[apart] > ALIKE && mean[apart] > mean[apart - 1] && mean[apart] > mean[apart + 1] &&
            (!peak || mean[apart] > mean[peak] + ALIKE))
            peak = apart;
    return peak;
}

const char *train_verdict(const struct train *f)
{
    double mean[CONFIG_MAX_WORDS] = {0};
    int hours = train_learns_places(f) ? train_likeness(places_of(f), mean) : 0;
    if (hours)
        return say(f->s, TEXT("a clock with %d hours: positions %d apart are alike (%s)"), hours, hours,
                   said_fixed(f->s, mean[hours], 2, LIKE));
    return train_learns_places(f)
               ? screen_text(f->s, TEXT("no clock: no distance at which positions are alike"))
               : "";
}

/* ---- the parts -------------------------------------------------------------------------------- */

/* What the parts are drawn from. */
struct places {
    const struct train *f;
    struct mat P; /* absent: nothing is added to the words */
    double mean[CONFIG_MAX_WORDS];
    int hours;
};

/* Returns room for a square of dots or a round face: twice as many columns as rows. */
static struct canvas square_of(struct canvas c)
{
    int cols = 2 * c.rows < c.cols ? 2 * c.rows : c.cols;
    return canvas_part(c, 0, 0, (cols + 1) / 2, cols);
}

/* Draws the cosines of all pairs of places; nothing if memory is short. */
static void likeness_draw(struct canvas c, const void *of)
{
    const struct places *p = of;
    struct screen still = *p->f->s;
    double centre[CONFIG_MAX_D];
    still.click = NULL;
    if (!arena_more(still.scratch, mat_room(p->P.rows, p->P.rows)))
        return;
    struct grid g = {.m = mat_in(still.scratch, p->P.rows, p->P.rows),
                     .map = GRID_DIVERGING,
                     .limit = 1,
                     .row = -1,
                     .col = -1,
                     .no_cursor = true};
    mean_row(p->P, centre);
    for (int i = 0; i < p->P.rows; i++)
        for (int j = 0; j < p->P.rows; j++)
            mat_row(g.m, i)[j] = cosine(mat_row(p->P, i), mat_row(p->P, j), centre, p->P.cols);
    canvas_put(c, 0, 0, STYLE_LABEL, screen_text(p->f->s, TEXT("cosines of positions")));
    c = square_of(canvas_part(c, 1, 0, c.rows - 1, c.cols));
    struct grid_dots dots = grid_dots_fit(&still, &g, c.rows, c.cols);
    grid_dots_draw(c, &still, &g, &dots);
}

static void clock_draw(struct canvas c, const void *of)
{
    const struct places *p = of;
    places_clock_draw(square_of(c), p->f->s, p->P, p->hours);
}

/* 1 -0.15 ▏, 5 0.77 ██████: the mean cosine of positions that are so far apart. */
static void distances_draw(struct canvas c, const void *of)
{
    const struct places *p = of;
    struct bar_scale scale = {3 + LIKE, c.cols - 3 - LIKE, 0, 1};
    canvas_put(c, 0, 0, STYLE_LABEL, screen_text(p->f->s, TEXT("by distance")));
    for (int apart = 1; apart < p->P.rows; apart++)
        scale.lo = fmin(scale.lo, p->mean[apart]);
    for (int apart = 1; apart < p->P.rows && apart < c.rows; apart++) {
        bool hour = p->hours && apart % p->hours == 0;
        canvas_number(c, (struct slot){apart, 0, 2}, hour ? STYLE_STRONG : STYLE_LABEL, apart, 0);
        canvas_number(c, (struct slot){apart, 2, LIKE}, hour ? STYLE_STRONG : STYLE_TEXT, p->mean[apart], 2);
        bar_draw(c, apart, p->f->s, &scale,
                 (struct bar){.to = p->mean[apart],
                              .ink = ink_hue(hour ? HUE_FOCUS : HUE_GREY, hour ? HUE_FULL : HUE_FULL / 2)});
    }
}

void train_places_draw(struct canvas c, const void *of)
{
    static const char *const forms[] = {"heading / (likeness | clock | distances) / gap / remark",
                                        "heading / (likeness | clock) / gap / distances / gap / remark",
                                        "heading / (clock | distances) / remark",
                                        "heading / clock / gap / distances / remark",
                                        "heading / clock / remark",
                                        "heading / remark",
                                        NULL};
    struct places p = {.f = of};
    const struct screen *s = p.f->s;
    int n = places_of(p.f).rows;
    struct page_size square = {.rows = 6, .cols = 22, .most_cols = 44},
                     distances = {.rows = n < 6 ? n : 6, .most_rows = n, .cols = 20, .most_cols = 40},
                     heading =
                         page_flow(screen_text(s, train_learns_places(p.f) ? TEXT("the positions it learned")
                                                                           : TEXT("the positions as given")),
                                   STYLE_TITLE, 10),
                     remark;
    p.P = places_of(p.f);
    if (mat_present(p.P)) {
        p.hours = train_likeness(p.P, p.mean);
        remark = page_flow(train_verdict(p.f), p.hours ? STYLE_GOOD : STYLE_DIM, 10);
    } else { /* what the encoding does instead */
        heading = page_flow(screen_text(s, TEXT("No positions are added to the words (p).")), STYLE_NOTE, 10);
        remark = page_flow(screen_text(s, encoding_about(p.f->run[0].scene)), STYLE_TEXT, 10);
        square = distances = PAGE_ABSENT;
    }
    const struct page_part parts[] = {
        {"heading", 0, heading, NULL, NULL},    {"likeness", 1, square, NULL, likeness_draw},
        {"clock", 1, square, NULL, clock_draw}, {"distances", 1, distances, NULL, distances_draw},
        {"remark", 0, remark, NULL, NULL},      {NULL, 0, {0}, NULL, NULL}};
    page_draw(c, forms, parts, &p);
}
