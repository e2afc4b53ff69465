/* A positional encoding in words, by the way in which it acts. */
#include <math.h>

#include "base/arena.h"
#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"
#include "view/figures/tell.h"

/* Tells the rows of the two positions in view. */
static void rows(const struct teller *t)
{
    const struct config *c = &t->now->config;
    const struct look *look = &t->now->state.look;
    const long positions[] = {look->encoding.pos, look->encoding.pos2};
    struct arena room = {0};
    if (!arena_reserve(&room, mat_room(1, c->d)))
        return;
    struct tell_table table = {.m = mat_in(&room, 1, c->d), .col = look->encoding.column};
    tell(t, TEXT("The rows of positions %ld and %ld, a number for each dimension:\n"), positions[0],
         positions[1]);
    for (int i = 0; i < 2; i++) {
        table.rows.first = positions[i];
        if (!c->pe->row(mat_row(table.m, 0), positions[i], c)) {
            tell(t, TEXT("%ld: none, this position has no row\n"), positions[i]);
            continue;
        }
        for (int j = 0; j < c->d; j++)
            mat_row(table.m, 0)[j] *= c->pescale;
        tell_table(t, &table);
    }
    arena_finish(&room);
}

static void clocks(const struct teller *t)
{
    const struct config *c = &t->now->config;
    const struct look *look = &t->now->state.look;
    if (clock_sines(c->pe)) {
        double at[2];
        clock_fits(c, look->encoding.pos, encoding_hand(c, look->encoding.column), at);
        tell(t,
             TEXT("One clock with a hand per dimension, of which only the sine is known: how far to the "
                  "right it "
                  "points, not whether up or down. The hand of dimension %d is at %.1f or at %.1f degrees\n"),
             look->encoding.column, at[0], at[1]);
        return;
    }
    if (c->pe->form == PE_FORM_ROTATION) {
        text_addf(t->out, "%s\n", encoding_owners_say(&t->screen));
        if (!isfinite(encoding_score(&t->screen, look->encoding.pos, look->encoding.pos2)))
            return;
    } else
        tell(t, TEXT("One clock with a hand per pair of dimensions; where its hands are:\n"));
    encoding_hands_tell(t, (struct encoding_times){look->encoding.pos, look->encoding.pos2, false, NULL});
}

static void bias(const struct teller *t)
{
    const struct config *c = &t->now->config;
    const struct look *look = &t->now->state.look;
    int n = c->n < TELL_ROWS ? c->n : TELL_ROWS;
    struct arena room = {0};
    if (!arena_reserve(&room, mat_room(n, n)))
        return;
    struct tell_table table = {.m = mat_in(&room, n, n),
                               .rows = {.words = t->now->state.sentence},
                               .cols = {.words = t->now->state.sentence}};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            mat_row(table.m, i)[j] = c->pe->bias(c->start + i, c->start + j, look->head, c);
    tell(t, TEXT("What head %d adds to the scaled score of a query (row) and a key (column):\n"),
         look->head + 1);
    tell_table(t, &table);
    arena_finish(&room);
}

void encoding_tell_briefly(const struct teller *t)
{
    const struct config *c = &t->now->config;
    const struct look *look = &t->now->state.look;
    if (clock_asks(look)) {
        encoding_game_tell(t);
        return;
    }
    tell(t, TEXT("Encoding %s, %s; positions %d and %d, dimension %d\n"), c->pe->name,
         screen_text(&t->screen, c->pe->title), look->encoding.pos, look->encoding.pos2,
         look->encoding.column);
}

void encoding_tell(const struct teller *whole)
{
    const struct session here = encoding_of_layer(whole->m);
    struct teller layer = *whole, *t = &layer;
    layer.m = layer.screen.session = &here;
    layer.now = &here.now;
    const struct config *c = &t->now->config;
    encoding_tell_briefly(t);
    if (clock_asks(&t->now->state.look))
        return;
    if (!screen_predicts(&t->screen))
        text_addf(t->out, "%s\n", screen_text(&t->screen, encoding_about(t->now)));
    tell(t, TEXT("Formula: %s\n"), screen_text(&t->screen, posenc_formula(c)));
    if (t->screen.hidden)
        return;
    if (c->pe->row)
        rows(t);
    if (c->pe->angle && posenc_grid(c) == 0)
        clocks(t);
    if (c->pe->form == PE_FORM_ROTATION)
        encoding_bands_tell(t);
    if (c->pe->place) {
        const struct look *look = &t->now->state.look;
        tell(t,
             TEXT("Positions %d and %d are alike by %.4f, the mean of %d random waves; the bell says %.4f\n"),
             look->encoding.pos, look->encoding.pos2,
             fourier_kernel(c, look->encoding.pos, look->encoding.pos2), c->d / 2,
             fourier_bell(c, look->encoding.pos, look->encoding.pos2));
    }
    if (c->pe->bias)
        bias(t);
}
