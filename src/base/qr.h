/* A text as a QR code (ISO/IEC 18004): bytes, versions 1 to 6, correction level L, which a screen needs no
 * more of. */
#ifndef BASE_QR_H
#define BASE_QR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { QR_VERSIONS = 6, QR_BYTES = 134, QR_SIDE = 17 + 4 * QR_VERSIONS };
enum { QR_DARK = 1, QR_FIXED = 2 /* belongs to a pattern, not to the text */ };

struct qr {
    int side;
    uint8_t module[QR_SIDE][QR_SIDE]; /* by row and column: QR_… */
};

/* Makes the smallest code of s. Returns false if it has more than QR_BYTES bytes. */
bool qr_make(const char *s, struct qr *out);

/* Writes it with two rows in a line, as ▀▄█ and blanks, in a margin of two modules: what is light is ink, for
 * a dark paper. */
void qr_write(const struct qr *q, struct text *out);

#endif
