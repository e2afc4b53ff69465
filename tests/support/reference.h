/* tests/data/encodings.json, open for the length of a test program:
 * cmocka_run_group_tests(tests, reference_open, reference_close). */
#ifndef SUPPORT_REFERENCE_H
#define SUPPORT_REFERENCE_H

#include "support/truth.h"

int reference_open(void **state);
int reference_close(void **state);

/* The member at a path of the whole file. */
const cJSON *reference(const char *path);

/* A member of `node`; matrices live until the file is closed. */
double reference_number(const cJSON *node, const char *path);
int reference_integer(const cJSON *node, const char *path);
struct mat reference_mat(const cJSON *node, const char *path);

/* The heads of a member that is [head][row][column]. */
void reference_heads(struct mat *heads, int count, const cJSON *node, const char *path);

#endif
