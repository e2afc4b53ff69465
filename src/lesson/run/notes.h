/* The presenter's notes on a second screen: what there is to watch just now, the step's note, questions for
 * the class, the answer, the wrong answers with the hands counted for each and what to say to them, the next
 * step. One process writes them as text, another reads them. */
#ifndef LESSON_RUN_NOTES_H
#define LESSON_RUN_NOTES_H

#include "base/text.h"
#include "lesson/run/run.h"

enum notes_part {
    NOTES_LESSON,
    NOTES_STEP,
    NOTES_WATCH,
    NOTES_NOTE,
    NOTES_ASK,
    NOTES_ANSWER,
    NOTES_WRONG,
    NOTES_NEXT,
    NOTES_PARTS
};

struct scene;

struct notes {
    struct text of[NOTES_PARTS]; /* plain text, one paragraph per line; may be empty */
    enum lang lang;
    int number, count;        /* current step from 1 (count + 1: the end); number of steps */
    int minutes, all_minutes; /* planned for the step and the lesson, 0: unknown */
    long long begun, since;   /* wall-clock seconds at the start of the lesson and of the step */
    long process;             /* the writer */
};

/* Fills n for the current step, whose scene names the cells of answers; does not touch times and process. */
void notes_of(struct notes *n, const struct lesson_session *s, const struct scene *now);
void notes_finish(struct notes *n);

void notes_write(const struct notes *n, struct text *out);
/* Returns false and empties *n if the text is not from notes_write or memory runs out. */
bool notes_read(struct notes *n, const char *text);

#endif
