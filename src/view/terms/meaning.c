/* What the terms of the pair in focus give and ask, line by line: the sum, and the way from the score to the
 * share. Then the published schemes, and which terms each of them keeps. */
#include <string.h>

#include "base/decimal.h"
#include "core/pipeline/attention.h"
#include "lesson/run/run.h"
#include "study/preset.h"
#include "view/terms/terms.h"

/* A line: a term, or a step after them. */
struct line {
    int term; /* -1: a step */
    const char *key, *name, *number, *asks;
};

struct sum {
    const struct terms_facts *f;
    struct line line[TERM_MAX + 6];
    int count, terms; /* lines of terms, which are the first */
    int name, number; /* columns of a key and a name, of a number */
};

/* Returns the question of a term, with this pair's words and positions where it asks about them. */
static const char *pair_asks(const struct terms_facts *f, int t)
{
    const struct screen *s = f->s;
    const struct state *st = &f->now->state;
    const char *name = f->list[t].name;
    bool asks_word = name[0] == 'c', for_word = name[1] == 'c';
    if (strlen(name) != 2 || strspn(name, "cp") != 2)
        return screen_term_asks(s, &f->list[t]);
    const char *query = asks_word ? said_label(s, st, st->sentence, f->query)
                                  : said_values(s, "%d", st->set.start + f->query),
               *key = for_word ? said_label(s, st, terms_keys(f), f->key)
                               : said_values(s, "%d", st->set.start + f->key);
    return say(s,
               asks_word  ? for_word ? TEXT("does %s match %s, wherever they are?")
                                     : TEXT("does %s, wherever it is, look for position %s?")
                : for_word ? TEXT("does position %s, whatever word is there, look for %s?")
                          : TEXT("does position %s look for position %s, whatever the words?"),
               query, key);
}

static void sum_add(struct sum *l, struct line line)
{
    int name = utf8_width(line.name) + 2, number = utf8_width(line.number);
    l->name = name > l->name ? name : l->name;
    l->number = number > l->number ? number : l->number;
    l->line[l->count++] = line;
}

/* The printed numbers may add up to a unit or two off the last digit of the printed score. Then a line says
 * so, and the sum on the screen is exact. */
static void add_rounding(struct sum *l, const char *score)
{
    const struct terms_facts *f = l->f;
    struct decimal left = {.digits = f->now->state.look.digits};
    struct text t = SCREEN_TEXT(f->s);
    bool exact = decimal_add(&left, score, 1);
    for (int i = 0; i < l->terms; i++)
        exact = (terms_off(f, i) || decimal_add(&left, l->line[i].number, -1)) && exact;
    if (!exact || decimal_is_zero(&left))
        return;
    decimal_print(&left, &t);
    sum_add(l, (struct line){-1, "", screen_text(f->s, TEXT("rounding")), text_str(&t), ""});
}

static void sum_up(struct sum *l, const struct terms_facts *f)
{
    enum { ALL = 100 };
    const struct config *c = &f->now->config;
    const struct screen *s = f->s;
    l->f = f;
    for (int t = 0; t < f->count; t++)
        sum_add(l, (struct line){t, f->knocks[t], f->title[t],
                                 terms_number(f, terms_value(f, t, f->query, f->key), ALL),
                                 terms_off(f, t) ? screen_text(s, TEXT("knocked out")) : pair_asks(f, t)});
    l->terms = l->count;
    const char *score = terms_number(f, terms_at_map(f, MAP_SCORES, f->query, f->key), ALL);
    add_rounding(l, score);
    sum_add(l, (struct line){-1, "", screen_text(s, TEXT("= score")), score, ""});
    double scaled = terms_at_map(f, MAP_SCALED, f->query, f->key),
           masked = terms_at_map(f, MAP_MASKED, f->query, f->key);
    const char *root = f->now->state.set.scale != SCALE_SQRT || s->ascii ? ""
                       : c->pe->divisor_factor > 1 && !config_crosses(c) ? "√(3 d_k) "
                                                                         : "√d_k ";
    sum_add(l, (struct line){-1, "",
                             said_values(s, "÷ %s%s =", root,
                                         terms_number(f, attention_divisor(c, attention_first(c)), ALL)),
                             terms_number(f, scaled, ALL), ""});
    if (masked != scaled)
        sum_add(l, (struct line){-1, "", screen_text(s, TEXT_AS("reasons", "masked")),
                                 terms_number(f, masked, ALL), ""});
    sum_add(l, (struct line){
                   -1, "", screen_text(s, TEXT("softmax: share")),
                   share_text(s, terms_at_map(f, MAP_WEIGHTS, f->query, f->key), f->now->state.look.digits),
                   ""});
}

