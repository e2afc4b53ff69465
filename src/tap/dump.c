#include "tap/dump.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/system_error.h"
#include "base/utf8.h"
#include "core/math/mat.h"
#include "keep/file.h"
#include "keep/json_file.h"
#include "network/npy.h"
#include "network/tensors.h"

/* Smaller files are copied: whoever writes into a mapped one could end this program. */
enum { MOST_ARRAYS = 1 << 16, MOST_NUMBERS = INT_MAX, MOST_COPIED = 64 << 20 };

struct mapped {
    void *at;
    size_t n;
    bool copied; /* it is on the heap */
};

struct dump {
    struct mapped *file;
    int files, file_room;
    struct tensors *tensors; /* of a .safetensors, else NULL */
    json_t *header;          /* its header, whose metadata arrays point to */
    struct array *of;
    int count, room;
};

/* ---- files -------------------------------------------------------------------------------- */

/* Copies or maps a whole file. *out stays until the dump is closed. */
static bool map_whole(struct dump *d, const char *path, struct mapped *out, struct reply *r)
{
    if (d->files == d->file_room) {
        size_t room = room_more((size_t)d->file_room, 1);
        struct mapped *more = mem_grow(d->file, room, sizeof *more);
        if (!more)
            return reply_no_memory(r);
        d->file = more;
        d->file_room = (int)room;
    }
    int fd = file_open(path, false, r);
    if (fd < 0)
        return false;
    struct stat st;
    struct text copy = {0};
    *out = (struct mapped){0};
    bool ok = fstat(fd, &st) == 0, copies = ok && st.st_size <= MOST_COPIED;
    if (copies) {
        ok = file_read_open(fd, path, MOST_COPIED, &copy, r);
        *out = (struct mapped){copy.s, copy.len, true};
    } else if (ok) {
        void *at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        ok = at != MAP_FAILED;
        if (ok)
            *out = (struct mapped){at, (size_t)st.st_size, false};
    }
    if (!ok && !r->failed)
        system_error(path, r);
    close(fd);
    if (out->at)
        d->file[d->files++] = *out;
    return ok;
}

/* Adds an array without numbers; NULL and explains. */
static struct array *add_array(struct dump *d, const char *name, size_t n, struct reply *r)
{
    if (d->count == MOST_ARRAYS) {
        reply_fail(r, 0, TEXT("there are more than %d arrays"), MOST_ARRAYS);
        return NULL;
    }
    if (d->count == d->room) {
        size_t room = room_more((size_t)d->room, 16);
        struct array *more = mem_grow(d->of, room, sizeof *more);
        if (!more) {
            reply_no_memory(r);
            return NULL;
        }
        d->of = more;
        d->room = (int)room;
    }
    struct array *a = &d->of[d->count];
    /* a name from a file, as it may be shown */
    struct text shown = TEXT_HERE;
    char *whole = mem_copy_text(name, n);
    for (char *s = whole; s && (s = strpbrk(s, "\n\r\t")) != NULL;)
        *s = ' ';
    utf8_show(&shown, whole ? whole : "");
    *a = (struct array){.name = whole && !shown.failed ? mem_copy_text(text_str(&shown), shown.len) : NULL};
    text_finish(&shown);
    mem_free(whole);
    if (!a->name) {
        reply_no_memory(r);
        return NULL;
    }
    d->count++;
    return a;
}

/* Steps from one number to the next; `columns`: the first index moves fastest. The sizes must have been held
 * against the bytes. */
static bool set_steps(struct array *a, bool columns, struct reply *r)
{
    long step = 1;
    for (int i = 0; i < a->rank; i++) {
        int at = columns ? i : a->rank - 1 - i;
        a->step[at] = step;
        if (a->size[at] > 0 && step > MOST_NUMBERS / a->size[at])
            return reply_fail(r, 0, TEXT("%s has more than %d numbers"), a->name, MOST_NUMBERS);
        step *= a->size[at] > 0 ? a->size[at] : 1;
    }
    return true;
}

/* ---- .npy and .npz ------------------------------------------------------------------------ */

