/* What other people's files and sentences need: every list of cases tests/data/field/NAME.json.
 *
 * A list is an array of objects. A case has
 *     "name"    what it is about
 *     "model"   the folder to open first, from tests/data/field; absent: no model
 *     "lang"    "zh"; absent: English
 *     "run"     the lines to run, in order
 * and at least one of
 *     "ids"     the token numbers that `export json -` must show after the last line
 *     "logits"  {"every": 7, "values": […]}: every seventh entry of its logits_last, within 1e-9 of the
 * largest "prints"  the numbers in the last lines of the output, with six digits: [2] or [[0, 0.5], [1, 2]]
 *     "says"    a pattern (POSIX, extended) that the output must match
 *     "unsaid"  one that it must not match
 *     "fails"   a pattern of the error: a line must fail
 * Paths in lines begin in tests/data/field: `import X matrices/half.npy`. */
#include <glob.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"
#include "support/truth.h"

enum { LONGEST = 4000 }; /* of a line */

/* One case that runs: its session, and the answers and errors so far. */
struct field_case {
    json_t *is;
    struct app app;
    struct text said;
    bool failed;
};

static const char *name_of(const struct field_case *c)
{
    return json_string_value(json_object_get(c->is, "name"));
}

static void run_line(struct field_case *c, const char *line)
{
    struct reply r = {.lang = (enum lang)c->app.session.now.state.look.lang};
    if (c->failed)
        return;
    c->failed = !app_script(&c->app, "-c", line, false, &r);
    text_add(&c->said, text_str(&c->app.output));
    text_add(&c->said, text_str(&r.text));
    text_clear(&c->app.output);
    reply_finish(&r);
}

static void run_lines(struct field_case *c)
{
    char line[LONGEST];
    const char *model = json_string_value(json_object_get(c->is, "model"));
    json_t *run = json_object_get(c->is, "run");
    if (json_object_get(c->is, "prints"))
        run_line(c, "set digits 6");
    if (model) {
        snprintf(line, sizeof line, "model %s", model);
        run_line(c, line);
    }
    for (size_t i = 0; i < json_array_size(run); i++)
        run_line(c, json_string_value(json_array_get(run, i)));
}

static bool matches(const struct field_case *c, const char *key)
{
    regex_t pattern;
    assert_int_equal(
        regcomp(&pattern, json_string_value(json_object_get(c->is, key)), REG_EXTENDED | REG_NOSUB), 0);
    bool found = regexec(&pattern, text_str(&c->said), 0, NULL, 0) == 0;
    regfree(&pattern);
    return found;
}

static void check_said(const struct field_case *c)
{
    bool must_fail = json_object_get(c->is, "fails");
    if (c->failed != must_fail)
        fail_msg("%s: %s:\n%s", name_of(c), must_fail ? "was accepted" : "was refused", text_str(&c->said));
    if (must_fail && !matches(c, "fails"))
        fail_msg("%s: the error does not match:\n%s", name_of(c), text_str(&c->said));
    if (json_object_get(c->is, "says") && !matches(c, "says"))
        fail_msg("%s: nothing of it in:\n%s", name_of(c), text_str(&c->said));
    if (json_object_get(c->is, "unsaid") && matches(c, "unsaid"))
        fail_msg("%s: this should not be said:\n%s", name_of(c), text_str(&c->said));
}

static void check_logits(const struct field_case *c, json_t *got, json_t *want)
{
    size_t every = (size_t)truth_number(json_object_get(want, "every"));
    json_t *values = json_object_get(want, "values");
    double most = 0;
    if ((json_array_size(got) + every - 1) / every != json_array_size(values))
        fail_msg("%s: %zu logits, and every %zu-th should be %zu", name_of(c), json_array_size(got), every,
                 json_array_size(values));
    for (size_t i = 0; i < json_array_size(values); i++)
        most = fmax(most, fabs(truth_number(json_array_get(values, i))));
    for (size_t i = 0; i < json_array_size(values); i++) {
        double is = truth_number(json_array_get(got, i * every)),
               to_be = truth_number(json_array_get(values, i));
        if (!(fabs(is - to_be) <= 1e-9 * most))
            fail_msg("%s: logit %zu is %.12g instead of %.12g", name_of(c), i * every, is, to_be);
    }
}

