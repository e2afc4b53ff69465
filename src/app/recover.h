/* Recovers a session that was killed, or left with unsaved changes. Its commands are replayed, which
 * also restores history and pins.
 *
 * Sessions are numbered by age; 1 is the latest. Functions return false and explain in r on failure. */
#ifndef APP_RECOVER_H
#define APP_RECOVER_H

#include "app/app.h"

/* Replaces this session by number `back`; this one stays for recover if it has unsaved changes. A
 * damaged journal is replayed as far as it is intact, then renamed. Where a model that it opened cannot be
 * opened, or is another one now, what needs it is passed over, and the journal stays under its name. Without
 * autosave (batch mode) the journals stay as they are. */
bool recover_session(struct app *a, int back, struct reply *r);

/* Appends the comment by which a journal's line "model FOLDER" knows its model again. */
void recover_mark(const struct pretrained *model, struct text *line);

/* Delete number `back`, or all but the latest 20. Besides, the program deletes only sessions that have no
 * changes and are older than the latest 20 (recover_offer). */
bool recover_drop(struct app *a, int back, struct reply *r);
bool recover_drop_old(struct app *a, struct reply *r);
/* Lists up to 20 sessions, from number `from` on. */
bool recover_list(struct app *a, int from, struct reply *r);

/* At start-up, reports earlier sessions in the message line, if one has ended since the last report. */
void recover_offer(struct app *a);

#endif
