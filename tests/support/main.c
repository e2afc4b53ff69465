/* The main of the tests of a folder. */
#include "support/test.h"

int main(int argc, char **argv)
{
    return argc > 0 ? tests_run(argv[0]) : 1;
}
