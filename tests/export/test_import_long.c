/* Files from elsewhere: a long one that is stopped half-way, and numpy itself where it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "support/apps.h"
#include "support/test.h"

static int looks;    /* how often the person was shown how far it is … */
static int patience; /* … until Ctrl-C */

static bool look_on(struct app *a)
{
    struct text told = {0};
    app_progress(a, &told);
    assert_non_null(strstr(text_str(&told), "reading /tmp/qkv-long-"));
    assert_non_null(strstr(text_str(&told), "%"));
    text_finish(&told);
    return ++looks < patience;
}

TEST(a_long_file_shows_how_far_it_is_and_can_be_stopped)
{
    static char block[1 << 20];
    char path[] = "/tmp/qkv-long-XXXXXX", line[80];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    for (size_t i = 0; i < sizeof block; i += 16)
        memcpy(block + i, "x 1 2 3 4 5 678\n", 16);
    for (int i = 0; i < 36; i++)
        assert_int_equal(write(fd, block, sizeof block), (ssize_t)sizeof block);
    assert_int_equal(write(fd, "\xE7\x8C\xAB 1 2 3 4 5 6\n", 16), 16);
    close(fd);
    snprintf(line, sizeof line, "import vectors %s", path);
    for (patience = 1; patience < 2000; patience += 999) {
        struct app a = fresh_app();
        struct reply r = {0};
        looks = 0;
        a.meanwhile = look_on;
        bool ok = app_line(&a, line, &r);
        assert_true(ok == (patience > 1));
        assert_true(ok ? looks >= 36 : looks == patience);
        assert_int_equal(a.session.now.state.set.d, ok ? 6 : 8);
        assert_true(ok || strstr(text_str(&r.text), "stopped"));
        app_finish(&a);
        reply_finish(&r);
    }
    unlink(path);
}

/* Where numpy is, it reads what was written and writes what is read. */
TEST(numpy_reads_and_writes_the_same)
{
    if (system("python3 -c 'import numpy' 2>/dev/null") != 0) {
        print_message("no numpy here: its side of the format is not tried\n");
        skip();
    }
    struct app a = app_after("weights random 5; export npy WQ /tmp/qkv-numpy.npy");
    assert_int_equal(
        system("python3 -c 'import numpy as n; a=n.load(\"/tmp/qkv-numpy.npy\"); assert a.shape==(8,8); "
               "n.save(\"/tmp/qkv-numpy.npy\", 2*a)'"),
        0);
    double before = state_weight(&a.session.now.state, 0, W_Q)->v[9];
    must_enter(&a, "import WQ /tmp/qkv-numpy.npy");
    assert_true(state_weight(&a.session.now.state, 0, W_Q)->v[9] == 2 * before);
    unlink("/tmp/qkv-numpy.npy");
    app_finish(&a);
}
