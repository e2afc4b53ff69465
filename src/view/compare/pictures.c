/* Two small flows side by side. A word has the same column in both, whatever its position in the sentence.
 * Any difference between the ribbons is therefore a difference in what is read. */
#include <stdio.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/compare/pictures.h"

enum {
    BOX_LEAST = 4,
    BOX_MOST = 16,
    BETWEEN = 2,
    WALL = 3, /* columns between the pictures */
    MARK = 1,
    LETTERS = 4, /* columns of the stage names' letters */
    RIBBONS = 5,
    TALL = 30 /* from this height on, boxes are two rows high, with blank rows between their groups */
};

/* The rows of a flow, and the height that a picture needs to show each. */
static const struct {
    int row, least;
} rows[] = {
    {FLOW_SHARE, 0}, {FLOW_NUMBER, 0},  {FLOW_MIXED, 11}, {FLOW_P, 13}, {FLOW_HEARD, 14}, {FLOW_H, 14},
    {FLOW_X, 15},    {FLOW_OUTPUT, 22}, {FLOW_Q, 28},     {FLOW_K, 28}, {FLOW_V, 28},     {FLOW_SCORE, 32},
};

/* ---- columns ------------------------------------------------------------------ */

static int flow_words(const struct flow *f)
{
    return f->words + (f->crosses ? f->keys : 0);
}

static const struct sequence *sequence_of(const struct flow *f, int *w)
{
    const struct state *st = &f->now->state;
    bool memory = *w >= f->words;
    *w -= memory ? f->words : 0;
    return memory ? st->memory : st->sentence;
}

/* Returns the left word that matches word w on the right, or -1. */
static int on_the_left(const struct flow *left, const struct flow *right, int w)
{
    int sentence = w < right->words;
    const struct sequence *of = sequence_of(right, &w),
                          *in = sentence ? left->now->state.sentence : left->now->state.memory;
    if (!sentence && !left->crosses)
        return -1;
    int at = comparison_word(&right->now->state, of, w, &left->now->state, in);
    return at < 0 || sentence ? at : left->words + at;
}

/* The words on the left keep their order; words that only the right side has follow. */
static void columns_match(struct flow_columns *out, const struct flow *left, const struct flow *right)
{
    out->count = flow_words(left);
    for (int c = 0; c < out->count; c++)
        out->at[c] = -1;
    for (int w = 0; w < flow_words(right); w++) {
        int c = on_the_left(left, right, w);
        c = c < 0 || out->at[c] >= 0 ? out->count++ : c;
        out->of[w] = c;
        out->at[c] = w;
    }
}

/* Chooses the widest boxes that fit all columns; if none do, shows fewer heads, then fewer columns. */
static void plan_columns(struct flow *f, int width, int all, int heads)
{
    int query = f->query, head = f->now->state.look.head, between = BETWEEN;
    f->shown = all;
    f->heads = heads;
    for (;;) {
        f->pitch = (width + between) / f->shown;
        f->box = (f->pitch - between) / f->heads;
        if (f->box >= BOX_LEAST || (f->heads == 1 && f->shown == 1))
            break;
        if (between == BETWEEN)
            between--;
        else if (f->heads > 1)
            f->heads--;
        else
            f->shown--;
    }
    f->box = f->box < 1 ? 1 : f->box > BOX_MOST ? BOX_MOST : f->box;
    f->gap =
        f->box == BOX_LEAST && f->pitch - 1 >= (f->box + 1) * f->heads; /* a blank between their digits */
    f->width = f->box * f->heads + f->gap * (f->heads - 1);
    f->pitch = f->pitch > 2 * f->width ? 2 * f->width : f->pitch;
    f->head = screen_first_shown(head, heads, f->heads);
    f->first = screen_first_shown(query, all, f->shown);
}

/* ---- rows --------------------------------------------------------------------- */

/* ---- both pictures ------------------------------------------------------------ */

/* Lets both pictures glide from what they showed. Words on the right were below those on the left. */
static void move_pictures(struct compare_pictures *p, const struct scene *from)
{
    const struct scene *other = session_beside_before(p->left.s->session);
    struct flow *right = &p->right;
    flow_move(&p->left, from);
    if (!other)
        return;
    flow_move(right, other);
    for (int w = 0; w < right->words && right->move.from; w++) {
        int at = comparison_word(&other->state, other->state.sentence, right->move.was_at[w], &from->state,
                                 from->state.sentence);
        right->move.stood[w] = (short)(at >= 0 ? at : p->columns.of[w]);
    }
}

