/* All of the user's choices as one value. state_copy is cheap because words and matrices are shared. Only
 * commands change a state, and never in place once it is in the history. */
#ifndef STATE_STATE_H
#define STATE_STATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/reply.h"
#include "core/config.h"
#include "core/encoding/posenc.h"
#include "tasks/own.h"
#include "state/patches.h"
#include "state/lexicon.h"
#include "state/value.h"
#include "state/view.h"

/* The last position that can be viewed or that a sentence may start at. */
enum { STATE_LAST_POSITION = 100000 };
/* The longest sentence whose orders are listed, and the number of its orders: 7! */
enum { ORDERS_WORDS = 7, ORDERS_MOST = 5040 };

/* Of a matrix: its numbers, their changes, or the gradient of the loss by them. */
enum show_kind { SHOW_VALUES, SHOW_DELTA, SHOW_GRADIENT };
/* The part of a view that is shown if not all parts fit (look.terms.panel, look.compare.panel,
 * look.machine.panel). */
enum terms_panel { TERMS_MAPS, TERMS_MEANING, TERMS_DISTANCE, TERMS_SCALE, TERMS_WEIGHTS, TERMS_LAYERS };
/* Which part of the query asks, in the panel of layers. */
enum terms_asks {
    TERMS_ASKS_ALL,
    TERMS_ASKS_TOKEN,
    TERMS_ASKS_POSITION,
    TERMS_ASKS_TYPE,
    TERMS_ASKS_ATTENTION,
    TERMS_ASKS_FFN,
    TERMS_ASKS_BIAS,
    TERMS_ASKS_COUNT
};
enum compare_panel { COMPARE_FLOW, COMPARE_WORDS, COMPARE_ORDERS, COMPARE_CAUSE };
enum cause_kind { CAUSE_CARRY, CAUSE_OMIT }; /* look.compare.cause: what the map of causes tries */
enum machine_panel { MACHINE_PLAN, MACHINE_PATHS, MACHINE_MEMORY, MACHINE_NOTE, MACHINE_PANELS };
/* Panels of the encoding view, in the order of Tab (look.encoding.panel): encoding_shows. */
enum encoding_panel {
    PANEL_CLOCKS, /* one clock with all hands */
    PANEL_BANDS,
    PANEL_ALIKE,
    PANEL_WAVE,
    PANEL_PRODUCT,
    PANEL_ROTATION,
    PANEL_DIALS,
    PANEL_OVERVIEW,
    PANEL_READOUT,
    PANEL_CORRIDOR,
    PANEL_COUNT
};
enum course_list { LIST_COURSE, LIST_QUESTIONS, LIST_VERDICTS, LISTS };
enum train_panel { TRAIN_RUN, TRAIN_PLACES, TRAIN_TASKS };
enum { RACE_AUTO, RACE_OFF, RACE_ENCODING }; /* look.race; RACE_ENCODING + i: encoding i */
enum { COMPARE_FINAL }; /* look.compare_stage: the final rows; replaces stage 0, which has no numbers */

/* What the strength of a colour in a matrix is measured by. SHADE_AUTO: the row's largest where words share
 * out weights and no digits fit, else 1 for weights and the matrix's largest for all others. */
enum shade_kind { SHADE_AUTO, SHADE_ROW, SHADE_MATRIX, SHADE_FIXED };

/* The code that is shown (look.code): see study/code/snippet.h */
enum code_kind {
    CODE_POSITIONS,
    CODE_EXP_LOG,
    CODE_ATTENTION,
    CODE_SHIFT,
    CODE_DOT,
    CODE_FOURIER,
    CODE_ONLINE,
    CODE_LINEAR,
    CODE_COUNT
};

enum pane { PANE_MATRIX, PANE_ARITHMETIC, PANE_RAIL };

enum axes_of { AXES_ALL, AXES_X, AXES_H, AXES_OUTPUT };

