/* Commands for teaching a class: count hands, hide the numbers until everyone has decided, blank the screen,
 * read the presenter's note. None of them is an answer. */
#include "lesson/play/play.h"

#include <string.h>

#include "base/number.h"
#include "lesson/run/notes.h"

/* Returns the choice question on screen, open or already answered. *at is its index in the step. */
static const struct lesson_ask *shown_choice(const struct lesson_session *s, int *at)
{
    const struct lesson_now place = lesson_now(s);
    const struct lesson_step *step = place.step;
    struct lesson_beat beat = place.beat;
    int last = !step || beat.phase == PHASE_READ ? -1
               : beat.phase == PHASE_ASK         ? beat.index
                                                 : step->ask_count - 1;
    for (*at = last; *at >= 0; --*at)
        if (step->ask[*at].kind == ASK_CHOICE)
            return &step->ask[*at];
    return NULL;
}

/* Returns the choice question on screen, or NULL and the reason in r. */
static const struct lesson_ask *needed_choice(const struct lesson_session *s, int *at, struct reply *r)
{
    const struct lesson_ask *q = s ? shown_choice(s, at) : NULL;
    if (!q)
        reply_fail(r, 0, TEXT("no question with letters is shown"));
    return q;
}

bool lesson_has_option(const struct lesson_session *s, const char *letter, int col, struct reply *r)
{
    int at;
    const struct lesson_ask *q = needed_choice(s, &at, r);
    return q && (lesson_option_of(q, letter) >= 0 ||
                 reply_fail(r, col, TEXT("no option %s: this question has %c to %c"), letter,
                            lesson_letter(0), lesson_letter(q->option_count - 1)));
}

/* Switches the letter keys between counting hands and answering. */
static bool switch_counting(struct lesson_session *s, struct reply *r)
{
    const struct lesson_now now = lesson_now(s);
    int at;
    bool answered = !now.open && shown_choice(s, &at);
    s->counts = !s->counts;
    if (s->counts && lesson_asks(now, ASK_PICTURE)) {
        reply_say(r,
                  TEXT("counting hands: arrows choose a word, type how many; Enter shows the result (C: back "
                       "to answers)"));
        return true;
    }
    if (s->counts && !lesson_asks(now, ASK_CHOICE)) {
        reply_say(r, answered
                         ? TEXT("this question is answered: R asks it again, then letters count hands (C: "
                                "back to answers)")
                         : TEXT("hands are counted at questions with letters; here there is none (C: back "
                                "to answers)"));
        return true;
    }
    reply_say(r, s->counts
                     ? TEXT("counting hands: a letter, the number, Enter; then Enter shows the result (C: "
                            "back to answers)")
                     : TEXT("letters are answers again"));
    return true;
}

/* class | class count | class a=12 b=3: clears the counts, lets keys count, sets counts. */
bool lesson_class(struct call *c)
{
    enum { MOST_HANDS = 9999 };
    struct lesson_session *s = c->m->lesson;
    int at, hands[LESSON_MAX_OPTIONS] = {0};
    if (c->w->count == 2 && strcmp(call_word(c, 1), "count") == 0)
        return switch_counting(s, c->r);
    const struct lesson_ask *q = needed_choice(s, &at, c->r);
    if (!q)
        return false;
    int *counted = s->run.visit[s->run.step].answer[at].hands;
    if (c->w->count > 1)
        memcpy(hands, counted, sizeof hands);
    for (int i = 1; i < c->w->count; i += 3) {
        int option = lesson_option_meant(c->host, q, call_word(c, i));
        const char *hand = call_word(c, i + 2);
        long number;
        if (option < 0 || i + 2 >= c->w->count || strcmp(call_word(c, i + 1), "=") != 0)
            return call_fail(c, i, TEXT("write 'class a=12 b=3': this question has the options %c to %c"),
                             lesson_letter(0), lesson_letter(q->option_count - 1));
        if (number_parse_int(hand, strlen(hand), 0, MOST_HANDS, &number) != NUMBER_OK)
            return call_fail(c, i + 2, TEXT("'%s' is not a number of hands (0 to %d)"), hand, MOST_HANDS);
        hands[option] = (int)number;
    }
    memcpy(counted, hands, sizeof hands);
    lesson_log_options(c, q);
    return true;
}

bool lesson_blank(struct call *c)
{
    c->m->blank = !c->m->blank;
    return true;
}

bool lesson_numbers(struct call *c)
{
    c->m->hides = !c->m->hides;
    reply_say(c->r, c->m->hides ? TEXT("numbers are hidden (again: show them)") : TEXT("numbers are shown"));
    return true;
}

bool lesson_expressions(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    s->proofs = !s->proofs;
    reply_say(c->r,
              s->proofs
                  ? TEXT("each number in the text is followed by what it was computed from (again: hide)")
                  : TEXT("the text is shown without expressions"));
    return true;
}

/* Adds the lines of s, indented below a title. */
static void below(struct text *out, const char *s)
{
    for (size_t n; *s; s += n + (s[n] == '\n')) {
        n = strcspn(s, "\n");
        text_addf(out, n ? "  %.*s\n" : "\n", (int)n, s);
    }
}

bool lesson_note(struct call *c)
{
    struct notes n = {0};
    notes_of(&n, c->m->lesson, &c->m->now);
    bool any = n.of[NOTES_NOTE].len + n.of[NOTES_ASK].len > 0;
    reply_say(c->r, TEXT("Presenter's note\n"));
    below(&c->r->text, text_str(&n.of[NOTES_NOTE]));
    if (n.of[NOTES_ASK].len > 0)
        reply_say(c->r, TEXT("To ask\n"));
    below(&c->r->text, text_str(&n.of[NOTES_ASK]));
    notes_finish(&n);
    return any || reply_fail(c->r, 0, TEXT("this step has no presenter's note"));
}
