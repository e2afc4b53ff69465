/* The Transformer as boxes and arrows, data running down. Bright boxes are computed now; the one of the stage
 * in view is lit. */
#include <string.h>

#include "core/pipeline/stage.h"
#include "view/flow/flow.h"
#include "view/machine/machine.h"

enum { MARGIN = 5, NARROW = 66, TEXT_LEAST = 26, BOX_LEAST = 18, BOX_MOST = 26, HIGH_MOST = 4, GUTTER = 6 };
/* Columns of both halls, boxes of the higher one, rows of the text below them. */
enum { HALLS = 2 * (MARGIN + BOX_LEAST) + GUTTER, LINES = 10, TEXT_LOW = 7 };
enum { FLOW_LEAST = 12, FLOW_MOST = 44 }; /* rows of the flow below the text */

struct plan {
    struct canvas c;
    const struct screen *s;
    const struct config *config;
    int at;    /* the box under the cursor */
    int layer; /* in view */
    int width, high, gap;
    int left[2]; /* first column of each side's boxes; -1: that side is not drawn */
};

static bool has(const struct plan *p, int box)
{
    return machine_has(p->config, p->layer, box);
}

static int row_of(const struct plan *p, int row)
{
    return row * (p->high + p->gap);
}

static int box_at(enum machine_side side, int row)
{
    for (int i = 0; i < MACHINE_BOXES; i++)
        if (machine_boxes[i].side == side && machine_boxes[i].row == row)
            return i;
    return 0;
}

static enum hue hue_of(enum machine_kind kind)
{
    static const enum hue hues[] = {
        [MACHINE_WORDS] = HUE_GREY,       [MACHINE_PLACES] = HUE_GREY,    [MACHINE_SELF] = HUE_HEAD,
        [MACHINE_ADD] = HUE_HEAD + 7,     [MACHINE_CROSS] = HUE_HEAD + 4, [MACHINE_FFN] = HUE_HEAD + 3,
        [MACHINE_READOUT] = HUE_HEAD + 2, [MACHINE_ANSWER] = HUE_HEAD + 2};
    return hues[kind];
}

static uint32_t sign(const struct plan *p, uint32_t ch, char ascii)
{
    return p->s->ascii ? (uint32_t)ascii : ch;
}

static void line_across(const struct plan *p, int row, int from, int to, enum style style)
{
    for (int col = from; col <= to; col++)
        canvas_glyph(p->c, row, col, style, sign(p, 0x2500, '-'));
}

static void line_down(const struct plan *p, int col, int from, int to, enum style style)
{
    for (int row = from; row <= to; row++)
        canvas_glyph(p->c, row, col, style, sign(p, 0x2502, '|'));
}

/* ---- boxes ---------------------------------------------------------------------------- */

/* The asking word's numbers as they leave the box, below its name. */
static void strip(const struct plan *p, int box, struct canvas room)
{
    const struct scene *now = &p->s->model->now;
    int stage = machine_out(p->config, p->layer, box), layer = machine_layer(p->config, p->layer, box);
    if (p->s->hidden || stage < 0 || !stage_has_numbers(stage) || stage == STAGE_Y || room.rows < 1)
        return;
    struct mat m = stage_matrix(&now->trace, layer, stage, 0);
    flow_strip(room, p->s, mat_row(m, now->state.look.query), m.cols, mat_max_finite(m));
}

