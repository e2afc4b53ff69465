/* A headless Chromium, driven over its own pipe by the Chrome DevTools Protocol: JSON ended by a zero byte,
 * to it on descriptor 3, from it on 4. Every wait has a condition; a browser that does not answer for
 * BROWSER_SECONDS fails the test. */
#ifndef PAGE_BROWSER_H
#define PAGE_BROWSER_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

enum { BROWSER_SECONDS = 120 };

struct browser {
    pid_t pid;
    bool firefox; /* it is one (firefox.h): browser_call is only for Chromium */
    int to, from, id;
    struct text in;    /* what has come of the next message */
    char *session;     /* of the open tab */
    json_t *requested; /* addresses that its tabs asked for */
    json_t *errors;    /* what its tabs complained of */
};

/* What a tab pretends to be. */
struct device {
    int width, height;
    bool touch;
    const char *media; /* JSON of media features, NULL: none */
};

/* Returns the browser's program, or NULL after saying what is missing and how to get it. */
const char *browser_program(void);
/* Starts it with a folder for what it keeps. */
struct browser browser_start(const char *profile);
/* Ends it as its user would. */
void browser_end(struct browser *b);

/* Opens a tab at an address and waits until the program there has drawn its first picture. The tabs before
 * stay open; `browser_tab` goes back to one by what browser_open returned (free it). */
char *browser_open(struct browser *b, const char *address, struct device device);
void browser_tab(struct browser *b, const char *tab);

/* Calls a method of the protocol; takes the parameters over. Returns the result, which the caller frees. */
json_t *browser_call(struct browser *b, const char *method, json_t *parameters);

/* Evaluates JavaScript, waiting for a promise. Fails the test if it throws. The caller frees. */
json_t *browser_js(struct browser *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a text, into *out. */
void browser_text(struct browser *b, struct text *out, const char *script);
/* Returns whether a condition, or what it promises, holds. */
bool browser_holds(struct browser *b, const char *condition);
/* Waits until a condition holds. */
void browser_until(struct browser *b, const char *condition);

/* Presses a key as a keyboard does: its name in the DOM, the text it types ("": none). */
void browser_press(struct browser *b, const char *key, const char *text);
void browser_type(struct browser *b, const char *text);
/* Touches a place on the screen. */
void browser_tap(struct browser *b, double x, double y);

#endif
