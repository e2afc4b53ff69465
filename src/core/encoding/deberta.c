/* Disentangled attention (He et al. 2021, DeBERTa). Content and distance have
 * separate vectors, and three of the four terms are used:
 *     c2c  q_t·k_s
 *     c2p  q_t·kr[δ(t, s)],            kr = rel W_kr
 *     p2c  k_s·qr[δ(s, t)],            qr = rel W_qr
 * with δ(t, s) = clip(t - s + K, 0, 2K - 1), divided by √(3 dk). The released
 * code gathers p2c with δ(t, s) instead of δ(s, t); both forms are available.
 * The paper's biases are those of W_Q and W_K, already part of q and k. */
#include "core/encoding/posenc.h"

enum { K, FORM };
enum { FORM_PAPER, FORM_CODE };
enum { REL, WQR, WKR };
enum { C2C, C2P, P2C };

struct span {
    int first, last;
};

/* Returns the range of j in 0 … count-1 with δ(i, j) = r; empty if last < first. */
static struct span matching(int i, int r, int reach, int count)
{
    int j = i + reach - r; /* solves i - j + K = r without clipping */
    struct span s = {r == 2 * reach - 1 ? 0 : j, r == 0 ? count - 1 : j};
    if (s.first < 0)
        s.first = 0;
    if (s.last > count - 1)
        s.last = count - 1;
    return s;
}

/* Fills the terms of row r of rel: its key vector meets the queries, its query vector the keys. */
static void distance_terms(struct mat *out, const struct pe_scene *s, int r)
{
    const struct config *c = s->c;
    int dk = c->dk;
    double key[CONFIG_MAX_D], query[CONFIG_MAX_D];
    struct mat rel = mat_rows(c->pe_mat[REL], r, 1);
    mat_mul(mat_of(1, dk, dk, key), rel, mat_columns(c->pe_mat[WKR], s->head * dk, dk));
    mat_mul(mat_of(1, dk, dk, query), rel, mat_columns(c->pe_mat[WQR], s->head * dk, dk));
    for (int i = 0; i < s->q.rows; i++) {
        struct span at = matching(i, r, (int)c->pe_param[K], s->k.rows);
        double x = at.first <= at.last ? vec_dot(mat_row(s->q, i), key, dk) : 0;
        for (int j = at.first; j <= at.last; j++)
            mat_row(out[C2P], i)[j] = x;
    }
    /* p2c of all pairs with δ(s, t) = r (in the code's form δ(t, s)) */
    bool code = (int)c->pe_param[FORM] == FORM_CODE;
    int n = s->q.rows, keys = s->k.rows;
    for (int one = 0; one < (code ? n : keys); one++) {
        struct span at = matching(one, r, (int)c->pe_param[K], code ? keys : n);
        for (int other = at.first; other <= at.last; other++) {
            int i = code ? one : other, j = code ? other : one;
            mat_row(out[P2C], i)[j] = vec_dot(mat_row(s->k, j), query, dk);
        }
    }
}

static void deberta_terms(struct mat *out, const struct pe_scene *s)
{
    double vectors = 2.0 * s->c->d * s->c->dk, products = (double)s->q.rows * s->k.rows * s->c->dk;
    mat_mul_t_on(out[C2C], s->q, s->k, s->work);
    for (int r = 0;
         r < 2 * (int)s->c->pe_param[K] && work_on(s->work, vectors + products / (2 * s->c->pe_param[K]));
         r++)
        distance_terms(out, s, r);
}

const struct posenc_def pe_deberta = {
    .name = "deberta",
    .title = "DeBERTa",
    .formula =
        TEXT("score[t, s] = q_t·k_s + q_t·kr[δ(t,s)] + k_s·qr[δ(s,t)],  δ = clip(t − s + k),  ÷ √(3 d_k)"),
    .help = TEXT("Keeps content and distance in separate vectors and adds three terms: word·word, "
                 "word·distance and distance·word; distance·distance is left out. "
                 "Acts on the scores, in self-attention, and divides by √(3 d_k). From DeBERTa (He et al. "
                 "2021); the paper and the released code differ in the sign of p2c's distance: choose "
                 "with form."),
    .form = PE_FORM_OFFSET,
    .offsets = {-1, false, WKR, -1, "c2p", "p2c"},
    .params = {[K] = {"k", 3, 1, 256, true, NULL, TEXT("distances from −k to k − 1 have their own vectors")},
               [FORM] = {"form", FORM_PAPER, 0, FORM_CODE, true, "paper code",
                         TEXT("which distance p2c looks up: s − t (paper) or t − s (released code)")}},
    .matrices =
        {[REL] = {"rel", TEXT("one vector per distance, row t − s + k"), PE_TWICE, PE_D, NULL, "deberta rel"},
         [WQR] = {"Wqr", TEXT("turns distances into queries"), PE_D, PE_HEADS_DK, pe_fill_identity, NULL},
         [WKR] = {"Wkr", TEXT("turns distances into keys"), PE_D, PE_HEADS_DK, pe_fill_identity, NULL}},
    .listed =
        {
            [C2C] = {"c2c", TEXT("do the meanings of both words fit?"), TEXT("word·word"), true, {0, 0}},
            [C2P] = {"c2p",
                     TEXT("does this word look for that distance?"),
                     TEXT("word·distance"),
                     false,
                     {0, 0}},
            [P2C] = {"p2c",
                     TEXT("does this distance look for that word?"),
                     TEXT("distance·word"),
                     false,
                     {0, 0}},
        },
    .terms = deberta_terms,
    .replaces_product = true,
    .divisor_factor = 1.7320508075688772,
};
