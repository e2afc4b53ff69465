/* The board: who reads whom, with which head and why, the positions, and whether order matters, on one
 * page. */
#include "view/frame/board.h"

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/clock.h"
#include "view/stages/stages.h"

/* Rows of a panel's name and rule; columns between panels; rows below which the clocks are omitted. */
enum { HEAD = 2, GAP = 3, PLACES_NEED = 56 };

bool board_fits(const struct screen *s, int rows, int cols)
{
    const struct view *view = views[s->model->now.state.look.view];
    return view->companions && rows >= VIEW_BOARD_ROWS && cols >= VIEW_BOARD_COLS && !s->hidden;
}

/* Draws flow who reads whom ────; returns the part below. A click opens the view. */
static struct canvas panel(struct canvas c, const struct screen *s, enum view_id id, struct pair name,
                           struct pair note)
{
    bool focus = (int)id == s->model->now.state.look.view;
    int col = canvas_put(c, 0, 0, focus ? STYLE_TITLE : STYLE_STRONG, screen_pair(s, name));
    if (col + 2 + utf8_width(screen_pair(s, note)) <= c.cols)
        canvas_put(c, 0, col + 2, STYLE_DIM, screen_pair(s, note));
    for (int k = 0; k < c.cols; k++)
        canvas_glyph(c, 1, k, focus ? STYLE_TITLE : STYLE_BORDER, s->ascii ? '-' : 0x2500);
    if (!focus && click_hit(s->click, c, 0, 0, c.cols))
        click_line(s->click, "view %s", views[id]->name);
    return canvas_part(c, HEAD, 0, c.rows - HEAD, c.cols);
}

/* Sets the look that the panels need: the clocks, for example, show the positions of the pair in focus. */
static void look_at(struct model *m)
{
    struct look *look = &m->now.state.look;
    look->pos = m->now.state.set.start + look->query;
    look->pos2 = m->now.state.set.start + look->key;
    look->beside = 1;
    look->zoom = 0;
    look->terms_panel = TERMS_MAPS;
    look->compare_panel = COMPARE_FLOW;
}

/* Draws the weights of all heads, side by side. */
static void heads(struct canvas c, const struct screen *s, struct model *m)
{
    struct look *look = &m->now.state.look;
    int stage = look->stage;
    look->stage = STAGE_WEIGHTS;
    if (m->now.config.heads > 1)
        stages_heads_draw(c, s);
    else
        stages_matrix_draw(c, s, (struct stages_marks){NULL, false}, false);
    look->stage = stage;
}

/* Whether every row of the layer in view is shared out: an empty one, or one that overflowed, is not. */
static bool all_whole(const struct scene *now)
{
    const struct attention *a = &now->trace.layer[now->state.look.layer].self;
    bool whole = !mat_overflowed(a->map[MAP_WEIGHTS]);
    for (int i = 0; whole && i < a->heads * now->config.n; i++)
        whole = !attention_empty_row(a, i / now->config.n, i % now->config.n);
    return whole;
}

static void right_side(struct canvas c, const struct screen *s, struct model *m)
{
    static const struct pair names[] = {PAIR("heads", "各个头"), PAIR("why this score", "得分从哪里来"),
                                        PAIR("position", "位置"), PAIR("order", "顺序")},
                             notes[] = {
                                 PAIR("every row is one whole, shared out", "每一行把整个 1 分出去"),
                                 PAIR("meanings and places, multiplied", "词义与位置两两相乘"),
                                 PAIR("one clock, many hands, fast and slow", "一个钟，许多根针，有快有慢"),
                                 PAIR("the same words in another order: what moves?",
                                      "同样的词，换个顺序：什么会变？")};
    const struct config *of = &m->now.config;
    bool places = c.rows >= PLACES_NEED, added = stage_present(of, m->now.state.look.layer, STAGE_P),
         hands = of->pe->form == PE_FORM_CLOCK && !clock_sines(of->pe) && clock_hands(of) > 1;
    int narrow = c.cols * 34 / 100, top = places ? c.rows * 37 / 100 : c.rows / 2,
        low = places ? c.rows * 29 / 100 : c.rows - top;
    struct canvas terms = canvas_part(c, 0, narrow + GAP, top - 1, c.cols - narrow - GAP),
                  clocks = canvas_part(c, top, 0, c.rows - top - low - 1, c.cols),
                  order = canvas_part(c, c.rows - low, 0, low, c.cols);
    heads(panel(canvas_part(c, 0, 0, top - 1, narrow), s, VIEW_STAGES, names[0],
                all_whole(&m->now) ? notes[0] : BOTH("a row for each word that asks", "每行一个在问的词")),
          s, m);
    struct pair parts = added ? notes[1] : BOTH("one score, part by part", "一个得分，逐项来看");
    views[VIEW_TERMS]->draw(panel(terms, s, VIEW_TERMS, names[1], parts), s);
    if (places)
        views[VIEW_ENCODING]->draw(
            panel(clocks, s, VIEW_ENCODING, names[2], hands ? notes[2] : posenc_fact(of->pe)), s);
    views[VIEW_COMPARE]->draw(panel(order, s, VIEW_COMPARE, names[3], notes[3]), s);
}

void board_draw(struct canvas c, const struct screen *s)
{
    const struct view *view = views[s->model->now.state.look.view];
    struct model same =
        *s->model; /* a shallow copy, only for drawing: everything it points to belongs to the session */
    struct screen screen = *s;
    int left = c.cols * 9 / 20;
    screen.model = &same;
    view->draw(panel(canvas_part(c, 0, 1, c.rows, left - 1), s, (enum view_id)same.now.state.look.view,
                     view->title, BOTH("who reads whom, and what it takes away", "谁读谁，读走了什么")),
               s);
    look_at(&same);
    right_side(canvas_part(c, 0, left + GAP, c.rows, c.cols - left - GAP - 1), &screen, &same);
}
