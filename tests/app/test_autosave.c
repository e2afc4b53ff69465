/* What is kept of a session and when: on leaving, on recovering, without a home; and that it stays until it
 * is dropped. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "app/recover.h"
#include "state/script.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static void write_file(const char *path, const char *s)
{
    struct reply r = {0};
    assert_true(file_write_own(path, s, strlen(s), &r));
}

TEST_AROUND(clocks_that_play_do_not_make_the_journal_grow, kept_begin, kept_end)
{
    struct app a;
    struct stat st;
    off_t after_one = 0;
    struct text bytes = {0};
    struct reply r = {0};
    kept_start(&a);
    kept_step(&a, "view encoding ; set play 1 ; set speed 30");
    for (int i = 0; i < 5000; i++) {
        app_tick(&a);
        assert_int_equal(stat(kept_file(JOURNAL_SUFFIX), &st), 0);
        after_one = i == 0 ? st.st_size : after_one;
    }
    assert_int_equal(a.session.now.state.look.encoding.pos, 5002);
    assert_true(st.st_size < after_one + 20);
    assert_true(file_read(kept_file(JOURNAL_SUFFIX), 4096, &bytes, &r));
    assert_non_null(strstr(text_str(&bytes), " pos 5002 "));
    text_finish(&bytes);
    kept_end_saved(&a);
}

TEST_AROUND(what_was_written_is_synced_when_no_key_comes, kept_begin, kept_end)
{
    struct app a;
    kept_start(&a);
    assert_int_equal(app_wait(&a), -1);
    kept_step(&a, "swap");
    assert_int_equal(app_wait(&a), 1000);
    app_tick(&a);
    assert_int_equal(app_wait(&a), -1);
    assert_int_equal(a.session.history.count, 1);
    kept_end_saved(&a);
}

/* What the program's arguments did stays apart until something new comes: only then is it to be written. */
TEST_AROUND(nothing_is_held_before_something_new, kept_begin, kept_end)
{
    struct app a;
    kept_start(&a);
    size_t start = a.autosave.start;
    assert_true(start > 0 && start == a.session.log.lines.len);
    autosave_write(&a);
    kept_step(&a, "key :");
    kept_step(&a, "key Esc");
    assert_int_equal(a.session.log.lines.len, start);
    assert_true(a.autosave.start == start && a.autosave.held == 0 && !a.autosave.base.lexicon);
    kept_step(&a, "swap");
    assert_true(a.autosave.start == 0 && a.autosave.journal.open);
    kept_end_saved(&a);
}

/* A line that only looks says what differs from the line before it that stays, even where it goes back to
 * what was before that one. */
TEST_AROUND(looking_back_and_forth_comes_back, kept_begin, kept_end)
{
    struct app a;
    kept_start(&a);
    kept_step(&a, "view encoding ; swap");
    kept_step(&a, "add pos 1");
    kept_step(&a, "cursor up");
    assert_int_equal(a.session.now.state.look.encoding.pos, 2);
    kept_step(&a, "quit");
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_int_equal(a.session.now.state.look.encoding.pos, 2);
    kept_end_saved(&a);
}

TEST_AROUND(leaving_keeps_what_is_not_saved, kept_begin, kept_end)
{
    struct app a;
    struct text before = {0}, after = {0};
    kept_start(&a);
    kept_step(&a, "key Down");
    kept_step(&a, "key c");
    kept_step(&a, "key q");
    assert_true(a.quit);
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0); /* only looked */
    kept_start(&a);
    kept_step(&a, "swap");
    kept_step(&a, "weights random 3");
    kept_facts(&a, &before);
    kept_step(&a, "undo ; redo ; quit");
    assert_true(a.quit); /* no question: nothing is lost */
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    kept_start(&a);
    a.auto_ms = 1000;
    recover_offer(&a);
    assert_string_equal(text_str(&a.session.message), ""); /* whoever watches a playback is not to act */
    a.auto_ms = 0;
    recover_offer(&a);
    assert_non_null(strstr(text_str(&a.session.message), "earlier session"));
    kept_step(&a, "key R");
    kept_facts(&a, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    char line[200];
    snprintf(line, sizeof line, "save %s", kept_path("saved"));
    kept_step(&a, line);
    kept_step(&a, "key q");
    assert_true(a.quit);
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0); /* saved */
    unlink(kept_path("saved"));
    text_finish(&before);
    text_finish(&after);
}

