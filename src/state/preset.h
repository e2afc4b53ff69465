/* Published schemes as "keep these of the four terms": what each keeps and drops of
 * the sum that an added encoding gives, and what its paper adds beyond that. */
#ifndef STATE_PRESET_H
#define STATE_PRESET_H

#include "base/pair.h"
#include "state/scene.h"

enum { PRESET_TERMS = 4 };

struct preset {
    const char *name;                /* "tupe": as commands write it */
    const char *title;               /* "TUPE" */
    bool keeps[PRESET_TERMS];        /* cc cp pc pp */
    struct pair adds;                /* what the paper does with them and beyond them */
};

extern const char *const preset_terms[PRESET_TERMS];     /* "cc" … */
extern const struct preset presets[];                    /* ends with name NULL */

/* Index of a preset, -1: no such. */
int preset_find(const char *name);

/* The bits of term_off that it asks for; false: these scores are not made of the four terms. */
bool preset_bits(const struct config *c, const struct preset *p, unsigned *off, unsigned *of_four);

/* The preset chosen last (look.preset) as long as just its terms are kept; NULL otherwise. */
const struct preset *preset_shown(const struct scene *now);

/* "keeps cc pp, drops cp pc" */
void preset_says(const struct preset *p, enum lang lang, struct text *out);

#endif
