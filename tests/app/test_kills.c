/* Nothing but the key in flight is lost when the program is killed. Sessions run in a child that reports
 * every finished step by a byte and is killed; this process goes on with what is on the disk. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "app/recover.h"
#include "lesson/play/play.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/model_files.h"
#include "support/steps.h"
#include "support/test.h"

enum { STEPS = 80, KILLS_EACH = 20 };

/* Returns how often sessions are killed: QKV_KILLS times, or 200. */
static int kills(void)
{
    const char *given = getenv("QKV_KILLS");
    return given ? atoi(given) : 200;
}

/* A session: lines to type and keys to press, some of which fail. */
struct script {
    char step[STEPS][STEP_LONGEST];
    struct text facts[STEPS + 1];
    bool changed[STEPS + 1]; /* something was changed so far, not only looked at or read */
};

/* ---- models that come and go -------------------------------------------------------------- */

static void move_model(bool away)
{
    char from[400], to[400];
    snprintf(from, sizeof from, "%s", kept_path(away ? "model" : "away"));
    snprintf(to, sizeof to, "%s", kept_path(away ? "away" : "model"));
    rename(from, to);
}

static void some_step(char *step, struct rng *rng)
{
    static const char *const with_models[] = {"model tests/data/models/bert",
                                              "model none",
                                              "model none",
                                              "sentence the cat",
                                              "sentence \"cat chases dog\"",
                                              "folder away",
                                              "folder back",
                                              "layer 1",
                                              "set WQ 0 0 = 0.5",
                                              "undo",
                                              "sentence 猫追狗"};
    int which = steps_below(rng, 16), count = sizeof with_models / sizeof *with_models;
    if (which == 0)
        snprintf(step, STEP_LONGEST, "model %s", kept_path("model"));
    else if (which < 4)
        snprintf(step, STEP_LONGEST, "%s", with_models[steps_below(rng, count)]);
    else
        steps_some(step, rng);
}

static void do_step(struct app *a, const char *step)
{
    if (strncmp(step, "folder ", 7) == 0)
        move_model(strcmp(step, "folder away") == 0);
    else
        kept_step(a, step);
}

static bool has_changed(const struct app *a)
{
    const struct session *both[] = {&a->session, a->lessons.play ? &a->lessons.play->own : NULL};
    bool changed = a->session.keymap.count > 0;
    for (int i = 0; i < 2 && both[i]; i++)
        changed = changed || both[i]->history.count > 0 || both[i]->pin_count > 0 || both[i]->clip;
    return changed;
}

/* The steps of a session, and what it holds after each. */
static void make(struct script *s, uint64_t seed)
{
    struct rng rng = rng_seed(seed);
    struct app a;
    kept_start(&a); /* with progress on disk: the start screen offers to resume a lesson */
    kept_facts(&a, &s->facts[0]);
    for (int i = 0; i < STEPS; i++) {
        some_step(s->step[i], &rng);
        do_step(&a, s->step[i]);
        kept_facts(&a, &s->facts[i + 1]);
        s->changed[i + 1] = s->changed[i] || has_changed(&a);
    }
    kept_end_saved(&a);
    kept_forget("progress");
    move_model(false);
}

static void script_finish(struct script *s)
{
    for (int i = 0; i <= STEPS; i++)
        text_finish(&s->facts[i]);
}

/* A session in another process. */
struct other {
    pid_t pid;
    int told;  /* a byte for every step that was finished */
    int leash; /* the process ends with this one at the latest */
};

static void run(const struct script *s, int told, int leash)
{
    struct app a;
    char byte;
    kept_start(&a);
    for (int i = 0; i < STEPS; i++) {
        do_step(&a, s->step[i]);
        if (write(told, "", 1) != 1)
            _exit(1);
    }
    _exit(read(leash, &byte, 1) == 0);
}

static struct other start_other(const struct script *s)
{
    int told[2], leash[2];
    assert_int_equal(pipe(told), 0);
    assert_int_equal(pipe(leash), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(leash[1]);
        run(s, told[1], leash[0]);
    }
    close(told[1]);
    close(leash[0]);
    return (struct other){pid, told[0], leash[1]};
}

