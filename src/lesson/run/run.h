/* The learner's position in a lesson, as plain data: the step, the beat in it, and the
 * answers. A step is a sequence of beats; one key leads from each to the next:
 *
 *   READ  a segment of the narration (the last is shown with the question)
 *   ASK   a question, open until it is answered, given up or shown
 *   ACT   a segment of the `do`; the last only if it has a caption
 *   END   the end of the `do`, with the reveal
 *
 * First answers, tries and hints are kept per step, for the progress record.
 *
 * The position is data without pointers, so that a lesson can be left and resumed, replaced by its version in
 * another language, or reloaded while it is being written, by copying. What is shown and what a key does are
 * computed from it each time. */
#ifndef LESSON_RUN_RUN_H
#define LESSON_RUN_RUN_H

#include "base/text.h"
#include "lesson/read/lesson.h"

enum lesson_phase { PHASE_READ, PHASE_ASK, PHASE_ACT, PHASE_END };

struct lesson_beat {
    enum lesson_phase phase;
    int index; /* READ: segment; ASK: question; ACT: number of `do` segments run, from 1 */
};

enum { LESSON_ANSWER = 600, LESSON_TRIES = 2, LESSON_GOALS = 6 /* conditions with a number */ };

enum { LESSON_DRAWN = 32 /* words among which a picture is shared */ };

/* How a wrong number is off; POINT: its digits are right. */
enum lesson_off { OFF_NOT, OFF_SMALL, OFF_LARGE, OFF_SIGN, OFF_POINT };

/* The answers to one question. */
struct lesson_answer {
    int tries;
    bool closed; /* no more answers are taken */
    bool right;  /* the last answer is right */
    bool first_right;
    bool given_up;                 /* closed by asking for the reveal */
    bool was_right;                /* in an earlier session */
    int wrong;                     /* index of the foreseen error in the last answer, or -1 */
    enum lesson_off off;           /* how far the last answer is off, if it is a number */
    unsigned chosen;               /* CHOICE: bits of the options chosen now or in the last answer */
    unsigned tried;                /* CHOICE: bits of the options in all answers so far */
    int hands[LESSON_MAX_OPTIONS]; /* CHOICE: votes per option in a class; PICTURE: all, whether right */
    int moves;                     /* GOAL: number of changes made */
    int best;                      /* GOAL: fewest moves so far, 0: never reached */
    unsigned want, keep;           /* GOAL: bits of the conditions that hold now */
    char cell[24];                 /* CELL: the right one, as "ROW COL"; empty: not computed yet */
    short share[LESSON_DRAWN];     /* PICTURE: what is drawn: percent, hands of a class; of a hand degrees */
    int drawn;                     /* PICTURE: the word whose share is set now */
    double truth[LESSON_DRAWN];    /* PICTURE: the true shares, if they are known */
    bool known;
    double overlap;           /* PICTURE: of the last answer */
    double now[LESSON_GOALS]; /* GOAL: what those that do not hold come to, first `want`; NaN: no number */
    char first[LESSON_ANSWER], last[LESSON_ANSWER]; /* as text: "b", "0.46", "1 2", a sentence */
};

/* The state of one step, current or not. */
struct lesson_visit {
    struct lesson_answer answer[LESSON_MAX_QUESTIONS];
    int hints;     /* hints shown */
    int hint_end;  /* one past the last of them */
    int hinted;    /* the beat in which the last of them was asked for; -1: an answer came after it */
    bool finished; /* the last beat was seen; no question is open or given up */
    bool skipped;  /* the last beat was seen, but a question was given up */
    bool was_done; /* done in an earlier session; only reported */
};

struct lesson_run {
    int step, beat; /* step == step_count: after the last step */
    int scroll;     /* rows that the text panel is scrolled up */
    int point;      /* what the text points at, chosen by the learner, from 1; 0: the first that is seen;
                     * negative: the learner went there */
    int jumps;      /* times that the learner went there, to come back from */
    struct lesson_visit visit[LESSON_MAX_STEPS];
};

/* How the screen is divided. */
enum lesson_layout { LAYOUT_SPLIT, LAYOUT_TEXT, LAYOUT_VIEW };

/* An open lesson. */
struct lesson_session {
    struct lesson lesson;
    struct lesson_run run;
    enum lesson_layout layout;
    bool free;          /* free play: the lesson waits */
    bool proofs;        /* the text shows what proves each number */
    bool counts;        /* presenting: letters count votes instead of answering */
    int closing;        /* 1: the last command asked whether to leave the open question */
    struct text shared; /* the last goal reached, as a line that opens its step and repeats the
                         * moves; empty in other steps */
};

/* Returns true if the line's first word is `word`. */
bool lesson_line_is(struct lesson_line l, const char *word);

/* Returns segment i of the step's `do`; count 0 after the last. A key leads from each segment
 * to the next. `wait` starts a new segment, and so does every `run` after a segment's first. */
