/* How far each word's row moved, as numbers and bars. */
#include <math.h>

#include "study/cursor.h"
#include "view/bars.h"
#include "view/compare/compare.h"
#include "view/stages/said.h"

enum { NAME = 9, NUMBER = 11, HIGHEST = 4 };

const char *compare_number(const struct screen *s, double difference, bool rounding, const char *zero)
{
    return rounding ? zero : said_fixed(s, difference, fabs(difference) < 1e-5 ? 40 : 6, NUMBER - 1);
}

const char *compare_short(const struct screen *s, double difference, bool rounding, const char *zero)
{
    return rounding || fabs(difference) < 0.005 ? compare_number(s, difference, rounding, zero)
                                                : said_fixed(s, difference, 2, NUMBER - 1);
}

struct state compare_state(const struct screen *s, const struct state *of)
{
    struct state st = *of;
    st.look.lang = (int)screen_lang(s);
    return st;
}

const char *compare_sentence(const struct screen *s, const struct state *of)
{
    struct state st = compare_state(s, of);
    struct text t = SCREEN_TEXT(s);
    for (int i = 0; i < st.sentence->count; i++)
        text_addf(&t, "%s%s", i > 0 ? " " : "", state_word(&st, st.sentence, i));
    return text_str(&t);
}

/* Draws a difference after its name; the longest bar means `most`. The bar fills the rows of c, but for a
 * blank one at the end of several. */
static void difference(struct canvas c, const struct screen *s, double x, double most)
{
    int room = c.cols - NAME - NUMBER - 3;
    struct bar_scale scale = {NAME + NUMBER + 2, room < COMPARE_BAR ? room : COMPARE_BAR, 0, most};
    if (x < 0) {
        canvas_put(c, 0, NAME + 1, STYLE_DIM, screen_text(s, TEXT("not on both sides")));
        return;
    }
    canvas_right(c, 0, NAME, NUMBER, x == 0 ? STYLE_GOOD : STYLE_TEXT, compare_number(s, x, x == 0, "0"));
    for (int row = 0; (row == 0 || row < c.rows - 1) && x > 0 && isfinite(x); row++)
        bar_draw(c, row, s, &scale, (struct bar){0, x, false, 0});
}

/* Returns 0 for a difference that is only rounding. */
static double moved_shown(const struct comparison *of, double x)
{
    return comparison_rounding(of, x) ? 0 : x;
}

void compare_words_draw(struct canvas c, const struct screen *s, const struct comparison *of)
{
    const struct state *st = &s->session->now.state;
    struct text t = SCREEN_TEXT(s);
    int count = of->a.m.rows, room = c.rows - 2, row = 1, at, dim;
    double moved = moved_shown(of, comparison_most(of)), most = moved > 0 ? moved : 1;
    cursor_of_stage(st, &s->session->now.config, cursor_compared(&st->look), &at, &dim);
    const char *each = screen_text(s, TEXT("how far each row moved"));
    canvas_either(
        c, 0, 0, STYLE_NOTE,
        of->a.cols ? each : screen_text(s, TEXT("how far each row moved, and the mean of the rows")), each);
    if (!of->same_width) {
        canvas_flow(canvas_part(c, 1, 0, c.rows - 1, c.cols), 0, STYLE_DIM,
                    screen_text(s, TEXT("The columns of the two sides do not match.")));
        return;
    }
    int high = (room + 1) / (count + 1);
    high = high < 1 ? 1 : high > HIGHEST ? HIGHEST : high;
    int first = screen_first_shown(at, count, room / high), i = first;
    for (; i < count && row + high <= room + 1; i++, row += high) {
        struct canvas part = canvas_part(c, row, 0, high, c.cols);
        text_clear(&t);
        state_label(st, of->a.rows, i, &t);
        canvas_field(part, 0, 0, NAME, i == at ? STYLE_TITLE : STYLE_LABEL, text_str(&t));
        difference(part, s, moved_shown(of, comparison_row(of, i)), most);
    }
    screen_more(canvas_part(c, 1, 0, row - 1, c.cols), s, NAME, first > 0, i < count);
    if (!of->a.cols && row < c.rows) {
        struct canvas part = canvas_part(c, row, 0, high, c.cols);
        canvas_field(part, 0, 0, NAME, STYLE_DIM, screen_text(s, TEXT("mean row")));
        difference(part, s, moved_shown(of, comparison_mean(of)), most);
    }
}
