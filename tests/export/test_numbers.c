/* The numbers of the terms and compare views in files: complete, at full precision,
 * the same in csv and JSON as in the model, whatever view is shown. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cjson/cJSON.h>
#include <cmocka.h>

#include "app/app.h"
#include "core/pipeline/terms.h"
#include "support/apps.h"
#include "support/close.h"

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

static cJSON *json(struct app *a, const char *line)
{
    cJSON *j = cJSON_Parse(output(a, line));
    assert_non_null(j);
    return j;
}

static double at(const cJSON *j, const char *name)
{
    const cJSON *x = cJSON_GetObjectItemCaseSensitive(j, name);
    assert_true(cJSON_IsNumber(x));
    return x->valuedouble;
}

static double cell(const cJSON *m, int r, int c)
{
    return cJSON_GetArrayItem(cJSON_GetArrayItem(m, r), c)->valuedouble;
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

static void the_terms_of_every_pair_are_written(void **state)
{
    (void)state;
    struct app a = in_batch(
        "weights random 3 ; bK = 1 2 3 4 5 6 7 8 ; set heads 2 ; head 1 ; focus 追 猫 ; term pc off");
    cJSON *j = json(&a, "export json terms -");
    const cJSON *terms = cJSON_GetObjectItem(j, "terms"), *term;
    assert_int_equal(cJSON_GetArraySize(terms), 6);
    for (int q = 0; q < 3; q++)
        for (int k = 0; k < 3; k++) {
            double sum = 0;
            cJSON_ArrayForEach(term, terms) sum += cJSON_IsTrue(cJSON_GetObjectItem(term, "on"))
                                                       ? cell(cJSON_GetObjectItem(term, "map"), q, k)
                                                       : 0;
            assert_close(cell(cJSON_GetObjectItem(j, "scores"), q, k), sum, 1e-12);
            assert_close(cell(cJSON_GetObjectItem(j, "scaled"), q, k),
                         cell(cJSON_GetObjectItem(j, "scores"), q, k) / at(j, "divisor"), 1e-12);
        }
    int constant = 0;
    cJSON_ArrayForEach(term, terms)
    {
        constant += cJSON_IsTrue(cJSON_GetObjectItem(term, "row_constant"));
        assert_close(at(term, "value"), cell(cJSON_GetObjectItem(term, "map"), 1, 0), 0);
    }
    assert_int_equal(constant, 2);
    assert_true(cell(cJSON_GetObjectItem(j, "weights"), 1, 0) !=
                cell(cJSON_GetObjectItem(j, "weights_all_terms"), 1, 0));
    const char *rows = output(&a, "export csv terms -");
    assert_close(csv(rows, "term,cp,追,猫,"),
                 cell(cJSON_GetObjectItem(cJSON_GetArrayItem(terms, 1), "map"), 1, 0), 0);
    assert_close(csv(rows, "weights_all_terms,,狗,追,"),
                 cell(cJSON_GetObjectItem(j, "weights_all_terms"), 2, 1), 0);
    assert_close(csv(rows, "on,pc,,,"), 0, 0);
    assert_int_equal(lines(rows, "term,"), 6 * 9);
    cJSON_Delete(j);
    app_finish(&a);
}

static const cJSON *entry(const cJSON *maps, int h, int r, int c)
{
    return cJSON_GetArrayItem(cJSON_GetArrayItem(cJSON_GetArrayItem(maps, h), r), c);
}

/* trace: every layer's stages and terms, each source by itself, adding up to the scores. */
static void the_trace_has_the_terms_of_every_layer_by_source(void **state)
{
    (void)state;
    struct app a = in_batch("set heads 2 ; block encoder ; set layers 3 ; weights random 3 ; layer 2 ; "
                            "weights random 4 ; encoding sincos");
    static const int counts[] = {4, 16, 36};
    cJSON *j = json(&a, "export json -");
    const cJSON *trace = cJSON_GetObjectItem(j, "trace"), *layer, *term;
    int l = 0;
    assert_int_equal(cJSON_GetArraySize(trace), 3);
    assert_true(cJSON_Compare(cJSON_GetObjectItem(j, "scores"), /* at the top stands layer 0 */
                              cJSON_GetObjectItem(cJSON_GetArrayItem(trace, 0), "scores"), true));
    cJSON_ArrayForEach(layer, trace)
    {
        const cJSON *terms = cJSON_GetObjectItem(layer, "terms");
        assert_int_equal(cJSON_GetArraySize(terms), counts[l++]);
        assert_non_null(cJSON_GetObjectItem(terms, "token·position"));
        assert_true((l > 1) == (cJSON_GetObjectItem(terms, "ffn0·attn0") != NULL));
        for (int at = 0; at < 2 * 3 * 3; at++) {
            double sum = 0;
            cJSON_ArrayForEach(term, terms) sum += entry(term, at / 9, at / 3 % 3, at % 3)->valuedouble;
            assert_close(entry(cJSON_GetObjectItem(layer, "scores"), at / 9, at / 3 % 3, at % 3)->valuedouble,
                         sum, 1e-11);
        }
        assert_non_null(cJSON_GetObjectItem(layer, "output"));
    }
    cJSON_Delete(j);
    output(&a, "set layers 1");
    j = json(&a, "export json -");
    assert_null(cJSON_GetObjectItem(j, "trace"));
    cJSON_Delete(j);
    app_finish(&a);
}

