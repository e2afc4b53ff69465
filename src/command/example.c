/* Examples as lines: sentences and their answers, which task own learns from.
 *
 *   猫 追 狗 -> 猫              the last word is asked
 *   猫 追 狗 -> 猫 at 追        a named one is
 *   猫 追 狗 -> 名 动 名        every word is; - : this one is not
 *
 * A single word before the arrow is cut as `sentence` does, unless it is quoted. */
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "command/command.h"
#include "command/segment.h"
#include "tasks/task.h"
#include "state/script.h"
#include "state/training.h"

/* ---- reading -------------------------------------------------------------------------- */

static const char *const arrows[] = {"->", "→"};

/* A word of a line, or a part of one: an arrow needs no blanks around it. */
struct piece {
    const char *s;
    size_t n;
    bool quoted;
    int col;
};

struct pieces {
    struct piece *v;
    int count, arrow; /* arrow: place of the first, -1 if there is none */
};

static void add_piece(struct pieces *p, struct piece one)
{
    if (one.n > 0)
        p->v[p->count++] = one;
}

/* Takes the words from `first` on; the first arrow is a piece of its own. */
static bool read_pieces(struct pieces *p, const struct words *w, int first)
{
    *p = (struct pieces){.v = mem_new((size_t)(w->count - first) + 2, sizeof *p->v), .arrow = -1};
    for (int i = first; p->v && i < w->count; i++) {
        const struct word *word = &w->v[i];
        const char *arrow = NULL;
        size_t n = 0;
        for (size_t k = 0; !word->quoted && p->arrow < 0 && k < sizeof arrows / sizeof *arrows; k++) {
            const char *at = strstr(word->s, arrows[k]);
            n = at && (!arrow || at < arrow) ? strlen(arrows[k]) : n;
            arrow = at && (!arrow || at < arrow) ? at : arrow;
        }
        struct piece one = {word->s, strlen(word->s), word->quoted, word->col};
        if (arrow) {
            add_piece(p, (struct piece){word->s, (size_t)(arrow - word->s), false, word->col});
            p->arrow = p->count;
            add_piece(p, (struct piece){arrow, n, false, word->col});
            one.s = arrow + n;
            one.n = strlen(one.s);
        }
        add_piece(p, one);
    }
    return p->v != NULL;
}

/* Returns the word of a piece as an index into the lexicon, -1: out of memory. */
static int word_of(struct state *next, const char *s, size_t n)
{
    char *name = mem_copy_text(s, n);
    int word = name ? lexicon_intern(&next->lexicon, name, next->set.d) : -1;
    mem_free(name);
    return word;
}

static bool is(const struct piece *p, const char *word)
{
    return !p->quoted && p->n == strlen(word) && memcmp(p->s, word, p->n) == 0;
}

/* An example as it is read. */
struct reading {
    struct state *next;
    const struct pieces *p;
    int word[TASK_LONGEST];
    struct target target[TASK_LONGEST];
    struct example as;
};

/* Reads the sentence: the words as written, a single one as `sentence` cuts it. */
static bool read_sentence(struct reading *in, struct reply *r)
{
    const struct pieces *p = in->p;
    struct segments cut = {0};
    bool whole = p->arrow > 1 || p->v[0].quoted, ok = true;
    for (int i = 0; ok && whole && i < p->arrow; i++)
        ok = segment_add(&cut, p->v[i].s, p->v[i].n);
    if (!whole) {
        char *only = mem_copy_text(p->v[0].s, p->v[0].n);
        ok = only && segment(&cut, in->next->lexicon, only);
        mem_free(only);
    }
    ok = ok || reply_no_memory(r);
    if (ok && cut.count == 0)
        ok = reply_fail(r, p->v[0].col, TEXT("a sentence needs at least one word"));
    if (ok && cut.count > TASK_LONGEST)
        ok = reply_fail(r, p->v[0].col, TEXT("a sentence of %d words is too long (at most %d)"), cut.count,
                        TASK_LONGEST);
    for (int i = 0; ok && i < cut.count; i++) {
        in->word[i] = word_of(in->next, cut.v[i], strlen(cut.v[i]));
        ok = in->word[i] >= 0 || reply_no_memory(r);
    }
    in->as.n = ok ? cut.count : 0;
    segment_finish(&cut);
    return ok;
}

/* Adds an answer: the word at position `at` is to say this. */
static bool add_answer(struct reading *in, int at, const struct piece *answer, struct reply *r)
{
    int word = word_of(in->next, answer->s, answer->n);
    in->target[in->as.target_count++] = (struct target){.head = -1, .at = at, .to = word};
    return word >= 0 || reply_no_memory(r);
}

