/* Describes the comparison of two states. */
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/compare/compare.h"

static void tell_side(const struct teller *t, const struct comparison_side *s, const char *name)
{
    struct state of = compare_state(&t->screen, &s->scene->state);
    if (!mat_present(s->m)) {
        tell(t, TEXT("%s: no such stage\n"), name);
        return;
    }
    tell(t, TEXT("%s, %d rows of %d numbers:\n"), name, s->m.rows, s->m.cols);
    int stage = t->now->state.look.compare.stage;
    bool shares = stage != COMPARE_FINAL && stage_row(stage)->role == ROLE_WEIGHTS;
    tell_table(t, &(struct tell_table){s->m, {s->rows, 0, &of}, {s->cols, 0, &of}, 0, 0, shares});
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

/* Describes the two pictures: what is read in each, and what changed. */
static void tell_pictures(const struct teller *t, const struct compare *v)
{
    struct compare_pictures p;
    compare_pictures_make(&p, &t->screen, v->other);
    tell(t, TEXT("Who reads whom, in two states. Now: %s; %s: %s.\n"),
         compare_sentence(&t->screen, &t->now->state), v->name,
         compare_sentence(&t->screen, &v->other->state));
    for (int h = 0; h < p.left.now->config.heads && h < p.right.now->config.heads; h++) {
        tell(t, TEXT("Head %d, what "), h + 1);
        tell_word(t, t->now->state.sentence, p.left.query);
        tell(t, TEXT(" reads, now: "));
        tell_shares(t, &p.left, h);
        tell(t, TEXT("; %s: "), v->name);
        tell_shares(t, &p.right, h);
        tell(t, TEXT(".\n"));
    }
    p.left.heads = p.left.now->config.heads;
    canvas_runs_bare(compare_say(&p, 0), t->out);
    text_add(t->out, "\n");
}

void compare_tell(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const char *pin;
    struct compare v = {.s = &t->screen, .told = true};
    v.other = session_beside(t->m, &pin);
    v.name = pin ? pin : screen_text(&t->screen, TEXT("with the words swapped"));
    if (look->compare.panel == COMPARE_CAUSE) {
        compare_cause_tell(t, &v);
        return;
    }
    if (v.other) {
        struct lengths moved;
        comparison_make(&v.of, t->now, v.other, look->compare.stage);
        if (look->compare.panel == COMPARE_FLOW)
            tell_pictures(t, &v);
        tell(t, TEXT("Two states at stage %s.\n"),
             screen_text(&t->screen, stage_label(cursor_compared(look))));
        tell_side(t, &v.of.a, screen_text(&t->screen, TEXT("Now")));
        tell_side(t, &v.of.b, pin ? pin : screen_text(&t->screen, TEXT("With the words swapped")));
        moved = compare_moved(&v);
        text_addf(t->out, "%s\n", compare_moved_title(&v));
        lengths_tell(t, &moved);
    }
    compare_corners_tell(t);
}
