/* The numbers of the terms and compare views in files: complete, at full precision,
 * the same in csv and JSON as in the model, whatever view is shown. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "core/pipeline/terms.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "support/truth.h"

static struct app in_batch(const char *line)
{
    struct app a = fresh_app();
    a.batch = true;
    must_enter(&a, line);
    return a;
}

/* What a command writes to standard output. */
static const char *output(struct app *a, const char *line)
{
    text_clear(&a->output);
    must_enter(a, line);
    return text_str(&a->output);
}

static json_t *json(struct app *a, const char *line)
{
    json_t *j = json_loads(output(a, line), 0, NULL);
    assert_non_null(j);
    return j;
}

static double at(json_t *j, const char *name)
{
    json_t *x = json_object_get(j, name);
    assert_true(json_is_number(x));
    return json_number_value(x);
}

static double cell(json_t *m, int r, int c)
{
    return json_number_value(truth_nth(truth_nth(m, r), c));
}

/* The value of the csv line that begins so; fails when there is not exactly one. */
static double csv(const char *all, const char *begin)
{
    size_t n = strlen(begin);
    double x = 0;
    int count = 0;
    for (const char *line = all; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, begin, n) == 0) {
            x = strtod(line + n, NULL);
            count++;
        }
    if (count != 1)
        fail_msg("%d lines begin with %s", count, begin);
    return x;
}

static int lines(const char *all, const char *begin)
{
    int count = 0;
    for (const char *line = all; *line; line += strcspn(line, "\n"), line += *line == '\n')
        count += strncmp(line, begin, strlen(begin)) == 0;
    return count;
}

TEST(the_terms_of_every_pair_are_written)
{
    struct app a = in_batch(
        "weights random 3 ; bK = 1 2 3 4 5 6 7 8 ; set heads 2 ; head 1 ; focus 追 猫 ; term pc off");
    json_t *j = json(&a, "export json terms -");
    json_t *terms = json_object_get(j, "terms"), *term;
    size_t i;
    assert_int_equal(json_array_size(terms), 6);
    for (int q = 0; q < 3; q++)
        for (int k = 0; k < 3; k++) {
            double sum = 0;
            json_array_foreach(terms, i, term) sum +=
                json_is_true(json_object_get(term, "on")) ? cell(json_object_get(term, "map"), q, k) : 0;
            assert_close(cell(json_object_get(j, "scores"), q, k), sum, 1e-12);
            assert_close(cell(json_object_get(j, "scaled"), q, k),
                         cell(json_object_get(j, "scores"), q, k) / at(j, "divisor"), 1e-12);
        }
    int constant = 0;
    json_array_foreach(terms, i, term)
    {
        constant += json_is_true(json_object_get(term, "row_constant"));
        assert_close(at(term, "value"), cell(json_object_get(term, "map"), 1, 0), 0);
    }
    assert_int_equal(constant, 2);
    assert_true(cell(json_object_get(j, "weights"), 1, 0) !=
                cell(json_object_get(j, "weights_all_terms"), 1, 0));
    const char *rows = output(&a, "export csv terms -");
    assert_close(csv(rows, "term,cp,追,猫,"), cell(json_object_get(truth_nth(terms, 1), "map"), 1, 0), 0);
    assert_close(csv(rows, "weights_all_terms,,狗,追,"), cell(json_object_get(j, "weights_all_terms"), 2, 1),
                 0);
    assert_close(csv(rows, "on,pc,,,"), 0, 0);
    assert_int_equal(lines(rows, "term,"), 6 * 9);
    json_decref(j);
    app_finish(&a);
}

static json_t *entry(json_t *maps, int h, int r, int c)
{
    return truth_nth(truth_nth(truth_nth(maps, h), r), c);
}

static bool is_named(json_t *names, const char *name)
{
    json_t *one;
    size_t i;
    json_array_foreach(names, i, one) if (strcmp(json_string_value(one), name) == 0) return true;
    return false;
}

/* Without those that "off" names, the terms add up to the scores; without any, the key is missing. */
TEST(terms_that_are_off_are_named)
{
    struct app a = in_batch("block encoder ; set layers 2 ; weights random 3 ; layer 1 ; weights random 4");
    json_t *j = json(&a, "export json -"), *layer, *term;
    size_t l;
    const char *name;
    assert_null(json_object_get(j, "off"));
    json_decref(j);
    must_enter(&a, "term pp off ; term token·attn0 off");
    j = json(&a, "export json -");
    assert_int_equal(json_array_size(json_object_get(j, "off")), 1);
    assert_true(is_named(json_object_get(j, "off"), "pp"));
    json_array_foreach(json_object_get(j, "trace"), l, layer)
    {
        double sum = 0;
        assert_true(is_named(json_object_get(layer, "off"), l ? "token·attn0" : "position·position"));
        json_object_foreach(json_object_get(layer, "terms"), name, term) sum +=
            is_named(json_object_get(layer, "off"), name) ? 0 : json_number_value(entry(term, 0, 1, 2));
        assert_close(json_number_value(entry(json_object_get(layer, "scores"), 0, 1, 2)), sum, 1e-11);
    }
    json_decref(j);
    app_finish(&a);
}

