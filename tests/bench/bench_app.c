/* The whole program without a terminal: from an edited number to the finished
 * canvas, a canvas at three sizes and what is sent of it, and a file of word vectors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/commands.h"
#include "bench/bench.h"
#include "core/math/rng.h"
#include "view/prose.h"

static void line(struct app *a, const char *s)
{
    struct reply r = {.lang = LANG_EN};
    if (!app_line(a, s, &r)) {
        fprintf(stderr, "bench: %s: %s\n", s, text_str(&r.text));
        abort();
    }
    reply_finish(&r);
}

struct session {
    struct app a;
    struct canvas c;
    long turn;
};

static struct session session_of(int rows, int cols)
{
    struct session s = {0};
    struct reply r = {.lang = LANG_EN};
    if (!app_init(&s.a, app_commands, LANG_EN, &r) || !canvas_init(&s.c, rows, cols))
        abort();
    reply_finish(&r);
    return s;
}

static void session_end(struct session *s)
{
    canvas_finish(&s->c);
    app_finish(&s->a);
}

static void run_edit(void *arg)
{
    struct session *s = arg;
    char edit[40];
    snprintf(edit, sizeof edit, "set x 0 0 = 0.%ld",
             11 + s->turn++ % 80); /* never the numbers that were there before */
    line(&s->a, edit);
    app_draw(&s->a, s->c);
}

static void edit(int n, int d, int h)
{
    struct session s = session_of(36, 120);
    struct text words = {0};
    text_addf(&words, "tokens");
    for (int t = 0; t < n; t++)
        text_addf(&words, " w%d", t);
    text_addf(&words, "; set d %d; set heads %d; weights random 1", d, h);
    line(&s.a, text_str(&words));
    text_finish(&words);
    bench((struct bench_case){"edit", n, d, h, (double)(s.a.model.now.trace.arena.room * sizeof(double)), 0,
                              NULL, 0},
          run_edit, &s);
    session_end(&s);
}

static void run_frame(void *arg)
{
    struct session *s = arg;
    app_draw(&s->a, s->c);
}

static void frame(int rows, int cols)
{
    struct session s = session_of(rows, cols);
    bench((struct bench_case){"frame", rows, cols, 0, bench_frame_bytes(rows, cols), 0, NULL, 0}, run_frame,
          &s);
    session_end(&s);
}

/* A GloVe-like file, written once. */
static double write_vectors(const char *path, int words, int width)
{
    FILE *f = fopen(path, "w");
    struct rng rng = rng_seed(1);
    if (!f)
        abort();
    for (int w = 0; w < words; w++) {
        fprintf(f, "%s%d", w == words / 2 ? "cat" : "w", w);
        for (int j = 0; j < width; j++)
            fprintf(f, " %.5f", rng_normal(&rng));
        fputc('\n', f);
    }
    double size = (double)ftell(f);
    fclose(f);
    return size;
}

static void run_vectors(void *arg)
{
    struct session *s = arg;
    line(&s->a, "import vectors build/bench.vec");
}

static void run_read(void *arg)
{
    static char piece[1 << 20];
    long lines = 0;
    FILE *f = fopen("build/bench.vec", "r");
    size_t n;
    (void)arg;
    while ((n = fread(piece, 1, sizeof piece, f)) > 0)
        for (const char *p = piece; (p = memchr(p, '\n', (size_t)(piece + n - p))); p++)
            lines++;
    fclose(f);
    if (lines == 0)
        abort();
}

static void vectors(int words, int width)
{
    struct session s = session_of(24, 80);
    double size = write_vectors("build/bench.vec", words, width);
    line(&s.a, "tokens w1 w2 w3");
    double reference = bench_measure(run_read, NULL).least;
    bench((struct bench_case){"vectors", words, width, 0, size, 0, "reading it line by line", reference},
          run_vectors, &s);
    remove("build/bench.vec");
    session_end(&s);
}

/* A lesson as large as may be: this part again and again, in as many lines. */
struct large {
    struct text bytes;
    struct complaints said;
};

static void run_lesson(void *arg)
{
    struct large *large = arg;
    struct lesson l;
    complaints_finish(&large->said);
    lesson_read(&l, "bench.md", large->bytes.s, large->bytes.len, LANG_EN, &large->said);
    if (l.step_count == 1)
        prose_rows(l.step[0].narration.v, l.step[0].narration.count, 36);
    lesson_finish(&l);
}

static void lesson(const char *part, int lines)
{
    struct large large = {0};
    text_add(&large.bytes, "---\nlesson: bench\nformat: 1\nlang: en\nminutes: 1\nscene: s\n---\n# "
                           "T\n\naim\n\n## S <!-- step: s -->\n\n");
    for (size_t each = LESSON_MAX_BYTES / (size_t)lines, end = each;
         large.bytes.len < LESSON_MAX_BYTES - 300;) {
        text_add(&large.bytes, part);
        if (large.bytes.len >= end) {
            text_add_char(&large.bytes, '\n');
            end += each;
        }
    }
    bench((struct bench_case){"lesson", (int)(large.bytes.len >> 10), lines, 0, (double)large.bytes.len, 0,
                              NULL, 0},
          run_lesson, &large);
    complaints_finish(&large.said);
    text_finish(&large.bytes);
}

void bench_app(void)
{
    edit(3, 8, 1);
    edit(32, 64, 4);
    edit(64, 128, 8);
    frame(24, 80);
    frame(36, 120);
    frame(67, 240);
    vectors(100000, 100);
    lesson("Some *words*, `x = 1` and [a link](#s). ", 3000);
    lesson("![[]()", 1);
    lesson("a", 1);
    lesson("[a](", 4000);
}
