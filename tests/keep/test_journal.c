/* The journal as bytes: cut off anywhere, damaged anywhere, it gives back what was whole before that, and is
 * never thrown away. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static const char *const steps[] = {
    "set x 猫 0 = 0.30000000000000004",
    "swap",
    "key Down",
    "key Down",
    "pin A",
    "key ]",
    "sentence \"the cat # ; sat\"",
    "undo",
    "key c",
    "key Left",
    "weights random 7",
};
enum { STEPS = sizeof steps / sizeof *steps, LINES = STEPS + 1 };

/* A journal and what its session held when it was so many bytes long. */
static struct {
    struct text bytes, facts[LINES + 1];
    size_t end[LINES + 1];
    int lines;
} kept;

static void read_file(const char *path, struct text *out)
{
    struct reply r = {0};
    text_clear(out);
    assert_true(file_read(path, 1 << 20, out, &r));
}

static void write_journal(const char *bytes, size_t n)
{
    struct reply r = {0};
    assert_true(file_write_own(kept_path("1" JOURNAL_SUFFIX), bytes, n, &r));
}

/* Recovers what is there; false: nothing is. */
static bool recovered(struct text *facts, struct text *message)
{
    struct app a;
    kept_start(&a);
    kept_step(&a, "recover");
    text_clear(message);
    text_add(message, text_str(&a.session.message));
    bool ok = !a.session.message_is_error;
    kept_facts(&a, facts);
    kept_end_saved(&a);
    return ok;
}

/* Lines whose command only looks are replaced by the next of their kind: what is noted is every length that
 * the file had last. */
static int begin(void **state)
{
    struct app a;
    if (kept_begin(state) != 0)
        return -1;
    memset(&kept, 0, sizeof kept);
    kept_start(&a);
    kept_facts(&a, &kept.facts[0]);
    for (int i = 0; i < STEPS; i++) {
        size_t before = kept.bytes.len;
        kept_step(&a, steps[i]);
        read_file(kept_file(JOURNAL_SUFFIX), &kept.bytes);
        if (i == 0)
            kept.end[0] = (size_t)(strstr(strchr(kept.bytes.s, '\n') + 1, "\n") + 1 - kept.bytes.s);
        if (kept.bytes.len != before)
            kept.lines++;
        kept.end[kept.lines] = kept.bytes.len;
        kept_facts(&a, &kept.facts[kept.lines]);
    }
    kept_end_saved(&a);
    return 0;
}

static int end(void **state)
{
    for (int i = 0; i <= LINES; i++)
        text_finish(&kept.facts[i]);
    text_finish(&kept.bytes);
    return kept_end(state);
}

/* Whole lines among the first n bytes; -1: not even the first two, which change nothing. */
static int whole_lines(size_t n)
{
    int lines = -1;
    while (lines < kept.lines && kept.end[lines + 1] <= n)
        lines++;
    return lines;
}

TEST_AROUND(a_journal_cut_off_anywhere_gives_its_whole_lines, begin, end)
{
    struct text facts = {0}, message = {0};
    assert_true(kept.lines >= 7);
    for (size_t n = 0; n <= kept.bytes.len; n++) {
        int lines = whole_lines(n);
        write_journal(kept.bytes.s, n);
        if (lines < 0) {
            assert_false(recovered(&facts, &message));
            assert_string_equal(text_str(&facts), text_str(&kept.facts[0]));
            assert_string_equal(text_str(&message), "no earlier session is kept");
            assert_int_equal(kept_files(""), 0); /* nothing was in it */
            continue;
        }
        if (!recovered(&facts, &message))
            fail_msg("%zu bytes: %s", n, text_str(&message));
        assert_string_equal(text_str(&message), "restored the earlier session");
        assert_string_equal(text_str(&facts), text_str(&kept.facts[lines]));
        assert_int_equal(kept_files(""), 0);
    }
    text_finish(&facts);
    text_finish(&message);
}

TEST_AROUND(a_damaged_journal_is_followed_so_far_and_set_aside, begin, end)
{
    struct text facts = {0}, message = {0}, aside = {0};
    for (size_t at = 0; at < kept.bytes.len; at++) {
        struct text bytes = {0};
        text_add_bytes(&bytes, kept.bytes.s, kept.bytes.len);
        bytes.s[at] = (char)(bytes.s[at] ^ (at % 3 == 0 ? 1 : at % 3 == 1 ? 4 : 0x80));
        bool last_newline = at == bytes.len - 1;
        write_journal(bytes.s, bytes.len);
        int lines = whole_lines(at);
        assert_int_equal(recovered(&facts, &message), lines >= 0);
        assert_string_equal(text_str(&facts), text_str(&kept.facts[lines < 0 ? 0 : lines]));
        assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);
        assert_int_equal(kept_files(".damaged"), last_newline ? 0 : 1);
        if (!last_newline) {
            read_file(kept_file(".damaged"), &aside);
            assert_int_equal(aside.len, bytes.len);
            assert_memory_equal(aside.s, bytes.s, bytes.len);
            assert_non_null(strstr(text_str(&message), "1.journal.damaged"));
            unlink(kept_file(".damaged"));
        }
        text_finish(&bytes);
    }
    text_finish(&facts);
    text_finish(&message);
    text_finish(&aside);
}

