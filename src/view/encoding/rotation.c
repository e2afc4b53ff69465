/* A shift is a rotation: M_k of the pair under the cursor, applied and compared. Without such a
 * map: the residual of the best linear map. */
#include <math.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/encoding/readout.h"
#include "core/encoding/sines.h"
#include "core/math/elementary.h"
#include "view/figures/dial.h"
#include "view/encoding/encoding.h"
#include "view/spots.h"

enum { FITTED = 64, NAME = 12 }; /* positions of a fit; columns of a name */

/* Returns the column after them. */
static int bracketed(struct canvas c, const struct screen *s, int row, int col, const double v[2], int digits)
{
    struct text t = SCREEN_TEXT(s);
    text_add(&t, "[");
    for (int i = 0; i < 2; i++) {
        text_add(&t, signbit(v[i]) ? " " : "  "); /* brackets close in one column */
        number_fixed(&t, v[i], digits, 12);
    }
    text_add(&t, " ]");
    return canvas_put(c, row, col, STYLE_TEXT, text_str(&t));
}

/* Draws the hand at s, which M_k turns into the hand at t. Returns the columns it took. */
static int hands(struct canvas c, const struct screen *s, int pair)
{
    enum { MOST = 14, NUMBERS = 40, GAP = 2 };
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int rows = c.rows > MOST ? MOST : c.rows;
    if (rows < 5 || 2 * rows + GAP + NUMBERS > c.cols)
        return 0;
    struct canvas round = canvas_part(c, 0, 0, rows, 2 * rows);
    struct circle rim = dial_rim(round);
    double t = clock_angle(cf, look->encoding.pos, pair), u = clock_angle(cf, look->encoding.pos2, pair);
    dial_draw(round, &(struct dial){t, u, true, true}, s->ascii);
    struct point at = circle_point((struct circle){rim.centre, rim.radius * 0.95}, u);
    canvas_glyph(round, (int)at.y / 4, (int)at.x / 2, STYLE_SELECTED, 's');
    at = circle_point((struct circle){rim.centre, rim.radius * 0.95}, t);
    canvas_glyph(round, (int)at.y / 4, (int)at.x / 2, STYLE_CURSOR, 't');
    return 2 * rows + GAP;
}

/* M_k of a pair (2 x 2), the pair at s, turned by it, and the pair at s + k. Of RoPE: R of s - t, the key's
 * pair, turned by it, and the query's. */
struct shift {
    double m[4], at[2], turned[2], there[2];
};

/* Draws them below the first row. Returns the column after the numbers. */
static int shift_draw(struct canvas c, const struct screen *s, struct shift *h, const char *const names[4])
{
    const double *const numbers[] = {h->m, h->m + 2, h->turned, h->there};
    int end = 0;
    h->turned[0] = h->m[0] * h->at[0] + h->m[1] * h->at[1];
    h->turned[1] = h->m[2] * h->at[0] + h->m[3] * h->at[1];
    for (int r = 0; r < 4; r++) {
        canvas_put(c, 1 + r, 0, STYLE_LABEL, names[r]);
        end = bracketed(c, s, 1 + r, NAME, numbers[r], s->session->now.state.look.digits + 1);
    }
    return end;
}

/* A rotation in place of both: only the key's pair is turned, by s - t. */
static void turned(struct canvas c, const struct screen *s)
{
    static const char *const names[] = {"R(s-t)", "", "R(s-t)·k", "q"};
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int i = encoding_hand(cf, look->encoding.column);
    long t = look->encoding.pos, u = look->encoding.pos2;
    double angle = (double)(u - t) * clock_speed(cf, i), far = rope_longer(cf),
           score = encoding_score(s, t, u);
    struct shift h;
    encoding_pair_unturned(s, i, h.there, h.at);
    for (int x = 0; x < 4; x++)
        h.m[x] = far * far * (x % 3 == 0 ? elementary_cos(angle) : (x == 1 ? -1 : 1) * elementary_sin(angle));
    canvas_either(c, 0, 0, STYLE_TITLE,
                  say(s, TEXT("pair %d: s - t = %ld turns k by %.1f degrees, q stays"), i, u - t,
                      angle * 180 / 3.14159265358979323846),
                  say(s, TEXT("pair %d: s - t = %ld turns k alone"), i, u - t));
    shift_draw(c, s, &h, names);
    canvas_putf(c, 5, 0, STYLE_TEXT, screen_text(s, TEXT("q·R(s-t)k = %.4f, as both turned")),
                h.there[0] * h.turned[0] + h.there[1] * h.turned[1]);
    double error = fabs(score - encoding_score(s, 0, u - t));
    canvas_either(c, 6, 0, STYLE_GOOD,
                  say(s, TEXT("all pairs: score %.4f either way, difference %.1e (rounding)"), score, error),
                  say(s, TEXT("difference of the scores: %.1e"), error));
}