/* Kills it; returns how many steps it has reported since the last look. */
static int kill_other(struct other *o)
{
    int status, told = 0;
    char byte;
    kill(o->pid, SIGKILL);
    while (read(o->told, &byte, 1) == 1)
        told++;
    assert_int_equal(waitpid(o->pid, &status, 0), o->pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    close(o->told);
    close(o->leash);
    return told;
}

/* Lets the session run until `steps` of them are done and a moment longer; returns how many it reported. */
static int run_and_kill(const struct script *s, int steps, int moment)
{
    int told = 0;
    char byte;
    struct other o = start_other(s);
    while (told < steps && read(o.told, &byte, 1) == 1)
        told++;
    for (volatile int i = 0; i < moment; i++)
        ;
    return told + kill_other(&o);
}

/* Recovers while the model's folder is away: what needs it waits, and nothing is called damaged. Returns
 * whether something waits. */
static bool recover_without_model(void)
{
    struct app a;
    move_model(true);
    kept_start(&a);
    kept_step(&a, "recover");
    bool waits = strstr(text_str(&a.session.message), "stays kept") != NULL;
    bool empty = strcmp(text_str(&a.session.message), "no earlier session is kept") == 0; /* killed before its
                                                                                  first line: it is removed */
    assert_null(strstr(text_str(&a.session.message), "damage"));
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX),
                     !empty); /* the old one, or another with all that was in it */
    move_model(false);
    return waits;
}

/* Says where two descriptions part: the first line that differs. */
static void say_difference(const char *now, const char *wanted)
{
    size_t line = 0;
    for (size_t i = 0; now[i] == wanted[i] && now[i]; i++)
        line = now[i] == '\n' ? i + 1 : line;
    print_error("is %.*s\nwanted %.*s\n", (int)strcspn(now + line, "\n"), now + line,
                (int)strcspn(wanted + line, "\n"), wanted + line);
}

/* Goes on with what the killed session left: it must be what it held after step n, or after the one in
 * flight. */
static void assert_recovered(const struct script *s, int n)
{
    struct app a;
    struct text now = {0};
    kept_start(&a);
    kept_step(&a, "recover");
    kept_facts(&a, &now);
    bool same = strcmp(text_str(&now), text_str(&s->facts[n])) == 0;
    bool next = n < STEPS && strcmp(text_str(&now), text_str(&s->facts[n + 1])) == 0;
    bool none = !s->changed[n] && strcmp(text_str(&a.session.message), "no earlier session is kept") == 0;
    if (!same && !next && !none) {
        say_difference(text_str(&now), text_str(&s->facts[n]));
        say_difference(text_str(&now), text_str(&s->facts[n < STEPS ? n + 1 : n]));
        fail_msg("after %d steps (%s, then %s): %s", n, n ? s->step[n - 1] : "", n < STEPS ? s->step[n] : "",
                 text_str(&a.session.message));
    }
    kept_end_saved(&a);
    text_finish(&now);
    kept_forget("progress"); /* what was done in lessons is remembered, however the session ended */
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);
    assert_int_equal(kept_files(".damaged"), 0);
}

TEST_AROUND(kills_lose_only_the_key_in_flight, kept_begin, kept_end)
{
    struct rng rng = rng_seed(1);
    static struct script s;
    int away = 0, waited = 0;
    copy_model("gpt2");
    for (int k = 0; k < kills(); k++) {
        if (k % KILLS_EACH == 0)
            make(&s, (uint64_t)(k / KILLS_EACH) + 1);
        int n = run_and_kill(&s, steps_below(&rng, STEPS + 1), steps_below(&rng, 200000));
        move_model(false);
        bool without = kept_files(JOURNAL_SUFFIX) > 0 && steps_below(&rng, 2) == 0;
        away += without;
        waited += without && recover_without_model();
        assert_recovered(&s, n);
        if (k % KILLS_EACH == KILLS_EACH - 1 || k == kills() - 1)
            script_finish(&s);
    }
    assert_true(away > waited && waited > 0);
    forget_model();
}

