/* A picture made of character cells. Views draw into it; only src/term knows a terminal. A
 * canvas is a value. canvas_part returns a smaller one that shares the cells, has its own (0,0)
 * and clips at its own edge.
 *
 * A cell holds one grapheme cluster of width 1 or 2; the right half of a wide cluster has width
 * 0. Writing over one half of a wide character blanks the other. A wide character that does not
 * fit at the right edge becomes a blank. */
#ifndef VIEW_CANVAS_H
#define VIEW_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/utf8.h"
#include "view/style.h"

struct cell {
    uint32_t ch[1 + UTF8_MARKS];
    uint8_t width;   /* 1, 2, or 0: right half of the cell before */
    uint8_t style;   /* enum style */
    uint16_t fg, bg; /* inks (style.h); 0: the style's own colour */
    uint16_t curve;  /* 1 + the figure whose ribbons this cell shows (view/curves.h); mostly 0 */
};
_Static_assert(sizeof(struct cell) == (1 + UTF8_MARKS) * sizeof(uint32_t) + 8, "struct cell has padding");

struct canvas {
    int rows, cols, stride;
    struct cell *cells;
    struct canvas_watch *watch; /* usually NULL */
    struct curves *curves;      /* usually NULL; else receives ribbons (view/curves.h) */
};

/* Tests see with it how a picture is drawn: which text, cell by cell, in which part of a page. */
struct canvas_watch {
    void (*text)(struct canvas_watch *w, struct canvas c, int row, int col, const char *s, size_t bytes);
    void (*ends)(struct canvas_watch *w, bool cut); /* the text: at the edge of c */
    void (*cell)(struct canvas_watch *w, const struct cell *was, const struct cell *becomes);
    void (*part)(struct canvas_watch *w, struct canvas c, const char *name, int rows,
                 int cols); /* its least */
};

/* Allocates the cells on the heap; returns false if memory is exhausted. */
bool canvas_init(struct canvas *c, int rows, int cols);
void canvas_finish(struct canvas *c);

/* Fills the canvas with blanks in STYLE_TEXT. */
void canvas_clear(struct canvas c);

/* Returns the part of c that begins at (row, col), clipped to c; may be empty. */
struct canvas canvas_part(struct canvas c, int row, int col, int rows, int cols);

/* Draws s (UTF-8) from (row, col) and cuts it at the right edge with …. Replaces characters that
 * must not reach a terminal with U+FFFD. Returns the column after s. */
int canvas_put(struct canvas c, int row, int col, enum style style, const char *s);
/* The same with text in an ink. */
int canvas_put_ink(struct canvas c, int row, int col, enum style style, uint16_t ink, const char *s);
int canvas_putf(struct canvas c, int row, int col, enum style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Draws s, whose runs (`say`) have the looks 1, 2 …; looks[0] is that of the rest. Returns the column after
 * it. An ink of 0 is the style's own. */
struct canvas_look {
    enum style style;
    uint16_t ink;
};
enum { CANVAS_RUN_ENDS = 0x0E }; /* the marks in a text: bytes 1 to 9 begin a run, this ends it */
int canvas_runs(struct canvas c, int row, int col, const struct canvas_look *looks, const char *s);
/* Appends s without the marks of its runs. */
void canvas_runs_bare(const char *s, struct text *out);

/* Like canvas_put: draws `whole` if it fits, otherwise `brief`. */
int canvas_either(struct canvas c, int row, int col, enum style style, const char *whole, const char *brief);

/* Draws a key and after a blank what it does; returns the column after it. */
int canvas_key(struct canvas c, int row, int col, const char *key, const char *does);

/* Like canvas_put, in exactly `width` columns: cut with … or padded with blanks. */
void canvas_field(struct canvas c, int row, int col, int width, enum style style, const char *s);
/* Draws s right-aligned in `width` columns. */
void canvas_right(struct canvas c, int row, int col, int width, enum style style, const char *s);

/* Draws a number right-aligned in its columns, with `digits` decimals or fewer if these find no room
 * (number_fixed). */
struct slot {
    int row, col, width;
};
void canvas_number(struct canvas c, struct slot at, enum style style, double x, int digits);

/* Marks cells as showing the ribbons of a figure (`curve`), until they are drawn again. */
void canvas_curve(struct canvas c, int row, int col, int width, int curve);

/* Returns whether so many cells from (row, col) are in c and blank. */
bool canvas_blank(struct canvas c, int row, int col, int width);

/* Draws one cell of width 1: in a style, or in STYLE_TEXT with inks. */
void canvas_glyph(struct canvas c, int row, int col, enum style style, uint32_t ch);
void canvas_inked(struct canvas c, int row, int col, uint32_t ch, uint16_t fg, uint16_t bg);

/* Changes the style or the background ink of cells that are already drawn. */
void canvas_restyle(struct canvas c, int row, int col, int width, enum style style);
void canvas_ink(struct canvas c, int row, int col, int width, uint16_t bg);
/* Changes the foreground ink and keeps the style's attributes. */
void canvas_tint(struct canvas c, int row, int col, int width, uint16_t fg);
/* Writes shades for the ink of blanks: for a screen without colours. */
void canvas_shade(struct canvas c, int row, int col, int width);

/* Flows s into the canvas, breaking between words or anywhere in Han text, from row -skip on.
 * Returns the rows it took. If cells is NULL it only measures. */
int canvas_flow(struct canvas c, int skip, enum style style, const char *s);
/* The same for a text with runs (canvas_runs), from row 0 on. To measure it needs no looks. */
int canvas_flow_runs(struct canvas c, const struct canvas_look *looks, const char *s);

bool canvas_equal(struct canvas a, struct canvas b);

/* Writes the character of a cell with its marks. */
void canvas_cluster(const struct cell *cell, struct text *out);
/* Writes the planes of c. Text plane: one line per row between '|' and '|', so the right edge is visible.
 * Style plane, between ':' and ':': a letter per style, a digit 0-9 for the level of a background ink. A row
 * with foreground inks has a third line between '^' and '^' with their levels. */
void canvas_planes(struct canvas c, struct text *out);
/* Writes the text only, without trailing blanks. */
void canvas_text(struct canvas c, struct text *out);

#endif
