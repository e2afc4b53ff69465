/* Commands that change a computation on its way, and see what follows: left out, or carried over. */
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "command/command.h"
#include "core/pipeline/block.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/source.h"
#include "state/training.h"
#include "study/cause/other.h"

enum switched { ON, OFF, TOGGLE };

/* Puts a change in, takes it out, or the other of both. */
static bool switch_patch(struct call *c, struct state *next, struct patch is, enum switched way)
{
    int at = patches_find(next->patches, &is);
    bool same = at >= 0 && next->patches->of[at].is.way == is.way;
    if (way == OFF || (way == TOGGLE && same)) {
        struct patches *left = NULL;
        bool ok = true;
        for (int i = 0; next->patches && ok && i < next->patches->count; i++)
            ok = i == at ||
                 patches_put(&left, &next->patches->of[i].is, value_share(next->patches->of[i].rows));
        patches_drop(ok ? next->patches : left);
        next->patches = ok ? left : next->patches;
        return ok || reply_no_memory(c->r);
    }
    return patches_put(&next->patches, &is, NULL) || reply_no_memory(c->r);
}

/* ---- what is left out ------------------------------------------------------------------- */

static bool no_source(struct call *c, uint32_t all)
{
    struct text names = TEXT_HERE;
    for (int i = 0; i < SOURCE_MAX; i++)
        if (all >> i & 1U)
            text_addf(&names, "%s ", source_name(SOURCE_BIT(i)));
    call_fail(c, 1, TEXT("no source '%s' here (one of: %sattnL.hI: a head; word T; none)"), call_word(c, 1),
              text_str(&names));
    text_finish(&names);
    return false;
}

/* In place of what a head gives its mean: over the sentences of the task's test, else over this one. */
static bool omit_mean(struct call *c, struct state *next, struct patch is)
{
    struct state trained;
    int dv = c->m->now.config.dv;
    bool task = next->set.task != 0;
    struct value *mean = task ? value_new(1, dv) : NULL;
    is.way = PATCH_MEAN;
    reply_say(c->r, task ? TEXT("in place of what it gives, its mean over the sentences of the task's test")
                         : TEXT("in place of what it gives, its mean over the words of this sentence"));
    if (!task)
        return switch_patch(c, next, is, ON);
    state_copy(&trained, next);
    bool ok = mean && training_open(&trained, c->r) &&
              trainer_mean(&trained.training->trainer, is.layer, is.head, mean->v, c->r->work);
    state_finish(&trained);
    if (ok && patches_put(&next->patches, &is, mean))
        return true;
    value_drop(mean);
    return reply_no_memory(c->r);
}

/* omit word T: no other word reads it; omit attn0.h1 T: what is given there */
static bool omit_at(struct call *c, struct state *next, bool word)
{
    struct patch is = {.kind = PATCH_WORD};
    if (!word && (!patch_named(&c->m->now.config, call_word(c, 1), &is) || is.kind > PATCH_FFN))
        return call_expected(c, 2);
    is.at = state_token(next, call_word(c, 2), call_col(c, 2), c->r);
    is.way = PATCH_ZERO;
    return is.at >= 0 && switch_patch(c, next, is, c->w->count > 3 ? (enum switched)c->read.way[3] : ON);
}

static bool omit_into(struct call *c, struct state *next)
{
    enum { MEAN = TOGGLE + 1 };
    const struct config *config = &c->m->now.config;
    uint32_t all = sources_all(config), omitted = (uint32_t)next->set.omitted;
    const char *name = call_word(c, 1);
    bool none = c->read.way[1] == 0, way_given = c->w->count > 2 && c->read.way[2] >= 0;
    int way = way_given ? c->read.way[2] : ON;
    struct patch is;
    uint32_t sources = none ? omitted : source_named(name, name + strlen(name)) & all;
    if (c->w->count > 2 && !way_given)
        return omit_at(c, next, sources == SOURCE_BIT(SOURCE_TOKEN));
    if (c->w->count > 3 || (way == MEAN && sources))
        return call_fail(c, 2, TEXT("omit: the mean is of a head ('omit attn0.h1 mean')"));
    if (!none && !sources && patch_named(config, name, &is) && is.kind == PATCH_HEAD) {
        is.way = PATCH_ZERO;
        return way == MEAN ? omit_mean(c, next, is) : switch_patch(c, next, is, (enum switched)way);
    }
    if (sources == 0 && !none)
        return no_source(c, all);
    bool back = none || way == OFF || (way == TOGGLE && (omitted & sources) == sources);
    next->set.omitted = (int)(back ? omitted & ~sources : omitted | sources);
    return !none || patches_keep(&next->patches, patch_puts_in, NULL) || reply_no_memory(c->r);
}

