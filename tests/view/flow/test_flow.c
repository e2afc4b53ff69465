/* The flow: its keys walk through the rows that it has, into a cell and back; what a question hides is not
 * given away. */
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "view/flow/flow.h"
#include "view/spots.h"
#include "view/frame/describe.h"

static bool has_row(int stage)
{
    for (int r = 0; r < FLOW_ROWS; r++)
        if (flow_rows[r].stage >= 0 && flow_rows[r].stage == stage_first(stage))
            return true;
    return false;
}

/* Down through all layers and up again passes just the rows whose stage is there, each once, and stays at the
 * ends. */
TEST(up_and_down_walk_through_the_rows)
{
    static const char *const scenes[] = {
        "set heads 2",
        "encoding none",
        "set block decoder norm pre residual on dff 6 layers 3 ; memory 狗 追",
        "set block encoder dff 4 residual on norm post layers 2",
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct app a = app_after(scenes[i]);
        const struct look *look = &a.session.now.state.look;
        must_enter(&a, "view flow ; cursor up 1000");
        for (int layer = 0; layer < a.session.now.config.layers; layer++)
            for (int stage = 0; stage < STAGE_COUNT; stage++) {
                if (!has_row(stage) || !stage_present(&a.session.now.config, layer, stage))
                    continue;
                if (look->stage != stage || look->layer != layer)
                    fail_msg("%s: %s of layer %d: %s", scenes[i], stage_name(stage), layer,
                             stage_name(look->stage));
                press(&a, stage % 2 ? "Down" : "]");
            }
        struct look last = *look;
        press(&a, "Down");
        assert_memory_equal(look, &last, sizeof last);
        must_enter(&a, "cursor up 1000");
        assert_true(look->layer == 0 && look->view == VIEW_FLOW);
        app_finish(&a);
    }
}

TEST(a_stage_without_a_row_gives_way_to_the_one_before_it)
{
    static const struct {
        const char *at;
        int lit;
    } cases[] = {
        {"tokens", STAGE_X},        {"scaled", STAGE_SCORES}, {"masked", STAGE_SCORES},
        {"concat", STAGE_HEAD_OUT}, {"output", STAGE_OUTPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = fresh_app();
        must_enter(&a, "view flow");
        struct text line = {0};
        text_addf(&line, "stage %s", cases[i].at);
        must_enter(&a, text_str(&line));
        assert_int_equal(a.session.now.state.look.view, VIEW_STAGES);
        press(&a, "1");
        assert_int_equal(a.session.now.state.look.stage, cases[i].lit);
        text_finish(&line);
        app_finish(&a);
    }
}

TEST(enter_looks_into_the_cell_and_backspace_comes_back)
{
    struct app a =
        app_after("set heads 2 ; weights random 3 ; focus 追 狗 ; set head 1 stage weights ; view flow");
    struct look before = a.session.now.state.look;
    press(&a, "Enter");
    const struct look *look = &a.session.now.state.look;
    assert_true(look->view == VIEW_STAGES && look->stages.pane == PANE_ARITHMETIC &&
                look->stage == STAGE_WEIGHTS && look->query == 1 && look->key == 2);
    press(&a, "Enter");
    assert_int_equal(look->stage, STAGE_MASKED);
    press(&a, "Backspace");
    assert_int_equal(look->stage, STAGE_WEIGHTS);
    press(&a, "Backspace");
    assert_memory_equal(look, &before, sizeof before);
    press(&a, "Backspace");
    assert_int_equal(look->view, VIEW_STAGES); /* where `view flow` came from */
    press(&a, "Backspace");
    assert_true(a.session.message_is_error);
    app_finish(&a);
}

TEST(keys_choose_word_head_and_the_word_in_the_lens)
{
    static const struct {
        const char *key;
        int query, read, head;
    } steps[] = {
        {"Right", 2, 1, 0}, {"l", 2, 1, 0}, {"Left", 1, 1, 0}, {".", 1, 2, 0},
        {",", 1, 1, 0},     {",", 1, 0, 0}, {",", 1, 0, 0},    {".", 1, 1, 0},
        {"h", 1, 1, 1},     {"H", 1, 1, 0}, {"Home", 0, 1, 0}, {"End", 2, 1, 0},
    };
    struct app a = app_after("set heads 2 ; focus 追 追 ; view flow");
    const struct look *look = &a.session.now.state.look;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        press(&a, steps[i].key);
        if (look->query != steps[i].query || look->key != steps[i].read || look->head != steps[i].head ||
            look->view != VIEW_FLOW)
            fail_msg("%zu: %s: query %d, key %d, head %d", i, steps[i].key, look->query, look->key,
                     look->head);
    }
    app_finish(&a);
}

