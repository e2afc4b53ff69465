#include "lesson/play/explain.h"

#include <string.h>
#include <strings.h>

#include "base/near.h"
#include "base/utf8.h"
#include "lesson/play/files.h"
#include "lesson/read/glossary.h"

/* The glossary in the language of the screen and in the other one. */
struct both {
    struct glossary own, other;
};

static bool read_glossary(struct glossary *g, enum lang lang)
{
    struct text bytes = {0}, path = {0};
    struct complaints complaints = {0};
    bool ok = lesson_page_bytes("glossary", lang, &bytes, &path) &&
              glossary_read(g, text_str(&path), text_str(&bytes), bytes.len, lang, &complaints);
    complaints_finish(&complaints);
    text_finish(&bytes);
    text_finish(&path);
    return ok;
}

/* Returns whether there is a glossary in this language; the other one may be missing. */
static bool read_both(struct both *b, enum lang lang)
{
    *b = (struct both){0};
    bool ok = read_glossary(&b->own, lang);
    read_glossary(&b->other, lang_other(lang));
    return ok;
}

static void finish_both(struct both *b)
{
    glossary_finish(&b->own);
    glossary_finish(&b->other);
}

/* ---- one term, or all ------------------------------------------------------------------ */

static void add_prose(struct text *out, const struct prose *p)
{
    for (int i = 0; i < p->count; i++) {
        text_add(out, "  ");
        for (int k = 0; k < p->v[i].count; k++)
            text_add(out, p->v[i].v[k].text.s);
        text_add(out, "\n");
    }
}

/* Writes the term in both languages (查询  query), then its explanation; below a blank line, if any stands
 * above. */
static void add_term(struct text *out, const struct both *b, int at)
{
    const struct glossary *g = &b->own;
    const struct glossary_term *counterpart = glossary_find(&b->other, g->v[at].id.s);
    text_addf(out, "%s%s", out->len > 0 ? "\n" : "", g->v[at].title.s);
    if (counterpart)
        text_addf(out, "  %s", counterpart->title.s);
    text_add(out, "\n");
    add_prose(out, &g->v[at].text);
}

static bool links_to(const struct prose *p, const char *id)
{
    bool found = false;
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->v[i].count; k++)
            found = found || (p->v[i].v[k].kind == SPAN_TERM && strcmp(p->v[i].v[k].target, id) == 0);
    return found;
}

static bool in_step(const struct lesson_step *step, const char *id)
{
    return step && (links_to(&step->narration, id) || links_to(&step->reveal, id));
}

/* The terms of the step that is open come first. */
static void add_all(struct text *out, const struct host *h, const struct both *b, enum lang lang)
{
    const struct glossary *g = &b->own;
    const struct lesson_step *step = h->model->lesson ? lesson_now(h->model->lesson).step : NULL;
    for (int i = 0; i < g->count; i++)
        if (in_step(step, g->v[i].id.s))
            add_term(out, b, i);
    text_addf(out, "%s%s\n", out->len > 0 ? "\n" : "", g->title.s);
    text_add(out,
             text_in(TEXT("  :glossary WORD shows one of them\n", "  :glossary 词 只看其中一个\n"), lang));
    for (int i = 0; i < g->count; i++)
        if (!in_step(step, g->v[i].id.s))
            add_term(out, b, i);
}

/* ---- finding --------------------------------------------------------------------------- */

/* A word that is looked for, and how far the nearest name seen so far is from it. */
struct search {
    const char *word;
    int far;
};

enum { SAME, INSIDE, LETTERS, WORDS = LETTERS + 4, TOO_FAR };

static bool is_same(void *arg, const char *name)
{
    const struct search *s = arg;
    return strcasecmp(s->word, name) == 0;
}

static void lower(const char *s, struct text *out)
{
    for (; *s; s++)
        text_add_char(out, *s >= 'A' && *s <= 'Z' ? (char)(*s - 'A' + 'a') : *s);
}

/* Returns whether two names share a word of at least three letters, or a Han character. */
static bool shares(const char *a, const char *b)
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

