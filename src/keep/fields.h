/* A line of a table as spreadsheets, NumPy, pandas and people write it, cut into fields. */
#ifndef KEEP_FIELDS_H
#define KEEP_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/* What is left of a line; its last field is still to come, or was taken. */
struct fields {
    const char *s, *end;
    char separator; /* '\t', ';', ',' or ' ' for runs of blanks */
    bool last;
    int col; /* characters taken so far */
};

/* A field without the blanks and quotes around it. */
struct field {
    const char *s;
    size_t n;
    int col; /* from 1, in characters of the line */
};

/* Begins a line of n bytes, without its comment (a # at the beginning or after a blank). The separator is a
 * tab if one is outside quotes, else `;`, else `,`, else blanks. */
struct fields fields_of(const char *s, size_t n);
/* Takes the next field. Returns false at the end of the line. */
bool fields_next(struct fields *f, struct field *out);

/* Reads a number or -inf. A comma in a field does not separate, so it is decimal: then no number of the table
 * has a point. *decimal is the sign of earlier numbers, 0 at first. Returns false for anything else. */
bool field_number(const struct field *f, char *decimal, double *x);
/* Returns whether a field can name a column: it begins with a letter and is no word for a missing number
 * (NaN). */
bool field_is_name(const struct field *f);

#endif
