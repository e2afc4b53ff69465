/* The compare view: two states side by side, as two flows or as two matrices, and below them the effect of
 * word order: word by word and in four corners, or as a list of all orders. */
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/compare/pictures.h"

enum {
    WIDE = 110,
    NARROW = 76,
    NARROW_CORNERS = 50,
    CORNERS = 8,
    CORNERS_BRIEF = 3,

    RULED = 28
};

static void compare_tabs(struct canvas c, const struct screen *s)
{
    static const char *const names[] = {[COMPARE_FLOW] = TEXT("flow"),
                                        [COMPARE_WORDS] = TEXT_AS("compare", "words"),
                                        [COMPARE_ORDERS] = TEXT("orders")};
    int col = 0;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        int from = col;
        col = screen_tab(c, col, i == s->session->now.state.look.compare_panel, screen_text(s, names[i]));
        screen_chooses(canvas_part(c, 0, from, 1, col - from), s, "compare_panel", i);
    }
    canvas_put(c, 0, col + 1, STYLE_KEY, keymap_key(&s->session->keymap, "compare", "cycle compare_panel 1"));
}

/* Draws each word, then as much of the corners as fits. */
static void narrow_words(struct canvas c, const struct screen *s, const struct comparison *of)
{
    int left = c.rows - of->a.m.rows - 2, corners = left >= CORNERS         ? CORNERS
                                                    : left >= CORNERS_BRIEF ? CORNERS_BRIEF
                                                                            : 0;
    compare_words_draw(canvas_part(c, 0, 0, c.rows - corners, c.cols), s, of);
    if (corners)
        compare_corners_draw(canvas_part(c, c.rows - corners, 0, corners, c.cols), s);
}

/* Returns the rows for the two matrices, leaving room for the part below. */
static int sides_rows(struct canvas c, const struct screen *s, const struct comparison *of)
{
    enum { ROOMY = 24, LEGEND = 2, WHY = 4 };
    int one = of->a.rows->count + 2 + (c.rows > ROOMY ? LEGEND : 0), third = c.rows / 3,
        left = c.rows - CORNERS - 2;
    if (c.cols < SCREEN_NARROW)
        return 2 * (one < third ? one : third);
    bool list = s->session->now.state.look.compare_panel == COMPARE_ORDERS;
    if (list && *text_str(&s->session->orders.why)) /* there is no list: a line says why */
        return one < c.rows - WHY ? one : c.rows - WHY;
    int most = list || left < third ? third : left;
    if (c.rows > ROOMY && one < third)
        return third; /* the cells grow */
    return one < most ? one : most;
}

/* Draws words above corners, or beside them if there is room or need. */
static void each_word(struct canvas c, const struct screen *s, const struct comparison *of)
{
    if (c.cols < SCREEN_NARROW) {
        narrow_words(c, s, of);
        return;
    }
    int needed = of->a.m.rows + 2 + CORNERS;
    if (c.cols >= WIDE || (needed > c.rows && c.cols >= NARROW)) {
        int left = c.cols >= WIDE ? c.cols / 2 : c.cols - NARROW_CORNERS;
        compare_words_draw(canvas_part(c, 0, 0, c.rows, left - 2), s, of);
        compare_corners_draw(canvas_part(c, 0, left, c.rows, c.cols - left), s);
        return;
    }
    compare_words_draw(canvas_part(c, 0, 0, c.rows - CORNERS, c.cols), s, of);
    compare_corners_draw(canvas_part(c, c.rows - CORNERS, 0, CORNERS, c.cols), s);
}

static const char *other_name(const struct screen *s, const char *pin)
{
    return pin ? pin : screen_text(s, TEXT("swapped"));
}

