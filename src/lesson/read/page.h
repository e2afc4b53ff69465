/* A page of sections, such as the course page or the glossary: a title, an introduction,
 * then sections with a heading, an optional id, and prose. */
#ifndef LESSON_READ_PAGE_H
#define LESSON_READ_PAGE_H

#include "lesson/read/reader.h"

enum { PAGE_MAX_BYTES = 256 << 10 };

struct lesson_section {
    struct lesson_line title, id; /* id "": none */
    struct lesson_line also;      /* other names of the same thing; "": none */
    struct prose text;
};

struct lesson_page {
    struct lesson_line title;
    struct prose intro;
    struct lesson_section *v;
    int count;
};

/* How a page's sections carry their ids: <!-- key: id -->, or with other names:
 * <!-- key: id; also: name, name -->. */
struct lesson_section_id {
    const char *key;
    bool needed; /* every section must have one */
};

/* Reads a page. The reader's store must be empty; the file name decides the language of the text. */
void lesson_page_read(struct lesson_reader *r, struct lesson_page *out, const char *file, const char *bytes,
                      size_t n, struct lesson_section_id id);

#endif
