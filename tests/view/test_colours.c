/* Colours: contrast, order, and what people without one kind of cones tell apart. */
#include <math.h>

#include "support/test.h"
#include "view/style.h"

static double lightness(struct rgb c)
{
    return cbrt(rgb_luminance(c));
}

TEST(colour_maps_are_monotone_and_text_on_them_is_readable)
{
    for (int theme = 0; theme < THEME_MONO; theme++) {
        double way = theme == THEME_LIGHT ? -1 : 1;
        for (int i = INK_SEQ + 1; i < INK_SEQ + INK_SEQ_N; i++)
            assert_true(way * (lightness(ink_rgb((uint8_t)i, (enum theme)theme)) -
                               lightness(ink_rgb((uint8_t)(i - 1), (enum theme)theme))) >
                        -0.002);
        for (int i = INK_DIV_ZERO + 1; i < INK_DIV + INK_DIV_N; i++) {
            uint8_t mirrored = (uint8_t)(2 * INK_DIV_ZERO - i);
            assert_true(way * (lightness(ink_rgb((uint8_t)i, (enum theme)theme)) -
                               lightness(ink_rgb((uint8_t)(i - 1), (enum theme)theme))) >
                        -0.002);
            assert_true(way * (lightness(ink_rgb(mirrored, (enum theme)theme)) -
                               lightness(ink_rgb((uint8_t)(mirrored + 1), (enum theme)theme))) >
                        -0.002);
        }
        for (int ink = 1; ink < INK_END; ink++) {
            struct look_of look = style_resolve((enum theme)theme, STYLE_TEXT, 0, (uint16_t)ink);
            assert_true(rgb_contrast(look.fg, look.bg) >= 4.5);
        }
    }
}

/* Whatever the terminal's own colours are: a theme paints its own. Lines may be fainter. */
TEST(every_style_is_readable_on_its_theme)
{
    for (int theme = 0; theme < THEME_COUNT; theme++)
        for (int style = 0; style < STYLE_COUNT; style++) {
            struct look_of look = style_seen((enum theme)theme, (enum style)style, 0, 0);
            double least = style == STYLE_BORDER ? 3 : STYLE_READABLE;
            assert_true(look.own_fg && look.own_bg);
            if (rgb_contrast(look.fg, look.bg) < least)
                fail_msg("theme %d, style %s: contrast %.2f", theme, style_defs[style].name,
                         rgb_contrast(look.fg, look.bg));
        }
}

/* Linear RGB as people without one kind of cones see it (Machado, Oliveira and Fernandes 2009, severity 1).
 */
static const double deficiency[3][3][3] = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
};

static double linear(uint8_t c)
{
    double x = c / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static void simulate(int kind, struct rgb c, double out[3])
{
    double in[3] = {linear(c.r), linear(c.g), linear(c.b)};
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int j = 0; j < 3; j++)
            out[i] += deficiency[kind][i][j] * in[j];
        out[i] = out[i] < 0 ? 0 : out[i];
    }
}

