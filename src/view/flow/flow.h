/* The flow: one column per word, one row per stage, so that numbers visibly run down, and ribbons from the
 * words that are read to the word that reads. A reader must see attention as one thing: nothing in it may be
 * too large for the page. `plan` therefore decides first which rows, heads and columns stay, the least
 * important go first, and all parts (strips, ribbons, sentence, answer, lens) draw what they are told. The
 * same page moves, flows phase by phase, stands beside another one, and is told in words, so it holds no
 * state: where things are follows from the scene and c. */
#ifndef VIEW_FLOW_FLOW_H
#define VIEW_FLOW_FLOW_H

#include "core/pipeline/stage.h"
#include "core/pipeline/trace.h"
#include "tasks/grammar.h"
#include "tasks/reader.h"
#include "study/flowing.h"
#include "view/paint.h"
#include "view/screen.h"

/* The rows of the page, from top to bottom; flow_rows[] says what each shows. */
enum flow_row {
    FLOW_WORDS,
    FLOW_X,
    FLOW_P,
    FLOW_HEARD,
    FLOW_H,
    FLOW_Q,
    FLOW_K,
    FLOW_V,
    FLOW_SCORE,
    FLOW_SHARE,
    FLOW_NUMBER,
    FLOW_RIBBONS,
    FLOW_MIXED,
    FLOW_OUTPUT,
    FLOW_RESIDUAL1,
    FLOW_NORM1,
    FLOW_FFN,
    FLOW_RESIDUAL2,
    FLOW_NORM2,
    FLOW_ANSWER,
    FLOW_BEFORE,
    FLOW_SENTENCE,
    FLOW_SAYS,
    FLOW_NEXT,
    FLOW_ROWS
};

/* Stage names and the heads' are left out of a narrower gutter. */
enum { FLOW_GUTTER = 8 };

struct flow_row_def {
    int stage;                /* whose matrix it shows, -1: none */
    const char *name, *gloss; /* "k", "offers" */
    int keep;                 /* what is dropped first when rows are short: the lowest; 0: never */
    bool gap;                 /* an empty line before it where there is room */
};

extern const struct flow_row_def flow_rows[FLOW_ROWS];

/* Whether a row shows words' numbers as boxes. */
static inline bool flow_boxes(int r)
{
    return *flow_rows[r].name && r != FLOW_SCORE && r != FLOW_SHARE;
}

/* The columns of a picture's words, so that they keep those of the picture beside it. */
struct flow_columns {
    int count;
    int of[2 * CONFIG_MAX_WORDS]; /* the column of each word, then of each of the memory's words */
    int at[4 * CONFIG_MAX_WORDS]; /* the word in each column, -1: none */
};

/* Whether the reader's heads are in view (tasks/reader.h), and if it learned to read such sentences. */
enum flow_reader { FLOW_OTHERS, FLOW_READS, FLOW_UNREAD };
enum { FLOW_DOER, FLOW_DONE_TO, FLOW_STANDS }; /* its heads */

/* One page: what it shows and where. Words count from 0; with a memory that is read its words come after
 * the sentence's. */
struct flow {
    const struct screen *s;
    const struct scene *now;
    const struct attention *a;
    int query, key;       /* the asking word, the one it looks at in the lens */
    int words, keys;      /* columns of the sentence, of what is read */
    int share_digits;     /* decimals of the shares in sentences */
    bool crosses;         /* the keys are a memory's words */
    bool second;          /* the page of a decoder's cross-attention */
    bool sinks;           /* a column behind the others is nobody's: what a sink takes, as of one key more */
    int first, shown;     /* columns in sight */
    int head, heads, all; /* the first in sight, how many are; how many show anything */
    int gutter, pitch;    /* columns of the stage names, from one word to the next */
    int width, box, gap;  /* of a word's boxes, of one head's box, between two boxes */
    int row[FLOW_ROWS], rows[FLOW_ROWS]; /* where each begins (-1: left out) and how high it is */
    bool glossed;                        /* stage names carry their explanation */
    bool cut;                            /* words or heads find no room, and there are few rows */
    bool paired;                         /* one of two pictures that are compared */
    bool points;                         /* marks the head in focus: no lens beside it names that */
    const struct flow *beside;           /* what is as it is there is drawn dim; NULL: nothing is */
    const struct flow_columns *columns;  /* NULL: column w is word w; never NULL with `beside` */
    struct {
        const struct scene *from;       /* NULL: nothing moves */
        const struct attention *a;      /* of `from` */
        double settled;                 /* after it: the part of the ribbons, from above, with fine edges */
        short was_at[CONFIG_MAX_WORDS]; /* the place that each word of the sentence had */
        short stood[CONFIG_MAX_WORDS];  /* and its column */
    } move;
    struct {
        const struct lesson_answer *of; /* what is drawn of a row that a lesson asks for; NULL: nothing */
        int head;
    } guess;
    struct flowing play; /* FLOWING_STILL: all is seen */
    struct {
        enum flow_reader is;
        struct grammar_reading as; /* the sentence, if it knows such */
        bool stands;               /* then: by the shares of head 3 some pronoun stands for a word */
        bool named[READER_HEADS];  /* and: a head reads as its name says */
    } reader;
};

