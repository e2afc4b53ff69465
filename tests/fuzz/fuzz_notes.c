/* The notes that one program writes for the presenter's screen of another: read whole or refused; what was
 * read is written so that it reads the same, and draws in any window. */
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "lesson/run/notes.h"
#include "view/notes/notes.h"

enum { LONGEST_INPUT = 2000, NOW = 1795176000 };

static void comes_back(const struct notes *n)
{
    struct notes again = {0};
    struct text once = {0}, twice = {0};
    notes_write(n, &once);
    must(notes_read(&again, text_str(&once)));
    notes_write(&again, &twice);
    must(strcmp(text_str(&once), text_str(&twice)) == 0);
    notes_finish(&again);
    text_finish(&once);
    text_finish(&twice);
}

static void draws(const struct notes *n, int rows, int cols, int top)
{
    struct canvas c;
    must(canvas_init(&c, rows, cols));
    view_notes_draw(c, n, &top, NOW, n->lang);
    for (int i = 0; i < rows * cols; i++)
        must(!utf8_forbidden(c.cells[i].ch[0]) || c.cells[i].width == 0);
    canvas_finish(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct notes n = {0};
    char s[LONGEST_INPUT + 1];
    if (size > LONGEST_INPUT)
        return 0;
    memcpy(s, bytes, size);
    s[size] = '\0';
    utf8_locale();
    if (notes_read(&n, s)) {
        comes_back(&n);
        draws(&n, 24, 80, 0);
        draws(&n, 1 + (int)(size % 30), 1 + (int)(size % 90), (int)(size % 7));
    }
    notes_finish(&n);
    return 0;
}
