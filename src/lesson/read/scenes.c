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
