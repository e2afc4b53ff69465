/* What the pieces of code share: room for results, and sizes. */
#include "study/code/snippet.h"

struct mat snippet_room(const struct snippet_run *run, int rows, int cols)
{
    return arena_more(run->room, mat_room(rows, cols)) ? mat_in(run->room, rows, cols) : (struct mat){0};
}

int snippet_table_rows(const struct config *c)
{
    return c->n + SNIPPET_SPARE;
}

int snippet_pairs(const struct config *c)
{
    return (c->d + 1) / 2;
}

bool snippet_odd(const struct snippet_run *run)
{
    return run->now->config.d % 2;
}

int snippet_word_of(int n, int b, int t)
{
    return b && (t == 0 || t == n - 1) ? n - 1 - t : t;
}
