/* A target takes bytes, does everything that bytes of its kind can cause, and checks
 * what must hold whatever they are (abort() when it does not). The name is libFuzzer's:
 * `make fuzz` searches with it; `make test` replays corpus/NAME and some mutations of it (replay.c). */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Without libFuzzer the function is called NAME: one program replays all targets. */
void replay_add(const char *file, int (*run)(const uint8_t *bytes, size_t size));

#ifdef LLVMFuzzerTestOneInput
__attribute__((constructor)) static void is_replayed(void)
{
    replay_add(__BASE_FILE__, LLVMFuzzerTestOneInput);
}
#endif

/* Ends the run as a finding. */
static inline void must(int holds)
{
    if (!holds)
        abort();
}

#endif
