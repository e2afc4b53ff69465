/* A page of sections, as the course page and the glossary are: title, text in front,
 * then sections with a heading, perhaps an id, and prose. */
#ifndef LESSON_READ_PAGE_H
#define LESSON_READ_PAGE_H

#include "lesson/read/reader.h"

enum { PAGE_MAX_BYTES = 256 << 10 };

struct lesson_section {
    struct lesson_line title, id;    /* id "": none */
    struct prose text;
};

struct lesson_page {
    struct lesson_line title;
    struct prose intro;
    struct lesson_section *v;
    int count;
};

/* Reads bytes whose sections carry <!-- key: id -->, all of them or (needed false) some.
 * The reader's store must be fresh; its language of text comes from the file's name. */
void lesson_page_read(struct lesson_reader *r, struct lesson_page *out, const char *file, const char *bytes, size_t n, const char *key, bool needed);

#endif
