#include "support/learner.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/play/play.h"
#include "lesson/run/picture.h"
#include "lesson/play/replay.h"
#include "lesson/run/judge.h"
#include "network/pretrained.h"
#include "support/apps.h"
#include "support/test.h"
#include "support/watched.h"
#include "view/screen.h"

#define MODEL "model tests/data/models/bert"

struct learner {
    struct app app, *other; /* other: where states are replayed; it keeps their trainings */
    bool right;
    const char *path;
    int beats;
};

static const struct lesson_session *session(const struct learner *l)
{
    return l->app.session.lesson;
}

#define complain_of(l, ...)                                                                                  \
    do {                                                                                                     \
        print_error("%s/%s: ", (l)->path,                                                                    \
                    lesson_now(session(l)).step ? lesson_now(session(l)).step->id.s : "end");                \
        fail_msg(__VA_ARGS__);                                                                               \
    } while (0)

static void does(struct learner *l, const char *line)
{
    struct reply r = {.lang = (enum lang)l->app.session.now.state.look.lang};
    if (!app_line(&l->app, line, &r))
        complain_of(l, "%s: %s", line, text_str(&r.text));
    reply_finish(&r);
}

/* ---- what is drawn ------------------------------------------------------------ */

/* Whether the scene's sentence has this word, as it is or with its number and mark: river, river#2, H#1?. */
static bool is_word(const struct state *s, const char *word, size_t n)
{
    struct text label = {0};
    bool found = false;
    for (int t = 0; t < s->sentence->count && !found; t++) {
        text_clear(&label);
        screen_word(s, s->sentence, t, &label);
        const char *bare = state_word(s, s->sentence, t);
        found = strncmp(text_str(&label), word, n) == 0 || (strlen(bare) == n && strncmp(bare, word, n) == 0);
    }
    text_finish(&label);
    return found;
}

/* Columns of words may be narrower than their words, which then end in "…"; nothing else may be lost. */
static bool only_words(const struct learner *l, const char *lost)
{
    const struct state *s = &l->app.session.now.state;
    bool columns = s->look.view == VIEW_FLOW || s->look.view == VIEW_MACHINE || s->look.view == VIEW_TERMS;
    for (const char *line = lost; *line && columns; line += strcspn(line, "\n") + 1)
        if (!is_word(s, line, strcspn(line, "\n")))
            return false;
    return columns;
}

/* More text below: the mark left of the line between text and picture, where arrows mean something else. */
static bool more_below(const char *screen)
{
    for (const char *line = screen; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *mark = strstr(line, "▼"), *picture = strstr(line, "│"), *end = strchr(line, '\n');
        if (mark && (!end || mark < end) && (!picture || mark < picture))
            return true;
    }
    return false;
}

/* Draws at a size; nothing is cut by an edge, or of the present beat below the panel where the fit rule
 * holds. */
static void draws(struct learner *l, int rows, int cols, bool fits)
{
    struct canvas c;
    struct text t = {0};
    static struct watched w;
    assert_true(canvas_init(&c, rows, cols));
    watched_begin(&w, &c);
    app_draw(&l->app, c);
    canvas_text(c, &t);
    if (w.lost.len > 0 && !only_words(l, text_str(&w.lost)))
        complain_of(l, "at %d x %d the edge cuts this:\n%s%s", cols, rows, text_str(&w.lost), text_str(&t));
    struct text faults = {0};
    watched_faults(&w, &faults);
    if (faults.len > 0)
        complain_of(l, "at %d x %d:\n%s%s", cols, rows, text_str(&faults), text_str(&t));
    text_finish(&faults);
    if (fits && more_below(text_str(&t)))
        complain_of(l, "does not fit:\n%s", text_str(&t));
    if (strstr(text_str(&t), "\xef\xbf\xbd"))
        complain_of(l, "something that may not be drawn:\n%s", text_str(&t));
    watched_finish(&w);
    text_finish(&t);
    canvas_finish(&c);
}

static bool shows_more(struct learner *l)
{
    struct text t = {0};
    read_screen(&l->app, 18, 60, &t);
    bool more = strstr(text_str(&t), "▼") != NULL;
    text_finish(&t);
    return more;
}

/* In the demo layout all of the text can be reached, and the view has the screen to itself. */
static void looks_before_a_class(struct learner *l)
{
    int down = 0;
    for (; shows_more(l) && down < 12; down++)
        does(l, "scroll down");
    if (shows_more(l))
        complain_of(l, "text that cannot be reached at 60x18");
    int end = session(l)->run.scroll;
    does(l, "scroll down");
    if (down > 0 && session(l)->run.scroll != end)
        complain_of(l, "scrolling past the end piles up");
    while (down-- > 0)
        does(l, "scroll up");
    if (session(l)->run.scroll < 0)
        complain_of(l, "as often up as down does not come back");
    l->app.session.lesson->run.scroll = 0;
    draws(l, 18, 60, false); /* text and picture */
    does(l, "layout view");
    draws(l, 18, 60, false);
    does(l, "layout view");
}

