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
    const struct state *now = &s->model->now.state;
    struct game g = {.s = s, .c = &s->model->now.config, .look = &now->look};
    g.q = clock_question(g.c, g.look, now->set.seed);
    g.verdict = clock_verdict(g.c, &g.q, g.look->clock_answer);
    return g;
}

/* Pale hands show the time before the turn, or where a wrong answer would put them. */
static struct encoding_times times(const struct game *g)
{
    bool wrong = g->verdict != CLOCK_OPEN && g->verdict != CLOCK_RIGHT;
    return (struct encoding_times){g->q.time,
                                   wrong         ? g->look->clock_answer
                                   : g->q.by > 0 ? g->q.from
                                                 : -1,
                                   g->q.by > 0 && !wrong, -1, 0};
}

/* ---- sentences ------------------------------------------------------------------- */

static void question(struct text *out, const struct game *g)
{
    const struct screen *s = g->s;
    if (g->q.by > 0)
        screen_add(s, out,
                   TEXT("It was %ld. In %ld words every hand turns by its own angle. What time is it then?",
                        "刚才是 %ld。再过 %ld 个词，每根针转过自己的角度。那时几点？"),
                   g->q.from, g->q.by);
    else
        text_add(out, screen_text(s, TEXT("These are the hands of one position. Which position is it?",
                                          "这是某个位置的指针。是哪个位置？")));
}

static void wrong(struct text *out, const struct game *g)
{
    long said = g->look->clock_answer;
    int hand = clock_telling_hand(g->c, said, g->q.time);
    screen_add(g->s, out, TEXT("Not %ld. %s", "不是 %ld。%s"), said,
               screen_pair(g->s, clock_reasons[g->verdict]));
    screen_add(g->s, out,
               TEXT(" At %ld hand %d is at %.1f degrees, here at %.1f.",
                    "位置 %ld 的第 %d 根针在 %.1f 度，这里在 %.1f 度。"),
               said, hand, clock_degrees(clock_angle(g->c, (double)said, hand)),
               clock_degrees(clock_angle(g->c, (double)g->q.time, hand)));
}

static void says(struct text *out, const struct game *g)
{
    if (g->verdict == CLOCK_RIGHT && g->q.by > 0) {
        int last = clock_hands(g->c) - 1, hand = g->look->column / encoding_columns(g->c);
        double turned = (double)g->q.by * clock_speed(g->c, hand > last ? last : hand) * 57.29577951308232;
        screen_add(g->s, out,
                   TEXT("Right: %ld + %ld = %ld. Whatever the time was, %ld words turn hand %d by %.1f "
                        "degrees: adding is turning.",
                        "对：%ld + %ld = %ld。不管原来几点，%ld 个词总让第 %d 根针转 %.1f 度：加就是转。"),
                   g->q.from, g->q.by, g->q.time, g->q.by, hand, turned);
    } else if (g->verdict == CLOCK_RIGHT) {
        /* Why a reading is right: the hand that has not gone round yet says it. */
        int hand = clock_first_round(g->c, g->q.time);
        double angle = clock_degrees(clock_angle(g->c, (double)g->q.time, hand));
        struct text period = SCREEN_TEXT(g->s);
        encoding_period_add(&period, clock_period(g->c, hand));
        screen_add(g->s, out,
                   TEXT("Right: %ld. Hand %d is on its first round: %.1f of 360 degrees are %.1f of its %s "
                        "words.",
                        "对：%ld。第 %d 根针还在走第一圈：360 度里的 %.1f 度，就是一圈里的 %.1f 个词（一圈 "
                        "%s 个）。"),
                   g->q.time, hand, angle, angle / 360 * clock_period(g->c, hand), text_str(&period));
        if (hand > 0)
            text_add(out, screen_text(g->s, TEXT(" The faster hands make it exact.", "更快的针把它定准。")));
    } else if (g->verdict != CLOCK_OPEN)
        wrong(out, g);
}

/* ---- the picture ----------------------------------------------------------------- */

/* The mark after a choice: whether it was said, and right. */
static const char *mark(const struct game *g, bool said)
{
    if (!said)
        return "";
    if (g->verdict == CLOCK_RIGHT)
        return g->s->ascii ? " +" : " ✓";
    return g->s->ascii ? " x" : " ✗";
}

/* a 2   b 5   c 8   d 11, the last answer marked. */
static void choices(struct canvas c, const struct game *g)
{
    enum style answered = g->verdict == CLOCK_RIGHT ? STYLE_GOOD : STYLE_ERROR;
    int col = 0;
    for (int i = 0; i < g->q.choices; i++) {
        bool said = g->q.choice[i] == g->look->clock_answer;
        int from = col;
        col = canvas_putf(c, 0, col, STYLE_KEY, "%c", 'a' + i);
        col = canvas_putf(c, 0, col + 1, said ? answered : STYLE_STRONG, "%ld%s", g->q.choice[i],
                          mark(g, said));
        if (click_hit(g->s->click, c, 0, from, col - from))
            click_line(g->s->click, "clock answer %c", 'a' + i);
        col += 3;
    }
}

