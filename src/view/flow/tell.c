/* The flow in sentences: whom the asking word reads, with which head and share, then its numbers row by row.
 */
#include "core/pipeline/stage.h"
#include "study/derivation.h"
#include "view/changes.h"
#include "view/flow/flow.h"
#include "view/stages/stages.h"
#include "view/tell/tell.h"

/* 追 takes its doer from 猫 (0.98), its done-to from 狗 (0.97). */
static void roles(const struct teller *t, const struct flow *f)
{
    tell_word(t, t->now->state.sentence, f->query);
    tell(t, TEXT(" takes ", " 的"));
    for (int h = 0; h < flow_roles(f); h++) {
        bool alike;
        int key = flow_most_read(f, h, f->query, &alike);
        if (h > 0)
            tell(t, TEXT(", ", "，"));
        if (flow_nobody(f, h, f->query, key)) {
            tell(t, TEXT("its %s from nobody", "“%s”没有谁"), state_head_name(&t->now->state, h));
            continue;
        }
        tell(t, TEXT("its %s from ", "“%s”是 "), state_head_name(&t->now->state, h));
        tell_word(t, flow_keys(f), key);
        text_add(t->out, " (");
        tell_number(t, flow_weight(f, h, f->query, key));
        text_add(t->out, ")");
    }
    tell(t, TEXT(".\n", "。\n"));
}

/* 追 cannot tell: its doer is 猫 (0.53) or 狗 (0.46), … */
static void torn(const struct teller *t, const struct flow *f, const int noun[2])
{
    tell_word(t, t->now->state.sentence, f->query);
    tell(t, TEXT(" cannot tell: ", " 分不清："));
    for (int h = 0; h < flow_roles(f); h++) {
        tell(t, TEXT("%sits %s is ", "%s“%s”是 "), h > 0 ? screen_text(&t->screen, TEXT(", ", "，")) : "",
             state_head_name(&t->now->state, h));
        for (int i = 0; i < 2; i++) {
            tell(t, TEXT("%s", "%s"), i > 0 ? screen_text(&t->screen, TEXT(" or ", " 或 ")) : "");
            tell_word(t, flow_keys(f), noun[i]);
            text_add(t->out, " (");
            tell_number(t, flow_weight(f, h, f->query, noun[i]));
            text_add(t->out, ")");
        }
    }
    tell(t, TEXT(".\n", "。\n"));
}

/* 追 reads most: 猫 0.98 with head 1, 狗 0.97 with head 2. */
static void reads(const struct teller *t, const struct flow *f)
{
    if (flow_overflowed(f)) {
        flow_overflow_add(f, t->out);
        text_add(t->out, "\n");
        return;
    }
    tell_word(t, t->now->state.sentence, f->query);
    tell(t, TEXT(" reads most: ", " 读得最多的是 "));
    for (int h = 0; h < f->all && !flow_silent(f, h); h++) {
        if (h > 0)
            tell(t, TEXT(", ", "，"));
        bool stands = f->reader.is == FLOW_READS && h == FLOW_STANDS;
        if (stands)
            tell(t, TEXT("stands for ", "指 "));
        text_add(t->out, flow_most_add(f, h, t->out));
        if (f->a->heads > 1 && !stands)
            tell(t, TEXT(" with head %d", "（头 %d）"), h + 1);
    }
    tell(t, TEXT(".\n", "。\n"));
}

/* Head 1, scores and shares: 猫 3.699 and 0.98; 追 … */
static void shares(const struct teller *t, const struct flow *f, int h)
{
    if (f->a->heads > 1)
        tell(t, TEXT("Head %d, score and share of each word: ", "头 %d，每个词的得分和份额："), h + 1);
    else
        tell(t, TEXT("Score and share of each word: ", "每个词的得分和份额："));
    for (int j = 0; j < f->keys; j++) {
        if (j > 0)
            tell(t, TEXT("; ", "；"));
        tell_word(t, flow_keys(f), j);
        text_add(t->out, " ");
        tell_number(t, mat_at(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, j));
        tell(t, TEXT(" and ", " 和 "));
        tell_number(t, flow_weight(f, h, f->query, j));
    }
    text_add(t->out, "\n");
}

