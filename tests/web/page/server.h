/* A web server on this machine, for what a page opened from a disk cannot show: it serves build/web, the page
 * as a careful portal sandboxes it (/sandbox; /sandbox/index.html: in parts), and the page in a frame
 * (/frame). */
#ifndef PAGE_SERVER_H
#define PAGE_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

struct server {
    pid_t pid;
    int port, asked; /* `asked`: where the paths come out, a line each */
};

struct server server_start(void);
/* Ends it. Returns whether anybody has asked for a path that contains `what`. */
bool server_end(struct server *s, const char *what);

#endif
