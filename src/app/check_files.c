/* Which files are checked: those that are named, those in a folder, or the shipped
 * lessons (from the folder that the program would read, else from inside it). */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/check_parts.h"
#include "app/file.h"
#include "base/embedded.h"
#include "base/mem.h"

static bool is_lesson(const char *name)
{
    size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, ".md") == 0 && name[0] != '.';
}

/* A new file of the run, NULL: no memory. */
static struct check_file *add(struct check *ck, const char *path)
{
    if (ck->count == ck->room) {
        int room = ck->room ? 2 * ck->room : 64;
        struct check_file *v = mem_grow(ck->v, (size_t)room, sizeof *v);
        ck->no_memory = ck->no_memory || !v;
        if (!v)
            return NULL;
        ck->v = v;
        ck->room = room;
    }
    struct check_file *f = &ck->v[ck->count];
    *f = (struct check_file){.path = mem_copy_text(path, strlen(path))};
    ck->no_memory = ck->no_memory || !f->path;
    ck->count += f->path != NULL;
    return f->path ? f : NULL;
}

/* What stands above the folder that the file stands in: "lessons" for lessons/zh/a.md, "." for zh/a.md. */
static char *folder_above(const char *path)
{
    const char *last = strrchr(path, '/'), *p = last ? last : path;
    while (p > path && p[-1] != '/')
        p--;
    if (!last || p == path)
        return mem_copy_text(last ? "." : "..", last ? 1 : 2);
    return mem_copy_text(path, (size_t)(p - path) - (p - path > 1));
}

static void add_disk(struct check *ck, const char *path)
{
    struct check_file *f = add(ck, path);
    struct reply r = {.lang = ck->q->lang};
    if (!f)
        return;
    f->folder = folder_above(path);
    if (!file_read(path, LESSON_MAX_BYTES + 1, &f->bytes, &r))
        complain(&f->said, false, 1, 1, "%s", text_str(&r.text));
    reply_finish(&r);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lessons in one folder, by name. false: it cannot be opened. */
static bool add_folder(struct check *ck, const char *folder)
{
    enum { MOST = 1000 };
    char *names[MOST];
    int count = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        return false;
    for (struct dirent *e; count < MOST && (e = readdir(dir));)
        if (is_lesson(e->d_name) && (names[count] = mem_copy_text(e->d_name, strlen(e->d_name))))
            count++;
    closedir(dir);
    qsort(names, (size_t)count, sizeof *names, by_name);
    for (int i = 0; i < count; i++) {
        struct text path = {0};
        text_addf(&path, "%s/%s", folder, names[i]);
        add_disk(ck, text_str(&path));
        text_finish(&path);
        mem_free(names[i]);
    }
    return true;
}

/* zh/ and en/ below a folder; false: there are none. */
static bool add_languages(struct check *ck, const char *folder)
{
    static const char *const names[] = {"zh", "en"};
    bool found = false;
    for (int i = 0; i < 2; i++) {
        struct text path = {0};
        text_addf(&path, "%s/%s", folder, names[i]);
        found = add_folder(ck, text_str(&path)) || found;
        text_finish(&path);
    }
    return found;
}

static void add_embedded(struct check *ck)
{
    for (const struct embedded *e = embedded_files; e->path; e++) {
        bool lesson = strncmp(e->path, "lessons/zh/", 11) == 0 || strncmp(e->path, "lessons/en/", 11) == 0;
        struct check_file *f = lesson ? add(ck, e->path) : NULL;
        if (f)
            text_add_bytes(&f->bytes, e->bytes, e->size);
    }
}

void check_find(struct check *ck)
{
    const char *named = getenv("QKV_LESSONS");
    for (int i = 0; i < ck->q->path_count; i++) {
        size_t n = strlen(ck->q->paths[i]);
        while (n > 1 && ck->q->paths[i][n - 1] == '/')
            n--;
        char *path = mem_copy_text(ck->q->paths[i], n);
        struct stat st;
        if (path && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
            if (!add_languages(ck, path))
                add_folder(ck, path);
        } else if (path) {
            add_disk(ck, path);
        }
        mem_free(path);
    }
    if (ck->q->path_count == 0 && !(named && *named && add_languages(ck, named)) && !add_languages(ck, "lessons"))
        add_embedded(ck);
}