struct lesson_lines lesson_segment(const struct lesson_step *step, int i);
int lesson_segment_count(const struct lesson_step *step);
/* Returns what the author says while segment i is on the screen: the text of the `wait` that ends it;
 * NULL if there is none. */
const struct block *lesson_caption(const struct lesson_step *step, int i);

/* Returns segment i of the narration (0 … lesson_pauses), between its pauses; may be empty. */
int lesson_pauses(const struct lesson_step *step);
struct prose lesson_narration(const struct lesson_step *step, int i);

/* Return the number of beats in a step, at least one, and beat i. */
int lesson_beat_count(const struct lesson_step *step);
struct lesson_beat lesson_beat_at(const struct lesson_step *step, int i);

/* Returns the step that is opened after leaving the lesson at a step that is done: the next, after the last
 * the first. A page that is only read is done at once, and opened again. */
int lesson_step_after(const struct lesson *l, int step);

/* The learner's position, computed once by a caller that needs several parts of it. */
struct lesson_now {
    const struct lesson_step *step; /* NULL: after the last */
    struct lesson_beat beat;        /* PHASE_END after the last step */
    const struct lesson_ask *ask;   /* the current beat's question; NULL outside ASK */
    bool open;                      /* `ask` takes answers: it is not closed, and the lesson is not waiting */
    int hint, hint_end; /* the hints of this question, the next or the last: from, and one past them */
};

/* `s` NULL: no lesson is open, so there is no step and no question. */
struct lesson_now lesson_now(const struct lesson_session *s);

/* Shows the text again, at what it says now, if the view was shown alone or the text was scrolled. */
void lesson_show_text(struct lesson_session *s);

/* Returns the index of the hint that is shown next, or -1 if none is left. */
int lesson_next_hint(const struct lesson_session *s);

/* Returns true if a question of this kind is open. */
bool lesson_asks(struct lesson_now at, enum ask_kind kind);

/* Returns the answer so far to the current beat's question, or NULL outside ASK. */
struct lesson_answer *lesson_run_answer(struct lesson_session *s);

/* Records an answer and its verdict. A right answer or the second wrong one closes the question. */
void lesson_answer_give(struct lesson_answer *a, const char *text, bool right);
/* Closes a question, or all open questions of a step, as given up. Giving up an impossible goal counts as the
 * right answer. */
void lesson_answer_give_up(struct lesson_answer *a, const struct lesson_ask *ask);
void lesson_visit_give_up(struct lesson_visit *v, const struct lesson_step *step);
/* Resets a visit; keeps first answers, what is known of the right ones and the results of earlier sessions.
 */
void lesson_visit_restart(struct lesson_visit *v);

/* Returns true if a lesson asks nothing. */
bool lesson_is_tour(const struct lesson *l);

/* What the hands of a class say: how many there are, those for right options, the options with the most, and
 * whether all of those are right. */
struct lesson_hands {
    int all, right;
    unsigned most;
    bool agree;
};
struct lesson_hands lesson_hands_of(const struct lesson_ask *q, const struct lesson_answer *a);

/* Results of a whole lesson. What only a class answered is not among the predictions and the finished steps.
 */
struct lesson_tally {
    int predictions, first_right; /* predict questions; those right at the first try */
    int steps, finished, skipped;
    int goals, reached, stars; /* stars: reached with as few moves as are expected */
    int pictures;              /* answered now, and how far they overlapped with the true ones, in all */
    double overlap;
    int asked, agreed; /* questions to a class; those to which most hands were right */
    int shown;         /* steps that are finished but for answers shown to the class */
};
struct lesson_tally lesson_tally(const struct lesson_session *s);

/* Writes a line that opens a lesson for a friend, with what was reached in it, if it is a game that is over:
 * one of goals alone, or of pictures. Returns false if it is none. */
bool lesson_played(const struct lesson_session *s, struct text *out);

/* Returns the id of the i-th distinct misconception that the learner's wrong choices reveal, or NULL
 * after the last. */
const char *lesson_believed(const struct lesson_session *s, int i);

/* Returns letter i, a to f: of an option by its index, as answers are stored, or of a place on the screen. */
char lesson_letter(int i);
/* Returns the index of the option that is shown with this letter, or -1. */
int lesson_option_of(const struct lesson_ask *q, const char *letter);

/* Common misconceptions about attention and position. Lessons mark the options that reveal a
 * misconception (`mis M6`), so that the summary can name it and the lesson to reread. */
struct belief {
    const char *id;     /* "M6" */
    const char *lesson; /* "04" */
    const char *text;   /* the belief, stated as a false sentence */
};

extern const struct belief beliefs[]; /* ends with id NULL */

/* Returns the belief with this id, or NULL if there is none or id is NULL. */
const struct belief *belief_find(const char *id);

#endif
