/* Attention as it is built today: every case of an independent program typed as commands, every stage read
 * from `export json -`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "core/math/choice.h"
#include "state/script.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "support/truth.h"

static const char *const words[] = {"kappa", "lambda", "omega", "sigma", "theta", "zeta", "delta"};

/* Adds a value as `set` reads it. */
static void add_value(struct text *out, json_t *x)
{
    text_add_char(out, ' ');
    if (json_is_string(x))
        text_add(out, json_string_value(x));
    else if (json_is_boolean(x))
        text_add(out, json_is_true(x) ? "on" : "off");
    else
        number_shortest(out, truth_number(x));
}

static void enter_settings(struct app *a, json_t *c)
{
    static const char *const always[] = {"d",    "heads",   "dk",  "dv",    "layers", "start",
                                         "base", "pescale", "eps", "scale", "block"},
                             *const block[] = {"norm", "residual", "activation", "final_norm"},
                             *const some[] = {"dff",       "key_heads", "window", "qk_norm",  "softcap",
                                              "final_cap", "rms",       "gated",  "parallel", "sink"};
    struct text line = {0};
    const char *key, *in_block = json_string_value(truth_at(c, "block"));
    json_t *x;
    text_add(&line, "tokens");
    for (int i = 0; i < (int)truth_number(truth_at(c, "n")); i++)
        text_addf(&line, " %s", words[i]);
    text_add(&line, " ; set");
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        text_addf(&line, " %s", always[i]);
        add_value(&line, truth_at(c, always[i]));
    }
    for (size_t i = 0; i < sizeof block / sizeof *block && strcmp(in_block, "attention") != 0; i++) {
        text_addf(&line, " %s", block[i]);
        add_value(&line, truth_at(c, block[i]));
    }
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        x = truth_at(c, some[i]);
        if (json_is_false(x) || (json_is_number(x) && truth_number(x) == 0))
            continue;
        text_addf(&line, " %s", some[i]);
        add_value(&line, x);
    }
    text_addf(&line, " ; encoding %s", json_string_value(truth_at(c, "encoding/name")));
    json_object_foreach(truth_at(c, "encoding"), key, x) if (strcmp(key, "name") != 0)
    {
        struct text value = {0};
        add_value(&value, x);
        text_addf(&line, " %s=%s", key, text_str(&value) + 1);
        text_finish(&value);
    }
    must_enter(a, text_str(&line));
    text_finish(&line);
}

static void enter_word(struct app *a, const char *word, json_t *x)
{
    struct text line = {0};
    text_addf(&line, "x %s =", word);
    truth_type(&line, x);
    must_enter(a, text_str(&line));
    text_finish(&line);
}

static void enter_numbers(struct app *a, json_t *j)
{
    json_t *c = truth_at(j, "config"), *m;
    const char *name, *mask = json_string_value(truth_at(c, "mask"));
    struct text line = {0};
    for (int i = 0; truth_at(j, "X") && i < (int)truth_number(truth_at(c, "n")); i++)
        enter_word(a, words[i], truth_nth(truth_at(j, "X"), i));
    json_object_foreach(truth_at(j, "weights"), name, m)
    {
        bool layered = name[1] == '.';
        text_clear(&line);
        if (layered)
            text_addf(&line, "layer %c ; ", name[0]);
        text_addf(&line, "%s =", name + 2 * layered);
        truth_type(&line, m);
        must_enter(a, text_str(&line));
    }
    text_clear(&line);
    text_addf(&line, "mask %s", mask);
    if (strstr(mask, "pad"))
        text_addf(&line, " %d", (int)truth_number(truth_at(c, "pad")));
    must_enter(a, text_str(&line));
    text_finish(&line);
}

static void check_stages(struct truth *t, json_t *got, json_t *want, const char *of)
{
    const char *name;
    json_t *m;
    json_object_foreach(want, name, m)
    {
        if (!truth_at(got, name))
            fail_msg("%s has no %s", of, name);
        struct mat is = truth_mat(t, truth_at(got, name)), as = truth_mat(t, m);
        assert_int_equal(is.rows * is.cols, as.rows * as.cols);
        is = mat_of(as.rows, as.cols, as.cols, is.v); /* (a column of shares is a list there) */
        assert_mat_close(is, as, 1e-12);
    }
}

