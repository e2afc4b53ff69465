/* All heads at once, and large matrices as pictures. */
#include <stdio.h>
#include <string.h>

#include "study/head_kind.h"
#include "support/apps.h"
#include "support/test.h"

#define VERSE                                                                                                \
    "sentence \"I think that the old man who lives near the long bridge over the small river saw a young "   \
    "dog that was chasing the red cat of the baker last night\""

static struct app long_sentence(void)
{
    return app_after("lang en ; " VERSE " ; set d 16 heads 4 ; weights random 3 ; view stages ; "
                     "stage weights ; focus 20 12");
}

/* The strongest key of the asking word that is not among `done`, over all heads, and its weight. */
static int strongest(const struct app *a, const bool *done, double *most)
{
    int best = -1;
    *most = 0;
    for (int h = 0; h < a->session.now.config.heads; h++) {
        struct head_weights w = head_weights_of(&a->session.now, 0, a->session.now.state.look.stage, h);
        for (int j = 0; j < w.weights.cols; j++)
            if (!done[j] && mat_at(w.weights, 20, j) > *most) {
                *most = mat_at(w.weights, 20, j);
                best = j;
            }
    }
    return best;
}

TEST(the_five_words_read_most_are_named)
{
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}};
    struct app a = long_sentence();
    bool done[CONFIG_MAX_WORDS] = {false};
    must_enter(&a, "set beside on");
    for (int i = 0; i < 5; i++) {
        double x;
        int j = strongest(&a, done, &x);
        struct text t = {0};
        done[j] = true;
        screen_word(&a.session.now.state, a.session.now.state.sentence, j, &t);
        text_addf(&t, " %.2f (", x);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            see(&a, sizes[k][0], sizes[k][1], text_str(&t));
        text_finish(&t);
    }
    app_finish(&a);
}

/* Counts different inks in the columns of one head's picture, and its dots. */
TEST(all_heads_are_seen_whole_with_structure)
{
    struct app a = long_sentence();
    must_enter(&a, "set beside on");
    struct canvas c = draw_screen(&a, 36, 120);
    for (int h = 0; h < 4; h++) {
        bool level[HUE_FULL + 1] = {false};
        int kinds = 0, dots = 0;
        for (int i = 0; i < c.rows * c.cols; i++) {
            const struct cell *x = &c.cells[i];
            if (x->ch[0] != 0x2580 || !ink_is_hue(x->fg) || ink_hue_of(x->fg) != hue_of_head(h))
                continue;
            dots++;
            kinds += !level[(x->fg - INK_HUE) % (HUE_FULL + 1)];
            level[(x->fg - INK_HUE) % (HUE_FULL + 1)] = true;
        }
        assert_true(dots >= 20 * 10);
        assert_true(kinds >= HUE_FULL / 2);
    }
    canvas_finish(&c);
    see(&a, 36, 120, "31 rows on 27 dots, the largest counts");
    app_finish(&a);
}

/* The row of a word of the running text, below row `from`; -1: none. */
static int row_with(struct canvas c, const char *word, int from)
{
    struct text t = {0};
    canvas_text(c, &t);
    const char *at = text_str(&t);
    for (int row = 0; row < c.rows; row++, at = strchr(at, '\n') + 1) {
        const char *end = strchr(at, '\n'), *found = strstr(at, word);
        if (row > from && found && end && found < end) {
            text_finish(&t);
            return row;
        }
    }
    text_finish(&t);
    return -1;
}

/* Inked cells of a head in some rows. */
static int painted(struct canvas c, int first, int end, int head)
{
    int cells = 0;
    for (int i = first * c.stride; i < end * c.stride; i++)
        cells += c.cells[i].ch[0] >= 0x2580 && c.cells[i].ch[0] <= 0x259F &&
                 ((ink_is_hue(c.cells[i].fg) && ink_hue_of(c.cells[i].fg) == hue_of_head(head)) ||
                  (ink_is_hue(c.cells[i].bg) && ink_hue_of(c.cells[i].bg) == hue_of_head(head)));
    return cells;
}

/* From the words that head 1 reads most, in the line above and in the same line. */
TEST(arcs_cross_the_breaks_of_the_running_text)
{
    struct app a = long_sentence();
    must_enter(&a, "weights random 1 ; set beside on query 21");
    struct canvas c = draw_screen(&a, 36, 120);
    int reads = row_with(c, "was reads most", 0), above = row_with(c, "think", reads),
        here = row_with(c, "chasing  ", above);
    assert_true(reads > 0 && above > reads && here > above + 1);
    assert_true(painted(c, above + 1, here, 0) > 20);
    assert_int_equal(painted(c, here + 1, c.rows - 2, 0), 0); /* the last line's are above it */
    canvas_finish(&c);
    app_finish(&a);
}

