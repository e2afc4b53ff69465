/* A corridor with a tuning fork for each hand: their waves run along it, and the chord heard at position t
 * is row t of P. */
#include <math.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "view/braille.h"
#include "view/encoding/encoding.h"

/* Columns of a fork and its period, and of what is heard (SLIM and SHORT in a narrow view); of a place;
 * places in sight, about. */
enum { FORK = 9, SLIM = 7, HEARD = 16, SHORT = 12, NARROW = 2, BROAD = 9, PLACES = 14 };
/* Rows of heading and label above the waves (one in a low view), of the floor and the sentence below, of a
 * wave; of one of more than a FEW, the height of which is seen. */
enum { ABOVE = 2, BELOW = 3, LEAST = 2, SEEN = 3, FEW = 8, MOST = 9 };
enum { FAINT = 5, PERSON = 2 };

struct corridor {
    const struct screen *s;
    const struct config *c;
    struct canvas waves; /* of all forks, without their names and numbers */
    int forks, high;     /* in sight, rows of each */
    int step;            /* columns of a place */
    int fork, heard;     /* columns beside the waves */
    int above;           /* rows above them */
    long first, here;    /* the first place in sight, the person's */
    double row[CONFIG_MAX_D];
};

static bool plan_corridor(struct corridor *r, struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int above = c.rows < 14 ? 1 : ABOVE, rest = c.rows - above - BELOW - (c.rows > 16), all = clock_hands(cf),
        most = all * (all > FEW ? SEEN : LEAST) <= rest ? all : rest / SEEN;
    bool slim = c.cols < SCREEN_NARROW;
    *r = (struct corridor){.s = s, .c = cf, .here = look->encoding.pos};
    r->fork = slim ? SLIM : FORK;
    r->heard = slim ? SHORT : HEARD;
    r->above = above;
    r->waves = canvas_part(c, above, r->fork, rest, c.cols - r->fork - r->heard);
    if (rest < LEAST || r->waves.cols < NARROW * 4 || !cf->pe->row(r->row, r->here, cf))
        return false;
    r->forks = all < most ? all : most > 0 ? most : 1;
    r->high = rest / r->forks > MOST ? MOST : rest / r->forks;
    r->step = r->waves.cols / PLACES < NARROW  ? NARROW
              : r->waves.cols / PLACES > BROAD ? BROAD
                                               : r->waves.cols / PLACES;
    long fit = r->waves.cols / r->step, ahead = fit * 2 / 3;
    r->first = r->here > ahead ? r->here - ahead : 0;
    return true;
}

static int column_of(const struct corridor *r, long place)
{
    return (int)(place - r->first) * r->step + r->step / 2;
}

/* The dot of a value between -1 and 1 in a wave's rows. */
static double dot_of(const struct corridor *r, double value)
{
    return (1 - value) / 2 * (4 * r->high - 1 - (r->high > LEAST));
}

/* One curve of a fork: its sine (0) or cosine (1). */
static void curve(struct canvas c, const struct corridor *r, int fork, int part, uint16_t ink)
{
    struct braille b = {c, r->s->ascii};
    struct point last = {0, 0};
    for (int x = 0; x < 2 * c.cols; x++) {
        double place = (double)r->first + (x - r->step + 0.5) / (2.0 * r->step);
        double angle = place < 0 ? -1 : clock_angle(r->c, place, fork);
        struct point at = {x, dot_of(r, part ? cos(angle) : sin(angle))};
        if (place >= 0 && x > 0 && last.x > 0)
            braille_line(&b, last, at, STYLE_TEXT, ink);
        last = place >= 0 ? at : (struct point){0, 0};
    }
}

