#include "term/reports.h"

#include <stddef.h>
#include <string.h>

#include "base/utf8.h"

static const struct {
    uint32_t ch;
    const char *name;
} named[] = {
    {'\t', "Tab"},  {'\r', "Enter"},    {'\n', "Enter"},  {27, "Esc"},
    {' ', "Space"}, {127, "Backspace"}, {8, "Backspace"}, {0, "C-Space"},
};

/* Returns the length of a character from its lead byte; 1 for invalid lead bytes. */
static int length_of(uint8_t lead)
{
    if (lead >= 0xE0)
        return lead >= 0xF0 ? 4 : 3;
    return lead >= 0xC0 ? 2 : 1;
}

bool gather_byte(struct gather *g, uint8_t byte, uint32_t *ch)
{
    bool continues = (byte & 0xC0) == 0x80;
    if (!continues)
        g->count = 0;
    g->bytes[g->count++] = (char)byte;
    int count = g->count;
    if (count < length_of((uint8_t)g->bytes[0]))
        return false;
    g->count = 0;
    return utf8_decode(g->bytes, (size_t)count, ch) == (size_t)count;
}

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
