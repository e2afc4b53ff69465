/* Describes the terms of one score. */
#include "study/preset.h"
#include "view/terms/terms.h"

static void map(const struct teller *t, struct mat m, bool shares)
{
    const struct look *look = &t->now->state.look;
    const struct tell_axis queries = {t->now->state.sentence, 0, NULL}, keys = {tell_keys(t), 0, NULL};
    tell_table(t, &(struct tell_table){m, queries, keys, look->query, look->key, shares});
}

void terms_tell(const struct teller *t)
{
    const struct terms_facts f = terms_facts_of(&t->screen, true);
    const struct preset *preset = preset_shown(t->now);
    tell_pair_briefly(t);
    if (preset) {
        text_addf(t->out, "%s ", preset->title);
        preset_says(preset, screen_lang(&t->screen), t->out);
        text_add(t->out, "\n");
    }
    if (t->now->config.omitted) {
        tell(t, TEXT("Everything was computed again without: "));
        screen_omitted(&t->screen, t->out);
        tell(t, TEXT(".\n"));
    }
    if (f.a->term_count < f.count) {
        tell(t, TEXT("The sentence is too long to keep every term of every score.\n"));
        return;
    }
    canvas_runs_bare(terms_says(&f), t->out);
    text_add(t->out, "\n");
    terms_layers_tell(t, &f);
    tell(t, TEXT("The terms that add up to the score:\n"));
    terms_meaning_tell(t, &f);
    for (int i = 0; i < f.count; i++) {
        tell(t, TEXT("Term %s for every query (row) and key (column):\n"), f.title[i]);
        map(t, terms_mat(&f, i), false);
    }
    tell(t, TEXT("Their sum, the scores:\n"));
    map(t, attention_head(f.a, f.a->map[MAP_SCORES], f.head), false);
    tell(t, TEXT("The weights, after the divisor, the mask and softmax:\n"));
    map(t, attention_head(f.a, f.a->map[MAP_WEIGHTS], f.head), true);
}
