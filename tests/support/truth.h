/* Reference values: tests/data/NAME.json, made by an independent program. A node
 * is cJSON's; truth_mat turns nested lists into a matrix that lives as long as
 * the file is open. Three levels ([head][row][col]) are stacked by rows. */
#ifndef SUPPORT_TRUTH_H
#define SUPPORT_TRUTH_H

#include <cjson/cJSON.h>

#include "core/math/mat.h"

struct truth {
    cJSON *root;
    double **made;
    int count;
};

/* Fails the test when the file cannot be read. */
struct truth truth_open(const char *name);
void truth_close(struct truth *t);

/* The member (or list index) at a path like "rope/cases/0/d"; NULL: not there. */
const cJSON *truth_at(const cJSON *node, const char *path);
/* A number, or "inf", "-inf", "nan". */
double truth_number(const cJSON *node);
/* A list of numbers becomes 1 x n; rows of different lengths fail the test. */
struct mat truth_mat(struct truth *t, const cJSON *node);

#endif