/* Words of the running text in the hue of a head. */
static int joined(struct canvas c, int first, int end)
{
    int words = 0;
    for (int i = first * c.stride, last = 0; i < end * c.stride; i++) {
        const struct cell *x = &c.cells[i];
        int here = x->ch[0] < 0x2500 && x->ch[0] != ' ' && ink_is_hue(x->fg);
        words += here && !last;
        last = here;
    }
    return words;
}

TEST(only_the_words_that_are_named_are_joined)
{
    enum { NAMED = 8 };
    struct app a = long_sentence();
    must_enter(&a, "set beside on query 21");
    struct canvas c = draw_screen(&a, 36, 120);
    int reads = row_with(c, "was reads most", 0), above = row_with(c, "think", reads);
    int words = joined(c, above, c.rows - 2);
    assert_true(words > NAMED / 2 && words <= NAMED);
    canvas_finish(&c);
    app_finish(&a);
}

/* Its shares in grey, between the hues of the head. */
TEST(the_asking_row_is_lit_in_every_head)
{
    struct app a = long_sentence();
    must_enter(&a, "set beside on");
    struct canvas c = draw_screen(&a, 36, 120);
    int lit[4] = {0}, head = -1, row = row_with(c, "▸", 0);
    assert_true(row > 0);
    for (int k = 0; k < c.cols; k++) {
        const struct cell *x = &c.cells[row * c.stride + k];
        head += x->ch[0] == 0x25B8 && head < 3;
        if (head >= 0 && ((ink_is_hue(x->fg) && ink_hue_of(x->fg) == HUE_GREY) ||
                          (ink_is_hue(x->bg) && ink_hue_of(x->bg) == HUE_GREY)))
            lit[head]++;
    }
    for (int h = 0; h < 4; h++)
        assert_true(lit[h] >= 20);
    canvas_finish(&c);
    app_finish(&a);
}

/* The title bar of a narrow screen has no room for it. What comes before the layers belongs to none. */
TEST(a_stage_says_in_which_layer_it_is)
{
    struct app a = opened_app();
    must_enter(&a, "view stages ; stage weights");
    see(&a, 18, 60, "head 1 of 3  layer 2");
    see(&a, 24, 80, "layer 2 of 2  3×3");
    must_enter(&a, "layer 0 ; stage hidden");
    see(&a, 24, 80, "layer 1 of 2");
    must_enter(&a, "stage X");
    see_not(&a, 24, 80, "layer 1 of 2");
    app_finish(&a);
}

/* Arrows point at the cursor: no colour that is not a number's, unless rows share a line. */
TEST(thumbnails_keep_their_numbers)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; set heads 8 ; "
                             "view stages ; stage weights ; set beside on");
    struct canvas c = draw_screen(&a, 24, 80);
    int first = row_with(c, "head 1 other", 0) + 1, hued = 0;
    for (int i = first * c.stride; i < (first + 3) * c.stride; i++) {
        const uint16_t ink[] = {c.cells[i].fg, c.cells[i].bg};
        for (int k = 0; k < 2 && c.cells[i].ch[0] == 0x2580; k++) {
            assert_true(ink_is_hue(ink[k]) && ink_hue_of(ink[k]) != HUE_GREY &&
                        ink_hue_of(ink[k]) != HUE_FOCUS);
            hued++;
        }
    }
    assert_int_equal(hued, 4 * 3 * 12 * 2);
    canvas_finish(&c);
    app_finish(&a);
}

