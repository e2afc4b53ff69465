/* Why lines as rows: a line of code that is shown beside a number must compute that number. Each row has the
 * text that a course would write and the function that gives its result on the scene, and a test holds the
 * two shapes together.
 *
 * Lines of PyTorch with which courses compute an encoding and attention, and the lines of two derivations:
 * what each line computes on the present scene. Code counts positions from 0. */
#ifndef STUDY_SNIPPET_H
#define STUDY_SNIPPET_H

#include "base/arena.h"
#include "base/lang.h"
#include "state/scene.h"

enum {
    SNIPPET_BATCH = 2, /* sentences of a batch: the scene's, and the same with its ends swapped */
    SNIPPET_SPARE = 3  /* rows of the table of positions beyond the sentence */
};

struct snippet_run {
    const struct scene *now;
    int layer, head;
    struct arena *room; /* for results */
};

/* A line. Its result is a matrix: all axes but the last are its rows; of several heads, the one in focus. */
struct snippet_line {
    const char *code;     /* $base, $divisor: as in the scene */
    const char *acts;     /* the part of code that decides which entries are written; NULL: none */
    const char *variable; /* that it writes */
    const char *shape;    /* one letter per axis, see snippet_axis */
    const char *says;     /* what the line does, in a sentence or two */
    struct mat (*of)(const struct snippet_run *run, int which); /* absent if memory runs out */
    int which;                                                  /* of several that `of` computes */
    int first, step;                          /* columns that it writes: first, first + step … */
    bool sliced;                              /* it takes the rows of the sentence only */
    bool shares;                              /* its numbers are shares of 1 */
    const char *const *rows, *const *columns; /* names; NULL: words or numbers */
    int shows; /* 1 + the stage, or LOOK_PE, whose numbers these are; 0: others */
};

/* Something of the scene that the code leaves out. */
struct omission {
    bool (*here)(const struct snippet_run *run);
    const char *at; /* a part of the code of the line that leaves it out; NULL: none in particular */
    const char *says;
};

struct snippet {
    const char *title;
    const struct snippet_line *lines;
    int count;
    const struct omission *omits; /* the one that weighs most first; ends without `here` */
    bool derives;                 /* it is about the positions t and s (look.pos, look.pos2) and k = t - s */
};

extern const struct snippet *const snippets[CODE_COUNT];

/* Returns the snippet in focus, and its line that ran last, clamped. */
const struct snippet *snippet_shown(const struct look *look);
int snippet_line_shown(const struct look *look);

/* Returns what the code leaves out here, empty: nothing: in this line, else in any. */
const char *snippet_remark(const struct snippet *snippet, const struct snippet_line *line,
                           const struct snippet_run *run);

/* Returns the word of the scene's n words at place t of sentence b of the batch. */
int snippet_word_of(int n, int b, int t);

/* Returns in how many tiles softmax reads the keys. */
int snippet_tiles(const struct config *c);

/* Returns the length of an axis and sets its name: n words, m = n + 3 rows of the table, d, p = d / 2 pairs,
 * B sentences, h heads, k = dk, v = dv, K = h·dk, V = h·dv, s keys, T tiles, 1 to 4. */
int snippet_axis(const struct config *c, char axis, const char **name);

/* Appends "(1, n, d) = (1, 3, 8)". */
void snippet_shape(const struct config *c, const struct snippet_line *line, struct text *out);

/* Appends the code of a line. */
void snippet_code(const struct scene *now, const struct snippet_line *line, struct text *out);

/* ---- what the pieces share, one or two in a file -------------------------------- */

extern const struct snippet snippet_positions, snippet_exp_log, snippet_attention, snippet_shift, snippet_dot,
    snippet_fourier, snippet_online, snippet_linear;

/* Returns a matrix for a result, uninitialized; absent if memory runs out. */
struct mat snippet_room(const struct snippet_run *run, int rows, int cols);

/* Return the rows of the table of positions, and its pairs of columns (with odd d the last is half). */
int snippet_table_rows(const struct config *c);
int snippet_pairs(const struct config *c);

/* An omission: d is odd. */
bool snippet_odd(const struct snippet_run *run);

#endif
