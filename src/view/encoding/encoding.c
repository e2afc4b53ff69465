/* The encoding view: chooses the panels that fit the encoding and the screen. Everything is
 * computed from the formula for the visible range. */
#include "core/encoding/posenc.h"
#include "study/look_names.h"
#include "view/encoding/encoding.h"

enum { WIDE = 100, TALL = 30 };

typedef void draw_part(struct canvas c, const struct screen *s);

static const struct {
    struct pair name;
    draw_part *draw;
} panels[PANEL_COUNT] = {
    [PANEL_CLOCKS] = {PAIR("clocks", "时钟"), encoding_clocks_draw},
    [PANEL_WAVE] = {PAIR("wave", "波形"), encoding_wave_draw},
    [PANEL_PRODUCT] = {PAIR("P_t·P_s", "P_t·P_s"), encoding_product_draw},
    [PANEL_ROTATION] = {PAIR("rotation", "旋转"), encoding_rotation_draw},
};

/* clocks  wave  P_t·P_s  rotation, the chosen one marked. */
static void tabs(struct canvas c, const struct screen *s, int chosen)
{
    int col = 0;
    for (int i = 0; i < PANEL_COUNT; i++) {
        int from = col;
        col = screen_tab(c, col, i == chosen, screen_pair(s, panels[i].name));
        screen_chooses(canvas_part(c, 0, from, 1, col - from), s, "panel", i);
    }
    canvas_put(c, 0, col + 1, STYLE_KEY, keymap_key(&s->model->keymap, "encoding", "cycle panel 1"));
}

static void panel(struct canvas c, const struct screen *s, int which)
{
    tabs(c, s, which);
    panels[which].draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s);
}

static int chosen(const struct screen *s)
{
    int p = s->model->now.state.look.panel;
    return p < 0 || p >= PANEL_COUNT ? PANEL_CLOCKS : p;
}

/* Draws the map beside clocks and curves, or above the chosen panel. */
static void clock_form(struct canvas c, const struct screen *s)
{
    if (c.cols < WIDE) {
        int below = c.rows < 16 ? c.rows - 5 : 9;
        encoding_map_draw(canvas_part(c, 0, 0, c.rows - below, c.cols), s);
        panel(canvas_part(c, c.rows - below, 1, below, c.cols), s, chosen(s));
        return;
    }
    int half = c.cols / 2, below = c.rows >= TALL ? c.rows / 3 : 0;
    struct canvas right = canvas_part(c, 0, half + 1, c.rows, c.cols - half - 1);
    encoding_map_draw(canvas_part(c, 0, 0, c.rows, half - 1), s);
    screen_wall(c, s, 0, half - 1, c.rows);
    if (below == 0) {
        panel(right, s, chosen(s));
        return;
    }
    int other = chosen(s) == PANEL_CLOCKS ? PANEL_PRODUCT : chosen(s);
    encoding_clocks_draw(canvas_part(right, 0, 0, c.rows - below - 1, right.cols), s);
    panel(canvas_part(right, c.rows - below, 0, below, right.cols), s, other);
}

/* Beside a lesson: draws title and formula only, since the lesson explains the rest. Returns the
 * rows it took. */
static int about_briefly(struct canvas c, const struct screen *s)
{
    const struct posenc_def *pe = s->model->now.config.pe;
    canvas_put(c, 0, 0, STYLE_TITLE, screen_pair(s, pe->title));
    return 2 + canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA, pe->formula);
}

static int about(struct canvas c, const struct screen *s)
{
    const struct posenc_def *pe = s->model->now.config.pe;
    if (c.cols < SCREEN_NARROW)
        return about_briefly(c, s);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_pair(s, pe->title)) + 2;
    bool below = col + utf8_width(pe->formula) > c.cols;
    int row = 1;
    if (below)
        row += canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA, pe->formula);
    else
        canvas_put(c, 0, col, STYLE_FORMULA, pe->formula);
    return row + 1 +
           canvas_flow(canvas_part(c, row, 0, c.rows, c.cols), 0, STYLE_NOTE, screen_pair(s, pe->help));
}

