/* Commands that change settings: parameters by name, the encoding, masks, blocks, terms. */
#include <string.h>

#include "base/number.h"
#include "command/assign.h"
#include "command/command.h"
#include "core/pipeline/terms.h"
#include "state/encoding.h"
#include "state/param.h"
#include "study/preset.h"

static bool no_setting(struct call *c, int at)
{
    const char *name = call_word(c, at), *encoding = NULL;
    for (int e = 0; posencs[e] && !encoding; e++)
        for (int i = 0; i < posenc_param_count(posencs[e]); i++)
            if (strcmp(posencs[e]->params[i].name, name) == 0)
                encoding = posencs[e]->name;
    if (encoding)
        return call_fail(c, at, TEXT("'%s' is an option of another encoding ('encoding %s' has it)"), name,
                         encoding);
    return call_fail(c, at, TEXT("no setting '%s' (help set lists them)"), name);
}

static bool set_all(struct call *c, struct state *next)
{
    const char *name = call_word(c, 1);
    for (int i = 1; i < c->w->count; i++)
        if (call_is(c, i, "="))
            return assign_entry(c, 1, next);
    if (!param_find(name) && assign_is_target(&c->m->now.state, name))
        return call_fail(c, c->w->count - 1, TEXT("set %s: missing value (write '%s')"), name,
                         strcmp(name, "x") == 0 ? "set x T J = V" : "set WQ I J = V");
    if (c->w->count % 2 == 0)
        return call_fail(c, c->w->count - 1, TEXT("%s: missing value"), call_word(c, c->w->count - 1));
    for (int i = 1, k; i < c->w->count; i += 2) {
        const char *value = call_word(c, i + 1);
        const struct param *p = param_meant(next, call_word(c, i), value);
        if (!p && (k = encoding_param_find(next, call_word(c, i))) < 0)
            return no_setting(c, i);
        if (!(p ? param_set(next, p, value, call_col(c, i + 1), c->r)
                : encoding_param_set(next, k, value, call_col(c, i + 1), c->r)))
            return false;
    }
    return true;
}

/* Says so if the mask chosen now hides nothing. */
static void say_empty_mask(struct call *c, const struct state *next)
{
    if (c->m->now.state.set.mask != MASK_PAD && next->set.mask == MASK_PAD && next->set.pad == 0)
        reply_say(c->r, TEXT("no word is padding yet: 'mask pad 1' makes the last one padding"));
}

/* add NAME [STEPS] and cycle NAME [STEPS], which goes round where settings are counted, as layers are; the
 * default is one step forward. */
static bool add_steps(struct call *c, struct state *next)
{
    double steps = 1;
    const struct param *p = param_meant(next, call_word(c, 1), NULL);
    int i = p ? -1 : encoding_param_find(&c->m->now.state, call_word(c, 1));
    if (!p && i < 0)
        return no_setting(c, 1);
    if (c->w->count > 2 && !assign_number(c, 2, &steps))
        return false;
    if (p && p->counted && strcmp(call_word(c, 0), "cycle") == 0)
        param_go_round(next, p, steps);
    else if (p) {
        /* to the next value that is valid with the other settings: says the first one skipped, and which came
         */
        struct reply why = {.lang = c->r->lang, .work = c->r->work};
        struct text now = TEXT_HERE;
        if (param_step(next, p, steps, &why) && why.failed) {
            param_print(next, p, &now);
            reply_say(c->r, TEXT("skipped: %s; %s is now %s"), text_str(&why.text), p->name, text_str(&now));
        }
        text_finish(&now);
        reply_finish(&why);
    } else
        encoding_param_add(next, i, steps);
    if (p == param_find("mask") && next->set.mask == MASK_PAD && next->set.pad == 0 &&
        next->sentence->count > 1)
        next->set.pad = 1; /* without padding the mask would change nothing */
    say_empty_mask(c, next);
    return true;
}

