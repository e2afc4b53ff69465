/* A catalogue is searched by a sum of the English text, so that the program holds each English text once,
 * where it is used. The build refuses two texts with the same sum. */
#include "base/lang.h"

#include <string.h>

enum { CONTEXT = '\004' }; /* before and after the context of TEXT_AS */

#define LANG_CATALOGUE(id, code, ...) extern const struct catalogue catalogue_##code;
LANGUAGES(LANG_CATALOGUE)
const struct catalogue catalogue_en = {0};

#define LANG_ROW(id, code, name, words) [LANG_##id] = {#code, name, &catalogue_##code, LANG_##words},
const struct language languages[LANG_COUNT] = {LANGUAGES(LANG_ROW)};

/* Sum of the bytes of a text, as in src/texts/catalogue.sh: h ← (65599·h + byte) mod (2³¹ − 1). */
static uint32_t lang_sum(const char *s)
{
    uint64_t sum = 0;
    for (; *s; s++)
        sum = (sum * 65599 + (unsigned char)*s) % 2147483647;
    return (uint32_t)sum;
}

/* Returns the translation of a text with its context, or NULL. */
static const char *translated(const struct catalogue *c, const char *text)
{
    uint32_t sum = c->count ? lang_sum(text) : 0;
    int low = 0, high = c->count;
    while (low < high) {
        int mid = (low + high) / 2;
        if (c->sum[mid] < sum)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == c->count || c->sum[low] != sum)
        return NULL;
    const char *found = c->texts + c->at[low / CATALOGUE_STEP];
    for (int k = low % CATALOGUE_STEP; k > 0; k--)
        found += strlen(found) + 1;
    return found;
}

const char *text_in(const char *text, enum lang lang)
{
    if (!text)
        return NULL;
    bool as = *text == CONTEXT;
    const char *found = translated(languages[lang].catalogue, text + as);
    return found ? found : as ? strchr(text + 1, CONTEXT) + 1 : text;
}

bool text_is(const char *text, const char *s)
{
    bool is = false;
    for (int lang = 0; lang < LANG_COUNT; lang++)
        is = is || strcmp(text_in(text, (enum lang)lang), s) == 0;
    return is;
}

const char *pair_in(struct pair p, enum lang lang)
{
    return languages[lang].words == LANG_ZH ? p.zh : p.en;
}

bool lang_has_blanks(enum lang lang)
{
    return languages[lang].words == LANG_EN;
}

const char *lang_code(enum lang lang)
{
    return languages[lang].code;
}

enum lang lang_of_code(const char *code, size_t n)
{
    int lang = 0;
    while (lang < LANG_COUNT &&
           (strlen(languages[lang].code) != n || memcmp(languages[lang].code, code, n) != 0))
        lang++;
    return (enum lang)lang;
}

enum lang lang_wished(const char *locale)
{
    enum lang lang = lang_of_code(locale, strspn(locale, "abcdefghijklmnopqrstuvwxyz"));
    return lang < LANG_COUNT ? lang : LANG_EN;
}