static void looks(struct learner *l)
{
    enum lesson_phase phase = lesson_now(session(l)).beat.phase;
    draws(l, 24, 80, phase == PHASE_READ || (phase == PHASE_ASK && lesson_now(session(l)).beat.index == 0));
    looks_before_a_class(l);
    draws(l, 30, 100, false);
    draws(l, 36, 120, false);
}

/* ---- answers -------------------------------------------------------------------- */

static void answer_choice(struct learner *l, const struct lesson_ask *q)
{
    char letters[] = "choose a";
    for (int i = 0; i < q->option_count; i++) {
        if (q->option[q->order[i]].right != l->right)
            continue;
        letters[7] = lesson_letter(i);
        does(l, letters);
        if (!q->many || !l->right)
            break;
    }
    does(l, "next");
}

static void answer_number(struct learner *l, const struct lesson_ask *q)
{
    struct text t = {0};
    text_addf(&t, "answer %s",
              l->right             ? q->literal.s
              : q->wrong_count > 0 ? q->wrong[0].literal.s
                                   : "987654321");
    does(l, text_str(&t));
    text_finish(&t);
}

static void answer_cell(struct learner *l, const struct lesson_ask *q)
{
    struct session *after = &l->other->session;
    struct reply r = {0};
    struct judge_cell at;
    struct text t = {0};
    assert_true(lesson_replay(after, &session(l)->lesson, session(l)->run.step, LESSON_AFTER, &r));
    struct expr_context c = session_context(after);
    assert_true(judge_cell(q, &c, 0, 0, &at, &r));
    int off = l->right ? 0 : q->near + 1;
    text_addf(&t, "answer %d %d", at.row, at.col >= off ? at.col - off : at.col + off);
    does(l, text_str(&t));
    text_finish(&t);
}

static void answer_goal(struct learner *l, const struct lesson_ask *q)
{
    for (int i = 0; l->right && i < q->solution.count; i++)
        does(l, q->solution.v[i].s);
    if (!l->right || q->solution.count == 0)
        does(l, "reveal");
    else if (!lesson_run_answer(l->app.session.lesson)->right)
        complain_of(l, "the solution does not reach the goal");
}

static void answer_sentence(struct learner *l, const struct lesson_ask *q)
{
    (void)q;
    does(l, "answer \"one sentence; with = signs\"");
}

static void answer_try(struct learner *l, const struct lesson_ask *q)
{
    (void)l, (void)q;
}

/* Answers the open question as long as it takes; it is closed then, by the right answer or two wrong ones. */
/* Draws the truth; or all at the word that has least of it, a hand the other way. */
static void answer_picture(struct learner *l, const struct lesson_ask *q)
{
    struct host h = app_host(&l->app);
    const struct lesson_answer *a = lesson_run_answer(l->app.session.lesson);
    struct picture p;
    struct reply quiet = {0};
    char line[40];
    int least = 0;
    lesson_note_cells(&h, NULL);
    assert_true(a->known && picture_of(q, &l->app.session.now, &p, &quiet));
    for (int i = 0; i < p.count; i++)
        least = a->truth[i] < a->truth[least] ? i : least;
    for (int i = 0; i < p.count; i++) {
        double wrong = p.words             ? 100 * (i == least)
                       : a->truth[i] < 180 ? a->truth[i] + 180
                                           : a->truth[i] - 180;
        snprintf(line, sizeof line, "draw word %d %.0f", i,
                 !l->right ? wrong
                 : p.words ? 100 * a->truth[i]
                           : a->truth[i]);
        does(l, line);
    }
    does(l, "next");
    reply_finish(&quiet);
}

static void answers(struct learner *l)
{
    static void (*const take[])(struct learner *, const struct lesson_ask *) = {
        [ASK_NONE] = answer_try,  [ASK_CHOICE] = answer_choice,   [ASK_NUMBER] = answer_number,
        [ASK_CELL] = answer_cell, [ASK_GOAL] = answer_goal,       [ASK_EXPLAIN] = answer_sentence,
        [ASK_TRY] = answer_try,   [ASK_PICTURE] = answer_picture,
    };
    struct lesson_run before = session(l)->run;
    const struct lesson_ask *q = lesson_now(session(l)).ask;
    const struct lesson_answer *a = lesson_run_answer(l->app.session.lesson);
    while (session(l)->run.visit[before.step].hint_end < lesson_now(session(l)).hint_end) {
        does(l, "hint");
        draws(l, 24, 80, true);
    }
    for (int tries = 0; tries < LESSON_TRIES && !a->closed && q->kind != ASK_TRY; tries++) {
        take[q->kind](l, q);
        if (q->kind != ASK_GOAL && session(l)->run.beat != before.beat)
            complain_of(l, "moved on by itself");
        if (session(l)->run.beat == before.beat)
            draws(l, 24, 80, false);
    }
    bool predicts =
        q->kind == ASK_CHOICE || q->kind == ASK_NUMBER || q->kind == ASK_CELL || q->kind == ASK_PICTURE;
    bool once = q->kind == ASK_PICTURE || (q->option_count == 2 && !q->many) ||
                session(l)->lesson.quiet; /* of two options, one is left */
    int most = once ? 1 : LESSON_TRIES;
    a = &session(l)
             ->run.visit[before.step]
             .answer[lesson_beat_at(&session(l)->lesson.step[before.step], before.beat).index];
    if (predicts && (!a->closed || a->right != l->right || a->first_right != l->right || !a->first[0] ||
                     a->tries != (l->right ? 1 : most)))
        complain_of(l, "a %s answer: closed %d, right %d, first '%s' (%d), tries %d",
                    l->right ? "right" : "wrong", a->closed, a->right, a->first, a->first_right, a->tries);
}

