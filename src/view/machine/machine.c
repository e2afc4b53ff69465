/* The whole machine: the boxes of a Transformer, and what it replaced. */
#include "core/cost.h"
#include "study/cursor.h"
#include "view/machine/machine.h"

enum { ALL_ROWS = 50, ALL_COLS = 200 };

static const struct {
    const char *name;
    void (*draw)(struct canvas c, const struct screen *s);
    const char *(*says)(const struct screen *s); /* below it; NULL: nothing */
} panels[MACHINE_PANELS] = {
    [MACHINE_PLAN] = {"Transformer", machine_plan_draw, NULL},
    [MACHINE_PATHS] = {TEXT("who hears whom"), machine_paths_draw, machine_paths_says},
    [MACHINE_MEMORY] = {TEXT("what is kept"), machine_memory_draw, machine_memory_says},
    [MACHINE_NOTE] = {TEXT("a note"), machine_note_draw, machine_note_says},
};

static int panel_of(const struct screen *s)
{
    int panel = s->session->now.state.look.machine;
    return panel < 0 || panel >= MACHINE_PANELS ? MACHINE_PLAN : panel;
}

/* Begins with the first tab that leaves room for the one in view; those that do not fit after it are left
 * out. */
static void panel_tabs(struct canvas c, const struct screen *s)
{
    int col = 1, first = 0, wide = 1;
    for (int i = 0; i <= panel_of(s); i++)
        wide += 3 + utf8_width(screen_text(s, panels[i].name));
    for (; first < panel_of(s) && wide > c.cols; first++)
        wide -= 3 + utf8_width(screen_text(s, panels[first].name));
    for (int i = first; i < MACHINE_PANELS && col + 2 + utf8_width(screen_text(s, panels[i].name)) <= c.cols;
         i++) {
        int from = col;
        col = screen_tab(c, col, i == panel_of(s), screen_text(s, panels[i].name)) + 1;
        screen_chooses(canvas_part(c, 0, from, 1, col - from - 1), s, "machine", i);
    }
}

/* Draws a panel over its sentence, which has the last one or two rows, with a margin at the sides. */
static void draw_panel(struct canvas c, const struct screen *s, int panel)
{
    const char *said = panels[panel].says ? panels[panel].says(s) : NULL;
    if (said) {
        int rows = utf8_width(said) > c.cols - 2 ? 2 : 1;
        canvas_flow(canvas_part(c, c.rows - rows, 1, rows, c.cols - 2), 0, STYLE_NOTE, said);
        c = canvas_part(c, 0, 1, c.rows - rows, c.cols - 2);
    }
    panels[panel].draw(c, s);
}

static void draw_machine(struct canvas c, const struct screen *s)
{
    int half = c.cols / 2, upper = c.rows / 2, panel = panel_of(s);
    if (c.rows >= ALL_ROWS && c.cols >= ALL_COLS) { /* several: the boxes, or the note, beside the others */
        draw_panel(canvas_part(c, 0, 0, c.rows, half - 1), s,
                   panel == MACHINE_NOTE ? MACHINE_NOTE : MACHINE_PLAN);
        screen_wall(c, 0, half, c.rows);
        c = canvas_part(c, 0, half + 2, c.rows, c.cols - half - 2);
        draw_panel(canvas_part(c, 0, 0, upper, c.cols), s, MACHINE_PATHS);
        draw_panel(canvas_part(c, upper + 1, 0, c.rows - upper - 1, c.cols), s, MACHINE_MEMORY);
        return;
    }
    bool tight = panel == MACHINE_PLAN && c.rows < 20; /* its boxes need all rows */
    if (!tight)
        panel_tabs(c, s);
    draw_panel(tight ? c : canvas_part(c, 1, 0, c.rows - 1, c.cols), s, panel);
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
    const struct state *st = &t->now->state;
    double left[CONFIG_MAX_WORDS];
    int panel = panel_of(&t->screen);
    if (panel == MACHINE_PLAN) {
        tell_plan(t);
        return;
    }
    if (panel == MACHINE_MEMORY) {
        machine_left(&t->screen, passing_at(st->look.pass, passing_steps(st->sentence->count)), left);
        tell(t, TEXT("What is left of each word in the one state, which keeps %d %% of itself:\n"),
             st->look.keep);
        for (int k = 0; k < st->sentence->count; k++) {
            tell_word(t, st->sentence, k);
            text_addf(t->out, " %s\n", share_text(&t->screen, left[k], SHARE_TENTHS));
        }
    }
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
    if (s->look.machine != MACHINE_PLAN)
        return false;
    machine_move(&s->look, &now->config, direction, steps);
    return true;
}

static bool machine_gives_away(const struct look *look, int stage)
{
    (void)stage;
    return look->machine != MACHINE_PATHS;
}

static const char *machine_tick(const struct look *look, int *ms)
{
    *ms = PASSING_TICK_MS;
    return look->pass > 0 && look->play != 0 ? "machine tick" : NULL;
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
