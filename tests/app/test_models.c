/* Models from files in a session: what is exported, words, edits, undo, what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/keyboard.h"
#include "base/number.h"
#include "core/pipeline/readout.h"
#include "core/pipeline/stage.h"
#include "lesson/run/run.h"
#include "network/pretrained.h"
#include "network/tensors.h"
#include "network/tokens/tokenizer.h"
#include "session/help.h"
#include "study/machine/next.h"
#include "study/head_kind.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/kept.h"
#include "support/model_files.h"
#include "support/random_case.h"
#include "support/test.h"
#include "support/truth.h"

static struct app with_model(const char *name)
{
    char line[200];
    struct app a = fresh_app();
    a.batch = true;
    snprintf(line, sizeof line, "model tests/data/models/%s", name);
    must_enter(&a, line);
    return a;
}

static json_t *exported(struct app *a)
{
    text_clear(&a->output);
    must_enter(a, "export json -");
    json_t *j = json_loads(text_str(&a->output), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(j);
    return j;
}

/* ---- export json --------------------------------------------------------------------------- */

static void assert_same_numbers(struct truth *t, json_t *got, json_t *want, double tol)
{
    assert_mat_close(truth_mat(t, got), truth_mat(t, want), tol);
}

/* The stages of a layer, by our names and the reference's; `norm1` is its own in BERT only. */
static const struct {
    const char *ours, *theirs;
} stages[] = {{"Q", "q"},
              {"K", "k"},
              {"V", "v"},
              {"scores", "scores"},
              {"weights", "weights"},
              {"output", "attn_out"},
              {"hidden", "mlp_hidden"},
              {"ffn", "mlp_out"},
              {"norm2", "norm_2"},
              {"residual2", "resid_post"}};

static int check_trace(struct truth *t, json_t *got, json_t *want)
{
    int checked = 0;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (truth_at(got, stages[i].ours) && truth_at(want, stages[i].theirs)) {
            assert_same_numbers(t, truth_at(got, stages[i].ours), truth_at(want, stages[i].theirs), 1e-12);
            checked++;
        }
    return checked;
}

/* The terms are named by pairs of sources and add up to the scores. */
static void check_terms(struct truth *t, json_t *layer)
{
    const char *name;
    json_t *term;
    struct mat scores = truth_mat(t, truth_at(layer, "scores"));
    int count = 0;
    json_object_foreach(truth_at(layer, "terms"), name, term)
    {
        struct mat m = truth_mat(t, term);
        for (int r = 0; r < m.rows; r++)
            for (int k = 0; k < m.cols; k++)
                mat_row(scores, r)[k] -= mat_at(m, r, k);
        count += strcmp(name, "token·token") == 0 || strcmp(name, "pair0") == 0;
    }
    assert_int_equal(count, 1);
    assert_true(mat_max_abs(scores) < 1e-11);
}

static void check_ids(json_t *got, json_t *want)
{
    assert_int_equal(json_array_size(got), json_array_size(want));
    for (size_t i = 0; i < json_array_size(want); i++)
        assert_int_equal(json_integer_value(json_array_get(got, i)),
                         json_integer_value(json_array_get(want, i)));
}

/* Runs `text` and compares what is exported with run i of the reference. */
static void check_export(struct app *a, const char *model, int i, const char *text)
{
    char line[200], path[100];
    snprintf(line, sizeof line, "sentence \"%s\"", text);
    snprintf(path, sizeof path, "models/%s/activations", model);
    must_enter(a, line);
    struct truth t = truth_open(path);
    json_t *j = exported(a), *want = truth_nth(truth_at(t.root, "runs"), i);
    check_ids(truth_at(j, "ids"), truth_at(want, "ids"));
    if (truth_at(want, "types") && strcmp(model, "bert") == 0)
        check_ids(truth_at(j, "types"), truth_at(want, "types"));
    else
        assert_null(truth_at(j, "types"));
    for (int l = 0; l < (int)json_array_size(truth_at(j, "trace")); l++) {
        json_t *layer = truth_nth(truth_at(j, "trace"), l);
        assert_true(check_trace(&t, layer, truth_nth(truth_at(want, "layers"), l)) >= 8);
        check_terms(&t, layer);
    }
    if (!strstr(text, "[MASK]"))
        assert_same_numbers(&t, truth_at(j, "logits_last"), truth_nth(truth_at(want, "logits_last"), 0),
                            1e-12);
    json_decref(j);
    truth_close(&t);
}

