/* The walk over a lesson. Claims made on entering a step are judged there; claims about the answer are judged
 * after its `do`. On the way: where links lead, which numbers nothing recomputes, what fits on a screen. */
#include <string.h>

#include "lesson/author/parts.h"
#include "lesson/read/figure.h"
#include "lesson/run/judge.h"
#include "session/pointing.h"
#include "state/script.h"
#include "view/lesson/lesson.h"
#include "view/prose.h"

/* ---- links ------------------------------------------------------------------------------- */

void check_no_lesson(struct check *ck, struct lesson_line at, const char *id)
{
    check_fault(ck, at, TEXT("there is no lesson '%s' in this language"), id);
}

/* Reports a missing lesson, unless the course lists it: then the course page reports it. */
static void missing_lesson(struct check *ck, struct lesson_line at, const char *id)
{
    if (course_find(&ck->course[LIST_COURSE][ck->file->lesson.lang], id) < 0)
        check_no_lesson(ck, at, id);
}

void check_link(struct check *ck, const struct span *s)
{
    const struct check_file *of = ck->file;
    const char *target = s->kind == SPAN_LINK || s->kind == SPAN_TERM ? s->target : "";
    if (s->kind == SPAN_TERM && *target && !glossary_find(&ck->glossary[of->lesson.lang], target))
        check_fault(ck, s->text, TEXT("the glossary has no term '%s'"), target);
    if (s->kind != SPAN_LINK)
        return;
    struct text id = TEXT_HERE;
    size_t n = strcspn(target, "#");
    text_add_bytes(&id, target, n);
    const struct check_file *to = n ? check_lesson_file(ck, of, of->lesson.lang, text_str(&id)) : of;
    if (!to)
        missing_lesson(ck, s->text, text_str(&id));
    else if (target[n] && lesson_step_find(&to->lesson, target + n + 1) < 0)
        check_fault(ck, s->text, TEXT("'%s' has no step '%s'"), to->lesson.id, target + n + 1);
    text_finish(&id);
}

/* True if `id` is among the needs of `from`, followed through at most `depth` lessons. */
static bool needs_reach(struct check *ck, const struct check_file *from, const char *id, int depth)
{
    for (int i = 0; i < from->lesson.needs.count && depth > 0; i++) {
        const char *need = from->lesson.needs.v[i].s;
        const struct check_file *next = check_lesson_file(ck, from, from->lesson.lang, need);
        if (strcmp(need, id) == 0 || (next && next != from && needs_reach(ck, next, id, depth - 1)))
            return true;
    }
    return false;
}

/* Checks that `needs` names lessons without cycles, and that `next` names another lesson. */
static void check_needs(struct check *ck)
{
    enum { DEEP = 8 };
    const struct lesson *l = &ck->file->lesson;
    if (l->next.s && strcmp(l->next.s, l->id) == 0)
        check_fault(ck, l->next, TEXT("the lesson leads to itself: name another one, or leave 'next' out"));
    else if (l->next.s && !check_lesson_file(ck, ck->file, l->lang, l->next.s))
        missing_lesson(ck, l->next, l->next.s);
    for (int i = 0; i < l->needs.count; i++) {
        const struct lesson_line *need = &l->needs.v[i];
        const struct check_file *to = check_lesson_file(ck, ck->file, l->lang, need->s);
        if (!to)
            missing_lesson(ck, *need, need->s);
        else if (to == ck->file || needs_reach(ck, to, l->id, DEEP))
            check_fault(ck, *need, TEXT("circular needs: '%s' needs this lesson in turn"), need->s);
    }
}

/* ---- text -------------------------------------------------------------------------------- */

/* Reports numbers that nothing recomputes: a decimal, a percentage or an integer of four or more digits,
 * unless the front matter lists it under `plain`. */
static void check_bare_numbers(struct check *ck, struct lesson_line text)
{
    const struct lesson_lines *plain = &ck->file->lesson.plain;
    struct figures in = {.s = text.s};
    for (struct figure f, listed; figures_next(&in, &f);) {
        bool allowed = !f.points && !f.percent && f.digits < 4;
        for (int i = 0; i < plain->count && !allowed; i++) {
            struct figures one = {.s = plain->v[i].s};
            allowed = figures_next(&one, &listed) && figure_same(&listed, &f);
        }
        if (allowed)
            continue;
        for (; text.s < f.s; text.s++) {
            bool ends = *text.s == '\n';
            text.line += ends;
            text.col = ends ? 1 : text.col + (((unsigned char)*text.s & 0xC0) != 0x80);
        }
        check_fault(ck, text,
                    TEXT("nothing recomputes %.*s: write [%.*s](EXPRESSION), or list it in the front matter "
                         "under 'plain:'"),
                    (int)f.len, f.s, (int)f.len, f.s);
    }
}

