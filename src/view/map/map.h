/* The map of the words: where every word stands at every stage of its way, and the picture of it. */
#ifndef VIEW_MAP_MAP_H
#define VIEW_MAP_MAP_H

#include "core/config.h"
#include "view/screen.h"

enum { MAP_STAGES = 4 };

struct map_points {
    int words, stages;
    const char *mark[MAP_STAGES];    /* one letter for the place at each stage */
    double at[MAP_STAGES][CONFIG_MAX_WORDS][2];
};

/* Where the words are on the plane in view; false: too large for a map, or no memory. */
bool map_points_of(struct map_points *m, const struct scene *now);

/* Ways of all words as dots and lines, the first leg dotted, both axes on one scale;
 * the words' names where they end, none over another. Returns how many found no room. */
int map_picture_draw(struct canvas c, const struct screen *s, const struct map_points *m);

#endif
