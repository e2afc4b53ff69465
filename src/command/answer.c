/* Commands that ask for an answer: the words that the readout chooses between, and what a position is to say
 * or a head is to read. */
#include "base/mem.h"
#include "command/command.h"
#include "state/param.h"

/* ---- classes -------------------------------------------------------------------------- */

/* Reads the arguments as different words. Returns NULL and explains in the reply otherwise. */
static struct sequence *read_classes(struct call *c, struct state *next)
{
    int count = c->w->count - 1, *id = mem_new((size_t)count, sizeof *id);
    bool ok = id || reply_no_memory(c->r);
    for (int i = 0; ok && i < count; i++) {
        id[i] = lexicon_intern(&next->lexicon, call_word(c, i + 1), next->set.d);
        ok = id[i] >= 0 || reply_no_memory(c->r);
        for (int k = 0; ok && k < i; k++)
            if (id[k] == id[i])
                ok = reply_fail(c->r, call_col(c, i + 1),
                                TEXT("'%s' is a class already: write each word once"), call_word(c, i + 1));
    }
    struct sequence *q = ok ? sequence_new(id, count) : NULL;
    if (ok && !q)
        reply_no_memory(c->r);
    mem_free(id);
    return q;
}

/* Gives each class the column that its word has had in a matrix of the readout; a new one gets zeros. */
static bool take_columns(struct state *next, int w, const struct state *old)
{
    const struct value *from = state_weight(old, 0, w);
    if (!from || !next->classes)
        return numbers_put(&next->numbers, numbers_weight(0, w), NULL);
    struct value *v = value_new(from->rows, next->classes->count);
    for (int k = 0; v && k < v->cols; k++) {
        int at = state_class(old, next->classes->id[k]);
        for (int i = 0; at >= 0 && at < from->cols && i < v->rows; i++)
            v->v[i * v->cols + k] = from->v[i * from->cols + at];
    }
    if (v && numbers_put(&next->numbers, numbers_weight(0, w), v))
        return true;
    value_drop(v);
    return false;
}

static bool classes_into(struct call *c, struct state *next)
{
    struct sequence *q = NULL;
    bool none = c->w->count == 2 && call_is(c, 1, "none");
    if (c->w->count - 1 > CONFIG_MAX_CLASSES)
        return reply_fail(c->r, call_col(c, CONFIG_MAX_CLASSES + 1),
                          TEXT("%d classes are too many (at most %d)"), c->w->count - 1, CONFIG_MAX_CLASSES);
    if (!none && !(q = read_classes(c, next)))
        return false;
    sequence_drop(next->classes);
    next->classes = q;
    const struct state *old = &c->m->now.state;
    return (take_columns(next, READ_U, old) && take_columns(next, READ_B, old)) || reply_no_memory(c->r);
}

/* ---- targets -------------------------------------------------------------------------- */

/* target T WORD|none, target head I T U|none (head I of the layer in view), target none */
static bool target_into(struct call *c, struct state *next)
{
    struct target t = {.head = -1, .to = -1};
    int count = c->w->count;
    bool head = count == 5 && call_is(c, 1, "head"), none = call_is(c, count - 1, "none");
    if (count == 2 && none) {
        targets_drop(next->targets);
        next->targets = NULL;
        return true;
    }
    if (!head && count != 3)
        return call_fail(c, 1,
                         TEXT("write 'target T WORD' (what a word is to say), 'target head I T U' (which "
                              "word a head is to read), 'none' in place of the last removes it"));
    if (head) {
        struct state at = *next; /* shallow: owns nothing */
        if (!param_set(&at, param_find("head"), call_word(c, 2), call_col(c, 2), c->r))
            return false;
        t = (struct target){.layer = next->look.layer, .head = at.look.head, .to = -1};
    }
    t.at = state_token(next, call_word(c, count - 2), call_col(c, count - 2), c->r);
    if (t.at < 0)
        return false;
    const char *word = call_word(c, count - 1);
    int col = call_col(c, count - 1);
    bool memory = next->memory && next->set.block == BLOCK_ATTENTION;
    if (head && !none)
        t.to = (memory ? state_memory_token : state_token)(next, word, col, c->r);
    else if (!none) {
        int class = state_class_token(next, word, col, c->r);
        t.to = class < 0 ? -1 : next->classes->id[class];
    }
    return (t.to >= 0 || none) && (targets_put(&next->targets, t) || reply_no_memory(c->r));
}

const struct command cmd_answer[] = {
    {"classes", "A B … | none", NULL, classes_into, COMMAND_STATE, "classes 猫 狗",
     TEXT("sets the words that the readout chooses between: logits = last rows · U + b_U, one column per "
          "class (U is 0 until it is set)")},
    {"target", "T WORD|none*? | head I T U|none | none", NULL, target_into, COMMAND_STATE,
     "target head 0 追 猫",
     TEXT("what the word T is to say (one of the classes), or which word U head I (from 0) is to read at T; "
          "the loss is the mean of −log of these shares")},
    COMMAND_LAST,
};
