/* What should come next: the stories of tasks/story.h are of a grammar that the program knows, so beside the
 * shares that a model gives to the words stand the true ones. No published model has them. */
#ifndef STUDY_EXPECTED_H
#define STUDY_EXPECTED_H

#include "state/scene.h"
#include "tasks/story.h"

/* Takes the sentence up to position t as the beginning of a story, if the scene's model was taught stories:
 * the box, or the tasks story-en and story-zh. Returns false if it was not, or if this is no story. */
bool expected_story(const struct scene *now, int t, struct story *out);

/* Returns the probability with which the word of a class comes next; 0 for what is no word of stories. */
double expected_share(const struct scene *now, const struct story *s, int class);

/* Returns Σ -p·log p over the next word, in nats: what nobody can be less surprised by. */
double expected_entropy(const struct story *s);

#endif
