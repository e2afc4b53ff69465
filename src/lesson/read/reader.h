/* What the files share that read lessons, the course page and the glossary:
 * source.c (bytes, lines, places), markdown.c, spans.c, prose.c and
 * table.c (Markdown by md4c), front.c, blocks.c (steps), fence.c and
 * ask.c (the insides of fences). */
#ifndef LESSON_READ_READER_H
#define LESSON_READ_READER_H

#include <md4c.h>

#include "lesson/read/lesson.h"
#include "lesson/read/store.h"

struct lesson_reader {
    struct lesson_store *store;
    struct complaints *complaints;
    enum lang lang;                  /* of the complaints */
    const char *s;                   /* the file: valid, harmless UTF-8, lines end with \n */
    size_t n;
    const size_t *line;              /* where line i + 1 begins; `lines` of them, then n */
    int lines;
    int text_lang;                   /* enum lang of the file, -1: not known */
    struct lesson *lesson;           /* NULL: something else is read */
    struct lesson_step *step;        /* the step being read, NULL: none yet */
    int rank;                        /* how far the order inside the step has come */
};

/* An error, a note: `what` is a pair with the arguments of printf. col 0 counts as 1. Nothing, once the store is spent. */
void lesson_fault(struct lesson_reader *r, int line, int col, const char *en, const char *zh, ...) TEXT_TAKES(4, 5, 6);
void lesson_remark(struct lesson_reader *r, int line, int col, const char *en, const char *zh, ...) TEXT_TAKES(4, 5, 6);
/* At the end: an error, when the store is missing or spent. */
void lesson_memory(struct lesson_reader *r);

/* Takes the bytes: what may not stand in a file is complained about and replaced by
 * U+FFFD; a byte order mark and the \r of \r\n are dropped. false: too large, or the
 * store is spent. */
bool lesson_source(struct lesson_reader *r, const char *bytes, size_t n, size_t most);

/* Line i from 1 without its end and the blanks in front of that; "" outside the file. */
struct lesson_line lesson_source_line(struct lesson_reader *r, int i);

/* l behind its first n bytes and the blanks (also full-width) that follow. */
struct lesson_line lesson_rest(struct lesson_line l, size_t n);
/* The first n bytes of l, without blanks at their end. */
struct lesson_line lesson_part(struct lesson_reader *r, struct lesson_line l, size_t n);
/* Bytes up to the first blank. */
size_t lesson_word(struct lesson_line l);
/* l with full-width signs outside quotes as their ASCII twins, which is remarked once. */
struct lesson_line lesson_narrow(struct lesson_reader *r, struct lesson_line l);
void lesson_lines_add(struct lesson_reader *r, struct lesson_lines *to, struct lesson_line l);

/* A stretch of Markdown, and where in the file it begins. md4c tells what it found but not where: it hands out
 * pointers into the text, and what has no text is looked for between the text before it and the text after it. */
struct lesson_piece {
    const char *s;
    size_t n;
    int line, col;
    size_t at;                       /* everything before this byte has been read */
    size_t linked;                   /* bytes of the targets and titles of its links */
    size_t seen;                     /* the last byte whose place was asked for, and its place */
    int seen_line, seen_col;
};

/* Bytes of the marks that open lists and quotes at the start of a line, with the blanks around them. Adds how many to `count`. */
size_t lesson_marks(const char *s, int *count);

/* The lines first..last of the file. */
struct lesson_piece lesson_piece(struct lesson_reader *r, int first, int last);
/* Whether s points into the piece. */
bool lesson_within(const struct lesson_piece *p, const char *s);
/* The place in the file of a byte of the piece, with "" as its text. Quick when bytes are asked for in their order. */
struct lesson_line lesson_place(struct lesson_piece *p, size_t at);

/* A block that holds no other block: paragraph, heading, code, rule, HTML. */
struct lesson_leaf {
    MD_BLOCKTYPE type;
    struct lesson_piece *p;
    size_t from, to;                 /* its text in the piece; `from` of a fence is the fence's first character */
    bool nested, too_deep;           /* inside a list or quote, inside too many */
    bool begins;                     /* the first leaf of what stands at the top level */
    bool table;                      /* a paragraph that is a table: b holds nothing, the rows are read by lesson_table */
    struct block b;                  /* what it is in prose; spans of a paragraph or heading */
    unsigned level;                  /* of a heading */
    struct lesson_line comment;      /* the last comment in a heading, from <!-- to -->; s NULL: none */
    bool fenced, closed;             /* of code */
    int lines;                       /* of code, without the fences */
    struct text html;
};

/* Reads p and calls `take` with every leaf in order. Returns false when it stopped early: it says why, or the store is spent. */
bool lesson_markdown(struct lesson_reader *r, struct lesson_piece *p, void (*take)(void *arg, struct lesson_leaf *leaf), void *arg);

/* Inline text on its way from md4c into the spans of a leaf. */
struct lesson_inlines {
    struct lesson_reader *r;
    struct lesson_leaf *leaf;
    int strong, emph, link;          /* how deep inside */
    enum span_kind link_kind;
    const char *target;
    struct lesson_line broken;       /* where a line ended and a blank may belong, s NULL: nowhere */
    bool html_goes_on;               /* what comes continues HTML from the line before */
    struct lesson_line code;         /* text of the code span that is being read, "" at first */
    bool code_torn;                  /* it does not end on its line */
};

void lesson_span_enter(struct lesson_inlines *in, MD_SPANTYPE type, const void *detail);
void lesson_span_leave(struct lesson_inlines *in, MD_SPANTYPE type, const void *detail);
void lesson_span_text(struct lesson_inlines *in, MD_TEXTTYPE type, const char *s, size_t n);

/* A table of lines first..last of the file, a block per row. */
void lesson_table(struct lesson_reader *r, int first, int last, struct prose *out);
/* One line of text as spans, whatever it begins with. */
struct block lesson_line_spans(struct lesson_reader *r, struct lesson_line l);

/* Adds a leaf: paragraphs, items, quotes, tables, fences that are only shown. */
void lesson_prose_add(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out);
/* A whole stretch as prose; `text` and `math` fences are allowed in it. */
void lesson_prose(struct lesson_reader *r, struct lesson_piece p, struct prose *out);
struct block *lesson_block_add(struct lesson_reader *r, struct prose *out, struct block b);

/* A heading's text, and the id in its comment <!-- key: id --> (said when it is missing). */
struct lesson_line lesson_heading(struct lesson_reader *r, const struct lesson_leaf *leaf);
struct lesson_line lesson_heading_id(struct lesson_reader *r, const struct lesson_leaf *leaf, const char *key);

/* A fenced block: its info string and the lines between its fences (last < first: none). */
struct lesson_fence {
    struct lesson_line info;
    int line, first, last;
};

/* Returns false and says why when the code is indented instead of fenced. */
bool lesson_fence_open(struct lesson_reader *r, const struct lesson_leaf *leaf, struct lesson_fence *out);
/* Reads a directive into the reader's step. */
void lesson_directive(struct lesson_reader *r, const struct lesson_fence *f);
/* `text` and `math`, as blocks; false: it is neither. */
bool lesson_fence_shown(struct lesson_reader *r, const struct lesson_fence *f, struct prose *out);
/* predict, goal, explain, try. */
void lesson_ask_read(struct lesson_reader *r, const struct lesson_fence *f, enum ask_kind kind);

/* The front matter; returns the first line behind it. */
int lesson_front(struct lesson_reader *r, struct lesson *l, const char *file);
/* Title, aim and steps, from line `from` on. */
void lesson_blocks(struct lesson_reader *r, struct lesson *l, int from);

#endif
