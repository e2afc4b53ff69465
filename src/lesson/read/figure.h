/* Numbers as written in prose: "0.22", "1,024", "97 %", with full-width digits too. */
#ifndef LESSON_READ_FIGURE_H
#define LESSON_READ_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lang.h"
#include "base/text.h"

/* A number, without its sign. */
struct figure {
    const char *s;
    size_t len; /* bytes */
    int digits, points;
    bool percent;
};

/* A walk over the numbers of a text; starts as {text}. */
struct figures {
    const char *s;
    uint32_t before; /* the character before s */
};

/* Finds the next number. The digits of a name (d_512, GPT2) are not a number. Returns false at the end. */
bool figures_next(struct figures *at, struct figure *out);

/* Returns true if both are the same number, however they are typed. */
bool figure_same(const struct figure *a, const struct figure *b);

/* Writes the condition that proves a number in prose: `shown` is the text that the reader sees, `expr` what
 * proves it. Without a comparison, expr must round to the number shown, a row to the numbers shown; with one,
 * it is the condition, and it contains each number shown. Returns false and sets *why if it is neither. */
bool figure_claim(struct text *out, const char *shown, const char *expr, const char **why);

/* Returns true if s contains a comparison, or outside brackets if `outside`. */
bool figure_compares(const char *s, bool outside);

#endif
