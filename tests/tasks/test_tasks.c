/* What every task teaches, and the table of it in src/tasks/tasks.md. `make tasks` measures 10 seeds and
 * writes the table; the test measures the first of them and compares. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/terms.h"
#include "tasks/task.h"
#include "state/training.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

#define TABLE "src/tasks/tasks.md"
#define ENOUGH 0.99
/* Multiplications: a few seconds, as if all sentences were as long as those of the test. */
#define LOADED 3e10

enum { SEEDS = 10, SEEDS_TESTED = 2, EVERY = 5, LINE = 4096 };

/* Own sentences of different lengths. */
#define OWN                                                                                                                  \
    "example 猫 追 狗 -> 猫 at 追 ; example 狗 追 猫 -> 狗 at 追 ; example 鸟 看 鱼 -> 鸟 at 看 ; "           \
    "example 鱼 看 鸟 -> 鱼 at 看 ; example 小 猫 追 大 狗 -> 猫 at 追 ; example 大 狗 追 小 猫 -> 狗 at " \
    "追 ; "

/* The tasks as recommended, and what does not succeed. `least`: right answers that every seed reaches;
 * `most`: that none exceeds. */
static const struct row {
    const char *line;
    double least, most;
} rows[] = {
    {"task two", 0.5, 0.5},
    {"task two encoding=sincos", ENOUGH, 1},
    {"task point", ENOUGH, 1},
    {"task point k=12", 0.96, 1},
    {"task point encoding=none", 0, 0.6},
    {"task order", ENOUGH, 1},
    {"task order encoding=none", 0.4, 0.5},
    {"task order encoding=none layers=2", 0.4, 0.5},
    {"task order encoding=none mask=causal", ENOUGH, 1},
    {"task order encoding=alibi heads=2", 0.4, 0.5},
    {"task order-end", ENOUGH, 1},
    {"task order-end encoding=none layers=2", 0.4, 0.5},
    {"task order-end encoding=none mask=causal", 0.5, 0.5},
    {"task order-end encoding=none mask=causal layers=2", ENOUGH, 1},
    {"task find", ENOUGH, 1},
    {"task voice", ENOUGH, 1},
    {"task slots", ENOUGH, 1},
    {"task slots encoding=none", 0, 0.6},
    {"task echo", ENOUGH, 1},
    {"task echo k=3", ENOUGH, 1},
    {"task echo encoding=none", 0, 0.5},
    {"task reverse", ENOUGH, 1},
    {"task reverse encoding=rope", 0, 0.6},
    {"task metre", ENOUGH, 1},
    {"task metre k=7", ENOUGH, 1},
    {"task repeat", ENOUGH, 1},
    {"task repeat layers=1", 0, 0.6},
    {"task recent", ENOUGH, 1},
    {"task recent test=32", 0.9, 1},
    {"task recent test=64", 0.85, 0.98},
    {"task recent encoding=learned", 0.98, 1},
    {"task recent test=32 encoding=learned", 0, 0.8},
    {"task recent test=64 encoding=learned", 0, 0.65},
    {"task recent encoding=sincos", ENOUGH, 1},
    {"task recent test=32 encoding=sincos", 0.7, 0.95},
    {"task recent test=64 encoding=sincos", 0, 0.7},
    {"task recent encoding=t5", 0.97, 1},
    {"task recent test=32 encoding=t5", 0.85, 0.95},
    {"task recent test=64 encoding=t5", 0.75, 0.9},
    {"task recent encoding=alibi heads=4", 0.95, 1},
    {"task recent test=32 encoding=alibi heads=4", 0.95, 1},
    {"task recent test=64 encoding=alibi heads=4", 0.9, 0.98},
    {"task sort", ENOUGH, 1},
    {"task mood", ENOUGH, 1},
    {"task label", ENOUGH, 1},
    {"task own", ENOUGH, 1},
    {"task own encoding=none", 0, 0.6},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* What was measured of one seed. */
struct found {
    double right;
    int enough; /* first step, of every fifth, with enough right answers; -1: none */
    int terms;
    struct term term[TERM_MAX];
    double share[TERM_MAX], alone[TERM_MAX], without[TERM_MAX];
};

static const struct term_set nothing;

static double right_at(struct trainer *t, int step, struct term_set off)
{
    struct measured m;
    assert_true(trainer_go(t, step, NULL));
    assert_true(trainer_measure(t, off, &m, NULL));
    return m.right;
}

/* A training that begins with this line and this seed. */
struct pupil {
    struct state s;
    struct trainer *t;
    int steps; /* that are recommended */
};

static struct pupil pupil_of(const struct row *row, int seed)
{
    char line[LINE];
    struct pupil p = {.steps = 0};
    struct reply r = {0};
    snprintf(line, sizeof line, "%s%s seed=%d", strncmp(row->line, "task own", 8) == 0 ? OWN : "", row->line,
             seed);
    struct session m = model_after(line);
    state_copy(&p.s, &m.now.state);
    session_finish(&m);
    assert_true(training_open(&p.s, &r));
    p.t = &p.s.training->trainer;
    p.steps = task_at(p.s.set.task)->steps;
    return p;
}

static struct found measure(const struct row *row, int seed)
{
    struct found f = {.enough = -1};
    struct pupil p = pupil_of(row, seed);
    int layer = p.t->c.layers - 1;
    for (int k = 0; k <= p.steps && f.enough < 0; k += EVERY)
        f.enough = right_at(p.t, k, nothing) >= ENOUGH ? k : -1;
    f.right = right_at(p.t, p.steps, nothing);
    f.terms = terms_list(&p.t->c, layer, f.term);
    assert_true(trainer_shares(p.t, layer, f.share, NULL));
    for (int i = 0; i < f.terms; i++) {
        f.alone[i] = right_at(p.t, p.steps, trainer_others(p.t, f.term[i].name));
        f.without[i] = right_at(p.t, p.steps, terms_set(layer, &f.term[i]));
    }
    state_finish(&p.s);
    return f;
}

/* The largest of the mean shares. */
static int largest(const struct found *f, int seeds)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < f[0].terms; i++) {
        double sum = 0;
        for (int s = 0; s < seeds; s++)
            sum += f[s].share[i];
        if (sum > most) {
            most = sum;
            best = i;
        }
    }
    return best;
}

