/* The order experiment in four boxes: {encoding off, on} x {no mask, causal}. */

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "view/compare/compare.h"

enum { LABEL = 13, LABEL_LEAST = 4, BOX_LEAST = 12, BOX_MOST = 48, HIGH_MOST = 5, TITLED = 5 };

/* The layout. */
struct corners {
    int label, width, high, gap; /* columns of the labels and of a box; rows of a box and between two */
};

/* What a corner without movement shows: 0 only where theory says so. */
static const char *nothing(int on, int causal)
{
    return !on && !causal ? "0" : "<1e-12";
}

static void corner(struct canvas c, const struct screen *s, int on, int causal)
{
    static const char *const lines[2][2] = {{"encoding off ; mask none", "encoding off ; mask causal"},
                                            {"encoding on ; mask none", "encoding on ; mask causal"}};
    const struct order_corner *o = &s->session->order.corner[on][causal];
    const char *key = keymap_key(&s->session->keymap, "compare", lines[on][causal]);
    int row = (c.rows - 1) / 2;
    for (int r = 0; r < c.rows; r++)
        if (click_hit(s->click, c, r, 0, c.cols))
            click_line(s->click, "%s", lines[on][causal]);
    int col = canvas_put(c, row, 1, STYLE_KEY, key) + 1;
    if (!o->known) {
        bool later = s->session->order.done <= 2 * on + causal;
        canvas_put(c, row, col, STYLE_DIM, !later ? "-" : s->ascii ? "..." : "…");
        return;
    }
    bool still = o->most_rounding;
    /* Writes 0 nothing moved or 0.10 changed, in a shorter form if `width` columns are too few for one of the
     * corners: the same fact has one name. */
    const char *whole = screen_text(s, TEXT(" nothing moved"));
    bool brief = false;
    for (int i = 0; i < 4; i++) {
        const struct order_corner *other = &s->session->order.corner[i / 2][i % 2];
        brief = brief || (other->known && other->most_rounding &&
                          utf8_width(nothing(i / 2, i % 2)) + utf8_width(whole) > (c.cols - col));
    }
    const char *says = o->most_rounding ? brief ? screen_text(s, TEXT(" unmoved")) : whole
                                        : screen_text(s, TEXT(" changed"));
    struct text t = SCREEN_TEXT(s);
    text_addf(&t, "%s%s", compare_short(s, o->most, still, nothing(on, causal)), says);
    int end = canvas_put(c, row, col, still ? STYLE_GOOD : STYLE_STRONG, text_str(&t));
    if (c.rows > 1) {
        const char *mean = compare_short(s, o->mean, o->mean_rounding, nothing(on, causal));
        canvas_either(c, row + 1, col, STYLE_DIM, say(s, TEXT("mean output %s"), mean),
                      say(s, TEXT("mean %s"), mean));
    }
    bool here = (posenc_index(s->session->now.config.pe) != 0) == on &&
                s->session->now.config.mask == (causal ? MASK_CAUSAL : MASK_NONE) &&
                !term_set_any(&s->session->now.config.term_off);
    enum { SHADE = 3 }; /* so faint that terminals with few colours show grey or nothing */
    uint16_t bg = o->most_rounding ? ink_hue(HUE_DONE, SHADE) : ink_hue(HUE_GREY, SHADE - 1);
    for (int line = 0; line < c.rows; line++) {
        if (!screen_mono(s))
            canvas_ink(c, line, 0, c.cols, bg);
        if (here)
            canvas_inked(c, line, 0, 0x258C, ink_hue(HUE_FOCUS, HUE_FULL), screen_mono(s) ? 0 : bg);
    }
    if (!screen_mono(s) && still && screen_theme(s) != THEME_LIGHT)
        canvas_tint(c, row, col, end - col, ink_hue(HUE_DONE, HUE_FULL));
}

