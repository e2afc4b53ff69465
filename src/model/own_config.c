/* Reads the config.json that `export safetensors` writes. */
#include <math.h>
#include <string.h>

#include "app/keep/json_file.h"
#include "core/encoding/posenc.h"
#include "model/family.h"

/* Reads a number, or the name of one. */
static bool read_key(json_t *config, const struct family_key *k, double *out)
{
    const json_t *x = json_object_get(config, k->name);
    *out = json_number_value(x);
    for (int i = 0; k->choices[0] && i <= k->hi; i++)
        if (json_is_string(x) && strcmp(json_string_value(x), k->choices[i]) == 0)
            return *out = i, true;
    return json_is_number(x) && !k->choices[0] && *out >= k->lo && *out <= k->hi &&
           (k->kind == KEY_REAL || floor(*out) >= *out);
}

bool family_read_own(json_t *config, const char *path, struct config *c, struct reply *r)
{
    const char *bad = NULL;
    double x;
    *c = (struct config){.pe = posenc_find(json_file_text(config, "encoding", ""))};
    for (int i = 0; !bad && i < FAMILY_OWN_KEYS; i++) {
        const struct family_key *k = &family_own_keys[i];
        unsigned char *to = (unsigned char *)c + k->at;
        bad = read_key(config, k, &x) ? NULL : k->name;
        if (k->kind == KEY_REAL)
            memcpy(to, &x, sizeof x);
        else if (k->kind == KEY_FLAG)
            *(bool *)to = x > 0;
        else if (!bad)
            memcpy(to, &(int){(int)x}, sizeof(int));
    }
    if (!bad && (!c->pe || (long)c->heads * c->dk > CONFIG_MAX_D))
        bad = c->pe ? "head_dim" : "encoding";
    for (int i = 0; !bad && i < posenc_param_count(c->pe); i++) {
        const struct pe_param *p = &c->pe->params[i];
        struct family_key k = {p->name, 0, p->whole ? KEY_WHOLE : KEY_REAL, p->lo, p->hi, {NULL}};
        bad = read_key(config, &k, &c->pe_param[i]) ? NULL : p->name;
    }
    c->dsrc = c->d;
    c->dv = c->dk;
    return !bad ||
           reply_fail(r, 0,
                      TEXT("%s: %s is missing or out of range ('export safetensors' writes this file)",
                           "%s：%s 缺少或超出范围（这个文件由 export safetensors 写出）"),
                      path, bad);
}