/* Prepares the movement from another scene to a page's; there is none between scenes of different shapes. */
void flow_move(struct flow *f, const struct scene *from);

/* The weight of key j for query i and head h, as it is drawn: while it moves the old and the new one, mixed
 * linearly; while they are stretched (FLOWING_SHARE) it is on its way from equal shares. The shares of a
 * query always sum to 1. */
double flow_share(const struct flow *f, int h, int i, int j);
/* The same before the movement. */
double flow_share_before(const struct flow *f, int h, int i, int j);
/* How much of the new state is seen of a head, from 0 to 1, eased: one head begins after the other. */
double flow_moved(const struct flow *f, int h);
/* Whether the movement has come down to a row, whose numbers then turn into the new ones: a few rows at
 * a time, so that few cells change in one frame. */
bool flow_reached(const struct flow *f, int r);
/* The left edge of head h's box in column w, as it is drawn: a word that moved is on its way. */
double flow_box_now(const struct flow *f, int w, int h);

/* Lets a planned page flow as far as the look says. */
static inline void flow_plays(struct flow *f)
{
    f->play = flowing_at(f->now->state.look.flow, f->keys);
}
/* How much of a row is seen, from 0 (dark) to 1, and whether its name is lit: the stage in focus, or the rows
 * that take part in the phase. */
double flow_seen(const struct flow *f, int r);
bool flow_lit(const struct flow *f, int r);
/* The key that the query visits, -1: none. */
int flow_visited(const struct flow *f);
/* What a phase shows in the room of the ribbons, and its caption, in so many columns if it can. */
void flow_phase_draw(struct canvas c, const struct flow *f);
const char *flow_caption(const struct flow *f, int cols);
void flow_phase_says(struct canvas c, const struct flow *f);
/* What it shows of one head in a line: the key it visits and the best so far, or its whole, shared out. */
void flow_phase_of_head(struct canvas c, const struct flow *f, int h);

/* What does not depend on the page: the words of `now`, who asks. */
void flow_facts(struct flow *f, const struct screen *s, const struct scene *now);

/* What the reader makes of the sentence: sets `all` and `reader`. */
void flow_claims(struct flow *f);
/* A head's name where it is true: with the reader's, if every verb reads as the name says or cannot tell, and
 * if something stands for something. "": it has none, or it is not true here. */
const char *flow_head_name(const struct flow *f, int h);
/* Whether query i reads itself with a head, whose name says that it then reads nobody: no ribbon. */
bool flow_nobody(const struct flow *f, int h, int i, int j);
/* Whether the sentence says nothing of a head: of the third, where the asking word stands for none. */
bool flow_silent(const struct flow *f, int h);

/* Plans the page for a canvas. */
void flow_plan(struct flow *f, struct canvas c, const struct screen *s, const struct scene *now);

/* Plans only the rows of a page so high; or its columns, the widest boxes with which so many are in sight;
 * failing that fewer heads, then fewer columns. */
void flow_plan_rows(struct flow *f, int height);
void flow_plan_columns(struct flow *f, int width, int columns, int heads);

/* Plans the rows of the asking word alone, its numbers from x to the output, for a canvas. */
void flow_plan_asking(struct flow *f, struct canvas c);

/* Draws a planned page: strips, ribbons and the sentence, without the lens. */
void flow_draw(struct canvas c, const struct flow *f);

