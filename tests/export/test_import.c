/* Matrices and word vectors from files, good and bad. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "command/saved.h"
#include "core/pipeline/stage.h"
#include "export/import.h"
#include "export/matrix.h"
#include "state/matrices.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static void write_file(const char *name, const char *bytes, size_t n)
{
    struct reply r = {0};
    assert_true(file_write(kept_path(name), bytes, n, &r));
}

static bool run(struct app *a, const char *format, const char *name, struct text *said)
{
    char line[300];
    struct reply r = {0};
    snprintf(line, sizeof line, "%s %s", format, kept_path(name));
    bool ok = app_line(a, line, &r);
    text_clear(said);
    text_add(said, text_str(&r.text));
    reply_finish(&r);
    return ok;
}

TEST(what_is_exported_is_imported_again)
{
    static const char *const files[] = {"a.csv", "a.npy"};
    for (int f = 0; f < 2; f++) {
        struct app a = fresh_app(), b = fresh_app();
        struct text said = {0};
        struct reply r = {0};
        assert_true(app_line(&a, "weights random 5", &r));
        assert_true(run(&a, f ? "export npy WQ" : "export csv WQ", files[f], &said));
        assert_true(run(&b, "import WQ", files[f], &said));
        assert_memory_equal(state_weight(&a.session.now.state, 0, W_Q)->v,
                            state_weight(&b.session.now.state, 0, W_Q)->v, 64 * sizeof(double));
        assert_true(session_undo(&b.session, &r));
        assert_null(state_weight(&b.session.now.state, 0, W_Q));
        app_finish(&a);
        app_finish(&b);
        text_finish(&said);
        reply_finish(&r);
    }
}

/* A file holds numbers alone, so the answer says which of several matrices they are. */
TEST(an_export_says_whose_matrix_it_wrote)
{
    static const struct {
        const char *line, *whose;
    } cases[] = {
        {"export csv weights", ": head 2 of 2, layer 1 of 2"},
        {"export npy Q", ": layer 1 of 2"},
        {"export csv 权重", ": head 2 of 2, layer 1 of 2"},
        {"export npy WQ", ": layer 1 of 2"},
        {"export csv X", ""},
        {"export csv x", ""},
        {"export csv terms", ""},
        {"export text screen", ""},
    };
    struct app a = app_after("lang en ; set heads 2 layers 2 ; head 1");
    struct text said = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(run(&a, cases[i].line, "whose.csv", &said));
        if (!strstr(text_str(&said), cases[i].whose) ||
            (!*cases[i].whose && strstr(text_str(&said), "layer")))
            fail_msg("%s: %s", cases[i].line, text_str(&said));
    }
    must_enter(&a, "set heads 1 layers 1");
    assert_true(run(&a, "export csv weights", "whose.csv", &said));
    assert_null(strstr(text_str(&said), "head"));
    text_finish(&said);
    app_finish(&a);
}

/* Where an exported file's numbers begin, after a look at every byte before them: the format
 * is numpy's own description of version 1.0. */
static size_t npy_header(const char *bytes, size_t n, int rows, int cols)
{
    char want[100];
    assert_true(n >= 10);
    assert_memory_equal(bytes, "\x93NUMPY\x01\x00", 8);
    size_t length = (unsigned char)bytes[8] + 256 * (size_t)(unsigned char)bytes[9], begin = 10 + length;
    assert_true(begin % 64 == 0 && n == begin + 8 * (size_t)rows * (size_t)cols);
    int dict = snprintf(want, sizeof want, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }",
                        rows, cols);
    assert_memory_equal(bytes + 10, want, (size_t)dict);
    for (size_t i = 10 + (size_t)dict; i < begin - 1; i++)
        assert_int_equal(bytes[i], ' ');
    assert_int_equal(bytes[begin - 1], '\n');
    return begin;
}

