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

bool judge_choice(const struct lesson_ask *q, unsigned chosen)
{
    unsigned right = 0;
    for (int i = 0; i < q->option_count; i++)
        right |= q->option[i].right ? 1u << i : 0;
    return chosen == right;
}

/* ---- numbers --------------------------------------------------------------- */

static bool number_of(const struct expr_context *c, const char *s, double *out, struct expr_figure *figure,
                      struct reply *r)
{
    struct expr_value v = {0};
    if (!expr_eval(c, s, strlen(s), &v, r))
        return false;
    bool one = !v.row && v.count == 1;
    *out = one ? v.v[0] : 0;
    if (one && figure)
        *figure = v.figure ? v.figure[0] : (struct expr_figure){0};
    expr_value_finish(&v);
    return one || reply_fail(r, 0, TEXT("expected a single number", "请写一个数"));
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

/* within ±TOL | TOL% */
static bool allowance(const struct lesson_ask *q, double literal, const struct expr_figure *f, double *out,
                      struct reply *r)
{
    const char *s = q->within.s;
    if (!s) {
        *out = f->whole ? 0 : f->unit / 2;
        return true;
    }
    static const char *const signs[] = {"±", "+/-", "+-"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(s, signs[i], strlen(signs[i])) == 0) {
            s += strlen(signs[i]);
            break;
        }
    s += strspn(s, " ");
    size_t n = strcspn(s, "%");
    if (number_parse(s, n, out) != NUMBER_OK || *out < 0)
        return reply_fail(r, q->within.col,
                          TEXT("write 'within ±0.01' or 'within 5%%'", "请写“within ±0.01”或“within 5%%”"));
    *out *= s[n] == '%' ? fabs(literal) / 100 : 1;
    return true;
}

bool judge_tolerance(const struct lesson_ask *q, double answer, double *least, double *most, struct reply *r)
{
    struct expr_context nowhere = {0};
    struct expr_figure figure = {0};
    double literal, off;
    if (!number_of(&nowhere, q->literal.s, &literal, &figure, r) || !allowance(q, literal, &figure, &off, r))
        return false;
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
        bool known = number_of(&(struct expr_context){0}, as.literal.s, &own, NULL, &quiet) &&
                     judge_tolerance(&as, own, &least, &most, &quiet);
        reply_finish(&quiet);
        if (known && value >= least && value <= most)
            return i;
    }
    return -1;
}

/* Returns how many decimals are asked if the typed number, which is not right, is the answer with fewer of
 * them; else 0. Of a whole number, one digit says too little. */
static int too_coarse(const struct lesson_ask *q, const struct expr_figure *typed, struct judge_number out)
{
    enum { TWO_DIGITS = 10 };
    struct expr_figure asked = {0};
    struct reply quiet = {0};
    double literal;
    bool known = number_of(&(struct expr_context){0}, q->literal.s, &literal, &asked, &quiet);
    reply_finish(&quiet);
    bool digits = !typed->whole || fabs(out.answer) >= TWO_DIGITS;
    bool rounded = typed->unit > 0 && digits && fabs(out.value - out.answer) <= typed->unit / 2;
    return known && rounded ? asked.decimals : 0;
}

bool judge_number(const struct lesson_ask *q, const struct expr_context *after, const char *typed,
                  struct judge_number *out, struct reply *r)
{
    double least, most;
    struct expr_figure figure = {0};
    *out = (struct judge_number){.wrong = -1};
    if (!is_arithmetic(typed))
        return reply_fail(
            r, 1,
            TEXT("'%s' is not a number (write 0.46, 97%% or 4/14)", "“%s”不是数（可写 0.46、97%%、4/14）"),
            typed);
    if (!number_of(after, typed, &out->value, &figure, r) ||
        !number_of(after, q->answer.s, &out->answer, NULL, r) ||
        !judge_tolerance(q, out->answer, &least, &most, r))
        return false;
    out->right = out->value >= least && out->value <= most;
    if (!out->right)
        out->wrong = foreseen(q, out->value);
    out->decimals = out->right || out->wrong >= 0 ? 0 : too_coarse(q, &figure, *out);
    return true;
}