/* Fails unless a value is this row, within 1e-14. */
static void is_row(struct app *a, const char *value, json_t *want)
{
    struct text line = {0};
    struct reply r = {.lang = LANG_EN};
    text_addf(&line, "print -d 17 %s", value);
    if (!app_line(a, text_str(&line), &r))
        fail_msg("%s: %s", text_str(&line), text_str(&r.text));
    const char *at = text_str(&r.text);
    at += *at == '[';
    for (size_t i = 0; i < (json_is_array(want) ? json_array_size(want) : 1); i++) {
        bool none = strncmp(at, "-∞", strlen("-∞")) == 0 || strncmp(at, "−∞", strlen("−∞")) == 0;
        double x = none ? -INFINITY : strtod(at, NULL);
        assert_close(x, truth_number(json_is_array(want) ? truth_nth(want, (int)i) : want),
                     1e-14 * fmax(1, fabs(x)));
        at = strchr(at, ',') ? strchr(at, ',') + 2 : at;
    }
    reply_finish(&r);
    text_finish(&line);
}

/* The speed of every pair, and where it stands after 40 positions. */
static void check_speeds(struct app *a, json_t *omega)
{
    size_t i;
    json_t *speed;
    char value[40];
    json_array_foreach(omega, i, speed)
    {
        json_t *angle = json_real(40 * truth_number(speed));
        snprintf(value, sizeof value, "freq(%d)", (int)i);
        is_row(a, value, speed);
        snprintf(value, sizeof value, "angle(40,%d)", (int)i);
        is_row(a, value, angle);
        json_decref(angle);
    }
}

static void check_case(json_t *j)
{
    struct app a = fresh_app();
    struct truth t = {0};
    const char *name = json_string_value(truth_at(j, "name"));
    a.batch = true;
    enter_settings(&a, truth_at(j, "config"));
    enter_numbers(&a, j);
    text_clear(&a.output);
    must_enter(&a, "export json -");
    t.root = json_loads(text_str(&a.output), 0, NULL);
    assert_non_null(t.root);
    if (truth_at(j, "config/encoding/scaling"))
        check_speeds(&a, truth_at(j, "omega"));
    if (truth_at(j, "stages"))
        check_stages(&t, t.root, truth_at(j, "stages"), name);
    for (int l = 0; truth_nth(truth_at(j, "trace"), l); l++)
        check_stages(&t, truth_nth(truth_at(t.root, "trace"), l), truth_nth(truth_at(j, "trace"), l), name);
    truth_close(&t);
    app_finish(&a);
}

TEST(every_switch_and_every_combination_computes_what_the_reference_computed)
{
    struct truth t = truth_open("today/switches");
    size_t at;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), at, j) check_case(j);
    assert_int_equal(json_array_size(truth_at(t.root, "cases")), 40);
    truth_close(&t);
}

/* ---- softmax in tiles, and no softmax ------------------------------------------------- */

/* One head whose queries, keys (NULL: none) and values are these: x is the identity. */
static struct app one_head(int n, json_t *Q, json_t *K, json_t *V)
{
    struct app a = fresh_app();
    struct text line = {0};
    text_add(&line, "tokens");
    for (int i = 0; i < n; i++)
        text_addf(&line, " %s", words[i]);
    text_addf(&line, " ; set d %d heads 1 dk %d dv %d ; encoding none ; mask none ; WV =", n,
              Q ? (int)json_array_size(truth_nth(Q, 0)) : 1, (int)json_array_size(truth_nth(V, 0)));
    truth_type(&line, V);
    for (int i = 0; i < n; i++) {
        text_addf(&line, " ; x %s =", words[i]);
        for (int j = 0; j < n; j++)
            text_add(&line, i == j ? " 1" : " 0");
    }
    if (Q) {
        text_add(&line, " ; WQ =");
        truth_type(&line, Q);
        text_add(&line, " ; WK =");
        truth_type(&line, K);
    }
    must_enter(&a, text_str(&line));
    text_finish(&line);
    a.batch = true;
    return a;
}

