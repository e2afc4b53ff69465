/* The lessons before 30 in Chinese, and the small ones that only tests have (support/learner.h). */
#include "support/learner.h"
#include "support/test.h"

static void lessons(void)
{
    learner_plays(__FILE__, "lessons/zh", "", "30");
    learner_plays(__FILE__, "tests/data/lessons/zh", "", "~");
}

TESTS_MADE(lessons, learner_begin, NULL)