/* A journal was written by whoever could write the file: it changes the session, and reaches nothing else.
 * For every new command decide here whether a journal may hold it. */
TEST_AROUND(a_replayed_journal_reaches_nothing_outside, kept_begin, kept_end)
{
    static const char closed[] = " save load source recover export import screen prompt home redraw suspend "
                                 "quit progress review inventory scene share link qr embed ";
    struct app a = fresh_app();
    a.replaying = true;
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++) {
            struct text line = {0}, name = {0};
            struct reply r = {0};
            text_add(&line, c->name);
            text_addf(&name, " %s ", c->name);
            if (*c->words && *c->words != '[')
                text_addf(&line, " %s", kept_path("x"));
            bool refused =
                !app_line(&a, text_str(&line), &r) && strstr(text_str(&r.text), "not allowed in a journal");
            if (refused != (strstr(closed, text_str(&name)) != NULL))
                fail_msg("%s: %s", text_str(&line), text_str(&r.text));
            text_finish(&line), text_finish(&name);
            reply_finish(&r);
        }
    assert_false(a.quit || a.redraw || a.suspend);
    app_finish(&a);
}

/* What was done in a lesson that is gone is passed over, up to the next lesson that was opened. */
TEST_AROUND(a_lesson_that_is_gone_takes_nothing_with_it, kept_begin, kept_end)
{
    struct app a;
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    kept_start(&a);
    kept_step(&a, "set d 12");
    kept_step(&a, "lesson 90-small");
    kept_step(&a, "reveal");
    kept_step(&a, "set d 24");
    kept_step(&a, "goto 01/qkv");
    kept_step(&a, "quit");
    app_finish(&a);
    unsetenv("QKV_LESSONS");
    kept_start(&a);
    kept_step(&a, "recover");
    assert_non_null(a.session.lesson);
    assert_string_equal(a.session.lesson->lesson.id, "01-by-hand");
    assert_int_equal(a.session.lesson->run.step, 1);
    kept_step(&a, "lesson leave");
    assert_int_equal(a.session.now.state.set.d, 12);
    kept_end_saved(&a);
}

/* A journal names options as the file does, not as a class sees them: it is read by any class, and by those
 * that it was written for before options had an order. */
TEST_AROUND(an_answer_is_kept_for_every_class, kept_begin, kept_end)
{
    static const char *const classes[] = {"a", "b", "c", "d", "e", "f", ""};
    struct app a;
    int orders = 0;
    unsetenv("QKV_LESSONS");
    for (size_t i = 0; i + 1 < sizeof classes / sizeof *classes; i++) {
        char line[] = "answer a";
        setenv("QKV_CLASS", classes[i], 1);
        kept_start(&a);
        kept_step(&a, "set d 12");
        kept_step(&a, "lesson 02-three-roles/value");
        const struct lesson_ask *q = lesson_now(a.session.lesson).ask;
        for (int k = 0; k < q->option_count; k++)
            line[sizeof line - 2] = q->option[q->order[k]].right ? lesson_letter(k) : line[sizeof line - 2];
        orders |= 1 << (line[sizeof line - 2] - 'a');
        kept_step(&a, line);
        assert_true(a.session.lesson->run.visit[a.session.lesson->run.step].answer[0].first_right);
        kept_step(&a, "quit");
        app_finish(&a);
        setenv("QKV_CLASS", classes[i + 1], 1);
        kept_start(&a);
        kept_step(&a, "recover");
        assert_non_null(a.session.lesson);
        const struct lesson_answer *answer =
            &a.session.lesson->run.visit[a.session.lesson->run.step].answer[0];
        assert_string_equal(answer->first, "b"); /* the second of the file */
        assert_true(answer->first_right);
        kept_step(&a, "lesson leave");
        kept_end_saved(&a);
    }
    assert_true(orders & (orders - 1)); /* not all classes see the same letter */
    unsetenv("QKV_CLASS");
}

