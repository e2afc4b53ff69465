/* Where everything is. The ribbons take the rows that are left. If fewer than RIBBONS are left, rows of the
 * page are dropped, those that matter least first. */

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/learning.h"
#include "study/machine/next.h"
#include "view/flow/flow.h"

enum { RIBBONS = 6, LOW = 12, HEADS_IN_TEXT = 4, BOX_MOST = 24, GAP = 2, BETWEEN = 2 };
enum { GUTTER_GLOSSED = 20, GUTTER_NAMED = 10, GUTTER_NARROW = 9, GUTTER_LETTERS = 4, GUTTER_BARE = 1 };

/* clang-format off */
const struct flow_row_def flow_rows[FLOW_ROWS] = {
    [FLOW_WORDS]     = {-1, "", "", 0, false},
    [FLOW_X]         = {STAGE_X, "x", TEXT("meaning"), 14, false},
    [FLOW_P]         = {STAGE_P, "+ p", TEXT("position"), 15, false},
    [FLOW_HEARD]     = {-1, TEXT("+ heard"), TEXT("from below"), 15, false},
    [FLOW_H]         = {STAGE_H, "= h", TEXT("together"), 13, false},
    [FLOW_Q]         = {STAGE_Q, "q", TEXT("asks for"), 11, true},
    [FLOW_K]         = {STAGE_K, "k", TEXT_AS("plan", "offers"), 10, false},
    [FLOW_V]         = {STAGE_V, "v", TEXT("hands over"), 9, false},
    [FLOW_SCORE]     = {STAGE_SCORES, "q·k", TEXT("score"), 7, true},
    [FLOW_SHARE]     = {STAGE_WEIGHTS, "softmax", TEXT("share"), 0, false},
    [FLOW_NUMBER]    = {-1, "", "", 0, false},
    [FLOW_RIBBONS]   = {-1, "", "", 0, false},
    [FLOW_MIXED]     = {STAGE_HEAD_OUT, "Σ a·v", TEXT("mixed"), 12, false},
    [FLOW_OUTPUT]    = {STAGE_OUTPUT, TEXT("output"), "", 8, true},
    [FLOW_RESIDUAL1] = {STAGE_RESIDUAL1, "+ h", TEXT("residual"), 5, false},
    [FLOW_NORM1]     = {STAGE_NORM1, TEXT("norm"), "", 3, false},
    [FLOW_FFN]       = {STAGE_FFN, TEXT("ffn"), TEXT("each alone"), 6, true},
    [FLOW_RESIDUAL2] = {STAGE_RESIDUAL2, "+", TEXT("residual"), 4, false},
    [FLOW_NORM2]     = {STAGE_NORM2, TEXT("norm"), "", 2, false},
    [FLOW_ANSWER]    = {STAGE_PROBS, TEXT("answer"), "", 10, true},
    [FLOW_BEFORE]    = {-1, "", "", 11, true},
    [FLOW_SENTENCE]  = {-1, "", "", 0, true},
    [FLOW_SAYS]      = {-1, "", "", 0, false},
    [FLOW_NEXT]      = {-1, "", "", 16, true},
};
/* clang-format on */

bool flow_heard(const struct flow *f)
{
    const struct config *c = &f->now->config;
    int layer = f->now->state.look.layer;
    return layer > 0 && c->norm == NORM_NONE && !c->embed_norm && !config_decodes(c) && !f->crosses &&
           stage_present(c, layer - 1, STAGE_RESIDUAL1) && !flow_backwards(f);
}

bool flow_numbered(const struct flow *f, int r)
{
    int layer = r < FLOW_HEARD && flow_heard(f) ? 0 : f->now->state.look.layer;
    return r == FLOW_HEARD || stage_present(&f->now->config, layer, flow_row_stage(f, r));
}

bool flow_has_next(const struct flow *f)
{
    return f->now->state.set.temperature > 0 && !screen_predicts(f->s) && !f->paired && !flow_backwards(f) &&
           !next_none(f->now);
}

bool flow_has(const struct flow *f, int r)
{
    const struct config *c = &f->now->config;
    int stage = flow_row_stage(f, r == FLOW_SAYS ? FLOW_ANSWER : r), layer = f->now->state.look.layer;
    if (r == FLOW_HEARD)
        return flow_heard(f);
    if (r == FLOW_NEXT)
        return flow_has_next(f);
    if (r == FLOW_BEFORE) { /* where the line has something to say */
        struct text t = SCREEN_TEXT(f->s);
        flow_before(f, true, &t);
        return t.len > 0;
    }
    /* A decoder's two attentions have a page each. */
    if (config_decodes(c) && r != FLOW_WORDS && r != FLOW_SENTENCE && stage >= 0 &&
        f->second != (stage >= STAGE_CROSS))
        return false;
    /* A feed-forward part of zeros adds nothing. */
    struct mat ffn = f->now->trace.layer[layer].ffn;
    if ((r == FLOW_FFN || (r == FLOW_RESIDUAL2 && mat_present(ffn))) && !flow_backwards(f) &&
        stage != f->now->state.look.stage && mat_max_abs(ffn) == 0)
        return false;
    return stage < 0 || (r == FLOW_P && !f->second) || (r == FLOW_X && flow_heard(f)) ||
           stage_present(c, r == FLOW_SAYS ? c->layers - 1 : layer, stage); /* seen from every layer */
}

