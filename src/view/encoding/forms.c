/* Encodings that are not a table of positions: rotated queries and keys, patches. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "view/dial.h"
#include "view/encoding/encoding.h"
#include "view/grid.h"

/* Returns the angle, clockwise from 12 o'clock, of the point (a right, b up). */
static double hand_angle(double a, double b)
{
    return atan2(a, b);
}

/* Draws the owners of the hands and their product, in one row or, if that is too long, in two.
 * Returns the rows it took. */
static int hands_title(struct canvas c, const struct screen *s, int key, double product)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct text q = TEXT_HERE, k = TEXT_HERE, t = TEXT_HERE;
    state_label(&now->state, now->state.sentence, look->query, &q);
    state_label(&now->state, now->state.sentence, key < now->config.n ? key : 0, &k);
    text_addf(
        &t,
        screen_text(s, TEXT("bright q of %s put at t = %d, pale k of %s at s = %d: product %.4f, by t-s only",
                            "亮针：查询 %s 放在 t = %d；淡针：键 %s 放在 s = %d；点积 %.4f 只取决于 t-s")),
        text_str(&q), look->pos, text_str(&k), look->pos2, product);
    bool brief = utf8_width(text_str(&t)) > c.cols;
    if (brief) {
        text_clear(&t);
        text_addf(&t,
                  screen_text(s, TEXT("q of %s at t = %d, k of %s at s = %d",
                                      "查询 %s 放在 t = %d，键 %s 放在 s = %d")),
                  text_str(&q), look->pos, text_str(&k), look->pos2);
        canvas_putf(c, 1, 0, STYLE_TEXT, screen_text(s, TEXT("product: %.4f", "点积：%.4f")), product);
    }
    canvas_put(c, 0, 0, STYLE_TEXT, text_str(&t));
    text_finish(&q);
    text_finish(&k);
    text_finish(&t);
    return brief ? 2 : 1;
}

/* Least rows and columns of the two large faces; rows of the small dials above them. */
enum { ROOM_TO_TURN = 8, WIDE_TO_TURN = 56, SMALL_DIALS = 9, BOTH = 28 };

void encoding_hands_draw(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct config *cf = &now->config;
    const struct look *look = &now->state.look;
    const struct attention *a = &now->trace.layer[look->layer].self;
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D];
    int key = look->key < a->K.rows ? look->key : 0;
    memcpy(q, mat_row(a->Q, look->query) + look->head * cf->dk, (size_t)cf->dk * sizeof *q);
    memcpy(k, mat_row(a->K, key) + look->head * cf->dk, (size_t)cf->dk * sizeof *k);
    double turned[2][CONFIG_MAX_D];
    memcpy(turned[0], q, sizeof q);
    memcpy(turned[1], k, sizeof k);
    cf->pe->rotate(q, look->pos, cf);
    cf->pe->rotate(k, look->pos2, cf);
    bool turning = c.rows >= ROOM_TO_TURN && c.cols >= WIDE_TO_TURN;
    int top = hands_title(c, s, key, vec_dot(q, k, cf->dk)),
        above = turning && c.rows < BOTH ? top : SMALL_DIALS, high = turning ? c.rows - above : 0;
    if (turning)
        encoding_turning_draw(canvas_part(c, above, 0, high, c.cols), s, turned[0], turned[1]);
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
                  &(struct dial){hand_angle(q[x], q[y]), hand_angle(k[x], k[y]), true, i == look->column / 2},
                  s->ascii);
        canvas_putf(c, top + rows, i * cols, i == look->column / 2 ? STYLE_TITLE : STYLE_DIM,
                    screen_text(s, TEXT("dims %d, %d", "维度 %d、%d")), x, y);
        canvas_putf(c, top + 1 + rows, i * cols, STYLE_DIM, "%.3f", q[x] * k[x] + q[y] * k[y]);
    }
}

/* Patch 2 is at (2, 0): the larger, the more alike (P_t·P_s) */
static void patches_title(struct canvas c, const struct screen *s, int wide)
{
    int pos = s->model->now.state.look.pos;
    struct text whole = TEXT_HERE, brief = TEXT_HERE;
    text_addf(
        &whole,
        screen_text(s, TEXT("P_t·P_s from patch t = %d (x = %d, y = %d) to every patch: the larger, the "
                            "more alike",
                            "从小块 t = %d（x = %d，y = %d）到每个小块的 P_t·P_s：越大越像")),
        pos, pos % wide, pos / wide);
    text_addf(&brief,
              screen_text(s, TEXT("P_t·P_s from patch t = %d (x %d, y %d)",
                                  "从小块 t = %d（x %d，y %d）起的 P_t·P_s")),
              pos, pos % wide, pos / wide);
    canvas_either(c, 0, 0, STYLE_TITLE, text_str(&whole), text_str(&brief));
    text_finish(&whole);
    text_finish(&brief);
}

enum { CORNER = 4, PATCH_LEAST = 6, PATCH_MOST = 16 };

/* Returns the rows of a patch: as many as fit, so that patches look square. */
static int patch_rows(struct canvas c, int wide, int high)
{
    int rows = (c.rows - 4) / high, cols = (c.cols - CORNER) / wide / 2;
    rows = rows < cols ? rows : cols;
    return rows < 1 ? 1 : rows > PATCH_MOST / 2 ? PATCH_MOST / 2 : rows;
}

void encoding_patches_draw(struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->model->now.config;
    const struct look *look = &s->model->now.state.look;
    int wide = (int)cf->pe_param[0], high = c.rows - 4 < wide ? c.rows - 4 : wide;
    double from[CONFIG_MAX_D], to[CONFIG_MAX_D];
    if (wide < 1 || high < 1 || !arena_more(s->scratch, mat_room(high, wide)))
        return;
    struct mat m = mat_in(s->scratch, high, wide);
    cf->pe->row(from, look->pos, cf);
    for (int p = 0; p < high * wide; p++) {
        cf->pe->row(to, p, cf);
        m.v[p] = vec_dot(from, to, cf->d) * cf->pescale * cf->pescale;
    }
    int rows = patch_rows(c, wide, high), cols = 2 * rows + 2, room = (c.cols - CORNER) / wide;
    struct grid g = {.m = m,
                     .numbers = true,
                     .digits = 2,
                     .row = look->pos / wide < high ? look->pos / wide : -1,
                     .col = look->pos % wide,
                     .height = rows,
                     .min_width = cols > room          ? room
                                  : cols < PATCH_LEAST ? PATCH_LEAST
                                                       : cols,
                     .corner = "y\\x"};
    patches_title(c, s, wide);
    int drawn = grid_draw(canvas_part(c, 1, 0, c.rows - 2, c.cols), s, &g);
    if (drawn + 2 < c.rows)
        grid_legend(c, drawn + 2, 0, s, GRID_DIVERGING, mat_max_abs(m));
}
