/* safetensors files: what is read, and that everything else is refused with what is wrong. */
#include <stdio.h>
#include <string.h>

#include "network/tensors.h"
#include "support/test.h"

enum { MOST = 4096 };

struct bytes {
    unsigned char v[MOST];
    size_t n;
};

/* A header of this length (0: its own), the header and `data` bytes. */
static struct bytes file_of(const char *header, size_t length, size_t data)
{
    struct bytes b = {.n = 8 + strlen(header) + data};
    uint64_t n = length ? length : strlen(header);
    assert_true(b.n <= MOST);
    for (int i = 0; i < 8; i++)
        b.v[i] = (unsigned char)(n >> (8 * i) & 255);
    memcpy(b.v + 8, header, strlen(header));
    for (size_t i = 0; i < data; i++)
        b.v[8 + strlen(header) + i] = (unsigned char)i;
    return b;
}

static void assert_refused(const struct bytes *b, const char *why)
{
    struct reply r = {0};
    struct tensors *t = tensors_of_bytes("m.safetensors", b->v, b->n, &r);
    assert_null(t);
    assert_true(r.failed);
    if (!strstr(text_str(&r.text), why))
        fail_msg("wanted '%s', said: %s", why, text_str(&r.text));
    reply_finish(&r);
}

TEST(tensors_lie_where_the_header_says)
{
    struct bytes b = file_of("{\"__metadata__\":{\"format\":\"pt\"},"
                             "\"b\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[4,12]},"
                             "\"a\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[0,4]},"
                             "\"i\":{\"dtype\":\"I64\",\"shape\":[],\"data_offsets\":[12,20]},"
                             "\"none\":{\"dtype\":\"F16\",\"shape\":[0,7],\"data_offsets\":[12,12]}}  ",
                             0, 20);
    struct reply r = {0};
    struct factor m;
    struct tensors *t = tensors_of_bytes("m", b.v, b.n, &r);
    assert_non_null(t);
    assert_int_equal(tensors_count(t), 4);
    assert_string_equal(tensors_at(t, 0)->name, "a");
    assert_ptr_equal(tensors_find(t, "a")->bytes, b.v + b.n - 20);
    assert_ptr_equal(tensors_find(t, "b")->bytes, b.v + b.n - 16);
    assert_true(tensor_mat(tensors_find(t, "b"), &m, &r) && m.rows == 2 && m.cols == 1 && m.kind == MAT_F32);
    assert_true(tensor_mat(tensors_find(t, "a"), &m, &r) && m.rows == 1 && m.cols == 2 && m.kind == MAT_BF16);
    assert_false(tensor_mat(tensors_find(t, "i"), &m, &r));
    assert_non_null(strstr(text_str(&r.text), "I64"));
    assert_null(tensors_find(t, "c"));
    reply_finish(&r);
    tensors_close(t);
}

TEST(doubles_are_read_at_any_address)
{
    static const double given[] = {0, -0.1, 1e300, 5e-324};
    unsigned char bytes[sizeof given + 1];
    char name[] = "a";
    struct tensor one = {.name = name, .type = "F64", .rank = 2, .shape = {2, 2}, .bytes = bytes + 1};
    struct reply r = {0};
    struct factor m;
    memcpy(bytes + 1, given, sizeof given);
    assert_true(tensor_mat(&one, &m, &r) && factor_is_stored(m));
    for (int i = 0; i < 4; i++)
        assert_true(factor_entry(m, i / 2, i % 2) == given[i] &&
                    factor_entry(factor_transposed(m), i % 2, i / 2) == given[i]);
}

TEST(numbers_of_other_types_are_refused)
{
    static const struct {
        const char *type;
        int bytes;
    } others[] = {{"I64", 8}, {"U64", 8}, {"I32", 4},  {"U32", 4},     {"I16", 2},    {"U16", 2},
                  {"I8", 1},  {"U8", 1},  {"BOOL", 1}, {"F8_E4M3", 1}, {"F8_E5M2", 1}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char name[] = "a";
        struct tensor one = {.name = name, .type = others[i].type, .rank = 1, .shape = {1}};
        struct reply r = {0};
        struct factor m;
        assert_false(tensor_mat(&one, &m, &r));
        assert_non_null(strstr(text_str(&r.text), others[i].type));
        reply_finish(&r);
    }
}