/* Reports an expression in the text itself, unless the lesson teaches to write them. */
static void check_bare_expression(struct check *ck, const struct span *s)
{
    struct expr_context c = check_context(ck);
    struct text normal = {0};
    struct reply quiet = check_reply(ck);
    bool claim = s->kind == SPAN_CLAIM && s->target == s->text.s;
    bool call = s->kind == SPAN_CODE && strchr(s->text.s, '(') &&
                expr_normal(&c, s->text.s, strlen(s->text.s), &normal, &quiet);
    if ((claim || call) && ck->file->lesson.teaches.count == 0)
        check_fault(ck, s->text,
                    TEXT("an expression in the text: write [0.22](EXPRESSION) or [the same](A=B)"));
    reply_finish(&quiet);
    text_finish(&normal);
}

/* Marks that Markdown did not take would be shown as they are written: a link whose target has blanks is
 * none, and its proof is never checked; a ** that touches a word on one side only, between a full stop and a
 * letter, ends nothing; between blanks it is the operator of a program. */
static void check_torn_marks(struct check *ck, const struct span *s)
{
    if (s->kind != SPAN_TEXT && s->kind != SPAN_STRONG && s->kind != SPAN_EMPH)
        return;
    if (strstr(s->text.s, "]("))
        check_fault(ck, s->text, TEXT("a link's target must not contain blanks: write [the same](A=B)"));
    const char *stars = strstr(s->text.s, "**");
    while (stars && stars > s->text.s && stars[-1] == ' ' && stars[2] == ' ')
        stars = strstr(stars + 2, "**");
    if (stars)
        check_fault(ck, s->text,
                    TEXT("** marks nothing here: what it marks must begin and end with a letter"));
}

void check_spans(struct check *ck, const struct block *b, bool guarded)
{
    for (int i = 0; i < b->count; i++) {
        const struct span *s = &b->v[i];
        struct lesson_line expr = {s->target, s->text.line, s->text.col};
        struct aim target;
        check_link(ck, s);
        check_bare_expression(ck, s);
        check_torn_marks(ck, s);
        if (s->kind == SPAN_POINT && !pointing_at(&ck->session, s->target, &target))
            check_fault(ck, s->text,
                        TEXT("'@%s' is not a place in the picture (write @weights(WORD), @score(WORD,WORD), "
                             "@pe(3) …)"),
                        s->target);
        else if (s->kind == SPAN_POINT)
            check_parity_expr(ck, "point", expr);
        if (s->kind == SPAN_CLAIM && s->target) {
            check_claim(ck, expr);
            check_parity_expr(ck, "claim", expr);
        } else if (s->kind != SPAN_CLAIM && s->kind != SPAN_MATH && s->kind != SPAN_BREAK && !guarded) {
            check_bare_numbers(ck, s->text);
        }
    }
}

static void check_prose(struct check *ck, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        check_spans(ck, &p->v[i], false);
}

/* ---- what fits ---------------------------------------------------------------------------- */

static void check_rows(struct check *ck, int line, int rows, const char *what)
{
    enum { ROWS = 17 }; /* of 24, without title, blank row and frame lines */
    if (rows > ROWS)
        check_step_fault(ck, line,
                         TEXT("%s takes %d rows of %d columns next to the view, at most %d are allowed: "
                              "shorten it, or split the narration with a pause"),
                         text_in(what, ck->q->lang), rows, LESSON_TEXT, ROWS);
}

static int prose_line_of(const struct prose *p, const struct lesson_step *s)
{
    return p->count ? p->v[0].line : s->title.line;
}

/* Checks that each text shown at once fits next to the view on an 80 x 24 screen: a narration segment (the
 * last with the first question), a further question, a hint, a caption, a reveal. The drawing code does the
 * measuring. */
static void check_fit(struct check *ck, const struct lesson_step *s)
{
    const struct screen screen = {.session = &ck->session, .scratch = &ck->scratch};
    for (int i = 0; i <= lesson_pauses(s); i++) {
        struct prose p = lesson_narration(s, i);
        bool asks = i == lesson_pauses(s) && s->ask_count > 0;
        int rows = prose_rows(p.v, p.count, LESSON_TEXT);
        if (asks)
            rows += (rows > 0) + lesson_question_rows(&screen, &s->ask[0], LESSON_TEXT);
        check_rows(ck, prose_line_of(&p, s), rows,
                   asks ? TEXT("the narration with its question") : TEXT("this part of the narration"));
    }
    for (int i = 1; i < s->ask_count; i++)
        check_rows(ck, s->ask[i].line, lesson_question_rows(&screen, &s->ask[i], LESSON_TEXT),
                   TEXT("the question"));
    for (int i = 0; i < s->hint_count; i++)
        check_rows(ck, prose_line_of(&s->hint[i], s),
                   1 + prose_rows(s->hint[i].v, s->hint[i].count, LESSON_TEXT), TEXT("the hint"));
    for (int i = 0; i < s->caption.count; i++)
        check_rows(ck, s->caption.v[i].line, 1 + prose_rows(&s->caption.v[i], 1, LESSON_TEXT),
                   TEXT("the caption"));
    check_rows(ck, prose_line_of(&s->reveal, s), prose_rows(s->reveal.v, s->reveal.count, LESSON_TEXT),
               TEXT("the reveal"));
}