/* Each with the letter of its kind beside it; the one in focus is marked and large. */
TEST(the_heads_of_all_layers_are_seen_at_once)
{
    struct app a = long_sentence();
    must_enter(&a, "set heads 8 layers 3 layer 1 head 2 beside on");
    struct canvas c = draw_screen(&a, 36, 120);
    int marks = 0;
    for (int l = 0; l < 3; l++) {
        char name[16];
        snprintf(name, sizeof name, "layer %d ", l + 1);
        int row = row_with(c, name, 3), letters = 0;
        for (int h = 0, k = 8; k < 80 && h < 8; k++) {
            struct head_weights w = head_weights_of(&a.session.now, l, a.session.now.state.look.stage, h);
            const struct cell *x = &c.cells[row * c.stride + k];
            if (x->ch[0] != (uint32_t)head_kinds[head_kind_of(&w)].letter)
                continue;
            h++;
            letters++;
            if (x->style == STYLE_SELECTED) {
                marks++;
                assert_int_equal(l * 8 + h, 1 * 8 + 3);
            }
        }
        assert_int_equal(letters, 8);
    }
    assert_int_equal(marks, 1);
    canvas_finish(&c);
    see(&a, 36, 120, "layer 2, head 3");
    see(&a, 36, 120, "heads of each kind, layer by layer");
    press(&a, ".");
    see(&a, 24, 80, "layer 3, head 3");
    app_finish(&a);
}

/* Beside the table each layer has a bar for each kind: its letter, and how many heads if there are several.
 */
TEST(the_heads_of_each_kind_are_counted)
{
    struct app a = app_after("lang en ; sentence the cat sat on the mat and the dog ran ; set d 16 heads 4 ; "
                             "weights random 1 ; view stages ; stage weights ; set layers 3 beside on");
    see(&a, 36, 120, "layer 1 e     o3");
    see(&a, 36, 120, "layer 2 e4");
    see(&a, 36, 120, "1.1     ");
    see(&a, 36, 120, "1.2     ");
    see(&a, 24, 60, "largest counts"); /* on a second line of the legend */
    app_finish(&a);
}

/* The least window has no room for a large picture of the head in focus: it says and shows whom that reads.
 */
TEST(a_small_page_of_heads_shows_who_reads_whom)
{
    struct app a =
        app_after("lang en ; " TWO_HEADS " ; view stages ; stage weights ; set layers 2 beside on");
    struct canvas c = draw_screen(&a, 18, 60);
    int named = row_with(c, "cat 1.00", 4), words = row_with(c, "chases", named), bands = 0;
    assert_true(named > 0 && words > named);
    bands = painted(c, words, c.rows - 2, 0);
    assert_true(bands >= 8);
    canvas_finish(&c);
    app_finish(&a);
}

/* Attention that reads a second sequence names its words, of which there may be more than asking ones. */
TEST(words_of_a_memory_are_named)
{
    static const char *const layers[] = {"set layers 1", "set layers 3"};
    for (int i = 0; i < 2; i++) {
        struct app a =
            app_after("lang en ; tokens cat dog ; memory ant bee cow whale eel ; set heads 2 ; random WQ 1 ; "
                      "view stages ; stage weights ; set beside on");
        must_enter(&a, layers[i]);
        struct head_weights w = head_weights_of(&a.session.now, 0, a.session.now.state.look.stage, 0);
        struct text said = {0};
        int best = 0, query = a.session.now.state.look.query;
        for (int j = 1; j < w.weights.cols; j++)
            best = mat_at(w.weights, query, j) > mat_at(w.weights, query, best) ? j : best;
        screen_word(&a.session.now.state, a.session.now.state.memory, best, &said);
        text_addf(&said, " %.2f", mat_at(w.weights, query, best));
        see(&a, 40, 120, text_str(&said));
        text_finish(&said);
        app_finish(&a);
    }
}

TEST(twelve_layers_keep_a_gap_before_their_heads)
{
    struct app a = app_after("lang en ; set d 24 ; set heads 12 ; set layers 12 ; view stages ; "
                             "stage weights ; set beside on ; set layer 11 head 11");
    see(&a, 24, 80, "layer 9  ");
    see(&a, 24, 80, "layer 10 ");
    see(&a, 24, 80, "layer 12 ");
    see(&a, 24, 80, "head 12 of 12  layer 12 of 12");
    app_finish(&a);
}

TEST(heads_are_named_by_what_they_do)
{
    struct app a =
        app_after("lang en ; sentence 猫/追/狗/不/吃/鱼 ; set heads 2 ; view stages ; stage weights ; "
                  "weights shift -1 ; set beside on");
    struct head_weights w = head_weights_of(&a.session.now, 0, a.session.now.state.look.stage, 0);
    const char *title = text_in(head_kinds[head_kind_of(&w)].title, LANG_EN);
    struct text t = {0};
    text_addf(&t, "head 1 %s", title);
    see(&a, 36, 120, text_str(&t));
    text_finish(&t);
    app_finish(&a);
}

