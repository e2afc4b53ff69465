/* A note goes round: the asking word's query visits every word, whose card, its key, says how well it fits;
 * then the answers, the values, are collected by their shares. */
#include <math.h>

#include "core/pipeline/attention.h"
#include "view/flow/flow.h"
#include "view/machine/machine.h"
#include "view/stages/said.h"

enum { LABEL = 10, LABELLED = 76, COLLECTED = 3, CARD = 8 };

struct note {
    const struct screen *s;
    const struct state *st;
    struct word_row words;
    struct passing at;
    const struct attention *a;
    const struct sequence *keys_of; /* the words that are asked */
    int head, asks, keys, dk;
    const char *asking; /* the word */
};

static struct note note_of(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct state *st = &now->state;
    const struct look *look = &st->look;
    return (struct note){.s = s,
                         .st = st,
                         .at = passing_at(look->pass, config_keys(&now->config) + 1),
                         .a = &now->trace.layer[look->layer].self,
                         .keys_of = config_crosses(&now->config) ? st->memory : st->sentence,
                         .head = look->head,
                         .asks = look->query,
                         .keys = config_keys(&now->config),
                         .dk = now->config.dk,
                         .asking = state_word(st, st->sentence, look->query)};
}

static double note_entry(const struct note *n, enum map map, int key)
{
    return mat_at(attention_head(n->a, n->a->map[map], n->head), n->asks, key);
}

/* The note on its way: over the word that is asked, or between two. */
static void slip(struct canvas c, const struct note *n)
{
    int last = n->keys - 1, to = n->at.done < last ? n->at.done : last, from = to > 0 ? to - 1 : 0;
    double part = n->at.done > last ? 1 : n->at.part, a = word_row_middle(&n->words, from),
           b = word_row_middle(&n->words, to);
    int wide = utf8_width(n->asking) + 3, middle = (int)lround(a + fmin(1, 2 * part) * (b - a)),
        col = middle - wide / 2;
    col = col < 0 ? 0 : col + wide > c.cols ? c.cols - wide : col;
    canvas_putf(c, 0, col, STYLE_STRONG, " %s? ", n->asking);
    canvas_ink(c, 0, col, wide, ink_hue(hue_of_head(n->head), HUE_FULL));
    if (c.rows > 1 && !n->s->hidden)
        flow_strip(canvas_part(c, 1, col, 1, wide), n->s,
                   mat_row(attention_head_queries(n->a, &n->s->session->now.config, n->head), n->asks), n->dk,
                   mat_max_finite(n->a->Q));
}

/* The columns of word k up to the next word, and of its card. */
static int room_of(struct canvas c, const struct note *n, int k)
{
    return k + 1 < n->keys ? n->words.left[k + 1] - n->words.left[k] - 1 : c.cols - n->words.left[k];
}

static int card_of(struct canvas c, const struct note *n, int k)
{
    int wide = 2 * n->dk < CARD ? 2 * n->dk : CARD, room = room_of(c, n, k);
    wide = wide > n->words.width[k] ? wide : n->words.width[k];
    return wide < room ? wide : room;
}

/* The cards of all words, and how well the note fits those that it has visited. */
static void cards(struct canvas c, const struct note *n)
{
    for (int k = 0; k < n->keys; k++) {
        double fit = note_entry(n, MAP_MASKED, k);
        int left = n->words.left[k], room = room_of(c, n, k);
        flow_strip(canvas_part(c, 0, left, 1, card_of(c, n, k)), n->s,
                   mat_row(attention_head_keys(n->a, &n->s->session->now.config, n->head), k), n->dk,
                   mat_max_finite(n->a->K));
        const char *sign = "×"; /* a mask hides this word */
        if (isfinite(fit))
            sign = said_fixed(n->s, fit, room > 4, room > 1 ? room : 2);
        if (utf8_width(sign) > room)
            sign = fit < 0 ? "-" : "+"; /* no room for the number */
        if (k < n->at.done)
            canvas_put(canvas_part(c, 1, left, 1, room), 0, 0, STYLE_CLAIM, sign);
    }
}

