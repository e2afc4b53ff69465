/* Commands that change settings: parameters by name, the encoding, masks, blocks, terms. */
#include <string.h>

#include "base/number.h"
#include "command/assign.h"
#include "command/command.h"
#include "core/pipeline/source.h"
#include "core/pipeline/terms.h"
#include "state/encoding.h"
#include "state/param.h"
#include "study/preset.h"

/* Returns an encoding with an option of this name, NULL if none has it. */
static const char *encoding_with(const char *option)
{
    for (int e = 0; posencs[e]; e++)
        for (int i = 0; i < posenc_param_count(posencs[e]); i++)
            if (strcmp(posencs[e]->params[i].name, option) == 0)
                return posencs[e]->name;
    return NULL;
}

static bool no_setting(struct call *c, int at)
{
    const char *encoding = encoding_with(call_word(c, at));
    if (encoding)
        return call_fail(c, at,
                         TEXT("'%s' is an option of another encoding ('encoding %s' has it)",
                              "“%s”是别的位置编码的选项（encoding %s 有）"),
                         call_word(c, at), encoding);
    return call_fail(c, at,
                     TEXT("no setting '%s' (help set lists them)", "没有设置项“%s”（help set 列出全部）"),
                     call_word(c, at));
}

/* Sets one NAME VALUE pair: a setting, or a parameter of the current encoding. */
static bool set_one(struct call *c, struct state *next, int at)
{
    const struct param *p = param_find(call_word(c, at));
    if (p)
        return param_set(next, p, call_word(c, at + 1), call_col(c, at + 1), c->r);
    int i = encoding_param_find(next, call_word(c, at));
    if (i < 0)
        return no_setting(c, at);
    return encoding_param_set(next, i, call_word(c, at + 1), call_col(c, at + 1), c->r);
}

static bool has_equals(const struct call *c)
{
    for (int i = 1; i < c->w->count; i++)
        if (strcmp(call_word(c, i), "=") == 0 && !c->w->v[i].quoted)
            return true;
    return false;
}

static bool set(struct call *c)
{
    struct state next = {0};
    if (has_equals(c))
        return assign_entry(c, 1);
    if (!param_find(call_word(c, 1)) && assign_is_target(&c->m->now.state, call_word(c, 1)))
        return call_fail(
            c, c->w->count - 1, TEXT("set %s: missing value (write '%s')", "set %s：缺少新的值（写成“%s”）"),
            call_word(c, 1), strcmp(call_word(c, 1), "x") == 0 ? "set x T J = V" : "set WQ I J = V");
    if (c->w->count % 2 == 0)
        return call_fail(c, c->w->count - 1, TEXT("%s: missing value", "%s：缺少值"),
                         call_word(c, c->w->count - 1));
    call_edit(c, &next);
    for (int i = 1; i < c->w->count; i += 2)
        if (!set_one(c, &next, i)) {
            state_finish(&next);
            return false;
        }
    return call_commit(c, &next);
}

/* Steps to the next value that is valid with the other settings; reports the first one skipped, and which
 * came instead. */
static void step(struct call *c, struct state *next, const struct param *p, double steps)
{
    struct reply why = {.lang = c->r->lang, .work = c->r->work};
    struct text now = TEXT_HERE;
    if (param_step(next, p, steps, &why) && why.failed) {
        param_print(next, p, &now);
        reply_say(c->r, TEXT("skipped: %s; %s is now %s", "跳过：%s；%s 现在是 %s"), text_str(&why.text),
                  p->name, text_str(&now));
    }
    text_finish(&now);
    reply_finish(&why);
}

/* Commits; says so if the mask chosen now hides nothing. */
static bool commit_mask(struct call *c, struct state *next)
{
    bool was_pad = c->m->now.state.set.mask == MASK_PAD;
    if (!call_commit(c, next))
        return false;
    const struct settings *set = &c->m->now.state.set;
    if (!was_pad && set->mask == MASK_PAD && set->pad == 0)
        reply_say(c->r, TEXT("no word is padding yet: 'mask pad 1' makes the last one padding",
                             "现在没有填充词：“mask pad 1”把最后一个词当作填充"));
    return true;
}

/* add NAME [STEPS] and cycle NAME [STEPS], which goes round where settings are counted, as layers are; the
 * default is one step forward. */
