/* Sentences as somebody types them who has just come: data/own.txt, a line each, and behind it what each of
 * its verbs must read: VERB DOER DONE-TO, the verb's own name for nobody; cat#2 is the second cat. What
 * matches no kind of sentence must not be named; what matches one must be read rightly. QKV_OWN=1 lists
 * those that are not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/pipeline/attention.h"
#include "tasks/grammar.h"
#include "tasks/reader.h"
#include "session/help.h"
#include "state/weights.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"
#include "support/truth.h"
#include "support/typed.h"

enum { LAST = READER_LAYERS - 1, LINE_MOST = 512 };

/* Returns the position of a word of the sentence, -1 if it is not in it. */
static int place_of(const struct state *s, const char *name)
{
    const char *nth = strstr(name, "#");
    size_t n = nth ? (size_t)(nth - name) : strlen(name);
    int which = nth ? atoi(nth + 1) : 1;
    for (int t = 0; t < s->sentence->count; t++) {
        const char *word = state_name(s, s->sentence, t);
        if (strlen(word) == n && strncasecmp(word, name, n) == 0 && --which == 0)
            return t;
    }
    return -1;
}

static int reads_most(const struct session *m, int head, int query)
{
    const struct attention *a = &m->now.trace.layer[LAST].self;
    struct mat w = attention_head(a, a->map[MAP_WEIGHTS], head);
    int most = 0;
    for (int j = 1; j < w.cols; j++)
        most = mat_at(w, query, j) > mat_at(w, query, most) ? j : most;
    return most;
}

struct count {
    int all, known, right, asked,
        answered; /* sentences, those that match, wholly right; questions of verbs */
};

/* Asks each verb of a sentence. Returns whether all is right; `why` gets what is not. */
static bool ask(struct count *c, const struct session *m, const struct grammar_reading *as, char *asks,
                struct text *why)
{
    bool whole = true;
    for (char *one = strtok(asks, ";"); one; one = strtok(NULL, ";")) {
        char name[3][64];
        assert_int_equal(sscanf(one, " %63s %63s %63s", name[0], name[1], name[2]), 3);
        int verb = place_of(&m->now.state, name[0]);
        for (int h = 0; h < 2; h++) {
            int want = place_of(&m->now.state, name[h + 1]), is = verb >= 0 ? reads_most(m, h, verb) : -1;
            bool right = verb >= 0 && want >= 0 && is == want;
            c->asked++;
            c->answered += right;
            whole = whole && right;
            if (!right)
                text_addf(why, " %s %s: %s", h ? "done-to" : "doer", name[0],
                          is >= 0 ? state_name(&m->now.state, m->now.state.sentence, is) : "not cut so");
            if (verb >= 0 && want >= 0 && as->to[verb][h] != want)
                text_addf(why, " (the grammar: %s)",
                          state_name(&m->now.state, m->now.state.sentence, as->to[verb][h]));
        }
    }
    return whole;
}

static void read_line(struct count *c, struct session *m, char *line)
{
    char *bar = strchr(line, '|');
    struct text run = {0}, why = {0};
    struct grammar_reading as;
    assert_non_null(bar);
    *bar = '\0';
    text_addf(&run, "sentence \"%s\"", line);
    must_run(m, text_str(&run));
    bool known = weights_reading(&m->now.state, &as),
         whole = known && bar[1] && ask(c, m, &as, bar + 1, &why);
    c->all++;
    c->known += known;
    c->right += whole;
    if (getenv("QKV_OWN") && !whole) {
        printf("%s: %s%s\n   ", line, known ? "wrong" : "unmatched", text_str(&why));
        for (int t = 0; t < m->now.state.sentence->count; t++) {
            struct lemma l = lexicon_at(m->now.state.lexicon, m->now.state.sentence->id[t]);
            printf(" %s/%c%s", l.name, lemma_kind(l) ? lemma_kind(l) : '-', l.made_up ? "?" : "");
        }
        printf("  %s\n", known ? as.pattern->of : "");
    }
    text_finish(&run);
    text_finish(&why);
}

