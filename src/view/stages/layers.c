/* The heads of all layers at once. A picture has the hue of its head's kind and, beside it, the kind's
 * letter. */
#include <math.h>
#include <stdlib.h>

#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/arcs/arcs.h"
#include "view/bars.h"
#include "view/stages/stages.h"

enum { MARK = 1, GAP = 1, HEAD = 1, WIDE_LEAST = 3, BESIDE_NEEDS = 100, BESIDE_HIGH = 14, BETWEEN = 3 };

/* The layout: one picture is `wide` columns and `high` lines at most, and begins every `pitch` columns and
 * `step` lines. */
struct table {
    const struct screen *s;
    const struct scene *now;
    int layers, heads, left;
    int pitch, step;
    struct grid_dots dots;
    unsigned char kind[CONFIG_MAX_LAYERS][CONFIG_MAX_D]; /* enum head_kind */
};

static enum hue hue_of_kind(enum head_kind kind)
{
    return kind == HEAD_OTHER ? HUE_GREY : hue_of_head((int)kind);
}

static int level_of_kind(enum head_kind kind)
{
    return kind == HEAD_OTHER ? HUE_FULL / 2 : HUE_FULL;
}

static const struct look *look_of(const struct table *t)
{
    return &t->now->state.look;
}

static struct head_weights weights_of(const struct table *t, int layer, int head)
{
    return head_weights_of(t->now, layer, look_of(t)->stage, head);
}

static struct grid grid_of(const struct table *t, int layer, int head)
{
    return (struct grid){.m = weights_of(t, layer, head).weights,
                         .map = GRID_HUED,
                         .hue = hue_of_kind((enum head_kind)t->kind[layer][head]),
                         .shade = (enum shade_kind)look_of(t)->shade,
                         .digits = look_of(t)->digits,
                         .row = -1,
                         .col = -1};
}

static void measure(struct table *t)
{
    for (int l = 0; l < t->layers; l++)
        for (int h = 0; h < t->heads; h++) {
            struct head_weights w = weights_of(t, l, h);
            t->kind[l][h] = (unsigned char)head_kind_of(&w);
        }
}

/* Without room for pictures only letters. Returns false if there is none for these either. */
static bool arrange_letters(struct table *t, int rows, int cols)
{
    t->dots = (struct grid_dots){0};
    t->step = 1;
    t->pitch = (cols - t->left) / t->heads;
    t->pitch = t->pitch > 2 ? 2 : t->pitch;
    return t->pitch >= 1 && rows >= HEAD + t->layers;
}

/* Returns the columns of the layers' names, the longest of which is the last layer's, and a gap. */
static int label_width(const struct table *t)
{
    struct text last = SCREEN_TEXT(t->s);
    text_addf(&last, screen_text(t->s, TEXT("layer %d", "第 %d 层")), t->layers);
    return utf8_width(text_str(&last)) + GAP;
}

static bool arrange(struct table *t, int rows, int cols)
{
    struct grid g = grid_of(t, 0, 0);
    t->left = label_width(t);
    t->pitch = (cols - t->left) / t->heads;
    t->step = (rows - HEAD) / t->layers;
    int wide = t->pitch - MARK - GAP, high = t->step - (t->step > 2);
    if (wide < WIDE_LEAST || high < 1)
        return arrange_letters(t, rows, cols);
    t->dots = grid_dots_fit(t->s, &g, high, wide);
    t->pitch = t->dots.cols * t->dots.wide + MARK + GAP;
    int lines = grid_dots_lines(t->s, &t->dots);
    t->step = lines + (high > lines || t->step > high);
    return true;
}

static void draw_letter(struct canvas c, const struct table *t, int layer, int head)
{
    enum head_kind kind = (enum head_kind)t->kind[layer][head];
    bool here = layer == look_of(t)->layer && head == look_of(t)->head;
    canvas_glyph(c, 0, 0, here ? STYLE_CURSOR : STYLE_TEXT, (uint32_t)head_kinds[kind].letter);
    if (!here)
        canvas_ink(c, 0, 0, c.cols, ink_hue(hue_of_kind(kind), level_of_kind(kind)));
    if (click_hit(t->s->click, c, 0, 0, c.cols))
        click_line(t->s->click, "set layer %d head %d", layer, head);
}

