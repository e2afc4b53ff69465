#include "view/changes.h"

#include <math.h>

#include "core/pipeline/stage.h"
#include "study/comparison.h"
#include "study/cursor.h"

/* Sets the words that rows and columns are matched by; NULL: matched by number, like the rows of P. */
static void words_of(const struct scene *scene, int stage, const struct sequence **rows,
                     const struct sequence **cols)
{
    cursor_stage_words(&scene->state, &scene->config, stage, rows, cols);
    *rows = stage_row(stage)->role == ROLE_POSITIONS ? NULL : *rows;
}

/* Finds each word of `of` in `in`; returns the number of words, or 0 if they are matched by number. A
 * sequence that both scenes share holds the same words: a lexicon never renumbers them. */
static int match(const struct scene *a, const struct sequence *of, const struct scene *b,
                 const struct sequence *in, int at[CONFIG_MAX_WORDS])
{
    int count = of ? of->count : 0;
    for (int t = 0; t < count; t++)
        at[t] = !in ? -1 : of == in ? t : comparison_word(&a->state, of, t, &b->state, in);
    return count;
}

static bool any(const int *at, int count)
{
    bool found = count == 0;
    for (int i = 0; i < count; i++)
        found = found || at[i] >= 0;
    return found;
}

struct changes changes_of(const struct scene *now, const struct scene *other, int stage, struct mat a,
                          struct mat b)
{
    struct changes c = {.now = a, .other = b};
    const struct sequence *rows, *cols, *other_rows, *other_cols;
    if (!other || !mat_present(b))
        return c;
    words_of(now, stage, &rows, &cols);
    words_of(other, stage, &other_rows, &other_cols);
    c.rows = match(now, rows, other, other_rows, c.row);
    c.cols = match(now, cols, other, other_cols, c.col);
    c.known = any(c.row, c.rows) && any(c.col, c.cols);
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
    return s->model->changed && s->model->before.state.lexicon ? &s->model->before : NULL;
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

/* Returns an absent matrix if memory is exhausted. */
static struct mat delta(const struct changes *c, struct arena *room)
{
    if (!arena_more(room, mat_room(c->now.rows, c->now.cols)))
        return (struct mat){0};
    struct mat out = mat_in(room, c->now.rows, c->now.cols);
    for (int r = 0; r < out.rows; r++)
        for (int k = 0; k < out.cols; k++) {
            double x = mat_at(c->now, r, k), y;
            bool there = changes_was(c, r, k, &y);
            mat_row(out, r)[k] = !there ? NAN : rounding_apart(x, y) ? 0 : x - y;
        }
    return out;
}

enum show_kind changes_shown(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    enum show_kind show = (enum show_kind)now->state.look.show;
    bool there = show == SHOW_DELTA ? model_baseline(s->model) != NULL : now->has_gradient;
    return there ? show : SHOW_VALUES;
}

struct mat changes_stage(const struct screen *s, int stage, int head)
{
    const struct scene *now = &s->model->now;
    struct changes c = changes_of_stage(now, model_baseline(s->model), stage, head);
    if (changes_shown(s) == SHOW_GRADIENT)
        return stage_matrix(&now->grad.d, now->state.look.layer, stage, head);
    return changes_shown(s) == SHOW_DELTA ? delta(&c, s->scratch) : c.now;
}

int changes_digits(const struct screen *s, double most)
{
    enum { SIGNIFICANT = 2, MOST = 8 };
    int digits = s->model->now.state.look.digits;
    while (digits < MOST && most < pow(10, SIGNIFICANT - 1 - digits) && most > pow(10, -MOST))
        digits++;
    return digits;
}

/* How the loss grows with each number, or why nothing says that. */
static void gradient_title(const struct screen *s, struct text *out)
{
    const struct scene *now = &s->model->now;
    struct pair why;
    if (!scene_asks(now, &why))
        text_add(out, screen_pair(s, why));
    else if (!now->has_gradient)
        text_add(out,
                 screen_text(s, TEXT("the gradient was not computed (memory, or stopped): g g tries again",
                                     "梯度没有算出来（内存不够或被中断）：按两次 g 再试")));
    else
        screen_add(
            s, out,
            TEXT("How the loss (%.3g) changes as a number grows: where this is negative, more is better.",
                 "一个数变大时，损失（%.3g）怎样变：负的地方，变大就更好。"),
            now->grad.loss);
}

void changes_title(const struct screen *s, struct text *out)
{
    const struct model *m = s->model;
    if (m->now.state.look.show == SHOW_GRADIENT)
        gradient_title(s, out);
    else if (!model_baseline(m))
        text_add(out, screen_text(s, TEXT("nothing to compare with yet: change or pin something",
                                          "还没有可比的：先改点什么，或定格（pin）")));
    else if (m->compare >= 0)
        screen_add(s, out, TEXT("difference: now - %s (pinned)", "差：现在 - %s（定格）"),
                   m->pins[m->compare].name);
    else
        text_add(out,
                 screen_text(s, TEXT("difference: now - before the last change", "差：现在 - 上次修改之前")));
}
