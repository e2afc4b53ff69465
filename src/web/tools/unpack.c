/* Unpacks the program in the page: lzip's format, by lzlib. The module has these two functions and nothing
 * else of the program. */
#include <stdint.h>
#include <stdlib.h>

#include "lzlib.h"

/* Returns n bytes; NULL without memory. */
uint8_t *unpack_room(int n);
/* Unpacks n bytes into `out`, which has room for `most`. Returns how many there are, -1 if they are damaged.
 */
int unpack(const uint8_t *in, int n, uint8_t *out, int most);

/* Memory lasts as long as the module, which unpacks once: the C library's malloc would be half of it. */
void *malloc(size_t n)
{
    enum { PAGE = 65536 };
    size_t at = __builtin_wasm_memory_grow(0, (n + PAGE - 1) / PAGE);
    return at == SIZE_MAX ? NULL : (void *)(at * PAGE);
}

void free(void *p)
{
    (void)p;
}

uint8_t *unpack_room(int n)
{
    return malloc((size_t)n);
}

int unpack(const uint8_t *in, int n, uint8_t *out, int most)
{
    struct LZ_Decoder *d = LZ_decompress_open();
    int at = 0, done = 0, k = 0;
    while (d && k >= 0 && !LZ_decompress_finished(d)) {
        at += at < n ? LZ_decompress_write(d, in + at, n - at) : 0;
        if (at == n)
            LZ_decompress_finish(d);
        k = LZ_decompress_read(d, out + done, most - done);
        done += k > 0 ? k : 0;
    }
    LZ_decompress_close(d);
    return k < 0 ? -1 : done;
}
