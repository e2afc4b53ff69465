/* The pipeline in words: the stage, its matrix, and the origin of the number in focus. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/changes.h"
#include "view/stages/arithmetic_lines.h"
#include "view/cell_name.h"
#include "view/stages/stages.h"
#include "view/figures/tell.h"

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
    tell(t, TEXT("Stage %d of %d: %s, %s"), number, count, stage_name(look->stage),
         screen_text(&t->screen, stage_title(look->stage)));
    if (c->layers > 1)
        tell(t, TEXT(", layer %d of %d"), look->layer + 1, c->layers);
    if (stage_row(look->stage)->heads == HEADS_APART && c->heads > 1)
        tell(t, TEXT(", head %d of %d"), look->head + 1, c->heads);
    text_add(t->out, "\n");
}

/* Tells In focus: weights[猫→狗] = 0.305 */
static void tell_focus(const struct teller *t)
{
    struct derive_cell cell = derivation_cell(t->now);
    struct derive_from from = derivation_here(&cell);
    struct factor m = derivation_matrix(t->now, &from);
    bool share = stage_row(cell.stage)->role == ROLE_WEIGHTS && !cell.gradient;
    tell(t, TEXT("In focus: %s = "), said_cell(&t->screen, &from));
    (share ? tell_share : tell_number)(t, factor_entry(m, from.row, from.col));
    text_add(t->out, "\n");
}

static void tell_words(const struct teller *t, const struct sequence *q, int start)
{
    const struct state *st = &t->now->state;
    for (int i = 0; i < q->count; i++) {
        text_addf(t->out, "%d %s", start + i, said_word(&t->screen, st, q, i));
        if (state_made_up(st, q, i))
            tell(t, TEXT(", not in the vocabulary: pseudo-random numbers"));
        text_add(t->out, "\n");
    }
}

/* The patterns are those of arithmetic_say. */
static const char *const sentences[] = {
    [DERIVE_GIVEN] = TEXT("given, not computed: it can be changed in the edit view"),
    [DERIVE_PATCHED] = TEXT("left out or put in (omit, carry): not computed here"),
    [DERIVE_COPY] = TEXT("copied unchanged: $A"),
    [DERIVE_ADD] = TEXT("$A plus $B is $v"),
    [DERIVE_PRODUCT] = TEXT("$A times $B is $v, sum so far $s"),
    [DERIVE_BIAS] = TEXT("$a plus the bias $B is $v"),
    [DERIVE_TERM] = TEXT("term $t is $a and counts $v, sum so far $s"),
    [DERIVE_DIVIDE] = TEXT("$A divided by $b is $v"),
    [DERIVE_CAP] = TEXT("$A bent by the cap $b is $v"),
    [DERIVE_MASK] = TEXT("$A plus the mask $b is $v"),
    [DERIVE_MAX] = TEXT("the largest of the row, $v, is subtracted first"),
    [DERIVE_EXP] = TEXT("$k: exp of $a minus $b is $v, sum so far $s"),
    [DERIVE_SHARE] = TEXT("its share: $a divided by $b is $v"),
    [DERIVE_EMPTY] = TEXT("no key is left for this query: its weights are all 0"),
    [DERIVE_ENTRY] = TEXT("entry $i is $a, sum so far $s"),
    [DERIVE_MEAN] = TEXT("the mean: $a divided by $n is $v"),
    [DERIVE_SQUARE] = TEXT("entry $i: $a minus the mean $b, squared, is $v, sum so far $s"),
    [DERIVE_SIGMA] = TEXT("sigma: the root of $a divided by $n, plus $e, is $v"),
    [DERIVE_NORM] = TEXT("$a minus the mean $b, divided by sigma $s, is $v"),
    [DERIVE_GAIN] = TEXT("$a times the gain $B is $v"),
    [DERIVE_SHIFT] = TEXT("$a plus the shift $B is $v"),
    [DERIVE_RELU] = TEXT("the larger of 0 and $a is $v"),
    [DERIVE_GELU] = TEXT("GELU of $a is $v"),
    [DERIVE_SILU] = TEXT("SiLU of $a is $v"),
    [DERIVE_QUICK] = TEXT("quick GELU of $a is $v"),
    [DERIVE_SINE] = TEXT("pair $i: the sine of the angle $a is $v"),
    [DERIVE_COSINE] = TEXT("pair $i: the cosine of the angle $a is $v"),
    [DERIVE_ERROR] = TEXT("$A minus $n, which the target wants, is $v"),
    [DERIVE_ASK] = TEXT("the target asks for the share $A: minus $b divided by it is $v, sum so far $s"),
    [DERIVE_OVER] = TEXT("$a divided by $b is $v"),
    [DERIVE_SLOPE] = TEXT("$A times the slope of the activation $b is $v"),
    [DERIVE_CENTRE] = TEXT("$A minus $b is $v"),
    [DERIVE_LEAN] = TEXT("$a minus $b times $s is $v"),
    [DERIVE_TIMES] = TEXT("$A times $B is $v"),
    [DERIVE_PLUS] = TEXT("$a plus $B is $v"),
    [DERIVE_UNREAD] = TEXT("the loss does not depend on this number: 0"),
    [DERIVE_ENCODING] = TEXT("the encoding of position $i, $a, times the factor $b is $v"),
};

