/* The frame around a lesson: the current step, the keys available, the hidden numbers. */
#include <string.h>

#include "session/contexts.h"
#include "study/look_names.h"
#include "lesson/run/judge.h"
#include "view/lesson/lesson.h"

/* Returns whether the step sets something by a line that begins like this. */
static bool sets(const struct lesson_step *step, const char *begin)
{
    const struct lesson_lines *lists[] = {&step->scene, &step->act};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lists[k]->count; i++)
            if (strncmp(lists[k]->v[i].s, begin, strlen(begin)) == 0)
                return true;
    return false;
}

/* Draws a part of the title before column `end`, cut if it must be; returns the column of the next part. */
static int title_part(struct canvas c, int col, int end, enum style style, const char *part)
{
    enum { LEAST = 4 }; /* columns below which a part that is cut says nothing */
    int width = utf8_width(part), room = end - col;
    if (room < width && room < LEAST)
        return col;
    width = width < room ? width : room;
    canvas_field(c, 0, col, width, style, part);
    return col + width + 2;
}

void lesson_title_draw(struct canvas c, const struct screen *s)
{
    const struct lesson_session *l = s->session->lesson;
    const struct lesson_step *step = lesson_now(l).step;
    const struct settings *set = &s->session->now.state.set;
    const struct posenc_def *pe = posencs[set->encoding];
    const char *view = screen_text(s, views[s->session->now.state.look.view]->title);
    const int right = c.cols - utf8_width(view) - 1, end = right - 1;
    struct text where = SCREEN_TEXT(s), at = SCREEN_TEXT(s), facts = SCREEN_TEXT(s);
    text_addf(&where, "%s%s%s", l->lesson.id, step ? "/" : "", step ? step->id.s : "");
    if (l->free)
        text_add(&at, screen_text(s, TEXT("free play")));
    else if (step)
        text_addf(&at, "%d/%d", l->run.step + 1, l->lesson.step_count);
    int col = canvas_put(c, 0, 1, STYLE_TITLE, "qkv") + 2;
    col = title_part(c, col, end, STYLE_LABEL, text_str(&where));
    col = title_part(c, col, end, l->free ? STYLE_CHANGED : STYLE_STRONG, text_str(&at));
    if (l->lesson.path > 0)
        col = title_part(
            c, col, end, STYLE_LABEL,
            say(s, TEXT("path %d, %d of %d"), l->lesson.path, l->lesson.station, l->lesson.stations));
    /* Encoding, mask and first position matter if they are not the plain ones, or the step sets them. */
    if (step && (pe->form != PE_FORM_NONE || sets(step, "encoding")))
        text_addf(&facts, "%s  ", posenc_label(pe, screen_lang(s)));
    if (step && (set->mask != MASK_NONE || set->window > 0 || sets(step, "mask")))
        text_addf(&facts, "%s  ", screen_mask(s, set));
    if (step && (set->start != 0 || sets(step, "set start")))
        screen_add(s, &facts, TEXT("from position %d  "), set->start);
    if (right - col > utf8_width(text_str(&facts)))
        col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&facts));
    if (right - col > 4)
        canvas_field(c, 0, col, right - col - 1, STYLE_DIM, l->lesson.title.s);
    canvas_put(c, 0, right, STYLE_TITLE, view);
}

/* ---- the footer ----------------------------------------------------------------- */

/* Adds the key that now runs a line bound in a context or in "all"; nothing if no key does. */
static void add_bound(struct key_row *k, const char *context, const char *line, const char *note)
{
    const char *key = key_now(k->s->session, context, line);
    key_row_add(k, strcmp(key, "Backspace") == 0 ? "BkSp" : key, screen_text(k->s, note), key, NULL);
}

/* Adds keys that several stand for: a click runs a line, or nothing. */
static void add_keys(struct key_row *k, const char *shown, const char *note, const char *line)
{
    key_row_add(k, shown, screen_text(k->s, note), NULL, line);
}

