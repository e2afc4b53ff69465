/* Answers. They are recorded before they are judged, and judged in the state after the step's `do`. */
#include <stdio.h>
#include <string.h>

#include "base/number.h"

#include "lesson/play/play.h"
#include "lesson/play/replay.h"
#include "lesson/run/judge.h"
#include "lesson/run/picture.h"
#include "state/script.h"
#include "study/cursor.h"
#include "study/look_names.h"

int lesson_option_meant(const struct host *h, const struct lesson_ask *q, const char *letter)
{
    bool is = h->replaying && letter[0] && !letter[1];
    int option = is ? letter[0] - lesson_letter(0) : lesson_option_of(q, letter);
    return option < q->option_count ? option : -1;
}

void lesson_log_options(struct call *c, const struct lesson_ask *q)
{
    text_clear(&c->logged);
    text_add_bytes(&c->logged, c->line, (size_t)(c->rest - c->line));
    for (const char *s = c->rest; *s; s++) {
        int option = lesson_option_meant(c->host, q, (char[]){*s, '\0'});
        text_add_char(&c->logged, option >= 0 ? lesson_letter(option) : *s);
    }
}

bool lesson_choose(struct host *h, const char *letter, int col, struct reply *r)
{
    struct lesson_session *s = h->session->lesson;
    const struct lesson_now at = lesson_now(s);
    const struct lesson_ask *q = at.ask;
    if (!lesson_asks(at, ASK_CHOICE))
        return reply_fail(r, 0, TEXT("no question with letters is open"));
    int option = lesson_option_meant(h, q, letter);
    if (option < 0)
        return reply_fail(r, col, TEXT("'%s' is not an option (%c to %c)"), letter, lesson_letter(0),
                          lesson_letter(q->option_count - 1));
    struct lesson_answer *answer = lesson_run_answer(s);
    answer->chosen = q->many ? answer->chosen ^ 1u << option : 1u << option;
    lesson_show_text(s);
    return true;
}

static bool answer_choice(struct host *h, const struct lesson_ask *q, const char *text, struct reply *r)
{
    struct lesson_answer *answer = lesson_run_answer(h->session->lesson);
    char said[LESSON_MAX_OPTIONS + 1] = "";
    answer->chosen = *text ? 0 : answer->chosen;
    for (; *text; text++)
        if (*text != ' ' && *text != ',' && !lesson_choose(h, (char[]){*text, '\0'}, 1, r))
            return false;
    if (!answer->chosen)
        return reply_fail(r, 0,
                          h->session->lesson->counts
                              ? TEXT("count first: press a letter, then the number of hands")
                              : TEXT("choose first: press a letter, then Enter"));
    for (int i = 0, n = 0; i < q->option_count; i++)
        if (answer->chosen >> i & 1)
            said[n++] = lesson_letter(i);
    answer->tried |= answer->chosen;
    lesson_answer_give(answer, said, judge_choice(q, answer->chosen));
    bool one_left = q->option_count == 2 && !q->many; /* a second try would only be the other option */
    answer->closed = answer->closed || one_left || h->session->lesson->lesson.quiet;
    answer->chosen = answer->closed ? answer->chosen : 0; /* so that the next Enter does not answer again */
    return true;
}

/* Computes A(k), or S(k) for a question about what is there now, in a session of its own; the screen keeps
 * its state. */
static bool in_state_of(struct host *h, const struct lesson_ask *q, struct session *after, struct reply *r)
{
    const struct lesson_session *s = h->session->lesson;
    return lesson_replay_aside(after, h->session, &s->lesson, s->run.step,
                               q->now ? LESSON_BEFORE : LESSON_AFTER, r);
}

static bool answer_number(struct host *h, const struct lesson_ask *q, const char *text, struct reply *r)
{
    struct lesson_answer *answer = lesson_run_answer(h->session->lesson);
    struct judge_number judged;
    struct session after;
    if (!*text)
        return reply_fail(r, 0, TEXT("type the number, then Enter"));
    if (!in_state_of(h, q, &after, r))
        return false;
    struct expr_context c = session_context(&after);
    bool ok = judge_number(q, &c, text, &judged, r);
    session_finish(&after);
    if (ok && judged.decimals > 0)
        return reply_fail(r, 0, TEXT("right so far: write %d decimals"), judged.decimals);
    if (ok) {
        answer->wrong = judged.wrong;
        answer->off = judged.off;
        lesson_answer_give(answer, text, judged.right);
    }
    return ok;
}

