/* What a spreadsheet, a text file or a program puts on the clipboard, as the command
 * that fills it in: lines are rows; tabs part the cells of a line that has one, else
 * blanks, commas, semicolons and brackets do. */
#ifndef COMMAND_PASTED_H
#define COMMAND_PASTED_H

#include "base/reply.h"

/* Adds "cell = 1 2 ; 3 4" to `line`. false: said which cell of which line (counted from 1)
 * is empty or no number, or that the lines have not all as many; `line` is then of no use. */
bool pasted_line(const char *s, struct text *line, struct reply *r);

#endif
