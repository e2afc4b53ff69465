/* UTF-8 and the display width of text.
 *
 * All text on the screen passes through utf8_cluster. It emits one grapheme
 * cluster at a time (a base character and its combining marks) with its width
 * in columns. What must never reach a terminal is replaced: control characters
 * and invalid bytes by U+FFFD, what is invisible or turns the direction of
 * writing by UTF8_MARK. Widths come from wcwidth, so LC_CTYPE must be a
 * UTF-8 locale (see utf8_locale). */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* Length to pass for a NUL-terminated s. No function reads past the NUL, and callers need not measure the
 * rest of a long text for each character. */
#define UTF8_TO_ZERO SIZE_MAX

enum { UTF8_MARKS = 3 }; /* combining marks kept on a base character */

#define UTF8_NO_BREAK 0xA0 /* a blank at which no line breaks */
#define UTF8_MARK 0xA6     /* ¦ is shown for an invisible character */
#define UTF8_TAB "⇥"       /* how a tab and a line break in quotes are named */
#define UTF8_LINE "↵"

struct cluster {
    uint32_t ch[1 + UTF8_MARKS]; /* base, then marks, then zeros */
    int width;                   /* 1 or 2 columns */
};

/* Sets LC_CTYPE from the environment, or to C.UTF-8 if that is not UTF-8.
 * Returns false if neither is available. */
bool utf8_locale(void);

/* Returns false if the environment (LC_ALL, else LC_CTYPE, else LANG) names another character set after a
 * dot, as zh_CN.GBK does: that terminal would misread UTF-8. C and names without a dot count as UTF-8. */
bool utf8_expected(void);

/* Decodes one character of `s` (at most `n` bytes, n > 0) into *ch. Returns its length in bytes,
 * or 0 if the bytes are not valid UTF-8 (nor are overlong forms, surrogates and values above U+10FFFF). */
size_t utf8_decode(const char *s, size_t n, uint32_t *ch);

/* Encodes ch as UTF-8 into `out` (at most 4 bytes); returns the length. */
size_t utf8_encode(uint32_t ch, char out[4]);

/* Returns the length of a byte order mark at the start of s (spreadsheets and editors write one), or 0. */
size_t utf8_bom(const char *s, size_t n);

/* Returns the index of the first byte that is not valid UTF-8, or n. */
size_t utf8_invalid_at(const char *s, size_t n);

/* Returns true for characters not allowed in words or lessons: C0 and C1 controls, separators of
 * lines and paragraphs, noncharacters. */
bool utf8_forbidden(uint32_t ch);

/* Returns true for characters that are part of how people write but have no picture: joiners and
 * non-joiners, soft hyphens, marks of direction, variation selectors, the tags of flags. They are allowed in
 * words and never sent to a terminal. */
bool utf8_invisible(uint32_t ch);

/* Appends s for direct output to a terminal. Newlines stay; invisible characters become UTF8_MARK,
 * forbidden ones and invalid bytes U+FFFD. */
void utf8_show(struct text *out, const char *s);

/* Reads one cluster at s (n > 0 bytes left); returns its length in bytes.
 * Forbidden characters and invalid bytes become U+FFFD, invisible ones UTF8_MARK, of width 1. */
size_t utf8_cluster(const char *s, size_t n, struct cluster *out);

/* Returns the start of the cluster that ends at byte `at` of s. `at` must lie between two clusters. */
size_t utf8_cluster_before(const char *s, size_t at);

/* Returns the columns that s occupies on the screen. */
int utf8_width(const char *s);

/* Returns the length in bytes of the longest prefix of s that fits into `columns`. */
size_t utf8_fit(const char *s, int columns);

/* Returns true if a line may break between two adjacent clusters: after a blank, or next to a
 * wide character, but never before closing or after opening punctuation, nor at UTF8_NO_BREAK. */
bool utf8_may_break(const struct cluster *before, const struct cluster *after);

bool utf8_is_han(uint32_t ch);

/* Returns the ASCII equivalent of a full-width sign, digit or blank, else ch itself. Full-width letters are
 * not folded, since a word may be written in them, and neither is the full-width quotation mark. */
uint32_t utf8_narrow(uint32_t ch);

/* Characters of ambiguous width (Unicode East Asian Width "A"): the terminal's settings decide between one
 * column and two. wcwidth counts one column, and so does every layout here. On a terminal that uses two,
 * such a character is replaced by a similar narrow one, or by '?' if there is none. */

/* Returns the narrow replacement of ch, or ch itself if its width is not ambiguous. */
uint32_t ambiguous_stand_in(uint32_t ch);

/* Returns the ASCII character that stands for ch on a screen without UTF-8: > for →, - for –, x for ×; '?'
 * for what looks like none. Pictures that need several characters, or another one, choose for themselves. */
uint32_t ascii_stand_in(uint32_t ch);

#endif
