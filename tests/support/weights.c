#include "support/weights.h"

void weights_of(struct truth *t, json_t *j, struct config *c)
{
    static const char *const names[] = {"Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"};
    for (int i = W_Q; i <= B_O; i++)
        if (truth_at(j, names[i]))
            c->w[0][i] = truth_mat(t, truth_at(j, names[i]));
}
