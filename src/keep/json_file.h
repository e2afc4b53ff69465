/* Untrusted JSON, read by jansson within limits: bytes, values, depth, no name twice in an object.
 * Every message names the file and, for a mistake of syntax, the line. */
#ifndef KEEP_JSON_FILE_H
#define KEEP_JSON_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "base/reply.h"

enum {
    JSON_FILE_MAX = 64 << 20,   /* bytes; the largest tokenizer.json in use has 33 MB */
    JSON_FILE_VALUES = 4000000, /* opening brackets and commas, so that jansson's tree stays below 0.5 GB */
    JSON_FILE_SHOWN = 60        /* bytes of a file's own text shown in a message */
};

/* Parses `n` bytes; `path` names them in messages. Returns NULL and explains in r. The caller calls
 * json_decref. What Python writes beyond JSON is read: NaN and ±Infinity as strings of that name, integers
 * beyond 64 bits as reals. */
json_t *json_file_parse(const char *path, const char *bytes, size_t n, struct reply *r);
/* The same for a file. */
json_t *json_file_read(const char *path, struct reply *r);

/* Returns a member that is a string, or `otherwise` if the member is missing or anything else. */
const char *json_file_text(json_t *object, const char *name, const char *otherwise);
/* Returns a member that is true or false, or `otherwise`. */
bool json_file_flag(json_t *object, const char *name, bool otherwise);
/* Returns part i of {"type":"Sequence",LIST:[…]}; anything else is its only part. NULL: after the last, and
 * none of null. */
json_t *json_file_part(json_t *from, const char *list, size_t i);

#endif
