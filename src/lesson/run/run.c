#include "lesson/run/run.h"

#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

bool lesson_line_is(struct lesson_line l, const char *word)
{
    size_t n = strlen(word);
    return strncmp(l.s, word, n) == 0 && (l.s[n] == '\0' || l.s[n] == ' ');
}

struct lesson_lines lesson_segment(const struct lesson_step *step, int i)
{
    struct lesson_lines out = {0};
    bool ran = false;
    for (int k = 0; k < step->act.count; k++) {
        struct lesson_line line = step->act.v[k];
        bool wait = lesson_line_is(line, "wait"), run = lesson_line_is(line, "run");
        if (out.count > 0 && (wait || (ran && run))) {
            if (i-- == 0)
                return out;
            out = (struct lesson_lines){0};
            ran = false;
        }
        if (wait)
            continue;
        ran = ran || run;
        if (out.count++ == 0)
            out.v = &step->act.v[k];
    }
    return i == 0 ? out : (struct lesson_lines){0};
}

int lesson_segment_count(const struct lesson_step *step)
{
    int n = 0;
    while (lesson_segment(step, n).count > 0)
        n++;
    return n;
}

const struct block *lesson_caption(const struct lesson_step *step, int i)
{
    struct lesson_lines segment = lesson_segment(step, i);
    const struct lesson_line *end = segment.v + segment.count;
    if (segment.count == 0 || end == step->act.v + step->act.count)
        return NULL;
    for (int k = 0; k < step->caption.count; k++)
        if (step->caption.v[k].line == end->line)
            return &step->caption.v[k];
    return NULL;
}

struct prose lesson_narration(const struct lesson_step *step, int i)
{
    const struct prose *all = &step->narration;
    int from = 0;
    for (; i > 0 && from < all->count; from++)
        i -= all->v[from].kind == BLOCK_PAUSE;
    int to = from;
    while (to < all->count && all->v[to].kind != BLOCK_PAUSE)
        to++;
    struct prose none = {0}, part = {all->v + from, to - from};
    return i > 0 ? none : part;
}

int lesson_pauses(const struct lesson_step *step)
{
    int n = 0;
    for (int i = 0; i < step->narration.count; i++)
        n += step->narration.v[i].kind == BLOCK_PAUSE;
    return n;
}

/* Number of narration segments shown alone; the last is shown with a question if there is one. */
static int reads(const struct lesson_step *step)
{
    return lesson_pauses(step) + (step->ask_count == 0);
}

/* Number of segments of the `do` shown alone: the last only if the author says something about it. */
static int acts(const struct lesson_step *step)
{
    int n = lesson_segment_count(step);
    return n > 0 ? n - 1 + (lesson_caption(step, n - 1) != NULL) : 0;
}

int lesson_beat_count(const struct lesson_step *step)
{
    bool end = step->reveal.count > 0 || lesson_segment_count(step) > 0;
    return reads(step) + step->ask_count + acts(step) + end;
}

int lesson_step_after(const struct lesson *l, int step)
{
    bool last = step + 1 >= l->step_count, page = lesson_beat_count(&l->step[step]) == 1;
    return last ? 0 : step + !page;
}

struct lesson_beat lesson_beat_at(const struct lesson_step *step, int i)
{
    int ask = i - reads(step), act = ask - step->ask_count;
    if (ask < 0)
        return (struct lesson_beat){PHASE_READ, i};
    if (act < 0)
        return (struct lesson_beat){PHASE_ASK, ask};
    if (act < acts(step))
        return (struct lesson_beat){PHASE_ACT, act + 1};
    return (struct lesson_beat){PHASE_END, 0};
}

struct lesson_now lesson_now(const struct lesson_session *s)
{
    struct lesson_now at = {.beat = {PHASE_END, 0}};
    if (!s || s->run.step >= s->lesson.step_count)
        return at;
    const struct lesson_step *step = at.step = &s->lesson.step[s->run.step];
    at.beat = lesson_beat_at(step, s->run.beat);
    at.ask = at.beat.phase == PHASE_ASK ? &step->ask[at.beat.index] : NULL;
    at.open = at.ask && !s->free && !s->run.visit[s->run.step].answer[at.beat.index].closed;
    int question = at.ask ? at.beat.index : at.beat.phase == PHASE_READ ? 0 : step->ask_count - 1;
    at.hint = question > 0 ? step->second_hint : 0;
    at.hint_end = question == 0 && step->second_hint > 0 ? step->second_hint : step->hint_count;
    return at;
}

