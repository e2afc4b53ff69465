/* The game "what time is it?" on the screen: its keys, what it hides, how it ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state/script.h"
#include "study/clock.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/frame/describe.h"

static struct clock_question asked(const struct app *a)
{
    const struct scene *now = &a->session.now;
    return clock_question(&now->config, &now->state.look, now->state.set.seed);
}

static void press_choice(struct app *a, bool right)
{
    struct clock_question q = asked(a);
    int i = 0;
    while (i < q.choices && (q.choice[i] == q.time) != right)
        i++;
    char key[2] = {(char)('a' + i), '\0'};
    press(a, key);
}

static void assert_on_screen(struct app *a, int rows, int cols, const char *what, bool there)
{
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    if ((strstr(text_str(&t), what) != NULL) != there)
        fail_msg("%s: %s\n%s", there ? "missing" : "not hidden", what, text_str(&t));
    text_finish(&t);
}

TEST(keys_lead_from_the_question_to_the_turn_and_on)
{
    struct app a = app_after("view encoding");
    const struct look *look = &a.session.now.state.look;
    assert_on_screen(&a, 24, 80, "Q what time is it?", true);
    press(&a, "Q");
    assert_int_equal(look->encoding.game, 1);
    assert_on_screen(&a, 24, 80, "Which position is it?", true);
    assert_on_screen(&a, 24, 80, "as a map", false); /* its rows are numbered */
    press(&a, "Enter");
    assert_int_equal(look->encoding.turn, 0); /* not answered yet */
    press_choice(&a, false);
    assert_on_screen(&a, 24, 80, "Not ", true);
    press_choice(&a, true);
    assert_on_screen(&a, 24, 80, "Right: ", true);
    assert_int_equal(look->encoding.pos, asked(&a).time);
    press(&a, "Enter");
    struct clock_question q = asked(&a);
    assert_true(q.by > 0 && q.time == q.from + q.by);
    press_choice(&a, true);
    assert_on_screen(&a, 24, 80, "adding is turning", true);
    assert_int_equal(look->encoding.pos, q.time);
    assert_int_equal(look->encoding.pos2, q.from);
    press(&a, "Enter");
    assert_int_equal(look->encoding.game, 2);
    assert_int_equal(look->encoding.turn, 0);
    press(&a, "Esc");
    assert_int_equal(look->encoding.game, 0);
    assert_on_screen(&a, 24, 80, "as a map", true);
    app_finish(&a);
}

TEST(a_number_can_be_typed)
{
    static const char *const first[] = {"n", NULL}; /* or the number at once: its digits open no view */
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        struct app a = app_after("view encoding ; clock ask");
        char digits[20];
        if (first[i])
            press(&a, first[i]);
        snprintf(digits, sizeof digits, "%ld", asked(&a).time);
        for (const char *p = digits; *p; p++)
            press(&a, (char[]){*p, '\0'});
        press(&a, "Enter");
        assert_int_equal(a.session.now.state.look.encoding.answer, asked(&a).time);
        app_finish(&a);
    }
}

/* Neither the screen nor the sentences say the position before the answer, except among the choices. */
TEST(the_position_is_hidden_until_it_is_answered)
{
    struct app a = app_after("view encoding ; set pos 0");
    for (int n = 0; n < 20; n++) {
        must_enter(&a, "clock ask");
        struct clock_question q = asked(&a);
        struct text told = {0};
        char answer[40];
        describe(&a.session, &told);
        snprintf(answer, sizeof answer, "position %ld", q.time);
        assert_null(strstr(text_str(&told), answer));
        assert_non_null(strstr(text_str(&told), "hand 0: angle "));
        assert_int_equal(a.session.now.state.look.encoding.pos, 0);
        text_finish(&told);
    }
    app_finish(&a);
}

TEST(other_views_and_other_encodings_end_it)
{
    static const char *const ends[] = {"view flow", "encoding rope", "encoding none", "clock end"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct app a = app_after("view encoding ; clock ask ; clock answer 3");
        const struct look *look = &a.session.now.state.look;
        assert_int_equal(look->encoding.answer, 3);
        must_enter(&a, ends[i]);
        assert_int_equal(look->encoding.game, 0);
        assert_int_equal(look->encoding.answer, -1);
        app_finish(&a);
    }
}

