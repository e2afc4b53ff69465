/* The Transformer as boxes and arrows, data running down. Bright boxes are computed now; the one of the stage
 * in view is lit. */
#include <string.h>

#include "core/pipeline/stage.h"
#include "view/flow/flow.h"
#include "view/machine/machine.h"
#include "view/figures/page.h"

enum { MARGIN = 5, MEASURED = 100, BOX_LEAST = 18, BOX_MOST = 26, HIGH_MOST = 4, GUTTER = 6 };
enum { HALL = 2 * MARGIN + BOX_LEAST, HALLS = HALL + GUTTER + BOX_LEAST, TEXT_LEAST = 24 };

struct plan {
    struct canvas c;
    const struct screen *s;
    const struct config *config;
    int at;    /* the box under the cursor */
    int layer; /* in view */
    int width, high, gap;
    int left[2]; /* first column of each side's boxes; -1: that side is not drawn */
    int first;   /* the first row in sight: without room for all boxes, those round the lit one are drawn */
};

static bool has(const struct plan *p, int box)
{
    return machine_has(p->config, p->layer, box);
}

static int box_row(const struct plan *p, int row)
{
    return row * (p->high + p->gap) - p->first;
}

static void line_across(const struct plan *p, int row, int from, int to, enum style style)
{
    for (int col = from; col <= to; col++)
        canvas_glyph(p->c, row, col, style, 0x2500);
}

static void line_down(const struct plan *p, int col, int from, int to, enum style style)
{
    for (int row = from; row <= to; row++)
        canvas_glyph(p->c, row, col, style, 0x2502);
}

static void draw_box(const struct plan *p, int i)
{
    static const enum hue hues[] = {
        [MACHINE_WORDS] = HUE_GREY,       [MACHINE_PLACES] = HUE_GREY,    [MACHINE_SELF] = HUE_HEAD,
        [MACHINE_ADD] = HUE_HEAD + 7,     [MACHINE_CROSS] = HUE_HEAD + 4, [MACHINE_FFN] = HUE_HEAD + 3,
        [MACHINE_READOUT] = HUE_HEAD + 2, [MACHINE_ANSWER] = HUE_HEAD + 2};
    const struct machine_box *b = &machine_boxes[i];
    const struct scene *now = &p->s->session->now;
    bool bright = has(p, i), lit = i == p->at;
    if (box_row(p, b->row) < 0)
        return;
    struct canvas c = canvas_part(p->c, box_row(p, b->row), p->left[b->side], p->high, p->width);
    const char *name = screen_text(p->s, machine_box_name(p->s, i));
    enum style style = lit ? STYLE_CURSOR : bright ? STYLE_STRONG : STYLE_GHOST;
    for (int r = 0; r < p->high; r++) {
        canvas_field(c, r, 0, p->width, style, "");
        canvas_glyph(c, r, 0, style, bright ? 0x2502 : 0x2506);
        canvas_glyph(c, r, p->width - 1, style, bright ? 0x2502 : 0x2506);
    }
    int wide = utf8_width(name);
    canvas_put(canvas_part(c, 0, 1, 1, p->width - 2), 0, wide < p->width - 2 ? (p->width - 2 - wide) / 2 : 0,
               style, name);
    for (int r = 0; r < p->high && bright && !lit; r++)
        canvas_ink(c, r, 0, p->width, ink_hue(hues[b->kind], HUE_FULL / 2));
    /* the asking word's numbers as they leave the box, below its name */
    struct canvas room = canvas_part(c, 1, 2, p->high - 1, p->width - 4);
    int stage = bright ? machine_out(p->config, p->layer, i) : -1;
    if (!p->s->hidden && stage >= 0 && stage_has_numbers(stage) && stage != STAGE_Y && room.rows > 0) {
        struct mat m = stage_matrix(&now->trace, machine_layer(p->config, p->layer, i), stage, 0);
        flow_strip(room, p->s, mat_row(m, now->state.look.query), m.cols, mat_max_finite(m));
    }
    if (click_hit(p->s->click, c, 0, 0, p->width))
        click_line(p->s->click, "machine %d", i + 1);
}

/* The residual connection round the box above: it leaves before it and comes back into `i`. */
static void around(const struct plan *p, int i)
{
    const struct machine_box *b = &machine_boxes[i];
    bool left = b->side == MACHINE_ENCODER;
    int edge = left ? p->left[0] - 1 : p->left[1] + p->width, far = left ? edge - 1 : edge + 1;
    int from = box_row(p, b->row - 1) - p->gap, to = box_row(p, b->row),
        middle = p->left[b->side] + p->width / 2;
    enum style style = has(p, i) && p->config->residual ? STYLE_KEY : STYLE_GHOST;
    if (p->gap > 0)
        line_across(p, from, left ? far : middle + 1, left ? middle - 1 : far, style);
    line_across(p, from, left ? far : edge, left ? edge : far, style);
    line_down(p, far, from + 1, to - 1, style);
    canvas_glyph(p->c, from, far, style, left ? 0x256D : 0x256E);
    canvas_glyph(p->c, to, far, style, left ? 0x2570 : 0x256F);
    canvas_glyph(p->c, to, edge, style, left ? 0x25B6 : 0x25C0);
}

