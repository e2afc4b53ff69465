/* The states of a lesson are functions of its file: what a person did before leaves
 * no trace, a failing line changes nothing, and a lesson cannot leave its bounds. */
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "core/pipeline/stage.h"
#include "expr/expr.h"
#include "lesson/play/replay.h"
#include "support/apps.h"
#include "support/test.h"

enum { MAX_LINES = 16 };

/* Lines of one fence, the first in line `line` of the file. */
static struct lesson_lines lines_of(struct lesson_line *room, int line, const char *const *s)
{
    int n = 0;
    for (; s[n]; n++)
        room[n] = (struct lesson_line){s[n], line + n, 3};
    return (struct lesson_lines){room, n};
}

static const char *const scene0[] = {"mark start", "set x a 1 = 3", NULL};
static const char *const do0[] = {"set scale none", "run scores",  "focus weight a b", "wait",
                                  "mark end",       "run softmax", "run output",       NULL};
static const char *const scene1[] = {"view encoding", NULL};
static const char *const do1[] = {"swap", NULL};

struct room {
    struct lesson_line v[4][MAX_LINES];
};

static struct lesson two_steps(struct room *room)
{
    struct lesson l = {.id = "t", .file = "t.md", .scene.s = "two-words", .step_count = 2};
    l.step[0].scene = lines_of(room->v[0], 10, scene0);
    l.step[0].act = lines_of(room->v[1], 20, do0);
    l.step[1].scene = lines_of(room->v[2], 30, scene1);
    l.step[1].act = lines_of(room->v[3], 40, do1);
    return l;
}

static void replay(struct app *a, const struct lesson *l, int step, enum lesson_when when)
{
    struct reply r = {0};
    if (!lesson_replay(&a->session, l, step, when, &r))
        fail_msg("%s", text_str(&r.text));
    reply_finish(&r);
}

static bool holds(struct app *a, const char *condition)
{
    struct expr_context c = session_context(&a->session);
    struct reply r = {0};
    bool ok = expr_check(&c, condition, strlen(condition), &r);
    reply_finish(&r);
    return ok;
}

TEST(the_states_are_those_of_the_file)
{
    struct room room;
    struct lesson l = two_steps(&room);
    struct app a = fresh_app();
    replay(&a, &l, 0, LESSON_BEFORE);
    assert_int_equal(a.session.pin_count, 1);
    assert_true(holds(&a, "x(a) = [1, 3, 1, 0]"));
    assert_true(holds(&a, "start.x(a) = [1, 0, 1, 0]"));
    assert_int_equal(a.session.now.state.look.stage, STAGE_Q);
    replay(&a, &l, 0, LESSON_AFTER);
    assert_int_equal(a.session.now.state.set.scale, SCALE_NONE);
    assert_int_equal(a.session.now.state.look.stage, STAGE_HEAD_OUT);
    assert_int_equal(a.session.now.state.look.key, 1);
    assert_int_equal(a.session.pin_count, 2);
    replay(&a, &l, 1, LESSON_BEFORE);
    assert_int_equal(a.session.now.state.look.view, VIEW_ENCODING);
    assert_true(holds(&a, "at(a) = 0"));
    replay(&a, &l, 1, LESSON_AFTER);
    assert_true(holds(&a, "at(a) = 1"));
    app_finish(&a);
}

TEST(what_a_person_did_leaves_no_trace)
{
    struct room room;
    struct lesson l = two_steps(&room);
    struct app clean = fresh_app(), used = fresh_app();
    assert_true(enter(&used, "theme light ; lang zh ; pin mine ; set d 12 ; encoding alibi ; swap ; view "
                             "terms ; focus 2 1 ; set digits 5"));
    for (int step = 0; step < 2; step++) {
        replay(&clean, &l, step, LESSON_AFTER);
        replay(&used, &l, step, LESSON_AFTER);
        assert_true(state_same_numbers(&clean.session.now.state, &used.session.now.state));
        struct look one = clean.session.now.state.look, other = used.session.now.state.look;
        assert_int_equal(other.lang, LANG_ZH);
        assert_int_equal(other.theme, THEME_LIGHT);
        other.lang = one.lang;
        other.theme = one.theme;
        assert_memory_equal(&one, &other, sizeof one);
        assert_int_equal(clean.session.pin_count, used.session.pin_count);
        assert_string_equal(clean.session.pins[0].name, used.session.pins[0].name);
        assert_false(enter(&used, "undo"));
    }
    app_finish(&clean);
    app_finish(&used);
}

TEST(segments_together_are_the_whole_do)
{
    struct room room;
    struct lesson l = two_steps(&room);
    static const int lengths[] = {3, 2, 1, 0};
    struct app walked = fresh_app(), jumped = fresh_app();
    struct reply r = {0};
    replay(&walked, &l, 0, LESSON_BEFORE);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lesson_segment(&l.step[0], i).count, lengths[i]);
        assert_true(lesson_act(&walked.session, &l, 0, i, &r));
    }
    replay(&jumped, &l, 0, LESSON_AFTER);
    assert_true(state_same_numbers(&walked.session.now.state, &jumped.session.now.state));
    assert_memory_equal(&walked.session.now.state.look, &jumped.session.now.state.look, sizeof(struct look));
    app_finish(&walked);
    app_finish(&jumped);
}