static void exact(struct canvas c, const struct screen *s, long k)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int i = look->encoding.column / 2;
    long at = look->encoding.pos2;
    struct shift h;
    for (int x = 0; x < 4; x++)
        h.m[x] = sines_rotation(cf->d, cf->base, k, 2 * i + x / 2, 2 * i + x % 2);
    sines_hand(cf->d, cf->base, at, i, &h.at[0], &h.at[1]);
    sines_hand(cf->d, cf->base, at + k, i, &h.there[0], &h.there[1]);
    /* Draws the pair, its angle and the error: in full or, if that is too long, briefly. */
    double degrees = sines_angle(cf->d, cf->base, k, i) * 180 / 3.14159265358979323846;
    canvas_either(c, 0, 0, STYLE_TITLE,
                  say(s, TEXT("pair %d: k = t - s = %ld turns it by %.1f degrees"), i, k, degrees),
                  say(s, TEXT("pair %d: k = %ld turns by %.1f%s"), i, k, degrees, s->ascii ? "" : "°"));
    int left = hands(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, i);
    c = canvas_part(c, 0, left, c.rows, c.cols - left);
    static const char *const names[] = {"M_k", "", "M_k·PE(s)", "PE(s+k)"};
    int end = shift_draw(c, s, &h, names);
    /* Reports the rows of the pair's M_k that hold what the text beside the view speaks of. */
    for (struct spot *p = NULL; (p = spots_next(s, TARGET_TURN, p));)
        if (p->target.row / 2 == i && p->target.col / 2 == i)
            spots_found(s, p, c, (struct area){1 + p->target.row % 2, NAME, 1, end - NAME});
    double error = k >= 0 || at + k >= 0 ? sines_shift_error(cf->d, cf->base, at, k) : 0;
    canvas_either(c, 5, 0, STYLE_GOOD, say(s, TEXT("largest difference, all pairs: %.1e (rounding)"), error),
                  say(s, TEXT("largest difference: %.1e (rounding)"), error));
    if (left > 0 && c.rows > 6)
        canvas_either(
            c, 6, 0, STYLE_NOTE,
            screen_text(s, TEXT("M_k turns the pale hand (s) onto the bright one (t), wherever s is.")),
            screen_text(s, TEXT("M_k turns hand s onto hand t.")));
}

static void fitted(struct canvas c, const struct screen *s, int k)
{
    const struct config *cf = &s->session->now.config;
    int n = 2 * cf->d > FITTED ? 2 * cf->d : FITTED;
    if (cf->d <= 128 && !arena_more(s->scratch, readout_room(cf, n)))
        return;
    if (cf->d > 128) {
        canvas_put(c, 0, 0, STYLE_NOTE,
                   screen_text(s, TEXT("d is too large to fit a map here (at most 128)")));
        return;
    }
    struct readout_error e = readout_shift(cf, n, k, false, s->scratch);
    int row = canvas_flow(
        c, 0, STYLE_TITLE,
        say(s, TEXT("the best linear map for a shift by %d, fitted to positions 0 to %d:"), k, n - 1));
    canvas_putf(c, row, 0, STYLE_ERROR, screen_text(s, TEXT("largest error %.3f, relative error %.1f %%")),
                e.max_abs, 100 * e.rel_fro);
    canvas_flow(
        canvas_part(c, row + 1, 0, c.rows, c.cols), 0, STYLE_NOTE,
        screen_text(s, TEXT("Row 0 is all zeros and stays so under any matrix, but row k is not: without the "
                            "cosines no map can be exact.")));
}

void encoding_rotation_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct look *look = &s->session->now.state.look;
    long k = (long)look->encoding.pos - look->encoding.pos2;
    if (s->session->now.config.pe->form == PE_FORM_ROTATION)
        turned(c, s);
    else if (s->session->now.config.pe->turns)
        exact(c, s, k);
    else
        fitted(c, s, k < 1 ? 1 : k > 1000 ? 1000 : (int)k);
}

/* Draws the clock of both, some positions further on. */
static void later_draw(struct canvas c, const struct screen *s, int by)
{
    const struct look *look = &s->session->now.state.look;
    struct encoding_times at = {look->encoding.pos + by, look->encoding.pos2 + by, false, NULL};
    canvas_putf(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("q at %d, pale: k at %d")), (int)at.t, (int)at.s);
    encoding_clock_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, at);
}

void encoding_turned_draw(struct canvas c, const void *s)
{
    later_draw(c, s, 0);
}

void encoding_further_draw(struct canvas c, const void *s)
{
    enum { FURTHER = 4 };
    later_draw(c, s, FURTHER);
}
