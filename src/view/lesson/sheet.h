/* The text of a lesson as a sheet: pieces below each other, each row drawn when it is in
 * sight. It is laid out twice: once to know its rows, once from the row that fits. */
#ifndef VIEW_LESSON_SHEET_H
#define VIEW_LESSON_SHEET_H

#include "lesson/run/run.h"
#include "view/prose.h"
#include "view/screen.h"

struct sheet {
    struct canvas c;             /* cells NULL: only measured */
    int skip, row;
    int piece[40], pieces;       /* rows where pieces begin */
    int anchor;                  /* the piece that must be in sight from its first row */
    const struct screen *s;
    struct prose_look look;
    bool ended;                  /* the result is on screen */
};

/* The next piece begins, a blank row behind the one before. */
void sheet_piece(struct sheet *t);
/* What comes next must be in sight from its first row. */
void sheet_anchor(struct sheet *t);
/* A character or two in the present row, which stays the present one. */
void sheet_sign(struct sheet *t, int col, enum style style, const char *s);
/* Rows of text behind `indent` columns: a block in its spans, a plain sentence. */
void sheet_block(struct sheet *t, int indent, const struct block *b, enum style plain);
void sheet_text(struct sheet *t, int indent, enum style style, const char *s);
/* A piece of prose. */
void sheet_prose(struct sheet *t, const struct prose *p, bool dim);
/* The sign for right or wrong. */
const char *sheet_mark(const struct sheet *t, bool right);

/* A question with its options, conditions or ideas, and what was chosen of them. */
void sheet_question(struct sheet *t, const struct lesson_ask *q, const struct lesson_answer *a);
/* What is behind the last step. */
void sheet_end(struct sheet *t, const struct lesson_session *session);

#endif
