/* The end of a lesson: what was learned, the result, what to look at again, and the way on. */
#include <string.h>

#include "lesson/run/beliefs.h"
#include "view/lesson/typeset.h"

enum { BELIEFS = 3 }; /* misconceptions shown: the end of a lesson is one screen */

static void one_belief(struct typeset *t, const char *id)
{
    const struct belief *m = belief_find(id);
    struct text line = TEXT_HERE;
    if (m)
        text_addf(&line, screen_text(t->s, TEXT("%s (lesson %s)", "%s（第 %s 课）")),
                  screen_pair(t->s, m->text), m->lesson);
    typeset_sign(t, 0, STYLE_ERROR, typeset_mark(t, false));
    typeset_text(t, 2, STYLE_TEXT, m ? text_str(&line) : id);
    text_finish(&line);
}

/* Lists the misconceptions behind wrong answers, each with the lesson that discusses it. */
static void believed(struct typeset *t, const struct lesson_session *session)
{
    struct text line = TEXT_HERE;
    int count = 0;
    while (lesson_believed(session, count))
        count++;
    if (count == 0)
        return;
    typeset_piece(t);
    typeset_text(t, 0, STYLE_LABEL,
                 screen_text(t->s, TEXT("Often believed, but not true", "常有人这样以为，其实不然")));
    for (int i = 0; i < count && i < BELIEFS; i++)
        one_belief(t, lesson_believed(session, i));
    text_addf(&line, screen_text(t->s, TEXT("… and %d more (:review)", "……还有 %d 条（:review）")),
              count - BELIEFS);
    if (count > BELIEFS)
        typeset_text(t, 2, STYLE_DIM, text_str(&line));
    text_finish(&line);
}

/* What was learned, in the words of the lesson's first paragraph. */
static void learned(struct typeset *t, const struct lesson *l)
{
    if (l->aim.count == 0)
        return;
    typeset_piece(t);
    typeset_text(t, 0, STYLE_LABEL, screen_text(t->s, TEXT("What you did", "这一课做了什么")));
    for (int i = 0; i < l->aim.count; i++)
        typeset_block(t, 2, &l->aim.v[i], STYLE_TEXT);
}

/* Lists the steps with a prediction that was wrong at first, with the numbers that lead there. */
static void missed(struct typeset *t, const struct lesson_session *session)
{
    const struct lesson *l = &session->lesson;
    bool any = false;
    for (int i = 0; i < l->step_count; i++) {
        struct text line = TEXT_HERE;
        bool wrong = false;
        for (int k = 0; k < l->step[i].ask_count; k++) {
            const struct lesson_answer *a = &session->run.visit[i].answer[k];
            wrong = wrong || (ask_predicts(l->step[i].ask[k].kind) && a->first[0] && !a->first_right);
        }
        if (wrong && !any) {
            typeset_piece(t);
            typeset_text(
                t, 0, STYLE_LABEL,
                screen_text(t->s, TEXT("Worth another look (g goes there)", "值得再看一眼（按 g 跳过去）")));
        }
        any = any || wrong;
        text_addf(&line, "%d  %s", i + 1, l->step[i].title.s);
        if (wrong)
            typeset_text(t, 2, STYLE_TEXT, text_str(&line));
        text_finish(&line);
    }
}

/* Enter: lesson 1. */
static void onwards(struct typeset *t, const char *id)
{
    struct text line = TEXT_HERE;
    id += strspn(id, "0");
    text_addf(&line, screen_text(t->s, TEXT("Enter: lesson %.*s", "Enter：第 %.*s 课")),
              (int)strcspn(id, "-"), id);
    typeset_text(t, 0, STYLE_KEY, text_str(&line));
    text_finish(&line);
}

void typeset_end(struct typeset *t, const struct lesson_session *session)
{
    struct lesson_tally all = lesson_tally(session);
    struct text line = TEXT_HERE;
    typeset_piece(t);
    typeset_text(t, 0, STYLE_TITLE, screen_text(t->s, TEXT("The end of this lesson", "这一课到这里结束")));
    learned(t, &session->lesson);
    typeset_piece(t);
    text_addf(&line, screen_text(t->s, TEXT("Steps done: %d of %d", "完成的步骤：%d/%d")), all.finished,
              all.steps);
    typeset_text(t, 0, STYLE_TEXT, text_str(&line));
    text_clear(&line);
    text_addf(&line,
              screen_text(t->s, TEXT("Predictions right first time: %d of %d", "一次就答对的预测：%d/%d")),
              all.first_right, all.predictions);
    if (all.predictions > 0)
        typeset_text(t, 0, STYLE_TEXT, text_str(&line));
    text_clear(&line);
    text_addf(&line, screen_text(t->s, TEXT("Goals reached: %d of %d", "达到的目标：%d/%d")), all.reached,
              all.goals);
    if (all.goals > 0)
        typeset_text(t, 0, STYLE_TEXT, text_str(&line));
    text_finish(&line);
    missed(t, session);
    believed(t, session);
    typeset_piece(t);
    if (session->lesson.next.s)
        onwards(t, session->lesson.next.s);
    typeset_text(t, 0, STYLE_DIM,
                 screen_text(t->s, TEXT("Backspace goes back, Esc leaves.", "退格键往回看，Esc 离开。")));
}