/* Keeps the least distance: the same, one inside the other, a few letters, a word in common. */
static bool measure(void *arg, const char *name)
{
    struct search *s = arg;
    struct text word = TEXT_HERE, other = TEXT_HERE;
    lower(s->word, &word);
    lower(name, &other);
    const char *a = text_str(&word), *b = text_str(&other);
    int limit = word.len < 5 ? 1 : 2, letters = near_distance(a, b, limit);
    bool inside =
        (word.len > 2 && strstr(b, a)) || (other.len > 3 && strstr(a, b)); /* 值 alone is in too much */
    int far = letters <= limit ? LETTERS + letters : shares(a, b) ? WORDS : TOO_FAR;
    far = inside ? INSIDE : far;
    far = strcmp(a, b) == 0 ? SAME : far;
    s->far = far < s->far ? far : s->far;
    text_finish(&word);
    text_finish(&other);
    return false;
}

/* Calls `each` with all names of term `at`, in both languages, until it returns true. */
static bool all_names(const struct both *b, int at, bool (*each)(void *, const char *), void *arg)
{
    const struct glossary_term *own = &b->own.v[at], *other = glossary_find(&b->other, own->id.s);
    return glossary_each_name(own, each, arg) || (other && glossary_each_name(other, each, arg));
}

/* Returns the term that has exactly this name, or -1. */
static int named(const struct both *b, const char *name)
{
    struct search s = {name, TOO_FAR};
    for (int i = 0; i < b->own.count; i++)
        if (all_names(b, i, is_same, &s))
            return i;
    return -1;
}

static int distance(const struct both *b, int at, const char *word)
{
    struct search s = {word, TOO_FAR};
    all_names(b, at, measure, &s);
    return s.far;
}

/* Returns the only term with a name that contains the word, or is in it; -1: there are none, or several. */
static int only_inside(const struct both *b, const char *word)
{
    int found = -1, count = 0;
    for (int i = 0; i < b->own.count; i++)
        if (distance(b, i, word) == INSIDE && ++count)
            found = i;
    return count == 1 ? found : -1;
}

/* Returns the first term whose explanation mentions the word, or -1. */
static int mentioned(const struct both *b, const char *word)
{
    int found = -1;
    for (int i = 0; i < b->own.count && found < 0; i++) {
        struct text t = TEXT_HERE;
        add_prose(&t, &b->own.v[i].text);
        found = strstr(text_str(&t), word) ? i : -1;
        text_finish(&t);
    }
    return found;
}

static void add_near(struct text *out, const struct both *b, const char *word, enum lang lang)
{
    enum { NEAREST = 4 };
    int count = 0;
    for (int far = SAME; far < TOO_FAR; far++)
        for (int i = 0; i < b->own.count && count < NEAREST; i++)
            if (distance(b, i, word) == far)
                text_addf(out, "%s%s", count++ ? text_in(TEXT(", ", "、"), lang) : "", b->own.v[i].title.s);
}

/* Returns the term with this name, else the only one with a name like it, else the first that mentions it;
 * -1. */
static int nearest(const struct both *b, const char *name)
{
    int at = named(b, name);
    at = at < 0 ? only_inside(b, name) : at;
    return at < 0 ? mentioned(b, name) : at;
}

bool explain_term(struct text *out, enum lang lang, const char *name, bool loosely)
{
    struct both b;
    int at = !read_both(&b, lang) ? -1 : loosely ? nearest(&b, name) : named(&b, name);
    if (at >= 0)
        add_term(out, &b, at);
    finish_both(&b);
    return at >= 0;
}

void explain_near(struct text *out, enum lang lang, const char *word)
{
    struct both b;
    if (read_both(&b, lang))
        add_near(out, &b, word, lang);
    finish_both(&b);
}

static bool no_term(const struct both *b, const char *name, struct reply *r)
{
    struct text near = TEXT_HERE;
    add_near(&near, b, name, r->lang);
    if (near.len > 0)
        reply_fail(r, 0,
                   TEXT("no term '%s' in the glossary: did you mean one of these? %s",
                        "术语表里没有“%s”：是不是其中之一？%s"),
                   name, text_str(&near));
    else
        reply_fail(r, 0,
                   TEXT("no term '%s' in the glossary ('glossary' lists them)",
                        "术语表里没有“%s”（glossary 列出全部）"),
                   name);
    text_finish(&near);
    return false;
}

bool explain_glossary(struct host *h, const char *name, struct reply *r)
{
    struct both b;
    bool ok = read_both(&b, r->lang) || reply_fail(r, 0, TEXT("there is no glossary", "没有术语表"));
    int at = ok && *name ? nearest(&b, name) : -1;
    if (at >= 0)
        add_term(&r->text, &b, at);
    else if (ok && *name)
        ok = no_term(&b, name, r);
    else if (ok)
        add_all(&r->text, h, &b, r->lang);
    finish_both(&b);
    return ok;
}
