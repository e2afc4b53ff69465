/* Shared by the files that read lessons, the course page and the glossary: source.c (bytes,
 * lines, positions, complaints), markdown.c, spans.c and prose.c (Markdown through md4c), front.c, blocks.c
 * (steps), fence.c and ask.c (fence bodies).
 *
 * Lessons are ordinary Markdown, so that they are read on GitHub as well, and md4c reads it. But md4c reports
 * no positions and forgives everything, and an author needs a line and a column for each mistake. So its
 * events become leaves and spans that know where they stand, and what a lesson may not contain is an error,
 * never dropped in silence. What a directive, a line of a question or a key of the front matter is, stands in
 * tables: reading, the message that lists them and `qkv --directives` come from the same rows. */
#ifndef LESSON_READ_READER_H
#define LESSON_READ_READER_H

#include <md4c.h>

#include "lesson/read/lesson.h"
#include "lesson/read/store.h"

struct lesson_reader {
    struct lesson_store *store;
    struct complaints *complaints;
    enum lang lang; /* language of the complaints */
    const char *s;  /* the cleaned text: valid UTF-8 without control characters */
    size_t n;
    const size_t *line; /* offset of line i + 1; `lines` offsets, then n */
    int lines;
    int text_lang;            /* enum lang of the file, -1: unknown */
    struct lesson *lesson;    /* NULL when reading another kind of page */
    struct lesson_step *step; /* the step being read, NULL before the first */
    int rank;                 /* rank of the last fence, to check their order */
    bool full;                /* too many steps: the rest is skipped */
};

/* Returns a place in the file, without text. */
static inline struct lesson_line lesson_at(int line, int col)
{
    return (struct lesson_line){"", line, col};
}

/* Add an error or a note at a piece of the file: a pair of printf formats. col 0 counts as 1. Once the store
 * is exhausted they do nothing. */
void lesson_fault(struct lesson_reader *r, struct lesson_line at, const char *text, ...) TEXT_TAKES(3, 4);
void lesson_remark(struct lesson_reader *r, struct lesson_line at, const char *text, ...) TEXT_TAKES(3, 4);
/* Call at the end: adds an error if the store is missing or exhausted. */
void lesson_memory(struct lesson_reader *r);

/* Sets the reader's text from n bytes. Reports forbidden characters and replaces them by
 * U+FFFD; drops the \r of \r\n. Returns false if the file exceeds `most` bytes or the
 * limits on lines and marks, or if the store is exhausted. */
bool lesson_source(struct lesson_reader *r, const char *bytes, size_t n, size_t most);

/* Returns line i (from 1) without trailing spaces and newline; "" outside the file. */
struct lesson_line lesson_source_line(struct lesson_reader *r, int i);

/* Returns l after its first n bytes and the spaces (also full-width) that follow. */
struct lesson_line lesson_rest(struct lesson_line l, size_t n);
/* Returns the first n bytes of l without trailing spaces. */
struct lesson_line lesson_part(struct lesson_reader *r, struct lesson_line l, size_t n);
/* Returns the number of bytes before the first space. */
size_t lesson_word(struct lesson_line l);
/* Returns l with full-width signs outside quotes replaced by ASCII; adds one note per line. */
struct lesson_line lesson_narrow(struct lesson_reader *r, struct lesson_line l);
void lesson_lines_add(struct lesson_reader *r, struct lesson_lines *to, struct lesson_line l);

/* A range of Markdown and its position in the file. md4c reports no positions, only pointers into
 * the text. An element without text is searched for between the texts before and after it. */
struct lesson_piece {
    const char *s;
    size_t n;
    int line, col;
    size_t at;     /* everything before this byte has been read */
    size_t linked; /* total bytes of link targets and titles */
    size_t seen;   /* cache: the last offset passed to lesson_position, and its position */
    int seen_line, seen_col;
};

/* Returns the bytes of the list and quote marks that begin a line, including the spaces around
 * them. Adds the number of marks to `count`. */
size_t lesson_marks(const char *s, int *count);

/* Returns lines first..last of the file as a piece. */
struct lesson_piece lesson_piece(struct lesson_reader *r, int first, int last);
/* Returns true if s points into the piece. */
bool lesson_within(const struct lesson_piece *p, const char *s);
/* Returns the line and column of an offset in the piece, with "" as text. Fast if called with
 * increasing offsets. */
