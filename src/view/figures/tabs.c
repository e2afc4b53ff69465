#include "view/figures/tabs.h"

static int tab_width(const struct screen *s, const struct tabs *t, int i)
{
    const char *name = t->name(s, i);
    return name ? utf8_width(name) + 2 : 0;
}

int tabs_draw(struct canvas c, const struct screen *s, const struct tabs *t)
{
    const char *key = t->context ? keymap_key(&s->session->keymap, t->context, "cycle panel 1") : "";
    int col = 0, room = c.cols - (*key ? 1 + utf8_width(key) : 0), first = t->chosen;
    for (int used = tab_width(s, t, first); first > 0 && used + tab_width(s, t, first - 1) <= room; first--)
        used += tab_width(s, t, first - 1);
    for (int i = first; i < t->count && (i == t->chosen || col + tab_width(s, t, i) <= room); i++) {
        const char *name = t->name(s, i);
        struct canvas tab = canvas_part(c, 0, col, 1, tab_width(s, t, i));
        if (!name)
            continue;
        enum style style = i == t->chosen ? STYLE_SELECTED : STYLE_DIM;
        canvas_field(tab, 0, 0, tab.cols, style, "");
        canvas_put(tab, 0, 1, style, name);
        screen_chooses(tab, s, t->setting, i);
        col += tab_width(s, t, i);
    }
    return *key ? canvas_put(c, 0, col + 1, STYLE_KEY, key) : col;
}
