/* Writes the sentences, numbers and tables of descriptions. */
#include "view/figures/tell.h"

#include <math.h>
#include <stdarg.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/changes.h"

void tell(const struct teller *t, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    text_addv(t->out, screen_text(&t->screen, text), args);
    va_end(args);
}

static int digits_told(const struct teller *t, double x)
{
    return changes_shown(&t->screen) == SHOW_GRADIENT ? changes_digits(&t->screen, fabs(x))
                                                      : t->now->state.look.digits;
}

void tell_number(const struct teller *t, double x)
{
    number_fixed(t->out, x, digits_told(t, x), TELL_WIDEST);
}

void tell_share(const struct teller *t, double share)
{
    text_add(t->out, share_text(&t->screen, share, digits_told(t, share)));
}

void tell_word(const struct teller *t, const struct sequence *words, int i)
{
    screen_word(&t->now->state, words, i, t->out);
}

static void tell_label(const struct teller *t, const struct tell_axis *axis, int i)
{
    if (axis->words && i < axis->words->count)
        screen_word(axis->of ? axis->of : &t->now->state, axis->words, i, t->out);
    else
        text_addf(t->out, "%ld", axis->first + i);
}

void tell_table(const struct teller *t, const struct tell_table *table)
{
    struct mat m = table->m;
    int row0 = screen_first_shown(table->row, m.rows, TELL_ROWS),
        col0 = screen_first_shown(table->col, m.cols, TELL_COLS);
    if (m.rows > TELL_ROWS)
        tell(t, TEXT("Rows %d to %d of %d:\n"), row0 + 1, row0 + TELL_ROWS, m.rows);
    if (m.cols > TELL_COLS)
        tell(t, TEXT("Columns %d to %d of %d:\n"), col0 + 1, col0 + TELL_COLS, m.cols);
    for (int r = row0; r < m.rows && r < row0 + TELL_ROWS; r++) {
        tell_label(t, &table->rows, r);
        tell(t, TEXT(": "));
        for (int k = col0; k < m.cols && k < col0 + TELL_COLS; k++) {
            if (k > col0)
                tell(t, TEXT(", "));
            if (table->cols.words) {
                tell_label(t, &table->cols, k);
                text_add(t->out, " ");
            }
            (table->shares ? tell_share : tell_number)(t, mat_at(m, r, k));
        }
        text_add(t->out, "\n");
    }
}

struct tell_table tell_stage_table(const struct teller *t, int stage)
{
    const struct scene *now = t->now;
    const struct look *look = &now->state.look;
    struct tell_table table = {.m = stage_matrix(&now->trace, look->layer, stage, look->head)};
    table.shares = stage_row(stage)->role == ROLE_WEIGHTS;
    cursor_stage_words(&now->state, &now->config, stage, &table.rows.words, &table.cols.words);
    cursor_of_stage(&now->state, &now->config, stage, &table.row, &table.col);
    return table;
}

const struct sequence *tell_keys(const struct teller *t)
{
    return config_crosses(&t->now->config) ? t->now->state.memory : t->now->state.sentence;
}

/* Query 猫, key 狗, head 1 of 2: score 5.235, weight 0.412 */
void tell_pair_briefly(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const struct attention *a = &t->now->trace.layer[look->layer].self;
    tell(t, TEXT("Query "));
    tell_word(t, t->now->state.sentence, look->query);
    tell(t, TEXT(", key "));
    tell_word(t, tell_keys(t), look->key);
    if (a->heads > 1)
        tell(t, TEXT(", head %d of %d"), look->head + 1, a->heads);
    tell(t, TEXT(": score "));
    tell_number(t, mat_at(attention_head(a, a->map[MAP_SCORES], look->head), look->query, look->key));
    tell(t, TEXT(", weight "));
    tell_share(t, mat_at(attention_head(a, a->map[MAP_WEIGHTS], look->head), look->query, look->key));
    text_add(t->out, "\n");
}
