/* The start-up file: run line by line, a bad one said and left out; the sample's own
 * commands work once their '#' is taken away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/app.h"
#include "app/startup.h"
#include "base/embedded.h"
#include "base/mem.h"

static void write_start(const char *folder, const char *bytes)
{
    char path[300];
    snprintf(path, sizeof path, "%s/qkv", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/qkv/start.qkv", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(bytes, f);
    fclose(f);
}

static void a_bad_line_is_said_and_left_out(void **state)
{
    (void)state;
    char folder[] = "/tmp/qkv-start-XXXXXX", command[100];
    struct app a;
    struct reply r = {0};
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CONFIG_HOME", folder, 1);
    write_start(folder, "lang zh\nbogus\nset d 4\nbind F5 \"weights random 1\"\n");
    assert_true(app_init(&a, LANG_EN, &r));
    startup_run(&a);
    assert_int_equal(a.model.now.state.look.lang, LANG_ZH);
    assert_int_equal(a.model.now.state.set.d, 4);
    assert_true(a.model.message_is_error);
    assert_non_null(strstr(text_str(&a.model.message), "start.qkv:2:1"));
    assert_null(strchr(text_str(&a.model.message), '\n'));
    assert_string_equal(keymap_find(&a.model.keymap, "stages", "F5")->line, "weights random 1");
    assert_false(a.model.unsaved);
    app_finish(&a);
    snprintf(command, sizeof command, "%s/qkv/start.qkv", folder);
    unlink(command);
    snprintf(command, sizeof command, "%s/qkv", folder);
    rmdir(command);
    assert_true(app_init(&a, LANG_EN, &r));
    startup_run(&a);                     /* no file: nothing happens */
    assert_int_equal(a.model.message.len, 0);
    app_finish(&a);
    rmdir(folder);
    reply_finish(&r);
}

static void what_the_sample_offers_works(void **state)
{
    (void)state;
    const struct embedded *e = embedded_files;
    struct app a;
    struct reply r = {0};
    int tried = 0;
    while (e->path && strcmp(e->path, "src/app/start.qkv") != 0)
        e++;
    assert_non_null(e->path);
    assert_true(app_init(&a, LANG_EN, &r));
    const char *s = strstr(e->bytes, "# ---");
    for (; *s; s += strcspn(s, "\n") + 1) {
        if (strncmp(s, "# ", 2) != 0 || s[2] == '-')
            continue;
        char *line = mem_copy_text(s + 2, strcspn(s + 2, "\n"));
        if (!app_line(&a, line, &r))
            fail_msg("%s: %s", line, text_str(&r.text));
        mem_free(line);
        tried++;
    }
    assert_true(tried >= 8);
    app_finish(&a);
    reply_finish(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_line_is_said_and_left_out),
        cmocka_unit_test(what_the_sample_offers_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
