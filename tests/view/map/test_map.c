/* The picture of the words' ways: places true to scale, names whole and never over each other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/asked.h"
#include "support/models.h"
#include "support/test.h"
#include "view/map/map.h"

static struct map_points *points(int words, int stages)
{
    struct map_points *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->words = words;
    m->stages = stages;
    for (int i = 0; i < stages; i++)
        m->mark[i] = (const char *[]){"x", "h", "o", "*"}[i];
    return m;
}

static struct canvas blank(int rows, int cols)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols));
    canvas_clear(c);
    return c;
}

/* Where the only letter `ch` is. */
static void find(struct canvas c, char ch, int *row, int *col)
{
    *row = *col = -1;
    for (int i = 0; i < c.rows * c.cols; i++)
        if (c.cells[i].ch[0] == (uint32_t)ch) {
            *row = i / c.cols;
            *col = i % c.cols;
        }
    assert_true(*row >= 0);
}

TEST(places_are_true_to_one_scale_with_the_second_axis_upwards)
{
    struct session model = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &model, .scratch = &scratch};
    struct map_points *m = points(1, 3);
    double at[3][2] = {{0, 0}, {4, 0}, {4, 1}};
    for (int i = 0; i < 3; i++)
        memcpy(m->at[i][0], at[i], sizeof at[i]);
    say_words(&model.now.state, (const char *[]){"猫"}, 1);
    struct canvas c = blank(40, 80);
    int row[3], col[3];
    assert_int_equal(map_picture_draw(c, &s, m), 0);
    for (int i = 0; i < 3; i++)
        find(c, "xho"[i], &row[i], &col[i]);
    assert_true(col[1] > col[0] + 40 && row[0] == row[1]); /* it fills the width */
    assert_int_equal(col[1], col[2]);
    assert_true(row[2] < row[1]); /* upwards */
    double across = (col[1] - col[0]) * 2 / 4.0, up = (row[1] - row[2]) * 4 / 1.0;
    assert_true(fabs(across - up) <= 5); /* dots per unit, to a cell */
    canvas_finish(&c);
    free(m);
    arena_finish(&scratch);
    session_finish(&model);
}

TEST(names_are_whole_and_what_found_no_room_is_counted)
{
    static const char *const words[] = {"苹果", "猫", "狗", "河流", "追", "银行", "吃", "鱼"};
    enum { WORDS = sizeof words / sizeof *words };
    for (int spread = 0; spread < 4; spread++) {
        struct session model = fresh_model();
        struct arena scratch = {0};
        struct screen s = {.session = &model, .scratch = &scratch};
        struct map_points *m = points(WORDS, 2);
        say_words(&model.now.state, words, WORDS);
        for (int w = 0; w < WORDS; w++)
            for (int i = 0; i < 2; i++) {
                m->at[i][w][0] = spread * cos(w + i * 0.3);
                m->at[i][w][1] = spread * 0.2 * sin(3 * w + i);
            }
        struct canvas c = blank(spread == 3 ? 3 : 14, spread == 3 ? 24 : 50);
        struct text drawn = {0};
        int hidden = map_picture_draw(c, &s, m), whole = 0;
        canvas_text(c, &drawn);
        for (int w = 0; w < WORDS; w++)
            whole += strstr(text_str(&drawn), words[w]) != NULL;
        assert_int_equal(whole + hidden, WORDS);
        for (int w = 0; w < WORDS; w++) /* no half of a name */
            for (const char *p = text_str(&drawn); (p = strstr(p, "果")); p++)
                assert_memory_equal(p - 3, "苹", 3);
        if (spread == 3)
            assert_true(hidden > 0);
        text_finish(&drawn);
        canvas_finish(&c);
        free(m);
        arena_finish(&scratch);
        session_finish(&model);
    }
}

TEST(a_name_without_room_at_a_side_is_above_and_below_the_middle)
{
    struct session model = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &model, .scratch = &scratch};
    struct map_points *m = points(1, 1);
    say_words(&model.now.state, (const char *[]){"banana"}, 1);
    struct canvas c = blank(3, 10);
    struct text drawn = {0};
    assert_int_equal(map_picture_draw(c, &s, m), 0);
    canvas_text(c, &drawn);
    assert_string_equal(text_str(&drawn), "  banana\n     x\n  banana\n"); /* where it begins and ends */
    text_finish(&drawn);
    canvas_finish(&c);
    free(m);
    arena_finish(&scratch);
    session_finish(&model);
}

