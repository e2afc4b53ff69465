/* Writes bytes as text for a page: 7 bits a character, so that a byte takes 1.17 bytes of UTF-8
 * (base64: 1.33). The three characters that HTML would change or read as a tag have their eighth bit set.
 * Used by the build. */
#include <stdio.h>

static void put(int seven)
{
    if (seven == 0 || seven == '\r' || seven == '<')
        printf("\xC2%c", seven | 0x80);
    else
        putchar(seven);
}

int main(void)
{
    unsigned bits = 0;
    int have = 0;
    for (int c; (c = getchar()) != EOF;) {
        bits = bits << 8 | (unsigned)c;
        for (have += 8; have >= 7; have -= 7)
            put((int)(bits >> (have - 7) & 127));
    }
    if (have > 0)
        put((int)(bits << (7 - have) & 127));
    return ferror(stdout) || fflush(stdout) != 0;
}
