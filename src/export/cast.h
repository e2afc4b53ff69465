/* Recordings (asciicast, version 2): what a terminal would be sent. No clock: the same pictures give the same bytes. */
#ifndef EXPORT_CAST_H
#define EXPORT_CAST_H

#include "base/text.h"
#include "view/canvas.h"

struct cast {
    struct text *out;
    struct text shown;           /* the picture that is on the screen, a line per row; the caller frees it */
    double seconds;              /* between two pictures */
    int turn;
};

/* The first line of a recording. */
void cast_header(struct text *out, int cols, int rows, const char *title);

/* An event: "o" is output, "m" a marker. */
void cast_event(struct cast *k, const char *kind, const char *data);

/* The rows of c that differ from what is on the screen. Returns false without memory. */
bool cast_canvas(struct cast *k, struct canvas c, enum theme theme);

/* A recording of one drawn screen. */
void cast_picture(struct canvas c, enum theme theme, struct text *out);

#endif
