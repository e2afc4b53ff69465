/* The lessons before 30 in English, and the small ones that only tests have (support/learner.h). */
#include "support/learner.h"
#include "support/test.h"

static void lessons(void)
{
    learner_plays(__FILE__, "lessons/en", "", "30");
    learner_plays(__FILE__, "tests/data/lessons/en", "", "~");
    learner_plays(__FILE__, "tests/data/lessons", "01-by-hand", "02"); /* the example of the format */
}

TESTS_MADE(lessons, learner_begin, NULL)
