/* The map of the words: the place of every word at every stage, and its picture. */
#ifndef VIEW_MAP_MAP_H
#define VIEW_MAP_MAP_H

#include "core/config.h"
#include "view/screen.h"

enum { MAP_STAGES = 4 };
#define MAP_LEAST 0.05 /* weights below it have no line */

struct map_points {
    int words, stages;
    const char *mark[MAP_STAGES]; /* one letter per stage, drawn at its points */
    double at[MAP_STAGES][CONFIG_MAX_WORDS][2];
};

/* Draws the words where they are read, the path of the word in focus (its first leg dotted), and lines
 * from it to the words that it reads (hue: head, thickness: weight). Both axes share one scale. Names
 * never overlap. Returns the number of names that did not fit. */
int map_picture_draw(struct canvas c, const struct screen *s, const struct map_points *m);

#endif
