/* Recordings (asciicast v2): the bytes a terminal would receive. No clock is read, so the same pictures give
 * the same bytes. */
#ifndef EXPORT_CAST_H
#define EXPORT_CAST_H

#include "base/text.h"
#include "view/canvas.h"

struct cast {
    struct text *out;
    struct text shown; /* the picture on the screen, one line per row; the caller frees it */
    double at;         /* seconds from the start, of the next event */
};

/* Writes the first line of a recording. */
void cast_header(struct text *out, int cols, int rows, const char *title);

/* Writes an event of a kind: "o" is output, "m" a marker. */
void cast_event(struct cast *k, const char *kind, const char *data);

/* Writes the rows of c that differ from the screen as one event. Returns false if out of memory. */
bool cast_canvas(struct cast *k, struct canvas c, enum theme theme);

/* Writes a whole recording of one drawn screen. */
void cast_picture(struct canvas c, enum theme theme, struct text *out);

#endif