void compare_pictures_make(struct compare_pictures *p, const struct screen *s, const struct scene *other)
{
    const struct scene *now = &s->session->now;
    struct look look = now->state.look;
    int layers = other->config.layers, query;
    query =
        comparison_word(&now->state, now->state.sentence, look.query, &other->state, other->state.sentence);
    p->met = query >= 0;
    look.query = query >= 0 ? query : look.query < other->config.n ? look.query : other->config.n - 1;
    look.layer = look.layer < layers ? look.layer : layers - 1;
    p->now = *now;
    p->now.state.look.stage = cursor_compared(&look);
    p->other = *other;
    p->other.state.look = look;
    p->other.state.look.stage =
        config_decodes(&other->config) ? cursor_compared(&look) : stage_first(cursor_compared(&look));
    flow_facts(&p->left, s, &p->now);
    flow_facts(&p->right, s, &p->other);
    columns_match(&p->columns, &p->left, &p->right);
    p->left.paired = p->right.paired = true;
    p->right.beside = &p->left;
    p->right.columns = &p->columns;
    if (s->from)
        move_pictures(p, s->from);
}

bool compare_pictures_fit(struct canvas c)
{
    return c.cols >= SCREEN_NARROW && c.rows >= 12;
}

/* Returns the columns of the stage names. */
static int named_gutter(const struct flow *f, int width)
{
    if (width < 76)
        return 0;
    if (config_decodes(&f->now->config))
        return FLOW_GUTTER + 4; /* room for the name of the attention */
    return width >= 110 ? FLOW_GUTTER + 2 : FLOW_GUTTER + 1;
}

/* Chooses the same columns for both pictures. All words matter more than the names of the stages. If they
 * are too many all the same, each picture keeps a column on either side for the mark that more follow. */
static void plan_across(struct compare_pictures *p, int width)
{
    int named = named_gutter(&p->left, width), all = p->columns.count;
    int heads = p->left.all, others = p->right.all;
    struct flow *l = &p->left;
    heads = heads > others ? heads : others;
    const int gutters[] = {named, named > 0 ? LETTERS : 0, 0};
    for (size_t i = 0; i < sizeof gutters / sizeof *gutters && (i == 0 || l->shown < all); i++) {
        l->gutter = gutters[i];
        p->width = (width - l->gutter - WALL) / 2;
        plan_columns(l, p->width, all, heads);
    }
    if (l->shown == all)
        return;
    l->gutter = named > 0 ? named : MARK;
    p->right.gutter = MARK;
    p->width = (width - l->gutter - p->right.gutter - WALL) / 2;
    plan_columns(l, p->width - 2 * MARK, all, heads);
    /* Moves the columns in sight so that they include those that the sentence below speaks of, as far as they
     * are near enough to the asking word. */
    struct flow *left = &p->left;
    int spoken[SAYING_COLUMNS], low = left->query, high = low, count = compare_spoken(p, spoken);
    for (int i = 0; i < count; i++) {
        int from = spoken[i] < low ? spoken[i] : low, to = spoken[i] > high ? spoken[i] : high;
        if (to - from >= left->shown)
            continue;
        low = from;
        high = to;
    }
    left->first = left->first > low                   ? low
                  : left->first <= high - left->shown ? high - left->shown + 1
                                                      : left->first;
}

/* Returns whether the names, already drawn, leave room for the number of each position before them. */
static bool numbers_fit(struct canvas c, const struct flow *f)
{
    for (int w = 0; w < f->words; w++) {
        struct canvas name = canvas_part(c, f->row[FLOW_WORDS], flow_left(f, w), 1, f->width);
        int width = snprintf(NULL, 0, "%d", f->now->state.set.start + w);
        for (int i = 0; flow_in_sight(f, w) && i < width; i++)
            if (i >= name.cols || name.cells[i].ch[0] != ' ')
                return false;
    }
    return true;
}

