/* Which positions look alike: the cosines between the rows of P, a square beside the map of P, and below it
 * the rows as one clock and the cosine over the distance, as a wave. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/posenc.h"
#include "core/math/pca.h"
#include "view/figures/dial.h"
#include "view/encoding/encoding.h"
#include "view/figures/chart.h"
#include "view/figures/page.h"
#include "view/spots.h"

#define FURTHEST 0.85 /* of the rim: the place furthest out */

enum { MOST = 32, AXIS = 4, WAVE = 7 };

/* The rows of P at positions first … first + n - 1. */
struct alike {
    const struct screen *s;
    long first;
    int n;
    struct mat rows, cosine;
};

/* ---- positions as one clock ------------------------------------------------------ */

/* A place on the clock, where it is free: there, or close by. */
static void put_place(struct canvas c, const struct screen *s, int row, int col, int place, enum hue hue)
{
    static const struct {
        int rows, cols;
    } near[] = {{0, 0}, {1, 0}, {-1, 0}, {0, 3}, {0, -3}, {1, 3}, {-1, -3}, {1, -3}, {-1, 3}};
    const char *n = said_values(s, "%d", place);
    int width = utf8_width(n);
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        int r = row + near[i].rows, k = col + near[i].cols;
        if (r < 0 || r >= c.rows || k < 0 || k + width > c.cols || !encoding_apart(c, r, k, width))
            continue;
        canvas_put_ink(c, r, k, STYLE_STRONG, ink_hue(hue, HUE_FULL), n);
        break;
    }
}

void places_clock_draw(struct canvas c, const struct screen *s, struct mat P, int hours)
{
    struct pca plane;
    struct circle rim = dial_rim(c);
    double far = 0, at[PCA_AXES];
    if (!pca_fits(&P, 1) || !arena_more(s->scratch, pca_room(&P, 1)))
        return;
    pca_compute(&plane, &P, 1, s->scratch);
    braille_arc(&(struct braille){c, s->ascii}, rim, 0, 2 * acos(-1), STYLE_BORDER);
    for (int i = 0; i < P.rows; i++) {
        pca_project(&plane, mat_row(P, i), at);
        far = fmax(far, hypot(at[0], at[1]));
    }
    for (int i = 0; i < P.rows && far > 0; i++) {
        pca_project(&plane, mat_row(P, i), at);
        put_place(c, s, (int)lround(rim.centre.y - at[1] / far * rim.radius * FURTHEST) / 4,
                  (int)lround(rim.centre.x + at[0] / far * rim.radius * FURTHEST) / 2, i,
                  hours ? hue_of_hand(i % hours, hours) : HUE_GREY);
    }
}

/* Cosines between rows; 0 beside a row of zeros. Returns false if memory is exhausted. */
static bool compute_cosines(struct alike *a, const struct screen *s)
{
    const struct config *c = &s->session->now.config;
    if (!arena_more(s->scratch, mat_room(a->n, c->d) + mat_room(a->n, a->n)))
        return false;
    struct mat rows = a->rows = mat_in(s->scratch, a->n, c->d);
    a->cosine = mat_in(s->scratch, a->n, a->n);
    for (int r = 0; r < a->n; r++)
        c->pe->row(mat_row(rows, r), a->first + r, c);
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < a->n; j++)
            mat_row(a->cosine, i)[j] = vec_cosine(mat_row(rows, i), mat_row(rows, j), c->d);
    return true;
}

/* The mean cosine of all pairs of rows that far apart. */
static double by_distance(const void *arg, long far)
{
    const struct alike *a = arg;
    double sum = 0;
    if (far < 0 || far >= a->n)
        return (double)NAN;
    for (int i = 0; i + far < a->n; i++)
        sum += mat_at(a->cosine, i, i + (int)far);
    return sum / (double)(a->n - far);
}

static void wave_draw(struct canvas c, const void *of)
{
    const struct alike *a = of;
    const struct screen *s = a->s;
    canvas_either(c, 0, 0, STYLE_NOTE, screen_text(s, TEXT("how alike, by distance (mean):")),
                  screen_text(s, TEXT("by distance (mean):")));
    long apart =
        labs((long)s->session->now.state.look.encoding.pos - s->session->now.state.look.encoding.pos2);
    struct chart g = chart_whole(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, 0, a->n);
    chart_reach(&g, -1, 1);
    chart_marks(&g, &(struct chart_mark){(double)apart, {STYLE_KEY, 0}, NULL}, 1);
    chart_curve(&g, &(struct chart_line){.whole = by_distance, .of = a, .look = {STYLE_TITLE, 0}});
}