/* A line that is lost or doubled is damage too, though every line left is whole. */
TEST_AROUND(lines_that_are_lost_or_doubled_are_seen, begin, end)
{
    struct text facts = {0}, message = {0};
    for (int i = 1; i < kept.lines; i++)
        for (int doubled = 0; doubled < 2; doubled++) {
            struct text bytes = {0};
            size_t from = kept.end[i - 1], to = kept.end[i];
            text_add_bytes(&bytes, kept.bytes.s, doubled ? to : from);
            text_add_bytes(&bytes, kept.bytes.s + (doubled ? from : to),
                           kept.bytes.len - (doubled ? from : to));
            write_journal(bytes.s, bytes.len);
            assert_true(recovered(&facts, &message));
            assert_string_equal(text_str(&facts), text_str(&kept.facts[doubled ? i : i - 1]));
            assert_int_equal(kept_files(".damaged"), 1);
            unlink(kept_file(".damaged"));
            text_finish(&bytes);
        }
    text_finish(&facts);
    text_finish(&message);
}

/* Adds a line with the right sum, as only another program would. */
static void append(struct text *bytes, char how, const char *line)
{
    struct journal j;
    struct journal_reader in;
    struct reply r = {0};
    struct text command = {0}, lines = {0};
    char kind;
    assert_true(journal_read(&in, bytes->s, bytes->len));
    while (journal_next(&in, &kind, &command) == JOURNAL_LINE)
        text_addf(&lines, "%c%s\n", kind, text_str(&command));
    text_addf(&lines, "%c%s\n", how, line);
    assert_true(journal_create(&j, &r));
    assert_true(journal_add(&j, &lines, &r));
    read_file(text_str(&j.path), bytes);
    journal_close(&j, false);
    text_finish(&command);
    text_finish(&lines);
}

TEST_AROUND(a_journal_never_touches_files, begin, end)
{
    static const struct {
        char how;
        const char *line;
    } lines[] = {
        {LOG_ALONE, "save %s"},
        {LOG_ALONE, "source %s"},
        {LOG_ALONE, "export json %s"},
        {LOG_ALONE, "swap ; save %s"},
        {LOG_ALONE, "quit"},
        {LOG_ALONE, "screen %s"},
        {LOG_ALONE, "nonsense"},
        {LOG_TOGETHER, "set d 4 ; save %s"},
        /* of what a load brought: no more than a saved state may hold */
        {LOG_TOGETHER, "set d 4 ; bind x \"save %s\""},
        {LOG_TOGETHER, "swap"},
        {LOG_TOGETHER, "pin A"},
    };
    struct text facts = {0}, message = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct text bytes = {0};
        char line[200];
        text_add_bytes(&bytes, kept.bytes.s, kept.bytes.len);
        snprintf(line, sizeof line, lines[i].line, kept_path("victim"));
        append(&bytes, lines[i].how, line);
        write_journal(bytes.s, bytes.len);
        assert_true(recovered(&facts, &message));
        assert_non_null(strstr(text_str(&message), "damaged"));
        assert_int_equal(kept_files("victim"), 0);
        assert_int_equal(kept_files(".damaged"), 1);
        unlink(kept_file(".damaged"));
        text_finish(&bytes);
    }
    text_finish(&facts);
    text_finish(&message);
}

TEST_AROUND(damaged_journals_do_not_replace_each_other, begin, end)
{
    struct text facts = {0}, message = {0};
    for (int i = 0; i < 3; i++) {
        write_journal("# qkv journal 1 # 0000000000000000\nswap # 0000000000000000\n", 59);
        assert_false(recovered(&facts, &message));
    }
    assert_int_equal(kept_files(""), 3);
    assert_int_equal(access(kept_path("1.journal.damaged-3"), F_OK), 0);
    text_finish(&facts);
    text_finish(&message);
}