/* Those of a row, less what is in the same row of another matrix, if that is present. */
static void numbers(const struct teller *t, struct mat m, struct mat less, int row)
{
    for (int j = 0; j < m.cols && j < TELL_COLS; j++) {
        text_add(t->out, j > 0 ? ", " : "");
        tell_number(t, mat_at(m, row, j) - (mat_present(less) ? mat_at(less, row, j) : 0));
    }
    if (m.cols > TELL_COLS)
        tell(t, TEXT(" and %d more", " 等，还有 %d 个"), m.cols - TELL_COLS);
}

/* k, offers: 0.1, 0.2 … A memory's words have rows of their own: then the key in focus is told. */
static void row_of_word(const struct teller *t, const struct flow *f, int r, int h)
{
    const struct flow_row_def *d = &flow_rows[r];
    const struct trace *of = flow_backwards(f) ? &t->now->grad.d : &t->now->trace;
    const struct layer_trace *in = of->layer;
    bool heard = r == FLOW_HEARD;
    struct mat m = heard ? in[t->now->state.look.layer].in
                         : stage_matrix(of, t->now->state.look.layer, flow_row_stage(f, r), h);
    bool of_keys = f->crosses && (r == FLOW_K || r == FLOW_V);
    const char *gloss = screen_pair(&t->screen, d->gloss);
    text_add(t->out, screen_pair(&t->screen, d->name));
    if (*gloss)
        tell(t, TEXT(", %s", "，%s"), gloss);
    if (of_keys) {
        tell(t, TEXT(" of ", "，词 "));
        tell_word(t, flow_keys(f), f->key);
    }
    if (!heard && stage_row(d->stage)->heads == HEADS_APART && f->a->heads > 1)
        tell(t, TEXT(", head %d", "，头 %d"), h + 1);
    tell(t, TEXT(": ", "："));
    numbers(t, m, heard ? in->in : (struct mat){0}, of_keys ? f->key : f->query);
    text_add(t->out, "\n");
}

/* The rows of the asking word from one to another, where the page has them. */
static void rows_from(const struct teller *t, const struct flow *f, int from, int to)
{
    for (int r = from; r <= to; r++) {
        const struct flow_row_def *d = &flow_rows[r];
        if (!*d->name.en || r == FLOW_SCORE || r == FLOW_SHARE || !flow_has(f, r) || !flow_numbered(f, r))
            continue;
        int heads = d->stage >= 0 && stage_row(d->stage)->heads == HEADS_APART ? f->all : 1;
        for (int h = 0; h < heads; h++)
            row_of_word(t, f, r, h);
    }
}

static void rows_of_word(const struct teller *t, const struct flow *f)
{
    tell(t, TEXT("The numbers of ", "它在每一步的数："));
    if (screen_lang(&t->screen) == LANG_EN)
        tell_word(t, t->now->state.sentence, f->query);
    tell(t, TEXT(", row by row:\n", "\n"));
    rows_from(t, f, 0, FLOW_ROWS - 1);
}

/* The facts of a scene whose shares are printed as all numbers here are. */
static void facts(struct flow *f, const struct teller *t, const struct scene *now)
{
    flow_facts(f, &t->screen, now);
    f->share_digits = t->now->state.look.digits;
}

void flow_tell_reads(const struct teller *t)
{
    struct flow f;
    facts(&f, t, t->now);
    reads(t, &f);
}

/* Head 1, q·k of 追 with each word: 猫 25.8, 追 9.7 … */
static void of_each_key(const struct teller *t, const struct flow *f, struct mat map, struct pair what)
{
    for (int h = 0; h < f->a->heads; h++) {
        if (f->a->heads > 1)
            tell(t, TEXT("Head %d, ", "头 %d，"), h + 1);
        tell(t, TEXT("%s", "%s"), screen_pair(&t->screen, what));
        for (int j = 0; j < f->keys && j < TELL_COLS; j++) {
            text_add(t->out, j > 0 ? ", " : "");
            tell_word(t, flow_keys(f), j);
            text_add(t->out, " ");
            tell_number(t, mat_at(attention_head(f->a, map, h), f->query, j));
        }
        if (f->keys > TELL_COLS)
            tell(t, TEXT(" and %d more", " 等，还有 %d 个"), f->keys - TELL_COLS);
        text_add(t->out, "\n");
    }
}

