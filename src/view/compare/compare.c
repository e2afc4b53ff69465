/* The compare view: two states side by side, as two flows or as two matrices, and below them the effect of
 * word order: word by word and in four corners, or as a list of all orders. */
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/figures/tabs.h"

static const char *tab_name(const struct screen *s, int i)
{
    static const char *const names[] = {[COMPARE_FLOW] = TEXT("flow"),
                                        [COMPARE_WORDS] = TEXT_AS("compare", "words"),
                                        [COMPARE_ORDERS] = TEXT("orders"),
                                        [COMPARE_CAUSE] = TEXT("who did it")};
    return screen_text(s, names[i]);
}

static void tabs_part(struct canvas c, const void *compare)
{
    const struct screen *s = ((const struct compare *)compare)->s;
    tabs_draw(c, s,
              &(struct tabs){.setting = "compare_panel",
                             .context = "compare",
                             .count = COMPARE_CAUSE + 1,
                             .chosen = s->session->now.state.look.compare.panel,
                             .name = tab_name});
}

/* What is above the list: it says what is compared, or why nothing is. */
static const char *title_of(const struct compare *v)
{
    int panel = v->s->session->now.state.look.compare.panel;
    if (panel == COMPARE_ORDERS || panel == COMPARE_CAUSE)
        return panel == COMPARE_ORDERS ? compare_orders_title(v->s) : compare_cause_title(v);
    return v->other ? compare_moved_title(v) : text_str(&v->s->session->order.why);
}

static void list_draw(struct canvas c, const void *compare)
{
    lengths_draw(c, &((const struct compare *)compare)->list);
}

/* In the flow's panel two flows, a sentence about them, and below it what each word carries away beside the
 * experiment; in the others the matrices and a list. While a question hides the numbers, the flows alone. */
static void draw_comparison(struct canvas c, const struct screen *s)
{
    struct compare_pictures pictures;
    struct compare v = {.s = s, .pictures = &pictures};
    int panel = s->session->now.state.look.compare.panel;
    v.other = session_beside(s->session, &v.name);
    v.name = v.name ? v.name : screen_text(s, TEXT("swapped"));
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    if (v.other) {
        compare_pictures_make(&pictures, s, v.other);
        comparison_make(&v.of, &s->session->now, v.other, s->session->now.state.look.compare.stage);
    }
    v.list = panel == COMPARE_ORDERS ? compare_orders(&v) : compare_moved(&v);
    /* on the board a click opens the view; there are no panels to choose from */
    const struct page_size one = {.rows = 1, .cols = 26},
                           tabs = s->session->now.state.look.view == VIEW_COMPARE ? one : PAGE_ABSENT,
                           list = v.list.count > 0 ? lengths_size(&v.list) : PAGE_ABSENT;
    struct page_size all = list; /* of its rows */
    all.rows = all.rows < 0 ? all.rows : all.most_rows / LENGTHS_HIGH;
    const struct page_part parts[] = {
        {"beside", 2, {0}, compare_beside_size, compare_beside_draw},
        {"above", 2, {0}, compare_above_size, compare_above_draw},
        {"saying", 0, {.rows = 1, .cols = SCREEN_NARROW}, NULL, compare_saying_draw},
        {"sides", 1, {0}, compare_sides_size, compare_sides_draw},
        {"tabs", 0, tabs, NULL, tabs_part},
        {"title", 0, page_flow(title_of(&v), STYLE_NOTE, one.cols), NULL, NULL},
        {"list", 1, list, NULL, list_draw},
        {"all", 1, all, NULL, list_draw},
        {"corners", 1, {.rows = 3, .most_rows = 18, .cols = 50}, NULL, compare_corners_draw},
        {"whole", 1, {0}, compare_whole_map_size, compare_map_draw},
        {"map", 1, {0}, compare_map_size, compare_map_draw},
        {"cell", 0, compare_cell_size(&v), NULL, NULL},
        {"lens", 0, {0}, compare_lens_size, compare_lens_draw},
        {NULL, 0, {0}, NULL, NULL},
    };
    static const char *const forms[][9] = {
        [COMPARE_FLOW] = {"beside / saying / ((tabs / title? / list) | corners)",
                          "above / saying / ((tabs / title? / list) | corners)",
                          "beside / saying / tabs / corners:6x50", "beside / saying / corners:3x0",
                          "above / saying:2x0 / tabs? / corners:3x0", "above / saying", "above",
                          "saying:2x0 / corners:3x0"},
        [COMPARE_WORDS] = {"sides / gap / tabs / ((title / list:2x54) | corners)",
                           "sides:5x50*0 / tabs / title / all / corners:6x50",
                           "sides:5x50*0 / tabs / ((title / list) | corners)",
                           "sides:5x50*0 / tabs / title? / list / corners:3x0",
                           "sides:8x0*0 / tabs / title? / list / corners:3x0?", "title? / list"},
        [COMPARE_ORDERS] = {"sides / gap / tabs / title / all", "sides:5x50*0 / tabs / title / list",
                            "sides:8x0*0 / tabs / title? / list", "title? / list"},
        [COMPARE_CAUSE] = {"tabs / title / gap / (whole || (cell / gap / lens)) / gap / beside",
                           "tabs / title / gap / (whole || (cell / gap / lens)) / gap / above",
                           "tabs / title / gap / (whole || (cell / gap / lens))",
                           "tabs / title / gap / whole / gap / cell / gap / lens?",
                           "tabs / title / map / gap / cell", "tabs / title? / map / cell?"}};
    static const char *const alone[] = {"tabs / gap / title / list", "tabs / title", NULL},
                             *const hidden[] = {"beside", "above", NULL};
    page_draw(c, !v.other ? alone : s->hidden ? hidden : forms[panel], parts, &v);
}

/* In the flows the cursor chooses the asking word. In the list of orders, up and down move through the
 * list, left and right choose the word. */
static void compared_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    cursor_stage_places(&s->look, cursor_compared(&s->look), c, row, col);
    if (s->look.compare.panel == COMPARE_WORDS)
        return;
    *row = *col = (struct place){&s->look.query, c->n};
    if (s->look.compare.panel == COMPARE_ORDERS)
        *row = (struct place){&s->look.compare.order, ORDERS_MOST};
    if (s->look.compare.panel == COMPARE_CAUSE) {
        *row = (struct place){&s->look.compare.row, c->n + 1};
        *col = (struct place){&s->look.compare.col, cause_columns(c)};
    }
}

/* The flows show every stage. */
static bool flows_give_away(const struct look *look, int stage)
{
    (void)stage;
    return look->compare.panel == COMPARE_FLOW || look->compare.panel == COMPARE_CAUSE;
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
        "Whatever has not changed is pale on the right. Left and right choose the asking word, h the "
        "head.\n\n"
        "words: how far each row moved (its largest |difference|), and how far the mean of the rows did, "
        "which may be less than each of them. Below is the order experiment: encoding off or on, no mask or "
        "causal; each corner has a key that selects it. Only without encoding and mask is the difference 0: "
        "each output moves with its word (equivariant), and their mean does not change (invariant). orders "
        "(Tab): all orders of up to 7 words, sorted by how far the word in focus moves; left and right "
        "choose the word, Enter takes the order.\n\nwho did it (Tab): which part carries the answer of the "
        "asking "
        "word. One head at one word, or one whole row, is taken from the other side, all that follows is "
        "computed "
        "again, and the cell says how far the answer goes over (0: it stays, 1: it goes over). Enter leaves "
        "the "
        "part in, to be seen in every view; o tries leaving out instead, r goes the other way. 'export csv "
        "compare FILE' writes every number of this "
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