struct lesson_line lesson_position(struct lesson_piece *p, size_t at);

/* A block that contains no other block: paragraph, heading, code, rule, HTML. */
struct lesson_leaf {
    MD_BLOCKTYPE type;
    struct lesson_piece *p;
    size_t from, to;            /* its text in the piece; a fence starts at its first ` or ~ */
    bool nested, too_deep;      /* inside a list or quote; inside too many */
    bool begins;                /* the first leaf of a top-level block */
    bool table;                 /* a paragraph that is a table: b is empty; see prose.c */
    struct block b;             /* the leaf as prose; spans of a paragraph or heading */
    unsigned level;             /* heading level */
    struct lesson_line comment; /* a heading's last comment, from <!-- to -->; s NULL: none */
    bool fenced, closed;        /* code only */
    int lines;                  /* lines of code, without the fences */
    struct text html;
};

/* Parses p and calls `take` with every leaf in order. Returns false if it stopped early: either it
 * reported why, or the store is exhausted. */
bool lesson_markdown(struct lesson_reader *r, struct lesson_piece *p,
                     void (*take)(void *arg, struct lesson_leaf *leaf), void *arg);

/* State while md4c's inline text is turned into the spans of a leaf. */
struct lesson_inlines {
    struct lesson_reader *r;
    struct lesson_leaf *leaf;
    int strong, emph, link; /* nesting depth */
    enum span_kind link_kind;
    const char *target;
    int link_from;             /* the first span of the link */
    struct lesson_line broken; /* a line end that may become a space, s NULL: none */
    bool html_goes_on;         /* the next text continues HTML from the previous line */
    struct lesson_line code;   /* text of the current code span, "" at first */
    bool code_torn;            /* the code span crosses a line end */
};

void lesson_span_enter(struct lesson_inlines *in, MD_SPANTYPE type, const void *detail);
void lesson_span_leave(struct lesson_inlines *in, MD_SPANTYPE type, const void *detail);
void lesson_span_text(struct lesson_inlines *in, MD_TEXTTYPE type, const char *s, size_t n);

/* Returns one line of text as spans; marks at its start are plain text. */
struct block lesson_line_spans(struct lesson_reader *r, struct lesson_line l);

/* Adds a leaf: a paragraph, item, quote, table or display-only fence. */
void lesson_prose_add(struct lesson_reader *r, struct lesson_leaf *leaf, struct prose *out);
/* Reads a whole piece as prose; it may contain `text` and `math` fences. */
void lesson_prose(struct lesson_reader *r, struct lesson_piece p, struct prose *out);
void lesson_block_add(struct lesson_reader *r, struct prose *out, struct block b);

/* Return a heading's text, and the id in its comment <!-- key: id -->; report missing ones. If `also` is not
 * NULL, the comment may go on with `; also: names`, and *also is set to those. */
struct lesson_line lesson_heading(struct lesson_reader *r, const struct lesson_leaf *leaf);
struct lesson_line lesson_heading_id(struct lesson_reader *r, const struct lesson_leaf *leaf, const char *key,
                                     struct lesson_line *also);

/* A fenced block: its info string and the lines between the fences (last < first: none). */
struct lesson_fence {
    struct lesson_line info, at; /* at: the start of its first line */
    int first, last;
};

/* Fills *out. Returns false and reports an error if the code is indented, not fenced. */
bool lesson_fence_open(struct lesson_reader *r, const struct lesson_leaf *leaf, struct lesson_fence *out);
/* Reads a directive into the current step. */
void lesson_directive(struct lesson_reader *r, const struct lesson_fence *f);
/* Adds a `text` or `math` fence as a block. Returns false if f is neither. */
bool lesson_fence_shown(struct lesson_reader *r, const struct lesson_fence *f, struct prose *out);
/* Reads a predict, goal, explain or try fence into the current step. */
void lesson_ask_read(struct lesson_reader *r, const struct lesson_fence *f, enum ask_kind kind);

/* Reads the front matter; returns the first line after it. */
int lesson_front(struct lesson_reader *r, struct lesson *l, const char *file);
/* Reads title, aim and steps, starting at line `from`. */
void lesson_blocks(struct lesson_reader *r, struct lesson *l, int from);

#endif
