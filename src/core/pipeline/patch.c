#include "core/pipeline/patch.h"

#include <string.h>

#include "base/number.h"

/* ---- while computing -------------------------------------------------------------------- */

static void put_row(const struct patch *is, struct mat rows, int i, const double *mean)
{
    double *row = mat_row(rows, i);
    const double *from = mean;
    if (mat_present(is->rows))
        from = mat_row(is->rows, is->rows.rows == 1 ? 0 : i);
    if (from)
        memcpy(row, from, (size_t)rows.cols * sizeof *row);
    else
        memset(row, 0, (size_t)rows.cols * sizeof *row);
}

void patches_apply(const struct config *c, enum patch_kind kind, int layer, int head, struct mat rows,
                   int first)
{
    for (const struct patch *is = c->patch; is - c->patch < c->patch_count; is++) {
        double mean[CONFIG_MAX_D] = {0};
        bool of_words = is->way == PATCH_MEAN && !mat_present(is->rows);
        if (is->kind != kind || is->layer != layer || is->head != head ||
            (mat_present(is->rows) &&
             (is->rows.cols != rows.cols || (is->rows.rows != 1 && is->rows.rows != rows.rows))))
            continue;
        for (int i = 0; i < rows.rows && of_words; i++)
            for (int j = 0; j < rows.cols; j++)
                mean[j] += mat_at(rows, i, j) / rows.rows;
        for (int i = first; i < rows.rows; i++)
            if (is->at < 0 || is->at == i)
                put_row(is, rows, i, of_words ? mean : NULL);
    }
}

bool patches_hide(const struct config *c, int word)
{
    for (const struct patch *is = c->patch; is - c->patch < c->patch_count; is++)
        if (is->kind == PATCH_WORD && (word < 0 || is->at == word))
            return true;
    return false;
}

bool patches_break(const struct config *c, int layer)
{
    for (const struct patch *is = c->patch; is - c->patch < c->patch_count; is++)
        if (is->kind == PATCH_ROW && is->layer < layer)
            return true;
    return false;
}

/* ---- what is the same ------------------------------------------------------------------- */

int patches_kept(const struct config *c, int kept)
{
    for (const struct patch *is = c->patch; is - c->patch < c->patch_count; is++)
        if (is->way == PATCH_MEAN && !mat_present(is->rows) && is->layer < kept)
            kept = is->layer;
    return kept;
}

/* Returns the next change of a layer from `at` on, NULL after the last. What hides a word is of all layers.
 */
static const struct patch *next_of(const struct config *c, int layer, int *at)
{
    while (*at < c->patch_count) {
        const struct patch *is = &c->patch[(*at)++];
        if (is->layer == layer || is->kind == PATCH_WORD)
            return is;
    }
    return NULL;
}

bool patches_alike(const struct config *a, const struct config *b, int layer)
{
    int i = 0, j = 0;
    const struct patch *x, *y;
    do {
        x = next_of(a, layer, &i);
        y = next_of(b, layer, &j);
        if (!x || !y)
            return x == y;
    } while (x->kind == y->kind && x->head == y->head && x->at == y->at &&
             (x->way == PATCH_MEAN) == (y->way == PATCH_MEAN) && mat_same(x->rows, y->rows));
    return false;
}

/* ---- names ------------------------------------------------------------------------------ */

static const char *const names[PATCH_KINDS] = {"attn", "attn", "ffn", "layer", "weights", "word"};

bool patch_named(const struct config *c, const char *name, struct patch *out)
{
    for (int k = 0; k < PATCH_WORD; k++) {
        size_t n = strlen(names[k]), digits;
        long layer, head = 0;
        const char *dot = strstr(name, ".h");
        bool heads = k == PATCH_HEAD || k == PATCH_READS;
        if (strncmp(name, names[k], n) != 0 || heads != (dot != NULL) || (k == PATCH_FFN && c->dff == 0))
            continue;
        digits = dot ? (size_t)(dot - name) - n : strlen(name) - n;
        if (number_parse_int(name + n, digits, 0, c->layers - 1, &layer) != NUMBER_OK ||
            (dot && number_parse_int(dot + 2, strlen(dot + 2), 0, c->heads - 1, &head) != NUMBER_OK))
            continue;
        *out = (struct patch){.kind = (enum patch_kind)k, .layer = (int)layer, .head = (int)head, .at = -1};
        return true;
    }
    return false;
}

void patch_name(const struct patch *what, struct text *out)
{
    text_addf(out, "%s%d", names[what->kind], what->kind == PATCH_WORD ? what->at : what->layer);
    if (what->kind == PATCH_HEAD || what->kind == PATCH_READS)
        text_addf(out, ".h%d", what->head);
}