/* How much of the questions is shown. */
enum asking { ASKS_NOTHING, ASKS_BRIEFLY, ASKS_OF_PAIR };

static const char *line_asks(const struct sum *l, int i, enum asking asking)
{
    const struct screen *s = l->f->s;
    const struct line *line = &l->line[i];
    if (line->term < 0 || asking == ASKS_NOTHING)
        return "";
    if (asking == ASKS_BRIEFLY && !terms_off(l->f, line->term))
        return screen_term_asks(s, &l->f->list[line->term]);
    return said_values(s, "%s%s", line->asks,
                       l->f->list[line->term].row_constant
                           ? screen_text(s, TEXT(" It is the same for every key and drops out of softmax."))
                           : "");
}

/* Draws the lines of the sum: the questions beside the numbers, or below them where that is narrow. Returns
 * the rows they take. */
static int sum_draw(struct canvas c, const struct terms_facts *f, enum asking asking)
{
    enum { BESIDE_LEAST = 26, INDENT = 2 };
    struct sum l = {.count = 0};
    sum_up(&l, f);
    int row = 0, at = l.name + l.number + 1 + INDENT;
    bool beside = c.cols - at >= BESIDE_LEAST;
    for (int i = 0; i < l.count && (row < c.rows || !c.cells); i++) {
        const struct line *line = &l.line[i];
        bool term = line->term >= 0, off = term && terms_off(f, line->term);
        enum style style = i < l.terms || *line->asks ? STYLE_TEXT : STYLE_TITLE;
        const char *asks = line_asks(&l, i, asking);
        canvas_put(c, row, 0, STYLE_KEY, line->key);
        int end = canvas_put(c, row, INDENT, off ? STYLE_GHOST : style, line->name);
        if (term)
            canvas_tint(c, row, INDENT, end - INDENT, terms_ink(f, line->term));
        canvas_right(c, row, l.name + 1, l.number, off ? STYLE_GHOST : style, line->number);
        int from = *asks && !beside ? row + 1 : row, left = beside ? at : INDENT;
        int rows = *asks ? canvas_flow(canvas_part(c, from, left, c.rows, c.cols - left), 0,
                                       off ? STYLE_GHOST : STYLE_DIM, asks)
                         : 0;
        row = from + (rows > 1 || from > row ? rows : 1);
    }
    return row;
}

/* Lists which of the four terms each paper keeps, one line each, and below it what the paper adds. Returns
 * the rows they take. */
static int papers_draw(struct canvas c, const struct terms_facts *f, bool adds)
{
    enum { NAME = 15 };
    const struct screen *s = f->s;
    const struct preset *chosen = preset_shown(f->now);
    int row = 1, width = NAME;
    for (int i = 0; i < PRESET_TERMS; i++) {
        const struct term plain = terms_plain(i);
        width += utf8_width(screen_term(s, &plain)) + 1;
    }
    int col = canvas_put(c, 0, 0, STYLE_NOTE,
                         screen_text(s, TEXT("which of the four each keeps, and what it adds")));
    if (col + 2 < c.cols)
        canvas_put(c, 0, col + 2, STYLE_KEY, terms_key_of(s, "terms", "preset next"));
    for (const struct preset *p = presets; p->name; p++) {
        canvas_field(c, row, 0, NAME - 1, p == chosen ? STYLE_SELECTED : STYLE_LABEL, p->title);
        col = NAME;
        for (int i = 0; i < PRESET_TERMS; i++) {
            const struct term plain = terms_plain(i);
            const char *name = width > c.cols ? preset_terms[i] : screen_term(s, &plain);
            canvas_put(c, row, col, p->keeps[i] ? STYLE_TEXT : STYLE_DIM,
                       p->keeps[i] ? name
                       : s->ascii  ? "-"
                                   : "·");
            col += utf8_width(name) + 1;
        }
        row++;
        if (adds || p == chosen)
            row += canvas_flow(canvas_part(c, row, 2, c.rows, c.cols - 2), 0, STYLE_DIM,
                               screen_text(s, p->adds));
    }
    return row;
}

