/* tests/data/encodings.json, open while a test program runs:
 * cmocka_run_group_tests(tests, reference_open, reference_close). */
#ifndef SUPPORT_REFERENCE_H
#define SUPPORT_REFERENCE_H

#include "support/truth.h"

int reference_open(void **state);
int reference_close(void **state);

/* Returns the member at a path from the root. */
json_t *reference(const char *path);

/* Return a member of `node`. Matrices live until the file is closed. */
double reference_number(json_t *node, const char *path);
int reference_integer(json_t *node, const char *path);
struct mat reference_mat(json_t *node, const char *path);

/* Fills heads from a member of shape [head][row][column]. */
void reference_heads(struct mat *heads, int count, json_t *node, const char *path);

#endif