static void box(const struct plan *p, int i)
{
    const struct machine_box *b = &machine_boxes[i];
    bool bright = has(p, i), lit = i == p->at;
    int row = row_of(p, b->row), left = p->left[b->side];
    struct canvas c = canvas_part(p->c, row, left, p->high, p->width);
    struct text name = SCREEN_TEXT(p->s);
    machine_box_name(p->s, i, &name);
    enum style style = lit ? STYLE_CURSOR : bright ? STYLE_STRONG : STYLE_GHOST;
    for (int r = 0; r < p->high; r++) {
        canvas_field(c, r, 0, p->width, style, "");
        canvas_glyph(c, r, 0, style, sign(p, bright ? 0x2502 : 0x2506, bright ? '|' : ':'));
        canvas_glyph(c, r, p->width - 1, style, sign(p, bright ? 0x2502 : 0x2506, bright ? '|' : ':'));
    }
    int wide = utf8_width(text_str(&name));
    canvas_put(canvas_part(c, 0, 1, 1, p->width - 2), 0, wide < p->width - 2 ? (p->width - 2 - wide) / 2 : 0,
               style, text_str(&name));
    for (int r = 0; r < p->high && bright && !lit; r++)
        canvas_ink(c, r, 0, p->width, ink_hue(hue_of(b->kind), HUE_FULL / 2));
    if (bright)
        strip(p, i, canvas_part(c, 1, 2, p->high - 1, p->width - 4));
    if (click_hit(p->s->click, c, 0, 0, p->width))
        click_line(p->s->click, "machine %d", i + 1);
}

/* The arrow from the box above. */
static void arrow(const struct plan *p, int i)
{
    const struct machine_box *b = &machine_boxes[i];
    int above = b->row - 1, row = row_of(p, b->row) - 1, col = p->left[b->side] + p->width / 2;
    bool drawn = above >= 0 && p->gap > 0;
    if (!drawn)
        return;
    enum style style = has(p, i) ? STYLE_TEXT : STYLE_GHOST;
    if (b->side == MACHINE_ENCODER && b->row == 8) /* the readout is lower than the last layer's box */
        line_down(p, col, row_of(p, 6) - 1, row - 1, style);
    canvas_glyph(p->c, row, col, style, sign(p, 0x25BC, 'v'));
}

/* ---- the ways round --------------------------------------------------------------------- */

/* The residual connection round the box above: it leaves before it and comes back into `i`. */
static void around(const struct plan *p, int i)
{
    const struct machine_box *b = &machine_boxes[i];
    bool left = b->side == MACHINE_ENCODER;
    int edge = left ? p->left[0] - 1 : p->left[1] + p->width, far = left ? edge - 1 : edge + 1;
    int from = row_of(p, b->row - 1) - p->gap, to = row_of(p, b->row),
        middle = p->left[b->side] + p->width / 2;
    enum style style = has(p, i) && p->config->residual ? STYLE_KEY : STYLE_GHOST;
    if (p->gap > 0)
        line_across(p, from, left ? far : middle + 1, left ? middle - 1 : far, style);
    line_across(p, from, left ? far : edge, left ? edge : far, style);
    line_down(p, far, from + 1, to - 1, style);
    canvas_glyph(p->c, from, far, style, left ? sign(p, 0x256D, '+') : sign(p, 0x256E, '+'));
    canvas_glyph(p->c, to, far, style, left ? sign(p, 0x2570, '+') : sign(p, 0x256F, '+'));
    canvas_glyph(p->c, to, edge, style, left ? sign(p, 0x25B6, '>') : sign(p, 0x25C0, '<'));
}

/* What the encoder has read goes to the decoder's cross-attention: from its last box, or from its words where
 * they are read as they are. */
static void bridge(const struct plan *p)
{
    int from = p->left[0] + p->width, to = p->left[1] - 1, middle = (from + to) / 2;
    int cross = box_at(MACHINE_DECODER, 4), low = row_of(p, 5), row = row_of(p, 4);
    bool reads = has(p, cross);
    line_across(p, low, from, middle - 1, STYLE_GHOST);
    line_down(p, middle, row + 1, low - 1, STYLE_GHOST);
    canvas_glyph(p->c, low, middle, STYLE_GHOST, sign(p, 0x256F, '+'));
    enum style style = reads ? STYLE_KEY : STYLE_GHOST;
    if (reads) {
        line_across(p, 0, from, middle - 1, style);
        line_down(p, middle, 1, row - 1, style);
        canvas_glyph(p->c, 0, middle, style, sign(p, 0x256E, '+'));
    }
    canvas_glyph(p->c, row, middle, style, sign(p, reads ? 0x2570 : 0x256D, '+'));
    line_across(p, row, middle + 1, to - 1, style);
    canvas_glyph(p->c, row, to, style, sign(p, 0x25B6, '>'));
}

