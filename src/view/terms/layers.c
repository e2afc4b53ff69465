/* Above the first layer: what each layer wrote into the row of the key, as this head's query asks for it; one
 * layer's attention is opened into its heads. The shares add up to the product of query and key. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/piece.h"
#include "view/figures/table.h"
#include "view/terms/terms.h"

static const char *const writer_names[SOURCE_WRITERS] = {TEXT("attention"), TEXT("cross"),
                                                         TEXT_AS("layers", "feed-forward")};

static const char *const asking[TERMS_ASKS_COUNT] = {
    [TERMS_ASKS_ALL] = TEXT("all of it"),
    [TERMS_ASKS_TOKEN] = TEXT("its word"),
    [TERMS_ASKS_POSITION] = TEXT("its place"),
    [TERMS_ASKS_TYPE] = TEXT("its type"),
    [TERMS_ASKS_ATTENTION] = TEXT("what attention wrote"),
    [TERMS_ASKS_FFN] = TEXT("what feed-forward wrote"),
    [TERMS_ASKS_BIAS] = TEXT("its bias"),
};

/* ---- numbers ---------------------------------------------------------------------------- */

/* q = what asks, as the head's score multiplies it. Returns false if nothing asks. */
static bool asking_row(double *q, const struct terms_facts *f, enum terms_asks who)
{
    const struct config *c = &f->now->config;
    /* The sources of the query that ask; 0: there are none here. */
    static const int of[TERMS_ASKS_COUNT] = {
        [TERMS_ASKS_TOKEN] = SOURCE_TOKEN, [TERMS_ASKS_POSITION] = SOURCE_POSITION,
        [TERMS_ASKS_TYPE] = SOURCE_TYPE,   [TERMS_ASKS_ATTENTION] = SOURCE_WRITTEN + WRITES_ATTENTION,
        [TERMS_ASKS_BIAS] = SOURCE_BIAS,   [TERMS_ASKS_FFN] = SOURCE_WRITTEN + WRITES_FFN};
    uint32_t all = sources_of(c, f->a->layer) | SOURCE_BIT(SOURCE_BIAS);
    uint32_t mask = source_group(all, of[who]) & all;
    bool found = who == TERMS_ASKS_ALL;
    memset(q, 0, (size_t)c->dk * sizeof *q);
    if (found)
        memcpy(q, mat_row(attention_head_queries(f->a, c, f->head), f->query), (size_t)c->dk * sizeof *q);
    for (int s = 0; s < SOURCE_MAX && who != TERMS_ASKS_ALL; s++) {
        struct mat part = f->a->part[0][s];
        if (!(mask >> s & 1U) || !mat_present(part))
            continue;
        found = true;
        const double *row = mat_row(part, part.rows == 1 ? 0 : f->query) + f->head * c->dk;
        for (int j = 0; j < c->dk; j++)
            q[j] += row[j];
    }
    return found;
}

/* Why there is nothing to share out; NULL if there is. */
static const char *why_not(const struct terms_facts *f)
{
    return piece_splits(&f->now->config) ? NULL
                                         : TEXT("These scores are not a product of what the layers wrote.");
}

/* ---- the table -------------------------------------------------------------------------- */

enum { LINES_MOST = PIECES_MOST + CONFIG_MAX_D + 1, ALL_LINES = 1000 };

/* The lines: a piece of the words or the bias, a layer with a column for each writer, its heads if it is
 * open; the last is all of them together. */
struct wrote {
    const struct terms_facts *f;
    double x[LINES_MOST][SOURCE_WRITERS]; /* NaN: nothing */
    const char *name[LINES_MOST];
    enum style style[LINES_MOST];
    int layer[LINES_MOST]; /* that a click opens; -1: none */
    int lines, first;      /* the first that is shown */
    double low, high;      /* of all numbers, and 0 */
    bool asked;            /* somebody asks */
};

static void line_number(struct wrote *of, int col, double x)
{
    of->x[of->lines - 1][col] = x;
    of->low = fmin(of->low, x);
    of->high = fmax(of->high, x);
}

static void line_add(struct wrote *of, const char *name, enum style style, int layer)
{
    int i = of->lines++;
    of->name[i] = name;
    of->style[i] = style;
    of->layer[i] = layer;
    for (int col = 0; col < SOURCE_WRITERS; col++)
        of->x[i][col] = NAN;
}

