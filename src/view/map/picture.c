#include "view/map/map.h"

#include <math.h>
#include <stdlib.h>

#include "core/pipeline/stage.h"
#include "view/braille.h"
#include "view/spots.h"

/* Maps the plane to dots: x to the right, y up. */
struct frame {
    struct braille b;
    double x, y;  /* the centre of the plane */
    double scale; /* dots per unit */
};

static bool is_placed(const double at[2])
{
    return isfinite(at[0]) && isfinite(at[1]);
}

static struct frame frame_of(struct canvas c, const struct screen *s, const struct map_points *m)
{
    enum { SIDE = 14, EDGE = 4 }; /* dots kept free for names */
    struct frame f = {.b = {c, s->ascii}};
    double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < m->stages * m->words; i++) {
        const double *at = m->at[i / m->words][i % m->words];
        for (int a = 0; a < 2 && is_placed(at); a++) {
            lo[a] = fmin(lo[a], at[a]);
            hi[a] = fmax(hi[a], at[a]);
        }
    }
    if (!is_placed(lo))
        return f;
    f.x = (lo[0] + hi[0]) / 2;
    f.y = (lo[1] + hi[1]) / 2;
    double across = (braille_width(&f.b) - 2 * SIDE) / (hi[0] - lo[0]),
           up = (braille_height(&f.b) - 2 * EDGE) / (hi[1] - lo[1]);
    f.scale = fmin(across, up);
    if (!isfinite(f.scale) || f.scale < 0)
        f.scale = 0; /* all points coincide */
    return f;
}

static struct point dot_of(const struct frame *f, const double at[2])
{
    return (struct point){braille_width(&f->b) / 2.0 + (at[0] - f->x) * f->scale,
                          braille_height(&f->b) / 2.0 - (at[1] - f->y) * f->scale};
}

/* Draws the path of a word in dots: every third on its first leg, every one on the others. */
static void draw_path(const struct frame *f, const struct map_points *m, int word)
{
    for (int i = 1; i < m->stages; i++) {
        const double *from = m->at[i - 1][word], *to = m->at[i][word];
        if (!is_placed(from) || !is_placed(to))
            continue;
        const struct point a = dot_of(f, from), b = dot_of(f, to);
        int steps = (int)ceil(fmax(fabs(b.x - a.x), fabs(b.y - a.y))), every = i == 1 ? 3 : 1;
        for (int k = 0; k <= steps; k += every) {
            double share = steps ? (double)k / steps : 0;
            braille_dot(&f->b, (int)floor(a.x + share * (b.x - a.x)), (int)floor(a.y + share * (b.y - a.y)),
                        STYLE_KEY, 0);
        }
    }
}

/* The cell of a point. */
static struct area cell_of(const struct frame *f, const double at[2])
{
    const struct point dot = dot_of(f, at);
    return (struct area){(int)floor(dot.y) / 4, (int)floor(dot.x) / 2, 1, 1};
}

/* Returns the stage at which words are read. */
static int read_at(const struct map_points *m)
{
    int at = 0;
    while (at + 1 < m->stages && m->mark[at][0] != 'h')
        at++;
    return m->mark[at][0] == 'h' ? at : 0;
}

/* Draws whom the word in focus reads, the smallest weights first: a line to each word, as thick as the
 * weight; lines of several heads run side by side. The words of a memory are not on the map. */
static void draw_bands(const struct frame *f, const struct screen *s, const struct map_points *m)
{
    enum { TENTHS = 10, THICKEST = 4, APART = 4 };
    const struct scene *now = &s->session->now;
    int focus = now->state.look.query, at = read_at(m), heads = now->config.heads;
    if (config_crosses(&now->config) || now->config.n != m->words || !is_placed(m->at[at][focus]))
        return;
    const struct point from = dot_of(f, m->at[at][focus]);
    for (int i = 0; i < TENTHS * heads * m->words; i++) {
        const int tenth = i / m->words / heads, head = i / m->words % heads, j = i % m->words;
        struct mat w = stage_matrix(&now->trace, now->state.look.layer, STAGE_WEIGHTS, head);
        double share = mat_at(w, focus, j);
        bool turn = share * TENTHS >= tenth && (share * TENTHS < tenth + 1 || tenth + 1 == TENTHS);
        if (!turn || share < MAP_LEAST || !is_placed(m->at[at][j]))
            continue;
        const struct point to = dot_of(f, m->at[at][j]);
        double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy),
               side = (head - (heads - 1) / 2.0) * APART;
        int thick = (int)ceil(share * THICKEST);
        uint16_t ink = ink_hue(hue_of_head(head), HUE_FULL / 4 + (int)lround(share * HUE_FULL * 3 / 4));
        for (int k = 0; k < thick && length > 0; k++) {
            double out = side + k - (thick - 1) / 2.0, sx = -dy / length * out, sy = dx / length * out;
            braille_line(&f->b, (struct point){from.x + sx, from.y + sy},
                         (struct point){to.x + sx, to.y + sy}, STYLE_TEXT, ink);
        }
    }
}

