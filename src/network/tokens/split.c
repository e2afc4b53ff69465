/* The kinds of pre-tokenizer are rows of a table of patterns; cutting follows the tokenizers library
 * (tokenizer/normalizer.rs, split). Its patterns are Oniguruma's: a class within a class is written out, \w
 * and \b are written as Unicode's annex 18 has them (PCRE2's own depend on its version), the rest means the
 * same in PCRE2. What \p{…} and \s match depends on the version too: so PCRE2 gets the text with elder
 * characters in the place of those that not every version knows (unicode_elder). */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "network/tokens/split.h"

#include <pcre2.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "keep/json_file.h"
#include "base/utf8.h"
#include "network/tokens/letters.h"
#include "network/tokens/vocabulary.h"

#define GPT2 "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
#define WORD                                                                                                 \
    "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200c}\\x{200d}\\x{24b6}-\\x{24e9}\\x{1f130}-\\x{1f149}\\x{1f150}-" \
    "\\x{1f169}"                                                                                             \
    "\\x{1f170}-\\x{1f189}"
/* (among what is no part of a word; the ringed letters are left in) */
#define NO_WORD                                                                                              \
    "\\p{No}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\p{S}\\p{Z}\\p{Cc}\\p{Cn}\\p{Co}\\x{ad}\\x{200b}\\x{" \
    "200e}\\x{"                                                                                              \
    "200f}\\x{202a}-\\x{206f}\\x{feff}"

void ranges_add(struct ranges *out, struct range r)
{
    if (r.begin == r.end)
        return;
    if (out->count == out->room) {
        size_t room = room_more(out->room, 64);
        struct range *v = out->failed ? NULL : mem_grow(out->v, room, sizeof *v);
        out->failed = !v;
        if (!v)
            return;
        out->v = v;
        out->room = room;
    }
    out->v[out->count++] = r;
}

void ranges_finish(struct ranges *out)
{
    mem_free(out->v);
    *out = (struct ranges){0};
}

/* ---- patterns ------------------------------------------------------------------------------- */

static void *heap_new(size_t n, void *data)
{
    (void)data;
    return mem_new(n, 1);
}

static void heap_free(void *p, void *data)
{
    (void)data;
    mem_free(p);
}

/* Copies the \ before s and the character at s. Returns false for what depends on the version of PCRE2. */
static bool add_escape(struct text *out, const char *s, bool in_class)
{
    static const struct {
        char name;
        const char *plain, *in_class; /* NULL: not possible there */
    } written[] = {
        {'w', "[" WORD "]", WORD},
        {'W', "[^" WORD "]", NO_WORD},
        {'b', "(?:(?<=[" WORD "])(?![" WORD "])|(?<![" WORD "])(?=[" WORD "]))", "\\b"},
        {'B', "(?:(?<=[" WORD "])(?=[" WORD "])|(?<![" WORD "])(?![" WORD "]))", NULL},
        {'X', NULL, NULL},
    };
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (*s == written[i].name) {
            const char *as = in_class ? written[i].in_class : written[i].plain;
            text_add(out, as ? as : "");
            return as;
        }
    text_add_char(out, '\\');
    text_add_char(out, *s);
    return true;
}

/* Copies a pattern with classes inside classes written out: [a[bc]] is [abc]. Returns false where that is not
 * possible: a negated class inside, an intersection (&&), \X. */
static bool write_out_classes(struct text *out, const char *s)
{
    int depth = 0;
    for (; *s; s++) {
        bool opens = *s == '[' && !(depth > 0 && s[1] == ':'), closes = *s == ']' && depth > 0;
        if (*s == '\\' && s[1]) {
            if (!add_escape(out, ++s, depth > 0))
                return false;
            continue;
        }
        if (depth > 0 && ((opens && s[1] == '^') || (s[0] == '&' && s[1] == '&')))
            return false;
        if (depth > 0 && *s == '[' && !opens) { /* [:alpha:] */
            const char *end = strstr(s, ":]");
            size_t n = end ? (size_t)(end + 2 - s) : 1;
            text_add_bytes(out, s, n);
            s += n - 1;
            continue;
        }
        depth += opens - closes;
        if (!(opens && depth > 1) && !(closes && depth > 0))
            text_add_char(out, *s);
        if (opens && depth == 1) { /* a bracket that comes first is literal */
            size_t n = (size_t)(s[1] == '^') + (s[1 + (s[1] == '^')] == ']');
            text_add_bytes(out, s + 1, n);
            s += n;
        }
    }
    return true;
}

