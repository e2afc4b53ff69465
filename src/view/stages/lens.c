#include "view/stages/lens.h"

#include <math.h>

static const char *layers_head(const struct table *t, int col)
{
    const struct layers_of *of = t->of;
    return col < 0 ? screen_text(t->s, TEXT("each layer would say")) : of->heads[col];
}

static const char *layers_name(const struct table *t, int row)
{
    return row == 0 ? screen_text(t->s, TEXT("before layer 1")) : say(t->s, TEXT("after layer %d"), row);
}

static const char *layers_cell(const struct table *t, int row, int col)
{
    const struct layers_of *of = t->of;
    const struct lens_layer *at = &of->lens[col]->of_layer[row];
    if (row >= of->lens[col]->done)
        return "…";
    return said_values(t->s, "%s %s", state_word(of->state[col], of->state[col]->classes, at->says),
                       share_text(t->s, at->share, SHARE_SHORT));
}

/* What is answered in the end is bright where it is said already. */
static struct canvas_look layers_look(const struct table *t, int row, int col)
{
    const struct layers_of *of = t->of;
    const struct lens_layer *at = col < 0 ? NULL : &of->lens[col]->of_layer[row];
    bool said = at && row < of->lens[col]->done && at->says == at->answer;
    return (struct canvas_look){col < 0 ? STYLE_LABEL : said ? STYLE_STRONG : STYLE_DIM, 0};
}

static double layers_value(const struct table *t, int row, int col)
{
    const struct layers_of *of = t->of;
    return row < of->lens[col]->done ? of->lens[col]->of_layer[row].share : (double)NAN;
}

struct table layers_table(const struct screen *s, const struct layers_of *of)
{
    int cols = of->lens[1] ? 2 : 1, rows = of->lens[0]->total;
    for (int i = 0; i < of->lens[0]->done && rows > 0; i++)
        rows = isnan(of->lens[0]->of_layer[i].share) ? 0 : rows; /* numbers too large say nothing */
    return (struct table){.s = s,
                          .of = of,
                          .rows = rows,
                          .cols = cols,
                          .head = layers_head,
                          .name = layers_name,
                          .cell = layers_cell,
                          .look = layers_look,
                          .value = layers_value,
                          .low = 0,
                          .high = 1};
}
