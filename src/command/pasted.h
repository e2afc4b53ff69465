/* Turns pasted numbers (from a spreadsheet, a text file, a program) into a `cell` command. Each line
 * is a row, cut into cells as app/keep/fields.h says; brackets are left out. */
#ifndef COMMAND_PASTED_H
#define COMMAND_PASTED_H

#include "base/reply.h"

/* Appends "cell = 1 2 ; 3 4" to `line`. Returns false and explains in r if a cell is empty or not a
 * number (naming line and cell, from 1), or the lines differ in length; `line` is then incomplete. */
bool pasted_line(const char *s, struct text *line, struct reply *r);

#endif
