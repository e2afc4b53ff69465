/* Every view at many sizes in both languages, and every key in every view, as fingerprints of both planes:
 * a picture that nobody meant to change is noticed wherever it is. Sessions (test_sessions.c) keep some of
 * them to be read. With QKV_BLESS set the fingerprints are written back. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "network/tokens/vocabulary.h"
#include "session/contexts.h"
#include "session/keymap.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

/* The file of a picture in the folder of the build (QKV_PICTURES), by its fingerprint. */
static void picture_path(struct text *path, const char *fingerprint)
{
    text_addf(path, "%s/%.12s", getenv("QKV_PICTURES"), fingerprint);
}

/* Every picture is kept beside the build, to be shown if another one ever takes its place. */
static void keep_picture(const char *fingerprint, const struct text *planes)
{
    struct text path = {0};
    struct reply r = {0};
    if (getenv("QKV_PICTURES")) {
        picture_path(&path, fingerprint);
        if (access(text_str(&path), F_OK) != 0)
            file_write(text_str(&path), text_str(planes), planes->len, &r);
    }
    text_finish(&path);
    reply_finish(&r);
}

static void add_fingerprint(struct text *out, struct app *a, int rows, int cols)
{
    struct text planes = {0};
    read_planes(a, rows, cols, &planes);
    uint64_t hash = vocabulary_hash(VOCABULARY_HASH_EMPTY, text_str(&planes), planes.len);
    text_addf(out, " %012" PRIx64, hash >> 16);
    keep_picture(out->s + out->len - 12, &planes);
    text_finish(&planes);
}

static void add_sizes(struct text *out, const char *line)
{
    static const struct {
        int rows, cols;
    } sizes[] = {{18, 60}, {21, 70}, {24, 80}, {29, 97}, {36, 120}, {45, 150}, {55, 200}, {67, 240}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        text_addf(out, "  %dx%d", sizes[i].cols, sizes[i].rows);
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            struct app a = simple_app_in((enum lang)lang);
            must_enter(&a, line);
            add_fingerprint(out, &a, sizes[i].rows, sizes[i].cols);
            app_finish(&a);
        }
        text_add(out, "\n");
    }
}

/* The picture after a key, and after the same key again, which may lead further or back. */
static void add_key(struct text *out, const char *line, const char *key)
{
    struct app a = simple_app_in(LANG_EN);
    struct canvas first = {0};
    must_enter(&a, line);
    first = draw_screen(&a, 30, 100); /* keys ask how large the screen is */
    canvas_finish(&first);
    text_addf(out, "  %s", key);
    for (int i = 0; i < 2 && !a.quit; i++) {
        press(&a, key);
        add_fingerprint(out, &a, 30, 100);
    }
    text_add(out, a.quit ? " quits\n" : "\n");
    app_finish(&a);
}

/* The keys of the contexts of the scene, each once. */
static void add_keys(struct text *out, const char *line)
{
    struct app a = simple_app_in(LANG_EN);
    struct text where = TEXT_HERE;
    must_enter(&a, line);
    struct canvas c = draw_screen(&a, 30, 100);
    canvas_finish(&c);
    contexts_now(&a.session, &where);
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (keymap_find(&a.session.keymap, text_str(&where), b->key) == b)
            add_key(out, line, b->key);
    text_finish(&where);
    app_finish(&a);
}

/* Writes `old` with every fingerprint made again: rows begin with two blanks, scenes and remarks do not. */
static void make_again(const char *old, struct text *out, void (*add)(struct text *, const char *))
{
    while (*old) {
        size_t n = strcspn(old, "\n");
        struct text line = {0};
        text_add_bytes(&line, old, n);
        if (strncmp(old, "  ", 2) != 0)
            text_addf(out, "%s\n", text_str(&line));
        if (n > 0 && *old != '#' && *old != ' ')
            add(out, text_str(&line));
        text_finish(&line);
        old += n + (old[n] == '\n');
    }
}

static size_t line_length(const char *p)
{
    return strcspn(p, "\n");
}

static bool same_line(const char *a, const char *b)
{
    return line_length(a) == line_length(b) && strncmp(a, b, line_length(a)) == 0;
}

static const char *next_line(const char *p)
{
    p += line_length(p);
    return *p ? p + 1 : p;
}

/* Is the row below that scene in the file? */
static bool has_row(const char *file, const char *scene, const char *row)
{
    bool within = false;
    for (const char *p = file; *p; p = next_line(p)) {
        if (*p != ' ')
            within = same_line(p, scene);
        else if (within && same_line(p, row))
            return true;
    }
    return false;
}

static void show_picture(const char *title, const char *fingerprint)
{
    struct text path = {0}, planes = {0};
    struct reply r = {0};
    if (getenv("QKV_PICTURES")) {
        picture_path(&path, fingerprint);
        if (file_read(text_str(&path), 1 << 22, &planes, &r))
            fprintf(stderr, "%s\n%s", title, text_str(&planes)); /* (print_error cuts it) */
        else
            print_error("%s not kept here (build and test the commit before)\n", title);
    }
    text_finish(&path);
    text_finish(&planes);
    reply_finish(&r);
}

/* Shows the first picture that differs in a row, as it was and as it is. */
static void show_both(const char *old, const char *scene, const char *row)
{
    size_t label = 2 + strcspn(row + 2, " ");
    bool within = false;
    for (const char *p = old; *p; p = next_line(p)) {
        if (*p != ' ')
            within = same_line(p, scene);
        else if (within && strncmp(p, row, label + 1) == 0)
            for (size_t at = label + 1; at + 12 <= line_length(p) && at + 12 <= line_length(row); at += 13)
                if (strncmp(p + at, row + at, 12) != 0) {
                    show_picture("it was:", p + at);
                    show_picture("it is:", row + at);
                    return;
                }
    }
}

static void show_differences(const char *old, const char *fresh)
{
    enum { SHOWN = 12, PICTURES = 2 };
    const char *scene = "";
    int count = 0;
    for (const char *p = fresh; *p; p = next_line(p)) {
        if (*p != ' ')
            scene = p;
        else if (!has_row(old, scene, p) && ++count <= SHOWN) {
            print_error("%.*s: %.*s is not the picture it was\n", (int)line_length(scene), scene,
                        (int)strcspn(p + 2, " "), p + 2);
            if (count <= PICTURES)
                show_both(old, scene, p);
        }
    }
    print_error("%d rows differ; 'make bless' keeps them\n", count);
}

static void as_before(const char *path, void (*add)(struct text *, const char *))
{
    struct text old = {0}, fresh = {0};
    struct reply r = {0};
    assert_true(file_read(path, 1 << 22, &old, &r));
    make_again(text_str(&old), &fresh, add);
    bool same = strcmp(text_str(&old), text_str(&fresh)) == 0;
    if (!same && getenv("QKV_BLESS"))
        same = file_write(path, text_str(&fresh), fresh.len, &r);
    else if (!same)
        show_differences(text_str(&old), text_str(&fresh));
    text_finish(&old);
    text_finish(&fresh);
    reply_finish(&r);
    assert_true(same);
}

TEST(every_view_is_drawn_as_before_at_every_size)
{
    as_before("tests/golden/screens.txt", add_sizes);
}

TEST(every_key_does_what_it_did)
{
    as_before("tests/golden/keys.txt", add_keys);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return kept_begin(state);
}

TESTS(begin, kept_end)