/* The lit row is never left out, whatever the height. */
TEST(a_number_is_edited_where_it_lies)
{
    struct app a = app_after("set heads 2 ; sentence 猫追狗 ; stage X ; view flow ; focus 追 追 ; view flow");
    const struct look *look = &a.session.now.state.look;
    const struct mat *x = &a.session.now.config.X;
    press(&a, "g"); /* the first row: x */
    press(&a, ".");
    press(&a, ".");
    press(&a, ",");
    assert_int_equal(look->dim, 1);
    assert_int_equal(look->key, 1);
    double before = mat_at(*x, 1, 1);
    press(&a, "+");
    assert_true(mat_at(*x, 1, 1) > before);
    press(&a, "e");
    assert_int_equal(a.session.prompt.kind, PROMPT_CELL);
    press(&a, "Ctrl-U");
    press(&a, "7");
    press(&a, "Enter");
    assert_true(mat_at(*x, 1, 1) == 7 && look->view == VIEW_FLOW);
    press(&a, "G"); /* the output is computed */
    press(&a, "e");
    assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
    app_finish(&a);
}

/* Whatever is an input is edited on its row: an encoding's own table, scores that were given. */
TEST(every_input_is_edited_where_it_lies)
{
    static const struct {
        const char *scene, *number;
    } cases[] = {
        {"encoding learned ; set start 2 ; focus P 追 3 ; view flow", "set table 3 3 = 7"},
        {"scores = 1 2 3 ; 4 5 6 ; 7 8 9 ; focus score 追 狗 ; view flow", "set scores 1 2 = 7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("sentence 猫追狗"), same;
        must_enter(&a, cases[i].scene);
        press(&a, "e");
        assert_int_equal(a.session.prompt.kind, PROMPT_CELL);
        press(&a, "Ctrl-U");
        press(&a, "7");
        press(&a, "Enter");
        same = app_after("sentence 猫追狗");
        must_enter(&same, cases[i].scene);
        assert_false(state_same_numbers(&a.session.now.state, &same.session.now.state));
        must_enter(&same, cases[i].number);
        assert_true(state_same_numbers(&a.session.now.state, &same.session.now.state));
        app_finish(&a);
        app_finish(&same);
    }
    static const char *const computed[] = {"encoding sincos ; focus P 追 3 ; view flow",
                                           "encoding learned ; set L 1 ; focus P 追 3 ; view flow",
                                           "focus score 追 狗 ; view flow"};
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++) {
        struct app a = app_after("sentence 猫追狗");
        must_enter(&a, computed[i]);
        press(&a, "e"); /* leads to the numbers it is computed from */
        assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
        assert_int_equal(a.session.now.state.look.view, VIEW_EDIT);
        assert_false(a.session.message_is_error);
        assert_true(a.session.message.len > 0);
        app_finish(&a);
    }
}

/* From a computed number the editor opens at one that it comes from: a weight of its arithmetic, else its
 * word; during a goal at what the goal lets change. */
