#include "study/preview.h"

#include "state/ready_pairs.h"
#include "state/training.h"

static bool known_from(const struct preview *p, const struct state *s, int pair)
{
    return p->of.lexicon && p->pair == pair && p->of.look.lang == s->look.lang &&
           state_same_numbers(&p->of, s);
}

/* Fills *out with s and the pair's first sentence. Returns false and explains in r on failure. */
static bool with_sentence(struct state *out, const struct state *s, int pair, struct reply *r)
{
    state_copy(out, s);
    if (!s->set.task && !training_settle(out, r))
        return false;
    struct sequence *q = ready_pair_side(&out->lexicon, pair, 0, s->set.d);
    if (!q)
        return reply_no_memory(r);
    sequence_drop(out->sentence);
    out->sentence = q;
    state_clamp_look(out);
    return training_answer(out) || reply_no_memory(r);
}

bool preview_follow(struct preview *p, const struct state *s, int pair, struct reply *r)
{
    if (known_from(p, s, pair))
        return true;
    struct reply why = {.lang = (enum lang)s->look.lang, .work = r->work};
    struct state next = {0};
    preview_finish(p);
    state_copy(&p->of, s);
    p->pair = pair;
    p->known = with_sentence(&next, s, pair, &why) && scene_room(&next, 2 * scene_bytes_of(s), &why) &&
               scene_take(&p->scene, &next, &why);
    state_finish(&next);
    p->why = why.text;
    return !p->why.failed || reply_no_memory(r);
}

const struct scene *preview_of(const struct preview *p, const struct state *s, int pair)
{
    return known_from(p, s, pair) && p->known ? &p->scene : NULL;
}

void preview_finish(struct preview *p)
{
    state_finish(&p->of);
    scene_finish(&p->scene);
    text_finish(&p->why);
    *p = (struct preview){0};
}