TEST(every_tile_has_the_largest_score_sum_and_average_of_the_reference)
{
    struct truth t = truth_open("today/online");
    size_t at, r, step;
    json_t *j, *row, *steps, *is;
    const char *width;
    json_array_foreach(truth_at(t.root, "cases"), at, j)
    {
        struct app a = one_head((int)truth_number(truth_at(j, "n")), NULL, NULL, truth_at(j, "V"));
        struct text line = {0}, mask = {0};
        text_add(&line, "set scale none ; scores =");
        text_add(&mask, "mask =");
        for (int i = 0; truth_nth(truth_at(j, "masked"), i); i++)
            for (int k = 0; truth_nth(truth_nth(truth_at(j, "masked"), i), k); k++) {
                double x = truth_number(truth_nth(truth_nth(truth_at(j, "masked"), i), k));
                text_add(&line, i > 0 && k == 0 ? " ; " : " ");
                text_add(&mask, i > 0 && k == 0 ? " ; " : " ");
                number_shortest(&line, isinf(x) ? 0 : x);
                text_add(&mask, isinf(x) ? "-inf" : "0");
            }
        must_enter(&a, text_str(&line));
        must_enter(&a, text_str(&mask));
        json_array_foreach(truth_at(j, "rows"), r, row)
            json_object_foreach(truth_at(row, "tiles"), width, steps) json_array_foreach(steps, step, is)
        {
            json_t *two = json_pack("[O, O]", truth_at(is, "max"), truth_at(is, "sum"));
            text_clear(&line);
            text_addf(&line, "online(%zu,%s,%zu)", r, width, step);
            is_row(&a, text_str(&line), two);
            text_clear(&line);
            text_addf(&line, "online_out(%zu,%s,%zu)", r, width, step);
            is_row(&a, text_str(&line), truth_at(is, "out"));
            json_decref(two);
        }
        text_finish(&line);
        text_finish(&mask);
        app_finish(&a);
    }
    truth_close(&t);
}

TEST(the_state_without_softmax_grows_as_in_the_reference)
{
    struct truth t = truth_open("today/linear");
    size_t at, i, r;
    json_t *j, *after, *row;
    char value[80];
    json_array_foreach(truth_at(t.root, "cases"), at, j)
    {
        struct app a = one_head((int)truth_number(truth_at(j, "n")), truth_at(j, "Q"), truth_at(j, "K"),
                                truth_at(j, "V"));
        json_array_foreach(truth_at(j, "states"), i, after)
        {
            snprintf(value, sizeof value, "linear(%zu)", i);
            is_row(&a, value, truth_nth(truth_at(j, "out"), (int)i));
            json_array_foreach(truth_at(after, "S"), r, row)
            {
                json_array_append(row, truth_nth(truth_at(after, "z"), (int)r));
                snprintf(value, sizeof value, "linear_state(%zu,%zu)", i, r);
                is_row(&a, value, row);
            }
        }
        app_finish(&a);
    }
    truth_close(&t);
}

/* ---- models whose layers differ -------------------------------------------------------- */

static json_t *export_of(const char *lines)
{
    struct app a = app_after(lines);
    a.batch = true;
    text_clear(&a.output);
    must_enter(&a, "export json -");
    json_t *got = json_loads(text_str(&a.output), 0, NULL);
    assert_non_null(got);
    app_finish(&a);
    return got;
}

