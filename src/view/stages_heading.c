/* What a stage is: title, formula, one plain sentence, and what is special here
 * and now; for the first stage the words themselves. */
#include "core/stage.h"
#include "view/changes.h"
#include "view/stages_parts.h"

static bool empty_row_here(const struct scene *now, int stage)
{
    const struct layer_trace *l = &now->trace.layer[now->state.look.layer];
    bool weights = stage == STAGE_WEIGHTS || stage == STAGE_WEIGHTSC;
    return weights && attention_empty_row(stage == STAGE_WEIGHTS ? &l->self : &l->cross, now->state.look.head, now->state.look.query);
}

/* That what follows are differences, and from what. */
static int against(struct canvas c, const struct screen *s)
{
    struct text t = {0};
    changes_title(s, &t);
    canvas_field(c, 0, 0, c.cols, STYLE_CHANGED, text_str(&t));
    text_finish(&t);
    return 1;
}

int stages_heading_draw(struct canvas c, const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, stages[stage].title)) + 2;
    const char *formula = stage_formula(&now->config, now->state.look.layer, stage);
    int rows = col + utf8_width(formula) > c.cols;
    col = canvas_put(c, rows, rows ? 0 : col, STYLE_FORMULA, formula);
    if (stages[stage].per_head && now->config.heads > 1)
        canvas_putf(c, rows, col + 2, STYLE_KEY, screen_text(s, TEXT("head %d of %d", "第 %d 头，共 %d 头")), now->state.look.head + 1,
                    now->config.heads);
    rows += 1;
    rows += canvas_flow(canvas_part(c, rows, 0, c.rows, c.cols), 0, STYLE_NOTE, screen_text(s, stage_help(&now->config, now->state.look.layer, stage)));
    if (empty_row_here(now, stage))
        canvas_put(c, rows++, 0, STYLE_ERROR, screen_text(s, TEXT("this query has no key left: its weights are all 0",
                                                                  "这个查询没有剩下任何键：权重全为 0")));
    if (stage == STAGE_P && now->trace.rows_with_position < now->config.n)
        canvas_putf(c, rows++, 0, STYLE_ERROR, screen_text(s, TEXT("only %d positions have a row: the others get none", "只有 %d 个位置有编码，其余没有")),
                    now->trace.rows_with_position);
    return (now->state.look.show == SHOW_DELTA ? against(canvas_part(c, rows, 0, c.rows, c.cols), s) : 0) + rows + 1;
}

int stages_words_draw(struct canvas c, const struct screen *s)
{
    const struct state *st = &s->model->now.state;
    struct text t = {0};
    int row = 0;
    for (int i = 0; i < st->sentence->count && row < c.rows; i++, row++) {
        text_clear(&t);
        state_label(st, st->sentence, i, &t);
        bool here = i == st->look.query;
        canvas_putf(c, row, 0, STYLE_DIM, "%4d", st->set.start + i);
        canvas_field(c, row, 6, 12, here ? STYLE_CURSOR : STYLE_LABEL, text_str(&t));
        if (st->lexicon->v[st->sentence->id[i]]->made_up)
            canvas_put(c, row, 20, STYLE_DIM, screen_text(s, TEXT("not in the vocabulary: made-up numbers", "词表里没有：用的是编出来的数")));
    }
    text_finish(&t);
    return row;
}