/* ---- what is put in --------------------------------------------------------------------- */

/* carry WHAT T given NUMBERS: as a saved state has it */
static bool carry_given(struct call *c, struct state *next, struct patch is)
{
    struct mat like = patch_rows(&c->m->now.trace, &c->m->now.config, &is);
    struct value *v = value_new(1, like.cols);
    is.way = PATCH_GIVEN;
    if (!v)
        return reply_no_memory(c->r);
    bool ok = c->w->count == 4 + like.cols ||
              call_fail(c, 3, TEXT("carry: %d numbers, but a row has %d"), c->w->count - 4, like.cols);
    for (int j = 0; ok && j < like.cols; j++)
        ok = number_parse(call_word(c, 4 + j), strlen(call_word(c, 4 + j)), &v->v[j]) == NUMBER_OK ||
             call_fail(c, 4 + j, TEXT("'%s' is not a number (write 0.5, -2 or 1e-3)"), call_word(c, 4 + j));
    ok = ok && (patches_put(&next->patches, &is, v) || reply_no_memory(c->r));
    if (!ok)
        value_drop(v);
    return ok;
}

/* The cell of the map under the cursor, in what the map tries: in, or out again. */
static bool carry_here(struct call *c, struct state *next)
{
    const struct look_compare *at = &next->look.compare;
    struct cause_cell cell = cause_cell_at(&c->m->now.config, at->row, at->col);
    bool omits = at->cause == CAUSE_OMIT;
    struct patch is = {.kind = cell.head >= 0 ? PATCH_HEAD
                               : omits        ? PATCH_ATTN
                                              : PATCH_ROW,
                       .way = omits ? PATCH_ZERO : PATCH_CARRY,
                       .layer = cell.layer,
                       .head = cell.head < 0 ? 0 : cell.head,
                       .at = cell.word};
    return switch_patch(c, next, is, TOGGLE);
}

static bool carry_into(struct call *c, struct state *next)
{
    enum { NONE, HERE, ALL = TOGGLE + 1 };
    struct patch is = {.at = -1};
    int way = c->w->count > 2 ? c->read.way[2] : ALL;
    bool at_word = way < 0;
    if (c->read.way[1] == HERE)
        return carry_here(c, next);
    if (c->read.way[1] == NONE)
        return patches_keep(&next->patches, patch_omits, NULL) || reply_no_memory(c->r);
    if (!patch_named(&c->m->now.config, call_word(c, 1), &is))
        return call_fail(
            c, 1,
            TEXT("carry: no part '%s' here (attnL.hI: a head; attnL, ffnL: what they add; layerL: "
                 "the row behind the layer; L from 0 to %d)"),
            call_word(c, 1), c->m->now.config.layers - 1);
    if (at_word && (is.at = state_token(next, call_word(c, 2), call_col(c, 2), c->r)) < 0)
        return false;
    if (c->w->count > 3 && c->read.way[3] == ALL)
        return at_word ? carry_given(c, next, is) : call_expected(c, 3);
    if (c->w->count > 4 || (c->w->count > 3 && way >= 0 && way != ALL))
        return call_expected(c, c->w->count > 4 ? 4 : 3);
    int last = c->w->count > 3 ? c->read.way[3] : way < 0 || way == ALL ? ON : way;
    return switch_patch(c, next, is, (enum switched)last);
}

/* ---- other weights ---------------------------------------------------------------------- */

/* Two rows above each other, under their words. */
static void say_rows(struct call *c, const struct state *s, const struct other *o)
{
    enum { WIDE = 7 };
    const struct sequence *keys = c->m->now.config.m > 0 ? s->memory : s->sentence;
    const struct trace *t = &c->m->now.trace;
    const struct attention *a = &t->layer[t->layers - 1].self;
    for (int h = 0; h < o->heads; h++)
        for (int line = 0; line < 3; line++) {
            static const char *const names[] = {"", TEXT("real"), TEXT("found")};
            struct text name = TEXT_HERE;
            if (line == 0)
                text_addf(&name, "attn%d.h%d", t->layers - 1, o->first + h);
            reply_say(c->r, "%-12s", line == 0 ? text_str(&name) : text_in(names[line], c->r->lang));
            for (int j = 0; j < o->keys; j++) {
                text_clear(&name);
                if (line == 0)
                    state_label(s, keys, j, &name);
                else
                    text_addf(&name, "%.3f",
                              line == 1
                                  ? mat_at(attention_head(a, a->map[MAP_WEIGHTS], o->first + h), o->word, j)
                                  : mat_at(value_mat(o->rows), h, j));
                reply_say(c->r, "%*s%s",
                          WIDE - utf8_width(text_str(&name)) > 1 ? WIDE - utf8_width(text_str(&name)) : 1, "",
                          text_str(&name));
            }
            reply_say(c->r, "\n");
            text_finish(&name);
        }
}

