/* Sentences as people type them, cut into words. */
#ifndef COMMAND_SEGMENT_H
#define COMMAND_SEGMENT_H

#include "state/state.h"

struct segments {
    char **v;
    int count, room;
};

/* Cuts s: where there is a `/` (even at an end) or a blank between words they decide (also full-width ones); otherwise Han text is cut by longest match
 * against the known words, single characters elsewhere, and runs of letters stay
 * whole. false: no memory. */
bool segment(struct segments *out, const struct lexicon *l, const char *s);

/* The sentence of s as segment() cuts it into the same words: 机器人/不能/伤害/人类, the cat sat.
 * false: no such text (a word has a blank or a `/` in it), or no memory. */
bool segment_join(const struct state *s, struct text *out);

/* One more word. */
bool segment_add(struct segments *out, const char *s, size_t n);
void segment_finish(struct segments *s);

#endif
