#include "lesson/run/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "expr/read.h"
#include "study/cursor.h"
#include "study/look_names.h"
#include "base/utf8.h"
#include "lesson/read/store.h"
#include "lesson/run/picture.h"

bool judge_choice(const struct lesson_ask *q, unsigned chosen)
{
    unsigned right = 0;
    for (int i = 0; i < q->option_count; i++)
        right |= q->option[i].right ? 1u << i : 0;
    return chosen == right;
}

static bool single_number(const struct expr_context *c, const char *s, double *out,
                          struct expr_figure *figure, struct reply *r)
{
    struct expr_value v = {0};
    if (!expr_eval(c, s, strlen(s), &v, r))
        return false;
    bool one = !v.row && v.count == 1;
    *out = one ? v.v[0] : 0;
    if (one && figure)
        *figure = v.figure ? v.figure[0] : (struct expr_figure){0};
    expr_value_finish(&v);
    return one || reply_fail(r, 0, TEXT("expected a single number"));
}

/* Accepts only digits and operators, so that learners cannot let the program compute the answer. */
static bool is_arithmetic(const char *s)
{
    bool digit = false;
    for (size_t left = strlen(s); left > 0;) {
        struct cluster c;
        size_t n = utf8_cluster(s, left, &c);
        uint32_t ch = utf8_narrow(c.ch[0]);
        if (ch != 0x2212 && (ch > 0x7F || !strchr("0123456789.+-*/^()%_eE ", (int)ch)))
            return false;
        digit = digit || (ch >= '0' && ch <= '9');
        s += n;
        left -= n;
    }
    return digit;
}

bool judge_tolerance(const struct lesson_ask *q, double answer, double *least, double *most, struct reply *r)
{
    static const char *const signs[] = {"±", "+/-", "+-"};
    struct expr_context nowhere = {0};
    struct expr_figure figure = {0};
    double literal, off;
    const char *s = q->within.s; /* ±TOL | TOL% */
    if (!single_number(&nowhere, q->literal.s, &literal, &figure, r))
        return false;
    if (s) {
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (strncmp(s, signs[i], strlen(signs[i])) == 0) {
                s += strlen(signs[i]);
                break;
            }
        s += strspn(s, " ");
        size_t n = strcspn(s, "%");
        if (number_parse(s, n, &off) != NUMBER_OK || off < 0)
            return reply_fail(r, q->within.col, TEXT("write 'within ±0.01' or 'within 5%%'"));
        off *= s[n] == '%' ? fabs(literal) / 100 : 1;
    } else {
        off = figure.whole ? 0 : figure.unit / 2;
    }
    double rounding = 1e-9 * fmax(1, fabs(literal));
    *least = fmin(literal, answer) - off - rounding;
    *most = fmax(literal, answer) + off + rounding;
    return true;
}

static int foreseen(const struct lesson_ask *q, double value)
{
    for (int i = 0; i < q->wrong_count; i++) {
        struct lesson_ask as = {.literal = q->wrong[i].literal};
        struct reply quiet = {0};
        double least, most, own = 0;
        bool known = single_number(&(struct expr_context){0}, as.literal.s, &own, NULL, &quiet) &&
                     judge_tolerance(&as, own, &least, &most, &quiet);
        reply_finish(&quiet);
        if (known && value >= least && value <= most)
            return i;
    }
    return -1;
}

/* Returns how a number is off the range from least to most: by its sign, by a power of ten, or below or
 * above. */
static enum lesson_off off_by(double value, double least, double most)
{
    enum { LARGEST = 1000 };
    if (value >= least && value <= most)
        return OFF_NOT;
    if (-value >= least && -value <= most)
        return OFF_SIGN;
    bool digits = log10(fabs(value)) != round(log10(fabs(value))); /* a guess of 1 is not the digits of 100 */
    for (int by = 10; digits && (least > 0 || most < 0) && by <= LARGEST; by *= 10)
        if ((value / by >= least && value / by <= most) || (value * by >= least && value * by <= most))
            return OFF_POINT;
    return value < least ? OFF_SMALL : OFF_LARGE;
}