TEST(places_that_are_no_numbers_are_left_out)
{
    struct session model = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &model, .scratch = &scratch};
    struct map_points *m = points(3, 2);
    struct canvas c = blank(10, 40);
    m->at[0][0][0] = NAN;
    m->at[1][0][1] = INFINITY;
    m->at[1][1][0] = 1;
    assert_int_equal(map_picture_draw(c, &s, m), 1);
    for (int w = 0; w < 3; w++)
        m->at[0][w][0] = m->at[1][w][1] = NAN;
    assert_int_equal(map_picture_draw(c, &s, m), 3);
    assert_int_equal(map_picture_draw(canvas_part(c, 0, 0, 1, 4), &s, m), 3);
    canvas_finish(&c);
    free(m);
    arena_finish(&scratch);
    session_finish(&model);
}

/* Counts the cells of each head's hue. */
static void count_lines(struct app *a, int of[2])
{
    struct canvas c = blank(36, 120);
    of[0] = of[1] = 0;
    assert_true(app_draw(a, c));
    for (int i = 0; i < c.rows * c.cols; i++) {
        const struct cell *x = &c.cells[i];
        bool dots = x->ch[0] >= 0x2800 && x->ch[0] < 0x2900;
        for (int h = 0; h < 2; h++)
            of[h] += dots && ink_is_hue(x->fg) && ink_hue_of(x->fg) == (enum hue)(HUE_HEAD + h);
    }
    canvas_finish(&c);
}

TEST(lines_lead_to_the_words_that_the_word_in_focus_reads)
{
    struct app a = app_after("lang en ; tokens 猫 追 狗 ; set d 8 heads 2 ; weights identity ; view map");
    int even[2], sharp[2], none[2];
    must_enter(&a, "set query 2");
    count_lines(&a, even);
    assert_true(even[0] > 0 && even[1] > 0);
    must_enter(&a, "scores = 0 0 9 ; 9 0 0 ; 0 9 0"); /* nearly all of it from one word */
    count_lines(&a, sharp);
    assert_true(sharp[0] > 0 && sharp[0] != even[0]);
    must_enter(&a, "scores = 9 0 0 ; 0 9 0 ; 0 0 9"); /* every word reads itself: below MAP_LEAST elsewhere */
    count_lines(&a, none);
    assert_int_equal(none[0] + none[1], 0);
    app_finish(&a);
}

/* The column of the only mark `ch` in the picture, and its line; NULL: none. */
static const char *marked(const char *screen, char ch, int *col)
{
    int line = 0;
    for (const char *at = screen; *at; line++, at += strcspn(at, "\n"), at += *at != '\0') {
        *col = (int)strcspn(at, (char[]){ch, '\n', '\0'});
        if (line > 4 && at[*col] == ch)
            return at;
    }
    return NULL;
}

/* Positions on or off, whatever the order: the path of the word that asks begins at the left, so the picture
 * is not mirrored. */
TEST(the_path_begins_at_the_left)
{
    static const struct {
        const char *scene;
        char begin;
    } cases[] = {{"encoding sincos", 'x'}, {"encoding none", 'h'}, {"encoding none ; swap 猫 狗", 'h'}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("lang zh");
        struct text screen = {0};
        int begin = -1, end = -1;
        must_enter(&a, "tokens 猫 追 狗 ; weights roles ; set query 1 ; view map");
        must_enter(&a, cases[i].scene);
        read_screen(&a, 24, 80, &screen);
        const char *line = marked(text_str(&screen), 'o', &end);
        assert_non_null(line);
        if (cases[i].begin == 'x')
            assert_non_null(marked(text_str(&screen), 'x', &begin));
        else
            begin = (int)strcspn(line, "h"); /* both ends of the path are on one line */
        if (begin > end)
            fail_msg("%s: from %d to %d:\n%s", cases[i].scene, begin, end, text_str(&screen));
        text_finish(&screen);
        app_finish(&a);
    }
}

/* cat's h at chases' o: together they would read as a word. */
TEST(letters_of_two_words_do_not_touch)
{
    struct app a = fresh_app_in(LANG_EN);
    struct text screen = {0};
    must_enter(&a, "opening ; view map");
    read_screen(&a, 24, 80, &screen);
    assert_null(strstr(text_str(&screen), "oh"));
    assert_non_null(strstr(text_str(&screen), "cat"));
    text_finish(&screen);
    app_finish(&a);
}

