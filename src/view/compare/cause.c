/* Which part carries the answer: the map of effects, words by heads, the arithmetic of the cell under the
 * cursor, and what each layer would say on both sides. */
#include <math.h>
#include <string.h>

#include "core/pipeline/patch.h"
#include "core/pipeline/attention.h"
#include "view/compare/compare.h"
#include "view/stages/lens.h"

#define VISIBLE 0.005 /* smaller effects are a dot */

static const struct cause *cause_of(const struct compare *v)
{
    return &v->s->session->cause;
}

static bool omits(const struct compare *v)
{
    return v->s->session->now.state.look.compare.cause == CAUSE_OMIT;
}

/* ---- the map ---------------------------------------------------------------------------- */

/* The part of the map that is drawn: rows in which something happens before those in which nothing does. */
struct shown_map {
    const struct compare *v;
    int row[CONFIG_MAX_WORDS + 2], rows, left_out; /* -1: those that are left out */
    int first;                                     /* column */
};

static double effect_at(const struct cause *k, int row, int col)
{
    const struct cause_found *f = cause_at(k, row, col);
    return f->says < 0 ? (double)NAN : cause_effect(k->run.m, f->m);
}

/* Returns an effect in two decimals, .52 or -.03; a dot for one that cannot be seen. */
static const char *effect_text(const struct screen *s, double x)
{
    if (isnan(x))
        return "";
    if (fabs(x) < VISIBLE)
        return "·";
    const char *text = said_fixed(s, x, 2, 7);
    bool below = *text == '-';
    return text[below] == '0' && text[below + 1] == '.'
               ? said_values(s, "%s%s", below ? "-" : "", text + below + 1)
               : text;
}

static const char *part_name(const struct screen *s, const struct config *c, int col, bool short_form)
{
    struct cause_cell cell = cause_cell_at(c, 0, col);
    if (cell.head < 0)
        return said_values(s, short_form ? "L%d" : "layer%d", cell.layer);
    return said_values(s, short_form ? "%d.h%d" : "attn%d.h%d", cell.layer, cell.head);
}

static const char *map_head(const struct table *t, int col)
{
    const struct shown_map *of = t->of;
    const struct config *c = &cause_of(of->v)->run.c;
    if (col < 0)
        return "";
    bool all = omits(of->v) && cause_cell_at(c, 0, of->first + col).head < 0;
    const char *whole = all ? said_values(t->s, "attn%d", cause_cell_at(c, 0, of->first + col).layer)
                            : part_name(t->s, c, of->first + col, false);
    return said_values(t->s, "%s|%s", whole, part_name(t->s, c, of->first + col, true));
}

/* A word of both sides where they differ. */
static const char *row_name(const struct compare *v, int row)
{
    const struct cause *k = cause_of(v);
    struct state here = compare_state(v->s, &v->s->session->now.state),
                 there = compare_state(v->s, &k->there);
    struct text t = SCREEN_TEXT(v->s);
    if (row == k->words)
        return screen_text(v->s, TEXT("all words"));
    state_label(&here, here.sentence, row, &t);
    if (!omits(v) &&
        strcmp(state_name(&here, here.sentence, row), state_name(&there, there.sentence, row)) != 0)
        text_addf(&t, " ← %s", state_word(&there, there.sentence, row));
    return text_str(&t);
}

static const char *map_name(const struct table *t, int row)
{
    const struct shown_map *of = t->of;
    return of->row[row] < 0 ? say(t->s, TEXT("… %d more"), of->left_out) : row_name(of->v, of->row[row]);
}

static const char *map_cell(const struct table *t, int row, int col)
{
    const struct shown_map *of = t->of;
    return of->row[row] < 0 ? ""
                            : effect_text(t->s, effect_at(cause_of(of->v), of->row[row], of->first + col));
}

static struct canvas_look map_look(const struct table *t, int row, int col)
{
    enum { LEAST = HUE_FULL / 3 };
    const struct shown_map *of = t->of;
    const struct look_compare *at = &t->s->session->now.state.look.compare;
    bool here = of->row[row] == at->row;
    if (col < 0 || of->row[row] < 0)
        return (struct canvas_look){here ? STYLE_STRONG : STYLE_LABEL, 0};
    if (here && of->first + col == at->col)
        return (struct canvas_look){STYLE_CURSOR, 0};
    double x = fabs(effect_at(cause_of(of->v), of->row[row], of->first + col));
    if (isnan(x) || x < VISIBLE)
        return (struct canvas_look){STYLE_DIM, 0};
    return (struct canvas_look){x >= 0.5 ? STYLE_STRONG : STYLE_TEXT, 0};
}

/* Effects of 1 and more have the full colour, those below 0 the other one. */
static uint16_t map_ground(const struct table *t, int row, int col)
{
    const struct shown_map *of = t->of;
    const struct look_compare *at = &t->s->session->now.state.look.compare;
    bool cursor = of->row[row] == at->row && of->first + col == at->col;
    double x =
        of->row[row] < 0 || cursor ? (double)NAN : effect_at(cause_of(of->v), of->row[row], of->first + col);
    return isnan(x) || fabs(x) < VISIBLE || screen_mono(t->s) ? 0 : ink_diverging(x, 1);
}

