/* The text of the current step, laid out from its beats. */
#include <string.h>

#include "core/pipeline/stage.h"
#include "lesson/run/judge.h"
#include "study/code/snippet.h"
#include "view/lesson/lesson.h"
#include "view/lesson/typeset.h"

/* ---- answered questions -------------------------------------------------------------- */

static void answer_words(const struct typeset *t, const struct lesson_ask *q, const char *said,
                         struct text *out)
{
    judge_words(q, said, &t->s->model->now, t->look.ascii ? " > " : " → ", out);
}

static const struct block *feedback(const struct lesson_ask *q, const struct lesson_answer *a)
{
    if (q->kind == ASK_NUMBER && !a->right && a->wrong >= 0 && a->wrong < q->wrong_count)
        return &q->wrong[a->wrong].feedback;
    for (int i = 0; q->kind == ASK_CHOICE && i < q->option_count; i++)
        if (strchr(a->last, lesson_letter(i)) && q->option[i].say.s &&
            (!q->many || q->option[i].right == a->right))
            return &q->option[i].feedback;
    return NULL;
}

/* Says what the keys do after a wrong answer to the question one is at. */
static void what_now(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    const struct lesson_session *session = t->s->model->lesson;
    const struct lesson_now at = lesson_now(session);
    if (at.ask != q || t->ended)
        return;
    bool hint = lesson_next_hint(session) >= 0, last = q == &at.step->ask[at.step->ask_count - 1];
    struct pair more = BOTH(hint ? "One more try. w: hint, r: answer." : "One more try. r: answer.",
                            hint ? "还可以再试一次。w 提示，r 看答案。" : "还可以再试一次。r 看答案。");
    struct pair enter = BOTH(last ? "Enter shows the result." : "Enter: the next question.",
                             last ? "按回车看结果。" : "按回车看下一问。");
    typeset_text(t, 2, STYLE_DIM, screen_pair(t->s, a->closed ? enter : more));
}

static void judged(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    const struct block *say = feedback(q, a);
    typeset_piece(t);
    typeset_sign(t, 0, a->right ? STYLE_GOOD : STYLE_ERROR, typeset_mark(t, a->right));
    struct text line = TEXT_HERE;
    if (q->kind != ASK_CHOICE || !say) {
        text_add(&line, screen_text(t->s, TEXT("your answer ", "你的答案：")));
        answer_words(t, q, a->last, &line);
        text_add(&line,
                 screen_text(t->s, EITHER(a->right, TEXT(": right", "，对"), TEXT(": not right", "，不对"))));
        typeset_text(t, 2, a->right ? STYLE_GOOD : STYLE_ERROR, text_str(&line));
    }
    if (say)
        typeset_block(t, 2, say, STYLE_TEXT);
    text_finish(&line);
    if (!a->right)
        what_now(t, q, a);
}

static void reached(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    struct text line = TEXT_HERE;
    typeset_piece(t);
    typeset_sign(t, 0, STYLE_GOOD, typeset_mark(t, true));
    screen_add(t->s, &line, TEXT("Reached, moves: %d", "做到了，用了 %d 步"), a->moves);
    if (q->moves > 0)
        screen_add(t->s, &line, TEXT(" (par %d)", "（参考 %d 步）"), q->moves);
    typeset_text(t, 2, STYLE_GOOD, text_str(&line));
    text_finish(&line);
    const char *shared = text_str(&t->s->model->lesson->shared);
    if (!*shared)
        return;
    typeset_text(t, 2, STYLE_DIM,
                 screen_text(t->s, TEXT("To share (:share prints it):", "发给朋友（:share 打印这一行）：")));
    typeset_text(t, 2, STYLE_FORMULA, shared);
}

