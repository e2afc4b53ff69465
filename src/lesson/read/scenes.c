#include "lesson/read/scenes.h"

#include <string.h>

#include "base/embedded.h"
#include "base/near.h"

/* Writes the name of the scene in an embedded file; returns false if the file is no scene. */
static bool name_of(const struct embedded *e, struct text *name)
{
    static const char folder[] = "lessons/scenes/", ending[] = ".scene";
    if (strncmp(e->path, folder, strlen(folder)) != 0)
        return false;
    text_clear(name);
    text_add_bytes(name, e->path + strlen(folder), strlen(e->path) - strlen(folder) - strlen(ending));
    return true;
}

void scenes_list(struct text *out)
{
    struct text one = TEXT_HERE;
    const char *between = "";
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (name_of(e, &one)) {
            text_addf(out, "%s%s", between, text_str(&one));
            between = " ";
        }
    text_finish(&one);
}

void scenes_nearest(const char *name, struct text *out)
{
    int least = 3;
    struct text one = TEXT_HERE, best = TEXT_HERE;
    for (const struct embedded *e = embedded_files; e->path; e++) {
        int far = name_of(e, &one) ? near_distance(name, text_str(&one), 2) : least;
        if (far >= least)
            continue;
        least = far;
        text_clear(&best);
        text_add(&best, text_str(&one));
    }
    text_add(out, text_str(&best));
    text_finish(&one);
    text_finish(&best);
}

/* Returns whether a scene calls the n bytes at `at` by a name: 狗, or dog after "token 狗 en=dog". */
static bool is_called(const char *scene, const char *at, size_t n, const char *name)
{
    size_t quote = *at == '"' && n > 2;
    struct text shown = TEXT_HERE;
    text_addf(&shown, "\ntoken %.*s en=%s", (int)n, at, name);
    const char *found = strstr(scene, text_str(&shown));
    bool is = found && strchr(" \n", found[shown.len]);
    text_finish(&shown);
    return is || (strncmp(at + quote, name, strlen(name)) == 0 && strlen(name) + 2 * quote == n);
}

/* Returns whether a scene has the sentence of s. */
static bool is_sentence(const char *scene, const struct state *s)
{
    static const char begins[] = "\ntokens ";
    const char *at = strstr(scene, begins);
    size_t n = 0;
    at = at ? at + strlen(begins) : "";
    for (int t = 0; *at && t < s->sentence->count; t++, at += n + (at[n] == ' ')) {
        n = strcspn(at, " \n");
        if (n == 0 || !is_called(scene, at, n, state_name(s, s->sentence, t)))
            return false;
    }
    return *at == '\n';
}

const char *scenes_lesson_of(const struct state *s, struct text *scene)
{
    static const char folder[] = "lessons/en/", *const after[] = {":", ""};
    const char *lesson = NULL;
    for (const struct embedded *e = embedded_files; e->path && !lesson; e++) {
        if (!name_of(e, scene) || !is_sentence(e->bytes, s))
            continue;
        for (const struct embedded *l = embedded_files; l->path && !lesson; l++) /* the first that uses it */
            for (int i = 0; i < 2 && strncmp(l->path, folder, strlen(folder)) == 0 &&
                            strchr("0123456789", l->path[strlen(folder)]); /* the challenges have no number */
                 i++) {
                struct text uses = TEXT_HERE;
                text_addf(&uses, "\nscene%s %s\n", after[i], text_str(scene));
                lesson = strstr(l->bytes, text_str(&uses)) ? l->path + strlen(folder) : lesson;
                text_finish(&uses);
            }
    }
    return lesson;
}
