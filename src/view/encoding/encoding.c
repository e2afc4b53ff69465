/* The encoding view: chooses the panels that fit the encoding and the screen. Everything is
 * computed from the formula for the visible range. */
#include "core/encoding/posenc.h"
#include "state/matrices.h"
#include "study/cursor.h"
#include "study/look_names.h"
#include "view/encoding/encoding.h"

enum { ROOMY = 100, TALL = 28, TABBED = 24, BESIDE = 72 };

typedef void draw_part(struct canvas c, const struct screen *s);

static const struct {
    const char *name;
    draw_part *draw;
    bool whole; /* without the map beside it */
} panels[PANEL_COUNT] = {
    [PANEL_CLOCKS] = {TEXT("clock"), encoding_dials_draw, false},
    [PANEL_WAVE] = {TEXT("wave"), encoding_wave_draw, false},
    [PANEL_PRODUCT] = {"P_t·P_s", encoding_product_draw, false},
    [PANEL_ROTATION] = {TEXT("rotation"), encoding_rotation_draw, false},
    [PANEL_DIALS] = {TEXT("dials"), encoding_dials_draw, false},
    [PANEL_OVERVIEW] = {TEXT("overview"), encoding_overview_draw, true},
    [PANEL_READOUT] = {TEXT_AS("encoding", "readout"), encoding_readout_draw, false},
    [PANEL_CORRIDOR] = {TEXT("corridor"), encoding_corridor_draw, true},
};

static int tab_width(const struct screen *s, int i)
{
    return utf8_width(screen_text(s, panels[i].name)) + 2;
}

/* clock  wave  P_t·P_s  rotation …, the chosen one marked, and the key for the next. */
static void panel_tabs(struct canvas c, const struct screen *s, int chosen)
{
    const char *key = keymap_key(&s->session->keymap, "encoding", "cycle panel 1");
    int col = 0, room = c.cols - 2 - utf8_width(key);
    /* the first tab that is shown: the chosen one is always among those that fit into `room`. */
    int first = chosen;
    for (int used = tab_width(s, chosen); first > 0 && used + tab_width(s, first - 1) <= room; first--)
        used += tab_width(s, first - 1);
    for (int i = first; i < PANEL_COUNT && col + tab_width(s, i) <= room; i++) {
        int from = col;
        col = screen_tab(c, col, i == chosen, screen_text(s, panels[i].name));
        screen_chooses(canvas_part(c, 0, from, 1, col - from), s, "panel", i);
    }
    if (col > 0)
        canvas_put(c, 0, col + 1, STYLE_KEY, key);
}

static void tabbed_panel(struct canvas c, const struct screen *s, int which)
{
    panel_tabs(c, s, which);
    panels[which].draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s);
}

static int chosen(const struct screen *s)
{
    int p = s->session->now.state.look.panel;
    return p < 0 || p >= PANEL_COUNT ? PANEL_CLOCKS : p;
}

/* Draws the map above the chosen panel. */
static void narrow_form(struct canvas c, const struct screen *s)
{
    int below = c.rows < 16 ? c.rows - 5 : 9;
    encoding_map_draw(canvas_part(c, 0, 0, c.rows - below, c.cols), s);
    tabbed_panel(canvas_part(c, c.rows - below, 1, below, c.cols), s, chosen(s));
}

/* Below the names of the panels, where there is room for them. */
static void wide_form(struct canvas c, const struct screen *s)
{
    struct encoding_page p;
    int which = chosen(s), top = c.rows >= TABBED ? 1 : 0;
    struct canvas rest = canvas_part(c, top, 0, c.rows - top, c.cols);
    if ((which != PANEL_CLOCKS && c.cols < ROOMY) ||
        !encoding_page_plan(&p, rest, s, which == PANEL_CLOCKS)) {
        narrow_form(c, s);
        return;
    }
    if (top)
        panel_tabs(canvas_part(c, 0, 0, 1, c.cols), s, which);
    encoding_page_map_draw(&p);
    encoding_page_waves_draw(&p);
    if (which == PANEL_CLOCKS)
        encoding_face_draw(p.clock, s, encoding_page_now(&p));
    else {
        /* Draws the map beside the chosen panel; above that the clock, where there is room. */
        struct canvas right = p.clock;
        int below = right.rows >= TALL ? right.rows / 2 : right.rows;
        if (below < right.rows)
            encoding_face_draw(canvas_part(right, 0, 0, right.rows - below - 1, right.cols), p.s, -1);
        panels[which].draw(canvas_part(right, right.rows - below, 0, below, right.cols), p.s);
    }
}

const char *encoding_about(const struct scene *now)
{
    struct factor given = matrices_given(&now->state, (struct matrix_ref){.kind = MATRIX_ENCODING}, 0);
    return factor_present(given) && now->config.pe->given ? now->config.pe->given : now->config.pe->help;
}

/* Draws title and formula, in one row if they fit. Returns the rows they took. */
static int about_formula(struct canvas c, const struct screen *s)
{
    const char *formula = screen_text(s, posenc_formula(&s->session->now.config));
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, s->session->now.config.pe->title)) + 2;
    if (col + utf8_width(formula) > c.cols)
        return 1 + canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA, formula);
    canvas_put(c, 0, col, STYLE_FORMULA, formula);
    return 1;
}

