/* What a head does, measured from its weights in this sentence, whatever it was made for. Each kind has one
 * measure between 0 and 1, a mean over words; a head is of the first kind whose measure reaches its
 * threshold and for which more than half of the words have more than 0.5. Only words that may read at least
 * two keys count, and at least two such words are needed. "induction" needs three, of them two different
 * ones, and that they give the place at least 0.5 more than other words do; "noun and verb" needs rows of
 * both. A head that picks keys by chance must be that unlikely to read so: 1 in 20. */
#ifndef STUDY_HEAD_KIND_H
#define STUDY_HEAD_KIND_H

#include "base/lang.h"
#include "state/scene.h"

enum head_kind {
    HEAD_BACK,
    HEAD_ITSELF,
    HEAD_FIRST,
    HEAD_INDUCTION,
    HEAD_EVENLY,
    HEAD_NEAR,
    HEAD_NOUNS,
    HEAD_PLACES,
    HEAD_VERB,
    HEAD_ALIKE,
    HEAD_OTHER,
    HEAD_KINDS
};

struct head_kind_def {
    const char *name; /* in expressions */
    char letter;      /* where there is no room for the title */
    const char *title, *help;
    double least; /* the threshold */
};

extern const struct head_kind_def head_kinds[HEAD_KINDS];

/* One head's weights (queries x keys), and the masked scores, -inf for a key that a query may not see. */
struct head_weights {
    struct mat weights, masked;
    bool crosses; /* keys of another sequence: "back", "itself", "near" and "places" have no meaning */
    const struct state *state; /* its words; NULL: unknown, "nouns" and "induction" have no meaning */
};

/* Returns the name of head h of the layer in view, if it is true of this sentence; "" if not, or if it has
 * none (in a second attention, `stage`). A task's name (weights_name_claims) is true if each verb gives at
 * least half of itself to whom the name says; "stands-for", if there are pronouns and each does so. */
const char *head_name(const struct scene *now, int stage, int h);

/* Returns the word from which a word heard, in the layer below `layer`, who does what: one like "by"
 * (grammar_word_tells) to which some head gave at least half, and of these the most, *share. -1: none. */
int head_heard(const struct scene *now, int layer, int word, double *share);

/* `stage` tells which attention of the layer is meant. */
struct head_weights head_weights_of(const struct scene *now, int layer, int stage, int head);

/* Returns the measure of a kind, which alone makes no name; NaN if too few words count. HEAD_OTHER has no
 * measure: NaN. */
double head_kind_measure(const struct head_weights *w, enum head_kind kind);

enum head_kind head_kind_of(const struct head_weights *w);

/* Returns the share of the variance of a head's scores over the keys that comes from terms with the position
 * of the query or the key: the terms' spread (terms_spread) over all rows. Below 0 if they work against the
 * others. What was heard, as one term, is not one of them. NaN if the terms are not kept, nothing differs, or
 * an encoding mixes both in one term (rope). */
double head_place_share(const struct scene *now, int layer, int head);

/* A head of the words' own sequence, and how much of something it has. */
struct head_place {
    int layer, head; /* from 0; layer -1: there is none */
    double measure;
};

enum { HEAD_RANKS = 64 };

/* Sets out to the heads of all layers in order of their share of position (head_place_share), the largest
 * first, HEAD_RANKS at most; heads without one are not among them. Returns their number. */
int head_ranks(struct head_place out[HEAD_RANKS], const struct scene *now);

/* Returns the head after *from in this order, of all heads; after the last the first. from->measure is
 * ignored. Returns false if no head has a share. */
bool head_rank_next(struct head_place *from, const struct scene *now);

/* Returns the head with the largest measure of a kind, over all layers. */
struct head_place head_kind_best(const struct scene *now, enum head_kind kind);

/* Returns the mean of a measure over all heads of all layers, NaN if it cannot be measured. */
double head_kind_mean(const struct scene *now, enum head_kind kind);

/* Returns how many heads of all layers are of a kind. */
int head_kind_count(const struct scene *now, enum head_kind kind);

/* Returns the kind with that name, HEAD_KINDS if there is none. */
enum head_kind head_kind_find(const char *name);

#endif
