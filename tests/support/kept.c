#include "support/apps.h"
#include "support/kept.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "lesson/play/play.h"
#include "state/script.h"
#include "support/test.h"

static char root[64], files[80]; /* of all; of the person's own files */

static void make_folder(void)
{
    strcpy(root, "/dev/shm/qkv-test-XXXXXX"); /* in memory where there is such a place: a test syncs a
                                                 thousand times */
    if (!mkdtemp(root)) {
        strcpy(root, "/tmp/qkv-test-XXXXXX");
        assert_non_null(mkdtemp(root));
    }
    assert_int_equal(setenv("XDG_STATE_HOME", root, 1), 0);
    assert_int_equal(setenv("XDG_CONFIG_HOME", root, 1), 0);
    assert_int_equal(mkdir(kept_path(""), 0700), 0);
    snprintf(files, sizeof files, "%s/files", root);
    assert_int_equal(mkdir(files, 0700), 0);
}

/* Returns whether a file of this name is one of the program's own. */
static bool is_own(const char *name)
{
    static const char *const own[] = {"progress", "notes", "start.qkv", "reported"};
    bool found = *name == '\0' || strstr(name, ".journal") != NULL;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        found = found || strncmp(name, own[i], strlen(own[i])) == 0;
    return found;
}

const char *kept_path(const char *name)
{
    static char paths[4][400];
    static int at;
    char *path = paths[at++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s/%s", root, is_own(name) ? "qkv" : "files", name);
    return path;
}

static bool ends(const char *name, const char *suffix)
{
    size_t n = strlen(name), k = strlen(suffix);
    return n >= k && strcmp(name + n - k, suffix) == 0 && name[0] != '.';
}

static int walk(const char *folder, const char *suffix, char *first, bool unlinks)
{
    int count = 0;
    DIR *dir = opendir(kept_path(folder));
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (!ends(e->d_name, suffix))
            continue;
        if (count++ == 0 && first)
            snprintf(first, 256, "%s", e->d_name);
        if (unlinks)
            unlink(kept_path(e->d_name));
    }
    if (dir)
        closedir(dir);
    return count;
}

int kept_files(const char *suffix)
{
    return walk("", suffix, NULL, false) + walk(".", suffix, NULL, false);
}

const char *kept_file(const char *suffix)
{
    char name[256];
    return walk("", suffix, name, false) > 0 || walk(".", suffix, name, false) > 0 ? kept_path(name) : "";
}

void kept_holds(const char *path, const char *want)
{
    struct reply r = {0};
    struct text t = {0};
    assert_true(file_read(path, 100, &t, &r));
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

void kept_forget(const char *name)
{
    DIR *dir = opendir(kept_path(""));
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir));)
        if (strncmp(e->d_name, name, strlen(name)) == 0)
            unlink(kept_path(e->d_name));
    closedir(dir);
}

int kept_begin(void **state)
{
    make_folder();
    return locale(state);
}

int kept_begin_inside(void **state)
{
    return kept_begin(state) == 0 && chdir(kept_path(".")) == 0 ? 0 : -1;
}

int kept_end(void **state)
{
    (void)state;
    walk("", "", NULL, true);
    walk(".", "", NULL, true);
    rmdir(kept_path(""));
    rmdir(files);
    rmdir(root);
    return 0;
}

void kept_start(struct app *a)
{
    const char *flow = "view flow"; /* not the page that a session without commands begins with */
    struct options o = {.lang = LANG_EN, .commands = &flow, .command_count = 1};
    kept_start_with(a, &o);
}

void kept_start_with(struct app *a, const struct options *o)
{
    struct reply r = {0};
    assert_true(startup_session(a, o, &r));
    reply_finish(&r);
}

void kept_step(struct app *a, const char *step)
{
    if (strncmp(step, "key ", 4) == 0) {
        press(a, step + 4);
        return;
    }
    press(a, ":");
    app_event(a, &(struct event){.kind = EVENT_PASTE, .text = step});
    press(a, "Enter");
}

void kept_end_saved(struct app *a)
{
    struct host h = app_host(a);
    lesson_leave(&h);
    a->session.unsaved = false;
    app_finish(a);
}

static uint64_t mix(uint64_t sum, const void *bytes, size_t n)
{
    for (const unsigned char *p = bytes; n > 0; n--)
        sum = (sum ^ *p++) * 1099511628211u;
    return sum;
}

static uint64_t mix_value(uint64_t sum, const struct value *v)
{
    return v ? mix(sum, v->v, (size_t)v->rows * (size_t)v->cols * sizeof *v->v) : mix(sum, "-", 1);
}

/* Settings, words with their vectors, weights: quicker than the script of a state. */
static uint64_t digest(const struct state *s)
{
    uint64_t sum = mix(mix(0, &s->set, sizeof s->set), s->pe_param, sizeof s->pe_param);
    const struct sequence *both[] = {s->sentence, s->memory};
    for (int q = 0; q < 2; q++)
        for (int t = 0; both[q] && t < both[q]->count; t++) {
            sum = mix(sum, state_name(s, both[q], t), strlen(state_name(s, both[q], t)));
            struct lemma word = lexicon_at(s->lexicon, both[q]->id[t]);
            sum = mix(sum, word.x.doubles, (size_t)word.width * sizeof(double));
        }
    for (int l = 0; l < s->set.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            sum = mix_value(sum, state_weight(s, l, w));
    for (int i = 0; i < PE_MAX_MATRICES; i++)
        sum = mix_value(sum, state_encoding(s, i));
    return mix(sum, &s->term_off, sizeof s->term_off);
}

void kept_facts(struct app *a, struct text *out)
{
    struct session *m = &a->session;
    struct look kept = m->now.state.look;
    const unsigned char *look = (const unsigned char *)&kept;
    look_rest(&kept);
    kept.home = 0; /* the menu is as long as what has been learned: its cursor keeps to an entry */
    text_clear(out);
    script_write(&m->now, out);
    for (size_t i = 0; i < sizeof m->now.state.look; i++)
        text_addf(out, "%02x", look[i]);
    for (int i = 0; i < m->pin_count; i++) {
        text_addf(out, "\npin %s\n", m->pins[i].name);
        script_write(&m->pins[i].scene, out);
    }
    if (m->lesson) {
        text_addf(out, "\nlesson %s, step %d, beat %d, free %d\n", m->lesson->lesson.id, m->lesson->run.step,
                  m->lesson->run.beat, m->lesson->free);
        script_write(&(a->lessons.play ? &a->lessons.play->own : &a->session)->now, out);
    }
    for (int i = 0; i < m->keymap.count; i++)
        text_addf(out, "\nbind %s %s", m->keymap.v[i].key, m->keymap.v[i].line);
    text_addf(out, "\nclip %016llx", (unsigned long long)mix_value(0, m->clip));
    text_addf(out, "\ncompare %d, history %d of %d\n", m->compare, m->history.at, m->history.count);
    for (int i = 0; i < m->history.count; i++) {
        text_addf(out, "%016llx\n", (unsigned long long)digest(&m->history.v[i].state));
    }
    assert_false(out->failed);
}