TEST(a_sentence_goes_through_its_tokenizer_and_its_layers)
{
    static const struct {
        const char *model;
        int run;
        const char *text;
    } runs[] = {
        {"gpt2", 0, "the cat chases"},   {"gpt2", 1, "猫追狗"},
        {"gpt2", 2, "<|endoftext|>"},    {"gpt2-bf16", 0, "dog 狗"},
        {"bert", 0, "猫追[MASK]"},       {"bert", 1, "the cats chased"},
        {"bert", 2, "cat [SEP] dog"},    {"distilbert-f16", 0, "狗吃鱼。"},
        {"llama-bf16", 0, "the cat 猫"},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct app a = with_model(runs[i].model);
        check_export(&a, runs[i].model, runs[i].run, runs[i].text);
        app_finish(&a);
    }
}

TEST(the_export_says_which_model_it_is)
{
    struct app a = with_model("llama-bf16");
    json_t *j = exported(&a), *model = truth_at(j, "model");
    assert_string_equal(json_string_value(truth_at(model, "family")), "llama");
    assert_int_equal(truth_number(truth_at(model, "layers")), 2);
    assert_int_equal(truth_number(truth_at(model, "heads")), 4);
    assert_int_equal(truth_number(truth_at(model, "key_heads")), 2);
    assert_int_equal(truth_number(truth_at(model, "d")), 16);
    assert_int_equal(truth_number(truth_at(model, "vocab")), 300);
    assert_int_equal(json_array_size(truth_at(j, "logits_last")), 300);
    assert_null(truth_at(j, "WQ"));
    json_decref(j);
    app_finish(&a);
}

/* Where there is a mask, it is what the model is asked. */
TEST(the_masked_word_is_asked)
{
    struct app a = with_model("bert");
    must_enter(&a, "sentence 猫追[MASK]");
    json_t *j = exported(&a);
    struct truth t = truth_open("models/bert/activations");
    json_t *five = truth_nth(truth_at(truth_nth(truth_at(t.root, "runs"), 0), "top5"), 3);
    struct mat logits = truth_mat(&t, truth_at(j, "logits_last"));
    for (int i = 0; i < logits.cols; i++)
        assert_true(logits.v[i] <= logits.v[(int)truth_number(truth_nth(five, 0))]);
    truth_close(&t);
    json_decref(j);
    app_finish(&a);
}

/* ---- words ---------------------------------------------------------------------------------- */

/* `s` offers the text of the tokens without what the model puts around it; entered unchanged, it is split
 * into the same. Tokens that no text splits into are offered one by one. */
TEST(the_sentence_is_offered_as_text)
{
    static const char *const models[] = {"gpt2", "bert", "llama-bf16"};
    (void)state;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct app a = with_model(models[i]);
        must_enter(&a, "sentence \"cats chase dogs\"");
        must_enter(&a, "prompt sentence");
        assert_int_equal(a.session.prompt.kind, PROMPT_SENTENCE);
        assert_string_equal(text_str(&a.session.prompt.line), "cats chase dogs");
        int count = a.session.now.state.sentence->count;
        keyboard_preview(&a);
        struct text said = {0};
        text_addf(&said, "split into %d tokens: ", count);
        assert_int_equal(strncmp(text_str(&a.session.message), text_str(&said), said.len), 0);
        text_finish(&said);
        app_finish(&a);
    }
    struct app a = with_model("bert");
    must_enter(&a, "tokens 猫 [CLS]");
    must_enter(&a, "prompt sentence");
    assert_int_equal(a.session.prompt.kind, PROMPT_COMMAND);
    assert_string_equal(text_str(&a.session.prompt.line), "tokens 猫 [CLS]");
    app_finish(&a);
}