static void draw_picture(struct canvas c, const struct table *t, int layer, int head)
{
    enum head_kind kind = (enum head_kind)t->kind[layer][head];
    struct grid g = grid_of(t, layer, head);
    bool here = layer == look_of(t)->layer && head == look_of(t)->head;
    int lines = grid_dots_lines(t->s, &t->dots);
    grid_dots_draw(canvas_part(c, 0, MARK, lines, c.cols - MARK), t->s, &g, &t->dots);
    for (int row = 0; row < lines; row++) {
        uint32_t bar = row > 0 ? (t->s->ascii ? '|' : 0x258C) : (uint32_t)head_kinds[kind].letter;
        if (row == 0 || here)
            canvas_glyph(c, row, 0, here ? STYLE_TITLE : STYLE_STRONG, bar);
        if (click_hit(t->s->click, c, row, 0, c.cols))
            click_line(t->s->click, "set layer %d head %d", layer, head);
    }
    if (here)
        canvas_restyle(c, 0, 0, 1, STYLE_SELECTED);
    else
        canvas_tint(c, 0, 0, 1, ink_hue(hue_of_kind(kind), HUE_FULL));
}

static void draw_table(struct canvas c, const struct table *t)
{
    const struct look *look = look_of(t);
    bool pictures = t->dots.rows > 0;
    for (int h = 0; h < t->heads; h++)
        if (pictures || h == look->head || (h % 10 == 9 && abs(h - look->head) > 2))
            canvas_putf(c, 0, t->left + h * t->pitch + (pictures ? MARK : 0),
                        h == look->head ? STYLE_TITLE : STYLE_LABEL, "%d", h + 1);
    for (int l = 0; l < t->layers; l++) {
        int row = HEAD + l * t->step;
        canvas_putf(c, row, 0, l == look->layer ? STYLE_TITLE : STYLE_LABEL,
                    screen_text(t->s, TEXT("layer %d", "第 %d 层")), l + 1);
        for (int h = 0; h < t->heads; h++)
            (pictures ? draw_picture : draw_letter)(
                canvas_part(c, row, t->left + h * t->pitch, t->step, t->pitch - (pictures ? GAP : 0)), t, l,
                h);
    }
}

static bool occurs(const struct table *t, int kind)
{
    bool found = false;
    for (int l = 0; l < t->layers; l++)
        for (int h = 0; h < t->heads; h++)
            found = found || (int)t->kind[l][h] == kind;
    return found;
}

/* b one back  n near …, those that occur; then what full colour means. Returns the lines it took. */
static int draw_legend(struct canvas c, const struct table *t)
{
    struct text text = SCREEN_TEXT(t->s);
    struct grid g = grid_of(t, 0, 0);
    int row = 0, col = 0;
    for (int k = 0; k < HEAD_KINDS; k++) {
        const char *title = screen_pair(t->s, head_kinds[k].title);
        if (!occurs(t, k))
            continue;
        if (col > 0 && col + 4 + utf8_width(title) > c.cols) {
            row++;
            col = 0;
        }
        canvas_putf(c, row, col, STYLE_STRONG, " %c ", head_kinds[k].letter);
        canvas_ink(c, row, col, 3, ink_hue(hue_of_kind((enum head_kind)k), level_of_kind((enum head_kind)k)));
        col = canvas_put(c, row, col + 4, STYLE_TEXT, title) + 3;
    }
    if (t->dots.rows > 0) {
        grid_say_shade(&text, t->s, &g, &t->dots);
        const char *more = screen_text(t->s, TEXT("; rows ask, columns are read", "；行在问，列被读"));
        if (utf8_width(text_str(&text)) + utf8_width(more) <= c.cols)
            text_add(&text, more);
        row +=
            canvas_flow(canvas_part(c, row + 1, 0, c.rows - row - 1, c.cols), 0, STYLE_DIM, text_str(&text));
    }
    return row + 1;
}

