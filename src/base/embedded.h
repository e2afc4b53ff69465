/* Files that the program carries inside (made by src/embed.sh at build time):
 * the default vocabulary, the lessons and their scenes. */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *path;        /* as in the source tree: "lessons/zh/01-by-hand.md" */
    const char *bytes;       /* followed by a zero byte */
    size_t size;
};

extern const struct embedded embedded_files[];   /* ends with path NULL */

#endif