static void explained(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    typeset_piece(t);
    if (a->last[0]) {
        typeset_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("You wrote", "你写的")));
        typeset_text(t, 2, STYLE_TEXT, a->last);
    }
    if (q->model.count > 0) {
        typeset_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("One way to say it", "一种说法")));
        typeset_block(t, 2, &q->model, STYLE_TEXT);
    }
    if (q->rubric_count > 0)
        typeset_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("Check yourself", "自己对照")));
    for (int i = 0; i < q->rubric_count; i++) {
        typeset_sign(t, 0, STYLE_DIM, t->look.ascii ? "-" : "•");
        typeset_block(t, 2, &q->rubric[i], STYLE_TEXT);
    }
}

static void outcome(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    if (q->kind == ASK_EXPLAIN && a->closed)
        explained(t, q, a);
    else if (q->kind == ASK_GOAL && a->right && !q->impossible.s)
        reached(t, q, a);
    else if (q->kind != ASK_EXPLAIN && q->kind != ASK_TRY && a->last[0])
        judged(t, q, a);
}

/* Compares the prediction of a class with the right answer. */
static void class_prediction(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    const struct lesson_hands hands = lesson_hands_of(q, a);
    struct text line = TEXT_HERE;
    int named = 0;
    if (hands.all == 0)
        return;
    typeset_piece(t);
    text_add(&line, screen_text(t->s, TEXT("The class: most said ", "全班：最多人选 ")));
    for (int i = 0; i < q->option_count; i++)
        if (hands.most >> i & 1)
            text_addf(&line, "%s%c", named++ > 0 ? screen_text(t->s, TEXT(" or ", "、")) : "",
                      lesson_letter(i));
    if (named > 1)
        text_add(&line, screen_text(t->s, TEXT(" (a tie)", "（一样多）")));
    screen_add(t->s, &line, TEXT("; %d of %d were right", "；%d/%d 人答对"), hands.right, hands.all);
    typeset_text(t, 0, hands.agree ? STYLE_GOOD : STYLE_LABEL, text_str(&line));
    text_finish(&line);
}

static void right_answer(const struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a,
                         struct text *out)
{
    for (int i = 0; i < q->option_count; i++)
        if (q->option[i].right)
            text_addf(out, "%c", lesson_letter(i));
    if (q->kind == ASK_NUMBER)
        text_add(out, q->literal.s);
    if (q->kind == ASK_CELL && a->cell[0])
        answer_words(t, q, a->cell, out);
}

/* You said a ✗   It is b, or: First you said a ✗, then b ✓. The first may be of an earlier visit. */
static void said(const struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a,
                 struct text *line)
{
    struct text right = TEXT_HERE;
    bool later = a->first[0] && a->tries > 0 && strcmp(a->first, a->last) != 0;
    bool before = later || a->tries == 0;
    right_answer(t, q, a, &right);
    if (a->first[0]) {
        text_add(line, screen_text(t->s, EITHER(before, TEXT("First you said ", "第一次答 "),
                                                TEXT("You said ", "你的预测："))));
        answer_words(t, q, a->first, line);
        text_addf(line, " %s", typeset_mark(t, a->first_right));
    }
    if (later) {
        text_add(line, screen_text(t->s, TEXT(", then ", "，后来答 ")));
        answer_words(t, q, a->last, line);
        text_addf(line, " %s", typeset_mark(t, a->right));
    }
    if (right.len > 0 && !(later && a->right)) {
        text_addf(line, "%s%s%s",
                  !a->first[0]                   ? ""
                  : later || q->kind == ASK_CELL ? "\n"
                                                 : "   ",
                  screen_text(t->s, TEXT("It is ", "结果：")), text_str(&right));
    }
    text_finish(&right);
}

/* Compares the answers with the right one. Skips sentences, which have been compared already. `number` tells
 * the questions of a step apart, 0: there is one. */
static void prediction(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a,
                       int number)
{
    struct text line = TEXT_HERE;
    if (q->kind == ASK_EXPLAIN)
        return;
    if (number > 0)
        screen_add(t->s, &line, TEXT("Question %d: ", "第 %d 问，"), number);
    size_t before = line.len;
    said(t, q, a, &line);
    if (line.len > before) {
        typeset_piece(t);
        typeset_text(t, 0, a->first[0] && a->right ? STYLE_GOOD : STYLE_LABEL, text_str(&line));
    }
    text_finish(&line);
}

