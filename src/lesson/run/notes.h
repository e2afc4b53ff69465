/* What the presenter of a lesson sees on another screen: the note of the step, what to ask the
 * class, the answer, what comes next. One program writes it as a text, another one reads it. */
#ifndef LESSON_RUN_NOTES_H
#define LESSON_RUN_NOTES_H

#include "base/text.h"
#include "lesson/run/run.h"

enum notes_part { NOTES_LESSON, NOTES_STEP, NOTES_NOTE, NOTES_ASK, NOTES_ANSWER, NOTES_NEXT, NOTES_PARTS };

struct notes {
    struct text of[NOTES_PARTS];     /* plain text, a paragraph a line; empty: there is none */
    enum lang lang;
    int number, count;               /* the step, from 1; steps. number count + 1: the end */
    int minutes, all_minutes;        /* planned for the step and the lesson, 0: not said */
    long long begun, since;          /* seconds of the clock when the lesson and the step began */
    long process;                    /* that wrote it */
};

/* What there is to say where a lesson is; times and process are left as they are. */
void notes_of(struct notes *n, const struct lesson_session *s);
void notes_finish(struct notes *n);

void notes_write(const struct notes *n, struct text *out);
/* false: the text is not of notes_write, or memory ran out; *n is empty. */
bool notes_read(struct notes *n, const char *text);

#endif
