/* A note goes round: the asking word's query visits every word, whose card, its key, says how well it fits;
 * then the answers, the values, are collected by their shares. */
#include <math.h>

#include "core/pipeline/attention.h"
#include "view/flow/flow.h"
#include "view/machine/machine.h"
#include "view/figures/page.h"

enum { COLLECTED = 3, CARD = 8 };

static const char *const note_rows[] = {TEXT("note"), TEXT("cards"), TEXT("fit"), TEXT("taken")};
enum note_row { NOTE_SLIP, NOTE_CARDS, NOTE_FIT, NOTE_TAKEN, NOTE_ROWS };

struct note {
    const struct screen *s;
    const struct state *st;
    struct word_row words;
    struct passing at;
    const struct attention *a;
    const struct sequence *keys_of; /* the words that are asked */
    int head, asks, keys, dk;
    int label;          /* columns of the names of the rows */
    const char *asking; /* the word */
};

static struct note note_of(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct state *st = &now->state;
    const struct look *look = &st->look;
    return (struct note){.s = s,
                         .st = st,
                         .at = passing_at(look->machine.pass, config_keys(&now->config) + 1),
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

/* Draws the name of a row; returns what is beside it. */
static struct canvas beside_name(struct canvas c, const struct note *n, int row, enum note_row name)
{
    canvas_put(c, row, 0, STYLE_LABEL, screen_text(n->s, note_rows[name]));
    return canvas_part(c, 0, n->label, c.rows, c.cols - n->label);
}

/* The note on its way: over the word that is asked, or between two. */
static void slip_draw(struct canvas c, const void *of)
{
    const struct note *n = of;
    int last = n->keys - 1, to = n->at.done < last ? n->at.done : last, from = to > 0 ? to - 1 : 0;
    double part = n->at.done > last ? 1 : n->at.part, a = word_row_middle(&n->words, from),
           b = word_row_middle(&n->words, to);
    int wide = utf8_width(n->asking) + 3, middle = (int)lround(a + fmin(1, 2 * part) * (b - a)),
        col = middle - wide / 2;
    c = beside_name(c, n, 0, NOTE_SLIP);
    col = col < 0 ? 0 : col + wide > c.cols ? c.cols - wide : col;
    canvas_putf(c, 0, col, STYLE_STRONG, " %s? ", n->asking);
    canvas_ink(c, 0, col, wide, ink_hue(hue_of_head(n->head), HUE_FULL));
    if (!n->s->hidden)
        flow_strip(canvas_part(c, 1, col, c.rows - 1, wide), n->s,
                   mat_row(attention_head_queries(n->a, &n->s->session->now.config, n->head), n->asks), n->dk,
                   mat_max_finite(n->a->Q));
}

/* The columns of word k up to the next word. */
static int room_of(struct canvas c, const struct note *n, int k)
{
    return (k + 1 < n->keys ? n->words.left[k + 1] - 1 : c.cols) - n->words.left[k];
}

/* The words with their cards, and how well the note fits those that it has visited. */
static void cards_draw(struct canvas c, const void *of)
{
    const struct note *n = of;
    beside_name(c, n, 1, NOTE_CARDS);
    c = beside_name(c, n, c.rows - 1, NOTE_FIT);
    word_row_draw(c, n->s, &n->words, n->keys);
    for (int k = 0; k < n->keys && !n->s->hidden; k++) {
        double fit = note_entry(n, MAP_MASKED, k);
        int left = n->words.left[k], room = room_of(c, n, k);
        flow_strip(canvas_part(c, 1, left, c.rows - 2, n->words.width[k]), n->s,
                   mat_row(attention_head_keys(n->a, &n->s->session->now.config, n->head), k), n->dk,
                   mat_max_finite(n->a->K));
        const char *sign = "×"; /* a mask hides this word */
        if (isfinite(fit))
            sign = said_fixed(n->s, fit, room > 4, room > 1 ? room : 2);
        if (utf8_width(sign) > room)
            sign = fit < 0 ? "-" : "+"; /* no room for the number */
        if (k < n->at.done)
            canvas_put(canvas_part(c, c.rows - 1, left, 1, room), 0, 0, STYLE_CLAIM, sign);
    }
}

/* What is taken of each answer. */
static void taken_draw(struct canvas c, const void *of)
{
    const struct note *n = of;
    double share[WORD_ROW_MOST];
    if (n->s->hidden || n->at.done < n->keys)
        return;
    for (int k = 0; k < n->keys; k++)
        share[k] = note_entry(n, MAP_WEIGHTS, k);
    c = beside_name(c, n, c.rows - 1, NOTE_TAKEN);
    word_row_shares(c, n->s, &n->words, share, n->at.done > n->keys ? 1 : n->at.part, hue_of_head(n->head));
}

static void title_draw(struct canvas c, const void *of)
{
    const struct screen *s = ((const struct note *)of)->s;
    canvas_either(
        c, 0, 0, STYLE_TITLE,
        screen_text(s, TEXT("A note goes round: its query is held against every word's card, the key")),
        screen_text(s, TEXT("A note goes round")));
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

void machine_note_draw(struct canvas c, const void *screen)
{
    const struct screen *s = screen;
    struct note n = note_of(s);
    /* where there is little room it takes none before it is shown */
    const char *many = screen_text(s, TEXT("too many words to pass a note"));
    const struct page_size later = n.at.done < n.keys ? PAGE_ABSENT : (struct page_size){.rows = 2};
    const struct page_part parts[] = {{"title", 0, {.rows = 1}, NULL, title_draw},
                                      {"slip", 1, {.rows = 2, .most_rows = 3}, NULL, slip_draw},
                                      {"cards", 1, {.rows = 3, .most_rows = 4}, NULL, cards_draw},
                                      {"taken", 4, {.rows = 2, .most_rows = 12}, NULL, taken_draw},
                                      {"later", 1, later, NULL, taken_draw},
                                      {"many", 0, page_flow(many, STYLE_NOTE, 1), NULL, NULL},
                                      {"says", 0, page_flow(machine_note_says(s), STYLE_NOTE, 1), NULL, NULL},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"title / gap / slip / gap / cards / taken / says",
                                        "slip / cards / later / says", "cards / later / says?", NULL},
                             *const none[] = {"many / gap / says", NULL};
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    for (int i = 0; i < NOTE_ROWS; i++) {
        int width = utf8_width(screen_text(s, note_rows[i])) + (c.cols >= 76 ? 1 + CARD / 2 : 1);
        n.label = width > n.label ? width : n.label;
    }
    if (!word_row_plan(&n.words, s, n.keys_of, c.cols - n.label - CARD / 2 - 1)) {
        page_draw(c, none, parts, &n);
        return;
    }
    for (int k = 0; k < n.keys; k++) { /* a card is as wide as its word, or as its numbers */
        int room = room_of(canvas_part(c, 0, n.label, 1, c.cols), &n, k),
            wide = n.dk < CARD / 2 ? 2 * n.dk : CARD;
        wide = wide > n.words.width[k] ? wide : n.words.width[k];
        n.words.width[k] = wide < room ? wide : room;
    }
    page_draw(c, forms, parts, &n);
}