/* Without autosave (batch) a journal is read and stays. */
TEST_AROUND(batch_recovers_and_leaves_the_journal, begin, end)
{
    struct app a = fresh_app();
    struct text facts = {0};
    write_journal(kept.bytes.s, kept.bytes.len);
    a.batch = true;
    must_enter(&a, "recover");
    kept_facts(&a, &facts);
    assert_string_equal(text_str(&facts), text_str(&kept.facts[kept.lines]));
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    assert_false(enter(&a, "recover 2"));
    assert_false(enter(&a, "recover nonsense"));
    must_enter(&a, "recover drop");
    assert_int_equal(kept_files(""), 0);
    app_finish(&a);
    text_finish(&facts);
}

/* The folder's name, which a person did not type, goes to a pipe as text too. */
TEST_AROUND(what_batch_answers_is_text, begin, end)
{
    char folder[400], own[420], before[400];
    struct app a = fresh_app();
    struct reply r = {0};
    snprintf(before, sizeof before, "%s", getenv("XDG_STATE_HOME"));
    snprintf(folder, sizeof folder, "%s", kept_path("\033[31m\r"));
    snprintf(own, sizeof own, "%s/qkv", folder);
    assert_true(mkdir(folder, 0700) == 0 && mkdir(own, 0700) == 0 &&
                setenv("XDG_STATE_HOME", folder, 1) == 0);
    snprintf(own, sizeof own, "%s/qkv/1" JOURNAL_SUFFIX, folder);
    assert_true(file_write_own(own, kept.bytes.s, kept.bytes.len, &r));
    a.batch = true;
    assert_true(app_script(&a, "-c", "recover", false, &r));
    assert_non_null(strstr(text_str(&a.output), "restored the earlier session: "));
    assert_null(strpbrk(text_str(&a.output), "\033\r"));
    unlink(own);
    snprintf(own, sizeof own, "%s/qkv", folder);
    assert_true(rmdir(own) == 0 && rmdir(folder) == 0 && setenv("XDG_STATE_HOME", before, 1) == 0);
    app_finish(&a);
}

TEST_AROUND(replaced_lines_read_back_at_every_length, begin, end)
{
    struct journal j;
    struct journal_reader in;
    struct reply r = {0};
    struct text lines = {0}, bytes = {0}, out = {0}, last = {0};
    char kind;
    size_t before = 0;
    assert_true(journal_create(&j, &r));
    for (int i = 0; i < 400; i++) {
        char want[200];
        snprintf(want, sizeof want, "%.*s%d", 10 + i * 37 % 90,
                 "set view encoding pos "
                 "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
                 i);
        text_clear(&lines);
        text_addf(&lines, " %s\n", want);
        assert_true(journal_replace(&j, &lines, &r));
        read_file(text_str(&j.path), &bytes);
        assert_true(journal_read(&in, bytes.s, bytes.len));
        int count = 0;
        while (journal_next(&in, &kind, &out) == JOURNAL_LINE) {
            text_clear(&last);
            text_add(&last, text_str(&out));
            count++;
        }
        assert_ptr_equal(in.at, in.end);
        assert_true(count >= 1 && strncmp(text_str(&last), want, strlen(want)) == 0);
        assert_int_equal(strspn(last.s + strlen(want), " "), last.len - strlen(want));
        size_t at = bytes.len - 1;
        while (at > 0 && bytes.s[at - 1] != '\n')
            at--;
        assert_true(at != before ||
                    at / 4096 == (bytes.len - 1) / 4096); /* written over within one page only */
        before = at;
        if (i % 10 == 9) {
            text_clear(&lines);
            text_add(&lines, " swap\n+a ; b\n");
            assert_true(journal_add(&j, &lines, &r));
        }
    }
    assert_true(bytes.len > 4096 && bytes.len < 4096 * 3);
    journal_close(&j, false);
    assert_int_equal(kept_files(""), 0);
    text_finish(&lines);
    text_finish(&bytes);
    text_finish(&out);
    text_finish(&last);
}

/* A line that may be replaced is taken away when the one in its place does not fit; what comes later reads on
 * from there. */
TEST_AROUND(a_replacement_that_does_not_fit_leaves_a_whole_journal, begin, end)
{
    static const char *const looks[] = {
        " set view stages query 1\n",
        " set view stages query 1 key 1 layer 1 digits 4 more and more and more\n", " set view terms\n"};
    struct journal j;
    struct journal_reader in;
    struct reply r = {0};
    struct text bytes = {0}, line = {0};
    struct rlimit before, limit;
    char kind;
    assert_true(journal_create(&j, &r));
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 3; i++) {
        text_clear(&line);
        text_add(&line, looks[i]);
        limit = (struct rlimit){i == 1 ? (rlim_t)j.end : before.rlim_cur, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
        assert_int_equal(journal_replace(&j, &line, &r), i != 1);
    }
    read_file(text_str(&j.path), &bytes);
    assert_true(journal_read(&in, bytes.s, bytes.len));
    assert_int_equal(journal_next(&in, &kind, &line), JOURNAL_LINE);
    assert_string_equal(text_str(&line), "set view terms");
    assert_int_equal(journal_next(&in, &kind, &line), JOURNAL_END);
    assert_ptr_equal(in.at, in.end);
    journal_close(&j, false);
    text_finish(&bytes);
    text_finish(&line);
    reply_finish(&r);
}