/* Layer 0 sees two words back and turns by a base of its own; the last sees all and turns by the model's. */
TEST(an_export_has_the_window_and_the_base_of_each_layer_where_they_differ)
{
    json_t *gemma3 = export_of("model tests/data/models/gemma3 ; tokens a b c d"),
           *gemma2 = export_of("model tests/data/models/gemma2"),
           *qwen3 = export_of("model tests/data/models/qwen3"),
           *phi3 = export_of("model tests/data/models/phi3");
    assert_close(truth_number(truth_at(gemma3, "trace/0/window")), 3, 0);
    assert_close(truth_number(truth_at(gemma3, "trace/0/base")), 10000, 0);
    assert_close(truth_number(truth_at(gemma3, "trace/1/window")), 0, 0);
    assert_close(truth_number(truth_at(gemma3, "trace/1/base")), 1000000, 0);
    assert_close(truth_number(truth_at(gemma2, "trace/0/base")), 10000, 0);
    assert_close(truth_number(truth_at(gemma2, "trace/1/window")), 0, 0);
    assert_close(truth_number(truth_at(gemma3, "model/word_scale")), 4, 0); /* the root of d */
    assert_null(truth_at(qwen3, "model/word_scale"));
    assert_null(truth_at(qwen3, "trace/0/window"));
    assert_null(truth_at(phi3, "trace/0/base")); /* all layers have the same window */
    assert_close(truth_number(truth_at(phi3, "window")), 4, 0);
    json_decref(gemma3);
    json_decref(gemma2);
    json_decref(qwen3);
    json_decref(phi3);
}

/* ---- what is refused, what is kept ----------------------------------------------------- */

/* Fails unless a line is refused, with these words in the message. */
static void refused(const char *before, const char *line, const char *why)
{
    struct app a = app_after(before);
    struct reply r = {.lang = LANG_EN};
    assert_false(app_line(&a, line, &r));
    if (!strstr(text_str(&r.text), why))
        fail_msg("'%s' is refused by '%s', not '%s'", line, text_str(&r.text), why);
    reply_finish(&r);
    app_finish(&a);
}

/* ---- going on ------------------------------------------------------------------------- */

/* Adds what this program calls a word of the reference. */
static void add_word(struct text *line, json_t *model, json_t *word)
{
    size_t i;
    json_t *one;
    json_array_foreach(truth_at(model, "words"), i, one) if (json_equal(one, word))
        text_addf(line, " %s", words[i]);
}

/* Makes the first `count` words of a run the sentence. */
static void say_first(struct app *a, json_t *model, json_t *run, int count)
{
    struct text line = {0};
    text_add(&line, "tokens");
    for (int i = 0; i < count; i++)
        add_word(&line, model, truth_nth(truth_at(run, "sentence"), i));
    must_enter(a, text_str(&line));
    text_finish(&line);
}

static json_t *exported(struct app *a, const char *what)
{
    text_clear(&a->output);
    must_enter(a, what);
    json_t *root = json_loads(text_str(&a->output), 0, NULL);
    assert_non_null(root);
    return root;
}

/* The word that comes, its lot and its shares, before each word that the reference wrote. */
static void check_steps(struct app *a, json_t *model, json_t *run)
{
    size_t i;
    json_t *step;
    json_array_foreach(truth_at(run, "steps"), i, step)
    {
        struct truth t = {0};
        struct text word = {0};
        say_first(a, model, run, (int)truth_number(truth_at(step, "position")));
        t.root = exported(a, "export json next -");
        add_word(&word, model, truth_at(step, "word"));
        assert_string_equal(json_string_value(truth_at(t.root, "word")), text_str(&word) + 1);
        assert_mat_close(truth_mat(&t, truth_at(t.root, "logits")), truth_mat(&t, truth_at(step, "logits")),
                         1e-12);
        assert_true(!truth_at(t.root, "u") == !truth_at(step, "u"));
        if (truth_at(step, "u")) {
            assert_true(truth_number(truth_at(t.root, "u")) == truth_number(truth_at(step, "u")));
            assert_mat_close(truth_mat(&t, truth_at(t.root, "chance")),
                             truth_mat(&t, truth_at(step, "shares")), 1e-12);
        }
        truth_close(&t);
        text_finish(&word);
    }
}

