#include "state/forms.h"

#include <stdio.h>
#include <string.h>

#include "learn/grammar.h"

/* An ending, what stands there in the word itself, and the kind of word. */
static const struct {
    const char *ending, *instead;
    enum form_kind kind;
} endings[] = {
    {"s", "", FORM_NOUN},      {"es", "", FORM_NOUN},   {"ies", "y", FORM_NOUN}, {"ed", "", FORM_VERB},
    {"d", "", FORM_VERB},      {"ied", "y", FORM_VERB}, {"ing", "", FORM_VERB},  {"ing", "e", FORM_VERB},
    {"ying", "ie", FORM_VERB}, {"'s", "", FORM_NOUN},
};

/* Returns the learned word that a word, in small letters, is like: by the list, or as a number or 这, 那 with
 * a measure word. NULL: none. */
static const char *learned(const char *name)
{
    for (const struct pair *form = grammar_forms; form->en; form++)
        if (strcmp(form->en, name) == 0)
            return form->zh;
    static const char first[] = "一二两三四五六七八九十几每这那",
                      measures[] = "只条个本张位件次杯棵辆座匹头块朵首台颗双碗";
    char one[8] = "", of[8] = "";
    if (strlen(name) != 6)
        return NULL;
    memcpy(one, name, 3);
    memcpy(of, name + 3, 3);
    if (!strstr(first, one) || !strstr(measures, of))
        return NULL;
    return strcmp(one, "这") == 0 ? "这只" : strcmp(one, "那") == 0 ? "那只" : "一只";
}

/* Fills `base` with the word without ending i; without the second of two consonants (stopped) if `twice`. */
static void without_ending(const char *name, int i, bool twice, char base[FORM_BYTES])
{
    size_t n = strlen(name), k = strlen(endings[i].ending);
    if (n < k + 2 || strcmp(name + n - k, endings[i].ending) != 0)
        return;
    n -= k;
    if (twice && (*endings[i].instead || name[n - 1] != name[n - 2]))
        return;
    snprintf(base, FORM_BYTES, "%.*s%s", (int)n - twice, name, endings[i].instead);
}

enum form_kind form_of(const char *name, int trial, char base[FORM_BYTES])
{
    enum { LISTED, CAPITAL, ENDED, ENDINGS = sizeof endings / sizeof *endings };
    char small[FORM_BYTES];
    size_t n = strlen(name), k = 0;
    *base = '\0';
    if (n >= FORM_BYTES || trial >= ENDED + 2 * ENDINGS)
        return FORM_NONE;
    for (; k <= n; k++)
        small[k] = name[k] >= 'A' && name[k] <= 'Z' ? (char)(name[k] - 'A' + 'a') : name[k];
    if (trial >= ENDED) {
        without_ending(small, (trial - ENDED) / 2, (trial - ENDED) % 2, base);
        return endings[(trial - ENDED) / 2].kind;
    }
    const char *of = trial == LISTED ? learned(small) : small;
    snprintf(base, FORM_BYTES, "%s", of && strcmp(of, name) != 0 ? of : "");
    return FORM_LISTED;
}

bool form_is_name(const char *name)
{
    size_t n = strlen(name), k = 1;
    while (k < n && name[k] >= 'a' && name[k] <= 'z')
        k++;
    return *name >= 'A' && *name <= 'Z' && n >= 2 && k == n;
}

bool form_is_ing(const char *name)
{
    size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, "ing") == 0;
}
