/* The order experiment in four boxes: {encoding off, on} x {no mask, causal}. */
#include "core/encoding/posenc.h"
#include "view/compare/compare.h"

enum { LABEL = 13, LABEL_LEAST = 4, BOX_LEAST = 18, BOX_MOST = 48 };

static const char *const commands[2][2] = {{"encoding off ; mask none", "encoding off ; mask causal"},
                                           {"encoding on ; mask none", "encoding on ; mask causal"}};

#define TINY "<1e-12"

/* The columns of the labels at the left, and those of a box. */
static int label_width(struct canvas c)
{
    return c.cols >= LABEL + 2 * BOX_LEAST + 1 ? LABEL : LABEL_LEAST;
}

static int box_width(struct canvas c)
{
    int width = (c.cols - label_width(c) - 1) / 2;
    return width > BOX_MOST ? BOX_MOST : width;
}

/* The columns of a box, with a blank one between the two. */
static struct canvas box_part(struct canvas c, int causal)
{
    return canvas_part(c, 0, label_width(c) + causal * (box_width(c) + 1), c.rows, box_width(c));
}

static const struct order_corner *corner_of(const struct screen *s, int on, int causal)
{
    return &s->session->order.corner[on][causal];
}

/* How far a corner's outputs moved, or their mean: 0 where theory says so, other rounding is `tiny`; told, ""
 * for `tiny`, it has all digits. */
static const char *moved_by(const struct screen *s, int on, int causal, bool mean, const char *tiny)
{
    const struct order_corner *o = corner_of(s, on, causal);
    bool rounding = mean ? o->mean_rounding : o->most_rounding;
    return compare_number(s,
                          rounding ? 0
                          : mean   ? o->mean
                                   : o->most,
                          *tiny ? 2 : 6, *tiny && (on || causal) ? tiny : "0");
}

/* "0 nothing moved", "0.10 changed"; in a shorter form if `room` columns are too few for it in any corner:
 * the same fact has one name. */
static const char *corner_says(const struct screen *s, int on, int causal, int room)
{
    const char *still = screen_text(s, TEXT("nothing moved"));
    for (int i = 0; i < 4; i++)
        if (corner_of(s, i / 2, i % 2)->known && corner_of(s, i / 2, i % 2)->most_rounding &&
            utf8_width(moved_by(s, i / 2, i % 2, false, TINY)) + 1 + utf8_width(still) > room)
            still = screen_text(s, TEXT("unmoved"));
    return said_values(s, "%s %s", moved_by(s, on, causal, false, TINY),
                       corner_of(s, on, causal)->most_rounding ? still : screen_text(s, TEXT("changed")));
}

/* Draws a box: its key, how far the outputs moved, below it how far their mean did. */
static void draw_corner(struct canvas c, const struct screen *s, int on, int causal)
{
    enum { SHADE = 3 }; /* so faint that terminals with few colours show grey or nothing */
    const struct order_corner *o = corner_of(s, on, causal);
    const struct config *now = &s->session->now.config;
    const char *key = keymap_key(&s->session->keymap, "compare", commands[on][causal]);
    bool still = o->most_rounding;
    int row = (c.rows - 1) / 2, col = canvas_put(c, row, 1, STYLE_KEY, key) + 1;
    for (int r = 0; r < c.rows; r++)
        if (click_hit(s->click, c, r, 0, c.cols))
            click_line(s->click, "%s", commands[on][causal]);
    if (!o->known) {
        bool later = s->session->order.done <= 2 * on + causal;
        canvas_put(c, row, col, STYLE_DIM, !later ? "-" : s->ascii ? "..." : "…");
        return;
    }
    int end =
        canvas_put(c, row, col, still ? STYLE_GOOD : STYLE_STRONG, corner_says(s, on, causal, c.cols - col));
    const char *mean = moved_by(s, on, causal, true, TINY);
    if (c.rows > 1)
        canvas_either(c, row + 1, col, STYLE_DIM, say(s, TEXT("mean output %s"), mean),
                      say(s, TEXT("mean %s"), mean));
    bool here = (posenc_index(now->pe) != 0) == on && now->mask == (causal ? MASK_CAUSAL : MASK_NONE) &&
                !term_set_any(&now->term_off);
    uint16_t bg = still ? ink_hue(HUE_DONE, SHADE) : ink_hue(HUE_GREY, SHADE - 1);
    for (int line = 0; line < c.rows; line++) {
        if (!screen_mono(s))
            canvas_ink(c, line, 0, c.cols, bg);
        if (here)
            canvas_inked(c, line, 0, 0x258C, ink_hue(HUE_FOCUS, HUE_FULL), screen_mono(s) ? 0 : bg);
    }
    if (!screen_mono(s) && still && screen_theme(s) != THEME_LIGHT)
        canvas_tint(c, row, col, end - col, ink_hue(HUE_DONE, HUE_FULL));
}

