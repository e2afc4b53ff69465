/* Help on values, generated from the function tables. */
#include <string.h>

#include "expr/call.h"

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

const char *expr_about(int i)
{
    return function(i)->help;
}

const char *const expr_rule = TEXT(
    "The values of attention are those of the last layer and the first head, whichever the screen shows: "
    "h2.weights(0) is the second head's, A.weights(0) that of the state pinned as A. 'export' writes the "
    "layer and the head in view.");

bool expr_help(struct text *out, const char *name, enum lang lang)
{
    bool all = strcmp(name, "values") == 0, any = false;
    if (all)
        text_addf(out, "%s\n\n", text_in(expr_rule, lang));
    for (int g = 0; expr_groups[g]; g++)
        for (const struct expr_function *f = expr_groups[g]; f->name; f++)
            if (all || strcmp(name, f->name) == 0) {
                text_addf(out, "  %-13s %s\n      print ", f->name, text_in(f->help, lang));
                sample_add(out, f->example, lang);
                text_add(out, "\n");
                any = true;
            }
    return any;
}
