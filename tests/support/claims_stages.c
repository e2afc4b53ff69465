/* Claims about the row in focus of a stage, and about the boxes of the machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "study/cursor.h"
#include "study/head_kind.h"
#include "support/claims.h"
#include "view/screen.h"

static const struct look *look_of(const struct claims *c)
{
    return &c->m->now.state.look;
}

static const struct scene *now_of(const struct claims *c)
{
    return &c->m->now;
}

/* The row in focus of the stage in focus; cols 0: there is none. */
static struct mat row_of(const struct claims *c)
{
    const struct look *l = look_of(c);
    const struct scene *now = now_of(c);
    int row, col;
    if (!stage_present(&now->config, l->layer, l->stage) || l->stage == STAGE_TOKENS)
        return (struct mat){0};
    cursor_of_stage(&now->state, &now->config, l->stage, &row, &col);
    return mat_rows(stage_matrix(&now->trace, l->layer, l->stage, l->head), row, 1);
}

static const struct sequence *keys_of(const struct claims *c)
{
    const struct scene *now = now_of(c);
    return stage_crosses(look_of(c)->stage) || config_crosses(&now->config) ? now->state.memory
                                                                            : now->state.sentence;
}

/* Column j as it is called: a word, a dimension's name or its number. */
static bool column_is(const struct claims *c, int j, const struct claim_piece *name)
{
    const struct scene *now = now_of(c);
    const struct sequence *rows, *cols;
    struct text t = TEXT_HERE;
    bool same = false;
    struct state st = now->state;
    st.look.lang = (int)c->lang;
    cursor_stage_words(&st, &now->config, look_of(c)->stage, &rows, &cols);
    if (cols && j < cols->count) {
        screen_word(&st, cols, j, &t);
        same = claims_is(name, text_str(&t));
    } else {
        text_addf(&t, "%d", j);
        same = claims_is(name, text_str(&t)) ||
               (j < LEXICON_DIMS && claims_is(name, text_in(lexicon_dims[j], c->lang)));
    }
    text_finish(&t);
    return same;
}

static bool next_of(const struct claim_piece *list, int *at, struct claim_piece *item)
{
    static const char *const gaps[] = {", ", "、", "，", " + "};
    const char *s = list->s + *at;
    int n = list->n - *at, len = n, skip = 0;
    for (int i = 0; i < n && len == n; i++)
        for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
            if (strncmp(s + i, gaps[g], strlen(gaps[g])) == 0) {
                len = i;
                skip = (int)strlen(gaps[g]);
                break;
            }
    *item = (struct claim_piece){.s = s, .n = len};
    *at += len + skip;
    return n > 0;
}

/* A list of columns with their numbers, of the largest: by value, or by size. Sets *sum to what it names. */
static bool list_holds(const struct claims *c, const struct claim_piece *list, struct mat row, bool by_size,
                       double *sum)
{
    struct claim_piece item;
    double last = INFINITY, most = -INFINITY;
    int at = 0, count = 0;
    *sum = 0;
    for (int j = 0; j < row.cols; j++)
        if (isfinite(mat_at(row, 0, j)))
            most = fmax(most, by_size ? fabs(mat_at(row, 0, j)) : mat_at(row, 0, j));
    for (; next_of(list, &at, &item); count++) {
        struct claims in;
        bool found = false, rest = claims_within(c, &in, "the others %n", "其余 %n", item.s, item.n);
        if (rest) {
            *sum += in.piece[0].x;
            continue;
        }
        if (!claims_within(c, &in, "%s %n", "%s %n", item.s, item.n))
            return false;
        double x = in.piece[1].x;
        for (int j = 0; j < row.cols; j++)
            found =
                found ||
                (claims_number(&in.piece[1], mat_at(row, 0, j)) && column_is(c, j, &in.piece[0]) &&
                 (count > 0 ||
                  claims_alike(&in.piece[1], by_size ? fabs(mat_at(row, 0, j)) : mat_at(row, 0, j), most)));
        if (!found || (by_size ? fabs(x) : x) > last)
            return false;
        last = by_size ? fabs(x) : x;
        *sum += x;
    }
    return count > 0;
}