/* A keyboard has no ␣. What is a name or a position without it remains one. */
TEST(a_token_is_found_without_its_blank)
{
    struct app a = with_model("gpt2");
    const struct state *s = &a.session.now.state;
    must_enter(&a, "sentence \"a dog is a 2 cat\"");
    struct reply r = {0};
    int at = state_token(s, "␣cat", 1, &r);
    assert_true(at > 0);
    assert_int_equal(state_token(s, "cat", 1, &r), at);
    assert_int_equal(state_token(s, "1", 1, &r), 1);
    assert_int_equal(state_token(s, "a", 1, &r), 0);
    assert_int_equal(state_token(s, "bird", 1, &r), -1);
    reply_finish(&r);
    app_finish(&a);
}

TEST(what_frames_a_sentence_is_not_swapped)
{
    static const char *const models[][2] = {{"bert", "狗 追 猫"}, {"gpt2", "狗追猫"}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct app a = with_model(models[i][0]);
        must_enter(&a, "sentence 猫追狗");
        must_enter(&a, "swap");
        must_enter(&a, "prompt sentence");
        assert_string_equal(text_str(&a.session.prompt.line), models[i][1]);
        app_finish(&a);
    }
}

/* Positions are added once, before the first layer; the others say so. */
TEST(later_layers_say_where_positions_were_added)
{
    struct app a = with_model("gpt2");
    must_enter(&a, "lang en ; layer 0 ; view flow");
    see_not(&a, 36, 120, "added before layer 1");
    must_enter(&a, "layer 1");
    see(&a, 36, 120, "added before layer 1");
    see(&a, 24, 80, "added before layer 1");
    app_finish(&a);
}

/* 的 is three tokens here. */
TEST(parts_of_a_character_are_shown_together)
{
    static const char *const shown[] = {"flow", "stages", "terms", "compare"};
    struct app a = with_model("gpt2");
    const struct state *s = &a.session.now.state;
    must_enter(&a, "sentence 猫的狗的狗");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char line[40];
        snprintf(line, sizeof line, "view %s", shown[i]);
        must_enter(&a, line);
        see(&a, 36, 120, "的₁");
        see_not(&a, 36, 120, "<0xE7>");
        snprintf(line, sizeof line, "export plain %s -", shown[i]);
        text_clear(&a.output);
        must_enter(&a, line);
        assert_non_null(strstr(text_str(&a.output), "的₁"));
        assert_null(strstr(text_str(&a.output), "<0xE7>"));
    }
    must_enter(&a, "focus 的₂#2");
    assert_int_equal(s->look.query, 6);
    must_enter(&a, "swap 2 3"); /* another character of the same bytes */
    assert_string_equal(state_word(s, s->sentence, 2), "焚₂");
    assert_string_equal(state_word(s, s->sentence, 5), "的₁");
    struct text label = TEXT_HERE;
    state_label(s, s->sentence, 5, &label); /* the byte of 焚₁, but another word */
    assert_string_equal(text_str(&label), "的₁");
    text_finish(&label);
    must_enter(&a, "swap 1 2"); /* none */
    assert_string_equal(state_word(s, s->sentence, 1), "<0x84>");
    assert_string_equal(state_word(s, s->sentence, 2), "<0xE7>");
    assert_string_equal(state_word(s, s->sentence, 7), "的₃");
    press(&a, "s");
    see(&a, 36, 120, "tokens 猫 <0x84> <0xE7> <0x9A> 狗 <0xE7> <0x9A> <0x84> 狗");
    app_finish(&a);
}

/* ---- edits ---------------------------------------------------------------------------------- */

