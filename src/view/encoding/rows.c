/* The lines of positions of a map: both t and s, however far apart. */
#include <stdlib.h>

#include "view/encoding/encoding.h"

enum { FOLDED = 2, LEAST = 3 }; /* lines that a fold takes; lines from which on there may be one */

struct encoding_rows encoding_rows_of(const struct look *look, int count, int each)
{
    struct encoding_rows r = {.count = count, .each = each, .fold = -1, .gap = -1, .far = look->pos2};
    long t = look->pos / each, s = look->pos2 / each;
    bool both = labs(t - s) < count;
    if (!both && count >= LEAST) {
        r.fold = s < t ? 0 : count - 1;
        r.gap = s < t ? 1 : count - 2;
        r.far = s * each;
        count -= FOLDED;
    }
    long top = (both ? (t + s + 1) / 2 : t) - count / 2;
    r.top = top < 0 ? 0 : top * each;
    return r;
}

long encoding_rows_at(const struct encoding_rows *r, int line)
{
    if (line == r->fold)
        return r->far;
    return line == r->gap ? -1 : r->top + (long)(line - (r->fold == 0 ? FOLDED : 0)) * r->each;
}

int encoding_rows_find(const struct encoding_rows *r, long pos)
{
    for (int line = 0; line < r->count; line++) {
        long first = encoding_rows_at(r, line);
        if (first >= 0 && pos >= first && pos < first + r->each)
            return line;
    }
    return -1;
}