static bool is_mostly(const struct claims *c)
{
    double sum;
    return list_holds(c, &c->piece[1], row_of(c), true, &sum);
}

static bool matches_best(const struct claims *c)
{
    double sum;
    struct mat row = row_of(c);
    bool differ = false;
    for (int j = 1; j < row.cols; j++)
        differ = differ || mat_at(row, 0, j) != mat_at(row, 0, 0);
    return (differ || row.cols == 1) && list_holds(c, &c->piece[1], row, false, &sum);
}

/* Their shares, if nothing hides a key, are the same to nine digits. */
static bool matches_equally(const struct claims *c)
{
    struct mat row = row_of(c);
    const struct scene *now = now_of(c);
    struct attention_role role = {.cross = true};
    if (!stage_crosses(look_of(c)->stage))
        role = attention_first(&now->config);
    double by = stage_first(look_of(c)->stage) == STAGE_SCORES ? attention_divisor(&now->config, role) : 1;
    for (int j = 1; j < row.cols; j++)
        if (!(fabs(mat_at(row, 0, j) - mat_at(row, 0, 0)) / by < 1e-8))
            return false;
    return true;
}

static bool points_to(const struct claims *c)
{
    double sum;
    return list_holds(c, &c->piece[1], row_of(c), false, &sum);
}

static bool gives(const struct claims *c)
{
    double sum;
    return list_holds(c, &c->piece[1], row_of(c), false, &sum) && fabs(sum - 1) < 0.006 * CLAIM_PIECES;
}

static bool gives_the_same(const struct claims *c)
{
    struct mat row = row_of(c);
    for (int j = 0; j < row.cols; j++)
        if (!claims_number(&c->piece[1], mat_at(row, 0, j)) ||
            fabs(mat_at(row, 0, j) - 1.0 / row.cols) > 1e-8)
            return false;
    return row.cols > 0;
}

static bool hides(const struct claims *c, int key)
{
    const struct scene *now = now_of(c);
    struct attention_role role = {.cross = true};
    if (!stage_crosses(look_of(c)->stage))
        role = attention_first(&now->config);
    return attention_mask(&now->config, look_of(c)->layer, role, look_of(c)->query, key) == -INFINITY;
}

static bool may_look_everywhere(const struct claims *c)
{
    for (int j = 0; j < keys_of(c)->count; j++)
        if (hides(c, j))
            return false;
    return true;
}

static bool may_not_look(const struct claims *c)
{
    struct claim_piece item, list = c->piece[1];
    const char *others = c->lang == LANG_EN ? " and others" : " 等";
    int at = 0, named = 0, hidden = 0, tail = (int)strlen(others);
    bool more = list.n > tail && strncmp(list.s + list.n - tail, others, (size_t)tail) == 0;
    list.n -= more ? tail : 0;
    for (int j = 0; j < keys_of(c)->count; j++)
        hidden += hides(c, j);
    for (; next_of(&list, &at, &item); named++) {
        bool found = false;
        for (int j = 0; j < keys_of(c)->count; j++)
            found = found || (hides(c, j) && column_is(c, j, &item));
        if (!found)
            return false;
    }
    return more ? hidden > named : hidden == named;
}

static bool largest_number(const struct claims *c)
{
    struct mat row = row_of(c);
    const struct claim_piece *x = &c->piece[c->pieces - 2], *column = &c->piece[c->pieces - 1];
    double most = -INFINITY;
    for (int j = 0; j < row.cols; j++)
        most = isfinite(mat_at(row, 0, j)) ? fmax(most, mat_at(row, 0, j)) : most;
    for (int j = 0; j < row.cols; j++)
        if (column_is(c, j, column) && claims_number(x, mat_at(row, 0, j)) &&
            claims_alike(x, mat_at(row, 0, j), most))
            return true;
    return false;
}

