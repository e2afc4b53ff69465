/* A question that is answered by drawing: each word with its share, and once it is answered the true one over
 * it; or the face of a clock. */
#include <math.h>
#include <stdlib.h>

#include "lesson/run/picture.h"
#include "view/braille.h"
#include "view/lesson/lesson.h"
#include "view/lesson/typeset.h"

enum {
    NUMBER = 5,   /* columns of "100 %" */
    BAR_ROOM = 14 /* a mark, a bar of a few cells, a number without a sign */
};

/* A word's cell of the list: its name, a bar, its share. */
struct share_cell {
    struct canvas c;
    const struct screen *s;
    const struct picture *p;
    const struct lesson_answer *a;
    int i, name, number; /* the word; columns of the names, of the numbers */
    bool open, counts;
};

static void share_clicks(const struct share_cell *k, int bar, int room)
{
    struct click *click = k->s->click;
    if (!k->open || !click_hit(click, k->c, 0, 0, k->c.cols))
        return;
    click_line(click, "draw word %d +10", k->i);
    for (int x = -1; x < room && !k->counts; x++) /* before the bar: nothing */
        if (click_hit(click, k->c, 0, bar + x, 1)) {
            click_line(click, "draw word %d %d", k->i, (x + 1) * 100 / room);
            click->drags = true;
        }
}

static void share_cell(const struct share_cell *k)
{
    const int bar = k->name + 3, room = k->c.cols - bar - k->number - 1;
    const bool told = !k->open && k->a->known, chosen = k->open && k->a->drawn == k->i;
    const double drawn = picture_share(k->a, k->p->count, k->i),
                 most = fmax(100, picture_sum(k->a, k->p->count)),
                 is = told        ? k->a->truth[k->i]
                      : k->counts ? drawn
                                  : k->a->share[k->i] / most;
    struct text name = SCREEN_TEXT(k->s), line = SCREEN_TEXT(k->s);
    screen_word(&k->s->session->now.state, k->p->words, k->i, &name);
    if (chosen)
        canvas_put(k->c, 0, 0, STYLE_KEY, "▸");
    canvas_field(k->c, 0, 2, k->name, chosen ? STYLE_SELECTED : STYLE_TEXT, text_str(&name));
    for (int x = 0; x < room; x++)
        text_add(&line, x < (int)lround(is * room) ? "█" : told && x < (int)lround(drawn * room) ? "░" : " ");
    canvas_put(k->c, 0, bar, told ? STYLE_GOOD : STYLE_FORMULA, text_str(&line));
    if (told && drawn > 0 && (int)lround(drawn * room) <= (int)lround(is * room))
        canvas_put(k->c, 0, bar + (int)lround(drawn * room) - (drawn * room >= 1), STYLE_KEY, "│");
    const int typed = k->a->share[k->i];
    const char *number = said_values(k->s, k->counts ? "%4d" : "%d %%", typed);
    if (k->number < NUMBER)
        number = said_values(k->s, "%3.0f", told ? 100 * is : typed);
    else if (told)
        number = share_text(k->s, is, SHARE_PERCENT);
    canvas_put(k->c, 0, k->c.cols - k->number, told ? STYLE_STRONG : STYLE_TEXT, number);
    share_clicks(k, bar, room);
}

/* In how many columns `count` words with names of `name` columns are listed: in as few rows as leave a bar
 * beside each; more words than one screen has rows for go without. */
static int share_columns(int count, int name, int width)
{
    enum { FEW = 4, SOME = 6, MANY = 8, LONGEST = 12, LONGER = 4 };
    const int beside = name + BAR_ROOM;
    if (count > MANY && width / 3 >= beside)
        return 3;
    if ((count > SOME && width / 2 >= beside) || (count > FEW && width / 2 >= beside + LONGER))
        return 2;
    return count <= LONGEST ? 1 : width / 3 < name + BAR_ROOM / 2 ? 2 : 3;
}

static void shares(struct typeset *t, const struct picture *p, const struct lesson_answer *a)
{
    enum { NAME_MOST = 12, WITHOUT_NAME = 9 };
    const struct lesson_session *l = t->s->session->lesson;
    struct share_cell k = {.s = t->s, .p = p, .a = a, .open = !a->closed && !t->ended};
    k.counts = l && l->counts && !a->closed;
    for (int i = 0; i < p->count; i++) {
        int wide = utf8_width(said_word(t->s, &t->s->session->now.state, p->words, i));
        k.name = k.name < wide ? wide : k.name;
    }
    const int wanted = k.name < NAME_MOST ? k.name : NAME_MOST,
              columns = share_columns(p->count, wanted, t->c.cols), rows = (p->count + columns - 1) / columns,
              width = t->c.cols / columns;
    k.number = columns > 1 && width < wanted + BAR_ROOM ? NUMBER - 2 : NUMBER; /* too little room: no sign */
    k.name = wanted < width - WITHOUT_NAME ? wanted : width - WITHOUT_NAME;
    for (k.i = 0; k.i < p->count && t->c.cells; k.i++) {
        int row = t->row - t->skip + k.i % rows;
        if (row < 0 || row >= t->c.rows)
            continue;
        k.c = canvas_part(t->c, row, k.i / rows * width, 1, width - (columns > 1));
        share_cell(&k);
    }
    if (k.open)
        t->lit = (struct rows){t->row + a->drawn % rows, t->row + a->drawn % rows + 1};
    t->row += rows;
}