/* ---- a step ---------------------------------------------------------------------------- */

static void narration(struct typeset *t, const struct lesson_step *step, int last, bool dim)
{
    for (int i = 0; i <= last; i++) {
        struct prose p = lesson_narration(step, i);
        if (i == last)
            typeset_anchor(t);
        typeset_prose(t, &p, dim || i < last);
    }
}

/* The last hint stays in sight, in the beat that it was asked for in, until the question is answered; then
 * the outcome above it does. */
static void hints(struct typeset *t, struct lesson_now at, int end, bool open)
{
    for (int i = t->brief && end > at.hint ? end - 1 : at.hint; i < end && i < at.hint_end; i++) {
        const struct prose *hint = &at.step->hint[i];
        struct text line = TEXT_HERE;
        if (i == end - 1 && open && !t->brief)
            typeset_anchor(t);
        screen_add(t->s, &line, TEXT("Hint %d of %d", "提示 %d/%d"), i - at.hint + 1, at.hint_end - at.hint);
        typeset_piece(t);
        typeset_text(t, 0, STYLE_LABEL, text_str(&line));
        t->row += prose_draw(t->c, t->skip - t->row, hint->v, hint->count, t->look);
        text_finish(&line);
    }
}

static void ask(struct typeset *t, const struct lesson_session *session, int at)
{
    const struct lesson_now now = lesson_now(session);
    const struct lesson_step *step = now.step;
    const struct lesson_visit *v = &session->run.visit[session->run.step];
    bool hinted = v->hints > 0 && v->hinted == session->run.beat;
    for (int i = 0; i <= at; i++) {
        if (i == at && (t->brief || i > 0 || v->answer[i].chosen || session->counts))
            typeset_anchor(t);
        t->asked = t->row + (t->row > 0);
        typeset_question(t, &step->ask[i], &v->answer[i]);
        if (i == at && !t->brief && (v->answer[i].tries > 0 || v->answer[i].closed))
            typeset_anchor(t);
        if (i < at || !t->brief || !hinted)
            outcome(t, &step->ask[i], &v->answer[i]);
    }
    bool answered = at >= 0 && (v->answer[at].closed || v->answer[at].right);
    if (!t->brief || hinted)
        hints(t, now, v->hint_end, hinted && !answered);
}

/* Adds what is shown now: the positions of the hands and the column, a line of code, a stage. */
static void shown_now(const struct typeset *t, struct text *out)
{
    const struct scene *now = &t->s->model->now;
    const struct look *look = &now->state.look;
    if (look->view == VIEW_ENCODING)
        screen_add(t->s, out, TEXT("t = %d, s = %d, column %d", "t = %d，s = %d，第 %d 列"), look->pos,
                   look->pos2, look->column);
    else if (look->view == VIEW_CODE)
        snippet_code(now, &snippet_shown(look)->lines[snippet_line_shown(look)], out);
    else
        text_add(out, screen_pair(t->s, look->view == VIEW_STAGES ? stage_title(look->stage)
                                                                  : views[look->view]->title));
}

/* Says what to watch after each segment of a `do` that has several: the author's words, else what changed. */
static void act(struct typeset *t, const struct lesson_session *session, int index)
{
    const struct lesson_step *step = lesson_now(session).step;
    const struct block *caption = lesson_caption(step, index - 1);
    int count = lesson_segment_count(step);
    struct text line = TEXT_HERE;
    if (count < 2 && !caption)
        return;
    typeset_anchor(t);
    typeset_piece(t);
    if (count > 1)
        screen_add(t->s, &line, TEXT("Watch: %d of %d", "看：第 %d 段，共 %d 段"), index, count);
    else
        text_add(&line, screen_text(t->s, TEXT("Watch", "看")));
    typeset_text(t, 0, STYLE_LABEL, text_str(&line));
    text_clear(&line);
    text_add(&line, text_str(&session->watched[screen_lang(t->s)]));
    bool told = t->ended && step->caption.count > 0; /* the author's words follow: the reveal */
    if (line.len == 0 && !told)
        shown_now(t, &line);
    if (caption)
        typeset_block(t, 2, caption, STYLE_STRONG);
    else if (line.len > 0)
        typeset_text(t, 2, STYLE_STRONG, text_str(&line));
    text_finish(&line);
}

