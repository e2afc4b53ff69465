/* The locale of test programs with non-ASCII text. */
#ifndef SUPPORT_LOCALE_H
#define SUPPORT_LOCALE_H

/* Sets up a group, cmocka_run_group_tests(tests, locale, NULL), with a UTF-8 locale; fails if the system has
 * none. */
int locale(void **state);

#endif
