#include <stdlib.h>
#include <string.h>

#include "core/stage.h"
#include "model/look_names.h"
#include "view/lesson_parts.h"
#include "view/prose.h"

/* The text is laid out twice: once to know its rows, once from the row that fits. */
struct sheet {
    struct canvas c;             /* cells NULL: only measured */
    int skip, row;
    int piece[40], pieces;       /* rows where pieces begin */
    int anchor;                  /* the piece that must be in sight from its first row */
    const struct screen *s;
    struct prose_look look;
    bool ended;                  /* the result is on screen */
};

static void begin_piece(struct sheet *t)
{
    t->row += t->row > 0;
    if (t->pieces < (int)(sizeof t->piece / sizeof *t->piece))
        t->piece[t->pieces++] = t->row;
}

static void anchor_here(struct sheet *t)
{
    t->anchor = t->row + (t->row > 0);
}

static struct canvas right_of(struct canvas c, int columns)
{
    if (c.cells)
        return canvas_part(c, 0, columns, c.rows, c.cols - columns);
    c.cols -= columns;
    return c;
}

static void sign(struct sheet *t, int col, enum style style, const char *s)
{
    if (t->c.cells && t->row >= t->skip)
        canvas_put(t->c, t->row - t->skip, col, style, s);
}

/* A block behind `indent` columns. */
static void add_block(struct sheet *t, int indent, const struct block *b, enum style plain)
{
    t->row += prose_line(right_of(t->c, indent), t->skip - t->row, b, plain);
}

static void add_text(struct sheet *t, int indent, enum style style, const char *s)
{
    struct span one = {.kind = SPAN_TEXT, .text = {s, 1, 1}};
    add_block(t, indent, &(struct block){.v = &one, .count = 1}, style);
}

static void add_prose(struct sheet *t, const struct prose *p, bool dim)
{
    if (p->count == 0)
        return;
    begin_piece(t);
    t->row += prose_draw(t->c, t->skip - t->row, p->v, p->count, (struct prose_look){dim, t->look.ascii});
}

static const char *mark(const struct sheet *t, bool right)
{
    return t->look.ascii ? (right ? "+" : "x") : right ? "✓" : "✗";
}

/* ---- questions ------------------------------------------------------------------- */

static void option(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a, int i)
{
    char letter[2] = {lesson_letter(i), '\0'};
    bool chosen = a->chosen >> i & 1, tried = a->tried >> i & 1, right = q->option[i].right;
    if (right && (a->right || t->ended))
        sign(t, 0, STYLE_GOOD, mark(t, true));
    else if (tried && !right)
        sign(t, 0, STYLE_ERROR, mark(t, false));
    else if (chosen)
        sign(t, 0, STYLE_KEY, t->look.ascii ? ">" : "▸");
    int first = t->row - t->skip;
    sign(t, 1, chosen && !a->closed ? STYLE_SELECTED : STYLE_KEY, letter);
    add_block(t, 3, &q->option[i].text, t->ended && !right && !tried ? STYLE_DIM : chosen && !a->closed ? STYLE_STRONG : STYLE_TEXT);
    for (int row = first; row < t->row - t->skip; row++)
        if (click_hit(t->s->click, t->c, row, 0, t->c.cols))
            click_key(t->s->click, letter);
}

static void conditions(struct sheet *t, struct lesson_lines lines, unsigned held, const char *word)
{
    for (int i = 0; i < lines.count; i++) {
        bool holds = held >> i & 1;
        sign(t, 0, holds ? STYLE_GOOD : STYLE_DIM, holds ? mark(t, true) : t->look.ascii ? "." : "·");
        struct text line = {0};
        text_addf(&line, "%s%s", word, lines.v[i].s);
        add_text(t, 2, STYLE_CLAIM, text_str(&line));
        text_finish(&line);
    }
}

static void goal(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    struct text line = {0};
    conditions(t, q->want, a->want, "");
    conditions(t, q->keep, a->keep, screen_text(t->s, TEXT("keep ", "保持 ")));
    text_add(&line, screen_text(t->s, TEXT("may change: ", "可以改：")));
    for (int i = 0; i < q->allow.count; i++)
        text_addf(&line, "%s%s", i ? ", " : "", q->allow.v[i].s);
    add_text(t, 0, STYLE_DIM, text_str(&line));
    text_finish(&line);
}

