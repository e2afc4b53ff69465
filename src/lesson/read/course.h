/* The course page: the lessons in their order, grouped in units. It is a Markdown
 * page that reads well by itself; links in numbered lists are the lessons. */
#ifndef LESSON_READ_COURSE_H
#define LESSON_READ_COURSE_H

#include "lesson/read/lesson.h"

struct course_unit {
    struct lesson_line title;
    const char *id;                  /* "": no unit, a section with text only */
    struct prose text;               /* all of the section, its list too */
    int first, count;                /* its lessons among the course's */
};

struct course_entry {
    const char *id;                  /* "01-by-hand" */
    struct lesson_line title;
    int unit;
};

struct course {
    struct lesson_line title;
    struct prose intro;
    struct course_unit *unit;
    int unit_count;
    struct course_entry *v;
    int count;
    struct lesson_store *store;
};

/* Reads the page; complaints in `lang`. false: it has errors (or memory ran out), said
 * in c; *out must be finished all the same. */
bool course_read(struct course *out, const char *file, const char *bytes, size_t n, enum lang lang, struct complaints *c);
void course_finish(struct course *course);

/* Adds a lesson that the page does not name behind the others, in a last unit of this title.
 * The texts are copied. false: no memory, nothing is added. */
bool course_add(struct course *course, const char *unit, const char *id, const char *title);

/* Index of a lesson, -1: not in the course. */
int course_find(const struct course *course, const char *id);

#endif
