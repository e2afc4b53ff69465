/* The encoding view: what is drawn of each kind of encoding, as parts and forms. Everything is computed from
 * the formula for the visible range. */
#include "core/encoding/posenc.h"
#include "state/matrices.h"
#include "study/cursor.h"
#include "study/look_names.h"
#include "view/encoding/encoding.h"
#include "view/figures/tabs.h"

enum { LEAST = 20 }; /* columns of words */

typedef void draw_part(struct canvas c, const void *of);

/* Panels of encodings with clocks, and what they need. */
static const struct {
    const char *name;
    draw_part *draw;
    struct page_size size;
} panels[PANEL_COUNT] = {
    [PANEL_CLOCKS] = {TEXT("clock"), encoding_face_draw, {0}},
    [PANEL_BANDS] = {TEXT("bands"), encoding_bands_draw, {.rows = 8, .cols = 40}},
    [PANEL_ALIKE] = {TEXT("alike"), encoding_alike_curve_draw, {.rows = 6, .cols = 30}},
    [PANEL_WAVE] = {TEXT("wave"), encoding_wave_draw, {.rows = 6, .cols = 30}},
    [PANEL_PRODUCT] = {"P_t·P_s", encoding_product_draw, {.rows = 6, .cols = 30}},
    [PANEL_ROTATION] = {TEXT("rotation"), encoding_rotation_draw, {.rows = 7, .cols = 30}},
    [PANEL_DIALS] = {TEXT("dials"), encoding_dials_draw, {.rows = 6, .cols = 18}},
    [PANEL_OVERVIEW] = {TEXT("overview"), encoding_overview_draw, {.rows = 6, .cols = 30}},
    [PANEL_READOUT] = {TEXT_AS("encoding", "readout"), encoding_readout_draw, {.rows = 7, .cols = 30}},
    [PANEL_CORRIDOR] = {TEXT("corridor"), encoding_corridor_draw, {.rows = 6, .cols = 30}},
};

static const char *panel_name(const struct screen *s, int i)
{
    return encoding_shows(s->session->now.config.pe, i) ? screen_text(s, panels[i].name) : NULL;
}

static void tabs(struct canvas c, const void *s)
{
    tabs_draw(c, s, &(struct tabs){"panel", "encoding", PANEL_COUNT, encoding_panel(s), panel_name});
}

static struct page_size panel_size(const void *s, int cols)
{
    (void)cols;
    return panels[encoding_panel(s)].size;
}

static void panel_draw(struct canvas c, const void *s)
{
    panels[encoding_panel(s)].draw(c, s);
}

/* ---- the words ------------------------------------------------------------------- */

static struct encoding_times times_of(const struct screen *s)
{
    const struct look *look = &s->session->now.state.look;
    return (struct encoding_times){look->encoding.pos, look->encoding.pos2, false, NULL};
}

static struct page_size hands_size(const void *s, int cols)
{
    (void)cols;
    return encoding_hands_size(s, times_of(s));
}

static struct page_size all_hands_size(const void *s, int cols)
{
    struct page_size size = hands_size(s, cols);
    size.rows = size.most_rows;
    return size;
}

/* A few hands take the place of the tabs rather than one of them is left out. */
static struct page_size few_hands_size(const void *s, int cols)
{
    const struct page_size all = all_hands_size(s, cols);
    return all.rows > 9 ? PAGE_NOWHERE : all;
}

static void hands_draw(struct canvas c, const void *s)
{
    encoding_hands_draw(c, s, times_of(s));
}

const char *encoding_about(const struct scene *now)
{
    struct factor given = matrices_given(&now->state, (struct matrix_ref){.kind = MATRIX_ENCODING}, 0);
    return factor_present(given) && now->config.pe->given ? now->config.pe->given : now->config.pe->help;
}

/* What the encoding does; not beside a lesson, which explains it, nor while it asks. */
static const char *about_says(const void *of)
{
    const struct encoding_page *page = of;
    bool known = page->whole.cols < SCREEN_NARROW || screen_predicts(of);
    return known ? "" : screen_text(of, encoding_about(&page->s.session->now));
}

/* Returns the formula, after the title if both fit into one row; else `below`, alone. */
static const char *formula_in(const struct screen *s, int cols, bool below)
{
    const char *formula = screen_text(s, posenc_formula(&s->session->now.config));
    int title = utf8_width(screen_text(s, s->session->now.config.pe->title));
    return (title + 2 + utf8_width(formula) > cols) == below ? formula : "";
}

static void title_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, s->session->now.config.pe->title));
    canvas_put(c, 0, col + 2, STYLE_FORMULA, formula_in(s, c.cols, false));
}

static struct page_size formula_size(const void *s, int cols)
{
    const char *formula = formula_in(s, cols, true);
    return cols > 0 && !*formula ? (struct page_size){0} : page_text(formula, cols, LEAST);
}

