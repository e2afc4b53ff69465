/* Moving pictures: an SVG that plays in a web page, over and over, without a script. Every element (a word, a
 * bar, a dot) is written once with the times at which it is visible; the still picture, for readers who asked
 * for less motion, is the last one. No clock is read, so the same screens give the same bytes. */
#ifndef EXPORT_FILM_H
#define EXPORT_FILM_H

#include "base/text.h"
#include "view/canvas.h"

struct film_frame {
    double at;               /* seconds from the start */
    size_t begin, ink, over; /* its lines in `lines`: backgrounds from begin, the rest from ink, up to over */
};

struct film {
    int rows, cols; /* of all screens */
    enum theme theme;
    struct text lines; /* elements of every frame, one per line */
    struct film_frame *frames;
    int count, room;
    bool failed; /* memory ran out */
};

/* Shows c from `at` seconds on, which must not be before the last screen. The first screen sets the size and
 * the theme. */
void film_canvas(struct film *f, struct canvas c, enum theme theme, double at);

/* Writes the film, whose last screen stays until `end` seconds, and frees it. Returns false if memory ran
 * out. */
bool film_finish(struct film *f, double end, struct text *out);

/* Recordings (asciicast v2): the bytes a terminal would receive. No clock is read, so the same pictures give
 * the same bytes. */

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