void lesson_note_cells(struct host *h, struct work *work)
{
    struct lesson_session *s = h->session->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    struct reply quiet = {.work = work};
    for (int i = 0; step && i < step->ask_count; i++) {
        struct lesson_answer *a = &s->run.visit[s->run.step].answer[i];
        struct judge_cell judged;
        struct session after;
        bool lacks = step->ask[i].kind == ASK_CELL      ? !a->cell[0]
                     : step->ask[i].kind == ASK_PICTURE ? !a->known
                                                        : false;
        if (!lacks || !in_state_of(h, &step->ask[i], &after, &quiet))
            continue;
        struct expr_context c = session_context(&after);
        if (step->ask[i].kind == ASK_PICTURE)
            picture_truth(&step->ask[i], &c, a, &quiet);
        else if (judge_cell(&step->ask[i], &c, 0, 0, &judged, &quiet))
            snprintf(a->cell, sizeof a->cell, "%d %d", judged.row, judged.col);
        session_finish(&after);
    }
    reply_finish(&quiet);
}

/* Finds the cell: "ROW COL" as typed, else the one under the cursor, if the view shows the matrix in
 * question. */
static bool find_cell(const struct host *h, const struct lesson_ask *q, const char *text, int cell[2],
                      struct reply *r)
{
    const struct scene *now = &h->session->now;
    const struct look *look = &now->state.look;
    const struct view *view = views[look->view];
    int stage = look_stage(q->of.s), at = 1;
    if (*text) {
        struct words w = {0};
        bool ok = words_split(&w, &text, &at, r);
        if (ok && w.count != 2)
            ok = reply_fail(r, 0, TEXT("write 'answer ROW COL'"));
        for (int i = 0; ok && i < 2; i++) {
            cell[i] = look_place(now, stage, i == 1, w.v[i].s, 1, r);
            ok = cell[i] >= 0;
        }
        words_finish(&w);
        return ok;
    }
    if (stage == LOOK_PE) {
        cell[0] = look->encoding.pos;
        cell[1] = look->encoding.column;
    } else {
        cursor_of_stage(&now->state, &now->config, stage, &cell[0], &cell[1]);
    }
    return (view->points_at && view->points_at(look, stage)) ||
           reply_fail(r, 0,
                      TEXT("the question is about %s: go back to it (%s starts the step again; :focus "
                           "%s), point and press Enter"),
                      q->of.s, keymap_key(&h->session->keymap, "lesson", "restart"), q->of.s);
}

static bool answer_cell(struct host *h, const struct lesson_ask *q, const char *text, struct reply *r)
{
    struct lesson_answer *answer = lesson_run_answer(h->session->lesson);
    struct judge_cell judged;
    struct session after;
    int cell[2];
    if (!find_cell(h, q, text, cell, r) || !in_state_of(h, q, &after, r))
        return false;
    struct expr_context c = session_context(&after);
    bool ok = judge_cell(q, &c, cell[0], cell[1], &judged, r);
    session_finish(&after);
    if (ok) {
        char said[sizeof answer->cell];
        snprintf(answer->cell, sizeof answer->cell, "%d %d", judged.row, judged.col);
        snprintf(said, sizeof said, "%d %d", cell[0], cell[1]);
        lesson_answer_give(answer, said, judged.right);
    }
    return ok;
}

/* The picture that is asked for, with the answer to it; NULL and the reason in r if none is. */
static struct lesson_answer *drawn_on(struct host *h, struct picture *p, struct reply *r)
{
    const struct lesson_now at = lesson_now(h->session->lesson);
    if (!lesson_asks(at, ASK_PICTURE)) {
        reply_fail(r, 0, TEXT("no picture is asked for"));
        return NULL;
    }
    return picture_of(at.ask, &h->session->now, p, r) ? lesson_run_answer(h->session->lesson) : NULL;
}

/* Sets what is drawn of the chosen word, by as much or to a value: percent; a hand in degrees, one that is
 * counted goes on from hand to hand. */
static void draw_share(struct lesson_answer *a, const struct picture *p, bool counts, char sign, long value)
{
    const long by = sign == '-' ? -1 : 1, most = counts ? PICTURE_HANDS : 100;
    long x = a->share[a->drawn];
    if (!p->words)
        x = sign ? x + by * PICTURE_TURN + 360 : value;
    else
        x = sign ? x + by * (counts ? 1 : value) : value;
    if (!p->words)
        x %= 360;
    else if (x > most)
        x = most;
    x = x < 0 ? 0 : x;
    a->share[a->drawn] = (short)x;
}

