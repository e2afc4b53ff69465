#include "cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "keep/file.h"
#include "base/mem.h"
#include "base/near.h"
#include "base/reply.h"
#include "session/usage.h"

enum {
    LONG = 0x110000
}; /* getopt_long returns LONG + i for the long option in row i; smaller values are characters */

/* The table in the form that getopt_long takes. */
struct syntax {
    struct text letters;
    struct option *longs;
};

static bool is_long(const struct option_row *row)
{
    return row->name[1] == '-';
}

/* "+": stop at a word that is not an option. Libraries differ in how they would move such words to the end.
 * ":": return ':' for a missing value and print nothing. */
static bool syntax_make(struct syntax *s, const struct option_row *rows)
{
    int count = 0, n = 0;
    while (rows[count].name)
        count++;
    s->longs = mem_new((size_t)count + 1, sizeof *s->longs);
    text_add(&s->letters, "+:");
    for (int i = 0; s->longs && i < count; i++) {
        const struct option_row *row = &rows[i];
        if (is_long(row))
            s->longs[n++] =
                (struct option){row->name + 2, row->value ? required_argument : no_argument, NULL, LONG + i};
        else
            text_addf(&s->letters, "%c%s", row->name[1], row->value ? ":" : "");
    }
    return s->longs && !s->letters.failed;
}

/* Returns the row for a return value of getopt_long, or NULL. */
static const struct option_row *option_row_of(const struct option_row *rows, int key)
{
    for (int i = 0; rows[i].name; i++)
        if (key == (is_long(&rows[i]) ? LONG + i : rows[i].name[1]))
            return &rows[i];
    return NULL;
}

static void lang_from_environment(struct options *o)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            o->lang = lang_wished(value);
            return;
        }
    }
}

/* ---- mistakes ------------------------------------------------------------------ */

/* Prints the failure and frees it. */
static int wrong(struct reply *r)
{
    file_complain_of(r);
    reply_finish(r);
    return EXIT_USAGE;
}

static int option_needs_value(const struct options *o, const struct option_row *row)
{
    struct reply r = {.lang = o->lang};
    struct text value = TEXT_HERE;
    usage_add(&value, row->value, o->lang);
    reply_fail(&r, 0, TEXT("missing value after '%s' (%s)"), row->name, text_str(&value));
    text_finish(&value);
    return wrong(&r);
}

static bool is_list(const char *value)
{
    return value && strchr(value, '|');
}

/* Lists the options that `name` abbreviates; returns their number. */
static int abbreviated(const struct option_row *row, const char *name, struct text *list)
{
    int count = 0;
    for (; row->name; row++)
        if (is_long(row) && strncmp(row->name, name, strlen(name)) == 0)
            text_addf(list, "%s%s", count++ ? " " : "", row->name);
    return count;
}

static int unknown_long(const struct options *o, const char *word)
{
    struct reply r = {.lang = o->lang};
    struct text name = {0}, list = {0};
    text_add_bytes(&name, word, strcspn(word, "="));
    const char *near = near_name(text_str(&name), o->rows, sizeof *o->rows);
    if (abbreviated(o->rows, text_str(&name), &list) > 1)
        reply_fail(&r, 0, TEXT("'%s' is ambiguous (%s)"), text_str(&name), text_str(&list));
    else if (near)
        reply_fail(&r, 0, TEXT("unknown option '%s' (did you mean %s?)"), text_str(&name), near);
    else
        reply_fail(&r, 0, TEXT("unknown option '%s' (qkv --help)"), text_str(&name));
    text_finish(&name);
    text_finish(&list);
    return wrong(&r);
}

/* Reports an unknown letter of `word`, which may be a long option typed with one '-'. */
static int unknown_letter(const struct options *o, int letter, const char *word)
{
    struct reply r = {.lang = o->lang};
    const char *near = near_name(word, o->rows, sizeof *o->rows);
    char name[] = {'-', (char)letter, '\0'};
    bool typed = letter > ' ' && letter < 0x7f; /* else a byte of a longer character */
    if (near && near[1] == '-')
        reply_fail(&r, 0, TEXT("unknown option '%s' (did you mean %s?)"), word, near);
    else
        reply_fail(&r, 0, TEXT("unknown option '%s' (qkv --help)"), typed ? name : word);
    return wrong(&r);
}

