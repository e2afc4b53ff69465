#include "state/encoding.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "state/param.h"

static const struct pe_param *param_of(const struct state *s, int i)
{
    return &posencs[s->set.encoding]->params[i];
}

int encoding_param_find(const struct state *s, const char *name)
{
    int count = posenc_param_count(posencs[s->set.encoding]);
    for (int i = 0; i < count; i++)
        if (strcmp(param_of(s, i)->name, name) == 0)
            return i;
    return -1;
}

/* Returns the i-th blank-separated choice and sets *n to its length; NULL after the last. */
static const char *choice(const char *choices, int i, size_t *n)
{
    for (; *choices; i--) {
        *n = strcspn(choices, " ");
        if (i == 0)
            return choices;
        choices += *n;
        choices += strspn(choices, " ");
    }
    return NULL;
}

bool encoding_param_set(struct state *s, int i, const char *value, int col, struct reply *r)
{
    const struct pe_param *p = param_of(s, i);
    double x = 0, *to = &s->pe_param[s->set.encoding][i];
    size_t n;
    const char *name;
    for (int k = 0; p->choices && (name = choice(p->choices, k, &n)); k++)
        if (n == strlen(value) && strncmp(name, value, n) == 0) {
            *to = k;
            return true;
        }
    if (p->choices)
        return reply_fail(r, col, TEXT("%s: no such value '%s' (one of: %s)"), p->name, value, p->choices);
    bool zero = p->zero && strcmp(p->zero, value) == 0;
    if ((!zero && number_parse(value, strlen(value), &x) != NUMBER_OK) || x < p->lo || x > p->hi ||
        (p->whole && x != floor(x)))
        return reply_fail(r, col,
                          p->whole ? TEXT("%s: write a whole number from %g to %g, not '%s'")
                                   : TEXT("%s: write a number from %g to %g, not '%s'"),
                          p->name, p->lo, p->hi, value);
    *to = x;
    return true;
}

void encoding_param_add(struct state *s, int i, double steps)
{
    const struct pe_param *p = param_of(s, i);
    double *x = &s->pe_param[s->set.encoding][i];
    if (p->choices) {
        size_t n;
        int count = 0;
        while (choice(p->choices, count, &n))
            count++;
        *x = fmod(fmod(*x + steps, count) + count, count);
    } else {
        *x = fmin(fmax(*x + steps, p->lo), p->hi);
    }
}

void encoding_param_print(const struct state *s, int i, struct text *out)
{
    const struct pe_param *p = param_of(s, i);
    double x = s->pe_param[s->set.encoding][i];
    size_t n = 0;
    if (p->choices) {
        const char *name = choice(p->choices, (int)x, &n);
        text_add_bytes(out, name, n);
    } else if (p->zero && x == 0) {
        text_add(out, p->zero);
    } else {
        number_shortest(out, x);
    }
}

bool encoding_option(struct state *s, const char *key, const char *value, int col, struct reply *r)
{
    static const char *const general[] = {"d", "base", "pescale"};
    int i = encoding_param_find(s, key);
    if (i >= 0)
        return encoding_param_set(s, i, value, col, r);
    for (int k = 0; k < 3; k++)
        if (strcmp(general[k], key) == 0)
            return param_set(s, param_find(key), value, col, r);
    struct text own = {0};
    for (int k = 0; k < posenc_param_count(posencs[s->set.encoding]); k++)
        text_addf(&own, " %s", param_of(s, k)->name);
    reply_fail(r, col, TEXT("%s has no option '%s' (it has: d base pescale%s)"),
               posencs[s->set.encoding]->name, key, text_str(&own));
    text_finish(&own);
    return false;
}
