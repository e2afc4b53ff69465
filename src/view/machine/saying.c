/* What a box does here, from the numbers of the asking word. */
#include <math.h>

#include "base/number.h"
#include "core/math/mat.h"
#include "core/math/softmax.h"
#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/machine/machine.h"

enum { DIGITS = 2, WIDE = 10 };

/* Returns what to say of a box that adds or evens out, if it does not do both here; else `usual`. */
static struct pair of_sum(const struct screen *s, int box, struct pair usual, struct pair adds,
                          struct pair evens)
{
    const struct config *c = &s->model->now.config;
    if (machine_boxes[box].kind != MACHINE_ADD || !machine_has(c, s->model->now.state.look.layer, box))
        return usual;
    return c->norm == NORM_NONE ? adds : c->residual ? usual : evens;
}

const char *machine_box_does(const struct screen *s, int box)
{
    return screen_pair(s,
                       of_sum(s, box, machine_boxes[box].does,
                              BOTH("Adds the word back to what was computed: nothing gets lost.",
                                   "把词自己加回来：信息不丢。"),
                              BOTH("Evens the numbers out: none gets too large.", "把数调匀：数不会太大。")));
}

void machine_box_name(const struct screen *s, int box, struct text *out)
{
    const struct config *c = &s->model->now.config;
    const struct machine_box *b = &machine_boxes[box];
    bool has = machine_has(c, s->model->now.state.look.layer, box);
    struct pair name = of_sum(s, box, b->name, BOTH("add", "残差连接"), BOTH("norm", "规范化"));
    if (has && b->row == 0 && b->side != machine_side(c))
        name = BOTH("2nd sentence", "另一句话");
    text_add(out, screen_pair(s, name));
}

const char *machine_used_for(const struct screen *s)
{
    static const struct pair uses[] = {
        PAIR("An encoder reads. It labels each word (names in a text), or all of them at once (is the "
             "review good, what is in the picture): BERT, ViT.",
             "编码器会读：给每个词一个标签（找出人名、地名），或者给整句一个（好评还是差评、图里有什么）"
             "：BERT、ViT。"),
        PAIR("A decoder writes: the next word, and with it the one after: GPT.",
             "解码器会写：写出下一个词，再接着写：GPT。"),
        PAIR("An encoder and a decoder turn one sequence into another: translation, summaries, answers to "
             "questions, "
             "speech to text.",
             "编码器和解码器合起来，把一个序列变成另一个：翻译、摘要、问答、语音转文字。")};
    const struct config *c = &s->model->now.config;
    bool reads = c->m > 0 && c->block != BLOCK_ENCODER;
    int box = machine_at(&s->model->now.state.look, c);
    return screen_pair(s, uses[reads ? 2 : machine_boxes[box].side == MACHINE_DECODER]);
}

static void add_word(const struct screen *s, const struct sequence *words, int i, struct text *out)
{
    screen_word(&s->model->now.state, words, i, out);
}

static void words_here(const struct screen *s, int box, struct text *out)
{
    const struct config *c = &s->model->now.config;
    bool own = machine_boxes[box].side == machine_side(c);
    text_addf(out, screen_text(s, TEXT("%d words, %d numbers each\n", "%d 个词，每个 %d 个数\n")),
              own ? c->n : c->m, own ? c->d : c->dsrc);
    if (!own)
        text_add(out,
                 screen_text(s, TEXT("They go to the decoder as they are: block encoder computes this side "
                                     "by itself.\n",
                                     "它们直接交给解码器；要看编码器自己怎样算：block encoder。\n")));
}

static double length(struct mat m, int row)
{
    return sqrt(vec_dot(mat_row(m, row), mat_row(m, row), m.cols));
}

static void places_here(const struct screen *s, int box, struct text *out)
{
    const struct scene *now = &s->model->now;
    int row = now->state.look.query;
    (void)box;
    add_word(s, now->state.sentence, row, out);
    text_add(out, screen_text(s, TEXT(": its meaning is ", "：词义的长度是 ")));
    number_fixed(out, length(now->trace.X, row), DIGITS, WIDE);
    text_add(out, screen_text(s, TEXT(" long, its position ", "，位置的长度是 ")));
    number_fixed(out, length(now->trace.P, row), DIGITS, WIDE);
    text_add(out, "\n");
}

static void add_overflow(const struct screen *s, struct text *out)
{
    text_addf(out, "%s%s", screen_text(s, TEXT(": ", "：")), screen_overflow_says(s));
}

/* Whom the asking word reads most in a head, with the weight. */
static void read_most(const struct screen *s, int stage, int head, struct text *out)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    bool memory = stage_crosses(stage) || config_crosses(&now->config), tied;
    struct mat w = stage_matrix(&now->trace, look->layer, stage, head);
    int best = largest_of(mat_row(w, look->query), w.cols, DIGITS, &tied);
    const char *none = screen_reads_none(s, mat_rows(w, look->query, 1));
    if (none) {
        text_add(out, none);
        return;
    }
    add_word(s, memory ? now->state.memory : now->state.sentence, best, out);
    text_add(out, " ");
    number_fixed(out, mat_at(w, look->query, best), DIGITS, WIDE);
    text_add(out, tied ? screen_text(s, TEXT(" (tied)", "（有并列的）")) : "");
}