void lesson_show_text(struct lesson_session *s)
{
    s->run.scroll = 0;
    if (s->layout == LAYOUT_VIEW)
        s->layout = LAYOUT_SPLIT;
}

int lesson_next_hint(const struct lesson_session *s)
{
    const struct lesson_now at = lesson_now(s);
    if (!at.step)
        return -1;
    int end = s->run.visit[s->run.step].hint_end, next = end > at.hint ? end : at.hint;
    return next < at.hint_end ? next : -1;
}

bool lesson_asks(struct lesson_now at, enum ask_kind kind)
{
    return at.open && at.ask->kind == kind;
}

struct lesson_answer *lesson_run_answer(struct lesson_session *s)
{
    const struct lesson_now at = lesson_now(s);
    return at.ask ? &s->run.visit[s->run.step].answer[at.beat.index] : NULL;
}

void lesson_answer_give(struct lesson_answer *a, const char *text, bool right)
{
    struct text kept = {0};
    text_add_bytes(&kept, text, utf8_fit(text, LESSON_ANSWER / 4 - 1)); /* cut at a character boundary */
    size_t n = kept.len < LESSON_ANSWER ? kept.len : LESSON_ANSWER - 1;
    memcpy(a->last, text_str(&kept), n);
    a->last[n] = '\0';
    text_finish(&kept);
    if (!a->first[0]) {
        memcpy(a->first, a->last, sizeof a->first);
        a->first_right = right;
    }
    a->tries++;
    a->right = right;
    a->closed = right || a->tries >= LESSON_TRIES;
}

void lesson_answer_give_up(struct lesson_answer *a, const struct lesson_ask *ask)
{
    bool impossible = ask->impossible.s != NULL;
    a->right = a->right || (!a->closed && impossible);
    a->given_up = a->given_up || (!a->closed && !impossible);
    a->closed = true;
}

void lesson_visit_give_up(struct lesson_visit *v, const struct lesson_step *step)
{
    for (int i = 0; i < step->ask_count; i++)
        lesson_answer_give_up(&v->answer[i], &step->ask[i]);
}

void lesson_visit_restart(struct lesson_visit *v)
{
    struct lesson_visit fresh = {.was_done = v->was_done};
    for (int i = 0; i < LESSON_MAX_QUESTIONS; i++) {
        memcpy(fresh.answer[i].first, v->answer[i].first, sizeof fresh.answer[i].first);
        fresh.answer[i].first_right = v->answer[i].first_right;
        fresh.answer[i].was_right = v->answer[i].was_right;
        fresh.answer[i].best = v->answer[i].best;
        memcpy(fresh.answer[i].cell, v->answer[i].cell, sizeof fresh.answer[i].cell);
        memcpy(fresh.answer[i].truth, v->answer[i].truth, sizeof fresh.answer[i].truth);
        fresh.answer[i].known = v->answer[i].known;
    }
    *v = fresh;
}

bool lesson_is_tour(const struct lesson *l)
{
    int asks = 0;
    for (int i = 0; i < l->step_count; i++)
        asks += l->step[i].ask_count;
    return asks == 0;
}

struct lesson_hands lesson_hands_of(const struct lesson_ask *q, const struct lesson_answer *a)
{
    struct lesson_hands h = {0};
    int most = 1;
    for (int i = 0; i < q->option_count; i++) {
        h.all += a->hands[i];
        h.right += q->option[i].right ? a->hands[i] : 0;
        h.most = (a->hands[i] > most ? 0 : h.most) | (unsigned)(a->hands[i] >= most) << i;
        most = a->hands[i] > most ? a->hands[i] : most;
    }
    if (q->kind == ASK_PICTURE)
        return (struct lesson_hands){.all = a->hands[0],
                                     .right = a->hands[1] ? a->hands[0] : 0,
                                     .most = a->hands[0] > 0,
                                     .agree = a->hands[1]};
    h.agree = h.most != 0;
    for (int i = 0; i < q->option_count; i++)
        h.agree = h.agree && (!(h.most >> i & 1) || q->option[i].right);
    return h;
}

