/* The end of a lesson: what was learned, the result, what to look at again, and the way on. */
#include <string.h>

#include "lesson/run/beliefs.h"
#include "view/lesson/typeset.h"

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
            typeset_text(t, 0, STYLE_LABEL,
                         screen_text(t->s, TEXT("Often believed, but not true", "常有人这样以为，其实不然")));
        }
        if (count >= BELIEFS)
            continue;
        typeset_sign(t, 0, STYLE_ERROR, typeset_mark(t, false));
        typeset_text(
            t, 2, STYLE_TEXT,
            m ? say(t->s, TEXT("%s (lesson %s)", "%s（第 %s 课）"), screen_pair(t->s, m->text), m->lesson)
              : id);
    }
    if (count > BELIEFS)
        typeset_text(t, 2, STYLE_DIM,
                     say(t->s, TEXT("… and %d more (:review)", "……还有 %d 条（:review）"), count - BELIEFS));
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
    screen_add(t->s, &line, TEXT("Steps %d of %d", "步骤 %d/%d"), all.finished + all.shown, all.steps);
    if (all.predictions > 0)
        screen_add(t->s, &line, TEXT(", predictions %d of %d right first time", "，一次就答对的预测 %d/%d"),
                   all.first_right, all.predictions);
    if (all.goals > 0)
        screen_add(t->s, &line, TEXT(", goals %d of %d", "，目标 %d/%d"), all.reached, all.goals);
    typeset_piece(t);
    typeset_text(t, 0, STYLE_TEXT, text_str(&line));
    if (all.asked > 0)
        typeset_text(
            t, 0, STYLE_TEXT,
            say(t->s,
                TEXT("The class: most hands were right in %d of %d questions", "全班：%d/%d 题多数人答对"),
                all.agreed, all.asked));
}

void typeset_end(struct typeset *t, const struct lesson_session *session)
{
    const struct lesson *l = &session->lesson;
    const bool tour = lesson_is_tour(l);
    struct text steps = SCREEN_TEXT(t->s);
    int again = 0;
    typeset_piece(t);
    typeset_text(t, 0, STYLE_TITLE,
                 screen_text(t->s, EITHER(tour, TEXT("The end of the tour", "导览到这里结束"),
                                          TEXT("The end of this lesson", "这一课到这里结束"))));
    if (!tour && !lesson_believed(session, 0)) { /* what was learned, in the words of its first paragraph */
        typeset_piece(t);
        typeset_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("In this lesson", "这一课讲的是")));
        for (int i = 0; i < l->aim.count; i++)
            typeset_block(t, 0, &l->aim.v[i], STYLE_TEXT);
    }
    results(t, session);
    /* Steps with a prediction that was wrong at first, by the numbers that lead there. */
    for (int i = 0; i < l->step_count; i++)
        if (missed(&l->step[i], &session->run.visit[i]))
            text_addf(&steps, "%s%d", again++ > 0 ? screen_text(t->s, TEXT(", ", "、")) : "", i + 1);
    if (again > 0)
        typeset_text(t, 0, STYLE_TEXT,
                     say(t->s,
                         EITHER(again == 1,
                                TEXT("Worth another look: step %s (press g)", "值得再看：第 %s 步（按 g）"),
                                TEXT("Worth another look: steps %s (press g)", "值得再看：第 %s 步（按 g）")),
                         text_str(&steps)));
    believed(t, session);
    if (!l->next.s)
        return;
    /* Enter: lesson 1, Attention by hand. The number is that of the id, 01-by-hand. */
    struct text line = SCREEN_TEXT(t->s);
    const char *id = l->next.s;
    while (id[0] == '0' && id[1] >= '0' && id[1] <= '9')
        id++;
    if (*id >= '0' && *id <= '9')
        screen_add(t->s, &line, TEXT("Enter: lesson %.*s", "Enter：第 %.*s 课"), (int)strcspn(id, "-"), id);
    else
        screen_add(t->s, &line, TEXT("Enter: %s", "Enter：%s"), id);
    if (l->next_title)
        screen_add(t->s, &line, TEXT(", %s", "，%s"), l->next_title);
    typeset_piece(t);
    typeset_text(t, 0, STYLE_KEY, text_str(&line));
}
