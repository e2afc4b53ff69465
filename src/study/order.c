#include "study/order.h"

#include <string.h>

#include "base/mem.h"
#include "model/pretrained.h"
#include "state/ready_pairs.h"
#include "study/comparison.h"
#include "state/training.h"

enum { CORNERS = 4 };

int order_encoding(const struct state *s)
{
    return s->set.encoding ? s->set.encoding : s->look.encoding_before;
}

/* Compares vectors, not names: 猫 and cat are different words but the same numbers to attention. */
static bool same_numbers(const struct state *s, int t, int u)
{
    struct lemma x = lexicon_at(s->lexicon, s->sentence->id[t]),
                 y = lexicon_at(s->lexicon, s->sentence->id[u]);
    int j = 0;
    while (j < s->set.d && lemma_entry(x, j) == lemma_entry(y, j))
        j++;
    return j == s->set.d;
}

/* [CLS] and [SEP] around the sentence of a model are not words of it. */
static bool is_framed(const struct state *s)
{
    const struct pretrained *model = state_model(s);
    int n = s->sentence->count, end = model ? pretrained_end(model) : -1;
    return n > 2 && end >= 0 && s->sentence->id[n - 1] == end;
}

bool order_choose(const struct state *s, int *from, int *to)
{
    if (ready_pair_places(s, from, to) && !same_numbers(s, *from, *to))
        return true;
    *from = is_framed(s);
    *to = s->sentence->count - 1 - *from;
    while (*to > *from && same_numbers(s, *from, *to))
        --*to;
    return *to > *from;
}

static bool swap_words(struct state *s, int from, int to)
{
    int n = s->sentence->count;
    int *id = mem_new((size_t)n, sizeof *id);
    if (!id)
        return false;
    memcpy(id, s->sentence->id, (size_t)n * sizeof *id);
    id[from] = s->sentence->id[to];
    id[to] = s->sentence->id[from];
    struct sequence *q = sequence_new(id, n);
    mem_free(id);
    if (!q)
        return false;
    q->swapped[0] = from;
    q->swapped[1] = to;
    sequence_drop(s->sentence);
    s->sentence = q;
    return true;
}

/* Computes *scene from s, with two words swapped if `o` is given. `others`: scenes of that size in memory. */
static bool compute(struct scene *scene, const struct state *s, const struct order *o, int others,
                    struct reply *r)
{
    struct state copy;
    state_copy(&copy, s);
    bool ok = training_settle(&copy, r);
    ok = ok && (!o || (swap_words(&copy, o->from, o->to) && training_answer(&copy)) || reply_no_memory(r));
    ok = ok && scene_room(&copy, others * scene_bytes_of(s), r) && scene_take(scene, &copy, r);
    state_finish(&copy);
    return ok;
}

/* Computes one corner: both orders under this encoding and mask. */
static void corner(struct order *o, int on, int causal, struct reply *r)
{
    struct order_corner *out = &o->corner[on][causal];
    struct scene here = {0}, there = {0};
    struct comparison c;
    struct state set;
    state_copy(&set, &o->of);
    out->known = training_settle(&set, r);
    set.set.encoding = on ? order_encoding(&o->of) : 0;
    set.set.mask = causal ? MASK_CAUSAL : MASK_NONE;
    set.term_off = (struct term_set){{0}};
    set.set.omitted = 0;
    out->known = out->known && compute(&here, &set, NULL, 2, r) && compute(&there, &set, o, 3, r);
    if (out->known) {
        comparison_make(&c, &here, &there, 0);
        out->most = comparison_most(&c);
        out->mean = comparison_mean(&c);
        out->most_rounding = comparison_rounding(&c, out->most);
        out->mean_rounding = comparison_rounding(&c, out->mean);
    }
    state_finish(&set);
    scene_finish(&here);
    scene_finish(&there);
}

static bool one_word_only(const struct sequence *q)
{
    int alike = 1;
    while (alike < q->count && q->id[alike] == q->id[0])
        alike++;
    return alike == q->count;
}

