/* Names of tokens that are parts of characters. They depend on the tokens around them, so there are too many
 * to make all in advance; a name is made when it is asked for, and kept. */
#include <string.h>

#include "base/mem.h"
#include "model/pretrained.h"
#include "model/tokens/tokenizer.h"

struct part_name {
    struct part_name *next;
    char name[];
};

/* Returns the kept copy of a name, NULL: no memory. */
static const char *kept(struct pretrained *p, const char *name)
{
    unsigned hash = 0;
    for (const char *s = name; *s; s++)
        hash = hash * 31 + (unsigned char)*s;
    struct part_name **list = &p->parts[hash % PRETRAINED_PARTS], *one = *list;
    while (one && strcmp(one->name, name) != 0)
        one = one->next;
    if (one)
        return one->name;
    size_t n = strlen(name) + 1;
    one = mem_new(1, sizeof *one + n);
    if (!one)
        return NULL;
    one->next = *list;
    *list = one;
    return memcpy(one->name, name, n);
}

const char *pretrained_name_in(struct pretrained *p, const int *id, int count, int at)
{
    struct text name = TEXT_HERE;
    const char *alone = pretrained_name(p, id[at]), *found = NULL;
    if (!p->tokenizer || !strchr(alone, '<')) /* a byte that is not a character is shown as <0xE7> */
        return alone;
    tokenizer_add_name_in(p->tokenizer, id, count, at, &name);
    if (!name.failed && strcmp(text_str(&name), alone) != 0)
        found = kept(p, text_str(&name));
    text_finish(&name);
    return found ? found : alone;
}

void pretrained_drop_parts(struct pretrained *p)
{
    for (int i = 0; i < PRETRAINED_PARTS; i++)
        for (struct part_name *one = p->parts[i], *next; one; one = next) {
            next = one->next;
            mem_free(one);
        }
}
