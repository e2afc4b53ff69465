/* The panels of the encoding view, one file each; all draw from the same facts.
 *
 * An encoding is shown as what it does: clocks have hands, a table has rows that are alike or not, a bias has
 * a line for each head. A number is never stored: it comes from the formula for the positions in sight, so
 * that position 100000 is as near as position 0. Map, waves and clock of a page share rows and hues, because
 * the learner is to see one thing three times and not three things. */
#ifndef VIEW_ENCODING_ENCODING_H
#define VIEW_ENCODING_ENCODING_H

#include "study/clock.h"
#include "view/figures/page.h"
#include "view/screen.h"

/* What the parts of the view are drawn from. A part that needs the screen alone takes `of` for it. */
struct encoding_page {
    struct screen s;
    struct canvas whole;
    struct canvas *waves; /* set by the map: the lines of its waves; no columns if there are none */
};

/* Returns what the encoding does, in two or three sentences, for numbers of a model's file if it has brought
 * them. */
const char *encoding_about(const struct scene *now);

/* ---- the map, the waves ---------------------------------------------------------- */

/* Rows above the first position of a map. */
enum { ENCODING_HEAD = 2 };

/* The lines of positions of a map. They contain t, and s if there are at least three lines: if it is too far
 * away, in the first or the last line, with a gap between. */
struct encoding_rows {
    int count;     /* lines */
    long top, far; /* positions: the first of those that follow each other, the one apart */
    int fold, gap; /* the line of s apart from the others, the line of the gap; -1: none */
};
struct encoding_rows encoding_rows_of(const struct look *look, int count);
/* Returns the line that has a position, -1 if none has. */
int encoding_rows_find(const struct encoding_rows *r, long pos);

/* Draws P around the cursor as a map, of one clock with its waves beside it: map, waves and clock share the
 * hue of every hand, and their lines. */
struct page_size encoding_map_size(const void *of, int cols);
void encoding_map_draw(struct canvas c, const void *of);
/* Draws the number under the cursor and the scale of the colours, in one row. */
void encoding_foot_draw(struct canvas c, const struct screen *s, double limit);
/* Draws the scale of the colours, or of the signs, if it fits. */
void encoding_scale_draw(struct canvas c, int row, int col, const struct screen *s, double limit);
/* Returns the sign of a value where there are no colours. */
uint32_t encoding_sign(double x, double limit);
/* Fills c with the colour of a value, or its sign where there are no colours. */
void encoding_shade(struct canvas c, const struct screen *s, double x, double limit);

/* Returns the panel in view (enum encoding_panel). */
int encoding_panel(const struct screen *s);

/* ---- one clock, many hands ------------------------------------------------------- */

/* The positions that a clock shows: bold hands at t, pale ones at s (below 0: none). */
struct encoding_times {
    long t, s;
    bool turned;                      /* the hands have turned from s to t */
    const struct encoding_page *page; /* to whose waves the hand in focus leads; NULL: none */
};

/* Draws the clock alone; below a title, the clock of t and s. */
void encoding_clock_draw(struct canvas c, const struct screen *s, struct encoding_times at);
struct page_size encoding_face_size(const void *of, int cols);
void encoding_face_draw(struct canvas c, const void *of);

/* Returns whether there is no digit in these cells and beside them. */
bool encoding_apart(struct canvas c, int row, int col, int width);

/* A table of what the hands say, around the one in focus; of hands that have turned, how. */
struct page_size encoding_hands_size(const struct screen *s, struct encoding_times at);
void encoding_hands_draw(struct canvas c, const struct screen *s, struct encoding_times at);
void encoding_hands_tell(const struct teller *t, struct encoding_times at);
/* Return the angle between both hands of the pair in focus (of a sine, the two hands that it leaves open),
 * and what the clock has to do with the sentence. */
const char *encoding_angle_says(const void *of);
const char *encoding_meaning_says(const void *of);

/* Returns hand i of `shown`: with too few for all hands the first, the last and some between, so that fast
 * and slow ones are seen, and in place of the nearest of these the one in focus. */
int encoding_hand_shown(const struct screen *s, int i, int shown);
/* Returns the angle at which a hand points at a position. A rotation has two hands for each pair of columns:
 * the query's in focus, and a pale one, the key's. */
double encoding_points(const struct screen *s, double pos, int hand, bool pale);
/* Return the hand of a column of P, or of a head; and the columns of a hand. */
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

/* The game "what time is it?" (study/clock.h), drawn and in sentences. */
void encoding_game_draw(struct canvas c, const struct screen *s);
void encoding_game_tell(const struct teller *t);

/* ---- panels of clocks; `of` is the screen ------------------------------------------- */

/* Draws the wave of the pair under the cursor over positions. */
void encoding_wave_draw(struct canvas c, const void *of);
/* Draws P_t·P_s over the offset t-s. */
void encoding_product_draw(struct canvas c, const void *of);
/* Draws the position that the best linear readout, fitted to the first few positions, reads from every row,
 * beside the diagonal where both agree. */
