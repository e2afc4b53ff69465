/* Sentences as people type them, cut into words. */
#ifndef CMD_SEGMENT_H
#define CMD_SEGMENT_H

#include "model/state.h"

struct segments {
    char **v;
    int count, room;
};

/* Cuts s: where blanks or `/` separate words they decide; otherwise Han text is cut by longest match
 * against the known words, single characters elsewhere, and runs of letters stay
 * whole. false: no memory. */
bool segment(struct segments *out, const struct lexicon *l, const char *s);

/* One more word. */
bool segment_add(struct segments *out, const char *s, size_t n);
void segment_finish(struct segments *s);

#endif