TEST(sentences_of_a_newcomer_are_read_or_not_named)
{
    FILE *file = fopen("tests/data/own.txt", "r");
    char line[LINE_MOST];
    struct count count[2] = {0};
    assert_non_null(file);
    struct session m[2] = {model_after("opening"), model_after("lang zh ; opening")};
    for (int lang = 0; fgets(line, sizeof line, file);) {
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#')
            lang = strncmp(line, "# zh", 4) == 0;
        else
            read_line(&count[lang], &m[lang], line);
    }
    fclose(file);
    for (int lang = 0; lang < 2; lang++) {
        struct count *c = &count[lang];
        session_finish(&m[lang]);
        if (getenv("QKV_OWN"))
            printf("%d sentences, %d known, %d right; %d of %d questions\n", c->all, c->known, c->right,
                   c->answered, c->asked);
    }
    for (int lang = 0; lang < 2; lang++) {
        assert_int_equal(count[lang].all, 200);
        assert_true(count[lang].right >= 0.9 * count[lang].all);
        assert_true(count[lang].answered >= 0.98 * count[lang].asked);
    }
}

/* ---- what `help reader` says ----------------------------------------------------------- */

/* Returns whether a list "and|or|" has a word. */
static bool lists(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; at && *at; at = strchr(at, '|') + 1)
        if (strncmp(at, word, n) == 0 && at[n] == '|')
            return true;
    return false;
}

static int kind_of(json_t *words, enum lang lang)
{
    size_t i;
    json_t *word;
    for (int k = 0;; k++) {
        const char *list = pair_in(help_reader_kinds[k].words, lang);
        if (list && !*list)
            return k;
        json_array_foreach(words, i, word) if (list && lists(list, json_string_value(word))) return k;
    }
}

/* Counts the verbs' questions of a made sentence, asked and right. */
static void count_made(struct session *m, json_t *sentence, int count[][2][2])
{
    struct text line = {0};
    json_t *words = json_object_get(sentence, "words"), *word, *one,
           *verbs = json_object_get(sentence, "verbs");
    size_t i;
    enum lang lang = strcmp(json_string_value(json_object_get(sentence, "lang")), "zh") == 0;
    text_add(&line, "tokens");
    json_array_foreach(words, i, word) text_addf(&line, " \"%s\"", json_string_value(word));
    must_run(m, text_str(&line));
    text_finish(&line);
    int *counted = count[kind_of(words, lang)][lang];
    json_array_foreach(json_object_get(sentence, "ask"), i, one)
    {
        int at = (int)json_integer_value(json_array_get(one, 0)),
            head = (int)json_integer_value(json_array_get(one, 1));
        bool verb = false;
        for (size_t v = 0; v < json_array_size(verbs); v++)
            verb = verb || json_integer_value(json_array_get(verbs, v)) == at;
        counted[0] += verb && head < 2;
        counted[1] +=
            verb && head < 2 && reads_most(m, head, at) == json_integer_value(json_array_get(one, 2));
    }
}

/* Expects every verb of a sentence to read what the grammar says. NULL: there is none. */
static void expect_read(struct session *m, const char *sentence)
{
    struct text line = {0};
    struct grammar_reading as;
    if (!sentence)
        return;
    text_addf(&line, "sentence \"%s\"", sentence);
    must_run(m, text_str(&line));
    text_finish(&line);
    if (!weights_reading(&m->now.state, &as))
        fail_msg("%s is of no kind", sentence);
    for (int t = 0; t < as.n; t++)
        for (int h = 0; h < 2 && as.role[t] == 'V'; h++)
            if (reads_most(m, h, t) != as.to[t][h])
                fail_msg("%s: head %d of word %d reads %d, not %d", sentence, h + 1, t, reads_most(m, h, t),
                         as.to[t][h]);
}

