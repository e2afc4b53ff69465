#include "keep/folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "base/system_error.h"

enum { OTHERS = S_IWOTH, GROUP_AND_OTHERS = S_IWGRP | S_IWOTH };

/* The program creates its folders with mode 0700. The user creates the others, and the umask may let the
 * user's own group write there. */
static const struct location {
    const char *variable, *below_home; /* below_home NULL: the state folder instead */
    mode_t refused;                    /* mode bits that make it untrusted */
} locations[] = {
    [FOLDER_CONFIG] = {"XDG_CONFIG_HOME", ".config", OTHERS},
    [FOLDER_STATE] = {"XDG_STATE_HOME", ".local/state", GROUP_AND_OTHERS},
    [FOLDER_DATA] = {"XDG_DATA_HOME", ".local/share", OTHERS},
    [FOLDER_RUNTIME] = {"XDG_RUNTIME_DIR", NULL, GROUP_AND_OTHERS},
};

/* Returns the variable's path, or NULL if it is unset, empty or relative. */
static const char *absolute(const char *variable)
{
    const char *path = getenv(variable);
    return path && path[0] == '/' ? path : NULL;
}

bool folder_file(enum folder which, const char *name, struct text *out)
{
    const char *base = absolute(locations[which].variable), *home = absolute("HOME");
    if (!base && !locations[which].below_home)
        return folder_file(FOLDER_STATE, name, out);
    text_clear(out);
    if (!base && !home)
        return false;
    if (base)
        text_addf(out, "%s/qkv", base);
    else
        text_addf(out, "%s/%s/qkv", home, locations[which].below_home);
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

/* Creates all folders of the path, from the top; modifies path temporarily. Another program may create one
 * between the check and mkdir. */
static bool make_all(char *path)
{
    for (char *p = path; p;) {
        p = strchr(p + 1, '/');
        if (p)
            *p = '\0';
        bool made = folder_is(path) || mkdir(path, 0700) == 0;
        int why = errno;
        made = made || folder_is(path);
        errno = !made && why == EEXIST ? ENOTDIR : why; /* a file is in its place */
        if (p)
            *p = '/';
        if (!made)
            return false;
    }
    return true;
}

bool folder_placed(enum folder which)
{
    struct text path = {0};
    bool placed = folder_file(which, "", &path);
    text_finish(&path);
    return placed;
}

bool folder_make(enum folder which, struct reply *r)
{
    struct text path = {0};
    bool ok = folder_file(which, "", &path);
    if (!ok)
        reply_fail(r, 0, TEXT("no home directory: HOME is not set to an absolute path"));
    else if (!make_all(path.s))
        ok = reply_fail(r, 0, TEXT("%s: cannot create it: %s"), path.s, system_error_text(errno, r->lang));
    text_finish(&path);
    return ok && folder_trusted(which, r);
}

bool folder_trusted(enum folder which, struct reply *r)
{
    struct text path = {0};
    struct stat link, st;
    bool ok = true;
    if (folder_file(which, "", &path) && lstat(path.s, &link) == 0 && stat(path.s, &st) == 0) {
        if (!file_is_ours(&link) || !file_is_ours(&st))
            ok = reply_fail(r, 0, TEXT("%s: the folder belongs to another user"), path.s);
        else if (st.st_mode & locations[which].refused)
            ok = reply_fail(
                r, 0, TEXT("%s: others may write in this folder (chmod 700 makes it yours alone)"), path.s);
    }
    text_finish(&path);
    return ok;
}

void folder_sweep(enum folder which)
{
    struct text path = {0};
    struct reply quiet = {0};
    DIR *dir = folder_trusted(which, &quiet) && folder_file(which, "", &path) ? opendir(path.s) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (file_is_temporary(e->d_name) && folder_file(which, e->d_name, &path)) {
            int fd = file_open_own(path.s, O_RDWR, &quiet);
            if (fd >= 0 && file_lock(fd))
                unlink(path.s);
            if (fd >= 0)
                close(fd);
            reply_clear(&quiet);
        }
    if (dir)
        closedir(dir);
    text_finish(&path);
    reply_finish(&quiet);
}