/* What the encoder has read goes to the decoder's cross-attention: from its last box, or from its words where
 * they are read as they are. */
static void bridge(const struct plan *p)
{
    int from = p->left[0] + p->width, to = p->left[1] - 1, middle = (from + to) / 2;
    int low = box_row(p, 5), row = box_row(p, 4);
    bool reads = false;
    for (int i = 0; i < MACHINE_BOXES; i++)
        if (machine_boxes[i].side == MACHINE_DECODER && machine_boxes[i].row == 4)
            reads = has(p, i);
    line_across(p, low, from, middle - 1, STYLE_GHOST);
    line_down(p, middle, row + 1, low - 1, STYLE_GHOST);
    canvas_glyph(p->c, low, middle, STYLE_GHOST, 0x256F);
    enum style style = reads ? STYLE_KEY : STYLE_GHOST;
    if (reads) {
        line_across(p, 0, from, middle - 1, style);
        line_down(p, middle, 1, row - 1, style);
        canvas_glyph(p->c, 0, middle, style, 0x256E);
    }
    canvas_glyph(p->c, row, middle, style, reads ? 0x2570 : 0x256D);
    line_across(p, row, middle + 1, to - 1, style);
    canvas_glyph(p->c, row, to, style, 0x25B6);
}

/* Draws lines, each flowed, as many as there is room for. Returns the rows that they took. */
static int draw_lines(struct canvas c, const struct screen *s, enum style style, const char *text)
{
    int row = 0, left = 0;
    for (const char *end = strchr(text, '\n'); end; end = strchr(end + 1, '\n'))
        left++;
    for (size_t n; *text && row < c.rows; text += n + (text[n] == '\n'), left--) {
        n = strcspn(text, "\n");
        const char *line = said_values(s, "%.*s", (int)n, text);
        struct canvas rest = canvas_part(c, row, 0, c.rows - row, c.cols);
        if (left > 1 && page_text(line, c.cols, 1).rows >= rest.rows) {
            canvas_putf(c, row++, 0, STYLE_DIM, screen_text(s, TEXT_AS("plan", "… %d more")), left);
            break;
        }
        row += canvas_flow(rest, 0, style, line);
    }
    return row;
}

/* What the box under the cursor does here. */
static int here_lines(struct canvas c, const void *screen)
{
    const struct screen *s = screen;
    const struct scene *now = &s->session->now;
    int box = machine_at(&now->state.look, &now->config);
    bool has = machine_has(&now->config, now->state.look.layer, box);
    c.rows = c.cells ? c.rows : MEASURED;
    return draw_lines(c, s, has ? STYLE_CLAIM : STYLE_NOTE, machine_box_here(s, box));
}

/* encoder, layer 1 of 2: add & norm. Its name is perhaps in the next row. */
static int name_lines(struct canvas c, const void *screen)
{
    const struct screen *s = screen;
    const struct scene *now = &s->session->now;
    int layer = now->state.look.layer, box = machine_at(&now->state.look, &now->config);
    const struct machine_box *b = &machine_boxes[box];
    const char *colon = screen_text(s, TEXT(": ")), *after = colon,
               *name = screen_text(s, machine_box_name(s, box));
    int col = canvas_put(c, 0, 0, STYLE_DIM,
                         screen_text(s, b->side == MACHINE_ENCODER ? TEXT("encoder") : TEXT("decoder")));
    if (now->config.layers > 1 && machine_has(&now->config, layer, box) && b->row >= 2 && b->row < 8)
        after = say(s, TEXT(", layer %d of %d: "), layer + 1, now->config.layers);
    col = canvas_either(c, 0, col, STYLE_DIM, after, colon);
    int row = col + utf8_width(name) > c.cols;
    return row + canvas_flow(canvas_part(c, row, row ? 0 : col, c.rows, c.cols), 0, STYLE_TITLE, name);
}

/* The flow of the layer in view, with the row that the box gives lit. */
static void beside_draw(struct canvas c, const void *screen)
{
    struct flow f;
    struct screen still = *(const struct screen *)screen;
    still.click = NULL;
    flow_plan(&f, c, &still, &still.session->now);
    flow_draw(c, &f);
}

/* What the dots mean; nothing if all boxes are computed. */
static const char *dots_say(const struct screen *s)
{
    const struct config *c = &s->session->now.config;
    bool dotted = false;
    for (int i = 0; i < MACHINE_BOXES; i++)
        dotted = dotted || (machine_drawn(c, i) && !machine_has(c, s->session->now.state.look.layer, i));
    return dotted ? screen_text(s, TEXT("Dotted boxes are not computed now.")) : "";
}

