/* Describes the terms of one score. */
#include "base/decimal.h"
#include "core/pipeline/terms.h"
#include "study/preset.h"
#include "view/tell/tell.h"
#include "view/terms/terms.h"

static void map(const struct teller *t, struct mat m, bool shares)
{
    const struct look *look = &t->now->state.look;
    const struct tell_axis queries = {t->now->state.sentence, 0, NULL}, keys = {tell_keys(t), 0, NULL};
    tell_table(t, &(struct tell_table){m, queries, keys, look->query, look->key, shares});
}

/* Tells what the printed terms lack of the printed score: who adds them up finds it. */
static void rounding(const struct teller *t, const struct term *list, int count)
{
    const struct look *look = &t->now->state.look;
    const struct attention *a = &t->now->trace.layer[look->layer].self;
    struct decimal left = {.digits = look->digits};
    struct mat scores = attention_head(a, a->map[MAP_SCORES], look->head);
    bool exact = decimal_add_printed(&left, mat_at(scores, look->query, look->key), 1, TELL_WIDEST);
    for (int i = 0; i < count; i++) {
        struct mat m = attention_head(a, attention_term(a, i), look->head);
        if (!term_set_has(&t->now->config.term_off, list[i].bit))
            exact = decimal_add_printed(&left, mat_at(m, look->query, look->key), -1, TELL_WIDEST) && exact;
    }
    if (!exact || decimal_is_zero(&left))
        return;
    tell(t, TEXT("rounding "));
    decimal_print(&left, t->out);
    text_add(t->out, "\n");
}

void terms_tell(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const struct attention *a = &t->now->trace.layer[look->layer].self;
    const struct preset *preset = preset_shown(t->now);
    struct term list[TERM_MAX];
    int count = terms_list(&t->now->config, look->layer, list);
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
    if (a->term_count < count) {
        tell(t, TEXT("The sentence is too long to keep every term of every score.\n"));
        return;
    }
    terms_layers_tell(t);
    int off = 0;
    for (int i = 0; i < count; i++)
        off += term_set_has(&t->now->config.term_off, list[i].bit);
    if (off > 0 && off == count)
        tell(t, TEXT("All terms are off: every score is 0 ('term all on' brings them back).\n"));
    tell(t, TEXT("The terms that add up to the score:\n"));
    for (int i = 0; i < count; i++) {
        bool gone = term_set_has(&t->now->config.term_off, list[i].bit);
        text_addf(t->out, "%s ", screen_term(&t->screen, &list[i]));
        tell_number(t, mat_at(attention_head(a, attention_term(a, i), look->head), look->query, look->key));
        if (gone)
            tell(t, TEXT(", knocked out"));
        tell(t, TEXT(": %s%s\n"), screen_term_asks(&t->screen, &list[i]),
             list[i].row_constant
                 ? screen_text(&t->screen, TEXT(" It is the same for every key and drops out of softmax."))
                 : "");
    }
    rounding(t, list, count);
    for (int i = 0; i < count; i++) {
        tell(t, TEXT("Term %s for every query (row) and key (column):\n"), screen_term(&t->screen, &list[i]));
        map(t, attention_head(a, attention_term(a, i), look->head), false);
    }
    tell(t, TEXT("Their sum, the scores:\n"));
    map(t, attention_head(a, a->map[MAP_SCORES], look->head), false);
    tell(t, TEXT("The weights, after the divisor, the mask and softmax:\n"));
    map(t, attention_head(a, a->map[MAP_WEIGHTS], look->head), true);
}
