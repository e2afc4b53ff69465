/* Reference values from tests/data/NAME.json, computed by an independent program. Nodes are cJSON's.
 * truth_mat turns nested lists into a matrix that lives while the file is open; three levels
 * ([head][row][col]) are stacked by rows. */
#ifndef SUPPORT_TRUTH_H
#define SUPPORT_TRUTH_H

#include <cjson/cJSON.h>

#include "core/math/mat.h"

struct truth {
    cJSON *root;
    double **made;
    int count;
};

/* Opens the file; fails the test if it cannot be read. */
struct truth truth_open(const char *name);
void truth_close(struct truth *t);

/* Returns the member or list entry at a path like "rope/cases/0/d", or NULL. */
const cJSON *truth_at(const cJSON *node, const char *path);
/* Returns a number, also from "inf", "-inf" or "nan". */
double truth_number(const cJSON *node);
/* Returns a matrix; a list of numbers becomes 1 x n. Fails the test if rows differ in length. */
struct mat truth_mat(struct truth *t, const cJSON *node);

#endif
