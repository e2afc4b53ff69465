/* Bytes on a canvas: whatever they are, only characters that may reach a terminal
 * are there, each within its columns. */
#include "fuzz/fuzz.h"
#include "view/canvas.h"

enum { ROWS = 4, COLS = 23, LONGEST_INPUT = 4000 };

static void check(struct canvas c)
{
    for (int r = 0; r < c.rows; r++)
        for (int k = 0; k < c.cols; k++) {
            const struct cell *cell = &c.cells[r * c.stride + k];
            for (int i = 0; i <= UTF8_MARKS && cell->ch[i]; i++)
                must(!utf8_forbidden(cell->ch[i]));
            must(cell->width != 2 || (k + 1 < c.cols && cell[1].width == 0));
            must(cell->width != 0 || (k > 0 && cell[-1].width == 2));
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct canvas c;
    char s[LONGEST_INPUT + 1];
    if (size < 2 || size > LONGEST_INPUT)
        return 0;
    utf8_locale();
    memcpy(s, bytes + 2, size - 2);
    s[size - 2] = '\0';
    must(canvas_init(&c, ROWS, COLS));
    canvas_put(c, 0, bytes[0] % (COLS + 2) - 1, STYLE_TEXT, s);
    canvas_put(c, 0, bytes[1] % COLS, STYLE_TITLE, s + strlen(s) / 2);
    canvas_field(c, 1, bytes[1] % COLS, bytes[0] % COLS, STYLE_TEXT, s);
    canvas_right(c, 1, bytes[0] % COLS, bytes[1] % 9, STYLE_TEXT, s);
    canvas_flow(canvas_part(c, 2, 0, 2, COLS), bytes[0] % 3, STYLE_NOTE, s);
    check(c);
    must(utf8_width(s) >= 0 && utf8_fit(s, bytes[0]) <= strlen(s));
    struct text out = {0};
    canvas_text(c, &out);
    must(utf8_invalid_at(text_str(&out), out.len) == out.len);
    text_finish(&out);
    canvas_finish(&c);
    return 0;
}