static const char *map_does(const struct table *t, int row, int col)
{
    const struct shown_map *of = t->of;
    if (row < 0 || col < 0 || of->row[row] < 0)
        return "";
    return said_values(t->s, "set cause_row %d cause_col %d", of->row[row], of->first + col);
}

static double most_of_row(const struct cause *k, int row)
{
    double most = 0;
    for (int col = 0; col < k->columns; col++)
        most = fmax(most, fabs(effect_at(k, row, col)));
    return most;
}

/* Chooses at most `room` rows. */
static void choose_rows(struct shown_map *map, int room)
{
    const struct cause *k = cause_of(map->v);
    int at = map->v->s->session->now.state.look.compare.row;
    bool taken[CONFIG_MAX_WORDS + 1] = {false};
    taken[k->words] = taken[at <= k->words ? at : k->words] = true;
    int left = room - 1 - (at < k->words) - (room < k->words + 1);
    for (bool more = true; left > 0 && more; left--) {
        int best = -1;
        double most = room < k->words + 1 ? VISIBLE : -1;
        for (int row = 0; row < k->words; row++)
            if (!taken[row] && most_of_row(k, row) > most) {
                best = row;
                most = most_of_row(k, row);
            }
        more = best >= 0;
        if (more)
            taken[best] = true;
    }
    for (int row = 0; row < k->words; row++)
        if (taken[row])
            map->row[map->rows++] = row;
        else
            map->left_out++;
    if (map->left_out > 0)
        map->row[map->rows++] = -1;
    map->row[map->rows++] = k->words;
}

/* Returns the table of what fits; *map is what it is drawn from. */
static struct table map_table(const struct compare *v, struct shown_map *map, int rows, int cols)
{
    const struct cause *k = cause_of(v);
    *map = (struct shown_map){.v = v};
    struct table t = {.s = v->s,
                      .of = map,
                      .cols = k->columns,
                      .head = map_head,
                      .name = map_name,
                      .cell = map_cell,
                      .look = map_look,
                      .ground = map_ground,
                      .does = map_does};
    choose_rows(map, rows - 1);
    t.rows = map->rows;
    int at = v->s->session->now.state.look.compare.col;
    while (t.cols > 1 && table_size(&t).cols > cols) {
        t.cols--;
        map->first = screen_first_shown(at, k->columns, t.cols);
    }
    return t;
}

static bool is_known(const struct compare *v)
{
    return v->other && cause_of(v)->found;
}

struct page_size compare_whole_map_size(const void *compare, int cols)
{
    enum { LEAST_ROWS = 5 };
    const struct compare *v = compare;
    struct shown_map map;
    (void)cols;
    if (!is_known(v))
        return PAGE_ABSENT;
    struct table t = map_table(v, &map, CONFIG_MAX_WORDS, 1 << 14);
    struct page_size size = table_size(&t);
    size.rows = size.rows < LEAST_ROWS ? size.rows : LEAST_ROWS;
    size.cols += 1; /* the ground of a number begins before it */
    return size;
}

struct page_size compare_map_size(const void *compare, int cols)
{
    enum { LEAST_COLS = 24 };
    struct page_size size = compare_whole_map_size(compare, cols);
    size.cols = size.cols < LEAST_COLS ? size.cols : LEAST_COLS;
    return size;
}

void compare_map_draw(struct canvas c, const void *compare)
{
    struct shown_map map;
    struct table t = map_table(compare, &map, c.rows, c.cols);
    table_draw(c, &t);
}

/* ---- what is said ----------------------------------------------------------------------- */

static const char *answer_word(const struct compare *v, int class)
{
    struct state st = compare_state(v->s, &v->s->session->now.state);
    return state_word(&st, st.classes, class);
}

const char *compare_cause_title(const struct compare *v)
{
    const struct cause *k = cause_of(v);
    const struct state *now = &v->s->session->now.state;
    struct text t = SCREEN_TEXT(v->s), word = SCREEN_TEXT(v->s);
    if (!is_known(v))
        return text_str(v->other ? &k->why : &v->s->session->order.why);
    state_label(now, now->sentence, k->run.at, &word);
    screen_add(
        v->s, &t,
        omits(v) ? TEXT("One part left out at a time, all that follows computed again: how far the answer at "
                        "%s goes from %s (0) towards %s (1)")
                 : TEXT("One part carried from the other side at a time: how far the answer at %s goes from "
                        "%s (0) to %s (1)"),
        text_str(&word), answer_word(v, k->run.b), answer_word(v, k->run.a));
    if (!cause_complete(k))
        screen_add(v->s, &t, TEXT(" (%d of %d cells so far)"), k->done, k->total);
    return text_str(&t);
}

