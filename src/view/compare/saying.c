/* One sentence about what changed for the asking word, derived from the numbers. */
#include <math.h>

#include "base/number.h"
#include "view/compare/compare.h"
#include "view/compare/pictures.h"

/* From SAYING_BARE on, the sentence omits that lines cross, and mentions fewer and fewer heads. */
enum { SAYING_BARE = 2, HEADS_TOLD = 1 + SAYING_BRIEF - SAYING_BARE };

#define VISIBLE 0.005 /* smaller differences of shares are invisible in two decimals */

static void piece(struct compare_saying *out, int head)
{
    if (out->count == SAYING_PIECES)
        return;
    out->begins[out->count] = (int)out->text->len;
    out->head[out->count++] = head;
}

/* How the shares of one head changed. */
struct change {
    double most;     /* largest difference of any word's share */
    int before, top; /* the most read key, on the left and on the right */
    int after;       /* the left key that matches `top`; -1: none */
    bool alike;      /* on one side, several words tie for the most */
    double was, is;  /* share of the most read key on each side */
    double left;     /* share that `before` has on the right */
};

static void name_of(const struct flow *f, int key, struct text *out)
{
    struct state st = f->now->state;
    st.look.lang = (int)screen_lang(f->s);
    screen_word(&st, flow_keys(f), key, out);
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

/* Writes dog, not cat (head 1). */
static void phrase(struct compare_saying *out, const struct compare_pictures *p, int h,
                   const struct change *c)
{
    const struct screen *s = p->left.s;
    struct text *t = out->text, name = SCREEN_TEXT(s), old = SCREEN_TEXT(s);
    name_of(&p->right, c->top, &name);
    name_of(&p->left, c->before, &old);
    piece(out, h);
    if (c->most < VISIBLE)
        text_add(t, screen_text(s, TEXT("as before", "照旧")));
    else if (c->alike || (c->before == c->after && floor(c->is * 100 + 0.5) == floor(c->was * 100 + 0.5)))
        text_addf(t, screen_text(s, TEXT("with shares up to %.2f apart", "份额最多差了 %.2f")), c->most);
    else if (c->before == c->after)
        text_addf(
            t,
            screen_text(s, EITHER(s->ascii, TEXT("%s most, %.2f -> %.2f", "读得最多的仍是 %s，%.2f -> %.2f"),
                                  TEXT("%s most, %.2f → %.2f", "读得最多的仍是 %s，%.2f → %.2f"))),
            text_str(&name), c->was, c->is);
    else if (c->is >= 0.9 && c->left < 0.1)
        text_addf(t, screen_text(s, TEXT("%s, not %s", "读 %s，不再读 %s")), text_str(&name), text_str(&old));
    else
        text_addf(t, screen_text(s, TEXT("%s more than %s", "读 %s 多于 %s")), text_str(&name),
                  text_str(&old));
    if (p->left.now->config.heads > 1)
        text_addf(t, screen_text(s, TEXT(" (head %d)", "（头 %d）")), h + 1);
}

/* Returns whether a head has nothing to say: on both sides the word reads itself under its name, that is,
 * nobody. */
static bool is_silent(const struct compare_pictures *p, int h, const struct change *c)
{
    return c->before == p->left.query && c->after == c->before &&
           flow_nobody(&p->left, h, c->before, c->before);
}

/* Writes how many heads that are not mentioned, all but the first `told` from the one in view on, look
 * different. */
static void others(struct compare_saying *out, const struct compare_pictures *p, int told)
{
    const struct screen *s = p->left.s;
    int all = p->left.all, count = 0;
    for (int h = 0; h < all; h++) {
        struct change c;
        change_of(&c, p, h);
        count += (h < p->left.head || h >= p->left.head + told) && c.most >= VISIBLE && !is_silent(p, h, &c);
    }
    if (count > 0)
        text_addf(out->text,
                  screen_text(s, EITHER(count == 1, TEXT("; %d more head differs", "；另有 %d 个头变了"),
                                        TEXT("; %d more heads differ", "；另有 %d 个头变了"))),
                  count);
}

/* Says what each head now reads, and whether two heads have swapped their words. */
static void heads(struct compare_saying *out, const struct compare_pictures *p, int brief)
{
    const struct screen *s = p->left.s;
    struct change c[HEADS_TOLD];
    bool cross = false, all;
    int told = 0;
    /* The number of heads to mention, from the first visible one; *all: these are all that show
     * anything. */
    bool *alls = &all;
    int most = HEADS_TOLD - (brief > SAYING_BARE ? brief - SAYING_BARE : 0), n = p->left.heads;
    n = n < most ? n : most;
    *alls = n == p->left.all;
    text_add(out->text, screen_text(s, TEXT(" reads ", "：")));
    for (int h = 0; h < n; h++) {
        change_of(&c[h], p, p->left.head + h);
        if (told > 0 && is_silent(p, p->left.head + h, &c[h]))
            continue;
        if (told++ > 0) {
            piece(out, -1);
            text_add(out->text, screen_text(s, TEXT("; ", "；")));
        }
        phrase(out, p, p->left.head + h, &c[h]);
        for (int g = 0; g < h; g++)
            cross = cross || (!c[g].alike && !c[h].alike && c[g].before != c[g].after &&
                              c[g].before == c[h].after && c[h].before == c[g].after);
    }
    piece(out, -1);
    if (cross && brief < SAYING_BARE)
        text_add(out->text, screen_text(s, TEXT(": the lines cross", "，线交叉了")));
    if (!all)
        others(out, p, n);
    text_add(out->text, screen_text(s, TEXT(".", "。")));
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

static void nothing_visible(struct compare_saying *out, const struct compare_pictures *p, double shares,
                            int brief)
{
    const struct screen *s = p->left.s;
    struct comparison of;
    comparison_make(&of, p->left.now, p->right.now, COMPARE_FINAL);
    double moved = comparison_row(&of, p->left.query);
    struct text x = SCREEN_TEXT(s);
    compare_number(&x, moved, false, "0");
    if (!isfinite(moved))
        text_addf(out->text, "%s%s", screen_text(s, TEXT(": ", "：")), screen_overflow_says(s));
    else if (shares <= COMPARISON_ROUNDING && comparison_rounding(&of, moved))
        text_add(out->text,
                 screen_text(s, EITHER(brief, TEXT(": both pictures are the same.", "：两幅图一模一样。"),
                                       TEXT(" cannot tell: the two pictures are identical.",
                                            " 分不出来：两幅图一模一样。"))));
    else if (moved < 0)
        text_add(out->text, screen_text(s, TEXT(" reads the same words with the same shares.",
                                                " 读的词和份额都没有变。")));
    else
        text_addf(out->text,
                  screen_text(s, TEXT(" reads the same; what it carries away moved by %s.",
                                      " 读的没有变；带走的移动了 %s。")),
                  text_str(&x));
}

void compare_say(struct compare_saying *out, const struct compare_pictures *p, int brief)
{
    const struct screen *s = p->left.s;
    out->count = 0;
    text_clear(out->text);
    piece(out, -1);
    bool nan = p->met && (flow_overflowed(&p->left) || flow_overflowed(&p->right));
    double shares = p->met ? shares_moved(p) : 0;
    bool right = shares >= VISIBLE && shares <= 1 && !nan && brief == 0; /* there, he can be him */
    if (right)
        text_add(out->text, screen_text(s, TEXT("On the right ", "右边的 ")));
    piece(out, SAYING_WORD);
    const struct flow *f = right ? &p->right : &p->left;
    screen_word(&f->now->state, f->now->state.sentence, f->query, out->text);
    piece(out, -1);
    if (!p->met)
        text_add(out->text,
                 screen_text(s, TEXT(" is not in the sentence on the right.", " 不在右边的句子里。")));
    else if (nan)
        text_addf(out->text, "%s%s", screen_text(s, TEXT(": ", "：")), screen_overflow_says(s));
    else if (shares > 1)
        text_add(out->text, screen_text(s, TEXT(": the two sides have different numbers of heads.",
                                                "：两边的头数不同。")));
    else if (shares < VISIBLE)
        nothing_visible(out, p, shares, brief);
    else
        heads(out, p, brief);
}

void compare_saying_draw(struct canvas c, int from, const struct compare_pictures *p)
{
    struct text whole = TEXT_HERE;
    struct compare_saying say = {.text = &whole};
    int brief = 0;
    do
        compare_say(&say, p, brief);
    while (utf8_width(text_str(&whole)) > c.cols && brief++ < SAYING_BRIEF);
    const char *s = text_str(&whole);
    int room = c.cols - utf8_width(s), col = room >= from ? from : room > 0 ? room : 0;
    for (int i = 0; i < say.count; i++) {
        struct text part = TEXT_HERE;
        size_t end = i + 1 < say.count ? (size_t)say.begins[i + 1] : whole.len;
        text_add_bytes(&part, s + say.begins[i], end - (size_t)say.begins[i]);
        int head = say.head[i];
        if (head == -1)
            col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&part));
        else
            col = canvas_put_ink(c, 0, col, STYLE_STRONG,
                                 ink_hue(head == SAYING_WORD ? HUE_FOCUS : hue_of_head(head), HUE_FULL),
                                 text_str(&part));
        text_finish(&part);
    }
    text_finish(&whole);
}