TEST(an_edit_copies_one_matrix)
{
    struct app a = with_model("gpt2");
    struct text line = {0};
    const struct config *c = &a.session.now.config;
    const unsigned char *keys = c->w[1][W_K].bytes, *queries = c->w[1][W_Q].bytes;
    readout_ask(&a.session.now.trace, 0);
    double before = mat_at(a.session.now.trace.logits, 0, 5);
    assert_true(factor_is_stored(c->w[1][W_K]) && c->w[1][W_K].kind == MAT_F32);
    must_enter(&a, "layer 1");
    text_add(&line, "WQ =");
    for (int i = 0; i < 256; i++)
        text_addf(&line, i % 16 == 0 && i ? " ; %d" : " %d", i % 7);
    must_enter(&a, text_str(&line));
    assert_true(!factor_is_stored(c->w[1][W_Q]) && factor_entry(c->w[1][W_Q], 0, 3) == 3);
    assert_ptr_equal(c->w[1][W_K].bytes, keys);
    assert_true(factor_is_stored(c->w[0][W_Q]));
    must_enter(&a, "undo");
    assert_ptr_equal(c->w[1][W_Q].bytes, queries);
    assert_true(readout_ask(&a.session.now.trace, 0) && mat_at(a.session.now.trace.logits, 0, 5) == before);
    text_finish(&line);
    app_finish(&a);
}

/* What shows or writes more than one row asks for it. */
TEST(the_shares_of_a_row_are_computed_when_something_shows_them)
{
    static const struct {
        const char *line;
        bool all;
    } lines[] = {{"view flow", false},
                 {"view stages ; stage weights", false},
                 {"print order_max(weight(0,1))", false},
                 {"layer 2 ; view flow", true},
                 {"view stages ; stage probs", true},
                 {"print probs(0)", true},
                 {"export json -", false},
                 {"layer 2 ; export csv logits -", true}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct app a = with_model("gpt2");
        const struct trace *t = &a.session.now.trace;
        struct text screen = {0};
        must_enter(&a, lines[i].line);
        read_screen(&a, 67, 240, &screen);
        if (t->layer[t->layers - 1].unread != (lines[i].all ? 0 : a.session.now.config.n - 1))
            fail_msg("%s: %d rows are left", lines[i].line, t->layer[t->layers - 1].unread);
        struct trace fresh = {.layers = 0};
        assert_true(trace_reserve(&fresh, &a.session.now.config) &&
                    trace_compute(&fresh, &a.session.now.config));
        readout_ask(t, READOUT_ALL);
        assert_same_trace(t, &fresh);
        trace_finish(&fresh);
        text_finish(&screen);
        app_finish(&a);
    }
}

TEST(a_model_is_closed_and_comes_back)
{
    struct app a = fresh_app();
    must_enter(&a, "set d 12");
    must_enter(&a, "model tests/data/models/bert");
    assert_non_null(state_model(&a.session.now.state));
    must_enter(&a, "undo");
    assert_null(state_model(&a.session.now.state));
    assert_int_equal(a.session.now.state.set.d, 12);
    must_enter(&a, "redo");
    assert_non_null(state_model(&a.session.now.state));
    must_enter(&a, "model none");
    assert_null(state_model(&a.session.now.state));
    assert_int_equal(a.session.now.state.set.d, 8);
    assert_string_equal(state_word(&a.session.now.state, a.session.now.state.sentence, 0), "猫");
    app_finish(&a);
}

TEST(a_file_that_changes_is_noticed)
{
    const char *numbers = copy_model("gpt2");
    char open_line[300];
    struct reply r = {0};
    struct app a = fresh_app();
    a.batch = true;
    snprintf(open_line, sizeof open_line, "model %s", kept_path("model"));
    must_enter(&a, open_line);
    must_enter(&a, "swap");
    FILE *f = fopen(numbers, "r+b");
    assert_non_null(f);
    assert_int_equal(ftruncate(fileno(f), 40000), 0); /* after that comes the rest of a page, as zeros */
    fclose(f);
    assert_false(app_line(&a, "focus 1", &r));
    assert_non_null(strstr(text_str(&r.text), "model.safetensors was changed while it is open"));
    reply_finish(&r);
    assert_false(enter(&a, open_line));
    must_enter(&a, "model none");
    copy_model("gpt2");
    must_enter(&a, open_line);
    remove(numbers); /* the mapped file itself stays */
    copy_model("gpt2");
    must_enter(&a, "swap");
    app_finish(&a);
}