/* How often the layers are repeated, beside them. */
static void times(const struct plan *p)
{
    enum machine_side side = machine_side(p->config);
    int col = side == MACHINE_ENCODER ? p->left[0] - MARGIN : p->left[1] + p->width + 3;
    if (p->left[side] >= 0)
        canvas_putf(p->c, row_of(p, side == MACHINE_ENCODER ? 3 : 4), col, STYLE_TITLE,
                    p->s->ascii ? "x%d" : "×%d", p->config->layers);
}

/* ---- the text beside it ------------------------------------------------------------------ */

/* The flow of the layer in view, with the row that the box under the cursor gives lit. */
static void flow_below(struct canvas c, const struct plan *p)
{
    struct flow f;
    struct screen still = *p->s;
    if (c.rows < FLOW_LEAST || c.cols < TEXT_LEAST)
        return;
    still.click = NULL;
    flow_plan(&f, c, &still, &p->s->model->now);
    flow_draw(c, &f);
}

/* What such a machine is used for, if it fits; the flow, where there is room; in the last rows what the dots
 * mean. */
static void text_below(struct canvas c, const struct plan *p)
{
    bool dotted = false;
    for (int i = 0; i < MACHINE_BOXES; i++)
        dotted = dotted || (machine_drawn(p->config, i) && p->left[machine_boxes[i].side] >= 0 && !has(p, i));
    struct pair mean = BOTH("Dotted boxes are not computed now.", "虚线的方框现在没有算。");
    const char *uses = machine_used_for(p->s), *dots = dotted ? screen_pair(p->s, mean) : "";
    struct canvas measure = {.rows = c.rows, .cols = c.cols};
    int high = canvas_flow(measure, 0, STYLE_TEXT, uses), foot = canvas_flow(measure, 0, STYLE_DIM, dots);
    int row = 0, room;
    if (high + foot + 1 <= c.rows)
        row = canvas_flow(c, 0, STYLE_TEXT, uses) + 1;
    room = c.rows - row - foot - 1;
    flow_below(canvas_part(c, row, 0, room < FLOW_MOST ? room : FLOW_MOST, c.cols), p);
    if (foot <= c.rows)
        canvas_flow(canvas_part(c, c.rows - foot, 0, foot, c.cols), 0, STYLE_DIM, dots);
}