void stages_tell_steps(const struct teller *t)
{
    static const char *const no_largest = TEXT("the row has nan in it, which is subtracted first");
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
        arithmetic_say(t->out, &p, st, screen_text(&t->screen, none ? no_largest : sentences[st->kind]));
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
    table.shares = table.shares && !cell.gradient;
    tell(t,
         axis == AXIS_CLASS ? TEXT("A row for each of %d words, a column for each of %d classes:\n")
         : axis == AXIS_KEY ? TEXT("A row for each of %d queries, a column for each of %d keys:\n")
                            : TEXT("A row for each of %d words, %d numbers each:\n"),
         table.m.rows, table.m.cols);
    tell_table(t, &table);
    tell_focus(t);
    tell(t, TEXT("How it is computed:\n"));
    stages_tell_steps(t);
}

void stages_tell(const struct teller *t)
{
    const struct screen *s = &t->screen;
    const struct state *st = &t->now->state;
    const struct look *look = &st->look;
    const struct config *c = &t->now->config;
    bool numbers = stage_has_numbers(look->stage), gradient = changes_shown(s) == SHOW_GRADIENT && numbers;
    if (stages_tap_say(s, false, t->out))
        text_add(t->out, "\n");
    tell_stage(t);
    if (!gradient)
        text_addf(t->out, "%s\n", stages_help(s));
    if (look->show == SHOW_GRADIENT) {
        changes_title(s, t->out);
        text_add(t->out, "\n");
    }
    tell(t, TEXT("Formula: %s\n"),
         screen_text(s,
                     gradient ? stage_gradient(c, look->stage) : stage_formula(c, look->layer, look->stage)));
    if (!gradient && stages_empty_row(s, t->out))
        text_add(t->out, "\n");
    if (stage_row(look->stage)->role == ROLE_WEIGHTS && c->heads > 1) {
        tell(t, TEXT("What the heads do, measured: "));
        for (int h = 0; h < c->heads; h++) {
            struct head_weights w = head_weights_of(t->now, look->layer, look->stage, h);
            text_addf(t->out, "%s%d %s", h ? screen_text(s, TEXT(", ")) : "", h + 1,
                      screen_text(s, head_kinds[head_kind_of(&w)].title));
        }
        tell(t, TEXT(".\n"));
    }
    if (numbers) {
        tell_matrix(t);
        return;
    }
    tell(t, TEXT("Positions and words:\n"));
    tell_words(t, st->sentence, st->set.start);
    if (st->memory) {
        tell(t, TEXT("The second sequence:\n"));
        tell_words(t, st->memory, 0);
    }
}

void stages_tell_briefly(const struct teller *t)
{
    tell_stage(t);
    if (stage_has_numbers(t->now->state.look.stage))
        tell_focus(t);
}
