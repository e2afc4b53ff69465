/* The whole machine: the boxes of a Transformer, and what it replaced. */
#include "study/cursor.h"
#include "view/machine/machine.h"
#include "view/figures/page.h"
#include "view/figures/tabs.h"

static const struct {
    const char *name;
    void (*draw)(struct canvas c, const void *screen);
    const char *(*says)(const struct screen *s); /* NULL: it is told box by box */
    int rows;                                    /* least, with the tabs above it */
} panels[MACHINE_PANELS] = {
    [MACHINE_PLAN] = {"Transformer", machine_plan_draw, NULL, 19},
    [MACHINE_PATHS] = {TEXT("who hears whom"), machine_paths_draw, machine_paths_says, 12},
    [MACHINE_MEMORY] = {TEXT("what is kept"), machine_memory_draw, machine_memory_says, 12},
    [MACHINE_NOTE] = {TEXT("a note"), machine_note_draw, machine_note_says, 11},
};

static int panel_of(const struct screen *s)
{
    int panel = s->session->now.state.look.machine.panel;
    return panel < 0 || panel >= MACHINE_PANELS ? MACHINE_PLAN : panel;
}

static const char *panel_name(const struct screen *s, int i)
{
    return screen_text(s, panels[i].name);
}

static void panel_tabs(struct canvas c, const void *s)
{
    struct tabs t = {"machine", NULL, MACHINE_PANELS, panel_of(s), panel_name};
    tabs_draw(canvas_part(c, 0, 1, 1, c.cols - 1), s, &t);
}

static void draw_machine(struct canvas c, const struct screen *s)
{
    int panel = panel_of(s);
    const struct page_part parts[] = {{"tabs", 0, {.rows = 1}, NULL, panel_tabs},
                                      {"panel", 1, {.rows = panels[panel].rows}, NULL, panels[panel].draw},
                                      {"plan", 2, {.rows = 30, .cols = 97}, NULL, machine_plan_draw},
                                      {"note", 1, {.rows = 14, .cols = 97}, NULL, machine_note_draw},
                                      {"paths", 1, {.rows = 22, .cols = 97}, NULL, machine_paths_draw},
                                      {"memory", 1, {.rows = 22, .cols = 97}, NULL, machine_memory_draw},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"tabs / gap / ((plan / gap / note) || (paths / gap / memory))",
                                        "tabs / gap / panel", "panel:5", NULL};
    page_draw(c, forms, parts, s);
}

/* self-attention: Every word …  Then what it does here, on lines of their own. */
static void tell_box(const struct teller *t, int i)
{
    text_add(t->out, screen_text(&t->screen, machine_box_name(&t->screen, i)));
    tell(t, TEXT(": %s\n"), machine_box_does(&t->screen, i));
    text_add(t->out, machine_box_here(&t->screen, i));
}

static void tell_plan(const struct teller *t)
{
    const struct config *c = &t->now->config;
    enum machine_side side = machine_side(c);
    tell(t,
         c->layers == 1 ? TEXT("%s, %d layer, from the words down:\n")
                        : TEXT("%s, %d layers, from the words down, in layer %d:\n"),
         screen_text(&t->screen, side == MACHINE_ENCODER ? TEXT("The encoder is computed")
                                                         : TEXT("The decoder is computed")),
         c->layers, t->now->state.look.layer + 1);
    for (int i = 0; i < MACHINE_BOXES; i++)
        if (machine_boxes[i].side == side && machine_drawn(c, i))
            tell_box(t, i);
    text_addf(t->out, "%s\n", machine_used_for(&t->screen));
}

static void machine_tell(const struct teller *t)
{
    int panel = panel_of(&t->screen);
    if (panel == MACHINE_PLAN) {
        tell_plan(t);
        return;
    }
    if (panel == MACHINE_MEMORY)
        machine_memory_tell(t);
    text_addf(t->out, "%s\n", panels[panel].says(&t->screen));
}

static void machine_tell_briefly(const struct teller *t)
{
    if (panel_of(&t->screen) == MACHINE_PLAN)
        tell_box(t, machine_at(&t->now->state.look, &t->now->config));
    else
        machine_tell(t);
}

/* Where no boxes are, left and right choose the asking word. */
static bool machine_moves(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    if (s->look.machine.panel != MACHINE_PLAN)
        return false;
    machine_move(&s->look, &now->config, direction, steps);
    return true;
}

static bool machine_gives_away(const struct look *look, int stage)
{
    (void)stage;
    return look->machine.panel != MACHINE_PATHS;
}

static const char *machine_tick(const struct look *look, int *ms)
{
    *ms = PASSING_TICK_MS;
    return look->machine.pass > 0 && look->play != 0 ? "machine tick" : NULL;
}

const struct view view_machine = {
    .name = "machine",
    .context = "machine",
    .title = TEXT("the whole machine"),
    .help = TEXT(
        "The Transformer as boxes: on the left the encoder, on the right the decoder, data running down. "
        "Coloured boxes are computed now, dotted ones are not; beside them is what the box under the cursor "
        "does, and what it does to the asking word. Arrows walk, Enter goes in to the numbers, Backspace "
        "comes back. Curved lines are residual connections; ×N says how many layers there are.\n\n"
        "Tab shows what came before it; there, Enter opens the weights of the word. Who hears whom: the "
        "first word is passed on by an RNN (hand to hand), a CNN (windows of k words, } and { change k) and "
        "attention (everybody to everybody). One state, many vectors: an RNN reads the words into one state, "
        "of which each new word takes a share (( and ) change what is kept, as the gate of a GRU or LSTM "
        "does); attention keeps a vector for each word. What is left of a word is also the gradient that "
        "gets back to it. A note: the asking word's query goes to every word, whose card, its key, says how "
        "well it fits; the answers, the values, are collected by their shares. Space plays, . takes one "
        "step, o takes a longer sentence."),
    .draw = draw_machine,
    .tell = machine_tell,
    .tell_briefly = machine_tell_briefly,
    .places = cursor_query_places,
    .move = machine_moves,
    .gives_away = machine_gives_away,
    .tick = machine_tick,
};
