#include "support/steps.h"

#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "session/keymap.h"
#include "state/param.h"

static const char *const kinds[] = {
    "set x %d %d = %d.%d",
    "set WQ %d %d = -%d.%de-3",
    "x 猫 = %d %d .%d 1e-%d 5 6 7 8",
    "swap %d %d",
    "weights random %d",
    "move %d %d",
    "sentence 我 爱 学习 吗",
    "tokens 猫 %d 狗",
    "sentence \"the cat # ; sat\"",
    "insert 词 %d",
    "delete %d",
    "encoding rope",
    "encoding learned ; set table 0 %d = %d.%d",
    "encoding sincos",
    "mask causal",
    "set heads 2",
    "set d 12",
    "set d 8",
    "reset d",
    "reset",
    "undo",
    "undo ; undo",
    "redo",
    "pin",
    "pin a%d",
    "unpin",
    "compare a%d",
    "term pp toggle",
    "term token·attn0 toggle",
    "omit attn0 toggle",
    "task two encoding=sincos",
    "task point batch=2",
    "task own",
    "train %d",
    "train +%d",
    "train keep",
    "train off",
    "example 猫 追 狗 -> 词%d at %d",
    "example 鱼 追 -> - 狗 ; example %d none",
    "classes 猫 狗 鱼",
    "target 1 狗",
    "target head 0 %d 1",
    "set rate 0.%d%d",
    "cycle optimizer",
    "cycle show",
    "clock ask",
    "clock answer %d",
    "cycle sources",
    "set base %d.%d",
    "set key_heads %d",
    "set heads 4 key_heads 2",
    "set window %d",
    "mask causal+pad %d",
    "cycle qk_norm",
    "cycle norm",
    "set softcap %d.%d",
    "set final_cap %d",
    "set sink on ; set sink 0 0 = %d",
    "set dff 6 gated on rms on",
    "set parallel on",
    "set tile %d ; set code online ; view code",
    "set code linear ; view code",
    "classes 猫 狗 鱼 ; set temperature 1 top_k %d draw %d ; mask causal ; write 2",
    "model box zh ; write %d",
    "model box en ; set temperature %d.%d ; write",
    "model none",
    "encoding rope scaling=linear factor=%d",
    "encoding rope scaling=yarn factor=4 trained=%d",
    "encoding rope scaling=dynamic factor=2 trained=%d",
    "block encoder ; set norm both qk_norm wide window 2 softcap 3 sink on rms on",
    "memory a b c",
    "block encoder",
    "set layers 2 ; layer 1",
    "set scale %d.%d",
    "nonsense",
    "set heads 5",
    "set dk 3 dv 5 heads 3",
    "patches %d 4",
    "encoding fourier width=%d",
    "encoding fourier learn=on sample=%d",
    "bind F%d \"set pescale 0.%d\"",
    "lang zh",
    "lang en",
    "focus 0 1",
    "print weights(0)",
    "view encoding ; swap",
    "key F1",
    "key F2",
    "key x",
    "key p",
    "key u",
    "key C-r",
    "key r",
    "key Left",
    "key Down",
    "key Down",
    "key Down",
    "key Right",
    "key ]",
    "key ]",
    "key [",
    "key c",
    "key e",
    "key v",
    "key t",
    "key Tab",
    "key z",
    "key +",
    "key =",
    "key L",
    "key ?",
    "scene two-heads",
    "scene translate",
    "lesson 04",
    "lesson 14/2 ; swap",
    "next",
    "next ; next",
    "free",
    "return",
    "goto 3",
    "lesson leave",
    "answer a",
    "hint ; reveal",
    "back",
    "restart",
    "key Esc",
    "key Space",
    "key PgDn",
    "view edit",
    "cell %d.%d",
    "cursor down 3",
};

int steps_below(struct rng *rng, int n)
{
    return (int)(rng_next(rng) % (uint64_t)n);
}

/* The example of some command: one that is added later is tried too. */
static const char *some_example(struct rng *rng)
{
    const struct command *all[200];
    int count = 0;
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++)
            if (c->example && count < 200)
                all[count++] = c;
    return all[steps_below(rng, count)]->example;
}

/* Some key, but none that ends the session somewhere. */
static const char *some_key(struct rng *rng)
{
    int count = 0;
    while (keymap_defaults[count].key)
        count++;
    const char *key = keymap_defaults[steps_below(rng, count)].key;
    return strcmp(key, "q") == 0 || strcmp(key, "C-c") == 0 || strcmp(key, "R") == 0 ? "Esc" : key;
}

/* Some setting at some value: one that is added later is tried too. */
static void some_setting(char *step, struct rng *rng)
{
    int count = 0, values = 0;
    while (params[count].name)
        count++;
    const struct param *p = &params[steps_below(rng, count)];
    while (param_choice(p, values))
        values++;
    double most = p->hi - p->lo > 9 ? 9 : p->hi - p->lo, x = p->lo + most * steps_below(rng, 4) / 3;
    if (values > 0 && p->whose != PARAM_PERSON)
        snprintf(step, STEP_LONGEST, "set %s %s", p->name, param_choice(p, steps_below(rng, values)));
    else
        snprintf(step, STEP_LONGEST, "set %s %g", p->name, p->kind == PARAM_WHOLE ? (double)(int)x : x);
}

void steps_some(char *step, struct rng *rng)
{
    int v[4], which = steps_below(rng, 5);
    for (int k = 0; k < 4; k++)
        v[k] = steps_below(rng, k ? 8 : 3);
    if (which == 0)
        snprintf(step, STEP_LONGEST, "%s", some_example(rng));
    else if (which == 1)
        snprintf(step, STEP_LONGEST, "key %s", some_key(rng));
    else if (which == 2)
        some_setting(step, rng);
    else
        snprintf(step, STEP_LONGEST, kinds[steps_below(rng, sizeof kinds / sizeof *kinds)], v[0], v[1], v[2],
                 v[3]);
}
