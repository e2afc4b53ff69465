/* The table of Unicode's categories: against that of another library, and what stands for young characters.
 */
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"
#include "network/tokens/letters.h"
#include "session/help.h"
#include "support/test.h"

static bool is_surrogate(uint32_t ch)
{
    return ch >= 0xd800 && ch <= 0xdfff;
}

/* utf8proc's own table, where it is of the same version. */
TEST(categories_are_those_of_unicode)
{
    static const char *const names[] = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl",
                                        "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc",
                                        "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cs", "Cn"};
    bool same = strcmp(utf8proc_unicode_version(), UNICODE_VERSION) == 0;
    for (uint32_t ch = 0; ch < 0x110000; ch++) {
        const char *want = utf8proc_category_string((utf8proc_int32_t)ch);
        int count = 0;
        for (int i = 0; i < 30; i++)
            if (unicode_is(ch, UINT32_C(1) << i)) {
                count++;
                if (strcmp(names[i], want) != 0 && (same || !unicode_is_young(ch)))
                    fail_msg("U+%04X is %s instead of %s", (unsigned)ch, names[i], want);
            }
        assert_int_equal(count, 1);
    }
}

TEST(a_young_character_has_an_elder_of_its_kind)
{
    static const uint32_t kinds[] = {UNICODE_L, UNICODE_M, UNICODE_N, UNICODE_P,
                                     UNICODE_S, UNICODE_Z, UNICODE_C};
    for (uint32_t ch = 1; ch < 0x110000; ch += ch >= 0x3000 && ch < 0xe0000 ? 7 : 1) {
        char a[4], b[4];
        if (is_surrogate(ch) || !(unicode_is_young(ch) || ch == 0x180e)) {
            assert_int_equal(unicode_elder(ch), ch);
            continue;
        }
        uint32_t elder = unicode_elder(ch);
        assert_false(unicode_is_young(elder) || is_surrogate(elder));
        assert_int_equal(utf8_encode(ch, a), utf8_encode(elder, b));
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            assert_int_equal(unicode_is(ch, kinds[k]), unicode_is(elder, kinds[k]));
    }
    assert_int_equal(unicode_elder(0x1fabf), 0x1f9c0); /* a goose: a piece of cheese */
    assert_int_equal(unicode_elder(0x9ffd), 0x9fd5);
    assert_int_equal(unicode_elder(0x2ffff), 0x2ffff); /* no character, ever */
}

TEST(help_says_the_version)
{
    struct text out = {0};
    help_model(&out, LANG_EN);
    char line[16] = "";
    FILE *table = fopen("src/network/tokens/unicode.txt", "r");
    assert_non_null(table);
    assert_non_null(fgets(line, sizeof line, table));
    fclose(table);
    assert_string_equal(line, UNICODE_VERSION "\n");
    assert_non_null(strstr(text_str(&out), "Unicode " UNICODE_VERSION " "));
    text_finish(&out);
}

TEST(berts_classes_are_old)
{
    static const uint32_t signs[] = {'!', '$', '`', '~', 0x3002, 0xff01, 0x166d, 0x111c9},
                          no_signs[] = {'a', '0', ' ', 0x20ac, 0x2e4f, 0x2e52, 0x732b, 0x1f9c0};
    for (size_t i = 0; i < 8; i++)
        assert_true(letter_is_sign(signs[i]) && !letter_is_sign(no_signs[i]));
    assert_true(unicode_was(0x1734, UNICODE_MN) && !unicode_is(0x1734, UNICODE_MN));
    assert_true(!unicode_was(0x1885, UNICODE_M) && unicode_is(0x1885, UNICODE_MN));
    assert_true(letter_is_space(0x3000) && letter_is_space('\t') && letter_is_space(0x85));
    assert_false(letter_is_space(0x180e) || letter_is_space(0x200b) || letter_is_space(0x1f));
    assert_true(letter_is_word(0x24b6) && letter_is_word(0x200d) && letter_is_word('_') &&
                !letter_is_word('-'));
}
