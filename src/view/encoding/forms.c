/* Queries and keys as hands, rotated by their positions. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "view/dial.h"
#include "view/encoding/encoding.h"

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
    struct text q = SCREEN_TEXT(s), k = SCREEN_TEXT(s), t = SCREEN_TEXT(s);
    state_label(&now->state, now->state.sentence, look->query, &q);
    state_label(&now->state, now->state.sentence, key < now->config.n ? key : 0, &k);
    screen_add(s, &t,
               TEXT("bright: q of %s put at t = %d; pale: k of %s put at s = %d; the product %.4f "
                    "depends on t-s alone",
                    "亮针：查询 %s 放在 t = %d；淡针：键 %s 放在 s = %d；点积 %.4f 只取决于 t-s"),
               text_str(&q), look->pos, text_str(&k), look->pos2, product);
    bool brief = utf8_width(text_str(&t)) > c.cols;
    if (brief) {
        text_clear(&t);
        screen_add(s, &t,
                   TEXT("q of %s put at t=%d, k of %s at s=%d", "查询 %s 放在 t = %d，键 %s 放在 s = %d"),
                   text_str(&q), look->pos, text_str(&k), look->pos2);
        canvas_putf(c, 1, 0, STYLE_TEXT,
                    screen_text(s, TEXT("product of all dims: %.4f", "全部维度的点积：%.4f")), product);
    }
    canvas_put(c, 0, 0, STYLE_TEXT, text_str(&t));
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
    memcpy(k, mat_row(a->K, key) + config_key_head(cf, look->head) * cf->dk, (size_t)cf->dk * sizeof *k);
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
