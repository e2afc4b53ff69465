/* Expressions: evaluated, judged, made the same in every language, mutated. */
#include "base/utf8.h"
#include "expr/expr.h"
#include "fuzz/fuzz.h"
#include "session/session.h"

enum { LONGEST_INPUT = 500 };

/* A normal form is one already, except where words move and so have no positions. */
static void normal_is_stable(const struct expr_context *c, const char *s, size_t n)
{
    struct text once = {0}, twice = {0};
    struct reply r = {0};
    if (expr_normal(c, s, n, &once, &r) && !strstr(text_str(&once), "order_") &&
        !strstr(text_str(&once), "at(")) {
        must(expr_normal(c, text_str(&once), once.len, &twice, &r));
        must(strcmp(text_str(&once), text_str(&twice)) == 0);
    }
    text_finish(&once);
    text_finish(&twice);
    reply_finish(&r);
}

/* A true condition with a changed last digit is not true. */
static void mutants_die(const struct expr_context *c, const char *s, size_t n)
{
    struct expr_verdict v;
    struct text mutant = {0};
    struct reply r = {0};
    if (expr_judge(c, s, n, &v, &r) && v.holds) {
        int count = expr_mutate(c, s, n, 0, &mutant, &r);
        for (int k = 0; k < count && k < 8; k++) {
            text_clear(&mutant);
            must(expr_mutate(c, s, n, k, &mutant, &r) == count);
        }
    }
    text_finish(&mutant);
    reply_finish(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct session m;
    struct reply r = {0};
    struct expr_value value = {0};
    if (size > LONGEST_INPUT)
        return 0;
    utf8_locale();
    must(session_init(&m, LANG_EN, &r));
    must(session_pin(&m, "A", &r));
    struct expr_context c = session_context(&m);
    reply_clear(&r);
    bool ok = expr_eval(&c, (const char *)bytes, size, &value, &r);
    must(ok != r.failed && (ok || (r.text.len > 0 && r.col >= 0)));
    expr_value_finish(&value);
    normal_is_stable(&c, (const char *)bytes, size);
    mutants_die(&c, (const char *)bytes, size);
    session_finish(&m);
    reply_finish(&r);
    return 0;
}