TEST(a_computed_number_leads_to_a_source_of_its_own)
{
    static const struct {
        const char *scene, *matrix;
        int row, col;
    } cases[] = {
        {"focus Q 追 3 ; view flow", "WQ", 0, 3},
        {"focus K 狗 5 ; view flow", "WK", 0, 5},
        {"focus output 追 2 ; view flow", "WO", 0, 2},
        {"focus score 狗 猫 ; set dim 4 ; view flow", "x", 2, 0}, /* that moves the weights most */
        {"focus H 追 6 ; view flow", "x", 1, 6},
        {"set row 2 col 3 edit 2 ; focus P 猫 7 ; view flow", "x", 0, 7},
        {"focus Q 追 3 ; view stages", "WQ", 0, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("sentence 猫追狗");
        struct matrix_ref refs[MATRICES_MAX], ref;
        const struct state *s = &a.session.now.state;
        must_enter(&a, cases[i].scene);
        press(&a, "e");
        assert_true(matrices_find(s, cases[i].matrix, &ref) && matrices_list(s, refs) > s->look.sheet.matrix);
        assert_memory_equal(&refs[s->look.sheet.matrix], &ref, sizeof ref);
        assert_int_equal(s->look.sheet.row, cases[i].row);
        assert_int_equal(s->look.sheet.col, cases[i].col);
        app_finish(&a);
    }
}

/* More words than columns: the running text, whole, with the asking word lit and the words that it reads in
 * the colour of their head. */
TEST(a_long_sentence_is_shown_whole)
{
    struct app a = app_after(
        "set heads 2 ; sentence 猫 追 狗 不 追 人 我 喜欢 鱼 马 大 小 老师 学生 ; weights random 3 ; "
        "set query 3 ; view flow");
    struct text screen = {0};
    read_screen(&a, 18, 60, &screen);
    for (int w = 0; w < a.session.now.config.n; w++) {
        const char *word = state_word(&a.session.now.state, a.session.now.state.sentence, w);
        if (!strstr(text_str(&screen), word))
            fail_msg("%s is missing:\n%s", word, text_str(&screen));
    }
    assert_null(strstr(text_str(&screen), " 追#1 ")); /* its place tells it from the other */
    text_finish(&screen);
    app_finish(&a);
}

/* Where the gutter has no room for names, a row without numbers still says which it is. */
TEST(a_row_without_numbers_is_named)
{
    struct app a = app_after("lang en ; lesson 00-who-is-it/committee");
    see(&a, 36, 120, "+ p not here: in the scores");
    must_enter(&a, "lang zh");
    see(&a, 36, 120, "+ p 不在这里：在得分里");
    app_finish(&a);
}

/* A sentence that just fits on a line is on one, its words closer together. */
TEST(a_sentence_is_not_broken_before_its_last_word)
{
    struct app a = app_after("lang zh ; lesson 00/one-word");
    struct text screen = {0};
    read_screen(&a, 24, 80, &screen);
    const char *end = strstr(text_str(&screen), "很 红\n");
    if (!end)
        fail_msg("broken:\n%s", text_str(&screen));
    text_finish(&screen);
    app_finish(&a);
}

/* The sentence under the picture: found with positions, torn without; as many words as there is room for. */
TEST(the_sentence_says_who_is_found)
{
    static const struct {
        const char *scene;
        int rows, cols;
        const char *says;
    } cases[] = {
        {"view flow", 24, 80, "chases takes its doer from cat 1.00, its done-to from dog 1.00."},
        {"view flow ; encoding off", 24, 80,
         "chases cannot tell: doer cat 0.50 or dog 0.45, done-to cat 0.60 or dog 0.39."},
        {"view flow ; encoding off", 18, 60, "chases? doer cat or dog, done-to cat or dog."},
        {"view flow ; set query 0", 24, 80, "cat reads most: "},
        {"view flow ; encoding deberta", 24, 80,
         "chases reads most: dog 0.73 with head 1, cat 0.61 with head 2."}, /* nobody taught it these */
        {"lang zh ; sentence 猫 追 狗 ; set query 1 ; view flow ; encoding deberta", 24, 80,
         "追 读得最多的是 "},
        {"view flow ; encoding rope", 24, 80, "chases reads most: "},
        {"view flow ; set WQ 0 0 = 5", 24, 80, "chases takes its doer from cat 1.00, "},
        {"view flow ; set base 3", 24, 80, "chases takes its doer from cat "},
        {"view flow ; scores = 9 0 0 ; 0 0 9 ; 9 0 0", 24, 80,
         "chases reads most: dog 0.98 with head 1, dog 0.98 with head 2."},
        {"encoding none ; tokens cat dog cat ; view flow ; set query 1", 24, 80, "cat#1 0.35 (tied)"},
        {"lesson 31/game", 24, 80, "M#2 reads most: C#2 0.16."}, /* the next one has 0.153 */
        {"tokens we do not like the rice ; view flow", 18, 60, "like: doer we 0.96, done-to rice"},
        {"tokens the cat sees the dog and the big cat does not like a bird ; focus sees ; view flow", 24, 80,
         "sees reads most: cat#1 0.69 with head 1, dog 0.90 with head 2."},
        {"tokens does the cat chase this dog ? ; view flow", 24, 80, "chase takes its doer from cat "},
        {"tokens the cat gives the dog a book ; view flow", 24, 80, "gives reads most: "},
        {"lang zh ; tokens 今天 猫 追 狗 吗 ; view flow", 24, 80, "追 的“谁做”是 猫 "},
        {"lang zh ; tokens 小明 追 小红 ; view flow", 24, 80, "追 的“谁做”是 小明 "},
        {"lang zh ; tokens 小明 把 书 给 了 小红 ; view flow", 24, 80, "给 读得最多的是 "},
        {"lang zh ; tokens 妈妈 让 我 洗 碗 ; view flow", 24, 80, "洗 读得最多的是 "},
        {"lang zh ; tokens 猫 被 狗 追 ; view flow", 24, 80, "追 读得最多的是 "},
        {"lang zh ; tokens 老师 说 学生 很 好 ; view flow", 24, 80, "说 读得最多的是 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("lang en ; weights roles ; sentence cat chases dog");
        struct text screen = {0};
        must_enter(&a, cases[i].scene);
        read_screen(&a, cases[i].rows, cases[i].cols, &screen);
        if (!strstr(text_str(&screen), cases[i].says))
            fail_msg("'%s' is missing:\n%s", cases[i].says, text_str(&screen));
        text_finish(&screen);
        app_finish(&a);
    }
}

/* Shares are tied where they are printed alike: to two decimals on the screen, to as many as all numbers in a
 * description. */
TEST(tied_is_what_is_printed_alike)
{
    struct app a = app_after("lang en ; opening ; set heads 1 ; scores = .02 0 -40 ; .02 0 -40 ; .02 0 -40");
    struct text told = {0};
    must_enter(&a, "view flow ; set query 0");
    see(&a, 24, 80, "cat 0.50 (tied)");
    describe(&a.session, &told);
    assert_non_null(strstr(text_str(&told), "cat 0.50"));
    assert_null(strstr(text_str(&told), "(tied)"));
    text_clear(&told);
    must_enter(&a, "set digits 2");
    describe(&a.session, &told);
    assert_non_null(strstr(text_str(&told), "cat 0.50 (tied)"));
    text_finish(&told);
    app_finish(&a);
}

/* A readout of zeros: every answer is as likely, and each is named once, in the order of the classes. */
TEST(equal_answers_are_named_in_their_order)
{
    struct app a = app_after("lang en ; tokens cat chases dog ; classes cat dog bird ; view flow");
    see(&a, 36, 100, "cat says: cat 33 %, dog 33 %, bird 33 %");
    see(&a, 36, 100, "cat 33  dog 33  bird 33   cat 33  dog 33  bird 33");
    must_enter(&a, "target cat dog");
    see(&a, 36, 100, "bird 33 %; it should say dog");
    must_enter(&a, "focus chases"); /* of which nothing is wanted */
    see(&a, 36, 100, "chases says: cat 33 %");
    see_not(&a, 36, 100, "it should say");
    must_enter(&a, "target none ; classes cat dog bird fish chases");
    see(&a, 36, 100, "chases says: cat 20 %, dog 20 %, bird 20 %, fish 20 % …");
    app_finish(&a);
}

/* What a model guesses is said in every layer, at the place that it is asked, and after a change what it was.
 */
/* Next to the words of a lesson that counts five answers, or asks for one. */
TEST(every_word_names_its_answer)
{
    struct app a = app_after("lang zh ; lesson 33/1");
    see(&a, 36, 120, "颜色  动物       动物            颜色       颜色");
    see(&a, 24, 80, "颜色  动物  动物  颜色  颜色");
    must_enter(&a, "lang en");
    see(&a, 36, 120, "  colour  animal     animal        colour     colour");
    must_enter(&a, "lang zh ; lesson 34/1 ; flow end");
    see(&a, 24, 80, "猫 62 狗  猫 66 狗");
    app_finish(&a);
}

TEST(a_model_says_its_guess_in_every_layer)
{
    static const struct {
        const char *scene;
        const char *says;
    } cases[] = {
        {"model tests/data/models/gpt2 ; view flow", "next: "},
        {"model tests/data/models/gpt2 ; view flow ; set layer 2", "next: "},
        {"model tests/data/models/llama-bf16 ; lang zh ; view flow", "下一个词："},
        {"model tests/data/models/bert ; sentence 猫追[MASK] ; view flow", "[MASK] is: "},
        {"model tests/data/models/bert ; view flow", "Write [MASK] for a word"},
        {"model tests/data/models/gpt2 ; sentence the cat chases the dog and the bird sees the fish ; view "
         "flow",
         "next: "},
    };
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}, {67, 240}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("lang en");
        must_enter(&a, cases[i].scene);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            see(&a, sizes[k][0], sizes[k][1], cases[i].says);
        app_finish(&a);
    }
}

