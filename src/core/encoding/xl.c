/* Transformer-XL (Dai et al. 2019, section 3.3): the four terms of an added
 * encoding, rewritten so that position enters only as the distance δ = t - s:
 *     a  q_t·k_s         the query's content against the key's content
 *     b  q_t·r_δ         the query's content against the distance
 *     c  u·k_s           the key's content, for any query
 *     d  v·r_δ           the distance, for any query
 * with r_δ = R(δ) W_R, R(δ) = [sin δω_0 … | cos δω_0 …] of width d (all sines,
 * then all cosines, as in the released code), and u, v with one row per head.
 * The paper has no biases; b_Q and b_K, if set, are part of q and k. */
#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"

enum { WR, U, V };
enum { TERM_A, TERM_B, TERM_C, TERM_D };

void pe_fill_identity(struct mat out, const struct config *c)
{
    (void)c;
    mat_fill(out, 0);
    for (int i = 0; i < out.rows && i < out.cols; i++)
        mat_row(out, i)[i] = 1;
}

/* Fills terms b and d, diagonal by diagonal: both use the key of the distance t - s = δ. */
static void offset_terms(struct mat *out, const struct pe_scene *s)
{
    const struct config *c = s->c;
    int dk = c->dk, n = s->q.rows, keys = s->k.rows;
    struct mat w_r = mat_columns(c->pe_mat[WR], s->head * dk, dk);
    const double *v = mat_row(c->pe_mat[V], s->head);
    double wide[CONFIG_MAX_D + 1], key[CONFIG_MAX_D];
    for (int offset = 1 - keys; offset < n && work_on(s->work, (double)dk * (c->d + n)); offset++) {
        sines_hands(wide, wide + sines_pairs(c->d), c->d, c->base, offset);
        mat_mul(mat_of(1, dk, dk, key), mat_of(1, c->d, c->d, wide), w_r); /* r_δ = R(δ) W_R of the head */
        double d = vec_dot(v, key, dk);
        for (int i = offset > 0 ? offset : 0; i < n && i - offset < keys; i++) {
            mat_row(out[TERM_B], i)[i - offset] = vec_dot(mat_row(s->q, i), key, dk);
            mat_row(out[TERM_D], i)[i - offset] = d;
        }
    }
}

static void xl_terms(struct mat *out, const struct pe_scene *s)
{
    const double *u = mat_row(s->c->pe_mat[U], s->head);
    mat_mul_t_on(out[TERM_A], s->q, s->k, s->work);
    for (int j = 0; j < s->k.rows; j++) {
        double c = vec_dot(u, mat_row(s->k, j), s->c->dk);
        for (int i = 0; i < s->q.rows; i++)
            mat_row(out[TERM_C], i)[j] = c;
    }
    offset_terms(out, s);
}

static bool xl_problem(const struct config *c, const char **what)
{
    *what = TEXT("xl uses d/2 sines and d/2 cosines: d must be even (try set d 8)");
    return c->d % 2 != 0;
}

const struct posenc_def pe_xl = {
    .name = "xl",
    .title = "Transformer-XL",
    .formula = TEXT("score[t, s] = (q_t + u)·k_s + (q_t + v)·r_{t−s},  r_δ = [sin δω | cos δω] W_R"),
    .help = TEXT("Rewrites the four terms of the score so that position enters only as the distance t − s: "
                 "u and v replace the query's position, and W_R turns each distance into a key. "
                 "Acts on the scores, in self-attention. From Transformer-XL (Dai et al. 2019); W_R starts "
                 "here as the identity, u and v as reproducible normal numbers of standard deviation 0.3."),
    .form = PE_FORM_OFFSET,
    .offsets = {-1, true, 0, 2, NULL, NULL},
    .matrices = {[WR] = {"WR", TEXT("turns distances into keys"), PE_D, PE_HEADS_DK, pe_fill_identity, NULL},
                 [U] = {"u", TEXT("queries every key by content; one row per head"), PE_HEADS, PE_DK, NULL,
                        "xl u"},
                 [V] = {"v", TEXT("queries every distance; one row per head"), PE_HEADS, PE_DK, NULL,
                        "xl v"}},
    .listed =
        {
            [TERM_A] = {"a", TEXT("do the meanings of both words fit?"), TEXT("word·word"), true, {0, 0}},
            [TERM_B] =
                {"b", TEXT("does this word look for that distance?"), TEXT("word·distance"), false, {0, 0}},
            [TERM_C] =
                {"c", TEXT("is that word worth reading, whoever asks?"), TEXT("any·word"), false, {0, 0}},
            [TERM_D] = {"d",
                        TEXT("is that distance worth reading, whoever asks?"),
                        TEXT("any·distance"),
                        false,
                        {0, 0}},
        },
    .terms = xl_terms,
    .replaces_product = true,
    .problem = xl_problem,
};
