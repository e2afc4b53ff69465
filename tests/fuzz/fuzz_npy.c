/* Matrices as numpy writes them: finite numbers or -inf in a sensible shape, or a reason. */
#include <math.h>

#include "export/import.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct table t = {0};
    struct reply r = {0};
    if (import_npy(&t, (const char *)bytes, size, &r)) {
        must(t.rows > 0 && t.cols > 0);
        for (long i = 0; i < (long)t.rows * t.cols; i++)
            must(isfinite(t.v[i]) || (t.v[i] == -INFINITY && t.hides));
    } else {
        must(r.failed && r.text.len > 0);
    }
    table_finish(&t);
    reply_finish(&r);
    return 0;
}