/* Draws a dot for every word where it is read, and letters for the stages of the word in focus on top. A dot
 * in the same cell as one of these, or beside it, is left out. */
static void draw_letters(const struct frame *f, const struct map_points *m, int focus)
{
    const int at = read_at(m);
    for (int i = 0; i < m->words + m->stages; i++) {
        const bool mine = i >= m->words;
        const int stage = mine ? i - m->words : at;
        const double *point = m->at[stage][mine ? focus : i];
        if (!is_placed(point))
            continue;
        const struct area here = cell_of(f, point);
        bool crowded = false;
        for (int k = 0; k < m->stages && !mine; k++) {
            struct area other = cell_of(f, m->at[k][focus]);
            crowded = crowded ||
                      (is_placed(m->at[k][focus]) && other.row == here.row && abs(other.col - here.col) <= 1);
        }
        if (!crowded)
            canvas_put(f->b.c, here.row, here.col, mine ? STYLE_KEY : STYLE_LABEL,
                       mine ? m->mark[stage] : "•");
    }
}

/* Draws a name beside, above or below its word at a stage, where the cells and one on either side are empty;
 * `dots`: covers dots if no empty cells are left, and sets where it is. Returns false if it did not fit. */
static bool draw_name(const struct frame *f, const double at[2], const char *text, enum style style,
                      bool dots, struct area *where)
{
    const int width = utf8_width(text);
    const struct canvas c = f->b.c;
    const struct {
        int row, col;
    } places[] = {
        {0, 2},      {0, -width - 1},  {-1, 1},         {1, 1},           {-1, -width},
        {1, -width}, {-1, -width / 2}, {1, -width / 2}, {-2, -width / 2}, {2, -width / 2},
    };
    enum { PLACES = sizeof places / sizeof *places, NEAR = PLACES - 2 };
    for (int i = 0; is_placed(at) && i < (dots ? 2 * PLACES : NEAR); i++) {
        const struct area cell = cell_of(f, at);
        const int r = cell.row + places[i % PLACES].row, k = cell.col + places[i % PLACES].col,
                  end = k + width;
        bool empty = r >= 0 && r < c.rows && k >= 0 && end <= c.cols;
        for (int j = k > 0 ? k - 1 : 0; empty && j <= end && j < c.cols; j++) {
            uint32_t ch = c.cells[(size_t)r * (size_t)c.stride + (size_t)j].ch[0];
            bool inside = j >= k && j < end, dot = ch >= 0x2800 && ch < 0x2900;
            empty = ch == ' ' || (dot && (i >= PLACES || !inside));
        }
        if (empty) {
            canvas_put(c, r, k, style, text);
            *where = (struct area){r, k, 1, width};
            return true;
        }
    }
    return false;
}

int map_picture_draw(struct canvas c, const struct screen *s, const struct map_points *m)
{
    const struct state *st = &s->session->now.state;
    const int focus = st->look.query;
    struct frame f = frame_of(c, s, m);
    int hidden = 0;
    if (c.rows < 2 || c.cols < 8)
        return m->words;
    draw_bands(&f, s, m);
    draw_path(&f, m, focus);
    draw_letters(&f, m, focus);
    /* The words are named where they are read; the word in focus, which comes first, at the end of its path,
     * or at its start if the end has no room without crossing a path. */
    for (int i = 0; i < m->words; i++) {
        const int w = i == 0 ? focus : i <= focus ? i - 1 : i;
        const bool mine = w == focus;
        struct area at;
        const char *name = said_word(s, st, st->sentence, w);
        bool named = draw_name(&f, m->at[mine ? m->stages - 1 : read_at(m)][w], name,
                               mine ? STYLE_CURSOR : STYLE_LABEL, true, &at);
        if (mine)
            named = draw_name(&f, m->at[0][w], name, STYLE_KEY, !named, &at) || named;
        for (struct spot *p = NULL; named && (p = spots_next(s, TARGET_WORD, p));)
            if (p->target.row == w)
                spots_found(s, p, f.b.c, at);
        hidden += !named;
    }
    return hidden;
}
