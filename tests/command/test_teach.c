/* Teaching the reader kinds of sentences that it has not learned. What is taught must be read right with
 * words that it never saw, what it knew must stay, and undo, a saved state and the names of heads must agree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "tasks/reader.h"
#include "session/contexts.h"
#include "state/script.h"
#include "state/weights.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"
#include "support/truth.h"

#define BOOK "tokens the teacher gives the child a book"
#define TAUGHT_BOOK BOOK " ; taught gives teacher book"

static bool reads_most(const struct session *m, int head, int query, int key)
{
    bool most = true;
    for (int j = 0; j < m->now.state.sentence->count; j++)
        most = most && (j == key || weights_read(&m->now.trace, head, query, j) <
                                        weights_read(&m->now.trace, head, query, key));
    return most;
}

static void take(struct session *m, const char *const *words, int count)
{
    struct text line = {0};
    text_add(&line, "tokens");
    for (int t = 0; t < count; t++)
        text_addf(&line, " \"%s\"", words[t]);
    must_run(m, text_str(&line));
    text_finish(&line);
}

/* ---- words that the reader never saw -------------------------------------------------- */

/* Returns the number of a word that the reader was trained with, -1: it was not. */
static int seen(const char *name)
{
    int i = 0;
    while (grammar_words[i].zh && strcmp(grammar_words[i].zh, name) != 0)
        i++;
    return grammar_words[i].zh ? i : -1;
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n >= k && strcmp(s + n - k, end) == 0;
}

/* Whether a word may stand where another does: of its kind and language, somebody where the other is, and in
 * the same form. */
static bool stands_for(struct lemma a, struct lemma b)
{
    static const char *const forms[] = {"ing", "s", "ed"};
    enum { ANIMAL = 0, PERSON = 1 };
    bool same = lemma_kind(a) == lemma_kind(b) && ((*a.name ^ *b.name) & 0x80) == 0;
    bool acts[] = {lemma_entry(a, ANIMAL) >= 0.4 || lemma_entry(a, PERSON) >= 0.4,
                   lemma_entry(b, ANIMAL) >= 0.4 || lemma_entry(b, PERSON) >= 0.4};
    same = same && acts[0] == acts[1];
    for (size_t i = 0; same && lemma_kind(a) == 'v' && i < sizeof forms / sizeof *forms; i++)
        same = ends_with(a.name, forms[i]) == ends_with(b.name, forms[i]);
    return same;
}

/* Returns an unseen word that may stand for word i, another one for each n. */
static const char *unseen(const struct lexicon *l, int i, int n)
{
    enum { BUILT_IN = 2600, STEP = 37 };
    struct lemma word = lexicon_at(l, i);
    for (int k = 0, at = n * STEP % BUILT_IN; k < BUILT_IN; k++, at = (at + 1) % BUILT_IN) {
        struct lemma other = lexicon_at(l, at);
        if (stands_for(word, other) && seen(other.name) < 0)
            return other.name;
    }
    return word.name;
}

/* Replaces every word that has a meaning by an unseen one. */
static void take_unseen(struct session *m, const struct sequence *q, int n)
{
    const char *words[GRAMMAR_LONGEST];
    for (int t = 0; t < q->count; t++) {
        struct lemma l = lexicon_at(m->now.state.lexicon, q->id[t]);
        bool closed = lexicon_kind(m->now.state.lexicon, q->id[t]) == 0 || seen(l.name) >= grammar_given;
        words[t] = closed ? l.name : unseen(m->now.state.lexicon, q->id[t], n * GRAMMAR_LONGEST + t);
    }
    take(m, words, q->count);
}

/* ---- kinds ---------------------------------------------------------------------------- */

