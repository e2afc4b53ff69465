/* The command table, and properties of commands that sessions do not show. */
#include <math.h>
#include <string.h>

#include "app/app.h"
#include "base/near.h"
#include "command/command.h"
#include "command/segment.h"
#include "session/usage.h"
#include "state/script.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static const struct session whole = {.commands = app_commands}; /* only to look commands up */

TEST(every_command_has_help_usage_and_a_working_example)
{
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++) {
            assert_ptr_equal(command_find(&whole, c->name), c);
            assert_non_null(c->help);
            assert_true((c->act != NULL) != (c->edit != NULL));
            if (!c->example || c->flags & COMMAND_HOST)
                continue;
            struct session m = fresh_model();
            bool needs_past = strcmp(c->name, "undo") == 0 || strcmp(c->name, "redo") == 0;
            assert_true(run_line(&m,
                                 needs_past                      ? "swap ; undo ; redo"
                                 : strcmp(c->name, "unpin") == 0 ? "pin A"
                                                                 : "",
                                 NULL));
            if (strcmp(c->name, "redo") == 0)
                run_line(&m, "undo", NULL);
            if (app_commands[g] == cmd_sheet)
                run_line(&m, "view edit ; copy row", NULL);
            if (!run_line(&m, c->example, NULL))
                fail_msg("the example of %s fails: %s", c->name, c->example);
            session_finish(&m);
        }
}

TEST(every_default_key_runs_a_known_command)
{
    for (const struct binding *b = keymap_defaults; b->key; b++) {
        struct words w = {0};
        struct reply r = {0};
        const char *line = b->line;
        int col = 1;
        assert_true(words_split(&w, &line, &col, &r));
        if (!command_find(&whole, w.v[0].s))
            fail_msg("key %s runs '%s', which is no command", b->key, b->line);
        words_finish(&w);
    }
}

TEST(a_failing_command_leaves_the_state_untouched)
{
    static const char *const wrong[] = {
        "set d 6 heads 4",      "set d 16 heads x", "x 猫 = 1 2",  "WQ = 1 2 ; 3",
        "encoding rope dims=x", "swap 猫 鸟",       "move 猫 9",   "mask pad 7",
        "set x 猫 0 = 1e400",   "weights shift",    "insert 鱼 9", "term zz off",
        "block tower",          "delete 鸟",        "tokens",      "sentence \"\""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct session m = fresh_model();
        struct state before;
        state_copy(&before, &m.now.state);
        assert_false(run_line(&m, wrong[i], NULL));
        assert_memory_equal(&before.set, &m.now.state.set, sizeof before.set);
        assert_ptr_equal(before.sentence, m.now.state.sentence);
        assert_ptr_equal(before.lexicon, m.now.state.lexicon);
        assert_int_equal(m.history.count, 0);
        state_finish(&before);
        session_finish(&m);
    }
}

TEST(a_key_before_a_command_without_quotes_is_no_view)
{
    struct session m = fresh_model();
    assert_int_equal(refused(&m, "bind x view map", "bind x \"view map\""), 8);
    assert_int_equal(refused(&m, "bind flw x \"view map\"", "'flw' is not a view"), 6);
    session_finish(&m);
}

TEST(files_are_refused_inside_lessons)
{
    static const char *const files[] = {"save /tmp/x",   "load /tmp/x",     "source /tmp/x",
                                        "export json -", "import X /tmp/x", "screen /tmp/x"};
    struct session m = fresh_model();
    struct reply said = {0};
    m.commands = app_commands;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        assert_false(run_lesson_line(&m, files[i], &said));
        assert_non_null(strstr(text_str(&said.text), "not allowed in a lesson"));
        assert_false(run_line(&m, files[i], &said)); /* there is no host to write or read them */
        assert_non_null(strstr(text_str(&said.text), "only available in a standalone session"));
    }
    reply_finish(&said);
    session_finish(&m);
}

/* The groups of command/ are a table by themselves: lines run, and no other commands are known. */
TEST(a_model_has_the_commands_it_was_given)
{
    struct session m = fresh_model();
    struct reply said = {0};
    for (int whole_table = 0; whole_table < 2; whole_table++) {
        m.commands = whole_table ? app_commands : NULL;
        assert_true(run_line(&m, "swap", &said));
        assert_true((command_find(&m, "save") != NULL) == (whole_table != 0));
        assert_false(run_line(&m, "lesson 01", &said));
        assert_true((strstr(text_str(&said.text), "no command 'lesson'") != NULL) == (whole_table == 0));
    }
    reply_finish(&said);
    session_finish(&m);
}

