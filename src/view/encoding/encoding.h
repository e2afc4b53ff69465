/* The panels of the encoding view, one file each; all draw from the same facts.
 *
 * An encoding is shown as what it does: clocks have hands, a table has rows that are alike or not, a bias has
 * a line for each head. A number is never stored: it comes from the formula for the positions in sight, so
 * that position 100000 is as near as position 0. Map, waves and clock of a page share rows and hues, because
 * the learner is to see one thing three times and not three things. */
#ifndef VIEW_ENCODING_ENCODING_H
#define VIEW_ENCODING_ENCODING_H

#include "study/clock.h"
#include "view/screen.h"

/* Panels that Tab cycles through (look.panel). */
enum encoding_panel {
    PANEL_CLOCKS, /* one clock with all hands; with little room: a dial each */
    PANEL_WAVE,
    PANEL_PRODUCT,
    PANEL_ROTATION,
    PANEL_DIALS,
    PANEL_OVERVIEW,
    PANEL_READOUT,
    PANEL_CORRIDOR,
    PANEL_COUNT
};

/* Returns what the encoding does, in two or three sentences, for numbers of a model's file if it has brought
 * them. */
const char *encoding_about(const struct scene *now);

/* Columns of a position's number; rows above the first position of a page; most lines of a map. */
enum { ENCODING_NUMBER = 7, ENCODING_HEAD = 2, ENCODING_LINES = 256 };

/* The lines of positions of a map. They contain t, and s if there are at least three lines: if it is too far
 * away, in the first or the last line, with a gap between. */
struct encoding_rows {
    int count, each; /* lines, positions of each */
    long top, far;   /* first positions: of the lines that follow each other, of the fold */
    int fold, gap;   /* the line of s apart from the others, the line of the gap; -1: none */
};
struct encoding_rows encoding_rows_of(const struct look *look, int count, int each);
/* Returns the first position of a line, -1 for the gap; the line that has a position, -1 if none has. */
long encoding_rows_at(const struct encoding_rows *r, int line);
int encoding_rows_find(const struct encoding_rows *r, long pos);

/* What is in sight of things in a row. */
struct encoding_part {
    int first, shown, count;
};

/* One clock, many hands: the map, the waves and the clock share their rows (one position each) and the hue of
 * every hand. */
struct encoding_page {
    const struct screen *s;
    struct canvas whole, map, waves, clock; /* waves: no columns if there is no room */
    struct canvas foot;                     /* of map and waves: one row */
    struct encoding_rows rows;              /* from the row ENCODING_HEAD of map and waves on */
    int first, shown;                       /* hands in the map and the waves */
    int number, left;                       /* columns of a position's number and mark, before the map */
    int wide, wave;                         /* columns of an entry of P, of a wave */
};

/* Lays a page out; returns false if it does not fit. `clock`: the clock takes its least room and the waves
 * the rest; else what is right of the map is left to a panel. */
bool encoding_page_plan(struct encoding_page *p, struct canvas c, const struct screen *s, bool clock);
void encoding_page_map_draw(const struct encoding_page *p);
/* Draws the title of the map or of the waves over what is there of `count` things from `first` on: ‹ 26 of 64
 * › */
void encoding_page_title(struct canvas c, const struct screen *s, const char *title,
                         const struct encoding_part *part);
/* Draws a wave per hand, downwards, and the line of now from the map to the clock. */
void encoding_page_waves_draw(const struct encoding_page *p);

/* Returns the row of now if its line leads to the clock, else -1. */
int encoding_page_now(const struct encoding_page *p);

/* Draws the number under the cursor and the scale of the colours, in one row. */
void encoding_foot_draw(struct canvas c, const struct screen *s, double limit);
/* Draws the scale of the colours, or of the signs, if it fits. */
void encoding_scale_draw(struct canvas c, int row, int col, const struct screen *s, double limit);
/* Returns the sign of a value where there are no colours. */
uint32_t encoding_sign(double x, double limit);

/* The positions that a clock shows: bold hands at t, pale ones at s (below 0: none). */
struct encoding_times {
    long t, s;
    bool turned; /* the hands have turned from s to t */
    int now;     /* the row in which the line of now comes from the waves; -1: none */
    int below;   /* rows of the canvas that the clock leaves to others */
};

/* Draws the clock alone. */
void encoding_clock_draw(struct canvas c, const struct screen *s, struct encoding_times at);
/* Draws what the hands say in words, one per row, as many as fit; returns the rows. */
int encoding_list_draw(struct canvas c, const struct screen *s, struct encoding_times at);

/* The game "what time is it?" (study/clock.h), drawn and in sentences. */
void encoding_game_draw(struct canvas c, const struct screen *s);
void encoding_game_tell(const struct teller *t);