static void the_panels_are_written_whatever_is_shown(void **state)
{
    (void)state;
    struct app a = in_batch("weights random 3 ; preset deberta ; view stages");
    cJSON *j = json(&a, "export json terms -");
    const cJSON *distance = cJSON_GetObjectItem(j, "distance"), *scale = cJSON_GetObjectItem(j, "by_scale"),
                *other = cJSON_GetObjectItem(j, "other_weights");
    assert_string_equal(cJSON_GetObjectItem(j, "preset")->valuestring, "deberta");
    const struct attention *att = &a.model.now.trace.layer[0].self;
    struct mat pp = attention_term(att, terms_find(&a.model.now.config, 0, "pp"));
    assert_close(at(cJSON_GetObjectItem(distance, "here"), "weights"), mat_at(pp, 0, 2), 1e-12);
    assert_close(cJSON_GetArrayItem(cJSON_GetObjectItem(scale, "weights"), 20)->valuedouble,
                 mat_at(att->map[MAP_WEIGHTS], 0, 2), 1e-12);
    assert_close(
        cJSON_GetArrayItem(cJSON_GetObjectItem(cJSON_GetObjectItem(other, "now"), "weight"), 0)->valuedouble,
        mat_at(att->map[MAP_WEIGHTS], 0, 2), 1e-12);
    const char *rows = output(&a, "export csv terms -");
    assert_close(csv(rows, "weight_by_scale,,1,,"), mat_at(att->map[MAP_WEIGHTS], 0, 2), 1e-12);
    assert_close(csv(rows, "distance_row,weights,2,,"), mat_at(pp, 0, 2), 1e-12);
    assert_int_equal(a.model.now.state.look.view, VIEW_STAGES);
    cJSON_Delete(j);
    output(&a, "encoding rope");
    j = json(&a, "export json terms -");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(j, "distance")) &&
                cJSON_IsNull(cJSON_GetObjectItem(j, "by_scale")));
    cJSON_Delete(j);
    app_finish(&a);
}