static double seen_lightness(const double c[3])
{
    return cbrt(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
}

TEST(the_maps_read_the_same_without_one_kind_of_cones)
{
    for (int theme = 0; theme < THEME_MONO; theme++)
        for (int kind = 0; kind < 3; kind++) {
            double a[3], b[3], way = theme == THEME_LIGHT ? -1 : 1;
            for (int level = 1; level < 10; level++) { /* ten bins of weights: a step of lightness each */
                simulate(kind, ink_rgb(ink_sequential((level - 1) / 9.0), (enum theme)theme), a);
                simulate(kind, ink_rgb(ink_sequential(level / 9.0), (enum theme)theme), b);
                assert_true(way * (seen_lightness(b) - seen_lightness(a)) > 0.02);
            }
            for (int level = 3; level <= 10; level++) { /* plus and minus of one size: another hue */
                simulate(kind, ink_rgb(ink_diverging(level, 10), (enum theme)theme), a);
                simulate(kind, ink_rgb(ink_diverging(-level, 10), (enum theme)theme), b);
                double warm = cbrt(a[0]) - cbrt(a[2]), cold = cbrt(b[0]) - cbrt(b[2]);
                assert_true(fabs(warm - cold) > 0.1);
            }
        }
}

static struct rgb of_palette(int n)
{
    static const uint8_t cube[6] = {0, 95, 135, 175, 215, 255};
    uint8_t grey = (uint8_t)(8 + 10 * (n - 232));
    return n >= 232 ? (struct rgb){grey, grey, grey}
                    : (struct rgb){cube[(n - 16) / 36], cube[(n - 16) / 6 % 6], cube[(n - 16) % 6]};
}

/* From ink `from` to ink `to`: lightness only rises (in the light theme: falls), in `shades` shades at least.
 */
static void runs_one_way(enum theme theme, int from, int to, int shades)
{
    int last = -1, seen = 0, step = from < to ? 1 : -1;
    double before = 0, way = theme == THEME_LIGHT ? -1 : 1;
    for (int ink = from; ink != to + step; ink += step) {
        int n = ink_256((uint8_t)ink, theme), text = ink_256_text(n);
        assert_true(n >= 16 && n <= 255);
        assert_true(rgb_contrast(of_palette(n), of_palette(text)) >= 4.5);
        double now = lightness(of_palette(n));
        assert_true(n == last || last < 0 || way * (now - before) > -0.03);
        seen += n != last;
        last = n;
        before = now;
    }
    assert_true(seen >= shades);
}

TEST(in_256_colours_the_maps_stay_monotone)
{
    for (int theme = 0; theme < THEME_MONO; theme++) {
        runs_one_way((enum theme)theme, INK_SEQ, INK_SEQ + INK_SEQ_N - 1, 8);
        runs_one_way((enum theme)theme, INK_DIV_ZERO, INK_DIV + INK_DIV_N - 1, 7);
        runs_one_way((enum theme)theme, INK_DIV_ZERO, INK_DIV, 7);
    }
}

/* Distances are those of a perceptual space, not of the three numbers. */
TEST(a_dark_green_stays_green_in_256_colours)
{
    assert_int_equal(rgb_to_256((struct rgb){0, 60, 15}), 22);
    assert_int_equal(rgb_to_256((struct rgb){0, 210, 60}), 41);
    assert_int_equal(rgb_to_256((struct rgb){128, 128, 128}), 244);
}

TEST(a_fading_hue_only_gets_darker_in_256_colours)
{
    for (int hue = 0; hue < HUE_COUNT; hue++) {
        double before = 0;
        for (int level = 1; level <= HUE_FULL; level++) {
            double now = lightness(of_palette(ink_256(ink_hue((enum hue)hue, level), THEME_DARK)));
            assert_true(now >= before);
            before = now;
        }
        assert_int_equal(hue_256((enum hue)hue, HUE_FULL), hue_def((enum hue)hue).of_256[HUE_STEPS - 1]);
        assert_true(hue_def((enum hue)hue).of_256[0] >= 232); /* next to the ground: a grey */
    }
    assert_int_equal(hue_ansi(HUE_HEAD, HUE_FULL, true), 14);
    assert_int_equal(hue_ansi(HUE_HEAD, HUE_FULL / 2, true), 6);
    assert_int_equal(hue_ansi(HUE_GREY, 2, true), 8);
    assert_int_equal(hue_ansi(HUE_GREY, 2, false), 0);
}

/* ---- hues that mean something on one screen ------------------------------------------ */

#define PI 3.14159265358979323846

struct lab {
    double l, a, b;
};

static double bent(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (t * 24389 / 27 + 16) / 116;
}

/* CIE L*a*b* under D65 of linear sRGB. */
static struct lab lab_of(const double c[3])
{
    double x = bent((0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047);
    double y = bent(0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]);
    double z = bent((0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883);
    return (struct lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double angle_of(double a, double b)
{
    double h = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / PI;
    return h < 0 ? h + 360 : h;
}

static double sine(double degrees)
{
    return sin(degrees * PI / 180);
}

static double cosine(double degrees)
{
    return sine(90 - degrees);
}

static double seventh(double c)
{
    return sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7)));
}

/* CIEDE2000, as in Sharma, Wu and Dalal 2005. */
static double distance(struct lab p, struct lab q)
{
    double grey = 1.5 - 0.5 * seventh((hypot(p.a, p.b) + hypot(q.a, q.b)) / 2);
    double c1 = hypot(p.a * grey, p.b), c2 = hypot(q.a * grey, q.b);
    double h1 = angle_of(p.a * grey, p.b), h2 = angle_of(q.a * grey, q.b), turn = h2 - h1, middle = h1 + h2;
    bool far = fabs(turn) > 180;
    turn += far ? (h2 <= h1 ? 360 : -360) : 0;
    middle = c1 * c2 == 0 ? middle : (middle + (far ? (middle < 360 ? 360 : -360) : 0)) / 2;
    double l = (p.l + q.l) / 2 - 50, c = (c1 + c2) / 2;
    double t = 1 - 0.17 * cosine(middle - 30) + 0.24 * cosine(2 * middle) + 0.32 * cosine(3 * middle + 6) -
               0.20 * cosine(4 * middle - 63);
    double by_l = (q.l - p.l) / (1 + 0.015 * l * l / sqrt(20 + l * l)), by_c = (c2 - c1) / (1 + 0.045 * c);
    double by_h = 2 * sqrt(c1 * c2) * sine(turn / 2) / (1 + 0.015 * c * t);
    double blue = -sine(60 * exp(-pow((middle - 275) / 25, 2))) * 2 * seventh(c);
    return sqrt(by_l * by_l + by_c * by_c + by_h * by_h + blue * by_c * by_h);
}

/* Three of the pairs published with the formula. */
TEST(the_distance_is_the_published_one)
{
    assert_float_equal(distance((struct lab){50, 2.6772, -79.7751}, (struct lab){50, 0, -82.7485}), 2.0425,
                       1e-4);
    assert_float_equal(distance((struct lab){50, 2.5, 0}, (struct lab){73, 25, -18}), 27.1492, 1e-4);
    assert_float_equal(
        distance((struct lab){22.7233, 20.0904, -46.6940}, (struct lab){23.0331, 14.9730, -42.5619}), 2.0373,
        1e-4);
}

enum { NORMAL = 3, KINDS };

static struct lab seen_by(int kind, struct rgb c)
{
    double out[3] = {linear(c.r), linear(c.g), linear(c.b)};
    if (kind != NORMAL)
        simulate(kind, c, out);
    for (int i = 0; i < 3; i++)
        out[i] = out[i] > 1 ? 1 : out[i];
    return lab_of(out);
}

/* The smallest distance between two of the colours, as seen without one kind of cones, or NORMAL. */
static double smallest(int kind, const struct rgb *colours, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            least = fmin(least, distance(seen_by(kind, colours[i]), seen_by(kind, colours[k])));
    return least;
}

/* Fills in the two ends of the values, then `heads` heads and `terms` terms. Returns their number. */
static int roles(struct rgb *out, bool values, int heads, int terms)
{
    int n = 0;
    if (values) {
        out[n++] = ink_rgb(ink_diverging(1, 1), THEME_DARK);
        out[n++] = ink_rgb(ink_diverging(-1, 1), THEME_DARK);
    }
    for (int i = 0; i < heads; i++)
        out[n++] = hue_def(hue_of_head(i)).colour;
    for (int i = 0; i < terms; i++)
        out[n++] = hue_def(hue_of_term(i < HUE_TERMS ? i : -1)).colour; /* the fifth: what was heard */
    return n;
}

/* Each role also has its name beside it; the hue alone has to be far enough to lead the eye. */
TEST(roles_on_one_screen_stay_apart)
{
    static const struct {
        bool values;
        int heads, terms;
        double least[KINDS]; /* protan, deutan, tritan, normal */
    } sets[] = {
        {true, 2, 0, {20, 19, 13.5, 30}},    {true, 4, 0, {13.5, 11, 13.5, 25}},
        {true, 8, 0, {12, 11, 11.5, 15}},    {false, 0, 4, {13.5, 18, 17.5, 20}},
        {false, 2, 4, {13.5, 10, 11, 20}},   {true, 2, 4, {8, 10, 11, 17}},
        {false, 0, 5, {13.5, 18, 13.4, 20}}, {false, 2, 5, {13.5, 10, 11, 20}},
    };
    struct rgb colours[2 + HUE_HEADS + HUE_TERMS + 1];
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        int count = roles(colours, sets[i].values, sets[i].heads, sets[i].terms);
        for (int kind = 0; kind < KINDS; kind++)
            if (smallest(kind, colours, count) < sets[i].least[kind])
                fail_msg("set %zu, kind %d: %.1f", i, kind, smallest(kind, colours, count));
    }
}

