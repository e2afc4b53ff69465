/* What the start screen offers a person who has been here before: the lesson that was left last goes on, and after
 * a few days the predictions that were missed most often. */
#ifndef APP_HOME_OFFER_H
#define APP_HOME_OFFER_H

#include "session/home.h"

struct app;

struct home_keep {
    struct home_offer offer;
    unsigned as_of;              /* of the record (progress_keep.looks) */
    enum lang lang;
};

/* While the start screen is shown: what it offers, from the record of progress; keeps the cursor on an entry. */
void home_offer_follow(struct app *a);
void home_offer_finish(struct app *a);

#endif
