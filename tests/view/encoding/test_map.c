/* The heat map of the encoding view: the position in focus is in it, however few lines there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "core/encoding/posenc.h"
#include "support/apps.h"
#include "support/locale.h"

enum { LAST = 12 };

/* The focus is on a position that has a row: its value is told, and one line of the map is marked with it.
 * False: there is no map (too little room under other panels). */
static bool position_is_seen(struct app *a, int rows, int cols, int pos)
{
    struct text t = {0};
    char value[40], mark[20];
    snprintf(value, sizeof value, "PE(%d)[0] = ", pos);
    snprintf(mark, sizeof mark, " %dt", pos);
    read_screen(a, rows, cols, &t);
    const char *told = strstr(text_str(&t), value);
    if (told && (!strstr(text_str(&t), mark) || strncmp(told + strlen(value), "none", 4) == 0))
        fail_msg("position %d is not in the map at %d x %d:\n%s", pos, cols, rows, text_str(&t));
    text_finish(&t);
    return told != NULL;
}

static void every_position_is_in_the_map_at_every_size(void **state)
{
    (void)state;
    static const int cols[] = {60, 80, 120};
    struct app a = fresh_app();
    int seen = 0;
    for (int e = 0; e < posenc_count(); e++) {
        char line[80];
        snprintf(line, sizeof line, "encoding %s ; view encoding ; set pos2 0 column 0", posencs[e]->name);
        if (!posencs[e]->row || posencs[e]->form == PE_FORM_WAVES || !enter(&a, line))
            continue;
        for (int pos = 0; pos <= LAST; pos++) {
            double x[64];
            snprintf(line, sizeof line, "set pos %d", pos);
            must_enter(&a, line);
            for (int k = 0; posencs[e]->row(x, pos, &a.model.now.config) && k < 2 * 3 * 19; k++) {
                a.mono = k % 2;
                seen += position_is_seen(&a, 18 + k / 6, cols[k / 2 % 3], pos);
            }
        }
    }
    assert_true(seen > 1000);
    app_finish(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_is_in_the_map_at_every_size),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
