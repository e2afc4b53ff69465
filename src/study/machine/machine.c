#include "study/machine/machine.h"

#include "core/pipeline/stage.h"
#include "study/machine/passing.h"

enum {
    QC = STAGE_CROSS,
    NORMC = STAGE_FFN_IN - 1, /* the second pass ends with these three */
    RESIDUALC = NORMC - 1,
    OUTPUTC = RESIDUALC - 1
};

#define ADDS                                                                                                 \
    TEXT("Adds the word back to what was computed and evens the numbers out: nothing gets lost or too "      \
         "large.")
#define THINKS TEXT("Each word works on its own row: made wider, cut off below 0, made narrow again.")

#define CROSSES TEXT("memory cat chases dog ; block decoder")
#define ANSWERS TEXT("classes cat chases dog")

/* clang-format off */
const struct machine_box machine_boxes[MACHINE_BOXES] = {
    {MACHINE_ENCODER, 0, MACHINE_WORDS, STAGE_TOKENS, STAGE_X, TEXT_AS("machine", "words"),
        TEXT("Each word becomes its own row of numbers."), NULL},
    {MACHINE_ENCODER, 1, MACHINE_PLACES, STAGE_P, STAGE_SUM, TEXT("+ positions"),
        TEXT("Adds the position of the word: attention alone cannot see the order."), "encoding sincos"},
    {MACHINE_ENCODER, 2, MACHINE_SELF, STAGE_H, STAGE_OUTPUT_NORM, TEXT("self-attention"),
        TEXT("Every word looks at all words and takes from those that fit."), NULL},
    {MACHINE_ENCODER, 3, MACHINE_ADD, STAGE_RESIDUAL1, STAGE_NORM1, TEXT("add & norm"), ADDS, "set residual on norm post"},
    {MACHINE_ENCODER, 4, MACHINE_FFN, STAGE_FFN_IN, STAGE_FFN_NORM, TEXT("feed-forward"), THINKS, "set dff 32"},
    {MACHINE_ENCODER, 5, MACHINE_ADD, STAGE_RESIDUAL2, STAGE_NORM2, TEXT("add & norm"), ADDS, "block encoder"},
    {MACHINE_ENCODER, 8, MACHINE_READOUT, STAGE_TRANSFORM, STAGE_LOGITS, TEXT("readout"),
        TEXT("Turns each row into one score for every possible answer."), NULL},
    {MACHINE_ENCODER, 9, MACHINE_ANSWER, STAGE_PROBS, STAGE_PROBS, TEXT("answer"),
        TEXT("Shares out 1 among the answers: the largest share wins."), NULL},
    {MACHINE_DECODER, 0, MACHINE_WORDS, STAGE_TOKENS, STAGE_X, TEXT("words so far"),
        TEXT("The words written so far go in again, each as its own row of numbers."), NULL},
    {MACHINE_DECODER, 1, MACHINE_PLACES, STAGE_P, STAGE_SUM, TEXT("+ positions"),
        TEXT("Adds the position of the word: attention alone cannot see the order."), "encoding sincos"},
    {MACHINE_DECODER, 2, MACHINE_SELF, STAGE_H, STAGE_OUTPUT_NORM, TEXT("masked attention"),
        TEXT("Every word looks at itself and the words before it; those to come are hidden."), "mask causal ; block decoder"},
    {MACHINE_DECODER, 3, MACHINE_ADD, STAGE_RESIDUAL1, STAGE_NORM1, TEXT("add & norm"), ADDS, "block decoder"},
    {MACHINE_DECODER, 4, MACHINE_CROSS, QC, OUTPUTC, TEXT("cross-attention"),
        TEXT("Asks the other sentence: the queries come from here, keys and values from there."), CROSSES},
    {MACHINE_DECODER, 5, MACHINE_ADD, RESIDUALC, NORMC, TEXT("add & norm"), ADDS, CROSSES},
    {MACHINE_DECODER, 6, MACHINE_FFN, STAGE_FFN_IN, STAGE_FFN_NORM, TEXT("feed-forward"), THINKS, "set dff 32"},
    {MACHINE_DECODER, 7, MACHINE_ADD, STAGE_RESIDUAL2, STAGE_NORM2, TEXT("add & norm"), ADDS, "block decoder"},
    {MACHINE_DECODER, 8, MACHINE_READOUT, STAGE_TRANSFORM, STAGE_LOGITS, TEXT("readout"),
        TEXT("Turns each row into one score for every possible next word."), ANSWERS},
    {MACHINE_DECODER, 9, MACHINE_ANSWER, STAGE_PROBS, STAGE_PROBS, TEXT("next word"),
        TEXT("Shares out 1 among all words: the largest share is written next."), ANSWERS},
};
/* clang-format on */

