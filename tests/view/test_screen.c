/* Sentences that are said once: in the memory of their picture, in runs, for the eye and for the ear. */
#include <string.h>

#include "support/failing_heap.h"
#include "support/models.h"
#include "support/test.h"
#include "view/screen.h"

/* What is heard of a sentence. */
static void hears(const char *said, const char *want)
{
    struct text t = {0};
    canvas_runs_bare(said, &t);
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

TEST(a_sentence_is_said_in_the_language_of_the_session_with_its_values)
{
    struct session m = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &m, .scratch = &scratch};
    m.now.state.look.lang = LANG_EN;
    const char *en = say(&s, "head %d", 3);
    m.now.state.look.lang = LANG_ZH;
    const char *zh = say(&s, "head %d", 3);
    assert_string_equal(en, "head 3"); /* the first one lives on */
    assert_string_equal(zh, "头 3");
    arena_finish(&scratch);
    session_finish(&m);
}

TEST(a_text_of_a_picture_grows_in_its_arena_and_needs_no_end)
{
    struct session m = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &m, .scratch = &scratch};
    for (int frame = 0; frame < 3; frame++) {
        struct text t = SCREEN_TEXT(&s), beside = SCREEN_TEXT(&s);
        for (int i = 0; i < 5000; i++) {
            text_addf(&t, "%d ", i % 10);
            text_add(&beside, "x");
        }
        assert_false(t.failed || beside.failed || scratch.failed);
        assert_int_equal(t.len, 10000);
        assert_int_equal(strspn(beside.s, "x"), 5000);
        text_clear(&t);
        text_add(&t, "again");
        assert_string_equal(text_str(&t), "again");
        arena_forget(&scratch);
    }
    arena_finish(&scratch);
    session_finish(&m);
}

TEST(without_memory_a_sentence_is_missing_and_the_arena_says_so)
{
    struct session m = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &m, .scratch = &scratch};
    left = 1; /* the next allocation fails */
    const char *said = say(&s, "%d words", 3);
    left = 0;
    assert_string_equal(said, "");
    assert_true(scratch.failed);
    arena_finish(&scratch);
    session_finish(&m);
}

/* Braces of a value are its own. */
TEST(runs_are_marked_in_the_sentence_and_not_in_its_values)
{
    struct session m = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &m, .scratch = &scratch};
    const char *said = say(&s, "{1}%s{/} reads {2}%s{/} {3 }{}", "{1}cat", "dog{/}");
    hears(said, "{1}cat reads dog{/} {3 }{}");
    assert_int_equal(said[0], 1);
    hears("plain\n", "plain\n");
    arena_finish(&scratch);
    session_finish(&m);
}

TEST(each_run_is_drawn_in_its_look_and_the_rest_in_the_first)
{
    static const struct canvas_look looks[] = {{STYLE_DIM, 0}, {STYLE_STRONG, 0}, {STYLE_TEXT, 200}};
    struct session m = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &m, .scratch = &scratch};
    struct canvas c;
    struct text planes = {0};
    assert_true(canvas_init(&c, 1, 12));
    assert_int_equal(canvas_runs(c, 0, 0, looks, say(&s, "a{1}猫{/}b{2}cd{1}e{/}f")), 8);
    for (int k = 0; k < 8; k++) {
        bool inked = k == 4 || k == 5;
        assert_int_equal(c.cells[k].style, "dssdttsd"[k] == 'd'   ? STYLE_DIM
                                           : "dssdttsd"[k] == 's' ? STYLE_STRONG
                                                                  : STYLE_TEXT);
        assert_int_equal(c.cells[k].fg, inked ? 200 : 0);
    }
    canvas_text(c, &planes);
    assert_string_equal(text_str(&planes), "a猫bcdef\n");
    assert_int_equal(canvas_runs(c, 0, 9, looks, say(&s, "x{1}yzz{/}w")), 12); /* the edge cuts it */
    assert_int_equal(c.cells[11].ch[0], 0x2026);
    text_finish(&planes);
    canvas_finish(&c);
    arena_finish(&scratch);
    session_finish(&m);
}

TEST(a_word_in_few_columns_loses_its_number_then_its_end)
{
    struct session m = fresh_model();
    struct text t = {0};
    say_words(&m.now.state, (const char *[]){"banana", "banana"}, 2);
    static const struct {
        int columns;
        const char *want;
    } cases[] = {{20, "in: banana#2"}, {9, "in: banana#2"}, {7, "in: banana"}, {3, "in: ba…"}, {0, "in: "}};
    const struct sequence *words = m.now.state.sentence;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_clear(&t);
        text_add(&t, "in: ");
        screen_word_in(&m.now.state, words, 1, cases[i].columns, &t);
        assert_string_equal(text_str(&t), cases[i].want);
    }
    text_finish(&t);
    session_finish(&m);
}

TEST(a_share_is_written_in_the_form_that_has_room)
{
    struct session m = fresh_model();
    struct arena scratch = {0};
    struct screen s = {.session = &m, .scratch = &scratch};
    static const struct {
        double share;
        int form;
        const char *want;
    } cases[] = {{0.984, SHARE_PLAIN, "0.98"},    {0.984, 4, "0.9840"},
                 {0.984, SHARE_SHORT, ".98"},     {0.999, SHARE_SHORT, "1.0"},
                 {0.984, SHARE_TENTHS, "98.4 %"}, {0.984, SHARE_TENTHS_NARROW, "98.4%"},
                 {0.984, SHARE_NARROW, "98%"},    {0.125, SHARE_CELL, "12"},
                 {0.125, SHARE_WHOLE, "13"},      {0.125, SHARE_PERCENT, "13 %"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(share_text(&s, cases[i].share, cases[i].form), cases[i].want);
    arena_finish(&scratch);
    session_finish(&m);
}
