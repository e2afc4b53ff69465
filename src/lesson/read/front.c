/* The front matter: lines `key: value` between two lines `---`. */
#include <stddef.h>
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "lesson/read/reader.h"

/* What a key's value is; each function's own comment says more. */
struct front {
    struct lesson_reader *r;
    struct lesson *l;
    const char *file; /* required value of `lesson` */
    const struct front_key *row;
    struct lesson_line key, value;
};

struct front_key {
    const char *name;
    const char *needed;             /* its value in the template; NULL: it may be missing */
    void (*take)(struct front *at); /* NULL: free text */
    size_t to;                      /* the member of struct lesson that it fills, if any */
    const char *help;
};

static void take_lesson(struct front *at)
{
    at->l->id = at->value.s;
    if (!lesson_is_id(at->value.s))
        lesson_fault(at->r, at->value, TEXT("a lesson id consists of a-z, 0-9 and '-'"));
    else if (strcmp(at->value.s, at->file) != 0)
        lesson_fault(at->r, at->value,
                     TEXT("the lesson is called '%s' but its file is '%s.md': make them match"), at->value.s,
                     at->file);
}

static bool front_whole(struct front *at, long least, long most, int *out)
{
    long x;
    bool ok = number_parse_int(at->value.s, strlen(at->value.s), least, most, &x) == NUMBER_OK;
    if (ok)
        *out = (int)x;
    else
        lesson_fault(at->r, at->value, TEXT("%s must be a whole number from %ld to %ld"), at->key.s, least,
                     most);
    return ok;
}

static void take_format(struct front *at)
{
    int format;
    if (front_whole(at, 1, 1000, &format) && format != LESSON_FORMAT)
        lesson_fault(at->r, at->value, TEXT("unknown format %d (this program reads %d)"), format,
                     LESSON_FORMAT);
}

static void take_lang(struct front *at)
{
    enum lang lang = lang_of_code(at->value.s, strlen(at->value.s));
    at->r->text_lang = lang < LANG_COUNT ? (int)lang : -1;
    if (lang < LANG_COUNT)
        at->l->lang = lang;
    else
        lesson_fault(at->r, at->value, TEXT("lang must be one of %s, not '%s'"), LANG_CODES, at->value.s);
}

static void take_minutes(struct front *at)
{
    front_whole(at, 1, 240, &at->l->minutes);
}

static void take_scene(struct front *at)
{
    at->l->scene = at->value;
    if (!lesson_is_id(at->value.s))
        lesson_fault(at->r, at->value, TEXT("a scene name consists of a-z, 0-9 and '-'"));
}

static void take_next_lesson(struct front *at)
{
    at->l->next = at->value;
    if (!lesson_is_id(at->value.s))
        lesson_fault(at->r, at->value, TEXT("'%s' is not a lesson id"), at->value.s);
}

static void take_replies(struct front *at)
{
    at->l->quiet = strcmp(at->value.s, "none") == 0;
    if (!at->l->quiet)
        lesson_fault(at->r, at->value, TEXT("write 'replies: none', or leave the line out"));
}

static void take_unread(struct front *at)
{
    (void)at;
}

/* Adds the words of the value, one line each. */
static void take_word_list(struct front *at)
{
    for (struct lesson_line l = at->value; *l.s;) {
        size_t n = lesson_word(l);
        lesson_lines_add(at->r, (void *)((char *)at->l + at->row->to), lesson_part(at->r, l, n));
        l = lesson_rest(l, n);
    }
}

static void take_needs(struct front *at)
{
    take_word_list(at);
    for (int i = 0; i < at->l->needs.count; i++)
        if (!lesson_is_id(at->l->needs.v[i].s))
            lesson_fault(at->r, at->l->needs.v[i], TEXT("'%s' is not a lesson id; separate ids with spaces"),
                         at->l->needs.v[i].s);
}

static void take_teaches(struct front *at)
{
    take_word_list(at);
    for (int i = 0; i < at->l->teaches.count; i++)
        if (strcmp(at->l->teaches.v[i].s, "expressions") != 0)
            lesson_fault(at->r, at->l->teaches.v[i],
                         TEXT("'%s' is not known here; only 'teaches: expressions' has an effect"),
                         at->l->teaches.v[i].s);
}

#define TO(member) offsetof(struct lesson, member)