/* Draws heading, question, hands, choices and what is said about the answer. Where there is room for it,
 * nothing moves when the answer comes. */
static void words(struct canvas c, const struct game *g)
{
    struct text asked = SCREEN_TEXT(g->s), said = SCREEN_TEXT(g->s);
    question(&asked, g);
    says(&said, g);
    struct canvas measure = {.rows = c.rows, .cols = c.cols};
    int row = 1 + canvas_flow(canvas_part(c, 1, 0, c.rows - 1, c.cols), 0, STYLE_TEXT, text_str(&asked));
    int hands = clock_hands(g->c),
        answer = said.len > 0 ? canvas_flow(measure, 0, STYLE_TEXT, text_str(&said)) : 0;
    int room = c.rows - row - 3, gap = room - SAYS > hands;
    room -= gap || answer > SAYS ? SAYS : answer;
    int shown = hands < room ? hands : room;
    int col = canvas_put(c, 0, 0, STYLE_TITLE,
                         g->q.by > 0 ? screen_text(g->s, TEXT("And later?", "过一会儿呢？"))
                                     : screen_text(g->s, TEXT("What time is it?", "几点了？")));
    canvas_either(c, 0, col + 2, STYLE_DIM, say(g->s, TEXT("question %d", "第 %d 题"), g->look->clock), "");
    row += gap;
    if (shown > 0)
        row += encoding_list_draw(canvas_part(c, row, 0, shown, c.cols), g->s, times(g));
    row += gap || shown < hands;
    choices(canvas_part(c, row, 0, 1, c.cols), g);
    canvas_flow(canvas_part(c, row + 1 + gap, 0, c.rows, c.cols), 0,
                g->verdict == CLOCK_RIGHT ? STYLE_GOOD : STYLE_NOTE, text_str(&said));
}

void encoding_game_draw(struct canvas c, const struct screen *s)
{
    struct game g = game_of(s);
    int beside = c.cols - GAP - WORDS_LEAST, rows = beside / 2 < c.rows ? beside / 2 : c.rows;
    if (c.cols < SCREEN_NARROW) { /* below the words */
        rows = c.rows / 2 < c.cols / 2 ? c.rows / 2 : c.cols / 2;
        words(canvas_part(c, 0, 0, c.rows - rows, c.cols), &g);
        encoding_clock_draw(canvas_part(c, c.rows - rows, 0, rows, c.cols), s, times(&g));
        return;
    }
    int left = c.cols - GAP - 2 * rows;
    left = left > WORDS_MOST ? WORDS_MOST : left;
    int margin = (c.cols - left - GAP - 2 * rows) / 2;
    words(canvas_part(c, 0, margin, c.rows, left), &g);
    encoding_clock_draw(canvas_part(c, 0, margin + left + GAP, rows, 2 * rows), s, times(&g));
}

/* ---- in sentences ---------------------------------------------------------------- */

void encoding_game_tell(const struct teller *t)
{
    struct game g = game_of(&t->screen);
    struct text line = SCREEN_TEXT(&t->screen);
    tell(t, TEXT("What time is it? Question %d. ", "几点了？第 %d 题。"), g.look->clock);
    question(&line, &g);
    text_addf(t->out, "%s\n", text_str(&line));
    int hands = clock_hands(g.c);
    for (int i = 0; i < hands && i < TELL_ROWS; i++) {
        struct text period = SCREEN_TEXT(&t->screen);
        double at = clock_degrees(clock_angle(g.c, (double)g.q.time, i));
        encoding_period_add(&period, clock_period(g.c, i));
        tell(t, TEXT("hand %d, once round in %s words: ", "第 %d 根针，%s 个词转一圈："), i,
             text_str(&period));
        if (g.q.by > 0)
            tell(t,
                 TEXT("from %.1f degrees it turns by %.1f, to %.1f degrees\n",
                      "从 %.1f 度转过 %.1f 度，到 %.1f 度\n"),
                 clock_degrees(clock_angle(g.c, (double)g.q.from, i)),
                 (double)g.q.by * clock_speed(g.c, i) * 57.29577951308232, at);
        else
            tell(t, TEXT("at %.1f degrees\n", "在 %.1f 度\n"), at);
    }
    tell(t, TEXT("Choices:", "选项："));
    for (int i = 0; i < g.q.choices; i++)
        tell(t, EITHER(i > 0, TEXT(", %c %ld", "、%c %ld"), TEXT(" %c %ld", "%c %ld")), 'a' + i,
             g.q.choice[i]);
    text_add(t->out, "\n");
    tell(t, TEXT("Commands: clock answer N, clock next, clock ask, clock end\n",
                 "命令：clock answer N、clock next、clock ask、clock end\n"));
    text_clear(&line);
    says(&line, &g);
    if (line.len > 0)
        text_addf(t->out, "%s\n", text_str(&line));
}
