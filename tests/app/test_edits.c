/* Editing as people do it: keys, characters of an input method, pastes, and a very
 * long afternoon of changes, undone and done again. */
#include <string.h>

#include "app/app.h"
#include "base/number.h"
#include "core/math/rng.h"
#include "core/pipeline/stage.h"
#include "export/export.h"
#include "state/matrices.h"
#include "state/script.h"
#include "support/apps.h"
#include "support/test.h"

static void paste(struct app *a, const char *s)
{
    app_event(a, &(struct event){.kind = EVENT_PASTE, .text = s});
}

static double entry(const struct app *a, const char *name, int r, int c)
{
    struct matrix_ref ref;
    assert_true(matrices_find(&a->session.now.state, name, &ref));
    return matrices_get(&a->session.now.state, ref, r, c);
}

static void sentence_is(const struct app *a, const char *want)
{
    const struct state *s = &a->session.now.state;
    struct text t = {0};
    for (int i = 0; i < s->sentence->count; i++) {
        text_add(&t, i ? " " : "");
        text_add(&t, state_word(s, s->sentence, i));
    }
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

/* What is told of the sentence that is being typed: found when it is drawn, not for every key. */
static const char *preview(struct app *a)
{
    struct text t = {0};
    assert_string_equal(text_str(&a->session.message), "");
    read_screen(a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), text_str(&a->session.message)));
    text_finish(&t);
    return text_str(&a->session.message);
}

