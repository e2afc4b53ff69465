/* What a head does, measured from weights made for each kind. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/math/rng.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"
#include "support/truth.h"

enum { MOST = 12 };

/* A head over n words; weights are filled in by its maker, which may see the keys with masked = 0. */
struct made {
    double w[MOST * MOST], m[MOST * MOST];
    struct head_weights head;
};

typedef double rule(int query, int key);

static void make(struct made *h, int n, bool causal, rule *f)
{
    h->head = (struct head_weights){mat_of(n, n, n, h->w), mat_of(n, n, n, h->m), false, NULL};
    for (int q = 0; q < n; q++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            bool seen = !causal || k <= q;
            h->m[q * n + k] = seen ? 0 : -INFINITY;
            h->w[q * n + k] = seen ? f(q, k) : 0;
            sum += h->w[q * n + k];
        }
        for (int k = 0; k < n; k++)
            h->w[q * n + k] /= sum;
    }
}

static double back(int q, int k)
{
    return k == q - 1 ? 1 : 0.02;
}

static double itself(int q, int k)
{
    return k == q ? 1 : 0.02;
}

static double first(int q, int k)
{
    (void)q;
    return k == 0 ? 1 : 0.02;
}

static double again(int q, int k)
{
    return k == q - 2 ? 1 : 0.02;
}

static double evenly(int q, int k)
{
    return 1 + 0.05 * ((q + k) % 3);
}

static double near(int q, int k)
{
    return abs(q - k) <= 2 ? 1 + (q * 5 + k * 3) % 4 : 0.05;
}

/* The further, the less, for all words alike. */
static double places(int q, int k)
{
    return exp(-0.25 * abs(q - k));
}

/* Two words that everyone reads. */
static double words(int q, int k)
{
    (void)q;
    return k == 3 || k == 7 ? 1 : 0.05;
}

/* cat, bridge, dog. */
static double nouns(int q, int k)
{
    (void)q;
    return k == 2 || k == 7 || k == 10 ? 1 : 0.05;
}

TEST(each_kind_is_recognized)
{
    static const struct {
        rule *f;
        enum head_kind kind;
    } cases[] = {{back, HEAD_BACK}, {itself, HEAD_ITSELF}, {first, HEAD_FIRST}, {evenly, HEAD_EVENLY},
                 {near, HEAD_NEAR}, {places, HEAD_PLACES}, {words, HEAD_OTHER}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made h;
        make(&h, MOST, false, cases[i].f);
        assert_string_equal(head_kinds[head_kind_of(&h.head)].name, head_kinds[cases[i].kind].name);
    }
}

/* A causal mask leaves the first word one key: it neither proves nor disproves anything. */
TEST(words_without_a_choice_do_not_count)
{
    struct made h;
    make(&h, 4, true, back);
    double kept = head_kind_measure(&h.head, HEAD_BACK), own = head_kind_measure(&h.head, HEAD_ITSELF);
    assert_close(kept, (1 / 1.02 + 1 / 1.04 + 1 / 1.06) / 3, 1e-12);
    assert_close(own, (0.02 / 1.02 + 0.02 / 1.04 + 0.02 / 1.06) / 3, 1e-12);
    make(&h, 6, true, evenly);
    assert_int_equal(head_kind_of(&h.head), HEAD_EVENLY);
}

TEST(too_few_words_measure_nothing)
{
    struct made h;
    make(&h, 1, false, itself);
    for (int k = 0; k < HEAD_KINDS; k++)
        assert_true(isnan(head_kind_measure(&h.head, (enum head_kind)k)));
    make(&h, 5, false, places);
    assert_true(isnan(head_kind_measure(&h.head, HEAD_PLACES)));
    assert_true(isnan(head_kind_measure(&h.head, HEAD_NEAR))); /* most of five words are near */
    assert_int_equal(head_kind_of(&h.head), HEAD_OTHER);
}

/* a b c a b c: the second a reads the first b, and so on. */
TEST(an_induction_head_reads_what_came_after_the_earlier_one)
{
    struct session m = fresh_model();
    struct reply said = {0};
    struct made h;
    assert_true(run_line(&m, "tokens 猫 追 狗 猫 追 狗", &said));
    make(&h, 6, true, again);
    h.head.state = &m.now.state;
    assert_close(head_kind_measure(&h.head, HEAD_INDUCTION), (1 / 1.06 + 1 / 1.08 + 1 / 1.1) / 3, 1e-12);
    assert_int_equal(head_kind_of(&h.head), HEAD_INDUCTION);
    assert_true(run_line(&m, "tokens 猫 狗 鸟 鱼 马 牛", &said));
    assert_true(isnan(head_kind_measure(&h.head, HEAD_INDUCTION))); /* nothing is repeated */
    h.head.state = NULL;
    assert_true(isnan(head_kind_measure(&h.head, HEAD_INDUCTION)));
    reply_finish(&said);
    session_finish(&m);
}

