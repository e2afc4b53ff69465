#include "term/reports.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

enum { LARGEST = 99999, MODIFIERS = 4 | 8 | 16, MOVED = 32, WHEEL = 64 };

/* Waits if others have set the terminal to O_NONBLOCK and it takes no more. */
static bool stdout_takes_more(void)
{
    struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return errno == EINTR || (errno == EAGAIN && (poll(&p, 1, -1) > 0 || errno == EINTR));
}

/* Bypasses stdout, which loses output when a signal interrupts it. */
void reports_send(bool can, const char *s)
{
    for (ssize_t n; can && *s && ((n = write(STDOUT_FILENO, s, strlen(s))) > 0 || stdout_takes_more());)
        s += n > 0 ? n : 0;
}

enum mouse_state mouse_byte(struct mouse *m, uint8_t byte)
{
    if (!m->decimal) {
        m->pressed = true;
        m->value[m->at++] = byte - 32;
        return m->at < 3 ? MOUSE_MORE : MOUSE_WHOLE;
    }
    if (byte >= '0' && byte <= '9') {
        int more = 10 * m->value[m->at] + byte - '0';
        m->value[m->at] = more < LARGEST ? more : LARGEST;
        return MOUSE_MORE;
    }
    if (byte == ';' && m->at < 2) {
        m->at++;
        return MOUSE_MORE;
    }
    m->pressed = byte == 'M';
    return m->at == 2 && (byte == 'M' || byte == 'm') ? MOUSE_WHOLE : MOUSE_BROKEN;
}

struct event mouse_event(const struct mouse *m, int rows, int cols)
{
    struct event e = {
        .kind = EVENT_NONE, .row = m->value[2] - 1, .col = m->value[1] - 1, .rows = rows, .cols = cols};
    int button = m->value[0] & ~MODIFIERS;
    if (!m->pressed || e.row < 0 || e.col < 0)
        return e;
    if (button == 0 || button == MOVED) {
        e.kind = EVENT_CLICK;
        e.button = 1;
        e.dragged = button == MOVED;
    } else if (button == WHEEL || button == WHEEL + 1) {
        e.kind = EVENT_WHEEL;
        e.button = button == WHEEL ? -1 : 1;
    }
    return e;
}

/* ---- typed characters ---------------------------------------------------------------- */

static const struct {
    uint32_t ch;
    const char *name;
} named[] = {
    {'\t', "Tab"},  {'\r', "Enter"},    {'\n', "Enter"},  {27, "Esc"},
    {' ', "Space"}, {127, "Backspace"}, {8, "Backspace"}, {0, "C-Space"},
};

/* Returns the length of a character from its lead byte; 1 for invalid lead bytes. */
static int length_of(uint8_t lead)
{
    if (lead >= 0xE0)
        return lead >= 0xF0 ? 4 : 3;
    return lead >= 0xC0 ? 2 : 1;
}

bool gather_byte(struct gather *g, uint8_t byte, uint32_t *ch)
{
    bool continues = (byte & 0xC0) == 0x80;
    if (!continues)
        g->count = 0;
    g->bytes[g->count++] = (char)byte;
    int count = g->count;
    if (count < length_of((uint8_t)g->bytes[0]))
        return false;
    g->count = 0;
    return utf8_decode(g->bytes, (size_t)count, ch) == (size_t)count;
}

void keyname_of_char(uint32_t ch, char out[16])
{
    memset(out, 0, 16);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].ch == ch) {
            strcpy(out, named[i].name);
            return;
        }
    if (ch < 32) {
        out[0] = 'C';
        out[1] = '-';
        out[2] = (char)(ch + 96);
    } else {
        utf8_encode(ch, out);
    }
}