static void note_script(const struct app *a, struct text *out)
{
    text_clear(out);
    script_write(&a->session.now, out);
}

/* Every switch of models of today, its numbers too: back one by one, forth again, and once more from the
 * journal, where undo still leads back. */
TEST_AROUND(switches_are_undone_redone_and_recovered, kept_begin, kept_end)
{
    static const char *const steps[] = {"set d 8 heads 4 key_heads 2",
                                        "set window 3",
                                        "mask causal+pad 1",
                                        "set block encoder dff 6 norm both gated on rms on",
                                        "set qk_norm wide",
                                        "gq = 1 2 3 4 5 6 7 8",
                                        "set softcap 2 final_cap 3",
                                        "set sink on",
                                        "sink = 0.5 0 -1 2",
                                        "encoding rope scaling=yarn factor=4 trained=64 temperature=0.5",
                                        "set tile 3",
                                        "set norm pre parallel on",
                                        "set key_heads 1",
                                        "encoding rope scaling=llama3 fast=4"};
    enum { STEPS = sizeof steps / sizeof *steps };
    struct text was[STEPS + 1] = {{0}}, is = {0}, facts = {0}, again = {0};
    struct app a;
    kept_start(&a);
    note_script(&a, &was[0]);
    for (int i = 0; i < STEPS; i++) {
        kept_step(&a, steps[i]);
        note_script(&a, &was[i + 1]);
        if (strcmp(text_str(&was[i + 1]), text_str(&was[i])) == 0)
            fail_msg("'%s' changes nothing", steps[i]);
    }
    for (int i = STEPS - 1; i >= 0; i--) {
        kept_step(&a, "undo");
        note_script(&a, &is);
        assert_string_equal(text_str(&is), text_str(&was[i]));
    }
    for (int i = 1; i <= STEPS; i++) {
        kept_step(&a, "redo");
        note_script(&a, &is);
        assert_string_equal(text_str(&is), text_str(&was[i]));
    }
    kept_facts(&a, &facts);
    kept_step(&a, "quit");
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "recover");
    kept_facts(&a, &again);
    assert_string_equal(text_str(&again), text_str(&facts));
    kept_end_saved(&a);
    for (int i = 0; i <= STEPS; i++)
        text_finish(&was[i]);
    text_finish(&is);
    text_finish(&facts);
    text_finish(&again);
}

/* Recovering over changes of one's own loses neither. */
TEST_AROUND(recovering_keeps_the_session_that_was_there, kept_begin, kept_end)
{
    struct app a;
    kept_start(&a);
    kept_step(&a, "set d 12 ; quit");
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "set d 30 ; recover");
    assert_int_equal(a.session.now.state.set.d, 12);
    kept_step(&a, "recover");
    assert_int_equal(a.session.now.state.set.d, 30);
    kept_step(&a, "recover 2");
    assert_string_equal(text_str(&a.session.message), "no such session: 1 in all");
    kept_step(&a, "recover drop");
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.session.message), "no earlier session is kept");
    assert_int_equal(a.session.now.state.set.d, 30);
    kept_end_saved(&a);
}

/* The line that an earlier session had begun to type is not kept; without it, make asan finds what is lost.
 */