static double length_of(struct mat m, int row)
{
    double sum = 0;
    for (int j = 0; j < m.cols; j++)
        sum += mat_at(m, row, j) * mat_at(m, row, j);
    return sqrt(sum);
}

/* Both rows are of stages with these names, and so long. */
static bool sum_of_rows(const struct claims *c)
{
    const struct scene *now = now_of(c);
    int row, col;
    cursor_of_stage(&now->state, &now->config, look_of(c)->stage, &row, &col);
    for (int i = 1; i < 5; i += 2) {
        bool found = false;
        for (int l = 0; l < now->config.layers && !found; l++)
            for (int s = 1; s < STAGE_COUNT && !found; s++)
                if (stage_present(&now->config, l, s) && stage_row(s)->heads != HEADS_APART) {
                    struct mat m = stage_matrix(&now->trace, l, s, 0);
                    found = claims_is(&c->piece[i], text_in(stage_label(s), c->lang)) && row < m.rows &&
                            claims_number(&c->piece[i + 1], length_of(m, row));
                }
        if (!found)
            return false;
    }
    return true;
}

static bool above_zero(const struct claims *c)
{
    struct mat row = row_of(c);
    int n = 0;
    for (int j = 0; j < row.cols; j++)
        n += mat_at(row, 0, j) > 0;
    return n == (int)c->piece[1].x && row.cols == (int)c->piece[2].x;
}

static void moments(struct mat m, int row, double *mean, double *variance)
{
    *mean = *variance = 0;
    for (int j = 0; j < m.cols; j++)
        *mean += mat_at(m, row, j) / m.cols;
    for (int j = 0; j < m.cols; j++)
        *variance += (mat_at(m, row, j) - *mean) * (mat_at(m, row, j) - *mean) / m.cols;
}

static bool now_normed(const struct claims *c)
{
    double mean, variance;
    moments(row_of(c), 0, &mean, &variance);
    return claims_number(&c->piece[1], mean) && claims_number(&c->piece[2], sqrt(variance));
}

/* 0.53 v(cat) + 0.46 v(dog) + 0.01 of the others */
static bool mix_holds(const struct claims *c, const struct claim_piece *list, int head)
{
    const struct scene *now = now_of(c);
    const struct look *l = look_of(c);
    const struct attention *a = stage_attention(&now->trace.layer[l->layer], l->stage);
    int at = 0, count = 0;
    struct claim_piece item;
    double sum = 0, last = INFINITY;
    if (head < 0 || head >= a->heads)
        return false;
    const double *w = mat_row(attention_head(a, a->map[MAP_WEIGHTS], head), l->query);
    for (; next_of(list, &at, &item); count++) {
        struct claims in;
        bool found = false;
        if (claims_within(c, &in, "%n of the others", "%n（其余）", item.s, item.n)) {
            sum += in.piece[0].x;
            continue;
        }
        if (!claims_within(c, &in, "%n v(%s)", "%n v(%s)", item.s, item.n) &&
            !claims_within(c, &in, "%n %s", "%n %s", item.s, item.n))
            return false;
        for (int k = 0; k < keys_of(c)->count; k++)
            found = found || (claims_number(&in.piece[0], w[k]) &&
                              claims_names(c, &c->of[0], keys_of(c), k, &in.piece[1]));
        if (!found || in.piece[0].x > last)
            return false;
        last = in.piece[0].x;
        sum += in.piece[0].x;
    }
    return count > 0 && fabs(sum - 1) < 0.1;
}

static bool takes_mix(const struct claims *c)
{
    struct claim_piece list = c->piece[1];
    list.n = (int)(c->piece[2].s + c->piece[2].n - list.s);
    return mix_holds(c, &list, look_of(c)->head);
}

