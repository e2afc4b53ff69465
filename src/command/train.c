/* Commands that train: the task, and how many steps. */
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "command/command.h"
#include "core/encoding/posenc.h"
#include "state/encoding.h"
#include "state/param.h"
#include "state/training.h"

/* ---- task ------------------------------------------------------------------------------ */

/* Applies key=value after a task's name: k, n, test, or a setting that numbers depend on. */
static bool option(struct state *next, const char *key, const char *value, int col, struct reply *r)
{
    struct text own = {0};
    text_addf(&own, "task_%s", key);
    const struct param *p = param_find(text_str(&own));
    p = p ? p : param_find(key);
    bool ok = !own.failed || reply_no_memory(r);
    text_finish(&own);
    if (!ok)
        return false;
    if (p && p == param_find("task"))
        return reply_fail(r, col, TEXT("one task at a time", "一次只能有一个任务"));
    return p && !p->look ? param_set(next, p, value, col, r) : encoding_option(next, key, value, col, r);
}

/* Applies what a task recommends: key=value, separated by blanks. */
static bool recommended(struct state *next, const char *settings, struct reply *r)
{
    bool ok = true;
    for (const char *at = settings; ok && *at;) {
        size_t n = strcspn(at, " "), key_length = strcspn(at, "=");
        char *key = mem_copy_text(at, key_length);
        char *value = mem_copy_text(at + key_length + 1, n - key_length - 1);
        ok = key && value ? option(next, key, value, 0, r) : reply_no_memory(r);
        mem_free(key);
        mem_free(value);
        at += n + strspn(at + n, " ");
    }
    return ok;
}

/* Begins anew: all settings as at program start but for the seed, then those of the task, then the given
 * ones. */
static bool task_into(struct call *c, struct state *next)
{
    struct state initial = {0};
    if (!state_init(&initial))
        return reply_no_memory(c->r);
    int seed = next->set.seed;
    next->set = initial.set;
    next->set.seed = seed;
    state_finish(&initial);
    if (!param_set(next, param_find("task"), call_word(c, 1), call_col(c, 1), c->r) ||
        !recommended(next, task_at(next->set.task)->settings, c->r))
        return false;
    for (int i = 2; i < c->w->count;)
        if (!call_option(c, &i, option, next))
            return false;
    if (!training_fits(next, c->r))
        return false;
    if (!training_begin(next, c->r->work) || !training_widen(next))
        return reply_no_memory(c->r);
    next->look.query = next->targets->of[0].at;
    return true;
}

static bool task(struct call *c)
{
    struct state next = {0};
    call_edit(c, &next);
    bool none = strcmp(call_word(c, 1), "none") == 0;
    if (none && c->w->count > 2) {
        state_finish(&next);
        return reply_fail(c->r, call_col(c, 2), TEXT("'task none' has no options", "“task none”没有选项"));
    }
    if (none)
        next.set.task = next.set.steps = 0;
    if (none || task_into(c, &next)) {
        const struct task *t = task_at(next.set.task);
        if (!call_commit(c, &next))
            return false;
        if (t)
            reply_say(c->r, TEXT("%s; watch: %s", "%s；请看：%s"), pair_in(t->title, c->r->lang),
                      pair_in(t->watch, c->r->lang));
        return true;
    }
    state_finish(&next);
    return false;
}

/* ---- train ----------------------------------------------------------------------------- */

/* Reads N, or +N and -N from the present step, which stay in range. */
static bool read_steps(struct call *c, int from, int *steps)
{
    const char *word = call_word(c, 1);
    bool more = *word == '+' || *word == '-';
    long n;
    if (number_parse_int(word, strlen(word), -TRAINER_STEPS, TRAINER_STEPS, &n) != NUMBER_OK ||
        (!more && n < 0))
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("train %s: write a number of steps (0 to %d), +N or -N, off or keep",
                               "train %s：请写步数（0 到 %d）、+N 或 -N、off 或 keep"),
                          word, TRAINER_STEPS);
    n += more ? from : 0;
    *steps = (int)(n < 0 ? 0 : n > TRAINER_STEPS ? TRAINER_STEPS : n);
    return true;
}

static bool train_into(struct call *c, struct state *next)
{
    const char *word = call_word(c, 1);
    if (strcmp(word, "off") == 0) {
        next->set.steps = 0;
        return true;
    }
    if (strcmp(word, "keep") != 0)
        return read_steps(c, next->set.steps, &next->set.steps);
    if (next->set.steps == 0)
        return reply_fail(
            c->r, call_col(c, 1),
            TEXT("nothing was trained yet ('train 40' does)", "还没有训练过（用“train 40”训练）"));
    return training_settle(next, c->r);
}

static bool train(struct call *c)
{
    struct state next = {0};
    call_edit(c, &next);
    if (train_into(c, &next))
        return call_commit(c, &next);
    state_finish(&next);
    return false;
}

const struct command cmd_train[] = {
    {"task", 1, -1, "task NAME [key=value …] | task none",
     PAIR(
         "begins a task: sentences and answers to learn from, random matrices, and the settings that it "
         "recommends "
         "(or those given: task echo k=2 seed=3 encoding=rope)",
         "开始一个任务：有可学习的句子和答案，矩阵随机，并设好推荐的设置（也可以自己给：task echo k=2 seed=3 "
         "encoding=rope）"),
     "task order", COMMAND_STATE, WORDS_CHOICES, task},
    {"train", 1, 1, "train N | train +N | train off | train keep",
     PAIR("shows the model after N steps of training from the matrices as they were set; off: before it; "
          "keep: makes "
          "what was learned ordinary numbers",
          "显示从设定的矩阵出发、训练 N 步之后的模型；off：训练之前的；keep：把学到的数变成普通的数"),
     "task order; train 40", COMMAND_STATE, WORDS_NAMES, train},
    COMMAND_LAST,
};
