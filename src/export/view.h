/* Exports a drawn screen as text with colours for a terminal, as a picture (SVG) or as a page (HTML). */
#ifndef EXPORT_VIEW_H
#define EXPORT_VIEW_H

#include "base/text.h"
#include "view/canvas.h"

/* Writes one line per row with 24-bit colour sequences, reset at the end of each line. */
void export_ansi(struct canvas c, enum theme theme, struct text *out);

/* Writes a picture with selectable text; every cell keeps its place. */
void export_svg(struct canvas c, enum theme theme, struct text *out);

/* The parts of such a picture, one element per line: the opening tag and the paper, the backgrounds of cells,
 * what is drawn on them. */
void svg_begin(int rows, int cols, enum theme theme, struct text *out);
void svg_behind(struct canvas c, enum theme theme, struct text *out);
void svg_ink(struct canvas c, enum theme theme, struct text *out);

/* Writes a page with selectable text and the same cells and colours. */
void export_html(struct canvas c, enum theme theme, struct text *out);

#endif
