/* The walk over a lesson. Claims made on entering a step are judged there; claims about
 * the answer are judged after its `do`. */
#include <string.h>

#include "lesson/author/parts.h"
#include "lesson/run/run.h"
#include "lesson/run/settle.h"
#include "session/pointing.h"
#include "state/script.h"

/* Reports an expression in the text itself, unless the lesson teaches to write them. */
static void bare_expression(struct check *ck, const struct span *s)
{
    struct expr_context c = check_context(ck);
    struct text normal = {0};
    struct reply quiet = check_reply(ck);
    bool claim = s->kind == SPAN_CLAIM && s->target == s->text.s;
    bool call = s->kind == SPAN_CODE && strchr(s->text.s, '(') &&
                expr_normal(&c, s->text.s, strlen(s->text.s), &normal, &quiet);
    if ((claim || call) && ck->file->lesson.teaches.count == 0)
        check_fault(ck, s->text,
                    TEXT("an expression in the text: write [0.22](EXPRESSION) or [the same](A=B)",
                         "正文里出现了表达式：请写成 [0.22](表达式) 或 [一样](A=B)"));
    reply_finish(&quiet);
    text_finish(&normal);
}

/* True if a ** touches a word; between blanks it is the operator of a program. */
static bool has_stars(const char *s)
{
    const char *at = strstr(s, "**");
    while (at && at > s && at[-1] == ' ' && at[2] == ' ')
        at = strstr(at + 2, "**");
    return at != NULL;
}

/* Marks that Markdown did not take would be shown as they are written: a link whose target has blanks is
 * none, and its proof is never checked; a ** between a full stop and a letter ends nothing. */
static void torn_marks(struct check *ck, const struct span *s)
{
    bool text = s->kind == SPAN_TEXT || s->kind == SPAN_STRONG || s->kind == SPAN_EMPH;
    if (text && strstr(s->text.s, "]("))
        check_fault(ck, s->text,
                    TEXT("a link's target must not contain blanks: write [the same](A=B)",
                         "链接的目标里不能有空格：请写成 [一样](A=B)"));
    if (text && has_stars(s->text.s))
        check_fault(ck, s->text,
                    TEXT("** marks nothing here: what it marks must begin and end with a letter",
                         "这里的 ** 不起作用：它标出的文字，首尾不要是标点"));
}

/* A text that points must point at something that exists. */
static void check_target(struct check *ck, const struct span *s)
{
    struct lesson_line expr = {s->target, s->text.line, s->text.col};
    struct aim target;
    if (s->kind != SPAN_POINT)
        return;
    if (!pointing_at(&ck->model, s->target, &target))
        check_fault(
            ck, s->text,
            TEXT("'@%s' is not a place in the picture (write @weights(WORD), @score(WORD,WORD), @pe(3) …)",
                 "“@%s”在图上没有位置（可写 @weights(词)、@score(词,词)、@pe(3) 等）"),
            s->target);
    else
        check_parity_expr(ck, "point", expr);
}

static void spans(struct check *ck, const struct block *b, bool guarded)
{
    for (int i = 0; i < b->count; i++) {
        const struct span *s = &b->v[i];
        check_link(ck, s);
        bare_expression(ck, s);
        torn_marks(ck, s);
        check_target(ck, s);
        if (s->kind == SPAN_CLAIM && s->target) {
            struct lesson_line claim = {s->target, s->text.line, s->text.col};
            check_claim(ck, claim);
            check_parity_expr(ck, "claim", claim);
        } else if (s->kind != SPAN_CLAIM && s->kind != SPAN_MATH && s->kind != SPAN_BREAK && !guarded) {
            check_bare_numbers(ck, s->text);
        }
    }
}

static void block(struct check *ck, const struct block *b)
{
    spans(ck, b, false);
}

/* A condition guards the numbers in its option's text. */
static void option(struct check *ck, const struct lesson_option *o)
{
    spans(ck, &o->text, o->when.s != NULL);
}

static void prose(struct check *ck, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        block(ck, &p->v[i]);
}

static void expectations(struct check *ck, const struct lesson_lines *l)
{
    for (int i = 0; i < l->count; i++) {
        check_claim(ck, l->v[i]);
        check_parity_expr(ck, "expect", l->v[i]);
    }
}

static void ask_texts(struct check *ck, const struct lesson_ask *a)
{
    block(ck, &a->question);
    for (int i = 0; i < a->option_count; i++)
        option(ck, &a->option[i]);
    for (int i = 0; i < a->idea_count; i++)
        block(ck, &a->idea[i].text);
}

