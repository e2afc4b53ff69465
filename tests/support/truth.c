/* jansson does the reading; here nested lists become rows of doubles. */
#include "base/number.h"
#include "support/test.h"
#include "support/truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    json_error_t error;
    struct truth t = {.root = json_loads(bytes, JSON_ALLOW_NUL, &error)};
    if (!t.root)
        fail_msg("%s, line %d: %s", path, error.line, error.text);
    free(bytes);
    return t;
}

void truth_close(struct truth *t)
{
    json_decref(t->root);
    for (int i = 0; i < t->count; i++)
        free(t->made[i]);
    free(t->made);
    *t = (struct truth){0};
}

json_t *truth_nth(json_t *list, int i)
{
    return json_array_get(list, (size_t)i);
}

json_t *truth_at(json_t *node, const char *path)
{
    while (node && *path) {
        char name[100];
        size_t n = strcspn(path, "/");
        assert_true(n < sizeof name);
        memcpy(name, path, n);
        name[n] = '\0';
        node = json_is_array(node) ? truth_nth(node, atoi(name)) : json_object_get(node, name);
        path += n + (path[n] == '/');
    }
    return node;
}

double truth_number(json_t *node)
{
    assert_non_null(node);
    if (json_is_number(node))
        return json_number_value(node);
    assert_true(json_is_string(node));
    char first = json_string_value(node)[0];
    return first == 'n' ? (double)NAN : first == '-' ? -(double)INFINITY : (double)INFINITY;
}

static bool is_list_of_lists(json_t *node)
{
    return json_is_array(truth_nth(node, 0));
}

/* Writes the numbers of all rows; the test fails when a row has not `cols` of them. Returns their end. */
static double *write_rows(json_t *node, int cols, double *at, const double *end)
{
    bool deep = is_list_of_lists(node);
    size_t i;
    json_t *x;
    assert_true(deep || (json_array_size(node) == (size_t)cols && end - at >= cols));
    json_array_foreach(node, i, x)
    {
        if (deep)
            at = write_rows(x, cols, at, end);
        else
            *at++ = truth_number(x);
    }
    return at;
}

struct mat truth_mat(struct truth *t, json_t *node)
{
    assert_true(json_is_array(node));
    int rows = 1;
    json_t *row = node;
    for (; is_list_of_lists(row); row = truth_nth(row, 0))
        rows *= (int)json_array_size(row);
    int cols = (int)json_array_size(row);
    double *v = calloc((size_t)rows * (size_t)cols + 1, sizeof *v);
    double **made = realloc(t->made, (size_t)(t->count + 1) * sizeof *made);
    assert_true(v && made);
    t->made = made;
    t->made[t->count++] = v;
    assert_int_equal(write_rows(node, cols, v, v + rows * cols) - v, rows * cols);
    return mat_of(rows, cols, cols, v);
}

void truth_type(struct text *out, json_t *node)
{
    size_t at;
    json_t *x;
    json_array_foreach(node, at, x)
    {
        if (json_is_array(x)) {
            text_add(out, at > 0 ? " ;" : "");
            truth_type(out, x);
            continue;
        }
        text_add_char(out, ' ');
        number_shortest(out, truth_number(x));
    }
}
