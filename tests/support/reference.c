#include "support/reference.h"

static struct truth truth;

int reference_open(void **state)
{
    (void)state;
    truth = truth_open("encodings");
    return 0;
}

int reference_close(void **state)
{
    (void)state;
    truth_close(&truth);
    return 0;
}

json_t *reference(const char *path)
{
    return truth_at(truth.root, path);
}

double reference_number(json_t *node, const char *path)
{
    return truth_number(truth_at(node, path));
}

int reference_integer(json_t *node, const char *path)
{
    return (int)reference_number(node, path);
}

struct mat reference_mat(json_t *node, const char *path)
{
    return truth_mat(&truth, truth_at(node, path));
}

void reference_heads(struct mat *heads, int count, json_t *node, const char *path)
{
    struct mat all = reference_mat(node, path);
    int rows = all.rows / count;
    for (int h = 0; h < count; h++)
        heads[h] = mat_rows(all, h * rows, rows);
}
