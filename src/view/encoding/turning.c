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

/* Draws where a hand was before it turned, as dots. */
static void hand_before(const struct braille *b, struct circle rim, double angle, enum style style)
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
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int width = cf->pe_param[1] > 0 ? (int)cf->pe_param[1] : cf->dk, i = look->column / 2;
    bool half = cf->pe_param[0] == 1;
    i = i < width / 2 ? i : width / 2 - 1;
    struct turning p = {.x = half ? i : 2 * i, .t = look->pos + further, .s = look->pos2 + further};
    p.y = half ? i + width / 2 : 2 * i + 1;
    memcpy(p.q, q, (size_t)cf->dk * sizeof *q);
    memcpy(p.k, k, (size_t)cf->dk * sizeof *k);
    struct canvas round = canvas_part(c, 0, 0, c.rows, c.cols - TEXT_WIDTH);
    struct braille b = {round, s->ascii};
    hand_before(&b, dial_rim(round), angle_of(p.q, &p), STYLE_KEY);
    hand_before(&b, dial_rim(round), angle_of(p.k, &p), STYLE_GHOST);
    posenc_rotate(p.q, p.t, cf);
    posenc_rotate(p.k, p.s, cf);
    double at = angle_of(p.k, &p), apart = remainder(angle_of(p.q, &p) - at, 8 * atan(1));
    dial_draw(round, &(struct dial){at + apart, at, true, true}, s->ascii);
    if (!screen_mono(s)) /* there, thickness tells them apart */
        thicken(&b, dial_rim(round), at, STYLE_GHOST);
    thicken(&b, dial_rim(round), at + apart, STYLE_KEY);
    struct canvas part = canvas_part(c, 0, c.cols - TEXT_WIDTH + 2, c.rows, TEXT_WIDTH - 2);
    int row = part.rows / 2 - 3;
    row = row < 0 ? 0 : row;
    double full = 8 * atan(1), between = fmod(fabs(angle_of(p.q, &p) - angle_of(p.k, &p)), full);
    canvas_putf(part, row, 0, STYLE_KEY, screen_text(s, TEXT("q at %ld")), p.t);
    canvas_putf(part, row + 1, 0, STYLE_TEXT, screen_text(s, TEXT("k at %ld")), p.s);
    canvas_putf(part, row + 2, 0, STYLE_DIM, screen_text(s, TEXT("dims %d, %d")), p.x, p.y);
    canvas_putf(part, row + 3, 0, STYLE_TITLE, screen_text(s, TEXT("apart %.0f°")),
                (between > full / 2 ? full - between : between) * 360 / full);
    canvas_putf(part, row + 4, 0, STYLE_TITLE, screen_text(s, TEXT("adds %.3f")),
                p.q[p.x] * p.k[p.x] + p.q[p.y] * p.k[p.y]);
}

/* Draws the pair of the query and the key under the cursor before and after the turn, twice: at t and s, and
 * as far apart elsewhere. q, k: of the head, not turned yet. */
static void turning_draw(struct canvas c, const struct screen *s, const double *q, const double *k)
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
    const char *whole =
        screen_text(s, TEXT("Every position turns q and k a little further (dots: before the turn). "
                            "Moved on together: the same angle, the same product."));
    struct canvas below = canvas_part(c, rows, 0, c.rows - rows, c.cols);
    bool fits = canvas_flow((struct canvas){.rows = below.rows, .cols = below.cols}, 0, STYLE_NOTE, whole) <=
                below.rows;
    canvas_flow(below, 0, STYLE_NOTE,
                fits ? whole : screen_text(s, TEXT("Moved on together: the same angle, the same product.")));
}

/* ---- all hands ------------------------------------------------------------------ */

/* Draws the owners of the hands and their product, in one row or, if that is too long, in two.
 * Returns the rows it took. */
static int hands_title(struct canvas c, const struct screen *s, int key, double product)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct text q = SCREEN_TEXT(s), k = SCREEN_TEXT(s);
    state_label(&now->state, now->state.sentence, look->query, &q);
    state_label(&now->state, now->state.sentence, key < now->config.n ? key : 0, &k);
    const char *whole =
        say(s,
            TEXT("bright: q of %s put at t = %d; pale: k of %s put at s = %d; the product %.4f "
                 "depends on t-s alone"),
            text_str(&q), look->pos, text_str(&k), look->pos2, product);
    bool brief = utf8_width(whole) > c.cols;
    canvas_put(c, 0, 0, STYLE_TEXT,
               !brief ? whole
                      : say(s, TEXT("q of %s put at t=%d, k of %s at s=%d"), text_str(&q), look->pos,
                            text_str(&k), look->pos2));
    if (brief)
        canvas_put(c, 1, 0, STYLE_TEXT, say(s, TEXT("product of all dims: %.4f"), product));
    return brief ? 2 : 1;
}

/* Least rows and columns of the two large faces; rows of the small dials above them. */
enum { ROOM_TO_TURN = 8, WIDE_TO_TURN = 56, SMALL_DIALS = 9, BOTH = 28 };

void encoding_hands_draw(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct config *cf = &now->config;
    const struct look *look = &now->state.look;
    const struct attention *a = &now->trace.layer[look->layer].self;
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D];
    int key = look->key < a->K.rows ? look->key : 0;
    memcpy(q, mat_row(a->Q, look->query) + look->head * cf->dk, (size_t)cf->dk * sizeof *q);
    memcpy(k, mat_row(a->K, key) + config_key_head(cf, look->head) * cf->dk, (size_t)cf->dk * sizeof *k);
    double turned[2][CONFIG_MAX_D];
    memcpy(turned[0], q, sizeof q);
    memcpy(turned[1], k, sizeof k);
    posenc_rotate(q, look->pos, cf);
    posenc_rotate(k, look->pos2, cf);
    bool turning = c.rows >= ROOM_TO_TURN && c.cols >= WIDE_TO_TURN;
    int top = hands_title(c, s, key, vec_dot(q, k, cf->dk)),
        above = turning && c.rows < BOTH ? top : SMALL_DIALS, high = turning ? c.rows - above : 0;
    if (turning)
        turning_draw(canvas_part(c, above, 0, high, c.cols), s, turned[0], turned[1]);
    int rows = c.rows - high - top - 3;
    rows = rows > 9 ? 9 : rows;
    if (c.cols < SCREEN_NARROW && rows > c.cols / 4 - 1)
        rows = c.cols / 4 - 1; /* two dials beside each other */
    int cols = 2 * rows + 2;
    bool half = cf->pe_param[0] == 1;
    int width = cf->pe_param[1] > 0 ? (int)cf->pe_param[1] : cf->dk;
    for (int i = 0; i < width / 2 && rows >= 4 && (i + 1) * cols <= c.cols; i++) {
        int x = half ? i : 2 * i, y = half ? i + width / 2 : 2 * i + 1;
        dial_draw(canvas_part(c, top, i * cols, rows, 2 * rows),
                  &(struct dial){atan2(q[x], q[y]), atan2(k[x], k[y]), true, i == look->column / 2},
                  s->ascii);
        canvas_putf(c, top + rows, i * cols, i == look->column / 2 ? STYLE_TITLE : STYLE_DIM,
                    screen_text(s, TEXT("dims %d, %d")), x, y);
        canvas_putf(c, top + 1 + rows, i * cols, STYLE_DIM, "%.3f", q[x] * k[x] + q[y] * k[y]);
    }
}
