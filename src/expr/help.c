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
        for (size_t i = 0; lang == LANG_EN && i < sizeof words / sizeof *words && !word; i++)
            word = strncmp(s, words[i].zh, strlen(words[i].zh)) == 0 ? &words[i] : NULL;
        if (word)
            text_addf(out, "%s%s", was_word ? " " : "", word->en); /* 猫追狗 has no blanks */
        else
            text_add_char(out, *s);
        s += word ? strlen(word->zh) : 1;
        was_word = word != NULL;
    }
}