/* The word that a head reads most at a place, with its share. */
static const char *reads_most(const struct compare *v, const struct scene *side, struct cause_cell cell)
{
    const struct attention *a = &side->trace.layer[cell.layer].self;
    const double *row = mat_row(attention_head(a, a->map[MAP_WEIGHTS], cell.head), cell.word);
    struct state st = compare_state(v->s, &side->state);
    struct text t = SCREEN_TEXT(v->s);
    int best = vec_largest(row, a->map[MAP_WEIGHTS].cols);
    if (config_crosses(&side->config))
        return "";
    state_label(&st, st.sentence, best, &t);
    text_addf(&t, " %s", share_text(v->s, row[best], SHARE_SHORT));
    return text_str(&t);
}

static const char *cell_says(const struct compare *v)
{
    enum { DIGITS = 2, ROOM = 10 };
    const struct cause *k = cause_of(v);
    const struct look_compare *at = &v->s->session->now.state.look.compare;
    struct text t = SCREEN_TEXT(v->s);
    if (!is_known(v) || at->row > k->words || at->col >= k->columns)
        return "";
    const struct cause_found *f = cause_at(k, at->row, at->col);
    struct cause_cell cell = cause_cell_at(&k->run.c, at->row, at->col);
    const char *a = answer_word(v, k->run.a), *b = answer_word(v, k->run.b);
    text_add_char(&t, 1);
    screen_add(v->s, &t, TEXT("%s at %s"), part_name(v->s, &k->run.c, at->col, false), row_name(v, at->row));
    text_add_char(&t, CANVAS_RUN_ENDS);
    if (cell.head >= 0 && cell.word >= 0)
        screen_add(v->s, &t, TEXT(" reads most: here %s, there %s"), reads_most(v, &v->s->session->now, cell),
                   reads_most(v, v->other, cell));
    text_add(&t, screen_text(v->s, TEXT_AS("cause", ". ")));
    if (f->says < 0) {
        text_add(&t, screen_text(v->s, TEXT("Not computed yet.")));
        return text_str(&t);
    }
    const char *here = said_fixed(v->s, k->run.m[0], DIGITS, ROOM),
               *there = said_fixed(v->s, k->run.m[1], DIGITS, ROOM),
               *with = said_fixed(v->s, f->m, DIGITS, ROOM);
    screen_add(
        v->s, &t,
        omits(v)
            ? TEXT("The logit of %s minus that of %s is %s here and %s there; without this part it is %s:")
            : TEXT("The logit of %s minus that of %s is %s here and %s there; with this part it is %s:"),
        a, b, here, there, with);
    text_addf(&t, " (%s - %s) / (%s - %s) = %c%s%c%s", with, here, there, here, 1,
              said_fixed(v->s, cause_effect(k->run.m, f->m), 3, ROOM), CANVAS_RUN_ENDS,
              screen_text(v->s, TEXT_AS("cause", ". ")));
    screen_add(v->s, &t, TEXT("Shares now: %s %s, %s %s; it says %s."), a, share_text(v->s, f->share[0], 3),
               b, share_text(v->s, f->share[1], 3), answer_word(v, f->says));
    return text_str(&t);
}

struct page_size compare_cell_size(const struct compare *v)
{
    static const struct canvas_look looks[] = {{STYLE_TEXT, 0}, {STYLE_STRONG, 0}};
    enum { LEAST = 30 };
    bool shown = v->s->session->now.state.look.compare.panel == COMPARE_CAUSE;
    struct page_size size = page_flow(shown ? cell_says(v) : "", STYLE_TEXT, LEAST);
    size.looks = looks;
    return size;
}

/* ---- the lens --------------------------------------------------------------------------- */

static struct table lens_table(const struct compare *v, struct layers_of *of)
{
    const struct lens *lens = v->s->session->lens;
    *of = (struct layers_of){{&lens[0], v->other ? &lens[1] : NULL},
                             {&v->s->session->now.state, v->other ? &v->other->state : NULL},
                             {screen_text(v->s, TEXT("here")), screen_text(v->s, TEXT("there"))}};
    return layers_table(v->s, of);
}

struct page_size compare_lens_size(const void *compare, int cols)
{
    struct layers_of of;
    struct table t = lens_table(compare, &of);
    (void)cols;
    return t.rows > 0 && is_known(compare) ? table_size(&t) : PAGE_ABSENT;
}

void compare_lens_draw(struct canvas c, const void *compare)
{
    struct layers_of of;
    struct table t = lens_table(compare, &of);
    table_draw(c, &t);
}

void compare_cause_tell(const struct teller *t, const struct compare *v)
{
    struct shown_map map;
    struct layers_of of;
    tell(t, "%s.\n", compare_cause_title(v));
    if (!is_known(v))
        return;
    struct table effects = map_table(v, &map, CONFIG_MAX_WORDS, 1 << 14), layers = lens_table(v, &of);
    table_tell(t, &effects);
    canvas_runs_bare(cell_says(v), t->out);
    text_add(t->out, "\n");
    if (layers.rows > 0)
        table_tell(t, &layers);
}