TEST(a_change_says_what_a_model_guessed_before)
{
    struct app a = app_after("lang en");
    must_enter(&a, "model tests/data/models/gpt2 ; stage x ; view flow");
    see_not(&a, 24, 80, "(was ");
    must_enter(&a, "set query 5");
    press(&a, "+");
    see(&a, 24, 80, " % (was ");
    press(&a, "Left"); /* changes no number */
    see_not(&a, 24, 80, "(was ");
    app_finish(&a);
}

/* Row P without numbers says where positions act instead, for every encoding. */
TEST(an_encoding_that_adds_nothing_says_where_it_acts)
{
    static const struct {
        const char *encoding, *says;
    } acts[] = {
        {"none", "no position here"},
        {"rope", "not here: it turns q and k"},
        {"alibi", "not here: in the scores"},
        {"t5", "not here: in the scores"},
        {"shaw", "not here: in scores and values"},
        {"xl", "not here: in the scores"},
        {"deberta", "not here: in the scores"},
        {NULL, NULL},
    };
    for (int e = 0; posencs[e]; e++) {
        struct app a = app_after("lang en ; weights roles ; view flow");
        struct text screen = {0};
        int i = 0;
        while (acts[i].encoding && strcmp(acts[i].encoding, posencs[e]->name) != 0)
            i++;
        struct text line = TEXT_HERE;
        text_addf(&line, "encoding %s", posencs[e]->name);
        must_enter(&a, text_str(&line));
        text_finish(&line);
        read_screen(&a, 24, 80, &screen);
        if (!acts[i].says != !strstr(text_str(&screen), " here") ||
            (acts[i].says && !strstr(text_str(&screen), acts[i].says)))
            fail_msg("%s:\n%s", posencs[e]->name, text_str(&screen));
        must_enter(&a, "memory cat dog"); /* its words have no positions */
        read_screen(&a, 24, 80, &screen);
        if (acts[i].says && !strstr(text_str(&screen), "no position here"))
            fail_msg("%s with a memory:\n%s", posencs[e]->name, text_str(&screen));
        text_finish(&screen);
        app_finish(&a);
    }
}

