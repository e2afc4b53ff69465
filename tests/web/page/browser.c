#include "browser.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "firefox.h"

const char *browser_program(void)
{
    static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
    const char *asked = getenv("CHROMIUM");
    if (asked && access(asked, X_OK) == 0)
        return asked;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        static char path[64];
        snprintf(path, sizeof path, "/usr/bin/%s", names[i]);
        if (access(path, X_OK) == 0)
            return path;
    }
    fputs("test-web: Chromium is missing: apt-get install chromium, or set CHROMIUM to its path\n", stderr);
    return NULL;
}

/* In the child: descriptors 3 and 4 are the pipe. */
static void become(const char *program, const char *profile, int in, int out)
{
    char folder[600];
    int null = open("/dev/null", O_RDWR), from = fcntl(in, F_DUPFD, 10), to = fcntl(out, F_DUPFD, 10);
    snprintf(folder, sizeof folder, "--user-data-dir=%s", profile);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    dup2(from, 3);
    dup2(to, 4);
    execl(program, program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
          "--remote-debugging-pipe", folder, (char *)NULL);
    _exit(127);
}

struct browser browser_start(const char *profile)
{
    struct browser b = {.requested = json_array(), .errors = json_array()};
    int to[2], from[2];
    const char *program = browser_program();
    assert_non_null(program);
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    signal(SIGPIPE, SIG_IGN);
    b.pid = fork();
    assert_true(b.pid >= 0);
    if (b.pid == 0)
        become(program, profile, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    b.to = to[1];
    b.from = from[0];
    return b;
}

static void send_message(struct browser *b, const char *message)
{
    size_t n = strlen(message) + 1;
    for (ssize_t k; n > 0; message += k, n -= (size_t)k) {
        k = write(b->to, message, n);
        if (k < 0)
            fail_msg("the browser has gone");
    }
}

/* Returns the next message. */
static json_t *receive(struct browser *b)
{
    struct pollfd p = {.fd = b->from, .events = POLLIN};
    char buffer[65536];
    for (;;) {
        size_t whole = strlen(text_str(&b->in));
        if (whole < b->in.len) {
            json_t *message = json_loads(b->in.s, 0, NULL);
            memmove(b->in.s, b->in.s + whole + 1, b->in.len - whole);
            b->in.len -= whole + 1;
            assert_non_null(message);
            return message;
        }
        if (poll(&p, 1, BROWSER_SECONDS * 1000) <= 0)
            fail_msg("the browser does not answer");
        ssize_t n = read(b->from, buffer, sizeof buffer);
        if (n <= 0)
            fail_msg("the browser has ended");
        text_add_bytes(&b->in, buffer, (size_t)n);
    }
}

static const char *string_at(json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

/* Keeps what the tests look at: addresses asked for, and complaints. */
static void take_event(struct browser *b, json_t *message)
{
    json_t *p = json_object_get(message, "params");
    const char *method = string_at(message, "method");
    if (strcmp(method, "Network.requestWillBeSent") == 0)
        json_array_append(b->requested, json_object_get(json_object_get(p, "request"), "url"));
    if (strcmp(method, "Runtime.exceptionThrown") == 0 || strcmp(method, "Log.entryAdded") == 0)
        json_array_append(b->errors, p);
}

static json_t *call(struct browser *b, const char *session, const char *method, json_t *parameters)
{
    json_t *m = json_pack("{s:i, s:s, s:o}", "id", ++b->id, "method", method, "params",
                          parameters ? parameters : json_object());
    if (session)
        json_object_set_new(m, "sessionId", json_string(session));
    char *text = json_dumps(m, JSON_COMPACT);
    send_message(b, text);
    free(text);
    json_decref(m);
    for (;;) {
        json_t *answer = receive(b);
        if (json_integer_value(json_object_get(answer, "id")) == b->id) {
            json_t *result = json_incref(json_object_get(answer, "result"));
            if (!result)
                fail_msg("%s: %s", method, string_at(json_object_get(answer, "error"), "message"));
            json_decref(answer);
            return result;
        }
        take_event(b, answer);
        json_decref(answer);
    }
}

json_t *browser_call(struct browser *b, const char *method, json_t *parameters)
{
    return call(b, b->session, method, parameters);
}

static void do_call(struct browser *b, const char *method, json_t *parameters)
{
    json_decref(browser_call(b, method, parameters));
}

static void pretend(struct browser *b, struct device d)
{
    do_call(b, "Emulation.setDeviceMetricsOverride",
            json_pack("{s:i, s:i, s:i, s:b}", "width", d.width, "height", d.height, "deviceScaleFactor", 1,
                      "mobile", d.touch));
    if (d.touch)
        do_call(b, "Emulation.setTouchEmulationEnabled", json_pack("{s:b}", "enabled", true));
    if (d.media)
        do_call(b, "Emulation.setEmulatedMedia",
                json_pack("{s:o}", "features", json_loads(d.media, 0, NULL)));
}

/* (in the page, or in its frames) */
#define OPENED                                                                                               \
    "location.href !== 'about:blank' && [window, window[0] || window].every(w => "                           \
    "w.document.getElementById('frame') || w.qkv && w.qkv.rows)"

char *browser_open(struct browser *b, const char *address, struct device device)
{
    if (b->firefox) {
        firefox_open(b, address);
        browser_until(b, OPENED);
        return NULL;
    }
    static const char *const domains[] = {"Page.enable", "Runtime.enable", "Network.enable", "Log.enable"};
    json_t *target = call(b, NULL, "Target.createTarget", json_pack("{s:s}", "url", "about:blank"));
    json_t *tab = call(b, NULL, "Target.attachToTarget",
                       json_pack("{s:s, s:b}", "targetId", string_at(target, "targetId"), "flatten", true));
    free(b->session);
    b->session = strdup(string_at(tab, "sessionId"));
    json_decref(target);
    json_decref(tab);
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        do_call(b, domains[i], NULL);
    pretend(b, device);
    do_call(b, "Page.navigate", json_pack("{s:s}", "url", address));
    browser_until(b, OPENED);
    return strdup(b->session);
}

void browser_tab(struct browser *b, const char *tab)
{
    free(b->session);
    b->session = strdup(tab);
    do_call(b, "Page.bringToFront", NULL);
}

static json_t *evaluate(struct browser *b, const char *script, bool may_throw)
{
    if (b->firefox) {
        json_t *got = firefox_js(b, script);
        if (!got && !may_throw)
            fail_msg("it throws: %s", script);
        return got ? got : json_null();
    }
    json_t *r = browser_call(
        b, "Runtime.evaluate",
        json_pack("{s:s, s:b, s:b}", "expression", script, "awaitPromise", true, "returnByValue", true));
    json_t *thrown = json_object_get(r, "exceptionDetails");
    if (thrown && !may_throw)
        fail_msg("%s: %s", script, string_at(json_object_get(thrown, "exception"), "description"));
    json_t *value = thrown ? NULL : json_incref(json_object_get(json_object_get(r, "result"), "value"));
    json_decref(r);
    return value ? value : json_null();
}

json_t *browser_js(struct browser *b, const char *format, ...)
{
    struct text script = {0};
    va_list args;
    va_start(args, format);
    char line[4096];
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_true(n >= 0 && n < (int)sizeof line);
    text_add(&script, line);
    json_t *value = evaluate(b, text_str(&script), false);
    text_finish(&script);
    return value;
}

void browser_text(struct browser *b, struct text *out, const char *script)
{
    json_t *value = evaluate(b, script, false);
    text_clear(out);
    if (json_is_string(value))
        text_add_bytes(out, json_string_value(value), json_string_length(value));
    json_decref(value);
}

bool browser_holds(struct browser *b, const char *condition)
{
    struct text script = {0};
    text_addf(&script, "(async () => Boolean(await (%s)))()", condition);
    json_t *value = evaluate(b, text_str(&script), false);
    bool holds = json_is_true(value);
    json_decref(value);
    text_finish(&script);
    return holds;
}

/* (a page that is being left takes the promise with it; then it is asked again) */
void browser_until(struct browser *b, const char *condition)
{
    struct text script = {0};
    bool holds = false;
    text_addf(
        &script,
        "new Promise(done => { const end = performance.now() + 1000; const look = () => { let ok = false; "
        "try { ok = Boolean(%s); } catch {} "
        "ok || performance.now() > end ? done(ok) : setTimeout(look, 5); }; look(); })",
        condition);
    for (int second = 0; second < BROWSER_SECONDS && !holds; second++) {
        json_t *value = evaluate(b, text_str(&script), true);
        holds = json_is_true(value);
        json_decref(value);
    }
    if (!holds)
        fail_msg("never: %s", condition);
    text_finish(&script);
}

void browser_press(struct browser *b, const char *key, const char *text)
{
    if (b->firefox) {
        firefox_press(b, key);
        return;
    }
    static const struct {
        const char *key;
        int code;
    } codes[] = {{"Enter", 13},     {"Escape", 27},     {"ArrowUp", 38}, {"ArrowDown", 40},
                 {"ArrowLeft", 37}, {"ArrowRight", 39}, {"Tab", 9}};
    int code = key[1] ? 0 : key[0];
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(codes[i].key, key) == 0)
            code = codes[i].code;
    json_t *down = json_pack("{s:s, s:s, s:i}", "type", "keyDown", "key", key, "windowsVirtualKeyCode", code);
    if (*text)
        json_object_set_new(down, "text", json_string(text));
    do_call(b, "Input.dispatchKeyEvent", down);
    do_call(b, "Input.dispatchKeyEvent",
            json_pack("{s:s, s:s, s:i}", "type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
}

void browser_type(struct browser *b, const char *text)
{
    for (char one[2] = {0}; *text; text++) {
        one[0] = *text;
        browser_press(b, one, one);
    }
}

void browser_tap(struct browser *b, double x, double y)
{
    do_call(b, "Input.dispatchTouchEvent",
            json_pack("{s:s, s:[{s:f, s:f}]}", "type", "touchStart", "touchPoints", "x", x, "y", y));
    do_call(b, "Input.dispatchTouchEvent", json_pack("{s:s, s:[]}", "type", "touchEnd", "touchPoints"));
}

void browser_end(struct browser *b)
{
    if (b->firefox) {
        firefox_end(b);
    } else {
        json_decref(call(b, NULL, "Browser.close", NULL));
        waitpid(b->pid, NULL, 0);
        close(b->to);
        close(b->from);
    }
    free(b->session);
    json_decref(b->requested);
    json_decref(b->errors);
    text_finish(&b->in);
}
