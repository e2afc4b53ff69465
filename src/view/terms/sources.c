/* The terms above the first layer as a table: a row per source that asks, a column per source that is asked.
 * Each cell has the term's key and its number for the pair in focus. An encoding's own terms follow in a last
 * row. */
#include "core/pipeline/source.h"
#include "view/figures/table.h"
#include "view/terms/terms.h"

/* The sources of both sides in list order. */
struct sources {
    const struct terms_facts *f;
    uint32_t of[2][SOURCE_MAX];
    int count[2], own; /* own: terms of the encoding, at the end of the list */
};

static void collect(struct sources *t, int side, uint32_t source)
{
    for (int i = 0; i < t->count[side]; i++)
        if (t->of[side][i] == source)
            return;
    t->of[side][t->count[side]++] = source;
}

/* Returns the term of a cell, -1: none. */
static int term_in(const struct sources *t, int row, int col)
{
    const struct terms_facts *f = t->f;
    if (row == t->count[0])
        return col < t->own ? f->count - t->own + col : -1;
    for (int i = 0; i < f->count && col < t->count[1]; i++)
        if (f->list[i].query == t->of[0][row] && f->list[i].key == t->of[1][col])
            return i;
    return -1;
}

static const char *asked_head(const struct table *t, int col)
{
    const struct sources *of = t->of;
    return col >= 0 && col < of->count[1] ? screen_source(t->s, of->of[1][col]) : "";
}

static const char *asking_name(const struct table *t, int row)
{
    const struct sources *of = t->of;
    if (row == of->count[0])
        return screen_text(t->s, TEXT_AS("table", "encoding"));
    const char *name = screen_source(t->s, of->of[0][row]);
    return said_values(t->s, "%s%s|%s", name, screen_text(t->s, TEXT(" asks for")), name);
}

static const char *source_cell(const struct table *t, int row, int col)
{
    const struct sources *of = t->of;
    int i = term_in(of, row, col);
    if (i < 0)
        return "";
    double x = terms_value(of->f, i, of->f->query, of->f->key);
    const char *key = of->f->knocks[i], *whole = terms_number(of->f, x, 3),
               *brief = terms_number(of->f, x, 1);
    return said_values(t->s, terms_off(of->f, i) ? "%s (%s)|%s (%s)" : "%s  %s|%s %s", key, whole, key,
                       brief);
}

static struct canvas_look source_look(const struct table *t, int row, int col)
{
    const struct sources *of = t->of;
    int i = col < 0 ? -1 : term_in(of, row, col);
    return i < 0 ? (struct canvas_look){STYLE_TEXT, 0}
                 : (struct canvas_look){STYLE_STRONG, terms_ink(of->f, i)};
}

/* A click on a number knocks its term out; on the name of a source, leaves that out of the computation. */
static const char *source_does(const struct table *t, int row, int col)
{
    const struct sources *of = t->of;
    int side = row < 0, i = side ? col : row;
    if (row >= 0 && col >= 0) {
        int term = term_in(of, row, col);
        return term < 0 ? "" : said_values(t->s, "term %d toggle", term);
    }
    if (i < 0 || i >= of->count[side] || of->of[side][i] == SOURCE_BIT(SOURCE_BIAS))
        return "";
    return said_values(t->s, "omit %s toggle", source_name(of->of[side][i]));
}

static struct table source_table(struct sources *of, const struct terms_facts *f)
{
    of->f = f;
    for (int i = 0; i < f->count; i++) {
        of->own += f->list[i].query == 0;
        if (f->list[i].query) {
            collect(of, 0, f->list[i].query);
            collect(of, 1, f->list[i].key);
        }
    }
    return (struct table){.s = f->s,
                          .of = of,
                          .rows = of->count[0] + (of->own > 0),
                          .cols = of->count[1] > of->own ? of->count[1] : of->own,
                          .head = asked_head,
                          .name = asking_name,
                          .cell = source_cell,
                          .look = source_look,
                          .does = source_does};
}

bool terms_tabled(const struct terms_facts *f)
{
    bool split = f->a->layer > 0 && f->count > 1;
    for (int i = 0; i < f->count; i++)
        split = split && !f->list[i].apart;
    return split && f->list[0].query;
}

struct page_size terms_sources_size(const struct terms_facts *f)
{
    struct sources of = {0};
    struct table t = source_table(&of, f);
    return table_size(&t);
}

void terms_sources_draw(struct canvas c, const struct terms_facts *f)
{
    struct sources of = {0};
    struct table t = source_table(&of, f);
    table_draw(c, &t);
}
