/* Why the asking word reads what it reads: the stacked bars, the shares and the equation of maps. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"
#include "view/hue.h"

/* One layer, whose two heads find who does it and to whom; the same numbers in both languages. */
#define ROLES "reset ; weights roles ; tokens cat chases dog ; set x 1 7 = 0 ; focus 1 0"
#define VERSE                                                                                                \
    "sentence \"I think that the old man who lives near the long bridge over the small river saw a young "   \
    "dog that was chasing the red cat of the baker last night\""

static void must_show(struct app *a, int rows, int cols, const char *what)
{
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    if (!strstr(text_str(&t), what))
        fail_msg("%d x %d: no '%s' in\n%s", cols, rows, what, text_str(&t));
    text_finish(&t);
}

TEST(words_that_do_not_fit_are_announced)
{
    struct app a = app_after(ROLES " ; " VERSE " ; view terms ; set query 0 key 0");
    see(&a, 24, 80, "▾");
    see_not(&a, 24, 80, "▴");
    must_enter(&a, "set key 12");
    see(&a, 24, 80, "▾");
    see(&a, 24, 80, "▴");
    must_enter(&a, "set key 30");
    see_not(&a, 24, 80, "▾");
    see(&a, 24, 80, "▴");
    must_enter(&a, "sentence \"cat chases dog\"");
    see_not(&a, 24, 80, "▴");
    app_finish(&a);
}

TEST(every_term_says_what_it_asks)
{
    static const struct {
        const char *encoding, *en[4], *zh[4];
    } cases[] = {
        {"sincos",
         {"word·word", "word·place", "place·word", "place·place"},
         {"词·词", "词·位", "位·词", "位·位"}},
        {"alibi", {"word·word", "distance"}, {"词·词", "距离"}},
        {"t5", {"word·word", "distance"}, {"词·词", "距离"}},
        {"shaw", {"word·word", "word·distance"}, {"词·词", "词·距离"}},
        {"xl",
         {"word·word", "word·distance", "any·word", "any·distance"},
         {"词·词", "词·距离", "任意·词", "任意·距离"}},
        {"deberta", {"word·word", "word·distance", "distance·word"}, {"词·词", "词·距离", "距离·词"}},
        {"rope", {"pair 0", "pair 1"}, {"第 0 对", "第 1 对"}},
    };
    struct app a = app_after(ROLES " ; view terms");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text line = {0};
        text_addf(&line, "encoding %s", cases[i].encoding);
        must_enter(&a, text_str(&line));
        text_finish(&line);
        for (int t = 0; t < 4 && cases[i].en[t]; t++) {
            must_enter(&a, "lang en");
            must_show(&a, 36, 120, cases[i].en[t]);
            must_show(&a, 24, 80, cases[i].en[t]);
            must_show(&a, 18, 60, cases[i].en[t]);
            must_enter(&a, "lang zh");
            must_show(&a, 36, 120, cases[i].zh[t]);
            must_show(&a, 24, 80, cases[i].zh[t]);
        }
    }
    app_finish(&a);
}

/* The sentence comes from what was left out, not from the longest bar. It goes on in a second row. */
TEST(leaving_a_term_out_is_said_and_marked)
{
    struct app a = app_after("lang en ; " ROLES " ; view terms ; set query 1 key 0 ; term pp off");
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        must_show(&a, sizes[i][0], sizes[i][1], "Without place·place, chases still reads cat most (0.97,");
        must_show(&a, sizes[i][0], sizes[i][1], "before 1.00).");
    }
    must_show(&a, 36, 120, "share (white: before)");
    must_enter(&a, "term cc off");
    must_show(&a, 24, 80,
              "Without word·word, place·place, chases still reads cat most (0.96, before\n 1.00).");
    must_enter(&a, "undo");
    must_show(&a, 24, 80, "(place·place) 21.235");
    must_enter(&a, "term pp on");
    must_show(&a, 36, 120, "counts most for cat. Without it the share would be 0.97, not 1.00. Key: f");
    see_not(&a, 36, 120, "white");
    app_finish(&a);
}

