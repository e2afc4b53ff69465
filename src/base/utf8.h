/* UTF-8 and the width of what it draws.
 *
 * Everything that reaches the screen passes through utf8_cluster: it hands out
 * one grapheme cluster at a time (a base character and the marks on it), with
 * its width in columns, and replaces what must never reach a terminal (control
 * characters, escape sequences, bidirectional overrides, zero-width tricks,
 * broken bytes) by U+FFFD. Widths come from wcwidth, so LC_CTYPE must name a
 * UTF-8 locale (utf8_locale sees to it). */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* The number of bytes to give where s ends with a zero byte: neither function reads past it, and nobody has to
 * measure the rest of a long text for each of its characters. */
#define UTF8_TO_ZERO SIZE_MAX

enum { UTF8_MARKS = 3 };   /* combining marks kept on a base character */

struct cluster {
    uint32_t ch[1 + UTF8_MARKS];   /* base, then marks, then zeros */
    int width;                     /* 1 or 2 columns */
};

/* Sets LC_CTYPE from the environment, or C.UTF-8 when that is not UTF-8.
 * false: neither is to be had. */
bool utf8_locale(void);

/* False when the environment (LC_ALL, else LC_CTYPE, else LANG) names another character set behind a dot, as zh_CN.GBK
 * does: what is written to that terminal would be read wrongly. C and names without one say nothing. */
bool utf8_expected(void);

/* Decodes one character of `s` (at most `n` bytes, n > 0) into *ch.
 * Returns its length in bytes, or 0 when the bytes are not valid UTF-8
 * (overlong forms, surrogates and values above U+10FFFF are not). */
size_t utf8_decode(const char *s, size_t n, uint32_t *ch);

/* Writes ch as UTF-8 into out (4 bytes at most); returns the length. */
size_t utf8_encode(uint32_t ch, char out[4]);

/* Length of the byte order mark that the bytes begin with (spreadsheets and editors write one), or 0. */
size_t utf8_bom(const char *s, size_t n);

/* Index of the first byte that is not valid UTF-8, or n. */
size_t utf8_invalid_at(const char *s, size_t n);

/* True for what may not stand in words or lessons: C0 and C1 controls,
 * bidirectional controls, zero-width characters, noncharacters. */
bool utf8_forbidden(uint32_t ch);

/* Adds s for a terminal that is written to directly: newlines stay, everything else that is forbidden
 * and broken bytes become U+FFFD. */
void utf8_show(struct text *out, const char *s);

/* Reads one cluster at s (n > 0 bytes left); returns the bytes it took.
 * Forbidden and broken bytes come out as U+FFFD of width 1. */
size_t utf8_cluster(const char *s, size_t n, struct cluster *out);

/* Where the cluster begins that ends at byte `at` of s, going back from there; `at` is between two clusters. */
size_t utf8_cluster_before(const char *s, size_t at);

/* Columns that s takes when drawn. */
int utf8_width(const char *s);

/* Bytes of the longest front part of s that fits into `columns`. */
size_t utf8_fit(const char *s, int columns);

/* Whether a line may end between two neighbouring clusters: behind a blank, and on
 * either side of a wide character, but never before closing or behind opening punctuation. */
bool utf8_may_break(const struct cluster *before, const struct cluster *after);

bool utf8_is_han(uint32_t ch);

/* The ASCII twin of a full-width sign, digit or blank, else ch itself. Letters have
 * none, as a word may be written in wide letters, and neither has the quotation mark. */
uint32_t utf8_narrow(uint32_t ch);

#endif
