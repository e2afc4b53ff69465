/* A sentence in both languages, side by side, so that neither can be forgotten.
 *
 * Every text that a person can see is written as TEXT("English", "中文") where a function
 * takes both halves as two parameters, BOTH(…) where it is a value, PAIR(…) in a table.
 * Functions that put values into a text are declared with TEXT_TAKES: the compiler compares
 * both halves with the values. */
#ifndef BASE_PAIR_H
#define BASE_PAIR_H

enum lang { LANG_EN, LANG_ZH };

struct pair {
    const char *en, *zh;
};

#define TEXT(english, chinese) english, chinese
#define PAIR(english, chinese) {(english), (chinese)}
#define BOTH(english, chinese) ((struct pair)PAIR(english, chinese))

/* One TEXT or another, for the same values: reply_say(r, EITHER(n == 1, TEXT(…), TEXT(…)), n). */
#define EITHER(condition, text, other) EITHER_HALF(condition, text, other)
#define EITHER_HALF(condition, en, zh, other_en, other_zh) (condition) ? (en) : (other_en), (condition) ? (zh) : (other_zh)

/* After a declaration. Parameters number `en` and `zh` are formats of printf for those from number
 * `first` on (0: for a va_list); TEXT_GIVES: one of the two is what the function returns. */
#define TEXT_TAKES(en, zh, first) __attribute__((format(printf, en, first), format(printf, zh, first)))
#define TEXT_GIVES(en, zh) __attribute__((format_arg(en), format_arg(zh)))

TEXT_GIVES(1, 2) static inline const char *text_in(const char *en, const char *zh, enum lang lang)
{
    return lang == LANG_ZH ? zh : en;
}

static inline const char *pair_in(struct pair p, enum lang lang)
{
    return text_in(p.en, p.zh, lang);
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
