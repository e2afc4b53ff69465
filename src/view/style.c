#include "view/style.h"

#include <math.h>
#include <stdlib.h>

#define D (-1)

/* Colours follow |x / limit|^LIFT, which makes small numbers visible. */
#define LIFT 0.75

/* clang-format off */
const struct style_def style_defs[STYLE_COUNT] = {
    /*                               dark                 light                contrast             mono */
    [STYLE_TEXT]     = {"text",     '.', {{D, D, 0}, {D, D, 0}, {D, D, 0}, {D, D, 0}}},
    [STYLE_TITLE]    = {"title",    'T', {{0xFFD75F, D, ATTR_BOLD}, {0x00405F, D, ATTR_BOLD}, {0xFFFFFF, D, ATTR_BOLD}, {D, D, ATTR_BOLD}}},
    [STYLE_LABEL]    = {"label",    'L', {{0x87D7FF, D, 0}, {0x005F87, D, 0}, {0xFFFFFF, D, 0}, {D, D, 0}}},
    [STYLE_DIM]      = {"dim",      'd', {{0x9E9E9E, D, 0}, {0x626262, D, 0}, {0xD0D0D0, D, 0}, {D, D, 0}}},
    [STYLE_BORDER]   = {"border",   'b', {{0x6C6C6C, D, 0}, {0x949494, D, 0}, {0xB2B2B2, D, 0}, {D, D, 0}}},
    [STYLE_KEY]      = {"key",      'k', {{0xFFAF5F, D, ATTR_BOLD}, {0xAF3F00, D, ATTR_BOLD}, {0xFFFF00, D, ATTR_BOLD}, {D, D, ATTR_BOLD}}},
    [STYLE_CURSOR]   = {"cursor",   'C', {{0x000000, 0xFFFF87, ATTR_BOLD}, {0xFFFFFF, 0x00405F, ATTR_BOLD}, {0x000000, 0xFFFF00, ATTR_BOLD}, {D, D, ATTR_REVERSE | ATTR_BOLD}}},
    [STYLE_MARK]     = {"mark",     'M', {{0xFFFF87, D, ATTR_BOLD | ATTR_UNDERLINE}, {0x00405F, D, ATTR_BOLD | ATTR_UNDERLINE}, {0xFFFF00, D, ATTR_BOLD | ATTR_UNDERLINE}, {D, D, ATTR_UNDERLINE}}},
    [STYLE_GHOST]    = {"ghost",    'g', {{0x808080, D, 0}, {0x757575, D, 0}, {0xBCBCBC, D, 0}, {D, D, 0}}},
    [STYLE_CHANGED]  = {"changed",  'N', {{0xFF87D7, D, ATTR_BOLD}, {0xAF0087, D, ATTR_BOLD}, {0xFF87FF, D, ATTR_BOLD}, {D, D, ATTR_BOLD | ATTR_UNDERLINE}}},
    [STYLE_POSITIVE] = {"positive", '+', {{0xFFAF5F, D, 0}, {0xAF5F00, D, 0}, {0xFFAF00, D, 0}, {D, D, 0}}},
    [STYLE_NEGATIVE] = {"negative", '-', {{0x5FAFFF, D, 0}, {0x005FAF, D, 0}, {0x5FD7FF, D, 0}, {D, D, 0}}},
    [STYLE_FORMULA]  = {"formula",  'F', {{0xD7D7AF, D, 0}, {0x5F5F00, D, 0}, {0xFFFFFF, D, 0}, {D, D, 0}}},
    [STYLE_ERROR]    = {"error",    'E', {{0xFF8787, D, ATTR_BOLD}, {0xAF0000, D, ATTR_BOLD}, {0xFF8787, D, ATTR_BOLD}, {D, D, ATTR_BOLD}}},
    [STYLE_GOOD]     = {"good",     'G', {{0x87D787, D, 0}, {0x005F00, D, 0}, {0x87FF87, D, 0}, {D, D, 0}}},
    [STYLE_NOTE]     = {"note",     'n', {{0xD7D7D7, D, 0}, {0x303030, D, 0}, {0xFFFFFF, D, 0}, {D, D, 0}}},
    [STYLE_PROMPT]   = {"prompt",   'P', {{0xFFFFFF, D, ATTR_BOLD}, {0x000000, D, ATTR_BOLD}, {0xFFFFFF, D, ATTR_BOLD}, {D, D, ATTR_BOLD}}},
    [STYLE_SELECTED] = {"selected", 'S', {{0xFFFFFF, 0x005F87, ATTR_BOLD}, {0xFFFFFF, 0x005F87, ATTR_BOLD}, {0x000000, 0xFFFFFF, ATTR_BOLD}, {D, D, ATTR_REVERSE}}},
    [STYLE_TERM]     = {"term",     't', {{0x87D7FF, D, ATTR_UNDERLINE}, {0x005F87, D, ATTR_UNDERLINE}, {0xFFFFFF, D, ATTR_UNDERLINE}, {D, D, ATTR_UNDERLINE}}},
    [STYLE_STRONG]   = {"strong",   's', {{0xFFFFFF, D, ATTR_BOLD}, {0x000000, D, ATTR_BOLD}, {0xFFFFFF, D, ATTR_BOLD}, {D, D, ATTR_BOLD}}},
    [STYLE_EMPH]     = {"emph",     'e', {{0xD7AFFF, D, 0}, {0x5F00AF, D, 0}, {0xFFD7FF, D, 0}, {D, D, ATTR_BOLD}}},
    [STYLE_CLAIM]    = {"claim",    'c', {{0x87FFD7, D, 0}, {0x005F5F, D, 0}, {0x87FFFF, D, 0}, {D, D, 0}}},
    [STYLE_CODE]     = {"code",     'Q', {{0xFFFFFF, 0x000000, 0}, {0xFFFFFF, 0x000000, 0}, {0xFFFFFF, 0x000000, 0}, {D, D, 0}}},
};
/* clang-format on */

