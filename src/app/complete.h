/* Tab in the prompt: command names, then the words that can follow. */
#ifndef APP_COMPLETE_H
#define APP_COMPLETE_H

#include "app/app.h"

/* Extends the open prompt's line by the common prefix of the candidates, and lists them as the message. */
void complete_prompt(struct app *a);

#endif
