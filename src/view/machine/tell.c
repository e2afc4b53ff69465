#include "core/cost.h"
#include "view/machine/machine.h"

/* self-attention: Every word …  Then what it does here, on lines of their own. */
static void tell_box(const struct teller *t, int i)
{
    machine_box_name(&t->screen, i, t->out);
    tell(t, TEXT(": %s\n", "：%s\n"), machine_box_does(&t->screen, i));
    machine_box_here(&t->screen, i, t->out);
}

static void tell_plan(const struct teller *t)
{
    const struct config *c = &t->now->config;
    enum machine_side side = machine_side(c);
    tell(t,
         EITHER(c->layers == 1, TEXT("%s, %d layer, from the words down:\n", "%s，%d 层，从词往下：\n"),
                TEXT("%s, %d layers, from the words down, in layer %d:\n",
                     "%s，%d 层，从词往下，看的是第 %d 层：\n")),
         screen_pair(&t->screen, side == MACHINE_ENCODER ? BOTH("The encoder is computed", "算的是编码器")
                                                         : BOTH("The decoder is computed", "算的是解码器")),
         c->layers, t->now->state.look.layer + 1);
    for (int i = 0; i < MACHINE_BOXES; i++)
        if (machine_boxes[i].side == side && machine_drawn(c, i))
            tell_box(t, i);
    text_addf(t->out, "%s\n", machine_used_for(&t->screen));
}

static void tell_memory(const struct teller *t)
{
    const struct state *st = &t->now->state;
    double left[CONFIG_MAX_WORDS];
    int n = st->sentence->count;
    machine_left(&t->screen, passing_at(st->look.pass, passing_steps(n)), left);
    tell(t,
         TEXT("What is left of each word in the one state, which keeps %d %% of itself:\n",
              "一个状态（每步保留自己的 %d %%）里，每个词还剩多少：\n"),
         st->look.keep);
    for (int k = 0; k < n; k++) {
        tell_word(t, st->sentence, k);
        text_addf(t->out, " %.1f %%\n", 100 * left[k]);
    }
    machine_memory_say(&t->screen, t->out);
    text_add(t->out, "\n");
}

static void tell_paths(const struct teller *t)
{
    machine_paths_say(&t->screen, t->out);
    text_add(t->out, "\n");
}

static void tell_note(const struct teller *t)
{
    machine_note_say(&t->screen, t->out);
    text_add(t->out, "\n");
}

static int panel_of(const struct teller *t)
{
    int panel = t->now->state.look.machine;
    return panel < 0 || panel >= MACHINE_PANELS ? MACHINE_PLAN : panel;
}

void machine_tell(const struct teller *t)
{
    static void (*const tells[MACHINE_PANELS])(const struct teller *t) = {tell_plan, tell_paths, tell_memory,
                                                                          tell_note};
    tells[panel_of(t)](t);
}

void machine_tell_briefly(const struct teller *t)
{
    if (panel_of(t) == MACHINE_PLAN)
        tell_box(t, machine_at(&t->now->state.look, &t->now->config));
    else
        machine_tell(t);
}
