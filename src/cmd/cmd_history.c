/* Commands about earlier and other states. */
#include <string.h>

#include "cmd/cmd.h"

static bool undo(struct call *c)
{
    return model_undo(c->m, c->r);
}

static bool redo(struct call *c)
{
    return model_redo(c->m, c->r);
}

static bool pin(struct call *c)
{
    return model_pin(c->m, c->w->count > 1 ? call_word(c, 1) : NULL, c->r);
}

static bool unpin(struct call *c)
{
    return model_unpin(c->m, c->w->count > 1 ? call_word(c, 1) : NULL, c->r);
}

static bool compare(struct call *c)
{
    const char *name = call_word(c, 1);
    if (c->w->count == 1 || strcmp(name, "twin") == 0) {
        c->m->compare = -1;
        return true;
    }
    for (int i = 0; i < c->m->pin_count; i++)
        if (strcmp(c->m->pins[i].name, name) == 0) {
            c->m->compare = i;
            return true;
        }
    return reply_fail(c->r, call_col(c, 1), TEXT("nothing is pinned as '%s' (pin %s pins what is shown now)",
                                                 "没有名为“%s”的定格（pin %s 可定格现在的状态）"), name, name);
}

const struct command cmd_history[] = {
    {"undo", 0, 0, "undo", PAIR("takes the last change back", "撤销上一次修改"), "undo", false, undo},
    {"redo", 0, 0, "redo", PAIR("makes the change that was taken back again", "重做撤销的修改"), "redo", false, redo},
    {"pin", 0, 1, "pin [NAME]", PAIR("keeps what is shown now, to compare with", "定格现在的状态，以便比较"), "pin A", false, pin},
    {"unpin", 0, 1, "unpin [NAME]", PAIR("forgets a pinned state (without a name: all)", "取消定格（不写名字则全部取消）"), "unpin A", false,
     unpin},
    {"compare", 0, 1, "compare [NAME|twin]",
     PAIR("the other side of the comparison: a pinned state, or the sentence with its ends swapped",
          "比较的另一边：某个定格，或首尾交换的句子"),
     "compare twin", false, compare},
    {NULL, 0, 0, NULL, PAIR(NULL, NULL), NULL, false, NULL},
};
