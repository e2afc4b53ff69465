/* The reader, by the numbers that are shipped: what it gets right in sentences of words that it never saw,
 * what moves it, and what it does without positions. `make reader` makes the numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/terms.h"
#include "tasks/grammar.h"
#include "tasks/reader.h"
#include "state/weights.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"
#include "support/truth.h"

enum { LAST = READER_LAYERS - 1, DOER = 0, DONE_TO = 1, PATTERNS_MOST = 128 };

/* ---- the numbers -------------------------------------------------------------------- */

/* A number as it is kept: at most two decimals, no zeros after them. */
static void write_number(FILE *out, double x)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.2f", x);
    while (digits[n - 1] == '0')
        digits[--n] = '\0';
    if (digits[n - 1] == '.')
        digits[--n] = '\0';
    fprintf(out, " %s", strcmp(digits, "-0") == 0 ? "0" : digits);
}

static void write_numbers(const char *path, const struct session *m)
{
    static const char *const names[] = {
        [W_Q] = "WQ", [W_K] = "WK", [W_V] = "WV", [W_O] = "WO", [FF_W1] = "W1", [FF_W2] = "W2"};
    const struct state *s = &m->now.state;
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "# What '%s' leads to, to two decimals. Made by `make reader`.\n", READER_TAUGHT);
    for (int i = grammar_given; grammar_words[i].zh; i++) {
        struct lemma l = lexicon_at(s->lexicon, lexicon_find(s->lexicon, grammar_words[i].zh));
        fprintf(out, "word %s", l.name);
        for (int j = 0; j < READER_D; j++)
            write_number(out, lemma_entry(l, j));
        fprintf(out, "\n");
    }
    for (int l = 0; l < READER_LAYERS; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows, cols;
            if (!reader_weight(l, (enum weight)w, &rows, &cols))
                continue;
            struct factor of = m->now.config.w[l][w];
            fprintf(out, "matrix %d%s", l, names[w]);
            for (int i = 0; i < rows * cols; i++)
                write_number(out, factor_entry(of, i / cols, i % cols));
            fprintf(out, "\n");
        }
    fclose(out);
}

TEST(the_program_itself_trains_the_reader)
{
    const char *path = getenv("QKV_READER");
    if (!path)
        skip();
    struct session m = model_after(READER_TAUGHT);
    write_numbers(path, &m);
    session_finish(&m);
}

/* ---- sentences ---------------------------------------------------------------------- */

static double weight(const struct session *m, int head, int query, int key)
{
    const struct attention *a = &m->now.trace.layer[LAST].self;
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], head), query, key);
}

static bool reads_most(const struct session *m, int head, int query, int key)
{
    bool most = true;
    for (int j = 0; j < m->now.state.sentence->count; j++)
        most = most && (j == key || weight(m, head, query, j) < weight(m, head, query, key));
    return most;
}

static void take_words(struct session *m, json_t *words)
{
    struct text line = {0};
    size_t i;
    json_t *word;
    text_add(&line, "tokens");
    json_array_foreach(words, i, word) text_addf(&line, " \"%s\"", json_string_value(word));
    must_run(m, text_str(&line));
    text_finish(&line);
}

static int int_at(json_t *list, size_t i)
{
    return (int)json_integer_value(json_array_get(list, i));
}

static bool is_verb(json_t *sentence, int word)
{
    json_t *verbs = json_object_get(sentence, "verbs");
    bool any = false;
    for (size_t i = 0; i < json_array_size(verbs); i++)
        any = any || int_at(verbs, i) == word;
    return any;
}

/* Questions asked and right; for made sentences and the rows of verbs. */
struct score {
    int asked, right;
};

struct scores {
    struct score verb[2], head[READER_HEADS]; /* by language; all questions of a head */
    struct score hand[2];                     /* whole sentences: every question of a verb */
    struct {
        const char *name;
        bool zh;
        struct score of;
    } pattern[PATTERNS_MOST];
    double won; /* sum of the winning weights of the verbs' rows */
};

static void count(struct score *s, bool right)
{
    s->asked++;
    s->right += right;
}

static double share(struct score s)
{
    return (double)s.right / s.asked;
}

static struct score *score_of(struct scores *all, const char *pattern, bool zh)
{
    int i = 0;
    while (all->pattern[i].name && (zh != all->pattern[i].zh || strcmp(all->pattern[i].name, pattern) != 0))
        i++;
    all->pattern[i].name = pattern;
    all->pattern[i].zh = zh;
    return &all->pattern[i].of;
}

