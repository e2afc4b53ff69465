#include "cmd/near.h"

#include "base/near.h"
#include "model/param.h"

bool near_fail(struct call *call, const char *name)
{
    const char *best = NULL;
    for (int g = 0; command_groups[g]; g++) {
        const char *one = near_name(name, command_groups[g], sizeof **command_groups);
        if (one && (!best || near_distance(name, one, 3) < near_distance(name, best, 3)))
            best = one;
    }
    if (param_find(name))
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("%s is a setting: write 'set %s VALUE'", "%s 是设置项：请写“set %s 值”"), name, name);
    if (best)
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("no command '%s': did you mean '%s'?", "没有命令“%s”：是不是“%s”？"), name, best);
    return reply_fail(call->r, call_col(call, 0),
                      TEXT("no command '%s' (help commands lists them all)", "没有命令“%s”（help commands 列出全部命令）"), name);
}
