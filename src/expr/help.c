/* Help on values, generated from the function tables. */
#include <string.h>

#include "expr/call.h"
#include "expr/sample.h"

static const struct expr_function *function(int i)
{
    for (int g = 0; expr_groups[g]; g++)
        for (const struct expr_function *f = expr_groups[g]; f->name; f++)
            if (i-- == 0)
                return f;
    return NULL;
}

const char *expr_name(int i)
{
    const struct expr_function *f = function(i);
    return f ? f->name : NULL;
}

struct pair expr_about(int i)
{
    return function(i)->help;
}

bool expr_help(struct text *out, const char *name, enum lang lang)
{
    bool all = strcmp(name, "values") == 0, any = false;
    for (int g = 0; expr_groups[g]; g++)
        for (const struct expr_function *f = expr_groups[g]; f->name; f++)
            if (all || strcmp(name, f->name) == 0) {
                text_addf(out, "  %-13s %s\n      print ", f->name, pair_in(f->help, lang));
                sample_add(out, f->example, lang);
                text_add(out, "\n");
                any = true;
            }
    return any;
}
