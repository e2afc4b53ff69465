#include "command/segment.h"

#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"
#include "base/words.h"

static const char separators[] = " /";

bool segment_add(struct segments *out, const char *s, size_t n)
{
    if (n == 0)
        return true;
    if (out->count == out->room) {
        int room = (int)room_more((size_t)out->room, 16);
        char **v = mem_grow(out->v, (size_t)room, sizeof *v);
        if (!v)
            return false;
        out->v = v;
        out->room = room;
    }
    out->v[out->count] = mem_copy_text(s, n);
    return out->v[out->count] && ++out->count;
}

/* Returns whether the first n bytes of s are a word with a meaning, by its name or as it is shown. */
static bool word_known(const struct lexicon *l, const char *s, size_t n)
{
    char *word = mem_copy_text(s, n);
    int i = word ? lexicon_find(l, word) : -1;
    mem_free(word);
    return i >= 0 && !lexicon_at(l, i).made_up;
}

/* Returns the bytes of the word's stem in the first n bytes of s: without the marks at its end, unless
 * nothing but marks is left or the word is known with them. */
static size_t stem(const struct lexicon *l, const char *s, size_t n)
{
    static const char *const marks[] = {".", ",", "!", "?", ";", ":", "．"};
    enum { MARKS = sizeof marks / sizeof *marks };
    size_t end = n;
    for (int i = 0; i < MARKS && end > 0; i++) {
        size_t k = strlen(marks[i]);
        if (k <= end && strncmp(s + end - k, marks[i], k) == 0) {
            end -= k;
            i = -1;
        }
    }
    return end == 0 || (end < n && word_known(l, s, n)) ? n : end;
}

/* Returns the bytes of the Chinese sign at the beginning of the first n bytes of s, which is not part of a
 * word. Not the narrow ones: f(x), it's, 99.5. */
static size_t sign_at(const char *s, size_t n)
{
    static const char *const signs[] = {"，", "。", "！", "？", "；", "：", "、", "“",
                                        "”",  "（", "）", "《", "》", "「", "」", "『",
                                        "』", "【", "】", "——", "……", "—",  "…"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t k = strlen(signs[i]);
        if (k <= n && strncmp(s, signs[i], k) == 0)
            return k;
    }
    return 0;
}

/* Adds a word, and the marks at its end: as another if they are known together, else each. */
static bool add_marked(struct segments *out, const struct lexicon *l, const char *s, size_t n)
{
    size_t k = stem(l, s, n);
    struct cluster c;
    bool ok = segment_add(out, s, k);
    for (size_t used; ok && k < n; k += used) {
        used = word_known(l, s + k, n - k) ? n - k : utf8_cluster(s + k, n - k, &c);
        ok = segment_add(out, s + k, used);
    }
    return ok;
}

/* Adds the words in the first n bytes of s: Chinese signs are words of their own, unless all of it is known.
 */
static bool add_signed(struct segments *out, const struct lexicon *l, const char *s, size_t n)
{
    if (word_known(l, s, n))
        return segment_add(out, s, n);
    while (n > 0) {
        size_t k = 0, sign = 0;
        while (k < n && (sign = sign_at(s + k, n - k)) == 0)
            k++;
        if (!add_marked(out, l, s, k) || !segment_add(out, s + k, sign))
            return false;
        s += k + sign;
        n -= k + sign;
    }
    return true;
}

/* Adds the words in the first n bytes of s, which has no separators. */
static bool cut_run(struct segments *out, const struct lexicon *l, const char *s, size_t left)
{
    for (size_t n; left > 0; s += n, left -= n) {
        struct cluster c;
        uint32_t ch = 0;
        for (size_t k = n = 0; n < left && (k = utf8_decode(s + n, left - n, &ch)) > 0 && !utf8_is_han(ch);)
            n += k; /* the run of other characters */
        if (n > 0) {
            if (!add_signed(out, l, s, n))
                return false;
            continue;
        }
        n = (size_t)lexicon_longest(l, s);
        if (n == 0 || n > left)
            n = utf8_cluster(s, left, &c);
        if (!segment_add(out, s, n))
            return false;
    }
    return true;
}

/* Returns a copy of s with full-width spaces, slashes, letters and digits as ASCII, a tab and a line break as
 * words; NULL without memory. */
