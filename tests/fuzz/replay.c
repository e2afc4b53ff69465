/* Runs one fuzz target over its corpus, then over some thousand seeded mutations of
 * it: a fuzz run that is the same every time and needs no fuzzer. The target is that of NAME.c and the corpus
 * tests/fuzz/corpus/NAME when the program is called by NAME. */
#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/text.h"
#include "fuzz/fuzz.h"

enum { TARGETS_MOST = 50, MUTATIONS = 1500, INPUTS = 512, LONGEST = 1 << 16 };

struct input {
    unsigned char *bytes;
    size_t size;
};

typedef int target_run(const uint8_t *bytes, size_t size);

static struct {
    const char *file;
    target_run *run;
} targets[TARGETS_MOST];
static int target_count;

void replay_add(const char *file, target_run *run)
{
    if (target_count == TARGETS_MOST)
        abort();
    targets[target_count].file = file;
    targets[target_count++].run = run;
}

/* The target of a file; NULL if there is none. */
static target_run *target_of(const char *file)
{
    for (int i = 0; i < target_count; i++)
        if (strcmp(targets[i].file, file) == 0)
            return targets[i].run;
    return NULL;
}

static uint64_t next(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static bool read_input(const char *path, struct input *in)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    in->bytes = malloc(LONGEST);
    in->size = in->bytes ? fread(in->bytes, 1, LONGEST, f) : 0;
    fclose(f);
    return in->bytes != NULL;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int read_corpus(const char *folder, struct input *in)
{
    struct dirent **names = NULL;
    int found = scandir(folder, &names, NULL, by_name), count = 0;
    for (int i = 0; i < found; i++) {
        struct text path = {0};
        text_addf(&path, "%s/%s", folder, names[i]->d_name);
        if (names[i]->d_name[0] != '.' && count < INPUTS)
            count += read_input(text_str(&path), &in[count]);
        text_finish(&path);
        free(names[i]);
    }
    free(names);
    return count;
}

/* A few changes of one input: a byte set, a piece taken out, doubled, or taken from another input. */
static size_t mutate(unsigned char *out, const struct input *in, int count, uint64_t *s)
{
    const struct input *from = &in[next(s) % (uint64_t)count], *other = &in[next(s) % (uint64_t)count];
    size_t n = from->size;
    memcpy(out, from->bytes, n);
    for (int changes = 1 + (int)(next(s) % 4); changes > 0 && n > 0; changes--) {
        size_t at = next(s) % n, len = 1 + next(s) % 8;
        switch (next(s) % 4) {
        case 0:
            out[at] = (unsigned char)next(s);
            break;
        case 1:
            len = len > n - at ? n - at : len;
            memmove(out + at, out + at + len, n - at - len);
            n -= len;
            break;
        case 2:
            len = len > n - at ? n - at : len;
            if (n + len <= LONGEST) {
                memmove(out + at + len, out + at, n - at);
                n += len;
            }
            break;
        default:
            len = other->size > 0 ? 1 + next(s) % other->size : 0;
            len = len > LONGEST - at ? LONGEST - at : len;
            memcpy(out + at, other->bytes, len);
            n = at + len > n ? at + len : n;
        }
    }
    return n;
}

/* Keeps large blocks between inputs: fresh pages took as long again as what is tested. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

/* Exactly as many bytes as there are, so that a sanitizer sees every step beyond. */
static void run(target_run *target, const unsigned char *bytes, size_t n)
{
    unsigned char *copy = malloc(n ? n : 1);
    if (!copy)
        abort();
    memcpy(copy, bytes, n);
    target(copy, n);
    free(copy);
}

int main(int argc, char **argv)
{
    static struct input in[INPUTS];
    static unsigned char changed[LONGEST];
    const char *program = argc > 0 ? argv[0] : "",
               *name = strrchr(program, '/') ? strrchr(program, '/') + 1 : program;
    struct text path = {0};
    uint64_t seed = 88172645463325252u;
    keep_memory();
    text_addf(&path, "tests/fuzz/%s.c", name);
    target_run *target = target_of(text_str(&path));
    text_clear(&path);
    text_addf(&path, "tests/fuzz/corpus/%s", name);
    int count = target ? read_corpus(text_str(&path), in) : 0;
    text_finish(&path);
    for (int i = 0; i < count; i++)
        run(target, in[i].bytes, in[i].size);
    for (int i = 0; i < MUTATIONS && count > 0; i++)
        run(target, changed, mutate(changed, in, count, &seed));
    for (int i = 0; i < count; i++)
        free(in[i].bytes);
    printf("%d passed, %d failed\n", count, count == 0);
    return count == 0;
}