/* Draws the boxes, with encoding off above those with it on, and what that is; a blank row below each if they
 * are high. */
static void boxes_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    int each = c.rows / 2, high = each > 2 ? each - 1 : each, row = (high - 1) / 2;
    for (int on = 0; on < 2; on++) {
        struct canvas boxes = canvas_part(c, on * each, 0, high, c.cols),
                      label = canvas_part(boxes, row, 0, high - row, label_width(c) - 1);
        const char *more = on ? posenc_label(posencs[order_encoding(&s->session->now.state)], screen_lang(s))
                              : screen_text(s, TEXT_AS("corners", "no positions"));
        canvas_either(label, 0, 0, STYLE_LABEL,
                      screen_text(s, on ? TEXT("encoding on") : TEXT("encoding off")),
                      screen_text(s, on ? TEXT("on") : TEXT("off")));
        if (label.rows > 1)
            canvas_either(label, 1, 0, STYLE_DIM, more, "");
        for (int causal = 0; causal < 2; causal++)
            draw_corner(box_part(boxes, causal), s, on, causal);
    }
}

/* Returns whose change of places the experiment is about, and, unless it is to be brief, what is seen. */
static const char *exchanged(const struct screen *s, bool brief)
{
    const struct order *o = &s->session->order;
    struct state st = compare_state(s, &o->of);
    struct text a = SCREEN_TEXT(s), b = SCREEN_TEXT(s);
    order_phrase(&st, o->swaps.a, o->swaps.a_end, &a);
    order_phrase(&st, o->swaps.b, o->swaps.b_end, &b);
    return say(s, brief ? TEXT("%s and %s swapped") : TEXT("%s and %s swapped: how far outputs move"),
               text_str(&a), text_str(&b));
}

static void title_draw(struct canvas c, const void *s)
{
    canvas_either(c, 0, 0, STYLE_STRONG, exchanged(s, false), exchanged(s, true));
}

/* What the columns mean, as far as there is room to say it. */
static void heads_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    canvas_either(box_part(c, 0), 0, 1, STYLE_LABEL, screen_text(s, TEXT("no mask: each reads all")),
                  screen_text(s, TEXT("no mask")));
    canvas_either(box_part(c, 1), 0, 1, STYLE_LABEL, screen_text(s, TEXT("causal: reads no later word")),
                  screen_text(s, TEXT("causal mask")));
}

/* Returns the meaning of the 0, or why numbers are missing. */
static const char *note(const struct screen *s)
{
    const struct order *o = &s->session->order;
    bool zero = false;
    for (int i = 0; i < 4; i++)
        zero = zero || corner_of(s, i / 2, i % 2)->most_rounding;
    if (!o->known)
        return text_str(&o->why);
    if (s->session->now.config.block == BLOCK_DECODER && !zero)
        return screen_text(s, TEXT("A decoder's self-attention is always causal: no corner is 0."));
    return screen_text(s, TEXT("0 (below 1e-12): the order does not count. Each output goes with its word "
                               "(equivariant), their mean stays (invariant)."));
}

void compare_corners_draw(struct canvas c, const void *compare)
{
    const struct screen *s = ((const struct compare *)compare)->s;
    const struct order *o = &s->session->order;
    const struct page_part parts[] = {
        {"title", 0, {.rows = 1}, NULL, title_draw},
        {"heads", 0, {.rows = 1}, NULL, heads_draw},
        {"boxes", 1, {.rows = 4, .most_rows = 12}, NULL, boxes_draw},
        {"note", 0, page_flow(note(s), STYLE_DIM, LABEL + 2 * BOX_LEAST), NULL, NULL},
        {NULL, 0, {0}, NULL, NULL},
    };
    static const char *const unknown[] = {"title / heads / boxes / note", "note", NULL};
    static const char *const forms[] = {"title / heads / boxes / note", "title / heads / boxes",
                                        "heads / boxes:2", NULL};
    if (o->twin_known)
        page_draw(c, *text_str(&o->why) ? unknown : forms, parts, s);
    else
        canvas_flow(c, 0, STYLE_NOTE, text_str(&o->why));
}

void compare_corners_tell(const struct teller *t)
{
    static const char *const names[] = {TEXT("encoding off, no mask"), TEXT("encoding off, causal mask"),
                                        TEXT("encoding on, no mask"), TEXT("encoding on, causal mask")};
    const struct screen *s = &t->screen;
    const struct order *o = &t->m->order;
    if (o->twin_known)
        text_addf(t->out, "%s\n", exchanged(s, false));
    for (int i = 0; o->twin_known && i < 4; i++)
        if (corner_of(s, i / 2, i % 2)->known)
            tell(t, TEXT("%s: %s\n  the mean output: %s\n"), screen_text(s, names[i]),
                 moved_by(s, i / 2, i % 2, false, ""), moved_by(s, i / 2, i % 2, true, ""));
    if (!o->known)
        text_addf(t->out, "%s\n", text_str(&o->why));
}
