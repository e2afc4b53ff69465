/* What the parts of the terms view ask of a score, and the keys of its terms. */
#include <math.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "view/terms/terms.h"

double terms_value(const struct terms_facts *f, int t, int query, int key)
{
    return mat_at(attention_head(f->a, attention_term(f->a, t), f->head), query, key);
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

const char *terms_word(const struct screen *s, const struct terms_facts *f, int t)
{
    struct text out = SCREEN_TEXT(s);
    screen_word(&f->now->state, f->now->state.sentence, t, &out);
    return text_str(&out);
}

const char *terms_word_read(const struct screen *s, const struct terms_facts *f, int key)
{
    struct text out = SCREEN_TEXT(s);
    screen_word(&f->now->state, terms_keys(f), key, &out);
    return text_str(&out);
}

int terms_number_width(double x, int digits)
{
    enum { LONGEST = 48 };
    struct text t = TEXT_HERE;
    number_fixed(&t, x, digits, LONGEST);
    int width = utf8_width(text_str(&t));
    text_finish(&t);
    return width;
}

enum hue terms_hue(const struct terms_facts *f, int t)
{
    return hue_of_term(f->list[t].mark);
}

bool terms_hidden(const struct terms_facts *f, int query, int key)
{
    const struct config *c = &f->now->config;
    return attention_mask(c, attention_first(c), query, key) == -INFINITY;
}

bool terms_off(const struct terms_facts *f, int t)
{
    return term_set_has(&f->now->config.term_off, f->list[t].bit);
}

const char *terms_key_of(const struct screen *s, const char *context, const char *line)
{
    return s->session->now.state.look.view == VIEW_TERMS ? keymap_key(&s->session->keymap, context, line)
                                                         : "";
}

const char *terms_key(const struct screen *s, int t)
{
    struct text line = SCREEN_TEXT(s);
    text_addf(&line, "term %d toggle", t);
    return terms_key_of(s, "terms", text_str(&line));
}