/* The themes: constant, name, what messages call it. Their colours: view/style.c, for the page
 * web/page/page.css. */
#define THEMES(FIRST, NEXT)                                                                                  \
    FIRST(THEME_DARK, "dark", TEXT("dark"))                                                                  \
    NEXT(THEME_LIGHT, "light", TEXT("light"))                                                                \
    NEXT(THEME_CONTRAST, "contrast", TEXT("high contrast"))                                                  \
    NEXT(THEME_MONO, "mono", TEXT("black and white"))
#define THEME_ID(id, name, spoken) id,
#define THEME_NAME(id, name, spoken) name
#define THEME_OR(id, name, spoken) "|" name
#define THEME_NAMES THEMES(THEME_NAME, THEME_OR) /* "dark|light|…" */
enum theme { THEMES(THEME_ID, THEME_ID) THEME_COUNT };

/* Width of characters that take one or two columns, depending on the terminal. */
enum ambiguous { AMBIGUOUS_AUTO, AMBIGUOUS_NARROW, AMBIGUOUS_WIDE };

enum scale_kind { SCALE_SQRT, SCALE_NONE, SCALE_VALUE };

/* What each view is at: one struct for each that has something of its own. */
struct look_terms {
    int panel;      /* enum terms_panel */
    int asks, open; /* enum terms_asks; the layer opened into its heads, or -1 */
    int preset;     /* 1 + index of the preset chosen last; 0: none */
};
struct look_compare {
    int panel, stage; /* enum compare_panel; the stage on both sides, or COMPARE_FINAL */
    int order;        /* line of the list of orders under the cursor; -1: the sentence as it is */
    int cause;        /* enum cause_kind */
    int row, col;     /* cell of the map of causes under the cursor: study/cause/cause.h */
};
struct look_encoding {
    int pos, pos2, column; /* positions t and s, column of P */
    int panel;             /* that receives the keys */
    int game;              /* question of the game of the clock, from 1; 0: no game. See study/clock.h */
    int turn;              /* positions by which its hands turn; 0: what time it is now is asked */
    int answer;            /* the learner's last answer; -1: none yet */
};
struct look_stages {
    int pane;         /* what the arrows move: enum pane */
    int line, factor; /* step of the arithmetic under the cursor, its first (0) or second (1) factor */
    int walk;         /* segments of the arithmetic shown so far; 0: all */
    int beside;       /* 1: all heads side by side */
};
struct look_sheet {
    int matrix;   /* in the editor: see state/matrices.h */
    int row, col; /* cell in the editor */
};
struct look_machine {
    int panel; /* enum machine_panel */
    int box;   /* 1 + box of the machine that is under the cursor; 0: the one of the stage */
    int keep;  /* percent that a state keeps of itself when it reads a word */
    int pass;  /* ms of what it plays that have run; 0: all of it is seen. Never saved */
};
struct look_cost {
    int n, d, k;
};
struct look_code {
    int kind, line; /* enum code_kind, and the index of the line that ran last */
};
struct look_train {
    int panel; /* enum train_panel */
    int task;  /* line of the list of tasks under the cursor */
    int race;  /* the encoding that the training is compared with: see training_rival */
    int run;   /* 1: the training runs by itself, in its view only. Never saved */
};

/* What the user views and how. No number depends on it. Values out of range are clamped, never refused. */
struct look {
    int view;  /* enum view_id */
    int stage; /* enum stage_id */
    int layer, head;
    int query, key, dim; /* the focus: rows and columns of every stage follow these three */
    struct look_terms terms;
    struct look_compare compare;
    struct look_encoding encoding;
    struct look_stages stages;
    struct look_sheet sheet;
    struct look_machine machine;
    struct look_cost cost;
    struct look_code code;
    struct look_train train;
    int flow;   /* ms of the flow that have run; 0: all of it is seen. Never saved */
    int axes;   /* enum axes_of: rows whose principal components are the axes of the word map */
    int home;   /* entry under the cursor on the start screen */
    int page;   /* enum course_list: what the view of lessons lists */
    int course; /* row under its cursor */
    int zoom;
    int shade; /* enum shade_kind */
    int show;  /* enum show_kind */
    int digits;
    int lang;            /* enum lang */
    int theme;           /* enum theme */
    int ambiguous;       /* enum ambiguous */
    int motion;          /* 1: animate changes of numbers in views that can */
    int play, speed;     /* playing: 0 paused, 1 forward, -1 back; positions per second */
    double step;         /* of a nudge */
    int encoding_before; /* the current encoding, or the last one before it was turned off */
};

