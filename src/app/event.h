/* Input events, independent of the terminal. */
#ifndef APP_EVENT_H
#define APP_EVENT_H

#include <stdbool.h>

enum event_kind {
    EVENT_NONE,
    EVENT_KEY,
    EVENT_PASTE,
    EVENT_LINE,
    EVENT_CLICK,
    EVENT_WHEEL,
    EVENT_TURN,
    EVENT_RESIZE,
    EVENT_END
};

struct event {
    enum event_kind kind;
    const char *text; /* KEY: its name or the character typed; PASTE: the whole text; LINE: commands */
    int row, col;     /* CLICK, WHEEL, TURN: where … */
    int rows, cols;   /* … on a screen of this size */
    int button;       /* CLICK: 1…3; WHEEL: -1 up, 1 down; TURN: steps by which a number is dragged */
    bool dragged; /* CLICK: moved here since the button went down, as does a finger; TURN: not its first part
                   */
};

#endif
