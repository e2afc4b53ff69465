/* What gives an answer away: a letter that is right again and again, an option that differs from all others
 * by its form alone, a number on the picture. Who passes by such a sign has learned nothing. */
#include <string.h>

#include "base/utf8.h"
#include "lesson/author/parts.h"
#include "lesson/read/figure.h"
#include "view/lesson/lesson.h"

/* Returns the width of an option, and whether it has a number; the digit of a name (注意力0) is none. */
static int option_form(const struct lesson_option *o, bool *number)
{
    struct text t = TEXT_HERE;
    lesson_block_text(&o->text, &t);
    struct figures in = {.s = text_str(&t)};
    *number = false;
    for (struct figure f; figures_next(&in, &f);) { /* a Han character has three bytes, of E4 to E9 first */
        unsigned char before = f.s - text_str(&t) < 3 ? 0 : (unsigned char)f.s[-3];
        *number = *number || before < 0xE4 || before > 0xE9;
    }
    int width = utf8_width(text_str(&t));
    text_finish(&t);
    return width;
}

void check_option_forms(struct check *ck, const struct lesson_ask *a)
{
    enum { LONG = 16 }; /* columns: of shorter ones a name may be twice as long as another */
    int right = lesson_right_place(a), longest = 0, width = 0;
    bool own = false, others = false;
    for (int i = 0; i < a->option_count; i++) {
        bool number;
        int columns = option_form(&a->option[a->order[i]], &number);
        own = i == right ? number : own;
        width = i == right ? columns : width;
        others = others || (i != right && number);
        longest = i != right && columns > longest ? columns : longest;
    }
    int line = right >= 0 ? a->option[a->order[right]].text.line : 0;
    if (right >= 0 && own && !others)
        check_step_fault(ck, line, TEXT("the right option gives itself away: it alone has a number"));
    if (right >= 0 && width >= LONG && 2 * width > 3 * longest)
        check_step_fault(ck, line,
                         TEXT("the right option gives itself away: it is longer by half than any other (%d "
                              "columns, at most %d)"),
                         width, 3 * longest / 2);
}

/* Returns whether the first number of an answer stands on a picture, with its sign and all of its digits. */
static bool stands(const char *picture, const char *answer)
{
    enum { CERTAIN = 3 }; /* fewer digits are many things: a position, a row, a tick of an axis */
    struct figures in = {.s = answer}, on = {.s = picture};
    struct figure f, g;
    bool certain = figures_next(&in, &f) && f.digits >= CERTAIN, found = false;
    while (certain && !found && figures_next(&on, &g))
        found = figure_same(&f, &g) && (f.s > answer && f.s[-1] == '-') == (g.s > picture && g.s[-1] == '-');
    return found;
}

/* Returns whether an option's number stands on a picture. */
static bool option_stands(const char *picture, const struct lesson_option *o)
{
    struct text t = TEXT_HERE;
    lesson_block_text(&o->text, &t);
    bool found = stands(picture, text_str(&t));
    text_finish(&t);
    return found;
}

/* Returns the line of the answer that the picture gives away, which the question does not name itself; s
 * NULL: none. Of options the picture must show the right one alone. */
static struct lesson_line given(const struct lesson_ask *a, const char *picture, const char *named)
{
    const int right = a->kind == ASK_CHOICE ? lesson_right_place(a) : -1;
    const struct lesson_option *o = right >= 0 ? &a->option[a->order[right]] : NULL;
    const struct lesson_line none = {0};
    if (a->kind == ASK_NUMBER)
        return stands(picture, a->literal.s) && !stands(named, a->literal.s) ? a->literal : none;
    if (!o || !option_stands(picture, o) || option_stands(named, o))
        return none;
    for (const struct lesson_option *wrong = a->option; wrong && wrong < a->option + a->option_count; wrong++)
        if (wrong != o && option_stands(picture, wrong))
            return none;
    return o->text.count > 0 ? o->text.v[0].text : none;
}

void check_on_picture(struct check *ck, const struct lesson_ask *a)
{
    enum { ROWS = 32, COLS = 120 - LESSON_WIDE }; /* beside a lesson on a large screen */
    const struct screen screen = {
        .session = &ck->session, .scratch = &ck->scratch, .asked = ask_predicts(a->kind)};
    struct text picture = {0}, named = {0};
    struct canvas c;
    if (!canvas_init(&c, ROWS, COLS)) {
        ck->no_memory = true;
        return;
    }
    canvas_clear(c);
    ck->session.unseen = false;
    session_follow(&ck->session, &ck->work);
    ck->session.unseen = true;
    views[ck->session.now.state.look.view]->draw(c, &screen);
    canvas_text(c, &picture);
    lesson_block_text(&a->question, &named);
    struct lesson_line answer = given(a, text_str(&picture), text_str(&named));
    if (answer.s)
        check_fault(ck, answer, TEXT("the answer %s stands on the picture while it is asked for"), answer.s);
    canvas_finish(&c);
    arena_forget(&ck->scratch);
    text_finish(&picture);
    text_finish(&named);
}

void check_letters(struct check *ck, enum lang lang)
{
    enum { ENOUGH = 20, MOST = 40 /* percent */, ROW = 4 };
    int right[LESSON_MAX_OPTIONS] = {0}, all = 0, in_row = 0, last = -1;
    for (struct check_file *f = ck->v; f < ck->v + ck->count; f++)
        for (int k = 0; f->asked && f->lesson.lang == lang && k < f->lesson.step_count * LESSON_MAX_QUESTIONS;
             k++) {
            const struct lesson_ask *a =
                &f->lesson.step[k / LESSON_MAX_QUESTIONS].ask[k % LESSON_MAX_QUESTIONS];
            int place = lesson_right_place(a);
            if (place < 0)
                continue;
            ck->file = f;
            right[place]++;
            all++;
            in_row = place == last ? in_row + 1 : 1;
            last = place;
            if (in_row == ROW)
                check_fault(ck, check_at(a->line, 1),
                            TEXT("%c is right for the fourth time in a row: leave 'shuffle' out"),
                            lesson_letter(place));
        }
    for (int i = 0; i < LESSON_MAX_OPTIONS && all >= ENOUGH; i++)
        if (100 * right[i] > MOST * all)
            check_fault(ck, check_at(1, 1),
                        TEXT("%c is right in %d of %d questions, more than %d%%: leave 'shuffle' out"),
                        lesson_letter(i), right[i], all, MOST);
}
