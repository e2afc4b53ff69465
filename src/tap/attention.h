/* What the arrays of a dump are: each name has a role, what stands before the name is the group, one
 * attention each; and how their axes are read. */
#ifndef TAP_ATTENTION_H
#define TAP_ATTENTION_H

#include "tap/dump.h"

enum dump_part {
    PART_Q, /* as the product reads them */
    PART_K,
    PART_V,
    PART_Q_PRE, /* before the rotation */
    PART_K_PRE,
    PART_V_PRE,
    PART_Q_FLAT, /* merged rows, [B,T,H·D] */
    PART_K_FLAT,
    PART_V_FLAT,
    PART_COS,
    PART_SIN,
    PART_SCORES,
    PART_WEIGHTS,
    PART_MASK,
    PART_PAD,
    PART_BIAS,
    PART_SINKS,
    PART_OUT,
    PART_X,
    PART_SCALE, /* numbers, from here on */
    PART_SOFTCAP,
    PART_WINDOW,
    PART_CAUSAL,
    PART_BASE,
    PART_POSITIONS,
    PART_TOKENS,
    PARTS
};

struct group {
    const char *name; /* n bytes of the name of an array */
    int n;
    const struct array *of[PARTS]; /* NULL: not given */
};

struct groups {
    struct group *of;
    int count;
    struct text unused; /* names that have no role, "lse, rng_state" */
};

/* Returns the role of a name: of its last part, without regard to case; PARTS: none. *group: the bytes of the
 * name before it. */
enum dump_part part_of(const char *name, int *group);

/* Returns the names that have a role, parted by blanks. */
const char *part_names(enum dump_part role);

/* Finds the groups. Numbers and words without a group belong to all. Returns false and explains in r if there
 * is no attention in the dump. `given`: roles that the user gave to names, "q=NAME" in lines. */
bool groups_find(const struct dump *d, const char *given, struct groups *out, struct reply *r);
void groups_finish(struct groups *g);

/* An array as [batch][head][word][column], whatever its own order: an axis that it lacks, or of which it has
 * one for all, has step 0. */
struct strided {
    const struct array *of; /* NULL: absent */
    long size[4], step[4];
};

static inline double view_at(const struct strided *v, int b, int h, int t, int d)
{
    return array_number(v->of, b * v->step[0] + h * v->step[1] + t * v->step[2] + d * v->step[3]);
}

/* Reads all columns of a row. */
void view_row(const struct strided *v, int b, int h, int t, double *out);

/* One group, read in one way. */
struct dumped {
    const struct group *group;
    const char *layout; /* of q, "bhtd"; "" without q, k, v and out */
    int batch, heads, key_heads;
    int queries, keys;         /* words */
    int d, dv;                 /* columns of a head of q and k, of v */
    struct strided of[PART_X]; /* all but numbers; scores, weights, mask, bias: [batch][head][query][key] */
    bool merged;               /* out is [B,T,H·D] */
    bool pad_shows;            /* True in the padding mask may be read: it came as a mask */
    double scale, softcap;     /* 0: not given */
    int window, causal;        /* -1: not given */
    double base;               /* of rotations, 10000 if not given */
    const struct array *positions; /* of the queries, NULL: they are the last of the keys */
};

/* The ways in which a group may be read, best known first. Returns whether there is a way number i. `given`:
 * a layout that the user named, NULL: none. */
bool attention_read(const struct group *g, int i, const char *given, struct dumped *out);

enum { PARTS_QKV = 1 << PART_Q | 1 << PART_K | 1 << PART_V };
/* Returns u (array_rounding) of the coarsest type among parts, bits 1 << PART_Q …; 0: none is there. */
double attention_rounding(const struct dumped *a, unsigned parts);

/* Returns the position of a query among the keys. */
int attention_position(const struct dumped *a, int query);

#endif
