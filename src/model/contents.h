/* The course page as it is shown: the lessons in their order, and what their own files
 * say about length. */
#ifndef MODEL_CONTENTS_H
#define MODEL_CONTENTS_H

#include "model/course.h"

enum { CONTENTS_MAX = 64 };      /* lessons that are shown */

struct contents {
    struct course course;
    enum lang lang;
    int count;                                       /* lessons, at most CONTENTS_MAX */
    int minutes[CONTENTS_MAX], steps[CONTENTS_MAX];  /* steps 0: there is no such lesson, or it has errors */
    int done[CONTENTS_MAX];                          /* steps that the person finished */
};

#endif
