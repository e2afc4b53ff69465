/* Sends cells to the terminal in few bytes. It knows the cursor's place and the colours that are set, and
 * sends a colour only if another is set: three of four bytes of a picture in colour are its colours. */
#ifndef TERM_WRITER_H
#define TERM_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "term/pen.h"

/* The strings of a terminal's description. */
enum writer_word {
    WORD_CUP,
    WORD_HPA,
    WORD_CUF,
    WORD_EL,
    WORD_ECH,
    WORD_CLEAR,
    WORD_CIVIS,
    WORD_CNORM,
    WORD_SGR0,
    WORD_BOLD,
    WORD_REV,
    WORD_SMUL,
    WORD_FG,
    WORD_BG,
    WORD_OP,
    WORD_COUNT
};

enum { WRITER_COLOURS = 256, WRITER_BYTES = 32 };

struct writer {
    struct text out; /* not sent yet */
    const char *word[WORD_COUNT];
    bool keeps_ground;        /* what is erased gets the background that is set */
    bool wraps;               /* writing into the last corner scrolls */
    bool moves_styled;        /* the cursor may move while attributes are set */
    bool ansi;                /* it has the control sequences of ECMA-48 for attributes and many colours */
    bool direct;              /* the numbers of colours are 24 bits */
    bool ascii;               /* no UTF-8 */
    bool swaps;               /* its description numbers colours blue to red (setf) */
    unsigned without;         /* attributes that it cannot show beside colours */
    int rows, cols, row, col; /* the window and the cursor; row -1: unknown */
    unsigned attrs;
    int fg, bg;
    int hidden; /* the cursor; -1: unknown */
    struct colour_words {
        int number;
        bool known;
        char word[2][WRITER_BYTES]; /* as text, as background */
    } colours[WRITER_COLOURS];
};

/* Returns a string of the terminal's description, or "". */
const char *writer_described(const char *name);
/* Reads the terminal's description. Call it once ncurses has the terminal. */
void writer_describe(struct writer *w, bool ascii);
/* Returns the number of colours in its description. */
int writer_counts_colours(const struct writer *w);
/* Forgets what is set and where the cursor is. */
void writer_forget(struct writer *w, enum colours colours);
/* Clears the screen to the background of `pen`. Returns false if the terminal cannot: it is cleared to its
 * default. */
bool writer_clear(struct writer *w, const struct pen *pen, int rows, int cols);
/* Writes a character (with its marks) in `width` columns. */
void writer_put(struct writer *w, int row, int col, const struct cell *cell, const struct pen *pen);
/* Returns true if the cursor is there and `pen` is set. */
bool writer_has(const struct writer *w, int row, int col, const struct pen *pen);
/* Returns true if erasing leaves the background of `pen`. */
bool writer_erases(const struct writer *w, const struct pen *pen);
/* Writes n blanks. */
void writer_blanks(struct writer *w, int row, int col, int n, const struct pen *pen);
/* Places the cursor and shows it, or hides it (row -1). */
void writer_cursor(struct writer *w, int row, int col);
/* Sends everything. Returns false, having sent nothing, if memory was exhausted. */
bool writer_send(struct writer *w);
/* Sends default colours and a visible cursor. */
void writer_leave(struct writer *w);

#endif
