/* Sessions that opened a model which is away, damaged or another one when they are recovered: what needs it
 * waits, the rest comes back, and the journal stays as it is. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "app/recover.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/model_files.h"
#include "support/test.h"

static const char *message(const struct app *a)
{
    return text_str(&a->session.message);
}

static void says(const struct app *a, const char *want)
{
    if (!strstr(message(a), want))
        fail_msg("no '%s' in: %s", want, message(a));
    assert_null(strstr(message(a), "damage"));
}

/* Ends a session that did these steps as if it was killed, and returns what it held. */
static struct text killed_after(const char *const *steps)
{
    struct app a;
    struct text facts = {0};
    kept_start(&a);
    for (; *steps; steps++)
        kept_step(&a, *steps);
    kept_facts(&a, &facts);
    a.session.unsaved = true;
    app_finish(&a);
    return facts;
}

static const char *open_line(void)
{
    static char line[400];
    snprintf(line, sizeof line, "model %s", kept_path("model"));
    return line;
}

static void move_model(const char *from, const char *to)
{
    char old[400];
    snprintf(old, sizeof old, "%s", kept_path(from));
    assert_int_equal(rename(old, kept_path(to)), 0);
}

/* Recovers in a session of its own, which is ended at once; the journal is the same before and after. */
static void assert_waits(const char *want, int start)
{
    struct app a;
    struct stat before, after;
    const char *journal = kept_file(JOURNAL_SUFFIX);
    assert_int_equal(stat(journal, &before), 0);
    kept_start(&a);
    kept_step(&a, "recover");
    says(&a, "stays kept");
    says(&a, want);
    assert_int_equal(a.session.now.state.set.start, start);
    assert_int_equal(stat(journal, &after), 0);
    assert_true(before.st_ino == after.st_ino && before.st_size == after.st_size);
    app_finish(&a); /* nothing is to be lost: it leaves no journal of its own */
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    assert_int_equal(kept_files(".damaged"), 0);
}

static void assert_back(const struct text *facts, const char *want)
{
    struct app a;
    struct text now = {0};
    kept_start(&a);
    kept_step(&a, "recover");
    kept_facts(&a, &now);
    assert_string_equal(message(&a), want);
    assert_string_equal(text_str(&now), text_str(facts));
    kept_end_saved(&a);
    text_finish(&now);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 0);
}

TEST_AROUND(what_needs_a_model_waits_until_it_is_back, kept_begin, kept_end)
{
    const char *numbers = copy_model("gpt2");
    const char *const steps[] = {
        "tokens w7z cat dog", "set start 3", "pin a",          "mark b",      open_line(),
        "sentence the cat",   "model none",  "tokens w9z dog", "set start 4", NULL};
    struct text facts = killed_after(steps);
    char whole[400], missing[500];
    snprintf(missing, sizeof missing, "(%s: No such file or directory)", kept_path("model"));
    move_model("model", "away");
    assert_waits(missing, 4); /* the changes after it need no model */
    move_model("away", "model");
    snprintf(whole, sizeof whole, "%s", kept_path("whole"));
    copy_file(numbers, whole);
    assert_int_equal(truncate(numbers, 0), 0);
    assert_waits("R again once its model is back", 4);
    assert_int_equal(unlink(numbers), 0);
    assert_waits("has no model.safetensors", 4);
    copy_file(whole, numbers);
    assert_back(&facts, "restored the earlier session");
    text_finish(&facts);
    forget_model();
}

/* Without anything that could be restored, the session on the screen stays. */
TEST_AROUND(a_session_of_a_model_alone_stays_where_it_is, kept_begin, kept_end)
{
    copy_model("gpt2");
    const char *const steps[] = {open_line(), "sentence the cat", "layer 1", NULL};
    struct text facts = killed_after(steps);
    struct app a;
    move_model("model", "away");
    kept_start(&a);
    kept_step(&a, "set start 7");
    kept_step(&a, "recover");
    says(&a, "the earlier session stays kept: R again once its model is back");
    assert_true(a.session.message_is_error);
    assert_int_equal(a.session.now.state.set.start, 7);
    assert_int_equal(a.session.history.count, 1);
    a.page = true;
    kept_step(&a, "recover");
    says(&a, "drop its model again, then R");
    kept_end_saved(&a);
    move_model("away", "model");
    assert_back(&facts, "restored the earlier session");
    text_finish(&facts);
    forget_model();
}