/* ---- the walk ----------------------------------------------------------------------------- */

static void check_expectations(struct check *ck, const struct lesson_lines *l)
{
    for (int i = 0; i < l->count; i++) {
        check_claim(ck, l->v[i]);
        check_parity_expr(ck, "expect", l->v[i]);
    }
}

/* Adds the scene as a script, so that differences can be shown. */
static void scene_item(struct check *ck, int line)
{
    struct text t = {0};
    if (state_model(&ck->session.now.state) || check_own_sentence(ck)) /* not the same in both languages */
        return;
    script_write(&ck->session.now, &t);
    check_parity_item(ck, "scene", line, text_str(&t));
    text_finish(&t);
}

static void check_before(struct check *ck, const struct lesson_step *s)
{
    bool asks =
        false; /* a prediction or goal, which needs a hint before the answer and an explanation after */
    for (int i = 0; i < s->ask_count; i++)
        asks = asks || (s->ask[i].kind != ASK_EXPLAIN && s->ask[i].kind != ASK_TRY);
    for (int i = 0; ck->file->lesson.quiet && i < s->ask_count; i++)
        if (s->ask[i].kind != ASK_CHOICE || s->reveal.count + s->hint_count > 0)
            check_step_fault(ck, s->ask[i].line,
                             TEXT("a lesson without replies asks choices, without hints and reveals"));
    asks = asks && !ck->file->lesson.quiet;
    scene_item(ck, s->title.line);
    if (asks && s->hint_count == 0)
        check_step_fault(ck, s->title.line, TEXT("a question needs at least one hint"));
    if (asks && s->reveal.count == 0)
        check_step_fault(ck, s->title.line, TEXT("a question needs a reveal"));
    check_fit(ck, s);
    check_bare_numbers(ck, s->title);
    check_prose(ck, &s->narration);
    for (const struct lesson_ask *a = s->ask; a && a < s->ask + s->ask_count; a++) {
        check_spans(ck, &a->question, false);
        for (int i = 0; i < a->option_count; i++)
            check_spans(ck, &a->option[i].text, a->option[i].when.s != NULL);
        for (int i = 0; i < a->idea_count; i++)
            check_spans(ck, &a->idea[i].text, false);
        check_question_before(ck, a);
    }
    for (int i = 0; i < s->hint_count; i++) {
        check_parity_item(ck, s->second_hint > 0 && i >= s->second_hint ? "hint 2" : "hint",
                          prose_line_of(&s->hint[i], s), "");
        check_prose(ck, &s->hint[i]);
    }
    check_expectations(ck, &s->expect_before);
}

static void check_after(struct check *ck, const struct lesson_step *s)
{
    scene_item(ck, s->title.line);
    for (const struct lesson_ask *a = s->ask; a && a < s->ask + s->ask_count; a++) {
        for (int i = 0; i < a->option_count; i++)
            check_spans(ck, &a->option[i].feedback, false);
        for (int i = 0; i < a->wrong_count; i++)
            check_spans(ck, &a->wrong[i].feedback, false);
        for (int i = 0; i < a->rubric_count; i++)
            check_spans(ck, &a->rubric[i], false);
        check_spans(ck, &a->model, false);
        check_question_after(ck, a);
    }
    for (int i = 0; i < s->caption.count; i++) {
        bool shown = false; /* there must be something to see before its `wait` */
        for (int k = 0; k < lesson_segment_count(s); k++)
            shown = shown || lesson_caption(s, k) == &s->caption.v[i];
        if (!shown)
            check_step_fault(ck, s->caption.v[i].line, TEXT("nothing happens before this 'wait'"));
        check_parity_item(ck, "wait", s->caption.v[i].line, "");
    }
    check_prose(ck, &s->caption);
    check_prose(ck, &s->reveal);
    check_prose(ck, &s->note);
    check_prose(ck, &s->ask_class);
    check_expectations(ck, &s->expect_after);
}

void check_steps(struct check *ck)
{
    struct lesson *l = &ck->file->lesson;
    bool ok = true;
    check_needs(ck);
    check_seen(ck, NULL);
    for (ck->step = 0; ok && !ck->work.stopped && ck->step < l->step_count; ck->step++) {
        const struct lesson_step *s = &l->step[ck->step];
        ok = check_enter(ck, LESSON_BEFORE);
        if (!ok)
            break;
        struct expr_context c = check_context(ck);
        struct reply r = check_reply(ck);
        if (!lesson_settle(l, ck->step, &c, &r)) /* fills in what the scene decides */
            check_step_fault(ck, s->title.line, TEXT("something in this step cannot be computed: %s"),
                             text_str(&r.text));
        reply_finish(&r);
        if (ck->step == 0) {
            check_bare_numbers(ck, l->title);
            check_prose(ck, &l->aim);
        }
        check_before(ck, s);
        ok = check_enter(ck, LESSON_AFTER);
        if (ok)
            check_after(ck, s);
        if (ok)
            check_seen(ck, ck->step + 1 < l->step_count ? s + 1 : NULL);
    }
    ck->file->walked = ok;
}
