#include "export/export.h"

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/terms.h"
#include "export/json.h"
#include "export/rows.h"
#include "study/preset.h"

static const char *const map_names[MAP_COUNT] = {[MAP_SCORES] = "scores",
                                                 [MAP_SCALED] = "scaled",
                                                 [MAP_CAPPED] = "capped",
                                                 [MAP_MASKED] = "masked",
                                                 [MAP_WEIGHTS] = "weights"};
static const char *const through_names[THROUGH_COUNT] = {
    [THROUGH_IDENTITY] = "identity", [THROUGH_WEIGHTS] = "weights"};
static const char *const trial_names[TRIAL_COUNT] = {[TRIAL_NOW] = "now",
                                                     [TRIAL_IDENTITY] = "identity",
                                                     [TRIAL_RANDOM] = "random",
                                                     [TRIAL_SHIFT] = "shift",
                                                     [TRIAL_SHIFT_ALONE] = "shift_pp"};

struct facts {
    const struct session *m;
    const struct scene *now;
    const struct attention *a;
    struct term list[TERM_MAX];
    int count, head;
    double divisor;
};

static struct facts facts_of(const struct session *m)
{
    const struct look *look = &m->now.state.look;
    struct facts f = {.m = m, .now = &m->now, .a = &m->now.trace.layer[look->layer].self, .head = look->head};
    f.count = terms_list(&m->now.config, look->layer, f.list);
    f.count = f.count < f.a->term_count ? f.count : f.a->term_count; /* a long sentence keeps no terms */
    f.divisor = attention_divisor(&m->now.config, attention_first(&m->now.config));
    return f;
}

static bool off(const struct facts *f, int t)
{
    return term_set_has(&f->now->config.term_off, f->list[t].bit);
}

static struct mat term_map(const struct facts *f, int t)
{
    return attention_head(f->a, attention_term(f->a, t), f->head);
}

/* ---- csv ---------------------------------------------------------------------- */

static void csv_at(struct text *out, const char *part, const char *name, long row, double value)
{
    struct text at = TEXT_HERE;
    text_addf(&at, "%ld", row);
    rows_number(out, part, name, text_str(&at), "", value);
    text_finish_part(&at, out);
}

static void csv_maps(const struct facts *f, struct text *out)
{
    const struct state *st = &f->now->state;
    struct rows_labels labels = {st, st->sentence,
                                 config_crosses(&f->now->config) ? st->memory : st->sentence};
    double row[CONFIG_MAX_WORDS];
    for (int t = 0; t < f->count; t++)
        rows_matrix(out, "term", f->list[t].name, term_map(f, t), &labels);
    for (int i = 0; i < MAP_COUNT; i++)
        if (i != MAP_CAPPED || f->now->config.softcap > 0)
            rows_matrix(out, map_names[i], "", attention_head(f->a, f->a->map[i], f->head), &labels);
    for (int i = 0; i < f->now->config.n && f->count > 0; i++) {
        struct text query = TEXT_HERE;
        terms_weights_without(row, f->a, &f->now->config, f->head, i, NULL);
        rows_word(&query, st, labels.rows, i);
        for (int j = 0; j < labels.cols->count; j++) {
            struct text key = TEXT_HERE;
            rows_word(&key, st, labels.cols, j);
            rows_number(out, "weights_all_terms", "", text_str(&query), text_str(&key), row[j]);
            text_finish_part(&key, out);
        }
        text_finish_part(&query, out);
    }
}

void export_terms_csv(const struct session *m, struct text *out)
{
    struct facts f = facts_of(m);
    rows_header(out);
    for (int t = 0; t < f.count; t++) {
        rows_number(out, "on", f.list[t].name, "", "", !off(&f, t));
        rows_number(out, "row_constant", f.list[t].name, "", "", f.list[t].row_constant);
    }
    rows_number(out, "divisor", "", "", "", f.divisor);
    csv_maps(&f, out);
    for (int k = 0; m->distance.known && k < THROUGH_COUNT; k++) {
        rows_number(out, "distance_least", through_names[k], "", "", m->distance.least[k]);
        rows_number(out, "distance_most", through_names[k], "", "", m->distance.most[k]);
        for (int i = 0; i < m->distance.count; i++)
            csv_at(out, "distance_row", through_names[k], m->distance.first + i, m->distance.row[k][i]);
        for (int i = 0; i < m->distance.count; i++)
            if (m->distance.first + i + m->distance.s - m->distance.t >= 0)
                csv_at(out, "distance_along", through_names[k], m->distance.first + i,
                       m->distance.along[k][i]);
    }
    for (int i = 0; m->sweep.known && i < m->sweep.count; i++) {
        struct text scale = TEXT_HERE;
        number_significant(&scale, sweep_point(&m->sweep, i), 6);
        rows_number(out, "weight_by_scale", "", text_str(&scale), "", m->sweep.weight[i]);
        text_finish_part(&scale, out);
    }
    for (int kind = 0; m->trial.known && kind < TRIAL_COUNT; kind++)
        for (int i = 0; m->trial.row[kind].known && i < TRIAL_STARTS; i++) {
            csv_at(out, "other_weights", trial_names[kind], trial_starts[i], m->trial.row[kind].weight[i]);
            csv_at(out, "other_weights_found", trial_names[kind], trial_starts[i],
                   m->trial.row[kind].found[i]);
        }
}

