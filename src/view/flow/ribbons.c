/* Ribbons: a share of a head's box under the word that is read becomes a band of just that width and lands in
 * the head's box of the word that reads. The bands of a head fill that box: one whole, shared out. */
#include <math.h>
#include <stdlib.h>

#include "view/braille.h"
#include "view/flow/flow.h"

/* A band narrower than THIN sub-pixels is a line of dots, one narrower than LEAST is not drawn unless it
 * is more than PART of an even share: then there are many words. */
enum { RIBBONS_MOST = 4 * CONFIG_MAX_WORDS, THIN = 7 };
#define LEAST 0.5
#define PART 0.25

struct band {
    double share, top, bottom, width; /* in sub-pixels, from the area's left edge */
    int head, key;
    bool same; /* as in the picture beside this one */
};

static int by_width(const void *a, const void *b)
{
    const struct band *x = a, *y = b;
    return x->width < y->width ? -1 : x->width > y->width ? 1 : x->key - y->key;
}

/* All bands of the asking word, side by side in its boxes in the order of the columns. */
static int bands_of(const struct flow *f, struct band *out, int room)
{
    int n = 0, columns = f->columns ? f->columns->count : f->keys + f->sinks;
    for (int h = f->head; h < f->head + f->heads; h++) {
        double at = flow_box_now(f, f->query, h) * PAINT_SUB;
        for (int i = 0; i < columns && n < room; i++) {
            int word = f->columns ? f->columns->at[i] : flow_column_of_key(f, i),
                j = word < 0 || !f->crosses ? word : word - f->words;
            if (j < 0)
                continue;
            double share = flow_share(f, h, f->query, j), width = share * f->box * PAINT_SUB;
            int column = flow_column_of_key(f, j);
            if (!flow_nobody(f, h, f->query, j) &&
                (width >= LEAST || (share * f->keys > PART && flow_in_sight(f, column))))
                out[n++] = (struct band){share, flow_box_now(f, column, h) * PAINT_SUB, at, width, h,
                                         j,     flow_same_share(f, h, f->query, j)};
            at += width;
        }
    }
    return n;
}

/* A head's hue; what nobody gets is grey. */
static enum hue hue_of(const struct flow *f, const struct band *b)
{
    return b->key == f->keys ? HUE_GREY : flow_hue(f, b->head);
}

/* v(cat) in the middle of a band that is wide enough for it, unless another name is there: bands cross.
 * Returns the columns of the name, none: it is not written. */
struct name {
    int from, to;
};

static struct name draw_name(struct canvas area, const struct flow *f, const struct band *b,
                             const struct name *written, int count)
{
    const char *name = b->key == f->keys ? screen_text(f->s, TEXT("nothing"))
                                         : said_values(f->s, "v(%s)", flow_word(f, flow_keys(f), b->key));
    int width = utf8_width(name), row = area.rows / 2;
    double left = paint_along(b->top, b->bottom, (row + 0.5) / area.rows);
    int col = (int)lround((left + b->width / 2) / PAINT_SUB - width / 2.0);
    bool fits = width * PAINT_SUB <= b->width && col >= 0;
    for (int i = 0; i < count; i++)
        fits = fits && !(col <= written[i].to && written[i].from <= col + width);
    if (!fits)
        return (struct name){0, 0};
    int end = canvas_put(area, row, col, STYLE_TEXT, name);
    if (!screen_mono(f->s))
        canvas_ink(area, row, col, end - col,
                   ink_hue(hue_of(f, b), b->same ? HUE_FULL * 3 / 8 : HUE_FULL * 7 / 8));
    return (struct name){col, end};
}

/* A line of dots along a ribbon's way, from the top of the area as far down as it is seen. */
static void thread(const struct braille *b, double from, double to, uint16_t ink, double seen)
{
    int height = braille_height(b);
    for (int y = 0; y + 1 < height * seen; y++) {
        double here = paint_along(from, to, (y + 0.5) / height),
               next = paint_along(from, to, (y + 1.5) / height);
        braille_line(b, (struct point){here, y}, (struct point){next, y + 1}, STYLE_TEXT, ink);
    }
}

/* A head's bands wait for those of the heads before it: the first frame after a key has new numbers and old
 * ribbons, and each frame sends few cells. */
static bool waits(const struct flow *f, int h)
{
    return f->move.from && flow_moved(f, h) == 0;
}

/* The other words' largest weights as faint dots, so that the asking word's ribbons stand out. Returns
 * whether there are any. */
static bool draw_others(struct canvas area, const struct flow *f)
{
    enum { WORDS_MOST = 12, LEVEL = 5, LEAST_PERCENT = 40 };
    struct braille dots = {area, f->s->ascii};
    bool any = false;
    if (f->words > WORDS_MOST || screen_mono(f->s) || f->paired || f->play.phase == FLOWING_RUN)
        return false;
    for (int i = 0; i < f->words; i++)
        for (int h = f->head; h < f->head + f->heads && i != f->query; h++)
            for (int j = 0; j < f->keys; j++) {
                int column = flow_column_of_key(f, j);
                bool still = waits(f, h);
                double weight = still ? flow_share_before(f, h, i, j) : flow_weight(f, h, i, j);
                if (weight < LEAST_PERCENT / 100.0 || flow_nobody(f, h, i, j) || !flow_in_sight(f, i) ||
                    !flow_in_sight(f, column))
                    continue;
                double from = still ? flow_box_now(f, column, h) : flow_box(f, column, h),
                       to = still ? flow_box_now(f, i, h) : flow_box(f, i, h);
                thread(&dots, from * 2 + f->box, to * 2 + f->box, ink_hue(flow_hue(f, h), LEVEL), 1);
                any = true;
            }
    return any;
}