enum machine_side machine_side(const struct config *c)
{
    bool reads = c->m > 0 && c->block != BLOCK_ENCODER;
    return c->block == BLOCK_DECODER || c->mask == MASK_CAUSAL || reads ? MACHINE_DECODER : MACHINE_ENCODER;
}

/* The stages of a box. The only attention of a block that reads the memory alone is a cross-attention. */
static struct machine_box box_in(const struct config *c, int box)
{
    struct machine_box b = machine_boxes[box];
    bool alone = config_crosses(c) && b.side == MACHINE_DECODER;
    if (alone && b.row >= 2 && b.row <= 5) {
        b.first = b.kind == MACHINE_CROSS ? STAGE_H : b.row == 5 ? STAGE_RESIDUAL1 : STAGE_COUNT;
        b.last = b.kind == MACHINE_CROSS ? STAGE_OUTPUT : STAGE_NORM1;
    }
    if (b.side != machine_side(c))
        b.first = b.last = b.row == 0 && c->m > 0 ? STAGE_Y : STAGE_COUNT;
    return b;
}

int machine_layer(const struct config *c, int layer, int box)
{
    int row = machine_boxes[box].row;
    return row <= 1 ? 0 : row >= 8 ? c->layers - 1 : layer;
}

int machine_out(const struct config *c, int layer, int box)
{
    struct machine_box b = box_in(c, box);
    int at = machine_layer(c, layer, box);
    if (b.kind == MACHINE_PLACES && !stage_present(c, 0, STAGE_P))
        return -1;
    for (int stage = b.last; stage >= b.first; stage--)
        if (stage < STAGE_COUNT && stage_present(c, at, stage))
            return stage;
    return -1;
}

bool machine_has(const struct config *c, int layer, int box)
{
    bool answers = machine_boxes[box].kind == MACHINE_READOUT || machine_boxes[box].kind == MACHINE_ANSWER;
    return machine_out(c, layer, box) >= 0 && (!answers || c->classes > 0);
}

bool machine_drawn(const struct config *c, int box)
{
    const struct machine_box *b = &machine_boxes[box];
    return b->side == MACHINE_DECODER || b->row < 8 || (machine_side(c) == b->side && c->classes > 0);
}

int machine_stage(const struct config *c, int layer, int box)
{
    struct machine_box b = box_in(c, box);
    int out = machine_out(c, layer, box);
    if (out < 0 || b.first == STAGE_Y)
        return out;
    if (b.kind == MACHINE_PLACES)
        return STAGE_P;
    if (b.kind == MACHINE_SELF || b.kind == MACHINE_CROSS)
        return stage_weights_of(out);
    return out;
}

int machine_box_of(const struct config *c, int stage)
{
    for (int i = 0; i < MACHINE_BOXES; i++) {
        struct machine_box b = box_in(c, i);
        if (stage >= b.first && stage <= b.last)
            return i;
    }
    return 0;
}

int machine_at(const struct look *look, const struct config *c)
{
    int box = look->machine.box - 1;
    bool own = box >= 0 && box < MACHINE_BOXES && machine_drawn(c, box) && !machine_has(c, look->layer, box);
    return own ? box : machine_box_of(c, look->stage);
}

