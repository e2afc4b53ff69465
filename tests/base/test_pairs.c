/* Every text in the source exists in both languages, and both halves take the same values.
 * The test reads TEXT("… %d …", "…%d……"), BOTH(…) and PAIR(…) from the files. The compiler
 * checks them against the values too (base/pair.h), but accepts a half that omits one. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/test.h"

enum { CONVERSIONS = 16 };

/* The conversions of a format, one per value. */
struct takes {
    char conversion[CONVERSIONS][8];
    int count;
};

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\n' || *p == '\t')
        p++;
    return p;
}

/* Joins adjacent string literals at p into out; returns their end, NULL if there is no literal. */
static const char *read_literals(const char *p, struct text *out)
{
    p = skip_blanks(p);
    if (*p != '"')
        return NULL;
    while (*p == '"') {
        for (p++; *p != '"'; p++) {
            if (*p == '\\')
                text_add_char(out, *p++);
            text_add_char(out, *p);
        }
        p = skip_blanks(p + 1);
    }
    return p;
}

static struct takes takes_of(const char *s)
{
    struct takes t = {.count = 0};
    while ((s = strchr(s, '%'))) {
        if (*++s == '%' || !*s) { /* a sentence that is not a format may end so */
            s += *s == '%';
            continue;
        }
        int n = 0;
        while (*s && strchr("-+ #0123456789.*", *s))
            s++;
        while (*s && strchr("lhzjt", *s) && n < 6)
            t.conversion[t.count][n++] = *s++;
        t.conversion[t.count++][n] = *s;
    }
    return t;
}

static void check_pair(const char *path, const char *en, const char *zh)
{
    struct takes a = takes_of(en), b = takes_of(zh);
    if (a.count != b.count || memcmp(a.conversion, b.conversion, sizeof a.conversion) != 0)
        fail_msg("%s: \"%s\" and \"%s\" take different values", path, en, zh);
    if (*en && !*zh)
        fail_msg("%s: \"%s\" has no Chinese", path, en);
}

static int check_file(const char *path)
{
    struct text source = {0};
    char buffer[4096];
    FILE *f = fopen(path, "r");
    int pairs = 0;
    assert_non_null(f);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        text_add_bytes(&source, buffer, n);
    fclose(f);
    for (const char *p = text_str(&source); (p = strpbrk(p, "TBP")); p++) {
        struct text en = {0}, zh = {0};
        if (strncmp(p, "TEXT(", 5) != 0 && strncmp(p, "BOTH(", 5) != 0 && strncmp(p, "PAIR(", 5) != 0)
            continue;
        const char *q = read_literals(p + 5, &en);
        if (q && *q == ',' && (q = read_literals(q + 1, &zh))) {
            check_pair(path, text_str(&en), text_str(&zh));
            pairs++;
        }
        text_finish(&en);
        text_finish(&zh);
    }
    text_finish(&source);
    return pairs;
}

TEST(both_languages_of_every_sentence_take_the_same_values)
{
    glob_t files;
    (void)state;
    int pairs = 0;
    assert_int_equal(glob("src/*/*.c", 0, NULL, &files), 0);
    assert_int_equal(glob("src/*/*/*.c", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        pairs += check_file(files.gl_pathv[i]);
    globfree(&files);
    assert_true(pairs > 400);
}