static bool reset_to_start(struct call *c, struct state *next)
{
    const struct param *p = param_meant(next, call_word(c, 1), NULL);
    if (c->w->count > 1 && !p)
        return no_setting(c, 1);
    if (p) {
        param_reset(next, p);
        return true;
    }
    state_finish(next);
    if (!state_init(next))
        return reply_no_memory(c->r);
    param_keep_personal(next, &c->m->now.state);
    return true;
}

/* Sets the encoding by name, with its options; off: none, on: the last one that was on. */
static bool encoding_into(struct call *c, struct state *next)
{
    enum { NAMED = -1, ON, OFF } way = c->read.way[1];
    if (way != NAMED)
        next->set.encoding = way == ON ? next->look.encoding_before : 0;
    else if (!param_set(next, param_find("encoding"), call_word(c, 1), call_col(c, 1), c->r))
        return false;
    for (int i = 2; i < c->w->count;)
        if (!call_option(c, &i, encoding_option, next))
            return false;
    return true;
}

static bool mask_into(struct call *c, struct state *next)
{
    bool ok = param_set(next, param_find("mask"), call_word(c, 1), call_col(c, 1), c->r);
    if (ok && next->set.mask & MASK_PAD && c->w->count > 2)
        ok = param_set(next, param_find("pad"), call_word(c, 2), call_col(c, 2), c->r);
    if (ok)
        say_empty_mask(c, next);
    return ok;
}

/* Sets the block, with its usual options (Vaswani et al. 2017, sections 3.1 and 3.3). */
static bool block_into(struct call *c, struct state *next)
{
    struct settings *set = &next->set;
    if (!param_set(next, param_find("block"), call_word(c, 1), call_col(c, 1), c->r))
        return false;
    bool alone = set->block == BLOCK_ATTENTION;
    set->norm = alone ? NORM_NONE : NORM_POST;
    set->residual = !alone;
    if (alone)
        set->dff = 0;
    else if (set->dff == 0)
        set->dff = set->d > CONFIG_MAX_D / 4 ? CONFIG_MAX_D : 4 * set->d;
    return true;
}

/* Returns the bits of a term by its name or its number in the layer in view. Explains if there is none. */
static bool term_named(struct call *c, struct term_set *bits)
{
    const struct config *config = &c->m->now.config;
    struct term list[TERM_MAX];
    int layer = c->m->now.state.look.layer, count = terms_list(config, layer, list);
    const char *name = call_word(c, 1);
    long at;
    *bits = terms_bits(config, strcmp(name, "all") == 0 ? NULL : name);
    if (term_set_any(bits))
        return true;
    if (number_parse_int(name, strlen(name), 0, count - 1, &at) == NUMBER_OK) {
        *bits = terms_set(layer, &list[at]);
        return true;
    }
    if (number_parse_int(name, strlen(name), count, TERM_MAX, &at) == NUMBER_OK)
        return call_fail(c, 1, TEXT("these scores have only %d terms"), count);
    struct text names = TEXT_HERE;
    for (int i = 0; i < count; i++)
        text_addf(&names, "%s ", list[i].name);
    call_fail(c, 1, TEXT("no term '%s' in these scores (one of: %sall)"), name, text_str(&names));
    text_finish(&names);
    return false;
}

static bool term_into(struct call *c, struct state *next)
{
    enum { ON, OFF, TOGGLE, ONLY };
    int way = c->read.way[2];
    struct term_set bits, *off = &next->term_off;
    if (!term_named(c, &bits) || c->w->count < 3)
        return call_expected(c, 2);
    struct term_set left = term_set_without(*off, &bits), with = term_set_with(*off, &bits);
    if (way == ONLY) { /* keeps one term of the layer in view, or puts the others back if it is alone */
        const struct config *config = &c->m->now.config;
        struct term list[TERM_MAX];
        struct term_set here = bits;
        for (int t = 0, count = terms_list(config, next->look.layer, list); t < count; t++) {
            struct term_set of = terms_set(next->look.layer, &list[t]);
            here = term_set_with(here, &of);
        }
        struct term_set others = term_set_without(here, &bits), rest = term_set_without(*off, &here),
                        alone = term_set_with(rest, &others);
        *off = term_set_same(off, &alone) ? rest : alone;
    } else
        *off = way == ON || (way == TOGGLE && term_set_covers(off, &bits)) ? left : with;
    return true;
}