static void ideas(struct sheet *t, const struct lesson_ask *q)
{
    for (int i = 0; i < q->idea_count; i++) {
        sign(t, 0, STYLE_KEY, ":");
        add_text(t, 1, STYLE_FORMULA, q->idea[i].command.s);
        add_block(t, 2, &q->idea[i].text, STYLE_TEXT);
    }
}

static void question(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    begin_piece(t);
    sign(t, 0, STYLE_KEY, "?");
    add_block(t, 2, &q->question, STYLE_STRONG);
    for (int i = 0; i < q->option_count; i++)
        option(t, q, a, i);
    if (q->kind == ASK_GOAL)
        goal(t, q, a);
    if (q->kind == ASK_TRY)
        ideas(t, q);
}

int lesson_question_rows(const struct screen *s, const struct lesson_ask *q, int width)
{
    struct lesson_answer none = {0};
    struct sheet t = {.c = {.cols = width}, .s = s};
    question(&t, q, &none);
    return t.row;
}

/* ---- what became of them ------------------------------------------------------------ */

/* What an answer said, in words a person knows: an option's letters, a cell by its labels. */
static void answer_words(const struct sheet *t, const struct lesson_ask *q, const char *said, struct text *out)
{
    const struct scene *now = &t->s->model->now;
    int stage = q->kind == ASK_CELL ? look_stage(&now->config, now->state.look.layer, q->of.s) : -1;
    char *end = NULL;
    int row = (int)strtol(said, &end, 10), col = (int)strtol(end, NULL, 10);
    bool pair = stage >= 0 && stages[stage].cols == AXIS_KEY && row < now->state.sentence->count && col < config_keys(&now->config);
    if (!pair) {
        text_add(out, said);
        return;
    }
    const struct state *st = &now->state;
    state_label(st, st->sentence, row, out);
    text_add(out, t->look.ascii ? " > " : " → ");
    state_label(st, config_crosses(&now->config) ? st->memory : st->sentence, col, out);
}

static const struct block *feedback(const struct lesson_ask *q, const struct lesson_answer *a)
{
    if (q->kind == ASK_NUMBER && !a->right && a->wrong >= 0 && a->wrong < q->wrong_count)
        return &q->wrong[a->wrong].feedback;
    for (int i = 0; q->kind == ASK_CHOICE && i < q->option_count; i++)
        if (strchr(a->last, lesson_letter(i)) && q->option[i].say.s && (!q->many || q->option[i].right == a->right))
            return &q->option[i].feedback;
    return NULL;
}

static void judged(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    const struct block *say = feedback(q, a);
    begin_piece(t);
    sign(t, 0, a->right ? STYLE_GOOD : STYLE_ERROR, mark(t, a->right));
    struct text line = {0};
    if (q->kind != ASK_CHOICE || !say) {
        text_add(&line, screen_text(t->s, TEXT("your answer ", "你的答案：")));
        answer_words(t, q, a->last, &line);
        text_add(&line, screen_text(t->s, a->right ? TEXT(": right", "，对") : TEXT(": not this", "，不对")));
        add_text(t, 2, a->right ? STYLE_GOOD : STYLE_ERROR, text_str(&line));
    }
    if (say)
        add_block(t, 2, say, STYLE_TEXT);
    text_finish(&line);
    if (!a->right && !a->closed)
        add_text(t, 2, STYLE_DIM, screen_text(t->s, TEXT("One more try. w: hint, r: answer.", "还可以再试一次。w 提示，r 看答案。")));
    else if (!a->right && !t->ended)
        add_text(t, 2, STYLE_DIM, screen_text(t->s, TEXT("Enter shows what it is.", "按回车看结果。")));
}

static void reached(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    struct text line = {0};
    begin_piece(t);
    sign(t, 0, STYLE_GOOD, mark(t, true));
    text_addf(&line, screen_text(t->s, TEXT("Reached, moves: %d", "做到了，用了 %d 步")), a->moves);
    if (q->moves > 0)
        text_addf(&line, screen_text(t->s, TEXT(" (par %d)", "（标准 %d 步）")), q->moves);
    add_text(t, 2, STYLE_GOOD, text_str(&line));
    text_finish(&line);
}