/* Whether a row is shown when those that matter less than `least` are left out; on a page of its own the lit
 * one always is. It matters most that the heads do not know the sentence; the reader's output, which repeats
 * what its heads mixed, matters less than their scores. */
static bool kept(const struct flow *f, int r, int least)
{
    int keep = flow_rows[r].keep;
    if (f->paired && r >= FLOW_ANSWER) /* what is said of two pictures is said below them */
        return false;
    if (r == FLOW_BEFORE && f->reader.is == FLOW_UNREAD)
        keep = 0;
    else if (r == FLOW_OUTPUT && f->reader.is != FLOW_OTHERS)
        keep = flow_rows[FLOW_SCORE].keep - 1;
    return flow_has(f, r) &&
           (keep == 0 || keep >= least ||
            (flow_rows[r].stage >= 0 && !f->paired && flow_row_stage(f, r) == f->now->state.look.stage));
}

/* Rows of the page when those that matter less than `least` are left out, without gaps. Where there is no
 * gutter, a line is too short for a sentence about two heads: each has its own. */
static int rows_needed(struct flow *f, int least, int ribbons)
{
    int needed = 0;
    struct story story;
    const int next =
        least < 13 && flow_has_next(f) && expected_story(f->now, f->now->config.n - 1, &story) ? 3 : 2;
    for (int r = 0; r < FLOW_ROWS; r++) {
        bool each = r == FLOW_SENTENCE && f->gutter == GUTTER_BARE && f->heads > 1;
        f->rows[r] = each ? f->heads : r == FLOW_NEXT ? next : 1;
        f->rows[r] *= kept(f, r, least);
        needed += f->rows[r] && r == FLOW_RIBBONS ? ribbons : f->rows[r];
    }
    return needed;
}

/* Whether a column is too narrow for its word. */
static bool cuts_words(const struct flow *f)
{
    bool cut = false;
    for (int w = 0; w < f->words && !cut; w++) {
        struct text t = SCREEN_TEXT(f->s);
        screen_word_bare(&f->now->state, f->now->state.sentence, w, &t);
        cut = utf8_width(text_str(&t)) >= f->pitch;
    }
    return cut;
}

void flow_plan_rows(struct flow *f, int height)
{
    int least = 0, at = 0, gaps = 0, needed,
        ribbons = f->paired && height > 2 * RIBBONS ? height / 2 : RIBBONS;
    bool few = f->heads < f->all && f->all <= HEADS_IN_TEXT;
    f->cut = !f->paired && height < LOW && (few || cuts_words(f));
    while ((needed = rows_needed(f, least, ribbons)) > height && least <= 16)
        least++;
    for (int r = 0; r < FLOW_ROWS; r++)
        gaps += f->rows[r] && flow_rows[r].gap;
    bool spaced = height - needed >= gaps + 3;
    f->rows[FLOW_RIBBONS] = ribbons + height - needed - (spaced ? gaps : 0);
    /* a tall screen: taller boxes */
    for (int r = 0; r < FLOW_ROWS && f->rows[FLOW_RIBBONS] > height / 2 + 1; r++)
        if (f->rows[r] && flow_boxes(r)) {
            f->rows[r]++;
            f->rows[FLOW_RIBBONS]--;
        }
    for (int r = 0; r < FLOW_ROWS; r++) {
        at += f->rows[r] && spaced && flow_rows[r].gap;
        f->row[r] = f->rows[r] ? at : -1;
        at += f->rows[r];
    }
}

void flow_plan_asking(struct flow *f, struct canvas c)
{
    int least = 0, needed, at = 0, each = f->now->config.dk;
    do {
        needed = 0;
        for (int r = 0; r < FLOW_ROWS; r++) {
            f->rows[r] = r == FLOW_WORDS || (flow_boxes(r) && kept(f, r, least));
            needed += f->rows[r];
        }
    } while (needed > c.rows && least++ < 15);
    for (int r = 0; r < FLOW_ROWS; r++) {
        f->rows[r] = f->rows[r] && at < c.rows;
        f->row[r] = f->rows[r] ? at : -1;
        at += f->rows[r];
    }
    f->first = f->query;
    f->shown = 1;
    f->gap = GAP;
    f->box = (c.cols - f->gutter - 1 - GAP * (f->heads - 1)) / f->heads;
    f->box = f->box > BOX_MOST ? BOX_MOST : f->box < 1 ? 1 : f->box;
    f->box -= each < f->box ? f->box % each : 0;
    f->width = f->box * f->heads + f->gap * (f->heads - 1);
    f->pitch = f->width + BETWEEN;
}

