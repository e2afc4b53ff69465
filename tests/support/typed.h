/* Sentences as people type them, made of the reader's patterns at random: other words of the same kinds,
 * pronouns, forms, a capital letter, a stop; and odd ones, with a word left out, changed or exchanged. */
#ifndef SUPPORT_TYPED_H
#define SUPPORT_TYPED_H

#include "core/math/rng.h"
#include "tasks/grammar.h"
#include "state/state.h"

/* Appends a `tokens` command with a sentence of the pattern; `odd`: which is perhaps none of any pattern. */
void typed_sentence(struct text *out, const struct state *s, struct rng *rng,
                    const struct grammar_pattern *pattern, bool odd);
/* Returns a pattern of a language, each as often as any other. */
const struct grammar_pattern *typed_pattern(struct rng *rng, enum lang lang);

#endif