static void explained(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    begin_piece(t);
    if (a->last[0]) {
        add_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("You wrote", "你写的")));
        add_text(t, 2, STYLE_TEXT, a->last);
    }
    if (q->model.count > 0) {
        add_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("One way to say it", "一种说法")));
        add_block(t, 2, &q->model, STYLE_TEXT);
    }
    if (q->rubric_count > 0)
        add_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("Check yourself", "自己对照")));
    for (int i = 0; i < q->rubric_count; i++) {
        sign(t, 0, STYLE_KEY, t->look.ascii ? "o" : "□");
        add_block(t, 2, &q->rubric[i], STYLE_TEXT);
    }
}

static void outcome(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    if (q->kind == ASK_EXPLAIN && a->closed)
        explained(t, q, a);
    else if (q->kind == ASK_GOAL && a->right && !q->impossible.s)
        reached(t, q, a);
    else if (q->kind != ASK_EXPLAIN && q->kind != ASK_TRY && a->last[0])
        judged(t, q, a);
}

/* The first answer beside what it turned out to be. */
static void prediction(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    struct text line = {0}, right = {0};
    for (int i = 0; i < q->option_count; i++)
        if (q->option[i].right)
            text_addf(&right, "%c", lesson_letter(i));
    if (q->kind == ASK_NUMBER)
        text_add(&right, q->literal.s);
    if (a->first[0]) {
        text_add(&line, screen_text(t->s, TEXT("You said ", "你的预测：")));
        answer_words(t, q, a->first, &line);
        text_addf(&line, " %s", mark(t, a->first_right));
    }
    if (right.len > 0)
        text_addf(&line, "%s%s%s", line.len > 0 ? "   " : "", screen_text(t->s, TEXT("It is ", "结果：")), text_str(&right));
    if (line.len > 0) {
        begin_piece(t);
        add_text(t, 0, a->first[0] && a->first_right ? STYLE_GOOD : STYLE_LABEL, text_str(&line));
    }
    text_finish(&line);
    text_finish(&right);
}

/* ---- a step ---------------------------------------------------------------------------- */

static void narration(struct sheet *t, const struct lesson_step *step, int last, bool dim)
{
    for (int i = 0; i <= last; i++) {
        struct prose p = lesson_narration(step, i);
        if (i == last)
            anchor_here(t);
        add_prose(t, &p, dim || i < last);
    }
}

static void hints(struct sheet *t, const struct lesson_step *step, int count)
{
    for (int i = 0; i < count && i < step->hint_count; i++) {
        struct text line = {0};
        if (i == count - 1)
            anchor_here(t);
        text_addf(&line, screen_text(t->s, TEXT("Hint %d of %d", "提示 %d/%d")), i + 1, step->hint_count);
        begin_piece(t);
        add_text(t, 0, STYLE_LABEL, text_str(&line));
        t->row += prose_draw(t->c, t->skip - t->row, step->hint[i].v, step->hint[i].count, t->look);
        text_finish(&line);
    }
}

static void ask(struct sheet *t, const struct lesson_step *step, const struct lesson_visit *v, int at)
{
    for (int i = 0; i <= at; i++) {
        if (i == at && (i > 0 || v->answer[i].chosen))
            anchor_here(t);
        question(t, &step->ask[i], &v->answer[i]);
        if (i == at && (v->answer[i].tries > 0 || v->answer[i].closed))
            anchor_here(t);
        outcome(t, &step->ask[i], &v->answer[i]);
    }
    hints(t, step, v->hints);
}

static void act(struct sheet *t, const struct lesson_step *step, int index)
{
    struct text line = {0};
    begin_piece(t);
    anchor_here(t);
    text_addf(&line, screen_text(t->s, TEXT("Watch: %d of %d", "看：第 %d 段，共 %d 段")), index, lesson_segment_count(step));
    add_text(t, 0, STYLE_LABEL, text_str(&line));
    text_finish(&line);
}