static void answer_texts(struct check *ck, const struct lesson_ask *a)
{
    for (int i = 0; i < a->option_count; i++)
        block(ck, &a->option[i].feedback);
    for (int i = 0; i < a->wrong_count; i++)
        block(ck, &a->wrong[i].feedback);
    for (int i = 0; i < a->rubric_count; i++)
        block(ck, &a->rubric[i]);
    block(ck, &a->model);
}

/* A prediction or goal needs a hint before the answer and an explanation after it. */
static void help(struct check *ck, const struct lesson_step *s)
{
    bool asks = false;
    for (int i = 0; i < s->ask_count; i++)
        asks = asks || (s->ask[i].kind != ASK_EXPLAIN && s->ask[i].kind != ASK_TRY);
    if (asks && s->hint_count == 0)
        check_step_fault(ck, s->title.line,
                         TEXT("a question needs at least one hint", "有问题的步骤至少要有一个 hint"));
    if (asks && s->reveal.count == 0)
        check_step_fault(ck, s->title.line, TEXT("a question needs a reveal", "有问题的步骤要有 reveal"));
}

/* Adds the scene as a script, so that differences can be shown. */
static void scene_item(struct check *ck, int line)
{
    struct text t = {0};
    if (state_model(&ck->model.now.state) || check_own_sentence(ck)) /* not the same in both languages */
        return;
    script_write(&ck->model.now, &t);
    check_parity_item(ck, "scene", line, text_str(&t));
    text_finish(&t);
}

static void before(struct check *ck, const struct lesson_step *s)
{
    scene_item(ck, s->title.line);
    help(ck, s);
    check_fit(ck, s);
    check_bare_numbers(ck, s->title);
    prose(ck, &s->narration);
    for (int i = 0; i < s->ask_count; i++) {
        ask_texts(ck, &s->ask[i]);
        check_ask_before(ck, &s->ask[i]);
    }
    for (int i = 0; i < s->hint_count; i++) {
        check_parity_item(ck, s->second_hint > 0 && i >= s->second_hint ? "hint 2" : "hint",
                          s->hint[i].count ? s->hint[i].v[0].line : s->title.line, "");
        prose(ck, &s->hint[i]);
    }
    expectations(ck, &s->expect_before);
}

/* A caption must be shown: there is something to see before its `wait`. */
static void captions(struct check *ck, const struct lesson_step *s)
{
    for (int i = 0; i < s->caption.count; i++) {
        bool shown = false;
        for (int k = 0; k < lesson_segment_count(s); k++)
            shown = shown || lesson_caption(s, k) == &s->caption.v[i];
        if (!shown)
            check_step_fault(ck, s->caption.v[i].line,
                             TEXT("nothing happens before this 'wait'", "这个 wait 之前什么也没有发生"));
        check_parity_item(ck, "wait", s->caption.v[i].line, "");
    }
    prose(ck, &s->caption);
}

static void after(struct check *ck, const struct lesson_step *s)
{
    scene_item(ck, s->title.line);
    for (int i = 0; i < s->ask_count; i++) {
        answer_texts(ck, &s->ask[i]);
        check_ask_after(ck, &s->ask[i]);
    }
    captions(ck, s);
    prose(ck, &s->reveal);
    prose(ck, &s->note);
    prose(ck, &s->ask_class);
    expectations(ck, &s->expect_after);
}

/* Fills in what the scene decides. */
static void settle(struct check *ck, const struct lesson_step *s)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    if (!lesson_settle(&ck->file->lesson, ck->step, &c, &r))
        check_step_fault(ck, s->title.line,
                         TEXT("something in this step cannot be computed: %s", "这一步里有算不出来的：%s"),
                         text_str(&r.text));
    reply_finish(&r);
}

void check_steps(struct check *ck)
{
    const struct lesson *l = &ck->file->lesson;
    bool ok = true;
    check_needs(ck);
    for (ck->step = 0; ok && !ck->work.stopped && ck->step < l->step_count; ck->step++) {
        const struct lesson_step *s = &l->step[ck->step];
        ok = check_enter(ck, LESSON_BEFORE);
        if (ok)
            settle(ck, s);
        if (ok && ck->step == 0) {
            check_bare_numbers(ck, l->title);
            prose(ck, &l->aim);
        }
        if (ok)
            before(ck, s);
        ok = ok && check_enter(ck, LESSON_AFTER);
        if (ok)
            after(ck, s);
    }
    ck->file->walked = ok;
}