const char *machine_switch(const struct config *c, int box)
{
    const struct machine_box *b = &machine_boxes[box];
    bool crosses = b->side == MACHINE_DECODER && (b->row == 4 || b->row == 5);
    if (crosses || b->side == machine_side(c))
        return b->on;
    bool places = b->kind == MACHINE_PLACES, answers = b->side == MACHINE_DECODER && b->row >= 8;
    static const char *const lines[][3] = {
        [MACHINE_ENCODER] = {"memory none ; mask none ; block encoder",
                             "block attention ; memory none ; mask none ; encoding sincos"},
        [MACHINE_DECODER] = {"mask causal ; block decoder", "mask causal ; encoding sincos",
                             TEXT("block decoder ; classes cat chases dog")},
    };
    return lines[b->side][answers ? 2 : places];
}

void machine_put(struct look *look, const struct config *c, int box)
{
    bool has = machine_has(c, look->layer, box);
    look->machine.box = has ? 0 : box + 1;
    if (!has)
        return;
    look->layer = machine_layer(c, look->layer, box);
    look->stage = machine_stage(c, look->layer, box);
}

/* Returns the drawn box of a side that is nearest to a row. */
static int nearest_box(const struct config *c, enum machine_side side, int row)
{
    int best = -1;
    for (int i = 0; i < MACHINE_BOXES; i++) {
        if (machine_boxes[i].side != side || !machine_drawn(c, i))
            continue;
        int far = machine_boxes[i].row - row, was = best < 0 ? MACHINE_ROWS : machine_boxes[best].row - row;
        best = (far < 0 ? -far : far) < (was < 0 ? -was : was) ? i : best;
    }
    return best;
}

void machine_move(struct look *look, const struct config *c, enum direction direction, long steps)
{
    int box = machine_at(look, c);
    const struct machine_box *b = &machine_boxes[box];
    if (direction == DIRECTION_LEFT || direction == DIRECTION_RIGHT) {
        enum machine_side side = direction == DIRECTION_LEFT ? MACHINE_ENCODER : MACHINE_DECODER;
        machine_put(look, c, side == b->side ? box : nearest_box(c, side, b->row));
        return;
    }
    int by = direction == DIRECTION_UP || direction == DIRECTION_PREV ? -1 : 1;
    for (; steps > 0; steps--) {
        int next = box + by;
        while (next >= 0 && next < MACHINE_BOXES && machine_boxes[next].side == b->side &&
               !machine_drawn(c, next))
            next += by;
        if (next < 0 || next >= MACHINE_BOXES || machine_boxes[next].side != b->side)
            break;
        box = next;
    }
    machine_put(look, c, box);
}

double machine_residual_share(const struct scene *now, int box, int row)
{
    const struct config *c = &now->config;
    struct machine_box b = box_in(c, box);
    int layer = now->state.look.layer, residual = b.first;
    if (b.kind != MACHINE_ADD || residual >= STAGE_COUNT || !stage_present(c, layer, residual))
        return 0;
    struct stage_made made = stage_made(c, layer, residual);
    struct mat r = stage_matrix(&now->trace, layer, residual, 0);
    double rr = vec_dot(mat_row(r, row), mat_row(r, row), r.cols), added = 0;
    for (int i = 1; i < STAGE_OPERANDS && made.of[i] > 0; i++) /* two in a parallel block */
        added +=
            vec_dot(mat_row(stage_matrix(&now->trace, layer, made.of[i], 0), row), mat_row(r, row), r.cols);
    return 1 - added / rr;
}

int machine_steps(const struct scene *now)
{
    return now->state.look.machine.panel == MACHINE_NOTE ? config_keys(&now->config) + 1
                                                         : passing_steps(now->state.sentence->count);
}

int machine_active(const struct scene *now, int row)
{
    struct mat h = now->trace.layer[now->state.look.layer].hidden;
    int count = 0;
    for (int j = 0; mat_present(h) && j < h.cols; j++)
        count += mat_at(h, row, j) > 0;
    return count;
}
