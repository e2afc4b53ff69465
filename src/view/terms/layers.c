/* Above the first layer: what each layer wrote into the row of the key, as this head's query asks for it; one
 * layer's attention is opened into its heads. The shares add up to the product of query and key. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/piece.h"
#include "view/bars.h"
#include "view/tell/tell.h"
#include "view/terms/terms.h"

enum { NAME = 12, BRIEF = 9, NUMBER = 8, BAR_LEAST = 6, HIGHEST = 3 };

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

/* What is asked of a key's row, and the answer of each piece of it. */
struct answers {
    const struct terms_facts *f;
    double q[CONFIG_MAX_D], asks[CONFIG_MAX_D];
    struct piece piece[PIECES_MOST];
    double share[PIECES_MOST];
    int count, open;
    bool asked;            /* somebody asks */
    double sum, low, high; /* of all shares, and 0 */
};

static struct question question_of(const struct answers *w)
{
    const struct terms_facts *f = w->f;
    return (struct question){&f->now->trace, &f->now->config, f->a->layer, f->head, f->key, w->q};
}

static double share_of(const struct answers *w, const struct piece *piece)
{
    struct question q = question_of(w);
    return piece_share(w->asks, &q, piece);
}

static double share_of_head(const struct answers *w, int head)
{
    return share_of(w, &(struct piece){SOURCE_WRITTEN, w->open, WRITES_ATTENTION, head});
}

static void find_answers(struct answers *w, const struct terms_facts *f)
{
    const struct look *look = &f->now->state.look;
    const struct config *c = &f->now->config;
    w->f = f;
    w->open = look->terms_open;
    w->sum = w->low = w->high = 0;
    w->asked = asking_row(w->q, f, (enum terms_asks)look->terms_asks);
    struct question q = question_of(w);
    piece_asks(w->asks, &q);
    w->count = piece_list(c, f->a->layer, w->piece);
    int heads = w->open >= 0 ? c->heads : 0;
    for (int i = 0; i <= w->count + heads; i++) { /* the pieces, their sum, the heads of the open layer */
        double share = i < w->count    ? share_of(w, &w->piece[i])
                       : i == w->count ? w->sum
                                       : share_of_head(w, i - w->count - 1);
        if (i < w->count)
            w->sum += w->share[i] = share;
        w->low = fmin(w->low, share);
        w->high = fmax(w->high, share);
    }
}

/* Why there are no answers; its text is NULL if there are. */
static const char *why_not(const struct terms_facts *f)
{
    return piece_splits(&f->now->config) ? NULL
                                         : TEXT("These scores are not a product of what the layers wrote.");
}

/* ---- drawing ---------------------------------------------------------------------------- */

/* A line: a piece of the words or the bias, a layer with a column for each writer, or a head. */
struct line {
    int piece; /* index of the first piece of the line; -1: a head */
    int head;
};

struct sheet {
    struct canvas c;
    const struct screen *s;
    const struct answers *w;
    struct line line[PIECES_MOST + CONFIG_MAX_D];
    int count, name, width; /* columns of the names, of one writer's number and bar */
    int high;               /* rows of a line */
};

static bool written_line(const struct answers *w, int i)
{
    return w->piece[i].source == SOURCE_WRITTEN;
}

static void put_share(const struct sheet *t, int row, int column, double x)
{
    int digits = t->w->f->now->state.look.digits, col = t->name + column * t->width;
    struct bar_scale scale = {col + NUMBER + 1, t->width - NUMBER - 2, t->w->low, t->w->high};
    canvas_number(t->c, (struct slot){row, col, NUMBER}, STYLE_TEXT, x, digits < 3 ? digits : 3);
    for (int i = 0; i < t->high && t->w->low < t->w->high && scale.width >= BAR_LEAST; i++)
        bar_draw(t->c, row + i, t->s, &scale, (struct bar){.to = x});
}

static int column_of(const struct answers *w, int piece)
{
    enum source_writer writer = w->piece[piece].writer;
    bool crosses = config_decodes(&w->f->now->config);
    return writer == WRITES_ATTENTION ? 0 : writer == WRITES_CROSS ? 1 : 1 + crosses;
}

