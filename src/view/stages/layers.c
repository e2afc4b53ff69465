/* The heads of all layers at once. A picture has the hue of its head's kind and its letter beside it. */
#include <math.h>
#include <stdlib.h>

#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/arcs/arcs.h"
#include "view/figures/bars.h"
#include "view/stages/stages.h"

enum { MARK = 1, GAP = 1, HEAD = 1, WIDE_LEAST = 3 };

/* One picture is `wide` columns and `high` lines at most, and begins every `pitch` columns and `step` lines.
 */
struct table {
    const struct screen *s;
    const struct scene *now;
    const struct look *look;
    int rows; /* of the page */
    int layers, heads, left;
    int pitch, step;
    struct grid_dots dots;
    unsigned char kind[CONFIG_MAX_LAYERS][CONFIG_MAX_D]; /* enum head_kind */
};

static enum head_kind table_kind(const struct table *t, int layer, int head)
{
    return (enum head_kind)t->kind[layer][head];
}

static enum hue hue_of_kind(enum head_kind kind)
{
    return kind == HEAD_OTHER ? HUE_GREY : hue_of_head((int)kind);
}

/* The ground below a kind's letter. */
static uint16_t ground_of_kind(enum head_kind kind)
{
    return ink_hue(hue_of_kind(kind), kind == HEAD_OTHER ? HUE_FULL / 2 : HUE_FULL);
}

static struct grid grid_of(const struct table *t, int layer, int head)
{
    return (struct grid){.m = head_weights_of(t->now, layer, t->look->stage, head).weights,
                         .map = GRID_HUED,
                         .hue = hue_of_kind(table_kind(t, layer, head)),
                         .shade = (enum shade_kind)t->look->shade,
                         .digits = t->look->digits,
                         .row = -1,
                         .col = -1};
}

/* Makes pictures as large as the room allows, where they have none letters in their place. */
static void arrange_table(struct table *t, int rows, int cols)
{
    struct grid g = grid_of(t, 0, 0);
    t->pitch = (cols - t->left) / t->heads;
    t->step = (rows - HEAD + 1) / t->layers;
    int wide = t->pitch - MARK - GAP, high = t->step - (t->step > 2);
    t->dots = (struct grid_dots){0};
    if (wide < WIDE_LEAST || high < 1) {
        t->step = 1;
        t->pitch = t->pitch > 2 ? 2 : t->pitch;
        return;
    }
    t->dots = grid_dots_fit(t->s, &g, high, wide);
    t->pitch = t->dots.cols * t->dots.wide + MARK + GAP;
    int lines = grid_dots_lines(t->s, &t->dots);
    t->step = lines + (high > lines || t->step > high);
}

/* Draws a head: its letter alone, or a picture with its letter beside it. */
static void draw_thumb(struct canvas c, const struct table *t, int layer, int head)
{
    enum head_kind kind = table_kind(t, layer, head);
    bool here = layer == t->look->layer && head == t->look->head, picture = t->dots.rows > 0;
    int lines = picture ? grid_dots_lines(t->s, &t->dots) : 1;
    struct grid g = grid_of(t, layer, head);
    if (picture)
        grid_dots_draw(canvas_part(c, 0, MARK, lines, c.cols - MARK), t->s, &g, &t->dots);
    for (int row = 0; row < lines; row++) {
        uint32_t bar = row > 0 ? (t->s->ascii ? '|' : 0x258C) : (uint32_t)head_kinds[kind].letter;
        enum style style = here ? STYLE_TITLE : STYLE_STRONG;
        if (row == 0 || here)
            canvas_glyph(c, row, 0, picture ? style : here ? STYLE_CURSOR : STYLE_TEXT, bar);
        if (click_hit(t->s->click, c, row, 0, c.cols))
            click_line(t->s->click, "set layer %d head %d", layer, head);
    }
    if (here && picture)
        canvas_restyle(c, 0, 0, 1, STYLE_SELECTED);
    else if (picture)
        canvas_tint(c, 0, 0, 1, ink_hue(hue_of_kind(kind), HUE_FULL));
    else if (!here)
        canvas_ink(c, 0, 0, c.cols, ground_of_kind(kind));
}