/* Adds the array of a .npy file called `name` (n bytes), whose bytes stay mapped. */
static bool add_npy(struct dump *d, const char *name, size_t n, struct mapped bytes, struct reply *r)
{
    struct npy from;
    struct reply why = {.lang = r->lang};
    struct array *a = add_array(d, name, n, r);
    if (!a)
        return false;
    bool ok = npy_of_bytes(&from, bytes.at, bytes.n, &why);
    if (ok && from.size != npy_needs(&from))
        ok = reply_fail(&why, 0, TEXT("%zu bytes of data, expected %zu"), from.size, npy_needs(&from));
    if (ok) {
        a->rank = from.rank;
        memcpy(a->size, from.shape, sizeof from.shape);
        a->kind = from.kind;
        a->width = from.width;
        a->big = from.big;
        a->bytes = from.data;
        ok = set_steps(a, from.columns, &why);
    }
    if (!ok)
        reply_fail(r, 0, "%s.npy: %s", a->name, text_str(&why.text));
    reply_finish(&why);
    return ok;
}

static size_t little(const unsigned char *s, int bytes)
{
    size_t x = 0;
    while (bytes-- > 0)
        x = x << 8 | s[bytes];
    return x;
}

static bool damaged(const char *path, struct reply *r)
{
    return reply_fail(r, 0, TEXT("%s: its list of arrays is damaged or cut off"), path);
}

/* One entry of the list at the end of a .npz, a zip archive: adds its array and moves *at behind it.
 * (pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7 and 4.3.12) */
static bool npz_entry(struct dump *d, const char *path, struct mapped z, size_t *at, struct reply *r)
{
    enum { ENTRY = 46, LOCAL = 30 };
    const unsigned char *b = z.at, *e = b + *at;
    if (*at > z.n || z.n - *at < ENTRY || memcmp(e, "PK\1\2", 4) != 0)
        return damaged(path, r);
    size_t packed = little(e + 20, 4), size = little(e + 24, 4), name = little(e + 28, 2);
    size_t local = little(e + 42, 4), next = ENTRY + name + little(e + 30, 2) + little(e + 32, 2);
    if (little(e + 10, 2) != 0)
        return reply_fail(r, 0, TEXT("%s is compressed; write it with numpy.savez"), path);
    if (z.n - *at < next || size != packed || local > z.n || z.n - local < LOCAL ||
        memcmp(b + local, "PK\3\4", 4) != 0)
        return damaged(path, r);
    size_t begin = LOCAL + little(b + local + 26, 2) + little(b + local + 28, 2);
    if (z.n - local < begin || z.n - local - begin < size)
        return damaged(path, r);
    *at += next;
    const char *called = (const char *)e + ENTRY;
    if (name > 4 && memcmp(called + name - 4, ".npy", 4) == 0)
        name -= 4;
    union {
        const unsigned char *from;
        void *at;
    } data = {b + local + begin};
    return add_npy(d, called, name, (struct mapped){data.at, size, false}, r);
}

static bool open_npz(struct dump *d, const char *path, struct reply *r)
{
    enum { END = 22, COMMENT = 65535 };
    struct mapped z;
    if (!map_whole(d, path, &z, r))
        return false;
    const unsigned char *b = z.at;
    size_t from = z.n < END ? z.n : z.n - END, least = from > COMMENT ? from - COMMENT : 0;
    while (z.n >= END && from > least && memcmp(b + from, "PK\5\6", 4) != 0)
        from--;
    if (z.n < END || memcmp(b + from, "PK\5\6", 4) != 0)
        return damaged(path, r);
    size_t entries = little(b + from + 10, 2), at = little(b + from + 16, 4);
    bool ok = true;
    for (size_t i = 0; ok && i < entries; i++)
        ok = npz_entry(d, path, z, &at, r);
    return ok;
}

static bool open_folder(struct dump *d, const char *folder, struct reply *r)
{
    DIR *dir = opendir(folder);
    if (!dir) {
        system_error(folder, r);
        return false;
    }
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL;) {
        struct text path = {0};
        struct mapped bytes;
        if (*e->d_name == '.' || !text_ends(e->d_name, ".npy"))
            continue;
        text_addf(&path, "%s/%s", folder, e->d_name);
        ok = !path.failed || reply_no_memory(r);
        ok = ok && map_whole(d, text_str(&path), &bytes, r) &&
             add_npy(d, e->d_name, strlen(e->d_name) - 4, bytes, r);
        text_finish(&path);
    }
    closedir(dir);
    if (ok && d->count == 0)
        return reply_fail(r, 0, TEXT("%s has no .npy files"), folder);
    return ok;
}

/* ---- .safetensors ------------------------------------------------------------------------- */

