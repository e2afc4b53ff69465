/* A game: draw where the reader looks, in ten sentences. The sentences of a day are a lesson that nobody
 * wrote: the grammar of the reader writes it, by the day, so that a friend who opens it has the same. */
#ifndef LESSON_PLAY_TEN_H
#define LESSON_PLAY_TEN_H

#include "base/text.h"
#include "lesson/play/host.h"

/* Names of lessons that are written: "ten-2026-11-29", and that of the scene on the screen. */
#define TEN_BEGINS "ten-"
#define TEN_HERE TEN_BEGINS "here"

/* Writes the lesson with a name of n bytes in a language. Returns false if it is the name of no day. */
bool ten_write(const char *name, size_t n, enum lang lang, struct text *out);

/* Writes a lesson of one step about the word that asks in a scene. Returns false and explains in r if nothing
 * can be drawn there. */
bool ten_write_here(const struct scene *now, struct text *out, struct reply *r);

#endif