/* Whom the asking word reads most: chases ← cat 1.00, or a line for each head. */
static void attention_here(const struct screen *s, int box, struct text *out)
{
    const struct scene *now = &s->model->now;
    int stage = machine_stage(&now->config, now->state.look.layer, box);
    bool one = now->config.heads == 1;
    add_word(s, now->state.sentence, now->state.look.query, out);
    text_add(out,
             one ? s->ascii ? " <- " : " ← " : screen_text(s, TEXT(" reads most:\n", " 读得最多的：\n")));
    for (int h = 0; h < now->config.heads; h++) {
        const char *name = head_name(now, stage, h);
        if (!one) {
            text_addf(out, screen_text(s, TEXT("head %d", "头 %d")), h + 1);
            text_addf(out, *name ? " %s  " : "%s  ", name);
        }
        read_most(s, stage, h, out);
        text_add(out, "\n");
    }
}

/* 追: 60 % of the sum is what came in, 40 % is new */
static void sum_here(const struct screen *s, int box, int row, struct text *out)
{
    const struct scene *now = &s->model->now;
    double share = machine_residual_share(now, box, row);
    long kept = lround(100 * share); /* what cannot be a share is not printed */
    add_word(s, now->state.sentence, row, out);
    if (mat_overflowed(mat_rows(now->trace.layer[now->state.look.layer].out, row, 1))) {
        add_overflow(s, out);
        text_add(out, "\n");
    } else if (isnan(share))
        text_add(out, screen_text(s, TEXT(": the sum is 0 in every column\n", "：加起来，每一列都是 0\n")));
    else if (kept < 0 || kept > 100)
        text_add(out, screen_text(s, TEXT(": what came in and what is new partly cancel\n",
                                          "：原来的和新加的，有一部分互相抵消\n")));
    else
        text_addf(out,
                  screen_text(s, TEXT(": %ld %% of the sum is what came in, %ld %% is new\n",
                                      "：加起来的和，%ld %% 是原来的，%ld %% 是新加的\n")),
                  kept, 100 - kept);
}

/* then mean 0.00 and variance 1.00: of the row after LayerNorm, which a gain and a shift may change. */
static void normed_here(const struct screen *s, struct mat normed, struct text *out)
{
    double mean, deviation;
    norm_of_row(mat_row(normed, s->model->now.state.look.query), normed.cols, 0, &mean, &deviation);
    text_add(out, screen_text(s, TEXT("then mean ", "然后均值 ")));
    number_fixed(out, mean, DIGITS, WIDE);
    text_add(out, screen_text(s, TEXT(" and variance ", "、方差 ")));
    number_fixed(out, deviation * deviation, DIGITS, WIDE);
    text_add(out, "\n");
}

/* Of a residual's sum: the share of the word itself; of LayerNorm: the mean and variance it leaves. */
static void add_here(const struct screen *s, int box, struct text *out)
{
    const struct scene *now = &s->model->now;
    if (now->config.residual)
        sum_here(s, box, now->state.look.query, out);
    if (now->config.norm == NORM_POST)
        normed_here(s,
                    stage_matrix(&now->trace, now->state.look.layer,
                                 machine_out(&now->config, now->state.look.layer, box), 0),
                    out);
}

static void ffn_here(const struct screen *s, int box, struct text *out)
{
    const struct scene *now = &s->model->now;
    (void)box;
    add_word(s, now->state.sentence, now->state.look.query, out);
    text_addf(out,
              screen_text(s, TEXT(": %d numbers become %d; %d of them are above 0\n",
                                  "：%d 个数变成 %d 个，其中 %d 个大于 0\n")),
              now->config.d, now->config.dff, machine_active(now, now->state.look.query));
}

static void answer_here(const struct screen *s, int box, struct text *out)
{
    const struct scene *now = &s->model->now;
    bool shares = machine_boxes[box].kind == MACHINE_ANSWER;
    struct mat m = shares ? now->trace.probs : now->trace.logits;
    bool tied;
    int row = now->state.look.query, best = largest_of(mat_row(m, row), m.cols, DIGITS, &tied);
    add_word(s, now->state.sentence, row, out);
    if (mat_overflowed(mat_rows(m, row, 1))) {
        add_overflow(s, out);
        text_add(out, "\n");
        return;
    }
    text_add(out, s->ascii ? " -> " : " → ");
    add_word(s, now->state.classes, best, out);
    text_add(out, " ");
    number_fixed(out, mat_at(m, row, best), DIGITS, WIDE);
    text_addf(out,
              screen_text(s, EITHER(tied, TEXT(" (tied), of %d\n", "（有并列的），共 %d 个\n"),
                                    TEXT(", the largest of %d\n", "，%d 个里最大\n"))),
              m.cols);
}

void machine_box_here(const struct screen *s, int box, struct text *out)
{
    static void (*const here[])(const struct screen *s, int box, struct text *out) = {
        [MACHINE_WORDS] = words_here,    [MACHINE_PLACES] = places_here,   [MACHINE_SELF] = attention_here,
        [MACHINE_ADD] = add_here,        [MACHINE_CROSS] = attention_here, [MACHINE_FFN] = ffn_here,
        [MACHINE_READOUT] = answer_here, [MACHINE_ANSWER] = answer_here,
    };
    const struct scene *now = &s->model->now;
    if (!machine_has(&now->config, now->state.look.layer, box))
        text_addf(out, screen_text(s, TEXT("Not computed now. On: %s\n", "现在没有算。打开：%s\n")),
                  screen_pair(s, machine_switch(&now->config, box)));
    else if (!s->hidden)
        here[machine_boxes[box].kind](s, box, out);
}