/* Reads one answer (of the last word), ANSWER at T, or an answer per word, - for none. */
static bool read_answers(struct reading *in, struct reply *r)
{
    const struct piece *p = &in->p->v[in->p->arrow + 1];
    int count = in->p->count - in->p->arrow - 1, n = in->as.n;
    bool ok = true;
    if (count == 1 && !is(p, "-"))
        return add_answer(in, n - 1, p, r);
    if (count == 3 && is(&p[1], "at")) {
        struct sequence *q = sequence_new(in->word, n);
        char *name = mem_copy_text(p[2].s, p[2].n);
        bool memory = q && name;
        int at = memory ? state_token_in(in->next, q, name, p[2].col, r) : -1;
        sequence_drop(q);
        mem_free(name);
        return memory ? at >= 0 && add_answer(in, at, p, r) : reply_no_memory(r);
    }
    if (count != n)
        return reply_fail(
            r, count > 0 ? p->col : in->p->v[in->p->arrow].col,
            TEXT("%d answers for %d words: write one answer (of the last word), 'ANSWER at WORD', or one for "
                 "each word (- for none)"),
            count, n);
    for (int i = 0; ok && i < n; i++)
        ok = is(&p[i], "-") || add_answer(in, i, &p[i], r);
    return ok && (in->as.target_count > 0 ||
                  reply_fail(r, p->col, TEXT("no word is asked: write an answer for one of them")));
}

/* Checks that the examples with the one at a column are not too many, nor their answers. */
static bool examples_fit(const struct state *next, int col, struct reply *r)
{
    struct sequence *answers = training_words(next, true);
    int count = answers ? answers->count : 0;
    bool known = answers != NULL;
    sequence_drop(answers);
    if (!known)
        return reply_no_memory(r);
    if (next->examples->count > EXAMPLES_MOST)
        return reply_fail(r, col, TEXT("more than %d examples"), EXAMPLES_MOST);
    return count <= CONFIG_MAX_CLASSES ||
           reply_fail(r, col, TEXT("more than %d different answers"), CONFIG_MAX_CLASSES);
}

bool example_add(struct state *next, const struct words *w, int first, struct reply *r)
{
    struct pieces p;
    bool ok = read_pieces(&p, w, first) || reply_no_memory(r);
    if (ok && (p.arrow < 1 || p.arrow == p.count - 1))
        ok = reply_fail(r, w->v[p.arrow < 0 && first < w->count ? first : w->count - 1].col,
                        TEXT("write a sentence, an arrow and the answer: cat chases dog -> cat"));
    struct reading in = {.next = next, .p = &p};
    in.as.word = in.word;
    in.as.target = in.target;
    ok = ok && read_sentence(&in, r) && read_answers(&in, r) &&
         (examples_put(&next->examples, &in.as) || reply_no_memory(r)) && examples_fit(next, p.v[0].col, r);
    mem_free(p.v);
    for (int i = 0; i < task_count(); i++)
        if (!tasks[i]->write)
            next->look.train.task = i; /* the one that learns from examples */
    return ok;
}

bool example_taken(struct state *next, struct reply *r)
{
    const struct task *t = task_at(next->set.task);
    return !t || t->write || training_widen(next) || reply_no_memory(r);
}

/* ---- the command ---------------------------------------------------------------------- */

/* example … | example N none | example none */
static bool example_command(struct call *c)
{
    struct state next = {0};
    const struct state *s = &c->m->now.state;
    int last = c->w->count - 1, count = examples_count(s->examples);
    bool none = (last == 1 || last == 2) && call_is(c, last, "none");
    for (int i = 0; last == 0 && i < count; i++) {
        struct text line = {0};
        script_example(&line, s, i, SCRIPT_SHOWN);
        reply_say(c->r, "%s%3d  %s", i > 0 ? "\n" : "", i + 1, text_str(&line));
        text_finish(&line);
    }
    if (last == 0 && !s->examples)
        reply_say(c->r, TEXT("no examples yet ('example cat chases dog -> cat')"));
    if (last == 0)
        return true;
    long n = 1;
    bool one = none && last == 2, done = true;
    const char *number = call_word(c, 1);
    call_edit(c, &next);
    if (one && number_parse_int(number, strlen(number), 1, count, &n) != NUMBER_OK)
        done = call_fail(c, 1, TEXT("no example %s (there are %d)"), number, count);
    else if (one)
        done = examples_remove(&next.examples, (int)n - 1) || reply_no_memory(c->r);
    else if (none) {
        examples_drop(next.examples);
        next.examples = NULL;
    } else
        done = example_add(&next, c->w, 1, c->r);
    if (!done || !example_taken(&next, c->r)) {
        state_finish(&next);
        return false;
    }
    bool ok = call_commit(c, &next);
    const struct task *t = task_at(s->set.task);
    if (ok && !none)
        reply_say(c->r,
                  t && !t->write ? TEXT("example added, %d in all")
                                 : TEXT("example added, %d in all: 'task own' learns from them"),
                  examples_count(s->examples));
    return ok;
}

const struct command cmd_example[] = {
    {"example", "[A B … -> ANSWER [at T]] | A B … -> ANSWER … | N none | none", example_command, NULL,
     COMMAND_STATE, "example 猫 追 狗 -> 猫 at 追",
     TEXT("adds a sentence and the answer of its last word (at T: of word T; several: of each word, - for "
          "none), which 'task own' learns from; N none removes example N, none all; alone it lists them")},
    COMMAND_LAST,
};
