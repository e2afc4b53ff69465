#include "view/figures/keys.h"

void key_row_add(struct key_row *k, const char *shown, const char *does, const char *key, const char *line)
{
    int col = k->col > 1 ? k->col + 2 : k->col, width = utf8_width(shown) + 1 + utf8_width(does);
    if (*shown && col + width > k->end && k->more)
        key_row_add(k->more, shown, does, key, line);
    if (!*shown || col + width > k->end)
        return;
    bool hit = (key || line) && click_hit(k->s->click, k->c, k->row, col, width);
    if (hit && line)
        click_line(k->s->click, "%s", line);
    else if (hit)
        click_key(k->s->click, key);
    k->col = canvas_key(k->c, k->row, col, shown, does);
}