static void write_file(const char *path, const char *s)
{
    struct reply r = {0};
    assert_true(file_write_own(path, s, strlen(s), &r));
}

/* Returns a session after n steps, and keeps what it holds after each. */
static struct app perform(struct script *s, int n)
{
    struct app a;
    kept_start(&a);
    for (int i = 0; i < n; i++) {
        kept_step(&a, s->step[i]);
        kept_facts(&a, &s->facts[i + 1]);
    }
    return a;
}

/* The same in another process, which is killed then. */
static void die_after(const struct script *s, int n)
{
    struct app a;
    pid_t pid = fork();
    if (pid == 0) {
        kept_start(&a);
        for (int i = 0; i < n; i++)
            kept_step(&a, s->step[i]);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/* What files brought in comes back without them. */
TEST_AROUND(a_recovered_session_needs_no_other_file, kept_begin, kept_end)
{
    static struct script s;
    const char *const names[] = {"v.vec", "m.csv", "s.scene", "bad.scene", "script"};
    char steps[8][STEP_LONGEST];
    memset(&s, 0, sizeof s);
    write_file(kept_path("v.vec"), "猫 .1 .2 .3 .4\na 1 2 3 4\n狗 1e-30 -2 0.30000000000000004 7\n");
    write_file(kept_path("m.csv"), "1,2,0,0\n0,1,1e300,0\n0,0,1,0.1\n-0,0,0,1\n");
    write_file(kept_path("s.scene"), "# scene format 1\nset d 16 # wide\ntokens a b \"c;d\"\nWQ");
    write_file(kept_path("s.scene"), "# scene format 1\nset d 16 # wide\ntokens a b \"c;d\"\nset WQ 0 0 = "
                                     "3\nx a = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
    write_file(kept_path("bad.scene"), "# scene format 1\nset d 16\nweights random 9\nset heads 5\n");
    write_file(kept_path("script"), "weights random 4\nset pescale 0.5\nset heads 7\nswap\n");
    snprintf(steps[0], STEP_LONGEST, "memory a b ; import vectors %s", kept_path("v.vec"));
    snprintf(steps[1], STEP_LONGEST, "import WQ %s ; undo ; redo", kept_path("m.csv"));
    snprintf(steps[2], STEP_LONGEST, "load %s", kept_path("bad.scene"));
    snprintf(steps[3], STEP_LONGEST, "source %s", kept_path("script"));
    snprintf(steps[4], STEP_LONGEST, "undo");
    snprintf(steps[5], STEP_LONGEST, "load %s ; swap", kept_path("s.scene"));
    snprintf(steps[6], STEP_LONGEST, "undo");
    snprintf(steps[7], STEP_LONGEST, "redo");
    for (int i = 0; i < STEPS; i++)
        strcpy(s.step[i], steps[i % 8]);
    struct app a = perform(&s, 8);
    assert_int_equal(a.session.now.state.set.d, 16);
    kept_end_saved(&a);
    die_after(&s, 8);
    for (int i = 0; i < 5; i++)
        unlink(kept_path(names[i]));
    assert_recovered(&s, 8);
    script_finish(&s);
}

/* The numbers that were learned, and the kinds of sentences, which undo takes back. */
TEST_AROUND(what_was_taught_is_recovered, kept_begin, kept_end)
{
    static struct script s;
    const char *const steps[] = {"opening",   "sentence 猫/比/狗/大", "key a",
                                 "key Enter", "sentence cat zzz dog", "teach zzz cat dog alone",
                                 "undo",      "tokens 羊 比 马 小"};
    memset(&s, 0, sizeof s);
    for (int i = 0; i < STEPS; i++)
        strcpy(s.step[i], steps[i % 8]);
    struct app a = perform(&s, 8);
    assert_int_equal(examples_count(a.session.now.state.taught), 1);
    assert_string_equal(state_head_name(&a.session.now.state, 0), "doer");
    kept_end_saved(&a);
    for (int n = 4; n <= 8; n += 2) {
        die_after(&s, n);
        assert_recovered(&s, n);
    }
    script_finish(&s);
}

TEST_AROUND(a_living_session_is_not_offered, kept_begin, kept_end)
{
    static struct script s;
    struct app a;
    char byte;
    for (int i = 0; i < STEPS; i++)
        strcpy(s.step[i], i ? "key Down" : "set d 12");
    struct other o = start_other(&s);
    for (int i = 0; i < STEPS; i++)
        assert_int_equal(read(o.told, &byte, 1), 1);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    kept_start(&a);
    recover_offer(&a);
    assert_string_equal(text_str(&a.session.message), "");
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.session.message), "no earlier session is kept");
    kept_step(&a, "recover drop");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    kill_other(&o);
    text_clear(&a.session.message);
    recover_offer(&a);
    assert_non_null(strstr(text_str(&a.session.message), "earlier session"));
    kept_step(&a, "recover drop");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);
    app_finish(&a);
}

