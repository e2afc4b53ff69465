/* Questions that are answered by drawing: how a row of shares, that of a word that reads or that says the
 * next word, is shared out, or where a hand of a clock points. The truth is a value of the scene; an answer
 * is numbers of its own kind, which are told from the truth by how far both overlap. */
#ifndef LESSON_RUN_PICTURE_H
#define LESSON_RUN_PICTURE_H

#include "expr/expr.h"
#include "lesson/run/run.h"

enum {
    PICTURE_ENOUGH = 70, /* percent of overlap, unless the author says another: right */
    PICTURE_STEP = 5,    /* + and -: percent */
    PICTURE_TURN = 15,   /* of a hand: degrees */
    PICTURE_HANDS = 999  /* the most that a class is counted */
};

/* What is asked for. */
struct picture {
    const struct sequence *words; /* among which the whole is shared; NULL: a hand of a clock */
    int count;                    /* of them, 1 for a hand */
    int head, query;              /* weights: whose ribbons they are; -1: no ribbons */
};

/* Reads the value that a question asks for: [hN.]weights(WORD), probs(WORD) or angle(POSITION,HAND). Returns
 * false and explains in r if it is none of these, or of nothing in the scene. */
bool picture_of(const struct lesson_ask *q, const struct scene *now, struct picture *out, struct reply *r);

/* Computes the truth in the scene of `after`: shares that add up to 1, or an angle in degrees. Returns false
 * and explains in r if the value is no such row. */
bool picture_truth(const struct lesson_ask *q, const struct expr_context *after, struct lesson_answer *a,
                   struct reply *r);

/* Returns the sum of what is drawn. */
int picture_sum(const struct lesson_answer *a, int count);
/* Returns a share as it counts, a part of what is drawn: all of them add up to 1. 0 if nothing is. */
double picture_share(const struct lesson_answer *a, int count, int i);

/* Returns how far the picture and the truth overlap, from 0 to 1: of shares the sum of the lesser ones, 1 for
 * the true shares and 0 for disjoint ones; of a hand 1 less its error as a part of half a turn. */
double picture_overlap(const struct picture *p, const struct lesson_answer *a);

/* Returns whether that is enough. */
bool picture_right(const struct lesson_ask *q, const struct picture *p, const struct lesson_answer *a);

/* Returns the word whose share differs most from the true one. */
int picture_worst(const struct picture *p, const struct lesson_answer *a);

/* Reads an answer as it is typed, "basketball 60, he 40" or "90", or as it is kept, "#2=60 #0=40", into
 * a->share. Returns false, explains in r and leaves it if it is none. */
bool picture_read(const struct picture *p, const struct scene *now, const char *typed,
                  struct lesson_answer *a, struct reply *r);
/* Appends what is drawn, as it is kept. */
void picture_write(const struct picture *p, const struct lesson_answer *a, struct text *out);
/* Appends shares in percent, or an angle, in words: "basketball 60 %, he 40 %"; `true_ones`: the truth, the
 * largest shares of it. */
void picture_says(const struct picture *p, const struct scene *now, const struct lesson_answer *a,
                  bool true_ones, struct text *out);

#endif