/* ---- the panel --------------------------------------------------------------------------- */

enum { LEAST = 20, WIDEST = 90 };

static struct canvas measure(int cols)
{
    return (struct canvas){.cols = cols > 0 && cols < WIDEST ? cols : WIDEST};
}

static struct page_size sum_size(const void *f, int cols)
{
    struct sum l = {.count = 0};
    sum_up(&l, f);
    int rows = sum_draw(measure(cols), f, ASKS_BRIEFLY), most = sum_draw(measure(cols), f, ASKS_OF_PAIR);
    return (struct page_size){.rows = rows < most ? rows : most,
                              .most_rows = most,
                              .cols = l.name + 1 + l.number,
                              .most_cols = WIDEST};
}

/* With as much of the questions as there is room for. */
static void sum_part(struct canvas c, const void *f)
{
    enum asking asking = ASKS_OF_PAIR;
    while (asking > ASKS_NOTHING && sum_draw(measure(c.cols), f, asking) > c.rows)
        asking--;
    sum_draw(c, f, asking);
}

/* Who meets the terms for the first time has no use for papers yet. */
static struct page_size papers_size(const void *of, int cols)
{
    const struct terms_facts *f = of;
    const struct lesson_session *lesson = f->s->session->lesson;
    if (f->a->layer > 0 || (lesson && !lesson->free && !preset_shown(f->now)))
        return PAGE_ABSENT;
    return (struct page_size){.rows = papers_draw(measure(cols), f, false),
                              .most_rows = papers_draw(measure(cols), f, true),
                              .cols = 2 * LEAST,
                              .most_cols = WIDEST};
}

static void papers_part(struct canvas c, const void *f)
{
    papers_draw(c, f, papers_draw(measure(c.cols), f, true) <= c.rows);
}

static struct page_size above_says(const void *of, int cols)
{
    const struct terms_facts *f = of;
    (void)cols;
    return page_flow(f->a->layer == 0
                         ? ""
                         : screen_text(f->s, TEXT("The papers' presets are about the first layer, whose "
                                                  "input is word + place: they do not apply above it.")),
                     STYLE_NOTE, 1);
}

struct page_size terms_meaning_size(const void *f, int cols)
{
    struct page_size sum = sum_size(f, cols), papers = papers_size(f, cols);
    sum.most_rows += papers.rows < 0 ? 4 : 1 + papers.most_rows;
    return (struct page_size){.rows = sum.rows, .most_rows = sum.most_rows, .cols = LEAST};
}

void terms_meaning_draw(struct canvas c, const void *f)
{
    static const struct page_part parts[] = {{"sum", 9, {0}, sum_size, sum_part},
                                             {"papers", 1, {0}, papers_size, papers_part},
                                             {"above", 0, {0}, above_says, NULL},
                                             {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"sum / gap / above / papers", "sum | (above / papers)",
                                        "sum / above?", "sum:3x20", NULL};
    page_draw(c, forms, parts, f);
}

void terms_meaning_tell(const struct teller *t, const struct terms_facts *f)
{
    struct sum l = {.count = 0};
    sum_up(&l, f);
    for (int i = 0; i < l.count; i++) {
        const struct line *line = &l.line[i];
        text_addf(t->out, "%s %s", line->name, line->number);
        if (line->term >= 0) {
            if (terms_off(f, line->term))
                tell(t, TEXT(", knocked out"));
            tell(
                t, TEXT(": %s%s\n"), screen_term_asks(&t->screen, &f->list[line->term]),
                f->list[line->term].row_constant
                    ? screen_text(&t->screen, TEXT(" It is the same for every key and drops out of softmax."))
                    : "");
        } else
            text_add(t->out, "\n");
    }
}
