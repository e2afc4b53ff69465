/* The order experiment: the sentence and its twin with the two that act swapped, under
 * {encoding off, on} × {no mask, causal}. Without encoding and mask, each word's output moves
 * with its word and keeps its value (equivariant), and the mean of the outputs does not change
 * (invariant). In the other three corners both change. */
#ifndef STUDY_ORDER_H
#define STUDY_ORDER_H

#include "state/scene.h"

enum { ORDER_OFF, ORDER_ON, ORDER_NONE = 0, ORDER_CAUSAL = 1 };

struct order_corner {
    bool known;
    double most;                       /* largest |difference| in any entry of a word's output */
    double mean;                       /* the same for the mean of all outputs */
    bool most_rounding, mean_rounding; /* the difference is only rounding (comparison_rounding) */
};

struct order {
    struct state of;        /* the state that the rest was computed from */
    struct exchange swaps;  /* the words that change places (order_choose) */
    bool twin_known, known; /* the twin; all four corners */
    int done;               /* corners computed so far, or found impossible */
    struct text why;        /* why something is not known, in the language of `of`; empty otherwise */
    struct scene twin;      /* `of` with them swapped */
    struct order_corner corner[2][2]; /* [encoding on][causal]; see order_encoding for "on" */
    struct {
        struct state of; /* lexicon NULL: none is kept */
        struct scene twin;
    } earlier; /* the twin of the state before `of` */
};

/* Restarts from a state and computes its twin, unless o already belongs to an equal state. If that is
 * impossible (no two that act, an encoding that does not fit), explains in o->why. Returns false and
 * explains in r if out of memory. */
bool order_follow(struct order *o, const struct state *s, struct reply *r);

/* Returns the twin that an earlier state had, NULL: it is not kept. */
const struct scene *order_earlier(const struct order *o, const struct state *s);

/* Computes as many more corners as `effort` multiplications allow, at least one. A corner stopped by `work`
 * starts over in the next call. */
void order_advance(struct order *o, double effort, struct work *work);
bool order_complete(const struct order *o);
void order_finish(struct order *o);

/* Chooses what changes places in s: what differs between the sides of its ready pair, else who does it and to
 * whom, with their articles and qualities, in a sentence that the grammar knows, whatever the weights are. In
 * others the first word and the last one with other numbers, without [CLS] and [SEP] around them, if each can
 * take the other's place: two nouns, words without a known kind, those around a verb. Returns false and
 * explains in r if there are no such two. */
bool order_choose(const struct state *s, struct exchange *out, struct reply *r);

/* Returns the sentence of s after an exchange. English pronouns change their case: him, he. NULL: out of
 * memory. */
struct sequence *order_exchanged(struct state *s, struct exchange e);

/* Adds the words of a sentence from `first` to before `end`; ? follows those without a meaning. */
void order_phrase(const struct state *s, int first, int end, struct text *out);

/* Returns the encoding that counts as "on" for s: the current one, or the last one before it was turned off.
 */
int order_encoding(const struct state *s);

/* Returns false and explains in r if the scores are given: they stay the same in every order of the words. */
bool order_follows_words(const struct state *s, struct reply *r);

#endif