/* The stage that a row shows on this page, -1: none. */
static inline int flow_row_stage(const struct flow *f, int r)
{
    int stage = flow_rows[r].stage;
    return f->second && stage >= STAGE_H && stage < STAGE_CROSS ? stage_again(stage) : stage;
}

/* Whether the page has a row. A decoder has two attentions, each with a page of its own: what leads to it and
 * what follows it. */
bool flow_has(const struct flow *f, int r);

/* Whether what comes in is the sum of x, p and what the words heard in the layers below, FLOW_HEARD: no norm
 * on the way. */
bool flow_heard(const struct flow *f);
/* Whether a row has numbers: otherwise it says why it has none. */
bool flow_numbered(const struct flow *f, int r);

/* The words that are read; key j as a word of the page; weight of key j (of the one behind the last: the
 * sink's share) for query i and head h. */
static inline const struct sequence *flow_keys(const struct flow *f)
{
    return f->crosses ? f->now->state.memory : f->now->state.sentence;
}

static inline int flow_column_of_key(const struct flow *f, int j)
{
    return f->crosses ? f->words + j : j;
}

static inline double flow_weight(const struct flow *f, int h, int i, int j)
{
    return j < f->keys               ? mat_at(attention_head(f->a, f->a->map[MAP_WEIGHTS], h), i, j)
           : mat_present(f->a->sink) ? mat_at(attention_head(f->a, f->a->sink, h), i, 0)
                                     : 0;
}

/* The columns of the page: the words of the sentence, of a memory that is read, and nobody's. Whether all of
 * them, and all heads, are in sight; whether word w's column is. */
static inline int flow_columns_of(const struct flow *f)
{
    return f->words + (f->crosses ? f->keys : 0) + f->sinks;
}

static inline bool flow_whole(const struct flow *f)
{
    return f->heads == f->all && f->shown == flow_columns_of(f);
}

static inline bool flow_in_sight(const struct flow *f, int w)
{
    int column = f->columns ? f->columns->of[w] : w;
    return column >= f->first && column < f->first + f->shown;
}

/* The left edge of head h's box in any column, in that of word w, of the whole column. */
static inline int flow_box_in(const struct flow *f, int column, int h)
{
    return f->gutter + (column - f->first) * f->pitch + (h - f->head) * (f->box + f->gap);
}

static inline int flow_box(const struct flow *f, int w, int h)
{
    return flow_box_in(f, f->columns ? f->columns->of[w] : w, h);
}

/* How many heads read the same numbers of a row: those that share a head of keys and values; else 1. */
static inline int flow_shared(const struct flow *f, int r)
{
    const struct config *c = &f->now->config;
    return r == FLOW_K || r == FLOW_V ? c->heads / config_key_heads(c) : 1;
}

/* The columns from the box of a head to that of the last in sight that shares its numbers. */
static inline int flow_shared_width(const struct flow *f, int h, int shared)
{
    int next = (h / shared + 1) * shared, end = f->head + f->heads;
    return ((next < end ? next : end) - h - 1) * (f->box + f->gap) + f->box;
}

static inline int flow_left(const struct flow *f, int w)
{
    return flow_box(f, w, f->head);
}

/* A head's colour: grey if it reads a sentence of no kind that it learned. */
static inline enum hue flow_hue(const struct flow *f, int h)
{
    return f->reader.is == FLOW_UNREAD ? HUE_GREY : hue_of_head(h);
}

/* The heads whose names the sentence says as roles. */
static inline int flow_roles(const struct flow *f)
{
    return f->reader.is == FLOW_READS ? FLOW_STANDS : f->a->heads;
}

/* The label of a word of the page's scene. */
static inline const char *flow_word(const struct flow *f, const struct sequence *words, int i)
{
    return said_word(f->s, &f->now->state, words, i);
}
/* The key that query i reads most with a head; *alike: another one has the same weight as it is printed. */
int flow_most_read(const struct flow *f, int h, int i, bool *alike);
/* Whether shares of the asking word are no numbers, with any head: then nothing can be said of them. */
bool flow_overflowed(const struct flow *f);

/* Whether the heads' names say truly whom the asking word reads: it is an action, and with every head it
 * reads somebody or something, at least half, and no two heads read the same word. */
