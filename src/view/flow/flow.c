/* The flow of numbers from the words to the output, on one page; beside it, where there is room, the lens. */
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/arcs/arcs.h"
#include "view/stages/lens.h"
#include "view/flow/flow.h"
#include "view/spots.h"

enum { LENS = 32, LENS_NEEDS = 110, LENS_ROWS = 17 };

/* The lines of some heads, and below them the running text with what these read; the text alone where ribbons
 * would get no room: the sentence below says the same. */
static void draw_reading(struct canvas c, const struct flow *f, const struct arcs *arcs)
{
    enum { RIBBONS = 3 };
    int top = arcs->heads + (arcs->heads == f->heads); /* a blank row below all of them */
    if (c.rows - top < arcs_lines(c, arcs) + RIBBONS)
        top = 0;
    if (top > 0 && arcs->play->bands > 0)
        arcs_say(c, arcs);
    for (int h = 0; top > 0 && h < arcs->heads && arcs->play->bands <= 0; h++) {
        struct canvas line = canvas_part(c, h, 0, 1, c.cols);
        int col = arcs_name(line, arcs, arcs->head + h);
        flow_phase_of_head(canvas_part(line, 0, col, 1, c.cols - col - 1), f, arcs->head + h);
    }
    arcs_draw(canvas_part(c, top, 0, c.rows - top, c.cols), arcs);
}

/* A sentence that is too long for columns: the heads over the running text, on a tall screen each over its
 * own, and, where they leave room for them below, the numbers of the asking word. */
static void draw_text(struct canvas c, const struct flow *f)
{
    enum { NEEDS = 15, LINE = 4, LINE_MOST = 10, OWN_MOST = 14 };
    const bool asks = f->play.phase == FLOWING_ASK; /* the sentence alone */
    struct arcs_play play = {asks ? 1 : flow_seen(f, FLOW_H), flow_seen(f, FLOW_RIBBONS),  flow_visited(f),
                             f->reader.is == FLOW_READS,      f->reader.is == FLOW_UNREAD, asks};
    struct arcs arcs = {f->s, f->now, f->a, f->crosses, f->query, f->key, f->head, f->heads, 0, &play};
    struct canvas room = canvas_part(c, 0, 0, f->row[FLOW_SENTENCE] - f->rows[FLOW_BEFORE], c.cols);
    if (asks) {
        int rows = 3 * arcs_lines(room, &arcs), top = (room.rows - rows) / 3;
        arcs_draw(canvas_part(room, top > 0 ? top : 0, 0, rows, room.cols), &arcs);
        return;
    }
    int lines = arcs_lines(room, &arcs), text = room.rows - f->heads - 1, own = text * 2 / 5;
    own = own > OWN_MOST ? OWN_MOST : own;
    own = text >= NEEDS && lines * LINE <= text - own ? own : 0;
    int each = (room.rows - own) / f->heads;
    bool apart = f->heads > 1 && each >= lines * LINE + 2 && text - own > lines * LINE_MOST;
    for (int h = 0; apart && h < f->heads; h++) {
        struct arcs one = arcs;
        one.head = f->head + h;
        one.heads = 1;
        draw_reading(canvas_part(room, h * each, 0, each - 1, room.cols), f, &one);
    }
    if (!apart)
        draw_reading(canvas_part(room, 0, 0, room.rows - own, room.cols), f, &arcs);
    if (own) {
        struct flow alone = *f;
        struct canvas below = canvas_part(room, room.rows - own, 0, own - 1, room.cols);
        flow_plan_asking(&alone, below);
        flow_strips_draw(below, &alone);
    }
}

/* Returns where a row shows a target: a word's numbers, those of a head in its box, or one of them; no
 * columns: it does not. Scores and shares are those of the asking word: its row runs through all words that
 * are read. */
