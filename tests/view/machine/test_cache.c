/* The panel of the cache: what is kept is bright with a pin, what is gone says so, and the counts are right.
 */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"

#define CACHE "tokens ant bee cow ; set d 8 heads 2 layers 2 ; mask causal ; view machine ; set machine cache"

/* How often a text is in what is drawn. */
static int drawn(const char *line, const char *what)
{
    struct app a = app_after(line);
    struct text t = {0};
    int count = 0;
    read_screen(&a, 24, 80, &t);
    for (const char *at = text_str(&t); (at = strstr(at, what)); at += strlen(what))
        count++;
    text_finish(&t);
    app_finish(&a);
    return count;
}

TEST(old_words_keep_key_and_value_and_their_queries_are_gone)
{
    assert_int_equal(drawn(CACHE, "gone"), 2 + 1); /* of two words, and in the title */
    assert_int_equal(drawn(CACHE, "▪"), 2 * 2);
    assert_int_equal(drawn(CACHE " ; set window 2", "▪"), 2);
    assert_int_equal(drawn(CACHE " ; mask none", "▪"), 0);
    assert_int_equal(drawn(CACHE " ; mask none", "gone"), 0);
}

TEST(what_is_kept_is_counted)
{
    /* layers × heads of keys × (dk + dv) × words */
    assert_int_equal(drawn(CACHE, "Kept: 96 numbers, k and v of 3 words (layers 2, heads of keys 2)."), 1);
    assert_int_equal(drawn(CACHE " ; set key_heads 1", "Kept: 48 numbers, k and v of 3 words"), 1);
    assert_int_equal(drawn(CACHE " ; set window 2", "Kept: 64 numbers, k and v of 2 words"), 1);
    assert_int_equal(drawn(CACHE " ; encoding rope", "Keys are kept turned."), 1);
    assert_int_equal(drawn(CACHE, "Keys are kept turned."), 0);
    assert_int_equal(drawn(CACHE " ; mask none", "Nothing is kept: the mask is not causal."), 1);
}

TEST(multiplications_are_those_of_the_products)
{
    struct app a = app_after(CACHE);
    /* a row of a layer: 8·16 + 8·16 for q, k, v and 8·8 for the output; for each key 2·(4 + 4) */
    must_enter(&a, "expect with_cache(3) = 2*(8*(2*8+2*8)+2*3*8) and without_cache(3) = 3*with_cache(3)");
    must_enter(&a, "set window 2 ; expect with_cache(3) = 2*(8*(2*8+2*8)+2*2*8)");
    must_enter(&a, "set window off key_heads 1 ; expect with_cache(3) = 2*(8*(2*8+8)+2*3*8)");
    must_enter(&a, "set key_heads auto ; classes ant bee ; expect with_cache(3) = 2*(8*(2*8+2*8)+2*3*8)+16");
    must_enter(&a, "expect without_cache(3) = 3*(with_cache(3)-16)+16 and kept(5) = 160");
    app_finish(&a);
}