static bool add(struct call *c)
{
    struct state next = {0};
    double steps = 1;
    const struct param *p = param_find(call_word(c, 1));
    int i = p ? -1 : encoding_param_find(&c->m->now.state, call_word(c, 1));
    if (!p && i < 0)
        return no_setting(c, 1);
    if (c->w->count > 2 && !assign_number(c, 2, &steps))
        return false;
    call_edit(c, &next);
    if (p && p->counted && strcmp(call_word(c, 0), "cycle") == 0)
        param_go_round(&next, p, steps);
    else if (p)
        step(c, &next, p, steps);
    else
        encoding_param_add(&next, i, steps);
    if (p == param_find("mask") && next.set.mask == MASK_PAD && next.set.pad == 0 && next.sentence->count > 1)
        next.set.pad = 1; /* without padding the mask would change nothing */
    return commit_mask(c, &next);
}

static bool reset(struct call *c)
{
    struct state next = {0};
    if (c->w->count == 1) {
        if (!state_init(&next))
            return reply_no_memory(c->r);
        param_keep_personal(&next, &c->m->now.state);
        return call_commit(c, &next);
    }
    const struct param *p = param_find(call_word(c, 1));
    if (!p)
        return no_setting(c, 1);
    call_edit(c, &next);
    param_reset(&next, p);
    return call_commit(c, &next);
}

/* Applies the options after an encoding's name. */
static bool encoding_options(struct call *c, struct state *next)
{
    for (int i = 2; i < c->w->count;)
        if (!call_option(c, &i, encoding_option, next))
            return false;
    return true;
}

/* Sets the encoding by name; off: none, on: the last one that was on. */
static bool encoding_choose(struct call *c, struct state *next)
{
    const char *name = call_word(c, 1);
    bool on = strcmp(name, "on") == 0;
    if (!on && strcmp(name, "off") != 0)
        return param_set(next, param_find("encoding"), name, call_col(c, 1), c->r);
    next->set.encoding = on ? next->look.encoding_before : 0;
    return true;
}

static bool encoding(struct call *c)
{
    struct state next = {0};
    call_edit(c, &next);
    if (encoding_choose(c, &next) && encoding_options(c, &next))
        return call_commit(c, &next);
    state_finish(&next);
    return false;
}

static bool mask(struct call *c)
{
    struct state next = {0};
    call_edit(c, &next);
    bool ok = param_set(&next, param_find("mask"), call_word(c, 1), call_col(c, 1), c->r);
    if (ok && next.set.mask == MASK_PAD && c->w->count > 2)
        ok = param_set(&next, param_find("pad"), call_word(c, 2), call_col(c, 2), c->r);
    else if (ok && c->w->count > 2)
        ok = call_fail(c, 2, TEXT("only 'mask pad' takes a number", "只有 mask pad 带数字"));
    if (ok)
        return commit_mask(c, &next);
    state_finish(&next);
    return false;
}

/* Sets the usual options of a block (Vaswani et al. 2017, sections 3.1 and 3.3). */
static void block_defaults(struct state *s)
{
    bool alone = s->set.block == BLOCK_ATTENTION;
    s->set.norm = alone ? NORM_NONE : NORM_POST;
    s->set.residual = !alone;
    if (alone)
        s->set.dff = 0;
    else if (s->set.dff == 0)
        s->set.dff = s->set.d > CONFIG_MAX_D / 4 ? CONFIG_MAX_D : 4 * s->set.d;
}

static bool block(struct call *c)
{
    struct state next = {0};
    call_edit(c, &next);
    if (!param_set(&next, param_find("block"), call_word(c, 1), call_col(c, 1), c->r)) {
        state_finish(&next);
        return false;
    }
    block_defaults(&next);
    return call_commit(c, &next);
}

static bool no_term(struct call *c, const struct term *list, int count)
{
    struct text names = {0};
    for (int i = 0; i < count; i++)
        text_addf(&names, "%s ", list[i].name);
    call_fail(
        c, 1,
        TEXT("no term '%s' in these scores (one of: %sall)", "现在的得分里没有“%s”这一项（可以是：%sall）"),
        call_word(c, 1), text_str(&names));
    text_finish(&names);
    return false;
}

