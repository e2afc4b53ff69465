/* What the model makes of the places: how alike their vectors are, and all of them as one clock. */
#include <math.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"
#include "view/grid.h"
#include "view/train/train.h"

enum { LIKE = 7, BAR_MOST = 24 };
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

/* ---- the map -------------------------------------------------------------------------------- */

/* Cosines of all pairs of places, in the scratch arena; absent if memory is short. */
static struct mat likeness(const struct train *f)
{
    struct mat P = places_of(f), out = {0};
    double centre[CONFIG_MAX_D];
    if (!arena_more(f->s->scratch, mat_room(P.rows, P.rows)))
        return out;
    out = mat_in(f->s->scratch, P.rows, P.rows);
    mean_row(P, centre);
    for (int i = 0; i < P.rows; i++)
        for (int j = 0; j < P.rows; j++)
            mat_row(out, i)[j] = cosine(mat_row(P, i), mat_row(P, j), centre, P.cols);
    return out;
}

static void map(struct canvas c, const struct train *f)
{
    struct screen still = *f->s;
    still.click = NULL;
    struct grid g = {
        .m = likeness(f), .map = GRID_DIVERGING, .limit = 1, .row = -1, .col = -1, .no_cursor = true};
    if (!mat_present(g.m) || c.rows < 2)
        return;
    struct grid_dots dots = grid_dots_fit(&still, &g, c.rows - 1, c.cols);
    canvas_put(c, 0, 0, STYLE_LABEL, screen_text(f->s, TEXT("cosines of positions")));
    grid_dots_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), &still, &g, &dots);
}

/* ---- by distance -------------------------------------------------------------------------------- */

/* apart 1: -0.15 ▏, 5: 0.77 ██████ */
static void by_distance(struct canvas c, const struct train *f, int peak, const double *mean)
{
    struct mat P = places_of(f);
    int room = c.cols - 3 - LIKE, bar = room < BAR_MOST ? room : BAR_MOST;
    canvas_put(c, 0, 0, STYLE_LABEL, screen_text(f->s, TEXT("by distance")));
    for (int apart = 1; apart < P.rows && apart < c.rows; apart++) {
        bool hour = peak && apart % peak == 0;
        struct text n = SCREEN_TEXT(f->s);
        text_addf(&n, "%d", apart);
        canvas_right(c, apart, 0, 2, hour ? STYLE_STRONG : STYLE_LABEL, text_str(&n));
        canvas_number(c, (struct slot){apart, 2, LIKE}, hour ? STYLE_STRONG : STYLE_TEXT, mean[apart], 2);
        for (int k = 0; k < (int)lround(mean[apart] * bar); k++)
            canvas_inked(c, apart, 3 + LIKE + k, 0x2588,
                         ink_hue(hour ? HUE_FOCUS : HUE_GREY, hour ? HUE_FULL : HUE_FULL / 2), 0);
    }
}

/* ---- the clock ----------------------------------------------------------------------------------- */

void train_places_draw(struct canvas c, const struct train *f)
{
    enum { LEAST = 6, VERDICT = 2, MAP_LEAST = 40, WIDE = 60, TALL = 18, FLAT = 34 };
    bool learned = train_learns_places(f);
    double mean[CONFIG_MAX_WORDS] = {0};
    if (!mat_present(places_of(f))) {
        /* No vectors of positions: what the encoding does instead. */
        int row = canvas_flow(c, 0, STYLE_NOTE,
                              screen_text(f->s, TEXT("No positions are added to the words (p).")));
        canvas_flow(canvas_part(c, row + 1, 0, c.rows - row - 1, c.cols), 0, STYLE_TEXT,
                    screen_text(f->s, encoding_about(f->run[0].scene)));
        return;
    }
    canvas_put(c, 0, 0, STYLE_TITLE,
               learned ? screen_text(f->s, TEXT("the positions it learned"))
                       : screen_text(f->s, TEXT("the positions as given")));
    int hours = train_likeness(places_of(f), mean);
    struct canvas body = canvas_part(c, 1, 0, c.rows - 1 - VERDICT, c.cols);
    if (learned) {
        /* a clock with 5 hours: places 5 apart are alike */
        struct text t = SCREEN_TEXT(f->s);
        if (hours) {
            text_addf(&t, screen_text(f->s, TEXT("a clock with %d hours: positions %d apart are alike (")),
                      hours, hours);
            number_fixed(&t, (mean[hours]), 2, LIKE);
            text_add(&t, screen_text(f->s, TEXT(")")));
        } else
            text_add(&t, screen_text(f->s, TEXT("no clock: no distance at which positions are alike")));
        canvas_flow(canvas_part(c, c.rows - VERDICT, 0, VERDICT, c.cols), 0, hours ? STYLE_GOOD : STYLE_DIM,
                    text_str(&t));
    }
    if (body.rows < LEAST)
        return;
    bool wide = c.cols >= WIDE, mapped = wide || (c.cols >= MAP_LEAST && body.rows >= TALL);
    if (!mapped && c.cols >= FLAT) {
        int round = 2 * body.rows < c.cols / 2 ? 2 * body.rows : c.cols / 2;
        places_clock_draw(canvas_part(body, 0, 0, body.rows, round), f->s, places_of(f), hours);
        by_distance(canvas_part(body, 0, round + 2, body.rows, c.cols - round - 2), f, hours, mean);
        return;
    }
    int part = wide ? c.cols * 2 / 5 : (c.cols - 1) / 2, high = wide ? body.rows : body.rows / 2;
    int side = 2 * high < part ? 2 * high : part, from = mapped ? side + 1 : 0;
    if (mapped)
        map(canvas_part(body, 0, 0, high, side), f);
    places_clock_draw(canvas_part(body, 0, from, high, mapped ? side : c.cols), f->s, places_of(f), hours);
    by_distance(wide ? canvas_part(body, 0, 2 * side + 3, high, c.cols - 2 * side - 3)
                     : canvas_part(body, high, 0, body.rows - high, c.cols),
                f, hours, mean);
}
