/* The pipeline in words: the stage, its matrix, and the origin of the number in focus. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/changes.h"
#include "view/stages/arithmetic_lines.h"
#include "view/stages/stages.h"
#include "view/tell/tell.h"

/* Tells Stage 11 of 14: weights, attention weights. */
static void tell_stage(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const struct config *c = &t->now->config;
    int number = 0, count = 0;
    for (int s = 0; s < STAGE_COUNT; s++) {
        count += stage_present(c, look->layer, s);
        number += s <= look->stage && stage_present(c, look->layer, s);
    }
    tell(t, TEXT("Stage %d of %d: %s, %s", "第 %d 步，共 %d 步：%s，%s"), number, count,
         stage_name(look->stage), screen_pair(&t->screen, stage_title(look->stage)));
    if (c->layers > 1)
        tell(t, TEXT(", layer %d of %d", "，第 %d 层，共 %d 层"), look->layer + 1, c->layers);
    if (stage_row(look->stage)->heads == HEADS_APART && c->heads > 1)
        tell(t, TEXT(", head %d of %d", "，第 %d 头，共 %d 头"), look->head + 1, c->heads);
    text_add(t->out, "\n");
}

/* Tells In focus: weights[猫→狗] = 0.305 */
static void tell_focus(const struct teller *t)
{
    struct derive_cell cell = derivation_cell(t->now);
    struct derive_from from = derivation_here(&cell);
    struct factor m = derivation_matrix(t->now, &from);
    tell(t, TEXT("In focus: %s = ", "光标处：%s = "), said_cell(&t->screen, &from));
    tell_number(t, factor_entry(m, from.row, from.col));
    text_add(t->out, "\n");
}

static void tell_words(const struct teller *t, const struct sequence *q, int start)
{
    const struct state *st = &t->now->state;
    for (int i = 0; i < q->count; i++) {
        text_addf(t->out, "%d %s", start + i, said_word(&t->screen, st, q, i));
        if (state_made_up(st, q, i))
            tell(t, TEXT(", not in the vocabulary: pseudo-random numbers", "，词表里没有：用的是伪随机数"));
        text_add(t->out, "\n");
    }
}

/* The patterns are those of arithmetic_say. */
static const struct pair sentences[] = {
    [DERIVE_GIVEN] = PAIR("given, not computed: it can be changed in the edit view",
                          "给定的数，不是算出来的：可以在编辑视图里修改"),
    [DERIVE_COPY] = PAIR("copied unchanged: $A", "原样取来：$A"),
    [DERIVE_ADD] = PAIR("$A plus $B is $v", "$A 加 $B 得 $v"),
    [DERIVE_PRODUCT] = PAIR("$A times $B is $v, sum so far $s", "$A 乘 $B 得 $v，累加到 $s"),
    [DERIVE_BIAS] = PAIR("$a plus the bias $B is $v", "$a 加上偏置 $B 得 $v"),
    [DERIVE_TERM] = PAIR("term $t is $a and counts $v, sum so far $s", "$t 项是 $a，计入 $v，累加到 $s"),
    [DERIVE_DIVIDE] = PAIR("$A divided by $b is $v", "$A 除以 $b 得 $v"),
    [DERIVE_MASK] = PAIR("$A plus the mask $b is $v", "$A 加上掩码 $b 得 $v"),
    [DERIVE_MAX] = PAIR("the largest of the row, $v, is subtracted first", "先减去这一行的最大值 $v"),
    [DERIVE_EXP] = PAIR("$k: exp of $a minus $b is $v, sum so far $s", "$k：$a 减 $b 取指数得 $v，累加到 $s"),
    [DERIVE_SHARE] = PAIR("its share: $a divided by $b is $v", "占比：$a 除以 $b 得 $v"),
    [DERIVE_EMPTY] =
        PAIR("no key is left for this query: its weights are all 0", "这个查询没有剩下任何键：权重全为 0"),
    [DERIVE_ENTRY] = PAIR("entry $i is $a, sum so far $s", "第 $i 个分量是 $a，累加到 $s"),
    [DERIVE_MEAN] = PAIR("the mean: $a divided by $n is $v", "均值：$a 除以 $n 得 $v"),
    [DERIVE_SQUARE] = PAIR("entry $i: $a minus the mean $b, squared, is $v, sum so far $s",
                           "第 $i 个分量：$a 减均值 $b 再平方得 $v，累加到 $s"),
    [DERIVE_SIGMA] =
        PAIR("sigma: the root of $a divided by $n, plus $e, is $v", "σ：$a 除以 $n 再加 $e，开方得 $v"),
    [DERIVE_NORM] =
        PAIR("$a minus the mean $b, divided by sigma $s, is $v", "$a 减均值 $b，再除以 σ $s，得 $v"),
    [DERIVE_GAIN] = PAIR("$a times the gain $B is $v", "$a 乘以增益 $B 得 $v"),
    [DERIVE_SHIFT] = PAIR("$a plus the shift $B is $v", "$a 加上平移 $B 得 $v"),
    [DERIVE_RELU] = PAIR("the larger of 0 and $a is $v", "0 和 $a 中较大的是 $v"),
    [DERIVE_GELU] = PAIR("GELU of $a is $v", "$a 的 GELU 是 $v"),
    [DERIVE_SILU] = PAIR("SiLU of $a is $v", "$a 的 SiLU 是 $v"),
    [DERIVE_QUICK] = PAIR("quick GELU of $a is $v", "$a 的快速 GELU 是 $v"),
    [DERIVE_SINE] = PAIR("pair $i: the sine of the angle $a is $v", "第 $i 个频率对：角 $a 的正弦是 $v"),
    [DERIVE_COSINE] = PAIR("pair $i: the cosine of the angle $a is $v", "第 $i 个频率对：角 $a 的余弦是 $v"),
    [DERIVE_ERROR] = PAIR("$A minus $n, which the target wants, is $v", "$A 减去目标想要的 $n，得 $v"),
    [DERIVE_ASK] = PAIR("the target asks for the share $A: minus $b divided by it is $v, sum so far $s",
                        "目标要的是份额 $A：负的 $b 除以它得 $v，累加到 $s"),
    [DERIVE_OVER] = PAIR("$a divided by $b is $v", "$a 除以 $b 得 $v"),
    [DERIVE_SLOPE] = PAIR("$A times the slope of the activation $b is $v", "$A 乘以激活函数的斜率 $b 得 $v"),
    [DERIVE_CENTRE] = PAIR("$A minus $b is $v", "$A 减去 $b 得 $v"),
    [DERIVE_LEAN] = PAIR("$a minus $b times $s is $v", "$a 减去 $b 乘 $s，得 $v"),
    [DERIVE_TIMES] = PAIR("$A times $B is $v", "$A 乘以 $B 得 $v"),
    [DERIVE_PLUS] = PAIR("$a plus $B is $v", "$a 加上 $B 得 $v"),
    [DERIVE_UNREAD] = PAIR("the loss does not depend on this number: 0", "损失与这个数无关：0"),
    [DERIVE_ENCODING] = PAIR("the encoding of position $i, $a, times the factor $b is $v",
                             "位置 $i 的编码 $a 乘以系数 $b 得 $v"),
};