/* The mixes of all heads, each closed by its number: " (head 1)". */
static bool now_holds(const struct claims *c)
{
    const char *p = c->piece[1].s, *end = p + c->piece[1].n;
    const char *open = c->lang == LANG_EN ? " (head " : "（第 ", *gap = c->lang == LANG_EN ? ", " : "、";
    struct claim_piece mix = c->piece[1];
    if (now_of(c)->config.heads == 1)
        return mix_holds(c, &mix, 0);
    while (p < end) {
        const char *at = strstr(p, open);
        if (!at || at >= end)
            return false;
        mix = (struct claim_piece){.s = p, .n = (int)(at - p)};
        if (!mix_holds(c, &mix, atoi(at + strlen(open)) - 1))
            return false;
        p = strstr(at, gap) ? strstr(at, gap) + strlen(gap) : end;
    }
    return true;
}

/* ---- heads --------------------------------------------------------------------------------- */

static bool sees(const struct attention *a, int head, int q, int k)
{
    return mat_at(attention_head(a, a->map[MAP_MASKED], head), q, k) > -INFINITY;
}

/* The mean share that rows give to the keys of a kind, where the claim is simple enough to be counted here.
 */
static double read_on_average(const struct attention *a, int head, int kind)
{
    struct mat w = attention_head(a, a->map[MAP_WEIGHTS], head);
    double sum = 0;
    int rows = 0;
    for (int q = kind == HEAD_FIRST ? 2 : kind == HEAD_BACK ? 1 : 0; q < w.rows; q++) {
        int key = kind == HEAD_FIRST ? 0 : kind == HEAD_BACK ? q - 1 : q, seen = 0;
        for (int k = 0; k < w.cols; k++)
            seen += sees(a, head, q, k);
        if (seen < 2 || (kind != HEAD_EVENLY && (key >= w.cols || !sees(a, head, q, key))))
            continue;
        rows++;
        if (kind == HEAD_EVENLY) {
            double moved = 0;
            for (int k = 0; k < w.cols; k++)
                moved += sees(a, head, q, k) ? fabs(mat_at(w, q, k) - 1.0 / seen) : 0;
            sum += 1 - moved / 2;
        } else {
            sum += mat_at(w, q, key);
        }
    }
    return rows > 0 ? sum / rows : NAN;
}

static bool heads_measured(const struct claims *c)
{
    const struct look *l = look_of(c);
    const struct attention *a = stage_attention(&now_of(c)->trace.layer[l->layer], l->stage);
    struct claim_piece item, list = c->piece[0];
    int at = 0, h = 0;
    for (; next_of(&list, &at, &item); h++) {
        struct claims in;
        static const int simple[] = {HEAD_BACK, HEAD_ITSELF, HEAD_FIRST, HEAD_EVENLY};
        if (!claims_within(c, &in, "%d %s", "%d %s", item.s, item.n) || (int)in.piece[0].x != h + 1)
            return false;
        for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
            if (claims_is(&in.piece[1], text_in(head_kinds[simple[i]].title, c->lang)) &&
                !(read_on_average(a, h, simple[i]) >= (simple[i] == HEAD_EVENLY ? 0.9 : 0.6) - 1e-9))
                return false;
    }
    return h == a->heads;
}

/* As the measure has it, of which the glossary says what it is. */
static bool position_only(const struct claims *c)
{
    const struct look *l = look_of(c);
    for (int h = 0; h < now_of(c)->config.heads; h++) {
        struct head_weights w = head_weights_of(now_of(c), l->layer, l->stage, h);
        if (claims_number(&c->piece[0], head_kind_measure(&w, HEAD_PLACES)))
            return c->piece[0].x >= 0.75 - 0.005;
    }
    return false;
}

/* Some head of some layer is of this kind. */
static bool alike_in_meaning(const struct claims *c)
{
    bool any = false;
    for (int i = 0; i < now_of(c)->config.heads * now_of(c)->config.layers; i++) {
        struct head_weights w = head_weights_of(now_of(c), i / now_of(c)->config.heads, look_of(c)->stage,
                                                i % now_of(c)->config.heads);
        any = any || head_kind_measure(&w, HEAD_ALIKE) >= head_kinds[HEAD_ALIKE].least - 0.005;
    }
    return any;
}

