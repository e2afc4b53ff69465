/* Characters and printed numbers of an expression, and examples of one in a language. Full-width forms are
 * folded to ASCII. Every byte keeps its original position, for error columns and for rewriting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/room.h"
#include "base/utf8.h"
#include "core/math/elementary.h"
#include "expr/read.h"

/* Mathematical signs and their ASCII equivalents; utf8_narrow handles full-width forms. */
static const struct {
    uint32_t ch;
    const char *ascii;
} folds[] = {
    {0x2212, "-"},  {0x00D7, "*"}, {0x00F7, "/"}, {0x2264, "<="}, {0x2265, ">="},
    {0x2260, "!="}, {0x2248, "~"}, {'\t', " "},   {'\n', " "},    {'\r', " "},
};

static bool fold_all(struct expr_reader *in, const char *s, size_t n)
{
    int col = 1, opened = 0;
    bool escaped = false;
    for (size_t i = 0; i < n; col++) {
        uint32_t ch;
        size_t len = utf8_decode(s + i, n - i, &ch);
        char bytes[4];
        if (len == 0)
            return reply_fail(in->r, col, TEXT("these bytes are not UTF-8"));
        if (utf8_forbidden(ch) && (ch > 0x7F || !strchr("\t\n\r", (int)ch) || ch == 0))
            return reply_fail(in->r, col, TEXT("control character U+%04X is not allowed here"), (unsigned)ch);
        bool mark = ch == '"' && !escaped;
        size_t k = utf8_encode(opened ? ch : utf8_narrow(ch), bytes);
        for (size_t f = 0; f < sizeof folds / sizeof *folds && !opened; f++)
            if (folds[f].ch == ch) {
                k = strlen(folds[f].ascii);
                memcpy(bytes, folds[f].ascii, k);
            }
        for (size_t b = 0; b < k; b++) {
            in->col[in->n] = col;
            in->origin[in->n] = i;
            in->s[in->n++] = bytes[b];
        }
        escaped = opened && ch == '\\' && !escaped;
        if (mark)
            opened = opened ? 0 : col;
        i += len;
    }
    in->col[in->n] = col;
    in->origin[in->n] = n;
    return !opened || reply_fail(in->r, opened, TEXT("this quote is not closed"));
}

enum { STEP_EFFORT = 300 }; /* of one value, not counting its function */

bool expr_open(struct expr_reader *in, const struct expr_context *c, const char *s, size_t n, struct reply *r)
{
    *in = (struct expr_reader){.context = c, .scene = c->now, .r = r};
    if (r->work)
        in->outer = r->work->task;
    if (n > EXPR_BYTES)
        return reply_fail(r, 1, TEXT("this is too long (at most %d bytes)"), EXPR_BYTES);
    in->s = mem_new(n + 1, 1); /* folding never makes a character longer */
    in->col = mem_new(n + 1, sizeof *in->col);
    in->origin = mem_new(n + 1, sizeof *in->origin);
    if (!in->s || !in->col || !in->origin)
        return reply_no_memory(r);
    return fold_all(in, s, n);
}

void expr_close(struct expr_reader *in)
{
    mem_free(in->s);
    mem_free(in->col);
    mem_free(in->origin);
    work_end(in->r->work, in->outer);
}

int expr_column(const struct expr_reader *in)
{
    return in->col[in->at];
}

void expr_blanks(struct expr_reader *in)
{
    while (in->s[in->at] == ' ')
        in->at++;
}

bool expr_take(struct expr_reader *in, const char *mark)
{
    size_t n = strlen(mark);
    expr_blanks(in);
    if (strncmp(in->s + in->at, mark, n) != 0)
        return false;
    in->at += n;
    return true;
}

bool expr_expected(struct expr_reader *in, const char *what, const char *example)
{
    enum { SHOWN = 16 }; /* columns shown of the text found instead */
    expr_blanks(in);
    const char *rest = in->s + in->at;
    struct text as = TEXT_HERE;
    text_add(&as, example ? text_in(TEXT(", as in "), in->r->lang) : "");
    sample_add(&as, example ? example : "", in->r->lang);
    if (in->at == in->n)
        reply_fail(in->r, expr_column(in), TEXT("unexpected end: expected %s%s"), what, text_str(&as));
    else
        reply_fail(in->r, expr_column(in), TEXT("unexpected '%.*s': expected %s%s"),
                   (int)utf8_fit(rest, SHOWN), rest, what, text_str(&as));
    text_finish(&as);
    return false;
}

bool expr_ended(struct expr_reader *in)
{
    expr_blanks(in);
    return in->at == in->n ||
           reply_fail(in->r, expr_column(in), TEXT("unexpected text after the expression"));
}

bool expr_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool expr_deeper(struct expr_reader *in)
{
    return ++in->depth <= EXPR_DEPTH ||
           reply_fail(in->r, expr_column(in), TEXT("nested too deeply (at most %d)"), EXPR_DEPTH);
}

bool expr_step(struct expr_reader *in)
{
    if (!work_aside(in->r->work, STEP_EFFORT))
        return reply_goes_on(in->r);
    return ++in->steps <= EXPR_STEPS ||
           reply_fail(in->r, expr_column(in), TEXT("too many values to compute (at most %d)"), EXPR_STEPS);
}