/* What it reads, its own journal for example, does not give its lock up. */
TEST_AROUND(a_session_that_reads_its_journal_is_not_offered, kept_begin, kept_end)
{
    int told[2], leash[2];
    char byte, line[600];
    struct app a;
    assert_int_equal(pipe(told), 0);
    assert_int_equal(pipe(leash), 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(leash[1]);
        kept_start(&a);
        kept_step(&a, "set d 12");
        snprintf(line, sizeof line, "source %s ; load %s", text_str(&a.autosave.journal.path),
                 text_str(&a.autosave.journal.path));
        kept_step(&a, line);
        kept_step(&a, "recover list");
        kept_step(&a, "swap");
        if (write(told[1], "", 1) == 1 && read(leash[0], &byte, 1) == 0)
            raise(SIGKILL);
        _exit(1);
    }
    close(leash[0]);
    assert_int_equal(read(told[0], &byte, 1), 1);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.session.message), "no earlier session is kept");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    close(leash[1]);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    kept_step(&a, "recover");
    assert_int_equal(a.session.history.count, 4); /* set d 12; opening and set d 12 in the journal; swap */
    kept_end_saved(&a);
    close(told[0]);
    close(told[1]);
}

/* A new record that is not written to its end: killed by the size that a file may have. */
static void die_writing(const char *name)
{
    struct rlimit limit = {10, 10};
    struct reply r = {0};
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &limit);
    file_write_own(kept_path(name), "more than ten bytes", 19, &r);
    _exit(0);
}

TEST_AROUND(what_a_kill_leaves_of_a_write_is_swept, kept_begin, kept_end)
{
    static const char *const names[] = {"progress", "notes"};
    struct app a;
    struct reply r = {0};
    char run[100], left[200];
    int status;
    write_file(kept_path("progress"), "# qkv progress 1\n");
    for (int i = 0; i < 2; i++) {
        pid_t pid = fork();
        if (pid == 0)
            die_writing(names[i]);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    }
    assert_int_equal(kept_files(""), 3);
    write_file(kept_path("notes.new-abcdef"), "");
    int fd = file_open_own(kept_path("notes.new-abcdef"), O_RDWR, &r); /* another program writes it now */
    assert_true(file_lock(fd));
    write_file(kept_path("notes.backup"), "");
    write_file(kept_path("notes.new-draft"), "");
    snprintf(run, sizeof run, "%s-run", getenv("XDG_STATE_HOME"));
    snprintf(left, sizeof left, "%s/qkv/notes.new-123456", run);
    setenv("XDG_RUNTIME_DIR", run, 1);
    assert_true(folder_make(FOLDER_RUNTIME, &r));
    write_file(left, "");
    kept_start(&a);
    assert_int_equal(unlink(left), -1);
    assert_int_equal(kept_files(""), 4);
    assert_int_equal(
        kept_files("notes.new-abcdef") + kept_files("notes.backup") + kept_files("notes.new-draft"), 3);
    close(fd);
    kept_end_saved(&a);
    unsetenv("XDG_RUNTIME_DIR");
    *strrchr(left, '/') = '\0';
    assert_int_equal(rmdir(left) + rmdir(run), 0);
}
