/* A note goes round: the asking word's query visits every word, whose card, its key, says how well it fits;
 * then the answers, the values, are collected by their shares. */
#include <math.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "view/flow/flow.h"
#include "view/machine/machine.h"

enum { LABEL = 10, LABELLED = 76, COLLECTED = 3, CARD = 8 };

struct note {
    const struct screen *s;
    struct word_row words;
    struct passing at;
    const struct attention *a;
    int head, asks, keys, dk;
    enum hue hue;
};

static struct note note_of(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    return (struct note){.s = s,
                         .at = passing_at(look->pass, config_keys(&now->config) + 1),
                         .a = &now->trace.layer[look->layer].self,
                         .head = look->head,
                         .asks = look->query,
                         .keys = config_keys(&now->config),
                         .dk = now->config.dk,
                         .hue = hue_of_head(look->head)};
}

static const struct sequence *asked(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    return config_crosses(&now->config) ? now->state.memory : now->state.sentence;
}

static double entry(const struct note *n, enum map map, int key)
{
    return mat_at(attention_head(n->a, n->a->map[map], n->head), n->asks, key);
}

static const char *asking(const struct note *n)
{
    const struct state *st = &n->s->model->now.state;
    return state_word(st, st->sentence, n->asks);
}

/* The note on its way: over the word that is asked, or between two. */
static void slip(struct canvas c, const struct note *n)
{
    int last = n->keys - 1, to = n->at.done < last ? n->at.done : last, from = to > 0 ? to - 1 : 0;
    double part = n->at.done > last ? 1 : n->at.part, a = word_row_middle(&n->words, from),
           b = word_row_middle(&n->words, to);
    int wide = utf8_width(asking(n)) + 3, middle = (int)lround(a + fmin(1, 2 * part) * (b - a)),
        col = middle - wide / 2;
    col = col < 0 ? 0 : col + wide > c.cols ? c.cols - wide : col;
    canvas_putf(c, 0, col, STYLE_STRONG, " %s? ", asking(n));
    canvas_ink(c, 0, col, wide, ink_hue(n->hue, HUE_FULL));
    if (c.rows > 1 && !n->s->hidden)
        flow_strip(canvas_part(c, 1, col, 1, wide), n->s,
                   mat_row(attention_head_queries(n->a, &n->s->model->now.config, n->head), n->asks), n->dk,
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
        double fit = entry(n, MAP_MASKED, k);
        int left = n->words.left[k], room = room_of(c, n, k);
        struct text t = SCREEN_TEXT(n->s);
        flow_strip(canvas_part(c, 0, left, 1, card_of(c, n, k)), n->s,
                   mat_row(attention_head_keys(n->a, &n->s->model->now.config, n->head), k), n->dk,
                   mat_max_finite(n->a->K));
        if (isfinite(fit))
            number_fixed(&t, fit, room > 4, room > 1 ? room : 2);
        else
            text_add(&t, n->s->ascii ? "x" : "×"); /* a mask hides this word */
        if (utf8_width(text_str(&t)) > room) {
            text_clear(&t);
            text_add(&t, fit < 0 ? "-" : "+"); /* no room for the number */
        }
        if (k < n->at.done)
            canvas_put(canvas_part(c, 1, left, 1, room), 0, 0, STYLE_CLAIM, text_str(&t));
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
        double share = entry(n, MAP_WEIGHTS, k);
        int left = n->words.left[k], eighths = (int)ceil(grown * share * (c.rows - 1) * 8 - 1e-9);
        for (int r = c.rows - 2; r >= 0 && eighths > 0; r--, eighths -= 8)
            for (int i = 0; i < card_of(c, n, k); i++)
                canvas_inked(c, r, left + i,
                             n->s->ascii ? '#' : (uint32_t)(0x2580 + (eighths < 8 ? eighths : 8)),
                             ink_hue(n->hue, HUE_FULL), 0);
        canvas_putf(canvas_part(c, c.rows - 1, left, 1, room_of(c, n, k)), 0, 0, STYLE_CLAIM,
                    least > 5              ? "%.1f%%"
                    : room_of(c, n, k) > 3 ? "%.0f%%"
                                           : "%.0f",
                    100 * share);
    }
}