/* Y 6.3 ⠔⠒⠢⣀●⠔⠒⠢   0.91  -0.42 */
static void fork(struct canvas whole, const struct corridor *r, int i)
{
    int parts = encoding_columns(r->c), top = i * r->high, middle = r->above + top + r->high / 2;
    uint16_t ink = encoding_ink(r->c, i, HUE_FULL);
    struct canvas c = canvas_part(r->waves, top, 0, r->high, r->waves.cols);
    canvas_inked(whole, middle, r->fork == FORK, 'Y', ink, 0);
    canvas_right(whole, middle, 2, r->fork - 3, STYLE_DIM, encoding_period(r->s, i));
    if (parts == 2 && !screen_mono(r->s))
        curve(c, r, i, 1, encoding_ink(r->c, i, FAINT));
    curve(c, r, i, 0, ink);
    for (int k = parts - 1; k >= 0; k--) {
        int row = (int)dot_of(r, r->row[parts * i + k]) / 4, col = column_of(r, r->here);
        canvas_inked(c, row, col, r->s->ascii ? 'o' : k ? 0x25CB : 0x25CF, ink, 0);
        struct text t = SCREEN_TEXT(r->s);
        number_fixed(&t, r->row[parts * i + k] * r->c->pescale, 2, r->heard / 2 - 1);
        canvas_right(whole, middle, whole.cols - r->heard + k * r->heard / 2, r->heard / 2, STYLE_CLAIM,
                     text_str(&t));
    }
}

/* Returns how alike what is heard `on` places further is: the cosine of the two rows. */
double encoding_corridor_alike(const struct config *c, long place, int on)
{
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D];
    if (!c->pe->row(a, place, c) || !c->pe->row(b, place + on, c))
        return (double)NAN;
    return vec_cosine(a, b, c->d);
}

void encoding_corridor_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    struct corridor r;
    if (!plan_corridor(&r, c, s))
        return;
    canvas_either(
        canvas_part(c, 0, 0, 1, r.above > 1 ? c.cols : c.cols - r.heard), 0, 0, STYLE_TITLE,
        screen_text(s, TEXT("Tuning forks in a corridor: what you hear at a position is its row of P")),
        screen_text(s, TEXT("What you hear here is this row of P:")));
    canvas_right(c, r.above - 1, c.cols - r.heard, r.heard, STYLE_LABEL,
                 say(s, TEXT("row %ld of P"), r.here));
    /* The way from the person's ears through all waves. */
    int col = column_of(&r, r.here);
    for (int row = 0; row < r.forks * r.high; row++)
        canvas_glyph(r.waves, row, col, STYLE_KEY, r.s->ascii ? ':' : 0x250A);
    for (int i = 0; i < r.forks; i++)
        fork(c, &r, i);
    int ground = r.above + r.waves.rows;
    struct canvas below = canvas_part(c, ground, 0, c.rows - 1 - ground, c.cols);
    /* The words at their places, and the person. */
    enum { EVERY = 5 };
    const struct state *st = &r.s->session->now.state;
    int end = 0;
    for (long p = r.first; column_of(&r, p) + 2 < r.waves.cols; p++) {
        struct text t = SCREEN_TEXT(r.s);
        long word = p - st->set.start;
        bool named = word >= 0 && word < st->sentence->count;
        if (named)
            text_add(&t, state_word(st, st->sentence, (int)word));
        else if (p % EVERY == 0)
            text_addf(&t, "%ld", p);
        int wide = utf8_width(text_str(&t)), column = r.fork + column_of(&r, p) - (wide - 1) / 2;
        if (wide > 0 && column > end && column + wide <= below.cols - r.heard)
            end = canvas_put(below, below.rows - 1, column, named ? STYLE_TEXT : STYLE_DIM, text_str(&t));
    }
    static const char *const body[PERSON] = {"o", "^"};
    int x = r.fork + column_of(&r, r.here), rows = below.rows - 1; /* above the floor */
    for (int k = 0; k < PERSON && k < rows; k++)
        canvas_put(below, k, x, STYLE_CURSOR, body[k]);
    struct canvas part = canvas_part(c, c.rows - 1, 0, 1, c.cols);
    canvas_putf(part, 0, 0, STYLE_NOTE,
                screen_text(r.s, part.cols < SCREEN_NARROW
                                     ? TEXT("similarity: %.2f one on, %.2f ten on")
                                     : TEXT("One position on, the similarity is %.2f; ten on, %.2f.")),
                encoding_corridor_alike(r.c, r.here, 1), encoding_corridor_alike(r.c, r.here, 10));
}
