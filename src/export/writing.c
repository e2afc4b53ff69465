/* What the sentence goes on with, and what is kept so that it can. */
#include "core/pipeline/attention.h"
#include "export/export.h"
#include "export/json.h"
#include "study/machine/next.h"

/* A model's words are too many: those that may be drawn, each with its id. */
static void json_shares(struct text *out, const struct next *next)
{
    const char *between = "";
    text_add_char(out, '[');
    for (int i = 0; i < next->count; i++) {
        if (next->share[i] == 0)
            continue;
        text_addf(out, "%s[%d,", between, i);
        json_add_number(out, next->share[i]);
        text_add_char(out, ']');
        between = ",";
    }
    text_add_char(out, ']');
}

bool export_next_json(const struct session *m, struct text *out, struct reply *r)
{
    const struct scene *s = &m->now;
    struct next next;
    struct arena room = {0};
    const char *why = next_none(s);
    if (why)
        return reply_fail(r, 0, TEXT("write: %s"), text_in(why, r->lang));
    bool ok = next_choose(s, &room, &next) || reply_no_memory(r);
    if (ok) {
        text_add_char(out, '{');
        json_add_string(json_add_key(out, "word"), lexicon_at(s->state.lexicon, next.word).name);
        text_addf(json_add_key(out, state_model(&s->state) ? "id" : "class"), "%d", next.class);
        if (state_model(&s->state)) {
            json_shares(json_add_key(out, "chance"), &next);
        } else {
            json_add_numbers(json_add_key(out, "logits"), mat_row(s->trace.logits, s->config.n - 1),
                             next.count);
            json_add_numbers(json_add_key(out, "chance"), next.share, next.count);
        }
        if (next.drawn)
            json_add_number(json_add_key(out, "u"), next.lot);
        text_add(out, "}\n");
    }
    arena_finish(&room);
    return ok;
}

bool export_cache_json(const struct session *m, struct text *out, struct reply *r)
{
    const struct scene *s = &m->now;
    const char *why = trace_uncached(&s->config);
    if (why)
        return reply_fail(r, 0, TEXT("no cache: %s"), text_in(why, r->lang));
    text_add_char(out, '{');
    text_addf(json_add_key(out, "words"), "%d", s->config.n);
    json_add_number(json_add_key(out, "numbers"), trace_kept(&s->config) * s->config.n);
    text_add_char(json_add_key(out, "layers"), '[');
    for (int l = 0; l < s->config.layers; l++) {
        const struct attention *a = &s->trace.layer[l].self;
        text_add(out, l ? ",{" : "{");
        json_add_matrix(json_add_key(out, "K"), attention_keys_read(a));
        json_add_matrix(json_add_key(out, "V"), a->V);
        text_add_char(out, '}');
    }
    text_add(out, "]}\n");
    return true;
}