/* a b a b, and words after them: with two repeated words it may be chance. */
TEST(two_repeated_words_make_no_induction_head)
{
    struct session m = model_after("tokens 猫 追 猫 追 狗 鸟");
    struct made h;
    make(&h, 6, true, again);
    h.head.state = &m.now.state;
    assert_true(isnan(head_kind_measure(&h.head, HEAD_INDUCTION)));
    assert_int_equal(head_kind_of(&h.head), HEAD_OTHER);
    session_finish(&m);
}

/* Everybody reads the word after the first 猫: that the other three 猫 do proves nothing. */
static double one_for_all(int q, int k)
{
    (void)q;
    return k == 2 ? 1 : 0.02;
}

TEST(a_word_that_everybody_reads_makes_no_induction_head)
{
    struct session m = model_after("tokens 鸟 猫 追 狗 猫 牛 猫 马 猫");
    struct made h;
    make(&h, 9, false, one_for_all);
    h.head.state = &m.now.state;
    assert_true(head_kind_measure(&h.head, HEAD_INDUCTION) >= head_kinds[HEAD_INDUCTION].least);
    assert_int_equal(head_kind_of(&h.head), HEAD_OTHER);
    session_finish(&m);
}

/* "the" reads nouns. They came after an earlier "the", as nouns do. */
static double a_noun(int q, int k)
{
    static const int reads[MOST] = {4, 2, 8, 1, 7, 4, 9, 2, 11, 7, 6, 0};
    return k == reads[q] ? 1 : 0.02;
}

TEST(one_repeated_word_makes_no_induction_head)
{
    struct session m = model_after("lang en ; tokens the cat was the dog the bridge over red near the long");
    struct made h;
    make(&h, MOST, false, a_noun);
    h.head.state = &m.now.state;
    assert_int_not_equal(head_kind_of(&h.head), HEAD_INDUCTION);
    session_finish(&m);
}

/* Random matrices, their weights nearly 0 and 1, read every word at random: a name is rare. */
TEST(random_heads_have_hardly_ever_a_name)
{
    struct rng rng = rng_seed(7);
    struct session m = model_after("lang en ; encoding off ; set heads 2 ; set scale 0.01");
    int id[14], heads = 0, named = 0;
    for (int i = 1; i <= 200; i++) {
        struct text line = {0};
        struct state next;
        text_addf(&line, "weights random %d", i);
        must_run(&m, text_str(&line));
        text_finish(&line);
        int n = 3 + i % 12;
        for (int t = 0; t < n; t++) /* words of the vocabulary, some of them repeated */
            id[t] = t > n / 2 && t % 3 == 0 ? id[t - n / 2] : (int)(rng_next(&rng) % 1500);
        state_copy(&next, &m.now.state);
        say_known(&next, id, n);
        commit(&m, &next);
        for (int h = 0; h < 2; h++, heads++) {
            struct head_weights w = head_weights_of(&m.now, 0, STAGE_WEIGHTS, h);
            enum head_kind kind = head_kind_of(&w);
            named += kind != HEAD_OTHER && kind != HEAD_FIRST && kind != HEAD_EVENLY;
        }
    }
    if (named * 20 > heads)
        fail_msg("%d of %d random heads have a name", named, heads);
    session_finish(&m);
}

/* Every other word reads the word before it, the others give it a quarter: a mean above 0.6. */
static double one_of_two_back(int q, int k)
{
    return q % 2 ? (k == q - 1 ? 1 : 0.001) : k == q - 1 ? 0.26 : k == (q + 2) % 9 ? 0.74 : 0;
}

TEST(a_mean_of_few_words_makes_no_name)
{
    struct made h;
    make(&h, 9, false, one_of_two_back); /* rows 1 to 8 count, four of them read back */
    assert_true(head_kind_measure(&h.head, HEAD_BACK) >= head_kinds[HEAD_BACK].least);
    assert_int_not_equal(head_kind_of(&h.head), HEAD_BACK);
}

