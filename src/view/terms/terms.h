/* The parts of the terms view, a file each: all read the same facts. */
#ifndef VIEW_TERMS_TERMS_H
#define VIEW_TERMS_TERMS_H

#include "core/pipeline/terms.h"
#include "view/screen.h"

struct terms_facts {
    const struct scene *now;
    const struct attention *a;
    struct term list[TERM_MAX];
    int count, head, query, key;
    double limit;                /* the one scale of all the maps but the weights: the largest |entry| */
    bool asked;                  /* the questions stand beside the panel already */
};

/* Whether term t is knocked out. */
bool terms_off(const struct terms_facts *f, int t);

/* The bars that add up to the score, then ÷ √d_k, then the row's weights, with the
 * original ones as ghosts; returns the rows it took. */
int terms_waterfall_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* What each term asks, with the words and positions of the pair; returns the rows it took. */
int terms_questions_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* Panels that Tab walks through (look.terms_panel), each over the whole of c. */
void terms_maps_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_meaning_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_distance_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_scale_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_weights_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* How many maps such a canvas has no room for. */
int terms_maps_hidden(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* The largest |entry| of all the maps but the weights. */
double terms_limit(const struct terms_facts *f);

/* The same in sentences. */
void terms_tell(const struct teller *t);

#endif
