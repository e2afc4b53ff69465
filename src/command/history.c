/* Commands for undo, pins, the compare view and the list of orders. */
#include <string.h>

#include "base/number.h"
#include "command/command.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"

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
    static const char *const taken[] = {"twin", "next", "swap", "stage"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(call_word(c, 1), taken[i]) == 0)
            return call_fail(c, 1,
                             TEXT("'%s' is reserved after compare: use another name",
                                  "“%s”在 compare 之后另有含义：请换一个名字"),
                             taken[i]);
    return model_pin(c->m, c->w->count > 1 ? call_word(c, 1) : NULL, c->r);
}

static bool unpin(struct call *c)
{
    return model_unpin(c->m, c->w->count > 1 ? call_word(c, 1) : NULL, c->r);
}

/* ---- compare -------------------------------------------------------------------- */

static bool compare_twin(struct call *c)
{
    c->m->compare = -1;
    return true;
}

/* Cycles through the twin and the pins in order. */
static bool compare_next(struct call *c)
{
    c->m->compare = c->m->compare + 1 < c->m->pin_count ? c->m->compare + 1 : -1;
    if (c->m->pin_count == 0)
        reply_say(c->r, TEXT("there is only the twin so far ('pin' adds a state)",
                             "目前只有交换后的句子可比（P 或 pin 定格现在的状态）"));
    return true;
}

static bool compare_swap(struct call *c)
{
    return model_exchange(c->m, c->line, c->r);
}

/* Returns the next or previous present stage with numbers; the last of the last layer is "final". */
static int stage_beside(const struct config *config, const struct look *look, int step)
{
    int last = stage_output(config, look->layer),
        at = look->compare_stage == COMPARE_FINAL ? last : look->compare_stage;
    int next = stage_step(config, look->layer, at, step);
    if (next == last && look->layer == config->layers - 1)
        return COMPARE_FINAL;
    return stage_has_numbers(next) ? next : at;
}

static bool compare_stage(struct call *c)
{
    struct state next = {0};
    const char *name = call_word(c, 2);
    const struct config *config = &c->m->now.config;
    int step = strcmp(name, "next") == 0 ? 1 : strcmp(name, "prev") == 0 ? -1 : 0, i = stage_find(name);
    if (step == 0 && strcmp(name, "final") != 0 &&
        (i < 0 || !stage_has_numbers(i) || !stage_present(config, c->m->now.state.look.layer, i)))
        return call_fail(
            c, 2,
            TEXT("compare stage: '%s' is not a stage with numbers here (X, Q, weights, output …, final, "
                 "next, prev)",
                 "compare stage：这里没有带数字的步骤“%s”（X、Q、weights、output……、final、next、prev）"),
            name);
    call_edit(c, &next);
    next.look.compare_stage = step ? stage_beside(config, &next.look, step) : i >= 0 ? i : COMPARE_FINAL;
    return call_commit(c, &next);
}

static const struct {
    const char *name;
    int words;
    bool (*exec)(struct call *);
} sides[] = {
    {"twin", 2, compare_twin},
    {"next", 2, compare_next},
    {"swap", 2, compare_swap},
    {"stage", 3, compare_stage},
};

static bool compare(struct call *c)
{
    const char *name = call_word(c, 1);
    if (c->w->count == 1)
        return compare_twin(c);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (strcmp(sides[i].name, name) == 0 && sides[i].words == c->w->count)
            return sides[i].exec(c);
    for (int i = 0; i < c->m->pin_count && c->w->count == 2; i++)
        if (strcmp(c->m->pins[i].name, name) == 0) {
            c->m->compare = i;
            return true;
        }
    if (strcmp(name, "stage") == 0 || c->w->count > 2)
        return call_fail(c, 1,
                         TEXT("compare: write NAME, twin, next, swap or stage NAME",
                              "compare：请写 名字、twin、next、swap 或 stage 步骤名"));
    return call_fail(c, 1,
                     TEXT("nothing is pinned as '%s' (pin %s pins what is shown now)",
                          "没有名为“%s”的定格（pin %s 可定格现在的状态）"),
                     name, name);
}

/* ---- order ------------------------------------------------------------------------ */

