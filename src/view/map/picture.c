#include "view/map/map.h"

#include <math.h>

#include "view/braille.h"

/* Maps the plane to dots: x to the right, y up. */
struct frame {
    struct braille b;
    double x, y;  /* the centre of the plane */
    double scale; /* dots per unit */
};

static bool known(const double at[2])
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
        for (int a = 0; a < 2 && known(at); a++) {
            lo[a] = fmin(lo[a], at[a]);
            hi[a] = fmax(hi[a], at[a]);
        }
    }
    if (!known(lo))
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

static double dot_x(const struct frame *f, const double at[2])
{
    return braille_width(&f->b) / 2.0 + (at[0] - f->x) * f->scale;
}

static double dot_y(const struct frame *f, const double at[2])
{
    return braille_height(&f->b) / 2.0 - (at[1] - f->y) * f->scale;
}

/* Draws a line of dots, every dot or every third. */
static void leg(const struct frame *f, const double from[2], const double to[2], bool dotted,
                enum style style)
{
    if (!known(from) || !known(to))
        return;
    double x = dot_x(f, from), y = dot_y(f, from), dx = dot_x(f, to) - x, dy = dot_y(f, to) - y;
    int steps = (int)ceil(fmax(fabs(dx), fabs(dy))), every = dotted ? 3 : 1;
    for (int i = 0; i <= steps; i += every) {
        double share = steps ? (double)i / steps : 0;
        braille_dot(&f->b, (int)floor(x + share * dx), (int)floor(y + share * dy), style, 0);
    }
}

static void way(const struct frame *f, const struct map_points *m, int word, enum style style)
{
    for (int i = 1; i < m->stages; i++)
        leg(f, m->at[i - 1][word], m->at[i][word], i == 1, style);
}

static int cell_row(const struct frame *f, const double at[2])
{
    return (int)floor(dot_y(f, at)) / 4;
}

static int cell_col(const struct frame *f, const double at[2])
{
    return (int)floor(dot_x(f, at)) / 2;
}

static void letter(const struct frame *f, const struct map_points *m, int stage, int word, enum style style)
{
    const double *at = m->at[stage][word];
    if (known(at))
        canvas_put(f->b.c, cell_row(f, at), cell_col(f, at), style, m->mark[stage]);
}

/* Draws later stages over earlier ones, and the word in focus on top. */
static void letters(const struct frame *f, const struct map_points *m, int focus)
{
    for (int i = 0; i < m->stages; i++)
        for (int w = 0; w < m->words; w++)
            letter(f, m, i, w, i + 1 < m->stages ? STYLE_DIM : STYLE_LABEL);
    for (int i = 0; i < m->stages; i++)
        letter(f, m, i, focus, STYLE_KEY);
}

/* Returns true if the cells are empty, or hold only dots if `dots` is set. */
static bool free_cells(struct canvas c, int row, int col, int width, bool dots)
{
    if (row < 0 || row >= c.rows || col < 0 || col + width > c.cols)
        return false;
    for (int k = col > 0 ? col - 1 : 0; k < col + width + 1 && k < c.cols; k++) {
        uint32_t ch = c.cells[(size_t)row * (size_t)c.stride + (size_t)k].ch[0];
        bool inside = k >= col && k < col + width, dot = ch >= 0x2800 && ch < 0x2900;
        if (ch != ' ' && !(dot && (dots || !inside)))
            return false;
    }
    return true;
}

/* Draws a name beside, above or below its word at a stage; `dots`: covers dots if no empty cells
 * are left. Returns false if it did not fit. */
static bool name(const struct frame *f, const double at[2], const char *text, enum style style, bool dots)
{
    int width = utf8_width(text);
    if (!known(at))
        return false;
    const int row = cell_row(f, at), col = cell_col(f, at);
    const struct {
        int row, col;
    } places[] = {
        {0, 2},      {0, -width - 1},  {-1, 1},         {1, 1},           {-1, -width},
        {1, -width}, {-1, -width / 2}, {1, -width / 2}, {-2, -width / 2}, {2, -width / 2},
    };
    enum { PLACES = sizeof places / sizeof *places, NEAR = PLACES - 2 };
    for (int i = 0; i < (dots ? 2 * PLACES : NEAR); i++) {
        int r = row + places[i % PLACES].row, k = col + places[i % PLACES].col;
        if (!free_cells(f->b.c, r, k, width, i >= PLACES))
            continue;
        canvas_put(f->b.c, r, k, style, text);
        return true;
    }
    return false;
}

/* Names the ends of the paths, or their starts if an end has no room without crossing a path.
 * Returns the number of words left unnamed. */
static int names(const struct frame *f, const struct screen *s, const struct map_points *m)
{
    const struct state *st = &s->model->now.state;
    struct text t = TEXT_HERE;
    int focus = st->look.query, last = m->stages - 1, hidden = 0;
    for (int i = 0; i < m->words; i++) {
        int w = i == 0 ? focus : i <= focus ? i - 1 : i; /* the word in focus first */
        text_clear(&t);
        state_label(st, st->sentence, w, &t);
        bool end = name(f, m->at[last][w], text_str(&t), w == focus ? STYLE_CURSOR : STYLE_LABEL, w == focus);
        bool begin = name(f, m->at[0][w], text_str(&t), w == focus ? STYLE_KEY : STYLE_DIM, !end);
        hidden += !end && !begin;
    }
    text_finish(&t);
    return hidden;
}

int map_picture_draw(struct canvas c, const struct screen *s, const struct map_points *m)
{
    struct frame f = frame_of(c, s, m);
    int focus = s->model->now.state.look.query;
    if (c.rows < 2 || c.cols < 8)
        return m->words;
    for (int w = 0; w < m->words; w++)
        way(&f, m, w, STYLE_DIM);
    way(&f, m, focus, STYLE_KEY);
    letters(&f, m, focus);
    return names(&f, s, m);
}
