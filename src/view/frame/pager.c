#include "view/frame/pager.h"

#include <string.h>

/* One line of the text, flowed; returns the rows it took. A line that begins
 * with blanks keeps them. */
static int draw_line(struct canvas c, const struct screen *s, int row, const char *line, size_t n)
{
    size_t doubles = n / sizeof(double) + 1;
    if (!arena_more(s->scratch, doubles))
        return 1;
    char *copy = (char *)arena_doubles(s->scratch, doubles);
    memcpy(copy, line, n);
    copy[n] = '\0';
    int indent = (int)strspn(copy, " ");
    enum style style = indent == 0 ? STYLE_TITLE : STYLE_TEXT;
    struct canvas rest = canvas_part(c, row < 0 ? 0 : row, 1 + indent, c.rows, c.cols - 2 - indent);
    bool table = indent > 0 && strstr(copy + indent, "  ");
    int rows = 1;
    if (table)
        canvas_put(rest, 0, 0, style, copy + indent);
    else
        rows = canvas_flow(rest, 0, n > 60 ? STYLE_TEXT : style, copy + indent);
    return rows;
}

void view_pager_draw(struct canvas c, const struct screen *s)
{
    const struct pager *p = &s->model->pager;
    const char *line = text_str(&p->body);
    int row = 0;
    for (int i = 0; i < p->top && *line; i++)
        line += strcspn(line, "\n") + 1;
    while (*line && row < c.rows) {
        size_t n = strcspn(line, "\n");
        row += n ? draw_line(c, s, row, line, n) : 1;
        line += n + (line[n] == '\n');
    }
    if (*line)
        canvas_right(c, c.rows - 1, 0, c.cols - 1, STYLE_KEY, s->ascii ? "v" : "▼");
}