static void ask_sentence(struct scores *all, struct session *m, json_t *sentence)
{
    bool zh = strcmp(json_string_value(json_object_get(sentence, "lang")), "zh") == 0, whole = true,
         made = strcmp(json_string_value(json_object_get(sentence, "source")), "made") == 0;
    json_t *ask = json_object_get(sentence, "ask"), *one;
    size_t i;
    take_words(m, json_object_get(sentence, "words"));
    json_array_foreach(ask, i, one)
    {
        int at = int_at(one, 0), head = int_at(one, 1), to = int_at(one, 2);
        bool right = reads_most(m, head, at, to), verb = is_verb(sentence, at) && head <= DONE_TO;
        whole = whole && (!verb || right);
        if (made)
            count(&all->head[head], right);
        if (made && verb) {
            count(&all->verb[zh], right);
            count(score_of(all, json_string_value(json_object_get(sentence, "pattern")), zh), right);
            all->won += weight(m, head, at, to);
        }
    }
    if (!made)
        count(&all->hand[zh], whole);
}

TEST(words_of_unseen_sentences_read_what_they_ask_for)
{
    struct truth file = truth_open("reader");
    json_t *sentence;
    struct session m = model_after("weights reader");
    struct scores all = {0};
    size_t i;
    int patterns = 0, whole = 0;
    json_array_foreach(json_object_get(file.root, "sentences"), i, sentence) ask_sentence(&all, &m, sentence);
    for (; all.pattern[patterns].name; patterns++)
        whole += share(all.pattern[patterns].of) >= 0.98;
    for (int l = 0; l < 2; l++) {
        assert_true(share(all.verb[l]) >= 0.985);
        assert_true(share(all.hand[l]) >= 0.95);
    }
    assert_true(share(all.head[0]) >= 0.985 && share(all.head[1]) >= 0.985 && share(all.head[2]) >= 0.99);
    assert_int_equal(patterns, 94);
    assert_true(whole >= 88);
    double won = all.won / (all.verb[0].asked + all.verb[1].asked);
    assert_true(won >= 0.78 && won <= 0.90);
    session_finish(&m);
    truth_close(&file);
}

/* ---- what it knows that it does not know ---------------------------------------------------- */

static bool recognized(struct session *m, json_t *sentence, struct grammar_reading *as)
{
    take_words(m, json_object_get(sentence, "words"));
    return weights_reading(&m->now.state, as);
}

/* What is recognized is asked what the rule that wrote the sentence asks. */
TEST(sentences_of_its_kinds_are_recognized_and_others_are_not)
{
    struct truth file = truth_open("reader");
    json_t *sentence, *one;
    struct session m = model_after("weights reader");
    struct score known = {0}, odd = {0}, same = {0};
    struct grammar_reading as;
    size_t i, k;
    json_array_foreach(json_object_get(file.root, "sentences"), i, sentence)
    {
        bool is = recognized(&m, sentence, &as);
        count(&known, is);
        json_array_foreach(json_object_get(sentence, "ask"), k, one) if (is)
            count(&same, as.to[int_at(one, 0)][int_at(one, 1)] == int_at(one, 2));
    }
    json_array_foreach(json_object_get(file.root, "outside"), i, sentence)
    {
        bool is = recognized(&m, sentence, &as);
        count(&odd, is);
    }
    if (share(known) < 0.95 || share(odd) > 0.1 || share(same) < 0.995)
        fail_msg("%.3f known, %.3f odd ones taken for known, %.3f asked the same", share(known), share(odd),
                 share(same));
    session_finish(&m);
    truth_close(&file);
}

/* A name is a claim: it is there only with sentences of the kinds that were learned. */
TEST(heads_have_names_only_where_they_learned_to_read)
{
    struct session m = model_after("weights reader ; tokens the dog was chased by the cat ; layer 1");
    assert_string_equal(state_head_name(&m.now.state, DONE_TO), "done-to");
    must_run(&m, "tokens the cat is bigger than the dog");
    assert_string_equal(state_head_name(&m.now.state, DONE_TO), "");
    must_run(&m, "tokens 狗 被 猫 追 了");
    assert_string_equal(state_head_name(&m.now.state, DOER), "doer");
    must_run(&m, "layer 0");
    assert_string_equal(state_head_name(&m.now.state, DOER), "");
    session_finish(&m);
}

/* ---- one sentence, changed ------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the largest change of a weight of the last layer when a number of a word grows by 0.5 or shrinks.
 */
static double moved_by(struct session *m, double before[READER_HEADS][3][3], int word, int entry)
{
    double most = 0, was = mat_at(m->now.config.X, word, entry);
    for (int sign = -1; sign <= 1; sign += 2) {
        struct text line = {0};
        text_addf(&line, "set x %d %d = %.17g", word, entry, was + sign * 0.5);
        must_run(m, text_str(&line));
        text_finish(&line);
        for (int i = 0; i < READER_HEADS * 9; i++)
            most = fmax(most, fabs(weight(m, i / 9, i / 3 % 3, i % 3) - before[i / 9][i / 3 % 3][i % 3]));
        must_run(m, "undo");
    }
    return most;
}

