/* A sentence in both languages, side by side, so that neither can be forgotten.
 *
 * Every text that a person can see is written as TEXT("English", "中文")
 * in code, PAIR(…) in a table.
 * Both halves take the same conversions in the same order; tests check it. */
#ifndef BASE_PAIR_H
#define BASE_PAIR_H

enum lang { LANG_EN, LANG_ZH };

struct pair {
    const char *en, *zh;
};

#define PAIR(english, chinese) {(english), (chinese)}     /* in tables */
#define TEXT(english, chinese) ((struct pair)PAIR(english, chinese))   /* in code */

static inline const char *pair_in(struct pair p, enum lang lang)
{
    return lang == LANG_ZH ? p.zh : p.en;
}

static inline enum lang lang_other(enum lang lang)
{
    return lang == LANG_ZH ? LANG_EN : LANG_ZH;
}

/* What a language is called in the names of files and folders. */
static inline const char *lang_code(enum lang lang)
{
    return lang == LANG_ZH ? "zh" : "en";
}

#endif
