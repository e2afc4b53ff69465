#include "network/tensors.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "keep/file.h"
#include "keep/json_file.h"
#include "base/mem.h"
#include "base/platform.h"
#include "base/room.h"
#include "base/system_error.h"
#include "base/utf8.h"

enum {
    LENGTH = 8,        /* bytes before the header */
    MOST_FILES = 1000, /* of a model */
    MOST_TENSORS = 1 << 18,
    SHOWN = 80 /* bytes of a name in messages */
};

struct file {
    char *path;
    const unsigned char *bytes;
    size_t n;
    void *mapped;     /* NULL: the bytes are somebody else's */
    struct stat then; /* of a mapped file, when it was opened */
};

struct tensors {
    struct file *file;
    int files, file_room;
    struct tensor *of; /* sorted by name once all files are read */
    int count, room;
};

/* ---- types -------------------------------------------------------------------------------- */

static const struct type {
    const char *name;
    size_t bytes;
    int kind; /* enum mat_kind, -1: no numbers that a model is computed from */
} types[] = {
    {"F32", 4, MAT_F32}, {"F16", 2, MAT_F16}, {"BF16", 2, MAT_BF16}, {"F64", 8, MAT_F64}, {"I64", 8, -1},
    {"U64", 8, -1},      {"I32", 4, -1},      {"U32", 4, -1},        {"I16", 2, -1},      {"U16", 2, -1},
    {"I8", 1, -1},       {"U8", 1, -1},       {"BOOL", 1, -1},       {"F8_E4M3", 1, -1},  {"F8_E5M2", 1, -1},
};