/* The names of the heads, and below them, if there are dotted lines, what these are. */
static void draw_head_names(struct canvas c, const struct flow *f, bool others)
{
    int end = f->row[FLOW_RIBBONS] + f->rows[FLOW_RIBBONS], below = f->row[FLOW_RIBBONS] + 1 + f->heads;
    if (f->now->config.heads == 1 || f->gutter < FLOW_GUTTER)
        return;
    for (int h = f->head, row = f->row[FLOW_RIBBONS] + 1; h < f->head + f->heads && row < end; h++, row++) {
        const char *name = flow_head_name(f, h), *number = say(f->s, TEXT("head %d"), h + 1);
        uint16_t ink = ink_hue(flow_hue(f, h), HUE_FULL);
        if (*name)
            name = f->glossed ? said_values(f->s, "%s %s", number, name) : name;
        canvas_put_ink(c, row, 1, STYLE_STRONG, ink, *name ? name : number);
        if (f->points && h == f->now->state.look.head)
            canvas_put_ink(c, row, 0, STYLE_STRONG, ink, "▌");
    }
    if (others && below < end)
        canvas_either(canvas_part(c, below, 0, 1, f->gutter - 1), 0, 1, STYLE_DIM,
                      screen_text(f->s, TEXT("⋯ other words read")), screen_text(f->s, TEXT("⋯ rest")));
}

/* A band at rest, in eighths of a cell and with a rim; the front of what runs down is lit. */
static struct ribbon ribbon_of(const struct flow *f, const struct band *b, double share)
{
    double seen = flow_seen(f, FLOW_RIBBONS);
    return (struct ribbon){.top = b->top,
                           .top_width = b->width,
                           .bottom = b->bottom,
                           .bottom_width = b->width,
                           .rim = 2.4,
                           .hue = hue_of(f, b),
                           .faint = share < 0.5 ? HUE_FULL * 55 / 100 : HUE_FULL * 7 / 10,
                           .dim = b->same,
                           .glint = f->play.phase == FLOWING_RUN ? seen : f->s->glint,
                           .below = 1 - seen};
}

/* While it moves a band keeps its colour, and its edges lie between cells, so that few cells change; then it
 * settles from above. */
static void ribbon(const struct paint *p, const struct flow *f, const struct band *b)
{
    struct ribbon fine = ribbon_of(f, b, flow_weight(f, b->head, f->query, b->key)), coarse;
    double settled = f->move.from ? f->move.settled : 1;
    if (waits(f, b->head)) {
        fine = ribbon_of(f, b, flow_share_before(f, b->head, f->query, b->key));
    } else if (settled < 1) {
        coarse = ribbon_of(f, b, flow_share_before(f, b->head, f->query, b->key));
        coarse.coarse = true;
        coarse.rim = 0;
        coarse.above = settled;
        paint_ribbon(p, &coarse);
        fine.below = 1 - settled;
    }
    paint_ribbon(p, &fine);
}

void flow_ribbons_draw(struct canvas c, const struct flow *f)
{
    struct band band[RIBBONS_MOST];
    struct name name[RIBBONS_MOST];
    struct paint p;
    const struct paint_look look = {screen_theme(f->s), screen_mono(f->s), f->s->ascii};
    struct canvas area = canvas_part(c, f->row[FLOW_RIBBONS], 0, f->rows[FLOW_RIBBONS], c.cols);
    int n = bands_of(f, band, RIBBONS_MOST), named = 0;
    qsort(band, (size_t)n, sizeof *band, by_width);
    draw_head_names(c, f, draw_others(area, f));
    if (!paint_begin(&p, f->s->scratch, area.rows, area.cols))
        return;
    paint_curves(&p, area, &look);
    if (f->guess.of)
        flow_guess_ribbons(&p, f);
    for (int i = 0; i < n; i++) {
        const struct band *b = &band[i];
        if (!flow_in_sight(f, flow_column_of_key(f, b->key)))
            continue;
        if (b->width < THIN)
            thread(&(struct braille){area, f->s->ascii}, (b->top + b->width / 2) / 4,
                   (b->bottom + b->width / 2) / 4,
                   ink_hue(hue_of(f, b), b->same ? HUE_FULL * 3 / 8 : HUE_FULL * 3 / 4),
                   flow_seen(f, FLOW_RIBBONS));
        else
            ribbon(&p, f, b);
    }
    paint_show(&p, area, look);
    bool rests = (!f->move.from || f->move.settled >= 1) && f->play.phase != FLOWING_RUN;
    for (int i = n - 1; i >= 0; i--) /* the widest first; labels never move */
        if ((rests || waits(f, band[i].head)) && flow_in_sight(f, flow_column_of_key(f, band[i].key))) {
            name[named] = draw_name(area, f, &band[i], name, named);
            canvas_curve(area, area.rows / 2, name[named].from, name[named].to - name[named].from,
                         paint_curve(&p));
            named += name[named].to > 0;
        }
}
