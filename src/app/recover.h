/* Going on with a session that was killed, or left with unsaved changes: its
 * commands are run again, so history and pins come back with the numbers. */
#ifndef APP_RECOVER_H
#define APP_RECOVER_H

#include "app/app.h"

/* The session that is `back` back (1: the latest) takes the place of this one, which stays for
 * recover when it has unsaved changes. A damaged journal is followed as far as it is whole and
 * then set aside. Without autosave (batch) the journals stay as they are. false: said in r. */
bool recover_session(struct app *a, int back, struct reply *r);

/* Forgets it; all that are older than the latest 20. Nothing else ever removes one. */
bool recover_drop(struct app *a, int back, struct reply *r);
bool recover_drop_old(struct app *a, struct reply *r);
/* Lists 20 of them, from that number on. */
bool recover_list(struct app *a, int from, struct reply *r);

/* At the start of a session: says in the message line that there are earlier ones, if there are. */
void recover_offer(struct app *a);

#endif
