/* The running text: which words are read, and by which head. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"

/* Returns the ink of a word that stands between blanks. */
static uint16_t ink_of_word(struct canvas c, const char *word)
{
    int n = (int)strlen(word), end = c.rows * c.stride - n;
    for (int i = 4 * c.stride; i < end; i++) { /* below the lines of the heads */
        int k = 0;
        while (k < n && c.cells[i + k].ch[0] == (uint32_t)word[k])
            k++;
        if (k == n && c.cells[i - 1].ch[0] == ' ' && c.cells[i + n].ch[0] == ' ')
            return c.cells[i].fg;
    }
    fail_msg("no %s", word);
    return 0;
}

/* Where there is room for the bands of one head only, the words of the others have their hue. */
TEST(words_without_a_band_have_the_hue_of_their_head)
{
    struct app a =
        app_after("lang en ; weights roles ; tokens the small cat does not chase the big dog in the "
                  "garden because the old man "
                  "who lives in the house near the river cannot see it and the child ; view flow");
    struct canvas c = draw_screen(&a, 18, 60);
    assert_int_equal(ink_of_word(c, "river"), ink_hue(hue_of_head(1), HUE_FULL));
    assert_int_equal(ink_of_word(c, "small"), ink_hue(hue_of_head(0), HUE_FULL));
    assert_int_equal(ink_of_word(c, "house"), 0);
    canvas_finish(&c);
    app_finish(&a);
}

/* Returns the first row whose text begins with `words`, -1: none. */
static int row_of(struct canvas c, const char *words)
{
    for (int r = 0; r < c.rows; r++) {
        size_t n = 0;
        while (words[n] && c.cells[r * c.stride + 1 + (int)n].ch[0] == (uint32_t)words[n])
            n++;
        if (!words[n])
            return r;
    }
    return -1;
}

/* On a tall screen each head has a text of its own; on a lower one their lines are together above it. */
TEST(heads_share_the_text_unless_the_screen_is_tall)
{
    static const struct {
        int rows, cols, least, most; /* rows from one head's line to the next */
    } sizes[] = {{36, 120, 1, 1}, {67, 150, 8, 30}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct app a = app_after("lang en ; weights roles ; tokens the small cat does not chase the big dog "
                                 "in the garden because the very old man sleeps all day ; view flow");
        struct canvas c = draw_screen(&a, sizes[i].rows, sizes[i].cols);
        int first = row_of(c, "head 1"), second = row_of(c, "head 2");
        assert_true(first >= 0);
        assert_in_range(second - first, sizes[i].least, sizes[i].most);
        canvas_finish(&c);
        app_finish(&a);
    }
}