/* A clock with the hand that is drawn, dotted, and the true one. */
static void clock_face(struct typeset *t, const struct lesson_answer *a)
{
    enum { ROWS = 6, COLUMNS = 14, EVERY = 2 };
    const bool told = (a->closed || t->ended) && a->known;
    int row = t->row - t->skip;
    t->row += ROWS;
    if (!t->c.cells || row < 0 || row + ROWS > t->c.rows)
        return;
    struct braille b = {canvas_part(t->c, row, 2, ROWS, COLUMNS), t->s->ascii};
    struct circle rim = {{braille_width(&b) / 2.0, braille_height(&b) / 2.0}, braille_height(&b) / 2.0 - 1};
    const double degree = acos(-1) / 180;
    for (int i = 0; i < 60; i++) {
        struct point dot = circle_point(rim, i * 6 * degree);
        braille_dot(&b, (int)lround(dot.x), (int)lround(dot.y), STYLE_BORDER, 0);
    }
    for (int i = 1; i < (int)rim.radius; i += EVERY) {
        struct point dot = circle_point((struct circle){rim.centre, i}, a->share[0] * degree);
        braille_dot(&b, (int)lround(dot.x), (int)lround(dot.y), STYLE_KEY, 0);
    }
    if (told)
        braille_line(&b, rim.centre,
                     circle_point((struct circle){rim.centre, rim.radius - 2}, a->truth[0] * degree),
                     STYLE_GOOD, 0);
    for (int i = 0; i < ROWS && !a->closed; i++)
        for (int x = 0; x < COLUMNS; x++)
            if (click_hit(t->s->click, b.c, i, x, 1)) {
                double right = 2 * x + 1 - rim.centre.x, up = rim.centre.y - 4 * i - 2;
                int angle = (int)lround(atan2(right, up) / degree / PICTURE_TURN) * PICTURE_TURN;
                click_line(t->s->click, "draw %d", (angle + 360) % 360);
                t->s->click->drags = true;
            }
    canvas_put(t->c, row + ROWS / 2 - 1, COLUMNS + 4, STYLE_TEXT, said_values(t->s, "%d°", a->share[0]));
    if (told)
        canvas_put(t->c, row + ROWS / 2, COLUMNS + 4, STYLE_GOOD, said_values(t->s, "%.0f°", a->truth[0]));
}

void typeset_picture(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a)
{
    const struct lesson_session *l = t->s->session->lesson;
    struct reply quiet = {0};
    struct picture p;
    bool known = picture_of(q, &t->s->session->now, &p, &quiet), open = !a->closed && !t->ended;
    reply_finish(&quiet);
    if (!known)
        return;
    if (!p.words) {
        clock_face(t, a);
        return;
    }
    shares(t, &p, a);
    int sum = picture_sum(a, p.count);
    if (open && !(l && l->counts))
        typeset_say(t, 2, STYLE_DIM,
                    sum > 100                ? TEXT("%d %% too much: all shares shrink alike")
                    : sum == 0 || sum == 100 ? TEXT("left over: %d %%")
                                             : TEXT("%d %% left over: all grow alike"),
                    abs(100 - sum));
    else if (open)
        typeset_say(t, 2, STYLE_DIM, TEXT("hands: %d"), sum);
}

void typeset_overlap(struct typeset *t, const struct lesson_ask *q, const struct lesson_answer *a, bool class)
{
    const enum style style = a->right || (class && a->hands[1]) ? STYLE_GOOD : STYLE_ERROR;
    const struct scene *now = &t->s->session->now;
    const int enough = q->enough ? q->enough : PICTURE_ENOUGH;
    struct reply quiet = {0};
    struct picture p;
    const bool here = picture_of(q, now, &p, &quiet);
    reply_finish(&quiet);
    if (!a->known)
        return;
    if (!here) /* the step has moved on to other words */
        p = (struct picture){now->state.sentence, LESSON_DRAWN, -1, -1};
    double both = 100 * picture_overlap(&p, a);
    typeset_text(t, 2, style,
                 class ? say(t->s, TEXT("The class's picture and the true one overlap by %.0f %%"), both)
                 : a->right
                     ? say(t->s, TEXT("Your picture and the true one overlap by %.0f %%: right"), both)
                     : say(t->s,
                           TEXT("Your picture and the true one overlap by %.0f %% (right: from %d %% on)"),
                           both, enough));
    if (!p.words) {
        typeset_say(t, 2, STYLE_TEXT, TEXT("drawn at %d°, it points at %.0f°"), a->share[0], a->truth[0]);
        return;
    }
    int worst = picture_worst(&p, a);
    if (!here || fabs(picture_share(a, p.count, worst) - a->truth[worst]) < 0.005) /* nothing to be seen */
        return;
    typeset_say(t, 2, STYLE_TEXT, TEXT("farthest off: %s, drawn %.0f %%, true %.0f %%"),
                said_word(t->s, &now->state, p.words, worst), 100 * picture_share(a, p.count, worst),
                100 * a->truth[worst]);
}
