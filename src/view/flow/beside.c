/* Two pictures side by side: what looks the same in both. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "view/flow/flow.h"

/* A smaller difference, as part of the largest value, changes neither a colour nor a second decimal. */
#define VISIBLE 0.005

int flow_partner(const struct flow *f, int w)
{
    const struct flow *there = f->beside;
    int column = f->columns->of[w];
    return column < there->words + (there->crosses ? there->keys : 0) ? column : -1;
}

bool flow_same_share(const struct flow *f, int h, int i, int j)
{
    if (!f->beside || h >= f->beside->a->heads)
        return false;
    int query = flow_partner(f, i), key = flow_partner(f, flow_column_of_key(f, j));
    key -= f->beside->crosses ? f->beside->words : 0;
    return query >= 0 && key >= 0 &&
           fabs(flow_weight(f, h, i, j) - flow_weight(f->beside, h, query, key)) < VISIBLE;
}

/* Word w's numbers in row r of the page; absent if there are none. */
static struct mat row_of(const struct flow *f, int r, int h, int w)
{
    const struct config *c = &f->now->config;
    int layer = f->now->state.look.layer, row = w < f->words ? w : w - f->words, stage = flow_row_stage(f, r);
    if (w < 0 || h >= c->heads || !flow_numbered(f, r))
        return (struct mat){0};
    struct mat m = stage_matrix(&f->now->trace, layer, stage, h);
    return row < m.rows ? mat_rows(m, row, 1) : (struct mat){0};
}

bool flow_same_row(const struct flow *f, int r, int h, int w)
{
    if (!f->beside)
        return false;
    if (r == FLOW_HEARD)
        return flow_same_row(f, FLOW_X, h, w) && flow_same_row(f, FLOW_H, h, w) &&
               (!flow_numbered(f, FLOW_P) || flow_same_row(f, FLOW_P, h, w));
    struct mat here = row_of(f, r, h, w), there = row_of(f->beside, r, h, flow_partner(f, w));
    double most = fmax(mat_max_abs(here), mat_max_abs(there));
    if (!mat_present(here) || !mat_present(there) || here.cols != there.cols)
        return false;
    for (int j = 0; j < here.cols; j++)
        if (!(fabs(mat_at(here, 0, j) - mat_at(there, 0, j)) <= VISIBLE * most))
            return false;
    return true;
}
