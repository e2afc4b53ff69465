#include "study/order.h"

#include <string.h>

#include "base/mem.h"
#include "network/pretrained.h"
#include "state/ready_pairs.h"
#include "study/comparison.h"
#include "state/training.h"
#include "state/weights.h"

enum { CORNERS = 4 };

int order_encoding(const struct state *s)
{
    return s->set.encoding ? s->set.encoding : s->look.encoding_before;
}

/* Compares vectors, not names: 猫 and cat are different words but the same numbers to attention. */
static bool same_numbers(const struct state *s, int word, int other)
{
    struct lemma x = lexicon_at(s->lexicon, word), y = lexicon_at(s->lexicon, other);
    int j = 0;
    while (j < s->set.d && lemma_entry(x, j) == lemma_entry(y, j))
        j++;
    return j == s->set.d;
}

/* Returns a letter for the words that word t can change places with: its kind, or ? if it has no known one.
 * 0: it joins others. */
static char sort_of(const struct state *s, int t)
{
    struct lemma l = lexicon_at(s->lexicon, s->sentence->id[t]);
    bool known = !s->lexicon->model && l.width >= LEXICON_DIMS && !l.made_up && l.name[0] && l.name[1];
    return known ? lemma_kind(l) : '?';
}

static struct exchange word_exchange(int from, int to)
{
    return (struct exchange){from, from + 1, to, to + 1, false};
}

static struct exchange ends(const struct state *s)
{
    const struct pretrained *model = state_model(s);
    int n = s->sentence->count, end = model ? pretrained_end(model) : -1;
    /* [CLS] and [SEP] around the sentence of a model are not words of it */
    int from = n > 2 && end >= 0 && s->sentence->id[n - 1] == end, to = n - 1 - from;
    while (to > from && same_numbers(s, s->sentence->id[from], s->sentence->id[to]))
        --to;
    to = to > from ? to : n - 1 - from; /* all alike: that is said of them */
    char first = sort_of(s, from), verb = sort_of(s, 1 % n);
    bool around = n == 3 && to == 2 && (verb == 'v' || verb == '?');
    bool alike = first && first == sort_of(s, to > from ? to : from);
    return to > from && (alike || around) ? word_exchange(from, to) : (struct exchange){0};
}

/* A model's words have no kind: they have that of the built-in word of their name. Returns the exchange of
 * the first that names somebody with the last that names another, each with the qualities before it. */
static struct exchange named_in_model(const struct state *s)
{
    struct lexicon *built_in = state_model(s) ? lexicon_default() : NULL;
    struct exchange e = {0};
    for (int t = 0, begin = 0; built_in && t < s->sentence->count; t++) {
        const char *name = state_name(s, s->sentence, t);
        int word = lexicon_find(built_in, name + strspn(name, " "));
        char kind = word >= 0 ? lemma_kind(lexicon_at(built_in, word)) : 0;
        if (kind == 'n' && e.a_end == 0)
            e.a = begin, e.a_end = t + 1;
        else if (kind == 'n' && !same_numbers(s, s->sentence->id[e.a_end - 1], s->sentence->id[t]))
            e.b = begin, e.b_end = t + 1;
        begin = kind == 'q' ? begin : t + 1;
    }
    lexicon_drop(built_in);
    return e.b_end > 0 ? e : ends(s);
}

/* Returns the form that a part of one word has as doer or done-to. */
static const char *cased(const struct state *s, int first, int end, bool doer)
{
    const char *name = state_name(s, s->sentence, first);
    return end - first == 1 ? grammar_case(name, doer) : name;
}

/* Returns the exchange of who does it and to whom. None: one of them is missing, or can be at one place only,
 * as the first word of "what does she like". */
static struct exchange roles(const struct state *s, const struct grammar_reading *as)
{
    bool turned = as->done_to.first < as->doer.first;
    const struct grammar_part *x = turned ? &as->done_to : &as->doer, *y = turned ? &as->doer : &as->done_to;
    struct exchange e = {x->first, x->end, y->first, y->end, false};
    const char *first = state_name(s, s->sentence, x->noun);
    if (x->end == 0 || y->end == 0 || strcmp(first, "who") == 0 || strcmp(first, "what") == 0)
        return (struct exchange){0};
    if (e.b_end - e.b == 1 && strcmp(cased(s, e.a, e.a_end, false), state_name(s, s->sentence, e.b)) == 0)
        return (struct exchange){0}; /* they see them: one and the same word, in two forms */
    e.declines = cased(s, e.a, e.a_end, false) != state_name(s, s->sentence, e.a) ||
                 cased(s, e.b, e.b_end, true) != state_name(s, s->sentence, e.b);
    return e;
}

bool order_choose(const struct state *s, struct exchange *out, struct reply *r)
{
    struct grammar_reading as;
    int from = 0, to = 0, n = s->sentence->count;
    *out = ready_pair_places(s, &from, &to) ? word_exchange(from, to)
           : weights_reading(s, &as)        ? roles(s, &as)
                                            : named_in_model(s);
    if (out->b_end > 0)
        return true;
    return reply_fail(
        r, 0,
        n == 1 ? TEXT("one word has only one order: there is no other to compare with")
               : TEXT("no two words act on each other in this sentence ('swap 0 %d' swaps any two)"),
        n - 1);
}