TEST(a_number_of_a_word_moves_what_is_read)
{
    struct session m = model_after("weights reader ; tokens cat chases dog");
    double before[READER_HEADS][3][3], moved[3 * READER_D];
    int far = 0;
    for (int i = 0; i < READER_HEADS * 9; i++)
        before[i / 9][i / 3 % 3][i % 3] = weight(&m, i / 9, i / 3 % 3, i % 3);
    for (int i = 0; i < 3 * READER_D; i++) {
        moved[i] = moved_by(&m, before, i / READER_D, i % READER_D);
        far += moved[i] >= 0.2;
    }
    qsort(moved, 3 * READER_D, sizeof *moved, by_size);
    assert_true(far >= 12);
    assert_true(moved[3 * READER_D / 2] >= 0.08);
    session_finish(&m);
}

TEST(without_positions_nobody_can_tell_who_chases_whom)
{
    struct session m = model_after("weights reader ; tokens cat chases dog ; encoding off");
    double out[3][READER_D];
    for (int h = DOER; h <= DONE_TO; h++)
        assert_true(fabs(weight(&m, h, 1, 0) - weight(&m, h, 1, 2)) <= 0.1);
    for (int t = 0; t < 3; t++)
        memcpy(out[t], mat_row(trace_final(&m.now.trace), t), sizeof out[t]);
    must_run(&m, "swap 0 2");
    for (int i = 0; i < 3 * READER_D; i++)
        assert_true(fabs(mat_at(trace_final(&m.now.trace), 2 - i / READER_D, i % READER_D) -
                         out[i / READER_D][i % READER_D]) <= 1e-12);
    session_finish(&m);
}

TEST(swapped_animals_exchange_their_shares)
{
    struct session m = model_after("weights reader ; tokens cat chases dog");
    double before[2][3];
    for (int i = 0; i < 6; i++)
        before[i / 3][i % 3] = weight(&m, i / 3, 1, i % 3);
    must_run(&m, "swap 0 2");
    for (int i = 0; i < 6; i++)
        assert_true(fabs(weight(&m, i / 3, 1, i % 3) - before[i / 3][i % 3]) <= 0.1);
    session_finish(&m);
}

/* ---- quiet floors --------------------------------------------------------------------- */

static bool simple(json_t *sentence)
{
    static const char *const tell[] = {"by", "of", "was", "and", "because", "in",   "who",  "what", "被",
                                       "把", "的", "在",  "里",  "谁",      "什么", "因为", "，"};
    const char *pattern = json_string_value(json_object_get(sentence, "pattern"));
    json_t *word;
    size_t i;
    bool is = pattern && !strstr(pattern, "VP:");
    json_array_foreach(json_object_get(sentence, "words"), i,
                       word) for (size_t k = 0; k < sizeof tell / sizeof *tell; k++) is =
        is && strcmp(json_string_value(word), tell[k]) != 0;
    return is;
}

/* Simple sentences hardly need what was heard below, and little of it is there. */
TEST(simple_sentences_are_read_from_words_and_places_alone)
{
    struct truth file = truth_open("reader");
    json_t *sentence, *one;
    struct session m = model_after("weights reader");
    struct score right[2] = {{0}};
    double heard = 0, plain = 0;
    size_t i, k;
    json_array_foreach(json_object_get(file.root, "sentences"), i, sentence)
    {
        if (!simple(sentence))
            continue;
        take_words(&m, json_object_get(sentence, "words"));
        for (int t = 0; t < m.now.state.sentence->count; t++)
            for (int j = 0; j < READER_D; j++) {
                double x = mat_at(m.now.trace.layer[0].in, t, j);
                plain += x * x;
                heard += pow(mat_at(m.now.trace.layer[LAST].in, t, j) - x, 2);
            }
        must_run(&m, "omit attn0 on ; omit ffn0 on");
        json_array_foreach(json_object_get(sentence, "ask"), k,
                           one) if (is_verb(sentence, int_at(one, 0)) && int_at(one, 1) <= DONE_TO)
            count(&right[int_at(one, 1)], reads_most(&m, int_at(one, 1), int_at(one, 0), int_at(one, 2)));
        must_run(&m, "omit none");
    }
    assert_true(share(right[DOER]) >= 0.85 && share(right[DONE_TO]) >= 0.95);
    assert_true(sqrt(heard / plain) <= 0.25);
    session_finish(&m);
    truth_close(&file);
}

