/* The terms view: the terms of every score of the asking word as stacked bars, and their effect on its
 * shares; below, the same for every pair as an equation of maps, or a panel: what the terms ask, their
 * dependence on distance, how a share responds to the scale and to other matrices, who wrote what is found.
 */
#include "study/preset.h"
#include "view/figures/tabs.h"
#include "view/terms/terms.h"

/* The panels, with the least and the most rows of each. */
static const struct {
    const char *name;
    void (*draw)(struct canvas c, const void *f);
    int rows, most;
} panels[] = {
    [TERMS_MAPS] = {TEXT("maps"), NULL, 0, 0},
    [TERMS_MEANING] = {TEXT_AS("terms", "meaning"), terms_meaning_draw, 0, 0},
    [TERMS_DISTANCE] = {TEXT("distance"), terms_distance_draw, 10, 24},
    [TERMS_SCALE] = {TEXT("scale"), terms_scale_draw, 10, 20},
    [TERMS_WEIGHTS] = {TEXT("W"), terms_weights_draw, 8, 10},
    [TERMS_LAYERS] = {TEXT_AS("terms", "layers"), terms_layers_draw, 10, 30},
};

static const char *panel_name(const struct screen *s, int i)
{
    bool empty = i == TERMS_LAYERS && s->session->now.config.layers == 1; /* it has nothing to show */
    return empty ? NULL : screen_text(s, panels[i].name);
}

static struct page_size panel_size(const void *of, int cols)
{
    const struct terms_facts *f = of;
    int panel = f->now->state.look.terms.panel;
    return panel == TERMS_MAPS ? PAGE_ABSENT
           : panel == TERMS_MEANING
               ? terms_meaning_size(f, cols)
               : (struct page_size){.rows = panels[panel].rows, .most_rows = panels[panel].most, .cols = 30};
}

static void panel_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    panels[f->now->state.look.terms.panel].draw(c, f);
}

/* How many reasons there are, or are left. */
static const char *reasons_said(const struct terms_facts *f)
{
    int left = 0;
    for (int i = 0; i < f->count; i++)
        left += !terms_off(f, i);
    if (left == 0)
        return screen_text(f->s, TEXT("  No reason is left."));
    return say(f->s,
               left < f->count ? TEXT("  Reasons left: %d.")
               : left == 1     ? TEXT("  %d reason makes the score.")
                               : TEXT("  %d reasons add up to each score."),
               left);
}

/* Draws who asks, and at the right the tabs that leave room for it. */
static void head_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const struct screen *s = f->s;
    const struct tabs tabs = {.setting = "terms_panel",
                              .context = *terms_key_of(s, "terms", "cycle panel 1") ? "terms" : NULL,
                              .count = sizeof panels / sizeof *panels,
                              .chosen = f->now->state.look.terms.panel,
                              .name = panel_name};
    const char *whole = screen_text(s, TEXT(" asks every word: should I read you?")),
               *brief = screen_text(s, TEXT(" asks: should I read you?")), *reasons = reasons_said(f),
               *word = terms_word(f, f->query);
    enum { TABS_LEAST = 14 };
    int asks = utf8_width(word) + utf8_width(brief) + 2,
        room = c.cols - asks < TABS_LEAST ? TABS_LEAST : c.cols - asks,
        width = tabs_draw((struct canvas){.cols = room}, s, &tabs);
    tabs_draw(canvas_part(c, 0, c.cols - width, 1, width), s, &tabs);
    c.cols -= width + 2;
    bool fits = utf8_width(word) + utf8_width(brief) <= c.cols;
    int col = canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL), word);
    col = canvas_either(c, 0, col, STYLE_TEXT, whole, fits ? brief : screen_text(s, TEXT(" asks")));
    if (col + utf8_width(reasons) <= c.cols)
        canvas_put(c, 0, col, STYLE_DIM, reasons);
}

/* The published scheme in view and which terms it keeps. */
static struct page_size preset_said(const void *of, int cols)
{
    const struct terms_facts *f = of;
    const struct preset *preset = preset_shown(f->now);
    struct text t = SCREEN_TEXT(f->s);
    (void)cols;
    if (preset) {
        text_addf(&t, "%s ", preset->title);
        preset_says(preset, screen_lang(f->s), &t);
    }
    return page_flow(text_str(&t), STYLE_NOTE, 1);
}

static void draw_terms(struct canvas c, const struct screen *s)
{
    static const struct page_part parts[] = {
        {"head", 0, {.rows = 1, .cols = 24}, NULL, head_draw},
        {"preset", 0, {0}, preset_said, NULL},
        {"named", 0, {0}, terms_named_size, terms_named_draw},
        {"questions", 0, {0}, terms_questions_size, terms_questions_draw},
        {"bars", 3, {0}, terms_bars_size, terms_bars_draw},
        {"figures", 1, {0}, terms_figures_size, terms_maps_draw},
        {"colours", 3, {0}, terms_colours_size, terms_maps_draw},
        {"panel", 9, {0}, panel_size, panel_draw},
        {"says", 0, {.cols = 1, .lines = terms_says_draw}, NULL, NULL},
        {NULL, 0, {0}, NULL, NULL},
    };
    static const char *const forms[] = {
        "head / preset / named / questions? / gap / bars / gap / figures / panel / gap / says",
        "head / preset / named / questions? / gap / bars / gap / colours / panel / gap / says",
        "head / preset / named / bars / panel / says",
        "head / named? / bars? / preset? / panel / says?",
        "head? / panel:3x0",
        NULL};
    struct canvas page = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    const struct terms_facts f = terms_facts_of(s, false);
    if (s->hidden)
        canvas_flow(page, 0, STYLE_NOTE, screen_hidden_says(s));
    else if (f.a->term_count < f.count)
        canvas_flow(page, 0, STYLE_NOTE,
                    screen_text(s, TEXT("The sentence is too long to keep every term of every score.")));
    else
        page_draw(page, forms, parts, &f);
}

/* Updates the data of the panel on screen. Each panel explains by itself why it has nothing to show. */
static void follow_panel(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    enum terms_panel panel = (enum terms_panel)m->now.state.look.terms.panel;
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
        "share. Encodings with other terms (alibi t5 shaw xl deberta rope) show theirs.\n\n"
        "Above the first layer a row is a sum of sources: word, place, and what each layer's attention and "
        "feed-forward network added (attn₁, ffn₁; in commands attn0, ffn0). The terms are a table then: a "
        "row for the "
        "source that asks, a column for the one that is asked; [ ] change the layer. LayerNorm keeps the sum "
        "exact: each source is centred and divided by the σ of the whole row. More than five sources are "
        "read in groups; z opens them. 'set sources heard', as for the reader, makes one term, heard, of "
        "all products with something from a layer below; Enter opens it. Two ways to leave something out: "
        "a term ('term heard off') is missing in this score and nothing else changes; a source ('omit "
        "attn0', or a click on its name) is missing in all that follows, and everything is computed again. "
        "rope shaw xl deberta keep their own terms in every layer.\n\n"
        "Tab cycles through the panels. maps: every term for all pairs, their sum and the shares, all but "
        "the shares on one scale. meaning: what each term gives and asks about this pair, where the printed "
        "numbers add up to the printed score (a line 'rounding' absorbs the last digit), and which papers "
        "keep which terms; P applies them in turn. distance: P_t·P_s from one position to all others, "
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