/* ---- what teaches about models ---------------------------------------------------------------- */

static const char *const layouts[] = {"gpt2", "bert", "llama-bf16"};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* The page names every family, and each of its commands works on every layout. */
TEST(the_commands_of_the_page_on_models_run)
{
    for (int m = 0; m < LAYOUTS; m++) {
        struct app a = with_model(layouts[m]);
        struct text page = {0};
        must_enter(&a, "help model");
        assert_true(help_topic(&page, "model", LANG_EN));
        for (int i = 0; family_type(i); i++)
            assert_non_null(strstr(text_str(&page), family_title(i)));
        for (const struct help_question *q = help_questions; q->asks; q++)
            for (int i = 0; i < HELP_LINES && q->line[i]; i++) {
                assert_non_null(strstr(text_str(&page), q->line[0]));
                must_enter(&a, q->line[i]);
            }
        text_finish(&page);
        app_finish(&a);
    }
}

/* best, best_layer, best_head and average agree with the measures of the heads, one by one. */
TEST(the_best_head_is_the_one_with_the_largest_share)
{
    struct app a = with_model("gpt2");
    char line[120];
    const struct scene *now = &a.session.now;
    double best = -1, sum = 0;
    int layer = 0, head = 0;
    must_enter(&a, "sentence the cat the cat the cat ; layer 0 ; head 0");
    for (int l = 0; l < now->config.layers; l++)
        for (int h = 0; h < now->config.heads; h++) {
            struct head_weights w = head_weights_of(now, l, STAGE_WEIGHTS, h);
            double x = head_kind_measure(&w, HEAD_FIRST);
            sum += x;
            if (x > best) {
                best = x;
                layer = l;
                head = h;
            }
        }
    must_enter(&a, "head first");
    assert_int_equal(now->state.look.layer, layer);
    assert_int_equal(now->state.look.head, head);
    snprintf(line, sizeof line, "expect best_layer(first) = %d and best_head(first) = %d", layer, head);
    must_enter(&a, line);
    snprintf(line, sizeof line, "expect best(first) = %.9f and average(first) = %.9f", best,
             sum / (now->config.layers * now->config.heads));
    must_enter(&a, line);
    assert_false(enter(&a, "head nothing"));
    assert_false(enter(&a, "head other"));
    app_finish(&a);
}

/* The same answer is right on one model and wrong on another; the text says the number of this model. */
TEST(a_lesson_is_judged_on_the_open_model)
{
    static const struct {
        const char *model, *number;
        bool yes;
    } cases[] = {{"llama-bf16", "0.77", true}, {"gpt2", "-0.04", false}, {"llama-bf16", "0.77", true}};
    struct app a = fresh_app();
    /* without a model, and on the box of another language, it runs on the box of its own */
    must_enter(&a, "lesson 35");
    assert_string_equal(state_model(&a.session.now.state)->box, "en");
    must_enter(&a, "lesson leave ; model box zh ; lesson 35");
    assert_string_equal(state_model(&a.session.now.state)->box, "en");
    must_enter(&a, "lesson leave");
    assert_string_equal(state_model(&a.session.now.state)->box, "zh");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[120];
        snprintf(line, sizeof line, "model tests/data/models/%s ; lesson 35/places ; answer b",
                 cases[i].model);
        must_enter(&a, line);
        const struct lesson_answer *answer =
            &a.session.lesson->run.visit[a.session.lesson->run.step].answer[0];
        assert_int_equal(answer->first_right, cases[i].yes);
        see(&a, 40, 120, cases[i].number);
        see_not(&a, 40, 120, "x.xx");
        must_enter(&a, "lang zh");
        see(&a, 40, 120, cases[i].number);
        see_not(&a, 40, 120, "x.xx");
        must_enter(&a, "lang en ; lesson leave");
        assert_string_equal(state_model(&a.session.now.state)->family->title, i == 1 ? "GPT-2" : "Llama");
    }
    app_finish(&a);
}