/* Completes the list of orders, if that is quick enough. */
static bool whole_list(struct call *c, struct orders *o)
{
    if (!model_compute(c->m, VIEW_COMPARE, c->r))
        return false;
    if (!orders_complete(o))
        return call_fail(c, 0,
                         TEXT("%d orders of a scene this wide take too long at once: let the compare view "
                              "list them first (Tab)",
                              "这么宽的场景一次算 %d 种顺序太慢：请先让对比视图列出来（Tab）"),
                         o->total);
    return true;
}

/* Returns the index of the line that is meant; -1 with the reason in the reply. */
static int order_line(struct call *c, const struct orders *o)
{
    const char *n = call_word(c, 1);
    long line = c->m->now.state.look.order_row + 1;
    if (c->w->count > 1 && number_parse_int(n, strlen(n), 1, o->total, &line) != NUMBER_OK)
        call_fail(c, 1, TEXT("order %s: write the number of a line, 1 to %d", "order %s：请写行号，1 到 %d"),
                  n, o->total);
    else if (line < 1)
        call_fail(c, 0, TEXT("the list of orders is still being computed", "顺序列表还没有算完"));
    else if (line > o->done)
        call_fail(c, 0, TEXT("line %ld of the list is not computed yet", "列表的第 %ld 行还没有算出来"),
                  line);
    return c->r->failed ? -1 : (int)line - 1;
}

static bool order(struct call *c)
{
    struct orders *o = &c->m->orders;
    struct state next = {0};
    if (c->w->count == 1 && !orders_listed(&c->m->now.state.look))
        return call_fail(
            c, 0,
            TEXT("the list of orders is not shown (Tab in the compare view shows it; 'order N' takes line N)",
                 "没有显示顺序列表（在对比视图按 Tab 显示；“order N”取第 N 行）"));
    if (c->w->count > 1 && !whole_list(c, o))
        return false;
    if (o->total == 0)
        return call_fail(c, 0, TEXT("%s", "%s"), text_str(&o->why));
    int at = order_line(c, o);
    if (at < 0)
        return false;
    const struct orders_line *line = &o->line[o->rank[at]];
    struct sequence *q = orders_sentence(o, line);
    if (!q)
        return reply_no_memory(c->r);
    call_edit(c, &next);
    sequence_drop(next.sentence);
    next.sentence = q;
    cursor_keep_words(&next, c->m->now.state.sentence, &next.look);
    next.look.order_row = -1; /* the cursor goes with the sentence, wherever the new list has it */
    return call_commit(c, &next);
}

const struct command cmd_history[] = {
    {"undo", 0, 0, "undo", undo, 0, WORDS_NAMES, "undo",
     PAIR("undoes the last change; the history keeps up to 256 MB, then drops the oldest steps",
          "撤销上一次修改；各步最多占 256 MB，超出时丢弃最早的")},
    {"redo", 0, 0, "redo", redo, 0, WORDS_NAMES, "redo",
     PAIR("redoes the change that was undone", "重做撤销的修改")},
    {"pin", 0, 1, "pin [NAME]", pin, 0, WORDS_NAMES, "pin A",
     PAIR("pins the present state, to compare with (at most 100 states)",
          "定格现在的状态，以便比较（最多 100 个）")},
    {"unpin", 0, 1, "unpin [NAME]", unpin, 0, WORDS_NAMES, "unpin A",
     PAIR("removes a pinned state (default: all)", "取消定格（不写名字则全部取消）")},
    {"compare", 0, 2, "compare [NAME|twin|next|swap] | compare stage NAME|final|next|prev", compare, 0,
     WORDS_SIDES, "compare twin",
     PAIR("sets the other side of the comparison: a pinned state, or the twin (the sentence with two words "
          "swapped); swap enters the other side; stage sets what both sides show",
          "比较的另一边：某个定格，或交换两个词的句子（twin）；swap 进入另一边；stage 选择两边显示的步骤")},
    {"order", 0, 1, "order [N]", order, COMMAND_OUTSIDE, WORDS_NAMES, "order 1",
     PAIR("reorders the words as in line N of the list of orders (default: the line under the cursor)",
          "按顺序列表的第 N 行排列各词（不写 N 则用光标所在的行）")},
    COMMAND_LAST,
};