TEST(a_game_is_saved_with_the_state)
{
    struct app a = app_after("view encoding ; clock ask ; clock ask ; clock answer 3"), b = fresh_app();
    struct text saved = {0}, again = {0};
    script_write(&a.session.now, &saved);
    for (char *line = strtok((char *)saved.s, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, "set ", 4) == 0)
            must_enter(&b, line);
    assert_int_equal(b.session.now.state.look.encoding.game, 2);
    assert_int_equal(b.session.now.state.look.encoding.answer, 3);
    assert_int_equal(asked(&a).time, asked(&b).time);
    text_finish(&saved);
    text_finish(&again);
    app_finish(&a);
    app_finish(&b);
}

TEST(what_is_wrong_is_said)
{
    static const char *const lines[][2] = {
        {"clock", "usage"},
        {"clock when", "write ask"},
        {"clock ask 3", "too many words (usage: clock ask |"},
        {"clock answer", "too few words (usage: clock ask |"},
        {"clock answer 3", "no question is open"},
        {"clock turn", "no question is open"},
        {"clock ask ; clock turn 3", "first say what time it is"},
        {"clock ask ; clock next", "press a, b, c or d"},
        {"clock ask ; clock answer e", "a to d"},
        {"clock ask ; clock answer -1", "a to d"},
        {"encoding rope ; clock ask", "encoding rope has no clock"},
        {"encoding rope ; clock answer 1", "no question is open"},
        {"encoding none ; clock next", "encoding none has no clock"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct app a = app_after("view encoding");
        struct reply r = {.lang = LANG_EN};
        assert_false(app_line(&a, lines[i][0], &r));
        if (!strstr(text_str(&r.text), lines[i][1]))
            fail_msg("%s: %s", lines[i][0], text_str(&r.text));
        reply_finish(&r);
        app_finish(&a);
    }
}

/* On a screen it names the keys that lead to an encoding with clocks: these keys do. */
TEST(without_clocks_it_names_the_keys_that_lead_to_one)
{
    static const struct {
        const char *before, *says, *zh, *key;
        int times;
    } cases[] = {
        {"encoding rope", "encoding rope has no clock: press n 9 times for sincos",
         "“旋转（RoPE）”没有钟：按 n 9 次，换到“正弦编码”", "n", 9},
        {"encoding fourier", "encoding fourier has no clock: press n 2 times for sincos",
         "“傅里叶特征”没有钟：按 n 2 次，换到“正弦编码”", "n", 2},
        {"set heads 1 d 7 ; encoding alibi", "encoding alibi has no clock: press n 5 times for sincos",
         "“ALiBi 线性偏置”没有钟：按 n 5 次，换到“正弦编码”", "n", 5}, /* some do not suit an odd width */
        {"encoding rope ; encoding none", "encoding none has no clock: press n for sincos",
         "“无位置编码”没有钟：按 n 换到“正弦编码”", "n", 1},
        {"encoding sinonly", "encoding sinonly has no clock: press n 15 times for sincos",
         "“只有正弦”没有钟：按 n 15 次，换到“正弦编码”", "n", 15}, /* a sine tells no time */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after(cases[i].before);
        must_enter(&a, "view encoding");
        see(&a, 24, 80, "");
        press(&a, "Q");
        see(&a, 24, 80, cases[i].says);
        must_enter(&a, "lang zh");
        press(&a, "Q");
        see(&a, 24, 80, cases[i].zh);
        for (int k = 0; k < cases[i].times; k++)
            press(&a, cases[i].key);
        press(&a, "Q");
        see_not(&a, 24, 80, "没有钟");
        app_finish(&a);
    }
}

TEST(a_turn_is_of_one_word_at_least)
{
    char line[32];
    struct app a = app_after("view encoding ; clock ask");
    struct reply r = {.lang = LANG_EN};
    snprintf(line, sizeof line, "clock answer %ld", asked(&a).time);
    must_enter(&a, line);
    assert_false(app_line(&a, "clock turn 0", &r));
    assert_non_null(strstr(text_str(&r.text), "write K from 1 to"));
    must_enter(&a, "clock turn 1");
    assert_int_equal(asked(&a).by, 1);
    reply_finish(&r);
    app_finish(&a);
}