/* Draws the clock with all hands of t, the pale ones of s, and what each hand says in words. `now`: the row
 * in which the line of now comes from the waves, -1 for none. */
void encoding_face_draw(struct canvas c, const struct screen *s, int now);

/* Draws the sines of all hands over positions: one row per hand, positions to the right. */
void encoding_overview_draw(struct canvas c, const struct screen *s);

/* Draws the waves of all hands along a corridor; the chord heard at position t is row t of P. */
void encoding_corridor_draw(struct canvas c, const struct screen *s);

/* Returns how alike the rows of a place and of one `on` places further are: their cosine; NaN if there is
 * none. */
double encoding_corridor_alike(const struct config *c, long place, int on);

/* Return the hand of a column of P, and the columns of a hand. */
int encoding_hand(const struct config *c, int column);
int encoding_columns(const struct config *c);
/* Returns the hue of a hand, fast to slow. */
uint16_t encoding_ink(const struct config *c, int hand, int level);
/* Returns how many words a hand takes to go round: 6.3, 62.8, 628 …; a text of the picture. */
const char *encoding_period(const struct screen *s, int hand);
/* Returns the word at a position, "" if there is none; a text of the picture. */
const char *encoding_word(const struct screen *s, long pos);
/* Returns the columns of the longest word. */
int encoding_widest_word(const struct screen *s);
/* Fills c with the colour of a value, or its sign where there are no colours. */
void encoding_shade(struct canvas c, const struct screen *s, double x, double limit);

/* Draws P around the cursor as a map in half blocks, two positions per row. */
void encoding_map_draw(struct canvas c, const struct screen *s);

/* Draws a clock per frequency pair: hands for t and s, the angle between them, and the running
 * sum of cosines, which ends at P_t·P_s. With little room: an arrow per clock. */
void encoding_dials_draw(struct canvas c, const struct screen *s);

/* Draws the wave of the pair under the cursor over positions. */
void encoding_wave_draw(struct canvas c, const struct screen *s);
/* Draws P_t·P_s over the offset t-s. */
void encoding_product_draw(struct canvas c, const struct screen *s);
/* Draws the position that the best linear readout, fitted to the first few positions, reads from every row,
 * beside the diagonal where both agree. */
void encoding_readout_draw(struct canvas c, const struct screen *s);
/* Draws M_k of the pair, with M_k·PE(t) beside PE(t+k). Other encodings show the residual of the
 * best linear map. */
void encoding_rotation_draw(struct canvas c, const struct screen *s);

/* Draws the words' rows without positions, in order and in reverse: the same rows. */
void encoding_nothing_draw(struct canvas c, const struct screen *s);
/* Draws every head's bias on the scores over the distance, as lines. */
void encoding_slopes_draw(struct canvas c, const struct screen *s);
/* Draws the boxes that distances share (T5) and what each adds to the scores. */
void encoding_buckets_draw(struct canvas c, const struct screen *s);
/* Draws each row of P (a position) where its vector points in the plane in which the rows differ most: their
 * first two principal components. With hours (a distance at which rows are alike; 0: none) those of the same
 * hour have the same hue. Nothing if memory is short or P is too large for principal components. */
void places_clock_draw(struct canvas c, const struct screen *s, struct mat P, int hours);
/* Draws P beside the cosines between its rows: which positions look alike. */
void encoding_alike_draw(struct canvas c, const struct screen *s);
/* Draws the vectors that belong to offsets (Shaw, Transformer-XL, DeBERTa) as a map. */
void encoding_offsets_draw(struct canvas c, const struct screen *s);
/* Draws queries and keys as hands, rotated by their positions (RoPE). */
void encoding_hands_draw(struct canvas c, const struct screen *s);
/* Draws P_t·P_s from one cell of a grid to every other cell, on the grid. */
void encoding_patches_draw(struct canvas c, const struct screen *s);
/* Draws random waves beside the kernel that they give and the bell that it approaches; on a grid, the kernel
 * and the bell as two maps. */
void encoding_kernel_draw(struct canvas c, const struct screen *s);

/* How alike two positions are. */
typedef double encoding_likeness(const struct config *c, long p, long q);

/* Draws how alike t is to every cell of the grid: numbers, colours alone, or two rows per line, whatever
 * fits; a part of the grid around t if nothing does. `limit` has full colour. Returns the rows it took. */
int encoding_field_draw(struct canvas c, const struct screen *s, encoding_likeness *like, double limit);

/* The same in sentences. */
void encoding_tell(const struct teller *t);
void encoding_tell_briefly(const struct teller *t);

#endif