/* Sets out to the lines. Returns the one after the open layer's, 0: none is open. */
static int find_lines(struct wrote *out, const struct terms_facts *f)
{
    const struct screen *s = f->s;
    const struct look *look = &f->now->state.look;
    const struct config *c = &f->now->config;
    double q[CONFIG_MAX_D], asks[CONFIG_MAX_D], sum = 0;
    struct piece piece[PIECES_MOST];
    const struct question question = {&f->now->trace, c, f->a->layer, f->head, f->key, q};
    *out = (struct wrote){.f = f, .asked = asking_row(q, f, (enum terms_asks)look->terms.asks)};
    piece_asks(asks, &question);
    int count = piece_list(c, f->a->layer, piece), after = 0;
    for (int i = 0; i < count; i++) {
        const struct piece *p = &piece[i], *before = i > 0 ? p - 1 : NULL,
                           *next = i + 1 < count ? p + 1 : NULL;
        bool written = p->source == SOURCE_WRITTEN, open = written && p->layer == look->terms.open;
        if (!written)
            line_add(out, screen_source(s, SOURCE_BIT(p->source)), STYLE_LABEL, -1);
        else if (!before || before->source != SOURCE_WRITTEN || before->layer != p->layer)
            line_add(out, say(s, TEXT("layer %d"), p->layer + 1), open ? STYLE_STRONG : STYLE_LABEL,
                     p->layer);
        double share = piece_share(asks, &question, p);
        line_number(out, p->writer == WRITES_FFN ? 1 + config_decodes(c) : p->writer == WRITES_CROSS, share);
        sum += share;
        if (!open || (next && next->source == SOURCE_WRITTEN && next->layer == p->layer))
            continue;
        for (int h = 0; h < c->heads; h++) {
            line_add(out, say(s, TEXT("  head %d"), h + 1), STYLE_DIM, -1);
            line_number(
                out, 0,
                piece_share(asks, &question, &(struct piece){SOURCE_WRITTEN, p->layer, WRITES_ATTENTION, h}));
        }
        after = out->lines;
    }
    line_add(out, screen_text(s, TEXT_AS("layers", "together")), STYLE_STRONG, -1);
    line_number(out, 0, sum);
    return after;
}

/* Returns the line of a row of the table, whose last is that of all together. */
static int line_of(const struct table *t, int row)
{
    const struct wrote *of = t->of;
    return row + 1 == t->rows ? of->lines - 1 : of->first + row;
}

static double wrote_value(const struct table *t, int row, int col)
{
    const struct wrote *of = t->of;
    return of->x[line_of(t, row)][col];
}

static const char *wrote_cell(const struct table *t, int row, int col)
{
    const struct wrote *of = t->of;
    double x = wrote_value(t, row, col);
    int hidden = row + 1 == t->rows && col == 1 ? of->lines - t->rows : 0;
    return !isnan(x)    ? terms_number(of->f, x, of->f->told ? TELL_WIDEST : 3)
           : hidden > 0 ? say(t->s, TEXT("%d more"), hidden)
                        : "";
}

static const char *wrote_head(const struct table *t, int col)
{
    bool last = col > 0 && col + 1 == t->cols && t->s->session->now.config.dff > 0;
    return col < 0 ? "" : screen_text(t->s, writer_names[last ? (int)WRITES_FFN : col]);
}

static const char *wrote_name(const struct table *t, int row)
{
    const struct wrote *of = t->of;
    return of->name[line_of(t, row)];
}

static struct canvas_look wrote_look(const struct table *t, int row, int col)
{
    const struct wrote *of = t->of;
    return (struct canvas_look){col < 0 ? of->style[line_of(t, row)] : STYLE_TEXT, 0};
}

/* A click on a layer opens it. */
static const char *wrote_does(const struct table *t, int row, int col)
{
    const struct wrote *of = t->of;
    int layer = row < 0 ? -1 : of->layer[line_of(t, row)];
    (void)col;
    return layer < 0 ? "" : said_values(t->s, "set terms_open %d", layer);
}

