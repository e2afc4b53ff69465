/* Large folders: only the first MOST matches are offered. */
#include "app/complete_files.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "app/keep/folders.h"
#include "base/mem.h"
#include "base/text.h"

enum { MOST = 400 };

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool wanted(const char *name, const char *begin)
{
    bool hidden = name[0] == '.' && begin[0] != '.';
    bool dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return !hidden && !dots && !strpbrk(name, " \"\\;#\t\n") && strncmp(name, begin, strlen(begin)) == 0;
}

/* Fills `names` (owned by the caller) with the matching names in `folder`, sorted. Returns their number. */
static int names_in(const char *folder, const char *begin, char **names)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && count < MOST && (e = readdir(dir));)
        if (wanted(e->d_name, begin) && (names[count] = mem_copy_text(e->d_name, strlen(e->d_name))))
            count++;
    if (dir)
        closedir(dir);
    qsort(names, (size_t)count, sizeof *names, by_name);
    return count;
}

void complete_files(const char *typed, void (*offer)(void *to, const char *path), void *to)
{
    const char *slash = strrchr(typed, '/'), *begin = slash ? slash + 1 : typed;
    char *names[MOST];
    struct text path = {0};
    size_t folder = (size_t)(begin - typed);
    text_add_bytes(&path, typed, folder);
    int count = names_in(folder ? text_str(&path) : ".", begin, names);
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_add_bytes(&path, typed, folder);
        text_add(&path, names[i]);
        if (folder_is(text_str(&path)))
            text_add(&path, "/");
        offer(to, text_str(&path));
        mem_free(names[i]);
    }
    text_finish(&path);
}
