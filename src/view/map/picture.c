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

/* Returns the stage at which words are read. */
static int read_at(const struct map_points *m)
{
    int at = 0;
    while (at + 1 < m->stages && m->mark[at][0] != 'h')
        at++;
    return m->mark[at][0] == 'h' ? at : 0;
}

/* The weight that one head gives to a word. */
struct strand {
    double weight;
    int head, heads;
};

/* Draws a line from the word in focus to a word that it reads, as thick as the weight. Lines of several
 * heads run side by side. */
static void thread(const struct frame *f, struct point from, struct point to, const struct strand *strand)
{
    enum { THICKEST = 4, APART = 4 };
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy),
           side = (strand->head - (strand->heads - 1) / 2.0) * APART;
    int thick = (int)ceil(strand->weight * THICKEST);
    if (!(length > 0))
        return;
    uint16_t ink =
        ink_hue(hue_of_head(strand->head), HUE_FULL / 4 + (int)lround(strand->weight * HUE_FULL * 3 / 4));
    for (int i = 0; i < thick; i++) {
        double at = side + i - (thick - 1) / 2.0, sx = -dy / length * at, sy = dx / length * at;
        braille_line(&f->b, (struct point){from.x + sx, from.y + sy}, (struct point){to.x + sx, to.y + sy},
                     STYLE_TEXT, ink);
    }
}

static struct point dot(const struct frame *f, const double at[2])
{
    return (struct point){dot_x(f, at), dot_y(f, at)};
}

/* Draws whom the word in focus reads, the smallest weights first. The words of a memory are not on the
 * map. */
static void reading(const struct frame *f, const struct screen *s, const struct map_points *m)
{
    enum { TENTHS = 10 };
    const struct scene *now = &s->model->now;
    int focus = now->state.look.query, at = read_at(m), heads = now->config.heads;
    if (config_crosses(&now->config) || now->config.n != m->words)
        return;
    for (int tenth = 0; tenth < TENTHS; tenth++)
        for (int h = 0; h < heads; h++) {
            struct mat w = stage_matrix(&now->trace, now->state.look.layer, STAGE_WEIGHTS, h);
            for (int j = 0; j < m->words; j++) {
                double x = mat_at(w, focus, j);
                bool turn = x * TENTHS >= tenth && (x * TENTHS < tenth + 1 || tenth + 1 == TENTHS);
                if (turn && x >= MAP_LEAST && known(m->at[at][focus]) && known(m->at[at][j]))
                    thread(f, dot(f, m->at[at][focus]), dot(f, m->at[at][j]), &(struct strand){x, h, heads});
            }
        }
}

static void letter(const struct frame *f, const struct map_points *m, int stage, int word, enum style style)
{
    const double *at = m->at[stage][word];
    if (known(at))
        canvas_put(f->b.c, cell_row(f, at), cell_col(f, at), style, m->mark[stage]);
}

/* Draws the words where they are read, and every stage of the word in focus on top. */
/* Returns true if a letter of the word in focus is in the same cell or beside it: two would read as a word.
 * */
static bool crowded(const struct frame *f, const struct map_points *m, const double at[2], int focus)
{
    for (int i = 0; i < m->stages; i++) {
        const double *mine = m->at[i][focus];
        if (known(mine) && known(at) && cell_row(f, mine) == cell_row(f, at) &&
            abs(cell_col(f, mine) - cell_col(f, at)) <= 1)
            return true;
    }
    return false;
}

static void letters(const struct frame *f, const struct map_points *m, int focus)
{
    for (int w = 0; w < m->words; w++)
        if (!crowded(f, m, m->at[read_at(m)][w], focus))
            letter(f, m, read_at(m), w, STYLE_LABEL);
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
 * are left, and sets where it is. Returns false if it did not fit. */
static bool name(const struct frame *f, const double at[2], const char *text, enum style style, bool dots,
                 struct area *where)
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
        *where = (struct area){r, k, 1, width};
        return true;
    }
    return false;
}

/* Names the words where they are read, and the end of the path of the word in focus, or its start if the end
 * has no room without crossing a path. Returns the number of words left unnamed. */
static int names(const struct frame *f, const struct screen *s, const struct map_points *m)
{
    const struct state *st = &s->model->now.state;
    struct text t = TEXT_HERE;
    int focus = st->look.query, hidden = 0;
    for (int i = 0; i < m->words; i++) {
        int w = i == 0 ? focus : i <= focus ? i - 1 : i; /* the word in focus first */
        text_clear(&t);
        screen_word(st, st->sentence, w, &t);
        bool mine = w == focus;
        struct area at;
        bool named = name(f, m->at[mine ? m->stages - 1 : read_at(m)][w], text_str(&t),
                          mine ? STYLE_CURSOR : STYLE_LABEL, true, &at);
        if (mine)
            named = name(f, m->at[0][w], text_str(&t), STYLE_KEY, !named, &at) || named;
        for (struct spot *p = NULL; named && (p = spots_next(s, TARGET_WORD, p));)
            if (p->target.row == w)
                spots_found(s, p, f->b.c, at);
        hidden += !named;
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
    reading(&f, s, m);
    way(&f, m, focus, STYLE_KEY);
    letters(&f, m, focus);
    return names(&f, s, m);
}
