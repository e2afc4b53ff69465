/* RoPE as two pictures of one pair of dimensions: positions turn the query's and the key's hand, and the
 * angle between them depends only on how far apart they are. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "view/figures/dial.h"
#include "view/encoding/encoding.h"

enum { FURTHER = 4, TEXT_WIDTH = 14 };

/* The head's query and key vectors, turned or not, and the two dimensions of a pair. */
struct turning {
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D];
    int key; /* whose */
};

struct dims {
    int x, y;
};

static struct turning turning_of(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct config *cf = &now->config;
    const struct look *look = &now->state.look;
    const struct attention *a = &now->trace.layer[look->layer].self;
    struct turning v = {.key = look->key < a->K.rows ? look->key : 0};
    memcpy(v.q, mat_row(a->Q, look->query) + look->head * cf->dk, (size_t)cf->dk * sizeof *v.q);
    memcpy(v.k, mat_row(a->K, v.key) + config_key_head(cf, look->head) * cf->dk,
           (size_t)cf->dk * sizeof *v.k);
    return v;
}

static void turn(struct turning *v, const struct config *cf, long t, long s)
{
    posenc_rotate(v->q, t, cf);
    posenc_rotate(v->k, s, cf);
}

/* Returns the number of pairs that turn, and the dimensions of one. */
static int pairs_of(const struct config *cf)
{
    return (cf->pe_param[1] > 0 ? (int)cf->pe_param[1] : cf->dk) / 2;
}

static struct dims pair_at(const struct config *cf, int i)
{
    bool half = cf->pe_param[0] == 1;
    return half ? (struct dims){i, i + pairs_of(cf)} : (struct dims){2 * i, 2 * i + 1};
}

static double angle_of(const double *v, struct dims p)
{
    return atan2(v[p.x], v[p.y]);
}

static double product_of(const struct turning *v, struct dims p)
{
    return v->q[p.x] * v->k[p.x] + v->q[p.y] * v->k[p.y];
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

/* Draws the pair under the cursor before and after the turn to t and s, both `further` on. */
static void face(struct canvas c, const struct screen *s, long further)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int i = look->encoding.column / 2, last = pairs_of(cf) - 1,
        rows = c.rows < (c.cols - TEXT_WIDTH) / 2 ? c.rows : (c.cols - TEXT_WIDTH) / 2;
    struct dims p = pair_at(cf, i < last ? i : last);
    struct turning v = turning_of(s);
    struct canvas round = canvas_part(c, 0, 0, rows, 2 * rows);
    struct braille b = {round, s->ascii};
    struct circle rim = dial_rim(round);
    if (rows < 3)
        return;
    hand_before(&b, rim, angle_of(v.q, p), STYLE_KEY);
    hand_before(&b, rim, angle_of(v.k, p), STYLE_GHOST);
    turn(&v, cf, look->encoding.pos + further, look->encoding.pos2 + further);
    double at = angle_of(v.k, p), apart = remainder(angle_of(v.q, p) - at, 8 * atan(1));
    dial_draw(round, &(struct dial){at + apart, at, true, true}, s->ascii);
    if (!screen_mono(s)) /* there, thickness tells them apart */
        thicken(&b, rim, at, STYLE_GHOST);
    thicken(&b, rim, at + apart, STYLE_KEY);
    struct canvas part = canvas_part(c, rows > 6 ? rows / 2 - 3 : 0, 2 * rows + 2, 5, TEXT_WIDTH - 2);
    canvas_put(part, 0, 0, STYLE_KEY, say(s, TEXT("q at %ld"), look->encoding.pos + further));
    canvas_put(part, 1, 0, STYLE_TEXT, say(s, TEXT("k at %ld"), look->encoding.pos2 + further));
    canvas_put(part, 2, 0, STYLE_DIM, say(s, TEXT("dims %d, %d"), p.x, p.y));
    canvas_put(part, 3, 0, STYLE_TITLE, say(s, TEXT("apart %.0f°"), fabs(apart) * 45 / atan(1)));
    canvas_put(part, 4, 0, STYLE_TITLE, say(s, TEXT("adds %.3f"), product_of(&v, p)));
}

void encoding_turned_draw(struct canvas c, const void *s)
{
    face(c, s, 0);
}

void encoding_further_draw(struct canvas c, const void *s)
{
    face(c, s, FURTHER);
}

const char *encoding_together_says(const void *s)
{
    return screen_text(s, TEXT("Every position turns q and k a little further (dots: before the turn). "
                               "Moved on together: the same angle, the same product."));
}

/* ---- all hands ------------------------------------------------------------------ */

const char *encoding_owners_say(const void *of)
{
    const struct screen *s = of;
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct text q = SCREEN_TEXT(s), k = SCREEN_TEXT(s);
    struct turning v = turning_of(s);
    state_label(&now->state, now->state.sentence, look->query, &q);
    state_label(&now->state, now->state.sentence, v.key < now->config.n ? v.key : 0, &k);
    turn(&v, &now->config, look->encoding.pos, look->encoding.pos2);
    return say(s,
               TEXT("bright: q of %s put at t = %d; pale: k of %s put at s = %d; the product of all dims, "
                    "%.4f, depends on t-s alone"),
               text_str(&q), look->encoding.pos, text_str(&k), look->encoding.pos2,
               vec_dot(v.q, v.k, now->config.dk));
}

void encoding_pairs_draw(struct canvas c, const void *of)
{
    enum { BESIDE = 2, NAMED = 12 }; /* at least so many dials beside each other; columns of a name */
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    struct turning v = turning_of(s);
    int rows = c.rows - 2 < c.cols / (2 * BESIDE) - 1 ? c.rows - 2 : c.cols / (2 * BESIDE) - 1,
        cols = 2 * rows + 2 < NAMED ? NAMED : 2 * rows + 2;
    turn(&v, cf, look->encoding.pos, look->encoding.pos2);
    for (int i = 0; i < pairs_of(cf) && rows >= 3 && (i + 1) * cols <= c.cols; i++) {
        struct dims p = pair_at(cf, i);
        struct canvas part = canvas_part(c, 0, i * cols, rows + 2, cols);
        bool lit = i == look->encoding.column / 2;
        dial_draw(canvas_part(part, 0, 0, rows, 2 * rows),
                  &(struct dial){angle_of(v.q, p), angle_of(v.k, p), true, lit}, s->ascii);
        canvas_put(part, rows, 0, lit ? STYLE_TITLE : STYLE_DIM, say(s, TEXT("dims %d, %d"), p.x, p.y));
        canvas_putf(part, rows + 1, 0, STYLE_DIM, "%.3f", product_of(&v, p));
    }
}