void expr_mark(struct expr_reader *in, struct expr_mark mark)
{
    struct expr_marks *m = in->marks;
    if (!m)
        return;
    if (m->count == m->room) {
        int room = (int)room_more((size_t)m->room, 16);
        struct expr_mark *v = mem_grow(m->v, (size_t)room, sizeof *v);
        if (!v) {
            reply_no_memory(in->r);
            return;
        }
        m->v = v;
        m->room = room;
    }
    m->v[m->count++] = mark;
}

/* ---- printed numbers ------------------------------------------------------------ */

/* The number of digits shown is the precision of a claim, so a literal keeps the unit of
 * its last digit along with its value. */
enum { LONGEST = 64 };

/* Copies digits from in->at, skipping underscores between two digits. Returns how many. */
static size_t digits(struct expr_reader *in, char *copy, size_t *len)
{
    size_t count = 0;
    for (const char *s = in->s;
         expr_is_digit(s[in->at]) || (s[in->at] == '_' && count > 0 && expr_is_digit(s[in->at + 1]));
         in->at++)
        if (s[in->at] != '_') {
            if (*len < LONGEST)
                copy[(*len)++] = s[in->at];
            count++;
        }
    return count;
}

static void exponent(struct expr_reader *in, char *copy, size_t *len, struct expr_figure *f)
{
    const char *s = in->s + in->at;
    size_t sign = s[0] && (s[1] == '-' || s[1] == '+') ? 1 : 0;
    if ((*s != 'e' && *s != 'E') || !expr_is_digit(s[1 + sign]))
        return;
    long power = strtol(s + 1, NULL, 10);
    f->exponent = power < -400 ? -400 : power > 400 ? 400 : (int)power;
    f->whole = false;
    for (size_t i = 0; i <= sign && *len < LONGEST; i++)
        copy[(*len)++] = s[i];
    in->at += 1 + sign;
    digits(in, copy, len);
}

bool expr_literal(struct expr_reader *in, struct expr_value *out)
{
    char copy[LONGEST + 1];
    size_t len = 0;
    int col = expr_column(in);
    struct expr_figure f = {.whole = true, .from = in->at};
    digits(in, copy, &len);
    if (in->s[in->at] == '.' && expr_is_digit(in->s[in->at + 1])) {
        in->at++;
        f.whole = false;
        if (len < LONGEST)
            copy[len++] = '.';
        f.decimals = (int)digits(in, copy, &len);
    }
    exponent(in, copy, &len, &f);
    f.percent = in->s[in->at] == '%';
    in->at += f.percent;
    f.whole = f.whole && !f.percent;
    f.to = in->at;
    f.unit = fmax(elementary_pow(10, f.exponent - f.decimals - (f.percent ? 2 : 0)), 1e-300);
    double x;
    enum number_error error = len < LONGEST ? number_parse(copy, len, &x) : NUMBER_RANGE;
    if (error != NUMBER_OK)
        return reply_fail(in->r, col,
                          error == NUMBER_RANGE ? TEXT("this number is too large or too long")
                                                : TEXT("this is not a number"));
    if (!expr_make(out, 1, false, in->r))
        return false;
    out->v[0] = f.percent ? x / 100 : x;
    out->figure = mem_new(1, sizeof *out->figure);
    if (!out->figure) {
        expr_value_finish(out);
        return reply_no_memory(in->r);
    }
    out->figure[0] = f;
    return true;
}

void expr_write(struct text *out, double x, const struct expr_figure *like)
{
    double scaled = like->percent ? 100 * x : x;
    if (like->exponent)
        scaled /= elementary_pow(10, like->exponent);
    number_fixed(out, scaled, like->decimals, 30);
    if (like->exponent && isfinite(scaled))
        text_addf(out, "e%d", like->exponent);
    text_add(out, like->percent ? "%" : "");
}

/* ---- examples --------------------------------------------------------------------- */

static const struct pair words[] = {
    PAIR("cat", "猫"),      PAIR("dog", "狗"),    PAIR("chases", "追"),   PAIR("fish", "鱼"),
    PAIR("I", "我"),        PAIR("love", "爱"),   PAIR("study", "学习"),  PAIR("robots", "机器人"),
    PAIR("cannot", "不能"), PAIR("harm", "伤害"), PAIR("humans", "人类"),
};

void sample_add(struct text *out, const char *example, enum lang lang)
{
    bool was_word = false;
    for (const char *s = example; *s;) {
        const struct pair *word = NULL;
        for (size_t i = 0; lang_has_blanks(lang) && i < sizeof words / sizeof *words && !word; i++)
            word = strncmp(s, words[i].zh, strlen(words[i].zh)) == 0 ? &words[i] : NULL;
        if (word)
            text_addf(out, "%s%s", was_word ? " " : "", word->en); /* 猫追狗 has no blanks */
        else
            text_add_char(out, *s);
        s += word ? strlen(word->zh) : 1;
        was_word = word != NULL;
    }
}