static int lines_in(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* Draws lines, each flowed, as many as there is room for. Returns the rows that they took. */
static int lines(struct canvas c, const struct plan *p, const char *text)
{
    struct text one = SCREEN_TEXT(p->s);
    int row = 0;
    for (size_t n; *text && row < c.rows; text += n + (text[n] == '\n')) {
        int left = lines_in(text);
        n = strcspn(text, "\n");
        text_clear(&one);
        text_add_bytes(&one, text, n);
        struct canvas rest = canvas_part(c, row, 0, c.rows - row, c.cols), measure = rest;
        measure.cells = NULL;
        if (left > 1 && canvas_flow(measure, 0, STYLE_CLAIM, text_str(&one)) >= rest.rows) {
            canvas_putf(c, row++, 0, STYLE_DIM, screen_text(p->s, TEXT("… %d more", "… 还有 %d 行")), left);
            break;
        }
        row += canvas_flow(rest, 0, has(p, p->at) ? STYLE_CLAIM : STYLE_NOTE, text_str(&one));
    }
    return row;
}

static void text(struct canvas c, const struct plan *p)
{
    struct text t = SCREEN_TEXT(p->s);
    const struct machine_box *b = &machine_boxes[p->at];
    struct pair side = b->side == MACHINE_ENCODER ? BOTH("encoder", "编码器") : BOTH("decoder", "解码器");
    const char *colon = screen_text(p->s, TEXT(": ", "："));
    int col = canvas_put(c, 0, 0, STYLE_DIM, screen_pair(p->s, side));
    if (p->config->layers > 1 && has(p, p->at) && b->row >= 2 && b->row < 8)
        text_addf(&t, screen_text(p->s, TEXT(", layer %d of %d", "第 %d 层，共 %d 层")), p->layer + 1,
                  p->config->layers);
    text_add(&t, colon);
    col = canvas_either(c, 0, col, STYLE_DIM, text_str(&t), colon);
    text_clear(&t);
    machine_box_name(p->s, p->at, &t);
    int row = col + utf8_width(text_str(&t)) > c.cols; /* the box, or its name, in the next row */
    row += canvas_flow(canvas_part(c, row, row ? 0 : col, c.rows, c.cols), 0, STYLE_TITLE, text_str(&t));
    row += canvas_flow(canvas_part(c, row, 0, c.rows - row, c.cols), 0, STYLE_TEXT,
                       machine_box_does(p->s, p->at));
    text_clear(&t);
    machine_box_here(p->s, p->at, &t);
    row += c.rows > 14;
    row += lines(canvas_part(c, row, 0, c.rows - row, c.cols), p, text_str(&t));
    text_below(canvas_part(c, row + 1, 0, c.rows - row - 1, c.cols), p);
}

/* ---- the whole ----------------------------------------------------------------------------- */

static struct plan plan_of(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    struct plan p = {
        c, s, &now->config, machine_at(&now->state.look, &now->config), now->state.look.layer, BOX_LEAST,
        1, 0, {-1, -1}};
    bool beside = c.cols >= NARROW + 10, below = !beside && c.cols >= HALLS && c.rows >= LINES + TEXT_LOW;
    int spare = c.cols - TEXT_LEAST - 2 * MARGIN - GUTTER - 2 * BOX_LEAST, high = (c.rows - 9) / 10;
    p.high = below || high < 1 ? 1 : high > HIGH_MOST ? HIGH_MOST : high;
    p.gap = 10 * p.high + 9 <= c.rows - (below ? TEXT_LOW : 0);
    if (!beside && !below) {
        p.left[machine_boxes[p.at].side] = MARGIN;
        return p;
    }
    p.width += spare / 4 > BOX_MOST - BOX_LEAST ? BOX_MOST - BOX_LEAST : spare / 4 > 0 ? spare / 4 : 0;
    p.left[0] = MARGIN;
    p.left[1] = MARGIN + p.width + GUTTER;
    return p;
}

/* Returns the part of c for the words: right of the boxes, or below both halls where that is too narrow. */
static struct canvas room_for_text(struct canvas c, const struct plan *p)
{
    bool both = p->left[0] >= 0 && p->left[1] >= 0;
    int right = (p->left[1] >= 0 ? p->left[1] : p->left[0]) + p->width + MARGIN + 2,
        high = LINES * p->high + (p->gap ? LINES - 1 : 0) + p->gap;
    if (both && c.cols < NARROW + 10)
        return canvas_part(c, high, 1, c.rows - high, c.cols - 2);
    return canvas_part(c, 0, right, c.rows, c.cols - right - 1);
}

void machine_plan_draw(struct canvas c, const struct screen *s)
{
    struct plan p = plan_of(c, s);
    for (int i = 0; i < MACHINE_BOXES; i++) {
        const struct machine_box *b = &machine_boxes[i];
        if (!machine_drawn(p.config, i) || p.left[b->side] < 0)
            continue;
        arrow(&p, i);
        if (b->kind == MACHINE_ADD)
            around(&p, i);
        box(&p, i);
    }
    if (p.left[0] >= 0 && p.left[1] >= 0)
        bridge(&p);
    times(&p);
    text(room_for_text(c, &p), &p);
}
