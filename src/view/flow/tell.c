/* The flow in sentences: whom the asking word reads, with which head and share, then its rows. */
#include <limits.h>

#include "core/pipeline/stage.h"
#include "study/derivation.h"
#include "view/changes.h"
#include "view/stages/lens.h"
#include "view/flow/flow.h"
#include "view/stages/stages.h"
#include "view/figures/tell.h"

/* 猫 25.8, 追 9.7 and 3 more: the asking word's row of a map, by key. With shares: 猫 3.699 and 0.98; … */
static void each_key(const struct teller *t, const struct flow *f, int map, bool shares, int h)
{
    struct mat row = attention_head(f->a, f->a->map[map], h);
    int most = shares ? f->keys : TELL_COLS;
    for (int j = 0; j < f->keys && j < most; j++) {
        text_add(t->out, j == 0 ? "" : shares ? screen_text(&t->screen, TEXT("; ")) : ", ");
        tell_word(t, flow_keys(f), j);
        text_add(t->out, " ");
        (map == MAP_WEIGHTS ? tell_share : tell_number)(t, mat_at(row, f->query, j));
        if (shares) {
            tell(t, TEXT(" and "));
            tell_share(t, flow_weight(f, h, f->query, j));
        }
    }
    if (mat_present(f->a->sink) && (shares || map == MAP_WEIGHTS)) {
        tell(t, TEXT(", nobody "));
        tell_share(t, flow_weight(f, h, f->query, f->keys));
    }
    if (f->keys > most)
        tell(t, TEXT(" and %d more"), f->keys - most);
    text_add(t->out, "\n");
}

/* k, offers: 0.1, 0.2 … A memory's words have rows of their own: then the key in focus is told. What was
 * heard is what comes in, less x + p. */
static void row_of_word(const struct teller *t, const struct flow *f, int r, int h)
{
    const struct flow_row_def *d = &flow_rows[r];
    const struct trace *of = flow_backwards(f) ? &t->now->grad.d : &t->now->trace;
    int layer = t->now->state.look.layer;
    bool heard = r == FLOW_HEARD, of_keys = f->crosses && (r == FLOW_K || r == FLOW_V);
    struct mat m = heard ? of->layer[layer].in : stage_matrix(of, layer, flow_row_stage(f, r), h),
               less = heard ? of->layer[0].in : (struct mat){0};
    int row = of_keys ? f->key : f->query;
    const char *gloss = screen_text(&t->screen, d->gloss);
    text_add(t->out, screen_text(&t->screen, d->name));
    if (*gloss)
        tell(t, TEXT(", %s"), gloss);
    if (of_keys)
        tell(t, TEXT(" of %s"), flow_word(f, flow_keys(f), f->key));
    if (!heard && stage_row(d->stage)->heads == HEADS_APART && f->a->heads > 1)
        tell(t, TEXT_AS("tell", ", head %d"), h + 1);
    tell(t, TEXT(": "));
    for (int j = 0; j < m.cols && j < TELL_COLS; j++) {
        text_add(t->out, j > 0 ? ", " : "");
        tell_number(t, mat_at(m, row, j) - (heard ? mat_at(less, row, j) : 0));
    }
    if (m.cols > TELL_COLS)
        tell(t, TEXT(" and %d more"), m.cols - TELL_COLS);
    text_add(t->out, "\n");
}

/* The rows of the asking word from one to another, where the page has them. */
static void rows_from(const struct teller *t, const struct flow *f, int from, int to)
{
    for (int r = from; r <= to; r++) {
        const struct flow_row_def *d = &flow_rows[r];
        if (!*d->name || r == FLOW_SCORE || r == FLOW_SHARE || !flow_has(f, r) || !flow_numbered(f, r))
            continue;
        int heads = d->stage >= 0 && stage_row(d->stage)->heads == HEADS_APART ? f->all : 1;
        for (int h = 0; h < heads; h++)
            row_of_word(t, f, r, h);
    }
}

/* The facts of a scene whose shares are printed as all numbers here are. */
static struct flow facts(const struct teller *t, const struct scene *now)
{
    struct flow f;
    flow_facts(&f, &t->screen, now);
    f.share_digits = t->now->state.look.digits;
    return f;
}

void flow_tell_reads(const struct teller *t)
{
    struct flow f = facts(t, t->now);
    flow_sentence_tell(&f, true, t->out);
}

/* What a phase tells with its numbers: one of each key, then rows of the asking word. What runs down is told
 * with what it becomes, because no step stops at the end of the last phase. */
