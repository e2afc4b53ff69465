/* The flow while it flows (look.flow): what each row shows, and what is drawn where the ribbons will be
 * before they run. What is to come is dark. */
#include <math.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/flow/flow.h"

/* The phase in which a row appears; `parts`: bit by bit. */
static const struct {
    enum flowing_phase phase;
    bool parts;
} appears[FLOW_ROWS] = {
    [FLOW_X] = {FLOWING_MERGE, false},      [FLOW_P] = {FLOWING_MERGE, false},
    [FLOW_HEARD] = {FLOWING_MERGE, false},  [FLOW_H] = {FLOWING_MERGE, true},
    [FLOW_Q] = {FLOWING_NOTE, true},        [FLOW_K] = {FLOWING_NOTE, true},
    [FLOW_V] = {FLOWING_SHARE, false},      [FLOW_SCORE] = {FLOWING_VISIT, true},
    [FLOW_SHARE] = {FLOWING_SHARE, false},  [FLOW_NUMBER] = {FLOWING_SHARE, true},
    [FLOW_RIBBONS] = {FLOWING_RUN, true},   [FLOW_MIXED] = {FLOWING_MIX, true},
    [FLOW_OUTPUT] = {FLOWING_MIX, true},    [FLOW_RESIDUAL1] = {FLOWING_MIX, true},
    [FLOW_NORM1] = {FLOWING_MIX, true},     [FLOW_FFN] = {FLOWING_MIX, true},
    [FLOW_RESIDUAL2] = {FLOWING_MIX, true}, [FLOW_NORM2] = {FLOWING_MIX, true},
    [FLOW_ANSWER] = {FLOWING_MIX, true},
};

/* The rows that take part in each phase, a bit each. */
static const unsigned parts_of[FLOWING_PHASES] = {
    [FLOWING_MERGE] = 1u << FLOW_X | 1u << FLOW_P | 1u << FLOW_HEARD | 1u << FLOW_H,
    [FLOWING_NOTE] = 1u << FLOW_Q | 1u << FLOW_K,
    [FLOWING_VISIT] = 1u << FLOW_Q | 1u << FLOW_K | 1u << FLOW_SCORE,
    [FLOWING_SHARE] = 1u << FLOW_SCORE | 1u << FLOW_SHARE,
    [FLOWING_RUN] = 1u << FLOW_V | 1u << FLOW_SHARE,
    [FLOWING_MIX] = 1u << FLOW_MIXED | 1u << FLOW_OUTPUT | 1u << FLOW_RESIDUAL1 | 1u << FLOW_NORM1 |
                    1u << FLOW_FFN | 1u << FLOW_RESIDUAL2 | 1u << FLOW_NORM2 | 1u << FLOW_ANSWER,
};

double flow_seen(const struct flow *f, int r)
{
    if (f->play.phase == FLOWING_STILL || f->play.phase > appears[r].phase)
        return 1;
    if (f->play.phase < appears[r].phase)
        return 0;
    return appears[r].parts ? f->play.t : 1;
}

bool flow_lit(const struct flow *f, int r)
{
    enum flowing_phase m = f->play.phase;
    if (m == FLOWING_STILL)
        return flow_row_stage(f, r) == f->now->state.look.stage;
    return parts_of[m] >> r & 1;
}

int flow_visited(const struct flow *f)
{
    int j = (int)(f->play.t * f->keys);
    return f->play.phase != FLOWING_VISIT ? -1 : j < f->keys ? j : f->keys - 1;
}

/* The query at a key: head 2: q·k of chased → dog, in the head's hue; then one product a line and the sum so
 * far; those to come are dark. The last lines of those begun are seen. */
