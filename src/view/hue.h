/* Colours with a meaning: heads, terms of a score, clock hands, the focus. Each hue has a
 * colour, steps in the 256-colour palette and a number among the 16 ANSI colours. They were chosen
 * by hand so that neighbours differ for colour-blind eyes and a faded hue stays the same hue. The hues of
 * the hands are a ramp: HUE_ANCHORS hues and HUE_BETWEEN - 1 steps from each to the next. A hue
 * fades towards the ground in HUE_FULL levels; the levels above that glow, up to three quarters of white. */
#ifndef VIEW_HUE_H
#define VIEW_HUE_H

#include <stdbool.h>
#include <stdint.h>

struct rgb {
    uint8_t r, g, b;
};

enum { HUE_HEADS = 8, HUE_TERMS = 4, HUE_ANCHORS = 7, HUE_BETWEEN = 43, HUE_STEPS = 5 };
enum { HUE_HANDS = (HUE_ANCHORS - 1) * HUE_BETWEEN + 1, HUE_FULL = 16, HUE_MOST = 28 };
enum hue {
    HUE_HEAD,                        /* the first of HUE_HEADS; more heads reuse them from the start */
    HUE_TERM = HUE_HEAD + HUE_HEADS, /* first of HUE_TERMS */
    HUE_FOCUS = HUE_TERM + HUE_TERMS,
    HUE_DONE, /* finished, an exact 0 */
    HUE_GREY,
    HUE_HEARD, /* the term beside those four: what was read in the layers below */
    HUE_HAND,  /* first of HUE_HANDS, fast to slow */
    HUE_COUNT = HUE_HAND + HUE_HANDS
};

struct hue_def {
    struct rgb colour;         /* on a dark background */
    uint8_t of_256[HUE_STEPS]; /* from the faintest to the full hue; a full one of 0: whatever is nearest */
    uint8_t of_16;
    uint8_t light; /* percent of it on a light background: there its contrast is at least 4.6, and neighbours
                      differ */
};

struct hue_def hue_def(enum hue hue);

enum hue hue_of_head(int head);
enum hue hue_of_term(int mark); /* by its mark (struct term), so that a term keeps its hue */
/* Returns the hue of one of `hands`: spread over the whole ramp, so that up to 128 of them differ. */
enum hue hue_of_hand(int hand, int hands);

/* Returns the ground at level 0, the hue at HUE_FULL, towards white above. On a light ground the hue is
 * darkened to keep its contrast. */
struct rgb hue_rgb(enum hue hue, int level, bool light, struct rgb ground);

/* Return the palette's entry for a hue on a dark ground, at a level from 1 to HUE_FULL; hue_256 returns 0 if
 * none was chosen. With 16 colours (bright) or 8 a hue is full, dark or grey. */
int hue_256(enum hue hue, int level);
int hue_ansi(enum hue hue, int level, bool bright);

#endif
