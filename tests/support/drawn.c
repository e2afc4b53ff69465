#include "support/drawn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "app/app.h"

void draw_as(const char *line, enum lang lang, int rows, int cols, bool mono, struct text *out)
{
    struct app a;
    struct canvas c;
    struct reply r = {0};
    assert_true(app_init(&a, lang, &r));
    a.mono = mono;
    assert_true(app_line(&a, line, &r));
    assert_true(canvas_init(&c, rows, cols));
    app_draw(&a, c);
    text_clear(out);
    canvas_text(c, out);
    canvas_finish(&c);
    app_finish(&a);
    reply_finish(&r);
}

void drawn(const char *line, enum lang lang, int rows, int cols, struct text *out)
{
    draw_as(line, lang, rows, cols, false, out);
}