void stages_tell_steps(const struct teller *t)
{
    static const struct pair no_largest =
        PAIR("the row has nan in it, which is subtracted first", "这一行里有 nan，先减去的就是它");
    struct derivation d;
    struct derive_cell cell;
    if (!derivation_cell_of(t->now, &t->now->state.look, &cell))
        return;
    if (!derivation_of(&d, t->now, cell, t->screen.scratch)) {
        t->out->failed = true;
        return;
    }
    struct page p = {.s = &t->screen,
                     .d = &d,
                     .told = true,
                     .digits = t->now->state.look.digits,
                     .number = TELL_WIDEST - 1};
    terms_list(&t->now->config, cell.layer, p.term);
    for (int i = 0; i < d.count; i++) {
        const struct derive_step *st = &d.v[i].is;
        bool none = st->kind == DERIVE_MAX && isnan(st->value);
        text_addf(t->out, "%d. ", i + 1);
        arithmetic_say(t->out, &p, st, screen_pair(&t->screen, none ? no_largest : sentences[st->kind]));
        text_add(t->out, "\n");
    }
}

static void tell_matrix(const struct teller *t)
{
    int stage = t->now->state.look.stage;
    enum axis axis = stage_row(stage)->cols;
    struct tell_table table = tell_stage_table(t, stage);
    struct derive_cell cell = derivation_cell(t->now);
    struct derive_from from = derivation_here(&cell);
    table.m = factor_mat(derivation_matrix(t->now, &from));
    tell(t,
         EITHER(axis == AXIS_CLASS,
                TEXT("A row for each of %d words, a column for each of %d classes:\n",
                     "每行一个词，共 %d 个；每列一个类别，共 %d 个：\n"),
                EITHER(axis == AXIS_KEY,
                       TEXT("A row for each of %d queries, a column for each of %d keys:\n",
                            "每行一个查询，共 %d 个；每列一个键，共 %d 个：\n"),
                       TEXT("A row for each of %d words, %d numbers each:\n",
                            "每行一个词，共 %d 个；每个词 %d 个数：\n"))),
         table.m.rows, table.m.cols);
    tell_table(t, &table);
    tell_focus(t);
    tell(t, TEXT("How it is computed:\n", "它是怎么来的：\n"));
    stages_tell_steps(t);
}

void stages_tell(const struct teller *t)
{
    const struct screen *s = &t->screen;
    const struct state *st = &t->now->state;
    const struct look *look = &st->look;
    const struct config *c = &t->now->config;
    bool numbers = stage_has_numbers(look->stage), gradient = changes_shown(s) == SHOW_GRADIENT && numbers;
    tell_stage(t);
    if (!gradient)
        text_addf(t->out, "%s\n", stages_help(s));
    if (look->show == SHOW_GRADIENT) {
        changes_title(s, t->out);
        text_add(t->out, "\n");
    }
    tell(t, TEXT("Formula: %s\n", "公式：%s\n"),
         screen_pair(s,
                     gradient ? stage_gradient(c, look->stage) : stage_formula(c, look->layer, look->stage)));
    if (!gradient && stages_empty_row(s, t->out))
        text_add(t->out, "\n");
    if (stage_row(look->stage)->role == ROLE_WEIGHTS && c->heads > 1) {
        tell(t, TEXT("What the heads do, measured: ", "各个头在做什么（测得）："));
        for (int h = 0; h < c->heads; h++) {
            struct head_weights w = head_weights_of(t->now, look->layer, look->stage, h);
            text_addf(t->out, "%s%d %s", h ? screen_text(s, TEXT(", ", "，")) : "", h + 1,
                      screen_pair(s, head_kinds[head_kind_of(&w)].title));
        }
        tell(t, TEXT(".\n", "。\n"));
    }
    if (numbers) {
        tell_matrix(t);
        return;
    }
    tell(t, TEXT("Positions and words:\n", "位置与词：\n"));
    tell_words(t, st->sentence, st->set.start);
    if (st->memory) {
        tell(t, TEXT("The second sequence:\n", "第二个序列：\n"));
        tell_words(t, st->memory, 0);
    }
}

void stages_tell_briefly(const struct teller *t)
{
    tell_stage(t);
    if (stage_has_numbers(t->now->state.look.stage))
        tell_focus(t);
}
