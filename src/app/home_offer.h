/* What the start screen offers a returning user: to resume the last lesson and, after a few days, to
 * repeat the predictions missed most often. */
#ifndef APP_HOME_OFFER_H
#define APP_HOME_OFFER_H

#include "session/home.h"

struct app;
struct host;

struct home_keep {
    struct home_offer offer;
    unsigned as_of; /* version of the record (progress_keep.version) */
    enum lang lang;
};

/* While the start screen is shown, updates its offer from the progress record and clamps its cursor. */
void home_offer_follow(struct app *a, const struct host *h);
void home_offer_finish(struct app *a);

#endif
