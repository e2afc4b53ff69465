/* Splits a typed sentence into words. */
#ifndef COMMAND_SEGMENT_H
#define COMMAND_SEGMENT_H

#include "state/state.h"

struct segments {
    char **v;
    int count, room;
};

/* Splits s. If it contains a `/` (even at an end), also full-width, it is split exactly there. If it contains
 * a space between two Han characters, or has none of them, it is split at its spaces, before the marks .,!?;:
 * at a word's end, and around each Chinese sign (a stop, a bracket, a quotation mark, a dash), unless the
 * word is known with them. Otherwise Han text is split by longest match against the known words, else into
 * characters; runs of other characters are split at spaces and such signs. Returns false without memory. */
bool segment(struct segments *out, const struct lexicon *l, const char *s);

/* Appends the sentence of s in a form that segment() splits into the same words: 机器人/不能/伤害/人类, the
 * cat sat; with a model open, in the text that it splits so. As inside quotes, \n and \t are a line break and
 * a tab. Returns false if there is none (a word contains a space or a `/`), or without memory. */
bool segment_join(const struct state *s, struct text *out);

/* Appends a word; an empty one is ignored. Returns false without memory. */
bool segment_add(struct segments *out, const char *s, size_t n);
void segment_finish(struct segments *s);

#endif