/* The lines that fit into so many rows, of them those of the open layer, and all together. */
static struct table wrote_table(struct wrote *of, const struct terms_facts *f, int rows)
{
    int after = find_lines(of, f), all = of->lines - 1, shown = all < rows - 2 ? all : rows - 2,
        layer = after - 1 - f->now->config.heads; /* the line of the open layer */
    of->first = after > 0 ? after - shown : 0;
    of->first = after > 0 && of->first > layer ? layer : of->first;
    of->first = of->first > all - shown ? all - shown : of->first < 0 ? 0 : of->first;
    return (struct table){.s = f->s,
                          .of = of,
                          .rows = shown + 1,
                          .cols = 1 + config_decodes(&f->now->config) + (f->now->config.dff > 0),
                          .head = wrote_head,
                          .name = wrote_name,
                          .cell = wrote_cell,
                          .look = wrote_look,
                          .does = wrote_does,
                          .value = wrote_value,
                          .low = of->low,
                          .high = of->high};
}

static struct page_size wrote_size(const void *f, int cols)
{
    enum { LINES_LEAST = 5 };
    struct wrote of;
    struct table t = wrote_table(&of, f, ALL_LINES);
    struct page_size size = table_size(&t);
    (void)cols;
    size.rows = size.rows < LINES_LEAST ? size.rows : LINES_LEAST;
    size.most_cols = 0;
    return size;
}

static void wrote_draw(struct canvas c, const void *f)
{
    struct wrote of;
    struct table t = wrote_table(&of, f, c.rows);
    table_draw(c, &t);
}

/* ---- around it -------------------------------------------------------------------------- */

/* The pieces share out the whole product of query and key: terms that are knocked out are still in it. */
static const char *terms_are_in(const struct terms_facts *f)
{
    return term_set_any(&f->now->config.term_off)
               ? screen_text(f->s, TEXT("with all terms in: knocked-out ones count here too"))
               : "";
}

static struct page_size layers_said(const void *of, int cols)
{
    const struct terms_facts *f = of;
    const char *query = terms_word(f, f->query), *in = terms_are_in(f),
               *below = f->a->layer > 0 ? ""
                        : f->now->config.layers > 1
                            ? screen_text(f->s, TEXT("no layer has written here yet; ] goes one up"))
                            : screen_text(f->s, TEXT("no layer has written here yet"));
    (void)cols;
    return page_flow(said_values(f->s, "%s%s%s%s%s",
                                 say(f->s, TEXT("who wrote what %s finds in %s; %s asks: "), query,
                                     terms_word_read(f, f->key), query),
                                 *in ? "\n" : "", in, *below ? "\n" : "", below),
                     STYLE_NOTE, 1);
}

/* Who asks and its key; the keys that open a layer. */
static void layers_keys(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const char *closer = terms_key_of(f->s, "layers", "add terms_open -1");
    int col = canvas_key(c, 0, 0, terms_key_of(f->s, "layers", "cycle terms_asks 1"), "");
    col = canvas_put(c, 0, col, STYLE_TITLE, screen_text(f->s, asking[f->now->state.look.terms.asks]));
    if (f->a->layer == 0 || !*closer)
        return;
    col = canvas_put(c, 0, col + 2, STYLE_KEY, closer);
    canvas_key(c, 0, col + 1, terms_key_of(f->s, "layers", "add terms_open 1"),
               screen_text(f->s, TEXT("opens a layer; every σ is kept")));
}

void terms_layers_draw(struct canvas c, const void *of)
{
    static const struct page_part parts[] = {{"said", 0, {0}, layers_said, NULL},
                                             {"keys", 0, {.rows = 1, .cols = 20}, NULL, layers_keys},
                                             {"wrote", 1, {0}, wrote_size, wrote_draw},
                                             {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"said / keys / wrote", NULL};
    const struct terms_facts *f = of;
    struct wrote lines;
    const char *why = why_not(f);
    if (!why) {
        find_lines(&lines, f);
        why = lines.asked ? NULL : TEXT("Nothing of this kind asks here.");
    }
    if (why)
        terms_say_why(c, f->s, why);
    else
        page_draw(c, forms, parts, f);
}

void terms_layers_tell(const struct teller *t, const struct terms_facts *f)
{
    struct wrote of;
    const char *why = why_not(f), *in = terms_are_in(f);
    if (f->now->state.look.terms.panel != TERMS_LAYERS)
        return;
    if (why) {
        text_addf(t->out, "%s\n", screen_text(&t->screen, why));
        return;
    }
    tell(t, TEXT("Who wrote what the query (%s) finds in the key's row:\n"),
         screen_text(&t->screen, asking[f->now->state.look.terms.asks]));
    text_addf(t->out, *in ? "%s\n" : "%s", in);
    struct table table = wrote_table(&of, f, ALL_LINES);
    table_tell(t, &table);
}
