/* What the parts of the terms view ask of a score, and the keys of its terms. */
#include <math.h>

#include "core/pipeline/attention.h"
#include "view/terms/terms.h"

/* Returns the attention from which the shares glide, NULL if there is none of the same shape. */
static const struct attention *glides_from(const struct screen *s, const struct scene *now)
{
    const struct look *look = &now->state.look;
    if (!s->from || look->layer >= s->from->config.layers)
        return NULL;
    const struct attention *was = &s->from->trace.layer[look->layer].self,
                           *is = &now->trace.layer[look->layer].self;
    struct mat a = was->map[MAP_WEIGHTS], b = is->map[MAP_WEIGHTS];
    return was->heads == is->heads && a.rows == b.rows && a.cols == b.cols ? was : NULL;
}

struct terms_facts terms_facts_of(const struct screen *s, bool told)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct terms_facts f = {.s = s,
                            .now = now,
                            .a = &now->trace.layer[look->layer].self,
                            .was = glides_from(s, now),
                            .told = told,
                            .head = look->head,
                            .query = look->query,
                            .key = look->key};
    const bool letters =
        lesson_asks(lesson_now(s->session->lesson), ASK_CHOICE); /* are those of its options */
    f.count = terms_list(&now->config, look->layer, f.list);
    f.limit = mat_max_abs(attention_head(f.a, f.a->map[MAP_SCORES], f.head));
    for (int t = 0; t < f.count && t < f.a->term_count; t++) {
        const char *line = said_values(s, "term %d toggle", t);
        f.limit = fmax(f.limit, mat_max_abs(terms_mat(&f, t)));
        f.title[t] = screen_term(s, &f.list[t]);
        f.knocks[t] = told || letters ? "" : terms_key_of(s, "terms", line);
    }
    for (int i = 0; i < now->state.sentence->count && f.asking < TERMS_NAME; i++)
        f.asking = (int)fmin(TERMS_NAME, fmax(f.asking, utf8_width(terms_word(&f, i))));
    for (int j = 0; j < terms_columns(&f) && f.read < TERMS_NAME; j++)
        f.read = (int)fmin(TERMS_NAME, fmax(f.read, utf8_width(terms_word_read(&f, j))));
    return f;
}

double terms_value(const struct terms_facts *f, int t, int query, int key)
{
    return mat_at(terms_mat(f, t), query, key);
}

struct mat terms_mat(const struct terms_facts *f, int t)
{
    return attention_head(f->a, attention_term(f->a, t), f->head);
}

double terms_at_map(const struct terms_facts *f, enum map map, int query, int key)
{
    return mat_at(attention_head(f->a, f->a->map[map], f->head), query, key);
}

const struct sequence *terms_keys(const struct terms_facts *f)
{
    return config_crosses(&f->now->config) ? f->now->state.memory : f->now->state.sentence;
}

int terms_columns(const struct terms_facts *f)
{
    return f->a->map[MAP_WEIGHTS].cols;
}

const char *terms_word(const struct terms_facts *f, int t)
{
    return said_word(f->s, &f->now->state, f->now->state.sentence, t);
}

const char *terms_word_read(const struct terms_facts *f, int key)
{
    return said_word(f->s, &f->now->state, terms_keys(f), key);
}

const char *terms_number(const struct terms_facts *f, double x, int most)
{
    int digits = f->now->state.look.digits;
    return said_fixed(f->s, x, digits < most ? digits : most, TELL_WIDEST);
}

enum hue terms_hue(const struct terms_facts *f, int t)
{
    return hue_of_term(f->list[t].mark);
}

bool terms_hidden(const struct terms_facts *f, int query, int key)
{
    const struct config *c = &f->now->config;
    return attention_mask(c, f->now->state.look.layer, attention_first(c), query, key) == -INFINITY;
}

bool terms_off(const struct terms_facts *f, int t)
{
    return term_set_has(&f->now->config.term_off, f->list[t].bit);
}

uint16_t terms_ink(const struct terms_facts *f, int t)
{
    return ink_words(terms_hue(f, t), terms_off(f, t) ? HUE_FULL * 11 / 16 : HUE_FULL, screen_theme(f->s));
}

const char *terms_key_of(const struct screen *s, const char *context, const char *line)
{
    return s->session->now.state.look.view == VIEW_TERMS ? keymap_key(&s->session->keymap, context, line)
                                                         : "";
}