static const struct front_key keys[] = {
    {"lesson", "my-lesson", take_lesson, 0, TEXT("the name of the file, without .md")},
    {"format", "1", take_format, 0, "1"},
    {"lang", "en", take_lang, 0, LANG_CODES},
    {"minutes", "5", take_minutes, 0, TEXT("how long the lesson takes")},
    {"scene", "dog-cat", take_scene, 0,
     TEXT("the scene that it begins with (the command 'scene' lists them)")},
    {"needs", NULL, take_needs, TO(needs), TEXT("lessons to do first, by name")},
    {"misconceptions", NULL, take_unread, 0, TEXT("those that it treats, by number; for authors")},
    {"seeds", NULL, take_unread, 0, TEXT("what it draws on; for authors")},
    {"plain", NULL, take_word_list, TO(plain),
     TEXT("numbers that nothing recomputes. A decimal, a percentage or an integer of four or more digits is "
          "an error unless it is linked, [0.43](weight(dog,dog)), or listed here")},
    {"teaches", NULL, take_teaches, TO(teaches),
     TEXT("expressions: the text may contain expressions, to teach them")},
    {"next", NULL, take_next_lesson, 0, TEXT("the lesson that follows, if not the next of the course")},
    {"replies", NULL, take_replies, 0,
     TEXT("none: answers are taken once, and nothing says what is right; for an inventory")},
    {"author", NULL, NULL, 0, TEXT("who wrote it; for readers of the file")},
    {"reviewed", NULL, NULL, 0, TEXT("who read it, and when; for readers of the file")},
    {NULL, NULL, NULL, 0, NULL},
};
enum { KEYS = sizeof keys / sizeof *keys };

const char *lesson_front_key(int i, const char **help)
{
    *help = keys[i].help;
    return keys[i].name;
}

/* Reads one line, which it splits at its first colon. */
static void take_entry(struct front *at, struct lesson_line l, int seen[KEYS])
{
    l = lesson_rest(l, 0);
    size_t n = strcspn(l.s, ":"), len = 1;
    const char *wide = strstr(l.s, "：");
    if (wide && (size_t)(wide - l.s) < n) {
        n = (size_t)(wide - l.s);
        len = strlen("：");
    }
    if (!l.s[n]) {
        lesson_fault(at->r, l, TEXT("front matter lines are 'key: value'; this line has no ':'"));
        return;
    }
    struct lesson_line key = at->key = lesson_part(at->r, l, n);
    at->value = lesson_rest(l, n + len);
    if (len > 1)
        lesson_remark(at->r, lesson_at(l.line, key.col + (int)n), TEXT("full-width '%s' accepted as '%c'"),
                      "：", ':');
    int k = 0;
    while (keys[k].name && strcmp(keys[k].name, key.s) != 0)
        k++;
    const char *near = near_name(key.s, keys, sizeof *keys);
    if (!keys[k].name && near)
        lesson_fault(at->r, key, TEXT("no key '%s': did you mean '%s'?"), key.s, near);
    else if (!keys[k].name)
        lesson_fault(at->r, key,
                     TEXT("no key '%s' (lesson format lang minutes scene, needs misconceptions seeds plain "
                          "teaches next replies author reviewed)"),
                     key.s);
    else if (seen[k])
        lesson_fault(at->r, key, TEXT("duplicate '%s' (first on line %d)"), key.s, seen[k]);
    else if (!*at->value.s)
        lesson_fault(at->r, key, TEXT("'%s' has no value: write '%s: VALUE'"), key.s, key.s);
    if (!keys[k].name || seen[k])
        return;
    seen[k] = key.line;
    at->row = &keys[k];
    if (!at->row->take)
        return;
    at->value = lesson_narrow(at->r, at->value);
    if (*at->value.s)
        at->row->take(at);
}

int lesson_front(struct lesson_reader *r, struct lesson *l, const char *file)
{
    struct front at = {.r = r, .l = l, .file = file};
    int seen[KEYS] = {0}, line = 2;
    bool closed = false;
    l->lang = r->lang;
    if (strcmp(lesson_source_line(r, 1).s, "---") != 0) {
        lesson_fault(r, lesson_at(1, 1), TEXT("a lesson begins with '---' and 'key: value' lines"));
        return 1;
    }
    for (; line <= r->lines && !closed; line++) {
        struct lesson_line text = lesson_source_line(r, line);
        closed = strcmp(text.s, "---") == 0;
        if (*text.s == '#')
            break;
        if (*text.s && !closed)
            take_entry(&at, text, seen);
    }
    if (!closed)
        lesson_fault(r, lesson_at(line <= r->lines ? line : r->lines, 1),
                     TEXT("the front matter is not closed: a line '---' is missing"));
    for (int k = 0; keys[k].name; k++)
        if (keys[k].needed && !seen[k]) {
            lesson_fault(r, lesson_at(1, 1), TEXT("the front matter lacks '%s: …' (for example '%s: %s')"),
                         keys[k].name, keys[k].name, keys[k].needed);
            l->lacking++;
            if (keys[k].take == take_scene) /* so that the rest can be judged, on the template's scene */
                l->scene.s = keys[k].needed;
        }
    return line;
}
