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

static bool xl_problem(const struct config *c, struct pair *what)
{
    *what = BOTH("xl uses d/2 sines and d/2 cosines: d must be even (try set d 8)",
                 "xl 把 d/2 个正弦和 d/2 个余弦并排放置：d 必须是偶数（试试 set d 8）");
    return c->d % 2 != 0;
}

const struct posenc_def pe_xl = {
    .name = "xl",
    .title = PAIR("Transformer-XL", "Transformer-XL"),
    .formula = PAIR("score[t, s] = (q_t + u)·k_s + (q_t + v)·r_{t−s},  r_δ = [sin δω | cos δω] W_R",
                    "得分[t, s] = (q_t + u)·k_s + (q_t + v)·r_{t−s},  r_δ = [sin δω | cos δω] W_R"),
    .help = PAIR("Rewrites the four terms of the score so that position enters only as the distance t − s: "
                 "u and v replace the query's position, and W_R turns each distance into a key. "
                 "Acts on the scores, in self-attention. From Transformer-XL (Dai et al. 2019); W_R starts "
                 "here as the identity, u and v as reproducible normal numbers of standard deviation 0.3.",
                 "改写得分的四项，让位置只以距离 t − s 的形式出现：u 和 v 代替查询的位置来提问，W_R 把每个"
                 "距离变成一个键。作用在得分上，只用于自注意力。出自 Transformer-XL（Dai 等 2019）；这里 "
                 "W_R 从单位矩阵开始，u 和 v 是标准差 0.3 的可复现正态随机数。"),
    .form = PE_FORM_OFFSET,
    .offsets = {-1, true, 0, 2, NULL, NULL},
    .matrices = {[WR] = {"WR", PAIR("turns distances into keys", "把距离变成键"), PE_D, PE_HEADS_DK,
                         pe_fill_identity, NULL},
                 [U] = {"u",
                        PAIR("queries every key by content; one row per head", "按内容问每个键；每个头一行"),
                        PE_HEADS, PE_DK, NULL, "xl u"},
                 [V] = {"v", PAIR("queries every distance; one row per head", "问每个距离；每个头一行"),
                        PE_HEADS, PE_DK, NULL, "xl v"}},
    .listed =
        {
            [TERM_A] = {"a", PAIR("do the meanings of both words fit?", "查询的内容想看这个键的内容吗？"),
                        PAIR("word·word", "词·词"), true},
            [TERM_B] = {"b",
                        PAIR("does this word look for that distance?", "查询的内容想看这个距离上的词吗？"),
                        PAIR("word·distance", "词·距离"), false},
            [TERM_C] = {"c",
                        PAIR("is that word worth reading, whoever asks?",
                             "不管谁来问，这个键的内容都值得一看吗？"),
                        PAIR("any·word", "任意·词"), false},
            [TERM_D] = {"d",
                        PAIR("is that distance worth reading, whoever asks?",
                             "不管谁来问，这个距离都值得一看吗？"),
                        PAIR("any·distance", "任意·距离"), false},
        },
    .terms = xl_terms,
    .replaces_product = true,
    .problem = xl_problem,
};
