/* The user's bindings override the defaults, a table in bindings.c. */
#include "session/keymap.h"

#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

static struct binding *own_binding(const struct keymap *k, const char *context, const char *key)
{
    for (int i = 0; i < k->count; i++)
        if (strcmp(k->v[i].key, key) == 0 && strcmp(k->v[i].context, context) == 0)
            return &k->v[i];
    return NULL;
}

static const struct binding *default_binding(const char *context, const char *key)
{
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (strcmp(b->key, key) == 0 && strcmp(b->context, context) == 0)
            return b;
    return NULL;
}

const struct binding *keymap_find(const struct keymap *k, const char *context, const char *key)
{
    const struct binding *found = NULL;
    for (const char *blank = strchr(context, ' '); blank && !found; blank = strchr(context, ' ')) {
        char one[16] = "";
        size_t n = (size_t)(blank - context);
        memcpy(one, context, n < sizeof one ? n : sizeof one - 1);
        found = own_binding(k, one, key);
        found = found ? found : default_binding(one, key);
        context = blank + 1;
    }
    /* The last is a view: in both, it and "all", the user's bindings come before the defaults. */
    const char *const last[] = {context, "all"};
    for (int i = 0; i < 4 && !found; i++)
        found = i < 2 ? own_binding(k, last[i], key) : default_binding(last[i - 2], key);
    return found && found->line[0] ? found : NULL;
}

const char *binding_note(const struct binding *b, enum lang lang)
{
    bool next = strcmp(b->line, "cycle lang") == 0;
    return next ? languages[(lang + 1) % LANG_COUNT].name : text_in(b->note, lang);
}

/* Returns whether a key runs a line in `where`. */
static bool runs(const struct keymap *k, const char *where, const char *key, const char *line)
{
    const struct binding *now = keymap_find(k, where, key);
    return now && strcmp(now->line, line) == 0;
}

/* Returns the key bound to a line in exactly this context, if it runs that line in `where`. `typing`: not a
 * character, since characters type a text there. */
static const char *key_of(const struct keymap *k, const char *context, const char *where, bool typing,
                          const char *line)
{
    struct cluster one;
    for (int i = 0;; i++) {
        const struct binding *b = i < k->count ? &k->v[i] : &keymap_defaults[i - k->count];
        if (!b->key)
            return "";
        if (strcmp(b->context, context) == 0 && strcmp(b->line, line) == 0 && runs(k, where, b->key, line) &&
            !(typing && utf8_cluster(b->key, strlen(b->key), &one) == strlen(b->key)))
            return b->key;
    }
}

const char *keymap_key_in(const struct keymap *k, const char *context, const char *where, bool typing,
                          const char *line)
{
    const char *key = key_of(k, context, where, typing, line);
    return *key ? key : key_of(k, "all", where, typing, line);
}

const char *keymap_key(const struct keymap *k, const char *context, const char *line)
{
    return keymap_key_in(k, context, context, false, line);
}

const char *keymap_key_like(const struct keymap *k, const char *context, const struct binding *b)
{
    const char *key =
        runs(k, context, b->key, b->line) ? b->key : key_of(k, b->context, context, false, b->line);
    return *key ? key : key_of(k, "all", context, false, b->line);
}

static const char *const named_keys[] = {
    "Up",  "Down", "Left",  "Right", "Home", "End",       "PgUp", "PgDn", "Ins",
    "Del", "Tab",  "Space", "Enter", "Esc",  "Backspace", "F1",   "F2",   "F3",
    "F4",  "F5",   "F6",    "F7",    "F8",   "F9",        "F10",  "F11",  "F12",
};

bool keymap_is_key(const char *name)
{
    static const char modifiers[] = "CMS";
    struct cluster c;
    unsigned seen = 0, bit;
    while (name[0] && name[1] == '-' && name[2] && strchr(modifiers, name[0]) &&
           !(seen & (bit = 1u << (strchr(modifiers, name[0]) - modifiers)))) {
        seen |= bit; /* each once */
        name += 2;
    }
    if (!*name || strcmp(name, " ") == 0) /* a blank is called Space */
        return false;
    for (size_t i = 0; i < sizeof named_keys / sizeof *named_keys; i++)
        if (strcmp(named_keys[i], name) == 0)
            return true;
    size_t n = strlen(name);
    return utf8_cluster(name, n, &c) == n && c.ch[0] != 0xFFFD;
}

bool keymap_full(const struct keymap *k, const char *context, const char *key)
{
    return k->count >= KEYMAP_OWN && !own_binding(k, context, key);
}

bool keymap_bind(struct keymap *k, const char *context, const char *key, const char *line)
{
    if (!keymap_is_key(key) || keymap_full(k, context, key))
        return false;
    char *copy = mem_copy_text(line, strlen(line));
    struct binding *b = own_binding(k, context, key);
    if (b && copy) {
        mem_free((char *)b->line);
        b->line = copy;
        return true;
    }
    char *where = mem_copy_text(context, strlen(context)), *name = mem_copy_text(key, strlen(key));
    struct binding *v = copy && where && name ? mem_grow(k->v, (size_t)k->count + 1, sizeof *v) : NULL;
    if (!v) {
        mem_free(copy);
        mem_free(where);
        mem_free(name);
        return false;
    }
    k->v = v;
    v[k->count++] = (struct binding){where, name, copy, "", KEYS_OWN, 0};
    return true;
}

void keymap_finish(struct keymap *k)
{
    for (int i = 0; i < k->count; i++) {
        mem_free((char *)k->v[i].context);
        mem_free((char *)k->v[i].key);
        mem_free((char *)k->v[i].line);
    }
    mem_free(k->v);
    *k = (struct keymap){0};
}
