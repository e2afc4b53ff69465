#include "view/hue.h"

/* clang-format off */
static const struct hue_def defs[HUE_HAND + HUE_ANCHORS] = {
    [HUE_HEAD + 0] = {{64, 230, 230}, {236, 23, 30, 37, 44}, 14, 50},
    [HUE_HEAD + 1] = {{244, 72, 150}, {236, 53, 89, 125, 198}, 13, 62},
    [HUE_HEAD + 2] = {{210, 255, 170}, {235, 239, 65, 108, 193}, 10, 48},
    [HUE_HEAD + 3] = {{142, 126, 11}, {235, 237, 58, 94, 100}, 3, 68},
    [HUE_HEAD + 4] = {{200, 202, 173}, {236, 239, 101, 144, 187}, 7, 47},
    [HUE_HEAD + 5] = {{58, 141, 136}, {235, 237, 23, 23, 30}, 6, 53},
    [HUE_HEAD + 6] = {{146, 160, 103}, {235, 237, 58, 65, 107}, 2, 36},
    [HUE_HEAD + 7] = {{169, 155, 181}, {235, 238, 60, 103, 146}, 5, 49},
    [HUE_TERM + 0] = {{226, 236, 196}, {236, 239, 101, 144, 187}, 15, 45},
    [HUE_TERM + 1] = {{190, 128, 58}, {235, 237, 94, 130, 172}, 3, 62},
    [HUE_TERM + 2] = {{186, 150, 206}, {235, 238, 60, 97, 140}, 13, 62},
    [HUE_TERM + 3] = {{108, 116, 240}, {235, 237, 60, 61, 63}, 12, 62},
    [HUE_HAND + 0] = {{255, 242, 160}, {236, 58, 101, 144, 229}, 11, 43},
    [HUE_HAND + 1] = {{176, 226, 120}, {236, 58, 64, 107, 149}, 10, 49},
    [HUE_HAND + 2] = {{84, 204, 150}, {235, 238, 29, 36, 79}, 2, 57},
    [HUE_HAND + 3] = {{58, 172, 196}, {235, 237, 24, 31, 38}, 14, 62},
    [HUE_HAND + 4] = {{96, 140, 232}, {235, 237, 24, 61, 68}, 12, 62},
    [HUE_HAND + 5] = {{150, 116, 226}, {235, 236, 54, 61, 98}, 13, 62},
    [HUE_HAND + 6] = {{186, 92, 186}, {235, 236, 53, 96, 133}, 5, 62},
    [HUE_FOCUS] = {{255, 232, 140}, {236, 58, 101, 179, 222}, 11, 45},
    [HUE_DONE] = {{140, 255, 225}, {235, 23, 30, 79, 122}, 14, 45},
    [HUE_GREY] = {{205, 205, 210}, {235, 238, 242, 247, 252}, 7, 51},
    [HUE_HEARD] = {{40, 140, 110}, {235, 237, 22, 23, 29}, 2, 85},
};
/* clang-format on */

static struct rgb hue_mixed(struct rgb from, struct rgb to, int step, int steps)
{
    const int rest = steps - step, half = steps / 2;
    return (struct rgb){(uint8_t)((from.r * rest + to.r * step + half) / steps),
                        (uint8_t)((from.g * rest + to.g * step + half) / steps),
                        (uint8_t)((from.b * rest + to.b * step + half) / steps)};
}

struct hue_def hue_def(enum hue hue)
{
    int step = hue < HUE_HAND ? 0 : (int)hue - HUE_HAND, rest = step % HUE_BETWEEN;
    if (rest == 0)
        return defs[hue < HUE_HAND ? (int)hue : HUE_HAND + step / HUE_BETWEEN];
    const struct hue_def *from = &defs[HUE_HAND + step / HUE_BETWEEN], *to = from + 1;
    struct hue_def def = *to;
    def.colour = hue_mixed(from->colour, to->colour, rest, HUE_BETWEEN);
    def.of_256[HUE_STEPS - 1] = 0;
    def.of_16 = rest < HUE_BETWEEN / 2 ? from->of_16 : to->of_16;
    def.light =
        (uint8_t)((from->light * (HUE_BETWEEN - rest) + to->light * rest + HUE_BETWEEN / 2) / HUE_BETWEEN);
    return def;
}

enum hue hue_of_head(int head)
{
    return (enum hue)(HUE_HEAD + head % HUE_HEADS);
}

enum hue hue_of_hand(int hand, int hands)
{
    int last = hands > 1 ? hands - 1 : 1;
    return (enum hue)(HUE_HAND + (hand * (HUE_HANDS - 1) + last / 2) / last);
}

/* The hands' hues serve the terms after the fourth: no view shows both. The first of an encoding's own terms
 * begins with the second hand: the first one is close to the focus. */
enum hue hue_of_term(int mark)
{
    if (mark < 0)
        return HUE_HEARD;
    return (enum hue)(mark < HUE_TERMS ? HUE_TERM + mark
                                       : HUE_HAND + (mark - HUE_TERMS + 3) % HUE_ANCHORS * HUE_BETWEEN);
}

struct rgb hue_rgb(enum hue hue, int level, bool light, struct rgb ground)
{
    static const struct rgb white = {255, 255, 255};
    struct hue_def d = hue_def(hue);
    struct rgb full = d.colour;
    if (light) /* pale hues would vanish on white */
        full = (struct rgb){(uint8_t)(full.r * d.light / 100), (uint8_t)(full.g * d.light / 100),
                            (uint8_t)(full.b * d.light / 100)};
    return level > HUE_FULL ? hue_mixed(full, white, level - HUE_FULL, HUE_FULL)
                            : hue_mixed(ground, full, level, HUE_FULL);
}

int hue_256(enum hue hue, int level)
{
    return hue_def(hue).of_256[(level - 1) * HUE_STEPS / HUE_FULL];
}

int hue_ansi(enum hue hue, int level, bool bright)
{
    enum { BLACK = 0, GREY = 8, FAINT = 4, DARK = 11 };
    int full = hue_def(hue).of_16;
    if (level < FAINT)
        return bright && level > 0 ? GREY : BLACK;
    if (hue == HUE_GREY && bright && level < DARK)
        return GREY;
    return bright && level >= DARK ? full : full % 8;
}