static bool refuse_pattern(const char *path, const char *pattern, int error, struct reply *r)
{
    char why[200];
    struct text shown = TEXT_HERE;
    piece_quote(&shown, piece_of(pattern));
    if (error == PCRE2_ERROR_HEAP_FAILED || error == PCRE2_ERROR_NOMEMORY)
        reply_no_memory(r);
    else {
        pcre2_get_error_message(error, (PCRE2_UCHAR *)why, sizeof why);
        reply_fail(r, 0, TEXT("%s: the pattern %s cannot be used: %s"), path, text_str(&shown), why);
    }
    text_finish(&shown);
    return false;
}

static pcre2_code *compile(const char *pattern, int *error)
{
    pcre2_general_context *heap = pcre2_general_context_create(heap_new, heap_free, NULL);
    pcre2_compile_context *limits = heap ? pcre2_compile_context_create(heap) : NULL;
    pcre2_code *code = NULL;
    size_t at;
    *error = PCRE2_ERROR_NOMEMORY;
    if (limits) {
        pcre2_set_max_pattern_length(limits, SPLIT_PATTERN);
        pcre2_set_parens_nest_limit(limits, SPLIT_PARENTHESES);
        code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                             PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C, error, &at,
                             limits);
    }
    pcre2_compile_context_free(limits);
    pcre2_general_context_free(heap);
    return code;
}

/* Adds a step; `pattern` may be NULL. */
static bool add_step(struct split *s, const char *pattern, struct split_step how, const char *path,
                     struct reply *r)
{
    struct text plain = TEXT_HERE;
    int error = 0;
    bool ok = s->count < SPLIT_STEPS ||
              reply_fail(r, 0, TEXT("%s: a pre-tokenizer of more than %d steps"), path, (int)SPLIT_STEPS);
    ok = ok &&
         (!pattern || write_out_classes(&plain, pattern) ||
          reply_fail(r, 0, TEXT("%s: a pattern with \\X, or with [^…] or && inside […], is not supported"),
                     path));
    ok = ok && (!plain.failed || reply_no_memory(r));
    how.code = ok && pattern ? compile(text_str(&plain), &error) : NULL;
    ok = ok && (how.code || !pattern || refuse_pattern(path, pattern, error, r));
    if (ok)
        s->step[s->count++] = how;
    text_finish(&plain);
    return ok;
}

/* Adds a step that changes blanks. */
static bool add_puts(struct split *s, const char *sign, enum split_puts puts, const char *path,
                     struct reply *r)
{
    struct split_step how = {.puts = puts};
    snprintf(how.sign, sizeof how.sign, "%s", sign);
    return add_step(s, NULL, how, path, r);
}

bool split_add_gpt2(struct split *s, bool blank, const char *path, struct reply *r)
{
    s->bytes = true;
    return (!blank || add_puts(s, " ", PUTS_ALWAYS, path, r)) &&
           add_step(s, GPT2, (struct split_step){.keeps = KEEPS_ISOLATED}, path, r);
}

bool split_add_bert(struct split *s, const char *path, struct reply *r)
{
    return add_step(s, NULL, (struct split_step){.is = letter_is_space, .keeps = KEEPS_REMOVED}, path, r) &&
           add_step(s, NULL, (struct split_step){.is = letter_is_sign, .keeps = KEEPS_ISOLATED}, path, r);
}

void split_patterns_finish(struct split *s)
{
    for (int i = 0; i < s->count; i++)
        pcre2_code_free(s->step[i].code);
    *s = (struct split){0};
}

/* ---- reading --------------------------------------------------------------------------------- */

static const struct {
    const char *name, *pattern;
    bool (*is)(uint32_t ch);
    enum split_keeps keeps;
    bool inverted;
} rows[] = {
    {"Whitespace", "\\w+|[^\\w\\s]+", NULL, KEEPS_REMOVED, true},
    {"WhitespaceSplit", NULL, letter_is_space, KEEPS_REMOVED, false},
    {"Punctuation", NULL, letter_is_sign, KEEPS_ISOLATED, false},
};