TEST(a_line_has_the_flags_that_all_its_commands_have)
{
    assert_true(command_flags(&whole, "cursor down") & COMMAND_IDLE);
    assert_true(command_flags(&whole, "cursor down ; quit # leave") & COMMAND_IDLE);
    assert_false(command_flags(&whole, "cursor down ; swap") & COMMAND_IDLE);
    assert_true(command_flags(&whole, "view terms ; head 0") & COMMAND_LOOKS);
    static const char *const none[] = {
        "", "#", "mask = 0 -inf", "x 猫 = 1", "nonsense", "view \"terms", "cursor down ; y"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(command_flags(&whole, none[i]), 0);
}

TEST(sentences_are_cut_by_the_longest_known_word)
{
    static const struct {
        const char *text;
        int count;
        const char *second;
    } cases[] = {
        {"机器人不能伤害人类", 4, "不能"},
        {"我喜欢你", 3, "喜欢"},
        {"机器人/不能/伤害", 3, "不能"},
        {"the cat sat", 3, "cat"},
        {"猫cat狗", 3, "cat"},
        {"自注意力 机制", 2, "机制"},
        {"我爱 Python，也爱深度学习", 7, "爱"},
        {"Transformer　模型用 softmax 算权重", 6, "模型"},
        {"一只猫追两条狗", 5, "猫"},
        {"这位老师有三张纸", 5, "老师"},
        {"我爱 你", 2, "你"},
        {"麒麟吃", 3, "麟"},
        {" / 猫 // 狗 ", 2, "狗"},
    };
    struct lexicon *l = lexicon_default();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct segments s = {0};
        assert_true(segment(&s, l, cases[i].text));
        assert_int_equal(s.count, cases[i].count);
        assert_string_equal(s.v[1], cases[i].second);
        segment_finish(&s);
    }
    lexicon_drop(l);
}

TEST(an_expression_ends_before_a_comment_and_before_the_next_command)
{
    static const char *const fine[] = {"expect n = 3 # three", "expect　n＝3；expect d = 8",
                                       "　expect n = 3 ; # ；", "print　-d　3　n # n",
                                       "expect weight（猫，狗） > 0；print n"};
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (!run_line(&m, fine[i], NULL))
            fail_msg("fails: %s", fine[i]);
    assert_false(run_line(&m, "expect n = 4 # = 3", NULL));
    session_finish(&m);
}

TEST(near_names_are_found)
{
    assert_int_equal(near_distance("swap", "swpa", 3), 1);
    assert_int_equal(near_distance("weight", "weights", 3), 1);
    assert_int_equal(near_distance("abc", "abc", 3), 0);
    assert_int_equal(near_distance("abc", "xyz", 1), 2);
    static const struct {
        const char *name;
        int more;
    } table[] = {{"hint", 1}, {"do", 2}, {"scene", 3}, {NULL, 0}};
    assert_string_equal(near_name("hnit", table, sizeof *table), "hint");
    assert_string_equal(near_name("seene", table, sizeof *table), "scene");
    assert_null(near_name("animation", table, sizeof *table));
    assert_null(near_name("ab", table, sizeof *table)); /* two letters changed are all of it */
}

static struct mat input_of(const struct session *m, int layer)
{
    return m->now.trace.layer[layer].in;
}

/* Σ |a - b| of the rows that two layers read. */
static double apart(struct mat a, struct mat b)
{
    double sum = 0;
    for (int r = 0; r < a.rows; r++)
        for (int k = 0; k < a.cols; k++)
            sum += fabs(mat_at(a, r, k) - mat_at(b, r, k));
    return sum;
}