static void clock_draw(struct canvas c, const void *of)
{
    const struct alike *a = of;
    canvas_either(c, 0, 0, STYLE_NOTE, screen_text(a->s, TEXT("as one clock:")),
                  screen_text(a->s, TEXT("clock:")));
    places_clock_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), a->s, a->rows, 0);
}

/* Row against row, with the positions above and at the left. */
static void pairs_draw(struct canvas c, const void *of)
{
    const struct alike *a = of;
    const struct screen *s = a->s;
    const struct look *look = &s->session->now.state.look;
    int high = (c.rows - 2) / a->n, wide = (c.cols - AXIS) / a->n, across = wide > 2 * high ? 2 * high : wide;
    canvas_either(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("Row against row: which positions look alike?")),
                  screen_text(s, TEXT("Which look alike?")));
    for (int i = 0; i < a->n; i++) {
        long at = a->first + i;
        enum style mine = at == look->encoding.pos ? STYLE_TITLE : STYLE_LABEL;
        canvas_putf(c, 2 + i * high, 0, mine, "%*ld", AXIS - 1, at);
        if (across >= 3 || i % 2 == 0)
            canvas_putf(c, 1, AXIS + i * across, at == look->encoding.pos2 ? STYLE_TITLE : STYLE_LABEL, "%ld",
                        at);
        for (int j = 0; j < a->n; j++) {
            struct canvas cell = canvas_part(c, 2 + i * high, AXIS + j * across, high, across);
            encoding_shade(cell, s, mat_at(a->cosine, i, j), 1);
            for (struct spot *p = NULL; (p = spots_next(s, TARGET_OFFSET, p));)
                if (p->target.row == i - j)
                    spots_found(s, p, cell, (struct area){0, 0, high, across});
            if (at == look->encoding.pos && a->first + j == look->encoding.pos2)
                canvas_put(cell, 0, 0, STYLE_CURSOR, "s");
            for (int r = 0; r < cell.rows; r++)
                if (click_hit(s->click, cell, r, 0, across))
                    click_line(s->click, "set pos %ld pos2 %ld", at, a->first + j);
        }
    }
}

void encoding_alike_draw(struct canvas c, const void *of)
{
    enum { LOW = 20, HIGH = 4 }; /* of this page with the pairs alone; rows of a cell */
    const struct screen *s = of;
    const struct look *look = &s->session->now.state.look;
    const struct config *cf = &s->session->now.config;
    int most = (c.rows >= LOW ? c.rows - WAVE - 1 : c.rows) - 2;
    most = most > MOST ? MOST : most;
    most = most > (c.cols - AXIS) / 2 ? (c.cols - AXIS) / 2 : most;
    struct alike a = {.s = s, .first = look->encoding.pos >= most ? look->encoding.pos - most + 1 : 0};
    double row[CONFIG_MAX_D];
    while (a.n < most && cf->pe->row(row, a.first + a.n, cf))
        a.n++;
    if (a.n < 2 || !compute_cosines(&a, s))
        return;
    int high = ((c.rows >= LOW ? c.rows - WAVE - 1 : c.rows) - 2) / a.n;
    high = high < HIGH ? high : HIGH;
    /* what is learned may have found a clock */
    const struct page_size clock = {.rows = WAVE, .cols = 2 * WAVE, .most_cols = 5 * WAVE};
    const struct page_part parts[] = {
        {"pairs", 9, {.rows = 2 + a.n, .most_rows = 2 + high * a.n}, NULL, pairs_draw},
        {"clock", 1, cf->pe->row_back ? clock : PAGE_ABSENT, NULL, clock_draw},
        {"wave", 1, {.rows = WAVE, .cols = 24}, NULL, wave_draw},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"pairs / gap / (clock | wave)", "pairs / gap / wave", "pairs", NULL};
    page_draw(c, forms, parts, &a);
}
