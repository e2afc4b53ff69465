/* What a line that changed sizes says of the matrices that are left. */
#include "state/state.h"
#include "support/claims.h"

/* A matrix of the attention before and after: with the same numbers as far as both go. */
struct both {
    const struct value *was, *now;
};

static bool kept(const struct claims *c, int i, struct both *m)
{
    int layer = i / 4, w = W_Q + i % 4;
    const struct state *now = &c->m->now.state;
    *m = (struct both){NULL, NULL};
    if (layer >= c->was->set.layers || layer >= now->set.layers)
        return false;
    *m = (struct both){state_weight(c->was, layer, w), state_weight(now, layer, w)};
    for (int r = 0; m->was && m->now && r < m->was->rows && r < m->now->rows; r++)
        for (int j = 0; j < m->was->cols && j < m->now->cols; j++)
            if (m->was->v[r * m->was->cols + j] != m->now->v[r * m->now->cols + j])
                return false;
    return m->was && m->now;
}

static bool some_matrix(const struct claims *c, bool (*holds)(struct both m))
{
    struct both m;
    for (int i = 0; i < 4 * CONFIG_MAX_LAYERS; i++)
        if (kept(c, i, &m) && holds(m))
            return true;
    return false;
}

static bool smaller(struct both m)
{
    return m.now->rows < m.was->rows || m.now->cols < m.was->cols;
}

static bool larger(struct both m)
{
    return m.now->rows > m.was->rows || m.now->cols > m.was->cols;
}

static bool all_there(struct both m)
{
    return m.now->rows == m.was->rows && m.now->cols == m.was->cols;
}

static bool cut(const struct claims *c)
{
    return some_matrix(c, smaller);
}

static bool filled(const struct claims *c)
{
    return some_matrix(c, larger) && !some_matrix(c, smaller);
}

static bool regrouped(const struct claims *c)
{
    return some_matrix(c, all_there) && c->was->set.heads != c->m->now.state.set.heads;
}

static bool named(const struct state *s)
{
    for (int h = 0; h < s->set.heads; h++)
        if (*state_head_name(s, h))
            return true;
    return false;
}

static bool no_longer_trained(const struct claims *c)
{
    return state_heads_named(c->was) && !named(&c->m->now.state);
}

const struct claim claims_of_told[] = {
    {"^the matrices keep only their upper-left corner", "^矩阵只剩左上角", cut},
    {"^the matrices are filled up with new numbers", "^矩阵补上了新的数", filled},
    {"^the columns of the matrices belong to other heads", "^矩阵的列分给了另外的头", regrouped},
    {": no longer the trained heads$", "，不再是训练过的头$", no_longer_trained},
    {": no longer the same heads$", "，不再是原来的头$", NULL},
    {NULL, NULL, NULL},
};
