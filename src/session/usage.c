#include "session/usage.h"

#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "state/param.h"

/* Placeholders. What is not here is itself to be typed (WQ). */
static const char *const placeholders[] = {
    TEXT_AS("usage", "ANSWER"),    TEXT_AS("usage", "BOX"),     TEXT_AS("usage", "CMD"),
    TEXT_AS("usage", "COL"),       TEXT_AS("usage", "COLUMNS"), TEXT_AS("usage", "COMMAND"),
    TEXT_AS("usage", "CONDITION"), TEXT_AS("usage", "EXPR"),    TEXT_AS("usage", "EXPRESSION"),
    TEXT_AS("usage", "FACTOR"),    TEXT_AS("usage", "FILE"),    TEXT_AS("usage", "FOLDER"),
    TEXT_AS("usage", "GAIN"),      TEXT_AS("usage", "ID"),      TEXT_AS("usage", "KEY"),
    TEXT_AS("usage", "KEYS"),      TEXT_AS("usage", "KIND"),    TEXT_AS("usage", "LESSON"),
    TEXT_AS("usage", "LETTER"),    TEXT_AS("usage", "MATRIX"),  TEXT_AS("usage", "NAME"),
    TEXT_AS("usage", "POS"),       TEXT_AS("usage", "ROW"),     TEXT_AS("usage", "ROWS"),
    TEXT_AS("usage", "SECONDS"),   TEXT_AS("usage", "SEED"),    TEXT_AS("usage", "SENTENCE"),
    TEXT_AS("usage", "STAGE"),     TEXT_AS("usage", "STATION"), TEXT_AS("usage", "STEP"),
    TEXT_AS("usage", "STEPS"),     TEXT_AS("usage", "TERM"),    TEXT_AS("usage", "TEXT"),
    TEXT_AS("usage", "TOPIC"),     TEXT_AS("usage", "VIEW"),    TEXT_AS("usage", "WHAT"),
    TEXT_AS("usage", "WORD"),      TEXT_AS("usage", "VERB"),    TEXT_AS("usage", "NOUN"),
    TEXT_AS("usage", "SHARE"),     TEXT_AS("usage", "DAY"),     TEXT_AS("usage", "ADDRESS"),
};

/* ---- reading ------------------------------------------------------------------------------ */

/* The words of a line as they are read by one form after the other. */
struct usage_reader {
    const struct words *w;
    struct usage_read *out;
    const char *end; /* of the form */
    int before;      /* fixed words that begin earlier forms */
    int far;         /* the furthest word that did not fit */
    int at;          /* the word whose choices are visited, -1: none */
    bool repeats;    /* the place has been filled already: no fixed words there */
    usage_visit visit;
    void *to;
};

/* Returns the bytes up to the sign at depth 0, or to the end. */
static size_t usage_span(const char *s, const char *end, char sign)
{
    int depth = 0;
    const char *p = s;
    for (; p < end && (depth > 0 || (*p != sign && *p != ']')); p++)
        depth += *p == '[' ? 1 : *p == ']' ? -1 : 0;
    return (size_t)(p - s);
}

/* Returns the end of the form that begins at s: " | " outside brackets, or the end of the words. */
static const char *usage_form(const char *s)
{
    const char *end = s + strlen(s), *p = s;
    while ((p += usage_span(p, end, '|')) < end && (p[-1] != ' ' || p[1] != ' '))
        p++;
    return p < end ? p - 1 : end;
}

static const char *usage_after(const char *form)
{
    return *form ? form + strlen(" | ") : form;
}