/* A box has whole columns for every number if a share, .98, still has room then, perhaps with smaller gaps.
 * Of two pictures words come closer before a head is left out, in one that is drawn before a word is. */
void flow_plan_columns(struct flow *f, int width, int columns, int heads)
{
    enum { SHARE = 3 };
    int each = f->now->config.dk, between = BETWEEN;
    f->shown = columns;
    f->heads = heads;
    for (;;) {
        f->pitch = width / f->shown;
        int rest = 0;
        for (int gap = !f->paired && f->pitch >= f->heads * 5 ? GAP : 1; gap > 0; gap--) {
            f->gap = f->heads > 1 ? gap : 0;
            f->box = (f->pitch - between - f->gap * (f->heads - 1)) / f->heads;
            f->box = f->box > BOX_MOST ? BOX_MOST : f->box;
            rest = !f->paired && each < f->box ? f->box % each : 0;
            if (f->box - rest >= SHARE)
                break;
        }
        f->box -= f->box - rest >= SHARE ? rest : 0;
        if (f->box >= SHARE || (f->heads == 1 && f->shown == 1))
            break;
        bool closer = between > 1 && (f->paired || (f->guess.of && f->heads == 1));
        *(closer ? &between : f->heads > 1 ? &f->heads : &f->shown) -= 1;
    }
    f->box = f->box < 1 ? 1 : f->box;
    f->width = f->box * f->heads + f->gap * (f->heads - 1);
    f->head = screen_first_shown(f->now->state.look.head, heads, f->heads);
    f->first = screen_first_shown(f->query, columns, f->shown);
    if (f->pitch > f->width + f->width / 2 + BETWEEN)
        f->pitch = f->width + f->width / 2 + BETWEEN;
}

void flow_facts(struct flow *f, const struct screen *s, const struct scene *now)
{
    const struct look *look = &now->state.look;
    *f = (struct flow){.s = s, .now = now, .query = look->query, .key = look->key, .share_digits = 2};
    f->a = stage_attention(&now->trace.layer[look->layer], look->stage);
    f->second = stage_crosses(look->stage);
    f->words = now->config.n;
    f->keys = flowing_keys(&now->config, look->stage);
    f->crosses = f->second || config_crosses(&now->config);
    f->key = f->key < f->keys ? f->key : f->keys - 1;
    flow_claims(f);
    flow_guess(f);
    if (s->from && now == &s->session->now)
        flow_move(f, s->from);
}

void flow_plan(struct flow *f, struct canvas c, const struct screen *s, const struct scene *now)
{
    flow_facts(f, s, now);
    f->sinks = mat_present(f->a->sink) && !(s->hidden && f->guess.of);
    /* All heads matter more than the names of the stages, these more than what explains them. */
    int named = c.cols >= 84 ? GUTTER_GLOSSED : c.cols >= 70 ? GUTTER_NAMED : GUTTER_NARROW;
    const int gutters[] = {named, GUTTER_NAMED, GUTTER_NARROW, GUTTER_LETTERS, GUTTER_BARE, named};
    for (size_t i = 0; i < sizeof gutters / sizeof *gutters && (i == 0 || !flow_whole(f)); i++) {
        f->gutter = gutters[i] < named ? gutters[i] : named;
        flow_plan_columns(f, c.cols - f->gutter - 1, flow_columns_of(f), f->all);
    }
    if (s->hidden && f->guess.of) { /* the words and one head's ribbons, nothing else */
        f->gutter = GUTTER_BARE;
        flow_plan_columns(f, c.cols - f->gutter - 1, flow_columns_of(f), 1);
        f->head = f->guess.head;
    }
    f->glossed = f->gutter == GUTTER_GLOSSED;
    flow_plan_rows(f, c.rows);
}

/* The row of a stage, -1: it has none. */
static int row_of_stage(int stage)
{
    for (int r = 0; r < FLOW_ROWS; r++)
        if (flow_rows[r].stage >= 0 && flow_rows[r].stage == stage_first(stage))
            return r;
    return -1;
}

int flow_stage(const struct config *c, int layer, int stage)
{
    int at = stage, last = -1;
    while (row_of_stage(at) < 0 && at != last) {
        last = at;
        at = stage_step(c, layer, at, -1);
    }
    for (last = -1; (row_of_stage(at) < 0 || !stage_present(c, layer, at)) && at != last;) {
        last = at;
        at = stage_step(c, layer, at, 1);
    }
    return at;
}

void flow_step(struct look *look, const struct config *c, int by)
{
    struct look to = *look, last;
    do {
        last = to;
        cursor_stage_step(&to, c, by);
    } while (row_of_stage(to.stage) < 0 && (to.stage != last.stage || to.layer != last.layer));
    if (row_of_stage(to.stage) >= 0)
        *look = to;
}