/* Keys of another sequence are not before or after a query. */
TEST(places_mean_nothing_across_sequences)
{
    struct made h;
    make(&h, 8, false, back);
    h.head.crosses = true;
    assert_int_equal(head_kind_of(&h.head), HEAD_OTHER);
    make(&h, 8, false, first);
    h.head.crosses = true;
    assert_int_equal(head_kind_of(&h.head), HEAD_FIRST);
}

/* Who is read, not where: in another order of the words the measure is the same, among made-up words none. */
TEST(nouns_are_known_by_their_words)
{
    struct session m =
        model_after("lang en ; sentence \"the red cat was near the long bridge over the dog\"");
    struct made h;
    make(&h, MOST - 1, false, words);
    assert_true(isnan(head_kind_measure(&h.head, HEAD_NOUNS)));
    h.head.state = &m.now.state;
    assert_true(head_kind_measure(&h.head, HEAD_NOUNS) < 0.75);
    make(&h, MOST - 1, false, nouns);
    h.head.state = &m.now.state;
    assert_true(head_kind_measure(&h.head, HEAD_NOUNS) > 0.75);
    assert_int_equal(head_kind_of(&h.head), HEAD_NOUNS);
    session_finish(&m);
}

/* Three quarters for a word two places away, a quarter for one far away: just enough for *near*. */
static double three_quarters_near(int q, int k)
{
    int near = q + 2 < MOST - 1 ? q + 2 : q - 2, far = (q + 5) % (MOST - 1);
    return k == near ? 3 : k == far ? 1 : 0;
}

TEST(what_reaches_the_threshold_is_of_the_kind)
{
    struct made h;
    make(&h, MOST - 1, false, three_quarters_near);
    assert_true(head_kind_measure(&h.head, HEAD_NEAR) == head_kinds[HEAD_NEAR].least);
    assert_int_equal(head_kind_of(&h.head), HEAD_NEAR);
}

/* With half of the words nouns, a head still chooses; with more it reads nouns without choosing. */
TEST(half_of_the_words_may_be_nouns)
{
    static const struct {
        const char *line;
        bool chosen;
    } cases[] = {{"lang en ; sentence \"the dog cat was near bridge\"", true},
                 {"lang en ; sentence \"the dog cat near bridge\"", false}};
    for (int i = 0; i < 2; i++) {
        struct session m = model_after(cases[i].line);
        struct made h;
        make(&h, m.now.config.n, false, words);
        h.head.state = &m.now.state;
        assert_int_equal(!isnan(head_kind_measure(&h.head, HEAD_NOUNS)), cases[i].chosen);
        session_finish(&m);
    }
}

/* that cat chases this dog: cat and dog read the verb, the verb reads both. */
static double syntax(int q, int k)
{
    static const int reads[5][5] = {
        {1, 1, 1, 1, 1}, {0, 0, 1, 0, 0}, {0, 1, 0, 0, 1}, {1, 1, 1, 1, 1}, {0, 0, 1, 0, 0}};
    return reads[q][k] + 0.02;
}

static double likeness(int q, int k)
{
    static const int reads[5] = {3, 4, 4, 0, 1}; /* chases: the dog */
    return reads[q] == k ? 1 : 0.02;
}

TEST(pairs_of_words_are_known_by_their_words)
{
    struct session m = model_after("sentence \"that cat chases this dog\""),
                   other = model_after("sentence \"cat that this chases dog\"");
    struct made h;
    static const struct {
        rule *f;
        enum head_kind kind;
    } cases[] = {{syntax, HEAD_VERB}, {likeness, HEAD_ALIKE}};
    for (int i = 0; i < 2; i++) {
        make(&h, 5, false, cases[i].f);
        assert_true(isnan(head_kind_measure(&h.head, cases[i].kind))); /* of unknown words */
        h.head.state = &m.now.state;
        assert_int_equal(head_kind_of(&h.head), cases[i].kind);
        h.head.state = &other.now.state;
        assert_true(head_kind_measure(&h.head, cases[i].kind) < 0.75);
    }
    session_finish(&m);
    session_finish(&other);
}

/* cat and dog read the verb; what the verb reads cannot be judged among three words. */
TEST(half_of_a_claim_makes_no_name)
{
    struct session m = model_after("lang en ; tokens cat chases dog"),
                   one = model_after("lang en ; tokens the the cat that this and");
    struct made h;
    make(&h, 3, false, syntax);
    h.head.state = &m.now.state;
    assert_int_not_equal(head_kind_of(&h.head), HEAD_VERB);
    make(&h, 6, false, one_for_all); /* one noun, read by all */
    h.head.state = &one.now.state;
    assert_int_not_equal(head_kind_of(&h.head), HEAD_NOUNS);
    session_finish(&m);
    session_finish(&one);
}