static void say_range(FILE *out, const struct found *f, size_t at, int seeds)
{
    double least = 2, most = -2;
    for (int s = 0; s < seeds; s++) {
        const double x = *(const double *)(const void *)((const char *)&f[s] + at);
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    fprintf(out, least == most ? " %.3f |" : " %.3f to %.3f |", least, most);
}

static void say_steps(FILE *out, const struct found *f)
{
    for (int s = 0; s < SEEDS; s++)
        if (f[s].enough < 0)
            fprintf(out, " –");
        else
            fprintf(out, " %d", f[s].enough);
    fprintf(out, " |");
}

/* What the training view says is what the table says. */
TEST(the_list_says_what_was_measured)
{
    for (int i = 0; tasks[i]; i++) {
        /* half a minute a seed: tests/state/test_reader.c and test_box.c say what they know */
        if (tasks[i] == &task_reader || tasks[i]->least)
            continue;
        struct row row = {.line = ""};
        char line[LINE];
        snprintf(line, sizeof line, "task %s", tasks[i]->name);
        row.line = line;
        double least = 1;
        for (int seed = 1; seed <= SEEDS_TESTED; seed++) {
            struct pupil p = pupil_of(&row, seed);
            double right = right_at(p.t, p.steps, nothing);
            least = right < least ? right : least;
            state_finish(&p.s);
        }
        if (!tasks[i]->write) /* its sentences are given: it says nothing */
            least = 0;
        if (tasks[i]->right > 100 * least + 0.5 || tasks[i]->right < 100 * least - 1.5)
            fail_msg("%s: %d %%, not %.1f", tasks[i]->name, tasks[i]->right, 100 * least);
    }
}

static int steps_of(const struct row *row)
{
    struct pupil p = pupil_of(row, 1);
    state_finish(&p.s);
    return p.steps;
}

static void write_row(FILE *out, const struct row *row)
{
    struct found f[SEEDS];
    int steps = steps_of(row);
    for (int i = 0; i < SEEDS; i++)
        f[i] = measure(row, i + 1);
    int t = largest(f, SEEDS);
    fprintf(out, "| `%s` | %d |", row->line, steps);
    say_range(out, f, offsetof(struct found, right), SEEDS);
    say_steps(out, f);
    fprintf(out, " %s:", f[0].term[t].name);
    say_range(out, f, offsetof(struct found, share) + (size_t)t * sizeof(double), SEEDS);
    say_range(out, f, offsetof(struct found, alone) + (size_t)t * sizeof(double), SEEDS);
    say_range(out, f, offsetof(struct found, without) + (size_t)t * sizeof(double), SEEDS);
    fprintf(out, "\n");
    fflush(out);
}

/* make tasks: writes the table. */
static void write_table(const char *path)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(
        out,
        "# What the tasks teach\n\n"
        "Made by `make tasks`; `tests/tasks/test_tasks.c` keeps it true. Seeds 1 to %d, the recommended "
        "settings "
        "except for those in the line.\n"
        "Right: share of right answers of the test after these steps, least and most of the seeds. "
        "Enough: for each "
        "seed the first step (of\nevery fifth) with %.0f %% right answers. Term: the one with the largest "
        "share of the last layer's scores; right answers with it\nalone, and without it. `own`: six "
        "sentences, who does it. How long a step takes: `tests/bench/README.md`.\n\n"
        "| task | steps | right | enough | term: share | alone | without |\n"
        "|---|---|---|---|---|---|---|\n",
        SEEDS, 100 * ENOUGH);
    for (int i = 0; i < ROWS; i++)
        write_row(out, &rows[i]);
    fclose(out);
}

