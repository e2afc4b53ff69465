/* The order in which options are shown, so that no letter is worth guessing. It follows from the names of the
 * class, the lesson and the step: a hand-out and a screen show the same, in every language.
 *
 * By chance alone one letter would often be right four times in a row, or far more often than another. So an
 * order that makes a letter right a third time is drawn again; at the start of a lesson a second time, since
 * the one before may end with two. So is one whose letter was right twice more often than another.
 */
#include <string.h>

#include "lesson/read/lesson.h"

int lesson_right_place(const struct lesson_ask *q)
{
    int place = -1;
    for (int i = 0; i < q->option_count && !q->many && !q->judged; i++)
        place = q->option[q->order[i]].right ? i : place;
    return place;
}

/* Draws an order: the digits of `sum` say which of the options left comes next. */
static void draw_order(struct lesson_ask *q, uint64_t sum)
{
    int moving = q->fixed_order ? 0 : q->option_count - q->last_stays;
    for (int i = 0; i < q->option_count; i++)
        q->order[i] = (unsigned char)i;
    for (int left = moving; left > 1; sum /= (uint64_t)left--) {
        unsigned char *from = &q->order[moving - left], *to = from + sum % (uint64_t)left, one = *from;
        *from = *to;
        *to = one;
    }
}

void lesson_shuffle(struct lesson *l, const char *class_name)
{
    enum { DRAWS = 20 };
    int last = -1, in_row = 0, most = 1, right[LESSON_MAX_OPTIONS] = {0};
    for (int k = 0; k < l->step_count * LESSON_MAX_QUESTIONS; k++) {
        struct lesson_step *step = &l->step[k / LESSON_MAX_QUESTIONS];
        struct lesson_ask *q = &step->ask[k % LESSON_MAX_QUESTIONS];
        struct text seed = TEXT_HERE;
        text_addf(&seed, "%s/%s/%s/%d", class_name, l->id, step->id.s ? step->id.s : "",
                  k % LESSON_MAX_QUESTIONS);
        uint64_t sum = text_sum(TEXT_SUM, text_str(&seed), seed.len);
        text_finish(&seed);
        int place = -1, fewest = right[0];
        for (int i = 1; i < q->option_count; i++)
            fewest = right[i] < fewest ? right[i] : fewest;
        for (unsigned char i = 0; i < DRAWS; i++) {
            sum = text_sum(sum, &i, 1);
            draw_order(q, ((sum ^ sum >> 32) * UINT64_C(0x9E3779B97F4A7C15)) >> 24); /* mixes all bits */
            place = lesson_right_place(q);
            if (place < 0 || (right[place] < fewest + 2 && (place != last || in_row < most)))
                break;
        }
        if (place < 0)
            continue;
        most = last >= 0 && place != last ? 2 : most;
        in_row = place == last ? in_row + 1 : 1;
        last = place;
        right[place]++;
    }
}
