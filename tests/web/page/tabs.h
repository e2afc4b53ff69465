/* A browser with the page, for a test. */
#ifndef PAGE_TABS_H
#define PAGE_TABS_H

#include <limits.h>

#include "browser.h"
#include "server.h"

struct tabs {
    struct browser b;
    char page[PATH_MAX + 64], profile[64];
    struct server server; /* started when it is first needed */
};

extern const struct device desktop, phone, moving;

/* Start and end it: for cmocka_unit_test_setup_teardown. */
int tabs_begin(void **state);
int tabs_end(void **state);
#define TEST(name) cmocka_unit_test_setup_teardown(name, tabs_begin, tabs_end)
/* The same in Firefox: *state is NULL where there is none, and the test is to be skipped. */
int firefox_begin(void **state);
#define IN_BOTH(name)                                                                                        \
    TEST(name),                                                                                              \
    {                                                                                                        \
#name " in Firefox", name, firefox_begin, tabs_end, NULL                                             \
    }

/* Ends the browser and starts it anew, as one whose owner forbids pages to keep anything. */
void forbid_storage(struct tabs *t);
/* Opens what the server has there; in the same tab, and without waiting for the program. */
void open_served(struct tabs *t, const char *path, struct device d);
void open_unfinished(struct tabs *t, const char *path);

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
/* Those of hand_test.c: what mouse and fingers do. */
int hand_tests(void);
/* Those of edge_test.c: what browsers, frames and keyboards refuse or do otherwise. */
int edge_tests(void);
/* Those of address_test.c: where the reader is, what he gives to others, what he hears. */
int address_tests(void);

#endif