static void put_line(const struct sheet *t, int row, const struct line *line)
{
    const struct answers *w = t->w;
    const struct piece *p = line->piece < 0 ? NULL : &w->piece[line->piece];
    bool written = p && p->source == SOURCE_WRITTEN;
    const char *name = !p        ? say(t->s, TEXT("  head %d"), line->head + 1)
                       : written ? say(t->s, TEXT("layer %d"), p->layer + 1)
                                 : screen_source(t->s, SOURCE_BIT(p->source));
    canvas_field(t->c, row, 0, t->name - 1,
                 written && p->layer == w->open ? STYLE_STRONG
                 : p                            ? STYLE_LABEL
                                                : STYLE_DIM,
                 name);
    if (written && click_hit(t->s->click, t->c, row, 0, t->c.cols))
        click_line(t->s->click, "set terms_open %d", p->layer);
    if (!p)
        put_share(t, row, 0, share_of_head(w, line->head));
    else
        put_share(t, row, column_of(w, line->piece), w->share[line->piece]);
    for (int i = line->piece + 1;
         written && i < w->count && written_line(w, i) && w->piece[i].layer == p->layer; i++)
        put_share(t, row, column_of(w, i), w->share[i]);
}

/* The pieces share out the whole product of query and key: terms that are knocked out are still in it. */
static const char *terms_are_in(const struct screen *s, const struct config *c)
{
    return term_set_any(&c->term_off)
               ? screen_text(s, TEXT("with all terms in: knocked-out ones count here too"))
               : "";
}

/* Asks and its key; then the names of the columns. Returns the rows taken. */
static int put_head(struct canvas c, const struct sheet *t)
{
    const struct terms_facts *f = t->w->f;
    const struct state *st = &f->now->state;
    const char *closer = terms_key_of(t->s, "layers", "add terms_open -1");
    struct text query = SCREEN_TEXT(t->s), key = SCREEN_TEXT(t->s);
    state_label(st, st->sentence, f->query, &query);
    state_label(st, st->sentence, f->key, &key);
    int rows = canvas_flow(c, 0, STYLE_NOTE,
                           say(t->s, TEXT("who wrote what %s finds in %s; %s asks: "), text_str(&query),
                               text_str(&key), text_str(&query)));
    const char *in = terms_are_in(t->s, &f->now->config);
    if (*in)
        rows += canvas_flow(canvas_part(c, rows, 0, c.rows, c.cols), 0, STYLE_STRONG, in);
    int col = canvas_put(c, rows, 0, STYLE_KEY, terms_key_of(t->s, "layers", "cycle terms_asks 1"));
    col = canvas_put(c, rows, col + 1, STYLE_TITLE, screen_text(t->s, asking[st->look.terms_asks]));
    if (f->a->layer == 0)
        return rows + 1 +
               canvas_flow(canvas_part(c, rows + 1, 0, c.rows, c.cols), 0, STYLE_DIM,
                           screen_text(t->s, f->now->config.layers > 1
                                                 ? TEXT("no layer has written here yet; ] goes one up")
                                                 : TEXT("no layer has written here yet")));
    if (*closer) {
        col = canvas_put(c, rows, col + 2, STYLE_KEY, closer);
        col = canvas_put(c, rows, col + 1, STYLE_KEY, terms_key_of(t->s, "layers", "add terms_open 1"));
        canvas_put(c, rows, col + 1, STYLE_DIM, screen_text(t->s, TEXT("opens a layer; every σ is kept")));
    }
    rows++;
    for (int i = 0; i < SOURCE_WRITERS; i++)
        for (int k = 0; k < t->w->count; k++)
            if (written_line(t->w, k) && t->w->piece[k].writer == (enum source_writer)i) {
                canvas_put(c, rows, t->name + column_of(t->w, k) * t->width + 1, STYLE_LABEL,
                           screen_text(t->s, writer_names[i]));
                break;
            }
    return rows + 1;
}