bool flow_finds_roles(const struct flow *f);
/* Whether the asking word is an action whose heads have names and find nobody: each is torn between the first
 * two nouns. */
bool flow_cannot_tell(const struct flow *f, int noun[2]);

/* The stage whose row is lit while the pipeline is at `stage`: itself, or the last one with a row before it.
 */
int flow_stage(const struct config *c, int layer, int stage);
/* Moves to the next (by 1) or previous (-1) row, through all layers; stays at the ends. */
void flow_step(struct look *look, const struct config *c, int by);

/* The word of the picture beside this one that is in the column of word w; -1: none. */
int flow_partner(const struct flow *f, int w);
/* Whether a share, or a word's numbers in a row, look as they do in the picture beside this one. */
bool flow_same_share(const struct flow *f, int h, int i, int j);
bool flow_same_row(const struct flow *f, int r, int h, int w);

/* `count` numbers as boxes that fill c, coloured on a scale up to `most`. */
void flow_strip(struct canvas c, const struct screen *s, const double *v, int count, double most);

/* Whether there are too many words for columns. */
static inline bool flow_too_long(const struct flow *f)
{
    enum { COLUMNS_MOST = 12 };
    return flow_columns_of(f) > COLUMNS_MOST || f->shown < flow_columns_of(f) || f->cut ||
           (f->reader.is != FLOW_OTHERS && f->heads < f->all); /* who does it and to whom belong together */
}
void flow_strips_draw(struct canvas c, const struct flow *f); /* words, boxes of numbers, scores and shares */
/* Whether the rows show the gradient with respect to their numbers. */
static inline bool flow_backwards(const struct flow *f)
{
    return f->now->state.look.show == SHOW_GRADIENT && f->now->has_gradient && !f->paired;
}
/* With classes: each word's whole, shared out among them, and what is answered, in words: by the asking word;
 * by a model the next word or the masked one, and what it was before the last change. */
void flow_answer_draw(struct canvas c, const struct flow *f);
void flow_says_draw(struct canvas c, const struct flow *f); /* the words alone */
void flow_says(const struct flow *f, struct text *out);
/* Draws a whole, shared out among the classes; the piece of one of them, which is always named, is bright. */
void flow_pieces_draw(struct canvas c, const struct flow *f, const double *share, int count, int bright);
/* With a temperature, what the next word is drawn from as one whole, and where the lot falls; the same told.
 * A word that was just written is on its way from the answer to its place while the picture glides. */
bool flow_has_next(const struct flow *f);
void flow_next_draw(struct canvas c, const struct flow *f);
void flow_next_tell(const struct teller *t, const struct flow *f);
void flow_written_draw(struct canvas c, const struct flow *f);
/* Writes what a model answers, as many words as fit; nothing if there is none, or too little room. */
void flow_next(const struct screen *s, int cols, struct text *out);
void flow_ribbons_draw(struct canvas c, const struct flow *f); /* who reads whom */
/* What a lesson asks to be drawn: whether this page shows it, its ribbons, pale, before the true ones; all of
 * it while the numbers are hidden. */
void flow_guess(struct flow *f);
void flow_guess_ribbons(const struct paint *p, const struct flow *f);
void flow_guess_draw(struct canvas c, const struct flow *f);
void flow_sentence_draw(struct canvas c, const struct flow *f); /* the same in words */
/* Writes the sentence for those who hear it; `reads`: only whom the asking word reads, without roles. */
void flow_sentence_tell(const struct flow *f, bool reads, struct text *out);
void flow_lens_draw(struct canvas c, const struct flow *f); /* why the asking word reads the one in focus */

/* What a line says before the sentence: that the heads do not know such sentences; or what the asking word,
 * and the words that it reads, had heard in the layer below, of words that tell who does what. */
void flow_before(const struct flow *f, bool brief, struct text *out);

/* Reports where the words, numbers and shares are that the text beside the view speaks of. */
void flow_spots(struct canvas c, const struct flow *f);

/* The same in sentences. */
void flow_tell(const struct teller *t);
void flow_tell_briefly(const struct teller *t);
/* Only what the film says of its present scene; nothing if it does not run. */
void flow_tell_caption(const struct teller *t);
/* Only whom the asking word of t->now reads, with which head and share. */
void flow_tell_reads(const struct teller *t);

#endif
