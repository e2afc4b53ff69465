/* What a view draws from, and the short forms that all views use. */
#ifndef VIEW_SCREEN_H
#define VIEW_SCREEN_H

#include "base/arena.h"
#include "session/model.h"
#include "view/canvas.h"
#include "view/click.h"
#include "view/style.h"

enum { SCREEN_NARROW = 50 };   /* what is narrower takes its compact form */

/* Rows that a lesson's text may be scrolled by, up (positive) and down. */
struct reach {
    int up, down;
};

/* What a view draws from. */
struct screen {
    const struct model *model;
    bool ascii;              /* no block, box and braille characters */
    bool mono;               /* the terminal has no colours */
    bool hidden;             /* a question asks where a number is: none is drawn */
    struct arena *scratch;   /* for one picture: a view that gets no more of it leaves something out */
    struct click *click;     /* NULL as a rule; else what was clicked is looked for */
    struct reach *reach;     /* NULL as a rule; else how far a lesson's text may be scrolled is found out */
};

/* The label of a word (state_label), with a ? behind it when its numbers are made up. */
void screen_word(const struct state *s, const struct sequence *seq, int t, struct text *out);

/* Short forms that every view uses. */
static inline enum lang screen_lang(const struct screen *s)
{
    return (enum lang)s->model->now.state.look.lang;
}

/* Nothing is told by colour: a sign or a number in every cell. */
static inline bool screen_mono(const struct screen *s)
{
    return s->mono || s->model->now.state.look.theme == THEME_MONO;
}

static inline enum theme screen_theme(const struct screen *s)
{
    return (enum theme)s->model->now.state.look.theme;
}

TEXT_GIVES(2, 3) static inline const char *screen_text(const struct screen *s, const char *en, const char *zh)
{
    return text_in(en, zh, screen_lang(s));
}

static inline const char *screen_pair(const struct screen *s, struct pair p)
{
    return pair_in(p, screen_lang(s));
}

/* First of `count` things to show where there is room for `room`, so that `at` is in the middle, as far as the ends allow. */
int screen_first_shown(int at, int count, int room);

/* A tab in row 0, the name between blanks; returns the column behind it. */
int screen_tab(struct canvas c, int col, bool chosen, const char *name);
/* A click on the part stands for choice i of a setting. */
void screen_chooses(struct canvas part, const struct screen *s, const char *setting, int i);

/* A line from (row, col) down `height` rows. */
void screen_wall(struct canvas c, const struct screen *s, int row, int col, int height);

#endif
