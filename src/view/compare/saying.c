/* One sentence about what changed for the asking word, derived from the numbers. */
#include <math.h>
#include <string.h>

#include "view/compare/compare.h"

/* From SAYING_BARE on, the sentence omits that lines cross, and mentions fewer and fewer heads. */
enum { SAYING_BARE = 2, HEADS_TOLD = 1 + SAYING_BRIEF - SAYING_BARE };

#define VISIBLE 0.005 /* smaller differences of shares are invisible in two decimals */

/* How the shares of one head changed. */
struct change {
    double most;     /* largest difference of any word's share */
    int before, top; /* the most read key, on the left and on the right */
    int after;       /* the left key that matches `top`; -1: none */
    bool alike;      /* on one side, several words tie for the most */
    double was, is;  /* share of the most read key on each side */
    double left;     /* share that `before` has on the right */
};

static const char *name_of(const struct flow *f, int key)
{
    struct state st = compare_state(f->s, &f->now->state);
    return said_word(f->s, &st, flow_keys(f), key);
}

/* Returns the left key that matches key j on the right, or -1. */
static int partner(const struct compare_pictures *p, int j)
{
    int w = flow_partner(&p->right, flow_column_of_key(&p->right, j));
    return w < 0 || !p->left.crosses ? w : w - p->left.words;
}

static void change_of(struct change *c, const struct compare_pictures *p, int h)
{
    const struct flow *l = &p->left, *r = &p->right;
    bool alike[2];
    *c = (struct change){.before = flow_most_read(l, h, l->query, &alike[0]),
                         .top = flow_most_read(r, h, r->query, &alike[1])};
    c->after = partner(p, c->top);
    c->alike = alike[0] || alike[1];
    c->was = flow_weight(l, h, l->query, c->before);
    c->is = flow_weight(r, h, r->query, c->top);
    for (int j = 0; j < r->keys; j++) {
        int k = partner(p, j);
        double is = flow_weight(r, h, r->query, j), was = k < 0 ? 0 : flow_weight(l, h, l->query, k);
        c->most = fmax(c->most, fabs(is - was));
        c->left = k == c->before ? is : c->left;
    }
}

int compare_spoken(const struct compare_pictures *p, int out[SAYING_COLUMNS])
{
    struct change c;
    if (!p->met || p->left.head >= p->right.now->config.heads || p->left.head >= p->left.now->config.heads)
        return 0;
    change_of(&c, p, p->left.head);
    out[0] = p->columns.of[flow_column_of_key(&p->right, c.top)];
    out[1] = flow_column_of_key(&p->left, c.before);
    return SAYING_COLUMNS;
}

/* dog, not cat (head 1) */
static const char *phrase(const struct compare_pictures *p, int h, const struct change *c)
{
    const struct screen *s = p->left.s;
    const char *name = name_of(&p->right, c->top), *old = name_of(&p->left, c->before), *says;
    if (c->most < VISIBLE)
        says = screen_text(s, TEXT("as before"));
    else if (c->alike || (c->before == c->after && floor(c->is * 100 + 0.5) == floor(c->was * 100 + 0.5)))
        says = say(s, TEXT("with shares up to %s apart"), share_text(s, c->most, SHARE_PLAIN));
    else if (c->before == c->after)
        says = say(s, s->ascii ? TEXT("%s most, %s -> %s") : TEXT("%s most, %s → %s"), name,
                   share_text(s, c->was, SHARE_PLAIN), share_text(s, c->is, SHARE_PLAIN));
    else
        says =
            say(s, c->is >= 0.9 && c->left < 0.1 ? TEXT("%s, not %s") : TEXT("%s more than %s"), name, old);
    return p->left.now->config.heads > 1 ? say(s, TEXT("%s (head %d)"), says, h + 1) : says;
}

/* Returns whether a head has nothing to say: on both sides the word reads itself under its name, that is,
 * nobody. */
static bool is_silent(const struct compare_pictures *p, int h, const struct change *c)
{
    return c->before == p->left.query && c->after == c->before &&
           flow_nobody(&p->left, h, c->before, c->before);
}

/* Says what each head now reads, whether two heads have swapped their words, and how many heads that are not
 * mentioned look different. */
static void add_heads(struct text *out, const struct compare_pictures *p, int brief)
{
    const struct screen *s = p->left.s;
    struct change c[HEADS_TOLD];
    bool cross = false;
    int told = 0,
        most = brief > SAYING_BRIEF  ? 1
               : brief > SAYING_BARE ? HEADS_TOLD - brief + SAYING_BARE
                                     : HEADS_TOLD,
        n = p->left.heads < most ? p->left.heads : most, more = 0, last = 0;
    for (int h = 0; h < n; h++) {
        change_of(&c[h], p, p->left.head + h);
        if (told > 0 && is_silent(p, p->left.head + h, &c[h]))
            continue;
        text_addf(out, "%s%c%s%c", told++ > 0 ? screen_text(s, TEXT("; ")) : "", h + 2,
                  phrase(p, p->left.head + h, &c[h]), CANVAS_RUN_ENDS);
        for (int g = 0; g < h; g++)
            cross = cross || (!c[g].alike && !c[h].alike && c[g].before != c[g].after &&
                              c[g].before == c[h].after && c[h].before == c[g].after);
    }
    if (cross && brief < SAYING_BARE)
        text_add(out, screen_text(s, TEXT(": the lines cross")));
    for (int h = 0; h < p->left.all && n < p->left.all; h++) {
        struct change other;
        change_of(&other, p, h);
        if ((h < p->left.head || h >= p->left.head + n) && other.most >= VISIBLE &&
            !is_silent(p, h, &other)) {
            last = h + 1;
            more++;
        }
    }
    if (more > 0 && brief <= SAYING_BRIEF) /* a sentence that is cut says nothing */
        screen_add(s, out, more == 1 ? TEXT("; head %d differs too") : TEXT("; %d more heads differ"),
                   more == 1 ? last : more);
    text_add(out, screen_text(s, TEXT(".")));
}

