#include "support/drawn.h"

#include "support/apps.h"

void draw_as(const char *line, enum lang lang, int rows, int cols, bool mono, struct text *out)
{
    struct app a = fresh_app_in(lang);
    a.mono = mono;
    must_enter(&a, line);
    read_screen(&a, rows, cols, out);
    app_finish(&a);
}

void drawn(const char *line, enum lang lang, int rows, int cols, struct text *out)
{
    draw_as(line, lang, rows, cols, false, out);
}
