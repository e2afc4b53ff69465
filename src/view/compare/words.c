/* The effect of word order: how far each word's output moved, and the experiment in four corners. */
#include <math.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/bars.h"
#include "view/compare/compare.h"

enum { NAME = 9, NUMBER = 11, LABEL = 24, LABEL_LEAST = 14, CORNER = 16, WHOLE = 6 };

void compare_number(struct text *out, double difference, bool rounding, const char *zero)
{
    text_clear(out);
    if (rounding)
        text_add(out, zero);
    else
        number_fixed(out, difference, fabs(difference) < 1e-5 ? 40 : 6, NUMBER - 1);
}

/* Draws a difference; `zero` is what to show if it is only rounding, else NULL. */
static void number(struct canvas c, int row, int col, enum style style, double x, const char *zero)
{
    struct text t = TEXT_HERE;
    compare_number(&t, x, zero != NULL, zero);
    canvas_right(c, row, col, NUMBER, zero && style == STYLE_TEXT ? STYLE_GOOD : style, text_str(&t));
    text_finish(&t);
}

/* ---- word by word ------------------------------------------------------------- */

/* Draws a difference after its name; the longest bar means `most`. */
static void difference(struct canvas c, int row, const struct screen *s, double x, double most)
{
    int room = c.cols - NAME - NUMBER - 3;
    struct bar_scale scale = {NAME + NUMBER + 2, room < COMPARE_BAR ? room : COMPARE_BAR, 0, most};
    if (x < 0) {
        canvas_put(c, row, NAME + 1, STYLE_DIM, screen_text(s, TEXT("not on both sides", "不是两边都有")));
        return;
    }
    number(c, row, NAME, STYLE_TEXT, x, x == 0 ? "0" : NULL);
    if (x > 0 && isfinite(x))
        bar_draw(c, row, s, &scale, (struct bar){0, x, false});
}

/* Returns 0 for a difference that is only rounding. */
static double shown(const struct comparison *of, double x)
{
    return comparison_rounding(of, x) ? 0 : x;
}

void compare_words_draw(struct canvas c, const struct screen *s, const struct comparison *of)
{
    const struct state *st = &s->model->now.state;
    struct text t = TEXT_HERE;
    int count = of->a.m.rows, room = c.rows - 2, row = 1, at, dim;
    double moved = shown(of, comparison_most(of)), most = moved > 0 ? moved : 1;
    cursor_of_stage(st, &s->model->now.config, cursor_compared(&st->look), &at, &dim);
    canvas_put(c, 0, 0, STYLE_NOTE, screen_text(s, TEXT("how far each row moved", "每一行移动了多少")));
    if (!of->same_width) {
        canvas_flow(
            canvas_part(c, 1, 0, c.rows - 1, c.cols), 0, STYLE_DIM,
            screen_text(s, TEXT("The columns of the two sides do not match.", "两边的列对不上，无法相减。")));
        return;
    }
    for (int i = screen_first_shown(at, count, room); i < count && row <= room; i++, row++) {
        text_clear(&t);
        state_label(st, of->a.rows, i, &t);
        canvas_field(c, row, 0, NAME, i == at ? STYLE_TITLE : STYLE_LABEL, text_str(&t));
        difference(c, row, s, shown(of, comparison_row(of, i)), most);
    }
    if (!of->a.cols && row < c.rows) {
        canvas_field(c, row, 0, NAME, STYLE_DIM, screen_text(s, TEXT("mean", "平均")));
        difference(c, row, s, shown(of, comparison_mean(of)), most);
    }
    text_finish(&t);
}

/* ---- four corners ------------------------------------------------------------- */

static bool is_here(const struct config *c, int on, int causal)
{
    return (posenc_index(c->pe) != 0) == on && c->mask == (causal ? MASK_CAUSAL : MASK_NONE) && !c->term_off;
}

/* Returns the column where the corners begin, after their labels. */
static int corners_from(struct canvas c)
{
    int room = c.cols - 2 * CORNER;
    return room < LABEL ? room : LABEL;
}