/* Both sessions come back: the one that waited, and the one that went on without the model. */
TEST_AROUND(changes_made_while_it_waits_are_kept_too, kept_begin, kept_end)
{
    copy_model("gpt2");
    const char *const steps[] = {"set start 3", "pin A",      open_line(), "set WQ 0 0 = 0.5",
                                 "pin A",       "model none", "undo",      NULL};
    struct text facts = killed_after(steps), now = {0}, after = {0};
    struct app a;
    move_model("model", "away");
    kept_start(&a);
    kept_step(&a, "recover");
    says(&a, "stays kept");
    assert_int_equal(a.session.now.state.set.start, 0); /* undo would lead to the model: passed over */
    assert_int_equal(a.session.pin_count, 0);
    kept_step(&a, "undo");
    says(&a, "nothing to undo");
    kept_step(&a, "set start 5");
    kept_step(&a, "pin");
    kept_facts(&a, &now);
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 2);
    kept_start(&a);
    kept_step(&a, "recover");
    assert_string_equal(message(&a), "restored the earlier session");
    kept_facts(&a, &after);
    assert_non_null(strstr(text_str(&after), "pin A"));
    assert_int_equal(a.session.now.state.set.start, 5);
    kept_end_saved(&a);
    move_model("away", "model");
    assert_back(&facts, "restored the earlier session");
    text_finish(&facts), text_finish(&now), text_finish(&after);
    forget_model();
}

TEST_AROUND(another_model_in_its_place_is_noticed, kept_begin, kept_end)
{
    const char *numbers = copy_model("gpt2");
    const char *const steps[] = {"set start 3", open_line(), "sentence the cat", "set WQ 0 0 = 0.5", NULL};
    struct text facts = killed_after(steps);
    struct app a;
    char byte, want[500];
    snprintf(want, sizeof want, "(%s: another model)", kept_path("model"));
    FILE *f = fopen(numbers, "r+b"); /* one number is another: same names, sizes and length */
    assert_non_null(f);
    fseek(f, -1, SEEK_END);
    assert_int_equal(fread(&byte, 1, 1, f), 1);
    fseek(f, -1, SEEK_END);
    fputc(byte ^ 1, f);
    fclose(f);
    kept_start(&a);
    kept_step(&a, "recover");
    says(&a, want);
    says(&a, "restored, but not as it was");
    assert_non_null(state_model(&a.session.now.state));
    app_finish(&a);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    f = fopen(numbers, "r+b");
    fseek(f, -1, SEEK_END);
    fputc(byte, f);
    fclose(f);
    forget_model();
    copy_model("bert"); /* a change that it does not allow is not called damage either */
    assert_waits("another model", 0);
    forget_model();
    copy_model("gpt2");
    assert_back(&facts, "restored the earlier session"); /* a copy with other times is the same model */
    text_finish(&facts);
    forget_model();
}

TEST_AROUND(a_model_opened_in_a_lesson_is_waited_for_too, kept_begin, kept_end)
{
    copy_model("gpt2");
    struct app a;
    kept_start(&a);
    kept_step(&a, "set start 3");
    kept_step(&a, "lesson 01");
    kept_step(&a, "free");
    kept_step(&a, open_line());
    bool opened = state_model(&a.session.now.state) != NULL;
    kept_step(&a, "set WQ 0 0 = 0.5");
    kept_step(&a, "quit");
    app_finish(&a);
    move_model("model", "away");
    kept_start(&a);
    kept_step(&a, "recover");
    if (opened)
        says(&a, "stays kept");
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
    app_finish(&a);
    move_model("away", "model");
    forget_model();
}