static void draw_visit(struct canvas c, const struct flow *f, int h)
{
    enum { FACTOR = 5, TIMES = 3, NUMBER = 6, SUM = 7 }; /* columns */
    int dk = f->now->config.dk, lines = c.rows - 1 < dk ? c.rows - 1 : dk, key = flow_visited(f);
    double part = f->play.t * f->keys - key, so_far = 0;
    int done = part >= 1 ? dk : (int)ceil(part * dk), first = done > lines ? done - lines : 0;
    const double *q = mat_row(attention_head_queries(f->a, &f->now->config, h), f->query),
                 *k = mat_row(attention_head_keys(f->a, &f->now->config, h), key);
    struct text t = SCREEN_TEXT(f->s);
    screen_add(f->s, &t, TEXT("head %d: q·k of %s"), h + 1, flow_word(f, f->now->state.sentence, f->query));
    text_addf(&t, f->s->ascii ? " -> %s" : " → %s", flow_word(f, flow_keys(f), key));
    canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL), text_str(&t));
    for (int i = 0; i < first; i++)
        so_far += q[i] * k[i];
    for (int i = first; i < first + lines; i++) {
        int row = 1 + i - first, col = FACTOR;
        enum style style = i < done ? STYLE_TEXT : STYLE_BORDER;
        so_far += q[i] * k[i];
        canvas_number(c, (struct slot){row, 0, FACTOR}, style, q[i], 2);
        canvas_put(c, row, col, style, f->s->ascii ? " * " : " × ");
        canvas_number(c, (struct slot){row, col + TIMES, NUMBER}, style, k[i], 2);
        col += TIMES + NUMBER;
        canvas_put(c, row, col, style, " = ");
        canvas_number(c, (struct slot){row, col + TIMES, NUMBER}, style, q[i] * k[i], 2);
        col += TIMES + NUMBER;
        if (i < done) {
            canvas_put(c, row, col, STYLE_TITLE, " Σ");
            canvas_number(c, (struct slot){row, col + 2, SUM}, STYLE_TITLE, so_far, 2);
        }
    }
}

