/* The pipeline in words: the stage, its matrix, and the origin of the number in focus. */
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/head_kind.h"
#include "view/cell_name.h"
#include "view/changes.h"
#include "view/stages/stages.h"
#include "view/tell/tell.h"

static const struct look *look_of(const struct teller *t)
{
    return &t->now->state.look;
}

/* Tells Stage 11 of 14: weights, attention weights. */
static void name(const struct teller *t)
{
    const struct look *look = look_of(t);
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

/* Tells In focus: weights[猫→狗] = 0.305. */
static void focus(const struct teller *t)
{
    struct derive_cell cell = derivation_cell(t->now);
    struct derive_from from = derivation_here(&cell);
    struct factor m = derivation_matrix(t->now, &from);
    tell(t, TEXT("In focus: ", "光标处："));
    cell_name(t->out, &t->screen, &from);
    text_add(t->out, " = ");
    tell_number(t, factor_entry(m, from.row, from.col));
    text_add(t->out, "\n");
}

static void words(const struct teller *t, const struct sequence *q, int start)
{
    const struct state *st = &t->now->state;
    for (int i = 0; i < q->count; i++) {
        text_addf(t->out, "%d ", start + i);
        tell_word(t, q, i);
        if (state_made_up(st, q, i))
            tell(t, TEXT(", not in the vocabulary: pseudo-random numbers", "，词表里没有：用的是伪随机数"));
        text_add(t->out, "\n");
    }
}

static void tokens(const struct teller *t)
{
    const struct state *st = &t->now->state;
    tell(t, TEXT("Positions and words:\n", "位置与词：\n"));
    words(t, st->sentence, st->set.start);
    if (!st->memory)
        return;
    tell(t, TEXT("The second sequence:\n", "第二个序列：\n"));
    words(t, st->memory, 0);
}

static void matrix(const struct teller *t)
{
    enum axis axis = stage_row(look_of(t)->stage)->cols;
    struct tell_table table = tell_stage_table(t, look_of(t)->stage);
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
    focus(t);
    tell(t, TEXT("How it is computed:\n", "它是怎么来的：\n"));
    stages_tell_steps(t);
}

/* Tells What the heads do, measured: 1 one back, 2 evenly. */
static void heads(const struct teller *t)
{
    const struct look *look = look_of(t);
    int count = t->now->config.heads;
    if (stage_row(look->stage)->role != ROLE_WEIGHTS || count < 2)
        return;
    tell(t, TEXT("What the heads do, measured: ", "各个头在做什么（测得）："));
    for (int h = 0; h < count; h++) {
        struct head_weights w = head_weights_of(t->now, look->layer, look->stage, h);
        text_addf(t->out, "%s%d %s", h ? screen_text(&t->screen, TEXT(", ", "，")) : "", h + 1,
                  screen_pair(&t->screen, head_kinds[head_kind_of(&w)].title));
    }
    tell(t, TEXT(".\n", "。\n"));
}

void stages_tell(const struct teller *t)
{
    const struct look *look = look_of(t);
    const struct config *c = &t->now->config;
    name(t);
    bool gradient = changes_shown(&t->screen) == SHOW_GRADIENT && stage_has_numbers(look->stage);
    if (!gradient)
        text_addf(t->out, "%s\n", stages_help(&t->screen));
    if (look->show == SHOW_GRADIENT) {
        changes_title(&t->screen, t->out);
        text_add(t->out, "\n");
    }
    tell(t, TEXT("Formula: %s\n", "公式：%s\n"),
         screen_pair(&t->screen,
                     gradient ? stage_gradient(c, look->stage) : stage_formula(c, look->layer, look->stage)));
    if (!gradient && stages_empty_row(&t->screen, t->out))
        text_add(t->out, "\n");
    heads(t);
    if (stage_has_numbers(look->stage))
        matrix(t);
    else
        tokens(t);
}

void stages_tell_briefly(const struct teller *t)
{
    name(t);
    if (stage_has_numbers(look_of(t)->stage))
        focus(t);
}