/* The numbers in the file are those of m, bit by bit: read without the program's own reader. */
static void npy_holds(const char *bytes, size_t n, struct mat m)
{
    const unsigned char *b = (const unsigned char *)bytes + npy_header(bytes, n, m.rows, m.cols);
    for (int i = 0; i < m.rows * m.cols; i++) {
        uint64_t bits = 0, want;
        double x = mat_at(m, i / m.cols, i % m.cols);
        for (int k = 7; k >= 0; k--)
            bits = bits << 8 | b[8 * i + k];
        memcpy(&want, &x, sizeof want);
        assert_true(bits == want);
    }
}

/* The same for csv, by the C library. */
static void csv_holds(const char *p, struct mat m)
{
    for (int i = 0; i < m.rows * m.cols; i++) {
        char *end;
        double x = strtod(p, &end);
        assert_true(end != p && x == mat_at(m, i / m.cols, i % m.cols));
        assert_int_equal(*end, i % m.cols == m.cols - 1 ? '\n' : ',');
        p = end + 1;
    }
    assert_int_equal(*p, '\0');
}

static const char *const kinds[] = {
    "set mask causal heads 2 ; weights random 5",
    "memory 狗 追 ; set block decoder norm post residual on dff 6 ; encoding learned ; weights random 3",
    "encoding xl ; set mask 0 1 = -inf ; weights random 2",
    "scores = 1 2 3 ; 4 5 6 ; 7 8 9",
    "set norm pre dff 5 ; encoding rope",
    "encoding alibi",
};

TEST(every_stages_matrix_is_in_its_files)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct app a = fresh_app();
        struct reply r = {0};
        assert_true(app_line(&a, kinds[i], &r));
        const struct scene *now = &a.session.now;
        for (int s = STAGE_X; s < STAGE_COUNT; s++) {
            struct arena room = {0};
            struct text npy = {0}, csv = {0};
            struct mat m;
            if (!stage_present(&now->config, 0, s))
                continue;
            assert_true(export_find(now, stage_name(s), &room, &m));
            assert_ptr_equal(m.v, stage_matrix(&now->trace, 0, s, 0).v);
            export_npy(m, &npy);
            export_csv(m, &csv);
            npy_holds(npy.s, npy.len, m);
            csv_holds(text_str(&csv), m);
            text_finish(&npy);
            text_finish(&csv);
            arena_finish(&room);
        }
        reply_finish(&r);
        app_finish(&a);
    }
}

/* Out of a, into b, which then holds the same numbers. */
static void carry(struct app *a, struct app *b, struct matrix_ref ref, bool npy)
{
    const char *name = matrices_name(&a->session.now.state, ref);
    struct text said = {0};
    char line[80];
    int rows, cols;
    snprintf(line, sizeof line, "export %s %s", npy ? "npy" : "csv", name);
    assert_true(run(a, line, npy ? "a.npy" : "a.csv", &said));
    snprintf(line, sizeof line, "import %s", name);
    if (!run(b, line, npy ? "a.npy" : "a.csv", &said))
        fail_msg("%s: %s", line, text_str(&said));
    matrices_shape(&a->session.now.state, ref, &rows, &cols);
    for (int i = 0; i < rows * cols; i++)
        assert_true(matrices_get(&a->session.now.state, ref, i / cols, i % cols) ==
                    matrices_get(&b->session.now.state, ref, i / cols, i % cols));
    text_finish(&said);
}

TEST(every_given_matrix_comes_back)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int npy = 0; npy < 2; npy++) {
            struct app a = fresh_app(), b = fresh_app();
            struct reply r = {0};
            struct matrix_ref refs[MATRICES_MAX];
            assert_true(app_line(&a, kinds[i], &r) && app_line(&b, kinds[i], &r));
            int count = matrices_list(&a.session.now.state, refs);
            for (int m = 0; m < count; m++) {
                struct state next;
                int rows, cols;
                state_copy(&next, &b.session.now.state);
                matrices_shape(&next, refs[m], &rows, &cols);
                assert_true(matrices_set(&next, refs[m], rows - 1, cols - 1, 0.125 + m));
                assert_true(session_commit(&b.session, &next, "a line", &r));
                carry(&a, &b, refs[m], npy);
            }
            struct mat left = trace_final(&a.session.now.trace), right = trace_final(&b.session.now.trace);
            for (int k = 0; k < left.rows * left.cols; k++)
                assert_true(left.v[k] == right.v[k]);
            reply_finish(&r);
            app_finish(&a);
            app_finish(&b);
        }
}

