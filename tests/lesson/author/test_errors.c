/* What some course notes get wrong is put right in the lessons: data/errors.tsv names, for
 * each error, the step in which the learner finds out and the claim that guards the point.
 * The claim must be in that step in both languages where the checker recomputes it (in prose, as an answer,
 * after the right option, in `expect`), and be false once inverted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "lesson/play/open.h"
#include "lesson/play/replay.h"
#include "support/apps.h"
#include "support/lesson_tree.h"
#include "support/test.h"

enum { LAST_ERROR = 45 };

enum column { COLUMN_ERROR, COLUMN_LESSON, COLUMN_STEP, COLUMN_CLAIM, COLUMN_WRONG, COLUMNS };

/* A row of the table and the step it is looked for in. */
struct search {
    char *row[COLUMNS];
    struct app app; /* in the state that the pieces are judged in */
    const struct lesson_step *step;
    bool found;
};

#define complain_of(s, ...)                                                                                  \
    do {                                                                                                     \
        print_error("%s, %s/%s: ", (s)->row[COLUMN_ERROR], (s)->row[COLUMN_LESSON], (s)->row[COLUMN_STEP]);  \
        fail_msg(__VA_ARGS__);                                                                               \
    } while (0)

/* ---- claims --------------------------------------------------------------------- */

static bool holds(struct search *s, const char *claim)
{
    struct expr_context c = session_context(&s->app.session);
    struct expr_verdict v;
    struct reply r = {.lang = LANG_EN};
    if (!expr_judge(&c, claim, strlen(claim), &v, &r))
        complain_of(s, "%s: %s", claim, text_str(&r.text));
    reply_finish(&r);
    return v.holds;
}

/* The claim with its first comparison inverted. */
static void inverted(const char *claim, struct text *out)
{
    static const char *const opposite[][2] = {{"≠", "="}, {"≤", ">"}, {"≥", "<"},
                                              {"=", "≠"}, {"<", "≥"}, {">", "≤"}};
    const char *at = claim + strlen(claim);
    size_t which = 0;
    for (size_t i = 0; i < sizeof opposite / sizeof *opposite; i++) {
        const char *p = strstr(claim, opposite[i][0]);
        if (p && p < at) {
            at = p;
            which = i;
        }
    }
    assert_true(*at);
    text_add_bytes(out, claim, (size_t)(at - claim));
    text_add(out, opposite[which][1]);
    text_add(out, at + strlen(opposite[which][0]));
}

/* Whether a claim of the step says the same as the row's, by whatever names its words go. */
static void compare(struct search *s, const char *claim)
{
    struct expr_context c = session_context(&s->app.session);
    struct text own = {0}, wanted = {0}, wrong = {0};
    struct reply r = {.lang = LANG_EN};
    bool same = expr_normal(&c, claim, strlen(claim), &own, &r) &&
                expr_normal(&c, s->row[COLUMN_CLAIM], strlen(s->row[COLUMN_CLAIM]), &wanted, &r) &&
                strcmp(text_str(&own), text_str(&wanted)) == 0;
    if (same && !s->found) {
        s->found = true;
        if (!holds(s, claim))
            complain_of(s, "%s: does not hold", claim);
        inverted(claim, &wrong);
        if (holds(s, text_str(&wrong)))
            complain_of(s, "%s: holds too", text_str(&wrong));
    }
    text_finish(&own);
    text_finish(&wanted);
    text_finish(&wrong);
    reply_finish(&r);
}

static void in_block(struct search *s, const struct block *b)
{
    for (int i = 0; i < b->count; i++)
        if (b->v[i].kind == SPAN_CLAIM && b->v[i].target)
            compare(s, b->v[i].target);
}

static void in_prose(struct search *s, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        in_block(s, &p->v[i]);
}

static void in_lines(struct search *s, const struct lesson_lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        compare(s, lines->v[i].s);
}

/* ---- where they are --------------------------------------------------------------- */

