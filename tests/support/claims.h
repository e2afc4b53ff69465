/* What a view says in words, held against the numbers of the trace. A claim is a pattern in each language and
 * a predicate on the scenes that the view shows; it knows nothing of the code that made the sentence. */
#ifndef SUPPORT_CLAIMS_H
#define SUPPORT_CLAIMS_H

#include "app/app.h"

enum { CLAIM_PIECES = 16, CLAIM_SCENES = 4, CLAIM_LABELS = 64 };

/* A scene that a sentence may be about, and whom it asks there. */
struct claim_scene {
    const struct scene *now;
    const struct attention *a;
    int layer, query, stage;
    const struct sequence *keys; /* that are read with a */
};

/* A piece of a sentence that a pattern caught. */
struct claim_piece {
    const char *s;
    int n;
    double x;     /* of a number */
    int decimals; /* of a number; -1: in exponent form */
};

/* What is shown, and the claim that is being judged. */
struct claims {
    struct app *app;
    const struct session *m;
    enum lang lang;
    bool plain;
    const char *text;        /* all that is shown */
    const char *line;        /* of `text` that has the claim, in plain text */
    const char *begin;       /* of the piece of text that is matched */
    const struct state *was; /* before the line of which something is said */
    struct claim_scene of[CLAIM_SCENES];
    int count;
    char label[CLAIM_LABELS][64];
    int labels;
    struct claim_piece piece[CLAIM_PIECES];
    int pieces;
    char held[600]; /* what claims_within matched */
};

/* In a pattern %w is a word of a scene, %n or %d a number, %s any text, as little as possible; ^ and $ are
 * the ends of a line. holds NULL: it claims nothing that a number could contradict. */
struct claim {
    const char *en, *zh;
    bool (*holds)(const struct claims *c);
};

extern const struct claim claims_of_reading[], claims_of_stages[], claims_of_numbers[], claims_of_rest[],
    claims_of_sides[], claims_of_nothing[], claims_of_lines[], claims_of_playing[], claims_of_heard[];
extern const struct claim claims_of_told[]; /* of what is told after a line, about c->was and the scene */

/* Returns true if the line of plain text is a line of a table: label, then numbers, each perhaps after a
 * word. *right: they stand beside each other in the trace, where the view shows the trace. */
bool claims_table(const struct claims *c, const char *line, bool *right);

/* Judges all that the app shows: as sentences if rows is 0, else on a screen of this size. Returns the number
 * of claims; writes those that are false, and what no pattern knows, to `wrong`. */
int claims_judge(struct app *a, int rows, int cols, struct text *wrong);

/* Judges in both languages what is told of a line that changed `was` into the present state. */
int claims_judge_told(struct app *a, const struct state *was, struct text *wrong);

/* Returns the number of bytes of `s` that the pattern matches from its beginning, -1: it does not; fills the
 * pieces of c. */
int claims_match(struct claims *c, const char *pattern, const char *s);
/* The same for all of n bytes; the pieces, in inner, last as long as it. */
bool claims_within(const struct claims *c, struct claims *inner, const char *en, const char *zh,
                   const char *s, int n);

/* Piece i is the k-th word of a sequence as it is shown. */
bool claims_names(const struct claims *c, const struct claim_scene *of, const struct sequence *seq, int k,
                  const struct claim_piece *piece);
bool claims_is(const struct claim_piece *piece, const char *text);
/* The piece is x as it is printed. */
bool claims_number(const struct claim_piece *piece, double x);
/* Writes x with so many decimals. */
void claims_print(char out[64], double x, int decimals);
/* x and y look the same where the piece is printed. */
bool claims_alike(const struct claim_piece *piece, double x, double y);

/* … exp of a minus b is v, sum so far s: the last four pieces. */
bool claims_exponential(const struct claims *c);

/* Pieces 0 and 1 are who asks, and whom it reads most with each head. */
bool claims_most_read(const struct claims *c);
/* The same without "most"; in a comparison: what the other side reads. */
bool claims_read_briefly(const struct claims *c);
/* The weights of a head for the query of a scene. */
const double *claims_shares(const struct claim_scene *of, int head);
bool claims_overflowed(const double *x, int n);

#endif