/* Splits off the next choice of a place. */
static struct usage_choice next_choice(const char **s, const char *end)
{
    struct usage_choice c = {.s = *s, .n = usage_span(*s, end, '|')};
    *s += c.n + (*s + c.n < end);
    while (c.n > 1 && strchr("*?", c.s[c.n - 1]))
        c.n--;
    const char *colon = memchr(c.s, ':', c.n);
    if (colon) {
        c.kind = colon + 1;
        c.kinds = (size_t)(c.s + c.n - c.kind);
        c.n = (size_t)(colon - c.s);
    }
    bool letter = c.s[*c.s == '-'] >= 'a' && c.s[*c.s == '-'] <= 'z';
    const char *dots = colon ? strstr(colon, "..") : NULL;
    c.bounded = dots && dots < c.kind + c.kinds;
    c.least = c.bounded ? strtol(c.kind, NULL, 10) : 0;
    c.most = c.bounded ? strtol(dots + 2, NULL, 10) : 0;
    c.fixed = (c.n == 1 && *c.s == '=') || (letter && !colon && !memchr(c.s, '=', c.n));
    return c;
}

/* Returns whether the word i of the line, which may be missing, can be at the place of n bytes at s. */
static bool takes(struct usage_reader *in, const char *s, size_t n, int i)
{
    const char *end = s + n;
    const struct word *word = i < in->w->count ? &in->w->v[i] : NULL;
    bool fits = false;
    int fixed = 0, way = -1;
    long number = 0;
    for (bool alone = usage_span(s, end, '|') == n; s < end;) {
        struct usage_choice c = next_choice(&s, end);
        c.form = alone && c.fixed && i == 1 ? (size_t)(in->end - c.s) : 0;
        if (i == in->at && !(in->repeats && c.fixed))
            in->visit(&c, in->to);
        if (word && c.fixed && !word->quoted && strlen(word->s) == c.n && memcmp(word->s, c.s, c.n) == 0)
            way = fixed;
        fits = fits || (!c.fixed && !c.bounded) ||
               (word && c.bounded &&
                number_parse_int(word->s, strlen(word->s), c.least, c.most, &number) == NUMBER_OK);
        fixed += c.fixed;
    }
    if (word && in->out && i < USAGE_WORDS) {
        in->out->way[i] = way < 0 ? -1 : way + (i == 1 ? in->before : 0);
        in->out->number[i] = number;
    }
    return word && (fits || way >= 0);
}

/* Reads the line from word i on by what is left of a form. */
static bool form_reads(struct usage_reader *in, const char *s, int i)
{
    while (s < in->end && strchr(" ]", *s))
        s++;
    bool more = i < in->w->count, ends = s == in->end;
    if (!ends && *s == '[')
        return form_reads(in, s + 1, i) || form_reads(in, s + 1 + usage_span(s + 1, in->end, ']'), i);
    size_t n = usage_span(s, in->end, ' ');
    bool may = !ends && s[n - 1] == '?', all = !ends && s[n - 1 - may] == '*',
         again = !ends && !all && (strncmp(s, "…", 3) == 0 || strncmp(s + n, " …", 4) == 0);
    bool rest = again || (!ends && n > 1 && memchr(s, '=', n));
    if ((all || rest) && i < in->at) {
        in->repeats = true;
        takes(in, s, n, in->at);
        in->repeats = false;
    }
    if (rest)
        return takes(in, s, n, i) || true;
    if (ends                 ? !more
        : takes(in, s, n, i) ? all || form_reads(in, s + n, i + 1)
                             : !more && may && form_reads(in, s + n, i))
        return true;
    in->far = i > in->far ? i : in->far;
    return false;
}

/* Returns how many fixed words are at the first place of a form. */
static int first_fixed(const char *s, const char *end)
{
    int count = 0;
    s += *s == '[';
    for (end = s + usage_span(s, end, ' '); s < end;)
        count += next_choice(&s, end).fixed;
    return count;
}

/* Reads the line by each form. The first that fits counts, unless a fixed word begins a later one. */
static bool each_form(struct usage_reader *in, const char *words)
{
    struct usage_read found;
    bool fits = false, surely = false;
    const char *s = words;
    do {
        in->end = usage_form(s);
        if (form_reads(in, s, 1) && in->out) {
            surely = in->out->way[1] >= 0;
            found = !fits || surely ? *in->out : found;
            fits = true;
        }
        in->before += first_fixed(s, in->end);
        s = usage_after(in->end);
    } while (*s && !surely);
    if (fits)
        *in->out = found;
    return fits;
}