static void formula_draw(struct canvas c, const void *s)
{
    canvas_flow(c, 0, STYLE_FORMULA, formula_in(s, c.cols, true));
}

static const char *asks_says(const void *s)
{
    return screen_text(s, TEXT("How alike are two positions, by their distance?"));
}

static const char *covered_says(const void *s)
{
    return screen_hidden_says(s);
}

/* ---- parts and forms --------------------------------------------------------------- */

PAGE_TEXT(angle, LEAST, STYLE_NOTE, encoding_angle_says);
PAGE_TEXT(meaning, LEAST, STYLE_NOTE, encoding_meaning_says);
PAGE_TEXT(about, LEAST, STYLE_NOTE, about_says);
PAGE_TEXT(covered, LEAST, STYLE_NOTE, covered_says);
PAGE_TEXT(owners, 28, STYLE_TEXT, encoding_owners_say);
PAGE_TEXT(scaling, 28, STYLE_NOTE, encoding_scaling_says);
PAGE_TEXT(seen, 28, STYLE_NOTE, encoding_seen_says);
PAGE_TEXT(together, 28, STYLE_NOTE, encoding_together_says);
PAGE_TEXT(from, LEAST, STYLE_TITLE, encoding_patches_say);
PAGE_TEXT(asks, LEAST, STYLE_TITLE, asks_says);
PAGE_TEXT(pair, LEAST, STYLE_DIM, encoding_pair_says);
PAGE_TEXT(far, LEAST, STYLE_NOTE, encoding_gap_says);

static const struct page_part pictures[] = {
    {"tabs", 0, {.rows = 1, .cols = LEAST}, NULL, tabs},
    {"map", 3, {0}, encoding_map_size, encoding_map_draw},
    {"clock", 3, {0}, encoding_face_size, encoding_face_draw},
    {"hands", 1, {0}, hands_size, hands_draw},
    {"all", 0, {0}, all_hands_size, hands_draw},
    {"few", 0, {0}, few_hands_size, hands_draw},
    {"angle", 0, {0}, angle_size, NULL},
    {"meaning", 0, {0}, meaning_size, NULL},
    {"panel", 2, {0}, panel_size, panel_draw},
    {"title", 0, {.rows = 1, .cols = LEAST}, NULL, title_draw},
    {"formula", 0, {0}, formula_size, formula_draw},
    {"about", 0, {0}, about_size, NULL},
    {"covered", 0, {0}, covered_size, NULL},
    {"nothing", 1, {.rows = 9, .cols = 30}, NULL, encoding_nothing_draw},
    {"alike", 2, {.rows = 8, .cols = 26}, NULL, encoding_alike_draw},
    {"overview", 1, {.rows = 8, .cols = 30}, NULL, encoding_overview_draw},
    {"owners", 0, {0}, owners_size, NULL},
    {"turned", 2, {.rows = 8, .cols = 26}, NULL, encoding_turned_draw},
    {"further", 2, {.rows = 8, .cols = 26}, NULL, encoding_further_draw},
    {"bands", 2, {.rows = 16, .cols = 40}, NULL, encoding_bands_draw},
    {"curve", 1, {.rows = 7, .cols = 40}, NULL, encoding_alike_curve_draw},
    {"scaling", 0, {0}, scaling_size, NULL},
    {"seen", 0, {0}, seen_size, NULL},
    {"together", 0, {0}, together_size, NULL},
    {"slopes", 1, {.rows = 8, .cols = 30}, NULL, encoding_slopes_draw},
    {"buckets", 1, {.rows = 9, .cols = 30}, NULL, encoding_buckets_draw},
    {"offsets", 1, {.rows = 7, .cols = 30}, NULL, encoding_offsets_draw},
    {"from", 0, {0}, from_size, NULL},
    {"patches", 2, {0}, encoding_field_size, encoding_patches_draw},
    {"patch", 0, {.rows = 1, .cols = LEAST}, NULL, encoding_patch_draw},
    {"asks", 0, {0}, asks_size, NULL},
    {"kernel", 1, {.rows = 8, .cols = 30}, NULL, encoding_kernel_draw},
    {"pair", 0, {0}, pair_size, NULL},
    {"far", 0, {0}, far_size, NULL},
    {"cells", 1, {0}, encoding_field_size, encoding_cells_draw},
    {"bell", 1, {0}, encoding_field_size, encoding_bell_draw},
    {"scale", 0, {.rows = 1, .cols = LEAST}, NULL, encoding_scale_of_one_draw},
    {NULL, 0, {0}, NULL, NULL}};