/* Returns false and explains in r if neither the twin nor the corners can be computed. */
static bool possible(struct order *o, struct reply *r)
{
    const struct sequence *words = o->of.sentence;
    struct state learned; /* its words have the numbers that are compared */
    state_copy(&learned, &o->of);
    bool two = training_settle(&learned, r) && order_choose(&learned, &o->from, &o->to);
    state_finish(&learned);
    if (!two && r->text.len > 0)
        return false;
    if (!two && one_word_only(words))
        return reply_fail(r, 0,
                          EITHER(words->count == 1,
                                 TEXT("one word has only one order: there is no other to compare with",
                                      "一个词只有一种顺序：没有别的顺序可以比较"),
                                 TEXT("all words here are the same: there is no other order to compare with",
                                      "这里的词全都一样：没有别的顺序可以比较")));
    if (!two)
        return reply_fail(
            r, 0,
            EITHER(is_framed(&o->of),
                   TEXT("no two words between the ends differ: another order changes nothing",
                        "首尾之间没有两个不同的词：换个顺序，什么也不会变"),
                   TEXT("all words here have the same vector: another order would change nothing",
                        "这里的词向量全都一样：换个顺序，什么也不会变")));
    return !state_scores(&o->of) || reply_fail(r, 0,
                                               TEXT("the scores were given directly: they do not follow the "
                                                    "words ('scores none' computes them again)",
                                                    "得分是直接给出的，不跟着词走（“scores none”恢复计算）"));
}

static bool known_from(const struct order *o, const struct state *s)
{
    return o->of.lexicon && state_same_numbers(&o->of, s) && order_encoding(&o->of) == order_encoding(s) &&
           o->of.look.lang == s->look.lang;
}

static void finish_earlier(struct order *o)
{
    state_finish(&o->earlier.of);
    scene_finish(&o->earlier.twin);
}

/* Clears all but the twin, which becomes the earlier one unless it is too large to keep. */
static void start_over(struct order *o)
{
    enum { SCENES = 3 }; /* this one, the present state's and the new twin */
    struct order next = {0};
    if (o->twin_known && SCENES * scene_bytes(&o->twin) <= SCENE_BYTES) {
        next.earlier.of = o->of;
        next.earlier.twin = o->twin;
        o->of = (struct state){0};
        o->twin = (struct scene){0};
    }
    order_finish(o);
    *o = next;
}

const struct scene *order_earlier(const struct order *o, const struct state *s)
{
    return o->earlier.of.lexicon && state_same_numbers(&o->earlier.of, s) ? &o->earlier.twin : NULL;
}

bool order_follow(struct order *o, const struct state *s, struct reply *r)
{
    if (known_from(o, s))
        return true;
    struct reply why = {.lang = (enum lang)s->look.lang, .work = r->work};
    start_over(o);
    state_copy(&o->of, s);
    o->twin_known = possible(o, &why) && compute(&o->twin, s, o, 1, &why);
    o->why = why.text;
    return !o->why.failed || reply_no_memory(r);
}

bool order_complete(const struct order *o)
{
    return !o->twin_known || o->done == CORNERS;
}

void order_advance(struct order *o, double effort, struct work *work)
{
    struct reply why = {.lang = (enum lang)o->of.look.lang, .work = work};
    for (bool first = true; !order_complete(o) && (first || effort > 0); first = false) {
        corner(o, o->done / 2, o->done % 2, &why);
        if (work_stopped(work)) {
            reply_finish(&why);
            return;
        }
        o->done++;
        effort -= 2 * scene_effort(&o->twin.config);
    }
    o->known = o->done == CORNERS;
    for (int i = 0; i < CORNERS; i++)
        o->known = o->known && o->corner[i / 2][i % 2].known;
    if (o->why.len == 0)
        text_add(&o->why, text_str(&why.text));
    reply_finish(&why);
}

void order_finish(struct order *o)
{
    state_finish(&o->of);
    scene_finish(&o->twin);
    finish_earlier(o);
    text_finish(&o->why);
    *o = (struct order){0};
}