static void check_export(struct field_case *c)
{
    json_t *ids = json_object_get(c->is, "ids"), *logits = json_object_get(c->is, "logits");
    if (!ids && !logits)
        return;
    text_clear(&c->said);
    run_line(c, "export json -");
    json_t *got = json_loads(text_str(&c->said), 0, NULL);
    if (!got)
        fail_msg("%s: no export: %s", name_of(c), text_str(&c->said));
    char *is = json_dumps(json_object_get(got, "ids"), JSON_COMPACT), *want = json_dumps(ids, JSON_COMPACT);
    if (ids && (!is || strcmp(is, want) != 0))
        fail_msg("%s: ids %s instead of %s", name_of(c), is ? is : "none", want);
    free(is);
    free(want);
    if (logits)
        check_logits(c, json_object_get(got, "logits_last"), logits);
    json_decref(got);
}

/* Returns the beginning of the last `count` lines. */
static const char *last_lines(const struct text *said, size_t count)
{
    size_t at = said->len;
    while (at > 0 && said->s[at - 1] == '\n')
        at--;
    for (size_t seen = 0; at > 0; at--)
        if (said->s[at - 1] == '\n' && ++seen == count)
            break;
    return text_str(said) + at;
}

static void check_line(const struct field_case *c, const char *line, json_t *want)
{
    size_t n = strcspn(line, "\n"), found = 0, count = json_is_array(want) ? json_array_size(want) : 1;
    for (const char *at = line; at < line + n; at++) {
        char *end;
        if (!strchr("-+0123456789", *at))
            continue;
        double x = strtod(at, &end);
        if (end == at)
            continue;
        if (found >= count || x != truth_number(json_is_array(want) ? json_array_get(want, found) : want))
            fail_msg("%s: prints %.*s", name_of(c), (int)n, line);
        found++;
        at = end - 1;
    }
    if (found != count)
        fail_msg("%s: prints %.*s", name_of(c), (int)n, line);
}

static void check_prints(const struct field_case *c)
{
    json_t *want = json_object_get(c->is, "prints");
    const char *line = last_lines(&c->said, json_array_size(want));
    for (size_t i = 0; i < json_array_size(want); i++) {
        check_line(c, line, json_array_get(want, i));
        line += strcspn(line, "\n");
        line += *line != '\0';
    }
}

static void check_case(json_t *is)
{
    const char *lang = json_string_value(json_object_get(is, "lang"));
    struct field_case c = {.is = is,
                           .app = fresh_app_in(lang && strcmp(lang, "zh") == 0 ? LANG_ZH : LANG_EN)};
    c.app.batch = true;
    run_lines(&c);
    check_said(&c);
    check_prints(&c);
    check_export(&c);
    text_finish(&c.said);
    app_finish(&c.app);
}

TEST(every_case_gives_what_is_right)
{
    glob_t lists;
    assert_int_equal(glob("*.json", 0, NULL, &lists), 0);
    for (size_t i = 0; i < lists.gl_pathc; i++) {
        json_error_t error;
        json_t *cases = json_load_file(lists.gl_pathv[i], 0, &error);
        if (!json_is_array(cases) || json_array_size(cases) == 0)
            fail_msg("%s, line %d: %s", lists.gl_pathv[i], error.line, error.text);
        for (size_t k = 0; k < json_array_size(cases); k++)
            check_case(json_array_get(cases, k));
        json_decref(cases);
    }
    globfree(&lists);
}

static int begin(void **state)
{
    return kept_begin(state) || chdir("tests/data/field");
}

static int end(void **state)
{
    return chdir("../../..") || kept_end(state);
}

TESTS(begin, end)