static struct area spot_of(const struct flow *f, int r, const struct aim *t)
{
    const struct area none = {0, 0, 0, 0};
    int rows, cols, at = t->col;
    struct area a = {f->row[r], 0, f->rows[r], f->width};
    if (r == FLOW_SCORE || r == FLOW_SHARE) {
        int first = flow_column_of_key(f, at >= 0 ? at : 0),
            last = flow_column_of_key(f, at >= 0 ? at : f->keys - 1);
        if (t->row != f->query || t->head < f->head || t->head >= f->head + f->heads ||
            !flow_in_sight(f, first) || !flow_in_sight(f, last))
            return none;
        a.rows += r == FLOW_SHARE ? f->rows[FLOW_NUMBER] : 0;
        a.col = at >= 0 ? flow_box(f, first, t->head) : flow_left(f, first);
        a.cols = at >= 0 ? f->box : flow_left(f, last) + f->width - a.col;
        return a;
    }
    int w = f->crosses && (r == FLOW_K || r == FLOW_V) ? flow_column_of_key(f, t->row) : t->row;
    if (t->row < 0 || !flow_in_sight(f, w))
        return none;
    stage_shape(&f->now->config, flow_row_stage(f, r), &rows, &cols);
    a.col = flow_left(f, w);
    bool mixed = r == FLOW_MIXED;
    if (mixed || ((r == FLOW_Q || r == FLOW_K || r == FLOW_V) && at >= 0)) {
        int shared = flow_shared(f, r);
        cols = mixed ? cols : cols * shared / f->now->config.heads;
        int h = mixed ? t->head : at / cols * shared;
        h = h < f->head && h + shared > f->head ? f->head : h;
        if (h < f->head || h >= f->head + f->heads)
            return none;
        a.col = flow_box(f, w, h);
        a.cols = flow_shared_width(f, h, shared);
        at = mixed || at < 0 ? at : at % cols;
    }
    if (at >= 0) {
        a.col += at * a.cols / cols;
        a.cols = a.cols / cols > 0 ? a.cols / cols : 1;
    }
    return a;
}

void flow_spots(struct canvas c, const struct flow *f)
{
    bool present = f->now == &f->s->session->now || (f->paired && !f->beside);
    if (!f->s->spots || !present || flow_backwards(f))
        return;
    for (struct spot *p = NULL; (p = spots_next(f->s, TARGET_WORD, p));)
        if (p->target.row < f->words && flow_in_sight(f, p->target.row))
            spots_found(f->s, p, c,
                        (struct area){f->row[FLOW_WORDS], flow_left(f, p->target.row), 1, f->width});
    for (struct spot *p = NULL; f->sinks && (p = spots_next(f->s, STAGE_SINK, p));)
        if (p->target.row == f->query && p->target.head >= f->head && p->target.head < f->head + f->heads)
            spots_found(f->s, p, c,
                        (struct area){f->row[FLOW_SHARE],
                                      flow_box(f, flow_column_of_key(f, f->keys), p->target.head),
                                      f->rows[FLOW_SHARE] + f->rows[FLOW_NUMBER], f->box});
    for (int r = 0; r < FLOW_ROWS && !f->s->hidden; r++) {
        int stage = flow_rows[r].stage < 0 ? -1 : flow_row_stage(f, r);
        for (struct spot *p = NULL; stage >= 0 && f->rows[r] && (p = spots_next(f->s, stage, p));) {
            struct area a = spot_of(f, r, &p->target);
            if (a.cols == 0)
                continue;
            if (r != FLOW_SCORE && r != FLOW_SHARE)
                p->named = f->rows[r] == 1;
            spots_found(f->s, p, c, a);
        }
    }
}

void flow_draw(struct canvas c, const struct flow *page)
{
    enum { HEADS = 4 };
    struct flow shown = *page;
    const struct flow *f = &shown;
    bool text = (flow_too_long(f) || f->play.phase == FLOWING_ASK) && !f->s->hidden;
    int all = f->all;
    if (text) {
        shown.heads = all < HEADS ? all : HEADS;
        shown.rows[FLOW_BEFORE] = flow_has(f, FLOW_BEFORE);
        shown.row[FLOW_BEFORE] = f->row[FLOW_SENTENCE] - 1;
        shown.head = screen_first_shown(f->now->state.look.head, all, shown.heads);
    }
    (text ? draw_text : flow_strips_draw)(c, f);
    if (!text)
        flow_spots(c, f);
    if (f->s->hidden) {
        if (f->guess.of)
            flow_guess_draw(c, f);
        return;
    }
    flow_says_draw(c, f);
    flow_next_draw(c, f);
    if (!text)
        flow_written_draw(c, f);
    if (flow_seen(f, FLOW_RIBBONS) > 0 && !text)
        flow_ribbons_draw(c, f);
    if (f->play.phase == FLOWING_STILL) {
        flow_sentence_draw(c, f);
        return;
    }
    if (!text)
        flow_phase_draw(c, f);
    flow_phase_says(c, f);
}

