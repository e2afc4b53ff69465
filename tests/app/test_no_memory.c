/* When memory runs out in the whole program: every allocation of every key and line is made to fail in
 * turn, and so is every one of drawing. The program says so or did it, is what it was
 * before when it failed, leaks nothing, and does the same thing afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "keep/file.h"
#include "app/recover.h"
#include "base/utf8.h"
#include "support/apps.h"
#include "support/failing_heap.h"
#include "support/kept.h"
#include "support/test.h"

/* The next one that is to fail: of the first all, of later ones fewer, unless QKV_EVERY asks for each (half a
 * minute). */
static long after(long k)
{
    return k + 1 + (getenv("QKV_EVERY") ? 0 : k / 16);
}

/* ---- sessions --------------------------------------------------------------- */

/* What leads to the state in which the last step is made to fail. */
struct sitting {
    const char *before, *step;
};

static const struct sitting sessions[] = {
    {"", "swap"},
    {"", "key x"},
    {"swap", "key u"},
    {"swap ; undo", "key C-r"},
    {"", "sentence 我 爱 学习"},
    {"", "set d 12"},
    {"", "encoding learned"},
    {"", "set heads 2"},
    {"", "weights random 4"},
    {"weights random 4", "weights identity"},
    {"set WQ 0 0 = 2", "weights shift 1"},
    {"set WQ 0 0 = 2", "pm1 8"},
    {"set WQ 0 0 = 2", "set WK 0 0 = 3"},
    {"scores = 1 2 3 ; 4 5 6 ; 7 8 9", "scores none"},
    {"", "classes 猫 狗"},
    {"classes 猫 狗 ; bU = 1 2 ; target 追 猫", "classes 狗 鸟 猫"},
    {"classes 猫 狗", "target 追 猫"},
    {"classes 猫 狗 ; target 追 猫", "print maxgrad()"},
    {"target head 0 追 狗 ; target head 0 猫 猫", "delete 狗"},
    {"tokens 猫 比 狗 大", "taught 大 猫 狗"},
    {"", "task two"},
    {"task two encoding=sincos", "train 3"},
    {"task two encoding=sincos; train 3", "train 30"},
    {"task two encoding=sincos; train 3", "train keep"},
    {"task two encoding=sincos; train 3", "print share(pp)"},
    {"target head 0 追 狗", "train 2"},
    {"example 鱼 -> 鸟", "example 狗追麟→ 麒"},
    {"example 鱼 跑 -> - 动 ; example 狗 -> 麟", "example 狗 追 -> 麒 at 狗"},
    {"example 鱼 -> 鸟 ; example 狗 -> 猫", "example 1 none"},
    {"example 鱼 -> 鸟 ; example 狗 -> 猫", "example"},
    {"example 鱼 -> 鸟 ; example 狗 跑 -> 猫", "task own encoding=learned"},
    {"example 鱼 -> 鸟 ; example 狗 跑 -> 猫 ; task own", "train 3"},
    {"example 鱼 -> 鸟 ; example 狗 跑 -> 猫 ; task own ; train 2", "example 麒 麟 -> 麟"},
    {"example 鱼 -> 鸟 ; example 狗 跑 -> 猫 ; task own ; train 2", "train keep"},
    {"", "view encoding"},
    {"", "view terms"},
    {"", "view compare"},
    {"", "view cost"},
    {"", "view machine"},
    {"view machine ; set machine memory", "machine next"},
    {"", "view map"},
    {"", "home"},
    {"home ; cursor down 4", "cursor down"},
    {"view edit", "key 5"},
    {"view edit", "cell 0.5"},
    {"view edit", "copy row"},
    {"", "pin a"},
    {"pin a ; swap", "compare a"},
    {"", "bind F9 swap"},
    {"", "help"},
    {"", "help set"},
    {"", "key ?"},
    {"", "print X"},
    {"", "print weights(0)"},
    {"", "lesson 04"},
    {"lesson 04", "next"},
    {"lesson 04 ; next", "back"},
    {"lesson 04", "key Space"},
    {"lesson 04", "free"},
    {"lesson 04 ; free ; swap", "return"},
    {"lesson 04", "lesson leave"},
    {"lesson 04 ; lesson leave", "lesson 04"},
    {"", "lessons"},
    {"", "glossary"},
    {"", "glossary query"},
    {"", "save %s"},
    {"", "export json %s"},
    {"", "export csv X %s"},
    {"", "export npy X %s"},
    {"", "export svg stages %s"},
    {"", "export html stages %s"},
    {"", "export csv terms %s"},
    {"", "export json terms %s"},
    {"view compare", "export csv compare %s"},
    {"view compare", "export json compare %s"},
    {"", "export plain stages %s"},
    {"", "import X %x"},
    {"", "load %l"},
    {"", "memory a b"},
    {"", "patches 2 2"},
    {"", "order"},
    {"view compare", "key t"},
};