/* ---- json --------------------------------------------------------------------- */

static void json_terms(const struct facts *f, struct text *out)
{
    const struct look *look = &f->now->state.look;
    text_add(json_add_key(out, "terms"), "[");
    for (int t = 0; t < f->count; t++) {
        text_add(out, t ? ",\n{" : "{");
        json_add_string(json_add_key(out, "name"), f->list[t].name);
        text_add(json_add_key(out, "on"), off(f, t) ? "false" : "true");
        text_add(json_add_key(out, "row_constant"), f->list[t].row_constant ? "true" : "false");
        struct text asks = {0};
        term_asks(&f->list[t], LANG_EN, &asks);
        json_add_string(json_add_key(out, "asks"), text_str(&asks));
        text_finish_part(&asks, out);
        json_add_number(json_add_key(out, "value"), mat_at(term_map(f, t), look->query, look->key));
        json_add_matrix(json_add_key(out, "map"), term_map(f, t));
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void json_curves(struct text *out, const char *name, const struct distance *d,
                        const double v[THROUGH_COUNT][DISTANCE_MOST])
{
    text_add(json_add_key(out, name), "{");
    for (int k = 0; k < THROUGH_COUNT; k++)
        json_add_numbers(json_add_key(out, through_names[k]), v[k], d->count);
    text_add(out, "}");
}

/* null if the model could not compute it; the model holds the reason. */
static void json_distance(const struct distance *d, struct text *out)
{
    if (!json_add_known(out, "distance", d->known))
        return;
    text_addf(out, "{\"t\":%ld,\n\"s\":%ld,\n\"first\":%ld,\n\"here\":{", d->t, d->s, d->first);
    for (int k = 0; k < THROUGH_COUNT; k++)
        json_add_number(json_add_key(out, through_names[k]), d->here[k]);
    text_add(out, "}");
    json_curves(out, "row", d, d->row);
    json_curves(out, "along", d, d->along);
    text_add(out, "}");
}

static void json_sweep(const struct sweep *w, struct text *out)
{
    if (!json_add_known(out, "by_scale", w->known))
        return;
    text_add(out, "{\"scales\":[");
    for (int i = 0; i < w->count; i++) {
        text_add(out, i ? "," : "");
        json_add_number(out, sweep_point(w, i));
    }
    text_add(out, "]");
    json_add_numbers(json_add_key(out, "weights"), w->weight, w->count);
    text_add(out, "}");
}

static void json_trials(const struct trial *t, struct text *out)
{
    if (!json_add_known(out, "other_weights", t->known))
        return;
    text_addf(out, "{\"offset\":%d,\n\"queries\":%d,\n\"starts\":[%d,%d,%d]", t->offset, t->asked,
              trial_starts[0], trial_starts[1], trial_starts[2]);
    for (int kind = 0; kind < TRIAL_COUNT; kind++) {
        const struct trial_row *r = &t->row[kind];
        if (!r->known)
            continue;
        text_add(json_add_key(out, trial_names[kind]), "{");
        json_add_numbers(json_add_key(out, "weight"), r->weight, TRIAL_STARTS);
        text_addf(out, ",\n\"found\":[%d,%d,%d]}", r->found[0], r->found[1], r->found[2]);
    }
    text_add(out, "}");
}

void export_terms_json(const struct session *m, struct text *out)
{
    struct facts f = facts_of(m);
    const struct look *look = &m->now.state.look;
    const struct preset *preset = preset_shown(&m->now);
    text_addf(out,
              "{\"format\":1,\n\"view\":\"terms\",\n\"layer\":%d,\n\"head\":%d,\n\"query\":%d,\n\"key\":%d",
              look->layer, look->head, look->query, look->key);
    if (preset)
        json_add_string(json_add_key(out, "preset"), preset->name);
    json_terms(&f, out);
    json_add_number(json_add_key(out, "divisor"), f.divisor);
    for (int i = 0; i < MAP_COUNT; i++)
        if (i != MAP_CAPPED || f.now->config.softcap > 0)
            json_add_matrix(json_add_key(out, map_names[i]), attention_head(f.a, f.a->map[i], f.head));
    double row[CONFIG_MAX_WORDS];
    text_add(json_add_key(out, "weights_all_terms"), "[");
    for (int i = 0; i < f.now->config.n && f.count > 0; i++) {
        terms_weights_without(row, f.a, &f.now->config, f.head, i, NULL);
        text_add(out, i ? "," : "");
        json_add_numbers(out, row, config_keys(&f.now->config));
    }
    text_add(out, "]");
    json_distance(&m->distance, out);
    json_sweep(&m->sweep, out);
    json_trials(&m->trial, out);
    text_add(out, "}\n");
}
