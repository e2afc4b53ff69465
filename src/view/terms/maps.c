/* The sum for every pair as an equation of maps: the terms, the score, the share; all but the share on one
 * scale. The equation goes on in the next line where it is too long for one. */
#include <math.h>

#include "view/grid.h"
#include "view/terms/terms.h"

enum { SIGN = 2, DIGITS = 3, CELL_MOST = 12, TALL = 7, LINES = 8, CUT_LEAST = 3, TELLING = 10, WIDE = 7 };

/* How the maps are laid out: so many beside each other. */
struct equation {
    const struct terms_facts *f;
    int maps, across, lines; /* all of them; those of a line; lines */
    int name, map, pitch;    /* columns of the words at the left, of a map, from one to the next */
    int each;                /* rows of a line */
    int digits;              /* 0: colours alone */
    int tall;                /* rows of a cell with digits */
    struct grid_dots dots;   /* of colours alone */
    bool heads;              /* the columns are named */
};

static void query_label(const void *arg, int i, struct text *out)
{
    const struct equation *e = arg;
    screen_word_in(&e->f->now->state, e->f->now->state.sentence, i, e->name, out);
}

/* The names of the columns are cut; where that would say nothing of one of them, all are positions. */
static void key_label(const void *arg, int i, struct text *out)
{
    const struct equation *e = arg;
    int room = e->map / terms_columns(e->f) - 1;
    bool words = true;
    for (int j = 0; j < terms_columns(e->f) && room < CUT_LEAST; j++)
        words &= utf8_width(terms_word_read(e->f, j)) <= room;
    if (words)
        screen_word_in(&e->f->now->state, terms_keys(e->f), i, room, out);
    else
        text_addf(out, "%d", e->f->now->state.set.start + i);
}

static void no_label(const void *arg, int i, struct text *out)
{
    (void)arg, (void)i, (void)out;
}

/* Maps count from the terms, in order; then the score and the share. */
static enum hue map_hue(const struct terms_facts *f, int i)
{
    return i < f->count ? terms_hue(f, i) : i == f->count ? HUE_GREY : hue_of_head(f->head);
}

/* Map i; in colours alone no entry of a term is larger than the limit. */
static struct grid map_grid(const struct equation *e, int i)
{
    const struct terms_facts *f = e->f;
    int digits = f->now->state.look.digits;
    return (struct grid){
        .m = i < f->count
                 ? terms_mat(f, i)
                 : attention_head(f->a, f->a->map[i == f->count ? MAP_SCORES : MAP_WEIGHTS], f->head),
        .map = i > f->count ? GRID_HUED : GRID_SIGNED,
        .hue = map_hue(f, i),
        .limit = i > f->count ? 1 : f->limit,
        .shade = (enum shade_kind)f->now->state.look.shade,
        .digits = i > f->count && e->digits < 2 && digits > 1 ? 2 : e->digits,
        .min_width = e->map / terms_columns(f),
        .row = f->query,
        .col = f->key,
        .row_label = no_label,
        .col_label = key_label,
        .arg = e,
        .snug = i > f->count,
        .faded = i < f->count && terms_off(f, i),
        .corner = ""};
}

/* Lays the maps out in `lines` lines, with the most digits that fit, else as colours alone. */
static struct equation laid_out(const struct terms_facts *f, int cols, int lines)
{
    struct equation e = {
        .f = f, .maps = f->count + 2, .name = f->asking, .digits = f->now->state.look.digits};
    int keys = terms_columns(f), sign = SIGN + (screen_mono(f->s) || f->s->ascii); /* apart from signs */
    e.across = (e.maps + lines - 1) / lines;
    e.lines = (e.maps + e.across - 1) / e.across;
    e.map = (cols - e.name - 2) / e.across - sign;
    int cell = e.map / keys > CELL_MOST ? CELL_MOST : e.map / keys;
    struct grid scores = {.limit = f->limit};
    for (e.digits = e.digits > DIGITS ? DIGITS : e.digits; e.digits > 0; e.digits--) {
        scores.digits = e.digits;
        if (grid_cell_width(&scores) <= cell)
            break;
    }
    if (f->limit * pow(10, e.digits) < TELLING) /* 0.0 + 0.1 + 0.0 says nothing */
        e.digits = 0;
    e.map = e.digits > 0 ? cell * keys : e.map;
    e.pitch = e.map + sign;
    return e;
}

