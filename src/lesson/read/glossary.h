/* The glossary: one section per term, `## 查询 <!-- term: query; also: 查询向量 -->`, followed by its text.
 * `also` lists other names, in the language of the page, under which the term is found. */
#ifndef LESSON_READ_GLOSSARY_H
#define LESSON_READ_GLOSSARY_H

#include "lesson/read/lesson.h"

struct glossary_term {
    struct lesson_line id, title, also;
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

/* Calls `each` with every name of the term (id, title, the others) until it returns true; returns whether it
 * did. */
bool glossary_each_name(const struct glossary_term *t, bool (*each)(void *arg, const char *name), void *arg);

#endif