static bool read_keeps(json_t *from, enum split_keeps *out, const char *path, struct reply *r)
{
    static const char *const names[] = {[KEEPS_REMOVED] = "Removed",
                                        [KEEPS_ISOLATED] = "Isolated",
                                        [KEEPS_WITH_PREVIOUS] = "MergedWithPrevious",
                                        [KEEPS_WITH_NEXT] = "MergedWithNext",
                                        [KEEPS_CONTIGUOUS] = "Contiguous"};
    const char *name = json_file_text(from, "behavior", names[*out]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (enum split_keeps)i;
            return true;
        }
    return reply_fail(r, 0, TEXT("%s: the behavior of a pre-tokenizer, \"%.60s\", is unknown"), path, name);
}

/* Appends a pattern that matches s itself. */
static void add_quoted(struct text *out, const char *s)
{
    for (; *s; s++) { /* (a byte above 127 is part of a character) */
        if ((unsigned char)*s < 128)
            text_addf(out, "\\x{%x}", (unsigned)*s);
        else
            text_add_char(out, *s);
    }
}

/* {"type":"Metaspace","replacement":"▁","prepend_scheme":"first",…"split":true}; older files have
 * add_prefix_space. */
static bool read_metaspace(struct split *s, json_t *from, const char *path, struct reply *r)
{
    static const char *const names[] = {
        [PUTS_NEVER] = "never", [PUTS_FIRST] = "first", [PUTS_ALWAYS] = "always"};
    const char *sign = json_file_text(from, "replacement", "▁"),
               *scheme = json_file_text(from, "prepend_scheme",
                                        json_file_flag(from, "add_prefix_space", true) ? "always" : "never");
    struct text quoted = TEXT_HERE;
    uint32_t ch;
    int puts = PUTS_ALWAYS;
    while (puts >= 0 && strcmp(scheme, names[puts]) != 0)
        puts--;
    if (puts < 0 || !*sign || utf8_decode(sign, strlen(sign), &ch) != strlen(sign))
        return reply_fail(
            r, 0,
            TEXT("%s: Metaspace needs a replacement of one character, and a prepend_scheme first, always "
                 "or never"),
            path);
    add_quoted(&quoted, sign);
    bool ok = add_puts(s, sign, (enum split_puts)puts, path, r) &&
              (!json_file_flag(from, "split", true) ||
               add_step(s, text_str(&quoted), (struct split_step){.keeps = KEEPS_WITH_NEXT}, path, r));
    text_finish(&quoted);
    return ok;
}

/* Reads one pre-tokenizer that is not a sequence. */
static bool read_one(struct split *s, json_t *from, const char *path, struct reply *r)
{
    const char *type = json_file_text(from, "type", "");
    if (strcmp(type, "ByteLevel") == 0) {
        bool blank = json_file_flag(from, "add_prefix_space", true);
        s->bytes = true;
        if (json_file_flag(from, "use_regex", true))
            return split_add_gpt2(s, blank, path, r);
        return !blank || add_puts(s, " ", PUTS_ALWAYS, path, r);
    }
    if (strcmp(type, "BertPreTokenizer") == 0)
        return split_add_bert(s, path, r);
    if (strcmp(type, "Split") == 0) {
        /* {"type":"Split","pattern":{"Regex":…} or {"String":…},"behavior":…,"invert":…} */
        json_t *pattern = json_object_get(from, "pattern");
        const char *regex = json_file_text(pattern, "Regex", NULL),
                   *plain = json_file_text(pattern, "String", NULL);
        struct split_step how = {.keeps = KEEPS_ISOLATED, .inverted = json_file_flag(from, "invert", false)};
        struct text quoted = TEXT_HERE;
        if (!regex && !plain)
            return reply_fail(r, 0, TEXT("%s: a Split without a pattern"), path);
        add_quoted(&quoted, plain ? plain : "");
        bool ok = read_keeps(from, &how.keeps, path, r) &&
                  add_step(s, regex ? regex : text_str(&quoted), how, path, r);
        text_finish(&quoted);
        return ok;
    }
    if (strcmp(type, "Metaspace") == 0)
        return read_metaspace(s, from, path, r);
    if (strcmp(type, "Digits") == 0)
        return add_step(s, json_file_flag(from, "individual_digits", false) ? "\\p{N}" : "\\p{N}+",
                        (struct split_step){.keeps = KEEPS_ISOLATED}, path, r);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(type, rows[i].name) == 0) {
            struct split_step how = {.is = rows[i].is, .keeps = rows[i].keeps, .inverted = rows[i].inverted};
            return read_keeps(from, &how.keeps, path, r) && add_step(s, rows[i].pattern, how, path, r);
        }
    return reply_fail(
        r, 0,
        TEXT("%s: the pre-tokenizer \"%.60s\" is not supported (supported: ByteLevel, BertPreTokenizer, "
             "Metaspace, Split, Digits, Whitespace, WhitespaceSplit, Punctuation and a Sequence of them)"),
        path, type);
}