/* However many hands a clock has, no two share a colour, and neighbours among a few are told apart. */
TEST(hands_have_colours_of_their_own)
{
    static const struct {
        int hands;
        double least; /* between neighbours */
    } clocks[] = {{4, 25}, {7, 10}, {8, 9}, {16, 4}, {32, 2}, {64, 0.5}, {128, 0.1}};
    for (size_t k = 0; k < sizeof clocks / sizeof *clocks; k++)
        for (int i = 0; i < clocks[k].hands; i++)
            for (int j = 0; j < i; j++) {
                struct rgb pair[] = {hue_def(hue_of_hand(i, clocks[k].hands)).colour,
                                     hue_def(hue_of_hand(j, clocks[k].hands)).colour};
                double far = smallest(NORMAL, pair, 2);
                if (far < (i - j == 1 ? clocks[k].least : 0.1))
                    fail_msg("hands %d and %d of %d: %.2f", j, i, clocks[k].hands, far);
            }
}

/* On a light ground hues are darker, each by a percentage of its own: without it two heads would look alike.
 */
TEST(hues_stay_apart_on_a_light_ground)
{
    struct rgb colours[HUE_HEADS + HUE_TERMS + 1];
    for (int i = 0; i < HUE_HEADS + HUE_TERMS; i++)
        colours[i] = ink_rgb(ink_hue(i < HUE_HEADS ? hue_of_head(i) : hue_of_term(i - HUE_HEADS), HUE_FULL),
                             THEME_LIGHT);
    colours[HUE_HEADS + HUE_TERMS] = ink_rgb(ink_hue(HUE_HEARD, HUE_FULL), THEME_LIGHT);
    assert_true(smallest(NORMAL, colours, HUE_HEADS) >= 13);
    assert_true(smallest(NORMAL, colours + HUE_HEADS, HUE_TERMS + 1) >= 16);
}

TEST(quiet_text_can_be_read)
{
    for (int theme = 0; theme < THEME_MONO; theme++)
        assert_true(rgb_contrast(ink_rgb(ink_quiet((enum theme)theme), (enum theme)theme),
                                 ink_rgb(INK_GROUND, (enum theme)theme)) >= 4.5);
}
