#include "app/keep/json_file.h"

#include "app/keep/file.h"
#include "base/utf8.h"

/* jansson makes up to a hundred bytes of three: counts before it parses. Brackets inside strings count too,
 * which does no harm. A file with fewer bytes than that needs no counting. */
static bool too_many(const char *bytes, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; n > JSON_FILE_VALUES && i < n; i++)
        count += bytes[i] == '[' || bytes[i] == '{' || bytes[i] == ',';
    return count > JSON_FILE_VALUES;
}

static json_t *refuse(const char *path, const json_error_t *error, struct reply *r)
{
    struct text why = TEXT_HERE;
    /* (jansson quotes the file, a piece of any length) */
    text_add_bytes(&why, error->text, (size_t)utf8_fit(error->text, JSON_FILE_SHOWN));
    if (json_error_code(error) == json_error_out_of_memory)
        reply_no_memory(r);
    else
        reply_fail(r, 0, TEXT("%s, line %d: not valid JSON: %s", "%s 第 %d 行不是合法的 JSON：%s"), path,
                   error->line, text_str(&why));
    text_finish(&why);
    return NULL;
}

json_t *json_file_parse(const char *path, const char *bytes, size_t n, struct reply *r)
{
    json_error_t error;
    if (too_many(bytes, n)) {
        reply_fail(r, 0, TEXT("%s: more than %d values", "%s：超过 %d 个值"), path, (int)JSON_FILE_VALUES);
        return NULL;
    }
    json_t *root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &error);
    return root ? root : refuse(path, &error, r);
}

json_t *json_file_read(const char *path, struct reply *r)
{
    struct text bytes = {0};
    bool ok = file_read(path, JSON_FILE_MAX, &bytes, r);
    json_t *root = ok ? json_file_parse(path, text_str(&bytes), bytes.len, r) : NULL;
    text_finish(&bytes);
    return root;
}

const char *json_file_text(json_t *object, const char *name, const char *otherwise)
{
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : otherwise;
}

bool json_file_flag(json_t *object, const char *name, bool otherwise)
{
    json_t *x = json_object_get(object, name);
    return json_is_boolean(x) ? json_is_true(x) : otherwise;
}
