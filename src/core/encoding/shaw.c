/* Relative position representations (Shaw, Uszkoreit, Vaswani 2018): with
 * r = clip(s - t, -K, K) + K,
 *     score = q_t·(k_s + aK[r]),   output_t = Σ_s weight (v_s + aV[r]).
 * The heads share both tables. */
#include "core/encoding/posenc.h"

enum { CLIP };
enum { AK, AV };

static int clipped_row(long i, long j, const struct config *c)
{
    int clip = (int)c->pe_param[CLIP];
    long offset = j - i;
    if (offset < -clip)
        return 0;
    return offset > clip ? 2 * clip : (int)offset + clip;
}

static void shaw_terms(struct mat *out, const struct pe_scene *s)
{
    for (int i = 0; i < s->q.rows && work_on(s->work, (double)s->k.rows * s->q.cols); i++)
        for (int j = 0; j < s->k.rows; j++) {
            const double *a = mat_row(s->c->pe_mat[AK], clipped_row(i, j, s->c));
            mat_row(out[0], i)[j] = vec_dot(mat_row(s->q, i), a, s->q.cols);
        }
}

static void value(double *out, long i, long j, int head, const struct config *c)
{
    const double *a = mat_row(c->pe_mat[AV], clipped_row(i, j, c));
    (void)head;
    for (int e = 0; e < c->dv; e++)
        out[e] = a[e];
}

const struct posenc_def pe_shaw = {
    .name = "shaw",
    .title = TEXT("relative vectors (Shaw)"),
    .formula = TEXT("score[t, s] = q_t·(k_s + aK[r]),  out_t = Σₛ w (v_s + aV[r]),  r = clip(s − t)"),
    .help = TEXT("Adds a vector for the distance to each key when scores are computed, and another to each "
                 "value when they are summed; distances beyond clip share the outermost vector. From Shaw, "
                 "Uszkoreit and Vaswani 2018. The vectors would be learned; here they are reproducible "
                 "normal numbers of standard deviation 0.3."),
    .form = PE_FORM_OFFSET,
    .offsets = {1, false, -1, -1, NULL, NULL},
    .params = {[CLIP] = {"clip", 2, 0, 64, true, NULL, TEXT("largest distance with its own vector")}},
    .matrices = {[AK] = {"aK", TEXT("added to keys, row clip + s − t"), PE_SPAN, PE_DK, NULL, "shaw aK"},
                 [AV] = {"aV", TEXT("added to values, row clip + s − t"), PE_SPAN, PE_DV, NULL, "shaw aV"}},
    .listed = {{"relative",
                TEXT_AS("shaw", "does this word look for that distance?"),
                TEXT("word·distance"),
                false,
                {0, 0}}},
    .terms = shaw_terms,
    .value = value,
};