TEST(only_a_mask_may_hide)
{
    struct app a = fresh_app();
    struct text said = {0};
    static const char mask[] = "0,-inf,0\n0,0,0\n0,0,-1\n";
    write_file("a.csv", mask, strlen(mask));
    assert_true(run(&a, "import mask", "a.csv", &said));
    assert_int_equal(a.session.now.state.set.mask, MASK_GIVEN);
    assert_true(mat_at(a.session.now.trace.layer[0].self.map[MAP_WEIGHTS], 0, 1) == 0);
    assert_false(run(&a, "import scores", "a.csv", &said));
    assert_non_null(strstr(text_str(&said), "only a mask may hide keys"));
    text_finish(&said);
    app_finish(&a);
}

/* Those of the encoding too. */
TEST(the_matrices_there_are_are_named)
{
    struct app a = app_after("encoding learned");
    struct reply r = {.lang = LANG_EN};
    assert_false(app_line(&a, "import nothing x.csv", &r));
    assert_non_null(strstr(text_str(&r.text), "(x, WQ, WK, WV, WO, bQ, bK, bV, bO, table)"));
    reply_finish(&r);
    app_finish(&a);
}

/* A file names words as the sentence does; many that it lacks are not all listed. */
TEST(words_that_a_file_lacks_are_named)
{
    static const char one[] = "b 1 2\n";
    struct app a = fresh_app();
    struct text said = {0};
    write_file("vectors.txt", one, strlen(one));
    must_enter(&a, "tokens a b c a");
    assert_true(run(&a, "import vectors", "vectors.txt", &said));
    assert_string_equal(text_str(&said), "found 1 words, 2 missing (a c); d = 2 now");
    must_enter(&a, "tokens b t1 t2 t3 t4 t5 t6");
    assert_true(run(&a, "import vectors", "vectors.txt", &said));
    assert_string_equal(text_str(&said), "found 1 words, 6 missing (t1 t2 t3 t4 t5 …); d = 2 now");
    text_finish(&said);
    app_finish(&a);
}

