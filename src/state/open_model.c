/* Scenes of models from files. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "network/pretrained.h"
#include "network/tokens/tokenizer.h"
#include "state/state.h"

static void take_model_settings(struct state *s, const struct pretrained *model)
{
    struct config c;
    struct settings *set = &s->set;
    pretrained_config(model, &c);
    set->d = c.d;
    set->heads = c.heads;
    set->dsrc = 0;
    set->dk = set->dv = c.dk * c.heads == c.d ? 0 : c.dk;
    set->dff = c.dff;
    set->key_heads = c.key_heads == c.heads ? 0 : c.key_heads;
    set->gated = c.gated;
    set->rms = c.norm_rms;
    set->parallel = c.parallel;
    set->qk_norm = (int)c.qk_norm;
    set->softcap = c.softcap;
    set->final_cap = c.final_cap;
    set->sink = c.sink;
    set->window = c.window;
    set->layers = c.layers;
    set->activation = (int)c.activation;
    set->final_norm = c.final_norm;
    set->block = (int)c.block;
    set->norm = (int)c.norm;
    set->residual = c.residual;
    set->mask = (int)c.mask;
    set->eps = c.eps;
    set->base = c.base;
    set->pescale = c.pescale;
    set->scale = c.divisor == sqrt(c.dk) ? SCALE_SQRT : c.divisor == 1 ? SCALE_NONE : SCALE_VALUE;
    set->scale_value = set->scale == SCALE_VALUE ? c.divisor : set->scale_value;
    set->start = c.start;
    set->encoding = posenc_index(c.pe);
    memcpy(s->pe_param[set->encoding], c.pe_param, sizeof c.pe_param);
    s->dimnames = 0;
}

/* Replaces the words of a fresh state. */
static bool take_model_words(struct state *s, struct pretrained *model, const char *text, struct reply *r)
{
    struct config c;
    struct lexicon *l = lexicon_of_model(model);
    if (!l)
        return reply_no_memory(r);
    lexicon_drop(s->lexicon);
    s->lexicon = l;
    struct sequence *q = state_tokens(s, model->sentence ? model->sentence : text, r);
    if (q && q->count > model->sizes.words) { /* some read less than this text */
        struct sequence *all = q;
        q = sequence_new(all->id, model->sizes.words);
        sequence_drop(all);
        if (!q)
            return reply_no_memory(r);
    }
    if (!q)
        return false;
    sequence_drop(s->sentence);
    s->sentence = q;
    pretrained_config(model, &c);
    s->classes = c.classes > 0 ? sequence_new(NULL, c.classes) : NULL;
    for (int i = 0; s->classes && i < c.classes; i++) /* the first tokens, in most models all of them */
        s->classes->id[i] = i;
    return s->classes || !model->reads_out || reply_no_memory(r);
}

const char *state_model_text(enum lang lang)
{
    return text_in(TEXT("The cat chases the dog"), lang);
}

bool state_open_model(struct state *s, struct pretrained *model, const char *text, struct reply *r)
{
    struct state next = {0};
    bool ok = state_init(&next) || reply_no_memory(r);
    if (!ok || (model && !take_model_words(&next, model, text, r))) {
        state_finish(&next);
        return false;
    }
    next.look = s->look;
    if (model)
        take_model_settings(&next, model);
    if (model && model->box) { /* what is asked, where it is answered */
        next.look.query = next.sentence->count - 1;
        next.look.layer = next.set.layers - 1;
    }
    state_finish(s);
    *s = next;
    return true;
}

struct sequence *state_tokens(const struct state *s, const char *text, struct reply *r)
{
    struct tokens t = {0};
    const struct pretrained *model = state_model(s);
    if (!pretrained_encode(model, text, &t, r))
        return NULL;
    struct sequence *q = sequence_new(NULL, t.count);
    for (int i = 0; q && i < t.count; i++)
        q->id[i] = t.v[i].id;
    tokens_finish(&t);
    if (!q)
        reply_no_memory(r);
    return q;
}

/* Narrows the tokens from..to of q to those between what the model puts around every text ([CLS], [SEP]). */
static void narrow_to_text(const struct sequence *q, const struct sequence *around, int *from, int *to)
{
    *from = 0;
    *to = q->count;
    int left = around->count;
    while (left > 0 && *from < *to && q->id[*from] == around->id[*from]) {
        ++*from;
        left--;
    }
    for (int last = around->count; left > 0 && *to > *from && q->id[*to - 1] == around->id[last - 1];
         left--) {
        --*to;
        last--;
    }
}

static bool splits_into(const struct state *s, const char *text, const struct sequence *q)
{
    struct reply why = {0};
    struct sequence *got = state_tokens(s, text, &why);
    bool same = got && sequence_same(got, q);
    sequence_drop(got);
    reply_finish(&why);
    return same;
}

bool state_text(const struct state *s, struct text *out)
{
    struct reply why = {0};
    struct sequence *around = state_tokens(s, "", &why);
    struct text t = {0};
    int from = 0, to = 0;
    if (around)
        narrow_to_text(s->sentence, around, &from, &to);
    for (int i = from; i < to; i++)
        tokenizer_add_bytes(state_model(s)->tokenizer, s->sentence->id[i], &t);
    const char *text = text_str(&t);
    if (*text == ' ' && splits_into(s, text + 1, s->sentence)) /* many models put one before every word */
        text++;
    bool ok = around && !t.failed && splits_into(s, text, s->sentence);
    text_clear(out);
    text_add(out, ok ? text : "");
    ok = ok && !out->failed;
    text_finish(&t);
    sequence_drop(around);
    reply_finish(&why);
    return ok;
}

int state_type(const struct state *s, int t)
{
    const struct pretrained *model = state_model(s);
    int end = model && model->sizes.types > 1 ? pretrained_end(model) : -1, type = 0;
    for (int i = 0; i < t && end >= 0; i++)
        type = s->sentence->id[i] == end ? 1 : type;
    return type;
}

int state_asked(const struct state *s)
{
    const struct pretrained *model = state_model(s);
    int mask = model ? pretrained_mask(model) : -1;
    for (int t = 0; t < s->sentence->count; t++)
        if (s->sentence->id[t] == mask)
            return t;
    return s->sentence->count - 1;
}