/* Across sequences the query is a word of the sentence, the key one of the memory. */
static double crossing(int q, int k)
{
    return (q == 1) == (k == 1) ? 0.02 : 1;
}

TEST(a_pair_across_sequences_has_a_word_of_each)
{
    struct session m = model_after("lang en ; tokens cat chases dog ; memory dog chases cat"),
                   other = model_after("lang en ; tokens that this the ; memory dog chases cat");
    struct made h;
    make(&h, 3, false, crossing);
    h.head.crosses = true;
    h.head.state = &m.now.state;
    double among = head_kind_measure(&h.head, HEAD_VERB);
    assert_true(among > 0.75);
    h.head.state = &other.now.state; /* the words that ask are neither */
    assert_false(head_kind_measure(&h.head, HEAD_VERB) > 0.75);
    session_finish(&m);
    session_finish(&other);
}

TEST(random_weights_have_no_kind_of_place)
{
    struct made h;
    make(&h, MOST, false, words);
    assert_true(head_kind_measure(&h.head, HEAD_PLACES) < 0.5);
}

/* ---- names that were given ------------------------------------------------------------------ */

/* "doer" is a claim about this sentence: with other positions, numbers or words the head reads others, or
 * still the right one. A name of one's own claims nothing. */
TEST(a_name_is_there_where_the_verb_reads_whom_it_says)
{
    static const struct {
        const char *lines, *doer, *done_to, *third;
    } cases[] = {
        {"weights reader ; layer 1", "doer", "done-to", ""}, /* nobody stands for somebody */
        {"weights reader ; layer 1 ; tokens the dog was chased by the cat", "doer", "done-to", ""},
        {"weights reader ; layer 1 ; tokens the window was broken", "doer", "done-to", ""}, /* by nobody */
        {"weights reader ; layer 1 ; tokens the dog was chased", "", "", ""}, /* it is not sure */
        {"weights reader ; layer 1 ; tokens she buys the ball and plays it every day", "doer", "done-to",
         "stands-for"},
        {"weights reader ; layer 1 ; encoding off", "", "", ""},
        {"weights reader ; layer 1 ; encoding off ; role h1 en=who", "who", "", ""},
        {"weights reader ; layer 1 ; set scale 100", "", "", ""},
        {"weights reader ; layer 1 ; set x 2 4 = 2", "", "done-to", ""},
        {"weights reader ; layer 1 ; set base 10001", "doer", "done-to", ""},
        {"weights reader ; layer 0", "", "", ""},
        {"weights roles", "doer", "done-to", ""},
        {"weights roles ; tokens the dog was chased by the cat", "", "", ""},
        {"weights roles ; encoding off", "", "", ""},
        {"weights roles ; memory cat chases dog", "", "", ""}, /* words of another sequence */
        {"weights roles ; encoding alibi", "", "", ""},
        {"weights roles ; set pescale 1.1", "doer", "done-to", ""},
        {"weights roles ; set WQ 0 0 = 0.5", "doer", "done-to", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text line = TEXT_HERE;
        text_addf(&line, "lang en ; tokens cat chases dog ; %s", cases[i].lines);
        struct session m = model_after(text_str(&line));
        const char *const names[] = {cases[i].doer, cases[i].done_to, cases[i].third};
        for (int h = 0; h < m.now.config.heads; h++) {
            const char *name = head_name(&m.now, STAGE_WEIGHTS, h);
            if (strcmp(name, names[h]) != 0)
                fail_msg("%s: head %d is called '%s', not '%s'", cases[i].lines, h + 1, name, names[h]);
        }
        text_finish(&line);
        session_finish(&m);
    }
}

/* Returns whether with head h every verb of a sentence in tests/data/reader.json gives at least half to whom
 * another program says. */
static bool verbs_are_right(const struct scene *now, json_t *sentence, int h)
{
    size_t i, k;
    json_t *verb, *ask;
    struct mat w = attention_head(&now->trace.layer[1].self, now->trace.layer[1].self.map[MAP_WEIGHTS], h);
    json_array_foreach(json_object_get(sentence, "verbs"), i, verb)
        json_array_foreach(json_object_get(sentence, "ask"), k, ask)
    {
        int row = (int)truth_number(truth_nth(ask, 0)), to = (int)truth_number(truth_nth(ask, 2));
        if (row == (int)json_integer_value(verb) && h == (int)truth_number(truth_nth(ask, 1)) &&
            mat_at(w, row, to) < 0.5)
            return false;
    }
    return true;
}

TEST(names_are_true_of_sentences_that_others_wrote)
{
    static const char *const lines[] = {"encoding sincos", "encoding off", "encoding rope", "set base 3",
                                        "set pescale 0.5", "set scale 8",  "set WK 5 5 = 3"};
    enum { LINES = sizeof lines / sizeof *lines, ALL = 400 };
    struct truth file = truth_open("reader");
    int named[LINES] = {0}, outside = 0;
    size_t i, k;
    json_t *sentence, *word;
    for (int l = 0; l < LINES; l++) {
        struct session m = model_after("lang en ; weights reader ; layer 1");
        must_run(&m, lines[l]);
        for (int is = 0; is < 2; is++)
            json_array_foreach(json_object_get(file.root, is ? "sentences" : "outside"), i, sentence)
            {
                struct text said = TEXT_HERE;
                text_add(&said, "tokens");
                json_array_foreach(json_object_get(sentence, "words"), k, word)
                    text_addf(&said, " %s", json_string_value(word));
                must_run(&m, text_str(&said));
                for (int h = 0; h < 2; h++) {
                    bool name = *head_name(&m.now, STAGE_WEIGHTS, h) != 0;
                    if (name && is && !verbs_are_right(&m.now, sentence, h))
                        fail_msg("%s; %s: head %d has a name", lines[l], text_str(&said), h + 1);
                    named[l] += is && name;
                    outside += !is && name;
                }
                text_finish(&said);
            }
        session_finish(&m);
    }
    assert_int_equal(outside, 0);
    assert_in_range(named[0], 2 * ALL, 2 * ALL + 32); /* with what was learned, nearly all have theirs */
    for (int l = 1; l < LINES; l++)
        assert_in_range(named[l], 0, named[0] - 1);
    truth_close(&file);
}

/* ---- the share of position ---------------------------------------------------------------- */

TEST(the_share_of_position_comes_from_its_terms)
{
    struct session m = model_after("lang en ; set layers 2 ; weights random 3");
    double with = head_place_share(&m.now, 0, 0);
    assert_true(fabs(with) > 1e-3 && fabs(with - 1) > 1e-3);
    must_run(&m, "term cc off"); /* what is left has to do with position */
    assert_close(head_place_share(&m.now, 0, 0), 1, 1e-12);
    must_run(&m, "term all on ; omit token");
    assert_close(head_place_share(&m.now, 0, 0), 1, 1e-12);
    must_run(&m, "omit none ; omit position");
    assert_close(head_place_share(&m.now, 0, 0), 0, 1e-12);
    must_run(&m, "omit none ; encoding alibi ; set heads 2");
    assert_true(head_place_share(&m.now, 0, 0) > 0);
    must_run(&m, "encoding rope");
    assert_true(isnan(head_place_share(&m.now, 0, 0)));
    session_finish(&m);
}

TEST(heads_are_ranked_and_walked_by_their_share_of_position)
{
    struct session m = model_after("lang en ; set heads 2 layers 4 norm pre residual on ; weights random 3");
    struct head_place rank[HEAD_RANKS], at;
    int count = head_ranks(rank, &m.now);
    assert_int_equal(count, 8);
    at = rank[count - 1];
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || rank[i].measure <= rank[i - 1].measure);
        assert_close(rank[i].measure, head_place_share(&m.now, rank[i].layer, rank[i].head), 0);
        assert_true(head_rank_next(&at, &m.now));
        assert_int_equal(at.layer, rank[i].layer);
        assert_int_equal(at.head, rank[i].head);
    }
    must_run(&m, "encoding rope");
    assert_int_equal(head_ranks(rank, &m.now), 0);
    assert_false(head_rank_next(&at, &m.now));
    session_finish(&m);
}

TEST(the_best_head_is_where_it_was_measured)
{
    struct session m = model_after(
        "lang en ; tokens a b c d e f ; set heads 2 layers 3 norm pre residual on ; weights random 3");
    int kinds = 0;
    for (int kind = 0; kind < HEAD_KINDS; kind++) {
        struct head_place best = head_kind_best(&m.now, (enum head_kind)kind);
        if (best.layer < 0)
            continue;
        assert_in_range(best.layer, 0, 2);
        struct head_weights w = head_weights_of(&m.now, best.layer, STAGE_WEIGHTS, best.head);
        assert_close(head_kind_measure(&w, (enum head_kind)kind), best.measure, 0);
        kinds += best.layer > 0;
    }
    assert_true(kinds > 0); /* above the first layer */
    session_finish(&m);
}
