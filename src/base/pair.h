/* Bilingual text, both languages side by side: neither can be forgotten.
 *
 * Write every user-visible text as TEXT("English", "中文") where a function takes the two halves as two
 * parameters, as BOTH(…) where it is a value, and as PAIR(…) in a table.
 * Functions that format values into a text are declared with TEXT_TAKES. The compiler then
 * checks both halves against the values. */
#ifndef BASE_PAIR_H
#define BASE_PAIR_H

enum lang { LANG_EN, LANG_ZH, LANG_COUNT };

struct pair {
    const char *en, *zh;
};

#define TEXT(english, chinese) english, chinese
#define PAIR(english, chinese)                                                                               \
    {                                                                                                        \
        (english), (chinese)                                                                                 \
    }
#define BOTH(english, chinese) ((struct pair)PAIR(english, chinese))

/* Chooses between two TEXTs for the same values: reply_say(r, EITHER(n == 1, TEXT(…), TEXT(…)), n). */
#define EITHER(condition, text, other) EITHER_HALF(condition, text, other)
#define EITHER_HALF(condition, en, zh, other_en, other_zh)                                                   \
    (condition) ? (en) : (other_en), (condition) ? (zh) : (other_zh)

/* Attributes of a declaration. TEXT_TAKES: parameters number `en` and `zh` are printf formats for the values
 * from parameter `first` on (0: a va_list). TEXT_GIVES: the function returns one of the two formats. */
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

/* Returns the language's code in file and folder names. */
static inline const char *lang_code(enum lang lang)
{
    return lang == LANG_ZH ? "zh" : "en";
}

#endif
