/* What the program draws, tells and derives, as hashes: those of two builds are compared, so that a change
 * that is to change nothing is known to have changed nothing. `make oracle` keeps the first run's and names
 * what differs afterwards. Not part of `make test`, which keeps fewer pictures.
 *
 *     oracle              writes a line for each picture's scene, each told scene, each case of arithmetic
 *     oracle NAME         writes what the line of that name hashes
 *
 * The scenes are those of tests/golden/screens.txt. Run from the top folder. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "keep/file.h"
#include "core/pipeline/derive.h"
#include "core/pipeline/stage.h"
#include "export/export.h"
#include "network/tokens/vocabulary.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/random_case.h"

/* One line: everything that is written under its name goes into the hash, or to standard output. */
struct witness {
    const char *only; /* NULL: hashes of all */
    char name[200];
    uint64_t hash;
};

static bool begins(struct witness *w, const char *name)
{
    snprintf(w->name, sizeof w->name, "%s", name);
    w->hash = VOCABULARY_HASH_EMPTY;
    return !w->only || strcmp(w->only, w->name) == 0;
}

static void sees(struct witness *w, const struct text *t)
{
    w->hash = vocabulary_hash(w->hash, text_str(t), t->len);
    if (w->only)
        fputs(text_str(t), stdout);
}

static void ends(const struct witness *w)
{
    if (!w->only)
        printf("%016" PRIx64 "  %s\n", w->hash, w->name);
}

/* ---- pictures ------------------------------------------------------------------------------ */

static const int heights[] = {1, 5, 12, 18, 21, 24, 29, 32, 36, 40, 45, 50, 55, 67};
static const int widths[] = {1, 20, 40, 52, 60, 70, 80, 90, 97, 110, 120, 135, 150, 180, 200, 240};
enum { HEIGHTS = sizeof heights / sizeof *heights, WIDTHS = sizeof widths / sizeof *widths };

/* How a scene is looked at. */
static const struct {
    const char *name, *line;
    bool ascii;
} looks[] = {{"colour", "", false}, {"mono", " ; set theme mono", false}, {"ascii", "", true}};

/* Replaces what a terminal without UTF-8 does not show by what it shows. */
static void as_ascii(struct text *planes)
{
    struct text plain = {0};
    size_t n;
    for (const char *p = text_str(planes); *p; p += n) {
        uint32_t ch;
        n = utf8_decode(p, UTF8_TO_ZERO, &ch);
        text_add_char(&plain, (char)ascii_stand_in(ch));
    }
    text_clear(planes);
    text_add(planes, text_str(&plain));
    text_finish(&plain);
}

/* All sizes of a scene on one session, from the smallest up and back, as a window that is pulled. */
static void draw_sizes(struct witness *w, struct app *a)
{
    struct text planes = {0};
    for (int i = 0; i < HEIGHTS; i++)
        for (int k = 0; k < WIDTHS; k++) {
            read_planes(a, heights[i], widths[i % 2 ? WIDTHS - 1 - k : k], &planes);
            if (a->ascii)
                as_ascii(&planes);
            sees(w, &planes);
        }
    text_finish(&planes);
}

static void draw_scene(struct witness *w, const char *scene)
{
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
            struct text name = {0}, line = {0};
            text_addf(&name, "picture %s %s: %s", lang_code((enum lang)lang), looks[i].name, scene);
            text_addf(&line, "%s%s", scene, looks[i].line);
            if (begins(w, text_str(&name))) {
                struct app a = simple_app_in((enum lang)lang);
                must_enter(&a, text_str(&line));
                a.ascii = looks[i].ascii;
                draw_sizes(w, &a);
                app_finish(&a);
                ends(w);
            }
            text_finish(&name);
            text_finish(&line);
        }
}

/* The scene told in sentences, and the whole computation. */
static void tell_scene(struct witness *w, const char *scene)
{
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (int json = 0; json < 2; json++) {
            struct text name = {0}, line = {0};
            text_addf(&name, "%s %s: %s", json ? "json" : "plain", lang_code((enum lang)lang), scene);
            if (begins(w, text_str(&name))) {
                struct app a = simple_app_in((enum lang)lang);
                must_enter(&a, scene);
                a.batch = true;
                text_addf(&line, json ? "export json -" : "export plain %s -",
                          views[a.session.now.state.look.view]->name);
                must_enter(&a, text_str(&line));
                sees(w, &a.output);
                app_finish(&a);
                ends(w);
            }
            text_finish(&name);
            text_finish(&line);
        }
}

