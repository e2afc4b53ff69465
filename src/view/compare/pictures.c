/* Two small flows, beside or above each other. A word has the same column in both, whatever its position in
 * the sentence. Any difference between the ribbons is therefore a difference in what is read. */
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/compare/compare.h"

enum {
    WALL = 3, /* columns between the pictures */
    MARK = 1,
    POSITIONS_FROM = 8, /* rows of a picture that has one for the positions */
};

/* The words on the left keep their order; words that only the right side has follow. */
static void columns_match(struct flow_columns *out, const struct flow *left, const struct flow *right)
{
    const struct state *l = &left->now->state, *r = &right->now->state;
    out->count = flow_columns_of(left);
    for (int c = 0; c < out->count; c++)
        out->at[c] = -1;
    for (int w = 0; w < flow_columns_of(right); w++) {
        bool memory = w >= right->words;
        int c = memory && !left->crosses ? -1
                : memory                 ? comparison_word(r, r->memory, w - right->words, l, l->memory)
                                         : comparison_word(r, r->sentence, w, l, l->sentence);
        c += memory && c >= 0 ? left->words : 0;
        c = c < 0 || out->at[c] >= 0 ? out->count++ : c;
        out->of[w] = c;
        out->at[c] = w;
    }
}

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

/* The heads of the side that has more. */
static int heads_of_both(const struct compare_pictures *p)
{
    return p->left.all > p->right.all ? p->left.all : p->right.all;
}

/* Returns the columns of the stage names; a decoder's have room for the name of the attention. */
static int named_gutter(const struct flow *f, int width)
{
    int more = config_decodes(&f->now->config) ? 4 : width >= 110 ? 2 : 1;
    return width < 76 ? 0 : FLOW_GUTTER + more;
}

/* Chooses the columns of both pictures. All words matter more than the names of the stages. If they are too
 * many all the same, each picture keeps a column on either side for the mark that more follow. */
static void plan_across(struct compare_pictures *p, enum compare_placing placing, int width)
{
    bool beside = placing == PICTURES_BESIDE;
    struct flow *l = &p->left;
    int named = named_gutter(l, width), all = p->columns.count, heads = heads_of_both(p),
        abreast = beside ? 2 : 1;
    width -= beside ? WALL : 0;
    l->shown = 0;
    for (int i = 0; i < 2 && l->shown < all; i++) {
        l->gutter = i == 0 ? named : 0;
        flow_plan_columns(l, (width - l->gutter) / abreast + 1, all, heads);
    }
    p->right.gutter = beside ? 0 : l->gutter;
    if (l->shown == all)
        return;
    l->gutter = named > 0 ? named : MARK;
    p->right.gutter = beside ? MARK : l->gutter;
    flow_plan_columns(l, (width - l->gutter - (abreast - 1) * MARK) / abreast - 2 * MARK, all, heads);
    /* Moves the columns in sight so that they include those that the sentence below speaks of, as far as they
     * are near enough to the asking word. */
    int spoken[SAYING_COLUMNS], low = l->query, high = low, count = compare_spoken(p, spoken);
    for (int i = 0; i < count; i++) {
        int from = spoken[i] < low ? spoken[i] : low, to = spoken[i] > high ? spoken[i] : high;
        if (to - from >= l->shown)
            continue;
        low = from;
        high = to;
    }
    l->first = l->first > low ? low : l->first <= high - l->shown ? high - l->shown + 1 : l->first;
}

/* Chooses the rows, one of them for the positions, and gives the right picture the places of the left one;
 * each draws its own heads. */
static void plan_down(struct compare_pictures *p, int height)
{
    struct flow *l = &p->left, *r = &p->right;
    int heads = l->heads, positions = height >= POSITIONS_FROM;
    flow_plan_rows(l, height - positions);
    for (int row = FLOW_WORDS + 1; row < FLOW_ROWS; row++)
        l->row[row] += l->row[row] >= 0 ? positions : 0;
    l->rows[FLOW_WORDS] += positions;
    r->shown = l->shown;
    r->first = l->first;
    r->pitch = l->pitch;
    r->box = l->box;
    r->gap = l->gap;
    r->width = l->width;
    r->head = l->head;
    memcpy(r->row, l->row, sizeof r->row);
    memcpy(r->rows, l->rows, sizeof r->rows);
    l->heads = l->all - l->head < heads ? l->all - l->head : heads;
    r->heads = r->all - r->head < heads ? r->all - r->head : heads;
}

/* Draws the position of each word under its name, bright if it differs from the left side. */
static void draw_positions(struct canvas c, const struct flow *f)
{
    for (int w = 0; w < f->words && f->rows[FLOW_WORDS] > 1 && posenc_index(f->now->config.pe) != 0; w++) {
        int position = f->now->state.set.start + w, form = 0;
        const char *forms[] = {say(f->s, TEXT("position %d"), position), say(f->s, TEXT("pos %d"), position),
                               said_values(f->s, "%d", position)};
        while (form < 2 && utf8_width(forms[form]) > f->width)
            form++;
        int room = f->width - utf8_width(forms[form]);
        if (flow_in_sight(f, w))
            canvas_put(c, f->row[FLOW_WORDS] + 1, flow_left(f, w) + (room > 0 ? room / 2 : 0),
                       f->beside && flow_partner(f, w) != w ? STYLE_STRONG : STYLE_GHOST, forms[form]);
    }
}

