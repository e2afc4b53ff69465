/* The game "what time is it?": the hands of a position without its number, choices, and what they say about
 * the answer. */
#include "view/encoding/encoding.h"
#include "view/tell/tell.h"

/* Columns: the least of the words beside the clock, the most. Rows: what is kept for the answer. */
enum { WORDS_LEAST = 32, WORDS_MOST = 62, SAYS = 5, GAP = 2 };

struct game {
    const struct screen *s;
    const struct config *c;
    const struct look *look;
    struct clock_question q;
    enum clock_verdict verdict;
};

static struct game game_of(const struct screen *s)
{
    const struct state *now = &s->session->now.state;
    struct game g = {.s = s, .c = &s->session->now.config, .look = &now->look};
    g.q = clock_question(g.c, g.look, now->set.seed);
    g.verdict = clock_verdict(g.c, &g.q, g.look->clock_answer);
    return g;
}

/* Pale hands show the time before the turn, or where a wrong answer would put them. */
static struct encoding_times game_times(const struct game *g)
{
    bool wrong = g->verdict != CLOCK_OPEN && g->verdict != CLOCK_RIGHT;
    return (struct encoding_times){g->q.time,
                                   wrong         ? g->look->clock_answer
                                   : g->q.by > 0 ? g->q.from
                                                 : -1,
                                   g->q.by > 0 && !wrong, -1, 0};
}

/* ---- sentences ------------------------------------------------------------------- */

static const char *game_question(const struct game *g)
{
    return g->q.by > 0
               ? say(g->s,
                     TEXT("It was %ld. In %ld words every hand turns by its own angle. What time is "
                          "it then?"),
                     g->q.from, g->q.by)
               : screen_text(g->s, TEXT("These are the hands of one position. Which position is it?"));
}

static double degrees(const struct game *g, long time, int hand)
{
    return clock_degrees(clock_angle(g->c, (double)time, hand));
}

static double degrees_turned(const struct game *g, int hand)
{
    return (double)g->q.by * clock_speed(g->c, hand) * 57.29577951308232;
}

/* Returns what is said about the answer, "" if there is none. */
static const char *says(const struct game *g)
{
    long said = g->look->clock_answer, time = g->q.time;
    if (g->verdict == CLOCK_OPEN)
        return "";
    if (g->verdict == CLOCK_RIGHT && g->q.by > 0) {
        int last = clock_hands(g->c) - 1, hand = g->look->column / encoding_columns(g->c);
        return say(g->s,
                   TEXT("Right: %ld + %ld = %ld. Whatever the time was, %ld words turn hand %d by %.1f "
                        "degrees: adding is turning."),
                   g->q.from, g->q.by, time, g->q.by, hand, degrees_turned(g, hand > last ? last : hand));
    }
    if (g->verdict == CLOCK_RIGHT) {
        int hand = clock_first_round(g->c, time); /* one that has not gone round yet says why */
        double angle = degrees(g, time, hand);
        return say(g->s,
                   TEXT("Right: %ld. Hand %d is on its first round: %.1f of 360 degrees are %.1f of its %s "
                        "words.%s"),
                   time, hand, angle, angle / 360 * clock_period(g->c, hand), encoding_period(g->s, hand),
                   hand > 0 ? screen_text(g->s, TEXT(" The faster hands make it exact.")) : "");
    }
    int hand = clock_telling_hand(g->c, said, time);
    return say(g->s, TEXT("Not %ld. %s At %ld hand %d is at %.1f degrees, here at %.1f."), said,
               screen_text(g->s, clock_reasons[g->verdict]), said, hand, degrees(g, said, hand),
               degrees(g, time, hand));
}

/* ---- the picture ----------------------------------------------------------------- */

/* a 2   b 5   c 8   d 11, the last answer marked. */
static void choices(struct canvas c, const struct game *g)
{
    bool right = g->verdict == CLOCK_RIGHT;
    const char *mark = right ? " ✓" : " ✗";
    enum style answered = right ? STYLE_GOOD : STYLE_ERROR;
    int col = 0;
    for (int i = 0; i < g->q.choices; i++) {
        bool said = g->q.choice[i] == g->look->clock_answer;
        int from = col;
        col = canvas_putf(c, 0, col, STYLE_KEY, "%c", 'a' + i);
        col = canvas_putf(c, 0, col + 1, said ? answered : STYLE_STRONG, "%ld%s", g->q.choice[i],
                          said ? mark : "");
        if (click_hit(g->s->click, c, 0, from, col - from))
            click_line(g->s->click, "clock answer %c", 'a' + i);
        col += 3;
    }
}

