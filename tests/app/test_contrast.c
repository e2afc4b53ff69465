/* What is written can be read: every letter and digit of every view, in every theme with colours, has a
 * contrast of at least 4.5 with what it stands on (WCAG 2, level AA). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "keep/file.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"
#include "view/style.h"

static bool is_letter(uint32_t ch)
{
    return ch < 128 ? isalnum((int)ch) : (ch >= 0xC0 && ch < 0x500) || (ch >= 0x3400 && ch < 0xA000);
}

/* Adds the cells of a screen that are too faint: each look once. */
static void add_faint(struct canvas c, enum theme theme, const char *scene, struct text *out)
{
    for (int i = 0; i < c.rows * c.cols; i++) {
        const struct cell *cell = &c.cells[i / c.cols * c.stride + i % c.cols];
        struct look_of look = style_seen(theme, (enum style)cell->style, cell->fg, cell->bg);
        double contrast = rgb_contrast(look.fg, look.bg);
        if (is_letter(cell->ch[0]) && contrast < STYLE_READABLE) {
            text_addf(out, "%.2f at %d:%d in %s, '%c', theme %d, style %s, inks %d on %d\n", contrast,
                      i / c.cols, i % c.cols, scene, (int)cell->ch[0], (int)theme,
                      style_defs[cell->style].name, cell->fg, cell->bg);
            return;
        }
    }
}

TEST_AROUND(everything_written_can_be_read, kept_begin, kept_end)
{
    static const char *const themes[] = {"set theme dark", "set theme light", "set theme contrast"};
    struct text scenes = {0}, faint = {0};
    struct reply r = {0};
    int count = 0;
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    assert_true(file_read("tests/golden/screens.txt", 1 << 22, &scenes, &r));
    for (char *line = strtok(scenes.s, "\n"); line; line = strtok(NULL, "\n"))
        for (int theme = 0; theme < THEME_MONO && line[0] != ' ' && line[0] != '#'; theme++, count++) {
            struct app a = simple_app_in(LANG_EN);
            must_enter(&a, line);
            must_enter(&a, themes[theme]);
            struct canvas c = draw_screen(&a, 36, 120);
            add_faint(c, (enum theme)theme, line, &faint);
            canvas_finish(&c);
            app_finish(&a);
        }
    assert_true(count > 200);
    if (faint.len > 0) {
        print_error("%s", text_str(&faint));
        fail();
    }
    text_finish(&scenes);
    text_finish(&faint);
}