TEST(the_lit_row_is_in_sight)
{
    struct app a = app_after("set block encoder dff 4 residual on norm post ; view flow ; cursor up 1000");
    for (int i = 0; i < 13; i++) {
        struct text t = {0};
        read_screen(&a, 18, 60, &t);
        if (!strstr(text_str(&t), "\n▌"))
            fail_msg("not lit: %s", stage_name(a.session.now.state.look.stage));
        text_finish(&t);
        press(&a, "Down");
    }
    app_finish(&a);
}

/* Whether a number is on the screen or in what is told. */
static bool shows(struct app *a, const char *number)
{
    struct text t = {0};
    read_screen(a, 24, 80, &t);
    describe(&a->session, &t);
    bool found = strstr(text_str(&t), number) != NULL;
    text_finish(&t);
    return found;
}

TEST(a_question_for_a_cell_hides_the_numbers)
{
    struct app a = app_after("lesson 90-small/measure");
    must_enter(&a, "view flow ; focus b b ; layout view");
    assert_true(shows(&a, "16.0"));
    must_enter(&a, "answer 16 ; next ; view flow ; focus b b");
    assert_true(lesson_asks(lesson_now(a.session.lesson), ASK_CELL));
    assert_false(shows(&a, "16.0"));
    must_enter(&a, "reveal ; view flow ; focus b b");
    assert_true(shows(&a, "16.0"));
    app_finish(&a);
}

