/* Going on with a session that was killed, or left with unsaved changes: its
 * commands are run again, so history and pins come back with the numbers. */
#ifndef APP_RECOVER_H
#define APP_RECOVER_H

#include "app/app.h"

/* The session that is `back` back (1: the latest) takes the place of this one, which stays for
 * recover when it has unsaved changes. A damaged journal is followed as far as it is whole and
 * then set aside. Without autosave (batch) the journals stay as they are. false: said in r. */
bool recover_session(struct app *a, int back, struct reply *r);

/* Forgets it. */
bool recover_drop(struct app *a, int back, struct reply *r);

/* At the start of a session: says in the message line that there is an earlier one, if
 * there is; of more than twenty the oldest are removed. */
void recover_offer(struct app *a);

#endif
