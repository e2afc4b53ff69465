/* The board: who reads whom, with which head and why, the positions, and whether order matters, on one
 * page. */
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/clock.h"
#include "view/figures/page.h"
#include "view/frame/frame.h"
#include "view/stages/stages.h"

enum { HEAD = 2 }; /* rows of a panel's name and rule */

struct board {
    const struct screen *s;      /* of the view in focus */
    const struct screen *beside; /* of its companions, which need a look of their own */
    struct session *m;           /* what they see; its look changes while they are drawn */
};

bool board_fits(const struct screen *s, int rows, int cols)
{
    const struct view *view = views[s->session->now.state.look.view];
    return view->companions && rows >= VIEW_BOARD_ROWS && cols >= VIEW_BOARD_COLS && !s->hidden;
}

/* Draws flow who reads whom ────; returns the part below. A click opens the view. */
static struct canvas board_panel(struct canvas c, const struct screen *s, enum view_id id, const char *name,
                                 const char *note)
{
    bool focus = (int)id == s->session->now.state.look.view;
    int col = canvas_put(c, 0, 0, focus ? STYLE_TITLE : STYLE_STRONG, screen_text(s, name));
    if (col + 2 + utf8_width(screen_text(s, note)) <= c.cols)
        canvas_put(c, 0, col + 2, STYLE_DIM, screen_text(s, note));
    screen_rule(c, 1, focus ? STYLE_TITLE : STYLE_BORDER);
    if (!focus && click_hit(s->click, c, 0, 0, c.cols))
        click_line(s->click, "view %s", views[id]->name);
    return canvas_part(c, HEAD, 0, c.rows - HEAD, c.cols);
}

static void view_draw(struct canvas c, const void *of)
{
    const struct screen *s = ((const struct board *)of)->s;
    const enum view_id id = (enum view_id)s->session->now.state.look.view;
    views[id]->draw(board_panel(c, s, id, views[id]->title, TEXT("who reads whom, and what it takes away")),
                    s);
}

/* The weights of all heads, side by side. */
static void heads_draw(struct canvas c, const void *of)
{
    const struct board *b = of;
    struct look *look = &b->m->now.state.look;
    const struct attention *a = &b->m->now.trace.layer[look->layer].self;
    const int stage = look->stage;
    /* A row that is empty, overflowed, or has a sink, is not shared out. */
    bool whole = !mat_overflowed(a->map[MAP_WEIGHTS]) && !mat_present(a->sink);
    for (int i = 0; whole && i < a->heads * b->m->now.config.n; i++)
        whole = !attention_empty_row(a, i / b->m->now.config.n, i % b->m->now.config.n);
    c = board_panel(c, b->beside, VIEW_STAGES, TEXT_AS("board", "heads"),
                    whole ? TEXT("every row is one whole, shared out")
                          : TEXT("a row for each word that asks"));
    look->stage = STAGE_WEIGHTS;
    if (b->m->now.config.heads > 1)
        stages_heads_draw(c, b->beside);
    else
        stages_matrix_draw(c, b->beside, (struct stages_marks){NULL, false});
    look->stage = stage;
}

static void terms_draw(struct canvas c, const void *of)
{
    const struct board *b = of;
    const bool added = stage_present(&b->m->now.config, b->m->now.state.look.layer, STAGE_P);
    views[VIEW_TERMS]->draw(
        board_panel(c, b->beside, VIEW_TERMS, TEXT("why this score"),
                    added ? TEXT("meanings and places, multiplied") : TEXT("one score, part by part")),
        b->beside);
}

static void clocks_draw(struct canvas c, const void *of)
{
    const struct screen *s = ((const struct board *)of)->beside;
    const struct config *cf = &s->session->now.config;
    const bool hands = cf->pe->form == PE_FORM_CLOCK && !clock_sines(cf->pe) && clock_hands(cf) > 1;
    views[VIEW_ENCODING]->draw(board_panel(c, s, VIEW_ENCODING, TEXT("position"),
                                           hands ? TEXT("one clock, many hands, fast and slow")
                                                 : posenc_fact(cf->pe, screen_lang(s))),
                               s);
}

static void order_draw(struct canvas c, const void *of)
{
    const struct screen *s = ((const struct board *)of)->beside;
    views[VIEW_COMPARE]->draw(board_panel(c, s, VIEW_COMPARE, TEXT_AS("board", "order"),
                                          TEXT("the same words in another order: what moves?")),
                              s);
}

void board_draw(struct canvas c, const struct screen *s)
{
    static const struct page_part parts[] = {
        {"view", 4, {.rows = 1, .cols = 90, .most_cols = 108}, NULL, view_draw},
        {"heads", 3, {.rows = 18, .cols = 34}, NULL, heads_draw},
        {"terms", 6, {.rows = 18, .cols = 66}, NULL, terms_draw},
        {"clocks", 2, {.rows = 20, .cols = 1}, NULL, clocks_draw},
        {"order", 3, {.rows = 16, .cols = 1}, NULL, order_draw},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"view | ((heads | terms)*4 / gap / clocks / gap / order)*5",
                                        "view | ((heads | terms)*1 / gap / order)*5", NULL};
    struct session same =
        *s->session; /* a shallow copy, only for drawing: everything it points to belongs to the session */
    struct screen beside = *s;
    struct look *look = &same.now.state.look;
    const int start = same.now.state.set.start;
    beside.session = &same;
    look->encoding.pos = start + look->query; /* the clocks show the positions of the pair in focus */
    look->encoding.pos2 = start + look->key;
    look->stages.beside = 1;
    look->zoom = 0;
    look->terms.panel = TERMS_MAPS;
    look->compare.panel = COMPARE_FLOW;
    page_draw(canvas_part(c, 0, 1, c.rows, c.cols - 2), forms, parts, &(struct board){s, &beside, &same});
}