static int about(struct canvas c, const struct screen *s)
{
    if (c.cols < SCREEN_NARROW || screen_predicts(s)) {
        /* Beside a lesson, and while it asks: draws title and formula only, since the lesson explains the
         * rest. Returns the rows it took. */
        const struct posenc_def *pe = s->session->now.config.pe;
        canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, pe->title));
        return 2 + canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA,
                               screen_text(s, posenc_formula(&s->session->now.config)));
    }
    int row = about_formula(c, s);
    return row + 1 +
           canvas_flow(canvas_part(c, row, 0, c.rows, c.cols), 0, STYLE_NOTE,
                       screen_text(s, encoding_about(&s->session->now)));
}

/* Draws title and, if it fits, formula in one row, to leave the other rows to a picture. */
static int about_in_a_row(struct canvas c, const struct screen *s)
{
    const struct posenc_def *pe = s->session->now.config.pe;
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, pe->title)) + 2;
    canvas_either(c, 0, col, STYLE_FORMULA, screen_text(s, posenc_formula(&s->session->now.config)), "");
    return 1;
}

/* The picture of each form, the height below which words would leave it no room, and whether it leaves them
 * room beside it. */
static const struct {
    draw_part *draw;
    int tall;
    bool beside;
} pictures[] = {
    [PE_FORM_NONE] = {encoding_nothing_draw, 12, false},
    [PE_FORM_TABLE] = {encoding_alike_draw, 16, false},
    [PE_FORM_CLOCK] = {NULL, 0, false}, /* has panels */
    [PE_FORM_ROTATION] = {encoding_hands_draw, 16, false},
    [PE_FORM_BIAS] = {encoding_slopes_draw, 16, false},
    [PE_FORM_BUCKETS] = {encoding_buckets_draw, 16, false},
    [PE_FORM_OFFSET] = {encoding_offsets_draw, 16, false},
    [PE_FORM_GRID] = {encoding_patches_draw, 26, true},
    [PE_FORM_WAVES] = {encoding_kernel_draw, 26, false},
};

static void draw_encoding(struct canvas c, const struct screen *s)
{
    enum pe_form form = s->session->now.config.pe->form;
    if (s->hidden && s->session->now.config.pe->row)
        encoding_map_draw(c, s); /* any other panel would reveal the numbers */
    else if (clock_asks(&s->session->now.state.look))
        encoding_game_draw(canvas_part(c, 0, 1, c.rows, c.cols - 2), s);
    else if (form == PE_FORM_CLOCK) {
        if (panels[chosen(s)].whole)
            tabbed_panel(canvas_part(c, 0, 1, c.rows, c.cols - 2), s, chosen(s));
        else if (c.cols < SCREEN_NARROW)
            narrow_form(c, s);
        else
            wide_form(c, s);
    } else {
        /* Describes the encoding in words, briefly where there is little room, then draws its picture. */
        struct canvas part = canvas_part(c, 0, 1, c.rows, c.cols - 2);
        draw_part *picture = pictures[form].draw;
        if (pictures[form].beside && part.cols >= BESIDE && !s->hidden && !screen_predicts(s)) {
            /* Draws title and formula above a picture, and what they mean beside it. */
            enum { GAP = 2 };
            int words = part.cols * 2 / 5,
                row = about_formula(part, s) + (part.rows >= pictures[PE_FORM_GRID].tall);
            struct canvas rest = canvas_part(part, row, 0, part.rows - row, part.cols);
            picture(canvas_part(rest, 0, 0, rest.rows, part.cols - words - GAP), s);
            canvas_flow(canvas_part(rest, 0, part.cols - words, rest.rows, words), 0, STYLE_NOTE,
                        screen_text(s, encoding_about(&s->session->now)));
            return;
        }
        int row = picture && part.rows < pictures[form].tall ? about_in_a_row(part, s) : about(part, s);
        struct canvas below = canvas_part(part, row, 0, part.rows - row, part.cols);
        if (picture && s->hidden)
            canvas_flow(below, 0, STYLE_NOTE, screen_hidden_says(s));
        else if (picture)
            picture(below, s);
    }
}

static void encoding_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    *row = (struct place){&s->look.pos, STATE_LAST_POSITION + 1};
    *col = (struct place){&s->look.column, c->d};
}

/* On a grid the arrows go from cell to cell, in the corridor along it; time that plays goes from one position
 * to the next. */
static bool move_clock(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    bool upright = direction == DIRECTION_UP || direction == DIRECTION_DOWN;
    bool back = direction == DIRECTION_UP || direction == DIRECTION_LEFT || direction == DIRECTION_PREV;
    int wide = posenc_grid(&now->config);
    struct place pos = {&s->look.pos, STATE_LAST_POSITION + 1};
    if (wide == 0 && s->look.panel == PANEL_CORRIDOR)
        wide = 1;
    if (wide == 0 || s->look.play != 0)
        return false;
    steps *= upright ? wide : 1;
    if (back && steps > s->look.pos)
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
    if (look->play < 0 && look->pos == 0)
        return "set play off";
    return look->play > 0 ? "cursor down" : look->play < 0 ? "cursor up" : NULL;
}

static const struct view_part parts[] = {
    {"clock", -1, PANEL_CLOCKS, false},     {"waves", -1, PANEL_WAVE, false},
    {"distance", -1, PANEL_PRODUCT, false}, {"rotation", -1, PANEL_ROTATION, false},
    {"dials", -1, PANEL_DIALS, false},      {"overview", -1, PANEL_OVERVIEW, false},
    {"readout", -1, PANEL_READOUT, false},  {"corridor", -1, PANEL_CORRIDOR, false},
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
        "All this is about encodings with clocks (sincos and its kin). Any other one explains itself in the "
        "view and has a picture of its own; Tab and O do nothing there."),
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