static void one(struct canvas c, const struct flow *f, const char *name, int all)
{
    struct canvas below = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    struct canvas words = canvas_part(c, 0, f->gutter, 1, c.cols - f->gutter - utf8_width(name) - 2);
    int end = canvas_put(words, 0, 0, STYLE_STRONG, compare_sentence(f->s, &f->now->state));
    canvas_put(c, 0, f->gutter + end + 2, STYLE_DIM, name);
    flow_strips_draw(below, f);
    /* Marks where more columns follow than are in sight. */
    if (f->first > 0)
        canvas_put(below, f->row[FLOW_WORDS], f->gutter - MARK, STYLE_KEY, "‹");
    if (f->first + f->shown < all)
        canvas_put(below, f->row[FLOW_WORDS], flow_box_in(f, f->first + f->shown, f->head), STYLE_KEY, "›");
    flow_says_draw(below, f);
    if (f->s->hidden)
        return;
    flow_ribbons_draw(below, f);
    for (int h = 0; h < f->heads && h < f->rows[FLOW_RIBBONS]; h++) {
        /* Says which word a head reads most, and how much, where that word is out of sight: ‹ cat 0.98 */
        int head = f->head + h;
        bool alike, plain = f->s->ascii;
        int key = flow_most_read(f, head, f->query, &alike), w = flow_column_of_key(f, key);
        if (!alike && !attention_empty_row(f->a, head, f->query) && !flow_in_sight(f, w)) {
            struct state st = compare_state(f->s, &f->now->state);
            struct text t = SCREEN_TEXT(f->s);
            bool before = (f->columns ? f->columns->of[w] : w) < f->first;
            text_add(&t, !before ? "" : plain ? "< " : "‹ ");
            screen_word(&st, flow_keys(f), key, &t);
            text_addf(&t, " %s", share_text(f->s, flow_weight(f, head, f->query, key), SHARE_PLAIN));
            text_add(&t, before ? "" : plain ? " >" : " ›");
            int width = utf8_width(text_str(&t)), col = before ? f->gutter : below.cols - width;
            canvas_put_ink(below, f->row[FLOW_RIBBONS] + h, col, STYLE_STRONG,
                           ink_hue(hue_of_head(head), HUE_FULL), text_str(&t));
        }
    }
    /* Draws the position of each word under its name, bright if it differs from the left side. In a low
     * picture it comes before the name, or is left out. */
    const struct config *config = &f->now->config;
    if (posenc_index(config->pe) == 0 || (f->rows[FLOW_WORDS] == 1 && !numbers_fit(below, f)))
        return;
    for (int w = 0; w < f->words; w++) {
        if (!flow_in_sight(f, w))
            continue;
        bool moved = f->beside && flow_partner(f, w) != w;
        int position = f->now->state.set.start + w;
        struct text t = SCREEN_TEXT(f->s);
        text_addf(&t, "%d", position);
        const char *forms[] = {say(f->s, TEXT("position %d"), position), say(f->s, TEXT("pos %d"), position),
                               text_str(&t)};
        int form = f->rows[FLOW_WORDS] == 1 ? 2 : 0;
        while (form < 2 && utf8_width(forms[form]) > f->width)
            form++;
        int room = f->rows[FLOW_WORDS] == 1 ? 0 : f->width - utf8_width(forms[form]);
        canvas_put(below, f->row[FLOW_WORDS] + f->rows[FLOW_WORDS] - 1,
                   flow_left(f, w) + (room > 0 ? room / 2 : 0), moved ? STYLE_STRONG : STYLE_GHOST,
                   forms[form]);
    }
}

void compare_pictures_draw(struct canvas c, struct compare_pictures *p, const char *other)
{
    const struct screen *s = p->left.s;
    /* Gives both pictures the same columns and rows; each draws its own heads. */
    int height = c.rows - 1;
    int heads = p->left.all, others = p->right.all;
    struct flow *l = &p->left, *r = &p->right;
    plan_across(p, c.cols);
    bool tall = height >= TALL;
    int at = 0, used = 0;
    for (int row = 0; row < FLOW_ROWS; row++)
        l->rows[row] = 0;
    l->rows[FLOW_WORDS] = height > RIBBONS + 3 ? 2 : 1; /* the second row is for their positions */
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int row = rows[k].row;
        bool boxes = *flow_rows[row].name && row != FLOW_SHARE && row != FLOW_SCORE;
        l->rows[row] = flow_has(l, row) && height >= rows[k].least ? 1 + (tall && boxes) : 0;
    }
    for (int row = 0; row < FLOW_ROWS; row++)
        used += l->rows[row] + (tall && l->rows[row] && flow_rows[row].gap);
    l->rows[FLOW_RIBBONS] = height - used;
    for (int row = 0; row < FLOW_ROWS; row++) {
        at += tall && l->rows[row] && flow_rows[row].gap;
        l->row[row] = l->rows[row] ? at : -1;
        at += l->rows[row];
    }
    r->shown = l->shown;
    r->first = l->first;
    r->pitch = l->pitch;
    r->box = l->box;
    r->gap = l->gap;
    r->width = l->width;
    r->head = l->head;
    r->heads = others - r->head < l->heads ? others - r->head : l->heads;
    l->heads = heads - l->head < l->heads ? heads - l->head : l->heads;
    for (int i = 0; i < FLOW_ROWS; i++) {
        r->row[i] = l->row[i];
        r->rows[i] = l->rows[i];
    }
    int left = p->left.gutter + p->width, right = p->right.gutter + p->width, all = p->columns.count;
    one(canvas_part(c, 0, 0, c.rows, left), &p->left, screen_text(s, TEXT("now")), all);
    screen_wall(c, 0, left + WALL / 2, c.rows);
    one(canvas_part(c, 0, left + WALL, c.rows, right), &p->right, other, all);
}