#define ONE(dtype, shape, offsets)                                                                           \
    "{\"a\":{\"dtype\":" dtype ",\"shape\":" shape ",\"data_offsets\":" offsets "}}"

TEST(damaged_files_are_refused_with_what_is_wrong)
{
    static const struct {
        const char *header;
        size_t length, data;
        const char *why;
    } cases[] = {
        {"[]", 0, 0, "not a safetensors file"},
        {" {}", 0, 0, "not a safetensors file"},
        {"{}", 0, 0, "no tensors"},
        {"{}", 3, 0, "longer than the file"},
        {"{}", SIZE_MAX, 0, "longer than the file"},
        {"{}", (size_t)1 << 62, 0, "longer than the file"},
        {"{\"a\":", 0, 0, "not valid JSON"},
        {"{\"a\":1}", 0, 0, "described by an object"},
        {"{\"a\":{\"shape\":[],\"data_offsets\":[0,4]}}", 0, 4, "no dtype"},
        {ONE("\"F33\"", "[1]", "[0,4]"), 0, 4, "type of its numbers is unknown"},
        {ONE("\"F32\"", "1", "[0,4]"), 0, 4, "no shape"},
        {ONE("\"F32\"", "[-1]", "[0,4]"), 0, 4, "not a whole number"},
        {ONE("\"F32\"", "[1.5]", "[0,4]"), 0, 4, "not a whole number"},
        {ONE("\"F32\"", "[1,1,1,1,1,1,1,1,1]", "[0,4]"), 0, 4, "8 dimensions"},
        {ONE("\"F32\"", "[1]", "[0]"), 0, 4, "data_offsets"},
        {ONE("\"F32\"", "[1]", "[4,0]"), 0, 4, "data_offsets"},
        {ONE("\"F32\"", "[1]", "[-4,0]"), 0, 4, "data_offsets"},
        {ONE("\"F32\"", "[1]", "[0,4,4]"), 0, 4, "data_offsets"},
        {ONE("\"F32\"", "[1]", "\"0,4\""), 0, 4, "data_offsets"},
        {ONE("\"F32\"", "[2]", "[0,8]"), 0, 4, "cut off"},
        {ONE("\"F32\"", "[1]", "[0,9223372036854775807]"), 0, 4, "cut off"},
        {ONE("\"F32\"", "[1]", "[0,99999999999999999999]"), 0, 4, "data_offsets are not two numbers"},
        {ONE("\"F32\"", "[1]", "[0,2]"), 0, 2, "a different number of bytes"},
        {ONE("\"F16\"", "[1]", "[0,4]"), 0, 4, "a different number of bytes"},
        {ONE("\"F32\"", "[4611686018427387904,4]", "[0,0]"), 0, 0, "a different number of bytes"},
        {ONE("\"F32\"", "[1]", "[4,8]"), 0, 8, "before it"},
        {ONE("\"F32\"", "[1]", "[0,4]"), 0, 5, "after the last tensor"},
        {ONE("\"F32\"", "[1]", "[2000000000,2000000004]"), 0, 4, "cut off"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
         "\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}",
         0, 8, "not valid JSON"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
         "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
         0, 12, "tensor b: its data_offsets overlap"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
         "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[7,15]}}",
         0, 15, "tensor b: its data_offsets overlap"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
         "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[8,12]}}",
         0, 12, "tensor b: there are bytes before it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes b = file_of(cases[i].header, cases[i].length, cases[i].data);
        assert_refused(&b, cases[i].why);
    }
}

TEST(a_header_is_not_nested_without_end)
{
    char deep[3500] = "{\"a\":";
    size_t n = strlen(deep);
    memset(deep + n, '[', sizeof deep - n - 1);
    deep[sizeof deep - 1] = '\0';
    struct bytes b = file_of(deep, 0, 0);
    assert_refused(&b, "not valid JSON");
}

/* Cut off anywhere, a file is refused: every byte of it belongs to something. */
TEST(a_file_that_is_cut_off_is_refused)
{
    struct bytes whole = file_of(ONE("\"F32\"", "[2]", "[0,8]"), 0, 8);
    for (size_t n = 0; n < whole.n; n++) {
        struct bytes b = whole;
        b.n = n;
        assert_refused(&b, "m.safetensors");
    }
}
