#include "support/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_indented(struct text *out, const char *s)
{
    while (*s) {
        size_t n = strcspn(s, "\n");
        text_add(out, "  ");
        text_add_bytes(out, s, n);
        text_add_char(out, '\n');
        s += n + (s[n] == '\n');
    }
}

static void press(struct app *a, const char *key)
{
    app_event(a, &(struct event){.kind = EVENT_KEY, .text = key});
}

static void press_all(struct app *a, char *keys)
{
    for (char *k = strtok(keys, " "); k; k = strtok(NULL, " "))
        press(a, k);
}

static void type(struct app *a, const char *s)
{
    struct cluster c;
    for (size_t left = strlen(s); left > 0;) {
        char one[32] = {0};
        size_t n = utf8_cluster(s, left, &c);
        memcpy(one, s, n);
        press(a, one[0] == ' ' ? "Space" : one);
        s += n;
        left -= n;
    }
}

static void draw(struct app *a, const char *size, struct text *out)
{
    struct canvas c;
    struct text planes = {0};
    int cols = 80, rows = 24;
    sscanf(size, "%dx%d", &cols, &rows);
    if (!canvas_init(&c, rows, cols))
        return;
    app_draw(a, c);
    canvas_planes(c, &planes);
    add_indented(out, text_str(&planes));
    text_finish(&planes);
    canvas_finish(&c);
}

static void command(struct app *a, const char *line, struct text *out)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    a->batch = true;
    bool ok = app_line(a, line, &r);
    struct text said = {0};
    if (!ok && r.col > 0)
        text_addf(&said, "error at %d: ", r.col);
    else if (!ok)
        text_add(&said, "error: ");
    text_add(&said, text_str(&r.text));
    add_indented(out, text_str(&said));
    add_indented(out, text_str(&a->output));
    text_clear(&a->output);
    text_finish(&said);
    reply_finish(&r);
    a->batch = false;
}

static void perform(struct app *a, char *line, struct text *out)
{
    if (strncmp(line, "key ", 4) == 0)
        press_all(a, line + 4);
    else if (strncmp(line, "type ", 5) == 0)
        type(a, line + 5);
    else if (strncmp(line, "screen ", 7) == 0)
        draw(a, line + 7, out);
    else if (strcmp(line, "tick") == 0)
        app_tick(a);
    else if (strcmp(line, "moves") == 0)
        a->session.moves = true;
    else if (strcmp(line, "wait") == 0)
        text_addf(out, "  %d\n", app_wait(a));
    else if (strcmp(line, "message") == 0)
        add_indented(out, text_str(&a->session.message));
    else
        command(a, line, out);
}

void session_replay(struct app *a, const char *old, struct text *fresh)
{
    while (*old) {
        size_t n = strcspn(old, "\n");
        char *line = strndup(old, n);
        if (line && strncmp(line, "  ", 2) != 0) {
            text_add(fresh, line);
            text_add_char(fresh, '\n');
        }
        if (line && strncmp(line, "> ", 2) == 0)
            perform(a, line + 2, fresh);
        free(line);
        old += n + (old[n] == '\n');
    }
}