/* Two runs of words that change places: from a to before a_end, and from b to before b_end, which is further
 * right. Zeros: none. */
struct exchange {
    int a, a_end, b, b_end;
    bool declines; /* English pronouns change their case: him, he */
};

struct sequence { /* an immutable, shared list of words */
    int refs, count;
    struct exchange swapped; /* how it was made of another; equal words keep their numbers (the#1) */
    int id[];                /* indices into the lexicon */
};

/* Returns a list with refs 1, NULL if out of memory. id NULL: the caller fills it in. */
struct sequence *sequence_new(const int *id, int count);
struct sequence *sequence_share(struct sequence *q); /* NULL stays NULL */
void sequence_drop(struct sequence *q);
/* Returns where the word at place t was before q was swapped, and where the word that was at t is now. */
int sequence_before_swap(const struct sequence *q, int t);
int sequence_after_swap(const struct sequence *q, int t);
bool sequence_same(const struct sequence *a, const struct sequence *b); /* the same words, or both NULL */
int sequence_find(const struct sequence *q, int word);   /* the first place of a word, -1: nowhere */
bool sequence_holds(const struct sequence *q, int word); /* NULL holds nothing */

enum { HEAD_NAME_BYTES = 40 }; /* of a name, with the NUL */

enum { STATE_NAMED_LAYERS = 6 }; /* the first layers, whose heads can have names */

/* What the heads of a layer look for, in a word in each language: "doer". Immutable once shared. */
struct head_names {
    int refs, heads;
    struct head_name {
        char en[HEAD_NAME_BYTES], zh[HEAD_NAME_BYTES]; /* empty: no name in this language */
    } of[];
};

void head_names_drop(struct head_names *n);
bool head_names_same(const struct head_names *a, const struct head_names *b);

/* Names head h of `heads` (NULL: no name in that language; shorter than HEAD_NAME_BYTES). Names given for
 * another number of heads are dropped: other heads read other columns. Returns false if out of memory, and
 * then changes nothing. */
bool head_names_set(struct head_names **n, int heads, int h, struct pair name);

/* What a state asks for, immutable once shared. In a state, the `to` of a target of the readout is a word (an
 * index into the lexicon), not a class: classes may come in another order. */
struct targets {
    int refs, count;
    struct target of[]; /* sorted: at most one for each layer, head and position */
};

void targets_drop(struct targets *t);
bool targets_same(const struct targets *a, const struct targets *b);

/* Adds a target in place of the one with the same layer, head and position; to < 0: only removes that one.
 * Returns false and changes nothing if out of memory. */
bool targets_put(struct targets **t, struct target one);

/* Keeps the targets that `keeps` accepts. Returns false and changes nothing if out of memory. */
bool targets_keep(struct targets **t, bool (*keeps)(const struct target *one, const void *arg),
                  const void *arg);

struct training;

