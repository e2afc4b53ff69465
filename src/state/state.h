/* Everything that a user can choose, as one value. Copied with state_copy
 * (cheap: matrices are shared), changed only by commands, never in place once
 * it is in the history. */
#ifndef STATE_STATE_H
#define STATE_STATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/reply.h"
#include "core/config.h"
#include "core/encoding/posenc.h"
#include "state/lexicon.h"
#include "state/value.h"
#include "state/view.h"

enum { STATE_MAX_ENCODINGS = 24, STATE_LAST_POSITION = 100000 };     /* positions that can be looked at, or where a sentence may begin */
enum { ORDERS_WORDS = 7, ORDERS_MOST = 5040 };      /* words whose orders are all listed, and how many those are: 7! */

enum show_kind { SHOW_VALUES, SHOW_DELTA };      /* of a matrix: its numbers, or what has become of them */
/* Which part of a view is shown where not all fit (look.terms_panel, look.compare_panel). */
enum terms_panel { TERMS_MAPS, TERMS_MEANING, TERMS_DISTANCE, TERMS_SCALE, TERMS_WEIGHTS };
enum compare_panel { COMPARE_WORDS, COMPARE_ORDERS };
enum { COMPARE_FINAL };      /* look.compare_stage: the final rows, in place of the first stage, which has no numbers */

enum pane { PANE_MATRIX, PANE_ARITHMETIC, PANE_RAIL };

enum axes_of { AXES_ALL, AXES_X, AXES_H, AXES_OUTPUT };

enum ambiguous { AMBIGUOUS_AUTO, AMBIGUOUS_NARROW, AMBIGUOUS_WIDE };      /* characters that terminals give one column or two */

enum scale_kind { SCALE_SQRT, SCALE_NONE, SCALE_VALUE };

/* Only where and how a person looks: no number depends on it. Clamped, never refused. */
struct look {
    int view;               /* enum view_id */
    int stage;              /* enum stage_id */
    int layer, head;
    int query, key, dim;    /* the focus: rows and columns of every stage go by these three */
    int edit;               /* matrix under the editor: see state/matrices.h */
    int row, col;           /* cell in the editor */
    int pos, pos2, column;  /* encoding view: positions t and s, column of P */
    int panel;              /* which panel of the encoding view has the keys */
    int terms_panel;        /* enum terms_panel */
    int preset;             /* terms view: 1 + index of the preset chosen last, 0: none */
    int compare_panel, compare_stage;   /* enum compare_panel; the stage on both sides, or COMPARE_FINAL */
    int order_row;          /* line of the list of orders under the cursor */
    int pane;               /* what the arrows move in the stages view: enum pane */
    int line, factor;       /* step of the arithmetic under the cursor, its first (0) or second (1) factor */
    int walk;               /* segments of the arithmetic shown so far, 0: all, nobody walks */
    int beside;             /* 1: all heads side by side */
    int axes;               /* enum axes_of: whose principal components the map of the words is drawn by */
    int zoom;
    int show;               /* enum show_kind */
    int digits;
    int lang;               /* enum lang */
    int theme;
    int ambiguous;          /* enum ambiguous */
    int play, speed;        /* the clocks walk: 0 paused, 1 forward, -1 back; positions per second */
    int cost_n, cost_d, cost_k;
    int home;               /* the entry under the cursor of the start screen */
    int course;             /* the lesson under the cursor of the course page */
    double step;            /* of a nudge */
    int encoding_before;    /* the encoding that is, or was last, on */
    int view_before;        /* the view that is, or was last, another than the editor */
};

struct sequence {           /* an immutable list of words, shared */
    int refs, count;
    int id[];               /* indices into the lexicon */
};

struct sequence *sequence_new(const int *id, int count);      /* refs 1; NULL: no memory */
struct sequence *sequence_share(struct sequence *q);          /* NULL stays NULL */
void sequence_drop(struct sequence *q);

struct settings {            /* compared byte by byte, so without gaps between its members */
    double base, pescale, eps;
    double scale_value;     /* the divisor when scale is SCALE_VALUE */
    int scale;              /* enum scale_kind */
    int d, heads;
    int dsrc;               /* 0: d */
    int dk, dv;             /* 0: d / heads */
    int dff, layers, start, pad, seed;
    int block, norm, residual, mask, encoding;
};

struct state {
    struct lexicon *lexicon;
    struct sequence *sentence, *memory;       /* memory NULL: none */
    struct settings set;
    unsigned term_off;
    int dimnames;            /* 1: the dimensions mean what lexicon_dims says, 0: nothing that has a name */
    double pe_param[STATE_MAX_ENCODINGS][PE_MAX_PARAMS];
    struct value *pe_mat[STATE_MAX_ENCODINGS][PE_MAX_MATRICES];   /* NULL: as the encoding makes it */
    struct value *w[CONFIG_MAX_LAYERS][WEIGHT_COUNT];             /* NULL: identity for weights, 0 for biases and shifts, 1 for gains */
    struct value *mask_given, *scores_given;
    struct look look;
};

/* 猫追狗 with d = 8, one head, sincos; false: no memory. */
bool state_init(struct state *s);
/* Shares everything, so it needs no memory and cannot fail. */
void state_copy(struct state *to, const struct state *from);
void state_finish(struct state *s);
/* Bytes of what a holds and b does not share with it. */
double state_bytes(const struct state *a, const struct state *b);

/* The word at position t: its name, the same in every language; how it is shown in the
 * language in view; and this with "#2" when it occurs more than once. */
const char *state_name(const struct state *s, const struct sequence *seq, int t);
const char *state_word(const struct state *s, const struct sequence *seq, int t);
void state_label(const struct state *s, const struct sequence *seq, int t, struct text *out);

/* Reads T, a word of the sentence (of the memory): the word if it stands there once,
 * else word#K counted from 1, or its position from 0. -1: it names none, said in r. */
int state_token(const struct state *s, const char *name, int col, struct reply *r);
int state_memory_token(const struct state *s, const char *name, int col, struct reply *r);

int state_dk(const struct state *s);
int state_dv(const struct state *s);

/* The core's view of s without its matrices: enough for shapes and for what a stage's `present` asks. */
void state_sizes(const struct state *s, struct config *out);

/* Checks what only together makes sense (heads and d, sizes, encoding and d,
 * pad and keys); says in r what is wrong and what would be right. */
bool state_check(const struct state *s, struct reply *r);

/* Both look at the same pair of words in the same layer and head. */
bool look_same_pair(const struct look *a, const struct look *b);

/* Moves every part of the look into the ranges that exist now. */
void state_clamp_look(struct state *s);

/* Doubles for the inputs that state_config assembles. */
size_t state_room(const struct state *s);

/* The core's view of s, with every matrix copied to `inputs` (state_room doubles
 * reserved), so that it outlives s. s has passed state_check and matrices_fit. false: `work` stopped it. */
bool state_config(const struct state *s, struct arena *inputs, struct config *out, struct work *work);

/* True when a and b hold the same numbers, words and settings: only looks differ. */
bool state_same_numbers(const struct state *a, const struct state *b);

#endif
