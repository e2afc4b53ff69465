/* Where the program's own files go, and what is made on the way there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/folders.h"
#include "support/test.h"

static char root[] = "/tmp/qkv-test-XXXXXX";

static void path_is(enum folder which, const char *name, const char *want)
{
    struct text path = {0};
    assert_true(folder_file(which, name, &path));
    assert_string_equal(text_str(&path), want);
    text_finish(&path);
}

static void unset_all(void)
{
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_DATA_HOME");
    unsetenv("XDG_RUNTIME_DIR");
    unsetenv("HOME");
}

TEST(folders_stand_below_home_unless_told_otherwise)
{
    unset_all();
    setenv("HOME", "/h", 1);
    path_is(FOLDER_CONFIG, "start", "/h/.config/qkv/start");
    path_is(FOLDER_STATE, "a b", "/h/.local/state/qkv/a b");
    path_is(FOLDER_DATA, "", "/h/.local/share/qkv");
    path_is(FOLDER_RUNTIME, "notes", "/h/.local/state/qkv/notes");
    setenv("XDG_CONFIG_HOME", "/c", 1);
    setenv("XDG_STATE_HOME", "/s", 1);
    setenv("XDG_DATA_HOME", "/d", 1);
    path_is(FOLDER_RUNTIME, "notes", "/s/qkv/notes");
    setenv("XDG_RUNTIME_DIR", "/r", 1);
    path_is(FOLDER_CONFIG, "x", "/c/qkv/x");
    path_is(FOLDER_STATE, "x", "/s/qkv/x");
    path_is(FOLDER_DATA, "x", "/d/qkv/x");
    path_is(FOLDER_RUNTIME, "x", "/r/qkv/x");
}

TEST(relative_and_empty_values_count_as_unset)
{
    unset_all();
    setenv("HOME", "/h", 1);
    setenv("XDG_CONFIG_HOME", "here", 1);
    setenv("XDG_STATE_HOME", "", 1);
    setenv("XDG_RUNTIME_DIR", "./run", 1);
    path_is(FOLDER_CONFIG, "x", "/h/.config/qkv/x");
    path_is(FOLDER_STATE, "x", "/h/.local/state/qkv/x");
    path_is(FOLDER_RUNTIME, "x", "/h/.local/state/qkv/x");
}

TEST(without_a_home_there_is_no_file)
{
    static const char *const homes[] = {NULL, "", "home"};
    struct text path = {0};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        unset_all();
        if (homes[i])
            setenv("HOME", homes[i], 1);
        text_add(&path, "before");
        assert_false(folder_file(FOLDER_STATE, "x", &path));
        assert_string_equal(text_str(&path), "");
        assert_false(folder_file(FOLDER_RUNTIME, "x", &path));
        struct reply r = {0};
        assert_false(folder_make(FOLDER_STATE, &r));
        assert_string_equal(text_str(&r.text), "no home directory: HOME is not set to an absolute path");
        reply_finish(&r);
    }
    text_finish(&path);
}

TEST(a_made_folder_is_private_and_its_parents_too)
{
    static const char *const made[] = {"/new", "/new/.local", "/new/.local/state", "/new/.local/state/qkv"};
    char path[200];
    struct reply r = {0};
    unset_all();
    snprintf(path, sizeof path, "%s/new", root);
    setenv("HOME", path, 1);
    mode_t before = umask(0);
    assert_true(folder_make(FOLDER_STATE, &r));
    assert_true(folder_make(FOLDER_STATE, &r)); /* it exists already */
    umask(before);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct stat st;
        snprintf(path, sizeof path, "%s%s", root, made[i]);
        assert_int_equal(stat(path, &st), 0);
        assert_true(S_ISDIR(st.st_mode));
        assert_int_equal(st.st_mode & 07777, 0700);
    }
    reply_finish(&r);
}

TEST(a_folder_that_cannot_be_made_is_said)
{
    char file[100], want[300];
    struct reply r = {0};
    unset_all();
    snprintf(file, sizeof file, "%s/file", root);
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fclose(f);
    setenv("XDG_DATA_HOME", file, 1);
    assert_false(folder_make(FOLDER_DATA, &r));
    snprintf(want, sizeof want, "%s/qkv: cannot create it: Not a directory", file);
    assert_string_equal(text_str(&r.text), want);
    reply_finish(&r);
}

static int begin(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

static int end(void **state)
{
    static const char *const names[] = {
        "/file", "/new/.local/state/qkv", "/new/.local/state", "/new/.local", "/new", ""};
    char path[200];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s%s", root, names[i]);
        remove(path);
    }
    return 0;
}

TESTS(begin, end)