/* Enter, unless it was bound to something else. */
static void add_next(struct key_row *f, const char *note)
{
    add_bound(f, "lesson", "next", note);
}

/* How far a goal is, and the keys that change what it lets change. The par is in the text too: where there is
 * little room, keys come first. */
static void goal_keys(struct key_row *f, const struct lesson_ask *q, const struct lesson_answer *a)
{
    enum { ROOMY = 80 };
    const struct session *m = f->s->session;
    const struct view *view = views[m->now.state.look.view];
    const int moves = a->moves + history_steps(&m->history);
    bool in_place = *key_now(m, view->context, "prompt cell"), named[ALLOW_KINDS] = {false};
    f->col =
        canvas_put(f->c, f->row, f->col, STYLE_STRONG,
                   q->moves > 0 && f->c.cols >= ROOMY ? say(f->s, TEXT("moves %d, par %d"), moves, q->moves)
                                                      : say(f->s, TEXT("moves %d"), moves));
    if (f->s->reach->unseen && m->lesson->layout != LAYOUT_VIEW)
        add_bound(f, "beside", "scroll down", TEXT("read on"));
    for (int i = 0; i < q->allow.count; i++) {
        struct text quiet = SCREEN_TEXT(f->s);
        named[judge_allow_says(q->allow.v[i].s, screen_lang(f->s), &quiet)] = true;
    }
    if (named[ALLOW_NUMBERS] && view->sheet)
        add_keys(f, "0-9", TEXT("type a number"), "prompt cell");
    else if (named[ALLOW_NUMBERS])
        add_bound(f, in_place ? view->context : "all", in_place ? "prompt cell" : "view edit ; offer start",
                  TEXT("edit"));
    if (named[ALLOW_ORDER]) {
        const char *both =
            said_values(f->s, "%s %s", key_now(m, "all", "move left"), key_now(m, "all", "move right"));
        add_keys(f, both, TEXT("move word"), NULL); /* a click is on one of them */
    }
    const struct param *only = judge_allow_setting(q);
    if (only)
        add_keys(f, "+ -", only->spoken ? only->spoken : only->name, NULL);
    if (named[ALLOW_SETTING])
        add_keys(f, key_now(m, "all", "prompt command"), TEXT("set …"),
                 said_values(f->s, "prompt command \"set %s%s\"", only ? only->name : "", only ? " " : ""));
    if (named[ALLOW_EXAMPLES])
        add_bound(f, "train", "prompt command \"example \"", TEXT("example"));
    add_bound(f, "all", "undo", TEXT("undo"));
}

static void open_question(struct key_row *f, const struct lesson_ask *q, const struct lesson_answer *a)
{
    char letters[] = "a-?";
    letters[2] = lesson_letter(q->option_count - 1);
    if (q->kind == ASK_CHOICE && f->s->session->lesson->counts) {
        add_keys(f, letters, TEXT("hands"), NULL);
        add_bound(f, "hands", "reveal", TEXT("result"));
        add_bound(f, "lesson", "class count", TEXT("answers again"));
    } else if (q->kind == ASK_CHOICE) {
        add_keys(f, letters, q->many ? TEXT("choose (several)") : TEXT("choose"), NULL);
        add_next(f, TEXT("confirm"));
    } else if (q->kind == ASK_PICTURE) {
        add_keys(f, "←→", TEXT("word"), "draw next");
        add_keys(f, "0-9 + -", f->s->session->lesson->counts ? TEXT("hands") : TEXT("draw"), "draw +5");
        add_next(f, TEXT("confirm"));
    } else if (q->kind == ASK_NUMBER) {
        add_keys(f, "0-9", TEXT("type the number"), "prompt command \"answer \"");
    } else if (q->kind == ASK_CELL && lesson_points_unseen(f->s->session->lesson)) {
        add_next(f, TEXT("point in the view"));
    } else if (q->kind == ASK_CELL) {
        add_keys(f, "←↑↓→", TEXT("point"), NULL);
        add_next(f, TEXT("confirm"));
    } else if (q->kind == ASK_GOAL) {
        goal_keys(f, q, a);
    } else {
        add_next(f, q->kind == ASK_EXPLAIN ? TEXT("write a sentence (or just type)") : TEXT("go on"));
    }
}