static void layer_name(struct canvas c, int row, const struct table *t, int layer)
{
    canvas_putf(c, row, 0, layer == t->look->layer ? STYLE_TITLE : STYLE_LABEL,
                screen_text(t->s, TEXT("layer %d")), layer + 1);
}

/* The pictures: as many lines as they have in the rows that the others leave; two of them say more than one.
 */
static struct page_size thumbs_size(const void *of, int cols)
{
    enum { SAID = 3, OTHERS = 5, HIGH = 20, SAID_HIGH = 8, TEXT_ROWS = 11 };
    struct table t = *(const struct table *)of;
    int rows = t.rows - (t.rows < HIGH ? OTHERS : TEXT_ROWS),
        fine = HEAD + (t.s->ascii || screen_mono(t.s) ? 3 : 2) * t.layers;
    rows = rows < fine && fine + (t.rows < HIGH ? SAID : SAID_HIGH) <= t.rows ? fine : rows;
    rows = rows < HEAD + t.layers ? HEAD + t.layers : rows;
    if (cols > 0) {
        arrange_table(&t, rows, cols);
        rows = HEAD + t.layers * t.step - (t.dots.rows > 0 && t.step > grid_dots_lines(t.s, &t.dots));
    }
    return (struct page_size){
        .rows = rows, .most_rows = rows, .cols = t.left + t.heads * (MARK + GAP + WIDE_LEAST)};
}

static void thumbs_draw(struct canvas c, const void *of)
{
    struct table t = *(const struct table *)of;
    int focus = t.look->head;
    arrange_table(&t, c.rows, c.cols);
    bool pictures = t.dots.rows > 0;
    for (int h = 0; h < t.heads; h++)
        if (pictures || h == focus || (h % 10 == 9 && abs(h - focus) > 2))
            canvas_putf(c, 0, t.left + h * t.pitch + (pictures ? MARK : 0),
                        h == focus ? STYLE_TITLE : STYLE_LABEL, "%d", h + 1);
    for (int l = 0; l < t.layers; l++) {
        int row = HEAD + l * t.step;
        layer_name(c, row, &t, l);
        for (int h = 0; h < t.heads; h++)
            draw_thumb(canvas_part(c, row, t.left + h * t.pitch, t.step, t.pitch - (pictures ? GAP : 0)), &t,
                       l, h);
    }
}

int stages_shade_draw(struct canvas c, const struct screen *s, const struct grid *g,
                      const struct grid_dots *dots, const char *before, bool words)
{
    struct text t = SCREEN_TEXT(s);
    const char *more = screen_text(s, TEXT("; rows ask, columns are read"));
    text_add(&t, before);
    grid_say_shade(&t, s, g, dots, 2 * c.cols);
    if (words && utf8_width(text_str(&t)) + utf8_width(more) <= c.cols)
        text_add(&t, more);
    return canvas_flow(c, 0, STYLE_DIM, text_str(&t));
}

/* Draws b one back  n near …, those that occur; then what full colour means. Returns the lines it takes. */
static int draw_kinds(struct canvas c, const void *of)
{
    struct table t = *(const struct table *)of;
    struct grid g = grid_of(&t, 0, 0);
    bool occurs[HEAD_KINDS] = {false};
    int row = 0, col = 0;
    for (int l = 0; l < t.layers; l++)
        for (int h = 0; h < t.heads; h++)
            occurs[t.kind[l][h]] = true;
    for (int k = 0; k < HEAD_KINDS; k++) {
        const char *title = screen_text(t.s, head_kinds[k].title);
        if (!occurs[k])
            continue;
        if (col > 0 && col + 4 + utf8_width(title) > c.cols) {
            row++;
            col = 0;
        }
        canvas_putf(c, row, col, STYLE_STRONG, " %c ", head_kinds[k].letter);
        canvas_ink(c, row, col, 3, ground_of_kind((enum head_kind)k));
        col = canvas_put(c, row, col + 4, STYLE_TEXT, title) + 3;
    }
    arrange_table(&t, thumbs_size(of, c.cols).rows, c.cols);
    if (t.dots.rows > 0)
        row += stages_shade_draw(canvas_part(c, row + 1, 0, c.rows, c.cols), t.s, &g, &t.dots, "", true);
    return row + 1;
}