static void say_other(struct call *c, const struct state *s, const struct other *o)
{
    const char *says[5];
    const int class[] = {o->says[0], o->says[1], o->says[2], o->there[0], o->there[1]};
    struct text real = TEXT_HERE, found = TEXT_HERE;
    for (int i = 0; i < 5; i++)
        says[i] = class[i] < 0 ? "" : state_word(s, s->classes, class[i]);
    say_rows(c, s, o);
    state_label(s, s->sentence, o->real, &real);
    state_label(s, s->sentence, o->found, &found);
    if (!o->uniform && o->distance < 1e-3)
        reply_say(c->r, TEXT("None were found that are farther from the real ones.\n"));
    reply_say(c->r,
              TEXT("Distance of the weights %.2f (0: the same, 1: nothing in common), of the answer %.3f.\n"),
              o->distance, o->answer);
    reply_say(c->r, TEXT("Answer: real %s %.2f, with these %s %.2f, with equal weights %s %.2f.\n"), says[0],
              o->share[0], says[1], o->share[1], says[2], o->share[2]);
    reply_say(c->r, TEXT("Read most: really %s, with these %s.\n"), text_str(&real), text_str(&found));
    if (o->there[0] >= 0)
        reply_say(c->r, TEXT("Put into the other side, which answers %s by itself: it answers %s.\n"),
                  says[3], says[4]);
    reply_say(c->r,
              TEXT("Weights say what was read, not that it mattered: that is a claim about this head, this "
                   "sentence and this change."));
    text_finish(&real);
    text_finish(&found);
}

/* other T [all|I [uniform]] */
static bool other_into(struct call *c, struct state *next)
{
    enum { ALL };
    const struct config *config = &c->m->now.config;
    struct scene room = {0};
    struct reply quiet = {.lang = c->r->lang, .work = c->r->work};
    long head = c->w->count > 2 && c->read.way[2] != ALL ? c->read.number[2] : -1;
    int at = state_token(next, call_word(c, 1), call_col(c, 1), c->r);
    struct other o = {
        .word = at, .head = (int)head, .uniform = c->w->count > 3, .seed = (uint64_t)next->set.draw};
    if (at < 0 || head >= config->heads)
        return at >= 0 &&
               call_fail(c, 2, TEXT("other: the head is a number from 0 to %d, or all"), config->heads - 1);
    const struct scene *there = session_other(c->m, &room, &quiet);
    bool ok = other_find(&o, &c->m->now, there, c->r);
    for (int h = 0; ok && h < o.heads; h++) {
        struct patch is = {.kind = PATCH_READS,
                           .way = PATCH_GIVEN,
                           .layer = config->layers - 1,
                           .head = o.first + h,
                           .at = at};
        struct value *row = value_copy(mat_rows(value_mat(o.rows), h, 1));
        ok = row && patches_put(&next->patches, &is, row);
        if (!ok)
            value_drop(row);
        ok = ok || reply_no_memory(c->r);
    }
    if (ok)
        say_other(c, next, &o);
    value_drop(o.rows);
    scene_finish(&room);
    reply_finish(&quiet);
    return ok;
}

const struct command cmd_cause[] = {
    {"omit", "NAME:source [on|off|toggle|mean|T:word [on|off|toggle]] | none", NULL, omit_into, COMMAND_STATE,
     "omit position",
     TEXT("leaves something out and computes again what follows: a source (token position attn0 ffn0 …), a "
          "head (attn0.h1; mean: its mean in place of 0), or a word (word T: no other word reads it)")},
    {"carry", "WHAT:part [T:word|on|off|toggle|all [on|off|toggle|given V*]] | none | here", NULL, carry_into,
     COMMAND_STATE, "carry attn0.h0",
     TEXT(
         "takes a part from the other side of the comparison and computes again what follows: attnL.hI (what "
         "a head gives), attnL, ffnL (what they add), layerL (the row behind the layer); at word T, or at "
         "all; given: these numbers")},
    {"other", "T:word [all|I:0..4095 [uniform]]", NULL, other_into, 0, NULL,
     TEXT(
         "searches other weights with the same answer (it moves by .01 at most) for a word, in a head or all "
         "heads of the last layer, as far from the real ones as it finds, and gives it those; uniform: equal "
         "weights; draw is the seed of its starts")},
    COMMAND_LAST,
};