/* Returns the fewest lines in which the maps have digits or are wide enough to be seen. */
static struct equation fewest_lines(const struct terms_facts *f, int cols, bool digits)
{
    struct equation e;
    int keys = terms_columns(f), wide = 2 * keys < WIDE ? 2 * keys : WIDE, lines = 1;
    do
        e = laid_out(f, cols, lines);
    while ((digits ? e.digits == 0 : e.map < wide) && e.across > 1 && lines++ < LINES);
    return e;
}

struct page_size terms_figures_size(const void *of, int cols)
{
    enum { NEVER = 10000 };
    const struct terms_facts *f = of;
    int n = f->now->config.n;
    if (f->now->state.look.terms.panel != TERMS_MAPS)
        return PAGE_ABSENT;
    struct equation e = fewest_lines(f, cols > 0 ? cols : NEVER, true);
    return (struct page_size){.rows = e.digits > 0 ? e.lines * (2 + n) : NEVER,
                              .most_rows = 1 + e.lines * (2 + n * TALL),
                              .cols = WIDE};
}

/* Lines of dots: few rows have one each, many share them. */
static int least_lines(int n)
{
    enum { OWN = 4, SHARED = 6 };
    int half = n / 2 < SHARED ? n / 2 : SHARED;
    return n > OWN && half > OWN ? half : n < OWN ? n : OWN;
}

struct page_size terms_colours_size(const void *of, int cols)
{
    const struct terms_facts *f = of;
    int n = f->now->config.n, low = least_lines(n);
    if (f->now->state.look.terms.panel != TERMS_MAPS)
        return PAGE_ABSENT;
    struct equation e = fewest_lines(f, cols > 0 ? cols : 1, false);
    int shown = e.lines < 3 ? e.lines : 1; /* of very many, some and their sum */
    return (struct page_size){.rows = shown * (1 + low) + (e.lines > shown),
                              .most_rows = 1 + (e.lines + 1) * (1 + 2 * n),
                              .cols = WIDE};
}

/* Draws what a map shows: of a term its key and its name, else its name, else its key; all maps alike. */
static void map_title(struct canvas c, const struct equation *e, int i)
{
    const struct terms_facts *f = e->f;
    int key = 0, name = 0;
    for (int t = 0; t < f->count; t++) {
        key = (int)fmax(key, 1 + utf8_width(f->knocks[t]));
        name = (int)fmax(name, utf8_width(f->title[t]));
    }
    bool term = i < f->count, named = name <= c.cols,
         keyed = term && key > 1 && (key + name <= c.cols || !named);
    int col = keyed ? 1 + canvas_put(c, 0, 0, STYLE_KEY, f->knocks[i]) : 0;
    const char *title = i == f->count ? screen_text(f->s, TEXT("score")) : screen_text(f->s, TEXT("share"));
    if (term)
        title = named ? f->title[i] : keyed || utf8_width(f->list[i].name) > c.cols ? "" : f->list[i].name;
    canvas_put_ink(c, 0, col, STYLE_STRONG,
                   term ? terms_ink(f, i) : ink_words(map_hue(f, i), HUE_FULL, screen_theme(f->s)), title);
}

/* Draws map i at (row, col), without its words at the left. */
static void map_draw(struct canvas c, const struct equation *e, int i)
{
    struct grid g = map_grid(e, i);
    map_title(canvas_part(c, 0, 1, 1, e->map + 1), e, i);
    if (e->digits > 0) {
        g.height = e->tall;
        grid_draw(canvas_part(c, 1, 0, c.rows - 1, 1 + e->map), e->f->s, &g);
        return;
    }
    grid_dots_draw(canvas_part(c, 1 + e->heads, 1, c.rows - 1, e->map), e->f->s, &g, &e->dots);
    for (int k = 0; k < e->dots.cols && e->heads; k++) {
        struct text t = SCREEN_TEXT(e->f->s);
        key_label(e, k, &t);
        canvas_right(c, 1, 1 + k * e->dots.wide, e->dots.wide - (e->dots.wide > 1),
                     k == g.col ? STYLE_TITLE : STYLE_LABEL, text_str(&t));
    }
}

/* The words that ask, before a line of maps: those whose row has a line of its own, and the one in focus. */
static void query_names(struct canvas c, const struct equation *e)
{
    const struct screen *s = e->f->s;
    int n = e->f->now->config.n, half = screen_mono(s) || s->ascii ? 1 : 2;
    for (int row = 0; row < n; row++) {
        struct text name = SCREEN_TEXT(s);
        int at = 2 + row * e->tall + (e->tall - 1) / 2;
        bool here = row == e->f->query;
        if (e->digits == 0)
            at = 1 + e->heads +
                 (grid_dot_of(row, e->dots.rows, n) * e->dots.high + (e->dots.high - 1) / 2) / half;
        query_label(e, row, &name);
        if (here || e->digits > 0 || (e->dots.rows == n && e->dots.high >= half))
            canvas_field(c, at, 0, e->name, here ? STYLE_TITLE : STYLE_DIM, text_str(&name));
    }
}

