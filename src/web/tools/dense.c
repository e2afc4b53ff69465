/* Writes bytes as text for a page in UTF-16: two bytes are a character, least byte first. (Base64 in UTF-8
 * takes 1.33 bytes for one, this 1.03.) Half a pair of surrogates is not a character, and HTML changes some
 * others: they are written as ESCAPE and the character with its highest bit changed. Used by the build;
 * page/bytes.js reads it. */
#include <stdbool.h>
#include <stdio.h>

enum { ESCAPE = 0xFFFF, OTHER_HALF = 0x8000 };

static bool is_kept(unsigned c)
{
    return c != 0 && c != '\r' && c != '<' && (c < 0xD800 || c > 0xDFFF) && c < 0xFDD0;
}

/* As UTF-8, for iconv: the page is written in it until its end. */
static void put_utf8(unsigned c)
{
    if (c < 0x80) {
        printf("%c", (int)c);
    } else if (c < 0x800) {
        printf("%c%c", (int)(0xC0 | c >> 6), (int)(0x80 | (c & 63)));
    } else {
        printf("%c%c%c", (int)(0xE0 | c >> 12), (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
    }
}

int main(void)
{
    for (int low; (low = getchar()) != EOF;) {
        int high = getchar();
        unsigned c = (unsigned)low | (high == EOF ? 0 : (unsigned)high << 8);
        if (!is_kept(c))
            put_utf8(ESCAPE);
        put_utf8(is_kept(c) ? c : c ^ OTHER_HALF);
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