/* Ink and paper of each theme, used where a style leaves them to the terminal. */
static const struct {
    int ink, paper;
} grounds[THEME_COUNT] = {
    [THEME_DARK] = {0xE5E5E5, 0x101010},
    [THEME_LIGHT] = {0x000000, 0xFFFFFF},
    [THEME_CONTRAST] = {0xFFFFFF, 0x000000},
    [THEME_MONO] = {0xE5E5E5, 0x101010},
};

static struct rgb hex(int x)
{
    return (struct rgb){(uint8_t)(x >> 16), (uint8_t)(x >> 8 & 0xFF), (uint8_t)(x & 0xFF)};
}

static uint16_t ink_at(double share, int first, int count)
{
    int i = (int)floor(share * (count - 1) + 0.5);
    return (uint16_t)(first + (i < 0 ? 0 : i >= count ? count - 1 : i));
}

uint16_t ink_sequential(double x)
{
    return isnan(x) ? 0 : ink_at(fmin(fmax(x, 0), 1), INK_SEQ, INK_SEQ_N);
}

uint16_t ink_diverging(double x, double limit)
{
    if (isnan(x))
        return 0;
    double far = limit > 0 ? pow(fmin(fabs(x) / limit, 1), LIFT) : 0;
    return ink_at((copysign(far, x) + 1) / 2, INK_DIV, INK_DIV_N);
}

uint16_t ink_hue(enum hue hue, int level)
{
    level = level < 0 ? 0 : level > HUE_MOST ? HUE_MOST : level;
    return (uint16_t)(level ? INK_HUE + (int)hue * (HUE_MOST + 1) + level : INK_GROUND);
}

uint16_t ink_quiet(enum theme theme)
{
    return ink_hue(HUE_GREY, theme == THEME_LIGHT ? HUE_FULL : HUE_FULL * 11 / 16);
}

static int hue_level(uint16_t ink)
{
    return (ink - INK_HUE) % (HUE_MOST + 1);
}

bool ink_is_hue(uint16_t ink)
{
    return ink > INK_HUE && hue_level(ink) > 0;
}

enum hue ink_hue_of(uint16_t ink)
{
    return (enum hue)((ink - INK_HUE) / (HUE_MOST + 1));
}