static void each_scene(struct witness *w, void (*visit)(struct witness *, const char *))
{
    struct text scenes = {0};
    struct reply r = {0};
    assert_true(file_read("tests/golden/screens.txt", 1 << 22, &scenes, &r));
    for (const char *p = text_str(&scenes); *p; p += *p == '\n') {
        size_t n = strcspn(p, "\n");
        struct text line = {0};
        text_add_bytes(&line, p, n);
        if (n > 0 && *p != ' ' && *p != '#')
            visit(w, text_str(&line));
        text_finish(&line);
        p += n;
    }
    text_finish(&scenes);
    reply_finish(&r);
}

/* ---- arithmetic ---------------------------------------------------------------------------- */

static void add_from(struct text *out, const struct derive_from *from)
{
    if (from->stage >= 0)
        text_addf(out, " %s%s %d %d %d %d", from->gradient ? "by " : "", stage_name(from->stage), from->layer,
                  from->head, from->row, from->col);
    else if (from->weight >= 0)
        text_addf(out, " %sweight %d %d %d %d", from->gradient ? "by " : "", from->weight, from->layer,
                  from->row, from->col);
    else
        text_add(out, " -");
}

static void add_step(void *to, const struct derive_step *s)
{
    struct text *out = to;
    text_addf(out, "%d %d %.17g %.17g %.17g %.17g", (int)s->kind, s->index, s->a, s->b, s->value, s->sum);
    add_from(out, &s->a_from);
    add_from(out, &s->b_from);
    text_add(out, "\n");
}

/* Every cell of the matrix that `at` is in, forward or (with g) backward. */
static void derive_matrix(struct witness *w, const struct derive_source *s, struct derive_cell at,
                          struct mat m)
{
    struct text steps = {0};
    for (at.row = 0; at.row < m.rows; at.row++)
        for (at.col = 0; at.col < m.cols; at.col++) {
            if (at.gradient)
                derive_back(s, at, add_step, &steps);
            else
                derive(s->t, s->c, at, add_step, &steps);
            sees(w, &steps);
            text_clear(&steps);
        }
    text_finish(&steps);
}

static void derive_layer(struct witness *w, const struct derive_source *s, int layer, bool gradient)
{
    struct derive_cell at = {.layer = layer, .gradient = gradient};
    for (at.stage = 0; at.stage < STAGE_COUNT; at.stage++) {
        if (!stage_present(s->c, layer, at.stage) || !stage_has_numbers(at.stage))
            continue;
        int heads = stage_row(at.stage)->heads == HEADS_APART ? s->c->heads : 1;
        for (at.head = 0; at.head < heads; at.head++)
            derive_matrix(w, s, at,
                          gradient ? derive_back_matrix(s->g, &at)
                                   : stage_matrix(s->t, layer, at.stage, at.head));
    }
    at.stage = -1;
    at.head = 0;
    for (at.weight = 0; gradient && at.weight < WEIGHT_COUNT; at.weight++)
        if (config_weight_layer((enum weight)at.weight, layer) == layer)
            derive_matrix(w, s, at, derive_back_matrix(s->g, &at));
}

static void derive_case(struct witness *w, int i, bool gradient)
{
    struct random_case x = random_case_at(i);
    struct grad g = {0};
    struct derive_source s = {&x.t, &x.c, &g};
    const char *why;
    bool ready = !gradient || (x.c.target_count > 0 && grad_possible(&x.c, &why) &&
                               grad_reserve(&g, &x.c, 0) && grad_compute(&g, &x.t, &x.c));
    for (int l = 0; ready && l < x.c.layers; l++)
        derive_layer(w, &s, l, gradient);
    grad_finish(&g);
    random_case_finish(&x);
}

static void derive_cases(struct witness *w)
{
    for (int i = 0; i < random_case_count(); i++)
        for (int gradient = 0; gradient < 2; gradient++) {
            char name[64];
            snprintf(name, sizeof name, "derive %s %d", gradient ? "back" : "forward", i);
            if (begins(w, name)) {
                derive_case(w, i, gradient);
                ends(w);
            }
        }
}

int main(int argc, char **argv)
{
    void *state = NULL;
    struct witness w = {.only = argc > 1 ? argv[1] : NULL};
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    kept_begin(&state);
    each_scene(&w, draw_scene);
    each_scene(&w, tell_scene);
    derive_cases(&w);
    kept_end(&state);
    return 0;
}
