/* What is carried is taken from the other side of the comparison when a state is committed: the state then
 * has the rows, and computing it needs nothing else. */
#include "core/pipeline/block.h"
#include "core/pipeline/patch.h"
#include "session/session.h"

/* Returns the other side of `own`, which carries nothing; *room is for one that must be computed. */
static const struct scene *other_side(struct session *m, struct state *own, struct scene *room,
                                      struct reply *r)
{
    const char *pin;
    if (m->compare < 0 && !order_follow(&m->order, own, r))
        return NULL;
    const struct scene *other = session_beside(m, &pin);
    if (!other)
        reply_fail(r, 0, "%s", text_str(&m->order.why));
    if (!pin || patches_count(other->state.patches, PATCH_CARRY) == 0)
        return other;
    struct state bare;
    state_copy(&bare, &other->state);
    bool ok = (patches_keep(&bare.patches, patch_is_own, NULL) || reply_no_memory(r)) &&
              scene_room(&bare, scene_bytes(&m->now) + pins_bytes(m), r) && scene_take(room, &bare, r);
    state_finish(&bare);
    return ok ? room : NULL;
}

bool session_sides_fit(const struct config *here, const struct config *there, struct reply *r)
{
    if (there->n != here->n || there->layers != here->layers)
        return reply_fail(
            r, 0, TEXT("carry: the other side has %d words, %d layers, here %d, %d (both need the same)"),
            there->n, there->layers, here->n, here->layers);
    return (there->d == here->d && there->heads == here->heads && there->dv == here->dv &&
            (there->dff > 0) == (here->dff > 0)) ||
           reply_fail(
               r, 0,
               TEXT("carry: the other side has d %d, %d heads of %d, here %d, %d of %d (both need the same)"),
               there->d, there->heads, there->dv, here->d, here->heads, here->dv);
}

const struct scene *session_other(struct session *m, struct scene *room, struct reply *r)
{
    struct state own;
    state_copy(&own, &m->now.state);
    const struct scene *other =
        patches_keep(&own.patches, patch_is_own, NULL) ? other_side(m, &own, room, r) : NULL;
    state_finish(&own);
    return other && session_sides_fit(&m->now.config, &other->config, r) ? other : NULL;
}

/* Puts the rows of the other side into all that `next` carries. */
static bool take_rows(struct state *next, const struct scene *other, struct reply *r)
{
    struct patches *taken = NULL;
    bool ok = true;
    for (int i = 0; ok && i < next->patches->count; i++) {
        struct state_patch one = next->patches->of[i];
        struct mat rows = one.is.way == PATCH_CARRY ? patch_rows(&other->trace, &other->config, &one.is)
                                                    : value_mat(one.rows);
        if (one.is.way == PATCH_CARRY && one.is.at >= 0)
            rows = mat_rows(rows, one.is.at, 1);
        one.rows = mat_present(rows) ? value_copy(rows) : NULL;
        ok = (one.rows || !mat_present(rows)) && patches_put(&taken, &one.is, one.rows);
    }
    patches_drop(ok ? next->patches : taken);
    next->patches = ok ? taken : next->patches;
    return ok || reply_no_memory(r);
}

/* Keeps what the sizes have room for; words that are meant by their place end with their sentence. */
struct fitting {
    struct config sizes;
    bool same_words;
};
static bool patch_fits(const struct patch *is, const void *fitting)
{
    const struct fitting *f = fitting;
    return is->layer < f->sizes.layers && is->head < f->sizes.heads && (is->at < 0 || f->same_words);
}

bool session_carry(struct session *m, struct state *next, struct reply *r)
{
    struct scene room = {0};
    struct state own;
    struct fitting f;
    bool fresh = false;
    if (!next->patches)
        return true;
    state_sizes(next, &f.sizes);
    f.same_words = sequence_same(next->sentence, m->now.state.sentence);
    if (!patches_keep(&next->patches, patch_fits, &f))
        return reply_no_memory(r);
    for (int i = 0; next->patches && i < next->patches->count; i++)
        fresh = fresh || (next->patches->of[i].is.way == PATCH_CARRY && !next->patches->of[i].rows);
    if (patches_count(next->patches, PATCH_CARRY) == 0)
        return true;
    state_copy(&own, next);
    struct reply why = {.lang = r->lang, .work = r->work};
    bool ok =
        (patches_keep(&own.patches, patch_is_own, NULL) || reply_no_memory(&why)) && (fresh || f.same_words);
    const struct scene *other = ok ? other_side(m, &own, &room, &why) : NULL;
    ok = other && session_sides_fit(&f.sizes, &other->config, &why) && take_rows(next, other, &why);
    state_finish(&own);
    scene_finish(&room);
    if (!ok && fresh)
        reply_fail(r, 0, "%s", text_str(&why.text));
    else if (!ok)
        reply_say(r, TEXT("what was carried over ended with its sentence"));
    reply_finish(&why);
    return ok || (!fresh && (patches_keep(&next->patches, patch_is_own, NULL) || reply_no_memory(r)));
}

bool session_carry_again(struct session *m, const char *line, struct reply *r)
{
    struct state next;
    if (patches_count(m->now.state.patches, PATCH_CARRY) == 0)
        return true;
    state_copy(&next, &m->now.state);
    return session_commit(m, &next, line, r);
}
