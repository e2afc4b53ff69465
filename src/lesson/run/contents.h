/* The course page as shown: the lessons in order, their length, and the learner's progress in each. */
#ifndef LESSON_RUN_CONTENTS_H
#define LESSON_RUN_CONTENTS_H

#include "lesson/read/course.h"

enum { CONTENTS_MAX = 64 }; /* lessons shown */

struct contents {
    struct course course;
    enum lang lang;
    bool whole; /* false: only the lessons with steps done are read, the others have no minutes, steps, aim */
    unsigned as_of;                                 /* version of the record (progress_keep.version) */
    int count;                                      /* lessons, at most CONTENTS_MAX */
    int own;                                        /* first lesson that is on disk but not on the page */
    int minutes[CONTENTS_MAX], steps[CONTENTS_MAX]; /* steps 0: the lesson is missing or has errors */
    int done[CONTENTS_MAX], changed[CONTENTS_MAX];  /* steps done; steps whose text changed since */
    int par[CONTENTS_MAX];                          /* goals reached in their par */
    struct text aim[CONTENTS_MAX];                  /* what each lesson is about, in a sentence or two */
};

#endif
