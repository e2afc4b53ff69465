/* A dump as a folder of .npy files: of each, a byte that picks its name, two bytes for its size, and the
 * file. The group comes from the name, too: something is to be said of it, or a reason. */
#include "fuzz/folder.h"
#include "tap/tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {
        "q",         "k",     "v",      "weights",  "out",  "mask",        "scores",    "bias",
        "q_pre",     "k_pre", "q_proj", "pad_mask", "sink", "window",      "cos",       "scale",
        "is_causal", "a.q",   "a.k",    "a__v",     "lse",  "\xff\x1b[2J", "positions", "layer1.attn.probs"};
    struct reply r = {0};
    struct text said = {0};
    folder_begin();
    folder_empty("scenes");
    for (size_t at = 0; at + 3 <= size;) {
        char name[64];
        size_t n = bytes[at + 1] | (size_t)bytes[at + 2] << 8, rest = size - at - 3;
        snprintf(name, sizeof name, "scenes/%s.npy", names[bytes[at] % (sizeof names / sizeof *names)]);
        n = n < rest ? n : rest;
        folder_write(name, bytes + at + 3, n);
        at += 3 + n;
    }
    struct tap *t =
        tap_open(folder_path("scenes"), NULL, bytes && size > 0 && bytes[0] == 255 ? "q=lse\n" : NULL, &r);
    must(t != NULL || (r.failed && r.text.len > 0));
    if (t)
        tap_say(t, LANG_EN, &said);
    must(!t || said.len > 0);
    tap_close(t);
    text_finish(&said);
    reply_finish(&r);
    return 0;
}
