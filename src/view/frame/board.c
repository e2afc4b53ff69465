/* The board: who reads whom, with which head and why, the positions, and whether order matters, on one
 * page. */
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/clock.h"
#include "view/frame/frame.h"
#include "view/stages/stages.h"

/* Rows of a panel's name and rule; columns between panels; rows below which the clocks are omitted. */
enum { HEAD = 2, GAP = 3, PLACES_NEED = 56 };

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

/* Beside the view: the weights of all heads, side by side, and its companions. `m` is the session with the
 * look that the panels need; it changes while they are drawn. */
static void right_side(struct canvas c, const struct screen *s, struct session *m)
{
    const struct config *of = &m->now.config;
    struct look *look = &m->now.state.look;
    const struct attention *a = &m->now.trace.layer[look->layer].self;
    bool places = c.rows >= PLACES_NEED, added = stage_present(of, look->layer, STAGE_P),
         hands = of->pe->form == PE_FORM_CLOCK && !clock_sines(of->pe) && clock_hands(of) > 1;
    int narrow = c.cols * 34 / 100, top = places ? c.rows * 37 / 100 : c.rows / 2,
        low = places ? c.rows * 29 / 100 : c.rows - top, stage = look->stage;
    struct canvas heads = canvas_part(c, 0, 0, top - 1, narrow),
                  terms = canvas_part(c, 0, narrow + GAP, top - 1, c.cols - narrow - GAP),
                  clocks = canvas_part(c, top, 0, c.rows - top - low - 1, c.cols),
                  order = canvas_part(c, c.rows - low, 0, low, c.cols);
    /* A row that is empty, or overflowed, is not shared out. */
    bool whole = !mat_overflowed(a->map[MAP_WEIGHTS]);
    for (int i = 0; whole && i < a->heads * of->n; i++)
        whole = !attention_empty_row(a, i / of->n, i % of->n);
    heads = board_panel(heads, s, VIEW_STAGES, TEXT_AS("board", "heads"),
                        whole ? TEXT("every row is one whole, shared out")
                              : TEXT("a row for each word that asks"));
    look->stage = STAGE_WEIGHTS;
    if (of->heads > 1)
        stages_heads_draw(heads, s);
    else
        stages_matrix_draw(heads, s, (struct stages_marks){NULL, false});
    look->stage = stage;
    views[VIEW_TERMS]->draw(
        board_panel(terms, s, VIEW_TERMS, TEXT("why this score"),
                    added ? TEXT("meanings and places, multiplied") : TEXT("one score, part by part")),
        s);
    if (places)
        views[VIEW_ENCODING]->draw(board_panel(clocks, s, VIEW_ENCODING, TEXT("position"),
                                               hands ? TEXT("one clock, many hands, fast and slow")
                                                     : posenc_fact(of->pe, screen_lang(s))),
                                   s);
    views[VIEW_COMPARE]->draw(board_panel(order, s, VIEW_COMPARE, TEXT_AS("board", "order"),
                                          TEXT("the same words in another order: what moves?")),
                              s);
}

void board_draw(struct canvas c, const struct screen *s)
{
    const struct view *view = views[s->session->now.state.look.view];
    struct session same =
        *s->session; /* a shallow copy, only for drawing: everything it points to belongs to the session */
    struct screen screen = *s;
    struct look *look = &same.now.state.look;
    const int start = same.now.state.set.start, left = c.cols * 9 / 20;
    screen.session = &same;
    view->draw(board_panel(canvas_part(c, 0, 1, c.rows, left - 1), s, (enum view_id)look->view, view->title,
                           TEXT("who reads whom, and what it takes away")),
               s);
    look->encoding.pos = start + look->query; /* the clocks show the positions of the pair in focus */
    look->encoding.pos2 = start + look->key;
    look->stages.beside = 1;
    look->zoom = 0;
    look->terms.panel = TERMS_MAPS;
    look->compare.panel = COMPARE_FLOW;
    right_side(canvas_part(c, 0, left + GAP, c.rows, c.cols - left - GAP - 1), &screen, &same);
}