/* A term is missing in one score, a source in all that follows. */
TEST(the_two_ways_of_leaving_out_are_kept_apart)
{
    struct session m = model_after("set heads 2 layers 2 residual on ; weights random 3 ; layer 1"),
                   other = model_after("set heads 2 layers 2 residual on ; weights random 3 ; layer 1");
    const struct trace *t = &m.now.trace;
    must_run(&m, "term token·attn0 off");
    assert_true(apart(input_of(&m, 1), input_of(&other, 1)) == 0);
    assert_true(apart(t->layer[1].self.Q, other.now.trace.layer[1].self.Q) == 0);
    assert_true(apart(t->layer[1].self.map[MAP_SCORES], other.now.trace.layer[1].self.map[MAP_SCORES]) > 0.1);
    must_run(&m, "undo ; omit attn0");
    assert_true(apart(t->layer[0].self.map[MAP_WEIGHTS], other.now.trace.layer[0].self.map[MAP_WEIGHTS]) ==
                0);
    assert_true(apart(input_of(&m, 1), input_of(&m, 0)) == 0);
    assert_true(apart(t->layer[1].self.Q, other.now.trace.layer[1].self.Q) > 0.1);
    must_run(&m, "omit position"); /* both are missing now */
    assert_true(apart(input_of(&m, 1), t->X) == 0 && mat_max_abs(t->P) == 0);
    must_run(&m, "omit attn0 off ; omit position toggle");
    assert_true(m.now.state.set.omitted == 0 && state_same_numbers(&m.now.state, &other.now.state));
    must_run(&m, "undo ; undo ; undo ; undo");
    assert_true(state_same_numbers(&m.now.state, &other.now.state));
    session_finish(&m);
    session_finish(&other);
}

/* Sublayers are left out with their own biases; what no longer exists is no longer left out. */
TEST(every_source_can_be_left_out)
{
    struct session m =
        model_after("memory 猫 狗 ; block decoder ; set norm none layers 2 ; weights random 3 ; "
                    "bO = 1 2 3 4 5 6 7 8 ; bOc = 1 2 3 4 5 6 7 8 ; b2 = 1 2 3 4 5 6 7 8");
    must_run(&m, "omit attn0 ; omit cross0 ; omit 前馈0 ; omit token");
    assert_true(apart(input_of(&m, 1), m.now.trace.P) == 0 && mat_max_abs(m.now.trace.P) > 0);
    must_run(&m, "omit ffn1");
    must_run(&m, "set layers 1");
    struct reply said = {0};
    assert_false(run_line(&m, "omit ffn1", &said));
    assert_string_equal(text_str(&said.text),
                        "no source 'ffn1' here (one of: token position attn0 cross0 ffn0 attnL.hI: a head; word T; none)");
    reply_finish(&said);
    assert_false(run_line(&m, "omit bias", NULL) || run_line(&m, "omit token maybe", NULL));
    must_run(&m, "set layers 2");
    assert_true(m.now.trace.layer[1].ffn.v && mat_max_abs(m.now.trace.layer[1].ffn) > 0);
    session_finish(&m);
}

/* What is saved is what is loaded, groups and single sources alike. */
TEST(terms_and_sources_that_are_left_out_are_saved)
{
    static const char *const lines[] = {"term attn·ffn off ; omit attn1", "term token·attn0 off",
                                        "term position:ffn off ; term bias·ffn1 off ; set sources each",
                                        "term token·token off ; omit token"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *scene =
            "block encoder ; set layers 3 ; weights random 3 ; layer 2 ; bQ = 1 2 3 4 5 6 7 8";
        struct session m = model_after(scene), again = fresh_model();
        struct text saved = TEXT_HERE;
        must_run(&m, lines[i]);
        script_write(&m.now, &saved);
        for (char *line = strtok(saved.s, "\n"); line; line = strtok(NULL, "\n"))
            must_run(&again, line);
        if (!state_same_numbers(&m.now.state, &again.now.state))
            fail_msg("%s is not kept", lines[i]);
        text_finish(&saved);
        session_finish(&m);
        session_finish(&again);
    }
}

/* In Chinese no placeholder is left in English: what is left in capitals is to be typed. */
TEST(placeholders_are_in_the_readers_language)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    struct text usage = {0};
    usage_add(&usage, "insert WORD POS", LANG_ZH);
    assert_string_equal(text_str(&usage), "insert 词 位置");
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++) {
            text_clear(&usage);
            usage_command(&usage, c->name, c->words, LANG_ZH);
            for (const char *s = text_str(&usage); *(s += strcspn(s, capitals)); s += strspn(s, capitals))
                if (strspn(s, capitals) > 1 && strncmp(s, "WQ", 2) != 0)
                    fail_msg("%s", text_str(&usage));
        }
    text_finish(&usage);
}
