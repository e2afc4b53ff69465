/* A dump of attention, .npz if it begins as one, else .safetensors: something to say of it, or a reason. */
#include <stdio.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "tap/tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reply r = {0};
    struct text said = {0};
    char path[64];
    snprintf(path, sizeof path, "/tmp/fuzz_dump_%ld.%s", (long)getpid(),
             size > 0 && bytes[0] == 'P' ? "npz" : "safetensors");
    FILE *f = fopen(path, "wb");
    must(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0);
    struct tap *t = tap_open(path, NULL, NULL, &r);
    must(t != NULL || (r.failed && r.text.len > 0));
    if (t)
        tap_say(t, LANG_EN, &said);
    must(!t || said.len > 0);
    tap_close(t);
    unlink(path);
    text_finish(&said);
    reply_finish(&r);
    return 0;
}