/* Returns the cell of the table that says when the seeds knew enough. */
static char *cell_of(const struct row *row, char line[LINE])
{
    char beginning[LINE];
    bool found = false;
    int n = snprintf(beginning, sizeof beginning, "| `%s` | %d |", row->line, steps_of(row));
    FILE *in = fopen(TABLE, "r");
    assert_non_null(in);
    while (!found && fgets(line, LINE, in))
        found = strncmp(line, beginning, (size_t)n) == 0;
    fclose(in);
    if (!found)
        fail_msg("%s has no row \"%s\" (make tasks)", TABLE, beginning);
    return strchr(line + n, '|') + 1;
}

/* Checks that a seed knows enough exactly from this step on; never if it is -1. */
static void learns_at(const struct row *row, int seed, int enough)
{
    struct pupil p = pupil_of(row, seed);
    assert_true(p.steps * trainer_step_effort(p.t) < LOADED); /* a saved state is trained when it is loaded */
    if (enough >= EVERY && right_at(p.t, enough - EVERY, nothing) >= ENOUGH)
        fail_msg("%s, seed %d: learned before step %d (make tasks)", row->line, seed, enough);
    if (enough >= 0 && right_at(p.t, enough, nothing) < ENOUGH)
        fail_msg("%s, seed %d: not learned at step %d (make tasks)", row->line, seed, enough);
    double right = right_at(p.t, p.steps, nothing);
    if (right < row->least || right > row->most || (enough < 0 && right >= ENOUGH))
        fail_msg("%s, seed %d: %.3f right", row->line, seed, right);
    state_finish(&p.s);
}

TEST(every_task_teaches_what_its_row_says)
{
    char line[LINE];
    if (getenv("QKV_TASKS"))
        write_table(getenv("QKV_TASKS"));
    for (int i = 0; i < ROWS; i++) {
        char *cell = cell_of(&rows[i], line);
        for (int seed = 1; seed <= SEEDS_TESTED; seed++) {
            char *word = strtok(seed == 1 ? cell : NULL, " ");
            learns_at(&rows[i], seed, *word >= '0' && *word <= '9' ? atoi(word) : -1);
        }
    }
}
