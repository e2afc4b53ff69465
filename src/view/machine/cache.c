/* What is kept for the next word: each word's key and value, and of the last word a query that asks them all.
 * The old queries are drawn as gone, since that is the whole answer to why nobody keeps them. */
#include <math.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "view/figures/chart.h"
#include "view/figures/page.h"
#include "view/flow/flow.h"
#include "view/machine/machine.h"

enum cache_row { CACHE_WORDS, CACHE_Q, CACHE_K, CACHE_V, CACHE_ROWS };
enum { STRIP = 8, LABEL_BEFORE = 2 };

struct cache {
    const struct screen *s;
    const struct scene *now;
    const struct attention *a;
    const char *why; /* nothing is kept; NULL: it is */
    struct word_row words;
    int first, left; /* the first word in sight; the first that is still within the window */
    int head, last, label, cols;
    struct passing at; /* the last word asks one after the other */
};

static struct cache cache_of(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    const int n = now->config.n, window = config_window(&now->config, look->layer);
    return (struct cache){.s = s,
                          .now = now,
                          .a = &now->trace.layer[look->layer].self,
                          .why = trace_uncached(&now->config),
                          .left = window > 0 && window < n ? n - window : 0,
                          .head = look->head,
                          .last = n - 1,
                          .at = passing_at(look->machine.pass, passing_steps(n))};
}

/* Sets the words in sight, all or the last of them, and how wide their strips are: as their words, or wider
 * where there is room. */
static bool cache_plan(struct cache *m, int cols)
{
    const struct sequence *all = m->now->state.sentence;
    bool fits = false;
    for (int count = all->count < WORD_ROW_MOST ? all->count : WORD_ROW_MOST; count > 0 && !fits; count--) {
        struct sequence *q = (void *)arena_bytes(m->s->scratch, sizeof *q + (size_t)count * sizeof *q->id);
        if (!q)
            return false;
        int spare = cols - count;
        m->first = all->count - count;
        *q = (struct sequence){.count = count};
        memcpy(q->id, all->id + m->first, (size_t)count * sizeof *q->id);
        for (int i = 0; i < count; i++)
            spare -= utf8_width(state_word(&m->now->state, q, i));
        m->cols = spare > 2 * STRIP ? cols - STRIP : cols; /* the last strip is often wider than its word */
        fits = (spare >= 0 || count < 2) && word_row_plan(&m->words, m->s, q, m->cols);
    }
    for (int i = 0; fits && i < m->words.n; i++) {
        int next = i + 1 < m->words.n ? m->words.left[i + 1] - LABEL_BEFORE : cols;
        int room = next - m->words.left[i], wide = m->words.width[i] > STRIP ? m->words.width[i] : STRIP;
        m->words.width[i] = wide < room ? wide : room > 0 ? room : 1;
    }
    return fits;
}