/* Also at a stage whose columns are dimensions. */
TEST(words_are_named_not_dimensions)
{
    struct app a = app_after("lang en ; tokens 猫 追 狗 ; set heads 2 ; weights random 3 ; view stages ; "
                             "stage head_out ; set beside on");
    see(&a, 36, 120, "reads most, by head: 狗 0.4");
    see_not(&a, 36, 120, "columns are read");
    app_finish(&a);
}

TEST(enter_opens_the_head_and_backspace_returns)
{
    struct app a = long_sentence();
    press(&a, "A");
    press(&a, "h");
    assert_int_equal(a.session.now.state.look.head, 1);
    see(&a, 36, 120, "reads most, by head");
    press(&a, "Enter");
    see_not(&a, 36, 120, "reads most, by head");
    see(&a, 36, 120, "head 2 of 4");
    press(&a, "Backspace");
    see(&a, 36, 120, "reads most, by head");
    app_finish(&a);
}

TEST(the_legend_says_what_full_colour_means)
{
    struct app a = long_sentence();
    must_enter(&a, "set beside on");
    see(&a, 36, 120, "colour: by the row's largest");
    press(&a, "C");
    press(&a, "C");
    assert_int_equal(a.session.now.state.look.shade, SHADE_MATRIX);
    see(&a, 36, 120, "colour: by the largest;");
    press(&a, "C");
    see(&a, 36, 120, "colour: 1 is full");
    app_finish(&a);
}

/* The number under the cursor, and those of its row, stay in sight whatever the size. */
TEST(a_large_matrix_keeps_the_numbers_in_focus)
{
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}};
    struct app a = long_sentence();
    struct head_weights w = head_weights_of(&a.session.now, 0, a.session.now.state.look.stage, 0);
    char number[32];
    snprintf(number, sizeof number, "over %.3f", mat_at(w.weights, 20, 12));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        see(&a, sizes[i][0], sizes[i][1], number);
    must_enter(&a, "set zoom cell");
    see(&a, 24, 80, number);
    app_finish(&a);
}

/* Counts the lines of half characters: two rows of dots each. */
TEST(the_legend_counts_the_dots_that_are_there)
{
    struct app a = long_sentence();
    must_enter(&a, "stage Q");
    struct canvas c = draw_screen(&a, 24, 80);
    int lines = 0;
    for (int r = 0; r < c.rows; r++)
        lines += c.cells[r * c.stride + 30].ch[0] == 0x2580;
    char legend[40];
    snprintf(legend, sizeof legend, "31 rows on %d dots", 2 * lines);
    see(&a, 24, 80, legend);
    canvas_finish(&c);
    app_finish(&a);
}

/* A head that reads one word back keeps its line when words share dots: no half line is without full colour.
 */
TEST(the_largest_number_of_a_dot_is_shown)
{
    struct app a = long_sentence();
    must_enter(&a, "set heads 1 ; set d 64 ; weights shift -1 ; set query 30 key 0");
    struct canvas c = draw_screen(&a, 36, 120);
    int lines = 0, full = 0;
    for (int r = 0; r < c.rows; r++) {
        bool upper = false, lower = false, dots = false;
        for (int k = 18; k < 68; k++) {
            const struct cell *x = &c.cells[r * c.stride + k];
            bool weights = x->ch[0] == 0x2580 && x->fg <= INK_SEQ_N && x->bg <= INK_SEQ_N;
            dots |= weights;
            upper |= weights && x->fg == INK_SEQ_N;
            lower |= weights && x->bg == INK_SEQ_N;
        }
        lines += 2 * dots;
        full += upper + lower;
    }
    assert_true(lines >= 12);
    assert_true(full >= lines - 1); /* the first word has none before it */
    canvas_finish(&c);
    app_finish(&a);
}

TEST(five_hundred_words_are_a_picture)
{
    struct app a = fresh_app();
    struct text line = {0};
    text_add(&line, "lang en ; tokens");
    for (int i = 0; i < CONFIG_MAX_WORDS; i++)
        text_add(&line, i % 3 ? " 猫" : " 狗");
    must_enter(&a, text_str(&line));
    must_enter(&a, "view stages ; stage weights ; set zoom cell");
    see(&a, 36, 120, "512 rows on ");
    see(&a, 36, 120, "the largest counts");
    text_finish(&line);
    app_finish(&a);
}

