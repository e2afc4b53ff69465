/* Matrices and word vectors from files, good and bad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/app.h"
#include "app/export_matrix.h"
#include "app/file.h"
#include "app/import_matrix.h"
#include "model/matrices.h"

static char folder[] = "/tmp/qkv-test-XXXXXX";
static const char *const names[] = {"a.csv", "a.npy", "vectors.txt"};

static void write_file(const char *name, const char *bytes, size_t n)
{
    char path[100];
    struct reply r = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(file_write(path, bytes, n, &r));
}

static bool run(struct app *a, const char *format, const char *name, struct text *said)
{
    char path[100], line[300];
    struct reply r = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(line, sizeof line, "%s %s", format, path);
    bool ok = app_line(a, line, &r);
    text_clear(said);
    text_add(said, text_str(&r.text));
    reply_finish(&r);
    return ok;
}

static struct app fresh(void)
{
    struct app a;
    struct reply r = {0};
    assert_true(app_init(&a, LANG_EN, &r));
    return a;
}

static void what_is_exported_is_imported_again(void **state)
{
    (void)state;
    static const char *const files[] = {"a.csv", "a.npy"};
    for (int f = 0; f < 2; f++) {
        struct app a = fresh(), b = fresh();
        struct text said = {0};
        struct reply r = {0};
        assert_true(app_line(&a, "weights random 5", &r));
        assert_true(run(&a, f ? "export npy WQ" : "export csv WQ", files[f], &said));
        assert_true(run(&b, "import WQ", files[f], &said));
        assert_memory_equal(a.model.now.state.w[0][W_Q]->v, b.model.now.state.w[0][W_Q]->v, 64 * sizeof(double));
        assert_true(model_undo(&b.model, &r));
        assert_null(b.model.now.state.w[0][W_Q]);
        app_finish(&a);
        app_finish(&b);
        text_finish(&said);
        reply_finish(&r);
    }
}

static void bad_tables_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct { const char *bytes, *why; } cases[] = {
        {"1,2\n3\n", "line 2 has 1 numbers, the first has 2"}, {"1,x\n", "line 1, column 3: not a number"}, {"\n\n", "no numbers in it"},
        {"1,nan\n", "line 1, column 3: not a number"}, {"1 2\n3 4\n", "WQ is 8 x 8, the file 2 x 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = fresh();
        struct text said = {0};
        write_file("a.csv", cases[i].bytes, strlen(cases[i].bytes));
        assert_false(run(&a, "import WQ", "a.csv", &said));
        if (!strstr(text_str(&said), cases[i].why))
            fail_msg("said: %s", text_str(&said));
        assert_null(a.model.now.state.w[0][W_Q]);
        text_finish(&said);
        app_finish(&a);
    }
}

/* A .npy file with this header text and so many bytes of data behind it. */
static size_t npy(char *out, const char *header, size_t data, int fill)
{
    size_t n = strlen(header);
    memcpy(out, "\x93NUMPY\x01\x00", 8);
    out[8] = (char)(n & 0xFF);
    out[9] = (char)(n >> 8);
    memcpy(out + 10, header, n);
    memset(out + 10 + n, fill, data);
    return 10 + n + data;
}

static void bad_npy_files_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct { const char *header; size_t data; int fill; const char *why; } cases[] = {
        {"{'descr': '>f8', 'fortran_order': False, 'shape': (1, 2), }", 16, 0, "little-endian"},
        {"{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }", 16, 0, "little-endian"},
        {"{'descr': '<f8', 'fortran_order': True, 'shape': (1, 2), }", 16, 0, "Fortran order"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }", 48, 0, "one or two dimensions"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (100000, 2), }", 16, 0, "at most 1024"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", 12, 0, "12 bytes of numbers, 16 expected"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", 16, 0xFF, "NaN or infinite"},
        {"{}", 0, 0, "little-endian"},
    };
    char bytes[400];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table t = {0};
        struct reply r = {0};
        size_t n = npy(bytes, cases[i].header, cases[i].data, cases[i].fill);
        assert_false(import_npy(&t, bytes, n, &r));
        if (!strstr(text_str(&r.text), cases[i].why))
            fail_msg("said: %s", text_str(&r.text));
        for (size_t cut = 0; cut < n; cut++) {
            struct reply quiet = {0};
            assert_false(import_npy(&t, bytes, cut, &quiet));
            reply_finish(&quiet);
        }
        reply_finish(&r);
    }
    struct table t = {0};
    struct reply r = {0};
    size_t n = npy(bytes, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", 12, 0);
    assert_true(import_npy(&t, bytes, n, &r));
    assert_int_equal(t.rows, 1);
    assert_int_equal(t.cols, 3);
    table_finish(&t);
}

static void word_vectors_are_read_with_and_without_a_header(void **state)
{
    (void)state;
    static const char *const files[] = {"3 4\n猫 1 2 3 4\n鱼 5 6 7 8\n狗 .5 .5 .5 .5\n", "猫 1 2 3 4\r\n鱼 5 6 7 8\r\n狗 .5 .5 .5 .5"};
    for (int f = 0; f < 2; f++) {
        struct app a = fresh();
        struct text said = {0};
        write_file("vectors.txt", files[f], strlen(files[f]));
        assert_true(run(&a, "import vectors", "vectors.txt", &said));
        assert_string_equal(text_str(&said), "2 words found, 1 not in it; d = 4 now");
        assert_int_equal(a.model.now.config.d, 4);
        assert_true(mat_at(a.model.now.config.X, 0, 3) == 4 && mat_at(a.model.now.config.X, 2, 0) == 0.5);
        text_finish(&said);
        app_finish(&a);
    }
}

static void bad_vectors_change_nothing(void **state)
{
    (void)state;
    static const struct { const char *bytes, *why; } cases[] = {
        {"鱼 1 2\n", "none of the sentence's words"}, {"猫 1 2\n狗 1\n", "line 2: 2 numbers are expected"}, {"猫\n", "line 1: a word and its numbers"}, {"", "none of"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = fresh();
        struct text said = {0};
        write_file("vectors.txt", cases[i].bytes, strlen(cases[i].bytes));
        assert_false(run(&a, "import vectors", "vectors.txt", &said));
        if (!strstr(text_str(&said), cases[i].why))
            fail_msg("said: %s", text_str(&said));
        assert_int_equal(a.model.now.config.d, 8);
        assert_int_equal(a.model.history.count, 0);
        text_finish(&said);
        app_finish(&a);
    }
}

static int begin(void **state)
{
    (void)state;
    return utf8_locale() && mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
    char path[100];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_exported_is_imported_again),
        cmocka_unit_test(bad_tables_are_refused_with_a_reason),
        cmocka_unit_test(bad_npy_files_are_refused_with_a_reason),
        cmocka_unit_test(word_vectors_are_read_with_and_without_a_header),
        cmocka_unit_test(bad_vectors_change_nothing),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
