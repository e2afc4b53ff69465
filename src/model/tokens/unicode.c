#include "model/tokens/unicode.h"

#include <stddef.h>

#include "base/utf8.h"

static const struct unicode_run *run_of(uint32_t ch)
{
    size_t low = unicode_pages[ch >> 8], high = unicode_pages[(ch >> 8) + 1];
    while (low < high) { /* the last run that begins at ch or before */
        size_t mid = (low + high + 1) / 2;
        if (unicode_runs[mid].first <= ch)
            low = mid;
        else
            high = mid - 1;
    }
    return &unicode_runs[low];
}

bool unicode_is(uint32_t ch, uint32_t categories)
{
    return categories >> run_of(ch)->category & 1;
}

bool unicode_is_young(uint32_t ch)
{
    return ch >= 0x80 && run_of(ch)->young;
}

bool unicode_was(uint32_t ch, uint32_t categories)
{
    bool mark = ch == 0x1cf2 || ch == 0x1cf3 || ch == 0xa9bd; /* (the first three are something else now) */
    uint32_t was = ch == 0x166d || ch == 0x111c9 ? UNICODE_P
                   : ch == 0x1734                ? UNICODE_MN
                                                 : mark * (UNICODE_M - UNICODE_MN);
    return unicode_is_young(ch) ? categories & was : unicode_is(ch, categories);
}

/* Returns the nearest such character that is not young and has as many bytes as ch, before it if there is
 * one. */
static uint32_t nearest(uint32_t ch, uint32_t categories)
{
    char bytes[4];
    size_t n = utf8_encode(ch, bytes), begin = (size_t)(run_of(ch) - unicode_runs);
    uint32_t found = 0;
    for (size_t i = 0; unicode_runs[i].first < 0x110000 && (i < begin || !found); i++) {
        const struct unicode_run *run = &unicode_runs[i];
        uint32_t at = i < begin ? run[1].first - 1 : run->first;
        if (!run->young && categories >> run->category & 1 && utf8_encode(at, bytes) == n)
            found = at;
    }
    return found;
}

uint32_t unicode_elder(uint32_t ch)
{
    static const uint32_t kinds[] = {UNICODE_L, UNICODE_M, UNICODE_N, UNICODE_P,
                                     UNICODE_S, UNICODE_Z, UNICODE_C};
    if (ch == 0x180e) /* no space since Unicode 6.3, but PCRE2's \s still has it */
        return 0x200b;
    uint32_t category = UINT32_C(1) << run_of(ch)->category,
             elder = unicode_is_young(ch) ? nearest(ch, category) : ch;
    for (int i = 0; elder == 0 && i < 7; i++)
        elder = kinds[i] & category ? nearest(ch, kinds[i]) : 0;
    return elder;
}