TEST(an_input_method_types_sentences)
{
    struct app a = fresh_app();
    press(&a, "s");
    assert_string_equal(text_str(&a.session.prompt.line), "猫/追/狗");
    static const char *const typed[] = {"机", "器", "人", "不", "能", "伤", "害", "人", "类"};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        press(&a, typed[i]);
    assert_string_equal(preview(&a), "split into 4: 机器人 / 不能 / 伤害 / 人类");
    press(&a, "Enter");
    sentence_is(&a, "机器人 不能 伤害 人类");
    press(&a, "s");
    assert_string_equal(text_str(&a.session.prompt.line), "机器人/不能/伤害/人类");
    static const char *const edited[] = {"Left",  "Left", "Backspace", "Home",
                                         "Right", "/",    "Enter"}; /* join the last two, split the first */
    for (size_t i = 0; i < sizeof edited / sizeof *edited; i++)
        press(&a, edited[i]);
    sentence_is(&a, "机 器人 不能 伤害人类");
    static const char *const back[] = {"s", "Up", "Up", "Enter"};
    for (size_t i = 0; i < sizeof back / sizeof *back; i++)
        press(&a, back[i]);
    sentence_is(&a, "猫 追 狗");
    press(&a, "：");
    assert_int_equal(a.session.prompt.kind, PROMPT_COMMAND);
    press(&a, "Esc");
    press(&a, "s");
    press(&a, "麒");
    assert_non_null(strstr(preview(&a), "split into 1: 麒?"));
    press(&a, "Esc");
    assert_string_equal(text_str(&a.session.message), "");
    sentence_is(&a, "猫 追 狗");
    press(&a, "s");
    static const char *const known[] = {"我", "爱", " ", "人"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        press(&a, known[i]);
    assert_non_null(strstr(preview(&a), "我爱? / 人   (?: new; without blanks"));
    press(&a, "/");
    assert_non_null(strstr(preview(&a), "我爱? / 人   (?: no meaning yet")); /* a slash is meant */
    press(&a, "Esc");
    press(&a, "s");
    paste(&a, "深学习 狗"); /* partly unknown */
    assert_non_null(strstr(preview(&a), "深学习? / 狗   (?: new; without blanks"));
    press(&a, "Esc");
    press(&a, "s");
    paste(&a, "赵六 追");
    assert_non_null(strstr(preview(&a), "赵六? / 追   (?: no meaning yet")); /* a name */
    press(&a, "Esc");
    app_finish(&a);
}

TEST(a_row_of_a_spreadsheet_is_pasted)
{
    struct app a = fresh_app();
    press(&a, "6");
    press(&a, "Down");
    paste(&a, "0.5\t-1\t2e-3\t4\t5\t6\t7\t8\n");
    assert_true(entry(&a, "x", 1, 0) == 0.5 && entry(&a, "x", 1, 2) == 2e-3 && entry(&a, "x", 1, 7) == 8 &&
                entry(&a, "x", 0, 0) == 1);
    assert_true(a.session.changed && a.session.history.at == 1);
    paste(&a, "1\t2\n3\t4\n5\t6\n"); /* from row 1 there are only two */
    assert_true(entry(&a, "x", 1, 0) == 0.5 && a.session.message_is_error);
    assert_string_equal(text_str(&a.session.message),
                        "3 x 2 numbers do not fit: from [1, 0] there is room for 2 x 8");
    paste(&a, "1\t2\n3\tfour\n");
    assert_string_equal(text_str(&a.session.message),
                        "paste: line 2, cell 2: 'four' is not a number (write 0.5, -2 or 1e-3)");
    assert_true(entry(&a, "x", 1, 0) == 0.5 && a.session.history.at == 1);
    press(&a, "Enter"); /* the cell's editor is open, nothing typed yet */
    paste(&a, "9\r\n8\r\n");
    assert_true(entry(&a, "x", 1, 0) == 9 && entry(&a, "x", 2, 0) == 8 &&
                a.session.prompt.kind == PROMPT_CLOSED);
    press(&a, "1");
    paste(&a, "25\n"); /* into what is being typed */
    assert_string_equal(text_str(&a.session.prompt.line), "125 ");
    press(&a, "Enter");
    assert_true(entry(&a, "x", 1, 0) == 125);
    app_finish(&a);
}

/* A number question takes what is pasted, and the minus that lessons print. */
TEST(an_answer_is_pasted_and_has_a_typographic_minus)
{
    struct app a = app_after("lesson 25-downhill/weight");
    paste(&a, "-0.24");
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    assert_string_equal(text_str(&a.session.prompt.line), "-0.24");
    press(&a, "Esc");
    press(&a, "\u2212");
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    assert_string_equal(text_str(&a.session.prompt.line), "\u2212");
    app_finish(&a);
}

TEST(a_paste_has_to_fit_into_a_line)
{
    struct app a = fresh_app();
    char s[PROMPT_LONGEST + 2];
    memset(s, 'x', sizeof s);
    s[PROMPT_LONGEST + 1] = '\0';
    paste(&a, s);
    assert_true(a.session.message_is_error);
    assert_string_equal(text_str(&a.session.message),
                        "pasting would make the line 65537 bytes long (at most 65536)");
    assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
    paste(&a, s + 1);
    assert_int_equal(a.session.prompt.kind, PROMPT_SENTENCE);
    assert_int_equal(a.session.prompt.line.len, PROMPT_LONGEST);
    paste(&a, "yz");
    assert_string_equal(text_str(&a.session.message),
                        "pasting would make the line 65538 bytes long (at most 65536)");
    assert_int_equal(a.session.prompt.line.len, PROMPT_LONGEST);
    press(&a, "y");
    assert_non_null(strstr(text_str(&a.session.message), "a line holds at most 65536 bytes"));
    press(&a, "Enter"); /* not with its end missing */
    assert_non_null(strstr(text_str(&a.session.message), "a line holds at most 65536 bytes"));
    assert_int_equal(a.session.prompt.kind, PROMPT_SENTENCE);
    press(&a, "C-w");
    assert_string_equal(text_str(&a.session.message), "");
    app_finish(&a);
}

TEST(ten_thousand_numbers_are_pasted)
{
    struct app a = fresh_app();
    struct text t = {0};
    assert_true(enter(&a, "set d 100 ; view edit ; set edit 1"));
    for (int i = 0; i < 10000; i++)
        text_addf(&t, "%d.25%s", i, i % 100 == 99 ? "\n" : "\t");
    int at = a.session.history.at;
    paste(&a, text_str(&t));
    assert_string_equal(text_str(&a.session.message), "");
    assert_int_equal(a.session.history.at, at + 1);
    for (int i = 0; i < 10000; i++)
        assert_true(entry(&a, "WQ", i / 100, i % 100) == i + 0.25);
    press(&a, "u");
    assert_true(entry(&a, "WQ", 5, 5) == 1 && entry(&a, "WQ", 5, 6) == 0);
    t.s[t.len - 2] = 'x';
    paste(&a, text_str(&t));
    assert_non_null(strstr(text_str(&a.session.message), "line 100, cell 100: '9999.2x' is not a number"));
    assert_true(entry(&a, "WQ", 5, 6) == 0);
    text_finish(&t);
    app_finish(&a);
}

TEST(typing_a_number_replaces_or_edits)
{
    static const struct {
        const char *keys[5];
        double want;
    } cases[] = {
        {{"Enter", "-", "3", "Enter"}, -3},
        {{"7", ".", "5", "Enter"}, 7.5},
        {{"Enter", "End", "5", "Enter"}, 15},
        {{"Enter", "Enter"}, 1},
        {{"-"}, 0.9},
        {{"+"}, 1.1},
        {{")", "+"}, 2},
        {{"(", "-"}, 0.99},
        {{"Del"}, 0},
        {{"７", "Enter"}, 7},
        {{"Down", "y", "Up", "P"}, 0.4},
        {{"Down", "Right", "f", "Left"}, 1},
        {{"D"}, 0},
        {{"Down", "F"}, 0.4},
        {{"I"}, 1},
        {{"*", "2", "Enter"}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = fresh_app();
        press(&a, "6");
        for (int k = 0; k < 5 && cases[i].keys[k]; k++)
            press(&a, cases[i].keys[k]);
        if (entry(&a, "x", 0, 0) != cases[i].want)
            fail_msg("%s %s gives %.17g", cases[i].keys[0], cases[i].keys[1] ? cases[i].keys[1] : "",
                     entry(&a, "x", 0, 0));
        app_finish(&a);
    }
}

TEST(what_a_key_changed_is_measured_from_before_the_key)
{
    struct app a = fresh_app();
    assert_true(keymap_bind(&a.session.keymap, "all", "F9", "encoding none ; mask causal ; swap"));
    press(&a, "F9");
    assert_true(a.session.changed && a.session.before.state.set.encoding != 0 &&
                a.session.before.state.set.mask == MASK_NONE);
    assert_int_equal(a.session.history.at, 3);
    press(&a, "u");
    assert_true(a.session.changed && a.session.before.state.set.mask == MASK_CAUSAL);
    sentence_is(&a, "猫 追 狗");
    press(&a, "Right");
    assert_false(a.session.changed);
    assert_true(enter(&a, "set d 16 ; set d 32") && !a.session.changed);
    assert_int_equal(a.session.before.state.set.d, 8);
    assert_true(enter(&a, "set d 64"));
    assert_int_equal(a.session.before.state.set.d, 32);
    app_finish(&a);
}

/* ---- a long afternoon ------------------------------------------------------------ */

/* @ a word, # a whole number, ~ a number, $ a matrix */
static const char *const changes[] = {
    "cell ~",
    "cell = ~ ~ ; ~ ~",
    "cell ~ ~ ~",
    "nudge #",
    "nudge -#",
    "fill row ~",
    "fill column",
    "fill all ~",
    "clear",
    "clear column",
    "copy row",
    "copy column",
    "paste row",
    "paste column",
    "scale ~",
    "scale $ ~",
    "random $ #",
    "random",
    "identity",
    "identity $",
    "set $ # # = ~",
    "set x @ 动物 = ~",
    "x @ = ~ ~ ~ ~ ~ ~ ~ ~",
    "set edit #",
    "set edit #",
    "cursor up #",
    "cursor down #",
    "cursor left #",
    "cursor right #",
    "add step 1",
    "add step -1",
    "swap",
    "swap @ @",
    "move @ #",
    "insert @ #",
    "insert @ #",
    "delete @",
    "delete #",
    "join",
    "join @",
    "split",
    "split #",
    "split @ #",
    "move left",
    "move right",
    "pair next",
    "pair 苹果",
    "sentence 猫追狗",
    "tokens @ @ @ @",
    "sentence 机器人/不能/伤害/人类",
    "set d #",
    "set d 8",
    "set heads #",
    "set heads 1",
    "set heads 2",
    "encoding alibi",
    "encoding t5",
    "encoding learned",
    "encoding rope",
    "encoding shaw",
    "encoding xl",
    "encoding deberta",
    "encoding sincos",
    "encoding none",
    "mask causal",
    "mask none",
    "mask pad 1",
    "block encoder",
    "block decoder",
    "block attention",
    "memory @ @",
    "memory none",
    "set layers 2",
    "set layers 1",
    "layer #",
    "term pp off",
    "term all on",
    "weights random #",
    "set norm pre",
    "token 狗 en=doggo",
    "undo",
    "undo",
    "undo",
    "undo",
    "redo",
    "redo",
    "redo",
    "reset seed",
    "pin A",
    "unpin",
};

static const char *const words[] = {"猫",   "追", "狗", "我",   "麒麟",  "the",
                                    "苹果", "0",  "2",  "猫#2", "dragon"};
static const char *const names[] = {"x",     "y",      "WQ", "WK", "h2.WV", "WO", "bQ", "bO",
                                    "table", "slopes", "W1", "g1", "h1.WK", "u",  "aK", "WQc"};

static void fill_in(const char *form, struct rng *rng, struct text *out)
{
    text_clear(out);
    for (; *form; form++) {
        uint64_t n = rng_next(rng) >> 8;
        if (*form == '@')
            text_add(out, words[n % (sizeof words / sizeof *words)]);
        else if (*form == '$')
            text_add(out, names[n % (sizeof names / sizeof *names)]);
        else if (*form == '#')
            text_addf(out, "%d", (int)(n % 12));
        else if (*form == '~')
            text_addf(out, "%.2f", (double)(n % 400) / 100 - 2);
        else
            text_add_char(out, *form);
    }
}

static void json_of(const struct app *a, struct text *out)
{
    text_clear(out);
    export_json(&a->session.now, NULL, out);
}

/* The texts are long: says where they part. */
static void same(const struct text *a, const struct text *b, int turn)
{
    const char *x = text_str(a), *y = text_str(b);
    size_t i = 0;
    while (x[i] && x[i] == y[i])
        i++;
    size_t from = i > 80 ? i - 80 : 0;
    if (x[i] != y[i])
        fail_msg("turn %d:\n%.160s\nand\n%.160s", turn, x + from, y + from);
}

static void survives_saving(struct app *a, int turn)
{
    struct app b = fresh_app();
    struct text script = {0}, again = {0}, json = {0}, other = {0};
    struct reply r = {0};
    script_write(&a->session.now, &script);
    if (!app_script(&b, "saved", text_str(&script), false, &r))
        fail_msg("turn %d: what was saved does not load: %s", turn, text_str(&r.text));
    json_of(a, &json);
    json_of(&b, &other);
    same(&json, &other, turn);
    script_write(&b.session.now, &again);
    same(&script, &again, turn);
    text_finish(&script);
    text_finish(&again);
    text_finish(&json);
    text_finish(&other);
    reply_finish(&r);
    app_finish(&b);
}

static void same_bits(struct mat a, struct mat b, const char *name, int turn)
{
    assert_true(a.rows == b.rows && a.cols == b.cols);
    for (int r = 0; r < a.rows; r++)
        if (memcmp(mat_row(a, r), mat_row(b, r), (size_t)a.cols * sizeof *a.v) != 0)
            fail_msg("turn %d: row %d of %s is not what is computed anew", turn, r, name);
}

/* A state that was there before the last change is not computed again when it comes back. */
static void is_as_computed_anew(const struct scene *now, int turn)
{
    struct arena inputs = {0};
    struct trace t = {0};
    struct config c;
    assert_true(arena_reserve(&inputs, state_room(&now->state)));
    state_config(&now->state, &inputs, &c, NULL);
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    for (int l = 0; l < c.layers; l++)
        for (int s = STAGE_X; s < STAGE_COUNT; s++)
            for (int h = 0; h < (stage_row(s)->heads == HEADS_APART ? c.heads : 1) && stage_present(&c, l, s);
                 h++)
                same_bits(stage_matrix(&now->trace, l, s, h), stage_matrix(&t, l, s, h), stage_name(s), turn);
    trace_finish(&t);
    arena_finish(&inputs);
}

TEST(ten_thousand_edits_and_every_one_taken_back)
{
    struct app a = fresh_app();
    struct rng rng = rng_seed(4);
    struct text line = {0}, first = {0}, last = {0}, now = {0};
    int done = 0;
    assert_true(enter(&a, "view edit"));
    json_of(&a, &first);
    for (int turn = 1; turn <= 10000; turn++) {
        fill_in(changes[(rng_next(&rng) >> 8) % (sizeof changes / sizeof *changes)], &rng, &line);
        a.session.began = a.session.turn; /* each as if by a key of its own */
        a.session.unseen = turn > 1000;   /* what the view shows beyond the numbers takes as long as these */
        done += enter(&a, text_str(&line));
        if (turn % 4 == 0)
            is_as_computed_anew(&a.session.now, turn);
        if (turn % 200 == 0)
            survives_saving(&a, turn);
    }
    assert_true(done > 5000);
    while (a.session.history.at < a.session.history.count)
        assert_true(enter(&a, "redo"));
    json_of(&a, &last);
    int steps = a.session.history.count;
    assert_true(steps > 500);
    while (a.session.history.at > 0)
        assert_true(enter(&a, "undo"));
    json_of(&a, &now);
    same(&now, &first, 0);
    for (int i = 0; i < steps; i++)
        assert_true(enter(&a, "redo"));
    json_of(&a, &now);
    same(&now, &last, steps);
    text_finish(&line);
    text_finish(&first);
    text_finish(&last);
    text_finish(&now);
    app_finish(&a);
}