static const struct type *type_named(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

void tensor_add_shape(const struct tensor *t, struct text *out)
{
    text_add(out, t->rank == 0 ? "one number" : "");
    for (int i = 0; i < t->rank; i++)
        text_addf(out, i ? " x %ld" : "%ld", t->shape[i]);
}

bool tensor_mat(struct tensor *t, struct factor *out, struct reply *r)
{
    const struct type *type = type_named(t->type);
    if (type->kind < 0)
        return reply_fail(r, 0, TEXT("tensor %s has numbers of type %s: F64, F32, F16 and BF16 can be read"),
                          t->name, t->type);
    bool row = t->rank == 1;
    t->used = true;
    if ((!row && t->rank != 2) || t->shape[0] > INT_MAX || t->shape[t->rank - 1] > INT_MAX)
        return reply_fail(r, 0, TEXT("tensor %s is neither a row nor a matrix"), t->name);
    *out = factor_stored(row ? 1 : (int)t->shape[0], (int)t->shape[t->rank - 1], (enum mat_kind)type->kind,
                         t->bytes);
    return true;
}

/* ---- one entry of a header ---------------------------------------------------------------- */

/* Where a mistake is: the file and, within it, the tensor. */
struct place {
    const char *path, *name;
    struct reply *r;
};

/* "FILE: tensor NAME: " and what is wrong. Names of foreign files are shown without control characters. */
static bool wrong(const struct place *at, const char *text)
{
    struct text name = TEXT_HERE;
    text_add_bytes(&name, at->name, (size_t)utf8_fit(at->name, SHOWN));
    reply_fail(at->r, 0, TEXT("%s: tensor %s: %s"), at->path, text_str(&name), text_in(text, at->r->lang));
    text_finish(&name);
    return false;
}

/* Returns a whole number, at least 0, or -1. */
static json_int_t natural(const json_t *x)
{
    return json_is_integer(x) && json_integer_value(x) >= 0 ? json_integer_value(x) : -1;
}

static bool read_shape(struct tensor *t, const json_t *shape, const struct place *at)
{
    if (!json_is_array(shape))
        return wrong(at, TEXT("it has no shape (a list of sizes)"));
    if (json_array_size(shape) > TENSOR_RANK)
        return wrong(at, TEXT("it has more than 8 dimensions"));
    t->rank = (int)json_array_size(shape);
    for (int i = 0; i < t->rank; i++) {
        json_int_t size = natural(json_array_get(shape, (size_t)i));
        if (size < 0 || size > LONG_MAX)
            return wrong(at, TEXT("a size in its shape is not a whole number, 0 or more"));
        t->shape[i] = (long)size;
    }
    return true;
}

static bool read_entry(struct tensor *t, json_t *entry, const struct file *f, size_t data,
                       const struct place *at)
{
    const char *name = json_file_text(entry, "dtype", NULL);
    const struct type *type = name ? type_named(name) : NULL;
    const json_t *offsets = json_object_get(entry, "data_offsets");
    size_t room = f->n - data, needs;
    if (!name)
        return wrong(at, TEXT("it has no dtype (the type of its numbers, as \"F32\")"));
    if (!type)
        return wrong(at, TEXT("the type of its numbers is unknown"));
    if (!read_shape(t, json_object_get(entry, "shape"), at))
        return false;
    json_int_t begin = natural(json_array_get(offsets, 0)), end = natural(json_array_get(offsets, 1));
    if (!json_is_array(offsets) || json_array_size(offsets) != 2 || begin < 0 || end < begin)
        return wrong(at, TEXT("its data_offsets are not two numbers, first begin, then end"));
    if ((uint64_t)end > room)
        return wrong(at, TEXT("it ends after the end of the file: the file is cut off or damaged"));
    bool fits = true;
    needs = type->bytes;
    for (int i = 0; fits && i < t->rank; i++) {
        fits = t->shape[i] == 0 || needs <= room / (size_t)t->shape[i];
        needs *= (size_t)t->shape[i];
    }
    if (!fits || needs != (size_t)(end - begin))
        return wrong(at,
                     TEXT("its shape and type need a different number of bytes than its data_offsets give"));
    t->type = type->name;
    t->bytes = f->bytes + data + (size_t)begin;
    t->size = needs;
    return true;
}

/* ---- one file ----------------------------------------------------------------------------- */

static bool read_tensor(struct tensors *t, const char *name, json_t *entry, size_t data, struct reply *r)
{
    const struct file *f = &t->file[t->files - 1];
    struct place at = {f->path, name, r};
    if (t->count == t->room) {
        size_t room = room_more((size_t)t->room, 256);
        struct tensor *of = mem_grow(t->of, room, sizeof *of);
        if (!of)
            return reply_no_memory(r);
        t->of = of;
        t->room = (int)room;
    }
    struct tensor *one = &t->of[t->count];
    *one = (struct tensor){.name = mem_copy_text(name, strlen(name)), .file = t->files - 1};
    if (!one->name)
        return reply_no_memory(r);
    t->count++;
    if (t->count > MOST_TENSORS)
        return wrong(&at, TEXT("there are too many tensors"));
    if (!json_is_object(entry))
        return wrong(&at, TEXT("it is not described by an object {\"dtype\": …}"));
    return read_entry(one, entry, f, data, &at);
}

static int by_address(const void *a, const void *b)
{
    const struct tensor *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return x->size < y->size ? -1 : x->size > y->size;
}

static bool read_header(struct tensors *t, json_t *header, size_t data, struct reply *r)
{
    const char *name;
    json_t *entry;
    int first = t->count;
    json_object_foreach(header, name, entry) if (strcmp(name, "__metadata__") != 0 &&
                                                 !read_tensor(t, name, entry, data, r)) return false;
    /* The tensors of a file follow each other without gaps, from the end of the header to the end of the
     * file. */
    const struct file *f = &t->file[t->files - 1];
    const unsigned char *next = f->bytes + data;
    if (t->count > first)
        qsort(t->of + first, (size_t)(t->count - first), sizeof *t->of, by_address);
    for (int i = first; i < t->count; i++) {
        struct place at = {f->path, t->of[i].name, r};
        if (t->of[i].bytes < next)
            return wrong(&at, TEXT("its data_offsets overlap those of another tensor"));
        if (t->of[i].bytes > next)
            return wrong(&at, TEXT("there are bytes before it that belong to no tensor"));
        next += t->of[i].size;
    }
    if (next != f->bytes + f->n)
        return reply_fail(r, 0, TEXT("%s: there are bytes after the last tensor that belong to none"),
                          f->path);
    return true;
}

static bool not_safetensors(const struct file *f, struct reply *r)
{
    return reply_fail(
        r, 0, TEXT("%s is not a safetensors file: it must begin with the length of a header and with {"),
        f->path);
}

/* Reads the last file of t. */
static bool read_file(struct tensors *t, struct reply *r)
{
    const struct file *f = &t->file[t->files - 1];
    uint64_t n = 0;
    if (f->n < LENGTH + 2)
        return not_safetensors(f, r);
    for (int i = LENGTH - 1; i >= 0; i--)
        n = n << 8 | f->bytes[i];
    if (f->bytes[LENGTH] != '{')
        return not_safetensors(f, r);
    if (n > f->n - LENGTH)
        return reply_fail(
            r, 0, TEXT("%s: its header would be longer than the file: it is cut off or damaged"), f->path);
    if (n > JSON_FILE_MAX)
        return reply_fail(r, 0, TEXT("%s: its header has more than %d MB"), f->path, JSON_FILE_MAX >> 20);
    /* Each tensor of a header is an object: so they are counted before jansson spends seconds on them. */
    size_t objects = 0;
    for (size_t i = 0; i < n; i++)
        objects += f->bytes[LENGTH + i] == '{';
    if (objects > MOST_TENSORS + 2)
        return reply_fail(r, 0, TEXT("%s: its header has more than %d tensors"), f->path, MOST_TENSORS);
    json_t *header = json_file_parse(f->path, (const char *)f->bytes + LENGTH, (size_t)n, r);
    bool ok = header && read_header(t, header, LENGTH + (size_t)n, r);
    json_decref(header);
    return ok;
}

static bool add_file(struct tensors *t, const char *path, struct file file, struct reply *r)
{
    if (t->files == t->file_room) {
        size_t room = room_more((size_t)t->file_room, 4);
        struct file *more_files = mem_grow(t->file, room, sizeof *more_files);
        if (!more_files)
            return reply_no_memory(r);
        t->file = more_files;
        t->file_room = (int)room;
    }
    file.path = mem_copy_text(path, strlen(path));
    if (!file.path)
        return reply_no_memory(r);
    t->file[t->files++] = file;
    return true;
}

static bool map_bytes(const char *path, struct file *out, struct reply *r)
{
    int fd = file_open(path, false, r);
    if (fd < 0)
        return false;
    bool ok = fstat(fd, &out->then) == 0 && (uintmax_t)out->then.st_size <= SIZE_MAX;
    out->n = ok ? (size_t)out->then.st_size : 0;
    if (ok && out->n > 0) {
        out->mapped = mmap(NULL, out->n, PROT_READ, MAP_PRIVATE, fd, 0);
        ok = out->mapped != MAP_FAILED;
    }
    if (!ok)
        system_error(path, r);
    close(fd);
    out->mapped = ok ? out->mapped : NULL;
    out->bytes = out->mapped;
    return ok;
}

static bool map_file(struct tensors *t, const char *path, struct reply *r)
{
    struct file file = {0};
    if (!map_bytes(path, &file, r))
        return false;
    if (add_file(t, path, file, r))
        return read_file(t, r);
    if (file.mapped)
        munmap(file.mapped, file.n);
    return false;
}

/* ---- all files ---------------------------------------------------------------------------- */

static int by_tensor_name(const void *a, const void *b)
{
    return strcmp(((const struct tensor *)a)->name, ((const struct tensor *)b)->name);
}

/* Sorts by name. A name in two files is a mistake. */
static bool sort(struct tensors *t, struct reply *r)
{
    if (t->count == 0)
        return reply_fail(r, 0, TEXT("%s has no tensors"), t->file[0].path);
    qsort(t->of, (size_t)t->count, sizeof *t->of, by_tensor_name);
    for (int i = 1; i < t->count; i++) {
        struct place at = {t->file[t->of[i].file].path, t->of[i].name, r};
        if (strcmp(t->of[i].name, t->of[i - 1].name) == 0)
            return wrong(&at, TEXT("another file has a tensor of that name too"));
    }
    return true;
}

static void add_path(struct text *out, const char *folder, const char *name)
{
    text_add(out, folder);
    text_add(out, out->len > 0 && out->s[out->len - 1] == '/' ? "" : "/");
    text_add(out, name);
}

static bool open_listed(struct tensors *t, const char *folder, const char *list, json_t *map, struct reply *r)
{
    const char *name;
    json_t *in;
    bool ok = true;
    json_t *seen = json_object(); /* names of open files */
    json_object_foreach(map, name, in)
    {
        struct place at = {list, name, r};
        struct text path = {0};
        const char *file = json_is_string(in) ? json_string_value(in) : ""; /* in the same folder: no path */
        if (!*file || *file == '.' || strchr(file, '/') || strlen(file) >= 256)
            ok = wrong(&at, TEXT("its file is not named by the name of a file in the same folder"));
        if (ok && json_object_get(seen, file))
            continue;
        add_path(&path, folder, ok ? file : "");
        ok =
            ok && ((!path.failed && json_object_set_new(seen, file, json_true()) == 0) || reply_no_memory(r));
        if (ok)
            ok = t->files < MOST_FILES ? map_file(t, text_str(&path), r)
                                       : wrong(&at, TEXT("there are too many files"));
        text_finish(&path);
        if (!ok)
            break;
    }
    json_decref(seen);
    return ok;
}

static bool open_list(struct tensors *t, const char *folder, const char *list, struct reply *r)
{
    json_t *root = json_file_read(list, r), *map = json_object_get(root, "weight_map");
    bool ok = root != NULL;
    if (ok && (!json_is_object(map) || json_object_size(map) == 0))
        ok = reply_fail(r, 0, TEXT("%s has no weight_map (the file of each tensor)"), list);
    ok = ok && open_listed(t, folder, list, map, r) && sort(t, r);
    for (void *at = json_object_iter(map); ok && at; at = json_object_iter_next(map, at)) {
        struct place listed = {list, json_object_iter_key(at), r};
        ok = tensors_find(t, listed.name) || wrong(&listed, TEXT("it is in none of the listed files"));
    }
    json_decref(root);
    return ok;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static bool nothing_there(const char *folder, struct reply *r)
{
    static const char *const pickles[] = {"pytorch_model.bin", "pytorch_model.bin.index.json"};
    bool pickle = false;
    for (size_t i = 0; i < sizeof pickles / sizeof *pickles; i++) {
        struct text path = {0};
        add_path(&path, folder, pickles[i]);
        pickle = pickle || exists(text_str(&path));
        text_finish(&path);
    }
    if (pickle)
        return reply_fail(
            r, 0,
            TEXT("%s has its numbers in pytorch_model.bin, a format that can run code: save the model as "
                 "model.safetensors"),
            folder);
    return reply_fail(r, 0, TEXT("%s has no model.safetensors and no model.safetensors.index.json"), folder);
}

static bool open_folder(struct tensors *t, const char *folder, struct reply *r)
{
    struct text one = {0}, list = {0};
    add_path(&one, folder, "model.safetensors");
    add_path(&list, folder, "model.safetensors.index.json");
    bool ok = (!one.failed && !list.failed) || reply_no_memory(r);
    if (ok && exists(text_str(&one)))
        ok = map_file(t, text_str(&one), r) && sort(t, r);
    else if (ok && exists(text_str(&list)))
        ok = open_list(t, folder, text_str(&list), r);
    else if (ok)
        ok = nothing_there(folder, r);
    text_finish(&one);
    text_finish(&list);
    return ok;
}

static struct tensors *result(struct tensors *t, bool ok)
{
    if (ok)
        return t;
    tensors_close(t);
    return NULL;
}

struct tensors *tensors_open(const char *path, struct reply *r)
{
    struct stat st;
    struct tensors *t = mem_new(1, sizeof *t);
    if (!t) {
        reply_no_memory(r);
        return NULL;
    }
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return result(t, open_folder(t, path, r));
    return result(t, map_file(t, path, r) && sort(t, r));
}

struct tensors *tensors_of_bytes(const char *path, const unsigned char *bytes, size_t n, struct reply *r)
{
    struct tensors *t = mem_new(1, sizeof *t);
    if (!t) {
        reply_no_memory(r);
        return NULL;
    }
    return result(t, add_file(t, path, (struct file){.bytes = bytes, .n = n}, r) && read_file(t, r) &&
                         sort(t, r));
}

void tensors_close(struct tensors *t)
{
    for (int i = 0; t && i < t->files; i++) {
        if (t->file[i].mapped)
            munmap(t->file[i].mapped, t->file[i].n);
        mem_free(t->file[i].path);
    }
    for (int i = 0; t && i < t->count; i++)
        mem_free(t->of[i].name);
    if (t) {
        mem_free(t->file);
        mem_free(t->of);
    }
    mem_free(t);
}

const char *tensors_changed(const struct tensors *t)
{
    for (int i = 0; i < t->files; i++) {
        const struct stat *then = &t->file[i].then;
        struct stat now;
        if (!t->file[i].mapped || stat(t->file[i].path, &now) != 0 || now.st_dev != then->st_dev ||
            now.st_ino != then->st_ino)
            continue;
        struct timespec time = platform_written(&now), before = platform_written(then);
        if (now.st_size != then->st_size || time.tv_sec != before.tv_sec || time.tv_nsec != before.tv_nsec)
            return t->file[i].path;
    }
    return NULL;
}

uint64_t tensors_mark(const struct tensors *t, uint64_t sum)
{
    enum { SAMPLES = 64, SAMPLE = 1 << 16 };
    int every = (t->count + SAMPLES - 1) / SAMPLES;
    for (int i = 0; i < t->count; i++) {
        const struct tensor *one = &t->of[i];
        sum = text_sum(sum, one->name, strlen(one->name) + 1);
        sum = text_sum(sum, one->shape, (size_t)one->rank * sizeof *one->shape);
        if (i % every == 0)
            sum = text_sum(sum, one->bytes, one->size < SAMPLE ? one->size : SAMPLE);
    }
    return sum;
}

struct tensor *tensors_find(const struct tensors *t, const char *name)
{
    struct tensor key = {.name = (char *)(uintptr_t)name};
    return bsearch(&key, t->of, (size_t)t->count, sizeof *t->of, by_tensor_name);
}

int tensors_count(const struct tensors *t)
{
    return t->count;
}

struct tensor *tensors_at(const struct tensors *t, int i)
{
    return &t->of[i];
}

static bool all_finite(struct factor f)
{
    enum { AT_ONCE = 256 };
    double some[AT_ONCE];
    for (int r = 0; r < f.rows; r++)
        for (int c = 0, count; c < f.cols; c += count) {
            count = f.cols - c < AT_ONCE ? f.cols - c : AT_ONCE;
            factor_read(some, f, r, c, count);
            for (int i = 0; i < count; i++)
                if (!isfinite(some[i]))
                    return false;
        }
    return true;
}

const struct tensor *tensors_not_finite(const struct tensors *t)
{
    for (int i = 0; i < t->count; i++) {
        struct reply why = {0};
        struct factor f;
        bool bad = tensor_mat(&t->of[i], &f, &why) && !all_finite(f);
        reply_finish(&why);
        if (bad)
            return &t->of[i];
    }
    return NULL;
}
