#include "lesson/run/notes.h"

#include <stdlib.h>
#include <string.h>

#include "lesson/run/judge.h"

static const char first_line[] = "# qkv notes 1\n";
static const char *const parts[NOTES_PARTS] = {"lesson", "step",   "watch", "note",
                                               "ask",    "answer", "wrong", "next"};

void notes_finish(struct notes *n)
{
    for (int i = 0; i < NOTES_PARTS; i++)
        text_finish(&n->of[i]);
    *n = (struct notes){0};
}

static void add_line(struct text *out, const char *s)
{
    text_addf(out, "%s%s", out->len > 0 ? "\n" : "", s);
}

static void add_prose(struct text *out, const struct prose *p)
{
    for (int i = 0; i < p->count; i++) {
        add_line(out, "");
        lesson_block_text(&p->v[i], out);
    }
}

static void add_hands(struct text *out, int hands)
{
    if (hands > 0)
        text_addf(out, " ×%d", hands);
}

/* Adds the answer in readable form: options and the hands that were raised for them, a number, a cell,
 * commands or a sentence. */
static void add_answer(struct text *out, const struct lesson_ask *q, const struct lesson_answer *a,
                       const struct scene *now)
{
    for (int i = 0; i < q->option_count; i++) {
        const struct lesson_option *o = &q->option[q->order[i]];
        if (!o->right)
            continue;
        text_addf(out, "%s%c  ", out->len > 0 ? "\n" : "", lesson_letter(i));
        lesson_block_text(&o->text, out);
        add_hands(out, a->hands[q->order[i]]);
    }
    if (q->kind == ASK_NUMBER)
        add_line(out, q->literal.s);
    if (q->kind == ASK_CELL && a->cell[0]) {
        add_line(out, "");
        judge_words(q, a->cell, now, " → ", out);
    } else if (q->kind == ASK_CELL) {
        add_line(out, q->answer.s);
    }
    if (q->kind == ASK_PICTURE && a->known)
        judge_truth(q, a, now, out);
    for (int i = 0; i < q->solution.count; i++)
        add_line(out, q->solution.v[i].s);
    if (q->impossible.s)
        add_line(out, q->impossible.s);
    if (q->kind == ASK_EXPLAIN && q->model.count > 0) {
        add_line(out, "");
        lesson_block_text(&q->model, out);
    }
}

/* Adds the wrong answers, the hands that were raised for each, and what to say to it: "b ×12  4×3 - That is
 * …". */
static void add_wrong(struct text *out, const struct lesson_ask *q, const struct lesson_answer *a)
{
    for (int i = 0; i < q->option_count + q->wrong_count; i++) {
        int wrong = i - q->option_count, shown = wrong < 0 ? q->order[i] : 0;
        const struct block *say = wrong < 0 ? &q->option[shown].feedback : &q->wrong[wrong].feedback;
        if (wrong < 0 && q->option[shown].right)
            continue;
        add_line(out, wrong < 0 ? "" : q->wrong[wrong].literal.s);
        if (wrong < 0) {
            text_addf(out, "%c  ", lesson_letter(i));
            lesson_block_text(&q->option[shown].text, out);
            add_hands(out, a->hands[shown]);
        }
        text_add(out, say->count > 0 ? "  - " : "");
        lesson_block_text(say, out);
    }
}

void notes_of(struct notes *n, const struct lesson_session *s, const struct scene *now)
{
    const struct lesson *l = &s->lesson;
    const struct lesson_now at = lesson_now(s);
    const struct lesson_step *step = at.step;
    for (int i = 0; i < NOTES_PARTS; i++)
        text_clear(&n->of[i]);
    n->lang = l->lang;
    n->number = s->run.step + 1;
    n->count = l->step_count;
    n->minutes = step ? step->minutes : 0;
    n->all_minutes = l->minutes;
    text_addf(&n->of[NOTES_LESSON], "%s  %s", l->id, l->title.s);
    if (!step)
        return;
    text_add(&n->of[NOTES_STEP], step->title.s);
    const struct block *caption = at.beat.phase == PHASE_ACT ? lesson_caption(step, at.beat.index - 1) : NULL;
    if (caption)
        lesson_block_text(caption, &n->of[NOTES_WATCH]);
    add_prose(&n->of[NOTES_NOTE], &step->note);
    add_prose(&n->of[NOTES_ASK], &step->ask_class);
    for (int i = 0; i < step->ask_count; i++) {
        const struct lesson_answer *a = &s->run.visit[s->run.step].answer[i];
        add_answer(&n->of[NOTES_ANSWER], &step->ask[i], a, now);
        add_wrong(&n->of[NOTES_WRONG], &step->ask[i], a);
    }
    if (s->run.step + 1 < l->step_count)
        text_add(&n->of[NOTES_NEXT], l->step[s->run.step + 1].title.s);
}

void notes_write(const struct notes *n, struct text *out)
{
    text_addf(out, "%sat %d %d %d %d %d %lld %lld %ld\n", first_line, (int)n->lang, n->number, n->count,
              n->minutes, n->all_minutes, n->begun, n->since, n->process);
    for (int i = 0; i < NOTES_PARTS; i++) {
        const char *s = text_str(&n->of[i]);
        for (bool more = *s != '\0'; more;) {
            int line = (int)strcspn(s, "\n");
            text_addf(out, "%s %.*s\n", parts[i], line, s);
            more = s[line] != '\0'; /* also if only an empty line remains */
            s += line + more;
        }
    }
    text_add(out, "end\n");
}

/* at LANG NUMBER COUNT MINUTES ALL BEGUN SINCE PROCESS */
static bool read_numbers(struct notes *n, const char *s)
{
    enum { NUMBERS = 8 };
    long long v[NUMBERS];
    char *end;
    for (int i = 0; i < NUMBERS; i++, s = end) {
        v[i] = strtoll(s, &end, 10);
        if (end == s || v[i] < 0 || (i < 5 && v[i] > (i == 0 ? LANG_COUNT - 1 : 10000)))
            return false;
    }
    n->lang = (enum lang)v[0];
    n->number = (int)v[1];
    n->count = (int)v[2];
    n->minutes = (int)v[3];
    n->all_minutes = (int)v[4];
    n->begun = v[5];
    n->since = v[6];
    n->process = (long)v[7];
    return *s == '\n';
}

bool notes_read(struct notes *n, const char *text)
{
    bool ok = strncmp(text, first_line, strlen(first_line)) == 0, ended = false;
    notes_finish(n);
    text += ok ? strlen(first_line) : 0;
    ok = ok && strncmp(text, "at ", 3) == 0 && read_numbers(n, text + 3);
    while (ok && !ended) {
        text += strcspn(text, "\n");
        text += *text == '\n';
        ended = strcmp(text, "end\n") == 0;
        size_t size = strcspn(text, "\n"), word = strcspn(text, " \n");
        int i = 0;
        while (i < NOTES_PARTS && (strlen(parts[i]) != word || strncmp(parts[i], text, word) != 0))
            i++;
        ok = ended || (i < NOTES_PARTS && word < size);
        if (ok && !ended) {
            add_line(&n->of[i], "");
            text_add_bytes(&n->of[i], text + word + 1, size - word - 1);
            ok = !n->of[i].failed;
        }
    }
    if (!ok)
        notes_finish(n);
    return ok;
}
