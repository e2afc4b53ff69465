/* A picture made of character cells. Views draw into it; only src/term knows a
 * terminal. A canvas is a value: canvas_part gives a smaller one that shares
 * the cells, draws from its own (0,0) and clips at its own edge.
 *
 * A cell holds one grapheme cluster of width 1 or 2; the right half of a wide
 * one has width 0. Writing over one half of a wide character blanks the other.
 * A wide character that does not fit at the right edge becomes a blank. */
#ifndef VIEW_CANVAS_H
#define VIEW_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/utf8.h"
#include "view/style.h"

struct cell {
    uint32_t ch[1 + UTF8_MARKS];
    uint8_t width;          /* 1, 2, or 0: right half of the cell before */
    uint8_t style;          /* enum style */
    uint16_t fg, bg;        /* inks (style.h), 0: as the style says */
};

struct canvas {
    int rows, cols, stride;
    struct cell *cells;
    struct text *lost;      /* not NULL: what did not fit is noted here, a line each (for tests) */
};

/* Heap-owned cells; false: no memory. */
bool canvas_init(struct canvas *c, int rows, int cols);
void canvas_finish(struct canvas *c);

/* Blanks everything in STYLE_TEXT. */
void canvas_clear(struct canvas c);

/* The part that begins at (row, col), cut to what lies inside c (maybe empty). */
struct canvas canvas_part(struct canvas c, int row, int col, int rows, int cols);

/* Draws s (UTF-8; what may not reach a terminal becomes U+FFFD) from (row, col),
 * at the right edge cut with …. Returns the column behind it. */
int canvas_put(struct canvas c, int row, int col, enum style style, const char *s);
int canvas_putf(struct canvas c, int row, int col, enum style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* As canvas_put: `whole` where it fits, else `brief`. */
int canvas_either(struct canvas c, int row, int col, enum style style, const char *whole, const char *brief);

/* As canvas_put, within exactly `width` columns: cut with … or filled with blanks. */
void canvas_field(struct canvas c, int row, int col, int width, enum style style, const char *s);
/* Right-aligned within `width` columns. */
void canvas_right(struct canvas c, int row, int col, int width, enum style style, const char *s);

/* One cell of width 1 with inks. */
void canvas_glyph(struct canvas c, int row, int col, enum style style, uint32_t ch, uint16_t fg, uint16_t bg);

/* Gives a run of cells that are drawn already another style or background ink. */
void canvas_restyle(struct canvas c, int row, int col, int width, enum style style);
void canvas_ink(struct canvas c, int row, int col, int width, uint16_t bg);
/* Likewise a foreground ink, which keeps the style's attributes. */
void canvas_tint(struct canvas c, int row, int col, int width, uint16_t fg);

/* Text flowed into the part by words (Han text may break anywhere); returns the rows it
 * took; draws from row -skip on. With cells NULL it only measures. */
int canvas_flow(struct canvas c, int skip, enum style style, const char *s);

bool canvas_equal(struct canvas a, struct canvas b);

/* Text plane: one line per row between '|' and '|', right edge visible. Style plane
 * between ':' and ':': a letter for each style, a digit 0-9 for a background ink's
 * level. Where a row has foreground inks a third line between '^' and '^' shows their levels. */
void canvas_planes(struct canvas c, struct text *out);
/* Only the text, blanks at line ends removed. */
void canvas_text(struct canvas c, struct text *out);

#endif
