/* The text of a lesson as one long column: pieces one below the other, each row drawn if it is visible.
 * It is laid out twice: once to measure it, once from the first row to show. */
#ifndef VIEW_LESSON_TYPESET_H
#define VIEW_LESSON_TYPESET_H

#include "lesson/run/run.h"
#include "view/prose.h"
#include "view/screen.h"

/* Rows from `first` up to `end`. */
struct rows {
    int first, end;
};

struct typeset {
    struct canvas c; /* cells NULL: measure only */
    int skip, row;
    int piece[40], pieces; /* rows where pieces begin */
    int anchor;            /* the piece whose first row must be visible */
    const struct screen *s;
    struct prose_look look;
    bool ended;              /* the result is on screen */
    bool brief;              /* the open question, and of all that was said after it only the last */
    int asked;               /* first row of the open question */
    struct rows raised, lit; /* the open question; the option that is chosen */
};

/* Begins the next piece, after a blank row. */
void typeset_piece(struct typeset *t);
/* Makes the next piece the anchor: its first row must be visible. */
void typeset_anchor(struct typeset *t);
/* Draws a short sign in the current row and stays in that row. */
void typeset_sign(struct typeset *t, int col, enum style style, const char *s);
/* Adds rows of text, indented by `indent` columns: a block with its spans, or a plain sentence. */
void typeset_block(struct typeset *t, int indent, const struct block *b, enum style plain);
void typeset_text(struct typeset *t, int indent, enum style style, const char *s);
/* The same with TEXT(…) and its values. */
#define typeset_say(t, indent, style, ...) typeset_text(t, indent, style, say((t)->s, __VA_ARGS__))
/* Adds a piece of prose. */
void typeset_prose(struct typeset *t, const struct prose *p, bool dim);

/* Adds a question with its options, conditions or ideas, and those that were chosen. */
void typeset_question(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a);

/* Adds the words of a picture that is asked for, with what is drawn and then what is true; or a clock. */
void typeset_picture(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a);
/* Says how far what was drawn, by oneself or a class, and the truth overlap. */
void typeset_overlap(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a,
                     bool class);

#endif
