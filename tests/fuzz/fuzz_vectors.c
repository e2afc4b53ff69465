/* Word vectors in word2vec, GloVe and fastText text: read in pieces from a file. */
#include <stdio.h>
#include <unistd.h>

#include "base/utf8.h"
#include "export/import.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct session m;
    struct reply r = {0};
    struct text path = {0};
    FILE *f = tmpfile();
    must(f && fwrite(bytes, 1, size, f) == size && fflush(f) == 0);
    text_addf(&path, "/dev/fd/%d", fileno(f));
    rewind(f);
    utf8_locale();
    must(session_init(&m, LANG_EN, &r));
    bool ok = import_vectors(&(struct import_watch){.session = &m}, text_str(&path), &r);
    must(ok != r.failed && r.text.len > 0);
    session_finish(&m);
    reply_finish(&r);
    text_finish(&path);
    fclose(f);
    return 0;
}
