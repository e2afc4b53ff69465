/* The glossary: one section per term, `## 查询 <!-- term: query -->`, followed by its text. */
#ifndef LESSON_READ_GLOSSARY_H
#define LESSON_READ_GLOSSARY_H

#include "lesson/read/lesson.h"

struct glossary_term {
    struct lesson_line id, title;
    struct prose text;
};

struct glossary {
    struct lesson_line title;
    struct prose intro;
    struct glossary_term *v;
    int count;
    struct lesson_store *store;
};

/* Reads the page under the same contract as course_read. */
bool glossary_read(struct glossary *out, const char *file, const char *bytes, size_t n, enum lang lang,
                   struct complaints *c);
void glossary_finish(struct glossary *g);

/* Returns the term with this id, or NULL. */
const struct glossary_term *glossary_find(const struct glossary *g, const char *id);

#endif