/* What is kept before the last word, which nobody has read yet. */
static void check_cache(struct app *a, json_t *model, json_t *run)
{
    json_t *want = truth_at(run, "cache");
    struct truth t = {0};
    say_first(a, model, run, (int)json_array_size(truth_at(run, "sentence")) - 1);
    t.root = exported(a, "export json cache -");
    assert_true(json_equal(truth_at(t.root, "words"), truth_at(want, "words")));
    assert_true(truth_number(truth_at(t.root, "numbers")) == truth_number(truth_at(run, "numbers_kept")));
    for (int l = 0; truth_nth(truth_at(want, "K"), l); l++) {
        json_t *layer = truth_nth(truth_at(t.root, "layers"), l);
        assert_mat_close(truth_mat(&t, truth_at(layer, "K")),
                         truth_mat(&t, truth_nth(truth_at(want, "K"), l)), 1e-12);
        assert_mat_close(truth_mat(&t, truth_at(layer, "V")),
                         truth_mat(&t, truth_nth(truth_at(want, "V"), l)), 1e-12);
    }
    truth_close(&t);
}

/* Types a model of the reference, whose words become its classes. */
static struct app model_app(json_t *model)
{
    struct app a = fresh_app();
    size_t count = json_array_size(truth_at(model, "words"));
    struct text line = {0};
    json_object_set_new(truth_at(model, "config"), "n", json_integer((json_int_t)count));
    json_object_set(model, "X", truth_at(model, "E"));
    enter_settings(&a, truth_at(model, "config"));
    text_add(&line, "classes");
    for (size_t i = 0; i < count; i++)
        text_addf(&line, " %s", words[i]);
    must_enter(&a, text_str(&line));
    enter_numbers(&a, model);
    a.batch = true;
    text_finish(&line);
    return a;
}

TEST(it_writes_the_words_of_the_reference_and_keeps_its_keys_and_values)
{
    struct truth t = truth_open("today/write");
    size_t i, k;
    json_t *model, *run;
    json_array_foreach(truth_at(t.root, "models"), i, model)
    {
        struct app a = model_app(model);
        json_array_foreach(truth_at(model, "runs"), k, run)
        {
            struct text line = {0}, want = {0};
            const int count = (int)json_array_size(truth_at(run, "sentence")), first = count - 8;
            text_addf(&line, "set temperature %.17g top_k %.0f top_p %.17g draw %.0f",
                      truth_number(truth_at(run, "temperature")),
                      truth_at(run, "top_k") ? truth_number(truth_at(run, "top_k")) : 0,
                      truth_at(run, "top_p") ? truth_number(truth_at(run, "top_p")) : 1,
                      truth_at(run, "draw") ? truth_number(truth_at(run, "draw")) : 7);
            must_enter(&a, text_str(&line));
            say_first(&a, model, run, first);
            must_enter(&a, "write 8");
            assert_int_equal(a.session.now.state.sentence->count, count);
            for (int w = 0; w < count; w++) {
                text_clear(&want);
                add_word(&want, model, truth_nth(truth_at(run, "sentence"), w));
                assert_string_equal(state_name(&a.session.now.state, a.session.now.state.sentence, w),
                                    text_str(&want) + 1);
            }
            check_steps(&a, model, run);
            if (truth_at(run, "cache"))
                check_cache(&a, model, run);
            text_finish(&line);
            text_finish(&want);
        }
        app_finish(&a);
    }
    truth_close(&t);
}

TEST(the_lot_depends_on_seed_and_place_alone)
{
    struct truth t = truth_open("today/write");
    size_t i;
    json_t *draw;
    json_array_foreach(truth_at(t.root, "draws"), i, draw)
    {
        const struct choice_rule rule = {.draw = (uint64_t)truth_number(truth_at(draw, "draw"))};
        assert_true(choice_lot(&rule, (int)truth_number(truth_at(draw, "position"))) ==
                    truth_number(truth_at(draw, "u")));
    }
    assert_int_equal(json_array_size(truth_at(t.root, "draws")), 12);
    truth_close(&t);
}