static const struct kind {
    const char *words, *roles;
} kinds[] = {
    {"猫 比 狗 大", "大 猫 狗"},
    {"the teacher gives the child a book", "gives teacher book"},
    {"the dog who chases the cat sees the bird", "sees dog bird"},
    {"the cat is bigger than the dog", "bigger cat dog"},
    {"there is a dog in the park", "is dog"},
    {"why does the cat chase the dog ?", "chase cat dog"},
    {"the cat and the dog chase the bird", "chase cat bird"},
    {"the dog that the cat chases is big", "chases cat dog"},
    {"I want the child to read the book", "read child book"},
    {"老师 给 孩子 一 本 书", "给 老师 书"},
    {"妈妈 让 孩子 打 球", "打 孩子 球"},
    {"猫 和 狗 追 鸟", "追 猫 鸟"},
    {"追 猫 的 狗 看见 鸟", "看见 狗 鸟"},
    {"公园 里 有 一只 狗", "有 - 狗"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Returns a model that was taught a kind, whose labels it sets. */
static struct session taught(const struct kind *k, int to[2], int *verb)
{
    struct text line = {0};
    text_addf(&line, "weights reader ; layer 1 ; tokens %s ; teach %s", k->words, k->roles);
    struct session m = model_after(text_str(&line));
    text_finish(&line);
    assert_int_equal(examples_count(m.now.state.taught), 1);
    const struct example *e = examples_at(m.now.state.taught, 0);
    *verb = e->target[0].at;
    to[0] = e->target[0].to;
    to[1] = e->target[1].to;
    assert_int_equal(m.now.state.look.query, *verb);
    return m;
}

/* Returns the share of the verbs' questions of every `every`-th sentence of other words that are right. */
static double old_right(struct session *m, struct truth *file, size_t every)
{
    json_t *sentence, *one;
    size_t i, k;
    int asked = 0, right = 0;
    json_array_foreach(json_object_get(file->root, "sentences"), i, sentence)
    {
        const char *words[TASK_LONGEST];
        json_t *list = json_object_get(sentence, "words"), *verbs = json_object_get(sentence, "verbs");
        if (i % every)
            continue;
        for (size_t t = 0; t < json_array_size(list); t++)
            words[t] = json_string_value(json_array_get(list, t));
        take(m, words, (int)json_array_size(list));
        json_array_foreach(json_object_get(sentence, "ask"), k, one)
        {
            int at = (int)json_integer_value(json_array_get(one, 0)),
                head = (int)json_integer_value(json_array_get(one, 1));
            bool verb = false;
            for (size_t v = 0; v < json_array_size(verbs); v++)
                verb = verb || at == json_integer_value(json_array_get(verbs, v));
            if (!verb || head > 1)
                continue;
            asked++;
            right += reads_most(m, head, at, (int)json_integer_value(json_array_get(one, 2)));
        }
    }
    return (double)right / asked;
}

TEST(a_taught_kind_is_read_with_unseen_words_and_old_ones_stay)
{
    const char *all = getenv("QKV_TAUGHT"); /* sentences of each kind */
    int tries = all ? atoi(all) : 30;
    struct truth file = truth_open("reader");
    for (int i = 0; i < KINDS; i += all || i < 3 ? 1 : 6) {
        int to[2], verb, right = 0, known = 0;
        struct grammar_reading as;
        struct session m = taught(&kinds[i], to, &verb);
        struct sequence *q = sequence_share(m.now.state.sentence);
        for (int n = 0; n < tries; n++) {
            take_unseen(&m, q, n);
            known += weights_reading(&m.now.state, &as) && !as.pattern && as.to[verb][0] == to[0] &&
                     as.to[verb][1] == to[1];
            right += reads_most(&m, 0, verb, to[0]) && reads_most(&m, 1, verb, to[1]);
        }
        double old = old_right(&m, &file, all ? 1 : 2);
        if (known < tries || right < 0.98 * tries || old < 0.98)
            fail_msg("%s: of %d %d known, %d right, old %.3f", kinds[i].words, tries, known, right, old);
        sequence_drop(q);
        session_finish(&m);
    }
    truth_close(&file);
}

/* ---- names ---------------------------------------------------------------------------- */

static const char *name(const struct session *m)
{
    return state_head_name(&m->now.state, 0);
}

TEST(heads_have_names_in_sentences_of_a_taught_kind_and_in_no_others)
{
    struct session m = model_after("weights reader ; layer 1 ; " BOOK);
    assert_string_equal(name(&m), "");
    must_run(&m, TAUGHT_BOOK);
    assert_string_equal(name(&m), "doer");
    must_run(&m, "tokens my mother sends the lady that dress");
    assert_string_equal(name(&m), "doer");
    must_run(&m, "tokens the big teacher gives the child a book");
    assert_string_equal(name(&m), "");
    must_run(&m, "tokens the teacher gives the child to book");
    assert_string_equal(name(&m), "");
    must_run(&m, "tokens 老师 给 孩子 一 本 书");
    assert_string_equal(name(&m), "");
    must_run(&m, BOOK " ; weights reader");
    assert_string_equal(name(&m), "");
    session_finish(&m);
}

/* A word whose vector is learned while it is taught stays the word that it is: nothing else stands for it. */
TEST(a_word_that_is_learned_does_not_become_a_noun)
{
    struct session m = model_after("weights reader ; layer 1 ; tokens cat zzz dog ; teach zzz cat dog");
    assert_string_equal(name(&m), "doer");
    must_run(&m, "tokens monk zzz bird");
    assert_string_equal(name(&m), "doer");
    must_run(&m, "tokens monk yyy bird");
    assert_string_equal(name(&m), "");
    must_run(&m, "tokens zzz chases bird");
    assert_string_equal(name(&m), "");
    session_finish(&m);
}

TEST(what_was_not_taught_has_no_answer)
{
    enum { THE, TEACHER, GIVES, THE_2, CHILD, A, BIG, BOOK_AT };
    struct session m =
        model_after("weights reader ; layer 1 ; tokens the teacher gives the child a big book");
    struct grammar_reading as;
    must_run(&m, "taught gives teacher book");
    assert_true(weights_reading(&m.now.state, &as));
    assert_int_equal(as.to[CHILD][0], -1);
    assert_int_equal(as.to[THE_2][1], CHILD);
    assert_int_equal(as.to[A][0], BOOK_AT);
    assert_int_equal(as.to[TEACHER][0], GIVES);
    assert_int_equal(as.to[TEACHER][1], BOOK_AT);
    assert_int_equal(as.to[BOOK_AT][0], TEACHER);
    assert_int_equal(as.to[BOOK_AT][1], GIVES);
    assert_int_equal(as.doer.first, THE);
    assert_int_equal(as.doer.end, GIVES);
    assert_int_equal(as.done_to.first, A);
    assert_int_equal(as.done_to.end, BOOK_AT + 1);
    session_finish(&m);
}

/* ---- the session ---------------------------------------------------------------------- */

/* Returns what a saved state of m says. */
static char *saved(const struct session *m)
{
    struct text script = {0};
    script_write(&m->now, &script);
    assert_false(script.failed);
    return script.s;
}

static void same_state(const struct session *a, const struct session *b)
{
    char *x = saved(a), *y = saved(b);
    assert_string_equal(x, y);
    free(x);
    free(y);
}

TEST(undo_takes_all_of_it_back_and_teaching_again_gives_the_same)
{
    struct session m = model_after("weights reader ; layer 1 ; " BOOK), was = model_loaded(&m);
    must_run(&m, "teach gives teacher book");
    struct session taught_once = model_loaded(&m);
    same_state(&m, &taught_once);
    must_run(&m, "undo");
    same_state(&m, &was);
    assert_null(m.now.state.taught);
    must_run(&m, "teach gives teacher book");
    same_state(&m, &taught_once);
    must_run(&m, "undo ; redo");
    same_state(&m, &taught_once);
    session_finish(&m);
    session_finish(&was);
    session_finish(&taught_once);
}

TEST(a_saved_state_keeps_kinds_whose_words_are_not_in_the_sentence)
{
    struct session m =
        model_after("weights reader ; layer 1 ; tokens cat zzz cat ; teach zzz cat#1 cat#2 ; tokens "
                    "猫 比 狗 大 ; teach 大 猫 狗 ; tokens cat sleeps");
    struct session loaded = model_loaded(&m);
    same_state(&m, &loaded);
    must_run(&m, "tokens dog zzz dog");
    must_run(&loaded, "tokens dog zzz dog");
    same_state(&m, &loaded);
    assert_string_equal(name(&loaded), "doer");
    assert_true(weights_read(&m.now.trace, 0, 1, 0) == weights_read(&loaded.now.trace, 0, 1, 0));
    session_finish(&m);
    session_finish(&loaded);
}

TEST(kinds_that_were_taught_before_are_kept_and_one_is_replaced)
{
    struct session m =
        model_after("weights reader ; layer 1 ; tokens cat and dog chase bird ; teach chase cat bird");
    must_run(&m, BOOK " ; teach gives teacher book");
    assert_int_equal(examples_count(m.now.state.taught), 2);
    must_run(&m, "tokens 猫 比 狗 大 ; teach 大 猫 狗");
    must_run(&m, "tokens cat and dog chase bird");
    struct sequence *q = sequence_share(m.now.state.sentence);
    int right = 0;
    for (int n = 0; n < 60; n++) {
        take_unseen(&m, q, n);
        right += reads_most(&m, 0, 3, 0) && reads_most(&m, 1, 3, 4);
    }
    assert_true(right >= 58);
    sequence_drop(q);
    must_run(&m, "tokens cow and monk kill horse");
    must_run(&m, "teach kill monk horse alone");
    assert_int_equal(examples_count(m.now.state.taught), 3);
    assert_true(reads_most(&m, 0, 3, 2));
    session_finish(&m);
}

/* Returns how many old sentences a line says are right, and checks that the new ones are. */
static int old_after(struct session *m, const char *line)
{
    struct reply r = {0};
    int fresh = 0, old = 0;
    assert_true(run_line(m, line, &r));
    const char *said = strstr(text_str(&r.text), "Read right: ");
    assert_non_null(said);
    assert_int_equal(
        sscanf(said, "Read right: %d of 40 other sentences of this kind, %d of 100", &fresh, &old), 2);
    assert_true(fresh >= 39);
    reply_finish(&r);
    return old;
}

TEST(what_is_not_repeated_is_forgotten)
{
    struct session m = model_after("weights reader ; tokens 猫 比 狗 大");
    assert_true(old_after(&m, "teach 大 猫 狗") >= 96);
    must_run(&m, "undo");
    assert_true(old_after(&m, "teach 大 猫 狗 alone") < 80);
    session_finish(&m);
}

static bool stops(struct work *w)
{
    int *left = w->whose;
    return --*left > 0;
}

/* Its progress is asked for before each of some steps, and a stop changes nothing. */
TEST(teaching_can_be_stopped)
{
    struct session m = model_after("weights reader ; " BOOK);
    for (int left = 1; left < 4; left++) {
        int polls = left;
        struct work work = {.goes_on = stops, .whose = &polls};
        struct reply r = {.work = &work};
        char *before = saved(&m), *after;
        assert_false(run_line(&m, "teach gives teacher book", &r));
        assert_non_null(strstr(text_str(&r.text), "stopped"));
        after = saved(&m);
        assert_string_equal(before, after);
        free(before);
        free(after);
        reply_finish(&r);
    }
    session_finish(&m);
}

/* ---- the user ------------------------------------------------------------------------- */

TEST(without_words_it_guesses)
{
    static const struct kind guesses[] = {{"猫 比 狗 大", "3 0 2"},
                                          {"the teacher gives the child a book", "2 1 6"}};
    struct session m = model_after("weights reader");
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++) {
        struct teaching how;
        char said[32];
        struct text line = {0};
        text_addf(&line, "tokens %s", guesses[i].words);
        must_run(&m, text_str(&line));
        weights_guess(&m.now.state, &m.now.trace, &how);
        snprintf(said, sizeof said, "%d %d %d", how.verb, how.doer, how.done_to);
        assert_string_equal(said, guesses[i].roles);
        text_finish(&line);
    }
    session_finish(&m);
}

static bool offers_it(const struct session *m)
{
    const struct binding *b = keymap_find(&m->keymap, "flow", "a");
    return b && key_offered(m, b);
}

TEST(the_key_is_offered_where_a_sentence_was_not_learned)
{
    struct session m = model_after("weights reader ; view flow ; tokens cat chases dog");
    assert_false(offers_it(&m));
    must_run(&m, BOOK);
    assert_true(offers_it(&m));
    must_run(&m, TAUGHT_BOOK);
    assert_false(offers_it(&m));
    must_run(&m, "reset");
    assert_false(offers_it(&m));
    session_finish(&m);
}

TEST(what_cannot_be_taught_is_said)
{
    struct session m = model_after("tokens cat and dog chase bird");
    refused(&m, "teach chase cat bird", "only the model that reads simple sentences");
    must_run(&m, "weights reader");
    assert_int_equal(refused(&m, "teach chase cat wolf", "no word 'wolf' here"), 17);
    assert_int_equal(refused(&m, "teach chase cat cat", "'cat' is named twice"), 17);
    assert_int_equal(refused(&m, "teach chase cat bird dog", "write alone"), 22);
    must_run(&m, "tokens the cat chases the dog");
    refused(&m, "teach chases cat dog", "have learned sentences of this kind already");
    must_run(&m, "tokens a b c d e f g h i j k l m n o p q");
    refused(&m, "teach a b c", "at most 16 words");
    must_run(&m, "tokens cat a:b dog");
    refused(&m, "teach a:b cat dog", "without words like");
    must_run(&m, "tokens cat D dog");
    refused(&m, "teach D cat dog", "without words like");
    must_run(&m, "tokens cat and dog chase bird ; set encoding deberta");
    refused(&m, "teach chase cat bird", "");
    session_finish(&m);
    m = model_after("weights reader");
    for (char c = 'a'; c < 'a' + TEACH_MOST; c++) {
        char line[64];
        snprintf(line, sizeof line, "tokens cat x%c dog ; taught x%c cat dog", c, c);
        must_run(&m, line);
    }
    must_run(&m, "tokens cat xz dog");
    refused(&m, "taught xz cat dog", "16 kinds of sentences were taught");
    must_run(&m, "tokens cow xa monk ; taught xa monk cow");
    session_finish(&m);
}
