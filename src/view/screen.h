/* The input of every view, and helpers that all views share. */
#ifndef VIEW_SCREEN_H
#define VIEW_SCREEN_H

#include "base/arena.h"
#include "core/pipeline/terms.h"
#include "session/session.h"
#include "view/canvas.h"
#include "view/click.h"
#include "view/style.h"

/* An animation takes MOVES_MS: GLIDES_MS for each head, one head after the other. Ribbons have fine edges
 * again after SETTLES_MS; marks of the old state stay until RESTS_MS. Frames are FRAME_MS apart. */
enum { GLIDES_MS = 240, MOVES_MS = 360, SETTLES_MS = 660, RESTS_MS = 1200, FRAME_MS = 60 };

/* In a view that glints a bright wave runs for GLINT_MS of every GLINT_EVERY_MS, until no key has been
 * pressed for GLINT_LAST_MS. Its frames are GLINT_FRAME_MS apart. */
enum { GLINT_MS = 1600, GLINT_EVERY_MS = 4000, GLINT_LAST_MS = 60000, GLINT_FRAME_MS = 50 };

enum { SCREEN_NARROW = 50 }; /* narrower views use their compact form */

/* What a lesson's text offers: rows by which it can scroll up and down, how far it is scrolled by reading on,
 * places in it that point at the picture, and the line that jumps to the chosen one. */
struct reach {
    int up, down;
    bool unseen; /* a part of the open question is below the last row; without one: of the text */
    int on;
    int points;
    char line[120];
};

struct spots; /* view/spots.h */

/* The input of a view. */
struct screen {
    const struct session *session;
    bool ascii;  /* no block, box and braille characters */
    bool mono;   /* the terminal has no colours */
    bool hidden; /* a question asks where a number is: draw no numbers */
    bool asked;  /* an author's question, of no open lesson, is about the picture (screen_predicts) */
    struct arena *scratch;    /* per-frame scratch; a view that runs out omits something */
    struct click *click;      /* usually NULL; else finds out what was clicked */
    const struct scene *from; /* usually NULL; else the scene from which the picture glides to session->now */
    int ms;                   /* since the glide began */
    double glint;             /* centre of the bright wave on ribbons as a part of their height; 0: none */
    struct reach *reach;      /* usually NULL; else receives what a lesson's text offers */
    int points;               /* places of a lesson's text that point at the picture; for the footer */
    struct spots *spots; /* usually NULL; else receives where the picture shows what the text speaks of */
};

/* Appends the label of a word (state_label), with a ? after it if its embedding is pseudo-random; not
 * in a task, which trains them. */
void screen_word(const struct state *s, const struct sequence *seq, int t, struct text *out);
/* The same without its number (#2). */
void screen_word_bare(const struct state *s, const struct sequence *seq, int t, struct text *out);

/* The same in at most so many columns: without the number of a repeated word, or cut with …; the ? stays. */
void screen_word_in(const struct state *s, const struct sequence *seq, int t, int columns, struct text *out);

/* Appends the sources that are left out of the computation: attn0, ffn0. */
void screen_omitted(const struct screen *s, struct text *out);
/* Adds how many words of the scene have no position: its table of positions is too short. Nothing if all have
 * one. */
void screen_unplaced(const struct screen *s, const struct config *c, struct text *out);

/* What a mask is called in a title. */
const char *screen_mask(const struct screen *s, const struct settings *set);

/* Short forms for all views. */
static inline enum lang screen_lang(const struct screen *s)
{
    return (enum lang)s->session->now.state.look.lang;
}

/* Returns true if colour must not carry meaning: every cell shows a sign or a number. */
static inline bool screen_mono(const struct screen *s)
{
    return s->mono || s->session->now.state.look.theme == THEME_MONO;
}

static inline enum theme screen_theme(const struct screen *s)
{
    return (enum theme)s->session->now.state.look.theme;
}

TEXT_GIVES(2) static inline const char *screen_text(const struct screen *s, const char *text)
{
    return text_in(text, screen_lang(s));
}

/* Initializer of a text that lasts as long as the picture and is never finished:
 * `struct text t = SCREEN_TEXT(s);` */
#define SCREEN_TEXT(s)                                                                                       \
    {                                                                                                        \
        .arena = (s)->scratch                                                                                \
    }

/* Returns TEXT(…) with its values; lasts as long as the picture. "{1}" to "{9}" in it begin a run in a look
 * of its own and "{/}" ends one, for canvas_runs; canvas_runs_bare takes these marks out again. A sentence is
 * thus written once, for the screen and for those who hear it. */
const char *say(const struct screen *s, const char *text, ...) TEXT_TAKES(2, 3);

/* Return texts that last as long as the picture, mostly values of `say`: a word, the same without ? (its
 * label), a number (number_fixed), values with signs alone. */
const char *said_word(const struct screen *s, const struct state *st, const struct sequence *words, int i);
const char *said_label(const struct screen *s, const struct state *st, const struct sequence *words, int i);
const char *said_fixed(const struct screen *s, double x, int digits, int room);
const char *said_values(const struct screen *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns an attention weight or another share between 0 and 1 with so many decimals, or in one of these
 * forms (percents round a half to even unless they say up); lasts as long as the picture. */
enum share_form {
    SHARE_SHORT = -7,    /* .98, 1.0 */
    SHARE_TENTHS,        /* 98.2 % */
    SHARE_TENTHS_NARROW, /* 98.2% */
    SHARE_NARROW,        /* 98% */
    SHARE_CELL,          /* 98 */
    SHARE_WHOLE,         /* 98, up */
    SHARE_PERCENT,       /* 98 %, up */
    SHARE_PLAIN = 2      /* 0.98 */
};
const char *share_text(const struct screen *s, double share, int form);

/* Appends TEXT(…) with its values to a text. */
#define screen_add(s, text, ...) text_say(text, screen_lang(s), __VA_ARGS__)

/* Return the title of a term, its question, the name of a source (of a group: its mask), for this picture. */
const char *screen_term(const struct screen *s, const struct term *t);
const char *screen_term_asks(const struct screen *s, const struct term *t);
const char *screen_source(const struct screen *s, uint32_t mask);

/* Returns the scroll offset that centres `at`, clamped: `count` items in `room` places. */
int screen_first_shown(int at, int count, int room);

/* Marks in this column that a list goes on above the first row of c, or below its last one. */
void screen_more(struct canvas c, const struct screen *s, int col, bool above, bool below);

/* Returns how much of the new state is seen while the picture glides, from 0 to 1, eased in and out, if the
 * movement begins `later` ms after the key. */
double screen_moved(const struct screen *s, int later);

/* Makes a click on the part select choice i of a setting, or the number i. */
void screen_chooses(struct canvas part, const struct screen *s, const char *setting, int i);

/* Returns whether a lesson asks for a result before it is shown: no sentence may state it then. */
bool screen_predicts(const struct screen *s);

/* Returns why there are no numbers, and how they come back; for s->hidden. */
const char *screen_hidden_says(const struct screen *s);

/* Says so, in place of a sentence that would compare or rank numbers, where mat_overflowed. */
const char *screen_overflow_says(const struct screen *s);

/* Returns what is said in place of whom a row of weights reads: that it has overflowed, or nobody. NULL: it
 * reads somebody. */
const char *screen_reads_none(const struct screen *s, struct mat row);

/* Draw a horizontal line across c, and a vertical one from (row, col), `height` rows long. */
void screen_rule(struct canvas c, int row, enum style style);
void screen_wall(struct canvas c, int row, int col, int height);

#endif
