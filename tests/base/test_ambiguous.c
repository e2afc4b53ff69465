/* Replacements of characters that some terminals draw two columns wide. */
#include <wchar.h>

#include "base/utf8.h"
#include "support/test.h"

TEST(a_stand_in_has_one_column_everywhere)
{
    int replaced = 0;
    for (uint32_t ch = 0; ch <= 0x10FFFF; ch++) {
        uint32_t as = ambiguous_stand_in(ch);
        if (as == ch)
            continue;
        replaced++;
        if (ambiguous_stand_in(as) != as || wcwidth((wchar_t)as) != 1 || utf8_forbidden(as) ||
            wcwidth((wchar_t)ch) == 0)
            fail_msg("U+%04X for U+%04X", as, ch);
    }
    assert_true(replaced > 130000); /* private use is most of it */
}

TEST(known_ones_are_what_they_should_be)
{
    static const struct {
        uint32_t ch, as;
    } cases[] = {
        {'a', 'a'},       {0x7E, 0x7E},         {0xA0, 0xA0},     {0xA1, '!'},      {0xD7, 'x'},
        {0xE9, 'e'},      {0xE2, 0xE2},         {0x1DC, 'u'},     {0x3A3, 'S'},     {0x3C2, 0x3C2},
        {0x44F, 'a'},     {0x2026, 0x22EF},     {0x2192, 0xFFEB}, {0x2500, '-'},    {0x2502, '|'},
        {0x253C, '+'},    {0x2580, 0x281B},     {0x2588, 0x28FF}, {0x2591, 0x2591}, {0x25CF, '*'},
        {0x2713, 0x2713}, {0x28FF, 0x28FF},     {0x732B, 0x732B}, {0xE000, '?'},    {0xFFFD, '?'},
        {0x10FFFD, '?'},  {0x10FFFE, 0x10FFFE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (ambiguous_stand_in(cases[i].ch) != cases[i].as)
            fail_msg("U+%04X for U+%04X", ambiguous_stand_in(cases[i].ch), cases[i].ch);
}

/* On a screen without UTF-8 every character has a stand-in of one byte that can be drawn. */
TEST(a_stand_in_for_ascii_is_ascii)
{
    static const struct {
        uint32_t ch;
        char as;
    } cases[] = {{'a', 'a'},    {0x2192, '>'}, {0x2190, '<'}, {0x25BC, 'v'}, {0xB7, '.'},   {0x2013, '-'},
                 {0xD7, 'x'},   {0xF7, '/'},   {0x2265, '>'}, {0x221A, 'V'}, {0x2500, '-'}, {0x2502, '|'},
                 {0x256D, '+'}, {0x2588, '#'}, {0x3A3, 'S'},  {0xE9, 'e'},   {0x2026, '.'}, {0x732B, '?'}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (ascii_stand_in(cases[i].ch) != (uint32_t)cases[i].as)
            fail_msg("U+%04X for U+%04X", ascii_stand_in(cases[i].ch), cases[i].ch);
    for (uint32_t ch = 0x80; ch <= 0x10FFFF; ch++)
        assert_true(ascii_stand_in(ch) >= ' ' && ascii_stand_in(ch) < 0x7F);
}
