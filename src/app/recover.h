/* Recovers a session that was killed, or left with unsaved changes. Its commands are replayed, which
 * also restores history and pins.
 *
 * Sessions are numbered by age; 1 is the latest. Functions return false and explain in r on failure. */
#ifndef APP_RECOVER_H
#define APP_RECOVER_H

#include "app/app.h"

/* Replaces this session by number `back`; this one stays for recover if it has unsaved changes. A
 * damaged journal is replayed as far as it is intact, then renamed. Without autosave (batch mode) the
 * journals stay as they are. */
bool recover_session(struct app *a, int back, struct reply *r);

/* Delete number `back`, or all but the latest 20. Nothing else deletes a session that has changes. */
bool recover_drop(struct app *a, int back, struct reply *r);
bool recover_drop_old(struct app *a, struct reply *r);
/* Lists up to 20 sessions, from number `from` on. */
bool recover_list(struct app *a, int from, struct reply *r);

/* At start-up, reports earlier sessions in the message line, if there are any. */
void recover_offer(struct app *a);

#endif