TEST(weights_give_up_the_place_of_a_sign_before_a_digit)
{
    struct app a = app_after("lesson lessons/en/16-cost.md/thousand ; free ; view stages ; stage weights");
    see(&a, 24, 40, " 0.17 0.17 0.17 0.17 0.17 0.17");
    must_enter(&a, "stage scores"); /* may be negative */
    see_not(&a, 24, 40, "0.00 0.00 0.00 0.00");
    app_finish(&a);
}

/* Line of the arrow among the lines of the screen. Its digits are the shares of the row's largest. */
/* Where one decimal fits, percent say more in the same columns. */
TEST(one_decimal_gives_way_to_percent)
{
    struct text t = TEXT_HERE;
    struct app a =
        app_after("lang en ; sentence \"the quick brown fox jumps over the lazy dog\" ; "
                  "set d 16 heads 4 ; weights random 3 ; view stages ; stage weights ; set beside on");
    read_screen(&a, 36, 120, &t);
    assert_non_null(strstr(text_str(&t), "per cent; colour: by the row's largest; rows ask"));
    assert_non_null(strstr(text_str(&t), "qui… bro…"));
    assert_null(strstr(text_str(&t), " 0.0 0."));
    must_enter(&a, "sentence \"the fox jumps over the lazy dog\""); /* seven words: two decimals fit */
    text_clear(&t);
    read_screen(&a, 36, 120, &t);
    assert_null(strstr(text_str(&t), "per cent"));
    text_finish(&t);
    app_finish(&a);
}

static int arrow_line(bool mono, struct text *out)
{
    struct app a =
        app_after("sentence \"I think that the old man who lives near\" ; set heads 4 d 16 beside on ; "
                  "view stages ; stage weights ; focus 4 2");
    int line = 0;
    a.mono = mono;
    read_screen(&a, 36, 100, out);
    app_finish(&a);
    const char *at = strstr(text_str(out), " ▸");
    assert_non_null(at);
    for (const char *s = text_str(out); s < at; s++)
        line += *s == '\n';
    return line;
}

TEST(the_arrow_stands_at_the_line_of_the_asking_word)
{
    struct text mono = {0}, coloured = {0};
    int line = arrow_line(true, &mono);
    assert_non_null(strstr(text_str(&mono), "▸ 2 3 5 8 9 5 3 3 3"));
    assert_non_null(strstr(text_str(&mono), "\n      ▴  ")); /* below the third, the word that is read */
    assert_int_equal(arrow_line(false, &coloured), line);
    text_finish(&mono);
    text_finish(&coloured);
}

/* The asking word reads itself and the word before it, itself most. */
TEST(the_row_under_a_large_matrix_lists_the_largest_first)
{
    struct app a = long_sentence();
    must_enter(&a, "set mask causal ; weights random 1 ; focus 1 0");
    const struct mat *w = &a.session.now.trace.layer[0].self.map[MAP_WEIGHTS];
    struct text want = {0};
    assert_true(mat_at(*w, 1, 1) > mat_at(*w, 1, 0));
    text_addf(&want, " think  think %.3f  I %.3f  ", mat_at(*w, 1, 1), mat_at(*w, 1, 0));
    see(&a, 40, 120, text_str(&want));
    text_finish(&want);
    app_finish(&a);
}

TEST(up_to_four_heads_are_mixed_side_by_side)
{
    struct app a = app_after("set heads 4 d 16 ; view stages ; focus output 1 1");
    see(&a, 36, 120, "head 4     猫 0.33");
    must_enter(&a, "set heads 8");
    see_not(&a, 36, 120, "head 2     猫");
    app_finish(&a);
}

/* In the picture of a matrix the columns before its dots are none of them. */
TEST(a_click_before_the_dots_moves_nothing)
{
    enum { LINE = 8, DOTS = 27 };
    struct app a = long_sentence();
    must_enter(&a, "stage Q ; set row 20 col 5");
    struct canvas c = draw_screen(&a, 24, 80);
    assert_true(c.cells[LINE * c.stride + DOTS].ch[0] == 0x2580 &&
                c.cells[LINE * c.stride + DOTS - 1].ch[0] != 0x2580);
    canvas_finish(&c);
    struct look before = a.session.now.state.look;
    struct event click = {.kind = EVENT_CLICK, .row = LINE, .col = DOTS - 1, .rows = 24, .cols = 80};
    app_event(&a, &click);
    assert_memory_equal(&a.session.now.state.look, &before, sizeof before);
    click.col = DOTS;
    app_event(&a, &click);
    assert_memory_not_equal(&a.session.now.state.look, &before, sizeof before);
    app_finish(&a);
}