void terms_layers_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct answers w;
    const char *why = why_not(f);
    if (why) {
        terms_say_why(c, s, why);
        return;
    }
    find_answers(&w, f);
    if (!w.asked) {
        terms_say_why(c, s, TEXT("Nothing of this kind asks here."));
        return;
    }
    struct sheet t = {.c = c, .s = s, .w = &w};
    const struct answers *answers = t.w;
    const struct config *config = &answers->f->now->config;
    int writers = 1 + config_decodes(config) + (config->dff > 0);
    t.count = 0;
    for (int i = 0; i < answers->count; i++) {
        bool goes_on = i > 0 && written_line(answers, i) && written_line(answers, i - 1) &&
                       answers->piece[i].layer == answers->piece[i - 1].layer;
        bool last = i + 1 == answers->count || !written_line(answers, i + 1) ||
                    answers->piece[i + 1].layer != answers->piece[i].layer;
        if (!goes_on)
            t.line[t.count++] = (struct line){i, 0};
        if (last && written_line(answers, i) && answers->piece[i].layer == answers->open)
            for (int h = 0; h < config->heads; h++)
                t.line[t.count++] = (struct line){-1, h};
    }
    t.name = t.c.cols / writers < NAME + NUMBER + BAR_LEAST ? BRIEF : NAME;
    t.width = (t.c.cols - t.name) / writers;
    int top = put_head(c, &t);
    t.high = (c.rows - top) / (t.count + 1);
    t.high = t.high < 1 ? 1 : t.high > HIGHEST ? HIGHEST : t.high;
    t.c = canvas_part(c, top, 0, c.rows - top - t.high, c.cols);
    int rows = t.c.rows / t.high, open = -1;
    for (int i = 0; i < t.count; i++)
        if (t.line[i].piece < 0 && t.line[i].head == 0)
            open = i - 1;
    int first = open < 0 ? 0 : open + f->now->config.heads + 2 - rows; /* the open layer with its heads */
    first = first > open && open >= 0 ? open : first;
    first = first > t.count - rows ? t.count - rows : first;
    first = first < 0 ? 0 : first;
    int last = t.count - first < rows ? t.count - first : rows;
    for (int i = 0; i < last; i++)
        put_line(&t, i * t.high, &t.line[first + i]);
    t.c = canvas_part(c, top + last * t.high, 0, t.high, c.cols);
    canvas_field(t.c, 0, 0, t.name - 1, STYLE_STRONG, screen_text(s, TEXT_AS("layers", "together")));
    put_share(&t, 0, 0, w.sum);
    if (last < t.count)
        canvas_putf(t.c, 0, t.name + t.width, STYLE_NOTE, "+%d", t.count - last);
}

/* ---- in words --------------------------------------------------------------------------- */

void terms_layers_tell(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    struct terms_facts f = {.now = t->now,
                            .a = &t->now->trace.layer[look->layer].self,
                            .head = look->head,
                            .query = look->query,
                            .key = look->key};
    struct answers w;
    const char *why = why_not(&f);
    if (look->terms_panel != TERMS_LAYERS)
        return;
    if (why) {
        text_addf(t->out, "%s\n", screen_text(&t->screen, why));
        return;
    }
    find_answers(&w, &f);
    tell(t, TEXT("Who wrote what the query (%s) finds in the key's row:\n"),
         screen_text(&t->screen, asking[look->terms_asks]));
    const char *in = terms_are_in(&t->screen, &t->now->config);
    text_addf(t->out, *in ? "%s\n" : "%s", in);
    for (int i = 0; i < w.count; i++) {
        const struct piece *p = &w.piece[i];
        if (p->source == SOURCE_WRITTEN)
            tell(t, TEXT("layer %d, %s "), p->layer + 1, screen_text(&t->screen, writer_names[p->writer]));
        else
            text_addf(t->out, "%s ", screen_source(&t->screen, SOURCE_BIT(p->source)));
        tell_number(t, w.share[i]);
        text_add(t->out, "\n");
        for (int h = 0; h < w.f->now->config.heads && p->source == SOURCE_WRITTEN && p->layer == w.open &&
                        p->writer == WRITES_ATTENTION;
             h++) {
            tell(t, TEXT("  head %d "), h + 1);
            tell_number(t, share_of_head(&w, h));
            text_add(t->out, "\n");
        }
    }
    tell(t, TEXT("Together "));
    tell_number(t, w.sum);
    text_add(t->out, "\n");
}