enum { SESSIONS = sizeof sessions / sizeof *sessions };

/* A step with names of files put in: %s one to write, %x numbers, %l a saved state. */
static void step_of(const char *step, char *out, size_t size)
{
    const char *at = strchr(step, '%');
    const char *name = !at ? "" : at[1] == 's' ? "out" : at[1] == 'x' ? "x.csv" : "state.scene";
    snprintf(out, size, "%.*s%s", (int)(at ? at - step : (long)strlen(step)), step,
             at ? kept_path(name) : "");
}

static void begin_session(struct app *a, const struct sitting *s)
{
    remove(kept_path("out"));
    kept_start(a);
    if (*s->before)
        kept_step(a, s->before);
}

/* What a person sees, and the file that was written. */
static void facts(struct app *a, struct text *out)
{
    struct text bytes = {0};
    struct reply quiet = {0};
    kept_facts(a, out);
    text_add(out, file_read(kept_path("out"), 1 << 24, &bytes, &quiet) ? "\nwritten: " : "\nnothing written");
    text_add(out, text_str(&bytes));
    text_finish(&bytes);
    reply_finish(&quiet);
}

/* Memory runs out during the key alone, or during Enter after the typed line. */
static void step_failing(struct app *a, const char *step, long k)
{
    bool key = strncmp(step, "key ", 4) == 0;
    if (!key) {
        press(a, ":");
        app_event(a, &(struct event){.kind = EVENT_PASTE, .text = step});
    }
    hit = false;
    left = k;
    press(a, key ? step + 4 : "Enter");
    left = 0;
}

/* As if it were the first picture: what was kept for the next one is given back. */
static void draw(struct app *a, struct canvas c)
{
    arena_finish(&a->scratch);
    app_draw(a, c);
}

static void draw_once(struct app *a)
{
    struct canvas c;
    assert_true(canvas_init(&c, 36, 120));
    draw(a, c);
    canvas_finish(&c);
}

static bool complains(struct canvas c)
{
    struct text t = {0};
    canvas_text(c, &t);
    bool found = strstr(text_str(&t), "not enough memory") || strstr(text_str(&t), "内存不足");
    text_finish(&t);
    return found;
}

static const char *difference(const char *a, const char *b)
{
    static char said[400];
    size_t i = 0, from;
    while (a[i] && a[i] == b[i])
        i++;
    from = i > 40 ? i - 40 : 0;
    snprintf(said, sizeof said, "…%.160s… was …%.160s…", a + from, b + from);
    return said;
}

