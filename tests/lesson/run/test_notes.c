/* The presenter's notes as a text: what is written reads back, anything less is refused. */
#include <string.h>

#include "lesson/run/notes.h"
#include "support/test.h"

TEST(what_is_written_reads_back_the_same)
{
    struct notes n = {.lang = LANG_ZH,
                      .number = 3,
                      .count = 8,
                      .minutes = 2,
                      .all_minutes = 14,
                      .begun = 1795176000,
                      .since = 1795176100,
                      .process = 77},
                 again = {0};
    struct text t = {0}, twice = {0};
    text_add(&n.of[NOTES_LESSON], "06-sines  多针时钟");
    text_add(&n.of[NOTES_WATCH], "look");
    text_add(&n.of[NOTES_NOTE], "first\nsecond");
    text_add(&n.of[NOTES_ANSWER], "a  left");
    notes_write(&n, &t);
    assert_string_equal(text_str(&t),
                        "# qkv notes 1\nat 1 3 8 2 14 1795176000 1795176100 77\nlesson "
                        "06-sines  多针时钟\nwatch look\nnote first\nnote second\nanswer a  left\nend\n");
    assert_true(notes_read(&again, text_str(&t)));
    notes_write(&again, &twice);
    assert_string_equal(text_str(&twice), text_str(&t));
    assert_string_equal(text_str(&again.of[NOTES_NOTE]), "first\nsecond");
    for (size_t i = t.len; i-- > 0;) { /* cut off anywhere */
        t.s[i] = '\0';
        assert_false(notes_read(&again, t.s));
        assert_int_equal(again.count, 0);
    }
    notes_finish(&n);
    notes_finish(&again);
    text_finish(&t);
    text_finish(&twice);
}

TEST(other_texts_are_refused)
{
    static const char *const texts[] = {
        "",
        "# qkv notes 2\nat 0 1 1 0 0 0 0 1\nend\n",
        "# qkv notes 1\nat 0 1 1 0 0 0 0\nend\n",
        "# qkv notes 1\nat 0 1 1 0 0 0 0 1\nother x\nend\n",
        "# qkv notes 1\nat 0 -1 1 0 0 0 0 1\nend\n",
        "# qkv notes 1\nat 0 1 1 0 0 0 0 1 x\nend\n",
    };
    struct notes n = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(notes_read(&n, texts[i]));
}