static bool add_tensor(struct dump *d, const struct tensor *t, struct reply *r)
{
    static const struct kind {
        const char *type;
        char kind;
        int width;
    } kinds[] = {{"F64", 'f', 8}, {"F32", 'f', 4}, {"F16", 'f', 2}, {"BF16", 'B', 2}, {"I64", 'i', 8},
                 {"I32", 'i', 4}, {"I16", 'i', 2}, {"I8", 'i', 1},  {"U64", 'u', 8},  {"U32", 'u', 4},
                 {"U16", 'u', 2}, {"U8", 'u', 1},  {"BOOL", 'b', 1}};
    const struct kind *kind = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].type, t->type) == 0)
            kind = &kinds[i];
    struct array *a = kind ? add_array(d, t->name, strlen(t->name), r) : NULL;
    if (!kind)
        return reply_fail(r, 0, TEXT("%s has numbers of type %s, which are not read"), t->name, t->type);
    if (!a)
        return false;
    a->rank = t->rank;
    memcpy(a->size, t->shape, sizeof t->shape);
    a->kind = kind->kind;
    a->width = kind->width;
    a->bytes = t->bytes;
    return set_steps(a, false, r);
}

static bool open_safetensors(struct dump *d, const char *path, struct reply *r)
{
    struct mapped bytes;
    if (!map_whole(d, path, &bytes, r))
        return false;
    d->tensors = tensors_of_bytes(path, bytes.at, bytes.n, r);
    if (!d->tensors)
        return false;
    for (int i = 0; i < tensors_count(d->tensors); i++)
        if (!add_tensor(d, tensors_at(d->tensors, i), r))
            return false;
    const char *key, *b = bytes.at;
    json_t *value;
    d->header = json_file_parse(path, b + 8, little(bytes.at, 8), r);
    json_object_foreach(json_object_get(d->header, "__metadata__"), key, value)
    {
        struct array *a = json_is_string(value) ? add_array(d, key, strlen(key), r) : NULL;
        if (json_is_string(value) && !a)
            return false;
        if (a)
            a->text = json_string_value(value);
    }
    return d->header != NULL;
}

/* ---- all ---------------------------------------------------------------------------------- */

static bool open_any(struct dump *d, const char *path, struct reply *r)
{
    static const char *const pickles[] = {".pt", ".pth", ".bin", ".pkl", ".ckpt", ".pickle"};
    struct stat st;
    for (size_t i = 0; i < sizeof pickles / sizeof *pickles; i++)
        if (text_ends(path, pickles[i]))
            return reply_fail(r, 0, TEXT("%s is a pickle, which can run code; save it with qkv_tap.save"),
                              path);
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return open_folder(d, path, r);
    if (text_ends(path, ".npz"))
        return open_npz(d, path, r);
    if (text_ends(path, ".safetensors"))
        return open_safetensors(d, path, r);
    return reply_fail(r, 0, TEXT("%s is no .safetensors, no .npz and no folder of .npy files"), path);
}

static int by_array_name(const void *a, const void *b)
{
    return strcmp(((const struct array *)a)->name, ((const struct array *)b)->name);
}

struct dump *dump_open(const char *path, struct reply *r)
{
    struct dump *d = mem_new(1, sizeof *d);
    if (!d) {
        reply_no_memory(r);
        return NULL;
    }
    if (!open_any(d, path, r)) {
        dump_close(d);
        return NULL;
    }
    if (d->count > 0)
        qsort(d->of, (size_t)d->count, sizeof *d->of, by_array_name);
    return d;
}

void dump_close(struct dump *d)
{
    if (!d)
        return;
    for (int i = 0; i < d->count; i++)
        mem_free(d->of[i].name);
    tensors_close(d->tensors);
    json_decref(d->header);
    for (int i = 0; i < d->files; i++)
        if (d->file[i].copied)
            mem_free(d->file[i].at);
        else
            munmap(d->file[i].at, d->file[i].n);
    mem_free(d->file);
    mem_free(d->of);
    mem_free(d);
}

int dump_count(const struct dump *d)
{
    return d->count;
}

const struct array *dump_at(const struct dump *d, int i)
{
    return &d->of[i];
}

double array_number(const struct array *a, long at)
{
    double x;
    const unsigned char *from = a->bytes + (size_t)at * (size_t)a->width;
    if (a->kind != 'B')
        return npy_number(from, a->kind, a->width, a->big);
    stored_widen(&x, from, MAT_BF16, 1);
    return x;
}

long array_count(const struct array *a)
{
    long count = a->text ? 0 : 1;
    for (int i = 0; i < a->rank; i++)
        count *= a->size[i];
    return count;
}

double array_rounding(const struct array *a)
{
    if (a->kind == 'B')
        return 0x1p-8;
    return a->kind != 'f' || a->width == 8 ? 0x1p-53 : a->width == 4 ? 0x1p-24 : 0x1p-11;
}
