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