struct settings { /* compared byte by byte, so it must not have padding */
    double base, pescale, eps;
    double scale_value;        /* the divisor when scale is SCALE_VALUE */
    double rate;               /* of learning */
    double dropout;            /* chance that a column of the joined heads is silent in a step */
    double softcap, final_cap; /* 0: none */
    int scale;                 /* enum scale_kind */
    int d, heads;
    int dsrc;   /* 0: d */
    int dk, dv; /* 0: d / heads */
    int dff, layers, start, pad, seed;
    int block, norm, residual, mask, encoding;
    int activation, final_norm;
    int key_heads, window; /* 0: as many as heads; 0: none */
    int qk_norm, sink, gated, rms, parallel;
    int tile;                      /* keys of a step of the code of softmax in tiles */
    int sources;                   /* enum source_list: how terms above layer 0 are listed */
    int omitted;                   /* sources that are left out everywhere: bits (core/pipeline/source.h) */
    int task;                      /* see task_at; 0: the sentence and its targets */
    int task_k, task_n, task_test; /* struct task_size */
    int steps;                     /* of training from the matrices as they were set */
    int optimizer;                 /* enum optimizer */
    int batch, train_words;        /* batch 0: see task_batch */
};

struct state {
    struct lexicon *lexicon;
    struct sequence *sentence, *memory; /* memory NULL: none */
    struct sequence *classes;           /* words that the readout chooses between, each once; NULL: none */
    struct targets *targets;            /* NULL: none */
    struct examples *examples;          /* of task own; words and answers are words. NULL: none */
    struct examples *taught; /* kinds of sentences, each one of them with what its verb is to read in the
                              * first two heads: see tasks/teach.h. NULL: none */
    struct settings set;
    struct term_set term_off; /* terms that are left out of the scores */
    struct patches *patches;  /* what else is left out, and what is put in; NULL: nothing */
    int dimnames;             /* 1: the dimensions have the meanings in lexicon_dims; 0: unnamed */
    double pe_param[NUMBERS_ENCODINGS][PE_MAX_PARAMS];
    struct numbers *numbers;                           /* every matrix that was set */
    struct head_names *head_names[STATE_NAMED_LAYERS]; /* NULL: none */
    struct look look;
    struct training
        *training; /* what was computed for `steps`, shared by copies; not part of the value. NULL: nothing */
};

/* Sets s to 猫追狗 with d = 8, one head, sincos. Returns false if out of memory. */
bool state_init(struct state *s);
/* Copies a state. Shares everything, so it needs no memory and cannot fail. */
void state_copy(struct state *to, const struct state *from);
void state_finish(struct state *s);
/* Returns the bytes of a that are not shared with b. */
double state_bytes(const struct state *a, const struct state *b);

/* The word at position t: state_name returns its name, the same in every language; state_word its
 * spelling in the current language; state_label adds that spelling, with "#2" if the word repeats. */
const char *state_name(const struct state *s, const struct sequence *seq, int t);
const char *state_word(const struct state *s, const struct sequence *seq, int t);
void state_label(const struct state *s, const struct sequence *seq, int t, struct text *out);
/* Whether the embedding of the word at position t is pseudo-random for want of a better one. A task's words
 * are not meant: their embeddings are what it trains. */
bool state_made_up(const struct state *s, const struct sequence *seq, int t);

/* Appends what is left out beside sources, or what is put in, at most a few: attn0.h1, attn0.h1@cat. Returns
 * how many there are. */
int state_patches(const struct state *s, bool omits, struct text *out);

/* Return the position of a word of the sentence (of the memory), given as the word if it occurs once,
 * as word#K counted from 1, or as its position from 0. A built-in word may be given by any of its names
 * (猫, cat) if the sequence has it under only one. Return -1 and explain in r if there is none. */
int state_token(const struct state *s, const char *name, int col, struct reply *r);
int state_token_in(const struct state *s, const struct sequence *seq, const char *name, int col,
                   struct reply *r);
int state_memory_token(const struct state *s, const char *name, int col, struct reply *r);
/* The same for a class, whose position is its column. */
int state_class_token(const struct state *s, const char *name, int col, struct reply *r);