static void both_sides_and_all_orders_are_written(void **state)
{
    (void)state;
    struct app a = in_batch("weights random 3 ; tokens 猫 追 猫 狗");
    cJSON *j = json(&a, "export json compare -");
    const cJSON *corners = cJSON_GetObjectItem(j, "order"), *orders = cJSON_GetObjectItem(j, "orders"),
                *rows = cJSON_GetObjectItem(j, "rows");
    assert_true(at(cJSON_GetObjectItem(corners, "off_none"), "largest") == 0 &&
                at(cJSON_GetObjectItem(corners, "off_none"), "mean") == 0);
    assert_true(at(cJSON_GetObjectItem(corners, "on_none"), "largest") > 1e-6 &&
                at(cJSON_GetObjectItem(corners, "off_causal"), "largest") > 1e-6);
    assert_int_equal(cJSON_GetArraySize(orders), 12);
    assert_int_equal(cJSON_GetArraySize(rows), 4);
    assert_string_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(rows, 2), "word")->valuestring, "猫#2");
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fmax(most, at(cJSON_GetArrayItem(rows, i), "moved"));
    assert_close(at(cJSON_GetObjectItem(corners, "on_none"), "largest"), most, 1e-12);
    const char *all = output(&a, "export csv compare -");
    assert_close(csv(all, "moved,largest,猫#2,,"), at(cJSON_GetArrayItem(rows, 2), "moved"), 0);
    assert_close(csv(all, "moved,mean,,,"), at(j, "mean_moved"), 0);
    assert_close(csv(all, "corner,largest,on,causal,"),
                 at(cJSON_GetObjectItem(corners, "on_causal"), "largest"), 0);
    assert_close(csv(all, "corner,largest,off,none,"), 0, 0);
    assert_close(csv(all, "now,final,狗,5,"), mat_at(trace_final(&a.model.now.trace), 3, 5), 0);
    assert_int_equal(lines(all, "order,"), 12 * 4);
    cJSON_Delete(j);
    app_finish(&a);
}

static void a_pinned_side_is_written_under_its_name_and_at_the_stage_shown(void **state)
{
    (void)state;
    struct app a = in_batch("pin \"my, \\\"pin\\\"\" ; swap ; view compare ; compare stage weights");
    const char *all = output(&a, "export csv compare -");
    assert_close(csv(all, "\"my, \"\"pin\"\"\",weights,猫,狗,"),
                 mat_at(a.model.pins[0].scene.trace.layer[0].self.map[MAP_WEIGHTS], 0, 2), 0);
    assert_int_equal(lines(all, "now,weights,"), 9);
    assert_int_equal(lines(all, "moved,mean"), 0);
    cJSON *j = json(&a, "export json compare -");
    assert_string_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(j, "other"), "name")->valuestring,
                        "my, \"pin\"");
    assert_string_equal(cJSON_GetObjectItem(j, "stage")->valuestring, "weights");
    cJSON_Delete(j);
    app_finish(&a);
}

static void where_there_is_nothing_to_compare_nothing_is_invented(void **state)
{
    (void)state;
    struct app a = in_batch("tokens 猫");
    cJSON *j = json(&a, "export json compare -");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(j, "order")) && !cJSON_GetObjectItem(j, "rows"));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(j, "orders")), 1);
    assert_int_equal(lines(output(&a, "export csv compare -"), "corner"), 0);
    cJSON_Delete(j);
    app_finish(&a);
}

static void the_picture_of_a_view_has_its_numbers_too(void **state)
{
    (void)state;
    struct app a = in_batch("weights random 1 ; set terms_panel scale");
    assert_non_null(strstr(output(&a, "export text terms -"), "at 0: 0."));
    assert_non_null(strstr(output(&a, "export text compare -"), "encoding off  a 0 nothing moved"));
    output(&a, "set compare_panel orders");
    assert_non_null(strstr(output(&a, "export text compare -"), "6 orders by how far"));
    app_finish(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terms_of_every_pair_are_written),
        cmocka_unit_test(the_trace_has_the_terms_of_every_layer_by_source),
        cmocka_unit_test(the_panels_are_written_whatever_is_shown),
        cmocka_unit_test(both_sides_and_all_orders_are_written),
        cmocka_unit_test(a_pinned_side_is_written_under_its_name_and_at_the_stage_shown),
        cmocka_unit_test(where_there_is_nothing_to_compare_nothing_is_invented),
        cmocka_unit_test(the_picture_of_a_view_has_its_numbers_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