bool judge_number(const struct lesson_ask *q, const struct expr_context *after, const char *typed,
                  struct judge_number *out, struct reply *r)
{
    double least, most;
    struct expr_figure figure = {0};
    *out = (struct judge_number){.wrong = -1};
    if (!is_arithmetic(typed))
        return reply_fail(r, 1, TEXT("'%s' is not a number (write 0.46, 97%% or 4/14)"), typed);
    if (!single_number(after, typed, &out->value, &figure, r) ||
        !single_number(after, q->answer.s, &out->answer, NULL, r) ||
        !judge_tolerance(q, out->answer, &least, &most, r))
        return false;
    out->right = out->value >= least && out->value <= most;
    if (!out->right)
        out->wrong = foreseen(q, out->value);
    out->off = off_by(out->value, least, most);
    if (out->right || out->wrong >= 0)
        return true;
    /* is it the answer with fewer decimals than are asked? Of a whole number, one digit says too little. */
    enum { TWO_DIGITS = 10 };
    struct expr_figure asked = {0};
    struct reply quiet = {0};
    double literal;
    bool known = single_number(&(struct expr_context){0}, q->literal.s, &literal, &asked, &quiet);
    reply_finish(&quiet);
    bool digits = !figure.whole || fabs(out->answer) >= TWO_DIGITS;
    bool rounded = figure.unit > 0 && digits && fabs(out->value - out->answer) <= figure.unit / 2;
    out->decimals = known && rounded ? asked.decimals : 0;
    return true;
}

/* Finds the right cell: that of argmax(WHAT, ROW), with or without a prefix, or "ROW COL". */
static bool right_cell(const struct lesson_ask *q, const struct expr_context *after, struct judge_cell *out,
                       struct reply *r)
{
    const char *answer = q->answer.s, *begin = answer, *end = strchr(answer, ' ');
    int stage = look_stage(q->of.s);
    bool greatest = strstr(answer, "argmax(");
    double place = 0;
    if (stage == -1)
        return reply_fail(r, q->of.col, TEXT("no matrix '%s' (weight, score, q, pe …)"), q->of.s);
    if (!greatest && !end)
        return reply_fail(r, q->answer.col, TEXT("write 'answer ROW COL' or 'answer argmax(weight, ROW)'"));
    if (greatest) {
        begin = strrchr(answer, ',');
        end = strrchr(answer, ')');
        if (!begin || !end || end < begin)
            return reply_no_memory(r);
        begin += 1 + strspn(begin + 1, " ");
        while (end > begin && end[-1] == ' ')
            end--;
    }
    char *row = mem_copy_text(begin, (size_t)(end - begin));
    if (!row)
        return reply_no_memory(r);
    out->row = look_place(after->now, stage, false, row, q->answer.col, r);
    mem_free(row);
    if (out->row < 0 || (greatest && !single_number(after, answer, &place, NULL, r)))
        return false;
    out->col =
        greatest ? (int)place : look_place(after->now, stage, true, end + strspn(end, " "), q->answer.col, r);
    return out->col >= 0;
}

bool judge_cell(const struct lesson_ask *q, const struct expr_context *after, int row, int col,
                struct judge_cell *out, struct reply *r)
{
    *out = (struct judge_cell){0};
    if (!right_cell(q, after, out, r))
        return false;
    out->right = abs(row - out->row) <= q->near && abs(col - out->col) <= q->near;
    return true;
}

/* Judges each line; returns the bits of those that hold, and in now, with room for `room` of them, what the
 * others come to. A line that cannot be judged clears *ok, does not hold, and has no number; the others are
 * judged all the same. */
static unsigned conditions(struct lesson_lines lines, const struct expr_context *c, double *now, int room,
                           bool *ok, struct reply *r)
{
    struct reply quiet = {0};
    unsigned held = 0;
    for (int i = 0; i < lines.count && i < 32; i++) {
        struct expr_verdict v = {0};
        bool judged = expr_judge(c, lines.v[i].s, strlen(lines.v[i].s), &v, *ok ? r : &quiet);
        held |= judged && v.holds ? 1u << i : 0;
        if (i < room)
            now[i] = !judged || v.holds || !v.write[0] ? NAN : v.computed;
        *ok = *ok && judged;
    }
    reply_finish(&quiet);
    return held;
}

static unsigned all_of(int count)
{
    return count >= 32 ? ~0u : (1u << count) - 1;
}

bool judge_goal(const struct lesson_ask *q, const struct expr_context *now, struct judge_goal *out,
                struct reply *r)
{
    bool ok = true;
    *out = (struct judge_goal){0};
    int want = q->want.count < LESSON_GOALS ? q->want.count : LESSON_GOALS;
    out->want = conditions(q->want, now, out->now, want, &ok, r);
    out->keep = conditions(q->keep, now, out->now + want, LESSON_GOALS - want, &ok, r);
    out->reached =
        ok && q->want.count > 0 && out->want == all_of(q->want.count) && out->keep == all_of(q->keep.count);
    return ok;
}