/* layer 2, head 3 doer: one back 0.83 */
static void name_draw(struct canvas c, const void *of)
{
    const struct table *t = of;
    int layer = t->look->layer, head = t->look->head;
    enum head_kind kind = table_kind(t, layer, head);
    struct head_weights w = head_weights_of(t->now, layer, t->look->stage, head);
    const char *name = head_name(t->now, STAGE_WEIGHTS, head);
    int col =
        canvas_putf(c, 0, 0, STYLE_TITLE, screen_text(t->s, TEXT("layer %d, head %d")), layer + 1, head + 1);
    col = canvas_put(c, 0, col + 1, STYLE_STRONG, name) + (*name ? 2 : 1);
    col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(hue_of_kind(kind), HUE_FULL),
                         screen_text(t->s, head_kinds[kind].title));
    if (kind != HEAD_OTHER)
        col = canvas_putf(c, 0, col + 1, STYLE_NOTE, "%.2f", head_kind_measure(&w, kind));
    double place = head_place_share(t->now, layer, head);
    const char *due = isnan(place) ? "" : say(t->s, TEXT("position %.2f"), place);
    if (col + 2 + utf8_width(due) <= c.cols)
        canvas_put(c, 0, col + 2, STYLE_DIM, due);
}

/* The head in focus, large. */
static void large_draw(struct canvas c, const void *of)
{
    const struct table *t = of;
    struct stages_part part;
    stages_hued_part(&part, t->s, t->look->head, hue_of_kind(table_kind(t, t->look->layer, t->look->head)));
    name_draw(c, t);
    c = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    stages_fill(&part.g, c, t->s);
    grid_draw(c, t->s, &part.g);
}

/* How many heads of each kind a layer has, as one bar per layer. */
static void counts_draw(struct canvas c, const void *of)
{
    enum { LEAST = 2, MOST = 6 };
    const struct table *t = of;
    int unit = (c.cols - t->left) / t->heads > MOST ? MOST : (c.cols - t->left) / t->heads;
    canvas_put(c, 0, 0, STYLE_LABEL, screen_text(t->s, TEXT("heads of each kind, layer by layer")));
    for (int l = 0; l < t->layers && unit >= LEAST; l++) {
        layer_name(c, 1 + l, t, l);
        for (int k = 0, col = t->left, count; k < HEAD_KINDS; k++, col += count * unit) {
            count = 0;
            for (int h = 0; h < t->heads; h++)
                count += (int)t->kind[l][h] == k;
            canvas_field(c, 1 + l, col, count * unit, STYLE_TEXT,
                         said_values(t->s, count > 1 ? "%c%d" : "%c", head_kinds[k].letter, count));
            canvas_ink(c, 1 + l, col, count * unit, ground_of_kind((enum head_kind)k));
        }
    }
}

/* The heads whose scores are due to position most, in order: 8.3 b 0.62 and a bar. */
static void ranks_draw(struct canvas c, const void *of)
{
    enum { NAME = 8, NUMBER = 5 };
    const struct table *t = of;
    struct head_place rank[HEAD_RANKS];
    int count = head_ranks(rank, t->now), most = c.rows - 1 < count ? c.rows - 1 : count;
    int col =
        canvas_put(c, 0, 0, STYLE_LABEL, screen_text(t->s, TEXT("share of the scores due to position")));
    canvas_put(c, 0, col + 2, STYLE_KEY, keymap_key(&t->s->session->keymap, "stages", "head place"));
    for (int i = 0; i < most; i++) {
        const struct head_place *r = &rank[i];
        bool here = r->layer == t->look->layer && r->head == t->look->head;
        enum head_kind kind = table_kind(t, r->layer, r->head);
        struct bar_scale scale = {NAME + 2 + NUMBER + 1, c.cols - NAME - NUMBER - 4, 0,
                                  fmax(1, rank[0].measure)};
        canvas_putf(c, 1 + i, 0, here ? STYLE_SELECTED : STYLE_TEXT, "%d.%d", r->layer + 1, r->head + 1);
        canvas_putf(c, 1 + i, NAME, STYLE_STRONG, "%c", head_kinds[kind].letter);
        canvas_tint(c, 1 + i, NAME, 1, ink_hue(hue_of_kind(kind), HUE_FULL));
        canvas_putf(c, 1 + i, NAME + 2, STYLE_TEXT, "%5.2f", r->measure);
        if (scale.width > 3)
            bar_draw(c, 1 + i, t->s, &scale, (struct bar){.to = r->measure});
        if (click_hit(t->s->click, c, 1 + i, 0, c.cols))
            click_line(t->s->click, "set layer %d head %d", r->layer, r->head);
    }
}

