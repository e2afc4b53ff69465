/* The meaning of a cell and how it looks: semantic styles, one table with a column per theme,
 * and inks, the colours of the two colour maps.
 *
 * Inks are numbers: 1-80 sequential (weights 0…1), 81-161 diverging (121 = zero, marked), then
 * HUE_MOST + 1 levels of every hue (view/hue.h). The maps are computed in a perceptual colour
 * space: monotone in lightness and safe for colour-blind eyes. Each theme has its own maps,
 * since its background differs. */
#ifndef VIEW_STYLE_H
#define VIEW_STYLE_H

#include <stdbool.h>
#include <stdint.h>

#include "state/state.h"
#include "view/hue.h"

enum style {
    STYLE_TEXT,    /* plain */
    STYLE_TITLE,   /* title of a screen or panel */
    STYLE_LABEL,   /* axis labels, names of rows and columns */
    STYLE_DIM,     /* less important */
    STYLE_BORDER,  /* lines between panels */
    STYLE_KEY,     /* a key that can be pressed */
    STYLE_CURSOR,  /* the cell under the cursor */
    STYLE_MARK,    /* a cell that the focused one was computed from */
    STYLE_GHOST,   /* the previous stage, the original weight */
    STYLE_CHANGED, /* follows from the last edit */
    STYLE_POSITIVE,
    STYLE_NEGATIVE, /* bars */
    STYLE_FORMULA,
    STYLE_ERROR,
    STYLE_GOOD,
    STYLE_NOTE,
    STYLE_PROMPT,
    STYLE_SELECTED, /* a row of a list */
    STYLE_TERM,     /* a word of the glossary, a link */
    STYLE_STRONG,
    STYLE_EMPH,
    STYLE_CLAIM, /* a number in a text that was computed, not typed */
    STYLE_CODE,  /* what is light in a code for cameras, on what is dark */
    STYLE_COUNT
};

enum { ATTR_BOLD = 1, ATTR_UNDERLINE = 2, ATTR_REVERSE = 4 };

struct look_of {         /* how a cell is painted */
    bool own_fg, own_bg; /* false: the terminal's default colour */
    struct rgb fg, bg;
    unsigned attrs;
};

struct style_def {
    const char *name;
    char letter; /* letter in the style plane */
    struct {
        int fg, bg;
        unsigned attrs;
    } themes[THEME_COUNT]; /* 0xRRGGBB or -1: default */
};

extern const struct style_def style_defs[STYLE_COUNT];

enum { INK_SEQ = 1, INK_SEQ_N = 80, INK_DIV = 81, INK_DIV_N = 81, INK_DIV_ZERO = 121, INK_HUE = 162 };
enum { INK_GROUND = INK_HUE, INK_END = INK_HUE + HUE_COUNT * (HUE_MOST + 1) };

/* Maps 0…1 to a sequential ink; clamps values outside; returns 0 for NaN. */
uint16_t ink_sequential(double x);
/* Maps -limit…limit to a diverging ink, 0 to INK_DIV_ZERO, with |x / limit|^0.75; clamps values outside. */
uint16_t ink_diverging(double x, double limit);
/* Returns the ink of a hue at a level from 0 (the ground) to HUE_MOST; clamps others. */
uint16_t ink_hue(enum hue hue, int level);
/* Returns the ink of text that is less prominent, but can still be read. */
uint16_t ink_quiet(enum theme theme);
/* Returns the ink of a hue for words: this level, or as much more as it takes to read them on the theme's
 * paper. */
uint16_t ink_words(enum hue hue, int level, enum theme theme);
/* Returns whether an ink is a visible hue (level above 0), and which hue it is. */
bool ink_is_hue(uint16_t ink);
enum hue ink_hue_of(uint16_t ink);
/* Returns the level 0…9 of an ink within its map, for the style plane and mono glyphs. */
int ink_level(uint16_t ink);
struct rgb ink_rgb(uint16_t ink, enum theme theme);

/* Returns how a style looks with these inks. Text on a background ink is black or white,
 * whichever has the higher contrast (>= 4.5). */
struct look_of style_resolve(enum theme theme, enum style style, uint16_t fg, uint16_t bg);
/* Like style_resolve, with the theme's own ink and paper in place of the terminal's defaults, so
 * it is legible anywhere. */
struct look_of style_seen(enum theme theme, enum style style, uint16_t fg, uint16_t bg);

/* Return the WCAG 2 relative luminance of a colour and the contrast of two. Text of at least STYLE_READABLE
 * can be read by everybody (level AA). */
#define STYLE_READABLE 4.5
double rgb_luminance(struct rgb c);
double rgb_contrast(struct rgb a, struct rgb b);

/* Return the nearest entry of the xterm 256-colour palette (16…255), of the 16 and of the 8 ANSI colours. */
int rgb_to_256(struct rgb c);
int rgb_to_16(struct rgb c);
int rgb_to_8(struct rgb c);

/* With 256 colours the diverging map has hand-picked steps, since the nearest palette entries vary in hue.
 * Return the palette entry for an ink, and black or white for text on it, whichever has the higher
 * contrast. */
int ink_256(uint16_t ink, enum theme theme);
int ink_256_text(int colour);

/* With 8 or 16 colours (bright: 16) the maps have a few strong steps. Return the ANSI colour for
 * an ink, and the colour of text on it (0 or 7). */
int ink_ansi(uint16_t ink, bool bright);
int ink_ansi_text(int colour);
/* With so few colours, a cell without text shows the size of its number by a shade character, in steps of
 * a fifth. Returns the character and sets its colours; 0 if the ink is not diverging. */
uint32_t ink_shade(uint16_t ink, bool bright, int *fg, int *bg);
/* The same for a character with two inks, one above the other: the shade is their mean. Returns 0 unless both
 * are around zero, or levels of one hue. */
uint32_t ink_shade_of_two(uint16_t upper, uint16_t lower, bool bright, int *fg, int *bg);
/* Returns the shade of a cell without text where there are no colours at all: its size, whatever the
 * map; 0: next to nothing. */
uint32_t ink_pattern(uint16_t ink);

#endif