int ink_level(uint16_t ink)
{
    if (ink >= INK_HUE)
        return hue_level(ink) < HUE_FULL ? hue_level(ink) * 9 / HUE_FULL : 9;
    if (ink >= INK_DIV)
        return (ink - INK_DIV) * 9 / (INK_DIV_N - 1);
    return (ink - INK_SEQ) * 9 / (INK_SEQ_N - 1);
}

static uint8_t channel(double linear)
{
    double x = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
    return (uint8_t)(255 * (x < 0 ? 0 : x > 1 ? 1 : x) + 0.5);
}

/* Converts Oklab lightness, chroma and hue (radians) to sRGB: B. Ottosson's published conversion
 * ("A perceptual color space for image processing", 2020). */
static struct rgb from_oklch(double lightness, double chroma, double hue)
{
    double a = chroma * cos(hue), b = chroma * sin(hue);
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l *= l * l;
    m *= m * m;
    s *= s * s;
    return (struct rgb){channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                        channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                        channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

static uint8_t mixed_share(uint8_t from, uint8_t to, double share)
{
    return (uint8_t)(from + (to - from) * share + 0.5);
}

/* Weights: lightness is monotone and the hue runs from blue to yellow, which every kind of colour vision can
 * tell apart. Signed numbers: blue – grey – amber; from zero to both ends lightness falls (light theme) or
 * rises (dark theme). */
struct rgb ink_rgb(uint16_t ink, enum theme theme)
{
    static const struct rgb zero = {30, 30, 35}, below = {80, 165, 255}, above = {255, 185, 85};
    const bool light = theme == THEME_LIGHT;
    if (ink >= INK_HUE)
        return hue_rgb(ink_hue_of(ink), hue_level(ink), light, hex(grounds[theme].paper));
    if (ink < INK_DIV) {
        double x = (ink - INK_SEQ) / (double)(INK_SEQ_N - 1),
               lightness = light ? 0.97 - 0.62 * x : 0.22 + 0.70 * x,
               hue = light ? 4.2 + 0.5 * x : 4.7 - 2.95 * x;
        return from_oklch(lightness, 0.035 + 0.09 * x * (1.25 - 0.55 * x), hue);
    }
    double x = (ink - INK_DIV) * 2.0 / (INK_DIV_N - 1) - 1, far = fabs(x);
    struct rgb full = x < 0 ? below : above;
    if (light)
        return from_oklch(0.96 - 0.42 * far, 0.13 * pow(far, 0.8), x < 0 ? 4.35 : 1.15);
    return (struct rgb){mixed_share(zero.r, full.r, far), mixed_share(zero.g, full.g, far),
                        mixed_share(zero.b, full.b, far)};
}

static double linear(uint8_t c)
{
    double x = c / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

double rgb_luminance(struct rgb c)
{
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double rgb_contrast(struct rgb a, struct rgb b)
{
    double x = rgb_luminance(a) + 0.05, y = rgb_luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

uint16_t ink_words(enum hue hue, int level, enum theme theme)
{
    struct rgb paper = hex(grounds[theme].paper);
    while (level < HUE_FULL && rgb_contrast(ink_rgb(ink_hue(hue, level), theme), paper) < STYLE_READABLE)
        level++;
    return ink_hue(hue, level);
}

struct look_of style_resolve(enum theme theme, enum style style, uint16_t fg, uint16_t bg)
{
    int own_fg = style_defs[style].themes[theme].fg, own_bg = style_defs[style].themes[theme].bg;
    struct look_of look = {own_fg >= 0, own_bg >= 0, hex(own_fg), hex(own_bg),
                           style_defs[style].themes[theme].attrs};
    if (theme == THEME_MONO)
        return look;
    if (bg) {
        static const struct rgb black = {0, 0, 0}, white = {255, 255, 255};
        look.own_bg = look.own_fg = true;
        look.bg = ink_rgb(bg, theme);
        look.fg = rgb_contrast(look.bg, white) >= rgb_contrast(look.bg, black) ? white : black;
    }
    if (fg) {
        look.own_fg = true;
        look.fg = ink_rgb(fg, theme);
    }
    return look;
}

struct lab {
    double l, a, b;
};

/* The inverse of from_oklch. */
static struct lab to_oklab(struct rgb c)
{
    double r = linear(c.r), g = linear(c.g), b = linear(c.b);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return (struct lab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static uint8_t cube_value(int step)
{
    return (uint8_t)(step ? 55 + 40 * step : 0);
}

static struct rgb of_256(int n)
{
    uint8_t grey = (uint8_t)(8 + 10 * (n - 232));
    if (n >= 232)
        return (struct rgb){grey, grey, grey};
    return (struct rgb){cube_value((n - 16) / 36), cube_value((n - 16) / 6 % 6), cube_value((n - 16) % 6)};
}

/* Picks the perceptually nearest of the eight cube corners around c and the greys. The nearest in RGB would
 * let the hue jump between steps of a map. Differences of hue count double, since people read a map by hue
 * first. */
int rgb_to_256(struct rgb c)
{
    const uint8_t channels[3] = {c.r, c.g, c.b};
    const struct lab want = to_oklab(c);
    int best = 16;
    double least = 1e9;
    for (int i = 0; i < 8 + 24; i++) {
        int n = 0;
        for (int k = 0; k < 3; k++) { /* the step of the colour cube below the channel's value, or above it */
            int step = channels[k] < 95 ? 0 : (channels[k] - 55) / 40;
            n = 6 * n + (i >> k & 1 && step < 5 ? step + 1 : step);
        }
        n = i < 8 ? 16 + n : 232 + i - 8;
        struct lab at = to_oklab(of_256(n));
        double l = want.l - at.l, a = want.a - at.a, b = want.b - at.b, far = l * l + 2 * (a * a + b * b);
        if (far < least) {
            least = far;
            best = n;
        }
    }
    return best;
}

int ink_256(uint16_t ink, enum theme theme)
{
    /* from zero outwards: greys, then one hue; negative blue, positive orange */
    enum { STEPS = 10 };
    static const uint8_t dark[2][STEPS] = {{235, 236, 238, 240, 24, 25, 32, 33, 39, 75},
                                           {235, 236, 238, 240, 94, 94, 130, 172, 179, 215}};
    static const uint8_t light[2][STEPS] = {{255, 254, 189, 153, 117, 111, 75, 69, 32, 26},
                                            {255, 254, 223, 222, 215, 214, 208, 172, 166, 130}};
    if (ink_is_hue(ink) && hue_level(ink) <= HUE_FULL && theme != THEME_LIGHT) {
        int chosen = hue_256(ink_hue_of(ink), hue_level(ink));
        return chosen ? chosen : rgb_to_256(ink_rgb(ink_hue(ink_hue_of(ink), HUE_FULL), theme));
    }
    if (ink < INK_DIV || ink >= INK_HUE) /* a glow is near enough to the palette */
        return rgb_to_256(ink_rgb(ink, theme));
    int far = abs(ink - INK_DIV_ZERO), most = INK_DIV_N / 2;
    int step = far == 0 ? 0 : 1 + (far - 1) * (STEPS - 1) / most;
    return (theme == THEME_LIGHT ? light : dark)[ink > INK_DIV_ZERO][step];
}

int ink_256_text(int colour)
{
    enum { BLACK = 16, WHITE = 231 };
    struct rgb c = of_256(colour);
    return rgb_contrast(c, of_256(WHITE)) >= rgb_contrast(c, of_256(BLACK)) ? WHITE : BLACK;
}

static const struct rgb ansi[16] = {
    {0, 0, 0},     {205, 0, 0},     {0, 205, 0},     {205, 205, 0},   {0, 0, 238}, {205, 0, 205},
    {0, 205, 205}, {229, 229, 229}, {127, 127, 127}, {255, 0, 0},     {0, 255, 0}, {255, 255, 0},
    {92, 92, 255}, {255, 0, 255},   {0, 255, 255},   {255, 255, 255},
};

static int nearest_ansi(struct rgb c, int count)
{
    int best = 0, least = 0;
    for (int i = 0; i < count; i++) {
        int r = c.r - ansi[i].r, g = c.g - ansi[i].g, b = c.b - ansi[i].b,
            far = 3 * r * r + 4 * g * g + 2 * b * b; /* the eye is most sensitive to green */
        if (i == 0 || far < least) {
            least = far;
            best = i;
        }
    }
    return best;
}

int rgb_to_16(struct rgb c)
{
    return nearest_ansi(c, 16);
}

int rgb_to_8(struct rgb c)
{
    return nearest_ansi(c, 8);
}

int ink_ansi(uint16_t ink, bool bright)
{
    /* black, blue, cyan, white for weights; blue, black, brown or yellow around zero */
    static const uint8_t sequential_8[10] = {0, 0, 4, 4, 4, 6, 6, 6, 7, 7},
                         sequential_16[10] = {0, 0, 4, 4, 6, 6, 14, 14, 15, 15};
    static const uint8_t diverging_8[10] = {4, 4, 4, 4, 0, 0, 3, 3, 3, 3},
                         diverging_16[10] = {12, 12, 4, 4, 0, 0, 3, 3, 11, 11};
    int level = ink_level(ink);
    if (ink >= INK_HUE)
        return hue_ansi(ink_hue_of(ink), hue_level(ink), bright);
    if (ink >= INK_DIV)
        return bright ? diverging_16[level] : diverging_8[level];
    return bright ? sequential_16[level] : sequential_8[level];
}

int ink_ansi_text(int colour)
{
    return colour == 0 || colour == 1 || colour == 4 ? 7 : 0;
}

static const uint32_t shades[] = {' ', 0x2591, 0x2592, 0x2593, 0x2588}; /* ░▒▓█ */
enum { SHADES = sizeof shades / sizeof *shades };

uint32_t ink_shade_of_two(uint16_t upper, uint16_t lower, bool bright, int *fg, int *bg)
{
    if (!ink_is_hue(upper) || !ink_is_hue(lower) || ink_hue_of(upper) != ink_hue_of(lower))
        return upper && lower && upper < INK_HUE && lower < INK_HUE
                   ? ink_shade((uint16_t)((upper + lower) / 2), bright, fg, bg)
                   : 0;
    *fg = hue_ansi(ink_hue_of(upper), HUE_FULL, bright);
    *bg = -1;
    return shades[(hue_level(upper) + hue_level(lower)) * SHADES / (2 * HUE_FULL + 1)];
}

uint32_t ink_shade(uint16_t ink, bool bright, int *fg, int *bg)
{
    enum { LEAST_PERCENT = 6, BROWN_PERCENT = 60, GREY = 8, FAINT = 4 };
    if (ink_is_hue(ink) && bright && ink_ansi(ink, bright) == GREY) {
        *fg = GREY;
        *bg = -1;
        return shades[hue_level(ink) < FAINT ? 1 : 3];
    }
    if (ink < INK_DIV || ink >= INK_DIV + INK_DIV_N)
        return 0;
    int percent = abs(ink - INK_DIV_ZERO) * 100 / (INK_DIV_N / 2), step = percent * SHADES / 101;
    *fg = ink < INK_DIV_ZERO ? 4 + 8 * bright : 3 + 8 * (bright && percent >= BROWN_PERCENT);
    *bg = -1;
    return shades[percent < LEAST_PERCENT ? 0 : step < 1 ? 1 : step];
}

uint32_t ink_pattern(uint16_t ink)
{
    int fg, bg;
    bool signs = ink >= INK_DIV && ink < INK_DIV + INK_DIV_N;
    uint32_t shade = signs ? ink_shade(ink, false, &fg, &bg) : shades[ink_level(ink) * SHADES / 10];
    return shade == shades[0] ? 0 : shade;
}

struct look_of style_seen(enum theme theme, enum style style, uint16_t fg, uint16_t bg)
{
    struct look_of look = style_resolve(theme, style, fg, bg);
    look.fg = look.own_fg ? look.fg : hex(grounds[theme].ink);
    look.bg = look.own_bg ? look.bg : hex(grounds[theme].paper);
    look.own_fg = look.own_bg = true;
    return look;
}