TEST(nothing_is_kept_where_old_rows_change)
{
    static const struct {
        const char *line, *why;
    } cases[] = {
        {"mask none", "no cache: the mask is not causal"},
        {"mask pad 1", "no cache: the mask is not causal"},
        {"mask causal+pad 1", "no cache: the mask hides more than what comes later"},
        {"mask causal ; memory a b", "no cache: the words read a memory"},
        {"mask causal ; encoding normalized", "no cache: positions depend on how many words there are"},
        {"mask causal ; encoding rope scaling=dynamic factor=2 trained=2",
         "no cache: positions depend on how many words there are"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i].line, "export json cache -", cases[i].why);
    refused("mask causal", "export json next -", "write: nothing to choose from (classes A B …, or a model)");
}

/* ---- what is refused, what is kept ----------------------------------------------------- */

TEST(what_cannot_be_combined_is_refused_by_name)
{
    refused("set d 8 heads 4", "set key_heads 3", "key_heads: 3 does not divide heads = 4 (try 1, 2 or 4)");
    refused("encoding shaw", "set qk_norm head", "qk_norm: not with encoding shaw");
    refused("set block encoder dff 8 norm post", "set parallel on", "parallel: only with norm none or pre");
    refused("set d 8 heads 1", "encoding rope scaling=yarn factor=4",
            "yarn needs trained=… (how many words it was trained on)");
    refused("set d 2 heads 1", "encoding rope scaling=ntk factor=4",
            "ntk needs more than one pair of columns");
    refused("memory a b ; set block decoder", "set norm both", "norm both: not in a decoder");
}

/* A state with every switch on is the same after saving and reading it. */
TEST(a_saved_state_keeps_every_switch)
{
    static const char line[] =
        "set d 8 heads 4 key_heads 2 block encoder dff 6 norm both gated on rms on qk_norm wide softcap 2 "
        "final_cap 3 sink on window 2 activation silu ; encoding rope scaling=yarn factor=4 trained=64 "
        "temperature=0.5 ; sink = 0.5 0 -1 2 ; gq = 1 2 3 4 5 6 7 8 ; mask causal+pad 1";
    struct app a = app_after(line), b = fresh_app();
    a.batch = b.batch = true;
    must_enter(&a, "export json -");
    struct text script = {0};
    script_write(&a.session.now, &script);
    for (char *next, *l = script.s; l && *l; l = next) {
        next = strchr(l, '\n');
        if (next)
            *next++ = '\0';
        if (*l && *l != '#')
            must_enter(&b, l);
    }
    text_clear(&b.output);
    must_enter(&b, "export json -");
    assert_string_equal(text_str(&b.output), text_str(&a.output));
    text_finish(&script);
    app_finish(&a);
    app_finish(&b);
}

/* ---- left out, and carried over -------------------------------------------------------- */

static void add_words(struct text *out, json_t *list)
{
    for (int i = 0; truth_nth(list, i); i++)
        text_addf(out, " %s", json_string_value(truth_nth(list, i)));
}

/* The sentence, beside the other one as pin O. */
static struct app two_sides(json_t *j)
{
    struct app a = fresh_app();
    struct text line = {0};
    a.batch = true;
    enter_settings(&a, truth_at(j, "config"));
    text_add(&line, "classes");
    add_words(&line, truth_at(j, "classes"));
    text_add(&line, " ; tokens");
    add_words(&line, truth_at(j, "words"));
    must_enter(&a, text_str(&line));
    for (int i = 0; truth_nth(truth_at(j, "words"), i); i++)
        enter_word(&a, json_string_value(truth_nth(truth_at(j, "words"), i)), truth_nth(truth_at(j, "E"), i));
    enter_numbers(&a, j);
    text_clear(&line);
    text_add(&line, "tokens");
    add_words(&line, truth_at(j, "other"));
    text_add(&line, " ; pin O ; tokens");
    add_words(&line, truth_at(j, "this"));
    must_enter(&a, text_str(&line));
    text_finish(&line);
    return a;
}

