#include "export/film.h"

#include <string.h>

#include "base/number.h"
#include "export/json.h"
#include "export/view.h"

void cast_event(struct cast *k, const char *kind, const char *data)
{
    text_add(k->out, "[");
    number_fixed(k->out, k->at, 3, 40);
    text_addf(k->out, ", \"%s\", ", kind);
    json_add_string(k->out, data);
    text_add(k->out, "]\n");
}

/* Adds the rows that differ from the screen, each after a cursor move to its place. */
static void add_rows(const char *old, const char *fresh, struct text *data)
{
    for (int row = 1; *fresh; row++) {
        size_t n = strcspn(fresh, "\n"), m = strcspn(old, "\n");
        if (n != m || strncmp(fresh, old, n) != 0) {
            text_addf(data, "\033[%d;1H", row);
            text_add_bytes(data, fresh, n);
        }
        fresh += n + (fresh[n] == '\n');
        old += m + (old[m] == '\n');
    }
}

bool cast_canvas(struct cast *k, struct canvas c, enum theme theme)
{
    struct text fresh = {0}, data = {0};
    export_ansi(c, theme, &fresh);
    text_add(&data, k->shown.len == 0 ? "\033[?25l\033[2J" : "");
    add_rows(text_str(&k->shown), text_str(&fresh), &data);
    cast_event(k, "o", text_str(&data));
    bool ok = !data.failed && !fresh.failed;
    text_finish(&k->shown);
    k->shown = fresh;
    text_finish(&data);
    return ok;
}

void cast_header(struct text *out, int cols, int rows, const char *title)
{
    text_addf(out, "{\"version\": 2, \"width\": %d, \"height\": %d, \"title\": ", cols, rows);
    json_add_string(out, title);
    text_add(out, ", \"env\": {\"TERM\": \"xterm-256color\"}}\n");
}

void cast_picture(struct canvas c, enum theme theme, struct text *out)
{
    struct cast k = {.out = out};
    cast_header(out, c.cols, c.rows, "qkv");
    out->failed = !cast_canvas(&k, c, theme) || out->failed;
    text_finish(&k.shown);
}
