/* Describes the comparison of two states. */
#include "core/pipeline/stage.h"
#include "study/comparison.h"
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/compare/pictures.h"
#include "view/tell/tell.h"

static void tell_side(const struct teller *t, const struct comparison_side *s, const char *name)
{
    struct state of = compare_state(&t->screen, &s->scene->state);
    if (!mat_present(s->m)) {
        tell(t, TEXT("%s: no such stage\n"), name);
        return;
    }
    tell(t, TEXT("%s, %d rows of %d numbers:\n"), name, s->m.rows, s->m.cols);
    int stage = t->now->state.look.compare_stage;
    bool shares = stage != COMPARE_FINAL && stage_row(stage)->role == ROLE_WEIGHTS;
    tell_table(t, &(struct tell_table){s->m, {s->rows, 0, &of}, {s->cols, 0, &of}, 0, 0, shares});
}

static void difference(const struct teller *t, double x, bool rounding)
{
    tell(t, TEXT(": %s\n"),
         x < 0 ? screen_text(&t->screen, TEXT("not on both sides"))
               : compare_number(&t->screen, x, rounding, "0"));
}

static void moved(const struct teller *t, const struct comparison *of)
{
    if (!of->same_width) {
        tell(t, TEXT("The columns of the two sides do not match.\n"));
        return;
    }
    tell(t, TEXT("How far each row moved:\n"));
    for (int i = 0; i < of->a.m.rows; i++) {
        double x = comparison_row(of, i);
        tell_word(t, of->a.rows, i);
        difference(t, x, comparison_rounding(of, x));
    }
    if (of->a.cols)
        return;
    tell(t, TEXT("The mean of the rows moved"));
    difference(t, comparison_mean(of), comparison_rounding(of, comparison_mean(of)));
}

static void corners(const struct teller *t)
{
    static const char *const names[2][2] = {
        {TEXT("encoding off, no mask"), TEXT("encoding off, causal mask")},
        {TEXT("encoding on, no mask"), TEXT("encoding on, causal mask")}};
    const struct order *o = &t->m->order;
    if (!o->twin_known) {
        text_addf(t->out, "%s\n", text_str(&o->why));
        return;
    }
    struct state st = compare_state(&t->screen, &o->of);
    order_phrase(&st, o->swaps.a, o->swaps.a_end, t->out);
    tell(t, TEXT(" and "));
    order_phrase(&st, o->swaps.b, o->swaps.b_end, t->out);
    tell(t, TEXT(" swapped: how far the outputs move:\n"));
    for (int i = 0; i < 4; i++) {
        const struct order_corner *corner = &o->corner[i / 2][i % 2];
        if (!corner->known)
            continue;
        text_add(t->out, screen_text(&t->screen, names[i / 2][i % 2]));
        difference(t, corner->most, corner->most_rounding);
        tell(t, TEXT("  the mean output"));
        difference(t, corner->mean, corner->mean_rounding);
    }
    if (!o->known)
        text_addf(t->out, "%s\n", text_str(&o->why));
}

/* Writes the shares of one picture: 猫 0.98, 追 0.01 … */
static void tell_shares(const struct teller *t, const struct flow *f, int h)
{
    for (int j = 0; j < f->keys; j++) {
        if (j > 0)
            tell(t, TEXT(", "));
        screen_word(&f->now->state, flow_keys(f), j, t->out);
        text_add(t->out, " ");
        tell_share(t, flow_weight(f, h, f->query, j));
    }
}

void compare_tell(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const char *pin;
    const struct scene *other = session_beside(t->m, &pin);
    struct comparison of;
    if (other) {
        comparison_make(&of, t->now, other, look->compare_stage);
        const char *name = pin ? pin : screen_text(&t->screen, TEXT("with the words swapped"));
        if (look->compare_panel == COMPARE_FLOW) {
            /* Describes the two pictures: what is read in each, and what changed. */
            struct compare_pictures p;
            compare_pictures_make(&p, &t->screen, other);
            tell(t, TEXT("Who reads whom, in two states. Now: %s; %s: %s.\n"),
                 compare_sentence(&t->screen, &t->now->state), name,
                 compare_sentence(&t->screen, &other->state));
            for (int h = 0; h < p.left.now->config.heads && h < p.right.now->config.heads; h++) {
                tell(t, TEXT("Head %d, what "), h + 1);
                tell_word(t, t->now->state.sentence, p.left.query);
                tell(t, TEXT(" reads, now: "));
                tell_shares(t, &p.left, h);
                tell(t, TEXT("; %s: "), name);
                tell_shares(t, &p.right, h);
                tell(t, TEXT(".\n"));
            }
            p.left.heads = p.left.now->config.heads;
            canvas_runs_bare(compare_say(&p, 0), t->out);
            text_add(t->out, "\n");
        }
        tell(t, TEXT("Two states at stage %s.\n"),
             screen_text(&t->screen, stage_label(cursor_compared(look))));
        tell_side(t, &of.a, screen_text(&t->screen, TEXT("Now")));
        tell_side(t, &of.b, pin ? pin : screen_text(&t->screen, TEXT("With the words swapped")));
        moved(t, &of);
    }
    corners(t);
}
