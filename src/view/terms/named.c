/* What the terms are called: by key, colour and name, with what each gives the pair in focus, and its
 * question. Where there is little room the names are short, and what finds none is counted. */
#include "study/preset.h"
#include "view/paint.h"
#include "view/terms/terms.h"

enum { NEVER = 10000, SAMPLE = 4, LINES_MOST = 4, ROOMY = 70, DECIMALS = 3 };

/* How the names are laid out: so many side by side. */
struct named {
    const struct terms_facts *f;
    bool brief, airy;
    int apart; /* columns between them */
    int across, lines;
    int width; /* columns of each */
};

/* Returns what a term is called. One letter would be taken for a key: then its key alone is. */
static const char *called(const struct named *n, int t)
{
    const struct term *term = &n->f->list[t];
    const char *title = n->f->title[t];
    if (!n->brief)
        return terms_off(n->f, t) ? said_values(n->f->s, "(%s)", title) : title;
    title =
        term->query && term->mark >= 0 && term->mark < PRESET_TERMS ? preset_terms[term->mark] : term->name;
    return utf8_width(title) < 2 ? "" : terms_off(n->f, t) ? said_values(n->f->s, "(%s)", title) : title;
}

/* Draws the key of a term in its colour, its name and its number. Returns the columns they take. */
static int name_draw(struct canvas c, const struct named *n, int t)
{
    const struct terms_facts *f = n->f;
    bool off = terms_off(f, t), mono = screen_mono(f->s);
    int col = canvas_put(c, 0, 0, STYLE_STRONG, said_values(f->s, n->airy ? " %s " : "%s", f->knocks[t]));
    if (!mono)
        canvas_ink(c, 0, 0, col, ink_hue(terms_hue(f, t), off ? HUE_FULL * 5 / 16 : HUE_FULL));
    col = canvas_put_ink(c, 0, col + 1, STYLE_STRONG, terms_ink(f, t), called(n, t)) + 1;
    col = canvas_put(c, 0, col, off ? STYLE_GHOST : STYLE_TEXT,
                     terms_number(f, terms_value(f, t, f->query, f->key), DECIMALS));
    if (mono) { /* a piece of the term's bar, to know it by */
        struct canvas sample = canvas_part(c, 0, col + 1, off ? 0 : 1, SAMPLE - 1);
        struct paint paint;
        if (paint_begin(&paint, f->s->scratch, sample.rows, sample.cols)) {
            for (int y = 0; y < paint.height; y++)
                paint_span(&paint, y, 0, paint.width, ink_hue(terms_hue(f, t), HUE_FULL));
            paint_show(&paint, sample, (struct paint_look){screen_theme(f->s), true, f->s->ascii});
        }
        col += SAMPLE;
    }
    return col;
}

static struct named named_in(const struct terms_facts *f, int cols)
{
    struct named n = {.f = f, .airy = cols >= ROOMY, .apart = cols >= ROOMY ? 2 : 1};
    const struct canvas nowhere = {.cols = 1000}; /* for measuring */
    for (int brief = 0; brief < 2; brief++) {
        int widest = 1;
        n.brief = brief;
        for (int t = 0; t < f->count; t++) {
            int width = name_draw(nowhere, &n, t) + n.apart;
            widest = width > widest ? width : widest;
        }
        n.across = (cols + n.apart) / widest < 1 ? 1 : (cols + n.apart) / widest;
        n.across = n.across > f->count ? f->count : n.across;
        n.lines = f->count > 0 ? (f->count + n.across - 1) / n.across : 0;
        n.across = n.lines > 0 ? (f->count + n.lines - 1) / n.lines : 1;
        if (n.lines <= LINES_MOST / 2)
            break;
    }
    n.lines = n.lines > LINES_MOST ? LINES_MOST : n.lines;
    n.width = (cols + n.apart) / n.across;
    return n;
}

struct page_size terms_named_size(const void *of, int cols)
{
    const struct terms_facts *f = of;
    if (f->now->state.look.terms.panel == TERMS_MEANING) /* the lines of the sum name them */
        return PAGE_ABSENT;
    if (terms_tabled(f))
        return terms_sources_size(f);
    return (struct page_size){.rows = named_in(f, cols > 0 ? cols : ROOMY).lines, .cols = 20};
}

void terms_named_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const struct named n = named_in(f, c.cols);
    int shown = f->count <= n.across * n.lines ? f->count : n.across * n.lines - 1;
    if (terms_tabled(f)) {
        terms_sources_draw(c, f);
        return;
    }
    for (int t = 0; t < shown; t++) {
        struct canvas one = canvas_part(c, t / n.across, t % n.across * n.width, 1, n.width - n.apart);
        int end = name_draw(one, &n, t);
        if (f->list[t].apart && one.cols - end > (int)sizeof "Enter")
            canvas_put(one, 0, end + 1, STYLE_KEY, terms_key_of(f->s, "terms", "toggle sources"));
        if (click_hit(f->s->click, one, 0, 0, one.cols))
            click_line(f->s->click, "term %d toggle", t);
    }
    if (shown < f->count)
        canvas_put(c, n.lines - 1, (n.across - 1) * n.width, STYLE_NOTE,
                   say(f->s, TEXT("%d more"), f->count - shown));
}

/* Draws the questions below the names; returns the rows they take. */
static int questions_draw(struct canvas c, const struct terms_facts *f)
{
    const struct named n = named_in(f, c.cols);
    int rows = 0;
    for (int t = 0; t < f->count; t++) {
        const char *asks =
            terms_off(f, t) ? screen_text(f->s, TEXT("knocked out")) : screen_term_asks(f->s, &f->list[t]);
        int took = canvas_flow(canvas_part(c, 0, t * n.width, c.rows, n.width - n.apart), 0, STYLE_DIM, asks);
        rows = took > rows ? took : rows;
    }
    return rows;
}

struct page_size terms_questions_size(const void *of, int cols)
{
    const struct terms_facts *f = of;
    struct canvas measure = {.cols = cols > 0 ? cols : ROOMY};
    if (terms_named_size(f, cols).rows < 0 || terms_tabled(f))
        return PAGE_ABSENT;
    bool below = named_in(f, measure.cols).lines == 1; /* several lines of names leave no room between them */
    return (struct page_size){.rows = below ? questions_draw(measure, f) : NEVER, .cols = 20};
}

void terms_questions_draw(struct canvas c, const void *f)
{
    questions_draw(c, f);
}
