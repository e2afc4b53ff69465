/* Names of words and heads in each language, so that one scene serves lessons in both. */
#include <string.h>

#include "base/number.h"
#include "command/assign.h"
#include "command/command.h"

/* The options of `token`: shown names, and the index of the first number (0: none). */
struct told {
    struct pair shown;
    int numbers;
};

/* Reads what follows the command's first word; `form` says how it is written. */
static bool read_told(struct call *c, struct told *t, const char *form)
{
    int i = 2;
    for (; i < c->w->count && !t->numbers; i += 3) {
        const char *key = call_word(c, i);
        if (strcmp(call_word(c, i + 1), "=") != 0 || i + 2 >= c->w->count)
            break;
        if (strcmp(key, "en") == 0)
            t->shown.en = call_word(c, i + 2);
        else if (strcmp(key, "zh") == 0)
            t->shown.zh = call_word(c, i + 2);
        else if (strcmp(key, "x") == 0)
            t->numbers = i + 2;
        else
            break;
    }
    if (i < c->w->count && !t->numbers)
        return call_fail(c, i, TEXT("write '%s' (each part may be left out)"), text_in(form, c->r->lang));
    return true;
}

/* Refuses a shown name that another word of the two sequences already has: it would be ambiguous. */
static bool check_name(struct call *c, const struct state *s, int word, const char *name)
{
    const struct sequence *both[] = {s->sentence, s->memory};
    for (int q = 0; name && q < 2; q++)
        for (int t = 0; both[q] && t < both[q]->count; t++)
            if (both[q]->id[t] != word &&
                lemma_is(lexicon_at(s->lexicon, both[q]->id[t]), name, strlen(name)))
                return call_fail(c, 1, TEXT("another word here is already called %s"), name);
    return true;
}

static bool token_into(struct call *c, struct state *next)
{
    struct told told = {0};
    if (!read_told(c, &told, TEXT("token WORD en=NAME zh=NAME x= V V …")))
        return false;
    int word = lexicon_intern(&next->lexicon, call_word(c, 1), next->set.d);
    bool ok = word >= 0 || reply_no_memory(c->r);
    if (ok && (told.shown.en || told.shown.zh))
        ok = check_name(c, next, word, told.shown.en) && check_name(c, next, word, told.shown.zh) &&
             (lexicon_show(&next->lexicon, word, told.shown) || reply_no_memory(c->r));
    if (!ok || !told.numbers)
        return ok;
    struct value *x = value_new(1, next->set.d);
    int first = told.numbers, given = c->w->count - first;
    ok = x || reply_no_memory(c->r);
    if (ok && given != next->set.d)
        ok = call_fail(c, first, TEXT("%s has d = %d entries, not %d: write %d numbers"), call_word(c, 1),
                       next->set.d, given, next->set.d);
    for (int j = 0; ok && j < x->cols; j++)
        ok = assign_number(c, first + j, &x->v[j]);
    ok = ok && (lexicon_set(&next->lexicon, word, x) || reply_no_memory(c->r));
    value_drop(x);
    return ok;
}

/* role hN [en=NAME] [zh=NAME]: what a head of the layer in view looks for. */
static bool role_into(struct call *c, struct state *next)
{
    struct told told = {0};
    const char *head = call_word(c, 1);
    int heads = next->set.heads;
    long h = 0;
    if (*head != 'h' || number_parse_int(head + 1, strlen(head + 1), 1, heads, &h) != NUMBER_OK)
        return call_fail(c, 1, TEXT("no head '%s' (h1 to h%d)"), head, heads);
    if (!read_told(c, &told, TEXT("role hN en=NAME zh=NAME")))
        return false;
    if (told.numbers)
        return call_fail(c, told.numbers - 2, TEXT("a head has a name, but no x"));
    if (next->look.layer >= STATE_NAMED_LAYERS)
        return call_fail(c, 1, TEXT("only the heads of layers 0 to %d can have names"),
                         STATE_NAMED_LAYERS - 1);
    if ((told.shown.en && strlen(told.shown.en) >= HEAD_NAME_BYTES) ||
        (told.shown.zh && strlen(told.shown.zh) >= HEAD_NAME_BYTES))
        return call_fail(c, 1, TEXT("the name of a head has at most %d bytes"), HEAD_NAME_BYTES - 1);
    return head_names_set(&next->head_names[next->look.layer], heads, (int)h - 1, told.shown) ||
           reply_no_memory(c->r);
}

const struct command cmd_token[] = {
    {"token", "WORD [en=NAME] [zh=NAME] [x= V …]", NULL, token_into, COMMAND_STATE, "token dog en=hound",
     TEXT("defines a word: its name in each language and its embedding")},
    {"role", "hN:name [en=NAME] [zh=NAME]", NULL, role_into, COMMAND_STATE, "role h1 en=doer zh=谁做",
     TEXT("names a head by what it looks for, in each language; no name removes it")},
    COMMAND_LAST,
};