TEST(bad_tables_are_refused_with_a_reason)
{
    static const struct {
        const char *bytes, *why;
    } cases[] = {
        {"1,2\n3\n", "line 2 has 1 numbers, the first has 2"},
        {"1,x\n", "line 1, column 3: not a number"},
        {"\n\n", "contains no numbers"},
        {"1,nan\n", "line 1, column 3: not a number"},
        {"nan,NA\n1,2\n", "line 1, column 1: not a number"},
        {"0,,1\n", "line 1, column 3: the field is empty"},
        {"0,1\n1,\n", "line 2, column 3: the field is empty"},
        {",1,2\n3,4,5\n", "line 1, column 1: the field is empty"},
        {"1;2\r\n;3\r\n", "line 2, column 1: the field is empty"},
        {"1\t2\t\n", "line 1, column 5: the field is empty"},
        {"0;0,5;1\n", "WQ is 8 x 8, but the file has 1 x 3"},
        {"0,5;0.5\n", "line 1, column 5: not a number"},
        {"1.234,5;1\n", "line 1, column 1: not a number"},
        {"0,5 1,5\n", "line 1, column 3: not a number"},
        {"\"1\",\"2\n", "line 1, column 5: not a number"},
        {"a,b\n", "contains no numbers"},
        {"猫,b\n1,x\n", "line 2, column 3: not a number"},
        {"PK\3\4\1\1\1\1 x.npy", "this is a .npz, a zip archive of several arrays: in Python: numpy.save("},
        {"PK\3\4\1\1\1\1 archive/data.pkl", "this is a file of PyTorch: in Python: numpy.save("},
        {"\x80\4\x95", "this is a pickle of Python (or"},
        {"PAR1\25", "this is a Parquet file: "},
        {"\x1f\x8b\10", "this is packed by gzip: unpack it first"},
        {"\xff\xfe"
         "1",
         "this is text in UTF-16: save it as UTF-8"},
        {"1,\2\n", "not a text file"},
        {"1 2\n3 4\n", "WQ is 8 x 8, but the file has 2 x 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = fresh_app();
        struct text said = {0};
        write_file("a.csv", cases[i].bytes, strlen(cases[i].bytes));
        assert_false(run(&a, "import WQ", "a.csv", &said));
        if (!strstr(text_str(&said), cases[i].why))
            fail_msg("said: %s", text_str(&said));
        assert_null(state_weight(&a.session.now.state, 0, W_Q));
        text_finish(&said);
        app_finish(&a);
    }
}

/* As spreadsheets, pandas, NumPy and R write the same two rows. */
TEST(tables_are_read_as_people_have_them)
{
    static const struct {
        const char *bytes;
        int named;
    } cases[] = {
        {"0,0.5,1\n1.5,2,-2.5\n", 0},
        {"\xef\xbb\xbf"
         "0, 0.5, 1\r\n1.5, 2, -2.5\r\n\r\n",
         0},
        {"0,0.5,1\r1.5,2,-2.5", 0},
        {"0;0,5;1\n1,5;2;-2,5\n", 0},
        {"0\t0,5\t1\n1,5\t2\t-2,5\n", 0},
        {"\"0\",\"0,5\",\"1\"\n\"1,5\",2,\"-2,5\"\n", 0},
        {"# of 3 columns; \"x\n0 0.5  1 # one\n\n 1.5 2 −2.5\n", 0},
        {"a,b,c\n0,0.5,1\n1.5,2,-2.5\n", TABLE_NAMES_ABOVE},
        {"\"a b\";\"宽, 高\";_c\n0;0,5;1\n1,5;2;-2,5\n", TABLE_NAMES_ABOVE},
        {",a,b,c\n0,0,0.5,1\n1,1.5,2,-2.5\n", TABLE_NAMES_ABOVE | TABLE_NAMES_LEFT},
        {",0,1,2\n猫,0,0.5,1\n狗,1.5,2,-2.5\n", TABLE_NAMES_ABOVE | TABLE_NAMES_LEFT},
        {"word,x,y,z\n猫,0,0.5,1\n狗,1.5,2,-2.5\n", TABLE_NAMES_ABOVE | TABLE_NAMES_LEFT},
        {"a b c\n1 0 0.5 1\n2 1.5 2 -2.5\n", TABLE_NAMES_ABOVE | TABLE_NAMES_LEFT},
    };
    static const double want[] = {0, 0.5, 1, 1.5, 2, -2.5};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table t = {0};
        struct reply r = {0};
        if (!import_csv(&t, cases[i].bytes, strlen(cases[i].bytes), &r))
            fail_msg("%s: %s", cases[i].bytes, text_str(&r.text));
        assert_int_equal(t.rows, 2);
        assert_int_equal(t.cols, 3);
        assert_int_equal(t.named, cases[i].named);
        assert_memory_equal(t.v, want, sizeof want);
        table_finish(&t);
    }
}