static const struct {
    const char *what;
    int map;
    int from, to;
} told[FLOWING_PHASES] = {
    [FLOWING_ASK] = {"", 0, 0, 0},
    [FLOWING_MERGE] = {"", 0, FLOW_X, FLOW_H},
    [FLOWING_NOTE] = {"", 0, FLOW_Q, FLOW_K},
    [FLOWING_VISIT] = {TEXT("its q times each k: "), MAP_SCORES, 0, 0},
    [FLOWING_SHARE] = {TEXT("shares of one whole: "), MAP_WEIGHTS, 0, 0},
    [FLOWING_RUN] = {TEXT("so much of each v runs down: "), MAP_WEIGHTS, FLOW_MIXED, FLOW_ANSWER},
    [FLOWING_MIX] = {"", 0, FLOW_MIXED, FLOW_ANSWER},
};

/* Phase 2 of 5 … The query visits every key …, and what moves in it, with its numbers: q·k of 追 with each
 * word, head by head. */
static void tell_phase(const struct teller *t, const struct flow *f)
{
    int m = (int)f->play.phase;
    tell(t, TEXT("Phase %d of %d, %s asks. %s\n"), m, FLOWING_MIX,
         flow_word(f, t->now->state.sentence, f->query), flow_caption(f, INT_MAX));
    for (int h = 0; h < f->a->heads && *told[m].what; h++) {
        if (f->a->heads > 1)
            tell(t, TEXT("Head %d, "), h + 1);
        text_add(t->out, screen_text(&t->screen, told[m].what));
        each_key(t, f, told[m].map, false, h);
    }
    if (told[m].to > 0)
        rows_from(t, f, told[m].from, told[m].to);
}

void flow_tell_caption(const struct teller *t)
{
    struct flow f = facts(t, t->now);
    flow_plays(&f);
    if (f.play.phase != FLOWING_STILL)
        text_add(t->out, flow_caption(&f, INT_MAX));
}

void flow_tell_briefly(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    struct flow f = facts(t, &t->screen.session->now);
    flow_plays(&f);
    if (f.play.phase != FLOWING_STILL) {
        tell_phase(t, &f);
        return;
    }
    flow_sentence_tell(&f, false, t->out);
    size_t before = t->out->len;
    flow_before(&f, false, t->out);
    text_add(t->out, t->out->len > before ? "\n" : "");
    if (flow_has(&f, FLOW_SAYS)) {
        flow_says(&f, t->out);
        text_add(t->out, "\n");
    }
    if (look->show == SHOW_GRADIENT) {
        changes_title(&t->screen, t->out);
        text_add(t->out, "\n");
    }
    tell(t, TEXT("Stage %s is lit"), screen_text(&t->screen, stage_label(look->stage)));
    if (t->now->config.layers > 1)
        tell(t, TEXT(", layer %d of %d"), look->layer + 1, t->now->config.layers);
    tell(t, TEXT(".\n"));
}

void flow_tell(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    struct flow f = facts(t, &t->screen.session->now);
    struct derive_cell cell;
    flow_tell_briefly(t);
    for (int h = 0; h < f.all; h++) {
        if (f.a->heads > 1)
            tell(t, TEXT("Head %d, score and share of each word: "), h + 1);
        else
            tell(t, TEXT("Score and share of each word: "));
        each_key(t, &f, MAP_SCORES, true, h);
    }
    tell(t, TEXT("The numbers of %s, row by row:\n"),
         said_word(&t->screen, &t->now->state, t->now->state.sentence, f.query));
    rows_from(t, &f, 0, FLOW_ROWS - 1);
    tell(t, TEXT("In the lens: "));
    if (stage_row(look->stage)->cols == AXIS_KEY) {
        tell_pair_briefly(t);
    } else if (derivation_cell_of(t->now, look, &cell)) {
        tell(t, TEXT("%s, number %d of %s: "), screen_text(&t->screen, stage_label(cell.stage)), cell.col + 1,
             flow_word(&f, stages_labels_of(&t->screen, cell.stage).rows, cell.row));
        tell_number(
            t, mat_at(stage_matrix(&t->now->trace, cell.layer, cell.stage, cell.head), cell.row, cell.col));
        tell(t, TEXT(".\n"));
    }
    const struct layers_of of = {{&t->m->lens[0]}, {&t->now->state}, {""}};
    struct table layers = layers_table(&t->screen, &of);
    if (layers.rows > 0 && of.lens[0]->done == layers.rows)
        table_tell(t, &layers);
}
