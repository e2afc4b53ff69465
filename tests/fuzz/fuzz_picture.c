/* Answers to questions that are drawn, as people type them, for words or, if they begin with @, for a hand:
 * read whole or refused with a reason; the true picture scores 1, a disjoint one 0, any other something
 * between; what is kept of an answer is read again as the same picture. */
#include <math.h>

#include "base/utf8.h"
#include "command/command.h"
#include "fuzz/fuzz.h"
#include "lesson/run/picture.h"
#include "session/session.h"

enum { LONGEST_INPUT = 300 };

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void scores(const struct picture *p, struct lesson_answer a)
{
    const double most = p->words ? 1 : 360;
    struct lesson_answer off = a;
    bool apart = !p->words, drawn = !p->words || picture_sum(&a, p->count) > 0;
    for (int i = 0; i < p->count; i++) {
        must(a.share[i] >= 0 && a.share[i] <= 100 * most);
        a.truth[i] = p->words ? picture_share(&a, p->count, i) : a.share[i];
        off.truth[i] = p->words ? (a.share[i] == 0 && !apart) : (a.share[i] + 180) % 360;
        apart = apart || a.share[i] == 0;
    }
    must(near(picture_overlap(p, &a), drawn));
    must(!apart || near(picture_overlap(p, &off), 0));
    for (int i = 0; i < p->count; i++)
        off.truth[i] = p->words ? 1.0 / p->count : 10;
    must(picture_overlap(p, &off) >= 0 && picture_overlap(p, &off) <= 1);
}

static void comes_back(const struct picture *p, const struct scene *now, struct lesson_answer a)
{
    struct lesson_answer again = {.known = false};
    struct text kept = {0};
    struct reply r = {0};
    picture_write(p, &a, &kept);
    for (int i = 0; i < p->count; i++)
        a.truth[i] = p->words ? picture_share(&a, p->count, i) : a.share[i];
    if (kept.len > 0) {
        must(picture_read(p, now, text_str(&kept), &again, &r));
        memcpy(again.truth, a.truth, sizeof a.truth);
        must(picture_overlap(p, &again) > 0.97); /* kept in whole percent */
    }
    text_finish(&kept);
    reply_finish(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct session m;
    struct lesson_ask q = {.kind = ASK_PICTURE, .of = {"weights(chases)", 1, 1}};
    struct lesson_answer a = {.known = false};
    struct picture p;
    struct reply r = {0};
    char s[LONGEST_INPUT + 1];
    if (size > LONGEST_INPUT)
        return 0;
    memcpy(s, bytes, size);
    s[size] = '\0';
    if (s[0] == '@')
        q.of.s = "angle(3,0)";
    utf8_locale();
    must(session_init(&m, LANG_EN, &r) && picture_of(&q, &m.now, &p, &r));
    bool ok = picture_read(&p, &m.now, s + (s[0] == '@'), &a, &r);
    must(ok != r.failed && (ok || r.text.len > 0));
    if (ok) {
        scores(&p, a);
        comes_back(&p, &m.now, a);
    }
    session_finish(&m);
    reply_finish(&r);
    return 0;
}