bool usage_read(const char *words, const struct words *w, struct usage_read *out, int *wrong)
{
    struct usage_reader in = {.w = w, .out = out, .at = -1};
    *out = (struct usage_read){.way = {-1, -1, -1, -1, -1, -1}};
    bool fits = each_form(&in, words);
    *wrong = in.far;
    return fits;
}

void usage_choices(const char *words, const struct words *w, int at, usage_visit visit, void *to)
{
    struct usage_reader in = {.w = w, .at = at, .visit = visit, .to = to};
    each_form(&in, words);
}

/* ---- showing ------------------------------------------------------------------------------ */

static const char *placeholder_in(const char *word, size_t n, enum lang lang)
{
    for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders; i++) {
        const char *name = text_in(placeholders[i], LANG_EN);
        if (strlen(name) == n && strncmp(name, word, n) == 0)
            return text_in(placeholders[i], lang);
    }
    return NULL;
}

void usage_add(struct text *out, const char *usage, enum lang lang)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (size_t n; *usage; usage += n) {
        n = strspn(usage, capitals);
        const char *shown = n > 0 ? placeholder_in(usage, n, lang) : NULL;
        n = n > 0 ? n : strcspn(usage, capitals);
        if (shown)
            text_add(out, shown);
        else
            text_add_bytes(out, usage, n);
    }
}

/* Appends n bytes of the words of a command as they are shown. */
static void usage_show(struct text *out, const char *words, size_t n, enum lang lang)
{
    struct text shown = TEXT_HERE;
    for (size_t i = 0; i < n; i++) {
        i += words[i] == ':' ? strcspn(words + i, " |]*?") : 0;
        if (i < n && !strchr("*?", words[i]))
            text_add_char(&shown, words[i]);
    }
    usage_add(out, text_str(&shown), lang);
    text_finish(&shown);
}

void usage_command(struct text *out, const char *name, const char *words, enum lang lang)
{
    const char *s = words;
    do {
        const char *end = usage_form(s);
        text_addf(out, "%s%s%s", s == words ? "" : " | ", name, *words ? " " : "");
        const struct param *p = strncmp(s, "CHOICE", strlen("CHOICE")) == 0 ? param_find(name) : NULL;
        for (int i = 0; p && param_choice(p, i); i++)
            text_addf(out, "%s%s", i ? "|" : "", param_choice(p, i));
        if (!p)
            usage_show(out, s, (size_t)(end - s), lang);
        s = usage_after(end);
    } while (*s);
}

enum { CHOICES = 32, CHOICE_BYTES = 24 };
struct choices {
    struct usage_choice of[CHOICES];
    int count;
};

static void add_choice(const struct usage_choice *c, void *to)
{
    struct choices *all = to;
    if (all->count < CHOICES)
        all->of[all->count++] = *c;
}

void usage_expected(struct text *out, const char *words, const struct words *w, int at, enum lang lang)
{
    struct choices all = {.count = 0};
    char fixed[CHOICES][CHOICE_BYTES];
    const char *names[CHOICES + 1] = {NULL};
    int named = 0;
    usage_choices(words, w, at, add_choice, &all);
    for (int k = 0; k < all.count; k++) {
        const struct usage_choice *one = &all.of[k];
        const char *and = k == all.count - 1 ? TEXT(" or ") : TEXT_AS("usage", ", ");
        text_add(out, k == 0 ? "" : text_in(and, lang));
        usage_show(out, one->s, one->form ? one->form : one->n, lang);
        if (one->bounded)
            text_say(out, lang, TEXT(" from %ld to %ld"), one->least, one->most);
        if (one->fixed && one->n < CHOICE_BYTES) {
            memcpy(fixed[named], one->s, one->n);
            fixed[named][one->n] = '\0';
            names[named] = fixed[named];
            named++;
        }
    }
    const char *near = near_name(at < w->count ? w->v[at].s : "", names, sizeof *names);
    if (near)
        text_say(out, lang, TEXT(" (did you mean '%s'?)"), near);
}
