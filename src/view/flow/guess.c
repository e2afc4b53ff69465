/* A picture that a lesson asks for: the ribbons that are drawn before the true ones are there. */
#include <math.h>
#include <string.h>

#include "lesson/run/picture.h"
#include "view/flow/flow.h"

void flow_guess(struct flow *f)
{
    const struct lesson_session *l = f->s->session->lesson;
    const struct lesson_now at = lesson_now(l);
    struct reply quiet = {0};
    struct picture p;
    f->guess.of = NULL;
    if (!at.step || l->free || f->paired || f->now != &f->s->session->now || at.beat.phase == PHASE_READ)
        return;
    int last = at.ask ? at.beat.index : at.step->ask_count - 1;
    const struct lesson_ask *q = last >= 0 ? &at.step->ask[last] : NULL;
    if (q && q->kind == ASK_PICTURE && picture_of(q, f->now, &p, &quiet) && p.head >= 0 &&
        p.query == f->query && f->now->state.look.layer == f->now->config.layers - 1 && p.count == f->keys) {
        f->guess.of = &l->run.visit[l->run.step].answer[last];
        f->guess.head = p.head;
    }
    reply_finish(&quiet);
}

void flow_guess_ribbons(const struct paint *p, const struct flow *f)
{
    const int h = f->guess.head;
    double at = flow_box(f, f->query, h) * PAINT_SUB;
    for (int j = 0; j < f->keys && h >= f->head && h < f->head + f->heads; j++) {
        double width = picture_share(f->guess.of, f->keys, j) * f->box * PAINT_SUB;
        const struct ribbon r = {.top = flow_box(f, flow_column_of_key(f, j), h) * PAINT_SUB,
                                 .top_width = width,
                                 .bottom = at,
                                 .bottom_width = width,
                                 .rim = 2.4,
                                 .hue = HUE_GREY,
                                 .faint = HUE_FULL * 3 / 8,
                                 .dim = true};
        if (width > 0 && flow_in_sight(f, flow_column_of_key(f, j)))
            paint_ribbon(p, &r);
        at += width;
    }
}

/* A share under each word, as it is drawn so far; a click gives a word more. */
static void guess_numbers(struct canvas c, const struct flow *f, int row)
{
    const struct lesson_answer *a = f->guess.of;
    for (int j = 0; j < f->keys; j++) {
        int word = flow_column_of_key(f, j);
        if (!flow_in_sight(f, word))
            continue;
        const char *number = a->share[j] > 0 ? said_values(f->s, "%d", a->share[j]) : "·";
        int col = flow_box(f, word, f->guess.head) + (f->box - utf8_width(number)) / 2;
        canvas_put(c, row, col, a->drawn == j ? STYLE_SELECTED : STYLE_LABEL, number);
        for (int r = f->row[FLOW_WORDS]; r < row + 3; r++)
            if (click_hit(f->s->click, c, r, flow_left(f, word), f->width))
                click_line(f->s->click, "draw word %d +10", j);
    }
}

void flow_guess_draw(struct canvas c, const struct flow *f)
{
    int row = f->row[FLOW_WORDS] + 1, end = f->row[FLOW_RIBBONS] + f->rows[FLOW_RIBBONS];
    struct canvas area = canvas_part(c, row + 1, 0, end - row - 1, c.cols);
    struct paint p;
    const struct paint_look look = {screen_theme(f->s), screen_mono(f->s), f->s->ascii};
    int col = flow_box(f, f->query, f->guess.head);
    if (!paint_begin(&p, f->s->scratch, area.rows, area.cols))
        return;
    paint_curves(&p, area, &look);
    flow_guess_ribbons(&p, f);
    paint_show(&p, area, look);
    guess_numbers(c, f, row);
    const char *asks = said_values(f->s, picture_sum(f->guess.of, f->keys) ? " %s " : " %s ? ",
                                   flow_word(f, f->now->state.sentence, f->query));
    int room = c.cols - utf8_width(asks);
    canvas_put(c, end, col < room ? col : room, STYLE_CURSOR, asks);
}
