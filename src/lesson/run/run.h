/* Where a person is in a lesson, as plain data: the step, how far in it, what was
 * answered. A step is a row of beats, each one key apart:
 *
 *   READ  a segment of the narration (the last stands beside the question)
 *   ASK   a question, open until it is answered, given up or shown
 *   ACT   a segment of the `do`, all but the last
 *   END   the last segment of the `do`, with the reveal
 *
 * What the first answer was, how many tries and hints it took is kept a step, for
 * whatever wants to remember it. */
#ifndef LESSON_RUN_RUN_H
#define LESSON_RUN_RUN_H

#include "lesson/read/lesson.h"

enum lesson_phase { PHASE_READ, PHASE_ASK, PHASE_ACT, PHASE_END };

struct lesson_beat {
    enum lesson_phase phase;
    int index;               /* READ: segment; ASK: question; ACT: segments of the `do` that were run, from 1 */
};

enum { LESSON_ANSWER = 600, LESSON_TRIES = 2 };

/* What was answered to one question. */
struct lesson_answer {
    int tries;
    bool closed;             /* no more answers are taken */
    bool right;              /* the last one was */
    bool first_right;
    bool given_up;           /* closed by asking for the reveal */
    bool was_right;          /* in an earlier session */
    int wrong;               /* the foreseen wrong number that came last, -1 */
    unsigned chosen;         /* CHOICE: options under the cursor or of the last answer, bits */
    unsigned tried;          /* CHOICE: options of all answers so far */
    int hands[LESSON_MAX_OPTIONS];   /* CHOICE: how many of a class are for each option */
    int moves;               /* GOAL: changes that it took */
    unsigned want, keep;     /* GOAL: conditions that hold now, bits */
    char first[LESSON_ANSWER], last[LESSON_ANSWER];   /* as text: "b", "0.46", "1 2", a sentence */
};

/* What is known of one step, whether the person is there or not. */
struct lesson_visit {
    struct lesson_answer answer[LESSON_MAX_QUESTIONS];
    int hints;               /* shown */
    bool finished;           /* its last beat was seen, and nothing was left open */
    bool skipped;            /* … but some question was given up */
    bool was_done;           /* in an earlier session: told of, and nothing depends on it */
};

struct lesson_run {
    int step, beat;          /* step == step_count: behind the last one */
    int scroll;              /* rows of the text panel above what it shows by itself */
    struct lesson_visit visit[LESSON_MAX_STEPS];
};

/* How the screen is divided. */
enum lesson_layout { LAYOUT_SPLIT, LAYOUT_TEXT, LAYOUT_VIEW };

/* A lesson that is open. */
struct lesson_session {
    struct lesson lesson;
    struct lesson_run run;
    enum lesson_layout layout;
    bool free;               /* free play: the script waits */
    bool blank, hides;       /* before a class: nothing is drawn; no numbers are */
    bool counts;             /* … letters count hands instead of answering */
};

/* True when the line's first word is this one. */
bool lesson_line_is(struct lesson_line l, const char *word);

/* The `do` of a step falls into segments, each shown before a key leads on: `wait` ends
 * one, and so does every `run` behind the first. Segment i; count 0 behind the last. */
struct lesson_lines lesson_segment(const struct lesson_step *step, int i);
int lesson_segment_count(const struct lesson_step *step);

/* Segment i of the narration, between its pauses (0 … lesson_pauses); may be empty. */
int lesson_pauses(const struct lesson_step *step);
struct prose lesson_narration(const struct lesson_step *step, int i);

/* Beats of a step, at least one; and beat i of them. */
int lesson_beat_count(const struct lesson_step *step);
struct lesson_beat lesson_beat_at(const struct lesson_step *step, int i);

/* Where the run is. NULL, PHASE_END behind the last step. */
const struct lesson_step *lesson_run_step(const struct lesson_session *s);
struct lesson_beat lesson_run_beat(const struct lesson_session *s);
/* The question of the present beat and its answer so far; NULL: none is asked. */
const struct lesson_ask *lesson_run_ask(const struct lesson_session *s);
struct lesson_answer *lesson_run_answer(struct lesson_session *s);
/* A question of this kind waits for an answer. */
bool lesson_run_open(const struct lesson_session *s, enum ask_kind kind);

/* Keeps an answer as text and what was judged; a second wrong one closes the question, as the right one does. */
void lesson_answer_give(struct lesson_answer *a, const char *text, bool right);
/* Closes every question of the step that is still open, as given up; a goal that cannot
 * be reached is rightly given up, and so done. */
void lesson_visit_give_up(struct lesson_visit *v, const struct lesson_step *step);
/* Forgets what was done in a step but the first answers, and what was done in earlier sessions. */
void lesson_visit_restart(struct lesson_visit *v);

/* How a whole lesson went. */
struct lesson_tally {
    int predictions, first_right;            /* predict questions; right at the first try */
    int steps, finished, skipped;
    int goals, reached;
};
struct lesson_tally lesson_tally(const struct lesson_session *s);

/* Wrong options that were taken for the answer and stand for a misconception: its id, the i-th of the lesson
 * without repetition. NULL: there are no more. */
const char *lesson_believed(const struct lesson_session *s, int i);

/* A letter, a…f, of option i. */
char lesson_letter(int i);

#endif
