/* A folder of a target's own, in memory where there is such a place, as XDG_STATE_HOME and QKV_LESSONS:
 * for what reads and writes files by name. Gone when the target ends. */
#ifndef FUZZ_FOLDER_H
#define FUZZ_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/fuzz.h"

static char folder_root[64];

static inline const char *folder_path(const char *name)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", folder_root, name);
    return path;
}

/* Removes the files of one folder in it. */
static inline void folder_empty(const char *name)
{
    char whole[700];
    DIR *dir = opendir(folder_path(name));
    for (struct dirent *e; dir && (e = readdir(dir));) {
        snprintf(whole, sizeof whole, "%s/%s", folder_path(name), e->d_name);
        if (e->d_name[0] != '.')
            unlink(whole);
    }
    if (dir)
        closedir(dir);
}

/* How many files and folders are in one folder of it, "" the whole. */
static inline int folder_holds(const char *name)
{
    int count = 0;
    DIR *dir = opendir(folder_path(name));
    for (struct dirent *e; dir && (e = readdir(dir));)
        count += e->d_name[0] != '.';
    if (dir)
        closedir(dir);
    return count;
}

static inline void folder_remove(void)
{
    static const char *const all[] = {"qkv", "scenes", ""};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        folder_empty(all[i]);
        rmdir(folder_path(all[i]));
    }
}

/* Makes it, once. */
static inline void folder_begin(void)
{
    if (folder_root[0])
        return;
    strcpy(folder_root, "/dev/shm/qkv-fuzz-XXXXXX");
    if (!mkdtemp(folder_root)) {
        strcpy(folder_root, "/tmp/qkv-fuzz-XXXXXX");
        must(mkdtemp(folder_root) != NULL);
    }
    must(setenv("XDG_STATE_HOME", folder_root, 1) == 0 && setenv("QKV_LESSONS", folder_root, 1) == 0);
    must(mkdir(folder_path("scenes"), 0700) == 0 && atexit(folder_remove) == 0);
}

static inline void folder_write(const char *name, const void *bytes, size_t n)
{
    FILE *f = fopen(folder_path(name), "wb");
    must(f && fwrite(bytes, 1, n, f) == n);
    must(fclose(f) == 0);
}

#endif
