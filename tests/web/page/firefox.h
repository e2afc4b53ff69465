/* A headless Firefox, driven by Marionette: "LENGTH:[…]" in JSON, on a port of this machine. */
#ifndef PAGE_FIREFOX_H
#define PAGE_FIREFOX_H

#include "browser.h"

/* Returns its program, or NULL after saying that it is missing. */
const char *firefox_program(void);
/* Starts it with a folder for what it keeps; `preferences`: lines of its user.js. */
struct browser firefox_start(const char *profile, const char *preferences);

/* What browser.h does, in it. Calls return what the caller frees; firefox_js NULL if the script throws. */
void firefox_end(struct browser *b);
void firefox_open(struct browser *b, const char *address);
json_t *firefox_js(struct browser *b, const char *expression);
void firefox_press(struct browser *b, const char *key);

#endif