/* A head's whole, shared out, as one bar under all words, its pieces in the order of the keys. */
static void draw_whole(struct canvas c, const struct flow *f, int h)
{
    struct paint p;
    if (!paint_begin(&p, f->s->scratch, c.rows, c.cols))
        return;
    double at = 0;
    int gap = screen_mono(f->s) ? PAINT_SUB : 0;
    for (int j = 0; j < f->keys; j++) {
        double to = at + flow_share(f, h, f->query, j) * c.cols;
        for (int y = 0; y < p.height; y++) /* whole cells: fewer of them change */
            paint_span(&p, y, round(at) * PAINT_SUB + (j > 0 ? gap : 0), round(to) * PAINT_SUB,
                       ink_hue(flow_hue(f, h), j % 2 ? HUE_FULL / 2 : HUE_FULL));
        at = to;
    }
    paint_show(&p, c, (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
    at = 0;
    for (int j = 0; j < f->keys && !screen_mono(f->s); j++) {
        const char *name = flow_word(f, flow_keys(f), j);
        double share = flow_share(f, h, f->query, j) * c.cols;
        int width = utf8_width(name), col = (int)lround(at + (share - width) / 2);
        at += share;
        if (width + 2 > share)
            continue;
        canvas_put(c, c.rows / 2, col, STYLE_STRONG, name);
        canvas_ink(c, c.rows / 2, col, width, ink_hue(flow_hue(f, h), j % 2 ? HUE_FULL / 2 : HUE_FULL));
    }
}

void flow_phase_draw(struct canvas c, const struct flow *f)
{
    enum { WIDE = 33 };
    struct canvas room = canvas_part(c, f->row[FLOW_RIBBONS], 0, f->rows[FLOW_RIBBONS], c.cols);
    int each = room.rows / f->heads, rows = each > 4 ? 2 : 1,
        width = flow_left(f, f->first + f->shown - 1) + f->width - f->gutter;
    for (int h = 0; h < f->heads; h++) {
        int col = f->gutter + h * WIDE;
        if (f->play.phase == FLOWING_VISIT && col + WIDE - 1 <= c.cols)
            draw_visit(canvas_part(room, room.rows > f->now->config.dk + 2, col, room.rows, WIDE), f,
                       f->head + h);
        else if (f->play.phase == FLOWING_SHARE && each > 0)
            draw_whole(canvas_part(room, h * each + (each - rows + 1) / 2, f->gutter, rows, width), f,
                       f->head + h);
    }
}

/* its note, number by number; q·k → dog -3.7   highest so far: cat 25.8; or its whole, shared out */
void flow_phase_of_head(struct canvas c, const struct flow *f, int h)
{
    enum { NUMBER = 6 };
    const int dk = f->now->config.dk;
    for (int i = 0; f->play.phase == FLOWING_NOTE && i < f->play.t * dk && (i + 1) * NUMBER <= c.cols; i++)
        canvas_number(c, (struct slot){0, i * NUMBER, NUMBER}, STYLE_TEXT,
                      mat_at(attention_head_queries(f->a, &f->now->config, h), f->query, i), 2);
    if (f->play.phase == FLOWING_SHARE)
        draw_whole(c, f, h);
    if (f->play.phase != FLOWING_VISIT)
        return;
    struct mat scores = mat_rows(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, 1);
    int key = flow_visited(f), best = 0;
    for (int j = 1; j <= key; j++)
        best = mat_at(scores, 0, j) > mat_at(scores, 0, best) ? j : best;
    const char *here = said_values(f->s, f->s->ascii ? "q*k -> %s %s" : "q·k → %s %s",
                                   flow_word(f, flow_keys(f), key),
                                   said_fixed(f->s, mat_at(scores, 0, key), 1, 16)),
               *most = say(f->s, TEXT("highest so far: %s %s"), flow_word(f, flow_keys(f), best),
                           said_fixed(f->s, mat_at(scores, 0, best), 1, 16));
    int col = canvas_put(c, 0, 0, STYLE_TEXT, here);
    if (col + 3 + utf8_width(most) <= c.cols && !mat_overflowed(scores))
        canvas_put_ink(c, 0, col + 3, STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL), most);
}

/* Returns what is so instead of what the phase says, NULL: it is as it says. */
static const char *otherwise(const struct flow *f)
{
    const struct config *c = &f->now->config;
    int layer = f->now->state.look.layer;
    bool normed = config_norms_before(c) || (c->embed_norm && layer == 0);
    const char *below = flow_heard(f) && stage_present(c, 0, STAGE_P)
                            ? TEXT("Meaning + place + heard below = h.")
                            : TEXT("h is what the layer below hands on.");
    if (f->play.phase == FLOWING_MERGE && (normed || !stage_present(c, layer, STAGE_P)))
        return screen_text(f->s, normed      ? TEXT("h is what comes in, after a norm.")
                                 : layer > 0 ? below
                                             : TEXT("Without positions h is the meaning."));
    if (f->play.phase >= FLOWING_SHARE && flow_overflowed(f))
        return screen_overflow_says(f->s);
    for (int h = 0; f->play.phase >= FLOWING_SHARE && h < f->a->heads; h++)
        if (attention_empty_row(f->a, h, f->query))
            return screen_text(f->s, TEXT("Where no key is left, nothing is read."));
    return NULL;
}

/* What is said in each phase, of the asking word {w}: while it goes on; when it is over, of the key {k} and a
 * number {n} of one head; both again in few words, where there is a lesson beside. */
static const struct caption {
    const char *goes, *is, *goes_brief, *is_brief;
} captions[FLOWING_PHASES] = {
    [FLOWING_ASK] = {TEXT("Where does {w} look?"), NULL, TEXT("Where does {w} look?"), NULL},
    [FLOWING_MERGE] = {TEXT("{w}: meaning and place merge, number by number: x + p = h."), NULL,
                       TEXT("Meaning plus place: x + p = h."), NULL},
    [FLOWING_NOTE] = {TEXT("{w} writes a note, its query; every word holds up a card, its key."), NULL,
                      TEXT("A note is written, cards are held."), NULL},
    [FLOWING_VISIT] = {TEXT("The note of {w} meets every card: the better they fit, the higher the score."),
                       TEXT("{k} holds up the card that fits the note of {w} best: {n}."),
                       TEXT("Cards: better fit, higher score."), TEXT("{k} has the best card: {n}.")},
    [FLOWING_SHARE] = {TEXT("exp stretches the scores, and one whole is shared out."),
                       TEXT("{w} has shared out one whole: {k} gets {n} of it."),
                       TEXT("exp, then one whole is shared out."), TEXT("{k} gets {n} of one whole.")},
    [FLOWING_RUN] = {TEXT("The answers run to {w}, each as wide as its share."),
                     TEXT("{n} of the answer that {w} takes home is from {k}."),
                     TEXT("Answers: as wide as their shares."), TEXT("{n} of the answer is from {k}.")},
    [FLOWING_MIX] = {TEXT("{w} takes home the answers, mixed by their shares: the output."), NULL,
                     TEXT("The answers are mixed: the output."), NULL},
};

/* Returns a caption with its words and number; NULL for NULL. */
static const char *filled(const struct flow *f, const char *caption, int head, const char *key,
                          const char *number)
{
    struct text t = SCREEN_TEXT(f->s);
    if (head >= 0 && f->now->config.heads > 1)
        screen_add(f->s, &t, TEXT("head %d: "), head + 1);
    for (const char *s = screen_text(f->s, caption); s && *s; s += *s == '{' ? 3 : 1) {
        if (*s != '{')
            text_add_char(&t, *s);
        else
            text_add(&t, s[1] == 'k'   ? key
                         : s[1] == 'n' ? number
                                       : flow_word(f, f->now->state.sentence, f->query));
    }
    return caption ? text_str(&t) : NULL;
}

/* Returns a phase's caption with what is so of one head, the one in focus if it is on the page; NULL: there
 * is nothing to say of any one key, or not yet. */
static const char *caption_of_head(const struct flow *f, const char *caption)
{
    int h = f->now->state.look.head < f->all ? f->now->state.look.head : f->head;
    bool visit = f->play.phase == FLOWING_VISIT, alike;
    struct mat m =
        mat_rows(attention_head(f->a, f->a->map[visit ? MAP_SCORES : MAP_WEIGHTS], h), f->query, 1);
    if (!caption || f->play.t < 1 || mat_overflowed(m))
        return NULL;
    int digits = visit ? 1 : f->share_digits, key = largest_of(mat_row(m, 0), f->keys, digits, &alike);
    if (alike || (!visit && flow_nobody(f, h, f->query, key)))
        return NULL;
    return filled(f, caption, h, flow_word(f, flow_keys(f), key),
                  visit ? said_fixed(f->s, mat_at(m, 0, key), digits, 16)
                        : share_text(f->s, mat_at(m, 0, key), digits));
}

const char *flow_caption(const struct flow *f, int cols)
{
    const struct caption *as = &captions[f->play.phase];
    const char *other = otherwise(f);
    const char *const said[] = {caption_of_head(f, as->is), filled(f, as->goes, -1, "", ""),
                                caption_of_head(f, as->is_brief), filled(f, as->goes_brief, -1, "", "")};
    for (int i = 0; i < 3 && !other; i++)
        if (said[i] && utf8_width(said[i]) <= cols)
            return said[i];
    return other ? other : said[3];
}

/* 2/7  it writes a note … */
void flow_phase_says(struct canvas c, const struct flow *f)
{
    int row = f->row[FLOW_SENTENCE];
    canvas_putf(c, row, 1, STYLE_TITLE, "%d/%d", (int)f->play.phase, FLOWING_MIX);
    canvas_put(c, row, 6, STYLE_TEXT, flow_caption(f, c.cols - 6));
}