/* One line as the scene of a lesson; returns what is said about it. */
static void scene_line(struct app *a, const char *s, struct reply *r)
{
    struct lesson_line one = {s, 7, 3};
    struct lesson l = {.id = "t", .file = "t.md", .step_count = 1};
    l.step[0].scene = (struct lesson_lines){&one, 1};
    reply_clear(r);
    lesson_replay(&a->session, &l, 0, LESSON_BEFORE, r);
}

TEST(a_failing_line_is_located_and_changes_nothing)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"set d 4 heads 3", "t.md:7:3: error: "},
        {"stage nowhere", "t.md:7:9: error: "},
        {"wait", "t.md:7:3: error: wait and run"},
        {"run softmax", "t.md:7:3: error: wait and run"},
        {"scene Two", "t.md:7:9: error: no scene 'Two'"},
        {"scene ../two-words", "error: no scene"},
        {"scene none-such", "error: no scene 'none-such' (there are: apple bias "},
        {"scene thinking-machine", "did you mean 'thinking-machines'?"},
        {"scene nested", "nested.scene:2:1: error: scene: not allowed in a scene"},
        {"scene nameless", "nameless.scene:1:1: error: "},
        {"scene writes", "writes.scene:3:1: error: save: not allowed in a lesson"},
        {"bind x quit", "error: bind: not allowed in a lesson"},
        {"swap ; quit", "t.md:7:10: error: quit"},
        {"focus weight 7", "error: no word '7'"},
        {"undo", "error: nothing to undo"},
    };
    struct app a = fresh_app();
    struct reply r = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct state before = {0};
        state_copy(&before, &a.session.now.state);
        scene_line(&a, cases[i].line, &r);
        assert_true(r.failed);
        if (!strstr(text_str(&r.text), cases[i].said))
            fail_msg("%s: %s", cases[i].line, text_str(&r.text));
        assert_true(state_same_numbers(&before, &a.session.now.state));
        assert_memory_equal(&before.look, &a.session.now.state.look, sizeof before.look);
        state_finish(&before);
    }
    reply_finish(&r);
    app_finish(&a);
}

#define TEN_WORDS(x) x "a " x "b " x "c " x "d " x "e " x "f " x "g " x "h " x "i " x "j "
#define THIRTY_WORDS TEN_WORDS("a") TEN_WORDS("b") TEN_WORDS("c")

TEST(a_lesson_stays_within_its_bounds)
{
    static const struct {
        const char *line;
        bool fine;
    } cases[] = {
        {"tokens " THIRTY_WORDS " x y", true},
        {"tokens " THIRTY_WORDS " x y z", false},
        {"memory " THIRTY_WORDS " x y", true},
        {"memory " THIRTY_WORDS " x y z", false},
        {"set d 512", true},
        {"set d 513", false},
        {"set d 64 ; weights shift 1", true},
        {"set d 66 ; weights shift 1", false},
        {"set heads 8", true},
        {"set d 9 heads 9", false},
        {"set layers 4", true},
        {"set layers 5", false},
        {"set x 猫 0 = 1000000", true},
        {"set x 猫 0 = 1000001", false},
        {"set WQ 0 0 = -1e6", true},
        {"set WQ 0 0 = -1e7", false},
        {"set mask 0 1 = -inf", true},
        {"scores = 1 2 3 ; 4 5 2e6 ; 7 8 9", false},
    };
    struct app a = fresh_app();
    struct reply r = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene_line(&a, cases[i].line, &r);
        if (r.failed == cases[i].fine)
            fail_msg("%s: %s", cases[i].line, text_str(&r.text));
        assert_true(enter(&a, "reset"));
    }
    struct text many = {0};
    for (int i = 0; i < 100; i++)
        text_add(&many, "swap;swap;");
    scene_line(&a, text_str(&many), &r);
    assert_false(r.failed);
    text_add(&many, "swap");
    scene_line(&a, text_str(&many), &r);
    assert_non_null(strstr(text_str(&r.text), "at most 200 commands"));
    text_finish(&many);
    reply_finish(&r);
    app_finish(&a);
}

/* For every new command decide here whether a lesson may use it. */
TEST(the_commands_open_to_lessons)
{
    static const char open[] =
        " sentence tokens pair patches move swap insert delete join split memory token cell nudge fill clear "
        "scale "
        "random identity weights role opening pm1 scores classes target task train example set add cycle "
        "reset "
        "encoding mask "
        "block "
        "term omit preset pin unpin compare view stage focus head layer cursor zoom expect toggle scene mark "
        "run "
        "undo redo walk follow flow clock machine story offer teach taught write carry other ";
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++) {
            struct text name = {0};
            text_addf(&name, " %s ", c->name);
            bool listed = strstr(open, text_str(&name)) != NULL;
            text_finish(&name);
            if (listed == ((c->flags & COMMAND_OUTSIDE) != 0))
                fail_msg("%s: %s", c->name, listed ? "refused in lessons" : "open to lessons");
        }
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TESTS(begin, NULL)