/* A session that shows movements, with two heads that read differently with and without positions. */
static struct app moving(void)
{
    struct app a = app_after("set heads 2 ; weights random 3 ; focus 追 狗 ; view flow");
    a.session.moves = true;
    return a;
}

/* In a frame where these parts of the new scene are seen, a head each. */
static void check_shares(struct app *a, const double e[2])
{
    struct screen s = {.session = &a->session,
                       .scratch = &a->scratch,
                       .from = &a->session.before,
                       .ms = RESTS_MS - a->rest_ms};
    struct flow f;
    flow_facts(&f, &s, &a->session.now);
    assert_non_null(f.move.from);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < f.words; i++) {
            double sum = 0;
            for (int j = 0; j < f.keys; j++) {
                double share = flow_share(&f, h, i, j), old = flow_share_before(&f, h, i, j);
                assert_close(share, old + e[h] * (flow_weight(&f, h, i, j) - old), 1e-12);
                sum += share;
            }
            assert_close(sum, 1, 1e-12);
        }
}

TEST(shares_sum_to_1_in_every_frame)
{
    static const char *const keys[] = {"p", "m", "x", "u"};
    enum { FRAMES = SETTLES_MS / FRAME_MS };
    static const double eased[][2] = {{0, 0},   {0.0625, 0}, {0.5, 0}, {0.9375, 0.0625},
                                      {1, 0.5}, {1, 0.9375}, {1, 1}};
    struct app a = moving();
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        press(&a, keys[k]);
        for (int frame = 0; frame <= FRAMES; frame++) {
            check_shares(&a, eased[frame < 6 ? frame : 6]);
            assert_int_equal(app_wait(&a), frame < FRAMES ? FRAME_MS : RESTS_MS - SETTLES_MS);
            app_tick(&a);
        }
        assert_int_equal(a.rest_ms, 0);
    }
    app_finish(&a);
}

/* In the first frame the ribbons are the old ones, in the last but one only the ticks are left of them. */
TEST(a_movement_leads_from_the_old_picture_to_the_new_one)
{
    struct app a = moving(), still = moving();
    struct text seen = {0}, last = {0}, end = {0};
    still.session.moves = false;
    press(&a, "p");
    press(&still, "p");
    read_planes(&still, 36, 120, &end);
    assert_int_equal(still.rest_ms, 0);
    for (int frame = 0; frame <= SETTLES_MS / FRAME_MS; frame++) {
        read_planes(&a, 36, 120, &seen);
        assert_string_not_equal(text_str(&seen), text_str(&last));
        assert_string_not_equal(text_str(&seen), text_str(&end));
        text_clear(&last);
        text_add(&last, text_str(&seen));
        app_tick(&a);
    }
    read_planes(&a, 36, 120, &seen);
    assert_string_equal(text_str(&seen), text_str(&end));
    text_finish(&seen);
    text_finish(&last);
    text_finish(&end);
    app_finish(&a);
    app_finish(&still);
}

