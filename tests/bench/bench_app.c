/* The whole program without a terminal: from an edited number to the finished
 * canvas, a canvas at three sizes and what is sent of it, and a file of word vectors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
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

struct bench_session {
    struct app a;
    struct canvas c;
    long turn;
};

static struct bench_session bench_session_of(int rows, int cols)
{
    struct bench_session s = {0};
    struct reply r = {.lang = LANG_EN};
    if (!app_init(&s.a, app_commands, LANG_EN, &r) || !canvas_init(&s.c, rows, cols))
        abort();
    reply_finish(&r);
    return s;
}

static void bench_session_end(struct bench_session *s)
{
    canvas_finish(&s->c);
    app_finish(&s->a);
}

static void run_edit(void *arg)
{
    struct bench_session *s = arg;
    char edit[40];
    snprintf(edit, sizeof edit, "set x 0 0 = 0.%ld",
             11 + s->turn++ % 80); /* never the numbers that were there before */
    line(&s->a, edit);
    app_draw(&s->a, s->c);
}

/* A scene of words without meaning, of this shape. */
static void open_scene(struct bench_session *s, struct bench_shape of)
{
    struct text words = {0};
    text_addf(&words, "tokens");
    for (int t = 0; t < of.n; t++)
        text_addf(&words, " w%d", t);
    text_addf(&words, "; set d %d; set heads %d; set layers %d; weights random 1", of.d, of.h, of.layers);
    line(&s->a, text_str(&words));
    text_finish(&words);
}

static void run_frame(void *arg)
{
    struct bench_session *s = arg;
    app_draw(&s->a, s->c);
}

/* Prints as many cells as the canvas has, as numbers of eight columns. */
static void run_numbers(void *arg)
{
    const struct bench_session *s = arg;
    char cells[9];
    for (int i = 0; i < s->c.rows * s->c.cols / 8; i++)
        snprintf(cells, sizeof cells, "%8.3f", i / 7.0);
}

/* From an edit to the canvas, beside the canvas alone. */
static void edit(struct bench_shape of)
{
    struct bench_session s = bench_session_of(36, 120);
    open_scene(&s, of);
    double reference = bench_measure(run_frame, &s).least;
    bench((struct bench_case){"edit", of.n, of.d, of.h,
                              (double)(s.a.session.now.trace.arena.room * sizeof(double)), 0, "its frame",
                              reference, of.layers, NULL, 0},
          run_edit, &s);
    bench_session_end(&s);
}

static void frame(int rows, int cols)
{
    struct bench_session s = bench_session_of(rows, cols);
    double reference = bench_measure(run_numbers, &s).least;
    bench((struct bench_case){"frame", rows, cols, 0, bench_frame_bytes(rows, cols), 0,
                              "as many cells of numbers", reference, 0, NULL, 0},
          run_frame, &s);
    bench_session_end(&s);
}

static void run_write(void *arg)
{
    struct bench_session *s = arg;
    line(&s->a, s->turn++ % 32 ? "write" : "tokens once");
    app_draw(&s->a, s->c);
}

/* The model in the box writes a word, and the flow is drawn; every 32nd time it begins again. */
static void writes(void)
{
    struct bench_session s = bench_session_of(36, 120);
    line(&s.a, "model box en ; set temperature 1 ; view flow");
    double reference = bench_measure(run_frame, &s).least;
    bench((struct bench_case){"writes", 32, s.a.session.now.config.d, 3, 0, 0, "its frame", reference, 3,
                              NULL, 0},
          run_write, &s);
    bench_session_end(&s);
}

/* A frame of the flow, at rest or in the middle of what plays. */
static double flow(const char *what, const char *command, int which, double once)
{
    struct bench_session s = bench_session_of(36, 120);
    struct bench_shape of = bench_doubled((struct bench_shape){4, 8, 2, 1}, which);
    open_scene(&s, of);
    line(&s.a, command);
    double reference = bench_measure(run_numbers, &s).least;
    struct bench_time t = bench((struct bench_case){what, of.n, of.d, of.h, 0, 0, "as many cells of numbers",
                                                    reference, of.layers, bench_twice[which], once},
                                run_frame, &s);
    bench_session_end(&s);
    return t.least;
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
    struct bench_session *s = arg;
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
    struct bench_session s = bench_session_of(24, 80);
    double size = write_vectors("build/bench.vec", words, width);
    line(&s.a, "tokens w1 w2 w3");
    double reference = bench_measure(run_read, NULL).least;
    bench((struct bench_case){"vectors", words, width, 0, size, 0, "reading it line by line", reference, 0,
                              NULL, 0},
          run_vectors, &s);
    remove("build/bench.vec");
    bench_session_end(&s);
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
                              NULL, 0, 0, NULL, 0},
          run_lesson, &large);
    complaints_finish(&large.said);
    text_finish(&large.bytes);
}

void bench_app(void)
{
    edit((struct bench_shape){3, 8, 1, 1});
    edit((struct bench_shape){32, 64, 4, 1});
    edit((struct bench_shape){64, 128, 8, 1});
    frame(24, 80);
    frame(36, 120);
    frame(67, 240);
    double once[2] = {0};
    for (int which = 0; which < BENCH_SHAPES; which++) {
        double still = flow("flow", "view flow", which, once[0]),
               plays = flow("flowing", "view flow ; flow next ; flow next ; flow tick", which, once[1]);
        once[0] = which == 0 ? still : once[0];
        once[1] = which == 0 ? plays : once[1];
    }
    writes();
    vectors(100000, 100);
    lesson("Some *words*, `x = 1` and [a link](#s). ", 3000);
    lesson("![[]()", 1);
    lesson("a", 1);
    lesson("[a](", 4000);
}
