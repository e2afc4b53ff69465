/* The n x n maps: every term, their sum, the weights; all but the weights share one scale. */
#include <math.h>

#include "base/arena.h"
#include "core/pipeline/stage.h"
#include "view/changes.h"
#include "view/grid.h"
#include "view/terms/terms.h"

struct names {
    const struct state *state;
    const struct sequence *cols;
};

static void map_row(const void *arg, int i, struct text *out)
{
    const struct names *n = arg;
    state_label(n->state, n->state->sentence, i, out);
}

static void map_col(const void *arg, int i, struct text *out)
{
    const struct names *n = arg;
    state_label(n->state, n->cols, i, out);
}

double terms_limit(const struct terms_facts *f)
{
    double most = mat_max_abs(attention_head(f->a, f->a->map[MAP_SCORES], f->head));
    for (int t = 0; t < f->count; t++)
        most = fmax(most, mat_max_abs(attention_head(f->a, attention_term(f->a, t), f->head)));
    return most;
}

/* A map to draw: its name, its numbers, and their changes by the last event. */
struct shown {
    const char *name;
    struct mat m;
    struct changes last;
    bool weights, ghost;
};

/* Returns term i in the scene before the last event; absent if it did not exist. */
static struct mat term_before(const struct screen *s, const struct terms_facts *f, int i)
{
    const struct scene *before = changes_last(s);
    const struct look *look = &f->now->state.look;
    if (!before || look->layer >= before->config.layers || f->head >= before->config.heads)
        return (struct mat){0};
    const struct attention *a = &before->trace.layer[look->layer].self;
    int t = terms_find(&before->config, look->layer, f->list[i].name);
    return t >= 0 && t < a->term_count ? attention_head(a, attention_term(a, t), f->head) : (struct mat){0};
}

/* Computes the weights with all terms in, in `room`; absent if memory is exhausted. */
static struct mat whole_weights(const struct terms_facts *f, struct arena *room)
{
    int keys = f->a->map[MAP_WEIGHTS].cols;
    if (!arena_more(room, mat_room(f->now->config.n, keys)))
        return (struct mat){0};
    struct mat m = mat_in(room, f->now->config.n, keys);
    for (int i = 0; i < m.rows; i++)
        terms_weights_without(mat_row(m, i), f->a, &f->now->config, f->head, i, NULL);
    return m;
}

/* Returns map i: the terms, then their sum, the weights, and the weights before a term was knocked out. */
static struct shown map_of(const struct screen *s, const struct terms_facts *f, int i, struct arena *room)
{
    const struct scene *last = changes_last(s);
    if (i == f->count)
        return (struct shown){.name = screen_text(s, TEXT("sum")),
                              .m = attention_head(f->a, f->a->map[MAP_SCORES], f->head),
                              .last = changes_of_stage(f->now, last, STAGE_SCORES, f->head)};
    if (i == f->count + 1)
        return (struct shown){.name = screen_text(s, TEXT("weight")),
                              .m = attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head),
                              .last = changes_of_stage(f->now, last, STAGE_WEIGHTS, f->head),
                              .weights = true};
    if (i > f->count)
        return (struct shown){.name = screen_text(s, TEXT("all in")),
                              .m = whole_weights(f, room),
                              .weights = true,
                              .ghost = true};
    struct mat m = attention_head(f->a, attention_term(f->a, i), f->head);
    return (struct shown){.name = screen_term(s, &f->list[i]),
                          .m = m,
                          .last = changes_of(f->now, last, STAGE_SCORES, m, term_before(s, f, i)),
                          .ghost = terms_off(f, i)};
}

static struct grid grid_of(const struct terms_facts *f, const struct shown *m, const struct names *names,
                           int digits)
{
    return (struct grid){.m = m->m,
                         .map = m->weights ? GRID_SEQUENTIAL : GRID_DIVERGING,
                         .limit = f->limit,
                         .shade = (enum shade_kind)f->now->state.look.shade,
                         .digits = digits,
                         .row = f->query,
                         .col = f->key,
                         .row_label = map_row,
                         .col_label = map_col,
                         .arg = names,
                         .ghost = m->ghost,
                         .changes = &m->last,
                         .corner = m->name};
}