TEST_AROUND(a_question_that_is_typed_at_comes_back_closed, kept_begin, kept_end)
{
    struct app a;
    kept_start(&a);
    kept_step(&a, "set d 12");
    kept_step(&a, "lesson 01/qkv");
    kept_step(&a, "next");
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    a.session.prompt.kind = PROMPT_CLOSED;
    kept_step(&a, "quit");
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_string_equal(a.session.lesson->lesson.id, "01-by-hand");
    assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
    kept_end_saved(&a);
}

TEST_AROUND(without_a_home_nothing_is_kept_and_leaving_warns, kept_begin, kept_end)
{
    struct app a;
    char *home = strdup(getenv("HOME") ? getenv("HOME") : ""), *kept = strdup(getenv("XDG_STATE_HOME"));
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    kept_start(&a);
    kept_step(&a, "swap");
    assert_non_null(strstr(text_str(&a.session.message), "changes are not kept: no home directory"));
    kept_step(&a, "recover");
    assert_string_equal(text_str(&a.session.message), "no earlier session is kept");
    assert_int_not_equal(a.session.not_kept.len, 0); /* the title goes on saying so */
    kept_step(&a, "quit");
    assert_false(a.quit);
    assert_non_null(strstr(text_str(&a.session.message), "not saved"));
    kept_step(&a, "quit");
    assert_true(a.quit);
    app_finish(&a);
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", kept, 1);
    free(home);
    free(kept);
}

/* Copies of one session under other names, each a minute older than the one before. */
static void keep_many(int count)
{
    struct app a;
    struct text bytes = {0};
    struct reply r = {0};
    char name[40];
    kept_start(&a);
    kept_step(&a, "weights random 7 ; key c");
    app_finish(&a);
    assert_true(file_read(kept_file(JOURNAL_SUFFIX), 4096, &bytes, &r));
    unlink(kept_file(JOURNAL_SUFFIX));
    for (int k = 0; k < count; k++) { /* written in another order than that of their times */
        enum { STRIDE = 7 };
        int i = k * STRIDE % count;
        struct timespec when = {.tv_sec = 1795176000 - 60 * i};
        snprintf(name, sizeof name, "%d" JOURNAL_SUFFIX, 100 + i);
        assert_true(file_write_own(kept_path(name), bytes.s, bytes.len, &r));
        assert_int_equal(utimensat(AT_FDCWD, kept_path(name), (struct timespec[]){when, when}, 0), 0);
    }
    text_finish(&bytes);
}

static const char *answer_to(struct app *a, const char *line)
{
    static struct reply r;
    reply_clear(&r);
    r.lang = LANG_EN;
    app_line(a, line, &r);
    return text_str(&r.text);
}

TEST_AROUND(kept_sessions_are_dropped_only_when_told_to, kept_begin, kept_end)
{
    struct app a;
    setenv("TZ", "UTC", 1);
    keep_many(24);
    for (int i = 0; i < 3; i++) {
        kept_start(&a);
        recover_offer(&a);
        assert_string_equal(
            text_str(&a.session.message),
            i > 0 ? "" /* said once */
                  : "earlier sessions were kept: R restores the latest, :recover list shows them");
        kept_end_saved(&a);
    }
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 24);
    kept_start(&a);
    const char *said = answer_to(&a, "recover list");
    assert_non_null(strstr(said, "  1  2026-11-20 12:00  1 change: weights random 7\n"));
    assert_non_null(strstr(said, " 20  2026-11-20 11:41  1 change"));
    assert_non_null(strstr(said, "4 more: recover list 21"));
    assert_null(strstr(said, " 21  2026"));
    said = answer_to(&a, "recover list 21");
    assert_non_null(strstr(said, " 24  2026-11-20 11:37  1 change"));
    assert_null(strstr(said, "more"));
    assert_string_equal(answer_to(&a, "recover list 25"), "no such session: 24 in all");
    assert_string_equal(answer_to(&a, "recover drop 2"), "deleted the earlier session");
    assert_int_equal(kept_files("101" JOURNAL_SUFFIX), 0);
    assert_string_equal(answer_to(&a, "recover drop old"), "deleted 3 sessions, kept 20");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 20);
    assert_int_equal(kept_files("120" JOURNAL_SUFFIX), 1);
    assert_int_equal(kept_files("121" JOURNAL_SUFFIX), 0);
    assert_string_equal(answer_to(&a, "recover drop old"), "deleted 0 sessions, kept 20");
    kept_end_saved(&a);
}

