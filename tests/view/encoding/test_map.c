/* The heat map of the encoding view: the position in focus is in it, however few lines there are. */
#include <stdio.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/encoding/encoding.h"

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

TEST(every_position_is_in_the_map_at_every_size)
{
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
            for (int k = 0; posencs[e]->row(x, pos, &a.session.now.config) && k < 2 * 3 * 19; k++) {
                a.mono = k % 2;
                seen += position_is_seen(&a, 18 + k / 6, cols[k / 2 % 3], pos);
            }
        }
    }
    assert_true(seen > 1000);
    app_finish(&a);
}

TEST(signs_are_shares_of_the_largest)
{
    static const double limits[] = {0.1, 1, 20};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(encoding_sign(0.019 * limits[i], limits[i]), '0');
        assert_int_equal(encoding_sign(0.021 * limits[i], limits[i]), '+');
        assert_int_equal(encoding_sign(-0.49 * limits[i], limits[i]), '-');
        assert_int_equal(encoding_sign(-0.51 * limits[i], limits[i]), '=');
        assert_int_equal(encoding_sign(0.51 * limits[i], limits[i]), '#');
    }
}

TEST(arrows_move_on_the_grid_of_patches)
{
    static const struct {
        const char *key;
        long pos;
    } presses[] = {{"Right", 6}, {"Down", 10}, {"Left", 9}, {"Up", 5},
                   {"Up", 1},    {"Up", 1},    {"Left", 0}, {"Left", 0}};
    struct app a = app_after("patches 4 4 ; encoding grid2d ; view encoding ; set pos 5");
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++) {
        press(&a, presses[i].key);
        assert_int_equal(a.session.now.state.look.encoding.pos, presses[i].pos);
    }
    app_finish(&a);
}