/* The forms of each kind of picture. */
enum kind {
    KIND_CLOCK = PE_FORM_WAVES + 1,
    KIND_PANEL,
    KIND_WHOLE,
    KIND_MAP,
    KIND_COVERED,
    KIND_TURNED, /* the panels of a rotation: its clock, the exact rotation, the others */
    KIND_EXACT,
    KIND_BANDS,
    KIND_SCALED,
    KIND_FIELDS,
    KINDS
};
static const char *const forms[KINDS][7] = {
    [KIND_CLOCK] = {"tabs / (map*9 | (clock / all / angle / gap / meaning?)*1)",
                    "tabs? / (map*9 | (clock / few / angle / gap / meaning?)*1)",
                    "tabs? / (map*9 | (clock / hands / angle?)*1)",
                    "tabs? / map / (clock*1 | (hands / angle? / gap / meaning?)*1)", "map | clock", "map"},
    [KIND_PANEL] = {"tabs? / (map | ((clock*0 | (hands / angle?))? / gap / panel:8x68))",
                    "map*1 / tabs / panel*2", "tabs / panel", "panel:6x18"},
    [KIND_WHOLE] = {"tabs / panel", "panel:6x18"},
    [KIND_MAP] = {"map"},
    [KIND_COVERED] = {"title / formula? / about? / gap / covered"},
    [PE_FORM_NONE] = {"title / formula? / about? / gap / nothing"},
    [PE_FORM_TABLE] = {"title / formula? / about? / gap / (map | alike)", "title / map", "map"},
    [KIND_TURNED] =
        {"tabs / owners / (map*9 | (clock / all / angle / gap / together? / about?)*1) / scaling?",
         "tabs? / owners / (map*9 | (clock / few / angle / gap / together? / about?)*1) / scaling?",
         "tabs? / owners / (map*9 | (clock / hands / angle?)*1) / scaling?",
         "tabs? / owners? / (map | clock)", "map | clock", "map"},
    [KIND_EXACT] = {"tabs? / owners / (turned | further) / panel / together?", "tabs? / owners / panel",
                    "panel:5x18"},
    [KIND_BANDS] = {"tabs / bands / curve / scaling / seen?", "tabs? / panel / scaling / seen?",
                    "tabs / panel", "panel:5x18"},
    [KIND_SCALED] = {"tabs? / panel / scaling", "tabs / panel", "panel:5x18"},
    [PE_FORM_BIAS] = {"title / formula? / about? / gap / slopes", "slopes:6"},
    [PE_FORM_BUCKETS] = {"title / formula? / about? / gap / buckets", "buckets:5"},
    [PE_FORM_OFFSET] = {"title / formula? / about? / gap / offsets"},
    [PE_FORM_GRID] = {"title / formula? / ((from / patches / patch) | about*2)",
                      "title / formula? / from / patches / patch", "from? / patches:3x12 / patch"},
    [PE_FORM_WAVES] = {"title / formula? / about? / gap / (overview | (asks / kernel / pair / far))",
                       "title / formula? / about? / gap / asks / kernel / pair / far",
                       "kernel:4 / pair? / far?"},
    [KIND_FIELDS] = {"title / formula? / about? / (cells | bell) / far? / scale",
                     "title / formula? / about? / cells / far? / scale", "cells:5x30 / scale?"},
};

static int kind_of(const struct screen *s)
{
    static const int turned[PANEL_COUNT] = {[PANEL_CLOCKS] = KIND_TURNED,
                                            [PANEL_BANDS] = KIND_BANDS,
                                            [PANEL_ALIKE] = KIND_SCALED,
                                            [PANEL_ROTATION] = KIND_EXACT,
                                            [PANEL_OVERVIEW] = KIND_SCALED};
    const struct config *c = &s->session->now.config;
    if (s->hidden) /* any other picture would reveal the numbers */
        return c->pe->row ? KIND_MAP : KIND_COVERED;
    if (c->pe->form == PE_FORM_CLOCK)
        return encoding_panel(s) == PANEL_CLOCKS                                            ? KIND_CLOCK
               : encoding_panel(s) == PANEL_OVERVIEW || encoding_panel(s) == PANEL_CORRIDOR ? KIND_WHOLE
                                                                                            : KIND_PANEL;
    if (c->pe->form == PE_FORM_ROTATION)
        return turned[encoding_panel(s)];
    return c->pe->form == PE_FORM_WAVES && posenc_grid(c) > 0 ? KIND_FIELDS : (int)c->pe->form;
}

struct session encoding_of_layer(const struct session *m)
{
    struct session here = *m;
    here.now.config = posenc_of_layer(&m->now.config, m->now.state.look.layer);
    return here;
}

static void draw_encoding(struct canvas c, const struct screen *whole)
{
    struct canvas waves = {0};
    const struct session here = encoding_of_layer(whole->session);
    struct screen layer = *whole, *s = &layer;
    layer.session = &here;
    struct encoding_page page = {*s, canvas_part(c, 0, 1, c.rows, c.cols - 2), &waves};
    if (clock_asks(&s->session->now.state.look) && !(s->hidden && s->session->now.config.pe->row))
        encoding_game_draw(page.whole, s);
    else
        page_draw(page.whole, forms[kind_of(s)], pictures, &page);
}

