/* Matrices as spreadsheets write them: read or refused with line and column; what was read comes back the
 * same. */
#include <math.h>

#include "export/import.h"
#include "export/matrix.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct table t = {0}, again = {0};
    struct reply r = {0};
    struct text out = {0};
    char *copy = malloc(size + 1);
    must(copy != NULL);
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    if (import_csv(&t, copy, size, &r)) {
        size_t count = (size_t)t.rows * (size_t)t.cols;
        must(t.rows > 0 && t.cols > 0);
        export_csv(mat_of(t.rows, t.cols, t.cols, t.v), &out);
        must(import_csv(&again, text_str(&out), out.len, &r));
        must(again.rows == t.rows && again.cols == t.cols && memcmp(again.v, t.v, count * sizeof *t.v) == 0);
    } else {
        must(r.failed && r.text.len > 0);
    }
    free(copy);
    table_finish(&t);
    table_finish(&again);
    text_finish(&out);
    reply_finish(&r);
    return 0;
}