/* Says which word a head reads most, and how much, where that word is out of sight: ‹ cat 0.98 */
static void draw_out_of_sight(struct canvas c, const struct flow *f, int h)
{
    bool alike;
    int key = flow_most_read(f, h, f->query, &alike), w = flow_column_of_key(f, key);
    if (alike || attention_empty_row(f->a, h, f->query) || flow_in_sight(f, w))
        return;
    struct state st = compare_state(f->s, &f->now->state);
    bool before = (f->columns ? f->columns->of[w] : w) < f->first;
    const char *mark = before        ? f->s->ascii ? "< " : "‹ "
                       : f->s->ascii ? " >"
                                     : " ›",
               *says = said_values(
                   f->s, "%s%s %s%s", before ? mark : "", said_word(f->s, &st, flow_keys(f), key),
                   share_text(f->s, flow_weight(f, h, f->query, key), SHARE_PLAIN), before ? "" : mark);
    canvas_put_ink(c, f->row[FLOW_RIBBONS] + h - f->head, before ? f->gutter : c.cols - utf8_width(says),
                   STYLE_STRONG, ink_hue(hue_of_head(h), HUE_FULL), says);
}

static void draw_picture(struct canvas c, const struct flow *f, const char *name, int all)
{
    struct canvas below = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    struct canvas words = canvas_part(c, 0, f->gutter, 1, c.cols - f->gutter - utf8_width(name) - 2);
    int end = canvas_put(words, 0, 0, STYLE_STRONG, compare_sentence(f->s, &f->now->state));
    canvas_put(c, 0, f->gutter + end + 2, STYLE_DIM, name);
    flow_strips_draw(below, f);
    flow_spots(below, f);
    /* Marks where more columns follow than are in sight. */
    if (f->first > 0)
        canvas_put(below, f->row[FLOW_WORDS], f->gutter - MARK, STYLE_KEY, "‹");
    if (f->first + f->shown < all)
        canvas_put(below, f->row[FLOW_WORDS], flow_box_in(f, f->first + f->shown, f->head), STYLE_KEY, "›");
    if (f->s->hidden)
        return;
    flow_ribbons_draw(below, f);
    for (int i = 0; i < f->heads && i < f->rows[FLOW_RIBBONS]; i++)
        draw_out_of_sight(below, f, f->head + i);
    draw_positions(below, f);
}

void compare_pictures_draw(struct canvas c, struct compare_pictures *p, enum compare_placing placing,
                           const char *other)
{
    const struct screen *s = p->left.s;
    bool beside = placing == PICTURES_BESIDE;
    int high = beside ? c.rows : c.rows / 2, all = p->columns.count;
    plan_across(p, placing, c.cols);
    plan_down(p, high - 1);
    int width = beside ? (c.cols - p->left.gutter - p->right.gutter - WALL) / 2 : c.cols - p->left.gutter,
        left = p->left.gutter + width, right = p->right.gutter + width;
    draw_picture(canvas_part(c, 0, 0, high, left), &p->left, screen_text(s, TEXT("now")), all);
    if (beside)
        screen_wall(c, 0, left + WALL / 2, c.rows);
    draw_picture(canvas_part(c, beside ? 0 : c.rows - high, beside ? left + WALL : 0, high, right), &p->right,
                 other, all);
}

/* ---- parts of the view ---------------------------------------------------------- */

enum { BOX_LEAST = 4 }; /* of a head, with the blank after it */

/* Beside each other they show all words, and the heads that one compares at a glance. */
struct page_size compare_beside_size(const void *compare, int cols)
{
    enum { HEADS_MOST = 4 };
    const struct compare_pictures *p = ((const struct compare *)compare)->pictures;
    int heads = heads_of_both(p) < HEADS_MOST ? heads_of_both(p) : HEADS_MOST;
    (void)cols;
    return (struct page_size){.rows = 8, .cols = 2 * (heads * BOX_LEAST * p->columns.count - 1) + WALL};
}

void compare_beside_draw(struct canvas c, const void *compare)
{
    const struct compare *v = compare;
    compare_pictures_draw(c, v->pictures, PICTURES_BESIDE, v->name);
}

/* Above each other they have twice as much room; what does not fit even so is cut. */
struct page_size compare_above_size(const void *compare, int cols)
{
    enum { COLS_LEAST = 39 };
    int all = BOX_LEAST * ((const struct compare *)compare)->pictures->columns.count - 1;
    (void)cols;
    return (struct page_size){.rows = 12, .cols = all < COLS_LEAST ? all : COLS_LEAST};
}

void compare_above_draw(struct canvas c, const void *compare)
{
    const struct compare *v = compare;
    compare_pictures_draw(c, v->pictures, PICTURES_ABOVE, v->name);
}
