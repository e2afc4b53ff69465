#include "cmd/near.h"

#include <string.h>

#include "model/param.h"

enum { NEAR_LONGEST = 24 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

int near_distance(const char *a, const char *b, int limit)
{
    int n = (int)strlen(a), m = (int)strlen(b);
    int row[3][NEAR_LONGEST + 1];   /* two rows back, one row back, this row */
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

bool near_fail(struct call *call, const char *name)
{
    const char *best = NULL;
    int best_distance = 3;
    for (int g = 0; command_groups[g]; g++)
        for (const struct command *c = command_groups[g]; c->name; c++) {
            int far = near_distance(name, c->name, best_distance);
            if (far < best_distance) {
                best_distance = far;
                best = c->name;
            }
        }
    if (param_find(name))
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("%s is a setting: write 'set %s VALUE'", "%s 是设置项：请写“set %s 值”"), name, name);
    if (best)
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("no command '%s': did you mean '%s'?", "没有命令“%s”：是不是“%s”？"), name, best);
    return reply_fail(call->r, call_col(call, 0),
                      TEXT("no command '%s' (help lists them all)", "没有命令“%s”（help 列出全部命令）"), name);
}
