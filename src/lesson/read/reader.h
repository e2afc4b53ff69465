/* What the files share that read lessons, the course page and the glossary:
 * source.c (bytes, lines, places), markdown.c, prose.c, spans.c and
 * table.c (text by libcmark), front.c, blocks.c (steps), fence.c and
 * ask.c (what stands inside fences). */
#ifndef LESSON_READ_READER_H
#define LESSON_READ_READER_H

#include <cmark.h>
#include <stdint.h>

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
void lesson_fault(struct lesson_reader *r, int line, int col, struct pair what, ...);
void lesson_remark(struct lesson_reader *r, int line, int col, struct pair what, ...);
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

/* A stretch of Markdown that libcmark reads, and where in the file it begins. */
struct lesson_piece {
    const char *s;
    size_t n;
    int line, col;
    int at_line;                     /* the last line that was asked for (of the piece, from 1) … */
    size_t at;                       /* … begins here */
    size_t seen;                     /* the last byte that was asked for, … */
    int seen_col;                    /* … and its column; 0: none yet */
};

struct lesson_piece lesson_piece(struct lesson_reader *r, int first, int last);

/* Byte of the piece where its line `line` begins. */
size_t lesson_piece_line(struct lesson_piece *p, int line);
/* The file's line and column of a byte of the piece. */
int lesson_piece_col(struct lesson_piece *p, int line, size_t byte);

/* The tree of Markdown text, as libcmark has it, in memory of its own. root is NULL, and the reader's store spent, when
 * there is too little memory. The functions of libcmark that take memory are not for this tree. */
struct markdown {
    struct lesson_store *store;
    cmark_node *root;
};
struct markdown lesson_markdown(struct lesson_reader *r, const char *s, size_t n);
void lesson_markdown_drop(struct markdown *m);

/* The spans of a paragraph or heading, added to b. */
void lesson_spans(struct lesson_reader *r, struct lesson_piece *p, cmark_node *paragraph, struct block *b);
/* A paragraph that is a table, a block a row. */
void lesson_table(struct lesson_reader *r, struct lesson_piece *p, cmark_node *paragraph, struct prose *out);
/* One line of text as spans, whatever it begins with. */
struct block lesson_line_spans(struct lesson_reader *r, struct lesson_line l);

/* Adds what one node in the top level of Markdown is: paragraphs, lists, quotes, tables. */
void lesson_prose_add(struct lesson_reader *r, struct lesson_piece *p, cmark_node *node, struct prose *out);
/* A whole stretch as prose; `text` and `math` fences may stand in it. */
void lesson_prose(struct lesson_reader *r, struct lesson_piece p, struct prose *out);
struct block *lesson_block_add(struct lesson_reader *r, struct prose *out, struct block b);

/* A heading's text, and the id in its comment <!-- key: id --> (said when it is missing). */
struct lesson_line lesson_heading(struct lesson_reader *r, struct lesson_piece *p, cmark_node *node);
struct lesson_line lesson_heading_id(struct lesson_reader *r, struct lesson_piece *p, cmark_node *node, const char *key);

/* A fenced block: its info string and the lines between its fences (last < first: none). */
struct lesson_fence {
    struct lesson_line info;
    int line, first, last;
};

/* false: no directive (indented code), said. */
bool lesson_fence_open(struct lesson_reader *r, struct lesson_piece *p, cmark_node *node, struct lesson_fence *out);
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