/* ---- presets ---- */

/* preset NAME|next|none */
static bool preset_into(struct call *c, struct state *next)
{
    static const struct preset whole = {.keeps = {true, true, true, true}};
    struct look *look = &next->look;
    struct term_set off, of_four;
    bool none = call_is(c, 1, "none"), on = call_is(c, 1, "next");
    int at = none || on ? 0 : preset_find(call_word(c, 1)) + 1;
    if (on && presets[look->terms.preset].name) /* after the last preset, next is none */
        at = look->terms.preset + 1;
    const struct preset *p = at > 0 ? &presets[at - 1] : &whole;
    if (at == 0 && !none && !on)
        return call_fail(c, 1, TEXT("no preset '%s' (one of: tupe xl deberta t5 alibi, or next, none)"),
                         call_word(c, 1));
    if (!preset_bits(&c->m->now.config, p, &off, &of_four))
        return call_fail(
            c, 0,
            TEXT("a preset chooses among cc cp pc pp, but these scores have other terms (try 'encoding "
                 "sincos')"));
    look->terms.preset = at;
    next->term_off = term_set_without(next->term_off, &of_four);
    next->term_off = term_set_with(next->term_off, &off);
    if (at == 0) {
        reply_say(c->r, TEXT("all four terms are back"));
        return true;
    }
    reply_say(c->r, "%s ", p->title);
    preset_says(p, c->r->lang, &c->r->text);
    if (look->layer > 0)
        reply_say(c->r, TEXT(" in the first layer; the scores in view have other terms"));
    reply_say(c->r, TEXT("; %s"), text_in(p->adds, c->r->lang));
    return true;
}

const struct command cmd_settings[] = {
    {"set", "NAME:target V:target* … | x T J = V | WQ I J = V", NULL, set_all, COMMAND_STATE,
     "set d 16 heads 2", TEXT("sets settings (all or none), or one entry of a matrix")},
    {"add", "NAME:target [STEPS]", NULL, add_steps, 0, "add heads 1",
     TEXT("moves a setting by steps (default: 1); numbers stay in range")},
    {"cycle", "NAME:target [STEPS]", NULL, add_steps, 0, "cycle mask",
     TEXT("moves a setting to its next choice")},
    {"reset", "[NAME:target]", NULL, reset_to_start, COMMAND_STATE, "reset base",
     TEXT("resets a setting, or everything to the plain scene: 猫追狗 (cat chases dog), one head, identity "
          "weights (opening: the scene that opens first)")},
    {"encoding", "NAME:setting|on|off [key=value …]", NULL, encoding_into, COMMAND_STATE, "encoding none",
     TEXT("sets the positional encoding; off removes it, on restores the last one")},
    {"mask", "none|causal|given|causal+given:setting | pad|causal+pad|pad+given|causal+pad+given [K:word]",
     NULL, mask_into, COMMAND_STATE, "mask causal",
     TEXT("sets the mask: which keys a query may not see ('mask = 0 -inf ; 0 0' gives your own)")},
    {"block", "CHOICE:setting", NULL, block_into, COMMAND_STATE, "block encoder",
     TEXT("sets attention alone, or with residual, LayerNorm and feed-forward network")},
    {"term", "NAME:term|all on|off|toggle|only?", NULL, term_into, COMMAND_STATE, "term pp off",
     TEXT("leaves a term out of the scores, or puts it back; nothing else is recomputed (omit: a source is "
          "left out of all that follows)")},
    {"preset", "tupe:preset|xl|deberta|t5|alibi|next|none", NULL, preset_into, COMMAND_STATE,
     "preset deberta",
     TEXT("keeps only the terms that a published scheme keeps, and says what its paper adds")},
    COMMAND_LAST,
};
