/* The course page as it is shown: the lessons in their order, what their own files
 * say about length, and how far a person is in them. */
#ifndef LESSON_RUN_CONTENTS_H
#define LESSON_RUN_CONTENTS_H

#include "lesson/read/course.h"

enum { CONTENTS_MAX = 64 };      /* lessons that are shown */

struct contents {
    struct course course;
    enum lang lang;
    unsigned as_of;                                  /* of the record (progress_keep.looks) */
    int count;                                       /* lessons, at most CONTENTS_MAX */
    int own;                                         /* from here on they are the person's, on disk and not on the page */
    int minutes[CONTENTS_MAX], steps[CONTENTS_MAX];  /* steps 0: there is no such lesson, or it has errors */
    int done[CONTENTS_MAX], changed[CONTENTS_MAX];   /* steps that are done; that were, but with another text */
};

#endif