/* A process has a thousand names for its journals; where all of them are taken, it has none. */
TEST_AROUND(no_journal_is_made_where_all_names_are_taken, kept_begin, kept_end)
{
    struct journal j;
    struct reply r = {0};
    char name[80];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, i ? "%ld-%d" JOURNAL_SUFFIX : "%ld" JOURNAL_SUFFIX, (long)getpid(), i);
        assert_int_equal(mkdir(kept_path(name), 0700), 0);
    }
    assert_false(journal_create(&j, &r));
    assert_false(j.open);
    assert_true(r.text.len > 0);
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, i ? "%ld-%d" JOURNAL_SUFFIX : "%ld" JOURNAL_SUFFIX, (long)getpid(), i);
        assert_int_equal(rmdir(kept_path(name)), 0);
    }
    reply_finish(&r);
}

/* ---- a journal that somebody takes ---------------------------------------------------------- */

static void remove_it(const char *path)
{
    assert_int_equal(unlink(path), 0);
}

static void rename_it(const char *path)
{
    assert_int_equal(rename(path, kept_path("journal.elsewhere")), 0);
}

static void replace_it(const char *path)
{
    struct reply r = {0};
    assert_true(file_write_own(path, "# scene format 1\n", 17, &r));
}

static void cut_it(const char *path)
{
    assert_int_equal(truncate(path, 40), 0);
}

static void append_to_it(const char *path)
{
    FILE *f = fopen(path, "a");
    fputs("swap\n", f);
    fclose(f);
}

static void scribble_on_it(const char *path)
{
    FILE *f = fopen(path, "r+");
    fputs("# scene", f);
    fclose(f);
}

static void take_its_folder(const char *path)
{
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(kept_path("")), 0);
}

/* The next line is written together with all before it, whole; the next look and the next sync too. */
TEST_AROUND(a_journal_that_is_taken_is_written_anew, begin, end)
{
    static void (*const take[])(const char *) = {remove_it,    rename_it,      replace_it,     cut_it,
                                                 append_to_it, scribble_on_it, take_its_folder};
    static const char *const want[] = {"swap", "set d 16", "set view terms"};
    for (int how = 0; how < 3; how++)
        for (size_t i = 0; i < sizeof take / sizeof *take; i++) {
            struct journal j;
            struct journal_reader in;
            struct reply r = {0};
            struct text lines = {0}, bytes = {0}, out = {0};
            char kind;
            assert_true(journal_create(&j, &r));
            text_add(&lines, " swap\n set d 16\n");
            assert_true(journal_add(&j, &lines, &r));
            text_clear(&lines);
            text_add(&lines, " set view terms\n");
            if (how == 2)
                assert_true(journal_add(&j, &lines, &r));
            take[i](text_str(&j.path));
            assert_true(how == 2   ? journal_sync(&j, &r)
                        : how == 1 ? journal_replace(&j, &lines, &r)
                                   : journal_add(&j, &lines, &r));
            read_file(text_str(&j.path), &bytes);
            assert_true(journal_read(&in, bytes.s, bytes.len));
            for (int k = 0; k < 3; k++) {
                assert_int_equal(journal_next(&in, &kind, &out), JOURNAL_LINE);
                assert_string_equal(text_str(&out), want[k]);
            }
            assert_int_equal(journal_next(&in, &kind, &out), JOURNAL_END);
            assert_ptr_equal(in.at, in.end);
            int fd = file_open_own(text_str(&j.path), O_RDONLY, &r);
            assert_false(file_is_free(fd)); /* the new one is locked */
            close(fd);
            journal_close(&j, false);
            kept_forget("");
            text_finish(&lines), text_finish(&bytes), text_finish(&out);
        }
}

/* What is shown is kept, though the file was removed between two changes; so is what is left unsaved. */
TEST_AROUND(a_session_outlives_its_journal, begin, end)
{
    struct app a;
    kept_start(&a);
    kept_step(&a, "set start 3");
    unlink(kept_file(JOURNAL_SUFFIX));
    kept_step(&a, "swap");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    unlink(kept_file(JOURNAL_SUFFIX));
    kept_step(&a, "quit");
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_int_equal(a.session.now.state.set.start, 3);
    assert_int_equal(a.session.history.count, 2);
    kept_end_saved(&a);
}
