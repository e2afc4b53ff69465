#include "server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define FRAME                                                                                                \
    "<!DOCTYPE html><style>iframe { border: 0; width: 800px; height: 600px; }</style>"                       \
    "<iframe id=\"frame\" src=\"/qkv.html#lang=en\"></iframe><button id=\"after\">after</button>"

static void serve(FILE *out, const char *path)
{
    static char bytes[1 << 16];
    char file[300];
    bool frame = strcmp(path, "/frame") == 0, sandbox = strncmp(path, "/sandbox", 8) == 0;
    snprintf(file, sizeof file, "build/web%s%s", sandbox && path[8] ? "/server" : "",
             sandbox && !path[8] ? "/qkv.html"
             : sandbox           ? path + 8
                                 : path);
    FILE *in = frame || strstr(path, "..") ? NULL : fopen(file, "rb");
    fprintf(out, "HTTP/1.1 %s\r\nConnection: close\r\n%s%s\r\n", frame || in ? "200 OK" : "404 Not Found",
            strstr(file, ".js")    ? "Content-Type: text/javascript\r\n"
            : strstr(file, ".css") ? "Content-Type: text/css\r\n"
                                   : "Content-Type: text/html\r\n",
            sandbox ? "Content-Security-Policy: sandbox allow-scripts\r\n" : "");
    if (frame)
        fputs(FRAME, out);
    for (size_t n; in && (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        fwrite(bytes, 1, n, out);
    if (in)
        fclose(in);
}

/* In the child: each connection in a process of its own, since browsers open some on which they ask nothing.
 */
static void answer_all(int listening, int asked)
{
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        char request[4096] = "", path[256] = "";
        int fd = accept(listening, NULL, NULL);
        if (fork() != 0) {
            close(fd);
            continue;
        }
        ssize_t n = read(fd, request, sizeof request - 1);
        FILE *out = fdopen(fd, "wb");
        if (n > 0 && out && sscanf(request, "GET %255[^ ?]", path) == 1) {
            dprintf(asked, "%s\n", path);
            serve(out, path);
        }
        if (out)
            fclose(out);
        _exit(0);
    }
}

struct server server_start(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    struct server s = {0};
    int listening = socket(AF_INET, SOCK_STREAM, 0), asked[2];
    assert_int_equal(bind(listening, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(listening, 20), 0);
    assert_int_equal(getsockname(listening, (struct sockaddr *)&at, &size), 0);
    assert_int_equal(pipe(asked), 0);
    s.port = ntohs(at.sin_port);
    s.asked = asked[0];
    s.pid = fork();
    assert_true(s.pid >= 0);
    if (s.pid == 0)
        answer_all(listening, asked[1]);
    close(listening);
    close(asked[1]);
    return s;
}

bool server_end(struct server *s, const char *what)
{
    char line[300];
    bool found = false;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, NULL, 0);
    fcntl(s->asked, F_SETFL, O_NONBLOCK); /* (idle connections hold the other end) */
    FILE *in = fdopen(s->asked, "r");
    while (fgets(line, sizeof line, in))
        found = found || strstr(line, what);
    fclose(in);
    return found;
}