void judge_words(const struct lesson_ask *q, const char *said, const struct scene *now, const char *arrow,
                 struct text *out)
{
    const struct state *st = &now->state;
    const struct sequence *rows = NULL, *cols = NULL;
    if (q->kind == ASK_PICTURE) {
        struct lesson_answer as = {.known = false};
        struct reply quiet = {0};
        struct picture p;
        if (picture_of(q, now, &p, &quiet) && picture_read(&p, now, said, &as, &quiet))
            picture_says(&p, now, &as, false, out);
        reply_finish(&quiet);
        return;
    }
    int stage = q->kind == ASK_CELL ? look_stage(q->of.s) : -1;
    char *end = NULL;
    int row = (int)strtol(said, &end, 10), col = (int)strtol(end, NULL, 10);
    for (int i = 0; i < q->option_count; i++)
        if (strchr(said, lesson_letter(q->order[i])))
            text_add_char(out, lesson_letter(i));
    if (q->kind == ASK_CHOICE)
        return;
    if (stage >= 0)
        cursor_stage_words(st, &now->config, stage, &rows, &cols);
    if (!rows || !cols || row >= rows->count || col >= cols->count) {
        text_add(out, said);
        return;
    }
    state_label(st, rows, row, out);
    text_add(out, arrow);
    state_label(st, cols, col, out);
}

void judge_truth(const struct lesson_ask *q, const struct lesson_answer *a, const struct scene *now,
                 struct text *out)
{
    struct reply quiet = {0};
    struct picture p;
    if (a->known && picture_of(q, now, &p, &quiet))
        picture_says(&p, now, a, true, out);
    reply_finish(&quiet);
}

/* ---- what the scene decides --------------------------------------------------------------- */

/* Where a step is judged, and where texts are kept. */
struct bench {
    const struct expr_context *c;
    struct lesson_store *store;
    struct reply *r;
};

/* Passes a reason on; what comes after it is judged all the same. */
static void pass_on(const struct bench *on, struct reply *own)
{
    if (own->failed && !on->r->failed)
        reply_fail(on->r, 0, "%s", text_str(&own->text));
    reply_finish(own);
}

static bool settle_holds(const struct bench *on, const char *condition)
{
    struct expr_verdict v = {0};
    struct reply own = {.lang = on->r->lang, .work = on->r->work};
    bool judged = expr_judge(on->c, condition, strlen(condition), &v, &own);
    pass_on(on, &own);
    return judged && v.holds;
}

/* Of [yes|no](~CONDITION) one text stays; of [x.xx](~EXPR) the value, with as many decimals. */
static void settle_block(const struct bench *on, const struct block *b)
{
    for (struct span *s = b->v; s && s < b->v + b->count; s++) {
        if (s->kind != SPAN_JUDGED)
            continue;
        const char *bar = strchr(s->text.s, '|'), *point = strchr(s->text.s, '.');
        struct text t = {0};
        if (!bar) {
            struct expr_value v = {0};
            struct reply own = {.lang = on->r->lang, .work = on->r->work};
            if (expr_eval(on->c, s->target, strlen(s->target), &v, &own) && v.count == 1)
                text_addf(&t, "%.*f", point ? (int)strlen(point + 1) : 0, v.v[0]);
            else
                text_add(&t, "–");
            expr_value_finish(&v);
            pass_on(on, &own);
        } else if (settle_holds(on, s->target)) {
            text_add_bytes(&t, s->text.s, (size_t)(bar - s->text.s));
        } else {
            text_add(&t, bar + 1);
        }
        s->text.s = lesson_store_keep(on->store, &t);
        s->kind = bar ? SPAN_TEXT : SPAN_CLAIM;
        s->target = NULL;
    }
}

static void settle_prose(const struct bench *on, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        settle_block(on, &p->v[i]);
}

bool lesson_settle(struct lesson *l, int step, const struct expr_context *c, struct reply *r)
{
    const struct bench on = {c, l->store, r};
    struct lesson_step *s = step < l->step_count ? &l->step[step] : NULL;
    if (!s || s->settled)
        return true;
    s->settled = true;
    settle_prose(&on, &s->narration);
    for (struct lesson_ask *a = s->ask; a && a < s->ask + s->ask_count; a++) {
        settle_block(&on, &a->question);
        for (struct lesson_option *o = a->option; o && o < a->option + a->option_count; o++) {
            settle_block(&on, &o->text);
            settle_block(&on, &o->feedback);
            if (a->judged)
                o->right = o->when.s && settle_holds(&on, o->when.s);
        }
        settle_block(&on, &a->model);
    }
    for (int i = 0; i < s->hint_count; i++)
        settle_prose(&on, &s->hint[i]);
    settle_prose(&on, &s->caption);
    settle_prose(&on, &s->reveal);
    settle_prose(&on, &s->note);
    settle_prose(&on, &s->ask_class);
    return !r->failed;
}