/* It opens in the language of the screen or in the one that is named, and says what should come. */
TEST(the_box_says_what_it_should_say)
{
    struct app a = fresh_app();
    must_enter(&a, "lang zh ; model box ; view flow");
    assert_string_equal(state_model(&a.session.now.state)->box, "zh");
    see(&a, 36, 120, "应为 100 %");
    must_enter(&a, "lang en ; model box ; view flow");
    assert_string_equal(state_model(&a.session.now.state)->box, "en");
    see(&a, 24, 80, "(should be 100 %)");
    must_enter(&a, "view terms"); /* in the frame of the other views too */
    see(&a, 36, 120, "(should be 100 %)");
    must_enter(&a, "expect should(n-1,cat) = 1 and prob(n-1,cat) > 0.98 and least(n-1) = 0");
    must_enter(&a, "sentence the cat the cat ; view flow");
    see(&a, 36, 120, "its grammar never writes this");
    see_not(&a, 36, 120, "should be");
    assert_false(enter(&a, "print should(0)"));
    assert_false(enter(&a, "model box fr"));
    must_enter(&a, "model none");
    assert_false(enter(&a, "print should(0)"));
    app_finish(&a);
}

/* What was begun like a session with a model, and stopped, has no part in the model. */
TEST(a_stopped_session_keeps_no_model)
{
    struct app a = fresh_app();
    must_enter(&a, "lang en ; model box");
    const struct pretrained *model = state_model(&a.session.now.state);
    struct session other;
    struct work work = {.stopped = true};
    struct reply r = {.work = &work};
    int refs = model->refs;
    assert_false(session_init_like(&other, &a.session, &r));
    assert_int_equal(model->refs, refs);
    reply_finish(&r);
    app_finish(&a);
}

/* The table of positions is a map on its own scale, and one clock. */
TEST(the_places_of_a_model_are_a_map_and_a_clock)
{
    struct app a = with_model("gpt2");
    must_enter(&a, "lang en ; view encoding");
    see(&a, 36, 120, "as one clock");
    see_not(&a, 36, 120, "+1 "); /* the scale of encodings that stay within 1 */
    must_enter(&a, "model none ; encoding binary ; view encoding");
    see_not(&a, 36, 120, "as one clock");
    app_finish(&a);
}

TEST(what_does_not_fit_a_model_is_refused)
{
    static const char *const lines[] = {
        "set heads 4", "set d 8",       "set dk 2",        "set dv 2",         "set layers 1",
        "set dff 8",   "block decoder", "classes cat dog", "train 3",          "save x",
        "tokens foo",  "model nowhere", "set norm none",   "model tests/data",
    };
    struct app a = with_model("gpt2");
    struct text before = {0}, after = {0};
    must_enter(&a, "sentence the cat");
    read_planes(&a, 24, 80, &before);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (enter(&a, lines[i]))
            fail_msg("accepted: %s", lines[i]);
    text_clear(&a.session.message);
    must_enter(&a, "sentence the cat");
    assert_non_null(state_model(&a.session.now.state));
    assert_int_equal(a.session.now.state.sentence->count, 3);
    read_planes(&a, 24, 80, &after);
    assert_string_equal(text_str(&before), text_str(&after));
    text_finish(&before);
    text_finish(&after);
    app_finish(&a);
}

/* The list of tasks can be read, but begins none. */
TEST(a_model_from_a_file_is_not_trained)
{
    struct app a = with_model("bert");
    must_enter(&a, "view train");
    see_not(&a, 36, 120, "Enter begin it");
    see_not(&a, 36, 120, "Space and run");
    press(&a, "Enter");
    see(&a, 36, 120, "a model from a file cannot be trained here");
    must_enter(&a, "model none ; view train");
    see(&a, 36, 120, "Enter begin it");
    app_finish(&a);
}

