/* Encodings that are not a table of positions: vectors per offset, rotated queries and keys, patches. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"
#include "view/dial.h"
#include "view/encoding/encoding.h"
#include "view/grid.h"

static void offset_label(const void *arg, int i, struct text *out)
{
    text_addf(out, "%+d", i - *(const int *)arg);
}

/* Returns the rows of R by offset for Transformer-XL: all sines, then all cosines. */
static struct mat relative_sines(struct arena *a, const struct config *c, int reach)
{
    struct mat m = mat_in(a, 2 * reach + 1, c->d);
    for (int r = 0; r < m.rows; r++)
        for (int i = 0; i < c->d / 2; i++)
            sines_hand(c->d, c->base, r - reach, i, &mat_row(m, r)[i], &mat_row(m, r)[c->d / 2 + i]);
    if (c->d % 2)
        for (int r = 0; r < m.rows; r++)
            mat_row(m, r)[c->d - 1] = 0;
    return m;
}

enum { HIGHEST = 8, WIDEST = 24, LABELS = 10 };

/* Returns the rows or columns of each of `count` cells in `room`, 0 if they have no room of their own. */
static int cell_size(int room, int count, int most)
{
    int size = room / count;
    return size > most ? most : size < 2 ? 0 : size;
}

void encoding_offsets_draw(struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->model->now.config;
    const struct look *look = &s->model->now.state.look;
    bool sines = cf->pe == posenc_find("xl");
    int reach = 8;
    struct mat m = cf->pe_mat[0];
    if (sines && !arena_more(s->scratch, mat_room(2 * reach + 1, cf->d)))
        return;
    if (sines)
        m = relative_sines(s->scratch, cf, reach);
    int middle = m.rows / 2, at = look->pos - look->pos2 + middle;
    struct grid g = {.m = m,
                     .numbers = true,
                     .digits = 2,
                     .row = at < 0         ? 0
                            : at >= m.rows ? m.rows - 1
                                           : at,
                     .col = look->column < m.cols ? look->column : m.cols - 1,
                     .height = cell_size(c.rows - 4, m.rows, HIGHEST),
                     .min_width = cell_size(c.cols - LABELS, m.cols, WIDEST),
                     .row_label = offset_label,
                     .arg = &middle,
                     .corner = screen_text(s, TEXT("offset", "偏移"))};
    canvas_put(c, 0, 0, STYLE_TITLE,
               screen_text(s, EITHER(sines,
                                     TEXT("R: a row of sines and cosines for every offset t-s",
                                          "R：每个偏移 t-s 一行正弦和余弦"),
                                     TEXT("a learned row for every offset (clipped at the ends)",
                                          "每个偏移一行可学习的向量（两端截断）"))));
    grid_draw(canvas_part(c, 1, 0, c.rows - 2, c.cols), s, &g);
}

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
        screen_text(s, TEXT("bright q of %s at t = %d, pale k of %s at s = %d: product %.4f, by t-s only",
                            "亮针：查询 %s 在 t = %d；暗针：键 %s 在 s = %d；点积 %.4f 只取决于 t-s")),
        text_str(&q), look->pos, text_str(&k), look->pos2, product);
    bool brief = utf8_width(text_str(&t)) > c.cols;
    if (brief) {
        text_clear(&t);
        text_addf(&t,
                  screen_text(
                      s, TEXT("q of %s at t = %d, k of %s at s = %d", "查询 %s 在 t = %d，键 %s 在 s = %d")),
                  text_str(&q), look->pos, text_str(&k), look->pos2);
        canvas_putf(c, 1, 0, STYLE_TEXT, screen_text(s, TEXT("product: %.4f", "点积：%.4f")), product);
    }
    canvas_put(c, 0, 0, STYLE_TEXT, text_str(&t));
    text_finish(&q);
    text_finish(&k);
    text_finish(&t);
    return brief ? 3 : 1;
}

enum { ROOM_TO_TURN = 20, WIDE_TO_TURN = 80, SMALL_DIALS = 9 };

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
    int high = c.rows >= ROOM_TO_TURN && c.cols >= WIDE_TO_TURN ? c.rows - SMALL_DIALS : 0;
    if (high)
        encoding_turning_draw(canvas_part(c, SMALL_DIALS, 0, high, c.cols), s, q, k);
    cf->pe->rotate(q, look->pos, cf);
    cf->pe->rotate(k, look->pos2, cf);
    int top = hands_title(c, s, key, vec_dot(q, k, cf->dk)), rows = c.rows - high - top - 3;
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

static void patches_title(struct canvas c, const struct screen *s, int wide)
{
    int pos = s->model->now.state.look.pos;
    struct text whole = TEXT_HERE, brief = TEXT_HERE;
    text_addf(&whole,
              screen_text(s, TEXT("P_t·P_s from patch t = %d (x = %d, y = %d) to every patch",
                                  "从小块 t = %d（x = %d，y = %d）到每个小块的 P_t·P_s")),
              pos, pos % wide, pos / wide);
    text_addf(&brief,
              screen_text(s, TEXT("P_t·P_s from patch t = %d (x %d, y %d)",
                                  "从小块 t = %d（x %d，y %d）起的 P_t·P_s")),
              pos, pos % wide, pos / wide);
    canvas_either(c, 0, 0, STYLE_TITLE, text_str(&whole), text_str(&brief));
    text_finish(&whole);
    text_finish(&brief);
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
    struct grid g = {.m = m,
                     .numbers = true,
                     .digits = 2,
                     .row = look->pos / wide < high ? look->pos / wide : -1,
                     .col = look->pos % wide,
                     .corner = "y\\x"};
    patches_title(c, s, wide);
    int rows = grid_draw(canvas_part(c, 1, 0, c.rows - 2, c.cols), s, &g);
    if (rows + 2 < c.rows)
        grid_legend(c, rows + 2, 0, s, GRID_DIVERGING, mat_max_abs(m));
}