/* Returns how far apart two keys are for a query: by what was heard, and by the other terms together. */
static double apart(const struct session *m, int head, int query, int a, int b, double *others)
{
    const struct attention *is = &m->now.trace.layer[LAST].self;
    double heard = 0;
    int found = terms_find(&m->now.config, LAST, "heard");
    assert_true(found >= 0);
    *others = 0;
    for (int t = 0; t < is->term_count; t++) {
        struct mat term = attention_head(is, attention_term(is, t), head);
        double far = mat_at(term, query, a) - mat_at(term, query, b);
        *(t == found ? &heard : others) += far;
    }
    return heard;
}

/* Of the five terms of the opening's scores the fifth is a sliver. It turns the ribbons of a passive. */
TEST(what_was_heard_is_a_sliver_where_it_is_not_needed)
{
    static const struct {
        const char *line;
        int verb, doer, done_to;
        double most; /* of the others; 0: it turns them */
    } cases[] = {{"tokens cat chases dog", 1, 0, 2, 0.25},
                 {"tokens dog chases cat", 1, 0, 2, 0.4},
                 {"tokens 猫 追 狗", 1, 0, 2, 0.25},
                 {"tokens 狗 追 猫", 1, 0, 2, 0.4},
                 {"tokens the dog was chased by the cat", 3, 6, 1, 0},
                 {"tokens 狗 被 猫 追 了", 3, 2, 0, 0}};
    struct session m = model_after("weights reader ; layer 1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        must_run(&m, cases[i].line);
        for (int h = DOER; h <= DONE_TO; h++) {
            int right = h == DOER ? cases[i].doer : cases[i].done_to,
                wrong = h == DOER ? cases[i].done_to : cases[i].doer;
            double others, heard = apart(&m, h, cases[i].verb, right, wrong, &others);
            if (cases[i].most > 0 ? fabs(heard) > fabs(others) * cases[i].most : heard <= 0 || others >= 0)
                fail_msg("%s, head %d: %f heard, %f of the others", cases[i].line, h + 1, heard, others);
        }
    }
    session_finish(&m);
}

/* ---- kept and given up ---------------------------------------------------------------- */

TEST(other_weights_give_the_words_their_own_vectors_back)
{
    struct session m =
        model_after("weights reader ; tokens the dog sees him ; weights identity ; set heads 1 d 8");
    struct session plain = model_after("reset ; tokens the dog sees him");
    for (int t = 0; t < 4; t++)
        for (int j = 0; j < 8; j++)
            assert_true(mat_at(m.now.config.X, t, j) == mat_at(plain.now.config.X, t, j));
    session_finish(&m);
    session_finish(&plain);
}

static void expect_same_weights(const struct session *a, const struct session *b)
{
    for (int l = 0; l < READER_LAYERS; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            struct factor x = a->now.config.w[l][w], y = b->now.config.w[l][w];
            assert_true(factor_present(x) == factor_present(y) && x.rows == y.rows && x.cols == y.cols);
            for (int i = 0; i < x.rows * x.cols; i++)
                assert_true(factor_entry(x, i / x.cols, i % x.cols) ==
                            factor_entry(y, i / x.cols, i % x.cols));
        }
}

/* A saved state says what differs from the reader: a weight, one set to its default, the name of a head, a
 * word that is not in the sentence. */
TEST(a_saved_state_keeps_the_reader_and_what_was_changed)
{
    static const char *const changes[] = {"tokens cat chases dog",
                                          "layer 1 ; set WQ 2 3 = 0.125 ; tokens cat chases dog",
                                          "layer 0 ; role h1 en=x",
                                          "layer 1 ; role h2",
                                          "tokens by ; set x by 2 = 1 ; tokens cat chases dog",
                                          "layer 1 ; set WK 0 0 = 7 ; layer 0 ; set W2 0 0 = 3"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct session m = model_after("weights reader");
        must_run(&m, changes[i]);
        struct session again = model_loaded(&m);
        expect_same_weights(&m, &again);
        for (int h = 0; h < m.now.state.set.heads; h++)
            assert_string_equal(state_head_name(&m.now.state, h), state_head_name(&again.now.state, h));
        must_run(&m, "tokens the dog was chased by him");
        must_run(&again, "tokens the dog was chased by him");
        for (int k = 0; k < 6 * READER_D; k++)
            assert_true(mat_at(m.now.config.X, k / READER_D, k % READER_D) ==
                        mat_at(again.now.config.X, k / READER_D, k % READER_D));
        session_finish(&m);
        session_finish(&again);
    }
}

static int begin(void **state)
{
    if (getenv("QKV_READER")) /* the others need the new file */
        cmocka_set_test_filter("the_program_itself_*");
    return locale(state);
}

TESTS(begin, NULL)
