#include "study/preset.h"

#include <string.h>

#include "core/pipeline/terms.h"

const char *const preset_terms[PRESET_TERMS] = {"cc", "cp", "pc", "pp"};

/* clang-format off */
const struct preset presets[] = {
    {"tupe", "TUPE", {true, false, false, true},
     TEXT("positions have their own W_Q and W_K, all ÷ √(2 d_k), plus T5's bias (Ke et al. 2021)")},
    {"xl", "Transformer-XL", {true, true, true, true},
     TEXT("P_s becomes a vector of the distance t − s, learned u and v replace P_t W_Q (Dai et al. 2019; 'encoding xl')")},
    {"deberta", "DeBERTa", {true, true, true, false},
     TEXT("position is the distance, with its own matrices, ÷ √(3 d_k) (He et al. 2021; 'encoding deberta')")},
    {"t5", "T5", {true, false, false, false},
     TEXT("plus one learned number per head and bucket of distances, no √d_k (Raffel et al. 2020; 'encoding t5')")},
    {"alibi", "ALiBi", {true, false, false, false},
     TEXT("minus a fixed slope per head times the distance (Press et al. 2021; 'encoding alibi')")},
    {NULL, NULL, {false, false, false, false}, NULL},
};
/* clang-format on */

int preset_find(const char *name)
{
    for (int i = 0; presets[i].name; i++)
        if (strcmp(presets[i].name, name) == 0)
            return i;
    return -1;
}

bool preset_bits(const struct config *c, const struct preset *p, struct term_set *off,
                 struct term_set *of_four)
{
    *off = *of_four = (struct term_set){{0}};
    for (int i = 0; i < PRESET_TERMS; i++) {
        struct term_set bits = terms_bits(c, preset_terms[i]);
        if (!term_set_any(&bits))
            return false;
        *of_four = term_set_with(*of_four, &bits);
        if (!p->keeps[i])
            *off = term_set_with(*off, &bits);
    }
    return true;
}

const struct preset *preset_shown(const struct scene *now)
{
    int i = now->state.look.terms.preset - 1;
    struct term_set off, of_four;
    if (i < 0 || now->state.look.layer > 0 || !preset_bits(&now->config, &presets[i], &off, &of_four))
        return NULL;
    struct term_set rest = term_set_without(now->config.term_off, &of_four),
                    of_these = term_set_without(now->config.term_off, &rest);
    return term_set_same(&of_these, &off) ? &presets[i] : NULL;
}

static void list_terms(const struct preset *p, bool kept, enum lang lang, struct text *out)
{
    for (int i = 0; i < PRESET_TERMS; i++)
        if (p->keeps[i] == kept) {
            const struct term plain = terms_plain(i);
            text_add(out, " ");
            term_title(&plain, lang, out);
        }
}

void preset_says(const struct preset *p, enum lang lang, struct text *out)
{
    bool all = true;
    for (int i = 0; i < PRESET_TERMS; i++)
        all = all && p->keeps[i];
    text_add(out, text_in(TEXT("keeps"), lang));
    list_terms(p, true, lang, out);
    if (!all) {
        text_add(out, text_in(TEXT(", drops"), lang));
        list_terms(p, false, lang, out);
    }
}
