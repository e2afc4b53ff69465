/* The built-in heads find the doer of a verb and the one it is done to, in sentences that nobody chose. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/math/rng.h"
#include "core/pipeline/attention.h"
#include "tasks/taught.h"
#include "state/ready_pairs.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

enum { SENTENCES = 200, WORDS_MOST = 8, DOER = 0, DONE_TO = 1 };

/* The scene with what the task `point` teaches, in which a sentence begins the opening. */
#define POINT "reset ; weights roles"

/* ---- sentences from the classes of words -------------------------------------------- */

/* The signs of a pattern: A and B the two nouns, V the verb, j an adjective, else a list of words. */
static const char *const patterns[2][8] = {
    [LANG_EN] = {"A V B", "A V B", "the A V the B", "the A V the B", "A cannot|can|must|will|never V B",
                 "the j A V the B", "A do|does|did not V B", "does|can|today the A V the B ?"},
    [LANG_ZH] = {"A V B", "A V B", "A 不|不能|能|都|很|也|会 V B", "A 不|不能|能|都|很|没 V B", "j A V B",
                 "A V B 吗|。", "今天|昨天|明天 A V B", "我的|你的|他的 A V B"},
};

static bool is_noun(struct lemma l)
{
    return lemma_is_noun(l) && l.x.doubles[7] <= 0.11; /* no pronoun */
}

static bool is_adjective(const double *x)
{
    return fabs(x[6]) >= 0.4 && fmax(fmax(x[0], x[1]), fmax(x[2], x[3])) <= 0.3 && fmax(x[4], x[7]) < 0.35;
}

/* Returns a random built-in word of a class of a language. */
static const char *word_of(const struct state *s, struct rng *rng, char class, enum lang lang)
{
    for (;;) {
        const struct lemma l = lexicon_at(s->lexicon, (int)(rng_uniform(rng) * s->lexicon->count));
        bool verb = lemma_is_action(l), han = (unsigned char)l.name[0] >= 0x80;
        if (han == (lang == LANG_ZH) &&
            (class == 'V' ? verb : !verb && (class == 'j' ? is_adjective(l.x.doubles) : is_noun(l))))
            return l.name;
    }
}

/* Appends one of the words a|b|c. */
static void one_of(struct text *line, struct rng *rng, const char *list, size_t n)
{
    int count = 1;
    for (size_t i = 0; i < n; i++)
        count += list[i] == '|';
    int at = (int)(rng_uniform(rng) * count);
    for (; at > 0; list++, n--)
        at -= *list == '|';
    text_add_bytes(line, list,
                   memchr(list, '|', n) ? (size_t)((const char *)memchr(list, '|', n) - list) : n);
}

/* Fills `line` with a tokens command, and sets the positions of verb, doer and done-to. */
static void invent(struct text *line, const struct state *s, struct rng *rng, enum lang lang, int at[3])
{
    const char *p = patterns[lang][(int)(rng_uniform(rng) * 8)];
    text_clear(line);
    text_add(line, "tokens");
    for (int t = 0; *p; t++) {
        size_t n = strcspn(p, " ");
        text_add_char(line, ' ');
        if (n == 1 && strchr("AVBj", *p)) {
            text_add(line, word_of(s, rng, *p, lang));
            at[DOER] = *p == 'A' ? t : at[DOER];
            at[DONE_TO] = *p == 'B' ? t : at[DONE_TO];
            at[2] = *p == 'V' ? t : at[2];
        } else {
            one_of(line, rng, p, n);
        }
        p += n + (p[n] == ' ');
    }
}

/* ---- what the heads read ---------------------------------------------------------------- */

static double weight(const struct session *m, int head, int query, int key)
{
    const struct attention *a = &m->now.trace.layer[0].self;
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], head), query, key);
}

static bool right(const struct session *m, const int at[3])
{
    bool all = true;
    for (int h = DOER; h <= DONE_TO; h++)
        for (int j = 0; j < m->now.state.sentence->count; j++)
            all = all && (j == at[h] || weight(m, h, at[2], j) < weight(m, h, at[2], at[h]));
    return all;
}

/* Returns how many of the sentences have the right word first in both heads. */
static int found(enum lang lang, const char *encoding)
{
    struct session m = model_after("weights roles");
    struct rng rng = rng_seed(18);
    struct text line = {0};
    int count = 0, at[3] = {0};
    must_run(&m, encoding);
    for (int i = 0; i < SENTENCES; i++) {
        invent(&line, &m.now.state, &rng, lang, at);
        must_run(&m, text_str(&line));
        count += right(&m, at);
    }
    text_finish(&line);
    session_finish(&m);
    return count;
}