/* Opening a lesson or a file, looking round, reading and asking are no work. The first change is kept with
 * all that came before it. */
TEST_AROUND(a_journal_begins_with_the_first_change, kept_begin, kept_end)
{
    static const char *const steps[] = {"lesson 01", "next",     "back",         "hint",  "lesson leave",
                                        "help swap", "key Down", "view stages",  "key ]", "print weights(0)",
                                        "glossary",  "lang zh",  "lang en",      "key c", "expect 1 < 2",
                                        "lesson",    "zoom in",  "view encoding"};
    struct app a;
    struct text before = {0}, after = {0};
    kept_start(&a);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        kept_step(&a, steps[i]);
        if (kept_files(JOURNAL_SUFFIX) > 0)
            fail_msg("%s begins a journal", steps[i]);
        assert_int_equal(app_wait(&a), -1);
    }
    kept_step(&a, "bind F5 \"swap\"");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    kept_facts(&a, &before);
    a.session.unsaved = true;
    app_finish(&a);
    kept_start(&a);
    kept_step(&a, "recover");
    kept_facts(&a, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    kept_end_saved(&a);
    static const char *const work[] = {
        "swap", "pin", "set d 16 heads 1", "mask causal", "bind x \"swap\"", "task order"};
    for (size_t i = 0; i < sizeof work / sizeof *work; i++) {
        kept_start(&a);
        kept_step(&a, work[i]);
        assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
        kept_end_saved(&a);
    }
    kept_start(&a);
    kept_step(&a, "lesson 01");
    kept_step(&a, "answer b");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    kept_end_saved(&a);
    text_finish(&before), text_finish(&after);
}

/* The list says how many changes there are and what the last one was, not what was looked up after it. */
TEST_AROUND(the_list_names_changes, kept_begin, kept_end)
{
    struct app a;
    kept_start(&a);
    kept_step(&a, "set start 3");
    kept_step(&a, "weights random 7");
    kept_step(&a, "help");
    kept_step(&a, "key Esc");
    kept_step(&a, "print 1");
    kept_step(&a, "key ]");
    kept_step(&a, "lesson 02");
    kept_step(&a, "quit");
    app_finish(&a);
    kept_start(&a);
    const char *said = answer_to(&a, "recover list");
    if (!strstr(said, "  2 changes, the last: weights random 7"))
        fail_msg("%s", said);
    kept_step(&a, "recover drop");
    kept_end_saved(&a);
}

/* A session is reported once; one that ended later is news again. */
TEST_AROUND(earlier_sessions_are_reported_once, kept_begin, kept_end)
{
    struct app a;
    for (int i = 0; i < 4; i++) {
        kept_start(&a);
        recover_offer(&a);
        assert_int_equal(text_str(&a.session.message)[0] != '\0', i == 1 || i == 3);
        if (i % 2 == 0)
            kept_step(&a, i ? "set start 4 ; swap" : "swap");
        kept_step(&a, "quit");
        app_finish(&a);
    }
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 2);
}

