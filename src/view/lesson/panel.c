/* The text of the current step, laid out from its beats. It is laid out as a whole, as long as it is, and
 * then drawn from a first row on: as many whole pieces as fit, of which the anchor, the piece that is read
 * now, is always in sight. So a text never depends on the size of the screen, only its first row does. */
#include <string.h>

#include "lesson/run/run.h"
#include "lesson/run/judge.h"
#include "lesson/run/picture.h"
#include "view/lesson/lesson.h"
#include "view/lesson/typeset.h"

/* ---- answered questions -------------------------------------------------------------- */

static const char *answer_words(const struct typeset *t, const struct lesson_ask *q, const char *said)
{
    struct text out = SCREEN_TEXT(t->s);
    judge_words(q, said, &t->s->session->now, " → ", &out);
    return text_str(&out);
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

/* What is said of a wrong number that the author did not foresee. */
static const char *const offs[] = {
    [OFF_SMALL] = TEXT("It is too small."),
    [OFF_LARGE] = TEXT("It is too large."),
    [OFF_SIGN] = TEXT("The size is right, the sign is not."),
    [OFF_POINT] = TEXT("The digits are right: look where the point is."),
};

/* Says what an answer to a question came to; after a wrong one to the question one is at, what the keys do.
 */
static void outcome(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    const struct lesson_session *session = t->s->session->lesson;
    const struct lesson_now at = lesson_now(session);
    const struct block *reply = feedback(q, a);
    const enum style style = a->right ? STYLE_GOOD : STYLE_ERROR;
    const bool goal = q->kind == ASK_GOAL && a->right && !q->impossible.s;
    if (q->kind == ASK_PICTURE && a->hands[0] && !t->ended) {
        typeset_piece(t);
        typeset_overlap(t, q, a, true);
        return;
    }
    if (q->kind == ASK_EXPLAIN || q->kind == ASK_TRY || (!goal && !a->last[0]))
        return;
    typeset_piece(t);
    if (session->lesson.quiet) {
        typeset_say(t, 2, STYLE_DIM, TEXT("Your answer is kept. Enter: on."));
        return;
    }
    typeset_sign(t, 0, style, a->right ? "✓" : "✗");
    if (goal) {
        typeset_text(t, 2, style,
                     q->moves > 0 ? say(t->s, TEXT("Reached, moves: %d (par %d)"), a->moves, q->moves)
                                  : say(t->s, TEXT("Reached, moves: %d"), a->moves));
        if (session->shared.len > 0) {
            typeset_say(t, 2, STYLE_DIM, TEXT("To share (:share prints it):"));
            typeset_text(t, 2, STYLE_FORMULA, text_str(&session->shared));
        }
        return;
    }
    if (q->kind == ASK_PICTURE)
        typeset_overlap(t, q, a, false);
    else if (q->kind != ASK_CHOICE || !reply)
        typeset_say(t, 2, style, a->right ? TEXT("your answer %s: right") : TEXT("your answer %s: not right"),
                    answer_words(t, q, a->last));
    if (reply)
        typeset_block(t, 2, reply, STYLE_TEXT);
    else if (q->kind == ASK_NUMBER && !a->right && a->off != OFF_NOT)
        typeset_text(t, 2, STYLE_TEXT, screen_text(t->s, offs[a->off]));
    if (a->right || at.ask != q || t->ended)
        return;
    bool hint = lesson_next_hint(session) >= 0, last = q == &at.step->ask[at.step->ask_count - 1];
    typeset_text(t, 2, STYLE_DIM,
                 a->closed ? screen_text(t->s, last ? TEXT("Enter shows the result.")
                                                    : TEXT("Enter: the next question."))
                           : screen_text(t->s, hint ? TEXT("One more try. w: hint, r: answer.")
                                                    : TEXT("One more try. r: answer.")));
}

/* Puts what one wrote beside a way to say it and the points to check. */
static void explained(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    typeset_piece(t);
    if (a->last[0]) {
        typeset_say(t, 0, STYLE_LABEL, TEXT("You wrote"));
        typeset_text(t, 2, STYLE_TEXT, a->last);
    }
    if (q->model.count > 0) {
        typeset_say(t, 0, STYLE_LABEL, TEXT("One way to say it"));
        typeset_block(t, 2, &q->model, STYLE_TEXT);
    }
    if (q->rubric_count > 0)
        typeset_say(t, 0, STYLE_LABEL, TEXT("Check yourself"));
    for (int i = 0; i < q->rubric_count; i++) {
        typeset_sign(t, 0, STYLE_DIM, "•");
        typeset_block(t, 2, &q->rubric[i], STYLE_TEXT);
    }
}

/* Compares the prediction of a class with the right answer. */
static void class_prediction(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    const struct lesson_hands hands = lesson_hands_of(q, a);
    struct text most = SCREEN_TEXT(t->s);
    int named = 0;
    if (hands.all == 0)
        return;
    for (int i = 0; i < q->option_count; i++)
        if (hands.most >> q->order[i] & 1)
            text_addf(&most, "%s%c", named++ > 0 ? screen_text(t->s, TEXT_AS("panel", " or ")) : "",
                      lesson_letter(i));
    if (named > 1)
        text_add(&most, screen_text(t->s, TEXT(" (a tie)")));
    typeset_piece(t);
    if (q->kind == ASK_PICTURE) {
        typeset_overlap(t, q, a, true);
        return;
    }
    typeset_say(t, 0, hands.agree ? STYLE_GOOD : STYLE_LABEL,
                TEXT("The class: most said %s; %d of %d were right"), text_str(&most), hands.right,
                hands.all);
}

/* Compares the answers with the right one: You said a ✗   It is b, or: First you said a ✗, then b ✓. The
 * first may be of an earlier visit. Skips sentences, which have been compared already. `number` tells the
 * questions of a step apart, 0: there is one. */
static void prediction(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a,
                       int number)
{
    struct text line = SCREEN_TEXT(t->s), right = SCREEN_TEXT(t->s);
    bool later = a->first[0] && a->tries > 0 && strcmp(a->first, a->last) != 0;
    bool before = later || a->tries == 0;
    if (q->kind == ASK_EXPLAIN)
        return;
    for (int i = 0; i < q->option_count; i++)
        if (q->option[q->order[i]].right)
            text_addf(&right, "%c", lesson_letter(i));
    if (q->kind == ASK_NUMBER)
        text_add(&right, q->literal.s);
    if (q->kind == ASK_CELL && a->cell[0])
        text_add(&right, answer_words(t, q, a->cell));
    if (q->kind == ASK_PICTURE && a->known)
        judge_truth(q, a, &t->s->session->now, &right);
    if (a->first[0])
        screen_add(t->s, &line, before ? TEXT("First you said %s %s") : TEXT("You said %s %s"),
                   answer_words(t, q, a->first), a->first_right ? "✓" : "✗");
    if (later)
        screen_add(t->s, &line, TEXT(", then %s %s"), answer_words(t, q, a->last), a->right ? "✓" : "✗");
    if (right.len > 0 && !(later && a->right)) {
        if (a->first[0])
            text_add(&line, later || q->kind == ASK_CELL || q->kind == ASK_PICTURE ? "\n" : "   ");
        screen_add(t->s, &line, TEXT("It is %s"), text_str(&right));
    }
    if (line.len == 0)
        return;
    typeset_piece(t);
    typeset_text(t, 0, a->first[0] && a->right ? STYLE_GOOD : STYLE_LABEL,
                 number > 0 ? say(t->s, TEXT("Question %d: %s"), number, text_str(&line)) : text_str(&line));
}

/* ---- a step ---------------------------------------------------------------------------- */

/* Adds the questions up to number `at` with their outcomes, and the hints of the last. */
static void questions(struct typeset *t, const struct lesson_session *session, int at)
{
    const struct lesson_now now = lesson_now(session);
    const struct lesson_visit *v = &session->run.visit[session->run.step];
    const bool hinted = v->hints > 0 && v->hinted == session->run.beat;
    for (int i = 0; i <= at; i++) {
        const struct lesson_ask *q = &now.step->ask[i];
        const struct lesson_answer *a = &v->answer[i];
        if (i == at &&
            (t->brief || i > 0 || a->chosen || picture_sum(a, LESSON_DRAWN) > 0 || session->counts))
            typeset_anchor(t);
        t->asked = t->row + (t->row > 0);
        typeset_question(t, q, a);
        if (i == at && !t->brief && (a->tries > 0 || a->closed))
            typeset_anchor(t);
        if (i == at && t->brief && hinted)
            continue;
        if (q->kind == ASK_EXPLAIN && a->closed)
            explained(t, q, a);
        else
            outcome(t, q, a);
    }
    /* The last hint stays in sight, in the beat that it was asked for in, until the question is answered;
     * then the outcome above it does. */
    const bool open = hinted && !(at >= 0 && (v->answer[at].closed || v->answer[at].right));
    const int end = t->brief && !hinted ? 0 : v->hint_end;
    for (int i = t->brief && end > now.hint ? end - 1 : now.hint; i < end && i < now.hint_end; i++) {
        const struct prose *hint = &now.step->hint[i];
        if (i == end - 1 && open && !t->brief)
            typeset_anchor(t);
        typeset_piece(t);
        typeset_say(t, 0, STYLE_LABEL, TEXT("Hint %d of %d"), i - now.hint + 1, now.hint_end - now.hint);
        t->row += prose_draw(t->c, t->skip - t->row, hint->v, hint->count, t->look);
    }
}

/* Says what the author wrote to watch after a segment of the `do`; without a word of his, nothing. */
static void watch(struct typeset *t, const struct lesson_session *session, int index)
{
    const struct lesson_step *step = lesson_now(session).step;
    const struct block *caption = lesson_caption(step, index - 1);
    const int count = lesson_segment_count(step);
    if (!caption)
        return;
    typeset_anchor(t);
    typeset_piece(t);
    typeset_text(t, 0, STYLE_LABEL,
                 count > 1 ? say(t->s, TEXT("Watch: %d of %d"), index, count)
                           : screen_text(t->s, TEXT("Watch")));
    typeset_block(t, 2, caption, STYLE_STRONG);
}

/* ---- the end of a lesson: what was learned, the result, what to look at again, and the way on -------------
 */

enum { BELIEFS = 3 }; /* misconceptions shown: the end of a lesson is one screen */

/* Lists the misconceptions behind wrong answers, each with the lesson that discusses it. */
static void believed(struct typeset *t, const struct lesson_session *session)
{
    const char *id;
    int count = 0;
    for (; (id = lesson_believed(session, count)); count++) {
        const struct belief *m = belief_find(id);
        if (count == 0) {
            typeset_piece(t);
            typeset_say(t, 0, STYLE_LABEL, TEXT("Often believed, but not true"));
        }
        if (count >= BELIEFS)
            continue;
        typeset_sign(t, 0, STYLE_ERROR, "✗");
        typeset_text(t, 2, STYLE_TEXT,
                     m ? say(t->s, TEXT("%s (lesson %s)"), screen_text(t->s, m->text), m->lesson) : id);
    }
    if (count > BELIEFS)
        typeset_say(t, 2, STYLE_DIM, TEXT("… and %d more (:review)"), count - BELIEFS);
}

static bool missed(const struct lesson_step *step, const struct lesson_visit *visit)
{
    bool wrong = false;
    for (int k = 0; k < step->ask_count; k++) {
        const struct lesson_answer *a = &visit->answer[k];
        const struct lesson_hands hands = lesson_hands_of(&step->ask[k], a);
        wrong = wrong || (ask_predicts(step->ask[k].kind) && a->first[0] && !a->first_right) ||
                (hands.all > 0 && !hands.agree);
    }
    return wrong;
}

/* Steps 7 of 7, predictions 5 of 7 right first time, goals 1 of 1
 * The class: most hands were right in 6 of 7 questions */
static void results(struct typeset *t, const struct lesson_session *session)
{
    struct lesson_tally all = lesson_tally(session);
    struct text line = SCREEN_TEXT(t->s);
    screen_add(t->s, &line, TEXT("Steps %d of %d"), all.finished + all.shown, all.steps);
    if (all.predictions > 0)
        screen_add(t->s, &line, TEXT(", predictions %d of %d right first time"), all.first_right,
                   all.predictions);
    if (all.goals > 0)
        screen_add(t->s, &line, TEXT(", goals %d of %d"), all.reached, all.goals);
    if (all.stars > 0)
        screen_add(t->s, &line, TEXT(", ★ %d"), all.stars);
    if (all.pictures > 0)
        screen_add(t->s, &line, TEXT(", pictures %.1f of %d"), all.overlap, all.pictures);
    typeset_piece(t);
    typeset_text(t, 0, STYLE_TEXT, text_str(&line));
    struct text friend = SCREEN_TEXT(t->s);
    if (lesson_played(session, &friend)) {
        typeset_say(t, 0, STYLE_DIM, TEXT("To share (:share prints it):"));
        typeset_text(t, 0, STYLE_FORMULA, text_str(&friend));
        typeset_say(t, 0, STYLE_DIM, TEXT("Ten new sentences every day, to draw where it looks: :ten"));
    }
    if (all.asked > 0)
        typeset_say(t, 0, STYLE_TEXT, TEXT("The class: most hands were right in %d of %d questions"),
                    all.agreed, all.asked);
}

static void lesson_end(struct typeset *t, const struct lesson_session *session)
{
    const struct lesson *l = &session->lesson;
    const bool tour = lesson_is_tour(l);
    struct text steps = SCREEN_TEXT(t->s);
    int again = 0;
    typeset_piece(t);
    typeset_say(t, 0, STYLE_TITLE, tour ? TEXT("The end of the tour") : TEXT("The end of this lesson"));
    if (!tour && !lesson_believed(session, 0)) { /* what was learned, in the words of its first paragraph */
        typeset_piece(t);
        typeset_say(t, 0, STYLE_LABEL, TEXT("In this lesson"));
        for (int i = 0; i < l->aim.count; i++)
            typeset_block(t, 0, &l->aim.v[i], STYLE_TEXT);
    }
    results(t, session);
    if (l->quiet) {
        typeset_say(t, 0, STYLE_TEXT,
                    TEXT("':inventory' shows it concept by concept, and the gain since the last time."));
        believed(t, session);
        return;
    }
    /* Steps with a prediction that was wrong at first, by the numbers that lead there. */
    for (int i = 0; i < l->step_count; i++)
        if (missed(&l->step[i], &session->run.visit[i]))
            text_addf(&steps, "%s%d", again++ > 0 ? screen_text(t->s, TEXT_AS("panel", ", ")) : "", i + 1);
    if (again > 0)
        typeset_say(t, 0, STYLE_TEXT,
                    again == 1 ? TEXT("Worth another look: step %s (press g)")
                               : TEXT("Worth another look: steps %s (press g)"),
                    text_str(&steps));
    believed(t, session);
    if (!l->next.s)
        return;
    /* Enter: lesson 1, Attention by hand. The number is that of the id, 01-by-hand. */
    struct text line = SCREEN_TEXT(t->s);
    const char *id = l->next.s;
    while (id[0] == '0' && id[1] >= '0' && id[1] <= '9')
        id++;
    if (*id >= '0' && *id <= '9')
        screen_add(t->s, &line, TEXT("Enter: lesson %.*s"), (int)strcspn(id, "-"), id);
    else
        screen_add(t->s, &line, TEXT("Enter: %s"), id);
    if (l->next_title)
        screen_add(t->s, &line, TEXT(", %s"), l->next_title);
    typeset_piece(t);
    typeset_text(t, 0, STYLE_KEY, text_str(&line));
}

/* ---- the whole text ------------------------------------------------------------------------- */

/* Lays the text out in c from row `skip` on; without cells it is only measured. */
static struct typeset typeset_beat(struct canvas c, const struct screen *s, int skip, bool brief,
                                   struct prose_points *points)
{
    const struct lesson_session *session = s->session->lesson;
    const struct lesson_step *step = lesson_now(session).step;
    const struct lesson_beat beat = lesson_now(session).beat;
    const bool past = beat.phase == PHASE_ACT || beat.phase == PHASE_END;
    struct typeset t = {.c = c, .skip = skip, .s = s, .brief = brief};
    t.look = (struct prose_look){.ascii = s->ascii, .proofs = session->proofs, .points = points};
    if (!step) {
        lesson_end(&t, session);
        return t;
    }
    const int last = beat.phase == PHASE_READ ? beat.index : lesson_pauses(step);
    for (int i = 0; i <= last; i++) {
        struct prose p = lesson_narration(step, i);
        if (i == last)
            typeset_anchor(&t);
        typeset_prose(&t, &p, (past && step->ask_count > 0) || i < last);
    }
    t.ended = past;
    if (beat.phase != PHASE_READ)
        questions(&t, session, beat.phase == PHASE_ASK ? beat.index : step->ask_count - 1);
    if (beat.phase == PHASE_ACT)
        watch(&t, session, beat.index);
    if (beat.phase != PHASE_END)
        return t;
    for (int i = 0; i < step->ask_count; i++)
        if (step->ask[i].impossible.s) {
            typeset_piece(&t);
            typeset_text(&t, 0, STYLE_LABEL, step->ask[i].impossible.s);
        }
    typeset_anchor(&t);
    for (int i = 0; i < step->ask_count; i++) {
        const struct lesson_answer *a = &session->run.visit[session->run.step].answer[i];
        prediction(&t, &step->ask[i], a, step->ask_count > 1 ? i + 1 : 0);
        class_prediction(&t, &step->ask[i], a);
    }
    typeset_prose(&t, &step->reveal, false);
    return t;
}

/* Raises the open question: a ground of its own, on which the text keeps its colours, and a line at its left
 * that needs no colours. `c` is the whole panel, row `at` of it is the first of the text. */
static void raise(struct canvas c, const struct typeset *t, int at)
{
    const struct rows *box = &t->raised;
    const uint16_t grey = ink_hue(HUE_GREY, LESSON_RAISED), focus = ink_hue(HUE_FOCUS, HUE_FULL);
    for (int r = box->first - 1; r < box->end + (box->end > 0); r++) {
        int row = at + r - t->skip;
        if (row < at || row >= c.rows)
            continue;
        bool lit = r >= t->lit.first && r < t->lit.end;
        if (!screen_mono(t->s))
            canvas_ink(c, row, 0, c.cols, lit ? ink_hue(HUE_FOCUS, 3) : grey);
        for (int col = 0; col < c.cols && !screen_mono(t->s); col++) {
            int style = c.cells[row * c.stride + col].style;
            if (style == STYLE_STRONG || style == STYLE_KEY || style == STYLE_MARK)
                canvas_tint(c, row, col, 1, focus);
            else if (style == STYLE_GOOD)
                canvas_tint(c, row, col, 1, ink_hue(HUE_DONE, HUE_FULL));
        }
        if (r >= box->first && r < box->end)
            canvas_inked(c, row, 0, 0x258E, focus, screen_mono(t->s) ? 0 : grey);
    }
}

/* Returns what was answered to the open question, NULL: none is open. */
static const struct lesson_answer *open_answer(const struct lesson_session *session)
{
    const struct lesson_now now = lesson_now(session);
    return now.open ? &session->run.visit[session->run.step].answer[now.beat.index] : NULL;
}

int lesson_panel_rows(const struct screen *s, int cols, bool now)
{
    struct typeset t = typeset_beat((struct canvas){.cols = cols - 2}, s, 0, false, NULL);
    const struct lesson_answer *a = open_answer(s->session->lesson);
    /* room for the options, too: who was wrong, or asked for a hint, chooses again */
    if (a && (a->chosen || a->tries > 0 || t.anchor > t.asked))
        t.anchor = t.asked;
    if (t.anchor >= t.row && t.pieces > 0) /* nothing more was said */
        t.anchor = t.piece[t.pieces - 1];
    return now ? 1 + t.row - t.anchor : 2 + t.row;
}

void lesson_panel_draw(struct canvas c, const struct screen *s, struct prose_points *points)
{
    enum { TITLED = 9 }; /* rows from which the title is drawn though something is out of sight */
    const struct lesson_session *session = s->session->lesson;
    const struct lesson_now now = lesson_now(session);
    const struct canvas measure = {.cols = c.cols - 2};
    struct typeset t = typeset_beat(measure, s, 0, false, NULL);
    const bool brief = now.open && t.row - t.asked > c.rows - 1;
    if (brief)
        t = typeset_beat(measure, s, 0, true, NULL);
    /* the title where there is room, below it a blank row if it costs nothing */
    const int title = c.rows >= TITLED || t.row - t.anchor < c.rows, head = title + (t.row + 2 <= c.rows);
    struct canvas text = canvas_part(c, head, 1, c.rows - head, c.cols - 2);
    /* 1. The first row: as many whole pieces as fit, never past the anchor, then what was scrolled. */
    const int rows = t.row;
    int top = 0;
    if (brief && rows - t.anchor > text.rows && t.row > t.raised.end && !open_answer(session)->chosen)
        t.anchor = t.piece[t.pieces - 1]; /* what was said last; a letter brings the question back */
    for (int i = 0; i < t.pieces; i++)
        if (t.piece[i] <= t.anchor && (top == 0 ? rows > text.rows : rows - top > text.rows))
            top = t.piece[i];
    top = top > t.anchor ? t.anchor : top;
    const int wanted = top - session->run.scroll, most = rows - text.rows > top ? rows - text.rows : top;
    if (s->reach)
        *s->reach = (struct reach){.up = top, .down = top - most};
    top = wanted < 0 ? 0 : wanted > most ? most : wanted;
    /* 2. How one reads on: by a page at most; the open question comes into sight as a whole if it can, else
     * first as much of it as fits. */
    const int from = t.raised.first, end = (now.open ? t.raised.end : rows) - text.rows,
              page = top + (text.rows > 1 ? text.rows - 1 : 1),
              next = now.open && top < from && from < end ? from : end;
    if (s->reach) {
        s->reach->unseen = top < end;
        s->reach->on = s->reach->up - (next < page ? next : page);
    }
    /* 3. The picture. */
    t = typeset_beat(text, s, top, brief, points);
    if (!c.cells)
        return;
    raise(c, &t, head);
    if (title)
        canvas_field(c, 0, 1, c.cols - 2, STYLE_TITLE,
                     now.step ? now.step->title.s : session->lesson.title.s);
    if (top > 0)
        canvas_put(c, 0, c.cols - 1 - title, STYLE_KEY, "▲");
    if (rows - top > text.rows)
        canvas_put(c, c.rows - 1, c.cols - 1, STYLE_KEY, "▼");
}