static char *narrowed(const char *s)
{
    static const char *const wide[][2] = {
        {"\xe3\x80\x80", " "}, {"\xef\xbc\x8f", "/"}, {"\t", " " UTF8_TAB " "}, {"\n", " " UTF8_LINE " "}};
    struct text out = TEXT_HERE;
    for (size_t n; *s; s += n) {
        size_t k = 0;
        while (k < 4 && strncmp(s, wide[k][0], strlen(wide[k][0])) != 0)
            k++;
        uint32_t ch = 0;
        bool full = k == 4 && utf8_decode(s, strlen(s), &ch) == 3 && ch > 0xFF00 && ch < 0xFF5F;
        char letter = full ? (char)(ch - 0xFEE0) : 0;
        letter = isalnum((unsigned char)letter) ? letter : 0;
        n = k < 4 ? strlen(wide[k][0]) : letter ? 3 : 1;
        text_add_bytes(&out, k < 4 ? wide[k][1] : letter ? &letter : s, k < 4 ? strlen(wide[k][1]) : 1);
    }
    char *own = out.failed ? NULL : mem_copy_text(text_str(&out), out.len);
    text_finish(&out);
    return own;
}

/* Whether separators are the cuts wanted: exactly these, these and the marks at a word's end, or only those
 * around words that are not Chinese. */
enum cuts { CUTS_EXACT, CUTS_MARKED, CUTS_AROUND };

/* Returns which cuts the text asks for. Chinese text has blanks around Latin words and numbers alone; a blank
 * between two Han characters, or none of them in the text, is a cut. */
static enum cuts cuts_of(const char *s)
{
    bool han = false, before = false, blank = false; /* in the text; the character before; a blank after it */
    uint32_t ch;
    if (strchr(s, '/'))
        return CUTS_EXACT;
    for (size_t left = strlen(s), n; left > 0 && (n = utf8_decode(s, left, &ch)) > 0; s += n, left -= n) {
        if (strchr(separators, *s)) {
            blank = true;
            continue;
        }
        bool now = utf8_is_han(ch);
        if (now && before && blank)
            return CUTS_MARKED;
        han = han || now;
        before = now;
        blank = false;
    }
    return han ? CUTS_AROUND : CUTS_MARKED;
}

static bool cut_at_separators(struct segments *out, const struct lexicon *l, const char *s, enum cuts cuts)
{
    while (*s) {
        size_t n = strcspn(s, separators);
        if (!(cuts == CUTS_EXACT    ? segment_add(out, s, n)
              : cuts == CUTS_MARKED ? add_signed(out, l, s, n)
                                    : cut_run(out, l, s, n)))
            return false;
        s += n;
        s += strspn(s, separators);
    }
    return true;
}

bool segment(struct segments *out, const struct lexicon *l, const char *s)
{
    char *own = narrowed(s);
    if (!own)
        return false;
    bool ok = cut_at_separators(out, l, own, cuts_of(own));
    mem_free(own);
    return ok;
}

static bool joined(const struct state *s, struct text *out)
{
    bool han = false;
    if (state_model(s)) /* its tokenizer splits a text, and tokens have names of their own */
        return state_text(s, out);
    for (int t = 0; t < s->sentence->count; t++) {
        const char *word = state_word(s, s->sentence, t);
        char *plain = narrowed(word);
        bool apart = plain && *plain && !strpbrk(plain, separators);
        mem_free(plain);
        if (!apart)
            return false;
        uint32_t ch = 0;
        for (size_t left = strlen(word), n; !han && (n = utf8_decode(word, left, &ch)) > 0;
             word += n, left -= n)
            han = utf8_is_han(ch);
    }
    for (int t = 0; t < s->sentence->count; t++) {
        text_add(out, t == 0 ? "" : han ? "/" : " ");
        text_add(out, state_word(s, s->sentence, t));
    }
    struct segments seg = {0};
    bool ok = !out->failed && segment(&seg, s->lexicon, text_str(out));
    if (ok && seg.count != s->sentence->count)
        text_add(out, "/"); /* a single word that would be split */
    segment_finish(&seg);
    return ok && !out->failed;
}

bool segment_join(const struct state *s, struct text *out)
{
    struct text t = {0};
    bool ok = joined(s, &t);
    words_quote(out, ok ? text_str(&t) : "", true);
    text_finish(&t);
    return ok && !out->failed;
}

void segment_finish(struct segments *s)
{
    for (int i = 0; i < s->count; i++)
        mem_free(s->v[i]);
    mem_free(s->v);
    *s = (struct segments){0};
}