struct arcs stages_arcs(const struct screen *s, int head, int heads, int most)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    const struct attention *a = stage_attention(&now->trace.layer[look->layer], look->stage);
    bool crosses = config_crosses(&now->config) || stage_crosses(look->stage);
    return (struct arcs){s, now, a, crosses, look->query, look->key, head, heads, most, NULL};
}

/* Whom the asking word reads with the head in focus: by name, and over the running text. */
static void layers_read_draw(struct canvas c, const void *of)
{
    const struct table *t = of;
    struct arcs arcs = stages_arcs(t->s, t->look->head, 1, 0);
    arcs_say(c, &arcs);
}

static void arcs_part_draw(struct canvas c, const void *of)
{
    const struct table *t = of;
    struct arcs arcs = stages_arcs(t->s, t->look->head, 1, 0);
    arcs_draw(c, &arcs);
}

bool stages_layers_draw(struct canvas c, const struct screen *s)
{
    enum { LARGE = 5, RANKS = 4, COLS = 24 };
    const struct scene *now = &s->session->now;
    struct table t = {.s = s,
                      .now = now,
                      .look = &now->state.look,
                      .rows = c.rows,
                      .layers = now->config.layers,
                      .heads = now->config.heads};
    struct head_place rank[HEAD_RANKS];
    if (t.layers < 2 || s->hidden || stage_row(t.look->stage)->role != ROLE_WEIGHTS)
        return false;
    /* the columns of the layers' names, the longest of which is the last layer's, and a gap */
    t.left = utf8_width(say(s, TEXT("layer %d"), t.layers)) + GAP;
    for (int l = 0; l < t.layers; l++)
        for (int h = 0; h < t.heads; h++) {
            struct head_weights w = head_weights_of(now, l, t.look->stage, h);
            t.kind[l][h] = (unsigned char)head_kind_of(&w);
        }
    int ranks = 1 + head_ranks(rank, now), n = now->config.n;
    const struct page_size large = {
        .rows = n + 2 < LARGE ? n + 2 : LARGE, .most_rows = 2 + 4 * n, .cols = 38};
    const struct page_part parts[] = {
        {"thumbs", 0, {0}, thumbs_size, thumbs_draw},
        {"letters", 0, {.rows = HEAD + t.layers, .cols = t.left + t.heads}, NULL, thumbs_draw},
        {"kinds", 0, {.cols = COLS, .lines = draw_kinds}, NULL, NULL},
        {"name", 0, {.rows = 1, .most_rows = 1, .cols = COLS}, NULL, name_draw},
        {"large", 3, large, NULL, large_draw},
        {"beside", 3, c.cols < 98 ? PAGE_NOWHERE : large, NULL, large_draw},
        {"counts", 0, {.rows = 1 + t.layers, .cols = t.left + 2 * t.heads}, NULL, counts_draw},
        {"ranks", 2,
         ranks < RANKS ? PAGE_ABSENT : (struct page_size){.rows = RANKS, .most_rows = ranks, .cols = COLS},
         NULL, ranks_draw},
        {"reads", 0, {.rows = 1, .most_rows = 1, .cols = COLS}, NULL, layers_read_draw},
        {"arcs", 1, {.rows = 2, .cols = COLS}, NULL, arcs_part_draw},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {
        "(thumbs / kinds / gap / reads / gap / arcs)*3 | (beside / gap / counts / gap / ranks?)*2",
        "(letters / kinds / gap / reads / gap / arcs)*3 | (beside / gap / counts / gap / ranks?)*2",
        "thumbs / kinds? / gap / name? / reads / arcs",
        "thumbs / kinds? / name",
        "letters / kinds? / gap / large / gap / reads? / arcs?",
        "letters / name",
        "letters",
        NULL};
    if (c.rows < HEAD + t.layers || c.cols < t.left + t.heads)
        return false;
    page_draw(c, forms, parts, &t);
    return true;
}