static void encoding_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    *row = (struct place){&s->look.encoding.pos, STATE_LAST_POSITION + 1};
    bool turns = c->pe->form == PE_FORM_ROTATION;
    *col = (struct place){&s->look.encoding.column, turns ? 2 * c->pe->pairs(c) : c->d};
}

/* On a grid the arrows go from cell to cell, in the corridor along it; time that plays goes from one position
 * to the next. A rotation has one column for each pair. */
static bool move_clock(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    bool upright = direction == DIRECTION_UP || direction == DIRECTION_DOWN;
    bool back = direction == DIRECTION_UP || direction == DIRECTION_LEFT || direction == DIRECTION_PREV;
    int wide = posenc_grid(&now->config);
    struct place pos = {&s->look.encoding.pos, STATE_LAST_POSITION + 1};
    if (now->config.pe->form == PE_FORM_ROTATION && !upright) {
        struct place col;
        encoding_places(s, &now->config, &pos, &col);
        s->look.encoding.column -= s->look.encoding.column % 2;
        cursor_step(pos, col, direction, 2 * steps);
        return true;
    }
    if (wide == 0 && encoding_shows(now->config.pe, PANEL_CORRIDOR) &&
        s->look.encoding.panel == PANEL_CORRIDOR)
        wide = 1;
    if (wide == 0 || s->look.play != 0)
        return false;
    steps *= upright ? wide : 1;
    if (back && steps > s->look.encoding.pos)
        return true; /* no cell there */
    cursor_step(pos, pos, DIRECTION_DOWN, back ? -steps : steps);
    return true;
}

static bool shows(const struct look *look, int stage)
{
    (void)look;
    return stage == LOOK_PE;
}

/* The clocks walk, back to the first position at most. */
static const char *clock_tick(const struct look *look, int *ms)
{
    *ms = 1000 / look->speed;
    if (look->play < 0 && look->encoding.pos == 0)
        return "set play off";
    return look->play > 0 ? "cursor down" : look->play < 0 ? "cursor up" : NULL;
}

static const struct view_part parts[] = {
    {"clock", -1, PANEL_CLOCKS, false},     {"waves", -1, PANEL_WAVE, false},
    {"distance", -1, PANEL_PRODUCT, false}, {"rotation", -1, PANEL_ROTATION, false},
    {"dials", -1, PANEL_DIALS, false},      {"overview", -1, PANEL_OVERVIEW, false},
    {"readout", -1, PANEL_READOUT, false},  {"corridor", -1, PANEL_CORRIDOR, false},
    {"bands", -1, PANEL_BANDS, false},      {"alike", -1, PANEL_ALIKE, false},
    {"grid", -1, PANEL_CLOCKS, false},      {NULL, 0, 0, false},
};

const struct view view_encoding = {
    .name = "encoding",
    .context = "encoding",
    .title = TEXT("positional encoding"),
    .help = TEXT(
        "The matrix P: a row for each position, a column for each dimension. Two neighbouring columns are "
        "one hand of a clock, which turns by ω_i per position: fast hands are long, slow ones short. A hand "
        "has one colour: on the clock, over its columns in the map and as its wave; the dotted line of now, "
        "position t, runs through all three. Pale hands show position s; the angle between the two hands of "
        "a pair is all that P_t·P_s knows.\n\n"
        "Space lets time run: the waves grow downwards, the dotted way from the tip of the hand in focus "
        "leads to its wave. Tab goes on to other panels: the wave of one pair, P_t·P_s, the rotation, a dial "
        "for every pair, and the whole matrix at a glance (O), a corridor with a tuning fork for every "
        "hand.\n\n"
        "Q asks what time it is: read the position from the hands, then say what it is some words later. "
        "Which positions are asked depends on the seed.\n\n"
        "RoPE has one clock too, of the query and the key in focus, put at t and s: the bright hands are the "
        "query's, the pale ones the key's, and the map says what each pair of them adds to the score if the "
        "key stood elsewhere. Its panels show how scaling slows the hands (bands) and what becomes of near "
        "and "
        "far (alike).\n\n"
        "All this is about encodings with clocks (sincos and its kin) and RoPE. Any other one explains "
        "itself "
        "in the view and has a picture of its own; Tab and O do nothing there."),
    .draw = draw_encoding,
    .framed_answer = true,
    .parts = parts,
    .tell = encoding_tell,
    .tell_briefly = encoding_tell_briefly,
    .tells_hidden = true,
    .places = encoding_places,
    .move = move_clock,
    .points_at = shows,
    .gives_away = shows,
    .tick = clock_tick,
};