/* Of those older than the latest 20 only they go by themselves that hold no change. */
TEST_AROUND(old_sessions_without_changes_go_by_themselves, kept_begin, kept_end)
{
    struct app a;
    struct text lines = {0};
    struct reply r = {0};
    keep_many(24);
    text_add(&lines, "+lang en ; opening\n help\n@lesson 01\n@next\n");
    const char *const names[] = {kept_path("new" JOURNAL_SUFFIX), kept_path("old" JOURNAL_SUFFIX)};
    for (int i = 0; i < 2; i++) {
        struct journal j;
        struct timespec when = {.tv_sec = i ? 1795176000 - 60 * 22 - 1 : 1795176000 + 60};
        assert_true(journal_create(&j, &r) && journal_add(&j, &lines, &r));
        assert_int_equal(rename(text_str(&j.path), names[i]), 0);
        assert_int_equal(utimensat(AT_FDCWD, names[i], (struct timespec[]){when, when}, 0), 0);
        journal_close(&j, true);
    }
    write_file(kept_path("broken" JOURNAL_SUFFIX), "# qkv journal 1 # 0000000000000000\nswap\n");
    struct timespec when = {.tv_sec = 1};
    assert_int_equal(
        utimensat(AT_FDCWD, kept_path("broken" JOURNAL_SUFFIX), (struct timespec[]){when, when}, 0), 0);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 27);
    kept_start(&a);
    recover_offer(&a);
    kept_end_saved(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 26);
    assert_int_equal(kept_files("old" JOURNAL_SUFFIX), 0);
    text_finish(&lines);
}

/* What the start-up file, options and -c did begins the journal, but does not create one. */
TEST_AROUND(how_a_session_began_comes_back_with_it, kept_begin, kept_end)
{
    struct app a;
    struct text before = {0}, after = {0};
    const char *commands[] = {"set d 12", "encoding rope"};
    struct options o = {
        .lang = LANG_ZH, .langs = 1U << LANG_ZH, .theme = "light", .commands = commands, .command_count = 2};
    write_file(kept_path("start.qkv"), "bind F5 \"weights random 1\"\nset digits 5\nlang en\n");
    kept_start_with(&a, &o);
    kept_step(&a, "key q");
    assert_true(a.quit);
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);
    kept_start_with(&a, &o);
    kept_step(&a, "key F5");
    kept_facts(&a, &before);
    kept_step(&a, "key q");
    app_finish(&a);
    unlink(kept_path("start.qkv"));
    kept_start(&a);
    kept_step(&a, "recover");
    kept_facts(&a, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    assert_int_equal(a.session.now.state.set.d, 12);
    assert_int_equal(a.session.now.state.look.lang, LANG_ZH);
    assert_int_equal(a.session.keymap.count, 1);
    kept_end_saved(&a);
    text_finish(&before);
    text_finish(&after);
}

/* Whoever comes to the start screen from a task finds the first scene; a state that was kept there with a
 * task is as it was kept, loaded or restored. */
TEST_AROUND(a_task_kept_on_the_start_screen_comes_back, kept_begin, kept_end)
{
    struct app a;
    struct text before = {0}, after = {0};
    char line[200];
    kept_start(&a);
    kept_step(&a, "home");
    kept_step(&a, "task two encoding=sincos");
    assert_true(a.session.now.state.set.task > 0 && a.session.now.state.look.view == VIEW_HOME);
    snprintf(line, sizeof line, "save %s", kept_path("saved"));
    kept_step(&a, line);
    kept_step(&a, "set rate 0.14");
    kept_facts(&a, &before);
    kept_step(&a, "key q");
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    kept_start(&a);
    kept_step(&a, "recover");
    kept_facts(&a, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    kept_step(&a, "view flow");
    snprintf(line, sizeof line, "load %s", kept_path("saved"));
    kept_step(&a, "opening");
    kept_step(&a, line);
    assert_true(a.session.now.state.set.task > 0 && a.session.now.state.look.view == VIEW_HOME);
    kept_step(&a, "view flow");
    kept_step(&a, "home");
    assert_int_equal(a.session.now.state.set.task, 0);
    kept_end_saved(&a);
    unlink(kept_path("saved"));
    text_finish(&before);
    text_finish(&after);
}