/* The figures of the card, and its examples. */
TEST(the_card_says_what_is_measured)
{
    enum { KINDS = 16 };
    int count[KINDS][2][2] = {0};
    struct truth file = truth_open("reader");
    struct session m = model_after("weights reader");
    json_t *sentence;
    size_t i;
    json_array_foreach(json_object_get(file.root, "sentences"), i,
                       sentence) if (strcmp(json_string_value(json_object_get(sentence, "source")), "made") ==
                                     0) count_made(&m, sentence, count);
    for (int k = 0; help_reader_kinds[k].name.zh; k++)
        for (int lang = 0; lang < 2; lang++) {
            int *counted = count[k][lang];
            const char *example = pair_in(help_reader_kinds[k].example, (enum lang)lang);
            if (example && (help_reader_kinds[k].score[lang].right != counted[1] ||
                            help_reader_kinds[k].score[lang].asked != counted[0]))
                fail_msg("kind %d: %d of %d", k, counted[1], counted[0]);
            expect_read(&m, example);
        }
    session_finish(&m);
    truth_close(&file);
}

/* Sentences of random words of the patterns that are recognized and were not taught. */
TEST(kinds_that_were_not_taught_are_read_as_well)
{
    enum { EACH = 15 };
    struct session m = model_after("weights reader");
    struct rng rng = rng_seed(5);
    int asked[2] = {0}, right[2] = {0};
    for (const struct grammar_pattern *p = grammar_patterns; p->of; p++)
        for (int i = 0; i < EACH && p->often == 0; i++) {
            struct text line = {0};
            struct grammar_reading as;
            typed_sentence(&line, &m.now.state, &rng, p, false);
            must_run(&m, text_str(&line));
            text_finish(&line);
            bool is = weights_reading(&m.now.state, &as);
            for (int k = 0; is && k < 2 * as.n; k++)
                if (as.role[k / 2] == 'V') {
                    asked[p->lang]++;
                    right[p->lang] += reads_most(&m, k % 2, k / 2) == as.to[k / 2][k % 2];
                }
        }
    for (int lang = 0; lang < 2; lang++)
        if (asked[lang] < 500 || right[lang] < 0.97 * asked[lang])
            fail_msg("language %d: %d of %d", lang, right[lang], asked[lang]);
    session_finish(&m);
}

/* What everybody types first, and what it asks for by name. */
TEST(the_sentences_that_everybody_sees_are_read)
{
    static const struct {
        const char *sentence, *verb, *doer, *done_to;
    } cases[] = {
        {"cat chases dog", "chases", "cat", "dog"},
        {"dog chases cat", "chases", "dog", "cat"},
        {"The dog was chased by the cat.", "chased", "cat", "dog"},
        {"the cat was chased by the dog", "chased", "dog", "cat"},
        {"The cat sat on the mat.", "sat", "cat", "sat"},
        {"the old dog chases the small cat", "chases", "dog", "cat"},
        {"Your dog doesn't like my cats!", "like", "dog", "cats"},
        {"Zoe stopped Kevin.", "stopped", "Zoe", "Kevin"},
        {"Does he love her?", "love", "he", "her"},
        {"猫追狗", "追", "猫", "狗"},
        {"狗追猫。", "追", "狗", "猫"},
        {"狗被猫追了", "追", "猫", "狗"},
        {"猫把鱼吃了。", "吃", "猫", "鱼"},
        {"他喜欢篮球，每天都打它", "打", "他", "它"},
        {"三只猫追一条狗！", "追", "猫", "狗"},
        {"我爱 Ｐython。", "爱", "我", "Python"},
        {"她的老师被我们看见了", "看见", "我们", "老师"},
    };
    struct session m = model_after("opening");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_read(&m, cases[i].sentence);
        int verb = place_of(&m.now.state, cases[i].verb);
        assert_int_equal(reads_most(&m, 0, verb), place_of(&m.now.state, cases[i].doer));
        assert_int_equal(reads_most(&m, 1, verb), place_of(&m.now.state, cases[i].done_to));
    }
    session_finish(&m);
}
