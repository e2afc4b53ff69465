#include "tabs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "support/kept.h"

#define STILL_AND_DARK                                                                                       \
    "[{\"name\":\"prefers-reduced-motion\",\"value\":\"reduce\"},{\"name\":\"prefers-color-scheme\","        \
    "\"value\":\"dark\"}]"

const struct device desktop = {.width = 1000, .height = 700, .media = STILL_AND_DARK},
                    phone = {.width = 360, .height = 640, .touch = true};

const char *address(struct tabs *t, const char *fragment)
{
    static char whole[PATH_MAX + 4096];
    snprintf(whole, sizeof whole, "%s%s", t->page, fragment);
    return whole;
}

void open_page(struct tabs *t, const char *fragment, struct device d)
{
    free(browser_open(&t->b, address(t, fragment), d));
}

void sees(struct tabs *t, const char *what)
{
    struct text script = {0}, seen = {0};
    text_addf(&script, SCREEN ".includes('%s')", what);
    if (!browser_holds(&t->b, text_str(&script))) {
        browser_text(&t->b, &seen, SCREEN);
        fail_msg("no '%s' in\n%s", what, text_str(&seen));
    }
    text_finish(&script);
    text_finish(&seen);
}

void drop(struct tabs *t, const char *list)
{
    json_decref(browser_js(&t->b,
                           "(() => { const d = new DataTransfer(); for (const f of [%s]) d.items.add(f);"
                           "document.dispatchEvent(new DragEvent('drop', {dataTransfer: d, bubbles: true, "
                           "cancelable: true})); })()",
                           list));
}

int tabs_begin(void **state)
{
    struct tabs *t = calloc(1, sizeof *t);
    char here[PATH_MAX];
    if (kept_begin(state) != 0 || !t || !getcwd(here, sizeof here))
        return -1;
    snprintf(t->page, sizeof t->page, "file://%s/build/web/qkv.html", here);
    strcpy(t->profile, "/tmp/qkv-page-XXXXXX");
    if (!mkdtemp(t->profile))
        return -1;
    t->b = browser_start(t->profile);
    *state = t;
    return 0;
}

int tabs_end(void **state)
{
    struct tabs *t = *state;
    char line[100];
    browser_end(&t->b);
    kept_end(state);
    snprintf(line, sizeof line, "rm -rf '%s'", t->profile);
    if (system(line) != 0)
        return -1;
    free(t);
    return 0;
}
