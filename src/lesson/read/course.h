/* The course page: the lessons in order, grouped in units. It is an ordinary Markdown
 * page; the links in its numbered lists are the lessons. Other pages list steps in the same way, with a mark
 * before the link and text behind it: 1. *✗ wrong* [Title](en/04-order.md#rows) Why. */
#ifndef LESSON_READ_COURSE_H
#define LESSON_READ_COURSE_H

#include "lesson/read/lesson.h"

struct course_unit {
    struct lesson_line title;
    const char *id;    /* "": a section with text only */
    struct prose text; /* the whole section, including its list */
    int first, count;  /* its range in the course's lessons */
};

struct course_entry {
    const char *id;                 /* "01-by-hand", or a place: "04-order#rows" */
    struct lesson_line title, mark; /* mark "": none */
    struct prose text;              /* what follows the link, one block */
    int unit;
};

/* An item of a list in a section without lessons of its own, with links to two places or more: lessons, or
 * single steps ("06-sines#one"). They are played one after the other. */
enum { COURSE_PATHS = 8, COURSE_PLACES = 24 };
struct course_path {
    struct lesson_line title; /* the text before the colon */
    const char *place[COURSE_PLACES];
    int count;
};

struct course {
    struct lesson_line title;
    struct prose intro;
    struct course_unit *unit;
    int unit_count;
    struct course_entry *v;
    int count;
    struct course_path path[COURSE_PATHS];
    int path_count;
    struct lesson_store *store;
};

/* The pages by enum course_list, as in the names of their files: "course", … */
extern const char *const course_names[];

/* Reads the page, with complaints in `lang`. Returns false and explains in c if it has
 * errors or memory runs out; *out must still be finished. */
bool course_read(struct course *out, const char *file, const char *bytes, size_t n, enum lang lang,
                 struct complaints *c);
void course_finish(struct course *course);

/* Appends a lesson that the page does not list, in a last unit with this title. Copies the
 * texts. Returns false and adds nothing when out of memory. */
bool course_add(struct course *course, const char *unit, const char *id, const char *title);

/* Returns the index of a lesson, or -1 if the course does not list it. */
int course_find(const struct course *course, const char *id);

#endif
