/* Finds the files to check: named files, the files in a folder, or those in the folder that the program
 * reads, else the embedded copies. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "base/embedded.h"
#include "base/mem.h"
#include "base/room.h"
#include "lesson/author/parts.h"
#include "lesson/play/files.h"

struct check_file *check_add(struct check *ck, const char *path)
{
    if (ck->count == ck->room) {
        int room = (int)room_more((size_t)ck->room, 64);
        struct check_file *v = mem_grow(ck->v, (size_t)room, sizeof *v);
        ck->no_memory = ck->no_memory || !v;
        if (!v)
            return NULL;
        ck->v = v;
        ck->room = room;
    }
    struct check_file *f = &ck->v[ck->count];
    *f = (struct check_file){.path = mem_copy_text(path, strlen(path)), .lesson.id = ""};
    ck->no_memory = ck->no_memory || !f->path;
    ck->count += f->path != NULL;
    return f->path ? f : NULL;
}

/* Adds a lesson, unless it is known, with the parent of its folder; returns NULL if it is known. */
static struct check_file *add_lesson(struct check *ck, const char *path, bool asked)
{
    for (int i = 0; i < ck->count; i++)
        if (strcmp(ck->v[i].path, path) == 0)
            return NULL;
    struct check_file *f = check_add(ck, path);
    if (f)
        f->asked = asked;
    return f;
}

static bool is_lesson_name(const char *name)
{
    return text_ends(name, ".md") && name[0] != '.';
}

static void add_disk(struct check *ck, const char *path, bool asked)
{
    struct check_file *f = add_lesson(ck, path, asked);
    struct reply r = {.lang = ck->q->lang};
    if (!f)
        return;
    /* the parent of its folder: "lessons" for lessons/zh/a.md, "." for zh/a.md */
    const char *last = strrchr(path, '/'), *p = last ? last : path;
    while (p > path && p[-1] != '/')
        p--;
    f->folder = !last || p == path ? mem_copy_text(last ? "." : "..", last ? 1 : 2)
                                   : mem_copy_text(path, (size_t)(p - path) - (p - path > 1));
    if (!file_read(path, LESSON_MAX_BYTES + 1, &f->bytes, &r)) {
        const char *why = text_str(&r.text); /* "PATH: reason": a complaint already begins with the path */
        size_t n = strlen(path);
        why = strncmp(why, path, n) == 0 ? why + n + strspn(why + n, ":： ") : why;
        complain(&f->said, false, 1, 1,
                 text_in(is_lesson_name(path) ? "%s" : TEXT("%s: write a file, as lessons/en/01-by-hand.md"),
                         r.lang),
                 why);
    }
    reply_finish(&r);
}

static int by_file_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the lessons of one folder, sorted by name. Returns false if it cannot be opened. */
static bool add_folder(struct check *ck, const char *folder, bool asked)
{
    enum { MOST = 1000 };
    char *names[MOST];
    int count = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        return false;
    for (struct dirent *e; count < MOST && (e = readdir(dir));)
        if (is_lesson_name(e->d_name) && (names[count] = mem_copy_text(e->d_name, strlen(e->d_name))))
            count++;
    closedir(dir);
    qsort(names, (size_t)count, sizeof *names, by_file_name);
    for (int i = 0; i < count; i++) {
        struct text path = {0};
        text_addf(&path, "%s/%s", folder, names[i]);
        add_disk(ck, text_str(&path), asked);
        text_finish(&path);
        mem_free(names[i]);
    }
    return true;
}

/* Adds the lessons of all languages in a folder. Returns false if it has none of their folders. */
static bool add_languages(struct check *ck, const char *folder, bool asked)
{
    bool found = false;
    for (int lang = LANG_COUNT - 1; lang >= 0; lang--) {
        struct text path = {0};
        text_addf(&path, "%s/%s", folder, lang_code((enum lang)lang));
        found = add_folder(ck, text_str(&path), asked) || found;
        text_finish(&path);
    }
    return found;
}

void check_find(struct check *ck)
{
    bool asked = ck->q->path_count == 0;
    for (int i = 0; i < ck->q->path_count; i++) {
        size_t n = strlen(ck->q->paths[i]);
        while (n > 1 && ck->q->paths[i][n - 1] == '/')
            n--;
        char *path = mem_copy_text(ck->q->paths[i], n);
        ck->no_memory = ck->no_memory || !path;
        if (path && !folder_is(path))
            add_disk(ck, path, true);
        else if (path && !add_languages(ck, path, true))
            add_folder(ck, path, true);
        mem_free(path);
    }
    for (int i = 0, count = ck->count; i < count; i++) {
        char *folder = ck->v[i].folder ? mem_copy_text(ck->v[i].folder, strlen(ck->v[i].folder)) : NULL;
        if (folder && (i == 0 || !check_same_folder(&ck->v[i - 1], &ck->v[i])))
            add_languages(ck, folder, false);
        mem_free(folder);
    }
    /* a folder may hold a few lessons only: their links lead to those that the program reads, and has, too */
    const char *named = getenv("QKV_LESSONS");
    bool disk = (named && *named && add_languages(ck, named, asked)) || add_languages(ck, "lessons", asked);
    ck->embedded = asked && !disk;
    for (const struct embedded *e = embedded_files; e->path; e++) {
        bool lesson = false;
        for (int lang = 0; lang < LANG_COUNT; lang++)
            lesson = lesson || lesson_embedded(e, (enum lang)lang);
        struct check_file *f = lesson ? add_lesson(ck, e->path, ck->embedded) : NULL;
        if (!f)
            continue;
        f->folder = mem_copy_text("", 0);
        text_add_bytes(&f->bytes, e->bytes, e->size);
    }
}

bool check_same_folder(const struct check_file *a, const struct check_file *b)
{
    return a->folder && b->folder && strcmp(a->folder, b->folder) == 0;
}

struct check_file *check_lesson_file(const struct check *ck, const struct check_file *of, enum lang lang,
                                     const char *id)
{
    struct check_file *elsewhere = NULL;
    for (int i = 0; i < ck->count; i++) {
        struct check_file *f = &ck->v[i];
        if (f->page || f->lesson.lang != lang || strcmp(f->lesson.id, id) != 0)
            continue;
        if (!of || check_same_folder(f, of))
            return f;
        elsewhere = f;
    }
    enum lang words = languages[lang].words;
    return elsewhere || words == lang ? elsewhere : check_lesson_file(ck, of, words, id);
}

struct check_file *check_counterpart(const struct check *ck, const struct check_file *f, enum lang lang)
{
    struct check_file *other = check_lesson_file(ck, f, lang, f->lesson.id);
    bool found = other && other->lesson.lang == lang; /* not that of the language whose lessons it uses */
    return found && lang != f->lesson.lang && check_same_folder(other, f) ? other : NULL;
}