/* Both halls, or that of the box under the cursor where only one fits. */
static struct plan plan_of(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->session->now;
    int at = machine_at(&now->state.look, &now->config), high = (c.rows - MACHINE_ROWS + 1) / MACHINE_ROWS;
    struct plan p = {c, s, &now->config, at, now->state.look.layer, BOX_LEAST, 1, 0, {-1, -1}, 0};
    p.high = high < 1 ? 1 : high > HIGH_MOST ? HIGH_MOST : high;
    p.gap = MACHINE_ROWS * p.high + MACHINE_ROWS - 1 <= c.rows;
    p.first = screen_first_shown(machine_boxes[at].row, MACHINE_ROWS, c.rows);
    p.left[machine_boxes[at].side] = MARGIN;
    if (c.cols >= HALLS) {
        p.width += (c.cols - HALLS) / 2;
        p.left[MACHINE_ENCODER] = MARGIN;
        p.left[MACHINE_DECODER] = MARGIN + p.width + GUTTER;
    }
    return p;
}

static void halls_draw(struct canvas c, const void *screen)
{
    struct plan p = plan_of(c, screen);
    for (int i = 0; i < MACHINE_BOXES; i++) {
        const struct machine_box *b = &machine_boxes[i];
        if (!machine_drawn(p.config, i) || p.left[b->side] < 0)
            continue;
        if (b->row > 0 && p.gap > 0) { /* the arrow from the box above */
            int row = box_row(&p, b->row) - 1, col = p.left[b->side] + p.width / 2;
            enum style style = has(&p, i) ? STYLE_TEXT : STYLE_GHOST;
            if (b->side == MACHINE_ENCODER &&
                b->row == 8) /* the readout is lower than the last layer's box */
                line_down(&p, col, box_row(&p, 6) - 1, row - 1, style);
            canvas_glyph(c, row, col, style, 0x25BC);
        }
        if (b->kind == MACHINE_ADD)
            around(&p, i);
        draw_box(&p, i);
    }
    if (p.left[0] >= 0 && p.left[1] >= 0)
        bridge(&p);
    /* how often the layers are repeated, beside them */
    enum machine_side side = machine_side(p.config);
    int row = box_row(&p, side == MACHINE_ENCODER ? 3 : 4);
    if (p.left[side] >= 0 && row >= 0)
        canvas_putf(c, row, side == MACHINE_ENCODER ? p.left[0] - MARGIN : p.left[1] + p.width + 3,
                    STYLE_TITLE, "×%d", p.config->layers);
}

/* Beside the boxes the one under the cursor: what it does and what it does here; what such a machine is used
 * for, and a flow. */
void machine_plan_draw(struct canvas c, const void *screen)
{
    enum { TALL = 2 * MACHINE_ROWS - 1, WIDEST = HALLS + 2 * (BOX_MOST - BOX_LEAST) };
    const struct scene *now = &((const struct screen *)screen)->session->now;
    const struct page_part parts[] = {
        {"halls", 1, {.rows = MACHINE_ROWS, .cols = HALLS, .most_cols = WIDEST}, NULL, halls_draw},
        {"tall", 0, {.rows = TALL, .cols = HALLS}, NULL, halls_draw},
        {"low", 0, {.rows = MACHINE_ROWS, .cols = HALLS}, NULL, halls_draw},
        {"one", 0, {.rows = MACHINE_ROWS, .cols = HALL}, NULL, halls_draw},
        {"some", 1, {.rows = 5, .most_rows = MACHINE_ROWS, .cols = HALL}, NULL, halls_draw},
        {"name", 0, {.cols = TEXT_LEAST, .lines = name_lines}, NULL, NULL},
        {"does", 0,
         page_flow(machine_box_does(screen, machine_at(&now->state.look, &now->config)), STYLE_TEXT,
                   TEXT_LEAST),
         NULL, NULL},
        {"here", 9, {.lines = here_lines}, NULL, NULL},
        {"used", 0, page_flow(machine_used_for(screen), STYLE_TEXT, 1), NULL, NULL},
        {"flow", 1, {.rows = 12, .most_rows = 44}, NULL, beside_draw},
        {"dots", 0, page_flow(dots_say(screen), STYLE_DIM, 1), NULL, NULL},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {
        "halls*9 | (name / does / gap / here:5 / (gap / used)?*9 / (gap / flow)? / gap / dots)",
        "tall / gap / name / does / gap / here:5 / (gap / used)?*9 / (gap / flow)? / gap / dots",
        "low / gap / name / does / here:5 / (gap / used)?*9 / dots",
        "low / gap / name / does / here:1 / dots",
        "one | (name / does / here:1)",
        "one / gap / name / does / here:1",
        "some | (name / does / here:1)",
        "name / does / here:1",
        NULL};
    page_draw(canvas_part(c, 0, 1, c.rows, c.cols - 2), forms, parts, screen);
}
