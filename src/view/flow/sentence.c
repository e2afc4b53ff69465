/* One sentence in words, made from the numbers. */
#include "base/number.h"
#include "view/flow/flow.h"

static void word(const struct flow *f, const struct sequence *of, int w, struct text *out)
{
    screen_word(&f->now->state, of, w, out);
}

static bool finds_role(const struct flow *f, int h)
{
    bool alike;
    int key = flow_most_read(f, h, f->query, &alike);
    const struct state *s = &f->now->state;
    bool finds = *state_head_name(s, h) && lemma_is_noun(lexicon_at(s->lexicon, s->sentence->id[key])) &&
                 flow_weight(f, h, f->query, key) >= 0.5;
    for (int g = 0; finds && g < h; g++)
        finds = flow_most_read(f, g, f->query, &alike) != key;
    return finds;
}

bool flow_finds_roles(const struct flow *f)
{
    const struct state *s = &f->now->state;
    bool finds =
        s->dimnames && !f->crosses && lemma_is_action(lexicon_at(s->lexicon, s->sentence->id[f->query]));
    for (int h = 0; finds && h < f->a->heads; h++)
        finds = finds_role(f, h);
    return finds;
}

/* … its doer from cat (0.98) */
static int role(struct canvas c, const struct flow *f, int row, int col, int h)
{
    struct text t = TEXT_HERE;
    bool alike;
    int key = flow_most_read(f, h, f->query, &alike);
    text_addf(&t, screen_text(f->s, TEXT("its %s from ", "“%s”是 ")), state_head_name(&f->now->state, h));
    col = canvas_put(c, row, col, STYLE_TEXT, text_str(&t));
    text_clear(&t);
    word(f, flow_keys(f), key, &t);
    text_add(&t, " (");
    number_fixed(&t, flow_weight(f, h, f->query, key), 2, 8);
    text_add(&t, ")");
    col = canvas_put_ink(c, row, col, STYLE_STRONG, ink_hue(hue_of_head(h), HUE_FULL), text_str(&t));
    text_finish(&t);
    return col;
}

/* … cat 0.98 most with head 1 */
static int phrase(struct canvas c, const struct flow *f, int row, int col, int h)
{
    struct text t = TEXT_HERE, name = TEXT_HERE;
    bool alike;
    int key = flow_most_read(f, h, f->query, &alike);
    double share = flow_weight(f, h, f->query, key);
    word(f, flow_keys(f), key, &name);
    if (attention_empty_row(f->a, h, f->query))
        text_add(&t, screen_text(f->s, TEXT("nobody", "谁也不读")));
    else {
        text_addf(&t, "%s ", text_str(&name));
        number_fixed(&t, share, 2, 8);
    }
    col = canvas_put_ink(c, row, col, STYLE_STRONG, ink_hue(hue_of_head(h), HUE_FULL), text_str(&t));
    text_clear(&t);
    if (alike)
        text_add(&t, screen_text(f->s, TEXT(" no more than another", "（有并列的）")));
    if (f->now->config.heads > 1)
        text_addf(&t, screen_text(f->s, TEXT(" with head %d", "（头 %d）")), h + 1);
    col = canvas_put(c, row, col, STYLE_TEXT, text_str(&t));
    text_finish(&t);
    text_finish(&name);
    return col;
}

void flow_sentence_draw(struct canvas c, const struct flow *f)
{
    const struct state *st = &f->now->state;
    bool roles = flow_finds_roles(f);
    int row = f->row[FLOW_SENTENCE], col = roles || f->gutter < 10 ? 1 : f->gutter; /* roles need the room */
    struct text t = TEXT_HERE;
    word(f, st->sentence, f->query, &t);
    col = canvas_put_ink(c, row, col, STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL), text_str(&t));
    col = canvas_put(c, row, col, STYLE_TEXT,
                     roles ? screen_text(f->s, TEXT(" takes ", " 的"))
                           : screen_text(f->s, TEXT(" reads most: ", " 读得最多的是 ")));
    for (int h = f->head; h < f->head + f->heads && h < f->head + 4; h++) {
        if (h > f->head)
            col = canvas_put(c, row, col, STYLE_TEXT, screen_text(f->s, TEXT(", ", "，")));
        col = (roles ? role : phrase)(c, f, row, col, h);
    }
    canvas_put(c, row, col, STYLE_TEXT, screen_text(f->s, TEXT(".", "。")));
    text_finish(&t);
}
