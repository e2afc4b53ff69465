/* Dumps of attention, right ones and ones with one mistake, made by an independent program: what must be said
 * of each; and files that are damaged, hostile, or written again meanwhile. */
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/pipeline/stage.h"
#include "keep/file.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/kept.h"
#include "support/test.h"
#include "support/truth.h"
#include "tap/tap.h"

static const char *const folder = "tests/data/tap";

static struct tap *opened(const char *name)
{
    struct text path = {0};
    struct reply r = {0};
    text_addf(&path, "%s/%s", folder, name);
    struct tap *t = tap_open(text_str(&path), NULL, NULL, &r);
    if (!t)
        fail_msg("%s: %s", name, text_str(&r.text));
    reply_finish(&r);
    text_finish(&path);
    return t;
}

/* Compares the ids, in any order. */
static void same_ids(const char *name, const struct verdict *v, json_t *wanted)
{
    size_t i;
    json_t *id;
    if (v->faults != (int)json_array_size(wanted))
        fail_msg("%s: %d mistakes, first %s", name, v->faults,
                 v->faults ? faults[v->found[0].id].id : "none");
    json_array_foreach(wanted, i, id)
    {
        bool there = false;
        for (int k = 0; k < v->faults; k++)
            there = there || strcmp(faults[v->found[k].id].id, json_string_value(id)) == 0;
        if (!there)
            fail_msg("%s: not %s but %s", name, json_string_value(id), faults[v->found[0].id].id);
    }
}

TEST(every_dump_is_told_for_what_it_is)
{
    struct truth truth = truth_open("tap/expected");
    const char *name;
    json_t *wanted;
    json_object_foreach(truth.root, name, wanted)
    {
        struct tap *t = opened(name);
        const struct verdict *v = tap_verdict(t, 0);
        const char *group = json_string_value(truth_at(wanted, "group"));
        assert_int_equal(t->groups.count, 1);
        same_ids(name, v, truth_at(wanted, "faults"));
        assert_string_equal(v->read.layout, json_string_value(truth_at(wanted, "layout")));
        assert_int_equal(v->read.group->n, strlen(group));
        assert_memory_equal(v->read.group->name, group, strlen(group));
        assert_true(v->faults > 0 || v->relations > 0);
        /* what is computed with a mistake is the dump's own number, but for the rounding of its type */
        for (int i = 0; i < v->faults; i++)
            if (!isnan(v->found[i].with) && v->found[i].id < FAULT_MASK_DIFFERS)
                assert_close(v->found[i].with, v->found[i].worst.yours, 0.01);
        json_t *off = truth_at(wanted, "weights_off");
        for (int i = 0; off && i < v->relations; i++)
            if (v->held[i].what == RELATION_WEIGHTS)
                assert_close(v->held[i].off, truth_number(off), fmax(0.01 * truth_number(off), 1e-12));
        tap_close(t);
    }
    truth_close(&truth);
}