bool lesson_draw(struct call *c)
{
    struct picture p;
    struct lesson_answer *a = drawn_on(c->host, &p, c->r);
    struct lesson_session *s = c->m->lesson;
    for (int i = 1; a && i < c->w->count; i++) {
        const char *word = call_word(c, i), *number = word + (*word == '+' || *word == '-');
        int by = strcmp(word, "next") == 0 ? 1 : strcmp(word, "prev") == 0 ? p.count - 1 : 0;
        const bool names = strcmp(word, "word") == 0, key = strcmp(word, "digit") == 0;
        const char *given = names || key ? call_word(c, i + 1) : number;
        long value = 0, most = names ? p.count - 1 : key ? 9 : PICTURE_HANDS;
        if (!by && number_parse_int(given, strlen(given), 0, most, &value) != NUMBER_OK)
            return call_fail(c, i, TEXT("write 'draw next', 'draw word 2' (from 0), 'draw 60' or 'draw +5'"));
        if (by)
            a->drawn = (a->drawn + by) % p.count;
        else if (names)
            a->drawn = (int)value;
        else if (key) /* tens of percent, the hours of a face; of a count the next digit */
            draw_share(a, &p, s->counts, '\0',
                       !p.words    ? value * 30
                       : s->counts ? (a->share[a->drawn] * 10 + value) % (PICTURE_HANDS + 1)
                                   : value * 10);
        else
            draw_share(a, &p, s->counts, number > word ? *word : '\0', value);
        i += names || key;
    }
    if (a)
        lesson_show_text(s);
    return a != NULL;
}

bool lesson_count_picture(struct host *h, struct reply *r)
{
    struct picture p;
    struct lesson_answer *a = drawn_on(h, &p, r);
    const struct lesson_ask *q = lesson_now(h->session->lesson).ask;
    if (!a || (p.words && picture_sum(a, p.count) == 0))
        return !a ? false
                  : reply_fail(r, 0, TEXT("count first: choose a word, then type the number of hands"));
    a->hands[0] = p.words ? picture_sum(a, p.count) : 1;
    a->hands[1] = a->known && picture_right(q, &p, a);
    return true;
}

static bool answer_picture(struct host *h, const struct lesson_ask *q, const char *text, struct reply *r)
{
    struct picture p;
    struct session after;
    struct lesson_answer *a = drawn_on(h, &p, r);
    if (!a || (*text && !picture_read(&p, &h->session->now, text, a, r)))
        return false;
    if (p.words && picture_sum(a, p.count) == 0)
        return reply_fail(r, 0,
                          TEXT("draw first: arrows choose a word, 6 gives it 60 percent, + and - change it"));
    if (!in_state_of(h, q, &after, r))
        return false;
    struct expr_context c = session_context(&after);
    bool ok = picture_truth(q, &c, a, r);
    session_finish(&after);
    if (ok) {
        struct text said = TEXT_HERE;
        picture_write(&p, a, &said);
        lesson_answer_give(a, text_str(&said), picture_right(q, &p, a));
        a->overlap = picture_overlap(&p, a);
        a->closed = true; /* the true picture is there to see */
        text_finish(&said);
    }
    return ok;
}

static bool answer_sentence(struct host *h, const struct lesson_ask *q, const char *text, struct reply *r)
{
    (void)q;
    if (!*text)
        return reply_fail(r, 0, TEXT("write one sentence, then Enter"));
    lesson_answer_give(lesson_run_answer(h->session->lesson), text, true);
    return true;
}

static bool answer_try(struct host *h, const struct lesson_ask *q, const char *text, struct reply *r)
{
    (void)q, (void)text, (void)r;
    lesson_answer_give(lesson_run_answer(h->session->lesson), "", true);
    return true;
}

/* A closed goal stays on screen, so its marks go on following the scene. */
bool lesson_watch_goal(struct host *h)
{
    struct lesson_session *s = h->session->lesson;
    const struct lesson_now at = lesson_now(s);
    struct lesson_answer *open = lesson_asks(at, ASK_GOAL) ? lesson_run_answer(s) : NULL;
    bool reached = false;
    for (int i = 0; at.step && at.beat.phase != PHASE_READ && i < at.step->ask_count; i++) {
        struct lesson_answer *answer = &s->run.visit[s->run.step].answer[i];
        if (at.step->ask[i].kind != ASK_GOAL)
            continue;
        struct judge_goal judged;
        struct reply quiet = {0};
        struct expr_context c = session_context(h->session);
        bool all = judge_goal(&at.step->ask[i], &c, &judged, &quiet) && judged.reached;
        reply_finish(&quiet);
        answer->want = judged.want;
        answer->keep = judged.keep;
        memcpy(answer->now, judged.now, sizeof answer->now);
        reached |= all && answer == open;
    }
    if (reached) {
        open->moves += history_steps(&h->session->history); /* after those before free play */
        if (open->best == 0 || open->moves < open->best)
            open->best = open->moves;
        lesson_answer_give(open, "", true);
        share_reached(h->session);
        lesson_show_text(s);
    }
    return reached;
}