/* Draws heading, question, hands, choices and what is said about the answer. Where there is room for it,
 * nothing moves when the answer comes. */
static void game_words(struct canvas c, const struct game *g)
{
    const char *asked = game_question(g), *said = says(g);
    struct canvas measure = {.rows = c.rows, .cols = c.cols};
    int row = 1 + canvas_flow(canvas_part(c, 1, 0, c.rows - 1, c.cols), 0, STYLE_TEXT, asked);
    int hands = clock_hands(g->c), answer = *said ? canvas_flow(measure, 0, STYLE_TEXT, said) : 0;
    int room = c.rows - row - 3, gap = room - SAYS > hands;
    room -= gap || answer > SAYS ? SAYS : answer;
    int shown = hands < room ? hands : room;
    int col = canvas_put(c, 0, 0, STYLE_TITLE,
                         g->q.by > 0 ? screen_text(g->s, TEXT("And later?"))
                                     : screen_text(g->s, TEXT("What time is it?")));
    canvas_either(c, 0, col + 2, STYLE_DIM, say(g->s, TEXT("question %d"), g->look->clock), "");
    row += gap;
    if (shown > 0)
        row += encoding_list_draw(canvas_part(c, row, 0, shown, c.cols), g->s, game_times(g));
    row += gap || shown < hands;
    choices(canvas_part(c, row, 0, 1, c.cols), g);
    canvas_flow(canvas_part(c, row + 1 + gap, 0, c.rows, c.cols), 0,
                g->verdict == CLOCK_RIGHT ? STYLE_GOOD : STYLE_NOTE, said);
}

void encoding_game_draw(struct canvas c, const struct screen *s)
{
    struct game g = game_of(s);
    int beside = c.cols - GAP - WORDS_LEAST, rows = beside / 2 < c.rows ? beside / 2 : c.rows;
    if (c.cols < SCREEN_NARROW) { /* below the words */
        rows = c.rows / 2 < c.cols / 2 ? c.rows / 2 : c.cols / 2;
        game_words(canvas_part(c, 0, 0, c.rows - rows, c.cols), &g);
        encoding_clock_draw(canvas_part(c, c.rows - rows, 0, rows, c.cols), s, game_times(&g));
        return;
    }
    int left = c.cols - GAP - 2 * rows;
    left = left > WORDS_MOST ? WORDS_MOST : left;
    int margin = (c.cols - left - GAP - 2 * rows) / 2;
    game_words(canvas_part(c, 0, margin, c.rows, left), &g);
    encoding_clock_draw(canvas_part(c, 0, margin + left + GAP, rows, 2 * rows), s, game_times(&g));
}

/* ---- in sentences ---------------------------------------------------------------- */

void encoding_game_tell(const struct teller *t)
{
    struct game g = game_of(&t->screen);
    tell(t, TEXT("What time is it? Question %d. %s\n"), g.look->clock, game_question(&g));
    for (int i = 0; i < clock_hands(g.c) && i < TELL_ROWS; i++) {
        const char *period = encoding_period(&t->screen, i);
        double at = degrees(&g, g.q.time, i);
        if (g.q.by > 0)
            tell(
                t,
                TEXT(
                    "hand %d, once round in %s words: from %.1f degrees it turns by %.1f, to %.1f degrees\n"),
                i, period, degrees(&g, g.q.from, i), degrees_turned(&g, i), at);
        else
            tell(t, TEXT("hand %d, once round in %s words: at %.1f degrees\n"), i, period, at);
    }
    tell(t, TEXT("Choices:"));
    for (int i = 0; i < g.q.choices; i++)
        tell(t, i > 0 ? TEXT(", %c %ld") : TEXT(" %c %ld"), 'a' + i, g.q.choice[i]);
    text_add(t->out, "\n");
    tell(t, TEXT("Commands: clock answer N, clock next, clock ask, clock end\n"));
    text_addf(t->out, *says(&g) ? "%s\n" : "%s", says(&g));
}