/* Every word with its k and v, the last with its q; what is kept has a pin, what is gone says so. */
static void columns_draw(struct canvas c, const void *of)
{
    static const char *const names[CACHE_ROWS] = {
        [CACHE_Q] = TEXT("q asks"), [CACHE_K] = TEXT("k kept"), [CACHE_V] = TEXT("v kept")};
    static const char *const letters[CACHE_ROWS] = {
        [CACHE_Q] = "q", [CACHE_K] = "k", [CACHE_V] = "v"}; /* where nothing is kept */
    const struct cache *m = of;
    const struct config *k = &m->now->config;
    const int high = (c.rows - 1) / 3, dv = k->dv;
    const struct mat rows[CACHE_ROWS] = {[CACHE_Q] = attention_head_queries(m->a, k, m->head),
                                         [CACHE_K] = attention_head_keys(m->a, k, m->head),
                                         [CACHE_V] =
                                             mat_columns(m->a->V, config_key_head(k, m->head) * dv, dv)};
    const struct canvas part = canvas_part(c, 0, m->label, c.rows, c.cols - m->label);
    const char *gone_says = screen_text(m->s, TEXT("gone"));
    word_row_draw(part, m->s, &m->words, m->words.n);
    canvas_restyle(part, 0, m->words.left[m->words.n - 1],
                   utf8_width(state_word(&m->now->state, m->now->state.sentence, m->last)), STYLE_CURSOR);
    for (int r = CACHE_Q; r < CACHE_ROWS; r++) {
        const int row = 1 + (r - CACHE_Q) * high;
        canvas_put(canvas_part(c, row, 0, 1, m->label), 0, 0, STYLE_LABEL,
                   m->why ? letters[r] : screen_text(m->s, names[r]));
        for (int i = 0; i < m->words.n && !m->s->hidden; i++) {
            const int word = m->first + i, col = m->words.left[i];
            const bool old = word < m->last, gone = !m->why && old && (r == CACHE_Q || word < m->left);
            if (gone && r == CACHE_Q)
                canvas_either(canvas_part(part, row, col, 1, m->words.width[i]), 0, 0, STYLE_DIM, gone_says,
                              "·");
            else if (gone)
                canvas_put(part, row, col, STYLE_DIM, "·");
            else
                flow_strip(canvas_part(part, row, col, high, m->words.width[i]), m->s, mat_row(rows[r], word),
                           rows[r].cols, mat_max_finite(rows[r]));
            if (!gone && old && !m->why && r != CACHE_Q)
                canvas_glyph(canvas_part(c, row, m->label + col - 1, 1, 1), 0, 0, STYLE_KEY,
                             m->s->ascii ? '*' : 0x25AA);
        }
    }
}

/* What the last word reads of those that it has asked so far. */
static void asked_draw(struct canvas c, const void *of)
{
    const struct cache *m = of;
    const struct mat w = attention_head(m->a, m->a->map[MAP_WEIGHTS], m->head);
    double share[WORD_ROW_MOST];
    if (m->s->hidden || mat_overflowed(mat_rows(w, m->last, 1)))
        return;
    for (int i = 0; i < m->words.n; i++)
        share[i] = m->first + i <= m->at.done ? mat_at(w, m->last, m->first + i) : 0;
    canvas_put(canvas_part(c, c.rows - 1, 0, 1, m->label), 0, 0, STYLE_LABEL,
               screen_text(m->s, TEXT("reads")));
    word_row_shares(canvas_part(c, 0, m->label, c.rows, c.cols - m->label), m->s, &m->words, share, 1,
                    hue_of_head(m->head));
}

/* ---- the curves ---------------------------------------------------------------------- */

struct cache_cost {
    const struct config *c;
    bool kept;
};

static double cost_of_word(const void *of, long n)
{
    const struct cache_cost *m = of;
    return trace_word_products(m->c, (int)n, m->kept);
}

/* Multiplications for one word more, over how many words there are. */
static void curves_draw(struct canvas c, const void *of)
{
    enum { LEFT = 8, RIGHT = 14, BENDS = 4 }; /* so many widths d on, n² is seen */
    const struct cache *m = of;
    const struct config *config = &m->now->config;
    if (screen_predicts(m->s))
        return;
    const struct cache_cost costs[] = {{config, false}, {config, true}};
    const struct chart_line lines[] = {{.whole = cost_of_word,
                                        .of = &costs[0],
                                        .name = screen_text(m->s, TEXT("all again")),
                                        .look = {STYLE_TEXT, ink_hue(MACHINE_HUE_RNN, HUE_FULL)},
                                        .thick = 1},
                                       {.whole = cost_of_word,
                                        .of = &costs[1],
                                        .name = screen_text(m->s, TEXT("k, v kept")),
                                        .look = {STYLE_TEXT, ink_hue(MACHINE_HUE_ATTENTION, HUE_FULL)},
                                        .thick = 1}};
    canvas_either(c, 0, 0, STYLE_TITLE,
                  screen_text(m->s, TEXT("Multiplications for one word more, over how many words there are")),
                  screen_text(m->s, TEXT("Multiplications for one word more")));
    struct chart g = chart_in(canvas_part(c, 1, 0, c.rows - 1, c.cols), m->s,
                              (struct chart_edges){.left = LEFT, .right = RIGHT, .below = 1});
    const struct chart_mark here = {config->n, {STYLE_NOTE, 0}, say(m->s, "n = %d", config->n)};
    g.left = 1;
    g.right = fmax(2 * config->n, BENDS * config->d);
    chart_reach(&g, 0, trace_word_products(config, (int)g.right, false));
    chart_marks(&g, &here, 1);
    for (int i = 0; i < 2; i++)
        chart_curve(&g, &lines[i]);
    chart_names(&g, lines, 2);
}