/* A window does not limit a sentence, the places of a model do: here six. */
TEST(a_model_that_reads_little_opens_with_what_it_can_read)
{
    char path[200];
    json_error_t error;
    struct app a = with_model("phi3");
    json_t *config = json_load_file("tests/data/models/phi3/config.json", 0, &error);
    assert_true(a.session.now.state.sentence->count > 6); /* its window is 4 */
    assert_true(config && json_object_set_new(config, "max_position_embeddings", json_integer(6)) == 0);
    copy_model("phi3");
    snprintf(path, sizeof path, "%s/config.json", kept_path("model"));
    assert_int_equal(json_dump_file(config, path, 0), 0);
    json_decref(config);
    snprintf(path, sizeof path, "model %s", kept_path("model"));
    must_enter(&a, path);
    assert_int_equal(a.session.now.state.sentence->count, 6);
    assert_false(enter(&a, "sentence The cat chases the dog"));
    app_finish(&a);
    forget_model();
}

/* What a model can be asked without other numbers: experiments on its settings. */
TEST(settings_that_only_combine_numbers_may_change)
{
    static const char *const lines[] = {"encoding none",  "encoding learned", "mask none",
                                        "set eps 1e-3",   "set scale none",   "omit attn0",
                                        "omit type",      "omit none",        "term token·bias off",
                                        "weights random", "pair next",        "set start 2"};
    struct app a = with_model("bert");
    must_enter(&a, "layer 1");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        must_enter(&a, lines[i]);
    app_finish(&a);
}

/* Left out, the types of the words are 0 for all that follows. */
TEST(types_that_are_left_out_add_nothing)
{
    struct app a = with_model("bert");
    must_enter(&a, "omit type");
    struct mat types = a.session.now.config.T;
    assert_true(mat_present(types));
    for (int t = 0; t < types.rows; t++)
        for (int j = 0; j < types.cols; j++)
            assert_true(mat_at(types, t, j) == 0);
    app_finish(&a);
}

TEST(every_view_draws_every_model)
{
    static const char *const models[] = {"gpt2",       "bert",   "distilbert-f16", "llama-bf16",
                                         "bloom-bf16", "llama3", "roberta"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct app a = with_model(models[i]);
        for (int v = 0; v < VIEW_COUNT; v++) {
            struct text screen = {0};
            char line[60];
            snprintf(line, sizeof line, "export plain %s -", views[v]->name);
            if (v == VIEW_LESSON)
                continue;
            must_enter(&a, line);
            snprintf(line, sizeof line, "view %s", views[v]->name);
            must_enter(&a, line);
            for (int layer = 0; layer < a.session.now.config.layers; layer++) {
                snprintf(line, sizeof line, "layer %d", layer);
                must_enter(&a, line);
                read_screen(&a, 36, 120, &screen);
                assert_true(screen.len > 0);
                text_clear(&screen);
            }
            text_finish(&screen);
        }
        app_finish(&a);
    }
}

/* The matrices beside a product, which only a large screen shows, are read as the file has them. */
TEST(a_large_screen_shows_the_numbers_of_the_file)
{
    static const char *const models[] = {"gpt2",           "gpt2-bf16",  "gpt-neo",   "bert",
                                         "distilbert-f16", "roberta",    "llama3",    "mistral",
                                         "qwen2",          "llama-bf16", "bloom-f32", "bloom-bf16"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct app a = with_model(models[i]);
        struct text screen = {0}, all = {0};
        must_enter(&a, "view stages ; stage q ; set digits 2");
        read_screen(&a, 67, 240, &screen);
        for (const char *at = text_str(&screen); *at; at++) /* columns are as wide as the numbers need */
            if (*at != ' ' || at[1] != ' ')
                text_add_char(&all, *at);
        for (int row = 0; row < 5; row++) {
            struct text want = {0};
            text_addf(&want, " %d", row);
            for (int j = 0; j < 4; j++) {
                text_add_char(&want, ' ');
                number_fixed(&want, factor_entry(a.session.now.config.w[0][W_Q], row, j), 2, 6);
            }
            if (!strstr(text_str(&all), text_str(&want)))
                fail_msg("%s: no '%s' in\n%s", models[i], text_str(&want), text_str(&screen));
            text_finish(&want);
        }
        text_finish(&screen);
        text_finish(&all);
        app_finish(&a);
    }
}