static void label(struct canvas c, int row, int width, const char *name)
{
    if (width > 0)
        canvas_put(canvas_part(c, row, 0, 1, width), 0, 0, STYLE_LABEL, name);
}

void machine_note_say(const struct screen *s, struct text *out)
{
    const struct note n = note_of(s);
    const struct state *st = &s->model->now.state;
    if (s->hidden || n.at.done <= n.keys) {
        screen_add(
            s, out,
            TEXT("%s asks every word in turn: do you fit my note?", "“%s”依次问每个词：你和我的纸条相配吗？"),
            asking(&n));
        return;
    }
    struct mat row = mat_rows(attention_head(n.a, n.a->map[MAP_WEIGHTS], n.head), n.asks, 1);
    const double *w = mat_row(row, 0);
    if (attention_empty_row(n.a, n.head, n.asks)) {
        screen_add(s, out,
                   TEXT("%s reads nobody: the mask hides every word.", "“%s”谁也不读：掩码遮住了所有的词。"),
                   asking(&n));
        return;
    }
    if (mat_overflowed(row)) {
        text_addf(out, "%s%s%s", asking(&n), screen_text(s, TEXT(": ", "：")), screen_overflow_says(s));
        return;
    }
    screen_add(s, out, TEXT("%s collects the answers: ", "“%s”收回答案："), asking(&n));
    for (int i = 0, k = vec_next_largest(w, n.keys, -1); i < COLLECTED && k >= 0;
         i++, k = vec_next_largest(w, n.keys, k)) {
        screen_add(s, out, TEXT("%s%.1f %% of %s", "%s%.1f %% 来自“%s”"),
                   i ? screen_text(s, TEXT(", ", "，")) : "", 100 * w[k], state_word(st, asked(s), k));
    }
    text_add(out, n.keys > COLLECTED ? screen_text(s, TEXT(" …", "……")) : screen_text(s, TEXT(".", "。")));
}

void machine_note_draw(struct canvas c, const struct screen *s)
{
    struct note n = note_of(s);
    struct text t = SCREEN_TEXT(s);
    machine_note_say(s, &t);
    struct canvas inner = machine_say(c, &t);
    int width = inner.cols >= LABELLED ? LABEL : 0, row = inner.rows > 16;
    struct canvas wide = canvas_part(inner, 0, width, inner.rows, inner.cols - width);
    if (!word_row_plan(&n.words, s, asked(s), wide.cols - CARD / 2 - 1)) {
        canvas_put(inner, 0, 0, STYLE_NOTE,
                   screen_text(s, TEXT("too many words to pass a note", "词太多，纸条传不过来")));
        return;
    }
    canvas_either(
        inner, row, 0, STYLE_TITLE,
        screen_text(s, TEXT("A note goes round: its query is held against every word's card, the key",
                            "传纸条：纸条上的查询，和每个词的卡片（键）比一比")),
        screen_text(s, TEXT("A note goes round", "传纸条")));
    row += 1 + (inner.rows > 16);
    label(inner, row, width, screen_text(s, TEXT("note", "纸条")));
    slip(canvas_part(wide, row, 0, 2, wide.cols), &n);
    row += 2 + (inner.rows > 16);
    word_row_draw(canvas_part(wide, row, 0, 1, wide.cols), s, &n.words, n.keys);
    label(inner, row + 1, width, screen_text(s, TEXT("cards", "卡片")));
    label(inner, row + 2, width, screen_text(s, TEXT("fit", "相配")));
    if (!s->hidden) {
        cards(canvas_part(wide, row + 1, 0, 2, wide.cols), &n);
        answers(canvas_part(wide, row + 3, 0, inner.rows - row - 3, wide.cols), &n);
        label(inner, inner.rows - 1, n.at.done < n.keys ? 0 : width, screen_text(s, TEXT("taken", "取")));
    }
}
