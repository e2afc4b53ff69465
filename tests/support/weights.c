#include "support/weights.h"

#include <string.h>

struct factor (*weights_room(void))[WEIGHT_COUNT]
{
    enum { AT_ONCE = 8, LAYERS = 6 };
    static struct factor rooms[AT_ONCE][LAYERS][WEIGHT_COUNT];
    static int next;
    next = (next + 1) % AT_ONCE;
    memset(rooms[next], 0, sizeof rooms[next]);
    return rooms[next];
}

void weights_of(struct truth *t, json_t *j, struct config *c)
{
    static const char *const names[] = {"Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"};
    c->w = weights_room();
    for (int i = W_Q; i <= B_O; i++)
        if (truth_at(j, names[i]))
            c->w[0][i] = factor_of(truth_mat(t, truth_at(j, names[i])));
}