/* trace: every layer's stages and terms, each source by itself, adding up to the scores. */
TEST(the_trace_has_the_terms_of_every_layer_by_source)
{
    struct app a = in_batch("set heads 2 ; block encoder ; set layers 3 ; weights random 3 ; layer 2 ; "
                            "weights random 4 ; encoding sincos");
    static const int counts[] = {4, 16, 36};
    json_t *j = json(&a, "export json -");
    json_t *trace = json_object_get(j, "trace"), *layer, *term;
    const char *name;
    size_t l;
    assert_int_equal(json_array_size(trace), 3);
    assert_true(json_equal(json_object_get(j, "scores"), /* at the top is layer 0 */
                           json_object_get(truth_nth(trace, 0), "scores")));
    json_array_foreach(trace, l, layer)
    {
        json_t *terms = json_object_get(layer, "terms");
        assert_int_equal(json_object_size(terms), counts[l]);
        assert_non_null(json_object_get(terms, "token·position"));
        assert_true((l > 0) == (json_object_get(terms, "ffn0·attn0") != NULL));
        for (int at = 0; at < 2 * 3 * 3; at++) {
            double sum = 0;
            json_object_foreach(terms, name, term) sum +=
                json_number_value(entry(term, at / 9, at / 3 % 3, at % 3));
            assert_close(
                json_number_value(entry(json_object_get(layer, "scores"), at / 9, at / 3 % 3, at % 3)), sum,
                1e-11);
        }
        assert_non_null(json_object_get(layer, "output"));
    }
    json_decref(j);
    output(&a, "set layers 1");
    j = json(&a, "export json -");
    assert_null(json_object_get(j, "trace"));
    json_decref(j);
    app_finish(&a);
}

TEST(the_panels_are_written_whatever_is_shown)
{
    struct app a = in_batch("weights random 3 ; preset deberta ; view stages");
    json_t *j = json(&a, "export json terms -");
    json_t *distance = json_object_get(j, "distance"), *scale = json_object_get(j, "by_scale"),
           *other = json_object_get(j, "other_weights");
    assert_string_equal(json_string_value(json_object_get(j, "preset")), "deberta");
    const struct attention *att = &a.session.now.trace.layer[0].self;
    struct mat pp = attention_term(att, terms_find(&a.session.now.config, 0, "pp"));
    assert_close(at(json_object_get(distance, "here"), "weights"), mat_at(pp, 0, 2), 1e-12);
    assert_close(json_number_value(truth_nth(json_object_get(scale, "weights"), 20)),
                 mat_at(att->map[MAP_WEIGHTS], 0, 2), 1e-12);
    assert_close(json_number_value(truth_nth(json_object_get(json_object_get(other, "now"), "weight"), 0)),
                 mat_at(att->map[MAP_WEIGHTS], 0, 2), 1e-12);
    const char *rows = output(&a, "export csv terms -");
    assert_close(csv(rows, "weight_by_scale,,1,,"), mat_at(att->map[MAP_WEIGHTS], 0, 2), 1e-12);
    assert_close(csv(rows, "distance_row,weights,2,,"), mat_at(pp, 0, 2), 1e-12);
    assert_int_equal(a.session.now.state.look.view, VIEW_STAGES);
    json_decref(j);
    output(&a, "encoding rope");
    j = json(&a, "export json terms -");
    assert_true(json_is_null(json_object_get(j, "distance")) && json_is_null(json_object_get(j, "by_scale")));
    json_decref(j);
    app_finish(&a);
}