TEST(swapped_words_bring_their_ribbons_along)
{
    struct app a = moving();
    press(&a, "x");
    struct screen s = {.session = &a.session, .scratch = &a.scratch, .from = &a.session.before};
    struct canvas c;
    struct flow f;
    assert_true(canvas_init(&c, 30, 80));
    flow_plan(&f, c, &s, &a.session.now);
    assert_true(f.move.was_at[0] == 2 && f.move.was_at[1] == 1 && f.move.was_at[2] == 0);
    assert_close(flow_box_now(&f, 0, 1), flow_box(&f, 2, 1), 1e-12);
    s.ms = MOVES_MS;
    flow_plan(&f, c, &s, &a.session.now);
    assert_close(flow_box_now(&f, 0, 1), flow_box(&f, 0, 1), 1e-12);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(nothing_moves_where_it_should_not)
{
    static const char *const before[] = {"set motion off", "theme mono", "view cost"};
    struct app a = moving();
    press(&a, "p");
    assert_true(a.rest_ms > 0);
    press(&a, "Right"); /* the next key ends it */
    assert_int_equal(a.rest_ms, 0);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        must_enter(&a, "set motion on ; theme dark ; view flow");
        must_enter(&a, before[i]);
        press(&a, "p");
        assert_int_equal(a.rest_ms, 0);
    }
    must_enter(&a, "set motion on ; theme dark ; view flow");
    app_event(&a, &(struct event){.kind = EVENT_PASTE, .text = "猫追"});
    press(&a, "Enter"); /* fewer words: nothing to lead over */
    struct screen s = {.session = &a.session, .scratch = &a.scratch, .from = &a.session.before};
    struct flow f;
    flow_facts(&f, &s, &a.session.now);
    assert_int_equal(f.words, 2);
    assert_null(f.move.from);
    app_finish(&a);
}

/* Several numbers share a column: it shows the largest. */
TEST(without_colours_many_numbers_share_columns)
{
    struct app a = app_after("tokens cat dog fish ; set d 64 heads 2 ; theme mono ; view flow");
    must_enter(&a, "set x cat 1 = 9 ; set x cat 62 = -9 ; set x dog 2 = 9 ; set x dog 61 = -9");
    struct text t = {0};
    read_screen(&a, 18, 60, &t);
    const char *row = strstr(text_str(&t), "\n x ");
    assert_non_null(row);
    row += 3 + strspn(row + 3, " ");
    for (int w = 0; w < 2; w++) { /* cat, dog */
        size_t width = strcspn(row, " ");
        assert_true(width > 4 && width < 64 && row[0] == '+' && row[width - 1] == '-');
        row += width + strspn(row + width, " ");
    }
    text_finish(&t);
    app_finish(&a);
}

/* Two bands cross where their names would stand: the wider one has its name. */
TEST(names_on_bands_do_not_overwrite_each_other)
{
    struct app a = app_after("model tests/data/models/gpt2 ; sentence 猫追狗 ; view flow ; focus 追");
    see(&a, 36, 120, "v(追)");
    see_not(&a, 36, 120, "v(v(");
    see_not(&a, 36, 120, "v(猫)");
    app_finish(&a);
}

TEST(a_single_head_moves_from_the_old_picture_too)
{
    struct app a = moving();
    must_enter(&a, "set heads 1");
    press(&a, "p");
    struct screen s = {.session = &a.session, .scratch = &a.scratch, .from = &a.session.before};
    struct flow f;
    flow_facts(&f, &s, &a.session.now);
    assert_non_null(f.move.from);
    assert_close(flow_moved(&f, 0), 0, 0);
    s.ms = GLIDES_MS;
    assert_close(flow_moved(&f, 0), 1, 0);
    app_finish(&a);
}

