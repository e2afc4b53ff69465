/* The page in one file has no room for what reads models and dumps from files (build.mk): none is ever open.
 */
#include "app/tapped.h"
#include "network/pretrained.h"
#include "network/tensors.h"
#include "network/tokens/tokenizer.h"

static void *cannot(struct reply *r)
{
    reply_fail(
        r, 0,
        TEXT("this page in one file cannot open models: the page on a server (build/web/server) and the "
             "installed program can"));
    return NULL;
}

struct pretrained *pretrained_open(const char *path, struct reply *r)
{
    (void)path;
    return cannot(r);
}

struct pretrained *pretrained_box(enum lang lang, struct reply *r)
{
    (void)lang;
    return cannot(r);
}

const char *pretrained_box_measured(enum lang lang)
{
    (void)lang;
    return "";
}

bool pretrained_same(const struct pretrained *a, const struct pretrained *b)
{
    return a == b;
}

struct tap *tap_open(const char *path, const char *layout, const char *given, struct reply *r)
{
    (void)path, (void)layout, (void)given;
    return cannot(r);
}

void tap_close(struct tap *t)
{
    (void)t;
}

const struct verdict *tap_verdict(struct tap *t, int group)
{
    (void)t, (void)group;
    return NULL;
}

bool tap_pending(const struct tap *t)
{
    (void)t;
    return false;
}

bool tap_work(struct tap *t, struct work *work)
{
    (void)t, (void)work;
    return false;
}

int tap_next_faulty(const struct tap *t, int group)
{
    (void)t, (void)group;
    return -1;
}

void tap_say_progress(const struct tap *t, enum lang lang, struct text *out)
{
    (void)t, (void)lang, (void)out;
}

bool tap_faulty(struct tap *t)
{
    (void)t;
    return false;
}

void tap_say(struct tap *t, enum lang lang, struct text *out)
{
    (void)t, (void)lang, (void)out;
}

void tap_json(struct tap *t, struct text *out)
{
    (void)t, (void)out;
}

bool tap_changed(struct tap *t)
{
    (void)t;
    return false;
}

bool tap_again(struct tap *t)
{
    (void)t;
    return false;
}

void verdict_head(const struct verdict *v, enum lang lang, struct text *out)
{
    (void)v, (void)lang, (void)out;
}

void verdict_say(const struct verdict *v, enum lang lang, struct text *out)
{
    (void)v, (void)lang, (void)out;
}

const char *part_names(enum dump_part role)
{
    (void)role;
    return "";
}

enum dump_part part_of(const char *name, int *group)
{
    (void)name, (void)group;
    return PARTS;
}

bool tapped_state(struct tap *tap, struct state *next, struct reply *r)
{
    (void)tap, (void)next, (void)r;
    return false;
}

const char *tensors_changed(const struct tensors *t)
{
    (void)t;
    return NULL;
}

const struct tensor *tensors_not_finite(const struct tensors *t)
{
    (void)t;
    return NULL;
}

uint64_t tensors_mark(const struct tensors *t, uint64_t sum)
{
    (void)t;
    return sum;
}

struct pretrained *pretrained_share(struct pretrained *p)
{
    return p;
}

void pretrained_drop(struct pretrained *p)
{
    (void)p;
}

void pretrained_config(const struct pretrained *p, struct config *out)
{
    (void)p;
    *out = (struct config){0};
}

const char *pretrained_name(const struct pretrained *p, int id)
{
    (void)p, (void)id;
    return "";
}

const char *pretrained_name_in(struct pretrained *p, const int *id, int count, int at)
{
    (void)p, (void)id, (void)count, (void)at;
    return "";
}

struct factor pretrained_token(const struct pretrained *p, int id)
{
    (void)p, (void)id;
    return (struct factor){0};
}

int pretrained_mask(const struct pretrained *p)
{
    (void)p;
    return -1;
}

bool pretrained_stops(const struct pretrained *p, int id)
{
    (void)p, (void)id;
    return false;
}

int pretrained_end(const struct pretrained *p)
{
    (void)p;
    return -1;
}

bool pretrained_encode(const struct pretrained *p, const char *text, struct tokens *out, struct reply *r)
{
    (void)p, (void)text, (void)out, (void)r;
    return false;
}

void tokenizer_add_bytes(const struct tokenizer *t, int id, struct text *out)
{
    (void)t, (void)id, (void)out;
}

void tokens_finish(struct tokens *t)
{
    (void)t;
}