/* ---- cells ------------------------------------------------------------------- */

/* Returns the row in argmax(WHAT, ROW), with or without a prefix; NULL if there is none or no memory. */
static char *row_of_argmax(const char *s)
{
    const char *comma = strrchr(s, ','), *end = strrchr(s, ')');
    if (!strstr(s, "argmax(") || !comma || !end || end < comma)
        return NULL;
    comma += 1 + strspn(comma + 1, " ");
    while (end > comma && end[-1] == ' ')
        end--;
    return mem_copy_text(comma, (size_t)(end - comma));
}

static bool right_cell(const struct lesson_ask *q, const struct expr_context *after, struct judge_cell *out,
                       struct reply *r)
{
    const char *answer = q->answer.s, *blank = strchr(answer, ' ');
    int stage = look_stage(q->of.s);
    bool greatest = strstr(answer, "argmax(");
    double place = 0;
    if (stage == -1)
        return reply_fail(
            r, q->of.col,
            TEXT("no matrix '%s' (weight, score, q, pe …)", "没有矩阵“%s”（weight、score、q、pe……）"),
            q->of.s);
    if (!greatest && !blank)
        return reply_fail(r, q->answer.col,
                          TEXT("write 'answer ROW COL' or 'answer argmax(weight, ROW)'",
                               "请写“answer 行 列”或“answer argmax(weight, 行)”"));
    char *row = greatest ? row_of_argmax(answer) : mem_copy_text(answer, (size_t)(blank - answer));
    if (!row)
        return reply_no_memory(r);
    out->row = look_place(after->now, stage, false, row, q->answer.col, r);
    mem_free(row);
    if (out->row < 0 || (greatest && !number_of(after, answer, &place, NULL, r)))
        return false;
    out->col = greatest ? (int)place
                        : look_place(after->now, stage, true, blank + strspn(blank, " "), q->answer.col, r);
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

/* ---- goals --------------------------------------------------------------------- */

/* The computed numbers of the first conditions. */
struct computed {
    double *v;
    int room;
};

/* Judges each line; `numbers` has room for `room` of them. A line that cannot be judged does not hold, and
 * has no number; the others are judged all the same. */
static bool conditions(struct lesson_lines lines, const struct expr_context *now, unsigned *held,
                       struct computed numbers, struct reply *r)
{
    struct reply quiet = {0};
    bool ok = true;
    *held = 0;
    for (int i = 0; i < lines.count && i < 32; i++) {
        struct expr_verdict v = {0};
        bool judged = expr_judge(now, lines.v[i].s, strlen(lines.v[i].s), &v, ok ? r : &quiet);
        *held |= judged && v.holds ? 1u << i : 0;
        if (i < numbers.room)
            numbers.v[i] = !judged || v.holds || !v.write[0] ? NAN : v.computed;
        ok = ok && judged;
    }
    reply_finish(&quiet);
    return ok;
}

static unsigned all_of(int count)
{
    return count >= 32 ? ~0u : (1u << count) - 1;
}

bool judge_goal(const struct lesson_ask *q, const struct expr_context *now, struct judge_goal *out,
                struct reply *r)
{
    *out = (struct judge_goal){0};
    int want = q->want.count < LESSON_GOALS ? q->want.count : LESSON_GOALS;
    bool ok = conditions(q->want, now, &out->want, (struct computed){out->now, want}, r);
    ok = conditions(q->keep, now, &out->keep, (struct computed){out->now + want, LESSON_GOALS - want}, r) &&
         ok;
    out->reached =
        ok && q->want.count > 0 && out->want == all_of(q->want.count) && out->keep == all_of(q->keep.count);
    return ok;
}

void judge_words(const struct lesson_ask *q, const char *said, const struct scene *now, const char *arrow,
                 struct text *out)
{
    const struct state *st = &now->state;
    const struct sequence *rows = NULL, *cols = NULL;
    int stage = q->kind == ASK_CELL ? look_stage(q->of.s) : -1;
    char *end = NULL;
    int row = (int)strtol(said, &end, 10), col = (int)strtol(end, NULL, 10);
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