/* Keeps one term of the layer in view, or puts the others back if it is alone. */
static void only(struct term_set *off, const struct config *config, int layer, const struct term_set *bits)
{
    struct term list[TERM_MAX];
    struct term_set here = *bits;
    for (int t = 0, count = terms_list(config, layer, list); t < count; t++) {
        struct term_set of = terms_set(layer, &list[t]);
        here = term_set_with(here, &of);
    }
    struct term_set others = term_set_without(here, bits), rest = term_set_without(*off, &here),
                    alone = term_set_with(rest, &others);
    *off = term_set_same(off, &alone) ? rest : alone;
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
        return call_fail(c, 1, TEXT("these scores have only %d terms", "这些得分只有 %d 项"), count);
    return no_term(c, list, count);
}

static bool term_change(struct call *c, struct term_set *off)
{
    struct term_set bits, left;
    const char *to = call_word(c, 2);
    if (!term_named(c, &bits))
        return false;
    left = term_set_without(*off, &bits);
    if (strcmp(to, "on") == 0)
        *off = left;
    else if (strcmp(to, "off") == 0)
        *off = term_set_with(*off, &bits);
    else if (strcmp(to, "toggle") == 0)
        *off = term_set_covers(off, &bits) ? left : term_set_with(*off, &bits);
    else if (strcmp(to, "only") == 0)
        only(off, &c->m->now.config, c->m->now.state.look.layer, &bits);
    else
        return call_fail(
            c, 2, TEXT("term %s: write on, off, toggle or only", "term %s：请写 on、off、toggle 或 only"),
            call_word(c, 1));
    return true;
}

static bool term(struct call *c)
{
    struct state next = {0};
    struct term_set off = c->m->now.state.term_off;
    if (!term_change(c, &off))
        return false;
    call_edit(c, &next);
    next.term_off = off;
    return call_commit(c, &next);
}

/* ---- sources that are left out ---- */

static bool no_source(struct call *c, uint32_t all)
{
    struct text names = TEXT_HERE;
    for (int i = 0; i < SOURCE_MAX; i++)
        if (all >> i & 1U)
            text_addf(&names, "%s ", source_name(SOURCE_BIT(i)));
    call_fail(c, 1, TEXT("no source '%s' here (one of: %snone)", "这里没有来源“%s”（可以是：%snone）"),
              call_word(c, 1), text_str(&names));
    text_finish(&names);
    return false;
}

static bool omit(struct call *c)
{
    struct state next = {0};
    uint32_t all = sources_all(&c->m->now.config), omitted = (uint32_t)c->m->now.state.set.omitted;
    const char *name = call_word(c, 1), *to = call_word(c, 2);
    bool none = strcmp(name, "none") == 0;
    uint32_t sources = none ? omitted : source_named(name, name + strlen(name)) & all;
    if (sources == 0 && !none)
        return no_source(c, all);
    if (!*to || strcmp(to, "on") == 0)
        omitted = none ? 0 : omitted | sources;
    else if (strcmp(to, "off") == 0)
        omitted &= ~sources;
    else if (strcmp(to, "toggle") == 0)
        omitted = (omitted & sources) == sources ? omitted & ~sources : omitted | sources;
    else
        return call_fail(c, 2, TEXT("omit %s: write on, off or toggle", "omit %s：请写 on、off 或 toggle"),
                         name);
    call_edit(c, &next);
    next.set.omitted = (int)omitted;
    return call_commit(c, &next);
}

/* ---- presets ---- */

/* Returns the preset's number from 1; 0: none, or an unknown name. After the last preset, next is none. */
static int preset_index(struct call *c)
{
    const char *name = call_word(c, 1);
    int i = preset_find(name), last = c->m->now.state.look.preset;
    if (strcmp(name, "none") == 0 || (strcmp(name, "next") == 0 && (!presets[last].name)))
        return 0;
    return strcmp(name, "next") == 0 ? last + 1 : i + 1;
}