void lesson_footer_draw(struct key_row *f)
{
    const struct screen *s = f->s;
    const struct lesson_session *l = s->session->lesson;
    const struct lesson_now at = lesson_now(l);
    const bool text = l->layout != LAYOUT_VIEW, alone = lesson_alone(f->c.rows, f->c.cols),
               sheet = views[s->session->now.state.look.view]->sheet, explains = lesson_asks(at, ASK_EXPLAIN);
    if (l->run.point > 0) { /* a number or word of the text is chosen */
        add_next(f, TEXT("look there"));
        add_bound(f, "beside", "point next", TEXT("next"));
        add_bound(f, "lesson", "lesson close", TEXT("go on reading"));
        return;
    }
    if (lesson_reads_on(l, s->reach)) /* nobody chooses among options that were not seen */
        add_next(f, TEXT("read on"));
    else if (at.open)
        open_question(f, at.ask, &l->run.visit[l->run.step].answer[at.beat.index]);
    else if (at.step)
        add_next(f, TEXT("go on"));
    else if (l->lesson.next.s)
        add_next(f, TEXT("next lesson"));
    if (alone && text && !(sheet && (explains || lesson_asks(at, ASK_GOAL))))
        add_bound(f, "beside", "layout view", TEXT("view"));
    else if (sheet && !explains)
        add_bound(f, "editing", "view back", TEXT("close the editor"));
    else if (!sheet && !text)
        add_bound(f, "alone", "layout view", TEXT("text"));
    /* Once a question is answered, a hint would appear above what is read now. */
    if ((at.open || at.beat.phase == PHASE_READ) && lesson_next_hint(l) >= 0)
        add_bound(f, "lesson", "hint", TEXT("hint"));
    if (at.open && at.ask->kind != ASK_TRY)
        add_bound(f, "lesson", "reveal", l->lesson.quiet ? TEXT("don't know") : TEXT_AS("frame", "answer"));
    add_bound(f, "lesson", "back", TEXT_AS("frame", "back"));
    if (text && s->points > 0)
        add_bound(f, "beside", "point next", TEXT_AS("frame", "point"));
    add_bound(f, "lesson", "restart", TEXT("again"));
    add_bound(f, "lesson", "free", TEXT("free play"));
    if (text && !alone)
        add_bound(f, "beside", "layout view", TEXT("view alone"));
    if (text)
        add_bound(f, "lesson", "lesson close", TEXT("leave"));
    if (text)
        add_bound(f, "lesson", "expressions", TEXT("how computed"));
}

bool lesson_reads_on(const struct lesson_session *s, const struct reach *reach)
{
    return reach->unseen && !s->free && s->run.point <= 0 && s->layout != LAYOUT_VIEW &&
           !lesson_asks(lesson_now(s), ASK_GOAL); /* Enter judges it */
}

bool lesson_hides(const struct session *m)
{
    const struct look *look = &m->now.state.look;
    if (!m->lesson || m->hides) /* in free play too: it would show the answer that the class is to find */
        return m->hides;
    struct lesson_now at = lesson_now(m->lesson);
    const struct view *view = views[look->view];
    const struct lesson_ask *drawn =
        at.ask && at.ask->kind == ASK_PICTURE && !m->lesson->free ? at.ask : NULL;
    if (drawn) /* what the step goes on to do may make it true: not before that */
        return at.open || (at.step->act.count > 0 && !drawn->now);
    return lesson_asks(at, ASK_CELL) && view->gives_away && view->gives_away(look, look_stage(at.ask->of.s));
}
