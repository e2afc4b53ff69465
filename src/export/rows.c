#include "export/rows.h"

#include <string.h>

#include "base/number.h"

void rows_header(struct text *out)
{
    text_add(out, "part,name,row,column,value\n");
}

static void field(struct text *out, const char *s)
{
    if (!strpbrk(s, ",\"\n\r")) {
        text_add(out, s);
        return;
    }
    text_add_char(out, '"');
    for (; *s; s++) {
        if (*s == '"')
            text_add_char(out, '"');
        text_add_char(out, *s);
    }
    text_add_char(out, '"');
}

void rows_number(struct text *out, const char *part, const char *name, const char *row, const char *col,
                 double value)
{
    const char *const fields[] = {part, name, row, col};
    for (int i = 0; i < 4; i++) {
        field(out, fields[i]);
        text_add_char(out, ',');
    }
    number_shortest(out, value);
    text_add_char(out, '\n');
}

void rows_word(struct text *out, const struct state *s, const struct sequence *q, int t)
{
    int count = 0, which = 0;
    for (int i = 0; i < q->count; i++)
        if (q->id[i] == q->id[t]) {
            count++;
            which += sequence_before_swap(q, i) <= sequence_before_swap(q, t);
        }
    text_add(out, state_name(s, q, t));
    if (count > 1)
        text_addf(out, "#%d", which);
}

void rows_matrix(struct text *out, const char *part, const char *name, struct mat m,
                 const struct rows_labels *labels)
{
    for (int r = 0; r < m.rows; r++) {
        struct text row = TEXT_HERE;
        rows_word(&row, labels->state, labels->rows, r);
        for (int k = 0; k < m.cols; k++) {
            struct text col = TEXT_HERE;
            if (labels->cols)
                rows_word(&col, labels->state, labels->cols, k);
            else
                text_addf(&col, "%d", k);
            rows_number(out, part, name, text_str(&row), text_str(&col), mat_at(m, r, k));
            text_finish_part(&col, out);
        }
        text_finish_part(&row, out);
    }
}
