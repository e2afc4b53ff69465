/* The page in one file has no room for what reads models from files (build.mk): none is ever open. */
#include "network/pretrained.h"
#include "network/tensors.h"
#include "network/tokens/tokenizer.h"

struct pretrained *pretrained_open(const char *path, struct reply *r)
{
    (void)path;
    reply_fail(
        r, 0,
        TEXT("this page in one file cannot open models: the page on a server (build/web/server) and the "
             "installed program can"));
    return NULL;
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