TEST(skipped_names_are_said)
{
    struct app a = app_after("lang en ; tokens a b ; set heads 1 ; set d 2");
    struct text said = {0};
    write_file("a.csv", "x,y\n1,2\n3,4\n", 12);
    assert_true(run(&a, "import x", "a.csv", &said));
    assert_non_null(strstr(text_str(&said), "skipped: the names in the first line"));
    must_enter(&a, "expect x(a) = [1, 2] ; expect x(b) = [3, 4]");
    write_file("a.csv", ",x,y\n1,1,2\n2,3,4\n", 17);
    assert_true(run(&a, "import x", "a.csv", &said));
    assert_non_null(strstr(text_str(&said), "in the first line and at the left"));
    write_file("a.csv", "1,2\n3,4\n", 8);
    assert_true(run(&a, "import x", "a.csv", &said));
    assert_null(strstr(text_str(&said), "skipped"));
    text_finish(&said);
    app_finish(&a);
}

/* A .npy file with this header text and so many bytes of data after it. */
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

TEST(bad_npy_files_are_refused_with_a_reason)
{
    static const struct {
        const char *header;
        size_t data;
        int fill;
        const char *why;
    } cases[] = {
        {"{'descr': '<c16', 'fortran_order': False, 'shape': (1, 2), }", 32, 0, "of the type '<c16'"},
        {"{'descr': '|V2', 'fortran_order': False, 'shape': (1, 2), }", 4, 0, "of the type '|V2'"},
        {"{'descr': '<f16', 'fortran_order': False, 'shape': (1, 2), }", 32, 0, "of the type '<f16'"},
        {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }", 16, 0, "of the type [("},
        {"{'descr': '<u8', 'fortran_order': False, 'shape': (1, 2), }", 16, 0x40, "beyond 2^53"},
        {"{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }", 16, 0x80, "beyond 2^53"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (1, 2), }", 4, 0xFF, "NaN, infinite"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }", 48, 0, "one or two dimensions"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (100000, 2), }", 16, 0, "1 to 4096"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", 12, 0,
         "12 bytes of data, expected 16"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", 16, 0xFF, "NaN, infinite"},
        {"{}", 0, 0, "of the type"},
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

/* The same six numbers in every type that can hold them, row by row or column by column. */
TEST(every_type_of_numpys_numbers_is_read)
{
    static const struct {
        const char *type;
        unsigned char one[6][8]; /* the least significant byte first */
        double want[6];
    } cases[] = {
        {"i1", {{0}, {1}, {127}, {255}, {128}, {2}}, {0, 1, 127, -1, -128, 2}},
        {"u1", {{0}, {1}, {127}, {255}, {128}, {2}}, {0, 1, 127, 255, 128, 2}},
        {"b1", {{0}, {1}, {1}, {0}, {0}, {1}}, {0, 1, 1, 0, 0, 1}},
        {"i2", {{1, 2}, {255, 255}, {0, 128}, {0}, {1}, {2}}, {513, -1, -32768, 0, 1, 2}},
        {"u2", {{1, 2}, {255, 255}, {0, 128}, {0}, {1}, {2}}, {513, 65535, 32768, 0, 1, 2}},
        {"i4",
         {{1, 2, 3}, {0, 0, 0, 128}, {254, 255, 255, 255}, {0}, {1}, {2}},
         {197121, -2147483648.0, -2, 0, 1, 2}},
        {"u4",
         {{1, 2, 3}, {0, 0, 0, 128}, {254, 255, 255, 255}, {0}, {1}, {2}},
         {197121, 2147483648.0, 4294967294.0, 0, 1, 2}},
        {"i8",
         {{1, 0, 0, 0, 0, 1},
          {0, 0, 0, 0, 0, 0, 224, 255},
          {255, 255, 255, 255, 255, 255, 255, 255},
          {0},
          {1},
          {2}},
         {0x1p40 + 1, -0x1p53, -1, 0, 1, 2}},
        {"u8",
         {{1, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 32}, {0}, {0}, {1}, {2}},
         {0x1p40 + 1, 0x1p53, 0, 0, 1, 2}},
        {"f2",
         {{0, 0x38}, {0, 0xC1}, {1}, {0xFF, 0x7B}, {0, 0xFC}, {0}},
         {0.5, -2.5, 0x1p-24, 65504, -INFINITY, 0}},
        {"f4",
         {{0, 0, 0, 0x3F}, {0, 0, 32, 0xC0}, {1}, {0, 0, 128, 255}, {0}, {0}},
         {0.5, -2.5, 0x1p-149, -INFINITY, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases * 4; i++) {
        bool big = i & 1, columns = i & 2;
        size_t width = (size_t)(cases[i / 4].type[1] - '0');
        char bytes[400], header[100], *at;
        struct table t = {0};
        struct reply r = {0};
        snprintf(header, sizeof header, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (2, 3), }",
                 width == 1 ? '|'
                 : big      ? '>'
                            : '<',
                 cases[i / 4].type, columns ? "True" : "False");
        size_t n = npy(bytes, header, 6 * width, 0);
        at = bytes + n - 6 * width;
        for (int k = 0; k < 6; k++)
            for (size_t b = 0; b < width; b++)
                *at++ = (char)cases[i / 4].one[columns ? k % 2 * 3 + k / 2 : k][big ? width - 1 - b : b];
        if (!import_npy(&t, bytes, n, &r))
            fail_msg("%s: %s", header, text_str(&r.text));
        for (int k = 0; k < 6; k++)
            if (t.v[k] != cases[i / 4].want[k])
                fail_msg("%s: number %d is %.17g", header, k, t.v[k]);
        assert_int_equal(t.rows, 2);
        assert_int_equal(t.cols, 3);
        table_finish(&t);
    }
}

TEST(word_vectors_are_read_with_and_without_a_header)
{
    static const char *const files[] = {"3 4\n猫 1 2 3 4\n鱼 5 6 7 8\n狗 .5 .5 .5 .5\n",
                                        "猫 1 2 3 4\r\n鱼 5 6 7 8\r\n狗 .5 .5 .5 .5",
                                        "猫,1,2,3,4\n\"鱼\",5,6,7,8\n\"狗\", .5, \".5\", .5, .5",
                                        "word,a,b,c,d\n猫,1,2,3,4\n狗,.5,.5,.5,.5",
                                        ",0,1,2,3\r\n猫,1,2,3,4\r\n狗,.5,.5,.5,.5\r\n",
                                        "猫;1;2;3;4\n狗;0,5;0,5;0,5;0,5\n",
                                        "猫 1 2 3 4\n狗 0,5 0,5 0,5 0,5\n",
                                        "猫, 1, 2, 3, 4\n狗, .5, .5, .5, .5\n",
                                        ", 1 2 3 4\n\" 1 2 3 4\n# 1 2 3 4\n猫 1 2 3 4\n狗 .5 .5 .5 .5\n",
                                        "猫\t1\t2\t3\t4\n狗\t.5\t.5\t.5\t.5\n"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct app a = fresh_app();
        struct text said = {0};
        write_file("vectors.txt", files[f], strlen(files[f]));
        assert_true(run(&a, "import vectors", "vectors.txt", &said));
        assert_string_equal(text_str(&said), "found 2 words, 1 missing (追); d = 4 now");
        assert_int_equal(a.session.now.config.d, 4);
        assert_true(mat_at(a.session.now.config.X, 0, 3) == 4 && mat_at(a.session.now.config.X, 2, 0) == 0.5);
        text_finish(&said);
        app_finish(&a);
    }
}

TEST(bad_vectors_change_nothing)
{
    static const struct {
        const char *bytes, *why;
    } cases[] = {
        {"鱼 1 2\n", "vectors.txt: contains none of the sentence's words"},
        {"猫 1 2\n狗 1\n", "vectors.txt: line 2: expected 2 numbers"},
        {"猫\n", "vectors.txt: line 1: expected a word and its numbers, with blanks or commas between them"},
        {"猫,1,2\n狗,1,\n", "vectors.txt: line 2: expected 2 numbers"},
        {"猫,1,-inf\n", "vectors.txt: line 1: expected a word"},
        {"3 2\n猫 \1\2\3", "this is word2vec's binary format: in Python: gensim"},
        {"\x93NUMPY\1", "this is an array of NumPy: 'import x FILE' reads it"},
        {"", "none of"},
        {"猫 1 2 3\n", "have 3 numbers each: 'set heads 1' first)"}, /* there are two heads */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = fresh_app();
        struct text said = {0};
        write_file("vectors.txt", cases[i].bytes, strlen(cases[i].bytes));
        must_enter(&a, "set heads 2");
        int steps = a.session.history.count;
        assert_false(run(&a, "import vectors", "vectors.txt", &said));
        if (!strstr(text_str(&said), cases[i].why))
            fail_msg("said: %s", text_str(&said));
        assert_int_equal(a.session.now.config.d, 8);
        assert_int_equal(a.session.history.count, steps);
        text_finish(&said);
        app_finish(&a);
    }
}

/* Runs a line with the bytes as standard input. */
static bool run_fed(struct app *a, const char *line, const char *bytes, struct text *said)
{
    struct reply r = {0};
    write_file("input", bytes, strlen(bytes));
    int own = dup(STDIN_FILENO), fd = open(kept_path("input"), O_RDONLY);
    assert_true(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    bool ok = app_line(a, line, &r);
    close(fd);
    if (own >= 0)
        assert_true(dup2(own, STDIN_FILENO) == STDIN_FILENO && close(own) == 0);
    text_clear(said);
    text_add(said, text_str(&r.text));
    reply_finish(&r);
    return ok;
}

TEST(vectors_and_matrices_are_read_from_standard_input)
{
    struct app a = fresh_app();
    struct text said = {0};
    a.batch = a.waits = true;
    assert_true(run_fed(&a, "import vectors -", "\xef\xbb\xbf猫 1 2\r\n追 3 4\r\n狗 5 6", &said));
    assert_string_equal(text_str(&said), "found 3 words, 0 missing; d = 2 now");
    must_enter(&a, "expect x(猫) = [1, 2] ; expect x(狗) = [5, 6]");
    assert_true(run_fed(&a, "import WQ -", "1,2\n3,4\n", &said));
    assert_false(run_fed(&a, "import vectors -", "", &said));
    assert_non_null(strstr(text_str(&said), "-: contains none of the sentence's words"));
    assert_false(run_fed(&a, "import vectors -", "猫 1 2\n追 3\n", &said));
    assert_non_null(strstr(text_str(&said), "-: line 2: expected 2 numbers"));
    must_enter(&a, "expect x(猫) = [1, 2]");
    app_finish(&a);
    text_finish(&said);
}

/* Adds examples, once each; a bad line is named with its column, and then nothing has changed. */
TEST(examples_are_read_line_by_line)
{
    static const char *const bad[][2] = {
        {"猫 追 -> 猫\n狗 追 - > 狗\n", "examples.txt:2:1: error: write a sentence, an arrow"},
        {"a -> b\n\n# c\nd e -> f at g\n", "examples.txt:4:13: error: no word 'g'"},
        {"a -> b ; quit\n", "one example per line"},
        {"a = 1 ; quit\n", "one example per line"},
        {"a -> \"b\n", "examples.txt:1:6: error: "},
        {"a -> \xff\n", "examples.txt:1:6: error: "},
        {"# nothing\n", "contains no examples"},
        {"", "contains no examples"},
    };
    static const char good[] =
        "\xef\xbb\xbf# who does it\r\n猫追狗 -> 猫 at 追\r\n\n狗 追 猫 → 狗 at 追 # mine\n"
        "猫/追/狗 -> 猫 at 1";
    struct app a = app_after("example 鱼 追 猫 -> 鱼 at 追 ; task own ; train 20");
    struct text said = {0}, before = {0}, after = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        text_clear(&before), text_clear(&after);
        kept_facts(&a, &before);
        write_file("examples.txt", bad[i][0], strlen(bad[i][0]));
        assert_false(run(&a, "import examples", "examples.txt", &said));
        if (!strstr(text_str(&said), bad[i][1]))
            fail_msg("%s: %s", bad[i][0], text_str(&said));
        kept_facts(&a, &after);
        assert_string_equal(text_str(&before), text_str(&after));
    }
    char line[300];
    struct reply r = {0};
    write_file("examples.txt", "a -> \"b\n", 8);
    snprintf(line, sizeof line, "import examples %s", kept_path("examples.txt"));
    assert_false(app_script(&a, "-c", line, false, &r));
    assert_null(strstr(text_str(&r.text), "-c:")); /* the place in the file is the one that helps */
    assert_non_null(strstr(text_str(&r.text), "examples.txt:1:6: error: "));
    reply_finish(&r);
    write_file("examples.txt", "a -> b\0c", 8);
    assert_false(run(&a, "import examples", "examples.txt", &said));
    write_file("examples.txt", good, sizeof good - 1);
    assert_true(run(&a, "import examples", "examples.txt", &said));
    assert_string_equal(text_str(&said), "examples: 3, new: 2");
    must_enter(&a, "expect step() = 20 ; train 100 ; expect acc() = 1 ; undo ; undo");
    assert_int_equal(examples_count(a.session.now.state.examples), 1);
    text_finish(&said), text_finish(&before), text_finish(&after);
    app_finish(&a);
}

/* The first word of the lexicon, too. */
TEST(imported_vectors_are_in_the_log)
{
    struct app a = fresh_app(), again = fresh_app();
    struct text said = {0}, sentence = {0}, lines = {0};
    struct reply r = {0};
    text_addf(&sentence, "tokens %s 追", lemma_shown(lexicon_at(a.session.now.state.lexicon, 0), LANG_ZH));
    text_addf(&lines, "%s 1 2\n追 3 4\n", lemma_shown(lexicon_at(a.session.now.state.lexicon, 0), LANG_ZH));
    write_file("vectors.txt", text_str(&lines), lines.len);
    must_enter(&a, text_str(&sentence));
    must_enter(&again, text_str(&sentence));
    a.session.log.on = true;
    assert_true(run(&a, "import vectors", "vectors.txt", &said));
    if (!saved_again(&again.session, text_str(&a.session.log.lines) + 1, &r))
        fail_msg("%s: %s", text_str(&a.session.log.lines), text_str(&r.text));
    assert_true(state_same_numbers(&a.session.now.state, &again.session.now.state));
    text_finish(&said), text_finish(&sentence), text_finish(&lines);
    reply_finish(&r);
    app_finish(&a);
    app_finish(&again);
}

/* A session that is restored has them although their file is gone. */
TEST(imported_examples_are_in_the_log)
{
    static const char lines[] = "猫追狗 -> 猫 at 追\n\"ice cream\" -> \"->\"\n";
    struct app a = fresh_app(), again = fresh_app();
    struct text said = {0};
    struct reply r = {0};
    a.session.log.on = true;
    write_file("examples.txt", lines, sizeof lines - 1);
    must_enter(&a, "example 狗 追 猫 -> 狗 at 追 ; task own ; train 5");
    text_clear(&a.session.log.lines);
    assert_true(run(&a, "import examples", "examples.txt", &said));
    must_enter(&again, "example 狗 追 猫 -> 狗 at 追 ; task own ; train 5");
    assert_int_equal(text_str(&a.session.log.lines)[0], LOG_TOGETHER);
    if (!saved_again(&again.session, text_str(&a.session.log.lines) + 1, &r))
        fail_msg("%s: %s", text_str(&a.session.log.lines), text_str(&r.text));
    assert_true(state_same_numbers(&a.session.now.state, &again.session.now.state));
    text_finish(&said);
    reply_finish(&r);
    app_finish(&a);
    app_finish(&again);
}

TESTS(kept_begin, kept_end)
