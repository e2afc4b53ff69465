/* The text of a lesson as a sheet: pieces one below the other, each row drawn if it is visible.
 * It is laid out twice: once to measure it, once from the first row to show. */
#ifndef VIEW_LESSON_SHEET_H
#define VIEW_LESSON_SHEET_H

#include "lesson/run/run.h"
#include "view/prose.h"
#include "view/screen.h"

struct sheet {
    struct canvas c; /* cells NULL: measure only */
    int skip, row;
    int piece[40], pieces; /* rows where pieces begin */
    int anchor;            /* the piece whose first row must be visible */
    const struct screen *s;
    struct prose_look look;
    bool ended; /* the result is on screen */
};

/* Begins the next piece, after a blank row. */
void sheet_piece(struct sheet *t);
/* Makes the next piece the anchor: its first row must be visible. */
void sheet_anchor(struct sheet *t);
/* Draws a short sign in the current row and stays in that row. */
void sheet_sign(struct sheet *t, int col, enum style style, const char *s);
/* Adds rows of text, indented by `indent` columns: a block with its spans, or a plain sentence. */
void sheet_block(struct sheet *t, int indent, const struct block *b, enum style plain);
void sheet_text(struct sheet *t, int indent, enum style style, const char *s);
/* Adds a piece of prose. */
void sheet_prose(struct sheet *t, const struct prose *p, bool dim);
/* Returns the sign for right or wrong. */
const char *sheet_mark(const struct sheet *t, bool right);

/* Adds a question with its options, conditions or ideas, and those that were chosen. */
void sheet_question(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a);
/* Adds the end of the lesson, after the last step. */
void sheet_end(struct sheet *t, const struct lesson_session *session);

#endif
