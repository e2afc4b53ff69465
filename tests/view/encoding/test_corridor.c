/* The corridor with the tuning forks: what is heard at a place is the row of P, and lies on the waves. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "view/encoding/encoding.h"

enum { ROWS = 36, COLS = 120, NEVER = -1 };

static bool is(struct canvas c, int row, int col, uint32_t ch, uint16_t ink)
{
    const struct cell *at = &c.cells[row * c.stride + col];
    return at->ch[0] == ch && at->fg == ink;
}

/* Returns the row of a hand's dot in a column. */
static int dot(struct canvas c, int col, uint16_t ink)
{
    for (int row = 0; row < c.rows; row++)
        if (is(c, row, col, 0x25CF, ink))
            return row;
    return NEVER;
}

static int person(struct canvas c)
{
    for (int row = 0; row < c.rows; row++)
        for (int col = 0; col < c.cols; col++) {
            const struct cell *at = &c.cells[row * c.stride + col];
            if (at->ch[0] == 'o' && at->style == STYLE_CURSOR)
                return col;
        }
    return NEVER;
}

TEST(what_is_heard_is_the_row)
{
    static const char *const scenes[] = {"set pos 0",
                                         "set pos 5",
                                         "set pos 40",
                                         "set d 16 pos 3 pescale 0.5",
                                         "encoding sinonly ; set pos 4",
                                         "set base 100 pos 11"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct app a = app_after("view corridor");
        struct text t = {0};
        double row[CONFIG_MAX_D];
        must_enter(&a, scenes[i]);
        read_screen(&a, ROWS, COLS, &t);
        const struct config *c = &a.session.now.config;
        const char *at = text_str(&t);
        assert_true(c->pe->row(row, a.session.now.state.look.encoding.pos, c));
        int columns = encoding_columns(c), hands = clock_hands(c) < 9 ? clock_hands(c) : 9;
        for (int j = 0; j < hands * columns; j++) { /* in the order of the columns */
            struct text want = {0};
            double x = row[j] * c->pescale;
            text_addf(&want, " %.2f", fabs(x) < 0.005 ? 0 : x);
            at = strstr(at, text_str(&want));
            if (!at)
                fail_msg("%s: no '%s' for column %d in\n%s", scenes[i], text_str(&want), j, text_str(&t));
            at += want.len;
            text_finish(&want);
        }
        text_finish(&t);
        app_finish(&a);
    }
}

/* Beside a lesson the corridor has the whole room, with all that is heard. */
/* Of many forks those are left out that would make the waves of all too low. */
TEST(waves_of_many_forks_have_a_height)
{
    struct app a = opened_app();
    must_enter(&a, "view corridor");
    see(&a, 36, 120, "1354");
    see_not(&a, 36, 120, "2916");
    see(&a, 67, 240, "29164");
    app_finish(&a);
}

TEST(a_narrow_corridor_has_the_room_of_the_map)
{
    static const char *const shown[] = {"Y  6.3",     "0.14 -0.99", "1.00  0.07",
                                        "0.68  0.73", "0.37  0.93", "similarity: 0.84 one on, -0.26 ten on"};
    struct app a = app_after("lang en ; set d 8 base 16 pos 3 ; view corridor");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct text t = {0};
    struct canvas c;
    assert_true(canvas_init(&c, 20, 41));
    views[VIEW_ENCODING]->draw(c, &s);
    canvas_text(c, &t);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (!strstr(text_str(&t), shown[i]))
            fail_msg("no '%s' in\n%s", shown[i], text_str(&t));
    assert_null(strstr(text_str(&t), "pos\\dim"));
    canvas_finish(&c);
    read_screen(&a, 18, 60, &t); /* the slowest fork too */
    assert_non_null(strstr(text_str(&t), "Y  50.3"));
    text_finish(&t);
    app_finish(&a);
}