/* Returns the largest difference of a share in any head; more than 1 if the sides have different numbers
 * of heads. */
static double shares_moved(const struct compare_pictures *p)
{
    int all = p->left.now->config.heads;
    double most = all == p->right.now->config.heads ? 0 : 2;
    for (int h = 0; h < all && most <= 1; h++) {
        struct change c;
        change_of(&c, p, h);
        most = fmax(most, c.most);
    }
    return most;
}

static const char *nothing_visible(const struct compare_pictures *p, const char *word, double shares,
                                   int brief)
{
    const struct screen *s = p->left.s;
    struct comparison of;
    comparison_make(&of, p->left.now, p->right.now, COMPARE_FINAL);
    double moved = comparison_row(&of, p->left.query);
    if (!isfinite(moved))
        return say(s, TEXT("{1}%s{/}: %s"), word, screen_overflow_says(s));
    if (shares <= COMPARISON_ROUNDING && comparison_rounding(&of, moved))
        return say(s,
                   brief ? TEXT("{1}%s{/}: both pictures are the same.")
                         : TEXT("{1}%s{/} cannot tell: the two pictures are identical."),
                   word);
    if (moved < 0)
        return say(s, TEXT("{1}%s{/} reads the same words with the same shares."), word);
    return say(s, TEXT("{1}%s{/} reads the same; what it carries away moved by %s."), word,
               compare_number(s, moved, 6, "0"));
}

const char *compare_say(const struct compare_pictures *p, int brief)
{
    const struct screen *s = p->left.s;
    bool nan = p->met && (flow_overflowed(&p->left) || flow_overflowed(&p->right));
    double shares = p->met ? shares_moved(p) : 0;
    bool right = shares >= VISIBLE && shares <= 1 && !nan && brief == 0; /* there, he can be him */
    const struct flow *f = right ? &p->right : &p->left;
    struct text out = SCREEN_TEXT(s);
    const char *word = said_word(s, &f->now->state, f->now->state.sentence, f->query);
    if (!p->met)
        return say(s, TEXT("{1}%s{/} is not in the sentence on the right."), word);
    if (nan)
        return say(s, TEXT("{1}%s{/}: %s"), word, screen_overflow_says(s));
    if (shares > 1)
        return say(s, TEXT("{1}%s{/}: the two sides have different numbers of heads."), word);
    if (shares < VISIBLE)
        return nothing_visible(p, word, shares, brief);
    text_add(&out, say(s, right ? TEXT("On the right {1}%s{/} reads ") : TEXT("{1}%s{/} reads "), word));
    add_heads(&out, p, brief);
    return text_str(&out);
}

void compare_saying_draw(struct canvas c, const void *compare)
{
    const struct compare_pictures *p = ((const struct compare *)compare)->pictures;
    const struct screen *s = p->left.s;
    const struct canvas measure = {.rows = c.rows, .cols = c.cols}, nowhere = {.cols = 1000};
    struct canvas_look looks[2 + HEADS_TOLD] = {{STYLE_TEXT, 0},
                                                {STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL)}};
    for (int h = 0; h < HEADS_TOLD; h++)
        looks[2 + h] = (struct canvas_look){STYLE_STRONG, ink_hue(hue_of_head(p->left.head + h), HUE_FULL)};
    const char *says = compare_say(p, 0),
               *pale = screen_text(s, screen_mono(s) || s->ascii ? TEXT("=: same") : TEXT("pale: same"));
    for (int brief = 1; brief <= SAYING_BRIEF + 1 && canvas_flow_runs(measure, NULL, says) > c.rows; brief++)
        says = compare_say(p, brief);
    int room = c.cols - canvas_runs(nowhere, 0, 0, looks, says), left = p->left.gutter, last = 0,
        blank = c.cols - utf8_width(pale) - 2;
    if (room < 0 && c.rows > 1)
        last = canvas_flow_runs(c, looks, says) - 1;
    else /* below the words, or further left if needed */
        canvas_runs(c, 0, room >= left ? left : room > 0 ? room : 0, looks, says);
    while (blank >= 0 && blank < c.cols && last < c.rows && c.cells[last * c.stride + blank].ch[0] == ' ')
        blank++;
    if (blank == c.cols)
        canvas_put(c, last, c.cols - utf8_width(pale), STYLE_DIM, pale);
}
