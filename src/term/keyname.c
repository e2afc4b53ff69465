#include "term/keyname.h"

#include <stddef.h>
#include <string.h>

#include "base/utf8.h"

static const struct { uint32_t ch; const char *name; } named[] = {
    {'\t', "Tab"}, {'\r', "Enter"}, {'\n', "Enter"}, {27, "Esc"}, {' ', "Space"}, {127, "Backspace"}, {8, "Backspace"}, {0, "C-Space"},
};

void keyname_of_char(uint32_t ch, char out[16])
{
    memset(out, 0, 16);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].ch == ch) {
            strcpy(out, named[i].name);
            return;
        }
    if (ch < 32) {
        out[0] = 'C';
        out[1] = '-';
        out[2] = (char)(ch + 96);
    } else {
        utf8_encode(ch, out);
    }
}
