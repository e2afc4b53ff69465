/* The terms above the first layer as a table: a row per source that asks, a column per source that is asked.
 * Each cell has the term's key, its number for the pair in focus and, if there is room, its map: the cells
 * add up to the map of the score. An encoding's own terms follow in a last row. */
#include <math.h>

#include "core/pipeline/source.h"
#include "view/terms/terms.h"

enum {
    MARK = 3,
    NUMBER = 6,
    LEAST = MARK + NUMBER,
    NAME_MOST = 20,
    KEY_MOST = 9,
    NARROW = 70,
    BRACKETS_BELOW = 9
};

/* The sources of both sides in list order, and the layout. */
struct table {
    uint32_t of[2][SOURCE_MAX];
    int count[2], own; /* own: terms of the encoding, at the end of the list */
    int name, cell;    /* columns of the names at the left, of a cell */
    bool narrow;
    int tall, wide; /* rows of a line; columns of a key in the maps, 0: no maps */
};

static void collect(struct table *t, int side, uint32_t source)
{
    for (int i = 0; i < t->count[side]; i++)
        if (t->of[side][i] == source)
            return;
    t->of[side][t->count[side]++] = source;
}

/* A click on the name of a source leaves it out of the computation. */
static void omits(struct canvas c, const struct screen *s, uint32_t source)
{
    if (source != SOURCE_BIT(SOURCE_BIAS) && click_hit(s->click, c, 0, 0, c.cols))
        click_line(s->click, "omit %s toggle", source_name(source));
}

/* word asks for */
static void add_asking(const struct screen *s, uint32_t source, bool narrow, struct text *out)
{
    text_clear(out);
    text_add(out, screen_source(s, source));
    text_add(out, narrow ? "" : screen_text(s, TEXT(" asks for")));
}

static struct table table_of(const struct screen *s, const struct terms_facts *f, int cols)
{
    struct table t = {.tall = 1, .narrow = cols < NARROW};
    struct text name = SCREEN_TEXT(s);
    for (int i = 0; i < f->count; i++) {
        t.own += f->list[i].query == 0;
        if (f->list[i].query) {
            collect(&t, 0, f->list[i].query);
            collect(&t, 1, f->list[i].key);
        }
    }
    for (int i = 0; i < t.count[0]; i++) {
        add_asking(s, t.of[0][i], t.narrow, &name);
        t.name = utf8_width(text_str(&name)) > t.name ? utf8_width(text_str(&name)) : t.name;
    }
    t.name = t.name > NAME_MOST ? NAME_MOST : t.name;
    int across = t.count[1] > t.own ? t.count[1] : t.own;
    t.cell = across > 0 ? (cols - t.name - 2) / across : 0;
    return t;
}

static int lines(const struct table *t)
{
    return t->count[0] + (t->own > 0);
}

bool terms_tabled(const struct terms_facts *f)
{
    bool split = f->a->layer > 0 && f->count > 1;
    for (int i = 0; i < f->count; i++)
        split = split && !f->list[i].apart;
    return split && f->list[0].query;
}

int terms_table_rows(const struct screen *s, const struct terms_facts *f, int cols, int most)
{
    struct table t = table_of(s, f, cols);
    int keys = f->a->S.rows, n = f->now->config.n, rows = 1 + lines(&t);
    if (t.cell < LEAST || rows > most)
        return 0;
    bool maps = !screen_mono(s) && LEAST + 2 + keys < t.cell && rows + lines(&t) * n <= most;
    return maps ? 1 + lines(&t) * (n + 1) : rows;
}