/* Draws the two flows, the sentence about them, and the part below. */
static void flows(struct canvas c, const struct screen *s, const struct scene *other, const char *name)
{
    struct compare_pictures p;
    struct comparison of;
    static const struct {
        int from, rows;
    } below[] = {{50, 16}, {28, 10}, {22, 7}, {17, 4}, {0, CORNERS_BRIEF}};
    int i = 0, rows, at;
    while (c.rows < below[i].from)
        i++;
    rows = below[i].rows;
    at = c.rows - rows - 1 - (c.rows >= RULED);
    compare_pictures_make(&p, s, other);
    compare_pictures_draw(canvas_part(c, 0, 0, at, c.cols), &p, name);
    if (s->hidden)
        return;
    compare_saying_draw(canvas_part(c, at, 0, 1, c.cols), p.left.gutter, &p);
    for (int col = 0; c.rows >= RULED && col < c.cols; col++)
        canvas_put(c, at + 1, col, STYLE_BORDER, "─");
    comparison_make(&of, &s->session->now, other, s->session->now.state.look.compare_stage);
    /* Draws the part below the two flows: what each word carries away, and the corners beside it. A low or
     * narrow view has only the corners. */
    struct canvas part = canvas_part(c, c.rows - rows, 0, rows, c.cols);
    enum { CARRIED = 26 };
    bool tabbed = part.rows > CORNERS_BRIEF, beside = part.cols >= NARROW_CORNERS + 2 + CARRIED;
    int half = part.cols / 2 - 5, right = half > NARROW_CORNERS ? half : NARROW_CORNERS;
    int left = part.cols - right - 2, above = tabbed && !beside;
    if (tabbed)
        compare_tabs(canvas_part(part, 0, 0, 1, beside ? left : part.cols), s);
    if (tabbed && beside)
        compare_carried_draw(canvas_part(part, 1, 0, part.rows - 1, left), s, &of);
    else
        right = part.cols;
    compare_corners_draw(canvas_part(part, above, part.cols - right, part.rows - above, right), s);
}

static void draw_comparison(struct canvas c, const struct screen *s)
{
    const struct session *m = s->session;
    const char *pin;
    const struct scene *other = session_beside(m, &pin);
    struct comparison of;
    int rows = 0;
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    if (other && m->now.state.look.compare_panel == COMPARE_FLOW && compare_pictures_fit(c)) {
        flows(c, s, other, other_name(s, pin));
        return;
    }
    if (other) {
        comparison_make(&of, &m->now, other, m->now.state.look.compare_stage);
        rows = sides_rows(c, s, &of);
        compare_sides_draw(canvas_part(c, 0, 0, rows, c.cols), s, &of, other_name(s, pin));
        rows += c.rows > 24;
    }
    compare_tabs(canvas_part(c, rows, 0, 1, c.cols), s);
    struct canvas rest = canvas_part(c, rows + 1, 0, c.rows - rows - 1, c.cols);
    if (m->now.state.look.compare_panel == COMPARE_ORDERS)
        compare_orders_draw(rest, s);
    else if (other)
        each_word(rest, s, &of);
    else
        canvas_flow(canvas_part(rest, 1, 0, rest.rows - 1, rest.cols), 0, STYLE_NOTE,
                    text_str(&m->order.why));
}

/* In the flows the cursor chooses the asking word. In the list of orders, up and down move through the
 * list, left and right choose the word. */
static void compared_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    cursor_stage_places(&s->look, cursor_compared(&s->look), c, row, col);
    if (s->look.compare_panel == COMPARE_WORDS)
        return;
    *row = *col = (struct place){&s->look.query, c->n};
    if (s->look.compare_panel == COMPARE_ORDERS)
        *row = (struct place){&s->look.order_row, ORDERS_MOST};
}

/* The flows show every stage. */
static bool flows_give_away(const struct look *look, int stage)
{
    (void)stage;
    return look->compare_panel == COMPARE_FLOW;
}

const struct view view_compare = {
    .name = "compare",
    .context = "compare",
    .title = TEXT("compare"),
    .help = TEXT(
        "Two states side by side at the same stage. Rows (and columns that are words) are matched by word. "
        "On the left is the present state; on the right its twin (the same sentence with the two that act "
        "swapped: who does it, and to whom) "
        "or a state pinned with P (:pin NAME). o shows the next one; X switches to it, to edit that side. [ "
        "and ] choose the stage.\n\n"
        "flow: who reads whom on both sides. A word keeps its column; only its position changes. Two "
        "identical pictures mean that nothing changed, crossed ribbons that something is read differently. "
        "Whatever has not changed is dim on the right. Left and right choose the asking word, h the head.\n\n"
        "words: how far each row moved (its largest |difference|), and how far the mean of the rows did, "
        "which may be less than each of them. Below is the order experiment: encoding off or on, no mask or "
        "causal; each corner has a key that selects it. Only without encoding and mask is the difference 0: "
        "each output moves with its word (equivariant), and their mean does not change (invariant). orders "
        "(Tab): all orders of up to 7 words, sorted by how far the word in focus moves; left and right "
        "choose the word, Enter takes the order. 'export csv compare FILE' writes every number of this "
        "view."),
    .draw = draw_comparison,
    .framed_answer = true,
    .glides = true,
    .tell = compare_tell,
    .places = compared_places,
    .gives_away = flows_give_away,
    .follow = compare_follow,
    .busy = compare_busy,
    .work = compare_work,
    .compute = compare_compute,
};
