/* The terms view: one score as bars that add up, and their effect on the weights. A panel shows the
 * maps of all terms, their questions, or their dependence on distance. It also shows how a weight
 * responds to the scale and to other matrices. */
#include "study/preset.h"
#include "view/grid.h"
#include "view/tell/tell.h"
#include "view/terms/terms.h"

enum { WIDE = 100, LOW = 18, SENTENCE = 33 }; /* SENTENCE: columns of “chases asks: should I read you?” */

typedef void draw_panel(struct canvas c, const struct screen *s, const struct terms_facts *f);

static const struct {
    const char *name;
    draw_panel *draw;
} panels[] = {
    [TERMS_MAPS] = {TEXT("maps"), terms_maps_draw},
    [TERMS_MEANING] = {TEXT_AS("terms", "meaning"), terms_meaning_draw},
    [TERMS_DISTANCE] = {TEXT("distance"), terms_distance_draw},
    [TERMS_SCALE] = {TEXT("scale"), terms_scale_draw},
    [TERMS_WEIGHTS] = {TEXT("W"), terms_weights_draw},
    [TERMS_LAYERS] = {TEXT_AS("terms", "layers"), terms_layers_draw},
};

/* Draws maps meaning distance … (brief: only the chosen one) with the chosen tab marked, then the key to the
 * next tab; returns the column after it. */
static int term_tabs(struct canvas c, const struct screen *s, bool brief)
{
    int chosen = s->session->now.state.look.terms_panel, col = 0;
    for (int i = 0; i < (int)(sizeof panels / sizeof *panels); i++) {
        int from = col;
        bool empty = i == TERMS_LAYERS && s->session->now.config.layers == 1; /* it has nothing to show */
        if (i != chosen && (brief || empty))
            continue;
        col = screen_tab(c, col, i == chosen, screen_text(s, panels[i].name));
        screen_chooses(canvas_part(c, 0, from, 1, col - from), s, "terms_panel", i);
    }
    return canvas_put(c, 0, col + 1, STYLE_KEY, terms_key_of(s, "terms", "cycle terms_panel 1"));
}

static void say_hidden(struct canvas c, int row, const struct screen *s, int hidden)
{
    canvas_putf(c, row, 0, STYLE_NOTE, screen_text(s, TEXT("%d more maps do not fit")), hidden);
}

/* Draws the tabs; for the maps, how many do not fit, and their common scale if there is no room for it below
 * them. Returns the rows it took. */
static int panel_head(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    const struct canvas nowhere = {.cols = 1000}; /* for measuring */
    bool brief = term_tabs(nowhere, s, false) > c.cols;
    struct text limit = SCREEN_TEXT(s);
    text_addf(&limit, "%.3g", f->limit);
    int col = term_tabs(c, s, brief), number = 1 + utf8_width(text_str(&limit)),
        legend = number + 1 + 21 + 1 + number; /* of the maps: -7.32, the colour scale, +7.32 */
    if (s->session->now.state.look.terms_panel != TERMS_MAPS)
        return 1;
    struct canvas below = canvas_part(c, 2, 0, c.rows - 2, c.cols);
    if (terms_maps_say_scale(below, s, f)) {
        int left = terms_maps_hidden(below, s, f);
        if (left > 0)
            say_hidden(c, 1, s, left);
        return 1 + (left > 0);
    }
    bool beside = col + 5 + legend <= c.cols;
    int hidden = terms_maps_hidden(canvas_part(c, 1 + !beside, 0, c.rows, c.cols), s, f);
    bool behind = col + 4 <= c.cols || beside;
    if (hidden > 0 && !behind) { /* the cells show their numbers: they can do without a scale */
        say_hidden(c, 1, s, hidden);
        return 2;
    }
    if (hidden > 0)
        canvas_putf(c, 0, col + 1, STYLE_NOTE, "+%d", hidden);
    grid_legend(c, !beside, beside ? c.cols - legend : 0, s, GRID_DIVERGING, f->limit);
    return 1 + !beside;
}