/* Returns the meaning of the numbers, or why they are missing. */
static const char *note(const struct screen *s)
{
    bool zero = false;
    for (int i = 0; i < 4; i++)
        zero = zero || s->session->order.corner[i / 2][i % 2].most_rounding;
    if (s->session->now.config.block == BLOCK_DECODER && !zero)
        return TEXT("A decoder's self-attention is always causal: no corner is 0.");
    return TEXT(
        "0: below 1e-12, only rounding. There each output moves with its word (equivariant) and their mean "
        "stays (invariant).");
}

static void encoding_name(struct canvas c, const struct screen *s, const struct corners *p, int row, int on)
{
    bool narrow = p->label < LABEL;
    const char *off = narrow ? TEXT("off") : TEXT("encoding off"),
               *with = narrow ? TEXT("on") : TEXT("encoding on");
    int at = row + (p->high - 1) / 2;
    canvas_put(c, at, 0, STYLE_LABEL, screen_text(s, on ? with : off));
    const char *name = posenc_label(posencs[order_encoding(&s->session->now.state)], screen_lang(s));
    if (on && p->high > 1 && utf8_width(name) < p->label)
        canvas_put(c, at + 1, 0, STYLE_DIM, name);
}

void compare_corners_draw(struct canvas c, const struct screen *s)
{
    const struct order *o = &s->session->order;
    int row = 0;
    if (!o->twin_known) {
        canvas_flow(c, 0, STYLE_NOTE, text_str(&o->why));
        return;
    }
    const char *why = o->known ? screen_text(s, note(s)) : text_str(&o->why);
    /* The boxes get a good height first; the note gets the remaining rows. */
    enum { AIRY = 7, TIGHT = 4 }; /* rows that allow a gap between the boxes; rows of two low boxes */
    struct canvas whole = {.rows = c.rows, .cols = c.cols};
    struct corners p = {.label = c.cols >= LABEL + 2 * (BOX_LEAST + 6) + 1 ? LABEL : LABEL_LEAST};
    int lines = c.rows - 1 - (c.rows >= TITLED), left = lines - canvas_flow(whole, 0, STYLE_DIM, why);
    if (left >= AIRY || (left >= TIGHT && lines < AIRY))
        lines = left;
    p.width = (c.cols - p.label - 1) / 2;
    p.width = p.width > BOX_MOST ? BOX_MOST : p.width;
    p.gap = lines >= AIRY;
    p.high = (lines - p.gap) / 2;
    p.high = p.high > HIGH_MOST ? HIGH_MOST : p.high < 1 ? 1 : p.high;
    if (c.rows >= TITLED) {
        struct canvas part = canvas_part(c, row++, 0, 1, c.cols);
        struct text from = SCREEN_TEXT(s), to = SCREEN_TEXT(s);
        struct state st = o->of;
        st.look.lang = (int)screen_lang(s);
        order_phrase(&st, o->swaps.a, o->swaps.a_end, &from);
        order_phrase(&st, o->swaps.b, o->swaps.b_end, &to);
        const char *t =
            say(s, TEXT("%s and %s swapped: how far outputs move"), text_str(&from), text_str(&to));
        canvas_field(part, 0, 0, part.cols, STYLE_STRONG,
                     utf8_width(t) <= part.cols
                         ? t
                         : say(s, TEXT("%s and %s swapped"), text_str(&from), text_str(&to)));
    }
    canvas_put(c, row, p.label + 1, STYLE_LABEL, screen_text(s, TEXT("no mask")));
    canvas_put(c, row++, p.label + p.width + 2, STYLE_LABEL, screen_text(s, TEXT("causal mask")));
    for (int on = 0; on < 2; on++, row += p.high + p.gap) {
        encoding_name(c, s, &p, row, on);
        for (int causal = 0; causal < 2; causal++)
            corner(canvas_part(c, row, p.label + causal * (p.width + 1), p.high, p.width), s, on, causal);
    }
    struct canvas rest = canvas_part(c, row, 0, c.rows - row, c.cols);
    struct canvas measure = {.rows = rest.rows, .cols = rest.cols};
    if (!o->known || canvas_flow(measure, 0, STYLE_DIM, why) <= rest.rows)
        canvas_flow(rest, 0, STYLE_DIM, why);
}