bool split_read(struct split *s, json_t *from, const char *path, struct reply *r)
{
    json_t *part;
    for (size_t i = 0; (part = json_file_part(from, "pretokenizers", i)); i++)
        if (!read_one(s, part, path, r))
            return false;
    return true;
}

/* ---- cutting --------------------------------------------------------------------------------- */

struct cutting {
    const struct split_step *step;
    pcre2_match_context *limits;
    pcre2_match_data *found;
    const char *text; /* as long as the text, of characters that PCRE2 knows */
    size_t first;     /* the first cut of the range in `out` */
    bool matched;     /* the cut before was a match */
    struct ranges *out;
};

/* Adds the next cut, joined to the one before as the step says. */
static void add_cut(struct cutting *c, size_t begin, size_t end, bool match)
{
    enum split_keeps keeps = c->step->keeps;
    bool any = c->out->count > c->first && !c->out->failed;
    bool join = (keeps == KEEPS_CONTIGUOUS && match == c->matched) ||
                (keeps == KEEPS_WITH_PREVIOUS && match && !c->matched) ||
                (keeps == KEEPS_WITH_NEXT && !match && c->matched);
    if (begin == end)
        return;
    if (any && join)
        c->out->v[c->out->count - 1].end = end;
    else if (!match || keeps != KEEPS_REMOVED)
        ranges_add(c->out, (struct range){begin, end, -1});
    c->matched = match;
}

/* Finds the next match in n bytes of s from `from` on: *begin to *end. Returns its number or an error, as
 * PCRE2. */
static int next_match(const struct cutting *c, const char *s, size_t n, size_t from, size_t where[2])
{
    uint32_t ch = 0;
    if (c->step->is) {
        for (size_t at = from; at < n; at += where[1]) {
            where[1] = utf8_decode(s + at, n - at, &ch);
            if (c->step->is(ch)) {
                where[0] = at;
                where[1] += at;
                return 1;
            }
        }
        return PCRE2_ERROR_NOMATCH;
    }
    int found = pcre2_match(c->step->code, (PCRE2_SPTR)s, n, from, PCRE2_NO_UTF_CHECK, c->found, c->limits);
    if (found >= 0) /* 0: groups in it matched, too, which nobody asks for */
        memcpy(where, pcre2_get_ovector_pointer(c->found), 2 * sizeof *where);
    return found;
}

/* Cuts one range into matches and the text between them. */
static bool cut_range(struct cutting *c, struct range range, struct reply *r)
{
    const char *s = c->text + range.begin;
    size_t n = range.end - range.begin, at = 0, from = 0, where[2] = {0};
    bool inverted = c->step->inverted;
    c->first = c->out->count;
    c->matched = false;
    while (from <= n) {
        int found = next_match(c, s, n, from, where);
        if (found == PCRE2_ERROR_NOMATCH)
            break;
        if (found < 0 || where[0] < at || where[1] < where[0]) {
            if (found == PCRE2_ERROR_NOMEMORY)
                return reply_no_memory(r);
            return reply_fail(r, 0,
                              TEXT("a pattern of the model's tokenizer takes too many steps on this text"));
        }
        if (!work_aside(r->work, (double)(where[1] - from) + 100))
            return reply_goes_on(r);
        add_cut(c, range.begin + at, range.begin + where[0], inverted);
        add_cut(c, range.begin + where[0], range.begin + where[1], !inverted);
        at = where[1];
        from = at + (where[1] == where[0]);
        while (from < n && ((unsigned char)s[from] & 0xc0) == 0x80)
            from++;
    }
    add_cut(c, range.begin + at, range.end, inverted);
    return true;
}

