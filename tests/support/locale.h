/* The locale of a test program whose texts have more than ASCII. */
#ifndef SUPPORT_LOCALE_H
#define SUPPORT_LOCALE_H

/* Setup of a group, cmocka_run_group_tests(tests, locale, NULL): a UTF-8 locale; its tests fail where there is none. */
int locale(void **state);

#endif