static void score_heading(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct text t = SCREEN_TEXT(s);
    const struct state *st = &f->now->state;
    const struct preset *preset = preset_shown(f->now);
    text_add(&t, screen_text(s, TEXT("score of query ")));
    state_label(st, st->sentence, f->query, &t);
    text_add(&t, screen_text(s, TEXT(" and key ")));
    state_label(st, terms_keys(f), f->key, &t);
    text_add(&t, screen_text(s, TEXT_AS("terms", "")));
    if (f->now->config.heads > 1)
        text_addf(&t, screen_text(s, TEXT(", head %d")), f->head + 1);
    if (utf8_width(text_str(&t)) > c.cols) {
        /* chases → cat, head 1 */
        text_clear(&t);
        state_label(st, st->sentence, f->query, &t);
        text_add(&t, " → ");
        state_label(st, terms_keys(f), f->key, &t);
        if (f->now->config.heads > 1)
            text_addf(&t, screen_text(s, TEXT(", head %d")), f->head + 1);
    }
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    text_clear(&t);
    if (preset) {
        struct text brief = SCREEN_TEXT(s);
        text_addf(&t, "%s ", preset->title);
        text_addf(&brief, "%s ", preset->title);
        preset_says(preset, screen_lang(s), &t);
        preset_keeps(preset, screen_lang(s), &brief);
        canvas_either(c, f->asked, f->asked ? 0 : col + 3, STYLE_NOTE, text_str(&t), text_str(&brief));
    }
}

static void term_panel(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    enum { LEAST = 3 };
    if (c.rows < LEAST)
        return;
    int row = panel_head(c, s, f);
    panels[s->session->now.state.look.terms_panel].draw(canvas_part(c, row, 0, c.rows - row, c.cols), s, f);
}

/* Returns the attention from which the shares glide, NULL if there is none of the same shape. */
static const struct attention *glides_from(const struct screen *s, const struct scene *now)
{
    const struct look *look = &now->state.look;
    if (!s->from || look->layer >= s->from->config.layers)
        return NULL;
    const struct attention *was = &s->from->trace.layer[look->layer].self,
                           *is = &now->trace.layer[look->layer].self;
    struct mat a = was->map[MAP_WEIGHTS], b = is->map[MAP_WEIGHTS];
    return was->heads == is->heads && a.rows == b.rows && a.cols == b.cols ? was : NULL;
}

/* Draws the bars on the left with the questions below them and the panel on the right, or all in
 * one column. */
static void draw_terms(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct terms_facts f = {.now = now,
                            .a = &now->trace.layer[look->layer].self,
                            .was = glides_from(s, now),
                            .head = look->head,
                            .query = look->query,
                            .key = look->key};
    f.count = terms_list(&now->config, look->layer, f.list);
    if (s->hidden) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE, screen_hidden_says(s));
        return;
    }
    if (f.a->term_count < f.count) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    screen_text(s, TEXT("The sentence is too long to keep every term of every score.")));
        return;
    }
    f.limit = terms_limit(&f);
    struct canvas page = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    if (look->terms_panel == TERMS_MAPS && terms_reasons_fit(page, s, &f)) {
        int width = term_tabs(canvas_part(page, 0, 0, 0, page.cols), s, false);
        bool brief = page.cols - width < SENTENCE;
        if (brief)
            width = term_tabs(canvas_part(page, 0, 0, 0, page.cols), s, true);
        term_tabs(canvas_part(page, 0, page.cols - width, 1, width), s, brief);
        terms_reasons_draw(page, s, &f, page.cols - width - 2);
        return;
    }
    bool wide = f.asked = c.cols >= WIDE;
    struct canvas left = canvas_part(c, 0, 1, c.rows, wide ? c.cols / 2 - 2 : c.cols - 2);
    score_heading(left, s, &f);
    int row = 1 + wide;
    bool plots = look->terms_panel == TERMS_DISTANCE || look->terms_panel == TERMS_SCALE,
         alone = look->terms_panel == TERMS_LAYERS || (plots && c.rows < LOW);
    if (wide || !alone) /* layers need the room of a small screen, curves that of a low one */
        row += terms_waterfall_draw(canvas_part(left, row, 0, c.rows, left.cols), s, &f);
    if (!wide) {
        term_panel(canvas_part(left, row, 0, c.rows, left.cols), s, &f);
        return;
    }
    terms_questions_draw(canvas_part(left, row + 1, 0, c.rows, left.cols), s, &f);
    screen_wall(c, 0, c.cols / 2 - 1, c.rows);
    term_panel(canvas_part(c, 0, c.cols / 2 + 1, c.rows, c.cols - c.cols / 2 - 2), s, &f);
}