/* Of words that are read alike none is said to be read most. */
TEST(ties_are_said)
{
    struct app a = app_after("lang en ; sentence cat chases cat ; focus 0 0 ; term cc only ; view terms");
    must_show(&a, 36, 120, "cat#1 still reads cat#1 most (0.36, tied, before 0.36)");
    must_enter(&a, "lang zh");
    must_show(&a, 36, 120, "cat#1 仍然最关注 cat#1（0.36，有并列的，原来 0.36）");
    must_enter(&a,
               "lang en ; reset ; weights random 3 ; random bK 2 ; focus 1 0 ; term cb only ; view terms");
    see(&a, 36, 120, "(0.33, tied, before ");
    must_enter(&a, "reset ; " ROLES " ; set query 1 key 0 ; term pp off ; view terms");
    see_not(&a, 24, 80, "tied");
    app_finish(&a);
}

/* A negative term that lowers the other words more is not said to speak against a word. */
TEST(what_a_term_does_is_said_of_the_share)
{
    struct app a = app_after("lang en ; " ROLES " ; view terms ; encoding onehot ; set query 1 key 0");
    must_show(&a, 24, 80, "helps cat: others get less. Without it the share would be");
    must_show(&a, 36, 120, "Without it the share would be 0.00, not 0.05.");
    must_show(&a, 18, 60, "helps cat: others get less.");
    must_enter(&a, "set key 1");
    must_show(&a, 24, 80, "counts most against chases");
    must_enter(&a, "set query 0 key 0");
    must_show(&a, 24, 80, "harms cat: others get more");
    must_enter(&a, "encoding none ; set query 1 key 0 ; scale WQ 0");
    must_show(&a, 24, 80, "hardly changes cat");
    app_finish(&a);
}

TEST(with_all_terms_off_it_says_how_they_come_back)
{
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}, {67, 240}};
    struct app a = app_after("lang en ; " ROLES " ; view terms ; term all off");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        must_enter(&a, "lang en");
        must_show(&a, sizes[i][0], sizes[i][1], "All terms are off: every score is 0. + brings them back.");
        if (sizes[i][1] >= 120)
            must_show(&a, sizes[i][0], sizes[i][1], "No reason is left.");
        must_enter(&a, "lang zh");
        must_show(&a, sizes[i][0], sizes[i][1], "各项都去掉了，得分全是 0。按 + 全部放回。");
    }
    must_enter(&a, "lang en ; bind terms + \"\" ; bind terms Ins \"term all on\"");
    must_show(&a, 24, 80, "Ins brings them back.");
    press(&a, "Ins");
    see_not(&a, 24, 80, "All terms are off");
    app_finish(&a);
}

/* The columns of the bar of the first share, in sub-pixels: those of whole cells count. */
static int bar_cells(struct app *a)
{
    struct canvas c;
    int most = 0;
    assert_true(canvas_init(&c, 36, 120));
    assert_true(app_draw(a, c));
    for (int row = 0; row < 20; row++) {
        int cells = 0;
        for (int k = 85; k < 114; k++) {
            const struct cell *x = &c.cells[row * c.stride + k];
            cells += (ink_is_hue(x->fg) && ink_hue_of(x->fg) == hue_of_head(0)) ||
                     (ink_is_hue(x->bg) && ink_hue_of(x->bg) == hue_of_head(0));
        }
        most = cells > most ? cells : most;
    }
    canvas_finish(&c);
    return most;
}

/* The numbers are the new ones from the first frame on. */
TEST(shares_glide_when_a_term_is_knocked_out)
{
    struct app a = app_after("lang en ; " ROLES " ; view terms ; set query 1 key 0 ; term cp off");
    a.session.moves = true;
    int before = bar_cells(&a), last = before, between = 0;
    press(&a, "f");
    must_show(&a, 36, 120, "0.60");
    assert_int_equal(bar_cells(&a), before);
    while (app_wait(&a) == FRAME_MS) {
        app_tick(&a);
        int now = bar_cells(&a);
        assert_true(now <= last);
        between += now < last;
        last = now;
    }
    assert_true(between >= 2);
    assert_true(last * 10 < before * 7);
    app_finish(&a);
}

