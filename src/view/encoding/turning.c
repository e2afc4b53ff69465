/* RoPE as two pictures of one pair of dimensions: positions turn the query's and the key's hand, and the
 * angle between them depends only on how far apart they are. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "view/dial.h"
#include "view/encoding/encoding.h"

enum { FURTHER = 4, TEXT_WIDTH = 14, GAP = 2 };

/* The pair's dimensions and its two vectors, turned or not. */
struct turning {
    int x, y;
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D];
    long t, s;
};

static double angle_of(const double *v, const struct turning *p)
{
    return atan2(v[p->x], v[p->y]);
}

static double degrees_apart(const struct turning *p)
{
    double turn = 8 * atan(1), apart = fmod(fabs(angle_of(p->q, p) - angle_of(p->k, p)), turn);
    return (apart > turn / 2 ? turn - apart : apart) * 360 / turn;
}

/* Draws where a hand was before it turned, as dots. */
static void before(const struct braille *b, struct circle rim, double angle, enum style style)
{
    for (int i = 2; i < 16; i++) {
        struct point at = circle_point((struct circle){rim.centre, rim.radius * i / 18}, angle);
        braille_dot(b, (int)lround(at.x), (int)lround(at.y), style, 0);
    }
}

/* A second and a third line beside a hand. */
static void thicken(const struct braille *b, struct circle rim, double angle, enum style style)
{
    rim.radius *= 0.7;
    struct point tip = circle_point(rim, angle);
    for (int side = -1; side <= 1; side += 2) {
        double x = side * cos(angle), y = side * sin(angle);
        braille_line(b, (struct point){rim.centre.x + x, rim.centre.y + y},
                     (struct point){tip.x + x, tip.y + y}, style, 0);
    }
}

static void face(struct canvas c, const struct screen *s, const double *q, const double *k, long further)
{
    const struct config *cf = &s->model->now.config;
    const struct look *look = &s->model->now.state.look;
    int width = cf->pe_param[1] > 0 ? (int)cf->pe_param[1] : cf->dk, i = look->column / 2;
    bool half = cf->pe_param[0] == 1;
    i = i < width / 2 ? i : width / 2 - 1;
    struct turning p = {.x = half ? i : 2 * i, .t = look->pos + further, .s = look->pos2 + further};
    p.y = half ? i + width / 2 : 2 * i + 1;
    memcpy(p.q, q, (size_t)cf->dk * sizeof *q);
    memcpy(p.k, k, (size_t)cf->dk * sizeof *k);
    struct canvas round = canvas_part(c, 0, 0, c.rows, c.cols - TEXT_WIDTH);
    struct braille b = {round, s->ascii};
    before(&b, dial_rim(round), angle_of(p.q, &p), STYLE_KEY);
    before(&b, dial_rim(round), angle_of(p.k, &p), STYLE_GHOST);
    cf->pe->rotate(p.q, p.t, cf);
    cf->pe->rotate(p.k, p.s, cf);
    double at = angle_of(p.k, &p), apart = remainder(angle_of(p.q, &p) - at, 8 * atan(1));
    dial_draw(round, &(struct dial){at + apart, at, true, true}, s->ascii);
    if (!screen_mono(s)) /* there, thickness tells them apart */
        thicken(&b, dial_rim(round), at, STYLE_GHOST);
    thicken(&b, dial_rim(round), at + apart, STYLE_KEY);
    struct canvas part = canvas_part(c, 0, c.cols - TEXT_WIDTH + 2, c.rows, TEXT_WIDTH - 2);
    int row = part.rows / 2 - 3;
    row = row < 0 ? 0 : row;
    canvas_putf(part, row, 0, STYLE_KEY, screen_text(s, TEXT("q at %ld", "q 在 %ld")), p.t);
    canvas_putf(part, row + 1, 0, STYLE_TEXT, screen_text(s, TEXT("k at %ld", "k 在 %ld")), p.s);
    canvas_putf(part, row + 2, 0, STYLE_DIM, screen_text(s, TEXT("dims %d, %d", "维度 %d、%d")), p.x, p.y);
    canvas_putf(part, row + 3, 0, STYLE_TITLE, screen_text(s, TEXT("apart %.0f°", "夹角 %.0f°")),
                degrees_apart(&p));
    canvas_putf(part, row + 4, 0, STYLE_TITLE, screen_text(s, TEXT("adds %.3f", "贡献 %.3f")),
                p.q[p.x] * p.k[p.x] + p.q[p.y] * p.k[p.y]);
}

void encoding_turning_draw(struct canvas c, const struct screen *s, const double *q, const double *k)
{
    int rows = c.rows - 2, cols = 2 * rows + TEXT_WIDTH;
    if (2 * cols + GAP > c.cols) {
        cols = (c.cols - GAP) / 2;
        rows = (cols - TEXT_WIDTH) / 2;
    }
    if (rows < 4)
        return;
    face(canvas_part(c, 0, 0, rows, cols), s, q, k, 0);
    face(canvas_part(c, 0, cols + GAP, rows, cols), s, q, k, FURTHER);
    const char *whole = screen_text(
        s, TEXT("Every position turns q and k a little further (dots: before the turn). "
                "Moved on together: the same angle, the same product.",
                "每往后一个位置，q 和 k 就多转一点（虚点：转之前）。一起往后挪，夹角不变，点积也不变。"));
    struct canvas below = canvas_part(c, rows, 0, c.rows - rows, c.cols);
    bool fits = canvas_flow((struct canvas){.rows = below.rows, .cols = below.cols}, 0, STYLE_NOTE, whole) <=
                below.rows;
    canvas_flow(below, 0, STYLE_NOTE,
                fits ? whole
                     : screen_text(s, TEXT("Moved on together: the same angle, the same product.",
                                           "一起往后挪，夹角不变，点积也不变。")));
}
