/* A browser with the page, for a test. */
#ifndef PAGE_TABS_H
#define PAGE_TABS_H

#include <limits.h>

#include "browser.h"

struct tabs {
    struct browser b;
    char page[PATH_MAX + 64], profile[64];
};

extern const struct device desktop, phone;

/* Start and end it: for cmocka_unit_test_setup_teardown. */
int tabs_begin(void **state);
int tabs_end(void **state);
#define TEST(name) cmocka_unit_test_setup_teardown(name, tabs_begin, tabs_end)

/* Returns the page's address with a fragment, until the next call. */
const char *address(struct tabs *t, const char *fragment);
void open_page(struct tabs *t, const char *fragment, struct device d);

/* What is on the screen, in JavaScript. */
#define SCREEN "document.getElementById('screen').innerText"
/* Fails if a text is not on the screen. */
void sees(struct tabs *t, const char *what);
/* Drops files on the page: the list is that of `new File(…)`. */
void drop(struct tabs *t, const char *list);

/* The tests of reader_test.c: what the reader's machine, hands and files do. Returns how many failed. */
int reader_tests(void);

#endif
