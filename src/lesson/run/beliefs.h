/* Common misconceptions about attention and position. Lessons mark the options that reveal a
 * misconception (`mis M6`), so that the summary can name it and the lesson to reread. */
#ifndef LESSON_RUN_BELIEFS_H
#define LESSON_RUN_BELIEFS_H

#include "base/pair.h"

struct belief {
    const char *id;     /* "M6" */
    const char *lesson; /* "04" */
    struct pair text;   /* the belief, stated as a false sentence */
};

extern const struct belief beliefs[]; /* ends with id NULL */

/* Returns the belief with this id, or NULL if there is none or id is NULL. */
const struct belief *belief_find(const char *id);

#endif
