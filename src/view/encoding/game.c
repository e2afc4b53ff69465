/* The game "what time is it?": the hands of a position without its number, choices, and what they say about
 * the answer. */
#include "view/encoding/encoding.h"
#include "view/figures/tell.h"

/* Least columns of the words beside the clock and of the clock; rows that are kept for what is said about the
 * answer, so that nothing moves when it comes. */
enum { WORDS_LEAST = 32, CLOCK_LEAST = 14 };

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
    g.verdict = clock_verdict(g.c, &g.q, g.look->encoding.answer);
    return g;
}

/* Pale hands show the time before the turn, or where a wrong answer would put them. */
static struct encoding_times game_times(const struct game *g)
{
    bool wrong = g->verdict != CLOCK_OPEN && g->verdict != CLOCK_RIGHT;
    return (struct encoding_times){g->q.time,
                                   wrong         ? g->look->encoding.answer
                                   : g->q.by > 0 ? g->q.from
                                                 : -1,
                                   g->q.by > 0 && !wrong, NULL};
}

/* ---- sentences ------------------------------------------------------------------- */

static const char *game_question(const void *of)
{
    const struct game *g = of;
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
static const char *game_says(const void *of)
{
    const struct game *g = of;
    long said = g->look->encoding.answer, time = g->q.time;
    if (g->verdict == CLOCK_OPEN)
        return "";
    if (g->verdict == CLOCK_RIGHT && g->q.by > 0) {
        int last = clock_hands(g->c) - 1, hand = g->look->encoding.column / encoding_columns(g->c);
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

static void heading_draw(struct canvas c, const void *of)
{
    const struct game *g = of;
    int col = canvas_put(c, 0, 0, STYLE_TITLE,
                         g->q.by > 0 ? screen_text(g->s, TEXT("And later?"))
                                     : screen_text(g->s, TEXT("What time is it?")));
    canvas_either(c, 0, col + 2, STYLE_DIM, say(g->s, TEXT("question %d"), g->look->encoding.game), "");
}

static struct page_size hands_size(const void *of, int cols)
{
    const struct game *g = of;
    (void)cols;
    return encoding_hands_size(g->s, game_times(g));
}

static void hands_draw(struct canvas c, const void *of)
{
    const struct game *g = of;
    encoding_hands_draw(c, g->s, game_times(g));
}

/* a 2   b 5   c 8   d 11, the last answer marked. */
static void choices_draw(struct canvas c, const void *of)
{
    const struct game *g = of;
    bool right = g->verdict == CLOCK_RIGHT;
    const char *mark = right ? " ✓" : " ✗";
    enum style answered = right ? STYLE_GOOD : STYLE_ERROR;
    int col = 0;
    for (int i = 0; i < g->q.choices; i++) {
        bool said = g->q.choice[i] == g->look->encoding.answer;
        int from = col;
        col = canvas_putf(c, 0, col, STYLE_KEY, "%c", 'a' + i);
        col = canvas_putf(c, 0, col + 1, said ? answered : STYLE_STRONG, "%ld%s", g->q.choice[i],
                          said ? mark : "");
        if (click_hit(g->s->click, c, 0, from, col - from))
            click_line(g->s->click, "clock answer %c", 'a' + i);
        col += 3;
    }
}

static enum style verdict_style(const struct game *g)
{
    return g->verdict == CLOCK_RIGHT ? STYLE_GOOD : STYLE_NOTE;
}

static void clock_draw(struct canvas c, const void *of)
{
    const struct game *g = of;
    encoding_clock_draw(c, g->s, game_times(g));
}

/* The verdict in rows that are there before it is. */
static void kept_draw(struct canvas c, const void *of)
{
    canvas_flow(c, 0, verdict_style(of), game_says(of));
}

PAGE_TEXT(asked, WORDS_LEAST, STYLE_TEXT, game_question);
PAGE_TEXT(says, WORDS_LEAST, verdict_style(of), game_says);

void encoding_game_draw(struct canvas c, const struct screen *s)
{
    static const struct page_part parts[] = {
        {"heading", 0, {.rows = 1, .cols = WORDS_LEAST}, NULL, heading_draw},
        {"asked", 0, {0}, asked_size, NULL},
        {"hands", 1, {0}, hands_size, hands_draw},
        {"choices", 0, {.rows = 1, .cols = WORDS_LEAST}, NULL, choices_draw},
        {"kept", 0, {.rows = 5, .cols = WORDS_LEAST}, NULL, kept_draw},
        {"says", 0, {0}, says_size, NULL},
        {"clock", 3, {.rows = CLOCK_LEAST / 2, .cols = CLOCK_LEAST}, NULL, clock_draw},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {
        "(heading / asked / gap / hands / gap / choices / gap / kept) | clock",
        "(heading / asked / hands / choices / says) | clock",
        "heading / asked / gap / hands / choices / kept / clock",
        "heading / asked / hands / choices / says / clock",
        "heading / asked / choices / says? / clock",
        "(asked / choices / says?) | clock:4x12*1",
        NULL};
    struct game g = game_of(s);
    page_draw(c, forms, parts, &g);
}

/* ---- in sentences ---------------------------------------------------------------- */

void encoding_game_tell(const struct teller *t)
{
    struct game g = game_of(&t->screen);
    tell(t, TEXT("What time is it? Question %d. %s\n"), g.look->encoding.game, game_question(&g));
    encoding_hands_tell(t, game_times(&g));
    tell(t, TEXT("Choices:"));
    for (int i = 0; i < g.q.choices; i++)
        tell(t, i > 0 ? TEXT(", %c %ld") : TEXT(" %c %ld"), 'a' + i, g.q.choice[i]);
    text_add(t->out, "\n");
    tell(t, TEXT("Commands: clock answer N, clock next, clock ask, clock end\n"));
    text_addf(t->out, *game_says(&g) ? "%s\n" : "%s", game_says(&g));
}