static void table_cell(struct canvas c, const struct screen *s, const struct terms_facts *f,
                       const struct table *t, int term)
{
    struct text line = SCREEN_TEXT(s);
    bool off = terms_off(f, term);
    double x = mat_at(attention_head(f->a, attention_term(f->a, term), f->head), f->query, f->key);
    text_addf(&line, " %s ", terms_key(s, term));
    canvas_field(c, 0, 0, MARK, STYLE_STRONG, text_str(&line));
    if (!screen_mono(s))
        canvas_ink(c, 0, 0, MARK,
                   ink_hue(hue_of_term(f->list[term].mark), off ? HUE_FULL * 5 / 16 : HUE_FULL));
    const char *number = said_fixed(s, x, 1, NUMBER);
    bool brackets = off && fabs(x) < BRACKETS_BELOW;
    canvas_right(c, 0, MARK, NUMBER, STYLE_STRONG, brackets ? said_values(s, "(%s)", number) : number);
    canvas_tint(
        c, 0, MARK, NUMBER,
        ink_words(hue_of_term(f->list[term].mark), off ? HUE_FULL * 11 / 16 : HUE_FULL, screen_theme(s)));
    if (t->wide > 0) {
        /* Draws a small map: a positive entry has the term's hue, a negative one is grey. Digits where all
         * fit. */
        struct canvas part = canvas_part(c, 0, LEAST + 1, t->tall - 1, t->wide * f->a->S.rows);
        struct mat m = attention_head(f->a, attention_term(f->a, term), f->head);
        bool digits = utf8_width(said_fixed(s, -f->limit, 1, NUMBER)) < t->wide;
        for (int i = 0; i < m.rows; i++)
            for (int j = 0; j < m.cols; j++) {
                bool here = i == f->query && j == f->key;
                canvas_right(part, i, j * t->wide, t->wide - (t->wide > 1), here ? STYLE_MARK : STYLE_TEXT,
                             digits ? said_fixed(s, mat_at(m, i, j), 1, t->wide - 1)
                             : here ? "·"
                                    : "");
                canvas_ink(part, i, j * t->wide, t->wide, terms_ink(f, term, mat_at(m, i, j)));
            }
    }
    if (click_hit(s->click, c, 0, 0, c.cols))
        click_line(s->click, "term %d toggle", term);
}

static int term_at(const struct terms_facts *f, uint32_t query, uint32_t key)
{
    for (int i = 0; i < f->count; i++)
        if (f->list[i].query == query && f->list[i].key == key)
            return i;
    return -1;
}

void terms_table_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct table t = table_of(s, f, c.cols);
    struct text name = SCREEN_TEXT(s);
    int keys = f->a->S.rows, count = lines(&t);
    if (count == 0)
        return;
    t.tall = (c.rows - 1) / count;
    t.wide = t.tall > 1 ? (t.cell - LEAST - 3) / keys : 0;
    t.wide = t.wide > KEY_MOST ? KEY_MOST : t.wide;
    for (int k = 0; k < t.count[1]; k++) {
        struct canvas head = canvas_part(c, 0, t.name + 2 + k * t.cell, 1, t.cell - 1);
        canvas_put(head, 0, 1, STYLE_DIM, screen_source(s, t.of[1][k]));
        omits(head, s, t.of[1][k]);
    }
    for (int q = 0; q < t.count[0]; q++) {
        int row = 1 + q * t.tall;
        add_asking(s, t.of[0][q], t.narrow, &name);
        canvas_field(c, row, 0, t.name, STYLE_TEXT, text_str(&name));
        omits(canvas_part(c, row, 0, 1, t.name), s, t.of[0][q]);
        for (int k = 0; k < t.count[1]; k++) {
            int term = term_at(f, t.of[0][q], t.of[1][k]);
            if (term >= 0)
                table_cell(canvas_part(c, row, t.name + 2 + k * t.cell, t.tall, t.cell), s, f, &t, term);
        }
    }
    int rows = 1 + t.count[0] * t.tall;
    if (t.own == 0)
        return;
    canvas_field(c, rows, 0, t.name, STYLE_TEXT, screen_text(s, TEXT_AS("table", "encoding")));
    for (int i = 0; i < t.own; i++)
        table_cell(canvas_part(c, rows, t.name + 2 + i * t.cell, t.tall, t.cell), s, f, &t,
                   f->count - t.own + i);
}
