/* cJSON does the reading; here nested lists become rows of doubles. */
#include "support/truth.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct truth truth_open(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "tests/data/%s.json", name);
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("cannot read %s (run the tests from the top folder)", path);
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    char *bytes = malloc((size_t)n + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)n, f), n);
    bytes[n] = '\0';
    fclose(f);
    struct truth t = {.root = cJSON_Parse(bytes)};
    if (!t.root)
        fail_msg("%s is no JSON near: %.40s", path, cJSON_GetErrorPtr());
    free(bytes);
    return t;
}

void truth_close(struct truth *t)
{
    cJSON_Delete(t->root);
    for (int i = 0; i < t->count; i++)
        free(t->made[i]);
    free(t->made);
    *t = (struct truth){0};
}

const cJSON *truth_at(const cJSON *node, const char *path)
{
    while (node && *path) {
        char name[100];
        size_t n = strcspn(path, "/");
        assert_true(n < sizeof name);
        memcpy(name, path, n);
        name[n] = '\0';
        node = cJSON_IsArray(node) ? cJSON_GetArrayItem(node, atoi(name))
                                   : cJSON_GetObjectItemCaseSensitive(node, name);
        path += n + (path[n] == '/');
    }
    return node;
}

double truth_number(const cJSON *node)
{
    assert_non_null(node);
    if (cJSON_IsNumber(node))
        return node->valuedouble;
    assert_true(cJSON_IsString(node));
    return node->valuestring[0] == 'n'   ? (double)NAN
           : node->valuestring[0] == '-' ? -(double)INFINITY
                                         : (double)INFINITY;
}

static bool is_list_of_lists(const cJSON *node)
{
    return cJSON_IsArray(node) && cJSON_IsArray(node->child);
}

/* A row's numbers; the test fails when there are not `cols` of them. */
static const cJSON *first_of_row(const cJSON *row, int cols)
{
    assert_int_equal(cJSON_GetArraySize(row), cols);
    return row->child;
}

struct mat truth_mat(struct truth *t, const cJSON *node)
{
    assert_true(cJSON_IsArray(node));
    bool deep = is_list_of_lists(node) && is_list_of_lists(node->child), flat = !is_list_of_lists(node);
    const cJSON *first = deep ? node->child->child : flat ? node : node->child;
    int cols = cJSON_GetArraySize(first), outer = cJSON_GetArraySize(node);
    int rows = flat ? 1 : deep ? outer * cJSON_GetArraySize(node->child) : outer;
    double *v = calloc((size_t)rows * (size_t)cols + 1, sizeof *v), *at = v;
    double **made = realloc(t->made, (size_t)(t->count + 1) * sizeof *made);
    assert_true(v && made);
    t->made = made;
    t->made[t->count++] = v;
    for (const cJSON *a = flat ? node : node->child; a; a = flat ? NULL : a->next)
        for (const cJSON *b = deep ? a->child : a; b; b = deep ? b->next : NULL) {
            assert_true(at < v + rows * cols);
            for (const cJSON *x = first_of_row(b, cols); x; x = x->next)
                *at++ = truth_number(x);
        }
    assert_int_equal(at - v, rows * cols);
    return (struct mat){rows, cols, cols, v};
}