TEST(both_sides_and_all_orders_are_written)
{
    struct app a = in_batch("weights random 3 ; tokens 猫 追 猫 狗");
    json_t *j = json(&a, "export json compare -");
    json_t *corners = json_object_get(j, "order"), *orders = json_object_get(j, "orders"),
           *rows = json_object_get(j, "rows");
    assert_true(at(json_object_get(corners, "off_none"), "largest") == 0 &&
                at(json_object_get(corners, "off_none"), "mean") == 0);
    assert_true(at(json_object_get(corners, "on_none"), "largest") > 1e-6 &&
                at(json_object_get(corners, "off_causal"), "largest") > 1e-6);
    assert_int_equal((int)json_array_size(orders), 12);
    assert_int_equal((int)json_array_size(rows), 4);
    assert_string_equal(json_string_value(json_object_get(truth_nth(rows, 2), "word")), "猫#2");
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fmax(most, at(truth_nth(rows, i), "moved"));
    assert_close(at(json_object_get(corners, "on_none"), "largest"), most, 1e-12);
    const char *all = output(&a, "export csv compare -");
    assert_close(csv(all, "moved,largest,猫#2,,"), at(truth_nth(rows, 2), "moved"), 0);
    assert_close(csv(all, "moved,mean,,,"), at(j, "mean_moved"), 0);
    double first = 0; /* the swapped 猫 has the same name on both sides */
    for (int k = 0; k < a.session.now.config.d; k++) {
        char now[40], twin[40];
        snprintf(now, sizeof now, "now,final,猫#1,%d,", k);
        snprintf(twin, sizeof twin, "twin,final,猫#1,%d,", k);
        first = fmax(first, fabs(csv(all, now) - csv(all, twin)));
    }
    assert_close(csv(all, "moved,largest,猫#1,,"), first, 1e-12);
    assert_close(csv(all, "corner,largest,on,causal,"), at(json_object_get(corners, "on_causal"), "largest"),
                 0);
    assert_close(csv(all, "corner,largest,off,none,"), 0, 0);
    assert_close(csv(all, "now,final,狗,5,"), mat_at(trace_final(&a.session.now.trace), 3, 5), 0);
    assert_int_equal(lines(all, "order,"), 12 * 4);
    json_decref(j);
    app_finish(&a);
}

TEST(a_pinned_side_is_written_under_its_name_and_at_the_stage_shown)
{
    struct app a = in_batch("pin \"my, \\\"pin\\\"\" ; swap ; view compare ; compare stage weights");
    const char *all = output(&a, "export csv compare -");
    assert_close(csv(all, "\"my, \"\"pin\"\"\",weights,猫,狗,"),
                 mat_at(a.session.pins[0].scene.trace.layer[0].self.map[MAP_WEIGHTS], 0, 2), 0);
    assert_int_equal(lines(all, "now,weights,"), 9);
    assert_int_equal(lines(all, "moved,mean"), 0);
    json_t *j = json(&a, "export json compare -");
    assert_string_equal(json_string_value(json_object_get(json_object_get(j, "other"), "name")),
                        "my, \"pin\"");
    assert_string_equal(json_string_value(json_object_get(j, "stage")), "weights");
    json_decref(j);
    app_finish(&a);
}

TEST(where_there_is_nothing_to_compare_nothing_is_invented)
{
    struct app a = in_batch("tokens 猫");
    json_t *j = json(&a, "export json compare -");
    assert_true(json_is_null(json_object_get(j, "order")) && !json_object_get(j, "rows"));
    assert_int_equal((int)json_array_size(json_object_get(j, "orders")), 1);
    assert_int_equal(lines(output(&a, "export csv compare -"), "corner"), 0);
    json_decref(j);
    app_finish(&a);
}

TEST(the_picture_of_a_view_has_its_numbers_too)
{
    struct app a = in_batch("weights random 1 ; set terms_panel scale");
    assert_non_null(strstr(output(&a, "export text terms -"), "at 0: 0."));
    assert_non_null(strstr(output(&a, "export text compare -"), "encoding off  a 0 nothing moved"));
    output(&a, "set compare_panel orders");
    assert_non_null(strstr(output(&a, "export text compare -"), "6 orders by how far"));
    app_finish(&a);
}

TEST(only_biases_of_zeros_are_left_out)
{
    struct app a = in_batch("set bQ 0 = 0.5 ; set bK 0 = 0");
    json_t *j = json(&a, "export json -");
    assert_close(cell(json_object_get(j, "bQ"), 0, 0), 0.5, 0);
    assert_null(json_object_get(j, "bK"));
    assert_non_null(json_object_get(j, "WV"));
    json_decref(j);
    app_finish(&a);
}

static double printed(struct app *a, const char *line)
{
    struct reply r = {.lang = LANG_EN};
    assert_true(app_line(a, line, &r));
    double x = strtod(text_str(&r.text), NULL);
    reply_finish(&r);
    return x;
}

/* print reads the first head, or the one of a prefix; export writes the head in view, and says so. */
TEST(an_export_is_of_the_head_in_view)
{
    struct app a = in_batch("opening ; head 2");
    struct reply r = {.lang = LANG_EN};
    double written = strtod(output(&a, "export csv weights -"), NULL);
    assert_close(written, printed(&a, "print -d 17 h3.weight(0,0)"), 0);
    assert_true(printed(&a, "print -d 17 weight(0,0)") < written - 0.5);
    assert_false(app_line(&a, "export csv h1.weights -", &r));
    assert_string_equal(text_str(&r.text),
                        "h1.weights: the head in view is written: first 'head 0', then weights");
    reply_finish(&r);
    app_finish(&a);
}
