/* Writes bytes as text for a page in UTF-16: their bits, highest first, in characters of 15 or 16. HTML keeps
 * 62925 characters as they are: the first 2611 stand for 15 bits, the others for 16 (phased-in code), which
 * is 1.005 bytes for one. (Base64 in UTF-8 takes 1.33.) Used by the build; page/bytes.js reads it. */
#include <stdio.h>

enum { KEPT = 0xFDD0 - 3 - 2048, SHORT = 65536 - KEPT };

/* Not NUL, carriage return and <, not a half of a pair of surrogates. */
static unsigned character(unsigned i)
{
    unsigned c = i + 1;
    c += c >= '\r';
    c += c >= '<';
    return c < 0xD800 ? c : c + 2048;
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
    unsigned long bits = 0;
    int have = 0, real = 0; /* bits that wait; how many of them are not the zeros after the last byte */
    for (int byte;;) {
        for (; have < 16; have += 8) {
            byte = getchar();
            bits = (bits & 0xFFFF) << 8 | (byte == EOF ? 0 : (unsigned)byte);
            real += byte == EOF ? 0 : 8;
        }
        if (real <= 0)
            break;
        unsigned u = (unsigned)(bits >> (have - 15)) & 0x7FFF;
        int taken = u < SHORT ? 15 : 16;
        if (taken == 16)
            u = ((unsigned)(bits >> (have - 16)) & 0xFFFF) - SHORT;
        put_utf8(character(u));
        have -= taken, real -= taken;
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