/* What is answered after a line, which is then undone. */
static void answers(struct app *a, const char *line, json_t *want)
{
    struct truth t = {0};
    must_enter(a, line);
    assert_mat_close(a->session.now.trace.probs, truth_mat(&t, want), 1e-12);
    must_enter(a, "omit none ; carry none");
    truth_close(&t);
}

static void check_carried(struct app *a, json_t *j, const char *what, const char *key, int l)
{
    char line[60], path[60];
    for (int u = 0; u < (int)truth_number(truth_at(j, "config/n")); u++) {
        snprintf(line, sizeof line, "carry %s%d %d", what, l, u);
        snprintf(path, sizeof path, "carry_%s/%d/%d", key, l, u);
        answers(a, line, truth_at(j, path));
    }
}

static void check_heads_carried(struct app *a, json_t *j, int l, int h)
{
    char line[60], path[60];
    for (int u = 0; u < (int)truth_number(truth_at(j, "config/n")); u++) {
        snprintf(line, sizeof line, "carry attn%d.h%d %d", l, h, u);
        snprintf(path, sizeof path, "carry_head/%d/%d/%d", l, h, u);
        answers(a, line, truth_at(j, path));
    }
    snprintf(line, sizeof line, "carry attn%d.h%d", l, h);
    snprintf(path, sizeof path, "carry_head_everywhere/attn%d.h%d", l, h);
    answers(a, line, truth_at(j, path));
}

TEST(what_is_left_out_or_carried_over_gives_what_the_reference_computed)
{
    struct truth t = truth_open("today/cause");
    size_t at;
    json_t *j, *want;
    const char *name;
    json_array_foreach(truth_at(t.root, "cases"), at, j)
    {
        struct app a = two_sides(j);
        const struct trace *now = &a.session.now.trace, *there = &session_pinned(&a.session, "O")->trace;
        struct text line = {0}, all = {0};
        int layers = (int)truth_number(truth_at(j, "config/layers")),
            heads = (int)truth_number(truth_at(j, "config/heads"));
        answers(&a, "set query 1", truth_at(j, "probs_this"));
        assert_mat_close(there->probs, truth_mat(&t, truth_at(j, "probs_other")), 1e-12);
        json_object_foreach(truth_at(j, "omit"), name, want)
        {
            text_clear(&line);
            text_addf(&line, "omit %s", name);
            answers(&a, text_str(&line), want);
        }
        for (int l = 0; l < layers; l++) {
            check_carried(&a, j, "layer", "layer", l);
            check_carried(&a, j, "attn", "attn", l);
            check_carried(&a, j, "ffn", "ffn", l);
            for (int h = 0; h < heads; h++) {
                check_heads_carried(&a, j, l, h);
                text_addf(&all, "%scarry attn%d.h%d", all.len ? " ; " : "", l, h);
            }
        }
        answers(&a, text_str(&all), truth_at(j, "carry_all_heads"));
        /* everything is the other side, nothing is this one, to the bit */
        struct mat own = mat_of(now->probs.rows, now->probs.cols, now->probs.cols, (double[64]){0});
        mat_copy(own, now->probs);
        text_clear(&line);
        text_addf(&line, "carry layer%d", layers - 1);
        must_enter(&a, text_str(&line));
        assert_true(mat_same(now->probs, there->probs) && !mat_same(now->probs, own));
        must_enter(&a, "carry none");
        assert_true(mat_same(now->probs, own));
        text_clear(&a.output);
        must_enter(&a, "export json lens -");
        json_t *lens = json_loads(text_str(&a.output), 0, NULL);
        for (int l = 0; l <= layers; l++) {
            struct truth of = {0};
            assert_mat_close(truth_mat(&of, truth_nth(truth_at(lens, "lens"), l)),
                             truth_mat(&t, truth_nth(truth_at(j, "lens_this"), l)), 1e-12);
            truth_close(&of);
        }
        json_decref(lens);
        text_finish(&line);
        text_finish(&all);
        app_finish(&a);
    }
    truth_close(&t);
}
