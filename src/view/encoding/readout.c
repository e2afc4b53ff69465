/* What a linear readout makes of every position: a curve beside the diagonal where it is right. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/encoding/readout.h"
#include "view/encoding/encoding.h"
#include "view/plot.h"

enum { SHOWN = 60, AHEAD = 8 }; /* least number of positions in the picture; and beyond t */

struct readout {
    const struct config *c;
    struct mat fit;
    double most; /* the diagonal ends there */
};

static double read_at(const void *arg, long pos)
{
    const struct readout *r = arg;
    return readout_read(r->c, r->fit, pos);
}

static double itself(const void *arg, long pos)
{
    const struct readout *r = arg;
    double x = (double)pos;
    return x <= r->most ? x : (double)NAN;
}

/* Only what the readout was fitted to. */
static double fitted(const void *arg, long pos)
{
    return pos < READOUT_FITTED ? read_at(arg, pos) : (double)NAN;
}

void encoding_readout_draw(struct canvas c, const struct screen *s)
{
    enum { HEAD = 2, FITTED = READOUT_FITTED - 1 };
    const double RIGHT = 0.5; /* the nearest position is the right one */
    const struct config *cf = &s->model->now.config;
    long t = s->model->now.state.look.pos, last = t + AHEAD > SHOWN ? t + AHEAD : SHOWN;
    if (cf->d + 1 > READOUT_FITTED) {
        canvas_flow(c, 0, STYLE_NOTE,
                    screen_text(s, TEXT("Ten positions determine at most ten numbers: set d to 9 or less.",
                                        "十个位置最多定下十个数：请把 d 设为不超过 9。")));
        return;
    }
    if (c.cols <= PLOT_AXIS || c.rows <= HEAD + 2 ||
        !arena_more(s->scratch, readout_room(cf, READOUT_FITTED)))
        return;
    struct readout r = {.c = cf, .fit = readout_fit(cf, READOUT_FITTED, s->scratch)};
    double least = 0, miss = 0;
    long dots = 2L * (c.cols - PLOT_AXIS), step = dots / last > 0 ? dots / last : 1, seen = dots / step,
         first = seen > last ? 0 : last - seen;
    for (long x = first; x < first + seen; x++) {
        least = fmin(least, read_at(&r, x));
        r.most = fmax(r.most, read_at(&r, x));
        miss = fmax(miss, fabs(read_at(&r, x) - (double)x));
    }
    /* Draws what the readout says of t, and what the lines are: on the diagonal the dashes are not seen. */
    bool right = miss < RIGHT;
    int says = s->model->now.state.look.pos;
    const char *what = screen_text(
                   s, EITHER(right,
                             TEXT("fitted to positions 0 to 9 (bright); on the diagonal: right everywhere",
                                  "用位置 0 到 9 拟合（亮）；在对角线上：处处正确"),
                             TEXT("fitted to positions 0 to 9 (bright); dashes: the right answer",
                                  "用位置 0 到 9 拟合（亮）；虚线：正确答案"))),
               *brief = screen_text(
                   s, EITHER(right, TEXT("fitted to 0 to 9; right everywhere", "用 0 到 9 拟合；处处正确"),
                             TEXT("fitted to 0 to 9; dashes: right", "用 0 到 9 拟合；虚线：正确")));
    canvas_putf(c, 0, 0, STYLE_TITLE,
                screen_text(s, TEXT("position %d is read as %.2f", "位置 %d 读出来是 %.2f")), says,
                read_at(&r, says));
    canvas_either(c, 1, 0, STYLE_NOTE, what, brief);
    struct plot p = plot_numbered(c, s, HEAD, least, r.most);
    p.step = (int)step;
    p.first = first;
    plot_zero(&p);
    plot_dashes(&p, itself, &r, STYLE_GHOST);
    plot_curve(&p, read_at, &r, STYLE_TITLE);
    plot_curve(&p, fitted, &r, STYLE_STRONG);
    if (FITTED >= first)
        plot_stake(&p, FITTED, STYLE_NOTE);
    plot_stake(&p, t, STYLE_KEY);
    plot_numbers(&p, (struct plot_mark[]){{t, STYLE_KEY}, {FITTED, STYLE_NOTE}}, 2, false);
}
