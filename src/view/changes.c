#include "view/changes.h"

#include <math.h>

#include "core/pipeline/stage.h"
#include "study/comparison.h"
#include "study/cursor.h"

/* Finds each word of `of` in `in`: sets *count to the number of words, 0 if they are matched by number.
 * Returns false if none of them is there. A sequence that both scenes share holds the same words: a lexicon
 * never renumbers them. */
static bool match(const struct scene *const scenes[2], const struct sequence *of, const struct sequence *in,
                  int *count, int at[CONFIG_MAX_WORDS])
{
    bool any = !of || of->count == 0;
    *count = of ? of->count : 0;
    for (int t = 0; t < *count; t++) {
        at[t] = !in ? -1 : of == in ? t : comparison_word(&scenes[0]->state, of, t, &scenes[1]->state, in);
        any = any || at[t] >= 0;
    }
    return any;
}

struct changes changes_of(const struct scene *now, const struct scene *other, int stage, struct mat a,
                          struct mat b)
{
    const struct scene *const scenes[2] = {now, other};
    const struct sequence *rows[2], *cols[2];
    struct changes c = {.now = a, .other = b};
    if (!other || !mat_present(b))
        return c;
    for (int i = 0; i < 2; i++) { /* the rows of P are matched by number */
        cursor_stage_words(&scenes[i]->state, &scenes[i]->config, stage, &rows[i], &cols[i]);
        rows[i] = stage_row(stage)->role == ROLE_POSITIONS ? NULL : rows[i];
    }
    c.known = match(scenes, rows[0], rows[1], &c.rows, c.row);
    c.known = match(scenes, cols[0], cols[1], &c.cols, c.col) && c.known;
    return c;
}

struct changes changes_of_stage(const struct scene *now, const struct scene *other, int stage, int head)
{
    int layer = now->state.look.layer;
    bool there = other && layer < other->config.layers && stage_present(&other->config, layer, stage) &&
                 (stage_row(stage)->heads != HEADS_APART || head < other->config.heads);
    struct mat b = there ? stage_matrix(&other->trace, layer, stage, head) : (struct mat){0};
    return changes_of(now, other, stage, stage_matrix(&now->trace, layer, stage, head), b);
}

const struct scene *changes_last(const struct screen *s)
{
    return s->session->changed && s->session->before.state.lexicon ? &s->session->before : NULL;
}

bool changes_was(const struct changes *c, int r, int k, double *x)
{
    int row = r < c->rows ? c->row[r] : r, col = k < c->cols ? c->col[k] : k;
    bool there = mat_present(c->other) && row >= 0 && row < c->other.rows && col >= 0 && col < c->other.cols;
    if (there)
        *x = mat_at(c->other, row, col);
    return there;
}

static bool rounding_apart(double a, double b)
{
    double larger = fmax(fabs(a), fabs(b));
    return a == b || (isfinite(larger) && fabs(a - b) <= COMPARISON_ROUNDING * fmax(1, larger));
}

enum change changes_at(const struct changes *c, int r, int k)
{
    double y;
    if (!c->known)
        return CHANGE_NONE;
    if (!changes_was(c, r, k, &y))
        return CHANGE_NEW;
    double x = mat_at(c->now, r, k);
    return rounding_apart(x, y) ? CHANGE_NONE : x > y ? CHANGE_UP : CHANGE_DOWN;
}

enum show_kind changes_shown(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    enum show_kind show = (enum show_kind)now->state.look.show;
    bool there = show == SHOW_DELTA ? session_baseline(s->session) != NULL : now->has_gradient;
    return there ? show : SHOW_VALUES;
}

struct mat changes_stage(const struct screen *s, int stage, int head)
{
    const struct scene *now = &s->session->now;
    struct changes c = changes_of_stage(now, session_baseline(s->session), stage, head);
    if (changes_shown(s) == SHOW_GRADIENT)
        return stage_matrix(&now->grad.d, now->state.look.layer, stage, head);
    if (changes_shown(s) != SHOW_DELTA)
        return c.now;
    if (!arena_more(s->scratch, mat_room(c.now.rows, c.now.cols)))
        return (struct mat){0};
    struct mat out = mat_in(s->scratch, c.now.rows, c.now.cols);
    for (int r = 0; r < out.rows; r++)
        for (int k = 0; k < out.cols; k++) {
            double x = mat_at(c.now, r, k), y;
            bool there = changes_was(&c, r, k, &y);
            mat_row(out, r)[k] = !there ? NAN : rounding_apart(x, y) ? 0 : x - y;
        }
    return out;
}

int changes_digits(const struct screen *s, double most)
{
    enum { SIGNIFICANT = 2, MOST = 8 };
    int digits = s->session->now.state.look.digits;
    while (digits < MOST && most < pow(10, SIGNIFICANT - 1 - digits) && most > pow(10, -MOST))
        digits++;
    return digits;
}

void changes_title(const struct screen *s, struct text *out)
{
    const struct session *m = s->session;
    const bool gradient = m->now.state.look.show == SHOW_GRADIENT;
    const char *why;
    if (gradient && !scene_asks(&m->now, &why))
        text_add(out, screen_text(s, why));
    else if (gradient && !m->now.has_gradient)
        screen_add(s, out, TEXT("the gradient was not computed (memory, or stopped): g g tries again"));
    else if (gradient)
        screen_add(
            s, out,
            TEXT("How the loss (%.3g) changes as a number grows: where this is negative, more is better."),
            m->now.grad.loss);
    else if (!session_baseline(m))
        screen_add(s, out, TEXT("nothing to compare with yet: change or pin something"));
    else if (m->compare >= 0)
        screen_add(s, out, TEXT("difference: now - %s (pinned)"), m->pins[m->compare].name);
    else
        screen_add(s, out, TEXT("difference: now - before the last change"));
}
