/* Each pin is a separate scene, computed when it is created. */
#include <string.h>

#include "base/mem.h"
#include "session/session.h"

static void pin_finish(struct pin *p)
{
    mem_free(p->name);
    scene_finish(&p->scene);
}

void pins_finish(struct session *m)
{
    for (int i = 0; i < m->pin_count; i++)
        pin_finish(&m->pins[i]);
    mem_free(m->pins);
}

double pins_bytes(const struct session *m)
{
    double bytes = 0;
    for (int i = 0; i < m->pin_count; i++)
        bytes += scene_bytes(&m->pins[i].scene);
    return bytes;
}

static int pin_find(const struct session *m, const char *name)
{
    for (int i = 0; i < m->pin_count; i++)
        if (strcmp(m->pins[i].name, name) == 0)
            return i;
    return -1;
}

/* Returns the pin of this name, or a new one at the end; NULL: no memory. */
static struct pin *pin_place(struct session *m, const char *name)
{
    int i = pin_find(m, name);
    if (i >= 0)
        return &m->pins[i];
    struct pin *v = mem_grow(m->pins, (size_t)m->pin_count + 1, sizeof *v);
    if (!v)
        return NULL;
    m->pins = v;
    struct pin *p = &v[m->pin_count];
    *p = (struct pin){.name = mem_copy_text(name, strlen(name))};
    return p->name ? p : NULL;
}

bool session_pin(struct session *m, const char *name, struct reply *r)
{
    char letter[2] = "A";
    struct scene scene = {0};
    struct state copy = {0};
    while (!name && pin_find(m, letter) >= 0 && letter[0] <= 'Z')
        letter[0]++;
    if (letter[0] > 'Z')
        return reply_fail(r, 0, TEXT("A to Z are all taken: write 'pin NAME', or 'unpin A' first"));
    if (m->pin_count >= MODEL_PINS && (!name || pin_find(m, name) < 0))
        return reply_fail(r, 0, TEXT("%d states are pinned already, the maximum: 'unpin A' removes one"),
                          MODEL_PINS);
    state_copy(&copy, &m->now.state);
    if (!scene_room(&copy, pins_bytes(m) + scene_bytes(&m->now), r) ||
        !scene_take_near(&scene, &m->now, &copy, r)) {
        state_finish(&copy);
        return false;
    }
    struct pin *p = pin_place(m, name ? name : letter);
    if (!p) {
        scene_finish(&scene);
        return reply_no_memory(r);
    }
    scene_finish(&p->scene);
    p->scene = scene;
    int at = (int)(p - m->pins);
    m->pin_count = at == m->pin_count ? at + 1 : m->pin_count;
    m->compare = at;
    if (!name)
        reply_say(r, TEXT("pinned as %s"), p->name);
    return true;
}

bool session_unpin(struct session *m, const char *name, struct reply *r)
{
    int at = name ? pin_find(m, name) : 0;
    if (at < 0)
        return reply_fail(r, 0, TEXT("nothing is pinned as '%s'"), name);
    for (int left = name ? 1 : m->pin_count; left > 0; left--) {
        pin_finish(&m->pins[at]);
        memmove(&m->pins[at], &m->pins[at + 1], (size_t)(m->pin_count - at - 1) * sizeof m->pins[0]);
        m->pin_count--;
        m->compare = m->compare == at ? -1 : m->compare - (m->compare > at);
    }
    return true;
}

const struct scene *session_pinned(const struct session *m, const char *name)
{
    int i = pin_find(m, name);
    return i < 0 ? NULL : &m->pins[i].scene;
}