static bool cut_all(const struct split_step *step, const struct aligned *text, const struct ranges *in,
                    struct ranges *out, struct reply *r)
{
    pcre2_general_context *heap = pcre2_general_context_create(heap_new, heap_free, NULL);
    struct cutting c = {.step = step, .text = text->bytes.s, .out = out};
    struct text elders = TEXT_HERE;
    c.limits = heap ? pcre2_match_context_create(heap) : NULL;
    c.found = heap ? pcre2_match_data_create(1, heap) : NULL;
    /* For PCRE2, elder characters take the place of the young ones, if there are any. */
    size_t done = 0;
    for (size_t at = 0, n = 1; step->code && at < text->bytes.len; at += n) {
        uint32_t ch = (unsigned char)c.text[at];
        n = ch < 0x80 ? 1 : utf8_decode(c.text + at, text->bytes.len - at, &ch);
        uint32_t elder = ch < 0x80 ? ch : unicode_elder(ch);
        if (elder == ch)
            continue;
        char bytes[4];
        text_add_bytes(&elders, c.text + done, at - done);
        text_add_bytes(&elders, bytes, utf8_encode(elder, bytes));
        done = at + n;
    }
    if (done > 0)
        text_add_bytes(&elders, c.text + done, text->bytes.len - done);
    c.text = elders.len > 0 ? elders.s : c.text;
    bool ok = (c.limits && c.found && !elders.failed) || reply_no_memory(r);
    if (ok) {
        pcre2_set_match_limit(c.limits, SPLIT_TRIES + 10 * (uint32_t)text->bytes.len);
        pcre2_set_heap_limit(c.limits, SPLIT_HEAP);
    }
    for (size_t i = 0; ok && i < in->count; i++) {
        if (in->v[i].id >= 0)
            ranges_add(out, in->v[i]);
        else
            ok = cut_range(&c, in->v[i], r);
    }
    text_finish(&elders);
    pcre2_match_data_free(c.found);
    pcre2_match_context_free(c.limits);
    pcre2_general_context_free(heap);
    return ok && (!out->failed || reply_no_memory(r));
}

/* Writes the sign for each blank of the ranges that are text, and puts one before them. */
static bool put_signs(const struct split_step *step, struct aligned *text, struct ranges *ranges,
                      struct reply *r)
{
    struct aligned out = {0};
    size_t n = strlen(step->sign);
    for (size_t i = 0; i < ranges->count; i++) {
        struct range *range = &ranges->v[i];
        size_t begin = out.bytes.len, at = range->begin;
        const char *s = text->bytes.s;
        bool has = s[at] == ' ' || (range->end - at >= n && memcmp(s + at, step->sign, n) == 0),
             puts = step->puts == PUTS_ALWAYS || (step->puts == PUTS_FIRST && text->from[at] == 0);
        if (range->id < 0 && puts && !has)
            aligned_add_sign(&out, step->sign, text->from[at], text->from[at]);
        for (size_t stop = at; range->id < 0 && stop < range->end; stop++)
            if (s[stop] == ' ') {
                aligned_add_part(&out, text, at, stop - at);
                aligned_add_sign(&out, step->sign, text->from[stop], text->to[stop]);
                at = stop + 1;
            }
        aligned_add_part(&out, text, at, range->end - at);
        *range = (struct range){begin, out.bytes.len, range->id};
    }
    aligned_finish(text);
    *text = out;
    return !out.bytes.failed || reply_no_memory(r);
}

bool split_apply(const struct split *s, struct aligned *text, struct ranges *ranges, struct reply *r)
{
    for (int i = 0; i < s->count; i++) {
        struct ranges out = {0};
        const struct split_step *step = &s->step[i];
        bool cuts = step->code || step->is;
        bool ok = cuts ? cut_all(step, text, ranges, &out, r) : put_signs(step, text, ranges, r);
        if (cuts) {
            ranges_finish(ranges);
            *ranges = out;
        }
        if (!ok)
            return false;
    }
    return true;
}
