/* The lessons from 30 on in English (support/learner.h). */
#include "support/learner.h"
#include "support/test.h"

static void lessons(void)
{
    learner_plays(__FILE__, "lessons/en", "30", "~");
}

TESTS_MADE(lessons, learner_begin, NULL)