static bool preset(struct call *c)
{
    static const struct preset whole = {.keeps = {true, true, true, true}};
    int at = preset_index(c);
    const struct preset *p = at > 0 ? &presets[at - 1] : &whole;
    struct state next = {0};
    struct term_set off, of_four;
    if (at == 0 && strcmp(call_word(c, 1), "none") != 0 && strcmp(call_word(c, 1), "next") != 0)
        return call_fail(c, 1,
                         TEXT("no preset '%s' (one of: tupe xl deberta t5 alibi, or next, none)",
                              "没有名为“%s”的方案（可用 tupe xl deberta t5 alibi，或 next、none）"),
                         call_word(c, 1));
    if (!preset_bits(&c->m->now.config, p, &off, &of_four))
        return call_fail(
            c, 0,
            TEXT("a preset chooses among cc cp pc pp, but these scores have other terms (try 'encoding "
                 "sincos')",
                 "preset 在 cc cp pc pp 中选择：现在的得分不是由它们组成的（可先“encoding sincos”）"));
    call_edit(c, &next);
    next.look.preset = at;
    next.term_off = term_set_without(next.term_off, &of_four);
    next.term_off = term_set_with(next.term_off, &off);
    if (!call_commit(c, &next))
        return false;
    if (at == 0) {
        reply_say(c->r, TEXT("all four terms are back", "四项都放回了"));
        return true;
    }
    reply_say(c->r, TEXT("%s ", "%s "), p->title);
    preset_says(p, c->r->lang, &c->r->text);
    if (c->m->now.state.look.layer > 0)
        reply_say(c->r, TEXT(" in the first layer; the scores in view have other terms",
                             "（在第一层；现在看的得分由别的项组成）"));
    reply_say(c->r, TEXT("; %s", "；%s"), pair_in(p->adds, c->r->lang));
    return true;
}

const struct command cmd_settings[] = {
    {"set", 2, -1, "set NAME V … | set x T J = V | set WQ I J = V", set, COMMAND_STATE, WORDS_TARGETS,
     "set d 16 heads 2",
     PAIR("sets settings (all or none), or one entry of a matrix",
          "设置参数（要么全成要么全不变），或矩阵的一个元素")},
    {"add", 1, 2, "add NAME [STEPS]", add, 0, WORDS_TARGETS, "add heads 1",
     PAIR("moves a setting by steps (default: 1); numbers stay in range", "把设置项加几步；数值不会越界")},
    {"cycle", 1, 2, "cycle NAME [STEPS]", add, 0, WORDS_TARGETS, "cycle mask",
     PAIR("moves a setting to its next choice", "设置项换成下一个选择")},
    {"reset", 0, 1, "reset [NAME]", reset, COMMAND_STATE, WORDS_TARGETS, "reset base",
     PAIR("resets a setting, or everything to the plain scene: 猫追狗 (cat chases dog), one head, identity "
          "weights (opening: the scene that opens first)",
          "恢复某个设置项；不写名字则全部恢复为最简单的场景：猫追狗、一个头、单位矩阵（opening：最先打开的场"
          "景）")},
    {"encoding", 1, -1, "encoding NAME|on|off [key=value …]", encoding, COMMAND_STATE, WORDS_CHOICES,
     "encoding none",
     PAIR("sets the positional encoding; off removes it, on restores the last one",
          "位置编码；off 关闭，on 恢复上一次的编码")},
    {"mask", 1, 2, "mask none | causal | pad K | given", mask, COMMAND_STATE, WORDS_CHOICES, "mask causal",
     PAIR("sets the mask: which keys a query may not see ('mask = 0 -inf ; 0 0' gives your own)",
          "掩码：查询不能看到哪些键（可用“mask = 0 -inf ; 0 0”直接给出）")},
    {"block", 1, 1, "block attention|encoder|decoder", block, COMMAND_STATE, WORDS_CHOICES, "block encoder",
     PAIR("sets attention alone, or with residual, LayerNorm and feed-forward network",
          "只有注意力，或加上残差、层规范化和前馈网络")},
    {"term", 1, 2, "term NAME|all on|off|toggle|only", term, COMMAND_STATE, WORDS_TERMS, "term pp off",
     PAIR("leaves a term out of the scores, or puts it back; nothing else is recomputed (omit: a source is "
          "left out of all that follows)",
          "从得分中去掉某一项，或放回来；其他一切不变（omit：来源从后面的一切计算中省去）")},
    {"omit", 1, 2, "omit NAME [on|off|toggle] | omit none", omit, COMMAND_STATE, WORDS_SOURCES,
     "omit position",
     PAIR("leaves a source (token position attn0 ffn0 …) out and computes again: it is missing in all that "
          "follows",
          "省去一个来源（token position attn0 ffn0 …）后重算：后面的一切都没有它")},
    {"preset", 1, 1, "preset tupe|xl|deberta|t5|alibi|next|none", preset, COMMAND_STATE, WORDS_PRESETS,
     "preset deberta",
     PAIR("keeps only the terms that a published scheme keeps, and says what its paper adds",
          "只保留某个已发表方案保留的项，并说明论文另外加了什么")},
    COMMAND_LAST,
};
