/* The program in a web page: what the page may call, as term/loop.c calls it in a terminal. Nothing here
 * knows a browser, and the functions link natively too (tests/web).
 *
 * The page writes a text into web_room and then calls the function that takes it. A pointer that is returned
 * is valid until the next call. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "view/canvas.h"

struct web;

/* How a session begins. */
enum web_wish {
    WEB_LIGHT = 1 << 0, /* the light theme */
    WEB_MONO = 1 << 1,  /* no colours of our own: the reader has forced others */
    WEB_STILL = 1 << 2  /* no movement */
};

/* How cells of a style look: colours as 0xRRGGBB, attrs as ATTR_… */
struct web_look {
    int32_t fg, bg, attrs;
};

/* Returns a new session, or NULL without memory. web_start begins it, in the language
 * whose code begins the text in room, else in English; returns false if there is none. */
struct web *web_new(void);
bool web_start(struct web *w, unsigned wishes);
void web_free(struct web *w);

/* Returns n + 1 bytes for the text of the next call, which ends with a zero; NULL without memory. */
char *web_room(struct web *w, size_t n);

/* An event: room holds the name of a key, a pasted text, a command line. web_line returns
 * false if the command failed; its message is on the screen. */
void web_key(struct web *w);
bool web_has_key(const struct web *w); /* whether that key, named in room, is bound here */
void web_paste(struct web *w);
bool web_line(struct web *w);
/* Button 0: the mouse or a finger is dragged; returns whether what is here follows it. */
bool web_click(struct web *w, int row, int col, int button);
void web_wheel(struct web *w, int row, int col, int up);
/* A number is dragged from there: so many steps since the drag began; on: this is not its first part. */
void web_turn(struct web *w, int row, int col, int steps, bool on);
/* Returns what is at this place of the last picture: "ROW COL ROWS COLUMNS key|number|line WHAT", its cells
 * and the key or line that a click runs (a number can be dragged), and in the next line, if asked for, a
 * sentence about it; "": nothing. Changes nothing. */
const char *web_spot(struct web *w, int row, int col, bool says);

/* Room holds the name of a lesson, from an address: it is opened. Returns false if there is none. */
bool web_lesson(struct web *w);
/* Room holds the path of a file that the reader has given: its ending says what it is. A folder, the files of
 * a model, ends with a slash. */
bool web_file(struct web *w);
/* Room holds a saved state from a link, which can describe a state and do nothing else. */
bool web_link(struct web *w);
/* Returns the present state as a script, for a link; NULL if it is a model's, whose files no link can hold,
 * or without memory. */
const char *web_script(struct web *w);
/* Room holds the page's address, without what follows #. */
void web_address(struct web *w);
/* Return what follows # in the address of what is in view, and what it is called: app/link.h. */
const char *web_place(struct web *w);
const char *web_title(struct web *w);
/* Returns what a command has handed out to be copied, once; "": nothing. */
const char *web_handed(struct web *w);

/* Returns ms until web_tick should be called if nothing happens: 0 at once, -1 never. */
int web_wait(const struct web *w);
void web_tick(struct web *w);

/* Draws at this size. Returns the cells row by row (view/canvas.h), NULL without memory. */
const struct cell *web_draw(struct web *w, int rows, int cols);
/* Returns the size of a cell in bytes, and of its characters. */
int web_cell_size(void);
int web_cell_marks(void);
/* Returns the ribbons of the last picture as elements of SVG (view/curves.h), none: the empty text. Cells say
 * which of them show ribbons. */
const char *web_curves(struct web *w);
/* Returns how cells with this style and these inks look. */
const struct web_look *web_look(struct web *w, int style, int fg, int bg);
/* Returns the place of the text cursor in the last picture as row * cols + col; -1: nothing is typed. */
int web_cursor(const struct web *w);
/* Returns what is on the screen in sentences, a long answer as it is; `whole`: everything, otherwise the
 * place of the cursor, and of that only the lines that the call before did not return. */
const char *web_told(struct web *w, bool whole);

/* The look that the page shares: enum theme, its name, the code of its language. */
int web_theme(const struct web *w);
const char *web_theme_name(const struct web *w);
const char *web_lang(const struct web *w);
/* Returns whether the session has ended. */
bool web_ended(const struct web *w);

#endif
