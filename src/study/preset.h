/* Published schemes as subsets of the four terms of an added encoding: which terms each scheme
 * keeps and drops, and what its paper adds. */
#ifndef STUDY_PRESET_H
#define STUDY_PRESET_H

#include "base/lang.h"
#include "state/scene.h"

enum { PRESET_TERMS = 4 };

struct preset {
    const char *name;         /* "tupe": its name in commands */
    const char *title;        /* "TUPE" */
    bool keeps[PRESET_TERMS]; /* cc cp pc pp */
    const char *adds;         /* how the paper changes these terms, and what it adds */
};

extern const char *const preset_terms[PRESET_TERMS]; /* "cc" … */
extern const struct preset presets[];                /* ends with name NULL */

/* Returns the index of a preset, or -1 if there is none. */
int preset_find(const char *name);

/* Sets *off to the bits of term_off that the preset requires and *of_four to the bits of all four terms.
 * Returns false if the scores do not consist of the four terms. */
bool preset_bits(const struct config *c, const struct preset *p, struct term_set *off,
                 struct term_set *of_four);

/* Returns the preset chosen last (look.preset) while the first layer, which alone has the four terms, is in
 * view and exactly its terms are kept there; NULL otherwise. */
const struct preset *preset_shown(const struct scene *now);

/* Adds "keeps word·word place·place, drops word·place place·word". */
void preset_says(const struct preset *p, enum lang lang, struct text *out);

#endif