/* What is taken of each answer: a bar, and percents. */
static void answers(struct canvas c, const struct note *n)
{
    double grown = n->at.done > n->keys ? 1 : n->at.done == n->keys ? n->at.part : 0;
    int least = c.cols;
    for (int k = 0; k < n->keys; k++)
        least = room_of(c, n, k) < least ? room_of(c, n, k) : least;
    for (int k = 0; k < n->keys && grown > 0; k++) {
        double share = note_entry(n, MAP_WEIGHTS, k);
        int left = n->words.left[k], room = room_of(c, n, k);
        machine_bar(canvas_part(c, 0, left, c.rows - 1, card_of(c, n, k)), n->s, grown * share,
                    hue_of_head(n->head));
        canvas_put(canvas_part(c, c.rows - 1, left, 1, room), 0, 0, STYLE_CLAIM,
                   share_text(n->s, share,
                              least > 5  ? SHARE_TENTHS_NARROW
                              : room > 3 ? SHARE_NARROW
                                         : SHARE_CELL));
    }
}

const char *machine_note_says(const struct screen *s)
{
    const struct note n = note_of(s);
    if (s->hidden || n.at.done <= n.keys)
        return say(s, TEXT("%s asks every word in turn: do you fit my note?"), n.asking);
    struct mat row = mat_rows(attention_head(n.a, n.a->map[MAP_WEIGHTS], n.head), n.asks, 1);
    const double *w = mat_row(row, 0);
    if (attention_empty_row(n.a, n.head, n.asks))
        return say(s, TEXT("%s reads nobody: the mask hides every word."), n.asking);
    if (mat_overflowed(row))
        return say(s, TEXT("%s: %s"), n.asking, screen_overflow_says(s));
    struct text t = SCREEN_TEXT(s);
    screen_add(s, &t, TEXT("%s collects the answers: "), n.asking);
    for (int i = 0, k = vec_next_largest(w, n.keys, -1); i < COLLECTED && k >= 0;
         i++, k = vec_next_largest(w, n.keys, k))
        screen_add(s, &t, TEXT("%s%s of %s"), i ? screen_text(s, TEXT(", ")) : "",
                   share_text(s, w[k], SHARE_TENTHS), state_word(n.st, n.keys_of, k));
    text_add(&t, n.keys > COLLECTED ? screen_text(s, TEXT(" …")) : screen_text(s, TEXT(".")));
    return text_str(&t);
}

void machine_note_draw(struct canvas c, const struct screen *s)
{
    struct note n = note_of(s);
    int width = c.cols >= LABELLED ? LABEL : 0, airy = c.rows > 16, row = airy;
    struct canvas wide = canvas_part(c, 0, width, c.rows, c.cols - width);
    if (!word_row_plan(&n.words, s, n.keys_of, wide.cols - CARD / 2 - 1)) {
        canvas_put(c, 0, 0, STYLE_NOTE, screen_text(s, TEXT("too many words to pass a note")));
        return;
    }
    canvas_either(
        c, row, 0, STYLE_TITLE,
        screen_text(s, TEXT("A note goes round: its query is held against every word's card, the key")),
        screen_text(s, TEXT("A note goes round")));
    row += 1 + airy;
    int words = row + 2 + airy;
    const struct {
        int row;
        const char *name;
        bool there;
    } labels[] = {{row, screen_text(s, TEXT("note")), true},
                  {words + 1, screen_text(s, TEXT("cards")), true},
                  {words + 2, screen_text(s, TEXT("fit")), true},
                  {c.rows - 1, screen_text(s, TEXT("taken")), !s->hidden && n.at.done >= n.keys}};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (width > 0 && labels[i].there)
            canvas_put(canvas_part(c, labels[i].row, 0, 1, width), 0, 0, STYLE_LABEL, labels[i].name);
    slip(canvas_part(wide, row, 0, 2, wide.cols), &n);
    word_row_draw(canvas_part(wide, words, 0, 1, wide.cols), s, &n.words, n.keys);
    if (s->hidden)
        return;
    cards(canvas_part(wide, words + 1, 0, 2, wide.cols), &n);
    answers(canvas_part(wide, words + 3, 0, c.rows - words - 3, wide.cols), &n);
}