enum { SHORT = 16 }; /* below this height the words leave no room for a tall picture */

/* Draws title and formula in one row, to leave the other rows to a picture. */
static int about_in_a_row(struct canvas c, const struct screen *s)
{
    const struct posenc_def *pe = s->model->now.config.pe;
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_pair(s, pe->title)) + 2;
    canvas_field(c, 0, col, c.cols - col, STYLE_FORMULA, pe->formula);
    return 1;
}

/* Describes the encoding in words, then draws its own picture. */
static void own_form(struct canvas c, const struct screen *s, draw_part *draw_own)
{
    bool tall = draw_own == encoding_hands_draw || draw_own == encoding_patches_draw;
    int row = tall && c.rows < SHORT ? about_in_a_row(c, s) : about(c, s);
    if (draw_own)
        draw_own(canvas_part(c, row, 0, c.rows - row, c.cols), s);
}

static void table_form(struct canvas c, const struct screen *s)
{
    int row = about(canvas_part(c, 0, 1, c.rows, c.cols - 2), s);
    encoding_map_draw(canvas_part(c, row, 0, c.rows - row, c.cols), s);
}

static void draw(struct canvas c, const struct screen *s)
{
    struct canvas inner = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    if (s->hidden) {
        encoding_map_draw(c, s); /* any other panel would reveal the numbers */
        return;
    }
    switch (s->model->now.config.pe->form) {
    case PE_FORM_CLOCK:
        clock_form(c, s);
        break;
    case PE_FORM_TABLE:
        table_form(c, s);
        break;
    case PE_FORM_ROTATION:
        own_form(inner, s, encoding_hands_draw);
        break;
    case PE_FORM_BIAS:
        own_form(inner, s, encoding_bias_draw);
        break;
    case PE_FORM_OFFSET:
        own_form(inner, s, encoding_offsets_draw);
        break;
    case PE_FORM_GRID:
        own_form(inner, s, encoding_patches_draw);
        break;
    default:
        own_form(inner, s, NULL);
        break;
    }
}

static void places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    *row = (struct place){&s->look.pos, STATE_LAST_POSITION + 1};
    *col = (struct place){&s->look.column, c->d};
}

static bool shows(const struct look *look, int stage)
{
    (void)look;
    return stage == LOOK_PE;
}

/* The clocks walk, back to the first position at most. */
static const char *tick(const struct look *look, int *ms)
{
    *ms = 1000 / look->speed;
    if (look->play < 0 && look->pos == 0)
        return "set play off";
    return look->play > 0 ? "cursor down" : look->play < 0 ? "cursor up" : NULL;
}

static const struct view_part parts[] = {
    {"clock", -1, PANEL_CLOCKS, false},     {"waves", -1, PANEL_WAVE, false},
    {"distance", -1, PANEL_PRODUCT, false}, {"rotation", -1, PANEL_ROTATION, false},
    {"grid", -1, PANEL_CLOCKS, false},      {NULL, 0, 0, false},
};

const struct view view_encoding = {
    .name = "encoding",
    .context = "encoding",
    .title = PAIR("positional encoding", "位置编码"),
    .help = PAIR(
        "The matrix P: a row a position, a column a dimension. Two neighbouring columns are one clock, "
        "whose hand turns by ω_i a position: the left ones fast, the right ones slow. The second hand "
        "stands at position s; the angle between them is all that P_t·P_s knows.",
        "矩阵 P：一行一个位置，一列一个维度。相邻两列是一个时钟，指针每过一个位置转 ω_i：左边快，右边慢。"
        "另一根指针停在位置 s；两针的夹角就是 P_t·P_s 知道的一切。"),
    .draw = draw,
    .parts = parts,
    .tell = encoding_tell,
    .tell_briefly = encoding_tell_briefly,
    .tells_hidden = true,
    .places = places,
    .points_at = shows,
    .gives_away = shows,
    .tick = tick,
};