/* layer 2, head 3 doer: one back 0.83 */
static void draw_name(struct canvas c, const struct table *t)
{
    const struct look *look = look_of(t);
    enum head_kind kind = (enum head_kind)t->kind[look->layer][look->head];
    struct head_weights w = weights_of(t, look->layer, look->head);
    double share = head_kind_measure(&w, kind);
    const char *name = head_name(t->now, STAGE_WEIGHTS, look->head);
    int col =
        canvas_putf(c, 0, 0, STYLE_TITLE, screen_text(t->s, TEXT("layer %d, head %d", "第 %d 层第 %d 头")),
                    look->layer + 1, look->head + 1);
    col = canvas_put(c, 0, col + 1, STYLE_STRONG, name) + (*name ? 2 : 1);
    col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(hue_of_kind(kind), HUE_FULL),
                         screen_pair(t->s, head_kinds[kind].title));
    if (kind != HEAD_OTHER)
        col = canvas_putf(c, 0, col + 1, STYLE_NOTE, "%.2f", share);
    double place = head_place_share(t->now, look->layer, look->head);
    if (!isnan(place))
        canvas_putf(c, 0, col + 2, STYLE_DIM, screen_text(t->s, TEXT("position %.2f", "位置 %.2f")), place);
}

/* The head in focus, large. Returns the lines it took. */
static int draw_large(struct canvas c, const struct table *t)
{
    const struct look *look = look_of(t);
    struct stages_part part;
    stages_part_of(&part, t->s, look->head, (struct stages_marks){NULL, false});
    part.g.corner = NULL;
    if (part.g.map == GRID_SEQUENTIAL) {
        part.g.map = GRID_HUED;
        part.g.hue = hue_of_kind((enum head_kind)t->kind[look->layer][look->head]);
    }
    draw_name(c, t);
    return 1 + grid_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), t->s, &part.g);
}

/* How many heads of each kind a layer has, as one bar per layer. */
static void draw_counts(struct canvas c, const struct table *t)
{
    int unit = (c.cols - t->left) / t->heads, least = 2, most = 6;
    unit = unit > most ? most : unit;
    canvas_put(c, 0, 0, STYLE_LABEL,
               screen_text(t->s, TEXT("heads of each kind, layer by layer", "各层每一类头的个数")));
    for (int l = 0; l < t->layers && unit >= least; l++) {
        int col = t->left;
        canvas_putf(c, 1 + l, 0, l == look_of(t)->layer ? STYLE_TITLE : STYLE_LABEL,
                    screen_text(t->s, TEXT("layer %d", "第 %d 层")), l + 1);
        for (int k = 0; k < HEAD_KINDS; k++) {
            int count = 0;
            for (int h = 0; h < t->heads; h++)
                count += (int)t->kind[l][h] == k;
            if (count == 0)
                continue;
            struct canvas bar = canvas_part(c, 1 + l, col, 1, count * unit);
            canvas_field(bar, 0, 0, bar.cols, STYLE_TEXT, "");
            canvas_putf(bar, 0, 0, STYLE_TEXT, count > 1 ? "%c%d" : "%c", head_kinds[k].letter, count);
            canvas_ink(bar, 0, 0, bar.cols,
                       ink_hue(hue_of_kind((enum head_kind)k), level_of_kind((enum head_kind)k)));
            col += count * unit;
        }
    }
}