/* Column 5 of Q is number 1 of the second of two heads of four. */
TEST(a_number_is_pointed_at_in_the_box_of_its_head)
{
    struct app a = app_after("tokens 猫 追 狗 ; set heads 2 ; view flow");
    struct spots spots = {.v = {{.target = {STAGE_Q, 0, -1, 1, 5}}}, .count = 1};
    struct screen s = {.session = &a.session, .scratch = &a.scratch, .spots = &spots};
    struct flow f;
    assert_true(canvas_init(&spots.whole, 36, 120));
    flow_plan(&f, spots.whole, &s, &a.session.now);
    flow_spots(spots.whole, &f);
    assert_true(spots.v[0].found);
    assert_int_equal(spots.v[0].area.col, flow_box(&f, 1, 1) + f.box / 4);
    assert_int_equal(spots.v[0].area.cols, f.box / 4);
    canvas_finish(&spots.whole);
    app_finish(&a);
}

/* Another attention may have fewer keys. */
TEST(the_key_in_focus_is_at_most_the_last)
{
    struct app a = app_after("tokens cat chases dog ; view flow");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct flow f;
    for (int key = 2; key < 5; key++) {
        a.session.now.state.look.key = key;
        flow_facts(&f, &s, &a.session.now);
        assert_int_equal(f.key, 2);
    }
    app_finish(&a);
}

/* A long word takes only what its neighbours leave free, and keeps its ? when it is cut. */
TEST(words_do_not_touch_and_keep_their_mark)
{
    struct app a = app_after("lang en ; weights roles ; view flow");
    must_enter(&a, "tokens the animal did not cross the street because it was tired");
    see(&a, 24, 80, "  the  animal did   not   cross the  street becau… "); /* room from numbers */
    must_enter(&a, "tokens the small cat does not chase the big dog in the garden");
    see(&a, 24, 80, "the small cat  does not chase the  big  dog  in   the garden");
    see(&a, 36, 120, "the      big      dog      in       the    garden");
    must_enter(&a, "tokens extraordinary quick cat chases dog slowly ; set query 0");
    see(&a, 18, 60, "…? quick ");
    must_enter(&a, "tokens extraordinary elephant quick ; view terms");
    see(&a, 18, 60, "extraordin…?  ");
    app_finish(&a);
}

/* Beside a lesson in a small window: no word is cut, no head left out, and the bands are drawn. */
TEST(a_low_flow_keeps_words_and_heads)
{
    struct app a = app_after("lang en ; lesson 00-who-is-it/one-word");
    see(&a, 18, 60, "chased   the   ball   because   it");
    must_enter(&a, "lesson 00-who-is-it/committee");
    see(&a, 18, 60, "chases reads dog 0.62, dog 0.70, cat 1.00.");
    must_enter(&a, "lesson 41-it-writes/greedy"); /* words as a list have columns */
    see(&a, 18, 60, "   0  cat    3  .");
    app_finish(&a);
}

/* Two clauses with a pronoun: of the patterns that fit, the one that says whom it stands for. */
TEST(a_pronoun_of_a_second_clause_is_read)
{
    struct app a = app_after("lang en ; scene who-is-it ; tokens the teacher loves the song and he plays the "
                             "piano ; focus he teacher ; view flow");
    see(&a, 24, 80, "he reads plays 0.87, piano 0.90, stands for teacher 0.79.");
    app_finish(&a);
}

TEST(four_heads_have_room_for_their_numbers)
{
    struct app a = app_after(
        "lang en ; weights roles ; sentence cat chases dog ; set heads 4 ; view flow ; set stage weights");
    see(&a, 24, 80, "0.88 0.00 0.00 0.00");
    see(&a, 24, 80, " q·k       13   22   -15  -40 ");
    see(&a, 18, 60, ".88 .00 .00 .00");
    must_enter(&a, "set WQ 0 0 = 99999"); /* no room for such scores: nothing to name */
    see_not(&a, 24, 80, "q·k");
    app_finish(&a);
}

/* On one row the reason begins with what to type. */
TEST(a_missing_target_is_named_on_a_narrow_screen)
{
    struct app a = app_after("opening ; view flow");
    press(&a, "g");
    must_enter(&a, "lang en");
    see(&a, 18, 60, "first 'target head 0 chases cat': no target, no gradient");
    must_enter(&a, "lang zh");
    see(&a, 18, 60, "先输入 target head 0 追 猫：没有目标就没有梯度");
    app_finish(&a);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TESTS(begin, NULL)
