/* Checks that each text shown at once fits next to the view on an 80 x 24 screen: a
 * narration segment (the last with the first question), a further question, a hint, a
 * reveal. The drawing code does the measuring. */
#include "lesson/author/parts.h"
#include "lesson/run/run.h"
#include "view/lesson/lesson.h"
#include "view/prose.h"

enum { ROWS = 17 }; /* of 24, without title, blank row and frame lines */

static void fits(struct check *ck, int line, int rows, struct pair what)
{
    if (rows > ROWS)
        check_step_fault(ck, line,
                         TEXT("%s takes %d rows of %d columns next to the view, at most %d are allowed: "
                              "shorten it, or split the narration with a pause",
                              "%s在视图旁占 %d 行（每行 %d 列），最多 %d 行：请缩短，或用 pause 把叙述分段"),
                         pair_in(what, ck->q->lang), rows, LESSON_TEXT, ROWS);
}

static int prose_height(const struct prose *p)
{
    return prose_rows(p->v, p->count, LESSON_TEXT);
}

static int first_line(const struct prose *p, int otherwise)
{
    return p->count ? p->v[0].line : otherwise;
}

static void narration(struct check *ck, const struct lesson_step *s)
{
    const struct screen screen = {.model = &ck->model, .scratch = &ck->scratch};
    for (int i = 0; i <= lesson_pauses(s); i++) {
        struct prose p = lesson_narration(s, i);
        bool asks = i == lesson_pauses(s) && s->ask_count > 0;
        int rows = prose_height(&p);
        if (asks)
            rows += (rows > 0) + lesson_question_rows(&screen, &s->ask[0], LESSON_TEXT);
        fits(ck, first_line(&p, s->title.line), rows,
             asks ? BOTH("the narration with its question", "叙述连同问题")
                  : BOTH("this part of the narration", "这段叙述"));
    }
}

void check_fit(struct check *ck, const struct lesson_step *s)
{
    const struct screen screen = {.model = &ck->model, .scratch = &ck->scratch};
    narration(ck, s);
    for (int i = 1; i < s->ask_count; i++)
        fits(ck, s->ask[i].line, lesson_question_rows(&screen, &s->ask[i], LESSON_TEXT),
             BOTH("the question", "问题"));
    for (int i = 0; i < s->hint_count; i++)
        fits(ck, first_line(&s->hint[i], s->title.line), 1 + prose_height(&s->hint[i]),
             BOTH("the hint", "提示"));
    for (int i = 0; i < s->caption.count; i++)
        fits(ck, s->caption.v[i].line, 1 + prose_rows(&s->caption.v[i], 1, LESSON_TEXT),
             BOTH("the caption", "说明"));
    fits(ck, first_line(&s->reveal, s->title.line), prose_height(&s->reveal), BOTH("the reveal", "讲解"));
}
