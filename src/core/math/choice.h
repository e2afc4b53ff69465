/* Choosing a class from a row of logits, which is how a model goes on with a text: the largest logit, or by
 * lot. A lot depends on the place in the sentence and on a seed alone, never on what was drawn before, so
 * that a word taken back and chosen again is the same word. */
#ifndef CORE_MATH_CHOICE_H
#define CORE_MATH_CHOICE_H

#include <stdint.h>

struct choice_rule {
    double temperature; /* logits are divided by it; 0: the largest is chosen */
    int top_k;          /* the classes that may be drawn, 0: all */
    double top_p;       /* the share that they hold together at least, 0 to 1 */
    uint64_t draw;      /* seed */
};

/* Returns where the lot of a place falls, in [0, 1): the (place + 1)-th number of SplitMix64 begun with the
 * seed. */
double choice_lot(const struct choice_rule *rule, int place);

/* Sets share to what each of n classes is drawn with, 0 for those that cannot be: p = softmax(z/temperature);
 * of these the top_k largest, divided by their sum; of these, by falling share, the shortest beginning that
 * holds top_p, divided by its sum (Holtzman et al. 2019). Of equal ones the first stays. Temperature 0: 1 for
 * the largest. `order` is room for n numbers. */
void choice_shares(const struct choice_rule *rule, const double *z, int n, double *share, int *order);

/* Returns the class in whose piece the lot falls, if the shares are laid side by side; if rounding leaves
 * none, the last that has a share. */
int choice_class(const double *share, int n, double lot);

#endif