/* Returns a weight of a layer, or matrix i of the current encoding; NULL: not set, see numbers_at. */
static inline const struct value *state_weight(const struct state *s, int layer, int weight)
{
    return numbers_at(s->numbers, numbers_weight(layer, weight));
}
static inline const struct value *state_encoding(const struct state *s, int i)
{
    return numbers_at(s->numbers, numbers_encoding(s->set.encoding, i));
}
static inline const struct value *state_mask(const struct state *s)
{
    return numbers_at(s->numbers, NUMBERS_MASK);
}
static inline const struct value *state_scores(const struct state *s)
{
    return numbers_at(s->numbers, NUMBERS_SCORES);
}

bool state_heads_named(const struct state *s); /* some head of the layer in view */

/* Returns the name of head h of the layer in view; "" if it has none, or did not learn to read the sentence
 * (weights_asks). Whether it does read it is another matter: pictures take head_name, study/head_kind.h. */
const char *state_head_name(const struct state *s, int h);

/* Returns the model that is open, NULL: none. Its tokens are the words, its numbers those of every matrix
 * that was not set. */
static inline const struct pretrained *state_model(const struct state *s)
{
    return s->lexicon->model;
}

/* Opens a model, or closes it (NULL): words, matrices, sizes and settings become the model's, or those of a
 * scene as it begins; the look stays. `text` is the sentence. Returns false and explains in r; *s is then as
 * it was. */
bool state_open_model(struct state *s, struct pretrained *model, const char *text, struct reply *r);

/* What a model is first asked: short, in the language of the session. */
const char *state_model_text(enum lang lang);

/* Splits a text into the words of the open model. Returns NULL and explains in r. */
struct sequence *state_tokens(const struct state *s, const char *text, struct reply *r);

/* Sets *out to the text that the open model splits into the sentence. Returns false if there is none. */
bool state_text(const struct state *s, struct text *out);

/* Returns the position whose answer counts: of the model's mask, the first one; else the last. */
int state_asked(const struct state *s);

/* Returns the type of the word at position t: 1 after the model's first end of a sentence, else 0. */
int state_type(const struct state *s, int t);

/* Returns the class whose word this is (an index into the lexicon), -1: none. */
int state_class(const struct state *s, int word);

/* Drops the targets of words, keys, heads and classes that no longer exist. scene_take calls it. Returns
 * false if out of memory. */
bool state_fit_targets(struct state *s);

/* Returns the position of the word that is most of all an action, the first one of several; 0 if none is. */
int state_verb(const struct state *s);

int state_dk(const struct state *s);
int state_dv(const struct state *s);

/* Fills out with the core's view of s without matrices: enough for shapes and for a stage's `present`. */
void state_sizes(const struct state *s, struct config *out);

/* Checks values that depend on each other: heads and d, sizes, encoding and d, pad and keys.
 * Returns false and explains in r what is wrong and what would be valid. */
bool state_check(const struct state *s, struct reply *r);
/* Returns whether the encoding view has a panel (enum encoding_panel) for an encoding. */
bool encoding_shows(const struct posenc_def *pe, int panel);

/* Ends a flow that is playing or paused, and a training that runs. */
void look_rest(struct look *l);

/* Returns true if both focus the same pair of words in the same layer and head. */
bool look_same_pair(const struct look *a, const struct look *b);

/* Clamps every part of the look to its current range. */
void state_clamp_look(struct state *s);

/* Returns the number of doubles that state_config needs in `inputs`. */
size_t state_room(const struct state *s);

/* Fills out with the core's view of s. Copies every matrix to `inputs` (state_room doubles reserved),
 * so out may outlive s. s must have passed state_check and matrices_fit. Returns false if `work`
 * stopped it. */
bool state_config(const struct state *s, struct arena *inputs, struct config *out, struct work *work);

/* Returns true if a and b have the same words and settings, apart from what is knocked out or left out. Their
 * numbers may differ, and what only lists and the loss read. */
bool state_same_settings(const struct state *a, const struct state *b);

/* Returns true if a and b have the same numbers, words, names and settings; their looks may differ. */
bool state_same_numbers(const struct state *a, const struct state *b);

#endif
