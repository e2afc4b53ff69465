/* The same scene with other weights: identity, random, and the head built from M_k that looks k
 * words away. */
#include "view/terms/terms.h"

enum { NAME = 20 };

/* A column of numbers: its width, the digits of a weight, and the blanks after it. */
struct cells {
    int width, digits, gap;
};

/* Where not all columns fit, they are closer, with a digit less; one that still does not fit is left out. */
static struct cells cells_of(const struct screen *s, int cols)
{
    enum { CELL = 12 };
    const struct trial *t = &s->session->trial;
    struct text found = SCREEN_TEXT(s);
    text_addf(&found, "%d/%d", t->asked, t->asked);
    int brief = 6 + utf8_width(text_str(&found)); /* blank, 0.99, blank */
    bool fit = NAME + TRIAL_STARTS * CELL <= cols;
    return fit ? (struct cells){CELL, 3, 2} : (struct cells){brief, 2, 1};
}

static bool column_fits(struct canvas c, struct cells w, int i)
{
    return i < TRIAL_STARTS && NAME + (i + 1) * w.width <= c.cols;
}

static const char *row_key(const struct screen *s, int kind)
{
    static const struct {
        const char *context, *line;
    } keys[TRIAL_COUNT] = {
        [TRIAL_IDENTITY] = {"all", "weights identity"},
        [TRIAL_RANDOM] = {"all", "weights random"},
        [TRIAL_SHIFT] = {"terms", "weights shift focus"},
    };
    return keys[kind].line ? keymap_key(&s->session->keymap, keys[kind].context, keys[kind].line) : "";
}

static void trial_line(struct canvas c, int at, const struct screen *s, const struct trial *t, int kind)
{
    const struct trial_row *r = &t->row[kind];
    struct text name = SCREEN_TEXT(s);
    const struct cells w = cells_of(s, c.cols);
    static const char *const names[TRIAL_COUNT] = {
        [TRIAL_NOW] = TEXT("as they are"),
        [TRIAL_IDENTITY] = TEXT("identity"),
        [TRIAL_RANDOM] = TEXT("random "),
        [TRIAL_SHIFT] = TEXT("shift "),
        [TRIAL_SHIFT_ALONE] = TEXT("shift, place·place"),
    };
    text_add(&name, screen_text(s, names[kind]));
    if (kind == TRIAL_RANDOM)
        text_addf(&name, "%d", t->of.set.seed);
    else if (kind == TRIAL_SHIFT)
        text_addf(&name, "%+d", t->offset);
    canvas_put(c, at, 0, STYLE_KEY, row_key(s, kind));
    canvas_field(c, at, 2, NAME - 2, STYLE_LABEL, text_str(&name));
    for (int i = 0; r->known && column_fits(c, w, i); i++) {
        struct text x = SCREEN_TEXT(s);
        bool all = r->found[i] == t->asked;
        text_addf(&x, "%s%*s%d/%d", share_text(s, r->weight[i], w.digits), w.gap, "", r->found[i], t->asked);
        canvas_right(c, at, NAME + i * w.width, w.width, all ? STYLE_GOOD : STYLE_TEXT, text_str(&x));
    }
    if (!r->known)
        canvas_put(c, at, NAME + 2, STYLE_DIM,
                   screen_text(s, t->row[TRIAL_SHIFT].known ? TEXT("there is no place·place here")
                                                            : TEXT("needs an even d, heads × d_k = d")));
}

void terms_weights_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    const struct trial *t = &s->session->trial;
    if (!t->known) {
        terms_say_why(c, s, t->why);
        return;
    }
    struct text query = SCREEN_TEXT(s);
    state_label(&f->now->state, f->now->state.sentence, f->query, &query);
    int at = canvas_flow(c, 0, STYLE_NOTE,
                         say(s, TEXT("weight of %s on the word %+d away; queries that look there most"),
                             text_str(&query), t->offset));
    const struct cells w = cells_of(s, c.cols);
    canvas_put(c, at, 2, STYLE_DIM, screen_text(s, TEXT("first word at")));
    for (int i = 0; column_fits(c, w, i); i++) {
        struct text x = SCREEN_TEXT(s);
        text_addf(&x, "%d", trial_starts[i]);
        canvas_right(c, at, NAME + i * w.width, w.width, STYLE_LABEL, text_str(&x));
    }
    for (int kind = 0; kind < TRIAL_COUNT; kind++)
        trial_line(c, ++at, s, t, kind);
    canvas_flow(canvas_part(c, at + 1, 0, c.rows - at - 1, c.cols), 0, STYLE_DIM,
                screen_text(s, TEXT("shift: W_Q = 10·M_k turns every hand by k positions: place·place is "
                                    "largest k words away, at any position; the other terms may disagree.")));
}