static void in_question(struct search *s, const struct lesson_ask *a)
{
    struct text answer = {0};
    for (int i = 0; i < a->option_count; i++) {
        if (a->option[i].right && a->option[i].when.s)
            compare(s, a->option[i].when.s);
        in_block(s, &a->option[i].feedback);
    }
    for (int i = 0; i < a->wrong_count; i++)
        in_block(s, &a->wrong[i].feedback);
    if (a->kind == ASK_NUMBER) {
        text_addf(&answer, "%s = %s", a->answer.s, a->literal.s);
        compare(s, text_str(&answer));
    }
    text_finish(&answer);
}

static void before_the_answer(struct search *s)
{
    in_prose(s, &s->step->narration);
    for (int i = 0; i < s->step->ask_count; i++)
        in_block(s, &s->step->ask[i].question);
    for (int i = 0; i < s->step->hint_count; i++)
        in_prose(s, &s->step->hint[i]);
    in_lines(s, &s->step->expect_before);
}

static void after_the_answer(struct search *s)
{
    for (int i = 0; i < s->step->ask_count; i++)
        in_question(s, &s->step->ask[i]);
    in_prose(s, &s->step->reveal);
    in_lines(s, &s->step->expect_after);
}

/* The learner commits to something before the claim is shown. */
static bool asks(const struct lesson_step *step)
{
    bool any = false;
    for (int i = 0; i < step->ask_count; i++)
        any = any || step->ask[i].kind == ASK_CHOICE || step->ask[i].kind == ASK_NUMBER ||
              step->ask[i].kind == ASK_CELL || step->ask[i].kind == ASK_PICTURE || step->ask[i].kind == ASK_GOAL;
    return any;
}

static void look_into(struct search *s, enum lang lang)
{
    struct lesson l;
    const char *named;
    struct reply r = {.lang = LANG_EN};
    if (!lesson_load(s->row[COLUMN_LESSON], lang, &l, &named, &r))
        complain_of(s, "%s", text_str(&r.text));
    int k = lesson_step_find(&l, s->row[COLUMN_STEP]);
    if (k < 0)
        complain_of(s, "no such step");
    s->step = &l.step[k];
    s->found = false;
    if (!asks(s->step))
        complain_of(s, "the learner predicts nothing there");
    assert_true(lesson_replay(&s->app.session, &l, k, LESSON_BEFORE, &r));
    before_the_answer(s);
    assert_true(lesson_replay(&s->app.session, &l, k, LESSON_AFTER, &r));
    after_the_answer(s);
    if (!s->found)
        complain_of(s, "%s has no claim: %s", lang == LANG_EN ? "English" : "Chinese", s->row[COLUMN_CLAIM]);
    lesson_finish(&l);
    reply_finish(&r);
}

/* ---- the table -------------------------------------------------------------------- */

/* Cuts a line of the table in place. */
static void cut(struct search *s, char *line)
{
    memset(s->row, 0, sizeof s->row);
    for (int i = 0; i < COLUMNS && line; i++) {
        s->row[i] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    if (!s->row[COLUMN_WRONG] || !*s->row[COLUMN_WRONG] || line)
        fail_msg("a row has five columns: %s", s->row[COLUMN_ERROR]);
}

TEST(every_error_is_put_right_by_a_claim)
{
    struct text table = {0};
    struct search s = {0};
    int rows[LAST_ERROR + 1] = {0};
    s.app = fresh_app();
    lesson_bytes("tests/data/errors.tsv", &table);
    for (char *next, *line = table.s; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        if (*line == '#')
            continue;
        cut(&s, line);
        int e = *s.row[COLUMN_ERROR] == 'E' ? atoi(s.row[COLUMN_ERROR] + 1) : 0;
        if (e < 1 || e > LAST_ERROR)
            fail_msg("no error: %s", s.row[COLUMN_ERROR]);
        rows[e]++;
        look_into(&s, LANG_ZH);
        look_into(&s, LANG_EN);
    }
    for (int e = 1; e <= LAST_ERROR; e++)
        if (!rows[e])
            fail_msg("E%d has no row: which lesson puts it right?", e);
    app_finish(&s.app);
    text_finish(&table);
}

static int begin(void **state)
{
    unsetenv("QKV_LESSONS");
    return locale(state);
}

TESTS(begin, NULL)
