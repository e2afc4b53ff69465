/* What people wrongly believe about attention and position. Lessons mark the options that
 * stand for one (`mis M6`); afterwards it can be said in one line, with the lesson to reread. */
#ifndef LESSON_RUN_BELIEFS_H
#define LESSON_RUN_BELIEFS_H

#include "base/pair.h"

struct belief {
    const char *id;              /* "M6" */
    struct pair text;            /* the belief, as a sentence that is false */
    const char *lesson;          /* "04" */
};

extern const struct belief beliefs[];      /* ends with id NULL */

/* NULL: nothing has this id (or id is NULL). */
const struct belief *belief_find(const char *id);

#endif
