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

#include "firefox.h"
#include "support/kept.h"

#define STILL_AND_DARK                                                                                       \
    "[{\"name\":\"prefers-reduced-motion\",\"value\":\"reduce\"},{\"name\":\"prefers-color-scheme\","        \
    "\"value\":\"dark\"}]"

const struct device desktop = {.width = 1000, .height = 700, .media = STILL_AND_DARK},
                    phone = {.width = 360, .height = 640, .touch = true},
                    moving = {.width = 1000, .height = 700};

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

static const char *served(struct tabs *t, const char *path)
{
    static char url[200];
    if (!t->server.pid)
        t->server = server_start();
    snprintf(url, sizeof url, "http://127.0.0.1:%d%s", t->server.port, path);
    return url;
}

void open_served(struct tabs *t, const char *path, struct device d)
{
    free(browser_open(&t->b, served(t, path), d));
}

void open_unfinished(struct tabs *t, const char *path)
{
    if (t->b.firefox)
        firefox_open(&t->b, served(t, path));
    else
        json_decref(browser_call(&t->b, "Page.navigate", json_pack("{s:s}", "url", served(t, path))));
}

static void write_preferences(struct tabs *t, const char *name, const char *bytes)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", t->profile, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(bytes, out);
    fclose(out);
}

void forbid_storage(struct tabs *t)
{
    bool firefox = t->b.firefox;
    browser_end(&t->b);
    if (firefox) {
        t->b = firefox_start(t->profile, "user_pref('network.cookie.cookieBehavior', 2);\n");
    } else {
        write_preferences(t, "Default/Preferences",
                          "{\"profile\":{\"default_content_setting_values\":{\"cookies\":2}}}");
        t->b = browser_start(t->profile);
    }
}

static int begin(void **state, bool firefox)
{
    struct tabs *t = calloc(1, sizeof *t);
    char here[PATH_MAX];
    if (kept_begin(state) != 0 || !t || !getcwd(here, sizeof here))
        return -1;
    snprintf(t->page, sizeof t->page, "file://%s/build/web/qkv.html", here);
    strcpy(t->profile, "/tmp/qkv-page-XXXXXX");
    if (!mkdtemp(t->profile))
        return -1;
    t->b = firefox ? firefox_start(t->profile, "") : browser_start(t->profile);
    *state = t;
    return 0;
}

int tabs_begin(void **state)
{
    return begin(state, false);
}

int firefox_begin(void **state)
{
    *state = NULL;
    return firefox_program() ? begin(state, true) : 0;
}

int tabs_end(void **state)
{
    struct tabs *t = *state;
    char line[100];
    if (!t)
        return 0;
    browser_end(&t->b);
    if (t->server.pid)
        server_end(&t->server, "");
    kept_end(state);
    snprintf(line, sizeof line, "rm -rf '%s'", t->profile);
    if (system(line) != 0)
        return -1;
    free(t);
    return 0;
}