static bool answer_goal(struct host *h, const struct lesson_ask *q, const char *text, struct reply *r)
{
    (void)q, (void)text;
    return lesson_watch_goal(h) ||
           reply_fail(r, 0, TEXT("the goal is not reached yet (w: hint, r: show the answer)"));
}

/* ---- a lesson that plays itself ----------------------------------------------------- */

static void play_line(struct host *h, const char *line)
{
    struct reply r = {.lang = host_lang(h)};
    h->line(h->app, line, &r);
    reply_finish(&r);
}

static void play_on(struct host *h, const struct lesson_ask *q)
{
    (void)q;
    play_line(h, "next");
}

/* Selects every right option, then answers. */
static void play_choice(struct host *h, const struct lesson_ask *q)
{
    const struct lesson_answer *answer = lesson_run_answer(h->session->lesson);
    char line[] = "choose a";
    for (int i = 0; i < q->option_count; i++)
        if (q->option[q->order[i]].right && !(answer->chosen >> q->order[i] & 1)) {
            line[sizeof line - 2] = lesson_letter(i);
            play_line(h, line);
            return;
        }
    play_on(h, q);
}

/* Draws what the truth is, as well as whole percents can. */
static void play_picture(struct host *h, const struct lesson_ask *q)
{
    struct lesson_answer *a = lesson_run_answer(h->session->lesson);
    struct picture p;
    struct reply quiet = {0};
    lesson_note_cells(h, NULL);
    if (a->known && picture_of(q, &h->session->now, &p, &quiet) && picture_sum(a, p.count) == 0)
        for (int i = 0; i < p.count; i++) {
            char line[40];
            snprintf(line, sizeof line, "draw word %d %.0f", i, p.words ? 100 * a->truth[i] : a->truth[i]);
            play_line(h, line);
        }
    reply_finish(&quiet);
    play_on(h, q);
}

static void play_number(struct host *h, const struct lesson_ask *q)
{
    struct text line = {0};
    text_add(&line, "answer ");
    script_word(&line, q->literal.s);
    play_line(h, text_str(&line));
    text_finish(&line);
}

/* Runs the solution, if there is one; shows an answer that is still open. */
static void play_solution(struct host *h, const struct lesson_ask *q)
{
    for (int i = 0; i < q->solution.count; i++)
        play_line(h, q->solution.v[i].s);
    if (lesson_now(h->session->lesson).open)
        play_line(h, "reveal");
}

/* How each kind of question takes an answer, and how a lesson that plays itself gives one. */
static const struct {
    bool (*take)(struct host *, const struct lesson_ask *, const char *, struct reply *);
    void (*play)(struct host *, const struct lesson_ask *);
} kinds[] = {
    [ASK_NONE] = {NULL, play_on},
    [ASK_CHOICE] = {answer_choice, play_choice},
    [ASK_NUMBER] = {answer_number, play_number},
    [ASK_CELL] = {answer_cell, play_solution},
    [ASK_PICTURE] = {answer_picture, play_picture},
    [ASK_GOAL] = {answer_goal, play_solution},
    [ASK_EXPLAIN] = {answer_sentence, play_solution},
    [ASK_TRY] = {answer_try, play_on},
};

bool lesson_answer(struct host *h, const char *text, struct reply *r)
{
    const struct lesson_ask *q = lesson_now(h->session->lesson).ask;
    if (!q || lesson_run_answer(h->session->lesson)->closed)
        return reply_fail(r, 0, TEXT("no question is open"));
    struct lesson_run *run = &h->session->lesson->run;
    if (!kinds[q->kind].take(h, q, text, r))
        return false;
    run->visit[run->step].hinted = -1;
    lesson_show_text(h->session->lesson);
    return true;
}

bool lesson_auto(struct host *h)
{
    const struct lesson_session *s = h->session->lesson;
    const struct lesson_now at = lesson_now(s);
    if (!at.step)
        return false;
    struct lesson_run before = s->run;
    kinds[at.open ? at.ask->kind : ASK_NONE].play(h, at.ask);
    bool stuck =
        h->session->lesson == s && s->run.step == before.step && s->run.beat == before.beat && !at.open;
    return !stuck;
}
