#include "firefox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

const char *firefox_program(void)
{
    static const char *const paths[] = {"/usr/bin/firefox-esr", "/usr/bin/firefox"};
    const char *asked = getenv("FIREFOX");
    if (asked && access(asked, X_OK) == 0)
        return asked;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (access(paths[i], X_OK) == 0)
            return paths[i];
    fputs("test-web: skipped, Firefox is missing: apt-get install firefox-esr, or set FIREFOX to its path\n",
          stderr);
    return NULL;
}

static struct sockaddr_in local(int port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
}

static int free_port(void)
{
    struct sockaddr_in at = local(0);
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    close(fd);
    return ntohs(at.sin_port);
}

/* Waits until it listens. */
static int connected(int port)
{
    struct sockaddr_in at = local(port);
    for (int i = 0; i < BROWSER_SECONDS * 20; i++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
            return fd;
        close(fd);
        poll(NULL, 0, 50);
    }
    fail_msg("Firefox does not answer");
    return -1;
}

/* Returns the next message. */
static json_t *receive(struct browser *b)
{
    size_t size = 0, n = 0;
    char c = 0;
    struct pollfd p = {.fd = b->from, .events = POLLIN};
    if (poll(&p, 1, BROWSER_SECONDS * 1000) <= 0)
        fail_msg("Firefox does not answer");
    while (read(b->from, &c, 1) == 1 && c >= '0' && c <= '9')
        size = size * 10 + (size_t)(c - '0');
    char *bytes = malloc(size + 1);
    assert_non_null(bytes);
    for (ssize_t k; n < size; n += (size_t)k) {
        k = read(b->from, bytes + n, size - n);
        if (k <= 0)
            fail_msg("Firefox has ended");
    }
    json_t *message = json_loadb(bytes, size, JSON_DECODE_ANY, NULL);
    free(bytes);
    assert_non_null(message);
    return message;
}

/* Returns the result of a command, NULL if it failed; takes the parameters over. */
static json_t *command(struct browser *b, const char *name, json_t *parameters)
{
    json_t *m = json_pack("[i, i, s, o]", 0, ++b->id, name, parameters ? parameters : json_object()),
           *answer = NULL;
    char *text = json_dumps(m, JSON_COMPACT);
    if (dprintf(b->to, "%zu:%s", strlen(text), text) < 0)
        fail_msg("Firefox has gone");
    free(text);
    json_decref(m);
    do {
        json_decref(answer);
        answer = receive(b);
    } while (json_integer_value(json_array_get(answer, 1)) != b->id);
    bool ok = json_is_null(json_array_get(answer, 2));
    json_t *result = ok ? json_incref(json_array_get(answer, 3)) : NULL;
    json_decref(answer);
    return result;
}

struct browser firefox_start(const char *profile, const char *preferences)
{
    struct browser b = {.firefox = true, .requested = json_array(), .errors = json_array()};
    char path[600];
    int port = free_port();
    snprintf(path, sizeof path, "%s/user.js", profile);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "user_pref('marionette.port', %d);\nuser_pref('ui.prefersReducedMotion', 0);\n%s", port,
            preferences);
    fclose(out);
    signal(SIGPIPE, SIG_IGN);
    b.pid = fork();
    assert_true(b.pid >= 0);
    if (b.pid == 0) {
        const char *program = firefox_program();
        int null = open("/dev/null", O_RDWR);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        execl(program, program, "--headless", "--no-remote", "--marionette", "--profile", profile,
              (char *)NULL);
        _exit(127);
    }
    b.to = b.from = connected(port);
    json_decref(receive(&b)); /* it names itself first */
    json_t *session = command(&b, "WebDriver:NewSession", NULL);
    assert_non_null(session);
    json_decref(session);
    return b;
}

void firefox_end(struct browser *b)
{
    json_decref(command(b, "Marionette:Quit", json_pack("{s:[s]}", "flags", "eForceQuit")));
    waitpid(b->pid, NULL, 0);
    close(b->to);
}

void firefox_open(struct browser *b, const char *address)
{
    json_t *r = command(b, "WebDriver:Navigate", json_pack("{s:s}", "url", address));
    assert_non_null(r);
    json_decref(r);
}

/* (while it puts one page in place of another it answers nothing at all: then it is asked again) */
json_t *firefox_js(struct browser *b, const char *expression)
{
    struct text script = {0};
    json_t *r = NULL;
    text_addf(&script,
              "const done = arguments[0]; (async () => (%s))().then(v => done([v ?? null]), () => done(0))",
              expression);
    for (int i = 0; i < 10 && (!r || json_is_null(json_object_get(r, "value"))); i++) {
        json_decref(r);
        r = command(b, "WebDriver:ExecuteAsyncScript",
                    json_pack("{s:s, s:[]}", "script", text_str(&script), "args"));
    }
    json_t *value = json_incref(json_array_get(json_object_get(r, "value"), 0));
    json_decref(r);
    text_finish(&script);
    return value;
}

void firefox_press(struct browser *b, const char *key)
{
    static const char *const codes[][2] = {
        {"Enter", "\uE007"},     {"Tab", "\uE004"},       {"Escape", "\uE00C"},    {"ArrowUp", "\uE013"},
        {"ArrowDown", "\uE015"}, {"ArrowLeft", "\uE012"}, {"ArrowRight", "\uE014"}};
    const char *code = key;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(codes[i][0], key) == 0)
            code = codes[i][1];
    json_t *r = command(b, "WebDriver:PerformActions",
                        json_pack("{s:[{s:s, s:s, s:[{s:s, s:s}, {s:s, s:s}]}]}", "actions", "type", "key",
                                  "id", "keys", "actions", "type", "keyDown", "value", code, "type", "keyUp",
                                  "value", code));
    assert_non_null(r);
    json_decref(r);
}