struct sequence *order_exchanged(struct state *s, struct exchange e)
{
    struct sequence *q = sequence_new(s->sentence->id, s->sentence->count);
    if (!q)
        return NULL;
    q->swapped = e;
    for (int t = 0; t < q->count; t++)
        q->id[t] = s->sentence->id[sequence_before_swap(q, t)];
    if (!e.declines)
        return q;
    q->id[e.a] = lexicon_intern(&s->lexicon, cased(s, e.b, e.b_end, true), s->set.d);
    int last = sequence_after_swap(q, e.a);
    q->id[last] = lexicon_intern(&s->lexicon, cased(s, e.a, e.a_end, false), s->set.d);
    if (q->id[e.a] >= 0 && q->id[last] >= 0)
        return q;
    sequence_drop(q);
    return NULL;
}

void order_phrase(const struct state *s, int first, int end, struct text *out)
{
    for (int t = first; t < end; t++) {
        text_add(out, t > first ? " " : "");
        if (end - first == 1)
            state_label(s, s->sentence, t, out);
        else
            text_add(out, state_word(s, s->sentence, t));
        text_add(out, state_made_up(s, s->sentence, t) ? "?" : "");
    }
}

/* Computes *scene from s, or from its twin if `o` is given. `others`: scenes of that size in memory. */
static bool order_scene(struct scene *scene, const struct state *s, const struct order *o, int others,
                        struct reply *r)
{
    struct state copy;
    state_copy(&copy, s);
    bool ok = training_settle(&copy, r);
    struct sequence *twin = ok && o ? order_exchanged(&copy, o->swaps) : NULL;
    if (twin) {
        sequence_drop(copy.sentence);
        copy.sentence = twin;
    }
    ok = ok && (!o || (twin && training_answer(&copy)) || reply_no_memory(r));
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
    patches_drop(set.patches);
    set.patches = NULL;
    out->known = out->known && order_scene(&here, &set, NULL, 2, r) && order_scene(&there, &set, o, 3, r);
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

bool order_follows_words(const struct state *s, struct reply *r)
{
    return !state_scores(s) || reply_fail(r, 0,
                                          TEXT("the scores were given directly: they do not follow the words "
                                               "('scores none' computes them again)"));
}

/* Returns false and explains in r if neither the twin nor the corners can be computed. */
static bool order_possible(struct order *o, struct reply *r)
{
    struct state learned; /* its words have the numbers that are compared */
    state_copy(&learned, &o->of);
    bool two = training_settle(&learned, r) && order_choose(&learned, &o->swaps, r);
    struct exchange e = o->swaps;
    const int *a = &learned.sentence->id[e.a], *b = &learned.sentence->id[e.b];
    int n = e.a_end - e.a, k = 0;
    while (two && k < n && k < e.b_end - e.b && same_numbers(&learned, a[k], b[k]))
        k++;
    if (two && k == n && n == e.b_end - e.b)
        two = reply_fail(r, 0,
                         TEXT("the words that change places have the same vectors: nothing would change"));
    state_finish(&learned);
    if (!two)
        return false;
    return order_follows_words(&o->of, r);
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

/* The twin is one of the sentence without what is carried from it. */
static bool follow_own(struct order *o, const struct state *s, struct reply *r)
{
    if (o->of.lexicon && state_same_numbers(&o->of, s) && order_encoding(&o->of) == order_encoding(s) &&
        o->of.look.lang == s->look.lang)
        return true;
    struct reply why = {.lang = (enum lang)s->look.lang, .work = r->work};
    start_over(o);
    state_copy(&o->of, s);
    o->twin_known = order_possible(o, &why) && order_scene(&o->twin, s, o, 1, &why);
    const struct sequence *q = o->twin_known ? o->twin.state.sentence : NULL;
    int t = 0; /* the words of the twin that have the numbers of those of the sentence */
    while (q && t < q->count &&
           same_numbers(&o->twin.state, q->id[t], o->of.sentence->id[sequence_before_swap(q, t)]))
        t++;
    if (q && t < q->count) {
        o->done = CORNERS;
        reply_fail(&why, 0, TEXT("a pronoun changes its form: nothing to compare"));
    }
    o->why = why.text;
    return !o->why.failed || reply_no_memory(r);
}

bool order_follow(struct order *o, const struct state *s, struct reply *r)
{
    struct state own;
    state_copy(&own, s);
    bool ok =
        (patches_keep(&own.patches, patch_is_own, NULL) || reply_no_memory(r)) && follow_own(o, &own, r);
    state_finish(&own);
    return ok;
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
    state_finish(&o->earlier.of);
    scene_finish(&o->earlier.twin);
    text_finish(&o->why);
    *o = (struct order){0};
}
