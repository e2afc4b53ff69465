/* The steps and their order are those of the tokenizers library (normalizers/bert.rs, unicode.rs).
 * Decompositions and lower case are utf8proc's, which never change once a character has them, but it may be
 * older or newer than the table of categories. So a character younger than Unicode 8 is neither decomposed
 * nor composed (the library has the tables of Unicode 9 for this), and one that the table does not have stays
 * as it is. */
#include "network/tokens/normal.h"

#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"
#include "keep/json_file.h"
#include "network/tokens/letters.h"

/* ---- steps -------------------------------------------------------------------------------- */

/* Removes control characters and what no font shows; all kinds of space become blanks. */
static void clean(const struct letters *in, struct letters *out)
{
    for (size_t i = 0; i < in->count; i++) {
        struct letter l = in->v[i];
        bool space = l.ch == '\t' || l.ch == '\n' || l.ch == '\r';
        if (!space && (l.ch == 0xfffd || unicode_was(l.ch, UNICODE_CC_CF_CO)))
            continue;
        l.ch = letter_is_space(l.ch) ? ' ' : l.ch;
        letters_add(out, l);
    }
}

/* BERT's ranges, which lack later extensions. */
static bool is_chinese(uint32_t ch)
{
    static const uint32_t ranges[][2] = {{0x4e00, 0x9fff},   {0x3400, 0x4dbf},   {0x20000, 0x2a6df},
                                         {0x2a700, 0x2b73f}, {0x2b740, 0x2b81f}, {0x2b920, 0x2ceaf},
                                         {0xf900, 0xfaff},   {0x2f800, 0x2fa1f}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (ch >= ranges[i][0] && ch <= ranges[i][1])
            return true;
    return false;
}

static void blanks_around_chinese(const struct letters *in, struct letters *out)
{
    for (size_t i = 0; i < in->count; i++) {
        struct letter l = in->v[i];
        bool chinese = is_chinese(l.ch);
        if (chinese)
            letters_add(out, (struct letter){' ', l.from, l.from});
        letters_add(out, l);
        if (chinese)
            letters_add(out, (struct letter){' ', l.to, l.to});
    }
}

static int combining_class(uint32_t ch)
{
    return unicode_is_young(ch) ? 0 : utf8proc_get_property((utf8proc_int32_t)ch)->combining_class;
}

static void decompose_with(const struct letters *in, struct letters *out, utf8proc_option_t options)
{
    enum { MOST = 32 }; /* the longest decomposition has 18 */
    size_t begin = out->count;
    for (size_t i = 0; i < in->count; i++) {
        utf8proc_int32_t parts[MOST];
        int boundary = 0;
        utf8proc_ssize_t n =
            unicode_is_young(in->v[i].ch)
                ? 0
                : utf8proc_decompose_char((utf8proc_int32_t)in->v[i].ch, parts, MOST, options, &boundary);
        if (n <= 0 || n > MOST) { /* stays */
            parts[0] = (utf8proc_int32_t)in->v[i].ch;
            n = 1;
        }
        for (utf8proc_ssize_t k = 0; k < n; k++)
            letters_add(out, (struct letter){(uint32_t)parts[k], in->v[i].from, in->v[i].to});
    }
    /* The marks after a base character are sorted by their class, stably. */
    for (size_t i = begin + 1; !out->failed && i < out->count; i++) {
        struct letter l = out->v[i];
        int class = combining_class(l.ch);
        size_t k = i;
        for (; class > 0 && k > begin && combining_class(out->v[k - 1].ch) > class; k--)
            out->v[k] = out->v[k - 1];
        out->v[k] = l;
    }
}

static void decompose(const struct letters *in, struct letters *out)
{
    decompose_with(in, out, UTF8PROC_DECOMPOSE);
}

static void decompose_compatible(const struct letters *in, struct letters *out)
{
    decompose_with(in, out, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
}

/* Returns the character that the two make, 0 if none. */
static uint32_t composed(uint32_t base, uint32_t mark)
{
    utf8proc_int32_t pair[3] = {(utf8proc_int32_t)base, (utf8proc_int32_t)mark};
    bool one =
        !unicode_is_young(mark) && utf8proc_normalize_utf32(pair, 2, UTF8PROC_COMPOSE | UTF8PROC_STABLE) == 1;
    return one && !unicode_is_young((uint32_t)pair[0]) ? (uint32_t)pair[0] : 0;
}

/* Unicode's canonical composition of decomposed text: a mark joins the last base character unless something
 * of its class, or a base character, is between them. */
static void compose(const struct letters *in, struct letters *out)
{
    size_t base = SIZE_MAX;
    int last = -1; /* the class before, -1: the base itself */
    for (size_t i = 0; i < in->count && !out->failed; i++) {
        struct letter l = in->v[i];
        int class = combining_class(l.ch);
        uint32_t whole =
            base != SIZE_MAX && (last < class || last == -1) ? composed(out->v[base].ch, l.ch) : 0;
        if (whole) {
            out->v[base].ch = whole;
            out->v[base].to = l.to > out->v[base].to ? l.to : out->v[base].to;
            continue;
        }
        base = class == 0 ? out->count : base;
        last = class == 0 ? -1 : class;
        letters_add(out, l);
    }
}

static void drop_accents(const struct letters *in, struct letters *out)
{
    for (size_t i = 0; i < in->count; i++)
        if (!unicode_was(in->v[i].ch, UNICODE_MN))
            letters_add(out, in->v[i]);
}

/* StripAccents removes more: also the marks that have a width. */
static void drop_marks(const struct letters *in, struct letters *out)
{
    for (size_t i = 0; i < in->count; i++)
        if (!unicode_was(in->v[i].ch, UNICODE_M))
            letters_add(out, in->v[i]);
}

static void lower(const struct letters *in, struct letters *out)
{
    for (size_t i = 0; i < in->count; i++) {
        struct letter l = in->v[i];
        bool dotted = l.ch == 0x130; /* the only letter whose lower case is two */
        if (dotted)
            l.ch = 'i';
        else if (!unicode_is(l.ch, UNICODE_C)) /* (a newer utf8proc has letters that the table has not) */
            l.ch = (uint32_t)utf8proc_tolower((utf8proc_int32_t)l.ch);
        letters_add(out, l);
        if (dotted)
            letters_add(out, (struct letter){0x307, l.from, l.to});
    }
}

enum { LOW_LINE = 0x2581 }; /* ▁, SentencePiece's blank */

static void prepend_low_line(const struct letters *in, struct letters *out)
{
    if (in->count > 0)
        letters_add(out, (struct letter){LOW_LINE, in->v[0].from, in->v[0].from});
    for (size_t i = 0; i < in->count; i++)
        letters_add(out, in->v[i]);
}

static void blanks_to_low_lines(const struct letters *in, struct letters *out)
{
    for (size_t i = 0; i < in->count; i++) {
        struct letter l = in->v[i];
        l.ch = l.ch == ' ' ? LOW_LINE : l.ch;
        letters_add(out, l);
    }
}

void normal_apply(const struct normal *n, struct letters *text)
{
    for (int i = 0; i < n->count && !text->failed; i++) {
        struct letters out = {0};
        n->step[i](text, &out);
        letters_finish(text);
        *text = out;
    }
}

/* ---- reading ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    normal_step *step[2];
} rows[] = {
    {"NFC", {decompose, compose}},    {"NFD", {decompose}},   {"NFKC", {decompose_compatible, compose}},
    {"NFKD", {decompose_compatible}}, {"Lowercase", {lower}}, {"StripAccents", {drop_marks}},
};

static bool add_normal(struct normal *n, normal_step *step)
{
    if (n->count == NORMAL_STEPS)
        return false;
    n->step[n->count++] = step;
    return true;
}

bool normal_add_bert(struct normal *n, struct normal_bert how)
{
    return (!how.clean || add_normal(n, clean)) && (!how.chinese || add_normal(n, blanks_around_chinese)) &&
           (!how.accents || (add_normal(n, decompose) && add_normal(n, drop_accents))) &&
           (!how.lower || add_normal(n, lower));
}

static bool too_many(const char *path, struct reply *r)
{
    return reply_fail(r, 0, TEXT("%s: a normalizer of more than %d steps"), path, NORMAL_STEPS);
}

/* Of all that Prepend and Replace can do, what SentencePiece's vocabularies need: ▁ for a blank. */
static normal_step *low_line_step(json_t *from, const char *type)
{
    if (strcmp(type, "Prepend") == 0 && strcmp(json_file_text(from, "prepend", ""), "▁") == 0)
        return prepend_low_line;
    const char *pattern = json_file_text(json_object_get(from, "pattern"), "String", "");
    bool replaces = strcmp(type, "Replace") == 0 && strcmp(pattern, " ") == 0 &&
                    strcmp(json_file_text(from, "content", ""), "▁") == 0;
    return replaces ? blanks_to_low_lines : NULL;
}

/* Reads one normalizer that is not a sequence. */
static bool read_one(struct normal *n, json_t *from, const char *path, struct reply *r)
{
    const char *type = json_file_text(from, "type", "");
    bool lowers = json_file_flag(from, "lowercase", true);
    if (strcmp(type, "BertNormalizer") == 0)
        return normal_add_bert(
                   n, (struct normal_bert){.clean = json_file_flag(from, "clean_text", true),
                                           .chinese = json_file_flag(from, "handle_chinese_chars", true),
                                           .accents = json_file_flag(from, "strip_accents", lowers),
                                           .lower = lowers}) ||
               too_many(path, r);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(type, rows[i].name) == 0)
            return (add_normal(n, rows[i].step[0]) && (!rows[i].step[1] || add_normal(n, rows[i].step[1]))) ||
                   too_many(path, r);
    normal_step *low_line = low_line_step(from, type);
    if (low_line)
        return add_normal(n, low_line) || too_many(path, r);
    return reply_fail(
        r, 0,
        TEXT("%s: the normalizer \"%.60s\" is not supported (supported: BertNormalizer, NFC, NFD, NFKC, "
             "NFKD, Lowercase, StripAccents, Prepend and Replace of ▁ for a blank, and a Sequence of them)"),
        path, type);
}

bool normal_read(struct normal *n, json_t *from, const char *path, struct reply *r)
{
    json_t *part;
    for (size_t i = 0; (part = json_file_part(from, "normalizers", i)); i++)
        if (!read_one(n, part, path, r))
            return false;
    return true;
}