/* Reports why getopt_long returned '?' for `word`. */
static int unknown(const struct options *o, const char *word)
{
    const struct option_row *row = option_row_of(o->rows, optopt);
    if (row) {
        struct reply r = {.lang = o->lang};
        reply_fail(&r, 0, TEXT("%s does not take a value"), row->name);
        return wrong(&r);
    }
    return strncmp(word, "--", 2) == 0 ? unknown_long(o, word) : unknown_letter(o, optopt, word);
}

/* ---- reading ------------------------------------------------------------------- */

/* Returns the index of the value in "a|b", or -1. */
static int index_in(const char *list, const char *value)
{
    size_t n = strlen(value);
    for (int i = 0;; i++) {
        size_t length = strcspn(list, "|");
        if (length == n && memcmp(list, value, n) == 0)
            return i;
        if (!list[length])
            return -1;
        list += length + 1;
    }
}

/* Returns the field at a row's offset. */
static void *field(struct options *o, size_t offset)
{
    return (char *)o + offset;
}

static bool take_value(struct options *o, const struct option_row *row, const char *value)
{
    int index = is_list(row->value) ? index_in(row->value, value) : 0;
    if (row->set)
        return row->set(o, value);
    if (row->flag)
        *(bool *)field(o, row->flag) = true;
    if (row->word)
        *(const char **)field(o, row->word) = value;
    if (row->choice)
        *(int *)field(o, row->choice) = index;
    return index >= 0;
}

static int take_option(struct options *o, const struct option_row *row, const char *value)
{
    if (!take_value(o, row, value)) {
        struct reply r = {.lang = o->lang};
        reply_fail(&r, 0, TEXT("%s: invalid value '%s' (%s)"), row->name, value,
                   is_list(row->value) ? row->value : text_in(row->help, o->lang));
        return wrong(&r);
    }
    if (row->tool) {
        o->tool = row->tool;
        o->argument = value;
    }
    return -1;
}

static int read_words(struct options *o, const struct syntax *s, int argc, char **argv)
{
    int status = -1;
    bool ended = false;
    optind = 0; /* restart, even if the last call stopped inside a word */
    while (status < 0 && !ended) {
        int at = optind > 0 ? optind : 1,
            key = getopt_long(argc, argv, text_str(&s->letters), s->longs, NULL);
        const struct option_row *row = option_row_of(o->rows, key);
        if (key == -1 && optind == at && at < argc) {
            o->files[o->file_count++] = argv[optind++];
        } else if (row) {
            status = take_option(o, row, optarg);
            ended = row->ends;
        } else if (key == -1) {
            ended = true; /* at the end, or after "--" */
        } else {
            status =
                key == ':' ? option_needs_value(o, option_row_of(o->rows, optopt)) : unknown(o, argv[at]);
        }
    }
    while (status < 0 && optind < argc)
        o->files[o->file_count++] = argv[optind++];
    return status;
}

int options_read(struct options *o, const struct option_row *rows, int argc, char **argv)
{
    struct syntax s = {0};
    int status = EXIT_FAILED;
    o->rows = rows;
    lang_from_environment(o);
    o->commands = mem_new((size_t)argc + 1, sizeof *o->commands);
    o->files = mem_new((size_t)argc + 1, sizeof *o->files);
    if (o->commands && o->files && syntax_make(&s, rows))
        status = read_words(o, &s, argc, argv);
    else
        file_complain(text_in(TEXT("qkv: error: not enough memory\n"), o->lang));
    text_finish(&s.letters);
    mem_free(s.longs);
    return status;
}

void options_finish(struct options *o)
{
    mem_free(o->commands);
    mem_free(o->files);
    *o = (struct options){0};
}
