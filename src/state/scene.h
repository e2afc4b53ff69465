/* A state with everything computed from it. Pins, the other side of a comparison and a
 * lesson's snapshots are scenes too. */
#ifndef STATE_SCENE_H
#define STATE_SCENE_H

#include "core/pipeline/grad.h"
#include "state/matrices.h"
#include "state/state.h"

struct scene {
    struct state state;
    struct arena inputs;
    struct config config;
    struct trace trace;
    struct grad grad; /* of the loss, once it was asked for: see scene_gradient */
    bool has_gradient;
};

/* Memory limit of a scene, in bytes. A larger one is refused before anything is computed. */
#define SCENE_BYTES 2e9

/* Checks `next`, computes everything from it and takes ownership of it; `next` is empty afterwards.
 * Skips the computation if no number changed. On failure returns false and explains in r; `next`
 * keeps its numbers, and the scene is unchanged, or empty if r->work stopped the computation. */
bool scene_take(struct scene *s, struct state *next, struct reply *r);
/* The same for long work (more than ROOM_KEEP): the first layers are copied from `near` as far as they are
 * the same there. near may be NULL, but not s. */
bool scene_take_near(struct scene *s, const struct scene *near, struct state *next, struct reply *r);
void scene_finish(struct scene *s);

/* Computes the gradient of the loss, unless it is known. Returns false and explains in r if there is none
 * (see scene_asks), if memory is exhausted or r->work stopped it. */
bool scene_gradient(struct scene *s, struct reply *r);

/* Returns true if the loss has a gradient. Otherwise explains in *why: no target, or an encoding that cannot
 * be trained. */
bool scene_asks(const struct scene *s, const char **why);

/* Return the bytes that a state's numbers and those computed from it need, with the gradient if it is shown,
 * and the bytes a scene holds. */
double scene_bytes_of(const struct state *s);
double scene_bytes(const struct scene *s);

/* Returns true if a scene of `next` fits next to `others` bytes of other scenes. Otherwise explains in r,
 * with the sizes of `next`. */
bool scene_room(const struct state *next, double others, struct reply *r);

/* Returns true if training changes a matrix of s: its numbers are not those that were set. */
bool scene_learns(const struct state *s, struct matrix_ref m);
/* Read a matrix of the layer in view into out, which has its shape, or an entry: as it was set, or as it was
 * trained. */
void scene_read(const struct scene *s, struct matrix_ref m, struct mat out);
double scene_get(const struct scene *s, struct matrix_ref m, int row, int col);

/* Returns the approximate cost of computing a scene, in multiplications. SCENE_EFFORT_AT_ONCE
 * can run within one key press without feeling slow (about 20 ms). */
double scene_effort(const struct config *c);
#define SCENE_EFFORT_AT_ONCE 1e8

#endif