/* The layout of the maps: boxes of one size, as many as fit. A map that is larger than its box
 * scrolls with the focus. */
struct layout {
    int digits, across, down;
};

/* Returns whether `count` maps fit completely. */
static bool boxes_fit(struct canvas c, int count, int width, int height, struct layout *out)
{
    out->across = c.cols / width;
    out->across = out->across < 1 ? 1 : out->across > count ? count : out->across;
    out->down = (count + out->across - 1) / out->across;
    return width <= c.cols && out->down * height <= c.rows;
}

static struct layout layout_of(struct canvas c, const struct terms_facts *f, const struct shown *one,
                               const struct names *names, int count)
{
    enum { LEAST = 4 }; /* least rows of a box */
    struct layout l = {.digits = f->now->state.look.digits < 3 ? f->now->state.look.digits : 3};
    struct grid g = grid_of(f, one, names, l.digits);
    for (; l.digits >= 1; l.digits--) {
        g.digits = l.digits;
        if (boxes_fit(c, count, grid_width(&g) + 1, f->now->config.n + 1, &l))
            return l;
    }
    g.digits = l.digits = 2;
    int width = c.cols / 26 < 1 ? c.cols : c.cols / (c.cols / 26);
    l.across = c.cols / width;
    l.down = (count + l.across - 1) / l.across;
    if (l.down > c.rows / LEAST)
        l.down = c.rows / LEAST < 1 ? 1 : c.rows / LEAST;
    return l;
}

/* Returns the map in box b of `boxes`. If not all maps fit, the sum and the weights still come last. */
static int map_in_box(const struct terms_facts *f, int b, int boxes, int count)
{
    int terms = boxes - 2;
    if (boxes >= count || boxes < 3 || b < terms)
        return b;
    return f->count + (b - terms);
}

/* The maps to draw, their layout, and the number of boxes. */
struct plan {
    struct names names;
    struct layout layout;
    int count, boxes;
};

static struct plan plan_of(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct plan p = {.names = {&f->now->state, terms_keys(f)}};
    struct shown weights = map_of(s, f, f->count + 1, NULL); /* has the widest name */
    bool ghosts = term_set_any(&f->now->config.term_off) && f->now->config.n <= 16;
    p.count = f->count + 2 + ghosts;
    p.layout = layout_of(c, f, &weights, &p.names, p.count);
    if (ghosts && p.layout.across * p.layout.down < p.count)
        p.layout = layout_of(c, f, &weights, &p.names, --p.count);
    p.boxes = p.layout.across * p.layout.down;
    p.boxes = p.boxes < p.count ? p.boxes : p.count;
    return p;
}

int terms_maps_hidden(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct plan p = plan_of(c, s, f);
    return p.count - p.boxes;
}

static int map_height(struct canvas c, const struct plan *p, const struct terms_facts *f)
{
    int height = c.rows / p->layout.down, most = f->now->config.n + 2;
    return height > most ? most : height;
}

bool terms_maps_say_scale(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct plan p = plan_of(c, s, f);
    return p.layout.down * map_height(c, &p, f) < c.rows;
}

void terms_maps_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct plan p = plan_of(c, s, f);
    int width = c.cols / p.layout.across, height = map_height(c, &p, f);
    const int legend = p.layout.down * height; /* of all terms: they share a scale or a rule */
    for (int b = 0; b < p.boxes; b++) {
        struct shown m = map_of(s, f, map_in_box(f, b, p.boxes, p.count), s->scratch);
        struct canvas part =
            canvas_part(c, b / p.layout.across * height, b % p.layout.across * width, height, width);
        struct grid g = grid_of(f, &m, &p.names, p.layout.digits);
        if (!mat_present(m.m))
            continue;
        grid_draw(part, s, &g);
        canvas_restyle(part, 0, 0, utf8_width(m.name), m.ghost ? STYLE_GHOST : STYLE_TITLE);
        if (b == 0 && legend < c.rows)
            grid_legend_of(c, legend, s, &g, (struct extent){height, width});
    }
}
