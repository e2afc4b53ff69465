/* Golden sessions: commands behind `> `, and below each what it answered, indented
 * by two blanks. The runner makes the file anew and compares; with QKV_BLESS set
 * it writes it back. Beside the command language a session knows
 *     > key J J Enter      presses keys        > screen 80x24   draws both planes
 *     > type TEXT          types characters     > message       the message line
 *     > tick               time goes on a step  > wait          milliseconds until then, -1: nothing moves
 *     > moves              from now on keys move the picture, frame by frame with each tick
 * A command that fails answers "error: …". README.md's tour is a session too. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "app/app.h"
#include "app/keep/file.h"
#include "support/apps.h"
#include "support/locale.h"

static void add_indented(struct text *out, const char *s)
{
    while (*s) {
        size_t n = strcspn(s, "\n");
        text_add(out, n ? "  " : "");
        text_add_bytes(out, s, n);
        text_add_char(out, '\n');
        s += n + (s[n] == '\n');
    }
}

static void press_all(struct app *a, char *keys)
{
    for (char *k = strtok(keys, " "); k; k = strtok(NULL, " "))
        press(a, k);
}

static void type(struct app *a, const char *s)
{
    struct cluster c;
    for (size_t left = strlen(s); left > 0;) {
        char one[32] = {0};
        size_t n = utf8_cluster(s, left, &c);
        memcpy(one, s, n);
        press(a, one[0] == ' ' ? "Space" : one);
        s += n;
        left -= n;
    }
}

static void draw(struct app *a, const char *size, struct text *out)
{
    struct canvas c;
    struct text planes = {0};
    int cols = 80, rows = 24;
    sscanf(size, "%dx%d", &cols, &rows);
    assert_true(canvas_init(&c, rows, cols));
    app_draw(a, c);
    canvas_planes(c, &planes);
    add_indented(out, text_str(&planes));
    text_finish(&planes);
    canvas_finish(&c);
}

static void command(struct app *a, const char *line, struct text *out)
{
    struct reply r = {.lang = (enum lang)a->model.now.state.look.lang};
    a->batch = true;
    bool ok = app_line(a, line, &r);
    struct text said = {0};
    if (!ok && r.col > 0)
        text_addf(&said, "error at %d: ", r.col);
    else if (!ok)
        text_add(&said, "error: ");
    text_add(&said, text_str(&r.text));
    add_indented(out, text_str(&said));
    add_indented(out, text_str(&a->output));
    text_clear(&a->output);
    text_finish(&said);
    reply_finish(&r);
    a->batch = false;
}

static void perform(struct app *a, char *line, struct text *out)
{
    if (strncmp(line, "key ", 4) == 0)
        press_all(a, line + 4);
    else if (strncmp(line, "type ", 5) == 0)
        type(a, line + 5);
    else if (strncmp(line, "screen ", 7) == 0)
        draw(a, line + 7, out);
    else if (strcmp(line, "tick") == 0)
        app_tick(a);
    else if (strcmp(line, "moves") == 0)
        a->model.moves = true;
    else if (strcmp(line, "wait") == 0)
        text_addf(out, "  %d\n", app_wait(a));
    else if (strcmp(line, "message") == 0)
        add_indented(out, text_str(&a->model.message));
    else
        command(a, line, out);
}

/* The session with every answer made anew. */
static void replay(const char *old, struct text *fresh)
{
    struct app a = fresh_app();
    while (*old) {
        size_t n = strcspn(old, "\n");
        char *line = strndup(old, n);
        assert_non_null(line);
        if (strncmp(line, "  ", 2) != 0) {
            text_add(fresh, line);
            text_add_char(fresh, '\n');
        }
        if (strncmp(line, "> ", 2) == 0)
            perform(&a, line + 2, fresh);
        free(line);
        old += n + (old[n] == '\n');
    }
    app_finish(&a);
}

static void show_first_difference(const char *path, const char *a, const char *b)
{
    int line = 1;
    while (*a && *b) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        if (n != m || strncmp(a, b, n) != 0)
            break;
        a += n + (a[n] == '\n');
        b += m + (b[m] == '\n');
        line++;
    }
    print_error("%s:%d: kept %.*s\n%s:%d: now  %.*s\n", path, line, (int)strcspn(a, "\n"), a, path, line,
                (int)strcspn(b, "\n"), b);
}

static void a_session_answers_as_it_did(void **state)
{
    const char *path = *state;
    struct text old = {0}, fresh = {0};
    struct reply r = {0};
    assert_true(file_read(path, 1 << 24, &old, &r));
    replay(text_str(&old), &fresh);
    bool same = strcmp(text_str(&old), text_str(&fresh)) == 0;
    if (!same && getenv("QKV_BLESS")) {
        assert_true(file_write(path, text_str(&fresh), fresh.len, &r));
        same = true;
    } else if (!same) {
        show_first_difference(path, text_str(&old), text_str(&fresh));
    }
    text_finish(&old);
    text_finish(&fresh);
    reply_finish(&r);
    assert_true(same);
}

/* The ```session block of README.md, replayed. */
static void the_tour_in_the_readme_is_true(void **state)
{
    (void)state;
    struct text readme = {0}, fresh = {0};
    struct reply r = {0};
    assert_true(file_read("README.md", 1 << 20, &readme, &r));
    static const char fence[] = "```session\n";
    char *begin = strstr(readme.s, fence);
    assert_non_null(begin);
    begin += strlen(fence);
    char *end = strstr(begin, "```");
    assert_non_null(end);
    struct text tour = {0}, whole = {0};
    text_add_bytes(&tour, begin, (size_t)(end - begin));
    replay(text_str(&tour), &fresh);
    bool same = strcmp(text_str(&tour), text_str(&fresh)) == 0;
    if (!same && getenv("QKV_BLESS")) {
        text_add_bytes(&whole, readme.s, (size_t)(begin - readme.s));
        text_add(&whole, text_str(&fresh));
        text_add(&whole, end);
        same = file_write("README.md", text_str(&whole), whole.len, &r);
    } else if (!same) {
        show_first_difference("README.md", text_str(&tour), text_str(&fresh));
    }
    text_finish(&readme);
    text_finish(&fresh);
    text_finish(&tour);
    text_finish(&whole);
    reply_finish(&r);
    assert_true(same);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct CMUnitTest *)a)->name, ((const struct CMUnitTest *)b)->name);
}

int main(void)
{
    struct CMUnitTest tests[200];
    size_t count = 0;
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    DIR *dir = opendir("tests/golden");
    for (struct dirent *e; dir && count < 199 && (e = readdir(dir));) {
        if (!strstr(e->d_name, ".session"))
            continue;
        char *path = malloc(strlen(e->d_name) + 20);
        sprintf(path, "tests/golden/%s", e->d_name);
        tests[count++] = (struct CMUnitTest){path, a_session_answers_as_it_did, NULL, NULL, path};
    }
    if (dir)
        closedir(dir);
    qsort(tests, count, sizeof *tests, by_name);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(the_tour_in_the_readme_is_true);
    int failed = _cmocka_run_group_tests("sessions", tests, count, locale, NULL);
    for (size_t i = 0; i < count; i++)
        free(tests[i].initial_state);
    return failed;
}
