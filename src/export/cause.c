/* What each layer would say, and who carries the answer. */
#include <math.h>

#include "base/mem.h"
#include "core/math/softmax.h"
#include "core/pipeline/readout.h"
#include "export/export.h"
#include "export/json.h"
#include "study/cause/cause.h"

bool export_lens(const struct scene *s, struct text *out, struct reply *r)
{
    const struct config *c = &s->config;
    int first = state_model(&s->state) ? state_asked(&s->state) : 0,
        end = state_model(&s->state) ? first + 1 : c->n;
    double *shares = c->classes > 0 ? mem_new((size_t)c->classes, sizeof *shares) : NULL;
    if (c->classes == 0)
        return reply_fail(r, 0, TEXT("%s needs classes to choose from ('classes A B' sets them)"), "lens");
    if (!shares)
        return reply_no_memory(r);
    text_add(out, "{");
    text_add(json_add_key(out, "lens"), "[");
    for (int l = -1; l < c->layers; l++) {
        text_add(out, l < 0 ? "[" : ",\n[");
        for (int t = first; t < end; t++) {
            text_add(out, t > first ? "," : "");
            readout_lens(shares, &s->trace, c, l, t);
            softmax_row(shares, shares, c->classes);
            json_add_numbers(out, shares, c->classes);
        }
        text_add_char(out, ']');
    }
    text_add(out, "]}\n");
    mem_free(shares);
    return true;
}

/* Writes [layer][word], of a head or (-1) of the rows behind the layers. */
static bool json_shares(struct text *out, struct cause_run *k, struct cause_cell cell, struct reply *r)
{
    struct cause_found found;
    text_add_char(out, '[');
    for (cell.word = 0; cell.word < k->c.n; cell.word++) {
        if (!cause_try(k, cell, false, &found, r))
            return false;
        text_add(out, cell.word ? "," : "");
        json_add_number(out, found.share[0]);
    }
    text_add_char(out, ']');
    return true;
}

bool export_carried(struct session *m, struct text *out, struct reply *r)
{
    struct scene room = {0};
    struct cause_run k = {0};
    const struct state *s = &m->now.state;
    const struct scene *other = session_other(m, &room, r);
    bool ok = other && cause_begin(&k, &m->now, other, s->look.query, r);
    text_addf(out, "{\"at\":%d", s->look.query);
    if (ok && s->classes)
        json_add_string(json_add_key(out, "class"), state_name(s, s->classes, k.a));
    else
        text_addf(json_add_key(out, "class"), "%d", k.a);
    text_add(json_add_key(out, "heads"), "[");
    for (int l = 0; ok && l < k.c.layers; l++) {
        text_add(out, l ? ",[" : "[");
        for (int h = 0; ok && h < k.c.heads; h++) {
            text_add(out, h ? "," : "");
            ok = json_shares(out, &k, (struct cause_cell){l, h, 0}, r);
        }
        text_add(out, "]");
    }
    text_add(out, "]");
    text_add(json_add_key(out, "rows"), "[");
    for (int l = 0; ok && l < k.c.layers; l++) {
        text_add(out, l ? "," : "");
        ok = json_shares(out, &k, (struct cause_cell){l, -1, 0}, r);
    }
    text_add(out, "]}\n");
    cause_end(&k);
    scene_finish(&room);
    return ok;
}