/* ---- states --------------------------------------------------------------------- */

/* The step's state at its end is A(k), or S(k) with what the learner did where there is no `do`. */
static void state_is_the_files(struct learner *l)
{
    const struct lesson_step *step = lesson_now(session(l)).step;
    struct reply r = {0};
    struct lesson_beat beat = lesson_now(session(l)).beat;
    bool begins = session(l)->run.beat == 0 && !(beat.phase == PHASE_ASK && step->ask[0].kind == ASK_CELL);
    if (!begins && !(beat.phase == PHASE_END && step->act.count > 0))
        return;
    struct session *other = &l->other->session;
    if (!lesson_replay(other, &session(l)->lesson, session(l)->run.step,
                       begins ? LESSON_BEFORE : LESSON_AFTER, &r))
        complain_of(l, "%s", text_str(&r.text));
    struct look *look = &other->now.state.look, chosen = l->app.session.now.state.look;
    look->sheet.matrix = chosen.sheet.matrix; /* a goal has chosen the cell of the editor */
    look->sheet.row = chosen.sheet.row;
    look->sheet.col = chosen.sheet.col;
    if (!state_same_numbers(&other->now.state, &l->app.session.now.state) ||
        memcmp(&other->now.state.look, &l->app.session.now.state.look, sizeof(struct look)) != 0 ||
        other->pin_count != l->app.session.pin_count)
        complain_of(l, "walking and jumping lead to different states (beat %d)", session(l)->run.beat);
    reply_finish(&r);
}

/* ---- all lessons ------------------------------------------------------------------ */

static void play(const char *path, enum lang lang, bool right, struct app *other)
{
    struct learner l = {fresh_app_in(lang), other, right, path, 0};
    struct text open = {0};
    text_addf(&open, "lesson %s", path);
    if (!enter(&l.app, text_str(&open))) { /* it runs on a model that is open */
        must_enter(&l.app, MODEL);
        must_enter(&l.app, text_str(&open));
        app_finish(other);
        *other = fresh_app_in(lang);
        other->session.opened = pretrained_share(l.app.session.opened);
    }
    while (lesson_now(session(&l)).step) {
        struct lesson_run before = session(&l)->run;
        state_is_the_files(&l);
        looks(&l);
        if (lesson_now(session(&l)).ask)
            answers(&l);
        if (session(&l)->run.step == before.step &&
            (session(&l)->run.beat == before.beat || lesson_now(session(&l)).beat.phase == PHASE_END))
            does(&l, "next");
        l.beats++;
    }
    draws(&l, 24, 80, true);
    struct lesson_tally t = lesson_tally(session(&l));
    if (t.first_right != (right ? t.predictions : 0) || t.finished + t.skipped != t.steps ||
        l.beats < t.steps)
        fail_msg("%s: %d of %d predictions, %d + %d of %d steps", path, t.first_right, t.predictions,
                 t.finished, t.skipped, t.steps);
    text_finish(&open);
    app_finish(&l.app);
}

static void a_lesson_is_played_right_and_wrong(void **state)
{
    const char *path = *state;
    enum lang lang = strstr(path, "/zh/") ? LANG_ZH : LANG_EN;
    struct app other = fresh_app_in(lang);
    play(path, lang, true, &other);
    play(path, lang, false, &other);
    app_finish(&other);
}

static void add(const char *file, const char *path)
{
    char *kept = strdup(path);
    assert_non_null(kept);
    test_add(file, (struct CMUnitTest){kept, a_lesson_is_played_right_and_wrong, NULL, NULL, kept});
}

void learner_plays(const char *file, const char *folder, const char *from, const char *before)
{
    struct dirent **names = NULL;
    int count = scandir(folder, &names, NULL, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char path[300];
        bool wanted = strcmp(names[i]->d_name, from) >= 0 && strcmp(names[i]->d_name, before) < 0;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (wanted && strstr(path, ".md"))
            add(file, path);
        free(names[i]);
    }
    free(names);
}

int learner_begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}
