#include "base/near.h"

#include <string.h>

enum { NEAR_LONGEST = 24 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

int near_distance(const char *a, const char *b, int limit)
{
    int n = (int)strlen(a), m = (int)strlen(b);
    int row[3][NEAR_LONGEST + 1]; /* two rows back, one row back, this row */
    if (n > NEAR_LONGEST || m > NEAR_LONGEST)
        return limit + 1;
    for (int j = 0; j <= m; j++)
        row[1][j] = j;
    for (int i = 1; i <= n; i++) {
        row[2][0] = i;
        for (int j = 1; j <= m; j++) {
            int change = row[1][j - 1] + (a[i - 1] != b[j - 1]);
            row[2][j] = least(change, least(row[1][j], row[2][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[2][j] = least(row[2][j], row[0][j - 2] + 1);
        }
        memcpy(row[0], row[1], sizeof row[0]);
        memcpy(row[1], row[2], sizeof row[1]);
    }
    return least(row[1][m], limit + 1);
}

const char *near_name(const char *name, const void *table, size_t size)
{
    const char *best = NULL, *s;
    int letters = (int)strlen(name), best_distance = letters < 2 ? letters : letters < 5 ? 2 : 3;
    for (const char *row = table; (s = *(const char *const *)(const void *)row) != NULL; row += size) {
        int far = near_distance(name, s, best_distance);
        if (far < best_distance) {
            best_distance = far;
            best = s;
        }
    }
    return best;
}
