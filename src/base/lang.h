/* The languages of the program, and texts in them.
 *
 * English stands in the code, as TEXT("…"); the others stand in catalogues, src/texts/zh.po …, which the
 * build checks and compiles in (src/texts/catalogue.sh). A text that a catalogue lacks is shown in English,
 * so a language may begin with fifty texts. Why so: who reads the code reads one language, who translates
 * reads one file, and another language touches neither. What a text is made of at run time (a word, a number)
 * is not in catalogues. */
#ifndef BASE_LANG_H
#define BASE_LANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A language is a row: its name here, its code, which names its catalogue, lessons and pages, its own name,
 * the language whose words it uses, and whose lessons and pages where it has none. */
#define LANGUAGES(ROW)                                                                                       \
    ROW(EN, en, "English", EN)                                                                               \
    ROW(ZH, zh, "中文", ZH)

#define LANG_NAMED(name, ...) LANG_##name,
enum lang { LANGUAGES(LANG_NAMED) LANG_COUNT };

/* The codes, as the values of a choice: "en|zh". */
#define LANG_CODE(name, code, ...) "|" #code
#define LANG_CODES &(LANGUAGES(LANG_CODE))[1]

/* A compiled catalogue: for each text the sum of its English (lang_sum), in rising order, and where the
 * translations stand, in the same order, each ended by NUL: offsets of every 8th, which are few. */
enum { CATALOGUE_STEP = 8 };
struct catalogue {
    const uint32_t *sum, *at;
    const char *texts;
    int count;
};

struct language {
    const char *code, *name;
    const struct catalogue *catalogue; /* empty: it is English */
    enum lang words;
};
extern const struct language languages[LANG_COUNT];

/* Marks an English text that is to be translated; TEXT_AS where one English text has two meanings: the
 * context is for translators and is not shown. Both are constants and may stand in tables. */
#define TEXT(english) english
#define TEXT_AS(context, english) "\004" context "\004" english

/* Attributes of a declaration. TEXT_TAKES: parameter number `text` is a printf format, marked by TEXT, for
 * the values from parameter `first` on (0: a va_list). TEXT_GIVES: the function returns that format in some
 * language. */
#define TEXT_TAKES(text, first) __attribute__((format(printf, text, first)))
#define TEXT_GIVES(text) __attribute__((format_arg(text)))

/* Returns a text in a language; NULL for NULL. One that nobody translates is returned as it is. */
TEXT_GIVES(1) const char *text_in(const char *text, enum lang lang);

/* Returns whether `s` is the text in any language. */
bool text_is(const char *text, const char *s);

/* The spelling of a word in English and Chinese: words are what is computed with, not texts about it. */
struct pair {
    const char *en, *zh;
};
#define PAIR(english, chinese)                                                                               \
    {                                                                                                        \
        (english), (chinese)                                                                                 \
    }

/* Returns the spelling that a language uses. */
const char *pair_in(struct pair p, enum lang lang);

/* Returns whether blanks stand between the words of a language. */
bool lang_has_blanks(enum lang lang);

/* Returns the code of a language in names of files and folders; the language of a code of n bytes, LANG_COUNT
 * if there is none; the language that a locale or a browser wishes ("zh_CN.UTF-8"), else English. */
const char *lang_code(enum lang lang);
enum lang lang_of_code(const char *code, size_t n);
enum lang lang_wished(const char *locale);

#endif
