#include "lesson/play/explain.h"

#include <string.h>

#include "base/near.h"
#include "base/utf8.h"
#include "lesson/play/files.h"
#include "lesson/read/glossary.h"

/* The glossary in every language; that of the screen is explained, the others give names. */
struct book {
    struct glossary in[LANG_COUNT];
    const struct glossary *own;
};

/* Returns whether there is a glossary in this language, or else that it uses; others may be missing. */
static bool open_book(struct book *b, enum lang own)
{
    bool there[LANG_COUNT];
    *b = (struct book){.own = NULL};
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        struct text bytes = {0}, path = {0};
        struct complaints complaints = {0};
        there[lang] = lesson_page_bytes("glossary", (enum lang)lang, &bytes, &path) &&
                      glossary_read(&b->in[lang], text_str(&path), text_str(&bytes), bytes.len,
                                    (enum lang)lang, &complaints);
        complaints_finish(&complaints);
        text_finish(&bytes);
        text_finish(&path);
    }
    own = there[own] ? own : languages[own].words;
    b->own = &b->in[own];
    return there[own];
}

static void close_book(struct book *b)
{
    for (int lang = 0; lang < LANG_COUNT; lang++)
        glossary_finish(&b->in[lang]);
}

static void add_prose(struct text *out, const struct prose *p)
{
    for (int i = 0; i < p->count; i++) {
        text_add(out, "  ");
        for (int k = 0; k < p->v[i].count; k++)
            text_add(out, p->v[i].v[k].text.s);
        text_add(out, "\n");
    }
}

/* Writes the term in every language (查询  query), then its explanation; below a blank line, if any stands
 * above. */
static void add_term(struct text *out, const struct book *b, int at)
{
    const struct glossary_term *t = &b->own->v[at];
    text_addf(out, "%s%s", out->len > 0 ? "\n" : "", t->title.s);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        const struct glossary_term *other = glossary_find(&b->in[lang], t->id.s);
        if (other && other != t)
            text_addf(out, "  %s", other->title.s);
    }
    text_add(out, "\n");
    add_prose(out, &t->text);
}

/* Returns whether a step that is open (else NULL) links to a term. */
static bool in_step(const struct lesson_step *step, const char *id)
{
    bool found = false;
    if (!step)
        return false;
    const struct prose *texts[] = {&step->narration, &step->reveal};
    for (int n = 0; n < 2; n++)
        for (int i = 0; i < texts[n]->count; i++)
            for (int k = 0; k < texts[n]->v[i].count; k++) {
                const struct span *s = &texts[n]->v[i].v[k];
                found = found || (s->kind == SPAN_TERM && strcmp(s->target, id) == 0);
            }
    return found;
}

/* A word that is looked for, and how far the nearest name seen so far is from it. */
struct search {
    const char *word;
    int far;
};

enum { SAME, INSIDE, LETTERS, WORDS = LETTERS + 4, TOO_FAR };

/* Returns whether two names share a word of at least three letters, or a Han character. */
static bool share_word(const char *a, const char *b)
{
    enum { LEAST = 3 };
    size_t n;
    for (; *a; a += n + (a[n] == ' ')) {
        struct cluster c;
        bool letters = (unsigned char)*a < 0x80;
        n = letters ? strcspn(a, " -") : utf8_cluster(a, strlen(a), &c);
        n += n == 0;
        char part[80] = "";
        if (n < sizeof part && n >= LEAST) {
            memcpy(part, a, n);
            if (strstr(b, part))
                return true;
        }
    }
    return false;
}

