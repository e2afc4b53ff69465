/* The list of encodings. To add one, write its file, declare it below and add it to the table. */
#include "core/encoding/posenc.h"

#include <math.h>
#include <string.h>

#include "core/math/rng.h"

extern const struct posenc_def pe_none, pe_sincos, pe_sinonly, pe_integer, pe_normalized, pe_binary,
    pe_onehot, pe_learned, pe_rope, pe_alibi, pe_t5, pe_shaw, pe_xl, pe_deberta, pe_grid2d, pe_fourier;

const struct posenc_def *const posencs[] = {
    &pe_none,   &pe_sincos,  &pe_sinonly, &pe_integer, &pe_normalized, &pe_binary,
    &pe_onehot, &pe_learned, &pe_rope,    &pe_alibi,   &pe_t5,         &pe_shaw,
    &pe_xl,     &pe_deberta, &pe_grid2d,  &pe_fourier, NULL,
};

int posenc_count(void)
{
    return (int)(sizeof posencs / sizeof *posencs) - 1;
}

const struct posenc_def *posenc_find(const char *name)
{
    for (int i = 0; posencs[i] != NULL; i++)
        if (strcmp(posencs[i]->name, name) == 0)
            return posencs[i];
    return NULL;
}

const char *posenc_label(const struct posenc_def *def, enum lang lang)
{
    return lang == LANG_EN ? def->name : text_in(def->title, lang);
}

const char *posenc_fact(const struct posenc_def *def, enum lang lang)
{
    return def->form == PE_FORM_NONE ? text_in(def->title, lang) : posenc_label(def, lang);
}

int posenc_index(const struct posenc_def *def)
{
    int i = 0;
    while (posencs[i] != NULL && posencs[i] != def)
        i++;
    return posencs[i] != NULL ? i : -1;
}

int posenc_param_count(const struct posenc_def *def)
{
    int n = 0;
    while (n < PE_MAX_PARAMS && def->params[n].name != NULL)
        n++;
    return n;
}

int posenc_param_find(const struct posenc_def *def, const char *name)
{
    for (int i = 0; i < posenc_param_count(def); i++)
        if (strcmp(def->params[i].name, name) == 0)
            return i;
    return -1;
}

int posenc_matrix_count(const struct posenc_def *def)
{
    int n = 0;
    while (n < PE_MAX_MATRICES && def->matrices[n].name != NULL)
        n++;
    return n;
}

void posenc_shape(const struct config *c, int i, int *rows, int *cols)
{
    int first = (int)c->pe_param[0];
    const int sizes[] = {[PE_ONE] = 1,
                         [PE_D] = c->d,
                         [PE_HALF_D] = c->d / 2,
                         [PE_DK] = c->dk,
                         [PE_DV] = c->dv,
                         [PE_HEADS] = c->heads,
                         [PE_HEADS_DK] = c->heads * c->dk,
                         [PE_AXES] = posenc_grid(c) > 0 ? 2 : 1,
                         [PE_FIRST] = first,
                         [PE_TWICE] = 2 * first,
                         [PE_SPAN] = 2 * first + 1};
    *rows = sizes[c->pe->matrices[i].rows];
    *cols = sizes[c->pe->matrices[i].cols];
}

/* Rounding to three decimals also hides the last bit of log and cos, the only place where machines differ. */
void pe_fill_normal(struct mat out, const char *name)
{
    uint64_t seed = rng_hash(name);
    for (int r = 0; r < out.rows; r++)
        for (int c = 0; c < out.cols; c++) {
            struct rng rng = rng_seed(seed ^ ((uint64_t)r << 32 | (uint64_t)c));
            double x = PE_FILL_SD * rng_normal(&rng);
            mat_row(out, r)[c] = round(x * 1000) / 1000 + 0.0; /* no -0 */
        }
}

void posenc_fill(const struct config *c, int i, struct mat out)
{
    const struct pe_matrix *m = &c->pe->matrices[i];
    if (m->fill)
        m->fill(out, c);
    else if (m->drawn)
        pe_fill_normal(out, m->drawn);
    else
        mat_fill(out, 0);
}

int posenc_term_count(const struct config *c)
{
    int n = 0;
    while (n < PE_LISTED && c->pe->listed[n].name)
        n++;
    return c->pe->term_count ? c->pe->term_count(c) : n;
}

struct pe_term posenc_term(const struct config *c, int t, char name[16])
{
    return c->pe->term ? c->pe->term(t, c, name) : c->pe->listed[t];
}

int posenc_grid(const struct config *c)
{
    return c->pe->grid > 0 ? (int)c->pe_param[c->pe->grid - 1] : 0;
}

const char *posenc_formula(const struct config *c)
{
    return c->pe->formula_under ? c->pe->formula_under(c) : c->pe->formula;
}

struct config posenc_of_layer(const struct config *c, int layer)
{
    struct config of = *c;
    if (c->window_base > 0 && c->pe->rotate && !(c->windowless >> layer & 1U)) {
        of.base = c->window_base;
        of.pe_param[posenc_param_find(c->pe, "scaling")] = 0;
    }
    return of;
}

void posenc_rotate(double *row, long pos, const struct config *c)
{
    double hands[CONFIG_MAX_D];
    c->pe->hands(hands, pos, c);
    c->pe->rotate(row, hands, 1, c);
}

bool posenc_added(const struct config *c)
{
    return c->pe->row != NULL;
}

int posenc_table(struct mat P, const struct config *c)
{
    if (!posenc_added(c)) {
        mat_fill(P, 0);
        return 0;
    }
    int have = 0;
    if (c->pe->rows) {
        c->pe->rows(P, c->start, c);
        have = P.rows;
    }
    for (int r = 0; r < P.rows && !c->pe->rows; r++)
        have += c->pe->row(mat_row(P, r), c->start + r, c);
    for (int r = 0; r < P.rows && c->pescale != 1; r++)
        for (int j = 0; j < P.cols; j++)
            mat_row(P, r)[j] *= c->pescale;
    return have;
}

int posenc_unplaced(const struct config *c)
{
    long over = c->pe->tabled ? (long)c->start + c->n - (long)c->pe_param[0] : 0; /* (its rows) */
    return over <= 0 ? 0 : over < c->n ? (int)over : c->n;
}

void posenc_table_back(struct mat *to, struct mat d_P, const struct config *c)
{
    double row[CONFIG_MAX_D];
    for (int r = 0; c->pe->row_back && r < d_P.rows; r++) {
        for (int j = 0; j < d_P.cols; j++)
            row[j] = c->pescale * mat_at(d_P, r, j);
        c->pe->row_back(to, row, c->start + r, c);
    }
}

bool posenc_counts(const struct config *c)
{
    return c->pe->counts && c->pe->counts(c);
}

bool posenc_param_says(const struct posenc_def *def, const double *values, int i)
{
    int with = def->params[i].with;
    bool chooses = i + 1 < PE_MAX_PARAMS && def->params[i + 1].with == i + 1; /* of others, as 0 alone */
    return with > 0 ? values[with - 1] > 0 : !chooses || values[i] > 0;
}

bool posenc_is_learned(const struct config *c)
{
    return (c->pe->row_back || c->pe->bias_back) && !(c->pe->fixed && c->pe->fixed(c));
}

bool posenc_has_gradient(const struct posenc_def *def)
{
    return (!def->terms || def->rotate) && !def->value;
}