struct lesson_tally lesson_tally(const struct lesson_session *s)
{
    struct lesson_tally t = {.steps = s->lesson.step_count};
    for (int k = 0; k < s->lesson.step_count; k++) {
        const struct lesson_step *step = &s->lesson.step[k];
        const struct lesson_visit *v = &s->run.visit[k];
        int before = t.asked;
        for (int i = 0; i < step->ask_count; i++) {
            const struct lesson_answer *a = &v->answer[i];
            enum ask_kind kind = step->ask[i].kind;
            struct lesson_hands hands = lesson_hands_of(&step->ask[i], a);
            bool predicts = ask_predicts(kind) && (hands.all == 0 || a->first[0]), goal = kind == ASK_GOAL;
            t.predictions += predicts;
            t.first_right += predicts && a->first_right;
            t.goals += goal;
            t.reached += goal && (a->right || a->was_right);
            t.stars += goal && a->best > 0 && a->best <= step->ask[i].moves;
            t.pictures += kind == ASK_PICTURE && a->tries > 0;
            t.overlap += kind == ASK_PICTURE && a->tries > 0 ? a->overlap : 0;
            t.asked += hands.all > 0;
            t.agreed += hands.agree;
        }
        t.finished += v->finished || (v->was_done && !v->skipped);
        t.skipped += v->skipped;
        t.shown += v->skipped && t.asked > before;
    }
    return t;
}

bool lesson_played(const struct lesson_session *s, struct text *out)
{
    const struct lesson_tally t = lesson_tally(s);
    const bool goals = t.goals >= t.steps,
               pictures = t.pictures > 0 && t.predictions >= t.steps && t.goals == 0 && t.pictures >= t.steps;
    if (lesson_now(s).step || t.steps < 2 || !(goals || pictures))
        return false;
    text_addf(out, "qkv --lang %s --lesson %s  # ", lang_code(s->lesson.lang), s->lesson.id);
    if (goals)
        text_addf(out, "%d/%d ★ %d", t.reached, t.goals, t.stars);
    else
        text_addf(out, "%.1f/%d", t.overlap, t.pictures);
    return true;
}

const char *lesson_believed(const struct lesson_session *s, int i)
{
    const char *found[LESSON_MAX_STEPS * LESSON_MAX_QUESTIONS * LESSON_MAX_OPTIONS];
    int n = 0;
    for (int k = 0; k < s->lesson.step_count * LESSON_MAX_QUESTIONS; k++) {
        const struct lesson_step *step = &s->lesson.step[k / LESSON_MAX_QUESTIONS];
        const struct lesson_ask *q = &step->ask[k % LESSON_MAX_QUESTIONS];
        const struct lesson_answer *a =
            &s->run.visit[k / LESSON_MAX_QUESTIONS].answer[k % LESSON_MAX_QUESTIONS];
        for (int o = 0; k % LESSON_MAX_QUESTIONS < step->ask_count && o < q->option_count; o++) {
            const char *id = q->option[o].right ? NULL : q->option[o].mis.s;
            bool chosen = (a->tried >> o & 1) || strchr(a->first, lesson_letter(o)), known = false;
            for (int j = 0; id && j < n; j++)
                known = known || strcmp(found[j], id) == 0;
            if (id && chosen && !known)
                found[n++] = id;
        }
    }
    return i < n ? found[i] : NULL;
}

char lesson_letter(int i)
{
    return "abcdef"[i >= 0 && i < LESSON_MAX_OPTIONS ? i : 0];
}

int lesson_option_of(const struct lesson_ask *q, const char *letter)
{
    for (int i = 0; i < q->option_count; i++)
        if (lesson_letter(i) == letter[0] && !letter[1])
            return q->order[i];
    return -1;
}
