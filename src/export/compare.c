#include "export/export.h"

#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "export/json.h"
#include "export/rows.h"
#include "study/comparison.h"

static const char *const on_names[] = {"off", "on"}, *const mask_names[] = {"none", "causal"};

/* Rounding errors become 0, as in the view. */
static double shown_change(const struct comparison *c, double x)
{
    return comparison_rounding(c, x) ? 0 : x;
}

static const char *stage_shown(const struct session *m)
{
    int stage = m->now.state.look.compare.stage;
    return stage == COMPARE_FINAL ? "final" : stage_name(stage);
}

static double corner_number(const struct order *o, int on, int causal, bool mean)
{
    const struct order_corner *c = &o->corner[on][causal];
    bool rounding = mean ? c->mean_rounding : c->most_rounding, blind = !on && !causal;
    return rounding && blind ? 0 : mean ? c->mean : c->most;
}

/* ---- csv ---------------------------------------------------------------------- */

static void csv_side(struct text *out, const char *part, const char *stage,
                     const struct comparison_side *side)
{
    struct rows_labels labels = {&side->scene->state, side->rows, side->cols};
    if (mat_present(side->m))
        rows_matrix(out, part, stage, side->m, &labels);
}

void export_compare_csv(const struct session *m, struct text *out)
{
    const char *name;
    const struct scene *other = session_beside(m, &name);
    struct comparison c;
    rows_header(out);
    if (other) {
        comparison_make(&c, &m->now, other, m->now.state.look.compare.stage);
        csv_side(out, "now", stage_shown(m), &c.a);
        csv_side(out, name ? name : "twin", stage_shown(m), &c.b);
        for (int i = 0; i < c.a.m.rows; i++) {
            struct text word = TEXT_HERE;
            double x = comparison_row(&c, i);
            rows_word(&word, &c.a.scene->state, c.a.rows, i);
            if (!(x < 0))
                rows_number(out, "moved", "largest", text_str(&word), "", shown_change(&c, x));
            text_finish_part(&word, out);
        }
        if (!(comparison_mean(&c) < 0))
            rows_number(out, "moved", "mean", "", "", shown_change(&c, comparison_mean(&c)));
    }
    for (int i = 0; i < 4; i++)
        if (m->order.corner[i / 2][i % 2].known) {
            rows_number(out, "corner", "largest", on_names[i / 2], mask_names[i % 2],
                        corner_number(&m->order, i / 2, i % 2, false));
            rows_number(out, "corner", "mean", on_names[i / 2], mask_names[i % 2],
                        corner_number(&m->order, i / 2, i % 2, true));
        }
    for (int i = 0; i < m->orders.done; i++) {
        const struct orders_line *l = &m->orders.line[m->orders.rank[i]];
        struct text words = TEXT_HERE;
        for (int t = 0; t < m->orders.of.sentence->count; t++) {
            text_add(&words, t ? " " : "");
            rows_word(&words, &m->orders.of, m->orders.of.sentence, l->place[t]);
        }
        for (int w = 0; w < m->orders.of.sentence->count; w++) {
            struct text word = TEXT_HERE;
            rows_word(&word, &m->orders.of, m->orders.of.sentence, w);
            rows_number(out, "order", text_str(&words), text_str(&word), "", l->moved[w]);
            text_finish_part(&word, out);
        }
        text_finish_part(&words, out);
    }
}

/* ---- json --------------------------------------------------------------------- */

static void json_side(struct text *out, const char *key, const char *name, const struct comparison_side *side)
{
    text_add(json_add_key(out, key), "{");
    if (name)
        json_add_string(json_add_key(out, "name"), name);
    json_add_words(json_add_key(out, "tokens"), &side->scene->state, side->scene->state.sentence);
    if (json_add_known(out, "matrix", mat_present(side->m)))
        json_add_matrix(out, side->m);
    text_add(out, "}");
}

static void json_corners(struct text *out, const struct order *o)
{
    if (!json_add_known(out, "order", o->twin_known))
        return;
    text_addf(out, "{\"swapped\":[%d,%d]", o->swaps.a, o->swaps.b);
    if (o->swaps.a_end - o->swaps.a > 1 || o->swaps.b_end - o->swaps.b > 1)
        text_addf(out, ",\"ends\":[%d,%d]", o->swaps.a_end, o->swaps.b_end);
    json_add_string(json_add_key(out, "encoding"), posencs[order_encoding(&o->of)]->name);
    for (int i = 0; i < 4; i++) {
        struct text key = TEXT_HERE;
        text_addf(&key, "%s_%s", on_names[i / 2], mask_names[i % 2]);
        if (json_add_known(out, text_str(&key), o->corner[i / 2][i % 2].known)) {
            text_add(out, "{\"largest\":");
            json_add_number(out, corner_number(o, i / 2, i % 2, false));
            text_add(out, ",\"mean\":");
            json_add_number(out, corner_number(o, i / 2, i % 2, true));
            text_add(out, "}");
        }
        text_finish_part(&key, out);
    }
    text_add(out, "}");
}

void export_compare_json(const struct session *m, struct text *out)
{
    const struct look *look = &m->now.state.look;
    const char *name;
    const struct scene *other = session_beside(m, &name);
    struct comparison c;
    text_addf(
        out,
        "{\"format\":1,\n\"view\":\"compare\",\n\"stage\":\"%s\",\n\"layer\":%d,\n\"head\":%d,\n\"query\":%d",
        stage_shown(m), look->layer, look->head, look->query);
    if (other) {
        comparison_make(&c, &m->now, other, look->compare.stage);
        json_side(out, "now", NULL, &c.a);
        json_side(out, "other", name ? name : "twin", &c.b);
        text_add(json_add_key(out, "rows"), "[");
        for (int i = 0; i < c.a.m.rows; i++) {
            struct text word = TEXT_HERE;
            double x = comparison_row(&c, i);
            rows_word(&word, &c.a.scene->state, c.a.rows, i);
            text_add(out, i ? ",\n{" : "{");
            json_add_string(json_add_key(out, "word"), text_str(&word));
            text_addf(out, ",\n\"other_row\":%d", c.row_of[i]);
            json_add_number(json_add_key(out, "moved"), x < 0 ? (double)NAN : shown_change(&c, x));
            text_add(out, "}");
            text_finish_part(&word, out);
        }
        text_add(out, "]");
        json_add_number(json_add_key(out, "mean_moved"),
                        comparison_mean(&c) < 0 ? (double)NAN : shown_change(&c, comparison_mean(&c)));
    }
    json_corners(out, &m->order);
    /* All orders; the order that moves the word in focus furthest comes first. `moved` follows the sentence's
     * words. */
    text_add(json_add_key(out, "orders"), m->orders.done > 0 ? "[" : "null");
    for (int i = 0; i < m->orders.done; i++) {
        const struct orders_line *l = &m->orders.line[m->orders.rank[i]];
        int n = m->orders.of.sentence->count;
        text_add(out, i ? ",\n{\"order\":[" : "{\"order\":[");
        for (int t = 0; t < n; t++)
            text_addf(out, "%s%d", t ? "," : "", l->place[t]);
        text_add(out, "],\"moved\":");
        json_add_numbers(out, l->moved, n);
        text_add(out, "}");
    }
    text_add(out, m->orders.done > 0 ? "]" : "");
    text_add(out, "}\n");
}
