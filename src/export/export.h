/* The export command: the whole computation, a matrix, a view's picture, words or numbers.
 *
 * What leaves the program is what it computed: numbers are written in the shortest form that reads back
 * equal, names are the same in both languages, and no clock is read, so the same scene gives the same bytes
 * and files can be compared. What comes in from others (matrices, vectors) is checked before it changes
 * anything. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/text.h"
#include "base/words.h"
#include "session/session.h"
#include "state/scene.h"
#include "view/screen.h"

/* Appends to out what the line "export FORM [WHAT] FILE" asks for. A view is drawn as on `screen`. Sets *path
 * to the index of the word FILE. Returns false and explains in r on failure. */
bool export_make(struct session *m, const struct screen *screen, const struct words *w, struct text *out,
                 int *path, struct reply *r);

/* Says whose matrix that line writes, if there are several: ": head 2 of 2, layer 1 of 2". The files hold
 * nothing but the numbers, so that they can be read back. */
void export_say_whose(const struct session *m, const struct words *w, struct reply *r);

/* Returns the name of form i, NULL after the last. */
const char *export_name(int i);
/* Return whether form i exports the picture of a view, and a matrix. */
bool export_of_view(int i);
bool export_of_matrix(int i);
/* Returns the k-th view whose numbers form i exports, NULL after the last. */
const struct view *export_of_numbers(int i, int k);

/* Every number that the compare view can show: both sides, how far each row moved, the order experiment,
 * the list of orders. The session must have computed them (session_compute). */

void export_compare_csv(const struct session *m, struct text *out);
void export_compare_json(const struct session *m, struct text *out);

/* Writes the whole computation as one JSON object: the words, the sizes and the encoding. From layer 0
 * come the weights, every matrix under its stage's name and every term under its own name. What exists per
 * head is a list. */

void export_json(const struct scene *s, struct tap *tap, struct text *out);

/* Every number that the terms view can show: for the layer and head in view the terms of all pairs, the
 * scores and weights computed from them, and the panels. The session must have computed them
 * (session_compute). */

void export_terms_csv(const struct session *m, struct text *out);
void export_terms_json(const struct session *m, struct text *out);

/* Append what each layer would say ("lens", of a model at the position that is asked), and the shares of the
 * other side's answer with one part carried over ("carried", for the word in focus). Return false and explain
 * in r if there is none. */
bool export_lens(const struct scene *s, struct text *out, struct reply *r);
bool export_carried(struct session *m, struct text *out, struct reply *r);

#endif
