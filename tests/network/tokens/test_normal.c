/* Normalizers: Unicode's forms against utf8proc's on whole strings, BERT's steps, lower case. */
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"
#include "network/tokens/letters.h"
#include "network/tokens/normal.h"
#include "support/test.h"

static struct normal kind(const char *json)
{
    struct normal n = {0};
    struct reply r = {0};
    json_t *from = json_loads(json, JSON_DECODE_ANY, NULL);
    assert_non_null(from);
    assert_true(normal_read(&n, from, "file", &r));
    json_decref(from);
    return n;
}

static struct aligned changed(const struct normal *n, const char *s)
{
    struct letters letters = {0};
    struct aligned out = {0};
    letters_add_text(&letters, s, strlen(s), 0);
    normal_apply(n, &letters);
    aligned_add_letters(&out, &letters);
    letters_finish(&letters);
    assert_false(out.bytes.failed);
    return out;
}

static void check_form(const struct normal *n, utf8proc_option_t form, const char *s)
{
    utf8proc_uint8_t *want = NULL;
    assert_true(
        utf8proc_map((const utf8proc_uint8_t *)s, 0, &want, UTF8PROC_NULLTERM | UTF8PROC_STABLE | form) >= 0);
    struct aligned got = changed(n, s);
    if (strcmp(text_str(&got.bytes), (const char *)want) != 0)
        fail_msg("%s: became %s, not %s", s, text_str(&got.bytes), (const char *)want);
    free(want);
    aligned_finish(&got);
}

static void expect(const char *json, const char *s, const char *want)
{
    struct normal n = kind(json);
    struct aligned got = changed(&n, s);
    assert_string_equal(text_str(&got.bytes), want);
    aligned_finish(&got);
}

/* Every character, alone and with what may join it or change places; one that is younger than Unicode 8
 * stays. */
TEST(the_four_forms_are_those_of_unicode)
{
    static const struct {
        const char *json;
        utf8proc_option_t form;
    } forms[] = {{"{\"type\":\"NFD\"}", UTF8PROC_DECOMPOSE},
                 {"{\"type\":\"NFC\"}", UTF8PROC_COMPOSE},
                 {"{\"type\":\"NFKD\"}", UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT},
                 {"{\"type\":\"NFKC\"}", UTF8PROC_COMPOSE | UTF8PROC_COMPAT}};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        struct normal n = kind(forms[f].json);
        for (uint32_t ch = 1; ch < 0x30000; ch += ch == 0xd7ff ? 0x801 : ch < 0xac00 || ch > 0xd7a3 ? 1 : 7) {
            char s[40] = "";
            size_t at = utf8_encode(ch, s);
            if (unicode_is_young(ch)) {
                expect(forms[f].json, s, s);
                continue;
            }
            check_form(&n, forms[f].form, s);
            at += utf8_encode(0x301, s + at);
            at += utf8_encode(0x327, s + at);
            at += utf8_encode(0x301, s + at);
            at += utf8_encode(ch, s + at);
            utf8_encode(0x11a8, s + at);
            check_form(&n, forms[f].form, s);
        }
    }
}

TEST(berts_steps_can_be_chosen)
{
    expect("{\"type\":\"BertNormalizer\"}", "\xc3\x89\t猫A\x01\xef\xbf\xbd\xe2\x80\x8b\xc2\xa0\x7f",
           "e  猫 a ");
    expect("{\"type\":\"BertNormalizer\",\"lowercase\":false}", "É猫", "É 猫 ");
    expect("{\"type\":\"BertNormalizer\",\"strip_accents\":false}", "É", "é");
    expect("{\"type\":\"BertNormalizer\",\"lowercase\":false,\"strip_accents\":true}", "É", "E");
    expect("{\"type\":\"BertNormalizer\",\"handle_chinese_chars\":false}", "É猫", "e猫");
    expect("{\"type\":\"BertNormalizer\",\"clean_text\":false}", "\x01\t", "\x01\t");
    expect("{\"type\":\"BertNormalizer\"}", "ねこ고ﾈ𠀀", "ねこ\xe1\x84\x80\xe1\x85\xa9ﾈ 𠀀 ");
}

TEST(other_steps_come_in_sequences)
{
    expect("{\"type\":\"Lowercase\"}", "ÀİΣ", "ài\xcc\x87σ");
    expect("{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFD\"},{\"type\":\"StripAccents\"}]}", "ÀÉ",
           "AE");
    expect("null", "À", "À");
}

/* Where each byte came from. */
TEST(bytes_know_their_origin)
{
    struct normal n = kind("{\"type\":\"NFC\"}");
    struct aligned got = changed(&n, "ae\xcc\x81猫");
    assert_string_equal(got.bytes.s, "aé猫");
    static const uint32_t from[] = {0, 1, 1, 4, 5, 6}, to[] = {1, 4, 4, 5, 6, 7};
    assert_memory_equal(got.from, from, sizeof from);
    assert_memory_equal(got.to, to, sizeof to);
    aligned_finish(&got);
}