/* Updates the data of the panel on screen. Each panel explains by itself why it has nothing to show. */
static void follow_panel(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    enum terms_panel panel = (enum terms_panel)m->now.state.look.terms_panel;
    if (panel == TERMS_DISTANCE)
        distance_compute(&m->distance, &m->now, &quiet);
    else if (panel == TERMS_SCALE)
        sweep_compute(&m->sweep, &m->now, &quiet);
    else if (panel == TERMS_WEIGHTS)
        trial_compute(&m->trial, &m->now, &quiet);
    reply_finish(&quiet);
}

static bool compute_panels(struct session *m, struct reply *r)
{
    return distance_compute(&m->distance, &m->now, r) && sweep_compute(&m->sweep, &m->now, r) &&
           trial_compute(&m->trial, &m->now, r);
}

const struct view view_terms = {
    .name = "terms",
    .context = "terms",
    .title = TEXT("terms of a score"),
    .help = TEXT(
        "A word's content and its place are added before attention, so each score is a sum of four products: "
        "word·word, word·place, place·word, place·place (in commands cc cp pc pp). The first part asks, the "
        "second is asked about. For every word that can be read one bar stacks them: to the left of the line "
        "what speaks against it, to the right what speaks for it; then the score and its share. Below, the "
        "same sum as maps; in grey what speaks against. A term's key knocks it out (with Shift: keeps only "
        "that term): its pieces fade where they are, the shares change, and a white mark stays at the old "
        "share. Encodings with other terms (alibi t5 shaw xl deberta rope) show theirs. On a small screen "
        "the terms of one score follow each other, and the printed numbers add up to the printed score (a "
        "line 'rounding' absorbs the last digit); a term marked * is the same for every key and drops out of "
        "softmax.\n\n"
        "Above the first layer a row is a sum of sources: word, place, and what each layer's attention and "
        "feed-forward network added (attn0, ffn0; layers from 0). The terms are a table then: a row for the "
        "source that asks, a column for the one that is asked; [ ] change the layer. LayerNorm keeps the sum "
        "exact: each source is centred and divided by the σ of the whole row. More than five sources are "
        "read in groups; z opens them. 'set sources heard', as for the reader, makes one term, heard, of "
        "all products with something from a layer below; Enter opens it. Two ways to leave something out: "
        "a term ('term heard off') is missing in this score and nothing else changes; a source ('omit "
        "attn0', or a click on its name) is missing in all that follows, and everything is computed again. "
        "rope shaw xl deberta keep their own terms in every layer.\n\n"
        "Tab cycles through the panels. maps: every term for all pairs, their sum and the weights, all but "
        "the weights on the scale of the legend. meaning: what each term asks about this pair, and which "
        "papers keep which terms; P applies them in turn. distance: P_t·P_s from one position to all others, "
        "and for one distance along all positions, both without matrices and through W_Q and W_K; only "
        "without them does it depend on the distance alone. scale: the weight in focus as the encoding's "
        "scale goes from 0 to 2. W: the same weight with identity weights, random weights and the head built "
        "from M_k, wherever the sentence begins.\n\n"
        "layers: who wrote what the query finds in the key; , . open a layer's heads, X chooses what asks. "
        "'export csv terms FILE' writes every number of this view."),
    .draw = draw_terms,
    .framed_answer = true,
    .glides = true,
    .tell = terms_tell,
    .tell_briefly = tell_pair_briefly,
    .follow = follow_panel,
    .compute = compute_panels,
};
