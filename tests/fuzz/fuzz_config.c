/* A config.json: a reason, or sizes that a model can have. */
#include <math.h>

#include "keep/json_file.h"
#include "core/config.h"
#include "fuzz/fuzz.h"
#include "network/family.h"
#include "network/leftovers.h"

static bool between(double x, double lo, double hi)
{
    return x >= lo && x <= hi;
}

static void check(const struct family *f, const struct family_sizes *s)
{
    const struct rope_scaling *r = &s->scaling;
    must(between(s->d, 1, CONFIG_MAX_D) && between(s->layers, 1, CONFIG_MAX_LAYERS) && s->dff > 0);
    must(s->heads > 0 && s->dk > 0 && s->heads * s->dk <= CONFIG_MAX_D);
    must(s->key_heads > 0 && s->heads % s->key_heads == 0);
    must(s->vocab > 0 && between(s->words, 1, CONFIG_MAX_WORDS) && s->first_place + s->words <= s->places);
    must(!f->keys.types || s->types > 0);
    must(s->eps > 0 && isfinite(s->eps) && (!f->keys.base || (s->base > 0 && isfinite(s->base))));
    must(r->kind >= 0 && (r->kind == 0 || (r->factor >= 1 && isfinite(r->factor) && isfinite(r->trained))));
    must(s->dims >= 0 && s->dims % 2 == 0 && s->dims < s->dk && between(s->window, 0, CONFIG_MAX_WORDS));
    must(s->window_base >= 0 && isfinite(s->window_base) && s->divisor > 0 && isfinite(s->divisor));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reply r = {0};
    struct family_sizes sizes;
    struct leftovers unused = {0};
    json_t *config = json_file_parse("config.json", (const char *)bytes, size, &r);
    const struct family *f = NULL;
    if (json_is_object(config))
        f = family_of(family_type_in(config), "config.json", &r);
    if (f && family_read_sizes(f, config, "config.json", &sizes, &unused, &r))
        check(f, &sizes);
    else
        must((config && !json_is_object(config)) || (r.failed && r.text.len > 0));
    leftovers_finish(&unused);
    json_decref(config);
    reply_finish(&r);
    return 0;
}