/* What a phase tells with its numbers: one of each key, then rows of the asking word. What runs down is told
 * with what it becomes, because no step stops at the end of the last phase. */
static const struct {
    struct pair what;
    int map;
    int from, to;
} told[FLOWING_PHASES] = {
    [FLOWING_MERGE] = {PAIR("", ""), 0, FLOW_X, FLOW_H},
    [FLOWING_VISIT] = {PAIR("its q times each k: ", "它的 q 乘每个 k："), MAP_SCORES, 0, 0},
    [FLOWING_SHARE] = {PAIR("shares of one whole: ", "整个 1 分成："), MAP_WEIGHTS, 0, 0},
    [FLOWING_RUN] = {PAIR("so much of each v runs down: ", "每个 v 流下多少："), MAP_WEIGHTS, FLOW_MIXED,
                     FLOW_ANSWER},
    [FLOWING_MIX] = {PAIR("", ""), 0, FLOW_MIXED, FLOW_ANSWER},
};

/* Phase 2 of 5 … The query visits every key …, and what moves in it, with its numbers. */
static void phase(const struct teller *t, const struct flow *f)
{
    int m = (int)f->play.phase;
    tell(t, TEXT("Phase %d of %d, ", "第 %d 幕，共 %d 幕，"), m, FLOWING_MIX);
    tell_word(t, t->now->state.sentence, f->query);
    tell(t, TEXT(" asks. %s\n", " 在问。%s\n"), flow_phase_sentence(f));
    if (*told[m].what.en)
        of_each_key(t, f, f->a->map[told[m].map], told[m].what);
    rows_from(t, f, told[m].from, told[m].to);
}

/* What the asking word says, with classes; what its rows mean while they show the gradient. */
static void answer(const struct teller *t, const struct flow *f)
{
    if (flow_has(f, FLOW_SAYS)) {
        flow_says(f, t->out);
        text_add(t->out, "\n");
    }
    if (t->now->state.look.show == SHOW_GRADIENT) {
        changes_title(&t->screen, t->out);
        text_add(t->out, "\n");
    }
}

void flow_tell_briefly(const struct teller *t)
{
    struct flow f;
    const struct look *look = &t->now->state.look;
    facts(&f, t, &t->screen.model->now);
    flow_plays(&f);
    if (f.play.phase != FLOWING_STILL) {
        phase(t, &f);
        return;
    }
    int noun[2];
    if (!flow_finds_roles(&f) && flow_cannot_tell(&f, noun))
        torn(t, &f, noun);
    else
        (flow_finds_roles(&f) ? roles : reads)(t, &f);
    int before = (int)t->out->len;
    flow_before(&f, false, t->out);
    text_add(t->out, (int)t->out->len > before ? "\n" : "");
    answer(t, &f);
    tell(t, TEXT("Stage %s is lit", "亮着的步骤：%s"), screen_pair(&t->screen, stage_label(look->stage)));
    if (t->now->config.layers > 1)
        tell(t, TEXT(", layer %d of %d", "，第 %d 层，共 %d 层"), look->layer + 1, t->now->config.layers);
    tell(t, TEXT(".\n", "。\n"));
}

static void in_the_lens(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    struct derive_cell cell;
    tell(t, TEXT("In the lens: ", "放大镜里："));
    if (stage_row(look->stage)->cols == AXIS_KEY) {
        tell_pair_briefly(t);
    } else if (derivation_cell_of(t->now, look, &cell)) {
        tell(t, TEXT("%s, number %d of ", "%s，第 %d 个数，词是"),
             screen_pair(&t->screen, stage_label(cell.stage)), cell.col + 1);
        tell_word(t, stages_labels_of(&t->screen, cell.stage).rows, cell.row);
        tell(t, TEXT(": ", "："));
        tell_number(
            t, mat_at(stage_matrix(&t->now->trace, cell.layer, cell.stage, cell.head), cell.row, cell.col));
        tell(t, TEXT(".\n", "。\n"));
    }
}

void flow_tell(const struct teller *t)
{
    struct flow f;
    facts(&f, t, &t->screen.model->now);
    flow_tell_briefly(t);
    for (int h = 0; h < f.all; h++)
        shares(t, &f, h);
    rows_of_word(t, &f);
    in_the_lens(t);
}
