/* Two programs in two terminals: one shows a lesson, the other one follows it with its notes. */
#include <stdlib.h>
#include <signal.h>

#include "support/kept.h"
#include "support/terminal.h"
#include "support/test.h"

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return kept_begin(state);
}

TEST_AROUND(a_second_terminal_follows_the_lesson, begin, kept_end)
{
    struct terminal notes = terminal_start("xterm-256color", "--notes", NULL);
    terminal_wait_part(&notes, "No lesson is open in another terminal");
    struct terminal lesson = terminal_start("xterm-256color", "--lesson", "90-small/weights");
    terminal_wait_part(&lesson, "Which is nearest");
    terminal_wait_part(&notes, "From scores to weights");
    terminal_wait_part(&notes, "b  0.03");
    terminal_wait_part(&notes, "a  0.29");             /* a wrong answer, and what to say to it */
    terminal_wait_part(&notes, "A number and a cell"); /* next */
    terminal_send(&lesson, ":class a=12\r");
    terminal_wait_part(&notes, "×12");
    terminal_send(&lesson, ":goto measure\r");
    terminal_wait_part(&notes, "a → a"); /* the cell of the answer, named as on the screen */
    terminal_send(&lesson, ":goto goal\r");
    terminal_wait_part(&notes, "set x a 1 = 3");
    terminal_send(&lesson, "L");
    terminal_wait_part(&notes, "下一步");
    terminal_send(&lesson, ":lang en\r:lesson 00/another\r:answer a\r:answer b\r\r");
    terminal_wait_part(&notes, "Music is the third word"); /* what is watched just now */
    kill(lesson.child, SIGKILL);                           /* what it wrote stays, and is not believed */
    terminal_end(&lesson);
    terminal_wait_part(&notes, "No lesson is open in another terminal");
    struct terminal again = terminal_start("xterm-256color", "--lesson", "90-small/words");
    terminal_wait_part(&notes, "In your words");
    terminal_send(&again, "\033"); /* asks: the question is open */
    terminal_wait_part(&again, "still open");
    terminal_send(&again, "\033");
    terminal_wait_part(&notes, "No lesson is open in another terminal");
    assert_int_equal(kept_files("notes"), 0);
    terminal_quit(&again);
    terminal_quit(&notes);
    terminal_restored(&notes);
    terminal_finish(&lesson);
    terminal_finish(&again);
    terminal_finish(&notes);
}

TEST_AROUND(notes_scroll_on_a_small_screen, begin, kept_end)
{
    struct terminal lesson = terminal_start("xterm-256color", "--lesson", "90-small/weights");
    terminal_wait_part(&lesson, "Which is nearest");
    struct terminal notes = terminal_start("xterm-256color", "--notes", NULL);
    terminal_resize(&notes, 11, 60);
    terminal_wait_part(&notes, "▼");
    terminal_wait_part(&notes, "↑↓ the rest");
    terminal_send(&notes, "  "); /* further than the end */
    terminal_wait_part(&notes, "Lost? R again");
    terminal_send(&notes, "k");
    terminal_wait_part(&notes, "▼");
    terminal_send(&lesson, ":goto measure\r"); /* a new step is shown from its beginning */
    terminal_wait_part(&notes, "A number and a cell");
    terminal_wait_part(&notes, "   16");
    terminal_quit(&notes);
    kill(lesson.child, SIGKILL); /* its question is open */
    terminal_end(&lesson);
    terminal_finish(&lesson);
    terminal_finish(&notes);
}