/* True if the last segment of the `do` is first seen together with the reveal. */
static bool ends_watching(const struct lesson_step *step)
{
    int count = lesson_segment_count(step);
    return count > 1 && !lesson_caption(step, count - 1);
}

static void end(struct typeset *t, const struct lesson_step *step, const struct lesson_visit *v)
{
    for (int i = 0; i < step->ask_count; i++) {
        if (step->ask[i].impossible.s) {
            typeset_piece(t);
            typeset_text(t, 0, STYLE_LABEL, step->ask[i].impossible.s);
        }
    }
    if (!ends_watching(step)) /* else the caption is what must be seen */
        typeset_anchor(t);
    for (int i = 0; i < step->ask_count; i++) {
        prediction(t, &step->ask[i], &v->answer[i], step->ask_count > 1 ? i + 1 : 0);
        class_prediction(t, &step->ask[i], &v->answer[i]);
    }
    typeset_prose(t, &step->reveal, false);
}

static void typeset_all(struct typeset *t, const struct lesson_session *session)
{
    const struct lesson_now at = lesson_now(session);
    const struct lesson_step *step = at.step;
    if (!step) {
        typeset_end(t, session);
        return;
    }
    const struct lesson_visit *v = &session->run.visit[session->run.step];
    struct lesson_beat beat = at.beat;
    bool past = beat.phase == PHASE_ACT || beat.phase == PHASE_END;
    narration(t, step, beat.phase == PHASE_READ ? beat.index : lesson_pauses(step),
              past && step->ask_count > 0);
    t->ended = past;
    if (beat.phase != PHASE_READ)
        ask(t, session, beat.phase == PHASE_ASK ? beat.index : step->ask_count - 1);
    if (beat.phase == PHASE_ACT || (past && ends_watching(step)))
        act(t, session, beat.phase == PHASE_ACT ? beat.index : lesson_segment_count(step));
    if (beat.phase == PHASE_END)
        end(t, step, v);
}

/* Returns the first row to show: as many whole pieces as fit, never past the anchor. */
static int first_row(const struct typeset *t, int rows)
{
    int top = 0;
    for (int i = 0; i < t->pieces; i++)
        if (t->piece[i] <= t->anchor && (top == 0 ? t->row > rows : t->row - top > rows))
            top = t->piece[i];
    return top > t->anchor ? t->anchor : top;
}

static struct prose_look look_of(const struct screen *s)
{
    return (struct prose_look){.ascii = s->ascii, .proofs = s->model->lesson->proofs};
}

/* Puts text on a ground of its own and keeps its colours. */
static void ground(struct canvas c, int row, uint16_t ink)
{
    canvas_ink(c, row, 0, c.cols, ink);
    for (int col = 0; col < c.cols; col++) {
        int style = c.cells[row * c.stride + col].style;
        if (style == STYLE_STRONG || style == STYLE_KEY || style == STYLE_MARK)
            canvas_tint(c, row, col, 1, ink_hue(HUE_FOCUS, HUE_FULL));
        else if (style == STYLE_GOOD)
            canvas_tint(c, row, col, 1, ink_hue(HUE_DONE, HUE_FULL));
    }
}

/* Raises the open question: a ground of its own, and a line at its left that needs no colours. `c` is the
 * whole panel, row `at` of it is the first of the text. */