TEST(names_have_roles_and_groups)
{
    static const struct {
        const char *name;
        enum dump_part part;
        int group;
    } cases[] = {{"q", PART_Q, 0},
                 {"layer3.self_attn.Query_States", PART_Q, 16},
                 {"layer3__attn__attn_weights", PART_WEIGHTS, 12},
                 {"a/b/key_padding_mask", PART_PAD, 3},
                 {"q_pre", PART_Q_PRE, 0},
                 {"lse", PARTS, 0},
                 {"quiet", PARTS, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int group;
        assert_int_equal(part_of(cases[i].name, &group), cases[i].part);
        assert_int_equal(group, cases[i].group);
    }
}

static void refused(const char *path, const char *why)
{
    struct reply r = {0};
    struct tap *t = tap_open(path, NULL, NULL, &r);
    if (t || !strstr(text_str(&r.text), why))
        fail_msg("%s: '%s' does not say '%s'", path, text_str(&r.text), why);
    reply_finish(&r);
}

TEST(pickles_and_compressed_files_are_refused)
{
    refused("model.pt", "a pickle, which can run code");
    refused("tests/data/tap/expected.json", "no .safetensors");
    refused("/dev/zero.npz", "");
    struct text bytes = {0};
    struct reply r = {0};
    assert_true(file_read("tests/data/tap/t01.npz", 1 << 20, &bytes, &r));
    const char *path = kept_path("packed.npz"), *dir = kept_path("dump");
    for (size_t i = 0; i + 46 < bytes.len; i++)
        if (memcmp(bytes.s + i, "PK\1\2", 4) == 0)
            bytes.s[i + 10] = 8; /* deflated */
    assert_true(file_write(path, bytes.s, bytes.len, &r));
    refused(path, "write it with numpy.savez");
    /* an array of objects is a pickle */
    static const char object[] =
        "\x93NUMPY\1\0\x46\0{'descr': '|O', 'fortran_order': False, 'shape': (1,), }";
    char npy[80] = {0};
    memset(npy, ' ', sizeof npy);
    memcpy(npy, object, sizeof object - 1);
    assert_int_equal(mkdir(dir, 0700), 0);
    assert_true(file_write(kept_path("dump/q.npy"), npy, sizeof npy, &r));
    refused(dir, "|O");
    text_finish(&bytes);
    reply_finish(&r);
}

TEST(no_beginning_of_a_file_is_believed)
{
    static const char *const names[] = {"t01.npz", "t02.safetensors"};
    for (int n = 0; n < 2; n++) {
        struct text bytes = {0}, from = {0};
        const char *path = kept_path(names[n]);
        struct reply r = {0};
        text_addf(&from, "%s/%s", folder, names[n]);
        assert_true(file_read(text_str(&from), 1 << 20, &bytes, &r));
        for (size_t cut = 0; cut < bytes.len; cut += bytes.len / 40 + 1) {
            assert_true(file_write(path, bytes.s, cut, &r));
            refused(path, "");
        }
        text_finish(&bytes);
        text_finish(&from);
        reply_finish(&r);
    }
}

static void copy(const char *name, const char *to)
{
    struct text bytes = {0}, from = {0};
    struct reply r = {0};
    text_addf(&from, "%s/%s", folder, name);
    assert_true(file_read(text_str(&from), 1 << 20, &bytes, &r));
    assert_true(file_write(to, bytes.s, bytes.len, &r)); /* beside it, then renamed */
    text_finish(&bytes);
    text_finish(&from);
    reply_finish(&r);
}

TEST(a_new_file_takes_the_place_of_the_old_one)
{
    struct reply r = {0};
    const char *path = kept_path("t.safetensors");
    copy("t16.safetensors", path);
    struct tap *t = tap_open(path, NULL, NULL, &r);
    assert_non_null(t);
    assert_int_equal(tap_verdict(t, 0)->faults, 1);
    assert_false(tap_changed(t));
    copy("t39.safetensors", path);
    assert_true(tap_changed(t) && tap_again(t));
    assert_int_equal(tap_verdict(t, 0)->faults, 0);
    assert_int_equal(t->times, 2);
    /* half a file: what was there stays */
    assert_true(file_write(path, "\100\0\0\0\0\0\0\0{\"q\":", 13, &r));
    assert_false(tap_again(t));
    assert_true(t->writing);
    assert_int_equal(tap_verdict(t, 0)->faults, 0);
    copy("t16.safetensors", path);
    assert_true(tap_again(t));
    assert_false(t->writing);
    assert_int_equal(tap_verdict(t, 0)->faults, 1);
    tap_close(t);
    reply_finish(&r);
}

TEST(names_can_be_given_a_role)
{
    struct reply r = {0};
    struct tap *t = tap_open("tests/data/tap/t39.safetensors", NULL, "weights=v\n", &r);
    assert_null(t);
    assert_non_null(strstr(text_str(&r.text), "have the same role"));
    reply_finish(&r);
    r = (struct reply){0};
    t = tap_open("tests/data/tap/t39.safetensors", NULL, "x=q_proj\n", &r);
    assert_int_equal(tap_verdict(t, 0)->relations, 2); /* q is not held against q_proj */
    tap_close(t);
    reply_finish(&r);
}

TEST(the_views_show_the_numbers_of_the_file)
{
    struct app a = fresh_app();
    must_enter(&a, "tap tests/data/tap/t03.npz");
    const struct scene *now = &a.session.now;
    const struct verdict *v = tap_verdict(a.session.tap, 0);
    for (int h = 0; h < v->read.heads; h++)
        for (int i = 0; i < v->read.queries; i++)
            for (int s = 0; s < v->read.keys; s++)
                assert_close(mat_at(stage_matrix(&now->trace, 0, STAGE_WEIGHTS, h), i, s),
                             view_at(&v->read.of[PART_WEIGHTS], 0, h, i, s), 1e-15);
    see(&a, 36, 120, "weights = softmax(q");
    must_enter(&a, "set WQ 0 0 = 9");
    see(&a, 36, 120, "Shown below: your changes");
    must_enter(&a, "undo");
    see(&a, 36, 120, "what follows from q, k and v");
    must_enter(&a, "tap none");
    see_not(&a, 36, 120, "weights = softmax(q");
    must_enter(&a, "tap tests/data/tap/t15");
    press(&a, "!");
    assert_int_equal(now->state.look.stage, STAGE_WEIGHTS);
    see(&a, 36, 120, "future-leak");
    see(&a, 18, 60, "future-leak");
    assert_int_equal(now->state.look.query, 4);
    assert_false(enter(&a, "tap group 2"));
    must_enter(&a, "tap tests/data/tap/t21.safetensors ; tap next"); /* merged heads: a column of out */
    assert_int_equal(now->state.look.stage, STAGE_HEAD_OUT);
    assert_int_equal(now->state.look.dim, tap_verdict(a.session.tap, 0)->found[0].worst.at);
    see_not(&a, 36, 120, "with the mistake");
    app_finish(&a);
}

/* Whatever a right dump was computed with: masks, biases, sinks, caps, rotations, shared key heads. */
TEST(the_views_compute_what_a_right_dump_holds)
{
    struct truth truth = truth_open("tap/expected");
    const char *name;
    json_t *wanted;
    int compared = 0;
    json_object_foreach(truth.root, name, wanted)
    {
        struct app a = fresh_app();
        struct text line = {0};
        text_addf(&line, "tap %s/%s", folder, name);
        must_enter(&a, text_str(&line));
        const struct tap *t = a.session.tap;
        const struct dumped *of = &tap_verdict(a.session.tap, 0)->read;
        const struct strided *weights = &of->of[PART_WEIGHTS];
        bool right = json_array_size(truth_at(wanted, "faults")) == 0 && weights->of;
        for (int h = 0; right && h < of->heads; h++, compared++) {
            text_clear(&line);
            text_addf(&line, "tap head %d", h + 1);
            must_enter(&a, text_str(&line));
            struct mat is = stage_matrix(&a.session.now.trace, 0, STAGE_WEIGHTS, h - t->head);
            for (int i = 0; i < of->queries; i++)
                for (int k = 0; k < of->keys; k++) {
                    double given = view_at(weights, 0, h, i, k);
                    if (isfinite(given) && fabs(mat_at(is, is.rows - of->queries + i, k) - given) > 0.02)
                        fail_msg("%s: head %d [%d, %d]: %g, not %g", name, h, i, k,
                                 mat_at(is, is.rows - of->queries + i, k), given);
                }
        }
        text_finish(&line);
        app_finish(&a);
    }
    assert_true(compared > 30);
    truth_close(&truth);
}

/* Puts the arrays of a folder of truth into another, as a group. */
static void copy_group(const char *from, const char *to, const char *group)
{
    static const char *const names[] = {"attn", "key", "o", "query", "value"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text source = {0}, target = {0}, bytes = {0};
        struct reply r = {0};
        text_addf(&source, "%s/%s/%s.npy", folder, from, names[i]);
        text_addf(&target, "%s/%s.%s.npy", to, group, names[i]);
        assert_true(file_read(text_str(&source), 1 << 20, &bytes, &r));
        assert_true(file_write(text_str(&target), bytes.s, bytes.len, &r));
        text_finish(&source);
        text_finish(&target);
        text_finish(&bytes);
        reply_finish(&r);
    }
}

TEST(what_is_wrong_in_another_group_is_one_key_away)
{
    const char *dir = kept_path("groups");
    struct app a = fresh_app();
    struct text line = {0};
    assert_int_equal(mkdir(dir, 0700), 0);
    copy_group("t35", dir, "layer0");
    copy_group("t30", dir, "layer1");
    copy_group("t35", dir, "layer2");
    text_addf(&line, "tap %s", dir);
    must_enter(&a, text_str(&line));
    see(&a, 36, 120, "1 of 3 groups checked, 0 wrong");
    while (app_wait(&a) == 0)
        app_tick(&a);
    see(&a, 36, 120, "3 of 3 groups checked, 1 wrong: layer1");
    see(&a, 18, 60, "3 of 3 groups checked, 1 wrong");
    press(&a, "!");
    assert_int_equal(a.session.tap->shown, 1);
    assert_int_equal(a.session.tap->finding, 0);
    must_enter(&a, "tap next"); /* the only one, once more */
    assert_int_equal(a.session.tap->shown, 1);
    assert_int_equal(a.session.tap->finding, 0);
    press(&a, "]");
    assert_int_equal(a.session.tap->shown, 2);
    press(&a, "]");
    assert_int_equal(a.session.tap->shown, 0);
    press(&a, "[");
    press(&a, "[");
    assert_int_equal(a.session.tap->shown, 1);
    text_finish(&line);
    app_finish(&a);
}

static bool stops_at_once(struct work *w)
{
    (void)w;
    return false;
}

/* Two heads of 1024 words that read all words alike, but for one row of the second head. */
TEST(a_large_group_is_looked_at_first_and_judged_later)
{
    enum { N = 1024, HEADS = 2, CELLS = HEADS * N * N, BEGIN = 8 + 256 };
    char head[257];
    snprintf(
        head, sizeof head,
        "{\"q\":{\"dtype\":\"F16\",\"shape\":[1,2,1024,4],\"data_offsets\":[0,16384]},\"k\":{\"dtype\":"
        "\"F16\","
        "\"shape\":[1,2,1024,4],\"data_offsets\":[16384,32768]},\"weights\":{\"dtype\":\"F16\",\"shape\":"
        "[1,2,1024,1024],\"data_offsets\":[32768,%d]}}",
        32768 + 2 * CELLS);
    size_t size = BEGIN + 32768 + 2 * (size_t)CELLS, length = strlen(head);
    unsigned char *bytes = calloc(1, size);
    assert_non_null(bytes);
    bytes[1] = 1; /* 256 bytes of header */
    memset(bytes + 8, ' ', 256);
    memcpy(bytes + 8, head, length);
    for (size_t i = 0; i < CELLS; i++)
        bytes[BEGIN + 32768 + 2 * i + 1] = 0x14;           /* 2^-10 */
    bytes[BEGIN + 32768 + 2 * (N * N + 5 * N) + 1] = 0x18; /* [1, 5, 0] has 2^-9 */
    struct reply r = {0};
    const char *path = kept_path("large.safetensors");
    assert_true(file_write(path, (const char *)bytes, size, &r));
    free(bytes);
    struct tap *t = tap_open(path, NULL, NULL, &r);
    assert_non_null(t);
    const struct verdict *v = tap_verdict(t, 0);
    assert_true(v->brief && v->faults == 0 && v->relations == 1 && tap_pending(t));
    struct work stops = {.goes_on = stops_at_once};
    assert_false(tap_work(t, &stops));
    assert_true(v->brief && tap_pending(t));
    assert_true(tap_work(t, NULL));
    assert_true(!v->brief && v->faults == 1 && !tap_pending(t));
    assert_int_equal(v->found[0].worst.head, 1);
    assert_int_equal(v->found[0].worst.query, 5);
    tap_close(t);
    reply_finish(&r);
}

TEST(the_screen_follows_a_file_that_is_written_again)
{
    struct app a = fresh_app();
    struct text line = {0};
    const char *path = kept_path("seen.safetensors");
    copy("t16.safetensors", path);
    text_addf(&line, "tap %s ; focus 3 2", path);
    must_enter(&a, text_str(&line));
    see(&a, 36, 120, "scale-none");
    assert_false(tap_changed(a.session.tap));
    copy("t39.safetensors", path);
    app_tick(&a);
    see_not(&a, 36, 120, "scale-none");
    assert_non_null(strstr(text_str(&a.session.message), "read again (2)"));
    assert_int_equal(a.session.now.state.look.query, 3);
    text_finish(&line);
    app_finish(&a);
}

TEST(what_the_printed_python_writes_is_read)
{
    struct text line = {0};
    const char *path = kept_path("python.safetensors");
    text_addf(
        &line,
        "python3 -B -c \"import sys; sys.path.insert(0, 'src/cli'); import numpy as np, qkv_tap as t; "
        "g = np.random.default_rng(1); q, k, v = (g.normal(size=(1, 2, 5, 4)).astype('f4') for i in "
        "range(3)); "
        "s = q @ k.swapaxes(2, 3) / 2; w = np.exp(s) / np.exp(s).sum(3, keepdims=True); "
        "t.save('%s', layer0__q=q, layer0__k=k, layer0__v=v, layer0__weights=w.astype('f4'))\" 2>/dev/null",
        path);
    if (system(text_str(&line)) != 0) {
        text_finish(&line);
        skip(); /* no numpy here */
    }
    struct reply r = {0};
    struct tap *t = tap_open(path, NULL, NULL, &r);
    assert_non_null(t);
    assert_int_equal(tap_verdict(t, 0)->faults, 0);
    assert_int_equal(tap_verdict(t, 0)->relations, 1);
    assert_int_equal(tap_verdict(t, 0)->read.group->n, strlen("layer0"));
    tap_close(t);
    text_finish(&line);
    reply_finish(&r);
}

TESTS(kept_begin, kept_end)
