/* One query's numbers as bars, beside those of pinned states with other widths d: how they spread as d grows.
 */
#include <math.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "view/paint.h"
#include "view/stages/stages.h"

enum { PANELS_MOST = 6, KEYS_MOST = 16, GAP = 2, HEADS = 1, FOOT = 1 };

struct growth {
    const struct screen *s;
    const struct scene *scene[PANELS_MOST]; /* from small to large d */
    int count, stage, layer;
    double lo, hi;
};

/* Returns the one row of a scene's matrix; absent if it has another shape. */
static struct mat row_of(const struct growth *g, const struct scene *scene)
{
    struct mat m = {0};
    if (g->layer < scene->config.layers && stage_present(&scene->config, g->layer, g->stage))
        m = stage_matrix(&scene->trace, g->layer, g->stage, 0);
    return m.rows == 1 && m.cols <= KEYS_MOST ? m : (struct mat){0};
}

static void widen(struct growth *g, struct mat row)
{
    for (int j = 0; j < row.cols; j++)
        if (isfinite(mat_at(row, 0, j))) {
            g->lo = fmin(g->lo, mat_at(row, 0, j));
            g->hi = fmax(g->hi, mat_at(row, 0, j));
        }
}

/* Returns whether a pinned state shows the same computation with another d. */
static bool comparable(const struct growth *g, const struct scene *pinned, int keys)
{
    const struct scene *now = &g->s->model->now;
    bool new = pinned->config.d != now->config.d && pinned->state.set.scale == now->state.set.scale;
    for (int i = 0; i < g->count; i++)
        new = new && g->scene[i]->config.d != pinned->config.d;
    return new &&row_of(g, pinned).cols == keys;
}

static void insert(struct growth *g, const struct scene *scene)
{
    int i = g->count++;
    for (; i > 0 && g->scene[i - 1]->config.d > scene->config.d; i--)
        g->scene[i] = g->scene[i - 1];
    g->scene[i] = scene;
}

static bool growth_of(struct growth *g, const struct screen *s, const struct derivation *d)
{
    const struct model *m = s->model;
    *g = (struct growth){.s = s, .stage = d->cell.stage, .layer = d->cell.layer};
    struct mat row = row_of(g, &m->now);
    if (s->hidden || d->cell.gradient || !mat_present(row) || stage_row(g->stage)->cols != AXIS_KEY)
        return false;
    for (int i = 0; i < m->pin_count && g->count < PANELS_MOST - 1; i++)
        if (comparable(g, &m->pins[i].scene, row.cols))
            insert(g, &m->pins[i].scene);
    insert(g, &m->now);
    for (int i = 0; i < g->count; i++)
        widen(g, row_of(g, g->scene[i]));
    if (stage_row(g->stage)->role == ROLE_WEIGHTS)
        g->hi = 1;
    return g->hi > g->lo;
}

/* Draws the bars of one scene on the common scale, its width above and its largest number below. */
static void panel(struct canvas c, const struct growth *g, int i)
{
    enum { WIDE = 8 };
    struct text t = SCREEN_TEXT(g->s);
    struct paint p;
    struct mat row = row_of(g, g->scene[i]);
    struct canvas area = canvas_part(c, HEADS, 0, c.rows - HEADS - FOOT, c.cols);
    int here = g->scene[i] == &g->s->model->now, wide = c.cols / (row.cols > 0 ? row.cols : 1);
    canvas_putf(c, 0, 0, here ? STYLE_TITLE : STYLE_LABEL, "d = %d", g->scene[i]->config.d);
    if (!paint_begin(&p, g->s->scratch, area.rows, area.cols))
        return;
    double unit = p.height / (g->hi - g->lo), zero = g->hi * unit, largest = -INFINITY;
    for (int j = 0; j < row.cols; j++) {
        largest = fmax(largest, mat_at(row, 0, j));
        double edge = zero - mat_at(row, 0, j) * unit;
        uint16_t ink = ink_hue(here ? HUE_HEAD : HUE_GREY, HUE_FULL);
        for (int y = 0; y < p.height; y++)
            if ((y + 0.5 - zero) * (y + 0.5 - edge) < 0)
                paint_span(&p, y, j * wide * PAINT_SUB, (j * wide + (wide > 1 ? wide - 1 : 1)) * PAINT_SUB,
                           ink);
    }
    paint_show(&p, area, (struct paint_look){screen_theme(g->s), screen_mono(g->s), g->s->ascii});
    text_add(&t, screen_text(g->s, TEXT("max ", "最大 ")));
    number_fixed(&t, largest, 2, WIDE);
    if (utf8_width(text_str(&t)) > c.cols) { /* the bars say that it is the largest */
        text_clear(&t);
        number_fixed(&t, largest, 2, c.cols);
    }
    canvas_put(c, c.rows - 1, 0, here ? STYLE_TITLE : STYLE_TEXT, text_str(&t));
}

int stages_growth_rows(const struct screen *s, const struct derivation *d)
{
    enum { LEAST = 7 };
    struct growth g;
    return growth_of(&g, s, d) && g.count > 1 ? LEAST : 0;
}

bool stages_growth_draw(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { HIGHEST = 9, LEAST_COLS = 8, WIDEST = 24 };
    struct growth g;
    if (stages_growth_rows(s, d) == 0 || c.rows < stages_growth_rows(s, d))
        return false;
    growth_of(&g, s, d);
    int wide = (c.cols + GAP) / g.count - GAP;
    while (wide < LEAST_COLS && g.count > 1) { /* the first ones give way */
        for (int i = 1; i < g.count; i++)
            g.scene[i - 1] = g.scene[i];
        g.count--;
        wide = (c.cols + GAP) / g.count - GAP;
    }
    wide = wide > WIDEST ? WIDEST : wide;
    for (int i = 0; i < g.count; i++)
        panel(canvas_part(c, 0, i * (wide + GAP), c.rows < HIGHEST ? c.rows : HIGHEST, wide), &g, i);
    return true;
}