static void raise(struct canvas c, const struct typeset *t, int at)
{
    const struct rows *box = &t->raised;
    for (int r = box->first - 1; r < box->end + (box->end > 0); r++) {
        int row = at + r - t->skip;
        if (row < at || row >= c.rows)
            continue;
        bool lit = r >= t->lit.first && r < t->lit.end;
        if (!screen_mono(t->s))
            ground(c, row, lit ? ink_hue(HUE_FOCUS, 3) : ink_hue(HUE_GREY, LESSON_RAISED));
        if (r >= box->first && r < box->end)
            canvas_inked(c, row, 0, t->look.ascii ? '|' : 0x258E, ink_hue(HUE_FOCUS, HUE_FULL),
                         screen_mono(t->s) ? 0 : ink_hue(HUE_GREY, LESSON_RAISED));
    }
}

int lesson_panel_rows(const struct screen *s, int cols)
{
    struct typeset t = {.c = {.cols = cols - 2}, .s = s, .look = look_of(s)};
    typeset_all(&t, s->model->lesson);
    return t.row + 2;
}

int lesson_watch_rows(const struct screen *s, int cols)
{
    struct typeset t = {.c = {.cols = cols - 2}, .s = s, .look = look_of(s)};
    if (lesson_now(s->model->lesson).beat.phase != PHASE_ACT)
        return 0;
    typeset_all(&t, s->model->lesson);
    return 1 + t.row - t.anchor;
}

/* Adds how one reads on: by a page at most; the open question comes into sight as a whole if it can, else
 * first as much of it as fits. */
static void reach_on(struct reach *reach, const struct typeset *t, bool open, int top, int rows)
{
    int from = t->raised.first, end = (open ? t->raised.end : t->row) - rows;
    int page = top + (rows > 1 ? rows - 1 : 1), wanted = open && top < from && from < end ? from : end;
    reach->unseen = top < end;
    reach->on = reach->up - (wanted < page ? wanted : page);
}

int lesson_panel_draw(struct canvas c, const struct screen *s, struct prose_points *points)
{
    const struct lesson_session *session = s->model->lesson;
    const struct lesson_step *step = lesson_now(session).step;
    struct typeset t = {.c = {.cols = c.cols - 2}, .s = s, .look = look_of(s)};
    typeset_all(&t, session);
    bool brief = lesson_now(session).open && t.row - t.asked > c.rows - 1;
    if (brief) {
        t = (struct typeset){.c = {.cols = c.cols - 2}, .s = s, .look = look_of(s), .brief = true};
        typeset_all(&t, session);
    }
    int gap = t.row + 2 <= c.rows; /* a blank row below the title, if it costs nothing */
    struct canvas text = canvas_part(c, 1 + gap, 1, c.rows - 1 - gap, c.cols - 2);
    int top = first_row(&t, text.rows), rows = t.row;
    int wanted = top - session->run.scroll, most = rows - text.rows > top ? rows - text.rows : top;
    if (s->reach)
        *s->reach = (struct reach){.up = top, .down = top - most};
    top = wanted < 0 ? 0 : wanted > most ? most : wanted;
    if (s->reach)
        reach_on(s->reach, &t, lesson_now(session).open, top, text.rows);
    t = (struct typeset){.c = text, .skip = top, .s = s, .look = look_of(s), .brief = brief};
    t.look.points = points;
    typeset_all(&t, session);
    int taken = rows - top > text.rows ? c.rows : 1 + gap + rows - top;
    if (!c.cells)
        return taken;
    raise(c, &t, 1 + gap);
    canvas_field(c, 0, 1, c.cols - 2, STYLE_TITLE, step ? step->title.s : session->lesson.title.s);
    if (top > 0)
        canvas_put(c, 0, c.cols - 2, STYLE_KEY, s->ascii ? "^" : "▲");
    if (rows - top > text.rows)
        canvas_put(c, c.rows - 1, c.cols - 1, STYLE_KEY, s->ascii ? "v" : "▼");
    return taken;
}