TEST(the_legend_says_what_is_true_of_the_scene)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; view map");
    see(&a, 24, 80, "a word's way   x meaning ⋯ h plus place ── o after reading");
    must_enter(&a, "encoding none");
    see(&a, 24, 80, "x meaning ⋯ h no place added ── o after reading");
    must_enter(&a, "encoding sincos ; set layers 2 dff 8 block encoder norm post residual on");
    see(&a, 24, 80, "x meaning ⋯ h plus place ── o after reading ── * after the layer");
    see(&a, 24, 60, "a word's way   x X ⋯ h H");
    must_enter(&a, "set layer 1");
    see(&a, 24, 80, "h before reading ⋯ o after reading ── * after the layer");
    app_finish(&a);
}

/* The words of a memory are not on the map, so nothing may speak of bands to them. */
TEST(words_of_a_memory_have_no_bands)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; view map");
    int bands[2];
    see(&a, 36, 120, "Bands lead to whom chases reads");
    must_enter(&a, "memory I love study");
    see(&a, 36, 120, "chases reads the second sequence, whose words are not on this map.");
    see_not(&a, 36, 120, "Bands");
    count_lines(&a, bands);
    assert_int_equal(bands[0] + bands[1], 0);
    must_enter(&a, "set block decoder dff 8"); /* reads its own sentence first, the memory after that */
    see(&a, 36, 120, "Bands lead to whom chases reads");
    app_finish(&a);
}

/* All heads find room, in rows; where these are too few the rest is counted. */
TEST(heads_without_room_are_counted)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; set heads 4 ; view map");
    see(&a, 24, 80, "it reads:  head 1 chases 0.886");
    for (int head = 1; head <= 4; head++) {
        char name[] = "head 1 ";
        name[5] = (char)('0' + head);
        see(&a, 18, 60, name);
        see(&a, 36, 120, name);
    }
    see_not(&a, 18, 60, " more");
    must_enter(&a, "set d 24 heads 12");
    see(&a, 18, 60, " more");
    must_enter(&a, "set head 3");
    see(&a, 18, 60, "it reads:  head 4 ");
    app_finish(&a);
}

/* What was cut at a number goes on in the next row. */
TEST(the_way_of_a_word_is_told_to_its_end)
{
    struct app a = app_after("opening ; lang en ; view map");
    see(&a, 24, 80, " moves from ");
    for (int i = 0; i < 3; i++) {
        static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}};
        struct text t = {0};
        read_screen(&a, sizes[i][0], sizes[i][1], &t);
        const char *moves = strstr(text_str(&t), " moves from ");
        assert_non_null(moves);
        assert_non_null(strstr(moves, ").\n"));
        assert_null(strstr(moves, "…"));
        text_finish(&t);
    }
    app_finish(&a);
}

TEST(without_numbers_it_says_how_they_come_back)
{
    struct app a = app_after("opening ; lang en ; view map");
    for (int hidden = 0; hidden < 2; hidden++) {
        struct screen s = {.session = &a.session, .hidden = hidden, .scratch = &a.scratch};
        struct text t = {0};
        struct canvas c = blank(20, 80);
        views[VIEW_MAP]->draw(c, &s);
        canvas_text(c, &t);
        assert_true(!hidden == (strpbrk(text_str(&t), "0123456789%") != NULL));
        assert_true(!hidden == !strstr(text_str(&t), "The numbers are hidden"));
        assert_non_null(strstr(text_str(&t), "chases"));
        text_finish(&t);
        canvas_finish(&c);
    }
    app_finish(&a);
}

/* A word that is longer than the line is cut there: nothing after “head 2” would look like nothing read. */
TEST(a_long_word_that_is_read_is_cut)
{
    struct app a =
        app_after("lang en ; weights roles ; tokens a b pneumonoultramicroscopicsilicovolcanoconiosis ; "
                  "weights identity ; set query 2 ; view map");
    see(&a, 24, 80, "head 2 pneumo");
    must_enter(&a, "weights roles ; tokens Antidisestablishmentarianism is a "
                   "pneumonoultramicroscopicsilicovolcanoconiosis , \"isn't\" it ? ; home");
    see(&a, 24, 80, "head 2  pneumonoultramicroscopicsilico…? 1.00");
    app_finish(&a);
}