/* In a low window the title shares its line with the name of the row. */
TEST(a_low_corridor_has_title_and_row_in_one_line)
{
    struct app a = app_after("lang en ; set d 8 pos 5 ; view corridor");
    for (int cols = 70; cols <= 90; cols++) {
        struct text t = {0};
        read_screen(&a, 18, cols, &t);
        const char *row = strstr(text_str(&t), " row 5 of P"),
                   *title = strstr(text_str(&t), "is this row of P: "),
                   *whole = strstr(text_str(&t), "is its row of P ");
        if (!row || (!title && !whole))
            fail_msg("%d columns: the title is cut in\n%s", cols, text_str(&t));
        text_finish(&t);
    }
    app_finish(&a);
}

/* The dot of the fast hand is as high in its wave as the row's number says: at 1 in the first row, at -1 in
 * the last. */
TEST(dots_are_as_high_as_their_numbers)
{
    struct canvas c;
    int high = NEVER, low = NEVER;
    assert_true(canvas_init(&c, ROWS, COLS));
    for (int pos = 0; pos < 12; pos++) {
        struct app a = app_after("view corridor");
        double row[CONFIG_MAX_D];
        a.session.now.state.look.encoding.pos = pos;
        assert_true(app_draw(&a, c));
        const struct config *cf = &a.session.now.config;
        assert_true(cf->pe->row(row, pos, cf));
        int at = dot(c, person(c), encoding_ink(cf, 0, HUE_FULL));
        assert_true(at != NEVER);
        if (row[0] > 0.97)
            high = at;
        if (row[0] < -0.95)
            low = at;
        app_finish(&a);
    }
    assert_true(high != NEVER && low != NEVER);
    assert_in_range(low - high, 3, 9);
    canvas_finish(&c);
}

/* The way goes through both waves, which are as high as each other, and no row further. */
TEST(the_way_ends_with_the_last_wave)
{
    for (int rows = 18; rows <= 67; rows++) {
        struct canvas c = draw_after("set d 4 pos 4 ; view corridor", rows, COLS);
        int first = NEVER, last = NEVER, col = person(c);
        assert_true(col != NEVER);
        for (int row = 0; row < c.rows; row++)
            if (c.cells[row * c.stride + col].ch[0] == 0x250A) {
                first = first == NEVER ? row : first;
                last = row;
            }
        assert_true(first != NEVER);
        if ((last + 1 - first) % 2 != 0)
            fail_msg("%d rows: the way goes from row %d to row %d", rows, first, last);
        canvas_finish(&c);
    }
}

TEST(far_places_walk_through_the_corridor)
{
    struct canvas c;
    assert_true(canvas_init(&c, ROWS, COLS));
    static const int places[] = {0, 1, 9, 30, 500, 100000};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct app a = app_after("view corridor");
        a.session.now.state.look.encoding.pos = places[i];
        assert_true(app_draw(&a, c));
        int col = person(c);
        assert_true(col != NEVER);
        assert_true(i == 0 || dot(c, col, encoding_ink(&a.session.now.config, 3, HUE_FULL)) != NEVER);
        app_finish(&a);
    }
    canvas_finish(&c);
}

TEST(alike_is_the_cosine_of_the_rows)
{
    struct app a = app_after("set d 16 ; view corridor ; set pos 7");
    const struct config *c = &a.session.now.config;
    struct text t = {0}, want = {0};
    for (int on = 0; on < 20; on++)
        assert_close(encoding_corridor_alike(c, 7, on), sines_dot(16, c->base, on) / 8, 1e-12);
    text_addf(&want, "One position on, the similarity is %.2f; ten on, %.2f.", sines_dot(16, c->base, 1) / 8,
              sines_dot(16, c->base, 10) / 8);
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), text_str(&want)));
    text_finish(&t);
    text_finish(&want);
    app_finish(&a);
}

TEST(the_number_of_a_place_is_below_who_stands_there)
{
    struct app a = app_after("lang en ; tokens a b c ; view corridor ; set pos 5");
    struct canvas c = draw_screen(&a, ROWS, COLS);
    int col = person(c), row = 0;
    while (row < c.rows && c.cells[row * c.stride + col].style != STYLE_CURSOR)
        row++;
    assert_int_equal(c.cells[(row + 2) * c.stride + col].ch[0], '5');
    canvas_finish(&c);
    app_finish(&a);
}