/* The heads whose scores are due to position most, in order: 8.3 b 0.62 and a bar. */
static void draw_ranks(struct canvas c, const struct table *t)
{
    enum { NAME = 8, NUMBER = 5, LEAST = 3 };
    struct head_place rank[HEAD_RANKS];
    int count = head_ranks(rank, t->now), most = c.rows - 1 < count ? c.rows - 1 : count;
    if (count == 0 || most < LEAST)
        return;
    int col =
        canvas_put(c, 0, 0, STYLE_LABEL,
                   screen_text(t->s, TEXT("share of the scores due to position", "得分里有多少来自位置")));
    canvas_put(c, 0, col + 2, STYLE_KEY, keymap_key(&t->s->model->keymap, "stages", "head place"));
    for (int i = 0; i < most; i++) {
        const struct head_place *r = &rank[i];
        bool here = r->layer == look_of(t)->layer && r->head == look_of(t)->head;
        enum head_kind kind = (enum head_kind)t->kind[r->layer][r->head];
        struct bar_scale scale = {NAME + 2 + NUMBER + 1, c.cols - NAME - NUMBER - 4, 0,
                                  fmax(1, rank[0].measure)};
        canvas_putf(c, 1 + i, 0, here ? STYLE_SELECTED : STYLE_TEXT, "%d.%d", r->layer + 1, r->head + 1);
        canvas_putf(c, 1 + i, NAME, STYLE_STRONG, "%c", head_kinds[kind].letter);
        canvas_tint(c, 1 + i, NAME, 1, ink_hue(hue_of_kind(kind), HUE_FULL));
        canvas_putf(c, 1 + i, NAME + 2, STYLE_TEXT, "%5.2f", r->measure);
        if (scale.width > LEAST)
            bar_draw(c, 1 + i, t->s, &scale, (struct bar){.to = r->measure});
        if (click_hit(t->s->click, c, 1 + i, 0, c.cols))
            click_line(t->s->click, "set layer %d head %d", r->layer, r->head);
    }
}

/* The head in focus, how many there are of each kind, and where place decides; `rows` as high as the table.
 */
static void draw_beside(struct canvas c, const struct table *t, int rows)
{
    enum { COUNTS_HEAD = 1 };
    int counts = t->layers + COUNTS_HEAD, large = rows - counts - 1;
    int row = draw_large(canvas_part(c, 0, 0, large, c.cols), t) + 1;
    draw_counts(canvas_part(c, row, 0, c.rows - row, c.cols), t);
    row += counts + 1;
    draw_ranks(canvas_part(c, row, 0, c.rows - row, c.cols), t);
}

/* Whom the asking word reads with the head in focus, by name and over the running text. */
static void draw_reading(struct canvas c, const struct table *t)
{
    const struct look *look = look_of(t);
    const struct attention *a = stage_attention(&t->now->trace.layer[look->layer], look->stage);
    bool crosses = config_crosses(&t->now->config) || stage_crosses(look->stage);
    struct arcs arcs = {t->s, t->now, a, crosses, look->query, look->key, look->head, 1, 0, NULL};
    int row = arcs_say(c, &arcs) + 1;
    if (row + 1 < c.rows)
        arcs_draw(canvas_part(c, row, 0, c.rows - row, c.cols), &arcs);
}

bool stages_layers_draw(struct canvas c, const struct screen *s)
{
    enum { LOW = 20, READING = 7, LARGE = 8 };
    const struct config *config = &s->model->now.config;
    struct table t = {.s = s, .now = &s->model->now, .layers = config->layers, .heads = config->heads};
    if (t.layers < 2 || s->hidden || stage_row(look_of(&t)->stage)->role != ROLE_WEIGHTS)
        return false;
    bool beside = t.heads < c.cols / 2 && c.cols >= BESIDE_NEEDS && c.rows >= BESIDE_HIGH;
    int cols = beside ? c.cols * 3 / 5 : c.cols, legend = c.rows < LOW ? 2 : 3,
        rows = c.rows - legend - !beside - (c.rows < LOW ? 0 : READING);
    if (!arrange(&t, rows, cols))
        return false;
    measure(&t);
    struct canvas left = canvas_part(c, 0, 0, c.rows, cols);
    draw_table(left, &t);
    int row = HEAD + t.layers * t.step;
    row += draw_legend(canvas_part(left, row, 0, left.rows - row, left.cols), &t);
    if (beside)
        draw_beside(canvas_part(c, 0, cols + BETWEEN, c.rows, c.cols - cols - BETWEEN), &t, row);
    else if (t.dots.rows == 0)
        row += draw_large(canvas_part(c, row, 0,
                                      c.rows - row - READING > LARGE ? c.rows - row - READING : c.rows - row,
                                      c.cols),
                          &t);
    else if (row < c.rows)
        draw_name(canvas_part(c, row++, 0, 1, c.cols), &t);
    row += row + READING <= c.rows;
    if (row < c.rows)
        draw_reading(canvas_part(c, row, 0, c.rows - row, beside ? cols : c.cols), &t);
    return true;
}
