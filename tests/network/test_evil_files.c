/* Files of models that are damaged or made with bad intentions: each is refused with what is wrong with it.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <jansson.h>

#include "keep/json_file.h"
#include "network/pretrained.h"
#include "network/tensors.h"
#include "support/kept.h"
#include "support/model_files.h"
#include "support/test.h"

/* Returns a path in the folder of the model; it survives the next call. */
static const char *in_model(const char *name)
{
    static char path[2][300];
    static int next;
    next = !next;
    snprintf(path[next], sizeof path[next], "%s/%s", kept_path("model"), name);
    return path[next];
}

static void write_bytes(const char *name, const char *bytes, size_t n)
{
    FILE *f = fopen(in_model(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static void assert_refused(const char *why)
{
    struct reply r = {0};
    assert_null(pretrained_open(kept_path("model"), &r));
    assert_true(r.failed);
    if (!strstr(text_str(&r.text), why))
        fail_msg("wanted '%s', said: %s", why, text_str(&r.text));
    reply_finish(&r);
}

/* ---- several files ------------------------------------------------------------------------- */

static void write_tensor(const char *file, const char *name)
{
    char header[200];
    unsigned char all[300] = {0};
    int n = snprintf(header, sizeof header,
                     "{\"%s\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", name);
    all[0] = (unsigned char)n;
    memcpy(all + 8, header, (size_t)n);
    write_bytes(file, (const char *)all, (size_t)n + 12);
}

TEST(lists_of_files_are_checked)
{
    static const struct {
        const char *list, *why;
    } cases[] = {
        {"", "not valid JSON"},
        {"[]", "has no weight_map"},
        {"{}", "has no weight_map"},
        {"{\"weight_map\":[]}", "has no weight_map"},
        {"{\"weight_map\":{}}", "has no weight_map"},
        {"{\"weight_map\":{\"a\":1}}", "tensor a: its file is not named by the name of a file in the same"},
        {"{\"weight_map\":{\"a\":\"\"}}", "its file is not named"},
        {"{\"weight_map\":{\"a\":\"..\"}}", "its file is not named"},
        {"{\"weight_map\":{\"a\":\"../x\"}}", "its file is not named"},
        {"{\"weight_map\":{\"a\":\"/etc/passwd\"}}", "its file is not named"},
        {"{\"weight_map\":{\"a\":\"none\"}}", "none: No such file"},
        {"{\"weight_map\":{\"c\":\"one\"}}", "tensor c: it is in none of the listed files"},
        {"{\"weight_map\":{\"a\":\"one\",\"b\":\"same\"}}",
         "tensor a: another file has a tensor of that name too"},
        {"{\"weight_map\":{\"a\":\"folder\"}}", "folder"},
    };
    copy_model("gpt2");
    remove(in_model("model.safetensors"));
    write_tensor("one", "a");
    write_tensor("same", "a");
    mkdir(in_model("folder"), 0700);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text("model.safetensors.index.json", cases[i].list);
        assert_refused(cases[i].why);
    }
    struct text many = {0};
    text_add(&many, "{\"weight_map\":{");
    for (int i = 0; i <= 1000; i++) {
        char name[20];
        snprintf(name, sizeof name, "f%d", i);
        write_tensor(name, name);
        text_addf(&many, "%s\"%s\":\"%s\"", i ? "," : "", name, name);
    }
    text_add(&many, "}}");
    write_text("model.safetensors.index.json", text_str(&many));
    assert_refused("there are too many files");
    text_finish(&many);
    remove(in_model("model.safetensors.index.json"));
}

/* ---- giants --------------------------------------------------------------------------------- */

/* Writes a file of this size whose header ends in blanks, up to `length` bytes. The rest is a hole, which
 * takes no room on the disk. */
static void write_giant(const char *header, uint64_t length, off_t size)
{
    unsigned char first[8];
    int fd = open(in_model("model.safetensors"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0 && ftruncate(fd, size) == 0);
    for (int i = 0; i < 8; i++)
        first[i] = (unsigned char)(length >> (8 * i) & 255);
    assert_int_equal(pwrite(fd, first, 8, 0), 8);
    assert_int_equal(pwrite(fd, header, strlen(header), 8), strlen(header));
    close(fd);
}

TEST(giants_are_refused_before_they_are_read)
{
    static const char far[] =
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[2147483648,2147483652]}}",
                      last[] = "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
                      wide[] =
                          "{\"a\":{\"dtype\":\"U8\",\"shape\":[2147483648],\"data_offsets\":[0,2147483648]}}";
    copy_model("gpt2");
    write_giant(far, strlen(far), (off_t)(8 + strlen(far)) + 2147483652);
    assert_refused("tensor a: there are bytes before it that belong to no tensor");
    write_giant(last, strlen(last), (off_t)3 << 30);
    assert_refused("there are bytes after the last tensor that belong to none");
    write_giant(wide, strlen(wide), (off_t)(8 + strlen(wide)) + 2147483648);
    assert_refused("it is not a model of type gpt2");
    write_giant("{", JSON_FILE_MAX + 1, (off_t)JSON_FILE_MAX + 100);
    assert_refused("its header has more than 64 MB");
    write_giant("{", (uint64_t)1 << 63, (off_t)3 << 30);
    assert_refused("its header would be longer than the file");
    copy_model("gpt2");
    assert_int_equal(truncate(in_model("tokenizer.json"), (off_t)JSON_FILE_MAX + 1), 0);
    assert_refused("tokenizer.json");
    copy_model("gpt2");
    assert_int_equal(truncate(in_model("config.json"), (off_t)JSON_FILE_MAX + 1), 0);
    assert_refused("config.json");
}

/* As many tensors as no model has, in 13 MB of header. */
TEST(more_tensors_than_any_model_has_are_refused)
{
    enum { COUNT = (1 << 18) + 1, EACH = 64 };
    char *all = test_malloc((size_t)COUNT * EACH + 20);
    size_t n = 8;
    for (int i = 0; i < COUNT; i++)
        n += (size_t)snprintf(all + n, EACH,
                              "%s\"%x\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}",
                              i ? "," : "{", (unsigned)i);
    all[n++] = '}';
    for (int i = 0; i < 8; i++)
        all[i] = (char)((uint64_t)(n - 8) >> (8 * i) & 255);
    struct reply r = {0};
    assert_null(tensors_of_bytes("m", (const unsigned char *)all, n, &r));
    assert_non_null(strstr(text_str(&r.text), "there are too many tensors"));
    reply_finish(&r);
    test_free(all);
}

/* ---- config.json --------------------------------------------------------------------------- */

/* Opens the model with this config; a refusal must name the key, or what does not fit it. */
static void try_config(json_t *config, const char *key)
{
    static const char *const fit[] = {"config.json asks for", "no tensor",           "heads",
                                      "model_type",           "the tokenizer knows", "cannot be opened yet"};
    struct reply r = {0};
    assert_int_equal(json_dump_file(config, in_model("config.json"), 0), 0);
    struct pretrained *p = pretrained_open(kept_path("model"), &r);
    bool says = strstr(text_str(&r.text), key) != NULL;
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++)
        says = says || strstr(text_str(&r.text), fit[i]);
    if (!p && !says)
        fail_msg("%s: %s", key, text_str(&r.text));
    pretrained_drop(p);
    reply_finish(&r);
}

/* Every key of every config, missing or with a value of another kind. */
TEST(every_key_of_a_config_is_checked)
{
    static const char *const models[] = {"gpt2", "bert", "distilbert-f16", "llama-bf16", "gpt2-bf16"};
    static const char *const values[] = {
        "null",  "true", "false", "0",    "-1",    "1.5",   "9223372036854775807",
        "1e308", "[]",   "{}",    "\"\"", "[1,2]", "\"x\"", "{\"a\":1}"};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        const char *key;
        char path[200];
        json_error_t error;
        json_t *value;
        copy_model(models[m]);
        snprintf(path, sizeof path, "tests/data/models/%s/config.json", models[m]);
        json_t *config = json_load_file(path, 0, &error);
        assert_non_null(config);
        json_object_foreach(config, key, value)
        {
            json_t *one = json_copy(config);
            json_object_del(one, key);
            try_config(one, key);
            for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                json_object_set_new(one, key, json_loads(values[v], JSON_DECODE_ANY, &error));
                try_config(one, key);
            }
            json_decref(one);
        }
        json_decref(config);
    }
}

TESTS(kept_begin, kept_end)
