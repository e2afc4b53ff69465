/* A drawn screen for elsewhere: plain text, text with colours for a terminal, a picture. */
#ifndef EXPORT_VIEW_H
#define EXPORT_VIEW_H

#include "base/text.h"
#include "view/canvas.h"

/* With 24-bit colour sequences, one line a row, reset at line ends. */
void export_ansi(struct canvas c, enum theme theme, struct text *out);

/* A picture with selectable text, every cell at its place. */
void export_svg(struct canvas c, enum theme theme, struct text *out);

/* A page with selectable text and the same cells and colours. */
void export_html(struct canvas c, enum theme theme, struct text *out);

#endif
