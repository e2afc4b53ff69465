#include "export/json.h"

#include <math.h>

#include "base/number.h"

bool json_add_known(struct text *out, const char *name, bool known)
{
    text_add(json_add_key(out, name), known ? "" : "null");
    return known;
}

void json_add_string(struct text *out, const char *s)
{
    text_add_char(out, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            text_addf(out, "\\%c", c);
        else if (c < 0x20)
            text_addf(out, "\\u%04x", c);
        else
            text_add_char(out, *s);
    }
    text_add_char(out, '"');
}

void json_add_number(struct text *out, double x)
{
    if (isnan(x)) {
        text_add(out, "null");
    } else if (isfinite(x)) {
        number_shortest(out, x);
    } else {
        text_add_char(out, '"');
        number_shortest(out, x);
        text_add_char(out, '"');
    }
}

struct text *json_add_key(struct text *out, const char *name)
{
    text_add(out, out->len > 1 && out->s[out->len - 1] != '{' ? ",\n" : "");
    json_add_string(out, name);
    text_add(out, ":");
    return out;
}

void json_add_numbers(struct text *out, const double *v, int count)
{
    text_add_char(out, '[');
    for (int i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        json_add_number(out, v[i]);
    }
    text_add_char(out, ']');
}

void json_add_matrix(struct text *out, struct mat m)
{
    text_add_char(out, '[');
    for (int r = 0; r < m.rows; r++) {
        text_add(out, r ? "," : "");
        json_add_numbers(out, mat_row(m, r), m.cols);
    }
    text_add_char(out, ']');
}

void json_add_words(struct text *out, const struct state *s, const struct sequence *q)
{
    text_add_char(out, '[');
    for (int t = 0; t < q->count; t++) {
        text_add(out, t ? "," : "");
        json_add_string(out, state_name(s, q, t));
    }
    text_add_char(out, ']');
}