TEST(both_heads_find_the_right_word_in_sentences_of_known_words)
{
    for (enum lang lang = LANG_EN; lang <= LANG_ZH; lang++) {
        int on = found(lang, "encoding sincos"), off = found(lang, "encoding none");
        if (on < 0.97 * SENTENCES || off > 0.6 * SENTENCES)
            fail_msg("language %d: %d of %d with positions, %d without", (int)lang, on, SENTENCES, off);
    }
}

TEST(the_words_are_found_at_their_new_places_and_only_by_position)
{
    static const char *const words[][3] = {
        [LANG_EN] = {"cat", "chases", "dog"}, [LANG_ZH] = {"猫", "追", "狗"}};
    (void)state;
    for (enum lang lang = LANG_EN; lang <= LANG_ZH; lang++) {
        double blind[2][3];
        struct session m =
            model_after(lang == LANG_ZH ? POINT " ; tokens 猫 追 狗" : POINT " ; tokens cat chases dog");
        for (int t = 0; t < 3; t++)
            assert_string_equal(state_name(&m.now.state, m.now.state.sentence, t), words[lang][t]);
        for (int turned = 0; turned < 2; turned++) {
            assert_true(weight(&m, DOER, 1, 0) >= 0.9 && weight(&m, DONE_TO, 1, 2) >= 0.9);
            must_run(&m, "encoding off");
            assert_true(fabs(weight(&m, DOER, 1, 0) - weight(&m, DOER, 1, 2)) <= 0.2);
            for (int t = 0; t < 3; t++)
                blind[turned][t] = weight(&m, DOER, 1, turned ? 2 - t : t);
            must_run(&m, "encoding on ; swap 0 2");
        }
        for (int t = 0; t < 3; t++)
            assert_true(fabs(blind[0][t] - blind[1][t]) <= 1e-12);
        session_finish(&m);
    }
}

/* ---- where the weights come from -------------------------------------------------------- */

/* Returns entry i of a weight as the program keeps it. */
static double kept(const struct session *m, enum weight w, int i, char digits[32])
{
    struct mat x = factor_mat(m->now.config.w[0][w]);
    snprintf(digits, 32, "%.2f", mat_at(x, i / x.cols, i % x.cols));
    if (strcmp(digits, "-0.00") == 0)
        memmove(digits, digits + 1, strlen(digits));
    return strtod(digits, NULL);
}

static void write_matrix(FILE *out, const struct session *m, const char *name, enum weight w)
{
    char digits[32];
    fprintf(out, "const double %s[TAUGHT_D * TAUGHT_D] = {\n", name);
    for (int i = 0; i < TAUGHT_D * TAUGHT_D; i++) {
        kept(m, w, i, digits);
        fprintf(out, "%s%s,%s", i % TAUGHT_D ? " " : "    ", digits,
                i % TAUGHT_D == TAUGHT_D - 1 ? "\n" : "");
    }
    fprintf(out, "};\n");
}

/* make tasks: writes the file. */
static void write_taught(const char *path, const struct session *m)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "/* Made by `make tasks`; tests/state/test_roles.c trains again and compares. */\n"
                 "#include \"tasks/taught.h\"\n\n"
                 "/* clang-format off */\n");
    write_matrix(out, m, "taught_query", W_Q);
    write_matrix(out, m, "taught_key", W_K);
    fprintf(out, "/* clang-format on */\n");
    fclose(out);
}

TEST(the_program_itself_trains_the_heads_of_the_opening)
{
    struct session m = model_after(TAUGHT), opening = model_after("lang zh ; " POINT);
    const char *path = getenv("QKV_TAUGHT");
    char digits[32];
    if (path)
        write_taught(path, &m);
    for (int i = 0; !path && i < TAUGHT_D * TAUGHT_D; i++) {
        assert_true(kept(&m, W_Q, i, digits) ==
                    factor_entry(opening.now.config.w[0][W_Q], i / TAUGHT_D, i % TAUGHT_D));
        assert_true(kept(&m, W_K, i, digits) ==
                    factor_entry(opening.now.config.w[0][W_K], i / TAUGHT_D, i % TAUGHT_D));
    }
    for (int w = 0; w < WEIGHT_COUNT; w++) /* all others are what they are in the opening */
        assert_int_equal(factor_present(m.now.config.w[0][w]), factor_present(opening.now.config.w[0][w]));
    for (int t = 0; t < 3; t++)
        assert_string_equal(state_name(&m.now.state, m.now.state.sentence, t),
                            state_name(&opening.now.state, opening.now.state.sentence, t));
    for (int h = DOER; h <= DONE_TO; h++)
        assert_string_equal(state_head_name(&m.now.state, h), h == DOER ? "doer" : "done-to");
    session_finish(&m);
    session_finish(&opening);
}

