/* Printed numbers. How many digits are shown says how exactly a claim is meant,
 * so a literal keeps the unit of its last digit beside its value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "expr/read.h"

enum { LONGEST = 64 };

/* Copies digits (an underscore may stand between two) from in->at; returns how many. */
static size_t digits(struct expr_reader *in, char *copy, size_t *len)
{
    size_t count = 0;
    for (const char *s = in->s; expr_is_digit(s[in->at]) || (s[in->at] == '_' && count > 0 && expr_is_digit(s[in->at + 1])); in->at++)
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
    f.unit = fmax(pow(10, f.exponent - f.decimals - (f.percent ? 2 : 0)), 1e-300);
    double x;
    enum number_error error = len < LONGEST ? number_parse(copy, len, &x) : NUMBER_RANGE;
    if (error != NUMBER_OK)
        return reply_fail(in->r, col, error == NUMBER_RANGE ? TEXT("this number is too large or too long", "这个数太大或太长")
                                                            : TEXT("this is not a number", "这不是数"));
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
        scaled /= pow(10, like->exponent);
    number_fixed(out, scaled, like->decimals, 30);
    if (like->exponent && isfinite(scaled))
        text_addf(out, "e%d", like->exponent);
    text_add(out, like->percent ? "%" : "");
}