/* ---- boxes --------------------------------------------------------------------------------- */

static bool words_and_numbers(const struct claims *c)
{
    const struct config *k = &now_of(c)->config;
    int n = (int)c->piece[0].x, d = (int)c->piece[1].x;
    return (n == k->n && d == k->d) || (n == k->m && d == k->dsrc);
}

static bool long_meaning(const struct claims *c)
{
    const struct trace *t = &now_of(c)->trace;
    int q = look_of(c)->query;
    return mat_present(t->P) && claims_number(&c->piece[1], length_of(t->X, q)) &&
           claims_number(&c->piece[2], length_of(t->P, q));
}

static bool become(const struct claims *c)
{
    const struct config *k = &now_of(c)->config;
    struct mat h = now_of(c)->trace.layer[look_of(c)->layer].hidden;
    int n = 0;
    for (int j = 0; j < h.cols; j++)
        n += mat_at(h, look_of(c)->query, j) > 0;
    return (int)c->piece[1].x == k->d && (int)c->piece[2].x == k->dff && (int)c->piece[3].x == n;
}

/* Any of the sums of this layer is shared out so. */
static bool share_of_sum(const struct claims *c)
{
    static const int sums[][2] = {{STAGE_RESIDUAL1, STAGE_OUTPUT}, {STAGE_RESIDUAL2, STAGE_FFN}};
    const struct scene *now = now_of(c);
    const struct look *l = look_of(c);
    for (int i = 0; i < 4; i++) {
        int r = sums[i % 2][0], o = sums[i % 2][1];
        if (i >= 2 && i % 2 == 1)
            continue;
        r = i >= 2 ? stage_again(r) : r;
        o = i >= 2 ? stage_again(o) : o;
        if (r < 0 || o < 0 || !stage_present(&now->config, l->layer, r))
            continue;
        int normed = i >= 2 ? -1 : i == 0 ? STAGE_OUTPUT_NORM : STAGE_FFN_NORM;
        if (normed >= 0 && stage_present(&now->config, l->layer, normed))
            o = normed;
        struct mat sum = stage_matrix(&now->trace, l->layer, r, 0),
                   out = stage_matrix(&now->trace, l->layer, o, 0),
                   beside = stage_matrix(&now->trace, l->layer, STAGE_OUTPUT, 0);
        double rr = 0, ro = 0;
        for (int j = 0; j < sum.cols; j++) {
            rr += mat_at(sum, l->query, j) * mat_at(sum, l->query, j);
            ro += mat_at(out, l->query, j) * mat_at(sum, l->query, j);
            if (now->config.parallel && i == 1)
                ro += mat_at(beside, l->query, j) * mat_at(sum, l->query, j);
        }
        double kept = 100 * (1 - ro / rr);
        if (c->pieces < 3 ? c->pieces == 1 && (isnan(kept) || rr == 0 || kept < 0.5 || kept > 99.5)
                          : fabs(kept - c->piece[1].x) <= 0.5001 && c->piece[1].x + c->piece[2].x == 100)
            return true;
    }
    return false;
}

/* The rows after a norm of this layer have such a mean and variance. */
static bool then_normed(const struct claims *c)
{
    static const int norms[] = {STAGE_NORM1, STAGE_NORM2, -1};
    const struct scene *now = now_of(c);
    const struct look *l = look_of(c);
    for (int i = 0; i < 3; i++) {
        int s = i < 2 ? norms[i] : stage_again(STAGE_NORM1);
        double mean, variance;
        if (s < 0 || !stage_present(&now->config, l->layer, s))
            continue;
        moments(stage_matrix(&now->trace, l->layer, s, 0), l->query, &mean, &variance);
        if (claims_number(&c->piece[0], mean) && claims_number(&c->piece[1], variance))
            return true;
    }
    return false;
}

