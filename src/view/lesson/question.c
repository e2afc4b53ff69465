/* A question on the lesson page: options, conditions of a goal, ideas to try. */
#include <math.h>

#include "lesson/run/judge.h"
#include "view/lesson/lesson.h"
#include "view/lesson/typeset.h"

/* Adds the option at a place, and below it the votes of the class as a bar, scaled to the most popular
 * option. */
static void option(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a, int place)
{
    const int i = q->order[place];
    char letter[2] = {lesson_letter(place), '\0'};
    struct prose_points *points = t->look.points;
    bool chosen = a->chosen >> i & 1, tried = a->tried >> i & 1, right = q->option[i].right;
    const bool quiet = t->s->session->lesson && t->s->session->lesson->lesson.quiet;
    if (!quiet && right && (a->right || a->given_up || t->ended))
        typeset_sign(t, 0, STYLE_GOOD, "✓");
    else if (!quiet && tried && !right && (!chosen || a->closed))
        typeset_sign(t, 0, STYLE_ERROR, "✗");
    else if (chosen)
        typeset_sign(t, 0, STYLE_KEY, "▸");
    int from = t->row, first = t->row - t->skip, most = 0, room = t->c.cols - 9;
    typeset_sign(t, 1, chosen && !a->closed ? STYLE_SELECTED : STYLE_KEY, letter);
    t->look.points = NULL; /* options are not yet true */
    typeset_block(t, 3, &q->option[i].text,
                  t->ended && !right && !tried ? STYLE_DIM
                  : chosen && !a->closed       ? STYLE_STRONG
                                               : STYLE_TEXT);
    if (chosen && !a->closed)
        t->lit = (struct rows){from, t->row};
    for (int k = 0; k < LESSON_MAX_OPTIONS; k++)
        most = a->hands[k] > most ? a->hands[k] : most;
    if (most > 0) {
        struct text bar = SCREEN_TEXT(t->s);
        for (int k = 0; k < (a->hands[i] * room + most / 2) / most; k++)
            text_add(&bar, "█");
        text_addf(&bar, "%s%d", bar.len > 0 ? " " : "", a->hands[i]);
        typeset_text(t, 3, STYLE_FORMULA, text_str(&bar));
    }
    t->look.points = points;
    first = first < 0 ? 0 : first;
    if (click_in(t->s->click, canvas_part(t->c, first, 0, t->row - t->skip - first, t->c.cols)))
        click_key(t->s->click, letter);
}

/* Conditions, what is said of each, those that hold, what the first `known` of the others come to, and the
 * word before each. */
struct conditions {
    struct lesson_lines lines, said;
    unsigned held;
    const double *now;
    int known;
    const char *word;
};

static void conditions(struct typeset *t, struct conditions of)
{
    for (int i = 0; i < of.lines.count; i++) {
        const double *now = &of.now[i];
        const bool holds = of.held >> i & 1;
        struct text line = SCREEN_TEXT(t->s);
        typeset_sign(t, 0, holds ? STYLE_GOOD : STYLE_DIM, holds ? "✓" : "·");
        text_addf(&line, "%s%s", of.word, t->look.proofs ? of.lines.v[i].s : of.said.v[i].s);
        if (!holds && !t->ended && i < of.known && !isnan(*now)) {
            bool counted =
                fabs(*now) >= 0.5 && *now == floor(*now); /* a number of things, not a measured one */
            screen_add(t->s, &line, TEXT("   now %.*f"), counted ? 0 : 3, *now);
        }
        typeset_text(t, 2, STYLE_CLAIM, text_str(&line));
    }
}

static void goal_terms(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    struct text line = SCREEN_TEXT(t->s);
    int want = q->want.count < LESSON_GOALS ? q->want.count : LESSON_GOALS;
    conditions(t, (struct conditions){q->want, q->want_said, a->want, a->now, want, ""});
    conditions(t, (struct conditions){q->keep, q->keep_said, a->keep, a->now + want, LESSON_GOALS - want,
                                      screen_text(t->s, TEXT("keep "))});
    text_add(&line, screen_text(t->s, TEXT("change only ")));
    for (int i = 0; i < q->allow.count; i++) {
        text_add(&line, i ? screen_text(t->s, TEXT_AS("question", ", ")) : "");
        judge_allow_says(q->allow.v[i].s, screen_lang(t->s), &line);
    }
    if (q->moves > 0) { /* · par 2, your best: 2 * */
        text_add(&line, " · ");
        screen_add(t->s, &line, TEXT("par %d"), q->moves);
    }
    if (q->moves > 0 && a->best > 0)
        screen_add(t->s, &line, TEXT(", your best: %d%s"), a->best, a->best > q->moves ? "" : " ★");
    typeset_text(t, 0, STYLE_DIM, text_str(&line));
}

void typeset_question(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    typeset_piece(t);
    int first = t->row;
    typeset_sign(t, 0, STYLE_KEY, "?");
    typeset_block(t, 2, &q->question, STYLE_STRONG);
    for (int i = 0; i < q->option_count; i++)
        option(t, q, a, i);
    if (q->kind == ASK_GOAL)
        goal_terms(t, q, a);
    if (q->kind == ASK_PICTURE)
        typeset_picture(t, q, a);
    for (int i = 0; q->kind == ASK_TRY && i < q->idea_count; i++) {
        typeset_sign(t, 0, STYLE_KEY, ":");
        typeset_text(t, 1, STYLE_FORMULA, q->idea[i].command.s);
        typeset_block(t, 2, &q->idea[i].text, STYLE_TEXT);
    }
    if (!a->closed)
        t->raised = (struct rows){first, t->row};
}

int lesson_question_rows(const struct screen *s, const struct lesson_ask *q, int width)
{
    struct lesson_answer none = {0};
    struct typeset t = {.c = {.cols = width}, .s = s};
    typeset_question(&t, q, &none);
    return t.row;
}
