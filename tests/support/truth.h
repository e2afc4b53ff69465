/* Reference values from tests/data/NAME.json, computed by an independent program. Nodes are jansson's.
 * truth_mat turns nested lists into a matrix that lives while the file is open; three levels
 * ([head][row][col]) are stacked by rows. */
#ifndef SUPPORT_TRUTH_H
#define SUPPORT_TRUTH_H

#include <jansson.h>

#include "base/text.h"
#include "core/math/mat.h"

struct truth {
    json_t *root;
    double **made;
    int count;
};

/* Opens the file; fails the test if it cannot be read. */
struct truth truth_open(const char *name);
void truth_close(struct truth *t);

/* Returns the entry of a list, or NULL. */
json_t *truth_nth(json_t *list, int i);
/* Returns the member or list entry at a path like "rope/cases/0/d", or NULL. */
json_t *truth_at(json_t *node, const char *path);
/* Returns a number, also from "inf", "-inf" or "nan". */
double truth_number(json_t *node);
/* Returns a matrix; a list of numbers becomes 1 x n. Fails the test if rows differ in length. */
struct mat truth_mat(struct truth *t, json_t *node);
/* Appends a list of numbers as commands read it, " 1 0.5 -inf"; of a list of lists, rows between ";". */
void truth_type(struct text *out, json_t *node);

#endif