static bool answers(const struct claims *c, bool tied)
{
    const struct scene *now = now_of(c);
    const struct mat both[] = {now->trace.logits, now->trace.probs};
    const struct claim_piece *x = &c->piece[2];
    for (int i = 0; i < 2; i++) {
        const double *v = mat_present(both[i]) ? mat_row(both[i], look_of(c)->query) : NULL;
        double most = -INFINITY;
        int alike = 0, found = 0;
        for (int j = 0; v && j < both[i].cols; j++)
            most = fmax(most, v[j]);
        for (int j = 0; v && j < both[i].cols; j++) {
            alike += claims_alike(x, v[j], most);
            found += claims_number(x, v[j]) && claims_alike(x, v[j], most) &&
                     claims_names(c, &c->of[0], now->state.classes, j, &c->piece[1]);
        }
        if (found && (alike > 1) == tied)
            return true;
    }
    return false;
}

static bool answers_tied(const struct claims *c)
{
    return answers(c, true);
}

static bool answers_largest(const struct claims *c)
{
    return answers(c, false);
}

const struct claim claims_of_stages[] = {
    {"%w is mostly %s.$", "%w 主要是%s。$", is_mostly},
    {"%w matches every key equally.", "%w 和每个键一样相配。", matches_equally},
    {"%w matches best: %s.$", "%w 最相配的是 %s。$", matches_best},
    {"%w may look at every word.", "%w 每个词都可以看。", may_look_everywhere},
    {"%w may not look at %s.$", "%w 不许看 %s。$", may_not_look},
    {"%w gives every word the same, %n.", "%w 给每个词一样多，%n。", gives_the_same},
    {"%w gives %s.$", "%w 给 %s。$", gives},
    {"%w takes %n v(%s.$", "%w 取 %n v(%s。$", takes_mix},
    {"%w now holds what it read: %s.$", "%w 现在装着它读到的：%s。$", now_holds},
    {"%w %s this row%s: its largest number is %n in column %s.$", "%w %s：最大的数是 %n，在第 %s 列。$",
     largest_number},
    {"%w: its row of %s (length %n) plus its row of %s (length %n).",
     "%w：%s 的一行（长 %n）加上 %s 的一行（长 %n）。", sum_of_rows},
    {"%w has %d of its %d numbers above 0.", "%w 有 %d 个数大于 0，共 %d 个。", above_zero},
    {"%w now has mean %n and standard deviation %n.", "%w 现在的均值是 %n，标准差是 %n。", now_normed},
    {"%w points to %s.$", NULL, points_to},
    {"%w gets this row for its position.", "%w 因为排在这里，才得到这一行。", NULL},
    {"What the heads do, measured: %s.$", "各个头在做什么（测得）：%s。$", heads_measured},
    {"alike in meaning", "意思相近", alike_in_meaning},
    {"^position only %n", "^只看位置 %n", position_only},
    {"^%d words, %d numbers each", "^%d 个词，每个 %d 个数", words_and_numbers},
    {"%w: its meaning is %n long, its position %n", "%w：词义的长度是 %n，位置的长度是 %n", long_meaning},
    {"%w: %d numbers become %d; %d of them are above 0", "%w：%d 个数变成 %d 个，其中 %d 个大于 0", become},
    {"%w: %d %% of the sum is what came in, %d %% is new", "%w：加起来的和，%d %% 是原来的，%d %% 是新加的",
     share_of_sum},
    {"%w: the sum is 0 in every column", "%w：加起来，每一列都是 0", share_of_sum},
    {"%w: what came in and what is new partly cancel", "%w：原来的和新加的，有一部分互相抵消", share_of_sum},
    {"then mean %n and variance %n", "然后均值 %n、方差 %n", then_normed},
    {NULL, "然后均值调成 %n、方差调成 %n", then_normed},
    {"^%w → %s %n, the largest of %d", "^%w → %s %n，%d 个里最大", answers_largest},
    {"^%w → %s %n (tied), of %d", "^%w → %s %n（有并列的），共 %d 个", answers_tied},
    {NULL, NULL, NULL},
};
