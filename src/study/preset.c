#include "study/preset.h"

#include <string.h>

#include "core/pipeline/terms.h"

const char *const preset_terms[PRESET_TERMS] = {"cc", "cp", "pc", "pp"};

/* clang-format off */
const struct preset presets[] = {
    {"tupe", "TUPE", {true, false, false, true},
     PAIR("positions have their own W_Q and W_K, all ÷ √(2 d_k), plus T5's bias (Ke et al. 2021)",
          "位置有自己的 W_Q、W_K，一起除以 √(2 d_k)，再加 T5 的偏置（Ke 等 2021）")},
    {"xl", "Transformer-XL", {true, true, true, true},
     PAIR("P_s becomes a vector of the distance t − s, learned u and v replace P_t W_Q (Dai et al. 2019; 'encoding xl')",
          "P_s 换成距离 t − s 的向量，P_t W_Q 换成学出来的 u 和 v（Dai 等 2019；encoding xl）")},
    {"deberta", "DeBERTa", {true, true, true, false},
     PAIR("position is the distance, with its own matrices, ÷ √(3 d_k) (He et al. 2021; 'encoding deberta')",
          "位置是距离，有自己的矩阵，除以 √(3 d_k)（He 等 2021；encoding deberta）")},
    {"t5", "T5", {true, false, false, false},
     PAIR("plus one learned number per head and bucket of distances, no √d_k (Raffel et al. 2020; 'encoding t5')",
          "加上每个头、每个距离桶学出来的一个数，不除以 √d_k（Raffel 等 2020；encoding t5）")},
    {"alibi", "ALiBi", {true, false, false, false},
     PAIR("minus a fixed slope per head times the distance (Press et al. 2021; 'encoding alibi')",
          "减去每个头固定的斜率乘以距离（Press 等 2021；encoding alibi）")},
    {NULL, NULL, {false, false, false, false}, PAIR(NULL, NULL)},
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
    int i = now->state.look.preset - 1;
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
        if (p->keeps[i] == kept)
            text_addf(out, " %s", pair_in(terms_title(i), lang));
}

void preset_keeps(const struct preset *p, enum lang lang, struct text *out)
{
    text_add(out, text_in(TEXT("keeps", "保留"), lang));
    list_terms(p, true, lang, out);
}

void preset_says(const struct preset *p, enum lang lang, struct text *out)
{
    bool all = true;
    for (int i = 0; i < PRESET_TERMS; i++)
        all = all && p->keeps[i];
    preset_keeps(p, lang, out);
    if (!all) {
        text_add(out, text_in(TEXT(", drops", "，去掉"), lang));
        list_terms(p, false, lang, out);
    }
}