static void draw_flow(struct canvas c, const struct screen *s)
{
    struct flow f;
    struct canvas page = canvas_part(c, 0, 0, c.rows, c.cols - LENS - 3);
    flow_plan(&f, page, s, &s->session->now);
    bool named = flow_whole(&f) && f.gutter >= FLOW_GUTTER, /* names come before the lens */
        lens = c.cols >= LENS_NEEDS && (named || flow_too_long(&f));
    if (!lens) {
        page = c;
        flow_plan(&f, page, s, &s->session->now);
    }
    flow_plays(&f);
    f.points = !lens;
    flow_draw(page, &f);
    if (!lens || s->hidden || f.play.phase == FLOWING_ASK)
        return;
    screen_wall(c, 0, c.cols - LENS - 2, c.rows);
    if (flow_seen(&f, FLOW_NUMBER) < 1) /* it explains what is there */
        return;
    const struct layers_of of = {{&s->session->lens[0]}, {&s->session->now.state}, {""}};
    struct table layers = layers_table(s, &of);
    int below = layers.rows > 0 && c.rows >= LENS_ROWS + layers.rows + 2 ? layers.rows + 2 : 0;
    flow_lens_draw(canvas_part(c, 0, c.cols - LENS, c.rows - below, LENS - 1), &f);
    if (below > 0)
        table_draw(canvas_part(c, c.rows - below + 1, c.cols - LENS, below - 1, LENS - 1), &layers);
}

/* Up and down walk through the rows, prev and next along the lit one. */
static bool move_flow(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct place row, col;
    if (direction == DIRECTION_LEFT || direction == DIRECTION_RIGHT)
        return false;
    if (direction == DIRECTION_PREV || direction == DIRECTION_NEXT) {
        cursor_stage_places(&s->look, s->look.stage, &now->config, &row, &col);
        cursor_step(row, col, direction, steps);
        return true;
    }
    int by = direction == DIRECTION_UP ? -1 : 1;
    for (struct look last = {.stage = -1};
         steps > 0 && (last.stage != s->look.stage || last.layer != s->look.layer); steps--) {
        last = s->look;
        flow_step(&s->look, &now->config, by);
    }
    return true;
}

/* What the layers would say is computed in slices, at once where it is quick. */
static void work_on_lens(struct session *m, struct work *work)
{
    lens_follow(&m->lens[0], &m->now, cause_asks(&m->now.state));
    lens_advance(&m->lens[0], &m->now, 0, work);
}

static bool lens_busy(const struct session *m)
{
    return m->lens[0].done < m->lens[0].total;
}

/* A stage without a row gives way to the one that is lit for it. */
static void follow_row(struct session *m, struct work *work)
{
    enum { QUICK = 3000000 };
    lens_follow(&m->lens[0], &m->now, cause_asks(&m->now.state));
    if ((double)m->now.config.classes * m->now.config.d * (m->now.config.layers + 1) < QUICK)
        lens_advance(&m->lens[0], &m->now, QUICK, work);
    struct look *look = &m->now.state.look;
    look->stage = flow_stage(&m->now.config, look->layer, look->stage);
}

/* Every stage is on the page. */
static bool flow_gives_away(const struct look *look, int stage)
{
    (void)look;
    (void)stage;
    return true;
}

static const char *flow_tick(const struct look *look, int *ms)
{
    *ms = FLOWING_TICK_MS;
    return look->flow > 0 && look->play != 0 ? "flow tick" : NULL;
}

static const enum view_id companions[] = {VIEW_TERMS, VIEW_ENCODING, VIEW_COMPARE, VIEW_COUNT};

const struct view view_flow = {
    .name = "flow",
    .context = "flow",
    .title = TEXT("flow"),
    .help =
        TEXT("The whole computation on one page: a column for each word, a row for each stage. Below the "
             "asking word, which is lit, each head has a box, and ribbons run into it from the words that it "
             "reads. A ribbon is as wide as its share: together they fill the box. In the rows colours are "
             "numbers, blue below 0 and amber above.\n\n"
             "Left and right choose the asking word, up and down (or [ and ]) light a stage, h goes to the "
             "next head, o to the layer below and back. Enter looks into the lit stage's cell, Backspace "
             "comes back. Space lets the "
             "computation flow from the words to the output and stops it; n and N go one phase on or back, ( "
             "and ) change the speed. Where there is room, the lens at the right says why the asking word "
             "reads the word that , and . choose: their query and key number by number, the whole that is "
             "shared out, the terms of the score. With classes it ends in a word; with a target, g shows the "
             "gradient. From 200 columns and 50 rows on, the other views are beside it, at the same word "
             "and head; a click on a name, or its key, opens one alone."),
    .across = TEXT("word"),
    .along = TEXT("stage"),
    .draw = draw_flow,
    .glides = true,
    .tell = flow_tell,
    .tell_briefly = flow_tell_briefly,
    .places = cursor_query_places,
    .move = move_flow,
    .cell = cursor_given,
    .gives_away = flow_gives_away,
    .follow = follow_row,
    .busy = lens_busy,
    .work = work_on_lens,
    .tick = flow_tick,
    .companions = companions,
};