void encoding_readout_draw(struct canvas c, const void *of);
/* Draws M_k of the pair, with M_k·PE(t) beside PE(t+k). Other encodings show the residual of the
 * best linear map. */
void encoding_rotation_draw(struct canvas c, const void *of);
/* Draws a clock per frequency pair: hands for t and s, the angle between them, and the running
 * sum of cosines, which ends at P_t·P_s. */
void encoding_dials_draw(struct canvas c, const void *of);
/* Draws the sines of all hands over positions: one row per hand, positions to the right. */
void encoding_overview_draw(struct canvas c, const void *of);
/* Draws the waves of all hands along a corridor; the chord heard at position t is row t of P. */
void encoding_corridor_draw(struct canvas c, const void *of);
/* Returns how alike the rows of a place and of one `on` places further are: their cosine; NaN if there is
 * none. */
double encoding_corridor_alike(const struct config *c, long place, int on);

/* ---- pictures of other encodings; `of` is the screen --------------------------------- */

/* Draws the words' rows without positions, in order and in reverse: the same rows. */
void encoding_nothing_draw(struct canvas c, const void *of);
/* Draws every head's bias on the scores over the distance, as lines. */
void encoding_slopes_draw(struct canvas c, const void *of);
/* Draws the boxes that distances share (T5) and what each adds to the scores. */
void encoding_buckets_draw(struct canvas c, const void *of);
/* Draws each row of P (a position) where its vector points in the plane in which the rows differ most: their
 * first two principal components. With hours (a distance at which rows are alike; 0: none) those of the same
 * hour have the same hue. Nothing if memory is short or P is too large for principal components. */
void places_clock_draw(struct canvas c, const struct screen *s, struct mat P, int hours);
/* Draws the cosines between the rows of P: which positions look alike. */
void encoding_alike_draw(struct canvas c, const void *of);
/* Draws the vectors that belong to offsets (Shaw, Transformer-XL, DeBERTa) as a map. */
void encoding_offsets_draw(struct canvas c, const void *of);
/* RoPE. What a hand adds to the score of the query and the key in focus, t - s = `apart`: the product of
 * their lengths times the cosine of the angle between them. Return it, and the score itself, of all columns.
 */
struct encoding_meets {
    double most, phase, speed;
};
struct encoding_meets encoding_meets(const struct screen *s, int hand);
double encoding_adds(const struct encoding_meets *m, double apart);
double encoding_score(const struct screen *s, long t, long u);
/* Sets the hand's two numbers of the query and of the key, not turned. */
void encoding_pair_unturned(const struct screen *s, int hand, double q[2], double k[2]);
/* Say whose query and key are put where; draw their clock at t and s, and with both
 * further on. */
const char *encoding_owners_say(const void *of);
void encoding_turned_draw(struct canvas c, const void *of);
void encoding_further_draw(struct canvas c, const void *of);
const char *encoding_together_says(const void *of);
/* Draw how long each hand goes round before and after scaling, and how alike positions are by distance; say
 * in one sentence what scaling did, and which angles the training has seen. */
void encoding_bands_draw(struct canvas c, const void *of);
void encoding_alike_curve_draw(struct canvas c, const void *of);
const char *encoding_scaling_says(const void *of);
const char *encoding_seen_says(const void *of);
void encoding_bands_tell(const struct teller *t);
/* Say and draw P_t·P_s from one cell of a grid to every other cell, on the grid, and to cell s. */
const char *encoding_patches_say(const void *of);
void encoding_patches_draw(struct canvas c, const void *of);
void encoding_patch_draw(struct canvas c, const void *of);
/* Draws the kernel that random waves give and the bell that it approaches, as curves; on a grid, as two maps
 * with a scale of their colours. Say how alike t and s are, and how far waves and bell are apart. */
void encoding_kernel_draw(struct canvas c, const void *of);
void encoding_cells_draw(struct canvas c, const void *of);
void encoding_bell_draw(struct canvas c, const void *of);
void encoding_scale_of_one_draw(struct canvas c, const void *of);
const char *encoding_pair_says(const void *of);
const char *encoding_gap_says(const void *of);

/* How alike two positions are. */
typedef double encoding_likeness(const struct config *c, long p, long q);

/* Draws how alike t is to every cell of the grid: numbers, colours alone, or two rows per line, whatever
 * fits; a part of the grid around t if nothing does. `limit` has full colour. */
struct page_size encoding_field_size(const void *of, int cols);
void encoding_field_draw(struct canvas c, const struct screen *s, encoding_likeness *like, double limit);

/* Returns the session as its layer turns words: layers with a window may have hands of their own. It shares
 * everything with m. */
struct session encoding_of_layer(const struct session *m);
/* The same in sentences. */
void encoding_tell(const struct teller *t);
void encoding_tell_briefly(const struct teller *t);

#endif