/* ---- in words -------------------------------------------------------------------------- */

static const char *count_text(const struct screen *s, double x)
{
    return x < 1e6 ? say(s, "%.0f", x) : say(s, "%.1f M", x / 1e6);
}

const char *machine_cache_says(const struct screen *s)
{
    const struct cache m = cache_of(s);
    const struct config *c = &m.now->config;
    const int words = c->windowless ? c->n : c->n - m.left; /* where all layers have the window */
    struct text t = SCREEN_TEXT(s);
    if (screen_predicts(s))
        return screen_text(s, TEXT("Of every word something is kept for the next one."));
    if (m.why)
        return say(s, TEXT("Nothing is kept: %s. With each word more all rows are computed again."),
                   screen_text(s, m.why));
    screen_add(
        s, &t,
        TEXT("Kept: %d numbers, k and v of %d words (layers %d, heads of keys %d). No q: nobody asks an old "
             "word's question again. The last word takes %s multiplications, all again %s."),
        trace_kept(c) * words, words, c->layers, config_key_heads(c),
        count_text(s, trace_word_products(c, c->n, true)),
        count_text(s, trace_word_products(c, c->n, false)));
    if (mat_present(m.a->Kr))
        text_add(&t, screen_text(s, TEXT(" Keys are kept turned.")));
    if (m.left > 0)
        screen_add(s, &t, TEXT(" The oldest %d have left the window."), m.left);
    return text_str(&t);
}

static void heading_draw(struct canvas c, const void *of)
{
    const struct cache *m = of;
    canvas_either(
        c, 0, 0, STYLE_TITLE,
        screen_text(m->s, m->why
                              ? TEXT("Every word is computed again")
                              : TEXT("The last word asks; of the others k and v are kept, their q is gone")),
        screen_text(m->s, m->why ? TEXT("Every word is computed again")
                                 : TEXT("The last word asks; k and v are kept")));
}

void machine_cache_draw(struct canvas c, const void *screen)
{
    const struct screen *s = screen;
    const struct page_part parts[] = {
        {"title", 0, {.rows = 1}, NULL, heading_draw},
        {"columns", 1, {.rows = 4, .most_rows = 7}, NULL, columns_draw},
        {"asked", 1, {.rows = 2, .most_rows = 7}, NULL, asked_draw},
        {"curves", 2, {.rows = 7, .cols = 38}, NULL, curves_draw},
        {"says", 0, page_flow(machine_cache_says(s), STYLE_NOTE, 1), NULL, NULL},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"title / gap / columns / asked / gap / curves / says",
                                        "title / columns / asked / curves / says",
                                        "title / columns / asked / says",
                                        "columns / asked / says",
                                        "columns / says?",
                                        NULL};
    struct cache m = cache_of(s);
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    m.label = LABEL_BEFORE + utf8_width(screen_text(s, TEXT("k kept")));
    if (m.a->heads == 0 || !cache_plan(&m, c.cols - m.label))
        return;
    page_draw(c, forms, parts, &m);
}