/* Returns where the numbers of a tensor begin in its file, which is the same as the open one. */
static long file_offset(const char *path, const struct tensor *t)
{
    static unsigned char bytes[1 << 20];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    assert_true(f && n < sizeof bytes && fclose(f) == 0);
    for (size_t i = 0; i + t->size <= n; i++)
        if (memcmp(bytes + i, t->bytes, t->size) == 0)
            return (long)i;
    fail_msg("%s has no %s", path, t->name);
    return 0;
}

TEST(numbers_that_are_not_finite_are_named_on_opening)
{
    char line[400];
    struct app a = with_model("gpt2");
    const struct tensors *t = state_model(&a.session.now.state)->tensors;
    const char *path = copy_model("gpt2");
    const struct tensor *bad = tensors_find(t, "h.1.mlp.c_fc.weight");
    long at = file_offset(path, bad);
    FILE *f = fopen(path, "r+b");
    assert_true(f && fseek(f, at, SEEK_SET) == 0 && fwrite("\0\0\xC0\x7F", 1, 4, f) == 4 && fclose(f) == 0);
    struct reply r = {0};
    snprintf(line, sizeof line, "model %s", kept_path("model"));
    assert_true(app_line(&a, line, &r));
    assert_non_null(strstr(text_str(&r.text), "not finite (NaN or infinite), first in h.1.mlp.c_fc.weight"));
    assert_true(isnan(mat_at(trace_final(&a.session.now.trace), 0, 0)));
    reply_finish(&r);
    assert_true(app_line(&a, "model tests/data/models/gpt2", &r));
    assert_string_equal(text_str(&r.text), "");
    app_finish(&a);
}

/* The id of the word that comes next. */
static int next_id(const struct app *a)
{
    struct next n;
    struct arena room = {0};
    assert_true(next_choose(&a->session.now, &room, &n));
    arena_finish(&room);
    return n.class;
}

TEST(a_model_writes_what_it_finds_likeliest_and_ends_with_its_end_token)
{
    struct app a = with_model("gpt2");
    const struct state *s = &a.session.now.state;
    const int count = s->sentence->count, end = tokenizer_find(state_model(s)->tokenizer, "<|endoftext|>");
    for (int i = 0; i < 3; i++) {
        struct mat z = a.session.now.trace.logits;
        int likeliest = vec_next_largest(mat_row(z, z.rows - 1), z.cols, -1);
        must_enter(&a, "write");
        assert_int_equal(s->sentence->count, count + i + 1);
        assert_int_equal(s->sentence->id[count + i], likeliest);
    }
    assert_true(end >= 0);
    must_enter(&a, "set temperature 90");
    for (int draw = 0; next_id(&a) != end; draw++) { /* one of 300 alike */
        char line[40];
        snprintf(line, sizeof line, "set draw %d", draw);
        must_enter(&a, line);
        assert_true(draw < 5000);
    }
    must_enter(&a, "write 4");
    assert_int_equal(s->sentence->count, count + 4);
    assert_int_equal(s->sentence->id[count + 3], end);
    app_finish(&a);
    a = with_model("bert");
    struct reply r = {.lang = LANG_EN};
    assert_false(app_line(&a, "write", &r));
    assert_non_null(strstr(text_str(&r.text), "write: this model fills gaps, it does not go on"));
    reply_finish(&r);
    app_finish(&a);
}

TESTS(kept_begin, kept_end)
