/* Sessions as text: commands behind `> `, and below each what it answered, indented by two blanks. Beside the
 * command language a session knows
 *     > key J J Enter      presses keys        > screen 80x24   draws both planes
 *     > type TEXT          types characters     > message       the message line
 *     > tick               time goes on a step  > wait          milliseconds until then, -1: nothing moves
 *     > moves              from now on keys move the picture, frame by frame with each tick
 * A command that fails answers "error: …". Nothing here needs cmocka: a browser runs it too. */
#ifndef SUPPORT_SESSION_H
#define SUPPORT_SESSION_H

#include "app/app.h"

/* Plays the commands of `old` in a fresh app and writes them with every answer regenerated. */
void session_replay(struct app *a, const char *old, struct text *fresh);

#endif