static void corner(struct canvas c, const struct screen *s, int on, int causal)
{
    static const char *const lines[2][2] = {{"encoding off ; mask none", "encoding off ; mask causal"},
                                            {"encoding on ; mask none", "encoding on ; mask causal"}};
    const struct order_corner *o = &s->model->order.corner[on][causal];
    const char *zero = on || causal ? "<1e-12" : "0"; /* show 0 for rounding only if theory says 0 */
    bool here = is_here(&s->model->now.config, on, causal);
    canvas_put(c, 0, 0, STYLE_KEY, keymap_key(&s->model->keymap, "compare", lines[on][causal]));
    if (!o->known) {
        bool later = s->model->order.done <= 2 * on + causal;
        canvas_right(c, 0, 2, NUMBER, STYLE_DIM, !later ? "-" : s->ascii ? "..." : "…");
        return;
    }
    number(c, 0, 2, here ? STYLE_SELECTED : STYLE_TEXT, o->most, o->most_rounding ? zero : NULL);
    number(c, 1, 2, STYLE_DIM, o->mean, o->mean_rounding ? zero : NULL);
}

static void corners_title(struct canvas c, const struct screen *s, const struct order *o)
{
    struct text t = TEXT_HERE, from = TEXT_HERE, to = TEXT_HERE;
    struct state st = o->of;
    st.look.lang = (int)screen_lang(s);
    state_label(&st, st.sentence, o->from, &from);
    state_label(&st, st.sentence, o->to, &to);
    text_addf(
        &t,
        screen_text(s, TEXT("%s and %s swapped: how far outputs move", "%s 和 %s 交换位置：输出移动了多少")),
        text_str(&from), text_str(&to));
    canvas_field(c, 0, 0, c.cols, STYLE_TITLE, text_str(&t));
    text_finish(&t);
    text_finish(&from);
    text_finish(&to);
}

/* Returns the meaning of the numbers, or why they are missing. */
static struct pair corners_note(const struct screen *s)
{
    if (s->model->now.config.block == BLOCK_DECODER)
        return BOTH("A decoder's self-attention is always causal: no corner is 0.",
                    "解码器自己的注意力总是因果的，与遮罩设置无关：没有一个角是 0。");
    return BOTH(
        "0: below 1e-12, only rounding. There each output moves with its word (equivariant) and their mean "
        "stays (invariant).",
        "0 表示小于 1e-12，只是舍入：那里每个输出跟着自己的词走（置换等变），而它们的平均不变（置换不变）。");
}

/* Draws one line of corners and, if `means`, the shift of the words' mean below it. */
static void corners_row(struct canvas c, int row, const struct screen *s, int on, bool means)
{
    int left = corners_from(c);
    bool narrow = left < LABEL_LEAST;
    struct pair off = narrow ? BOTH("off", "无编码") : BOTH("encoding off", "无位置编码"),
                with = narrow ? BOTH("on", "有编码") : BOTH("encoding on", "有位置编码");
    int col = canvas_put(c, row, 0, STYLE_LABEL, screen_pair(s, on ? with : off));
    const char *name = posencs[order_encoding(&s->model->now.state)]->name;
    if (on && !narrow && utf8_width(name) <= left - col - 2)
        canvas_put(c, row, col + 1, STYLE_DIM, name);
    if (means)
        canvas_put(
            c, row + 1, 0, STYLE_DIM,
            screen_text(s, EITHER(narrow, TEXT(" mean", " 平均"), TEXT("  of the mean", "  各词平均"))));
    for (int causal = 0; causal < 2; causal++)
        corner(canvas_part(c, row, left + causal * CORNER, 1 + means, c.cols), s, on, causal);
}

void compare_corners_draw(struct canvas c, const struct screen *s)
{
    const struct order *o = &s->model->order;
    bool brief = c.rows < WHOLE;
    int row = 0, left = corners_from(c);
    if (!o->twin_known) {
        canvas_flow(c, 0, STYLE_NOTE, text_str(&o->why));
        return;
    }
    if (!brief)
        corners_title(c, s, o);
    row += !brief;
    canvas_right(c, row, left + 2, NUMBER, STYLE_LABEL, screen_text(s, TEXT("no mask", "无遮罩")));
    canvas_right(c, row++, left + CORNER + 2, NUMBER, STYLE_LABEL,
                 screen_text(s, TEXT("causal", "因果遮罩")));
    for (int on = 0; on < 2; on++, row += 2 - brief)
        corners_row(c, row, s, on, !brief);
    canvas_flow(canvas_part(c, row, 0, c.rows - row, c.cols), 0, STYLE_DIM,
                o->known ? screen_pair(s, corners_note(s)) : text_str(&o->why));
}
