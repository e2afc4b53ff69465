/* The main of every test program that has none of its own. */
#include "support/test.h"

TESTS(locale, NULL)