/* In a session: the same steps with positions and without them. */
TEST(without_positions_the_heads_cannot_learn_it)
{
    struct session m = model_after("task point ; train 30");
    assert_true(weight(&m, DOER, 1, 0) >= 0.9 && weight(&m, DONE_TO, 1, 2) >= 0.9);
    must_run(&m, "encoding off");
    for (int h = DOER; h <= DONE_TO; h++)
        assert_true(fabs(weight(&m, h, 1, 0) - weight(&m, h, 1, 2)) <= 0.2);
    assert_string_equal(state_head_name(&m.now.state, DONE_TO), "done-to");
    must_run(&m, "encoding on ; train 0");
    assert_true(weight(&m, DOER, 1, 0) < 0.9 || weight(&m, DONE_TO, 1, 2) < 0.9);
    assert_string_equal(state_head_name(&m.now.state, DOER), "doer");
    session_finish(&m);
}

/* ---- what they are good for ------------------------------------------------------------- */

/* The pairs whose verb has two sides: where it is in either sentence. */
TEST(ready_pairs_are_read_from_both_ends)
{
    static const struct {
        const char *name;
        int verb, doer, done_to;
    } cases[] = {{"dog", 1, 0, 2},   {"猫", 1, 0, 2},     {"cat", 2, 1, 4},    {"我", 1, 0, 2},
                 {"child", 2, 1, 4}, {"机器人", 2, 0, 3}, {"robots", 2, 0, 3}, {"teacher", 2, 1, 4},
                 {"fish", 2, 1, 4},  {"他们", 3, 0, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text line = {0};
        text_addf(&line, "weights roles ; pair %s", cases[i].name);
        struct session m = model_after(text_str(&line));
        text_finish(&line);
        for (int side = 0; side < 2; side++) {
            double doer = weight(&m, DOER, cases[i].verb, cases[i].doer),
                   done_to = weight(&m, DONE_TO, cases[i].verb, cases[i].done_to);
            if (doer < 0.95 || done_to < 0.95)
                fail_msg("%s, side %d: %f %f", cases[i].name, side, doer, done_to);
            int from, to;
            assert_true(ready_pair_places(&m.now.state, &from, &to));
            must_run(&m, "swap");
        }
        session_finish(&m);
    }
}

TEST(other_weights_take_the_names_of_the_heads_away)
{
    struct session m = model_after(POINT);
    assert_string_equal(state_head_name(&m.now.state, DOER), "doer");
    assert_string_equal(state_head_name(&m.now.state, DONE_TO), "done-to");
    must_run(&m, "set heads 4");
    assert_string_equal(state_head_name(&m.now.state, DOER), ""); /* its columns are another head's now */
    must_run(&m, "set heads 2");
    assert_string_equal(state_head_name(&m.now.state, DOER), "doer");
    must_run(&m, "role h1 en=who ; role h2");
    assert_string_equal(state_head_name(&m.now.state, DOER), "who");
    assert_string_equal(state_head_name(&m.now.state, DONE_TO), "");
    struct reply r = {0};
    assert_true(session_undo(&m, &r));
    assert_string_equal(state_head_name(&m.now.state, DONE_TO), "done-to");
    must_run(&m, "weights identity");
    assert_string_equal(state_head_name(&m.now.state, DOER), "");
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_name_that_cannot_be_given_is_refused)
{
    static const struct {
        const char *line, *why;
    } cases[] = {
        {"role h3 en=x", "no head 'h3' (h1 to h2)"},
        {"role 1 en=x", "no head '1' (h1 to h2)"},
        {"role h1 en", "write 'role hN en=NAME zh=NAME' (each part may be left out)"},
        {"role h1 x=1", "a head has a name, but no x"},
        {"role h1 en=1234567890123456789012345678901234567890", "the name of a head has at most 39 bytes"},
        {"role h1 en=\"\033[31m\"", "the invisible or control character U+001B is not allowed here"},
        {"set d 16 ; weights roles", "weights roles were trained for d = 8, but d = 16 (set d 8)"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after(POINT);
        struct reply r = {0};
        assert_false(run_line(&m, cases[i].line, &r));
        assert_string_equal(text_str(&r.text), cases[i].why);
        bool resized = m.now.state.set.d != 8; /* the heads are no longer those that were taught */
        assert_string_equal(state_head_name(&m.now.state, DOER), resized ? "" : "doer");
        reply_finish(&r);
        session_finish(&m);
    }
}

static int begin(void **state)
{
    if (getenv("QKV_TAUGHT")) /* the others need the new file */
        cmocka_set_test_filter("the_program_itself_*");
    return locale(state);
}

TESTS(begin, NULL)