/* Says how many maps find no room, what full colour means, and, where that fits, what grey does. */
static void maps_note(struct canvas c, const struct equation *e, int hidden)
{
    const struct screen *s = e->f->s;
    struct grid g = map_grid(e, 0);
    struct text t = SCREEN_TEXT(s);
    bool mono = screen_mono(s) || s->ascii;
    if (hidden > 0)
        screen_add(s, &t, TEXT("%d more maps do not fit; "), hidden);
    if (g.shade == SHADE_AUTO && e->digits > 0)
        text_add(&t, screen_text(s, TEXT("colour: one scale for all terms")));
    else
        grid_say_shade(&t, s, &g, e->digits > 0 ? NULL : &e->dots, c.cols);
    const char *more = screen_text(s, mono ? TEXT("; minus speaks against") : TEXT("; grey speaks against"));
    if (!mono || e->digits == 0 || hidden > 0)
        canvas_either(c, 0, 0, STYLE_DIM, said_values(s, "%s%s", text_str(&t), more), text_str(&t));
}

/* Lays the maps out as colours alone in so many lines, of which those are shown that have room. */
static struct equation coloured_in(struct canvas c, const struct terms_facts *f, int lines)
{
    struct equation e = laid_out(f, c.cols, lines);
    int least = 1 + least_lines(f->now->config.n), most = c.rows / least < 1 ? 1 : c.rows / least;
    e.digits = 0;
    e.lines = e.lines > most ? most : e.lines;
    int each = (c.rows - 1) / e.lines < least ? c.rows / e.lines : (c.rows - 1) / e.lines;
    struct grid g = map_grid(&e, 0);
    e.heads = each - 2 >= f->now->config.n && e.map >= 2 * terms_columns(f);
    e.dots = grid_dots_fit(f->s, &g, each - 1 - e.heads, e.map);
    e.pitch -= e.map - e.dots.cols * e.dots.wide;
    e.map = e.dots.cols * e.dots.wide;
    e.each = 1 + e.heads + grid_dots_lines(f->s, &e.dots);
    return e;
}

/* Finds the largest maps that have room. */
static struct equation fitted(struct canvas c, const struct terms_facts *f)
{
    int n = f->now->config.n;
    struct equation e = fewest_lines(f, c.cols, true), more;
    if (e.digits > 0 && e.lines * (2 + n) <= c.rows) {
        int each = c.rows / e.lines > 2 + n ? (c.rows - 1) / e.lines : c.rows / e.lines;
        e.tall = (each - 2) / n > TALL ? TALL : (each - 2) / n;
        e.tall -= e.tall > 2 && e.tall % 2 == 0; /* a number is in the middle of a high cell */
        e.each = 2 + n * e.tall;
        return e;
    }
    e = coloured_in(c, f, fewest_lines(f, c.cols, false).lines);
    for (int lines = e.lines + 1; lines <= LINES; lines++) {
        more = coloured_in(c, f, lines);
        if (more.lines * more.across >= more.maps && more.map * more.each > e.map * e.each)
            e = more;
    }
    return e;
}

void terms_maps_draw(struct canvas c, const void *of)
{
    static const char *const last[] = {"=", "→", ""}; /* after the last term, the score, the share */
    const struct terms_facts *f = of;
    const struct equation e = fitted(c, f);
    int boxes = e.lines * e.across < e.maps ? e.lines * e.across : e.maps, hidden = e.maps - boxes,
        body = e.each - 1 - (e.digits > 0 || e.heads);
    for (int b = 0; b < boxes; b++) {
        int i = b < boxes - 2 ? b : b + hidden, left = e.name + 1 + b % e.across * e.pitch;
        struct canvas line = canvas_part(c, b / e.across * e.each, 0, e.each, c.cols);
        if (b % e.across == 0)
            query_names(line, &e);
        map_draw(canvas_part(line, 0, left, e.each, c.cols), &e, i);
        const char *sign = hidden > 0 && b == boxes - 3 ? "…"
                           : i < f->count - 1           ? "+"
                                                        : last[i - f->count + 1];
        canvas_put(line, e.each - body + (body - 1) / 2, left + e.pitch - 1, STYLE_STRONG, sign);
    }
    maps_note(canvas_part(c, e.lines * e.each, e.name + 2, 1, c.cols), &e, hidden);
}