TEST(maps_choose_their_level_of_detail)
{
    struct app a = app_after("lang en ; " ROLES " ; view terms ; set query 1 key 0");
    must_show(&a, 36, 120, "1.852     -2.432      1.660 +");
    must_show(&a, 24, 80, "1.85  -2.43   1.66 +");
    must_show(&a, 18, 60, " chases  ▀▀▀▀▀▀+ ▀▀▀▀▀▀+ ▀▀▀▀▀▀+ ▀▀▀▀▀▀= ▀▀▀▀▀▀→ ▀▀▀▀▀▀");
    must_enter(&a, VERSE);
    must_show(&a, 36, 120, "31 rows on 16 dots, the largest counts; grey speaks against");
    must_enter(&a, "sentence \"I think that the old man saw a young dog last night\"");
    must_show(&a, 24, 80, "colour: by the largest; 12 rows on ");
    app_finish(&a);
}

static bool shows(struct app *a, int rows, int cols, const char *what)
{
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    bool found = strstr(text_str(&t), what);
    text_finish(&t);
    return found;
}

/* 0 + 1 + 0 + 1 would be another sum than that of the bars: without a digit that tells something there are
 * colours alone, and the shares of a row have two decimals. */
TEST(maps_have_digits_that_add_up_or_none)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; view terms");
    see(&a, 36, 150, "score");
    see_not(&a, 36, 150, " 0 + ");
    must_enter(&a, "reset ; " ROLES " ; view terms ; set d 32 ; encoding rope ; weights random 2");
    see_not(&a, 30, 100, " 0.0 ");
    app_finish(&a);
}

/* In the half beside a lesson too; of many terms, those that have no room are counted in words. */
TEST(the_four_maps_have_room_beside_a_lesson)
{
    static const int sizes[][2] = {{24, 80}, {36, 120}};
    struct app a = app_after("lang en ; lesson 11-four-terms/goal"), b = app_after(ROLES " ; lang en");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_false(shows(&a, sizes[i][0], sizes[i][1], "do not fit"));
        must_show(&a, sizes[i][0], sizes[i][1], "place·place 0.584");
        must_show(&a, sizes[i][0], sizes[i][1], "share");
    }
    must_enter(&b, "set d 128 ; encoding rope ; view terms");
    must_show(&b, 24, 80, "more maps do not fit");
    must_enter(&b, "lang zh");
    must_show(&b, 24, 80, "张图放不下");
    app_finish(&a);
    app_finish(&b);
}

/* All maps are called alike: by key and name, by name, or by the key that the captions explain. */
TEST(maps_have_their_own_names)
{
    struct app a = app_after("lang en ; " ROLES " ; view terms ; encoding xl");
    must_show(&a, 36, 120, "b word·distance");
    must_show(&a, 18, 60, "a       b       d       f       score   share");
    must_enter(&a, "encoding sincos");
    must_show(&a, 36, 120, "f place·place");
    must_show(&a, 24, 80, "a word·word            b word·place           d place·word");
    must_enter(&a, "encoding xl ; lang zh");
    must_show(&a, 24, 80, "a 词·词                b 词·距离              d 任意·词");
    app_finish(&a);
}

/* On a low screen the questions are shorter, and those that do not fit all the same are counted. */
TEST(questions_are_not_cut_silently)
{
    struct app a = app_after("lang en ; " ROLES " ; view terms ; set terms_panel meaning");
    must_show(&a, 36, 120, "does position 1 look for position 0, whatever the words?");
    must_show(&a, 24, 80, "f place·place    21.235  does this place look for that place?");
    must_show(&a, 18, 60,
              "does position 1 look for position\n                          0, whatever the words?");
    must_enter(&a, "set d 16 ; encoding rope ; set terms_panel maps");
    must_show(&a, 18, 60, "pair 3");
    must_enter(&a, "set d 128");
    must_show(&a, 18, 60, " more");
    app_finish(&a);
}

/* The side of the line that speaks against a word is named even where it is narrow. */
TEST(both_sides_of_the_line_are_named)
{
    struct app a = app_after("lang en ; " ROLES " ; view terms ; encoding xl ; set query 1 key 0");
    must_show(&a, 18, 60, "against │ for");
    app_finish(&a);
}

/* From the first bar to the last, also in the rows between them. */
TEST(the_line_between_against_and_for_is_whole)
{
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct canvas c = draw_after("lang en ; " ROLES " ; view terms", sizes[i][0], sizes[i][1]);
        int col = -1, row = 0, length = 0;
        for (; row < c.rows && col < 0; row++)
            for (int k = 0; k < c.cols && col < 0; k++)
                col = c.cells[row * c.stride + k].ch[0] == 0x2502 ? k : -1;
        for (; c.cells[row * c.stride + col].ch[0] == 0x2502; row++)
            length++;
        assert_true(length >= 3);
        canvas_finish(&c);
    }
}

