#include "expr/sample.h"

#include <stdbool.h>
#include <string.h>

#include "base/pair.h"

static const struct pair words[] = {
    PAIR("cat", "猫"),      PAIR("dog", "狗"),    PAIR("chases", "追"),   PAIR("fish", "鱼"),
    PAIR("I", "我"),        PAIR("love", "爱"),   PAIR("study", "学习"),  PAIR("robots", "机器人"),
    PAIR("cannot", "不能"), PAIR("harm", "伤害"), PAIR("humans", "人类"),
};

static const struct pair *word_at(const char *s)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(s, words[i].zh, strlen(words[i].zh)) == 0)
            return &words[i];
    return NULL;
}

void sample_add(struct text *out, const char *example, enum lang lang)
{
    bool was_word = false;
    for (const char *s = example; *s;) {
        const struct pair *word = lang == LANG_EN ? word_at(s) : NULL;
        if (word)
            text_addf(out, "%s%s", was_word ? " " : "", word->en); /* 猫追狗 has no blanks */
        else
            text_add_char(out, *s);
        s += word ? strlen(word->zh) : 1;
        was_word = word != NULL;
    }
}