static void end(struct sheet *t, const struct lesson_step *step, const struct lesson_visit *v)
{
    for (int i = 0; i < step->ask_count; i++) {
        if (step->ask[i].impossible.s) {
            begin_piece(t);
            add_text(t, 0, STYLE_LABEL, step->ask[i].impossible.s);
        }
    }
    anchor_here(t);
    for (int i = 0; i < step->ask_count; i++)
        prediction(t, &step->ask[i], &v->answer[i]);
    add_prose(t, &step->reveal, false);
}

static void tally(struct sheet *t, const struct lesson_session *session)
{
    struct lesson_tally all = lesson_tally(session);
    struct text line = {0};
    begin_piece(t);
    add_text(t, 0, STYLE_TITLE, screen_text(t->s, TEXT("The end of this lesson", "这一课到这里结束")));
    begin_piece(t);
    text_addf(&line, screen_text(t->s, TEXT("Steps done: %d of %d", "完成的步骤：%d/%d")), all.finished, all.steps);
    add_text(t, 0, STYLE_TEXT, text_str(&line));
    text_clear(&line);
    text_addf(&line, screen_text(t->s, TEXT("Predictions right at first try: %d of %d", "一次就答对的预测：%d/%d")), all.first_right, all.predictions);
    add_text(t, 0, STYLE_TEXT, text_str(&line));
    text_clear(&line);
    text_addf(&line, screen_text(t->s, TEXT("Goals reached: %d of %d", "达到的目标：%d/%d")), all.reached, all.goals);
    if (all.goals > 0)
        add_text(t, 0, STYLE_TEXT, text_str(&line));
    text_finish(&line);
    begin_piece(t);
    add_text(t, 0, STYLE_DIM, screen_text(t->s, TEXT("Backspace goes back, Esc leaves.", "退格键往回看，Esc 离开。")));
}

static void set_sheet(struct sheet *t, const struct lesson_session *session)
{
    const struct lesson_step *step = lesson_run_step(session);
    if (!step) {
        tally(t, session);
        return;
    }
    const struct lesson_visit *v = &session->run.visit[session->run.step];
    struct lesson_beat beat = lesson_run_beat(session);
    bool past = beat.phase == PHASE_ACT || beat.phase == PHASE_END;
    narration(t, step, beat.phase == PHASE_READ ? beat.index : lesson_pauses(step), past && step->ask_count > 0);
    t->ended = past;
    if (beat.phase != PHASE_READ)
        ask(t, step, v, beat.phase == PHASE_ASK ? beat.index : step->ask_count - 1);
    if (beat.phase == PHASE_ACT)
        act(t, step, beat.index);
    if (beat.phase == PHASE_END)
        end(t, step, v);
}

/* The first row shown: whole pieces as many as fit, never beyond the anchor. */
static int first_row(const struct sheet *t, int rows)
{
    int top = 0;
    for (int i = 0; i < t->pieces; i++)
        if (t->piece[i] <= t->anchor && (top == 0 ? t->row > rows : t->row - top > rows))
            top = t->piece[i];
    return top > t->anchor ? t->anchor : top;
}

void lesson_panel_draw(struct canvas c, const struct screen *s)
{
    const struct lesson_session *session = s->model->lesson;
    const struct lesson_step *step = lesson_run_step(session);
    struct sheet t = {.c = {.cols = c.cols - 2}, .s = s, .look = {.ascii = s->ascii}};
    set_sheet(&t, session);
    int gap = t.row + 2 <= c.rows;           /* a blank row below the title, when nothing is lost by it */
    struct canvas text = canvas_part(c, 1 + gap, 1, c.rows - 1 - gap, c.cols - 2);
    int top = first_row(&t, text.rows), rows = t.row;
    int wanted = top - session->run.scroll, most = rows - text.rows > top ? rows - text.rows : top;
    top = wanted < 0 ? 0 : wanted > most ? most : wanted;
    t = (struct sheet){.c = text, .skip = top, .s = s, .look = {.ascii = s->ascii}};
    set_sheet(&t, session);
    canvas_field(c, 0, 1, c.cols - 2, STYLE_TITLE, step ? step->title.s : session->lesson.title.s);
    if (top > 0)
        canvas_put(c, 0, c.cols - 2, STYLE_KEY, s->ascii ? "^" : "▲");
    if (rows - top > text.rows)
        canvas_put(c, c.rows - 1, c.cols - 1, STYLE_KEY, s->ascii ? "v" : "▼");
}