/* The words that ask need their room too where others are read. */
TEST(words_before_the_maps_are_whole)
{
    struct app a = app_after("lang en ; " ROLES " ; memory 猫 追 狗 鱼 ; view terms");
    see_not(&a, 36, 120, "\n c… ");
    app_finish(&a);
}

/* The step in which a lesson names the terms lists no papers; free play and a chosen preset do. */
TEST(papers_wait_until_they_are_asked_for)
{
    struct app a = app_after("lang en ; lesson 11-four-terms/split ; answer c ; next");
    must_show(&a, 36, 120, "does love match I");
    assert_false(shows(&a, 36, 120, "TUPE"));
    must_enter(&a, "free");
    must_show(&a, 36, 120, "TUPE");
    must_enter(&a, "return ; preset tupe");
    must_show(&a, 36, 120, "TUPE");
    app_finish(&a);
}

/* A name that fills its column is not abbreviated. */
TEST(names_are_whole_where_they_just_fit)
{
    struct app a = app_after("lang en ; view terms ; term all off");
    see(&a, 30, 60, "(word·place) ");
    see(&a, 30, 60, "(place·place) ");
    app_finish(&a);
}

TEST(a_masked_word_says_so)
{
    struct app a = app_after("lang en ; view terms");
    must_enter(&a, "sentence the cow eats grass ; set mask causal ; focus cow eats");
    see(&a, 36, 120, "cow may not read eats: it is masked, so its share is 0 whatever the score.");
    see(&a, 18, 60, "it is masked, so its share is");
    see_not(&a, 36, 120, "counts most");
    press(&a, "a");
    see(&a, 18, 60, " masked ");
    must_enter(&a, "lang zh");
    see(&a, 18, 60, "被遮住");
    must_enter(&a, "set mask none");
    see_not(&a, 18, 60, "被遮住");
    app_finish(&a);
}

/* Terms that are off have the names of their captions on every screen, or are counted. */
TEST(terms_that_are_off_keep_their_names)
{
    struct app a = app_after(ROLES " ; lang zh ; view terms ; term cp off ; term pc off ; term pp off");
    see(&a, 18, 60, "没有 词·位、位·词、位·位，chases ");
    see(&a, 24, 80, "没有 词·位、位·词、位·位，chases ");
    must_enter(&a, "lang en");
    see(&a, 24, 80, "Without word·place, place·word, place·place, chases still reads cat most");
    see(&a, 18, 60, "Without word·place, place·word, place·place, chases still\n");
    must_enter(&a, "encoding rope ; set d 32 ; term all off ; term pair0 on");
    see(&a, 18, 60, "Without 7 of 8 reasons,");
    app_finish(&a);
}

TEST(every_column_of_the_maps_has_a_heading)
{
    struct app a = app_after("lang en ; view terms ; sentence the cow eats grass");
    see(&a, 36, 120, "the     cow    eats   grass       the     cow    eats   grass");
    see(&a, 30, 78, "the  cow eats gra…    the  cow eats gra…");
    must_enter(&a, "sentence the cow eats the green grass ; set digits 0");
    see(&a, 36, 120, " 0 1 2 3 4 5   0 1 2 3 4 5 ");
    must_enter(&a, "set start 3");
    see(&a, 36, 120, " 3 4 5 6 7 8   3 4 5 6 7 8 ");
    app_finish(&a);
}

TEST(without_colours_the_pieces_have_a_legend_and_numbers)
{
    struct app a = app_after(ROLES " ; view terms");
    a.mono = true;
    see(&a, 24, 80, "a  word·word 1.852 ⣿⣿⣿                  b  word·place 7.417 ⢕⢕⢕");
    see(&a, 24, 80, "d  place·word 3.306 ⠭⠭⠭                 f  place·place 21.235 ⡇⡇⡇");
    see(&a, 18, 60, "⡇ 21.2 ⡇");
    a.mono = false;
    see_not(&a, 24, 80, "⡇");
    must_enter(&a, "tokens the small cat does not chase the big dog in the garden ; theme mono");
    see(&a, 36, 120, "minus speaks against");
    see(&a, 36, 120, "→  · 1 · · 9 8 ·"); /* a zero of the asking word's row is no minus */
    app_finish(&a);
}