/* Keeps the least distance: the same, in any case, one inside the other, a few letters, a word in common. */
static bool measure_name(void *arg, const char *name)
{
    struct search *s = arg;
    struct text word = TEXT_HERE, other = TEXT_HERE;
    text_add_lower(&word, s->word, strlen(s->word));
    text_add_lower(&other, name, strlen(name));
    const char *a = text_str(&word), *b = text_str(&other);
    int limit = word.len < 5 ? 1 : 2, letters = near_distance(a, b, limit);
    bool inside =
        (word.len > 2 && strstr(b, a)) || (other.len > 3 && strstr(a, b)); /* 值 alone is in too much */
    int far = letters <= limit ? LETTERS + letters : share_word(a, b) ? WORDS : TOO_FAR;
    far = inside ? INSIDE : far;
    far = strcmp(a, b) == 0 ? SAME : far;
    s->far = far < s->far ? far : s->far;
    text_finish(&word);
    text_finish(&other);
    return s->far == SAME;
}

/* Returns how far the nearest name of term `at` is from a word, in all languages. */
static int distance(const struct book *b, int at, const char *word)
{
    struct search s = {word, TOO_FAR};
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        const struct glossary_term *t = glossary_find(&b->in[lang], b->own->v[at].id.s);
        if (t)
            glossary_each_name(t, measure_name, &s);
    }
    return s.far;
}

static void add_near(struct text *out, const struct book *b, const char *word, enum lang lang)
{
    enum { NEAREST = 4 };
    int count = 0;
    for (int far = SAME; far < TOO_FAR; far++)
        for (int i = 0; i < b->own->count && count < NEAREST; i++)
            if (distance(b, i, word) == far)
                text_addf(out, "%s%s", count++ ? text_in(TEXT_AS("explain", ", "), lang) : "",
                          b->own->v[i].title.s);
}

/* Returns the term with this name; `loosely`: else the only one with a name that contains it or is in it,
 * else the first whose explanation mentions it. -1: there is none. */
static int find_term(const struct book *b, const char *name, bool loosely)
{
    int inside = -1, count = 0, mentioned = -1;
    for (int i = 0; i < b->own->count; i++) {
        int far = distance(b, i, name);
        struct text t = TEXT_HERE;
        if (far == SAME)
            return i;
        inside = far == INSIDE && count++ == 0 ? i : inside;
        add_prose(&t, &b->own->v[i].text);
        mentioned = mentioned < 0 && strstr(text_str(&t), name) ? i : mentioned;
        text_finish(&t);
    }
    return !loosely ? -1 : count == 1 ? inside : mentioned;
}

bool explain_term(struct text *out, enum lang lang, const char *name, bool loosely)
{
    struct book b;
    int at = open_book(&b, lang) ? find_term(&b, name, loosely) : -1;
    if (at >= 0)
        add_term(out, &b, at);
    close_book(&b);
    return at >= 0;
}

void explain_near(struct text *out, enum lang lang, const char *word)
{
    struct book b;
    if (open_book(&b, lang))
        add_near(out, &b, word, lang);
    close_book(&b);
}

bool explain_glossary(struct host *h, const char *name, struct reply *r)
{
    struct book b;
    struct text near = TEXT_HERE;
    bool ok = open_book(&b, r->lang) || reply_fail(r, 0, TEXT("there is no glossary"));
    int at = ok && *name ? find_term(&b, name, true) : -1;
    if (at >= 0) {
        add_term(&r->text, &b, at);
    } else if (ok && *name) {
        add_near(&near, &b, name, r->lang);
        ok = near.len > 0
                 ? reply_fail(r, 0, TEXT("no term '%s' in the glossary: did you mean one of these? %s"), name,
                              text_str(&near))
                 : reply_fail(r, 0, TEXT("no term '%s' in the glossary ('glossary' lists them)"), name);
    } else if (ok) { /* the terms of the step that is open come first */
        const struct lesson_step *step = lesson_now(h->session->lesson).step;
        for (int others = 0; others < 2; others++) {
            if (others)
                text_addf(&r->text, "%s%s\n%s", r->text.len > 0 ? "\n" : "", b.own->title.s,
                          text_in(TEXT("  :glossary WORD shows one of them\n"), r->lang));
            for (int i = 0; i < b.own->count; i++)
                if (in_step(step, b.own->v[i].id.s) != others)
                    add_term(&r->text, &b, i);
        }
    }
    text_finish(&near);
    close_book(&b);
    return ok;
}
