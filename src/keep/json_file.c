#include "keep/json_file.h"

#include <ctype.h>
#include <string.h>

#include "keep/file.h"
#include "base/utf8.h"

/* Copies what Python writes and jansson does not read: NaN, Infinity and -Infinity become strings, which no
 * reader takes for a number, and an integer that may not fit into 64 bits (a length without limit is 10³⁰)
 * becomes a real. Returns false if there is nothing of this, or no memory. */
static bool copy_strict(const char *bytes, size_t n, struct text *out)
{
    bool quoted = false, changed = false;
    for (size_t i = 0, len; i < n; i += len) {
        const char *s = bytes + i;
        size_t sign = *s == '-', digits = sign;
        for (len = sign; !quoted && i + len < n && isalpha((unsigned char)s[len]);)
            len++;
        bool name = (len == 3 && memcmp(s, "NaN", 3) == 0) ||
                    (len - sign == 8 && memcmp(s + sign, "Infinity", 8) == 0);
        while (!quoted && i + digits < n && isdigit((unsigned char)s[digits]))
            digits++;
        bool large = digits > 18 && (i + digits == n || !strchr(".eE", s[digits])) &&
                     (i == 0 || !strchr(".eE+-", s[-1]));
        if (!name)
            len = digits > sign ? digits : quoted && *s == '\\' && i + 1 < n ? 2 : 1;
        quoted = quoted != (*s == '"');
        text_add(out, name ? "\"" : "");
        text_add_bytes(out, s, len);
        text_add(out, name ? "\"" : large ? ".0" : "");
        changed = changed || name || large;
    }
    return changed && !out->failed;
}

json_t *json_file_parse(const char *path, const char *bytes, size_t n, struct reply *r)
{
    json_error_t error;
    size_t count = 0;
    /* jansson makes up to a hundred bytes of three: counts before it parses. Brackets inside strings count
     * too, which does no harm. A file with fewer bytes than that needs no counting. */
    for (size_t i = 0; n > JSON_FILE_VALUES && i < n; i++)
        count += bytes[i] == '[' || bytes[i] == '{' || bytes[i] == ',';
    if (count > JSON_FILE_VALUES) {
        reply_fail(r, 0, TEXT("%s: more than %d values"), path, (int)JSON_FILE_VALUES);
        return NULL;
    }
    json_t *root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &error);
    struct text strict = {0};
    if (!root && json_error_code(&error) != json_error_out_of_memory && copy_strict(bytes, n, &strict))
        root = json_loadb(text_str(&strict), strict.len, JSON_REJECT_DUPLICATES, &error);
    text_finish(&strict);
    if (!root && json_error_code(&error) == json_error_out_of_memory)
        reply_no_memory(r);
    else if (!root) /* jansson quotes the file, a piece of any length */
        reply_fail(r, 0, TEXT("%s, line %d: not valid JSON: %.*s"), path, error.line,
                   (int)utf8_fit(error.text, JSON_FILE_SHOWN), error.text);
    return root;
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

json_t *json_file_part(json_t *from, const char *list, size_t i)
{
    if (strcmp(json_file_text(from, "type", ""), "Sequence") == 0)
        return json_array_get(json_object_get(from, list), i);
    return i == 0 && !json_is_null(from) ? from : NULL;
}
