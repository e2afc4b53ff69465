#include "app/keep/folders.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fault.h"

static const struct place {
    const char *variable, *below_home;       /* below_home NULL: the state folder instead */
} places[] = {
    [FOLDER_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
    [FOLDER_STATE] = {"XDG_STATE_HOME", ".local/state"},
    [FOLDER_DATA] = {"XDG_DATA_HOME", ".local/share"},
    [FOLDER_RUNTIME] = {"XDG_RUNTIME_DIR", NULL},
};

/* NULL: unset, empty or relative. */
static const char *absolute(const char *variable)
{
    const char *path = getenv(variable);
    return path && path[0] == '/' ? path : NULL;
}

bool folder_file(enum folder which, const char *name, struct text *out)
{
    const char *base = absolute(places[which].variable), *home = absolute("HOME");
    if (!base && !places[which].below_home)
        return folder_file(FOLDER_STATE, name, out);
    text_clear(out);
    if (!base && !home)
        return false;
    if (base)
        text_addf(out, "%s/qkv", base);
    else
        text_addf(out, "%s/%s/qkv", home, places[which].below_home);
    if (*name)
        text_addf(out, "/%s", name);
    if (out->failed)
        text_clear(out);
    return out->len > 0;
}

bool folder_is(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Another program may make it between the two looks. */
static bool make_one(const char *path)
{
    if (folder_is(path) || mkdir(path, 0700) == 0)
        return true;
    int why = errno;
    bool there = folder_is(path);
    errno = why;
    return there;
}

/* All of the path, from the top; it is written to meanwhile. */
static bool make_all(char *path)
{
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = '\0';
        bool made = make_one(path);
        *p = '/';
        if (!made)
            return false;
    }
    return make_one(path);
}

bool folder_make(enum folder which, struct reply *r)
{
    struct text path = {0};
    bool ok = folder_file(which, "", &path);
    if (!ok)
        reply_fail(r, 0, TEXT("no home folder: HOME is not set to an absolute path", "没有主目录：HOME 未设为绝对路径"));
    else if (!make_all(path.s))
        ok = reply_fail(r, 0, TEXT("%s: cannot be made: %s", "%s：无法创建：%s"), path.s, fault_text(errno, r->lang));
    text_finish(&path);
    return ok;
}
