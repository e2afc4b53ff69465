/* What `export safetensors` writes is the scene: opened, it gives the same tokens and numbers, to the bit. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"
#include "core/pipeline/readout.h"
#include "export/model_folder.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/model_files.h"
#include "support/test.h"

static const char *exports(char line[400], const char *name)
{
    snprintf(line, 400, "export safetensors %s", kept_path(name));
    return line;
}

static void assert_same(struct mat a, struct mat b)
{
    assert_true(a.rows == b.rows && a.cols == b.cols);
    for (int i = 0; i < a.rows; i++)
        assert_memory_equal(mat_row(a, i), mat_row(b, i), (size_t)a.cols * sizeof(double));
}

static void assert_same_factor(struct factor a, struct factor b)
{
    assert_true(a.rows == b.rows && a.cols == b.cols);
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            assert_true(factor_entry(a, i, j) == factor_entry(b, i, j));
}

static void assert_same_scene(const struct scene *a, const struct scene *b)
{
    const struct sequence *q = a->state.sentence;
    assert_int_equal(b->state.sentence->count, q->count);
    for (int i = 0; i < q->count; i++)
        assert_string_equal(state_name(&a->state, q, i), state_name(&b->state, b->state.sentence, i));
    assert_same(a->trace.X, b->trace.X);
    assert_same(a->trace.P, b->trace.P);
    assert_int_equal(a->config.layers, b->config.layers);
    for (int l = 0; l < a->config.layers; l++) {
        for (int w = W_Q; w <= W_O; w++)
            assert_same_factor(a->config.w[l][w], b->config.w[l][w]);
        for (int i = 0; i < MAP_COUNT; i++)
            assert_same(a->trace.layer[l].self.map[i], b->trace.layer[l].self.map[i]);
        assert_same(a->trace.layer[l].out, b->trace.layer[l].out);
    }
    assert_true(readout_ask(&a->trace, READOUT_ALL) && readout_ask(&b->trace, READOUT_ALL));
    assert_same(a->trace.logits, b->trace.logits);
    assert_same(a->trace.probs, b->trace.probs);
}

static void check_scene(const char *lines)
{
    char line[400], open[400];
    struct app a = app_after(lines), b = fresh_app();
    must_enter(&a, exports(line, "m"));
    snprintf(open, sizeof open, "model %s", kept_path("m"));
    must_enter(&b, open);
    assert_same_scene(&a.session.now, &b.session.now);
    app_finish(&a);
    app_finish(&b);
}

TEST(a_trained_task_opens_as_it_is)
{
    check_scene("task echo n=9 ; train 20");
    check_scene("task point ; train 15");
    check_scene("task echo n=9 encoding=rope ; train 7");
    check_scene("task echo n=9 ; set encoding t5 ; train 5");
}

TEST(so_does_an_edited_scene)
{
    check_scene("tokens 猫 追 狗 ; set WQ 0 1 = 0.1 ; set x 1 2 = 1e-310");
    check_scene("tokens a b c ; encoding learned L=4 ; set start 2 ; classes c b ; set U 0 0 = 2 ; bU = 1 2");
    check_scene(
        "tokens 猫 追 猫 ; set layers 2 block encoder norm pre dff 5 final_norm on activation gelu_new "
        "residual on ; layer 1 ; bQ = 1 2 3 4 5 6 7 8 ; bV = 3 0 0 0 0 0 0 0 ; g1 = 9 9 9 9 9 9 9 9 ; "
        "s1 = 5 5 5 5 5 5 5 5 ; sF = 1 2 3 4 5 6 7 8");
    check_scene("tokens a b ; set d 6 heads 3 dk 4 dv 4 ; weights random 3 ; set scale 2.5");
    check_scene(
        "tokens a b ; set d 6 heads 2 ; set norm post residual on dff 7 layers 3 pescale 0.3 base 77");
    check_scene("set heads 1 ; set d 1 ; tokens a ; encoding none");
}

TEST(so_does_each_encoding)
{
    for (int i = 0; posencs[i]; i++) {
        char lines[200];
        snprintf(lines, sizeof lines,
                 "tokens a b c d ; set heads 2 ; mask causal ; encoding %s ; bQ = 1 2 3 4 5 6 7 8",
                 posencs[i]->name);
        check_scene(lines);
    }
}

/* Runs the export; fails unless its answer has this in it. */
static void answers(struct app *a, const char *name, bool ok, const char *want)
{
    char line[400];
    struct reply r = {0};
    assert_int_equal(app_line(a, exports(line, name), &r), ok);
    if (!strstr(text_str(&r.text), want))
        fail_msg("%s, not: %s", text_str(&r.text), want);
    reply_finish(&r);
}

static void says_no(const char *lines, const char *want)
{
    struct stat st;
    struct app a = app_after(lines);
    answers(&a, "refused", false, want);
    assert_int_equal(stat(kept_path("refused"), &st), -1);
    app_finish(&a);
}

TEST(what_a_folder_cannot_say_is_refused)
{
    static const char *const models[] = {"gpt2",           "gpt2-bf16",  "gpt-neo",   "bert",
                                         "distilbert-f16", "roberta",    "llama3",    "mistral",
                                         "qwen2",          "llama-bf16", "bloom-f32", "bloom-bf16"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char line[200];
        snprintf(line, sizeof line, "model tests/data/models/%s", models[i]);
        says_no(line, "in its own file");
    }
    says_no("memory a b", "memory none");
    says_no("memory a b ; set block decoder ; memory none", "set block encoder");
    says_no("mask pad 1", "mask causal");
    says_no("mask = 0 -inf 0 ; 0 0 0 ; 0 0 0", "mask causal");
    says_no("scores = 1 2 3 ; 1 2 3 ; 1 2 3", "scores none");
    says_no("set dk 4 dv 3", "dk and dv");
    says_no("omit token", "omit none");
    says_no("tokens \"a b\" c", "a b");
}

TEST(no_other_file_is_replaced)
{
    struct stat before, after;
    struct app a = fresh_app();
    assert_int_equal(stat(copy_model("gpt2"), &before), 0);
    answers(&a, "model", false, "did not write");
    assert_true(stat(kept_path("model/model.safetensors"), &after) == 0 && before.st_ino == after.st_ino &&
                before.st_size == after.st_size);
    copy_file("README.md", kept_path("file"));
    answers(&a, "file", false, "is not a folder");
    answers(&a, "again", true, "wrote");
    answers(&a, "again", true, "overwrote");
    app_finish(&a);
}

TEST(half_a_model_is_never_opened)
{
    char line[400];
    struct app a = fresh_app();
    must_enter(&a, exports(line, "half"));
    snprintf(line, sizeof line, "%s/tokenizer.json", kept_path("half"));
    assert_true(unlink(line) == 0 && mkdir(line, 0700) == 0); /* nothing can be written there */
    assert_false(enter(&a, exports(line, "half")));
    snprintf(line, sizeof line, "%s/config.json", kept_path("half"));
    assert_int_equal(access(line, F_OK), -1);
    app_finish(&a);
}

TESTS(kept_begin, kept_end)