/* The step with allocation k failing; false: there are fewer. */
static bool fails_at(const struct sitting *s, long k, const char *want)
{
    struct app a;
    struct text was = {0}, now = {0};
    char step[600];
    long held = live;
    step_of(s->step, step, sizeof step);
    begin_session(&a, s);
    facts(&a, &was);
    step_failing(&a, step, k);
    bool failed = hit;
    facts(&a, &now);
    if (strcmp(text_str(&now), text_str(&was)) != 0 && strcmp(text_str(&now), want) != 0)
        fail_msg("%s / %s: neither done nor undone when allocation %ld fails (%s) %s", s->before, step, k,
                 text_str(&a.session.message), difference(text_str(&now), text_str(&was)));
    draw_once(&a);
    kept_end_saved(&a);
    text_finish(&was);
    text_finish(&now);
    if (live != held)
        fail_msg("%s / %s: %ld blocks leak when allocation %ld fails", s->before, step, live - held, k);
    return failed;
}

static void wanted(const struct sitting *s, struct text *want)
{
    struct app a;
    char step[600];
    step_of(s->step, step, sizeof step);
    begin_session(&a, s);
    kept_step(&a, step);
    facts(&a, want);
    kept_end_saved(&a);
}

static void write_file(const char *name, const char *s)
{
    struct reply r = {0};
    assert_true(file_write(kept_path(name), s, strlen(s), &r));
}

TEST_AROUND(what_fails_changes_nothing_and_leaks_nothing, kept_begin, kept_end)
{
    write_file("x.csv", "1,2,3,4,5,6,7,8\n1,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,1\n");
    write_file("state.scene", "# scene format 1\nset d 16\nx 猫 = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
    for (int i = 0; i < SESSIONS; i++) {
        struct text want = {0};
        wanted(&sessions[i], &want);
        for (long k = 1; fails_at(&sessions[i], k, text_str(&want)); k = after(k))
            ;
        text_finish(&want);
        assert_int_equal(live, 0);
    }
}

/* ---- drawing ------------------------------------------------------------------ */

static const char *const pictures[] = {
    "view home",
    "view stages",
    "view encoding",
    "view terms",
    "view compare ; swap",
    "view edit",
    "view cost",
    "view corridor",
    "view machine",
    "story ; view machine ; set machine paths",
    "view machine ; set machine memory",
    "view machine ; set machine note",
    "view train",
    "task order ; view train ; train 10",
    "view map",
    "lesson 04",
    "lesson 17",
    "lessons",
    "help",
    "view encoding ; encoding rope",
    "view terms ; set terms_panel scale",
    "swap ; set show delta ; view stages",
    "swap ; set show delta ; view edit",
    "view encoding ; encoding xl",
    "view encoding ; encoding sinonly ; set panel rotation",
};

TEST_AROUND(a_picture_that_cannot_be_drawn_is_drawn_the_next_time, kept_begin, kept_end)
{
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        struct app a;
        struct canvas c, again;
        kept_start(&a);
        kept_step(&a, pictures[i]);
        assert_true(canvas_init(&c, 36, 120) && canvas_init(&again, 36, 120));
        app_draw(&a, c);
        hit = true;
        for (long k = 1; hit; k++) {
            hit = false;
            left = k;
            draw(&a, again);
            left = 0;
            if (hit && memcmp(c.cells, again.cells, sizeof *c.cells * 36 * 120) != 0 && !complains(again))
                fail_msg("%s: nothing is said when allocation %ld fails", pictures[i], k);
        }
        app_draw(&a, again);
        assert_memory_equal(c.cells, again.cells, sizeof *c.cells * 36 * 120);
        canvas_finish(&c);
        canvas_finish(&again);
        kept_end_saved(&a);
        if (live != 0)
            fail_msg("%s: %ld blocks leak", pictures[i], live);
    }
}

TEST_AROUND(a_program_that_cannot_begin_leaks_nothing, kept_begin, kept_end)
{
    hit = true;
    for (long k = 1; hit; k++) {
        struct app a;
        struct reply r = {0};
        hit = false;
        left = k;
        bool ok = app_init(&a, app_commands, LANG_ZH, &r);
        left = 0;
        assert_true(ok == !hit && r.failed == hit);
        app_finish(&a);
        reply_finish(&r);
        assert_int_equal(live, 0);
    }
}
